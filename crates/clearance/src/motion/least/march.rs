//! The proof that the distance is nowhere below a level: planes from the nearest moment towards both ends.
//!
//! Intervals may be proven in any order and in either direction. From the nearest moment outwards the distance rises, so the
//! intervals grow: their number is about the logarithm of the gap. Towards the nearest moment they would shrink.

use super::Sweep;
use crate::motion::planes::{Moment, Plane, first_root};
use crate::motion::search::Look;
use crate::numbers::real::{larger, smaller, sqrt};
use crate::space::vector::WideVector;

/// The greatest number of stretches that wait. Larger: more valleys of nearly the same depth.
const MOST: usize = 32;

/// The greatest number of intervals of one plane. Larger: more support points for planes that are no longer tight.
/// Smaller: more looks.
const PLANES: u32 = 32;

/// A march may take this part of all looks. Larger: wider gaps are tried early. Smaller: fewer looks are left for them.
const SHARE: u32 = 6;

/// A plane is tight if it proves this part of what its separation and its bend allow. Larger: more planes are tried.
/// Smaller: planes that tilt against an edge are followed in short steps.
const TIGHT: f64 = 0.25;

/// How the march over a stretch ended.
enum Stretch {
    Proven,
    /// The nearest look so far is below the level, at the bottom of a valley. All before this moment is proven.
    Below(f64),
    /// Rounding hides the rest, or there were too many looks.
    Hidden,
}

impl<W: WideVector> Sweep<'_, '_, W> {
    /// Proves the whole motion for a level `gap` parts below the upper bound, which falls where a look is below it. False if
    /// rounding or too many looks ended it.
    pub(super) fn march(&mut self, gap: f64, limit: f64) -> bool {
        let Some(nearest) = self.nearest else { return false };
        self.most_looks = self.search.looks + self.search.most_looks() / SHARE;
        self.search.proven = self.search.moving.moment(nearest.fraction);
        self.search.level = self.level_below(gap, limit);
        let (mut waiting, mut count) = ([(nearest.fraction, 1.0); MOST], 2);
        waiting[1].1 = 0.0;
        while count > 0 {
            count -= 1;
            let (from, to) = waiting[count];
            match self.march_between(from, to, gap) {
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

    /// The level falls with the nearest look. The moment of that look. `None` if the level does not fall, or there is contact.
    fn lower_the_level(&mut self, gap: f64, limit: f64) -> Option<f64> {
        let (bottom, level) = (self.nearest?.fraction, self.level_below(gap, limit));
        let falls = level < self.search.level;
        self.search.level = smaller(level, self.search.level);
        (falls && self.upper() > 0.0).then_some(bottom)
    }

    /// Proves a stretch from its first moment to its last.
    fn march_between(&mut self, from: f64, to: f64, gap: f64) -> Stretch {
        let end = self.search.moving.moment(to);
        let mut at = self.search.moving.moment(from);
        while at.fraction != end.fraction {
            if self.search.looks >= self.most_looks {
                return Stretch::Hidden;
            }
            let known = self.nearest.filter(|nearest| nearest.fraction == at.fraction);
            let look = known.unwrap_or_else(|| self.look(at.fraction));
            if look.lower <= self.search.level {
                let is_nearest = self.nearest.is_some_and(|nearest| nearest.fraction == look.fraction);
                if !is_nearest {
                    return Stretch::Hidden;
                }
                self.go_to_bottom(look, gap);
                return Stretch::Below(at.fraction);
            }
            if self.search.is_swept_between(look.answer.normal, [&at, &end]) {
                return Stretch::Proven;
            }
            let followed = self.follow_best(&look, at, &end);
            if followed.at.fraction == at.fraction {
                return Stretch::Hidden;
            }
            at = followed.at;
            if !followed.is_tight && self.falls_towards(&look, to) {
                self.go_to_bottom(look, gap);
                if self.upper() < self.search.level {
                    return Stretch::Below(at.fraction);
                }
            } else if self.search.stretch_plane([&at, &end], look.answer.normal).is_some() {
                return Stretch::Proven;
            }
        }
        Stretch::Proven
    }

    /// Follows the planes of a look until one is tight, and takes the one that proves most.
    fn follow_best(&self, look: &Look<W>, from: Moment<W>, end: &Moment<W>) -> Followed<W> {
        let mut best = Followed { at: from, is_tight: false };
        for plane in self.search.moving.planes(&look.answer, &from) {
            let followed = self.follow(&plane, from, end);
            if followed.way(&from) > best.way(&from) {
                best = followed;
            }
            if followed.is_tight {
                break;
            }
        }
        best
    }

    /// Proves as much as a plane can from a moment towards the end.
    fn follow(&self, plane: &Plane<W>, from: Moment<W>, end: &Moment<W>) -> Followed<W> {
        let search = &self.search;
        let mut here = search.moving.separation(plane, &from, search.level);
        let (mut greatest, mut step) = (here, end.fraction - from.fraction);
        let mut reached = Followed { at: from, is_tight: false };
        let mut expected = None;
        for _ in 0..PLANES {
            let at = reached.at;
            let is_last = step.abs() >= (end.fraction - at.fraction).abs();
            let to = if is_last { *end } else { search.moving.moment(at.fraction + step) };
            if !(here > 0.0) || to.fraction == at.fraction {
                break;
            }
            let there = search.moving.separation(plane, &to, search.level);
            let slack = search.slack_between(plane, &at, &to);
            let allowed = expected.unwrap_or(TIGHT * step.abs() * sqrt(smaller(here / slack, 1.0)));
            expected = Some(allowed);
            if let Some(root) = first_root(here, there, slack) {
                let bent = if there > 0.0 { sqrt(here / slack) } else { 0.125 * sqrt(here / slack) };
                step *= smaller(larger(root, bent), 0.5);
                continue;
            }
            (reached.at, here, greatest) = (to, there, larger(greatest, there));
            reached.is_tight = reached.way(&from) >= allowed;
            // A plane that has lost half of its separation is no longer tight.
            if is_last || here < 0.5 * greatest {
                break;
            }
            step *= 2.0;
        }
        reached
    }
}

/// What a plane has proven.
#[derive(Clone, Copy)]
struct Followed<W: WideVector> {
    /// All up to this moment.
    at: Moment<W>,
    /// Whether it went as far as its bend alone allows. Other planes of the same look do not go much farther.
    is_tight: bool,
}

impl<W: WideVector> Followed<W> {
    /// The length of what is proven.
    fn way(&self, from: &Moment<W>) -> f64 {
        (self.at.fraction - from.fraction).abs()
    }
}
