//! Shapes made of other shapes: rounded, placed, of two, swept.

use super::members::{Members, Reads, Writes, deserialize, keep, needed, serialize};
use crate::numbers::real::Real;
use crate::shape::support::SupportMap;
use crate::shape::{HullOfTwo, Placed, Rounded, Sum, Swept};
use crate::space::pose::Pose;
use crate::space::vector::Vector;
use serde::de::{Error, MapAccess};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<S: Writes, V: Vector> Writes for Rounded<S, V>
where
    V::Scalar: Serialize,
{
    fn members(&self) -> Members {
        let inner = self.shape.members();
        if inner.radius {
            return Members { count: 2, radius: true, pose: false };
        }
        Members { count: inner.count + 1, radius: true, pose: inner.pose }
    }
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        if self.shape.members().radius {
            object.serialize_entry("shape", &self.shape)?;
        } else {
            self.shape.write(object)?;
        }
        object.serialize_entry("radius", &self.added)
    }
}

/// The members of a rounded shape: those of the inner shape, or the inner shape as an object of its own.
#[doc(hidden)]
pub struct RoundedParts<P, S, T> {
    beside: P,
    is_any_beside: bool,
    shape: Option<S>,
    radius: Option<T>,
}

impl<P: Default, S, T> Default for RoundedParts<P, S, T> {
    fn default() -> Self {
        Self { beside: P::default(), is_any_beside: false, shape: None, radius: None }
    }
}

impl<'de, S: Reads<'de> + SupportMap<V>, V: Vector> Reads<'de> for Rounded<S, V>
where
    V::Scalar: Deserialize<'de>,
{
    type Parts = RoundedParts<S::Parts, S, V::Scalar>;
    const EXPECTED: &'static str = S::EXPECTED;
    const HAS_RADIUS: bool = true;
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
        match key {
            "radius" => return keep(&mut parts.radius, key, object),
            "shape" if S::HAS_RADIUS => return keep(&mut parts.shape, key, object),
            _ => {}
        }
        let is_taken = S::take(&mut parts.beside, key, object)?;
        parts.is_any_beside |= is_taken;
        Ok(is_taken)
    }
    fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
        let shape = match parts.shape {
            Some(_) if parts.is_any_beside => return Err(E::custom("expected one shape, found two")),
            Some(shape) => shape,
            None => S::finish(parts.beside)?,
        };
        Self::new(shape, parts.radius.unwrap_or(V::Scalar::ZERO)).map_err(E::custom)
    }
}
serialize!([S: Writes, V: Vector] Rounded<S, V> where V::Scalar: Serialize);
deserialize!([S: Reads<'de> + SupportMap<V>, V: Vector] Rounded<S, V> where V::Scalar: Deserialize<'de>);

impl<S: Writes, V: Vector> Writes for Placed<S, V>
where
    Pose<V>: Serialize,
{
    fn members(&self) -> Members {
        let inner = self.shape.members();
        Members { count: inner.count + 1, pose: true, ..inner }
    }
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        if self.shape.members().pose {
            let complaint = "a shape that is placed twice has no form; place it once, or make it an `AnyShape`";
            return Err(M::Error::custom(complaint));
        }
        self.shape.write(object)?;
        object.serialize_entry("pose", &self.pose())
    }
}
impl<'de, S: Reads<'de> + SupportMap<V>, V: Vector> Reads<'de> for Placed<S, V>
where
    Pose<V>: Deserialize<'de>,
{
    type Parts = (S::Parts, Option<Pose<V>>);
    const EXPECTED: &'static str = S::EXPECTED;
    const HAS_RADIUS: bool = S::HAS_RADIUS;
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
        if key == "pose" { keep(&mut parts.1, key, object) } else { S::take(&mut parts.0, key, object) }
    }
    fn finish<E: Error>((shape, pose): Self::Parts) -> Result<Self, E> {
        Ok(Self::new(S::finish(shape)?, pose.unwrap_or_default()))
    }
}
serialize!([S: Writes, V: Vector] Placed<S, V> where Pose<V>: Serialize);
deserialize!([S: Reads<'de> + SupportMap<V>, V: Vector] Placed<S, V> where Pose<V>: Deserialize<'de>);

/// A kind made of two shapes. Each of them is a whole object.
macro_rules! of_two {
    ($key:literal, $shape:ident, $expected:literal) => {
        impl<A: SupportMap<V> + Serialize, B: SupportMap<V> + Serialize, V: Vector> Writes for $shape<A, B, V> {
            fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
                object.serialize_entry($key, &self.parts())
            }
        }
        impl<'de, A, B, V: Vector> Reads<'de> for $shape<A, B, V>
        where
            A: SupportMap<V> + Deserialize<'de>,
            B: SupportMap<V> + Deserialize<'de>,
        {
            type Parts = Option<(A, B)>;
            const EXPECTED: &'static str = $expected;
            fn take<M: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut M) -> Result<bool, M::Error> {
                if key == $key { keep(parts, key, object) } else { Ok(false) }
            }
            fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
                let (a, b) = needed(parts, Self::EXPECTED)?;
                Self::new(a, b).map_err(E::custom)
            }
        }
        serialize!([A: SupportMap<V> + Serialize, B: SupportMap<V> + Serialize, V: Vector] $shape<A, B, V>);
        deserialize!(
            [A: SupportMap<V> + Deserialize<'de>, B: SupportMap<V> + Deserialize<'de>, V: Vector] $shape<A, B, V>
        );
    };
}
of_two!("sum", Sum, "the key `sum`");
of_two!("hull", HullOfTwo, "the key `hull`");

/// The value of `swept`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[doc(hidden)]
pub struct SweptForm<S, V> {
    pub shape: S,
    pub vector: V,
}

impl<S: SupportMap<V> + Serialize, V: Vector + Serialize> Writes for Swept<S, V> {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("swept", &SweptForm { shape: self.shape(), vector: self.way() })
    }
}
impl<'de, S: SupportMap<V> + Deserialize<'de>, V: Vector + Deserialize<'de>> Reads<'de> for Swept<S, V> {
    type Parts = Option<SweptForm<S, V>>;
    const EXPECTED: &'static str = "the key `swept`";
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
        if key == "swept" { keep(parts, key, object) } else { Ok(false) }
    }
    fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
        let SweptForm { shape, vector } = needed(parts, Self::EXPECTED)?;
        Self::new(shape, vector).map_err(E::custom)
    }
}
serialize!([S: SupportMap<V> + Serialize, V: Vector + Serialize] Swept<S, V>);
deserialize!([S: SupportMap<V> + Deserialize<'de>, V: Vector + Deserialize<'de>] Swept<S, V>);

impl<S: Writes + ?Sized> Writes for &S {
    fn members(&self) -> Members {
        (**self).members()
    }
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        (**self).write(object)
    }
}
