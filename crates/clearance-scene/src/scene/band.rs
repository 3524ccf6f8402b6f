//! How much two bodies may overlap or be apart and still touch.
//!
//! Coordinates are rounded, by whoever made the data and by whoever read it. So bodies that are meant to touch overlap by
//! a little, or leave a gap. The band is the length below which that is not told from touching.

use crate::overlap::Overlap;

/// What counts as touching.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Contact {
    /// Bodies touch if they have common points and no common interior, without rounding.
    #[default]
    Exact,
    /// Bodies touch if their surfaces are no farther apart than this length and their overlap is no more than it. For
    /// elements with a precision or an error the band is at least that of [`Contact::Auto`].
    Length(f64),
    /// The band is the greatest of: the precision of both elements; twice the error of each; 2⁻²⁰ times the longest side of
    /// the box around both.
    Auto,
}

/// The share of the size of a pair that is the least automatic band.
const LEAST: f64 = 1.0 / (1u64 << 20) as f64;

/// A pair is near its band if it changes its kind for a band up to so many times as large or as small.
pub(super) const NEAR: f64 = 4.0;

impl Contact {
    /// The band of a pair, in its lengths. `size` is the longest side of the box around both, and the elements have these
    /// precisions and errors, which are 0 where nothing is known.
    pub fn band(self, size: f64, precisions: [f64; 2], errors: [f64; 2]) -> f64 {
        let precise = precisions[0].max(precisions[1]);
        let error = 2.0 * errors[0].max(errors[1]);
        let auto = (LEAST * size).max(precise).max(error);
        match self {
            Self::Exact => 0.0,
            Self::Auto => auto,
            Self::Length(length) if precise > 0.0 || error > 0.0 => auto.max(length),
            Self::Length(length) => length.max(0.0),
        }
    }
}

/// Whether a length with these bounds is near a band.
pub(super) fn is_near([lower, upper]: [f64; 2], band: f64) -> bool {
    upper * NEAR > band && lower < NEAR * band
}

/// The widest valley between the overlaps of pairs: no overlap lies between these two lengths, and the second is the
/// greatest multiple of the first. Every band between them gives the same kinds. `None` if fewer than two overlaps are
/// positive. Overlaps of open bodies do not count.
///
/// ```
/// use clearance_scene::{Overlap, valley};
///
/// let known = |d: f64| Overlap { diameter: d, lower: d, upper: d, middle: None, open: false };
/// let overlaps: Vec<Overlap> = [0.3, 2e-7, 0.05, 1e-7].into_iter().map(known).collect();
/// assert_eq!(valley(&overlaps), Some([2e-7, 0.05]));
/// ```
pub fn valley<V>(overlaps: &[Overlap<V>]) -> Option<[f64; 2]> {
    let closed = overlaps.iter().filter(|overlap| !overlap.open && overlap.upper > 0.0);
    let mut bounds: Vec<[f64; 2]> = closed.map(|overlap| [overlap.lower, overlap.upper]).collect();
    bounds.sort_by(|one, other| one[0].total_cmp(&other[0]).then(one[1].total_cmp(&other[1])));
    let mut reached = bounds.first()?[1];
    let mut widest: Option<[f64; 2]> = None;
    for [lower, upper] in bounds {
        let is_wider = |[low, high]: [f64; 2]| lower * low > high * reached;
        if lower > reached && widest.is_none_or(is_wider) {
            widest = Some([reached, lower]);
        }
        reached = reached.max(upper);
    }
    widest
}
