//! The pairs of faces of two bodies that have a closed gap.

use crate::analytic::{CommonPoint, Gap, common_point, gap_of, nested_bound};
use crate::body::Body;
use crate::extent::Extent;
use crate::face::Face;
use crate::tangent::{KINDS, tangent_gap, tangent_point};
use clearance::Vec3;

/// Two faces with a closed gap: nearly one surface, or a round one beside another.
#[derive(Clone, Copy, Debug)]
pub struct Coincident {
    /// The faces, by their numbers.
    pub faces: [u32; 2],
    /// The gap over their common part.
    pub gap: Gap,
    /// Points of both faces that show a common part. `None`: it is not known whether there is one.
    pub common: Option<[Vec3<f64>; 2]>,
    /// The faces are no farther apart than this, if a common part is known.
    pub upper: f64,
}

/// The bracket of the gap of two faces where both are, widened by a band, if there is a closed form.
pub(crate) fn closed_gap(a: &Face, b: &Face, boxes: [&Extent; 2], band: f64) -> Option<Gap> {
    let place = boxes[0].common(boxes[1], band)?;
    gap_of(a, b, boxes, band).or_else(|| tangent_gap(&a.simple(), &b.simple(), &place))
}

impl Gap {
    /// Whether the faces touch along a line or in a point only, if they do.
    pub fn is_tangent(&self) -> bool {
        KINDS.contains(&self.kind)
    }
}

/// The pairs of faces with a closed gap, where a point of one is no farther from the other than the band.
pub(crate) fn coincident(a: &Body, b: &Body, band: f64) -> Vec<Coincident> {
    let boxes = [a.extents(), b.extents()];
    let mut found = Vec::new();
    for (i, of_a) in a.faces.iter().enumerate() {
        for (j, of_b) in b.faces.iter().enumerate() {
            let own = [&boxes[0][i], &boxes[1][j]];
            let Some(gap) = closed_gap(of_a, of_b, own, band).filter(|gap| gap.lower <= band && gap.upper >= -band)
            else {
                continue;
            };
            let Some(place) = own[0].common(own[1], band) else { continue };
            let common = if gap.is_tangent() { tangent_point } else { common_point }(of_a, of_b, &place);
            let upper = common.map_or(f64::INFINITY, |CommonPoint { upper, .. }| upper);
            let common = common.map(|CommonPoint { points, .. }| points);
            found.push(Coincident { faces: [i as u32, j as u32], gap, common, upper });
        }
    }
    found.sort_by(|x, y| x.gap.lower.total_cmp(&y.gap.lower));
    found
}

/// Lower bounds of the distance of round faces about nearly one axis or point, for pairs of faces.
pub(crate) fn nested(a: &Body, b: &Body, band: f64) -> Vec<([u32; 2], f64)> {
    let boxes = [a.extents(), b.extents()];
    let pairs = (0..a.faces.len()).flat_map(|i| (0..b.faces.len()).map(move |j| [i, j]));
    let bound = |[i, j]: [usize; 2]| {
        let bound = nested_bound(&a.faces[i], &b.faces[j], [&boxes[0][i], &boxes[1][j]], band)?;
        Some(([i as u32, j as u32], bound))
    };
    pairs.filter_map(bound).collect()
}
