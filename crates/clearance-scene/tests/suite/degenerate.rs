//! Meshes and placings where others fail.

use crate::shapes::{Random, mesh, sheet, soup, times, torus};
use clearance::{Ellipsoid, Pose, Quaternion, Shape, Solver, Status, vec3};
use clearance_scene::{Mesh, MeshError, Single, distance, distance_with, overlaps};

/// Law: two sheets of many coplanar triangles have their gap as the distance, however small it is.
#[test]
fn parallel_sheets_have_their_gap_as_the_distance() {
    for (steps, gap) in [(40, 0.0), (8, 1e-300), (8, f64::EPSILON), (40, 0.25)] {
        let [below, above] = [mesh(&sheet(steps, 0.0)), mesh(&sheet(steps, gap))];
        let answer = distance(&below.at(Pose::identity()), &above.at(Pose::identity()));
        assert_eq!(answer.distance, gap);
        assert!(answer.lower <= gap && gap <= answer.upper);
        assert_eq!(answer.status == Status::Separated, gap > 0.0);
        assert_eq!([answer.leaf_a, answer.leaf_b], [0, 0]);
    }
}

/// Law: a mesh meets itself, in its first triangle.
#[test]
fn a_mesh_meets_itself() {
    let ring = mesh(&torus(30, 12, 0.3));
    let body = ring.at(Random(1).pose(2.0));
    let answer = distance(&body, &body);
    assert_eq!((answer.distance, answer.leaf_a, answer.leaf_b), (0.0, 0, 0));
    assert!(overlaps(&body, &body));
}

/// Law: a body inside another one has the distance from the wall.
#[test]
fn a_body_inside_another_has_the_distance_from_the_wall() {
    let ring = torus(40, 24, 0.3);
    let [outer, inner] = [mesh(&ring), mesh(&times(&torus(8, 6, 0.3), 0.125))];
    // A small ring about the middle line of the tube.
    let answer = distance(&outer.at(Pose::identity()), &inner.at(Pose::translation([1.0, 0.0, 0.0])));
    assert_eq!(answer.status, Status::Separated);
    assert!((0.1..0.3).contains(&answer.distance), "{}", answer.distance);
}

/// Law: answers hold at both ends of the range, and for bodies of very different size.
#[test]
fn very_large_very_small_and_very_unequal_meshes_have_their_distance() {
    let tetrahedron = (
        [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].to_vec(),
        vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
    );
    for scale in [2f64.powi(-1000), 2f64.powi(-400), 1.0, 2f64.powi(400), 2f64.powi(1000)] {
        let body = mesh(&times(&tetrahedron, scale));
        let answer = distance(&body.at(Pose::identity()), &body.at(Pose::translation([4.0 * scale, 0.0, 0.0])));
        assert_eq!(answer.distance, 3.0 * scale);
    }
    let [large, small] = [1.0, 2f64.powi(-900)].map(|scale| mesh(&times(&tetrahedron, scale)));
    let answer = distance(&large.at(Pose::identity()), &small.at(Pose::translation([2.0, 0.0, 0.0])));
    assert_eq!(answer.distance, 1.0);
}

/// Law: numbers that are not finite give an answer that claims nothing, and no panic.
#[test]
fn poses_that_are_not_finite_give_an_answer_without_a_claim() {
    let ring = mesh(&torus(6, 4, 0.25));
    let nan = Quaternion { w: f64::NAN, ..Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), 0.0) };
    let poses = [
        Pose::translation([f64::NAN, 0.0, 0.0]),
        Pose::translation([f64::INFINITY, 0.0, 0.0]),
        Pose { rotation: nan, ..Pose::identity() },
    ];
    for pose in poses {
        for (a, b) in [(pose, Pose::identity()), (Pose::identity(), pose), (pose, pose)] {
            let answer = distance(&ring.at(a), &ring.at(b));
            assert!(answer.lower == f64::NEG_INFINITY && answer.upper == f64::INFINITY, "{answer:?}");
        }
    }
}

/// Law: what is no mesh is refused with the place, and what is odd is reported and accepted.
#[test]
fn what_is_wrong_is_named_and_what_is_odd_is_reported() {
    let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(Mesh::new(&square, &[]).unwrap_err(), MeshError::Empty);
    let error = Mesh::new(&square, &[[0, 1, 2], [0, 1, 9]]).unwrap_err();
    assert_eq!(error, MeshError::NoSuchVertex { triangle: 1, vertex: 9 });
    assert_eq!(error.to_string(), "triangle 1 names vertex 9, which does not exist");
    let error = Mesh::new(&[[0.0, 0.0, 0.0], [f64::NAN, 0.0, 0.0]], &[[0, 0, 0]]).unwrap_err();
    assert_eq!(error, MeshError::NotFinite { vertex: 1 });
    let odd = Mesh::new(&square, &[[0, 1, 2], [0, 2, 3], [2, 1, 0], [1, 1, 3], [0, 3, 2]]).unwrap();
    let report = odd.report();
    assert_eq!((report.degenerate_triangles, report.repeated_triangles, report.parts), (1, 2, 1));
    // Each triangle has its back, so each edge is passed as often in one direction as in the other.
    assert!(report.is_closed() && report.open_edges == 0);
    let (vertices, mut triangles) = torus(8, 6, 0.25);
    triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    assert!(Mesh::new(&vertices, &triangles).unwrap().report().inside_out);
}

/// Law: the tree of a large mesh takes at most 64 bytes a triangle.
#[test]
fn the_tree_takes_at_most_64_bytes_a_triangle() {
    for parts in [torus(200, 100, 0.25), soup(&mut Random(2), 30_000)] {
        let mesh = mesh(&parts);
        let bytes = mesh.tree_bytes() as f64 / mesh.triangles().len() as f64;
        assert!(bytes <= 64.0, "{bytes}");
    }
}

/// Cause: with brackets wider than the distance no pair of leaves was left, so a question had no answer. Law: every tolerance has
/// one, with true bounds.
#[test]
fn every_tolerance_of_curved_leaves_gives_an_answer_with_true_bounds() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let solid = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    let solid = solid.at(Pose::identity());
    let round = Ellipsoid::new(vec3(1.0, 2.0, 0.5)).unwrap();
    let (mut random, mut apart) = (Random(7), 0);
    for _ in 0..150 {
        let pose = random.pose(4.0);
        let placed = round.at(pose);
        let single = Single::new(&placed);
        let exact = distance(&solid, &single).proximity;
        apart += u32::from(exact.lower > 0.0);
        for tolerance in [1e-3, 0.3, 0.9, 1.0, 1.5, 10.0, 1e300, f64::INFINITY] {
            let coarse = distance_with(&Solver { tolerance, ..Solver::default() }, &solid, &single).proximity;
            assert!(coarse.lower <= exact.upper && exact.lower <= coarse.upper, "{tolerance} {coarse:?} {exact:?}");
        }
    }
    assert!(apart > 50);
}
