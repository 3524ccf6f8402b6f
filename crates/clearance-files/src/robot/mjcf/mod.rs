//! MJCF, the format of MuJoCo: bodies, geoms, joints, default classes, excluded pairs, tied joints and keys.
//!
//! What differs from MuJoCo: meshes are themselves and not their hulls. The numbers of a free joint are MuJoCo's: they place
//! the body in the world, and the state `qpos0` is where the file places it; but quaternions have their real part last. What is not read and moves or adds bodies (`attach`, `replicate`, `composite`, `flexcomp`)
//! is refused.

mod bodies;
mod classes;
mod geometry;
mod include;
mod place;

use std::collections::HashMap;
use std::io;

use super::model::{JointKind, Mimic, Remark, Robot};
use super::srdf::{Pair, Srdf, State};
use super::tree::{Node, Wrong};
use crate::fault::Fault;
use bodies::Bodies;
use classes::Settings;

/// A model: the robot, and what an SRDF would say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The bodies and joints. The root is called `world`.
    pub robot: Robot,
    /// The pairs that MuJoCo leaves out, and the keys as states.
    pub srdf: Srdf,
}

/// Reads an MJCF file. `sidecar` gives the bytes of the files that it includes, by the names that it uses.
pub fn read(bytes: &[u8], sidecar: impl Fn(&str) -> io::Result<Vec<u8>>) -> Result<Model, Fault> {
    let root = include::with_included(bytes, &sidecar)?;
    if root.name != "mujoco" {
        return Err(root.wrong(format!("expected the element mujoco, found {}", root.name)).told());
    }
    let settings = Settings::of(&root).map_err(Wrong::told)?;
    let meshes = geometry::meshes(&settings, &root).map_err(Wrong::told)?;
    let mut bodies = Bodies::new(&settings, &meshes);
    for world in root.all("worldbody") {
        bodies.world(world).map_err(|wrong| wrong.under("worldbody").told())?;
    }
    let Bodies { mut robot, adjacent, starts, .. } = bodies.finished();
    let starts = (!starts.is_empty()).then(|| State { name: "qpos0".to_owned(), joints: starts, ..State::default() });
    robot.name = root.attribute("model").unwrap_or_default().to_owned();
    ties(&root, &mut robot).map_err(Wrong::told)?;
    let mut srdf = Srdf { name: robot.name.clone(), ..Srdf::default() };
    if settings.skips_parents {
        srdf.disabled.extend(adjacent);
    }
    exclusions(&root, &mut srdf).map_err(Wrong::told)?;
    srdf.states = keys(&root, &robot).map_err(Wrong::told)?;
    srdf.states.extend(starts);
    Ok(Model { robot: super::links::finish(robot)?, srdf })
}

/// `equality/joint`: joints that follow others.
fn ties(root: &Node, robot: &mut Robot) -> Result<(), Wrong> {
    let numbers: HashMap<String, usize> =
        robot.joints.iter().enumerate().map(|(number, joint)| (joint.name.clone(), number)).collect();
    for node in root.all("equality").flat_map(|equality| equality.all("joint")) {
        let under = |wrong: Wrong| wrong.under("equality: joint");
        let find = |key: &str| {
            let name = node.required(key)?;
            numbers.get(name).copied().ok_or_else(|| node.wrong(format!("expected a joint, found {name:?}")).under(key))
        };
        let follower = find("joint1").map_err(under)?;
        if node.attribute("active") == Some("false") {
            continue;
        }
        let Some(driver) = node.attribute("joint2").map(|_| find("joint2")).transpose().map_err(under)? else {
            let name = &robot.joints[follower].name;
            let message = format!("joint {name}: held at a value by an equality, which is not used here");
            robot.remarks.push(Remark { line: node.line, message });
            continue;
        };
        let curve = node.numbers("polycoef").map_err(under)?.unwrap_or_else(|| vec![0.0, 1.0]);
        let [offset, multiplier] = [curve.first().copied().unwrap_or(0.0), curve.get(1).copied().unwrap_or(0.0)];
        let name = robot.joints[driver].name.clone();
        if curve.iter().skip(2).any(|&part| part != 0.0) || !robot.joints[driver].kind.has_one_parameter() {
            let message =
                format!("joint {}: it follows {name} along a curve, which is not used", robot.joints[follower].name);
            robot.remarks.push(Remark { line: node.line, message });
            continue;
        }
        if follower == driver {
            return Err(under(node.wrong("expected two joints, found one")));
        }
        robot.joints[follower].mimic = Some(Mimic { driver: name, joint: Some(driver), multiplier, offset });
    }
    Ok(())
}

fn exclusions(root: &Node, srdf: &mut Srdf) -> Result<(), Wrong> {
    for node in root.all("contact").flat_map(|contact| contact.all("exclude")) {
        let body = |key: &str| node.required(key).map(str::to_owned).map_err(|wrong| wrong.under("exclude"));
        let links = [body("body1")?, body("body2")?];
        srdf.disabled.push(Pair { links, reason: "exclude".to_owned(), line: node.line });
    }
    Ok(())
}

/// Numbers of a joint with the real part of a quaternion last, as everywhere here. MuJoCo has it first.
fn with_w_last(numbers: &[f64]) -> Vec<f64> {
    match *numbers {
        [x, y, z, qw, qx, qy, qz] => vec![x, y, z, qx, qy, qz, qw],
        [qw, qx, qy, qz] => vec![qx, qy, qz, qw],
        _ => numbers.to_vec(),
    }
}

/// `keyframe/key`: configurations with names.
fn keys(root: &Node, robot: &Robot) -> Result<Vec<State>, Wrong> {
    let mut states = Vec::new();
    for node in root.all("keyframe").flat_map(|frame| frame.all("key")) {
        let (Some(name), Some(numbers)) = (node.attribute("name"), node.numbers("qpos")?) else { continue };
        let mut rest = numbers.as_slice();
        let mut joints = Vec::new();
        for joint in &robot.joints {
            let count = match joint.kind {
                JointKind::Fixed => continue,
                JointKind::Floating => 7,
                JointKind::Ball => 4,
                _ => 1,
            };
            let Some((own, others)) = rest.split_at_checked(count) else {
                return Err(node.wrong(format!("expected more than {} numbers", numbers.len())).under("key: qpos"));
            };
            joints.push((joint.name.clone(), with_w_last(own)));
            rest = others;
        }
        states.push(State { name: name.to_owned(), group: String::new(), joints, line: node.line });
    }
    Ok(states)
}
