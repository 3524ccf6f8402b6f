//! The engine: every question about two views. It is compiled here, once for the plane and once for space.
//!
//! Public functions are doors. They are generic, short and inlined into the user's program. A door makes views of the
//! shapes, calls a function of [`Engine`], and narrows the answer to the scalar of the shapes. So a user's program links the
//! engine and does not compile it again.

use crate::batch::pinned::Batches;
use crate::contact::{Room, find_contacts};
use crate::distance::cache::Cache;
use crate::hull::{ClosestOnHull, MinkowskiHull, body_of, closest_on, hull_of_pairs};
use crate::measure::{self, Aabb, Moments, Solid};
use crate::motion::{Morphing, Motion, Observer, cast, impact, least, morph};
use crate::numbers::interval::Bounded;
use crate::query::gradient::{Margins, margins};
use crate::query::solver::Solver;
use crate::query::stages;
use crate::query::trace::{Asked, traced};
use crate::query::way_out::{WayOut, holds, way_out};
use crate::result::Proximity;
use crate::result::cast::{Cast, Clearance, Crossing};
use crate::result::separation::Answered;
use crate::result::steps::Step;
use crate::shape::body::Body;
use crate::shape::support::SupportMap;
use crate::shape::view::{Core, List, View};
use crate::space::vector::{Vec2, Vec3, Vector, WideVector};

/// Declares the trait, and implements it for the plane and for space. Each function calls its namesake below the doors.
macro_rules! engine {
    ($(
        $(#[$doc:meta])*
        fn $name:ident$(<$life:lifetime>)?($($argument:ident: $type:ty),* $(,)?) -> $answer:ty = $call:path;
    )+) => {
        /// The questions that are compiled once for each dimension.
        #[doc(hidden)]
        pub trait Engine: Sized {
            $(
                $(#[$doc])*
                fn $name$(<$life>)?($($argument: $type),*) -> $answer where Self: WideVector;
            )+
        }
        engine!(@for Vec2<f64>; $(fn $name$(<$life>)?($($argument: $type),*) -> $answer = $call;)+);
        engine!(@for Vec3<f64>; $(fn $name$(<$life>)?($($argument: $type),*) -> $answer = $call;)+);
    };
    (@for $vector:ty; $(
        fn $name:ident$(<$life:lifetime>)?($($argument:ident: $type:ty),*) -> $answer:ty = $call:path;
    )+) => {
        impl Engine for $vector {
            $(
                #[inline(never)]
                fn $name$(<$life>)?($($argument: $type),*) -> $answer {
                    $call($($argument),*)
                }
            )+
        }
    };
}
engine! {
    /// The signed distance.
    fn signed_distance(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, cache: Option<&mut Cache>
    ) -> Proximity<Self> = stages::signed_distance;
    /// The distance.
    fn distance(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, cache: Option<&mut Cache>
    ) -> Proximity<Self> = stages::distance;
    /// The distance, if it is at most a limit, which is not negative.
    fn within(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, cache: Option<&mut Cache>, limit: f64
    ) -> Option<Proximity<Self>> = stages::within;
    /// Whether two shapes meet.
    fn overlap(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, cache: Option<&mut Cache>
    ) -> Answered<Self> = stages::overlap;
    /// Finds contacts, and leaves them in `room`. The answer is the normal.
    fn contacts(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, speculative: f64, cache: Option<&mut Cache>,
        room: &mut Room<Self>
    ) -> Self = find_contacts;
    /// Shows the steps of a search. The answer is their number.
    fn trace(
        solver: &Solver, asked: Asked, shapes: [&View<'_, Self>; 2], claim: [f64; 2],
        show: &mut dyn FnMut(&Step<'_, Self>)
    ) -> u32 = traced;
    /// How far an answer is from a tie.
    fn margins(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, answer: &Proximity<Self>, epsilon: f64
    ) -> Margins = margins;
    /// The way out along a direction.
    fn way_out(solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, direction: Self) -> WayOut<Self> = way_out;
    /// Whether A contains B.
    fn holds(solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>) -> Option<bool> = holds;
    /// A cast along a vector. `ways` are those of the two shapes in the world.
    fn cast(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, way: Self, ways: [Self; 2]
    ) -> Cast<Self> = cast::cast_moving;
    /// A cast from a place that is not finite.
    fn cast_nowhere(a: &View<'_, Self>, b: &View<'_, Self>) -> Cast<Self> = cast::cast_nowhere;
    /// The contact of a cast.
    fn hit(solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, travel: Self) -> Option<Cast<Self>> = cast::hit;
    /// Entry and exit along a line.
    fn crossing(
        solver: &Solver, a: &View<'_, Self>, b: &View<'_, Self>, direction: Self
    ) -> Option<Crossing<Self>> = cast::crossing_of;
    /// The first contact of bodies that turn.
    fn impact<'o>(
        solver: &Solver, shapes: [&View<'_, Self>; 2], motions: [&Motion<Self>; 2], cache: Option<&'o mut Cache>,
        observe: Observer<'o, Self>
    ) -> Cast<Self> = impact::impact;
    /// The contact of an impact.
    fn impact_hit(
        solver: &Solver, shapes: [&View<'_, Self>; 2], motions: [&Motion<Self>; 2]
    ) -> Option<Cast<Self>> = impact::impact_hit;
    /// The least distance on a motion.
    fn clearance(
        solver: &Solver, shapes: [&View<'_, Self>; 2], motions: [&Motion<Self>; 2]
    ) -> Clearance<Self> = least::clearance;
    /// The least distance on a path.
    fn clearance_along(
        solver: &Solver, shapes: [&View<'_, Self>; 2], path: &[Motion<Self>]
    ) -> Clearance<Self> = least::clearance_along;
    /// The first contact of points on lines of their own.
    fn cast_morphs(solver: &Solver, a: &Morphing<'_, Self>, b: &Morphing<'_, Self>) -> Cast<Self> = morph::cast_morphs;
    /// Volume, centroid and inertia.
    fn moments_of(shape: &View<'_, Self>, solid: Solid) -> Moments<Self> = measure::moments;
    /// The surface area, in the plane the perimeter.
    fn surface_area_of(shape: &View<'_, Self>, solid: Solid) -> Bounded<f64> = measure::surface_area;
    /// The box along the axes.
    fn box_of(shape: &View<'_, Self>) -> Aabb<Self> = measure::aabb;
    /// The hull of finite points.
    fn hull_of(points: &[Self]) -> Body<Self> = body_of;
    /// The point of a hull nearest to a finite point.
    fn closest_on(hull: &Body<Self>, query: Self) -> ClosestOnHull<Self> = closest_on;
    /// The Minkowski difference or sum of two polytopes.
    fn minkowski(a: &View<'_, Self>, b: &View<'_, Self>, is_difference: bool) -> MinkowskiHull<Self> = hull_of_pairs;
}

/// How shapes and answers of a vector type pass the doors.
#[doc(hidden)]
pub trait Door: Batches {
    /// An answer of the engine in this scalar: it is moved if the scalar is `f64`, and rounded otherwise.
    fn narrowed(answer: Proximity<<Self as Vector>::Wide>) -> Proximity<Self>
    where
        Self: Vector;
    /// A shape that the engine does not know by name, as it sees it.
    fn other(shape: &dyn SupportMap<Self>) -> Core<'_, <Self as Vector>::Wide>
    where
        Self: Vector;
    /// A list of points, as the engine sees it.
    fn list(points: &[Self]) -> List<'_, <Self as Vector>::Wide>
    where
        Self: Vector;
}

macro_rules! doors {
    ($($vector:ty: $wide:ty, $other:ident, $list:ident, |$answer:ident| $narrowed:expr;)+) => {$(
        impl Door for $vector {
            #[inline(always)]
            fn narrowed($answer: Proximity<$wide>) -> Proximity<Self> {
                $narrowed
            }
            #[inline(always)]
            fn other(shape: &dyn SupportMap<Self>) -> Core<'_, $wide> {
                Core::$other(shape)
            }
            #[inline(always)]
            fn list(points: &[Self]) -> List<'_, $wide> {
                List::$list(points)
            }
        }
    )+};
}
doors! {
    Vec2<f32>: Vec2<f64>, Single, Single, |answer| answer.rounded();
    Vec3<f32>: Vec3<f64>, Single, Single, |answer| answer.rounded();
    Vec2<f64>: Vec2<f64>, Other, Wide, |answer| answer;
    Vec3<f64>: Vec3<f64>, Other, Wide, |answer| answer;
}
