//! Distance and penetration depth of convex shapes, in the plane and in space, with proven error bounds.
//!
//! Every answer is a [`Proximity`]: the distance, the two witness points, the unit normal from A to B, and two proven
//! bounds, `lower <= true distance <= upper`. The bounds include every rounding error of the computation.
//!
//! ```
//! use clearance::{Cuboid, Pose, Shape, distance, vec3};
//!
//! let table = Cuboid::new(vec3(1.0f64, 0.1, 1.0)).unwrap();
//! let block = Cuboid::new(vec3(0.2, 0.2, 0.2)).unwrap().at(Pose::translation([0.5, 0.8, 0.0]));
//! let answer = distance(&table, &block);
//! assert!((answer.distance - 0.5).abs() < 1e-15);
//! assert!(answer.lower <= 0.5 && 0.5 <= answer.upper);
//! assert_eq!(answer.normal, vec3(0.0, 1.0, 0.0));
//! ```
//!
//! # Questions
//!
//! | question | function |
//! |---|---|
//! | How far apart are A and B? | [`distance`] |
//! | How far apart, or how deep in each other? | [`signed_distance`] |
//! | How far apart, if not farther than a limit? | [`within`] |
//! | Do A and B have a point in common? | [`overlaps`] |
//! | Along which direction can a plane separate them? | [`Solver::separating_axis`] |
//! | Which points hold A and B in place? | [`contacts`] |
//! | How far must B move along a given direction to leave A? | [`Solver::way_out`] |
//! | When does B come into contact with A on a straight way? | [`Solver::cast`], [`Solver::cast_ray`] |
//! | When do bodies that travel and turn come into contact? | [`Solver::impact`], [`Solver::impact_trace`] |
//! | How near do they come on the way? | [`Solver::clearance`], [`Solver::clearance_along`] |
//! | When does B enter and leave A on a line? | [`Solver::crossing`] |
//! | When do points that move on lines of their own meet? | [`Solver::cast_morphs`] |
//! | How does the distance change when A or B moves a little? | [`Solver::gradient`] |
//! | Does A contain all of B? | [`Solver::holds`] |
//! | How far is a point from A, and is it inside A? | [`Solver::closest_point`], [`Solver::contains`] |
//! | How did the solver find its answer? | [`Solver::trace`] |
//! | What is the volume, surface, centroid or inertia of A? | [`Measure`] |
//! | Which box along the axes holds A? | [`Bounds::aabb`] |
//! | Which vertex, edge or face of a hull is nearest to a point? | [`Hull::closest_point`] |
//!
//! The free functions use the default [`Solver`]. A solver of your own sets the tolerance, the greatest distance of
//! interest and the number of iterations. A [`Cache`] makes repeated queries of one moving pair faster.
//!
//! ```
//! use clearance::{Ball, Cylinder, Pose, Shape, Solver, Status, signed_distance, vec2, vec3};
//!
//! // Shapes that overlap have a negative distance: minus the penetration depth.
//! let a = Ball::new(vec2(0.0f32, 0.0), 1.0).unwrap();
//! let b = Ball::new(vec2(1.5, 0.0), 1.0).unwrap();
//! let answer = signed_distance(&a, &b);
//! assert_eq!((answer.status, answer.distance), (Status::Overlapping, -0.5));
//! assert_eq!(answer.normal, vec2(1.0, 0.0));
//!
//! // Questions that need less than a distance.
//! let (a, b) = (Cylinder::new(1.0f64, 0.5).unwrap(), Cylinder::new(2.0, 0.25).unwrap());
//! let far = b.at(Pose::translation([3.0, 0.0, 0.0]));
//! let solver = Solver { max_distance: 1.0, ..Solver::default() };
//! assert!(!solver.overlaps(&a, &far));
//! assert!(solver.within(&a, &far).is_none());
//! assert!(solver.separating_axis(&a, &far).is_some());
//!
//! // A question that needs more: all contacts not farther apart than 0.1.
//! let near = b.at(Pose::translation([0.7, 0.0, 0.0]));
//! assert_eq!(solver.contacts(&a, &near, 0.1).contacts.len(), 2);
//! ```
//!
//! # Shapes
//!
//! * Round: [`Ball`], [`Capsule`], [`Ellipsoid`], [`Cylinder`], [`Cone`].
//! * With corners: [`Point`], [`Segment`], [`Triangle`], [`Cuboid`], [`Points`], [`PointCloud`], [`Hull`].
//! * Without an end: [`HalfSpace`], for grounds and walls.
//! * Made of other shapes, by the methods of [`Shape`]: moved ([`Placed`]), thickened ([`Rounded`]), Minkowski sum
//!   ([`Sum`]), swept along a vector ([`Swept`]), hull of two ([`HullOfTwo`]).
//! * Your own: implement [`SupportMap`]. One method is enough.
//! * Any of these in one type: [`AnyShape`]. References, `Box`, `Rc` and `Arc` of shapes are shapes, too.
//!   A program that asks about many pairs of concrete types has a little code for each pair. With [`AnyShape`] or
//!   `&dyn SupportMap` it has one, and the same bits.
//!
//! Constructors check their input and return an error. Queries do not fail and do not panic on shapes that a
//! constructor accepted.
//!
//! # Units, frames and signs
//!
//! * All lengths are in one unit, which you choose. Answers are in the same unit. Angles are in radians. There is no
//!   absolute tolerance: if the input is scaled by a power of two, so is the output.
//! * The coordinates given to a constructor are in the shape's own frame. A [`Pose`] moves that frame to the world's
//!   frame ([`Shape::at`]). A shape without a pose stands in the world's frame.
//! * All points and directions of an answer are in the world's frame.
//! * The normal points from A to B, and `point_b − point_a = distance · normal`. With h the support function of A − B,
//!   the signed distance is −min h(n) over all unit vectors n.
//! * Shapes hold `f32` or `f64`. Queries compute in `f64`, and `f32` input is widened without rounding.
//!
//! # Batches
//!
//! A [`Batch`] answers one question about many pairs of shapes of mixed kinds, with the same bits as single queries.
//! The features `rayon` and `simd` make it faster. [`Batch::minimum`] finds the pair of least distance.
//!
//! # Guides
//!
//! One page each in [`guide`]: [moving bodies](guide::bodies_that_move), [batches](guide::batches) and when they pay,
//! [gradients](guide::gradients) along joints, [shapes of your own](guide::own_shapes), and
//! [precision](guide::precision).
//!
//! # What is absent
//!
//! * **Concave shapes.** Every shape is convex: the hull of an L-shaped outline fills the corner. Take a concave thing
//!   as several convex pieces; [`Points`] has an example.
//! * **A broad phase.** A batch answers the pairs that you name. Use a grid or a tree to find pairs that are near.
//!
//! # Theory
//!
//! For those who want to see how it works: the nearest points of simple sets ([`closest_on_segment`],
//! [`closest_on_triangle`], [`closest_on_tetrahedron`], [`closest_on_polygon`]), the Minkowski difference and sum of
//! two polytopes ([`minkowski_difference`], [`minkowski_sum`]), the nearest face of a simplex ([`simplex`]), and each
//! step of a query ([`Solver::trace`]).
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | square roots of the processor; without it the crate needs only `alloc`, and gives the same bits |
//! | `rayon` | batches on all cores |
//! | `simd` | batches of balls, boxes, capsules and hulls, eight pairs at a time (Rust 1.89) |
//! | `serde` | vectors, poses, shapes, answers and options as data, both ways |
//! | `bytemuck` | vectors as plain bytes |
//! | `glam-030`, `glam-032`, `glam-033`, `glam-034`, `nalgebra-035`, `mint-05` | conversions from and to that version of the crate |
//!
//! # Data
//!
//! With the feature `serde` all types have one form, that of the pairs file of the command `clearance query`. What is
//! read is checked as by the constructors. What was written is read back to the bit; `serde_json` needs its feature
//! `float_roundtrip` for that.
//!
//! | type | form |
//! |---|---|
//! | vector, rotation | `[x, y]` or `[x, y, z]`; `[c, s]` or `[x, y, z, w]` |
//! | [`Pose`] | `{"translation": [..], "rotation": [..]}` |
//! | [`Ball`] | `{"ball": {"center": [..], "radius": r}}` |
//! | [`Segment`], [`Capsule`] | `{"segment": {"start": [..], "end": [..]}}`, `{"capsule": …}` also with `radius` |
//! | [`Triangle`] | `{"triangle": {"vertices": [..]}}` |
//! | [`Cuboid`], [`Ellipsoid`] | `{"cuboid": {"half_extents": [..]}}`, `{"ellipsoid": {"semi_axes": [..]}}` |
//! | [`HalfSpace`] | `{"half_space": {"normal": [..], "offset": o}}` |
//! | [`Cylinder`], [`Cone`] | `{"cylinder": {"half_height": h, "radius": r}}`, `{"cone": …}` |
//! | [`Point`] | `{"point": [..]}` |
//! | [`Points`], [`PointCloud`] | `{"points": [[..], ..]}` |
//! | [`Hull`] | `{"polytope": {"vertices": [..]}}`; in the plane, if it has an interior, `{"polygon": {"vertices": [..]}}` |
//! | [`Sum`], [`HullOfTwo`], [`Swept`] | `{"sum": [shape, shape]}`, `{"hull": …}`, `{"swept": {"shape": shape, "vector": [..]}}` |
//! | [`Rounded`], [`Placed`] | the shape's object with a further member: `"radius": r`, `"pose": {..}` |
//! | [`AnyShape`] | any of these; a shape that the crate does not know by name has no form |
//! | [`Proximity`] | `{"status", "distance", "lower", "upper", "point_a", "point_b", "normal", "iterations", "witnesses"}` |
//! | [`Solver`] | `{"tolerance", "max_iterations", "max_distance", "precision", "target", "start"}`; each may be left out |
//!
//! JSON has no infinity. So `null` stands for a bound that is not known, and in a [`Solver`] for no limit. One object
//! has one radius and one pose. A shape that is rounded twice is `{"shape": shape, "radius": r}`. A shape that is placed
//! twice is an error when it is written; as [`AnyShape`] it is placed once. Every kind has a key of its own, so an
//! [`AnyShape`] is read back as the kind that was written. A [`Hull`] writes its vertices alone: [`Hull::source`] of the
//! hull that is read counts in their list. Where the type is known, a [`Hull`] is also read from any `points`.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(core_float_math))]
#![cfg_attr(not(feature = "bytemuck"), forbid(unsafe_code))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod axes;
mod batch;
mod contact;
mod depth;
mod difference;
mod distance;
mod engine;
mod exact;
pub mod guide;
mod hull;
mod interop;
mod measure;
mod motion;
mod numbers;
#[cfg(not(judge))]
mod paths;
#[cfg(judge)]
#[doc(hidden)]
pub mod paths;
mod query;
#[cfg(test)]
mod random;
mod result;
mod shape;
mod space;

pub use batch::{AnyShape, Batch, BatchError, Columns, Hit, Minimum, Placement, ShapeId, ShapeSet, SpaceOnly};
pub use contact::{Contact, FeatureId, Manifold, Mark, contacts};
pub use distance::cache::Cache;
/// The face of a simplex that is nearest to the origin: one step of the distance loop (GJK).
///
/// ```
/// use clearance::{simplex, vec2};
///
/// // The origin is nearest to the edge between the newest vertex and older vertex 1.
/// let (newest, older) = (vec2(1.0, 2.0), [vec2(2.0, 0.0), vec2(1.0, -2.0)]);
/// let face = simplex::nearest_face(&newest, &[&older[0], &older[1]]);
/// let simplex::Face::Edge { with, direction } = face else { panic!() };
/// assert_eq!(with, 1);
/// assert!(direction.x > 0.0 && direction.y == 0.0);
///
/// // The nearest point of that edge, as weights over a common denominator.
/// let ([first, second, _], sum) = simplex::weights(&[&newest, &older[1]]);
/// assert_eq!((first / sum, second / sum), (0.5, 0.5));
/// ```
pub use distance::simplex;
pub use hull::{
    ClosestOnHull, Hull, HullRegion, MinkowskiHull, PolygonError, Polytope, minkowski_difference, minkowski_sum,
};
pub use measure::{Aabb, Bounds, Measure, Moments};
pub use motion::{Morph, Motion};
pub use numbers::interval::Bounded;
pub use numbers::real::{Real, Ring};
#[doc(hidden)]
pub use numbers::{double, dyadic, each, real};
pub use query::default::{distance, overlaps, signed_distance, within};
pub use query::gradient::Gradient;
pub use query::solver::{Precision, Solver};
#[doc(hidden)]
pub use query::stages::alone;
pub use query::way_out::WayOut;
pub use result::cast::{Bracket, Cast, Clearance, Crossing, Outcome, Start};
pub use result::motion::{Carrier, MotionStep, ProvenInterval};
pub use result::proximity::{Feature, Proximity, Status};
pub use result::steps::{Phase, Step, Stop, TracedVertex};
pub use shape::support::{Shape, SupportMap};
pub use shape::*;
#[doc(hidden)]
pub use shape::{axis::Axis, curvature::Curvature, face::FacePoint, support::Support, surface::Surface};
pub use space::closest::{
    Closest, Region, closest_on_polygon, closest_on_segment, closest_on_tetrahedron, closest_on_triangle,
};
pub use space::coordinates::Coordinates;
pub use space::pose::Pose;
pub use space::rotation::plane::Rotation2;
pub use space::rotation::quaternion::Quaternion;
pub use space::rotation::{PoseError, Rotation};
pub use space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
