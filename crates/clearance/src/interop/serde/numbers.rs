//! Vectors and rotations as lists of numbers, poses as objects.
//!
//! `[x, y]`, `[x, y, z]`; rotations `[c, s]` and `[x, y, z, w]`; `{"translation": [..], "rotation": [..]}`. Either
//! member of a pose may be left out when it is read.

use crate::numbers::real::Real;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Vec2, Vec3, Vector};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes and reads a type as an array.
macro_rules! as_array {
    ($type:ident<$scalar:ident $(: $bound:ident)?>, $count:literal, [$($field:ident),+], $read:expr) => {
        impl<$scalar: Copy + Serialize> Serialize for $type<$scalar> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                [$(self.$field),+].serialize(serializer)
            }
        }
        impl<'de, $scalar: $($bound +)? Deserialize<'de>> Deserialize<'de> for $type<$scalar> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let [$($field),+] = <[$scalar; $count]>::deserialize(deserializer)?;
                ($read)($($field),+).map_err(D::Error::custom::<crate::space::rotation::PoseError>)
            }
        }
    };
}
as_array!(Vec2<T>, 2, [x, y], |x, y| Ok(Vec2 { x, y }));
as_array!(Vec3<T>, 3, [x, y, z], |x, y, z| Ok(Vec3 { x, y, z }));
as_array!(Rotation2<T: Real>, 2, [c, s], Rotation2::new);
as_array!(Quaternion<T: Real>, 4, [x, y, z, w], Quaternion::new);

#[derive(Serialize)]
#[serde(rename = "Pose")]
struct PoseOut<'a, V, R> {
    translation: &'a V,
    rotation: &'a R,
}

#[derive(Deserialize)]
#[serde(rename = "Pose", deny_unknown_fields)]
struct PoseIn<V, R> {
    translation: Option<V>,
    rotation: Option<R>,
}

impl<V: Vector + Serialize> Serialize for Pose<V>
where
    V::Rotation: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PoseOut { translation: &self.translation, rotation: &self.rotation }.serialize(serializer)
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Pose<V>
where
    V::Rotation: Deserialize<'de>,
{
    /// The pose, checked by [`Pose::new`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PoseIn { translation, rotation } = PoseIn::<V, V::Rotation>::deserialize(deserializer)?;
        Self::new(rotation.unwrap_or(V::Rotation::IDENTITY), translation.unwrap_or(V::ORIGIN)).map_err(D::Error::custom)
    }
}
