//! Leaves that meet, and those that nearly do: the verdicts of exact numbers, whichever numbers decided.

use crate::shapes::{Parts, Random, mesh, soup, torus};
use clearance::{Pose, Precision, Quaternion, Rotation, Solver, Status, Vec3, vec3};
use clearance_scene::{Body, Composite, distance, overlaps, pairs_within};

/// Whether two triangles have a common point, by exact numbers.
fn meet(a: &Body, b: &Body, [i, j]: [u32; 2]) -> bool {
    let solver = Solver { precision: Precision::Exact, ..Solver::default() };
    solver.distance(&a.leaf(i), &b.leaf(j)).status != Status::Separated
}

/// A pose whose rotation is not of unit length.
fn stretched(pose: Pose<Vec3<f64>>, factor: f64) -> Pose<Vec3<f64>> {
    let [x, y, z, w] = pose.rotation.components().map(|x| x * factor);
    Pose { rotation: Quaternion { x, y, z, w }, ..pose }
}

/// Two triangles that nearly touch: a corner, an edge or a face of one is at the other but for `gap`. The coordinates
/// are small whole numbers otherwise.
fn near_pair(random: &mut Random, gap: f64) -> [Parts; 2] {
    let mut whole = || (random.bits() % 5) as f64 - 2.0;
    let [a, b, c, d, e] = [0; 5].map(|_| [whole(), whole(), whole()]);
    let (kind, axis) = (random.bits() % 3, (random.bits() % 3) as usize);
    let at = |s: f64, t: f64| [0, 1, 2].map(|k| a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k]));
    let mut corners = match kind {
        0 => [at(0.25, 0.5), d, e],
        1 => [at(0.0, 0.5), [0, 1, 2].map(|k| a[k] + c[k] - d[k]), e],
        _ => [at(0.0, 0.5), at(0.5, 0.0), d],
    };
    if kind == 1 {
        // The middle of one edge is at an edge of the other.
        corners[0] = d;
    }
    corners.iter_mut().for_each(|corner| corner[axis] += gap);
    [(vec![a, b, c], vec![[0, 1, 2]]), (corners.to_vec(), vec![[0, 1, 2]])]
}

/// Law: whether two triangles meet is decided as by exact numbers, however near they are, with turned poses, with
/// rotations that are not of unit length, and in every unit.
#[test]
fn triangles_that_touch_cross_or_just_miss_have_the_exact_verdict() {
    let mut random = Random(71);
    let mut seen = [[0; 2]; 2];
    for round in 0..600 {
        let gap = [0.0, 1e-16, -1e-16, 1e-14, -1e-12, 1e-6, 0.5][round % 7] * if round % 2 == 0 { 1.0 } else { -1.0 };
        let parts = near_pair(&mut random, gap);
        let unit = [1.0, 2f64.powi(300), 2f64.powi(-300)][round % 3];
        let [a, b] = parts.map(|parts| mesh(&crate::shapes::times(&parts, unit)));
        let mut pose = if round % 4 == 0 { Pose::identity() } else { random.pose(3.0) };
        if round % 5 == 0 {
            pose = stretched(pose, 1.0 + 1e-14 * random.signed());
        }
        pose.translation *= unit;
        // Both bodies at one pose: rounding alone moves them against each other.
        let bodies = [a.at(pose), b.at(pose)];
        let truth = meet(&bodies[0], &bodies[1], [0, 0]);
        assert_eq!(overlaps(&bodies[0], &bodies[1]), truth, "{gap} {bodies:?}");
        assert_eq!(distance(&bodies[0], &bodies[1]).status != Status::Separated, truth, "{gap} {bodies:?}");
        seen[usize::from(truth)][usize::from(gap.abs() < 1e-9)] += 1;
    }
    assert!(seen.iter().flatten().all(|&count| count > 20), "{seen:?}");
}

/// Cause: the scene took rotations for which the core knows nothing, found surfaces that cross, and no exact verdict for
/// it; the search then panicked. Law: it takes the rotations that the core takes, and claims nothing about others.
#[test]
fn rotations_far_from_unit_length_claim_nothing_and_nearer_ones_have_the_exact_verdict() {
    let mut random = Random(79);
    let mut seen = [0; 3];
    for round in 0..400 {
        let [a, b] = near_pair(&mut random, [0.0, 1e-6, -1e-6, 0.5, -0.5][round % 5]).map(|parts| mesh(&parts));
        let turned = random.pose(3.0);
        let excess = 0.06 * random.signed();
        let pose = stretched(turned, (1.0 + excess).sqrt());
        let bodies = [a.at(pose), b.at(pose)];
        let (meets, answer) = (overlaps(&bodies[0], &bodies[1]), distance(&bodies[0], &bodies[1]));
        if excess.abs() > 1.001 / 32.0 {
            assert!(!meets && !(answer.lower > 0.0), "{answer:?}");
            seen[2] += 1;
        } else if excess.abs() < 0.999 / 32.0 {
            assert_eq!(meets, meet(&bodies[0], &bodies[1], [0, 0]), "{bodies:?}");
            seen[usize::from(meets)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 40), "{seen:?}");
}

/// Law: of the triangles that meet, those with the least numbers are named, as by exact numbers for all pairs.
#[test]
fn of_triangles_that_meet_the_first_pair_is_named() {
    let mut random = Random(73);
    let ring = mesh(&torus(10, 6, 0.3));
    let (mut several, mut skipped) = (0, 0);
    for round in 0..24 {
        let other = mesh(&soup(&mut random, 40));
        let [a, b] = if round % 2 == 0 {
            [ring.at(random.pose(0.5)), other.at(random.pose(0.5)).scaled(0.7)]
        } else {
            // The same rings, shifted along their plane: many triangles touch.
            let shift = [vec3(0.0, 0.0, 0.0), vec3(0.25, 0.0, 0.0), vec3(2.0, 0.0, 0.0)][round / 2 % 3];
            [ring.at(Pose::identity()), ring.at(Pose::translation(shift)).mirrored([false, round % 4 == 1, false])]
        };
        let [count_a, count_b] = [&a, &b].map(|body| body.mesh.triangles().len() as u32);
        let pairs = (0..count_a).flat_map(|i| (0..count_b).map(move |j| [i, j]));
        // Floats leave out what is clearly apart.
        let may_meet = |[i, j]: &[u32; 2]| !(Solver::default().distance(&a.leaf(*i), &b.leaf(*j)).lower > 0.0);
        let meeting: Vec<[u32; 2]> = pairs.filter(may_meet).filter(|&pair| meet(&a, &b, pair)).collect();
        let answer = distance(&a, &b);
        assert_eq!(answer.status != Status::Separated, !meeting.is_empty());
        if meeting.is_empty() {
            continue;
        }
        let found = [answer.leaf_a, answer.leaf_b];
        let by_b = meeting.iter().min_by_key(|pair| [pair[1], pair[0]]).unwrap();
        assert!(found == meeting[0] || found == *by_b, "{found:?} {meeting:?}");
        let all: Vec<_> = pairs_within(&a, &b, 0.0).iter().map(|pair| [pair.leaf_a, pair.leaf_b]).collect();
        assert_eq!(all, meeting);
        several += usize::from(meeting.len() > 3);
        skipped += usize::from(meeting[0] != [0, 0]);
    }
    assert!(several >= 12 && skipped >= 12, "{several} {skipped}");
}
