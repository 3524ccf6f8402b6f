//! Faults that the table of the rivals has shown.

use clearance::{Pose, Shape, Solver, Status, Vec2, Vec3};
use clearance_rivals::isa_gjk::IsaGjk;
use clearance_rivals::{Pair, Verdict};
use lab::rivals::Arena;
use lab::rivals::motion::{pose_at, stage};

/// The frames at which the verdict changes, of 40 stretches of 31.
fn changes_of_verdict<W: Arena>(count: usize) -> usize {
    let stage = stage::<W>(count);
    let [a, b] = [&stage.bodies[0], &stage.bodies[1]];
    let mut memory = IsaGjk::default();
    let mut last = None;
    let frames = (0..40).flat_map(|stretch| (0..=30).map(move |frame| (stretch, frame)));
    let changed = frames.filter(|&(stretch, frame)| {
        let pose = pose_at::<W>(37.0 * f64::from(stretch) / 40.0 + 0.1 * f64::from(frame));
        let verdict = memory.query(&Pair::new([a, b], [&Pose::identity(), &pose])).verdict;
        let known = Solver::default().signed_distance(a.hull(), &b.hull().at(pose));
        let expected = if known.status == Status::Separated { Verdict::Apart } else { Verdict::Meet };
        assert_eq!(verdict, Some(expected), "{count} vertices, stretch {stretch}, frame {frame}: {known}");
        last.replace(verdict) != Some(verdict)
    });
    changed.count()
}

/// Cause: a vertex found against the remembered axis was added to the remembered simplex. Four vertices of A − B can be
/// corners of a parallelogram, and the determinants of that flat simplex were taken for the origin in it. Law: the
/// memory never changes a verdict. Source: 2 of 7,200 frames of the rivals' table, hulls of 8 vertices.
#[test]
fn a_remembered_axis_and_simplex_give_no_wrong_verdict() {
    let plane = [8, 64].map(changes_of_verdict::<Vec2<f64>>);
    let space = [8, 32, 128, 512].map(changes_of_verdict::<Vec3<f64>>);
    assert!(plane.iter().chain(&space).all(|&changes| changes > 10), "{plane:?} {space:?}");
}
