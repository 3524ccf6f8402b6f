//! glam 0.30, 0.32, 0.33 and 0.34: vectors, rotations and poses in `f32` and `f64`, both ways. Its vectors are points of
//! hulls and meshes as they are.
//!
//! Vectors, quaternions and pairs of both are copied without a check. A matrix or an affine map may scale, shear or
//! mirror. So it converts by `TryFrom`, with the checks of [`Pose::from_column_major`].

use crate::space::coordinates::Coordinates;
use crate::space::pose::Pose;
use crate::space::rotation::PoseError;
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Vec2, Vec3, vec2, vec3};

/// The conversions `From` in both directions, each with its formula.
macro_rules! both_ways {
    ($($theirs:ty, $ours:ty: $to_ours:expr, $to_theirs:expr;)+) => {$(
        impl From<$theirs> for $ours {
            fn from(value: $theirs) -> Self {
                ($to_ours)(value)
            }
        }
        impl From<$ours> for $theirs {
            fn from(value: $ours) -> Self {
                ($to_theirs)(value)
            }
        }
    )+};
}

/// Vectors where points are asked for.
macro_rules! points {
    ($($theirs:ty, $ours:ty;)+) => {$(
        impl Coordinates for $theirs {
            type Vector = $ours;
            fn vector(self) -> $ours {
                self.into()
            }
        }
    )+};
}

/// Poses to matrices, and matrices to poses if they are rigid.
macro_rules! matrices {
    ($($theirs:ty, $pose:ty, $to_columns:expr, $from_columns:expr;)+) => {$(
        impl From<$pose> for $theirs {
            fn from(pose: $pose) -> Self {
                ($from_columns)(&pose.to_column_major())
            }
        }
        impl TryFrom<$theirs> for $pose {
            type Error = PoseError;
            /// The pose of this map. See [`Pose::from_row_major`] for the errors.
            fn try_from(map: $theirs) -> Result<Self, PoseError> {
                Self::from_column_major(($to_columns)(map))
            }
        }
    )+};
}

/// The conversions for one scalar of one version.
macro_rules! conversions {
    ($glam:ident, $scalar:ty, $v2:ident, $v3:ident, $quat:ident, $mat3:ident, $mat4:ident, $affine2:ident, $affine3:ident) => {
        both_ways! {
            $glam::$v2, Vec2<$scalar>: |v: $glam::$v2| vec2(v.x, v.y), |v: Vec2<$scalar>| $glam::$v2::new(v.x, v.y);
            $glam::$v3, Vec3<$scalar>:
                |v: $glam::$v3| vec3(v.x, v.y, v.z), |v: Vec3<$scalar>| $glam::$v3::new(v.x, v.y, v.z);
            $glam::$quat, Quaternion<$scalar>:
                |q: $glam::$quat| Quaternion { x: q.x, y: q.y, z: q.z, w: q.w },
                |q: Quaternion<$scalar>| $glam::$quat::from_xyzw(q.x, q.y, q.z, q.w);
            // The cosine and the sine of the angle.
            $glam::$v2, Rotation2<$scalar>:
                |v: $glam::$v2| Rotation2 { c: v.x, s: v.y }, |r: Rotation2<$scalar>| $glam::$v2::new(r.c, r.s);
            ($glam::$quat, $glam::$v3), Pose<Vec3<$scalar>>:
                |(rotation, translation): ($glam::$quat, $glam::$v3)| Pose {
                    rotation: rotation.into(),
                    translation: translation.into(),
                },
                |pose: Pose<Vec3<$scalar>>| (pose.rotation.into(), pose.translation.into());
        }
        points! {
            $glam::$v2, Vec2<$scalar>;
            $glam::$v3, Vec3<$scalar>;
        }
        matrices! {
            $glam::$mat4, Pose<Vec3<$scalar>>,
                |m: $glam::$mat4| m.to_cols_array_2d(), $glam::$mat4::from_cols_array_2d;
            $glam::$affine3, Pose<Vec3<$scalar>>,
                |map: $glam::$affine3| $glam::$mat4::from(map).to_cols_array_2d(),
                |columns: &_| $glam::$affine3::from_mat4($glam::$mat4::from_cols_array_2d(columns));
            $glam::$mat3, Pose<Vec2<$scalar>>,
                |m: $glam::$mat3| m.to_cols_array_2d(), $glam::$mat3::from_cols_array_2d;
            $glam::$affine2, Pose<Vec2<$scalar>>,
                |map: $glam::$affine2| $glam::$mat3::from(map).to_cols_array_2d(),
                |columns: &_| $glam::$affine2::from_mat3($glam::$mat3::from_cols_array_2d(columns));
        }
    };
}

/// The conversions for one version.
macro_rules! version {
    ($glam:ident) => {
        conversions!($glam, f32, Vec2, Vec3, Quat, Mat3, Mat4, Affine2, Affine3A);
        conversions!($glam, f64, DVec2, DVec3, DQuat, DMat3, DMat4, DAffine2, DAffine3);
        both_ways! {
            $glam::Vec3A, Vec3<f32>:
                |v: $glam::Vec3A| vec3(v.x, v.y, v.z), |v: Vec3<f32>| $glam::Vec3A::new(v.x, v.y, v.z);
        }
        points! {
            $glam::Vec3A, Vec3<f32>;
        }
    };
}
#[cfg(feature = "glam-030")]
version!(glam_030);
#[cfg(feature = "glam-032")]
version!(glam_032);
#[cfg(feature = "glam-033")]
version!(glam_033);
#[cfg(feature = "glam-034")]
version!(glam_034);
