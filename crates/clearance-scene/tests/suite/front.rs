//! What a search leaves out, and what it looks at.

use crate::shapes::{Random, mesh, soup, torus};
use clearance::{Pose, Solver, vec3};
use clearance_scene::{Body, Composite, Front, front};

fn left_out(front: &Front<clearance::Vec3<f64>, 3>) -> u64 {
    front.pairs.iter().map(|pair| u64::from(pair.leaves[0]) * u64::from(pair.leaves[1])).sum()
}

/// Laws: every pair of leaves is left out once or looked at; no bound is below the distance's upper bound.
#[test]
fn the_front_covers_all_pairs_and_each_bound_exceeds_the_distance() {
    let mut random = Random(17);
    let ring = mesh(&torus(24, 12, 0.25));
    let (mut pairs, mut looked_at) = (0, 0);
    for round in 0..40 {
        let other = mesh(&soup(&mut random, 60));
        let mut pose = random.pose(1.0);
        pose.translation += vec3(0.2 * f64::from(round), 0.0, 0.0);
        let bodies: [Body; 2] = [ring.at(Pose::identity()), other.at(pose).mirrored([round % 2 == 0, false, false])];
        let front = front(&bodies[0], &bodies[1]).unwrap();
        assert_eq!(left_out(&front) + front.leaf_pairs, 576 * 60);
        assert!(front.pairs.iter().all(|pair| pair.bound >= front.nearest.upper));
        pairs += front.pairs.len();
        looked_at += front.leaf_pairs;
    }
    assert!(pairs > 1000 && looked_at > 1000, "idle: {pairs} pairs of boxes, {looked_at} of leaves");
}

/// Law: the leaves of two boxes are not nearer than the bound. Leaves in a box of one leaf are known by their corners.
#[test]
fn nothing_in_two_boxes_is_nearer_than_their_bound() {
    let mut random = Random(23);
    let mut tried = 0;
    for _ in 0..20 {
        // One triangle each far from the others, so that a box of one leaf holds no other.
        let bodies = [0.0, 30.0].map(|x| {
            let (mut vertices, triangles) = soup(&mut random, 20);
            for (place, vertex) in vertices.iter_mut().enumerate() {
                vertex[0] += x + 4.0 * (place / 3) as f64 * if x > 0.0 { 1.0 } else { -1.0 };
            }
            (mesh(&(vertices, triangles)), random.pose(1.0))
        });
        let [a, b] = bodies.each_ref().map(|(mesh, pose)| mesh.at(*pose));
        for pair in front(&a, &b).unwrap().pairs {
            let inside = |side: usize, body: &Body| -> Vec<u32> {
                let [low, high] = pair.boxes[side];
                let is_in = |leaf: u32| {
                    let corners = body.corners(leaf).map(|corner| [corner.x, corner.y, corner.z]);
                    corners
                        .iter()
                        .all(|corner| (0..3).all(|axis| low[axis] <= corner[axis] && corner[axis] <= high[axis]))
                };
                (0..20).filter(|&leaf| is_in(leaf)).collect()
            };
            let [of_a, of_b] = [inside(0, &a), inside(1, &b)];
            assert!(of_a.len() >= pair.leaves[0] as usize && of_b.len() >= pair.leaves[1] as usize);
            if [of_a.len(), of_b.len()] != pair.leaves.map(|count| count as usize) {
                continue;
            }
            for &leaf_a in &of_a {
                for &leaf_b in &of_b {
                    let distance = Solver::default().distance(&a.leaf(leaf_a), &b.leaf(leaf_b));
                    assert!(pair.bound <= distance.upper, "{} {}", pair.bound, distance.upper);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "idle: {tried}");
}
