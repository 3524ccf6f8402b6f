//! The smallest box along the axes that holds a shape, rounded outward.

use super::{turn_error, vector};
use crate::engine::Engine;
use crate::numbers::each::Each;
use crate::numbers::interval::Interval;
use crate::numbers::real::Real;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, Vector, WideVector};

/// A box with edges along the axes of the world, given by two corners.
///
/// ```
/// use clearance::{Ball, Bounds, vec2};
///
/// let shape = Ball::new(vec2(3.0, 4.0), 1.0).unwrap();
/// let bounds = shape.aabb();
/// assert_eq!((bounds.lower, bounds.upper), (vec2(2.0, 3.0), vec2(4.0, 5.0)));
/// assert!(bounds.contains(vec2(2.0, 3.5)) && !bounds.contains(vec2(1.9, 3.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "bounding box")]
pub struct Aabb<V> {
    /// The corner with the least coordinates, in the unit of the shapes.
    pub lower: V,
    /// The corner with the greatest coordinates.
    pub upper: V,
}

impl<V: Vector> Aabb<V> {
    /// Whether the box holds the point. The boundary counts.
    pub fn contains(&self, point: V) -> bool {
        self.overlaps(&Self { lower: point, upper: point })
    }
    /// Whether the two boxes have a common point. The boundary counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        let below = |low: V, high: V, axis| low.widen().coordinate(axis) <= high.widen().coordinate(axis);
        (0..V::Wide::DIM).all(|axis| below(self.lower, other.upper, axis) && below(other.lower, self.upper, axis))
    }
    /// The smallest box that holds both.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let pick = |p: V, q: V, least: bool| {
            let (p, q) = (p.widen(), q.widen());
            V::narrow((0..V::Wide::DIM).fold(p, |corner, axis| {
                let is_less = q.coordinate(axis) < p.coordinate(axis);
                if is_less == least { corner.with_coordinate(axis, *q.coordinate(axis)) } else { corner }
            }))
        };
        Self { lower: pick(self.lower, other.lower, true), upper: pick(self.upper, other.upper, false) }
    }
}

/// The box of a shape. Every [`SupportMap`] has it. [`Bounds::aabb`] has an example.
pub trait Bounds<V: Vector>: SupportMap<V> {
    /// The smallest box along the world's axes that holds the shape, with its pose and radius, rounded outward.
    ///
    /// A shape with vertices that is moved without rotation, or by quarter turns, has an exact box, up to the rounding
    /// of a sum. For others each side is farther out by some 100 units in the last place of the shape's extent. If the
    /// shape has a number that is not finite, the box is infinite.
    ///
    /// ```
    /// use clearance::{Bounds, Cuboid, Pose, Quaternion, Shape, vec3};
    ///
    /// let turn = Quaternion::from_axis_angle(vec3(0.0f64, 0.0, 1.0), std::f64::consts::FRAC_PI_4);
    /// let pose = Pose::new(turn, vec3(10.0, 0.0, 0.0)).unwrap();
    /// let bounds = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(pose).rounded(0.5).unwrap().aabb();
    /// let reach = 0.5 + 2f64.sqrt();
    /// assert!(bounds.upper.x >= 10.0 + reach && bounds.upper.x < 10.0 + reach + 1e-13);
    /// ```
    #[doc(alias = "bounding_box")]
    fn aabb(&self) -> Aabb<V> {
        let Aabb { lower, upper } = V::Wide::box_of(&View::of(&self));
        let outward = |point: V::Wide, round: fn(f64) -> V::Scalar| {
            V::from_slice(&point.padded().each(round)[..V::Wide::DIM]).unwrap_or(V::ORIGIN)
        };
        Aabb { lower: outward(lower, V::Scalar::narrow_down), upper: outward(upper, V::Scalar::narrow_up) }
    }
}
impl<V: Vector, S: SupportMap<V> + ?Sized> Bounds<V> for S {}

/// [`Bounds::aabb`] in `f64`.
pub(crate) fn aabb<W: WideVector>(shape: &View<'_, W>) -> Aabb<W> {
    let pose = shape.pose();
    let matrix = pose.rotation.matrix();
    let error = turn_error(&pose);
    // The support point is off the core by at most the rounding, and lacks at most the rounding to the farthest
    // point. The direction is a row of the matrix; each of its three entries has the error of a turn, and each
    // coordinate of the core is at most the extent: 3·error·extent. The product of direction and support point, and
    // the choice of the farthest vertex, have at most 16 roundings of extent; error ≥ 32u makes room for them.
    let turned = error > 0.0;
    let slack = if turned { 2.0 * shape.rounding() + 4.0 * error * shape.extent() } else { shape.rounding() };
    let border = Interval::from(slack) + Interval::from(shape.radius());
    let side = |axis: usize, sign: f64| {
        let direction = (<W as WideVector>::axis(axis) * sign).mapped_back(&matrix);
        let far = Interval::from(shape.support(direction).dot(&direction));
        (far + Interval::from(*pose.translation.coordinate(axis) * sign) + border).upper
    };
    let far = |axis: usize, sign: f64| {
        if axis < W::DIM { side(axis, sign) } else { 0.0 }
    };
    let (upper, lower) = ([0, 1, 2].each(|axis| far(axis, 1.0)), [0, 1, 2].each(|axis| -far(axis, -1.0)));
    Aabb { lower: vector(lower), upper: vector(upper) }
}
