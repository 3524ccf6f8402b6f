//! Every answer compared with that of all pairs of triangles.

use crate::shapes::{Parts, Random, mesh, soup, torus};
use clearance::{Proximity, Shape, Status, Triangle, Vec3, vec3};
use clearance_scene::{Body, distance, nearest_pairs, overlaps, pairs_within, within};

/// The least distance of all pairs of triangles, by the core.
fn all_pairs(a: &Body, b: &Body) -> Proximity<Vec3<f64>> {
    let triangle = |body: &Body, index: usize| {
        let [p, q, r] = body.mesh.corners(index as u32);
        Triangle::new(p, q, r).unwrap().at(body.pose)
    };
    let mut least: Option<Proximity<Vec3<f64>>> = None;
    for i in 0..a.mesh.triangles().len() {
        for j in 0..b.mesh.triangles().len() {
            let answer = clearance::distance(&triangle(a, i), &triangle(b, j));
            if least.as_ref().is_none_or(|old| answer.distance < old.distance) {
                least = Some(answer);
            }
        }
    }
    least.unwrap()
}

/// Compares one pair of bodies. Whether the surfaces meet.
fn compare(a: &Body, b: &Body) -> bool {
    let truth = all_pairs(a, b);
    let answer = distance(a, b);
    let size = 3.0 + [a, b].iter().map(|body| body.pose.translation.length()).sum::<f64>();
    assert!(answer.lower <= truth.upper && truth.lower <= answer.upper, "{answer:?}\n{truth:?}");
    assert!(answer.lower <= answer.distance && answer.distance <= answer.upper, "{answer:?}");
    assert!(answer.upper - answer.lower <= 4.0 * f64::EPSILON * size, "{answer:?}");
    let meets = truth.distance == 0.0;
    assert_eq!(answer.distance == 0.0, meets, "{answer:?}");
    assert_eq!(answer.status == Status::Separated, !meets, "{answer:?}");
    assert_eq!(overlaps(a, b), meets);
    // The triangles that are named have this distance.
    let [p, q] = [(a, answer.leaf_a), (b, answer.leaf_b)].map(|(body, leaf)| {
        let [p, q, r] = body.mesh.corners(leaf);
        Triangle::new(p, q, r).unwrap().at(body.pose)
    });
    assert!((clearance::distance(&p, &q).distance - truth.distance).abs() <= 4.0 * f64::EPSILON * size);
    // The limit is part of the question.
    if truth.lower > 0.0 {
        assert!(within(a, b, truth.lower * 0.999).is_none());
        assert_eq!(within(a, b, truth.upper * 1.001), Some(answer));
    }
    meets
}

/// Law: the distance of two meshes is the least distance of their triangles, whatever the triangles are.
#[test]
fn the_distance_is_the_least_of_all_pairs_of_triangles() {
    let mut random = Random(7);
    let (mut meeting, mut apart) = (0, 0);
    for round in 0..60 {
        let sizes = [1 + random.bits() as usize % 40, 1 + random.bits() as usize % 40];
        let meshes = sizes.map(|count| mesh(&soup(&mut random, count)));
        let reach = [0.5, 1.5, 4.0][round % 3];
        let (first, second) = (meshes[0].at(random.pose(reach)), meshes[1].at(random.pose(reach)));
        if compare(&first, &second) { meeting += 1 } else { apart += 1 }
    }
    assert!(meeting >= 8 && apart >= 8, "{meeting} {apart}");
}

/// Law: the same for closed surfaces of many triangles, near each other and linked.
#[test]
fn tori_that_are_linked_or_apart_have_the_least_distance_of_their_triangles() {
    let parts: Parts = torus(14, 8, 0.25);
    let ring = mesh(&parts);
    assert!(ring.report().is_closed() && !ring.report().inside_out && ring.report().parts == 1);
    let mut random = Random(11);
    let mut meeting = 0;
    for round in 0..12 {
        let reach = [0.2, 1.0, 3.0][round % 3];
        let shift = vec3(if round % 2 == 0 { 1.0 } else { 2.2 }, 0.0, 0.0);
        let mut pose = random.pose(reach);
        pose.translation += shift;
        meeting += u32::from(compare(&ring.at(random.pose(0.0)), &ring.at(pose)));
    }
    assert!((1..12).contains(&meeting), "{meeting}");
}

/// Law: the pairs within a length and the nearest pairs are those of all pairs, in order.
#[test]
fn pairs_within_a_length_and_nearest_pairs_are_those_of_all_pairs() {
    let mut random = Random(21);
    let mut found = 0;
    for _ in 0..10 {
        let [a, b] = [0, 1].map(|_| mesh(&soup(&mut random, 25)));
        let [a, b] = [a.at(random.pose(1.0)), b.at(random.pose(1.0))];
        let triangle = |body: &Body, index: u32| {
            let [p, q, r] = body.mesh.corners(index);
            Triangle::new(p, q, r).unwrap().at(body.pose)
        };
        let mut all = Vec::new();
        for i in 0..25 {
            for j in 0..25 {
                all.push((clearance::distance(&triangle(&a, i), &triangle(&b, j)).distance, [i, j]));
            }
        }
        all.sort_by(|left, right| left.partial_cmp(right).unwrap());
        let of = |pairs: Vec<clearance_scene::Nearest>| -> Vec<(f64, [u32; 2])> {
            pairs.iter().map(|pair| (pair.distance, [pair.leaf_a, pair.leaf_b])).collect()
        };
        let within: Vec<_> = all.iter().copied().take_while(|(distance, _)| *distance <= 0.5).collect();
        found += within.len();
        assert_eq!(of(pairs_within(&a, &b, 0.5)), within);
        for count in [0, 1, 7, 100, 625, 700] {
            assert_eq!(of(nearest_pairs(&a, &b, count)), all[..count.min(625)]);
        }
    }
    assert!(found > 100, "{found}");
}
