//! How far two bodies reach into each other where one encloses nothing.
//!
//! No ball is in an open mesh, a line, a point or a plate without thickness. What can be told is how far it reaches beyond the
//! other surface within the common box: the greatest distance of its points there from the other surface, of those inside if
//! the other body has an inside. If both enclose nothing, the lesser of both directions counts: a sheet on the face of a
//! cupboard is no deeper than its own points, however far the cupboard goes on. A body that reaches so far may overlap by twice that.

use super::Pair;
use super::bodies::{Matter, PLACED, Part};
use super::exposed::{cut_by_all, meet};
use super::face::Face;
use super::place::{Ends, around, plane_through};
use super::side::{Faces, Side};
use crate::cell::{Clipper, Plane, Spot, clipped, middle_of, unit};
use clearance::each::Each;

/// The most pieces of a surface.
const MOST: usize = 4_000;

/// Parts that are thinner than so many errors are not cut off.
const THIN: f64 = 16.0;

/// The bound is near enough to a distance that is reached.
const NARROW: f64 = 1.1;

/// An upper bound of how far what of two parts encloses nothing reaches into the other.
pub(super) fn reach(parts: [Part; 2]) -> f64 {
    let boxes = parts.each_ref().each(|part| part.world_box());
    let size = boxes.iter().map(|[low, high]| (*high - *low).length()).sum();
    // The box of a point has no inside.
    Pair::with(parts, PLACED * size, size).map_or(0.0, |pair| pair.length(pair.reach()))
}

impl Pair<'_> {
    fn reach(&self) -> f64 {
        let search = &self.search;
        match &search.sides {
            [Side::Faces(a), Side::Faces(b)] => {
                let beyond = |own: &Faces, other: &Faces, of| 2.0 * beyond(own, &Target::new(other, of), search.ends);
                let inside = |own: &Faces, other: &Faces| {
                    let has_inside = !other.is_open && !other.faces.is_empty();
                    if has_inside && own.thin().next().is_some() { beyond(own, other, Of::Solid) } else { 0.0 }
                };
                let are_thin = [a, b].iter().all(|side| side.thin().next().is_some());
                let of_both = if are_thin { beyond(a, b, Of::Surface).min(beyond(b, a, Of::Surface)) } else { 0.0 };
                inside(a, b).max(inside(b, a)).max(of_both)
            }
            // A convex shape: it is not known how far a surface reaches into it, but no farther than it is wide.
            _ if self.has_thin() => (search.ends[1] - search.ends[0]).length(),
            _ => 0.0,
        }
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

/// Whether all of a surface is no farther than a length from the other.
fn is_near(own: &Faces, other: &Faces, length: f64) -> bool {
    let target = Target::new(other, Of::Surface);
    let mut waiting: Vec<Vec<Spot>> = own.faces.iter().chain(&own.thin).map(|face| face.corners.clone()).collect();
    for _ in 0..MOST {
        let Some(piece) = waiting.pop() else { return true };
        if target.farthest_of(&piece) <= length {
            continue;
        }
        if piece.iter().any(|&p| target.distance(p) > length + other.error) {
            return false;
        }
        waiting.extend(parted(&piece, &target));
    }
    false
}

/// What of a body distances are measured from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// What bounds its solid, and points outside do not count.
    Solid,
    /// All there is of it.
    Surface,
}

/// A body from which distances are measured.
struct Target<'f> {
    body: &'f Faces<'f>,
    of: Of,
    faces: Vec<&'f Face>,
}

impl<'f> Target<'f> {
    fn new(body: &'f Faces<'f>, of: Of) -> Self {
        let thin = body.thin.iter().filter(|_| of == Of::Surface);
        Self { body, of, faces: body.faces.iter().chain(thin).collect() }
    }

    /// The distance of a point, at most the reach of the body.
    fn distance(&self, p: Spot) -> f64 {
        let nearer = |least: f64, face: &&Face| {
            if face.is_beyond(p, least) { least } else { least.min(face.foot(p).distance) }
        };
        self.faces.iter().fold(self.body.reach, nearer)
    }

    /// A bound of the distance of all points of a convex polygon or a thread.
    fn farthest_of(&self, polygon: &[Spot]) -> f64 {
        self.bound_of(polygon).0
    }

    /// That bound and the face that gives it.
    fn bound_of(&self, polygon: &[Spot]) -> (f64, Option<&'f Face>) {
        let farthest = |face: &Face| polygon.iter().map(|&p| face.foot(p).distance).fold(0.0, f64::max);
        let mut best: (f64, Option<&Face>) = (f64::INFINITY, None);
        for face in &self.faces {
            let is_beyond = polygon.iter().any(|&p| face.is_beyond(p, best.0));
            let distance = if is_beyond { f64::INFINITY } else { farthest(face) };
            if distance < best.0 {
                best = (distance, Some(face));
            }
        }
        best
    }

    /// Whether a point counts: of a solid those inside.
    fn counts(&self, p: Spot) -> bool {
        self.of == Of::Surface || self.body.holds_at(p)
    }

    /// Whether all of a thread is surely no farther than a length. Clouds have many points, and mostly one face tells.
    fn is_within(&self, thread: &[Spot], length: f64) -> bool {
        let is_near = |face: &Face, p: Spot| !face.is_beyond(p, length) && face.foot(p).distance <= length;
        self.faces.iter().any(|face| thread.iter().all(|&p| is_near(face, p)))
    }

    /// Whether the middle of a thread counts. The tree of the body tells.
    fn counts_middle(&self, middle: Spot) -> bool {
        self.of == Of::Surface || (self.body.holds_far)(middle) != Some(false)
    }
}

/// Pieces of a surface whose distances are not known well enough, with bounds, and a distance that is reached.
#[derive(Default)]
struct Waiting {
    pieces: Vec<(f64, Vec<Spot>)>,
    lower: f64,
}

impl Waiting {
    /// Adds a piece whose middle counts, or a thread.
    fn add(&mut self, piece: Vec<Spot>, target: &Target) {
        let middle = middle_of(piece.iter().copied());
        if piece.len() >= 3 {
            self.lower = self.lower.max(target.distance(middle));
        } else if target.is_within(&piece, self.lower) {
            return;
        } else {
            let (distance, counts) = (target.distance(middle), target.counts_middle(middle));
            // Where no surface is so near as its ends, all of it is on the side of its middle.
            if !counts && distance > (piece[0] - middle).length() + target.body.error {
                return;
            }
            self.lower = self.lower.max(if counts { distance } else { 0.0 });
        }
        let bound = target.farthest_of(&piece);
        if bound > self.lower {
            self.pieces.push((bound, piece));
        }
    }
}

/// How far what of a body encloses nothing is from another in the box, at most.
fn beyond(own: &Faces, target: &Target, ends: Ends) -> f64 {
    let other = target.body;
    let walls = [0, 1, 2].each(|axis| {
        let normal = unit(axis);
        [Plane { normal, offset: ends[1][axis] }, Plane { normal: -normal, offset: -ends[0][axis] }]
    });
    let error = own.error + other.error;
    let mut waiting = Waiting::default();
    for face in own.thin() {
        let mut left = Clipper::default();
        left.take(&face.corners);
        walls.iter().flatten().for_each(|wall| left.clip(wall));
        let piece = left.polygon;
        if piece.is_empty() {
            continue;
        }
        if face.is_thread() {
            waiting.add(Face::thread(&piece).corners, target);
        } else if piece.len() < 3 {
            continue;
        } else if target.of == Of::Surface {
            waiting.add(piece, target);
        } else {
            // Each part is on one side of the other surface, but for slivers no deeper than the error.
            let ends = around(piece.iter().copied());
            let cutters = other.faces.iter().filter(|cutter| meet(ends, cutter.ends, error));
            for part in cut_by_all(piece, face, cutters, error) {
                if target.counts(middle_of(part.iter().copied())) {
                    waiting.add(part, target);
                }
            }
        }
    }
    for _ in 0..MOST {
        let bound = |place: &usize| waiting.pieces[*place].0;
        let most = (0..waiting.pieces.len()).max_by(|i, j| bound(i).total_cmp(&bound(j)));
        let Some(place) = most.filter(|place| bound(place) > NARROW * waiting.lower + error) else { break };
        let (_, piece) = waiting.pieces.swap_remove(place);
        parted(&piece, target).into_iter().for_each(|part| waiting.add(part, target));
    }
    waiting.pieces.iter().map(|(bound, _)| *bound).fold(waiting.lower, f64::max) + 2.0 * error
}

/// A convex polygon in two. Where it reaches beyond a side of the face that bounds its distance, along the wall through that
/// side: what is behind the wall is near the face, however long the seam to the next face is. Otherwise across.
fn parted(piece: &[Spot], target: &Target) -> Vec<Vec<Spot>> {
    let along_a_wall = || {
        let face = target.bound_of(piece).1?;
        let high = |wall: &Plane| piece.iter().map(|&p| wall.height(p)).fold(f64::NEG_INFINITY, f64::max);
        let wall = face.walls().max_by(|one, another| high(one).total_cmp(&high(another)))?;
        let low = piece.iter().map(|&p| wall.height(p)).fold(f64::INFINITY, f64::min);
        let thin = THIN * target.body.error;
        (high(&wall) > thin && low < -thin).then(|| halves(piece, &wall))
    };
    match piece {
        [from, to] => {
            let middle = (*from + *to) * 0.5;
            vec![vec![*from, middle], vec![middle, *to]]
        }
        _ => along_a_wall().unwrap_or_else(|| halved(piece)),
    }
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
