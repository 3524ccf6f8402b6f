//! Pairs with a formula for their distance: polytopes and round shapes, in both dimensions and both scalars.

use clearance::{
    Ball, Capsule, Cuboid, Proximity, Real, Segment, Shape, Space, SupportMap, Vector, WideVector, signed_distance,
};
use clearance::{Pose, Status};
use lab::random::Random;
use lab::space::Lab;

fn random_vector<V: Lab>(random: &mut Random, size: f64) -> V {
    let coordinates: Vec<f64> = (0..3).map(|_| size * random.signed()).collect();
    V::from_coordinates(&coordinates)
}

fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::narrow(x)
}

/// Asserts an error of at most 8 ε of the size of the scene, and a bracket that holds the value of the formula up to
/// the formula's own rounding.
fn assert_right<V: Lab>(answer: &Proximity<V>, formula: f64, size: f64) {
    let room = 8.0 * V::Scalar::EPSILON * size;
    assert!((answer.distance.widen() - formula).abs() <= room, "{answer:?} {formula}");
    let own = 16.0 * f64::EPSILON * size;
    assert!(answer.lower.widen() <= formula + own && formula - own <= answer.upper.widen(), "{answer:?} {formula}");
}

fn two_balls_are_as_far_apart_as_their_centres_less_the_radii<V: Lab>() {
    let (mut random, mut overlapping) = (Random::new(1), 0);
    for _ in 0..500 {
        let (c, d) = (random_vector::<V>(&mut random, 1.2), random_vector::<V>(&mut random, 1.2));
        let (r, s) = (scalar::<V>(random.unit()), scalar::<V>(random.unit()));
        let answer = signed_distance(&Ball::new(c, r).unwrap(), &Ball::new(d, s).unwrap());
        assert_right(&answer, (d.widen() - c.widen()).length() - r.widen() - s.widen(), 3.0);
        overlapping += usize::from(answer.status == Status::Overlapping);
    }
    assert!((25..475).contains(&overlapping), "idle: {overlapping} overlapping pairs");
}

/// The signed distance of a point from a box at the origin. Inside it is the deepest axis; outside it is the clamped
/// difference.
fn from_box<V: Lab>(half: V, point: V) -> f64 {
    let (h, p) = (half.widen(), point.widen());
    let beyond = |i: usize| p.coordinate(i).abs() - *h.coordinate(i);
    let deepest = (0..V::Wide::DIM).map(beyond).fold(f64::NEG_INFINITY, f64::max);
    if deepest <= 0.0 {
        return deepest;
    }
    (0..V::Wide::DIM).map(|i| beyond(i).max(0.0)).fold(0.0, f64::hypot)
}

fn half_extents<V: Lab>(random: &mut Random) -> V {
    let h: Vec<f64> = (0..3).map(|_| 0.1 + random.unit()).collect();
    V::from_coordinates(&h)
}

fn a_ball_is_as_far_from_a_box_as_its_centre_less_the_radius<V: Lab>() {
    let (mut random, mut counts) = (Random::new(2), [0; 2]);
    for _ in 0..500 {
        let (half, center) = (half_extents::<V>(&mut random), random_vector::<V>(&mut random, 1.1));
        let radius = scalar::<V>(0.5 * random.unit());
        let answer = signed_distance(&Cuboid::new(half).unwrap(), &Ball::new(center, radius).unwrap());
        let formula = from_box(half, center);
        assert_right(&answer, formula - radius.widen(), 2.0);
        counts[usize::from(formula < 0.0)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 40), "idle: {counts:?}");
}

fn two_boxes_along_the_axes_are_a_point_and_the_box_of_their_sum<V: Lab>() {
    let (mut random, mut counts) = (Random::new(3), [0; 2]);
    for _ in 0..500 {
        let (h, k) = (half_extents::<V>(&mut random), half_extents::<V>(&mut random));
        let at = random_vector::<V>(&mut random, 1.8);
        let answer = signed_distance(&Cuboid::new(h).unwrap(), &Cuboid::new(k).unwrap().at(Pose::translation(at)));
        // Both are widened first, so the scalar does not round the sum before the formula gets it.
        let (sum, p) = (h.widen() + k.widen(), at.widen());
        let beyond = |i: usize| p.coordinate(i).abs() - *sum.coordinate(i);
        let deepest = (0..V::Wide::DIM).map(beyond).fold(f64::NEG_INFINITY, f64::max);
        let apart = (0..V::Wide::DIM).map(|i| beyond(i).max(0.0)).fold(0.0, f64::hypot);
        assert_right(&answer, if deepest <= 0.0 { deepest } else { apart }, 4.0);
        counts[usize::from(deepest < 0.0)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 40), "idle: {counts:?}");
}

/// Ericson 2005, 5.1.2.
fn from_segment<W: WideVector>(start: W, end: W, point: W) -> f64 {
    let along = end - start;
    let t = ((point - start).dot(&along) / along.dot(&along)).clamp(0.0, 1.0);
    (point - (start + along * t)).length()
}

fn a_ball_is_as_far_from_a_capsule_as_from_its_segment_less_the_radii<V: Lab>() {
    let mut random = Random::new(4);
    for _ in 0..500 {
        let [start, end, center] = std::array::from_fn(|_| random_vector::<V>(&mut random, 2.0));
        let (r, s) = (scalar::<V>(0.3 * random.unit()), scalar::<V>(0.3 * random.unit()));
        let answer = signed_distance(&Capsule::new(start, end, r).unwrap(), &Ball::new(center, s).unwrap());
        let formula = from_segment(start.widen(), end.widen(), center.widen()) - r.widen() - s.widen();
        assert_right(&answer, formula, 2.0);
    }
}

fn the_middle_of_a_segment_is_contained_and_its_neighbour_across_is_not<V: Lab>() {
    let (mut random, solver) = (Random::new(5), clearance::Solver::default());
    for _ in 0..200 {
        // The segment lies along the first axis and has even integers. So its middle is exact, and a neighbour is off
        // the segment.
        let [x, y, length] = std::array::from_fn(|_| 2.0 * f64::from(random.integer(1, 40)));
        let (start, end) = (V::from_coordinates(&[x, y, 0.0]), V::from_coordinates(&[x + length, y, 0.0]));
        let segment = Segment::new(start, end).unwrap();
        let middle = V::from_coordinates(&[x + length / 2.0, y, 0.0]);
        let above = V::from_coordinates(&[x + length / 2.0, y * (1.0 + V::Scalar::EPSILON), 0.0]);
        assert!(solver.contains(&segment, middle));
        assert!(!solver.contains(&segment, above));
    }
}

fn a_rounded_shape_is_nearer_by_its_radius<V: Lab>() {
    let mut random = Random::new(6);
    for _ in 0..200 {
        let (h, k) = (half_extents::<V>(&mut random), half_extents::<V>(&mut random));
        let at = random_vector::<V>(&mut random, 4.0);
        let zone = scalar::<V>(0.25 * random.unit());
        let (a, b) = (Cuboid::new(h).unwrap(), Cuboid::new(k).unwrap().at(Pose::translation(at)));
        let plain = signed_distance(&a, &b);
        let zoned = signed_distance(&a.rounded(zone).unwrap(), &b);
        let expected = plain.distance.widen() - zone.widen();
        assert!((zoned.distance.widen() - expected).abs() <= 32.0 * V::Scalar::EPSILON, "{zoned:?} {plain:?}");
        assert!(SupportMap::<V>::radius(&a.rounded(zone).unwrap()) == zone);
    }
}

lab::for_all_vectors!(
    two_balls_are_as_far_apart_as_their_centres_less_the_radii,
    a_ball_is_as_far_from_a_box_as_its_centre_less_the_radius,
    two_boxes_along_the_axes_are_a_point_and_the_box_of_their_sum,
    a_ball_is_as_far_from_a_capsule_as_from_its_segment_less_the_radii,
    the_middle_of_a_segment_is_contained_and_its_neighbour_across_is_not,
    a_rounded_shape_is_nearer_by_its_radius,
);
