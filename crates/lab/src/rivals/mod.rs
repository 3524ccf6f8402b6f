//! The published methods beside the solver: on the exact corpus, under small motion, and as oracles of the soak.

pub mod corpus;
pub mod motion;
pub mod oracle;

use crate::space::Lab;
use clearance::{Cache, Pose, Shape, Solver, Status, Vec2, Vec3, WideVector};
use clearance_rivals::enhanced_gjk::EnhancedGjk;
use clearance_rivals::hierarchy::{Hierarchies, Hierarchy};
use clearance_rivals::isa_gjk::IsaGjk;
use clearance_rivals::lin_canny::LinCanny;
use clearance_rivals::naive_gjk::NaiveGjk;
use clearance_rivals::portal::Portal;
use clearance_rivals::separating_vectors::SeparatingVectors;
use clearance_rivals::v_clip::VClip;
use clearance_rivals::{Answer, Body, Dimension, Pair, Verdict};
use std::time::Duration;

/// A vector that both the lab and the rivals know: `Vec2<f64>` or `Vec3<f64>`.
pub trait Arena: Lab + WideVector + Dimension {}
impl Arena for Vec2<f64> {}
impl Arena for Vec3<f64> {}

/// Two bodies with everything that a method may prepare.
pub struct Stage<W: WideVector> {
    /// A and B.
    pub bodies: [Body<W>; 2],
    /// Their hierarchies.
    pub hierarchies: [Hierarchy<W>; 2],
}

impl<W: WideVector> Stage<W> {
    /// The stage of two bodies.
    pub fn new(bodies: [Body<W>; 2]) -> Self {
        let hierarchies = [0, 1].map(|side| Hierarchy::new(bodies[side].hull()));
        Self { bodies, hierarchies }
    }
}

/// What a method said.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Apart or not; `None` if it did not come to an end.
    pub apart: Option<bool>,
    /// The distance of shapes apart, if the method knows it.
    pub distance: Option<f64>,
    /// Steps as the method counts them.
    pub steps: u32,
}

/// A method with the memory of one pair.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "named by themselves")]
pub enum Method {
    LinCanny(LinCanny),
    VClip(VClip),
    Hierarchy,
    Isa(IsaGjk),
    Enhanced(EnhancedGjk),
    Vectors(SeparatingVectors),
    Portal(Portal),
    Naive(NaiveGjk),
    Cold(Solver),
    Cached(Solver, Box<Cache>),
}

impl Method {
    /// All methods with nothing in memory. The solver is last: cold, and with its cache.
    pub fn all() -> [Self; 10] {
        [
            Self::LinCanny(LinCanny::default()),
            Self::VClip(VClip::default()),
            Self::Hierarchy,
            Self::Isa(IsaGjk::default()),
            Self::Enhanced(EnhancedGjk::default()),
            Self::Vectors(SeparatingVectors::default()),
            Self::Portal(Portal::default()),
            Self::Naive(NaiveGjk::default()),
            Self::Cold(Solver::default()),
            Self::Cached(Solver::default(), Box::default()),
        ]
    }

    /// The method's name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::LinCanny(_) => "Lin-Canny",
            Self::VClip(_) => "V-Clip",
            Self::Hierarchy => "hierarchy",
            Self::Isa(_) => "ISA-GJK",
            Self::Enhanced(_) => "enhanced GJK",
            Self::Vectors(_) => "separating vectors",
            Self::Portal(_) => "portal (MPR)",
            Self::Naive(_) => "naive GJK, f32",
            Self::Cold(_) => "clearance, cold",
            Self::Cached(..) => "clearance, cached",
        }
    }

    /// Whether the method answers with a distance, and not only with yes or no.
    pub fn measures(&self) -> bool {
        !matches!(self, Self::Isa(_) | Self::Vectors(_) | Self::Portal(_))
    }

    /// Asks the method. The memory of the last query is used.
    pub fn ask<W: Arena>(&mut self, stage: &Stage<W>, poses: [&Pose<W>; 2]) -> Outcome {
        let pair = || Pair::new([&stage.bodies[0], &stage.bodies[1]], poses);
        match self {
            Self::LinCanny(memory) => said(&memory.query(&pair())),
            Self::VClip(memory) => said(&memory.query(&pair())),
            Self::Hierarchy => said(&Hierarchies { a: &stage.hierarchies[0], b: &stage.hierarchies[1] }.query(&pair())),
            Self::Isa(memory) => said(&memory.query(&pair())),
            Self::Enhanced(memory) => said(&memory.query(&pair())),
            Self::Vectors(memory) => said(&memory.query(&pair())),
            Self::Portal(portal) => said(&portal.query(&pair())),
            Self::Naive(naive) => said(&naive.query(&pair())),
            Self::Cold(solver) => {
                let [a, b] = [0, 1].map(|side| stage.bodies[side].hull().at(*poses[side]));
                solved(&solver.distance(&a, &b))
            }
            Self::Cached(solver, cache) => {
                let [a, b] = [0, 1].map(|side| stage.bodies[side].hull().at(*poses[side]));
                solved(&solver.distance_cached(&a, &b, cache))
            }
        }
    }
}

fn said<W: WideVector>(answer: &Answer<W>) -> Outcome {
    let apart = answer.verdict.map(|verdict| verdict == Verdict::Apart);
    Outcome { apart, distance: answer.distance, steps: answer.steps }
}

fn solved<W: WideVector>(answer: &clearance::Proximity<W>) -> Outcome {
    let apart = answer.status == Status::Separated;
    Outcome { apart: Some(apart), distance: Some(answer.distance), steps: answer.iterations }
}

/// What is known of a pair: bounds of its distance. Both are 0 if the shapes meet.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Whether the shapes are apart, exactly.
    pub apart: bool,
    /// A lower bound of the distance.
    pub lower: f64,
    /// An upper bound of the distance.
    pub upper: f64,
    /// The unit of errors: the greatest coordinate, or the size of the shapes.
    pub scale: f64,
}

/// Counts of a method over many pairs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pairs asked.
    pub asked: u64,
    /// Shapes that meet and were called apart.
    pub wrong_apart: u64,
    /// Shapes apart that were said to meet.
    pub wrong_meet: u64,
    /// Searches that did not end within their limit of steps.
    pub endless: u64,
    /// The worst error of the distance of shapes apart, divided by the scale.
    pub worst_error: f64,
    /// Steps of the searches that ended.
    pub steps: u64,
    /// Time of shapes apart.
    pub time_apart: Duration,
    /// Shapes apart.
    pub apart: u64,
    /// Time of shapes that meet.
    pub time_meet: Duration,
}

impl Tally {
    /// Counts one answer.
    pub fn count(&mut self, known: &Known, outcome: &Outcome, time: Duration) {
        self.asked += 1;
        if known.apart {
            self.apart += 1;
            self.time_apart += time;
        } else {
            self.time_meet += time;
        }
        let Some(apart) = outcome.apart else {
            self.endless += 1;
            return;
        };
        self.steps += u64::from(outcome.steps);
        match (known.apart, apart) {
            (true, false) => self.wrong_meet += 1,
            (false, true) => self.wrong_apart += 1,
            (true, true) => {
                let error = |distance: f64| (known.lower - distance).max(distance - known.upper).max(0.0) / known.scale;
                self.worst_error = self.worst_error.max(outcome.distance.map_or(0.0, error));
            }
            (false, false) => {}
        }
    }

    /// Adds the counts of other pairs.
    pub fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.wrong_apart += other.wrong_apart;
        self.wrong_meet += other.wrong_meet;
        self.endless += other.endless;
        self.worst_error = self.worst_error.max(other.worst_error);
        self.steps += other.steps;
        self.time_apart += other.time_apart;
        self.apart += other.apart;
        self.time_meet += other.time_meet;
    }

    /// The mean steps of searches that ended.
    pub fn mean_steps(&self) -> f64 {
        self.steps as f64 / (self.asked - self.endless).max(1) as f64
    }
    /// The mean time of shapes apart, in nanoseconds.
    pub fn mean_apart(&self) -> f64 {
        self.time_apart.as_secs_f64() * 1e9 / self.apart.max(1) as f64
    }
    /// The mean time of shapes that meet, in nanoseconds.
    pub fn mean_meet(&self) -> f64 {
        self.time_meet.as_secs_f64() * 1e9 / (self.asked - self.apart).max(1) as f64
    }
}
