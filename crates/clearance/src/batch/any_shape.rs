//! A shape of any kind, by value: one type for a list of bodies, for a document, for a set.
//!
//! The kinds are the variants of an enum, so shapes can be compared, copied and printed. Shapes that the crate does not
//! know by name are shared trait objects.

use crate::hull::{Hull, Polytope};
use crate::measure::{Measure, Solid};
use crate::numbers::real::{Real, Ring};
use crate::shape::support::{SupportMap, forward};
use crate::shape::view::View;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, HullOfTwo, Placed, Point, PointCloud, Points, Rounded,
    Segment, Sum, Swept, Triangle,
};
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Vec3, Vector};
use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;

/// The kinds of shape, `name: type`, and those that hold a shape of any kind in a box.
macro_rules! any_shape {
    ($($kind:ident: $shape:ty),+; $($holder:ident: $held:ty),+) => {
        /// A shape of any kind, by value.
        ///
        /// It answers every query with the bits of the shape in it. All shapes of the crate convert into it, and so do
        /// the results of the combinators of [`Shape`](crate::Shape). What is made of shapes keeps its parts: a moved
        /// shape is [`AnyShape::Placed`] of any shape, a sum is [`AnyShape::Sum`] of two. What is moved several times,
        /// or moved and then rounded, becomes one [`AnyShape::Placed`] at the composed pose, however often that
        /// happens. [`AnyShape::custom`] takes every other shape, also your own.
        ///
        /// Sums, sweeps, hulls of two and radii nest: every level is a call in every support point. A hundred levels
        /// fit the stack of any thread (2 MiB); thousands do not.
        ///
        /// Two shapes are equal if they are of the same kind and have equal numbers. Two custom shapes are equal if
        /// one is a clone of the other.
        ///
        /// Batches call the kinds after [`AnyShape::Ellipsoid`] through `dyn SupportMap`. That is slower than a kind
        /// with a loop of its own.
        ///
        /// ```
        /// use clearance::{AnyShape, Ball, Cylinder, Pose, Shape, Vec3, distance, vec3};
        ///
        /// let ball = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap();
        /// let post = Cylinder::new(1.0, 0.5).unwrap().at(Pose::translation([4.0, 0.0, 0.0]));
        /// let shapes: Vec<AnyShape<Vec3<f64>>> =
        ///     vec![ball.into(), post.into(), ball.swept(vec3(0.0, 3.0, 0.0)).unwrap().into()];
        /// assert_eq!(distance(&shapes[0], &shapes[1]), distance(&ball, &post));
        /// assert_eq!(shapes, shapes.clone());
        /// ```
        #[derive(Clone)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "most shapes are small, and a box would cost each of them a jump")]
        #[allow(missing_docs, reason = "each variant is the shape of its name")]
        pub enum AnyShape<V: Vector> {
            $($kind($shape),)+
            $($holder(Box<$held>),)+
            /// A shape that the crate does not know by name. Clones share it.
            Custom(Arc<dyn SupportMap<V> + Send + Sync>),
        }

        impl<V: Vector> PartialEq for AnyShape<V> {
            fn eq(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$kind(a), Self::$kind(b)) => a == b,)+
                    $((Self::$holder(a), Self::$holder(b)) => a == b,)+
                    // Addresses alone: the tables of methods of one type may lie at several.
                    (Self::Custom(a), Self::Custom(b)) => core::ptr::addr_eq(Arc::as_ptr(a), Arc::as_ptr(b)),
                    _ => false,
                }
            }
        }

        impl<V: Vector> fmt::Debug for AnyShape<V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$kind(shape) => shape.fmt(f),)+
                    $(Self::$holder(shape) => shape.fmt(f),)+
                    Self::Custom(_) => f.write_str("Custom(..)"),
                }
            }
        }

        impl<V: Vector> From<AnyShape<V>> for Box<dyn SupportMap<V> + Send + Sync> {
            /// The shape as a trait object.
            fn from(shape: AnyShape<V>) -> Self {
                match shape {
                    $(AnyShape::$kind(shape) => Box::new(shape),)+
                    $(AnyShape::$holder(shape) => shape,)+
                    AnyShape::Custom(shape) => Box::new(shape),
                }
            }
        }

        impl<V: Vector> AnyShape<V> {
            /// The shape in it, behind a table of methods.
            #[inline(never)]
            fn table(&self) -> &dyn SupportMap<V> {
                match self {
                    $(Self::$kind(shape) => shape,)+
                    $(Self::$holder(holder) => &**holder,)+
                    Self::Custom(shape) => &**shape,
                }
            }
        }
    };
}
any_shape! {
    Point: Point<V>,
    Ball: Ball<V>,
    Segment: Segment<V>,
    Capsule: Capsule<V>,
    Triangle: Triangle<V>,
    Cuboid: Cuboid<V>,
    PointCloud: PointCloud<V>,
    Hull: Hull<V>,
    Ellipsoid: Ellipsoid<V>,
    HalfSpace: HalfSpace<V>,
    Cylinder: SpaceOnly<Cylinder<V::Scalar>, V>,
    Cone: SpaceOnly<Cone<V::Scalar>, V>;
    Placed: Placed<AnyShape<V>, V>,
    Rounded: Rounded<AnyShape<V>, V>,
    Sum: Sum<AnyShape<V>, AnyShape<V>, V>,
    HullOfTwo: HullOfTwo<AnyShape<V>, AnyShape<V>, V>,
    Swept: Swept<AnyShape<V>, V>
}

/// Lets `forward!` call the shape in it.
macro_rules! held {
    ($any:ident, $shape:ident => $answer:expr) => {{
        let $shape = $any.table();
        $answer
    }};
}

impl<V: Vector> SupportMap<V> for AnyShape<V> {
    forward!(self, held, all);
    #[inline(never)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        let shape = self.table();
        Some(shape.view().unwrap_or_else(|| View::new(V::other(shape), shape)))
    }
}

impl<V: Vector> Measure<V> for AnyShape<V> {
    fn solid(&self) -> Solid {
        match self {
            Self::Ball(_) => Solid::Ball,
            Self::Capsule(_) => Solid::Capsule,
            Self::Cuboid(_) => Solid::Box,
            Self::Ellipsoid(_) => Solid::Ellipsoid,
            Self::Cylinder(_) => Solid::Cylinder,
            Self::Cone(_) => Solid::Cone,
            Self::Placed(placed) => placed.shape.solid(),
            Self::Rounded(rounded) => rounded.shape.solid(),
            _ => Solid::Polytope,
        }
    }
}

impl<V: Vector> AnyShape<V> {
    /// A shape that the crate does not know by name, for example your own. Clones of the result share it.
    ///
    /// ```
    /// use clearance::{AnyShape, Ball, SupportMap, Vec2, distance, vec2};
    ///
    /// /// The square with corners on the axes.
    /// struct Diamond;
    /// impl SupportMap<Vec2<f64>> for Diamond {
    ///     fn support(&self, d: Vec2<f64>) -> Vec2<f64> {
    ///         if d.x.abs() > d.y.abs() { vec2(d.x.signum(), 0.0) } else { vec2(0.0, d.y.signum()) }
    ///     }
    /// }
    ///
    /// let shapes = [AnyShape::custom(Diamond), Ball::new(vec2(3.0, 0.0), 1.0).unwrap().into()];
    /// assert!((distance(&shapes[0], &shapes[1]).distance - 1.0).abs() < 1e-12);
    /// ```
    pub fn custom(shape: impl SupportMap<V> + Send + Sync + 'static) -> Self {
        Self::Custom(Arc::new(shape))
    }

    /// The shape as a [`Polytope`], if it is the hull of its vertices: if it has vertices and no radius.
    ///
    /// ```
    /// use clearance::{AnyShape, Ball, Hull, minkowski_sum, vec2};
    ///
    /// let square = AnyShape::from(Hull::new(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]).unwrap());
    /// let [a, b] = [square.polytope(), square.polytope()].map(Option::unwrap);
    /// assert_eq!(minkowski_sum(&a, &b).vertices().len(), 4);
    /// assert!(AnyShape::from(Ball::new(vec2(0.0, 0.0), 1.0).unwrap()).polytope().is_none());
    /// ```
    pub fn polytope(&self) -> Option<impl Polytope<V> + '_> {
        (self.vertex_count() > 0 && self.exact_radius().is_zero()).then_some(OfVertices(self))
    }
}

/// A shape with vertices and without a radius.
struct OfVertices<'s, V: Vector>(&'s AnyShape<V>);

/// Lets `forward!` call the shape.
macro_rules! with_vertices {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = $self.0;
        $answer
    }};
}

impl<V: Vector> SupportMap<V> for OfVertices<'_, V> {
    forward!(self, with_vertices, all);
}
impl<V: Vector> Polytope<V> for OfVertices<'_, V> {}

/// A shape of space alone, in a type that the plane has, too.
///
/// [`AnyShape`] is one enum for the plane and for space. Nobody can make this value in the plane, so the variants with
/// it occur in space only. The shape itself is [`SpaceOnly::shape`].
///
/// ```
/// use clearance::{AnyShape, Cylinder, Vec3};
///
/// let any: AnyShape<Vec3<f64>> = Cylinder::new(1.0, 0.5).unwrap().into();
/// let AnyShape::Cylinder(cylinder) = any else { panic!() };
/// assert_eq!(cylinder.shape(), &Cylinder::new(1.0, 0.5).unwrap());
/// ```
#[derive(Clone, Copy)]
pub struct SpaceOnly<S, V: Vector> {
    shape: S,
    /// Where the type `V` is known to be a vector of space, this is the shape itself.
    known: fn(&S) -> &dyn SupportMap<V>,
}

impl<S, V: Vector> SpaceOnly<S, V> {
    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }
}
impl<S: PartialEq, V: Vector> PartialEq for SpaceOnly<S, V> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
    }
}
impl<S: fmt::Debug, V: Vector> fmt::Debug for SpaceOnly<S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.fmt(f)
    }
}

/// Lets `forward!` call the shape of space.
macro_rules! known {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = ($self.known)(&$self.shape);
        $answer
    }};
}

impl<S, V: Vector> SupportMap<V> for SpaceOnly<S, V> {
    forward!(self, known, all);
}

macro_rules! from_kinds {
    ($($shape:ident),+) => {$(
        impl<V: Vector> From<$shape<V>> for AnyShape<V> {
            fn from(shape: $shape<V>) -> Self {
                Self::$shape(shape)
            }
        }
    )+};
}
from_kinds!(Point, Ball, Segment, Capsule, Triangle, Cuboid, PointCloud, Hull, Ellipsoid, HalfSpace);

macro_rules! from_round {
    ($($shape:ident),+) => {$(
        impl<T: Real> From<$shape<T>> for AnyShape<Vec3<T>>
        where
            Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
        {
            fn from(shape: $shape<T>) -> Self {
                Self::$shape(SpaceOnly { shape, known: |shape| shape })
            }
        }
    )+};
}
from_round!(Cylinder, Cone);

impl<P: Coordinates> From<Points<'_, P>> for AnyShape<P::Vector> {
    /// Copies the points, as a [`PointCloud`].
    fn from(points: Points<'_, P>) -> Self {
        Self::PointCloud(points.into())
    }
}

impl<V: Vector, S: SupportMap<V> + Into<AnyShape<V>>> From<Placed<S, V>> for AnyShape<V> {
    /// What is placed twice is placed once, at the composed pose.
    fn from(placed: Placed<S, V>) -> Self {
        let pose = placed.pose();
        match placed.map_shape(Into::into) {
            // The pose is already composed with that of the inner shape.
            Placed { shape: Self::Placed(inner), .. } => {
                Self::Placed(Box::new(Placed::with_whole_pose(inner.shape, pose)))
            }
            placed => Self::Placed(Box::new(placed)),
        }
    }
}

impl<V: Vector, S: SupportMap<V> + Into<AnyShape<V>>> From<Rounded<S, V>> for AnyShape<V> {
    /// What is placed and then rounded is rounded and then placed.
    fn from(rounded: Rounded<S, V>) -> Self {
        let mut pose = None;
        let rounded = rounded.map_shape(|shape| match shape.into() {
            Self::Placed(placed) => {
                pose = Some(placed.pose());
                placed.shape
            }
            shape => shape,
        });
        let rounded = Self::Rounded(Box::new(rounded));
        match pose {
            Some(pose) => Self::Placed(Box::new(Placed::with_whole_pose(rounded, pose))),
            None => rounded,
        }
    }
}

impl<V: Vector, S: SupportMap<V> + Into<AnyShape<V>>> From<Swept<S, V>> for AnyShape<V> {
    fn from(swept: Swept<S, V>) -> Self {
        Self::Swept(Box::new(swept.map_shape(Into::into)))
    }
}

macro_rules! from_two {
    ($($shape:ident),+) => {$(
        impl<V: Vector, A, B> From<$shape<A, B, V>> for AnyShape<V>
        where
            A: SupportMap<V> + Into<AnyShape<V>>,
            B: SupportMap<V> + Into<AnyShape<V>>,
        {
            /// Of shapes that the crate does not know by name, make parts with [`AnyShape::custom`].
            fn from(shape: $shape<A, B, V>) -> Self {
                Self::$shape(Box::new(shape.map_parts(Into::into, Into::into)))
            }
        }
    )+};
}
from_two!(Sum, HullOfTwo);

impl<V: Vector> From<Box<dyn SupportMap<V> + Send + Sync>> for AnyShape<V> {
    fn from(shape: Box<dyn SupportMap<V> + Send + Sync>) -> Self {
        Self::Custom(shape.into())
    }
}
impl<V: Vector> From<Arc<dyn SupportMap<V> + Send + Sync>> for AnyShape<V> {
    /// Shares the shape.
    fn from(shape: Arc<dyn SupportMap<V> + Send + Sync>) -> Self {
        Self::Custom(shape)
    }
}
impl<V: Vector, S: SupportMap<V> + Send + Sync + 'static> From<Arc<S>> for AnyShape<V> {
    /// Shares the shape.
    fn from(shape: Arc<S>) -> Self {
        Self::Custom(shape)
    }
}
