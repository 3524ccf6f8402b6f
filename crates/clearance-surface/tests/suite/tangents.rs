//! Round bodies that lie on planes and beside each other: they touch along a line or in a point.

use crate::patches::{X, Y, Z, turned, upright};
use crate::random::Random;
use crate::solids::{ball, block, pin};
use clearance::Vec3;
use clearance_surface::{Body, Frame, Question, Verdict, judge};

const CONTACT: f64 = 1e-7;

/// A frame moved along its own axes.
fn moved(frame: &Frame, by: [f64; 3]) -> Frame {
    let Vec3 { x, y, z } = (0..3).fold(frame.origin, |sum, k| sum + frame.axes[k] * by[k]);
    Frame::new([x, y, z], frame.axes.map(|v| [v.x, v.y, v.z])).unwrap()
}

/// The frame with its x axis upright: a pin about its z axis lies.
fn lying(frame: &Frame) -> Frame {
    let Vec3 { x, y, z } = frame.origin;
    let [i, j, k] = frame.axes.map(|v| [v.x, v.y, v.z]);
    Frame::new([x, y, z], [k, i, j]).unwrap()
}

#[track_caller]
fn asked(a: &Body, b: &Body, gap: f64, kind: &str, is_shown: bool) {
    for (a, b) in [(a, b), (b, a)] {
        let judgement = judge(a, b, &Question { below: None, width: 1e-5, most_pairs: 4000 }, CONTACT);
        let nearest = &judgement.nearest;
        let Some(own) = judgement.coincident.iter().find(|pair| pair.gap.kind == kind) else { panic!("no {kind}") };
        assert_eq!(own.common.is_some(), is_shown, "{kind}");
        assert!(own.gap.lower <= gap && gap <= own.gap.upper && own.gap.upper - own.gap.lower < CONTACT, "{own:?}");
        match judgement.verdict {
            Verdict::Touching { .. } => assert!(gap == 0.0, "{kind}, {gap}"),
            Verdict::Crossing { by } => assert!(gap < 0.0 && by <= -gap && by > -gap - CONTACT, "{kind} {by}"),
            Verdict::Apart => {
                assert!(gap > 0.0, "{kind}");
                assert!(nearest.lower <= gap && gap <= nearest.upper && nearest.upper - nearest.lower <= 1e-5);
            }
            other => panic!("{kind}, {gap}: {other:?}, {nearest:?}"),
        }
    }
}

fn frames() -> Vec<Frame> {
    let mirrored = Frame::new([1.0, 2.0, 3.0], [X, Y, [0.0, 0.0, -1.0]]).unwrap();
    vec![upright([0.0; 3]), turned(&mut Random(5), [5.0, 6.0, 7.0]), mirrored]
}

#[test]
fn a_rod_and_a_ball_on_a_plate_have_the_gap_of_their_lowest_line_or_point() {
    for frame in frames() {
        let plate = block(frame, [-5.0, -6.0, -2.0], [5.0, 6.0, 0.0], 2);
        for gap in [0.0, 0.01, -0.01] {
            let rod = pin(lying(&moved(&frame, [0.0, 0.0, 1.5 + gap])), 1.5, [-3.0, 4.0], 16);
            asked(&rod, &plate, gap, "plane and cylinder", true);
            let ball = ball(moved(&frame, [0.3, 0.2, 2.0 + gap]), 2.0, 12);
            asked(&ball, &plate, gap, "plane and sphere", true);
        }
    }
}

#[test]
fn rods_and_balls_side_by_side_have_the_distance_of_their_axes_less_the_radii() {
    for frame in frames() {
        for gap in [0.0, 0.01, -0.01] {
            let beside = |apart: f64| moved(&frame, [0.6 * apart, 0.8 * apart, 0.0]);
            let (a, b) = (pin(frame, 2.0, [-3.0, 3.0], 14), pin(beside(5.0 + gap), 3.0, [-1.0, 7.0], 18));
            asked(&a, &b, gap, "cylinders side by side", true);
            asked(&ball(frame, 2.0, 12), &ball(beside(5.0 + gap), 3.0, 10), gap, "spheres side by side", true);
        }
    }
}

#[test]
fn a_rod_beside_the_plate_that_its_line_misses_is_no_contact() {
    // The rod's lowest line is beside the plate; its nearest point is the plate's edge.
    let frame = upright([0.0; 3]);
    let plate = block(frame, [-5.0, -6.0, -2.0], [5.0, 6.0, 0.0], 2);
    let along = Frame::new([5.0 + 0.9, 0.0, 1.5], [Z, X, Y]).unwrap();
    let judgement = judge(
        &pin(along, 1.5, [-3.0, 4.0], 16),
        &plate,
        &Question { below: None, width: 1e-5, most_pairs: 9000 },
        CONTACT,
    );
    let truth = (0.9f64 * 0.9 + 1.5 * 1.5).sqrt() - 1.5;
    let (lower, upper) = (judgement.nearest.lower, judgement.nearest.upper);
    assert_eq!(judgement.verdict, Verdict::Apart);
    assert!(lower <= truth && truth <= upper && upper - lower <= 1e-5, "[{lower}, {upper}] {truth}");
}
