//! The stages of a query: the pair, the search, the bracket, the answer.
//!
//! 1. **Pair.** The two shapes are put in an order that depends on the shapes only. So exchanged shapes give the
//!    exchanged answer, to the bit. B is placed in A's frame.
//! 2. **Floats** ([`floats`]). Axes, the distance loop and the bracket of what it found. They end with an answer, or they
//!    leave the pair open.
//! 3. **Near** ([`near`]). Pairs that are curved, meet, or touch to rounding: the expanding polytope, Newton's method,
//!    double-double and exact numbers.
//!
//! All stages compute in `f64`. The sign of the answer is decided before its numbers are narrowed to the shapes'
//! scalar.

pub mod alone;
mod floats;
mod near;

use crate::axes::balls::{BetweenBalls, between_any_balls};
use crate::difference::bracket::Signs;
use crate::difference::canonical::precedes;
use crate::difference::unknown::unknown;
use crate::difference::{Pair, ScaledPair, Watch};
use crate::distance::cache::Cache;
use crate::distance::search::Search;
use crate::query::beside_plane::{distance_beside_plane, signed_beside_plane};
use crate::query::cores::AnyDifference;
use crate::query::far::farther_than;
use crate::query::solver::{Precision, Solver};
use crate::result::Proximity;
use crate::result::separation::Answered;
use crate::shape::view::View;
use crate::space::vector::WideVector;

/// The signed distance. If there is a `cache`, the search starts where the last query of the pair ended.
pub(crate) fn signed_distance<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    cache: Option<&mut Cache>,
) -> Proximity<W> {
    signed(solver, a, b, cache, Signs::Decided)
}

/// The signed distance as floats know it. Where they do not tell whether the shapes meet, the bounds hold zero and the
/// status is that of shapes that touch. Precision and exact numbers do not matter while floats have tight bounds.
pub(crate) fn signed_distance_in_floats<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    cache: Option<&mut Cache>,
) -> Proximity<W> {
    signed(solver, a, b, cache, Signs::Open)
}

/// The shapes of a query in their order, and the cache for that order.
struct Ordered<'q, W: WideVector> {
    shapes: [&'q View<'q, W>; 2],
    cache: Option<&'q mut Cache>,
    is_swapped: bool,
}

impl<'q, W: WideVector> Ordered<'q, W> {
    #[inline(always)]
    fn new(a: &'q View<'q, W>, b: &'q View<'q, W>, cache: Option<&'q mut Cache>) -> Self {
        let is_swapped = precedes(b, a);
        let shapes = if is_swapped { [b, a] } else { [a, b] };
        let cache = cache.map(|cache| if is_swapped { cache.second_first() } else { cache.first_first() });
        Self { shapes, cache, is_swapped }
    }

    #[inline(always)]
    fn query(self, solver: &'q Solver) -> Query<'q, W> {
        Query::new(solver, self.shapes[0], self.shapes[1], self.cache)
    }
}

#[inline(never)]
fn signed<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    cache: Option<&mut Cache>,
    signs: Signs,
) -> Proximity<W> {
    if let Some(answer) = between_centers(solver, a, b) {
        return answer.signed();
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let mut query = Query { signs, ..ordered.query(solver) };
    let mut answer = query.signed_by_floats(Query::signed_of_near);
    if is_swapped {
        answer.swap();
    }
    answer
}

/// The distance. If there is a `cache`, the search starts where the last query of the pair ended.
pub(crate) fn distance<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    cache: Option<&mut Cache>,
) -> Proximity<W> {
    if let Some(answer) = between_centers(solver, a, b) {
        return answer.distance([a.radius, b.radius]);
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let mut query = ordered.query(solver);
    let mut answer = query.distance_by_floats(Query::distance_of_near);
    if is_swapped {
        answer.swap();
    }
    answer
}

/// The distance if it is at most `limit`, which is not negative. A search ends as soon as it is proven to be greater.
pub(crate) fn within<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    cache: Option<&mut Cache>,
    limit: f64,
) -> Option<Proximity<W>> {
    if let Some(answer) = between_centers(solver, a, b) {
        return answer.within(limit, [a.radius, b.radius]);
    }
    if farther_than(a, b, limit).is_some() {
        return None;
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let mut query = ordered.query(solver);
    let mut answer = query.within_by_floats(limit, Query::distance_of_near)?;
    if is_swapped {
        answer.swap();
    }
    Some(answer)
}

/// Whether two shapes meet, or a direction that separates them. If there is a `cache`, the search starts where the last
/// query of the pair ended.
///
/// Doors answer balls, and shapes that balls around them prove to be far.
pub(crate) fn overlap<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    cache: Option<&mut Cache>,
) -> Answered<W> {
    if let Some(answer) = between_centers(solver, a, b) {
        return answer.meeting();
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let answer = ordered.query(solver).overlap();
    if is_swapped { answer.negated() } else { answer }
}

/// The signed distance of two balls or points. `None` for other shapes, if exact numbers are asked for, or if the
/// formula does not decide. Doors answer most balls; those of motions and meshes come here.
#[inline(always)]
fn between_centers<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    if solver.precision == Precision::Float { between_any_balls(a, b) } else { None }
}

/// One question about a pair.
pub(crate) struct Query<'q, W: WideVector> {
    solver: &'q Solver,
    pair: Pair<'q, W>,
    cache: Option<&'q mut Cache>,
    watch: Watch<'q, W>,
    signs: Signs,
}

impl<'q, W: WideVector> Query<'q, W> {
    #[inline(always)]
    pub fn new(solver: &'q Solver, a: &'q View<'q, W>, b: &'q View<'q, W>, cache: Option<&'q mut Cache>) -> Self {
        Self { solver, pair: Pair::new(a, b), cache, watch: Watch::NOBODY, signs: Signs::Decided }
    }

    /// The same question with a watcher, who sees each step of the search.
    pub fn with_watch(self, watch: Watch<'q, W>) -> Self {
        Self { watch, ..self }
    }

    /// The signed distance, for a trace.
    pub fn signed_distance(mut self) -> Proximity<W> {
        self.signed_by_floats(Self::signed_of_near)
    }

    /// The distance, for a trace.
    pub fn distance(mut self) -> Proximity<W> {
        self.distance_by_floats(Self::distance_of_near)
    }

    #[inline(always)]
    fn overlap(mut self) -> Answered<W> {
        if let Some(answer) = self.overlap_by_axes() {
            return answer;
        }
        let mut search = Search::begin();
        match self.overlap_by_search(&mut search) {
            Some(answer) => answer,
            None => self.overlap_of_near(&search),
        }
    }

    #[cold]
    fn unknown(&self) -> Proximity<W> {
        unknown(self.pair.a, self.pair.b)
    }

    /// The signed distance of shapes that are not finite: of a half-space and a body, or nothing is known.
    #[cold]
    fn signed_without_end(&self) -> Proximity<W> {
        signed_beside_plane(self.solver.precision, self.pair.a, self.pair.b).unwrap_or_else(|| self.unknown())
    }

    /// The distance of such shapes.
    #[cold]
    fn distance_without_end(&self) -> Proximity<W> {
        distance_beside_plane(self.solver.precision, self.pair.a, self.pair.b).unwrap_or_else(|| self.unknown())
    }
}

/// Calls `of` with the difference of a pair without the types of its shapes.
fn without_types<W: WideVector, T>(pair: &Pair<'_, W>, of: impl FnOnce(&AnyDifference<'_, W>) -> T) -> T {
    if pair.frame.is_scaled() { of(&ScaledPair(pair)) } else { of(pair) }
}
