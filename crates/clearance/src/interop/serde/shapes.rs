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

use super::members::{Reads, Writes, deserialize, keep, needed, serialize};
use crate::hull::{Hull, PolygonError};
use crate::numbers::real::Real;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Point, PointCloud, Points, Segment, Triangle,
};
use crate::space::vector::{Space, Vec2, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use serde::de::{Error, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
pub fn same_type<A: Any, B: Any>(value: A) -> Option<B> {
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
