//! Meshes that stand for surfaces: pairs by their lower bounds.

use clearance::{Pose, Quaternion, vec3};
use clearance_scene::{Mesh, MeshError, NearPairs, distance};

struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn mesh(random: &mut Random, count: u32) -> Mesh {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let place = [random.signed(), random.signed(), random.signed()];
        vertices.extend((0..3).map(|_| place.map(|x| x + 0.2 * random.signed())));
    }
    let triangles: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(&vertices, &triangles).unwrap()
}

/// Law: pairs come by rising bounds, all of them, and the first bound is the least of all d − r − r'.
#[test]
fn pairs_come_by_rising_bounds_and_none_is_forgotten() {
    let mut random = Random(5);
    let mut changed = 0;
    for case in 0..30 {
        let meshes = [mesh(&mut random, 37), mesh(&mut random, 23)];
        let radii = meshes
            .each_ref()
            .map(|mesh| mesh.triangles().iter().map(|_| 0.15 * (1.0 + random.signed())).collect::<Vec<f64>>());
        let [a, b] = [0, 1].map(|side| meshes[side].clone().with_radii(&radii[side]).unwrap());
        let turn = Quaternion::from_axis_angle(vec3(random.signed(), 1.0, random.signed()), random.signed());
        let pose = Pose::new(turn, vec3(3.0, random.signed(), random.signed())).unwrap();
        let scale = if case % 3 == 0 { 0.5 } else { 1.0 };
        let bodies = [a.at(Pose::identity()).scaled(scale), b.at(pose)];
        let mut seen = std::collections::BTreeSet::new();
        let (mut before, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
        for pair in NearPairs::new(&bodies[0], &bodies[1]) {
            assert!(pair.lower >= before, "{} after {before}", pair.lower);
            let [i, j] = pair.leaves;
            let own = pair.proximity.distance - scale * radii[0][i as usize] - radii[1][j as usize];
            assert!(pair.lower <= own + 1e-12 && pair.lower > own - 1e-9, "{} {own}", pair.lower);
            (before, least) = (pair.lower, least.min(own));
            seen.insert(pair.leaves);
        }
        assert_eq!(seen.len(), 37 * 23);
        let first = NearPairs::new(&bodies[0], &bodies[1]).next().unwrap();
        assert!(first.lower <= least + 1e-12);
        let nearest = distance(&bodies[0], &bodies[1]);
        changed += u32::from(first.leaves != [nearest.leaf_a, nearest.leaf_b]);
    }
    assert!(changed > 5, "radii change the nearest pair in {changed} cases");
}

#[test]
fn a_limit_stops_the_search_and_bounds_what_is_left() {
    let mut random = Random(9);
    let (a, b) = (mesh(&mut random, 50), mesh(&mut random, 50));
    let (a, b) = (a.at(Pose::identity()), b.at(Pose::translation([4.0, 0.0, 0.0])));
    let all: Vec<f64> = NearPairs::new(&a, &b).map(|pair| pair.lower).collect();
    let mut some = NearPairs::new(&a, &b);
    let limit = all[10];
    let mut count = 0;
    while some.next_within(limit).is_some() {
        count += 1;
    }
    assert_eq!(count, all.iter().filter(|lower| **lower <= limit).count());
    assert!(some.lower() > limit);
}

#[test]
fn radii_change_no_other_answer() {
    let mut random = Random(11);
    let plain = [mesh(&mut random, 40), mesh(&mut random, 40)];
    let thick = plain.clone().map(|mesh| mesh.with_radii(&[0.5; 40]).unwrap());
    let at = |meshes: &[Mesh; 2]| {
        distance(&meshes[0].at(Pose::identity()), &meshes[1].at(Pose::translation([3.0, 0.0, 0.0])))
    };
    assert_eq!(at(&plain), at(&thick));
    // Moved vertices have other radii.
    let mut moved = thick[0].clone();
    let vertices: Vec<[f64; 3]> = moved.vertices().iter().map(|v| [v.x, v.y, v.z + 1.0]).collect();
    moved.set_vertices(&vertices).unwrap();
    assert_eq!((moved.radii(), thick[0].radii().map(<[f64]>::len)), (None, Some(40)));
}

#[test]
fn radii_that_are_no_lengths_are_refused() {
    let mesh = mesh(&mut Random(1), 3);
    assert_eq!(mesh.clone().with_radii(&[0.0; 2]).unwrap_err(), MeshError::OtherCount { expected: 3 });
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let error = mesh.clone().with_radii(&[0.0, bad, 0.0]).unwrap_err();
        assert_eq!(error, MeshError::Radius { triangle: 1 });
    }
    let nowhere = Pose { translation: vec3(f64::NAN, 0.0, 0.0), ..Pose::identity() };
    let mut pairs = NearPairs::new(&mesh.at(nowhere), &mesh.at(Pose::identity()));
    assert_eq!((pairs.lower(), pairs.next().is_none()), (f64::NEG_INFINITY, true));
}
