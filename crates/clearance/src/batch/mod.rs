//! Many pairs at once: slices in, slices out, each answer the same bits as the single query's.
//!
//! A physics step asks the same question of thousands of pairs of mixed shapes. A [`ShapeSet`] keeps shapes of a kind
//! together, a [`Batch`] sorts the pairs into runs of one kind of pair, and each run is answered by a loop in which both
//! kinds are known: nothing is dispatched within it. With the feature `rayon` the work is spread over the cores,
//! with `simd` eight pairs of boxes, of capsules or of hulls of up to 16 vertices are answered at once.

mod frequent;
#[cfg(feature = "simd")]
mod lanes;
mod question;
mod runs;
mod set;

pub use set::{AnyShape, ShapeId, ShapeSet};

use crate::pose::Pose;
use crate::proximity::Proximity;
use crate::query::Solver;
use crate::vector::Vector;
use core::fmt;
use question::{Distance, Overlaps, Question, SignedDistance, Within};

/// A shape of a set, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement<V: Vector> {
    /// Which shape.
    pub shape: ShapeId,
    /// Where the shape stands in the world, after the placement that it may have of its own.
    pub pose: Pose<V>,
}

/// Placed shapes, of which pairs are asked about.
///
/// Pairs are indices into the placements, since that is what a broad phase hands out, and since a body that is near ten
/// others has its pose in one place. Answers come in the order of the pairs, and are the same bits as those of
/// [`Solver::distance`] and its kin on `shape.at(pose)`, whatever else is in the batch and however many threads work.
///
/// With the feature `rayon`, batches of more than a few hundred pairs are answered by the current thread pool.
///
/// ```
/// use clearance::{Ball, Cuboid, Placement, Pose, Proximity, ShapeSet, Solver, Status, vec3};
///
/// // Once: the shapes. Many bodies may share one.
/// let mut shapes = ShapeSet::new();
/// let crate_shape = shapes.insert(Cuboid::new(vec3(0.5f32, 0.5, 0.5)).unwrap());
/// let ball_shape = shapes.insert(Ball::new(vec3(0.0, 0.0, 0.0), 0.25).unwrap());
///
/// // Every step: where the bodies are, and the pairs that the broad phase found.
/// let bodies = [
///     Placement { shape: crate_shape, pose: Pose::translation([0.0, 0.0, 0.0]) },
///     Placement { shape: crate_shape, pose: Pose::translation([0.0, 0.875, 0.0]) },
///     Placement { shape: ball_shape, pose: Pose::translation([2.0, 0.0, 0.0]) },
/// ];
/// let pairs = [[0, 1], [0, 2]];
/// let mut answers = [Proximity::default(); 2]; // A vector that is kept from step to step.
///
/// let solver = Solver::default();
/// let batch = solver.batch(&shapes, &bodies)?;
/// batch.signed_distances(&pairs, &mut answers)?;
///
/// assert_eq!((answers[0].status, answers[0].distance), (Status::Overlapping, -0.125));
/// assert_eq!((answers[1].distance, answers[1].normal), (1.25, vec3(1.0, 0.0, 0.0)));
/// # Ok::<(), clearance::BatchError>(())
/// ```
pub struct Batch<'s, V: Vector> {
    solver: &'s Solver,
    shapes: &'s ShapeSet<V>,
    /// Each with a shape of the set.
    placements: &'s [Placement<V>],
}

impl Solver {
    /// Placed shapes of a set, to be asked about in pairs.
    ///
    /// # Errors
    /// [`BatchError::NoShape`] where a placement names a shape that the set does not have.
    pub fn batch<'s, V: Vector>(
        &'s self,
        shapes: &'s ShapeSet<V>,
        placements: &'s [Placement<V>],
    ) -> Result<Batch<'s, V>, BatchError> {
        match placements.iter().position(|placement| !shapes.contains(placement.shape)) {
            Some(placement) => Err(BatchError::NoShape { placement }),
            None => Ok(Batch { solver: self, shapes, placements }),
        }
    }
}

impl<V: Vector> Batch<'_, V> {
    /// [`Solver::distance`] of every pair.
    ///
    /// # Errors
    /// [`BatchError::NoPlacement`] and [`BatchError::Lengths`]; then no answer has been written.
    pub fn distances(&self, pairs: &[[u32; 2]], answers: &mut [Proximity<V>]) -> Result<(), BatchError> {
        self.ask::<Distance>(pairs, answers)
    }

    /// [`Solver::signed_distance`] of every pair.
    ///
    /// # Errors
    /// As [`Batch::distances`].
    pub fn signed_distances(&self, pairs: &[[u32; 2]], answers: &mut [Proximity<V>]) -> Result<(), BatchError> {
        self.ask::<SignedDistance>(pairs, answers)
    }

    /// [`Solver::within`] of every pair.
    ///
    /// # Errors
    /// As [`Batch::distances`].
    pub fn within(&self, pairs: &[[u32; 2]], answers: &mut [Option<Proximity<V>>]) -> Result<(), BatchError> {
        self.ask::<Within>(pairs, answers)
    }

    /// [`Solver::overlaps`] of every pair.
    ///
    /// # Errors
    /// As [`Batch::distances`].
    pub fn overlaps(&self, pairs: &[[u32; 2]], answers: &mut [bool]) -> Result<(), BatchError> {
        self.ask::<Overlaps>(pairs, answers)
    }

    fn ask<Q: Question<V>>(&self, pairs: &[[u32; 2]], answers: &mut [Q::Answer]) -> Result<(), BatchError> {
        if pairs.len() != answers.len() {
            return Err(BatchError::Lengths { pairs: pairs.len(), answers: answers.len() });
        }
        let exists = |&placement: &u32| (placement as usize) < self.placements.len();
        if let Some(pair) = pairs.iter().position(|pair| !pair.iter().all(exists)) {
            return Err(BatchError::NoPlacement { pair });
        }
        self.answer::<Q>(pairs, answers);
        Ok(())
    }
}

/// Why a batch was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// A placement names a shape that the set does not have.
    NoShape {
        /// Index of the placement.
        placement: usize,
    },
    /// A pair names a placement that there is not.
    NoPlacement {
        /// Index of the pair.
        pair: usize,
    },
    /// There are not as many places for answers as there are pairs.
    Lengths {
        /// How many pairs there are.
        pairs: usize,
        /// How many places for answers there are.
        answers: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShape { placement } => write!(f, "placement {placement} names a shape that the set does not have"),
            Self::NoPlacement { pair } => write!(f, "pair {pair} names a placement that there is not"),
            Self::Lengths { pairs, answers } => write!(f, "{pairs} pairs, but places for {answers} answers"),
        }
    }
}
impl core::error::Error for BatchError {}
