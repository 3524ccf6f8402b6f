//! The picture of a shape on paper: its silhouette and, in space, the edges inside it.

use clearance::each::Each;
use std::collections::HashMap;

use clearance::{Hull, Space, SupportMap, Vector};
use clearance_files::plane::{self, Point};
use clearance_files::space::{Point as Point3, cross, dot, length, minus};

/// How many directions trace a curved silhouette.
const DIRECTIONS: usize = 180;

/// The most edges that are drawn inside a silhouette. More edges would make a grey area.
const MOST_EDGES: usize = 400;

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
        [0, 1, 2].each(|axis| direction[0] * self.right[axis] + direction[1] * self.up[axis])
    }

    /// The view from a direction, with z up on paper. From above or below, y is up.
    pub fn from_toward(toward: [f64; 3]) -> Self {
        let unit = |vector: [f64; 3]| vector.each(|x| x / length(vector));
        let toward = unit(toward);
        let pole = if toward[2].abs() < 0.99 { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] };
        let right = unit(cross(pole, toward));
        Self { right, up: cross(toward, right) }
    }

    /// From the paper to the eye.
    pub fn toward(&self) -> [f64; 3] {
        cross(self.right, self.up)
    }

    /// To the light: from the upper left, behind the eye.
    pub fn light(&self) -> [f64; 3] {
        let toward = self.toward();
        let light = [0, 1, 2].each(|axis| toward[axis] + 0.7 * self.up[axis] - 0.5 * self.right[axis]);
        light.each(|x| x / length(light))
    }
}

/// An edge on paper, and whether the body hides it from view.
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
    /// How the body is drawn.
    pub drawn: Drawn,
}

/// How a body is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Drawn {
    /// As its core, thickened by the radius.
    #[default]
    Core,
    /// As rings, filled where an odd number of them goes around.
    Rings(Vec<Vec<Point>>),
    /// By triangles of the panel. The core is its hull, for the words alone.
    Facets,
}

impl Outline {
    /// What `shape` looks like.
    pub fn new<V: Vector>(shape: &dyn SupportMap<V>, view: &View) -> Self {
        use clearance::Real;
        let place = |point: V::Wide| coordinates(shape.pose().apply_wide(point));
        if shape.vertex_count() == 0 {
            let core = sampled(shape, view);
            return Self { core, radius: shape.radius().widen(), edges: Vec::new(), drawn: Drawn::Core };
        }
        let vertices: Vec<[f64; 3]> = (0..shape.vertex_count()).map(|index| place(shape.vertex(index))).collect();
        let paper: Vec<Point> = vertices.iter().map(|vertex| view.project(vertex)).collect();
        let edges = if V::Wide::DIM == 3 { edges(shape, place, view) } else { Vec::new() };
        Self { core: plane::hull(&paper), radius: shape.radius().widen(), edges, drawn: Drawn::Core }
    }

    /// A body that is drawn by triangles of the panel, or as rings. `points` are all its corners on paper.
    pub fn of_points(points: &[Point], drawn: Drawn) -> Self {
        Self { core: plane::hull(points), radius: 0.0, edges: Vec::new(), drawn }
    }

    /// A place in the middle: of the core, or in the widest part of the rings.
    pub fn middle(&self) -> Point {
        if let Drawn::Rings(rings) = &self.drawn
            && let Some(place) = widest_part(rings)
        {
            return place;
        }
        let count = self.core.len() as f64;
        [0, 1].each(|axis| self.core.iter().map(|point| point[axis] / count).sum())
    }

    /// Whether the outline holds a point. It is accurate enough to place words.
    pub fn holds(&self, point: Point) -> bool {
        if let Drawn::Rings(rings) = &self.drawn {
            return crossings(rings, point[1]).iter().filter(|&&x| x > point[0]).count() % 2 == 1;
        }
        let count = self.core.len();
        let edges = || (0..count).map(|i| (self.core[i], self.core[(i + 1) % count]));
        (count > 2 && edges().all(|(a, b)| plane::turn(a, b, point) >= 0.0))
            || edges().any(|(a, b)| plane::distance_to_segment(point, a, b) <= self.radius)
    }
}

/// Horizontal lines that are looked at for the widest part of rings.
const LINES: usize = 15;

/// The middle of the longest piece of a horizontal line inside the rings, of a few lines.
fn widest_part(rings: &[Vec<Point>]) -> Option<Point> {
    let heights = || rings.iter().flatten().map(|point| point[1]);
    let (low, high) = (heights().fold(f64::INFINITY, f64::min), heights().fold(f64::NEG_INFINITY, f64::max));
    let pieces = (0..LINES).flat_map(|line| {
        let y = low + (high - low) * (line as f64 + 0.5) / LINES as f64;
        let ends = crossings(rings, y);
        ends.chunks_exact(2).map(|ends| (ends[1] - ends[0], [0.5 * (ends[0] + ends[1]), y])).collect::<Vec<_>>()
    });
    pieces.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, place)| place)
}

/// Where the rings cross a horizontal line, from left to right. Inside is between each odd one and the next.
fn crossings(rings: &[Vec<Point>], y: f64) -> Vec<f64> {
    let edges = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let crossing = edges.filter(|(a, b)| (a[1] > y) != (b[1] > y));
    let mut places: Vec<f64> = crossing.map(|(a, b)| a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])).collect();
    places.sort_by(f64::total_cmp);
    places
}

/// The silhouette, from support points along directions all round.
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
            view.project(&coordinates(shape.pose().apply_wide(shape.support(turned))))
        })
        .collect();
    plane::hull(&points)
}

/// The edges of the hull of the vertices at which it bends. `place` places them, and `view` shows them.
fn edges<V: Vector>(shape: &dyn SupportMap<V>, place: impl Fn(V::Wide) -> Point3, view: &View) -> Vec<Edge> {
    // In the shape's own frame the faces of a box are exactly flat. If they were turned, rounding would split them.
    let own: Vec<V::Wide> = (0..shape.vertex_count()).map(|index| shape.vertex(index)).collect();
    let Ok(hull) = Hull::new(&own) else { return Vec::new() };
    if hull.dimension() < 3 {
        return Vec::new();
    }
    let corner = |&vertex: &u32| place(own[hull.source(vertex as usize)]);
    let mut normals: HashMap<[u32; 2], Vec<Point3>> = HashMap::new();
    for face in hull.faces() {
        let normal = outward(&face.iter().map(corner).collect::<Vec<_>>());
        for (index, &from) in face.iter().enumerate() {
            let to = face[(index + 1) % face.len()];
            normals.entry([from.min(to), from.max(to)]).or_default().push(normal);
        }
    }
    let bends = |edge: &[u32; 2]| normals[edge].windows(2).all(|pair| dot(pair[0], pair[1]) < 1.0 - 1e-9);
    let seen = |edge: &[u32; 2]| normals[edge].iter().any(|&normal| dot(normal, view.toward()) > 0.0);
    let mut edges: Vec<[u32; 2]> = normals.keys().copied().filter(bends).collect();
    // The order does not change from run to run.
    edges.sort_unstable();
    let drawn = |edge: &[u32; 2]| Edge {
        ends: [corner(&edge[0]), corner(&edge[1])].each(|end| view.project(&end)),
        hidden: !seen(edge),
    };
    if edges.len() > MOST_EDGES { Vec::new() } else { edges.iter().map(drawn).collect() }
}

/// The unit normal of a flat face, by Newell's sum over the boundary of the face.
fn outward(face: &[Point3]) -> Point3 {
    let base = face[0];
    let sum = face.windows(2).map(|edge| cross(minus(edge[0], base), minus(edge[1], base)));
    let normal = sum.fold([0.0; 3], |sum, part| [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2]]);
    normal.each(|x| x / length(normal))
}

/// Three coordinates, the third zero in the plane.
fn coordinates<W: Space<Scalar = f64>>(vector: W) -> [f64; 3] {
    [0, 1, 2].each(|axis| if axis < W::DIM { *vector.coordinate(axis) } else { 0.0 })
}
