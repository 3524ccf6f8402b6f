//! The published methods for convex polytopes, each as published: to be judged, to be seen, and to be asked as oracles.
//!
//! | module | method | answers |
//! |---|---|---|
//! | [`lin_canny`] | Voronoi marching (Lin and Canny 1991) | distance, features; walks without end when shapes meet |
//! | [`v_clip`] | V-Clip (Mirtich 1998) | distance, features, verdict |
//! | [`hierarchy`] | nested hulls (Dobkin and Kirkpatrick 1990) | farthest vertex, distance, verdict |
//! | [`isa_gjk`] | a remembered separating axis (van den Bergen 1999) | verdict |
//! | [`enhanced_gjk`] | hill climbing (Cameron 1997) | distance, verdict |
//! | [`separating_vectors`] | separating vectors (Chung and Wang 1996) | verdict |
//! | [`portal`] | Minkowski portal refinement (Snethen 2008) | verdict, a depth that is not the penetration depth |
//! | [`naive_gjk`] | the loop of the talks, single precision, absolute epsilon | distance, verdict, both often wrong |
//!
//! These methods make no promise. They have thresholds and step limits where the publications have them, and each
//! module names its known failure. For an answer that can be relied on take [`clearance::Solver`].
//!
//! Shapes are [`Body`]: a hull with its boundary prepared. A [`Pair`] places two of them. All lengths are in the unit
//! of the shapes. Points and directions of an [`Answer`] and of a [`Step`] are in the world's frame.
//!
//! ```
//! use clearance::{Hull, Pose, vec3};
//! use clearance_rivals::{Body, Pair, v_clip::VClip};
//!
//! let cube: Vec<_> = (0..8).map(|k| vec3(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))).collect();
//! let cube = Body::new(Hull::new(&cube).unwrap());
//! let mut tracker = VClip::default();
//! for step in 0..5 {
//!     let b = Pose::translation([3.0 - 0.25 * f64::from(step), 0.5, 0.5]);
//!     let answer = tracker.query(&Pair::new([&cube, &cube], [&Pose::identity(), &b]));
//!     assert_eq!(answer.distance, Some(2.0 - 0.25 * f64::from(step)));
//! }
//! ```
#![forbid(unsafe_code)]

mod answer;
mod body;
pub mod enhanced_gjk;
pub mod hierarchy;
pub mod isa_gjk;
mod johnson;
pub mod lin_canny;
pub mod naive_gjk;
mod pair;
pub mod portal;
pub mod separating_vectors;
mod step;
mod support;
pub mod v_clip;
mod walk;

pub use answer::{Answer, Verdict};
pub use body::{Body, Edge, Face, Feature};
pub use pair::Pair;
pub use step::{Drawn, Side, Step};
pub use walk::Dimension;
