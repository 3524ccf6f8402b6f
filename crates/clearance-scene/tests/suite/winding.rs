//! How often a surface goes around a point.

use crate::shapes::{Parts, Random, cuboid, mesh, torus};
use clearance::{Vec3, vec3};
use clearance_scene::Mesh;

/// The sum of the solid angles over 4π (van Oosterom and Strackee 1983): inaccurate near the surface, and independent.
fn by_solid_angles(mesh: &Mesh, point: Vec3<f64>) -> f64 {
    let angle = |triangle: u32| {
        let [a, b, c] = mesh.corners(triangle).map(|corner| corner - point);
        let [la, lb, lc] = [a.length(), b.length(), c.length()];
        let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * f64::atan2(a.dot(b.cross(c)), below)
    };
    (0..mesh.triangles().len() as u32).map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// Both meshes as one.
fn joined(a: &Parts, b: &Parts) -> Parts {
    let first = a.0.len() as u32;
    let vertices = a.0.iter().chain(&b.0).copied().collect();
    let triangles = a.1.iter().copied().chain(b.1.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    (vertices, triangles.collect())
}

/// Law: the winding number of a closed surface is the sum of its solid angles over 4π, for nested and turned parts,
/// too.
#[test]
fn the_winding_number_is_the_sum_of_the_solid_angles() {
    let outer = torus(24, 12, 0.4);
    let mut cavity = torus(18, 8, 0.2);
    cavity.1.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    let meshes = [mesh(&outer), mesh(&joined(&outer, &cavity)), mesh(&joined(&outer, &torus(10, 6, 0.3)))];
    let mut random = Random(4);
    let mut counts = [0; 3];
    for round in 0..3000 {
        let mesh = &meshes[round % 3];
        let point = vec3(1.5 * random.signed(), 1.5 * random.signed(), 0.4 * random.signed());
        let winding = mesh.winding_number(point).expect("no random point is on the surface");
        assert!((by_solid_angles(mesh, point) - f64::from(winding)).abs() < 1e-6, "{point:?} {winding}");
        counts[winding as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// Law: points level with corners, edges and faces are told exactly, and points of the surface have no number.
#[test]
fn points_level_with_corners_and_on_the_surface_are_told_exactly() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    for scale in [2f64.powi(-500), 1.0, 2f64.powi(500)] {
        let cube = mesh(&crate::shapes::times(&cube, scale));
        assert!(cube.report().is_closed() && !cube.report().inside_out);
        let steps = [-0.5, -1e-150, 0.0, f64::EPSILON, 0.5, 1.0 - f64::EPSILON, 1.0, 1.0 + f64::EPSILON];
        for x in steps {
            for y in steps {
                for z in steps {
                    let inside = [x, y, z].iter().all(|&t| 0.0 < t && t < 1.0);
                    let outside = [x, y, z].iter().any(|&t| !(0.0..=1.0).contains(&t));
                    let expected = if inside {
                        Some(1)
                    } else if outside {
                        Some(0)
                    } else {
                        None
                    };
                    assert_eq!(cube.winding_number(vec3(x * scale, y * scale, z * scale)), expected, "{x} {y} {z}");
                }
            }
        }
    }
    assert_eq!(mesh(&cube).winding_number(vec3(f64::NAN, 0.0, 0.0)), None);
}

/// Law: the surface does not go around a point that is far away. It once was asked without end: the way out of such a
/// point is rounded to the point itself.
#[test]
fn a_point_far_away_is_outside() {
    let meshes = [mesh(&cuboid([0.0; 3], [1.0; 3])), mesh(&torus(24, 12, 0.4))];
    for mesh in &meshes {
        for exponent in [40, 53, 60, 400, 1000] {
            let far = 2f64.powi(exponent);
            for signs in 0..8 {
                let [x, y, z] = [1, 2, 4].map(|bit| if signs & bit == 0 { far } else { -far });
                assert_eq!(mesh.winding_number(vec3(x, y, z)), Some(0), "{x} {y} {z}");
                assert_eq!(mesh.winding_number(vec3(0.5, y, z)), Some(0), "0.5 {y} {z}");
                assert_eq!(mesh.winding_number(vec3(x, 0.5, z)), Some(0), "{x} 0.5 {z}");
                assert_eq!(mesh.winding_number(vec3(x, 0.5, 0.25)), Some(0), "{x} 0.5 0.25");
            }
        }
    }
}

/// Law: a triangle of three equal corners adds nothing, wherever it is. Every way out once met it, without end: all its
/// signs are those of an edge.
#[test]
fn a_triangle_of_three_equal_corners_adds_nothing() {
    for (vertices, triangles) in [cuboid([0.0; 3], [1.0; 3]), torus(24, 12, 0.4)] {
        let plain = mesh(&(vertices.clone(), triangles.clone()));
        for vertex in 0..vertices.len() as u32 {
            let with_point = mesh(&(vertices.clone(), [&triangles[..], &[[vertex; 3]]].concat()));
            for point in [vec3(9.0, 9.0, 9.0), vec3(0.5, 0.25, 0.125), vec3(1.0, 0.0625, 0.03125)] {
                assert_eq!(with_point.winding_number(point), plain.winding_number(point), "{vertex} {point:?}");
            }
        }
    }
}

/// Cause: from a point on the line of a triangle without area every way out meets the triangle's edges, so a way was sought without
/// end. Where numbers were large enough a box left the triangle out before.
/// Law: a triangle without area adds nothing, and a point on its line has a number unless it is on the triangle.
#[test]
fn a_point_on_the_line_of_a_triangle_without_area_has_a_number() {
    let (vertices, triangles) = cuboid([0.0; 3], [1.0; 3]);
    let mut told = 0;
    for scale in [f64::from_bits(4), f64::from_bits(1 << 14), 2f64.powi(-500), 1.0, 2f64.powi(500)] {
        for needle in
            [[[4.0, 4.0, 4.0], [4.0, 4.0, 4.0], [8.0, 4.0, 4.0]], [[4.0, 4.0, 4.0], [6.0, 4.0, 4.0], [8.0, 4.0, 4.0]]]
        {
            let first = vertices.len() as u32;
            let [a, b, c] = [first, first + 1, first + 2];
            // There and back, so that the surface stays closed.
            let own = [&triangles[..], &[[a, b, c], [a, c, b]]].concat();
            let all = [&vertices[..], &needle].concat();
            let mesh = mesh(&crate::shapes::times(&(all, own), scale));
            for (x, number) in [(-9.0, Some(0)), (0.5, Some(0)), (4.0, None), (7.0, None), (8.0, None), (9.0, Some(0))]
            {
                assert_eq!(mesh.winding_number(vec3(x, 4.0, 4.0) * scale), number, "{x} {scale:e} {needle:?}");
                told += usize::from(number.is_some());
            }
        }
    }
    assert_eq!(told, 30);
}
