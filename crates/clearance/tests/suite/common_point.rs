//! Shapes that meet have a common point, and `distance` names one.

use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Points, Pose, Precision, Quaternion, Rounded, Shape, Solver, SupportMap,
    Vec2, Vec3, Vector, vec2, vec3,
};

/// Whether both shapes hold the witness point of their distance, up to the rounding of a scene of this size.
fn named_point_is_common<V: Vector>(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>, size: f64) -> bool
where
    V::Scalar: Into<f64>,
{
    let found = solver.distance(a, b);
    let rounding = 64.0 * f64::EPSILON * size;
    let outside = |shape: &dyn Fn() -> V::Scalar| shape().into() > rounding;
    let from_a = || Solver::default().closest_point(a, found.point_a).distance;
    let from_b = || Solver::default().closest_point(b, found.point_a).distance;
    assert_eq!(found.point_a, found.point_b, "{found:?}");
    assert_eq!(found, solver.distance(b, a).swapped());
    !outside(&from_a) && !outside(&from_b)
}

/// A generator of small integers: Knuth's MMIX congruence.
struct Integers(u64);

impl Integers {
    /// A number of −limit..=limit.
    fn next(&mut self, limit: i32) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((self.0 >> 33) as i32 % (2 * limit + 1) - limit)
    }
}

/// Cause: floats could not decide whether a simplex holds the origin. Then the middle between the witness points of the
/// depth was named. A thin polygon does not hold that point.
/// Law: the point comes from a simplex of A − B around the origin.
#[test]
fn grid_polygons_that_meet_hold_the_point_that_is_named() {
    let mut integers = Integers(7);
    let mut met = 0;
    for _ in 0..20_000 {
        let mut polygon = || -> Vec<Vec2<f64>> { (0..5).map(|_| vec2(integers.next(4), integers.next(4))).collect() };
        let (a, b) = (polygon(), polygon());
        let (a, b) = (Points::new(&a).unwrap(), Points::new(&b).unwrap());
        for precision in [Precision::Float, Precision::Exact] {
            let solver = Solver { precision, ..Solver::default() };
            if solver.overlaps(&a, &b) {
                met += 1;
                assert!(named_point_is_common(&solver, &a, &b, 8.0), "{a:?} {b:?} {:?}", solver.distance(&a, &b));
            }
        }
    }
    assert!(met > 20_000, "{met} met");
}

#[test]
fn grid_hulls_that_meet_hold_the_point_that_is_named() {
    let mut integers = Integers(11);
    let mut met = 0;
    for _ in 0..6_000 {
        let mut hull = || -> Vec<Vec3<f64>> {
            (0..6).map(|_| vec3(integers.next(3), integers.next(3), integers.next(3))).collect()
        };
        let (a, b) = (hull(), hull());
        let (a, b) = (Points::new(&a).unwrap(), Points::new(&b).unwrap());
        let round = Rounded::new(&b, 0.5).unwrap();
        for precision in [Precision::Float, Precision::Exact] {
            let solver = Solver { precision, ..Solver::default() };
            if solver.overlaps(&a, &b) {
                met += 1;
                assert!(named_point_is_common(&solver, &a, &b, 8.0), "{a:?} {b:?} {:?}", solver.distance(&a, &b));
                assert!(named_point_is_common(&solver, &a, &round, 8.0), "{a:?} {b:?} rounded");
            }
        }
    }
    assert!(met > 6_000, "{met} met");
}

/// Cause: the middle between the witness points of the surfaces was named. It lies in neither shape when one radius is
/// much greater than the other.
/// Law: the point lies on the segment between the cores.
#[test]
fn a_small_round_shape_within_a_large_one_holds_the_point_that_is_named() {
    let small = Ball::new(vec3(0.5, 0.1, 0.0), 0.1).unwrap();
    let thin =
        Capsule::new(vec3(-0.2, 0.0, 0.0), vec3(0.2, 0.0, 0.0), 0.05).unwrap().at(Pose::translation([0.3, 0.9, 0.1]));
    let solver = Solver::default();
    assert!(named_point_is_common(&solver, &small, &Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap(), 1.0));
    assert!(named_point_is_common(
        &solver,
        &thin,
        &Capsule::new(vec3(0.0, 0.0, -1.0), vec3(0.0, 0.0, 1.0), 2.0).unwrap(),
        3.0
    ));
    assert!(named_point_is_common(&solver, &thin, &small.at(Pose::translation([-0.2, 0.8, 0.1])), 2.0));
    let disc = Ball::new(vec2(0.1, 0.0), 0.01).unwrap();
    assert!(named_point_is_common(&solver, &disc, &Ball::new(vec2(0.0, 0.0), 5.0).unwrap(), 5.0));
}

#[test]
fn boxes_and_curved_shapes_that_meet_hold_the_point_that_is_named() {
    let mut integers = Integers(3);
    let mut met = [0; 3];
    for _ in 0..4_000 {
        let mut pose = || {
            let [x, y, z, w] = [0; 4].map(|_| integers.next(1000));
            let turn = Quaternion::new(x, y, z, w).unwrap_or(Quaternion::new(0.0, 0.0, 0.0, 1.0).unwrap());
            let scale = 1.2e-3;
            Pose::new(turn, vec3(integers.next(1000), integers.next(1000), integers.next(1000)) * scale).unwrap()
        };
        let (at, there) = (pose(), pose());
        let (a, b) =
            (Cuboid::new(vec3(1.0, 0.3, 0.6)).unwrap().at(at), Cuboid::new(vec3(0.2, 0.9, 1.1)).unwrap().at(there));
        let (c, d) = (Cylinder::new(0.7, 0.5).unwrap().at(at), Cone::new(0.6, 0.8).unwrap().at(there));
        let solver = Solver::default();
        if solver.overlaps(&a, &b) {
            met[0] += 1;
            assert!(named_point_is_common(&solver, &a, &b, 4.0), "{:?} {:?}", at, there);
        }
        if solver.overlaps(&c, &d) {
            met[1] += 1;
            assert!(named_point_is_common(&solver, &c, &d, 4.0), "{:?} {:?}", at, there);
        }
        if solver.overlaps(&a, &d) {
            met[2] += 1;
            assert!(named_point_is_common(&solver, &a, &d, 4.0), "{:?} {:?}", at, there);
        }
    }
    assert!(met.iter().all(|&met| met > 500), "{met:?}");
}
