//! The questions to a scene, answered on all threads of the current pool.

use super::Scene;
use super::join::{NearestFirst, pairs_within};
use super::judge::{Finding, broken, found};
use super::rules::{Matched, Rules, Terms};
use super::solid::Solid;
use crate::overlap::Overlap;
use clearance::each::Each;
use clearance::{Vec3, Vector};

/// Pairs that are answered between two reports. Larger: findings come later. Smaller: threads wait for each other more
/// often.
const CHUNK: usize = 1024;

/// The most pairs that the search for the nearest answers at a time. Larger: more pairs are looked at in vain, since
/// the limit falls between two chunks only.
const ROUND: usize = 256;

/// What happens while a scene is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "events are shown one at a time and not kept")]
pub enum Event<V: Vector = Vec3<f64>> {
    /// So many of the pairs that may break a limit are decided.
    Progress {
        /// Pairs that are decided.
        done: usize,
        /// Pairs in all, far ones not counted.
        of: usize,
    },
    /// A finding of the answer. It will not change.
    Found(Finding<V>),
    /// How much a pair overlaps that was looked at, whether it is a finding or touches within its band. [`valley`]
    /// makes use of all of them.
    ///
    /// [`valley`]: super::valley
    Overlap(Overlap<V>),
}

/// Two objects whose boxes are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPair {
    /// The number of the first object, less than that of the second.
    pub a: usize,
    /// The number of the second object.
    pub b: usize,
    /// Whether the rules skip the pair.
    pub is_skipped: bool,
    /// The limit of the pair, if there is one and it is not skipped.
    pub limit: Option<f64>,
}

impl<S: Solid> Scene<S> {
    /// All pairs whose world boxes are no farther apart than `reach`, by the numbers of their objects, and what the rules
    /// say of them. The boxes are larger than the bodies by some rounding errors.
    pub fn pairs_near(&self, rules: &Rules, reach: f64) -> Vec<NearPair> {
        let matched = rules.matched(self);
        let pair = |[a, b]: [u32; 2]| {
            let terms = matched.terms([a, b]);
            let limit = terms.and_then(|terms| terms.limit);
            NearPair { a: a as usize, b: b as usize, is_skipped: terms.is_none(), limit }
        };
        pairs_within(&self.boxes(), reach).into_iter().map(pair).collect()
    }

    /// All pairs that break their limits, by the numbers of their objects. A pair without a limit breaks it if the
    /// bodies cross or one holds the other. A pair with a greatest distance breaks it if it is farther apart.
    pub fn below(&self, rules: &Rules) -> Vec<Finding<S::Vector>> {
        let mut findings = Vec::new();
        self.each_below(rules, |event| {
            if let Event::Found(finding) = event {
                findings.push(finding);
            }
        });
        findings
    }

    /// [`Scene::below`], with every finding shown as soon as it is certain, in the same order.
    pub fn each_below(&self, rules: &Rules, mut watch: impl FnMut(Event<S::Vector>)) {
        let matched = rules.matched(self);
        let pairs = pairs_within(&self.boxes(), matched.greatest_limit());
        let mut near: Vec<([u32; 2], Terms)> =
            pairs.into_iter().filter_map(|pair| Some((pair, self.near_terms(&matched, pair)?))).collect();
        let bound = matched.bound_above();
        if !bound.is_empty() {
            let terms = |pair: [u32; 2]| matched.terms(pair).map(|terms| (pair, with_limit(terms)));
            near.extend(bound.into_iter().filter_map(terms));
            near.sort_by_key(|(pair, _)| *pair);
            near.dedup_by_key(|(pair, _)| *pair);
        }
        let mut done = 0;
        for chunk in near.chunks(CHUNK) {
            let answers = on_all_threads(chunk, |&(pair, terms)| broken(self, pair, terms));
            for finding in answers.into_iter().flatten() {
                finding.overlap.into_iter().for_each(|overlap| watch(Event::Overlap(overlap)));
                if finding.is_broken {
                    watch(Event::Found(finding));
                }
            }
            done += chunk.len();
            watch(Event::Progress { done, of: near.len() });
        }
    }

    /// The terms of a pair whose boxes are within its own limit. A pair without a limit has the limit 0.
    fn near_terms(&self, matched: &Matched, pair: [u32; 2]) -> Option<Terms> {
        let terms = with_limit(matched.terms(pair)?);
        let [a, b] = pair.each(|object| &self.objects[object as usize].world);
        (!(a.gap(b) > terms.limit.unwrap_or(0.0))).then_some(terms)
    }

    /// The pair with the least distance. Bodies that cross or hold each other have the distance 0, and come before those
    /// that touch. Of equal ones it is the first pair by the numbers of the objects. `None` if no pair counts.
    pub fn minimum(&self, rules: &Rules) -> Option<Finding<S::Vector>> {
        self.nearest(rules, 1).pop()
    }

    /// The `count` nearest pairs, in the order of [`Finding::solid_distance`]. Of equal ones, pairs with a common interior
    /// come first, and then the order is that of the numbers of their objects.
    pub fn nearest(&self, rules: &Rules, count: usize) -> Vec<Finding<S::Vector>> {
        let mut findings = Vec::new();
        self.each_nearest(rules, count, |finding| findings.push(finding));
        findings
    }

    /// [`Scene::nearest`], with every finding shown as soon as it is certain, in the same order.
    pub fn each_nearest(&self, rules: &Rules, count: usize, mut watch: impl FnMut(Finding<S::Vector>)) {
        let (matched, boxes) = (rules.matched(self), self.boxes());
        let mut waiting = NearestFirst::new(&boxes);
        // The nearest so far, in order; the first `shown` of them are certain.
        let (mut best, mut shown): (Vec<Finding<S::Vector>>, usize) = (Vec::new(), 0);
        let mut round = 1;
        while shown < count {
            let last = best.get(count - 1);
            let limit = last.map_or(f64::INFINITY, Finding::solid_distance);
            // No pair comes before an overlap but overlaps with lesser numbers.
            let may_count = |[a, b]: [u32; 2]| {
                last.is_none_or(|last| !last.is_overlap() || [a as usize, b as usize] < [last.a, last.b])
            };
            let mut pairs = Vec::new();
            while pairs.len() < round {
                let Some(pair) = waiting.next_within(limit) else { break };
                pairs.extend(matched.terms(pair).filter(|_| may_count(pair)).map(|terms| (pair, terms)));
            }
            if pairs.is_empty() {
                break;
            }
            let answers = on_all_threads(&pairs, |&(pair, terms)| found(self, pair, limit, terms));
            best.extend(answers.into_iter().flatten());
            let order = |finding: &Finding<S::Vector>| {
                (finding.solid_distance(), (!finding.is_overlap(), [finding.a, finding.b]))
            };
            best.sort_by(|left, right| {
                let ((x, left), (y, right)) = (order(left), order(right));
                x.total_cmp(&y).then_with(|| left.cmp(&right))
            });
            best.truncate(count);
            // A pair that is still waiting is no nearer than the gap of its boxes.
            while shown < best.len() && best[shown].solid_distance() < waiting.gap() {
                watch(best[shown]);
                shown += 1;
            }
            round = (2 * round).min(ROUND);
        }
        best[shown..].iter().for_each(|&finding| watch(finding));
    }

    fn boxes(&self) -> Vec<super::boxes::WorldBox> {
        self.objects.iter().map(|object| object.world).collect()
    }
}

/// Terms with a limit: 0 if there is none.
fn with_limit(terms: Terms) -> Terms {
    Terms { limit: Some(terms.limit.unwrap_or(0.0).max(0.0)), ..terms }
}

/// The answers for all items, in their order.
fn on_all_threads<T: Sync, R: Send>(items: &[T], answer: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        items.par_iter().map(answer).collect()
    }
    #[cfg(not(feature = "rayon"))]
    items.iter().map(answer).collect()
}
