//! Other ways to find a hull's farthest vertex, inside the same solver. The support buckets are compared with them.

mod climbing;
mod hierarchy;
mod scan;
#[cfg(test)]
mod tests;

pub use climbing::Climbing;
pub use hierarchy::Hierarchy;
pub use scan::Scan;

use clearance::{FacePoint, Hull, Support, SupportMap, Vec3};

use crate::engines::{Engine, Output, Runner, Scalar, cold, ours};
use crate::space::hull;
use crate::workloads::{ShapeData, Workload};

type Point = Vec3<f64>;

/// Finds the vertex of a hull that is farthest along a direction.
pub trait Finder: Sized + 'static {
    /// What the finder is called.
    const NAME: &'static str;
    /// How far the answer may be below the greatest product, in units of the extent. A comparison of neighbours may
    /// stop at a vertex that rounding cannot tell from the farthest one.
    const ROUNDING: f64 = 8.0 * f64::EPSILON;
    /// Prepares for one hull.
    fn new(hull: &Hull<Point>) -> Self;
    /// A vertex whose product with `direction` is the greatest, up to [`Finder::ROUNDING`].
    fn farthest(&self, direction: Point) -> usize;
    /// Bytes on the heap.
    fn memory(&self) -> usize;
}

/// A hull that asks a finder for its support points.
pub struct Found<F> {
    hull: Hull<Point>,
    finder: F,
}

impl<F: Finder> Found<F> {
    pub fn new(hull: Hull<Point>) -> Self {
        Self { finder: F::new(&hull), hull }
    }
}

impl<F: Finder> SupportMap<Point> for Found<F> {
    #[inline]
    fn support(&self, direction: Point) -> Point {
        self.support_vertex(direction).point
    }
    #[inline]
    fn support_vertex(&self, direction: Point) -> Support<Point> {
        let vertex = self.finder.farthest(direction);
        Support { point: self.hull.vertices()[vertex], vertex: Some(vertex as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.hull.vertex_count()
    }
    fn vertex(&self, index: usize) -> Point {
        self.hull.vertex(index)
    }
    fn face_towards(&self, direction: Point, face: &mut Vec<FacePoint<Point>>) {
        self.hull.face_towards(direction, face);
    }
    fn center(&self) -> Point {
        self.hull.center()
    }
    fn extent(&self) -> f64 {
        self.hull.extent()
    }
    fn rounding(&self) -> f64 {
        F::ROUNDING * self.hull.extent()
    }
}

/// Our engine, and our engine with each other way.
pub fn engines() -> Vec<Engine> {
    ours().into_iter().chain([engine::<Scan>(), engine::<Climbing>(), engine::<Hierarchy>()]).collect()
}

fn engine<F: Finder>() -> Engine {
    Engine { name: F::NAME, scalar: Scalar::F64, prepare: prepare::<F> }
}

fn prepare<F: Finder>(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if workload.dimension != 3 {
        return None;
    }
    cold::<Point, Found<F>>(workload, output, clearance::Solver::default(), |data| match data {
        ShapeData::Points(points) => Some(Found::new(hull(points))),
        _ => None,
    })
}

/// The place of the point farthest along `direction` among those at `places`.
#[inline(always)]
fn farthest(points: &[Point], places: impl Iterator<Item = usize>, direction: Point) -> usize {
    let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
    for place in places {
        let along = product(points[place], direction);
        if along > greatest {
            (best, greatest) = (place, along);
        }
    }
    best
}

#[inline(always)]
fn product(point: Point, direction: Point) -> f64 {
    point.x * direction.x + point.y * direction.y + point.z * direction.z
}
