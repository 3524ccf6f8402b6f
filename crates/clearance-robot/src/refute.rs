//! Looks at single configurations: do the surfaces meet there, beyond all error?
//!
//! 1. Random configurations, by the hulls of both links. The nearest of them start descents.
//! 2. A descent follows the gradient of the distance of the surfaces. Where a sample misses a small overlap, a descent
//!    from its neighbourhood finds it.
//! 3. A look with a meeting is a proof: the leaves are deeper in each other than the kinematics err.

use crate::ask::{Seen, Stood, crossing, hull_distance, nearest};
use crate::body::Part;
use crate::chain::{Chain, Standing};
use crate::course::{Course, Local};
use crate::frame::UP;
use crate::random::Random;
use clearance::{Status, Vec3};

/// A configuration of a pair at which something is proven.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// The parameters.
    pub x: Vec<f64>,
    /// The parts that cross and a common point in the frame of the chain. `None`: they are only near.
    pub meeting: Option<([Part; 2], Vec3<f64>)>,
    /// The true distance is at most this.
    pub upper: f64,
}

/// Random configurations that are looked at.
const SAMPLES: usize = 300;
/// Places that are looked at before links are tried to be proven to meet always.
const FEW: usize = 24;
/// The nearest of them that start a descent.
const DESCENTS: usize = 10;
/// The steps of a descent.
const STEPS: usize = 12;
/// A step aims a little beyond contact.
const BEYOND: f64 = 1.05;
/// A step goes at most this share of a parameter's range.
const MOST_STEP: f64 = 0.1;

pub(crate) struct Refuter<'c> {
    chain: &'c Chain<'c>,
    course: &'c Course,
    margin: f64,
    /// The least distance that was seen, and where.
    pub least: Option<(f64, Vec<f64>)>,
    pub looks: u64,
}

impl<'c> Refuter<'c> {
    pub fn new(chain: &'c Chain<'c>, course: &'c Course, margin: f64) -> Self {
        Self { chain, course, margin, least: None, looks: 0 }
    }

    fn stand(&self, x: &[f64]) -> (Standing, Vec<Local>) {
        let still = vec![0.0; x.len()];
        let locals: Vec<Local> = self.course.joints.iter().map(|joint| joint.local(x, &still)).collect();
        (self.chain.stand(&locals), locals)
    }

    fn stood(&self, standing: &Standing) -> [Stood<'c>; 2] {
        let bodies = self.chain.bodies();
        [0, 1].map(|side| Stood::new(bodies[side], &standing.frames[side]))
    }

    /// Whether the links are apart at one of some random places.
    pub fn sees_apart(&self) -> bool {
        let mut random = Random(2);
        (0..FEW).any(|_| {
            let [a, b] = self.stood(&self.stand(&self.random(&mut random)).0);
            nearest(&a, &b, f64::INFINITY, None).is_none_or(|seen| seen.proximity.status == Status::Separated)
        })
    }

    /// A random place of the box.
    fn random(&self, random: &mut Random) -> Vec<f64> {
        self.course.box_.iter().map(|&[low, high]| random.between(low, high).clamp(low, high)).collect()
    }

    /// 1. A look at random configurations and where descents from them lead.
    pub fn samples(&mut self) -> Option<Look> {
        let mut random = Random(1);
        let mut near: Vec<(f64, Vec<f64>)> = Vec::new();
        for _ in 0..SAMPLES {
            let x = self.random(&mut random);
            let [a, b] = self.stood(&self.stand(&x).0);
            near.push((hull_distance(&a, &b, f64::INFINITY).unwrap_or(f64::INFINITY), x));
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [a, b] = self.chain.bodies();
        let far = 0.3 * (a.radius + b.radius);
        near.into_iter().take(DESCENTS).filter(|(distance, _)| *distance < far).find_map(|(_, x)| self.descend(x))
    }

    /// What a configuration proves, if anything.
    pub fn look(&mut self, x: &[f64]) -> Option<Look> {
        self.looks += 1;
        let [a, b] = self.stood(&self.stand(x).0);
        self.judge(x, &a, &b).1
    }

    /// The nearest leaves, and what they prove.
    fn judge(&mut self, x: &[f64], a: &Stood, b: &Stood) -> (Option<Seen>, Option<Look>) {
        let Some(seen) = nearest(a, b, f64::INFINITY, None) else { return (None, None) };
        let distance = seen.proximity.distance;
        if self.least.as_ref().is_none_or(|(least, _)| distance < *least) {
            self.least = Some((distance, x.to_vec()));
        }
        let error = (a.error + b.error) * UP;
        if seen.proximity.status != Status::Separated
            && let Some(leaves) = crossing(a, b, seen.leaves)
        {
            let parts = [a.body.part(leaves[0]), b.body.part(leaves[1])];
            let meeting = Some((parts, seen.proximity.point_a));
            return (Some(seen), Some(Look { x: x.to_vec(), meeting, upper: 0.0 }));
        }
        let upper = (seen.proximity.upper + error) * UP;
        let is_near = self.margin > 0.0 && upper <= self.margin;
        (Some(seen), is_near.then(|| Look { x: x.to_vec(), meeting: None, upper }))
    }

    /// 2. Steps along the gradient of the distance, until something is proven or the distance falls no more.
    pub fn descend(&mut self, mut x: Vec<f64>) -> Option<Look> {
        let mut last = f64::INFINITY;
        for _ in 0..STEPS {
            self.looks += 1;
            let (standing, locals) = self.stand(&x);
            let [a, b] = self.stood(&standing);
            let (seen, look) = self.judge(&x, &a, &b);
            if look.is_some() {
                return look;
            }
            let seen = seen?;
            let distance = seen.proximity.distance;
            if !(distance < last) {
                return None;
            }
            last = distance;
            let gradient = self.gradient(&standing, &locals, seen.proximity.normal, seen.proximity.point_b);
            if !self.step(&mut x, &gradient, distance, standing.size) {
                return None;
            }
        }
        None
    }

    /// How the distance changes with each parameter.
    fn gradient(&self, standing: &Standing, locals: &[Local], n: Vec3<f64>, p: Vec3<f64>) -> Vec<f64> {
        let mut gradient = vec![0.0; self.course.box_.len()];
        for (at, (step, local)) in self.chain.steps.iter().zip(locals).enumerate() {
            let axis = standing.axes[at];
            let speed = if step.slides { axis } else { axis.cross(p - standing.origins[at]) };
            for &(parameter, slope) in local.slopes() {
                gradient[parameter] += step.sign * slope * n.dot(&speed);
            }
        }
        gradient
    }

    /// Moves the parameters against the gradient, as far as would bring the distance to zero. Whether it moved.
    fn step(&self, x: &mut [f64], gradient: &[f64], distance: f64, size: f64) -> bool {
        // A radian counts as a way of `size`, so that turns and slides are alike.
        let slides = |parameter: usize| {
            let mut steps = self.chain.steps.iter().zip(&self.course.joints);
            steps.any(|(step, joint)| step.slides && joint.terms.iter().any(|term| term.parameter == parameter))
        };
        let weight = |parameter: usize| if slides(parameter) { 1.0 } else { size };
        let mut free = Vec::new();
        for (parameter, &slope) in gradient.iter().enumerate() {
            let [low, high] = self.course.box_[parameter];
            let is_blocked = (x[parameter] <= low && slope > 0.0) || (x[parameter] >= high && slope < 0.0);
            if !is_blocked {
                let weight = weight(parameter);
                free.push((parameter, slope / weight, weight));
            }
        }
        let square: f64 = free.iter().map(|(_, slope, _)| slope * slope).sum();
        if !(square > 1e-12) {
            return false;
        }
        // At contact it goes on a little, to cross beyond rounding.
        let [a, b] = self.chain.bodies();
        let length = (distance * BEYOND + 1e-4 * (a.radius + b.radius)) / square;
        for (parameter, slope, weight) in free {
            let [low, high] = self.course.box_[parameter];
            let most = MOST_STEP * (high - low);
            x[parameter] = (x[parameter] - (length * slope / weight).clamp(-most, most)).clamp(low, high);
        }
        true
    }
}
