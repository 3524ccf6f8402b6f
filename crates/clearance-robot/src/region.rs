//! Boxes of parameters.

use crate::frame::U;

/// A box of parameters. Neighbours share their ends, so that nothing lies between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    pub ends: Vec<[f64; 2]>,
}

impl Cell {
    pub fn centre(&self) -> Vec<f64> {
        self.ends.iter().map(|&ends| middle(ends)).collect()
    }

    /// The greater distance from the centre to an end, rounded up.
    pub fn half(&self) -> Vec<f64> {
        let half = |&[low, high]: &[f64; 2]| {
            let c = middle([low, high]);
            ((high - c).max(c - low) * (1.0 + 2.0 * U)).max(0.0)
        };
        self.ends.iter().map(half).collect()
    }

    /// Both halves along a parameter. `None` if no float lies between its ends.
    pub fn halves(&self, parameter: usize) -> Option<[Self; 2]> {
        let [low, high] = self.ends[parameter];
        let cut = middle([low, high]);
        if !(low < cut && cut < high) {
            return None;
        }
        Some([[low, cut], [cut, high]].map(|ends| {
            let mut half = self.clone();
            half.ends[parameter] = ends;
            half
        }))
    }
}

/// The float in the middle.
pub(crate) fn middle([low, high]: [f64; 2]) -> f64 {
    if low == high { low } else { (0.5 * low + 0.5 * high).clamp(low, high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_a_cell_share_their_end_and_a_float_has_no_halves() {
        let cell = Cell { ends: vec![[0.1, 0.3], [1.0, 1.0f64.next_up()]] };
        let [first, second] = cell.halves(0).unwrap();
        assert_eq!(first.ends[0][1], second.ends[0][0]);
        assert_eq!((first.ends[0][0], second.ends[0][1]), (0.1, 0.3));
        assert!(cell.halves(1).is_none());
        let (centre, half) = (first.centre(), first.half());
        assert!(centre[0] - half[0] <= 0.1 && centre[0] + half[0] >= first.ends[0][1]);
    }
}
