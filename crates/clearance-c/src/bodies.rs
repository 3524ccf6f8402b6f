//! Meshes, outlines and compounds: made and freed.

use crate::fault::{BAD_INDEX, EMPTY, Fault, Found, NOT_FINITE, TOO_MANY, guarded};
use crate::given::{Given, Name, known_flags};
use crate::handle::{free, give, opened};
use crate::layout::{Code, FLOAT32, MeshReport, OPEN, Shape, UINT16};
use crate::read::{Growing, PointRows, Rows, at_most, place};
use crate::shape::any_shape;
use crate::things::{AnyCompound, Compound, In, Mesh, Outline, Plane, Space};
use clearance::{Vec2, Vec3};
use clearance_scene::{self as scene, CompoundError, MeshError, OutlineError};
use core::ffi::c_void;
use std::sync::Arc;

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
        rows.check(&"vertices")?;
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

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_mesh_free(mesh: *mut Mesh) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(mesh) }
}

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
        rows.check(&"points")?;
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

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_outline_free(outline: *mut Outline) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(outline) }
}

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

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_compound_free(compound: *mut Compound) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(compound) }
}
