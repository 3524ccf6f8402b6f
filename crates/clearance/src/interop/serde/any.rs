//! A shape of any kind: the key of its kind says which, with its radius and its pose.

use super::composed::SweptForm;
use super::members::{Members, Reads, Writes, keep, needed, read, serialize};
use super::shapes::same_type;
use crate::batch::AnyShape;
use crate::hull::Hull;
use crate::numbers::real::Real;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, HullOfTwo, Placed, Point, PointCloud, Rounded,
    Segment, Sum, Swept, Triangle,
};
use crate::space::pose::Pose;
use crate::space::vector::{Vec3, Vector};
use serde::de::{Error, MapAccess};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Asks the shape that any shape is; `Err` for a shape that the crate does not know by name.
macro_rules! of_kind {
    ($any:expr, $shape:ident => $answer:expr) => {
        match $any {
            AnyShape::Point($shape) => Ok($answer),
            AnyShape::Ball($shape) => Ok($answer),
            AnyShape::Segment($shape) => Ok($answer),
            AnyShape::Capsule($shape) => Ok($answer),
            AnyShape::Triangle($shape) => Ok($answer),
            AnyShape::Cuboid($shape) => Ok($answer),
            AnyShape::PointCloud($shape) => Ok($answer),
            AnyShape::Hull($shape) => Ok($answer),
            AnyShape::Ellipsoid($shape) => Ok($answer),
            AnyShape::HalfSpace($shape) => Ok($answer),
            AnyShape::Cylinder(of_space) => Ok({
                let $shape = of_space.shape();
                $answer
            }),
            AnyShape::Cone(of_space) => Ok({
                let $shape = of_space.shape();
                $answer
            }),
            AnyShape::Placed($shape) => Ok($answer),
            AnyShape::Rounded($shape) => Ok($answer),
            AnyShape::Sum($shape) => Ok($answer),
            AnyShape::HullOfTwo($shape) => Ok($answer),
            AnyShape::Swept($shape) => Ok($answer),
            AnyShape::Custom(_) => Err("a shape that the crate does not know by name has no form"),
        }
    };
}

impl<V: Vector + Serialize> Writes for AnyShape<V>
where
    V::Scalar: Serialize,
    V::Rotation: Serialize,
{
    fn members(&self) -> Members {
        of_kind!(self, shape => shape.members()).unwrap_or(Members { count: 0, radius: false, pose: false })
    }
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        of_kind!(self, shape => shape.write(object)).map_err(M::Error::custom)?
    }
}
serialize!([V: Vector + Serialize] AnyShape<V> where V::Scalar: Serialize, V::Rotation: Serialize);

/// The members of a shape of any kind.
#[doc(hidden)]
pub struct AnyParts<V: Vector> {
    core: Option<AnyShape<V>>,
    radius: Option<V::Scalar>,
    pose: Option<Pose<V>>,
}

impl<V: Vector> Default for AnyParts<V> {
    fn default() -> Self {
        Self { core: None, radius: None, pose: None }
    }
}

/// The value of a key of type `S`, as the shape of that kind.
fn core<'de, S: Reads<'de> + Into<AnyShape<V>>, V: Vector, A: MapAccess<'de>>(
    key: &str,
    object: &mut A,
) -> Result<AnyShape<V>, A::Error> {
    let mut parts = S::Parts::default();
    S::take(&mut parts, key, object)?;
    S::finish(parts).map(Into::into)
}

/// The same for a kind of space, in a space that is not yet known.
fn core_of_space<'de, S, T: Real, V: Vector, A: MapAccess<'de>>(
    key: &str,
    object: &mut A,
) -> Option<Result<AnyShape<V>, A::Error>>
where
    S: Reads<'de> + Into<AnyShape<Vec3<T>>>,
    Vec3<T>: Vector<Scalar = T>,
{
    if core::any::TypeId::of::<V>() != core::any::TypeId::of::<Vec3<T>>() {
        return None;
    }
    Some(core::<S, Vec3<T>, A>(key, object).map(|shape| same_type(shape).expect("V is this type")))
}

impl<'de, V: Vector + Deserialize<'de>> Reads<'de> for AnyShape<V>
where
    V::Scalar: Deserialize<'de>,
    V::Rotation: Deserialize<'de>,
{
    type Parts = AnyParts<V>;
    const EXPECTED: &'static str = "one of the keys `point`, `points`, `polytope`, `polygon`, `ball`, `segment`, \
                                    `capsule`, `triangle`, `cuboid`, `ellipsoid`, `half_space`, `cylinder`, `cone`, \
                                    `sum`, `hull`, `swept` and `shape`";
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
        let kind = match key {
            "radius" => return keep(&mut parts.radius, key, object),
            "pose" => return keep(&mut parts.pose, key, object),
            "shape" => object.next_value::<Self>()?,
            "point" => core::<Point<V>, V, A>(key, object)?,
            "points" => core::<PointCloud<V>, V, A>(key, object)?,
            "polytope" | "polygon" => core::<Hull<V>, V, A>(key, object)?,
            "ball" => core::<Ball<V>, V, A>(key, object)?,
            "segment" => core::<Segment<V>, V, A>(key, object)?,
            "capsule" => core::<Capsule<V>, V, A>(key, object)?,
            "triangle" => core::<Triangle<V>, V, A>(key, object)?,
            "cuboid" => core::<Cuboid<V>, V, A>(key, object)?,
            "ellipsoid" => core::<Ellipsoid<V>, V, A>(key, object)?,
            "half_space" => core::<HalfSpace<V>, V, A>(key, object)?,
            "cylinder" | "cone" => {
                let read = match key {
                    "cylinder" => core_of_space::<Cylinder<f64>, f64, V, A>(key, object)
                        .or_else(|| core_of_space::<Cylinder<f32>, f32, V, A>(key, object)),
                    _ => core_of_space::<Cone<f64>, f64, V, A>(key, object)
                        .or_else(|| core_of_space::<Cone<f32>, f32, V, A>(key, object)),
                };
                read.ok_or_else(|| A::Error::custom(format_args!("a {key} is a shape of space")))??
            }
            "sum" => {
                let (a, b) = object.next_value::<(Self, Self)>()?;
                Sum::new(a, b).map_err(A::Error::custom)?.into()
            }
            "hull" => {
                let (a, b) = object.next_value::<(Self, Self)>()?;
                HullOfTwo::new(a, b).map_err(A::Error::custom)?.into()
            }
            "swept" => {
                let SweptForm { shape, vector } = object.next_value::<SweptForm<Self, V>>()?;
                Swept::new(shape, vector).map_err(A::Error::custom)?.into()
            }
            _ => return Ok(false),
        };
        match parts.core.replace(kind) {
            None => Ok(true),
            Some(_) => Err(A::Error::custom("expected one shape, found two; nest them in `sum`, `swept` or `hull`")),
        }
    }
    fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
        let mut shape = needed(parts.core, Self::EXPECTED)?;
        if let Some(radius) = parts.radius {
            shape = Rounded::new(shape, radius).map_err(E::custom)?.into();
        }
        if let Some(pose) = parts.pose {
            shape = Placed::new(shape, pose).into();
        }
        Ok(shape)
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for AnyShape<V>
where
    V::Scalar: Deserialize<'de>,
    V::Rotation: Deserialize<'de>,
{
    /// The shape of any kind, with its radius and its pose: what a member `a` or `b` of a pairs file says.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer)
    }
}
