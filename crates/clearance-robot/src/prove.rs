//! Claims about ranges of joints: do two links ever meet?
//!
//! **Method.** Depth first over boxes of parameters (*cells*), each with the pairs of nodes that are not proven yet.
//! 1. Theorem C (`cell`) proves pairs of nodes for the whole cell. What is proven holds for all parts of the cell, so
//!    these inherit only what is left.
//! 2. A pair that is left is opened if its nodes are large against the motion of the cell.
//! 3. Where nodes overlap at the centre, and now and then elsewhere, the surfaces themselves are looked at (`refute`).
//! 4. Otherwise the cell is cut along the parameter that costs most.
//!
//! The search is over when nothing is left (never), when a common point is proven (meets), or when the budget is spent.
//! It depends on nothing but its input, and on where the caller stops it.

use crate::ask::{Nested, Stood, nested};
use crate::body::Part;
use crate::cell::{Cell, Judged, Scratch, Stage};
use crate::chain::{Chain, NotClaimed};
use crate::course::Course;
use crate::cover::Node;
use crate::record::{Record, Word};
use crate::refute::{Look, Refuter};
use crate::tree::Robot;
use clearance::Vec3;
use std::collections::HashMap;

/// What is asked about the ranges of the joints.
#[derive(Clone, Debug)]
pub struct Question {
    /// *Never* then means: always farther apart than this. Not negative.
    pub margin: f64,
    /// Ranges of coordinates, instead of the limits of their joints.
    pub ranges: HashMap<usize, [f64; 2]>,
    /// The most cells for a pair. More: fewer pairs stay open, and these take longer.
    pub cells: u64,
}

impl Default for Question {
    fn default() -> Self {
        Self { margin: 0.0, ranges: HashMap::new(), cells: 100_000 }
    }
}

/// What was found of a pair of links.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The links.
    pub pair: [usize; 2],
    /// What is known of them.
    pub verdict: Verdict,
    /// How many cells were looked at.
    pub cells: u64,
    /// How many joints move one link against the other.
    pub joints: usize,
}

/// What is known of two links over the ranges of the joints.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// They are always farther apart than the margin, and none is inside the other.
    Never {
        /// Their distance is never less than this.
        bound: f64,
    },
    /// They have a common point at a configuration.
    Meets(Meeting),
    /// They come as near as the margin at a configuration, and no common point was found.
    Near {
        /// The configuration.
        configuration: Vec<f64>,
        /// The true distance there is at most this.
        upper: f64,
    },
    /// They meet at every configuration.
    Always(Meeting),
    /// Their surfaces are always farther apart than the margin, and one link is inside the other.
    Inside {
        /// The distance of their surfaces is never less than this.
        bound: f64,
    },
    /// The budget was spent, or they touch but for rounding.
    Open {
        /// The share of the box for which they are proven to be farther apart than the margin.
        share: f64,
        /// The least distance that was seen, and where.
        seen: Option<(f64, Vec<f64>)>,
    },
    /// Nothing can be claimed.
    NotClaimed(NotClaimed),
}

/// Two links with a common point that no error explains away.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The configuration. Joints that do not move the pair are at home.
    pub configuration: Vec<f64>,
    /// The parts that cross: they are deeper in each other than the kinematics may err.
    pub parts: [Part; 2],
    /// A common point of the surfaces as they are computed, in the frame of the root.
    pub point: Vec3<f64>,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The pair that is looked at.
    pub pair: [usize; 2],
    /// The cells so far.
    pub cells: u64,
    /// The share of the box that is proven.
    pub share: f64,
}

impl Robot {
    /// Whether two links ever meet, over the ranges of all joints between them.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove(&self, pair: [usize; 2], question: &Question) -> Claim {
        self.prove_while(pair, question, &mut |_| true)
    }

    /// The coordinates that move two links against each other, with the ranges over which they are asked. `ranges` replaces
    /// limits.
    ///
    /// # Errors
    /// [`NotClaimed`].
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn ranges_between(
        &self,
        pair: [usize; 2],
        ranges: &HashMap<usize, [f64; 2]>,
    ) -> Result<Vec<(usize, [f64; 2])>, NotClaimed> {
        Chain::new(self, pair)?.ranges(&|coordinate| ranges.get(&coordinate).copied())
    }

    /// [`Robot::prove`], for as long as the caller wants to go on. The function is called every [`CELLS_A_CALL`] cells.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove_while(
        &self,
        pair: [usize; 2],
        question: &Question,
        go_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> Claim {
        self.prove_recorded(pair, question, go_on, None)
    }

    /// [`Robot::prove_while`]; if a place for a record is given, all that proves *never* is put there.
    pub(crate) fn prove_recorded(
        &self,
        pair: [usize; 2],
        question: &Question,
        go_on: &mut dyn FnMut(&Progress) -> bool,
        record: Option<&mut BoxRecord>,
    ) -> Claim {
        let not_claimed = |why| Claim { pair, verdict: Verdict::NotClaimed(why), cells: 0, joints: 0 };
        let chain = match Chain::new(self, pair) {
            Ok(chain) => chain,
            Err(why) => return not_claimed(why),
        };
        let ranges = match chain.ranges(&|coordinate| question.ranges.get(&coordinate).copied()) {
            Ok(ranges) => ranges,
            Err(why) => return not_claimed(why),
        };
        let range = |coordinate: usize| {
            let found = ranges.iter().find(|(own, _)| *own == coordinate);
            found.map(|&(_, range)| range).expect("a range for each coordinate")
        };
        let course = Course::of_box(self, &chain.joints(), &range);
        let mut search = Search::new(&chain, &course, question.margin.max(0.0));
        if record.is_some() {
            search.record();
        }
        let found = search.run(question.cells, &mut |cells, share| go_on(&Progress { pair, cells, share }));
        let configuration = |x: &[f64]| {
            let mut whole = self.home();
            ranges.iter().zip(x).for_each(|(&(coordinate, _), &x)| whole[coordinate] = x);
            whole
        };
        let verdict = search.verdict(found, &configuration);
        if let Some(place) = record {
            *place = BoxRecord { record: search.take_record().unwrap_or_default(), ranges: ranges.clone() };
        }
        Claim { pair, verdict, cells: search.cells, joints: chain.steps.len() }
    }
}

/// What proves a claim about ranges: the record, and the ranges of the coordinates, which are the parameters.
#[derive(Debug, Default)]
#[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]
pub(crate) struct BoxRecord {
    pub record: Record,
    pub ranges: Vec<(usize, [f64; 2])>,
}

/// A caller that counts time is asked so often.
pub const CELLS_A_CALL: u64 = 16;

/// Two links over a box of parameters.
pub(crate) struct Search<'c> {
    chain: &'c Chain<'c>,
    course: &'c Course,
    margin: f64,
    pub cells: u64,
    share: f64,
    bound: f64,
    refuter: Refuter<'c>,
    scratch: Scratch,
    costs: Vec<f64>,
    record: Option<Record>,
}

/// How a search ended.
pub(crate) enum Found {
    /// Nothing was left.
    Nothing,
    /// A look that proves something.
    Look(Look),
    /// The budget was spent, or a cell cannot be cut any more.
    Open,
}

/// Pairs of nodes.
pub(crate) type Pairs<'c> = Vec<[&'c Node; 2]>;

struct Waiting<'c> {
    cell: Cell,
    pairs: Pairs<'c>,
    share: f64,
    /// Its number in the record.
    number: usize,
}

/// What is left of a cell.
pub(crate) struct Rest<'c> {
    pub pairs: Pairs<'c>,
    /// The least distance of nodes at the centre: not greater than the true one. Not positive if nodes overlap.
    pub gap: f64,
}

/// A cell opens at most so many pairs of nodes. More: deep contact is searched in vain.
const MOST_PAIRS: usize = 4096;
/// The cells before samples and descents begin. Most pairs are proven by fewer.
const CELLS_BEFORE_SAMPLES: u64 = 8;
/// The cells between two looks where nothing overlaps.
const CELLS_A_LOOK: u64 = 150;
/// Nodes are opened if they are larger than this share of the cell's motion.
const SIZE_OVER_MOTION: f64 = 0.5;

impl<'c> Search<'c> {
    pub fn new(chain: &'c Chain<'c>, course: &'c Course, margin: f64) -> Self {
        let refuter = Refuter::new(chain, course, margin);
        let costs = vec![0.0; course.box_.len()];
        let (scratch, bound) = (Scratch::default(), f64::INFINITY);
        Self { chain, course, margin, cells: 0, share: 0.0, bound, refuter, scratch, costs, record: None }
    }

    /// From now on all that proves cells is kept.
    pub fn record(&mut self) {
        self.record = Some(Record::default());
    }

    /// What was kept.
    pub fn take_record(&mut self) -> Option<Record> {
        self.record.take()
    }

    pub fn course(&self) -> &'c Course {
        self.course
    }

    /// The least distance that is proven for all cells so far.
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// From now on cells are proven if the nodes are farther apart than this.
    pub fn set_margin(&mut self, margin: f64) {
        self.margin = margin;
    }

    /// What a configuration proves, if anything.
    pub fn look(&mut self, x: &[f64]) -> Option<Look> {
        self.refuter.look(x)
    }

    /// The pair of the roots of both covers.
    pub fn roots(&self) -> Pairs<'c> {
        let [a, b] = self.chain.bodies();
        vec![[a.cover.root(), b.cover.root()]]
    }

    fn run(&mut self, most: u64, go_on: &mut dyn FnMut(u64, f64) -> bool) -> Found {
        let whole = Cell { ends: self.course.box_.clone() };
        let mut stack = vec![Waiting { cell: whole, pairs: self.roots(), share: 1.0, number: 0 }];
        let (mut since, mut is_open, mut looked) = (0, false, 0u64);
        while let Some(Waiting { cell, pairs, share, number }) = stack.pop() {
            if self.cells >= most || (self.cells.is_multiple_of(CELLS_A_CALL) && !go_on(self.cells, self.share)) {
                return Found::Open;
            }
            let rest = self.test(&cell, pairs, number);
            if rest.pairs.is_empty() {
                self.share += share;
                continue;
            }
            // 3.
            since += 1;
            if self.cells == CELLS_BEFORE_SAMPLES
                && let Some(look) = self.refuter.samples()
            {
                return Found::Look(look);
            }
            if rest.gap <= 0.0 || since >= CELLS_A_LOOK {
                (since, looked) = (0, looked + 1);
                let centre = cell.centre();
                // A descent takes some ten looks.
                let look = if looked % 3 == 0 { self.refuter.descend(centre) } else { self.refuter.look(&centre) };
                if let Some(look) = look {
                    return Found::Look(look);
                }
            }
            // 4.
            match self.cut(&cell) {
                Some((parameter, halves)) => {
                    let numbers = self.cut_record(number, parameter);
                    let half = |(cell, number)| Waiting { cell, pairs: rest.pairs.clone(), share: 0.5 * share, number };
                    stack.extend(halves.into_iter().zip(numbers).map(half));
                }
                None => is_open = true,
            }
        }
        if !is_open {
            return Found::Nothing;
        }
        let centre = Cell { ends: self.course.box_.clone() }.centre();
        self.refuter.look(&centre).map_or(Found::Open, Found::Look)
    }

    /// What theorem C leaves of some pairs of nodes over a cell. The costs are those of what is left. `number` is that of
    /// the cell in the record: 0 for the whole, and then what [`Self::cut_record`] says.
    pub fn test(&mut self, cell: &Cell, pairs: Pairs<'c>, number: usize) -> Rest<'c> {
        self.cells += 1;
        self.costs.iter_mut().for_each(|cost| *cost = 0.0);
        let stage = Stage::new(self.chain, self.course, cell);
        let covers = self.chain.bodies().map(|body| &body.cover);
        let (mut waiting, mut count) = (pairs, 0);
        let mut rest = Rest { pairs: Vec::new(), gap: f64::INFINITY };
        while let Some(nodes) = waiting.pop() {
            let flats = [0, 1].map(|side| nodes[side].flat(covers[side]));
            let left = match stage.judge(flats, self.margin, &mut self.scratch) {
                Judged::Proven(bound, by) => {
                    self.bound = self.bound.min(bound);
                    self.note(number, Word::Proven(by));
                    continue;
                }
                Judged::Left(left) => left,
            };
            // 2.
            count += 1;
            let size = |side: usize| {
                let is_leaf = count > MOST_PAIRS || nodes[side].children(covers[side]).is_empty();
                if is_leaf { 0.0 } else { flats[side].radius }
            };
            let sizes = [size(0), size(1)];
            let is_close = left.gap <= self.margin || left.gap - self.margin < SIZE_OVER_MOTION * left.way;
            let greatest = sizes[0].max(sizes[1]);
            if is_close && greatest > 0.5 * SIZE_OVER_MOTION * left.way && greatest > 0.0 {
                let side = usize::from(sizes[1] > sizes[0]);
                let opened = nodes[side].children(covers[side]).iter();
                waiting.extend(opened.map(|child| if side == 0 { [child, nodes[1]] } else { [nodes[0], child] }));
                self.note(number, Word::Opened(side));
                continue;
            }
            rest.gap = rest.gap.min(left.gap);
            stage.add_costs(&left, &self.scratch, &mut self.costs);
            rest.pairs.push(nodes);
            self.note(number, Word::Kept);
        }
        rest
    }

    fn note(&mut self, number: usize, word: Word) {
        if let Some(record) = &mut self.record {
            record.add(number, word);
        }
    }

    /// The numbers of both halves of a cell in the record.
    pub fn cut_record(&mut self, number: usize, parameter: usize) -> [usize; 2] {
        self.record.as_mut().map_or([0; 2], |record| record.cut(number, parameter))
    }

    /// Both halves of a cell along the parameter that costs most, of those that can be cut.
    fn cut(&self, cell: &Cell) -> Option<(usize, [Cell; 2])> {
        let mut order: Vec<usize> = (0..self.course.cut).collect();
        order.sort_by(|&a, &b| self.costs[b].total_cmp(&self.costs[a]).then(a.cmp(&b)));
        order.into_iter().find_map(|parameter| Some((parameter, cell.halves(parameter)?)))
    }

    fn verdict(&self, found: Found, configuration: &dyn Fn(&[f64]) -> Vec<f64>) -> Verdict {
        let is_fixed = self.course.box_.is_empty();
        let seen = || self.refuter.least.as_ref().map(|(distance, x)| (*distance, configuration(x)));
        match found {
            Found::Look(Look { x, meeting: Some((parts, point)), .. }) => {
                let configuration = configuration(&x);
                let point = self.in_root(&configuration, point);
                let meeting = Meeting { configuration, parts, point };
                if is_fixed { Verdict::Always(meeting) } else { Verdict::Meets(meeting) }
            }
            Found::Look(Look { x, upper, .. }) => Verdict::Near { configuration: configuration(&x), upper },
            Found::Open => Verdict::Open { share: self.share, seen: seen() },
            // The surfaces never meet. So one relation says it for the whole box.
            Found::Nothing => match self.nested_at_centre() {
                Nested::No => Verdict::Never { bound: self.bound },
                Nested::Yes => Verdict::Inside { bound: self.bound },
                Nested::Unknown => Verdict::Open { share: self.share, seen: seen() },
            },
        }
    }

    /// Whether one link is in the other at the centre of the box.
    pub fn nested_at_centre(&self) -> Nested {
        let whole = Cell { ends: self.course.box_.clone() };
        let standing = Stage::new(self.chain, self.course, &whole).standing;
        let [a, b] = self.chain.bodies();
        nested(&Stood::new(a, &standing.frames[0]), &Stood::new(b, &standing.frames[1]))
    }

    /// A point of the chain's frame, in the frame of the root.
    pub fn in_root(&self, configuration: &[f64], point: Vec3<f64>) -> Vec3<f64> {
        let mut frames = Vec::new();
        self.chain.robot.place_links(configuration, &mut frames);
        frames[self.chain.common()].apply(point)
    }
}
