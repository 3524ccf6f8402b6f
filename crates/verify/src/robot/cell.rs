//! Theorem C of docs/math/robots.md: a direction that stands still in a link keeps two nodes apart in a box of
//! parameters.

use crate::number::{Interval, Number};
use crate::robot::Robot;
use crate::robot::body::{Box, Node, Tree};
use crate::robot::chain::{Chain, Local, Standing};
use crate::robot::frame::{Vector, cross, difference, length, product, sum, vector};
use std::rc::Rc;

/// A box of parameters.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub ends: Vec<[f64; 2]>,
}

impl Cell {
    fn centre(&self) -> Vec<f64> {
        self.ends.iter().map(|&[low, high]| middle(low, high)).collect()
    }
    /// Both halves along a parameter: they share an end.
    pub fn halves(&self, parameter: usize) -> Option<[Self; 2]> {
        let [low, high] = *self.ends.get(parameter)?;
        let cut = middle(low, high);
        (low < cut && cut < high).then(|| {
            [[low, cut], [cut, high]].map(|ends| {
                let mut half = self.clone();
                half.ends[parameter] = ends;
                half
            })
        })
    }
}

fn middle(low: f64, high: f64) -> f64 {
    if low == high { low } else { (0.5 * low + 0.5 * high).clamp(low, high) }
}

/// What keeps two nodes apart.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plane {
    /// The direction and its first order, with the held link.
    Held(Vector, usize),
    /// The direction at the centre, and how far the points can go.
    Ways(Vector),
    /// The same, with the direction between the middles of the nodes.
    Middles,
}

/// A chain over a cell.
pub(crate) struct Stage<'c> {
    chain: &'c Chain,
    half: Vec<f64>,
    locals: Vec<Local>,
    pub standing: Standing,
    /// No two axes ever have a sine of their angle greater than this.
    tilt: Vec<Vec<Interval>>,
}

/// An affine function of the points of a link, in floats: g·p + d, and how far it may be off.
struct Affine {
    g: [f64; 3],
    d: f64,
    off: f64,
}

impl Affine {
    /// For points up to `size` from the origin.
    fn new(g: &Vector, d: &Interval, size: f64) -> Self {
        let [g, d] = [g.map(|x| x.middle()), [d.middle(), [0.0; 2], [0.0; 2]]];
        let most: f64 = g.iter().map(|x| x[0].abs() * size).sum::<f64>() + d[0][0].abs();
        let blur: f64 = g.iter().map(|x| x[1] * size).sum::<f64>() + d[0][1];
        // Four products and sums, each of which rounds by half of ε; the factor makes up for the sums here.
        Self { g: g.map(|x| x[0]), d: d[0][0], off: (8.0 * f64::EPSILON * most + blur) * (1.0 + 1e-9) }
    }
    /// The value at the centre of a box, and how far it may differ in it.
    fn at(&self, of: &Box) -> [f64; 2] {
        let [x, y, z] = of.centre;
        let [a, b, c] = of.half;
        let [g, h, i] = self.g;
        [g * x + h * y + i * z + self.d, g.abs() * a + h.abs() * b + i.abs() * c]
    }
}

impl<'c> Stage<'c> {
    pub fn new(robot: &Robot, chain: &'c Chain, cell: &Cell) -> Self {
        let centre = cell.centre();
        let half = |(&[low, high], &c): (&[f64; 2], &f64)| (high - c).max(c - low).next_up() * f64::from(high > low);
        let half: Vec<f64> = cell.ends.iter().zip(&centre).map(half).collect();
        let locals = chain.locals(&centre, &half);
        let standing = chain.stand(robot, &locals);
        let mut stage = Self { chain, half, locals, standing, tilt: Vec::new() };
        stage.tilt = stage.tilts();
        stage
    }

    fn slides(&self, step: usize) -> bool {
        self.chain.steps[step].slides
    }

    fn tilts(&self) -> Vec<Vec<Interval>> {
        let count = self.locals.len();
        let mut tilt = vec![vec![Interval::of(0.0); count]; count];
        for between in 1..count {
            for j in 0..count - between {
                let k = j + between;
                let mut most = length(&cross(&self.standing.axes[j], &self.standing.axes[k]));
                for l in (j + 1..k).filter(|&l| !self.slides(l)) {
                    most = most.plus(&self.locals[l].sway.times(&tilt[l][k]));
                }
                let most = Interval::of(most.high.min(1.0));
                (tilt[j][k], tilt[k][j]) = (most, most);
            }
        }
        tilt
    }

    /// How far the points of a node are from the axes of the steps that move it, over the whole cell. The order is from
    /// the node to the held link.
    fn reaches(&self, side: usize, tree: &Tree, moving: &[usize]) -> Vec<Interval> {
        let frame = &self.standing.frames[side];
        let mut reach = vec![Interval::of(1.0); self.locals.len()];
        let mut gone = Interval::of(0.0);
        for &step in moving {
            if !self.slides(step) {
                // The axis in the frame of the link, in floats, and how far a distance may be off.
                let axis = frame.back(&self.standing.axes[step]).map(|x| x.middle());
                let origin = difference(&self.standing.origins[step], &frame.place);
                let origin = frame.back(&origin).map(|x| x.middle());
                let size = tree.size + origin.iter().map(|x| x[0].abs()).sum::<f64>();
                let [a, o] = [axis.map(|x| x[0]), origin.map(|x| x[0])];
                let off = 32.0 * f64::EPSILON * size
                    + 4.0 * size * axis.iter().map(|x| x[1]).sum::<f64>()
                    + 4.0 * origin.iter().map(|x| x[1]).sum::<f64>();
                let far = tree.greatest(0.0, &|of: &Box| {
                    let [x, y, z]: [f64; 3] = std::array::from_fn(|k| of.centre[k] - o[k]);
                    let v = [a[1] * z - a[2] * y, a[2] * x - a[0] * z, a[0] * y - a[1] * x];
                    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt() + of.radius * (1.0 + 1e-15)
                });
                reach[step] = Interval::of(Interval::of(far).plus(&Interval::of(off)).plus(&gone).high);
            }
            gone = gone.plus(&self.locals[step].sway.times(&reach[step]));
        }
        reach
    }

    /// The steps that move a side, from the held link to the node.
    fn moving(&self, side: usize, held: usize) -> Vec<usize> {
        if side == 1 { (held..self.locals.len()).collect() } else { (0..held).rev().collect() }
    }

    /// The least n·p − Σᵢ hᵢ|Σ_k c_kᵢ n·w_k(p)| of a side, rounded down. It is known to be more than `enough` if it is.
    fn least(&self, side: usize, tree: &Tree, n: &Vector, moving: &[usize]) -> Interval {
        let frame = &self.standing.frames[side];
        let toward = if side == 1 { *n } else { n.map(|x| x.negated()) };
        let affine =
            |g: &Vector, d: &Interval| Affine::new(&frame.back(g), &d.plus(&Interval::dot(g, &frame.place)), tree.size);
        let along = affine(&toward, &Interval::of(0.0));
        let mut ways = vec![(vector([0.0; 3]), Interval::of(0.0)); self.half.len()];
        for &step in moving {
            // n·(a × (p − o)) = (n × a)·(p − o). A slide moves all points alike.
            let axis = &self.standing.axes[step];
            let (g, d) = match self.slides(step) {
                true => (vector([0.0; 3]), Interval::dot(n, axis)),
                false => {
                    let g = cross(n, axis);
                    (g, Interval::dot(&g, &self.standing.origins[step]).negated())
                }
            };
            for (parameter, slope) in &self.locals[step].slopes {
                let factor = slope.times(&self.chain.steps[step].sign);
                let (sum_g, sum_d) = &mut ways[*parameter];
                *sum_g = sum(sum_g, &product(&g, &factor));
                *sum_d = sum_d.plus(&d.times(&factor));
            }
        }
        let ways: Vec<(f64, Affine)> = ways
            .iter()
            .zip(&self.half)
            .filter(|((g, d), half)| **half > 0.0 && (d.most() > 0.0 || g.iter().any(|x| x.most() > 0.0)))
            .map(|((g, d), half)| (*half, affine(g, d)))
            .collect();
        let value = |of: &Box| {
            let [middle, room] = along.at(of);
            let lost = ways.iter().map(|(half, way)| {
                let [middle, room] = way.at(of);
                half * (middle.abs() + room)
            });
            room - middle + lost.sum::<f64>()
        };
        let most = tree.greatest(f64::NEG_INFINITY, &value);
        // Sums of a few terms: each rounding is below ε of the sum of their sizes.
        let size = |of: &Affine| of.g.iter().map(|g| g.abs() * tree.size).sum::<f64>() + of.d.abs();
        let sizes = size(&along) + ways.iter().map(|(half, way)| half * size(way)).sum::<f64>();
        let off = along.off + ways.iter().map(|(half, way)| half * way.off).sum::<f64>();
        let off = (off + 32.0 * f64::EPSILON * (1.0 + ways.len() as f64) * sizes) * (1.0 + 1e-9);
        Interval::of(-most).minus(&Interval::of(off))
    }

    /// Half of M for one side.
    fn second_order(&self, n: &Vector, moving: &[usize], reach: &[Interval]) -> Interval {
        let (mut sum, mut nearer) = (Interval::of(0.0), Interval::of(0.0));
        for (at, &l) in moving.iter().enumerate() {
            let Local { sway, bend, .. } = &self.locals[l];
            let mut nu = Interval::of(0.0);
            if !self.slides(l) {
                nu = length(&cross(n, &self.standing.axes[l]));
                for &j in moving[..at].iter().filter(|&&j| !self.slides(j)) {
                    nu = nu.plus(&self.locals[j].sway.times(&self.tilt[j][l]));
                }
                nu = Interval::of(nu.high.min(1.0));
            }
            let twice = nearer.plus(&nearer);
            sum = sum.plus(&reach[l].times(&sway.times(&nu.times(sway).plus(&twice)).plus(bend)));
            nearer = nearer.plus(&nu.times(sway));
        }
        sum.times(&Interval::of(0.5))
    }

    /// How far apart a plane keeps two nodes over the cell, rounded down.
    pub fn gap(&self, plane: &Plane, trees: [&Rc<Tree>; 2]) -> f64 {
        let slack = Interval::of(trees[0].slack).plus(&Interval::of(trees[1].slack));
        let all: Vec<usize> = (0..self.locals.len()).collect();
        let n = match plane {
            Plane::Held(n, _) | Plane::Ways(n) => *n,
            Plane::Middles => {
                let centre = |side: usize| self.standing.frames[side].apply(&vector(trees[side].outer().centre));
                let apart = difference(&centre(1), &centre(0)).map(|x| x.middle()[0]);
                match super::frame::unit(apart) {
                    Some(n) => n,
                    None => return f64::NEG_INFINITY,
                }
            }
        };
        let gap = |moving: [&[usize]; 2]| {
            let [a, b] = [0, 1].map(|side| self.least(side, trees[side], &n, moving[side]));
            a.plus(&b).minus(&slack)
        };
        if let Plane::Held(n, held) = plane {
            let moving = [0, 1].map(|side| self.moving(side, *held));
            let mut bound = gap([&moving[0], &moving[1]]);
            for side in [0, 1] {
                let outward: Vec<usize> = moving[side].iter().rev().copied().collect();
                let reach = self.reaches(side, trees[side], &outward);
                bound = bound.minus(&self.second_order(n, &moving[side], &reach));
            }
            return bound.low;
        }
        // The held link with the least sum of the ways of both sides.
        let reach = [0, 1].map(|side| {
            let outward: Vec<usize> = if side == 0 { all.clone() } else { all.iter().rev().copied().collect() };
            self.reaches(side, trees[side], &outward)
        });
        let way = |held: usize| {
            let of = |side: usize, step: usize| self.locals[step].sway.times(&reach[side][step]);
            all.iter().fold(Interval::of(0.0), |sum, &step| sum.plus(&of(usize::from(step >= held), step)))
        };
        let least = (0..=all.len()).map(|held| way(held).high).fold(f64::INFINITY, f64::min);
        gap([&[], &[]]).minus(&Interval::of(least)).low
    }
}

/// A claim about two nodes over a cell. A plane that does not suffice is tried on halves of the cell.
pub(crate) fn is_apart(
    robot: &Robot,
    chain: &Chain,
    cell: &Cell,
    first: &Stage,
    plane: &Plane,
    trees: [&Rc<Tree>; 2],
    least: f64,
) -> bool {
    if first.gap(plane, trees) >= least {
        return true;
    }
    let (mut waiting, mut tries) = (vec![cell.clone()], 0);
    while let Some(cell) = waiting.pop() {
        tries += 1;
        let stage = Stage::new(robot, chain, &cell);
        let carried = match plane {
            Plane::Held(n, held) => Plane::Held(chain.carried(*held, n, &first.standing, &stage.standing), *held),
            other => *other,
        };
        if tries > 1 && stage.gap(&carried, trees) >= least {
            continue;
        }
        // The parameter that moves joints the most.
        let moved = |parameter: usize| {
            let slopes = stage.locals.iter().flat_map(|local| &local.slopes);
            slopes.filter(|(own, _)| *own == parameter).map(|(_, slope)| slope.most()).sum::<f64>()
                * stage.half[parameter]
        };
        let widest = (0..cell.ends.len()).max_by(|&i, &j| moved(i).total_cmp(&moved(j)));
        match widest.and_then(|parameter| cell.halves(parameter)) {
            Some(halves) if tries < MOST_TRIES => waiting.extend(halves),
            _ => return false,
        }
    }
    true
}

/// The most parts of a cell that are tried. Larger: wrong proofs are refused later. Smaller: right ones are refused.
const MOST_TRIES: usize = 64;

/// The leaves of a node, as the checker of steps names them.
pub(crate) type Pair = [Node; 2];
