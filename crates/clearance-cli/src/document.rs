//! Shapes, poses and pairs as JSON: what may be written, before it is given a dimension and a scalar.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::str::FromStr;

use crate::failure::Fault;
use crate::number::Scalar;

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

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Numbers;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of 2 to 4 numbers")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
                let (mut values, mut count) = ([0.0; 4], 0);
                while let Some(value) = list.next_element::<f64>()? {
                    let place = values.get_mut(count).ok_or_else(|| de::Error::invalid_length(5, &self))?;
                    *place = value;
                    count += 1;
                }
                if count < 2 { Err(de::Error::invalid_length(count, &self)) } else { Ok(Numbers { values, count }) }
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// A placement: `translation` and `rotation`, each left out for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseDocument {
    /// Two or three numbers.
    pub translation: Option<Numbers>,
    /// `[c, s]` in the plane, a quaternion `[x, y, z, w]` in space.
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
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "ShapeFields")]
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

    /// How many coordinates the first point or vector has; `None` when there is none.
    pub fn dimension(&self) -> Option<u8> {
        let first = match &self.core {
            CoreDocument::Points(points) => points.first()?,
            CoreDocument::Ball(ball) => &ball.center,
            CoreDocument::Capsule(capsule) => &capsule.start,
            CoreDocument::Segment(segment) => &segment.start,
            CoreDocument::Triangle(triangle) => &triangle.vertices[0],
            CoreDocument::Cuboid(cuboid) => &cuboid.half_extents,
            CoreDocument::Polygon(_) => return Some(2),
            CoreDocument::Ellipsoid(ellipsoid) => &ellipsoid.semi_axes,
            CoreDocument::Cylinder(_) | CoreDocument::Cone(_) => return Some(3),
            CoreDocument::Swept(swept) => &swept.vector,
            CoreDocument::Sum(parts) | CoreDocument::Hull(parts) => {
                return parts.iter().find_map(Self::dimension);
            }
        };
        Some(first.count as u8)
    }
}

/// The spellings of a shape, by their key.
#[derive(Clone, Debug, PartialEq)]
pub enum CoreDocument {
    /// `"points"`: the hull of a list of points.
    Points(Vec<Numbers>),
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
}

/// Declares the body of a spelling; every field is required, an unknown one refused.
macro_rules! body {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(#[allow(missing_docs)] pub $field: $type),+ }
    };
}
body!(
    /// A centre and a radius.
    BallDocument { center: Numbers, radius: f64 }
);
body!(
    /// Two ends and a radius.
    CapsuleDocument { start: Numbers, end: Numbers, radius: f64 }
);
body!(
    /// Two ends.
    SegmentDocument { start: Numbers, end: Numbers }
);
body!(
    /// Three vertices.
    TriangleDocument { vertices: [Numbers; 3] }
);
body!(
    /// Half the edge along each axis.
    CuboidDocument { half_extents: Numbers }
);
body!(
    /// Vertices in counter-clockwise order.
    PolygonDocument { vertices: Vec<Numbers> }
);
body!(
    /// Half the diameter along each axis.
    EllipsoidDocument { semi_axes: Numbers }
);
body!(
    /// Half the height along y, and the radius of the circle.
    RoundDocument { half_height: f64, radius: f64 }
);
body!(
    /// What is moved, and how far.
    SweptDocument { shape: ShapeDocument, vector: Numbers }
);

/// The object as written, before it is known to hold exactly one core.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeFields {
    points: Option<Vec<Numbers>>,
    ball: Option<BallDocument>,
    capsule: Option<CapsuleDocument>,
    segment: Option<SegmentDocument>,
    triangle: Option<TriangleDocument>,
    cuboid: Option<CuboidDocument>,
    polygon: Option<PolygonDocument>,
    ellipsoid: Option<EllipsoidDocument>,
    cylinder: Option<RoundDocument>,
    cone: Option<RoundDocument>,
    sum: Option<Box<[ShapeDocument; 2]>>,
    swept: Option<Box<SweptDocument>>,
    hull: Option<Box<[ShapeDocument; 2]>>,
    radius: Option<f64>,
    pose: Option<PoseDocument>,
}

impl TryFrom<ShapeFields> for ShapeDocument {
    type Error = &'static str;

    fn try_from(fields: ShapeFields) -> Result<Self, Self::Error> {
        use CoreDocument as Core;
        let mut cores = [
            fields.points.map(Core::Points),
            fields.ball.map(Core::Ball),
            fields.capsule.map(Core::Capsule),
            fields.segment.map(Core::Segment),
            fields.triangle.map(Core::Triangle),
            fields.cuboid.map(Core::Cuboid),
            fields.polygon.map(Core::Polygon),
            fields.ellipsoid.map(Core::Ellipsoid),
            fields.cylinder.map(Core::Cylinder),
            fields.cone.map(Core::Cone),
            fields.sum.map(Core::Sum),
            fields.swept.map(Core::Swept),
            fields.hull.map(Core::Hull),
        ]
        .into_iter()
        .flatten();
        match (cores.next(), cores.next()) {
            (Some(core), None) => Ok(Self { core, radius: fields.radius.unwrap_or(0.0), pose: fields.pose }),
            (None, _) => Err(
                "expected a shape: points, ball, capsule, segment, triangle, cuboid, polygon, ellipsoid, cylinder, cone, \
                              sum, swept or hull",
            ),
            _ => Err("expected one shape, found two; nest them in sum, swept or hull"),
        }
    }
}

/// A line of a pairs file.
#[derive(Debug, Deserialize)]
pub struct PairDocument<'a> {
    /// Any JSON value; echoed.
    #[serde(borrow)]
    pub id: Option<&'a RawValue>,
    /// 2 or 3; left out where the points tell.
    pub dim: Option<u8>,
    /// Double precision when left out.
    pub scalar: Option<Scalar>,
    /// The first shape.
    pub a: ShapeDocument,
    /// The second shape.
    pub b: ShapeDocument,
}

/// The `id` of a line whose rest cannot be read.
#[derive(Deserialize)]
struct IdOnly<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// Reads a line of a pairs file. On failure the `id`, if that much can be read, and what is wrong.
pub fn read_pair(text: &str) -> Result<PairDocument<'_>, (Option<&RawValue>, Fault)> {
    // Keeping track of the path costs time, so only a line that has failed once is read with it.
    serde_json::from_str(text).map_err(|_| {
        let id = serde_json::from_str::<IdOnly<'_>>(text).ok().and_then(|line| line.id);
        (id, diagnose::<PairDocument<'_>>(text))
    })
}

/// Reads a document that stands alone.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|_| diagnose::<T>(text))
}

/// What is wrong with `text`, which is no `T`, with the path to it.
fn diagnose<'a, T: Deserialize<'a>>(text: &'a str) -> Fault {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let error = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) => error,
        Ok(_) => return Fault::new("expected nothing after the end of the JSON value"),
    };
    let path = match error.path().to_string() {
        root if root == "." => String::new(),
        path => path,
    };
    Fault { path, message: error.inner().to_string() }
}
