//! The answers that need no search: of boxes and polygons, by all axes or by the one that a cache remembers.

use super::Query;
use crate::axes::by_axes::{distance_by_axes, distance_by_remembered_axis, overlap_by_axes, signed_by_axes};
use crate::difference::Pair;
use crate::distance::cache::Cache;
use crate::query::solver::Precision;
use crate::result::Proximity;
use crate::result::separation::Answered;
use crate::space::vector::WideVector;

impl<W: WideVector> Query<'_, W> {
    /// The distance, if it needs no search: of shapes that are not finite, and by the axes of boxes and polygons. With
    /// a cache the search for boxes is quicker than the axes.
    #[inline(always)]
    pub(super) fn distance_without_search(&mut self) -> Option<Proximity<W>> {
        if self.pair.frame.is_lost() {
            return Some(self.unknown());
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
    pub(super) fn distance_by_cache(&mut self) -> Option<Proximity<W>> {
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
    pub(super) fn signed_without_search(&mut self) -> Option<Proximity<W>> {
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
    pub(super) fn overlap_without_search(&mut self) -> Option<Answered<W>> {
        if let Some(cache) = self.cache.as_deref_mut() {
            if let Some(answer) = Self::distance_with_cache(&self.pair, cache) {
                return Some(Answered::from_signed(&answer));
            }
        }
        overlap_by_axes(&self.pair)
    }
}
