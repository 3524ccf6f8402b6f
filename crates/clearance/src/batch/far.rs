//! Pairs that are too far apart for the question, before anything else is done with them.
//!
//! A verdict, or a distance within a limit, needs no more of a far pair than the places of its bodies and the reach of
//! its shapes. So a block of pairs is sifted before it is sorted by kinds: what is left is gathered, turned and searched.
//! The test is that of the single query ([`farther_than`](crate::query::far::farther_than)), with balls that are as large.

use super::runs::Plan;
use super::{Batch, Placement};
use crate::paths::{FastPath, is_left_out};
use crate::query::far::is_longer;
use crate::space::vector::Vector;

impl<V: Vector> Batch<'_, V> {
    /// Notes the far pairs in the plan, and writes the places of the others to `left`. Returns how many are left.
    pub(super) fn sift(&self, pairs: &[[u32; 2]], reach: f64, plan: &mut Plan, left: &mut [u16]) -> usize {
        // A pose that is no rigid motion is nowhere. It is seldom, so the single query finds out.
        let sifts = reach < f64::INFINITY && self.rigid && !is_left_out(FastPath::FarPairs);
        let mut count = 0;
        for (place, &[a, b]) in (0..).zip(pairs) {
            let far = sifts && self.is_far([&self.placements[a as usize], &self.placements[b as usize]], reach);
            plan.note(place, far);
            left[count] = place;
            count += usize::from(!far);
        }
        count
    }

    /// Whether the balls around two bodies are farther apart than `limit`.
    #[inline(always)]
    fn is_far(&self, [a, b]: [&Placement<V>; 2], limit: f64) -> bool {
        let balls = self.shapes.ball(a.shape) + self.shapes.ball(b.shape);
        is_longer(b.pose.translation.widen() - a.pose.translation.widen(), balls + limit)
    }
}
