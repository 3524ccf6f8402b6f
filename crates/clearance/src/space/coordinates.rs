//! Points as people write them: vectors, arrays and tuples.

use crate::numbers::real::Real;
use crate::space::vector::{Vec2, Vec3, Vector, vec2, vec3};

/// What can be read as a point: a [`Vector`], an array or a tuple of two or three floats. With the features for glam,
/// nalgebra and mint also their vectors and points.
///
/// ```
/// use clearance::{Coordinates, vec2, vec3};
///
/// assert_eq!([1.0f32, 2.0].vector(), vec2(1.0, 2.0));
/// assert_eq!((1.0, 2.0, 3.0).vector(), vec3(1.0, 2.0, 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point of the plane or of space",
    label = "not a point",
    note = "a point is `[1.0, 2.0]`, `(1.0, 2.0)` or `vec2(1.0, 2.0)`, in space with three coordinates",
    note = "coordinates are `f32` or `f64`: write `1.0` for `1`"
)]
pub trait Coordinates: Copy {
    /// The vector with these coordinates.
    type Vector: Vector;
    /// The point as a vector. Nothing is rounded.
    fn vector(self) -> Self::Vector;
}

impl<V: Vector> Coordinates for V {
    type Vector = V;
    fn vector(self) -> V {
        self
    }
}
impl<T: Real> Coordinates for [T; 2]
where
    Vec2<T>: Vector,
{
    type Vector = Vec2<T>;
    fn vector(self) -> Vec2<T> {
        self.into()
    }
}
impl<T: Real> Coordinates for [T; 3]
where
    Vec3<T>: Vector,
{
    type Vector = Vec3<T>;
    fn vector(self) -> Vec3<T> {
        self.into()
    }
}
impl<T: Real> Coordinates for (T, T)
where
    Vec2<T>: Vector,
{
    type Vector = Vec2<T>;
    fn vector(self) -> Vec2<T> {
        vec2(self.0, self.1)
    }
}
impl<T: Real> Coordinates for (T, T, T)
where
    Vec3<T>: Vector,
{
    type Vector = Vec3<T>;
    fn vector(self) -> Vec3<T> {
        vec3(self.0, self.1, self.2)
    }
}
