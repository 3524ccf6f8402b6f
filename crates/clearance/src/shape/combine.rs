//! Shapes made of two: Minkowski sum, sweep, hull of the union.
//!
//! The parts may be placed and rounded. Polytopes stay polytopes: vertices are combinations of the parts' vertices, exact
//! when exact ones are asked for.

use super::ShapeError;
use crate::pose::{Pose, Rotation};
use crate::real::{Real, U};
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};

type Exact<V> = <<V as Vector>::Wide as WideVector>::Exact;

/// A shape in the frame of the whole, with its rotation at hand.
#[derive(Clone, Copy, Debug)]
struct Part<S, V: Vector> {
    shape: S,
    moved: bool,
    matrix: <V::Wide as WideVector>::Matrix,
    pose: Pose<V>,
}

impl<S: SupportMap<V>, V: Vector> Part<S, V> {
    fn new(shape: S) -> Self {
        let pose = shape.pose();
        Self { moved: pose != Pose::identity(), matrix: pose.rotation.matrix(), pose, shape }
    }
    fn placed(&self, point: V::Wide) -> V::Wide {
        if self.moved { point.mapped(&self.matrix) + self.pose.translation.widen() } else { point }
    }
    fn support(&self, direction: V::Wide) -> Support<V::Wide> {
        let local = if self.moved { direction.mapped_back(&self.matrix) } else { direction };
        let Support { point, vertex } = self.shape.support_vertex(local);
        Support { point: self.placed(point), vertex }
    }
    fn count(&self) -> usize {
        self.shape.vertex_count()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.placed(self.shape.vertex(index))
    }
    fn exact_vertex(&self, index: usize) -> Exact<V> {
        self.pose.apply_exact(&self.shape.exact_vertex(index))
    }
    fn center(&self) -> V::Wide {
        self.placed(self.shape.center())
    }
    /// Rotation turns a corner of the extent onto an axis: √3 at most, with room for a rotation that is not quite one.
    fn extent(&self) -> f64 {
        if self.moved {
            1.8 * self.shape.extent() + self.pose.translation.widen().max_abs()
        } else {
            self.shape.extent()
        }
    }
    /// The turned direction and the moved point round by 12u each of |p|, the sum by 2u; the pose's own defect.
    fn rounding(&self) -> f64 {
        let moved = (48.0 * U + 2.0 * self.pose.rotation.defect()) * self.extent();
        self.shape.rounding() + if self.moved { moved } else { 0.0 }
    }
}

/// Whether a number of vertices can be indexed.
fn countable(count: Option<usize>) -> Result<(), ShapeError> {
    match count.map(u32::try_from) {
        Some(Ok(count)) if count < u32::MAX => Ok(()),
        _ => Err(ShapeError::TooMany),
    }
}

/// The Minkowski sum of two shapes: every sum of a point of one and a point of the other. Radii add up.
///
/// Vertex k is the sum of A's vertex k / m and B's vertex k mod m, with m the number of B's vertices.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B, V: Vector> {
    a: Part<A, V>,
    b: Part<B, V>,
    radius: V::Scalar,
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> Sum<A, B, V> {
    /// The sum of two shapes as they are placed.
    ///
    /// # Errors
    /// More than 2³² − 2 pairs of vertices; radii whose sum is not finite.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        countable(a.vertex_count().checked_mul(b.vertex_count()))?;
        let radius = super::size(V::Scalar::narrow(a.radius().widen() + b.radius().widen()))?;
        Ok(Self { a: Part::new(a), b: Part::new(b), radius })
    }
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> SupportMap<V> for Sum<A, B, V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.a.support(direction).point + self.b.support(direction).point
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let (a, b) = (self.a.support(direction), self.b.support(direction));
        let index = |(i, j)| i * self.b.count() as u32 + j;
        Support { point: a.point + b.point, vertex: a.vertex.zip(b.vertex).map(index) }
    }
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    fn vertex_count(&self) -> usize {
        self.a.count() * self.b.count()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.a.vertex(index / self.b.count()) + self.b.vertex(index % self.b.count())
    }
    fn exact_vertex(&self, index: usize) -> Exact<V> {
        self.a.exact_vertex(index / self.b.count()).plus(&self.b.exact_vertex(index % self.b.count()))
    }
    fn center(&self) -> V::Wide {
        self.a.center() + self.b.center()
    }
    fn extent(&self) -> f64 {
        self.a.extent() + self.b.extent()
    }
    fn rounding(&self) -> f64 {
        self.a.rounding() + self.b.rounding() + 2.0 * U * self.extent()
    }
}

/// A shape swept along a vector: everything that it passes over on the way.
///
/// Of n vertices of the shape, vertex k < n is the shape's, and n + k is the same one at the end of the way.
#[derive(Clone, Copy, Debug)]
pub struct Swept<S, V: Vector> {
    part: Part<S, V>,
    way: V,
}

impl<S: SupportMap<V>, V: Vector> Swept<S, V> {
    /// `shape` swept from where it is along `way`.
    ///
    /// # Errors
    /// A vector that is not finite; too many vertices.
    pub fn new(shape: S, way: V) -> Result<Self, ShapeError> {
        countable(shape.vertex_count().checked_mul(2))?;
        Ok(Self { part: Part::new(shape), way: super::finite(way, 0)? })
    }
}

impl<S: SupportMap<V>, V: Vector> SupportMap<V> for Swept<S, V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let (start, way) = (self.part.support(direction), self.way.widen());
        if way.dot(&direction) > 0.0 {
            let last = |index| index + self.part.count() as u32;
            Support { point: start.point + way, vertex: start.vertex.map(last) }
        } else {
            start
        }
    }
    fn radius(&self) -> V::Scalar {
        self.part.shape.radius()
    }
    fn vertex_count(&self) -> usize {
        2 * self.part.count()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        let count = self.part.count();
        if index < count { self.part.vertex(index) } else { self.part.vertex(index - count) + self.way.widen() }
    }
    fn exact_vertex(&self, index: usize) -> Exact<V> {
        let count = self.part.count();
        if index < count {
            self.part.exact_vertex(index)
        } else {
            self.part.exact_vertex(index - count).plus(&self.way.widen().exact())
        }
    }
    fn center(&self) -> V::Wide {
        self.part.center() + self.way.widen() * 0.5
    }
    fn extent(&self) -> f64 {
        self.part.extent() + self.way.widen().max_abs()
    }
    fn rounding(&self) -> f64 {
        // Which end is farther rounds by 3u of the way, the sum by u.
        self.part.rounding() + 8.0 * U * self.extent()
    }
}

/// The convex hull of two shapes together.
///
/// With equal radii the hull keeps that radius and stays a polytope if both are; otherwise the difference of the radii
/// bends the core of the larger one. A's vertices come first.
#[derive(Clone, Copy, Debug)]
pub struct HullOfTwo<A, B, V: Vector> {
    a: Part<A, V>,
    b: Part<B, V>,
    /// The lesser radius, and what each has beyond it.
    radius: V::Scalar,
    excess: [f64; 2],
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> HullOfTwo<A, B, V> {
    /// The hull of two shapes as they are placed.
    ///
    /// # Errors
    /// Too many vertices.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        countable(a.vertex_count().checked_add(b.vertex_count()))?;
        let radii = [a.radius(), b.radius()];
        let radius = if radii[0] < radii[1] { radii[0] } else { radii[1] };
        let excess = radii.map(|r| r.widen() - radius.widen());
        Ok(Self { a: Part::new(a), b: Part::new(b), radius, excess })
    }
    fn is_polytope(&self) -> bool {
        self.excess == [0.0; 2] && self.a.count() > 0 && self.b.count() > 0
    }
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> SupportMap<V> for HullOfTwo<A, B, V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let (a, b) = (self.a.support(direction), self.b.support(direction));
        if self.is_polytope() {
            let after = |index| index + self.a.count() as u32;
            return if b.point.dot(&direction) > a.point.dot(&direction) {
                Support { point: b.point, vertex: b.vertex.map(after) }
            } else {
                a
            };
        }
        let unit = direction.unit();
        let [far_a, far_b] = [a.point + unit * self.excess[0], b.point + unit * self.excess[1]];
        let point = if far_b.dot(&unit) > far_a.dot(&unit) { far_b } else { far_a };
        Support { point, vertex: None }
    }
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    fn vertex_count(&self) -> usize {
        if self.is_polytope() { self.a.count() + self.b.count() } else { 0 }
    }
    fn vertex(&self, index: usize) -> V::Wide {
        let count = self.a.count();
        if index < count { self.a.vertex(index) } else { self.b.vertex(index - count) }
    }
    fn exact_vertex(&self, index: usize) -> Exact<V> {
        let count = self.a.count();
        if index < count { self.a.exact_vertex(index) } else { self.b.exact_vertex(index - count) }
    }
    fn center(&self) -> V::Wide {
        self.a.center() * 0.5 + self.b.center() * 0.5
    }
    fn extent(&self) -> f64 {
        (self.a.extent() + self.excess[0]).max(self.b.extent() + self.excess[1])
    }
    fn rounding(&self) -> f64 {
        let parts = self.a.rounding().max(self.b.rounding());
        if self.is_polytope() { parts } else { parts + 16.0 * U * self.extent() }
    }
}
