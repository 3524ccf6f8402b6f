//! The methods that answer with a verdict or with the loop of GJK.

use crate::pairs::{Random, body, for_random_pairs};
use clearance::{Hull, Pose, Solver, Status, Vec2, Vec3, WideVector, vec2, vec3};
use clearance_rivals::enhanced_gjk::EnhancedGjk;
use clearance_rivals::isa_gjk::IsaGjk;
use clearance_rivals::portal::Portal;
use clearance_rivals::separating_vectors::SeparatingVectors;
use clearance_rivals::{Body, Pair, Verdict};

/// These methods have tolerances: pairs nearer to contact than this are left out.
const NEAR: f64 = 1e-2;

fn verdicts_are_the_solvers<W: WideVector>() {
    for_random_pairs::<W>(1000, 30, |pair, bodies, known| {
        let signed = known.distance;
        if bodies.iter().any(|body| body.hull().dimension() < W::DIM) || (signed > 0.0 && signed < NEAR) {
            return;
        }
        let apart = known.status == Status::Separated;
        let answers = [
            ("ISA-GJK", IsaGjk::default().query(pair)),
            ("portal", Portal::default().query(pair)),
            ("separating vectors", SeparatingVectors::default().query(pair)),
        ];
        for (name, answer) in answers {
            if apart || answer.verdict.is_some() {
                assert_eq!(answer.verdict == Some(Verdict::Apart), apart, "{name}: {answer:?}, {known}");
            }
            if let Some(axis) = answer.axis {
                assert!(axis.dot(&(known.point_b - known.point_a)) > 0.0, "{name}: the axis points from A to B");
            }
        }
        let mut loose = EnhancedGjk::default();
        loose.tolerance = 1e-10;
        let answer = loose.query(pair);
        assert!((answer.distance.unwrap() - known.distance.max(0.0)).abs() < 1e-9, "{answer:?}, {known}");
    });
}

#[test]
fn verdicts_are_the_solvers_in_the_plane() {
    verdicts_are_the_solvers::<Vec2<f64>>();
}

#[test]
fn verdicts_are_the_solvers_in_space() {
    verdicts_are_the_solvers::<Vec3<f64>>();
}

#[test]
fn what_is_remembered_makes_the_next_frame_one_step() {
    let mut random = Random(4);
    let bodies = [body::<Vec3<f64>>(&mut random, 200), body(&mut random, 200)];
    let (mut isa, mut enhanced, mut vectors) =
        (IsaGjk::default(), EnhancedGjk::default(), SeparatingVectors::default());
    let mut steps = [0; 3];
    for frame in 0..500 {
        let t = 1e-3 * f64::from(frame);
        let b = Pose::translation([2.4 * t.cos(), 2.4 * t.sin(), 0.3]);
        let pair = Pair::new([&bodies[0], &bodies[1]], [&Pose::identity(), &b]);
        for (answer, steps) in [isa.query(&pair), enhanced.query(&pair), vectors.query(&pair)].iter().zip(&mut steps) {
            assert_eq!(answer.verdict, Some(Verdict::Apart));
            *steps += answer.steps;
        }
    }
    assert!(steps.iter().all(|&steps| steps < 600), "{steps:?} steps in 500 frames");
}

/// Van den Bergen (1999): bodies that meet have no axis, and without their simplex every frame is a full search.
#[test]
fn bodies_that_go_on_meeting_take_one_step_a_frame() {
    let mut random = Random(5);
    let bodies = [body::<Vec3<f64>>(&mut random, 100), body(&mut random, 100)];
    let mut memory = IsaGjk::default();
    let (mut warm, mut cold) = (0, 0);
    for frame in 0..500 {
        let t = 1e-3 * f64::from(frame);
        let b = Pose::translation([0.8 * t.cos(), 0.8 * t.sin(), 0.1]);
        let pair = Pair::new([&bodies[0], &bodies[1]], [&Pose::identity(), &b]);
        let answers = [memory.query(&pair), IsaGjk::default().query(&pair)];
        assert!(answers.iter().all(|answer| answer.verdict == Some(Verdict::Meet)));
        (warm, cold) = (warm + answers[0].steps, cold + answers[1].steps);
    }
    assert!(warm < 600 && cold > 1500, "{warm} steps in 500 frames, {cold} from nothing");
}

#[test]
fn what_is_remembered_never_changes_the_verdict_of_bodies_that_meet_and_part() {
    let mut random = Random(6);
    let mut changes = 0;
    for _ in 0..20 {
        let bodies = [body::<Vec3<f64>>(&mut random, 40), body(&mut random, 40)];
        let mut memory = IsaGjk::default();
        let mut last = None;
        for frame in 0..100 {
            let t = 0.1 * f64::from(frame);
            let b = Pose::translation([1.9 + 0.9 * t.sin(), 0.2 * t.cos(), 0.0]);
            let known = Solver::default().signed_distance(bodies[0].hull(), &clearance::Shape::at(bodies[1].hull(), b));
            if known.distance.abs() < 1e-4 {
                continue;
            }
            let pair = Pair::new([&bodies[0], &bodies[1]], [&Pose::identity(), &b]);
            let verdict = memory.query(&pair).verdict;
            let expected = if known.distance > 0.0 { Verdict::Apart } else { Verdict::Meet };
            assert_eq!(verdict, Some(expected), "frame {frame}: {known}");
            changes += u32::from(last.replace(verdict).is_some_and(|last| last != verdict));
        }
    }
    assert!(changes > 20, "the bodies met or parted {changes} times");
}

#[test]
fn the_portals_depth_is_a_way_out_and_not_the_penetration_depth() {
    // A plate, and a box that dips into it from above near its rim: the way out is up, and the ray goes sideways.
    let cuboid = |half: [f64; 3]| {
        let corner = |k: u32| {
            vec3(
                [-1.0, 1.0][(k & 1) as usize] * half[0],
                [-1.0, 1.0][(k >> 1 & 1) as usize] * half[1],
                [-1.0, 1.0][(k >> 2) as usize] * half[2],
            )
        };
        Body::new(Hull::new(&(0..8).map(corner).collect::<Vec<_>>()).unwrap())
    };
    let (plate, cube) = (cuboid([10.0, 10.0, 0.1]), cuboid([0.5, 0.5, 0.5]));
    let b = Pose::translation([10.0, 0.25, 0.55]);
    let answer = Portal::default().query(&Pair::new([&plate, &cube], [&Pose::identity(), &b]));
    let known = Solver::default().signed_distance(plate.hull(), &clearance::Shape::at(cube.hull(), b));
    assert!((known.distance + 0.05).abs() < 1e-12);
    let depth = answer.portal_depth.unwrap();
    assert!(depth > 9.0 * 0.05, "{depth} is longer than the penetration depth");
    let mut deeper = 0;
    for_random_pairs::<Vec2<f64>>(400, 20, |pair, bodies, known| {
        let answer = Portal { tolerance: 1e-12, ..Portal::default() }.query(pair);
        if bodies.iter().any(|body| body.hull().dimension() < 2) || known.status != Status::Overlapping {
            return;
        }
        let depth = answer.portal_depth.expect("shapes that overlap have a portal");
        assert!(depth > -known.distance - 1e-9, "{depth}, {known}");
        deeper += u32::from(depth > -1.01 * known.distance);
    });
    assert!(deeper > 30, "{deeper} depths are longer than the penetration depth");
}

#[test]
fn each_trace_has_a_step_for_every_support_point() {
    let square = Body::new(Hull::new(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)]).unwrap());
    let b = Pose::translation([0.9, 1.3]);
    let identity = Pose::identity();
    let pair = Pair::new([&square, &square], [&identity, &b]);
    let (answer, steps) = IsaGjk::default().trace(&pair);
    assert_eq!((answer.verdict, answer.steps as usize), (Some(Verdict::Apart), steps.len()));
    let (answer, steps) = EnhancedGjk::default().trace(&pair);
    assert_eq!((answer.distance.map(|d| (d - 0.3).abs() < 1e-15), answer.steps as usize), (Some(true), steps.len()));
    let bounds: Vec<f64> =
        steps.iter().flat_map(|step| step.numbers.iter().filter(|n| n.0 == "upper bound").map(|n| n.1)).collect();
    assert!(bounds.windows(2).all(|pair| pair[1] <= pair[0]));
    let (answer, steps) = SeparatingVectors::default().trace(&pair);
    assert_eq!((answer.verdict, answer.steps as usize), (Some(Verdict::Apart), steps.len()));
    let near = Pose::translation([0.9, 0.9]);
    let (answer, steps) = Portal::default().trace(&Pair::new([&square, &square], [&identity, &near]));
    assert_eq!(answer.verdict, Some(Verdict::Meet));
    assert!(!steps.is_empty());
}
