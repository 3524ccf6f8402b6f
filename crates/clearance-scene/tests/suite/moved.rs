//! Meshes whose vertices move, and points against meshes.

use crate::shapes::{Random, mesh, soup, torus};
use clearance::{Pose, Proximity, Shape, SupportMap, Triangle, Vec3, vec3};
use clearance_scene::{Mesh, MeshError, closest_point, distance};

/// Law: a mesh with moved vertices answers as a new mesh, and its report is the new one's.
#[test]
fn a_mesh_with_moved_vertices_answers_as_a_new_one() {
    let mut random = Random(81);
    let (vertices, triangles) = torus(30, 14, 0.3);
    let mut bent = Mesh::new(&vertices, &triangles).unwrap();
    let other = mesh(&soup(&mut random, 20));
    for scale in [0.01, 0.3, 1e3, 1e-200] {
        let moved: Vec<[f64; 3]> = vertices
            .iter()
            .map(|vertex| {
                let step = random.point();
                std::array::from_fn(|axis| scale * (vertex[axis] + 0.1 * step[axis]))
            })
            .collect();
        bent.set_vertices(&moved).unwrap();
        let new = Mesh::new(&moved, &triangles).unwrap();
        assert_eq!((bent.report(), bent.vertices()), (new.report(), new.vertices()));
        for reach in [0.5, 3.0] {
            let poses = [random.pose(reach), random.pose(reach)];
            assert_eq!(
                distance(&bent.at(poses[0]), &other.at(poses[1])),
                distance(&new.at(poses[0]), &other.at(poses[1]))
            );
        }
    }
    let before = bent.vertices().to_vec();
    assert_eq!(bent.set_vertices(&[[0.0; 3]]).unwrap_err(), MeshError::OtherCount { expected: 420 });
    let mut broken = vertices.clone();
    broken[7][1] = f64::INFINITY;
    assert_eq!(bent.set_vertices(&broken).unwrap_err(), MeshError::NotFinite { vertex: 7 });
    assert_eq!(bent.vertices(), before);
}

/// Law: the boxes of a mesh that is shaken grow, and the measure says so.
#[test]
fn the_surface_of_the_tree_grows_when_neighbours_part() {
    let (vertices, triangles) = torus(40, 20, 0.3);
    let mut mesh = Mesh::new(&vertices, &triangles).unwrap();
    let before = mesh.tree_surface();
    let mut random = Random(83);
    let shaken: Vec<[f64; 3]> = vertices.iter().map(|_| random.point()).collect();
    mesh.set_vertices(&shaken).unwrap();
    assert!(mesh.tree_surface() > 2.0 * before, "{before} {}", mesh.tree_surface());
    mesh.set_vertices(&vertices).unwrap();
    assert_eq!(mesh.tree_surface(), before);
}

/// Law: the closest point of a body is the closest of all its triangles, and its feature is named.
#[test]
fn the_closest_point_is_that_of_the_nearest_triangle() {
    let mut random = Random(87);
    for round in 0..40 {
        let mesh = mesh(&soup(&mut random, 30));
        let body = mesh.at(random.pose(1.0)).scaled(if round % 2 == 0 { 1.0 } else { -0.7 });
        let [x, y, z] = random.point().map(|x| 3.0 * x);
        let point = vec3(x, y, z);
        let answer = closest_point(&body, point);
        let single = clearance::Point::new(point).unwrap();
        let answers = (0..30).map(|triangle| {
            let [a, b, c] = body.corners(triangle);
            let shape = Triangle::new(a, b, c).unwrap().at(body.pose);
            let shape: &dyn SupportMap<Vec3<f64>> = &shape;
            clearance::distance(&shape, &single)
        });
        let truth: Proximity<Vec3<f64>> = answers.reduce(|a, b| if b.distance < a.distance { b } else { a }).unwrap();
        assert!(answer.lower <= truth.upper && truth.lower <= answer.upper);
        assert!((answer.point_a - truth.point_a).length() < 1e-14 && answer.point_b == point);
        assert!(!answer.feature_a().vertices().is_empty());
    }
    let sheet = mesh(&(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]));
    let answer = closest_point(&sheet.at(Pose::identity()), vec3(f64::NAN, 0.0, 0.0));
    assert!(answer.lower == f64::NEG_INFINITY && answer.upper == f64::INFINITY);
}
