//! A pair of shapes as the page writes it: one line of the pairs file, read into the library's own shapes.

use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Points, Pose, Real, Rotation, Segment, Shape, ShapeError,
    SupportMap, Vector,
};
use serde::Deserialize;

/// A line of the pairs file. Keys that it does not name are the page's own and are passed over.
#[derive(Deserialize)]
pub struct Pair {
    /// 2 or 3.
    pub dim: u8,
    /// The scalar that the numbers are rounded to before anything is asked.
    #[serde(default)]
    pub scalar: Scalar,
    /// Rounded or refined.
    #[serde(default)]
    pub precision: Precision,
    /// The first shape.
    pub a: Spelling,
    /// The second shape.
    pub b: Spelling,
}

/// `f32` or `f64`.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// Single precision.
    F32,
    /// Double precision.
    #[default]
    F64,
}

/// The solver's precision.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// The default.
    #[default]
    Float,
    /// Refined to the last place.
    Exact,
}

impl From<Precision> for clearance::Precision {
    fn from(precision: Precision) -> Self {
        match precision {
            Precision::Float => Self::Float,
            Precision::Exact => Self::Exact,
        }
    }
}

/// A shape: the kind, and for every kind a radius that rounds it and a pose that places it.
#[derive(Deserialize)]
pub struct Spelling {
    #[serde(flatten)]
    kind: Kind,
    #[serde(default)]
    radius: f64,
    #[serde(default)]
    pose: PoseSpelling,
}

/// What the radius rounds.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Points(Vec<Vec<f64>>),
    Ball { center: Vec<f64>, radius: f64 },
    Segment { start: Vec<f64>, end: Vec<f64> },
    Capsule { start: Vec<f64>, end: Vec<f64>, radius: f64 },
    Triangle { vertices: Vec<Vec<f64>> },
    Cuboid { half_extents: Vec<f64> },
    Ellipsoid { semi_axes: Vec<f64> },
    Cylinder { half_height: f64, radius: f64 },
    Cone { half_height: f64, radius: f64 },
}

/// `[c, s]` in the plane, a quaternion `[x, y, z, w]` in space; empty is the identity.
#[derive(Default, Deserialize)]
struct PoseSpelling {
    #[serde(default)]
    translation: Vec<f64>,
    #[serde(default)]
    rotation: Vec<f64>,
}

/// Why a line was refused, in words for the page.
pub type Complaint = String;

/// A shape of whatever kind.
pub type Body<'a, V> = Box<dyn SupportMap<V> + 'a>;

/// What differs between the vector types that a line can ask for.
pub trait Dimension: Vector {
    /// A rotation from its numbers.
    fn rotation(numbers: &[f64]) -> Result<Self::Rotation, Complaint>;
    /// A cylinder about the y axis; there is none in the plane.
    fn cylinder(half_height: Self::Scalar, radius: Self::Scalar) -> Result<Body<'static, Self>, Complaint> {
        let _ = (half_height, radius);
        Err("a cylinder is a shape of space".into())
    }
    /// A cone about the y axis; there is none in the plane.
    fn cone(half_height: Self::Scalar, radius: Self::Scalar) -> Result<Body<'static, Self>, Complaint> {
        let _ = (half_height, radius);
        Err("a cone is a shape of space".into())
    }
}

macro_rules! rotation {
    ($rotation:ident, $scalar:ty, $($place:literal),+) => {
        fn rotation(numbers: &[f64]) -> Result<Self::Rotation, Complaint> {
            const LENGTH: usize = [$($place),+].len();
            if numbers.is_empty() {
                return Ok(<Self::Rotation as Rotation<Self>>::IDENTITY);
            }
            if numbers.len() != LENGTH {
                return Err(format!("rotation: {LENGTH} numbers wanted, {} found", numbers.len()));
            }
            clearance::$rotation::new($(<$scalar>::narrow(numbers[$place])),+).map_err(|error| format!("pose: {error}"))
        }
    };
}

macro_rules! both_dimensions {
    ($scalar:ty) => {
        impl Dimension for clearance::Vec2<$scalar> {
            rotation!(Rotation2, $scalar, 0, 1);
        }
        impl Dimension for clearance::Vec3<$scalar> {
            rotation!(Quaternion, $scalar, 0, 1, 2, 3);
            fn cylinder(half_height: $scalar, radius: $scalar) -> Result<Body<'static, Self>, Complaint> {
                Ok(Box::new(Cylinder::new(half_height, radius).map_err(told)?))
            }
            fn cone(half_height: $scalar, radius: $scalar) -> Result<Body<'static, Self>, Complaint> {
                Ok(Box::new(Cone::new(half_height, radius).map_err(told)?))
            }
        }
    };
}
both_dimensions!(f32);
both_dimensions!(f64);

/// A shape's parts in the vectors of `V`, which its body borrows.
pub struct Parts<V: Vector> {
    core: Core<V>,
    radius: V::Scalar,
    pose: Pose<V>,
}

enum Core<V: Vector> {
    Points(Vec<V>),
    Solid(Body<'static, V>),
}

impl Spelling {
    /// The parts of the shape, its numbers rounded to the scalar.
    pub fn parts<V: Dimension>(&self) -> Result<Parts<V>, Complaint> {
        let size = V::Scalar::narrow;
        let core = match &self.kind {
            Kind::Points(points) => Core::Points(vectors(points)?),
            Kind::Triangle { vertices } => Core::Points(vectors(vertices)?),
            Kind::Ball { center, radius } => solid(Ball::new(vector(center)?, size(*radius)))?,
            Kind::Segment { start, end } => solid(Segment::new(vector(start)?, vector(end)?))?,
            Kind::Capsule { start, end, radius } => solid(Capsule::new(vector(start)?, vector(end)?, size(*radius)))?,
            Kind::Cuboid { half_extents } => solid(Cuboid::<V>::new(vector(half_extents)?))?,
            Kind::Ellipsoid { semi_axes } => solid(Ellipsoid::<V>::new(vector(semi_axes)?))?,
            Kind::Cylinder { half_height, radius } => Core::Solid(V::cylinder(size(*half_height), size(*radius))?),
            Kind::Cone { half_height, radius } => Core::Solid(V::cone(size(*half_height), size(*radius))?),
        };
        Ok(Parts { core, radius: size(self.radius), pose: self.pose.pose()? })
    }
}

/// A shape that needs nothing of the line any more.
fn solid<V: Vector>(shape: Result<impl SupportMap<V> + 'static, ShapeError>) -> Result<Core<V>, Complaint> {
    Ok(Core::Solid(Box::new(shape.map_err(told)?)))
}

impl<V: Dimension> Parts<V> {
    /// The shape, rounded and placed.
    pub fn body(&self) -> Result<Body<'_, V>, Complaint> {
        match &self.core {
            Core::Points(points) => self.placed(Points::new(points).map_err(told)?),
            Core::Solid(solid) => self.placed(&**solid),
        }
    }

    fn placed<'a>(&self, shape: impl SupportMap<V> + 'a) -> Result<Body<'a, V>, Complaint> {
        if self.radius == V::Scalar::ZERO {
            return Ok(Box::new(shape.at(self.pose)));
        }
        Ok(Box::new(shape.rounded(self.radius).map_err(told)?.at(self.pose)))
    }
}

impl PoseSpelling {
    fn pose<V: Dimension>(&self) -> Result<Pose<V>, Complaint> {
        Pose::new(V::rotation(&self.rotation)?, vector(&self.translation)?).map_err(|error| format!("pose: {error}"))
    }
}

/// A list of vectors from their coordinates.
fn vectors<V: Vector>(points: &[Vec<f64>]) -> Result<Vec<V>, Complaint> {
    points.iter().map(|point| vector(point)).collect()
}

/// A vector from its coordinates; the zero vector from none.
fn vector<V: Vector>(coordinates: &[f64]) -> Result<V, Complaint> {
    if coordinates.is_empty() {
        return Ok(V::ORIGIN);
    }
    let narrow: Vec<V::Scalar> = coordinates.iter().map(|&c| V::Scalar::narrow(c)).collect();
    V::from_slice(&narrow).ok_or_else(|| format!("{} coordinates in a point of another dimension", coordinates.len()))
}

/// An error of the library in its own words.
fn told(error: ShapeError) -> Complaint {
    error.to_string()
}
