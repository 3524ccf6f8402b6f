//! How a clearance changes with the joints, and whether it has such a derivative.
//!
//! **Formula.** The distance of two links changes by n·(velocity of the nearest point of B against A) (Danskin 1967). A
//! joint moves that point by its axis, or by axis × (p − origin).
//!
//! **Where it exists.** The nearest points must be unique: no other pair of links is as near, all leaves that are as near
//! have the same nearest points, and the core says that two leaves have only these.

use crate::ask::{Stood, ball_gap, leaf_is_regular, nearest, several};
use crate::chain::Chain;
use crate::clearance::{Clearance, Contact};
use crate::frame::{Frame, UP};
use crate::kinematics::ConfigurationError;
use crate::tree::{Drive, Robot};

/// The derivative of a clearance.
#[derive(Clone, Debug, PartialEq)]
pub struct JointGradient {
    /// The derivative by each coordinate of the configuration. Zero for those that do not move the pair.
    pub by: Vec<f64>,
    /// Whether the distance has this derivative. Otherwise it is one of several at a tie, or the links meet.
    pub regular: bool,
}

/// Pairs and leaves that are farther by less than this share count as equally near.
const TIE: f64 = 1e-9;

impl Robot {
    /// The derivative of the least distance of some pairs. `answer` is that of [`Robot::clearance`] for the same
    /// configuration and pairs. `None` if a joint between the links has more than one number.
    ///
    /// # Errors
    /// [`ConfigurationError`].
    pub fn gradient(
        &self,
        configuration: &[f64],
        pairs: &[[usize; 2]],
        answer: &Clearance,
    ) -> Result<Option<JointGradient>, ConfigurationError> {
        let frames = self.frames(configuration)?;
        let Ok(chain) = Chain::new(self, answer.pair) else { return Ok(None) };
        let mut by = vec![0.0; configuration.len()];
        for step in &chain.steps {
            let joint = &self.joints[step.joint];
            let Drive::Along(map) = joint.drive else { continue };
            let frame = &frames[joint.child];
            // The axis does not move under its own joint; a slide moves the origin along it.
            let axis = frame.rotate(joint.axis);
            let speed = if step.slides { axis } else { axis.cross(answer.point_b - frame.place) };
            by[map.coordinate] += step.sign * map.factor * answer.normal.dot(&speed);
        }
        let regular = answer.contact == Contact::Apart
            && self.is_nearest_alone(&frames, pairs, answer)
            && self.has_one_nearest_point(&frames, answer);
        Ok(Some(JointGradient { by, regular }))
    }

    /// Whether all other pairs are farther apart.
    fn is_nearest_alone(&self, frames: &[Frame], pairs: &[[usize; 2]], answer: &Clearance) -> bool {
        let limit = answer.upper * (1.0 + TIE) * UP;
        let is_far = |&[a, b]: &[usize; 2]| match (self.stood(frames, a), self.stood(frames, b)) {
            (Some(a), Some(b)) => {
                let reach = (limit + a.error + b.error) * UP;
                ball_gap(&a, &b) > reach || nearest(&a, &b, reach, None).is_none()
            }
            _ => true,
        };
        pairs.iter().filter(|&&pair| pair != answer.pair).all(is_far)
    }

    /// Whether all leaves that are nearest have the same nearest points.
    fn has_one_nearest_point(&self, frames: &[Frame], answer: &Clearance) -> bool {
        let [Some(a), Some(b)] = answer.pair.map(|link| self.stood(frames, link)) else { return false };
        let size = a.body.radius + b.body.radius + answer.distance;
        let found = several(&a, &b, answer.distance * (1.0 + TIE));
        let is_same = |p: clearance::Vec3<f64>, q: clearance::Vec3<f64>| (p - q).length() <= 1e-7 * size;
        found.iter().all(|seen| {
            is_same(seen.proximity.point_a, answer.point_a)
                && is_same(seen.proximity.point_b, answer.point_b)
                && leaf_is_regular(&a, &b, seen)
        })
    }

    fn stood(&self, frames: &[Frame], link: usize) -> Option<Stood<'_>> {
        self.links[link].body.as_ref().map(|body| Stood::new(body, &frames[link]))
    }
}
