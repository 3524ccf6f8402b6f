//! The libraries that are timed. Each converts a workload beforehand. Then it answers the workload pair by pair.

pub mod batch;
mod box2d;
mod clearance;
mod geo;
#[cfg(feature = "jolt")]
pub mod jolt;
pub mod parry;
pub mod threads;

pub use self::clearance::{cold, engines as ours};

use std::fmt;
use std::hint::black_box;

use crate::workloads::{Pair, Placement, Workload};

/// What is asked about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Whether the shapes meet: 1 or 0.
    Bool,
    /// The distance with the nearest points. It is 0 where the shapes overlap.
    Distance,
    /// The distance, or minus the depth, with the points and the normal.
    Signed,
    /// The distance with the nearest points, if it is at most [`LIMIT`].
    Within,
    /// The contact manifold of polytopes that meet: all contacts whose separation is at most [`LIMIT`].
    Contacts,
}

/// The greatest distance of interest, in sizes of the shapes.
pub const LIMIT: f64 = 0.5;

/// The answer of an engine that found nothing up to [`LIMIT`].
pub const NOTHING: f64 = f64::INFINITY;

impl Output {
    /// Every output.
    pub const ALL: [Self; 5] = [Self::Bool, Self::Distance, Self::Signed, Self::Within, Self::Contacts];
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::Distance => "distance",
            Self::Signed => "signed",
            Self::Within => "within",
            Self::Contacts => "contacts",
        })
    }
}

/// The numbers that an engine takes and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// 24 bits.
    F32,
    /// 53 bits.
    F64,
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        })
    }
}

/// The engine that the others are compared with.
pub const OURS: &str = "clearance";
/// Our engine that starts where the pair's last query ended. Engines whose names end in `warm` are compared with it.
pub const OURS_WARM: &str = "clearance warm";

/// Our engine with a tolerance as wide as the errors of libraries in `f32`.
pub const OURS_ROUGH: &str = "clearance 1e-4";

/// Our engine that does the same as another one.
pub fn counterpart(engine: &str) -> &'static str {
    if engine.ends_with(" warm") { OURS_WARM } else { OURS }
}

/// A way to answer some workloads.
pub struct Engine {
    /// The name of the library, and of its function if it has several.
    pub name: &'static str,
    /// The numbers that it computes with.
    pub scalar: Scalar,
    /// Prepares a workload. It is `None` if the engine cannot answer it.
    pub prepare: fn(&Workload, Output) -> Option<Box<dyn Runner>>,
}

/// Every engine, ours first.
pub fn all() -> Vec<Engine> {
    let mut engines = clearance::engines();
    engines.extend(batch::engines());
    engines.extend(parry::engines());
    engines.extend(box2d::engines());
    engines.extend(geo::engines());
    #[cfg(feature = "jolt")]
    engines.extend(jolt::engines());
    engines
}

/// A workload in an engine's own types.
pub trait Runner {
    /// Answers every pair once.
    fn stream(&mut self, answers: &mut [f64]);
    /// Answers one pair many times over.
    fn hot(&mut self, pair: usize, repetitions: usize);
    /// How many pairs there are.
    fn pairs(&self) -> usize;
}

/// A pair in an engine's own types.
struct Query<P> {
    shapes: [usize; 2],
    poses: [P; 2],
    track: usize,
}

/// Shapes, pairs of them, and the function that answers one pair.
///
/// The function takes both shapes, both poses, and the track of the pair. Every caller has these.
struct Prepared<S, P, F> {
    shapes: Vec<S>,
    queries: Vec<Query<P>>,
    answer: F,
}

/// The runner of a function on shapes that are converted one by one. It is `None` if a shape cannot be converted.
fn prepared<S: 'static, P: 'static>(
    workload: &Workload,
    shape: impl Fn(&crate::workloads::ShapeData) -> Option<S>,
    pose: impl Fn(&Placement) -> P,
    answer: impl FnMut([&S; 2], [&P; 2], usize) -> f64 + 'static,
) -> Option<Box<dyn Runner>> {
    let query = |pair: &Pair| Query { shapes: pair.shapes, poses: pair.poses.each_ref().map(&pose), track: pair.track };
    let shapes = workload.shapes.iter().map(shape).collect::<Option<Vec<S>>>()?;
    let queries = workload.pairs.iter().map(query).collect();
    Some(Box::new(Prepared { shapes, queries, answer }))
}

/// The runner of a function on pairs that are converted one by one, and the track of each.
fn prepared_pairs<P: 'static>(
    workload: &Workload,
    pair: impl Fn(&Pair) -> P,
    answer: impl FnMut(&P, usize) -> f64 + 'static,
) -> Option<Box<dyn Runner>> {
    let pairs = workload.pairs.iter().map(|each| (pair(each), each.track)).collect();
    Some(Box::new(PreparedPairs { pairs, answer }))
}

struct PreparedPairs<P, F> {
    pairs: Vec<(P, usize)>,
    answer: F,
}

impl<P, F: FnMut(&P, usize) -> f64> Runner for PreparedPairs<P, F> {
    fn stream(&mut self, answers: &mut [f64]) {
        for ((pair, track), place) in self.pairs.iter().zip(answers) {
            *place = (self.answer)(pair, *track);
        }
    }
    fn hot(&mut self, pair: usize, repetitions: usize) {
        for _ in 0..repetitions {
            let (pair, track) = black_box(&self.pairs[pair]);
            black_box((self.answer)(pair, *track));
        }
    }
    fn pairs(&self) -> usize {
        self.pairs.len()
    }
}

impl<S, P, F: FnMut([&S; 2], [&P; 2], usize) -> f64> Runner for Prepared<S, P, F> {
    fn stream(&mut self, answers: &mut [f64]) {
        for (query, place) in self.queries.iter().zip(answers) {
            let shapes = query.shapes.map(|index| &self.shapes[index]);
            *place = (self.answer)(shapes, query.poses.each_ref(), query.track);
        }
    }
    fn hot(&mut self, pair: usize, repetitions: usize) {
        for _ in 0..repetitions {
            let query = black_box(&self.queries[pair]);
            let shapes = query.shapes.map(|index| &self.shapes[index]);
            black_box((self.answer)(shapes, query.poses.each_ref(), query.track));
        }
    }
    fn pairs(&self) -> usize {
        self.queries.len()
    }
}
