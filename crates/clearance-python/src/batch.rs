//! Many pairs in one call: sets of shapes, arrays of poses and pairs, and columns of answers.

use crate::arrays::{self, Numbers, index_text, single_down, single_near, single_up};
use crate::dimension::{Dimension, In, Plane, Space};
use crate::pose::{of_matrix, of_row};
use crate::shape::{Shape, mixed, of_argument, value_error};
use crate::solver::{Solver, or_default};
use clearance::{Placement, Pose, Proximity, ShapeId, ShapeSet as CoreSet, Solver as CoreSolver, Status};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Pairs between two looks for Ctrl-C. Larger: an interrupt of slow pairs waits longer. Smaller: more calls, of which each
/// sorts its pairs anew.
const CHUNK: usize = 4096;

/// The shapes of a set, without their own poses.
struct Bodies<V: Dimension> {
    set: CoreSet<V>,
    own: Vec<(ShapeId, Pose<V>)>,
}

/// ShapeSet(shapes)
///
/// Shapes of one dimension for questions about many pairs. The set keeps the shapes' own poses; poses of a question are
/// applied on top. Raises ValueError for shapes of two dimensions.
#[pyclass(frozen, name = "ShapeSet", module = "clearance")]
pub struct ShapeSet {
    bodies: In<Bodies<Plane>, Bodies<Space>>,
    shapes: Vec<Py<PyAny>>,
    single: bool,
}

impl<V: Dimension> Bodies<V> {
    fn new() -> Self {
        Self { set: CoreSet::new(), own: Vec::new() }
    }
    fn add(&mut self, shape: &clearance::AnyShape<V>) {
        let (shape, pose) = Shape::parted(shape);
        let id = self.set.insert(shape);
        self.own.push((id, pose));
    }
    /// The places of all shapes: of the set alone, or with the rows of one configuration on top.
    fn places(&self, poses: Option<&Poses<V>>, configuration: usize) -> Vec<Placement<V>> {
        let count = self.own.len();
        let place = |(index, &(shape, own)): (usize, &(ShapeId, Pose<V>))| {
            let pose = match poses.map(|poses| poses.list[configuration * count + index]) {
                None => own,
                Some(pose) if own == Pose::identity() => pose,
                Some(pose) => pose.after(&own),
            };
            Placement { shape, pose }
        };
        self.own.iter().enumerate().map(place).collect()
    }
}

/// The poses of a question, configuration by configuration.
struct Poses<V: Dimension> {
    list: Vec<Pose<V>>,
    /// The number of configurations. None if there is no axis for them.
    configurations: Option<usize>,
}

impl<V: Dimension> Poses<V> {
    fn read(numbers: &Numbers<'_>, count: usize) -> PyResult<Self> {
        let (side, row) = (V::SIZE + 1, V::SIZE + V::TURN);
        let expected =
            format!("({count}, {row}) or ({count}, {side}, {side}), with an axis of configurations before or not,");
        let (configurations, is_matrix) = match numbers.shape() {
            [n, a, b] if (*n, *a, *b) == (count, side, side) => (None, true),
            [n, a] if (*n, *a) == (count, row) => (None, false),
            [t, n, a, b] if (*n, *a, *b) == (count, side, side) => (Some(*t), true),
            [t, n, a] if (*n, *a) == (count, row) => (Some(*t), false),
            _ => return Err(numbers.wrong_shape(&expected)),
        };
        let shape = numbers.shape();
        let outer = &shape[..shape.len() - if is_matrix { 2 } else { 1 }];
        let size = if is_matrix { side * side } else { row };
        let one = |(index, numbers): (usize, &[f64])| {
            let pose = if is_matrix { of_matrix(numbers) } else { of_row(numbers) };
            pose.map_err(|defect| PyValueError::new_err(format!("poses{}: {defect}", index_text(index, outer))))
        };
        let list = numbers.finite()?.chunks_exact(size).enumerate().map(one).collect::<PyResult<_>>()?;
        Ok(Self { list, configurations })
    }
}

/// The columns that can be asked for.
#[derive(Clone, Copy, PartialEq)]
enum Column {
    Status,
    Distance,
    Lower,
    Upper,
    PointA,
    PointB,
    Normal,
    Iterations,
}

const COLUMNS: [(&str, Column); 8] = [
    ("status", Column::Status),
    ("distance", Column::Distance),
    ("lower", Column::Lower),
    ("upper", Column::Upper),
    ("point_a", Column::PointA),
    ("point_b", Column::PointB),
    ("normal", Column::Normal),
    ("iterations", Column::Iterations),
];

impl Column {
    fn of(name: &str) -> PyResult<Self> {
        COLUMNS.iter().find(|(known, _)| *known == name).map(|&(_, column)| column).ok_or_else(|| {
            let known = COLUMNS.map(|(name, _)| name).join(", ");
            PyValueError::new_err(format!("columns: there is no column {name:?}; known are {known}"))
        })
    }
    fn width(self, size: usize) -> usize {
        if matches!(self, Self::PointA | Self::PointB | Self::Normal) { size } else { 1 }
    }
    fn write<V: Dimension>(self, answer: &Proximity<V>, single: bool, to: &mut Vec<f64>) {
        let vector = |vector: V, to: &mut Vec<f64>| {
            let near = |number: f64| if single { single_near(number) } else { number };
            to.extend((0..V::SIZE).map(|axis| near(*vector.coordinate(axis))));
        };
        match self {
            Self::Status => to.push(match answer.status {
                Status::Separated => 1.0,
                Status::Touching => 0.0,
                Status::Overlapping => -1.0,
            }),
            Self::Distance => to.push(if single { single_near(answer.distance) } else { answer.distance }),
            Self::Lower => to.push(if single { single_down(answer.lower) } else { answer.lower }),
            Self::Upper => to.push(if single { single_up(answer.upper) } else { answer.upper }),
            Self::PointA => vector(answer.point_a, to),
            Self::PointB => vector(answer.point_b, to),
            Self::Normal => vector(answer.normal, to),
            Self::Iterations => to.push(f64::from(answer.iterations)),
        }
    }
    fn dtype(self, single: bool) -> &'static str {
        match self {
            Self::Status => "int8",
            Self::Iterations => "uint32",
            _ if single => "float32",
            _ => "float64",
        }
    }
}

/// What a method of a set is asked with.
struct Asked<'a, 'py> {
    poses: Option<&'a Bound<'py, PyAny>>,
    pairs: Option<&'a Bound<'py, PyAny>>,
    columns: Vec<String>,
    out: Option<&'a Bound<'py, PyDict>>,
    progress: Option<&'a Bound<'py, PyAny>>,
    solver: CoreSolver,
    signed: bool,
}

impl ShapeSet {
    fn pairs(&self, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<[u32; 2]>> {
        let count = self.shapes.len();
        match given {
            Some(pairs) => arrays::indices::<2>(pairs, "pairs", count),
            None => Ok((0..count as u32).flat_map(|i| (i + 1..count as u32).map(move |j| [i, j])).collect()),
        }
    }

    fn answer<'py>(&self, py: Python<'py>, asked: &Asked<'_, 'py>) -> PyResult<Bound<'py, PyDict>> {
        match &self.bodies {
            In::Plane(bodies) => self.columns(py, bodies, asked),
            In::Space(bodies) => self.columns(py, bodies, asked),
        }
    }

    fn columns<'py, V: Dimension>(
        &self,
        py: Python<'py>,
        bodies: &Bodies<V>,
        asked: &Asked<'_, 'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let pairs = self.pairs(asked.pairs)?;
        let columns = asked.columns.iter().map(|name| Column::of(name)).collect::<PyResult<Vec<_>>>()?;
        let poses = asked.poses.map(|poses| Poses::<V>::read(&arrays::numbers(poses, "poses")?, self.shapes.len()));
        let poses = poses.transpose()?;
        let configurations = poses.as_ref().and_then(|poses| poses.configurations);
        let all = configurations.unwrap_or(1);
        let places = self.places_for_out(asked, &columns, configurations, pairs.len(), V::SIZE)?;
        let mut written: Vec<Vec<f64>> =
            columns.iter().map(|column| Vec::with_capacity(all * pairs.len() * column.width(V::SIZE))).collect();
        let mut answers = vec![Proximity::default(); pairs.len().min(CHUNK)];
        for configuration in 0..all {
            let placements = bodies.places(poses.as_ref(), configuration);
            for (index, chunk) in pairs.chunks(CHUNK).enumerate() {
                let answers = &mut answers[..chunk.len()];
                let (solver, signed) = (asked.solver, asked.signed);
                py.detach(|| {
                    let batch = solver.batch(&bodies.set, &placements)?;
                    if signed { batch.signed_distances(chunk, answers) } else { batch.distances(chunk, answers) }
                })
                .map_err(value_error)?;
                for (column, to) in columns.iter().zip(&mut written) {
                    answers.iter().for_each(|answer| column.write(answer, self.single, to));
                }
                py.check_signals()?;
                if let Some(progress) = asked.progress {
                    let done = configuration * pairs.len() + index * CHUNK + chunk.len();
                    progress.call1((done, all * pairs.len()))?;
                }
            }
        }
        let result = PyDict::new(py);
        for (((name, column), numbers), place) in asked.columns.iter().zip(&columns).zip(written).zip(places) {
            let mut shape: Vec<usize> = configurations.into_iter().chain([pairs.len()]).collect();
            if column.width(V::SIZE) > 1 {
                shape.push(V::SIZE);
            }
            let array = PyArrayDyn::<f64>::zeros(py, shape, false);
            array.readwrite().as_slice_mut()?.copy_from_slice(&numbers);
            let array = match column.dtype(self.single) {
                "float64" => array.into_any(),
                dtype => array.call_method1("astype", (dtype,))?,
            };
            match place {
                Some(place) => {
                    place.set_item(pyo3::types::PyEllipsis::get(py), array)?;
                    result.set_item(name, place)?;
                }
                None => result.set_item(name, array)?,
            }
        }
        Ok(result)
    }

    /// The arrays of `out`, checked before anything is computed.
    fn places_for_out<'py>(
        &self,
        asked: &Asked<'_, 'py>,
        columns: &[Column],
        configurations: Option<usize>,
        pairs: usize,
        size: usize,
    ) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        let Some(out) = asked.out else { return Ok(vec![None; columns.len()]) };
        let one = |(name, column): (&String, &Column)| {
            let Some(array) = out.get_item(name)? else { return Ok(None) };
            let mut shape: Vec<usize> = configurations.into_iter().chain([pairs]).collect();
            if column.width(size) > 1 {
                shape.push(size);
            }
            let wanted = column.dtype(self.single);
            let untyped = array
                .cast::<numpy::PyUntypedArray>()
                .map_err(|_| PyTypeError::new_err(format!("out[{name:?}]: a NumPy array is expected")))?;
            let is_writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
            let dtype = untyped.dtype().to_string();
            if untyped.shape() != shape || dtype != wanted || !is_writeable {
                let (shape, found) = (arrays::shape_text(&shape), arrays::shape_text(untyped.shape()));
                return Err(PyValueError::new_err(format!(
                    "out[{name:?}]: a writeable array of {wanted} and shape {shape} is expected, found {dtype} {found}"
                )));
            }
            Ok(Some(array))
        };
        asked.columns.iter().zip(columns).map(one).collect()
    }
}

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
        let bodies = match (flat.own.is_empty(), solid.own.is_empty()) {
            (false, false) => return Err(mixed(2, 3)),
            (false, true) => In::Plane(flat),
            _ => In::Space(solid),
        };
        Ok(Self { bodies, single: single && !shapes.is_empty(), shapes })
    }

    /// distances(poses=None, pairs=None, columns=("distance", "lower", "upper"), out=None, progress=None, solver=None)
    ///
    /// The distances of many pairs, as a dict of NumPy columns of length M, with an axis (T, M) if the poses have one.
    /// Each answer has the bits of the single query.
    ///
    /// `poses`: (N, 7) rows of x, y, z and a quaternion xyzw, or (N, 4, 4); in the plane (N, 4) rows of x, y, c, s, or
    /// (N, 3, 3); one for each shape, with a leading axis T for many configurations. `pairs`: (M, 2) indices of shapes,
    /// by default all pairs. `columns`: of "status" (int8: 1 separated, 0 touching, -1 overlapping), "distance", "lower",
    /// "upper", "point_a", "point_b", "normal", "iterations". `out`: a dict of arrays to fill. `progress(done, of)` is
    /// called after every few thousand pairs; an exception in it ends the call, and so does Ctrl-C.
    #[pyo3(signature = (poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        pairs: Option<&Bound<'py, PyAny>>,
        columns: Option<Vec<String>>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Option<&Bound<'py, PyAny>>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (columns, solver) = (columns_or_default(columns), or_default(solver));
        self.answer(py, &Asked { poses, pairs, columns, out, progress, solver, signed: false })
    }

    /// signed_distances(poses=None, pairs=None, columns=("distance", "lower", "upper"), out=None, progress=None, solver=None)
    ///
    /// As `distances`, with minus the penetration depth for shapes that overlap.
    #[pyo3(signature = (poses=None, pairs=None, columns=None, out=None, progress=None, solver=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn signed_distances<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        pairs: Option<&Bound<'py, PyAny>>,
        columns: Option<Vec<String>>,
        out: Option<&Bound<'py, PyDict>>,
        progress: Option<&Bound<'py, PyAny>>,
        solver: Option<&Solver>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (columns, solver) = (columns_or_default(columns), or_default(solver));
        self.answer(py, &Asked { poses, pairs, columns, out, progress, solver, signed: true })
    }

    fn __len__(&self) -> usize {
        self.shapes.len()
    }
    fn __repr__(&self) -> String {
        format!("ShapeSet({} shapes, dim={})", self.shapes.len(), self.bodies.size())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Vec<Py<PyAny>>,)) {
        let shapes = slf.get().shapes.iter().map(|shape| shape.clone_ref(slf.py())).collect();
        (slf.get_type().into_any(), (shapes,))
    }
}

fn columns_or_default(columns: Option<Vec<String>>) -> Vec<String> {
    columns.unwrap_or_else(|| ["distance", "lower", "upper"].map(str::to_owned).to_vec())
}
