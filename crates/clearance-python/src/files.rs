//! Bodies from files, and bodies in convex pieces.

use crate::arrays;
use crate::dimension::{Dimension, In, Plane, Space};
use crate::kinds;
use crate::mesh::Mesh;
use crate::outline::Outline;
use crate::shape::{Shape, value_error};
use clearance::Hull;
use clearance_files::assembly::Strut;
use clearance_files::document::{CoreDocument, Numbers, ShapeDocument, TriangleDocument};
use clearance_files::solid::{Body, pose};
use clearance_files::thing::{self, Lattice, Thing};
use clearance_scene::{CornerType, Mesh as CoreMesh, Outline as CoreOutline, cover, partition};
use pyo3::exceptions::{PyOSError, PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use std::ffi::CString;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// How many files may name each other in a row.
const MOST_FILES: usize = 16;

/// from_file(path)
///
/// The body of a file: a `Mesh` for OBJ, STL, PLY, OFF, glTF, 3MF and COLLADA, an `Outline` for SVG, WKT and GeoJSON, a
/// shape of the pairs file for JSON. A 3MF file with a beam lattice is a `Compound` of triangles and beams. A surface without triangles is the hull of its points. Coordinates are those of
/// the file. Warns (UserWarning) of what the reading lost or chose. Raises OSError if it cannot be read, ValueError if it
/// is no such file.
#[pyfunction]
pub fn from_file(py: Python<'_>, path: PathBuf) -> PyResult<Py<PyAny>> {
    let thing = py.detach(|| read(&path))?;
    warn(py, &path, &thing)?;
    body(py, thing, path.parent().unwrap_or(Path::new("")), MOST_FILES)
}

fn read(path: &Path) -> PyResult<Thing> {
    let told = |error: io::Error| PyOSError::new_err(format!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(told)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    thing::read_file(&name, &bytes, |file| beside(&folder, file))
        .map_err(|fault| value_error(format!("{}: {fault}", path.display())))
}

/// Warns of what is to be said about a file.
fn warn(py: Python<'_>, path: &Path, thing: &Thing) -> PyResult<()> {
    let warning = py.get_type::<PyUserWarning>();
    thing.remarks().iter().try_for_each(|remark| {
        let text = format!("{}: {remark}", path.display()).replace('\0', " ");
        PyErr::warn(py, &warning, &CString::new(text)?, 1)
    })
}

/// A file that another one names. It must be in the folder of that one or below.
fn beside(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let refused =
        || io::Error::new(io::ErrorKind::PermissionDenied, "expected a file in the folder of the file itself");
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(refused());
    }
    let folder = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
    let path = fs::canonicalize(folder.join(name))?;
    if !path.starts_with(&folder) || !fs::metadata(&path)?.is_file() {
        return Err(refused());
    }
    fs::read(path)
}

fn body(py: Python<'_>, thing: Thing, folder: &Path, files: usize) -> PyResult<Py<PyAny>> {
    Ok(match thing {
        Thing::Surface(surface) => {
            let mesh = py.detach(|| CoreMesh::new(&surface.vertices, &surface.triangles)).map_err(value_error)?;
            Py::new(py, Mesh::plain(mesh))?.into_any()
        }
        // A compound: its leaves are the triangles, then the beams.
        Thing::Lattice(Lattice { surface, struts, .. }) => {
            let corner = |index: u32| Numbers::from(surface.vertices[index as usize]);
            let facet = |corners: &[u32; 3]| ShapeDocument {
                core: CoreDocument::Triangle(TriangleDocument { vertices: corners.map(corner) }),
                radius: 0.0,
                pose: None,
            };
            let documents = surface.triangles.iter().map(facet).chain(struts.iter().map(Strut::shape));
            let shapes: Vec<_> = documents.map(|document| shape(py, &document)).collect::<PyResult<_>>()?;
            py.import("clearance")?.getattr("Compound")?.call1((shapes,))?.unbind()
        }
        Thing::Region(region) => {
            let outline = CoreOutline::new(&region.polygons).map_err(value_error)?;
            Py::new(py, Outline::plain(outline))?.into_any()
        }
        Thing::Shape(reading) => shape(py, &reading.shape)?,
        Thing::File(..) if files == 0 => {
            return Err(value_error(format!("expected at most {MOST_FILES} files that name each other, found more")));
        }
        Thing::File(name, document) => {
            let path = folder.join(name);
            let inner = py.detach(|| read(&path))?;
            warn(py, &path, &inner)?;
            let inner = match document {
                Some(document) => Thing::Placed(Box::new(inner), document),
                None => inner,
            };
            body(py, inner, folder, files - 1)?
        }
        Thing::Placed(inner, document) => {
            let object = body(py, *inner, folder, files)?;
            let matrix = match object.bind(py).getattr("dim")?.extract::<usize>()? {
                2 => arrays::matrix(py, Plane::matrix(&pose(&document).map_err(value_error)?), 3)?,
                _ => arrays::matrix(py, Space::matrix(&pose(&document).map_err(value_error)?), 4)?,
            };
            object.bind(py).call_method1("at", (matrix,))?.unbind()
        }
    })
}

/// The shape of a document: of space if its numbers are, otherwise of the plane.
fn shape(py: Python<'_>, document: &ShapeDocument) -> PyResult<Py<PyAny>> {
    let any = match Body::<Space>::new(document) {
        Ok(body) => In::Space(body.part()),
        Err(fault) => match Body::<Plane>::new(document) {
            Ok(body) => In::Plane(body.part()),
            Err(_) => return Err(value_error(fault)),
        },
    };
    kinds::object(py, Shape::plain(any, false))
}

/// decompose(body, excess=None)
///
/// A body in convex pieces: a `Compound` of `Hull`s.
///
/// An `Outline` is cut into the least number of convex polygons that cuts between corners allow; `excess` is not used.
/// The triangles of a `Mesh` are covered by hulls, and no point of a hull is farther from the solid than `excess`,
/// which is then needed. Raises ValueError for an outline that crosses itself.
#[pyfunction]
#[pyo3(signature = (body, excess=None))]
pub fn decompose<'py>(body: &Bound<'py, PyAny>, excess: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
    let py = body.py();
    let (pieces, at) = if let Ok(outline) = body.cast::<Outline>() {
        let outline = outline.get();
        let own = outline.without_factors()?;
        let found = py.detach(|| partition(&own)).map_err(value_error)?;
        let vertices = own.vertices();
        let hull = |corners: &[u32]| Hull::new(&corners.iter().map(|&c| vertices[c as usize]).collect::<Vec<_>>());
        let hulls: Vec<_> =
            found.pieces.iter().map(|piece| hull(&piece.corners)).collect::<Result<_, _>>().map_err(value_error)?;
        let pieces: Vec<_> = hulls.into_iter().map(|hull| In::Plane(hull.into())).collect();
        (pieces, arrays::matrix(py, Plane::matrix(&outline.pose), 3)?)
    } else if let Ok(mesh) = body.cast::<Mesh>() {
        let mesh = mesh.get();
        let limit = excess.ok_or_else(|| PyTypeError::new_err("excess: a length is expected for a mesh"))?;
        let own = mesh.without_factors()?;
        let found = py.detach(|| cover(&own, limit, CornerType::F64)).map_err(value_error)?;
        let pieces: Vec<_> = found.pieces.into_iter().map(|piece| In::Space(piece.hull.into())).collect();
        (pieces, arrays::matrix(py, Space::matrix(&mesh.pose), 4)?)
    } else {
        let found = body.get_type().name()?;
        return Err(PyTypeError::new_err(format!("body: a mesh or an outline is expected, found {found}")));
    };
    let shapes: Vec<_> =
        pieces.into_iter().map(|any| kinds::object(py, Shape::plain(any, false))).collect::<PyResult<_>>()?;
    let compound = py.import("clearance")?.getattr("Compound")?.call1((shapes,))?;
    compound.call_method1("at", (at,))
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(from_file, module)?)?;
    module.add_function(wrap_pyfunction!(decompose, module)?)
}
