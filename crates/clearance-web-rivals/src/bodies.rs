//! Two hulls in their places, as the methods and as the solver take them.

use crate::Complaint;
use clearance::{Hull, Placed, PointCloud, Pose, Rotation2, Shape, Vec2, vec2};
use clearance_rivals::{Body, Pair};

/// A point of the plane.
pub type Point = Vec2<f64>;

/// Two hulls in their places.
#[derive(Clone)]
pub struct Bodies {
    pub bodies: [Body<Point>; 2],
    pub poses: [Pose<Point>; 2],
    /// The points as they came, for the solver: so its answers are those of the page's line.
    pub clouds: [PointCloud<Point>; 2],
}

impl Bodies {
    pub fn new(points: [&[f64]; 2], poses: [&[f64]; 2]) -> Result<Self, Complaint> {
        let of = |name: &str, side: usize| {
            One::new(points[side], poses[side]).map_err(|complaint| format!("{name}: {complaint}"))
        };
        let (a, b) = (of("A", 0)?, of("B", 1)?);
        Ok(Self { bodies: [a.body, b.body], poses: [a.pose, b.pose], clouds: [a.cloud, b.cloud] })
    }

    /// The pair in its place.
    pub fn pair(&self) -> Pair<'_, Point> {
        Pair::new([&self.bodies[0], &self.bodies[1]], [&self.poses[0], &self.poses[1]])
    }

    /// The shapes as the solver takes them.
    pub fn placed(&self) -> [Placed<PointCloud<Point>, Point>; 2] {
        [0, 1].map(|side| self.clouds[side].clone().at(self.poses[side]))
    }

    /// The index, among the points that came, of a vertex of a hull.
    pub fn source(&self, side: usize, vertex: u32) -> u32 {
        self.bodies[side].hull().source(vertex as usize) as u32
    }
}

/// A hull in its place.
struct One {
    body: Body<Point>,
    cloud: PointCloud<Point>,
    pose: Pose<Point>,
}

impl One {
    fn new(numbers: &[f64], place: &[f64]) -> Result<Self, Complaint> {
        let points = points(numbers);
        let hull = Hull::new(&points).map_err(|error| error.to_string())?;
        let cloud = PointCloud::new(points).map_err(|error| error.to_string())?;
        Ok(Self { body: Body::new(hull), cloud, pose: pose(place)? })
    }
}

/// Points, two numbers each.
pub fn points(numbers: &[f64]) -> Vec<Point> {
    numbers.chunks_exact(2).map(|pair| vec2(pair[0], pair[1])).collect()
}

/// A pose, of x, y, cosine and sine.
pub fn pose(numbers: &[f64]) -> Result<Pose<Point>, Complaint> {
    let &[x, y, c, s] = numbers else {
        return Err("expected 4 numbers of a pose".to_owned());
    };
    let rotation = Rotation2::new(c, s).map_err(|error| error.to_string())?;
    Pose::new(rotation, vec2(x, y)).map_err(|error| error.to_string())
}
