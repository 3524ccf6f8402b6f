//! How far two bodies reach into each other if one of them is open.
//!
//! An open body encloses nothing, so no ball is in it. What can be told is how far its surface reaches beyond the other
//! within the common box: the greatest distance of its points there from the other surface, of those inside if the other
//! body is closed. If both are open, the lesser of both directions counts: a sheet on the face of a cupboard is no deeper
//! than its own points, however far the cupboard goes on. A body that reaches so far may overlap by twice that.

use super::Pair;
use super::bodies::Matter;
use super::exposed::{cut_by_all, meet};
use super::place::{Ends, around, plane_through};
use super::side::{Faces, Side};
use crate::cell::{Plane, Spot, clipped, middle_of, unit};
use clearance::each::Each;

/// The most pieces of a surface.
const MOST: usize = 4_000;

/// Parts that are thinner than so many errors are not cut off.
const THIN: f64 = 16.0;

/// The bound is near enough to a distance that is reached.
const NARROW: f64 = 1.1;

/// An upper bound of how far the bodies reach into each other.
pub(super) fn reach(bodies: [&Matter; 2]) -> f64 {
    let mut most = 0.0f64;
    for one in bodies[0].parts() {
        for other in bodies[1].parts() {
            let boxes = [one, other].each(|part| part.world_box());
            let size = boxes.iter().map(|[low, high]| (*high - *low).length()).sum();
            let Some(pair) = Pair::with([one, other], 0.0, size) else { continue };
            let is_open = bodies.each(|body| body.is_open());
            most = most.max(pair.length(pair.reach(is_open)));
        }
    }
    most
}

impl Pair<'_> {
    fn reach(&self, is_open: [bool; 2]) -> f64 {
        let search = &self.search;
        let beyond = |own: usize| match (&search.sides[own], &search.sides[1 - own]) {
            (Side::Faces(faces), Side::Faces(other)) => 2.0 * beyond(faces, other, search.ends, is_open[1 - own]),
            // A convex shape: it is not known how far a surface reaches into it, but no farther than it is wide.
            _ => (search.ends[1] - search.ends[0]).length(),
        };
        (0..2).filter(|&own| is_open[own]).map(beyond).fold(f64::INFINITY, f64::min)
    }
}

/// Whether each surface is no farther than a length from the other.
pub(super) fn are_near_each_other(bodies: [&Matter; 2], length: f64) -> bool {
    let ([one], [other]) = (&bodies[0].parts()[..], &bodies[1].parts()[..]) else { return false };
    let Some(pair) = Pair::new([*one, *other]) else { return false };
    let (Side::Faces(a), Side::Faces(b)) = (&pair.search.sides[0], &pair.search.sides[1]) else { return false };
    let boxes = [one, other].each(|part| part.world_box());
    let is_equal = |x: f64, y: f64| (x - y).abs() <= length + 1e-9 * length;
    // The faces are those near the common box: all of them, if the boxes differ by no more than the length.
    let have_equal_boxes = (0..3).all(|axis| (0..2).all(|end| is_equal(boxes[0][end][axis], boxes[1][end][axis])));
    let own = pair.own_length(length);
    have_equal_boxes && own + a.error + b.error < 0.5 * a.reach && is_near(a, b, own) && is_near(b, a, own)
}

/// Whether all faces of a surface are no farther than a length from the other.
fn is_near(own: &Faces, other: &Faces, length: f64) -> bool {
    let mut waiting: Vec<Vec<Spot>> = own.faces.iter().map(|face| face.corners.clone()).collect();
    for _ in 0..MOST {
        let Some(piece) = waiting.pop() else { return true };
        if other.farthest_of(&piece) <= length {
            continue;
        }
        if piece.iter().any(|&p| other.distance(p) > length + other.error) {
            return false;
        }
        waiting.extend(parted(&piece, other));
    }
    false
}

/// How far the points of a surface in the box are from the other, at most; of those inside the other body unless it is
/// open.
fn beyond(own: &Faces, other: &Faces, ends: Ends, is_open: bool) -> f64 {
    let walls = [0, 1, 2].each(|axis| {
        let normal = unit(axis);
        [Plane { normal, offset: ends[1][axis] }, Plane { normal: -normal, offset: -ends[0][axis] }]
    });
    let error = own.error + other.error;
    let mut waiting: Vec<(f64, Vec<Spot>)> = Vec::new();
    let mut lower = 0.0f64;
    let add = |piece: Vec<Spot>, waiting: &mut Vec<(f64, Vec<Spot>)>, lower: &mut f64| {
        *lower = lower.max(other.distance(middle_of(piece.iter().copied())));
        let bound = other.farthest_of(&piece);
        if bound > *lower {
            waiting.push((bound, piece));
        }
    };
    for face in &own.faces {
        let mut piece = face.corners.clone();
        for wall in walls.iter().flatten() {
            piece = clipped(&piece, wall);
        }
        if piece.len() < 3 {
            continue;
        }
        if is_open {
            add(piece, &mut waiting, &mut lower);
            continue;
        }
        // Each part is on one side of the other surface, but for slivers no deeper than the error.
        let ends = around(piece.iter().copied());
        let cutters = other.faces.iter().filter(|cutter| meet(ends, cutter.ends, error));
        for part in cut_by_all(piece, face, cutters, error) {
            if other.holds_at(middle_of(part.iter().copied())) {
                add(part, &mut waiting, &mut lower);
            }
        }
    }
    for _ in 0..MOST {
        let Some(place) = (0..waiting.len()).max_by(|&i, &j| waiting[i].0.total_cmp(&waiting[j].0)) else { break };
        if waiting[place].0 <= NARROW * lower + error {
            break;
        }
        let (_, piece) = waiting.swap_remove(place);
        parted(&piece, other).into_iter().for_each(|part| add(part, &mut waiting, &mut lower));
    }
    waiting.iter().map(|(bound, _)| *bound).fold(lower, f64::max) + 2.0 * error
}

/// A convex polygon in two. Where it reaches beyond a side of the face that bounds its distance, along the wall through that
/// side: what is behind the wall is near the face, however long the seam to the next face is. Otherwise across.
fn parted(piece: &[Spot], other: &Faces) -> Vec<Vec<Spot>> {
    let along_a_wall = || {
        let face = other.nearest_to_all(piece)?;
        let high = |wall: &Plane| piece.iter().map(|&p| wall.height(p)).fold(f64::NEG_INFINITY, f64::max);
        let wall = face.walls().max_by(|one, another| high(one).total_cmp(&high(another)))?;
        let low = piece.iter().map(|&p| wall.height(p)).fold(f64::INFINITY, f64::min);
        (high(&wall) > THIN * other.error && low < -THIN * other.error).then(|| halves(piece, &wall))
    };
    along_a_wall().unwrap_or_else(|| halved(piece))
}

/// The parts of a polygon behind a plane and in front of it.
fn halves(piece: &[Spot], plane: &Plane) -> Vec<Vec<Spot>> {
    let turned = Plane { normal: -plane.normal, offset: -plane.offset };
    [clipped(piece, plane), clipped(piece, &turned)].into_iter().filter(|half| half.len() >= 3).collect()
}

/// A convex polygon in two, across its longest diagonal or side.
fn halved(piece: &[Spot]) -> Vec<Vec<Spot>> {
    let middle = middle_of(piece.iter().copied());
    let ways = piece.iter().map(|&p| p - middle);
    let farthest = ways.max_by(|p, q| p.length_squared().total_cmp(&q.length_squared()));
    let Some(normal) = farthest.and_then(|way| way.normalized()) else { return Vec::new() };
    halves(piece, &plane_through(middle, normal))
}
