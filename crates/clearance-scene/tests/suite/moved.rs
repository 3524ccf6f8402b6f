//! Meshes whose vertices move, and points against meshes.

use crate::shapes::{Random, cuboid, mesh, soup, torus};
use clearance::{Pose, Proximity, Shape, SupportMap, Triangle, Vec3, vec3};
use clearance_scene::{Mesh, MeshError, Relation, closest_point, distance, relation};

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

/// Law: the relation of a mesh with moved vertices is that of a new one, also where the surface opens and closes; mirrored
/// and scaled bodies have the relation of meshes with these coordinates.
#[test]
fn relations_follow_vertices_scales_and_mirrors() {
    let (corners, faces) = cuboid([0.0; 3], [1.0; 3]);
    // Each triangle has corners of its own.
    let vertices: Vec<[f64; 3]> = faces.iter().flatten().map(|&corner| corners[corner as usize]).collect();
    let triangles: Vec<[u32; 3]> = (0..faces.len() as u32).map(|face| [0, 1, 2].map(|k| 3 * face + k)).collect();
    let mut cube = Mesh::new(&vertices, &triangles).unwrap();
    let block = mesh(&cuboid([-2.0; 3], [3.0; 3]));
    let related = |mesh: &Mesh| relation(&mesh.at(Pose::identity()), &block.at(Pose::identity())).unwrap();
    let mut seen = Vec::new();
    for place in 0..6 {
        let moved: Vec<[f64; 3]> = vertices
            .iter()
            .enumerate()
            .map(|(index, &[x, y, z])| match place {
                // One corner of one triangle leaves its place: the surface is open.
                1 | 4 if index == 7 => [x, y, z.next_up()],
                // Out of the block, and through its wall.
                2 => [x + 9.0, y, z],
                3 => [x + 2.5, y, z],
                _ => [x, y, z],
            })
            .collect();
        cube.set_vertices(&moved).unwrap();
        let (answer, copy) = (related(&cube), cube.clone());
        assert_eq!(answer, related(&Mesh::new(&moved, &triangles).unwrap()));
        assert_eq!(answer, related(&copy));
        // Asked twice, it is the same.
        assert_eq!(answer, related(&cube));
        seen.push((answer.relation, answer.open));
    }
    use Relation::{AInB, Apart, Crossing};
    assert_eq!(seen, [(AInB, false), (AInB, true), (Apart, false), (Crossing, false), (AInB, true), (AInB, false)]);
    // Two corners that differ by one bit, and a scale that rounds them to the same number.
    let high = 1.9f64.next_up();
    let factor = (1..400).map(|k| 0.5 + f64::from(k) / 1024.0).find(|f| high * f == 1.9 * f && 0.7 > *f).unwrap();
    let tall: Vec<[f64; 3]> = vertices
        .iter()
        .enumerate()
        .map(|(index, &[x, y, z])| {
            [
                x,
                y,
                if z == 0.0 {
                    0.0
                } else if index == 7 {
                    high
                } else {
                    1.9
                },
            ]
        })
        .collect();
    let tall_cube = Mesh::new(&tall, &triangles).unwrap();
    let has_split = tall.iter().any(|vertex| vertex[2] == high);
    let at = |factor: f64, is_mirrored: bool| {
        let body = tall_cube.at(Pose::identity()).scaled(factor).mirrored([is_mirrored, false, false]);
        relation(&body, &block.at(Pose::identity())).unwrap()
    };
    for is_mirrored in [false, true] {
        assert_eq!([1.0, -1.0, factor].map(|scale| at(scale, is_mirrored).open), [has_split, has_split, false]);
    }
    assert!(has_split);
}
