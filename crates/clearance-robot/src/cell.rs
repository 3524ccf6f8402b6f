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
//! 3. The second order: half of M_B + M_A, with M_B = Σ_{l≥s} r_l D_l (ν_l D_l + 2 Σ_{s≤k<l} ν_k D_k), where no axis k
//!    ever has |n × a_k| > ν_k.
//! 4. n is tried for each s: the normal of the two nodes at c, then that of their first-order sweeps.
//!
//! **Accuracy.** Everything is computed in floats. The errors of the places at c, and the rounding of all sums, are
//! subtracted from the gap once (`noise`). Bounds of r, ν and of the angles between axes are rounded up.

use crate::chain::{Chain, Standing};
use crate::course::{Course, Local};
use crate::cover::Flat;
use crate::frame::{U, UP};
use crate::sweep::{Sweep, parting};
use clearance::Vec3;

/// A box of parameters. Neighbours share their ends, so that nothing lies between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    pub ends: Vec<[f64; 2]>,
}

impl Cell {
    pub fn centre(&self) -> Vec<f64> {
        self.ends.iter().map(|&ends| middle(ends)).collect()
    }

    /// The greater distance from the centre to an end, rounded up.
    fn half(&self) -> Vec<f64> {
        let half = |&[low, high]: &[f64; 2]| {
            let c = middle([low, high]);
            ((high - c).max(c - low) * (1.0 + 2.0 * U)).max(0.0)
        };
        self.ends.iter().map(half).collect()
    }

    /// Both halves along a parameter. `None` if no float lies between its ends.
    pub fn halves(&self, parameter: usize) -> Option<[Self; 2]> {
        let [low, high] = self.ends[parameter];
        let cut = middle([low, high]);
        if !(low < cut && cut < high) {
            return None;
        }
        Some([[low, cut], [cut, high]].map(|ends| {
            let mut half = self.clone();
            half.ends[parameter] = ends;
            half
        }))
    }
}

/// The float in the middle.
pub(crate) fn middle([low, high]: [f64; 2]) -> f64 {
    if low == high { low } else { (0.5 * low + 0.5 * high).clamp(low, high) }
}

/// A chain over a cell: all that is common to its pairs of nodes.
pub(crate) struct Stage<'c> {
    chain: &'c Chain<'c>,
    locals: Vec<Local>,
    half: Vec<f64>,
    pub standing: Standing,
    /// tilt[j][k]: no two axes j and k ever have |a_j × a_k| greater than this.
    tilt: Vec<Vec<f64>>,
    noise: f64,
}

/// What a cell says of two nodes.
pub(crate) enum Judged {
    /// They are farther apart than this, which is more than the level.
    Proven(f64, By),
    Left(Left),
}

/// What proved two nodes: enough for another program to check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]
pub(crate) enum By {
    /// The way of all joints, and balls around the nodes.
    Balls,
    /// The same along this direction.
    Way(Grid),
    /// Theorem C with this direction and held link.
    Plane(Grid, usize),
}

/// A direction of integers.
pub(crate) type Grid = [i32; 3];

/// Two nodes that are not proven.
pub(crate) struct Left {
    /// Their distance at the centre, less their slack: not greater than the true one. Negative if they overlap.
    pub gap: f64,
    /// How far the points may go against each other.
    pub way: f64,
    /// What each parameter costs. Added to the sums of all nodes.
    pub normal: Vec3<f64>,
    held: usize,
}

/// The points of a node at the centre of a cell, and how they move.
#[derive(Default)]
pub(crate) struct Side {
    points: Vec<Vec3<f64>>,
    /// w_k(p): so many for each point as there are steps.
    moves: Vec<Vec3<f64>>,
    /// r_k.
    reach: Vec<f64>,
}

/// Memory that is used again.
#[derive(Default)]
pub(crate) struct Scratch {
    sides: [Side; 2],
    ways: [Vec<Vec3<f64>>; 2],
    /// n·w_k(p).
    speeds: Vec<f64>,
    sums: Vec<f64>,
}

impl<'c> Stage<'c> {
    pub fn new(chain: &'c Chain<'c>, course: &Course, cell: &Cell) -> Self {
        let (centre, half) = (cell.centre(), cell.half());
        let locals: Vec<Local> = course.joints.iter().map(|joint| joint.local(&centre, &half)).collect();
        let standing = chain.stand(&locals);
        let tilt = tilts(chain, &locals, &standing);
        let Standing { size, point_error, axis_error, .. } = standing;
        // Places of both nodes, and of what moves them; then 512 roundings of every sum.
        let mut noise = 2.0 * point_error + 512.0 * U * size;
        for (step, local) in chain.steps.iter().zip(&locals) {
            let (error, longest) = move_error(step.slides, size, point_error, axis_error);
            noise += (local.sway + local.bend) * (error + 512.0 * U * longest) + local.slope_error * longest * 2.0;
        }
        // A value that is not finite has no sine, and sums with NaN would be dropped by the least of many.
        let is_known = noise < f64::INFINITY && locals.iter().all(|local| local.value.is_finite());
        let noise = if is_known { noise * UP } else { f64::INFINITY };
        Self { chain, locals, half, standing, tilt, noise }
    }

    fn slides(&self, step: usize) -> bool {
        self.chain.steps[step].slides
    }

    /// How far a point may go by each step: the sum for B from the held link on and for A before it, for the best link.
    fn way(&self, reach: [&[f64]; 2]) -> f64 {
        let sways = self.locals.iter().map(|local| local.sway);
        let mut sum: f64 = sways.clone().zip(reach[1]).map(|(sway, r)| sway * r).sum();
        let mut least = sum;
        for (step, sway) in sways.enumerate() {
            sum += sway * (reach[0][step] - reach[1][step]);
            least = least.min(sum);
        }
        least.max(0.0) * UP
    }

    /// How far the points of a node are from the axes, over the whole cell. `starts` has the distances at the centre.
    fn reaches(&self, side: usize, mut reach: Vec<f64>) -> Vec<f64> {
        let Standing { size, point_error, axis_error, .. } = self.standing;
        let order: Box<dyn Iterator<Item = usize>> =
            if side == 0 { Box::new(0..reach.len()) } else { Box::new((0..reach.len()).rev()) };
        let mut gone = 0.0;
        for step in order {
            reach[step] = if self.slides(step) {
                1.0 + AXIS_LENGTH
            } else {
                (reach[step] + move_error(false, size, point_error, axis_error).0 + gone) * UP
            };
            gone += self.locals[step].sway * reach[step];
        }
        reach
    }

    /// The most that the distance of the links can differ from that at the centre.
    pub fn whole_way(&self) -> f64 {
        let bodies = self.chain.bodies();
        let reach = [0, 1].map(|side| {
            let centre = self.standing.frames[side].apply(bodies[side].centre);
            let from = |step: usize| self.distance_from_axis(step, centre) + bodies[side].radius;
            self.reaches(side, (0..self.locals.len()).map(from).collect())
        });
        (self.way([&reach[0], &reach[1]]) + self.noise) * UP
    }

    /// Balls around both nodes: the least effort, and it proves most pairs of links that are far.
    fn by_balls(&self, flats: [&Flat; 2], level: f64) -> Option<f64> {
        let centres = [0, 1].map(|side| self.standing.frames[side].apply(flats[side].centre));
        let reach = [0, 1].map(|side| {
            let from = |step: usize| self.distance_from_axis(step, centres[side]) + flats[side].radius;
            self.reaches(side, (0..self.locals.len()).map(from).collect())
        });
        let radii: f64 = flats.iter().map(|flat| flat.radius + flat.slack).sum();
        let gap = (centres[1] - centres[0]).length() * (1.0 - 16.0 * U) - radii * UP - self.noise;
        let bound = gap - self.way([&reach[0], &reach[1]]);
        (bound > level).then_some(bound)
    }

    fn distance_from_axis(&self, step: usize, p: Vec3<f64>) -> f64 {
        self.standing.axes[step].cross(p - self.standing.origins[step]).length()
    }

    /// Whether the nodes are proven to be farther apart than the level, anywhere in the cell.
    pub fn judge(&self, flats: [&Flat; 2], level: f64, scratch: &mut Scratch) -> Judged {
        if let Some(bound) = self.by_balls(flats, level).filter(|_| self.noise < f64::INFINITY) {
            return Judged::Proven(bound, By::Balls);
        }
        let slack = (flats[0].slack + flats[1].slack) * UP + self.noise;
        // 1.
        for side in [0, 1] {
            self.place(side, flats[side], &mut scratch.sides[side]);
        }
        if !(self.noise < f64::INFINITY) {
            let normal = clearance::vec3(1.0, 0.0, 0.0);
            return Judged::Left(Left { gap: f64::NEG_INFINITY, way: f64::INFINITY, normal, held: 0 });
        }
        let [a, b] = &scratch.sides;
        let way = self.way([&a.reach, &b.reach]);
        let still = [0, 1].map(|side| Sweep { points: &scratch.sides[side].points, ways: &[] });
        let (normal, distance) = match parting(&still[0], &still[1]) {
            Some(parting) => parting,
            None => (between(&a.points, &b.points), 0.0),
        };
        let (normal, grid) = on_grid(normal);
        let gap = distance - slack;
        let (mut best, mut held) = self.best(normal, scratch);
        // The Lipschitz bound: no first order, and nothing of the direction.
        let by_way = gap * (1.0 - 16.0 * U) - way;
        let plain = self.plain_gap(normal, scratch) - way;
        let by = if plain > best { By::Way(grid) } else { By::Plane(grid, held) };
        best = best.max(plain);
        let bound = (best - slack) * (1.0 - 16.0 * U);
        if bound > level {
            return Judged::Proven(bound, by);
        }
        // 4.
        if gap > level && by_way <= level {
            self.sweep(held, scratch);
            let swept = [0, 1].map(|side| Sweep { points: &scratch.sides[side].points, ways: &scratch.ways[side] });
            if let Some((normal, _)) = parting(&swept[0], &swept[1]) {
                let (normal, grid) = on_grid(normal);
                let (best, at) = self.best(normal, scratch);
                let bound = (best - slack) * (1.0 - 16.0 * U);
                if bound > level {
                    return Judged::Proven(bound, By::Plane(grid, at));
                }
                held = at;
            }
        }
        Judged::Left(Left { gap, way, normal, held })
    }

    fn place(&self, side: usize, flat: &Flat, into: &mut Side) {
        let (frame, steps) = (&self.standing.frames[side], self.locals.len());
        into.points.clear();
        into.points.extend(flat.points.iter().map(|&p| frame.apply(p)));
        into.moves.clear();
        let mut reach = vec![0.0f64; steps];
        for &p in &into.points {
            for step in 0..steps {
                let axis = self.standing.axes[step];
                let speed = if self.slides(step) { axis } else { axis.cross(p - self.standing.origins[step]) };
                reach[step] = reach[step].max(speed.length());
                into.moves.push(speed);
            }
        }
        into.reach = self.reaches(side, reach);
    }

    /// The gap of both nodes along n at the centre, less the noise and the slack that the caller subtracts.
    fn plain_gap(&self, n: Vec3<f64>, scratch: &Scratch) -> f64 {
        let along = |side: usize| scratch.sides[side].points.iter().map(move |p| p.dot(&n));
        along(1).fold(f64::INFINITY, f64::min) - along(0).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The greatest gap that n proves to first and second order, and the held link with it.
    fn best(&self, n: Vec3<f64>, scratch: &mut Scratch) -> (f64, usize) {
        let steps = self.locals.len();
        let first = self.first_order(n, scratch);
        let reach = [0, 1].map(|side| &scratch.sides[side].reach);
        let mut best = (f64::NEG_INFINITY, 0);
        for held in 0..=steps {
            let gap = first[held] - self.second_order(n, held, reach);
            if gap > best.0 {
                best = (gap, held);
            }
        }
        best
    }

    /// The gap to first order for each held link.
    fn first_order(&self, n: Vec3<f64>, scratch: &mut Scratch) -> Vec<f64> {
        let steps = self.locals.len();
        let mut gaps = vec![0.0; steps + 1];
        for side in [0, 1] {
            let mut least = vec![f64::INFINITY; steps + 1];
            let Side { points, moves, .. } = &scratch.sides[side];
            for (at, p) in points.iter().enumerate() {
                // B comes nearer by −n, A by n.
                let along = if side == 1 { p.dot(&n) } else { -p.dot(&n) };
                scratch.speeds.clear();
                scratch.speeds.extend(moves[at * steps..][..steps].iter().map(|speed| speed.dot(&n)));
                scratch.sums.clear();
                scratch.sums.resize(self.half.len(), 0.0);
                let mut lost = 0.0;
                let mut add = |step: usize, speeds: &[f64], sums: &mut [f64]| {
                    for &(parameter, slope) in &self.locals[step].slopes {
                        let before = sums[parameter];
                        sums[parameter] += self.chain.steps[step].sign * slope * speeds[step];
                        lost += self.half[parameter] * (sums[parameter].abs() - before.abs());
                    }
                    lost
                };
                if side == 1 {
                    least[steps] = least[steps].min(along);
                    for step in (0..steps).rev() {
                        let lost = add(step, &scratch.speeds, &mut scratch.sums);
                        least[step] = least[step].min(along - lost);
                    }
                } else {
                    least[0] = least[0].min(along);
                    for step in 0..steps {
                        let lost = add(step, &scratch.speeds, &mut scratch.sums);
                        least[step + 1] = least[step + 1].min(along - lost);
                    }
                }
            }
            gaps.iter_mut().zip(&least).for_each(|(gap, least)| *gap += least);
        }
        gaps
    }

    /// Half of M_A + M_B.
    fn second_order(&self, n: Vec3<f64>, held: usize, reach: [&Vec<f64>; 2]) -> f64 {
        let steps = self.locals.len();
        let mut sum = 0.0;
        let side = |order: &mut dyn Iterator<Item = usize>, reach: &[f64], sum: &mut f64| {
            let (mut nearer, mut before) = (0.0, Vec::<usize>::with_capacity(steps));
            for l in order {
                let (sway, bend) = (self.locals[l].sway, self.locals[l].bend);
                let nu = if self.slides(l) {
                    0.0
                } else {
                    let leant = before.iter().filter(|&&j| !self.slides(j));
                    let lean: f64 = leant.map(|&j| self.locals[j].sway * self.tilt[j][l]).sum();
                    let now = n.cross(self.standing.axes[l]).length() + self.standing.axis_error + 8.0 * U;
                    (now + lean).min(1.0 + AXIS_LENGTH)
                };
                *sum += reach[l] * (sway * (nu * sway + 2.0 * nearer) + bend);
                nearer += nu * sway;
                before.push(l);
            }
        };
        side(&mut (held..steps), reach[1], &mut sum);
        side(&mut (0..held).rev(), reach[0], &mut sum);
        0.5 * sum * UP
    }

    /// The ways of all points for a held link.
    fn sweep(&self, held: usize, scratch: &mut Scratch) {
        let (steps, parameters) = (self.locals.len(), self.half.len());
        for side in [0, 1] {
            let moving = if side == 1 { held..steps } else { 0..held };
            let Side { points, moves, .. } = &scratch.sides[side];
            let ways = &mut scratch.ways[side];
            ways.clear();
            ways.resize(points.len() * parameters, Vec3::default());
            for at in 0..points.len() {
                for step in moving.clone() {
                    for &(parameter, slope) in &self.locals[step].slopes {
                        let factor = self.chain.steps[step].sign * slope * self.half[parameter];
                        ways[at * parameters + parameter] += moves[at * steps + step] * factor;
                    }
                }
            }
        }
    }

    /// Adds what each parameter costs two nodes that are left: its first order, and its part of the second.
    pub fn add_costs(&self, left: &Left, scratch: &Scratch, costs: &mut [f64]) {
        let steps = self.locals.len();
        let turned: f64 = (0..steps).filter(|&step| !self.slides(step)).map(|step| self.locals[step].sway).sum();
        for (parameter, cost) in costs.iter_mut().enumerate() {
            let slope = |step: usize| -> f64 {
                let own = self.locals[step].slopes.iter().filter(|&&(own, _)| own == parameter);
                own.map(|&(_, slope)| self.chain.steps[step].sign * slope).sum()
            };
            for side in [0, 1] {
                let moving = if side == 1 { left.held..steps } else { 0..left.held };
                let Side { moves, reach, points, .. } = &scratch.sides[side];
                let speed = |at: usize| -> f64 {
                    moving.clone().map(|step| slope(step) * moves[at * steps + step].dot(&left.normal)).sum()
                };
                let first = (0..points.len()).map(|at| speed(at).abs()).fold(0.0, f64::max);
                let second: f64 = moving.clone().map(|step| slope(step).abs() * reach[step]).sum();
                *cost += self.half[parameter] * (first + 0.5 * second * turned.min(1.0));
            }
        }
    }
}

/// A unit axis is not longer than 1 plus this.
const AXIS_LENGTH: f64 = 1.0 / (1u64 << 40) as f64;

/// The error of w_k(p), and how long it may be at the centre.
fn move_error(slides: bool, size: f64, point_error: f64, axis_error: f64) -> (f64, f64) {
    if slides { (axis_error, 1.0) } else { (2.0 * size * axis_error + 2.0 * point_error * UP, 2.0 * size) }
}

/// The greatest sines of the angles between axes over a cell: only the turns strictly between two axes change theirs.
fn tilts(chain: &Chain, locals: &[Local], standing: &Standing) -> Vec<Vec<f64>> {
    let steps = locals.len();
    let mut tilt = vec![vec![0.0f64; steps]; steps];
    for between in 1..steps {
        for j in 0..steps - between {
            let k = j + between;
            let now = standing.axes[j].cross(standing.axes[k]).length() + 2.0 * standing.axis_error + 8.0 * U;
            let turns = (j + 1..k).filter(|&l| !chain.steps[l].slides);
            let lean: f64 = turns.map(|l| locals[l].sway * tilt[l][k]).sum();
            let most = ((now + lean) * UP).min(1.0 + AXIS_LENGTH);
            (tilt[j][k], tilt[k][j]) = (most, most);
        }
    }
    tilt
}

/// The direction of integers that is nearest to a unit vector: a proof can say it in few digits, and what was computed
/// with it holds for the numbers that are written.
fn on_grid(n: Vec3<f64>) -> (Vec3<f64>, Grid) {
    let grid = <[f64; 3]>::from(n * f64::from(GRID)).map(|x| x.round() as i32);
    let [x, y, z] = grid.map(f64::from);
    (clearance::vec3(x, y, z).normalized().unwrap_or(n), grid)
}

/// The length of directions on the grid. Larger: longer proofs. Smaller: planes are farther from the best ones.
const GRID: i32 = 1 << 30;

/// A direction from the middle of some points to that of others.
fn between(a: &[Vec3<f64>], b: &[Vec3<f64>]) -> Vec3<f64> {
    let mean =
        |points: &[Vec3<f64>]| points.iter().fold(Vec3::default(), |sum, &p| sum + p) * (1.0 / points.len() as f64);
    (mean(b) - mean(a)).normalized().unwrap_or(clearance::vec3(1.0, 0.0, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Robot, Rotation, Shape};
    use clearance::{PointCloud, Solver};

    /// A chain of links with random axes, some of them slides, some that follow the first joint.
    fn random_robot(random: &mut Random, count: usize) -> Robot {
        let cuboid = |size: [f64; 3]| Element { origin: Origin::default(), shape: Shape::Cuboid { size } };
        let mut links = vec![Link { name: "l0".into(), elements: vec![cuboid([0.3, 0.2, 0.1])] }];
        let mut joints = Vec::new();
        for i in 0..count {
            links.push(Link { name: format!("l{}", i + 1), elements: vec![cuboid([0.2, 0.3, 0.1])] });
            let kind = if random.signed() < -0.5 { JointKind::Prismatic } else { JointKind::Revolute };
            let follows = i > 0 && random.signed() < -0.4;
            let mimic = follows.then(|| Mimic { joint: Some(0), multiplier: random.signed(), offset: random.signed() });
            let (place, axis) = (random.point(), random.point());
            let [x, y, z] = (place * 0.4).into();
            // Some axes are parallel.
            let axis = if random.signed() < -0.5 { [0.0, 0.0, 1.0] } else { axis.into() };
            let rotation = Rotation::Rpy(random.point().into());
            // The root is in the middle of the chain, so that both ways have joints.
            let [parent, child] = if i < count / 2 { [i + 1, i] } else { [i, i + 1] };
            let limits = Some([-3.0, 3.0]);
            let origin = Origin { xyz: [x, y, z + 0.25], rotation };
            joints.push(Joint { name: format!("j{i}"), kind, parent, child, origin, axis, limits, mimic });
        }
        Robot::new(&Description { name: String::new(), links, joints }).unwrap()
    }

    /// Theorem C against places inside the cell: the distance of the nodes is never below the bound.
    #[test]
    fn no_place_in_a_cell_is_nearer_than_its_bound() {
        let (mut random, mut proven, mut by_planes, mut ratio) = (Random(7), 0, 0, 0.0);
        for round in 0..600 {
            let count = 1 + round % 5;
            let robot = random_robot(&mut random, count);
            let pair = [0, count];
            let chain = Chain::new(&robot, pair).unwrap();
            let size = [0.02, 0.1, 0.4][round % 3];
            let range = |_: usize| [-size, size];
            let mut course = Course::of_box(&robot, &chain.joints(), &range);
            let middle: Vec<f64> = course.box_.iter().map(|_| random.signed()).collect();
            course.box_.iter_mut().zip(&middle).for_each(|(ends, &c)| *ends = [c - size, c + size]);
            let cell = Cell { ends: course.box_.clone() };
            let stage = Stage::new(&chain, &course, &cell);
            let flats = chain.bodies().map(|body| body.cover.root().flat(&body.cover));
            let mut scratch = Scratch::default();
            let Judged::Proven(bound, _) = stage.judge(flats, 0.0, &mut scratch) else { continue };
            proven += 1;
            by_planes += usize::from(stage.by_balls(flats, 0.0).is_none());
            let mut least = f64::INFINITY;
            for sample in 0..60 {
                // A third of the samples are corners of the cell.
                let x: Vec<f64> = course
                    .box_
                    .iter()
                    .map(|&[low, high]| match sample % 3 {
                        0 if random.signed() < 0.0 => low,
                        0 => high,
                        _ => random.between(low, high),
                    })
                    .collect();
                let still = vec![0.0; x.len()];
                let locals: Vec<Local> = course.joints.iter().map(|joint| joint.local(&x, &still)).collect();
                let standing = chain.stand(&locals);
                let [a, b] = [0, 1].map(|side| {
                    let points = flats[side].points.iter().map(|&p| standing.frames[side].apply(p));
                    PointCloud::new(points).unwrap()
                });
                least = least.min(Solver::default().distance(&a, &b).upper);
            }
            assert!(least >= bound, "{round}: {least} {bound}");
            ratio += bound / least;
        }
        assert!(proven > 100 && by_planes > 60, "{proven} {by_planes}");
        // The bound is worth something.
        assert!(ratio / f64::from(proven) > 0.4, "{}", ratio / f64::from(proven));
    }

    #[test]
    fn halves_of_a_cell_share_their_end_and_a_float_has_no_halves() {
        let cell = Cell { ends: vec![[0.1, 0.3], [1.0, 1.0f64.next_up()]] };
        let [first, second] = cell.halves(0).unwrap();
        assert_eq!(first.ends[0][1], second.ends[0][0]);
        assert_eq!((first.ends[0][0], second.ends[0][1]), (0.1, 0.3));
        assert!(cell.halves(1).is_none());
        let (centre, half) = (first.centre(), first.half());
        assert!(centre[0] - half[0] <= 0.1 && centre[0] + half[0] >= first.ends[0][1]);
    }
}
