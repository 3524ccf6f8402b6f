//! What a search looks for, by upper bounds of distances.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Which pairs are asked for, by the upper bounds of their distances. Lengths of the frame, errors included.
#[derive(Debug)]
pub(super) enum Goal {
    /// The nearest pair: the least upper bound so far.
    Nearest(f64),
    /// Any pair nearer than the first length: the least upper bound so far.
    AnyBelow(f64, f64),
    /// This many nearest pairs: their upper bounds so far, the greatest first, and a limit from outside.
    Several(usize, BinaryHeap<Length>, f64),
    /// All pairs within a length.
    All(f64),
}

/// A length in a heap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length(f64);

impl Eq for Length {}
impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Length {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Goal {
    /// Pairs beyond this are not asked for.
    pub fn upper(&self) -> f64 {
        match self {
            Self::Nearest(upper) | Self::AnyBelow(_, upper) | Self::All(upper) => *upper,
            Self::Several(count, found, limit) if found.len() == *count => {
                found.peek().map_or(*limit, |length| length.0.min(*limit))
            }
            Self::Several(_, _, limit) => *limit,
        }
    }

    /// Notes the upper bound of a pair. Whether less is asked for now.
    pub fn note(&mut self, length: f64) -> bool {
        let before = self.upper();
        match self {
            Self::Nearest(upper) | Self::AnyBelow(_, upper) => *upper = upper.min(length),
            Self::Several(count, found, _) => {
                found.push(Length(length));
                if found.len() > *count {
                    found.pop();
                }
            }
            Self::All(_) => {}
        }
        self.upper() < before
    }

    /// A better upper bound of a pair that is noted already. Several pairs keep the first one.
    pub fn note_again(&mut self, length: f64) {
        if let Self::Nearest(upper) | Self::AnyBelow(_, upper) = self {
            *upper = upper.min(length);
        }
    }

    /// Whether a pair of leaves that meet is all that is asked for.
    pub fn ends_with_meeting(&self) -> bool {
        matches!(self, Self::Nearest(_) | Self::AnyBelow(..))
    }

    /// Whether what was found is enough.
    pub fn is_reached(&self) -> bool {
        matches!(self, Self::AnyBelow(limit, upper) if upper < limit)
    }
}
