//! The answer about two shapes at rest, as Python sees it.

use crate::arrays::{self, number, single_down, single_near, single_up};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::text;
use clearance::{Feature, Proximity as CoreProximity};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An answer of either dimension.
pub type AnyProximity = In<CoreProximity<Plane>, CoreProximity<Space>>;

/// How far apart two shapes are, where, and between which proven bounds: the answer of `distance` and its relatives.
///
/// `point_b - point_a = distance * normal` up to rounding, and `lower <= true distance <= upper` with every rounding.
/// All lengths are in the unit of the shapes, points and normal in the world's frame.
#[pyclass(frozen, name = "Proximity", module = "clearance")]
pub struct Proximity {
    pub answer: AnyProximity,
    pub single: bool,
    /// The triangles, edges or shapes of two composite bodies.
    pub leaves: Option<[u32; 2]>,
    /// The two shapes that were asked about.
    pub shapes: Option<[Py<PyAny>; 2]>,
}

/// The answer in `float32`: bounds move outward.
pub fn in_single<V: Dimension>(answer: CoreProximity<V>) -> CoreProximity<V> {
    let near = |vector: V| V::of(&vector.coordinates().into_iter().map(single_near).collect::<Vec<_>>());
    let mut rounded = answer;
    rounded.distance = single_near(answer.distance);
    rounded.lower = single_down(answer.lower);
    rounded.upper = single_up(answer.upper);
    rounded.normal = near(answer.normal);
    rounded.point_a = near(answer.point_a);
    rounded.point_b = near(answer.point_b);
    rounded
}

impl Proximity {
    /// The answer of two shapes.
    pub fn new(answer: AnyProximity, single: bool, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Self {
        Self { shapes: Some([a.clone().unbind(), b.clone().unbind()]), ..Self::bare(answer, single) }
    }

    /// An answer that does not know its shapes.
    pub fn bare(answer: AnyProximity, single: bool) -> Self {
        let answer = match (answer, single) {
            (answer, false) => answer,
            (In::Plane(answer), true) => In::Plane(in_single(answer)),
            (In::Space(answer), true) => In::Space(in_single(answer)),
        };
        Self { answer, single, leaves: None, shapes: None }
    }

    fn array<'py>(&self, py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyAny> {
        arrays::vector(py, numbers, self.single)
    }

    fn feature(feature: &Feature) -> (Vec<u32>, Vec<f64>) {
        (feature.vertices().to_vec(), feature.weights().to_vec())
    }
}

#[pymethods]
impl Proximity {
    /// "separated", "touching" or "overlapping".
    #[getter]
    pub fn status(&self) -> &'static str {
        each!(&self.answer, answer => answer.status.as_str())
    }
    /// The distance. For overlapping shapes a signed query gives minus the penetration depth, any other query 0.
    #[getter]
    pub fn distance(&self) -> f64 {
        each!(&self.answer, answer => answer.distance)
    }
    /// A proven lower bound of the true distance.
    #[getter]
    pub fn lower(&self) -> f64 {
        each!(&self.answer, answer => answer.lower)
    }
    /// A proven upper bound of the true distance.
    #[getter]
    pub fn upper(&self) -> f64 {
        each!(&self.answer, answer => answer.upper)
    }
    /// `upper - lower`.
    #[getter]
    fn error(&self) -> f64 {
        self.upper() - self.lower()
    }
    /// The witness point on A, shape (dim,), in the world's frame.
    #[getter]
    pub fn point_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        each!(&self.answer, answer => self.array(py, &answer.point_a.coordinates()))
    }
    /// The witness point on B, shape (dim,), in the world's frame.
    #[getter]
    pub fn point_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        each!(&self.answer, answer => self.array(py, &answer.point_b.coordinates()))
    }
    /// The unit normal from A to B, shape (dim,), also at distance 0.
    #[getter]
    pub fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        each!(&self.answer, answer => self.array(py, &answer.normal.coordinates()))
    }
    /// The number of support points that the search computed. 0 if a closed formula answered.
    #[getter]
    fn iterations(&self) -> u32 {
        each!(&self.answer, answer => answer.iterations)
    }
    /// The vertices of A that `point_a` lies between, and their weights: (indices, weights). Empty for a curved core.
    #[getter]
    fn feature_a(&self) -> (Vec<u32>, Vec<f64>) {
        each!(&self.answer, answer => Self::feature(&answer.feature_a()))
    }
    /// The vertices of B that `point_b` lies between, and their weights: (indices, weights).
    #[getter]
    fn feature_b(&self) -> (Vec<u32>, Vec<f64>) {
        each!(&self.answer, answer => Self::feature(&answer.feature_b()))
    }
    /// The triangle, edge or shape of A where the distance is attained. None for convex shapes.
    #[getter]
    fn leaf_a(&self) -> Option<u32> {
        self.leaves.map(|[leaf, _]| leaf)
    }
    /// The triangle, edge or shape of B where the distance is attained. None for convex shapes.
    #[getter]
    fn leaf_b(&self) -> Option<u32> {
        self.leaves.map(|[_, leaf]| leaf)
    }
    /// The first shape that was asked about, None if the answer came from a pickle.
    #[getter]
    fn a(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.shapes.as_ref().map(|[a, _]| a.clone_ref(py))
    }
    /// The second shape that was asked about, None if the answer came from a pickle.
    #[getter]
    fn b(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.shapes.as_ref().map(|[_, b]| b.clone_ref(py))
    }

    /// The answer as a dict of plain numbers and lists, as JSON takes it.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("status", self.status())?;
        dict.set_item("distance", self.distance())?;
        dict.set_item("lower", self.lower())?;
        dict.set_item("upper", self.upper())?;
        each!(&self.answer, answer => {
            dict.set_item("point_a", Dimension::coordinates(&answer.point_a))?;
            dict.set_item("point_b", Dimension::coordinates(&answer.point_b))?;
            dict.set_item("normal", Dimension::coordinates(&answer.normal))?;
        });
        dict.set_item("iterations", self.iterations())?;
        if let Some([a, b]) = self.leaves {
            dict.set_item("leaf_a", a)?;
            dict.set_item("leaf_b", b)?;
        }
        Ok(dict)
    }

    /// The same answer with A and B exchanged: the normal is reversed, and the points change places.
    fn swapped(&self, py: Python<'_>) -> Self {
        let answer = match &self.answer {
            In::Plane(answer) => In::Plane(answer.swapped()),
            In::Space(answer) => In::Space(answer.swapped()),
        };
        let shapes = self.shapes.as_ref().map(|[a, b]| [b.clone_ref(py), a.clone_ref(py)]);
        Self { answer, single: self.single, leaves: self.leaves.map(|[a, b]| [b, a]), shapes }
    }

    fn __repr__(&self) -> String {
        let (point_a, point_b, normal) = each!(&self.answer, answer => (
            text::vector(&answer.point_a), text::vector(&answer.point_b), text::vector(&answer.normal)));
        let leaves = self.leaves.map_or(String::new(), |[a, b]| format!(", leaf_a={a}, leaf_b={b}"));
        format!(
            "Proximity({}, distance={}, lower={}, upper={}, point_a={point_a}, point_b={point_b}, normal={normal}{leaves})",
            self.status(),
            number(self.distance()),
            number(self.lower()),
            number(self.upper()),
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            other.answer == self.answer && other.leaves == self.leaves && other.single == self.single
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let json = each!(&self.answer, answer => serde_json::to_string(answer)).map_err(crate::shape::value_error)?;
        let restore = py.import("clearance._clearance")?.getattr("_restore_answer")?;
        Ok((restore, (json, self.answer.size(), self.single, self.leaves)))
    }
}

/// What a pickle of an answer holds.
type Kept = (String, usize, bool, Option<[u32; 2]>);

/// The answer of a pickle.
#[pyfunction]
pub fn _restore_answer(json: &str, dim: usize, single: bool, leaves: Option<[u32; 2]>) -> PyResult<Proximity> {
    let answer = match dim {
        2 => In::Plane(serde_json::from_str(json).map_err(crate::shape::value_error)?),
        _ => In::Space(serde_json::from_str(json).map_err(crate::shape::value_error)?),
    };
    Ok(Proximity { answer, single, leaves, shapes: None })
}
