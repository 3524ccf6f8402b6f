//! Which way a ring turns, without rounding.

use clearance::{Ring, Space, Vec2, WideVector};

/// What a crossing of a ring's edge counts: 1, or −1 if the ring has to be turned round. The outer ring of a polygon
/// shall be counter-clockwise, and a hole clockwise. A ring without area is not turned.
pub(super) fn turn(points: &[Vec2<f64>], is_hole: bool) -> i8 {
    let own = if is_clockwise(points) { -1 } else { 1 };
    if is_hole { -own } else { own }
}

/// Whether the area that a ring goes around is negative.
fn is_clockwise(points: &[Vec2<f64>]) -> bool {
    let Some(&first) = points.first() else { return false };
    let (mut area, mut sum) = (0.0, 0.0);
    for (&from, &to) in points.iter().zip(&points[1..]) {
        let [from, to] = [from - first, to - first];
        let (left, right) = (from.x * to.y, from.y * to.x);
        area += left - right;
        sum += left.abs() + right.abs();
    }
    // A term rounds by under 4u times its share of the sum, and each of the n additions by at most u · sum. Sums that may
    // have lost bits to the ends of the range go on to exact numbers.
    let error = (points.len() + 8) as f64 * f64::EPSILON * sum;
    if sum > 1e-280 && sum < f64::INFINITY && area.abs() > error {
        return area < 0.0;
    }
    let exact: Vec<_> = points.iter().map(|point| point.exact()).collect();
    let edges = exact.iter().zip(exact.iter().cycle().skip(1));
    let area = edges.map(|(from, to)| from.wedge(to)).reduce(|sum, term| sum.plus(&term));
    area.is_some_and(|area| area.is_negative())
}
