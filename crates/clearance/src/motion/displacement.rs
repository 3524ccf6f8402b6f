//! [`Motion`]: a displacement of space that runs from fraction 0 to fraction 1.

use crate::space::vector::Vector;

/// A motion of space from where a shape stands: a constant velocity and a constant turning speed.
///
/// At fraction t the point x of the placed shape is at `center + t·travel + R(t·turn)·(x − center)`. A motion acts on
/// the world's coordinates, after the pose of the shape. So it needs no frame of the shape's own.
///
/// ```
/// use clearance::{Motion, vec3};
///
/// // A drill: four turns about the z axis on the way down.
/// let drill = Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 8.0 * std::f64::consts::PI))
///     .and_travel(vec3(0.0, 0.0, -10.0));
/// assert_eq!(drill.travel, vec3(0.0, 0.0, -10.0));
/// assert_eq!(Motion::travel(vec3(1.0f64, 2.0, 3.0)).turn, vec3(0.0, 0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "velocity")]
#[doc(alias = "screw")]
pub struct Motion<V: Vector> {
    /// The way of the centre from fraction 0 to fraction 1, in the unit of the shapes.
    pub travel: V,
    /// The turn from fraction 0 to fraction 1, in radians. In the plane it is an angle, counter-clockwise. In space it
    /// is a rotation vector: its direction is the axis and its length the angle. Any number of turns is allowed.
    pub turn: V::Turn,
    /// The point that the turn leaves in place.
    pub center: V,
}

impl<V: Vector> Default for Motion<V> {
    /// [`Motion::still`].
    fn default() -> Self {
        Self::still()
    }
}

impl<V: Vector> Motion<V> {
    /// No motion.
    pub fn still() -> Self {
        Self { travel: V::ORIGIN, turn: V::Turn::default(), center: V::ORIGIN }
    }
    /// A translation.
    pub fn travel(travel: V) -> Self {
        Self { travel, ..Self::still() }
    }
    /// A turn about `center`: an angle in the plane, a rotation vector in space, in radians.
    pub fn turn(center: V, turn: V::Turn) -> Self {
        Self { turn, center, ..Self::still() }
    }
    /// The same turn about a centre that travels: a screw, a rolling wheel.
    #[must_use]
    pub fn and_travel(self, travel: V) -> Self {
        Self { travel, ..self }
    }
    /// The same motion in `f64`.
    #[inline]
    pub(crate) fn widen(&self) -> Motion<V::Wide> {
        Motion {
            travel: self.travel.widen(),
            turn: <V::Wide as Vector>::turn_of(V::turn_vector(self.turn)),
            center: self.center.widen(),
        }
    }
}
