//! Boxes: rectangles in the plane, cuboids in space.

use super::{ShapeError, finite};
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::shape::view::{Core, View};
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A box, in the plane a rectangle. Its edges are along the axes of its frame, its centre is the origin of its frame.
///
/// For an oriented box place it with a [`crate::Pose`]. Half-extents may be zero: a flat box is a rectangle, a segment
/// or a point. Vertex k lies on the positive side of axis i if bit i of k is 1.
///
/// ```
/// use clearance::{Cuboid, Pose, Quaternion, Shape, distance, vec3};
///
/// // The second box is rotated by 90° about z: its long side is along y.
/// let a = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
/// let half = 0.5f64.sqrt();
/// let pose = Pose::new(Quaternion::new(0.0, 0.0, half, half).unwrap(), vec3(0.0, 5.0, 0.0)).unwrap();
/// let b = Cuboid::new(vec3(3.0, 1.0, 1.0)).unwrap().at(pose);
/// assert!((distance(&a, &b).distance - 1.0).abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "box")]
#[doc(alias = "rectangle")]
#[doc(alias = "AABB")]
#[doc(alias = "OBB")]
pub struct Cuboid<V: Vector> {
    half_extents: V,
}

impl<V: Vector> Cuboid<V> {
    /// The box of numbers that were checked before.
    #[inline(always)]
    pub(crate) fn of_checked(half_extents: V) -> Self {
        Self { half_extents }
    }

    /// The box with coordinates from −`half_extents` to `half_extents`.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] or [`ShapeError::Negative`] if a half-extent is not finite or negative.
    pub fn new(half_extents: V) -> Result<Self, ShapeError> {
        let wide = finite(half_extents, 0)?.widen();
        if (0..V::Wide::DIM).any(|axis| wide.coordinate(axis).is_sign_negative() && *wide.coordinate(axis) != 0.0) {
            return Err(ShapeError::Negative);
        }
        // A half-extent of −0 would give coordinates of the wrong sign.
        Ok(Self {
            half_extents: V::narrow(
                (0..V::Wide::DIM).fold(wide, |h, i| h.with_coordinate(i, wide.coordinate(i).abs())),
            ),
        })
    }

    /// Half the edge along each axis of the box, in the unit of the shape.
    ///
    /// ```
    /// use clearance::{Cuboid, vec2};
    ///
    /// assert_eq!(Cuboid::new(vec2(1.0f32, 2.0)).unwrap().half_extents(), vec2(1.0, 2.0));
    /// ```
    #[inline(always)]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
}

impl<V: Vector> SupportMap<V> for Cuboid<V> {
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::new(Core::Cuboid(Cuboid { half_extents: self.half_extents.widen() }), self))
    }
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
        // The corners in order around the face, two bits in Gray code. In the plane only the two ends of the side.
        let corners = [base, base | next, base | next | last, base | last];
        let count = if V::Wide::DIM == 2 { 2 } else { 4 };
        face.extend(corners[..count].iter().map(|&k| FacePoint { point: self.vertex(k), vertex: k as u32 }));
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
