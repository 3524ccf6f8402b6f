//! Things that are not convex in convex pieces.
//!
//! **In the plane** ([`partition`]) the pieces are exact: their corners are corners of the outline, each is convex, no
//! two share interior, and together they are the polygons. [`Partition::check`] proves all of it.
//!
//! **In space** ([`cover`]) the pieces are hulls that cover the surface, each with a proven excess.

mod check;
mod component;
mod cover;
mod depth;
mod force;
mod inner;
mod least;
mod merge;
mod region;
mod triangulation;

use crate::outline::Outline;
pub use check::PartitionFault;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Ring, Space, Vec2, WideVector};
use component::components;
pub use cover::{CornerType, Cover, CoverError, CoverPiece, CoverStep, cover, cover_with};
pub use depth::{Depth, depth_of_outlines, depth_of_solids};
use region::Region;
use std::fmt;
use triangulation::NONE;

/// Polygons in convex pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The pieces, in the order of their polygons.
    pub pieces: Vec<Piece>,
    /// The notches: places where the inside takes more than half of a turn.
    pub notches: usize,
    /// The holes that are not joined to the outside by a common corner.
    pub holes: usize,
    /// No partition has fewer pieces, whatever corners it adds: max(1, ⌈notches / 2⌉ + 1 − holes), summed over all
    /// parts of the polygons that hang together.
    pub lower_bound: usize,
    /// Whether no partition with cuts between corners has fewer pieces.
    pub is_least: bool,
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The index of the polygon that it is a part of.
    pub polygon: u32,
    /// The indices of its corners in [`Outline::vertices`], counter-clockwise. It bends at each of them.
    pub corners: Vec<u32>,
}

/// A step on the way to a partition. Corners are indices of [`Outline::vertices`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartitionStep {
    /// A triangle is cut off what is left of a polygon.
    Triangle {
        /// The index of the polygon.
        polygon: u32,
        /// Counter-clockwise.
        corners: [u32; 3],
    },
    /// A diagonal is removed: the pieces on its sides are convex together.
    Removed {
        /// The ends of the diagonal.
        ends: [u32; 2],
    },
    /// A diagonal stays: without it there would be a notch.
    Stays {
        /// The ends of the diagonal.
        ends: [u32; 2],
        /// The one of them where the notch would be.
        notch: u32,
    },
    /// Merging ends with more pieces than the least number. These cuts belong to a partition with that number.
    Cut {
        /// The ends of the cut.
        ends: [u32; 2],
    },
}

/// Why an outline has no partition.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PartitionError {
    /// Two edges of a polygon cross at a point that is no corner of both.
    Crossing {
        /// The indices of the edges, the smaller one first.
        edges: [u32; 2],
        /// Where, rounded.
        point: Vec2<f64>,
    },
    /// The rings of a polygon do not go once around a part of the plane, and not zero times either.
    Winding {
        /// The index of the polygon.
        polygon: u32,
        /// An edge of that part.
        edge: u32,
        /// A place on the edge, rounded.
        point: Vec2<f64>,
        /// How often they go around.
        winding: i32,
    },
    /// No polygon has an area.
    Empty,
}

impl fmt::Display for PartitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crossing { edges: [first, second], point } => {
                write!(f, "the edges {first} and {second} cross at ({}, {})", point.x, point.y)
            }
            Self::Winding { polygon, edge, point, winding } => {
                let what = match winding {
                    ..0 => "a hole or a loop lies outside the outer ring, or in another hole",
                    _ => "a ring overlaps itself",
                };
                write!(f, "polygon {polygon} at edge {edge}, near ({}, {}): {what}", point.x, point.y)
            }
            Self::Empty => f.write_str("no polygon has an area"),
        }
    }
}

impl std::error::Error for PartitionError {}

/// Convex pieces of the polygons of an outline.
///
/// Each polygon is cut by itself. Polygons that overlap have pieces that overlap. Open lines have no piece, and neither
/// has a polygon without an area. Rings may turn either way and may touch themselves and each other at corners and
/// along edges. What a ring passes in both directions is no part of the inside's boundary.
///
/// The polygon is triangulated, and diagonals are removed while the pieces stay convex (Hertel and Mehlhorn 1983): at
/// most four times as many pieces as needed. Then a dynamic programme finds the least number for parts without holes
/// and with up to some hundreds of notches; parts with holes are cut open first, and the programme is tried, too.
///
/// # Errors
/// [`PartitionError`], with the place of the fault.
///
/// ```
/// use clearance_scene::{Outline, partition};
///
/// let ell = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
/// let outline = Outline::new(&[vec![ell.to_vec()]]).unwrap();
/// let parts = partition(&outline).unwrap();
/// assert_eq!((parts.pieces.len(), parts.notches, parts.lower_bound), (2, 1, 2));
/// assert!(parts.is_least && parts.check(&outline).is_ok());
/// ```
pub fn partition(outline: &Outline) -> Result<Partition, PartitionError> {
    partition_with(outline, &mut |_| {})
}

/// [`partition`], step by step.
///
/// # Errors
/// Those of [`partition`].
pub fn partition_with(outline: &Outline, watch: &mut dyn FnMut(PartitionStep)) -> Result<Partition, PartitionError> {
    let mut all = Partition { pieces: Vec::new(), notches: 0, holes: 0, lower_bound: 0, is_least: true };
    let mut polygons: Vec<u32> = outline.rings().iter().map(|ring| ring.polygon).collect();
    polygons.dedup();
    for polygon in polygons {
        let Some(region) = Region::new(outline, polygon)? else { continue };
        for part in components(&region) {
            let cut = part.solve(polygon, watch);
            let source = |point: &u32| region.source[*point as usize];
            let piece = |face: &Vec<u32>| {
                let corners = bending(face, |point| region.net.points[point as usize]);
                Piece { polygon, corners: corners.iter().map(source).collect() }
            };
            all.pieces.extend(cut.faces.iter().map(piece));
            all.notches += part.notches;
            all.holes += part.holes;
            all.lower_bound += (part.notches.div_ceil(2) + 1).saturating_sub(part.holes).max(1);
            all.is_least &= cut.is_least;
        }
    }
    if all.pieces.is_empty() { Err(PartitionError::Empty) } else { Ok(all) }
}

/// The corners of a convex face at which it bends, the least one first.
fn bending(face: &[u32], at: impl Fn(u32) -> Vec2<f64>) -> Vec<u32> {
    let count = face.len();
    let bends = |&place: &usize| {
        let [before, own, after] = [place + count - 1, place, place + 1].each(|place| at(face[place % count]));
        crate::signs::side_of_line([before, own], after).is_gt()
    };
    let mut corners: Vec<u32> = (0..count).filter(bends).map(|place| face[place]).collect();
    let first = (0..corners.len()).min_by_key(|&place| corners[place]).unwrap_or(0);
    corners.rotate_left(first);
    corners
}

/// Where two lines meet, rounded from exact numbers: within a few roundings of the coordinates.
fn meeting_point([a, b]: [Vec2<f64>; 2], [c, d]: [Vec2<f64>; 2]) -> Vec2<f64> {
    let [p, q, r, s] = [a, b, c, d].each(WideVector::exact);
    let line = s.minus(&r);
    let area = |point: &Vec2<Dyadic>| line.wedge(&point.minus(&r));
    let (from, to) = (area(&p), area(&q));
    let ((top, up), (bottom, down)) = (from.to_double(), from.minus(&to).to_double());
    let share = top.high / bottom.high * 2f64.powi(up - down);
    Vec2 { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }
}
