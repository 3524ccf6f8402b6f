//! Shapes of many kinds, those of a kind side by side.

use crate::hull::Hull;
use crate::real::Real;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOfTwo, Placed, Point, PointCloud, Points, Rounded, Segment,
    Sum, Swept, Triangle,
};
use crate::support::SupportMap;
use crate::vector::{Vec3, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The name of a shape in the [`ShapeSet`] that it was inserted in. In another set it names another shape or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId {
    pub(super) kind: Kind,
    index: u32,
}

/// Where the shapes of a run are kept.
pub(super) trait Column<'s, V: Vector>: Copy {
    /// What is kept there.
    type Shape: SupportMap<V> + 's;
    /// A shape that is known to be there.
    fn shape(self, id: ShapeId) -> Self::Shape;
}

impl<'s, V: Vector, S: SupportMap<V>> Column<'s, V> for &'s [S] {
    type Shape = &'s S;
    #[inline(always)]
    fn shape(self, id: ShapeId) -> &'s S {
        &self[id.index as usize]
    }
}

impl<'s, V: Vector> Column<'s, V> for &'s ShapeSet<V> {
    type Shape = &'s (dyn SupportMap<V> + Send + Sync);
    fn shape(self, id: ShapeId) -> Self::Shape {
        self.dynamic(id)
    }
}

/// The kinds, each with a column of its own: `name column: type`.
macro_rules! kinds {
    ($($kind:ident $column:ident: $shape:ty),+ $(,)?) => {
        /// The kinds that a set tells apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Kind { $($kind),+ }

        /// How many there are.
        pub(super) const KINDS: usize = [$(Kind::$kind),+].len();

        /// A shape of any kind, by value.
        ///
        /// Every shape of the crate turns into one, and so does whatever the combinators make of them. A shape of your
        /// own is `AnyShape::Custom(Box::new(shape))`.
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "lives from the caller to the set, which has no such places")]
        #[allow(missing_docs, reason = "each is what its name says")]
        pub enum AnyShape<V: Vector> { $($kind($shape)),+ }

        impl<V: Vector> From<AnyShape<V>> for Box<dyn SupportMap<V> + Send + Sync> {
            /// The shape as an object, for the combinators and for single queries.
            fn from(shape: AnyShape<V>) -> Self {
                match shape { $(AnyShape::$kind(shape) => Box::new(shape)),+ }
            }
        }

        /// Shapes for batches.
        ///
        /// Shapes are stored by value and never removed: a set belongs to a scene whose shapes are known, while
        /// what moves is their [`Placement`](crate::Placement)s.
        pub struct ShapeSet<V: Vector> { $(pub(super) $column: Vec<$shape>),+ }

        impl<V: Vector> Default for ShapeSet<V> {
            fn default() -> Self {
                Self { $($column: Vec::new()),+ }
            }
        }

        impl<V: Vector> ShapeSet<V> {
            /// Keeps a shape, and gives it a name.
            ///
            /// # Panics
            /// When there are 2³² shapes of its kind.
            pub fn insert(&mut self, shape: impl Into<AnyShape<V>>) -> ShapeId {
                match shape.into() {$(
                    AnyShape::$kind(shape) => {
                        let index = u32::try_from(self.$column.len()).expect("fewer than 2^32 shapes of a kind");
                        self.$column.push(shape);
                        ShapeId { kind: Kind::$kind, index }
                    }
                )+}
            }

            /// The shape with this name.
            pub fn get(&self, id: ShapeId) -> Option<&(dyn SupportMap<V> + Send + Sync)> {
                self.contains(id).then(|| self.dynamic(id))
            }

            /// A shape that is known to be there.
            pub(super) fn dynamic(&self, id: ShapeId) -> &(dyn SupportMap<V> + Send + Sync) {
                match id.kind { $(Kind::$kind => &self.$column[id.index as usize]),+ }
            }

            /// Whether a shape has this name.
            pub fn contains(&self, id: ShapeId) -> bool {
                (id.index as usize) < match id.kind { $(Kind::$kind => self.$column.len()),+ }
            }

            /// Forgets every shape, and keeps the memory for others.
            pub fn clear(&mut self) {
                $(self.$column.clear();)+
            }
        }
    };
}
kinds! {
    Point points: Point<V>,
    Ball balls: Ball<V>,
    Segment segments: Segment<V>,
    Capsule capsules: Capsule<V>,
    Triangle triangles: Triangle<V>,
    Cuboid cuboids: Cuboid<V>,
    PointCloud clouds: PointCloud<V>,
    Hull hulls: Hull<V>,
    Ellipsoid ellipsoids: Ellipsoid<V>,
    Custom others: Box<dyn SupportMap<V> + Send + Sync>,
}

impl<V: Vector> ShapeSet<V> {
    /// A set without shapes.
    pub fn new() -> Self {
        Self::default()
    }
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
from_kinds!(Point, Ball, Segment, Capsule, Triangle, Cuboid, PointCloud, Hull, Ellipsoid);

impl<V: Vector> From<Points<'_, V>> for AnyShape<V> {
    /// Copies the points.
    fn from(points: Points<'_, V>) -> Self {
        Self::PointCloud(points.into())
    }
}

impl<V: Vector> From<Box<dyn SupportMap<V> + Send + Sync>> for AnyShape<V> {
    fn from(shape: Box<dyn SupportMap<V> + Send + Sync>) -> Self {
        Self::Custom(shape)
    }
}

macro_rules! from_round {
    ($($shape:ident),+) => {$(
        impl<T: Real> From<$shape<T>> for AnyShape<Vec3<T>>
        where
            Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
        {
            fn from(shape: $shape<T>) -> Self {
                Self::Custom(Box::new(shape))
            }
        }
    )+};
}
from_round!(Cylinder, Cone);

macro_rules! from_combined {
    ($($shape:ident<$($part:ident),+>),+) => {$(
        impl<V: Vector, $($part: SupportMap<V> + Send + Sync + 'static),+> From<$shape<$($part,)+ V>> for AnyShape<V> {
            fn from(shape: $shape<$($part,)+ V>) -> Self {
                Self::Custom(Box::new(shape))
            }
        }
    )+};
}
from_combined!(Placed<S>, Rounded<S>, Swept<S>, Sum<A, B>, HullOfTwo<A, B>);
