//! A face as it is seen along the axis nearest to its normal.
//!
//! The view drops a coordinate, so it rounds nothing, and three corners of a flat face turn to the same side in the view
//! and in the plane of the face.

use std::cmp::Ordering;

use super::sides::{area, lexicographic, side};
use crate::plane;
use crate::space::{Point, dot, length, minus};
use clearance::Ring;
use clearance::dyadic::Dyadic;

/// The view along an axis, from the side where the ring turns to the left.
pub struct Shadow {
    /// The two coordinates that are kept.
    axes: [usize; 2],
    /// Whether the ring has no area along any axis: its corners lie on a line, or what it goes around to the left and to
    /// the right is equal.
    pub has_no_area: bool,
    /// The greatest distance of a corner from the plane of the face.
    pub farthest: f64,
    /// Whether that is more than files of six digits explain.
    pub is_bent: bool,
}

/// The share of the greatest coordinate that files round away. Files keep about six digits. If larger, faces that the
/// cut changes visibly are not told; if smaller, every file of rotated boxes has a remark.
const ROUNDED: f64 = 1e-6;

impl Shadow {
    /// The view of a ring of corners.
    pub fn of(points: &[Point], ring: &[u32]) -> Self {
        let corner = |index: usize| points[ring[index] as usize];
        let greatest = ring.iter().flat_map(|&c| points[c as usize]).fold(0.0, |most: f64, x| most.max(x.abs()));
        if greatest == 0.0 {
            return Self { axes: [0, 1], has_no_area: true, farthest: 0.0, is_bent: false };
        }
        // A power of two: nothing is rounded but what is 2^1000 times smaller than the rest.
        let scale = f64::from_bits(2045u64.saturating_sub(greatest.to_bits() >> 52).max(1) << 52);
        let from_first = |index: usize| minus(corner(index).map(|x| x * scale), corner(0).map(|x| x * scale));
        let (mut normal, mut sizes) = ([0.0; 3], [0.0; 3]);
        for index in 2..ring.len() {
            let (p, q) = (from_first(index - 1), from_first(index));
            for axis in 0..3 {
                let [i, j] = others(axis);
                let (left, right) = (p[i] * q[j], p[j] * q[i]);
                normal[axis] += left - right;
                sizes[axis] += left.abs() + right.abs();
            }
        }
        let size = |axis: usize| normal[axis].abs();
        let axis = (0..3).max_by(|&i, &j| size(i).total_cmp(&size(j))).expect("there are three");
        // A sum of n terms with n roundings, and differences and products of their own: less than (n + 8)u · size.
        let error = f64::EPSILON * (ring.len() + 8) as f64 * sizes.into_iter().fold(0.0, f64::max);
        let (axis, sign) = match size(axis) > 2.0 * error + 1e-280 {
            true => (axis, normal[axis].total_cmp(&0.0)),
            false => exactly(points, ring),
        };
        let [i, j] = others(axis);
        let axes = if sign.is_lt() { [j, i] } else { [i, j] };
        let height = |index: usize| dot(normal, from_first(index)).abs() / length(normal);
        // It is NaN for a ring without an area, which has no plane.
        let farthest = (0..ring.len()).map(height).fold(0.0, f64::max);
        let is_bent = sign.is_ne() && farthest > ROUNDED * greatest * scale;
        Self { axes, has_no_area: sign.is_eq(), farthest: farthest / scale, is_bent }
    }

    /// A point in the view. The sum makes −0 to 0, so that both are one place.
    pub fn of_point(&self, point: Point) -> plane::Point {
        self.axes.map(|axis| point[axis] + 0.0)
    }

    /// Whether the fan from the first corner covers the polygon and no triangle of it is turned: seen from that corner,
    /// the others go around to the left, by less than a full turn.
    pub fn fan_fits(&self, points: &[Point], ring: &[u32]) -> bool {
        let at = |index: usize| self.of_point(points[ring[index] as usize]);
        let first = at(0);
        // What is at the place of the first corner has no direction.
        let mut seen = (1..ring.len()).map(at).filter(|&point| point != first);
        let Some(start) = seen.next() else { return true };
        let half = |point: plane::Point| lexicographic(first, point);
        let (mut last, mut halves) = (start, 0);
        for point in seen {
            let turn = side(first, last, point);
            halves += usize::from(half(point) != half(last));
            if turn.is_lt() || (turn.is_eq() && half(point) != half(last)) {
                return false;
            }
            last = point;
        }
        // After two halves it is in the first half again: before the start, or past it.
        halves < 2 || (halves == 2 && side(first, start, last).is_lt())
    }
}

/// The two coordinates beside an axis, so that a positive turn from the first to the second is about the axis.
fn others(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// The axis along which a ring has the greatest area, and the sign of that area, without rounding.
#[cold]
fn exactly(points: &[Point], ring: &[u32]) -> (usize, Ordering) {
    let areas = [0, 1, 2].map(|axis| area(ring.iter().map(|&corner| others(axis).map(|i| points[corner as usize][i]))));
    let magnitude = |area: &Dyadic| if area.is_negative() { area.negated() } else { area.clone() };
    let axis = (0..3).max_by(|&i, &j| magnitude(&areas[i]).cmp(&magnitude(&areas[j]))).expect("there are three");
    (axis, areas[axis].cmp(&Dyadic::zero()))
}

/// Whether the corners of a ring do not all lie on a line.
pub fn has_area(points: &[Point], ring: &[u32]) -> bool {
    let has_area = |triangle: [u32; 3], axis: usize| {
        let [a, b, c] = triangle.map(|corner| others(axis).map(|i| points[corner as usize][i]));
        side(a, b, c).is_ne()
    };
    super::fan(ring).any(|triangle| (0..3).any(|axis| has_area(triangle, axis)))
}
