//! A small deterministic source of random numbers. It is the same on every machine, so a seed names a failure.

/// The generator is SplitMix64 (Steele, Lea and Flood 2014): one addition and one mixing for each number.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit` − 1.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// An integer from `low` to `high`, both included.
    pub fn integer(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low) as usize + 1) as i32
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }

    /// A number in [−1, 1).
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    /// True once in `n` times on average.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
