//! The circle of a torus' middles: how far it is from points, planes and other circles.
//!
//! All points of a torus are its tube's radius from this circle. So a torus is at least as far from another one as the circles
//! are, less both radii, linked or not.
//!
//! **Two circles.** Let A(φ) be a point of the first, seen from the middle of the second, and P its part across the second axis.
//! The square of its distance from the second circle is D(φ) = |A|² + R² − 2R·|P|. For φ = m + δ with |δ| ≤ w, Taylor's
//! formula changes |A|² by 2A·A′·δ and no more than r·|A₀|·w², and P by P′·δ and no more than r·w²/2; here r is the first
//! radius and A₀ its middle. |A|² + 2A·A′·δ − 2R·|P + P′·δ| is concave in δ, so it is least at an end. Ranges whose bound is
//! not near the least D seen are cut in halves.

use crate::frame::Frame;
use clearance::real::U;
use clearance::{Rotation2, Vec3};
use std::f64::consts::PI;

/// A circle about the axis z of a frame.
#[derive(Clone, Copy)]
pub(crate) struct Ring<'a> {
    pub frame: &'a Frame,
    pub radius: f64,
}

/// How near two circles are.
pub(crate) struct Between {
    /// They are not nearer.
    pub lower: f64,
    /// The distance of a point of the first from the second, and its angle.
    pub upper: f64,
    pub angle: f64,
}

/// How many ranges are looked at, at the most. Larger: narrower bounds for circles that are as far from each other all
/// around, and time.
const MOST_RANGES: usize = 1 << 14;

/// Ranges are not cut where the square is known within this share of the squares of lengths. Larger: wider brackets.
const SHARE: f64 = 1.0 / (1u64 << 36) as f64;

impl Ring<'_> {
    fn axis(&self) -> Vec3<f64> {
        self.frame.axes[2].unit()
    }

    /// The point at an angle, and the unit tangent there.
    pub fn at(&self, angle: f64) -> [Vec3<f64>; 2] {
        let Rotation2 { c, s } = Rotation2::<f64>::from_angle(angle);
        let [x, y, _] = self.frame.axes;
        [self.frame.origin + (x * c + y * s) * self.radius, y * c - x * s]
    }

    /// The points nearest in the direction of a vector; some all around where it is along the axis.
    pub fn toward(&self, way: Vec3<f64>) -> Vec<[Vec3<f64>; 2]> {
        let [x, y] = [self.frame.axes[0].dot(way), self.frame.axes[1].dot(way)];
        if x.hypot(y) > way.length() * NEARLY_ALONG {
            return vec![self.at(crate::within::angle(x, y))];
        }
        (0..AROUND).map(|k| self.at((f64::from(k) + 0.5) * 2.0 * PI / f64::from(AROUND))).collect()
    }

    /// The distance of a point.
    pub fn distance_of(&self, point: Vec3<f64>) -> f64 {
        let from = point - self.frame.origin;
        let height = self.axis().dot(from);
        let rho = (from - self.axis() * height).length();
        (rho - self.radius).hypot(height)
    }

    /// The nearest point to a point.
    pub fn foot(&self, point: Vec3<f64>) -> Option<Vec3<f64>> {
        let from = point - self.frame.origin;
        let across = (from - self.axis() * self.axis().dot(from)).normalized()?;
        Some(self.frame.origin + across * self.radius)
    }

    /// The least height above a plane with a unit normal.
    pub fn above(&self, normal: Vec3<f64>, origin: Vec3<f64>) -> f64 {
        normal.dot(self.frame.origin - origin) - self.radius * normal.cross(self.axis()).length()
    }

    /// How near another circle is.
    pub fn between(&self, other: &Self) -> Between {
        let axis = other.axis();
        let across = |v: Vec3<f64>| v - axis * axis.dot(v);
        let middle = self.frame.origin - other.frame.origin;
        let (r, of_other) = (self.radius, other.radius);
        let size = middle.length() + r + of_other;
        let bend = r * (middle.length() + of_other);
        let square = |a: f64, p: Vec3<f64>| a + of_other * of_other - 2.0 * of_other * p.length();
        let (mut least, mut angle) = (f64::INFINITY, 0.0);
        let mut proven = f64::INFINITY;
        let mut width = PI / 16.0;
        let mut open: Vec<f64> = (0..16).map(|k| (2.0 * f64::from(k) + 1.0) * width).collect();
        let mut looked = 0;
        while !open.is_empty() {
            looked += open.len();
            let bound = |&at: &f64| {
                let [place, tangent] = self.at(at);
                let (a, slope) = (place - other.frame.origin, tangent * r);
                let (p, turn) = (across(a), across(slope));
                let end = |way: f64| square(a.dot(a) + 2.0 * a.dot(slope) * way, p + turn * way);
                (at, square(a.dot(a), p), end(width).min(end(-width)) - bend * width * width)
            };
            let bounds: Vec<(f64, f64, f64)> = open.iter().map(bound).collect();
            for &(at, seen, _) in &bounds {
                if seen < least {
                    (least, angle) = (seen, at);
                }
            }
            let is_cut = looked + 2 * open.len() <= MOST_RANGES;
            open.clear();
            for (at, _, below) in bounds {
                if is_cut && !(below >= least - SHARE * size * size) {
                    open.extend([at - 0.5 * width, at + 0.5 * width]);
                } else {
                    proven = proven.min(below);
                }
            }
            width *= 0.5;
        }
        // Angles and their sums round: ranges leave gaps of some last digits between them.
        let rounding = 256.0 * U * size * size;
        let root = |square: f64| if square > 0.0 { square.sqrt() } else { 0.0 };
        Between { lower: root(proven - rounding), upper: root(least + rounding), angle }
    }
}

/// A direction is along the axis if its part across is no more than this share of it. Larger: nearest places that are not tried
/// exactly. Smaller: places of which rounding decides.
const NEARLY_ALONG: f64 = 1.0 / (1u64 << 30) as f64;

/// How many places all around a circle are tried.
const AROUND: i32 = 16;
