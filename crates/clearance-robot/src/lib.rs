//! Robots, proven: how near the links of a robot come to each other, at a configuration, along a path, and over whole
//! ranges of its joints.

mod along;
mod ask;
mod batch;
mod body;
mod cell;
mod chain;
mod clearance;
mod course;
mod cover;
mod description;
#[cfg(feature = "files")]
pub mod files;
mod first;
mod frame;
mod gradient;
mod kinematics;
mod limits;
mod pairs;
mod path;
mod prove;
mod random;
mod refute;
mod sweep;
mod tree;

pub use crate::clearance::{Clearance, Contact, Watch};
pub use along::{Along, Interval, Least, Passage};
pub use body::Part;
pub use chain::NotClaimed;
pub use description::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Rotation, Shape};
pub use frame::Frame;
pub use gradient::JointGradient;
pub use kinematics::ConfigurationError;
pub use limits::{FreeEnd, FreeRange};
pub use pairs::{Adjacent, PairRules};
pub use path::{Path, PathError};
pub use prove::{CELLS_A_CALL, Claim, Meeting, Progress, Question, Verdict};
pub use tree::{Coordinate, Robot, RobotError};
