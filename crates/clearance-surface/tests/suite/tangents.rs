//! Round bodies that lie on planes and beside each other: they touch along a line or in a point.

use crate::patches::{X, Y, Z, turned, upright};
use crate::random::Random;
use crate::solids::{ball, block, pin, seat, torus};
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
                assert!(
                    nearest.lower <= gap && gap <= nearest.upper && nearest.upper - nearest.lower <= 1e-5,
                    "{gap} {nearest:?} {:?}",
                    judgement.coincident
                );
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
            asked(
                &pin(frame, 2.0, [-3.0, 3.0], 14),
                &ball(beside(5.0 + gap), 3.0, 10),
                gap,
                "cylinder and sphere",
                true,
            );
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

#[test]
fn rods_across_each_other_have_the_distance_of_their_axes_less_the_radii() {
    for frame in frames() {
        for gap in [0.0, 0.01, -0.01] {
            let (a, b) = (
                pin(frame, 2.0, [-3.0, 3.0], 14),
                pin(lying(&moved(&frame, [3.5 + gap, 0.3, 0.2])), 1.5, [-4.0, 5.0], 14),
            );
            asked(&a, &b, gap, "cylinders across each other", true);
        }
    }
}

#[test]
fn a_ring_on_a_plate_and_beside_a_ball_and_another_ring_has_the_distance_of_its_circle_less_the_radii() {
    for frame in frames() {
        let plate = block(frame, [-9.0, -9.0, -2.0], [9.0, 9.0, 0.0], 2);
        for gap in [0.0, 0.01, -0.01] {
            // It stands on its rim.
            let stands = torus(lying(&moved(&frame, [0.5, 0.25, 5.0 + gap])), 4.0, &[1.0], 12);
            asked(&stands, &plate, gap, "plane and torus", true);
            let ball = ball(moved(&frame, [7.0 + gap, 0.0, 0.0]), 2.0, 12);
            asked(&torus(frame, 4.0, &[1.0], 12), &ball, gap, "sphere and torus", true);
            let beside = torus(moved(&frame, [0.0, 9.5 + gap, 0.0]), 3.5, &[1.0], 12);
            asked(&torus(frame, 4.0, &[1.0], 12), &beside, gap, "tori side by side", true);
        }
    }
}

/// Two links of a chain: each goes through the other.
#[test]
fn linked_rings_have_the_distance_of_their_circles_less_the_radii() {
    for frame in frames() {
        for gap in [0.0, 0.002, -0.002] {
            // The second circle goes through the plane of the first one 4 − gap and 12 − gap from its middle.
            let linked = lying(&moved(&frame, [8.0 - gap, 0.0, 0.0]));
            asked(&torus(frame, 6.0, &[1.0], 12), &torus(linked, 4.0, &[1.0], 12), gap, "tori side by side", true);
        }
    }
}

#[test]
fn a_ball_in_a_conical_seat_has_the_distance_of_its_middle_from_the_cone_less_its_radius() {
    for frame in frames() {
        for gap in [0.0, 0.01, -0.01] {
            // The cone has the radius 3 at height 0, and opens with a slope of 3 to 4: its distance from (0, 0, h) is 0.8·3 + 0.6·h.
            let ball = ball(moved(&frame, [0.0, 0.0, (2.7 - gap - 2.4) / 0.6]), 2.7 - 2.0 * gap, 16);
            let seat = seat(frame, 3.0, [0.6, 0.8], [-2.0, 3.0], 16);
            asked(&ball, &seat, gap, "sphere in cone", true);
        }
    }
}

#[test]
fn the_bracket_of_two_rings_holds_the_least_distance_of_many_points_however_they_are_tilted() {
    let mut random = Random(12);
    let mut seen = [0; 2];
    for _ in 0..60 {
        let a = turned(&mut random, [0.0; 3]);
        let origin = [0; 3].map(|_| random.between(-6.0, 6.0));
        let b = turned(&mut random, origin);
        let majors = [random.between(2.0, 6.0), random.between(2.0, 6.0)];
        let from_b = |point: Vec3<f64>| {
            let from = point - b.origin;
            let height = b.axes[2].dot(from);
            ((from - b.axes[2] * height).length() - majors[1]).hypot(height)
        };
        let at = |k: u32| {
            let (s, c) = (f64::from(k) * std::f64::consts::TAU / 20_000.0).sin_cos();
            from_b(a.origin + (a.axes[0] * c + a.axes[1] * s) * majors[0])
        };
        let sampled = (0..20_000).map(at).fold(f64::INFINITY, f64::min);
        let minor = 0.5 * (sampled - 0.01);
        if !(minor > 0.1 && minor < 0.9 * majors[0].min(majors[1])) {
            continue;
        }
        let rings = [torus(a, majors[0], &[minor], 8), torus(b, majors[1], &[minor], 8)];
        let question = Question { below: Some(0.0), width: 1e-5, most_pairs: 50 };
        let judgement = judge(&rings[0], &rings[1], &question, CONTACT);
        let own = judgement.coincident.iter().find(|pair| pair.gap.kind == "tori side by side").expect("near rings");
        // The samples are no nearer than the circles, and by less than the square of a step nearer than others.
        assert!(own.gap.lower <= 0.01 && own.gap.upper >= 0.01 - 1e-5, "{:?}", own.gap);
        assert!(own.gap.upper - own.gap.lower < 1e-7, "{:?}", own.gap);
        assert_eq!(judgement.verdict, Verdict::Apart);
        // A ring is linked if its middle's plane is passed inside of the other circle.
        seen[usize::from((a.origin - b.origin).length() < majors[0].max(majors[1]))] += 1;
    }
    assert!(seen[0] >= 5 && seen[1] >= 5, "{seen:?}");
}
