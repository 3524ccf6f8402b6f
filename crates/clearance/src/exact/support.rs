//! Exact support points: a float scan with a bounded error, and an exact comparison of the few vertices that are left.

use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{U, exponent_of, ldexp, sqrt};
use crate::shape::support::SupportMap;
use crate::space::pose::Rotation;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// A placed polytope with a radius, without rounding.
trait ExactPolytope<W: WideVector> {
    /// A vertex in the world's frame.
    fn vertex(&self, index: usize) -> W::Exact;
    fn radius(&self) -> Dyadic;
}

/// The exact numbers of a shape of any scalar.
struct OfShape<'s, V: Vector>(&'s dyn SupportMap<V>);

impl<V: Vector> ExactPolytope<V::Wide> for OfShape<'_, V> {
    fn vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact {
        self.0.exact_placed_vertex(index)
    }
    fn radius(&self) -> Dyadic {
        self.0.exact_radius()
    }
}

/// The vertices of a polytope in the world's frame: rounded with a bounded error, and exact on request.
pub(super) struct Vertices<'s, W: WideVector> {
    polytope: Box<dyn ExactPolytope<W> + 's>,
    /// The vertices in the world, divided by a power of two. Their largest coordinate is about 1.
    rounded: Vec<W>,
    /// The exact vertices of earlier requests, by increasing index.
    cache: RefCell<Vec<(usize, W::Exact)>>,
    /// A bound of the distance from a rounded vertex to the exact one, plus 8 roundings of a product with a unit
    /// direction.
    error: f64,
}

impl<'s, W: WideVector> Vertices<'s, W> {
    /// The vertices. `None` if one is not finite.
    pub fn new<V: Vector<Wide = W>>(shape: &'s dyn SupportMap<V>) -> Option<Self> {
        let pose = shape.pose();
        let (extent, shift) = (shape.extent(), pose.translation.widen().max_abs());
        let exponent = exponent_of(extent.max(shift));
        let is_unrotated = pose.rotation == <V::Rotation as Rotation<V>>::IDENTITY;
        let matrix = pose.rotation.matrix();
        let translation = pose.translation.widen().scaled_by_power(-exponent);
        let rounded: Vec<W> = (0..shape.vertex_count())
            .map(|index| {
                let point = shape.vertex(index).scaled_by_power(-exponent);
                (if is_unrotated { point } else { point.mapped(&matrix) }) + translation
            })
            .collect();
        if !rounded.iter().all(|point| point.is_finite()) {
            return None;
        }
        let (extent, shift) = (ldexp(extent, -exponent), ldexp(shift, -exponent));
        // The vertices round by `rounding`, the pose by 24u and its defect, the sum by u.
        let pose_error = (24.0 * U + pose.rotation.defect()) * extent + 2.0 * U * (extent + shift);
        let error =
            sqrt(W::DIM as f64) * (pose_error + 8.0 * U * (extent + shift)) + ldexp(shape.rounding(), -exponent);
        Some(Self { polytope: Box::new(OfShape(shape)), rounded, cache: RefCell::default(), error })
    }

    /// A vertex in the world, without rounding.
    pub fn exact(&self, index: usize) -> W::Exact {
        let mut cache = self.cache.borrow_mut();
        match cache.binary_search_by_key(&index, |(key, _)| *key) {
            Ok(place) => cache[place].1.clone(),
            Err(place) => {
                let point = self.polytope.vertex(index);
                cache.insert(place, (index, point.clone()));
                point
            }
        }
    }

    /// The radius, without rounding.
    pub fn exact_radius(&self) -> Dyadic {
        self.polytope.radius()
    }

    /// The vertex farthest along `direction`. Of equally far ones it has the lowest index.
    pub fn farthest(&self, direction: &W::Exact) -> usize {
        let unit = rounded_direction::<W>(direction);
        let highest = self.rounded.iter().map(|p| p.dot(&unit)).fold(f64::NEG_INFINITY, f64::max);
        // |unit| < 2√3, so the errors of the products are larger by this factor than at unit length.
        let threshold = highest - 2.0 * 4.0 * self.error;
        let mut candidates = (0..self.rounded.len()).filter(|&index| self.rounded[index].dot(&unit) >= threshold);
        let first = candidates.next().unwrap_or(0);
        let mut best = (first, None::<Dyadic>);
        for index in candidates {
            if self.rounded[index] == self.rounded[best.0] && self.exact(index) == self.exact(best.0) {
                continue;
            }
            let lead = best.1.take().unwrap_or_else(|| direction.dot(&self.exact(best.0)));
            let along = direction.dot(&self.exact(index));
            best = if along > lead { (index, Some(along)) } else { (best.0, Some(lead)) };
        }
        best.0
    }
}

/// A float direction within 2u of the exact one. Its largest coordinate is between 1 and 2.
pub(crate) fn rounded_direction<W: WideVector>(direction: &W::Exact) -> W {
    let parts = [0, 1, 2].map(|axis| {
        if axis < W::DIM { direction.coordinate(axis).to_double() } else { (crate::numbers::double::Double::ZERO, 0) }
    });
    let top = parts.iter().filter(|(m, _)| m.high != 0.0).map(|&(_, e)| e).max().unwrap_or(0);
    (0..W::DIM).fold(<W as Space>::zero(), |unit, axis| {
        let (mantissa, exponent) = parts[axis];
        unit.with_coordinate(axis, ldexp(mantissa.high, (exponent - top).max(-2000)))
    })
}
