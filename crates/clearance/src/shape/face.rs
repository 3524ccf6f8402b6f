//! The corners of a face of a shape.

/// A corner of a face of a shape, for [`crate::SupportMap::face_towards`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacePoint<W> {
    /// The position of the corner, in the frame of the direction.
    pub point: W,
    /// The number of the corner. One corner must always have the same number: contacts are identified by it.
    pub vertex: u32,
}
