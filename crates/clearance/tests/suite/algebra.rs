//! The ordinary algebra of vectors, rotations and poses, what shapes tell about themselves, and text for people.

use clearance::{
    Ball, BatchError, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, PointCloud, Points, PolygonError, Pose,
    PoseError, Proximity, Quaternion, Region, Rotation2, Segment, Shape, ShapeError, Solver, Status, SupportMap,
    Triangle, Vec2, Vec3, closest_on_triangle, distance, vec2, vec3,
};

/// Numbers between −1 and 1 that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vector(&mut self) -> Vec3<f64> {
        vec3(self.next(), self.next(), self.next())
    }
    fn quaternion(&mut self) -> Quaternion<f64> {
        let [x, y, z, w] = [self.next(), self.next(), self.next(), self.next()];
        Quaternion { x, y, z, w }.normalized().unwrap()
    }
}

#[test]
fn vectors_add_scale_and_divide_like_numbers() {
    let (a, b) = (vec3(1.0f32, 2.0, 3.0), vec3(4.0, 5.0, 6.0));
    assert_eq!(a + b - a, b);
    assert_eq!(2.0 * a, a * 2.0);
    assert_eq!(-(a / 2.0), vec3(-0.5, -1.0, -1.5));
    let mut c = a;
    c += b;
    c -= vec3(1.0, 1.0, 1.0);
    c *= 2.0;
    c /= 4.0;
    assert_eq!(c, vec3(2.0, 3.0, 4.0));
    assert_eq!([a, b, c].iter().sum::<Vec3<f32>>(), vec3(7.0, 10.0, 13.0));
    assert_eq!([a, b].into_iter().sum::<Vec3<f32>>(), a + b);
    let mut p = 3.0f64 * vec2(1.0, 2.0);
    p += vec2(1.0, 0.0);
    p /= 2.0;
    assert_eq!(p, vec2(2.0, 3.0));
    assert_eq!(Vec::<Vec2<f64>>::new().iter().sum::<Vec2<f64>>(), vec2(0.0, 0.0));
}

#[test]
fn vectors_come_from_arrays_and_tuples_and_are_indexed() {
    let mut v = Vec3::from((1.0, 2.0, 3.0));
    assert_eq!(v, [1.0, 2.0, 3.0].into());
    v[2] = 5.0;
    assert_eq!((v[0], v[1], v[2]), v.into());
    let (x, y): (f32, f32) = Vec2::from((1.0f32, 2.0)).into();
    assert_eq!(vec2(x, y)[1], 2.0);
    assert!(std::panic::catch_unwind(|| vec2(x, y)[2]).is_err());
}

#[test]
fn products_take_the_other_vector_by_value_or_by_reference() {
    let (a, b) = (vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0));
    assert_eq!((a.dot(b), a.dot(&b)), (32.0, 32.0));
    assert_eq!(a.cross(b), vec3(-3.0, 6.0, -3.0));
    assert_eq!(vec2(1.0, 2.0).cross(vec2(3.0, 4.0)), -2.0);
    assert_eq!((a.length_squared(), vec2(3.0f32, 4.0).length()), (14.0, 5.0));
}

#[test]
fn the_algebra_is_the_same_where_the_trait_of_the_algorithms_is_in_scope() {
    #[allow(unused_imports)]
    use clearance::{Space, Vector, WideVector};
    let (a, b) = (&vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0));
    assert_eq!((a.dot(b), a.dot(&b), a.length_squared()), (32.0, 32.0, 14.0));
    assert_eq!(a.unit(), a.normalized().unwrap());
}

#[test]
fn an_inner_product_of_floats_is_rounded_once() {
    // The products are 1 + 2^-11 + 2^-24 and −1. In f32 the first would lose its last bit.
    let x = 1.0 + 2f32.powi(-12);
    assert_eq!(vec2(x, 1.0).dot(vec2(x, -1.0)), 2f32.powi(-11) + 2f32.powi(-24));
}

#[test]
fn the_length_is_right_where_squares_leave_the_range() {
    for scale in [1e-300f64, 1e-160, 1.0, 1e160, 1e300] {
        let v = scale * vec2(3.0, 4.0);
        assert!((v.length() / (5.0 * scale) - 1.0).abs() < 1e-15);
        assert!((v.normalized().unwrap() - vec2(0.6, 0.8)).length() < 1e-15);
    }
    assert_eq!(vec3(0.0f32, 1e38, 0.0).length(), 1e38);
    assert_eq!(vec3(0.0f32, 0.0, 1e-45).unit(), vec3(0.0, 0.0, 1.0));
}

#[test]
fn a_vector_without_a_direction_has_no_normalized_form() {
    assert_eq!(vec2(0.0f64, 0.0).normalized(), None);
    assert_eq!(vec3(1.0f32, f32::NAN, 0.0).normalized(), None);
    assert_eq!(vec3(f64::INFINITY, 0.0, 0.0).normalized(), None);
    assert_eq!(vec2(0.0f64, 0.0).unit(), vec2(1.0, 0.0));
}

#[test]
fn a_pose_acts_in_its_own_scalar() {
    let turn = Rotation2::new(0.0f32, 1.0).unwrap();
    let pose = Pose::new(turn, vec2(5.0, 0.0)).unwrap();
    let image: Vec2<f32> = pose.apply(vec2(1.0, 0.0));
    assert_eq!((image, pose * vec2(1.0, 0.0)), (vec2(5.0, 1.0), image));
    assert_eq!((pose.apply_vector(vec2(1.0, 0.0)), turn * vec2(1.0, 0.0)), (vec2(0.0, 1.0), vec2(0.0, 1.0)));
    assert_eq!(pose * pose, pose.after(&pose));
}

#[test]
fn a_pose_after_its_inverse_moves_nothing() {
    let mut numbers = Numbers(1);
    for _ in 0..1000 {
        let pose = Pose::new(numbers.quaternion(), 10.0 * numbers.vector()).unwrap();
        let p = numbers.vector();
        assert!((pose.inverse() * (pose * p) - p).length() < 1e-13);
        assert!((pose * pose.inverse() * p - p).length() < 1e-13);
        assert!((pose.rotation * pose.rotation.inverse() * p - p).length() < 1e-15);
    }
    assert_eq!(Pose::<Vec2<f32>>::identity().inverse(), Pose::identity());
    let turn = Rotation2::from_angle(0.7);
    assert!(((turn * turn.inverse() * vec2(1.0f64, 2.0)) - vec2(1.0, 2.0)).length() < 1e-15);
}

#[test]
fn a_product_of_rotations_turns_by_the_right_factor_first() {
    let about_x = Quaternion::new(1.0f64, 0.0, 0.0, 1.0).unwrap();
    let about_z = Quaternion::new(0.0f64, 0.0, 1.0, 1.0).unwrap();
    let image = about_x * about_z * vec3(1.0, 0.0, 0.0);
    assert!((image - vec3(0.0, 0.0, 1.0)).length() < 1e-15);
}

#[test]
fn numbers_of_any_length_are_normalized_and_only_zero_and_nan_are_not() {
    let long = Quaternion { x: 1e300, y: -1e300, z: 1e300, w: 1e300 };
    assert_eq!(long.normalized(), Some(Quaternion { x: 0.5, y: -0.5, z: 0.5, w: 0.5 }));
    assert_eq!(Rotation2 { c: 0.0f32, s: -1e-45 }.normalized(), Some(Rotation2 { c: 0.0, s: -1.0 }));
    assert_eq!(Quaternion { x: 0.0f64, y: 0.0, z: 0.0, w: 0.0 }.normalized(), None);
    assert_eq!(Rotation2 { c: f64::NAN, s: 1.0 }.normalized(), None);
    // The checked constructor leaves it as it is.
    let unit = long.normalized().unwrap();
    assert_eq!(Quaternion::new(unit.x, unit.y, unit.z, unit.w), Ok(unit));
}

#[test]
fn a_pose_and_its_matrix_move_points_alike() {
    let mut numbers = Numbers(2);
    let mut largest = [0; 4];
    for _ in 0..1000 {
        let q = numbers.quaternion();
        let parts = [q.x, q.y, q.z, q.w].map(f64::abs);
        largest[(1..4).fold(0, |m, i| if parts[i] > parts[m] { i } else { m })] += 1;
        let (pose, p) = (Pose::new(q, numbers.vector()).unwrap(), numbers.vector());
        let rows = pose.to_row_major();
        let row = |i: usize| rows[i][0] * p.x + rows[i][1] * p.y + rows[i][2] * p.z + rows[i][3];
        assert!((vec3(row(0), row(1), row(2)) - pose * p).length() < 1e-15);
        assert_eq!(rows[3], [0.0, 0.0, 0.0, 1.0]);
        let columns = pose.to_column_major();
        assert!((0..4).all(|i| (0..4).all(|j| rows[i][j] == columns[j][i])));
        for back in
            [Pose::<Vec3<f64>>::from_row_major(rows).unwrap(), Pose::<Vec3<f64>>::from_column_major(columns).unwrap()]
        {
            assert!((back * p - pose * p).length() < 2e-15);
        }
    }
    assert!(largest.iter().all(|&count| count > 100), "each number is the largest at times: {largest:?}");
    for angle in [0.0, 1.0, 3.0, std::f64::consts::PI, -2.0] {
        let pose = Pose::new(Rotation2::from_angle(angle), vec2(1.0, 2.0)).unwrap();
        let back = Pose::<Vec2<f64>>::from_column_major(pose.to_column_major()).unwrap();
        assert!((back.apply(vec2(3.0, 4.0)) - pose.apply(vec2(3.0, 4.0))).length() < 2e-15);
    }
}

#[test]
fn a_matrix_that_is_not_rigid_is_refused_with_its_reason() {
    let rows = Pose::<Vec3<f64>>::translation([1.0, 2.0, 3.0]).to_row_major();
    let with = |i: usize, j: usize, value: f64| {
        let mut rows = rows;
        rows[i][j] = value;
        Pose::<Vec3<f64>>::from_row_major(rows)
    };
    assert_eq!(with(0, 0, 1.0).unwrap(), Pose::translation([1.0, 2.0, 3.0]));
    assert!(with(0, 0, 1.0001).is_ok());
    assert_eq!(with(0, 0, 1.01), Err(PoseError::NotRigid));
    assert_eq!(with(0, 1, 0.01), Err(PoseError::NotRigid));
    assert_eq!(with(3, 0, 0.5), Err(PoseError::NotRigid));
    assert_eq!(with(3, 3, 2.0), Err(PoseError::NotRigid));
    assert_eq!(with(2, 2, -1.0), Err(PoseError::Mirrored));
    assert_eq!(with(1, 3, f64::NAN), Err(PoseError::NotFinite));
    assert_eq!(with(1, 1, 1e200), Err(PoseError::NotRigid));
    // Translation by columns where rows are meant is a common slip.
    assert_eq!(Pose::<Vec3<f64>>::from_column_major(rows), Err(PoseError::NotRigid));
    let mirrored = [[1.0f32, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(Pose::<Vec2<f32>>::from_row_major(mirrored), Err(PoseError::Mirrored));
}

#[test]
fn a_quaternion_of_length_1_001_widens_the_bracket_by_1_4_percent_of_the_extent() {
    let q = Quaternion { x: 0.0, y: 0.0, z: 0.6 * 1.001, w: 0.8 * 1.001 };
    let far = Ball::new(vec3(100.0, 0.0, 0.0), 1.0).unwrap();
    let cube = Cuboid::new(vec3(10.0, 10.0, 10.0)).unwrap();
    let error = |rotation| {
        let placed = cube.at(Pose { rotation, translation: vec3(0.0, 0.0, 0.0) });
        distance(&placed, &far).error() / 10.0
    };
    assert!((0.0135..0.0145).contains(&error(q)), "{}", error(q));
    assert!(error(q.normalized().unwrap()) < 1e-12);
}

#[test]
fn shapes_tell_their_sizes_in_their_own_scalar() {
    let (a, b, c) = (vec3(1.0f32, 2.0, 3.0), vec3(4.0, 5.0, 6.0), vec3(7.0, 8.0, 10.0));
    let ball = Ball::new(a, 0.5).unwrap();
    let (center, radius): (Vec3<f32>, f32) = (ball.center(), ball.radius());
    assert_eq!((center, radius), (a, 0.5));
    let capsule = Capsule::new(a, b, 0.5).unwrap();
    assert_eq!((capsule.start(), capsule.end(), capsule.radius()), (a, b, 0.5));
    let segment = Segment::new(a, b).unwrap();
    assert_eq!((segment.start(), segment.end()), (a, b));
    let half: Vec3<f32> = Cuboid::new(a).unwrap().half_extents();
    assert_eq!(half, a);
    assert_eq!(Ellipsoid::new(a).unwrap().semi_axes(), a);
    assert_eq!(Triangle::new(a, b, c).unwrap().vertices(), [a, b, c]);
    assert_eq!(Point::new(a).unwrap().position(), a);
    assert_eq!(Points::new(&[a, b]).unwrap().as_slice(), [a, b]);
    assert_eq!(PointCloud::new(vec![a, b]).unwrap().as_slice(), [a, b]);
    let (cylinder, cone) = (Cylinder::new(2.0f32, 0.5).unwrap(), Cone::new(3.0f32, 0.25).unwrap());
    assert_eq!((cylinder.half_height(), cylinder.radius(), cone.half_height(), cone.radius()), (2.0, 0.5, 3.0, 0.25));
    let swept = ball.swept(b).unwrap();
    assert_eq!((*swept.shape(), swept.way()), (ball, b));
    assert_eq!(ball.sum(capsule).unwrap().parts(), (&ball, &capsule));
    assert_eq!(ball.hull_with(segment).unwrap().parts(), (&ball, &segment));
}

#[test]
fn the_view_of_the_algorithms_is_behind_the_trait() {
    let ball = Ball::new(vec3(1.0f32, 2.0, 3.0), 0.5).unwrap();
    assert_eq!(SupportMap::center(&ball), vec3(1.0f64, 2.0, 3.0));
    assert_eq!(SupportMap::extent(&Cuboid::new(vec2(1.0f32, 2.0)).unwrap()), 2.0);
}

#[test]
fn an_answer_is_one_line_that_a_person_understands() {
    let (a, b) = (Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap(), Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap());
    let solver = Solver::default();
    let answer = |x: f64| solver.signed_distance(&a, &b.at(Pose::translation([x, 0.0, 0.0])));
    let line = answer(4.0).to_string();
    assert!(line.starts_with("separated, distance 2.5 (between 2.4999"), "{line}");
    assert!(line.ends_with("along (1, 0, 0)"), "{line}");
    assert!(!line.contains('\n'));
    assert!(answer(1.0).to_string().starts_with("overlapping, distance -0.5 (between"));
    let unknown = answer(f64::NAN).to_string();
    assert!(unknown.starts_with("touching, distance 0 (no bounds are known), from (0, 0, 0) to"), "{unknown}");
    let touching = Proximity::<Vec2<f32>>::default().to_string();
    assert_eq!(touching, "touching, distance 0 (exact), from (0, 0) to (0, 0) along (1, 0)");
    assert_eq!(format!("{:>12}|{}", Status::Separated, Status::Overlapping), "   separated|overlapping");
}

#[test]
fn features_and_regions_name_their_vertices() {
    let segment = Segment::new(vec2(0.0f64, 0.0), vec2(4.0, 0.0)).unwrap();
    let disc = Ellipsoid::new(vec2(0.5, 0.25)).unwrap().at(Pose::translation([1.0, 3.0]));
    let answer = distance(&segment, &disc);
    assert_eq!(answer.feature_b().to_string(), "curved surface");
    let point = |x: f64| Point::new(vec2(x, 3.0)).unwrap();
    assert_eq!(distance(&segment, &point(1.0)).feature_a().to_string(), "edge 0-1");
    assert_eq!(distance(&segment, &point(9.0)).feature_a().to_string(), "vertex 1");
    let corners = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)];
    let region = |x: f64, y: f64| closest_on_triangle(vec2(x, y), corners).region.to_string();
    assert_eq!([region(-1.0, -1.0), region(1.0, -1.0), region(1.0, 1.0)], ["vertex 0", "edge 0-1", "face 0-1-2"]);
    assert_eq!(Region::Inside.to_string(), "inside");
}

#[test]
fn every_error_says_what_is_wrong_in_one_line() {
    let errors: [Box<dyn std::error::Error>; 9] = [
        Box::new(ShapeError::Negative),
        Box::new(ShapeError::NotFinite { index: 3 }),
        Box::new(ShapeError::Empty),
        Box::new(PolygonError::Reflex(2)),
        Box::new(PoseError::NotUnit),
        Box::new(PoseError::NotFinite),
        Box::new(PoseError::NotRigid),
        Box::new(PoseError::Mirrored),
        Box::new(Hull::new(&[] as &[Vec2<f64>]).unwrap_err()),
    ];
    for error in errors {
        let line = error.to_string();
        assert!(line.len() > 10 && !line.contains('\n') && !line.ends_with('.'), "{line}");
    }
    fn is_error<E: std::error::Error>() {}
    is_error::<BatchError>();
}

#[test]
fn a_vector_is_written_with_the_precision_that_is_asked_for() {
    assert_eq!(vec3(1.0, -2.5, 1.0 / 3.0).to_string(), "(1, -2.5, 0.3333333333333333)");
    assert_eq!(format!("{:.2}", vec2(1.0f32, 2.0 / 3.0)), "(1.00, 0.67)");
}
