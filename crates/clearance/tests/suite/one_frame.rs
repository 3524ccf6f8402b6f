//! Bodies that touch and have one frame: tiles, parts that are modelled in place, pieces of one body. Floats do not know their
//! verdict, and no search in exact numbers is needed for it.

use crate::random::Random;
use clearance::{Hull, Pose, Precision, Quaternion, Shape, Solver, Status, SupportMap, Vec3, vec3};
use std::f64::consts::TAU;

type Corners = Vec<Vec3<f64>>;

/// Two bodies that touch at a plane through `z = 0`, the first below it, each by its vertices.
fn touching(class: usize, random: &mut Random) -> [Corners; 2] {
    let ring = |count: usize, radius: f64, phase: f64, z: f64| {
        let angle = move |k: usize| TAU * k as f64 / count as f64 + phase;
        (0..count).map(move |k| vec3(radius * angle(k).cos(), radius * angle(k).sin(), z)).collect::<Corners>()
    };
    let radius = 1.0 + random.signed().abs();
    let phase = random.signed();
    let tip = |x: f64, y: f64| vec3(x, y, 0.0);
    let with = |mut corners: Corners, others: &[Vec3<f64>]| {
        corners.extend(others);
        corners
    };
    match class {
        // A face on an equal face: all vertices of the contact are common.
        0 => [
            with(ring(6, radius, phase, 0.0), &ring(5, 0.5, 0.1, -1.5)),
            with(ring(6, radius, phase, 0.0), &ring(5, 0.5, 0.2, 1.5)),
        ],
        // A face on another face.
        1 => [
            with(ring(7, radius, phase, 0.0), &ring(5, 0.5, 0.1, -1.5)),
            with(ring(5, 1.0, 0.3, 0.0), &ring(5, 0.5, 0.2, 1.5)),
        ],
        // Edges that cross.
        2 => [
            with(vec![tip(-1.0, 0.1), tip(1.5, 0.1 + 0.2 * phase)], &ring(5, radius, phase, -1.5)),
            with(vec![tip(0.1, -1.0), tip(0.2, 1.5)], &ring(5, radius, phase, 1.5)),
        ],
        // Edges on one line.
        3 => [
            with(vec![tip(-1.0, 0.0), tip(1.5, 0.0)], &ring(5, radius, phase, -1.5)),
            with(vec![tip(-0.5, 0.0), tip(radius, 0.0)], &ring(5, radius, phase, 1.5)),
        ],
        // A vertex on a vertex.
        4 => [
            with(vec![tip(0.3, phase)], &ring(6, radius, phase, -1.5)),
            with(vec![tip(0.3, phase)], &ring(5, 0.7, 0.2, 1.5)),
        ],
        // A vertex on a face.
        5 => [
            with(ring(7, radius, phase, 0.0), &ring(5, 0.5, 0.1, -1.5)),
            with(vec![tip(0.2, 0.1)], &ring(5, 0.5, 0.2, 1.5)),
        ],
        // Faces that share an edge alone: the second body hangs over.
        _ => {
            let slope = vec3(0.0, 1.0, 0.2);
            let edge = [vec3(-1.0, radius, 0.0), vec3(1.0, radius, 0.0)];
            let sheet = |sign: f64, way: Vec3<f64>| {
                let beside = edge.map(|end| end + way);
                let far = edge.map(|end| end + vec3(0.0, 0.0, sign * 1.5));
                [edge, beside, far].concat()
            };
            [sheet(-1.0, vec3(0.0, -1.0, 0.0)), sheet(1.0, slope)]
        }
    }
}

/// One of the ways to put both bodies into one frame. Translations of their own are the same to rounding, or exactly.
fn poses(way: usize, random: &mut Random) -> [Pose<Vec3<f64>>; 2] {
    let place = random.point() * 3.0;
    match way {
        0 => [Pose::translation(place); 2],
        1 => {
            let turn = Quaternion::from_axis_angle(random.point(), 1.0 + random.signed());
            [Pose::new(turn, place).unwrap(); 2]
        }
        _ => [Pose::identity(); 2],
    }
}

/// Moves a body by a multiple of the last place of 1, up or down. Its coordinates across stay.
fn moved(corners: &Corners, ulps: f64) -> Corners {
    corners.iter().map(|&p| vec3(p.x, p.y, p.z + ulps * f64::EPSILON)).collect()
}

/// How far the first body reaches beyond the second one along a normal.
fn overlap_along(normal: Vec3<f64>, a: &impl SupportMap<Vec3<f64>>, b: &impl SupportMap<Vec3<f64>>) -> f64 {
    let reach = |body: &dyn SupportMap<Vec3<f64>>, side: f64| {
        let heights = (0..body.vertex_count()).map(|k| (body.pose().apply_wide(body.vertex(k)) * side).dot(&normal));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    reach(a, 1.0) + reach(b, -1.0)
}

/// Law: every query has the verdict of exact numbers, a normal that separates the interiors, and a common point.
#[test]
fn bodies_of_one_frame_have_the_verdict_of_exact_numbers_wherever_they_touch() {
    let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
    let mut random = Random(41);
    let mut counts = [[0; 3]; 7];
    for case in 0..4_200 {
        let class = case % 7;
        let [first, second] = touching(class, &mut random);
        let ulps = [0.0, 0.0, 0.0, 1.0, -1.0][case / 7 % 5];
        let [at_a, at_b] = poses(case / 35 % 3, &mut random);
        let a = Hull::new(&first).unwrap().at(at_a);
        let b = Hull::new(&moved(&second, ulps)).unwrap().at(at_b);
        let right = exact.signed_distance(&a, &b);
        let found = solver.signed_distance(&a, &b);
        let text = || format!("class {class}, {ulps} ulps, {at_a:?}: {found:?}, not {right:?}");
        assert_eq!(found.status, right.status, "{}", text());
        assert_eq!(solver.signed_distance(&b, &a), found.swapped(), "{}", text());
        assert!(found.lower <= right.upper && right.lower <= found.upper, "{}", text());
        assert_eq!(solver.overlaps(&a, &b), right.status != Status::Separated, "{}", text());
        let plain = solver.distance(&a, &b);
        assert_eq!(plain.status, right.status, "{plain:?} {}", text());
        for answer in [&found, &plain] {
            assert!((answer.normal.length() - 1.0).abs() < 1e-14, "{answer:?}");
            assert!((answer.point_b - answer.point_a).length() < 1e-14, "{answer:?}");
        }
        assert!(overlap_along(found.normal, &a, &b) < 1e-14, "{}", text());
        counts[class][found.status as usize] += 1;
    }
    for (class, [apart, touch, overlap]) in counts.into_iter().enumerate() {
        // The body that hangs over slides down along the other one.
        assert!(apart > 60 && touch > 200 && (overlap > 60 || class == 6), "idle: {counts:?}");
    }
}
