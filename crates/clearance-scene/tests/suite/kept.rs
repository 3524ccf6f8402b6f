//! A front that is kept from one query to the next changes the time, and never the answer.

use crate::shapes::{Random, mesh, sheet, times, torus};
use clearance::{Pose, Quaternion, Solver, Vec3, vec3};
use clearance_scene::{Body, Mesh, NearestCache, distance, distance_cached, within, within_cached};

fn moved(random: &mut Random, pose: Pose<Vec3<f64>>, step: f64) -> Pose<Vec3<f64>> {
    let mut vector = || vec3(random.signed(), random.signed(), random.signed());
    let turn = Quaternion::from_axis_angle(vector(), step);
    Pose { rotation: (turn * pose.rotation).normalized().unwrap(), translation: pose.translation + vector() * step }
}

/// Compares a cached query with a cold one. The distance.
fn check(a: &Body, b: &Body, cache: &mut NearestCache) -> f64 {
    let cold = distance(a, b);
    assert_eq!(distance_cached(&Solver::default(), a, b, cache), cold);
    cold.distance
}

/// Law: along motions of any step the answer is that of a cold query, to the bit.
#[test]
fn along_a_motion_of_any_step_the_answer_is_that_of_a_cold_query() {
    let meshes = [mesh(&torus(20, 10, 0.25)), mesh(&torus(18, 9, 0.3)), mesh(&sheet(8, 0.0))];
    let mut random = Random(61);
    let (mut apart, mut met) = (0, 0);
    for (step, pair) in [1e-1, 1e-2, 1e-3, 1e-4, 1e-6].into_iter().zip([[0, 1], [0, 0], [1, 2], [0, 1], [1, 1]]) {
        let [a, b] = pair.map(|place: usize| &meshes[place]);
        let mut cache = NearestCache::default();
        let [mut first, mut second] = [random.pose(0.0), random.pose(0.0)];
        // Far apart, near each other, and through each other: a jump, and then a motion of small steps.
        for gap in [3.5, 2.5, 1.5, 0.25] {
            second.translation = first.translation + vec3(gap, 0.0, 0.0);
            for _ in 0..15 {
                // Both move: of two bodies of one mesh, now the one and now the other is the first.
                (first, second) = (moved(&mut random, first, step), moved(&mut random, second, step));
                let found = check(&a.at(first), &b.at(second), &mut cache);
                if found > 0.0 { apart += 1 } else { met += 1 }
            }
        }
    }
    assert!(apart >= 100 && met >= 40, "{apart} {met}");
}

/// Law: a front of other bodies, scales or vertices, or from another limit, is harmless.
#[test]
fn a_front_of_other_bodies_scales_vertices_or_limits_is_harmless() {
    let parts = torus(16, 8, 0.25);
    let [one, other] = [mesh(&parts), mesh(&times(&parts, 1.5))];
    let mut changed: Mesh = one.clone();
    let mut random = Random(67);
    let mut cache = NearestCache::default();
    for round in 0..40 {
        let pose = Pose::translation(vec3(2.5 + 1e-3 * random.signed(), 1e-3 * random.signed(), 0.0));
        let here = Pose::identity();
        check(&one.at(here), &one.at(pose), &mut cache);
        match round % 6 {
            0 => {
                check(&one.at(here), &other.at(pose), &mut cache);
            }
            1 => {
                check(&one.at(here).scaled(0.5), &one.at(pose), &mut cache);
            }
            2 => {
                check(&one.at(here), &one.at(pose).mirrored([true, false, false]), &mut cache);
            }
            3 => {
                // The vertices move, and come nearer.
                let grown: Vec<_> = changed.vertices().iter().map(|&vertex| vertex * 1.02).collect();
                check(&changed.at(here), &one.at(pose), &mut cache);
                changed.set_vertices(&grown).unwrap();
                check(&changed.at(here), &one.at(pose), &mut cache);
            }
            4 => {
                let solver = Solver { max_distance: 0.1, ..Solver::default() };
                let bodies = [one.at(here), one.at(pose)];
                let found = within_cached(&solver, &bodies[0], &bodies[1], &mut cache);
                assert_eq!(found, within(&bodies[0], &bodies[1], 0.1));
            }
            // Far away and back: the frame has other lengths.
            _ => {
                check(&one.at(here), &one.at(Pose::translation(vec3(700.0, 0.0, 0.0))), &mut cache);
            }
        }
        check(&one.at(pose), &one.at(here), &mut cache);
    }
}
