//! Many things that move, in one call: casts and impacts of pairs, and rays and moving shapes against a whole set.

use crate::arrays;
use crate::batch::{Asked, Object, ShapeSet, ask, numbers_of};
use crate::cast::{Cast, cast_of};
use crate::columns::{Answer, Column, Names, Rounding};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::poses::Poses;
use crate::run::{Bodies, FEW, Question, motions, one_by_one};
use crate::shape::{both, of_argument, value_error};
use crate::solver::{Solver, or_default};
use clearance::{
    AnyShape, Batch, BatchError, Cast as CoreCast, Hit as CoreHit, Motion, Placement, Proximity, ShapeSet as CoreSet,
    Solver as CoreSolver,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Range;

/// The way of the second shape of each pair.
struct Casts<'a, V: Dimension> {
    solver: CoreSolver,
    set: &'a CoreSet<V>,
    travels: Vec<V>,
}

impl<V: Dimension> Question<V> for Casts<'_, V> {
    type Answer = CoreCast<V>;
    fn part(&self) -> usize {
        FEW
    }
    fn ask(
        &self,
        _batch: &Batch<'_, V>,
        places: &[Placement<V>],
        pairs: &[[u32; 2]],
        range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        let travels = &self.travels[range];
        one_by_one(self.set, places, pairs, answers, |index, a, b| self.solver.cast(a, b, travels[index]));
        Ok(())
    }
}

/// The motion of each shape.
struct Impacts<'a, V: Dimension> {
    solver: CoreSolver,
    set: &'a CoreSet<V>,
    motions: Vec<Motion<V>>,
}

impl<V: Dimension> Question<V> for Impacts<'_, V> {
    type Answer = CoreCast<V>;
    fn part(&self) -> usize {
        FEW
    }
    fn ask(
        &self,
        _batch: &Batch<'_, V>,
        places: &[Placement<V>],
        pairs: &[[u32; 2]],
        _range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        one_by_one(self.set, places, pairs, answers, |index, a, b| {
            let [first, second] = pairs[index].map(|body| &self.motions[body as usize]);
            self.solver.impact(a, first, b, second)
        });
        Ok(())
    }
}

/// Points that move, against all shapes.
struct Rays<V: Dimension> {
    origins: Vec<V>,
    travels: Vec<V>,
}

impl<V: Dimension> Question<V> for Rays<V> {
    type Answer = Option<CoreHit<V>>;
    fn axis(&self, _pairs: usize) -> Option<usize> {
        Some(self.origins.len())
    }
    fn part(&self) -> usize {
        FEW
    }
    fn about(&self, _range: Range<usize>, _pairs: usize) -> Range<usize> {
        0..0
    }
    fn ask(
        &self,
        batch: &Batch<'_, V>,
        _places: &[Placement<V>],
        _pairs: &[[u32; 2]],
        range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        batch.rays(&self.origins[range.clone()], &self.travels[range], answers)
    }
}

impl<V: Dimension> Answer<V> for Option<CoreHit<V>> {
    const COLUMNS: &'static [Column] = &[
        Column::Shape,
        Column::Outcome,
        Column::Fraction,
        Column::Lower,
        Column::Upper,
        Column::Distance,
        Column::PointA,
        Column::PointB,
        Column::Normal,
        Column::Iterations,
    ];
    const DEFAULTS: usize = 5;

    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>) {
        for answer in answers {
            match (answer, column) {
                (Some(hit), Column::Shape) => to.push(hit.placement as f64),
                (Some(hit), _) => CoreCast::write(column, &[hit.cast], rounding, to),
                (None, Column::Shape) => to.push(-1.0),
                (None, Column::Outcome | Column::Iterations) => to.push(0.0),
                (None, Column::Fraction | Column::Lower | Column::Upper) => to.push(1.0),
                (None, Column::Distance) => to.push(f64::INFINITY),
                (None, _) => to.extend(std::iter::repeat_n(f64::NAN, column.width(V::SIZE))),
            }
        }
    }
}

/// A shape of a set that a moving shape comes into contact with.
#[pyclass(frozen, get_all, name = "Hit", module = "clearance")]
pub struct Hit {
    /// The index of the shape in the set.
    shape: usize,
    /// The moving shape past this one: A is the shape of the set. Its outcome is "hit" or "near".
    cast: Py<Cast>,
}

#[pymethods]
impl Hit {
    /// The hit as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("shape", self.shape)?;
        dict.set_item("cast", self.cast.get().to_dict(py)?)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        format!("Hit(shape={}, cast={})", self.shape, self.cast.get().__repr__())
    }
}

/// A convex shape that moves along a vector, and the poses of the set.
struct Moving<'a, 'py> {
    shape: &'a Bound<'py, PyAny>,
    travel: &'a Bound<'py, PyAny>,
    poses: Object<'a, 'py>,
    solver: CoreSolver,
}

impl ShapeSet {
    /// The hits that `find` lists.
    fn hits_of(&self, py: Python<'_>, moving: &Moving<'_, '_>, is_first: bool) -> PyResult<Vec<Hit>> {
        fn found<V: Dimension>(
            py: Python<'_>,
            (bodies, poses, shape): (&Bodies<V>, Option<Poses<'_>>, &AnyShape<V>),
            travel: V,
            solver: CoreSolver,
            is_first: bool,
        ) -> PyResult<Vec<CoreHit<V>>> {
            if poses.as_ref().is_some_and(|poses| poses.configurations.is_some()) {
                return Err(value_error("poses: one configuration is expected, without an axis T"));
            }
            py.detach(|| {
                let mut places = Vec::new();
                let places = bodies.places(poses.as_ref(), 0, &mut places);
                let batch = solver.batch(&bodies.set, places)?;
                let mut hits = Vec::new();
                match is_first {
                    true => hits.extend(batch.first_hit(shape, travel)),
                    false => batch.hits(shape, travel, &mut hits),
                }
                Ok::<_, BatchError>(hits)
            })
            .map_err(value_error)
        }
        let asked = of_argument(moving.shape, "shape")?.get();
        let travel = arrays::numbers(moving.travel, "travel")?;
        let travel = travel.point_of(asked.any.size())?;
        let (solver, single, numbers) = (moving.solver, self.single && asked.single, numbers_of(moving.poses)?);
        macro_rules! hits {
            ($bodies:expr, $shape:expr, $side:path, $vector:ty) => {{
                let asked = ($bodies, $bodies.poses(py, &numbers)?, $shape);
                let hits = found(py, asked, <$vector>::of(travel), solver, is_first)?;
                let hit = |hit: CoreHit<$vector>| {
                    let cast = cast_of(py, hit.cast, $side as fn(Proximity<$vector>) -> _, single)?;
                    Ok(Hit { shape: hit.placement, cast: Py::new(py, cast)? })
                };
                hits.into_iter().map(hit).collect()
            }};
        }
        match both(self.bodies.as_ref(), asked.any.as_ref())? {
            In::Plane((bodies, shape)) => hits!(bodies, shape, In::Plane, Plane),
            In::Space((bodies, shape)) => hits!(bodies, shape, In::Space, Space),
        }
    }
}

#[pymethods]
impl ShapeSet {
    /// casts(travels, poses=None, pairs=None, columns=("outcome", "fraction", "lower", "upper"), out=None,
    /// progress=None, solver=None)
    ///
    /// When the second shape of each pair comes into contact with the first one while it moves by `travels`, shape (M,
    /// dim). Columns: "outcome" (int8: 0 clear, 1 hit, 2 near), "fraction" with "lower" and "upper", and at that moment
    /// "distance", "point_a", "point_b", "normal", "iterations".
    #[pyo3(signature = (travels, poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn casts<'py>(
        &self,
        py: Python<'py>,
        travels: &Bound<'py, PyAny>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let travels = arrays::numbers(travels, "travels")?;
        let asked = Asked { poses, pairs, columns, out, progress, solver: or_default(solver) };
        let solver = asked.solver;
        ask!(self, py, asked, |bodies, count| Ok(Casts { solver, set: &bodies.set, travels: travels.vectors(count)? }))
    }

    /// impacts(motions, poses=None, pairs=None, columns=("outcome", "fraction", "lower", "upper"), out=None,
    /// progress=None, solver=None)
    ///
    /// When the shapes of each pair come into contact while all of them travel and turn. `motions`: one row for each
    /// shape, (N, 9) of travel, rotation vector in radians and centre of the turn; in the plane (N, 5) of travel, angle
    /// and centre. Columns as of `casts`.
    #[pyo3(signature = (motions, poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn impacts<'py>(
        &self,
        py: Python<'py>,
        motions: &Bound<'py, PyAny>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let rows = arrays::numbers(motions, "motions")?;
        let asked = Asked { poses, pairs, columns, out, progress, solver: or_default(solver) };
        let solver = asked.solver;
        ask!(self, py, asked, |bodies, _| {
            let motions = self::motions(&rows, self.shapes.len())?;
            Ok(Impacts { solver, set: &bodies.set, motions })
        })
    }

    /// rays(origins, travels, poses=None, columns=("shape", "outcome", "fraction", "lower", "upper"), out=None,
    /// progress=None, solver=None)
    ///
    /// The first shape that each ray hits: the point `origins[k]` moves by `travels[k]`, both of shape (K, dim).
    /// Columns of shape (K,), with an axis T before if the poses have one: "shape" (int64: the index in the set, -1 if
    /// the ray hits none), those of `casts`, and at that moment "distance", "point_a", "point_b", "normal",
    /// "iterations". A ray that hits none has the outcome 0, the fraction and its bounds 1, the distance infinity and
    /// NaN for the vectors.
    #[pyo3(signature = (origins, travels, poses=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn rays<'py>(
        &self,
        py: Python<'py>,
        origins: &Bound<'py, PyAny>,
        travels: &Bound<'py, PyAny>,
        poses: Object<'_, 'py>,
        columns: Option<Names>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let origins = arrays::numbers(origins, "origins")?;
        let travels = arrays::numbers(travels, "travels")?;
        let count = origins.shape().first().copied().unwrap_or(0);
        let none = numpy::PyArray2::<i64>::zeros(py, [0, 2], false).into_any();
        let asked = Asked { poses, pairs: Some(&none), columns, out, progress, solver: or_default(solver) };
        ask!(self, py, asked, |_, _| {
            Ok(Rays { origins: origins.vectors(count)?, travels: travels.vectors(count)? })
        })
    }

    /// first_hit(shape, travel, poses=None, solver=None)
    ///
    /// The shape of the set that a convex shape meets first while it moves by `travel`, shape (dim,): a `Hit`, or None.
    /// The poses have no axis T. Raises ValueError for a shape of the other dimension.
    #[pyo3(signature = (shape, travel, poses=None, solver=None))]
    fn first_hit<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        travel: &Bound<'py, PyAny>,
        poses: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Option<Hit>> {
        let moving = Moving { shape, travel, poses, solver: or_default(solver) };
        Ok(self.hits_of(py, &moving, true)?.pop())
    }

    /// hits(shape, travel, poses=None, solver=None)
    ///
    /// All shapes of the set that a convex shape meets while it moves by `travel`, shape (dim,): a list of `Hit`s, the
    /// first one first. The poses have no axis T. Raises ValueError for a shape of the other dimension.
    #[pyo3(signature = (shape, travel, poses=None, solver=None))]
    fn hits<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        travel: &Bound<'py, PyAny>,
        poses: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Vec<Hit>> {
        let moving = Moving { shape, travel, poses, solver: or_default(solver) };
        self.hits_of(py, &moving, false)
    }
}
