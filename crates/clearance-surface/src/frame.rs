//! Where surfaces and curves stand.

use clearance::Vec3;
use clearance::real::U;

/// Where a surface stands: an origin, and three axes that are nearly orthonormal. Left-handed frames are allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The origin.
    pub origin: Vec3<f64>,
    /// The axes x, y and z.
    pub axes: [Vec3<f64>; 3],
    /// A bound of the defect of the axes: no vector (a, b, c) has an image longer than 1 + defect times its length, or
    /// shorter than 1 − defect times.
    pub defect: f64,
}

/// A frame whose axes are farther from orthonormal than this is refused. Larger: bounds of closed forms get wide.
/// Smaller: files that round directions to seven digits are refused.
const MOST_DEFECT: f64 = 1e-6;

impl Frame {
    /// The frame of this origin and these axes. `None` if a number is not finite, or if the axes are no frame.
    pub fn new(origin: [f64; 3], axes: [[f64; 3]; 3]) -> Option<Self> {
        let (origin, axes) = (Vec3::from(origin), axes.map(Vec3::from));
        let mut most = 0.0f64;
        for i in 0..3 {
            for j in 0..=i {
                let wanted = if i == j { 1.0 } else { 0.0 };
                let off = (axes[i].dot(axes[j]) - wanted).abs() + 4.0 * U;
                if !(off <= MOST_DEFECT) {
                    return None;
                }
                most = most.max(off);
            }
        }
        let is_finite = [origin.x, origin.y, origin.z].iter().all(|x| x.is_finite());
        // |MᵀM − 1| <= 3·most in the operator's norm, and lengths change by half of it, squared terms aside.
        is_finite.then_some(Self { origin, axes, defect: 2.0 * most })
    }

    /// Whether the axes are right-handed.
    pub fn is_right_handed(&self) -> bool {
        let [x, y, z] = self.axes;
        x.cross(y).dot(z) > 0.0
    }

    /// The coordinates of a point in the frame, for guesses: nothing is claimed of them.
    pub fn coordinates(&self, point: Vec3<f64>) -> [f64; 3] {
        let from = point - self.origin;
        self.axes.map(|axis| axis.dot(from))
    }

    pub(crate) fn place(&self, [x, y, z]: [f64; 3]) -> Vec3<f64> {
        self.origin + (self.axes[0] * x + self.axes[1] * y + self.axes[2] * z)
    }
}
