//! The least distance of many pairs, in one call.
//!
//! **Method.**
//! 1. Take the pair whose balls around the shapes are nearest, and answer it: a first bound, nearly always a good one.
//! 2. Go through the pairs in blocks. Each block begins with that bound.
//! 3. Skip a pair if the balls prove that it is farther apart than the bound ([`farther_than`]).
//! 4. Otherwise ask for the distance within the bound. The search ends as soon as it proves more. A lesser distance is
//!    the new bound.
//! 5. The least of the blocks is the answer. Of equal distances the first pair counts.
//!
//! **The answer is that of the plain minimum**, to the bit. A distance is computed with an error, so a pair that is
//! proven to be farther apart could have a computed distance that is less. So the bound of 3 and 4 is wider than the
//! best distance by much more than the errors of a query ([`SLACK`]).
//!
//! Blocks share only the first bound. So neither the answer nor the number of skipped pairs depends on the threads.

use super::{Batch, BatchError};
use crate::numbers::real::Real;
use crate::query::far::farther_than;
use crate::query::solver::Solver;
use crate::query::stages;
use crate::result::proximity::Proximity;
use crate::shape::Placed;
use crate::shape::support::SupportMap;
use crate::space::vector::{Vector, WideVector};

/// The pair of least distance: the answer of [`Batch::minimum`].
/// The example is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimum<V: Vector> {
    /// The index of the pair in the list of pairs.
    pub pair: usize,
    /// The distance of the pair, as of [`Solver::distance`](crate::Solver::distance).
    pub proximity: Proximity<V>,
    /// The number of pairs that needed no search: balls around the shapes prove them to be farther apart, or a pair
    /// before them has the distance 0.
    pub skipped: usize,
}

/// How much wider the bound is than the best distance, as a share of the size of the scene of the two shapes.
///
/// Larger: fewer pairs are skipped. Smaller than the error of a computed distance, some 2⁻⁵⁰: of two distances that are
/// equal to rounding the wrong pair may win.
const SLACK: f64 = 1.0 / (1u64 << 40) as f64;

/// The number of pairs of a block. Larger: fewer first bounds, and fewer blocks to share among cores.
const BLOCK: usize = 1024;

/// A shape of the batch in its place.
type Body<'s, V> = Placed<&'s (dyn SupportMap<V> + Send + Sync), V>;

impl<V: Vector> Batch<'_, V> {
    /// The pair of least distance. `None` if there is no pair within [`Solver::max_distance`](crate::Solver).
    ///
    /// It is the first pair that has the least of all answers of [`Batch::within`], with the same bits. Most pairs take
    /// a fraction of the time of their distance: they are skipped if balls around the shapes prove them to be farther
    /// apart than the best pair so far, and a search ends as soon as it proves the same. The answer depends neither on
    /// the number of threads nor on the features.
    ///
    /// If two shapes overlap, the least distance is 0, and the first pair that overlaps is the answer. So is a pair
    /// with a number that is not finite ([`Proximity`]).
    ///
    /// # Errors
    /// [`BatchError::NoPlacement`] if a pair names a placement that does not exist.
    ///
    /// ```
    /// use clearance::{Ball, Placement, Pose, ShapeSet, Solver, vec2};
    ///
    /// // How far is the robot, body 0, from the obstacles?
    /// let mut shapes = ShapeSet::new();
    /// let shape = shapes.insert(Ball::new(vec2(0.0f64, 0.0), 0.5).unwrap());
    /// let bodies = [0.0, 20.0, 3.0, 9.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
    /// let pairs = [[0, 1], [0, 2], [0, 3]];
    ///
    /// let least = Solver::default().batch(&shapes, &bodies)?.minimum(&pairs)?.unwrap();
    /// assert_eq!((least.pair, least.proximity.distance), (1, 2.0));
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "minimum_distance")]
    #[doc(alias = "closest_pair")]
    pub fn minimum(&self, pairs: &[[u32; 2]]) -> Result<Option<Minimum<V>>, BatchError> {
        self.check(pairs, pairs.len())?;
        // 1. The pair whose balls are nearest.
        let gap = |index: usize| ball_gap(&self.bodies(pairs[index]));
        let Some((nearest, _)) = (0..pairs.len()).map(|index| (index, gap(index))).reduce(nearer) else {
            return Ok(None);
        };
        let found = self.within_bodies(&self.bodies(pairs[nearest]), self.solver.limit(), nearest);
        let first = Best { found, skipped: 0 };
        // 2. to 5.
        let Best { found, skipped } = self.least(pairs, 0, &first, nearest);
        Ok(found.map(|(pair, proximity)| Minimum { pair, proximity, skipped }))
    }

    /// The least of these pairs and of the first bound. `start` is the index of the first of the pairs.
    fn least(&self, pairs: &[[u32; 2]], start: usize, first: &Best<V>, done: usize) -> Best<V> {
        if pairs.len() <= BLOCK {
            return self.least_of_block(pairs, start, first, done);
        }
        let middle = pairs.len().div_ceil(BLOCK) / 2 * BLOCK;
        let (front, rest) = pairs.split_at(middle);
        let front = || self.least(front, start, first, done);
        let rest = || self.least(rest, start + middle, first, done);
        #[cfg(feature = "rayon")]
        let (front, rest) = rayon::join(front, rest);
        #[cfg(not(feature = "rayon"))]
        let (front, rest) = (front(), rest());
        front.and(rest)
    }

    fn least_of_block(&self, pairs: &[[u32; 2]], start: usize, first: &Best<V>, done: usize) -> Best<V> {
        let mut best = *first;
        for (index, &pair) in (start..).zip(pairs) {
            if index == done {
                continue;
            }
            // Nothing is less than zero, and an equal distance counts only if it is the first.
            if best.found.is_some_and(|(at, best)| at < index && best.distance == V::Scalar::ZERO) {
                best.skipped +=
                    pairs.len() - (index - start) - usize::from((index..start + pairs.len()).contains(&done));
                break;
            }
            let bodies = self.bodies(pair);
            let limit = best.bound(&bodies).min(self.solver.limit());
            // 3. Balls around the shapes.
            if limit >= 0.0 && farther_than(&bodies[0], &bodies[1], limit).is_some() {
                best.skipped += 1;
                continue;
            }
            // 4. The distance within the bound.
            best.take(self.within_bodies(&bodies, limit, index));
        }
        best
    }

    /// The bodies of a pair, which the caller knows to be there.
    fn bodies(&self, pair: [u32; 2]) -> [Body<'_, V>; 2] {
        pair.map(|index| {
            let placement = &self.placements[index as usize];
            self.placed_shape(self.shapes.dynamic(placement.shape), placement.pose)
        })
    }

    /// The distance of a pair, if it is at most `limit`.
    fn within_bodies(&self, [a, b]: &[Body<'_, V>; 2], limit: f64, index: usize) -> Option<(usize, Proximity<V>)> {
        let solver = Solver { max_distance: limit, ..*self.solver };
        stages::within(&solver, a, b, None).map(|proximity| (index, proximity))
    }
}

/// The best pair so far.
#[derive(Clone, Copy)]
struct Best<V: Vector> {
    found: Option<(usize, Proximity<V>)>,
    skipped: usize,
}

impl<V: Vector> Best<V> {
    /// No pair that is farther apart than this can win.
    fn bound(&self, bodies: &[Body<'_, V>; 2]) -> f64 {
        let Some((_, best)) = self.found else { return f64::INFINITY };
        let stands =
            |body: &Body<'_, V>| body.pose().translation.widen().max_abs() + body.extent() + body.radius().widen();
        let distance = best.distance.widen();
        distance * (1.0 + 4.0 * V::Scalar::EPSILON) + SLACK * (distance + stands(&bodies[0]) + stands(&bodies[1]))
    }

    /// The same after another pair is known.
    fn take(&mut self, other: Option<(usize, Proximity<V>)>) {
        let Some((at, next)) = other else { return };
        let wins = match self.found {
            Some((index, best)) => next.distance < best.distance || next.distance == best.distance && at < index,
            None => true,
        };
        if wins {
            self.found = other;
        }
    }

    /// The better of two halves.
    fn and(mut self, other: Self) -> Self {
        self.take(other.found);
        self.skipped += other.skipped;
        self
    }
}

/// About how far apart the balls around two shapes are. Only the order of the pairs depends on it.
fn ball_gap<V: Vector>([a, b]: &[Body<'_, V>; 2]) -> f64 {
    let apart = (b.pose().translation.widen() - a.pose().translation.widen()).length();
    apart - (a.extent() + b.extent() + a.radius().widen() + b.radius().widen())
}

/// The pair with the lesser gap. Of equal gaps the first counts, and NaN never wins.
fn nearer(best: (usize, f64), next: (usize, f64)) -> (usize, f64) {
    if next.1 < best.1 || best.1.is_nan() { next } else { best }
}
