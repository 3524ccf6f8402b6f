//! Through contact and back: one signed distance, continuous, with a normal that does not flip.

use clearance::{
    Cuboid, Points, Pose, Precision, Rotation2, Shape, Solver, Status, Vec2, Vec3, signed_distance, vec2, vec3,
};
use clearance::{Real, Vector, WideVector};
use lab::generators::{Kind, problem};
use lab::judge::{Via, judge_problem};
use lab::random::Random;
use lab::space::Lab;
use lab::truth::Problem;

#[test]
fn a13_a_box_pushed_out_of_a_plank_two_hundred_thousand_times_ends_outside() {
    // ncollide#181 (f32): an assertion of the polytope fell after 174,668 rounds of this loop.
    let body = Cuboid::new(vec2(10.0f32, 10.0)).unwrap();
    let plank = Cuboid::new(vec2(300.0f32, 1.5)).unwrap();
    let (mut at, mut angle, mut pushed) = (vec2(5.0f32, 0.0), 1.5f64, 0);
    for step in 0..200_000 {
        at.x += 0.0001;
        angle += 0.005;
        let turned = plank.at(Pose::new(Rotation2::from_angle(angle), at).unwrap());
        let answer = signed_distance(&body, &turned);
        assert!(answer.lower <= answer.distance && answer.distance <= answer.upper, "{step}: {answer:?}");
        if answer.status == Status::Overlapping {
            pushed += 1;
            let out = answer.normal.widen() * f64::from(-answer.distance);
            at = Vec2::narrow(at.widen() + out);
            let after = signed_distance(&body, &plank.at(Pose::new(Rotation2::from_angle(angle), at).unwrap()));
            assert!(after.distance.abs() <= 16.0 * f32::EPSILON * 400.0, "{step}: {answer:?} {after:?}");
        }
    }
    assert!(pushed > 1_000, "idle: pushed {pushed} times");
}

#[test]
fn an_approach_in_last_places_never_jumps_and_never_turns() {
    // A tilted box comes down on a corner of another, one unit in the last place at a time, through contact.
    let turn = Rotation2::from_angle(0.4);
    let fixed = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(0.25, 0.5), vec2(-1.0, 0.0)];
    let mover = |height: f64| Cuboid::new(vec2(0.75, 0.25)).unwrap().at(Pose::new(turn, vec2(0.25, height)).unwrap());
    let gap = |height: f64| signed_distance(&Points::new(&fixed).unwrap(), &mover(height));
    // The height of contact, by bisection on the verdict.
    let (mut low, mut high) = (0.5, 2.0);
    while (low + high) / 2.0 != low && (low + high) / 2.0 != high {
        let middle = (low + high) / 2.0;
        if gap(middle).status == Status::Separated { high = middle } else { low = middle }
    }
    let (mut last, mut statuses) = (gap(high + 60.0 * f64::EPSILON), [0; 2]);
    for ulps in (-50..50).rev() {
        let answer = gap(high + f64::from(ulps) * f64::EPSILON);
        assert!(answer.lower <= last.upper, "{ulps}: {answer:?} {last:?}");
        assert!((answer.normal - last.normal).length() < 1e-9, "{ulps}: {answer:?} {last:?}");
        assert!((answer.distance - last.distance).abs() <= 16.0 * f64::EPSILON, "{ulps}: {answer:?} {last:?}");
        statuses[usize::from(answer.status == Status::Separated)] += 1;
        last = answer;
    }
    assert!(statuses.iter().all(|&count| count > 20), "idle: {statuses:?}");
}

fn depths_agree_with_every_axis_tried<V: Lab>(points: usize, pairs: usize) {
    let (mut random, mut overlapping) = (Random::new(31), 0);
    while overlapping < pairs {
        let kind = [Kind::Plain, Kind::Lattice, Kind::NearParallel][random.below(3)];
        let mut pair: Problem = problem::<V>(&mut random, kind, points);
        // One into the other: both onto the same vertex.
        let (from, to) = (pair.b.points[0].clone(), pair.a.points[0].clone());
        for point in &mut pair.b.points {
            let moved = point.iter().zip(from.iter().zip(&to)).map(|(c, (f, t))| V::Scalar::narrow(c - f + t).widen());
            *point = moved.collect();
        }
        let truth = pair.truth::<V>();
        if truth.status == Status::Overlapping {
            overlapping += 1;
            for precision in [Precision::Float, Precision::Exact] {
                let judgement = judge_problem::<V>(&pair, &truth, precision, Via::Hull);
                assert!(judgement.failures.is_empty(), "{pair:?}\n{judgement:?}");
            }
        }
    }
}

#[test]
fn depths_of_polygons_agree_with_every_axis_tried() {
    depths_agree_with_every_axis_tried::<Vec2<f64>>(24, 300);
    depths_agree_with_every_axis_tried::<Vec2<f32>>(24, 300);
}

#[test]
fn depths_of_polyhedra_agree_with_every_axis_tried() {
    depths_agree_with_every_axis_tried::<Vec3<f64>>(12, 60);
    depths_agree_with_every_axis_tried::<Vec3<f32>>(12, 60);
    depths_agree_with_every_axis_tried::<Vec3<f64>>(24, 4);
}

#[test]
fn contact_is_the_same_for_every_query_at_equal_bits() {
    let (a, solver) = (Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap(), Solver::default());
    for (x, status) in [
        (2.0, Status::Touching),
        (2.0 - f64::EPSILON, Status::Overlapping),
        (2.0 + 2.0 * f64::EPSILON, Status::Separated),
    ] {
        let b = a.at(Pose::translation(vec3(x, 0.5, 0.25)));
        assert_eq!(solver.signed_distance(&a, &b).status, status, "{x}");
        assert_eq!(solver.distance(&a, &b).status, status, "{x}");
        assert_eq!(solver.overlaps(&a, &b), status != Status::Separated, "{x}");
        assert_eq!(solver.separating_axis(&a, &b).is_some(), status == Status::Separated, "{x}");
    }
}
