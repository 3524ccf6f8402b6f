//! Shapes, poses and pairs as JSON. Here they have no dimension and no scalar yet.

use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;
use std::str::FromStr;

use crate::fault::Fault;
use crate::json::{self, Fields, from_object, object};
#[cfg(feature = "motion")]
use crate::motion::{Ask, Course, MorphDocument, MotionDocument, StartDocument};
use crate::scalar::Scalar;

#[cfg(feature = "assembly")]
pub use crate::composite::{CompositeDocument, MeshDocument};
pub use crate::json::{id_of, read};

/// Two to four numbers: a point, a vector or a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    values: [f64; 4],
    count: usize,
}

impl Numbers {
    /// The numbers as written.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }
    /// Each number changed.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { values: self.values.map(change), ..self }
    }
}

impl<const N: usize> From<[f64; N]> for Numbers {
    /// Two to four finite numbers.
    fn from(numbers: [f64; N]) -> Self {
        const { assert!(2 <= N && N <= 4) };
        let mut values = [0.0; 4];
        values[..N].copy_from_slice(&numbers);
        Self { values, count: N }
    }
}

/// A list of numbers. `COUNTS` says how many there may be.
struct List {
    counts: &'static [usize],
    expected: &'static str,
}

impl<'de> Visitor<'de> for List {
    type Value = Numbers;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
        let (mut values, mut count) = ([0.0; 4], 0);
        for place in &mut values {
            let Some(value) = list.next_element::<f64>()? else { break };
            *place = value;
            count += 1;
        }
        while list.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        if self.counts.contains(&count) {
            Ok(Numbers { values, count })
        } else {
            Err(de::Error::custom(format_args!("expected {}, found {count}", self.expected)))
        }
    }
}

impl<'de> Deserialize<'de> for Numbers {
    /// A point or vector: two or three numbers.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List { counts: &[2, 3], expected: "a list of 2 or 3 numbers" })
    }
}

/// A rotation, or none.
fn rotation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Numbers>, D::Error> {
    struct Rotation(Numbers);
    impl<'de> Deserialize<'de> for Rotation {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let expected = "a list of 2 numbers [c, s] or 4 numbers [x, y, z, w]";
            deserializer.deserialize_seq(List { counts: &[2, 4], expected }).map(Rotation)
        }
    }
    Ok(Option::<Rotation>::deserialize(deserializer)?.map(|rotation| rotation.0))
}

/// `N` values in a list, no more and no fewer.
fn exactly<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    deserializer: D,
) -> Result<[T; N], D::Error> {
    let list = Vec::<T>::deserialize(deserializer)?;
    let count = list.len();
    list.try_into().map_err(|_| de::Error::custom(format_args!("expected a list of {N} values, found {count}")))
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// Reads and writes a type as an object. The type derives both with `remote = "Self"`, so they are functions of its
/// own.
macro_rules! as_object {
    ($name:ty, $expected:expr) => {
        from_object!($name, $expected);
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }
    };
}

#[cfg(any(feature = "assembly", feature = "motion"))]
pub(crate) use as_object;

as_object!(PoseDocument, "a pose with translation and rotation");

/// A placement: `translation` and `rotation`. Either may be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct PoseDocument {
    /// Two or three numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<Numbers>,
    /// `[c, s]` in the plane, a quaternion `[x, y, z, w]` in space. If its length is not 1, it is divided by its length
    /// and rounded once.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "rotation")]
    pub rotation: Option<Numbers>,
}

impl FromStr for PoseDocument {
    type Err = String;

    /// A JSON object, or numbers separated by commas: `x,y`, `x,y,c,s`, `x,y,z` or `x,y,z,qx,qy,qz,qw`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim_start().starts_with('{') {
            return read(text).map_err(|fault| fault.to_string());
        }
        let number = |word: &str| match word.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(format!("expected a number, found {word:?}")),
        };
        let numbers: Vec<f64> = text.split(',').map(number).collect::<Result<_, _>>()?;
        let (translation, rotation): (Numbers, Option<Numbers>) = match *numbers {
            [x, y] => ([x, y].into(), None),
            [x, y, z] => ([x, y, z].into(), None),
            [x, y, c, s] => ([x, y].into(), Some([c, s].into())),
            [x, y, z, i, j, k, w] => ([x, y, z].into(), Some([i, j, k, w].into())),
            _ => {
                return Err(format!(
                    "expected x,y or x,y,c,s or x,y,z or x,y,z,qx,qy,qz,qw, found {} numbers",
                    numbers.len()
                ));
            }
        };
        Ok(Self { translation: Some(translation), rotation })
    }
}

/// A shape: one of the cores, thickened by `radius`, placed at `pose`.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeDocument {
    /// What is thickened and placed.
    pub core: CoreDocument,
    /// In the unit of the shape.
    pub radius: f64,
    /// Where the shape stands.
    pub pose: Option<PoseDocument>,
}

impl ShapeDocument {
    /// The hull of points, without radius or pose.
    pub fn points(points: Vec<Numbers>) -> Self {
        Self { core: CoreDocument::Points(points), radius: 0.0, pose: None }
    }

    /// Whether the core is a half-space.
    pub fn is_half_space(&self) -> bool {
        match &self.core {
            CoreDocument::HalfSpace(_) => true,
            CoreDocument::Shape(shape) => shape.is_half_space(),
            _ => false,
        }
    }

    /// How many coordinates the first point or vector has. It is `None` if there is no point.
    pub fn dimension(&self) -> Option<u8> {
        let first = match &self.core {
            CoreDocument::Point(point) => point,
            CoreDocument::Points(points) => points.first()?,
            CoreDocument::Polytope(polytope) => polytope.vertices.first()?,
            CoreDocument::Ball(ball) => &ball.center,
            CoreDocument::Capsule(capsule) => &capsule.start,
            CoreDocument::Segment(segment) => &segment.start,
            CoreDocument::Triangle(triangle) => &triangle.vertices[0],
            CoreDocument::Cuboid(cuboid) => &cuboid.half_extents,
            CoreDocument::Polygon(_) => return Some(2),
            CoreDocument::Ellipsoid(ellipsoid) => &ellipsoid.semi_axes,
            CoreDocument::HalfSpace(half_space) => &half_space.normal,
            CoreDocument::Cylinder(_) | CoreDocument::Cone(_) => return Some(3),
            CoreDocument::Swept(swept) => &swept.vector,
            #[cfg(feature = "assembly")]
            CoreDocument::Composite(composite) => return composite.dimension(),
            CoreDocument::Shape(shape) => return shape.dimension(),
            CoreDocument::Sum(parts) | CoreDocument::Hull(parts) => {
                return parts.iter().find_map(Self::dimension);
            }
        };
        Some(first.count as u8)
    }
}

impl Serialize for ShapeDocument {
    /// The object that reads back as this shape.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        match &self.core {
            CoreDocument::Point(point) => object.serialize_entry("point", point),
            CoreDocument::Points(points) => object.serialize_entry("points", points),
            CoreDocument::Polytope(polytope) => object.serialize_entry("polytope", polytope),
            CoreDocument::Ball(ball) => object.serialize_entry("ball", ball),
            CoreDocument::Capsule(capsule) => object.serialize_entry("capsule", capsule),
            CoreDocument::Segment(segment) => object.serialize_entry("segment", segment),
            CoreDocument::Triangle(triangle) => object.serialize_entry("triangle", triangle),
            CoreDocument::Cuboid(cuboid) => object.serialize_entry("cuboid", cuboid),
            CoreDocument::Polygon(polygon) => object.serialize_entry("polygon", polygon),
            CoreDocument::Ellipsoid(ellipsoid) => object.serialize_entry("ellipsoid", ellipsoid),
            CoreDocument::HalfSpace(half_space) => object.serialize_entry("half_space", half_space),
            CoreDocument::Cylinder(round) => object.serialize_entry("cylinder", round),
            CoreDocument::Cone(round) => object.serialize_entry("cone", round),
            CoreDocument::Sum(parts) => object.serialize_entry("sum", parts),
            CoreDocument::Swept(swept) => object.serialize_entry("swept", swept),
            CoreDocument::Hull(parts) => object.serialize_entry("hull", parts),
            CoreDocument::Shape(shape) => object.serialize_entry("shape", shape),
            #[cfg(feature = "assembly")]
            CoreDocument::Composite(composite) => composite.serialize_entry(&mut object),
        }?;
        if self.radius != 0.0 {
            object.serialize_entry("radius", &self.radius)?;
        }
        if let Some(pose) = &self.pose {
            object.serialize_entry("pose", pose)?;
        }
        object.end()
    }
}

/// The spellings of a shape, by their key.
#[derive(Clone, Debug, PartialEq)]
pub enum CoreDocument {
    /// `"point"`: one point.
    Point(Numbers),
    /// `"points"`: the hull of a list of points.
    Points(Vec<Numbers>),
    /// `"polytope"`: the same with its faces, which contacts need.
    Polytope(PolygonDocument),
    /// `"ball"`.
    Ball(BallDocument),
    /// `"capsule"`.
    Capsule(CapsuleDocument),
    /// `"segment"`.
    Segment(SegmentDocument),
    /// `"triangle"`.
    Triangle(TriangleDocument),
    /// `"cuboid"`.
    Cuboid(CuboidDocument),
    /// `"polygon"`: vertices in counter-clockwise order, checked.
    Polygon(PolygonDocument),
    /// `"ellipsoid"`, in the plane an ellipse.
    Ellipsoid(EllipsoidDocument),
    /// `"half_space"`: the points x with normal · x ≤ offset, in the plane a half-plane.
    HalfSpace(HalfSpaceDocument),
    /// `"cylinder"`, about the y axis.
    Cylinder(RoundDocument),
    /// `"cone"`, about the y axis.
    Cone(RoundDocument),
    /// `"sum"`: the Minkowski sum of two shapes.
    Sum(Box<[ShapeDocument; 2]>),
    /// `"swept"`: a shape moved along a vector.
    Swept(Box<SweptDocument>),
    /// `"hull"`: the hull of two shapes.
    Hull(Box<[ShapeDocument; 2]>),
    /// `"shape"`: a shape with its own radius and pose, which are kept apart from those beside it.
    Shape(Box<ShapeDocument>),
    /// `"mesh"`, `"outline"`, `"cloud"` or `"file"`: a thing that need not be convex.
    #[cfg(feature = "assembly")]
    Composite(Box<CompositeDocument>),
}

/// Declares the body of a spelling. Every field is required, and an unknown field is refused.
macro_rules! body {
    ($(#[$doc:meta])* $name:ident, $expected:literal { $($(#[$attribute:meta])* $field:ident: $type:ty),+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
        #[serde(remote = "Self", deny_unknown_fields)]
        pub struct $name { $(#[allow(missing_docs)] $(#[$attribute])* pub $field: $type),+ }
        as_object!($name, $expected);
    };
}
#[cfg(feature = "assembly")]
pub(crate) use body;
body!(
    /// A centre and a radius.
    BallDocument, "a ball with center and radius" { center: Numbers, radius: f64 }
);
body!(
    /// Two ends and a radius.
    CapsuleDocument, "a capsule with start, end and radius" { start: Numbers, end: Numbers, radius: f64 }
);
body!(
    /// Two ends.
    SegmentDocument, "a segment with start and end" { start: Numbers, end: Numbers }
);
body!(
    /// Three vertices.
    TriangleDocument, "a triangle with vertices" { #[serde(deserialize_with = "exactly")] vertices: [Numbers; 3] }
);
body!(
    /// Half the edge along each axis.
    CuboidDocument, "a cuboid with half_extents" { half_extents: Numbers }
);
body!(
    /// A list of vertices. Those of a polygon are in counter-clockwise order.
    PolygonDocument, "an object with vertices" { vertices: Vec<Numbers> }
);
body!(
    /// Half the diameter along each axis.
    EllipsoidDocument, "an ellipsoid with semi_axes" { semi_axes: Numbers }
);
body!(
    /// The normal, which points out, and the greatest product of the normal and a point of the half-space.
    HalfSpaceDocument, "a half_space with normal and offset" { normal: Numbers, offset: f64 }
);
body!(
    /// Half the height along y, and the radius of the circle.
    RoundDocument, "an object with half_height and radius" { half_height: f64, radius: f64 }
);
body!(
    /// What is moved, and how far.
    SweptDocument, "an object with shape and vector" { shape: ShapeDocument, vector: Numbers }
);

/// The object as written. It is not yet known to hold exactly one core.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeFields {
    point: Option<Numbers>,
    points: Option<Vec<Numbers>>,
    polytope: Option<PolygonDocument>,
    ball: Option<BallDocument>,
    capsule: Option<CapsuleDocument>,
    segment: Option<SegmentDocument>,
    triangle: Option<TriangleDocument>,
    cuboid: Option<CuboidDocument>,
    polygon: Option<PolygonDocument>,
    ellipsoid: Option<EllipsoidDocument>,
    half_space: Option<HalfSpaceDocument>,
    cylinder: Option<RoundDocument>,
    cone: Option<RoundDocument>,
    sum: Option<Both>,
    swept: Option<Box<SweptDocument>>,
    hull: Option<Both>,
    shape: Option<Box<ShapeDocument>>,
    #[cfg(feature = "assembly")]
    mesh: Option<MeshDocument>,
    #[cfg(feature = "assembly")]
    outline: Option<Vec<Vec<Vec<Numbers>>>>,
    #[cfg(feature = "assembly")]
    cloud: Option<Vec<Numbers>>,
    #[cfg(feature = "assembly")]
    file: Option<String>,
    /// Known by name alone, so that the complaint is in plain words.
    #[cfg(not(feature = "assembly"))]
    #[serde(alias = "outline", alias = "cloud", alias = "file")]
    mesh: Option<IgnoredAny>,
    radius: Option<f64>,
    pose: Option<PoseDocument>,
}

/// A list of two shapes.
#[derive(Deserialize)]
struct Both(#[serde(deserialize_with = "both")] Box<[ShapeDocument; 2]>);

fn both<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<[ShapeDocument; 2]>, D::Error> {
    exactly(deserializer).map(Box::new)
}

impl<'de> Fields<'de> for ShapeDocument {
    const EXPECTED: &'static str = "a shape such as {\"points\": [[0, 0], [1, 0]]}";
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ShapeFields::deserialize(deserializer)?.try_into().map_err(de::Error::custom::<&str>)
    }
}

impl<'de> Deserialize<'de> for ShapeDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl TryFrom<ShapeFields> for ShapeDocument {
    type Error = &'static str;

    fn try_from(fields: ShapeFields) -> Result<Self, Self::Error> {
        use CoreDocument as Core;
        #[cfg(not(feature = "assembly"))]
        if fields.mesh.is_some() {
            return Err("expected a convex shape, found a mesh, an outline or a file; the command answers for these");
        }
        #[cfg(feature = "assembly")]
        let composites = {
            use CompositeDocument as Composite;
            let found = [
                fields.mesh.map(Composite::Mesh),
                fields.outline.map(Composite::Outline),
                fields.cloud.map(Composite::Cloud),
                fields.file.map(Composite::File),
            ];
            if fields.radius.is_some_and(|radius| radius != 0.0) && found.iter().any(Option::is_some) {
                return Err("expected no radius: a mesh, an outline, a cloud or a file cannot be thickened");
            }
            found.map(|found| found.map(Box::new).map(Core::Composite))
        };
        #[cfg(not(feature = "assembly"))]
        let composites: [Option<Core>; 0] = [];
        let mut cores = [
            fields.point.map(Core::Point),
            fields.points.map(Core::Points),
            fields.polytope.map(Core::Polytope),
            fields.ball.map(Core::Ball),
            fields.capsule.map(Core::Capsule),
            fields.segment.map(Core::Segment),
            fields.triangle.map(Core::Triangle),
            fields.cuboid.map(Core::Cuboid),
            fields.polygon.map(Core::Polygon),
            fields.ellipsoid.map(Core::Ellipsoid),
            fields.half_space.map(Core::HalfSpace),
            fields.cylinder.map(Core::Cylinder),
            fields.cone.map(Core::Cone),
            fields.sum.map(|both| Core::Sum(both.0)),
            fields.swept.map(Core::Swept),
            fields.hull.map(|both| Core::Hull(both.0)),
            fields.shape.map(Core::Shape),
        ]
        .into_iter()
        .chain(composites)
        .flatten();
        match (cores.next(), cores.next()) {
            (Some(core), None) => Ok(Self { core, radius: fields.radius.unwrap_or(0.0), pose: fields.pose }),
            (None, _) => Err(
                "expected a shape: point, points, polytope, polygon, ball, capsule, segment, triangle, cuboid, ellipsoid, \
                 half_space, cylinder, cone, sum, swept, hull or shape",
            ),
            _ => Err("expected one shape, found two; nest them in sum, swept or hull"),
        }
    }
}

/// A line of a pairs file. Other members are skipped.
#[derive(Debug, Deserialize)]
#[serde(remote = "Self")]
pub struct PairDocument<'a> {
    /// Any JSON value; echoed.
    #[serde(borrow)]
    pub id: Option<&'a RawValue>,
    /// 2 or 3. It may be left out if the points tell.
    #[serde(default, deserialize_with = "said_dimension")]
    pub dim: Option<u8>,
    /// Double precision when left out.
    pub scalar: Option<Scalar>,
    /// The first shape.
    pub a: ShapeDocument,
    /// The second shape.
    pub b: ShapeDocument,
    /// How A moves.
    #[cfg(feature = "motion")]
    pub motion_a: Option<MotionDocument>,
    /// How B moves.
    #[cfg(feature = "motion")]
    pub motion_b: Option<MotionDocument>,
    /// Where the points of A go.
    #[cfg(feature = "motion")]
    pub morph_a: Option<MorphDocument>,
    /// Where the points of B go.
    #[cfg(feature = "motion")]
    pub morph_b: Option<MorphDocument>,
    /// The distance that counts as contact; 0 when left out.
    #[cfg(feature = "motion")]
    pub target: Option<f64>,
    /// What counts for shapes in contact at the start.
    #[cfg(feature = "motion")]
    pub start: Option<StartDocument>,
    /// What is asked about the motion.
    #[cfg(feature = "motion")]
    pub ask: Option<Ask>,
}

impl<'de: 'a, 'a> Fields<'de> for PairDocument<'a> {
    const EXPECTED: &'static str = "a pair such as {\"a\": shape, \"b\": shape}";
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for PairDocument<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl PairDocument<'_> {
    /// 2 or 3. The line says it, or else the first numbers of the shapes do.
    pub fn dimension(&self) -> Result<u8, Fault> {
        dimension(self.dim, &self.a, &self.b)
    }

    /// What is asked about a motion. `None` if the line has no motion and asks for none.
    #[cfg(feature = "motion")]
    pub fn course(&self) -> Option<Course> {
        let morphs = [self.morph_a.clone(), self.morph_b.clone()];
        let is_moved = self.motion_a.is_some() || self.motion_b.is_some() || morphs.iter().any(Option::is_some);
        (is_moved || self.ask.is_some()).then(|| Course {
            motions: [self.motion_a, self.motion_b].map(Option::unwrap_or_default),
            morphs,
            target: self.target.unwrap_or(0.0),
            start: self.start.unwrap_or_default(),
            ask: self.ask.unwrap_or_default(),
        })
    }
}

/// 2, 3 or nothing.
fn said_dimension<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    match Option::<serde_json::Number>::deserialize(deserializer)? {
        None => Ok(None),
        Some(number) => match number.as_f64() {
            Some(2.0) => Ok(Some(2)),
            Some(3.0) => Ok(Some(3)),
            _ => Err(de::Error::custom(format_args!("expected 2 or 3, found {number}"))),
        },
    }
}

/// 2 or 3. The question says it, or else the first numbers of the shapes do.
pub fn dimension(said: Option<u8>, a: &ShapeDocument, b: &ShapeDocument) -> Result<u8, Fault> {
    match said.or_else(|| a.dimension()).or_else(|| b.dimension()) {
        Some(dimension @ (2 | 3)) => Ok(dimension),
        Some(other) => Err(Fault::new(format!("expected 2 or 3, found {other}")).under("dim")),
        None => Err(Fault::new("a shape needs at least one point").under("points").under("a")),
    }
}

/// Reads a line of a pairs file. If that fails, it returns what is wrong, and the `id` if the `id` can be read.
pub fn read_pair(text: &str) -> Result<PairDocument<'_>, (Option<&RawValue>, Fault)> {
    json::read(text).map_err(|fault| (id_of(text), fault))
}
