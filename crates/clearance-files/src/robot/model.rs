//! A robot as its file says it: links, joints and geometry, with the line of each for messages.
//!
//! Every number is the `f64` nearest to the decimal of the file. Nothing is turned into matrices here, so a claim about
//! the robot is one about these numbers. MJCF is the exception: its degrees, Euler angles and axes with an angle become
//! radians and quaternions in floats.

/// A robot: a tree of links. The joints are in the order of the file, and so are the links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Robot {
    /// Its name. It may be empty.
    pub name: String,
    /// The links.
    pub links: Vec<Link>,
    /// The joints. Each link but the root is the child of exactly one.
    pub joints: Vec<Joint>,
    /// The link that is the child of no joint.
    pub root: usize,
    /// What the reader wants to be known: it did not refuse it, and did not take it in silence.
    pub remarks: Vec<Remark>,
}

impl Robot {
    /// The link of this name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }
    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}

/// Something that the reader did not refuse, but that a person should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line in the file, counted from 1. It is 0 for the file as a whole.
    pub line: usize,
    /// What it is.
    pub message: String,
}

/// A rigid body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// Its name, unique in the robot.
    pub name: String,
    /// The line of its element.
    pub line: usize,
    /// What takes part in collisions. All elements of a link are one body.
    pub collisions: Vec<Element>,
    /// What is shown.
    pub visuals: Vec<Element>,
}

/// A piece of geometry in the frame of its link.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name. It is empty in most files.
    pub name: String,
    /// The line of its element.
    pub line: usize,
    /// Where it is in the frame of the link.
    pub origin: Origin,
    /// What it is.
    pub shape: Shape,
}

/// The shape of an element. Lengths are as in the file: metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A mesh in a file.
    Mesh {
        /// The path as it is written: `package://name/path`, `file:///path`, or a path.
        uri: String,
        /// Factors along the axes, before the element's origin. A negative one mirrors.
        scale: [f64; 3],
    },
    /// A box around the origin.
    Cuboid {
        /// The whole lengths of its edges.
        size: [f64; 3],
    },
    /// A ball around the origin.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A cylinder around the origin, along the z axis.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its whole length.
        length: f64,
    },
    /// A capsule around the origin, along the z axis.
    Capsule {
        /// Its radius.
        radius: f64,
        /// The length between the centres of its caps.
        length: f64,
    },
    /// An ellipsoid around the origin (MJCF).
    Ellipsoid {
        /// Its half-lengths along the axes.
        semi_axes: [f64; 3],
    },
}

/// A placement: first the rotation, then the translation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin {
    /// The translation.
    pub xyz: [f64; 3],
    /// The rotation.
    pub rotation: Rotation,
}

/// A rotation as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// Roll, pitch and yaw in radians: Rz(yaw) Ry(pitch) Rx(roll).
    Rpy([f64; 3]),
    /// A quaternion x, y, z, w of any length but zero. It means itself divided by its length.
    Quaternion([f64; 4]),
}

impl Default for Rotation {
    fn default() -> Self {
        Self::Rpy([0.0; 3])
    }
}

/// A joint: it places its child in the frame of its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name, unique in the robot.
    pub name: String,
    /// The line of its element.
    pub line: usize,
    /// How the child moves.
    pub kind: JointKind,
    /// The index of the parent link.
    pub parent: usize,
    /// The index of the child link.
    pub child: usize,
    /// Where the child's frame is in the parent's, with the joint at zero.
    pub origin: Origin,
    /// The axis in the child's frame, of any length but zero. It means itself divided by its length. For a planar joint
    /// it is the plane's normal. It has no meaning for fixed, floating and ball joints.
    pub axis: [f64; 3],
    /// The lower and upper limit in radians or metres, as written. `None`: the file has none. A continuous joint has
    /// none, whatever the file says.
    pub limits: Option<[f64; 2]>,
    /// The lower and upper limit of the controller that keeps the joint safe.
    pub soft_limits: Option<[f64; 2]>,
    /// The joint that this one follows.
    pub mimic: Option<Mimic>,
}

/// The kinds of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// No motion.
    Fixed,
    /// A turn about the axis, within limits.
    Revolute,
    /// A turn about the axis by any angle.
    Continuous,
    /// A shift along the axis.
    Prismatic,
    /// Shifts along two directions of a plane, and a turn about its normal.
    Planar,
    /// Any motion: six degrees of freedom.
    Floating,
    /// Any turn about the origin (MJCF): three degrees of freedom.
    Ball,
}

impl JointKind {
    /// Its word in a URDF.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Planar => "planar",
            Self::Floating => "floating",
            Self::Ball => "ball",
        }
    }
    /// Whether one number places the child.
    pub fn has_one_parameter(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous | Self::Prismatic)
    }
}

/// The value of a joint that follows another: `multiplier * driver + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The name of the joint that is followed, as written.
    pub driver: String,
    /// Its index, if the robot has it. A robot without it has no range of configurations.
    pub joint: Option<usize>,
    /// The factor.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}
