//! The depth of regions that cross, in the plane.

use clearance::{Hull, Pose, Shape, signed_distance};
use clearance_scene::{Depth, Outline, depth_of_outlines};

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
