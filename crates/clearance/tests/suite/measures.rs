//! Volume, surface, centroid, inertia and boxes against formulas, and against independent sums.

use crate::random::Random;
use clearance::*;
use std::f64::consts::PI;

type P2 = Vec2<f64>;
type P3 = Vec3<f64>;

/// The bracket holds the number, up to the rounding of the number itself, and it is narrow.
#[track_caller]
fn assert_holds(found: Bounded<f64>, right: f64, width: f64) {
    let slack = 4e-16 * right.abs();
    assert!(found.lower <= right + slack && right - slack <= found.upper, "{found:?} does not hold {right}");
    assert!(found.lower <= found.value && found.value <= found.upper, "{found:?}");
    assert!(found.upper - found.lower <= width * right.abs(), "{found:?} is wide");
}

#[track_caller]
fn assert_is(found: Bounded<f64>, right: f64) {
    assert_eq!((found.value, found.lower, found.upper), (right, right, right));
}

fn entry(of: &Bounded<[[f64; 3]; 3]>, i: usize, j: usize) -> Bounded<f64> {
    Bounded { value: of.value[i][j], lower: of.lower[i][j], upper: of.upper[i][j] }
}

#[test]
fn round_solids_have_the_volumes_surfaces_and_inertias_of_the_tables() {
    let (r, h) = (2.0f64, 3.0f64);
    let at = vec3(1.0, -2.0, 0.5);
    let ball = Ball::new(at, r).unwrap();
    assert_holds(ball.volume(), 4.0 / 3.0 * PI * 8.0, 1e-14);
    assert_holds(ball.surface_area(), 16.0 * PI, 1e-14);
    assert_holds(entry(&ball.inertia(), 1, 1), 0.4 * 4.0 / 3.0 * PI * 8.0 * 4.0, 1e-14);
    assert_eq!(ball.centroid().value, at);

    let cylinder = Cylinder::new(h, r).unwrap();
    let volume = PI * 4.0 * 6.0;
    assert_holds(cylinder.volume(), volume, 1e-14);
    assert_holds(cylinder.surface_area(), 2.0 * PI * 2.0 * 8.0, 1e-14);
    assert_holds(entry(&cylinder.inertia(), 1, 1), volume * 4.0 / 2.0, 1e-14);
    assert_holds(entry(&cylinder.inertia(), 0, 0), volume * (3.0 * 4.0 + 36.0) / 12.0, 1e-14);

    let cone = Cone::new(h, r).unwrap();
    let volume = PI * 4.0 * 6.0 / 3.0;
    assert_holds(cone.volume(), volume, 1e-14);
    assert_holds(cone.surface_area(), PI * 2.0 * (2.0 + 40f64.sqrt()), 1e-14);
    assert_eq!(cone.centroid().value, vec3(0.0, -1.5, 0.0));
    assert_holds(entry(&cone.inertia(), 1, 1), 0.3 * volume * 4.0, 1e-14);
    assert_holds(entry(&cone.inertia(), 2, 2), volume * (3.0 / 20.0 * 4.0 + 3.0 / 80.0 * 36.0), 1e-14);

    let ellipsoid = Ellipsoid::new(vec3(1.0, 2.0, 3.0)).unwrap();
    assert_holds(ellipsoid.volume(), 8.0 * PI, 1e-14);
    assert_holds(entry(&ellipsoid.inertia(), 0, 0), 8.0 * PI * 13.0 / 5.0, 1e-14);
    // Digits of Mathematica's SurfaceArea[Ellipsoid[{0, 0, 0}, {1, 2, 3}]].
    assert!((ellipsoid.surface_area().value - 48.882_154_9).abs() < 1e-5, "{:?}", ellipsoid.surface_area());
}

#[test]
fn a_capsule_is_a_cylinder_and_two_half_balls_in_any_direction() {
    // Along y: the sum of the parts, with the parallel axis theorem.
    let (r, l) = (0.5f64, 3.0f64);
    let capsule = Capsule::new(vec3(0.0, -1.5, 0.0), vec3(0.0, 1.5, 0.0), r).unwrap();
    let (tube, ball) = (PI * r * r * l, 4.0 / 3.0 * PI * r * r * r);
    assert_holds(capsule.volume(), tube + ball, 1e-14);
    assert_holds(capsule.surface_area(), 2.0 * PI * r * l + 4.0 * PI * r * r, 1e-14);
    assert_holds(entry(&capsule.inertia(), 1, 1), tube * r * r / 2.0 + 0.4 * ball * r * r, 1e-13);
    // A half ball: 83/320 m r² about its centroid, which is 3r/8 from the base.
    let half = ball / 2.0;
    let across = tube * (3.0 * r * r + l * l) / 12.0
        + 2.0 * (83.0 / 320.0 * half * r * r + half * (l / 2.0 + 3.0 / 8.0 * r).powi(2));
    assert_holds(entry(&capsule.inertia(), 0, 0), across, 1e-13);

    // A slanted one is the same, turned.
    let way = vec3(1.0, 2.0, 2.0);
    let slanted = Capsule::new(vec3(0.0, 0.0, 0.0), way, r).unwrap();
    let [xx, yy, zz] = [0, 1, 2].map(|k| entry(&slanted.inertia(), k, k).value);
    let along = tube * r * r / 2.0 + 0.4 * ball * r * r;
    assert!((xx + yy + zz - along - 2.0 * across).abs() < 1e-12);
    assert!((entry(&slanted.inertia(), 0, 1).value - (along - across) * 2.0 / 9.0).abs() < 1e-13);
    assert_eq!(slanted.centroid().value, vec3(0.5, 1.0, 1.0));

    // In the plane: a rectangle and a disc.
    let stadium = Capsule::new(vec2(-1.5, 0.0), vec2(1.5, 0.0), r).unwrap();
    assert_holds(stadium.volume(), 2.0 * r * l + PI * r * r, 1e-14);
    assert_holds(stadium.surface_area(), 2.0 * l + 2.0 * PI * r, 1e-14);
    assert_holds(entry(&stadium.inertia(), 0, 0), 2.0 * r * l * r * r / 3.0 + PI * r.powi(4) / 4.0, 1e-14);
    // A half disc about its centroid: r⁴ (π/8 − 8/(9π)).
    let half = PI * r * r / 2.0;
    let second = 2.0 * r * l * l * l / 12.0
        + 2.0 * (r.powi(4) * (PI / 8.0 - 8.0 / (9.0 * PI)) + half * (l / 2.0 + 4.0 * r / (3.0 * PI)).powi(2));
    assert_holds(entry(&stadium.inertia(), 1, 1), second, 1e-13);
    // Without a way it is a ball.
    let p = vec3(3.0, 1.0, 2.0);
    let (round, ball) = (Capsule::new(p, p, r).unwrap().inertia(), Ball::new(p, r).unwrap().inertia());
    assert!((0..3).all(|k| (round.value[k][k] - ball.value[k][k]).abs() < 1e-16));
}

#[test]
fn the_perimeter_of_an_ellipse_and_the_surface_of_a_spheroid_are_the_known_numbers() {
    let ellipse = |a: f64, b: f64| Ellipsoid::new(vec2(a, b)).unwrap().surface_area();
    assert_holds(ellipse(2.0, 2.0), 4.0 * PI, 1e-13);
    // 4 E(e) by the arithmetic and geometric mean: an independent computation.
    for (a, b) in [(2.0f64, 1.0f64), (1.0, 1e-3), (3.0, 2.9), (1e200, 3e199), (1e-200, 1e-201)] {
        let size = a;
        let (mut x, mut y, mut sum, mut power) = (1.0, b / a, 1.0 - (1.0 - (b / a).powi(2)) / 2.0, 1.0);
        for _ in 0..10 {
            let c: f64 = (x - y) / 2.0;
            (x, y) = ((x + y) / 2.0, (x * y).sqrt());
            sum -= power * c * c;
            power *= 2.0;
        }
        let right = 2.0 * PI / x * sum * size;
        let found = ellipse(a, b);
        assert!((found.value / right - 1.0).abs() < 1e-13, "{a} {b}: {found:?} {right}");
        assert!(found.upper - found.lower < 1e-13 * right);
    }
    // A flat one has two sides.
    let flat = ellipse(3.0, 0.0);
    assert!(flat.lower <= 12.0 && 12.0 <= flat.upper && flat.upper - flat.lower < 1e-14);

    let spheroid = |a: f64, c: f64| Ellipsoid::new(vec3(a, c, a)).unwrap().surface_area();
    assert_holds(spheroid(1.0, 1.0), 4.0 * PI, 1e-13);
    let oblate = |a: f64, c: f64| {
        let e = (1.0 - c * c / (a * a)).sqrt();
        2.0 * PI * a * a * (1.0 + (1.0 - e * e) / e * e.atanh())
    };
    let prolate = |a: f64, c: f64| {
        let e = (1.0 - a * a / (c * c)).sqrt();
        2.0 * PI * a * a * (1.0 + c / (a * e) * e.asin())
    };
    assert!((spheroid(2.0, 1.0).value / oblate(2.0, 1.0) - 1.0).abs() < 1e-14);
    assert!((spheroid(1.0, 5.0).value / prolate(1.0, 5.0) - 1.0).abs() < 1e-14);
    assert!((spheroid(1.0, 0.0).value / (2.0 * PI) - 1.0).abs() < 1e-15, "a disc has two sides");
    assert_eq!(Ellipsoid::new(vec3(1.0, 0.0, 0.0)).unwrap().surface_area().value, 0.0);
}

#[test]
fn polygons_and_polyhedra_of_whole_numbers_are_measured_exactly() {
    let square = Hull::new(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]).unwrap();
    assert_is(square.area(), 16.0);
    assert_is(square.perimeter(), 16.0);
    assert_eq!(square.centroid().value, vec2(2.0, 2.0));
    let inertia = square.inertia();
    assert!((0..2).all(|k| inertia.lower[k][k] <= 64.0 / 3.0 && 64.0 / 3.0 <= inertia.upper[k][k]));

    // A right triangle, in any order: A = 6, centroid at a third, ∫x² about it = a³b/36.
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let corners = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 3.0)];
        let triangle = Triangle::new(corners[order[0]], corners[order[1]], corners[order[2]]).unwrap();
        assert_is(triangle.volume(), 6.0);
        assert_is(triangle.surface_area(), 12.0);
        let centroid = triangle.centroid();
        assert!(centroid.lower.x <= 4.0 / 3.0 && 4.0 / 3.0 <= centroid.upper.x && centroid.value.y == 1.0);
        assert_holds(entry(&triangle.inertia(), 1, 1), 64.0 * 3.0 / 36.0, 1e-14);
        assert_holds(entry(&triangle.inertia(), 0, 1), 16.0 * 9.0 / 72.0, 1e-14);
    }

    // A corner of the cube: V = 1/6 of 6, surface 3·(1/2) + √3/2 of size.
    let corner = [vec3(0.0, 0.0, 0.0), vec3(6.0, 0.0, 0.0), vec3(0.0, 6.0, 0.0), vec3(0.0, 0.0, 6.0)];
    let corner = Points::new(&corner).unwrap();
    assert_is(corner.volume(), 36.0);
    assert_holds(corner.surface_area(), 54.0 + 18.0 * 3f64.sqrt(), 1e-14);
    assert_eq!(corner.centroid().value, vec3(1.5, 1.5, 1.5));
    // ∫ x² = V·3/80·a² about the centroid, and the product is −V·a²/80.
    assert_holds(entry(&corner.inertia(), 2, 2), 36.0 * 2.0 * 3.0 / 80.0 * 36.0, 1e-13);
    assert_holds(entry(&corner.inertia(), 0, 1), 36.0 * 36.0 / 80.0, 1e-13);
}

#[test]
fn a_box_as_a_hull_has_the_measures_of_the_box_in_any_pose() {
    let mut random = Random(7);
    for _ in 0..50 {
        let h = vec3(1.0 + random.signed() * 0.9, 1.0 + random.signed() * 0.9, 1.0 + random.signed() * 0.9);
        let corners: Vec<P3> = (0..8)
            .map(|k| vec3(h.x * (2 * (k & 1) - 1) as f64, h.y * ((k & 2) - 1) as f64, h.z * ((k >> 1 & 2) - 1) as f64))
            .collect();
        let pose = random.pose();
        let (solid, hull) = (Cuboid::new(h).unwrap().at(pose), Hull::new(&corners).unwrap().at(pose));
        for (p, q) in [(solid.volume(), hull.volume()), (solid.surface_area(), hull.surface_area())] {
            assert!(p.lower <= q.upper && q.lower <= p.upper, "{p:?} {q:?}");
            assert!(q.upper - q.lower < 1e-12 * q.value);
        }
        let (p, q) = (solid.inertia(), hull.inertia());
        for k in 0..9 {
            let (i, j) = (k / 3, k % 3);
            assert!(p.lower[i][j] <= q.upper[i][j] && q.lower[i][j] <= p.upper[i][j]);
            assert!(q.upper[i][j] - q.lower[i][j] < 1e-11 * q.value[0][0]);
            assert_eq!((q.lower[i][j], q.upper[i][j]), (q.lower[j][i], q.upper[j][i]), "the matrix is symmetric");
        }
        let (p, q) = (solid.centroid(), hull.centroid());
        assert!((p.value - q.value).length() < 1e-14 && (p.value - pose.translation).length() < 1e-14);
    }
}

#[test]
fn the_whole_is_the_sum_of_the_halves() {
    // A random hull is cut by a plane x = 0 through vertices of both halves: volumes and first moments add up.
    let mut random = Random(11);
    for _ in 0..40 {
        let ring: Vec<P3> = (0..6)
            .map(|k| {
                let angle = f64::from(k) + 0.4 * random.signed();
                vec3(0.0, angle.cos(), angle.sin())
            })
            .collect();
        let with = |x: &[f64]| {
            let mut points = ring.clone();
            points.extend(x.iter().map(|&x| vec3(x, 0.0, 0.0)));
            Hull::new(&points).unwrap()
        };
        let (left, right, whole) = (with(&[-1.5]), with(&[0.75]), with(&[-1.5, 0.75]));
        let [l, r, w] = [&left, &right, &whole].map(|hull| hull.volume());
        assert!(w.lower <= l.upper + r.upper && l.lower + r.lower <= w.upper);
        let [p, q, c] = [&left, &right, &whole].map(|hull| hull.centroid().value);
        assert!((p * l.value + q * r.value - c * w.value).length() < 1e-13);
        // A pyramid: the centroid is a quarter of the height above the base.
        assert!((p.x + 0.375).abs() < 1e-14);
    }
}

#[test]
fn thin_hulls_keep_their_digits() {
    // A sliver: the volume is far below the rounding of a single product of lengths.
    let thin = f64::EPSILON / 8.0;
    let sliver =
        Hull::new(&[[1.0, 1.0, 1.0], [2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.3, 1.4, 1.0 + f64::EPSILON]]).unwrap();
    let volume = sliver.volume();
    let right = f64::EPSILON / 6.0;
    assert!(volume.lower <= right * (1.0 + 1e-15) && right * (1.0 - 1e-15) <= volume.upper, "{volume:?}");
    assert!(volume.upper - volume.lower < 1e-14 * right, "{volume:?}, {thin}");
}

#[test]
fn flat_shapes_have_no_volume_but_a_surface_and_a_centroid() {
    let triangle = Triangle::new(vec3(0.0f64, 0.0, 1.0), vec3(3.0, 0.0, 1.0), vec3(0.0, 4.0, 1.0)).unwrap();
    assert_is(triangle.volume(), 0.0);
    assert_is(triangle.surface_area(), 12.0);
    assert_eq!(triangle.inertia().value, [[0.0; 3]; 3]);
    let centroid = triangle.centroid();
    assert!(centroid.lower.y <= 4.0 / 3.0 && 4.0 / 3.0 <= centroid.upper.y && centroid.value.x == 1.0);
    assert!(centroid.upper.z - centroid.lower.z <= 4e-16 && (centroid.value.z - 1.0).abs() < 4e-16);
    let segment = Segment::new(vec2(0.0, 0.0), vec2(3.0, 4.0)).unwrap();
    assert_is(segment.volume(), 0.0);
    assert_is(segment.surface_area(), 10.0);
    assert_eq!(segment.centroid().value, vec2(1.5, 2.0));
    let point = Point::new(vec3(1.0f32, 2.0, 3.0)).unwrap();
    assert_is(point.surface_area(), 0.0);
    assert_eq!(point.centroid().value, vec3(1.0, 2.0, 3.0));
    // A slanted quadrilateral of two triangles with different areas.
    let kite = [[0.0, 0.0, 0.0], [2.0, -1.0, 2.0], [6.0, 0.0, 6.0], [2.0, 1.0, 2.0]];
    let centroid = Hull::new(&kite).unwrap().centroid().value;
    assert!((centroid - vec3(8.0 / 3.0, 0.0, 8.0 / 3.0)).length() < 1e-14);
}

#[test]
fn measures_scale_and_lose_knowledge_only_beyond_the_range() {
    let points: Vec<P3> = {
        let mut random = Random(3);
        (0..20).map(|_| random.point()).collect()
    };
    let plain = Hull::new(&points).unwrap();
    for power in [-300, -20, 20, 300] {
        let factor = 2f64.powi(power);
        let scaled = Hull::new(&points.iter().map(|&p| p * factor).collect::<Vec<_>>()).unwrap();
        assert_eq!(scaled.volume().lower, plain.volume().lower * factor * factor * factor);
        assert_eq!(scaled.surface_area().upper, plain.surface_area().upper * factor * factor);
        assert_eq!(scaled.centroid().value, plain.centroid().value * factor);
    }
    for huge in [1e-200, 1e200] {
        let volume = Ball::new(vec3(0.0, 0.0, 0.0), huge).unwrap().volume();
        assert!(volume.lower >= 0.0 && volume.lower < volume.upper && !volume.value.is_nan());
        let cone = Cone::new(huge, huge).unwrap();
        assert_eq!(cone.centroid().value.y, -huge / 2.0);
        assert!((Ellipsoid::new(vec2(huge, huge / 2.0)).unwrap().surface_area().value / huge - 4.844).abs() < 1e-3);
    }
}

#[test]
fn a_pose_that_is_not_finite_hides_the_centroid_and_the_box() {
    let lost = Ball::new(vec2(0.0, 0.0), 1.0).unwrap().at(Pose::translation([f64::NAN, 0.0]));
    assert_eq!(lost.centroid().lower.x, f64::NEG_INFINITY);
    assert!(!lost.centroid().value.x.is_nan());
    let bounds = lost.aabb();
    assert_eq!((bounds.lower.x, bounds.upper.x), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn boxes_along_the_axes_hold_the_shape_and_are_tight() {
    let mut random = Random(23);
    let mut tight = 0;
    for round in 0..300 {
        let pose = random.pose();
        let shape: Box<dyn SupportMap<P3>> = match round % 6 {
            0 => Box::new(Cuboid::new(vec3(1.0, 2.0, 0.5)).unwrap().at(pose)),
            1 => Box::new(Cone::new(1.0, 0.5).unwrap().at(pose).rounded(0.25).unwrap()),
            2 => Box::new(Ellipsoid::new(vec3(1.0, 2.0, 0.5)).unwrap().at(pose)),
            3 => Box::new(Hull::new(&(0..50).map(|_| random.point()).collect::<Vec<_>>()).unwrap().at(pose)),
            4 => Box::new(Cylinder::new(1.0, 0.5).unwrap().at(pose).swept(random.point()).unwrap().at(random.pose())),
            _ => {
                let ball = Ball::new(random.point(), 0.5).unwrap();
                Box::new(ball.hull_with(Ball::new(random.point(), 0.25).unwrap()).unwrap().at(pose))
            }
        };
        let bounds = shape.aabb();
        for axis in 0..3 {
            for (sign, side) in [(-1.0, bounds.lower), (1.0, bounds.upper)] {
                // The plane of the side touches the shape: the distance to a point just outside along the axis.
                let inside = Aabb { lower: bounds.lower, upper: bounds.upper };
                assert!(inside.lower.coordinate(axis) < inside.upper.coordinate(axis));
                let reach = sign * side.coordinate(axis);
                // A wall beyond the side, as a large box.
                let wall = Cuboid::new(vec3(100.0, 100.0, 100.0)).unwrap();
                let wall = wall.at(Pose::translation(P3::axis(axis) * (sign * (reach + 101.0))));
                let gap = Solver::default().distance(&shape, &wall);
                assert!(gap.upper >= 1.0 - 1e-12, "the shape stays inside its box: {gap:?}");
                tight += usize::from(gap.lower <= 1.0 + 1e-9);
            }
        }
    }
    assert_eq!(tight, 300 * 6);
}

#[test]
fn boxes_of_f32_shapes_are_rounded_outward() {
    let ball = Ball::new(vec2(0.1f32, 16_777_216.0), 0.3).unwrap();
    let bounds = ball.aabb();
    let exact = |c: f32, s: f64| f64::from(c) + s * f64::from(0.3f32);
    assert!(f64::from(bounds.upper.x) >= exact(0.1, 1.0) && f64::from(bounds.lower.x) <= exact(0.1, -1.0));
    assert!(bounds.upper.y > 16_777_216.0 && bounds.lower.y < 16_777_216.0);
    assert!(bounds.contains(vec2(0.1, 16_777_216.0)));
    let other = Ball::new(vec2(5.0f32, 0.0), 1.0).unwrap().aabb();
    assert!(!bounds.overlaps(&other));
    let both = bounds.joined(&other);
    assert!(both.overlaps(&bounds) && both.lower.y == -1.0 && both.upper.x == 6.0);
}

#[test]
fn quarter_turns_have_exact_boxes() {
    let turn = Pose::new(Quaternion::new(0.0, 0.0, 1.0, 0.0).unwrap(), vec3(1.0, 2.0, 3.0)).unwrap();
    let bounds = Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap().at(turn).aabb();
    assert_eq!((bounds.lower, bounds.upper), (vec3(0.0, 0.0, 0.0), vec3(2.0, 4.0, 6.0)));
    let turn = Pose::new(Rotation2::new(0.0, 1.0).unwrap(), vec2(0.0, 0.0)).unwrap();
    let bounds: Aabb<P2> = Cuboid::new(vec2(1.0, 2.0)).unwrap().at(turn).aabb();
    assert_eq!((bounds.lower, bounds.upper), (vec2(-2.0, -1.0), vec2(2.0, 1.0)));
}

/// Cause: a pose whose rotation is none counted as one without rotation, and the bounds were exact. Law: nothing is
/// claimed where a rotation is none.
#[test]
fn a_rotation_that_is_none_claims_nothing() {
    let quarter = Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), std::f64::consts::FRAC_PI_2);
    for factor in [1.02, 0.9, f64::NAN, f64::INFINITY] {
        let Quaternion { x, y, z, w } = quarter;
        let rotation = Quaternion { x: x * factor, y: y * factor, z: z * factor, w: w * factor };
        let brick = Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap().at(Pose { rotation, translation: vec3(0.0, 0.0, 0.0) });
        let inertia = brick.inertia();
        assert!(inertia.lower[0][0] <= 0.0 && inertia.upper[0][0] == f64::INFINITY, "{factor} {inertia:?}");
        assert_eq!([brick.volume().upper, brick.surface_area().upper], [f64::INFINITY; 2]);
        assert!(brick.centroid().lower.x == f64::NEG_INFINITY && brick.centroid().upper.x == f64::INFINITY);
    }
}
