//! What the library owns for its callers: hulls, meshes, outlines, compounds and caches. They are read-only once they are
//! made, but for caches. Each begins with a tag, so that a handle of another kind is told and not used.

use crate::fault::{BAD_INDEX, BAD_NUMBER, BUSY, EMPTY, Fault, Found, NOT_FINITE, TOO_MANY, WRONG_HANDLE, guarded};
use crate::layout::{Code, FLOAT32, MeshReport, OPEN, PLANE, Shape, UINT16};
use crate::read::{Columns, Growing, PointRows, Rows, at_most, place, seen};
use crate::shape::{Given, Name, any_shape, known_flags};
use crate::world::{In, Plane, Space};
use clearance::{ShapeError, Vec2, Vec3};
use clearance_scene::{self as scene, CompoundError, MeshError, NearestCache, OutlineError};
use core::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A thing with a tag before it.
#[repr(C)]
pub struct Owned<T> {
    tag: u64,
    pub value: T,
}

/// A thing that has a tag of its own.
pub trait Tagged {
    /// No other kind has it.
    const TAG: u64;
    /// The name of the handle in C.
    const NAME: &'static str;
}

macro_rules! tagged {
    ($($value:ty: $tag:literal, $name:literal;)+) => {$(
        impl $crate::owned::Tagged for $value {
            const TAG: u64 = u64::from_le_bytes(*$tag);
            const NAME: &'static str = $name;
        }
    )+};
}
pub(crate) use tagged;
tagged! {
    AnyHull: b"cl:hull\0", "cl_hull";
    Arc<scene::Mesh>: b"cl:mesh\0", "cl_mesh";
    Arc<scene::Outline>: b"cl:outln", "cl_outline";
    AnyCompound: b"cl:compd", "cl_compound";
    Memory: b"cl:cache", "cl_cache";
}

/// A hull of the plane or of space. A struct, so that no other kind has its tag.
pub struct AnyHull(pub In<Arc<clearance::Hull<Plane>>, Arc<clearance::Hull<Space>>>);
/// A compound of the plane or of space.
pub struct AnyCompound(pub In<scene::Compound<Plane, 2>, scene::Compound<Space, 3>>);

/// What a query remembers, whatever it was asked about.
#[derive(Default)]
pub struct Memory {
    is_used: AtomicBool,
    convex: clearance::Cache,
    bodies: NearestCache,
}

/// `cl_hull`
pub type Hull = Owned<AnyHull>;
/// `cl_mesh`
pub type Mesh = Owned<Arc<scene::Mesh>>;
/// `cl_outline`
pub type Outline = Owned<Arc<scene::Outline>>;
/// `cl_compound`
pub type Compound = Owned<AnyCompound>;
/// `cl_cache`
pub type Cache = Owned<Memory>;

/// Whether a pointer is a handle of this kind.
///
/// # Safety
/// A pointer that is neither null nor misaligned is a handle.
#[inline(always)]
pub unsafe fn checked<T: Tagged>(handle: *const Owned<T>, name: &dyn core::fmt::Display) -> Found<()> {
    // SAFETY: every handle begins with a tag.
    let tag = unsafe { seen(handle.cast::<u64>(), name) }?;
    if *tag != T::TAG {
        let text = format_args!("{name} is no {}: it is a handle of another kind, or it was freed", T::NAME);
        return Err(Fault::new(WRONG_HANDLE, text));
    }
    Ok(())
}

/// The thing behind a handle.
///
/// # Safety
/// A pointer that is neither null nor misaligned is a handle that lives as long as the borrow.
#[inline(always)]
pub unsafe fn opened<'a, T: Tagged>(handle: *const Owned<T>, name: &dyn core::fmt::Display) -> Found<&'a T> {
    // SAFETY: the tag says what it is.
    unsafe {
        checked(handle, name)?;
        Ok(&(*handle).value)
    }
}

/// Moves a thing to the heap, and its handle to the caller.
pub fn give<T: Tagged>(out: &mut core::mem::MaybeUninit<*mut Owned<T>>, value: T) {
    out.write(Box::into_raw(Box::new(Owned { tag: T::TAG, value })));
}

/// Frees a thing. Null is allowed. A handle of another kind is left alone.
///
/// # Safety
/// The handle is not used again.
pub unsafe fn free<T: Tagged>(handle: *mut Owned<T>) {
    if handle.is_null() {
        return;
    }
    guarded(|| {
        // SAFETY: the caller vouches for the handle.
        unsafe { checked(handle.cast_const(), &"handle") }?;
        // SAFETY: the handle came from `give`, and nobody uses it again. The tag goes first: it may tell a later mistake.
        unsafe {
            (&raw mut (*handle).tag).write_volatile(0);
            drop(Box::from_raw(handle));
        }
        Ok(())
    });
}

/// The memory of a query while it is in use.
pub struct Borrowed<'a>(&'a AtomicBool);

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Marks a thing as in use, unless another thread uses it.
pub fn borrowed<'a>(flag: &'a AtomicBool, name: &str) -> Found<Borrowed<'a>> {
    match flag.swap(true, Ordering::Acquire) {
        false => Ok(Borrowed(flag)),
        true => Err(Fault::new(BUSY, format_args!("{name} is in use by another thread, or by a callback's caller"))),
    }
}

impl Memory {
    /// Both memories, and the mark that they are in use.
    ///
    /// # Safety
    /// The handle is one, and lives as long as the borrow.
    pub unsafe fn of<'a>(handle: *mut Cache) -> Found<(Borrowed<'a>, &'a mut clearance::Cache, &'a mut NearestCache)> {
        // SAFETY: the caller vouches for the handle. Nothing but the flag is read before the mark is set.
        unsafe {
            checked(handle.cast_const(), &"options->cache")?;
            let is_used: &'a AtomicBool = &(*handle).value.is_used;
            let mark = borrowed(is_used, "options->cache")?;
            Ok((mark, &mut (*handle).value.convex, &mut (*handle).value.bodies))
        }
    }
}

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
            clearance::Hull::new(&rows.to_vec::<Vec2<f64>>()).map(|hull| In::Plane(Arc::new(hull)))
        } else {
            // SAFETY: as above.
            let rows = unsafe { PointRows::<3>::new(points, stride, count, flags, &"points") }?;
            clearance::Hull::new(&rows.to_vec::<Vec3<f64>>()).map(|hull| In::Space(Arc::new(hull)))
        };
        give(out, AnyHull(hull.map_err(|error| of_points(error, &"points"))?));
        Ok(())
    })
}

/// What is wrong with a list of points.
pub fn of_points(error: ShapeError, name: &dyn core::fmt::Display) -> Fault {
    match error {
        ShapeError::Empty => Fault::new(EMPTY, format_args!("{name} has no point")),
        ShapeError::NotFinite { index } => {
            Fault::new(NOT_FINITE, format_args!("{name}[{index}] has a coordinate that is infinite or not a number"))
        }
        ShapeError::TooMany => Fault::new(TOO_MANY, format_args!("{name} has more points than 32 bits can number")),
        other => Fault::new(BAD_NUMBER, format_args!("{name}: {other}")),
    }
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

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_mesh_new(
    vertices: *const c_void,
    vertex_stride: usize,
    vertex_count: usize,
    triangles: *const c_void,
    triangle_stride: usize,
    triangle_count: usize,
    flags: u32,
    out: *mut *mut Mesh,
) -> Code {
    guarded(|| {
        known_flags(flags, FLOAT32 | UINT16, &"flags")?;
        // SAFETY: the header demands the arrays and the place.
        let (out, rows) = unsafe {
            (place(out, &"out")?, PointRows::<3>::new(vertices, vertex_stride, vertex_count, flags, &"vertices")?)
        };
        // SAFETY: as above.
        let triangles = unsafe {
            if flags & UINT16 != 0 {
                corners::<u16>(triangles.cast(), triangle_stride, triangle_count)
            } else {
                corners::<u32>(triangles.cast(), triangle_stride, triangle_count)
            }
        }?;
        let mesh = scene::Mesh::new(&rows.to_vec::<Vec3<f64>>(), &triangles).map_err(of_mesh)?;
        give(out, Arc::new(mesh));
        Ok(())
    })
}

/// The corners of triangles of either width.
///
/// # Safety
/// The pointer points to so many rows of three indices.
unsafe fn corners<T: Copy + Into<u32>>(first: *const [T; 3], stride: usize, count: usize) -> Found<Vec<[u32; 3]>> {
    let stride = if stride == 0 { size_of::<[T; 3]>() } else { stride };
    at_most(count, (1 << 31) - 1, &"triangles")?;
    // SAFETY: the caller vouches for the rows, and the indices are in range.
    unsafe {
        let rows = Rows::new(first, stride, count, &"triangles")?;
        Ok((0..count).map(|index| rows.at(index).map(Into::into)).collect())
    }
}

fn of_mesh(error: MeshError) -> Fault {
    let code = match error {
        MeshError::NotFinite { .. } => NOT_FINITE,
        MeshError::NoSuchVertex { .. } => BAD_INDEX,
        MeshError::Empty => EMPTY,
        _ => TOO_MANY,
    };
    Fault::new(code, format_args!("{}: {error}", if code == NOT_FINITE { "vertices" } else { "triangles" }))
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_mesh_free(mesh: *mut Mesh) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(mesh) }
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_mesh_look(mesh: *const Mesh, out: *mut MeshReport) -> Code {
    guarded(|| {
        // SAFETY: the header demands the handle and the place.
        let (mesh, out) = unsafe { (opened(mesh, &"mesh")?, Growing::new(out, &"out")?) };
        let report = mesh.report();
        out.write(MeshReport {
            size: 0,
            is_closed: report.is_closed().into(),
            inside_out: report.inside_out.into(),
            reserved: 0,
            open_edges: report.open_edges as u64,
            crowded_edges: report.crowded_edges as u64,
            turned_edges: report.turned_edges as u64,
            degenerate_triangles: report.degenerate_triangles as u64,
            repeated_triangles: report.repeated_triangles as u64,
            parts: report.parts as u64,
        });
        Ok(())
    })
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_outline_new(
    points: *const c_void,
    stride: usize,
    count: usize,
    ring_sizes: *const u32,
    polygons: *const u32,
    ring_count: usize,
    flags: u32,
    out: *mut *mut Outline,
) -> Code {
    guarded(|| {
        known_flags(flags, FLOAT32 | OPEN, &"flags")?;
        // SAFETY: the header demands the arrays and the place.
        let (out, rows) =
            unsafe { (place(out, &"out")?, PointRows::<2>::new(points, stride, count, flags, &"points")?) };
        let all = rows.to_vec::<Vec2<f64>>();
        let outline = if flags & OPEN != 0 {
            scene::Outline::polyline(&all)
        } else {
            // SAFETY: as above.
            scene::Outline::new(&unsafe { polygons_of(&all, ring_sizes, polygons, ring_count) }?)
        };
        give(out, Arc::new(outline.map_err(|error| of_outline(&error))?));
        Ok(())
    })
}

/// Polygons of rings of points.
type Polygons = Vec<Vec<Vec<Vec2<f64>>>>;

/// The points as rings, and the rings as polygons. Without `sizes` all points are one ring; without `polygons` all rings
/// are one polygon.
///
/// # Safety
/// The pointers are null, or point to so many numbers.
unsafe fn polygons_of(points: &[Vec2<f64>], sizes: *const u32, polygons: *const u32, count: usize) -> Found<Polygons> {
    if sizes.is_null() {
        return Ok(vec![vec![points.to_vec()]]);
    }
    let width = size_of::<u32>();
    // SAFETY: the caller vouches for the numbers.
    let sizes = unsafe { Rows::new(sizes, width, count, &"ring_sizes") }?;
    let polygons = if polygons.is_null() {
        None
    } else {
        // SAFETY: as above.
        Some(unsafe { Rows::new(polygons, width, count, &"polygons") }?)
    };
    let (mut rest, mut found): (&[Vec2<f64>], Polygons) = (points, Vec::new());
    for ring in 0..count {
        // SAFETY: the ring is one of them.
        let (size, polygon) = unsafe { (*sizes.at(ring) as usize, polygons.map_or(0, |rows| *rows.at(ring)) as usize) };
        let Some((own, others)) = rest.split_at_checked(size) else {
            return Err(Fault::new(
                BAD_INDEX,
                format_args!("ring_sizes[{ring}] is {size}: only {} points are left", rest.len()),
            ));
        };
        // Polygons are numbered from 0, without a gap, in the order of their rings.
        match polygon.checked_sub(found.len()) {
            Some(0) => found.push(vec![own.to_vec()]),
            None if polygon + 1 == found.len() => found[polygon].push(own.to_vec()),
            _ => {
                let expected = found.len();
                let text =
                    format_args!("polygons[{ring}] is {polygon}: the polygon before, or {expected}, is expected");
                return Err(Fault::new(BAD_INDEX, text));
            }
        }
        rest = others;
    }
    if !rest.is_empty() {
        return Err(Fault::new(BAD_INDEX, format_args!("ring_sizes: {} points are in no ring", rest.len())));
    }
    Ok(found)
}

fn of_outline(error: &OutlineError) -> Fault {
    let code = match error {
        OutlineError::NotFinite { .. } => NOT_FINITE,
        OutlineError::Empty => EMPTY,
        _ => TOO_MANY,
    };
    Fault::new(code, format_args!("points: {error}"))
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_outline_free(outline: *mut Outline) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(outline) }
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_compound_new(
    shapes: *const Shape,
    stride: usize,
    count: usize,
    out: *mut *mut Compound,
) -> Code {
    guarded(|| {
        let stride = if stride == 0 { size_of::<Shape>() } else { stride };
        // SAFETY: the header demands the shapes and the place.
        let (out, rows) = unsafe { (place(out, &"out")?, Rows::new(shapes, stride, count, &"shapes")?) };
        // SAFETY: the index is in range, and the header demands valid shapes.
        let given = |index: usize| unsafe { Given::new(rows.at(index), Name::Row("shapes", index)) };
        let is_flat = count > 0 && given(0).is_flat();
        let compound = if is_flat {
            let all = (0..count).map(|index| any_shape::<Plane, 2>(given(index))).collect::<Found<Vec<_>>>()?;
            scene::Compound::new(all).map(In::Plane)
        } else {
            let all = (0..count).map(|index| any_shape::<Space, 3>(given(index))).collect::<Found<Vec<_>>>()?;
            scene::Compound::new(all).map(In::Space)
        };
        give(out, AnyCompound(compound.map_err(|error| of_compound(&error))?));
        Ok(())
    })
}

fn of_compound(error: &CompoundError) -> Fault {
    let code = match error {
        CompoundError::NotFinite { .. } => NOT_FINITE,
        CompoundError::Empty => EMPTY,
        _ => TOO_MANY,
    };
    Fault::new(code, format_args!("shapes: {error}"))
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_compound_free(compound: *mut Compound) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(compound) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_cache_new(out: *mut *mut Cache) -> Code {
    guarded(|| {
        // SAFETY: the header demands the place.
        give(unsafe { place(out, &"out") }?, Memory::default());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_cache_free(cache: *mut Cache) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(cache) }
}
