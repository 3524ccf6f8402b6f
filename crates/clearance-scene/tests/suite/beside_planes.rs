//! Bodies beside half-spaces, compared with all leaves one by one.

use crate::shapes::{Random, mesh, torus};
use clearance::{Ball, Cuboid, HalfSpace, Motion, Outcome, Pose, Shape, Status, Vec3, signed_distance, vec2, vec3};
use clearance_scene::{
    Composite, Compound, Mesh, Outline, Single, cast, crossing, distance, is_below, least_clearance, overlaps,
    pairs_within, within,
};

fn leaf_by_leaf(body: &Mesh, pose: Pose<Vec3<f64>>, plane: &impl clearance::SupportMap<Vec3<f64>>) -> (f64, u32) {
    let placed = body.at(pose);
    let distances =
        (0..placed.leaf_count() as u32).map(|leaf| (clearance::distance(&placed.leaf(leaf), plane).distance, leaf));
    distances.reduce(|best, next| if next.0 < best.0 { next } else { best }).unwrap()
}

#[test]
fn the_lowest_leaf_is_the_nearest() {
    let mut random = Random(5);
    let (ring, mut counts) = (mesh(&torus(12, 8, 0.3)), [0; 2]);
    for _ in 0..60 {
        let plane = HalfSpace::new(vec3(0.1, -0.3, 0.9), 0.25).unwrap().at(random.pose(1.0));
        let pose = random.pose(3.0);
        let (body, single) = (ring.at(pose), Single::new(&plane));
        let found = distance(&body, &single);
        let (right, leaf) = leaf_by_leaf(&ring, pose, &plane);
        assert_eq!((found.distance, found.leaf_a), (right, leaf));
        assert_eq!(distance(&single, &body), found.swapped());
        assert_eq!(overlaps(&body, &single), right == 0.0);
        assert_eq!(within(&body, &single, 1.0).is_some(), right <= 1.0);
        // The rounded distance may be a little more than the exact one.
        assert!(!is_below(&body, &single, right * (1.0 - 1e-12)));
        assert!(is_below(&body, &single, right * (1.0 + 1e-12) + 1e-15));
        assert_eq!(pairs_within(&body, &single, f64::INFINITY).len(), body.leaf_count());
        counts[usize::from(right == 0.0)] += 1;
        let hull = clearance::PointCloud::new(ring.vertices().to_vec()).unwrap().at(pose);
        let signed = signed_distance(&hull, &plane);
        assert_eq!(signed.status == Status::Separated, right > 0.0);
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn outlines_compounds_and_shapes_stand_beside_half_spaces_too() {
    let left = HalfSpace::new(vec2(1.0, 0.0), 0.0).unwrap();
    let outline = Outline::new(&[vec![vec![[2.0, 0.0], [4.0, 0.0], [4.0, 3.0]]]]).unwrap();
    assert_eq!(distance(&outline.at(Pose::identity()), &Single::new(&left)).distance, 2.0);
    let ground = HalfSpace::new(vec3(0.0, 0.0, 1.0), 0.0).unwrap();
    let ball = Ball::new(vec3(0.0, 0.0, 5.0), 1.0).unwrap();
    let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::translation([0.0, 0.0, 3.0]));
    let compound = Compound::new(vec![ball.into(), block.into()]).unwrap();
    let found = distance(&compound.at(Pose::identity()), &Single::new(&ground));
    assert_eq!((found.distance, found.leaf_a), (2.0, 1));
    assert_eq!(distance(&Single::new(&ball), &Single::new(&ground)).distance, 4.0);
}

/// Cause: a motion looked at boxes, and a half-space has none, so a mesh that fell into one far from its origin was clear.
/// Law: bodies come into contact with a half-space when their lowest point does, wherever that is.
#[test]
fn bodies_that_move_meet_a_half_space_where_their_lowest_point_does() {
    let (mut random, ring) = (Random(7), mesh(&torus(12, 8, 0.3)));
    let (normal, mut hits) = (vec3(0.0, 0.6, 0.8), 0);
    let ground = HalfSpace::new(normal, 0.25).unwrap();
    for round in 0..40 {
        let far = vec3(random.signed() * 50.0, random.signed() * 50.0, random.signed() * 50.0);
        let pose = Pose { translation: far, ..random.pose(1.0) };
        let hull = clearance::PointCloud::new(ring.vertices().to_vec()).unwrap();
        let height = signed_distance(&hull.at(pose), &ground).distance;
        let way = normal * (-2.0 * height) + vec3(random.signed(), 0.0, 0.0);
        let (body, single) = (ring.at(pose), Single::new(&ground));
        let found = cast(&body, &single, -way);
        let least = least_clearance(&body, &Motion::travel(way), &single, &Motion::still());
        if height < 0.0 {
            assert!(found.is_hit(), "{round}: {found:?}");
            continue;
        }
        hits += 1;
        assert_eq!(found.outcome, Outcome::Hit, "{round}: {found:?}");
        assert!(found.lower <= 0.5 + 1e-12 && 0.5 - 1e-12 <= found.upper, "{round}: {found:?}");
        assert!((found.fraction - 0.5).abs() <= 1e-9, "{round}: {found:?}");
        assert_eq!(least.upper, 0.0, "{round}: {least:?}");
        let beside = least_clearance(&body, &Motion::travel(vec3(1.0, 0.0, 0.0)), &single, &Motion::still());
        assert!((beside.distance - height).abs() <= 1e-9 * (1.0 + height), "{round}: {beside:?} {height}");
        let entry = crossing(&body, &single, -way).unwrap().entry;
        assert!((entry.fraction - 0.5).abs() <= 1e-9, "{round}: {entry:?}");
    }
    assert!(hits > 10, "{hits}");
}
