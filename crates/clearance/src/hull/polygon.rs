//! Ordered polygons: what is wrong with one, and at which vertex.
//!
//! The talk's "poorly formed polygons" (Catto 2010): a solver fed with a reflex, repeated or collinear vertex answers, and
//! answers wrong. Here the constructor says so, by exact signs.

use super::{Hull, cloud::Cloud, skeleton::Skeleton};
use crate::real::Real;
use crate::vector::{Vec2, Vector, WideVector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

/// Why a list of vertices is not a convex polygon in counter-clockwise order. Indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonError {
    /// Fewer than three vertices.
    TooFew,
    /// More than 2³² − 2 vertices.
    TooMany,
    /// The vertex has an infinite coordinate or NaN.
    NotFinite(usize),
    /// The vertex lies where the one before it does.
    Repeated(usize),
    /// The vertex lies on the line through its neighbours.
    Collinear(usize),
    /// The boundary turns the wrong way at the vertex: it is not convex there.
    Reflex(usize),
    /// Every turn is to the right: the order is clockwise.
    Clockwise,
    /// Every turn is to the left, but the boundary goes round more than once; it begins its second round at the vertex.
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
    /// The polygon with these vertices, which must be convex and in counter-clockwise order.
    ///
    /// # Errors
    /// Which vertex is wrong, and how.
    pub fn from_ordered_polygon(vertices: &[Vec2<T>]) -> Result<Self, PolygonError> {
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
        let exact = |i: usize| vertices[i].widen().exact();
        let cloud = Cloud::new(vertices.iter().map(|v| v.widen()), 0.0, &exact);
        let turns: Vec<Ordering> = (0..count).map(|i| cloud.orientation(before(i), &[i, (i + 1) % count])).collect();
        if let Some(bad) = turns.iter().position(|turn| turn.is_eq()) {
            return Err(PolygonError::Collinear(bad));
        }
        if turns.iter().all(|turn| turn.is_lt()) {
            return Err(PolygonError::Clockwise);
        }
        if let Some(bad) = turns.iter().position(|turn| turn.is_lt()) {
            return Err(PolygonError::Reflex(bad));
        }
        // All turns are to the left: convex if the boundary goes round once, that is, has one lowest vertex.
        let lower = |i: usize, j: usize| cloud.lexicographic(i, j).is_lt();
        let mut lowest = (0..count).filter(|&i| lower(i, before(i)) && lower(i, (i + 1) % count));
        if let Some(again) = lowest.nth(1) {
            return Err(PolygonError::Winding(again));
        }
        let face = alloc::vec![(0..count as u32).collect()];
        Ok(Self::assembled(vertices, Skeleton { dimension: 2, vertices: (0..count).collect(), faces: face }))
    }
}
