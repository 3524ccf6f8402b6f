//! What the exact nearest face of two polytopes says about a translation.
//!
//! Let D be the nearest point of A − B to the origin, g its exact direction and N = g·D. If B moves by s·way, A − B
//! moves by −s·way. The plane of g then is at the height N − s·g·way. It proves a distance above the level R of radii
//! and target as long as N − s·g·way > R·|g|.

use super::rounded::{Scaled, ratio};
use super::{Nearest, Place};
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::Ring;
use crate::space::vector::Space;
use core::cmp::Ordering;

impl<E: Space<Scalar = Dyadic>> Nearest<E> {
    /// The order of the signed distance of the cores and the level R ≥ 0.
    pub fn compare_with(&self, level: &Dyadic) -> Ordering {
        match self.place {
            Place::Outside => {
                let height = self.direction.dot(&self.face[0].point);
                let reach = level.times(level).times(&self.direction.length_squared());
                height.times(&height).cmp(&reach)
            }
            Place::Boundary if level.is_zero() => Ordering::Equal,
            Place::Boundary | Place::Inside => Ordering::Less,
        }
    }

    /// The speed at which the plane of the nearest face closes, times |g|. The cores are apart.
    pub fn closing(&self, way: &E) -> Dyadic {
        self.direction.dot(way)
    }

    /// The fraction at which the plane of the nearest face reaches the level, rounded down by at most 2 units in the
    /// last place of the greater of it and `at`. The cores are farther apart than the level at fraction `at`. `None` if
    /// the plane does not close.
    pub fn crossing(&self, level: &Dyadic, way: &E, at: f64) -> Option<f64> {
        let closing = self.closing(way);
        if !closing.is_positive() {
            return None;
        }
        let height = self.direction.dot(&self.face[0].point);
        if level.is_zero() {
            let start = Dyadic::from(at).times(&closing);
            return Some(ratio(&height.plus(&start), &closing).next_down());
        }
        // (N − R√M) / g·way = (N² − R²M) / ((N + R√M)·g·way): nothing cancels.
        let squared = self.direction.length_squared();
        let numerator = height.times(&height).minus(&level.times(level).times(&squared));
        let root = Scaled::of(&squared).root();
        let sum = Scaled::of(&height).plus(Scaled::of(level).times(root));
        let gain = Scaled::of(&numerator).over(sum.times(Scaled::of(&closing))).to_f64();
        let fraction = Double::sum(at, gain.next_down()).high;
        Some(fraction.next_down().max(at))
    }

    /// The depth of the origin in A − B along an outward direction is offset/|g|. Here are the offset and |g|².
    pub fn depth(&self) -> (Dyadic, Dyadic) {
        (self.direction.dot(&self.face[0].point), self.direction.length_squared())
    }
}
