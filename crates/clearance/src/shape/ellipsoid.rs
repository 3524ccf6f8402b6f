//! Ellipsoids, in the plane ellipses.

use super::{ShapeError, finite};
use crate::patch::Patch;
use crate::real::{U, exponent_of, ldexp};
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};

/// An ellipsoid (an ellipse in the plane) along the axes of its frame, around the frame's origin.
///
/// Semi-axes may be zero: a flat ellipsoid is a disc, a segment or a point.
///
/// With S the semi-axes the support point is S²d / |Sd|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V: Vector> {
    semi_axes: V,
    /// The semi-axes divided by a power of two that makes the largest about 1: products with directions stay in range.
    proportions: V::Wide,
    /// That power of two.
    unit: f64,
}

impl<V: Vector> Ellipsoid<V> {
    /// The ellipsoid with these semi-axes.
    ///
    /// # Errors
    /// Semi-axes that are not finite or negative.
    pub fn new(semi_axes: V) -> Result<Self, ShapeError> {
        let wide = finite(semi_axes, 0)?.widen();
        if (0..V::Wide::DIM).any(|axis| *wide.coordinate(axis) < 0.0) {
            return Err(ShapeError::Negative);
        }
        let largest = wide.max_abs();
        let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
        Ok(Self { semi_axes, proportions: wide.scaled_by_power(-exponent), unit: ldexp(1.0, exponent) })
    }
}

impl<V: Vector> SupportMap<V> for Ellipsoid<V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        let zero = V::ORIGIN.widen();
        let stretched = self.proportions.times_each(direction);
        if !(stretched.max_abs() > 0.0) {
            return zero; // Flat along the direction: the centre is as far as any point.
        }
        self.semi_axes.widen().times_each(stretched.unit())
    }
    /// With e = Sd / |Sd| the Hessian of |Sd| is S(1 − e eᵀ)S / |Sd|: of a basis across e, times S.
    #[inline(always)]
    fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> {
        let stretched = self.proportions.times_each(direction);
        let lean = stretched.length();
        if !(lean > 0.0) {
            return Some(Patch::corner());
        }
        let across = stretched.divided(lean).across();
        Some(Patch::smooth(self.unit, lean, across.map(|u| self.proportions.times_each(u))))
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        V::ORIGIN.widen()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.semi_axes.widen().max_abs()
    }
    /// Two products, a unit vector (4u) and no more: under 7u of each coordinate.
    #[inline(always)]
    fn rounding(&self) -> f64 {
        8.0 * U * self.extent()
    }
}
