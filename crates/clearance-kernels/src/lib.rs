//! What one thread of a GPU computes: the answer for one pair of shapes, with the bits of [`Solver`].
//!
//! The crate is safe Rust without a heap, and there is no GPU in it. `clearance-ptx` compiles it for NVIDIA's GPUs, and
//! `clearance-cuda` runs it there. The tests run the same text on the processor. [`Frame`], [`Joint`] and [`JointRow`] say
//! where the links of a robot are, with a bound; `clearance-robot` moves its links by them.
//!
//! # Open pairs
//!
//! A kernel has floats alone: no exact numbers, and no expanding polytope. Where floats prove the answer, it has the
//! bits of the query: status, distance, both bounds, both points and the normal. Otherwise the pair is *open*
//! ([`OPEN`]), and the caller asks the query. These pairs are open:
//!
//! * Pairs that touch, to rounding. So a scene at rest is open as a whole. Touching boxes whose edges lie along the
//!   axes of the world are not: they have a closed form.
//! * Signed distances of shapes that overlap, but for two balls and two boxes.
//! * Pairs with a length outside of 2^±60, or with a number that is not finite, or with a rotation far from unit length.
//! * Two hulls of one vertex, and shapes whose index is not in the table.
//!
//! # Example
//!
//! ```
//! use clearance::{Ball, Pose, Proximity, Shape, Solver, Vec3, vec3};
//! use clearance_kernels::{Body, Host, Part, SEPARATED, distance};
//!
//! let ball = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap();
//! let host = Host::new(&[ball.into()]);
//! // A pose: the quaternion x, y, z, w, then the translation.
//! let poses = [[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0, 4.0, 3.0]];
//! let answer = distance::<Body>(&host.table(), [0, 0], [&poses[0], &poses[1]], Part::Whole);
//! assert_eq!((answer.status, answer.lengths[0]), (SEPARATED, 3.0));
//! let single: Proximity<Vec3<f64>> = Solver::default().distance(&ball, &ball.at(Pose::translation([0.0, 4.0, 3.0])));
//! assert_eq!(answer.lengths, [single.distance, single.lower, single.upper]);
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

mod frame;
mod given;
#[cfg(feature = "std")]
mod host;
mod links;
mod shape;

pub use frame::{AXIS, Frame};
pub use given::{Rounding, placed, rounded};
#[cfg(feature = "std")]
pub use host::Host;
pub use links::{Affine, Joint, JointRow, Moves};
pub use shape::{BALL, BOX, Body, BoxBody, CAPSULE, Entry, HULL, HullBody, OTHER, PoseRow, Row, Table, Taken};

pub use clearance::alone::Part;
use clearance::{Proximity, Solver, Status, SupportMap, Vec3, alone};

/// The vectors of all shapes and answers.
pub type V = Vec3<f64>;

/// The shapes have no common point.
pub const SEPARATED: u8 = 0;
/// The shapes touch: they have a common point, and no common interior.
pub const TOUCHING: u8 = 1;
/// The shapes have a common point, and in general common interior.
pub const OVERLAPPING: u8 = 2;
/// The distance is above the limit of the question.
pub const BEYOND: u8 = 3;
/// Floats do not prove the answer. The query answers.
pub const OPEN: u8 = 255;

/// What a thread writes. Lengths are in the unit of the shapes; points and normal are in the world's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Answer {
    /// [`SEPARATED`], [`TOUCHING`], [`OVERLAPPING`], [`BEYOND`] or [`OPEN`]. For the last two the other fields are zero.
    pub status: u8,
    /// The distance, its lower and its upper bound.
    pub lengths: [f64; 3],
    /// The nearest point of A, that of B, and the normal from A to B.
    pub vectors: [[f64; 3]; 3],
}

impl Answer {
    /// An answer that is a status alone: a verdict.
    #[inline(always)]
    pub const fn verdict(status: u8) -> Self {
        Self { status, lengths: [0.0; 3], vectors: [[0.0; 3]; 3] }
    }

    /// The answer of the query in this form.
    #[inline(always)]
    pub fn of(found: &Proximity<V>) -> Self {
        let status = match found.status {
            Status::Separated => SEPARATED,
            Status::Touching => TOUCHING,
            Status::Overlapping => OVERLAPPING,
        };
        let row = |v: V| [v.x, v.y, v.z];
        let vectors = [row(found.point_a), row(found.point_b), row(found.normal)];
        Self { status, lengths: [found.distance, found.lower, found.upper], vectors }
    }

    #[inline(always)]
    fn of_floats(found: Option<Proximity<V>>) -> Self {
        match found {
            Some(found) => Self::of(&found),
            None => Self::verdict(OPEN),
        }
    }
}

/// The distance of two bodies, and a common point of bodies that meet: [`Solver::distance`].
///
/// Like its siblings it is generic over what is taken from the table: [`Body`] of any kind, or the one kind that a kernel
/// is compiled for. A body of another kind leaves the pair open.
#[inline(always)]
pub fn distance<'t, B: Taken<'t>>(table: &Table<'t>, shapes: [u32; 2], poses: [&PoseRow; 2], part: Part) -> Answer {
    Answer::of_floats(match pair::<B>(table, shapes, poses) {
        Some([a, b]) => alone::distance(&Solver::default(), &a, &b, part),
        None => None,
    })
}

/// The distance, or minus the depth of two balls or two boxes: [`Solver::signed_distance`].
#[inline(always)]
pub fn signed_distance<'t, B: Taken<'t>>(
    table: &Table<'t>,
    shapes: [u32; 2],
    poses: [&PoseRow; 2],
    part: Part,
) -> Answer {
    Answer::of_floats(match pair::<B>(table, shapes, poses) {
        Some([a, b]) => alone::signed_distance(&Solver::default(), &a, &b, part),
        None => None,
    })
}

/// The distance if it is at most `limit`: [`Solver::within`]. Otherwise the status is [`BEYOND`].
#[inline(always)]
pub fn within<'t, B: Taken<'t>>(
    table: &Table<'t>,
    shapes: [u32; 2],
    poses: [&PoseRow; 2],
    limit: f64,
    part: Part,
) -> Answer {
    let found = match pair::<B>(table, shapes, poses) {
        Some([a, b]) => alone::within(&Solver { max_distance: limit, ..Solver::default() }, &a, &b, part),
        None => None,
    };
    match found {
        Some(Some(found)) => Answer::of(&found),
        Some(None) => Answer::verdict(BEYOND),
        None => Answer::verdict(OPEN),
    }
}

/// Whether two bodies have a common point: [`Solver::overlaps`]. The status is [`OVERLAPPING`], [`SEPARATED`] or [`OPEN`].
#[inline(always)]
pub fn overlaps<'t, B: Taken<'t>>(table: &Table<'t>, shapes: [u32; 2], poses: [&PoseRow; 2], part: Part) -> u8 {
    let found = match pair::<B>(table, shapes, poses) {
        Some([a, b]) => alone::overlaps(&Solver::default(), &a, &b, part),
        None => None,
    };
    match found {
        Some(true) => OVERLAPPING,
        Some(false) => SEPARATED,
        None => OPEN,
    }
}

#[inline(always)]
fn pair<'t, B: Taken<'t>>(table: &Table<'t>, shapes: [u32; 2], poses: [&PoseRow; 2]) -> Option<[B; 2]> {
    Some([B::taken(table, shapes[0], poses[0])?, B::taken(table, shapes[1], poses[1])?])
}

/// The four questions about two bodies, with all that the query answers. `None`: the pair is open.
pub mod bodies {
    use super::{Part, Proximity, Solver, SupportMap, V, alone};

    /// [`Solver::distance`].
    #[inline(always)]
    pub fn distance<B: SupportMap<V> + Copy>(a: &B, b: &B) -> Option<Proximity<V>> {
        alone::distance(&Solver::default(), a, b, Part::Whole)
    }

    /// [`Solver::signed_distance`].
    #[inline(always)]
    pub fn signed_distance<B: SupportMap<V> + Copy>(a: &B, b: &B) -> Option<Proximity<V>> {
        alone::signed_distance(&Solver::default(), a, b, Part::Whole)
    }

    /// [`Solver::within`]. `Some(None)`: the distance is above the limit.
    #[inline(always)]
    pub fn within<B: SupportMap<V> + Copy>(a: &B, b: &B, limit: f64) -> Option<Option<Proximity<V>>> {
        alone::within(&Solver { max_distance: limit, ..Solver::default() }, a, b, Part::Whole)
    }

    /// [`Solver::overlaps`].
    #[inline(always)]
    pub fn overlaps<B: SupportMap<V> + Copy>(a: &B, b: &B) -> Option<bool> {
        alone::overlaps(&Solver::default(), a, b, Part::Whole)
    }
}
