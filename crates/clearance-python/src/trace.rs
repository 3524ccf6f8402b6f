//! How the solver finds its answer: the steps of a query, and what an answer means in words.

use crate::arrays::{self, number};
use crate::dimension::{Dimension, each};
use crate::queries::convex;
use crate::result::Proximity;
use crate::shape::pair_of;
use crate::solver::{Solver, or_default};
use clearance::{AnyShape, Phase, Step, Stop, Vector};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// One iteration of the solver. Points and directions are in the world's frame, lengths in the unit of the shapes.
#[pyclass(frozen, get_all, name = "TraceStep", module = "clearance")]
pub struct TraceStep {
    /// 1 for the first step.
    iteration: u32,
    /// "distance" (GJK), "penetration" (EPA) or "exact".
    phase: &'static str,
    /// The simplex after the step, points of A - B, shape (k, dim).
    simplex: Py<PyAny>,
    /// The weights of its points that give the point nearest to the origin, shape (k,).
    weights: Py<PyAny>,
    /// The search direction, shape (dim,), of any length.
    direction: Py<PyAny>,
    /// The new point of A - B, shape (dim,).
    vertex: Py<PyAny>,
    /// The point of A that it comes from, shape (dim,).
    vertex_a: Py<PyAny>,
    /// The point of B that it comes from, shape (dim,).
    vertex_b: Py<PyAny>,
    /// The proven lower bound so far.
    lower: f64,
    /// The proven upper bound so far.
    upper: f64,
    /// The facets of the expanding polytope as indices of `polytope`, shape (m, 3). Empty in the phase "distance".
    facets: Py<PyAny>,
    /// The vertices of the expanding polytope, shape (n, dim).
    polytope: Py<PyAny>,
    /// Why the phase ended here: "bounds met", "repeated vertex", "origin inside", "rounding" or "limit". None before.
    stop: Option<&'static str>,
}

#[pymethods]
impl TraceStep {
    /// The step as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("iteration", self.iteration)?;
        dict.set_item("phase", self.phase)?;
        for (name, array) in [
            ("simplex", &self.simplex),
            ("weights", &self.weights),
            ("direction", &self.direction),
            ("vertex", &self.vertex),
            ("vertex_a", &self.vertex_a),
            ("vertex_b", &self.vertex_b),
            ("facets", &self.facets),
            ("polytope", &self.polytope),
        ] {
            dict.set_item(name, array.bind(py).call_method0("tolist")?)?;
        }
        dict.set_item("lower", self.lower)?;
        dict.set_item("upper", self.upper)?;
        dict.set_item("stop", self.stop)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        let stop = self.stop.map_or(String::new(), |stop| format!(", stop={stop:?}"));
        let [lower, upper] = [self.lower, self.upper].map(number);
        format!("TraceStep({}, {}, lower={lower}, upper={upper}{stop})", self.iteration, self.phase)
    }
}

fn shown<V: Dimension>(py: Python<'_>, step: &Step<'_, V>) -> PyResult<TraceStep> {
    fn vector<W: clearance::WideVector>(py: Python<'_>, vector: W, size: usize) -> Py<PyAny> {
        let numbers: Vec<f64> = (0..size).map(|axis| *vector.coordinate(axis)).collect();
        arrays::vector(py, &numbers, false).unbind()
    }
    let rows = |vertices: &[clearance::TracedVertex<V::Wide>]| {
        let numbers = vertices.iter().flat_map(|v| (0..V::SIZE).map(|axis| *v.point.coordinate(axis))).collect();
        arrays::matrix(py, numbers, V::SIZE).map(Bound::unbind)
    };
    let facets: Vec<f64> = step.facets.iter().flatten().map(|&index| f64::from(index)).collect();
    Ok(TraceStep {
        iteration: step.iteration,
        phase: match step.phase {
            Phase::Distance => "distance",
            Phase::Penetration => "penetration",
            Phase::Exact => "exact",
        },
        simplex: rows(step.simplex)?,
        weights: arrays::vector(py, &step.simplex.iter().map(|v| v.weight).collect::<Vec<_>>(), false).unbind(),
        direction: vector(py, step.direction, V::SIZE),
        vertex: vector(py, step.vertex.point, V::SIZE),
        vertex_a: vector(py, step.vertex.a, V::SIZE),
        vertex_b: vector(py, step.vertex.b, V::SIZE),
        lower: step.lower,
        upper: step.upper,
        facets: arrays::matrix(py, facets, 3)?.call_method1("astype", ("int64",))?.unbind(),
        polytope: rows(step.polytope_vertices)?,
        stop: step.stop.map(|stop| match stop {
            Stop::BoundsMet => "bounds met",
            Stop::RepeatedVertex => "repeated vertex",
            Stop::OriginInside => "origin inside",
            Stop::Rounding => "rounding",
            Stop::Limit => "limit",
        }),
    })
}

/// trace(a, b, solver=None)
///
/// The steps of `signed_distance` of two shapes: a list of `TraceStep`s. The bounds close from step to step, and the
/// last step has those of the answer. A pair with a closed formula may have none.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn trace(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    solver: Option<&Solver>,
) -> PyResult<Vec<TraceStep>> {
    fn steps<V: Dimension + Vector>(
        py: Python<'_>,
        solver: clearance::Solver,
        a: &AnyShape<V>,
        b: &AnyShape<V>,
    ) -> PyResult<Vec<TraceStep>> {
        let mut all = Vec::new();
        solver.trace(a, b, |step| all.push(shown(py, step)));
        all.into_iter().collect()
    }
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    each!(pair_of(first, second)?, pair => steps(py, solver, pair.0, pair.1))
}

#[pymethods]
impl Proximity {
    /// What the answer says, in sentences.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        let text =
            |array: Bound<'_, PyAny>| -> PyResult<String> { Ok(array.call_method0("tolist")?.str()?.to_string()) };
        let (distance, status) = (self.distance(), self.status());
        let first = match status {
            "separated" => format!("A and B are {} apart.", number(distance)),
            "touching" => "A and B touch: they have a common point and no common interior.".to_owned(),
            _ if distance < 0.0 => format!("A and B overlap by {}.", number(-distance)),
            _ => "A and B have a common point.".to_owned(),
        };
        let is_deep = status == "overlapping" && distance < 0.0;
        let (what, lower, upper) = match is_deep {
            true => ("depth", -self.upper(), -self.lower()),
            false => ("distance", self.lower(), self.upper()),
        };
        let bounds = match lower == upper {
            true => "This is exact.".to_owned(),
            false => format!("Proven: the {what} is at least {} and at most {}.", number(lower), number(upper)),
        };
        let (point_a, point_b) = (text(self.point_a(py))?, text(self.point_b(py))?);
        let place = format!("The points are {point_a} on A and {point_b} on B.");
        let way = match status {
            _ if is_deep => {
                format!("Moved by {} along {}, B touches A.", number(-distance), text(self.normal(py))?)
            }
            _ => format!("The normal from A to B is {}.", text(self.normal(py))?),
        };
        let leaves =
            self.leaves.map_or(String::new(), |[a, b]| format!(" They lie on leaf {a} of A and leaf {b} of B."));
        let steps = match each!(&self.answer, answer => answer.iterations) {
            0 => "A closed formula gave the answer.".to_owned(),
            1 => "The search took one support point.".to_owned(),
            count => format!("The search took {count} support points."),
        };
        Ok(format!("{first} {bounds} {place}{leaves} {way} {steps}"))
    }

    /// The picture of a pair of the plane in a notebook. None where there is nothing to draw.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("clearance._seeing")?.call_method1("svg", (slf,))
    }

    /// to_page(base="")
    ///
    /// The address of the step-through page with this pair: `base` is where the page is. Raises ValueError for meshes,
    /// which no address holds.
    #[pyo3(signature = (base=""))]
    fn to_page<'py>(slf: &Bound<'py, Self>, base: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("clearance._seeing")?.call_method1("page", (slf, base))
    }
}

/// Adds the class and the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TraceStep>()?;
    module.add_function(wrap_pyfunction!(trace, module)?)
}
