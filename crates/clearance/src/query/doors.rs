//! What the doors share.

use super::solver::{Precision, Solver};
use crate::axes::balls::{BetweenBalls, Within, balls_meet, between_balls, between_balls_within};
use crate::distance::cache::Cache;
use crate::engine::Engine;
use crate::numbers::real::Real;
use crate::query::far::farther_than;
use crate::query::trace::Asked;
use crate::result::proximity::Proximity;
use crate::result::separation::Answered;
use crate::result::steps::Step;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};

/// Two balls are answered here, and far shapes that are asked whether they meet.
impl Solver {
    #[inline(always)]
    pub(crate) fn distance_of<V: Vector>(
        &self,
        a: &View<'_, V::Wide>,
        b: &View<'_, V::Wide>,
        cache: Option<&mut Cache>,
    ) -> Proximity<V> {
        if let Some(answer) = self.between_balls(a, b) {
            return answer.distance([a.radius, b.radius]);
        }
        V::Wide::distance(self, a, b, cache).narrow()
    }

    #[inline(always)]
    pub(crate) fn signed_distance_of<V: Vector>(
        &self,
        a: &View<'_, V::Wide>,
        b: &View<'_, V::Wide>,
        cache: Option<&mut Cache>,
    ) -> Proximity<V> {
        if let Some(answer) = self.between_balls(a, b) {
            return answer.signed();
        }
        V::Wide::signed_distance(self, a, b, cache).narrow()
    }

    #[inline(always)]
    pub(crate) fn within_of<V: Vector>(
        &self,
        a: &View<'_, V::Wide>,
        b: &View<'_, V::Wide>,
        cache: Option<&mut Cache>,
    ) -> Option<Proximity<V>> {
        let reach = self.reach::<V::Scalar>();
        if self.precision == Precision::Float && a.is_ball() && b.is_ball() {
            match between_balls_within(a, b, reach) {
                Some(Within::Near(answer)) => return answer.within(self.limit(), [a.radius, b.radius]),
                Some(Within::Beyond) => return None,
                None => {}
            }
        }
        let answer: Proximity<V> = V::Wide::within(self, a, b, cache, reach)?.narrow();
        if answer.distance.widen() <= self.limit() { Some(answer) } else { None }
    }

    #[inline(always)]
    pub(crate) fn overlap_of<W: WideVector>(
        &self,
        a: &View<'_, W>,
        b: &View<'_, W>,
        cache: Option<&mut Cache>,
    ) -> Answered<W> {
        if a.is_ball() && b.is_ball() {
            if let Some(answer) = balls_meet(a, b) {
                return answer;
            }
        } else if let Some(axis) = farther_than(a, b, 0.0) {
            return Answered::Apart(axis);
        }
        W::overlap(self, a, b, cache)
    }

    #[inline(always)]
    fn between_balls<W: WideVector>(&self, a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
        if self.precision == Precision::Float && a.is_ball() && b.is_ball() { between_balls(a, b) } else { None }
    }

    pub(super) fn trace_of<V: Vector>(
        &self,
        asked: Asked,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        answer: Proximity<V>,
        show: &mut dyn FnMut(&Step<'_, V::Wide>),
    ) -> Proximity<V> {
        let claim = [answer.lower.widen(), answer.upper.widen()];
        let iterations = V::Wide::trace(self, asked, [&View::of(a), &View::of(b)], claim, show);
        Proximity { iterations, ..answer }
    }
}
