//! A pair of shapes as the page writes it: one line of the pairs file, read into the library's own shapes.

use clearance::{
    Ball, Capsule, Points, Pose, Real, Rotation, Segment, Shape, ShapeError, Space, Support, SupportMap, Vector,
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
pub type Body<V> = Box<dyn SupportMap<V>>;

/// The vector types that a line can ask for, with the constructor of their rotation.
pub trait Plane: Vector {
    /// A rotation from its numbers.
    fn rotation(numbers: &[f64]) -> Result<Self::Rotation, Complaint>;
}

macro_rules! rotations {
    ($vector:ident, $rotation:ident, $scalar:ty, $($place:literal),+) => {
        impl Plane for clearance::$vector<$scalar> {
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
        }
    };
}
rotations!(Vec2, Rotation2, f32, 0, 1);
rotations!(Vec2, Rotation2, f64, 0, 1);
rotations!(Vec3, Quaternion, f32, 0, 1, 2, 3);
rotations!(Vec3, Quaternion, f64, 0, 1, 2, 3);

impl Spelling {
    /// The shape, placed and rounded.
    pub fn body<V: Plane>(&self) -> Result<Body<V>, Complaint> {
        let radius = V::Scalar::narrow(self.radius);
        let pose = self.pose.pose()?;
        Ok(match &self.kind {
            Kind::Points(points) => {
                let points = points.iter().map(|point| vector(point)).collect::<Result<Vec<V>, _>>()?;
                placed(Cloud::new(points)?, radius, pose)?
            }
            Kind::Ball { center, radius: own } => {
                placed(Ball::new(vector(center)?, V::Scalar::narrow(*own)).map_err(told)?, radius, pose)?
            }
            Kind::Segment { start, end } => {
                placed(Segment::new(vector(start)?, vector(end)?).map_err(told)?, radius, pose)?
            }
            Kind::Capsule { start, end, radius: own } => {
                let capsule = Capsule::new(vector(start)?, vector(end)?, V::Scalar::narrow(*own));
                placed(capsule.map_err(told)?, radius, pose)?
            }
        })
    }
}

impl PoseSpelling {
    fn pose<V: Plane>(&self) -> Result<Pose<V>, Complaint> {
        Pose::new(V::rotation(&self.rotation)?, vector(&self.translation)?).map_err(|error| format!("pose: {error}"))
    }
}

/// `shape` rounded by `radius`, then moved by `pose`.
fn placed<V: Vector>(
    shape: impl SupportMap<V> + 'static,
    radius: V::Scalar,
    pose: Pose<V>,
) -> Result<Body<V>, Complaint> {
    if radius == V::Scalar::ZERO {
        return Ok(Box::new(shape.at(pose)));
    }
    Ok(Box::new(shape.rounded(radius).map_err(told)?.at(pose)))
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

/// The hull of points that the shape owns.
struct Cloud<V> {
    points: Vec<V>,
    extent: f64,
}

impl<V: Vector> Cloud<V> {
    fn new(points: Vec<V>) -> Result<Self, Complaint> {
        let extent = Points::new(&points).map_err(told)?.extent();
        Ok(Self { points, extent })
    }
}

impl<V: Vector> SupportMap<V> for Cloud<V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let along = |index: usize| self.points[index].widen().dot(&direction);
        let first = |best: usize, next: usize| if along(next) > along(best) { next } else { best };
        let best = (0..self.points.len()).fold(0, first);
        Support { point: self.points[best].widen(), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.points.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.points[index].widen()
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
