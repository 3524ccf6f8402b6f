//! Shapes of many kinds. Shapes of one kind are stored side by side, in a column.

use super::any_shape::AnyShape;
use crate::hull::Hull;
use crate::query::far::ball;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::shape::{Ball, Capsule, Cuboid, Ellipsoid, Point, PointCloud, Segment, Triangle};
use crate::space::vector::Vector;
use alloc::vec::Vec;
use core::ops::Index;

/// The name of a shape in its [`ShapeSet`]. [`ShapeSet::insert`] makes it.
///
/// In another set the same id names another shape or none.
///
/// [`ShapeSet`] has an example.
#[doc(alias = "handle")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId {
    pub(super) kind: Kind,
    index: u32,
}

/// The kinds with a column of their own: `name column: type`. All other shapes share a column.
macro_rules! kinds {
    ($($kind:ident $column:ident: $shape:ty),+ $(,)?) => {
        /// The kinds of shape, one for each column of a set.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Kind { $($kind,)+ Other }

        /// The number of kinds.
        pub(super) const KINDS: usize = [$(Kind::$kind,)+ Kind::Other].len();

        /// The shapes of a scene, for batches ([`Solver::batch`](crate::Solver::batch)).
        ///
        /// The set owns its shapes. No single shape can be removed. A shape does not move; its
        /// [`Placement`](crate::Placement)s do.
        ///
        /// ```
        /// use clearance::{Capsule, Cuboid, ShapeSet, vec3};
        ///
        /// let mut shapes = ShapeSet::new();
        /// let brick = shapes.insert(Cuboid::new(vec3(1.0f32, 0.5, 0.5)).unwrap());
        /// let pipe = shapes.insert(Capsule::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0), 0.25).unwrap());
        /// assert!(shapes.contains(brick) && shapes.contains(pipe));
        /// assert_eq!(shapes.get(pipe).unwrap().radius(), 0.25);
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        pub struct ShapeSet<V: Vector> {
            $(pub(super) $column: Vec<$shape>,)+
            others: Vec<AnyShape<V>>,
            /// The radii of the balls that hold the shapes, of each kind.
            ball_radii: [Vec<f64>; KINDS],
        }

        impl<V: Vector> Default for ShapeSet<V> {
            fn default() -> Self {
                Self { $($column: Vec::new(),)+ others: Vec::new(), ball_radii: Default::default() }
            }
        }

        impl<V: Vector> ShapeSet<V> {
            /// Adds a shape, and returns the id that names it in this set.
            ///
            /// # Panics
            /// If the set has 2³² shapes of this kind already.
            pub fn insert(&mut self, shape: impl Into<AnyShape<V>>) -> ShapeId {
                let shape = shape.into();
                let ball = ball_of(&shape);
                let id = match shape {
                    $(AnyShape::$kind(shape) => ShapeId { kind: Kind::$kind, index: push(&mut self.$column, shape) },)+
                    other => ShapeId { kind: Kind::Other, index: push(&mut self.others, other) },
                };
                self.ball_radii[id.kind as usize].push(ball);
                id
            }

            /// A shape as the engine sees it.
            #[inline(always)]
            pub(super) fn view(&self, id: ShapeId) -> View<'_, V::Wide> {
                match id.kind {
                    $(Kind::$kind => View::of(&self.$column[id.index as usize]),)+
                    Kind::Other => View::of(&self.others[id.index as usize]),
                }
            }

            /// The shape of this id, which the caller knows to be there.
            pub(super) fn dynamic(&self, id: ShapeId) -> &(dyn SupportMap<V> + Send + Sync + 'static) {
                match id.kind {
                    $(Kind::$kind => &self.$column[id.index as usize],)+
                    Kind::Other => &self.others[id.index as usize],
                }
            }

            /// Removes all shapes and keeps the memory for new ones. Old ids then name new shapes or none.
            pub fn clear(&mut self) {
                $(self.$column.clear();)+
                self.others.clear();
                self.ball_radii.iter_mut().for_each(Vec::clear);
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
}

/// The radius of a shape's ball ([`ball`]), known without a look at the shape. It is infinite, so that it proves nothing,
/// if the shape has a pose of its own, or holds a shape that the crate does not know by name: such a shape may change.
fn ball_of<V: Vector>(shape: &AnyShape<V>) -> f64 {
    match shape {
        AnyShape::Point(_)
        | AnyShape::Ball(_)
        | AnyShape::Segment(_)
        | AnyShape::Capsule(_)
        | AnyShape::Triangle(_)
        | AnyShape::Cuboid(_)
        | AnyShape::PointCloud(_)
        | AnyShape::Hull(_)
        | AnyShape::Ellipsoid(_)
        | AnyShape::Cylinder(_)
        | AnyShape::Cone(_) => ball(&View::of(shape)),
        _ => f64::INFINITY,
    }
}

/// Adds a shape to a column, and returns its index there.
fn push<S>(column: &mut Vec<S>, shape: S) -> u32 {
    let index = u32::try_from(column.len()).expect("fewer than 2^32 shapes of a kind");
    column.push(shape);
    index
}

impl Kind {
    /// Whether lanes know the kind.
    #[cfg(feature = "simd")]
    pub(super) fn is_common(self) -> bool {
        matches!(self, Self::Ball | Self::Capsule | Self::Cuboid | Self::Hull)
    }
}

impl<V: Vector> ShapeSet<V> {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shape of this id, or `None` if the set has no such shape.
    pub fn get(&self, id: ShapeId) -> Option<&(dyn SupportMap<V> + Send + Sync)> {
        self.contains(id).then(|| self.dynamic(id))
    }

    /// The shape of this id, for a single query. It is the same as `&set[id]`.
    ///
    /// The answer has the bits of the batch's answer.
    ///
    /// # Panics
    /// If the set has no such shape. [`ShapeSet::get`] does not panic.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Pose, Shape, ShapeSet, distance, vec2};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let brick = shapes.insert(Cuboid::new(vec2(1.0f64, 0.5)).unwrap());
    /// let ball = shapes.insert(Ball::new(vec2(0.0, 0.0), 0.5).unwrap());
    /// let moved = shapes.shape(ball).at(Pose::translation([3.0, 0.0]));
    /// assert_eq!(distance(&shapes.shape(brick), &moved).distance, 1.5);
    /// ```
    pub fn shape(&self, id: ShapeId) -> &(dyn SupportMap<V> + Send + Sync) {
        &self[id]
    }

    /// Whether the set has a shape of this id.
    pub fn contains(&self, id: ShapeId) -> bool {
        (id.index as usize) < self.ball_radii[id.kind as usize].len()
    }

    /// The radius of the ball around the shape of this id, which the caller knows to be there.
    #[inline(always)]
    pub(super) fn ball(&self, id: ShapeId) -> f64 {
        self.ball_radii[id.kind as usize][id.index as usize]
    }
}

impl<V: Vector> Index<ShapeId> for ShapeSet<V> {
    type Output = dyn SupportMap<V> + Send + Sync;
    /// # Panics
    /// If the set has no such shape.
    fn index(&self, id: ShapeId) -> &Self::Output {
        assert!(self.contains(id), "the set has no shape of this id");
        self.dynamic(id)
    }
}
