//! Where the links are: forward kinematics with a bound.
//!
//! frame(child) = frame(parent) · origin · motion(value). Each product bounds its own rounding (`frame`), so the error of
//! a link grows by some 60u of its reach a joint.

use crate::description::JointKind;
use crate::frame::Frame;
use crate::tree::{Affine, Drive, Robot, RobotJoint};
use clearance_kernels::{Joint, JointRow, Moves};
use std::fmt;

/// Why a list of numbers is no configuration.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConfigurationError {
    /// There must be as many numbers as coordinates.
    Count {
        /// How many coordinates the robot has.
        expected: usize,
        /// How many numbers were given.
        found: usize,
    },
    /// The number of this coordinate is not finite, or the quaternion that it belongs to is zero.
    NotFinite(usize),
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { expected, found } => {
                write!(f, "the robot has {expected} coordinates, and the configuration has {found} numbers")
            }
            Self::NotFinite(coordinate) => {
                write!(f, "number {coordinate} of the configuration is not finite, or its quaternion is zero")
            }
        }
    }
}

impl std::error::Error for ConfigurationError {}

impl Robot {
    /// The frame of each link at a configuration, with bounds of their errors. The root stands at the origin.
    ///
    /// # Errors
    /// [`ConfigurationError`].
    pub fn frames(&self, configuration: &[f64]) -> Result<Vec<Frame>, ConfigurationError> {
        self.check(configuration)?;
        let mut frames = Vec::new();
        self.place_links(configuration, &mut frames);
        Ok(frames)
    }

    /// The frames of all links for many configurations, one after the other.
    ///
    /// # Errors
    /// The number of the first row that is no configuration, and why.
    pub fn frames_of<'a>(
        &self,
        rows: impl IntoIterator<Item = &'a [f64]>,
    ) -> Result<Vec<Vec<Frame>>, (usize, ConfigurationError)> {
        rows.into_iter().enumerate().map(|(row, numbers)| self.frames(numbers).map_err(|error| (row, error))).collect()
    }

    pub(crate) fn check(&self, configuration: &[f64]) -> Result<(), ConfigurationError> {
        let (expected, found) = (self.coordinates().len(), configuration.len());
        if expected != found {
            return Err(ConfigurationError::Count { expected, found });
        }
        if let Some(at) = configuration.iter().position(|x| !x.is_finite()) {
            return Err(ConfigurationError::NotFinite(at));
        }
        let of_free = |joint: &&RobotJoint| joint.kind == JointKind::Floating;
        let mut bad = self.joints.iter().filter(of_free).map(RobotJoint::as_joint);
        match bad.find(|joint| !joint.takes(|place| configuration[place])) {
            Some(Joint { first: Some(first), .. }) => Err(ConfigurationError::NotFinite(first + 3)),
            _ => Ok(()),
        }
    }

    /// The joints as rows of a table, each after that of its parent: what kernels of a GPU move links by.
    pub fn joint_rows(&self) -> Vec<JointRow> {
        let row = |&number: &usize| {
            let joint = &self.joints[number];
            JointRow::new(&joint.as_joint(), &joint.origin, [joint.parent as u32, joint.child as u32])
        };
        self.order.iter().map(row).collect()
    }

    /// The frames of a configuration that was checked.
    pub(crate) fn place_links(&self, configuration: &[f64], frames: &mut Vec<Frame>) {
        frames.clear();
        frames.resize(self.links.len(), Frame::IDENTITY);
        for &number in &self.order {
            let joint = &self.joints[number];
            let motion = joint.as_joint().motion(|place| configuration[place]);
            frames[joint.child] = frames[joint.parent].child(&joint.origin, &motion);
        }
    }
}

impl RobotJoint {
    /// The joint as kernels have it.
    pub(crate) fn as_joint(&self) -> Joint {
        let one = if self.kind == JointKind::Prismatic { Moves::Shift } else { Moves::Turn };
        let still = Affine::own(0).map();
        let (moves, map, first) = match self.drive {
            Drive::Still => (Moves::Still, still, None),
            Drive::Along(map) => (one, map.map(), Some(map.coordinate).filter(|&first| first != usize::MAX)),
            Drive::Many(first) if self.kind == JointKind::Planar => (Moves::Plane, still, Some(first)),
            Drive::Many(first) => (Moves::Free, still, Some(first)),
        };
        Joint { moves, axis: self.axis, map, first }
    }

    /// The motion of a joint with one number.
    pub(crate) fn moved_by(&self, value: f64, error: f64) -> Frame {
        self.as_joint().moved_by(value, error)
    }

    /// Whether the joint slides along its axis. Otherwise it turns.
    pub(crate) fn slides(&self) -> bool {
        self.kind == JointKind::Prismatic
    }
}
