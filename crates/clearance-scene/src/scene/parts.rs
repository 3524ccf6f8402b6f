//! What a scene keeps of a mesh or outline: its box, and its parts, which are sets of leaves that hang together.
//!
//! Where two surfaces do not meet, a part of one lies wholly inside the other solid or wholly outside of it. So one
//! corner of the part tells, and if it is outside of the other's box, the part is outside.

use super::solid::Solid;
use std::sync::OnceLock;

/// What a scene keeps of a solid, in the solid's own frame.
#[derive(Debug)]
pub(super) struct Parts<S: Solid> {
    /// A corner of each part.
    pub corners: Vec<S::Vector>,
    /// The box along the axes.
    pub low: [f64; 3],
    /// Its other end.
    pub high: [f64; 3],
    /// Whether the solid encloses nothing, once it is asked for.
    is_open: OnceLock<bool>,
}

impl<S: Solid> Parts<S> {
    pub fn of(solid: &S) -> Self {
        let (is_used, corners) = solid.parts();
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for (point, _) in solid.points().zip(is_used).filter(|(_, is_used)| *is_used) {
            for (axis, x) in S::coordinates(point).into_iter().enumerate() {
                low[axis] = low[axis].min(x);
                high[axis] = high[axis].max(x);
            }
        }
        Self { corners, low, high, is_open: OnceLock::new() }
    }

    /// Whether the solid encloses nothing.
    pub fn is_open(&self, solid: &S) -> bool {
        *self.is_open.get_or_init(|| solid.is_open())
    }

    /// The greatest magnitude of a coordinate.
    pub fn reach(&self) -> f64 {
        self.low.iter().chain(&self.high).fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    /// Whether a point, which is off by at most `error` along each axis, may lie in the box.
    pub fn may_hold(&self, point: [f64; 3], error: f64) -> bool {
        // A comparison with NaN counts as yes.
        (0..3).all(|axis| !(point[axis] < self.low[axis] - error || point[axis] > self.high[axis] + error))
    }
}
