//! Long runs through contact. Loops of this kind made other libraries fail.

use clearance::{
    Cuboid, Hull, Points, Pose, Precision, Real, Rotation2, Shape, Solver, Status, Vec2, Vec3, Vector, signed_distance,
    vec2, vec3,
};

/// Source: ncollide#181 (`f32`). A box moves and turns slowly over a long thin box. After each step it is pushed out by
/// normal · depth. An assertion in that library's expanding polytope failed after 174,668 steps.
///
/// Law: every depth is a finite number, and a push by it parts the boxes.
fn push_apart<T: Real>()
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>, Rotation = Rotation2<T>>,
{
    let scalar = T::narrow;
    let moving = Cuboid::new(Vec2::<T>::narrow(vec2(10.0, 10.0))).unwrap();
    let fixed = Cuboid::new(Vec2::<T>::narrow(vec2(300.0, 1.5))).unwrap();
    let there = Pose::new(Rotation2::from_angle(1.5), Vec2::<T>::narrow(vec2(5.0, 0.0))).unwrap();
    let fixed = fixed.at(there);
    let (mut position, mut angle, mut overlaps) = (vec2(0.0, 0.0), 0.0f64, 0);
    for step in 0..200_000 {
        position.x = scalar(position.x + 0.0001).widen();
        angle += 0.005;
        let pose = Pose { rotation: Rotation2::from_angle(angle), translation: Vec2::<T>::narrow(position) };
        let found = signed_distance(&moving.at(pose), &fixed);
        let (distance, normal) = (found.distance.widen(), found.normal.widen());
        assert!(distance.is_finite() && (normal.length() - 1.0).abs() < 1e-6, "step {step}: {found:?}");
        assert!(found.lower <= found.distance && found.distance <= found.upper);
        if found.status == Status::Overlapping {
            overlaps += 1;
            position += normal * distance;
            let pose = Pose { translation: Vec2::<T>::narrow(position), ..pose };
            let after = signed_distance(&moving.at(pose), &fixed);
            let rounding = 64.0 * T::EPSILON * 300.0;
            assert!(after.distance.widen().abs() <= rounding, "step {step}: pushed by {distance}, {after:?}");
        }
    }
    assert!(overlaps > 1_000, "{overlaps} steps overlapped");
}

#[test]
fn pushing_by_the_depth_parts_boxes_for_two_hundred_thousand_steps_in_f64() {
    push_apart::<f64>();
}

#[test]
fn pushing_by_the_depth_parts_boxes_for_two_hundred_thousand_steps_in_f32() {
    push_apart::<f32>();
}

/// A hull moves through another: first in steps of 1e-4 of its size, then in steps of one unit in the last place.
/// Law: the distance does not grow, and the normal does not jump.
#[test]
fn an_approach_through_contact_is_monotone_and_keeps_its_normal() {
    let spiral = |count: usize, seed: f64| -> Vec<Vec3<f64>> {
        let point = |i: usize| {
            let z = (2.0 * i as f64 + 1.0) / count as f64 - 1.0;
            let (ring, turn) = ((1.0 - z * z).sqrt(), 2.4 * i as f64 + seed);
            vec3(ring * turn.cos(), ring * turn.sin(), z)
        };
        (0..count).map(point).collect()
    };
    let (a, b) = (Hull::new(&spiral(30, 0.3)).unwrap(), Hull::new(&spiral(24, 1.1)).unwrap());
    let at = |x: f64| (&b).at(Pose::translation([x, 0.05, -0.03]));
    let solver = Solver { precision: Precision::Exact, ..Solver::default() };
    // Bisection on exact verdicts finds the place where they touch.
    let (mut apart, mut inside) = (3.0f64, 1.0f64);
    while apart.next_down() > inside {
        let middle = 0.5 * (apart + inside);
        let parted = solver.signed_distance(&a, &at(middle)).status == Status::Separated;
        *(if parted { &mut apart } else { &mut inside }) = middle;
    }
    let sweep = |places: &[f64]| {
        let mut last: Option<clearance::Proximity<Vec3<f64>>> = None;
        for &x in places {
            let found = signed_distance(&a, &at(x));
            if let Some(last) = last {
                assert!(found.lower <= last.upper, "nearer is not farther: {} then {}", last.distance, found.distance);
                assert!(
                    found.normal.x * last.normal.x + found.normal.y * last.normal.y + found.normal.z * last.normal.z
                        > 0.9
                );
            }
            last = Some(found);
        }
    };
    sweep(&(-400..=400).map(|k| apart - 1e-4 * f64::from(k)).collect::<Vec<_>>());
    let mut ulps = vec![apart];
    for _ in 0..300 {
        ulps.insert(0, ulps[0].next_up());
        ulps.push(ulps[ulps.len() - 1].next_down());
    }
    sweep(&ulps);
}

#[test]
fn the_depth_of_concentric_and_flat_shapes_is_the_way_through() {
    let cube = Cuboid::new(vec3(1.0f64, 2.0, 3.0)).unwrap();
    let found = signed_distance(&cube, &cube);
    assert_eq!((found.distance, found.normal.x.abs()), (-2.0, 1.0));
    let plate = [vec3(-1.0, 0.0, -1.0), vec3(1.0, 0.0, -1.0), vec3(1.0, 0.0, 1.0), vec3(-1.0, 0.0, 1.0)];
    let plate = Points::new(&plate).unwrap();
    let through = signed_distance(&cube, &plate);
    assert_eq!(through.distance, -2.0);
    // Two plates lie in one plane. Their difference is flat, so the depth is zero.
    let both = signed_distance(&plate, &plate.at(Pose::translation([0.5, 0.0, 0.0])));
    assert_eq!((both.status, both.distance, both.normal.y.abs()), (Status::Touching, 0.0, 1.0));
    // Crossing plates: the shortest way out is across the edge that sticks out least.
    let quarter = clearance::Quaternion::new(0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()).unwrap();
    let crossed = signed_distance(&plate, &plate.at(Pose::new(quarter, vec3(0.0, 0.25, 0.0)).unwrap()));
    assert!((crossed.distance + 0.75).abs() < 1e-14, "{crossed:?}");
}
