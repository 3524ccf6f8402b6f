//! How two triangles meet: crossing, overlapping in one plane, or along an edge.
//!
//! Only contacts along a segment or over an area are told. Single points do not separate a surface (docs/math/relation.md).
//! All decisions are signs of volumes and areas of the corners.

use super::placed::{Placed, Probe, Vertex};
use clearance::each::Each;
use clearance::{Ring, Space};
use std::cmp::Ordering;

/// How two triangles meet along a segment or over an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contact {
    /// The insides of the triangles cross along a segment. Its ends are where these edges cut the other triangle's
    /// plane; each leads from below the plane to above it.
    Crossing([[Vertex; 2]; 2]),
    /// The triangles lie in one plane, and their insides overlap.
    Overlap,
    /// An edge of one triangle, of the body `side`, overlaps the inside of the other one.
    EdgeInFace {
        /// Which triangle has the edge.
        side: usize,
        /// The edge from corner number `edge` to the next one.
        edge: u8,
        /// Whether the triangles lie in one plane.
        is_flat: bool,
    },
    /// An edge of each triangle lies on the same line, and they overlap along a segment.
    Edges([u8; 2]),
}

/// The contacts of two triangles that are not degenerate. Each triangle is three vertices.
pub(super) fn contacts(placed: &Placed, triangles: [[Vertex; 3]; 2], mut found: impl FnMut(Contact)) {
    if placed.part_at_an_edge(triangles) {
        return;
    }
    let [a, b] = triangles;
    let of_a = a.each(|vertex| placed.side(b, vertex));
    if is_one_sided(of_a) {
        return;
    }
    let is_flat = of_a == [Ordering::Equal; 3];
    let of_b = if is_flat { of_a } else { b.each(|vertex| placed.side(a, vertex)) };
    if is_one_sided(of_b) {
        return;
    }
    if is_flat {
        if overlap(placed, triangles) {
            found(Contact::Overlap);
        }
    } else if straddles(of_a)
        && straddles(of_b)
        && let Some(edges) = crossing(placed, triangles, [of_a, of_b])
    {
        found(Contact::Crossing(edges));
    }
    for (side, signs) in [of_a, of_b].into_iter().enumerate() {
        let (own, other) = (triangles[side], triangles[1 - side]);
        for edge in 0..3u8 {
            let [from, to] = ends(own, edge);
            let is_in_plane = |corner: u8| signs[usize::from(corner % 3)] == Ordering::Equal;
            if !(is_in_plane(edge) && is_in_plane(edge + 1)) {
                continue;
            }
            if enters(placed, [from, to], other) {
                found(Contact::EdgeInFace { side, edge, is_flat });
            } else if side == 0 {
                let along = (0..3u8).find(|&theirs| run_along(placed, [from, to], ends(other, theirs)));
                if let Some(theirs) = along {
                    found(Contact::Edges([edge, theirs]));
                }
            }
        }
    }
}

/// The ends of an edge.
pub(super) fn ends(triangle: [Vertex; 3], edge: u8) -> [Vertex; 2] {
    [triangle[usize::from(edge)], triangle[usize::from((edge + 1) % 3)]]
}

fn is_one_sided(signs: [Ordering; 3]) -> bool {
    signs[0].is_ne() && signs[0] == signs[1] && signs[1] == signs[2]
}

fn straddles(signs: [Ordering; 3]) -> bool {
    signs.contains(&Ordering::Less) && signs.contains(&Ordering::Greater)
}

/// Two edges of a triangle that leave the corner alone on its side of a plane. Each leads from below to above.
fn crossing_edges(triangle: [Vertex; 3], signs: [Ordering; 3]) -> ([[Vertex; 2]; 2], bool) {
    let alone = (0..3)
        .find(|&corner| signs[corner].is_ne() && (1..3).all(|step| signs[(corner + step) % 3] != signs[corner]))
        .expect("the triangle has corners on both sides");
    let corner = |step: usize| triangle[(alone + step) % 3];
    let is_above = signs[alone] == Ordering::Greater;
    let edges = [1, 2].each(|step| if is_above { [corner(step), corner(0)] } else { [corner(0), corner(step)] });
    (edges, is_above)
}

/// The segment along which two triangles cross that straddle each other's planes: the edges that cut its ends. `None` if
/// it is a point or nothing.
///
/// Each triangle cuts the line of the planes in a segment between two of its edges. Let p q and r s be edges of the first
/// and of the second, each from below to above the plane of the other. They cut the line in X and Y, and the volume
/// p q r s has the sign of d · (Y − X), where d is the first normal times the second (docs/math/relation.md).
fn crossing(placed: &Placed, triangles: [[Vertex; 3]; 2], signs: [[Ordering; 3]; 2]) -> Option<[[Vertex; 2]; 2]> {
    let (first, first_is_above) = crossing_edges(triangles[0], signs[0]);
    let (second, second_is_above) = crossing_edges(triangles[1], signs[1]);
    // Seen from the front, the next corner is to the left of one that is above, and d points to the left.
    let [least, most] = if first_is_above { [first[1], first[0]] } else { first };
    // For the second triangle d points to the right.
    let [other_least, other_most] = if second_is_above { second } else { [second[1], second[0]] };
    // The order of X and Y along d.
    let order = |x: [Vertex; 2], y: [Vertex; 2]| placed.side([x[0], x[1], y[0]], y[1]).reverse();
    if order(least, other_most).is_ge() || order(most, other_least).is_le() {
        return None;
    }
    let start = if order(least, other_least).is_lt() { other_least } else { least };
    let end = if order(most, other_most).is_gt() { other_most } else { most };
    Some([start, end])
}

/// The point where an edge cuts the plane of a triangle, from below to above.
pub(super) fn cut(placed: &Placed, [from, to]: [Vertex; 2], triangle: [Vertex; 3]) -> Probe {
    let (below, above) = (placed.volume(triangle, from), placed.volume(triangle, to));
    let numerators = placed.exact(from).scaled(&above).minus(&placed.exact(to).scaled(&below));
    Probe::new(numerators, above.minus(&below), 4)
}

/// The middle of the segment along which two triangles cross.
pub(super) fn middle(placed: &Placed, triangles: [[Vertex; 3]; 2], edges: [[Vertex; 2]; 2]) -> Probe {
    let [start, end] = edges.each(|edge| cut(placed, edge, triangles[1 - edge[0].side]));
    between(&start, &end)
}

/// The point halfway between two points.
pub(super) fn between(start: &Probe, end: &Probe) -> Probe {
    let numerators = start.numerators.scaled(&end.denominator).plus(&end.numerators.scaled(&start.denominator));
    let product = start.denominator.times(&end.denominator);
    Probe::new(numerators, product.plus(&product), start.length + end.length)
}

/// Whether the insides of two triangles in one plane overlap: no edge of either keeps them apart.
pub(super) fn overlap(placed: &Placed, triangles: [[Vertex; 3]; 2]) -> bool {
    let Some((axis, _)) = placed.view(triangles[0]) else { return false };
    (0..2).all(|side| {
        let own = triangles[side];
        let turn = placed.turn(axis, own[0], own[1], own[2]);
        let keeps_apart = |edge: u8| {
            let [from, to] = ends(own, edge);
            triangles[1 - side].iter().all(|&corner| placed.turn(axis, from, to, corner) != turn)
        };
        !(0..3).any(keeps_apart)
    })
}

/// Whether a segment in the plane of a triangle has points inside the triangle.
fn enters(placed: &Placed, [from, to]: [Vertex; 2], triangle: [Vertex; 3]) -> bool {
    let Some((axis, turn)) = placed.view(triangle) else { return false };
    let keeps_apart = |edge: u8| {
        let [start, end] = ends(triangle, edge);
        [from, to].iter().all(|&point| placed.turn(axis, start, end, point) != turn)
    };
    straddles(triangle.each(|corner| placed.turn(axis, from, to, corner))) && !(0..3).any(keeps_apart)
}

/// Whether two segments overlap along a segment.
fn run_along(placed: &Placed, [a, b]: [Vertex; 2], [c, d]: [Vertex; 2]) -> bool {
    let is_on_line = |point: Vertex| (0..3).all(|axis| placed.turn(axis, a, b, point).is_eq());
    let Some(axis) = (0..3).find(|&axis| placed.order(axis, a, b).is_ne()) else { return false };
    let sorted = |x: Vertex, y: Vertex| if placed.order(axis, x, y).is_lt() { [x, y] } else { [y, x] };
    let ([low, high], [other_low, other_high]) = (sorted(a, b), sorted(c, d));
    is_on_line(c)
        && is_on_line(d)
        && placed.order(axis, low, other_high).is_lt()
        && placed.order(axis, other_low, high).is_lt()
}
