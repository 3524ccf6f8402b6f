//! What the page "Bodies that move" promises: poses that are set, identities that last, queries without an allocation.

use crate::allocations::allocations;
use clearance::{
    Cache, Contact, Cuboid, FeatureId, Hull, Manifold, Placed, Pose, Quaternion, Shape, Solver, SupportMap, Vec3,
    contacts, signed_distance, vec3,
};
use std::collections::BTreeSet;

fn cube_hull() -> Hull<Vec3<f64>> {
    let corner = |k: u32| [0, 1, 2].map(|axis| if k >> axis & 1 > 0 { 1.0 } else { -1.0 });
    Hull::new(&(0..8).map(corner).map(Vec3::from).collect::<Vec<_>>()).unwrap()
}

/// A body that slides, turns a little about the vertical, and moves up or down.
fn sliding(step: u32, height: f64) -> Pose<Vec3<f64>> {
    let turn = 0.3 + 1e-3 * f64::from(step);
    let rotation = Quaternion::new(0.0, (turn / 2.0).sin(), 0.0, (turn / 2.0).cos()).unwrap();
    Pose::new(rotation, vec3(2e-3 * f64::from(step), height, 0.1)).unwrap()
}

#[test]
fn a_pose_that_is_set_is_the_pose_of_a_new_shape() {
    let own = cube_hull().at(sliding(5, 0.25));
    for shape in [own.clone(), cube_hull().at(Pose::identity())] {
        let mut moved = (&shape).at(Pose::identity());
        for step in 0..50 {
            let pose = sliding(step, 2.5);
            moved.set_pose(pose);
            assert_eq!(moved, (&shape).at(pose));
        }
        moved.set_pose(Pose { translation: vec3(f64::NAN, 0.0, 0.0), ..Pose::identity() });
        assert!(signed_distance(&own, &moved).lower == f64::NEG_INFINITY);
        moved.set_pose(Pose::identity());
        assert_eq!(moved, (&shape).at(Pose::identity()));
    }
}

fn ids(manifold: &Manifold<Vec3<f64>>) -> Vec<FeatureId> {
    manifold.contacts.iter().map(|contact| contact.id).collect()
}

/// A body rests on the ground and slides. Its four contacts keep their identities and move no faster than the body.
fn check_that_identities_last(
    ground: &impl SupportMap<Vec3<f64>>,
    mut body: Placed<impl SupportMap<Vec3<f64>>, Vec3<f64>>,
    depth: f64,
) {
    let solver = Solver::default();
    let (mut cache, mut manifold) = (Cache::default(), Manifold::default());
    let mut before: Vec<Contact<Vec3<f64>>> = Vec::new();
    for step in 0..300 {
        body.set_pose(sliding(step, 2.0 - depth));
        solver.contacts_into(ground, &body, 0.02, &mut cache, &mut manifold);
        assert_eq!(manifold.contacts.len(), 4, "step {step}");
        assert_eq!(ids(&manifold), ids(&contacts(ground, &body, 0.02)), "the same without a cache");
        for (old, new) in before.iter().zip(&manifold.contacts) {
            assert_eq!(old.id, new.id, "step {step}");
            assert!((new.point_a - old.point_a).length() < 5e-3);
            assert!((new.separation + depth).abs() < 1e-12);
        }
        before.clone_from(&manifold.contacts);
    }
}

#[test]
fn contacts_keep_their_identities_over_a_slow_motion() {
    let ground = Cuboid::new(vec3(8.0, 1.0, 8.0)).unwrap();
    for depth in [-0.01, 0.0, 0.01] {
        check_that_identities_last(&ground, Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::identity()), depth);
        check_that_identities_last(&ground, cube_hull().at(Pose::identity()), depth);
    }
}

#[test]
fn a_body_that_leaves_and_comes_back_finds_its_identities_again() {
    let ground = Cuboid::new(vec3(8.0, 1.0, 8.0)).unwrap();
    let mut body = cube_hull().at(Pose::identity());
    let (solver, mut cache, mut manifold) = (Solver::default(), Cache::default(), Manifold::default());
    let mut seen = BTreeSet::new();
    let (mut touching, mut gone) = (0, 0);
    for step in 0..400 {
        // Two jumps.
        body.set_pose(sliding(step, 2.0 + 0.25 * (f64::from(step) / 31.9).sin()));
        solver.contacts_into(&ground, &body, 0.02, &mut cache, &mut manifold);
        touching += usize::from(!manifold.contacts.is_empty());
        gone += usize::from(manifold.contacts.is_empty());
        seen.extend(ids(&manifold));
    }
    assert!(touching > 100 && gone > 100, "{touching} with contacts, {gone} without");
    assert_eq!(seen.len(), 4);
}

/// The allocations of 100 warm queries of two bodies, at least one of which has contacts.
fn warm_allocations(
    a: &impl SupportMap<Vec3<f64>>,
    mut b: Placed<impl SupportMap<Vec3<f64>>, Vec3<f64>>,
    height: f64,
) -> usize {
    let solver = Solver::default();
    let (mut cache, mut manifold) = (Cache::default(), Manifold::default());
    let mut query = |step: u32| {
        b.set_pose(sliding(step, height));
        solver.contacts_into(a, &b, 0.1, &mut cache, &mut manifold);
        manifold.reduce();
        assert_eq!(manifold.contacts.len(), 4);
    };
    query(0);
    allocations(|| (1..100).for_each(query))
}

#[test]
fn a_warm_query_for_contacts_allocates_nothing() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    assert!(allocations(|| drop(std::hint::black_box(vec![0u8; 64]))) == 1, "the allocator counts");
    // Boxes above each other and in each other. Boxes that touch to rounding are decided in exact numbers, which
    // allocate.
    for height in [2.05, 1.95] {
        assert_eq!(warm_allocations(&cube, cube.at(Pose::identity()), height), 0, "boxes at {height}");
    }
    // Hulls of 8 vertices that are near each other. Where they overlap, the depth builds a polytope.
    assert_eq!(warm_allocations(&cube_hull(), cube_hull().at(Pose::identity()), 2.05), 0);
}
