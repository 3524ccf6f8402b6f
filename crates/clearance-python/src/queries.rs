//! Questions about two things at rest: two convex shapes, or bodies of many leaves.

use crate::arrays;
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::leaves;
use crate::result::Proximity;
use crate::shape::{Shape, of_argument, pair_of, value_error};
use crate::solver::{Solver, or_default};
use clearance::{Contact as CoreContact, Manifold as CoreManifold, Mark, Point, Solver as CoreSolver};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

type Thing<'a, 'py> = &'a Bound<'py, PyAny>;
type Options<'a> = Option<&'a Solver>;

/// Two convex shapes of one dimension, and whether both are of single precision.
pub(crate) fn shapes<'a>(a: &'a Bound<'_, PyAny>, b: &'a Bound<'_, PyAny>) -> PyResult<Option<(&'a Shape, &'a Shape)>> {
    match (a.cast::<Shape>(), b.cast::<Shape>()) {
        (Ok(a), Ok(b)) => Ok(Some((a.get(), b.get()))),
        _ => Ok(None),
    }
}

/// Two convex shapes, or an error that says what was found.
pub(crate) fn convex<'a>(a: &'a Bound<'_, PyAny>, b: &'a Bound<'_, PyAny>) -> PyResult<(&'a Shape, &'a Shape)> {
    Ok((of_argument(a, "a")?.get(), of_argument(b, "b")?.get()))
}

/// The answer of two shapes to one method of the solver.
macro_rules! ask {
    ($a:expr, $b:expr, $sa:expr, $sb:expr, $solver:expr, $method:ident) => {{
        let (first, second, solver): (&Shape, &Shape, CoreSolver) = ($sa, $sb, $solver);
        let answer = match pair_of(first, second)? {
            In::Plane((a, b)) => In::Plane(solver.$method(a, b)),
            In::Space((a, b)) => In::Space(solver.$method(a, b)),
        };
        Ok(Proximity::new(answer, first.single && second.single, $a, $b))
    }};
}

/// distance(a, b, solver=None)
///
/// The distance of two things, with the nearest points and proven bounds: a `Proximity`. It is 0 if they touch or
/// overlap.
///
/// `a` and `b` are shapes, or bodies of many leaves (`Mesh`, `Outline`, `Compound`); both in the plane or both in
/// space. The distance of bodies is that of their leaves: of triangles, edges or shapes. Raises TypeError for anything
/// else and ValueError for things of two dimensions.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn distance(a: Thing<'_, '_>, b: Thing<'_, '_>, solver: Options<'_>) -> PyResult<Proximity> {
    match shapes(a, b)? {
        Some((first, second)) => ask!(a, b, first, second, or_default(solver), distance),
        None => leaves::distance(a, b, &or_default(solver)),
    }
}

/// signed_distance(a, b, solver=None)
///
/// The distance of two shapes if they are apart, minus the penetration depth if they overlap: a `Proximity`.
///
/// If B is moved by `-distance * normal`, the shapes touch. Shapes only: surfaces have no depth; see `relation`,
/// `depth`.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn signed_distance(a: Thing<'_, '_>, b: Thing<'_, '_>, solver: Options<'_>) -> PyResult<Proximity> {
    let (first, second) = convex(a, b)?;
    ask!(a, b, first, second, or_default(solver), signed_distance)
}

/// within(a, b, max_distance, solver=None)
///
/// The distance if it is at most `max_distance`, otherwise None. The search stops as soon as it proves more. Bodies that meet
/// are 0 apart, however deep they are in each other, so nothing is within a negative distance.
#[pyfunction]
#[pyo3(signature = (a, b, max_distance, solver=None))]
pub fn within(
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    max_distance: f64,
    solver: Options<'_>,
) -> PyResult<Option<Proximity>> {
    if max_distance.is_nan() {
        return Err(value_error("max_distance is nan: a number is expected"));
    }
    let solver = CoreSolver { max_distance, ..or_default(solver) };
    let Some((first, second)) = shapes(a, b)? else { return leaves::within(a, b, &solver) };
    let answer = match pair_of(first, second)? {
        In::Plane((a, b)) => solver.within(&a, &b).map(In::Plane),
        In::Space((a, b)) => solver.within(&a, &b).map(In::Space),
    };
    Ok(answer.map(|answer| Proximity::new(answer, first.single && second.single, a, b)))
}

/// overlaps(a, b, solver=None)
///
/// Whether two closed things have a common point. Exact for polytopes, also thickened ones, and for triangles and
/// edges. True also where a curved pair is not proven to be apart.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn overlaps(a: Thing<'_, '_>, b: Thing<'_, '_>, solver: Options<'_>) -> PyResult<bool> {
    let Some((first, second)) = shapes(a, b)? else { return leaves::overlaps(a, b) };
    let solver = or_default(solver);
    Ok(each!(pair_of(first, second)?, pair => solver.overlaps(pair.0, pair.1)))
}

/// separating_axis(a, b, solver=None)
///
/// A unit vector n, shape (dim,), with n.a < n.b for all points. None if the shapes have a common point.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn separating_axis<'py>(
    a: Thing<'_, 'py>,
    b: Thing<'_, 'py>,
    solver: Options<'_>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    let axis = each!(pair_of(first, second)?,
        pair => solver.separating_axis(pair.0, pair.1).map(|axis| Dimension::coordinates(&axis)));
    Ok(axis.map(|axis| arrays::vector(a.py(), &axis, first.single && second.single)))
}

/// holds(a, b, solver=None)
///
/// Whether the closed shape `a` contains all of `b`. None if the core of `b` is curved: no finite test decides.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn holds(a: Thing<'_, '_>, b: Thing<'_, '_>, solver: Options<'_>) -> PyResult<Option<bool>> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    Ok(each!(pair_of(first, second)?, pair => solver.holds(pair.0, pair.1)))
}

/// way_out(a, b, direction, solver=None)
///
/// How far B must move along `direction` until it leaves A: (distance, lower, upper, normal).
#[pyfunction]
#[pyo3(signature = (a, b, direction, solver=None))]
pub fn way_out<'py>(
    a: Thing<'_, 'py>,
    b: Thing<'_, 'py>,
    direction: Thing<'_, 'py>,
    solver: Options<'_>,
) -> PyResult<(f64, f64, f64, Bound<'py, PyAny>)> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    let direction = arrays::numbers(direction, "direction")?;
    let direction = direction.point_of(first.any.size())?;
    each!(pair_of(first, second)?, pair => {
        let out = solver.way_out(pair.0, pair.1, Dimension::of(direction));
        let normal = arrays::vector(a.py(), &Dimension::coordinates(&out.normal), false);
        Ok((out.distance, out.lower, out.upper, normal))
    })
}

/// closest_point(shape, point, solver=None)
///
/// The signed distance from a shape to a point, shape (dim,): `point_a` is the nearest point of the surface. Inside a
/// convex shape the distance is negative. For a mesh or an outline it is that of its leaves, and never negative.
#[pyfunction]
#[pyo3(signature = (shape, point, solver=None))]
pub fn closest_point(shape: Thing<'_, '_>, point: Thing<'_, '_>, solver: Options<'_>) -> PyResult<Proximity> {
    let numbers = arrays::numbers(point, "point")?;
    let solver = or_default(solver);
    let Ok(asked) = shape.cast::<Shape>() else { return leaves::closest_point(shape, &numbers) };
    let asked = asked.get();
    let point = numbers.point_of(asked.any.size())?;
    let answer = match &asked.any {
        In::Plane(shape) => In::Plane(solver.closest_point(shape, Dimension::of(point))),
        In::Space(shape) => In::Space(solver.closest_point(shape, Dimension::of(point))),
    };
    Ok(Proximity::bare(answer, asked.single))
}

/// contains(shape, point, solver=None)
///
/// Whether a point, shape (dim,), lies in the closed shape, or in the solid that a closed mesh or outline bounds.
#[pyfunction]
#[pyo3(signature = (shape, point, solver=None))]
pub fn contains(shape: Thing<'_, '_>, point: Thing<'_, '_>, solver: Options<'_>) -> PyResult<bool> {
    let (numbers, solver) = (arrays::numbers(point, "point")?, or_default(solver));
    let Ok(asked) = shape.cast::<Shape>() else { return leaves::contains(shape, &numbers) };
    let asked = asked.get();
    let point = numbers.point_of(asked.any.size())?;
    match &asked.any {
        In::Plane(shape) => {
            let point = Point::new(Plane::of(point)).map_err(value_error)?;
            Ok(solver.overlaps(shape, &point))
        }
        In::Space(shape) => {
            let point = Point::new(Space::of(point)).map_err(value_error)?;
            Ok(solver.overlaps(shape, &point))
        }
    }
}

/// One contact of a `Manifold`: `point_b - point_a = separation * normal`.
#[pyclass(frozen, get_all, name = "Contact", module = "clearance")]
pub struct Contact {
    /// The point on A's surface, shape (dim,).
    point_a: Py<PyAny>,
    /// The point on B's surface, shape (dim,).
    point_b: Py<PyAny>,
    /// The distance of the two along the normal, negative where the shapes overlap.
    separation: f64,
    /// The parts of both faces that the contact lies on, such as ("vertex 3", "face"). They last from step to step.
    id: (String, String),
}

/// The contacts of two shapes along one normal.
#[pyclass(frozen, get_all, name = "Manifold", module = "clearance")]
pub struct Manifold {
    /// The unit vector from A to B, shape (dim,).
    normal: Py<PyAny>,
    /// The contacts, sorted by identity: `Contact`s.
    contacts: Py<PyList>,
}

#[pymethods]
impl Contact {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("point_a", self.point_a.bind(py).call_method0("tolist")?)?;
        dict.set_item("point_b", self.point_b.bind(py).call_method0("tolist")?)?;
        dict.set_item("separation", self.separation)?;
        dict.set_item("id", self.id.clone())?;
        Ok(dict)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text =
            |point: &Py<PyAny>| -> PyResult<String> { Ok(point.bind(py).call_method0("tolist")?.str()?.to_string()) };
        let (a, b) = (text(&self.point_a)?, text(&self.point_b)?);
        Ok(format!(
            "Contact(point_a={a}, point_b={b}, separation={}, id={:?})",
            arrays::number(self.separation),
            self.id
        ))
    }
}

#[pymethods]
impl Manifold {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("normal", self.normal.bind(py).call_method0("tolist")?)?;
        let contacts = self.contacts.bind(py).iter().map(|contact| contact.call_method0("to_dict"));
        dict.set_item("contacts", contacts.collect::<PyResult<Vec<_>>>()?)?;
        Ok(dict)
    }
    fn __len__(&self, py: Python<'_>) -> usize {
        self.contacts.bind(py).len()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let normal = self.normal.bind(py).call_method0("tolist")?.str()?;
        Ok(format!("Manifold(normal={normal}, {} contacts)", self.contacts.bind(py).len()))
    }
}

/// contacts(a, b, speculative=0.0, reduce=False, solver=None)
///
/// The points that hold two shapes in place: a `Manifold`. A contact is listed if its separation is at most
/// `speculative`. With `reduce` at most four of them are kept.
#[pyfunction]
#[pyo3(signature = (a, b, speculative=0.0, reduce=false, solver=None))]
pub fn contacts(
    py: Python<'_>,
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    speculative: f64,
    reduce: bool,
    solver: Options<'_>,
) -> PyResult<Manifold> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    if speculative.is_nan() {
        return Err(value_error("speculative is nan: a number is expected"));
    }
    let single = first.single && second.single;
    each!(pair_of(first, second)?, pair => {
        let manifold = solver.contacts(pair.0, pair.1, speculative);
        manifold_of(py, &if reduce { manifold.reduced() } else { manifold }, single)
    })
}

/// The contacts as Python sees them.
pub fn manifold_of<V: Dimension>(py: Python<'_>, manifold: &CoreManifold<V>, single: bool) -> PyResult<Manifold> {
    let array = |vector: &V| arrays::vector(py, &vector.coordinates(), single).unbind();
    let contact = |contact: &CoreContact<V>| Contact {
        point_a: array(&contact.point_a),
        point_b: array(&contact.point_b),
        separation: contact.separation,
        id: (mark(contact.id.a), mark(contact.id.b)),
    };
    let contacts: Vec<_> = manifold.contacts.iter().map(|c| Py::new(py, contact(c))).collect::<PyResult<_>>()?;
    Ok(Manifold { normal: array(&manifold.normal), contacts: PyList::new(py, contacts)?.unbind() })
}

fn mark(mark: Mark) -> String {
    match mark {
        Mark::Face => "face".into(),
        Mark::Edge(index) => format!("edge {index}"),
        Mark::Vertex(index) => format!("vertex {index}"),
        Mark::Deepest => "deepest".into(),
    }
}
