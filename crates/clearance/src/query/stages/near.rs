//! The answers of pairs that are curved, meet, or touch to rounding: floats, then double-double numbers, then exact ones.

use super::{Query, without_types};
use crate::depth::polytope::{depth, depth_with_slack};
use crate::difference::bracket::distance_from_signed;
use crate::difference::{Pair, Watch};
use crate::distance::search::{Goal, Search, Verdict};
use crate::exact::{DoubleAnswer, ExactAnswer, ExactPair, Guess, Nearest, have_one_frame};
use crate::numbers::each::Each;
use crate::query::cores::Cores;
use crate::query::solver::{MOST_ITERATIONS, Precision};
use crate::query::witnesses::{from_exact, nearest_points};
use crate::result::Proximity;
use crate::result::separation::Answered;
use crate::shape::view::{OFTEN, View};
use crate::space::vector::WideVector;

impl<'q, W: WideVector> Query<'q, W> {
    /// The distance of shapes that are curved, meet, or touch to rounding.
    #[inline(never)]
    pub(super) fn distance_of_near(&mut self, search: &Search<W>) -> Proximity<W> {
        let guess = match self.signed_in_floats(search) {
            Ok(answer) => {
                if search.is_apart(&self.pair.frame.rounding()) || answer.distance > 0.0 {
                    return distance_from_signed(answer, self.pair.frame.radii());
                }
                if let Some(answer) = self.common_point_in_floats(search, answer) {
                    return answer;
                }
                None
            }
            Err(guess) => {
                match guess.and_then(|guess| self.beyond_floats(&guess, search.iterations)) {
                    Some(Beyond::Double { answer, meets: false }) => {
                        return distance_from_signed(answer, self.pair.frame.radii());
                    }
                    Some(Beyond::Double { answer, .. }) => {
                        if let Some(answer) = self.common_point_in_floats(search, answer) {
                            return answer;
                        }
                    }
                    Some(Beyond::Touching(answer)) => {
                        return answer.with_common_point(answer.point_a, answer.witnesses);
                    }
                    None => {}
                }
                guess
            }
        };
        let Some((answer, (pair, nearest))) = self.exact_solution(search, guess) else { return self.unknown() };
        match pair.common_point(&nearest) {
            Some((point, witnesses)) => distance_from_signed(answer, [0.0; 2]).with_common_point(point, witnesses),
            None => distance_from_signed(answer, self.pair.frame.radii()),
        }
    }

    /// The signed distance of shapes that are curved, meet, or touch to rounding.
    #[inline(never)]
    pub(super) fn signed_of_near(&mut self, search: &Search<W>) -> Proximity<W> {
        match self.signed_in_floats(search) {
            Ok(answer) => answer,
            Err(guess) => self.signed_beyond_floats(search, guess).unwrap_or_else(|| self.unknown()),
        }
    }

    /// Whether shapes meet that are curved or touch to rounding: the signed distance decides. For polytopes it is exact.
    #[inline(never)]
    pub(super) fn overlap_of_near(&mut self, search: &Search<W>) -> Answered<W> {
        let signed = match self.signed_in_floats(search) {
            Ok(answer) => Some(answer),
            Err(guess) => self.signed_beyond_floats(search, guess),
        };
        signed.map_or(Answered::Meet, |answer| Answered::from_signed(&answer))
    }

    /// The distance with a common point, where floats do not know whether the cores meet. `None` if they know no such
    /// point.
    fn common_point_in_floats(&self, search: &Search<W>, signed: Proximity<W>) -> Option<Proximity<W>> {
        let (frame, rounding) = (&self.pair.frame, self.pair.frame.rounding());
        let ([a, b], witnesses) = nearest_points(&search.simplex);
        let is_common = (b - a).length() <= rounding.noise();
        let point = frame.world_point(a * 0.5 + b * 0.5);
        let answer = || match point.is_finite() {
            true => distance_from_signed(signed, [0.0; 2]).with_common_point(point, witnesses),
            false => self.unknown(),
        };
        (is_common || !rounding.polytopes).then(answer)
    }

    /// The signed distance, if floats prove it and may answer. For curved shapes there are only floats. Otherwise the
    /// face that floats found, if they were asked.
    fn signed_in_floats(&mut self, search: &Search<W>) -> Result<Proximity<W>, Option<Guess<W>>> {
        let (frame, rounding) = (&self.pair.frame, self.pair.frame.rounding());
        if !rounding.polytopes {
            return Ok(self.curved_distance(search));
        }
        if self.solver.precision == Precision::Exact {
            return Err(None);
        }
        if search.is_apart(&rounding) {
            return Err(Some(Cores::apart(search, &rounding).guess(frame)));
        }
        if let Some(answer) = self.touching_at_face(search) {
            return Ok(answer);
        }
        let cores = self.depth_in_floats(search);
        cores.answer(&self.pair.frame, self.signs).ok_or_else(|| Some(cores.guess(&self.pair.frame)))
    }

    /// The answer of shapes that touch exactly at the face that the search ended with, if they have a common frame.
    #[inline(never)]
    fn touching_at_face(&mut self, search: &Search<W>) -> Option<Proximity<W>> {
        if search.verdict != Verdict::Unclear || !have_one_frame(self.pair.a, self.pair.b) {
            return None;
        }
        // The last direction is that to a point beside the origin, and so it is noise.
        let outward = -without_types(&self.pair, |difference| difference.start());
        let frame = &self.pair.frame;
        let pair = ExactPair::new(self.pair.a, self.pair.b)?;
        let outward = frame.world_direction(outward);
        let guess = Guess { outward, ..Cores::apart(search, &frame.rounding()).guess(frame) };
        let answer = pair.touching(&guess, frame.scaling(), self.watch.reborrow())?;
        Some(from_exact(frame, &answer, search.iterations))
    }

    /// The signed distance of polytopes that the search did not find apart. The solver's limit would only begin anew, in
    /// exact numbers, which have none.
    fn depth_in_floats(&mut self, search: &Search<W>) -> Cores<W> {
        let goal = Goal { max_iterations: MOST_ITERATIONS, ..self.goal(f64::INFINITY) };
        let (views, difference) = ([self.pair.a, self.pair.b], &self.pair);
        let is_long = views.iter().any(|view| view.is_long_list());
        let first = Goal { max_iterations: if is_long { OFTEN } else { MOST_ITERATIONS }, ..goal };
        let found = if self.watch.is_there() || difference.frame.is_scaled() {
            without_types(difference, |difference| depth(difference, &search.simplex, &first, Watch::NOBODY))
        } else {
            depth(difference, &search.simplex, &first, Watch::NOBODY)
        };
        if is_long && found.as_ref().is_ok_and(|depth| depth.iterations >= OFTEN) {
            return self.depth_by_buckets(views, search, &goal);
        }
        let cores = Cores::deep(found, search, &difference.frame.rounding());
        if self.watch.is_there() || cores.is_stuck(&difference.frame.rounding()) {
            return past_slivers(difference, cores, search, &goal, self.watch.reborrow());
        }
        cores
    }

    /// The same of shapes that are long lists of points, where the polytope asks for so many of them that it pays to put
    /// them into buckets first. The support points have the same bits.
    #[cold]
    #[inline(never)]
    fn depth_by_buckets(&mut self, views: [&View<'_, W>; 2], search: &Search<W>, goal: &Goal) -> Cores<W> {
        let bodies = views.each(View::list_with_buckets);
        let places = views.each(View::own_place);
        let views = [0, 1].each(|side: usize| match &bodies[side] {
            Some(body) => views[side].with_list(body, &places[side]),
            None => *views[side],
        });
        let pair = Pair::new(&views[0], &views[1]);
        let found = without_types(&pair, |difference| depth(difference, &search.simplex, goal, Watch::NOBODY));
        let cores = Cores::deep(found, search, &pair.frame.rounding());
        past_slivers(&pair, cores, search, goal, self.watch.reborrow())
    }

    /// The signed distance of a pair of which at least one shape is curved.
    #[inline(never)]
    fn curved_distance(&mut self, search: &Search<W>) -> Proximity<W> {
        let (goal, watch) = (self.goal(f64::INFINITY), self.watch.reborrow());
        let cores = without_types(&self.pair, |difference| Cores::curved(difference, search, &goal, watch));
        cores.curved_answer(&self.pair.frame).unwrap_or_else(|| self.unknown())
    }

    /// The signed distance of polytopes in double-double or in exact numbers. `None` if a vertex is not finite.
    fn signed_beyond_floats(&mut self, search: &Search<W>, guess: Option<Guess<W>>) -> Option<Proximity<W>> {
        let known = guess.and_then(|guess| self.known_beyond_floats(&guess, search.iterations));
        known.or_else(|| self.exact_solution(search, guess).map(|(answer, _)| answer))
    }

    /// The signed distance from the face that floats found, if it is known without a search.
    pub(super) fn known_beyond_floats(&mut self, guess: &Guess<W>, iterations: u32) -> Option<Proximity<W>> {
        let (Beyond::Double { answer, .. } | Beyond::Touching(answer)) = self.beyond_floats(guess, iterations)?;
        Some(answer)
    }

    #[inline(never)]
    fn beyond_floats(&mut self, guess: &Guess<W>, iterations: u32) -> Option<Beyond<W>> {
        let frame = &self.pair.frame;
        let pair = ExactPair::new(self.pair.a, self.pair.b)?;
        if let Some(answer) = pair.touching(guess, frame.scaling(), self.watch.reborrow()) {
            return Some(Beyond::Touching(from_exact(frame, &answer, iterations)));
        }
        let DoubleAnswer { answer, meets } = pair.answer_in_double(guess, frame.scaling())?;
        Some(Beyond::Double { answer: from_exact(frame, &answer, iterations), meets })
    }

    /// The signed distance without rounding, and the nearest face that it comes from: the face that floats found, or
    /// that of a search that starts where floats ended. `None` if a vertex is not finite.
    #[cold]
    #[inline(never)]
    fn exact_solution(&mut self, search: &Search<W>, guess: Option<Guess<W>>) -> Option<ExactSolution<'q, W>> {
        let (frame, watch) = (&self.pair.frame, self.watch.reborrow());
        let pair = ExactPair::new(self.pair.a, self.pair.b)?;
        let nearest = match guess {
            Some(guess) => pair.nearest_near(&guess, watch),
            None => pair.nearest(frame.world_direction(search.direction), watch),
        };
        let answer = from_exact(frame, &ExactAnswer::new(&pair, &nearest), search.iterations);
        Some((answer, (pair, nearest)))
    }
}

/// The signed distance that was found, or that of a search past slivers if they ended the first one: facets in one plane are
/// replaced as one. A watcher sees the search that answers.
#[cold]
#[inline(never)]
fn past_slivers<W: WideVector>(
    pair: &Pair<'_, W>,
    found: Cores<W>,
    search: &Search<W>,
    goal: &Goal,
    watch: Watch<'_, W>,
) -> Cores<W> {
    let (rounding, simplex) = (pair.frame.rounding(), &search.simplex);
    let past = || {
        let depth = without_types(pair, |difference| depth_with_slack(difference, simplex, goal, Watch::NOBODY));
        Some(Cores::deep(depth, search, &rounding)).filter(|past| past.is_known(&rounding))
    };
    let past = if found.is_stuck(&rounding) { past() } else { None };
    if watch.is_there() {
        let _shown = match past {
            Some(_) => without_types(pair, |difference| depth_with_slack(difference, simplex, goal, watch)),
            None => without_types(pair, |difference| depth(difference, simplex, goal, watch)),
        };
    }
    past.unwrap_or(found)
}

/// An answer that needs no search in exact numbers.
enum Beyond<W: WideVector> {
    /// In double-double numbers. `meets`: whether the cores do.
    Double { answer: Proximity<W>, meets: bool },
    /// Of shapes that touch exactly and have a common frame.
    Touching(Proximity<W>),
}

/// An exact answer, with the pair and the nearest face that it comes from.
type ExactSolution<'q, W> = (Proximity<W>, (ExactPair<'q, W>, Nearest<<W as WideVector>::Exact>));
