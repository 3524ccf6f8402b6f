//! Where two boxes lie nearest: a corner on a face, two edges that cross, or features that lie flat on each other; and
//! points by the corners of the box that they lie between.

use super::boxes::{Boxes, TURNS};
use crate::proximity::Witnesses;
use crate::real::{larger, smaller};
use crate::vector::{Space, WideVector};

/// The vector between two boxes along the best axis.
pub(super) struct Gap<W> {
    /// What carries B's nearest point onto A's.
    pub depth: W,
    /// The unit vectors from each box to the other, in its own frame.
    pub along: [W; 2],
}

/// Points of A and of B, each in its box's frame, that the depth carries onto each other, if they lie along it.
pub(super) struct Touch<W> {
    pub points: [W; 2],
    /// The corners that each lies between.
    pub corners: [Corners; 2],
    /// Pairs of these.
    pub witnesses: Option<Witnesses>,
}

impl<W> Touch<W> {
    /// To be inlined where the numbers of corners are known.
    #[inline(always)]
    fn new(points: [W; 2], corners: [Corners; 2]) -> Self {
        Self { points, witnesses: coupled(&corners), corners }
    }
}

/// Up to four corners of a box and their weights. Bit k of a corner's number is set where its coordinate k is positive.
#[derive(Clone, Copy)]
pub(super) struct Corners {
    numbers: [u32; 4],
    weights: [f64; 4],
    count: usize,
}

impl<W: WideVector> Boxes<W> {
    /// Whether more than a corner of a box lies nearest, to rounding.
    #[inline(always)]
    pub(super) fn is_parallel(&self, gap: &Gap<W>, side: usize, noise: f64) -> bool {
        let (along, half) = (gap.along[side].padded(), self.halves[side].padded());
        (0..W::DIM).fold(false, |any, k| any | (along[k].abs() * half[k] <= noise))
    }

    /// The nearest corner of one box, and its foot on a face of the other.
    #[inline(always)]
    pub(super) fn corner_on_face(&self, gap: &Gap<W>, owner: usize, axis: usize) -> Touch<W> {
        let corners = [0, 1].map(|side| corner(self.halves[side], gap.along[side]));
        let feet = [self.point_of_b(corners[1].0) + gap.depth, self.in_b(corners[0].0 - gap.depth)];
        let (half, (own, bits), (other, number)) = (self.halves[owner], corners[owner], corners[1 - owner]);
        let foot = clamped(feet[owner], half).with_coordinate(axis, *own.coordinate(axis));
        let (face, corner) = (Corners::of_face(foot, half, axis, bits), Corners::one(number));
        if owner == 0 { Touch::new([foot, other], [face, corner]) } else { Touch::new([other, foot], [corner, face]) }
    }

    /// The points where an edge of each lies nearest after the depth has brought them together: two lines.
    #[inline(always)]
    pub(super) fn crossing(&self, gap: &Gap<W>, [i, j]: [usize; 2]) -> Touch<W> {
        let [(a, bits_a), (b, bits_b)] = [0, 1].map(|side| corner(self.halves[side], gap.along[side]));
        let (start_a, start_b) = (a.with_coordinate(i, 0.0), b.with_coordinate(j, 0.0));
        let (along_a, along_b) = (W::axis(i), W::column(&self.turn, j));
        let apart = self.point_of_b(start_b) + gap.depth - start_a;
        // Across B's edge; then along it from where that led, so that what the first step lacks in a flat crossing
        // stays on the edge.
        let across = along_a.wedge(&along_b);
        let crossing = W::dot_areas(&apart.wedge(&along_b), &across) / W::dot_areas(&across, &across);
        let on_a = within(crossing, *self.halves[0].coordinate(i));
        let on_b = within((along_a * on_a - apart).dot(&along_b), *self.halves[1].coordinate(j));
        let points = [start_a.with_coordinate(i, on_a), start_b.with_coordinate(j, on_b)];
        let corners = [
            Corners::of_edge(points[0], self.halves[0], i, bits_a),
            Corners::of_edge(points[1], self.halves[1], j, bits_b),
        ];
        Touch::new(points, corners)
    }

    /// A point of B's feature that the depth carries onto A's: moved and clamped to one, moved back and clamped to the
    /// other, until the two fit.
    #[cold]
    pub(super) fn parallel(&self, gap: &Gap<W>, noise: f64) -> Touch<W> {
        let [on_a, on_b] = [0, 1].map(|side| Feature::farthest(self.halves[side], gap.along[side], noise));
        let mut b = on_b.nearest(self.in_b(on_a.nearest(<W as Space>::zero()) - gap.depth));
        let mut a = on_a.nearest(self.point_of_b(b) + gap.depth);
        for _ in 0..8 {
            if is_short(a - self.point_of_b(b) - gap.depth, noise) {
                break;
            }
            b = on_b.nearest(self.in_b(a - gap.depth));
            a = on_a.nearest(self.point_of_b(b) + gap.depth);
        }
        Touch::new([a, b], [Corners::around(a, self.halves[0]), Corners::around(b, self.halves[1])])
    }
}

impl Corners {
    #[inline(always)]
    fn one(number: u32) -> Self {
        Self { numbers: [number; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1 }
    }

    /// Of a point on the edge along an axis, of which the number of one end is given.
    #[inline(always)]
    fn of_edge<W: WideVector>(point: W, half: W, axis: usize, end: u32) -> Self {
        let (share, first, last) = (share(half, point, axis), end & !(1 << axis), end | 1 << axis);
        Self { numbers: [first, last, last, last], weights: [1.0 - share, share, 0.0, 0.0], count: 2 }
    }

    /// Of a point on the face across an axis, of which the number of one corner is given. Its diagonal cuts the face in two
    /// triangles; in the plane it is an edge.
    #[inline(always)]
    fn of_face<W: WideVector>(point: W, half: W, axis: usize, corner: u32) -> Self {
        if W::DIM == 2 {
            return Self::of_edge(point, half, 1 - axis, corner);
        }
        let (_, k, l) = TURNS[axis % 3];
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

    /// Of any point: by the simplex of Kuhn's that holds it. From the corner whose coordinates are all negative one after
    /// the other turns positive, by falling share.
    pub fn around<W: WideVector>(point: W, half: W) -> Self {
        // Without a branch: which share is greater is as good as random.
        let ordered = |(i, u): (u32, f64), (j, v): (u32, f64)| {
            let exchange = (i ^ j) * u32::from(u < v);
            ((i ^ exchange, larger(u, v)), (j ^ exchange, smaller(u, v)))
        };
        let [a, b, c] = [0, 1, 2].map(|k| (1 << k, if k < W::DIM { share(half, point, k) } else { 0.0 }));
        let (a, b) = ordered(a, b);
        let (b, (k, w)) = ordered(b, c);
        let ((i, u), (j, v)) = ordered(a, b);
        Self { numbers: [0, i, i | j, i | j | k], weights: [1.0 - u, u - v, v - w, w], count: W::DIM + 1 }
    }
}

/// Pairs of corners whose weights add up to those of each box's; `None` when five are too few.
#[inline(always)]
pub(super) fn coupled([a, b]: &[Corners; 2]) -> Option<Witnesses> {
    match [a.count, b.count] {
        [1, count] => Some(with_each(count, |k| ((a.numbers[0], b.numbers[k]), b.weights[k]))),
        [count, 1] => Some(with_each(count, |k| ((a.numbers[k], b.numbers[0]), a.weights[k]))),
        [2, 2] => Some(coupled_edges(a, b)),
        _ => coupled_faces(a, b),
    }
}

/// One corner with each of the other box's.
#[inline(always)]
fn with_each(count: usize, pair: impl Fn(usize) -> ((u32, u32), f64)) -> Witnesses {
    let mut witnesses = Witnesses { count: count as u32, ..Witnesses::default() };
    for place in 0..4 {
        (witnesses.pairs[place], witnesses.weights[place]) = pair(place);
    }
    witnesses
}

/// The first ends, the last ends, and one first with the other last for what is left.
#[inline(always)]
fn coupled_edges(a: &Corners, b: &Corners) -> Witnesses {
    let ([p, q, ..], [r, s, ..], u, v) = (a.numbers, b.numbers, a.weights[1], b.weights[1]);
    let (low, high, between) = if u < v { (u, v, (p, s)) } else { (v, u, (q, r)) };
    let nothing = (0, 0);
    let pairs = [(p, r), between, (q, s), nothing, nothing];
    Witnesses { count: 3, pairs, weights: [1.0 - high, high - low, low, 0.0, 0.0] }
}

/// The north-west corner rule.
fn coupled_faces(a: &Corners, b: &Corners) -> Option<Witnesses> {
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

/// The corner of a box farthest along a direction, and its number: bit k is set where coordinate k is positive.
#[inline(always)]
fn corner<W: WideVector>(half: W, along: W) -> (W, u32) {
    (0..W::DIM).fold((half, 0), |(corner, bits), k| {
        let negative = *along.coordinate(k) < 0.0;
        let limit = *half.coordinate(k);
        (corner.with_coordinate(k, if negative { -limit } else { limit }), bits | u32::from(!negative) << k)
    })
}

/// How far along an edge of its box a point lies, 0 to 1; on a box without that extent 1.
#[inline(always)]
fn share<W: WideVector>(half: W, point: W, axis: usize) -> f64 {
    let limit = *half.coordinate(axis);
    if limit > 0.0 { smaller(larger(0.5 + 0.5 * point.coordinate(axis) / limit, 0.0), 1.0) } else { 1.0 }
}

/// A face, edge or corner of a box: its coordinates in the box's frame, free ones between −h and h.
struct Feature<W> {
    corner: W,
    half: W,
    free: [bool; 3],
}

impl<W: WideVector> Feature<W> {
    /// The feature of a box farthest along a unit direction: coordinates that change it by no more than noise are free.
    fn farthest(half: W, direction: W, noise: f64) -> Self {
        let (along, limits) = (direction.padded(), half.padded());
        let free = [0, 1, 2].map(|k| along[k].abs() * limits[k] <= noise);
        Self { corner: corner(half, direction).0, half, free }
    }

    /// The nearest point of the feature, in the box's frame.
    fn nearest(&self, point: W) -> W {
        let inside = clamped(point, self.half);
        (0..W::DIM).fold(self.corner, |c, k| if self.free[k] { c.with_coordinate(k, *inside.coordinate(k)) } else { c })
    }
}

/// The nearest point of a box in its own frame.
#[inline(always)]
pub(super) fn clamped<W: WideVector>(point: W, half: W) -> W {
    (0..W::DIM).fold(point, |p, k| p.with_coordinate(k, within(*point.coordinate(k), *half.coordinate(k))))
}

/// The nearest number of −limit..limit.
#[inline(always)]
fn within(x: f64, limit: f64) -> f64 {
    smaller(larger(x, -limit), limit)
}

#[inline(always)]
pub(super) fn is_short<W: WideVector>(vector: W, length: f64) -> bool {
    vector.dot(&vector) <= length * length
}
