//! The depth of regions and of solids that cross.

use crate::shapes::Random;
use clearance::{Hull, Pose, Quaternion, Shape, Vec3, signed_distance, vec3};
use clearance_scene::{Depth, Mesh, Outline, Relation, depth_of_outlines, depth_of_solids, relation};

fn outline(ring: &[[f64; 2]]) -> Outline {
    Outline::new(&[vec![ring.to_vec()]]).unwrap()
}

fn depth(a: &Outline, b: &Outline, x: f64, y: f64) -> Depth {
    depth_of_outlines(&a.at(Pose::identity()), &b.at(Pose::translation([x, y]))).unwrap()
}

const U: [[f64; 2]; 8] =
    [[0.0, 0.0], [5.0, 0.0], [5.0, 4.0], [4.0, 4.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];

#[test]
fn convex_regions_have_the_depth_of_the_core() {
    let (square, wedge) = ([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]], [[0.0, 0.0], [3.0, 1.0], [1.0, 2.0]]);
    let mut overlaps = 0;
    for step in 0..40 {
        let pose = Pose::translation([0.1 * f64::from(step), 0.07 * f64::from(step) - 0.3]);
        let found = depth_of_outlines(&outline(&square).at(Pose::identity()), &outline(&wedge).at(pose)).unwrap();
        let core = signed_distance(&Hull::new(&square).unwrap(), &Hull::new(&wedge).unwrap().at(pose));
        let true_depth = (-core.distance).max(0.0);
        assert!(found.lower <= true_depth + 1e-15 && true_depth <= found.upper + 1e-15, "{found:?} {true_depth}");
        assert!(found.upper - found.lower < 1e-12, "{found:?}");
        overlaps += usize::from(true_depth > 0.0);
    }
    assert!(overlaps > 10, "idle: {overlaps} overlaps");
}

#[test]
fn the_depth_in_a_notch_is_continuous_through_contact() {
    // A block in a U: it sinks into the floor by the depth, although the hulls are far deeper.
    let (u, block) = (outline(&U), outline(&[[2.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0]]));
    for (y, expected) in [(1.5, 0.0), (1.0, 0.0), (1.0 - 1e-9, 1e-9), (0.9, 0.1), (0.6, 0.4)] {
        let found = depth(&u, &block, 0.0, y);
        assert!(found.lower <= expected + 1e-15 && expected <= found.upper + 1e-15, "{y}: {found:?}");
        assert!(found.upper - found.lower <= 1e-9, "{y}: {found:?}");
    }
}

#[test]
fn two_hooks_have_bounds_that_hold_and_a_way_out_that_parts_them() {
    let (u, other) = (outline(&U), outline(&U.map(|[x, y]| [5.0 - x, 4.0 - y])));
    let mut crossing = 0;
    for i in 0..9 {
        for j in 0..9 {
            let (x, y) = (0.7 * f64::from(i) - 2.8, 0.7 * f64::from(j) - 2.8);
            let found = depth(&u, &other, x, y);
            assert!(0.0 <= found.lower && found.lower <= found.upper && found.upper <= 9.0, "{found:?}");
            crossing += usize::from(found.upper > 0.0);
            // No shorter way along 64 directions parts them.
            for k in 0..64 {
                let (sine, cosine) = (std::f64::consts::TAU * f64::from(k) / 64.0).sin_cos();
                let way = 0.999 * found.lower;
                if way > 0.0 {
                    assert!(depth(&u, &other, x + way * cosine, y + way * sine).upper > 0.0, "{found:?} along {k}");
                }
            }
        }
    }
    assert!(crossing > 30, "idle: {crossing} crossing placements");
}

/// The solid between a ring and its copy at a height. The ring is star-shaped about its first corner.
fn prism(ring: &[[f64; 2]], height: f64) -> Mesh {
    let count = ring.len() as u32;
    let vertices: Vec<[f64; 3]> =
        [0.0, height].into_iter().flat_map(|z| ring.iter().map(move |&[x, y]| [x, y, z])).collect();
    let sides = (0..count).flat_map(|k| {
        let next = (k + 1) % count;
        [[k, next, count + next], [k, count + next, count + k]]
    });
    let caps = (2..count).flat_map(|k| [[0, k, k - 1], [count, count + k - 1, count + k]]);
    Mesh::new(&vertices, &sides.chain(caps).collect::<Vec<_>>()).unwrap()
}

/// An L, star-shaped about its inner corner.
const L: [[f64; 2]; 6] = [[1.0, 1.0], [1.0, 4.0], [0.0, 4.0], [0.0, 0.0], [4.0, 0.0], [4.0, 1.0]];

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

#[test]
fn convex_solids_have_the_depth_of_the_core() {
    let mut random = Random(11);
    let mut overlaps = 0;
    for _ in 0..30 {
        let mut solid = || {
            let points: Vec<Vec3<f64>> =
                (0..12).map(|_| vec3(random.signed(), random.signed(), random.signed())).collect();
            Hull::new(&points).unwrap()
        };
        let (first, second) = (solid(), solid());
        let mesh = |hull: &Hull<Vec3<f64>>| {
            let fan = |face: &[u32]| (2..face.len()).map(|k| [face[0], face[k - 1], face[k]]).collect::<Vec<_>>();
            Mesh::new(hull.vertices(), &hull.faces().flat_map(fan).collect::<Vec<_>>()).unwrap()
        };
        let turn = Quaternion::from_axis_angle(vec3(random.signed(), random.signed(), 1.5), 3.0 * random.signed());
        let pose = Pose::new(turn, vec3(random.signed(), random.signed(), random.signed())).unwrap();
        let found = depth_of_solids(&mesh(&first).at(Pose::identity()), &mesh(&second).at(pose)).unwrap();
        let core = signed_distance(&first, &second.at(pose));
        let true_depth = (-core.distance).max(0.0);
        assert!(found.lower <= true_depth + 1e-15 && true_depth <= found.upper + 1e-15, "{found:?} {true_depth}");
        assert!(found.upper - found.lower < 1e-12, "{found:?}");
        overlaps += usize::from(true_depth > 0.0);
    }
    assert!(overlaps > 10, "idle: {overlaps} overlaps");
}

#[test]
fn the_depth_in_the_corner_of_an_l_is_continuous_through_contact() {
    // A cube in the corner of an L sinks into its floor by the depth, although the hulls are far deeper.
    let (ell, cube) = (prism(&L, 3.0), prism(&SQUARE, 1.0));
    for (y, expected) in [(1.5, 0.0), (1.0, 0.0), (1.0 - 1e-9, 1e-9), (0.9, 0.1), (0.6, 0.4)] {
        let turned = Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), 0.0);
        let pose = Pose::new(turned, vec3(2.0, y, 1.0)).unwrap();
        let found = depth_of_solids(&ell.at(Pose::identity()), &cube.at(pose)).unwrap();
        assert!(found.lower <= expected + 1e-15 && expected <= found.upper + 1e-15, "{y}: {found:?}");
        assert!(found.upper - found.lower <= 1e-6 * expected + 1e-9, "{y}: {found:?}");
    }
}

#[test]
fn two_ls_have_bounds_that_hold_along_all_tried_directions() {
    let (ell, mut random) = (prism(&L, 1.5), Random(12));
    let (mut crossing, mut narrow) = (0, 0);
    for _ in 0..40 {
        let turn = Quaternion::from_axis_angle(vec3(random.signed(), random.signed(), 1.5), 3.0 * random.signed());
        let pose = Pose::new(turn, vec3(random.signed(), random.signed(), random.signed()) * 3.0).unwrap();
        let (a, b) = (ell.at(Pose::identity()), ell.at(pose));
        let found = depth_of_solids(&a, &b).unwrap();
        assert!(0.0 <= found.lower && found.lower <= found.upper && found.upper <= 8.0, "{found:?}");
        if found.upper == 0.0 {
            assert!(!relation(&a, &b).unwrap().relation.is_overlap());
            continue;
        }
        crossing += 1;
        narrow += usize::from(found.lower > 0.3 * found.upper);
        for _ in 0..32 {
            let way = vec3(random.signed(), random.signed(), random.signed());
            let way = way * (0.999 * found.lower / way.dot(way).sqrt());
            let there = Pose { translation: pose.translation + way, ..pose };
            assert!(relation(&a, &ell.at(there)).unwrap().relation.is_overlap(), "{found:?} along {way:?}");
        }
    }
    assert!(crossing > 10 && narrow > crossing / 2, "idle: {crossing} crossing placements, {narrow} narrow");
}

#[test]
fn open_surfaces_and_scaled_bodies_have_no_depth() {
    let cube = prism(&SQUARE, 1.0);
    let at = |x: f64| cube.at(Pose::translation([x, 0.0, 0.0]));
    assert_eq!(depth_of_solids(&at(0.0), &at(0.5).scaled(2.0)), None);
    assert_eq!(depth_of_solids(&at(0.0), &at(2.0)), Some(Depth { lower: 0.0, upper: 0.0 }));
    let open = Mesh::new(cube.vertices(), &cube.triangles()[1..]).unwrap();
    assert_eq!(depth_of_solids(&open.at(Pose::identity()), &at(0.5)), None);
    assert_eq!(relation(&at(0.0), &at(0.5)).unwrap().relation, Relation::Crossing);
}
