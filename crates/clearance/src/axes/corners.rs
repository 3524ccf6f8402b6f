//! Points of a box as weighted corners, and the pairs of corners of two such points.

use crate::numbers::real::{larger, smaller};
use crate::result::proximity::Witnesses;
use crate::space::vector::WideVector;

/// Up to four corners of a box, with weights. Bit k of a corner's number is set where its coordinate k is positive.
#[derive(Clone, Copy)]
pub(super) struct Corners {
    numbers: [u32; 4],
    weights: [f64; 4],
    count: usize,
}

impl Corners {
    /// A corner itself.
    #[inline(always)]
    pub fn of_corner(number: u32) -> Self {
        Self { numbers: [number; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1 }
    }

    /// The corners of a point on an edge along an axis. `end` is the number of one end of the edge.
    #[inline(always)]
    pub fn of_edge<W: WideVector>(point: W, half: W, axis: usize, end: u32) -> Self {
        let (share, first, last) = (share(half, point, axis), end & !(1 << axis), end | 1 << axis);
        Self { numbers: [first, last, last, last], weights: [1.0 - share, share, 0.0, 0.0], count: 2 }
    }

    /// The corners of a point on a face across an axis. `corner` is the number of one corner of the face.
    ///
    /// A diagonal cuts the face into two triangles, one of which holds the point. In the plane the face is an edge.
    #[inline(always)]
    pub fn of_face<W: WideVector>(point: W, half: W, axis: usize, corner: u32) -> Self {
        if W::DIM == 2 {
            return Self::of_edge(point, half, 1 - axis, corner);
        }
        let (k, l) = (if axis == 2 { 0 } else { axis + 1 }, if axis == 0 { 2 } else { axis - 1 });
        let (u, v) = (share(half, point, k), share(half, point, l));
        let (low, high, between) = if u < v { (u, v, l) } else { (v, u, k) };
        let first = corner & 1 << axis;
        let last = first | 1 << k | 1 << l;
        Self {
            numbers: [first, first | 1 << between, last, last],
            weights: [1.0 - high, high - low, low, 0.0],
            count: 3,
        }
    }

    /// The corners of any point of the box: Kuhn's simplex that holds it.
    ///
    /// Its first corner has only negative coordinates. From one corner to the next, one more coordinate becomes
    /// positive: the one with the greatest share of those that are left.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub fn of_box<W: WideVector>(point: W, half: W) -> Self {
        // Without a branch, which would be mispredicted: either share may be greater.
        let ordered = |(i, u): (u32, f64), (j, v): (u32, f64)| {
            let exchange = (i ^ j) * u32::from(u < v);
            ((i ^ exchange, larger(u, v)), (j ^ exchange, smaller(u, v)))
        };
        let of = |k: usize| (1 << k, if k < W::DIM { share(half, point, k) } else { 0.0 });
        let [a, b, c] = [of(0), of(1), of(2)];
        let (a, b) = ordered(a, b);
        let (b, (k, w)) = ordered(b, c);
        let ((i, u), (j, v)) = ordered(a, b);
        Self { numbers: [0, i, i | j, i | j | k], weights: [1.0 - u, u - v, v - w, w], count: W::DIM + 1 }
    }
}

/// The corners of a point on a face of a box across an axis, each with one vertex of the other shape. The box is A
/// (`side` 0) or B.
#[inline(always)]
pub(crate) fn on_face<W: WideVector>(
    point: W,
    half: W,
    axis: usize,
    is_high: bool,
    vertex: u32,
    side: usize,
) -> Witnesses {
    let face = Corners::of_face(point, half, axis, u32::from(is_high) << axis);
    let pair = |corner: u32| if side == 0 { (corner, vertex) } else { (vertex, corner) };
    with_each(face.count, |k| (pair(face.numbers[k]), face.weights[k]))
}

/// The corners of two points on edges of two boxes, each edge along an axis from a corner.
pub(crate) fn on_edges<W: WideVector>(
    points: [W; 2],
    halves: [W; 2],
    axes: [usize; 2],
    corners: [u32; 2],
) -> Witnesses {
    let edge = |side: usize| Corners::of_edge(points[side], halves[side], axes[side], corners[side]);
    edge_pairs(&edge(0), &edge(1))
}

/// The corners of two points on faces across one axis. A's face is on the positive side or on the negative one, and B's on
/// the opposite side.
pub(crate) fn on_faces<W: WideVector>(points: [W; 2], halves: [W; 2], axis: usize, is_high: bool) -> Option<Witnesses> {
    let face =
        |side: usize, is_high: bool| Corners::of_face(points[side], halves[side], axis, u32::from(is_high) << axis);
    vertex_pairs(&[face(0, is_high), face(1, !is_high)])
}

/// Pairs of corners with weights. The weights of the pairs of a corner add up to its weight. `None` if five pairs are
/// too few.
#[inline(always)]
pub(super) fn vertex_pairs([a, b]: &[Corners; 2]) -> Option<Witnesses> {
    match [a.count, b.count] {
        [1, count] => Some(with_each(count, |k| ((a.numbers[0], b.numbers[k]), b.weights[k]))),
        [count, 1] => Some(with_each(count, |k| ((a.numbers[k], b.numbers[0]), a.weights[k]))),
        [2, 2] => Some(edge_pairs(a, b)),
        _ => {
            // Copies: a reference in this rare call would keep all corners in memory, which is slow on a GPU.
            let (a, b) = (*a, *b);
            face_pairs(&a, &b)
        }
    }
}

/// The one corner of a box with each corner of the other box.
#[inline(always)]
fn with_each(count: usize, pair: impl Fn(usize) -> ((u32, u32), f64)) -> Witnesses {
    let mut witnesses = Witnesses { count: count as u32, ..Witnesses::default() };
    for place in 0..4 {
        (witnesses.pairs[place], witnesses.weights[place]) = pair(place);
    }
    witnesses
}

/// Pairs of the ends of two edges: first with first, last with last, and one first with one last.
#[inline(always)]
fn edge_pairs(a: &Corners, b: &Corners) -> Witnesses {
    let ([p, q, ..], [r, s, ..], u, v) = (a.numbers, b.numbers, a.weights[1], b.weights[1]);
    let (low, high, between) = if u < v { (u, v, (p, s)) } else { (v, u, (q, r)) };
    let nothing = (0, 0);
    let pairs = [(p, r), between, (q, s), nothing, nothing];
    Witnesses { count: 3, pairs, weights: [1.0 - high, high - low, low, 0.0, 0.0] }
}

/// Pairs of any corners, by the north-west corner rule.
fn face_pairs(a: &Corners, b: &Corners) -> Option<Witnesses> {
    let mut witnesses = Witnesses::default();
    let (mut i, mut j, mut left) = (0, 0, [a.weights[0], b.weights[0]]);
    while i < a.count && j < b.count {
        let [u, v] = left;
        if u > 0.0 && v > 0.0 {
            witnesses.push((a.numbers[i], b.numbers[j]), smaller(u, v));
        }
        if u <= v {
            i += 1;
            left = [a.weights[i & 3], v - u];
        } else {
            j += 1;
            left = [u - v, b.weights[j & 3]];
        }
    }
    witnesses.are_whole().then_some(witnesses)
}

/// The place of a point along an edge of its box, from 0 to 1. It is 1 if the edge has no length.
#[inline(always)]
fn share<W: WideVector>(half: W, point: W, axis: usize) -> f64 {
    let limit = half.at(axis);
    if limit > 0.0 { smaller(larger(0.5 + 0.5 * point.at(axis) / limit, 0.0), 1.0) } else { 1.0 }
}
