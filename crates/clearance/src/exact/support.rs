//! Exact support: a float scan with a bounded error, and exact comparison of the few vertices it cannot tell apart.

use crate::dyadic::Dyadic;
use crate::pose::Rotation;
use crate::real::{U, exponent_of, ldexp, sqrt};
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;
use core::cell::RefCell;

type Exact<V> = <<V as Vector>::Wide as WideVector>::Exact;

/// A polytope's vertices in the world's frame, rounded and bounded, exact on request.
pub(super) struct Vertices<'s, V: Vector> {
    shape: &'s dyn SupportMap<V>,
    /// Vertices in the world, divided by a power of two that makes the largest coordinate about 1.
    rounded: Vec<V::Wide>,
    /// Exact vertices that were asked for before.
    known: RefCell<Vec<(usize, Exact<V>)>>,
    /// How far a rounded vertex may be from the exact one, plus 8 roundings of a product with a unit direction.
    error: f64,
}

impl<'s, V: Vector> Vertices<'s, V> {
    pub fn new(shape: &'s dyn SupportMap<V>) -> Self {
        let pose = shape.pose();
        let (extent, shift) = (shape.extent(), pose.translation.widen().max_abs());
        let exponent = exponent_of(extent.max(shift));
        let still = pose.rotation == <V::Rotation as Rotation<V>>::IDENTITY;
        let matrix = pose.rotation.matrix();
        let translation = pose.translation.widen().scaled_by_power(-exponent);
        let rounded = (0..shape.vertex_count())
            .map(|index| {
                let point = shape.vertex(index).scaled_by_power(-exponent);
                (if still { point } else { point.mapped(&matrix) }) + translation
            })
            .collect();
        let (extent, shift) = (ldexp(extent, -exponent), ldexp(shift, -exponent));
        // Vertices: stored or composed ones round by `rounding`, the pose by 24u and its defect, the sum by u.
        let pose_error = (24.0 * U + pose.rotation.defect()) * extent + 2.0 * U * (extent + shift);
        let error =
            sqrt(V::Wide::DIM as f64) * (pose_error + 8.0 * U * (extent + shift)) + ldexp(shape.rounding(), -exponent);
        Self { shape, rounded, known: RefCell::default(), error }
    }

    /// A vertex in the world without rounding.
    pub fn exact(&self, index: usize) -> Exact<V> {
        let mut known = self.known.borrow_mut();
        if let Some((_, point)) = known.iter().find(|(asked, _)| *asked == index) {
            return point.clone();
        }
        let point = self.shape.pose().apply_exact(&self.shape.exact_vertex(index));
        known.push((index, point.clone()));
        point
    }

    /// The shape whose vertices these are.
    pub fn shape(&self) -> &'s dyn SupportMap<V> {
        self.shape
    }

    /// The vertex farthest along `direction`; of several the one of lowest index.
    pub fn farthest(&self, direction: &Exact<V>) -> usize {
        let unit = rounded_direction::<V::Wide>(direction);
        let highest = self.rounded.iter().map(|p| p.dot(&unit)).fold(f64::NEG_INFINITY, f64::max);
        // |unit| < 2√3: products err by that much more than at unit length.
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

/// A float direction within 2u of the exact one, its largest coordinate between 1 and 2.
pub(super) fn rounded_direction<W: WideVector>(direction: &W::Exact) -> W {
    let parts = [0, 1, 2].map(|axis| {
        if axis < W::DIM { direction.coordinate(axis).to_double() } else { (crate::double::Double::ZERO, 0) }
    });
    let top = parts.iter().filter(|(m, _)| m.high != 0.0).map(|&(_, e)| e).max().unwrap_or(0);
    (0..W::DIM).fold(<W as Space>::zero(), |unit, axis| {
        let (mantissa, exponent) = parts[axis];
        unit.with_coordinate(axis, ldexp(mantissa.high, (exponent - top).max(-2000)))
    })
}
