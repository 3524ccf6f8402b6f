//! The stages of a query: the pair, the search, the bracket, the answer.
//!
//! 1. **Pair.** The two shapes are put in an order that depends on the shapes only. So exchanged shapes give the
//!    exchanged answer, to the bit. B is placed in A's frame. Far shapes, two balls, boxes and polygons of few corners
//!    are answered here.
//! 2. **Search.** The distance loop runs in floats ([`crate::distance::search`]).
//! 3. **Bracket.** Floats bound the signed distance of the cores ([`crate::query::cores`]).
//! 4. **Answer.** If the bracket proves the answer to rounding, the radii are subtracted and the points move to the
//!    world's frame. If it does not, and both shapes are polytopes, the exact solver answers.
//!
//! All stages compute in `f64`. The sign of the answer is decided before its numbers are narrowed to the shapes'
//! scalar.

mod closed;
mod facet;
mod near;

use crate::axes::balls::{BetweenBalls, Within, are_balls, between_balls, between_balls_within, between_far_balls};
use crate::difference::bracket::{Signs, distance_of_rounded};
use crate::difference::canonical::precedes;
use crate::difference::unknown::unknown;
use crate::difference::{Pair, Polytopes, ScaledPair, Watch};
use crate::distance::cache::Cache;
use crate::distance::search::{Goal, Search, Verdict};
use crate::numbers::real::{Real, U};
use crate::query::cores::{AnyDifference, Cores};
use crate::query::far::farther_than;
use crate::query::solver::{Precision, Solver};
use crate::query::witnesses::common_point;
use crate::result::separation::Answered;
use crate::result::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::shape::view::{Core, View};
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

#[inline(always)]
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
    if let Some(answer) = between_far_centers(solver, a, b) {
        return answer.signed();
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let mut answer = ordered.query(solver).with_signs(signs).signed_distance();
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
        return answer.distance(radii_of(a, b));
    }
    if let Some(answer) = between_far_centers(solver, a, b) {
        return answer.distance(radii_of(a, b));
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let mut answer = ordered.query(solver).distance();
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
    if solver.precision == Precision::Float {
        match between_balls_within(a, b, limit) {
            Some(Within::Near(answer)) => return answer.within(limit, radii_of(a, b)),
            Some(Within::Beyond) => return None,
            None => {}
        }
    }
    if let Some(answer) = between_far_centers(solver, a, b) {
        return answer.within(limit, radii_of(a, b));
    }
    if farther_than(a, b, limit).is_some() {
        return None;
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let mut answer = ordered.query(solver).within(limit)?;
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
    if let Some(answer) = between_centers(solver, a, b).or_else(|| between_far_centers(solver, a, b)) {
        return answer.meeting();
    }
    let ordered = Ordered::new(a, b, cache);
    let is_swapped = ordered.is_swapped;
    let answer = ordered.query(solver).overlap();
    if is_swapped { answer.negated() } else { answer }
}

/// The signed distance of two balls or points. `None` for other shapes, if exact numbers are asked for, or if the
/// formula does not decide.
#[inline(always)]
fn between_centers<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    if solver.precision == Precision::Float { between_balls(a, b) } else { None }
}

/// The same for lengths near the ends of the range.
#[inline(always)]
fn between_far_centers<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    if are_balls(a, b) && solver.precision == Precision::Float { between_far_balls(a, b) } else { None }
}

/// The radii in the shapes' unit.
#[inline(always)]
fn radii_of<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> [f64; 2] {
    [a.radius().widen(), b.radius().widen()]
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

    /// The same question, with what the answer must tell.
    #[inline(always)]
    fn with_signs(self, signs: Signs) -> Self {
        Self { signs, ..self }
    }

    #[inline(always)]
    pub fn signed_distance(mut self) -> Proximity<W> {
        if self.pair.frame.is_lost() {
            return self.unknown();
        }
        if self.solver.precision == Precision::Float && !self.watch.is_there() {
            if let Some(answer) = self.distance_by_cache() {
                return answer;
            }
            if let Some(answer) = self.signed_without_search() {
                return answer;
            }
        }
        let mut search = Search::begin();
        self.search(f64::INFINITY, &mut search);
        if self.is_proven_apart(&search) {
            if let Some(answer) =
                Cores::apart(&search, &self.pair.frame.rounding()).answer(&self.pair.frame, self.signs)
            {
                return answer;
            }
        }
        self.signed_of_near(&search)
    }

    #[inline(always)]
    pub fn distance(mut self) -> Proximity<W> {
        if self.solver.precision == Precision::Float {
            if let Some(answer) = self.distance_by_cache() {
                return answer;
            }
        }
        if let Some(answer) = self.distance_without_search() {
            return answer;
        }
        let mut search = Search::begin();
        self.search(f64::INFINITY, &mut search);
        self.distance_from(&search)
    }

    /// The distance if it is at most `limit`.
    #[inline(always)]
    fn within(mut self, limit: f64) -> Option<Proximity<W>> {
        if self.solver.precision == Precision::Float {
            if let Some(answer) = self.distance_by_cache() {
                return answer.within(limit);
            }
        }
        if let Some(answer) = self.distance_without_search() {
            return answer.within(limit);
        }
        let farthest = self.pair.frame.scaled(limit) + self.pair.frame.radius();
        let mut search = Search::begin();
        self.search(farthest * (1.0 + 4.0 * U), &mut search);
        if search.verdict == Verdict::Beyond {
            return None;
        }
        Some(self.distance_from(&search)).filter(|answer| answer.distance <= limit)
    }

    #[inline(always)]
    fn overlap(mut self) -> Answered<W> {
        if self.pair.frame.is_lost() {
            return Answered::Meet;
        }
        if let Some(answer) = self.distance_by_cache() {
            return Answered::from_signed(&answer);
        }
        if !self.remembers_point_of_plane() {
            if let Some(answer) = self.overlap_without_search().or_else(|| self.overlap_at_facet()) {
                return answer;
            }
        }
        let (rounding, radius) = (self.pair.frame.rounding(), self.pair.frame.radius());
        let mut search = Search::begin();
        self.search(radius * (1.0 + 2.0 * U), &mut search);
        match search.verdict {
            Verdict::Beyond => return Answered::Apart(self.pair.frame.world_direction(-search.direction)),
            Verdict::Inside => return Answered::Meet,
            _ if search.upper + rounding.above() < radius => return Answered::Meet,
            _ => {}
        }
        // Rounding leaves the question open. The signed distance decides. For polytopes it is exact.
        match self.signed_in_floats(&search) {
            Ok(answer) => Answered::from_signed(&answer),
            Err(guess) => {
                let answer = self.signed_beyond_floats(&search, guess);
                answer.map_or(Answered::Meet, |answer| Answered::from_signed(&answer))
            }
        }
    }

    #[cold]
    fn unknown(&self) -> Proximity<W> {
        unknown(self.pair.a, self.pair.b)
    }

    fn goal(&self, limit: f64) -> Goal {
        let Solver { tolerance, .. } = *self.solver;
        let max_iterations = self.solver.iterations();
        Goal { radius: self.pair.frame.radius(), tolerance: tolerance.max(0.0), limit, max_iterations }
    }

    /// The search in floats. The loop is compiled for two boxes, for two hulls and for any two shapes.
    #[inline(always)]
    fn search(&mut self, limit: f64, search: &mut Search<W>) {
        let goal = self.goal(limit);
        let (watch, cache) = (self.watch.reborrow(), self.cache.as_deref_mut());
        let (a, b, frame) = (self.pair.a, self.pair.b, &self.pair.frame);
        if watch.is_there() || frame.is_scaled() {
            return without_types(&self.pair, |difference| search.run(difference, &goal, cache, watch));
        }
        match (&a.core, &b.core) {
            (Core::Cuboid(a), Core::Cuboid(b)) => {
                search.run(&Polytopes { a, b, frame }, &goal, cache, Watch::NOBODY);
            }
            (&Core::Hull(a), &Core::Hull(b)) => {
                search.run(&Polytopes { a, b, frame }, &goal, cache, Watch::NOBODY);
            }
            _ => search.run(&self.pair, &goal, cache, Watch::NOBODY),
        }
    }

    /// Whether the search found the cores of two polytopes apart, and floats may answer.
    #[inline(always)]
    fn is_proven_apart(&self, search: &Search<W>) -> bool {
        let rounding = self.pair.frame.rounding();
        rounding.polytopes && self.solver.precision == Precision::Float && search.is_apart(&rounding)
    }

    /// The distance, from the end of the search.
    #[inline(always)]
    fn distance_from(&mut self, search: &Search<W>) -> Proximity<W> {
        let frame = &self.pair.frame;
        if search.verdict == Verdict::Inside {
            let (point, witnesses) = common_point(search, &frame.rounding());
            return point.common_point(frame, witnesses, search.iterations);
        }
        if self.is_proven_apart(search) {
            if let Some(answer) = Cores::apart(search, &frame.rounding()).answer(frame, Signs::Decided) {
                if answer.status == Status::Separated {
                    return answer;
                }
                return distance_of_rounded(answer, frame.radii());
            }
        }
        self.distance_of_near(search)
    }
}

/// Calls `of` with the difference of a pair without the types of its shapes.
fn without_types<W: WideVector, T>(pair: &Pair<'_, W>, of: impl FnOnce(&AnyDifference<'_, W>) -> T) -> T {
    if pair.frame.is_scaled() { of(&ScaledPair(pair)) } else { of(pair) }
}
