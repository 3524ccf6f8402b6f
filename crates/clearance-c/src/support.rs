//! The caller's own support function, as a shape.

use crate::layout::Support as Function;
use crate::read::MOST;
use clearance::{SupportMap, WideVector};
use core::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// The caller's own support function, and what every query asks of it, asked once.
pub struct Own<V> {
    function: Function,
    user: *mut c_void,
    radius: f64,
    center: V,
    extent: f64,
    /// Whether it failed once. It is not called again then.
    has_failed: AtomicBool,
}

// SAFETY: it lives during one call, and is asked in the thread of that call alone.
unsafe impl<V: Send> Send for Own<V> {}
// SAFETY: as above.
unsafe impl<V: Sync> Sync for Own<V> {}

impl<V: WideVector> Own<V> {
    pub fn new(function: Function, user: *mut c_void, radius: f64) -> Self {
        let mut own =
            Self { function, user, radius, center: V::ORIGIN, extent: 0.0, has_failed: AtomicBool::new(false) };
        for axis in 0..V::DIM {
            let along = |direction: V| *own.support(direction).coordinate(axis);
            let [low, high] = [along(-V::axis(axis)), along(V::axis(axis))];
            own.center = own.center.with_coordinate(axis, 0.5 * low + 0.5 * high);
            for end in [low, high] {
                // NaN stays.
                own.extent = if end.abs() <= own.extent { own.extent } else { end.abs() };
            }
        }
        own
    }
}

impl<V> Own<V> {
    /// Whether it failed in a call.
    pub fn failed(self) -> bool {
        self.has_failed.into_inner()
    }
}

impl<V: WideVector> SupportMap<V> for Own<V> {
    fn support(&self, direction: V) -> V {
        if !self.has_failed.load(Ordering::Relaxed) {
            let (direction, mut point) = (direction.padded(), [0.0; 3]);
            // SAFETY: the header demands a function that reads one array and writes the other.
            let code = unsafe { (self.function)(self.user, direction.as_ptr(), point.as_mut_ptr()) };
            if code == 0 && point[..V::DIM].iter().all(|number| number.abs() <= MOST) {
                return V::unpadded(point);
            }
            self.has_failed.store(true, Ordering::Relaxed);
        }
        V::axis(0) * f64::NAN
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn center(&self) -> V {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
