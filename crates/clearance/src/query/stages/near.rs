//! The answers of pairs that are curved, meet, or touch to rounding: floats, then double-double numbers, then exact ones.

use super::{Query, SMALL, without_types};
use crate::depth::polytope::depth;
use crate::difference::Watch;
use crate::difference::bracket::distance_from_signed;
use crate::distance::search::Search;
use crate::exact::{DoubleAnswer, ExactAnswer, ExactPair, Guess, Nearest};
use crate::query::cores::Cores;
use crate::query::solver::Precision;
use crate::query::witnesses::{from_exact, nearest_points};
use crate::result::Proximity;
use crate::shape::support::SupportMap;
use crate::space::vector::{Vector, WideVector};

impl<'q, V: Vector, A: SupportMap<V>, B: SupportMap<V>> Query<'q, V, A, B> {
    /// The distance of shapes that are curved, meet, or touch to rounding.
    #[inline(never)]
    pub(super) fn distance_of_near(&mut self, search: &Search<V::Wide>) -> Proximity<V::Wide> {
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
                let Some(pair) = self.exact_pair() else { return self.unknown() };
                if let Some((answer, meets)) = self.answer_in_double(&pair, search, guess) {
                    if !meets {
                        return distance_from_signed(answer, self.pair.frame.radii());
                    }
                    if let Some(answer) = self.common_point_in_floats(search, answer) {
                        return answer;
                    }
                } else if let Some(answer) = self.touching(&pair, search, guess) {
                    return answer.with_common_point(answer.point_a, answer.witnesses);
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
    pub(super) fn signed_of_near(&mut self, search: &Search<V::Wide>) -> Proximity<V::Wide> {
        match self.signed_in_floats(search) {
            Ok(answer) => answer,
            Err(guess) => self.signed_beyond_floats(search, guess).unwrap_or_else(|| self.unknown()),
        }
    }

    /// The distance with a common point, where floats do not know whether the cores meet. `None` if they know no such
    /// point.
    fn common_point_in_floats(
        &self,
        search: &Search<V::Wide>,
        signed: Proximity<V::Wide>,
    ) -> Option<Proximity<V::Wide>> {
        let (frame, rounding) = (&self.pair.frame, self.pair.frame.rounding());
        let ([a, b], witnesses) = nearest_points(&search.simplex);
        let is_common = (b - a).length() <= rounding.noise();
        let point = frame.world_point(a * 0.5 + b * 0.5);
        let answer = || distance_from_signed(signed, [0.0; 2]).with_common_point(point, witnesses);
        (is_common || !rounding.polytopes).then(answer)
    }

    /// The signed distance, if floats prove it and may answer. For curved shapes there are only floats. Otherwise the
    /// face that floats found, if they were asked.
    pub(super) fn signed_in_floats(
        &mut self,
        search: &Search<V::Wide>,
    ) -> Result<Proximity<V::Wide>, Option<Guess<V::Wide>>> {
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
        let cores = self.depth_in_floats(search);
        cores.answer(&self.pair.frame, self.signs).ok_or_else(|| Some(cores.guess(&self.pair.frame)))
    }

    /// The signed distance of polytopes that the search did not find apart.
    fn depth_in_floats(&mut self, search: &Search<V::Wide>) -> Cores<V::Wide> {
        let (goal, frame, watch) = (self.goal(f64::INFINITY), &self.pair.frame, self.watch.reborrow());
        let depth = if SMALL || watch.is_there() || frame.is_scaled() {
            without_types(&self.pair, |difference| depth(difference, &search.simplex, &goal, watch))
        } else {
            depth(&self.pair, &search.simplex, &goal, Watch::NOBODY)
        };
        Cores::deep(depth, search, &frame.rounding())
    }

    /// The signed distance of a pair of which at least one shape is curved.
    #[inline(never)]
    fn curved_distance(&mut self, search: &Search<V::Wide>) -> Proximity<V::Wide> {
        let (goal, watch) = (self.goal(f64::INFINITY), self.watch.reborrow());
        let cores = without_types(&self.pair, |difference| Cores::curved(difference, search, &goal, watch));
        cores.curved_answer(&self.pair.frame).unwrap_or_else(|| self.unknown())
    }

    /// The signed distance of polytopes in double-double or in exact numbers. `None` if a vertex is not finite.
    pub(super) fn signed_beyond_floats(
        &mut self,
        search: &Search<V::Wide>,
        guess: Option<Guess<V::Wide>>,
    ) -> Option<Proximity<V::Wide>> {
        let pair = self.exact_pair()?;
        if let Some((answer, _)) = self.answer_in_double(&pair, search, guess) {
            return Some(answer);
        }
        let touching = self.touching(&pair, search, guess);
        touching.or_else(|| self.exact_solution(search, guess).map(|(answer, _)| answer))
    }

    /// The pair in exact numbers. `None` if a vertex is not finite.
    fn exact_pair(&self) -> Option<ExactPair<'q, V::Wide>> {
        ExactPair::new(self.pair.a, self.pair.b)
    }

    /// The answer of shapes that touch exactly, if they have a common frame.
    fn touching(
        &mut self,
        pair: &ExactPair<'_, V::Wide>,
        search: &Search<V::Wide>,
        guess: Option<Guess<V::Wide>>,
    ) -> Option<Proximity<V::Wide>> {
        let answer = pair.touching(&guess?, self.pair.frame.scaling(), self.watch.reborrow())?;
        Some(from_exact(&self.pair.frame, &answer, search.iterations))
    }

    /// The signed distance in double-double numbers, and whether the cores meet. `None` if they do not decide.
    fn answer_in_double(
        &self,
        pair: &ExactPair<'_, V::Wide>,
        search: &Search<V::Wide>,
        guess: Option<Guess<V::Wide>>,
    ) -> Option<(Proximity<V::Wide>, bool)> {
        let frame = &self.pair.frame;
        let DoubleAnswer { answer, meets } = pair.answer_in_double(&guess?, frame.scaling())?;
        Some((from_exact(frame, &answer, search.iterations), meets))
    }

    /// The signed distance without rounding, and the nearest face that it comes from: the face that floats found, or
    /// that of a search that starts where floats ended. `None` if a vertex is not finite.
    #[cold]
    fn exact_solution(
        &mut self,
        search: &Search<V::Wide>,
        guess: Option<Guess<V::Wide>>,
    ) -> Option<ExactSolution<'q, V::Wide>> {
        let pair = self.exact_pair()?;
        let watch = self.watch.reborrow();
        let nearest = match guess {
            Some(guess) => pair.nearest_near(&guess, watch),
            None => pair.nearest(self.pair.frame.world_direction(search.direction), watch),
        };
        let answer = from_exact(&self.pair.frame, &ExactAnswer::new(&pair, &nearest), search.iterations);
        Some((answer, (pair, nearest)))
    }
}

/// An exact answer, with the pair and the nearest face that it comes from.
type ExactSolution<'q, W> = (Proximity<W>, (ExactPair<'q, W>, Nearest<<W as WideVector>::Exact>));
