//! Two trees against each other. A pair of boxes is opened, or it is left out with a proof that it does not matter.
//!
//! The proof is a lower bound of the distance of all that is in the two boxes, and it exceeds the visitor's limit.
//! There are three bounds, and the greatest counts:
//!
//! 1. the gap of the boxes along the axes of A's frame,
//! 2. the same along the axes of B's frame,
//! 3. the gap along one direction n for all boxes: the normal of the best pair so far.
//!
//! For any unit vector n the third is a bound, since a plane between the bodies keeps them apart. It is what makes the
//! search fast: near the answer nearly all pairs are cut off by one plane.

use super::frame::{Frame, Point, dot};
use crate::facets::lanes::{LANES, Lanes, Points, each};
use crate::tree::{Cell, Content, Group, Node, Tree};

/// What looks at the groups of pieces that the walk cannot leave out.
pub(super) trait Visitor<const D: usize> {
    /// Pairs of boxes that are farther apart than this do not matter. A length of the frame; it may fall.
    fn limit(&self) -> f64;
    /// The direction of bound 3.
    fn direction(&self) -> &Direction<D>;
    /// A pair of groups that may matter. The answer is a lower bound of the distances of their pieces, but for the
    /// slack; minus infinity if none is known.
    fn groups(&mut self, a: Group, b: Group) -> f64;
    /// Whether the walk may end now.
    fn is_done(&self) -> bool {
        false
    }
}

/// A direction from A to B, of length 1 at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction<const D: usize> {
    /// In A's axes.
    pub in_a: Point<D>,
    /// In B's axes.
    pub in_b: Point<D>,
    /// The product with the shift.
    pub offset: f64,
}

impl<const D: usize> Direction<D> {
    /// No direction: its bound is 0 for every pair.
    pub const NONE: Self = Self { in_a: [0.0; D], in_b: [0.0; D], offset: 0.0 };

    /// The direction of a vector of the frame. `None` if it has no direction.
    pub fn of(frame: &Frame<D>, vector: Point<D>) -> Option<Self> {
        let greatest = vector.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let unit = vector.map(|x| x / greatest);
        let length = dot(unit, unit).sqrt();
        let in_a = unit.map(|x| x / length);
        in_a.iter().all(|x| x.is_finite()).then(|| Self {
            in_a,
            in_b: frame.direction_in_b(in_a),
            offset: dot(in_a, frame.shift),
        })
    }
}

/// A pair of boxes that waits, with a lower bound of its distance.
#[derive(Clone, Copy)]
struct Pair {
    cells: [Cell; 2],
    bound: f64,
}

/// Walks down both trees, nearest pairs first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn walk<const D: usize>(trees: [&Tree<D>; 2], frame: &Frame<D>, visitor: &mut impl Visitor<D>) {
    let [Some(a), Some(b)] = trees.map(Tree::root) else { return };
    let mut waiting = vec![Pair { cells: [a, b], bound: 0.0 }];
    while let Some(Pair { cells, bound }) = waiting.pop() {
        if bound > visitor.limit() {
            continue;
        }
        if visitor.is_done() {
            return;
        }
        let [a, b] = cells;
        if let [Content::Group(of_a), Content::Group(of_b)] = [trees[0].content(a), trees[1].content(b)] {
            visitor.groups(of_a, of_b);
            continue;
        }
        let first = waiting.len();
        open(trees, frame, visitor.direction(), visitor.limit(), cells, |cells, nearer| {
            waiting.push(Pair { cells, bound: nearer.max(bound) });
        });
        // The nearest last.
        waiting[first..].sort_unstable_by(|left, right| right.bound.total_cmp(&left.bound));
    }
}

/// Opens the larger box of a pair that is not two groups. The pairs of its children that are not beyond the limit go to
/// `push`, with the lower bounds of their distances.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn open<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    limit: f64,
    [a, b]: [Cell; 2],
    mut push: impl FnMut([Cell; 2], f64),
) {
    if let [Content::Group(_), Content::Group(_)] = [trees[0].content(a), trees[1].content(b)] {
        return;
    }
    let side = opened_side(trees, frame, [a, b]);
    let (node, bounds) = bounds_of(trees, frame, direction, side, [a, b]);
    each_within(bounds, trees[side].node(node).used, [limit, frame.coarse.slack], |slot, bound| {
        let child = Cell { node, slot };
        push(if side == 0 { [child, b] } else { [a, child] }, bound);
    });
}

/// Whose box of a pair is opened: the larger one, if it is no group. One of them is no group.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn opened_side<const D: usize>(trees: [&Tree<D>; 2], frame: &Frame<D>, cells: [Cell; 2]) -> usize {
    let is_group = |side: usize| matches!(trees[side].content(cells[side]), Content::Group(_));
    let extent = |side: usize| {
        let [_, half] = box_of(trees[side], cells[side], frame.tree_scales[side]);
        dot(half, half)
    };
    usize::from(is_group(0) || (!is_group(1) && extent(0) < extent(1)))
}

/// The node in a cell of one side, and lower bounds of the distances from its children to the other cell, but for the
/// coarse slack.
#[cfg_attr(feature = "simd", inline(always))]
#[cfg_attr(not(feature = "simd"), inline(never))]
pub(super) fn bounds_of<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    side: usize,
    [a, b]: [Cell; 2],
) -> (u32, Lanes<f32>) {
    match trees[side].content([a, b][side]) {
        Content::Node(node) if side == 0 => (node, bounds_of_a(trees, frame, direction, node, b)),
        Content::Node(node) => (node, bounds_of_b(trees, frame, direction, node, a)),
        Content::Group(_) => unreachable!("a group has no children"),
    }
}

/// Lower bounds of the distances from the children of A's node to a box of B, but for the coarse slack.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bounds_of_a<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    node: u32,
    b: Cell,
) -> Lanes<f32> {
    let (children, [scale_a, scale_b]) = (trees[0].node(node), frame.tree_scales);
    let [middle, half] = box_of(trees[1], b, scale_b);
    let in_a = [frame.place(middle), turned_half(half, |row, column| frame.matrix[row][column])];
    let back = frame.direction_in_b(frame.shift.map(|x| -x));
    let axis_of_b = |axis: usize| each(|row| frame.coarse.matrix[row][axis]);
    let own = Children::new(children, scale_a as f32);
    let by_boxes = own.apart_from(in_a).max(own.apart_from_turned([middle, half], axis_of_b, back));
    let near_b = direction.offset - farthest(trees[1], b, direction.in_b.map(|x| -x)) * scale_b;
    by_boxes.max(Lanes::all(near_b as f32) - own.reach(direction.in_a))
}

/// Lower bounds of the distances from the children of B's node to a box of A, but for the coarse slack.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bounds_of_b<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    node: u32,
    a: Cell,
) -> Lanes<f32> {
    let (children, [scale_a, scale_b]) = (trees[1].node(node), frame.tree_scales);
    let [middle, half] = box_of(trees[0], a, scale_a);
    let from_shift = each(|row| middle[row] - frame.shift[row]);
    let in_b = [frame.direction_in_b(from_shift), turned_half(half, |row, column| frame.matrix[column][row])];
    let own = Children::new(children, scale_b as f32);
    let axis_of_a = |axis: usize| frame.coarse.matrix[axis];
    let by_boxes = own.apart_from(in_b).max(own.apart_from_turned([middle, half], axis_of_a, frame.shift));
    let far_a = farthest(trees[0], a, direction.in_a) * scale_a;
    let near_b = Lanes::all(direction.offset as f32) - own.reach(direction.in_b.map(|x| -x));
    by_boxes.max(near_b - Lanes::all(far_a as f32))
}

/// The slots whose bounds are not beyond the limit.
#[cfg_attr(not(debug_assertions), inline(always))]
fn each_within(bounds: Lanes<f32>, used: u8, [limit, slack]: [f64; 2], mut push: impl FnMut(u8, f64)) {
    for slot in 0..used {
        let bound = f64::from(bounds.0[usize::from(slot)]) - slack;
        if !(bound > limit) {
            push(slot, bound);
        }
    }
}

/// The middle and half the size of a cell's box, in its body's axes and the frame's lengths.
#[cfg_attr(not(debug_assertions), inline(always))]
fn box_of<const D: usize>(tree: &Tree<D>, cell: Cell, scale: f64) -> [Point<D>; 2] {
    tree.node(cell.node).middle_and_half(cell.slot).map(|point| point.map(|x| x * scale))
}

/// Half the size of the box along other axes around a turned box. `matrix(row, column)` maps to the other axes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turned_half<const D: usize>(half: Point<D>, matrix: impl Fn(usize, usize) -> f64) -> Point<D> {
    each(|row| (0..D).map(|column| matrix(row, column).abs() * half[column]).sum())
}

/// The boxes of a node's children in the frame's lengths.
struct Children<'a, const D: usize> {
    node: &'a Node<D>,
    scale: Lanes<f32>,
    low: Points<f32, D>,
    high: Points<f32, D>,
}

impl<'a, const D: usize> Children<'a, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(node: &'a Node<D>, scale: f32) -> Self {
        let scale = Lanes::all(scale);
        let scaled = |rows: &[[f32; LANES]; D]| {
            Points(each(
                #[cfg_attr(not(debug_assertions), inline(always))]
                |axis| Lanes(rows[axis]) * scale,
            ))
        };
        Self { node, scale, low: scaled(&node.low), high: scaled(&node.high) }
    }

    /// The distances from a box along the same axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apart_from(&self, [middle, half]: [Point<D>; 2]) -> Lanes<f32> {
        let low: [f32; D] = each(|axis| (middle[axis] - half[axis]) as f32);
        let high: [f32; D] = each(|axis| (middle[axis] + half[axis]) as f32);
        let gaps = (self.low - Points::all(high)).max(Points::all(low) - self.high).max(Points::ZERO);
        gaps.dot(gaps).root()
    }

    /// The distances from a single box to the boxes around the children, along the axes of the single box. `row(i)` is
    /// the image of axis i of the single box's frame in the children's, and `shift` is the origin of the children's
    /// frame in the single box's.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apart_from_turned(
        &self,
        [middle, half]: [Point<D>; 2],
        row: impl Fn(usize) -> [f32; D],
        shift: Point<D>,
    ) -> Lanes<f32> {
        let halves = Lanes::all(0.5);
        let (middles, radii) = ((self.low + self.high).times(halves), (self.high - self.low).times(halves));
        let mut squares = Lanes::all(0.0);
        for axis in 0..D {
            let image = row(axis);
            let center = Lanes::all((shift[axis] - middle[axis]) as f32) + middles.dot(Points::all(image));
            let radius = Lanes::all(half[axis] as f32) + radii.dot(Points::all(image.map(f32::abs)));
            let gap = (center.abs() - radius).max(Lanes::all(0.0));
            squares = squares + gap * gap;
        }
        squares.root()
    }

    /// Upper bounds of how far the children reach along a direction of their axes.
    ///
    /// The box alone is one bound. With the slab's normal m and any number λ, the box along n − λm plus the slab along
    /// λm is another. λ = n·m is the best for a flat patch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&self, n: Point<D>) -> Lanes<f32> {
        let n: Points<f32, D> = Points::all(each(|axis| n[axis] as f32));
        let normal = Points::<f32, D>(each(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |axis| Lanes(self.node.normal[axis]),
        ));
        let share = normal.dot(n);
        let rest = n - normal.times(share);
        let (mut by_box, mut by_slab) = (Lanes::all(0.0), Lanes::all(0.0));
        for axis in 0..D {
            let (low, high) = (self.low.0[axis], self.high.0[axis]);
            by_box = by_box + (low * n.0[axis]).max(high * n.0[axis]);
            by_slab = by_slab + (low * rest.0[axis]).max(high * rest.0[axis]);
        }
        let [below, above] = [0, 1].map(|side| Lanes(self.node.slab[side]) * self.scale);
        by_box.min(by_slab + (below * share).max(above * share))
    }
}

/// [`Children::reach`] for one cell, in the tree's lengths.
#[cfg_attr(not(debug_assertions), inline(always))]
fn farthest<const D: usize>(tree: &Tree<D>, cell: Cell, n: Point<D>) -> f64 {
    let (node, slot) = (tree.node(cell.node), usize::from(cell.slot));
    let normal: Point<D> = each(|axis| f64::from(node.normal[axis][slot]));
    let share = dot(normal, n);
    let (mut by_box, mut by_slab) = (0.0, 0.0);
    for axis in 0..D {
        let (low, high) = (f64::from(node.low[axis][slot]), f64::from(node.high[axis][slot]));
        by_box += (low * n[axis]).max(high * n[axis]);
        let rest = n[axis] - share * normal[axis];
        by_slab += (low * rest).max(high * rest);
    }
    let (below, above) = (f64::from(node.slab[0][slot]), f64::from(node.slab[1][slot]));
    f64::min(by_box, by_slab + (below * share).max(above * share))
}

const _: () = assert!(LANES == crate::tree::WIDTH);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composite::Composite;
    use crate::mesh::{Body, Mesh};
    use clearance::{Pose, Quaternion, vec3};

    fn mesh(random: &mut impl FnMut() -> f64) -> Mesh {
        let vertices: Vec<[f64; 3]> = (0..60).map(|_| [random(), random(), random()]).collect();
        let near = |place: u32| (place * 7 + 3) % 60;
        let triangles: Vec<[u32; 3]> = (0..60).map(|place| [place, near(place), near(near(place))]).collect();
        Mesh::new(&vertices, &triangles).unwrap()
    }

    /// Law: the bound of a pair of boxes is no more than the distance of any two of their pieces, in any direction.
    #[test]
    fn the_bound_of_two_boxes_is_below_the_distance_of_what_is_in_them() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let mut positive = 0;
        for _ in 0..40 {
            let meshes = [mesh(&mut random), mesh(&mut random)];
            let poses = [0, 1].map(|side| {
                let turn = Quaternion::from_axis_angle(vec3(random(), random(), 1.5), 3.0 * random());
                Pose::new(turn, vec3(4.0 * f64::from(side), random(), random())).unwrap()
            });
            let bodies: [Body; 2] = [meshes[0].at(poses[0]), meshes[1].at(poses[1])];
            let frame = Frame::new(&bodies[0], &bodies[1]).unwrap();
            let trees = bodies.each_ref().map(|body| body.tree());
            let direction = Direction::of(&frame, [random(), random(), random()]).unwrap();
            let mut waiting = vec![([trees[0].root().unwrap(), trees[1].root().unwrap()], 0.0)];
            while let Some((cells, bound)) = waiting.pop() {
                let pieces = [0, 1].map(|side| pieces_below(trees[side], cells[side]));
                let own = |side: usize| {
                    let body = &bodies[side];
                    let all = pieces[side].iter().flat_map(|&piece| body.mesh.corners(piece));
                    all.map(|corner| if side == 0 { frame.of_a(corner.into()) } else { frame.of_b(corner.into()) })
                        .collect::<Vec<_>>()
                };
                let [of_a, of_b] = [own(0), own(1)];
                let apart = of_a.iter().flat_map(|p| of_b.iter().map(move |q| [0, 1, 2].map(|k| q[k] - p[k])));
                let least = apart.map(|d| dot(d, d).sqrt()).fold(f64::INFINITY, f64::min);
                assert!(bound <= least + frame.slack, "{bound} {least}");
                positive += u32::from(bound > 0.0);
                open(trees, &frame, &direction, f64::INFINITY, cells, |cells, bound| waiting.push((cells, bound)));
            }
        }
        assert!(positive > 1000, "{positive}");
    }

    fn pieces_below(tree: &Tree<3>, cell: Cell) -> Vec<u32> {
        match tree.content(cell) {
            Content::Group(group) => group.pieces.to_vec(),
            Content::Node(node) => {
                let slots = 0..tree.node(node).used;
                slots.flat_map(|slot| pieces_below(tree, Cell { node, slot })).collect()
            }
        }
    }
}
