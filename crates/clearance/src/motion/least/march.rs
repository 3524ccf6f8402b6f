//! The proof that the distance is nowhere below a level: planes from the nearest moment towards both ends.
//!
//! Intervals may be proven in any order and in either direction. From the nearest moment outwards the distance rises, so the
//! intervals grow: their number is about the logarithm of the gap. Towards the nearest moment they would shrink.

use super::Sweep;
use crate::motion::planes::{Moment, Plane, first_root};
use crate::numbers::real::{larger, smaller, sqrt};
use crate::space::vector::Vector;

/// The greatest number of stretches that wait. Larger: more valleys of nearly the same depth.
const MOST: usize = 32;

/// The greatest number of intervals of one plane. Larger: more support points for planes that are no longer tight.
/// Smaller: more looks.
const PLANES: u32 = 32;

/// How the march over a stretch ended.
enum Stretch {
    Proven,
    /// The nearest look so far is below the level, at this moment. All before it is proven.
    Below(f64),
    /// Rounding hides the rest, or there were too many looks.
    Hidden,
}

impl<V: Vector> Sweep<'_, '_, V> {
    /// Proves the whole motion for a level `gap` parts below the upper bound, which falls where a look is below it. False if
    /// rounding or too many looks ended it.
    pub(super) fn march(&mut self, gap: f64, limit: f64) -> bool {
        let Some(nearest) = self.nearest else { return false };
        self.search.proven = self.search.moving.moment(nearest.fraction);
        self.search.level = self.level_below(gap, limit);
        let (mut waiting, mut count) = ([(nearest.fraction, 1.0); MOST], 2);
        waiting[1].1 = 0.0;
        while count > 0 {
            count -= 1;
            let (from, to) = waiting[count];
            match self.march_between(from, to) {
                Stretch::Proven => {}
                Stretch::Hidden => return false,
                Stretch::Below(reached) => {
                    let Some(bottom) = self.lower_the_level(gap, limit).filter(|_| count + 2 <= MOST) else {
                        return false;
                    };
                    // The bottom may lie outside of the stretch.
                    let bottom = bottom.clamp(smaller(reached, to), larger(reached, to));
                    (waiting[count], waiting[count + 1]) = ((bottom, reached), (bottom, to));
                    count += 2;
                }
            }
        }
        self.lower = larger(self.lower, self.search.level);
        true
    }

    /// Goes to the bottom of the valley of the nearest look, and the level falls with it. The moment of the bottom. `None` if
    /// the level does not fall, or there is contact.
    fn lower_the_level(&mut self, gap: f64, limit: f64) -> Option<f64> {
        self.go_to_bottom(self.nearest?, gap);
        let (bottom, level) = (self.nearest?.fraction, self.level_below(gap, limit));
        let falls = level < self.search.level;
        self.search.level = smaller(level, self.search.level);
        (falls && self.upper() > 0.0).then_some(bottom)
    }

    /// Proves a stretch from its first moment to its last.
    fn march_between(&mut self, from: f64, to: f64) -> Stretch {
        let end = self.search.moving.moment(to);
        let mut at = self.search.moving.moment(from);
        let most = self.search.most_looks() / 2;
        while at.fraction != end.fraction {
            if self.search.looks >= most {
                return Stretch::Hidden;
            }
            let known = self.nearest.filter(|nearest| nearest.fraction == at.fraction);
            let look = known.unwrap_or_else(|| self.look(at.fraction));
            if look.lower <= self.search.level {
                let is_nearest = self.nearest.is_some_and(|nearest| nearest.fraction == look.fraction);
                return if is_nearest { Stretch::Below(at.fraction) } else { Stretch::Hidden };
            }
            let from = at;
            let planes = self.search.moving.planes(&look.answer, &from);
            let mut reached = planes.map(|plane| self.follow(&plane, from, &end));
            match reached.find(|reached| reached.fraction != from.fraction) {
                Some(reached) => at = reached,
                None => return Stretch::Hidden,
            }
            if self.search.stretch_plane([&at, &end], look.answer.normal).is_some() {
                return Stretch::Proven;
            }
        }
        Stretch::Proven
    }

    /// Proves as much as a plane can from a moment towards the end: up to the moment that is the answer.
    fn follow(&self, plane: &Plane<V::Wide>, from: Moment<V::Wide>, end: &Moment<V::Wide>) -> Moment<V::Wide> {
        let search = &self.search;
        let mut at = from;
        let mut here = search.moving.separation(plane, &at, search.level);
        let (mut greatest, mut step) = (here, end.fraction - at.fraction);
        for _ in 0..PLANES {
            let is_last = step.abs() >= (end.fraction - at.fraction).abs();
            let to = if is_last { *end } else { search.moving.moment(at.fraction + step) };
            if !(here > 0.0) || to.fraction == at.fraction {
                return at;
            }
            let there = search.moving.separation(plane, &to, search.level);
            let slack = search.slack_between(plane, &at, &to);
            if let Some(root) = first_root(here, there, slack) {
                let bent = if there > 0.0 { sqrt(here / slack) } else { 0.125 * sqrt(here / slack) };
                step *= smaller(larger(root, bent), 0.5);
                continue;
            }
            (at, here, greatest) = (to, there, larger(greatest, there));
            // A plane that has lost half of its separation is no longer tight.
            if is_last || here < 0.5 * greatest {
                return at;
            }
            step *= 2.0;
        }
        at
    }
}
