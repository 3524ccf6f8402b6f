//! Closed values: pins in bores, balls in cups, plates on plates, rings in grooves.

use crate::patches::{X, Y, Z, turned, upright};
use crate::random::Random;
use crate::solids::{ball, pin, shell, torus, tube};
use clearance::Rotation2;
use clearance_surface::{Body, Frame, Judgement, Question, Standing, Verdict, judge};

/// What counts as touching. Closed gaps 4e4 from the origin are known to some 1e-8: rounding of the coordinates.
const CONTACT: f64 = 1e-7;

fn asked(a: &Body, b: &Body) -> Judgement {
    judge(a, b, &Question { below: None, width: 1e-3, most_pairs: 4000 }, CONTACT)
}

#[track_caller]
fn holds(judgement: &Judgement, truth: f64) {
    let nearest = &judgement.nearest;
    assert!(nearest.lower <= truth && truth <= nearest.upper, "{truth} not in [{}, {}]", nearest.lower, nearest.upper);
}

/// Frames that are upright, far away, turned, left-handed.
fn frames() -> Vec<Frame> {
    let mut random = Random(7);
    let mirrored = Frame::new([1.0, 2.0, 3.0], [X, Y, [0.0, 0.0, -1.0]]).unwrap();
    vec![upright([0.0; 3]), upright([1e4, -2e4, 3e4]), turned(&mut random, [5.0, 6.0, 7.0]), mirrored]
}

#[test]
fn a_pin_in_a_bore_of_its_own_radius_touches() {
    for (place, frame) in frames().into_iter().enumerate() {
        let (pin, tube) = (pin(frame, 5.0, [-10.0, 10.0], 24), tube(frame, [5.0, 8.0], [-4.0, 4.0], 18));
        let judgement = asked(&pin, &tube);
        assert!(matches!(judgement.verdict, Verdict::Touching { .. }), "{place}: {:?}", judgement.verdict);
        let first = judgement.coincident[0];
        assert_eq!((first.faces, first.gap.kind, first.gap.radius), ([0, 0], "cylinders", Some(5.0)));
        assert!(first.gap.lower <= 0.0 && first.gap.upper >= 0.0 && first.gap.upper < CONTACT);
        holds(&judgement, 0.0);
        assert_eq!(judgement.standing(0.0), Standing::Clear);
        assert_eq!(judgement.standing(0.1), Standing::Broken);
    }
}

#[test]
fn a_pin_with_play_has_it_as_its_distance() {
    for frame in frames() {
        let (pin, tube) = (pin(frame, 5.0, [-10.0, 10.0], 24), tube(frame, [5.01, 8.0], [-4.0, 4.0], 18));
        let judgement = asked(&pin, &tube);
        assert_eq!(judgement.verdict, Verdict::Apart);
        holds(&judgement, 0.01);
        assert!(judgement.nearest.upper < 0.01 + CONTACT && judgement.nearest.lower > 0.008, "{:?}", judgement.nearest);
        assert_eq!((judgement.standing(0.008), judgement.standing(0.0101)), (Standing::Clear, Standing::Broken));
    }
}

#[test]
fn a_press_fit_crosses_by_its_interference() {
    for frame in frames() {
        let (pin, tube) = (pin(frame, 5.01, [-10.0, 10.0], 24), tube(frame, [5.0, 8.0], [-4.0, 4.0], 18));
        let judgement = asked(&pin, &tube);
        let Verdict::Crossing { by } = judgement.verdict else { panic!("{:?}", judgement.verdict) };
        assert!(by <= 0.01 && by > 0.01 - CONTACT, "{by}");
        assert_eq!(judgement.standing(0.0), Standing::Broken);
    }
}

#[test]
fn axes_beside_each_other_and_tilted_widen_the_bracket_and_keep_the_truth() {
    // Axes 1e-4 apart: the least gap is 0.01 − 1e-4.
    let (pin_body, bore) = (pin(upright([1e-4, 0.0, 0.0]), 5.0, [-10.0, 10.0], 24), [5.01, 8.0]);
    let judgement = asked(&pin_body, &tube(upright([0.0; 3]), bore, [-4.0, 4.0], 18));
    assert_eq!(judgement.verdict, Verdict::Apart);
    holds(&judgement, 0.01 - 1e-4);
    let gap = judgement.coincident[0].gap;
    assert!(gap.lower > 0.0098 && gap.upper < 0.0102, "{gap:?}");
    // A tilt by 1e-3 about y in a bore from −4 to 4: at its end the pin is 4e-3 aside, up to second order.
    let turn = Rotation2::<f64>::from_angle(1e-3);
    let tilted = Frame::new([0.0; 3], [[turn.c, 0.0, -turn.s], Y, [turn.s, 0.0, turn.c]]).unwrap();
    let judgement = asked(&pin(tilted, 5.0, [-10.0, 10.0], 24), &tube(upright([0.0; 3]), bore, [-4.0, 4.0], 18));
    assert_eq!(judgement.verdict, Verdict::Apart);
    holds(&judgement, 0.01 - 4.0 * 1e-3);
}

#[test]
fn a_ball_in_a_cup_and_a_ring_in_a_groove_have_closed_gaps() {
    for frame in frames() {
        for gap in [0.0, 0.01, -0.01] {
            let pairs = [
                (ball(frame, 3.0, 16), shell(frame, [3.0 + gap, 4.0], 12), "spheres"),
                (torus(frame, 6.0, &[1.5], 10), torus(frame, 6.0, &[1.5 + gap, 2.0], 8), "tori"),
            ];
            for (inner, outer, kind) in pairs {
                let judgement = asked(&inner, &outer);
                let first = judgement.coincident[0];
                assert_eq!((first.faces, first.gap.kind), ([0, 0], kind));
                assert!(first.gap.lower <= gap + 1e-15 && first.gap.upper >= gap - 1e-15, "{first:?}");
                assert!(first.gap.upper - first.gap.lower < CONTACT);
                match judgement.verdict {
                    Verdict::Touching { .. } => assert_eq!(gap, 0.0, "{kind}"),
                    Verdict::Crossing { by } => assert!(gap < 0.0 && by <= 0.01 && by > 0.0099, "{kind} {by}"),
                    // A ball in a closed hollow is not inside the solid.
                    Verdict::Apart => assert!(gap > 0.0, "{kind}"),
                    other => panic!("{kind}, {gap}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn a_plate_on_a_plate_touches_and_a_plate_above_one_is_apart() {
    for frame in frames() {
        let lower = pin(frame, 5.0, [-3.0, 0.0], 20);
        for gap in [0.0, 0.01, -0.01] {
            let upper = pin(frame, 2.0, [gap, 4.0], 16);
            let judgement = asked(&lower, &upper);
            let planes: Vec<_> = judgement.coincident.iter().filter(|pair| pair.gap.kind == "planes").collect();
            assert_eq!(planes[0].faces, [2, 1]);
            match judgement.verdict {
                Verdict::Touching { .. } => assert_eq!(gap, 0.0),
                Verdict::Crossing { by } => assert!(gap < 0.0 && by <= 0.01 && by > 0.01 - CONTACT, "{by}"),
                Verdict::Apart => {
                    assert_eq!(gap, 0.01);
                    holds(&judgement, 0.01);
                }
                other => panic!("{gap}: {other:?}"),
            }
        }
    }
}

#[test]
fn planes_that_face_each_other_beside_each_other_are_no_contact() {
    let frame = upright([0.0; 3]);
    let (a, b) = (pin(frame, 2.0, [-3.0, 0.0], 16), pin(upright([6.0, 0.0, 0.0]), 2.0, [0.0, 3.0], 16));
    let judgement = asked(&a, &b);
    assert!(judgement.coincident.iter().all(|pair| pair.common.is_none()));
    assert_eq!(judgement.verdict, Verdict::Apart);
    holds(&judgement, 2.0);
    assert!(judgement.nearest.upper - judgement.nearest.lower < 2e-3, "{:?}", judgement.nearest);
}

#[test]
fn splitting_narrows_the_bracket_of_crossed_cylinders() {
    // Two cylinders at right angles, axes 5.5 apart, radii 2 and 3.
    let across = Frame::new([0.0, 5.5, 0.0], [Y, Z, X]).unwrap();
    let (a, b) = (pin(upright([0.0; 3]), 2.0, [-9.0, 9.0], 12), pin(across, 3.0, [-9.0, 9.0], 12));
    let mut before = f64::INFINITY;
    for width in [0.1, 1e-2, 1e-4, 1e-6] {
        let judgement = judge(&a, &b, &Question { below: None, width, most_pairs: 20_000 }, 0.0);
        holds(&judgement, 0.5);
        let own = judgement.nearest.upper - judgement.nearest.lower;
        assert!(own <= width && own <= before, "{own} for {width}, {} pairs", judgement.nearest.pairs);
        before = own;
    }
    // A limit ends the search as soon as it is decided.
    let quick = judge(&a, &b, &Question { below: Some(0.3), width: 1e-9, most_pairs: 20_000 }, 0.0);
    assert_eq!(quick.standing(0.3), Standing::Clear);
    assert!(quick.nearest.pairs < 400, "{}", quick.nearest.pairs);
}

#[test]
fn a_body_in_another_is_inside_and_not_apart() {
    let frame = upright([0.0; 3]);
    let judgement = asked(&ball(frame, 1.0, 12), &pin(frame, 4.0, [-5.0, 5.0], 24));
    assert_eq!(judgement.verdict, Verdict::Inside);
    holds(&judgement, 3.0);
    assert_eq!(judgement.standing(0.0), Standing::Broken);
}

#[test]
fn bodies_that_cross_are_proven_by_a_corner() {
    let judgement = asked(&pin(upright([0.0; 3]), 2.0, [0.0, 9.0], 24), &pin(upright([0.0; 3]), 5.0, [-5.0, 5.0], 24));
    let Verdict::Crossing { by } = judgement.verdict else { panic!("{:?}", judgement.verdict) };
    // The middle of the bottom is 5 deep.
    assert!(by > 4.0 && by <= 5.0, "{by}");
}

#[test]
fn a_gap_a_little_above_its_limit_is_decided_by_its_closed_form() {
    // Balls whose poles are nearest: the parameters are of no use there.
    let (a, b) = (ball(upright([0.0, 0.0, 15.3]), 10.0, 16), ball(upright([0.0; 3]), 5.0, 16));
    for (below, standing) in [(0.2998, Standing::Clear), (0.3002, Standing::Broken)] {
        let question = Question { below: Some(below), width: 1e-3, most_pairs: 200 };
        let judgement = judge(&a, &b, &question, 0.0);
        assert_eq!(judgement.standing(below), standing, "{below}: {:?}", judgement.nearest);
    }
}

#[test]
fn walls_about_one_axis_keep_the_difference_of_their_radii() {
    let mut random = Random(17);
    for frame in [upright([0.0; 3]), turned(&mut random, [30.0, -7.0, 11.0])] {
        let asked = |a: &Body, b: &Body, below: f64| {
            let question = Question { below: Some(below), width: 1e-3, most_pairs: 4000 };
            let judgement = judge(a, b, &question, 0.0);
            (judgement.verdict, judgement.standing(below))
        };
        // A thin sleeve in a thin tube: three of the four pairs of walls have both solids, or neither, between them.
        let (sleeve, outer) = (tube(frame, [4.9, 4.95], [-4.0, 4.0], 40), tube(frame, [5.0, 5.1], [-3.0, 3.0], 36));
        assert_eq!(asked(&sleeve, &outer, 0.03), (Verdict::Apart, Standing::Clear));
        assert_eq!(asked(&outer, &sleeve, 0.03), (Verdict::Apart, Standing::Clear));
        assert_eq!(asked(&sleeve, &outer, 0.0501).1, Standing::Broken);
        // A ball in a thin shell: meshes that are finer than the gap tell that it is not in the wall.
        let (hollow, core) = (shell(frame, [4.9, 5.0], 48), ball(frame, 4.85, 48));
        assert_eq!(asked(&core, &hollow, 0.0499).1, Standing::Clear);
        assert_eq!(asked(&core, &hollow, 0.0501).1, Standing::Broken);
    }
}

/// Cause: a point of a circle that is tilted by ψ was taken to be within R sin ψ of the other, and is 2 R sin(ψ/2) off.
#[test]
fn tilted_rings_in_grooves_have_brackets_that_hold_the_least_gap() {
    let (angle, major) = (1.0 / 65.0, 100.0);
    let turn = Rotation2::<f64>::from_angle(angle);
    let tilted = Frame::new([0.0; 3], [[turn.c, 0.0, -turn.s], Y, [turn.s, 0.0, turn.c]]).unwrap();
    let (ring, groove) = (torus(tilted, major, &[3.0], 12), torus(upright([0.0; 3]), major, &[5.0, 6.0], 10));
    let truth = 2.0 - 2.0 * major * (angle / 2.0).sin();
    let judgement = asked(&ring, &groove);
    let gap = judgement.coincident.iter().find(|pair| pair.faces == [0, 0]).unwrap().gap;
    assert!(gap.lower <= truth && gap.lower > truth - 1e-3, "{truth} {gap:?}");
    holds(&judgement, truth);
}

/// The surfaces of a ball and of a hollow that is smaller do not meet, and the ball's middle is in no material.
#[test]
fn a_ball_much_larger_than_the_hollow_around_it_is_not_apart_from_it() {
    for frame in frames() {
        let cup = shell(frame, [3.0, 4.0], 12);
        for (radius, is_apart) in [(3.2, false), (2.8, true)] {
            let ball = ball(frame, radius, 16);
            for judgement in [asked(&ball, &cup), asked(&cup, &ball)] {
                assert!(judgement.nearest.lower > 0.0 && judgement.coincident.is_empty(), "{:?}", judgement.nearest);
                let expected = if is_apart { Verdict::Apart } else { Verdict::Inside };
                assert_eq!(judgement.verdict, expected, "{radius}");
            }
        }
    }
}

#[test]
fn tilted_pins_keep_what_is_left_of_their_play() {
    let mut random = Random(43);
    let (mut decided, mut asked) = (0, 0);
    for _ in 0..60 {
        let frame = turned(&mut random, [3.0, -2.0, 8.0]);
        let (tilt, radius) = (random.between(1e-5, 1e-3), random.between(2.0, 8.0));
        let Rotation2 { c, s } = Rotation2::<f64>::from_angle(tilt);
        let [x, y, z] = frame.axes;
        let axes = [x * c - z * s, y, z * c + x * s].map(|v| [v.x, v.y, v.z]);
        let origin = [frame.origin.x, frame.origin.y, frame.origin.z];
        // At the rims of the bore, 4 above and below the middle, the pin is nearest: R cos a - 4 sin a - r.
        let play = random.between(1e-5, 1e-2);
        let own = radius * c - 4.0 * s - play;
        let (pin, tube) = (
            pin(Frame::new(origin, axes).unwrap(), own, [-9.0, 9.0], 24),
            tube(frame, [radius, radius + 3.0], [-4.0, 4.0], 18),
        );
        let question = Question { below: Some(0.0), width: 1e-3, most_pairs: 4000 };
        let judgement = judge(&pin, &tube, &question, CONTACT);
        holds(&judgement, play);
        asked += 1;
        decided += usize::from(judgement.verdict == Verdict::Apart);
        let is_known = matches!(judgement.verdict, Verdict::Apart | Verdict::Undecided);
        assert!(is_known, "tilt {tilt}, play {play}: {:?}", judgement.verdict);
    }
    assert!(decided * 2 >= asked, "{decided} of {asked}");
}

#[test]
fn thin_tubes_and_their_rims_keep_a_small_play() {
    for frame in frames() {
        for play in [5e-3, 1e-3, 1e-5] {
            let inner = tube(frame, [4.95, 5.0], [-5.0, 5.0], 40);
            let outer = tube(frame, [5.0 + play, 5.05 + play], [-6.0, 6.0], 36);
            let question = Question { below: Some(0.99 * play), width: 1e-8, most_pairs: 20_000 };
            let judgement = judge(&inner, &outer, &question, CONTACT);
            holds(&judgement, play);
            assert!(judgement.nearest.lower >= 0.99 * play, "{play}: {:?}", judgement.nearest);
        }
    }
}
