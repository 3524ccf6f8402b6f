//! The overlap of two bodies: closed forms, flush faces, far coordinates, other triangulations, random boxes.

use clearance::{Ball, Cuboid, Pose, Quaternion, Shape, Vec3, vec3};
use clearance_scene::{
    Body, Mesh, Outline, Overlap, Single, common_volume, overlap, overlaps_more_than,
};

/// A box between two corners, its faces in two triangles each.
fn block(low: [f64; 3], high: [f64; 3]) -> Mesh {
    mapped(low, high, |p| p)
}

/// A box whose corners a function moves.
fn mapped(low: [f64; 3], high: [f64; 3], map: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    let corners: Vec<[f64; 3]> = (0..8)
        .map(|place| map(std::array::from_fn(|axis| if place >> axis & 1 == 1 { high[axis] } else { low[axis] })))
        .collect();
    Mesh::new(&corners, &SIDES).unwrap()
}

const SIDES: [[u32; 3]; 12] = [
    [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
];

/// Turned by 31 degrees around the third axis.
fn turned([x, y, z]: [f64; 3]) -> [f64; 3] {
    let (s, c) = (31f64.to_radians().sin(), 31f64.to_radians().cos());
    [c * x - s * y, s * x + c * y, z]
}

/// A wall of 4 × 0.2 × 3 with a window of 1 × 1.2, whose corners a function moves.
fn wall_with_window(map: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    let (xs, zs) = ([0.0, 1.5, 2.5, 4.0], [0.0, 0.9, 2.1, 3.0]);
    let at = |i: usize, j: usize, k: usize| (32 * k / 2 + 4 * j + i) as u32;
    let mut corners = Vec::new();
    for y in [0.0, 0.2] {
        for z in zs {
            for x in xs {
                corners.push(map([x, y, z]));
            }
        }
    }
    let mut triangles = Vec::new();
    let mut quad = |[a, b, c, d]: [u32; 4]| triangles.extend([[a, b, c], [a, c, d]]);
    for i in 0..3 {
        for j in (0..3).filter(|&j| [i, j] != [1, 1]) {
            quad([at(i, j, 0), at(i + 1, j, 0), at(i + 1, j + 1, 0), at(i, j + 1, 0)]);
            quad([at(i, j, 1), at(i, j + 1, 1), at(i + 1, j + 1, 1), at(i + 1, j, 1)]);
        }
        quad([at(i, 0, 0), at(i, 0, 1), at(i + 1, 0, 1), at(i + 1, 0, 0)]);
        quad([at(i, 3, 0), at(i + 1, 3, 0), at(i + 1, 3, 1), at(i, 3, 1)]);
        quad([at(0, i, 0), at(0, i + 1, 0), at(0, i + 1, 1), at(0, i, 1)]);
        quad([at(3, i, 0), at(3, i, 1), at(3, i + 1, 1), at(3, i + 1, 0)]);
    }
    quad([at(1, 1, 0), at(2, 1, 0), at(2, 1, 1), at(1, 1, 1)]);
    quad([at(1, 2, 0), at(1, 2, 1), at(2, 2, 1), at(2, 2, 0)]);
    quad([at(1, 1, 0), at(1, 1, 1), at(1, 2, 1), at(1, 2, 0)]);
    quad([at(2, 1, 0), at(2, 2, 0), at(2, 2, 1), at(2, 1, 1)]);
    Mesh::new(&corners, &triangles).unwrap()
}

fn here(mesh: &Mesh) -> Body<'_> {
    mesh.at(Pose::identity())
}

/// Checks the bracket of a known overlap.
fn check(found: Overlap<Vec3<f64>>, right: f64, rounding: f64) {
    let Overlap { lower, upper, diameter, .. } = found;
    assert!(lower <= right + rounding && right - rounding <= upper, "{found:?} is not {right}");
    assert!(upper <= 1.1 * lower || upper - lower <= rounding, "{found:?} is wide, {right}");
    assert!(lower <= diameter && diameter <= upper, "{found:?}");
}

#[test]
fn a_duct_through_a_wall_overlaps_by_the_width_of_the_wall() {
    for map in [turned as fn([f64; 3]) -> [f64; 3], |p| p] {
        let wall = mapped([0.0; 3], [5.0, 0.2, 3.0], map);
        for (low, high, right) in [
            ([3.0, -0.9, 1.0], [3.4, 1.1, 1.4], 0.2),
            ([0.2, 0.075, 2.0], [1.2, 0.125, 2.05], 0.05),
            ([3.0, 0.15, 1.0], [3.4, 1.1, 1.4], 0.05),
            ([4.9, -1.0, 2.5], [6.0, 2.0, 5.0], 0.1),
        ] {
            let duct = mapped(low, high, map);
            check(overlap(&here(&wall), &here(&duct)).unwrap(), right, 1e-12);
            assert_eq!(overlaps_more_than(&here(&wall), &here(&duct), 0.99 * right), Some(true));
            assert_eq!(overlaps_more_than(&here(&wall), &here(&duct), 1.01 * right), Some(false));
        }
    }
}

#[test]
fn a_window_a_few_micrometres_into_its_opening_overlaps_by_so_much() {
    let d = 3e-6;
    let window = |p: [f64; 3]| turned(p);
    let (wall, window) =
        (wall_with_window(turned), mapped([1.5 - d, 0.06, 0.9 - d], [2.5 + d, 0.14, 2.1 + d], window));
    assert!(wall.is_closed());
    check(overlap(&here(&wall), &here(&window)).unwrap(), d, 1e-12);
    assert_eq!(overlaps_more_than(&here(&wall), &here(&window), 1e-5), Some(false));
    assert_eq!(overlaps_more_than(&here(&wall), &here(&window), 1e-6), Some(true));
}

#[test]
fn the_overlap_has_the_same_bits_for_exchanged_bodies() {
    let (a, b) = (wall_with_window(turned), mapped([1.0, -0.5, 1.0], [1.7, 0.5, 2.5], |p| p));
    assert_eq!(overlap(&here(&a), &here(&b)), overlap(&here(&b), &here(&a)));
}

#[test]
fn balls_overlap_by_the_width_of_their_lens() {
    let ball = |x: f64| Ball::new(vec3(x, 0.25, -0.5), 1.0).unwrap();
    for gap in [0.5, 1.0, 1.75, 1.99] {
        let found = overlap(&Single::new(&ball(0.0)), &Single::new(&ball(gap))).unwrap();
        check(found, 2.0 - gap, 1e-9);
    }
}

#[test]
fn regions_of_the_plane_overlap_by_the_largest_disk() {
    let ell = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
    let ell = Outline::new(&[vec![ell.to_vec()]]).unwrap();
    let square = Outline::new(&[vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]]]).unwrap();
    let found = overlap(&ell.at(Pose::identity()), &square.at(Pose::identity())).unwrap();
    // The disk in the corner touches both outer sides and the inner corner.
    let right = 2.0 * (2.0 - 2.0 * 0.5f64.sqrt());
    assert!(found.lower <= right && right <= found.upper && found.upper <= 1.1 * found.lower, "{found:?}");
    let area = common_volume(&ell.at(Pose::identity()), &square.at(Pose::identity()), 1000).unwrap();
    assert!(area.lower <= 7.0 && 7.0 <= area.upper && area.upper - area.lower < 1e-9, "{area:?}");
}

#[test]
fn boxes_share_the_volume_of_their_common_box() {
    let (a, b) = (block([0.0; 3], [4.0; 3]), block([1.0, 2.0, 3.0], [6.0; 3]));
    let volume = common_volume(&here(&a), &here(&b), 1000).unwrap();
    assert!(volume.lower <= 6.0 && 6.0 <= volume.upper && volume.upper - volume.lower < 1e-9, "{volume:?}");
    let (a, b) = (mapped([0.0; 3], [4.0; 3], turned), mapped([1.0, 2.0, 3.0], [6.0; 3], turned));
    let volume = common_volume(&here(&a), &here(&b), 1000).unwrap();
    assert!(volume.lower <= 6.0 && 6.0 <= volume.upper && volume.upper - volume.lower < 1e-9, "{volume:?}");
}

#[test]
fn a_single_box_of_the_core_overlaps_as_its_mesh_does() {
    let turn = Quaternion::from_axis_angle(vec3(1.0, 2.0, 3.0), 0.7);
    let pose = Pose::new(turn, vec3(0.5, 0.25, 0.125)).unwrap();
    let cuboid = Cuboid::new(vec3(1.0, 0.5, 0.25)).unwrap();
    let mesh = block([-1.0, -0.5, -0.25], [1.0, 0.5, 0.25]);
    let other = block([0.0; 3], [2.0; 3]);
    let of_shape = overlap(&Single::new(&cuboid.at(pose)), &here(&other)).unwrap();
    let of_mesh = overlap(&mesh.at(pose), &here(&other)).unwrap();
    assert!(of_shape.lower <= of_mesh.upper && of_mesh.lower <= of_shape.upper, "{of_shape:?} {of_mesh:?}");
    for found in [of_shape, of_mesh] {
        assert!(found.upper <= 1.1 * found.lower, "{found:?}");
    }
}
