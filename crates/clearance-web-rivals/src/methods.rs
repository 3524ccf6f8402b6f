//! Every method on one pair: its steps, the bounds that they tell, and its answer.

use crate::bodies::Bodies;
use crate::steps::{Ending, Told, told};
use clearance::Solver;
use clearance_rivals::Step;
use clearance_rivals::enhanced_gjk::EnhancedGjk;
use clearance_rivals::hierarchy::{Hierarchies, Hierarchy};
use clearance_rivals::isa_gjk::IsaGjk;
use clearance_rivals::lin_canny::LinCanny;
use clearance_rivals::naive_gjk::NaiveGjk;
use clearance_rivals::portal::Portal;
use clearance_rivals::separating_vectors::SeparatingVectors;
use clearance_rivals::v_clip::VClip;
use serde::Serialize;

/// A search with all that it showed.
#[derive(Serialize)]
pub struct Walk {
    pub ending: Ending,
    pub steps: Vec<Told>,
}

/// A method beside the others.
#[derive(Serialize)]
pub struct Method {
    id: &'static str,
    ending: Ending,
    /// What each step proves or claims of the distance: at least, at most. Nothing where the method tells nothing.
    bounds: Vec<[Option<f64>; 2]>,
    /// Whether these bounds include rounding.
    certified: bool,
}

/// A step that the page shows of a search that has more of them, at most.
const MOST: usize = 400;

/// V-Clip from the first corner of each.
pub fn walk(bodies: &Bodies) -> Walk {
    let (answer, steps) = VClip::default().trace(&bodies.pair());
    Walk { ending: Ending::new(&answer), steps: steps.iter().take(MOST).map(|step| told(bodies, step)).collect() }
}

/// The loop of the talks.
pub fn naive(bodies: &Bodies) -> Walk {
    let (answer, steps) = NaiveGjk::default().trace(&bodies.pair());
    Walk { ending: Ending::new(&answer), steps: steps.iter().take(MOST).map(|step| told(bodies, step)).collect() }
}

/// All methods, each with nothing in memory.
pub fn all(bodies: &Bodies) -> Vec<Method> {
    let pair = bodies.pair();
    let layers = [0, 1].map(|side| Hierarchy::new(bodies.bodies[side].hull()));
    let [a, b] = &layers;
    let method = |id, (answer, steps): (_, Vec<Step>)| Method {
        id,
        bounds: steps.iter().take(MOST).map(bounds).collect(),
        ending: Ending::new(&answer),
        certified: false,
    };
    vec![
        ours(bodies),
        method("v_clip", VClip::default().trace(&pair)),
        method("lin_canny", LinCanny::default().trace(&pair)),
        method("hierarchy", Hierarchies { a, b }.trace(&pair)),
        method("enhanced_gjk", EnhancedGjk::default().trace(&pair)),
        method("isa_gjk", IsaGjk::default().trace(&pair)),
        method("separating_vectors", SeparatingVectors::default().trace(&pair)),
        method("portal", Portal::default().trace(&pair)),
        method("naive_gjk", NaiveGjk::default().trace(&pair)),
    ]
}

/// The shipped solver's search for the distance.
fn ours(bodies: &Bodies) -> Method {
    let [a, b] = bodies.placed();
    let mut bounds = Vec::new();
    let finite = |bound: f64| bound.is_finite().then_some(bound);
    let answer = Solver::default().trace_distance(&a, &b, |step| bounds.push([finite(step.lower), finite(step.upper)]));
    let verdict = if answer.distance > 0.0 { "apart" } else { "meet" };
    let ending =
        Ending { verdict: Some(verdict), distance: Some(answer.distance), steps: answer.iterations, endless: false };
    Method { id: "clearance", ending, bounds, certified: true }
}

/// The numbers of a step that bound the distance, by the names that the methods give them.
fn bounds(step: &Step) -> [Option<f64>; 2] {
    let named = |names: &[&str]| {
        let found = step.numbers.iter().find(|(name, _)| names.contains(name));
        found.map(|&(_, value)| value).filter(|value| value.is_finite())
    };
    let least = named(&["lower bound", "gap along v"]).map(|bound| bound.max(0.0));
    [least, named(&["upper bound", "distance", "length of v"])]
}
