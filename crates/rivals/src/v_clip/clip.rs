//! An edge clipped by planes of a Voronoi region (Mirtich 1998, edge clipping), and the derivatives at the ends of what
//! is left.

use crate::body::Feature;
use crate::walk::Border;
use clearance::WideVector;

/// What is left of an edge within a Voronoi region.
pub(super) struct Clip<W> {
    /// The edge enters the region at this fraction of its length.
    pub from: f64,
    /// It leaves the region at this fraction.
    pub to: f64,
    /// The border and the feature beyond it, at each end; `None` where the edge itself ends.
    pub at_from: Option<(Border<W>, Feature)>,
    /// See `at_from`.
    pub at_to: Option<(Border<W>, Feature)>,
    /// Whether the whole edge lies beyond one border: `at_from`.
    pub beyond_one: bool,
    /// Whether nothing is left.
    pub empty: bool,
}

/// The edge `tail + λ·span`, in the frame of the borders, clipped by them.
pub(super) fn clip<W: WideVector>(
    [tail, span]: [W; 2],
    borders: impl Iterator<Item = (Border<W>, Feature)>,
) -> Clip<W> {
    let mut clip = Clip { from: 0.0, to: 1.0, at_from: None, at_to: None, beyond_one: false, empty: false };
    for found in borders {
        let at_tail = found.0.inside(tail);
        let at_head = found.0.inside(tail + span);
        if at_tail < 0.0 && at_head < 0.0 {
            return Clip { at_from: Some(found), at_to: Some(found), beyond_one: true, empty: true, ..clip };
        }
        let fraction = at_tail / (at_tail - at_head);
        if at_tail < 0.0 && fraction > clip.from {
            (clip.from, clip.at_from) = (fraction, Some(found));
        } else if at_head < 0.0 && fraction < clip.to {
            (clip.to, clip.at_to) = (fraction, Some(found));
        }
        if clip.from > clip.to {
            clip.empty = true;
            return clip;
        }
    }
    clip
}

/// What the derivatives at both ends say.
pub(super) enum Slope<W> {
    /// The distance still falls where the edge leaves the region: go to the feature beyond.
    Leaves((Border<W>, Feature)),
    /// The edge touches the feature whose distance should be differentiated.
    Touches,
    /// The minimum is within the region.
    Within,
}

impl<W: WideVector> Clip<W> {
    /// Where the distance to a feature is least: on this side of both borders, or beyond one of them. `derivative` is
    /// the sign of the derivative of the distance at a point of the edge, from the feature beyond that border; `None`
    /// where the distance is zero.
    pub fn slope(&self, edge: [W; 2], derivative: impl Fn(Feature, W) -> Option<f64>) -> Slope<W> {
        for (end, fraction, sign) in [(self.at_from, self.from, 1.0), (self.at_to, self.to, -1.0)] {
            let Some(found) = end else { continue };
            match derivative(found.1, edge[0] + edge[1] * fraction) {
                None => return Slope::Touches,
                Some(slope) if slope * sign > 0.0 => return Slope::Leaves(found),
                Some(_) => {}
            }
        }
        match self.at_from.or(self.at_to) {
            // Nothing is left, and rounding hides the slope.
            Some(found) if self.empty => Slope::Leaves(found),
            _ => Slope::Within,
        }
    }
}
