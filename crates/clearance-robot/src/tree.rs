//! The robot: a description that was checked, with all that does not change between configurations.

use crate::body::{BadShape, Body};
use crate::bonds::{Bond, Bonds};
use crate::description::{Description, Joint, JointKind, Link, Mimic, Origin, Rotation};
use crate::frame::{Frame, U};
use clearance::{Vec3, Vector, vec3};
use std::collections::HashSet;
use std::fmt;

/// A robot that can be asked.
///
/// A *configuration* is a list of numbers: for each joint that follows no other one, in the order of the joints, its
/// [`JointKind::coordinate_count`] numbers. The root link stands at the origin.
#[derive(Debug)]
pub struct Robot {
    name: String,
    pub(crate) links: Vec<RobotLink>,
    pub(crate) joints: Vec<RobotJoint>,
    /// The joints, each after that of its parent.
    pub(crate) order: Vec<usize>,
    root: usize,
    coordinates: Vec<Coordinate>,
    pub(crate) bonds: Bonds,
}

#[derive(Debug)]
pub(crate) struct RobotLink {
    pub name: String,
    pub body: Option<Body>,
    /// The joint whose child it is.
    pub joint: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct RobotJoint {
    pub name: String,
    pub kind: JointKind,
    pub parent: usize,
    pub child: usize,
    pub origin: Frame,
    /// Of unit length.
    pub axis: Vec3<f64>,
    pub drive: Drive,
}

/// Where the numbers of a joint come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Drive {
    /// It does not move.
    Still,
    /// One number: affine in a coordinate of the configuration.
    Along(Affine),
    /// Three or seven numbers, from this coordinate on.
    Many(usize),
}

impl Drive {
    /// Whether the joint can change its value.
    pub fn moves(&self) -> bool {
        match self {
            Self::Still => false,
            Self::Along(map) => map.factor != 0.0,
            Self::Many(_) => true,
        }
    }
}

/// factor · x + offset, where x is a coordinate of the configuration. The true numbers are within the errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Affine {
    pub coordinate: usize,
    pub factor: f64,
    pub offset: f64,
    pub factor_error: f64,
    pub offset_error: f64,
    /// The joint should follow one that does not exist.
    pub is_untied: bool,
}

impl Affine {
    pub fn own(coordinate: usize) -> Self {
        Self { coordinate, factor: 1.0, offset: 0.0, factor_error: 0.0, offset_error: 0.0, is_untied: false }
    }

    /// The map as kernels have it.
    pub fn map(&self) -> clearance_kernels::Affine {
        let Self { factor, offset, factor_error, offset_error, .. } = *self;
        clearance_kernels::Affine { factor, offset, factor_error, offset_error }
    }

    /// The value at x, and a bound of its error.
    pub fn at(&self, x: f64) -> (f64, f64) {
        self.map().at(x)
    }
}

/// One number of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// The joint, by its place in the description.
    pub joint: usize,
    /// Which of the joint's numbers it is.
    pub part: usize,
    /// The least and the greatest value, if they are known.
    pub limits: Option<[f64; 2]>,
}

/// Why a description is no robot.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RobotError {
    /// There is no link.
    Empty,
    /// Two links or two joints have this name.
    NameTaken(String),
    /// This joint names a link or a joint that does not exist.
    NoSuchPart(String),
    /// This link is the child of two joints.
    TwoParents(String),
    /// These links are the child of no joint; one must be. If there is none, the joints form a circle.
    Roots(Vec<String>),
    /// The joints that lead to this link form a circle.
    Circle(String),
    /// The axis of this joint is zero, or a number of it is not finite.
    Axis(String),
    /// A placement of this joint or link has a number that is not finite, an angle beyond 2⁴⁰, or a quaternion that is
    /// zero or too long to be measured.
    NotFinite(String),
    /// The lower limit of this joint is above the upper one.
    Limits(String),
    /// This joint follows itself, by way of others.
    MimicCircle(String),
    /// A shape of this link is none.
    Shape {
        /// The link.
        link: String,
        /// The element.
        element: usize,
        /// What is wrong.
        why: String,
    },
}

impl fmt::Display for RobotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the robot has no link"),
            Self::NameTaken(name) => write!(f, "the name {name} is given twice"),
            Self::NoSuchPart(joint) => write!(f, "joint {joint}: names a link or joint that does not exist"),
            Self::TwoParents(link) => write!(f, "link {link}: is the child of two joints"),
            Self::Roots(links) if links.is_empty() => f.write_str("no link is the root: the joints form a circle"),
            Self::Roots(links) => {
                write!(f, "one link must be the root, and these are the child of no joint: {}", links.join(", "))
            }
            Self::Circle(link) => write!(f, "link {link}: the joints that lead to it form a circle"),
            Self::Axis(joint) => write!(f, "joint {joint}: axis: expected a direction"),
            Self::NotFinite(name) => {
                let sizes = "expected lengths that are finite, angles below 2^40, and a quaternion of 1e-150 to 1e150";
                write!(f, "{name}: origin: {sizes}")
            }
            Self::Limits(joint) => write!(f, "joint {joint}: the lower limit is above the upper one"),
            Self::MimicCircle(joint) => write!(f, "joint {joint}: follows itself"),
            Self::Shape { link, element, why } => write!(f, "link {link}: shape {element}: {why}"),
        }
    }
}

impl std::error::Error for RobotError {}

impl Robot {
    /// The robot of a description.
    ///
    /// # Errors
    /// [`RobotError`], with the name of the first part that is wrong.
    pub fn new(description: &Description) -> Result<Self, RobotError> {
        check_names(description)?;
        let (mut links, root) = tree_of(description)?;
        for (link, given) in links.iter_mut().zip(&description.links) {
            let shape =
                |bad: BadShape| RobotError::Shape { link: given.name.clone(), element: bad.element, why: bad.why };
            if given.elements.iter().any(|element| !is_placement(&element.origin)) {
                return Err(RobotError::NotFinite(given.name.clone()));
            }
            link.body = Body::new(&given.elements).map_err(shape)?;
        }
        let coordinates = coordinates_of(description);
        let drives = drives_of(description, &coordinates)?;
        let joints = description.joints.iter().zip(drives).map(joint_of).collect::<Result<Vec<_>, _>>()?;
        let order = order_of(&links, &joints, root)?;
        let has_shape: Vec<bool> = links.iter().map(|link| link.body.is_some()).collect();
        let bond =
            |&RobotJoint { parent, child, ref drive, .. }: &RobotJoint| Bond { parent, child, moves: drive.moves() };
        let bonds = Bonds::new(&has_shape, order.iter().map(|&joint| bond(&joints[joint])));
        Ok(Self { name: description.name.clone(), links, joints, order, root, coordinates, bonds })
    }

    /// The name of the robot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many links there are.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// The name of a link.
    ///
    /// # Panics
    /// If there is no such link.
    pub fn link_name(&self, link: usize) -> &str {
        &self.links[link].name
    }

    /// The link of this name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// Whether a link has shapes.
    ///
    /// # Panics
    /// If there is no such link.
    pub fn has_shape(&self, link: usize) -> bool {
        self.links[link].body.is_some()
    }

    /// The root link.
    pub fn root(&self) -> usize {
        self.root
    }

    /// How many joints there are.
    pub fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// The name of a joint.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn joint_name(&self, joint: usize) -> &str {
        &self.joints[joint].name
    }

    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The numbers of a configuration.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// The place of a joint's first number in a configuration. `None` if the joint is fixed or follows another one.
    pub fn coordinate_of(&self, joint: usize) -> Option<usize> {
        self.coordinates.iter().position(|coordinate| coordinate.joint == joint)
    }

    /// A configuration within all limits: zero where the limits hold it, otherwise their middle. Rotations are the
    /// identity.
    pub fn home(&self) -> Vec<f64> {
        let home = |coordinate: &Coordinate| match coordinate.limits {
            Some([low, high]) if low > 0.0 || high < 0.0 => 0.5 * low + 0.5 * high,
            _ if coordinate.part == 6 => 1.0,
            _ => 0.0,
        };
        self.coordinates.iter().map(home).collect()
    }
}

fn check_names(description: &Description) -> Result<(), RobotError> {
    let mut names = HashSet::new();
    if let Some(link) = description.links.iter().find(|link| !names.insert(&link.name)) {
        return Err(RobotError::NameTaken(link.name.clone()));
    }
    names.clear();
    match description.joints.iter().find(|joint| !names.insert(&joint.name)) {
        Some(joint) => Err(RobotError::NameTaken(joint.name.clone())),
        None => Ok(()),
    }
}

/// The links with the joints that lead to them, and the root.
fn tree_of(description: &Description) -> Result<(Vec<RobotLink>, usize), RobotError> {
    let new = |link: &Link| RobotLink { name: link.name.clone(), body: None, joint: None };
    let mut links: Vec<RobotLink> = description.links.iter().map(new).collect();
    if links.is_empty() {
        return Err(RobotError::Empty);
    }
    for (number, joint) in description.joints.iter().enumerate() {
        if joint.parent >= links.len() || joint.child >= links.len() {
            return Err(RobotError::NoSuchPart(joint.name.clone()));
        }
        if links[joint.child].joint.replace(number).is_some() {
            return Err(RobotError::TwoParents(links[joint.child].name.clone()));
        }
    }
    let roots: Vec<usize> = (0..links.len()).filter(|&link| links[link].joint.is_none()).collect();
    match roots[..] {
        [root] => Ok((links, root)),
        _ => Err(RobotError::Roots(roots.iter().map(|&root| links[root].name.clone()).collect())),
    }
}

fn is_placement(origin: &Origin) -> bool {
    let numbers = match &origin.rotation {
        Rotation::Rpy(angles) => angles.iter().all(|angle| angle.abs() < (1u64 << 40) as f64),
        Rotation::Quaternion(numbers) => {
            let most = numbers.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            numbers.iter().all(|x| x.is_finite()) && most > 1e-150 && most < 1e150
        }
    };
    numbers && origin.xyz.iter().all(|x| x.is_finite())
}

fn coordinates_of(description: &Description) -> Vec<Coordinate> {
    let is_free = |mimic: &Option<Mimic>| mimic.as_ref().is_none_or(|mimic| mimic.joint.is_none());
    let free = description.joints.iter().enumerate().filter(|(_, joint)| is_free(&joint.mimic));
    let parts = |(joint, given): (usize, &Joint)| {
        let limits = match given.kind {
            JointKind::Revolute | JointKind::Prismatic => given.limits,
            _ => None,
        };
        (0..given.kind.coordinate_count()).map(move |part| Coordinate { joint, part, limits })
    };
    free.flat_map(parts).collect()
}

/// Where each joint's numbers come from: chains of joints that follow others become one affine map.
fn drives_of(description: &Description, coordinates: &[Coordinate]) -> Result<Vec<Drive>, RobotError> {
    let first = |joint: usize| coordinates.iter().position(|coordinate| coordinate.joint == joint);
    let joints = &description.joints;
    let drive = |joint: usize| {
        let given = &joints[joint];
        if !given.kind.has_one_coordinate() {
            return Ok(first(joint).map_or(Drive::Still, Drive::Many));
        }
        let (mut at, mut map) = (joint, Affine::own(0));
        for _ in 0..=joints.len() {
            let Some(Mimic { joint: Some(next), multiplier, offset }) = joints[at].mimic else {
                let coordinate = first(at).filter(|_| joints[at].kind.has_one_coordinate());
                let is_untied = joints[at].mimic.is_some();
                return Ok(match coordinate {
                    Some(coordinate) => Drive::Along(Affine { coordinate, is_untied, ..map }),
                    // A joint that follows a fixed one has its value at zero.
                    None => Drive::Along(Affine { coordinate: usize::MAX, factor: 0.0, factor_error: 0.0, ..map }),
                });
            };
            if next >= joints.len() || !(multiplier.is_finite() && offset.is_finite()) {
                return Err(RobotError::NoSuchPart(given.name.clone()));
            }
            map = followed(&map, multiplier, offset);
            at = next;
        }
        Err(RobotError::MimicCircle(given.name.clone()))
    };
    (0..joints.len()).map(drive).collect()
}

/// The map of a map: factor · (multiplier · x + offset) + own offset.
fn followed(map: &Affine, multiplier: f64, offset: f64) -> Affine {
    let exact = map.factor == 1.0 && map.offset == 0.0;
    let (factor, shift) = (map.factor * multiplier, map.factor * offset);
    let moved = shift + map.offset;
    let rounded = if exact { [0.0; 2] } else { [2.0 * U * factor.abs(), 2.0 * U * (shift.abs() + moved.abs())] };
    Affine {
        factor,
        offset: moved,
        factor_error: map.factor_error * multiplier.abs() + rounded[0],
        offset_error: map.factor_error * offset.abs() + map.offset_error + rounded[1],
        ..*map
    }
}

fn joint_of((given, drive): (&Joint, Drive)) -> Result<RobotJoint, RobotError> {
    let name = || given.name.clone();
    let [x, y, z] = given.axis;
    let needs_axis = given.kind.has_one_coordinate();
    let axis =
        if needs_axis { vec3(x, y, z).normalized().ok_or_else(|| RobotError::Axis(name()))? } else { vec3(x, y, z) };
    if !is_placement(&given.origin) || (needs_axis && !axis.is_finite()) {
        return Err(RobotError::NotFinite(name()));
    }
    if given.limits.is_some_and(|[low, high]| !(low <= high && low.is_finite() && high.is_finite())) {
        return Err(RobotError::Limits(name()));
    }
    let origin = given.origin.frame();
    Ok(RobotJoint { name: name(), kind: given.kind, parent: given.parent, child: given.child, origin, axis, drive })
}

/// The joints from the root outward.
fn order_of(links: &[RobotLink], joints: &[RobotJoint], root: usize) -> Result<Vec<usize>, RobotError> {
    let mut children = vec![Vec::new(); links.len()];
    for (number, joint) in joints.iter().enumerate() {
        children[joint.parent].push(number);
    }
    let (mut order, mut waiting) = (Vec::new(), vec![root]);
    while let Some(link) = waiting.pop() {
        for &joint in children[link].iter().rev() {
            order.push(joint);
            waiting.push(joints[joint].child);
        }
    }
    if order.len() == joints.len() {
        return Ok(order);
    }
    let reached: HashSet<usize> = order.iter().map(|&joint| joints[joint].child).chain([root]).collect();
    let lost = (0..links.len()).find(|link| !reached.contains(link)).unwrap_or(root);
    Err(RobotError::Circle(links[lost].name.clone()))
}
