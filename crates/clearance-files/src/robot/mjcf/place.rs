//! Placements of MJCF, as quaternions. Unlike in a URDF, angles are turned to quaternions in floats here.

use super::super::model::{Origin, Rotation};
use super::super::tree::{Node, Wrong};
use super::classes::Settings;
use crate::space::{cross, dot};

/// The ways to write a rotation.
const ROTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// A quaternion x, y, z, w.
pub type Quaternion = [f64; 4];

/// The placement of an element.
pub fn origin(settings: &Settings<'_>, node: &Node, class: Option<usize>) -> Result<Origin, Wrong> {
    let xyz = settings.exactly(node, class, "pos")?.unwrap_or_default();
    Ok(Origin { xyz, rotation: Rotation::Quaternion(rotation(settings, node, class)?) })
}

fn rotation(settings: &Settings<'_>, node: &Node, class: Option<usize>) -> Result<Quaternion, Wrong> {
    // An element that says its rotation in one way does not take that of its class in another.
    let Some(source) = settings.source(node, class, &ROTATIONS) else { return Ok([0.0, 0.0, 0.0, 1.0]) };
    let zero = |key: &str| source.wrong("expected a direction, found zeros").under(key);
    if let Some([w, x, y, z]) = source.exactly("quat")? {
        return if [w, x, y, z] == [0.0; 4] { Err(zero("quat")) } else { Ok([x, y, z, w]) };
    }
    if let Some([x, y, z, angle]) = source.exactly("axisangle")? {
        return about([x, y, z], settings.radians(angle)).ok_or_else(|| zero("axisangle"));
    }
    if let Some(angles) = source.exactly::<3>("euler")? {
        return Ok(of_euler(settings.euler, angles.map(|angle| settings.radians(angle))));
    }
    if let Some([a, b, c, d, e, f]) = source.exactly("xyaxes")? {
        return of_axes([a, b, c], [d, e, f]).ok_or_else(|| zero("xyaxes"));
    }
    let axis = source.exactly::<3>("zaxis")?.unwrap_or_default();
    to_direction(axis).ok_or_else(|| zero("zaxis"))
}

/// A vector of length 1, unless it is zero.
pub fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let size = vector.iter().fold(0.0f64, |size, x| size.max(x.abs()));
    let scaled = vector.map(|x| x / size);
    let length = dot(scaled, scaled).sqrt();
    let unit = scaled.map(|x| x / length);
    unit.iter().all(|x| x.is_finite()).then_some(unit)
}

/// A turn about an axis.
pub fn about(axis: [f64; 3], angle: f64) -> Option<Quaternion> {
    let (sine, cosine) = (0.5 * angle).sin_cos();
    unit(axis).map(|[x, y, z]| [sine * x, sine * y, sine * z, cosine])
}

/// The turn that applies `b` first.
fn times([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion) -> Quaternion {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// Three turns. Small letters turn about the axes of the body, capital letters about those of the parent.
fn of_euler(sequence: [char; 3], angles: [f64; 3]) -> Quaternion {
    let mut turned = [0.0, 0.0, 0.0, 1.0];
    for (letter, angle) in sequence.into_iter().zip(angles) {
        let (sine, cosine) = (0.5 * angle).sin_cos();
        let turn = match letter.to_ascii_lowercase() {
            'x' => [sine, 0.0, 0.0, cosine],
            'y' => [0.0, sine, 0.0, cosine],
            _ => [0.0, 0.0, sine, cosine],
        };
        turned = if letter.is_ascii_lowercase() { times(turned, turn) } else { times(turn, turned) };
    }
    turned
}

/// The turn to two axes: x as given, y made orthogonal to it.
fn of_axes(x: [f64; 3], y: [f64; 3]) -> Option<Quaternion> {
    let x = unit(x)?;
    let along = dot(x, y);
    let y = unit([0, 1, 2].map(|axis| y[axis] - along * x[axis]))?;
    let z = cross(x, y);
    // The largest of the four squares is taken first, so that no root of a small number divides.
    let trace = x[0] + y[1] + z[2];
    let [xx, yy, zz] = [x[0], y[1], z[2]];
    let quaternion = if trace > 0.0 {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if xx >= yy && xx >= zz {
        [1.0 + xx - yy - zz, x[1] + y[0], x[2] + z[0], y[2] - z[1]]
    } else if yy >= zz {
        [x[1] + y[0], 1.0 - xx + yy - zz, y[2] + z[1], z[0] - x[2]]
    } else {
        [x[2] + z[0], y[2] + z[1], 1.0 - xx - yy + zz, x[1] - y[0]]
    };
    Some(quaternion)
}

/// The least turn of the z axis to a direction.
pub fn to_direction(direction: [f64; 3]) -> Option<Quaternion> {
    let [x, y, z] = unit(direction)?;
    // Half way around there is no least one; about x, as MuJoCo does.
    Some(if z < -1.0 + 1e-15 { [1.0, 0.0, 0.0, 0.0] } else { [-y, x, 0.0, 1.0 + z] })
}

/// A placement in a frame, seen from where the frame is.
pub fn after(frame: &Origin, own: Origin) -> Origin {
    if *frame == Origin::default() {
        return own;
    }
    let turn = quaternion(frame.rotation);
    let moved = turned(turn, own.xyz);
    let xyz = [0, 1, 2].map(|axis| frame.xyz[axis] + moved[axis]);
    Origin { xyz, rotation: Rotation::Quaternion(times(turn, quaternion(own.rotation))) }
}

/// A vector turned by a quaternion of any length but zero.
fn turned([x, y, z, w]: Quaternion, vector: [f64; 3]) -> [f64; 3] {
    let axis = [x, y, z];
    let twice = cross(axis, vector).map(|part| 2.0 * part / (x * x + y * y + z * z + w * w));
    let across = cross(axis, twice);
    [0, 1, 2].map(|part| vector[part] + w * twice[part] + across[part])
}

/// The quaternion of a rotation of MJCF. Only the identity is written by its angles.
pub fn quaternion(rotation: Rotation) -> Quaternion {
    match rotation {
        Rotation::Quaternion(quaternion) => quaternion,
        Rotation::Rpy(_) => [0.0, 0.0, 0.0, 1.0],
    }
}
