//! The bracket is true for all values that the types allow. If a number is not finite, the answer claims nothing.

use clearance::{
    AnyShape, Ball, Cache, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Placement, Point, PointCloud, Pose,
    PoseError, Precision, Proximity, Quaternion, Real, Rotation2, Segment, Shape, ShapeSet, Solver, Status, SupportMap,
    Triangle, Vec2, Vec3, Vector, WideVector, vec2, vec3,
};

type Boxed<V> = Box<dyn SupportMap<V> + Send + Sync>;
type Solid = Boxed<Vec3<f64>>;
const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

fn assert_nothing<V: Vector>(answer: &Proximity<V>) {
    let [lower, upper, distance] = [answer.lower, answer.upper, answer.distance].map(V::Scalar::widen);
    assert_eq!((lower, upper, distance, answer.status), (-INF, INF, 0.0, Status::Touching), "{answer:?}");
    assert_eq!((answer.point_a, answer.point_b), (V::ORIGIN, V::ORIGIN));
    assert_eq!(answer.normal.widen().max_abs(), 1.0, "{answer:?}");
}

/// Every query of two shapes claims nothing.
fn assert_nothing_is_known<V: Vector>(a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) {
    let (a, b) = (&a, &b);
    for precision in [Precision::Float, Precision::Exact] {
        let solver = Solver { max_distance: 1.0, precision, ..Solver::default() };
        let signed = solver.signed_distance(a, b);
        assert_nothing(&signed);
        assert_nothing(&solver.distance(a, b));
        assert_nothing(&solver.within(a, b).unwrap());
        assert_nothing(&solver.trace(a, b, |_| {}));
        let mut cache = Cache::default();
        for _ in 0..2 {
            assert_nothing(&solver.distance_cached(a, b, &mut cache));
            assert_nothing(&solver.signed_distance_cached(a, b, &mut cache));
            assert!(solver.overlaps_cached(a, b, &mut cache));
        }
        assert!(solver.overlaps(a, b));
        assert_eq!(solver.separating_axis(a, b), None);
        assert_eq!(solver.holds(a, b), None);
        assert!(solver.contacts(a, b, V::Scalar::narrow(INF)).contacts.is_empty());
        let way = solver.way_out(a, b, V::narrow(V::Wide::axis(0)));
        assert_eq!([way.lower, way.upper, way.distance].map(V::Scalar::widen), [-INF, INF, 0.0]);
    }
}

/// Asserts the same in a batch, among pairs that have an answer.
fn assert_nothing_is_known_in_a_batch<V: Vector>(shape: AnyShape<V>, bad: Pose<V>) {
    let mut set = ShapeSet::new();
    let shape = set.insert(shape);
    let good = Placement { shape, pose: Pose::identity() };
    let placements = [good, Placement { shape, pose: bad }];
    let pairs: Vec<[u32; 2]> = (0..40).map(|k| [[0, 0], [0, 1], [1, 0], [1, 1]][k % 4]).collect();
    let solver = Solver { max_distance: 1.0, ..Solver::default() };
    let batch = solver.batch(&set, &placements).unwrap();
    let mut answers = vec![Proximity::default(); pairs.len()];
    let mut near = vec![None; pairs.len()];
    let mut meet = vec![false; pairs.len()];
    let check = |answers: &[Proximity<V>]| {
        for (answer, pair) in answers.iter().zip(&pairs) {
            if *pair == [0, 0] { assert!(answer.upper.widen() < 1.0) } else { assert_nothing(answer) }
        }
    };
    batch.signed_distances(&pairs, &mut answers).unwrap();
    check(&answers);
    batch.distances(&pairs, &mut answers).unwrap();
    check(&answers);
    batch.within(&pairs, &mut near).unwrap();
    check(&near.into_iter().map(Option::unwrap).collect::<Vec<_>>());
    batch.overlaps(&pairs, &mut meet).unwrap();
    assert!(meet.iter().all(|&meet| meet));
}

/// A shape alone, and as a member of a set.
macro_rules! both {
    ($($shape:expr),+ $(,)?) => {
        vec![$({
            let shape = $shape;
            (AnyShape::from(shape.clone()), Box::new(shape) as Boxed<_>)
        }),+]
    };
}

fn shapes_of_space() -> Vec<(AnyShape<Vec3<f64>>, Solid)> {
    let cuboid = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let corners = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, -1.0, 0.25]].map(Vec3::from);
    let capsule = Capsule::new(vec3(0.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0), 0.5).unwrap();
    both![
        cuboid,
        Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap(),
        Ball::new(vec3(0.5, 0.0, 0.0), 1.0).unwrap(),
        Point::new(vec3(0.0, 0.0, 0.0)).unwrap(),
        capsule,
        Segment::new(vec3(0.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0)).unwrap(),
        Triangle::new(vec3(0.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0)).unwrap(),
        Hull::new(&corners).unwrap(),
        PointCloud::new(corners.to_vec()).unwrap(),
        Ellipsoid::new(vec3(1.0, 0.5, 0.75)).unwrap(),
        Cylinder::new(1.0, 0.5).unwrap(),
        Cone::new(1.0, 0.5).unwrap(),
        cuboid.rounded(0.25).unwrap(),
        cuboid.sum(capsule).unwrap(),
        cuboid.swept(vec3(1.0, 0.0, 0.0)).unwrap(),
        cuboid.hull_with(capsule).unwrap(),
    ]
}

/// Poses of space that no checked constructor lets through.
fn poses_of_space() -> Vec<Pose<Vec3<f64>>> {
    let rotations = [
        Quaternion { x: NAN, y: 0.0, z: 0.0, w: 1.0 },
        Quaternion { x: 0.0, y: 0.0, z: INF, w: 1.0 },
        Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 0.0 },
        Quaternion { x: 0.0, y: 1e-170, z: 0.0, w: 0.0 },
        Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 2.0 },
        Quaternion { x: 0.0, y: 0.0, z: 1e200, w: 1.0 },
        Quaternion::from_axis_angle(vec3(0.0, 1.0, 0.0), NAN),
        Quaternion::from_axis_angle(vec3(0.0, 1.0, 0.0), INF),
        Quaternion::from_axis_angle(vec3(1.0, 0.0, NAN), 1.0),
        Quaternion::from_axis_angle(vec3(INF, 0.0, 0.0), 1.0),
    ];
    let translations = [
        [NAN, 0.0, 0.0],
        [0.0, NAN, 0.0],
        [0.0, 0.0, NAN],
        [9.0, NAN, 9.0],
        [NAN, NAN, NAN],
        [INF, 0.0, 0.0],
        [0.0, -INF, 0.0],
        [INF, -INF, 1e9],
    ];
    let mut poses = Vec::from(rotations.map(|rotation| Pose { rotation, translation: vec3(0.0, 0.0, 0.0) }));
    poses.extend(rotations.map(|rotation| Pose { rotation, translation: vec3(99.0, 0.0, 0.0) }));
    poses.extend(translations.map(Pose::translation));
    let turned = Quaternion { x: 0.0, y: 0.6, z: 0.0, w: 0.8 };
    poses.extend(translations.map(|t| Pose { rotation: turned, translation: t.into() }));
    poses
}

/// Cause: a comparison with NaN is false, and the branch for false made a claim.
/// Law: if the input is not finite, the answer claims nothing.
#[test]
fn a_box_moved_by_nan_does_not_touch_itself() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    for x in [NAN, INF, -INF] {
        let moved = cube.at(Pose::translation([x, 0.0, 0.0]));
        assert_nothing(&clearance::distance(&cube, &moved));
        assert_nothing(&clearance::distance(&Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap(), &moved));
        assert_nothing(&clearance::signed_distance(&moved, &moved));
    }
    let turned = cube
        .at(Pose { rotation: Quaternion::from_axis_angle(vec3(0.0, 1.0, 0.0), NAN), translation: vec3(5.0, 0.0, 0.0) });
    assert_nothing(&clearance::distance(&cube, &turned));
}

#[test]
fn nothing_is_known_of_any_shape_in_a_pose_that_is_not_finite_or_no_rotation() {
    let shapes = shapes_of_space();
    for (_, still) in shapes.iter().step_by(3) {
        for (_, alone) in &shapes {
            let still = still.at(Pose::translation([0.25, 0.0, 0.0]));
            for pose in poses_of_space() {
                let moved = alone.at(pose);
                assert_nothing_is_known(&still, &moved);
                assert_nothing_is_known(&moved, &still);
            }
        }
    }
}

#[test]
fn a_batch_knows_nothing_of_them_either() {
    for pose in poses_of_space() {
        for (shape, _) in shapes_of_space() {
            assert_nothing_is_known_in_a_batch(shape, pose);
        }
    }
    let polygon = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vec2::<f32>::from);
    for rotation in [Rotation2 { c: f32::NAN, s: 0.0 }, Rotation2 { c: 0.0, s: 0.0 }, Rotation2 { c: 3.0, s: 4.0 }] {
        assert_nothing_is_known_in_a_batch(
            Hull::new(&polygon).unwrap().into(),
            Pose { rotation, translation: vec2(0.0, 0.0) },
        );
    }
    for translation in [[f32::NAN, 0.0], [0.0, f32::NAN], [f32::INFINITY, 0.0]] {
        assert_nothing_is_known_in_a_batch(Hull::new(&polygon).unwrap().into(), Pose::translation(translation));
        assert_nothing_is_known_in_a_batch(
            Cuboid::new(vec2(1.0f32, 1.0)).unwrap().into(),
            Pose::translation(translation),
        );
    }
}

#[test]
fn combinators_of_what_stands_nowhere_stand_nowhere() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let still: Boxed<Vec3<f64>> = Box::new(cube);
    for pose in poses_of_space() {
        let moved = cube.at(pose);
        let again = Pose { rotation: Quaternion { x: 0.6, y: 0.0, z: 0.0, w: 0.8 }, translation: vec3(1.0, 2.0, 3.0) };
        let made: [Boxed<Vec3<f64>>; 6] = [
            Box::new(moved.at(again)),
            Box::new(moved.rounded(0.5).unwrap()),
            Box::new(moved.sum(cube).unwrap()),
            Box::new(moved.swept(vec3(1.0, 0.0, 0.0)).unwrap()),
            Box::new(moved.hull_with(Ball::new(vec3(0.0, 0.0, 0.0), 2.0).unwrap()).unwrap()),
            Box::new(cube.hull_with(moved).unwrap()),
        ];
        for shape in &made {
            assert_nothing_is_known(&still, &**shape);
        }
    }
}

/// A shape of the user's own. Some of its answers contain numbers that are not finite.
#[derive(Clone, Copy, Debug)]
struct Bad {
    what: &'static str,
    number: f64,
}

impl SupportMap<Vec3<f64>> for Bad {
    fn support(&self, d: Vec3<f64>) -> Vec3<f64> {
        let sign = |x: f64| 1f64.copysign(x);
        match self.what {
            "support" => vec3(sign(d.x), self.number, sign(d.z)),
            // The bad number appears only for directions off the axes, so a bounding box does not show it.
            "askew" if d.x != 0.0 && d.y != 0.0 => vec3(sign(d.x), sign(d.y), self.number),
            "curved askew" if d.x != 0.0 && d.y != 0.0 => d.unit() * self.number,
            "curved half askew" if d.x > 0.3 * d.length() => vec3(0.0, self.number, 0.0),
            "curved" | "curved askew" | "curved half askew" | "radius of a curved one" | "rounding" => d.unit(),
            _ => vec3(sign(d.x), sign(d.y), sign(d.z)),
        }
    }
    fn support_vertex(&self, d: Vec3<f64>) -> clearance::Support<Vec3<f64>> {
        let bit = |x: f64, k: u32| u32::from(x.is_sign_positive()) << k;
        let vertex = (self.vertex_count() > 0).then(|| bit(d.x, 0) | bit(d.y, 1) | bit(d.z, 2));
        clearance::Support { point: self.support(d), vertex }
    }
    fn vertex_count(&self) -> usize {
        if self.what.contains("curved") || self.what == "rounding" { 0 } else { 8 }
    }
    fn vertex(&self, index: usize) -> Vec3<f64> {
        let side = |k: usize| if index >> k & 1 == 1 { 1.0 } else { -1.0 };
        self.support(vec3(side(0), side(1), side(2)))
    }
    fn radius(&self) -> f64 {
        if self.what.starts_with("radius") { self.number } else { 0.0 }
    }
    fn rounding(&self) -> f64 {
        if self.what == "rounding" { self.number } else { 1e-15 }
    }
    fn pose(&self) -> Pose<Vec3<f64>> {
        let n = self.number;
        match self.what {
            "pose" => Pose::translation([n, 0.0, 0.0]),
            "rotation" => {
                Pose { rotation: Quaternion { x: 0.0, y: n, z: 0.0, w: 1.0 }, translation: vec3(0.0, 0.0, 0.0) }
            }
            _ => Pose::identity(),
        }
    }
}

#[test]
fn a_shape_of_ones_own_that_answers_with_nan_or_infinity_is_unknown() {
    let what = [
        "support",
        "askew",
        "curved askew",
        "curved half askew",
        "radius",
        "radius of a curved one",
        "rounding",
        "pose",
        "rotation",
    ];
    let others = shapes_of_space();
    for number in [NAN, INF, -INF] {
        for what in what.iter().filter(|what| !(what.starts_with("radius") && number < 0.0)) {
            let bad = Bad { what, number };
            for (_, other) in &others {
                let other = &other.at(Pose::translation([0.5, 0.25, 0.125]));
                // If a query never meets the bad numbers, its answer is that of the shape without them.
                if what.contains("askew") {
                    for (a, b) in [(&bad as &dyn SupportMap<_>, other as &dyn SupportMap<_>), (other, &bad)] {
                        let (a, b) = (&a, &b);
                        let answer = Solver::default().signed_distance(a, b);
                        assert!(
                            answer.lower <= answer.distance && answer.distance <= answer.upper,
                            "{what} {answer:?}"
                        );
                        let finite = answer.lower > -INF && answer.upper < INF;
                        assert!(!finite || (answer.point_a.is_finite() && answer.point_b.is_finite()), "{answer:?}");
                        // Cause: the points of a search through NaN were answered.
                        let plain = Solver::default().distance(a, b);
                        assert!(plain.point_a.is_finite() && plain.point_b.is_finite(), "{what} {plain:?}");
                        let within = Solver { max_distance: 9.0, ..Solver::default() }.within(a, b);
                        let is_finite =
                            |found: Proximity<Vec3<f64>>| found.point_a.is_finite() && found.point_b.is_finite();
                        assert!(within.is_none_or(is_finite), "{what} {within:?}");
                        let _ = Solver::default().overlaps(a, b);
                        let _ = Solver::default().contacts(a, b, INF);
                    }
                } else {
                    assert_nothing_is_known(&bad, other);
                    assert_nothing_is_known(other, &bad);
                }
            }
        }
    }
}

#[test]
fn exchanging_shapes_of_which_nothing_is_known_exchanges_the_answer() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    for pose in poses_of_space() {
        let moved = cube.at(pose);
        let (one, other) = (clearance::distance(&cube, &moved), clearance::distance(&moved, &cube));
        assert_eq!(format!("{:?}", one.normal), format!("{:?}", other.swapped().normal));
    }
}

#[test]
fn checked_constructors_refuse_what_is_not_finite() {
    for pose in poses_of_space() {
        let checked = Pose::new(pose.rotation, pose.translation);
        let allowed = pose.rotation.w == 2.0; // A length of 2 is divided by.
        assert_eq!(checked.is_err(), !allowed || !pose.translation.is_finite(), "{pose:?}");
    }
    assert_eq!(Quaternion::new(NAN, 0.0, 0.0, 1.0), Err(PoseError::NotFinite));
    assert_eq!(Rotation2::new(1.0f32, f32::INFINITY), Err(PoseError::NotFinite));
    for bad in [NAN, INF, -INF] {
        let point = vec3(0.0, bad, 0.0);
        let origin = vec3(0.0, 0.0, 0.0);
        let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
        assert!(Point::new(point).is_err() && Ball::new(point, 1.0).is_err() && Ball::new(origin, bad).is_err());
        assert!(Segment::new(point, origin).is_err() && Capsule::new(origin, origin, bad).is_err());
        assert!(Capsule::new(origin, point, 1.0).is_err() && Triangle::new(origin, origin, point).is_err());
        assert!(Cuboid::new(point).is_err() && Ellipsoid::new(point).is_err() && Hull::new(&[point, origin]).is_err());
        assert!(
            PointCloud::new(vec![point]).is_err() && Cylinder::new(bad, 1.0).is_err() && Cone::new(1.0, bad).is_err()
        );
        assert!(cube.rounded(bad).is_err() && cube.swept(point).is_err());
    }
}

#[test]
fn a_point_or_direction_that_is_not_finite_is_no_question() {
    let (solver, cube) = (Solver::default(), Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap());
    for bad in [vec3(NAN, 0.0, 0.0), vec3(0.0, 0.0, NAN), vec3(0.0, -INF, 0.0)] {
        assert_nothing(&solver.closest_point(&cube, bad));
        assert!(solver.contains(&cube, bad), "not proven to lie outside");
        let way = solver.way_out(&cube, &cube, bad);
        assert_eq!([way.lower, way.upper, way.distance], [-INF, INF, 0.0]);
        let (o, x, y) = (vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
        let _ = clearance::closest_on_segment(bad, [o, x]);
        let _ = clearance::closest_on_triangle(o, [bad, x, y]);
        let _ = clearance::closest_on_tetrahedron(bad, [bad, o, x, y]);
    }
    assert!(solver.contacts(&cube, &cube.at(Pose::translation([1.5, 0.0, 0.0])), NAN).contacts.is_empty());
}

fn ball(x: f64, radius: f64) -> Ball<Vec3<f64>> {
    Ball::new(vec3(x, 0.0, 0.0), radius).unwrap()
}

/// Cause: the numbers are finite, and their sums leave the range. Law: the bracket is true.
#[test]
fn sums_that_leave_the_range_keep_a_true_bracket() {
    let big = f64::MAX;
    let cube = |half: f64| Cuboid::new(vec3(half, half, half)).unwrap();
    let shift = |x: f64| Pose::<Vec3<f64>>::translation([x, 0.0, 0.0]);
    // Each line: two shapes, and the true distance divided by f64::MAX, rounded to a part in 2^40.
    let pairs: Vec<(Solid, Solid, f64)> = vec![
        (Box::new(ball(big, 0.0)), Box::new(ball(-big, 0.0)), 2.0),
        (Box::new(ball(big, big)), Box::new(ball(-big, big)), 0.0),
        (Box::new(ball(0.0, big)), Box::new(ball(0.0, big)), -2.0),
        (Box::new(ball(0.0, big)), Box::new(cube(big)), -2.0),
        (Box::new(cube(big)), Box::new(cube(big)), -2.0),
        (Box::new(cube(big)), Box::new(cube(big).at(shift(big))), -1.0),
        (Box::new(cube(1.0)), Box::new(cube(1.0).at(shift(big))), 1.0),
        (Box::new(cube(1.0).at(shift(-big))), Box::new(cube(1.0).at(shift(big))), 2.0),
        (Box::new(cube(big).sum(cube(big)).unwrap()), Box::new(cube(1.0)), -2.0),
        (Box::new(Ellipsoid::new(vec3(big, big, big)).unwrap()), Box::new(ball(0.0, big)), -2.0),
    ];
    for (a, b, units) in &pairs {
        for precision in [Precision::Float, Precision::Exact] {
            let solver = Solver { precision, ..Solver::default() };
            let answer = solver.signed_distance(a, b);
            let slack = 1e-12;
            assert!(answer.lower / big <= units + slack && answer.upper / big >= units - slack, "{units} {answer:?}");
            // Above the range, only the greatest number is a lower bound.
            assert!(answer.lower < INF && answer.upper > -INF, "{units} {answer:?}");
            let plain = solver.distance(a, b);
            assert!(plain.lower / big <= units.max(0.0) + slack && plain.upper / big >= units.max(0.0) - slack);
            assert!(solver.overlaps(a, b) || *units > 0.0);
            let way = solver.way_out(a, b, vec3(1.0, 0.0, 0.0));
            assert!(way.lower / big <= (-units).max(0.0) + slack, "{way:?}");
            let _ = (solver.contacts(a, b, 0.0), solver.holds(a, b), solver.within(a, b));
        }
    }
    let (wide, far) = (Ball::new(vec2(0.0f32, 0.0), f32::MAX).unwrap(), Pose::translation([f32::MAX, 0.0]));
    let answer = clearance::signed_distance(&wide, &Ball::new(vec2(-f32::MAX, 0.0), 0.0).unwrap().at(far));
    assert!(answer.lower.widen() <= -f64::from(f32::MAX) && answer.upper.widen() >= -f64::from(f32::MAX), "{answer:?}");
}
