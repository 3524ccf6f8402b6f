//! Faults that a tester found who had not seen the code: boxes with edges that are parallel to rounding, lengths near the
//! ends of the range, and limits of single precision.

use crate::random::Random;
use clearance::{
    AnyShape, Ball, Cache, Capsule, Cuboid, Ellipsoid, Hull, Motion, Placement, Points, Pose, Precision, Quaternion,
    Shape, ShapeSet, Solver, Status, SupportMap, Vec2, Vec3, Vector, vec2, vec3,
};

fn exact() -> Solver {
    Solver { precision: Precision::Exact, ..Solver::default() }
}

fn turned(x: f64, y: f64, z: f64, w: f64, at: Vec3<f64>) -> Pose<Vec3<f64>> {
    Pose { rotation: Quaternion { x, y, z, w }, translation: at }
}

/// What a batch says of this pair, many times, so that lanes answer.
fn batch_overlaps<V: Vector>(cuboids: [Cuboid<V>; 2], poses: [Pose<V>; 2]) -> bool
where
    clearance::AnyShape<V>: From<Cuboid<V>>,
{
    let mut shapes = ShapeSet::new();
    let [a, b] = cuboids.map(|cuboid| shapes.insert(cuboid));
    let placements = [Placement { shape: a, pose: poses[0] }, Placement { shape: b, pose: poses[1] }];
    let mut verdicts = [false; 33];
    let solver = Solver::default();
    solver.batch(&shapes, &placements).unwrap().overlaps(&[[0, 1]; 33], &mut verdicts).unwrap();
    assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]));
    verdicts[0]
}

/// Cause: along the product L of two edges, the reach of a box came from entries of the matrix that err by u, and L was as
/// short as that. One pair in thirty was called apart, up to 0.98 deep.
/// Law: a yes-or-no answer is that of exact numbers.
#[test]
fn boxes_with_edges_that_are_parallel_to_rounding_overlap_as_the_exact_verdict_says() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let root = 0.5f64.sqrt();
    let quarters = [[0.0, 0.0, 0.0, 1.0], [root, 0.0, 0.0, root], [0.5, 0.5, 0.5, 0.5], [0.0, 0.0, 1.0, 0.0]];
    let places =
        [[0.5, 0.25, 0.0], [1.0, 0.5, 0.25], [1.5, 1.5, 0.0], [1.0, 1.0, 1.0], [2.0, 1.5, 0.5], [2.5, 1.0, 1.5]];
    let mut count = [0; 2];
    for number in 0..256u32 {
        let [x, y, z, w] = [0, 2, 4, 6].map(|shift| f64::from(number >> shift & 3) - 1.0);
        if [x, y, z, w] == [0.0; 4] {
            continue;
        }
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let on_a = turned(x / length, y / length, z / length, w / length, vec3(0.0, 0.0, 0.0));
        for [p, q, r, s] in quarters {
            let rotation = on_a.after(&turned(p, q, r, s, vec3(0.0, 0.0, 0.0))).rotation;
            for [u, v, t] in places {
                let on_b = Pose { rotation, translation: vec3(u, v, t) };
                let (a, b) = (cube.at(on_a), cube.at(on_b));
                let meets = exact().signed_distance(&a, &b).status != Status::Separated;
                assert_eq!(Solver::default().overlaps(&a, &b), meets, "{on_a:?} {on_b:?}");
                assert_eq!(batch_overlaps([cube; 2], [on_a, on_b]), meets, "{on_a:?} {on_b:?}");
                count[usize::from(meets)] += 1;
            }
        }
    }
    assert!(count.iter().all(|&count| count > 500), "{count:?}");
}

/// The same in single precision, where lanes divided an error of 2⁻²⁰ by |L|.
#[test]
fn a_batch_does_not_separate_boxes_along_the_product_of_edges_that_are_nearly_parallel() {
    let a = Cuboid::new(vec3(0.4621067574918997, 0.7415192592978979, 1.2235091977596446)).unwrap();
    let b = Cuboid::new(vec3(0.9486160447476095, 1.2530459882188325, 0.9058253427050544)).unwrap();
    let [x, y, z, w] = [-0.46572190646887673, -0.6382373006371562, -0.24259141019995234, 0.5629437463970884];
    let [p, q, r, s] = [0.3165098812188238, 0.7121557716469702, 0.4890252753860671, 0.391803435454994];
    let at = vec3(0.4207162336528622, 0.759022074030139, -0.9653515085998067);
    let poses = [turned(x, y, z, w, vec3(0.0, 0.0, 0.0)), turned(p, q, r, s, at)];
    assert!(exact().signed_distance(&a.at(poses[0]), &b.at(poses[1])).distance < -0.7);
    assert!(batch_overlaps([a, b], poses));
}

/// The same cause: a bracket that did not hold the depth along nearly parallel edges that cross.
#[test]
fn the_bracket_along_nearly_parallel_edges_holds_the_exact_depth() {
    let a = Cuboid::new(vec3(1.100993483711416, 0.6642068748501093, 0.5723560296118437)).unwrap();
    let b = Cuboid::new(vec3(0.8809433828307072, 0.5295226168892926, 0.7224585602790938)).unwrap();
    let [x, y, z, w] = [-0.43890336617077524, 0.4773998346311605, 0.646631338214248, 0.40164803683991035];
    let [p, q, r, s] = [-0.7796639803374837, 0.5873526650503232, -0.05378035862621766, -0.21035350638539438];
    let at = vec3(0.14930026794059728, 1.5338169604821017, 1.4774250163682574);
    let (a, b) = (a.at(turned(x, y, z, w, vec3(0.0, 0.0, 0.0))), b.at(turned(p, q, r, s, at)));
    let (found, right) = (Solver::default().signed_distance(&a, &b), exact().signed_distance(&a, &b));
    assert!(found.lower <= right.upper && right.lower <= found.upper, "{found:?} {right:?}");
}

/// Cause: the margin of a foot beside the rim of its facet left out that the formula of a pose in `f32` is no rotation.
#[test]
fn the_bracket_of_single_precision_holds_the_distance_beside_the_rim_of_a_facet() {
    let pose = |[x, y, z, w]: [f32; 4], [u, v, t]: [f32; 3]| Pose {
        rotation: Quaternion { x, y, z, w },
        translation: vec3(u, v, t),
    };
    let a = Cuboid::new(vec3(0.29157087f32, 0.81990993, 0.1999736)).unwrap();
    let b = Cuboid::new(vec3(0.3494107f32, 0.16937158, 0.91964406)).unwrap();
    let a = a.at(pose([0.39354095, -0.44053552, 0.35146877, 0.7263082], [0.0; 3]));
    let b = b.at(pose([-0.6950118, 0.55259836, 0.22536357, 0.40100497], [-1.01631, 1.0781192, -0.2919303]));
    let (found, right) = (Solver::default().signed_distance(&a, &b), exact().signed_distance(&a, &b));
    assert!(found.lower <= right.upper && right.lower <= found.upper, "{found:?} {right:?}");
}

fn verdicts<V: Vector<Scalar = f64>>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> [Status; 2] {
    let solver = Solver::default();
    let status = solver.signed_distance(a, b).status;
    assert_eq!(solver.overlaps(a, b), status != Status::Separated);
    [status, solver.distance(a, b).status]
}

/// Cause: bodies beyond 2^60 are made smaller by a power of two, and a small coordinate then underflowed to zero. They were
/// compared as they were then.
/// Law: the verdict on polytopes is exact.
#[test]
fn a_gap_that_underflows_when_very_large_bodies_are_scaled_is_not_lost() {
    for (size, gap) in [(2f64.powi(100), 1e-300), (2f64.powi(61), 5e-324), (2f64.powi(300), 1e-290)] {
        let a =
            Hull::new(&[vec3(0.0, 0.0, 0.0), vec3(-size, 0.0, size), vec3(-size, 0.0, -size), vec3(-size, size, 0.0)]);
        let b =
            |x| Hull::new(&[vec3(x, 0.0, 0.0), vec3(size, 0.0, size), vec3(size, 0.0, -size), vec3(size, size, 0.0)]);
        let a = a.unwrap();
        assert_eq!(verdicts(&a, &b(gap).unwrap()), [Status::Separated; 2], "{size} {gap}");
        assert_eq!(verdicts(&a, &b(-gap).unwrap()), [Status::Overlapping; 2], "{size} {gap}");
        let corner = Hull::new(&[vec2(0.0, 0.0), vec2(size, 0.0), vec2(0.0, size)]).unwrap();
        let other = Hull::new(&[vec2(0.0, 0.0), vec2(-size, 0.25 * size), vec2(-size, -size)]).unwrap();
        let moved = |x: f64| (&other).at(Pose::translation([x, 0.0]));
        assert_eq!(verdicts(&corner, &moved(-gap)), [Status::Separated; 2], "{size} {gap}");
        assert_eq!(verdicts(&corner, &moved(gap)), [Status::Overlapping; 2], "{size} {gap}");
    }
}

/// Cause: a search that began with a face through the origin, to rounding, took another direction for that of its plane.
/// Law: a cache changes no verdict.
#[test]
fn a_cache_keeps_the_verdict_of_a_gap_that_is_far_below_rounding() {
    let a = Cuboid::new(vec3(0.5, 1.0, 0.0)).unwrap().at(turned(0.5, -0.5, 0.5, 0.5, vec3(0.0, 0.0, 0.0)));
    let point = Cuboid::new(vec3(0.0, 0.0, 0.0)).unwrap();
    for gap in [1e-100, 1e-150, 1e-160, 1e-200] {
        let b = point.at(Pose::translation([-0.25, gap, 0.5]));
        let (solver, mut cache) = (Solver::default(), Cache::default());
        assert_eq!(solver.distance_cached(&a, &b, &mut cache).status, Status::Separated);
        assert!(!solver.overlaps_cached(&a, &b, &mut cache), "{gap}");
        assert_eq!(solver.signed_distance_cached(&a, &b, &mut cache).status, Status::Separated);
        assert!(!solver.overlaps_cached(&a, &b, &mut cache), "{gap}");
    }
}

/// Cause: the balls that tell far shapes apart had subnormal radii, which round by half of a unit.
/// Law: shapes with a common point overlap.
#[test]
fn shapes_of_subnormal_size_that_touch_are_not_called_apart() {
    let unit = f64::from_bits(1);
    let a = Hull::new(&[vec2(2.0 * unit, unit)]).unwrap();
    let b = Hull::new(&[vec2(-4.0 * unit, -unit), vec2(-4.0 * unit, 0.0)]).unwrap();
    let b = b.at(Pose::<Vec2<f64>>::translation([6.0 * unit, 2.0 * unit]));
    assert_eq!(verdicts(&a, &b), [Status::Touching; 2]);
    assert_eq!(Solver::default().separating_axis(&a, &b), None);
}

type Body = (AnyShape<Vec3<f32>>, Pose<Vec3<f32>>);

/// Two bodies whose distance is about 1, in single precision.
fn single_precision_pair(random: &mut Random) -> [Body; 2] {
    let mut number = || random.signed() as f32;
    let kind = (number().abs() * 5.0) as usize;
    [0.0, 3.0].map(|x| {
        let mut point = || vec3(number(), number(), number());
        let shape: AnyShape<Vec3<f32>> = match kind {
            0 => Ball::new(vec3(0.0, 0.0, 0.0), point().x.abs()).unwrap().into(),
            1 => Ball::new(point(), 0.5).unwrap().into(),
            2 => Capsule::new(point(), point(), 0.25).unwrap().into(),
            3 => Cuboid::new(vec3(0.75, 0.5, 0.25)).unwrap().into(),
            _ => Hull::new(&[(); 30].map(|()| point())).unwrap().into(),
        };
        let turn = vec3(number(), number(), number());
        let rotation = Quaternion::new(turn.x, turn.y, turn.z, 1.0).unwrap();
        (shape, Pose::new(rotation, vec3(x + 0.1 * number(), number(), number())).unwrap())
    })
}

/// Cause: a batch left a pair whose distance is above the limit, though rounded to single precision it is at the limit.
/// Law: a pair is within the limit if its answered distance is at most that; a batch has the bits of the single query.
#[test]
fn a_pair_is_within_the_limit_if_its_rounded_distance_is() {
    let (mut random, mut at_limit, mut rounded_down) = (Random(5), 0, 0);
    for _ in 0..1500 {
        let [(a, at_a), (b, at_b)] = single_precision_pair(&mut random);
        let mut shapes = ShapeSet::new();
        let placements =
            [(a.clone(), at_a), (b.clone(), at_b)].map(|(shape, pose)| Placement { shape: shapes.insert(shape), pose });
        let (a, b) = ((&a).at(at_a), (&b).at(at_b));
        let solver = Solver::default();
        let distance = solver.distance(&a, &b).distance;
        for limit in [distance, distance.next_down(), distance.next_up(), 1.0] {
            let solver = Solver { max_distance: f64::from(limit), ..solver };
            let single = solver.within(&a, &b);
            assert_eq!(single.is_some(), distance <= limit, "{a:?} {b:?} {limit}");
            let mut answers = [None; 9];
            solver.batch(&shapes, &placements).unwrap().within(&[[0, 1]; 9], &mut answers).unwrap();
            assert!(answers.iter().all(|answer| *answer == single), "{a:?} {b:?} {limit}");
            let least = solver.batch(&shapes, &placements).unwrap().minimum(&[[0, 1]; 2]).unwrap();
            assert_eq!(least.map(|least| least.proximity), single, "{a:?} {b:?} {limit}");
            at_limit += usize::from(limit == distance);
            rounded_down += usize::from(limit == distance && single.is_some_and(|found| found.lower >= limit));
        }
    }
    assert!(at_limit >= 1500 && rounded_down > 100, "{at_limit} at the limit, {rounded_down} of them rounded down");
}

/// An endless search of `impact`: of a body that turns 10^217 times, a plane beside all that it covers gained many turns and
/// no fraction. Law: the search is no longer than its looks. Source: a fuzzer of the C interface.
#[test]
fn a_body_that_turns_more_often_than_a_fraction_can_tell_ends_its_search() {
    let rotation = turned(
        -0.878_101_107_397_465_8,
        -0.371_014_942_156_274_7,
        -0.19516875316615187,
        -0.23064153067409657,
        vec3(3.951_574_087_781_131e169, 5.087_881_022_883_515e179, 2.288224794431114e-34),
    );
    let egg = Ellipsoid::new(vec3(3.7429045797011865e-56, 2.3658475053777035e228, 9.265_825_509_192_49e229))
        .unwrap()
        .at(rotation);
    let corners = [
        vec3(-8.192_835_596_002_279e204, -3.453_243_263_864_322e-254, -1.3274162621829991e29),
        vec3(-4.662_033_428_012_656e111, -3.329_681_916_650_091e-241, 6.902_181_720_491_662e75),
    ];
    let rod = Points::new(&corners).unwrap();
    let rod =
        rod.at(Pose::translation(vec3(2.712_216_715_326_808e-183, -1.014826498424082e-203, -1.2580963561550996e282)));
    let spin = Motion {
        travel: vec3(2.7785192657794728e-52, -1.002558468401173e-38, -3.607_857_324_619_783e288),
        turn: vec3(-5.069_876_277_269_771e217, 0.0, -1.122_199_100_145_528e-158),
        center: vec3(0.0, -9.644_477_204_084_961e92, -6.176_871_581_233_79e-14),
    };
    let slide = Motion::travel(vec3(-3.8501228223094367e55, 1.0027679004278345e-109, 2.4993966073270167e190));
    let solver = Solver { target: 1.06954e66, ..Solver::default() };
    let cast = solver.impact(&egg, &spin, &rod, &slide);
    assert!(0.0 <= cast.lower && cast.lower <= cast.upper && cast.upper <= 1.0, "{cast:?}");
    assert!(cast.iterations <= solver.max_iterations, "{cast:?}");
}
