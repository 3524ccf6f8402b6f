//! Shapes as members of an object: what each shape writes, and which keys are its own.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A shape that is written as members of an object.
pub trait Writes: Serialize {
    /// What the members are.
    fn members(&self) -> Members {
        Members { count: 1, radius: false, pose: false }
    }
    /// Writes the members.
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error>;
}

/// The members of a shape's object.
#[derive(Clone, Copy)]
pub struct Members {
    pub count: usize,
    /// Whether `radius` is one of them.
    pub radius: bool,
    /// Whether `pose` is one of them.
    pub pose: bool,
}

/// A shape that is read from members of an object.
pub trait Reads<'de>: Deserialize<'de> {
    /// The members that were read so far.
    type Parts: Default;
    /// What the object should be, for messages.
    const EXPECTED: &'static str;
    /// Whether `radius` is a key of this shape.
    const HAS_RADIUS: bool = false;
    /// Reads the value of `key` if it is a key of this shape. Otherwise `false`.
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error>;
    /// The shape of all its members, checked.
    fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E>;
}

pub fn write<T: Writes, S: Serializer>(shape: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(shape.members().count))?;
    shape.write(&mut object)?;
    object.end()
}

pub fn read<'de, T: Reads<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);
    impl<'de, T: Reads<'de>> Visitor<'de> for Object<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object with {}", T::EXPECTED)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
            let mut parts = T::Parts::default();
            while let Some(key) = object.next_key::<String>()? {
                if !T::take(&mut parts, &key, &mut object)? {
                    return Err(A::Error::custom(format_args!("unknown key `{key}`, expected {}", T::EXPECTED)));
                }
            }
            T::finish(parts)
        }
    }
    deserializer.deserialize_map(Object(PhantomData))
}

/// Keeps a value, unless there is one already.
pub fn keep<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    place: &mut Option<T>,
    key: &str,
    object: &mut A,
) -> Result<bool, A::Error> {
    match place.replace(object.next_value()?) {
        None => Ok(true),
        Some(_) => Err(A::Error::custom(format_args!("the key `{key}` occurs twice"))),
    }
}

/// The value, or an error that names what is missing.
pub fn needed<T, E: Error>(value: Option<T>, expected: &str) -> Result<T, E> {
    value.ok_or_else(|| E::custom(format_args!("expected an object with {expected}")))
}

/// Implements `Serialize` by [`Writes`].
macro_rules! serialize {
    ([$($parameters:tt)*] $shape:ty $(where $($bounds:tt)+)?) => {
        impl<$($parameters)*> Serialize for $shape $(where $($bounds)+)? {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                $crate::interop::serde::members::write(self, serializer)
            }
        }
    };
}

/// Implements `Deserialize` by [`Reads`].
macro_rules! deserialize {
    ([$($parameters:tt)*] $shape:ty $(where $($bounds:tt)+)?) => {
        impl<'de, $($parameters)*> Deserialize<'de> for $shape $(where $($bounds)+)? {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::interop::serde::members::read(deserializer)
            }
        }
    };
}

pub(super) use {deserialize, serialize};
