//! On which side of a line a point lies, without rounding.

use std::cmp::Ordering;

use crate::plane::Point;
use clearance::dyadic::Dyadic;
use clearance::{Ring, Space, Vec2, WideVector};

#[cfg(test)]
std::thread_local! {
    /// How often exact numbers were asked.
    pub static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The sign of the area of the triangle a, b, c: `Greater` if c lies on the left of the line from a to b. It is exact
/// for finite points of any size.
///
/// Source of the filter: Shewchuk 1997, section 4.4; his bound is (3 + 16u)u · sum. Sums that may have lost bits to the
/// ends of the range go on to exact numbers.
pub fn side(a: Point, b: Point, c: Point) -> Ordering {
    let ([along, up], [beside, above]) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
    // A difference is zero of equal numbers only. A ring that passes its corners often asks about equal points.
    if b == c || (along == 0.0 || above == 0.0) && (up == 0.0 || beside == 0.0) {
        return Ordering::Equal;
    }
    let (left, right) = (along * above, up * beside);
    let (area, sum) = (left - right, left.abs() + right.abs());
    if sum > 1e-290 && sum < f64::INFINITY && area.abs() > 2.0 * f64::EPSILON * sum {
        return area.total_cmp(&0.0);
    }
    #[cfg(test)]
    ASKED.set(ASKED.get() + 1);
    let [a, b, c] = [a, b, c].map(|point| Vec2 { x: point[0], y: point[1] }.exact());
    let area = b.minus(&a).wedge(&c.minus(&a));
    (i8::from(area.is_positive()) - i8::from(area.is_negative())).cmp(&0)
}

/// The order from left to right, and from below where that is equal.
pub fn lexicographic(p: Point, q: Point) -> Ordering {
    p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1]))
}

/// Twice the area of a ring, without rounding. It is positive counter-clockwise.
pub fn area(ring: impl Iterator<Item = Point> + Clone) -> Dyadic {
    let exact = |point: Point| point.map(Dyadic::from);
    let mut area = Dyadic::zero();
    for (p, q) in ring.clone().zip(ring.clone().cycle().skip(1)) {
        let (p, q) = (exact(p), exact(q));
        area = area.plus(&p[0].times(&q[1]).minus(&p[1].times(&q[0])));
    }
    area
}
