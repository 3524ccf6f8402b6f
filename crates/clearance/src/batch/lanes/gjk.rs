//! The distance loop on eight pairs at once: the text of [`crate::gjk`] on its main path.
//!
//! A pair that is done is frozen by its mask while the others go on. A pair that leaves the main path is given up: the
//! single query answers it from the start.

use super::cores::Cores;
use super::frame::Frame;
use super::overlap::Tetrahedron;
use super::simplex::Simplex;
use super::vector::{Index, Mask, Number, Point, choose, is_common, larger, none, of_a, of_b, packed};
use crate::real::U;
use fearless_simd::{Simd, prelude::*};

/// Support points asked for at most; pairs that need more are given up. Nearly all boxes need fewer than ten.
pub(super) const ITERATIONS: u32 = 24;

/// How many times the rounding of a lower bound must a pair be beyond the limit to be called beyond it: then no answer
/// whose bracket is as narrow as floats leave it says otherwise.
const CLEARLY: f64 = 128.0;

/// Two shapes a lane, and their frame.
pub(super) struct Pair<S: Simd, C> {
    pub a: C,
    pub b: C,
    pub frame: Frame<S>,
}

impl<S: Simd, C: Cores<S>> Pair<S, C> {
    /// The vertex of A − B farthest *against* a direction.
    #[inline(always)]
    fn support_against(&self, direction: Point<S>) -> (Point<S>, Index<S>) {
        let (a, i) = self.a.support(-direction);
        let (b, j) = self.b.support(self.frame.direction_in_b(direction));
        (a - self.frame.point_of_b(b), packed(i, j))
    }
    /// The points of A and B that a vertex of A − B is the difference of.
    #[inline(always)]
    pub fn vertices(&self, index: Index<S>) -> [Point<S>; 2] {
        [self.a.vertex(of_a(index)), self.frame.point_of_b(self.b.vertex(of_b(index)))]
    }
    /// The direction from B's centre to A's.
    #[inline(always)]
    fn start(&self) -> Point<S> {
        self.a.center() - self.frame.point_of_b(self.b.center())
    }
    /// The sum of the radii.
    #[inline(always)]
    pub fn radius(&self) -> Number<S> {
        self.a.radius() + self.b.radius()
    }
}

/// Where the loop ended.
pub(super) struct Approach<S: Simd> {
    /// Where the face of the simplex is the nearest face of A − B.
    pub apart: Mask<S>,
    /// Where the shapes are clearly farther apart than the limit.
    pub beyond: Mask<S>,
    /// Where the simplex and a fourth vertex hold the origin.
    pub inside: Mask<S>,
    pub simplex: Simplex<S>,
    pub fourth: (Point<S>, Index<S>),
    pub direction: Point<S>,
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

/// Runs the loop on the pairs asked about whose lengths are common. Of those apart, the gap is no more than noise.
#[inline(always)]
pub(super) fn approach<S: Simd>(simd: S, pair: &Pair<S, impl Cores<S>>, asked: Mask<S>, limit: f64) -> Approach<S> {
    let mut search = Search::begin(simd, pair, asked, limit);
    // The first turns stand by themselves: what is known of the simplex, that it has no more than one and two vertices,
    // leaves little of its cases.
    if search.turn(simd, pair, 2) && search.turn(simd, pair, 3) {
        for iteration in 4..=ITERATIONS {
            if !search.turn(simd, pair, iteration) {
                break;
            }
        }
    }
    search.end
}

/// Eight searches under way.
struct Search<S: Simd> {
    /// Where the search goes on.
    active: Mask<S>,
    end: Approach<S>,
    /// The vertex that was added last.
    newest: Point<S>,
    /// Lower bounds above this are beyond the limit.
    farthest: Number<S>,
}

impl<S: Simd> Search<S> {
    /// The first support point is all of the first simplex.
    #[inline(always)]
    fn begin(simd: S, pair: &Pair<S, impl Cores<S>>, asked: Mask<S>, limit: f64) -> Self {
        let farthest = pair.frame.below * CLEARLY + (pair.radius() + limit) * (1.0 + 16.0 * U);
        let start = pair.start();
        let squared = start.dot(start);
        let active = asked & pair.frame.common & is_common(squared);
        let (first, index) = pair.support_against(start);
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

    /// One turn of the loop; returns whether any search goes on.
    #[inline(always)]
    fn turn(&mut self, simd: S, pair: &Pair<S, impl Cores<S>>, iteration: u32) -> bool {
        let Self { active, end, newest, farthest } = self;
        // 1. The support point against d, its plane and that of the face.
        let direction = end.direction;
        let squared = direction.dot(direction);
        *active &= is_common(squared);
        let length = squared.sqrt();
        let (vertex, index) = pair.support_against(direction);
        let (along, face) = (direction.dot(vertex), direction.dot(*newest));
        let (lower, upper) = (along / length, face / length);
        end.lower = active.select(larger(lower, end.lower), end.lower);
        // 2. Who is done?
        let beyond = *active & end.lower.simd_gt(*farthest);
        let noise = pair.frame.noise;
        let gap = face - along;
        let met = !(gap.simd_gt(0.0) & (gap * gap).simd_gt(noise * noise * squared));
        let apart = *active & !beyond & (met | end.simplex.holds(index));
        end.upper = apart.select(upper, end.upper);
        let number = Index::splat(simd, i64::from(iteration));
        end.iterations = apart.select(number, end.iterations);
        end.beyond |= beyond;
        // A wider gap, as it is of a repeated vertex, is a matter for exact numbers.
        end.apart |= apart & (upper - lower).simd_le(noise);
        *active &= !(beyond | apart);
        if none(*active) {
            return false;
        }
        // 3. The nearest faces of the others.
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
