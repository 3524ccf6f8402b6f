//! Random numbers that never change, so the workloads never change.

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct Rng(u64);

impl Rng {
    /// The generator of a workload, by its name.
    pub fn named(name: &str) -> Self {
        // FNV-1a.
        Self(
            name.bytes()
                .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)),
        )
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Uniform in [low, high).
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }
    /// Uniform in the logarithm, from low to high.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.within(low.ln(), high.ln()).exp()
    }
    /// Uniform below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
    /// Uniform on the unit sphere of `N` dimensions.
    pub fn unit<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let v: [f64; N] = std::array::from_fn(|_| self.within(-1.0, 1.0));
            let square: f64 = v.iter().map(|x| x * x).sum();
            if 0.01 < square && square < 1.0 {
                return v.map(|x| x / square.sqrt());
            }
        }
    }
}
