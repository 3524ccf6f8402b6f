//! Random numbers, the same in every run.

/// Random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// A whole number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d049bb133111eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}
