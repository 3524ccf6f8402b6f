//! What a search leaves out, kept for the next one.
//!
//! A walk down both trees ends with a *front*: boxes that are left out with a lower bound of their distance, and pairs
//! of groups whose leaves were looked at. Together they are all pairs of leaves. If no point of B has moved by more
//! than m since, in A's frame, then no distance has fallen by more than m. So a bound that exceeds the new limit by more
//! than m leaves its boxes out again, unseen. The others are looked at as if the walk had just come to them.
//!
//! Bounds are kept with the way that B had gone by then added to them. So nothing is rewritten as B goes on.

use super::bounds::bounds_of;
use super::frame::{Frame, Point, dot};
use super::walk::{Visitor, opened_side};
use crate::facets::lanes::each;
use crate::tree::{Cell, Content, Tree, scaled};
use clearance::each::Each;

/// How far B may go in one step, in sizes of the scene. Beyond it a walk from the top is quicker.
const LEAP: f64 = 0.125;

/// The front of the last search of two bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    place: Option<Place>,
    /// How far B has gone, in lengths of the frame: a sum of upper bounds.
    way: f64,
    openings: Vec<Opening>,
    /// For each opening: the least bound of its children that are left out, plus the way at that time.
    opening_bounds: Vec<f64>,
    groups: Vec<[Cell; 2]>,
    /// For each pair of groups: a lower bound of the distances of all its leaves, plus the way at that time.
    group_bounds: Vec<f64>,
    waiting: Vec<Waiting>,
    /// The length of the front when it was walked from the top.
    fresh: usize,
}

/// Where two bodies stand: the numbers that the bounds depend on. Axes beyond the dimension are zeros.
#[derive(Clone, Copy, Debug)]
struct Place {
    trees: [u64; 2],
    factors: [[f64; 3]; 2],
    matrix: [[f64; 3]; 3],
    shift: [f64; 3],
    exponent: i32,
}

/// A pair of boxes one of which was opened.
#[derive(Clone, Copy, Debug)]
struct Opening {
    cells: [Cell; 2],
    /// Whose box it was.
    side: u8,
    /// The children that are left out, one bit each.
    left_out: u8,
}

/// A pair of boxes that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    cells: [Cell; 2],
    bound: f64,
    /// The opening that it comes from, and its slot there.
    from: usize,
    slot: u8,
}

/// A step of the walk.
enum Task {
    /// The leaves of a pair of groups, which is kept at this place. A lower bound is known.
    Look { place: usize, bound: f64 },
    /// The children of a box that are wanted, one bit each. The opening is kept at this place.
    Open { place: usize, wanted: u8 },
}

impl Place {
    fn new<const D: usize>(trees: [&Tree<D>; 2], factors: [[f64; D]; 2], frame: &Frame<D>) -> Self {
        let mut matrix = [[0.0; 3]; 3];
        for row in 0..D {
            matrix[row] = padded(frame.matrix[row]);
        }
        let (trees, factors) = (trees.each(Tree::id), factors.each(padded));
        Self { trees, factors, matrix, shift: padded(frame.shift), exponent: frame.exponent() }
    }

    /// The same with the bodies exchanged, but for rounding and the poses' defects.
    fn exchanged(&self) -> Self {
        let Self { trees: [a, b], factors: [of_a, of_b], matrix, shift, exponent } = *self;
        let column = |axis: usize| each::<f64, 3>(|row| matrix[row][axis]);
        Self {
            trees: [b, a],
            factors: [of_b, of_a],
            matrix: each(column),
            shift: each(|axis| -dot(column(axis), shift)),
            exponent,
        }
    }

    fn is_of_the_same_bodies(&self, other: &Self) -> bool {
        self.trees == other.trees && self.factors == other.factors
    }
}

impl Kept {
    /// Forgets the front.
    pub fn clear(&mut self) {
        self.place = None;
        self.way = 0.0;
        self.waiting.clear();
        self.openings.clear();
        self.opening_bounds.clear();
        self.groups.clear();
        self.group_bounds.clear();
    }

    /// Walks down both trees from the front of the last search, if it was about the same bodies, and otherwise from the
    /// top. Keeps the new front.
    pub fn walk<const D: usize>(
        &mut self,
        trees: [&Tree<D>; 2],
        factors: [[f64; D]; 2],
        frame: &Frame<D>,
        visitor: &mut impl Visitor<D>,
    ) {
        let place = Place::new(trees, factors, frame);
        let follows = self.follow(place, trees[1], frame);
        self.place = Some(place);
        if !follows {
            self.begin(trees);
        }
        let is_whole = self.work_off(trees, frame, visitor);
        if !follows {
            self.fresh = self.openings.len() + self.groups.len();
        }
        if !is_whole || self.openings.len() + self.groups.len() > 2 * self.fresh + 64 {
            self.clear();
        }
    }

    /// Whether the front is of these bodies, which have not leapt. Adds the way that B has gone.
    fn follow<const D: usize>(&mut self, place: Place, tree_b: &Tree<D>, frame: &Frame<D>) -> bool {
        let Some(last) = self.place else { return false };
        let ways = [last, last.exchanged()].each(|last| {
            if last.is_of_the_same_bodies(&place) { way::<D>(&last, &place, tree_b, frame) } else { f64::INFINITY }
        });
        let way = ways[0].min(ways[1]);
        if !(way < LEAP * frame.size) {
            self.clear();
            return false;
        }
        if ways[1] < ways[0] {
            self.exchange();
        }
        let power = last.exponent - place.exponent;
        if power != 0 {
            let rescale =
                |bounds: &mut Vec<f64>| bounds.iter_mut().for_each(|bound| [*bound] = scaled([*bound], power));
            rescale(&mut self.opening_bounds);
            rescale(&mut self.group_bounds);
            [self.way] = scaled([self.way], power);
        }
        self.way += way;
        true
    }

    /// All pairs of leaves wait.
    fn begin<const D: usize>(&mut self, trees: [&Tree<D>; 2]) {
        let [Some(a), Some(b)] = trees.each(Tree::root) else { return };
        let cells = [a, b];
        // An opening of nothing: the first pair is its child.
        self.openings.push(Opening { cells, side: 0, left_out: 0 });
        self.opening_bounds.push(f64::INFINITY);
        self.waiting.clear();
        self.waiting.push(Waiting { cells, bound: f64::NEG_INFINITY, from: 0, slot: 0 });
    }

    fn exchange(&mut self) {
        for opening in &mut self.openings {
            opening.cells.reverse();
            opening.side = 1 - opening.side;
        }
        self.groups.iter_mut().for_each(|cells| cells.reverse());
    }

    /// Works off what waits, and then what is kept and may be within the limit now: what comes from it waits, too.
    /// Whether all was worked off.
    fn work_off<const D: usize>(
        &mut self,
        trees: [&Tree<D>; 2],
        frame: &Frame<D>,
        visitor: &mut impl Visitor<D>,
    ) -> bool {
        let ends = [self.groups.len(), self.openings.len()];
        let mut next = [0, 0];
        while let Some((task, cells)) = self.next_task(trees, frame, visitor, &mut next, ends) {
            if visitor.is_done() {
                return false;
            }
            match task {
                Task::Look { place, bound } => {
                    let [Content::Group(a), Content::Group(b)] = contents(trees, cells) else { return false };
                    self.group_bounds[place] = visitor.groups(a, b).max(bound) + self.way;
                }
                Task::Open { place, wanted } => self.open(trees, frame, visitor, place, wanted),
            }
        }
        !visitor.is_done()
    }

    /// What is to do next: with the pair that waits last, or with the next one that is kept. `next` are the places up to
    /// which the kept groups and openings are worked off, and `ends` those where they end.
    fn next_task<const D: usize>(
        &mut self,
        trees: [&Tree<D>; 2],
        frame: &Frame<D>,
        visitor: &mut impl Visitor<D>,
        next: &mut [usize; 2],
        ends: [usize; 2],
    ) -> Option<(Task, [Cell; 2])> {
        while let Some(Waiting { cells, bound, from, slot }) = self.waiting.pop() {
            if visitor.leaves_out(cells, bound) {
                self.openings[from].left_out |= 1 << slot;
                self.opening_bounds[from] = self.opening_bounds[from].min(bound + self.way);
            } else if let [Content::Group(_), Content::Group(_)] = contents(trees, cells) {
                self.groups.push(cells);
                self.group_bounds.push(f64::NEG_INFINITY);
                return Some((Task::Look { place: self.groups.len() - 1, bound }, cells));
            } else {
                let side = opened_side(trees, frame, cells) as u8;
                self.openings.push(Opening { cells, side, left_out: 0 });
                self.opening_bounds.push(f64::INFINITY);
                return Some((Task::Open { place: self.openings.len() - 1, wanted: u8::MAX }, cells));
            }
        }
        let limit = visitor.limit() + self.way;
        let may_be_within = |bounds: &[f64], from: usize| bounds[from..].iter().position(|bound| !(*bound > limit));
        while let Some(ahead) = may_be_within(&self.group_bounds[..ends[0]], next[0]) {
            let place = next[0] + ahead;
            next[0] = place + 1;
            if !visitor.leaves_out(self.groups[place], self.group_bounds[place] - self.way) {
                return Some((Task::Look { place, bound: f64::NEG_INFINITY }, self.groups[place]));
            }
        }
        next[0] = ends[0];
        let place = next[1] + may_be_within(&self.opening_bounds[..ends[1]], next[1])?;
        next[1] = place + 1;
        let Opening { cells, left_out, .. } = self.openings[place];
        Some((Task::Open { place, wanted: left_out }, cells))
    }

    /// Opens a box of a pair, as far as its `wanted` children go. Those within the limit wait, the nearest last.
    fn open<const D: usize>(
        &mut self,
        trees: [&Tree<D>; 2],
        frame: &Frame<D>,
        visitor: &impl Visitor<D>,
        place: usize,
        wanted: u8,
    ) {
        let Opening { cells, side, .. } = self.openings[place];
        let side = usize::from(side);
        let (node, bounds) = bounds_of(trees, frame, visitor.direction(), side, cells);
        let (limit, first) = (visitor.limit(), self.waiting.len());
        let (mut left_out, mut least) = (0, f64::INFINITY);
        for slot in 0..trees[side].node(node).used {
            if wanted >> slot & 1 == 0 {
                continue;
            }
            let bound = f64::from(bounds.0[usize::from(slot)]) - frame.coarse.slack;
            if bound > limit {
                left_out |= 1 << slot;
                least = f64::min(least, bound);
                continue;
            }
            let mut cells = cells;
            cells[side] = Cell { node, slot };
            self.waiting.push(Waiting { cells, bound, from: place, slot });
        }
        self.openings[place].left_out = left_out;
        self.opening_bounds[place] = least + self.way;
        self.waiting[first..].sort_unstable_by(|left, right| right.bound.total_cmp(&left.bound));
    }
}

/// What the boxes of a pair hold.
fn contents<'t, const D: usize>(trees: [&'t Tree<D>; 2], [a, b]: [Cell; 2]) -> [Content<'t>; 2] {
    [trees[0].content(a), trees[1].content(b)]
}

/// An upper bound of how far a point of B goes from one place to another, in lengths of the frame of the second.
///
/// A point of B's box is c + Σ tⱼ hⱼ eⱼ with |tⱼ| <= 1. So it goes at most the way of c plus Σ hⱼ times the way of eⱼ. The
/// matrices and shifts of both places are rounded, and the rotations have defects: the slack covers both.
fn way<const D: usize>(last: &Place, next: &Place, tree_b: &Tree<D>, frame: &Frame<D>) -> f64 {
    let Some(root) = tree_b.root() else { return f64::INFINITY };
    let power = last.exponent - next.exponent;
    let shift = scaled(last.shift, power);
    let [middle, half] = tree_b.node(root.node).middle_and_half(root.slot);
    let turn: [Point<3>; D] = std::array::from_fn(|axis| each(|row| next.matrix[row][axis] - last.matrix[row][axis]));
    let middle_way: Point<3> = each(|row| {
        let turned: f64 = (0..D).map(|axis| turn[axis][row] * middle[axis] * frame.tree_scales[1]).sum();
        turned + (next.shift[row] - shift[row])
    });
    let spread: f64 = (0..D).map(|axis| dot(turn[axis], turn[axis]).sqrt() * half[axis] * frame.tree_scales[1]).sum();
    let way = dot(middle_way, middle_way).sqrt() + spread;
    way * (1.0 + 64.0 * f64::EPSILON) + 2.0 * frame.slack
}

fn padded<const D: usize>(values: [f64; D]) -> [f64; 3] {
    let mut all = [0.0; 3];
    all[..D].copy_from_slice(&values);
    all
}
