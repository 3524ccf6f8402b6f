//! Robots, proven: how near the links of a robot come to each other, at a configuration, along a path, and over whole
//! ranges of its joints.

mod ask;
mod body;
mod cell;
mod chain;
mod clearance;
mod course;
mod cover;
mod description;
#[cfg(feature = "files")]
pub mod files;
mod frame;
mod kinematics;
mod pairs;
mod prove;
mod random;
mod refute;
mod sweep;
mod tree;

pub use crate::clearance::{Clearance, Contact, Watch};
pub use body::Part;
pub use chain::NotClaimed;
pub use description::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Rotation, Shape};
pub use frame::Frame;
pub use kinematics::ConfigurationError;
pub use pairs::{Adjacent, PairRules};
pub use prove::{CELLS_A_CALL, Claim, Meeting, Progress, Question, Verdict};
pub use tree::{Coordinate, Robot, RobotError};
