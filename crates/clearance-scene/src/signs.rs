//! Signs that decide, without rounding: on which side of a plane or a line a point lies.
//!
//! A float filter decides nearly all of them, and exact numbers the others.
//!
//! Source of the filter: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates"
//! (1997), section 4.4.

use clearance::double::Double;
use clearance::each::Each;
use clearance::{Ring, Space, Vec2, Vec3, WideVector};
use std::cmp::Ordering;

/// Half of ε: the relative error of one rounding.
const U: f64 = f64::EPSILON / 2.0;

/// The sign of a number. Exact numbers have one; NaN counts as zero.
pub fn sign(number: &impl Ring) -> Ordering {
    if number.is_positive() {
        Ordering::Greater
    } else if number.is_negative() {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// The sign of (b − a) · ((c − a) × (d − a)): on which side of the plane through a, b and c the point d lies. It is
/// exact for finite points of any size.
///
/// `Greater` is the side from which a, b, c turn counter-clockwise, `Equal` the plane itself. Three points on one line
/// have no sides: everything is `Equal`.
///
/// ```
/// use clearance::vec3;
/// use clearance_scene::side_of_plane;
/// use std::cmp::Ordering;
///
/// let plane = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)];
/// assert_eq!(side_of_plane(plane, vec3(0.3, 0.3, 1e-300)), Ordering::Greater);
/// assert_eq!(side_of_plane(plane, vec3(7.0, -5.0, 0.0)), Ordering::Equal);
/// ```
pub fn side_of_plane([a, b, c]: [Vec3<f64>; 3], d: Vec3<f64>) -> Ordering {
    let (volume, sum) = volume([b - a, c - a, d - a].each(|edge| [edge.x, edge.y, edge.z]));
    // Shewchuk's bound is (7 + 56u)u · sum. Sums that may have lost bits to the ends of the range go on to exact
    // numbers.
    if sum > 1e-250 && sum < f64::INFINITY && volume.abs() > 4.0 * f64::EPSILON * sum {
        return volume.total_cmp(&0.0);
    }
    let [a, b, c, d] = [a, b, c, d].each(WideVector::exact);
    sign(&b.minus(&a).wedge(&c.minus(&a)).dot(&d.minus(&a)))
}

/// The product u × v · w, and the sum of the products that it is made of, without their signs.
fn volume([u, v, w]: [[f64; 3]; 3]) -> (f64, f64) {
    let minors = [[u[1] * v[2], u[2] * v[1]], [u[2] * v[0], u[0] * v[2]], [u[0] * v[1], u[1] * v[0]]];
    let (mut volume, mut sum) = (0.0, 0.0);
    for axis in 0..3 {
        volume += (minors[axis][0] - minors[axis][1]) * w[axis];
        sum += (minors[axis][0].abs() + minors[axis][1].abs()) * w[axis].abs();
    }
    (volume, sum)
}

/// [`side_of_plane`] of the last of four points, if it is sure although each coordinate may be off by `error`.
pub fn sure_side_of_plane([a, b, c, d]: [[f64; 3]; 4], error: f64) -> Option<Ordering> {
    let [u, v, w] = [b, c, d].each(|point| [point[0] - a[0], point[1] - a[1], point[2] - a[2]]);
    let (volume, sum) = volume([u, v, w]);
    let reach = [u, v, w].iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs())) + 2.0 * error;
    // Shewchuk's bound of the roundings is (7 + 56u)u · sum. Each of the nine differences is off by 2 errors more, and
    // the minor beside it is at most 2 · reach².
    let off = 8.0 * U * sum + 40.0 * error * reach * reach;
    (sum > 1e-250 && volume.abs() > off).then(|| volume.total_cmp(&0.0))
}

/// The sign of (q − p) × (r − p) in the plane, if its differences are floats and their products in double-double numbers
/// decide it. So it is for most points on one line that are no random floats.
pub fn sure_turn([p, q, r]: [[f64; 2]; 3]) -> Option<Ordering> {
    let difference = |from: f64, to: f64| {
        let difference = Double::sum(to, -from);
        (difference.low == 0.0).then_some(difference.high)
    };
    // Products above this lose no bits to the end of the range.
    let product = |a: f64, b: f64| {
        let product = Double::product(a, b);
        (product.high.abs() > 1e-250 || a == 0.0 || b == 0.0).then_some(product)
    };
    let left = product(difference(p[0], q[0])?, difference(p[1], r[1])?)?;
    let right = product(difference(p[1], q[1])?, difference(p[0], r[0])?)?;
    let high = left.high - right.high;
    if high == 0.0 {
        return left.low.partial_cmp(&right.low);
    }
    // The lower parts cannot change the sign, and the difference is off by half a unit of itself.
    (high.abs() > 2.0 * (left.low.abs() + right.low.abs())).then(|| high.total_cmp(&0.0))
}

/// The sign of the area of the triangle a, b, c: on which side of the line from a to b the point c lies. It is exact
/// for finite points of any size.
///
/// `Greater` is the left, `Equal` the line itself. Two equal points have no sides: everything is `Equal`.
///
/// ```
/// use clearance::vec2;
/// use clearance_scene::side_of_line;
/// use std::cmp::Ordering;
///
/// assert_eq!(side_of_line([vec2(0.0, 0.0), vec2(3.0, 1.0)], vec2(6.0, 2.0f64.next_up())), Ordering::Greater);
/// assert_eq!(side_of_line([vec2(0.0, 0.0), vec2(3.0, 1.0)], vec2(6.0, 2.0)), Ordering::Equal);
/// ```
pub fn side_of_line([a, b]: [Vec2<f64>; 2], c: Vec2<f64>) -> Ordering {
    let (left, right) = ((b.x - a.x) * (c.y - a.y), (b.y - a.y) * (c.x - a.x));
    let (area, sum) = (left - right, left.abs() + right.abs());
    // Shewchuk's bound is (3 + 16u)u · sum. Sums that may have lost bits to the ends of the range go on to exact
    // numbers.
    if sum > 1e-290 && sum < f64::INFINITY && area.abs() > 2.0 * f64::EPSILON * sum {
        return area.total_cmp(&0.0);
    }
    let [a, b, c] = [a, b, c].each(WideVector::exact);
    sign(&b.minus(&a).wedge(&c.minus(&a)))
}
