//! Linear functions of a node's points, and a node swept along the first-order motions of its points.
//!
//! The points of a node stay in the frame of their link. What a plane asks of them is linear in the point: its height
//! n·p, and the speeds n·(a × (p − o)) = (n × a)·(p − o). So a direction is turned into the link's frame once, and not
//! every point out of it. Points come in blocks, axis by axis; compilers make vector instructions of them.
//!
//! The swept set is { p + Σ yᵢ·wᵢ(p) : |yᵢ| ≤ hᵢ }. It is convex, with a closed support function. One distance of two such
//! sets gives the plane that parts a cell best to first order. What the plane proves is computed elsewhere; here errors
//! do no harm.

use crate::frame::Frame;
use clearance::{Solver, SupportMap, Vec3, vec3};

/// Points of a block.
pub(crate) const LANES: usize = 4;

/// The coordinates of a block of points, axis by axis.
pub(crate) type Block = [[f64; LANES]; 3];

/// Points in blocks. The last one fills up its block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub blocks: Vec<Block>,
}

impl Rows {
    pub fn new(points: &[Vec3<f64>]) -> Self {
        let block = |points: &[Vec3<f64>]| {
            let point = |lane: usize| points[lane.min(points.len() - 1)];
            let mut block = [[0.0; LANES]; 3];
            for lane in 0..LANES {
                let Vec3 { x, y, z } = point(lane);
                (block[0][lane], block[1][lane], block[2][lane]) = (x, y, z);
            }
            block
        };
        Self { blocks: points.chunks(LANES).map(block).collect() }
    }

    /// The square of the greatest distance of the points from a line.
    pub fn farthest_from_line(&self, o: Vec3<f64>, a: Vec3<f64>) -> f64 {
        let mut most = [0.0f64; LANES];
        for [xs, ys, zs] in &self.blocks {
            for lane in 0..LANES {
                let (x, y, z) = (xs[lane] - o.x, ys[lane] - o.y, zs[lane] - o.z);
                let across = [a.y * z - a.z * y, a.z * x - a.x * z, a.x * y - a.y * x];
                let square = across[0] * across[0] + across[1] * across[1] + across[2] * across[2];
                most[lane] = if square > most[lane] { square } else { most[lane] };
            }
        }
        most.into_iter().fold(0.0, f64::max)
    }
}

/// A linear function of a point of a link: slope·p + offset, with p in the link's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Linear {
    slope: Vec3<f64>,
    offset: f64,
}

impl Linear {
    /// The function that is n·(x − o) of the image x of p.
    pub fn new(n: Vec3<f64>, frame: &Frame, o: Vec3<f64>) -> Self {
        Self { slope: frame.turn_back(n), offset: n.dot(&(frame.place - o)) }
    }

    /// The same everywhere.
    pub fn constant(offset: f64) -> Self {
        Self { slope: Vec3::default(), offset }
    }

    pub fn plus(&self, other: &Self, factor: f64) -> Self {
        Self { slope: self.slope + other.slope * factor, offset: self.offset + other.offset * factor }
    }

    /// The values at the points of a block.
    #[inline(always)]
    pub fn of(&self, [xs, ys, zs]: &Block) -> [f64; LANES] {
        let Self { slope: g, offset } = *self;
        let mut values = [offset; LANES];
        for lane in 0..LANES {
            values[lane] += g.x * xs[lane] + g.y * ys[lane] + g.z * zs[lane];
        }
        values
    }
}

/// A joint that moves a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub axis: Vec3<f64>,
    pub origin: Vec3<f64>,
    pub slides: bool,
    pub parameter: usize,
    /// The derivative of the joint's value by the parameter, times the half-width of the parameter.
    pub rate: f64,
}

impl Mover {
    /// n·w(p), with w the velocity of p.
    pub fn speed(&self, n: Vec3<f64>, frame: &Frame) -> Linear {
        match self.slides {
            true => Linear::constant(n.dot(&self.axis)),
            false => Linear::new(n.cross(self.axis), frame, self.origin),
        }
    }

    fn way(&self, p: Vec3<f64>) -> Vec3<f64> {
        let speed = if self.slides { self.axis } else { self.axis.cross(p - self.origin) };
        speed * self.rate
    }
}

/// A node at its place, with the joints that move it.
pub(crate) struct Sweep<'a> {
    pub rows: &'a Rows,
    pub frame: &'a Frame,
    /// Those of a parameter follow each other.
    pub movers: &'a [Mover],
    /// The centre of a ball that holds the swept points, and its radius.
    pub centre: Vec3<f64>,
    pub radius: f64,
}

/// So many parameters are summed without memory that grows. Further ones are left out, which does no harm.
const MOST_GROUPS: usize = 24;

impl<'a> Sweep<'a> {
    /// Points that nothing moves, and a ball that holds them where they stand.
    pub fn still(rows: &'a Rows, frame: &'a Frame, centre: Vec3<f64>, radius: f64) -> Self {
        Self { rows, frame, movers: &[], centre, radius }
    }

    /// The movers of each parameter.
    fn groups(&self) -> impl Iterator<Item = &[Mover]> {
        self.movers.chunk_by(|a, b| a.parameter == b.parameter).take(MOST_GROUPS)
    }
}

impl SupportMap<Vec3<f64>> for Sweep<'_> {
    fn support(&self, n: Vec3<f64>) -> Vec3<f64> {
        let height = Linear::new(n, self.frame, Vec3::default());
        let mut speeds = [Linear::default(); MOST_GROUPS];
        let mut count = 0;
        for group in self.groups() {
            let add = |sum: Linear, mover: &Mover| sum.plus(&mover.speed(n, self.frame), mover.rate);
            speeds[count] = group.iter().fold(Linear::default(), add);
            count += 1;
        }
        let (mut best, mut most) = ([0.0; 3], f64::NEG_INFINITY);
        for block in &self.rows.blocks {
            let mut reach = height.of(block);
            for speed in &speeds[..count] {
                let speed = speed.of(block);
                for lane in 0..LANES {
                    reach[lane] += speed[lane].abs();
                }
            }
            let (lane, along) = (1..LANES)
                .fold((0, reach[0]), |best, lane| if reach[lane] > best.1 { (lane, reach[lane]) } else { best });
            if along > most {
                (best, most) = ([0, 1, 2].map(|axis| block[axis][lane]), along);
            }
        }
        let [x, y, z] = best;
        let p = self.frame.apply(vec3(x, y, z));
        self.groups().fold(p, |sum, group| {
            let way = group.iter().fold(Vec3::default(), |way, mover| way + mover.way(p));
            if way.dot(&n) < 0.0 { sum - way } else { sum + way }
        })
    }

    fn center(&self) -> Vec3<f64> {
        self.centre
    }

    fn extent(&self) -> f64 {
        self.centre.length() + self.radius
    }
}

/// How tight the brackets must be. A plane that is off by a thousandth proves nearly as much.
const TOLERANCE: f64 = 1e-3;

/// The unit normal from A to B, and a bound of the distance. `None` if the sets meet or nearly so.
pub(crate) fn parting(a: &Sweep, b: &Sweep) -> Option<(Vec3<f64>, f64)> {
    let answer = Solver { tolerance: TOLERANCE, ..Solver::default() }.distance(a, b);
    (answer.lower > 0.0).then_some((answer.normal, answer.lower))
}
