//! Reports about casts and impacts of other engines.

use super::onto;
use clearance::{
    Ball, Capsule, Cast, Cuboid, Cylinder, Motion, Outcome, Point, Points, Pose, Rotation2, Segment, Shape, Solver,
    Start, SupportMap, Vec2, Vec3, signed_distance, vec2, vec3,
};

/// Box2D's disabled test `B2_SHORT_EDGE_CAST_REPRO` (B2): a point that falls past the short edge of a plank tripped an
/// assertion on a normal of length zero. Law: the slabs of the plank.
#[test]
fn b2_a_point_that_falls_beside_the_short_edge_of_a_plank_hits_it() {
    let plank = Cuboid::new(vec2(0.5f64, 0.0002)).unwrap();
    let cast = Solver::default().cast_ray(&plank, vec2(0.506, 0.0035), vec2(-0.01, -0.5));
    // It is at y = ±h for fractions 0.0066 to 0.0074, and then x is 0.50593 and more: beyond the edge.
    assert_eq!(cast.outcome, Outcome::Clear, "{cast:?}");
    let cast = Solver::default().cast_ray(&plank, vec2(0.506, 0.0035), vec2(-0.75, -0.5));
    // x is 0.5 at fraction 0.008, and y is −0.0005 there; on the plank's height x is 0.5005: beyond, too.
    assert_eq!(cast.outcome, Outcome::Clear, "{cast:?}");
    let cast = Solver::default().cast_ray(&plank, vec2(0.506, 0.0035), vec2(-1.0, -0.5));
    assert!(cast.is_hit() && (cast.fraction - 0.0066).abs() < 1e-12, "{cast:?}");
    assert!((cast.contact.normal - vec2(0.0, 1.0)).length() < 1e-12, "{cast:?}");
}

/// box2d#625 (B5): the loop of a shape cast ended with an empty simplex where the distance was the radius to a
/// hundredth. The shapes are not in the report; the vector and the radius are. Law: 1 − radius/|v|.
#[test]
fn b5_a_disc_at_a_hundredth_of_its_radius_hits_where_the_quotient_says() {
    let v = vec2(-0.105458483f64, 0.229372352);
    let radius = 0.249999985;
    let disc = Ball::new(v, radius).unwrap();
    let right = 1.0 - radius / v.length();
    let point = Point::new(vec2(0.0, 0.0)).unwrap();
    let cast = Solver::default().cast(&point, &disc, -v);
    assert!(cast.is_hit() && cast.lower <= right + 1e-15 && right - 1e-15 <= cast.upper, "{cast:?}, not {right}");
    assert!(cast.upper - cast.lower < 1e-13);
    let square = Cuboid::new(vec2(0.25, 0.25)).unwrap().at(Pose::translation([0.25, -0.25]));
    let cast = Solver::default().cast(&square, &disc, -v);
    assert!(cast.is_hit() && (cast.fraction - right).abs() < 1e-13, "{cast:?}, not {right}");
}

/// Whether an impact agrees with the signed distances of shapes at rest at many fractions. Nothing is promised about the
/// depth at the upper bound of a slow hit. The limit guards against hits that are told late: it is 750 roundings of a
/// coordinate of 48, about three times what the search leaves here.
fn agrees_with_samples(cast: &Cast<Vec2<f64>>, count: u32, distance: impl Fn(f64) -> f64) {
    let mut least = f64::INFINITY;
    for k in 0..=count {
        let t = f64::from(k) / f64::from(count);
        let d = distance(t);
        least = least.min(d);
        assert!(t > cast.lower || d > -1e-14, "{cast:?}: {d:e} at {t}");
    }
    match cast.outcome {
        Outcome::Clear => assert!(least > 0.0, "{least:e}"),
        Outcome::Hit => {
            let ends = [cast.lower, cast.upper].map(distance);
            assert!(ends[0] > -1e-14 && ends[1].abs() < 4e-12, "{ends:?}: {cast:?}");
        }
        Outcome::Near => panic!("{cast:?}"),
    }
}

/// Box2D's sample for the time of impact (B6): a capsule that turns beside the corner of a box. Law: the answers for
/// shapes at rest.
#[test]
fn b6_a_capsule_that_turns_beside_a_corner_agrees_with_its_samples() {
    let corners = [vec2(-16.25f64, 44.75), vec2(-15.75, 44.75), vec2(-15.75, 45.25), vec2(-16.25, 45.25)];
    let square = Points::new(&corners).unwrap();
    let pose = |x: f64, y: f64, c: f64, s: f64| {
        let length = c.hypot(s);
        Pose::new(Rotation2::new(c / length, s / length).unwrap(), vec2(x, y)).unwrap()
    };
    let start = pose(-15.8332710, 45.3520279, -0.540891349, 0.841092527);
    let end = pose(-15.8324337, 45.3413048, -0.457797021, 0.889056742);
    let mut hits = 0;
    // As in the sample, and with the capsule a little lower and to the left.
    for (x, y) in [(0.0, 0.0), (0.0, -0.002), (-0.01, -0.003), (-0.05, -0.0041), (-0.05, 0.0), (0.0, -0.01)] {
        let moved = |pose: Pose<Vec2<f64>>| Pose::new(pose.rotation, pose.translation + vec2(x, y)).unwrap();
        let capsule = Capsule::new(vec2(0.0, -0.125), vec2(0.0, 0.125), 0.0299999993).unwrap();
        let motion = Motion::between(moved(start), moved(end), moved(start).translation);
        let placed = capsule.at(moved(start));
        let cast = onto(&square, &placed, &motion);
        let distance = |t: f64| signed_distance(&square, &capsule.at(motion.pose_at(moved(start), t))).distance;
        if cast.outcome == Outcome::Hit && cast.lower > 0.0 {
            hits += 1;
        }
        if !(cast.outcome == Outcome::Hit && cast.upper == 0.0) {
            agrees_with_samples(&cast, 2000, distance);
        } else {
            assert!(distance(0.0) <= 0.0);
        }
    }
    assert!(hits > 0);
}

/// JoltPhysics#2103: a cylinder that starts at a capsule to rounding, and moves by a little, was told six units deep. Law:
/// the distance of the axis of the capsule to the cylinder, less the radius.
#[test]
fn a_cylinder_cast_that_starts_at_a_capsule_is_not_deep() {
    let place = vec3(-0.951660156f64, -2.09155273, -7.63574218);
    let radius = 7.19732189;
    let rod = Capsule::new(vec3(0.0, -2.03114343, 0.0), vec3(0.0, 2.03114343, 0.0), radius).unwrap();
    let post = Cylinder::new(0.3, 0.4975).unwrap().at(Pose::translation(place));
    // The post spans the end of the rod in y, but for its lower part: across the axis it is at |x, z| − its radius.
    let across = place.x.hypot(place.z) - 0.4975;
    let gap = across - radius;
    let way = vec3(0.00244140625, -0.0068359375, 0.0029296875);
    for start in [Start::Stop, Start::Leave] {
        let cast = Solver { start, ..Solver::default() }.cast(&rod, &post, way);
        let there = cast.contact;
        assert!((there.distance - gap).abs() < 0.01 && there.upper - there.lower < 1e-9, "{cast:?}");
        assert!(there.distance > -0.01 && there.normal.y.abs() < 0.1, "{cast:?}");
    }
}

/// JoltPhysics#1734: a cylinder cast down on a scaled box got a normal with parts along x and z. Law: the normal of the
/// face.
#[test]
fn a_cylinder_cast_down_on_a_wide_box_hits_its_face_along_the_normal_of_the_face() {
    let post = Cylinder::new(1.2f64, 0.75).unwrap();
    for (x, z) in [(0.0, 0.0), (3.25, -1.5), (-7.0, 4.125), (9.9, 9.9)] {
        let plate = Cuboid::new(vec3(10.0, 0.5, 10.0)).unwrap();
        let cast = Solver::default().cast(&plate, &post.at(Pose::translation([x, 5.0, z])), vec3(0.0, -8.0, 0.0));
        assert!(cast.is_hit() && (cast.fraction - 3.3 / 8.0).abs() < 1e-12, "{cast:?}");
        assert!((cast.contact.normal - vec3(0.0, 1.0, 0.0)).length() < 1e-9, "{cast:?}");
    }
}

/// JoltPhysics#2049: a contact whose normal is across the way was taken for a back face, and the hit was missed. Law:
/// faces that slide along each other touch, and so do edges.
#[test]
fn contacts_whose_normal_is_across_the_way_are_hits() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    for (y, z) in [(2.0, 0.0), (2.0, 2.0), (2.0, 0.75), (-2.0, -2.0)] {
        let other = cube.at(Pose::translation([-4.0, y, z]));
        let cast = Solver::default().cast(&cube, &other, vec3(8.0, 0.0, 0.0));
        assert!(cast.is_hit() && cast.lower <= 0.25 && 0.25 <= cast.upper, "{cast:?}");
    }
}

/// JoltPhysics#1786: a cast that starts touching without overlap was no hit if the deepest was asked for. Law: touching at
/// the start is a hit at 0, whichever way it goes.
#[test]
fn a_cast_that_starts_touching_is_a_hit_at_the_start() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let side = Segment::new(vec3(1.0, -1.0, 0.5), vec3(1.0, 3.0, 0.5)).unwrap();
    let bodies: [&dyn SupportMap<Vec3<f64>>; 4] = [
        &cube.at(Pose::translation([2.0, 0.5, 0.0])),
        &Ball::new(vec3(2.0, 0.0, 0.0), 1.0).unwrap(),
        &side,
        &Capsule::new(vec3(1.5, -1.0, 0.0), vec3(1.5, 1.0, 0.0), 0.5).unwrap(),
    ];
    for body in bodies {
        for way in [vec3(-1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 0.0)] {
            let cast = Solver::default().cast(&cube, &body, way);
            assert_eq!((cast.outcome, cast.lower, cast.upper), (Outcome::Hit, 0.0, 0.0), "{cast:?}");
        }
    }
}
