//! How much two bodies have in common: whether a ball of more than a diameter fits in both.
//!
//! **Problem.** A screw cuts into its hole, a bush is pressed in. Such an overlap may be meant, up to a length.
//!
//! **Method.** The middle of a ball in both is in the boxes of both. Cells cover what the boxes share. With c the middle
//! of a cell, d half its diagonal, and [s′, s] the distance of c from the surface of a body:
//! 1. The body settles the cell if no point of it is deeper than the radius there. None is deeper than s + d, since a true
//!    point of the surface is so near. If c is outside, none is deeper than d − s′, since the way from c to it meets the
//!    surface. If all of the cell has its images in a face that is a plane or a cylinder, none is deeper than the farthest
//!    of its points is from the unbounded surface: so cells may be long and thin.
//! 2. If c is inside both, with s′ above the radius, the ball around c is larger.
//! 3. What is left is halved. Cells that are small beside the radius leave the question open: the overlap is nearly the
//!    diameter.

use crate::body::Body;
use crate::closed::Coincident;
use crate::face::Face;
use crate::solid::box_of;
use crate::spots::Spots;
use crate::surface::Surface;
use crate::verdict::{Judgement, Standing, Verdict};
use crate::within::{angle, is_in_region};
use clearance::real::{U, UP};
use clearance::{Vec3, vec3};
use std::collections::VecDeque;

/// How much of two bodies may be in both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Allowed {
    /// Bodies may have balls of this diameter in common.
    pub overlap: Option<f64>,
    /// If a shaft is in a bore, or a cone in one: the radius of the shaft may be larger than that of the bore by this, and
    /// the bodies may have balls of this diameter in common.
    pub press: Option<f64>,
}

/// How an overlap stands to one that is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Overlap {
    /// No ball of a greater diameter fits in both.
    AtMost(f64),
    /// One of a greater diameter does.
    MoreThan(f64),
    /// Neither is proven.
    Open(f64),
}

/// How many cells are looked at. Larger: shallow overlaps of large faces are decided, and time.
const MOST_CELLS: usize = 100_000;

/// How many points are tried before cells are.
const SEEDS: usize = 8;

/// Cells with a smaller diagonal than this share of the diameter are not halved. Larger: overlaps that are nearly what is
/// allowed stay open. Smaller: they take longer to stay open.
const LEAST_CELL: f64 = 1.0 / 64.0;

impl Allowed {
    /// The diameter that is allowed for these two bodies. `None`: no overlap is.
    fn diameter(&self, [a, b]: [&Body; 2], coincident: &[Coincident]) -> Option<f64> {
        let shown = || coincident.iter().filter(|pair| pair.common.is_some());
        let is_fit = |pair: &Coincident| ["cylinders", "cones"].contains(&pair.gap.kind);
        let is_allowed = |pair: &Coincident, press: f64| {
            let [i, j] = pair.faces.map(|face| face as usize);
            let tolerance = a.faces[i].tolerance().max(b.faces[j].tolerance()).max(a.uncertainty).max(b.uncertainty);
            // A head that is in the plate is no press fit.
            if is_fit(pair) { pair.gap.lower >= -press } else { pair.gap.upper >= -tolerance }
        };
        let press = self.press.filter(|&press| shown().any(is_fit) && shown().all(|pair| is_allowed(pair, press)));
        [self.overlap, press].into_iter().flatten().reduce(f64::max)
    }
}

impl Judgement {
    /// The overlap of two bodies beside what is allowed, if it matters: if they may overlap, and some overlap is allowed.
    pub fn overlap(&self, a: &Body, b: &Body, allowed: &Allowed) -> Option<Overlap> {
        let may_overlap = matches!(self.verdict, Verdict::Crossing { .. } | Verdict::Inside | Verdict::Undecided);
        let most = allowed.diameter([a, b], &self.coincident).filter(|_| may_overlap)?;
        // Between two faces that are one surface twice, and where the bodies are nearest, the overlap is seen at once.
        let deep = self.coincident.iter().filter(|pair| pair.gap.upper < 0.0).filter_map(|pair| pair.common);
        let seeds: Vec<Vec3<f64>> = deep.take(SEEDS).map(|[p, q]| p * 0.5 + q * 0.5).collect();
        Some(overlap([a, b], most, &seeds))
    }

    /// How the pair stands to a least distance, if an overlap is allowed: bodies that cross and have no more in common hold
    /// every limit, and those of which it is not known whether they cross hold the limit 0.
    pub fn standing_with(&self, below: f64, overlap: Option<Overlap>) -> Standing {
        match (overlap, self.verdict) {
            (Some(Overlap::AtMost(_)), Verdict::Crossing { .. } | Verdict::Inside) => Standing::Clear,
            (Some(Overlap::AtMost(_)), _) if below <= 0.0 => Standing::Clear,
            (Some(Overlap::MoreThan(_)), _) => Standing::Broken,
            (Some(Overlap::Open(_)), _) => Standing::Open,
            _ => self.standing(below),
        }
    }
}

/// Whether a ball of more than a diameter fits in both bodies.
fn overlap(bodies: [&Body; 2], most: f64, seeds: &[Vec3<f64>]) -> Overlap {
    let is_solid = |body: &Body| body.mesh().report().is_closed() && !body.mesh().report().inside_out;
    let spots = bodies.map(Spots::of);
    let [Some(of_a), Some(of_b)] = spots else { return Overlap::Open(most) };
    if !(most > 0.0 && bodies.iter().all(|body| is_solid(body))) {
        return Overlap::Open(most);
    }
    let radius = 0.5 * most;
    let is_deep = |spots: &Spots, point: Vec3<f64>| {
        let near = spots.near(point, radius / 8.0);
        near.lower > radius && spots.has_inside(point, near) == Some(true)
    };
    if seeds.iter().any(|&seed| is_deep(&of_a, seed) && is_deep(&of_b, seed)) {
        return Overlap::MoreThan(most);
    }
    let Some(first) = Cell::common([&of_a, &of_b]) else { return Overlap::AtMost(most) };
    let mut waiting = VecDeque::from([first]);
    let mut count = 0;
    while let Some(cell) = waiting.pop_front() {
        count += 1;
        let diagonal = cell.diagonal();
        let (mut is_settled, mut depth) = (false, f64::INFINITY);
        for spots in [&of_a, &of_b] {
            // A true point is enough for most cells. The lower bound costs more.
            let near = spots.near(cell.middle, f64::INFINITY);
            is_settled |= (near.upper + diagonal) * UP <= radius
                || (near.upper <= radius && cell.is_near(&spots.body.faces[near.face as usize], radius));
            if is_settled {
                break;
            }
            let near = spots.near(cell.middle, (radius / 8.0).max(diagonal / 4.0));
            let is_inside = spots.has_inside(cell.middle, near);
            is_settled |= is_inside == Some(false) && (diagonal - near.lower) * UP <= radius;
            depth = depth.min(if is_inside == Some(true) { near.lower } else { 0.0 });
        }
        if is_settled {
            continue;
        }
        if depth > radius {
            return Overlap::MoreThan(most);
        }
        if !(diagonal > LEAST_CELL * most) || count + waiting.len() > MOST_CELLS {
            return Overlap::Open(most);
        }
        waiting.extend(cell.halves());
    }
    Overlap::AtMost(most)
}

/// A box by its middle and half its sides.
struct Cell {
    middle: Vec3<f64>,
    half: [f64; 3],
}

impl Cell {
    /// What the boxes of two bodies share.
    fn common(spots: [&Spots; 2]) -> Option<Self> {
        let boxes = spots.map(|spots| (box_of(spots.body.mesh()), spots.radius));
        let low =
            |k: usize| boxes.iter().map(|([low, _], r)| (low[k] - r).next_down()).fold(f64::NEG_INFINITY, f64::max);
        let high = |k: usize| boxes.iter().map(|([_, high], r)| (high[k] + r).next_up()).fold(f64::INFINITY, f64::min);
        let ends = [0, 1, 2].map(|k| [low(k), high(k)]);
        let middle = ends.map(|[low, high]| 0.5 * low + 0.5 * high);
        // The half sides reach both ends from a middle that is rounded.
        let half = [0, 1, 2].map(|k| (ends[k][1] - middle[k]).max(middle[k] - ends[k][0]).next_up());
        let [x, y, z] = middle;
        ends.iter().all(|[low, high]| low <= high).then_some(Self { middle: vec3(x, y, z), half })
    }

    /// Half the diagonal, rounded up.
    fn diagonal(&self) -> f64 {
        let [x, y, z] = self.half;
        (x * x + y * y + z * z).sqrt() * UP
    }

    fn corners(&self) -> [Vec3<f64>; 8] {
        let [x, y, z] = self.half;
        let way = |bits: u8, bit: u8, half: f64| if bits & bit == 0 { -half } else { half };
        std::array::from_fn(|i| {
            let bits = i as u8;
            self.middle + vec3(way(bits, 1, x), way(bits, 2, y), way(bits, 4, z))
        })
    }

    /// Whether all points are within a length of a face, by the images in its plane or cylinder.
    fn is_near(&self, face: &Face, length: f64) -> bool {
        let (frame, radius) = match &face.surface {
            Surface::Plane(frame) => (frame, 0.0),
            Surface::Cylinder(frame, radius) if *radius > 0.0 => (frame, *radius),
            _ => return false,
        };
        let own = self.corners().map(|corner| frame.coordinates(corner));
        let far = frame.origin.length() + self.middle.length() + self.diagonal() + radius;
        // Coordinates round, and so does a frame.
        let slack = (64.0 * U + 4.0 * frame.defect) * far;
        let range = |k: usize| {
            own.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| [low.min(p[k]), high.max(p[k])])
        };
        let widened = |[low, high]: [f64; 2], slack: f64| [low - slack, high + slack];
        let [x, y, z] = [range(0), range(1), range(2)];
        if radius == 0.0 {
            let is_flat = z[0] - slack >= -length && z[1] + slack <= length;
            return is_flat && is_in_region(face, [widened(x, slack), widened(y, slack)]);
        }
        // The distance from the axis is convex, so it is greatest at a corner; it is least where the box is.
        let most = own.iter().map(|[x, y, _]| (x * x + y * y).sqrt()).fold(0.0, f64::max);
        let nearest = |[low, high]: [f64; 2]| low.max(-high).max(0.0);
        let least = (nearest(x) * nearest(x) + nearest(y) * nearest(y)).sqrt();
        if !(most + slack <= radius + length && least - slack >= radius - length && least > 8.0 * slack) {
            return false;
        }
        // Angles from that of the middle: the corners are less than a quarter of a turn away from it.
        let middle = frame.coordinates(self.middle);
        let (cosine, sine) = (middle[0], middle[1]);
        let around = |[x, y, _]: &[f64; 3]| (x * cosine + y * sine, y * cosine - x * sine);
        if own.iter().any(|p| !(around(p).0 > 0.0)) {
            return false;
        }
        let (first, off) = (angle(cosine, sine), slack / least + 64.0 * U);
        let angles = own.iter().map(around).fold([0.0f64; 2], |[low, high], (c, s)| {
            let own = angle(c, s);
            [low.min(own), high.max(own)]
        });
        is_in_region(face, [widened(angles.map(|x| x + first), off), widened(z, slack)])
    }

    /// Both halves along the longest side.
    fn halves(&self) -> [Self; 2] {
        let axis = (0..3).fold(0, |longest, k| if self.half[k] > self.half[longest] { k } else { longest });
        [-0.5, 0.5].map(|way| {
            let mut middle = [self.middle.x, self.middle.y, self.middle.z];
            let mut half = self.half;
            middle[axis] += way * half[axis];
            // The middle rounds by an ulp of its place.
            half[axis] = 0.5 * half[axis] * UP + 4.0 * U * (middle[axis].abs() + half[axis]);
            let [x, y, z] = middle;
            Self { middle: vec3(x, y, z), half }
        })
    }
}
