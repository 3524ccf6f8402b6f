//! The limbs of an exact number: up to [`ROOM`] of them in place, more on the heap.
//!
//! The exact solver makes thousands of short-lived numbers. Those of shapes in common ranges have a few limbs, so a
//! query of them allocates nothing.

use alloc::vec::Vec;

/// The limbs that have room in place: 640 bits. Coordinates of unrotated shapes take 1 to 3, those of rotated ones 3
/// to 5, and a height above a facet of these takes 9 or 10.
const ROOM: usize = 10;

/// A row of limbs, the lowest first.
#[derive(Clone, Debug)]
pub(super) enum Limbs {
    Few { limbs: [u64; ROOM], count: u8 },
    Many(Vec<u64>),
}

impl Default for Limbs {
    #[inline]
    fn default() -> Self {
        Self::zeros(0)
    }
}

impl PartialEq for Limbs {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Limbs {}

impl Limbs {
    /// So many limbs, all zero.
    #[inline]
    pub fn zeros(count: usize) -> Self {
        if count <= ROOM {
            Self::Few { limbs: [0; ROOM], count: count as u8 }
        } else {
            Self::Many(alloc::vec![0; count])
        }
    }

    /// One limb.
    #[inline]
    pub fn one(limb: u64) -> Self {
        Self::two_of([limb, 0], 1)
    }

    /// Two limbs, the lowest first.
    #[inline]
    pub fn two(limbs: [u64; 2]) -> Self {
        Self::two_of(limbs, 2)
    }

    #[inline]
    fn two_of([low, high]: [u64; 2], count: u8) -> Self {
        let mut limbs = [0; ROOM];
        [limbs[0], limbs[1]] = [low, high];
        Self::Few { limbs, count }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        match self {
            Self::Few { limbs, count } => &limbs[..usize::from(*count).min(ROOM)],
            Self::Many(limbs) => limbs,
        }
    }

    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [u64] {
        match self {
            Self::Few { limbs, count } => &mut limbs[..usize::from(*count).min(ROOM)],
            Self::Many(limbs) => limbs,
        }
    }

    /// Leaves out the zero limbs at both ends. The answer is how many of the lowest were left out.
    #[inline]
    pub fn trim(&mut self) -> usize {
        let limbs = self.as_slice();
        match limbs {
            [] => return 0,
            [first, .., last] if *first != 0 && *last != 0 => return 0,
            _ => {}
        }
        let length = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
        let low = limbs[..length].iter().position(|&limb| limb != 0).unwrap_or(0);
        if low > 0 {
            self.as_mut_slice().copy_within(low..length, 0);
        }
        match self {
            Self::Few { count, .. } => *count = (length - low) as u8,
            Self::Many(limbs) => limbs.truncate(length - low),
        }
        low
    }
}
