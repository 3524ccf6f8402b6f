//! The least clearance along a path, when, and of which pair.
//!
//! **Method.** What was seen is an upper bound U. Each stretch of time is proven to be clear by U less a width, or it is
//! halved:
//! 1. Balls leave out most pairs at once (`overview`).
//! 2. Theorem C, as for claims.
//! 3. A look at the middle, if the nodes that are left may be nearer there than U less the width. A look takes as long
//!    as some cells, so looks come last (bench/robots, 2026-11).
//! 4. But before more than a few nodes of whole links are opened, a look says whether the cell is worth it: what is opened in
//!    cells that are too long cost most of all.
//!
//! A link that is inside another one has no clearance. If no surfaces meet, it is so at the start, too, where all pairs are looked at.

use crate::along::{Along, MOST_CELLS};
use crate::ask::{Seen, Stood, crossing, nearest};
use crate::cell::Stage;
use crate::chain::Chain;
use crate::clearance::{Clearance, Contact};
use crate::course::Course;
use crate::frame::UP;
use crate::overview::unproven;
use crate::prove::Search;
use clearance::{Proximity, Vec3};

/// Nodes around the nearest points lose more than these: about this share of what the points have left. Less: cells are opened in
/// vain. More: cells are cut in vain.
const NODES_LOSE: f64 = 0.3;

/// The least clearance along a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Least {
    /// The true least distance of all pairs is at least this.
    pub lower: f64,
    /// It is at most this.
    pub upper: f64,
    /// When a pair is as near as the upper bound.
    pub time: f64,
    /// That pair.
    pub pair: [usize; 2],
    /// Its nearest points then, in the frame of the root.
    pub points: [Vec3<f64>; 2],
}

impl Along<'_> {
    /// The least clearance, to a width of the bracket. `None` if there is no pair. A tube is not taken into account by
    /// the upper bound, which is that of the path itself.
    pub fn least(&self, width: f64) -> Option<Least> {
        let mut best: Option<Least> = None;
        let mut lower = f64::INFINITY;
        // The nearest pairs at the ends and in the middles: a good upper bound.
        let mut watch = self.robot.watch(self.chains.iter().map(|chain| chain.pair).collect());
        for stretch in 0..self.path.stretches.len() {
            for x in [0.0, 0.5, 1.0] {
                let near = watch.clearance(&self.path.configuration(stretch, x)).ok().flatten();
                if let Some(Clearance { contact: Contact::Inside, pair, point_a, point_b, .. }) = near {
                    let time = self.path.time(stretch, x);
                    return Some(Least { lower: 0.0, upper: 0.0, time, pair, points: [point_a, point_b] });
                }
                if near.is_some_and(|near| near.contact == Contact::Unknown) {
                    lower = 0.0;
                }
                let chain = self.chains.iter().find(|chain| near.is_some_and(|near| near.pair == chain.pair));
                chain
                    .or(self.chains.first())
                    .into_iter()
                    .for_each(|chain| _ = self.look(chain, stretch, x, f64::INFINITY, &mut best));
            }
        }
        for stretch in 0..self.path.stretches.len() {
            // 1.
            let known = level(&best, width);
            let parts = unproven(self.robot, &self.whole_course(stretch), &self.chains, known, &mut lower);
            for (chain, parts) in self.chains.iter().zip(parts).filter(|(_, parts)| !parts.is_empty()) {
                let course = self.course(chain, stretch);
                lower = lower.min(self.least_of(chain, &course, stretch, &parts, width, &mut best));
            }
        }
        best.map(|best| Least { lower: lower.min(best.upper).max(0.0), ..best })
    }

    /// A lower bound of the distance of a pair on parts of a stretch, not less than the least upper bound by more than
    /// the width.
    fn least_of(
        &self,
        chain: &Chain,
        course: &Course,
        stretch: usize,
        parts: &[[f64; 2]],
        width: f64,
        best: &mut Option<Least>,
    ) -> f64 {
        let mut search = Search::new(chain, course, 0.0);
        let mut stack = search.cells(parts);
        while let Some((cell, pairs)) = stack.pop() {
            if best.as_ref().is_some_and(|best| best.upper <= 0.0) {
                return 0.0;
            }
            search.set_margin(level(best, width));
            let (x, mut is_seen) = (cell.centre()[0], false);
            // 4.
            let mut is_worth_it = |stage: &Stage, margin: f64| {
                if stage.greatest_third() < width {
                    return true;
                }
                is_seen = true;
                let Some(seen) = self.look(chain, stretch, x, f64::INFINITY, best) else { return true };
                let Proximity { distance, normal, point_a, point_b, .. } = seen.proximity;
                let wanted = margin + NODES_LOSE * (distance - margin);
                distance <= margin || stage.hope(normal, [point_a, point_b]) > wanted
            };
            // 2.
            let rest = search.test_while(&cell, pairs, 0, &mut is_worth_it);
            if rest.pairs.is_empty() {
                continue;
            }
            // 3.
            if !is_seen && rest.gap < level(best, width) {
                let limit = best.as_ref().map_or(f64::INFINITY, |best| best.upper);
                self.look(chain, stretch, x, limit, best);
            }
            let halves = if search.cells < MOST_CELLS { cell.halves(0) } else { None };
            let Some([before, after]) = halves else { return 0.0 };
            stack.push((after, rest.pairs.clone()));
            stack.push((before, rest.pairs));
        }
        search.bound()
    }

    /// Looks at a pair at a time, within a limit, and keeps what is nearer.
    fn look(&self, chain: &Chain, stretch: usize, x: f64, limit: f64, best: &mut Option<Least>) -> Option<Seen> {
        let plain = &self.path.stretches[stretch];
        let course = Course::of_cubics(self.robot, &chain.joints(), &plain.cubics, &plain.errors, &[]);
        let locals: Vec<_> = course.joints.iter().map(|joint| joint.local(&[x], &[0.0])).collect();
        let standing = chain.stand(&locals);
        let bodies = chain.bodies();
        let [a, b] = [0, 1].map(|side| Stood::new(bodies[side], &standing.frames[side]));
        let upper = best.as_ref().map_or(f64::INFINITY, |best| best.upper);
        let seen = nearest(&a, &b, limit, None)?;
        let found = if seen.proximity.distance <= 0.0 && crossing(&a, &b, seen.leaves).is_some() {
            0.0
        } else {
            (seen.proximity.upper.max(0.0) + (a.error + b.error)) * UP
        };
        if found < upper {
            let mut frames = Vec::new();
            self.robot.place_links(&self.path.configuration(stretch, x), &mut frames);
            let root = frames[chain.common()];
            let points = [seen.proximity.point_a, seen.proximity.point_b].map(|p| root.apply(p));
            let (time, pair) = (self.path.time(stretch, x), chain.pair);
            *best = Some(Least { lower: 0.0, upper: found, time, pair, points });
        }
        Some(seen)
    }
}

/// What is worth proving: the least upper bound less the width.
fn level(best: &Option<Least>, width: f64) -> f64 {
    (best.as_ref().map_or(f64::INFINITY, |best| best.upper) - width).max(0.0)
}
