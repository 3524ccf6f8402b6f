//! Repeats `distance/gjk.rs` for eight pairs, without curved shapes and warm starts: a second text, because eight
//! searches share one loop and end at different steps.
//!
//! A mask keeps what a finished pair has while the other pairs go on. A pair that leaves the main path gets no result,
//! and the single query answers it from the start.

use super::difference::{Frame, Pair};
use super::simplex::Simplex;
use super::support::SupportLanes;
use super::vector::{Index, Mask, Number, Vec3x8, choose, is_common, larger, none, smaller};
use crate::numbers::real::U;
use fearless_simd::{Simd, prelude::*};

/// The number of support points after which lanes give a pair up. Nearly all boxes need fewer than ten.
pub(super) const ITERATIONS: u32 = 24;

/// A pair is called beyond the limit if its lower bound exceeds the limit by this many times the bound's rounding
/// error.
///
/// Then every answer with a bracket as narrow as floats allow says so, too. Larger: more pairs run to the end of the
/// search.
const CLEARLY: f64 = 128.0;

/// Where the loop ended, of each pair.
pub(super) struct Approach<S: Simd> {
    /// Where the simplex is the nearest face of A − B.
    pub apart: Mask<S>,
    /// Where the shapes are clearly farther apart than the limit.
    pub beyond: Mask<S>,
    /// Where the simplex and the fourth vertex hold the origin.
    pub inside: Mask<S>,
    pub simplex: Simplex<S>,
    pub fourth: (Vec3x8<S>, Index<S>),
    pub direction: Vec3x8<S>,
    pub lower: Number<S>,
    pub upper: Number<S>,
    pub iterations: Index<S>,
}

impl<S: Simd> Approach<S> {
    /// The simplex with its fourth vertex.
    #[inline(always)]
    pub fn tetrahedron(&self) -> Tetrahedron<S> {
        let ([p, q, r], [i, j, k]) = (self.simplex.points, self.simplex.indices);
        let (s, l) = self.fourth;
        Tetrahedron { points: [p, q, r, s], indices: [i, j, k, l] }
    }
}

/// Runs the loop on the `occupied` lanes whose lengths are common.
///
/// Where the end is `apart`, the gap of the bounds is at most noise.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn approach<S: Simd>(
    simd: S,
    pair: &Pair<S, impl SupportLanes<S>>,
    occupied: Mask<S>,
    limit: f64,
) -> Approach<S> {
    let mut search = Search::begin(simd, pair, occupied, limit);
    // The first two steps are outside the loop: their simplex has at most one and two vertices, so the compiler drops
    // most of its cases.
    if search.step(simd, pair, 2) && search.step(simd, pair, 3) {
        for iteration in 4..=ITERATIONS {
            if !search.step(simd, pair, iteration) {
                break;
            }
        }
    }
    search.end
}

/// Eight searches under way.
struct Search<S: Simd> {
    /// Lanes whose search goes on. The other lanes keep what they have.
    active: Mask<S>,
    end: Approach<S>,
    /// The last vertex of the simplex.
    newest: Vec3x8<S>,
    /// A pair whose lower bound is above this is beyond the limit.
    farthest: Number<S>,
}

impl<S: Simd> Search<S> {
    /// The first simplex is the first support point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(simd: S, pair: &Pair<S, impl SupportLanes<S>>, occupied: Mask<S>, limit: f64) -> Self {
        let farthest = pair.frame.below * CLEARLY + (pair.radius() + limit) * (1.0 + 16.0 * U);
        let start = pair.start();
        let squared = start.dot(start);
        let active = occupied & pair.frame.common & is_common(squared);
        let (first, index) = pair.support_against(start, active);
        let lower = start.dot(first) / squared.sqrt();
        let beyond = active & lower.simd_gt(farthest);
        let nowhere = Mask::splat(simd, false);
        let end = Approach {
            apart: nowhere,
            beyond,
            inside: nowhere,
            simplex: Simplex::vertex(simd, first, index),
            fourth: (first, index),
            direction: first,
            lower,
            upper: Number::splat(simd, 0.0),
            iterations: Index::splat(simd, 0),
        };
        Self { active: active & !beyond, end, newest: first, farthest }
    }

    /// One step of the loop. Returns whether any search goes on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self, simd: S, pair: &Pair<S, impl SupportLanes<S>>, iteration: u32) -> bool {
        let Self { active, end, newest, farthest } = self;
        // 1. The support point against d; the plane through it; the plane of the face.
        let direction = end.direction;
        let squared = direction.dot(direction);
        *active &= is_common(squared);
        let length = squared.sqrt();
        let (vertex, index) = pair.support_against(direction, *active);
        let (along, face) = (direction.dot(vertex), direction.dot(*newest));
        let (lower, upper) = (along / length, face / length);
        end.lower = active.select(larger(lower, end.lower), end.lower);
        // 2. The bounds: which searches are done.
        let beyond = *active & end.lower.simd_gt(*farthest);
        let noise = pair.frame.noise;
        let gap = face - along;
        let met = !(gap.simd_gt(0.0) & (gap * gap).simd_gt(noise * noise * squared));
        let apart = *active & !beyond & (met | end.simplex.holds(index));
        end.upper = apart.select(upper, end.upper);
        let number = Index::splat(simd, i64::from(iteration));
        end.iterations = apart.select(number, end.iterations);
        end.beyond |= beyond;
        // A repeated vertex may leave a wider gap. Such a pair needs exact numbers: the single query answers it.
        end.apart |= apart & (upper - lower).simd_le(noise);
        *active &= !(beyond | apart);
        if none(*active) {
            return false;
        }
        // 3. The nearest faces of the other simplices.
        let (next, decided) = end.simplex.advance(vertex, index, *active);
        let closed = *active & !decided;
        if !none(closed) {
            end.fourth = (choose(closed, vertex, end.fourth.0), closed.select(index, end.fourth.1));
            end.inside |= closed & end.tetrahedron().holds_origin(simd, &pair.frame);
            end.iterations = closed.select(number, end.iterations);
        }
        *active &= decided;
        end.direction = choose(*active, next, direction);
        *newest = vertex;
        true
    }
}

/// Four vertices of A − B, of each pair: points and indices, oldest first.
pub(super) struct Tetrahedron<S: Simd> {
    pub points: [Vec3x8<S>; 4],
    pub indices: [Index<S>; 4],
}

impl<S: Simd> Tetrahedron<S> {
    /// The oriented volume of the origin and all vertices but one, for each vertex.
    #[inline(always)]
    fn volumes_with_origin(&self) -> [Number<S>; 4] {
        let [p, q, r, s] = self.points;
        [s.dot(q.wedge(r)), -s.dot(p.wedge(r)), s.dot(p.wedge(q)), -r.dot(p.wedge(q))]
    }

    /// Where the origin is certainly inside: `holds_origin` of [`crate::distance::vertices`], with the same error.
    #[inline(always)]
    pub fn holds_origin(&self, simd: S, frame: &Frame<S>) -> Mask<S> {
        let [p, q, r, s] = self.points;
        let m = larger(larger(p.max_abs(), q.max_abs()), larger(r.max_abs(), s.max_abs()));
        let error = m * (64.0 * U) * m * m + m * 18.0 * m * frame.displacement;
        let zero = Number::splat(simd, 0.0);
        let [t, u, v, w] = self.volumes_with_origin();
        let positive = t.simd_gt(zero) & u.simd_gt(zero) & v.simd_gt(zero) & w.simd_gt(zero);
        let negative = t.simd_lt(zero) & u.simd_lt(zero) & v.simd_lt(zero) & w.simd_lt(zero);
        let least = smaller(smaller(t.abs(), u.abs()), smaller(v.abs(), w.abs()));
        least.simd_gt(error) & (positive | negative)
    }

    /// The barycentric weights of the origin.
    #[inline(always)]
    pub fn weights(&self) -> [Number<S>; 4] {
        let [t, u, v, w] = self.volumes_with_origin();
        let total = t + u + v + w;
        [t / total, u / total, v / total, w / total]
    }
}
