//! Shapes as objects. One key names the kind; `radius` and `pose` may stand beside it.
//!
//! | shape | form |
//! |---|---|
//! | [`Point`] | `{"point": [x, y]}` |
//! | [`Points`], [`PointCloud`] | `{"points": [[x, y], …]}` |
//! | [`Hull`] | `{"polytope": {"vertices": [[x, y], …]}}` |
//! | [`Hull`] of dimension 2 in the plane | `{"polygon": {"vertices": [[x, y], …]}}` |
//! | [`Ball`] | `{"ball": {"center": [..], "radius": r}}` |
//! | [`Segment`] | `{"segment": {"start": [..], "end": [..]}}` |
//! | [`Capsule`] | `{"capsule": {"start": [..], "end": [..], "radius": r}}` |
//! | [`Triangle`] | `{"triangle": {"vertices": [[..], [..], [..]]}}` |
//! | [`Cuboid`] | `{"cuboid": {"half_extents": [..]}}` |
//! | [`Ellipsoid`] | `{"ellipsoid": {"semi_axes": [..]}}` |
//! | [`Cylinder`], [`Cone`] | `{"cylinder": {"half_height": h, "radius": r}}`, `{"cone": …}` |
//! | [`HalfSpace`] | `{"half_space": {"normal": [..], "offset": o}}`: normal · x ≤ o |
//! | [`Sum`], [`HullOfTwo`] | `{"sum": [shape, shape]}`, `{"hull": [shape, shape]}` |
//! | [`Swept`] | `{"swept": {"shape": shape, "vector": [..]}}` |
//! | [`Rounded`] | the members of the shape, and `"radius": r` |
//! | [`Placed`] | the members of the shape, and `"pose": {"translation": [..], "rotation": [..]}` |
//! | [`Rounded`] of what is rounded | `{"shape": shape, "radius": r}` |
//!
//! So one object has one radius and one pose. A shape that is placed twice is refused when it is written; [`AnyShape`]
//! composes the poses, so it can always be written. Left out, the radius is 0 and the pose moves nothing. An unknown
//! key is refused.
//!
//! Each kind has a key of its own, so [`AnyShape`] is read back as the kind that was written. Where the type is known,
//! a [`Point`] is also read from `points` with one point, and a [`Hull`] from `points`: the hull of any points.
//!
//! **Method.** Rounded and placed shapes share the object of their inner shape. So each shape knows which keys are its
//! own ([`Reads::take`]). Values go straight to their type: a buffer between would round an `f32` twice.

use crate::batch::AnyShape;
use crate::hull::{Hull, PolygonError};
use crate::numbers::real::Real;
use crate::shape::support::SupportMap;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, HullOfTwo, Placed, Point, PointCloud, Points, Rounded,
    Segment, Sum, Swept, Triangle,
};
use crate::space::pose::Pose;
use crate::space::vector::{Space, Vec2, Vec3, Vector};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
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
    count: usize,
    /// Whether `radius` is one of them.
    radius: bool,
    /// Whether `pose` is one of them.
    pose: bool,
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

fn write<T: Writes, S: Serializer>(shape: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(shape.members().count))?;
    shape.write(&mut object)?;
    object.end()
}

fn read<'de, T: Reads<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
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
fn keep<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
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
fn needed<T, E: Error>(value: Option<T>, expected: &str) -> Result<T, E> {
    value.ok_or_else(|| E::custom(format_args!("expected an object with {expected}")))
}

/// Implements `Serialize` by [`Writes`].
macro_rules! serialize {
    ([$($parameters:tt)*] $shape:ty $(where $($bounds:tt)+)?) => {
        impl<$($parameters)*> Serialize for $shape $(where $($bounds)+)? {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                write(self, serializer)
            }
        }
    };
}

/// Implements `Deserialize` by [`Reads`].
macro_rules! deserialize {
    ([$($parameters:tt)*] $shape:ty $(where $($bounds:tt)+)?) => {
        impl<'de, $($parameters)*> Deserialize<'de> for $shape $(where $($bounds)+)? {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read(deserializer)
            }
        }
    };
}

/// A kind with one key, whose value is an object of the arguments of the constructor.
macro_rules! kind {
    ($key:literal, $shape:ident<$p:ident: $kind:ident>, $scalar:ty, $form:ident { $($field:ident: $type:ident),+ }
     [$($argument:ty),+], $expected:literal) => {
        #[derive(Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[doc(hidden)]
        pub struct $form<$($type),+> { $($field: $type),+ }

        impl<$p: $kind + Serialize> Writes for $shape<$p>
        where
            $scalar: Serialize,
        {
            fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
                object.serialize_entry($key, &$form { $($field: self.$field()),+ })
            }
        }
        impl<'de, $p: $kind + Deserialize<'de>> Reads<'de> for $shape<$p>
        where
            $scalar: Deserialize<'de>,
        {
            type Parts = Option<$form<$($argument),+>>;
            const EXPECTED: &'static str = $expected;
            fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
                if key == $key { keep(parts, key, object) } else { Ok(false) }
            }
            fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
                let form = needed(parts, Self::EXPECTED)?;
                Self::new($(form.$field),+).map_err(E::custom)
            }
        }
        serialize!([$p: $kind + Serialize] $shape<$p> where $scalar: Serialize);
        deserialize!([$p: $kind + Deserialize<'de>] $shape<$p> where $scalar: Deserialize<'de>);
    };
}
kind!("ball", Ball<V: Vector>, V::Scalar, BallForm { center: P, radius: R } [V, V::Scalar], "the key `ball`");
kind!("segment", Segment<V: Vector>, V, SegmentForm { start: P, end: Q } [V, V], "the key `segment`");
kind!("capsule", Capsule<V: Vector>, V::Scalar, CapsuleForm { start: P, end: Q, radius: R } [V, V, V::Scalar],
    "the key `capsule`");
kind!("cuboid", Cuboid<V: Vector>, V, CuboidForm { half_extents: P } [V], "the key `cuboid`");
kind!("ellipsoid", Ellipsoid<V: Vector>, V, EllipsoidForm { semi_axes: P } [V], "the key `ellipsoid`");
kind!("half_space", HalfSpace<V: Vector>, V::Scalar, HalfSpaceForm { normal: P, offset: R } [V, V::Scalar],
    "the key `half_space`");
kind!("cylinder", Cylinder<T: Real>, T, CylinderForm { half_height: P, radius: R } [T, T], "the key `cylinder`");
kind!("cone", Cone<T: Real>, T, ConeForm { half_height: P, radius: R } [T, T], "the key `cone`");

/// The value of `triangle` and of `polygon`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[doc(hidden)]
pub struct VerticesForm<L> {
    vertices: L,
}

/// A kind with one key, whose value is a list of points in some form.
macro_rules! list {
    ($key:literal, $shape:ident<V>, $form:ty, |$this:ident| $value:expr, |$read:ident| $new:expr, $expected:literal) => {
        impl<V: Vector + Serialize> Writes for $shape<V> {
            fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
                let $this = self;
                object.serialize_entry($key, &$value)
            }
        }
        impl<'de, V: Vector + Deserialize<'de>> Reads<'de> for $shape<V> {
            type Parts = Option<$form>;
            const EXPECTED: &'static str = $expected;
            fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
                if key == $key { keep(parts, key, object) } else { Ok(false) }
            }
            fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
                let $read = needed(parts, Self::EXPECTED)?;
                $new.map_err(E::custom)
            }
        }
        serialize!([V: Vector + Serialize] $shape<V>);
        deserialize!([V: Vector + Deserialize<'de>] $shape<V>);
    };
}
list!("points", PointCloud<V>, Vec<V>, |cloud| cloud.as_slice(), |read| Self::new(read), "the key `points`");
list!(
    "triangle",
    Triangle<V>,
    VerticesForm<[V; 3]>,
    |triangle| VerticesForm { vertices: triangle.vertices() },
    |read| Self::new(read.vertices[0], read.vertices[1], read.vertices[2]),
    "the key `triangle`"
);

impl<V: Vector + Serialize> Writes for Points<'_, V> {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("points", self.as_slice())
    }
}
serialize!([V: Vector + Serialize] Points<'_, V>);

/// The coordinates of a point, alone or as a list of one.
#[derive(Default)]
#[doc(hidden)]
pub struct PointParts<V> {
    point: Option<V>,
    points: Option<[V; 1]>,
}

impl<V: Vector + Serialize> Writes for Point<V> {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("point", &self.position())
    }
}
impl<'de, V: Vector + Deserialize<'de>> Reads<'de> for Point<V> {
    type Parts = PointParts<V>;
    const EXPECTED: &'static str = "the key `point`, or `points` and one point";
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
        match key {
            "point" => keep(&mut parts.point, key, object),
            "points" => keep(&mut parts.points, key, object),
            _ => Ok(false),
        }
    }
    fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
        match (parts.point, parts.points) {
            (Some(point), None) | (None, Some([point])) => Self::new(point).map_err(E::custom),
            _ => needed(None, Self::EXPECTED),
        }
    }
}
serialize!([V: Vector + Serialize] Point<V>);
deserialize!([V: Vector + Deserialize<'de>] Point<V>);

/// The points of a hull in any order, its vertices, or an ordered polygon.
#[derive(Default)]
#[doc(hidden)]
pub struct HullParts<V> {
    points: Option<Vec<V>>,
    polytope: Option<VerticesForm<Vec<V>>>,
    polygon: Option<VerticesForm<Vec<V>>>,
}

impl<V: Vector + Serialize> Writes for Hull<V> {
    /// Only the vertices are written. So [`Hull::source`] of the hull that is read counts in their list.
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let key = if V::Wide::DIM == 2 && self.dimension() == 2 { "polygon" } else { "polytope" };
        object.serialize_entry(key, &VerticesForm { vertices: self.vertices() })
    }
}
impl<'de, V: Vector + Deserialize<'de>> Reads<'de> for Hull<V> {
    type Parts = HullParts<V>;
    const EXPECTED: &'static str = "the key `polytope`, `polygon` or `points`";
    fn take<A: MapAccess<'de>>(parts: &mut Self::Parts, key: &str, object: &mut A) -> Result<bool, A::Error> {
        match key {
            "points" => keep(&mut parts.points, key, object),
            "polytope" => keep(&mut parts.polytope, key, object),
            "polygon" => keep(&mut parts.polygon, key, object),
            _ => Ok(false),
        }
    }
    fn finish<E: Error>(parts: Self::Parts) -> Result<Self, E> {
        let polytope = parts.polytope.map(|polytope| polytope.vertices);
        match (parts.points, polytope, parts.polygon) {
            (Some(points), None, None) | (None, Some(points), None) => Self::new(&points).map_err(E::custom),
            (None, None, Some(polygon)) => ordered(polygon.vertices),
            _ => needed(None, Self::EXPECTED),
        }
    }
}
serialize!([V: Vector + Serialize] Hull<V>);
deserialize!([V: Vector + Deserialize<'de>] Hull<V>);

/// `value` as a `B`, if that is the type `A`.
fn same_type<A: Any, B: Any>(value: A) -> Option<B> {
    (Box::new(value) as Box<dyn Any>).downcast().ok().map(|value| *value)
}

/// The polygon with these vertices. An error if V is a vector of space.
fn ordered<V: Vector, E: Error>(vertices: Vec<V>) -> Result<Hull<V>, E> {
    fn of<T: Real, V: Vector>(vertices: &dyn Any) -> Option<Result<Hull<V>, PolygonError>>
    where
        Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
    {
        same_type(Hull::from_ordered_polygon(vertices.downcast_ref::<Vec<Vec2<T>>>()?))
    }
    match of::<f64, V>(&vertices).or_else(|| of::<f32, V>(&vertices)) {
        Some(hull) => hull.map_err(E::custom),
        None => Err(E::custom("a polygon is a shape of the plane")),
    }
}

// Shapes made of other shapes.

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
    shape: S,
    vector: V,
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

// A shape of any kind.

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
