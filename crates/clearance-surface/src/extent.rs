//! What bounds the surface over a triangle, or over all of a face: boxes, balls and slabs that hold its radius, too.

use crate::face::Face;
use clearance::real::{U, UP};
use clearance::{Vec3, vec3};

/// A box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub low: [f64; 3],
    pub high: [f64; 3],
}

impl Extent {
    /// The box that holds nothing.
    pub const NOTHING: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    /// The box around points, widened by a radius.
    pub fn around(points: &[Vec3<f64>], radius: f64) -> Self {
        let mut own = Self::NOTHING;
        own.hold(points, radius);
        own
    }

    fn hold(&mut self, points: &[Vec3<f64>], radius: f64) {
        for point in points {
            for (axis, x) in [point.x, point.y, point.z].into_iter().enumerate() {
                self.low[axis] = self.low[axis].min((x - radius).next_down());
                self.high[axis] = self.high[axis].max((x + radius).next_up());
            }
        }
    }

    /// The box around two boxes.
    pub fn with(&self, other: &Self) -> Self {
        Self {
            low: [0, 1, 2].map(|k| self.low[k].min(other.low[k])),
            high: [0, 1, 2].map(|k| self.high[k].max(other.high[k])),
        }
    }

    /// The box around boxes.
    pub fn of_all(boxes: &[Self]) -> Self {
        boxes.iter().fold(Self::NOTHING, |all, own| all.with(own))
    }

    /// The box of what is in both, each widened by a length. `None` if there is nothing.
    pub fn common(&self, other: &Self, band: f64) -> Option<Self> {
        let low = [0, 1, 2].map(|k| (self.low[k].max(other.low[k]) - band).next_down());
        let high = [0, 1, 2].map(|k| (self.high[k].min(other.high[k]) + band).next_up());
        (0..3).all(|k| low[k] <= high[k]).then_some(Self { low, high })
    }

    /// The middle.
    pub fn middle(&self) -> Vec3<f64> {
        let [x, y, z] = [0, 1, 2].map(|k| 0.5 * self.low[k] + 0.5 * self.high[k]);
        vec3(x, y, z)
    }

    /// Half of how far it reaches along a unit direction, rounded up.
    pub fn half_along(&self, direction: Vec3<f64>) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| self.high[k] - self.low[k]);
        0.5 * (x * direction.x.abs() + y * direction.y.abs() + z * direction.z.abs()) * UP
    }

    /// Half the diagonal, rounded up.
    pub fn half(&self) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| self.high[k] - self.low[k]);
        0.5 * (x * x + y * y + z * z).sqrt() * UP
    }

    /// The largest size of a coordinate.
    pub fn size(&self) -> f64 {
        self.low.iter().chain(&self.high).fold(0.0, |most: f64, x| most.max(x.abs()))
    }
}

/// A box, a ball and a slab around what a triangle stands for.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    /// The box.
    pub extent: Extent,
    middle: Vec3<f64>,
    /// No point is farther from the middle.
    radius: f64,
    /// The normal of the triangle, or nothing, and how far points are from its plane.
    normal: Vec3<f64>,
    off: f64,
}

impl Around {
    /// What is around a triangle of a face whose surface is within a radius of it.
    pub fn of_triangle(face: &Face, triangle: u32, radius: f64) -> Self {
        let corners = face.corners(triangle);
        let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
        let most = corners.iter().map(|corner| (*corner - middle).length()).fold(0.0, f64::max);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized().unwrap_or_default();
        // A normal that is off by rounding, as that of a needle is, leaves corners out of the plane.
        let tilt = corners.iter().map(|corner| normal.dot(*corner - middle).abs()).fold(0.0, f64::max);
        let off = (radius + tilt + 16.0 * U * (most + middle.length())) * UP;
        Self { extent: Extent::around(&corners, radius), middle, radius: (most + off) * UP, normal, off }
    }

    /// Whether a point of it may be in a place or within a length of it.
    pub fn may_meet(&self, place: &Extent, reach: f64) -> bool {
        if self.extent.common(place, reach).is_none() {
            return false;
        }
        let away = place.middle() - self.middle;
        away.length() * (1.0 - 64.0 * U) <= place.half() + self.radius + reach
            && self.normal.dot(away).abs() * (1.0 - 64.0 * U) <= place.half_along(self.normal) + self.off + reach
    }

    /// Whether a point of it may be within a length of a point of another.
    pub fn may_be_near(&self, other: &Self, reach: f64) -> bool {
        let away = other.middle - self.middle;
        // Rounding of the middles, which are as large as the boxes' coordinates.
        let slack = reach + 64.0 * U * (self.middle.length() + other.middle.length());
        let is_beyond =
            |own: &Self, radius: f64| own.normal.dot(away).abs() * (1.0 - 64.0 * U) > (own.off + radius + slack) * UP;
        self.extent.common(&other.extent, reach).is_some()
            && !(away.length() * (1.0 - 64.0 * U) > (self.radius + other.radius + slack) * UP)
            && !is_beyond(self, other.radius)
            && !is_beyond(other, self.radius)
    }
}
