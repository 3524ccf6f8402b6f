//! The naive loop and its faults, for the page.

use clearance::{Hull, Pose, Solver, Vec3, vec2, vec3};
use clearance_rivals::naive_gjk::{NaiveGjk, exhibit, exhibit_pair};
use clearance_rivals::{Body, Pair, Verdict};

#[test]
fn on_the_numbers_of_the_talk_the_naive_loop_never_ends() {
    let bodies = exhibit();
    let pair = exhibit_pair(&bodies);
    let naive = NaiveGjk { limit: 10_000, ..NaiveGjk::default() };
    let (answer, steps) = naive.trace(&pair);
    assert!(answer.endless, "{answer:?}");
    // The support point is a vertex that the simplex has already, again and again.
    let repeated = steps.iter().filter(|step| step.name.contains("already")).count();
    assert!(repeated > 9_000, "{repeated} of {} steps", steps.len());
    let known = Solver::default().distance(bodies[0].hull(), bodies[1].hull());
    assert!((known.distance - 0.021_008_448_081_179_53).abs() < 1e-17);
}

#[test]
fn small_shapes_meet_for_the_naive_loop_however_far_apart_they_are() {
    let square = |size: f64| {
        let corners = [vec2(0.0, 0.0), vec2(size, 0.0), vec2(size, size), vec2(0.0, size)];
        Body::new(Hull::new(&corners).unwrap())
    };
    let asked = |size: f64| {
        let square = square(size);
        let b = Pose::translation([3.0 * size, 0.0]);
        NaiveGjk::default().query(&Pair::new([&square, &square], [&Pose::identity(), &b]))
    };
    assert_eq!(asked(1.0).distance, Some(2.0));
    assert_eq!(asked(1e-8).verdict, Some(Verdict::Meet));
}

#[test]
fn on_plain_numbers_the_naive_loop_is_right_to_single_precision() {
    let cube: Vec<Vec3<f64>> =
        (0..8).map(|k| vec3(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))).collect();
    let cube = Body::new(Hull::new(&cube).unwrap());
    for (shift, distance) in [([3.0, 0.5, 0.25], 2.0), ([2.0, 2.0, 0.5], 2f64.sqrt()), ([0.5, 0.5, 0.5], 0.0)] {
        let b = Pose::translation(shift);
        let answer = NaiveGjk::default().query(&Pair::new([&cube, &cube], [&Pose::identity(), &b]));
        assert!((answer.distance.unwrap() - distance).abs() < 1e-5, "{answer:?}");
    }
}
