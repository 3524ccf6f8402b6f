//! An audit of the limits: how far each joint can go before the links beside it meet.
//!
//! The pairs that one coordinate alone moves are followed from the home value to both limits.

use crate::chain::Chain;
use crate::course::Course;
use crate::description::JointKind;
use crate::first::{First, Toward};
use crate::nested::Nested;
use crate::pairs::PairRules;
use crate::prove::Search;
use crate::region::Cell;
use crate::tree::{Drive, Robot};

/// How far a joint can go.
#[derive(Clone, Debug, PartialEq)]
pub struct FreeRange {
    /// The joint.
    pub joint: usize,
    /// Where the search began: the home value of the joint.
    pub from: f64,
    /// Toward lower values.
    pub lower: FreeEnd,
    /// Toward greater values.
    pub upper: FreeEnd,
}

/// An end of a free range.
#[derive(Clone, Debug, PartialEq)]
pub enum FreeEnd {
    /// The joint reaches its limit, and nothing meets on the way.
    Limit {
        /// The limit.
        limit: f64,
        /// No pair comes nearer than this. Infinite if the joint moves no pair by itself.
        bound: f64,
    },
    /// A pair stops it.
    Stopped {
        /// Up to here all pairs are proven to be apart. The home value may be the only one, and not even that proven.
        clear: f64,
        /// Here the pair is proven to meet, or one link to be inside the other. `None`: rounding leaves it open.
        meets: Option<f64>,
        /// The pair.
        pair: [usize; 2],
    },
}

/// Ends are as near as this share of the range.
const FINEST: f64 = 1e-11;
/// The most cells for a pair and an end.
const MOST_CELLS: u64 = 20_000;

impl Robot {
    /// The free range of each joint that has limits or turns without end, by the pairs that it moves alone.
    pub fn free_ranges(&self, rules: &PairRules) -> Vec<FreeRange> {
        let chains: Vec<Chain> = self.pairs(rules).iter().filter_map(|&pair| Chain::new(self, pair).ok()).collect();
        let home = self.home();
        let range = |coordinate: usize| {
            let own = chains.iter().filter(|chain| Course::coordinates(self, &chain.joints()) == [coordinate]);
            let own: Vec<&Chain> = own.collect();
            let joint = self.coordinates()[coordinate].joint;
            let turn = std::f64::consts::PI.next_up();
            let whole = match self.coordinates()[coordinate].limits {
                Some(limits) => limits,
                None if matches!(self.joints[joint].drive, Drive::Along(_)) && self.has_no_end(joint) => [-turn, turn],
                None => return None,
            };
            let from = home[coordinate];
            let lower = self.free_end(&own, [whole[0], from], Toward::Low);
            let upper = self.free_end(&own, [from, whole[1]], Toward::High);
            Some(FreeRange { joint, from, lower, upper })
        };
        (0..self.coordinates().len()).filter_map(range).collect()
    }

    fn has_no_end(&self, joint: usize) -> bool {
        self.joints[joint].kind == JointKind::Continuous
    }

    fn free_end(&self, chains: &[&Chain], range: [f64; 2], toward: Toward) -> FreeEnd {
        let [limit, before] =
            if toward == Toward::High { [range[1], f64::INFINITY] } else { [range[0], f64::NEG_INFINITY] };
        let (mut bound, mut last, mut end) = (f64::INFINITY, before, None);
        for chain in chains {
            let course = Course::of_box(self, &chain.joints(), &|_| range);
            let mut search = Search::new(chain, &course, 0.0);
            let home = if toward == Toward::High { range[0] } else { range[1] };
            let nested = search.nested_in(&Cell { ends: vec![[home; 2]] });
            if matches!(nested, Nested::Yes(_)) {
                return FreeEnd::Stopped { clear: home, meets: Some(home), pair: chain.pair };
            }
            let found = search.first(toward, FINEST * (range[1] - range[0]), last, MOST_CELLS);
            match if nested == Nested::No { found } else { found.from(home) } {
                First::Clear => bound = bound.min(search.bound()),
                First::Stopped { clear, look } => {
                    last = clear;
                    end = Some(FreeEnd::Stopped { clear, meets: look.map(|look| look.x[0]), pair: chain.pair });
                }
            }
        }
        end.unwrap_or(FreeEnd::Limit { limit, bound })
    }
}
