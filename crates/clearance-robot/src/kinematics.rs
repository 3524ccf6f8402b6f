//! Where the links are: forward kinematics with a bound.
//!
//! frame(child) = frame(parent) · origin · motion(value). Each product bounds its own rounding (`frame`), so the error of
//! a link grows by some 60u of its reach a joint.

use crate::description::JointKind;
use crate::frame::{AXIS, Frame, U};
use crate::tree::{Drive, Robot, RobotJoint};
use clearance::vec3;
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
        let is_rotation = |first: usize| {
            let most = configuration[first + 3..first + 7].iter().fold(0.0f64, |most, x| most.max(x.abs()));
            most > 1e-150 && most < 1e150
        };
        let floating = self.joints.iter().filter(|joint| joint.kind == JointKind::Floating);
        let mut firsts =
            floating.filter_map(|joint| if let Drive::Many(first) = joint.drive { Some(first) } else { None });
        match firsts.find(|&first| !is_rotation(first)) {
            Some(first) => Err(ConfigurationError::NotFinite(first + 3)),
            None => Ok(()),
        }
    }

    /// The frames of a configuration that was checked.
    pub(crate) fn place_links(&self, configuration: &[f64], frames: &mut Vec<Frame>) {
        frames.clear();
        frames.resize(self.links.len(), Frame::IDENTITY);
        for &number in &self.order {
            let joint = &self.joints[number];
            let motion = joint.motion(configuration);
            frames[joint.child] = frames[joint.parent].times(&joint.origin).times(&motion);
        }
    }
}

impl RobotJoint {
    /// The motion of the child at a configuration.
    fn motion(&self, configuration: &[f64]) -> Frame {
        match self.drive {
            Drive::Still => Frame::IDENTITY,
            Drive::Along(map) => {
                let (value, error) = map.at(configuration.get(map.coordinate).copied().unwrap_or(0.0));
                self.moved_by(value, error)
            }
            Drive::Many(first) => match self.kind {
                JointKind::Planar => {
                    let [x, y, angle] = [0, 1, 2].map(|part| configuration[first + part]);
                    let turned = Frame::turn(vec3(0.0, 0.0, 1.0), angle, 0.0);
                    Frame { place: vec3(x, y, 0.0), ..turned }
                }
                _ => {
                    let numbers = [3, 4, 5, 6].map(|part| configuration[first + part]);
                    let [x, y, z] = [0, 1, 2].map(|part| configuration[first + part]);
                    Frame { place: vec3(x, y, z), ..Frame::of_quaternion(numbers) }
                }
            },
        }
    }

    /// The motion of a joint with one number.
    pub(crate) fn moved_by(&self, value: f64, error: f64) -> Frame {
        match self.kind {
            JointKind::Prismatic => Frame::shift(self.axis * value, (AXIS + U) * value.abs() + error),
            _ => Frame::turn(self.axis, value, error),
        }
    }

    /// Whether the joint slides along its axis. Otherwise it turns.
    pub(crate) fn slides(&self) -> bool {
        self.kind == JointKind::Prismatic
    }
}
