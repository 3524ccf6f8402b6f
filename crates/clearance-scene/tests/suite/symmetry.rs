//! Exchanged bodies, other units of length and warm starts have the same bits.

use crate::shapes::{Random, mesh, sheet, soup, times, torus};
use clearance::{Pose, Solver, vec3};
use clearance_scene::{Body, Nearest, NearestCache, distance, distance_cached};

/// Law: exchanged bodies have the same answer with the normal turned.
#[test]
fn exchanged_bodies_have_the_same_bits() {
    let mut random = Random(3);
    for _ in 0..40 {
        let [a, b] = [0, 1].map(|_| mesh(&soup(&mut random, 30)));
        let poses = [random.pose(1.5), random.pose(1.5)];
        let there = distance(&a.at(poses[0]), &b.at(poses[1]));
        let back = distance(&b.at(poses[1]), &a.at(poses[0]));
        assert_eq!((there.proximity, there.leaf_a, there.leaf_b), (back.proximity.swapped(), back.leaf_b, back.leaf_a));
    }
}

/// Law: lengths in another unit, a power of two times the first, give the same bits.
#[test]
fn another_unit_of_length_has_the_same_bits() {
    let mut random = Random(5);
    for exponent in [1, -3, 60, -60, 400, -400] {
        let factor = 2f64.powi(exponent);
        let parts = [0, 1].map(|_| soup(&mut random, 30));
        let poses = [random.pose(1.5), random.pose(1.5)];
        let ask = |factor: f64| -> Nearest {
            let [a, b] = parts.each_ref().map(|parts| mesh(&times(parts, factor)));
            let [p, q] = poses.map(|pose| Pose { translation: pose.translation * factor, ..pose });
            distance(&a.at(p), &b.at(q))
        };
        let (one, other) = (ask(1.0), ask(factor));
        assert_eq!((one.leaf_a, one.leaf_b, one.status), (other.leaf_a, other.leaf_b, other.status));
        assert_eq!(
            [one.distance, one.lower, one.upper].map(|x| x * factor),
            [other.distance, other.lower, other.upper]
        );
        assert_eq!([one.point_a * factor, one.point_b * factor], [other.point_a, other.point_b]);
        assert_eq!(one.normal, other.normal);
    }
}

/// Law: a warm start changes the time and never the answer, also where many triangles are equally near.
#[test]
fn a_warm_start_has_the_bits_of_a_cold_one() {
    let [ring, plate] = [mesh(&torus(20, 10, 0.25)), mesh(&sheet(12, 0.0))];
    let mut random = Random(9);
    for [a, b] in [[&ring, &ring], [&plate, &plate], [&plate, &ring]] {
        let mut cache = NearestCache::default();
        let mut pose = Pose::translation(vec3(0.0, 0.0, 0.75));
        for step in 0..30 {
            let bodies: [Body; 2] = [a.at(Pose::identity()), b.at(pose)];
            let cold = distance(&bodies[0], &bodies[1]);
            let warm = distance_cached(&Solver::default(), &bodies[0], &bodies[1], &mut cache);
            assert_eq!(cold, warm);
            // Now a little, now a leap; the first steps keep the sheets parallel.
            let step_size = if step % 7 == 6 { 1.0 } else { 1e-3 };
            pose.translation += vec3(random.signed(), random.signed(), random.signed()) * step_size;
            if step > 15 {
                pose.rotation = random.pose(0.0).rotation;
            }
        }
    }
}
