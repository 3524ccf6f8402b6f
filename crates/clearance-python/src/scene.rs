//! Bodies of many leaves: triangle meshes, outlines with holes, compounds of convex shapes.

use crate::arrays::{self, Numbers};
use crate::dimension::{Dimension, In, Plane, Space};
use crate::pose::Given;
use crate::result::Proximity;
use crate::shape::{Shape, mixed, value_error};
use crate::text;
use clearance::{Pose, Solver as CoreSolver};
use clearance_scene::{
    self as scene, Compound as CoreCompound, Mesh as CoreMesh, Nearest, Outline as CoreOutline, Related,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// Mesh(vertices, faces)
///
/// A surface of triangles: vertices (n, 3) and indices (m, 3). It need not be convex, closed or connected.
///
/// Its distance is that of the surface; `relation` and `contains` are about the solid that a closed surface bounds.
/// `at` shares the mesh: the tree is built once. Raises ValueError for an index that there is not.
#[pyclass(frozen, name = "Mesh", module = "clearance")]
#[derive(Clone)]
pub struct Mesh {
    pub mesh: Arc<CoreMesh>,
    pub pose: Pose<Space>,
}

/// Outline(polygons)
///
/// Polygons of the plane with holes. `polygons` is one ring, shape (n, 2), or a list of polygons; a polygon is a list of
/// rings, the outer one first. Its distance is that of the edges; `relation`, `contains` and `depth` are about the region.
#[pyclass(frozen, name = "Outline", module = "clearance")]
#[derive(Clone)]
pub struct Outline {
    pub outline: Arc<CoreOutline>,
    pub pose: Pose<Plane>,
}

/// Compound(shapes)
///
/// Convex shapes that are one body. Raises ValueError for an empty list and for shapes of two dimensions.
#[pyclass(frozen, name = "Compound", module = "clearance")]
#[derive(Clone)]
pub struct Compound {
    pub body: In<(Arc<CoreCompound<Plane, 2>>, Pose<Plane>), (Arc<CoreCompound<Space, 3>>, Pose<Space>)>,
    shapes: Arc<Vec<Py<PyAny>>>,
}

/// A thing of the plane.
pub enum Flat {
    Outline(Arc<CoreOutline>, Pose<Plane>),
    Compound(Arc<CoreCompound<Plane, 2>>, Pose<Plane>),
}

/// A thing of space.
pub enum Solid {
    Mesh(Arc<CoreMesh>, Pose<Space>),
    Compound(Arc<CoreCompound<Space, 3>>, Pose<Space>),
}

/// A body of leaves.
pub type Thing = In<Flat, Solid>;

/// The body of an argument.
pub fn thing(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Thing> {
    if let Ok(mesh) = object.cast::<Mesh>() {
        return Ok(In::Space(Solid::Mesh(mesh.get().mesh.clone(), mesh.get().pose)));
    }
    if let Ok(outline) = object.cast::<Outline>() {
        return Ok(In::Plane(Flat::Outline(outline.get().outline.clone(), outline.get().pose)));
    }
    if let Ok(compound) = object.cast::<Compound>() {
        return Ok(match &compound.get().body {
            In::Plane((body, pose)) => In::Plane(Flat::Compound(body.clone(), *pose)),
            In::Space((body, pose)) => In::Space(Solid::Compound(body.clone(), *pose)),
        });
    }
    match object.cast::<Shape>() {
        Ok(shape) => Ok(match shape.get().compound()? {
            In::Plane(body) => In::Plane(Flat::Compound(body.clone(), Pose::identity())),
            In::Space(body) => In::Space(Solid::Compound(body.clone(), Pose::identity())),
        }),
        Err(_) => {
            let found = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name}: a shape, mesh, outline or compound is expected, found {found}")))
        }
    }
}

/// The same expression for two bodies of either dimension, `$swap` where they are taken the other way round. So three
/// kinds of pairs are compiled for each dimension. `$with` are two values that belong to the bodies, such as motions.
macro_rules! pair {
    ($a:expr, $b:expr, $x:ident, $y:ident => $answer:expr, $swapped:expr) => {
        pair!($a, $b, ([(), ()], [(), ()]), $x, $y, _with => $answer, $swapped)
    };
    ($a:expr, $b:expr, ($flat:expr, $solid:expr), $x:ident, $y:ident, $with:ident => $answer:expr, $swapped:expr) => {
        match ($a, $b) {
            (In::Space(a), In::Space(b)) => In::Space(match (&a, &b) {
                (Solid::Mesh(m, p), Solid::Mesh(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $solid);
                    $answer
                }
                (Solid::Mesh(m, p), Solid::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $solid);
                    $answer
                }
                (Solid::Compound(n, q), Solid::Mesh(m, p)) => {
                    let ($x, $y, [second, first]) = (&m.at(*p), &n.at(*q), $solid);
                    let $with = [first, second];
                    $swapped($answer)
                }
                (Solid::Compound(m, p), Solid::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $solid);
                    $answer
                }
            }),
            (In::Plane(a), In::Plane(b)) => In::Plane(match (&a, &b) {
                (Flat::Outline(m, p), Flat::Outline(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $flat);
                    $answer
                }
                (Flat::Outline(m, p), Flat::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $flat);
                    $answer
                }
                (Flat::Compound(n, q), Flat::Outline(m, p)) => {
                    let ($x, $y, [second, first]) = (&m.at(*p), &n.at(*q), $flat);
                    let $with = [first, second];
                    $swapped($answer)
                }
                (Flat::Compound(m, p), Flat::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $flat);
                    $answer
                }
            }),
            (a, b) => return Err(mixed(a.size(), b.size())),
        }
    };
}
pub(crate) use pair;

/// Both bodies of a question.
pub fn things(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<(Thing, Thing)> {
    Ok((thing(a, "a")?, thing(b, "b")?))
}

/// The nearest leaves as an answer.
pub fn nearest(found: In<Nearest<Plane>, Nearest<Space>>, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Proximity {
    let (answer, leaves) = match found {
        In::Plane(nearest) => (In::Plane(nearest.proximity), [nearest.leaf_a, nearest.leaf_b]),
        In::Space(nearest) => (In::Space(nearest.proximity), [nearest.leaf_a, nearest.leaf_b]),
    };
    Proximity { leaves: Some(leaves), ..Proximity::new(answer, false, a, b) }
}

/// A value and its exchange.
fn swap<V: clearance::Vector>(found: Nearest<V>) -> Nearest<V> {
    found.swapped()
}

/// The distance of two bodies.
pub fn distance(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, solver: &CoreSolver) -> PyResult<Proximity> {
    let (first, second) = things(a, b)?;
    let found =
        a.py().detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::distance_with(solver, x, y), swap)))?;
    Ok(nearest(found, a, b))
}

/// The distance of two bodies if it is within the solver's limit.
pub fn within(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, solver: &CoreSolver) -> PyResult<Option<Proximity>> {
    let ((first, second), limit) = (things(a, b)?, solver.max_distance);
    let found = a.py().detach(|| {
        Ok::<_, PyErr>(pair!(first, second, x, y => scene::within(x, y, limit), (|found: Option<_>| found.map(swap))))
    })?;
    Ok(match found {
        In::Plane(found) => found.map(|found| nearest(In::Plane(found), a, b)),
        In::Space(found) => found.map(|found| nearest(In::Space(found), a, b)),
    })
}

/// Whether leaves of two bodies meet.
pub fn overlaps(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (first, second) = things(a, b)?;
    let found = a
        .py()
        .detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::overlaps(x, y), std::convert::identity)))?;
    match found {
        In::Plane(found) | In::Space(found) => Ok(found),
    }
}

/// The nearest point of a body.
pub fn closest_point(body: &Bound<'_, PyAny>, point: &Numbers<'_>) -> PyResult<Proximity> {
    let found = match thing(body, "shape")? {
        In::Plane(flat) => {
            let point = Plane::of(point.point_of(2)?);
            In::Plane(match &flat {
                Flat::Outline(outline, pose) => scene::closest_point(&outline.at(*pose), point),
                Flat::Compound(compound, pose) => scene::closest_point(&compound.at(*pose), point),
            })
        }
        In::Space(solid) => {
            let point = Space::of(point.point_of(3)?);
            In::Space(match &solid {
                Solid::Mesh(mesh, pose) => scene::closest_point(&mesh.at(*pose), point),
                Solid::Compound(compound, pose) => scene::closest_point(&compound.at(*pose), point),
            })
        }
    };
    let (answer, leaf) = match found {
        In::Plane(nearest) => (In::Plane(nearest.proximity), nearest.leaf_a),
        In::Space(nearest) => (In::Space(nearest.proximity), nearest.leaf_a),
    };
    Ok(Proximity { leaves: Some([leaf, 0]), ..Proximity::bare(answer, false) })
}

/// Whether a point lies in the solid of a closed mesh, in an outline or in a shape of a compound.
pub fn contains(body: &Bound<'_, PyAny>, point: &Numbers<'_>) -> PyResult<bool> {
    let open = || PyValueError::new_err("the surface or line is not closed: it has no inside");
    match thing(body, "shape")? {
        In::Plane(Flat::Outline(outline, pose)) => {
            let point = Plane::of(point.point_of(2)?);
            if !outline.is_closed() {
                return Err(open());
            }
            let on_edge = scene::closest_point(&outline.at(pose), point).upper == 0.0;
            Ok(on_edge || outline.winding_number(pose.inverse().apply(point)).is_some_and(|turns| turns != 0))
        }
        In::Space(Solid::Mesh(mesh, pose)) => {
            let point = Space::of(point.point_of(3)?);
            if !mesh.report().is_closed() {
                return Err(open());
            }
            let on_face = scene::closest_point(&mesh.at(pose), point).upper == 0.0;
            Ok(on_face || mesh.winding_number(pose.inverse().apply(point)).is_some_and(|turns| turns != 0))
        }
        _ => Ok(!(closest_point(body, point)?.lower() > 0.0)),
    }
}

/// relation(a, b)
///
/// How two closed meshes or two outlines stand to each other as solids: "apart", "touching", "crossing", "a_in_b" or
/// "b_in_a". It is exact. Raises TypeError for other things.
#[pyfunction]
pub fn relation(py: Python<'_>, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    fn name<V: clearance::Vector>(related: Option<Related<V>>) -> PyResult<&'static str> {
        related.map(|related| related.relation.name()).ok_or_else(|| PyValueError::new_err("a pose is no placement"))
    }
    match things(a, b)? {
        (In::Space(Solid::Mesh(m, p)), In::Space(Solid::Mesh(n, q))) => {
            py.detach(|| name(scene::relation(&m.at(p), &n.at(q))))
        }
        (In::Plane(Flat::Outline(m, p)), In::Plane(Flat::Outline(n, q))) => {
            py.detach(|| name(scene::relation_of_outlines(&m.at(p), &n.at(q))))
        }
        (first, second) if first.size() != second.size() => Err(mixed(first.size(), second.size())),
        _ => Err(PyTypeError::new_err("two meshes or two outlines are expected")),
    }
}

/// depth(a, b)
///
/// The penetration depth of two outlines as bounds (lower, upper). None where it is not known. Raises TypeError for
/// anything but outlines.
#[pyfunction]
pub fn depth(py: Python<'_>, a: &Outline, b: &Outline) -> Option<(f64, f64)> {
    let depth = py.detach(|| scene::depth_of_outlines(&a.outline.at(a.pose), &b.outline.at(b.pose)))?;
    Some((depth.lower, depth.upper))
}

/// pairs_within(a, b, max_distance)
///
/// All pairs of leaves of two bodies that are no farther apart than `max_distance`, the nearest first: `Proximity`s.
#[pyfunction]
pub fn pairs_within(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, max_distance: f64) -> PyResult<Vec<Proximity>> {
    let (first, second) = things(a, b)?;
    let found = a
        .py()
        .detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::pairs_within(x, y, max_distance), swap_all)))?;
    Ok(all(found, a, b))
}

/// nearest_pairs(a, b, count)
///
/// The `count` nearest pairs of leaves of two bodies: `Proximity`s, the nearest first.
#[pyfunction]
pub fn nearest_pairs(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Proximity>> {
    let (first, second) = things(a, b)?;
    let found =
        a.py().detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::nearest_pairs(x, y, count), swap_all)))?;
    Ok(all(found, a, b))
}

fn swap_all<V: clearance::Vector>(found: Vec<Nearest<V>>) -> Vec<Nearest<V>> {
    found.into_iter().map(Nearest::swapped).collect()
}

fn all(
    found: In<Vec<Nearest<Plane>>, Vec<Nearest<Space>>>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> Vec<Proximity> {
    match found {
        In::Plane(found) => found.into_iter().map(|found| nearest(In::Plane(found), a, b)).collect(),
        In::Space(found) => found.into_iter().map(|found| nearest(In::Space(found), a, b)).collect(),
    }
}

#[pymethods]
impl Mesh {
    #[new]
    fn new(py: Python<'_>, vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = arrays::numbers(vertices, "vertices")?;
        let (vertices, size) = numbers.points()?;
        if size != 3 {
            return Err(numbers.wrong_shape("(n, 3)"));
        }
        let vertices: Vec<[f64; 3]> = vertices.as_chunks::<3>().0.to_vec();
        let faces = arrays::indices::<3>(faces, "faces", vertices.len())?;
        let mesh = py.detach(|| CoreMesh::new(&vertices, &faces)).map_err(value_error)?;
        Ok(Self { mesh: Arc::new(mesh), pose: Pose::identity() })
    }
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The mesh moved to a pose, as `Shape.at`. Both share their triangles and their tree.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given: Pose<Space> = Given { pose, translation, rotation }.of()?;
        Ok(Self { mesh: self.mesh.clone(), pose: composed(given, self.pose) })
    }
    /// The vertices in the world's frame, shape (n, 3), rounded.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.mesh.vertices().iter().flat_map(|&vertex| self.pose.apply(vertex).coordinates()).collect();
        arrays::matrix(py, rows, 3)
    }
    /// The triangles as indices of vertices, shape (m, 3).
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use numpy::{PyArray1, PyArrayMethods};
        let faces = self.mesh.triangles();
        let flat = PyArray1::from_iter(py, faces.as_flattened().iter().map(|&index| i64::from(index)));
        Ok(flat.reshape([faces.len(), 3])?.into_any())
    }
    /// The pose as a (4, 4) matrix.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::matrix(py, Space::matrix(&self.pose), 4)
    }
    /// 3.
    #[getter]
    fn dim(&self) -> usize {
        3
    }
    /// Whether every edge has two triangles that agree on the outside.
    #[getter]
    fn is_closed(&self) -> bool {
        self.mesh.report().is_closed()
    }
    fn __len__(&self) -> usize {
        self.mesh.triangles().len()
    }
    fn __repr__(&self) -> String {
        let (vertices, faces) = (self.mesh.vertices().len(), self.mesh.triangles().len());
        placed(format!("Mesh({vertices} vertices, {faces} faces)"), &self.pose)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let flat = Self { mesh: slf.get().mesh.clone(), pose: Pose::identity() };
        let (py, pose) = (slf.py(), slf.get().pose);
        let row = [pose.translation.coordinates(), Space::numbers(&pose.rotation)].concat();
        let parts = (flat.vertices(py)?, flat.faces(py)?, row);
        let restore = py.import("clearance._clearance")?.getattr("_restore_mesh")?;
        Ok((restore, parts).into_pyobject(py)?.into_any())
    }
}

/// The mesh of a pickle.
#[pyfunction]
pub fn _restore_mesh(
    py: Python<'_>,
    vertices: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
    row: Vec<f64>,
) -> PyResult<Mesh> {
    Ok(Mesh { pose: exact_row(&row)?, ..Mesh::new(py, vertices, faces)? })
}

/// The pose of a pickle: its numbers are those that were there.
fn exact_row<V: Dimension>(row: &[f64]) -> PyResult<Pose<V>> {
    if row.len() != V::SIZE + V::TURN {
        return Err(PyValueError::new_err("a row of a pose is expected"));
    }
    crate::pose::of_row(row).map_err(value_error)
}

/// The pose `given` after another one. Nothing is rounded where one of them is the identity.
fn composed<V: Dimension>(given: Pose<V>, first: Pose<V>) -> Pose<V> {
    if first == Pose::identity() { given } else { given.after(&first) }
}

fn placed<V: Dimension>(what: String, pose: &Pose<V>) -> String {
    if *pose == Pose::identity() { what } else { format!("{what}.at({})", text::pose(pose)) }
}

/// The rings of one polygon, or of a list of polygons.
fn polygons(object: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Vec<[f64; 2]>>>> {
    let ring = |object: &Bound<'_, PyAny>| -> PyResult<Option<Vec<[f64; 2]>>> {
        let Ok(numbers) = arrays::numbers(object, "polygons") else { return Ok(None) };
        match numbers.shape() {
            [_, 2] => Ok(Some(numbers.finite()?.as_chunks::<2>().0.to_vec())),
            _ => Ok(None),
        }
    };
    if let Some(ring) = ring(object)? {
        return Ok(vec![vec![ring]]);
    }
    let told = || {
        PyValueError::new_err(
            "polygons: a ring of shape (n, 2) or a list of polygons, each a list of rings, is expected",
        )
    };
    let mut all = Vec::new();
    for polygon in object.try_iter().map_err(|_| told())? {
        let polygon = polygon?;
        let mut rings = Vec::new();
        for part in polygon.try_iter().map_err(|_| told())? {
            rings.push(ring(&part?)?.ok_or_else(told)?);
        }
        all.push(rings);
    }
    Ok(all)
}

#[pymethods]
impl Outline {
    #[new]
    fn new(polygons: &Bound<'_, PyAny>) -> PyResult<Self> {
        let polygons = self::polygons(polygons)?;
        let outline = CoreOutline::new(&polygons).map_err(value_error)?;
        Ok(Self { outline: Arc::new(outline), pose: Pose::identity() })
    }
    /// polyline(points)
    ///
    /// An open line through points, shape (n, 2).
    #[staticmethod]
    fn polyline(points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = arrays::numbers(points, "points")?;
        let (points, size) = numbers.points()?;
        if size != 2 {
            return Err(numbers.wrong_shape("(n, 2)"));
        }
        let outline = CoreOutline::polyline(points.as_chunks::<2>().0).map_err(value_error)?;
        Ok(Self { outline: Arc::new(outline), pose: Pose::identity() })
    }
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The outline moved to a pose, as `Shape.at`. Both share their edges and their tree.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given: Pose<Plane> = Given { pose, translation, rotation }.of()?;
        Ok(Self { outline: self.outline.clone(), pose: composed(given, self.pose) })
    }
    /// The rings in the world's frame as a list of polygons, each a list of arrays (n, 2), the outer ring first.
    #[getter]
    fn polygons<'py>(&self, py: Python<'py>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        let mut polygons: Vec<Vec<Bound<'py, PyAny>>> = Vec::new();
        for ring in self.outline.rings() {
            let range = ring.first_edge..ring.first_edge + ring.edge_count;
            let rows = range.flat_map(|edge| self.pose.apply(self.outline.ends(edge)[0]).coordinates()).collect();
            while polygons.len() <= ring.polygon as usize {
                polygons.push(Vec::new());
            }
            polygons[ring.polygon as usize].push(arrays::matrix(py, rows, 2)?);
        }
        Ok(polygons)
    }
    /// The pose as a (3, 3) matrix.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::matrix(py, Plane::matrix(&self.pose), 3)
    }
    /// 2.
    #[getter]
    fn dim(&self) -> usize {
        2
    }
    /// Whether all lines are closed rings.
    #[getter]
    fn is_closed(&self) -> bool {
        self.outline.is_closed()
    }
    fn __len__(&self) -> usize {
        self.outline.edges().len()
    }
    fn __repr__(&self) -> String {
        let (rings, edges) = (self.outline.rings().len(), self.outline.edges().len());
        placed(format!("Outline({rings} rings, {edges} edges)"), &self.pose)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let flat = Self { outline: slf.get().outline.clone(), pose: Pose::identity() };
        let (py, pose) = (slf.py(), slf.get().pose);
        if !flat.is_closed() {
            return Err(PyTypeError::new_err("an open line cannot be pickled"));
        }
        let row = [pose.translation.coordinates(), Plane::numbers(&pose.rotation)].concat();
        let restore = py.import("clearance._clearance")?.getattr("_restore_outline")?;
        Ok((restore, (flat.polygons(py)?, row)).into_pyobject(py)?.into_any())
    }
}

/// The outline of a pickle.
#[pyfunction]
pub fn _restore_outline(polygons: &Bound<'_, PyAny>, row: Vec<f64>) -> PyResult<Outline> {
    Ok(Outline { pose: exact_row(&row)?, ..Outline::new(polygons)? })
}

#[pymethods]
impl Compound {
    #[new]
    fn new(shapes: Vec<Py<PyAny>>, py: Python<'_>) -> PyResult<Self> {
        let (mut flat, mut solid) = (Vec::new(), Vec::new());
        for (index, shape) in shapes.iter().enumerate() {
            match &crate::shape::of_argument(shape.bind(py), &format!("shapes[{index}]"))?.get().any {
                In::Plane(shape) => flat.push(shape.clone()),
                In::Space(shape) => solid.push(shape.clone()),
            }
        }
        let body = match (flat.is_empty(), solid.is_empty()) {
            (false, false) => {
                return Err(PyValueError::new_err("shapes: all of the plane or all of space are expected"));
            }
            (false, true) => In::Plane((Arc::new(CoreCompound::new(flat).map_err(value_error)?), Pose::identity())),
            _ => In::Space((Arc::new(CoreCompound::new(solid).map_err(value_error)?), Pose::identity())),
        };
        Ok(Self { body, shapes: Arc::new(shapes) })
    }
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The compound moved to a pose, as `Shape.at`.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = Given { pose, translation, rotation };
        let body = match &self.body {
            In::Plane((body, first)) => In::Plane((body.clone(), composed(given.of()?, *first))),
            In::Space((body, first)) => In::Space((body.clone(), composed(given.of()?, *first))),
        };
        Ok(Self { body, shapes: self.shapes.clone() })
    }
    /// The shapes, in the compound's own frame.
    #[getter]
    fn shapes(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.shapes.iter().map(|shape| shape.clone_ref(py)).collect()
    }
    /// The pose as a (dim + 1, dim + 1) matrix.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.body {
            In::Plane((_, pose)) => arrays::matrix(py, Plane::matrix(pose), 3),
            In::Space((_, pose)) => arrays::matrix(py, Space::matrix(pose), 4),
        }
    }
    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.body.size()
    }
    fn __len__(&self) -> usize {
        self.shapes.len()
    }
    fn __repr__(&self) -> String {
        let what = format!("Compound({} shapes)", self.shapes.len());
        match &self.body {
            In::Plane((_, pose)) => placed(what, pose),
            In::Space((_, pose)) => placed(what, pose),
        }
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("clearance._clearance")?.getattr("_restore_compound")?;
        let row = match &self.body {
            In::Plane((_, pose)) => [pose.translation.coordinates(), Plane::numbers(&pose.rotation)].concat(),
            In::Space((_, pose)) => [pose.translation.coordinates(), Space::numbers(&pose.rotation)].concat(),
        };
        Ok((restore, (self.shapes(py), row)).into_pyobject(py)?.into_any())
    }
}

/// The compound of a pickle.
#[pyfunction]
pub fn _restore_compound(py: Python<'_>, shapes: Vec<Py<PyAny>>, row: Vec<f64>) -> PyResult<Compound> {
    let compound = Compound::new(shapes, py)?;
    let body = match compound.body {
        In::Plane((body, _)) => In::Plane((body, exact_row(&row)?)),
        In::Space((body, _)) => In::Space((body, exact_row(&row)?)),
    };
    Ok(Compound { body, shapes: compound.shapes })
}

/// Adds the classes and functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Mesh>()?;
    module.add_class::<Outline>()?;
    module.add_class::<Compound>()?;
    module.add_function(wrap_pyfunction!(relation, module)?)?;
    module.add_function(wrap_pyfunction!(depth, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_within, module)?)?;
    module.add_function(wrap_pyfunction!(nearest_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_mesh, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_outline, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_compound, module)?)
}
