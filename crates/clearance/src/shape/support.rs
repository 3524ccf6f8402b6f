//! The interface of a shape: the support point of its core, a radius, and a pose.
//!
//! A shape is the set `pose · (core + ball(radius))`, where the core is convex and closed. The algorithms use the
//! methods of [`SupportMap`] and nothing else. A shape of your own must implement only the first one.

use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Real, U, greater};
use crate::shape::axis::Axis;
use crate::shape::curvature::Curvature;
use crate::shape::face::FacePoint;
use crate::shape::surface::Surface;
use crate::shape::view::View;
use crate::shape::{HullOfTwo, Placed, Rounded, ShapeError, Sum, Swept};
use crate::space::coordinates::Coordinates;
use crate::space::pose::Pose;
use crate::space::rotation::Turn;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A support point and the index of its vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support<W> {
    /// The support point, in the frame of the direction.
    pub point: W,
    /// The index of the vertex. `None` if the core is curved.
    pub vertex: Option<u32>,
}

/// A convex shape, given by its support function: the trait to implement for a shape of your own.
///
/// The shape is the set `pose · (core + ball(radius))`. The core is convex and closed; it may be flat or a single
/// point. Only [`SupportMap::support`] is required. [`Shape::at`] places the shape.
///
/// All methods use the shape's own frame. Directions and points are `f64` for both scalars
/// of `V`, since queries compute in `f64`.
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
#[doc(alias = "support_function")]
#[doc(alias = "convex")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape in the space of `{V}`",
    label = "not a shape here",
    note = "a point is `Point::new(vector)`, a list of points is `Points::new(&list)` or `Hull::new(&list)`",
    note = "both shapes of a query have one vector type, for example `Vec3<f64>`"
)]
pub trait SupportMap<V: Vector> {
    /// The support point: the point of the core farthest along `direction`. The direction is not zero and of any
    /// length.
    ///
    /// If several points are equally far, return any of them, but always the same one for the same bits of `direction`.
    #[doc(alias = "support_function")]
    #[doc(alias = "support_point")]
    fn support(&self, direction: V::Wide) -> V::Wide;

    /// The radius of the shape: it consists of all points not farther than this from the core.
    ///
    /// If it is negative, answers have no finite bounds ([`crate::Proximity`]).
    #[doc(alias = "margin")]
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// A bound of the rounding error of a support point: its distance from the core, and what it lacks to the farthest
    /// point. In the unit of the shape.
    ///
    /// It is zero if support points are stored vertices. The default for curved shapes is 16 roundings of the extent.
    /// Larger: wider bounds. Smaller than the truth: the bounds of answers may be wrong. Below zero: there are no finite
    /// bounds.
    fn rounding(&self) -> f64 {
        if self.vertex_count() > 0 { 0.0 } else { 16.0 * U * self.extent() }
    }

    /// The number of vertices of the core; 0 if it is curved.
    ///
    /// If it is not 0, the core must be exactly the hull of the vertices, and [`SupportMap::vertex`] must be
    /// implemented, too. Verdicts of such shapes are exact.
    fn vertex_count(&self) -> usize {
        0
    }

    /// Vertex `index`, rounded to `f64`. `index` is less than [`SupportMap::vertex_count`].
    ///
    /// # Panics
    /// May panic if `index` is too large.
    fn vertex(&self, index: usize) -> V::Wide {
        let _ = index;
        self.center()
    }

    // What follows is the view of the library's own shapes: where they stand, and what they know beside support points.

    /// The radius without rounding. In a shape made of others it may be a sum that is not a float.
    /// [`SupportMap::rounding`] then includes the difference.
    #[doc(hidden)]
    fn exact_radius(&self) -> Dyadic {
        Dyadic::from(self.radius().widen())
    }

    /// The pose that maps the shape's own frame to the world's frame. Its rotation has unit length up to rounding.
    #[doc(hidden)]
    #[doc(alias = "transform")]
    fn pose(&self) -> Pose<V> {
        Pose::identity()
    }

    /// The matrix of the pose's rotation, and how far the numbers of the rotation are from one.
    #[doc(hidden)]
    #[inline]
    fn turn(&self) -> Turn<V> {
        Turn::of(&self.pose().rotation)
    }

    /// The shape as the engine sees it. `None` if the engine does not know the kind: it then calls these methods.
    #[doc(hidden)]
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        None
    }

    /// The support point and the index of its vertex, if the core has vertices.
    #[doc(hidden)]
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        if self.vertex_count() == 0 {
            return Support { point: self.support(direction), vertex: None };
        }
        let (mut farthest, mut greatest) = (0, f64::NEG_INFINITY);
        for index in 0..self.vertex_count() {
            let along = self.vertex(index).dot(&direction);
            if along > greatest {
                (farthest, greatest) = (index, along);
            }
        }
        Support { point: self.vertex(farthest), vertex: Some(farthest as u32) }
    }

    /// Vertex `index < vertex_count()` without rounding.
    #[doc(hidden)]
    fn exact_vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact {
        self.vertex(index).exact()
    }

    /// Appends the corners of the core's face that looks along `direction`, for contact manifolds
    /// ([`crate::contacts`]).
    ///
    /// The face is a polygon with its corners in order, a segment or one point. The default is the support point.
    #[doc(hidden)]
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        let Support { point, vertex } = self.support_vertex(direction);
        face.push(FacePoint { point, vertex: vertex.unwrap_or(0) });
    }

    /// The curvature of the surface at the support point along the unit vector `direction`. `None` if it is not known.
    ///
    /// If both shapes give it and one of them is curved, a query takes a few steps of Newton's method. It changes the
    /// time of a query; the bounds of the answer hold with any value. Polytopes with more than two vertices need none.
    #[doc(hidden)]
    #[inline]
    fn curvature(&self, direction: V::Wide) -> Option<Curvature<V::Wide>> {
        let _ = direction;
        (self.vertex_count() == 1).then_some(Curvature::corner())
    }

    /// The number of features of the core ([`Surface`]). 0 if they are not known.
    #[doc(hidden)]
    #[inline]
    fn feature_count(&self) -> usize {
        self.vertex_count()
    }

    /// Feature `index < feature_count()`, at its support point along the unit vector `direction`.
    #[doc(hidden)]
    fn surface(&self, index: usize, direction: V::Wide) -> Surface<V::Wide> {
        let _ = direction;
        Surface::corner(self.vertex(index))
    }

    /// The axis of the core, if it is a solid of revolution in space.
    #[doc(hidden)]
    fn axis_of_revolution(&self) -> Option<Axis<V::Wide>> {
        match self.vertex_count() {
            1 => Some(Axis::of_point(self.vertex(0))),
            2 => {
                let (center, way) = (self.vertex(0), self.vertex(1) - self.vertex(0));
                let direction = if way.max_abs() > 0.0 { way.unit() } else { way };
                Some(Axis { center, direction })
            }
            _ => None,
        }
    }

    /// A point in or near the core. The search starts from it; it changes the time, not the bounds.
    #[doc(hidden)]
    fn center(&self) -> V::Wide {
        let mut center = <V::Wide as Space>::zero();
        for axis in 0..V::Wide::DIM {
            let (low, high) = axis_range(self, axis);
            center = center.with_coordinate(axis, 0.5 * low + 0.5 * high);
        }
        center
    }

    /// The greatest |coordinate| of the core, or a somewhat larger number. In the unit of the shape.
    ///
    /// Larger: wider bounds. Smaller than the truth: the bounds of answers may be wrong. It is NaN or infinity if the
    /// shape has such a coordinate; answers then have no finite bounds ([`crate::Proximity`]).
    #[doc(hidden)]
    fn extent(&self) -> f64 {
        (0..V::Wide::DIM)
            .map(|axis| axis_range(self, axis))
            .fold(0.0, |extent, (low, high)| greater(extent, greater(low.abs(), high.abs())))
    }

    /// √3 times this number, √2 times in the plane, is the radius of a ball about the origin of the frame that holds the
    /// core. In the unit of the shape. Smaller than the truth: shapes that touch may count as far apart.
    #[doc(hidden)]
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        self.extent()
    }
}

/// The index of the point with the greatest rounded product with `direction`. Of equal products the first counts.
#[inline(always)]
pub(crate) fn farthest<P: Coordinates>(points: &[P], direction: <P::Vector as Vector>::Wide) -> usize {
    #[cfg(feature = "simd")]
    if points.len() >= FEWEST_IN_REGISTERS {
        if let Some(best) = super::scan::farthest_of_points(points, direction) {
            return best;
        }
    }
    farthest_by_blocks(points, direction)
}

/// The same in the registers that every processor has.
#[inline(always)]
pub(crate) fn farthest_by_blocks<P: Coordinates>(points: &[P], direction: <P::Vector as Vector>::Wide) -> usize {
    let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
    let along = |point: &P| point.vector().widen().dot(&direction);
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

/// Fewer points are scanned here. The processor guesses the branches of this scan and goes on before it ends; the scan
/// in registers of four has no branches, but moves each coordinate.
#[cfg(feature = "simd")]
const FEWEST_IN_REGISTERS: usize = 100;

/// The index of the greatest of four numbers, and that number. Of equal numbers the first counts. No branches.
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

/// Methods that build a shape from other shapes. Every [`SupportMap`] has them, and so has every reference, `Box`, `Rc`
/// and `Arc` to one.
///
/// ```
/// use clearance::{Ball, Pose, Segment, Shape, distance, vec2};
///
/// // A tapered capsule, moved up by 4, with a safety zone of 0.5.
/// let (large, small) = (Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap(), Ball::new(vec2(3.0, 0.0), 0.5).unwrap());
/// let arm = large.hull_with(small).unwrap().at(Pose::translation([0.0, 4.0])).rounded(0.5).unwrap();
/// let floor = Segment::new(vec2(-9.0, 0.0), vec2(9.0, 0.0)).unwrap();
/// assert!((distance(&arm, &floor).distance - 2.5).abs() < 1e-11);
/// ```
pub trait Shape<V: Vector>: SupportMap<V> + Sized {
    /// The shape moved by `pose`: first by its own pose, then by this one.
    fn at(self, pose: Pose<V>) -> Placed<Self, V> {
        Placed::new(self, pose)
    }
    /// The shape thickened by `radius`, for example a safety zone: all points not farther than `radius` from it.
    ///
    /// # Errors
    /// See [`Rounded::new`].
    #[doc(alias = "margin")]
    #[doc(alias = "offset")]
    #[doc(alias = "inflate")]
    fn rounded(self, radius: V::Scalar) -> Result<Rounded<Self, V>, ShapeError> {
        Rounded::new(self, radius)
    }
    /// The Minkowski sum with another shape.
    #[doc(alias = "minkowski")]
    ///
    /// # Errors
    /// See [`Sum::new`].
    fn sum<B: SupportMap<V>>(self, other: B) -> Result<Sum<Self, B, V>, ShapeError> {
        Sum::new(self, other)
    }
    /// The shape swept along the vector `way`: all positions between the start and the end of the motion.
    #[doc(alias = "sweep")]
    #[doc(alias = "extrude")]
    ///
    /// # Errors
    /// See [`Swept::new`].
    fn swept(self, way: V) -> Result<Swept<Self, V>, ShapeError> {
        Swept::new(self, way)
    }
    /// The convex hull of this shape and another.
    #[doc(alias = "convex_hull")]
    ///
    /// # Errors
    /// See [`HullOfTwo::new`].
    fn hull_with<B: SupportMap<V>>(self, other: B) -> Result<HullOfTwo<Self, B, V>, ShapeError> {
        HullOfTwo::new(self, other)
    }
}
impl<V: Vector, S: SupportMap<V> + Sized> Shape<V> for S {}

/// Implements methods of a [`SupportMap`] by those of an inner shape. `$with!` binds the inner shape to a name.
macro_rules! forward {
    ($self:ident, $with:ident, all) => {
        forward!(@core [inline] $self $with);
        forward!(@radius [inline] $self $with);
        forward!(@pose [inline] $self $with);
    };
    ($self:ident, $with:ident, all but pose) => {
        forward!(@core [inline] $self $with);
        forward!(@radius [inline] $self $with);
    };
    ($self:ident, $with:ident, all but radius) => {
        forward!(@core [inline] $self $with);
        forward!(@pose [inline] $self $with);
    };
    (@pose $inline:tt $self:ident $with:ident) => {
        forward! { @methods $inline $self $with
            fn pose() -> $crate::space::pose::Pose<V>;
        }
    };
    (@radius $inline:tt $self:ident $with:ident) => {
        forward! { @methods $inline $self $with
            fn radius() -> V::Scalar;
            fn extent() -> f64;
            fn ball_extent() -> f64;
            fn rounding() -> f64;
        }
        forward! { @methods [inline(never)] $self $with
            fn exact_radius() -> $crate::numbers::dyadic::Dyadic;
        }
    };
    (@core $inline:tt $self:ident $with:ident) => {
        forward! { @methods $inline $self $with
            fn support(direction: V::Wide) -> V::Wide;
            fn support_vertex(direction: V::Wide) -> $crate::shape::support::Support<V::Wide>;
            fn vertex_count() -> usize;
            fn vertex(index: usize) -> V::Wide;
            fn curvature(direction: V::Wide) -> Option<$crate::shape::curvature::Curvature<V::Wide>>;
            fn feature_count() -> usize;
            fn center() -> V::Wide;
        }
        forward! { @methods [inline(never)] $self $with
            fn exact_vertex(index: usize) -> <V::Wide as $crate::space::vector::WideVector>::Exact;
            fn face_towards(
                direction: V::Wide,
                face: &mut alloc::vec::Vec<$crate::shape::face::FacePoint<V::Wide>>
            ) -> ();
            fn surface(index: usize, direction: V::Wide) -> $crate::shape::surface::Surface<V::Wide>;
            fn axis_of_revolution() -> Option<$crate::shape::axis::Axis<V::Wide>>;
        }
    };
    (@methods $inline:tt $self:ident $with:ident
        $(fn $method:ident($($argument:ident: $type:ty),*) -> $answer:ty;)+
    ) => {$(
        #$inline
        fn $method(&$self $(, $argument: $type)*) -> $answer {
            $with!($self, shape => $crate::shape::support::SupportMap::<V>::$method(shape $(, $argument)*))
        }
    )+};
}
pub(crate) use forward;

/// Lets `forward!` call the shape behind a reference.
macro_rules! pointed_at {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = &**$self;
        $answer
    }};
}

/// Every pointer to a shape is a shape: `&S`, `Box<S>`, `Rc<S>` and `Arc<S>`, also to `dyn SupportMap`.
macro_rules! pointers {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, S: SupportMap<V> + ?Sized> SupportMap<V> for $pointer {
            forward!(self, pointed_at, all);
            #[inline(always)]
            fn view(&self) -> Option<View<'_, V::Wide>> {
                (**self).view()
            }
        }
    )+};
}
pointers!(&S, alloc::boxed::Box<S>, alloc::rc::Rc<S>, alloc::sync::Arc<S>);
