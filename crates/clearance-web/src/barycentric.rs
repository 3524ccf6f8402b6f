//! An exhibit: the barycentric coordinates in the lessons on a point and a segment, and on a point and a triangle.
//!
//! The solver decides its regions by the same signs, for the Minkowski difference. Here the signs are those of the
//! shapes in the lessons.

use crate::scene::Complaint;
use clearance::Vec2;
use serde::Serialize;

/// The coordinates of the point with respect to one feature.
#[derive(Debug, PartialEq, Serialize)]
pub struct Row {
    /// The corners, by place: of the triangle, or of an edge.
    corners: Vec<usize>,
    /// The coordinates, one a corner; they sum to 1.
    values: Vec<f64>,
}

/// For a segment: its own coordinates. For a triangle: its own, and then those of its edges AB, BC, CA.
pub fn rows(points: &[[f64; 2]]) -> Result<Vec<Row>, Complaint> {
    let points: Vec<Vec2<f64>> = points.iter().map(|&point| point.into()).collect();
    match points[..] {
        [a, b, q] => Ok(vec![Row { corners: vec![0, 1], values: on_edge(a, b, q).into() }]),
        [a, b, c, q] => {
            let edge = |(i, p), (j, r)| Row { corners: vec![i, j], values: on_edge(p, r, q).into() };
            let inside = Row { corners: vec![0, 1, 2], values: in_triangle([a, b, c], q).into() };
            Ok(vec![inside, edge((0, a), (1, b)), edge((1, b), (2, c)), edge((2, c), (0, a))])
        }
        _ => Err(format!("expected three or four points, found {}", points.len())),
    }
}

/// u of `a` and v of `b`, for the point of their line that is nearest to `q`.
fn on_edge(a: Vec2<f64>, b: Vec2<f64>, q: Vec2<f64>) -> [f64; 2] {
    let edge = b - a;
    let squared = edge.dot(edge);
    [(b - q).dot(edge) / squared, (q - a).dot(edge) / squared]
}

/// u, v and w: the signed areas of the triangles of `q` and the opposite sides, divided by the area of the whole
/// triangle.
fn in_triangle([a, b, c]: [Vec2<f64>; 3], q: Vec2<f64>) -> [f64; 3] {
    let area = |p: Vec2<f64>, r: Vec2<f64>, s: Vec2<f64>| (r.x - p.x) * (s.y - p.y) - (r.y - p.y) * (s.x - p.x);
    let whole = area(a, b, c);
    [area(q, b, c) / whole, area(q, c, a) / whole, area(q, a, b) / whole]
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn the_middle_of_a_segment_has_halves_and_a_corner_of_a_triangle_has_all() {
        let segment = rows(&[[0.0, 0.0], [2.0, 0.0], [1.0, 5.0]]).unwrap_or_default();
        assert_eq!(segment[0].values, [0.5, 0.5]);
        let triangle = rows(&[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.0, 2.0]]).unwrap_or_default();
        assert_eq!(triangle[0].values, [0.0, 0.0, 1.0]);
        assert_eq!(triangle[2].values, [0.0, 1.0]);
    }

    #[test]
    fn a_point_beyond_an_edge_has_one_negative_area() {
        let triangle = rows(&[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [1.0, -1.0]]).unwrap_or_default();
        assert_eq!(triangle[0].values.iter().filter(|&&value| value < 0.0).count(), 1);
        assert!(triangle[0].values[2] < 0.0);
    }
}
