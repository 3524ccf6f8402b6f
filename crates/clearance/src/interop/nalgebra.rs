//! nalgebra 0.35: vectors, points, unit rotations, isometries and homogeneous matrices, both ways.
//!
//! Vectors, rotations and isometries are copied without a check. A matrix may scale, shear or mirror. So it converts by
//! `TryFrom`, with the checks of [`Pose::from_row_major`].

use crate::numbers::real::Real;
use crate::space::coordinates::Coordinates;
use crate::space::pose::Pose;
use crate::space::rotation::PoseError;
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Vec2, Vec3, Vector, vec2, vec3};
use nalgebra::{RealField, Scalar};

/// The conversions of a vector and of a point, both ways; and both where points are asked for.
macro_rules! coordinates {
    ($($theirs:ident, $ours:ident, $build:ident, $($c:ident)+;)+) => {$(
        impl<T: Scalar + Copy> From<nalgebra::$theirs<T>> for $ours<T> {
            fn from(v: nalgebra::$theirs<T>) -> Self {
                $build($(v.$c),+)
            }
        }
        impl<T: Scalar + Copy> From<$ours<T>> for nalgebra::$theirs<T> {
            fn from(v: $ours<T>) -> Self {
                Self::new($(v.$c),+)
            }
        }
        impl<T: Real + Scalar> Coordinates for nalgebra::$theirs<T>
        where
            $ours<T>: Vector<Scalar = T>,
        {
            type Vector = $ours<T>;
            fn vector(self) -> $ours<T> {
                self.into()
            }
        }
    )+};
}
coordinates! {
    Vector2, Vec2, vec2, x y;
    Point2, Vec2, vec2, x y;
    Vector3, Vec3, vec3, x y z;
    Point3, Vec3, vec3, x y z;
}

impl<T: Real + RealField> From<nalgebra::UnitQuaternion<T>> for Quaternion<T> {
    fn from(q: nalgebra::UnitQuaternion<T>) -> Self {
        Self { x: q.i, y: q.j, z: q.k, w: q.w }
    }
}
impl<T: Real + RealField> From<Quaternion<T>> for nalgebra::UnitQuaternion<T> {
    /// The same numbers. nalgebra expects that their length is 1 ([`Quaternion::normalized`]).
    fn from(q: Quaternion<T>) -> Self {
        Self::new_unchecked(nalgebra::Quaternion::new(q.w, q.x, q.y, q.z))
    }
}
impl<T: Real + RealField> From<nalgebra::UnitComplex<T>> for Rotation2<T> {
    fn from(r: nalgebra::UnitComplex<T>) -> Self {
        Self { c: r.re, s: r.im }
    }
}
impl<T: Real + RealField> From<Rotation2<T>> for nalgebra::UnitComplex<T> {
    /// The same numbers. nalgebra expects that their length is 1 ([`Rotation2::normalized`]).
    fn from(r: Rotation2<T>) -> Self {
        Self::new_unchecked(nalgebra::Complex::new(r.c, r.s))
    }
}

/// Isometries both ways; poses to matrices, and matrices to poses if they are rigid.
macro_rules! poses {
    ($($isometry:ident, $matrix:ident, $size:literal, $vector:ident, $rotation:ident;)+) => {$(
        impl<T: Real + RealField> From<nalgebra::$isometry<T>> for Pose<$vector<T>>
        where
            $vector<T>: Vector<Scalar = T, Rotation = $rotation<T>>,
        {
            fn from(pose: nalgebra::$isometry<T>) -> Self {
                Self { rotation: pose.rotation.into(), translation: pose.translation.vector.into() }
            }
        }
        impl<T: Real + RealField> From<Pose<$vector<T>>> for nalgebra::$isometry<T>
        where
            $vector<T>: Vector<Scalar = T, Rotation = $rotation<T>>,
        {
            /// The same numbers. nalgebra expects that the rotation is of unit length.
            fn from(pose: Pose<$vector<T>>) -> Self {
                let shift: nalgebra::SVector<T, { $size - 1 }> = pose.translation.into();
                Self::from_parts(shift.into(), pose.rotation.into())
            }
        }
        impl<T: Real + RealField> From<Pose<$vector<T>>> for nalgebra::$matrix<T>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            fn from(pose: Pose<$vector<T>>) -> Self {
                pose.to_column_major().into()
            }
        }
        impl<T: Real + RealField> TryFrom<nalgebra::$matrix<T>> for Pose<$vector<T>>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            type Error = PoseError;
            /// The pose of this matrix. See [`Pose::from_row_major`] for the errors.
            fn try_from(matrix: nalgebra::$matrix<T>) -> Result<Self, PoseError> {
                Self::from_column_major(<[[T; $size]; $size]>::from(matrix))
            }
        }
    )+};
}
poses! {
    Isometry3, Matrix4, 4, Vec3, Quaternion;
    Isometry2, Matrix3, 3, Vec2, Rotation2;
}
