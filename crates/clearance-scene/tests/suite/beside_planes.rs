//! Bodies beside half-spaces, compared with all leaves one by one.

use crate::shapes::{Random, mesh, torus};
use clearance::{Ball, Cuboid, HalfSpace, Pose, Shape, Status, Vec3, signed_distance, vec2, vec3};
use clearance_scene::{Composite, Compound, Mesh, Outline, Single, distance, is_below, overlaps, pairs_within, within};

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
