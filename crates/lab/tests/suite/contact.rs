//! Depths compared with every possible axis, and verdicts at exact contact.

use clearance::{Cuboid, Pose, Precision, Real, Shape, Solver, Status, Vec2, Vec3, vec3};
use lab::generators::{Kind, problem};
use lab::judge::{Via, judge_problem};
use lab::random::Random;
use lab::space::Lab;
use lab::truth::Problem;

fn depths_agree_with_every_axis_tried<V: Lab>(points: usize, pairs: usize) {
    let (mut random, mut overlapping) = (Random::new(31), 0);
    while overlapping < pairs {
        let kind = [Kind::Plain, Kind::Lattice, Kind::NearParallel][random.below(3)];
        let mut pair: Problem = problem::<V>(&mut random, kind, points);
        // Moves one shape into the other: both have one vertex in common.
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
