//! Random numbers: the same on every machine.

/// A linear congruential generator, begun at a seed.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number from −1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 52) as f64 - 1.0
    }
    /// A number between two others.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (0.5 * self.signed() + 0.5)
    }
}
