//! Shapes made of two: Minkowski sum, sweep, convex hull of two.
//!
//! The parts may be placed and rounded. If the parts are polytopes, so is the result. Its vertices are combinations of
//! the vertices of the parts, rounded or exact.

use super::{ShapeError, rounding_of_sum};
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, Ring, U, greater};
use crate::shape::axis::Axis;
use crate::shape::support::{Support, SupportMap};
use crate::shape::surface::Surface;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, Vector, WideVector};

type Exact<V> = <<V as Vector>::Wide as WideVector>::Exact;

/// A part, with all its answers in the frame of the whole. The rotation matrix is computed once.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part<S, V: Vector> {
    shape: S,
    moved: bool,
    matrix: <V::Wide as WideVector>::Matrix,
    pose: Pose<V>,
    /// The number of vertices. This and the next two numbers are computed once: for shapes inside shapes, two calls of
    /// each part would take time 2^depth.
    count: usize,
    extent: f64,
    rounding: f64,
}

impl<S: SupportMap<V>, V: Vector> Part<S, V> {
    fn new(shape: S) -> Self {
        let pose = shape.pose();
        let pose = if pose.translation.is_finite() { pose.or_nowhere() } else { Pose::nowhere() };
        let (moved, count) = (pose != Pose::identity(), shape.vertex_count());
        let (own_extent, own_rounding) = (shape.extent(), shape.rounding());
        let mut part = Self {
            moved,
            matrix: pose.rotation.matrix(),
            pose,
            count,
            extent: own_extent,
            rounding: own_rounding,
            shape,
        };
        if moved {
            // A rotation may move a corner of the bounding box to an axis: factor √3. The rest of 1.8 is for a rotation
            // that is not exactly of unit length.
            part.extent = 1.8 * own_extent + pose.translation.widen().max_abs();
            // The rotated direction and the rotated point have errors of 12u · |p| each, the sum with the translation
            // 2u. The defect is the pose's own error.
            part.rounding += (48.0 * U + 2.0 * pose.rotation.defect()) * part.extent;
            // For shapes inside shapes the first bound grows with the depth, the second does not.
            let extent = part.support_extent() + 2.0 * part.rounding;
            part.extent = if extent < part.extent { extent } else { part.extent };
        }
        part
    }
    /// The same part in another form. The form must not change what the shape answers.
    fn map_shape<T: SupportMap<V>>(self, form: impl FnOnce(S) -> T) -> Part<T, V> {
        let Self { shape, moved, matrix, pose, count, extent, rounding } = self;
        Part { shape: form(shape), moved, matrix, pose, count, extent, rounding }
    }
    /// The greatest |coordinate| of the support points along the axes.
    fn support_extent(&self) -> f64 {
        let along = |axis: usize, direction: V::Wide| self.support(direction).point.coordinate(axis).abs();
        (0..V::Wide::DIM).fold(0.0, |most, axis| {
            let direction = <V::Wide as WideVector>::axis(axis);
            greater(most, greater(along(axis, direction), along(axis, -direction)))
        })
    }
    /// The point of the shape's frame, in the frame of the whole.
    fn to_whole(&self, point: V::Wide) -> V::Wide {
        if self.moved { point.mapped(&self.matrix) + self.pose.translation.widen() } else { point }
    }
    fn support(&self, direction: V::Wide) -> Support<V::Wide> {
        let local = if self.moved { direction.mapped_back(&self.matrix) } else { direction };
        let Support { point, vertex } = self.shape.support_vertex(local);
        Support { point: self.to_whole(point), vertex }
    }
    fn count(&self) -> usize {
        self.count
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.to_whole(self.shape.vertex(index))
    }
    fn exact_vertex(&self, index: usize) -> Exact<V> {
        self.pose.apply_exact(&self.shape.exact_vertex(index))
    }
    fn axis(&self) -> Option<Axis<V::Wide>> {
        let axis = self.shape.axis_of_revolution()?;
        let turned = |direction: V::Wide| if self.moved { direction.mapped(&self.matrix) } else { direction };
        Some(axis.mapped(turned, |point| self.to_whole(point)))
    }
    fn features(&self) -> usize {
        self.shape.feature_count()
    }
    fn surface(&self, index: usize, direction: V::Wide) -> Surface<V::Wide> {
        if !self.moved {
            return self.shape.surface(index, direction);
        }
        let local = self.shape.surface(index, direction.mapped_back(&self.matrix));
        local.turned(&self.matrix).moved(self.pose.translation.widen())
    }
    fn center(&self) -> V::Wide {
        self.to_whole(self.shape.center())
    }
}

/// An error if there are too many vertices for an index. `None` is a count beyond `usize`.
pub(crate) fn check_vertex_count(count: Option<usize>) -> Result<(), ShapeError> {
    match count.map(u32::try_from) {
        Some(Ok(count)) if count < u32::MAX => Ok(()),
        _ => Err(ShapeError::TooMany),
    }
}

/// The Minkowski sum of two shapes: all sums a + b of a point a of A and a point b of B.
///
/// The radius is the sum of the radii. Vertex k is the sum of A's vertex ⌊k / m⌋ and B's vertex k mod m, where m is the
/// number of B's vertices.
///
/// ```
/// use clearance::{Cuboid, Cylinder, Point, Shape, distance, vec3};
///
/// // A coin and a box make a box with rounded vertical edges.
/// let coin = Cylinder::new(0.0f64, 1.0).unwrap();
/// let sum = coin.sum(Cuboid::new(vec3(2.0, 0.5, 2.0)).unwrap()).unwrap();
/// let answer = distance(&sum, &Point::new(vec3(5.0, 0.0, 6.0)).unwrap());
/// assert!((answer.distance - 4.0).abs() < 1e-11); // From (2, 0, 2) + (0.6, 0, 0.8).
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "minkowski")]
pub struct Sum<A, B, V: Vector> {
    a: Part<A, V>,
    b: Part<B, V>,
    radius: V::Scalar,
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> Sum<A, B, V> {
    /// The sum of two shapes in their poses.
    ///
    /// # Errors
    /// [`ShapeError::TooMany`] if there are more than 2³² − 2 pairs of vertices. [`ShapeError::NotFinite`] if the sum
    /// of the radii is not finite.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        check_vertex_count(a.vertex_count().checked_mul(b.vertex_count()))?;
        let radius = super::size(V::Scalar::narrow(a.radius().widen() + b.radius().widen()))?;
        Ok(Self { a: Part::new(a), b: Part::new(b), radius })
    }

    /// The two shapes, in the order of [`Sum::new`].
    pub fn parts(&self) -> (&A, &B) {
        (&self.a.shape, &self.b.shape)
    }

    /// The same with the parts in another form. The form must not change what they answer.
    pub(crate) fn map_parts<C: SupportMap<V>, D: SupportMap<V>>(
        self,
        form_a: impl FnOnce(A) -> C,
        form_b: impl FnOnce(B) -> D,
    ) -> Sum<C, D, V> {
        Sum { a: self.a.map_shape(form_a), b: self.b.map_shape(form_b), radius: self.radius }
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
    fn axis_of_revolution(&self) -> Option<Axis<V::Wide>> {
        self.a.axis()?.of_sum(self.b.axis()?)
    }
    fn feature_count(&self) -> usize {
        self.a.features().saturating_mul(self.b.features())
    }
    fn surface(&self, index: usize, direction: V::Wide) -> Surface<V::Wide> {
        let (i, j) = (index / self.b.features(), index % self.b.features());
        self.a.surface(i, direction).and(&self.b.surface(j, direction))
    }
    fn center(&self) -> V::Wide {
        self.a.center() + self.b.center()
    }
    /// It includes the rounding of the radius, as in [`super::Rounded`].
    fn extent(&self) -> f64 {
        self.a.extent + self.b.extent + rounding_of_sum(self.a.shape.radius(), self.b.shape.radius(), self.radius)
    }
    fn exact_radius(&self) -> Dyadic {
        self.a.shape.exact_radius().plus(&self.b.shape.exact_radius())
    }
    fn rounding(&self) -> f64 {
        let radii = rounding_of_sum(self.a.shape.radius(), self.b.shape.radius(), self.radius);
        self.a.rounding + self.b.rounding + radii + 2.0 * U * self.extent()
    }
}

/// A shape swept along a vector: all points that it covers during the motion.
///
/// If the shape has n vertices, vertex k < n is the shape's vertex k at the start, and vertex n + k is the same at the
/// end.
///
/// ```
/// use clearance::{Ball, Cuboid, Pose, Shape, distance, vec2};
///
/// // The ball starts at x = −5 and moves 10 to the right. It passes above the box.
/// let path = Ball::new(vec2(-5.0f64, 3.0), 0.5).unwrap().swept(vec2(10.0, 0.0)).unwrap();
/// let obstacle = Cuboid::new(vec2(1.0, 1.0)).unwrap();
/// assert_eq!(distance(&path, &obstacle).distance, 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "sweep")]
#[doc(alias = "extrude")]
#[doc(alias = "prism")]
pub struct Swept<S, V: Vector> {
    part: Part<S, V>,
    way: V,
}

impl<S: SupportMap<V>, V: Vector> Swept<S, V> {
    /// `shape` swept along the vector `way`, which is in the world's frame. The motion starts at the shape's pose.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if `way` is not finite. [`ShapeError::TooMany`] if the shape has more than 2³¹ − 1
    /// vertices.
    pub fn new(shape: S, way: V) -> Result<Self, ShapeError> {
        check_vertex_count(shape.vertex_count().checked_mul(2))?;
        Ok(Self { part: Part::new(shape), way: super::finite(way, 0)? })
    }

    /// The shape that is swept, at the start of the motion.
    pub fn shape(&self) -> &S {
        &self.part.shape
    }

    /// The vector of the motion, in the world's frame.
    pub fn way(&self) -> V {
        self.way
    }

    /// The same with the shape in another form. The form must not change what it answers.
    pub(crate) fn map_shape<T: SupportMap<V>>(self, form: impl FnOnce(S) -> T) -> Swept<T, V> {
        Swept { part: self.part.map_shape(form), way: self.way }
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
    fn axis_of_revolution(&self) -> Option<Axis<V::Wide>> {
        let way = self.way.widen();
        let swept = if way.max_abs() > 0.0 { way.unit() } else { way };
        self.part.axis()?.of_sum(Axis { center: <V::Wide as Space>::zero(), direction: swept })
    }
    fn feature_count(&self) -> usize {
        self.part.features().saturating_mul(2)
    }
    fn surface(&self, index: usize, direction: V::Wide) -> Surface<V::Wide> {
        let count = self.part.features();
        let start = self.part.surface(index % count, direction);
        if index < count { start } else { start.moved(self.way.widen()) }
    }
    fn center(&self) -> V::Wide {
        self.part.center() + self.way.widen() * 0.5
    }
    fn extent(&self) -> f64 {
        self.part.extent + self.way.widen().max_abs()
    }
    fn exact_radius(&self) -> Dyadic {
        self.part.shape.exact_radius()
    }
    fn rounding(&self) -> f64 {
        // The choice of the end has an error of 3u of the way, the sum of u.
        self.part.rounding + 8.0 * U * self.extent()
    }
}

/// The convex hull of the union of two shapes.
///
/// Equal radii: the hull has the same radius, and it is a polytope if both shapes are. A's vertices come first.
/// Different radii: the hull has the smaller radius, and its core is curved.
///
/// ```
/// use clearance::{Point, Shape, Triangle, vec3, Solver};
///
/// // A triangle and an apex make a tetrahedron.
/// let base = Triangle::new(vec3(0.0f64, 0.0, 0.0), vec3(2.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0)).unwrap();
/// let solid = base.hull_with(Point::new(vec3(0.0, 0.0, 2.0)).unwrap()).unwrap();
/// assert!(Solver::default().contains(&solid, vec3(0.5, 0.5, 0.5)));
/// assert!(!Solver::default().contains(&solid, vec3(0.75, 0.75, 0.75)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "convex_hull")]
#[doc(alias = "tapered capsule")]
pub struct HullOfTwo<A, B, V: Vector> {
    a: Part<A, V>,
    b: Part<B, V>,
    /// The smaller radius.
    radius: V::Scalar,
    /// The radius of each shape minus the smaller radius.  [length]
    excess: [f64; 2],
    polytope: bool,
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> HullOfTwo<A, B, V> {
    /// The hull of two shapes in their poses.
    ///
    /// # Errors
    /// [`ShapeError::TooMany`] if both together have more than 2³² − 2 vertices.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        check_vertex_count(a.vertex_count().checked_add(b.vertex_count()))?;
        let radii = [a.radius(), b.radius()];
        let radius = if radii[0] < radii[1] { radii[0] } else { radii[1] };
        let excess = radii.each(|r| r.widen() - radius.widen());
        // A radius of NaN has no exact value; its excess is NaN, too, and not 0.
        let is_even = excess == [0.0; 2] && a.exact_radius() == b.exact_radius();
        let polytope = is_even && a.vertex_count() > 0 && b.vertex_count() > 0;
        Ok(Self { a: Part::new(a), b: Part::new(b), radius, excess, polytope })
    }

    /// The two shapes, in the order of [`HullOfTwo::new`].
    pub fn parts(&self) -> (&A, &B) {
        (&self.a.shape, &self.b.shape)
    }

    /// The same with the parts in another form. The form must not change what they answer.
    pub(crate) fn map_parts<C: SupportMap<V>, D: SupportMap<V>>(
        self,
        form_a: impl FnOnce(A) -> C,
        form_b: impl FnOnce(B) -> D,
    ) -> HullOfTwo<C, D, V> {
        HullOfTwo {
            a: self.a.map_shape(form_a),
            b: self.b.map_shape(form_b),
            radius: self.radius,
            excess: self.excess,
            polytope: self.polytope,
        }
    }
}

impl<A: SupportMap<V>, B: SupportMap<V>, V: Vector> SupportMap<V> for HullOfTwo<A, B, V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let (a, b) = (self.a.support(direction), self.b.support(direction));
        if self.polytope {
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
        if self.polytope { self.a.count() + self.b.count() } else { 0 }
    }
    fn vertex(&self, index: usize) -> V::Wide {
        let count = self.a.count();
        if index < count { self.a.vertex(index) } else { self.b.vertex(index - count) }
    }
    fn exact_vertex(&self, index: usize) -> Exact<V> {
        let count = self.a.count();
        if index < count { self.a.exact_vertex(index) } else { self.b.exact_vertex(index - count) }
    }
    fn axis_of_revolution(&self) -> Option<Axis<V::Wide>> {
        self.a.axis()?.of_hull(self.b.axis()?)
    }
    fn feature_count(&self) -> usize {
        let counts = [self.a.features(), self.b.features()];
        if counts.contains(&0) { 0 } else { counts[0].saturating_add(counts[1]) }
    }
    fn surface(&self, index: usize, direction: V::Wide) -> Surface<V::Wide> {
        let count = self.a.features();
        if index < count {
            self.a.surface(index, direction).thickened(self.excess[0], direction)
        } else {
            self.b.surface(index - count, direction).thickened(self.excess[1], direction)
        }
    }
    fn center(&self) -> V::Wide {
        self.a.center() * 0.5 + self.b.center() * 0.5
    }
    fn extent(&self) -> f64 {
        greater(self.a.extent + self.excess[0], self.b.extent + self.excess[1])
    }
    fn exact_radius(&self) -> Dyadic {
        if self.polytope { self.a.shape.exact_radius() } else { Dyadic::from(self.radius.widen()) }
    }
    fn rounding(&self) -> f64 {
        let parts = self.a.rounding.max(self.b.rounding);
        if self.polytope { parts } else { parts + 16.0 * U * self.extent() }
    }
}
