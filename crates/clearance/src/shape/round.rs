//! Cylinders and cones of space, round about the y axis of their frame.

use super::{ShapeError, size};
use crate::contact::FacePoint;
use crate::patch::Patch;
use crate::real::{Real, U, exponent_of, ldexp};
use crate::support::SupportMap;
use crate::vector::{Space, Vec3, Vector, WideVector, vec2, vec3};
use alloc::vec::Vec;

/// A cylinder about the y axis: |y| ≤ half-height, x² + z² ≤ radius².
///
/// Either size may be zero: a disc, a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T> {
    half_height: T,
    radius: T,
}

/// A cone about the y axis: its apex at y = half-height, its base, of the given radius, at y = −half-height.
///
/// Either size may be zero: a disc, a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T> {
    half_height: T,
    radius: T,
    /// Both divided by a power of two that makes the larger about 1.
    proportions: [f64; 2],
}

impl<T: Real> Cylinder<T> {
    /// The cylinder that reaches `half_height` up and down, with the given radius.
    ///
    /// # Errors
    /// Sizes that are not finite or negative.
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self { half_height: size(half_height)?, radius: size(radius)? })
    }
}

impl<T: Real> Cone<T> {
    /// The cone that reaches `half_height` up to its apex and down to its base, of the given radius.
    ///
    /// # Errors
    /// Sizes that are not finite or negative.
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        let sizes = [size(half_height)?.widen(), size(radius)?.widen()];
        let largest = sizes[0].max(sizes[1]);
        let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
        Ok(Self { half_height, radius, proportions: sizes.map(|length| ldexp(length, -exponent)) })
    }
}

impl<T: Real> Cone<T> {
    /// Whether h·d_y > −h·d_y + r·√(d_x² + d_z²): by squares of numbers of about 1, so that nothing overflows, and what
    /// underflows is less than a rounding of the greater size.
    #[inline(always)]
    fn apex_is_farther(&self, direction: Vec3<f64>) -> bool {
        let squared = direction.dot(&direction);
        let d = if squared > 1e-250 && squared < 1e250 { direction } else { direction.unit() };
        let [height, radius] = self.proportions;
        let (up, out) = (2.0 * height * d.y, radius * radius * (d.x * d.x + d.z * d.z));
        (up > 0.0) & (up * up > out)
    }
}

/// The point of the circle of `radius` in the plane y = `height` farthest along a direction; its centre where the
/// direction is along the axis and every point is as far.
#[inline(always)]
fn rim(radius: f64, height: f64, direction: Vec3<f64>) -> Vec3<f64> {
    let across = vec2(direction.x, direction.z);
    if !(across.max_abs() > 0.0) {
        return vec3(0.0, height, 0.0);
    }
    let unit = across.unit();
    vec3(unit.x * radius, height, unit.y * radius)
}

/// The patch of a disc whose outward normal is the y axis times `up`, at its point farthest along a unit vector: its rim or,
/// where the direction is the normal, its centre.
#[inline(always)]
fn rim_patch(radius: f64, up: f64, direction: Vec3<f64>) -> Patch<Vec3<f64>> {
    let (zero, cap) = (vec3(0.0, 0.0, 0.0), vec3(0.0, up, 0.0));
    let across = vec2(direction.x, direction.z);
    if !(across.max_abs() > 0.0) {
        return Patch::smooth(0.0, f64::MIN_POSITIVE, [zero; 2]).capped(cap, radius);
    }
    let unit = across.unit();
    let tangent = vec3(unit.y * up, 0.0, -unit.x * up);
    Patch::smooth(radius, across.length(), [tangent, zero]).capped(cap, radius)
}

/// Eight points of a cap's rim, at fixed places: they stay the same contacts while the shape rocks.
fn cap(radius: f64, height: f64, face: &mut Vec<FacePoint<Vec3<f64>>>) {
    let d = core::f64::consts::FRAC_1_SQRT_2;
    let circle = [(1.0, 0.0), (d, d), (0.0, 1.0), (-d, d), (-1.0, 0.0), (-d, -d), (0.0, -1.0), (d, -d)];
    let first = if height > 0.0 { 0 } else { 8 };
    face.extend(
        (first..).zip(circle).map(|(vertex, (x, z))| FacePoint { point: vec3(radius * x, height, radius * z), vertex }),
    );
}

impl<T: Real> SupportMap<Vec3<T>> for Cylinder<T>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    #[inline(always)]
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        rim(self.radius.widen(), self.half_height.widen().copysign(direction.y), direction)
    }
    /// The rim of a cap; the side's straight line leads to the other rim.
    #[inline(always)]
    fn patch(&self, direction: Vec3<f64>) -> Option<Patch<Vec3<f64>>> {
        let (radius, up) = (self.radius.widen(), 1f64.copysign(direction.y));
        let ruling = vec3(0.0, -2.0 * up * self.half_height.widen(), 0.0);
        Some(rim_patch(radius, up, direction).ruled(ruling, radius))
    }
    /// A cap as an octagon, or the line of the side.
    fn face_towards(&self, direction: Vec3<f64>, face: &mut Vec<FacePoint<Vec3<f64>>>) {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        if direction.y.abs() > vec2(direction.x, direction.z).length() {
            cap(radius, height.copysign(direction.y), face);
        } else {
            let ends = [-height, height].map(|y| rim(radius, y, direction));
            face.extend([0, 1].map(|k| FacePoint { point: ends[k], vertex: 16 + k as u32 }));
        }
    }
    #[inline(always)]
    fn center(&self) -> Vec3<f64> {
        vec3(0.0, 0.0, 0.0)
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.half_height.widen().max(self.radius.widen())
    }
    /// The unit vector errs by 4u, its multiple by one more; the height not at all.
    #[inline(always)]
    fn rounding(&self) -> f64 {
        8.0 * U * self.radius.widen()
    }
}

impl<T: Real> SupportMap<Vec3<T>> for Cone<T>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    #[inline(always)]
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        let foot = rim(radius, -height, direction);
        if self.apex_is_farther(direction) { vec3(0.0, height, 0.0) } else { foot }
    }
    /// The apex or the base's rim; the side's straight line leads from one to the other.
    #[inline(always)]
    fn patch(&self, direction: Vec3<f64>) -> Option<Patch<Vec3<f64>>> {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        let base = rim_patch(radius, -1.0, direction);
        let slant = vec3(0.0, height, 0.0) - rim(radius, -height, direction);
        Some(if self.apex_is_farther(direction) {
            Patch::smooth(0.0, base.lean, base.along).ruled(-slant, radius)
        } else {
            base.ruled(slant, 0.0)
        })
    }
    /// The base as an octagon, or the line of the side from apex to rim.
    fn face_towards(&self, direction: Vec3<f64>, face: &mut Vec<FacePoint<Vec3<f64>>>) {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        let unit = direction.unit();
        // The side's normal rises as the radius over the slant, and leans out as the height does.
        let side = vec2(2.0 * height, radius).unit();
        let across = vec2(unit.x, unit.z).length();
        if -unit.y > side.x * across + side.y * unit.y {
            cap(radius, -height, face);
        } else {
            let ends = [vec3(0.0, height, 0.0), rim(radius, -height, direction)];
            face.extend([0, 1].map(|k| FacePoint { point: ends[k], vertex: 16 + k as u32 }));
        }
    }
    #[inline(always)]
    fn center(&self) -> Vec3<f64> {
        vec3(0.0, 0.0, 0.0)
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.half_height.widen().max(self.radius.widen())
    }
}
