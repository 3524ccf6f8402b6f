//! How much bodies have in common, beside what is allowed.

use crate::patches::{turned, upright};
use crate::random::Random;
use crate::solids::{ball, bolt, pin, tube};
use clearance_surface::{Allowed, Body, Frame, Overlap, Question, Standing, judge};

/// The overlap beside an allowed one, and how the pair stands to the limit 0.
fn beside(a: &Body, b: &Body, allowed: Allowed) -> (Option<Overlap>, Standing) {
    let question = Question { below: Some(0.0), width: 1e-3, most_pairs: 4000 };
    let of = |a: &Body, b: &Body| {
        let judgement = judge(a, b, &question, 1e-7);
        let overlap = judgement.overlap(a, b, &allowed);
        (overlap, judgement.standing_with(0.0, overlap))
    };
    assert_eq!(of(a, b), of(b, a), "the order of the bodies tells nothing");
    of(a, b)
}

fn most(overlap: f64) -> Allowed {
    Allowed { overlap: Some(overlap), press: None }
}

fn frames() -> Vec<Frame> {
    vec![upright([0.0; 3]), turned(&mut Random(5), [300.0, -40.0, 7.0])]
}

#[test]
fn a_pressed_shaft_has_balls_as_wide_as_the_press_in_common_and_no_wider_ones() {
    for frame in frames() {
        let (shaft, plate) = (pin(frame, 2.04, [-0.8, 0.8], 24), tube(frame, [2.0, 3.0], [-0.5, 0.5], 18));
        for (diameter, standing) in [(0.2, Standing::Clear), (0.02, Standing::Broken)] {
            let found = beside(&shaft, &plate, most(diameter));
            let expected = if diameter > 0.04 { Overlap::AtMost(diameter) } else { Overlap::MoreThan(diameter) };
            assert_eq!(found, (Some(expected), standing), "{diameter}");
        }
    }
}

#[test]
fn a_press_is_for_shafts_in_bores_and_not_for_other_overlaps() {
    let frame = upright([0.0; 3]);
    let press = Allowed { overlap: None, press: Some(0.2) };
    let (shaft, plate) = (pin(frame, 2.04, [-0.8, 0.8], 24), tube(frame, [2.0, 3.0], [-0.5, 0.5], 18));
    assert_eq!(beside(&shaft, &plate, press).1, Standing::Clear);
    assert_eq!(beside(&shaft, &plate, Allowed { overlap: None, press: Some(0.03) }), (None, Standing::Broken));
    // The shaft fits, and the head is in the plate.
    let low = bolt(frame, [2.04, 3.0], [-0.8, 0.45, 1.0], 24);
    assert_eq!(beside(&low, &plate, press), (None, Standing::Broken));
    let on_it = bolt(frame, [2.04, 3.0], [-0.8, 0.5, 1.0], 24);
    assert_eq!(beside(&on_it, &plate, press).1, Standing::Clear);
    // Two pins whose ends are in each other.
    let (lower, upper) = (pin(frame, 5.0, [-4.0, 1.0], 24), pin(frame, 6.0, [-1.0, 4.0], 24));
    assert_eq!(beside(&lower, &upper, press), (None, Standing::Broken));
}

#[test]
fn balls_in_each_other_share_what_their_middles_leave() {
    // The largest ball in both has the diameter 2 + 3 − 4.8.
    let (a, b) = (ball(upright([0.0; 3]), 2.0, 16), ball(upright([4.8, 0.0, 0.0]), 3.0, 16));
    assert_eq!(beside(&a, &b, most(0.3)).0, Some(Overlap::AtMost(0.3)));
    assert_eq!(beside(&a, &b, most(0.12)).0, Some(Overlap::MoreThan(0.12)));
    // One in the other has all of itself in common.
    assert_eq!(
        beside(&ball(upright([0.1, 0.0, 0.0]), 1.0, 12), &a, most(1.5)),
        (Some(Overlap::MoreThan(1.5)), Standing::Broken)
    );
}
