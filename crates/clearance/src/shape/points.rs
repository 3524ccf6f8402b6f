//! The hull of a list of points, as it is: nothing is built, copied or sorted.

use super::{ShapeError, finite};
use crate::support::{Support, SupportMap, farthest};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// The convex hull of borrowed points, with nothing precomputed.
///
/// Duplicates and interior points do no harm; one point, a segment and a flat set are valid. Support is a scan, so for
/// many queries on many points build a `Hull`. Feature indices are the indices of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points<'a, V: Vector> {
    points: &'a [V],
    center: V::Wide,
    extent: f64,
}

impl<'a, V: Vector> Points<'a, V> {
    /// The hull of `points`.
    ///
    /// # Errors
    /// Empty or not finite input, more than 2³² − 1 points.
    pub fn new(points: &'a [V]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(points.len()).is_err() {
            return Err(ShapeError::TooMany);
        }
        let (mut extent, mut center) = (0.0f64, <V::Wide as Space>::zero());
        // Each point's share first, so that no sum overflows.
        let share = 1.0 / points.len() as f64;
        for (index, &point) in points.iter().enumerate() {
            let point = finite(point, index)?.widen();
            extent = extent.max(point.max_abs());
            center = center + point * share;
        }
        Ok(Self { points, center, extent })
    }
}

impl<V: Vector> SupportMap<V> for Points<'_, V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let best = farthest(self.points, direction);
        Support { point: self.points[best].widen(), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.points.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.points[index].widen()
    }
    fn center(&self) -> V::Wide {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// The convex hull of points that it owns, otherwise as [`Points`]: nothing is built.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCloud<V: Vector> {
    points: Vec<V>,
    center: V::Wide,
    extent: f64,
}

impl<V: Vector> PointCloud<V> {
    /// The hull of `points`.
    ///
    /// # Errors
    /// As [`Points::new`].
    pub fn new(points: Vec<V>) -> Result<Self, ShapeError> {
        let Points { center, extent, .. } = Points::new(&points)?;
        Ok(Self { points, center, extent })
    }

    /// The same set, borrowed.
    #[inline(always)]
    pub fn points(&self) -> Points<'_, V> {
        Points { points: &self.points, center: self.center, extent: self.extent }
    }
}

impl<V: Vector> From<Points<'_, V>> for PointCloud<V> {
    fn from(Points { points, center, extent }: Points<'_, V>) -> Self {
        Self { points: points.to_vec(), center, extent }
    }
}

impl<V: Vector> SupportMap<V> for PointCloud<V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.points().support(direction)
    }
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        self.points().support_vertex(direction)
    }
    fn vertex_count(&self) -> usize {
        self.points.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.points[index].widen()
    }
    fn center(&self) -> V::Wide {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
