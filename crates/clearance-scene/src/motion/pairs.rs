//! The pairs of boxes and leaves of two bodies, the one with the least bound first.

use crate::facets::FacetSpace;
use crate::search::{box_of, slack};
use crate::tree::{Cell, Content};
use crate::view::{Bodies, Leaf, Leaves, View};
use clearance::{Cuboid, HalfSpace, Placed, Pose, Shape, SupportMap, Vector};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What is asked about two bodies that move. Of all bounds the least counts.
pub(super) trait Question<V: Vector> {
    /// A bound of the answers about all that the two shapes hold. `None` if none of them counts.
    fn bound(&mut self, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Option<f64>;

    /// Asks two leaves.
    fn ask(&mut self, leaves: [u32; 2], a: &dyn SupportMap<V>, b: &dyn SupportMap<V>);

    /// Whether pairs of leaves change nothing, if their answers have this bound and the first of them is `first`.
    fn is_beyond(&self, bound: f64, first: [u32; 2]) -> bool;
}

/// Asks all pairs of leaves that may count. `None` if a pose or a scale is not finite or no rotation.
pub(super) fn search<V: FacetSpace<D>, const D: usize>(
    bodies: Bodies<V, D>,
    question: &mut dyn Question<V>,
) -> Option<()> {
    let slack = slack(bodies)?;
    let sides = [Side::new(bodies[0], slack)?, Side::new(bodies[1], slack)?];
    let mut waiting = BinaryHeap::new();
    let pieces = [sides[0].whole()?, sides[1].whole()?];
    let first = [sides[0].first(pieces[0]), sides[1].first(pieces[1])];
    waiting.push(Pair { bound: f64::NEG_INFINITY, first, pieces });
    while let Some(pair) = waiting.pop() {
        if question.is_beyond(pair.bound, pair.first) {
            continue;
        }
        if let [Piece::Leaf(i), Piece::Leaf(j)] = pair.pieces {
            question.ask([i, j], bodies[0].leaf(i).shape(), bodies[1].leaf(j).shape());
            continue;
        }
        let opened = usize::from(sides[0].size(pair.pieces[0]) < sides[1].size(pair.pieces[1]));
        let other = sides[1 - opened].solid(pair.pieces[1 - opened]);
        for part in sides[opened].parts(pair.pieces[opened]) {
            let mut child = Pair { ..pair };
            child.pieces[opened] = part;
            child.first[opened] = sides[opened].first(part);
            let own = sides[opened].solid(part);
            let solids = if opened == 0 { [&own, &other] } else { [&other, &own] };
            waiting.extend(child.bounded(question, solids));
        }
    }
    Some(())
}

/// A box of the tree, or one leaf.
#[derive(Clone, Copy)]
enum Piece {
    Cell(Cell),
    Leaf(u32),
}

/// A box as a shape of the core, or a leaf.
enum Solid<'a, V: FacetSpace<D>, const D: usize> {
    Box(Placed<Cuboid<V>, V>),
    Leaf(Leaf<'a, V, D>),
}

impl<V: FacetSpace<D>, const D: usize> Solid<'_, V, D> {
    fn shape(&self) -> &dyn SupportMap<V> {
        match self {
            Self::Box(solid) => solid,
            Self::Leaf(leaf) => leaf.shape(),
        }
    }
}

/// A piece of each body, with a bound of what is in them.
struct Pair {
    bound: f64,
    /// The least numbers of leaves. So (i, j) of every pair of leaves is not before it.
    first: [u32; 2],
    pieces: [Piece; 2],
}

impl Pair {
    /// The same with a bound of its own. `None` if it does not count. Two leaves are asked later, and a box that is not
    /// finite has no bound.
    fn bounded<V: FacetSpace<D>, const D: usize>(
        self,
        question: &mut dyn Question<V>,
        [a, b]: [&Option<Solid<V, D>>; 2],
    ) -> Option<Self> {
        let (Some(a), Some(b), false) = (a, b, matches!(self.pieces, [Piece::Leaf(_), Piece::Leaf(_)])) else {
            return Some(self);
        };
        let bound = question.bound(a.shape(), b.shape())?.max(self.bound);
        (!question.is_beyond(bound, self.first)).then_some(Self { bound, ..self })
    }
}

/// The greatest is the one that is opened next: of the least bound, and of equal ones with the first leaves.
impl Ord for Pair {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then_with(|| other.first.cmp(&self.first))
    }
}
impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Pair {}

/// A body and how far its boxes are widened.
struct Side<'a, V: FacetSpace<D>, const D: usize> {
    body: &'a View<'a, V, D>,
    /// By this much a box is greater than that of the tree, on each side.
    ///
    /// A leaf with a pose of its own stands at the product of two poses, and a box at an image of its middle. Each
    /// rounds by less than 32u times the greatest coordinate and the translation. A number of the tree may have gone
    /// below the range. The slack of the search holds that, and poses that are not quite rotations.
    margin: f64,
}

impl<'a, V: FacetSpace<D>, const D: usize> Side<'a, V, D> {
    fn new(body: &'a View<'a, V, D>, slack: f64) -> Option<Self> {
        let ends = box_of(body.tree, body.tree.root()?, body.factors);
        let translation: [f64; D] = body.pose.translation.into();
        let greatest = |most: f64, x: &f64| most.max(x.abs());
        let (reach, far) = (ends.iter().flatten().fold(0.0, greatest), translation.iter().fold(0.0, greatest));
        Some(Self { body, margin: 2.0 * slack + 64.0 * f64::EPSILON * (reach + far) })
    }

    /// The whole body. No box holds a half-space, so it is asked about as it is.
    fn whole(&self) -> Option<Piece> {
        match self.body.leaves {
            Leaves::Single { shape, .. } if HalfSpace::normal_of(shape).is_some() => Some(Piece::Leaf(0)),
            _ => self.body.tree.root().map(Piece::Cell),
        }
    }

    /// The middle of a cell's box and half its size, in the body's frame.
    fn middle_and_half(&self, cell: Cell) -> [[f64; D]; 2] {
        let [low, high] = box_of(self.body.tree, cell, self.body.factors);
        let half = |axis: usize| 0.5 * high[axis] - 0.5 * low[axis];
        [
            std::array::from_fn(|axis| 0.5 * low[axis] + 0.5 * high[axis]),
            std::array::from_fn(|axis| half(axis) + self.margin),
        ]
    }

    /// The piece as a shape that holds its leaves. `None` if it is not finite.
    fn solid(&self, piece: Piece) -> Option<Solid<'a, V, D>> {
        match piece {
            Piece::Leaf(leaf) => Some(Solid::Leaf(self.body.leaf(leaf))),
            Piece::Cell(cell) => {
                let [middle, half] = self.middle_and_half(cell);
                let pose = self.body.pose;
                let pose = Pose { translation: pose.apply(middle.into()), ..pose };
                let cuboid = Cuboid::new(half.into()).ok()?;
                pose.translation.is_finite().then(|| Solid::Box(cuboid.at(pose)))
            }
        }
    }

    /// The longest side of a box. A leaf is not opened.
    fn size(&self, piece: Piece) -> f64 {
        match piece {
            Piece::Leaf(_) => f64::NEG_INFINITY,
            Piece::Cell(cell) => self.middle_and_half(cell)[1].into_iter().fold(0.0, f64::max),
        }
    }

    /// The least number of a leaf.
    fn first(&self, piece: Piece) -> u32 {
        match piece {
            Piece::Leaf(leaf) => leaf,
            Piece::Cell(cell) => self.body.tree.node(cell.node).first[usize::from(cell.slot)],
        }
    }

    /// What a box holds.
    fn parts(&self, piece: Piece) -> Vec<Piece> {
        let Piece::Cell(cell) = piece else { return Vec::new() };
        let tree = self.body.tree;
        match tree.content(cell) {
            Content::Node(node) => (0..tree.node(node).used).map(|slot| Piece::Cell(Cell { node, slot })).collect(),
            Content::Group(group) => group.pieces.iter().map(|&leaf| Piece::Leaf(leaf)).collect(),
        }
    }
}
