use super::*;
use crate::numbers::each::Each;
use crate::random::Random;
use crate::shape::support::farthest_by_blocks;
use crate::space::vector::{Vec2, Vec3, vec2, vec3};

/// Points on a coarse lattice, so that many products are equal.
fn lattice(random: &mut Random, count: usize) -> Vec<Vec3<f64>> {
    let mut coordinate = || (random.signed() * 2.0).round();
    (0..count).map(|_| vec3(coordinate(), coordinate(), coordinate())).collect()
}

/// The rows of [`crate::hull`].
fn rows(points: &[Vec3<f64>]) -> Vec<[f64; 4]> {
    let point = |index: usize| points.get(index).unwrap_or(&points[0]);
    let block = |from: usize| [0, 1, 2].each(|axis| [0, 1, 2, 3].each(|lane| *point(from + lane).coordinate(axis)));
    (0..points.len()).step_by(4).flat_map(block).collect()
}

#[test]
fn four_in_a_register_find_the_vertex_that_plain_scans_find() {
    let (mut random, mut tied, mut answered) = (Random(11), 0, 0);
    for round in 0..4000 {
        let points = lattice(&mut random, 1 + round % 61);
        let direction = if round % 2 == 0 { lattice(&mut random, 1)[0] } else { random.point() };
        let flat: Vec<Vec2<f32>> = points.iter().map(|p| vec2(p.x as f32, p.y as f32)).collect();
        let expected = farthest_by_blocks(&points, direction);
        let in_plane = farthest_by_blocks(&flat, vec2(direction.x, direction.y));
        if let Some(best) = farthest_of_rows(&rows(&points), direction) {
            assert_eq!(best, expected, "rows of {points:?} along {direction:?}");
            answered += 1;
        }
        if let Some(best) = farthest_of_points(&points, direction) {
            assert_eq!(best, expected, "{points:?} along {direction:?}");
        }
        if let Some(best) = farthest_of_points(&flat, vec2(direction.x, direction.y)) {
            assert_eq!(best, in_plane, "{flat:?} along {direction:?}");
        }
        let most = points[expected].dot(&direction);
        tied += usize::from(points.iter().filter(|point| point.dot(&direction) == most).count() > 1);
    }
    assert!(tied > 500, "only {tied} scans with equal products");
    // A processor without the instructions answers none of them.
    assert!(answered == 4000 || answered == 0, "{answered} scans in registers of four");
}

#[test]
fn products_that_are_not_finite_are_left_to_the_plain_scans() {
    let mut points = vec![vec3(1.0, 0.0, 0.0); 23];
    for place in 0..23 {
        points[place] = vec3(1e300, -1e300, 0.0);
        let direction = vec3(1e200, 1e200, 0.0);
        assert_eq!(farthest_of_rows(&rows(&points), direction), None, "vertex {place}");
        if let Some(best) = farthest_of_points(&points, direction) {
            assert_eq!(best, farthest_by_blocks(&points, direction), "point {place}");
        }
        points[place] = vec3(1.0, 0.0, 0.0);
    }
}
