//! Hulls: made, freed, and their vertices.

use crate::fault::guarded;
use crate::given::known_flags;
use crate::handle::{free, give, opened};
use crate::layout::{Code, FLOAT32, PLANE};
use crate::read::{Columns, PointRows, place};
use crate::shape::of_points;
use crate::things::{AnyHull, Hull, In};
use clearance::{Vec2, Vec3};
use core::ffi::c_void;
use std::sync::Arc;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_hull_new(
    points: *const c_void,
    stride: usize,
    count: usize,
    flags: u32,
    out: *mut *mut Hull,
) -> Code {
    guarded(|| {
        known_flags(flags, PLANE | FLOAT32, &"flags")?;
        // SAFETY: the header demands the points and the place.
        let out = unsafe { place(out, &"out") }?;
        let hull = if flags & PLANE != 0 {
            // SAFETY: as above.
            let rows = unsafe { PointRows::<2>::new(points, stride, count, flags, &"points") }?;
            rows.check(&"points")?;
            clearance::Hull::new(&rows.to_vec::<Vec2<f64>>()).map(|hull| In::Plane(Arc::new(hull)))
        } else {
            // SAFETY: as above.
            let rows = unsafe { PointRows::<3>::new(points, stride, count, flags, &"points") }?;
            rows.check(&"points")?;
            clearance::Hull::new(&rows.to_vec::<Vec3<f64>>()).map(|hull| In::Space(Arc::new(hull)))
        };
        give(out, AnyHull(hull.map_err(|error| of_points(error, &"points"))?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_hull_free(hull: *mut Hull) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(hull) }
}

/// The vertices of a hull are those of the input that are corners. This counts them, and names each by its index there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_hull_vertices(
    hull: *const Hull,
    sources: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands the handle and the places.
        let (hull, out, mut column) = unsafe {
            (opened(hull, &"hull")?, place(count, &"count")?, Columns::new(sources, 0, capacity, &"sources")?)
        };
        let (vertices, source): (usize, &dyn Fn(usize) -> usize) = match &hull.0 {
            In::Plane(hull) => (hull.vertices().len(), &|vertex| hull.source(vertex)),
            In::Space(hull) => (hull.vertices().len(), &|vertex| hull.source(vertex)),
        };
        (0..vertices).for_each(|vertex| column.write(vertex, source(vertex) as u32));
        out.write(vertices);
        Ok(())
    })
}
