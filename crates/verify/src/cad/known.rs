//! Bodies as triangles with their radii, two of them with a plane between, and the closed gaps of their faces.

use crate::cad::{Solid, gap};
use crate::number::{Interval, Number};
use crate::placed::{Direction, Part, Placed, Surface, separates};

/// A body as its triangles, with their radii.
pub struct Known {
    vertices: Vec<[f64; 3]>,
    leaves: Vec<[u32; 3]>,
    /// The face of each triangle, and its radius.
    of: Vec<(u32, f64)>,
    boxes: Vec<[Interval; 3]>,
}

/// The triangles of a body with their radii.
///
/// # Errors
/// The number of a face that is none, and why.
pub fn known(solid: &Solid) -> Result<Known, String> {
    let mut known = Known { vertices: Vec::new(), leaves: Vec::new(), of: Vec::new(), boxes: Vec::new() };
    for (number, face) in (0u32..).zip(&solid.faces) {
        let radii = face.radii().map_err(|why| format!("{}: face {}: {why}", solid.name, number + 1))?;
        let first = known.vertices.len() as u32;
        known.vertices.extend(face.nodes.iter().map(|(_, corner)| *corner));
        let mut around = [Interval { low: f64::INFINITY, high: f64::NEG_INFINITY }; 3];
        for (corners, radius) in face.triangles.iter().zip(radii) {
            known.leaves.push(corners.map(|node| node + first));
            known.of.push((number, radius));
            for node in corners {
                let corner = face.nodes[*node as usize].1;
                around = [0, 1, 2].map(|k| Interval {
                    low: around[k].low.min((corner[k] - radius).next_down()),
                    high: around[k].high.max((corner[k] + radius).next_up()),
                });
            }
        }
        known.boxes.push(around);
    }
    if known.leaves.is_empty() { Err(format!("{}: has no faces", solid.name)) } else { Ok(known) }
}

impl Known {
    /// The triangles.
    pub fn leaves(&self) -> &[[u32; 3]] {
        &self.leaves
    }
    /// How many faces it has.
    pub fn faces(&self) -> usize {
        self.boxes.len()
    }
    /// The corners of a triangle.
    pub fn corners(&self, leaf: u32) -> [[f64; 3]; 3] {
        self.leaves[leaf as usize].map(|vertex| self.vertices[vertex as usize])
    }
    /// The face of a triangle, and its radius.
    pub fn of(&self, leaf: u32) -> (u32, f64) {
        self.of[leaf as usize]
    }
    pub(super) fn placed(&self) -> Option<Placed<'_>> {
        let surface = Surface { vertices: &self.vertices, leaves: &self.leaves };
        Placed::new(surface, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
    }
    fn largest(&self, leaves: &[u32]) -> f64 {
        leaves.iter().map(|&leaf| self.of[leaf as usize].1).fold(0.0, f64::max)
    }
    /// Whether the boxes around the surfaces are farther apart than a length.
    pub fn is_far_from(&self, other: &Self, length: f64) -> bool {
        let [a, b] = [self.around(), other.around()];
        let gaps = [0, 1, 2].map(|k| Interval::of(a[k].minus(&b[k]).low.max(b[k].minus(&a[k]).low).max(0.0)));
        Interval::dot(&gaps, &gaps).root().low > length
    }
    fn around(&self) -> [Interval; 3] {
        let both = |a: Interval, b: Interval| Interval { low: a.low.min(b.low), high: a.high.max(b.high) };
        [0, 1, 2].map(|k| self.boxes.iter().map(|own| own[k]).reduce(both).expect("a body has a face"))
    }
}

/// Two bodies whose parts are compared.
pub struct Pair<'a> {
    bodies: [&'a Known; 2],
    placed: [Placed<'a>; 2],
}

impl<'a> Pair<'a> {
    /// The two bodies. `None` if a coordinate is not finite.
    pub fn new(bodies: [&'a Known; 2]) -> Option<Self> {
        Some(Self { bodies, placed: [bodies[0].placed()?, bodies[1].placed()?] })
    }
    /// Whether a direction keeps the surfaces over some triangles of each body this far apart.
    pub fn separates(&self, n: &Direction, leaves: [&[u32]; 2], lower: f64) -> bool {
        are_parted([0, 1].map(|side| (self.bodies[side], &self.placed[side])), n, leaves, lower)
    }
}

pub(super) fn are_parted(bodies: [(&Known, &Placed); 2], n: &Direction, leaves: [&[u32]; 2], lower: f64) -> bool {
    let radii = [0, 1].map(|side| Interval::of(bodies[side].0.largest(leaves[side])));
    let wanted = Interval::of(lower).plus(&radii[0]).plus(&radii[1]).high;
    let part = |side: usize| Part { of: bodies[side].1, leaves: leaves[side] };
    separates(n, part(0), part(1), wanted)
}

/// The bracket of the gap of two faces where they are no farther apart than a band.
pub fn gap_of(solids: [&Solid; 2], known: [&Known; 2], faces: [u32; 2], band: f64) -> Option<[f64; 2]> {
    let [a, b] = [0, 1].map(|side| solids[side].faces.get(faces[side] as usize));
    let boxes = [0, 1].map(|side| known[side].boxes[faces[side] as usize]);
    let place = [0, 1, 2].map(|k| Interval {
        low: (boxes[0][k].low.max(boxes[1][k].low) - band).next_down(),
        high: (boxes[0][k].high.min(boxes[1][k].high) + band).next_up(),
    });
    let is_some = place.iter().all(|side| side.low <= side.high);
    let found = if is_some { gap::gap(a?, b?, &place)? } else { return None };
    (found.low.is_finite() && found.high.is_finite()).then_some([found.low, found.high])
}
