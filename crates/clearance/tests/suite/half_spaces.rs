//! Half-spaces: exact signs, laws to the bit, casts, impacts, contacts.

use crate::random::Random;
use clearance::{
    AnyShape, Ball, Bounds, Capsule, Cast, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Motion, Outcome,
    Placement, Pose, Precision, Proximity, Quaternion, Rotation2, Segment, Shape, ShapeError, ShapeSet, Solver, Start,
    Status, SupportMap, Triangle, Vec2, Vec3, distance, overlaps, signed_distance, vec2, vec3,
};
use std::f64::consts::PI;

fn ground() -> HalfSpace<Vec3<f64>> {
    HalfSpace::new(vec3(0.0, 0.0, 1.0), 0.0).unwrap()
}

/// A small whole number.
fn whole(random: &mut Random, most: u32) -> f64 {
    (random.signed() * (f64::from(most) + 0.49)).round()
}

fn whole_point(random: &mut Random, most: u32) -> Vec3<f64> {
    vec3(whole(random, most), whole(random, most), whole(random, most))
}

/// A rotation whose numbers are not exactly of unit length.
fn some_pose(random: &mut Random) -> Pose<Vec3<f64>> {
    let axis = whole_point(random, 9) + vec3(0.5, 0.25, 0.125);
    let turn = Quaternion::from_axis_angle(axis, whole(random, 300) / 100.0);
    Pose::new(turn, whole_point(random, 900) * 0.01).unwrap()
}

/// One shape of each kind, in its own frame.
fn shapes() -> Vec<AnyShape<Vec3<f64>>> {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.25, 0.0], [0.0, 2.0, 0.5], [-0.5, 0.0, 1.0], [0.75, 1.0, 1.0]];
    vec![
        Ball::new(vec3(0.5, 0.0, 0.25), 0.75).unwrap().into(),
        Capsule::new(vec3(0.0, 0.0, 0.0), vec3(1.0, 2.0, 0.5), 0.25).unwrap().into(),
        Cuboid::new(vec3(1.0, 0.5, 0.25)).unwrap().into(),
        Cuboid::new(vec3(1.0, 0.5, 0.25)).unwrap().rounded(0.1).unwrap().into(),
        Hull::new(&corners).unwrap().into(),
        Triangle::new(corners[0].into(), corners[1].into(), corners[2].into()).unwrap().into(),
        Ellipsoid::new(vec3(1.0, 0.5, 0.25)).unwrap().into(),
        Cylinder::new(1.0, 0.5).unwrap().into(),
        Cone::new(1.0, 0.5).unwrap().into(),
    ]
}

#[test]
fn the_sign_is_that_of_whole_numbers() {
    let mut random = Random(41);
    let mut seen = [0; 3];
    for _ in 0..3000 {
        let normal = whole_point(&mut random, 4);
        if normal == vec3(0.0, 0.0, 0.0) {
            continue;
        }
        let offset = whole(&mut random, 12);
        let corners: Vec<Vec3<f64>> = (0..4).map(|_| whole_point(&mut random, 6)).collect();
        let move_plane = whole_point(&mut random, 3);
        let plane = HalfSpace::new(normal, offset).unwrap().at(Pose::translation(move_plane));
        let hull = Hull::new(&corners).unwrap();
        let answer = signed_distance(&plane, &hull);
        let above = |corner: &Vec3<f64>| normal.dot(*corner - move_plane) - offset;
        let right = corners.iter().map(above).fold(f64::INFINITY, f64::min);
        let status = match right {
            right if right > 0.0 => Status::Separated,
            right if right < 0.0 => Status::Overlapping,
            _ => Status::Touching,
        };
        seen[status as usize] += 1;
        assert_eq!(answer.status, status, "{normal:?} {offset} {corners:?}");
        let right = right / normal.length();
        assert!((answer.distance - right).abs() < 1e-13 && answer.upper - answer.lower < 1e-12, "{answer:?}");
        assert!(answer.lower <= right + 1e-15 && right - 1e-15 <= answer.upper);
        assert_eq!(overlaps(&plane, &hull), status != Status::Separated);
        let way = answer.point_b - answer.point_a - answer.normal * answer.distance;
        assert!(way.length() < 1e-13, "{answer:?}");
        let exact = Solver { precision: Precision::Exact, ..Solver::default() }.signed_distance(&plane, &hull);
        assert!((exact.distance - right).abs() <= 4.0 * f64::EPSILON * right.abs(), "{exact:?} {right}");
        assert!(exact.lower <= exact.distance && exact.distance <= exact.upper && exact.status == status);
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

#[test]
fn a_last_bit_above_the_plane_is_apart() {
    let plane = HalfSpace::new(vec3(1.0, 2.0, -2.0), 3.0).unwrap(); // Of length 3.
    let at = |x: f64| Cuboid::new(vec3(0.0, 0.0, 0.0)).unwrap().at(Pose::translation([x, 0.0, 0.0]));
    assert_eq!(signed_distance(&plane, &at(3.0)).status, Status::Touching);
    assert_eq!(signed_distance(&plane, &at(3f64.next_up())).status, Status::Separated);
    assert_eq!(signed_distance(&plane, &at(3f64.next_down())).status, Status::Overlapping);
    // Radii count without rounding, too: 0.1 + 0.2 is more than 0.3 in floats, and less than their sum as numbers.
    let ball = |z: f64| Segment::new(vec3(0.0, 0.0, z), vec3(1.0, 0.0, z)).unwrap().rounded(0.1).unwrap();
    let thick = ground().rounded(0.2).unwrap();
    assert_eq!(signed_distance(&thick, &ball(0.1 + 0.2)).status, Status::Separated);
    assert_eq!(signed_distance(&thick, &ball(0.3)).status, Status::Overlapping);
}

#[test]
fn all_laws_to_the_bit_hold_for_all_kinds_of_shapes() {
    let mut random = Random(42);
    let solver = Solver::default();
    for shape in shapes() {
        for _ in 0..60 {
            let plane =
                HalfSpace::new(whole_point(&mut random, 5) + vec3(0.1, 0.3, 0.7), whole(&mut random, 2)).unwrap();
            let (a, b) = (plane.at(some_pose(&mut random)), shape.clone().at(some_pose(&mut random)));
            let answer = solver.signed_distance(&a, &b);
            assert_eq!(solver.signed_distance(&b, &a), answer.swapped());
            assert!(answer.lower <= answer.distance && answer.distance <= answer.upper);
            assert!(answer.upper - answer.lower < 1e-10, "{answer:?}");
            let way = answer.point_b - answer.point_a - answer.normal * answer.distance;
            assert!(way.length() < 1e-13, "{answer:?}");
            let any: [AnyShape<Vec3<f64>>; 2] = [a.into(), b.clone().into()];
            assert_eq!(solver.signed_distance(&any[0], &any[1]), answer);
            let dynamic: [&dyn SupportMap<Vec3<f64>>; 2] = [&a, &b];
            assert_eq!(solver.signed_distance(&dynamic[0], &dynamic[1]), answer);
            let mut set = ShapeSet::new();
            let ids = [set.insert(plane), set.insert(shape.clone())];
            let placements = [Placement { shape: ids[0], pose: a.pose() }, Placement { shape: ids[1], pose: b.pose() }];
            let batch = solver.batch(&set, &placements).unwrap();
            let (mut answers, mut verdicts) = ([Proximity::default()], [false]);
            batch.signed_distances(&[[0, 1]], &mut answers).unwrap();
            assert_eq!(answers, [answer]);
            batch.distances(&[[0, 1]], &mut answers).unwrap();
            assert_eq!(answers, [solver.distance(&a, &b)]);
            batch.overlaps(&[[0, 1]], &mut verdicts).unwrap();
            assert_eq!(verdicts, [answer.status != Status::Separated]);
            // The plain distance, limits and axes say the same.
            let plain = solver.distance(&a, &b);
            assert_eq!(plain.distance, answer.distance.max(0.0));
            let near = Solver { max_distance: 1.0, ..solver }.within(&a, &b);
            assert_eq!(near, (plain.distance <= 1.0).then_some(plain));
            assert_eq!(solver.separating_axis(&a, &b).is_some(), answer.status == Status::Separated);
        }
    }
}

#[test]
fn scaling_by_a_power_of_two_scales_every_bit() {
    let mut random = Random(43);
    for exponent in [-900, -300, -40, 7, 200, 800] {
        let scale = 2f64.powi(exponent);
        for _ in 0..50 {
            let (normal, corners) =
                (whole_point(&mut random, 5) + vec3(0.1, 0.3, 0.7), [0; 4].map(|_| whole_point(&mut random, 99) * 0.1));
            let offset = whole(&mut random, 20) * 0.3;
            let (pose, other) = (some_pose(&mut random), some_pose(&mut random));
            let scaled = |pose: Pose<Vec3<f64>>, s: f64| Pose { translation: pose.translation * s, ..pose };
            let ask = |s: f64| {
                let plane = HalfSpace::new(normal, offset * s).unwrap().at(scaled(pose, s));
                signed_distance(&plane, &Hull::new(&corners.map(|corner| corner * s)).unwrap().at(scaled(other, s)))
            };
            let (one, many) = (ask(1.0), ask(scale));
            assert_eq!(
                [one.distance, one.lower, one.upper].map(|x| x * scale),
                [many.distance, many.lower, many.upper]
            );
            assert_eq!((one.normal, one.status), (many.normal, many.status));
            assert_eq!((one.point_a * scale, one.point_b * scale), (many.point_a, many.point_b));
        }
    }
}

#[test]
fn a_half_space_is_as_far_as_a_wide_box_below_its_plane() {
    let mut random = Random(44);
    let (solver, deep) = (Solver::default(), 64.0);
    let slab = Cuboid::new(vec3(deep, deep, deep)).unwrap().at(Pose::translation([0.0, 0.0, -deep]));
    for shape in shapes() {
        for _ in 0..60 {
            let pose = some_pose(&mut random);
            let near = Pose { translation: pose.translation * 0.25, ..pose };
            let (a, wide, b) = (ground().at(pose), slab.at(pose), shape.clone().at(near));
            let (found, right) = (solver.signed_distance(&a, &b), solver.signed_distance(&wide, &b));
            let error = 1e-10;
            assert!((found.distance - right.distance).abs() < error, "{found:?} {right:?}");
            assert!(found.lower <= right.upper && right.lower <= found.upper, "{found:?} {right:?}");
            assert!((found.normal - right.normal).length() < 1e-4);
            let direction = found.normal * 2.0 + vec3(0.25, 0.0, 0.5);
            let (out, far) = (solver.way_out(&a, &b, direction), solver.way_out(&wide, &b, direction));
            if right.distance < -0.01 && direction.dot(&found.normal) > 0.1 && far.distance < 8.0 {
                assert!((out.distance - far.distance).abs() < 1e-6, "{out:?} {far:?}");
                assert!(out.lower <= out.distance && out.distance <= out.upper);
            }
            assert_eq!(solver.holds(&a, &b), solver.holds(&wide, &b));
            let (contacts, known) = (solver.contacts(&a, &b, 0.5), solver.contacts(&wide, &b, 0.5));
            assert_eq!(contacts.contacts.len(), known.contacts.len());
            assert_eq!(solver.contacts(&b, &a, 0.5), contacts.clone().swapped());
            let gradient = solver.gradient(&a, &b, &found, vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
            assert_eq!(gradient.translation_b, found.normal);
        }
    }
}

#[test]
fn two_half_spaces_are_apart_only_if_their_normals_are_opposite() {
    let up = |normal: [f64; 3], offset: f64| HalfSpace::new(normal.into(), offset).unwrap();
    let (below, above) = (up([0.0, 0.0, 2.0], 2.0), up([0.0, 0.0, -0.5], -2.0)); // z ≤ 1 and z ≥ 4.
    let answer = signed_distance(&below, &above);
    assert_eq!((answer.distance, answer.status, answer.normal), (3.0, Status::Separated, vec3(0.0, 0.0, 1.0)));
    assert_eq!(signed_distance(&above, &below), answer.swapped());
    assert_eq!(answer.point_b - answer.point_a, vec3(0.0, 0.0, 3.0));
    let thick = signed_distance(&below.rounded(1.0).unwrap(), &above.rounded(2.0).unwrap());
    assert_eq!((thick.distance, thick.status), (0.0, Status::Touching));
    let deep = signed_distance(&below, &up([0.0, 0.0, -1.0], 2.0)); // z ≥ −2.
    assert_eq!((deep.distance, deep.status), (-3.0, Status::Overlapping));
    for other in [up([0.0, 0.0, 1.0], -5.0), up([1.0, 0.0, -3.0], -9.0), up([0.0, 1e-300, -1.0], -9.0)] {
        let endless = signed_distance(&below, &other);
        assert_eq!((endless.distance, endless.lower, endless.upper), (f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0));
        assert_eq!((endless.status, endless.point_a), (Status::Overlapping, endless.point_b));
        assert!((endless.normal.length() - 1.0).abs() < 1e-15 && endless.point_a.z.is_finite());
        assert_eq!(signed_distance(&other, &below), endless.swapped());
        assert_eq!(distance(&below, &other).distance, 0.0);
        assert!(overlaps(&below, &other));
        assert!(Solver::default().contacts(&below, &other, 1.0).contacts.is_empty());
    }
}

#[test]
fn a_cast_meets_the_ground_when_its_height_is_used_up() {
    let (solver, plane) = (Solver::default(), ground());
    let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::translation([5.0, 0.0, 4.0]));
    let cast = solver.cast(&plane, &block, vec3(1.0, 0.0, -6.0));
    assert!(cast.outcome == Outcome::Hit && cast.lower <= 0.5 && 0.5 <= cast.upper && cast.upper - cast.lower < 1e-14);
    assert_eq!(cast.contact.normal, vec3(0.0, 0.0, 1.0));
    let swapped = solver.cast(&block, &plane, vec3(-1.0, 0.0, 6.0));
    assert_eq!((swapped.fraction, swapped.lower, swapped.upper), (cast.fraction, cast.lower, cast.upper));
    // The end decides without rounding, however long the way is.
    for (fall, outcome) in [(3.0, Outcome::Hit), (3f64.next_up(), Outcome::Hit), (3f64.next_down(), Outcome::Clear)] {
        assert_eq!(solver.cast(&plane, &block, vec3(1e9, 0.0, -fall)).outcome, outcome, "{fall}");
    }
    let ray = solver.cast_ray(&plane, vec3(0.0, 0.0, 1.0), vec3(3e12, 0.0, -4e12));
    assert!(ray.is_hit() && (ray.fraction * 4e12 - 1.0).abs() < 1e-12 && ray.upper * 4e12 - 1.0 < 1e-12, "{ray:?}");
    assert_eq!(solver.cast(&plane, &block, vec3(7.0, 1.0, 0.0)).outcome, Outcome::Clear);
    assert_eq!(solver.cast(&plane, &block, vec3(0.0, 0.0, 9.0)).contact.distance, 12.0);
    assert_eq!(solver.hit(&plane, &block, vec3(1.0, 0.0, -6.0)), Some(cast));
    assert_eq!(solver.hit(&plane, &block, vec3(1.0, 0.0, 6.0)), None);
    let skin = Solver { target: 1.5, ..solver }.cast(&plane, &block, vec3(0.0, 0.0, -6.0));
    assert!(skin.lower <= 0.25 && 0.25 <= skin.upper && (skin.contact.distance - 1.5).abs() < 1e-12);
    // In contact at the start.
    let resting = block.at(Pose::translation([0.0, 0.0, -3.0]));
    assert_eq!(solver.cast(&plane, &resting, vec3(0.0, 0.0, 1.0)).upper, 0.0);
    let leaving = Solver { start: Start::Leave, ..solver };
    assert_eq!(leaving.cast(&plane, &resting, vec3(0.0, 0.0, 1.0)).outcome, Outcome::Clear);
    assert_eq!(leaving.cast(&plane, &resting, vec3(9.0, 0.0, -1e-300)).outcome, Outcome::Hit);
    let crossing = solver.crossing(&plane, &block, vec3(0.0, 1.0, -2.0)).unwrap();
    assert!((crossing.entry.fraction - 1.5).abs() < 1e-14 && crossing.exit.fraction == f64::INFINITY);
    let rising = solver.crossing(&plane, &block, vec3(0.0, 1.0, 2.0)).unwrap();
    assert!((rising.exit.fraction + 1.5).abs() < 1e-14 && rising.entry.fraction == f64::NEG_INFINITY);
    assert_eq!(solver.crossing(&plane, &block, vec3(1.0, 1.0, 0.0)), None);
}

#[test]
fn casts_past_tilted_planes_end_where_the_distance_at_rest_is_zero() {
    let mut random = Random(45);
    let (solver, mut hits) = (Solver::default(), 0);
    for shape in shapes() {
        for _ in 0..40 {
            let (a, b) = (ground().at(some_pose(&mut random)), shape.clone().at(some_pose(&mut random)));
            let way = whole_point(&mut random, 40);
            let cast = solver.cast(&a, &b, way);
            let at = |fraction: f64| {
                let pose = b.pose();
                let moved = Pose { translation: pose.translation + way * fraction, ..pose };
                solver.signed_distance(&a, &shape.clone().at(moved)).distance
            };
            if cast.outcome == Outcome::Hit && cast.upper > 0.0 {
                assert!(at(cast.fraction).abs() < 1e-10 && cast.upper - cast.lower < 1e-9, "{cast:?}");
                hits += 1;
            } else if cast.is_clear() {
                assert!(at(0.0) > -1e-12 && at(1.0) > -1e-12 && (at(1.0) - cast.contact.distance).abs() < 1e-12);
            }
            assert_eq!(solver.cast(&b, &a, -way).swapped().lower, cast.lower);
        }
    }
    assert!(hits > 30, "{hits} hits");
}

#[test]
fn bodies_that_turn_meet_the_ground_with_their_corner() {
    let solver = Solver::default();
    let square = Cuboid::new(vec2(1.0f64, 1.0)).unwrap().at(Pose::translation([0.0, 1.25]));
    let floor = HalfSpace::new(vec2(0.0f64, 1.0), 0.0).unwrap();
    let spin = Motion::turn(vec2(0.0, 1.25), PI / 4.0);
    let cast = solver.impact(&floor, &Motion::still(), &square, &spin);
    // The corner is at √2·sin(45° + angle) below the middle.
    let angle = (1.25 / 2f64.sqrt()).asin() - PI / 4.0;
    let cast: Cast<Vec2<f64>> = cast;
    assert!(cast.is_hit() && (cast.fraction - angle / (PI / 4.0)).abs() < 2e-11, "{cast:?}");
    assert!(cast.lower <= cast.fraction && cast.fraction <= cast.upper);
    // Where it is high enough, the least clearance is that at 45°.
    let high = Cuboid::new(vec2(1.0, 1.0)).unwrap().at(Pose::translation([0.0, 1.5]));
    let least = solver.clearance(&floor, &Motion::still(), &high, &Motion::turn(vec2(0.0, 1.5), PI / 2.0));
    let right = 1.5 - 2f64.sqrt();
    assert!((least.distance - right).abs() < 1e-12 && least.lower <= right && right <= least.upper, "{least:?}");
    // The plane itself turns: a barrier comes down.
    let barrier = Motion::turn(vec2(0.0, 0.0), PI / 2.0);
    let post = Ball::new(vec2(0.0, 2.0), 0.5).unwrap();
    let cast = solver.impact(&floor, &barrier, &post, &Motion::still());
    assert!(cast.is_hit() && (cast.fraction * PI / 2.0 - (0.25f64).acos()).abs() < 1e-10, "{cast:?}");
    let path = [Motion::travel(vec2(3.0, -1.0)), Motion::travel(vec2(3.0, 2.0))];
    let along = solver.clearance_along(&floor, &post, &path);
    assert!((along.distance - 0.5).abs() < 1e-12 && (along.fraction - 1.0).abs() < 1e-9, "{along:?}");
}

#[test]
fn resting_shapes_have_the_contacts_of_their_lower_face() {
    let contacts = |shape: AnyShape<Vec3<f64>>, height: f64| {
        let at = shape.at(Pose::translation([100.0, -7.0, height]));
        Solver::default().contacts(&ground(), &at, 0.125).contacts
    };
    let block = contacts(Cuboid::new(vec3(1.0, 2.0, 0.5)).unwrap().into(), 0.5625);
    assert_eq!(block.iter().map(|contact| contact.separation).collect::<Vec<_>>(), [0.0625; 4]);
    assert!(block.iter().all(|contact| contact.point_a.z == 0.0 && contact.point_b.z == 0.0625));
    assert_eq!(contacts(Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap().into(), 0.5).len(), 1);
    assert_eq!(contacts(Cylinder::new(1.0, 0.5).unwrap().into(), 0.5).len(), 2);
    assert_eq!(contacts(Capsule::new(vec3(0.0, 0.0, 0.0), vec3(3.0, 0.0, 0.0), 0.5).unwrap().into(), 0.5).len(), 2);
    assert!(contacts(Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap().into(), 1.0).is_empty());
}

#[test]
fn half_planes_and_single_precision_are_half_spaces_too() {
    let wall = HalfSpace::new(vec2(-3.0f32, 4.0), 10.0).unwrap(); // A distance of 2 from the origin.
    let answer = signed_distance(&wall, &Ball::new(vec2(-3.0f32, 4.0), 1.0).unwrap());
    assert!((answer.distance - 2.0).abs() < 1e-6 && answer.lower <= 2.0 && 2.0 <= answer.upper);
    let turned = wall.at(Pose::new(Rotation2::new(0.0, 1.0).unwrap(), vec2(0.0, 0.0)).unwrap());
    let answer = signed_distance(&turned, &Segment::new(vec2(0.0f32, 0.0), vec2(0.0, 1.0)).unwrap());
    assert_eq!(answer.status, Status::Overlapping);
    let aabb = ground().rounded(0.5).unwrap().aabb();
    assert_eq!((aabb.upper.z, aabb.lower.z), (0.5, f64::NEG_INFINITY));
    assert_eq!((aabb.lower.x, aabb.upper.y), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn numbers_that_are_no_plane_are_refused_and_parts_of_sums_claim_nothing() {
    let new = |normal: [f64; 3], offset: f64| HalfSpace::new(Vec3::from(normal), offset);
    assert_eq!(new([0.0; 3], 1.0), Err(ShapeError::NoDirection));
    assert_eq!(new([f64::NAN, 0.0, 1.0], 1.0), Err(ShapeError::NotFinite { index: 0 }));
    assert_eq!(new([0.0, 0.0, 1.0], f64::INFINITY), Err(ShapeError::NotFinite { index: 1 }));
    assert_eq!(new([0.0, 0.0, 1e-300], 1e300), Err(ShapeError::NotFinite { index: 1 }));
    assert!(new([0.0, 0.0, 1e-300], 1e-300).is_ok() && new([1e300, 0.0, 1e300], 1e300).is_ok());
    let ball = Ball::new(vec3(0.0, 0.0, 3.0), 1.0).unwrap();
    for shape in [AnyShape::from(ground().sum(ball).unwrap()), ground().swept(vec3(1.0, 0.0, 0.0)).unwrap().into()] {
        let answer = signed_distance(&shape, &ball);
        assert_eq!((answer.lower, answer.upper), (f64::NEG_INFINITY, f64::INFINITY));
    }
    let lost = signed_distance(&ground().at(Pose::translation([0.0, f64::NAN, 0.0])), &ball);
    assert_eq!((lost.lower, lost.upper), (f64::NEG_INFINITY, f64::INFINITY));
    let _: Vec2<f64> = HalfSpace::new(vec2(1.0, 0.0), 1.0).unwrap().normal();
}

/// Cause: a radius of zero had the exponent 0, and 0 times 2 to the power of 1024 is no number. Law: exact bounds hold to the
/// ends of the range, and are those of a box below the plane.
#[test]
fn exact_distances_that_are_subnormal_hold() {
    let exact = Solver { precision: Precision::Exact, ..Solver::default() };
    let size = 1e-300;
    for gap in [1e-306f64, 1e-308, -1e-308, 1e-310, -1e-310, 5e-324] {
        for normal in [vec3(0.0, 0.0, 1.0), vec3(0.0, 0.0, 3.0)] {
            let plane = HalfSpace::new(normal, 0.0).unwrap();
            let small = if gap.abs() < 1e-307 { gap.abs() } else { size };
            let cube = |place: f64| {
                let half = vec3(small, small, small);
                Cuboid::new(half).unwrap().at(Pose::translation([0.0, 0.0, place]))
            };
            let found = exact.signed_distance(&plane, &cube(small + gap));
            let right = exact.signed_distance(&cube(-small), &cube(small + gap));
            assert_eq!(found.status, right.status, "{gap:e}");
            assert!(found.lower <= right.upper && right.lower <= found.upper, "{gap:e} {found:?} {right:?}");
            let width = 4.0 * f64::from_bits(1) + 4.0 * f64::EPSILON * found.distance.abs();
            assert!(found.upper - found.lower <= width, "{gap:e} {found:?}");
        }
    }
}

/// Cause: the depth of two half-spaces counted as growing along one of the normals, which exchange does not keep. Law: no
/// translation makes them deeper or parts them, so under [`Start::Leave`] each travel is clear.
#[test]
fn half_spaces_that_nothing_parts_get_no_deeper() {
    let leave = Solver { start: Start::Leave, ..Solver::default() };
    let plane = |normal: Vec3<f64>| HalfSpace::new(normal, 0.5).unwrap();
    let normals = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)];
    for (a, b) in [(normals[0], normals[1]), (normals[0], normals[0]), (normals[1], normals[0])] {
        for way in normals.iter().flat_map(|&normal| [normal, -normal]) {
            let (forth, back) = (leave.cast(&plane(a), &plane(b), way), leave.cast(&plane(b), &plane(a), -way));
            assert_eq!([forth.outcome, back.outcome], [Outcome::Clear; 2], "{a:?} {b:?} {way:?}");
        }
    }
}
