//! The common region of two faces that are projected along the contact normal, and the origin of each of its corners.
//!
//! **Method.** Two polygons: the sides of A's polygon cut B's polygon, one after the other (Sutherland and Hodgman
//! 1974). A segment and a polygon: each side narrows the range of the segment. Two segments: the point where they cross
//! or, if they are nearly parallel, the range that they share.
//!
//! A corner of the region is a corner of one face or a crossing of two sides. So its identity does not depend on which
//! face cuts the other.

use super::manifold::Mark;
use crate::space::vector::{Space, Vec2, vec2};
use alloc::vec::Vec;

/// A corner of the common region, and the parts of both faces that it lies on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionCorner {
    pub at: Vec2<f64>,
    pub on_a: Mark,
    pub on_b: Mark,
}

/// A corner of a projected face, and the number of its vertex.
pub(super) type ProjectedVertex = (Vec2<f64>, u32);

/// The common region of two faces, in memory that is used again.
#[derive(Debug, Default)]
pub(super) struct Region {
    /// The corners of the region found last.
    pub corners: Vec<RegionCorner>,
    /// The polygon on its way: each corner with the side after it, before a cut and after it.
    parts: [Vec<(RegionCorner, RegionSide)>; 2],
}

/// Two segments share a range, and do not cross, if the sine of their angle is at most this.
///
/// Larger: cylinders that cross have two contacts. Smaller: cylinders side by side have one contact, which jumps along
/// them. A corner of the shared range may lie beside the other segment by this share of its length.
const PARALLEL: f64 = 1e-2;

impl Region {
    /// Finds the corners of the common region of two faces. A face is a point, a segment or a polygon.
    ///
    /// A single corner means that two segments cross. It is the projection of their nearest points, which is the
    /// origin.
    pub fn find(&mut self, a: &[ProjectedVertex], b: &[ProjectedVertex]) {
        self.corners.clear();
        match (a.len(), b.len()) {
            (2, 2) => match segments([a[0], a[1]], [b[0], b[1]]) {
                CommonSegment::Nothing => {}
                CommonSegment::Crossing(corner) => self.corners.push(corner),
                CommonSegment::Range(ends) => self.corners.extend(ends),
            },
            (2, m) if m > 2 => {
                let exchanged = |c: RegionCorner| RegionCorner { on_a: c.on_b, on_b: c.on_a, ..c };
                self.corners.extend(segment_in_polygon([a[0], a[1]], b).into_iter().flatten().map(exchanged));
            }
            (n, 2) if n > 2 => self.corners.extend(segment_in_polygon([b[0], b[1]], a).into_iter().flatten()),
            (n, m) if n > 2 && m > 2 => self.cut_polygon(a, b),
            _ => {}
        }
    }
}

/// What two segments have in common.
enum CommonSegment {
    Nothing,
    Crossing(RegionCorner),
    Range([RegionCorner; 2]),
}

/// The common range of two segments, or the point where they cross.
fn segments(a: [ProjectedVertex; 2], b: [ProjectedVertex; 2]) -> CommonSegment {
    let (e, f) = (a[1].0 - a[0].0, b[1].0 - b[0].0);
    let (across, lengths) = (e.wedge(&f), e.length() * f.length());
    if across.abs() > PARALLEL * lengths {
        let (on_a, on_b) = (Mark::Edge(a[0].1), Mark::Edge(b[0].1));
        return CommonSegment::Crossing(RegionCorner { at: vec2(0.0, 0.0), on_a, on_b });
    }
    // The places of the ends along A's segment, from 0 to 1.
    let squared = e.length_squared();
    if !(squared > 0.0) {
        return CommonSegment::Nothing;
    }
    let place = |v: ProjectedVertex| (v.0 - a[0].0).dot(e) / squared;
    let (mut first, mut last) = (b[0], b[1]);
    if place(first) > place(last) {
        core::mem::swap(&mut first, &mut last);
    }
    let of_a = |v: ProjectedVertex| RegionCorner { at: v.0, on_a: Mark::Vertex(v.1), on_b: Mark::Edge(b[0].1) };
    let of_b = |v: ProjectedVertex| RegionCorner {
        at: a[0].0 + e * place(v),
        on_a: Mark::Edge(a[0].1),
        on_b: Mark::Vertex(v.1),
    };
    let low = if place(first) > 0.0 { of_b(first) } else { of_a(a[0]) };
    let high = if place(last) < 1.0 { of_b(last) } else { of_a(a[1]) };
    let is_shared = place(first).max(0.0) <= place(last).min(1.0);
    if is_shared { CommonSegment::Range([low, high]) } else { CommonSegment::Nothing }
}

/// The part of B's segment in A's polygon.
fn segment_in_polygon(b: [ProjectedVertex; 2], a: &[ProjectedVertex]) -> Option<[RegionCorner; 2]> {
    let along = b[1].0 - b[0].0;
    let (mut from, mut to) = ((0.0, Mark::Vertex(b[0].1)), (1.0, Mark::Vertex(b[1].1)));
    let mut marks = [Mark::Face; 2];
    for (i, &(p, name)) in a.iter().enumerate() {
        let side = a[(i + 1) % a.len()].0 - p;
        let (start, change) = (side.wedge(&(b[0].0 - p)), side.wedge(&along));
        if change == 0.0 {
            if start < 0.0 {
                return None;
            }
            continue;
        }
        let place = -start / change;
        if change > 0.0 && place > from.0 {
            (from, marks[0]) = ((place, Mark::Edge(b[0].1)), Mark::Edge(name));
        } else if change < 0.0 && place < to.0 {
            (to, marks[1]) = ((place, Mark::Edge(b[0].1)), Mark::Edge(name));
        }
    }
    if from.0 > to.0 {
        return None;
    }
    let corner = |(place, on_b): (f64, Mark), on_a| RegionCorner { at: b[0].0 + along * place, on_a, on_b };
    Some([corner(from, marks[0]), corner(to, marks[1])])
}

/// A side of the region: a part of a side of A (its index) or of a side of B (its first vertex).
#[derive(Clone, Copy, Debug)]
enum RegionSide {
    OfA(usize),
    OfB(u32),
}

impl Region {
    /// The common region of two polygons: the sides of A's polygon cut B's.
    fn cut_polygon(&mut self, a: &[ProjectedVertex], b: &[ProjectedVertex]) {
        let [region, kept] = &mut self.parts;
        let start = |&(at, name): &ProjectedVertex| {
            (RegionCorner { at, on_a: Mark::Face, on_b: Mark::Vertex(name) }, RegionSide::OfB(name))
        };
        region.clear();
        region.extend(b.iter().map(start));
        for (i, &(p, name)) in a.iter().enumerate() {
            let side = a[(i + 1) % a.len()].0 - p;
            let inside = |corner: &RegionCorner| side.wedge(&(corner.at - p));
            kept.clear();
            for (place, &(corner, after)) in region.iter().enumerate() {
                let next = region[(place + 1) % region.len()].0;
                let (here, there) = (inside(&corner), inside(&next));
                if here >= 0.0 {
                    kept.push((corner, after));
                }
                if (here >= 0.0) != (there >= 0.0) {
                    let at = corner.at + (next.at - corner.at) * (here / (here - there));
                    let (on_a, on_b) = match after {
                        RegionSide::OfB(edge) => (Mark::Edge(name), Mark::Edge(edge)),
                        // Two sides of A meet at the vertex that they share.
                        RegionSide::OfA(cut) => {
                            (Mark::Vertex(a[if (cut + 1) % a.len() == i { i } else { cut }].1), Mark::Face)
                        }
                    };
                    // Where the region leaves the half-plane, its next side is the cut. Where it enters, it is the side
                    // that enters.
                    let side = if here >= 0.0 { RegionSide::OfA(i) } else { after };
                    kept.push((RegionCorner { at, on_a, on_b }, side));
                }
            }
            core::mem::swap(region, kept);
        }
        self.corners.extend(region.iter().map(|&(corner, _)| corner));
    }
}
