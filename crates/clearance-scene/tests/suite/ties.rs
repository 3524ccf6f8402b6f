//! Many pairs of triangles that are equally near.

use crate::shapes::{Parts, Random, mesh, sheet, times};
use clearance::{Pose, Precision, Quaternion, Solver, Vec3, vec3};
use clearance_scene::{Body, Composite, Nearest, NearestCache, distance, distance_cached, is_below, overlaps, within};

/// Two bodies of the same shape, the second moved by a vector of the first one's frame.
fn moved(rotation: Quaternion<f64>, shift: [f64; 3]) -> [Pose<Vec3<f64>>; 2] {
    let first = Pose::new(rotation, vec3(0.0, 0.0, 0.0)).unwrap();
    [first, Pose { translation: first.apply_vector(shift.into()), ..first }]
}

/// Law: plates of many coplanar triangles are answered at once, at any gap.
#[test]
fn plates_of_many_coplanar_triangles_have_their_gap_as_the_distance() {
    let large = mesh(&sheet(71, 0.0));
    assert!(large.triangles().len() > 10_000);
    // Exact numbers are not optimised in tests. The example `touching_plates` asks about large plates at all gaps.
    let small = mesh(&sheet(20, 0.0));
    for (plate, gap) in [(&large, 0.0), (&small, 1e-300), (&small, f64::EPSILON)] {
        let [a, b] = [plate.at(Pose::identity()), plate.at(Pose::translation([0.0, 0.0, gap]))];
        let answer = distance(&a, &b);
        assert_eq!((answer.distance, answer.leaf_a, answer.leaf_b), (gap, 0, 0));
    }
}

/// Law: questions with a limit decide equality on plates, level and turned.
#[test]
fn limits_at_the_gap_of_two_plates_are_decided() {
    let plate = mesh(&sheet(6, 0.0));
    let axis = vec3(0.3, -0.2, 0.9);
    for (angle, gap) in [(0.0, 1e-300), (0.0, f64::EPSILON), (1.0, 1e-300), (1.0, 1e-15)] {
        let [a, b] = moved(Quaternion::from_axis_angle(axis, angle), [0.0, 0.0, gap]).map(|pose| plate.at(pose));
        let found = distance(&a, &b);
        // A turned plate has a gap that is no float.
        let [below, above] = [found.distance.next_down(), found.distance.next_up()];
        assert!(!is_below(&a, &b, below) && is_below(&a, &b, above) && !overlaps(&a, &b));
        assert!(within(&a, &b, below).is_none() && within(&a, &b, above).is_some());
        assert!(angle > 0.0 || (!is_below(&a, &b, gap) && within(&a, &b, gap).is_some()));
    }
}

/// The least distance of all pairs by exact numbers, and all pairs that have it.
fn by_all_pairs(a: &Body, b: &Body) -> (f64, Vec<[u32; 2]>) {
    let solver = Solver { precision: Precision::Exact, ..Solver::default() };
    let (mut least, mut pairs) = (f64::INFINITY, Vec::new());
    for (of_a, of_b) in (0..a.leaf_count() as u32).flat_map(|i| (0..b.leaf_count() as u32).map(move |j| (i, j))) {
        // Float bounds leave out most pairs.
        let [own, other] = [a.leaf(of_a), b.leaf(of_b)];
        if Solver::default().distance(&own, &other).lower > least {
            continue;
        }
        let distance = solver.distance(&own, &other).distance;
        if distance < least {
            (least, pairs) = (distance, Vec::new());
        }
        if distance == least {
            pairs.push([of_a, of_b]);
        }
    }
    (least, pairs)
}

/// Stairs of `steps` × `steps` squares: coplanar only along each step.
fn stairs(steps: u32, height: f64) -> Parts {
    let (mut vertices, triangles) = sheet(steps, 0.0);
    for vertex in &mut vertices {
        vertex[2] = height * (vertex[0] * f64::from(steps) / 2.0).floor();
    }
    (vertices, triangles)
}

/// A box around the origin with `half` as its half-extent.
fn cube(half: f64) -> Parts {
    let corner = |place: u32| [0, 1, 2].map(|axis| if place >> axis & 1 == 1 { half } else { -half });
    let squares = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let triangles = squares.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    ((0..8).map(corner).collect(), triangles)
}

/// Law: among many pairs that are equally near, or nearly so, the answer is the least by exact numbers and the first of
/// the equal ones; for exchanged bodies, in another unit and from any start.
#[test]
fn of_equally_near_pairs_the_first_is_named_whatever_the_search_does() {
    let mut random = Random(31);
    let shapes = [
        [sheet(5, 0.0), sheet(5, 0.0)],
        [sheet(5, 0.0), sheet(4, 0.0)],
        [stairs(4, 0.125), stairs(4, 0.125)],
        [stairs(4, 1e-15), stairs(4, 1e-15)],
        [cube(1.0), cube(1.25)],
        [cube(1.0), cube(1.0 + 1e-15)],
    ];
    let (mut tied, mut several) = (0, 0);
    for (parts, gap) in shapes.iter().flat_map(|parts| [0.0, 1e-300, 1e-15, 0.25].map(|gap| (parts, gap))) {
        let axis = vec3(random.signed(), random.signed(), 1.5);
        let is_level = random.bits().is_multiple_of(2);
        let rotation = Quaternion::from_axis_angle(axis, if is_level { 0.0 } else { random.signed() });
        let along = if random.bits().is_multiple_of(2) { 0.0 } else { 0.125 * random.signed() };
        let poses = moved(rotation, [along, 0.0, gap]);
        let meshes = parts.each_ref().map(mesh);
        let [a, b] = [meshes[0].at(poses[0]), meshes[1].at(poses[1])];
        let answer = distance(&a, &b);
        let (least, pairs) = by_all_pairs(&a, &b);
        // Floats answer where they are good enough.
        assert!((answer.distance - least).abs() <= 4.0 * f64::EPSILON * 8.0, "{} {least}", answer.distance);
        assert!(answer.lower <= least && least <= answer.upper, "{answer:?} {least}");
        if answer.distance == least {
            let found = [answer.leaf_a, answer.leaf_b];
            let first_by_a = pairs.iter().min().unwrap();
            let first_by_b = pairs.iter().min_by_key(|pair| [pair[1], pair[0]]).unwrap();
            assert!(found == *first_by_a || found == *first_by_b, "{found:?} {pairs:?}");
            tied += u32::from(pairs.len() > 20);
            several += 1;
        }
        // Bodies that do not differ are in any order.
        if parts[0] != parts[1] || poses[0] != poses[1] {
            let back = distance(&b, &a).swapped();
            assert_eq!(answer, back);
        }
        check_starts(&answer, &a, &b, &mut random);
        let scaled = parts.each_ref().map(|parts| mesh(&times(parts, 2f64.powi(40))));
        let poses = poses.map(|pose| Pose { translation: pose.translation * 2f64.powi(40), ..pose });
        let other = distance(&scaled[0].at(poses[0]), &scaled[1].at(poses[1]));
        assert_eq!(
            [answer.distance, answer.lower, answer.upper].map(|x| x * 2f64.powi(40)),
            [other.distance, other.lower, other.upper]
        );
        assert_eq!([answer.leaf_a, answer.leaf_b], [other.leaf_a, other.leaf_b]);
    }
    assert!(several >= 20 && tied >= 10, "{several} {tied}");
}

/// Law: a warm start from any pose has the bits of a cold one.
fn check_starts(answer: &Nearest, a: &Body, b: &Body, random: &mut Random) {
    for _ in 0..2 {
        let mut cache = NearestCache::default();
        distance_cached(&Solver::default(), a, &b.mesh.at(random.pose(1.0)), &mut cache);
        assert_eq!(*answer, distance_cached(&Solver::default(), a, b, &mut cache));
    }
}
