//! What a person should know of a robot that was read.

use std::f64::consts::FRAC_PI_2;
use std::path::Path;

use clearance_files::robot::model::{JointKind, Remark, Robot, Rotation};

use super::{Geometry, MimicLimits, Source, mimics};
use crate::description::Joint;

/// Names in a list.
const LISTED: usize = 12;

/// An angle that is nearer to a right angle than this, and is none, was meant to be one.
const MEANT: f64 = 1e-3;

/// One that is off by less is not told about: a nanometre a metre away.
const TOLD: f64 = 1e-9;

/// A remark of a reader, with its file and line.
pub(super) fn remark(path: &Path, remark: &Remark) -> String {
    match remark.line {
        0 => format!("{}: {}", path.display(), remark.message),
        line => format!("{}: line {line}: {}", path.display(), remark.message),
    }
}

/// The links whose geometry is only shown.
pub(super) fn only_shown(model: &Robot, geometry: Geometry) -> Vec<String> {
    if geometry == Geometry::Visual {
        return Vec::new();
    }
    let links = model.links.iter().filter(|link| link.collisions.is_empty() && !link.visuals.is_empty());
    links.map(|link| link.name.clone()).collect()
}

/// What there is to say of the links and the angles as a whole.
pub(super) fn summary(model: &Robot, only_shown: &[String], missing: &[String]) -> Vec<String> {
    let mut told = Vec::new();
    if !only_shown.is_empty() {
        told.push(format!(
            "links with visuals only have no geometry (--visual takes the visuals): {}",
            list(only_shown)
        ));
    }
    if !missing.is_empty() {
        told.push(format!("nothing is claimed of links without their meshes: {}", list(missing)));
    }
    if let Some(angle) = odd_angle(model) {
        let error = 1e6 * (angle - (angle / FRAC_PI_2).round() * FRAC_PI_2).abs();
        told.push(format!(
            "angles are taken as written: {angle} is no right angle, but {error:.2} um off a metre away"
        ));
    }
    told
}

fn list(names: &[String]) -> String {
    let more = if names.len() > LISTED { format!(" and {} more", names.len() - LISTED) } else { String::new() };
    let shown: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
    format!("{}{more}", shown.join(", "))
}

/// An angle that is nearly a right angle.
fn odd_angle(model: &Robot) -> Option<f64> {
    let elements = model.links.iter().flat_map(|link| link.collisions.iter().map(|own| &own.origin));
    let origins = model.joints.iter().map(|joint| &joint.origin).chain(elements);
    let mut angles = origins.flat_map(|origin| match origin.rotation {
        Rotation::Rpy(angles) => angles,
        Rotation::Quaternion(_) => [0.0; 3],
    });
    angles.find(|angle| {
        let off = (angle - (angle / FRAC_PI_2).round() * FRAC_PI_2).abs();
        angle.abs() < 100.0 && off < MEANT && off > TOLD && angle.abs() > 0.5
    })
}

/// Joints whose numbers do not mean what one may think.
pub(super) fn odd_joints(model: &Robot, joints: &[Joint], source: &Source) -> Vec<String> {
    let mut told = Vec::new();
    let mut tell = |line: usize, message: String| told.push(remark(&source.robot, &Remark { line, message }));
    for (number, joint) in model.joints.iter().enumerate() {
        let name = &joint.name;
        match joint.kind {
            JointKind::Planar if joint.axis[..2] != [0.0; 2] => {
                tell(joint.line, format!("joint {name}: planar: it moves in the plane of x and y, whatever its axis"));
            }
            JointKind::Ball => {
                tell(
                    joint.line,
                    format!("joint {name}: a ball joint has seven numbers here: x y z, which are 0, and a quaternion"),
                );
            }
            _ => {}
        }
        if let Some((range, limits)) = left(joints, number).filter(|_| source.mimic_limits == MimicLimits::Told) {
            let [[a, b], [c, d]] = [range, limits];
            let beyond = format!("what it follows takes it from {a:?} to {b:?}, beyond its limits {c:?} to {d:?}");
            tell(joint.line, format!("joint {name}: {beyond} (--mimic-limits keeps these)"));
        }
    }
    told
}

/// The range to which a joint is taken by the one at the end of the chain that it follows, if that leaves its own limits.
fn left(joints: &[Joint], follower: usize) -> Option<([f64; 2], [f64; 2])> {
    let limits = joints[follower].limits?;
    let (leader, [factor, offset]) = mimics::leader(joints, follower)?;
    let ends = joints[leader].limits?.map(|end| factor * end + offset);
    let range = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    // Files round the factors. A millionth of the range is no news.
    let slack = 1e-6 * (limits[1] - limits[0]);
    (range[0] < limits[0] - slack || range[1] > limits[1] + slack).then_some((range, limits))
}
