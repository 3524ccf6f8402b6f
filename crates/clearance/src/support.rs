//! A shape is what it can answer: the farthest point of its core along a direction, a radius, and where it is placed.
//!
//! The set meant by a shape is `pose · (core + ball(radius))`, with the core convex. Everything the algorithms ask is in
//! [`SupportMap`]; a shape of your own needs the first method alone.

use crate::contact::FacePoint;
use crate::patch::Patch;
use crate::pose::Pose;
use crate::real::{Real, U};
use crate::sat::Sides;
use crate::shape::{HullOfTwo, Placed, Rounded, ShapeError, Sum, Swept};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A support point, and which vertex it is where the shape has vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support<W> {
    /// The farthest point, in the frame that was asked in.
    pub point: W,
    /// The index of the vertex; `None` on a curved shape.
    pub vertex: Option<u32>,
}

/// A convex set that knows its farthest points.
///
/// Frames: every method speaks the shape's own frame, except that [`SupportMap::pose`] says where that frame stands.
/// Directions and points are `f64` whatever the scalar of `V`, since queries compute in `f64`.
///
/// ```
/// use clearance::{distance, Ball, SupportMap, Vec3, vec3};
///
/// /// A disc of radius `r` in the plane z = 0.
/// struct Disc { r: f64 }
///
/// impl SupportMap<Vec3<f64>> for Disc {
///     fn support(&self, d: Vec3<f64>) -> Vec3<f64> {
///         let length = d.x.hypot(d.y);
///         if length > 0.0 { vec3(d.x * (self.r / length), d.y * (self.r / length), 0.0) } else { vec3(self.r, 0.0, 0.0) }
///     }
/// }
///
/// let ball = Ball::new(vec3(0.0, 0.0, 3.0), 1.0).unwrap();
/// let answer = distance(&Disc { r: 2.0 }, &ball);
/// assert!((answer.distance - 2.0).abs() < 1e-9);
/// ```
pub trait SupportMap<V: Vector> {
    /// The point of the core farthest along `direction`, which is not zero and of any length.
    ///
    /// Of several such points any one, but always the same for the same bits of `direction`.
    fn support(&self, direction: V::Wide) -> V::Wide;

    /// The radius of the ball that the core is thickened by, in the unit of the shape; not negative.
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// Where the shape's frame stands in the world.
    fn pose(&self) -> Pose<V> {
        Pose::identity()
    }

    /// The support point together with the index of its vertex.
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        Support { point: self.support(direction), vertex: None }
    }

    /// How many vertices the core has, 0 when it is curved. A shape that says more than 0 answers
    /// [`SupportMap::support_vertex`] with an index, and its core is exactly the hull of its vertices.
    fn vertex_count(&self) -> usize {
        0
    }

    /// Vertex `index < vertex_count()`, rounded to `f64`.
    fn vertex(&self, index: usize) -> V::Wide {
        let _ = index;
        self.center()
    }

    /// Vertex `index < vertex_count()` without rounding.
    fn exact_vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact {
        self.vertex(index).exact()
    }

    /// The half-extents of the core if it is a box along the axes of its frame, around the frame's origin: boxes that
    /// overlap have a closed form.
    fn half_extents(&self) -> Option<V::Wide> {
        None
    }

    /// The sides of the core if it is a polygon of the plane of few corners: the axis test then answers most queries.
    fn sides(&self) -> Option<&Sides> {
        None
    }

    /// Appends the corners of the core's face that looks along `direction`: a polygon in order, a segment's two ends, or
    /// one point. Contact manifolds are made of such faces. The default is the support point alone.
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        let Support { point, vertex } = self.support_vertex(direction);
        face.push(FacePoint { point, vertex: vertex.unwrap_or(0) });
    }

    /// What the surface is like around the support point along the unit vector `direction`, where the shape knows: pairs of
    /// shapes that do, one of them curved, are answered in a few steps of Newton's method.
    ///
    /// It changes the time, never what the answer proves. Polytopes of more than two vertices need none.
    #[inline]
    fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> {
        let _ = direction;
        (self.vertex_count() == 1).then_some(Patch::corner())
    }

    /// A point in or near the core, to start the search from; it changes the time, never the answer.
    fn center(&self) -> V::Wide {
        let mut center = <V::Wide as Space>::zero();
        for axis in 0..V::Wide::DIM {
            let (low, high) = axis_range(self, axis);
            center = center.with_coordinate(axis, 0.5 * low + 0.5 * high);
        }
        center
    }

    /// The greatest |coordinate| of the core, or any number above it that is of the same size.
    fn extent(&self) -> f64 {
        (0..V::Wide::DIM)
            .map(|axis| axis_range(self, axis))
            .fold(0.0, |extent: f64, (low, high)| extent.max(low.abs()).max(high.abs()))
    }

    /// How far, as a length, rounding may move a support point off the core or short of the farthest point.
    ///
    /// Zero where support points are stored vertices. The default allows a curved shape 16 roundings of its extent.
    fn rounding(&self) -> f64 {
        if self.vertex_count() > 0 { 0.0 } else { 16.0 * U * self.extent() }
    }
}

/// The index of the point farthest along `direction`: the first of the greatest product as rounded.
#[inline(always)]
pub(crate) fn farthest<V: Vector>(points: &[V], direction: V::Wide) -> usize {
    let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
    let along = |point: &V| point.widen().dot(&direction);
    let mut blocks = points.chunks_exact(4);
    for (block, four) in blocks.by_ref().enumerate() {
        let (place, along) = first_greatest([along(&four[0]), along(&four[1]), along(&four[2]), along(&four[3])]);
        if along > greatest {
            (best, greatest) = (4 * block + place, along);
        }
    }
    let rest = blocks.remainder();
    for (place, point) in rest.iter().enumerate() {
        let along = along(point);
        if along > greatest {
            (best, greatest) = (points.len() - rest.len() + place, along);
        }
    }
    best
}

/// The first place of the greatest of four numbers, and the number: two rounds without branches.
#[inline(always)]
pub(crate) fn first_greatest(along: [f64; 4]) -> (usize, f64) {
    let front = if along[1] > along[0] { (1, along[1]) } else { (0, along[0]) };
    let back = if along[3] > along[2] { (3, along[3]) } else { (2, along[2]) };
    if back.1 > front.1 { back } else { front }
}

/// The least and the greatest coordinate of the core along an axis.
fn axis_range<V: Vector>(shape: &(impl SupportMap<V> + ?Sized), axis: usize) -> (f64, f64) {
    let direction = V::Wide::axis(axis);
    (*shape.support(-direction).coordinate(axis), *shape.support(direction).coordinate(axis))
}

/// The combinators, on every shape and on references to shapes.
pub trait Shape<V: Vector>: SupportMap<V> + Sized {
    /// The shape moved by `pose`, after its own placement.
    fn at(self, pose: Pose<V>) -> Placed<Self, V> {
        Placed::new(self, pose)
    }
    /// The shape thickened by `radius`: a safety zone around it.
    ///
    /// # Errors
    /// When the radius is negative or not finite.
    fn rounded(self, radius: V::Scalar) -> Result<Rounded<Self, V>, ShapeError> {
        Rounded::new(self, radius)
    }
    /// The Minkowski sum with another shape.
    ///
    /// # Errors
    /// See [`Sum::new`].
    fn sum<B: SupportMap<V>>(self, other: B) -> Result<Sum<Self, B, V>, ShapeError> {
        Sum::new(self, other)
    }
    /// The shape swept along `way`.
    ///
    /// # Errors
    /// See [`Swept::new`].
    fn swept(self, way: V) -> Result<Swept<Self, V>, ShapeError> {
        Swept::new(self, way)
    }
    /// The hull of this shape and another.
    ///
    /// # Errors
    /// See [`HullOfTwo::new`].
    fn hull_with<B: SupportMap<V>>(self, other: B) -> Result<HullOfTwo<Self, B, V>, ShapeError> {
        HullOfTwo::new(self, other)
    }
}
impl<V: Vector, S: SupportMap<V> + Sized> Shape<V> for S {}

/// The whole interface passed on to what a reference or box points at.
macro_rules! forward_support {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, S: SupportMap<V> + ?Sized> SupportMap<V> for $pointer {
            #[inline(always)]
            fn support(&self, direction: V::Wide) -> V::Wide { (**self).support(direction) }
            #[inline(always)]
            fn radius(&self) -> V::Scalar { (**self).radius() }
            #[inline(always)]
            fn pose(&self) -> Pose<V> { (**self).pose() }
            #[inline(always)]
            fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> { (**self).support_vertex(direction) }
            #[inline(always)]
            fn vertex_count(&self) -> usize { (**self).vertex_count() }
            #[inline(always)]
            fn vertex(&self, index: usize) -> V::Wide { (**self).vertex(index) }
            fn exact_vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact { (**self).exact_vertex(index) }
            fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
                (**self).face_towards(direction, face);
            }
            #[inline(always)]
            fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> { (**self).patch(direction) }
            #[inline(always)]
            fn half_extents(&self) -> Option<V::Wide> { (**self).half_extents() }
            #[inline(always)]
            fn sides(&self) -> Option<&Sides> { (**self).sides() }
            #[inline(always)]
            fn center(&self) -> V::Wide { (**self).center() }
            #[inline(always)]
            fn extent(&self) -> f64 { (**self).extent() }
            #[inline(always)]
            fn rounding(&self) -> f64 { (**self).rounding() }
        }
    )+};
}
forward_support!(&S, alloc::boxed::Box<S>);
