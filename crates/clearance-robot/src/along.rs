//! A robot along a path: clear or not, the first contact, the least clearance, the times below a limit.
//!
//! All answers come from cells of time with theorem C (`cell`): for each pair of links and each stretch, a cell is proven
//! or halved. A tube adds a half-width to the joints, and the same theorem holds.
//!
//! Surfaces that stay apart keep their relation. So one look says whether a link is inside another one while they are
//! apart: at the start of a path that is clear, or in each time in which a pair is farther apart than a limit.

use crate::ask::{Stood, nearest};
use crate::body::Part;
use crate::cell::Stage;
use crate::chain::{Chain, NotClaimed};
use crate::claim::Meeting;
use crate::course::Course;
#[cfg(feature = "proof")]
use crate::course::Local;
use crate::first::{First, Toward};
use crate::frame::UP;
use crate::nested::{Nested, nested};
use crate::overview::unproven;
use crate::path::Path;
use crate::plane::Terms;
use crate::prove::Search;
use crate::record::Record;
use crate::region::Cell;
use crate::tree::Robot;

/// A path of a robot with the pairs of links that count.
#[derive(Debug)]
pub struct Along<'r> {
    pub(crate) robot: &'r Robot,
    pub(crate) path: &'r Path,
    pub(crate) chains: Vec<Chain<'r>>,
    pub(crate) tube: Vec<f64>,
}

/// What is known of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Passage {
    /// All pairs are farther apart than the margin, all the time, and no link is inside another one.
    Clear {
        /// They are never nearer than this.
        bound: f64,
    },
    /// A pair meets, or comes as near as the margin.
    Stopped {
        /// Up to this time all pairs are proven to be farther apart than the margin. If it is the start of the path,
        /// nothing is proven: not even the start.
        clear_until: f64,
        /// At this time the pair is proven not to be. `None`: it is so near that rounding leaves it open.
        proven_at: Option<f64>,
        /// The pair.
        pair: [usize; 2],
        /// The common point, if the surfaces meet.
        meeting: Option<Meeting>,
    },
    /// One link of a pair is inside the other at the start of the path, and their surfaces have no common point there.
    Inside {
        /// The time of the start.
        time: f64,
        /// The pair.
        pair: [usize; 2],
    },
}

/// A time in which a pair is below a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// Outside of all intervals the pairs are proven to be farther apart than the limit, and no link to be inside another
    /// one.
    pub from: f64,
    /// The end.
    pub to: f64,
    /// The pair.
    pub pair: [usize; 2],
    /// Whether the pair is proven to be below the limit at some time in it, or one link to be inside the other.
    pub is_proven: bool,
}

/// What a pair does on a stretch.
#[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]
pub(crate) enum Passed {
    /// It stays farther apart than the bound, as the record says.
    Clear(f64, Record),
    /// These parts have a common point at this fraction of the stretch.
    Meets(f64, [Part; 2]),
}

/// What takes a stretch, a chain and what is proven of both.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(usize, &Chain<'_>, Passed);

/// A stretch is cut as fine as this share of it. Finer: a few cells more for each contact.
const FINEST: f64 = 1e-9;
/// The most cells for a pair on a stretch.
pub(crate) const MOST_CELLS: u64 = 20_000;

impl Robot {
    /// A path, with the pairs that count. `tube` has a half-width for each coordinate, or is empty: then every
    /// configuration is meant that differs from the path by at most these.
    ///
    /// # Errors
    /// [`NotClaimed`], with the pair, if a joint between its links has more than one number or follows one that does not
    /// exist.
    pub fn along<'r>(
        &'r self,
        path: &'r Path,
        pairs: &[[usize; 2]],
        tube: &[f64],
    ) -> Result<Along<'r>, ([usize; 2], NotClaimed)> {
        let chains = pairs.iter().map(|&pair| Chain::new(self, pair).map_err(|why| (pair, why)));
        Ok(Along { robot: self, path, chains: chains.collect::<Result<_, _>>()?, tube: tube.to_vec() })
    }
}

impl Along<'_> {
    pub(crate) fn course(&self, chain: &Chain, stretch: usize) -> Course {
        let stretch = &self.path.stretches[stretch];
        Course::of_cubics(self.robot, &chain.joints(), &stretch.cubics, &stretch.errors, &self.tube)
    }

    /// All joints of the robot on a stretch.
    pub(crate) fn whole_course(&self, stretch: usize) -> Course {
        let stretch = &self.path.stretches[stretch];
        let all: Vec<usize> = (0..self.robot.joints.len()).collect();
        Course::of_cubics(self.robot, &all, &stretch.cubics, &stretch.errors, &self.tube)
    }

    /// The joints of a chain at a fraction of a stretch.
    #[cfg(feature = "proof")]
    pub(crate) fn locals(&self, chain: &Chain, stretch: usize, x: f64) -> Vec<Local> {
        let plain = &self.path.stretches[stretch];
        let course = Course::of_cubics(self.robot, &chain.joints(), &plain.cubics, &plain.errors, &[]);
        course.joints.iter().map(|joint| joint.local(&[x], &[0.0])).collect()
    }

    /// Whether all pairs stay farther apart than a margin and outside of each other, or when the first does not.
    pub fn passage(&self, margin: f64) -> Passage {
        self.passage_recorded(margin, None)
    }

    /// [`Self::passage`]; a sink gets what proves it, pair by pair.
    pub(crate) fn passage_recorded(&self, margin: f64, mut sink: Option<Sink<'_>>) -> Passage {
        let mut bound = f64::INFINITY;
        for stretch in 0..self.path.stretches.len() {
            let mut first: Option<(f64, Passage)> = None;
            let parts = match sink {
                Some(_) => vec![vec![[0.0, 1.0]]; self.chains.len()],
                None => unproven(self.robot, &self.whole_course(stretch), &self.chains, margin.max(0.0), &mut bound),
            };
            let open = match stretch {
                0 => match self.nested_at_start(&parts) {
                    Ok(open) => open,
                    Err(pair) => return Passage::Inside { time: self.path.time(0, 0.0), pair },
                },
                _ => Vec::new(),
            };
            for (chain, parts) in self.chains.iter().zip(parts).filter(|(_, parts)| !parts.is_empty()) {
                let course = self.course(chain, stretch);
                let mut search = Search::new(chain, &course, margin.max(0.0));
                search.set_terms(if sink.is_some() { Terms::Checked } else { Terms::All });
                let last = first.as_ref().map_or(f64::INFINITY, |(clear, _)| *clear);
                let found = search.first_of(&parts, Toward::High, FINEST, last, MOST_CELLS);
                match if open.contains(&chain.pair) { found.from(0.0) } else { found } {
                    First::Clear => {
                        bound = bound.min(search.bound());
                        if let (Some(sink), None) = (&mut sink, &first) {
                            let record = search.take_record().unwrap_or_default();
                            sink(stretch, chain, Passed::Clear(search.bound(), record));
                        }
                    }
                    First::Stopped { clear, look } => {
                        if let (Some(sink), Some(look)) = (&mut sink, &look)
                            && let Some((parts, _)) = look.meeting
                        {
                            sink(stretch, chain, Passed::Meets(look.x[0], parts));
                        }
                        let meeting = look.as_ref().and_then(|look| {
                            let (parts, point) = look.meeting?;
                            let configuration = self.path.configuration(stretch, look.x[0]);
                            let point = search.in_root(&configuration, point);
                            Some(Meeting { configuration, parts, point })
                        });
                        let passage = Passage::Stopped {
                            clear_until: self.path.time(stretch, clear),
                            proven_at: look.map(|look| self.path.time(stretch, look.x[0])),
                            pair: chain.pair,
                            meeting,
                        };
                        first = Some((clear, passage));
                    }
                }
            }
            if let Some((_, passage)) = first {
                return passage;
            }
        }
        Passage::Clear { bound }
    }

    /// Looks at the start of the path at all pairs that balls do not prove to be apart at any time of the first stretch. The
    /// pairs whose surfaces are too near there to say whether one link is inside the other, or the first pair of which
    /// one is.
    fn nested_at_start(&self, parts: &[Vec<[f64; 2]>]) -> Result<Vec<[usize; 2]>, [usize; 2]> {
        let is_whole = |parts: &[[f64; 2]]| parts.iter().map(|[from, to]| to - from).sum::<f64>() >= 1.0;
        let (mut open, mut frames) = (Vec::new(), Vec::new());
        for (chain, _) in self.chains.iter().zip(parts).filter(|(_, parts)| is_whole(parts)) {
            if frames.is_empty() {
                self.robot.place_links(&self.path.configuration(0, 0.0), &mut frames);
            }
            let bodies = chain.bodies();
            let [a, b] = [0, 1].map(|side| Stood::new(bodies[side], &frames[chain.pair[side]]));
            match nested(&a, &b) {
                Nested::No => {}
                Nested::Yes(_) => return Err(chain.pair),
                Nested::Unknown => open.push(chain.pair),
            }
        }
        Ok(open)
    }

    /// The times in which pairs are not proven to be farther apart than a limit and outside of each other, to a share of
    /// each stretch: a pair after the other, in the order of time.
    pub fn below(&self, limit: f64, finest: f64) -> Vec<Interval> {
        let mut intervals: Vec<Interval> = Vec::new();
        for chain in &self.chains {
            let mut known = None;
            for stretch in 0..self.path.stretches.len() {
                self.below_on(chain, stretch, limit, finest.max(FINEST), &mut known, &mut intervals);
            }
        }
        intervals
    }

    /// `known` is how the links lie to each other since they are farther apart than the limit; `None` while they are not.
    fn below_on(
        &self,
        chain: &Chain,
        stretch: usize,
        limit: f64,
        finest: f64,
        known: &mut Option<Nested>,
        intervals: &mut Vec<Interval>,
    ) {
        let times = |ends: [f64; 2]| ends.map(|x| self.path.time(stretch, x));
        let course = self.course(chain, stretch);
        let mut search = Search::new(chain, &course, limit.max(0.0));
        let mut stack = vec![(Cell { ends: course.box_.clone() }, search.roots())];
        while let Some((cell, pairs)) = stack.pop() {
            let rest = search.test(&cell, pairs, 0);
            if rest.pairs.is_empty() {
                let nested = *known.get_or_insert_with(|| search.nested_in(&cell));
                if nested != Nested::No {
                    let ([from, to], is_proven) = (times(cell.ends[0]), nested != Nested::Unknown);
                    add(intervals, Interval { from, to, pair: chain.pair, is_proven });
                }
                continue;
            }
            // Below the limit at the centre by more than the links can move: below it in the whole cell.
            let stage = Stage::new(chain, &course, &cell);
            let bodies = chain.bodies();
            let [a, b] = [0, 1].map(|side| Stood::new(bodies[side], &stage.standing.frames[side]));
            let upper =
                nearest(&a, &b, limit, None).map(|seen| (seen.proximity.upper.max(0.0) + a.error + b.error) * UP);
            let is_below = upper.is_some_and(|upper| upper < limit);
            let is_whole = upper.is_some_and(|upper| upper + stage.whole_way() < limit);
            let [from, to] = cell.ends[0];
            let halves = if is_whole || to - from <= finest { None } else { cell.halves(0) };
            match halves {
                Some([before, after]) => {
                    stack.push((after, rest.pairs.clone()));
                    stack.push((before, rest.pairs));
                }
                None => {
                    *known = None;
                    let [from, to] = times([from, to]);
                    add(intervals, Interval { from, to, pair: chain.pair, is_proven: is_below });
                }
            }
        }
    }
}

/// Adds an interval, or makes the last one longer if it continues it.
fn add(intervals: &mut Vec<Interval>, next: Interval) {
    match intervals.last_mut() {
        Some(last) if last.pair == next.pair && last.to == next.from => {
            last.to = next.to;
            last.is_proven |= next.is_proven;
        }
        _ => intervals.push(next),
    }
}
