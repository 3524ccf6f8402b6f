//! Random numbers that are the same in every run, for several files of tests.

use clearance::{Hull, Pose, Quaternion, Vec3, vec3};

/// A small generator (xorshift; Marsaglia 2003). The seed is not 0.
pub struct Random(pub u64);

impl Random {
    /// Evenly spread over −1 ≤ x < 1.
    pub fn signed(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn point(&mut self) -> Vec3<f64> {
        vec3(self.signed(), self.signed(), self.signed())
    }
    pub fn hull(&mut self, count: usize) -> Hull<Vec3<f64>> {
        Hull::new(&(0..count).map(|_| self.point()).collect::<Vec<_>>()).unwrap()
    }
    pub fn pose(&mut self) -> Pose<Vec3<f64>> {
        let turn = Quaternion::from_axis_angle(self.point(), 3.0 * self.signed());
        Pose::new(turn, self.point() * 5.0).unwrap()
    }
}
