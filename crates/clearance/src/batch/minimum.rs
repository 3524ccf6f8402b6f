//! The least distance of many pairs, in one call.
//!
//! **Method.**
//! 1. Take the pair whose balls around the shapes are nearest, and answer it: a first bound, nearly always a good one.
//! 2. Go through the pairs in blocks. Each block begins with that bound.
//! 3. Skip a pair if the balls prove that it is farther apart than the bound.
//! 4. Ask for the distances of the others within the bound, some of them at a time, as a batch. A search ends as soon as
//!    it proves more. The least distance is the new bound.
//! 5. The least of the blocks is the answer. Of equal distances the first pair counts.
//!
//! **The answer is that of the plain minimum**, to the bit. A distance is computed with an error, so a pair that is
//! proven to be farther apart could have a computed distance that is less. So the bound of 3 and 4 is wider than the
//! best distance by much more than the errors of a query ([`SLACK`]).
//!
//! Blocks share only the first bound. So neither the answer nor the number of skipped pairs depends on the threads.

use super::question::Within;
use super::sheet::Answers;
use super::{Batch, BatchError, Placement};
use crate::numbers::each::Each;
use crate::numbers::real::{Real, rounded_to_at_most};
use crate::query::far::{ball, is_longer};
use crate::query::solver::Solver;
use crate::result::proximity::Proximity;
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

/// The most pairs that are asked about at a time. Larger: fuller lanes. Smaller: the bound falls sooner.
const SOME: usize = 32;

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
        Ok(V::minimum(self, pairs))
    }

    /// The least distance of pairs that exist.
    pub(super) fn minimum_of(&self, pairs: &[[u32; 2]]) -> Option<Minimum<V>> {
        // 1. The pair whose balls are nearest.
        let gap = |index: usize| self.apart(pairs[index]).gap();
        let (nearest, _) = (0..pairs.len()).map(|index| (index, gap(index))).reduce(nearer)?;
        let mut first = Best { found: None, skipped: 0 };
        let mut some = Few::default();
        some.push(nearest, pairs[nearest], self.solver.limit());
        self.ask(&mut some, &mut first);
        // 2. to 5.
        let Best { found, skipped } = self.least(pairs, 0, &first, nearest);
        found.map(|(pair, proximity)| Minimum { pair, proximity, skipped })
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
        let (mut best, mut some) = (*first, Few::default());
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
            // 3. Balls around the shapes.
            let apart = self.apart(pair);
            let limit = best.bound(&apart).min(self.solver.limit());
            if limit >= 0.0 && is_longer(apart.way, apart.reach + rounded_to_at_most::<V::Scalar>(limit)) {
                best.skipped += 1;
                continue;
            }
            some.push(index, pair, limit);
            if some.count == SOME {
                self.ask(&mut some, &mut best);
            }
        }
        self.ask(&mut some, &mut best);
        best
    }

    /// 4. Asks for the distances of some pairs within the greatest of their bounds.
    fn ask(&self, some: &mut Few, best: &mut Best<V>) {
        let solver = Solver { max_distance: some.limit, ..*self.solver };
        let batch = Batch { solver: &solver, ..*self };
        let mut found = [None; SOME];
        let (indices, pairs, found) =
            (&some.indices[..some.count], &some.pairs[..some.count], &mut found[..some.count]);
        batch.answer_block(pairs, &mut Answers::<V, Within>(found));
        for (&index, found) in indices.iter().zip(found) {
            best.take(found.map(|proximity| (index, proximity)));
        }
        *some = Few::default();
    }

    /// How two bodies lie, which the caller knows to be there.
    #[inline(always)]
    fn apart(&self, pair: [u32; 2]) -> Apart<V::Wide> {
        let [a, b] = pair.each(|index| &self.placements[index as usize]);
        let balls = self.shapes.ball(a.shape) + self.shapes.ball(b.shape);
        if self.rigid && balls < f64::INFINITY {
            Apart::new(balls, [a.pose.translation.widen(), b.pose.translation.widen()])
        } else {
            self.apart_by_shapes([a, b])
        }
    }

    /// The same where the set does not know the balls, or where a pose may be no rigid motion.
    #[inline(never)]
    fn apart_by_shapes(&self, bodies: [&Placement<V>; 2]) -> Apart<V::Wide> {
        let [a, b] = bodies.each(|body| self.body(body));
        let [a, b] = [a.view(), b.view()];
        Apart::new(ball(&a) + ball(&b), [a.pose().translation, b.pose().translation])
    }
}

/// How two bodies lie: what is known of them without a look at their shapes.
struct Apart<W> {
    /// From the origin of A's frame to that of B's.
    way: W,
    /// The sum of the radii of the balls about the origins that hold the shapes.
    reach: f64,
    /// About the size of the scene of the two bodies.
    size: f64,
}

impl<W: WideVector> Apart<W> {
    #[inline(always)]
    fn new(reach: f64, [at_a, at_b]: [W; 2]) -> Self {
        Self { way: at_b - at_a, reach, size: at_a.max_abs() + at_b.max_abs() + reach }
    }

    /// About how far apart the balls are. Only the order of the pairs depends on it.
    fn gap(&self) -> f64 {
        self.way.length() - self.reach
    }
}

/// Pairs that are asked about together.
struct Few {
    count: usize,
    indices: [usize; SOME],
    pairs: [[u32; 2]; SOME],
    /// The greatest bound of the pairs.
    limit: f64,
}

impl Default for Few {
    fn default() -> Self {
        Self { count: 0, indices: [0; SOME], pairs: [[0; 2]; SOME], limit: f64::NEG_INFINITY }
    }
}

impl Few {
    fn push(&mut self, index: usize, pair: [u32; 2], limit: f64) {
        (self.indices[self.count], self.pairs[self.count]) = (index, pair);
        self.count += 1;
        self.limit = self.limit.max(limit);
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
    fn bound(&self, apart: &Apart<V::Wide>) -> f64 {
        let Some((_, best)) = self.found else { return f64::INFINITY };
        let distance = best.distance.widen();
        distance * (1.0 + 4.0 * V::Scalar::EPSILON) + SLACK * (distance + apart.size)
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

/// The pair with the lesser gap. Of equal gaps the first counts, and NaN never wins.
fn nearer(best: (usize, f64), next: (usize, f64)) -> (usize, f64) {
    if next.1 < best.1 || best.1.is_nan() { next } else { best }
}
