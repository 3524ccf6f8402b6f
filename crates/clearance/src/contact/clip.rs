//! Where two faces lie over each other, seen along the contact normal: convex clipping that remembers what made each corner.
//!
//! **Method.** Both faces are projected along the normal. Two polygons: the corners of one are cut by the sides of the other
//! (Sutherland and Hodgman 1974). A segment and a polygon: the segment's range is narrowed by each side. Two segments:
//! their crossing or, when nearly parallel, the range they share. Each resulting corner is a corner of one face, or a
//! crossing of two sides, whichever face did the cutting: its identity does not depend on the roles.

use super::Mark;
use crate::vector::{Space, Vec2, WideVector, vec2};
use alloc::vec::Vec;

/// A corner of the common region and the features of both faces that it lies on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub at: Vec2<f64>,
    pub on_a: Mark,
    pub on_b: Mark,
}

/// A corner of a projected face, with the number of its vertex.
pub(super) type Vertex = (Vec2<f64>, u32);

/// Sides nearer than this to parallel, as the sine of their angle, share a range rather than a crossing. Larger: two
/// contacts between cylinders that cross; smaller: one that jumps along cylinders that lie side by side. A shared corner
/// may lie beside the other segment by this part of its length.
const PARALLEL: f64 = 1e-2;

/// The corners of the region that both faces cover; one to three or more vertices each.
///
/// A single corner means that two segments cross: in their nearest points, which project to the origin.
pub(super) fn common(a: &[Vertex], b: &[Vertex]) -> Vec<Corner> {
    match (a.len(), b.len()) {
        (2, 2) => two_segments([a[0], a[1]], [b[0], b[1]]),
        (2, _) if b.len() > 2 => mirrored(segment_in_polygon([a[0], a[1]], b)),
        (_, 2) if a.len() > 2 => segment_in_polygon([b[0], b[1]], a),
        (n, m) if n > 2 && m > 2 => two_polygons(a, b),
        _ => Vec::new(),
    }
}

fn mirrored(corners: Vec<Corner>) -> Vec<Corner> {
    corners.into_iter().map(|c| Corner { on_a: c.on_b, on_b: c.on_a, ..c }).collect()
}

fn two_segments(a: [Vertex; 2], b: [Vertex; 2]) -> Vec<Corner> {
    let (e, f) = (a[1].0 - a[0].0, b[1].0 - b[0].0);
    let (across, lengths) = (e.wedge(&f), e.length() * f.length());
    if across.abs() > PARALLEL * lengths {
        return alloc::vec![Corner { at: vec2(0.0, 0.0), on_a: Mark::Edge(a[0].1), on_b: Mark::Edge(b[0].1) }];
    }
    // Along A: where each end is, from 0 to 1.
    let squared = e.length_squared();
    if !(squared > 0.0) {
        return Vec::new();
    }
    let place = |v: Vertex| (v.0 - a[0].0).dot(&e) / squared;
    let (mut first, mut last) = (b[0], b[1]);
    if place(first) > place(last) {
        core::mem::swap(&mut first, &mut last);
    }
    let of_a = |v: Vertex| Corner { at: v.0, on_a: Mark::Vertex(v.1), on_b: Mark::Edge(b[0].1) };
    let of_b = |v: Vertex| Corner { at: a[0].0 + e * place(v), on_a: Mark::Edge(a[0].1), on_b: Mark::Vertex(v.1) };
    let low = if place(first) > 0.0 { of_b(first) } else { of_a(a[0]) };
    let high = if place(last) < 1.0 { of_b(last) } else { of_a(a[1]) };
    if place(first).max(0.0) <= place(last).min(1.0) { alloc::vec![low, high] } else { Vec::new() }
}

/// The part of B's segment over A's polygon.
fn segment_in_polygon(b: [Vertex; 2], a: &[Vertex]) -> Vec<Corner> {
    let along = b[1].0 - b[0].0;
    let (mut from, mut to) = ((0.0, Mark::Vertex(b[0].1)), (1.0, Mark::Vertex(b[1].1)));
    let mut marks = [Mark::Face; 2];
    for (i, &(p, name)) in a.iter().enumerate() {
        let side = a[(i + 1) % a.len()].0 - p;
        let (start, change) = (side.wedge(&(b[0].0 - p)), side.wedge(&along));
        if change == 0.0 {
            if start < 0.0 {
                return Vec::new();
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
        return Vec::new();
    }
    let corner = |(place, on_b): (f64, Mark), on_a| Corner { at: b[0].0 + along * place, on_a, on_b };
    alloc::vec![corner(from, marks[0]), corner(to, marks[1])]
}

/// A side of the region being cut: of B's polygon, or left by a cut along a side of A's.
#[derive(Clone, Copy)]
enum Side {
    OfA(usize),
    OfB(u32),
}

fn two_polygons(a: &[Vertex], b: &[Vertex]) -> Vec<Corner> {
    let start = |&(at, name): &Vertex| (Corner { at, on_a: Mark::Face, on_b: Mark::Vertex(name) }, Side::OfB(name));
    let mut region: Vec<(Corner, Side)> = b.iter().map(start).collect();
    for (i, &(p, name)) in a.iter().enumerate() {
        let side = a[(i + 1) % a.len()].0 - p;
        let inside = |corner: &Corner| side.wedge(&(corner.at - p));
        let mut kept = Vec::with_capacity(region.len() + 1);
        for (place, &(corner, after)) in region.iter().enumerate() {
            let next = region[(place + 1) % region.len()].0;
            let (here, there) = (inside(&corner), inside(&next));
            if here >= 0.0 {
                kept.push((corner, after));
            }
            if (here >= 0.0) != (there >= 0.0) {
                let at = corner.at + (next.at - corner.at) * (here / (here - there));
                let (on_a, on_b) = match after {
                    Side::OfB(edge) => (Mark::Edge(name), Mark::Edge(edge)),
                    // Two cuts meet at the vertex of A that their sides share.
                    Side::OfA(cut) => (Mark::Vertex(a[if (cut + 1) % a.len() == i { i } else { cut }].1), Mark::Face),
                };
                // Leaving, the region goes on along the cut; entering, along the side it came from.
                kept.push((Corner { at, on_a, on_b }, if here >= 0.0 { Side::OfA(i) } else { after }));
            }
        }
        region = kept;
    }
    region.into_iter().map(|(corner, _)| corner).collect()
}
