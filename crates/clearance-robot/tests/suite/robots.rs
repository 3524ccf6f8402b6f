//! Small robots.

use clearance_robot::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Robot, Rotation, Shape};
use clearance_scene::Mesh;
use std::sync::Arc;

pub const X: [f64; 3] = [1.0, 0.0, 0.0];
pub const Y: [f64; 3] = [0.0, 1.0, 0.0];
pub const Z: [f64; 3] = [0.0, 0.0, 1.0];

pub fn link(name: &str, elements: Vec<Element>) -> Link {
    Link { name: name.into(), elements }
}

/// A box of whole lengths around a point.
pub fn cuboid(centre: [f64; 3], size: [f64; 3]) -> Element {
    Element { origin: Origin::at(centre), shape: Shape::Cuboid { size } }
}

/// The surface of the same box, as twelve triangles.
pub fn surface(centre: [f64; 3], size: [f64; 3]) -> Element {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 0.5 * size[axis] } else { -0.5 * size[axis] });
    let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Arc::new(Mesh::new(&corners, &triangles).unwrap());
    Element { origin: Origin::at(centre), shape: Shape::Mesh { mesh, scale: [1.0; 3] } }
}

pub fn joint(name: &str, kind: JointKind, [parent, child]: [usize; 2], xyz: [f64; 3], axis: [f64; 3]) -> Joint {
    let limits = Some([-1.0, 1.0]);
    Joint { name: name.into(), kind, parent, child, origin: Origin::at(xyz), axis, limits, mimic: None }
}

pub fn limited(joint: Joint, low: f64, high: f64) -> Joint {
    Joint { limits: Some([low, high]), ..joint }
}

pub fn following(joint: Joint, driver: usize, multiplier: f64, offset: f64) -> Joint {
    Joint { mimic: Some(Mimic { joint: Some(driver), multiplier, offset }), ..joint }
}

pub fn robot(links: Vec<Link>, joints: Vec<Joint>) -> Robot {
    Robot::new(&description(links, joints)).unwrap()
}

pub fn description(links: Vec<Link>, joints: Vec<Joint>) -> Description {
    Description { name: "small".into(), links, joints }
}

/// A wall at x = 2, and a hand that slides toward it from a gap of 0.5.
pub fn slide(range: [f64; 2]) -> Robot {
    let links = vec![
        link("wall", vec![cuboid([2.5, 0.0, 0.0], [1.0, 4.0, 4.0])]),
        link("hand", vec![cuboid([1.0, 0.0, 0.0], [1.0, 1.0, 1.0])]),
    ];
    let slide = limited(joint("slide", JointKind::Prismatic, [0, 1], [0.0; 3], X), range[0], range[1]);
    robot(links, vec![slide])
}

/// A wall at x = 2, and an arm of a given length and a thickness of 0.1 that turns about the z axis.
pub fn clock(length: f64, arm: fn([f64; 3], [f64; 3]) -> Element) -> Robot {
    let links = vec![
        link("wall", vec![cuboid([2.5, 0.0, 0.0], [1.0, 8.0, 8.0])]),
        link("arm", vec![arm([0.5 * length, 0.0, 0.0], [length, 0.1, 0.1])]),
    ];
    robot(links, vec![joint("turn", JointKind::Continuous, [0, 1], [0.0; 3], Z)])
}

/// An arm of links of length 1 that turn about their starts, with axes and origins that are askew.
pub fn snake(count: usize, turn: f64, element: fn([f64; 3], [f64; 3]) -> Element) -> Robot {
    Robot::new(&snake_description(count, turn, element)).unwrap()
}

pub fn snake_description(count: usize, turn: f64, element: fn([f64; 3], [f64; 3]) -> Element) -> Description {
    let (mut links, mut joints) = (vec![link("base", vec![element([0.5, 0.0, 0.0], [1.0, 0.2, 0.2])])], Vec::new());
    for i in 0..count {
        links.push(link(&format!("link{i}"), vec![element([0.6, 0.0, 0.0], [0.8, 0.2, 0.2])]));
        let axis = [Z, [0.0, 1.0, 0.2], [0.3, 0.0, 1.0]][i % 3];
        let mut next = joint(&format!("joint{i}"), JointKind::Revolute, [i, i + 1], [1.1, 0.0, 0.02], axis);
        next.origin.rotation = Rotation::Rpy([0.1 * i as f64, 0.0, 0.05]);
        joints.push(limited(next, -turn, turn));
    }
    description(links, joints)
}

/// The mirror image in the plane y = 0.
pub fn mirrored(mut robot: Description) -> Description {
    let turned = |origin: &mut Origin| {
        origin.xyz[1] = -origin.xyz[1];
        if let Rotation::Rpy([roll, _, yaw]) = &mut origin.rotation {
            (*roll, *yaw) = (-*roll, -*yaw);
        }
    };
    for joint in &mut robot.joints {
        turned(&mut joint.origin);
        // An axis of a turn is mirrored as a turn: the other way, but for the mirrored coordinate.
        joint.axis = [-joint.axis[0], joint.axis[1], -joint.axis[2]];
    }
    for element in robot.links.iter_mut().flat_map(|link| &mut link.elements) {
        turned(&mut element.origin);
        if let Shape::Mesh { scale, .. } = &mut element.shape {
            scale[1] = -scale[1];
        }
    }
    robot
}

/// Random numbers: the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
    /// A configuration within the limits; joints without limits get a full turn.
    pub fn configuration(&mut self, robot: &Robot) -> Vec<f64> {
        let limits = robot.coordinates().iter().map(|coordinate| coordinate.limits.unwrap_or([-3.2, 3.2]));
        limits.map(|[low, high]| self.between(low, high)).collect()
    }
}
