//! Polygons of the plane, for pictures and remarks only: rounding here changes no answer.

/// A point of the plane.
pub type Point = [f64; 2];

/// Twice the signed area of the triangle a, b, c. It is positive when they turn left.
pub fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The vertices of the convex hull, counter-clockwise (Andrew's monotone chain).
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull: Vec<Point> = Vec::new();
    let mut chain = |points: &mut dyn Iterator<Item = Point>| {
        let start = hull.len();
        for point in points {
            while hull.len() >= start + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        }
        // The last point begins the other chain.
        hull.pop();
    };
    chain(&mut sorted.iter().copied());
    chain(&mut sorted.iter().rev().copied());
    hull
}

/// The signed area of a polygon, positive counter-clockwise.
pub fn area(polygon: &[Point]) -> f64 {
    let Some(&first) = polygon.first() else { return 0.0 };
    polygon.windows(2).map(|edge| turn(first, edge[0], edge[1])).sum::<f64>() / 2.0
}

/// The distance of a point from the segment between a and b.
pub fn distance_to_segment(point: Point, a: Point, b: Point) -> f64 {
    let (edge, from) = ([b[0] - a[0], b[1] - a[1]], [point[0] - a[0], point[1] - a[1]]);
    let squared = edge[0] * edge[0] + edge[1] * edge[1];
    let along = if squared > 0.0 { ((edge[0] * from[0] + edge[1] * from[1]) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (from[0] - along * edge[0]).hypot(from[1] - along * edge[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_grid_is_its_corners() {
        let grid: Vec<Point> = (0..12).map(|i| [f64::from(i % 4), f64::from(i / 4)]).collect();
        assert_eq!(hull(&grid), [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 2.0]]);
        assert_eq!(area(&hull(&grid)), 6.0);
        assert_eq!(hull(&[[1.0, 1.0], [1.0, 1.0]]), [[1.0, 1.0]]);
        assert_eq!(hull(&[[2.0, 2.0], [0.0, 0.0], [1.0, 1.0]]), [[0.0, 0.0], [2.0, 2.0]]);
    }
}
