//! Curved pairs at every scale. The answer keeps the tolerance that was asked for, and the bracket holds the true
//! value.
//!
//! The true values are closed forms, or the root of a monotone function that bisection finds. They use nothing of the
//! solver.

use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Pose, Proximity, Quaternion, Shape, Solver, Status, SupportMap,
    Vec2, Vec3, Vector, WideVector, signed_distance, vec2, vec3,
};
use lab::random::Random;

/// Powers of ten from 1e-30 to 1e30.
fn scales() -> impl Iterator<Item = f64> {
    (-30..=30).step_by(6).map(|power| 10f64.powi(power))
}

/// The answer of the solver with this tolerance, after four checks: the swapped pair has the same answer, the bracket
/// holds the value of the formula, the error is within the tolerance, and point_b − point_a = distance · normal.
fn asked<V: Vector<Scalar = f64>>(
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    formula: f64,
    size: f64,
    tolerance: f64,
) -> Proximity<V> {
    let solver = Solver { tolerance, ..Solver::default() };
    let answer = solver.signed_distance(a, b);
    assert_eq!(answer, solver.signed_distance(b, a).swapped());
    // The formula and the support points have errors of a few ε times the size of the scene.
    let room = 64.0 * f64::EPSILON * size;
    assert!(answer.lower <= formula + room && formula - room <= answer.upper, "{formula} {answer:?}");
    // The tolerance is relative to the distance of the cores, before the radii are subtracted.
    let cores = formula.abs() + a.radius() + b.radius();
    let error = (answer.distance - formula).abs();
    assert!(error <= tolerance * cores + room, "{tolerance} {formula} {answer:?}");
    // Rounding may stop the expanding polytope before its bounds meet. The distance must still be right.
    let slack = if answer.status == Status::Overlapping { 16.0 } else { 2.0 };
    assert!(answer.error() <= slack * tolerance * cores + 8.0 * room, "{tolerance} {formula} {answer:?}");
    let gap = answer.point_b.widen() - answer.point_a.widen() - answer.normal.widen() * answer.distance;
    let slack = if answer.status == Status::Overlapping { tolerance * cores } else { 0.0 };
    assert!(gap.length() <= room + slack, "{answer:?}");
    answer
}

#[test]
fn an_ellipsoid_with_equal_axes_is_a_ball() {
    for s in scales() {
        for tolerance in [1e-3, 1e-6, 1e-9, 1e-12, 1e-14] {
            let (a, b) = (vec3(0.3 * s, -0.1 * s, 0.7 * s), vec3(2.3 * s, 1.2 * s, -1.4 * s));
            let ellipsoid = Ellipsoid::new(vec3(s, s, s)).unwrap().at(Pose::translation(a));
            let ball = Ball::new(b, 0.5 * s).unwrap();
            asked(&ellipsoid, &ball, (b - a).length() - 1.5 * s, 3.0 * s, tolerance);
        }
    }
}

#[test]
fn two_ellipsoids_on_an_axis_are_apart_by_their_poles() {
    for s in scales() {
        let a = Ellipsoid::new(vec3(1.0 * s, 2.0 * s, 0.5 * s)).unwrap();
        let b = Ellipsoid::new(vec3(0.25 * s, 1.0 * s, 3.0 * s)).unwrap().at(Pose::translation([2.0 * s, 0.0, 0.0]));
        let answer = asked(&a, &b, 0.75 * s, 3.0 * s, 1e-12);
        assert!((answer.normal - vec3(1.0, 0.0, 0.0)).length() < 1e-5, "{answer:?}");
    }
}

/// The distance of a point (p, q) outside an ellipse from the ellipse (Eberly 2013, "Distance from a point to an
/// ellipse").
///
/// Bisection finds the root t of (a·p/(t + a²))² + (b·q/(t + b²))² = 1. The left side falls monotonically with t.
fn from_ellipse([a, b]: [f64; 2], [p, q]: [f64; 2]) -> f64 {
    let value = |t: f64| (a * p / (t + a * a)).powi(2) + (b * q / (t + b * b)).powi(2) - 1.0;
    let (mut low, mut high) = (0.0, a.max(b) * p.hypot(q));
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if value(middle) > 0.0 { low = middle } else { high = middle }
    }
    // The nearest point is (a²p/(t + a²), b²q/(t + b²)), so the difference is t·(p/(t + a²), q/(t + b²)).
    (low * p / (low + a * a)).hypot(low * q / (low + b * b))
}

#[test]
fn a_point_is_as_far_from_an_ellipse_as_eberlys_root_says() {
    let (mut random, mut outside) = (Random::new(11), 0);
    for k in 0..400 {
        let s = 10f64.powi(random.integer(-30, 30));
        let axes = [0.05 + random.unit(), 0.05 + random.unit()];
        let point = [3.0 * random.signed(), 3.0 * random.signed()];
        if (point[0] / axes[0]).powi(2) + (point[1] / axes[1]).powi(2) < 1.01 {
            continue;
        }
        outside += 1;
        let formula = from_ellipse(axes, point.map(f64::abs)) * s;
        let ellipse = Ellipsoid::<Vec2<f64>>::new(vec2(axes[0] * s, axes[1] * s)).unwrap();
        let ball = Ball::new(vec2(point[0] * s, point[1] * s), 0.0).unwrap();
        let tolerance = [1e-4, 1e-8, 1e-12, 1e-14][k % 4];
        asked(&ellipse, &ball, formula, 3.0 * s, tolerance);
    }
    assert!(outside > 250, "idle: {outside} points outside");
}

/// The signed distance of a point from a cylinder, in the half-plane (distance from the axis, height).
fn from_rectangle(radius: f64, half: f64, across: f64, height: f64) -> f64 {
    let (x, y) = (across - radius, height.abs() - half);
    if x <= 0.0 && y <= 0.0 { x.max(y) } else { x.max(0.0).hypot(y.max(0.0)) }
}

#[test]
fn a_ball_is_as_far_from_a_cylinder_as_from_its_meridian() {
    let (mut random, mut counts) = (Random::new(12), [0; 2]);
    for _ in 0..400 {
        let s = 10f64.powi(random.integer(-30, 30));
        let [x, y, z] = std::array::from_fn(|_| 1.2 * random.signed());
        let (half, radius) = (0.1 + random.unit(), 0.1 + random.unit());
        let formula = from_rectangle(radius, half, x.hypot(z), y);
        counts[usize::from(formula < 0.0)] += 1;
        let cylinder = Cylinder::new(half * s, radius * s).unwrap();
        let ball = Ball::new(vec3(x * s, y * s, z * s), 0.1 * s).unwrap();
        asked(&cylinder, &ball, (formula - 0.1) * s, 3.0 * s, 1e-10);
    }
    assert!(counts.iter().all(|&count| count > 20), "idle: {counts:?}");
}

#[test]
fn a_point_above_a_cones_flank_is_as_far_as_from_its_slant_line() {
    for s in scales() {
        // Apex (0, 1), rim (1, −1): the slant line is 2x + y = 1. The point lies 3 along its normal from the middle.
        let normal = vec2(2.0, 1.0).unit();
        let (across, height) = (0.5 + 3.0 * normal.x, 3.0 * normal.y);
        let (c, d) = (0.6, 0.8);
        let point = vec3(c * across * s, height * s, d * across * s);
        let answer = asked(&Cone::new(s, s).unwrap(), &Ball::new(point, 0.0).unwrap(), 3.0 * s, 4.0 * s, 1e-12);
        let expected = vec3(c * normal.x, normal.y, d * normal.x);
        assert!((answer.normal - expected).length() < 1e-5, "{answer:?}");
    }
}

/// Source: measured with parry3d 0.31.1 (`f32`). The exact distance is 2·s for the scale s of the scene.
/// For the cylinder the answers were 2.82031·s at s = 0.005 and 6.54503·s at s = 1e-4.
/// Law: the unit of length does not matter. A power of two scales the answer bit for bit.
#[test]
fn a_box_is_as_far_from_a_cylinder_and_a_cone_in_every_unit() {
    let answers = |s: f64| {
        let cuboid = Cuboid::new(vec3(s, s, s)).unwrap();
        let at = Pose::translation([4.0 * s, 0.3 * s, 0.2 * s]);
        let cylinder = Cylinder::new(s, s).unwrap().at(at);
        let cone = Cone::new(s, s).unwrap().at(at);
        [signed_distance(&cuboid, &cylinder), signed_distance(&cuboid, &cone)]
    };
    let unit = answers(1.0);
    for answer in unit {
        assert!((answer.distance - 2.0).abs() < 1e-11, "{answer:?}");
        assert!(answer.lower <= 2.0 && 2.0 <= answer.upper, "{answer:?}");
    }
    for power in [-900, -300, -100, -20, -1, 1, 20, 100, 300, 900] {
        let factor = 2f64.powi(power);
        for (one, many) in unit.iter().zip(answers(factor)) {
            assert_eq!(
                (many.distance, many.lower, many.upper, many.normal),
                (one.distance * factor, one.lower * factor, one.upper * factor, one.normal),
                "2^{power}"
            );
        }
    }
}

/// Source: ncollide#157 (`f32`). The distance was 0 and the shapes intersected, but there was no contact.
/// Without the shift of 60 along z there was one.
/// Law: all queries agree on the verdict, wherever the scene stands.
#[test]
fn a_cylinder_beside_a_box_is_in_contact_wherever_the_scene_stands() {
    for shift in [0.0f32, 60.0, 6000.0] {
        let cylinder = Cylinder::new(0.925f32, 0.5).unwrap().at(Pose::translation(vec3(10.97, 0.925, 1.02 + shift)));
        let plank =
            Cuboid::new(vec3(0.05f32, 0.75, 0.5)).unwrap().at(Pose::translation(vec3(11.50, 0.75, 0.5 + shift)));
        let answer = signed_distance(&cylinder, &plank);
        assert_eq!(answer.status == Status::Separated, answer.distance > 0.0);
        assert_eq!(Solver::default().overlaps(&cylinder, &plank), answer.status != Status::Separated);
        assert!(answer.distance.abs() < 0.03, "{answer:?}");
    }
}

/// Source: parry (`f32`). The distance was `Ok(0.0)` for translations of 1e20 and 1e30.
/// Law: the distance of shapes far apart is that of their places. Numbers that are not finite are refused.
#[test]
fn a_cone_very_far_from_a_cylinder_is_very_far_from_it() {
    for v in [1e20f32, 1e30] {
        let cone = Cone::new(1.0f32, 1.0).unwrap().at(Pose::translation(vec3(v, 0.0, 0.0)));
        let answer = signed_distance(&cone, &Cylinder::new(1.0f32, 1.0).unwrap());
        assert!((answer.distance - v).abs() <= f32::EPSILON * v, "{answer:?}");
    }
    assert!(Pose::<Vec3<f32>>::new(Quaternion::new(0.0, 0.0, 0.0, 1.0).unwrap(), vec3(f32::NAN, 0.0, 0.0)).is_err());
    assert!(Cylinder::new(f64::INFINITY, 1.0).is_err());
}

#[test]
fn a_tighter_tolerance_never_gives_a_wider_bracket_or_misses_the_truth() {
    let (mut random, mut tightened) = (Random::new(13), 0);
    for _ in 0..150 {
        let axes = vec3(0.1 + random.unit(), 0.1 + random.unit(), 0.1 + random.unit());
        let turn =
            Quaternion::from_axis_angle(vec3(random.signed(), random.signed(), random.signed()), 3.0 * random.unit());
        let at = vec3(2.0 * random.signed(), 2.0 * random.signed(), 2.0 * random.signed());
        let ellipsoid = Ellipsoid::new(axes).unwrap().at(Pose::new(turn, at).unwrap());
        let other = Capsule::new(vec3(-0.4, 0.1, 0.0), vec3(0.3, 0.2, 0.1), 0.1).unwrap();
        let answer = |tolerance| Solver { tolerance, ..Solver::default() }.signed_distance(&ellipsoid, &other);
        let best = answer(1e-14);
        for tolerance in [1e-2, 1e-5, 1e-8] {
            let rough = answer(tolerance);
            assert!(rough.lower <= best.upper && best.lower <= rough.upper, "{tolerance} {rough:?} {best:?}");
            assert!(
                (rough.distance - best.distance).abs() <= tolerance * (best.distance.abs() + 0.1) + 1e-12,
                "{tolerance} {rough:?} {best:?}"
            );
            tightened += usize::from(best.error() < rough.error());
        }
    }
    // Only a few brackets tighten: the step that makes the normal exact has closed most of them to rounding already.
    assert!(tightened > 30, "idle: {tightened} brackets tightened");
}

#[test]
fn the_bracket_holds_also_when_the_iterations_run_out() {
    let mut random = Random::new(14);
    for _ in 0..150 {
        let axes = vec3(0.1 + random.unit(), 0.1 + random.unit(), 0.1 + random.unit());
        let ellipsoid = Ellipsoid::new(axes).unwrap();
        let at = vec3(2.0 * random.signed(), 2.0 * random.signed(), 2.0 * random.signed());
        let cylinder = Cylinder::new(0.5, 0.25).unwrap().at(Pose::translation(at));
        let full = signed_distance(&ellipsoid, &cylinder);
        for max_iterations in [1, 2, 4, 8] {
            let cut = Solver { max_iterations, ..Solver::default() }.signed_distance(&ellipsoid, &cylinder);
            assert!(cut.lower <= cut.distance && cut.distance <= cut.upper, "{cut:?}");
            assert!(cut.lower <= full.upper && full.lower <= cut.upper, "{max_iterations} {cut:?} {full:?}");
        }
    }
}

/// The mean number of support points for random pairs of one kind at a given gap. Every answer keeps the default
/// tolerance.
fn mean_iterations<S: SupportMap<Vec3<f64>> + Copy>(
    seed: u64,
    gap: f64,
    mut shape: impl FnMut(&mut Random) -> S,
) -> f64 {
    const PAIRS: usize = 200;
    let mut random = Random::new(seed);
    let mut iterations = 0;
    for _ in 0..PAIRS {
        let mut pose = || {
            let axis = vec3(random.signed(), random.signed(), random.signed());
            let turn = Quaternion::from_axis_angle(axis, 3.0 * random.unit());
            Pose::new(turn, vec3(random.signed(), random.signed(), random.signed()) * 3.0).unwrap()
        };
        let (at, mut other) = (pose(), pose());
        let (a, b) = (shape(&mut random), shape(&mut random));
        for _ in 0..4 {
            let answer = signed_distance(&a.at(at), &b.at(other));
            other.translation += answer.normal * (gap - answer.distance);
        }
        let answer = signed_distance(&a.at(at), &b.at(other));
        assert!(answer.error() <= 1e-12 * answer.distance + 64.0 * f64::EPSILON * 20.0, "{answer:?}");
        iterations += answer.iterations;
    }
    f64::from(iterations) / PAIRS as f64
}

#[test]
fn curved_shapes_apart_are_answered_in_a_few_support_points() {
    let size = |random: &mut Random| 0.5 + 0.8 * random.unit();
    // Two of these support points are not part of the search. The last one makes the normal as exact as the distance.
    // The first one of Newton's method repeats the last one of the loop: on a straight or flat surface it must belong
    // to the unit direction.
    for (gap, most) in [(5.0, 6.0), (0.05, 10.5), (1e-6, 32.0)] {
        let cylinders = mean_iterations(15, gap, |r| Cylinder::new(size(r), size(r)).unwrap());
        let cones = mean_iterations(16, gap, |r| Cone::new(size(r), size(r)).unwrap());
        let ellipsoids = mean_iterations(17, gap, |r| Ellipsoid::new(vec3(size(r), size(r), size(r))).unwrap());
        assert!(cylinders < most && cones < most && ellipsoids < most, "{gap}: {cylinders} {cones} {ellipsoids}");
    }
}

#[test]
fn cylinders_that_stand_on_one_another_are_apart_by_their_caps() {
    for s in scales() {
        let cylinder = Cylinder::new(1.0 * s, 0.5 * s).unwrap();
        // Seen from above, the discs overlap wholly or in part. Any two points above one another are nearest.
        for shift in [0.0, 0.3, 0.9] {
            let upper = cylinder.at(Pose::translation([shift * s, 2.25 * s, 0.0]));
            let answer = asked(&cylinder, &upper, 0.25 * s, 3.0 * s, 1e-12);
            assert!((answer.normal - vec3(0.0, 1.0, 0.0)).length() < 1e-14, "{answer:?}");
        }
        // At a larger shift the rims are nearest.
        let upper = cylinder.at(Pose::translation([1.4 * s, 2.25 * s, 0.0]));
        asked(&cylinder, &upper, (0.4f64.powi(2) + 0.25f64.powi(2)).sqrt() * s, 3.0 * s, 1e-12);
    }
}
