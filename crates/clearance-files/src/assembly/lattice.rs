//! Beam lattices of 3MF: beams between the vertices of a mesh, and balls around them (3MF Beam Lattice Extension 1.2).
//!
//! A beam is a frustum around the line between two vertices. Its ends are flat, or closed by a ball or half of one. The
//! lattice is the union of beams, balls and the triangles of the mesh. What clips a lattice is not read.

use super::xml::{finite, parsed, required};
use crate::document::{
    BallDocument, CapsuleDocument, CoreDocument, Numbers, PoseDocument, RoundDocument, ShapeDocument,
};
use crate::fault::Fault;
use crate::readers::xml::Attributes;
use crate::space::{Point, dot};

/// A beam or a ball of a lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strut {
    /// The centres of the two ends. Those of a ball are equal, and those of a beam are not.
    pub ends: [Point; 2],
    /// The radius at each end: positive and finite.
    pub radii: [f64; 2],
    /// How each end is closed.
    pub caps: [Cap; 2],
    /// Its number in the file: that of a beam, or that of a ball behind all beams.
    pub number: u32,
}

/// How the end of a beam is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// By a ball, or by half of one.
    #[default]
    Round,
    /// By a disc.
    Flat,
}

/// The beams and balls of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lattice {
    /// Beams in the order of the file, then balls.
    pub struts: Vec<Strut>,
    /// How many beams the file has, with those that are shorter than the file allows and so count for nothing.
    pub beams: u32,
    /// How many balls there are.
    pub balls: u32,
}

impl Strut {
    /// The convex shape that takes its place. It is not larger than the strut by more than [`Strut::excess`].
    pub fn shape(&self) -> ShapeDocument {
        let ([a, b], [r, s]) = (self.ends.map(Numbers::from), self.radii);
        let plain = |core| ShapeDocument { core, radius: 0.0, pose: None };
        let end = |side: usize| match self.caps[side] {
            Cap::Round => plain(CoreDocument::Ball(BallDocument { center: [a, b][side], radius: self.radii[side] })),
            Cap::Flat => self.round_about(self.ends[side], 0.0, self.radii[side]),
        };
        match self.caps {
            [Cap::Round, Cap::Round] if self.is_ball() => {
                plain(CoreDocument::Ball(BallDocument { center: a, radius: r }))
            }
            [Cap::Round, Cap::Round] if r == s => {
                plain(CoreDocument::Capsule(CapsuleDocument { start: a, end: b, radius: r }))
            }
            [Cap::Flat, Cap::Flat] if r == s => {
                let middle = [0, 1, 2].map(|axis| 0.5 * self.ends[0][axis] + 0.5 * self.ends[1][axis]);
                self.round_about(middle, 0.5 * self.length(), r)
            }
            _ => plain(CoreDocument::Hull(Box::new([end(0), end(1)]))),
        }
    }

    /// How far a point of [`Strut::shape`] may be from the strut, and the other way round.
    ///
    /// A beam whose radii differ is a frustum and balls at its ends. The hull of the balls touches them farther out: with
    /// s = |r₁ − r₂| / length, its side is (1 / √(1 − s²) − 1) · r beyond the frustum, where the radius is r. Each point
    /// of the hull is nearer to a frustum than the radius of a ball, too. A flat end is turned by a rounded rotation.
    pub fn excess(&self) -> f64 {
        let round = |side: usize| if self.caps[side] == Cap::Round { self.radii[side] } else { 0.0 };
        let (most, widest) = (round(0).max(round(1)), self.radii[0].max(self.radii[1]));
        let slope = (self.radii[0] - self.radii[1]).abs() / self.length();
        let turned = match self.caps {
            [Cap::Round, Cap::Round] => 0.0,
            _ => {
                let size = self.ends.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
                // Direction, quaternion and middle have errors of a few roundings each.
                64.0 * f64::EPSILON * (size + widest)
            }
        };
        let beyond = match self.caps {
            _ if slope == 0.0 || self.is_ball() || self.caps == [Cap::Flat; 2] => 0.0,
            // One ball holds the other and the frustum.
            [Cap::Round, Cap::Round] if slope >= 1.0 => 0.0,
            _ if slope >= 1.0 => most,
            // 1 / √(1 − s²) − 1 = s² / (√(1 − s²) (1 + √(1 − s²))), which does not cancel.
            _ => {
                let root = ((1.0 - slope) * (1.0 + slope)).sqrt();
                most.min(widest * slope * slope / (root * (1.0 + root)) * (1.0 + 16.0 * f64::EPSILON))
            }
        };
        turned + beyond
    }

    fn is_ball(&self) -> bool {
        self.ends[0] == self.ends[1]
    }

    /// The distance of the ends.
    fn length(&self) -> f64 {
        length_between(self.ends)
    }

    /// A cylinder about the line of the ends.
    fn round_about(&self, center: Point, half_height: f64, radius: f64) -> ShapeDocument {
        let [a, b] = self.ends;
        let way = [0, 1, 2].map(|axis| b[axis] - a[axis]);
        let length = self.length();
        // Cylinders look the same from both ends: along the end that is above, no turn is near half a turn.
        let sign = if way[1] < 0.0 { -1.0 } else { 1.0 };
        let [x, y, z] = way.map(|along| sign * along / length);
        let pose = PoseDocument {
            translation: Some(Numbers::from(center)),
            rotation: Some(Numbers::from([z, 0.0, -x, 1.0 + y])),
        };
        ShapeDocument {
            core: CoreDocument::Cylinder(RoundDocument { half_height, radius }),
            radius: 0.0,
            pose: Some(pose),
        }
    }
}

fn length_between([a, b]: [Point; 2]) -> f64 {
    let way = [0, 1, 2].map(|axis| b[axis] - a[axis]);
    // Of unit size, so that no square leaves the range of numbers.
    let size = way.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    if size == 0.0 { 0.0 } else { size * dot(way.map(|x| x / size), way.map(|x| x / size)).sqrt() }
}

/// What the elements of a lattice have said so far.
#[derive(Default)]
pub struct Reader {
    given: Given,
    beams: Vec<([u32; 2], Strut)>,
    balls: Vec<(u32, f64)>,
}

/// The attributes of a lattice.
#[derive(Clone, Copy, Default)]
struct Given {
    radius: f64,
    least: f64,
    cap: Cap,
    balls: Balls,
    ball_radius: Option<f64>,
}

/// Around which vertices a ball is.
#[derive(Clone, Copy, Default, PartialEq)]
enum Balls {
    #[default]
    Nowhere,
    WhereOneIsGiven,
    AtAllEnds,
}

impl Reader {
    /// `beamlattice` begins.
    pub fn begin(&mut self, attributes: &Attributes<'_>) -> Result<(), Fault> {
        if let Some(mode @ ("inside" | "outside")) = attributes.get("clippingmode") {
            let message = format!("expected a beam lattice that nothing clips, found {mode:?}, which is not read");
            return Err(Fault::new(message).under("clippingmode"));
        }
        let least = finite(required(attributes, "minlength")?).map_err(|fault| fault.under("minlength"))?;
        let balls = match local(attributes, "ballmode") {
            None | Some("none") => Balls::Nowhere,
            Some("mixed") => Balls::WhereOneIsGiven,
            Some("all") => Balls::AtAllEnds,
            Some(other) => {
                return Err(Fault::new(format!("expected none, mixed or all, found {other:?}")).under("ballmode"));
            }
        };
        self.given = Given {
            radius: radius("radius", required(attributes, "radius")?)?,
            least,
            cap: cap(attributes, "cap")?.unwrap_or_default(),
            balls,
            ball_radius: local(attributes, "ballradius").map(|text| radius("ballradius", text)).transpose()?,
        };
        Ok(())
    }

    /// `beam` begins.
    pub fn beam(&mut self, points: &[Point], attributes: &Attributes<'_>) -> Result<(), Fault> {
        let corners = [vertex(points, attributes, "v1")?, vertex(points, attributes, "v2")?];
        let own = |key: &str| attributes.get(key).map(|text| radius(key, text)).transpose();
        let radii = match (own("r1")?, own("r2")?) {
            (None, None) => [self.given.radius; 2],
            (Some(one), None) => [one; 2],
            (Some(one), Some(other)) => [one, other],
            (None, Some(_)) => return Err(Fault::new("expected r1 beside r2").under("r2")),
        };
        let caps = [cap(attributes, "cap1")?, cap(attributes, "cap2")?].map(|cap| cap.unwrap_or(self.given.cap));
        let ends = corners.map(|corner| points[corner as usize]);
        let number = u32::try_from(self.beams.len()).map_err(|_| Fault::new("expected fewer than 2^32 beams"))?;
        self.beams.push((corners, Strut { ends, radii, caps, number }));
        Ok(())
    }

    /// `ball` begins.
    pub fn ball(&mut self, points: &[Point], attributes: &Attributes<'_>) -> Result<(), Fault> {
        let own = attributes.get("r").map(|text| radius("r", text)).transpose()?;
        let radius = own.or(self.given.ball_radius).ok_or_else(|| Fault::new("expected r or ballradius"))?;
        self.balls.push((vertex(points, attributes, "vindex")?, radius));
        Ok(())
    }

    /// The lattice, and room for the next one. Beams of no length, and of less than the least one, count for nothing.
    pub fn finish(&mut self, points: &[Point]) -> Result<Lattice, Fault> {
        let Self { given, beams, mut balls } = std::mem::take(self);
        let is_beam = |strut: &Strut| {
            let length = strut.length();
            length > 0.0 && !(length < given.least)
        };
        if given.balls == Balls::Nowhere {
            balls.clear();
        }
        if given.balls == Balls::AtAllEnds {
            let mut corners: Vec<u32> = beams.iter().flat_map(|(corners, _)| *corners).collect();
            let known: std::collections::HashSet<u32> = balls.iter().map(|(vertex, _)| *vertex).collect();
            corners.sort_unstable();
            corners.dedup();
            corners.retain(|corner| !known.contains(corner));
            if let (None, false) = (given.ball_radius, corners.is_empty()) {
                return Err(Fault::new("expected a ballradius beside ballmode \"all\""));
            }
            balls.extend(corners.into_iter().map(|corner| (corner, given.ball_radius.unwrap_or_default())));
        }
        let count = beams.len() as u32;
        let ball = |((vertex, radius), number): ((u32, f64), u32)| Strut {
            ends: [points[vertex as usize]; 2],
            radii: [radius; 2],
            caps: [Cap::Round; 2],
            number: count.saturating_add(number),
        };
        let own_balls = balls.len() as u32;
        let struts = beams.into_iter().map(|(_, strut)| strut).filter(is_beam);
        let struts = struts.chain(balls.into_iter().zip(0..).map(ball)).collect();
        Ok(Lattice { struts, beams: count, balls: own_balls })
    }
}

/// An attribute of this name, with or without the prefix of a namespace.
fn local<'a>(attributes: &'a Attributes<'_>, name: &str) -> Option<&'a str> {
    let is_it = |key: &str| key.rsplit_once(':').map_or(key, |(_, local)| local) == name;
    attributes.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value)
}

/// A positive length.
fn radius(key: &str, text: &str) -> Result<f64, Fault> {
    let number = finite(text).map_err(|fault| fault.under(key))?;
    match number > 0.0 {
        true => Ok(number),
        false => Err(Fault::new(format!("expected a positive radius, found {number}")).under(key)),
    }
}

fn cap(attributes: &Attributes<'_>, key: &str) -> Result<Option<Cap>, Fault> {
    match attributes.get(key) {
        None => Ok(None),
        Some("sphere" | "hemisphere") => Ok(Some(Cap::Round)),
        Some("butt") => Ok(Some(Cap::Flat)),
        Some(other) => Err(Fault::new(format!("expected sphere, hemisphere or butt, found {other:?}")).under(key)),
    }
}

/// The vertex that an attribute names.
pub fn vertex(points: &[Point], attributes: &Attributes<'_>, key: &str) -> Result<u32, Fault> {
    let index: u32 = parsed(required(attributes, key)?, "an index").map_err(|fault| fault.under(key))?;
    match (index as usize) < points.len() {
        true => Ok(index),
        false => Err(Fault::new(format!("expected a vertex below {}, found {index}", points.len())).under(key)),
    }
}
