//! Vectors of space, for pictures and remarks only: rounding here changes no answer.

/// A point or vector of space.
pub type Point = [f64; 3];

/// `a − b`.
pub fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The inner product.
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product.
pub fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The length.
pub fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}
