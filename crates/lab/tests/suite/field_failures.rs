//! Inputs that broke other libraries. Each test says which library failed, what it answered, and which law is right.
//!
//! The sources are public issues and the regression tests of those libraries. `parry#431` is issue 431 of that project.
//!
//! Four laws occur again and again:
//!
//! * The answer does not depend on the unit of length.
//! * The answer does not depend on the order of the arguments.
//! * The answer does not depend on where the scene stands, but for rounding.
//! * Touching shapes have a valid answer: distance zero, a unit normal, and witness points.

#![expect(clippy::excessive_precision, reason = "numbers as their reports give them")]

use clearance::Real;
use clearance::{
    Ball, Capsule, Cuboid, Placed, Points, Pose, Proximity, Quaternion, Rotation2, Shape, Solver, Status, SupportMap,
    Vec2, Vec3, Vector, distance, overlaps, signed_distance, vec2, vec3,
};

fn cuboid<V: Vector>(half: V, at: V) -> Placed<Cuboid<V>, V> {
    Cuboid::new(half).unwrap().at(Pose::translation(at))
}

fn rectangle<T: Real>(x: [T; 2], y: [T; 2]) -> [Vec2<T>; 4] {
    [vec2(x[0], y[0]), vec2(x[1], y[0]), vec2(x[1], y[1]), vec2(x[0], y[1])]
}

/// The answer for (a, b). The answer for (b, a) must have the same bits, and `overlaps` must agree with the status.
fn both_ways<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    let answer = signed_distance(a, b);
    assert_eq!(answer, signed_distance(b, a).swapped());
    assert_eq!(overlaps(a, b), answer.status != Status::Separated);
    answer
}

/// Source: parry#431. The distance was 3.710461 in one order of the arguments and 3.5731668 in the other.
/// The cause there: the wrong feature was removed from the simplex.
/// Law: the order of the arguments does not change the distance.
#[test]
fn two_boxes_side_by_side_are_as_far_apart_both_ways() {
    let a = cuboid(vec2(1.0f32, 1.0), vec2(0.0, 0.0));
    let b = cuboid(vec2(1.0f32, 2.0), vec2(-5.573167, 0.0));
    let exact = 5.573167f32 - 2.0;
    assert!((both_ways(&a, &b).distance - exact).abs() <= f32::EPSILON * exact);
}

/// Source: the case of parry#431 in space, measured with parry3d 0.29. The answer was 2.03224; 2 is right.
/// Law: the distance is the gap between the parallel faces.
#[test]
fn two_boxes_in_space_are_two_apart() {
    let a = cuboid(vec3(1.0f32, 1.0, 1.0), vec3(0.0, 0.0, 0.0));
    let b = cuboid(vec3(1.0f32, 1.0, 1.0), vec3(4.0, 0.3, 0.2));
    assert_eq!(both_ways(&a, &b).distance, 2.0);
}

/// Source: parry#378. Where the capsule just touched the box, the witness point was wrong by 1.96 units of length.
/// Law: the witness point on the box lies straight under the end of the capsule.
#[test]
fn a_capsule_that_grazes_a_box_touches_it_under_its_own_end() {
    let plank = cuboid(vec2(4.0f32, 0.5), vec2(4.0, 1.5));
    let capsule = |y| Capsule::new(vec2(6.037_373_5f32, y - 0.25), vec2(6.037_373_5, y + 0.25), 0.5).unwrap();
    for (y, expected) in [(2.7391f32, -0.0109f32), (2.75, 0.0)] {
        let answer = both_ways(&capsule(y), &plank);
        assert!((answer.distance - expected).abs() < 1e-6, "{answer:?}");
        assert!((answer.point_b.x - 6.037_373_5).abs() < 1e-6 && (answer.point_b.y - 2.0).abs() < 1e-6, "{answer:?}");
    }
}

/// Source: parry#315. The normal was (0, -1, 0), and the witness points lay inside the cubes.
/// Law: cubes that share a face touch, the normal is that of the face, and the witness points lie on it.
#[test]
fn cubes_that_share_a_face_touch_along_its_normal() {
    let a = cuboid(vec3(0.5, 0.5, 0.5), vec3(0.5, 0.5, 0.5));
    let b = cuboid(vec3(0.5, 0.5, 0.5), vec3(1.5, 0.5, 0.5));
    let answer = both_ways(&a, &b);
    assert_eq!((answer.status, answer.distance, answer.normal), (Status::Touching, 0.0, vec3(1.0, 0.0, 0.0)));
    assert_eq!((answer.point_a.x, answer.point_b.x), (1.0, 1.0));
}

/// Source: parry#205 (`f32`). The expanding polytope never ended: its bounds stayed at 9.436289 and 9.43631.
///
/// Here the cores are apart, so the depth needs no polytope. The nearest end of the capsule's segment is
/// (381.592, 353.491).
/// Its distance from the line through (64, 507) and (440, 326) is 0.5637. The radius is 10.
/// Law: the signed distance is 0.5637 − 10 = −9.4363, in either order of the arguments.
#[test]
fn a_fat_capsule_on_a_flat_triangle_has_its_depth_in_finite_time() {
    let polygon = [vec2(64.0f32, 507.0), vec2(440.0, 326.0), vec2(1072.0, 507.0)];
    let polygon = Points::new(&polygon).unwrap();
    let capsule = |x: f32, y: f32| Capsule::new(vec2(x, y - 5.0), vec2(x, y + 5.0), 10.0).unwrap();
    let answer = both_ways(&capsule(381.592, 348.491), &polygon);
    let exact = {
        let (ex, ey) = (440.0 - 64.0, 326.0 - 507.0f64);
        let (px, py) = (f64::from(381.592f32) - 64.0, f64::from(348.491f32) + 5.0 - 507.0);
        -(ex * py - ey * px) / ex.hypot(ey) - 10.0
    };
    assert!((f64::from(answer.distance) - exact).abs() < 1e-4, "{answer:?} {exact}");
    assert_eq!(answer.status, Status::Overlapping);
}

/// Source: parry#253 and parry#246 (`f32`). The expanding polytope panicked.
/// Law: the corner of the wall is the nearest point. It is at most 1e-5 from the floor, and never through it.
#[test]
fn a_triangle_that_stands_on_another_touches_it_in_its_corner() {
    let floor =
        [vec3(-13.174_434f32, 1.0, 8.736_801), vec3(3.525_103_8, 1.0, 12.1), vec3(3.204_846_6, 1.0, 12.218_325)];
    let wall = [vec3(-1.63f32, 0.0, 11.19), vec3(-2.349_647, 0.0, 11.037_681), vec3(-2.349_647, 1.0, 11.037_681)];
    let answer = both_ways(&Points::new(&floor).unwrap(), &Points::new(&wall).unwrap());
    // The corner lies in the floor's plane, about 2e-9 from the floor's edge: the shapes are apart or touch.
    assert_ne!(answer.status, Status::Overlapping);
    assert!(answer.distance < 1e-5, "{answer:?}");
    assert!((answer.point_b.y - 1.0).abs() < 1e-6 && (answer.point_b.x + 2.349_647).abs() < 1e-5, "{answer:?}");
}

/// Source: parry#34. The answer was `None`, because the ball's centre lies exactly on the corner of the box.
/// Law: the ball overlaps the box, and its radius is the depth.
#[test]
fn a_ball_centred_on_a_corner_is_in_contact() {
    let ball = Ball::new(vec2(1.0, 1.0), 1.0).unwrap();
    let answer = both_ways(&ball, &cuboid(vec2(1.0, 1.0), vec2(0.0, 0.0)));
    assert_eq!((answer.status, answer.distance), (Status::Overlapping, -1.0));
}

/// Source: ncollide#182. An assertion failed on NaN.
/// Law: boxes that touch exactly have distance zero and the normal of their common face.
#[test]
fn boxes_that_touch_exactly_give_numbers() {
    let half = vec3(0.5, 0.5, 0.1);
    let answer = both_ways(&cuboid(half, vec3(0.0, 0.0, 0.0)), &cuboid(half, vec3(0.0, 1.0, 0.0)));
    assert_eq!((answer.status, answer.distance, answer.normal), (Status::Touching, 0.0, vec3(0.0, 1.0, 0.0)));
}

/// Source: parry#75. `contains_point` said true, while the distance was 0.156.
/// Law: a shape contains a point exactly when the distance of the point is not positive.
#[test]
fn a_point_in_a_triangles_plane_is_contained_exactly_when_its_distance_is_zero() {
    let triangle = [vec3(21.94, 3.7, 0.0), vec3(22.255, 3.7, -0.315), vec3(22.255, 3.5, -0.315)];
    let (triangle, solver) = (Points::new(&triangle).unwrap(), Solver::default());
    let point = vec3(22.01, 3.7, -0.291);
    let answer: Proximity<Vec3<f64>> = solver.closest_point(&triangle, point);
    assert_eq!(solver.contains(&triangle, point), answer.distance <= 0.0);
    assert!((answer.distance - 0.15627049).abs() < 1e-6, "{answer:?}");
}

/// Source: measured with parry3d 0.31.1 (`f32`, no rotation). The exact distance is 2.5·s for the scale s of the scene.
/// The answers were 2.56068·s at s = 0.01 and 3.27154·s at s = 0.005.
/// Law: the unit of length does not matter. A power of two scales the answer bit for bit.
#[test]
fn a_box_and_a_capsule_are_as_far_apart_in_every_unit() {
    let gap = |s: f64| {
        let capsule = Capsule::new(vec3(4.0 * s, -0.7 * s, 0.2 * s), vec3(4.0 * s, 1.3 * s, 0.2 * s), 0.5 * s).unwrap();
        both_ways(&Cuboid::new(vec3(s, s, s)).unwrap(), &capsule)
    };
    let unit = gap(1.0);
    assert_eq!(unit.distance, 2.5);
    for power in [-900, -300, -100, -20, -1, 1, 20, 100, 300, 900] {
        let factor = 2f64.powi(power);
        let answer = gap(factor);
        assert_eq!(answer.distance, 2.5 * factor);
        assert_eq!((answer.normal, answer.point_a), (unit.normal, unit.point_a * factor), "2^{power}");
    }
}

/// Source: parry (`f32`). The distance was 0 for translations of 1e20 and 1e30.
/// Law: the distance of shapes far apart is that of their places, up to one rounding.
#[test]
fn shapes_very_far_apart_are_very_far_apart() {
    for v in [1e20f32, 1e30] {
        let a = cuboid(vec3(1.0f32, 1.0, 1.0), vec3(v, 0.0, 0.0));
        let answer = both_ways(&a, &cuboid(vec3(1.0f32, 1.0, 1.0), vec3(0.0, 0.0, 0.0)));
        assert!((answer.distance - v).abs() <= f32::EPSILON * v, "{answer:?}");
    }
}

/// Source: Box2D's test `ShapeDistanceShortEdgeTest`. An absolute epsilon was compared with 2·distance·edge².
/// So a point beside an edge shorter than 3.5 mm was called overlapping.
/// Law: a short edge has the same distance as a long one. No threshold is absolute.
#[test]
fn a_point_beside_a_thin_planks_short_edge_keeps_its_distance() {
    for h in [0.0016f32, 2e-4, 1e-6, 1e-12] {
        let plank = rectangle([-0.5, 0.5], [-h, h]);
        let answer = both_ways(&Points::new(&plank).unwrap(), &Ball::new(vec2(0.505f32, 0.0), 0.0).unwrap());
        assert!((answer.distance - 0.005).abs() < 1e-8, "{h} {answer:?}");
        assert!((answer.normal - vec2(1.0, 0.0)).widen().length() < 1e-6, "{h} {answer:?}");
    }
}

/// Source: box2d#917. The distance was 5.96e-8, and the normal was exactly (0, 0).
/// Law: the normal has unit length, at contact too.
#[test]
fn boxes_that_share_an_edge_have_a_normal() {
    let a = rectangle([0.449_999_988f32, 0.550_000_012], [-0.100_000_001, 0.100_000_001]);
    let b = rectangle([-0.599_999_964f32, 0.449_999_988], [-0.700_000_048, 0.350_000_024]);
    let answer = both_ways(&Points::new(&a).unwrap(), &Points::new(&b).unwrap());
    assert_eq!((answer.status, answer.distance, answer.normal), (Status::Touching, 0.0, vec2(-1.0, 0.0)));
}

/// Source: Box2D's sample program "TOI". This is the pair of its first step.
/// Law: the distance is that of the corner from the end of the segment, less the radius.
#[test]
fn a_small_box_far_from_a_capsule_has_its_distance() {
    let a = rectangle([-16.25f32, -15.75], [44.75, 45.25]);
    let b = Capsule::new(vec2(0.0f32, -0.125), vec2(0.0, 0.125), 0.03).unwrap();
    let answer = both_ways(&Points::new(&a).unwrap(), &b);
    let exact = 15.75f64.hypot(44.75 - 0.125) - f64::from(0.03f32);
    assert!((f64::from(answer.distance) - exact).abs() <= f64::from(f32::EPSILON) * exact, "{answer:?}");
}

/// Source: cute_headers#256 (`f32`). Touching diamonds were called overlapping, and the reverse.
/// Law: `f32` holds these integers exactly, so the verdict must be exact, too.
#[test]
fn diamonds_with_integer_corners_are_told_apart_exactly() {
    let diamond = |x: f32, y: f32| [vec2(x, y), vec2(x + 10.0, y + 10.0), vec2(x, y + 20.0), vec2(x - 10.0, y + 10.0)];
    let status = |x, y| {
        let (a, b) = (diamond(40.0, 30.0), diamond(x, y));
        both_ways(&Points::new(&a).unwrap(), &Points::new(&b).unwrap()).status
    };
    assert_eq!(status(40.0, 48.0), Status::Overlapping);
    assert_eq!(status(40.0, 50.0), Status::Touching);
    assert_eq!(status(40.0, 51.0), Status::Separated);
    assert_eq!(status(58.0, 30.0), Status::Overlapping);
    assert_eq!(status(60.0, 30.0), Status::Touching);
    assert_eq!(status(50.0, 40.0), Status::Touching);
}

/// The rotation of FCL's issues 493 and 495, as the nearest quaternion.
fn tilt() -> Quaternion<f64> {
    // Made from the matrix in the issues: w = √(1 + trace)/2. The skew part of the matrix gives x, y and z.
    let w = (1.0 + 0.940_960_632_134_177_58 + 0.926_615_235_958_484_27 + 0.940_960_632_134_177_58f64).sqrt() / 2.0;
    let x = (0.235_698_368_412_998_85 + 0.292_968_400_372_895_07) / (4.0 * w);
    let y = (0.169_595_415_861_748_12 + 0.242_980_179_903_263_9) / (4.0 * w);
    let z = (-0.235_698_368_412_998_79 - 0.292_968_400_372_895_01) / (4.0 * w);
    Quaternion::new(x, y, z, w).unwrap()
}

/// Source: FCL#493 and FCL#495. GJK said that the cubes touch; EPA said that they are apart.
///
/// Two equal cubes have the side `dim`. One is moved along its own tilted axis by dim + d·max(1, dim).
/// Law: the signed distance is d·max(1, dim), up to the rounding of the pose itself.
#[test]
fn tilted_boxes_that_nearly_touch_are_apart_by_what_they_were_moved() {
    let mut statuses = [0; 2];
    for dim in [0.01, 0.25, 0.5, 10.0, 1000.0f64] {
        for d in [-1e-15, -2.5e-16, -1e-16, 0.0, 1e-16, 2.5e-16, 1e-15] {
            let (rotation, half) = (tilt(), vec3(dim / 2.0, dim / 2.0, dim / 2.0));
            let at = vec3(0.0, 0.0, 5.0 * dim);
            let along = Pose::new(rotation, vec3(0.0, 0.0, 0.0)).unwrap().apply(vec3(0.0, dim + d * dim.max(1.0), 0.0));
            let place = |t| Cuboid::new(half).unwrap().at(Pose::new(rotation, t).unwrap());
            let answer = both_ways(&place(at), &place(at + along));
            let room = 16.0 * f64::EPSILON * 6.0 * dim;
            assert!((answer.distance - d * dim.max(1.0)).abs() <= room, "{dim} {d} {answer:?}");
            assert!(answer.lower <= answer.distance && answer.distance <= answer.upper);
            let axis = Pose::new(rotation, vec3(0.0, 0.0, 0.0)).unwrap().apply(vec3(0.0, 1.0, 0.0));
            assert!((answer.normal - axis).length() < 1e-12, "{dim} {d} {answer:?}");
            statuses[usize::from(answer.status == Status::Separated)] += 1;
        }
    }
    assert!(statuses.iter().all(|&count| count > 3), "both sides of contact occur: {statuses:?}");
}

/// Source: parry#414 and bevy_rapier#119. The error grew with the size of the floor: 0.06 at half-extents of 500.
/// Law: the error is at most a few units in the last place of the size of the scene.
#[test]
fn a_ball_on_a_very_large_floor_keeps_its_distance() {
    for half in [5.0, 50.0, 500.0, 5000.0, 5e7f64] {
        let floor = cuboid(vec3(half, 1.0, half), vec3(0.0, -1.0, 0.0));
        let mut x = -0.9 * half;
        for _ in 0..50 {
            let ball = Ball::new(vec3(x, 3.0, 0.3 * x), 1.0).unwrap();
            let answer = both_ways(&floor, &ball);
            assert!((answer.distance - 2.0).abs() <= 4.0 * f64::EPSILON * half.max(3.0), "{half} {x} {answer:?}");
            x += 0.036 * half;
        }
    }
}

/// The gap goes from 1e-2 to 0 in steps of 1e-4, and then on to a depth of 1e-2.
/// Law: the distance falls with the gap, and the normal stays.
#[test]
fn an_approach_to_contact_never_flips_the_normal() {
    let turn = Rotation2::from_angle(0.3);
    let mut last = f64::INFINITY;
    for step in (-100..=100).rev() {
        let gap = f64::from(step) * 1e-4;
        let a = Cuboid::new(vec2(1.0, 0.5)).unwrap().at(Pose::new(turn, vec2(0.0, 0.0)).unwrap());
        let normal = Pose::<Vec2<f64>>::new(turn, vec2(0.0, 0.0)).unwrap().apply(vec2(1.0, 0.0));
        let b = Cuboid::new(vec2(0.25, 0.25)).unwrap().at(Pose::new(turn, normal * (1.25 + gap)).unwrap());
        let answer = both_ways(&a, &b);
        assert!((answer.distance - gap).abs() < 1e-14, "{gap} {answer:?}");
        assert!(answer.distance < last);
        assert!((answer.normal - normal).length() < 1e-12, "{gap} {answer:?}");
        last = answer.distance;
    }
}

/// Two triangles share one corner. Each is turned about it in steps of 30 degrees, and they never overlap.
/// Law: they touch, whatever the angle.
#[test]
fn triangles_hinged_at_a_corner_touch_at_every_angle() {
    let corner = vec3(0.5, -0.25, 0.125);
    let turned = |degrees: i32, outward: f64| {
        let angle = f64::from(degrees).to_radians();
        let arm = |by: f64| corner + vec3((angle + by).cos(), (angle + by).sin(), outward);
        [corner, arm(-0.2), arm(0.2)]
    };
    for first in (0..360).step_by(30) {
        for second in (0..360).step_by(30).filter(|second| *second != first) {
            let (a, b) = (turned(first, 0.0), turned(second, 0.0));
            let answer = both_ways(&Points::new(&a).unwrap(), &Points::new(&b).unwrap());
            assert_eq!((answer.status, answer.distance), (Status::Touching, 0.0), "{first} {second}");
            assert!((answer.normal.length() - 1.0).abs() < 1e-15);
        }
    }
}

/// Law: the answer does not depend on where the scene stands, but for the rounding of the places themselves.
#[test]
fn a_scene_moved_as_a_whole_keeps_its_answer() {
    let half = vec3(1.0, 2.0, 0.5);
    let gap = |shift: Vec3<f64>| distance(&cuboid(half, shift), &cuboid(half, shift + vec3(3.0, 4.5, 0.25)));
    let here = gap(vec3(0.0, 0.0, 0.0));
    for far in [1e3, 1e6, 1e9, 1e12] {
        let there = gap(vec3(far, -far, 3.0 * far));
        assert!((there.distance - here.distance).abs() <= 4.0 * f64::EPSILON * 3.0 * far, "{far} {there:?}");
        assert!(there.lower <= there.distance && there.distance <= there.upper);
    }
}
