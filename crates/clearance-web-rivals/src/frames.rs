//! A pair that moves, frame by frame: how many steps each way to remember takes.

use crate::Complaint;
use crate::bodies::{Bodies, pose};
use clearance::{Cache, Pose, Shape, Solver};
use clearance_rivals::Pair;
use clearance_rivals::isa_gjk::IsaGjk;
use clearance_rivals::v_clip::VClip;

/// The numbers of a frame.
pub const ROW: usize = 12;

/// For each pose of B: the distance with its bounds, the steps of ISA-GJK from nothing and with the axis of the frame
/// before, the support points of the solver from nothing and with its cache, the steps of V-Clip with the features of
/// the frame before, the axis that ISA-GJK found (zero where the shapes meet), how far A reaches along it, and where B
/// begins.
pub fn rows(bodies: &Bodies, poses: &[f64]) -> Result<Vec<f64>, Complaint> {
    let solver = Solver::default();
    let [a, b] = bodies.placed();
    let (mut remembered, mut cache, mut features) = (IsaGjk::default(), Cache::default(), VClip::default());
    let mut rows = Vec::with_capacity(poses.len() / 4 * ROW);
    for place in poses.chunks_exact(4) {
        let there: Pose<_> = pose(place)?;
        let pair = Pair::new([&bodies.bodies[0], &bodies.bodies[1]], [&bodies.poses[0], &there]);
        let moved = b.shape().clone().at(there);
        let cold = solver.signed_distance(&a, &moved);
        let warm = solver.signed_distance_cached(&a, &moved, &mut cache);
        let tracked = remembered.query(&pair);
        let isa = [IsaGjk::default().query(&pair).steps, tracked.steps];
        let axis = tracked.axis.map_or([0.0; 2], |axis| axis.unit().into());
        let walked = features.query(&pair).steps;
        let reach = if axis == [0.0; 2] { [0.0; 2] } else { reach(bodies, axis, place)? };
        rows.extend([cold.distance, cold.lower, cold.upper]);
        rows.extend([isa[0], isa[1], cold.iterations, warm.iterations, walked].map(f64::from));
        rows.extend(axis);
        rows.extend(reach);
    }
    Ok(rows)
}

/// How far A reaches along an axis, and where B begins.
fn reach(bodies: &Bodies, axis: [f64; 2], place: &[f64]) -> Result<[f64; 2], Complaint> {
    let moved = Bodies { poses: [bodies.poses[0], pose(place)?], ..bodies.clone() };
    let row = crate::supports::row(&moved, axis);
    Ok([row[2], row[3]])
}
