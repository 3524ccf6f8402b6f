//! How the signed distance changes under small motions: of one pair, and of many.

use crate::arrays::{self, number};
use crate::columns::{Answer, Column, Rounding};
use crate::dimension::{Dimension, In};
use crate::queries::convex;
use crate::result::Proximity;
use crate::run::{FEW, Question, one_by_one};
use crate::shape::{Shape, pair_of};
use crate::solver::{Solver, or_default};
use clearance::{
    AnyShape, Batch, BatchError, Gradient as CoreGradient, Placement, Proximity as CoreProximity, ShapeSet,
    Solver as CoreSolver, SupportMap,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Range;

/// The derivative of the signed distance with respect to a twist of each shape: a translation, then a turn about its
/// centre, both in the world's frame.
#[pyclass(frozen, get_all, name = "Gradient", module = "clearance")]
pub struct Gradient {
    /// For A: shape (6,), in the plane (3,). Length per length, then length per radian.
    a: Py<PyAny>,
    /// For B.
    b: Py<PyAny>,
    /// Whether the derivative exists there. Otherwise it is one of the generalised ones at a kink.
    regular: bool,
    /// About by how much a shape can turn before other witness points tie with these, in radians, at most 1.
    witness_margin: f64,
    /// At least so far B can move against the normal before another facet is nearer. Infinite for shapes that are
    /// apart.
    facet_margin: f64,
    /// The signed distance itself.
    proximity: Py<Proximity>,
}

#[pymethods]
impl Gradient {
    /// The gradient as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("a", self.a.bind(py).call_method0("tolist")?)?;
        dict.set_item("b", self.b.bind(py).call_method0("tolist")?)?;
        dict.set_item("regular", self.regular)?;
        dict.set_item("witness_margin", self.witness_margin)?;
        dict.set_item("facet_margin", self.facet_margin)?;
        dict.set_item("proximity", self.proximity.get().to_dict(py)?)?;
        Ok(dict)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text =
            |array: &Py<PyAny>| -> PyResult<String> { Ok(array.bind(py).call_method0("tolist")?.str()?.to_string()) };
        let regular = if self.regular { "True" } else { "False" };
        let [witness, facet] = [self.witness_margin, self.facet_margin].map(number);
        let (a, b) = (text(&self.a)?, text(&self.b)?);
        Ok(format!("Gradient(a={a}, b={b}, regular={regular}, witness_margin={witness}, facet_margin={facet})"))
    }
}

/// The twist of one shape as a row: the translation, then the turn.
fn row<V: Dimension>(translation: V, turn: V::Turn) -> Vec<f64> {
    let mut row = translation.coordinates();
    row.extend(V::angles(turn));
    row
}

/// gradient(a, b, center_a=None, center_b=None, solver=None)
///
/// The derivative of `signed_distance(a, b)` with respect to small motions of both: a `Gradient`.
///
/// `center_a` and `center_b`, shape (dim,), are the points about which the shapes turn: for a joint a point on its
/// axis. By default the origins of the shapes' own frames.
#[pyfunction]
#[pyo3(signature = (a, b, center_a=None, center_b=None, solver=None))]
pub fn gradient(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    center_a: Option<&Bound<'_, PyAny>>,
    center_b: Option<&Bound<'_, PyAny>>,
    solver: Option<&Solver>,
) -> PyResult<Gradient> {
    fn center<V: Dimension>(given: Option<&Bound<'_, PyAny>>, name: &'static str, shape: &AnyShape<V>) -> PyResult<V> {
        match given {
            None => Ok(shape.pose().translation),
            Some(given) => Ok(V::of(arrays::numbers(given, name)?.point_of(V::SIZE)?)),
        }
    }
    fn of<V: Dimension>(
        solver: &CoreSolver,
        (a, b): (&AnyShape<V>, &AnyShape<V>),
        centers: [Option<&Bound<'_, PyAny>>; 2],
    ) -> PyResult<(CoreProximity<V>, CoreGradient<V>)> {
        let (center_a, center_b) = (center(centers[0], "center_a", a)?, center(centers[1], "center_b", b)?);
        let answer = solver.signed_distance(a, b);
        Ok((answer, solver.gradient(a, b, &answer, center_a, center_b)))
    }
    fn told<V: Dimension>(
        py: Python<'_>,
        found: &CoreGradient<V>,
        proximity: Proximity,
        single: bool,
    ) -> PyResult<Gradient> {
        Ok(Gradient {
            a: arrays::vector(py, &row(found.translation_a, found.turn_a), single).unbind(),
            b: arrays::vector(py, &row(found.translation_b, found.turn_b), single).unbind(),
            regular: found.regular,
            witness_margin: found.witness_margin,
            facet_margin: found.facet_margin,
            proximity: Py::new(py, proximity)?,
        })
    }
    let ((first, second), solver): ((&Shape, &Shape), _) = (convex(a, b)?, or_default(solver));
    let (py, single) = (a.py(), first.single && second.single);
    match pair_of(first, second)? {
        In::Plane(pair) => {
            let (answer, found) = of(&solver, pair, [center_a, center_b])?;
            told(py, &found, Proximity::new(In::Plane(answer), single, a, b), single)
        }
        In::Space(pair) => {
            let (answer, found) = of(&solver, pair, [center_a, center_b])?;
            told(py, &found, Proximity::new(In::Space(answer), single, a, b), single)
        }
    }
}

/// The signed distance of a pair with its gradient.
#[derive(Clone)]
pub struct Sloped<V: Dimension> {
    proximity: CoreProximity<V>,
    gradient: Option<CoreGradient<V>>,
}

impl<V: Dimension> Default for Sloped<V> {
    fn default() -> Self {
        Self { proximity: CoreProximity::default(), gradient: None }
    }
}

impl<V: Dimension> Answer<V> for Sloped<V> {
    const COLUMNS: &'static [Column] = &[
        Column::Distance,
        Column::GradientA,
        Column::GradientB,
        Column::Regular,
        Column::WitnessMargin,
        Column::FacetMargin,
        Column::Lower,
        Column::Upper,
        Column::Status,
        Column::PointA,
        Column::PointB,
        Column::Normal,
        Column::Iterations,
    ];
    const DEFAULTS: usize = 4;

    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>) {
        for answer in answers {
            let Some(gradient) = &answer.gradient else { continue };
            let twist =
                |row: Vec<f64>, to: &mut Vec<f64>| to.extend(row.into_iter().map(|number| rounding.near(number)));
            match column {
                Column::GradientA => twist(row(gradient.translation_a, gradient.turn_a), to),
                Column::GradientB => twist(row(gradient.translation_b, gradient.turn_b), to),
                Column::Regular => to.push(f64::from(u8::from(gradient.regular))),
                Column::WitnessMargin => to.push(rounding.near(gradient.witness_margin)),
                Column::FacetMargin => to.push(rounding.near(gradient.facet_margin)),
                _ => CoreProximity::write(column, std::slice::from_ref(&answer.proximity), rounding, to),
            }
        }
    }
}

/// The gradients of pairs. Each body turns about the origin of its frame, or about its centre.
pub struct Gradients<'a, V: Dimension> {
    pub solver: CoreSolver,
    pub set: &'a ShapeSet<V>,
    pub centers: Option<Vec<V>>,
}

impl<V: Dimension> Question<V> for Gradients<'_, V> {
    type Answer = Sloped<V>;
    fn part(&self) -> usize {
        4 * FEW
    }
    fn ask(
        &self,
        batch: &Batch<'_, V>,
        places: &[Placement<V>],
        pairs: &[[u32; 2]],
        _range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        let mut distances = vec![CoreProximity::default(); pairs.len()];
        batch.signed_distances(pairs, &mut distances)?;
        let center = |index: u32| match &self.centers {
            Some(centers) => centers[index as usize],
            None => places[index as usize].pose.translation,
        };
        one_by_one(self.set, places, pairs, answers, |index, a, b| {
            let (proximity, [center_a, center_b]) = (distances[index], pairs[index].map(center));
            let gradient = self.solver.gradient(a, b, &proximity, center_a, center_b);
            Sloped { proximity, gradient: Some(gradient) }
        });
        Ok(())
    }
}

/// Adds the class and the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Gradient>()?;
    module.add_function(wrap_pyfunction!(gradient, module)?)
}
