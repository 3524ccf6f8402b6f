//! serde 1: vectors as arrays, rotations as arrays, poses and answers as maps; what has checks is checked on the way in.

use crate::hull::Hull;
use crate::pose::{Pose, Quaternion, Rotation2};
use crate::proximity::{Proximity, Status};
use crate::real::Real;
use crate::shape::{Ball, Capsule, Cuboid};
use crate::vector::{Vec2, Vec3, Vector};
use alloc::vec::Vec;
use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A type that is written and read as another.
macro_rules! as_other {
    ($type:ty as $other:ty, $out:expr, $in:expr) => {
        impl<T: Copy + Serialize> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $out(self).serialize(serializer)
            }
        }
        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$other>::deserialize(deserializer).map($in)
            }
        }
    };
}
as_other!(Vec2<T> as [T; 2], |v: &Vec2<T>| [v.x, v.y], Vec2::from);
as_other!(Vec3<T> as [T; 3], |v: &Vec3<T>| [v.x, v.y, v.z], Vec3::from);
as_other!(Rotation2<T> as [T; 2], |r: &Rotation2<T>| [r.c, r.s], |[c, s]| Rotation2 { c, s });
as_other!(Quaternion<T> as [T; 4], |q: &Quaternion<T>| [q.x, q.y, q.z, q.w], |[x, y, z, w]| Quaternion { x, y, z, w });

#[derive(Serialize, Deserialize)]
#[serde(rename = "Pose", deny_unknown_fields)]
struct PoseFields<R, V> {
    translation: V,
    rotation: R,
}

impl<V: Vector + Serialize> Serialize for Pose<V>
where
    V::Rotation: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PoseFields { translation: self.translation, rotation: self.rotation }.serialize(serializer)
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Pose<V>
where
    V::Rotation: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = PoseFields::<V::Rotation, V>::deserialize(deserializer)?;
        Self::new(fields.rotation, fields.translation).map_err(D::Error::custom)
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_str().serialize(serializer)
    }
}

impl<V: Vector + Serialize> Serialize for Proximity<V>
where
    V::Scalar: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Proximity", 8)?;
        map.serialize_field("status", &self.status)?;
        map.serialize_field("distance", &self.distance)?;
        map.serialize_field("lower", &self.lower)?;
        map.serialize_field("upper", &self.upper)?;
        map.serialize_field("point_a", &self.point_a)?;
        map.serialize_field("point_b", &self.point_b)?;
        map.serialize_field("normal", &self.normal)?;
        map.serialize_field("iterations", &self.iterations)?;
        map.end()
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Hull<V> {
    /// From a list of points.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&Vec::<V>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<V: Vector + Serialize> Serialize for Hull<V> {
    /// As the list of its vertices.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.vertices().serialize(serializer)
    }
}

/// Shapes with a checked constructor, from a map of its arguments.
macro_rules! checked {
    ($shape:ident, $($field:ident: $kind:ty),+) => {
        impl<'de, T: Real + Deserialize<'de>, V: Vector<Scalar = T> + Deserialize<'de>> Deserialize<'de> for $shape<V> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields, bound(deserialize = "V: Deserialize<'de>, T: Deserialize<'de>"))]
                struct Fields<T, V> {
                    $($field: $kind,)+
                    #[serde(skip)]
                    _unused: core::marker::PhantomData<(T, V)>,
                }
                let fields = Fields::<T, V>::deserialize(deserializer)?;
                $shape::new($(fields.$field),+).map_err(D::Error::custom)
            }
        }
    };
}
checked!(Ball, center: V, radius: T);
checked!(Capsule, start: V, end: V, radius: T);
checked!(Cuboid, half_extents: V);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_goes_both_ways_and_is_checked_on_the_way_in() {
        let pose: Pose<Vec3<f64>> =
            serde_json::from_str(r#"{"translation":[1,2,3],"rotation":[0,0,0.6,0.8]}"#).unwrap();
        assert_eq!(serde_json::from_str::<Pose<Vec3<f64>>>(&serde_json::to_string(&pose).unwrap()).unwrap(), pose);
        assert!(serde_json::from_str::<Pose<Vec3<f64>>>(r#"{"translation":[1,2,3],"rotation":[0,0,0,0]}"#).is_err());
        let ball: Ball<Vec2<f32>> = serde_json::from_str(r#"{"center":[1,2],"radius":0.5}"#).unwrap();
        assert_eq!(ball, Ball::new(Vec2::from([1.0, 2.0]), 0.5).unwrap());
        assert!(serde_json::from_str::<Ball<Vec2<f32>>>(r#"{"center":[1,2],"radius":-1}"#).is_err());
        let hull: Hull<Vec2<f64>> = serde_json::from_str("[[0,0],[1,0],[0,1],[0.1,0.1]]").unwrap();
        assert_eq!(serde_json::to_string(&hull).unwrap(), "[[0.0,0.0],[1.0,0.0],[0.0,1.0]]");
        let answer = crate::distance(&ball, &Ball::new(Vec2::from([4.0, 2.0]), 0.5).unwrap());
        assert!(serde_json::to_string(&answer).unwrap().starts_with(r#"{"status":"separated","distance":2.0"#));
    }
}
