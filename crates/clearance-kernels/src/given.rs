//! Numbers of other programs, as they come in and as they go out.

use crate::V;
use crate::shape::{PoseRow, pose_of};
use clearance::{Pose, Quaternion, Real, vec3};

/// The pose of a body from x, y, z and a quaternion x, y, z, w, as Python's rows have them: it is applied after the body's own
/// pose. The quaternion is divided by its length.
///
/// `None` if a number is not finite, or if the length of the quaternion is not between 1/2 and 2.
#[inline(always)]
pub fn placed(row: &[f64; 7], own: &PoseRow) -> Option<PoseRow> {
    let [a, b, c, x, y, z, w] = *row;
    if !row.iter().all(|number| number.is_finite()) {
        return None;
    }
    let given: Pose<V> = Pose { rotation: Quaternion::new(x, y, z, w).ok()?, translation: vec3(a, b, c) };
    let Pose { rotation, translation } = given.after(&pose_of(own));
    Some([rotation.x, rotation.y, rotation.z, rotation.w, translation.x, translation.y, translation.z])
}

/// How a number is rounded to `f32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest.
    Near,
    /// To one that is not greater: lower bounds.
    Down,
    /// To one that is not less: upper bounds.
    Up,
}

/// A number in `f32`.
#[inline(always)]
pub fn rounded(number: f64, rounding: Rounding) -> f32 {
    match rounding {
        Rounding::Near => number as f32,
        Rounding::Down => <f32 as Real>::narrow_down(number),
        Rounding::Up => <f32 as Real>::narrow_up(number),
    }
}
