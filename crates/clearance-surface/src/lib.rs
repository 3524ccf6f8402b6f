//! Proven distances between the surfaces of CAD models, and not between their meshes.
//!
//! A mesh only approximates a cylinder or a B-spline. Here each triangle of a mesh gets a *radius*: the surface over it
//! lies within that distance of the triangle, with all rounding errors. So the distance of two bodies has proven bounds
//! on both sides, and splitting the triangles that matter makes them meet. Contacts are mostly one surface twice, such
//! as a pin in its bore; for those there are closed forms.
//!
//! The mathematics is in docs/math/surfaces.md. Lengths are in one unit, which the caller chooses; angles are in radians.
//!
//! Rooms, each using those before it: `frame`, `derivatives`, `spline`, `curve`, `product`, `grid`, `net` and `surface` (maps,
//! and bounds of their derivatives), `quadric` (splines that are a cylinder or the like), `face` (triangles over parameters,
//! checked), `radius`, `extent` (boxes and balls), `mates`, `body` and `place`, `within` (points of faces), `analytic`,
//! `tangent` and `closed` (gaps with closed forms), `patch`, `spots` and `solid` (points beside a body, and on which side it
//! has them), `nearest` (the bracket), `level`,
//! `sided`, `beside` and `touch` (contacts that are no more, gaps that are no less), `verdict`, `overlap`
//! (what is in both).

mod analytic;
mod beside;
mod body;
mod closed;
mod curve;
mod derivatives;
mod extent;
mod face;
mod frame;
mod grid;
mod hull;
mod level;
mod mates;
mod nearest;
mod net;
mod overlap;
mod patch;
mod place;
mod product;
mod quadric;
mod radius;
mod ring;
mod sided;
mod solid;
mod spline;
mod spots;
mod surface;
mod tangent;
mod touch;
mod verdict;
mod within;

pub use analytic::Gap;
pub use body::{Body, Leaf};
pub use closed::Coincident;
pub use curve::{Curve, PlaneCurve};
pub use derivatives::Derivatives;
pub use face::{Border, Edge, Face, FaceError, Node, Simple};
pub use frame::Frame;
pub use nearest::{Nearest, Question};
pub use net::Net;
pub use overlap::{Allowed, Overlap};
pub use quadric::{Alike, recognise};
pub use radius::{Radius, radius};
pub use spline::{Knots, MOST_DEGREE, Spline};
pub use surface::Surface;
pub use verdict::{Judgement, Standing, Verdict, apart_by_boxes, judge};
