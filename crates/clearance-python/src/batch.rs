//! Many pairs in one call: sets of shapes, arrays of poses and pairs, and columns of answers.

use crate::arrays;
use crate::columns::{Answer, Names};
use crate::device::{self, Asking};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::gradient::Gradients;
use crate::indices::Pairs;
use crate::queries::{Manifold, manifold_of};
use crate::questions::{Contacts, Distances, Least, Leasts, Overlaps, SOME, SignedDistances, WithinLimit, first_least};
use crate::run::{Bodies, Keep, Question, Run};
use crate::shape::{mixed, of_argument, value_error};
use crate::solver::{Solver, or_default};
use crate::table::{Rows, Table};
use clearance::{Manifold as CoreManifold, Minimum, Solver as CoreSolver};
use clearance_cuda::Question as OnDevice;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::OnceLock;

/// ShapeSet(shapes)
///
/// Shapes of one dimension for questions about many pairs. The set keeps the shapes' own poses; poses of a question are
/// applied on top. Raises ValueError for shapes of two dimensions.
#[pyclass(frozen, name = "ShapeSet", module = "clearance")]
pub struct ShapeSet {
    pub bodies: In<Bodies<Plane>, Bodies<Space>>,
    pub shapes: Vec<Py<PyAny>>,
    pub single: bool,
    /// The same in the memory of a device, once poses have come from there.
    pub on_device: OnceLock<clearance_cuda::Bodies>,
}

pub type Object<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// What every method of a set is asked with.
pub struct Asked<'a, 'py> {
    pub poses: Object<'a, 'py>,
    pub pairs: Object<'a, 'py>,
    pub columns: Option<Names>,
    pub out: Option<&'a Bound<'py, PyDict>>,
    pub progress: Object<'a, 'py>,
    pub solver: CoreSolver,
}

impl ShapeSet {
    /// A dict of columns of a question.
    pub fn columns<'py, V: Dimension, Q: Question<V>>(
        &self,
        py: Python<'py>,
        bodies: &Bodies<V>,
        asked: &Asked<'_, 'py>,
        question: impl FnOnce(usize) -> PyResult<Q>,
    ) -> PyResult<Bound<'py, PyDict>>
    where
        Q::Answer: Answer<V>,
    {
        let pairs = Pairs::read(asked.pairs, self.shapes.len())?;
        let pairs = pairs.seen()?;
        let question = question(pairs.len())?;
        let numbers = numbers_of(asked.poses)?;
        let poses = bodies.poses(py, &numbers)?;
        let configurations = poses.as_ref().and_then(|poses| poses.configurations);
        let axes: Vec<usize> = configurations.into_iter().chain(question.axis(pairs.len())).collect();
        let mut table = Table::new::<V, Q::Answer>(py, asked.columns.as_ref(), &axes, self.single, asked.out)?;
        let run = Run { bodies, poses: poses.as_ref(), pairs, solver: asked.solver };
        run.answer(py, &question, asked.progress, &mut table.rows::<V>()?)?;
        table.finish(py)
    }

    /// The columns of the least distance: of each configuration, or of one with many pairs.
    fn least<'py, V: Dimension>(
        &self,
        py: Python<'py>,
        bodies: &Bodies<V>,
        asked: &Asked<'_, 'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let given = Pairs::read(asked.pairs, self.shapes.len())?;
        let (pairs, numbers) = (given.seen()?, numbers_of(asked.poses)?);
        let poses = bodies.poses(py, &numbers)?;
        if poses.as_ref().is_some_and(|poses| poses.configurations.is_some()) || pairs.len() <= SOME {
            return self.columns(py, bodies, asked, |_| Ok(Least));
        }
        let names = asked.columns.as_ref();
        let mut table = Table::new::<V, Option<Minimum<V>>>(py, names, &[], self.single, asked.out)?;
        let run = Run { bodies, poses: poses.as_ref(), pairs, solver: asked.solver };
        let mut parts = vec![None; pairs.len().div_ceil(SOME)];
        run.answer(py, &Leasts, asked.progress, &mut parts)?;
        let mut rows = table.rows::<V>()?;
        let place = Keep::<Option<Minimum<V>>>::parts(&mut rows, 0..1, 1).remove(0);
        Rows::<V>::keep(place, &mut [first_least(&parts)], &mut Vec::new());
        drop(rows);
        table.finish(py)
    }
}

/// The numbers of poses, where they are given.
pub fn numbers_of<'py>(poses: Object<'_, 'py>) -> PyResult<Option<arrays::Numbers<'py>>> {
    poses.map(|poses| arrays::numbers(poses, "poses")).transpose()
}

/// The answer of a set of either dimension. The question may borrow the bodies, and gets the number of pairs.
macro_rules! ask {
    ($set:expr, $py:expr, $asked:expr, |$bodies:pat_param, $count:pat_param| $question:expr) => {{
        let asked = $asked;
        each!(&$set.bodies, bodies => $set.columns($py, bodies, &asked, |$count| {
            let $bodies = bodies;
            $question
        }))
    }};
}
pub(crate) use ask;

#[pymethods]
impl ShapeSet {
    #[new]
    fn new(py: Python<'_>, shapes: Vec<Py<PyAny>>) -> PyResult<Self> {
        let (mut flat, mut solid, mut single) = (Bodies::new(), Bodies::new(), true);
        for (index, shape) in shapes.iter().enumerate() {
            let shape = of_argument(shape.bind(py), &format!("shapes[{index}]"))?.get();
            single &= shape.single;
            match &shape.any {
                In::Plane(shape) => flat.add(shape),
                In::Space(shape) => solid.add(shape),
            }
        }
        let bodies = match (flat.is_empty(), solid.is_empty()) {
            (false, false) => return Err(mixed(2, 3)),
            (false, true) => In::Plane(flat),
            _ => In::Space(solid),
        };
        Ok(Self { bodies, single: single && !shapes.is_empty(), shapes, on_device: OnceLock::new() })
    }

    /// distances(poses=None, pairs=None, columns=("distance", "lower", "upper"), out=None, progress=None, solver=None)
    ///
    /// The distances of many pairs, as a dict of NumPy columns of length M, with an axis (T, M) if the poses have one.
    /// Each answer has the bits of the single query.
    ///
    /// `poses`: (N, 7) rows of x, y, z and a quaternion xyzw, or (N, 4, 4); in the plane (N, 4) rows of x, y, c, s, or
    /// (N, 3, 3); one for each shape, with a leading axis T for many configurations. `pairs`: (M, 2) indices of shapes,
    /// by default all pairs. `columns`: of "status" (int8: 1 separated, 0 touching, -1 overlapping), "distance",
    /// "lower", "upper", "point_a", "point_b", "normal", "iterations". `out`: a dict of arrays to fill, of any
    /// layout; those of a call that is ended hold some of the answers. `progress(done, of)` is called after every few
    /// thousand pairs; an exception in it ends the call, and so does Ctrl-C.
    ///
    /// Poses in the memory of a CUDA device are taken there, as rows of float64 or float32, from whatever offers
    /// `__dlpack__` or `__cuda_array_interface__`: torch, CuPy, JAX, Warp. `pairs` may lie there or on the host. The
    /// columns are then `DeviceArray`s, with the same bits. Pairs that kernels leave open, the cores answer. There is no
    /// column "iterations" then, no `out`, and `solver` has its default options.
    #[pyo3(signature = (poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = Asked { poses, pairs, columns, out, progress, solver: or_default(solver) };
        if let Some(found) = device::columns(self, py, &asked, Asking::Each(OnDevice::Distance))? {
            return Ok(found);
        }
        ask!(self, py, asked, |_, _| Ok(Distances { of: std::marker::PhantomData }))
    }

    /// signed_distances(poses=None, pairs=None, columns=("distance", "lower", "upper"), out=None, progress=None,
    /// solver=None)
    ///
    /// As `distances`, with minus the penetration depth for shapes that overlap.
    #[pyo3(signature = (poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn signed_distances<'py>(
        &self,
        py: Python<'py>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = Asked { poses, pairs, columns, out, progress, solver: or_default(solver) };
        if let Some(found) = device::columns(self, py, &asked, Asking::Each(OnDevice::SignedDistance))? {
            return Ok(found);
        }
        ask!(self, py, asked, |_, _| Ok(SignedDistances { of: std::marker::PhantomData }))
    }

    /// within(max_distance, poses=None, pairs=None, columns=..., out=None, progress=None, solver=None)
    ///
    /// As `distances`, and each search stops as soon as it proves more than `max_distance`. Such a pair has the
    /// distance and the upper bound infinity, the lower bound `max_distance`, and NaN for its points and its normal.
    #[pyo3(signature = (max_distance, poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn within<'py>(
        &self,
        py: Python<'py>,
        max_distance: f64,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let solver = limited(max_distance, solver)?;
        let asked = Asked { poses, pairs, columns, out, progress, solver };
        if let Some(found) = device::columns(self, py, &asked, Asking::Each(OnDevice::Within(max_distance)))? {
            return Ok(found);
        }
        ask!(self, py, asked, |_, _| Ok(WithinLimit { limit: max_distance, of: std::marker::PhantomData }))
    }

    /// minimum(poses=None, pairs=None, columns=("pair", "distance", "lower", "upper"), max_distance=inf, out=None,
    /// progress=None, solver=None)
    ///
    /// The pair of least distance in each configuration: columns of shape (T,), or () without an axis T. "pair" is its
    /// row in `pairs`, -1 if no pair is within `max_distance`. Most pairs need no search.
    #[pyo3(signature = (poses=None, pairs=None, columns=None, max_distance=f64::INFINITY, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn minimum<'py>(
        &self,
        py: Python<'py>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        max_distance: f64,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let solver = limited(max_distance, solver)?;
        let asked = Asked { poses, pairs, columns, out, progress, solver };
        if let Some(found) = device::columns(self, py, &asked, Asking::Least)? {
            return Ok(found);
        }
        each!(&self.bodies, bodies => self.least(py, bodies, &asked))
    }

    /// overlaps(poses=None, pairs=None, progress=None, solver=None)
    ///
    /// Whether the shapes of each pair have a common point: an array of bool of shape (M,) or (T, M). It is a
    /// `DeviceArray` for poses on a device.
    #[pyo3(signature = (poses=None, pairs=None, progress=None, solver=None))]
    fn overlaps<'py>(
        &self,
        py: Python<'py>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked { poses, pairs, columns: None, out: None, progress, solver: or_default(solver) };
        if let Some(found) = device::overlaps(self, py, &asked)? {
            return Ok(found.into_any());
        }
        let pairs = Pairs::read(pairs, self.shapes.len())?;
        let (pairs, numbers) = (pairs.seen()?, numbers_of(poses)?);
        each!(&self.bodies, bodies => {
            let poses = bodies.poses(py, &numbers)?;
            let configurations = poses.as_ref().and_then(|poses| poses.configurations);
            let shape: Vec<usize> = configurations.into_iter().chain([pairs.len()]).collect();
            let mut found = vec![false; shape.iter().product()];
            let run = Run { bodies, poses: poses.as_ref(), pairs, solver: or_default(solver) };
            let question = Overlaps { of: std::marker::PhantomData };
            run.answer(py, &question, progress, &mut found)?;
            Ok(found.into_pyarray(py).reshape(shape)?.into_any())
        })
    }

    /// gradients(poses=None, pairs=None, columns=("distance", "gradient_a", "gradient_b", "regular"), centers=None,
    /// out=None, progress=None, solver=None)
    ///
    /// The signed distance of each pair and its derivative with respect to a twist of each shape: columns of (M, 6), in
    /// the plane (M, 3), with an axis T before if the poses have one. The shapes turn about the origins of their
    /// frames, or about `centers`, shape (N, dim). More columns: "witness_margin", "facet_margin" and those of
    /// `signed_distances`.
    #[pyo3(signature = (poses=None, pairs=None, columns=None, centers=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn gradients<'py>(
        &self,
        py: Python<'py>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        columns: Option<Names>,
        centers: Object<'_, 'py>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let centers = centers.map(|centers| arrays::numbers(centers, "centers")).transpose()?;
        let solver = or_default(solver);
        let asked = Asked { poses, pairs, columns, out, progress, solver };
        ask!(self, py, asked, |bodies, _| {
            let centers = centers.map(|centers| centers.vectors(self.shapes.len())).transpose()?;
            Ok(Gradients { solver, set: &bodies.set, centers })
        })
    }

    /// contacts(poses=None, pairs=None, speculative=0.0, reduce=False, progress=None, solver=None)
    ///
    /// The contacts of each pair: a list of `Manifold`s. The poses have no axis T.
    #[pyo3(signature = (poses=None, pairs=None, speculative=0.0, reduce=false, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn contacts<'py>(
        &self,
        py: Python<'py>,
        poses: Object<'_, 'py>,
        pairs: Object<'_, 'py>,
        speculative: f64,
        reduce: bool,
        progress: Object<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Vec<Manifold>> {
        if speculative.is_nan() {
            return Err(value_error("speculative is nan: a number is expected"));
        }
        let (pairs, solver) = (Pairs::read(pairs, self.shapes.len())?, or_default(solver));
        let (pairs, numbers) = (pairs.seen()?, numbers_of(poses)?);
        each!(&self.bodies, bodies => {
            let poses = bodies.poses(py, &numbers)?;
            if poses.as_ref().is_some_and(|poses| poses.configurations.is_some()) {
                return Err(value_error("poses: one configuration is expected, without an axis T"));
            }
            let run = Run { bodies, poses: poses.as_ref(), pairs, solver };
            let question = Contacts { solver, set: &bodies.set, speculative, reduce };
            let mut found = vec![CoreManifold::default(); pairs.len()];
            run.answer(py, &question, progress, &mut found)?;
            found.iter().map(|manifold| manifold_of(py, manifold, self.single)).collect()
        })
    }

    /// The shapes of the set.
    #[getter]
    fn shapes(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.shapes.iter().map(|shape| shape.clone_ref(py)).collect()
    }
    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.bodies.size()
    }
    fn __len__(&self) -> usize {
        self.shapes.len()
    }
    fn __repr__(&self) -> String {
        format!("ShapeSet({} shapes, dim={})", self.shapes.len(), self.bodies.size())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Vec<Py<PyAny>>,)) {
        (slf.get_type().into_any(), (slf.get().shapes(slf.py()),))
    }
}

fn limited(max_distance: f64, solver: Option<&Solver>) -> PyResult<CoreSolver> {
    if max_distance.is_nan() {
        return Err(value_error("max_distance is nan: a number is expected"));
    }
    Ok(CoreSolver { max_distance, ..or_default(solver) })
}
