//! A robot as its file says it: links, joints and shapes, in numbers.
//!
//! **What the numbers mean.** Every claim of this crate is about these floats as real numbers. `Rpy([r, p, y])` is
//! Rz(y)·Ry(p)·Rx(r) of exactly these angles. A quaternion and an axis mean themselves divided by their length. So an
//! angle of `1.5708` is not a right angle.

use clearance::Vec3;
use clearance_scene::Mesh;
use std::sync::Arc;

/// A tree of links.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The name of the robot. It may be empty.
    pub name: String,
    /// The links. Exactly one of them is the child of no joint: the root.
    pub links: Vec<Link>,
    /// The joints. Each has a parent and a child, by their place in `links`.
    pub joints: Vec<Joint>,
}

/// A rigid body.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// Its name, unique in the robot.
    pub name: String,
    /// Its shapes. All of them are one body. A link without shapes has no distance to anything.
    pub elements: Vec<Element>,
}

/// A shape in the frame of its link.
#[derive(Clone, Debug)]
pub struct Element {
    /// Where it is in the frame of the link.
    pub origin: Origin,
    /// What it is.
    pub shape: Shape,
}

/// The shape of an element. All but meshes are solid; a mesh is its surface.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A surface of triangles.
    Mesh {
        /// Shared by all elements of the same file.
        mesh: Arc<Mesh>,
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
}

/// A placement: first the rotation, then the translation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin {
    /// The translation.
    pub xyz: [f64; 3],
    /// The rotation.
    pub rotation: Rotation,
}

impl Origin {
    /// A translation alone.
    pub fn at(xyz: [f64; 3]) -> Self {
        Self { xyz, ..Self::default() }
    }

    /// A pose of the core.
    pub fn of_pose(pose: &clearance::Pose<Vec3<f64>>) -> Self {
        let clearance::Quaternion { x, y, z, w } = pose.rotation;
        Self { xyz: pose.translation.into(), rotation: Rotation::Quaternion([x, y, z, w]) }
    }
}

/// A rotation as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// Roll, pitch and yaw in radians: Rz(yaw)·Ry(pitch)·Rx(roll).
    Rpy([f64; 3]),
    /// A quaternion x, y, z, w of any length but zero.
    Quaternion([f64; 4]),
}

impl Default for Rotation {
    fn default() -> Self {
        Self::Rpy([0.0; 3])
    }
}

/// A joint: it places its child in the frame of its parent.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name, unique in the robot.
    pub name: String,
    /// How the child moves.
    pub kind: JointKind,
    /// The parent, by its place in the links.
    pub parent: usize,
    /// The child, by its place in the links.
    pub child: usize,
    /// Where the child's frame is in the parent's, with the joint at zero.
    pub origin: Origin,
    /// The axis in the child's frame, of any length but zero. It has no meaning for fixed, planar and floating joints.
    pub axis: [f64; 3],
    /// The least and the greatest value. `None`: it is not known. A continuous joint needs none.
    pub limits: Option<[f64; 2]>,
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
    /// A shift in the plane of the x and y axes, and a turn about the z axis: three numbers x, y, angle.
    Planar,
    /// Any motion: seven numbers x, y, z and a quaternion x, y, z, w, which means itself divided by its length.
    Floating,
}

impl JointKind {
    /// How many numbers of a configuration belong to such a joint, if it follows no other one.
    pub fn coordinate_count(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute | Self::Continuous | Self::Prismatic => 1,
            Self::Planar => 3,
            Self::Floating => 7,
        }
    }

    /// Whether one number places the child.
    pub fn has_one_coordinate(self) -> bool {
        self.coordinate_count() == 1
    }
}

/// The value of a joint that follows another: `multiplier · driver + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that is followed, by its place in the joints. `None`: the file names one that does not exist. Then the
    /// joint is independent in single configurations, and claims about ranges refuse it.
    pub joint: Option<usize>,
    /// The factor.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

impl Description {
    /// The link of this name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// Fixes a new link to an existing one: a tool in the hand, a camera on the head. The answer is its number.
    pub fn attach(&mut self, parent: usize, name: impl Into<String>, origin: Origin, elements: Vec<Element>) -> usize {
        let (name, child) = (name.into(), self.links.len());
        self.joints.push(Joint {
            name: format!("{name}_fixed"),
            kind: JointKind::Fixed,
            parent,
            child,
            origin,
            axis: [1.0, 0.0, 0.0],
            limits: None,
            mimic: None,
        });
        self.links.push(Link { name, elements });
        child
    }

    /// Fixes a mesh of the robot's surroundings to a link, usually the root, where it stands in the root's frame. The
    /// body's scale and mirroring become the element's.
    pub fn attach_body(&mut self, parent: usize, name: impl Into<String>, body: &clearance_scene::Body) -> usize {
        let shape = Shape::Mesh { mesh: Arc::new(body.mesh.clone()), scale: body.factors() };
        self.attach(parent, name, Origin::of_pose(&body.pose), vec![Element { origin: Origin::default(), shape }])
    }
}
