//! What floats answer by themselves. They end with an answer, or they leave the pair *open*: the stages after this one decide
//! ([`super::near`]). Each question is given the function to call for an open pair. An answer is large, and a value that may
//! be one would be copied.
//!
//! **Problem.** Most pairs need nothing but floats, and a batch, a mesh or a GPU asks about very many of them.
//!
//! **Method.** The axes of boxes and polygons, or the one that a cache remembers. Then the search, and the bracket of what
//! it found. A pair is open if it is curved or meets, or if rounding leaves its sign or more than its last bits undecided.
//!
//! **What it does without.** It allocates no memory and does not recurse. It uses no integer of 128 bits. Exact numbers, the
//! expanding polytope and Newton's method begin where it ends. It calls `dyn` for what has no loop of its own: shapes
//! that the engine does not know by name, watched searches, and pairs that are scaled ([`super::without_types`]).

use super::{Query, without_types};
use crate::axes::by_axes::{distance_by_axes, distance_by_remembered_axis, overlap_by_axes, signed_by_axes};
use crate::difference::bracket::{Signs, distance_of_rounded};
use crate::difference::{Pair, Polytopes, Watch};
use crate::distance::cache::Cache;
use crate::distance::search::{Goal, Search, Verdict};
use crate::numbers::real::U;
use crate::paths::{FastPath, is_left_out};
use crate::query::cores::Cores;
use crate::query::solver::{Precision, Solver};
use crate::query::witnesses::common_point;
use crate::result::separation::Answered;
use crate::result::{Proximity, Status};
use crate::shape::view::Core;
use crate::space::vector::WideVector;

/// The questions.
impl<W: WideVector> Query<'_, W> {
    /// The signed distance.
    #[inline(always)]
    pub(super) fn signed_by_floats(
        &mut self,
        open: impl FnOnce(&mut Self, &Search<W>) -> Proximity<W>,
    ) -> Proximity<W> {
        if self.pair.frame.is_lost() {
            return self.signed_without_end();
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
            let cores = Cores::apart(&search, &self.pair.frame.rounding());
            if let Some(answer) = cores.answer(&self.pair.frame, self.signs) {
                return answer;
            }
        }
        open(self, &search)
    }

    /// The distance.
    #[inline(always)]
    pub(super) fn distance_by_floats(
        &mut self,
        open: impl FnOnce(&mut Self, &Search<W>) -> Proximity<W>,
    ) -> Proximity<W> {
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
        self.distance_from(&search, open)
    }

    /// The distance if it is at most `limit`.
    #[inline(always)]
    pub(super) fn within_by_floats(
        &mut self,
        limit: f64,
        open: impl FnOnce(&mut Self, &Search<W>) -> Proximity<W>,
    ) -> Option<Proximity<W>> {
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
        self.distance_from(&search, open).within(limit)
    }

    /// Whether the shapes meet, before a search.
    #[inline(always)]
    pub(super) fn overlap_by_axes(&mut self) -> Option<Answered<W>> {
        if self.pair.frame.is_lost() {
            return Some(Answered::from_signed(&self.distance_without_end()));
        }
        if let Some(answer) = self.distance_by_cache() {
            return Some(Answered::from_signed(&answer));
        }
        if self.remembers_point_of_plane() { None } else { self.overlap_by_all_axes() }
    }

    /// Whether the shapes meet, by a search.
    #[inline(always)]
    pub(super) fn overlap_by_search(&mut self, search: &mut Search<W>) -> Option<Answered<W>> {
        let (rounding, radius) = (self.pair.frame.rounding(), self.pair.frame.radius());
        self.search(radius * (1.0 + 2.0 * U), search);
        match search.verdict {
            Verdict::Beyond => Some(Answered::Apart(self.pair.frame.world_direction(-search.direction))),
            Verdict::Inside => Some(Answered::Meet),
            _ if search.upper + rounding.above() < radius => Some(Answered::Meet),
            _ => None,
        }
    }
}

/// The search, and what its end proves.
impl<W: WideVector> Query<'_, W> {
    pub(super) fn goal(&self, limit: f64) -> Goal {
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
            _ if is_left_out(FastPath::OwnLoops) => search.run(&self.pair, &goal, cache, Watch::NOBODY),
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
    fn distance_from(
        &mut self,
        search: &Search<W>,
        open: impl FnOnce(&mut Self, &Search<W>) -> Proximity<W>,
    ) -> Proximity<W> {
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
        open(self, search)
    }
}

/// The axes of boxes and polygons.
impl<W: WideVector> Query<'_, W> {
    /// The distance, if it needs no search: of shapes that are not finite, and by the axes of boxes and polygons. With
    /// a cache the search for boxes is quicker than the axes.
    #[inline(always)]
    fn distance_without_search(&mut self) -> Option<Proximity<W>> {
        if self.pair.frame.is_lost() {
            return Some(self.distance_without_end());
        }
        if self.solver.precision == Precision::Exact || self.watch.is_there() {
            return None;
        }
        match &mut self.cache {
            Some(cache) => Self::distance_with_cache(&self.pair, cache),
            None => distance_by_axes(&self.pair),
        }
    }

    /// The distance of polygons that are apart, by the axis that the cache remembers. The answer has one way out of this
    /// file, so that the compiler does not copy it.
    #[inline(always)]
    fn distance_by_cache(&mut self) -> Option<Proximity<W>> {
        if W::DIM != 2 || self.watch.is_there() || self.pair.frame.is_lost() {
            return None;
        }
        let cache = self.cache.as_deref_mut()?;
        let answer = distance_by_remembered_axis(&self.pair, cache.pairs())?;
        cache.remember(&answer.witnesses);
        Some(answer)
    }

    /// The distance of polygons and boxes of the plane by all axes, if the cache remembers nothing. It then remembers the
    /// best axis.
    #[inline(always)]
    fn distance_with_cache(pair: &Pair<'_, W>, cache: &mut Cache) -> Option<Proximity<W>> {
        if W::DIM != 2 || !cache.pairs().is_empty() {
            return None;
        }
        let answer = distance_by_axes(pair)?;
        cache.remember(&answer.witnesses);
        Some(answer)
    }

    /// The signed distance by the axes of boxes and polygons. A cache remembers the best axis.
    #[inline(always)]
    fn signed_without_search(&mut self) -> Option<Proximity<W>> {
        let answer = signed_by_axes(&self.pair, self.signs)?;
        if let Some(cache) = self.cache.as_deref_mut() {
            cache.remember(&answer.witnesses);
        }
        Some(answer)
    }

    /// Whether a cache remembers a common point of bodies in the plane. The search begins with it, and mostly ends there.
    #[inline(always)]
    pub(super) fn remembers_point_of_plane(&self) -> bool {
        W::DIM == 2 && self.cache.as_deref().is_some_and(|cache| cache.pairs().len() == 3)
    }

    /// Whether boxes or polygons meet, by their axes.
    #[inline(always)]
    fn overlap_by_all_axes(&mut self) -> Option<Answered<W>> {
        if let Some(cache) = self.cache.as_deref_mut() {
            if let Some(answer) = Self::distance_with_cache(&self.pair, cache) {
                return Some(Answered::from_signed(&answer));
            }
        }
        overlap_by_axes(&self.pair)
    }
}
