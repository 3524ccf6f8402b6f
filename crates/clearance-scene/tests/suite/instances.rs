//! Bodies that share a tree, mirrored and scaled.

use crate::shapes::{Parts, Random, mesh, soup, torus};
use crate::shapes_in_the_plane::{outline, polygons, pose};
use clearance::{Pose, Status};
use clearance_scene::{Mesh, distance, overlaps};

/// The parts with every coordinate multiplied by the factor of its axis.
fn times((vertices, triangles): &Parts, factors: [f64; 3]) -> Parts {
    let vertex = |vertex: &[f64; 3]| std::array::from_fn(|axis| vertex[axis] * factors[axis]);
    (vertices.iter().map(vertex).collect(), triangles.clone())
}

/// Law: a mirrored and scaled instance answers as the mesh with these coordinates.
#[test]
fn a_mirrored_and_scaled_instance_answers_as_the_mesh_made_so() {
    let mut random = Random(51);
    let mut meeting = 0;
    for round in 0..48 {
        let parts = [soup(&mut random, 25), soup(&mut random, 25)];
        let meshes = parts.each_ref().map(mesh);
        let axes = [round & 1 > 0, round & 2 > 0, round & 4 > 0];
        let scale = [0.3, 1.0, 7.7][round % 3];
        let factors = axes.map(|is_mirrored| if is_mirrored { -scale } else { scale });
        let made = mesh(&times(&parts[0], factors));
        let poses = [random.pose(2.0), random.pose(2.0)];
        let instance = meshes[0].at(poses[0]).scaled(scale).mirrored(axes);
        let made = made.at(poses[0]);
        assert_eq!(instance.corners(3), made.corners(3));
        let other = meshes[1].at(poses[1]);
        let (one, two) = (distance(&instance, &other), distance(&made, &other));
        // The two trees differ, and the answer does not, but for the rounding of the bracket.
        assert_eq!(
            (one.status == Status::Separated, one.leaf_a, one.leaf_b),
            (two.status == Status::Separated, two.leaf_a, two.leaf_b)
        );
        assert_eq!((one.distance, one.lower, one.upper), (two.distance, two.lower, two.upper));
        let back = distance(&other, &instance);
        assert_eq!((back.proximity.swapped(), back.leaf_a), (one.proximity, one.leaf_b));
        meeting += u32::from(overlaps(&instance, &other));
    }
    assert!((5..43).contains(&meeting), "{meeting}");
}

/// Law: the same in the plane.
#[test]
fn a_mirrored_and_scaled_outline_answers_as_the_outline_made_so() {
    let mut random = Random(53);
    for round in 0..24 {
        let parts = [polygons(&mut random, 2), polygons(&mut random, 2)];
        let axes = [round & 1 > 0, round & 2 > 0];
        let factors = axes.map(|is_mirrored| if is_mirrored { -1.7 } else { 1.7 });
        let mut made = parts[0].clone();
        made.iter_mut().flatten().flatten().for_each(|point| *point = [point[0] * factors[0], point[1] * factors[1]]);
        let [own, other, made] = [&parts[0], &parts[1], &made].map(|parts| outline(parts));
        let poses = [pose(&mut random, 2.0), pose(&mut random, 2.0)];
        let instance = distance(&own.at(poses[0]).mirrored(axes).scaled(1.7), &other.at(poses[1]));
        assert_eq!(instance, distance(&made.at(poses[0]), &other.at(poses[1])));
    }
}

/// Law: a scale beyond the range gives an answer that claims nothing, and a scale of zero makes a point.
#[test]
fn scales_at_the_ends_of_the_range_do_no_harm() {
    let ring = mesh(&torus(8, 6, 0.25));
    let body = ring.at(Pose::identity());
    for scale in [f64::NAN, f64::INFINITY, f64::MAX] {
        let answer = distance(&body.scaled(scale), &body);
        assert!(answer.lower == f64::NEG_INFINITY && answer.upper == f64::INFINITY, "{scale} {answer:?}");
    }
    let point = distance(&body.scaled(0.0), &body);
    assert!((point.distance - 0.75).abs() < 0.1 && point.lower <= point.distance, "{point:?}");
    let tiny = Mesh::new(&[[1.0, 0.0, 0.0]], &[[0, 0, 0]]).unwrap();
    for exponent in [-1070, -1000, -400, 400, 1000, 1023] {
        let scale = 2f64.powi(exponent);
        let answer = distance(
            &tiny.at(Pose::identity()).scaled(scale),
            &tiny.at(Pose::identity()).scaled(scale).mirrored([true, false, false]),
        );
        assert_eq!(answer.distance, if exponent == 1023 { f64::INFINITY } else { 2.0 * scale });
    }
}
