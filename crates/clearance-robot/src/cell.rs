//! Theorem C: a plane for a cell of parameters. docs/math/robots.md proves it.
//!
//! **Problem.** The parameters are in a box around a centre c, with half-widths h. Show that two nodes stay farther
//! apart than a level.
//!
//! **Notation.** Steps k of the chain from A to B, axes a_k through o_k at c, D_k how far a joint goes (`sway`), the
//! held link between the steps s−1 and s, n a unit vector in its frame. w_k(p) = a_k × (p − o_k), or a_k if k slides.
//!
//! **Method.**
//! 1. r_k: no point of the node is ever farther from axis k.
//! 2. The gap along n to first order: min over B of n·p − Σᵢ hᵢ|Σ_k c_kᵢ n·w_k(p)| minus the like maximum over A. It is
//!    concave in p, so the points of the node have the least.
//! 3. The second order (`second`): a bound of all second derivatives, or these at c and a bound of the third ones.
//! 4. n is tried for each s: the normal that was best for the cell of which this is a part, that of the two nodes at c,
//!    then that of their first-order sweeps.
//!
//! **Accuracy.** Everything is computed in floats. The errors of the places at c, and the rounding of all sums, are
//! subtracted from the gap once (`noise`). Bounds of r, ν and of the angles between axes are rounded up.

use crate::chain::{Chain, Standing};
use crate::course::{Course, Local};
use crate::cover::Flat;
use crate::frame::{U, UP};
use crate::noise::{AXIS_LENGTH, Leans, leans, move_error, noise_of_ways, reach_error};
use crate::plane::{Grid, Order, Plane, Proof, Terms, on_grid};
use crate::region::Cell;
use crate::sweep::{LANES, Linear, Mover, Sweep, parting};
use clearance::Vec3;

/// A chain over a cell: all that is common to its pairs of nodes.
pub(crate) struct Stage<'c> {
    pub(crate) chain: &'c Chain<'c>,
    pub(crate) locals: Vec<Local>,
    half: Vec<f64>,
    pub standing: Standing,
    /// How each step moves the points of B, for each of its parameters; those of a parameter follow each other.
    movers: Vec<(usize, Mover)>,
    pub(crate) leans: Leans,
    noise: f64,
    /// Which proofs are tried.
    pub terms: Terms,
}

/// What a cell says of two nodes.
pub(crate) enum Judged {
    /// They are farther apart than the bound, which is more than the level.
    Proven(Proof),
    Left(Left),
}

/// Two nodes that are not proven.
pub(crate) struct Left {
    /// Their distance at the centre, less their slack: not greater than the true one. Negative if they overlap.
    pub gap: f64,
    /// How far the points may go against each other.
    pub way: f64,
    /// What a proof lacks.
    pub deficit: f64,
    /// The direction that came nearest to a proof, in the frame of the chain, and its held link.
    normal: Vec3<f64>,
    held: usize,
}

/// Memory that is used again.
#[derive(Default)]
pub(crate) struct Scratch {
    /// r_k, for each side.
    pub(crate) reach: [Vec<f64>; 2],
    /// n·w_k(p), for each step.
    speeds: Vec<Linear>,
    /// For each parameter, and for each held link.
    sums: Vec<[f64; LANES]>,
    least: Vec<[f64; LANES]>,
    /// The gap to first order for each held link.
    pub(crate) gaps: Vec<f64>,
    /// The gap at the centre.
    plain: f64,
    movers: [Vec<Mover>; 2],
    pub(crate) forms: Vec<Linear>,
}

/// A direction with all that a bound asks of it.
#[derive(Clone, Copy)]
struct Tried {
    normal: Vec3<f64>,
    grid: Grid,
    held: usize,
    /// The gap to first and second order, less nothing else.
    gap: f64,
}

impl<'c> Stage<'c> {
    pub fn new(chain: &'c Chain<'c>, course: &Course, cell: &Cell) -> Self {
        let (centre, half) = (cell.centre(), cell.half());
        let locals: Vec<Local> = course.joints.iter().map(|joint| joint.local(&centre, &half)).collect();
        let standing = chain.stand(&locals);
        let leans = leans(chain, &locals, &standing);
        let Standing { size, point_error, axis_error, .. } = standing;
        let steps = chain.steps.iter().map(|step| step.slides).zip(&locals);
        let mut noise = noise_of_ways(steps, size, point_error, axis_error);
        // The same of the second derivatives: each has the errors of an axis that turns, and of a velocity.
        let sum = |slides: bool| -> f64 {
            let own = chain.steps.iter().zip(&locals).filter(|(step, _)| step.slides == slides);
            own.map(|(_, local)| local.sway).sum()
        };
        let (turned, slid) = (sum(false), sum(true));
        let (error, longest) = move_error(false, size, point_error, axis_error);
        noise += 0.5 * turned * turned * (2.0 * error + 512.0 * U * longest);
        noise += turned * slid * (2.0 * axis_error + 512.0 * U);
        // A value that is not finite has no sine, and sums with NaN would be dropped by the least of many.
        let is_known = noise < f64::INFINITY && locals.iter().all(|local| local.value.is_finite());
        let noise = if is_known { noise * UP } else { f64::INFINITY };
        let mut movers = Vec::with_capacity(locals.len());
        for (number, (step, local)) in chain.steps.iter().zip(&locals).enumerate() {
            for &(parameter, slope) in local.slopes() {
                let rate = step.sign * slope * half[parameter];
                let (axis, origin) = (standing.axes[number], standing.origins[number]);
                movers.push((number, Mover { axis, origin, slides: step.slides, parameter, rate }));
            }
        }
        movers.sort_by_key(|(_, mover)| mover.parameter);
        Self { chain, locals, half, standing, movers, leans, noise, terms: Terms::All }
    }

    /// Whether the joints depend on one parameter alone.
    pub(crate) fn has_one_parameter(&self) -> bool {
        self.half.len() == 1
    }

    /// How the value of a step grows with the only parameter, times the half-width.
    pub(crate) fn rate(&self, step: usize) -> f64 {
        let slope = self.locals[step].slopes().first().map_or(0.0, |(_, slope)| *slope);
        self.chain.steps[step].sign * slope * self.half[0]
    }

    pub(crate) fn slides(&self, step: usize) -> bool {
        self.chain.steps[step].slides
    }

    /// How far a point may go by each step: the sum for B from the held link on and for A before it, for the best link.
    fn way(&self, [a, b]: &[Vec<f64>; 2]) -> (f64, usize) {
        let mut sum: f64 = self.locals.iter().zip(b).map(|(local, r)| local.sway * r).sum();
        let mut least = (sum, 0);
        for (step, local) in self.locals.iter().enumerate() {
            sum += local.sway * (a[step] - b[step]);
            if sum < least.0 {
                least = (sum, step + 1);
            }
        }
        (least.0.max(0.0) * UP, least.1)
    }

    /// How far the points of a node are from the axes, over the whole cell: from the distances at the centre.
    fn widen(&self, side: usize, reach: &mut [f64]) {
        let Standing { size, point_error, axis_error, .. } = self.standing;
        let error = reach_error(size, point_error, axis_error);
        let (mut gone, steps) = (0.0, reach.len());
        for number in 0..steps {
            let step = if side == 0 { number } else { steps - 1 - number };
            reach[step] = if self.slides(step) { 1.0 + AXIS_LENGTH } else { (reach[step] + error + gone) * UP };
            gone += self.locals[step].sway * reach[step];
        }
    }

    /// r_k of two balls: a centre in the frame of the chain, and a radius.
    pub(crate) fn reaches_of_balls(&self, balls: [(Vec3<f64>, f64); 2], reach: &mut [Vec<f64>; 2]) {
        for (side, (centre, radius)) in balls.into_iter().enumerate() {
            reach[side].clear();
            reach[side].extend((0..self.locals.len()).map(|step| self.distance_from_axis(step, centre) + radius));
            self.widen(side, &mut reach[side]);
        }
    }

    /// r_k of the points of both nodes.
    pub(crate) fn reaches(&self, flats: [&Flat; 2], reach: &mut [Vec<f64>; 2]) {
        for side in [0, 1] {
            let frame = &self.standing.frames[side];
            let farthest = |step: usize| {
                let origin = frame.turn_back(self.standing.origins[step] - frame.place);
                flats[side].rows.farthest_from_line(origin, frame.turn_back(self.standing.axes[step])).sqrt()
            };
            reach[side].clear();
            reach[side].extend((0..self.locals.len()).map(farthest));
            self.widen(side, &mut reach[side]);
        }
    }

    /// The most that the distance of the links can differ from that at the centre.
    pub fn whole_way(&self) -> f64 {
        let bodies = self.chain.bodies();
        let ball = |side: usize| (self.standing.frames[side].apply(bodies[side].centre), bodies[side].radius);
        let mut reach = Default::default();
        self.reaches_of_balls([0, 1].map(ball), &mut reach);
        (self.way(&reach).0 + self.noise) * UP
    }

    /// How far two balls may go against each other in the cell, at most, and the parameter that moves them most. The
    /// balls are given in the frames of their links.
    pub fn way_of_balls(&self, balls: [(Vec3<f64>, f64); 2]) -> (f64, usize) {
        let balls = [0, 1].map(|side| (self.standing.frames[side].apply(balls[side].0), balls[side].1));
        let mut reach = Default::default();
        self.reaches_of_balls(balls, &mut reach);
        let (way, held) = self.way(&reach);
        let cost = |(step, mover): &(usize, Mover)| mover.rate.abs() * reach[usize::from(*step >= held)][*step];
        let mut costs = vec![0.0; self.half.len()];
        self.movers.iter().for_each(|mover| costs[mover.1.parameter] += cost(mover));
        let most = (0..costs.len()).fold(0, |most, at| if costs[at] > costs[most] { at } else { most });
        ((way + self.noise) * UP, most)
    }

    /// Balls around both nodes: the least effort, and it proves most pairs of links that are far.
    fn by_balls(&self, flats: [&Flat; 2], level: f64, scratch: &mut Scratch) -> Option<Proof> {
        let centres = [0, 1].map(|side| self.standing.frames[side].apply(flats[side].centre));
        let between = centres[1] - centres[0];
        let radii: f64 = flats.iter().map(|flat| flat.radius + flat.slack).sum();
        let gap = between.length() * (1.0 - 16.0 * U) - radii * UP - self.noise;
        if !(gap > level) {
            return None;
        }
        self.reaches_of_balls([0, 1].map(|side| (centres[side], flats[side].radius)), &mut scratch.reach);
        let (way, held) = self.way(&scratch.reach);
        let bound = gap - way;
        let plane = |held| self.plane(between.unit(), held);
        proven(bound, level).then(|| Proof { bound, plane: plane(held), grid: [0; 3], by: Order::Balls })
    }

    fn distance_from_axis(&self, step: usize, p: Vec3<f64>) -> f64 {
        self.standing.axes[step].cross(p - self.standing.origins[step]).length()
    }

    /// Whether the nodes are proven to be farther apart than the level, anywhere in the cell. `hint`: a plane that may
    /// do it.
    pub fn judge(&self, flats: [&Flat; 2], level: f64, hint: Option<Plane>, scratch: &mut Scratch) -> Judged {
        if !(self.noise < f64::INFINITY) {
            self.reaches(flats, &mut scratch.reach);
            let (normal, deficit) = (clearance::vec3(1.0, 0.0, 0.0), f64::INFINITY);
            return Judged::Left(Left { gap: f64::NEG_INFINITY, way: f64::INFINITY, deficit, normal, held: 0 });
        }
        if let Some(proof) = self.by_balls(flats, level, scratch) {
            return Judged::Proven(proof);
        }
        let slack = (flats[0].slack + flats[1].slack) * UP + self.noise;
        let less = |gap: f64| (gap - slack) * (1.0 - 16.0 * U);
        let proof = |gap: f64, tried: Tried, by| {
            let bound = less(gap);
            let plane = |tried: Tried| self.plane(tried.normal, tried.held);
            proven(bound, level).then(|| Judged::Proven(Proof { bound, plane: plane(tried), grid: tried.grid, by }))
        };
        // 1.
        self.reaches(flats, &mut scratch.reach);
        // 4.
        let mut best: Option<Tried> = None;
        let is_square = self.terms == Terms::All && self.has_one_parameter();
        if let Some(plane) = hint {
            if is_square {
                let (normal, grid) = on_grid(self.normal(&plane));
                let tried = Tried { normal, grid, held: plane.held, gap: f64::NEG_INFINITY };
                if let Some(gap) = self.sharp(normal, plane.held, flats, scratch)
                    && let Some(proof) = proof(gap, tried, Order::Second)
                {
                    return proof;
                }
            }
            let tried = self.best(self.normal(&plane), flats, scratch);
            if let Some(proof) = proof(tried.gap, tried, Order::First) {
                return proof;
            }
            best = Some(tried);
        }
        let (way, held_by_way) = self.way(&scratch.reach);
        let still = [0, 1].map(|side| self.sweep(flats, side, &[]));
        let (normal, distance) = parting(&still[0], &still[1]).unwrap_or_else(|| {
            let between = still[1].centre - still[0].centre;
            (between.normalized().unwrap_or(clearance::vec3(1.0, 0.0, 0.0)), 0.0)
        });
        let gap = distance - slack;
        let tried = self.best(normal, flats, scratch);
        // The Lipschitz bound: no first order, and nothing of the direction.
        let plain = scratch.plain;
        if let Some(proof) = proof(tried.gap, tried, Order::First)
            .or_else(|| proof(plain - way, Tried { held: held_by_way, ..tried }, Order::Way))
        {
            return proof;
        }
        let better = |best: Option<Tried>, tried: Tried| best.filter(|best| best.gap >= tried.gap).unwrap_or(tried);
        if is_square
            && let Some(gap) = self.sharp(tried.normal, tried.held, flats, scratch)
            && let Some(proof) = proof(gap, tried, Order::Second)
        {
            return proof;
        }
        let mut best = better(best, tried);
        if gap > level {
            let held = best.held;
            let mut movers = std::mem::take(&mut scratch.movers);
            self.movers_of(held, &mut movers);
            let swept = [0, 1].map(|side| self.sweep(flats, side, &movers[side]));
            let parted = parting(&swept[0], &swept[1]);
            scratch.movers = movers;
            if let Some((normal, _)) = parted {
                let tried = self.best(normal, flats, scratch);
                if let Some(proof) = proof(tried.gap, tried, Order::First) {
                    return proof;
                }
                best = better(Some(best), tried);
                if self.terms == Terms::All
                    && (is_square || less(scratch.gaps[tried.held]) > level)
                    && let Some(gap) = self.sharp(tried.normal, tried.held, flats, scratch)
                    && let Some(proof) = proof(gap, tried, Order::Second)
                {
                    return proof;
                }
            }
        }
        let deficit = level - less(best.gap);
        Judged::Left(Left { gap, way, deficit, normal: best.normal, held: best.held })
    }

    /// The plane that came nearest to a proof of two nodes that are left.
    pub fn nearest_plane(&self, left: &Left) -> Plane {
        self.plane(left.normal, left.held)
    }

    fn plane(&self, normal: Vec3<f64>, held: usize) -> Plane {
        let [x, y, z] = self.standing.held[held].columns;
        Plane { held, normal: clearance::vec3(normal.dot(&x), normal.dot(&y), normal.dot(&z)) }
    }

    /// A plane's normal in the frame of the chain.
    pub(crate) fn normal(&self, plane: &Plane) -> Vec3<f64> {
        let ([x, y, z], n) = (self.standing.held[plane.held].columns, plane.normal);
        (x * n.x + y * n.y + z * n.z).unit()
    }

    /// A node with the movers of its side.
    fn sweep<'a>(&'a self, flats: [&'a Flat; 2], side: usize, movers: &'a [Mover]) -> Sweep<'a> {
        let (frame, flat) = (&self.standing.frames[side], flats[side]);
        let (centre, mut radius) = (frame.apply(flat.centre), flat.radius);
        for mover in movers {
            let longest = if mover.slides { 1.0 } else { (centre - mover.origin).length() + flat.radius };
            radius += mover.rate.abs() * longest;
        }
        Sweep { rows: &flat.rows, frame, movers, centre, radius: radius * UP }
    }

    /// The movers of both nodes for a held link.
    fn movers_of(&self, held: usize, into: &mut [Vec<Mover>; 2]) {
        into.iter_mut().for_each(Vec::clear);
        for &(step, mover) in &self.movers {
            into[usize::from(step >= held)].push(mover);
        }
    }

    /// The greatest gap that n proves to first and second order, and the held link with it.
    fn best(&self, n: Vec3<f64>, flats: [&Flat; 2], scratch: &mut Scratch) -> Tried {
        let (normal, grid) = on_grid(n);
        self.first_order(normal, flats, scratch);
        let mut best = Tried { normal, grid, held: 0, gap: f64::NEG_INFINITY };
        let leaning = self.leaning(normal);
        for held in 0..=self.locals.len() {
            let gap = scratch.gaps[held] - self.second_order(&leaning, held, &scratch.reach);
            if gap > best.gap {
                best = Tried { held, gap, ..best };
            }
        }
        best
    }

    /// n·w of each step, for a side.
    fn speed(&self, n: Vec3<f64>, side: usize, step: usize) -> Linear {
        match self.slides(step) {
            true => Linear::constant(n.dot(&self.standing.axes[step])),
            false => {
                let across = n.cross(self.standing.axes[step]);
                Linear::new(across, &self.standing.frames[side], self.standing.origins[step])
            }
        }
    }

    /// The gap to first order for each held link, and the plain gap at the centre.
    pub(crate) fn first_order(&self, n: Vec3<f64>, flats: [&Flat; 2], scratch: &mut Scratch) {
        let steps = self.locals.len();
        let Scratch { speeds, sums, least, gaps, plain, .. } = scratch;
        gaps.clear();
        gaps.resize(steps + 1, 0.0);
        *plain = 0.0;
        for side in [0, 1] {
            // B comes nearer by −n, A by n.
            let n = if side == 1 { n } else { -n };
            let height = Linear::new(n, &self.standing.frames[side], Vec3::default());
            speeds.clear();
            speeds.extend((0..steps).map(|step| self.speed(n, side, step)));
            least.clear();
            least.resize(steps + 1, [f64::INFINITY; LANES]);
            for block in &flats[side].rows.blocks {
                let height = height.of(block);
                let mut lost = [0.0; LANES];
                sums.clear();
                sums.resize(self.half.len(), [0.0; LANES]);
                for number in 0..=steps {
                    let held = if side == 1 { steps - number } else { number };
                    for lane in 0..LANES {
                        let along = height[lane] - lost[lane];
                        let least = &mut least[held][lane];
                        *least = if along < *least { along } else { *least };
                    }
                    if number == steps {
                        break;
                    }
                    let step = if side == 1 { steps - 1 - number } else { number };
                    let speed = speeds[step].of(block);
                    for &(parameter, slope) in self.locals[step].slopes() {
                        let (factor, half) = (self.chain.steps[step].sign * slope, self.half[parameter]);
                        let sum = &mut sums[parameter];
                        for lane in 0..LANES {
                            let before = sum[lane];
                            sum[lane] = before + factor * speed[lane];
                            lost[lane] += half * (sum[lane].abs() - before.abs());
                        }
                    }
                }
            }
            let least = |held: usize| least[held].into_iter().fold(f64::INFINITY, f64::min);
            gaps.iter_mut().enumerate().for_each(|(held, gap)| *gap += least(held));
            *plain += least(if side == 1 { steps } else { 0 });
        }
    }

    /// Appends the first derivatives of the heights by the parameters, times the half-widths.
    pub(crate) fn first_forms(&self, n: Vec3<f64>, held: usize, side: usize, into: &mut Vec<Linear>) {
        let frame = &self.standing.frames[side];
        let moves = |step: usize| if side == 1 { step >= held } else { step < held };
        for group in self.movers.chunk_by(|a, b| a.1.parameter == b.1.parameter) {
            let own = group.iter().filter(|(step, _)| moves(*step));
            into.push(own.fold(Linear::default(), |sum, (_, mover)| sum.plus(&mover.speed(n, frame), mover.rate)));
        }
    }

    /// Adds what each parameter costs two nodes that are left: its first order, and its part of the second.
    pub fn add_costs(&self, left: &Left, flats: [&Flat; 2], scratch: &mut Scratch, costs: &mut [f64]) {
        let turned: f64 = (0..self.locals.len()).filter(|&at| !self.slides(at)).map(|at| self.locals[at].sway).sum();
        let mut movers = std::mem::take(&mut scratch.movers);
        self.movers_of(left.held, &mut movers);
        for side in [0, 1] {
            let frame = &self.standing.frames[side];
            for group in movers[side].chunk_by(|a, b| a.parameter == b.parameter) {
                let add = |sum: Linear, mover: &Mover| sum.plus(&mover.speed(left.normal, frame), mover.rate);
                let speed = group.iter().fold(Linear::default(), add);
                let mut most = 0.0f64;
                for block in &flats[side].rows.blocks {
                    most = speed.of(block).into_iter().fold(most, |most, speed| most.max(speed.abs()));
                }
                costs[group[0].parameter] += most;
            }
        }
        scratch.movers = movers;
        for (step, mover) in &self.movers {
            let side = usize::from(*step >= left.held);
            costs[mover.parameter] += 0.5 * mover.rate.abs() * scratch.reach[side][*step] * turned.min(1.0);
        }
    }
}

/// Whether a bound is above the level. An overflow proves nothing.
fn proven(bound: f64, level: f64) -> bool {
    bound > level && bound < f64::INFINITY
}
