//! The proof that pieces are a partition. It reads the outline and the pieces, and nothing of the search.
//!
//! **The argument.** The pieces' sides, with their directions, cancel to those of the rings. So the number of pieces
//! around a point and the winding number of the rings jump by the same amounts across the same lines, and both are zero
//! far away: they are equal off the lines. No two pieces share interior, so both are 0 or 1, and the pieces together
//! are what the rings go around. Two convex polygons share no interior if and only if a side of one of them has the
//! other one on its outer side. That the areas add up follows, and is looked at besides.

use super::triangulation::lexicographic;
use super::{NONE, Partition, Piece};
use crate::outline::Outline;
use crate::signs::side_of_line;
use clearance::dyadic::Dyadic;
use clearance::{Ring, Space, Vec2, WideVector};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

/// What is wrong with a list of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartitionFault {
    /// This piece is not convex, or names a corner that does not exist.
    NotConvex {
        /// The index of the piece.
        piece: usize,
    },
    /// These two pieces of one polygon share interior.
    Overlap {
        /// The indices of the pieces.
        pieces: [usize; 2],
    },
    /// The sides of the pieces of this polygon do not cancel to its rings.
    Boundary {
        /// The index of the polygon.
        polygon: u32,
    },
    /// The areas of the pieces of this polygon do not add up to its area.
    Area {
        /// The index of the polygon.
        polygon: u32,
    },
}

impl fmt::Display for PartitionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConvex { piece } => write!(f, "piece {piece} is not convex"),
            Self::Overlap { pieces: [first, second] } => write!(f, "the pieces {first} and {second} overlap"),
            Self::Boundary { polygon } => write!(f, "the pieces of polygon {polygon} do not end where it ends"),
            Self::Area { polygon } => write!(f, "the areas of the pieces of polygon {polygon} are not its area"),
        }
    }
}

impl std::error::Error for PartitionFault {}

impl Partition {
    /// Proves by exact signs and numbers that the pieces are convex, that no two of one polygon share interior, that
    /// their sides cancel to the polygon's rings, and that their areas add up to its area.
    ///
    /// # Errors
    /// The first fault. What [`super::partition`] answers for the same outline has none.
    pub fn check(&self, outline: &Outline) -> Result<(), PartitionFault> {
        if let Some(piece) = self.pieces.iter().position(|piece| !is_convex(piece, outline)) {
            return Err(PartitionFault::NotConvex { piece });
        }
        self.check_overlaps(outline)?;
        let mut polygons: Vec<u32> = outline.rings().iter().map(|ring| ring.polygon).collect();
        polygons.dedup();
        let mut first = 0;
        for polygon in polygons {
            let count = self.pieces[first..].iter().take_while(|piece| piece.polygon == polygon).count();
            check_polygon(outline, polygon, &self.pieces[first..first + count])?;
            first += count;
        }
        match self.pieces.get(first) {
            Some(piece) => Err(PartitionFault::Boundary { polygon: piece.polygon }),
            None => Ok(()),
        }
    }

    /// Looks for overlaps from left to right.
    fn check_overlaps(&self, outline: &Outline) -> Result<(), PartitionFault> {
        let corners: Vec<Vec<Vec2<f64>>> = self.pieces.iter().map(|piece| corners_of(piece, outline)).collect();
        let bounds: Vec<[f64; 4]> = corners.iter().map(|corners| bounds_of(corners)).collect();
        let mut order: Vec<usize> = (0..corners.len()).collect();
        order.sort_by(|&p, &q| bounds[p][0].total_cmp(&bounds[q][0]));
        let mut open: Vec<usize> = Vec::new();
        for piece in order {
            let [left, low, _, high] = bounds[piece];
            open.retain(|&other| bounds[other][2] > left);
            for &other in &open {
                let may_meet = bounds[other][1] < high && low < bounds[other][3];
                let is_same = self.pieces[other].polygon == self.pieces[piece].polygon;
                if is_same && may_meet && !are_apart(&corners[other], &corners[piece]) {
                    return Err(PartitionFault::Overlap { pieces: [other.min(piece), other.max(piece)] });
                }
            }
            open.push(piece);
        }
        Ok(())
    }
}

fn corners_of(piece: &Piece, outline: &Outline) -> Vec<Vec2<f64>> {
    piece.corners.iter().map(|&corner| outline.vertices()[corner as usize]).collect()
}

/// The least and the greatest coordinates: left, low, right, high.
fn bounds_of(corners: &[Vec2<f64>]) -> [f64; 4] {
    let start = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    corners.iter().fold(start, |[left, low, right, high], corner| {
        [left.min(corner.x), low.min(corner.y), right.max(corner.x), high.max(corner.y)]
    })
}

/// Whether a piece bends to the left at each corner and goes around once.
fn is_convex(piece: &Piece, outline: &Outline) -> bool {
    let vertices = outline.vertices();
    let count = piece.corners.len();
    if count < 3 || piece.corners.iter().any(|&corner| corner == NONE || corner as usize >= vertices.len()) {
        return false;
    }
    let corners = corners_of(piece, outline);
    let at = |place: usize| corners[place % count];
    let turns_left = (0..count).all(|place| side_of_line([at(place), at(place + 1)], at(place + 2)).is_gt());
    // A way that goes around once goes from left to right once, and back once.
    let ways = (0..count).map(|place| lexicographic(at(place), at(place + 1)));
    let ways: Vec<Ordering> = ways.collect();
    let changes = (0..count).filter(|&place| ways[place] != ways[(place + 1) % count]).count();
    turns_left && changes == 2
}

/// Whether a side of one of two convex pieces has the other one on its outer side.
fn are_apart(first: &[Vec2<f64>], second: &[Vec2<f64>]) -> bool {
    let parts = |own: &[Vec2<f64>], other: &[Vec2<f64>]| {
        let mut sides = own.iter().zip(own.iter().cycle().skip(1));
        sides.any(|(&from, &to)| other.iter().all(|&corner| side_of_line([from, to], corner).is_le()))
    };
    parts(first, second) || parts(second, first)
}

/// Compares sides and areas.
fn check_polygon(outline: &Outline, polygon: u32, pieces: &[Piece]) -> Result<(), PartitionFault> {
    let mut sides: Vec<(Vec2<f64>, Vec2<f64>, i64)> = Vec::new();
    let mut area = Dyadic::zero();
    for piece in pieces {
        let corners = corners_of(piece, outline);
        area = area.plus(&double_area(&corners));
        sides.extend(corners.iter().zip(corners.iter().cycle().skip(1)).map(|(&from, &to)| (from, to, 1)));
    }
    for ring in outline.rings().iter().filter(|ring| ring.polygon == polygon && ring.is_closed) {
        let edges = ring.first_edge..ring.first_edge + ring.edge_count;
        let ends: Vec<[Vec2<f64>; 2]> = edges.map(|edge| outline.ends(edge)).collect();
        let corners: Vec<Vec2<f64>> = ends.iter().map(|[from, _]| *from).collect();
        let own = double_area(&corners);
        area = if ring.turn > 0 { area.minus(&own) } else { area.plus(&own) };
        sides.extend(ends.iter().map(|&[from, to]| (from, to, -i64::from(ring.turn))));
    }
    if !area.is_zero() {
        return Err(PartitionFault::Area { polygon });
    }
    if cancels(sides) { Ok(()) } else { Err(PartitionFault::Boundary { polygon }) }
}

/// Twice the area that a ring goes around.
fn double_area(corners: &[Vec2<f64>]) -> Dyadic {
    let exact: Vec<Vec2<Dyadic>> = corners.iter().map(|corner| corner.exact()).collect();
    let sides = exact.iter().zip(exact.iter().cycle().skip(1));
    sides.map(|(from, to)| from.wedge(to)).fold(Dyadic::zero(), |sum, term| sum.plus(&term))
}

/// Whether segments with their counts cancel. Each is split at all ends of segments that lie on it.
fn cancels(sides: Vec<(Vec2<f64>, Vec2<f64>, i64)>) -> bool {
    let tidy = |point: Vec2<f64>| Vec2 { x: point.x + 0.0, y: point.y + 0.0 };
    let mut points: Vec<Vec2<f64>> = sides.iter().flat_map(|&(from, to, _)| [tidy(from), tidy(to)]).collect();
    points.sort_unstable_by(|&p, &q| lexicographic(p, q));
    points.dedup();
    let place = |point: Vec2<f64>| points.partition_point(|&other| lexicographic(other, point).is_lt());
    let mut counts: HashMap<[usize; 2], i64> = HashMap::new();
    for (from, to, count) in sides {
        let (from, to) = (place(tidy(from)), place(tidy(to)));
        let (low, high, count) = if from < to { (from, to, count) } else { (to, from, -count) };
        let (start, end) = (points[low], points[high]);
        let mut last = low;
        for between in low + 1..=high {
            let point = points[between];
            let may_lie = start.y.min(end.y) <= point.y && point.y <= start.y.max(end.y);
            if between == high || (may_lie && side_of_line([start, end], point).is_eq()) {
                *counts.entry([last, between]).or_default() += count;
                last = between;
            }
        }
    }
    counts.values().all(|&count| count == 0)
}
