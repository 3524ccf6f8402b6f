//! Hulls of points of which each moves on a line of its own.

use crate::arrays::{self, Numbers, number};
use crate::cast::{Cast, cast_of};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::shape::{both, value_error};
use crate::solver::{Solver, or_default};
use clearance::Morph as CoreMorph;
use pyo3::prelude::*;

/// Morph(start, end=None, radius=0.0)
///
/// The hull of points of which each moves on its own line with constant velocity: point k from `start[k]` to `end[k]`,
/// both of shape (n, 3) or (n, 2). Without `end` they stay. The hull is thickened by `radius`.
///
/// Raises ValueError for lists of two lengths, numbers that are not finite and a negative radius.
#[pyclass(frozen, eq, name = "Morph", module = "clearance")]
#[derive(PartialEq)]
pub struct Morph {
    points: In<[Vec<Plane>; 2], [Vec<Space>; 2]>,
    radius: f64,
    single: bool,
}

fn points<V: Dimension>(start: &Numbers<'_>, end: Option<&Numbers<'_>>, count: usize) -> PyResult<[Vec<V>; 2]> {
    let start = start.vectors::<V>(count)?;
    let end = match end {
        Some(end) => end.vectors(count)?,
        None => start.clone(),
    };
    Ok([start, end])
}

#[pymethods]
impl Morph {
    #[new]
    #[pyo3(signature = (start, end=None, radius=None))]
    fn new(
        start: &Bound<'_, PyAny>,
        end: Option<&Bound<'_, PyAny>>,
        radius: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let start = arrays::numbers(start, "start")?;
        let end = end.map(|end| arrays::numbers(end, "end")).transpose()?;
        let (list, size) = start.points()?;
        let count = list.len() / size;
        let points = match size {
            2 => In::Plane(points(&start, end.as_ref(), count)?),
            _ => In::Space(points(&start, end.as_ref(), count)?),
        };
        let radius = radius.map(|radius| arrays::size(radius, "radius")).transpose()?;
        let single = start.single && end.is_none_or(|end| end.single) && radius.is_none_or(|radius| radius.1);
        Ok(Self { points, radius: radius.map_or(0.0, |radius| radius.0), single })
    }
    /// Where the points are at fraction 0, shape (n, dim).
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, 0)
    }
    /// Where the points are at fraction 1, shape (n, dim).
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, 1)
    }
    /// The radius around the hull.
    #[getter]
    fn radius(&self) -> f64 {
        self.radius
    }
    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.points.size()
    }
    fn __len__(&self) -> usize {
        each!(&self.points, points => points[0].len())
    }
    fn __repr__(&self) -> String {
        let radius = if self.radius == 0.0 { String::new() } else { format!(", radius={}", number(self.radius)) };
        format!("Morph({} points, dim={}{radius})", self.__len__(), self.dim())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (morph, py) = (slf.get(), slf.py());
        let radius = arrays::vector(py, &[morph.radius], morph.single).get_item(0)?;
        Ok((slf.get_type(), (morph.start(py)?, morph.end(py)?, radius)).into_pyobject(py)?.into_any())
    }
}

impl Morph {
    fn rows<'py>(&self, py: Python<'py>, end: usize) -> PyResult<Bound<'py, PyAny>> {
        let rows = each!(&self.points, points => points[end].iter().flat_map(Dimension::coordinates).collect());
        let rows = arrays::matrix(py, rows, self.dim())?;
        if self.single { rows.call_method1("astype", ("float32",)) } else { Ok(rows) }
    }
}

/// cast_morphs(a, b, solver=None)
///
/// When two `Morph`s come into contact: a `Cast`. "clear" and "hit" are proven. Contact at the start is a hit at 0.
#[pyfunction]
#[pyo3(signature = (a, b, solver=None))]
pub fn cast_morphs(py: Python<'_>, a: &Morph, b: &Morph, solver: Option<&Solver>) -> PyResult<Cast> {
    fn morph<V: Dimension>([from, to]: &[Vec<V>; 2], radius: f64) -> PyResult<CoreMorph<'_, V>> {
        CoreMorph::new(from, to).and_then(|morph| morph.rounded(radius)).map_err(value_error)
    }
    let (solver, single) = (or_default(solver), a.single && b.single);
    match both(a.points.as_ref(), b.points.as_ref())? {
        In::Plane((p, q)) => {
            let (p, q) = (morph(p, a.radius)?, morph(q, b.radius)?);
            cast_of(py, py.detach(|| solver.cast_morphs(&p, &q)), In::Plane, single)
        }
        In::Space((p, q)) => {
            let (p, q) = (morph(p, a.radius)?, morph(q, b.radius)?);
            cast_of(py, py.detach(|| solver.cast_morphs(&p, &q)), In::Space, single)
        }
    }
}

/// Adds the class and the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Morph>()?;
    module.add_function(wrap_pyfunction!(cast_morphs, module)?)
}
