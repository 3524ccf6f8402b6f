//! Lattices of beams as one thing: all beams, balls and triangles of a file, where they stand.

use crate::assembly::{Affine, Assembly, Instance, Strut};
use crate::fault::Fault;
use crate::space::dot;
use crate::surface::Surface;

/// Beams and balls, and triangles beside them. Its leaves are the triangles, then beams and balls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lattice {
    /// The triangles, often none. Unit and remarks are those of the whole.
    pub surface: Surface,
    /// At least one, placed. The number of each is that of its leaf: beams and balls of each instance follow those of the
    /// instance before, and a beam that counts for nothing keeps its number.
    pub struts: Vec<Strut>,
    /// How far a convex shape that takes the place of a beam may be from the beam, either way.
    pub deviation: f64,
}

/// A transform whose scale along one direction differs by more than this share from that along another one makes beams
/// that are not round. If larger, flat beams are answered with wide bounds. If smaller, rounded files are refused.
const MOST_UNEVEN: f64 = 1e-3;

/// A deviation of a smaller share of the widest radius is counted, and not said: it is the rounding of a rotation.
const UNSAID: f64 = 1e-12;

impl Lattice {
    /// All instances of an assembly, in their order, where they stand.
    pub(crate) fn of_assembly(assembly: Assembly) -> Result<Self, Fault> {
        let (mut struts, mut deviation, mut remarks) = (Vec::new(), 0.0f64, Vec::new());
        let triangles: usize =
            assembly.instances.iter().map(|instance| assembly.meshes[instance.mesh].triangles.len()).sum();
        let mut next = u32::try_from(triangles).map_err(|_| too_many())?;
        for instance in &assembly.instances {
            let lattice = &assembly.meshes[instance.mesh].lattice;
            let scale = Scale::of(&instance.transform);
            if !lattice.struts.is_empty() && !(scale.uneven <= MOST_UNEVEN) {
                let message =
                    "expected beams that stay round, found a transform that stretches them along one direction";
                return Err(Fault::new(message).under(&instance.name));
            }
            for strut in &lattice.struts {
                let placed = placed(strut, instance, &scale, next)?;
                let stretched = scale.uneven * placed.radii[0].max(placed.radii[1]);
                deviation = deviation.max(placed.excess() + stretched);
                struts.push(placed);
            }
            remarks.extend(remark(instance, lattice, next));
            let leaves = lattice.beams.checked_add(lattice.balls);
            next = leaves.and_then(|leaves| next.checked_add(leaves)).ok_or_else(too_many)?;
        }
        let widest = struts.iter().flat_map(|strut| strut.radii).fold(0.0, f64::max);
        if deviation > UNSAID * widest {
            remarks.push(format!(
                "beams are convex shapes that differ from those of the file by at most {deviation:.3e}, and the bounds \
                 include it"
            ));
        }
        let surface = Surface::of_assembly(assembly)?;
        let remarks = [surface.remarks, remarks].concat();
        Ok(Self { surface: Surface { remarks, ..surface }, struts, deviation })
    }

    /// Each length times a factor, rounded once.
    pub fn scaled(self, factor: f64) -> Self {
        let strut = |strut: Strut| Strut {
            ends: strut.ends.map(|end| end.map(|x| x * factor)),
            radii: strut.radii.map(|radius| radius * factor),
            ..strut
        };
        Self {
            surface: self.surface.scaled(factor),
            struts: self.struts.into_iter().map(strut).collect(),
            deviation: self.deviation * factor,
        }
    }
}

fn too_many() -> Fault {
    Fault::new("expected fewer than 2^32 triangles, beams and balls, found more")
}

/// What the numbers of the leaves mean.
fn remark(instance: &Instance, lattice: &crate::assembly::Lattice, first: u32) -> Option<String> {
    let crate::assembly::Lattice { struts, beams, balls } = lattice;
    if struts.is_empty() {
        return None;
    }
    let short = (*beams as usize + *balls as usize) - struts.len();
    let numbers = |count: u32, first: u32| match count {
        0 => String::new(),
        1 => format!(" (leaf {first})"),
        _ => format!(" (leaves {first} to {})", u64::from(first) + u64::from(count) - 1),
    };
    let plural = |count: u32, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let mut text = format!("{}: {}{}", instance.name, plural(*beams, "beam"), numbers(*beams, first));
    if *balls > 0 {
        text += &format!(", {}{}", plural(*balls, "ball"), numbers(*balls, first.saturating_add(*beams)));
    }
    if short > 0 {
        text += &format!("; {short} of the beams are shorter than the file allows, and count for nothing");
    }
    Some(text)
}

/// A beam where its instance stands.
fn placed(strut: &Strut, instance: &Instance, scale: &Scale, first: u32) -> Result<Strut, Fault> {
    let (ends, radii) = (strut.ends.map(|end| instance.place(end)), strut.radii.map(|radius| radius * scale.factor));
    let is_valid = ends.as_flattened().iter().all(|x| x.is_finite())
        && radii.iter().all(|radius| *radius > 0.0 && radius.is_finite());
    // A beam that rounding makes a ball has no direction.
    let is_beam = ends[0] != ends[1] || strut.ends[0] == strut.ends[1];
    if !is_valid || !is_beam {
        return Err(Fault::new("expected beams within the range of numbers").under(&instance.name));
    }
    let number = first.checked_add(strut.number).ok_or_else(too_many)?;
    Ok(Strut { ends, radii, number, ..*strut })
}

/// What a transform does to lengths.
struct Scale {
    factor: f64,
    /// No direction is scaled by a factor that differs from it by more than this share.
    uneven: f64,
}

impl Scale {
    /// The scale of a matrix M: if all numbers of MᵀM / f² − 1 are at most e, then 3e bounds its norm, and so what a
    /// length differs from f times itself.
    fn of(transform: &Affine) -> Self {
        let size = transform.iter().flat_map(|row| &row[..3]).fold(0.0, |size: f64, x| size.max(x.abs()));
        if !(size > 0.0 && size < f64::INFINITY) {
            return Self { factor: f64::NAN, uneven: f64::INFINITY };
        }
        let column = |j: usize| [0, 1, 2].map(|i| transform[i][j] / size);
        let columns = [0, 1, 2].map(column);
        let square = columns.iter().map(|&column| dot(column, column)).fold(0.0, f64::max);
        let mut most = 0.0f64;
        for (i, &one) in columns.iter().enumerate() {
            for (j, &other) in columns.iter().enumerate() {
                let wanted = if i == j { square } else { 0.0 };
                most = most.max((dot(one, other) - wanted).abs() / square);
            }
        }
        Self { factor: size * square.sqrt(), uneven: 3.0 * most }
    }
}
