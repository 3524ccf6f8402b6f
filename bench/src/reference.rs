//! True answers. They are the library's own, from its exact arithmetic if the shapes have vertices.

use clearance::{Placed, Precision, Solver, SupportMap, Vec2, Vec3, WideVector};

use crate::space::{FromData, any_shape};
use crate::workloads::{Pair, Workload};

/// The gap between the bounds of a curved pair, relative to its distance.
const CURVED_TOLERANCE: f64 = 1e-14;

/// The pairs of a workload whose answers are exact. Exact numbers are slow, so other pairs have no exact answer.
const EXACT: usize = 4096;

/// The signed distance of each pair. The first [`EXACT`] pairs are within 2 units in the last place for polytopes, and
/// 1e-14 for curved shapes. The other pairs have the default precision.
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
