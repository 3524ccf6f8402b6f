//! What a shape looks like on paper: its silhouette and, in space, the edges inside it.

use clearance::{Space, SupportMap, Vector};

use crate::plane::{self, Point};
use crate::space::{cross, dot, minus};

/// How many directions trace a curved silhouette.
const DIRECTIONS: usize = 180;

/// Most vertices that the edges inside a silhouette are worked out for; the work grows with the fourth power.
const MOST_VERTICES: usize = 40;

/// The plane of the paper: two orthogonal unit vectors of the world.
pub struct View {
    right: [f64; 3],
    up: [f64; 3],
}

impl View {
    /// From above: x to the right, y up.
    pub const PLAN: Self = Self { right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0] };

    /// Isometric, z up, seen from the direction (1, −1, 1).
    pub fn isometric() -> Self {
        let (half, sixth) = (0.5f64.sqrt(), 1.0 / 6f64.sqrt());
        Self { right: [half, half, 0.0], up: [-sixth, sixth, 2.0 * sixth] }
    }

    /// The view for shapes of this dimension.
    pub fn of_dimension(dimension: usize) -> Self {
        if dimension == 2 { Self::PLAN } else { Self::isometric() }
    }

    /// Where a point of the world is on paper.
    pub fn project(&self, point: &[f64]) -> Point {
        let along = |axis: &[f64; 3]| point.iter().zip(axis).map(|(p, a)| p * a).sum();
        [along(&self.right), along(&self.up)]
    }

    /// The direction of the world that is `direction` on paper.
    fn lift(&self, direction: Point) -> [f64; 3] {
        [0, 1, 2].map(|axis| direction[0] * self.right[axis] + direction[1] * self.up[axis])
    }

    /// From the paper to the eye.
    fn toward(&self) -> [f64; 3] {
        cross(self.right, self.up)
    }
}

/// An edge on paper, and whether the body hides it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// From and to.
    pub ends: [Point; 2],
    /// Behind the body.
    pub hidden: bool,
}

/// A shape on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The hull of the core's silhouette, counter-clockwise.
    pub core: Vec<Point>,
    /// The radius around it.
    pub radius: f64,
    /// Edges of the core.
    pub edges: Vec<Edge>,
}

impl Outline {
    /// What `shape` looks like.
    pub fn new<V: Vector>(shape: &dyn SupportMap<V>, view: &View) -> Self {
        use clearance::Real;
        let place = |point: V::Wide| coordinates(shape.pose().apply(point));
        if shape.vertex_count() == 0 {
            let core = sampled(shape, view);
            return Self { core, radius: shape.radius().widen(), edges: Vec::new() };
        }
        let vertices: Vec<[f64; 3]> = (0..shape.vertex_count()).map(|index| place(shape.vertex(index))).collect();
        let paper: Vec<Point> = vertices.iter().map(|vertex| view.project(vertex)).collect();
        let edges = if V::Wide::DIM == 3 { edges(&vertices, view) } else { Vec::new() };
        Self { core: plane::hull(&paper), radius: shape.radius().widen(), edges }
    }

    /// The middle of the core.
    pub fn middle(&self) -> Point {
        let count = self.core.len() as f64;
        [0, 1].map(|axis| self.core.iter().map(|point| point[axis] / count).sum())
    }

    /// Whether the outline holds a point; near enough for placing words.
    pub fn holds(&self, point: Point) -> bool {
        let count = self.core.len();
        let edges = || (0..count).map(|i| (self.core[i], self.core[(i + 1) % count]));
        (count > 2 && edges().all(|(a, b)| plane::turn(a, b, point) >= 0.0))
            || edges().any(|(a, b)| plane::distance_to_segment(point, a, b) <= self.radius)
    }
}

/// The silhouette by support points along directions all round.
fn sampled<V: Vector>(shape: &dyn SupportMap<V>, view: &View) -> Vec<Point> {
    let points: Vec<Point> = (0..DIRECTIONS)
        .map(|index| {
            let angle = std::f64::consts::TAU * index as f64 / DIRECTIONS as f64;
            let direction = view.lift([angle.cos(), angle.sin()]);
            let mut world = <V::Wide as Space>::zero();
            for (axis, &along) in direction.iter().enumerate().take(V::Wide::DIM) {
                world = world.with_coordinate(axis, along);
            }
            let turned =
                clearance::WideVector::mapped_back(world, &clearance::Rotation::matrix(&shape.pose().rotation));
            view.project(&coordinates(shape.pose().apply(shape.support(turned))))
        })
        .collect();
    plane::hull(&points)
}

/// The edges of the hull of few points: of each plane through three of them that has all others on one side, the hull.
fn edges(vertices: &[[f64; 3]], view: &View) -> Vec<Edge> {
    let count = vertices.len();
    if !(4..=MOST_VERTICES).contains(&count) {
        return Vec::new();
    }
    let size = vertices.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()));
    let mut faces: Vec<(Vec<usize>, bool)> = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            for c in b + 1..count {
                let normal = cross(minus(vertices[b], vertices[a]), minus(vertices[c], vertices[a]));
                let tolerance = 1e-9 * size * dot(normal, normal).sqrt();
                let heights: Vec<f64> = vertices.iter().map(|&p| dot(normal, minus(p, vertices[a]))).collect();
                let above = heights.iter().any(|&height| height > tolerance);
                let below = heights.iter().any(|&height| height < -tolerance);
                if tolerance == 0.0 || above == below {
                    continue;
                }
                let members: Vec<usize> = (0..count).filter(|&i| heights[i].abs() <= tolerance).collect();
                let faces_eye = (dot(normal, view.toward()) > 0.0) == below;
                if !faces.iter().any(|(face, _)| *face == members) {
                    faces.push((members, faces_eye));
                }
            }
        }
    }
    let mut edges: Vec<Edge> = Vec::new();
    for (i, (face, eye)) in faces.iter().enumerate() {
        for (other, other_eye) in &faces[i + 1..] {
            let shared: Vec<[f64; 3]> = face.iter().filter(|v| other.contains(v)).map(|&v| vertices[v]).collect();
            if let Some(ends) = farthest(&shared) {
                edges.push(Edge { ends: ends.map(|end| view.project(&end)), hidden: !eye && !other_eye });
            }
        }
    }
    edges
}

/// The two of some collinear points that are farthest apart.
fn farthest(points: &[[f64; 3]]) -> Option<[[f64; 3]; 2]> {
    let length = |[a, b]: &[[f64; 3]; 2]| dot(minus(*a, *b), minus(*a, *b));
    let pairs = points.iter().enumerate().flat_map(|(i, &a)| points[i + 1..].iter().map(move |&b| [a, b]));
    pairs.filter(|pair| length(pair) > 0.0).max_by(|p, q| length(p).total_cmp(&length(q)))
}

/// Three coordinates, the third zero in the plane.
fn coordinates<W: Space<Scalar = f64>>(vector: W) -> [f64; 3] {
    [0, 1, 2].map(|axis| if axis < W::DIM { *vector.coordinate(axis) } else { 0.0 })
}
