//! How near a robot comes to itself at a configuration: the least distance of all pairs that count.
//!
//! 1. The balls around the links give a lower bound for each pair. The pairs are asked in the order of these bounds.
//! 2. Hulls of few points around both links leave out most of the others.
//! 3. The meshes answer for the few pairs that are left, within the best distance so far.
//!
//! **Bits.** A pair is left out only if it is farther than the best distance by more than all errors. So which pairs are
//! asked may depend on the order and on what caches know; the answer does not.

use crate::ask::{Seen, Stood, ball_gap, crossing, hull_distance, nearest};
use crate::body::Part;
use crate::frame::{Frame, UP};
use crate::kinematics::ConfigurationError;
use crate::tree::Robot;
use clearance::{Status, Vec3};
use clearance_scene::NearestCache;
use std::collections::HashMap;

/// The least distance of the pairs of a robot at a configuration.
///
/// `point_b − point_a` is `distance · normal`, up to rounding. All are in the frame of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The distance as it is computed.
    pub distance: f64,
    /// The true distance of every pair is at least this. It includes the errors of the kinematics.
    pub lower: f64,
    /// The true distance of the pair is at most this.
    pub upper: f64,
    /// The nearest links, A and B.
    pub pair: [usize; 2],
    /// The elements and triangles that are nearest.
    pub parts: [Part; 2],
    /// The nearest point of A.
    pub point_a: Vec3<f64>,
    /// The nearest point of B.
    pub point_b: Vec3<f64>,
    /// The unit normal from A to B.
    pub normal: Vec3<f64>,
    /// How the surfaces of the pair lie to each other.
    pub contact: Contact,
}

/// What is known of the surfaces of two links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// They have no common point. One link may be inside the other.
    Apart,
    /// They have a common point.
    Meeting,
    /// They are nearer than the errors of the kinematics.
    Unknown,
}

/// A robot that is asked about many configurations: it remembers what was near.
///
/// Memory changes the time, and never the answer.
#[derive(Debug)]
pub struct Watch<'r> {
    robot: &'r Robot,
    pairs: Vec<[usize; 2]>,
    caches: HashMap<usize, NearestCache>,
    frames: Vec<Frame>,
}

impl Robot {
    /// The least distance of the given pairs at a configuration. `None` if there is no pair.
    ///
    /// # Errors
    /// [`ConfigurationError`].
    ///
    /// # Panics
    /// If a pair names a link that does not exist or has no shape.
    pub fn clearance(
        &self,
        configuration: &[f64],
        pairs: &[[usize; 2]],
    ) -> Result<Option<Clearance>, ConfigurationError> {
        self.watch(pairs.to_vec()).clearance(configuration)
    }

    /// The robot with a memory, for many configurations.
    ///
    /// # Panics
    /// If a pair names a link that does not exist or has no shape.
    pub fn watch(&self, pairs: Vec<[usize; 2]>) -> Watch<'_> {
        assert!(pairs.iter().flatten().all(|&link| self.has_shape(link)), "a pair has a link without a shape");
        Watch { robot: self, pairs, caches: HashMap::new(), frames: Vec::new() }
    }
}

impl<'r> Watch<'r> {
    /// The pairs that count.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The least distance at a configuration. `None` if there is no pair.
    ///
    /// # Errors
    /// [`ConfigurationError`].
    pub fn clearance(&mut self, configuration: &[f64]) -> Result<Option<Clearance>, ConfigurationError> {
        self.robot.check(configuration)?;
        let (stood, order) = self.ordered(configuration);
        let error = self.greatest_error(&stood);
        let mut found: Vec<(usize, Seen)> = Vec::new();
        let mut limit = f64::INFINITY;
        for (gap, at) in order {
            if gap > limit {
                break;
            }
            let [a, b] = self.pairs[at].map(|link| stood[link].as_ref().expect("pairs have shapes"));
            // Hulls save nothing for the first pair.
            if limit.is_finite() && hull_distance(a, b, limit).is_none() {
                continue;
            }
            let cache = self.caches.entry(at).or_default();
            let Some(seen) = nearest(a, b, limit, Some(cache)) else { continue };
            // Pairs that are farther by more than both errors are never the nearest.
            limit = limit.min((seen.proximity.upper + 2.0 * error) * UP);
            found.push((at, seen));
        }
        Ok(self.least(found, error, limit, &stood))
    }

    /// A pair whose distance is below a limit, or not proven to be at least that. `None`: all pairs are proven to be at
    /// least so far apart. It stops at the first pair, which need not be the nearest.
    ///
    /// # Errors
    /// [`ConfigurationError`].
    pub fn below(&mut self, configuration: &[f64], limit: f64) -> Result<Option<Clearance>, ConfigurationError> {
        self.robot.check(configuration)?;
        let (stood, order) = self.ordered(configuration);
        let error = self.greatest_error(&stood);
        let reach = if limit.is_nan() { f64::INFINITY } else { (limit + error) * UP };
        for (gap, at) in order {
            if gap >= reach {
                break;
            }
            let [a, b] = self.pairs[at].map(|link| stood[link].as_ref().expect("pairs have shapes"));
            if hull_distance(a, b, reach).is_none() {
                continue;
            }
            let cache = self.caches.entry(at).or_default();
            if let Some(seen) = nearest(a, b, reach, Some(cache)).filter(|seen| seen.proximity.lower < reach) {
                return Ok(self.least(vec![(at, seen)], error, reach, &stood));
            }
        }
        Ok(None)
    }

    /// The links at their places, and the pairs with the least distance of their balls first.
    fn ordered(&mut self, configuration: &[f64]) -> (Vec<Option<Stood<'r>>>, Vec<(f64, usize)>) {
        self.robot.place_links(configuration, &mut self.frames);
        let links = self.robot.links.iter().zip(&self.frames);
        let stood: Vec<Option<Stood>> =
            links.map(|(link, frame)| link.body.as_ref().map(|body| Stood::new(body, frame))).collect();
        let gap = |&[a, b]: &[usize; 2]| match (&stood[a], &stood[b]) {
            (Some(a), Some(b)) => ball_gap(a, b) - (a.error + b.error) * UP,
            _ => f64::INFINITY,
        };
        let mut order: Vec<(f64, usize)> = self.pairs.iter().map(gap).enumerate().map(|(at, gap)| (gap, at)).collect();
        order.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        (stood, order)
    }

    /// The greatest sum of the errors of a pair.
    fn greatest_error(&self, stood: &[Option<Stood>]) -> f64 {
        let of = |link: usize| stood[link].as_ref().map_or(0.0, |stood| stood.error);
        self.pairs.iter().map(|&[a, b]| (of(a) + of(b)) * UP).fold(0.0, f64::max)
    }

    /// The least of what was found, with the bounds of all that may be it.
    fn least(&self, found: Vec<(usize, Seen)>, error: f64, limit: f64, stood: &[Option<Stood>]) -> Option<Clearance> {
        let key = |(at, seen): &(usize, Seen)| (seen.proximity.distance, *at);
        let (at, seen) = *found.iter().min_by(|x, y| key(x).0.total_cmp(&key(y).0).then(key(x).1.cmp(&key(y).1)))?;
        let near = found.iter().filter(|(_, seen)| !(seen.proximity.distance > limit));
        let lower = near.map(|(_, seen)| seen.proximity.lower).fold(f64::INFINITY, f64::min) - error * UP;
        let pair = self.pairs[at];
        let [a, b] = pair.map(|link| stood[link].as_ref().expect("pairs have shapes"));
        let contact = match seen.proximity.status {
            Status::Separated if seen.proximity.lower > (a.error + b.error) * UP => Contact::Apart,
            Status::Separated => Contact::Unknown,
            _ if crossing(a, b, seen.leaves).is_some() => Contact::Meeting,
            _ => Contact::Unknown,
        };
        let upper = if contact == Contact::Meeting { 0.0 } else { (seen.proximity.upper + error) * UP };
        Some(Clearance {
            distance: seen.proximity.distance,
            lower: lower.max(0.0),
            upper,
            pair,
            parts: [a.body.part(seen.leaves[0]), b.body.part(seen.leaves[1])],
            point_a: seen.proximity.point_a,
            point_b: seen.proximity.point_b,
            normal: seen.proximity.normal,
            contact,
        })
    }
}
