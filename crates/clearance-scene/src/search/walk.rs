//! Two trees against each other. A pair of boxes is opened, or it is left out with a proof that it does not matter.
//!
//! The proof is a lower bound of the distance of all that is in the two boxes, and it exceeds the visitor's limit.

use super::bounds::{Direction, bounds_of, box_of};
use super::frame::{Frame, dot};
use crate::tree::{Cell, Content, Group, Tree};
use clearance::each::Each;

/// What looks at the groups of pieces that the walk cannot leave out.
pub(super) trait Visitor<const D: usize> {
    /// Pairs of boxes that are farther apart than this do not matter. A length of the frame; it may fall.
    fn limit(&self) -> f64;
    /// The direction of bound 3.
    fn direction(&self) -> &Direction<D>;
    /// A pair of groups that may matter. The answer is a lower bound of the distances of their pieces, but for the
    /// slack; minus infinity if none is known.
    fn groups(&mut self, a: Group, b: Group) -> f64;
    /// Whether a pair of boxes does not matter. The bound is a lower bound of its distance.
    fn leaves_out(&mut self, cells: [Cell; 2], bound: f64) -> bool {
        let _ = cells;
        bound > self.limit()
    }
    /// Whether the walk may end now.
    fn is_done(&self) -> bool {
        false
    }
}

/// A pair of boxes that waits, with a lower bound of its distance.
#[derive(Clone, Copy)]
struct Waiting {
    cells: [Cell; 2],
    bound: f64,
}

/// Walks down both trees, nearest pairs first.
pub(super) fn walk<const D: usize>(trees: [&Tree<D>; 2], frame: &Frame<D>, visitor: &mut impl Visitor<D>) {
    let [Some(a), Some(b)] = trees.each(Tree::root) else { return };
    let mut waiting = vec![Waiting { cells: [a, b], bound: 0.0 }];
    while let Some(Waiting { cells, bound }) = waiting.pop() {
        if visitor.is_done() {
            return;
        }
        if visitor.leaves_out(cells, bound) {
            continue;
        }
        let [a, b] = cells;
        if let [Content::Group(of_a), Content::Group(of_b)] = [trees[0].content(a), trees[1].content(b)] {
            visitor.groups(of_a, of_b);
            continue;
        }
        let first = waiting.len();
        open(trees, frame, visitor.direction(), visitor.limit(), cells, |cells, nearer| {
            waiting.push(Waiting { cells, bound: nearer.max(bound) });
        });
        // The nearest last.
        waiting[first..].sort_unstable_by(|left, right| right.bound.total_cmp(&left.bound));
    }
}

/// Opens the larger box of a pair that is not two groups. The pairs of its children that are not beyond the limit go to
/// `push`, with the lower bounds of their distances.
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
    for slot in 0..trees[side].node(node).used {
        let bound = f64::from(bounds.0[usize::from(slot)]) - frame.coarse.slack;
        if !(bound > limit) {
            let child = Cell { node, slot };
            push(if side == 0 { [child, b] } else { [a, child] }, bound);
        }
    }
}

/// Whose box of a pair is opened: the larger one, if it is no group. One of them is no group.
pub(super) fn opened_side<const D: usize>(trees: [&Tree<D>; 2], frame: &Frame<D>, cells: [Cell; 2]) -> usize {
    let is_group = |side: usize| matches!(trees[side].content(cells[side]), Content::Group(_));
    let extent = |side: usize| {
        let [_, half] = box_of(trees[side], cells[side], frame.tree_scales[side]);
        dot(half, half)
    };
    usize::from(is_group(0) || (!is_group(1) && extent(0) < extent(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for round in 0..60 {
            // Every third pair has its vertices far from the origins of the bodies.
            let far = if round % 3 == 0 { vec3(7e4, -2e5, 3e6) } else { vec3(0.0, 0.0, 0.0) };
            let meshes = [0, 1].map(|_| mesh(&mut random).transformed(|vertex| vertex + far).unwrap());
            let poses = [0, 1].map(|side| {
                let turn = Quaternion::from_axis_angle(vec3(random(), random(), 1.5), 3.0 * random());
                let place = vec3(4.0 * f64::from(side), random(), random());
                let turned = Pose::new(turn, place).unwrap();
                Pose { translation: place - turned.apply_vector(far), ..turned }
            });
            let bodies: [Body; 2] = [meshes[0].at(poses[0]), meshes[1].at(poses[1])];
            let views = bodies.each_ref().map(Body::view);
            let frame = Frame::new(views.each_ref()).unwrap();
            let trees = views.map(|view| view.tree);
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
