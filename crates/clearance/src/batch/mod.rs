//! Many pairs in one call, with slices for pairs and answers. Each answer has the same bits as the single query's.
//!
//! A physics step asks one question about thousands of pairs of mixed shapes. A [`ShapeSet`] keeps shapes of one kind
//! side by side. A [`Batch`] sorts the pairs into runs; all pairs of a run have the same two kinds. A run is answered
//! by a loop that is compiled for its kinds, so there is no dispatch in the loop. With the feature `rayon`, all cores
//! work. With the feature `simd`, eight pairs of balls, capsules, boxes or hulls are answered at a time.

mod any_shape;
mod columns;
mod far;
mod hits;
#[cfg(feature = "simd")]
mod lanes;
mod minimum;
mod motions;
pub(crate) mod pinned;
mod question;
mod runs;
mod set;
mod sheet;

pub use any_shape::{AnyShape, SpaceOnly};
pub use columns::Columns;
pub use hits::Hit;
pub use minimum::Minimum;
pub use set::{ShapeId, ShapeSet};

use crate::contact::Manifold;
use crate::distance::cache::Cache;
use crate::query::solver::Solver;
use crate::result::proximity::Proximity;
use crate::space::pose::Pose;
use crate::space::vector::Vector;
use core::fmt;

/// A shape of a [`ShapeSet`] in the world: one body of a scene.
///
/// ```
/// use clearance::{Ball, Placement, Pose, ShapeSet, Vec2, vec2};
///
/// let mut shapes = ShapeSet::<Vec2<f64>>::new();
/// let ball = shapes.insert(Ball::new(vec2(0.0, 0.0), 0.5).unwrap());
/// // Two bodies share one shape.
/// let bodies: [Placement<Vec2<f64>>; 2] =
///     [1.0, 4.0].map(|x| Placement { shape: ball, pose: Pose::translation([x, 0.0]) });
/// assert_eq!(bodies[0].shape, bodies[1].shape);
/// ```
#[doc(alias = "body")]
#[doc(alias = "collider")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement<V: Vector> {
    /// The shape.
    pub shape: ShapeId,
    /// The pose of the shape's frame in the world, as in [`Shape::at`](crate::Shape::at). A shape with a pose of its
    /// own has both: first its own, then this one.
    pub pose: Pose<V>,
}

/// The bodies of a scene, ready for queries about many pairs. [`Solver::batch`] makes it.
///
/// A pair is two indices into the placements: broad phases return such pairs. The answers have the order of the pairs.
/// Each answer has the same bits as the single query, for example [`Solver::distance`], for `shape.at(pose)`. It
/// depends neither on the other pairs nor on the number of threads. Lengths are in the unit of the shapes, points and
/// normals in the world's frame.
///
/// Bodies that move are asked about again and again. The methods with `cached` in their names keep a [`Cache`] for each
/// pair and begin where the last query ended.
///
/// Bodies that travel and turn are asked when they meet ([`Batch::impacts`], [`Batch::casts`]), and a ray or a moving
/// shape, which body it meets first ([`Batch::rays`], [`Batch::first_hit`]).
///
/// With the feature `rayon`, the current thread pool answers batches of more than 256 pairs. With the feature `simd`,
/// eight pairs of balls, capsules, boxes or hulls are answered at a time.
///
/// Answers are structures, or [`Columns`] of the quantities that are asked for ([`Batch::distance_columns`]).
///
/// ```
/// use clearance::{Ball, Cuboid, Placement, Pose, Proximity, ShapeSet, Solver, Status, vec3};
///
/// // Once: the shapes. Many bodies may share one shape.
/// let mut shapes = ShapeSet::new();
/// let crate_shape = shapes.insert(Cuboid::new(vec3(0.5f32, 0.5, 0.5)).unwrap());
/// let ball_shape = shapes.insert(Ball::new(vec3(0.0, 0.0, 0.0), 0.25).unwrap());
///
/// // Every step: the bodies, and the pairs that a broad phase found.
/// let bodies = [
///     Placement { shape: crate_shape, pose: Pose::translation([0.0, 0.0, 0.0]) },
///     Placement { shape: crate_shape, pose: Pose::translation([0.0, 0.875, 0.0]) },
///     Placement { shape: ball_shape, pose: Pose::translation([2.0, 0.0, 0.0]) },
/// ];
/// let pairs = [[0, 1], [0, 2]];
/// let mut answers = [Proximity::default(); 2]; // Keep this buffer from step to step.
///
/// let solver = Solver::default();
/// let batch = solver.batch(&shapes, &bodies)?;
/// batch.signed_distances(&pairs, &mut answers)?;
///
/// assert_eq!((answers[0].status, answers[0].distance), (Status::Overlapping, -0.125));
/// assert_eq!((answers[1].distance, answers[1].normal), (1.25, vec3(1.0, 0.0, 0.0)));
/// # Ok::<(), clearance::BatchError>(())
/// ```
#[doc(alias = "narrow phase")]
pub struct Batch<'s, V: Vector> {
    solver: &'s Solver,
    shapes: &'s ShapeSet<V>,
    /// The shape of each placement is in the set.
    placements: &'s [Placement<V>],
    /// Whether [`Pose::has_rotation`] holds for every placement.
    rigid: bool,
}

impl Solver {
    /// The bodies of a scene, ready for queries about many pairs.
    ///
    /// This takes time in proportion to the number of placements. Make a new batch when bodies have moved.
    ///
    /// # Errors
    /// [`BatchError::NoShape`] if a placement names a shape that the set does not have.
    ///
    /// # Examples
    /// See [`Batch`].
    #[doc(alias = "narrow phase")]
    pub fn batch<'s, V: Vector>(
        &'s self,
        shapes: &'s ShapeSet<V>,
        placements: &'s [Placement<V>],
    ) -> Result<Batch<'s, V>, BatchError> {
        // One pass without an early end: a search for the first fault follows only where there is one.
        let (mut known, mut rigid) = (true, true);
        for placement in placements {
            known &= shapes.contains(placement.shape);
            rigid &= placement.pose.has_rotation();
        }
        if !known {
            let unknown = placements.iter().position(|placement| !shapes.contains(placement.shape));
            return Err(BatchError::NoShape { placement: unknown.unwrap_or(placements.len()) });
        }
        Ok(Batch { solver: self, shapes, placements, rigid })
    }
}

impl<V: Vector> Batch<'_, V> {
    /// Writes [`Solver::distance`] of each pair to `answers`, in the order of the pairs.
    ///
    /// # Errors [`BatchError::Lengths`] if the two slices differ in length, [`BatchError::NoPlacement`] if a pair names
    /// a placement that does not exist. Then no answer is written.
    ///
    /// ```
    /// use clearance::{Ball, Placement, Pose, Proximity, ShapeSet, Solver, vec2};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let shape = shapes.insert(Ball::new(vec2(0.0, 0.0), 0.5).unwrap());
    /// let bodies = [0.0, 2.0, 5.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
    ///
    /// let pairs = [[0, 1], [1, 2]];
    /// let mut answers = vec![Proximity::default(); pairs.len()];
    /// Solver::default().batch(&shapes, &bodies)?.distances(&pairs, &mut answers)?;
    /// assert_eq!((answers[0].distance, answers[1].distance), (1.0, 2.0));
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    pub fn distances(&self, pairs: &[[u32; 2]], answers: &mut [Proximity<V>]) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        V::answer_distances(self, pairs, answers);
        Ok(())
    }

    /// Writes [`Solver::signed_distance`] of each pair to `answers`, in the order of the pairs.
    ///
    /// # Errors
    /// As [`Batch::distances`].
    pub fn signed_distances(&self, pairs: &[[u32; 2]], answers: &mut [Proximity<V>]) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        V::answer_signed_distances(self, pairs, answers);
        Ok(())
    }

    /// Writes [`Solver::within`] of each pair to `answers`, in the order of the pairs: `None` if the two shapes are
    /// farther apart than [`Solver::max_distance`].
    ///
    /// # Errors
    /// As [`Batch::distances`].
    pub fn within(&self, pairs: &[[u32; 2]], answers: &mut [Option<Proximity<V>>]) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        V::answer_within(self, pairs, answers);
        Ok(())
    }

    /// Writes [`Solver::overlaps`] of each pair to `answers`, in the order of the pairs.
    ///
    /// # Errors
    /// As [`Batch::distances`].
    pub fn overlaps(&self, pairs: &[[u32; 2]], answers: &mut [bool]) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        V::answer_overlaps(self, pairs, answers);
        Ok(())
    }

    /// Writes [`Solver::contacts`] of each pair to `manifolds`, in the order of the pairs.
    ///
    /// A contact is listed if its separation is at most `speculative`, in the unit of the shapes. Each manifold keeps
    /// the memory of its contacts, so keep the slice from step to step.
    ///
    /// # Errors
    /// As [`Batch::distances`].
    ///
    /// ```
    /// use clearance::{Cuboid, Manifold, Placement, Pose, ShapeSet, Solver, vec3};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let shape = shapes.insert(Cuboid::new(vec3(0.5f64, 0.5, 0.5)).unwrap());
    /// let stack = [0.0, 1.0, 2.0].map(|y| Placement { shape, pose: Pose::translation([0.0, y, 0.0]) });
    ///
    /// let pairs = [[0, 1], [1, 2], [0, 2]];
    /// let mut manifolds = vec![Manifold::default(); pairs.len()];
    /// Solver::default().batch(&shapes, &stack)?.contacts(&pairs, 0.125, &mut manifolds)?;
    /// assert_eq!([0, 1, 2].map(|pair: usize| manifolds[pair].contacts.len()), [4, 4, 0]);
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "contact manifold")]
    pub fn contacts(
        &self,
        pairs: &[[u32; 2]],
        speculative: V::Scalar,
        manifolds: &mut [Manifold<V>],
    ) -> Result<(), BatchError> {
        self.check(pairs, manifolds.len())?;
        V::answer_contacts(self, pairs, speculative, None, manifolds);
        Ok(())
    }

    /// [`Batch::distances`] with warm starts: each search begins where the last query of its pair ended.
    ///
    /// Keep one [`Cache`] for each pair: the cache at index k belongs to `pairs[k]`. Each answer has the bits of
    /// [`Solver::distance_cached`]. Pairs with caches are answered one by one; the feature `simd` does not change their
    /// time. A warm start saves most for hulls of many vertices.
    ///
    /// # Errors
    /// As [`Batch::distances`], and [`BatchError::Caches`] if the numbers of pairs and of caches differ.
    ///
    /// ```
    /// use clearance::{Cache, Hull, Placement, Pose, Proximity, ShapeSet, Solver, Vec3};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let corners = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0f64, 0.0, 0.0]].map(Vec3::from);
    /// let shape = shapes.insert(Hull::new(&corners).unwrap());
    ///
    /// let pairs = [[0, 1]];
    /// let mut caches = vec![Cache::default(); pairs.len()]; // Keep both from step to step.
    /// let mut answers = vec![Proximity::default(); pairs.len()];
    /// let solver = Solver::default();
    /// for step in 0..10 {
    ///     let bodies = [0.0, 3.0 - 0.125 * f64::from(step)]
    ///         .map(|x| Placement { shape, pose: Pose::translation([x, 0.0, 0.0]) });
    ///     solver.batch(&shapes, &bodies)?.distances_cached(&pairs, &mut caches, &mut answers)?;
    ///     assert_eq!(answers[0].distance, 2.0 - 0.125 * f64::from(step));
    /// }
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "warm start")]
    pub fn distances_cached(
        &self,
        pairs: &[[u32; 2]],
        caches: &mut [Cache],
        answers: &mut [Proximity<V>],
    ) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_caches(pairs, caches)?;
        V::answer_distances_cached(self, pairs, caches, answers);
        Ok(())
    }

    /// [`Batch::signed_distances`] with warm starts. The caches are those of [`Batch::distances_cached`].
    ///
    /// # Errors
    /// As [`Batch::distances_cached`].
    #[doc(alias = "warm start")]
    pub fn signed_distances_cached(
        &self,
        pairs: &[[u32; 2]],
        caches: &mut [Cache],
        answers: &mut [Proximity<V>],
    ) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_caches(pairs, caches)?;
        V::answer_signed_distances_cached(self, pairs, caches, answers);
        Ok(())
    }

    /// [`Batch::within`] with warm starts. The caches are those of [`Batch::distances_cached`].
    ///
    /// # Errors
    /// As [`Batch::distances_cached`].
    #[doc(alias = "warm start")]
    pub fn within_cached(
        &self,
        pairs: &[[u32; 2]],
        caches: &mut [Cache],
        answers: &mut [Option<Proximity<V>>],
    ) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_caches(pairs, caches)?;
        V::answer_within_cached(self, pairs, caches, answers);
        Ok(())
    }

    /// [`Batch::overlaps`] with warm starts. The caches are those of [`Batch::distances_cached`].
    ///
    /// # Errors
    /// As [`Batch::distances_cached`].
    #[doc(alias = "warm start")]
    pub fn overlaps_cached(
        &self,
        pairs: &[[u32; 2]],
        caches: &mut [Cache],
        answers: &mut [bool],
    ) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_caches(pairs, caches)?;
        V::answer_overlaps_cached(self, pairs, caches, answers);
        Ok(())
    }

    /// [`Batch::contacts`] with warm starts. The caches are those of [`Batch::distances_cached`].
    ///
    /// # Errors
    /// As [`Batch::distances_cached`].
    #[doc(alias = "warm start")]
    pub fn contacts_cached(
        &self,
        pairs: &[[u32; 2]],
        speculative: V::Scalar,
        caches: &mut [Cache],
        manifolds: &mut [Manifold<V>],
    ) -> Result<(), BatchError> {
        self.check(pairs, manifolds.len())?;
        check_caches(pairs, caches)?;
        V::answer_contacts(self, pairs, speculative, Some(caches), manifolds);
        Ok(())
    }

    /// An error if a pair has no place for its answer, or names a placement that does not exist.
    fn check(&self, pairs: &[[u32; 2]], answers: usize) -> Result<(), BatchError> {
        if pairs.len() != answers {
            return Err(BatchError::Lengths { pairs: pairs.len(), answers });
        }
        let exists = |&placement: &u32| (placement as usize) < self.placements.len();
        let greatest = pairs.iter().fold(0, |greatest: u32, &[a, b]| greatest.max(a).max(b));
        if pairs.is_empty() || exists(&greatest) {
            return Ok(());
        }
        let pair = pairs.iter().position(|pair| !pair.iter().all(exists)).unwrap_or(pairs.len());
        Err(BatchError::NoPlacement { pair })
    }
}

/// An error if a pair has no cache.
fn check_caches(pairs: &[[u32; 2]], caches: &[Cache]) -> Result<(), BatchError> {
    if pairs.len() == caches.len() {
        Ok(())
    } else {
        Err(BatchError::Caches { pairs: pairs.len(), caches: caches.len() })
    }
}

/// The reason why a batch or a query about its pairs was refused.
///
/// ```
/// use clearance::{BatchError, ShapeSet, Solver, Vec3};
///
/// let (solver, shapes) = (Solver::default(), ShapeSet::<Vec3<f64>>::new());
/// let batch = solver.batch(&shapes, &[])?;
/// assert_eq!(batch.overlaps(&[[0, 1]], &mut [false]), Err(BatchError::NoPlacement { pair: 0 }));
/// # Ok::<(), BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// A placement names a shape that the set does not have.
    NoShape {
        /// The index of the first such placement.
        placement: usize,
    },
    /// A pair names a placement that does not exist.
    NoPlacement {
        /// The index of the first such pair.
        pair: usize,
    },
    /// The number of pairs and the number of places for answers differ.
    Lengths {
        /// The number of pairs.
        pairs: usize,
        /// The number of places for answers.
        answers: usize,
    },
    /// The number of pairs and the number of caches differ.
    Caches {
        /// The number of pairs.
        pairs: usize,
        /// The number of caches.
        caches: usize,
    },
    /// The number of things that move and the number of motions differ.
    Motions {
        /// The number of pairs, of placements or of rays.
        moving: usize,
        /// The number of motions or travels.
        motions: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShape { placement } => write!(f, "placement {placement} names a shape that the set does not have"),
            Self::NoPlacement { pair } => write!(f, "pair {pair} names a placement that there is not"),
            Self::Lengths { pairs, answers } => write!(f, "{pairs} pairs, but places for {answers} answers"),
            Self::Caches { pairs, caches } => write!(f, "{pairs} pairs, but {caches} caches"),
            Self::Motions { moving, motions } => write!(f, "{motions} motions for {moving} things that move"),
        }
    }
}
impl core::error::Error for BatchError {}
