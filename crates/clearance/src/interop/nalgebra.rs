//! nalgebra 0.35: vectors, points, unit rotations and isometries.

use crate::pose::{Pose, Quaternion, Rotation2};
use crate::real::Real;
use crate::vector::{Vec2, Vec3, Vector, vec2, vec3};

impl<T: nalgebra::Scalar + Copy> From<nalgebra::Vector2<T>> for Vec2<T> {
    fn from(v: nalgebra::Vector2<T>) -> Self {
        vec2(v.x, v.y)
    }
}
impl<T: nalgebra::Scalar + Copy> From<Vec2<T>> for nalgebra::Vector2<T> {
    fn from(v: Vec2<T>) -> Self {
        Self::new(v.x, v.y)
    }
}
impl<T: nalgebra::Scalar + Copy> From<nalgebra::Point2<T>> for Vec2<T> {
    fn from(v: nalgebra::Point2<T>) -> Self {
        vec2(v.x, v.y)
    }
}
impl<T: nalgebra::Scalar + Copy> From<nalgebra::Vector3<T>> for Vec3<T> {
    fn from(v: nalgebra::Vector3<T>) -> Self {
        vec3(v.x, v.y, v.z)
    }
}
impl<T: nalgebra::Scalar + Copy> From<Vec3<T>> for nalgebra::Vector3<T> {
    fn from(v: Vec3<T>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}
impl<T: nalgebra::Scalar + Copy> From<nalgebra::Point3<T>> for Vec3<T> {
    fn from(v: nalgebra::Point3<T>) -> Self {
        vec3(v.x, v.y, v.z)
    }
}
impl<T: Real + nalgebra::RealField> From<nalgebra::UnitQuaternion<T>> for Quaternion<T> {
    fn from(q: nalgebra::UnitQuaternion<T>) -> Self {
        Self { x: q.i, y: q.j, z: q.k, w: q.w }
    }
}
impl<T: Real + nalgebra::RealField> From<nalgebra::UnitComplex<T>> for Rotation2<T> {
    fn from(r: nalgebra::UnitComplex<T>) -> Self {
        Self { c: r.re, s: r.im }
    }
}
impl<T: Real + nalgebra::RealField> From<nalgebra::Isometry3<T>> for Pose<Vec3<T>>
where
    Vec3<T>: Vector<Scalar = T, Rotation = Quaternion<T>>,
{
    fn from(pose: nalgebra::Isometry3<T>) -> Self {
        Self { rotation: pose.rotation.into(), translation: pose.translation.vector.into() }
    }
}
impl<T: Real + nalgebra::RealField> From<nalgebra::Isometry2<T>> for Pose<Vec2<T>>
where
    Vec2<T>: Vector<Scalar = T, Rotation = Rotation2<T>>,
{
    fn from(pose: nalgebra::Isometry2<T>) -> Self {
        Self { rotation: pose.rotation.into(), translation: pose.translation.vector.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nalgebra_goes_both_ways() {
        let v = vec3(1.0f64, 2.0, 3.0);
        assert_eq!(Vec3::from(nalgebra::Vector3::from(v)), v);
        let w = vec2(1.0f32, 2.0);
        assert_eq!(Vec2::from(nalgebra::Vector2::from(w)), w);
    }

    #[test]
    fn an_isometry_moves_points_as_nalgebra_does() {
        let isometry =
            nalgebra::Isometry3::new(nalgebra::Vector3::new(1.0, 2.0, 3.0), nalgebra::Vector3::new(0.3, -0.2, 0.9));
        let ours = Pose::<Vec3<f64>>::from(isometry).apply(vec3(0.3, -0.7, 2.0));
        let theirs = isometry * nalgebra::Point3::new(0.3, -0.7, 2.0);
        assert!((nalgebra::Vector3::from(ours) - theirs.coords).norm() < 1e-15);
        let plane = nalgebra::Isometry2::new(nalgebra::Vector2::new(1.0, 2.0), 0.7);
        let ours = Pose::<Vec2<f64>>::from(plane).apply(vec2(0.3, -0.7));
        let theirs = plane * nalgebra::Point2::new(0.3, -0.7);
        assert!((nalgebra::Vector2::from(ours) - theirs.coords).norm() < 1e-15);
    }
}
