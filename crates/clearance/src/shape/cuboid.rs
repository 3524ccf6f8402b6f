//! Boxes: rectangles in the plane, cuboids in space.

use super::{ShapeError, finite};
use crate::contact::FacePoint;
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A box along the axes of its frame, around the frame's origin; a rectangle in the plane.
///
/// Half-extents may be zero: a flat box is a rectangle, a segment or a point. Vertex k lies on the positive side of axis i
/// where bit i of k is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
}

impl<V: Vector> Cuboid<V> {
    /// The box that reaches `half_extents` from the origin along each axis.
    ///
    /// # Errors
    /// Half-extents that are not finite or negative.
    pub fn new(half_extents: V) -> Result<Self, ShapeError> {
        let wide = finite(half_extents, 0)?.widen();
        if (0..V::Wide::DIM).any(|axis| wide.coordinate(axis).is_sign_negative() && *wide.coordinate(axis) != 0.0) {
            return Err(ShapeError::Negative);
        }
        // −0 would turn signs of coordinates round.
        Ok(Self {
            half_extents: V::narrow(
                (0..V::Wide::DIM).fold(wide, |h, i| h.with_coordinate(i, wide.coordinate(i).abs())),
            ),
        })
    }
}

impl<V: Vector> SupportMap<V> for Cuboid<V> {
    #[inline(always)]
    fn support(&self, direction: V::Wide) -> V::Wide {
        let half = self.half_extents.widen();
        (0..V::Wide::DIM)
            .fold(half, |corner, i| corner.with_coordinate(i, half.coordinate(i).copysign(*direction.coordinate(i))))
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let bits =
            (0..V::Wide::DIM).fold(0, |bits, i| bits | u32::from(direction.coordinate(i).is_sign_positive()) << i);
        Support { point: self.support(direction), vertex: Some(bits) }
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        1 << V::Wide::DIM
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> V::Wide {
        let half = self.half_extents.widen();
        (0..V::Wide::DIM).fold(half, |corner, i| {
            let limit = *half.coordinate(i);
            corner.with_coordinate(i, if index >> i & 1 == 1 { limit } else { -limit })
        })
    }
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        let most = (1..V::Wide::DIM).fold(0, |most, axis| {
            if direction.coordinate(axis).abs() > direction.coordinate(most).abs() { axis } else { most }
        });
        let base = usize::from(direction.coordinate(most).is_sign_positive()) << most;
        let (next, last) = (1 << ((most + 1) % V::Wide::DIM), 1 << ((most + 2) % V::Wide::DIM));
        // Round the face: two bits in Gray code; in the plane the side's two ends.
        let corners = [base, base | next, base | next | last, base | last];
        let count = if V::Wide::DIM == 2 { 2 } else { 4 };
        face.extend(corners[..count].iter().map(|&k| FacePoint { point: self.vertex(k), vertex: k as u32 }));
    }
    #[inline(always)]
    fn half_extents(&self) -> Option<V::Wide> {
        Some(self.half_extents.widen())
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        V::ORIGIN.widen()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.half_extents.widen().max_abs()
    }
}
