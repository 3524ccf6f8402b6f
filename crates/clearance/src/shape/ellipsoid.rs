//! Ellipsoids in space, ellipses in the plane.

use super::{ShapeError, finite};
use crate::numbers::each::Each;
use crate::numbers::real::{Real, U, exponent_of, ldexp};
use crate::shape::axis::Axis;
use crate::shape::curvature::Curvature;
use crate::shape::support::{Support, SupportMap};
use crate::shape::surface::Surface;
use crate::shape::term::Term;
use crate::space::hessian::Hessian;
use crate::space::vector::{Space, Vector, WideVector};

/// An ellipsoid, in the plane an ellipse. Its axes are the axes of its frame, its centre is the origin of its frame.
///
/// Semi-axes may be zero: a flat ellipsoid is a disc, a segment or a point. With S the diagonal matrix of the
/// semi-axes, the support point along d is S²d / |Sd|.
///
/// ```
/// use clearance::{Ellipsoid, Point, distance, vec2};
///
/// let ellipse = Ellipsoid::new(vec2(2.0f64, 1.0)).unwrap();
/// let answer = distance(&ellipse, &Point::new(vec2(0.0, 3.0)).unwrap());
/// assert!((answer.distance - 2.0).abs() < 1e-11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "ellipse")]
#[doc(alias = "spheroid")]
pub struct Ellipsoid<V: Vector> {
    semi_axes: V,
    /// The semi-axes divided by a power of two such that the largest is about 1. Products with directions stay in
    /// range.
    proportions: V::Wide,
    /// That power of two.
    unit: f64,
    /// The radius if all semi-axes are equal. The ellipsoid is then treated as a ball: its core is a point.
    ball: Option<V::Scalar>,
}

impl<V: Vector> Ellipsoid<V> {
    /// The ellipsoid with these semi-axes.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] or [`ShapeError::Negative`] if a semi-axis is not finite or negative.
    pub fn new(semi_axes: V) -> Result<Self, ShapeError> {
        let wide = finite(semi_axes, 0)?.widen();
        if (0..V::Wide::DIM).any(|axis| *wide.coordinate(axis) < 0.0) {
            return Err(ShapeError::Negative);
        }
        let largest = wide.max_abs();
        let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
        let is_ball = (0..V::Wide::DIM).all(|axis| *wide.coordinate(axis) == largest);
        let ball = is_ball.then(|| V::Scalar::narrow(largest));
        Ok(Self { semi_axes, proportions: wide.scaled_by_power(-exponent), unit: ldexp(1.0, exponent), ball })
    }

    /// Half the diameter along each axis of the ellipsoid, in the unit of the shape.
    ///
    /// ```
    /// use clearance::{Ellipsoid, vec2};
    ///
    /// assert_eq!(Ellipsoid::new(vec2(1.0f32, 2.0)).unwrap().semi_axes(), vec2(1.0, 2.0));
    /// ```
    #[inline(always)]
    pub fn semi_axes(&self) -> V {
        self.semi_axes
    }
}

impl<V: Vector> SupportMap<V> for Ellipsoid<V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        let zero = V::ORIGIN.widen();
        if self.ball.is_some() {
            return zero;
        }
        let stretched = self.proportions.times_each(direction);
        if !(stretched.max_abs() > 0.0) {
            return zero; // The ellipsoid is flat along the direction: all points are equally far.
        }
        self.semi_axes.widen().times_each(stretched.unit())
    }
    /// With e = Sd / |Sd| the Hessian of |Sd| is S(1 − e eᵀ)S / |Sd|. The vectors `along` are S times a basis
    /// orthogonal to e.
    #[inline(always)]
    fn curvature(&self, direction: V::Wide) -> Option<Curvature<V::Wide>> {
        let stretched = self.proportions.times_each(direction);
        let lean = stretched.length();
        if !(lean > 0.0) || self.ball.is_some() {
            return Some(Curvature::corner());
        }
        let across = stretched.divided(lean).across();
        Some(Curvature::smooth(self.unit, lean, across.each(|u| self.proportions.times_each(u))))
    }
    fn radius(&self) -> V::Scalar {
        self.ball.unwrap_or(V::Scalar::ZERO)
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        Support { point: self.support(direction), vertex: self.ball.map(|_| 0) }
    }
    fn vertex_count(&self) -> usize {
        usize::from(self.ball.is_some())
    }
    /// The axis orthogonal to two equal semi-axes.
    fn axis_of_revolution(&self) -> Option<Axis<V::Wide>> {
        let center = V::ORIGIN.widen();
        if V::Wide::DIM == 2 || self.ball.is_some() {
            return self.ball.map(|_| Axis::of_point(center));
        }
        let axes = self.semi_axes.widen();
        let other = |axis: usize| [(axis + 1) % 3, (axis + 2) % 3].each(|k| *axes.coordinate(k));
        let equal = (0..3).find(|&axis| other(axis)[0] == other(axis)[1])?;
        Some(Axis { center, direction: V::Wide::axis(equal) })
    }
    fn feature_count(&self) -> usize {
        1
    }
    fn surface(&self, _: usize, direction: V::Wide) -> Surface<V::Wide> {
        if self.ball.is_some() {
            return Surface::corner(V::ORIGIN.widen());
        }
        let stretched = self.proportions.times_each(direction);
        let length = stretched.length();
        if !(length > 0.0) {
            return Surface::corner(V::ORIGIN.widen());
        }
        let unit = stretched.divided(length);
        let across = unit.across().each(|u| self.proportions.times_each(u));
        let point = self.semi_axes.widen().times_each(unit);
        let length = length * self.unit;
        let hessian = Hessian::dyads(self.unit * (self.unit / length), &across);
        Surface::smooth(point, Term { hessian, length, rest: (point - direction * length).length() })
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        V::ORIGIN.widen()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        if self.ball.is_some() { 0.0 } else { self.semi_axes.widen().max_abs() }
    }
    /// Two products and a unit vector (4u): the error is less than 7u of each coordinate.
    #[inline(always)]
    fn rounding(&self) -> f64 {
        8.0 * U * self.extent()
    }
}
