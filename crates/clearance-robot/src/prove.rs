//! Claims about ranges of joints: do two links ever meet?
//!
//! **Method.** Depth first over boxes of parameters (*cells*), each with the pairs of nodes that are not proven yet.
//! 1. Theorem C (`cell`) proves pairs of nodes for the whole cell. What is proven holds for all parts of the cell, so
//!    these inherit only what is left.
//! 2. A pair that is left is opened if its nodes are large against the motion of the cell, or if it would be proven but
//!    for what thinning left out of its nodes.
//! 3. Where nodes overlap at the centre, and now and then elsewhere, the surfaces themselves are looked at (`refute`).
//! 4. Otherwise the cell is cut along the parameter that costs most.
//!
//! The search is over when nothing is left (never), when a common point is proven (meets), or when the budget is spent.
//! It depends on nothing but its input, and on where the caller stops it.

use crate::always;
use crate::ask::Stood;
use crate::cell::{Judged, Scratch, Stage};
use crate::chain::{Chain, NotClaimed};
use crate::claim::{Claim, Meeting, Progress, Question, Verdict};
use crate::course::Course;
use crate::cover::{Flat, Node};
use crate::nested::{Nested, nested};
use crate::plane::{Plane, Proof, Terms};
use crate::record::{Record, Word};
use crate::refute::{Look, Refuter};
use crate::region::Cell;
use crate::tree::Robot;
use clearance::Vec3;
use std::collections::HashMap;

impl Robot {
    /// Whether two links ever meet, over the ranges of all joints between them.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove(&self, pair: [usize; 2], question: &Question) -> Claim {
        self.prove_while(pair, question, &mut |_| true)
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
        let prepared = match Prepared::new(self, pair, question) {
            Ok(prepared) => prepared,
            Err(why) => return not_claimed(pair, why),
        };
        let mut search = prepared.search(question.margin);
        let found = search.run(question.cells, &mut |cells, share| go_on(&Progress { pair, cells, share, decided: 0 }));
        prepared.claim(&search, found)
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
}

/// What proves a claim about ranges: the record, and the ranges of the coordinates, which are the parameters.
#[derive(Debug, Default)]
#[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]
pub(crate) struct BoxRecord {
    pub record: Record,
    pub ranges: Vec<(usize, [f64; 2])>,
}

/// A claim about which nothing can be said.
pub(crate) fn not_claimed(pair: [usize; 2], why: NotClaimed) -> Claim {
    Claim { pair, verdict: Verdict::NotClaimed(why), cells: 0, joints: 0 }
}

/// What a search of a pair stands on.
pub(crate) struct Prepared<'r> {
    chain: Chain<'r>,
    /// The coordinates that are the parameters, with their ranges.
    ranges: Vec<(usize, [f64; 2])>,
    course: Course,
}

impl<'r> Prepared<'r> {
    pub fn new(robot: &'r Robot, pair: [usize; 2], question: &Question) -> Result<Self, NotClaimed> {
        let chain = Chain::new(robot, pair)?;
        let ranges = chain.ranges(&|coordinate| question.ranges.get(&coordinate).copied())?;
        let range = |coordinate: usize| {
            let found = ranges.iter().find(|(own, _)| *own == coordinate);
            found.map(|&(_, range)| range).expect("a range for each coordinate")
        };
        let course = Course::of_box(robot, &chain.joints(), &range);
        Ok(Self { chain, ranges, course })
    }

    pub fn chain(&self) -> &Chain<'r> {
        &self.chain
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The coordinates that are the parameters, in their order.
    pub fn coordinates(&self) -> Vec<usize> {
        self.ranges.iter().map(|&(coordinate, _)| coordinate).collect()
    }

    pub fn search(&self, margin: f64) -> Search<'_> {
        Search::new(&self.chain, &self.course, margin.max(0.0))
    }

    /// What a search of this pair did, if it was recorded.
    pub fn record(&self, search: &mut Search) -> BoxRecord {
        BoxRecord { record: search.take_record().unwrap_or_default(), ranges: self.ranges.clone() }
    }

    /// What a search of this pair has found.
    pub fn claim(&self, search: &Search, found: Found) -> Claim {
        let configuration = |x: &[f64]| {
            let mut whole = self.chain.robot.home();
            self.ranges.iter().zip(x).for_each(|(&(coordinate, _), &x)| whole[coordinate] = x);
            whole
        };
        let verdict = search.verdict(found, &configuration);
        Claim { pair: self.chain.pair, verdict, cells: search.cells, joints: self.chain.steps.len() }
    }
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
    /// The cells that wait, the next one last.
    stack: Vec<Waiting<'c>>,
    /// The cells since the last look, and how many looks there were.
    since: u64,
    looked: u64,
    /// Whether a cell was left that could not be cut.
    is_stuck: bool,
    /// Whether random places were looked at.
    is_sampled: bool,
    /// How many pairs of nodes were judged: the effort so far.
    pub judged: u64,
    proofs: Vec<([&'c Node; 2], Proof)>,
    terms: Terms,
    record: Option<Record>,
}

/// How a search ended.
pub(crate) enum Found {
    /// Nothing was left.
    Nothing,
    /// A look that proves something.
    Look(Look),
    /// They meet there and at all other places.
    Always(Look),
    /// The budget was spent.
    Spent,
    /// A cell that is left cannot be cut any more.
    Stuck,
}

/// Pairs of nodes.
pub(crate) type Pairs<'c> = Vec<Pending<'c>>;

/// Two nodes that are not proven yet, and the plane that came nearest to it.
#[derive(Clone, Copy)]
pub(crate) struct Pending<'c> {
    pub nodes: [&'c Node; 2],
    hint: Option<Plane>,
}

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
const MOST_PAIRS: usize = 512;
/// So many pairs of nodes are left before a caller is asked whether a cell is worth more: as long as a look takes.
const FEW_OPENED: usize = 6;
/// The cells before samples and descents begin. Most pairs are proven by fewer.
const CELLS_BEFORE_SAMPLES: u64 = 8;
/// The cells between two looks where nothing overlaps.
const CELLS_A_LOOK: u64 = 150;
/// Nodes are opened if they are larger than this share of the cell's motion.
const SIZE_OVER_MOTION: f64 = 0.5;

impl<'c> Search<'c> {
    pub fn new(chain: &'c Chain<'c>, course: &'c Course, margin: f64) -> Self {
        let refuter = Refuter::new(chain, course, margin);
        let mut search = Self {
            chain,
            course,
            margin,
            cells: 0,
            share: 0.0,
            bound: f64::INFINITY,
            refuter,
            scratch: Scratch::default(),
            costs: vec![0.0; course.box_.len()],
            stack: Vec::new(),
            since: 0,
            looked: 0,
            is_stuck: false,
            is_sampled: false,
            judged: 0,
            proofs: Vec::new(),
            terms: Terms::All,
            record: None,
        };
        let whole = Cell { ends: course.box_.clone() };
        search.stack.push(Waiting { cell: whole, pairs: search.roots(), share: 1.0, number: 0 });
        search
    }

    /// The terms that may be used from now on.
    pub fn set_terms(&mut self, terms: Terms) {
        self.terms = terms;
        self.record = (terms == Terms::Checked).then(Record::default);
    }

    /// What was recorded.
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
        vec![Pending { nodes: [a.cover.root(), b.cover.root()], hint: None }]
    }

    /// Searches until there are so many cells in all. It may go on later.
    pub fn run(&mut self, most: u64, go_on: &mut dyn FnMut(u64, f64) -> bool) -> Found {
        match self.search(most, go_on) {
            Found::Look(look) if look.meeting.is_some() && self.always_meets() => Found::Always(look),
            found => found,
        }
    }

    /// Whether the links are proven to meet at every place of the box.
    fn always_meets(&self) -> bool {
        self.course.box_.is_empty() || (!self.refuter.sees_apart() && always::meets(self.chain, self.course))
    }

    fn search(&mut self, most: u64, go_on: &mut dyn FnMut(u64, f64) -> bool) -> Found {
        while let Some(Waiting { cell, pairs, share, number }) = self.stack.pop() {
            if self.cells >= most || (self.cells.is_multiple_of(CELLS_A_CALL) && !go_on(self.cells, self.share)) {
                self.stack.push(Waiting { cell, pairs, share, number });
                return Found::Spent;
            }
            let rest = self.test(&cell, pairs, number);
            if rest.pairs.is_empty() {
                self.share += share;
                continue;
            }
            // 3.
            self.since += 1;
            if self.cells >= CELLS_BEFORE_SAMPLES
                && !std::mem::replace(&mut self.is_sampled, true)
                && let Some(look) = self.refuter.samples()
            {
                return Found::Look(look);
            }
            if rest.gap <= 0.0 || self.since >= CELLS_A_LOOK {
                (self.since, self.looked) = (0, self.looked + 1);
                let centre = cell.centre();
                // A descent takes some ten looks.
                let is_descent = self.looked.is_multiple_of(3);
                let look = if is_descent { self.refuter.descend(centre) } else { self.refuter.look(&centre) };
                if let Some(look) = look {
                    return Found::Look(look);
                }
            }
            // 4.
            match self.cut(&cell) {
                Some((parameter, halves)) => {
                    let numbers = self.cut_record(number, parameter);
                    let half = |(cell, number)| Waiting { cell, pairs: rest.pairs.clone(), share: 0.5 * share, number };
                    self.stack.extend(halves.into_iter().zip(numbers).map(half));
                }
                None => self.is_stuck = true,
            }
        }
        if !self.is_stuck {
            return Found::Nothing;
        }
        let centre = Cell { ends: self.course.box_.clone() }.centre();
        self.refuter.look(&centre).map_or(Found::Stuck, Found::Look)
    }

    /// What theorem C leaves of some pairs of nodes over a cell. The costs are those of what is left. `number` is that of
    /// the cell in the record: 0 for the whole, and then what [`Self::cut_record`] says.
    pub fn test(&mut self, cell: &Cell, pairs: Pairs<'c>, number: usize) -> Rest<'c> {
        self.test_while(cell, pairs, number, &mut |_, _| true)
    }

    /// The same. Before more than a few pairs are opened of the whole links, the caller says whether the cell, with this margin, is
    /// worth it. Otherwise it is left as it was.
    pub fn test_while(
        &mut self,
        cell: &Cell,
        pairs: Pairs<'c>,
        number: usize,
        is_worth_it: &mut dyn FnMut(&Stage, f64) -> bool,
    ) -> Rest<'c> {
        self.cells += 1;
        self.proofs.clear();
        self.costs.iter_mut().for_each(|cost| *cost = 0.0);
        let mut stage = Stage::new(self.chain, self.course, cell);
        stage.terms = self.terms;
        let covers = self.chain.bodies().map(|body| &body.cover);
        let whole = if let [whole] = pairs[..] { Some(whole) } else { None };
        let (mut waiting, mut count) = (pairs, 0);
        let mut rest = Rest { pairs: Vec::new(), gap: f64::INFINITY };
        while let Some(Pending { nodes, hint }) = waiting.pop() {
            self.judged += 1;
            let flats = [0, 1].map(|side| nodes[side].flat(covers[side]));
            let left = match stage.judge(flats, self.margin, hint, &mut self.scratch) {
                Judged::Proven(proof) => {
                    self.bound = self.bound.min(proof.bound);
                    self.proofs.push((nodes, proof));
                    self.note(number, Word::Proven(proof));
                    continue;
                }
                Judged::Left(left) => left,
            };
            let hint = Some(stage.nearest_plane(&left));
            // 2.
            count += 1;
            if let Some(whole) = whole.filter(|_| count == FEW_OPENED && !is_worth_it(&stage, self.margin)) {
                return Rest { pairs: vec![whole], gap: left.gap };
            }
            let opens = |side: usize| count <= MOST_PAIRS && !nodes[side].children(covers[side]).is_empty();
            let of = |size: fn(&Flat) -> f64| [0, 1].map(|side| if opens(side) { size(flats[side]) } else { 0.0 });
            let (size, loose) = (of(|flat| flat.radius), of(|flat| flat.left_out));
            let is_close = left.gap <= self.margin || left.gap - self.margin < SIZE_OVER_MOTION * left.way;
            let side = if is_close && size[0].max(size[1]) > SIZE_OVER_MOTION * left.way {
                Some(usize::from(size[1] > size[0]))
            } else {
                // Without what thinning left out there may be a proof.
                (loose[0] + loose[1] > left.deficit).then_some(usize::from(loose[1] > loose[0]))
            };
            if let Some(side) = side.filter(|&side| opens(side)) {
                let opened = nodes[side].children(covers[side]).iter();
                let nodes = opened.map(|child| if side == 0 { [child, nodes[1]] } else { [nodes[0], child] });
                waiting.extend(nodes.map(|nodes| Pending { nodes, hint }));
                self.note(number, Word::Opened(side));
                continue;
            }
            rest.gap = rest.gap.min(left.gap);
            if self.course.cut > 1 {
                stage.add_costs(&left, flats, &mut self.scratch, &mut self.costs);
            }
            rest.pairs.push(Pending { nodes, hint });
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

    /// What proved pairs of nodes over the last cell that was tested.
    pub fn proofs(&self) -> &[([&'c Node; 2], Proof)] {
        &self.proofs
    }

    /// The parameter that costs most of those that can be cut, and both halves of a cell along it.
    pub fn cut(&self, cell: &Cell) -> Option<(usize, [Cell; 2])> {
        let mut order: Vec<usize> = (0..self.course.cut).collect();
        order.sort_by(|&a, &b| self.costs[b].total_cmp(&self.costs[a]).then(a.cmp(&b)));
        order.into_iter().find_map(|parameter| Some((parameter, cell.halves(parameter)?)))
    }

    fn verdict(&self, found: Found, configuration: &dyn Fn(&[f64]) -> Vec<f64>) -> Verdict {
        let seen = || self.refuter.least.as_ref().map(|(distance, x)| (*distance, configuration(x)));
        let is_always = matches!(found, Found::Always(_));
        match found {
            Found::Look(Look { x, meeting: Some((parts, point)), .. })
            | Found::Always(Look { x, meeting: Some((parts, point)), .. }) => {
                let configuration = configuration(&x);
                let point = self.in_root(&configuration, point);
                let meeting = Meeting { configuration, parts, point };
                if is_always { Verdict::Always(meeting) } else { Verdict::Meets(meeting) }
            }
            Found::Look(Look { x, upper, .. }) | Found::Always(Look { x, upper, .. }) => {
                Verdict::Near { configuration: configuration(&x), upper }
            }
            Found::Spent | Found::Stuck => Verdict::Open { share: self.share, seen: seen() },
            // The surfaces never meet. So one relation says it for the whole box.
            Found::Nothing => match self.nested_at_centre() {
                Nested::No => Verdict::Never { bound: self.bound },
                Nested::Yes(_) => Verdict::Inside { bound: self.bound },
                Nested::Unknown => Verdict::Open { share: self.share, seen: seen() },
            },
        }
    }

    /// Whether one link is in the other at the centre of the box.
    pub fn nested_at_centre(&self) -> Nested {
        self.nested_in(&Cell { ends: self.course.box_.clone() })
    }

    /// Whether one link is in the other at the centre of a cell in which the surfaces are proven to be apart: so everywhere in it.
    pub fn nested_in(&self, cell: &Cell) -> Nested {
        let standing = Stage::new(self.chain, self.course, cell).standing;
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
