//! Robots, proven: how near the links of a robot come to each other, at a configuration, along a path, and over whole
//! ranges of its joints.
//!
//! A [`Robot`] is made of a [`Description`]: links with shapes, and joints between them. Everything that is claimed is
//! about the numbers of the description as real numbers; the rounding of the kinematics is part of every bound.
//!
//! ```
//! use clearance_robot::*;
//!
//! // A wall at x = 2, and an arm of length 1.5 that turns about the z axis.
//! let cuboid = |x: f64, size: [f64; 3]| vec![Element { origin: Origin::at([x, 0.0, 0.0]), shape: Shape::Cuboid { size } }];
//! let links = vec![
//!     Link { name: "wall".into(), elements: cuboid(2.5, [1.0, 8.0, 8.0]) },
//!     Link { name: "arm".into(), elements: cuboid(0.75, [1.5, 0.125, 0.125]) },
//! ];
//! let turn = Joint {
//!     name: "turn".into(),
//!     kind: JointKind::Continuous,
//!     parent: 0,
//!     child: 1,
//!     origin: Origin::default(),
//!     axis: [0.0, 0.0, 1.0],
//!     limits: None,
//!     mimic: None,
//! };
//! let robot = Robot::new(&Description { name: "clock".into(), links, joints: vec![turn] }).unwrap();
//!
//! // At a configuration: the least distance of all pairs, with bounds.
//! let pairs = robot.pairs(&PairRules::default());
//! let answer = robot.clearance(&[0.0], &pairs).unwrap().unwrap();
//! assert_eq!(answer.distance, 0.5);
//!
//! // For all angles: a proof that arm and wall never meet.
//! let Verdict::Never { bound } = robot.prove([0, 1], &Question::default()).verdict else { panic!() };
//! assert!(bound > 0.0);
//!
//! // Along a path: the least clearance, and when.
//! let path = Path::linear(&robot, &[vec![-1.0], vec![1.0]], None).unwrap();
//! let least = robot.along(&path, &pairs, &[]).unwrap().least(1e-6).unwrap();
//! assert!((least.upper - 0.4987).abs() < 1e-4);
//! ```
//!
//! | question | method |
//! |---|---|
//! | Where are the links? | [`Robot::frames`] |
//! | How near does the robot come to itself? | [`Robot::clearance`], [`Robot::watch`], [`Robot::clearances`] |
//! | Is any pair nearer than a limit? | [`Watch::below`] |
//! | How does the distance change with the joints? | [`Robot::gradient`] |
//! | Do two links ever meet? | [`Robot::prove`], [`Robot::prove_all`] |
//! | Where in the ranges of the joints are they apart? | [`Robot::survey`] |
//! | How far can each joint go? | [`Robot::free_ranges`] |
//! | Is a path clear, how near does it come, and when? | [`Robot::along`] |
//! | Why? | `proof::Proof`, with the feature `proof` |
//!
//! *Surfaces and solids.* Distances are those of surfaces for meshes; boxes, balls, cylinders and capsules are solid. A link
//! that is inside a closed mesh is not clear of it: at a configuration its distance is zero ([`Contact::Inside`]), a path is
//! [`Passage::Inside`], and over ranges it is [`Verdict::Inside`], not never. Open meshes have no inside.
//!
//! Rooms, each using those before it: `description` (the numbers), `frame` (rigid motions with a bound of their error),
//! `sweep` (what a plane asks of points), `cover` (few points that hold a body), `body`, `tree` (the checked robot),
//! `kinematics`, `pairs`, `ask` (two links at their places), `nested` (one in the other), `clearance`, `course` (how joints depend on parameters),
//! `chain` (two links and the joints between), `gradient`, `noise`, `region` (boxes of parameters), `plane` (what proves one),
//! `cell` and `second` (the theorem), `record` (what a search did), `refute` (looks), `always`, `claim`, `prove` (the search),
//! `rounds` (of many pairs), `survey`, `first`, `path`, `overview`, `along`, `least`, `limits`, `batch`, `proof` (files that
//! another program checks). The derivation is in docs/math/robots.md.

#![allow(clippy::needless_range_loop, reason = "loops run over the joints of several arrays at once")]

mod along;
mod always;
mod ask;
mod batch;
mod body;
mod bonds;
mod cell;
mod chain;
mod claim;
mod clearance;
mod course;
mod cover;
mod description;
#[cfg(feature = "files")]
pub mod files;
mod first;
mod frame;
mod gradient;
mod insides;
mod kinematics;
mod least;
mod limits;
mod nested;
mod noise;
mod overview;
mod pairs;
mod path;
mod plane;
#[cfg(feature = "proof")]
pub mod proof;
mod prove;
mod random;
mod record;
mod refute;
mod region;
mod rounds;
mod second;
mod survey;
mod sweep;
mod tree;

pub use crate::clearance::{Clearance, Contact, Watch};
pub use along::{Along, Interval, Passage};
pub use body::Part;
pub use chain::NotClaimed;
pub use claim::{Claim, Meeting, Progress, Question, Verdict};
pub use description::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Rotation, Shape};
pub use frame::Frame;
pub use gradient::JointGradient;
pub use kinematics::ConfigurationError;
pub use least::Least;
pub use limits::{FreeEnd, FreeRange};
pub use pairs::{Adjacent, PairRules};
pub use path::{Path, PathError};
pub use prove::CELLS_A_CALL;
pub use survey::{Parting, Survey, Tile, TileKind};
pub use tree::{Coordinate, Robot, RobotError};
