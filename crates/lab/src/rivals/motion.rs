//! The methods on bodies that move a little from frame to frame.
//!
//! B goes round A and turns. Its centre is nearer and farther from A's, so that in some frames they meet. A frame moves
//! B by a share of the bodies' size, and turns it by the same number of radians. The path is cut into stretches that
//! begin all over it; the first frame of a stretch warms the memory up and is not counted. The judge is the solver's
//! certified bracket. Times are those of single calls, less the time of an empty measurement: the mean over all frames
//! of the least of three runs.

use super::{Arena, Known, Method, Outcome, Stage, Tally};
use crate::random::Random;
use clearance::{Hull, Pose, Rotation, Solver, Status, Vec2, Vec3, WideVector};
use clearance_rivals::Body;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The steps of a frame, in sizes of the bodies.
pub const STEPS: [f64; 4] = [1e-1, 1e-2, 1e-3, 1e-4];
/// Stretches of the path for each step.
const STRETCHES: u32 = 40;

/// The counts of all methods on one kind of bodies.
pub struct Row {
    /// What the bodies are.
    pub bodies: String,
    /// For each step of [`STEPS`], one a method, in the order of [`Method::all`].
    pub tallies: Vec<Vec<Tally>>,
}

/// Judges all methods, with this many frames for each kind of bodies and each step.
pub fn judge(frames: u32) -> Vec<Row> {
    let plane = [8, 64].map(|count| row::<Vec2<f64>>(format!("polygons of {count} corners"), count, frames));
    let space = [8, 32, 128, 512].map(|count| row::<Vec3<f64>>(format!("hulls of {count} vertices"), count, frames));
    plane.into_iter().chain(space).collect()
}

/// A row of the table.
fn row<W: Arena>(bodies: String, count: usize, frames: u32) -> Row {
    let stage = stage::<W>(count);
    Row { bodies, tallies: STEPS.iter().map(|&step| run(&stage, step, frames)).collect() }
}

/// Two bodies of about radius 1, with this many vertices on ellipsoids.
///
/// # Panics
/// Never: the vertices are finite.
pub fn stage<W: Arena>(count: usize) -> Stage<W> {
    let body = |seed: u64| {
        let mut random = Random::new(seed);
        let points: Vec<W> = (0..count).map(|k| on_ellipsoid(&mut random, k, count)).collect();
        Body::new(Hull::new(&points).expect("the vertices are finite"))
    };
    Stage::new([body(1), body(2)])
}

/// A vertex of an ellipsoid: spread evenly, and shaken so that no two bodies have parallel sides.
fn on_ellipsoid<W: WideVector>(random: &mut Random, k: usize, count: usize) -> W {
    let shaken = k as f64 + 0.3 * random.signed();
    if W::DIM == 2 {
        let angle = std::f64::consts::TAU * shaken / count as f64;
        return W::unpadded([1.1 * angle.cos(), 0.9 * angle.sin(), 0.0]);
    }
    let z = ((2.0 * shaken + 1.0) / count as f64 - 1.0).clamp(-1.0, 1.0);
    let (ring, angle) = ((1.0 - z * z).sqrt(), 2.399_963 * k as f64 + 0.1 * random.signed());
    W::unpadded([1.1 * ring * angle.cos(), ring * angle.sin(), 0.9 * z])
}

/// Where B is at a point of its path.
pub fn pose_at<W: WideVector>(t: f64) -> Pose<W> {
    let far = 2.2 + 0.45 * (1.7 * t).sin();
    let (z, level) = ((0.6 * t).sin() * 0.7, (1.0 - 0.49 * (0.6 * t).sin().powi(2)).sqrt());
    if W::DIM == 2 {
        let rotation = <W::Rotation as Rotation<W>>::from_numbers([t.cos(), t.sin(), 0.0, 0.0]);
        return Pose { rotation, translation: W::unpadded([far * (0.4 * t).cos(), far * (0.4 * t).sin(), 0.0]) };
    }
    let axis = [0.48, 0.6, 0.64].map(|c: f64| c * (t / 2.0).sin());
    let rotation = <W::Rotation as Rotation<W>>::from_numbers([axis[0], axis[1], axis[2], (t / 2.0).cos()]);
    let translation = W::unpadded([far * level * (0.4 * t).cos(), far * level * (0.4 * t).sin(), far * z]);
    Pose { rotation, translation }
}

/// All methods on one pair of bodies with one step.
fn run<W: Arena>(stage: &Stage<W>, step: f64, frames: u32) -> Vec<Tally> {
    let path: Vec<(bool, Pose<W>)> = (0..STRETCHES)
        .flat_map(|stretch| {
            let begin = 37.0 * f64::from(stretch) / f64::from(STRETCHES);
            (0..=frames / STRETCHES).map(move |frame| (frame == 0, pose_at(begin + step * f64::from(frame))))
        })
        .collect();
    let truths: Vec<Known> = path.iter().map(|(_, pose)| known(stage, pose)).collect();
    Method::all().iter().map(|method| follow(stage, method, &path, &truths)).collect()
}

/// One method along a path. It goes along it three times, always with a fresh memory; the least time of a frame counts,
/// so that a pause of the machine does not.
fn follow<W: Arena>(stage: &Stage<W>, method: &Method, path: &[(bool, Pose<W>)], truths: &[Known]) -> Tally {
    let empty = empty_measurement();
    let mut frames = vec![(Outcome::default(), Duration::MAX); path.len()];
    for _ in 0..3 {
        let mut method = method.clone();
        for ((_, pose), (outcome, least)) in path.iter().zip(&mut frames) {
            let start = Instant::now();
            *outcome = black_box(method.ask(black_box(stage), [&Pose::identity(), pose]));
            *least = (*least).min(start.elapsed());
        }
    }
    let mut tally = Tally::default();
    for (((is_first, _), known), (outcome, time)) in path.iter().zip(truths).zip(&frames) {
        if !is_first {
            tally.count(known, outcome, time.saturating_sub(empty));
        }
    }
    tally
}

fn known<W: Arena>(stage: &Stage<W>, pose: &Pose<W>) -> Known {
    use clearance::Shape;
    let (a, b) = (stage.bodies[0].hull().at(Pose::identity()), stage.bodies[1].hull().at(*pose));
    let answer = Solver::default().distance(&a, &b);
    Known { apart: answer.status == Status::Separated, lower: answer.lower, upper: answer.upper, scale: 1.0 }
}

/// The time that a measurement of nothing shows.
pub fn empty_measurement() -> Duration {
    let measure = || {
        let start = Instant::now();
        black_box(());
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..1001).map(|_| measure()).collect();
    times.sort();
    times[times.len() / 2]
}
