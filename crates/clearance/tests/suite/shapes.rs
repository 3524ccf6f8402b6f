//! Every shape and combinator against closed forms, at many scales, for all vector types.

use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Point, Points, Pose, Precision, Quaternion, Real, Rotation2,
    Segment, Shape, Solver, Space, Status, SupportMap, Triangle, Vec2, Vec3, Vector, distance, overlaps,
    signed_distance, vec2, vec3,
};

/// Sizes whose powers leave the range of `f64` on both sides.
const SCALES: [f64; 7] = [1e-300, 1e-30, 1e-3, 1.0, 1e3, 1e30, 1e300];

fn close(found: f64, right: f64, unit: f64) {
    assert!((found - right).abs() <= 1e-11 * unit, "{found:e} is not {right:e}");
}

fn right(x: f64) -> Pose<Vec3<f64>> {
    Pose::translation([x, 0.0, 0.0])
}

/// Source: measured with parry3d 0.31.1 (`f32`). The exact distances are 2·s, 2.5·s and 2·s for the scale s.
/// For the cylinder the answer was 6.5·s at s = 1e-4.
/// Law: the unit of length does not matter.
#[test]
fn a_cylinder_a_capsule_and_a_cone_keep_their_distance_at_every_scale() {
    for s in SCALES {
        let cuboid = Cuboid::new(vec3(s, s, s)).unwrap();
        let away = Pose::translation([4.0 * s, 0.3 * s, 0.2 * s]);
        let cylinder = Cylinder::new(s, s).unwrap().at(away);
        close(distance(&cuboid, &cylinder).distance, 2.0 * s, s);
        let capsule = Capsule::new(vec3(0.0, -s, 0.0), vec3(0.0, s, 0.0), s / 2.0).unwrap().at(away);
        close(distance(&cuboid, &capsule).distance, 2.5 * s, s);
        let cone = Cone::new(s, s).unwrap().at(away);
        close(distance(&cuboid, &cone).distance, 2.0 * s, s);
    }
}

/// Source: parry (`f32`). The distance was 0 for translations of 1e20 and 1e30.
/// Law: such translations are valid, and the distance is that of the places.
#[test]
fn shapes_very_far_apart_answer_with_their_distance() {
    for v in [1e20, 1e30, 1e100] {
        let cone = Cone::new(1.0, 1.0).unwrap().at(right(v));
        let found = distance(&cone, &Cylinder::new(1.0, 1.0).unwrap());
        close(found.distance, v, v);
    }
}

#[test]
fn an_ellipsoid_is_as_far_as_its_pole() {
    for s in SCALES {
        let ellipsoid = Ellipsoid::new(vec3(3.0 * s, 2.0 * s, s)).unwrap();
        let ball = Ball::new(vec3(0.0, 0.0, 5.0 * s), s).unwrap();
        let found = distance(&ellipsoid, &ball);
        close(found.distance, 3.0 * s, s);
        close(found.point_a.z, s, s);
        assert!(found.lower <= 3.0 * s * (1.0 + 1e-15) && found.upper >= 3.0 * s * (1.0 - 1e-15));
    }
}

#[test]
fn a_round_ellipsoid_is_a_ball() {
    let ellipsoid = Ellipsoid::new(vec3(2.0f64, 2.0, 2.0)).unwrap();
    let point = Point::new(vec3(3.0, -4.0, 12.0)).unwrap();
    close(distance(&ellipsoid, &point).distance, 11.0, 1.0);
    let inside = Solver::default().closest_point(&ellipsoid, vec3(0.5, 0.0, 0.0));
    assert_eq!(inside.status, Status::Overlapping);
    assert!((inside.distance + 1.5).abs() < 1e-6, "{}", inside.distance);
}

#[test]
fn flat_round_shapes_are_valid() {
    let disc = Cylinder::new(0.0, 1.0).unwrap();
    let needle = Cone::new(1.0, 0.0).unwrap().at(right(3.0));
    let plate = Ellipsoid::new(vec3(1.0, 0.0, 1.0)).unwrap();
    close(distance(&disc, &needle).distance, 2.0, 1.0);
    close(distance(&plate, &needle).distance, 2.0, 1.0);
    let above = Ball::new(vec3(0.2, 3.0, 0.1), 1.0).unwrap();
    close(distance(&disc, &above).distance, 2.0, 1.0);
    close(distance(&plate, &above).distance, 2.0, 1.0);
}

#[test]
fn a_sum_of_boxes_is_the_box_of_the_sums() {
    let (a, b) = (Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap(), Cuboid::new(vec3(0.5, 0.25, 0.125)).unwrap());
    let sum = a.sum(b).unwrap();
    let whole = Cuboid::new(vec3(1.5, 2.25, 3.125)).unwrap();
    let points = [vec3(9.0, 7.0, 5.0), vec3(8.0, 9.0, 9.0)];
    let probe = Points::new(&points).unwrap();
    assert_eq!(sum.vertex_count(), 64);
    close(distance(&sum, &probe).distance, distance(&whole, &probe).distance, 1.0);
    let exact = Solver { precision: Precision::Exact, ..Solver::default() };
    assert_eq!(exact.distance(&sum, &probe).distance, exact.distance(&whole, &probe).distance);
}

#[test]
fn a_swept_ball_is_a_capsule() {
    let ball = Ball::new(vec3(1.0, 0.0, 0.0), 0.5).unwrap();
    let swept = ball.swept(vec3(0.0, 4.0, 0.0)).unwrap();
    let capsule = Capsule::new(vec3(1.0, 0.0, 0.0), vec3(1.0, 4.0, 0.0), 0.5).unwrap();
    let cuboid = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(right(5.0));
    assert_eq!(distance(&swept, &cuboid).distance, distance(&capsule, &cuboid).distance);
}

#[test]
fn the_hull_of_two_balls_is_a_tapered_capsule() {
    // Radii 2 and 1, centres 5 apart. The slope of the slanted side is asin(1/5), and the side is 2 from the first
    // centre.
    let (a, b) = (Ball::new(vec2(0.0, 0.0), 2.0).unwrap(), Ball::new(vec2(5.0, 0.0), 1.0).unwrap());
    let hull = a.hull_with(b).unwrap();
    let normal = vec2(0.2, (1.0f64 - 0.04).sqrt());
    let above = Point::new(vec2(2.0, 0.0) + normal * 4.0).unwrap();
    // The point (2, 0) + 4 n lies 4 + 0.4 above the parallel to the side through the first centre. The side itself is 2
    // above it.
    close(distance(&hull, &above).distance, 4.0 + 2.0 * 0.2 - 2.0, 1.0);
}

#[test]
fn the_hull_of_two_boxes_stays_a_polytope_with_exact_answers() {
    let a = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let turn = Quaternion::new(0.1, 0.2, 0.3, 0.9).unwrap();
    let b = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::new(turn, vec3(4.0, 0.0, 0.0)).unwrap());
    let hull = a.hull_with(b).unwrap();
    assert_eq!(hull.vertex_count(), 16);
    let point = Point::new(vec3(2.0, 9.0, 0.5)).unwrap();
    let (float, exact) =
        (distance(&hull, &point), Solver { precision: Precision::Exact, ..Solver::default() }.distance(&hull, &point));
    assert!((float.distance - exact.distance).abs() < 1e-14);
    assert!(float.lower <= exact.distance && exact.distance <= float.upper);
}

#[test]
fn a_safety_zone_adds_to_every_side() {
    let cuboid = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let zone = cuboid.rounded(0.25).unwrap().rounded(0.5).unwrap();
    let point = Point::new(vec3(5.0, 0.0, 0.0)).unwrap();
    assert_eq!(distance(&zone, &point).distance, 3.25);
    assert_eq!(distance(&zone, &point).point_a, vec3(1.75, 0.0, 0.0));
}

#[test]
fn shapes_behind_a_pointer_answer_alike() {
    let shapes: Vec<Box<dyn SupportMap<Vec3<f64>>>> = vec![
        Box::new(Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap()),
        Box::new(Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap()),
        Box::new(Cylinder::new(1.0, 1.0).unwrap()),
    ];
    for shape in &shapes {
        close(distance(shape, &Point::new(vec3(3.0, 0.0, 0.0)).unwrap()).distance, 2.0, 1.0);
    }
}

#[test]
fn constructors_name_what_is_wrong() {
    use clearance::ShapeError;
    assert_eq!(Points::<Vec3<f64>>::new(&[]).err(), Some(ShapeError::Empty));
    let bad = [vec2(0.0, 0.0), vec2(f64::NAN, 0.0)];
    assert_eq!(Points::new(&bad).err(), Some(ShapeError::NotFinite { index: 1 }));
    assert_eq!(Ball::new(vec2(0.0, 0.0), -1.0).err(), Some(ShapeError::Negative));
    assert_eq!(Cuboid::new(vec3(1.0, -1.0, 1.0)).err(), Some(ShapeError::Negative));
    assert_eq!(Ellipsoid::new(vec2(1.0, f64::INFINITY)).err(), Some(ShapeError::NotFinite { index: 0 }));
    assert_eq!(Cylinder::new(1.0f32, -1.0).err(), Some(ShapeError::Negative));
}

/// One suite for the plane and space, f32 and f64.
macro_rules! suite {
    ($name:ident, $v:ty, $from:expr, $turn:expr) => {
        mod $name {
            use super::*;
            type S = <$v as Vector>::Scalar;
            fn v(x: f64, y: f64) -> $v {
                <$v>::narrow($from(x, y))
            }
            fn s(x: f64) -> S {
                S::narrow(x)
            }

            #[test]
            fn boxes_segments_triangles_and_balls_agree_on_their_gaps() {
                let cuboid = Cuboid::new(v(1.0, 1.0)).unwrap();
                let beside = |x: f64| Pose::translation(v(x, 0.25));
                let others: [(Box<dyn SupportMap<$v>>, f64); 4] = [
                    (Box::new(Ball::new(v(0.0, 0.0), s(0.5)).unwrap().at(beside(3.0))), 1.5),
                    (Box::new(Segment::new(v(-0.5, 0.0), v(0.5, 0.0)).unwrap().at(beside(3.0))), 1.5),
                    (Box::new(Triangle::new(v(-0.5, 0.0), v(0.5, 1.0), v(0.5, -1.0)).unwrap().at(beside(3.0))), 1.5),
                    (Box::new(Capsule::new(v(0.0, 0.5), v(0.0, -0.5), s(0.5)).unwrap().at(beside(3.0))), 1.5),
                ];
                for (other, gap) in &others {
                    let found = distance(&cuboid, other);
                    assert_eq!(found.distance.widen(), *gap);
                    assert_eq!(found.status, Status::Separated);
                    assert_eq!(found.normal, v(1.0, 0.0));
                    assert!(!overlaps(&cuboid, other));
                    let back = distance(other, &cuboid);
                    assert_eq!(back.distance, found.distance);
                    assert_eq!(back.normal, v(-1.0, 0.0));
                    assert_eq!((back.point_a, back.point_b), (found.point_b, found.point_a));
                }
            }

            #[test]
            fn depth_is_the_least_way_out() {
                let a = Cuboid::new(v(2.0, 1.0)).unwrap();
                let b = Cuboid::new(v(2.0, 1.0)).unwrap().at(Pose::translation(v(0.5, 1.5)));
                let found = signed_distance(&a, &b);
                assert_eq!(found.distance.widen(), -0.5);
                assert_eq!(*found.normal.widen().coordinate(1), 1.0);
                assert_eq!(distance(&a, &b).distance.widen(), 0.0);
                assert!(overlaps(&a, &b));
            }

            #[test]
            fn turned_boxes_keep_their_distance() {
                // A box on its corner reaches √2.
                let pose = Pose::new($turn, v(4.0, 0.0)).unwrap();
                let (a, b) = (Cuboid::new(v(1.0, 1.0)).unwrap(), Cuboid::new(v(1.0, 1.0)).unwrap().at(pose));
                let found = distance(&a, &b);
                let exact = 3.0 - 2.0f64.sqrt();
                assert!((found.distance.widen() - exact).abs() < 4.0 * <S as Real>::EPSILON);
                assert!(found.lower.widen() <= exact + 1e-6 && exact - 1e-6 <= found.upper.widen());
            }
        }
    };
}
const HALF: f64 = core::f64::consts::FRAC_1_SQRT_2;
const COS: f64 = 0.923_879_532_511_286_7;
const SIN: f64 = 0.382_683_432_365_089_8;
suite!(plane_f64, Vec2<f64>, vec2, Rotation2::new(HALF, HALF).unwrap());
suite!(plane_f32, Vec2<f32>, vec2, Rotation2::new(HALF as f32, HALF as f32).unwrap());
suite!(space_f64, Vec3<f64>, |x, y| vec3(x, y, y), Quaternion::new(0.0, SIN, 0.0, COS).unwrap());
suite!(space_f32, Vec3<f32>, |x, y| vec3(x, y, y), Quaternion::new(0.0, SIN as f32, 0.0, COS as f32).unwrap());
