//! Proof files: written for two meshes, and checked by code that shares nothing with the search.

use crate::fault::{BAD_FILE, BAD_NAME, Fault, Found, UNSUPPORTED, guarded};
use crate::given::Name;
use crate::handle::opened;
use crate::layout::{Code, Proven, Shape};
use crate::pair::pair;
use crate::read::{Columns, Growing, Rows, place, text};
use crate::things::{self, Space};
use crate::world::World;
use clearance_scene::proof::{Facets, ProofWriter};
use clearance_scene::{Mesh, distance};
use clearance_verify::{Subject, Surface, check};
use core::ffi::c_char;
use std::ffi::CString;
use std::sync::Arc;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_verify(
    proof: *const c_char,
    length: usize,
    meshes: *const *const things::Mesh,
    mesh_count: usize,
    out: *mut Proven,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (bytes, count) = unsafe { (bytes(proof, length)?, place(count, &"count")?) };
        let proof = core::str::from_utf8(bytes).map_err(|_| Fault::new(BAD_FILE, "proof is not UTF-8"))?;
        // SAFETY: as above.
        let meshes = unsafe { opened_all(meshes, mesh_count) }?;
        let stride = if stride == 0 { size_of::<Proven>() } else { stride };
        // SAFETY: as above. The rows are checked here, and written below.
        unsafe { Columns::new(out, stride, capacity, &"out") }?;
        let places = (0..capacity)
            // SAFETY: as above.
            .map(|index| unsafe { Growing::new(out.byte_add(index * stride), &Name::Row("out", index)) })
            .collect::<Found<Vec<_>>>()?;
        let vertices: Vec<Vec<[f64; 3]>> =
            meshes.iter().map(|mesh| mesh.vertices().iter().map(|&vertex| vertex.into()).collect()).collect();
        let surface = |(mesh, vertices)| Surface { vertices, leaves: Mesh::triangles(mesh) };
        let surfaces: Vec<Surface> =
            meshes.iter().map(|mesh| &***mesh).zip(vertices.iter().map(Vec::as_slice)).map(surface).collect();
        let proven = check(proof, &surfaces).map_err(|error| Fault::new(BAD_FILE, format_args!("proof: {error}")))?;
        count.write(proven.len());
        for (place, own) in places.into_iter().zip(&proven) {
            let subject = match own.subject {
                Subject::Distance => 0,
                Subject::Overlap => 1,
                Subject::Sameness => 2,
                Subject::Volume => 3,
            };
            let is_rest = u32::from(own.bodies.iter().all(|name| name == "*"));
            let planes = own.planes as u32;
            place.write(Proven { size: 0, planes, lower: own.lower, upper: own.upper, subject, is_rest });
        }
        Ok(())
    })
}

/// # Safety
/// The pointer points to so many bytes.
unsafe fn bytes<'a>(first: *const c_char, length: usize) -> Found<&'a [u8]> {
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: as the caller vouches; the length is checked with the rows.
    unsafe {
        Rows::new(first, 1, length, &"proof")?;
        Ok(core::slice::from_raw_parts(first.cast(), length))
    }
}

/// # Safety
/// The pointer points to so many handles, or nulls.
unsafe fn opened_all<'a>(meshes: *const *const things::Mesh, count: usize) -> Found<Vec<&'a Arc<Mesh>>> {
    // SAFETY: as the caller vouches.
    let rows = unsafe { Rows::new(meshes, size_of::<*const things::Mesh>(), count, &"meshes") }?;
    // SAFETY: as above.
    (0..count).map(|index| unsafe { opened(*rows.at(index), &Name::Row("meshes", index)) }).collect()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_prove(
    a: *const Shape,
    b: *const Shape,
    name_a: *const c_char,
    name_b: *const c_char,
    out: *mut *mut c_char,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, names, out) =
            unsafe { (pair(a, b)?, [text(name_a, &"name_a")?, text(name_b, &"name_b")?], place(out, &"out")?) };
        if names[0] == names[1] {
            return Err(Fault::new(BAD_NAME, "name_b is the same as name_a"));
        }
        let body = |index: usize| {
            let body = Space::surface(&pair[index], pair[index].pose::<Space, 3>()?)?;
            // A proof names a mesh by its coordinates, and who checks it has the mesh as it is.
            let scaled = body.factors().iter().position(|factor| *factor != 1.0);
            let Some(axis) = scaled else { return Ok(body) };
            let field = format_args!("{}.size[{axis}] is {}", pair[index].name, pair[index].shape.size[axis]);
            Err(Fault::new(UNSUPPORTED, format_args!("{field}: a proof is about a mesh without factors and mirrors")))
        };
        let bodies = [body(0)?, body(1)?];
        let near = distance(&bodies[0], &bodies[1]);
        let unproven = |error| Fault::new(UNSUPPORTED, format_args!("the distance is not proven: {error}"));
        let facets = [Facets::from(&bodies[0]), Facets::from(&bodies[1])];
        let mut writer = ProofWriter::default();
        let mut numbers = [0; 2];
        for (index, own) in facets.iter().enumerate() {
            let surface = writer.surface(names[index], own.surface());
            numbers[index] = writer.body(surface, names[index], &own.pose).map_err(unproven)?;
        }
        writer.bracket(numbers, [near.lower, near.upper], [near.leaf_a, near.leaf_b]).map_err(unproven)?;
        let text = CString::new(writer.finish()).map_err(|_| Fault::new(BAD_NAME, "a name has a zero in it"))?;
        out.write(text.into_raw());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the header demands text of this library that is not used again.
        drop(unsafe { CString::from_raw(text) });
    }
}
