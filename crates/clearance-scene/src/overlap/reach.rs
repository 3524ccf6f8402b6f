//! How far two bodies reach into each other if one of them is open.
//!
//! An open body encloses nothing, so no ball is in it. What can be told is how far its surface reaches beyond the other
//! within the common box: the greatest distance of its points there from the other surface, of those inside if the other
//! body is closed. If both are open, the lesser of both directions counts: a sheet on the face of a cupboard is no deeper
//! than its own points, however far the cupboard goes on. A body that reaches so far may overlap by twice that.

use super::Pair;
use super::bodies::Matter;
use super::cell::{Plane, Spot, clipped, middle_of, unit};
use super::place::Ends;
use super::side::{Faces, Side};
use clearance::each::Each;

/// The most pieces of a surface.
const MOST: usize = 4_000;

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
        waiting.extend(halved(&piece));
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
    let mut waiting: Vec<(f64, Vec<Spot>)> = Vec::new();
    let mut lower = 0.0f64;
    let add = |piece: Vec<Spot>, waiting: &mut Vec<(f64, Vec<Spot>)>, lower: &mut f64| {
        let middle = middle_of(piece.iter().copied());
        let radius = piece.iter().map(|&p| (p - middle).length()).fold(0.0, f64::max);
        let distance = other.distance(middle);
        let is_inside = is_open || other.holds_at(middle);
        if !is_inside && distance > radius + other.error {
            return;
        }
        if is_inside {
            *lower = lower.max(distance);
        }
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
        if piece.len() >= 3 {
            add(piece, &mut waiting, &mut lower);
        }
    }
    for _ in 0..MOST {
        let Some(place) = (0..waiting.len()).max_by(|&i, &j| waiting[i].0.total_cmp(&waiting[j].0)) else { break };
        if waiting[place].0 <= NARROW * lower + other.error {
            break;
        }
        let (_, piece) = waiting.swap_remove(place);
        halved(&piece).into_iter().for_each(|half| add(half, &mut waiting, &mut lower));
    }
    waiting.iter().map(|(bound, _)| *bound).fold(lower, f64::max) + other.error
}

/// A convex polygon in two, across its longest diagonal or side.
fn halved(piece: &[Spot]) -> Vec<Vec<Spot>> {
    let middle = middle_of(piece.iter().copied());
    let ways = piece.iter().map(|&p| p - middle);
    let farthest = ways.max_by(|p, q| p.length_squared().total_cmp(&q.length_squared()));
    let Some(normal) = farthest.and_then(|way| way.normalized()) else { return Vec::new() };
    let plane = super::place::plane_through(middle, normal);
    let turned = Plane { normal: -normal, offset: -plane.offset };
    [clipped(piece, &plane), clipped(piece, &turned)].into_iter().filter(|half| half.len() >= 3).collect()
}
