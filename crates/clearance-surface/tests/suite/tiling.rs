//! Triangles that do not cover the polygon of a face are refused.

use crate::patches::{grid, ring, upright};
use clearance_surface::{FaceError, Surface};

fn numbers() -> crate::patches::Numbers {
    grid(Surface::Cylinder(upright([0.0; 3]), 2.0), [[0.0, 2.0], [0.0, 5.0]], [4, 3], 0.0)
}

#[test]
fn a_grid_and_a_ring_are_tiled() {
    assert!(numbers().face().is_ok());
    assert!(numbers().turned().face().is_ok());
    assert!(ring(upright([0.0; 3]), [1.0, 2.0], 12, 0.0).face().is_ok());
}

#[test]
fn a_dropped_triangle_is_seen_wherever_it_was() {
    let count = numbers().triangles.len();
    for triangle in 0..count {
        let mut numbers = numbers();
        numbers.triangles.remove(triangle);
        let error = numbers.face().unwrap_err();
        assert!(matches!(error, FaceError::Open | FaceError::EdgeWithoutTriangle), "{triangle}: {error}");
    }
}

#[test]
fn a_flipped_or_doubled_triangle_is_seen_wherever_it_is() {
    let count = numbers().triangles.len();
    for triangle in 0..count {
        let mut flipped = numbers();
        flipped.triangles[triangle].swap(0, 1);
        assert_eq!(flipped.face().unwrap_err(), FaceError::Turned);
        let mut doubled = numbers();
        doubled.triangles.push(doubled.triangles[triangle]);
        assert_eq!(doubled.face().unwrap_err(), FaceError::Doubled);
    }
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let mut none = numbers();
    none.triangles.clear();
    assert_eq!(none.face().unwrap_err(), FaceError::NoMesh);
    let mut missing = numbers();
    missing.triangles[0][0] = 1000;
    assert_eq!(missing.face().unwrap_err(), FaceError::Numbers);
    let mut nowhere = numbers();
    nowhere.nodes[3].uv[0] = f64::NAN;
    assert_eq!(nowhere.face().unwrap_err(), FaceError::Numbers);
}
