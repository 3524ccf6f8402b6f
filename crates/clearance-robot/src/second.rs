//! The second order of theorem C: what is lost because points do not move along straight lines.
//!
//! **Notation** is that of `cell`. φ is the height n·p along the straight way from the centre to a place of the cell.
//!
//! 1. *By a bound of φ″.* φ(1) ≥ φ(0) + φ′(0) − M/2, with M = Σ_l r_l D_l (ν_l D_l + 2 Σ_k ν_k D_k), k nearer to the held
//!    link than l.
//! 2. *By φ″ at the centre.* φ(1) ≥ φ(0) + φ′(0) + φ″(0)/2 − T/6, with T ≥ |φ‴|. At the centre the second derivative by
//!    the joints k and l is (n × a_k)·w_l(p): linear in p. Over all places, φ″(0) is at least Σ_k D_k² min(0, H_kk) −
//!    2 Σ_{k<l} D_k D_l |H_kl|, a concave function of p. So the points of a node have the least again.
//!
//! 3. *One parameter*, as on a path: the rates of all joints are known with their signs. φ is a square function of it, but for
//!    the third derivative. The least of that over the cell is a concave function of p, being the least of linear ones.
//!
//! The second form is better for small cells, and takes a product for each pair of joints. It needs joints that are
//! affine in the parameters.

use crate::cell::{Scratch, Stage};
use crate::cover::Flat;
use crate::frame::{U, UP};
use crate::noise::AXIS_LENGTH;
use crate::plane::Plane;
use crate::sweep::{LANES, Linear, Rows};
use clearance::Vec3;

impl Stage<'_> {
    /// |n × a_k| for each step, as large as errors may make it.
    pub fn leaning(&self, n: Vec3<f64>) -> Vec<f64> {
        let error = self.standing.axis_error + 8.0 * U;
        self.standing.axes.iter().map(|&axis| n.cross(axis).length() + error).collect()
    }

    /// ν: no unit axis of a step that turns ever has a greater |n × a|. 0 if it slides.
    fn nu(&self, leaning: &[f64], held: usize, step: usize) -> f64 {
        if self.slides(step) { 0.0 } else { (leaning[step] + self.leans.of(held, step)).min(1.0 + AXIS_LENGTH) }
    }

    /// The steps that move a side, the ones near the held link first.
    fn outward(&self, held: usize, side: usize) -> impl Iterator<Item = usize> + Clone {
        let count = if side == 1 { self.locals.len() - held } else { held };
        (0..count).map(move |number| if side == 1 { held + number } else { held - 1 - number })
    }

    /// Half of M_A + M_B.
    pub fn second_order(&self, leaning: &[f64], held: usize, reach: &[Vec<f64>; 2]) -> f64 {
        let mut sum = 0.0;
        for side in [0, 1] {
            let mut nearer = 0.0;
            for l in self.outward(held, side) {
                let (sway, bend) = (self.locals[l].sway, self.locals[l].bend);
                let nu = self.nu(leaning, held, l);
                sum += reach[side][l] * (sway * (nu * sway + 2.0 * nearer) + bend);
                nearer += nu * sway;
            }
        }
        0.5 * sum * UP
    }

    /// A sixth of T_A + T_B. With j not farther from the held link than k, and k than l, the third derivative is
    /// (n × a_j)·(a_k × w_l), at most ν_j r_l. It is 0 if j or k slides.
    fn third_order(&self, leaning: &[f64], held: usize, reach: &[Vec<f64>; 2]) -> f64 {
        let mut sum = 0.0;
        for side in [0, 1] {
            // Over the steps k before l: Σ ν D, Σ ν D², and Σ_k D_k Σ_{j<k} ν_j D_j.
            let (mut first, mut squares, mut pairs) = (0.0, 0.0, 0.0);
            for l in self.outward(held, side) {
                let sway = self.locals[l].sway;
                let nu = self.nu(leaning, held, l);
                let turn = if self.slides(l) { 0.0 } else { sway };
                let own = nu * turn * turn + 3.0 * turn * first;
                sum += reach[side][l] * sway * (own + 3.0 * squares + 6.0 * pairs);
                pairs += turn * first;
                squares += nu * turn * turn;
                first += nu * turn;
            }
        }
        sum / 6.0 * UP
    }

    /// The gap that n proves with the second derivatives at the centre. `None` if a joint is not affine.
    pub fn sharp(&self, n: Vec3<f64>, held: usize, flats: [&Flat; 2], scratch: &mut Scratch) -> Option<f64> {
        if self.locals.iter().any(|local| local.bend > 0.0) {
            return None;
        }
        if self.has_one_parameter() {
            return Some(self.square(n, held, flats.map(|flat| &flat.rows), &scratch.reach));
        }
        let leaning = self.leaning(n);
        let mut gap = -self.third_order(&leaning, held, &scratch.reach);
        for side in [0, 1] {
            let signed = if side == 1 { n } else { -n };
            let height = Linear::new(signed, &self.standing.frames[side], Vec3::default());
            let (firsts, squares) = self.forms(signed, held, side, &mut scratch.forms);
            let (first, second) = scratch.forms.split_at(firsts);
            let (square, mixed) = second.split_at(squares);
            let mut least = [f64::INFINITY; LANES];
            for block in &flats[side].rows.blocks {
                let mut along = height.of(block);
                for (lost, value) in first.iter().map(|form| (1.0, form.of(block))) {
                    (0..LANES).for_each(|lane| along[lane] -= lost * value[lane].abs());
                }
                for value in square.iter().map(|form| form.of(block)) {
                    (0..LANES).for_each(|lane| along[lane] += if value[lane] < 0.0 { value[lane] } else { 0.0 });
                }
                for value in mixed.iter().map(|form| form.of(block)) {
                    (0..LANES).for_each(|lane| along[lane] -= value[lane].abs());
                }
                for lane in 0..LANES {
                    least[lane] = if along[lane] < least[lane] { along[lane] } else { least[lane] };
                }
            }
            gap += least.into_iter().fold(f64::INFINITY, f64::min);
        }
        Some(gap)
    }

    /// 3. The gap that n proves if the joints are affine in one parameter.
    fn square(&self, n: Vec3<f64>, held: usize, rows: [&Rows; 2], reach: &[Vec<f64>; 2]) -> f64 {
        let sums = self.locals.iter().fold([0.0; 2], |[e, d], local| [e + local.slope_error, d + local.sway]);
        // The rates in the second derivative err, too.
        let error = 2.0 * sums[0] * sums[1] * self.standing.size.max(1.0);
        let mut gap = -self.third_order(&self.leaning(n), held, reach) - error * UP;
        for side in [0, 1] {
            let (signed, frame) = (if side == 1 { n } else { -n }, &self.standing.frames[side]);
            let height = Linear::new(signed, frame, Vec3::default());
            let (mut first, mut second) = (Linear::default(), Linear::default());
            // Σ rate · (n × a) of the turns nearer to the held link.
            let mut nearer = Vec3::default();
            for step in self.outward(held, side) {
                let (axis, origin, rate) = (self.standing.axes[step], self.standing.origins[step], self.rate(step));
                let across = if self.slides(step) { Vec3::default() } else { signed.cross(axis) };
                let bent = nearer + across * (0.5 * rate);
                let (speed, bend) = match self.slides(step) {
                    true => (Linear::constant(signed.dot(&axis)), Linear::constant(bent.dot(&axis))),
                    false => (Linear::new(across, frame, origin), Linear::new(bent.cross(axis), frame, origin)),
                };
                first = first.plus(&speed, rate);
                second = second.plus(&bend, rate);
                nearer += across * rate;
            }
            let mut least = [f64::INFINITY; LANES];
            for block in &rows[side].blocks {
                let (height, first, second) = (height.of(block), first.of(block), second.of(block));
                for lane in 0..LANES {
                    let (slope, bend) = (first[lane].abs(), second[lane]);
                    // The least of −slope·t + bend·t² for t from 0 to 1.
                    let lost = if slope < 2.0 * bend { 0.25 * slope * slope / bend } else { slope - bend };
                    let along = height[lane] - lost;
                    least[lane] = if along < least[lane] { along } else { least[lane] };
                }
            }
            gap += least.into_iter().fold(f64::INFINITY, f64::min);
        }
        gap
    }

    /// A bound of the third order for all points of both links and any direction.
    pub fn greatest_third(&self) -> f64 {
        let bodies = self.chain.bodies();
        let ball = |side: usize| (self.standing.frames[side].apply(bodies[side].centre), bodies[side].radius);
        let mut reach = Default::default();
        self.reaches_of_balls([ball(0), ball(1)], &mut reach);
        let leaning = vec![1.0; self.locals.len()];
        let orders = (0..=self.locals.len()).map(|held| self.third_order(&leaning, held, &reach));
        orders.fold(f64::INFINITY, f64::min)
    }

    /// How much a cell of one parameter can prove, about: what the nearest points at its centre lose along their normal. Larger nodes
    /// lose more. Infinite if it is not known.
    pub fn hope(&self, n: Vec3<f64>, points: [Vec3<f64>; 2]) -> f64 {
        if !self.has_one_parameter() || self.locals.iter().any(|local| local.bend > 0.0) {
            return f64::INFINITY;
        }
        let mut reach = Default::default();
        self.reaches_of_balls(points.map(|point| (point, 0.0)), &mut reach);
        let local = |side: usize| {
            let frame = &self.standing.frames[side];
            Rows::new(&[frame.turn_back(points[side] - frame.place)])
        };
        let rows = [local(0), local(1)];
        let most = (0..=self.locals.len()).map(|held| self.square(n, held, [&rows[0], &rows[1]], &reach));
        most.fold(f64::NEG_INFINITY, f64::max)
    }

    /// A plane's normal in the frame of the chain, and its height in the middle between both nodes: to first order, over
    /// the whole cell.
    pub fn middle(&self, flats: [&Flat; 2], plane: &Plane) -> (Vec3<f64>, f64) {
        let normal = self.normal(plane);
        let farthest = [0, 1].map(|side| {
            let signed = if side == 1 { normal } else { -normal };
            let height = Linear::new(signed, &self.standing.frames[side], Vec3::default());
            let mut first = Vec::new();
            self.first_forms(signed, plane.held, side, &mut first);
            let blocks = flats[side].rows.blocks.iter();
            let least = blocks.flat_map(|block| {
                let lost = |lane: usize| first.iter().map(|form| form.of(block)[lane].abs()).sum::<f64>();
                let height = height.of(block);
                [0, 1, 2, 3].map(|lane| height[lane] - lost(lane))
            });
            least.fold(f64::INFINITY, f64::min)
        });
        (normal, 0.5 * (farthest[1] - farthest[0]))
    }

    /// The first derivatives by the parameters times the half-widths, half of the squares' terms, and the terms of two
    /// joints. How many there are of the first two.
    fn forms(&self, n: Vec3<f64>, held: usize, side: usize, into: &mut Vec<Linear>) -> (usize, usize) {
        let (frame, axes, origins) = (&self.standing.frames[side], &self.standing.axes, &self.standing.origins);
        into.clear();
        self.first_forms(n, held, side, into);
        let firsts = into.len();
        let form = |k: usize, l: usize, factor: f64| {
            let across = n.cross(axes[k]);
            let own = match self.slides(l) {
                true => Linear::constant(across.dot(&axes[l])),
                false => Linear::new(across.cross(axes[l]), frame, origins[l]),
            };
            Linear::default().plus(&own, factor * self.locals[k].sway * self.locals[l].sway)
        };
        let turning = self.outward(held, side).filter(|&step| !self.slides(step));
        into.extend(turning.map(|step| form(step, step, 0.5)));
        let squares = into.len() - firsts;
        for (number, l) in self.outward(held, side).enumerate() {
            let nearer = self.outward(held, side).take(number).filter(|&step| !self.slides(step));
            into.extend(nearer.map(|k| form(k, l, 1.0)));
        }
        (firsts, squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Judged;
    use crate::chain::{Chain, Standing};
    use crate::course::{Course, Local};
    use crate::frame::Frame;
    use crate::plane::Order;
    use crate::random::Random;
    use crate::region::Cell;
    use clearance::{PointCloud, Solver};

    /// Theorem C against places inside the cell: the distance of the nodes is never below the bound.
    #[test]
    fn no_place_in_a_cell_is_nearer_than_its_bound() {
        let (mut random, mut proven, mut by_planes, mut ratio) = (Random(7), 0, 0, 0.0);
        for round in 0..600 {
            let count = 1 + round % 5;
            let robot = random.robot(count);
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
            let Judged::Proven(proof) = stage.judge(flats, 0.0, None, &mut scratch) else { continue };
            let bound = proof.bound;
            proven += 1;
            by_planes += usize::from(proof.by != Order::Way);
            let mut least = f64::INFINITY;
            for sample in 0..60 {
                // A third of the samples are corners of the cell.
                let ends = course.box_.iter();
                let x: Vec<f64> = ends.map(|&[low, high]| random.corner_or_inside(sample, low, high)).collect();
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

    /// Both forms of the theorem, for any direction and any held link: bounds that are not positive, too.
    #[test]
    fn the_gap_along_a_plane_is_never_below_its_bounds_and_second_derivatives_gain() {
        let (mut random, mut checked, mut gained, mut best) = (Random(13), 0, 0, 0.0f64);
        for round in 0..400 {
            let count = 1 + round % 6;
            let robot = random.robot(count);
            let chain = Chain::new(&robot, [0, count]).unwrap();
            let size = [0.02, 0.1, 0.3][round % 3];
            let mut course = Course::of_box(&robot, &chain.joints(), &|_| [0.0, 0.0]);
            course.box_.iter_mut().for_each(|ends| {
                let c = random.signed();
                *ends = [c - size, c + size];
            });
            let cell = Cell { ends: course.box_.clone() };
            let stage = Stage::new(&chain, &course, &cell);
            let flats = chain.bodies().map(|body| body.cover.root().flat(&body.cover));
            let (n, mut scratch) = (random.point().unit(), Scratch::default());
            stage.reaches(flats, &mut scratch.reach);
            let held = round / 6 % (chain.steps.len() + 1);
            stage.first_order(n, flats, &mut scratch);
            let plain = scratch.gaps[held] - stage.second_order(&stage.leaning(n), held, &scratch.reach);
            let sharp = stage.sharp(n, held, flats, &mut scratch).unwrap();
            gained += usize::from(sharp > plain);
            let fixed = stage.standing.held[held].turn_back(n);
            let mut least = f64::INFINITY;
            for sample in 0..60 {
                let ends = cell.ends.iter();
                let x: Vec<f64> = ends.map(|&[low, high]| random.corner_or_inside(sample, low, high)).collect();
                let still = vec![0.0; x.len()];
                let locals: Vec<Local> = course.joints.iter().map(|joint| joint.local(&x, &still)).collect();
                let Standing { frames, held: links, .. } = chain.stand(&locals);
                let link = &links[held];
                let height = |frame: &Frame, p: Vec3<f64>| fixed.dot(&link.turn_back(frame.apply(p) - link.place));
                let heights = |side: usize| flats[side].points.iter().map(move |&p| (side, p));
                let low = heights(1).map(|(side, p)| height(&frames[side], p)).fold(f64::INFINITY, f64::min);
                let high = heights(0).map(|(side, p)| height(&frames[side], p)).fold(f64::NEG_INFINITY, f64::max);
                least = least.min(low - high);
            }
            assert!(least >= plain.max(sharp) - 1e-12, "{round}: {least} {plain} {sharp}");
            checked += 1;
            if least - plain > 0.0 {
                best = best.max((sharp - plain) / (least - plain));
            }
        }
        // Most cells gain, and some nearly all that there is to gain.
        assert!(checked == 400 && gained > 150 && best > 0.5, "{gained} {best}");
    }

    /// The third form on straight paths: never above what is seen, and what it loses falls with the cube of the cell.
    #[test]
    fn the_gap_along_a_path_is_never_below_its_bound_which_is_off_by_a_cube() {
        let (mut random, mut checked, mut lost) = (Random(17), 0, [0.0f64; 2]);
        for round in 0..300 {
            let count = 2 + round % 6;
            let robot = random.robot(count);
            let chain = Chain::new(&robot, [0, count]).unwrap();
            let cubics: Vec<[f64; 4]> = (0..count).map(|_| [random.signed(), random.signed(), 0.0, 0.0]).collect();
            let course = Course::of_cubics(&robot, &chain.joints(), &cubics, &vec![0.0; count], &[]);
            let (n, c) = (random.point().unit(), 0.5 + 0.3 * random.signed());
            for (number, half) in [0.125, 0.015625].into_iter().enumerate() {
                let cell = Cell { ends: vec![[c - half, c + half]] };
                let stage = Stage::new(&chain, &course, &cell);
                let flats = chain.bodies().map(|body| body.cover.root().flat(&body.cover));
                let mut scratch = Scratch::default();
                stage.reaches(flats, &mut scratch.reach);
                // All motion is that of one link, so the least of both is that of one time.
                let held = [0, chain.steps.len()][round % 2];
                let bound = stage.sharp(n, held, flats, &mut scratch).unwrap();
                let fixed = stage.standing.held[held].turn_back(n);
                let mut least = f64::INFINITY;
                for sample in 0..=64 {
                    let x = [c + half * (f64::from(sample) / 32.0 - 1.0)];
                    let locals: Vec<Local> = course.joints.iter().map(|joint| joint.local(&x, &[0.0])).collect();
                    let Standing { frames, held: links, .. } = chain.stand(&locals);
                    let link = &links[held];
                    let height =
                        |side: usize, p: Vec3<f64>| fixed.dot(&link.turn_back(frames[side].apply(p) - link.place));
                    let heights = |side: usize| flats[side].points.iter().map(move |&p| height(side, p));
                    let low = heights(1).fold(f64::INFINITY, f64::min);
                    least = least.min(low - heights(0).fold(f64::NEG_INFINITY, f64::max));
                }
                assert!(least >= bound - 1e-12, "{round}: {least} {bound}");
                lost[number] += least - bound;
                checked += 1;
            }
        }
        // An eighth of the cell: a 512th, but for the rest.
        assert!(checked == 600 && lost[1] < lost[0] / 200.0, "{lost:?}");
    }
}
