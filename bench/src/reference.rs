//! True answers: the library's own, from its exact arithmetic where shapes have vertices.

use clearance::{Placed, Precision, Solver, SupportMap, Vec2, Vec3, WideVector};

use crate::space::{FromData, any_shape};
use crate::workloads::{Pair, Workload};

/// The gap between the bounds of a curved pair, relative to its distance.
const CURVED_TOLERANCE: f64 = 1e-14;

/// Pairs of a workload whose answers are exact: exact numbers are slow.
const EXACT: usize = 4096;

/// The signed distance of each pair, of those beyond the first [`EXACT`] as the default precision has it: within 2 units in the last place for polytopes, 1e-14 for curved shapes.
pub fn answers(workload: &Workload) -> Vec<f64> {
    if workload.dimension == 2 { answers_in::<Vec2<f64>>(workload) } else { answers_in::<Vec3<f64>>(workload) }
}

fn answers_in<V: FromData + WideVector>(workload: &Workload) -> Vec<f64> {
    let exact = Solver { precision: Precision::Exact, tolerance: CURVED_TOLERANCE, ..Solver::default() };
    let default = Solver::default();
    let shapes: Vec<Box<dyn SupportMap<V> + Send + Sync>> = workload.shapes.iter().map(any_shape).collect();
    let answer = |(index, pair): (usize, &Pair)| {
        let solver = if index < EXACT { &exact } else { &default };
        let [a, b] = [0, 1].map(|side| Placed::new(&*shapes[pair.shapes[side]], V::pose(&pair.poses[side])));
        solver.signed_distance(&a, &b).distance
    };
    workload.pairs.iter().enumerate().map(answer).collect()
}
