//! A shape as the engine sees it.
//!
//! Public queries are generic over shapes and over scalars. The engine is not: it is compiled once for the plane and once
//! for space. A *door* is a short public function. It makes a [`View`] of each shape and calls the engine. A view names the
//! kind of the shape, holds or borrows its numbers in `f64`, and says where the shape stands. All kinds of calls meet here:
//! a shape behind `dyn`, in an [`crate::AnyShape`] or in a batch has the same view, and so the same bits.

use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Real, Ring};
use crate::shape::axis::Axis;
use crate::shape::body::Body;
use crate::shape::curvature::Curvature;
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::shape::surface::Surface;
use crate::shape::{Cuboid, HalfSpace, Point, Segment, Sides, Triangle};
use crate::space::pose::Pose;
use crate::space::rotation::Turn;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// Where a shape stands, in `f64`, and the matrix of its rotation.
#[derive(Clone, Copy, PartialEq, Debug)]
#[doc(hidden)]
pub struct Place<W: WideVector> {
    pub(crate) pose: Pose<W>,
    pub(crate) turn: Turn<W>,
}

impl<W: WideVector> Place<W> {
    /// The place of a shape at this pose.
    #[inline]
    pub(crate) fn at(pose: Pose<W>) -> Self {
        Self { turn: Turn::of(&pose.rotation), pose }
    }
}

/// The core of a shape: what the engine knows of its kind.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum Core<'s, W: WideVector> {
    /// The core of a point or of a ball.
    Point(Point<W>),
    /// The core of a segment or of a capsule.
    Segment(Segment<W>),
    Triangle(Triangle<W>),
    Cuboid(Cuboid<W>),
    Hull(&'s Body<W>),
    /// It has no end, so no search knows it. Closed forms answer ([`crate::query::beside_plane`]).
    HalfSpace(HalfSpace<W>),
    /// Any other shape.
    Other(&'s dyn SupportMap<W>),
    /// Any other shape of `f32`.
    Single(&'s dyn SupportMap<W::Narrow>),
}

/// A shape that knows where its vertices are better than the floats of its pose do.
#[doc(hidden)]
pub trait ExactlyPlaced<W: WideVector> {
    /// Vertex `index` in the world's frame, without rounding.
    fn placed_vertex(&self, index: usize) -> W::Exact;
}

/// A list of points of either scalar.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum List<'s, W: WideVector> {
    Wide(&'s [W]),
    Single(&'s [W::Narrow]),
}

impl<W: WideVector> List<'_, W> {
    /// The point of this index.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> W {
        match self {
            Self::Wide(points) => points[index],
            Self::Single(points) => points[index].widen(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Wide(points) => points.len(),
            Self::Single(points) => points.len(),
        }
    }
}

/// A shape as the engine sees it: its core, where it stands, and the sizes that nearly all queries ask for.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct View<'s, W: WideVector> {
    pub(crate) core: Core<'s, W>,
    /// `None`: the core's own.
    pub(crate) place: Option<&'s Place<W>>,
    /// Who knows where vertices are better than floats do.
    pub(crate) exact: Option<&'s dyn ExactlyPlaced<W>>,
    pub(crate) radius: f64,
    /// The exact radius minus `radius`.
    pub(crate) beyond_radius: f64,
    pub(crate) extent: f64,
    pub(crate) rounding: f64,
    pub(crate) count: usize,
}

/// Points of a list from which on buckets may pay. Larger: more scans of them.
const LONG: usize = 256;

/// Support points of a long list from which on its buckets pay: to make them takes about as long as three times so many.
pub(crate) const OFTEN: u32 = 512;

/// Points from which on a list is no longer copied. Sums of polytopes count the products of their vertices.
const LONGEST: usize = 1 << 20;

impl<'s, W: WideVector> View<'s, W> {
    /// The view of a shape.
    #[inline(always)]
    pub fn of<V: Vector<Wide = W>, S: SupportMap<V>>(shape: &'s S) -> Self {
        match shape.view() {
            Some(view) => view,
            None => Self::new(V::other(shape), shape).or_unknown(),
        }
    }

    /// The same, or a view of which nothing is known if a length of a user's shape is below zero or NaN.
    #[inline(always)]
    fn or_unknown(self) -> Self {
        if self.radius >= 0.0 && self.rounding >= 0.0 {
            self
        } else {
            Self { extent: f64::NAN, rounding: f64::NAN, ..self }
        }
    }

    /// The view of a shape of a known core, in its own frame.
    #[inline(always)]
    pub(crate) fn new<V: Vector<Wide = W>>(core: Core<'s, W>, shape: &(impl SupportMap<V> + ?Sized)) -> Self {
        Self {
            core,
            place: None,
            exact: None,
            radius: shape.radius().widen(),
            beyond_radius: 0.0,
            extent: shape.extent(),
            rounding: shape.rounding(),
            count: shape.vertex_count(),
        }
    }

    /// Whether the shape may stand elsewhere than its core.
    #[inline(always)]
    pub(crate) fn has_own_pose(&self) -> bool {
        self.place.is_some() || matches!(self.core, Core::Other(_) | Core::Single(_))
    }

    /// Whether the shape is a ball or a point.
    #[inline(always)]
    pub(crate) fn is_ball(&self) -> bool {
        matches!(self.core, Core::Point(_))
    }

    /// The same shape at another place.
    #[inline(always)]
    pub(crate) fn at<'p>(&self, place: &'p Place<W>) -> View<'p, W>
    where
        's: 'p,
    {
        View { place: Some(place), ..*self }
    }

    /// The exact sum of this radius and another one, minus its rounded form. `None` if it is not a float, or if only the
    /// shape knows its exact radius.
    #[inline(always)]
    pub(crate) fn beyond_radius_of_sum(&self, added: f64, rounded: f64) -> Option<f64> {
        if matches!(self.core, Core::Other(_) | Core::Single(_)) {
            return None;
        }
        let sum = Double::sum(self.radius, added);
        // The rounded form shares its leading bits with the sum, so their difference is a float.
        let high = sum.high - rounded;
        let rest = Double::sum(high, sum.low);
        let all = Double::sum(rest.high, self.beyond_radius);
        (rest.low == 0.0 && all.low == 0.0).then_some(all.high)
    }

    /// Vertex `index` in the world's frame, without rounding.
    pub(crate) fn exact_placed_vertex(&self, index: usize) -> W::Exact {
        match self.exact {
            Some(placed) => placed.placed_vertex(index),
            None => self.pose().apply_exact(&self.exact_vertex(index)),
        }
    }

    /// The squares of the greatest lengths of all vertices v: of v, of v + `arm`, and of the part of v + `arm` that is
    /// orthogonal to `axis`, a unit vector or zero. They are NaN or infinite if a coordinate is. Rounded.
    pub(crate) fn greatest_squares(&self, arm: W, axis: W) -> [f64; 3] {
        let (mut most, mut sum) = ([0.0f64; 3], 0.0);
        for index in 0..self.count {
            let point = self.vertex(index);
            let place = point + arm;
            let beside = place - axis * Space::dot(&place, &axis);
            for (most, vector) in most.iter_mut().zip([point, place, beside]) {
                let squared = Space::dot(&vector, &vector);
                *most = if squared > *most { squared } else { *most };
                sum += squared;
            }
        }
        // A comparison loses NaN, and a sum keeps it.
        if sum < f64::INFINITY { most } else { [sum; 3] }
    }

    /// The vertices whose product with a direction is at most `below` less than that of the farthest one, by increasing
    /// index.
    pub(crate) fn peaks(&self, direction: W, below: f64) -> Vec<u32> {
        if let Core::Hull(hull) = self.core {
            return hull.peaks(direction, below);
        }
        let along = |index: u32| self.vertex(index as usize).dot(&direction);
        let threshold = along(self.support_vertex(direction).vertex.unwrap_or(0)) - below;
        (0..self.count as u32).filter(|&index| along(index) >= threshold).collect()
    }

    /// Whether the exact radius is zero.
    pub(crate) fn is_sharp(&self) -> bool {
        match self.core {
            Core::Other(_) | Core::Single(_) => self.exact_radius().is_zero(),
            _ => self.radius == 0.0 && self.beyond_radius == 0.0,
        }
    }

    /// Whether the shape is a list of points in space that a search takes long to scan again and again.
    #[inline]
    pub(crate) fn is_long_list(&self) -> bool {
        let is_list = matches!(self.core, Core::Other(_) | Core::Single(_)) && self.rounding == 0.0;
        W::DIM == 3 && is_list && (LONG..LONGEST).contains(&self.count)
    }

    /// The points of a long list, with buckets of directions. `None` if it is not one.
    pub(crate) fn list_with_buckets(&self) -> Option<Body<W>> {
        let point = |index: usize| self.vertex(index);
        self.is_long_list().then(|| Body::of_list(&(0..self.count).map(point).collect::<Vec<W>>()))
    }

    /// Where the shape stands.
    pub(crate) fn own_place(&self) -> Place<W> {
        Place { pose: self.pose(), turn: self.turn() }
    }

    /// The same shape, by its points in another form.
    pub(crate) fn with_list<'p>(&self, body: &'p Body<W>, place: &'p Place<W>) -> View<'p, W>
    where
        's: 'p,
    {
        View { core: Core::Hull(body), place: Some(place), ..*self }
    }

    /// The half-extents of the core, if it is a box. Two boxes have a closed formula.
    #[inline(always)]
    pub(crate) fn half_extents(&self) -> Option<W> {
        if let Core::Cuboid(cuboid) = &self.core { Some(cuboid.half_extents()) } else { None }
    }

    /// The sides of the core, if it is a polygon of the plane with few corners. The axis test then answers most queries.
    #[inline(always)]
    pub(crate) fn sides(&self) -> Option<&'s Sides> {
        if let Core::Hull(hull) = self.core { hull.sides() } else { None }
    }

    /// The pose of a shape that has no place: only shapes that the engine does not know by name have one.
    #[inline(never)]
    fn own_pose(&self) -> Pose<W> {
        match &self.core {
            Core::Other(shape) => shape.pose(),
            Core::Single(shape) => shape.pose().widen(),
            _ => Pose::identity(),
        }
    }
}

/// Asks the core.
macro_rules! with_core {
    ($self:ident, $shape:ident => $answer:expr) => {
        match &$self.core {
            Core::Point($shape) => $answer,
            Core::Segment($shape) => $answer,
            Core::Triangle($shape) => $answer,
            Core::Cuboid($shape) => $answer,
            Core::Hull($shape) => $answer,
            Core::HalfSpace($shape) => $answer,
            Core::Other($shape) => $answer,
            Core::Single($shape) => $answer,
        }
    };
}

/// Methods that are asked seldom. They stay out of line.
macro_rules! rare {
    ($(fn $method:ident(&$self:ident $(, $argument:ident: $type:ty)*) -> $answer:ty;)+) => {$(
        #[inline(never)]
        fn $method(&$self $(, $argument: $type)*) -> $answer {
            with_core!($self, shape => shape.$method($($argument),*))
        }
    )+};
}

impl<W: WideVector> SupportMap<W> for View<'_, W> {
    rare! {
        fn exact_vertex(&self, index: usize) -> W::Exact;
        fn face_towards(&self, direction: W, face: &mut Vec<FacePoint<W>>) -> ();
        fn surface(&self, index: usize, direction: W) -> Surface<W>;
        fn axis_of_revolution(&self) -> Option<Axis<W>>;
        fn feature_count(&self) -> usize;
        fn curvature(&self, direction: W) -> Option<Curvature<W>>;
    }
    fn exact_radius(&self) -> Dyadic {
        match &self.core {
            Core::Other(shape) if self.radius == shape.radius() => shape.exact_radius(),
            Core::Single(shape) if self.radius == shape.radius().widen() => shape.exact_radius(),
            _ => Dyadic::from(self.radius).plus(&Dyadic::from(self.beyond_radius)),
        }
    }
    #[inline(always)]
    fn support(&self, direction: W) -> W {
        with_core!(self, shape => shape.support(direction))
    }
    #[inline(always)]
    fn support_vertex(&self, direction: W) -> Support<W> {
        match &self.core {
            Core::Other(shape) if self.count == 0 => Support { point: shape.support(direction), vertex: None },
            _ => with_core!(self, shape => shape.support_vertex(direction)),
        }
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> W {
        with_core!(self, shape => shape.vertex(index))
    }
    #[inline(always)]
    fn center(&self) -> W {
        with_core!(self, shape => shape.center())
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        // A radius that is added to a hull moves its extent by as much as its rounding.
        if let Core::Hull(hull) = self.core { hull.ball_extent() + self.rounding } else { self.extent }
    }
    #[inline(always)]
    fn rounding(&self) -> f64 {
        self.rounding
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        self.count
    }
    #[inline(always)]
    fn pose(&self) -> Pose<W> {
        match self.place {
            Some(place) => place.pose,
            None => self.own_pose(),
        }
    }
    #[inline(always)]
    fn turn(&self) -> Turn<W> {
        match self.place {
            Some(place) => place.turn,
            None => Turn::of(&self.own_pose().rotation),
        }
    }
    #[inline(always)]
    fn view(&self) -> Option<View<'_, W>> {
        Some(*self)
    }
}
