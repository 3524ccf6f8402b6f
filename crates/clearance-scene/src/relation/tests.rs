//! The float tests that leave pairs of triangles out, against exact ones.

use super::contact::contacts;
use super::placed::{Placed, Vertex};
use crate::composite::overlaps;
use crate::mesh::{Body, Mesh};
use clearance::{Pose, Quaternion, Vec3, vec3};

/// Whole numbers from 0 to 4, the same in every run (Knuth's linear congruences).
struct Random(u64);

impl Random {
    fn point(&mut self) -> [f64; 3] {
        [0; 3].map(|_| {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from((self.0 >> 33) as u32 % 5)
        })
    }
}

fn corners(placed: &Placed, side: usize, triangle: u32) -> [Vertex; 3] {
    placed.corners(side, triangle)
}

/// Law: triangles that a plane in floats parts have no common point, or the corner that they share alone.
#[test]
fn triangles_that_a_plane_parts_meet_in_nothing_but_a_shared_corner() {
    let mut random = Random(91);
    let tilted = Pose::new(Quaternion::from_axis_angle(vec3(1.0, 2.0, 3.0), 0.7), Vec3::default()).unwrap();
    let (mut at_edges, mut at_corners, mut kept) = (0, 0, 0);
    for round in 0..6000 {
        let mut points = [[0.0; 3]; 5].map(|_| random.point());
        if round % 2 == 0 {
            // In one plane.
            points.iter_mut().for_each(|point| point[2] = point[0] - point[1]);
        }
        let pose = if round % 3 == 0 { tilted } else { Pose::identity() };
        let pair = Mesh::new(&points, &[[0, 1, 2], [0, 3, 4]]).unwrap();
        let apart = [Mesh::new(&points[..3], &[[0, 1, 2]]).unwrap(), Mesh::new(&points[2..], &[[0, 1, 2]]).unwrap()];
        let bodies: [Body; 2] = [apart[0].at(pose), apart[1].at(pose)];
        let placed = Placed::new([&bodies[0], &bodies[1]]);
        let triangles = [corners(&placed, 0, 0), corners(&placed, 1, 0)];
        // The last corner of the first one is a corner of the other, too: a plane never parts them strictly.
        assert!(!placed.part_at_an_edge(triangles) || !overlaps(&bodies[0], &bodies[1]));
        let body = pair.at(pose);
        let placed = Placed::new([&body, &body]);
        let triangles = [corners(&placed, 0, 0), corners(&placed, 1, 1)];
        if triangles.iter().any(|&triangle| placed.view(triangle).is_none()) {
            continue;
        }
        if placed.part_at_a_corner(triangles) {
            at_corners += 1;
            contacts(&placed, triangles, |contact| panic!("{points:?} {contact:?}"));
        } else {
            kept += 1;
        }
        // Moved by one along x, the second one may be clear of the first.
        let moved = [points[0], points[3], points[4]].map(|[x, y, z]| [x + 1.0, y, z]);
        let other = Mesh::new(&moved, &[[0, 1, 2]]).unwrap();
        let bodies = [body, other.at(pose)];
        let placed = Placed::new([&bodies[0], &bodies[1]]);
        if placed.part_at_an_edge([corners(&placed, 0, 0), corners(&placed, 1, 0)]) {
            at_edges += 1;
            let first = Mesh::new(&points[..3], &[[0, 1, 2]]).unwrap();
            assert!(!overlaps(&first.at(pose), &bodies[1]), "{points:?}");
        }
    }
    assert!(at_corners > 500 && at_edges > 500 && kept > 500, "{at_corners} {at_edges} {kept}");
}
