//! Points where the caller has them, with a gap or of `float`.

use crate::read::PointRows;
use crate::world::World;
use clearance::{ShapeError, Support, SupportMap};

/// Points with a gap, or of `float`: what [`clearance::Points`] is for those without. The answers are the same.
pub struct Strided<V, const D: usize> {
    rows: PointRows<D>,
    center: V,
    extent: f64,
}

impl<V: World<D>, const D: usize> Strided<V, D> {
    pub fn new(rows: PointRows<D>) -> Result<Self, ShapeError> {
        if rows.len() == 0 {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(rows.len()).is_err() {
            return Err(ShapeError::TooMany);
        }
        let (mut extent, mut center, share) = (0.0f64, V::ORIGIN, 1.0 / rows.len() as f64);
        for index in 0..rows.len() {
            let point: V = rows.at(index).into();
            if !point.is_finite() {
                return Err(ShapeError::NotFinite { index });
            }
            extent = extent.max(point.max_abs());
            center = center + point * share;
        }
        Ok(Self { rows, center, extent })
    }
}

impl<V: World<D>, const D: usize> SupportMap<V> for Strided<V, D> {
    fn support(&self, direction: V) -> V {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: V) -> Support<V> {
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        for index in 0..self.rows.len() {
            let along = self.vertex(index).dot(&direction);
            if along > greatest {
                (best, greatest) = (index, along);
            }
        }
        Support { point: self.vertex(best), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.rows.len()
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> V {
        self.rows.at(index).into()
    }
    fn center(&self) -> V {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
