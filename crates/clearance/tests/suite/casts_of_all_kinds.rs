//! Casts of every pair of kinds against queries for shapes at rest: what is proven about a motion holds at each moment.

use clearance::{
    AnyShape, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Outcome, Point, Pose, Precision, Quaternion, Segment,
    Shape, Solver, SupportMap, Triangle, Vec3, vec3,
};

use crate::random::Random;

type Body = Box<dyn SupportMap<Vec3<f64>>>;

/// One shape of each kind, in the unit `size`.
fn kinds(random: &mut Random) -> Vec<Body> {
    let o = vec3(0.0, 0.0, 0.0);
    let hull = random.hull(12);
    let ball = Ball::new(o, 0.6).unwrap();
    let cuboid = Cuboid::new(vec3(0.9, 0.4, 0.6)).unwrap();
    let segment = Segment::new(vec3(-0.8, 0.1, 0.0), vec3(0.7, 0.3, 0.2)).unwrap();
    vec![
        Box::new(ball),
        Box::new(Point::new(o).unwrap()),
        Box::new(segment),
        Box::new(Capsule::new(vec3(0.0, -0.7, 0.0), vec3(0.2, 0.8, 0.1), 0.3).unwrap()),
        Box::new(Triangle::new(vec3(-0.7, 0.0, 0.1), vec3(0.9, 0.2, 0.0), vec3(0.0, 0.8, 0.4)).unwrap()),
        Box::new(cuboid),
        Box::new(hull),
        Box::new(cuboid.rounded(0.125).unwrap()),
        Box::new(Ellipsoid::new(vec3(0.9, 0.5, 0.3)).unwrap()),
        Box::new(Cylinder::new(0.7, 0.4).unwrap()),
        Box::new(Cone::new(0.7, 0.6).unwrap().rounded(0.1).unwrap()),
        Box::new(Cone::new(0.8, 0.5).unwrap()),
        Box::new(cuboid.sum(ball).unwrap()),
        Box::new(ball.hull_with(Ball::new(vec3(1.0, 0.0, 0.0), 0.2).unwrap()).unwrap()),
        Box::new(segment.swept(vec3(0.1, 0.9, 0.3)).unwrap()),
        Box::new(AnyShape::from(Cylinder::new(0.3, 0.9).unwrap())),
    ]
}

fn pose(random: &mut Random, reach: f64) -> Pose<Vec3<f64>> {
    let turn = Quaternion::from_axis_angle(random.point(), 3.0 * random.signed());
    Pose::new(turn, random.point() * reach).unwrap()
}

#[test]
fn what_a_cast_proves_holds_at_every_moment() {
    let mut random = Random(11);
    let solver = Solver::default();
    let (mut hits, mut clear, mut near, mut widest) = (0, 0, 0, 0.0f64);
    for _ in 0..3 {
        let kinds = kinds(&mut random);
        for a in &kinds {
            for b in &kinds {
                let (start, place) = (pose(&mut random, 1.0), pose(&mut random, 1.0));
                let from = random.point();
                let from = from * (6.0 / from.length());
                let way = (random.point() - from) * 1.5;
                let (a, moved) = (a.at(place), |t: f64| b.at(start.with_translation(from + way * t)));
                let cast = solver.cast(&a, &moved(0.0), way);
                let hit = solver.hit(&a, &moved(0.0), way);
                assert_eq!(hit, (!cast.is_clear()).then_some(cast), "a hit is the cast, unless it is clear");
                assert_eq!(solver.hit(&moved(0.0), &a, -way).is_some(), hit.is_some());
                let distance = |t: f64| solver.signed_distance(&a, &moved(t));
                for k in 0..5 {
                    let t = cast.lower * (f64::from(k) + 0.5) / 5.0;
                    // The place of B at t is rounded here.
                    assert!(distance(t).upper > -1e-14, "{cast:?} {t} {:?}", distance(t));
                }
                match cast.outcome {
                    Outcome::Clear => clear += 1,
                    Outcome::Near => near += 1,
                    Outcome::Hit => {
                        hits += 1;
                        assert!(distance(cast.upper).lower < 1e-14, "{cast:?} {:?}", distance(cast.upper));
                        assert!(cast.lower <= cast.fraction && cast.fraction <= cast.upper);
                        assert!(cast.contact.lower <= 1e-12 && cast.contact.upper >= 0.0, "{cast:?}");
                        assert!((cast.contact.normal.length() - 1.0).abs() < 1e-12);
                        let speed = -cast.contact.normal.dot(way) / way.length();
                        widest = widest.max((cast.upper - cast.lower) * speed);
                        let gap = cast.contact.point_b - cast.contact.point_a;
                        assert!(gap.length() < 1e-9, "{cast:?}");
                    }
                }
            }
        }
    }
    assert!(hits > 200 && clear > 100, "{hits} {clear}");
    assert!(near == 0 && widest < 1e-12, "{near} {widest:e}");
}

#[test]
fn the_bracket_of_polytopes_is_as_narrow_as_promised() {
    let mut random = Random(17);
    let (mut hits, mut worst) = (0, 0.0f64);
    for round in 0..300 {
        let (a, b) = (random.hull(4 + round % 20), Cuboid::new(vec3(0.7, 0.4, 0.9)).unwrap());
        let (turned, place) = (pose(&mut random, 6.0), pose(&mut random, 1.0));
        let way = (random.point() - turned.translation) * 1.5;
        let (a, b) = (a.at(place), b.at(turned));
        let cast = Solver::default().cast(&a, &b, way);
        let exact = Solver { precision: Precision::Exact, ..Solver::default() }.cast(&a, &b, way);
        assert_eq!(cast.outcome, exact.outcome);
        if cast.outcome != Outcome::Hit || cast.lower == 0.0 {
            continue;
        }
        hits += 1;
        assert!(exact.upper <= exact.lower.next_up().next_up());
        assert!(cast.lower <= exact.upper && exact.lower <= cast.upper, "{cast:?} {exact:?}");
        let size = 3f64.sqrt() * (1.0 + 0.9 + (turned.translation - place.translation).length());
        let closing = -cast.contact.normal.dot(way);
        worst = worst.max((cast.upper - cast.lower) * closing / (f64::EPSILON / 2.0 * size));
    }
    assert!(hits > 100, "{hits}");
    assert!(worst <= 16.0, "{worst}");
}
