//! Polygons with ordered vertices: a check that finds what is wrong, and at which vertex.
//!
//! Catto 2010 calls them "poorly formed polygons". With a reflex, repeated or collinear vertex, a solver without a
//! check gives a wrong answer. Here the constructor checks the vertices with exact signs.

use super::{Hull, orientation::ExactPoints};
use crate::numbers::real::Real;
use crate::shape::body::Body;
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Vec2, Vector, WideVector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

/// Why a list of vertices is not a convex polygon in counter-clockwise order. Indices start at 0.
///
/// ```
/// use clearance::{Hull, PolygonError};
///
/// let clockwise = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]];
/// assert_eq!(Hull::from_ordered_polygon(&clockwise).unwrap_err(), PolygonError::Clockwise);
/// assert_eq!(PolygonError::Reflex(2).to_string(), "the polygon is not convex at vertex 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonError {
    /// There are fewer than three vertices.
    TooFew,
    /// There are more than 2³² − 2 vertices.
    TooMany,
    /// A coordinate of the vertex is infinite or NaN.
    NotFinite(usize),
    /// The vertex is equal to the vertex before it.
    Repeated(usize),
    /// The vertex lies on the line through its neighbours.
    Collinear(usize),
    /// The boundary turns the other way at the vertex: the polygon is not convex there.
    Reflex(usize),
    /// All turns are to the right: the order is clockwise.
    Clockwise,
    /// All turns are to the left, but the boundary goes round more than once. The second round begins at the vertex.
    Winding(usize),
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew => f.write_str("a polygon needs at least three vertices"),
            Self::TooMany => f.write_str("too many vertices"),
            Self::NotFinite(i) => write!(f, "vertex {i} is infinite or not a number"),
            Self::Repeated(i) => write!(f, "vertex {i} repeats the one before it"),
            Self::Collinear(i) => write!(f, "vertex {i} lies on the line through its neighbours"),
            Self::Reflex(i) => write!(f, "the polygon is not convex at vertex {i}"),
            Self::Clockwise => f.write_str("the vertices are in clockwise order"),
            Self::Winding(i) => write!(f, "the boundary crosses itself: from vertex {i} on it goes round again"),
        }
    }
}
impl core::error::Error for PolygonError {}

impl<T: Real> Hull<Vec2<T>>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    /// The polygon with these vertices. They must be convex and in counter-clockwise order.
    ///
    /// A vertex is a vector, an array or a tuple. A closed ring is accepted: if the last vertex repeats the first, it
    /// is left out.
    ///
    /// # Errors
    /// [`PolygonError`] says what is wrong, and at which vertex. A reflex vertex is named before the order, so a
    /// clockwise polygon with a dent is told about the dent first.
    ///
    /// ```
    /// use clearance::{Hull, PolygonError, vec2};
    ///
    /// let mut vertices = vec![vec2(0.0f64, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
    /// assert_eq!(Hull::from_ordered_polygon(&vertices).unwrap().vertices(), vertices);
    /// vertices[2] = vec2(0.5, 0.5);
    /// assert_eq!(Hull::from_ordered_polygon(&vertices).unwrap_err(), PolygonError::Reflex(2));
    /// ```
    pub fn from_ordered_polygon<P: Coordinates<Vector = Vec2<T>>>(vertices: &[P]) -> Result<Self, PolygonError> {
        let vertices: Vec<Vec2<T>> = vertices.iter().map(|vertex| vertex.vector()).collect();
        let open = match vertices.split_last() {
            Some((last, rest)) if rest.len() > 2 && rest[0] == *last => rest,
            _ => &vertices,
        };
        let wide: Vec<Vec2<f64>> = open.iter().map(|vertex| vertex.widen()).collect();
        Ok(Self::of_body(open, of_ordered_polygon(&wide)?))
    }
}

/// A polygon whose vertices are convex and in counter-clockwise order.
fn of_ordered_polygon(vertices: &[Vec2<f64>]) -> Result<Body<Vec2<f64>>, PolygonError> {
    let count = vertices.len();
    if count < 3 {
        return Err(PolygonError::TooFew);
    }
    if u32::try_from(count).map_or(true, |count| count == u32::MAX) {
        return Err(PolygonError::TooMany);
    }
    if let Some(bad) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(PolygonError::NotFinite(bad));
    }
    let before = |i: usize| (i + count - 1) % count;
    if let Some(bad) = (0..count).find(|&i| vertices[i] == vertices[before(i)]) {
        return Err(PolygonError::Repeated(bad));
    }
    let exact = |i: usize| vertices[i].exact();
    let cloud = ExactPoints::new(vertices.iter().copied(), 0.0, &exact);
    let turns: Vec<Ordering> = (0..count).map(|i| cloud.orientation(before(i), &[i, (i + 1) % count])).collect();
    if let Some(bad) = turns.iter().position(|turn| turn.is_eq()) {
        return Err(PolygonError::Collinear(bad));
    }
    // The lexicographically lowest vertex is a corner of the hull. So its turn is that of the whole boundary, and a
    // turn the other way is reflex.
    let bottom = (1..count).fold(0, |low, i| if cloud.lexicographic(i, low).is_lt() { i } else { low });
    if let Some(bad) = turns.iter().position(|&turn| turn != turns[bottom]) {
        return Err(PolygonError::Reflex(bad));
    }
    if turns[bottom].is_lt() {
        return Err(PolygonError::Clockwise);
    }
    // All turns are to the left. So the polygon is convex if the boundary goes round once: it has one lowest
    // vertex.
    let lower = |i: usize, j: usize| cloud.lexicographic(i, j).is_lt();
    let mut lowest = (0..count).filter(|&i| lower(i, before(i)) && lower(i, (i + 1) % count));
    if let Some(again) = lowest.nth(1) {
        return Err(PolygonError::Winding(again));
    }
    let face = alloc::vec![(0..count as u32).collect()];
    Ok(Body::new(vertices, 2, (0..count).collect(), face))
}
