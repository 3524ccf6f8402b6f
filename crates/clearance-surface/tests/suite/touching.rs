//! Bodies that touch and no more, and bodies that do more.

use crate::patches::{X, Y, turned, upright};
use crate::random::Random;
use crate::solids::{ball, block, bolt, both, pin, pocket, tube};
use clearance_surface::{Body, Frame, Question, Standing, Verdict, judge};

/// What counts as touching. Closed gaps 4e4 from the origin are known to some 1e-8: rounding of the coordinates.
const CONTACT: f64 = 1e-7;

fn verdict(a: &Body, b: &Body) -> Verdict {
    let question = Question { below: Some(0.0), width: 1e-3, most_pairs: 4000 };
    let (judgement, swapped) = (judge(a, b, &question, CONTACT), judge(b, a, &question, CONTACT));
    let is_touching = |verdict: &Verdict| matches!(verdict, Verdict::Touching { .. });
    assert_eq!(is_touching(&judgement.verdict), is_touching(&swapped.verdict), "the order of the bodies tells nothing");
    if is_touching(&judgement.verdict) {
        assert_eq!((judgement.standing(0.0), judgement.standing(1e-3)), (Standing::Clear, Standing::Broken));
    }
    judgement.verdict
}

#[track_caller]
fn touches(a: &Body, b: &Body) {
    let Verdict::Touching { within } = verdict(a, b) else { panic!("{:?}", verdict(a, b)) };
    assert!(within > 0.0 && within <= 4.0 * CONTACT, "{within}");
}

/// Frames that are upright, far away, turned, left-handed.
fn frames() -> Vec<Frame> {
    let mut random = Random(11);
    let mirrored = Frame::new([1.0, 2.0, 3.0], [X, Y, [0.0, 0.0, -1.0]]).unwrap();
    vec![upright([0.0; 3]), upright([1e4, -2e4, 3e4]), turned(&mut random, [5.0, 6.0, 7.0]), mirrored]
}

#[test]
fn a_bolt_touches_the_plate_in_its_bore_and_under_its_head() {
    for frame in frames() {
        let plate = tube(frame, [5.0, 12.0], [-4.0, 0.0], 18);
        touches(&bolt(frame, [5.0, 8.0], [-9.0, 0.0, 3.0], 24), &plate);
        // It ends flush with the plate.
        touches(&bolt(frame, [5.0, 8.0], [-4.0, 0.0, 3.0], 24), &plate);
        // Play in the bore: the head touches alone.
        touches(&bolt(frame, [4.5, 8.0], [-9.0, 0.0, 3.0], 24), &plate);
    }
}

#[test]
fn a_pin_touches_its_tube_where_both_end_in_one_plane_and_where_it_is_shorter() {
    for frame in frames() {
        touches(&pin(frame, 5.0, [-4.0, 4.0], 24), &tube(frame, [5.0, 8.0], [-4.0, 4.0], 18));
        touches(&pin(frame, 5.0, [-1.0, 1.0], 24), &tube(frame, [5.0, 8.0], [-4.0, 4.0], 18));
    }
}

#[test]
fn blocks_touch_on_each_other_across_each_other_and_flush() {
    for frame in frames() {
        let lower = block(frame, [-5.0, -5.0, -2.0], [5.0, 5.0, 0.0], 3);
        for (low, high) in [
            ([-2.0, -2.0, 0.0], [2.0, 2.0, 3.0]),
            ([-2.0, -9.0, 0.0], [2.0, 9.0, 3.0]),
            ([-5.0, -5.0, 0.0], [5.0, 5.0, 3.0]),
            ([1.0, -5.0, 0.0], [5.0, 9.0, 3.0]),
            ([3.0, 3.0, 0.0], [9.0, 9.0, 3.0]),
        ] {
            touches(&block(frame, low, high, 2), &lower);
        }
    }
}

#[test]
fn a_contact_hides_no_depth_elsewhere() {
    let frame = upright([0.0; 3]);
    let plate = tube(frame, [5.0, 12.0], [-4.0, 4.0], 18);
    let fitting = pin(frame, 5.0, [-9.0, 9.0], 24);
    touches(&fitting, &plate);
    // A ball of the same body that goes a little into the side of the plate, between the corners of its mesh.
    for depth in [0.5, 1e-2, 1e-4, 1e-5] {
        let other = both(&fitting, &ball(upright([15.0 - depth, 0.0, 0.3]), 3.0, 14));
        assert!(!matches!(verdict(&other, &plate), Verdict::Touching { .. }), "{depth}");
    }
    let other = both(&fitting, &ball(upright([15.1, 0.0, 0.3]), 3.0, 14));
    touches(&other, &plate);
    // The head is in the plate, and the shaft touches.
    for depth in [0.5, 1e-2, 1e-4, 1e-5] {
        let bolt = bolt(frame, [5.0, 8.0], [-9.0, 4.0 - depth, 9.0], 24);
        assert!(!matches!(verdict(&bolt, &plate), Verdict::Touching { .. }), "{depth}");
    }
    // A block in a block of its own size, and one that shares three sides with it.
    let outer = block(frame, [-5.0, -5.0, -2.0], [5.0, 5.0, 0.0], 3);
    assert!(!matches!(
        verdict(&outer, &block(frame, [-5.0, -5.0, -2.0], [5.0, 5.0, 0.0], 2)),
        Verdict::Touching { .. }
    ));
    assert!(!matches!(
        verdict(&outer, &block(frame, [-5.0, -5.0, -2.0], [1.0, 2.0, -1.0], 2)),
        Verdict::Touching { .. }
    ));
}

#[test]
fn a_press_fit_within_the_users_contact_touches_within_a_little_more() {
    let frame = upright([0.0; 3]);
    let (fitting, plate) = (pin(frame, 5.004, [-9.0, 9.0], 24), tube(frame, [5.0, 8.0], [-4.0, 4.0], 18));
    let question = Question { below: Some(0.0), width: 1e-3, most_pairs: 4000 };
    let Verdict::Touching { within } = judge(&fitting, &plate, &question, 0.005).verdict else { panic!() };
    assert!((0.004..0.0085).contains(&within), "{within}");
    assert!(matches!(judge(&fitting, &plate, &question, 0.003).verdict, Verdict::Crossing { .. }));
}

#[test]
fn thin_shells_in_each_other_touch_in_the_faces_between_them() {
    // The hollow of the inner shell has a smaller radius than the outside of the outer one, with both walls between.
    for frame in frames() {
        let (inner, outer) = (tube(frame, [4.95, 5.0], [-4.0, 4.0], 40), tube(frame, [5.0, 5.05], [-4.0, 4.0], 36));
        touches(&inner, &outer);
        let pressed = tube(frame, [4.95, 5.001], [-4.0, 4.0], 40);
        let by = match verdict(&pressed, &outer) {
            Verdict::Crossing { by } => by,
            other => panic!("{other:?}"),
        };
        assert!(by > 0.0009 && by <= 0.001, "{by}");
    }
}

#[test]
fn a_block_touches_the_floor_and_all_walls_of_its_pocket() {
    for frame in frames() {
        let holder = pocket(frame, [5.0, 10.0], [-5.0, -3.0, 5.0]);
        // It stands out of the pocket, ends flush with it, and lies low in it.
        for top in [7.0, 5.0, 2.0] {
            touches(&block(frame, [-5.0, -5.0, -3.0], [5.0, 5.0, top], 1), &holder);
        }
    }
}

#[test]
fn a_block_at_a_wall_or_in_a_corner_of_a_wider_pocket_touches() {
    for frame in frames() {
        let holder = pocket(frame, [9.0, 11.0], [-5.0, -3.0, 5.0]);
        for top in [7.0, 5.0, 2.0] {
            touches(&block(frame, [-9.0, -4.0, -3.0], [0.0, 5.0, top], 1), &holder);
            touches(&block(frame, [-9.0, -9.0, -3.0], [1.0, 0.0, top], 1), &holder);
        }
        // In the corner, and 0.01 in the opposite wall.
        let deep = block(frame, [-9.0, -9.0, -3.0], [9.01, 0.0, 2.0], 1);
        let judgement = judge(&deep, &holder, &Question { below: None, width: 1e-5, most_pairs: 4000 }, CONTACT);
        assert!(matches!(judgement.verdict, Verdict::Crossing { .. }), "{:?}", judgement.verdict);
        // A flange of the block lies over the rim and 0.01 in it, beside the corner.
        let body = both(
            &block(frame, [-9.0, -9.0, -3.0], [1.0, 0.0, 4.9], 1),
            &block(frame, [-10.5, -10.5, 4.99], [1.0, 0.0, 7.0], 1),
        );
        let judgement = judge(&body, &holder, &Question { below: None, width: 1e-5, most_pairs: 4000 }, CONTACT);
        assert!(!matches!(judgement.verdict, Verdict::Touching { .. }), "{:?}", judgement.verdict);
    }
}

#[test]
fn a_block_in_a_wall_of_its_pocket_or_in_its_floor_is_no_contact() {
    for frame in frames() {
        let holder = pocket(frame, [5.0, 10.0], [-5.0, -3.0, 5.0]);
        for depth in [1e-5, 1e-2] {
            for (low, high) in [
                ([-5.0, -5.0, -3.0 - depth], [5.0, 5.0, 7.0]),
                ([-5.0 - depth, -5.0, -3.0], [5.0, 5.0, 7.0]),
                ([-5.0, -5.0, -3.0], [5.0, 5.0 + depth, 5.0]),
            ] {
                let pressed = block(frame, low, high, 1);
                assert!(!matches!(verdict(&pressed, &holder), Verdict::Touching { .. }), "{depth}");
            }
        }
        // A bar fits in the pocket, and a flange of it is in the rim.
        let flange = block(frame, [-7.0, -7.0, 4.99], [7.0, 7.0, 7.0], 1);
        let barred = both(&block(frame, [-5.0, -5.0, -3.0], [5.0, 5.0, 4.0], 1), &flange);
        assert!(!matches!(verdict(&barred, &holder), Verdict::Touching { .. }));
    }
}
