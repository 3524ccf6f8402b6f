//! What an origin means, and bounds of frames. The frames themselves are in `clearance-kernels`: GPUs have them, too.

use crate::description::{Origin, Rotation};
pub(crate) use clearance::real::{U, UP};
use clearance::vec3;
pub(crate) use clearance_kernels::AXIS;
pub use clearance_kernels::Frame;

/// The larger of two bounds. One that is NaN is no bound: the answer is infinite then, and not the other one.
pub(crate) fn larger(x: f64, y: f64) -> f64 {
    if y > x {
        y
    } else if y <= x {
        x
    } else {
        f64::INFINITY
    }
}

impl Origin {
    /// The frame that it means.
    pub fn frame(&self) -> Frame {
        let [x, y, z] = self.xyz;
        let turned = match self.rotation {
            Rotation::Rpy([roll, pitch, yaw]) => {
                let [x, y, z] = Frame::IDENTITY.columns;
                let yaw_pitch = Frame::turn(z, yaw, 0.0).times(&Frame::turn(y, pitch, 0.0));
                yaw_pitch.times(&Frame::turn(x, roll, 0.0))
            }
            Rotation::Quaternion(numbers) => Frame::of_quaternion(numbers),
        };
        Frame { place: vec3(x, y, z), ..turned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use clearance::Quaternion;

    /// The matrix of a chain of turns and shifts in double-double numbers would be an oracle; here the chain is run
    /// forth and back, and must return within its own bound.
    #[test]
    fn a_chain_and_its_inverse_return_within_their_bound() {
        let mut random = Random(3);
        let mut greatest = 0.0f64;
        for _ in 0..300 {
            let mut frame = Frame::IDENTITY;
            let mut steps = Vec::new();
            for _ in 0..6 {
                let axis = random.point().unit();
                let (angle, shift) = (3.0 * random.signed(), random.point());
                steps.push((axis, angle, shift));
                frame = frame.times(&Frame::shift(shift, 0.0)).times(&Frame::turn(axis, angle, 0.0));
            }
            for (axis, angle, shift) in steps.into_iter().rev() {
                frame = frame.times(&Frame::turn(axis, -angle, 0.0)).times(&Frame::shift(-shift, 0.0));
            }
            let p = random.point();
            let off = (frame.apply(p) - p).length();
            assert!(off <= frame.error_at(p.length()), "{off:e} {:e}", frame.error_at(p.length()));
            let (pose, error) = frame.pose(p.length());
            assert!((pose.apply(p) - p).length() <= error + 4.0 * U);
            greatest = greatest.max(off);
        }
        assert!(greatest > 4.0 * U && greatest < 1e-13, "{greatest:e}");
    }

    #[test]
    fn roll_pitch_and_yaw_turn_in_the_order_of_the_format() {
        let origin = Origin { xyz: [1.0, 2.0, 3.0], rotation: Rotation::Rpy([0.3, -0.4, 0.5]) };
        let frame = origin.frame();
        let [x, y, z] = Frame::IDENTITY.columns;
        let turned = Frame::turn(x, 0.3, 0.0).apply(vec3(0.1, 0.2, 0.3));
        let turned = Frame::turn(z, 0.5, 0.0).apply(Frame::turn(y, -0.4, 0.0).apply(turned));
        assert!((frame.apply(vec3(0.1, 0.2, 0.3)) - turned - vec3(1.0, 2.0, 3.0)).length() < 1e-15);
        // The same as a quaternion, of any length.
        let (pose, _) = frame.pose(1.0);
        let Quaternion { x, y, z, w } = pose.rotation;
        let same = Origin { xyz: origin.xyz, rotation: Rotation::Quaternion([3.0 * x, 3.0 * y, 3.0 * z, 3.0 * w]) };
        let same = same.frame();
        assert!((0..3).all(|i| (same.columns[i] - frame.columns[i]).length() < 1e-15));
        assert_eq!(Origin::at([0.0, 0.0, 1.0]).frame(), Frame::shift(vec3(0.0, 0.0, 1.0), 0.0));
    }

    #[test]
    fn an_angle_without_end_claims_nothing() {
        assert_eq!(Frame::turn(Frame::IDENTITY.columns[0], 1e15, 0.0).turn_error, f64::INFINITY);
    }
}
