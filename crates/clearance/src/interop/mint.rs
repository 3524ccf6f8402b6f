//! mint 0.5: vectors, points, quaternions and matrices, both ways. mint has common types for many math crates.
//!
//! Vectors and quaternions are copied without a check. A matrix may scale, shear or mirror. So it converts by
//! `TryFrom`, with the checks of [`Pose::from_row_major`].

use crate::numbers::real::Real;
use crate::space::coordinates::Coordinates;
use crate::space::pose::Pose;
use crate::space::rotation::PoseError;
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Vec2, Vec3, Vector, vec2, vec3};

/// The conversions of a vector and of a point, both ways; and both where points are asked for.
macro_rules! coordinates {
    ($($theirs:ident, $ours:ident, $build:ident, $($c:ident)+;)+) => {$(
        impl<T> From<mint::$theirs<T>> for $ours<T> {
            fn from(v: mint::$theirs<T>) -> Self {
                $build($(v.$c),+)
            }
        }
        impl<T> From<$ours<T>> for mint::$theirs<T> {
            fn from(v: $ours<T>) -> Self {
                Self { $($c: v.$c),+ }
            }
        }
        impl<T: Real> Coordinates for mint::$theirs<T>
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

impl<T> From<mint::Quaternion<T>> for Quaternion<T> {
    fn from(q: mint::Quaternion<T>) -> Self {
        Self { x: q.v.x, y: q.v.y, z: q.v.z, w: q.s }
    }
}
impl<T> From<Quaternion<T>> for mint::Quaternion<T> {
    fn from(q: Quaternion<T>) -> Self {
        Self { v: mint::Vector3 { x: q.x, y: q.y, z: q.z }, s: q.w }
    }
}

impl<T> mint::IntoMint for Vec2<T> {
    type MintType = mint::Vector2<T>;
}
impl<T> mint::IntoMint for Vec3<T> {
    type MintType = mint::Vector3<T>;
}
impl<T> mint::IntoMint for Quaternion<T> {
    type MintType = mint::Quaternion<T>;
}

/// Poses to matrices, and matrices to poses if they are rigid.
macro_rules! matrices {
    ($($theirs:ident, $size:literal, $vector:ident, $rotation:ident, $to:ident, $from:ident;)+) => {$(
        impl<T: Real> From<Pose<$vector<T>>> for mint::$theirs<T>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            fn from(pose: Pose<$vector<T>>) -> Self {
                pose.$to().into()
            }
        }
        impl<T: Real> TryFrom<mint::$theirs<T>> for Pose<$vector<T>>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            type Error = PoseError;
            /// The pose of this matrix. See [`Pose::from_row_major`] for the errors.
            fn try_from(matrix: mint::$theirs<T>) -> Result<Self, PoseError> {
                Self::$from(<[[T; $size]; $size]>::from(matrix))
            }
        }
    )+};
}
matrices! {
    RowMatrix4, 4, Vec3, Quaternion, to_row_major, from_row_major;
    ColumnMatrix4, 4, Vec3, Quaternion, to_column_major, from_column_major;
    RowMatrix3, 3, Vec2, Rotation2, to_row_major, from_row_major;
    ColumnMatrix3, 3, Vec2, Rotation2, to_column_major, from_column_major;
}
