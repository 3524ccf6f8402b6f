//! A shape with another pose, and a shape with a larger radius.

use super::{ShapeError, rounding_of_sum, size};
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Real, Ring};
use crate::shape::support::{SupportMap, forward};
use crate::shape::view::{Place, View};
use crate::space::pose::Pose;
use crate::space::vector::Vector;
use core::fmt;

/// A shape moved by a pose.
///
/// If the shape already has a pose, the two are composed, and the result is rounded. The identity rounds nothing, and a
/// translation rounds no rotation. To avoid that rounding, place a shape once. If the pose has a number that is not
/// finite, or its rotation is far from unit length, queries with the shape have no finite bounds ([`crate::Proximity`]).
///
/// ```
/// use clearance::{Cuboid, Point, Pose, Rotation2, Shape, overlaps, vec2};
///
/// // A square with half-side 1, rotated by 45°: its corner is at (1.414, 0).
/// let half = 0.5f64.sqrt();
/// let pose = Pose::new(Rotation2::new(half, half).unwrap(), vec2(0.0, 0.0)).unwrap();
/// let diamond = Cuboid::new(vec2(1.0, 1.0)).unwrap().at(pose);
/// assert!(overlaps(&diamond, &Point::new(vec2(1.4, 0.0)).unwrap()));
/// assert!(!overlaps(&diamond, &Point::new(vec2(1.0, 1.0)).unwrap()));
/// ```
#[derive(Clone, Copy)]
#[doc(alias = "transform")]
#[doc(alias = "isometry")]
pub struct Placed<S, V: Vector> {
    pub(crate) shape: S,
    /// The pose in `f64`, with what every query computes of it.
    place: Place<V::Wide>,
}

impl<S: PartialEq, V: Vector> PartialEq for Placed<S, V> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.place.pose == other.place.pose
    }
}

impl<S: fmt::Debug, V: Vector> fmt::Debug for Placed<S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Placed").field("shape", &self.shape).field("pose", &self.place.pose).finish()
    }
}

impl<S: SupportMap<V>, V: Vector> Placed<S, V> {
    /// `shape` moved first by its own pose, then by `pose`.
    pub fn new(shape: S, pose: Pose<V>) -> Self {
        Self::rigid(shape, pose.or_nowhere())
    }

    /// The same. The caller knows that the rotation of `pose` has unit length up to rounding.
    #[inline]
    pub(crate) fn rigid(shape: S, pose: Pose<V>) -> Self {
        let pose = after_own(&View::of(&shape), pose);
        Self::with_whole_pose(shape, pose)
    }

    /// The shape at `pose`, which contains the shape's own pose.
    #[inline]
    pub(crate) fn with_whole_pose(shape: S, pose: Pose<V>) -> Self {
        Self { shape, place: Place::at(pose.widen()) }
    }

    /// Moves the shape to `pose`. The result is the same as [`Placed::new`] of the inner shape and `pose`.
    ///
    /// So the next query needs no new shape, and a [`Cache`](crate::Cache) of the pair stays valid. The matrix of the
    /// rotation is computed here, once for all queries until the next call.
    ///
    /// ```
    /// use clearance::{Cuboid, Point, Pose, Shape, distance, vec2};
    ///
    /// let wall = Point::new(vec2(5.0, 0.0)).unwrap();
    /// let mut cart = Cuboid::new(vec2(1.0f64, 0.5)).unwrap().at(Pose::identity());
    /// for x in [0.0, 1.0, 2.0] {
    ///     cart.set_pose(Pose::translation([x, 0.0]));
    ///     assert_eq!(distance(&cart, &wall).distance, 4.0 - x);
    /// }
    /// ```
    #[doc(alias = "set_position")]
    #[doc(alias = "set_transform")]
    pub fn set_pose(&mut self, pose: Pose<V>) {
        self.place = Place::at(after_own(&View::of(&self.shape), pose.or_nowhere()).widen());
    }

    /// The inner shape, without this pose.
    ///
    /// ```
    /// use clearance::{Ball, Pose, Shape, vec3};
    ///
    /// let ball = Ball::new(vec3(0.0f64, 0.0, 0.0), 0.5).unwrap();
    /// let body = ball.at(Pose::translation([1.0, 2.0, 3.0]));
    /// assert_eq!((body.shape(), body.pose().translation), (&ball, vec3(1.0, 2.0, 3.0)));
    /// assert_eq!(body.into_shape(), ball);
    /// ```
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The inner shape, without this pose, by value.
    pub fn into_shape(self) -> S {
        self.shape
    }

    /// The same with the inner shape in another form. The form must not change what the shape answers.
    pub(crate) fn map_shape<T: SupportMap<V>>(self, form: impl FnOnce(S) -> T) -> Placed<T, V> {
        Placed { shape: form(self.shape), place: self.place }
    }
}

impl<S, V: Vector> Placed<S, V> {
    /// The pose that maps the frame of the shape's coordinates to the world's frame.
    ///
    /// If the inner shape has no pose of its own, this is the pose that was given. Otherwise it is that pose after the
    /// inner shape's own. If the given pose was no rigid motion ([`Placed`]), it is not finite.
    #[inline(always)]
    pub fn pose(&self) -> Pose<V> {
        Pose::narrow(&self.place.pose)
    }
}

/// First the shape's own pose, then `pose`.
#[inline]
pub(crate) fn after_own<V: Vector>(shape: &View<'_, V::Wide>, pose: Pose<V>) -> Pose<V> {
    if !shape.has_own_pose() {
        return pose;
    }
    pose.after(&Pose::narrow(&shape.pose()).or_nowhere())
}

/// A shape thickened by a radius: all points not farther than the radius from the shape.
///
/// ```
/// use clearance::{Cuboid, Point, Shape, distance, vec3};
///
/// // A box with rounded edges and corners.
/// let shape = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap().rounded(0.5).unwrap();
/// let answer = distance(&shape, &Point::new(vec3(4.0, 5.0, 1.0)).unwrap());
/// assert_eq!(answer.distance, 4.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "margin")]
#[doc(alias = "offset")]
#[doc(alias = "inflate")]
#[doc(alias = "dilate")]
pub struct Rounded<S, V: Vector> {
    pub(crate) shape: S,
    /// The radius that is added to the shape's own radius.
    pub(crate) added: V::Scalar,
    /// The sum of both radii, rounded.
    radius: V::Scalar,
}

impl<S: SupportMap<V>, V: Vector> Rounded<S, V> {
    /// A shape without a radius of its own, with one that was checked before.
    #[inline(always)]
    pub(crate) fn of_checked(shape: S, radius: V::Scalar) -> Self {
        Self { shape, added: radius, radius }
    }

    /// `shape` thickened by `radius`, which is added to the shape's own radius.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] if `radius` is negative. [`ShapeError::NotFinite`] if `radius` or the sum of the radii
    /// is not finite.
    pub fn new(shape: S, radius: V::Scalar) -> Result<Self, ShapeError> {
        let total = V::Scalar::narrow(size(radius)?.widen() + shape.radius().widen());
        Ok(Self { shape, added: radius, radius: size(total)? })
    }

    /// The inner shape, without the radius that was added.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The inner shape, without the radius that was added, by value.
    pub fn into_shape(self) -> S {
        self.shape
    }

    /// The radius that was added, in the unit of the shape. [`SupportMap::radius`] is the sum with the inner shape's.
    pub fn added_radius(&self) -> V::Scalar {
        self.added
    }

    /// The same with the inner shape in another form. The form must not change what the shape answers.
    pub(crate) fn map_shape<T: SupportMap<V>>(self, form: impl FnOnce(S) -> T) -> Rounded<T, V> {
        Rounded { shape: form(self.shape), added: self.added, radius: self.radius }
    }
}

/// Lets `forward!` call the inner shape.
macro_rules! inner {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = &$self.shape;
        $answer
    }};
}

impl<S: SupportMap<V>, V: Vector> SupportMap<V> for Placed<S, V> {
    forward!(self, inner, all but pose);
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::of(&self.shape).at(&self.place))
    }
    #[inline(always)]
    fn pose(&self) -> Pose<V> {
        Placed::pose(self)
    }
}

impl<S: SupportMap<V>, V: Vector> SupportMap<V> for Rounded<S, V> {
    forward!(self, inner, all but radius);
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        let view = View::of(&self.shape);
        let beyond = view.beyond_radius_of_sum(self.added.widen(), self.radius.widen())?;
        Some(View {
            radius: self.radius.widen(),
            beyond_radius: beyond,
            extent: self.extent(),
            rounding: self.rounding(),
            ..view
        })
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    fn exact_radius(&self) -> Dyadic {
        self.shape.exact_radius().plus(&Dyadic::from(self.added.widen()))
    }
    /// It includes the rounding of the radius. So the sum of extent and radius is not less than the exact sum.
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.shape.extent() + rounding_of_sum(self.shape.radius(), self.added, self.radius)
    }
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        self.shape.ball_extent() + rounding_of_sum(self.shape.radius(), self.added, self.radius)
    }
    #[inline(always)]
    fn rounding(&self) -> f64 {
        self.shape.rounding() + rounding_of_sum(self.shape.radius(), self.added, self.radius)
    }
}

#[cfg(test)]
mod tests {
    use crate::query::default::signed_distance;
    use crate::random::Random;
    use crate::shape::Cuboid;
    use crate::shape::support::Shape;
    use crate::space::pose::Pose;
    use crate::space::rotation::quaternion::Quaternion;
    use crate::space::vector::vec3;

    #[test]
    fn a_pose_that_is_set_has_the_answers_of_a_shape_placed_there() {
        let (mut random, shape) = (Random(2), Cuboid::new(vec3(1.0f64, 0.75, 0.5)).unwrap());
        let mut pose = || {
            let [x, y, z] = [random.signed(), random.signed(), random.signed()];
            Pose::new(Quaternion::new(x, y, z, 1.0).unwrap(), random.point() * 3.0).unwrap()
        };
        let (mut body, other) = (shape.at(pose()), shape.at(pose()));
        for _ in 0..100 {
            let (place, own) = (pose(), pose());
            body.set_pose(place);
            assert_eq!(body, shape.at(place));
            assert_eq!(signed_distance(&body, &other), signed_distance(&shape.at(place), &other));
            let mut nested = shape.at(own).at(pose());
            nested.set_pose(place);
            assert_eq!(signed_distance(&nested, &other), signed_distance(&shape.at(place * own), &other));
        }
    }
}
