//! How near a robot comes to itself at a configuration: the least distance of all pairs that count.
//!
//! 1. The points that were nearest last time are an upper bound. If it is still good, their pair is asked first.
//! 2. The balls around the links give a lower bound for each pair. The pair with the least bound is next.
//! 3. If its bound is that of the balls, hulls of few points around both links give a better one, and it waits again.
//! 4. Otherwise the meshes answer, within the best distance so far. It is over when no bound is below that.
//! 5. A link that is inside the other one has the distance zero. Its hull meets that of the other, so step 4 asks for it.
//!
//! **Bits.** A pair is left out only if it is farther than the best distance by more than all errors. So which pairs are
//! asked may depend on the order and on what caches know; the answer does not.

use crate::ask::{Seen, Stood, ball_gap, crossing, hull_distance, nearest};
use crate::body::Part;
use crate::frame::{Frame, U, UP};
use crate::kinematics::ConfigurationError;
use crate::nested::{Nested, margin, nested};
use crate::tree::Robot;
use clearance::{Status, Vec3};
use clearance_scene::NearestCache;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// The least distance of the pairs of a robot at a configuration.
///
/// `point_b − point_a` is `distance · normal`, up to rounding. All are in the frame of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The distance as it is computed. Zero if one link is inside the other.
    pub distance: f64,
    /// The true distance of every pair is at least this. It includes the errors of the kinematics.
    pub lower: f64,
    /// The true distance of the pair is at most this.
    pub upper: f64,
    /// The nearest links, A and B.
    pub pair: [usize; 2],
    /// The elements and triangles that are nearest.
    pub parts: [Part; 2],
    /// The nearest point of A. If one link is inside the other, a point of both.
    pub point_a: Vec3<f64>,
    /// The nearest point of B.
    pub point_b: Vec3<f64>,
    /// The unit normal from A to B. If one link is inside the other, that of the surfaces, whose nearest parts are named.
    pub normal: Vec3<f64>,
    /// How the pair lies to each other.
    pub contact: Contact,
}

/// What is known of two links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// They have no common point, and none is inside the other.
    Apart,
    /// Their surfaces have a common point.
    Meeting,
    /// Their surfaces have no common point, and a part of one is inside the other.
    Inside,
    /// Their surfaces are nearer than the errors of the kinematics.
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
    last: Option<Last>,
}

/// The pair that was nearest last time, with its nearest points in the frames of both links.
#[derive(Clone, Copy, Debug)]
struct Last {
    at: usize,
    points: [Vec3<f64>; 2],
    distance: f64,
}

/// A pair that was asked.
#[derive(Clone, Copy, Debug)]
struct Found {
    at: usize,
    seen: Seen,
    /// Whether one link is inside the other.
    is_inside: bool,
}

impl Found {
    /// The same pair, of which one link is inside the other: the point is in both.
    fn inside(self, point: Vec3<f64>) -> Self {
        let mut found = Self { is_inside: true, ..self };
        let seen = &mut found.seen.proximity;
        (seen.distance, seen.lower, seen.upper) = (0.0, 0.0, 0.0);
        (seen.point_a, seen.point_b) = (point, point);
        found
    }
}

/// The pair of the last time is asked first if its points are not farther apart than so many times the last distance.
const FEW_TIMES: f64 = 1.5;

/// A pair that is not asked yet.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// It is not nearer than this.
    bound: f64,
    /// Its number.
    at: usize,
    /// Whether the bound is that of hulls. Otherwise it is that of balls.
    by_hulls: bool,
}

impl Ord for Waiting {
    /// The pair with the least bound is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.at.cmp(&self.at))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

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
        Watch { robot: self, pairs, caches: HashMap::new(), frames: Vec::new(), last: None }
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
        let stood = self.stand(configuration);
        let error = self.greatest_error(&stood);
        let mut found: Vec<Found> = Vec::new();
        // 1.
        let (mut limit, first) = self.known_limit(&stood, error);
        if let Some(at) = first {
            self.ask(at, &stood, error, &mut limit, &mut found);
        }
        // 2.
        let mut waiting = self.waiting(&stood, limit, first);
        while let Some(Waiting { bound, at, by_hulls }) = waiting.pop() {
            if bound > limit {
                break;
            }
            if by_hulls {
                // 4.
                self.ask(at, &stood, error, &mut limit, &mut found);
                continue;
            }
            // 3.
            let [a, b] = self.pair(at, &stood);
            if let Some(distance) = hull_distance(a, b, limit) {
                waiting.push(Waiting { bound: bound.max(distance - (a.error + b.error) * UP), at, by_hulls: true });
            }
        }
        let answer = self.least(found, error, limit, &stood);
        self.last = answer.as_ref().map(|answer| {
            let [a, b] = answer.pair.map(|link| stood[link].as_ref().expect("pairs have shapes").frame);
            let points = [a.turn_back(answer.point_a - a.place), b.turn_back(answer.point_b - b.place)];
            let at = self.pairs.iter().position(|&pair| pair == answer.pair).expect("the pair is one of these");
            Last { at, points, distance: answer.distance }
        });
        if answer.is_none() && limit < f64::INFINITY {
            // Rounding has left out the pair of the limit. Without a limit there is an answer.
            return self.clearance(configuration);
        }
        Ok(answer)
    }

    /// The points that were nearest last time are points of the links still: the least distance is at most theirs. The
    /// pair is worth asking first if they have not gone far.
    fn known_limit(&self, stood: &[Option<Stood>], error: f64) -> (f64, Option<usize>) {
        let Some(Last { at, points, distance }) = self.last else { return (f64::INFINITY, None) };
        let [a, b] = self.pair(at, stood);
        let way = b.frame.apply(points[1]) - a.frame.apply(points[0]);
        let size = a.body.reach + b.body.reach + a.centre.length() + b.centre.length();
        // The points themselves are rounded, when they were found and when they were turned back.
        let limit = (way.length() + 4.0 * error + 256.0 * U * size) * UP;
        (limit, (limit <= distance * FEW_TIMES).then_some(at))
    }

    /// The distance of a pair, if it is within the limit, which it may lower.
    fn ask(&mut self, at: usize, stood: &[Option<Stood>], error: f64, limit: &mut f64, found: &mut Vec<Found>) {
        if let Some(own) = self.found(at, stood, *limit) {
            // Pairs that are farther by more than both errors are never the nearest.
            *limit = limit.min((own.seen.proximity.upper + 2.0 * error) * UP);
            found.push(own);
        }
    }

    /// What is found of a pair within a limit.
    fn found(&mut self, at: usize, stood: &[Option<Stood>], limit: f64) -> Option<Found> {
        let [a, b] = self.pairs[at].map(|link| stood[link].as_ref().expect("pairs have shapes"));
        let cache = self.caches.entry(at).or_default();
        let found = nearest(a, b, limit, Some(cache)).map(|seen| Found { at, seen, is_inside: false });
        // What meets needs no question.
        if found.is_some_and(|found| found.seen.proximity.status != Status::Separated) {
            return found;
        }
        // 5.
        let whole = || nearest(a, b, f64::INFINITY, None).map(|seen| Found { at, seen, is_inside: false });
        match nested(a, b) {
            Nested::No => found,
            Nested::Yes(point) => whole().map(|found| found.inside(point)),
            Nested::Unknown => {
                let mut found = whole()?;
                found.seen.proximity.lower = 0.0;
                Some(found)
            }
        }
    }

    fn pair<'s>(&self, at: usize, stood: &'s [Option<Stood<'r>>]) -> [&'s Stood<'r>; 2] {
        self.pairs[at].map(|link| stood[link].as_ref().expect("pairs have shapes"))
    }

    /// A pair whose distance is below a limit, or not proven to be at least that. `None`: all pairs are proven to be at
    /// least so far apart. It stops at the first pair, which need not be the nearest.
    ///
    /// # Errors
    /// [`ConfigurationError`].
    pub fn below(&mut self, configuration: &[f64], limit: f64) -> Result<Option<Clearance>, ConfigurationError> {
        self.robot.check(configuration)?;
        let stood = self.stand(configuration);
        let error = self.greatest_error(&stood);
        let reach = if limit.is_nan() { f64::INFINITY } else { (limit + error) * UP };
        let mut waiting = self.waiting(&stood, reach, None);
        while let Some(Waiting { bound, at, by_hulls }) = waiting.pop() {
            let [a, b] = self.pair(at, &stood);
            if !by_hulls {
                if let Some(distance) = hull_distance(a, b, reach) {
                    waiting.push(Waiting { bound: bound.max(distance), at, by_hulls: true });
                }
                continue;
            }
            if let Some(found) = self.found(at, &stood, reach).filter(|found| found.seen.proximity.lower < reach) {
                return Ok(self.least(vec![found], error, reach, &stood));
            }
        }
        Ok(None)
    }

    /// The links at their places.
    fn stand(&mut self, configuration: &[f64]) -> Vec<Option<Stood<'r>>> {
        self.robot.place_links(configuration, &mut self.frames);
        let links = self.robot.links.iter().zip(&self.frames);
        links.map(|(link, frame)| link.body.as_ref().map(|body| Stood::new(body, frame))).collect()
    }

    /// The pairs whose balls are not farther apart than a limit, but for one.
    fn waiting(&self, stood: &[Option<Stood>], limit: f64, but: Option<usize>) -> BinaryHeap<Waiting> {
        let waiting = self.pairs.iter().enumerate().filter_map(|(at, pair)| {
            let [Some(a), Some(b)] = pair.map(|link| stood[link].as_ref()) else { return None };
            let bound = ball_gap(a, b) - (a.error + b.error) * UP;
            (!(bound > limit) && Some(at) != but).then_some(Waiting { bound, at, by_hulls: false })
        });
        waiting.collect()
    }

    /// The greatest sum of the errors of a pair.
    fn greatest_error(&self, stood: &[Option<Stood>]) -> f64 {
        let of = |link: usize| stood[link].as_ref().map_or(0.0, |stood| stood.error);
        self.pairs.iter().map(|&[a, b]| (of(a) + of(b)) * UP).fold(0.0, f64::max)
    }

    /// The least of what was found, with the bounds of all that may be it.
    fn least(&self, found: Vec<Found>, error: f64, limit: f64, stood: &[Option<Stood>]) -> Option<Clearance> {
        let distance = |own: &&Found| own.seen.proximity.distance;
        let least = found.iter().min_by(|x, y| distance(x).total_cmp(&distance(y)).then(x.at.cmp(&y.at)));
        let Found { at, seen, is_inside } = *least?;
        let near = found.iter().filter(|own| !(own.seen.proximity.distance > limit));
        let lower = near.map(|own| own.seen.proximity.lower).fold(f64::INFINITY, f64::min) - error * UP;
        let pair = self.pairs[at];
        let [a, b] = pair.map(|link| stood[link].as_ref().expect("pairs have shapes"));
        let contact = match seen.proximity.status {
            _ if is_inside => Contact::Inside,
            Status::Separated if seen.proximity.lower > margin(a, b) => Contact::Apart,
            Status::Separated => Contact::Unknown,
            _ if crossing(a, b, seen.leaves).is_some() => Contact::Meeting,
            _ => Contact::Unknown,
        };
        let upper = if matches!(contact, Contact::Meeting | Contact::Inside) {
            0.0
        } else {
            (seen.proximity.upper + error) * UP
        };
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
