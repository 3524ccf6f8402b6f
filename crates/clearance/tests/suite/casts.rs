//! Casts with known answers: the cases of a table of failures and of closed forms.

use clearance::{
    Ball, Capsule, Cast, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Outcome, Point, Points, Pose, Precision, Real,
    Rotation2, Segment, Shape, Solver, Start, SupportMap, Triangle, Vec2, Vec3, Vector, vec2, vec3,
};

const LEAVE: Solver = Solver {
    tolerance: 1e-12,
    max_iterations: 512,
    max_distance: f64::INFINITY,
    precision: Precision::Float,
    target: 0.0,
    start: Start::Leave,
};

fn solver() -> Solver {
    Solver::default()
}

fn exact() -> Solver {
    Solver { precision: Precision::Exact, ..Solver::default() }
}

fn at<S: SupportMap<Vec3<f64>>>(shape: S, place: [f64; 3]) -> impl SupportMap<Vec3<f64>> {
    shape.at(Pose::translation(place))
}

fn ball(radius: f64) -> Ball<Vec3<f64>> {
    Ball::new(vec3(0.0, 0.0, 0.0), radius).unwrap()
}

fn cube() -> Cuboid<Vec3<f64>> {
    Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap()
}

/// The bracket holds the right fraction, and its width and the fraction are within `width`.
#[track_caller]
fn hits<V: Vector>(cast: Cast<V>, right: f64, width: f64) {
    let (lower, upper, fraction) = (cast.lower.widen(), cast.upper.widen(), cast.fraction.widen());
    assert_eq!(cast.outcome, Outcome::Hit, "{cast:?}");
    // `right` is the float nearest to the true value.
    assert!(lower <= right.next_up() && right.next_down() <= upper, "{cast:?} {right}");
    assert!(upper - lower <= width && (fraction - right).abs() <= width, "{cast:?} {right} {}", upper - lower);
}

#[track_caller]
fn is_clear<V: Vector>(cast: Cast<V>) {
    assert_eq!(cast.outcome, Outcome::Clear, "{cast:?}");
    assert!(cast.lower.widen() == 1.0 && cast.upper.widen() == 1.0 && cast.fraction.widen() == 1.0);
}

const ULP: f64 = f64::EPSILON;

#[test]
fn balls_meet_where_the_quadratic_equation_says() {
    for solver in [solver(), exact()] {
        let cast = solver.cast(&ball(1.0), &at(ball(1.0), [10.0, 0.0, 0.0]), vec3(-16.0, 0.0, 0.0));
        hits(cast, 0.5, 16.0 * ULP);
        assert_eq!(cast.contact.normal, vec3(1.0, 0.0, 0.0));
        let cast = solver.cast(&ball(1.0), &at(ball(0.5), [4.0, 1.0, 0.0]), vec3(-8.0, 0.0, 0.0));
        hits(cast, 0.360_245_751_406_263_14, 16.0 * ULP);
    }
}

#[test]
fn a_graze_of_balls_is_decided_by_the_last_bit() {
    for solver in [solver(), exact()] {
        let from = |y: f64| solver.cast(&ball(1.0), &at(ball(1.0), [5.0, y, 0.0]), vec3(-10.0, 0.0, 0.0));
        hits(from(2.0), 0.5, 2.0 * ULP);
        is_clear(from(2.0 + 2f64.powi(-51)));
        // The ball moves along the surface: the bracket is 16 u · size / |travel · normal|.
        let width = if solver == exact() { 2.0 * ULP } else { 2e-8 };
        hits(from(2.0 - 2f64.powi(-52)), 0.499_999_997_019_767_8, width);
    }
}

#[test]
fn cubes_meet_face_to_face() {
    for solver in [solver(), exact()] {
        let cast = solver.cast(&cube(), &at(cube(), [0.0, 5.0, 0.0]), vec3(0.0, -10.0, 0.0));
        hits(cast, 0.3, 4.0 * ULP);
        assert_eq!(cast.contact.normal, vec3(0.0, 1.0, 0.0));
        let cast =
            |target| Solver { target, ..solver }.cast(&cube(), &at(cube(), [0.0, 5.0, 0.0]), vec3(0.0, -10.0, 0.0));
        hits(cast(0.5), 0.25, 4.0 * ULP);
        hits(cast(2.5), 0.05, 4.0 * ULP);
        hits(cast(3.0), 0.0, 0.0);
    }
}

#[test]
fn faces_and_edges_that_slide_touch_from_the_first_moment_on() {
    for solver in [solver(), exact()] {
        let from = |y, z| solver.cast(&cube(), &at(cube(), [-4.0, y, z]), vec3(8.0, 0.0, 0.0));
        hits(from(2.0, 0.0), 0.25, 4.0 * ULP);
        is_clear(from(2.0 + 2f64.powi(-51), 0.0));
        let cast = from(2.0 - 2f64.powi(-52), 0.0);
        hits(cast, 0.25, 4.0 * ULP);
        assert_eq!(cast.contact.normal, vec3(-1.0, 0.0, 0.0));
        hits(from(2.0, 2.0), 0.25, 4.0 * ULP);
        let crossing = solver.crossing(&cube(), &at(cube(), [-4.0, 2.0, 2.0]), vec3(8.0, 0.0, 0.0)).unwrap();
        assert!(crossing.entry.lower <= 0.25 && 0.25 <= crossing.entry.upper, "{crossing:?}");
        assert!(crossing.exit.lower <= 0.75 && 0.75 <= crossing.exit.upper, "{crossing:?}");
        assert!(crossing.exit.upper - crossing.exit.lower < 8.0 * ULP, "{crossing:?}");
    }
}

#[test]
fn a_box_that_one_engine_misses_hits_a_segment() {
    let cuboid = Cuboid::new(vec2(2.0f32, 2.0)).unwrap();
    let segment = Segment::new(vec2(1.0f32, 1.0), vec2(124.0, 1.0)).unwrap();
    for x in [15.689464f32, 15.689465, 15.689466] {
        let from = cuboid.at(Pose::translation([x, 54.00709f32]));
        let cast = solver().cast(&segment, &from, vec2(0.0081385f32 * 100.0, -0.999966 * 100.0));
        let right = (f64::from(54.00709f32) - 3.0) / f64::from(0.999966f32 * 100.0);
        hits(cast, right, 1e-7);
    }
}

#[test]
fn rays_meet_shapes_where_formulas_say() {
    let ray = |shape: &dyn SupportMap<Vec3<f64>>, from: [f64; 3], way: [f64; 3]| {
        solver().cast_ray(&shape, from.into(), way.into())
    };
    let triangle = Triangle::new(vec3(3.0, 0.0, 0.0), vec3(0.0, 3.0, 0.0), vec3(0.0, 0.0, 3.0)).unwrap();
    hits(ray(&triangle, [0.0; 3], [2.0, 4.0, 6.0]), 0.25, 4.0 * ULP);
    let ellipsoid = Ellipsoid::new(vec3(1.0, 2.0, 3.0)).unwrap();
    hits(ray(&ellipsoid, [4.0, 1.0, 1.0], [-8.0, 0.0, 0.0]), 0.400_086_843_264_318_3, 1e-12);
    hits(ray(&ellipsoid, [5.0, 0.0, 0.0], [-10.0, 0.0, 0.0]), 0.4, 1e-12);
    let cylinder = Cylinder::new(1.0, 1.0).unwrap();
    hits(ray(&cylinder, [3.0, 0.5, 0.0], [-4.0, 0.0, 0.0]), 0.5, 1e-12);
    let cone = Cone::new(1.0, 1.0).unwrap();
    hits(ray(&cone, [3.0, 0.2, 0.1], [-4.0, -0.4, 0.0]), 0.621_339_397_660_666_7, 1e-12);
}

#[test]
fn a_cube_on_its_corner_lands_on_its_corner() {
    // The rotation takes (1, 1, 1) to (0, 0, √3): about (1, −1, 0)/√2 by acos(1/√3).
    let turn = clearance::Quaternion::from_axis_angle(vec3(1.0, -1.0, 0.0), (1.0 / 3f64.sqrt()).acos());
    let falling = cube().at(Pose::new(turn, vec3(0.0, 0.0, 10.0)).unwrap());
    let right = (9.0 - 3f64.sqrt()) / 10.0;
    let cast = solver().cast(&cube(), &falling, vec3(0.0, 0.0, -10.0));
    assert!((cast.fraction - right).abs() < 4e-16 && cast.is_hit(), "{cast:?}");
    assert!(cast.upper - cast.lower < 16.0 * ULP * 15.0 / 10.0, "{cast:?}");
}

#[test]
fn the_end_of_the_motion_belongs_to_it() {
    for solver in [solver(), exact()] {
        let along = |x: f64| solver.cast(&cube(), &at(cube(), [3.0, 0.0, 0.0]), vec3(x, 0.0, 0.0));
        hits(along(-1.0), 1.0, 2.0 * ULP);
        is_clear(along(-1.0 + 2f64.powi(-53)));
    }
}

#[test]
fn a_start_in_contact_stops_or_leaves() {
    let other = at(ball(1.0), [1.0, 0.0, 0.0]);
    hits(solver().cast(&ball(1.0), &other, vec3(4.0, 0.0, 0.0)), 0.0, 0.0);
    is_clear(LEAVE.cast(&ball(1.0), &other, vec3(4.0, 0.0, 0.0)));
    hits(LEAVE.cast(&ball(1.0), &other, vec3(-4.0, 0.0, 0.0)), 0.0, 0.0);
    let crossing = solver().crossing(&ball(1.0), &other, vec3(4.0, 0.0, 0.0)).unwrap();
    assert!(crossing.entry.lower <= -0.75 && -0.75 <= crossing.entry.upper && crossing.entry.upper < -0.75 + 1e-14);
    assert!(crossing.exit.lower <= 0.25 && 0.25 <= crossing.exit.upper && crossing.exit.lower > 0.25 - 1e-14);
    let touching = at(cube(), [2.0, 0.0, 0.0]);
    let ways = [(vec3(1.0, 0.0, 0.0), false), (vec3(0.0, 1.0, 0.0), false), (vec3(-1.0, 0.0, 0.0), true)];
    for (way, enters) in ways {
        hits(solver().cast(&cube(), &touching, way), 0.0, 0.0);
        let cast = LEAVE.cast(&cube(), &touching, way);
        if enters { hits(cast, 0.0, 0.0) } else { is_clear(cast) }
    }
}

#[test]
fn no_travel_is_a_question_about_shapes_at_rest() {
    let still = vec3(0.0, 0.0, 0.0);
    for (x, meets) in [(3.0, false), (2.0, true), (1.0, true)] {
        let other = at(cube(), [x, 0.0, 0.0]);
        let cast = solver().cast(&cube(), &other, still);
        if meets {
            hits(cast, 0.0, 0.0)
        } else {
            is_clear(cast)
        }
        is_clear(LEAVE.cast(&cube(), &other, still));
        let other = at(Cylinder::new(1.0, 1.0).unwrap(), [x - 0.01, 0.0, 0.0]);
        is_clear(LEAVE.cast(&cube(), &other, still));
    }
}

#[test]
fn small_balls_meet_after_a_long_way() {
    let from = |y: f64| solver().cast(&ball(1e-3), &at(ball(1e-3), [1e6, y, 0.0]), vec3(-2e6, 0.0, 0.0));
    hits(from(0.0), 0.499_999_999, 16.0 * ULP);
    hits(from(1.9e-3), 0.499_999_999_687_750_1, 16.0 * ULP);
}

#[test]
fn a_large_floor_costs_no_precision() {
    for half in [0.5, 5.0, 50.0, 500.0, 5000.0] {
        let floor = Cuboid::new(vec3(half, 1.0, half)).unwrap();
        let cast = solver().cast(&floor, &at(ball(0.5166), [0.1, 10.0, -0.2]), vec3(0.0, -20.0, 0.0));
        hits(cast, 0.42417, 16.0 * ULP * (half * 1.8 + 12.0) / 20.0);
        let cylinder = Cylinder::new(0.5, 0.3).unwrap();
        let cast = solver().cast(&floor, &at(cylinder, [0.1, 10.0, -0.2]), vec3(0.0, -20.0, 0.0));
        hits(cast, 0.425, 1e-12 * half.max(1.0));
    }
}

#[test]
fn rays_in_faces_along_edges_and_through_vertices_touch_at_the_first_point() {
    let hull = Hull::new(
        &[0, 1, 2, 3, 4, 5, 6, 7]
            .map(|k: i32| vec3(f64::from(k & 1) * 2.0 - 1.0, f64::from(k & 2) - 1.0, f64::from(k & 4) / 2.0 - 1.0)),
    )
    .unwrap();
    for solver in [solver(), exact()] {
        let both = |from: [f64; 3], way: [f64; 3]| {
            [solver.cast_ray(&cube(), from.into(), way.into()), solver.cast_ray(&hull, from.into(), way.into())]
        };
        for cast in both([4.0, 1.0, 0.25], [-8.0, 0.0, 0.0]) {
            hits(cast, 0.375, 4.0 * ULP);
        }
        for cast in both([4.0, 1.0, -1.0], [-8.0, 0.0, 0.0]) {
            hits(cast, 0.375, 4.0 * ULP);
        }
        // Through one vertex alone: the first floats of it are not the vertex, but the line passes it.
        for cast in both([2.0, 0.0, 1.0], [-3.0, 3.0, 0.0]) {
            hits(cast, 1.0 / 3.0, 4.0 * ULP);
        }
        for cast in both([2.0, 0.0, 1.0f64.next_up()], [-3.0, 3.0, 0.0]) {
            is_clear(cast);
        }
    }
}

#[test]
fn bodies_with_one_velocity_keep_their_distance() {
    let still = vec3(0.0, 0.0, 0.0);
    let (a, b) = (at(ball(1.0), [0.0, 0.0, 0.0]), at(Cone::new(1.0, 1.0).unwrap(), [3.0, 0.0, 0.0]));
    let cast = solver().cast(&a, &b, still);
    is_clear(cast);
    assert_eq!(cast.contact.distance, solver().signed_distance(&a, &b).distance);
}

#[test]
fn failures_of_other_engines_are_answered() {
    // ncollide#214.
    let a = Cuboid::new(vec2(1.0, 1.0)).unwrap();
    let b = Cuboid::new(vec2(1.0, 1.5)).unwrap().at(Pose::translation([10.0, 0.0]));
    hits(solver().cast(&b, &a, vec2(16.0, 0.0)), 0.5, 4.0 * ULP);
    // parry#19: a segment turned by a quarter.
    let turn = Rotation2::new(0.0, -1.0).unwrap();
    let segment = Segment::new(vec2(1.0, 1.0), vec2(-1.0, 1.0)).unwrap().at(Pose::new(turn, vec2(0.0, 0.0)).unwrap());
    let disc = Ball::new(vec2(0.0, 0.0), 0.5).unwrap();
    hits(solver().cast(&segment, &disc, vec2(1.0, 0.0)), 0.5, 4.0 * ULP);
    // cute_headers#252: the circle overlaps the square at the end.
    let square = Hull::new(&[[2.0f32, 39.0], [2.0, 40.0], [1.0, 40.0], [1.0, 39.0]].map(Vec2::from)).unwrap();
    let circle = Ball::new(vec2(2.348_125_5f32, 40.413_624), 0.5).unwrap();
    assert!(solver().cast(&square, &circle, vec2(0.0, -0.106_166_69)).is_hit());
    // Box2D#short edge: a hit or a clean miss, and never nothing.
    let plank =
        Hull::new(&[[-0.5f32, -0.0002], [0.5, -0.0002], [0.5, 0.0002], [-0.5, 0.0002]].map(Vec2::from)).unwrap();
    let point = Point::new(vec2(0.506f32, 0.0035)).unwrap();
    assert_eq!(solver().cast(&plank, &point, vec2(-0.01, -0.5)).outcome, Outcome::Clear);
    assert_eq!(solver().cast(&plank, &point, vec2(-0.5, -0.25)).outcome, Outcome::Hit);
    // rapier.js#258.
    let bar = Cuboid::new(vec2(244.5f32, 0.5)).unwrap().at(Pose::translation([884.5, 188.5]));
    let small = Cuboid::new(vec2(0.5f32, 0.5)).unwrap().at(Pose::translation([380.0, 241.0]));
    assert!(solver().cast(&bar, &small, vec2(624.0, -104.0)).is_hit());
    // bevy_rapier#119.
    let ground = Cuboid::new(vec3(500.0f32, 1.0, 500.0)).unwrap();
    for k in 0..50 {
        let from = Ball::new(vec3(0.0f32, 0.0, 0.0), 1.0).unwrap();
        let from = from.at(Pose::translation([0.01 * k as f32, 3.0, 0.01 * k as f32]));
        hits(solver().cast(&ground, &from, vec3(0.0, -2.0, 0.0)), 0.5, 2e-7);
    }
}

#[test]
fn lengths_of_any_unit_give_the_same_bits() {
    let mut compared = 0;
    for power in [-500, -61, -1, 1, 61, 500] {
        let unit = 2f64.powi(power);
        let bodies = |unit: f64| {
            let ball = |r: f64| Ball::new(vec3(0.0, 0.0, 0.0), r * unit).unwrap();
            let cone = Cone::new(unit, unit).unwrap().rounded(0.25 * unit).unwrap();
            let place = |place: [f64; 3]| Pose::translation(place.map(|x| x * unit));
            let turn = clearance::Quaternion::new(0.1, 0.2, 0.3, 0.9).unwrap();
            let tilted = Pose::new(turn, vec3(4.0 * unit, 0.5 * unit, 0.25 * unit)).unwrap();
            let cuboid = Cuboid::new(vec3(unit, 2.0 * unit, 0.5 * unit)).unwrap();
            let way = vec3(-8.0 * unit, 0.25 * unit, 0.0);
            [
                solver().cast(&ball(1.0), &ball(0.5).at(place([4.0, 1.0, 0.0])), way),
                solver().cast(&cuboid, &cuboid.at(tilted), way),
                solver().cast(&cone, &cuboid.at(tilted), way),
                solver().cast(&cone, &ball(0.5).at(place([4.0, 1.0, 0.0])), way),
            ]
        };
        for (here, there) in bodies(1.0).into_iter().zip(bodies(unit)) {
            assert_eq!(here.outcome, Outcome::Hit);
            let bits = |cast: &Cast<_>| [cast.fraction, cast.lower, cast.upper].map(f64::to_bits);
            assert_eq!(bits(&here), bits(&there), "{here:?} {there:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 24);
}

#[test]
fn numbers_that_are_not_finite_leave_everything_open() {
    let nan = at(cube(), [f64::NAN, 0.0, 0.0]);
    let casts = [
        solver().cast(&cube(), &nan, vec3(1.0, 0.0, 0.0)),
        solver().cast(&cube(), &at(cube(), [4.0, 0.0, 0.0]), vec3(f64::INFINITY, 0.0, 0.0)),
        solver().cast_ray(&cube(), vec3(f64::NAN, 0.0, 0.0), vec3(1.0, 0.0, 0.0)),
    ];
    for cast in casts {
        assert_eq!((cast.outcome, cast.lower, cast.upper), (Outcome::Near, 0.0, 1.0));
        assert_eq!((cast.contact.lower, cast.contact.upper), (f64::NEG_INFINITY, f64::INFINITY));
    }
    let crossing = solver().crossing(&cube(), &nan, vec3(1.0, 0.0, 0.0)).unwrap();
    assert_eq!((crossing.entry.lower, crossing.exit.upper), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn exchanged_shapes_and_the_opposite_way_give_the_same_bits() {
    let turn = clearance::Quaternion::new(0.3, -0.2, 0.1, 0.9).unwrap();
    let pose = |x: f64| Pose::new(turn, vec3(x, 0.25, -0.125)).unwrap();
    let corners = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, -1.0, -0.5]].map(Vec3::from);
    let shapes: [&dyn SupportMap<Vec3<f64>>; 5] = [
        &cube(),
        &ball(1.0),
        &Capsule::new(vec3(0.0, 0.0, -1.0), vec3(0.0, 0.5, 1.0), 0.5).unwrap(),
        &Cylinder::new(1.0, 0.5).unwrap(),
        &Points::new(&corners).unwrap().rounded(0.125).unwrap(),
    ];
    let mut hit = 0;
    for a in shapes {
        for b in shapes {
            let moved = b.at(pose(5.0));
            let way = vec3(-9.0, 0.5, 0.25);
            let (there, back) = (solver().cast(&a, &moved, way), solver().cast(&moved, &a, -way));
            assert_eq!((there.outcome, there.lower, there.upper), (back.outcome, back.lower, back.upper));
            assert_eq!((there.contact.normal, there.contact.lower), (-back.contact.normal, back.contact.lower));
            hit += u32::from(there.outcome == Outcome::Hit);
        }
    }
    assert_eq!(hit, 25);
}

#[test]
fn mirrored_turned_and_permuted_scenes_have_one_bracket() {
    let scene = |map: &dyn Fn([f64; 3]) -> [f64; 3]| {
        let corners =
            [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.5, 0.0], [-1.0, -1.0, -0.5]].map(|p| Vec3::from(map(p)));
        let a = Hull::new(&corners).unwrap();
        let b = Hull::new(&corners.map(|p| p * 0.5 + Vec3::from(map([4.0, 0.75, -0.25])))).unwrap();
        solver().cast(&a, &b, map([-6.0, -1.0, 0.5]).into())
    };
    let first = scene(&|p| p);
    assert_eq!(first.outcome, Outcome::Hit);
    let maps: [&dyn Fn([f64; 3]) -> [f64; 3]; 3] =
        [&|[x, y, z]| [-x, y, z], &|[x, y, z]| [-y, x, z], &|[x, y, z]| [z, x, y]];
    for map in maps {
        let cast = scene(map);
        assert!(cast.lower <= first.upper && first.lower <= cast.upper, "{cast:?} {first:?}");
    }
}

#[test]
fn discs_that_pass_each_other_are_clear() {
    let disc = Ball::new(vec2(0.0f64, 0.0), 0.05).unwrap();
    let other = disc.at(Pose::translation([2.0, -3.0]));
    // A travels by (4, 0) and B by (0, 5): the least distance is 2/√41 − 0.1.
    let way = vec2(-4.0, 5.0);
    is_clear(solver().cast(&disc, &other, way));
    let least = 2.0 / 41f64.sqrt() - 0.1;
    is_clear(Solver { target: least - 1e-15, ..solver() }.cast(&disc, &other, way));
    let cast = Solver { target: least + 1e-15, ..solver() }.cast(&disc, &other, way);
    assert!(cast.outcome == Outcome::Hit && (cast.fraction - 23.0 / 41.0).abs() < 1e-7, "{cast:?}");
}

#[test]
fn single_precision_in_the_plane_has_bounds_in_its_own_scalar() {
    let a = Cuboid::new(vec2(1.0f32, 0.3)).unwrap();
    let turn = Rotation2::new(0.6f32, 0.8).unwrap();
    let mut hits = 0;
    for k in 0..40 {
        let b = Capsule::new(vec2(-0.5f32, 0.1), vec2(0.4, 0.2), 0.1).unwrap();
        let b = b.at(Pose::new(turn, vec2(3.3, 0.1 * k as f32 - 2.0)).unwrap());
        let cast = solver().cast(&a, &b, vec2(-5.1f32, 0.37));
        let moved = |t: f32| {
            let start = b.pose().translation.widen();
            let place = start + vec2(-5.1f32, 0.37).widen() * f64::from(t);
            b.into_shape().at(Pose::new(turn, Vec2::narrow(place)).unwrap())
        };
        if cast.outcome == Outcome::Hit {
            hits += 1;
            assert!(cast.upper <= cast.lower.next_up(), "{cast:?}");
            assert!(solver().signed_distance(&a, &moved(cast.lower)).upper > -1e-6);
            assert!(solver().signed_distance(&a, &moved(cast.upper)).lower < 1e-6);
        }
    }
    assert!(hits > 10 && hits < 40, "{hits}");
}
