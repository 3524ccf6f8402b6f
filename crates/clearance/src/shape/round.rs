//! Cylinders and cones in space. Their axis is the y axis of their frame.

use super::{ShapeError, size};
use crate::numbers::each::Each;
use crate::numbers::real::{Real, U, exponent_of, ldexp};
use crate::shape::axis::Axis;
use crate::shape::curvature::Curvature;
use crate::shape::face::FacePoint;
use crate::shape::support::SupportMap;
use crate::shape::surface::Surface;
use crate::shape::term::Term;
use crate::space::hessian::Hessian;
use crate::space::vector::{Vec3, Vector, WideVector, vec2, vec3};
use alloc::vec::Vec;

/// A cylinder about the y axis: |y| ≤ half-height, x² + z² ≤ radius².
///
/// Either size may be zero; the cylinder is then a disc, a segment or a point.
///
/// ```
/// use clearance::{Cylinder, Pose, Shape, distance, vec3};
///
/// let post = Cylinder::new(2.0f64, 0.5).unwrap();
/// let other = Cylinder::new(1.0, 0.25).unwrap().at(Pose::translation([3.0, 0.0, 4.0]));
/// // Parallel axes at a distance of 5.
/// assert!((distance(&post, &other).distance - 4.25).abs() < 1e-11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T> {
    half_height: T,
    radius: T,
}

/// A cone about the y axis. Its apex is at y = half-height, its base is a disc of the given radius at y = −half-height.
///
/// Either size may be zero; the cone is then a disc, a segment or a point.
///
/// ```
/// use clearance::{Cone, Solver, vec3};
///
/// let cone = Cone::new(2.0f64, 3.0).unwrap();
/// // Outside above the apex, and inside 0.5 above the base.
/// let distance = |y| Solver::default().closest_point(&cone, vec3(0.0, y, 0.0)).distance;
/// assert!((distance(3.0) - 1.0).abs() < 1e-12);
/// assert!((distance(-1.5) + 0.5).abs() < 1e-11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T> {
    half_height: T,
    radius: T,
    /// Half-height and radius, divided by a power of two such that the larger is about 1.
    proportions: [f64; 2],
}

impl<T: Real> Cylinder<T> {
    /// The cylinder from y = −`half_height` to y = `half_height`.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] or [`ShapeError::Negative`] if a size is not finite or negative.
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self { half_height: size(half_height)?, radius: size(radius)? })
    }

    /// Half the height, along the y axis, in the unit of the shape.
    ///
    /// ```
    /// use clearance::Cylinder;
    ///
    /// let shape = Cylinder::new(2.0f32, 0.5).unwrap();
    /// assert_eq!((shape.half_height(), shape.radius()), (2.0, 0.5));
    /// ```
    #[inline(always)]
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the caps, in the unit of the shape.
    #[inline(always)]
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real> Cone<T> {
    /// The cone with its apex at y = `half_height` and its base at y = −`half_height`.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] or [`ShapeError::Negative`] if a size is not finite or negative.
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        let sizes = [size(half_height)?.widen(), size(radius)?.widen()];
        let largest = sizes[0].max(sizes[1]);
        let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
        Ok(Self { half_height, radius, proportions: sizes.each(|length| ldexp(length, -exponent)) })
    }

    /// Half the height, along the y axis, in the unit of the shape.
    ///
    /// ```
    /// use clearance::Cone;
    ///
    /// let shape = Cone::new(2.0f32, 0.5).unwrap();
    /// assert_eq!((shape.half_height(), shape.radius()), (2.0, 0.5));
    /// ```
    #[inline(always)]
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the base, in the unit of the shape.
    #[inline(always)]
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real> Cone<T> {
    /// Whether the apex is farther along d than the base: h·d_y > −h·d_y + r·√(d_x² + d_z²).
    ///
    /// Squares of both sides are compared. All numbers are about 1, so nothing overflows. A number that underflows is
    /// less than a rounding of the larger size.
    #[inline(always)]
    fn apex_is_farther(&self, direction: Vec3<f64>) -> bool {
        let squared = direction.dot(direction);
        // A power of two changes no bit, so the answer does not depend on the length of the direction.
        let is_common = (squared > 1e-250 && squared < 1e250) || direction == vec3(0.0, 0.0, 0.0);
        let d = if is_common { direction } else { direction.scaled_by_power(-exponent_of(direction.max_abs())) };
        let [height, radius] = self.proportions;
        let (up, out) = (2.0 * height * d.y, radius * radius * (d.x * d.x + d.z * d.z));
        (up > 0.0) & (up * up > out)
    }
}

/// The support point of the circle of `radius` in the plane y = `height`. If the direction is along the axis, all
/// points are equally far and the result is the centre.
#[inline(always)]
fn rim(radius: f64, height: f64, direction: Vec3<f64>) -> Vec3<f64> {
    let across = vec2(direction.x, direction.z);
    if !(across.max_abs() > 0.0) {
        return vec3(0.0, height, 0.0);
    }
    let unit = across.unit();
    vec3(unit.x * radius, height, unit.y * radius)
}

/// The curvature of a disc at its support point along a unit vector. The outward normal of the disc is (0, `up`, 0).
/// The support point is on the rim; if the direction is the normal, it is the centre.
#[inline(always)]
fn rim_curvature(radius: f64, up: f64, direction: Vec3<f64>) -> Curvature<Vec3<f64>> {
    let (zero, cap) = (vec3(0.0, 0.0, 0.0), vec3(0.0, up, 0.0));
    let across = vec2(direction.x, direction.z);
    if !(across.max_abs() > 0.0) {
        return Curvature::smooth(0.0, f64::MIN_POSITIVE, [zero; 2]).capped(cap, radius);
    }
    let unit = across.unit();
    let tangent = vec3(unit.y * up, 0.0, -unit.x * up);
    Curvature::smooth(radius, across.length(), [tangent, zero]).capped(cap, radius)
}

/// The feature of a rim, at its support point along a unit vector: a circle of `radius` about the y axis at `height`.
fn rim_surface(radius: f64, height: f64, direction: Vec3<f64>) -> Surface<Vec3<f64>> {
    let (zero, across) = (vec3(0.0, 0.0, 0.0), vec2(direction.x, direction.z));
    let lean = across.length();
    if !(lean > 0.0) {
        return Surface::corner(vec3(0.0, height, 0.0));
    }
    let unit = across.divided(lean);
    let tangent = vec3(unit.y, 0.0, -unit.x);
    let point = vec3(unit.x * radius, height, unit.y * radius);
    let hessian = Hessian::dyads(radius / lean, &[tangent, zero]);
    Surface::smooth(point, Term { hessian, length: radius * lean, rest: radius * direction.y.abs() })
}

/// Eight points of the rim of a cap. Their places are fixed in the shape's frame, so contacts keep their identity when
/// the shape rocks.
fn cap_octagon(radius: f64, height: f64, face: &mut Vec<FacePoint<Vec3<f64>>>) {
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
    /// The support point is on the rim of a cap. The ruling leads along the side to the other rim.
    #[inline(always)]
    fn curvature(&self, direction: Vec3<f64>) -> Option<Curvature<Vec3<f64>>> {
        let (radius, up) = (self.radius.widen(), 1f64.copysign(direction.y));
        let ruling = vec3(0.0, -2.0 * up * self.half_height.widen(), 0.0);
        Some(rim_curvature(radius, up, direction).ruled(ruling, radius))
    }
    fn axis_of_revolution(&self) -> Option<Axis<Vec3<f64>>> {
        Some(Axis { center: vec3(0.0, 0.0, 0.0), direction: vec3(0.0, 1.0, 0.0) })
    }
    fn feature_count(&self) -> usize {
        2
    }
    /// Feature 0 is the upper rim, feature 1 the lower rim.
    fn surface(&self, index: usize, direction: Vec3<f64>) -> Surface<Vec3<f64>> {
        let height = self.half_height.widen();
        rim_surface(self.radius.widen(), if index == 0 { height } else { -height }, direction)
    }
    /// A cap as an octagon, or a line of the side.
    fn face_towards(&self, direction: Vec3<f64>, face: &mut Vec<FacePoint<Vec3<f64>>>) {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        if direction.y.abs() > vec2(direction.x, direction.z).length() {
            cap_octagon(radius, height.copysign(direction.y), face);
        } else {
            let ends = [-height, height].each(|y| rim(radius, y, direction));
            face.extend([0, 1].each(|k| FacePoint { point: ends[k], vertex: 16 + k as u32 }));
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
    /// The unit vector has an error of 4u, the product with the radius one more u. The height is exact.
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
    /// The support point is the apex or on the rim of the base. The ruling leads from one to the other.
    #[inline(always)]
    fn curvature(&self, direction: Vec3<f64>) -> Option<Curvature<Vec3<f64>>> {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        let base = rim_curvature(radius, -1.0, direction);
        let slant = vec3(0.0, height, 0.0) - rim(radius, -height, direction);
        Some(if self.apex_is_farther(direction) {
            Curvature::smooth(0.0, base.lean, base.along).ruled(-slant, radius)
        } else {
            base.ruled(slant, 0.0)
        })
    }
    fn axis_of_revolution(&self) -> Option<Axis<Vec3<f64>>> {
        Some(Axis { center: vec3(0.0, 0.0, 0.0), direction: vec3(0.0, 1.0, 0.0) })
    }
    fn feature_count(&self) -> usize {
        2
    }
    /// Feature 0 is the apex, feature 1 the rim of the base.
    fn surface(&self, index: usize, direction: Vec3<f64>) -> Surface<Vec3<f64>> {
        let height = self.half_height.widen();
        match index {
            0 => Surface::corner(vec3(0.0, height, 0.0)),
            _ => rim_surface(self.radius.widen(), -height, direction),
        }
    }
    /// The base as an octagon, or a line of the side from the apex to the rim.
    fn face_towards(&self, direction: Vec3<f64>, face: &mut Vec<FacePoint<Vec3<f64>>>) {
        let (height, radius) = (self.half_height.widen(), self.radius.widen());
        let unit = direction.unit();
        // The unit normal of the side is (height, radius) / slant, as (outward, up); the height is 2 half-heights.
        let side = vec2(2.0 * height, radius).unit();
        let across = vec2(unit.x, unit.z).length();
        if -unit.y > side.x * across + side.y * unit.y {
            cap_octagon(radius, -height, face);
        } else {
            let ends = [vec3(0.0, height, 0.0), rim(radius, -height, direction)];
            face.extend([0, 1].each(|k| FacePoint { point: ends[k], vertex: 16 + k as u32 }));
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
