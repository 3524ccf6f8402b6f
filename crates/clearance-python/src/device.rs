//! Questions of a `ShapeSet` about poses in the memory of a CUDA device, and a `Robot`'s poses there. Answers stay there.
//!
//! The shapes are uploaded when such a question comes first, and kept with the set. The kernels read the poses where they
//! are; what they leave open, the cores answer. So the answers have the bits of those for arrays of the host.

use crate::arrays::{index_text, shape_text};
use crate::batch::{Asked, ShapeSet};
use crate::columns::{Answer, Column as Name, named};
use crate::device_array::{DeviceArray, Kind, told};
use crate::dimension::{In, Space};
use crate::dlpack::{OnDevice, on_device};
use crate::indices::{Pairs, SeenPairs};
use crate::robot::Robot;
use crate::shape::{Shape, of_argument, value_error};
use clearance::{Minimum, Pose, Proximity, Solver};
use clearance_cuda::{
    Address, Bodies, Configurations, DeviceAnswers, Error, Gpu, ListedPairs, Precision, Question, Wanted,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::OnceLock;

/// What is asked of poses on a device.
#[derive(Clone, Copy)]
pub enum Asking {
    Each(Question),
    Least,
}

/// A question with poses on a device, read and checked.
struct Given<'a, 'py> {
    poses: OnDevice<'py>,
    precision: Precision,
    /// The length of the axis of configurations.
    configurations: Option<usize>,
    pairs: GivenPairs<'a, 'py>,
}

enum GivenPairs<'a, 'py> {
    Host(&'a [[u32; 2]]),
    Device(OnDevice<'py>, Precision),
}

/// The columns of a question, if its poses lie in the memory of a device.
pub fn columns<'py>(
    set: &ShapeSet,
    py: Python<'py>,
    asked: &Asked<'_, 'py>,
    asking: Asking,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(poses) = device_poses(asked)? else { return Ok(None) };
    if asked.out.is_some() {
        return Err(value_error("out: arrays on a device are made by the call"));
    }
    let names = wanted_names(asked, asking)?;
    let has = |name: Name| names.contains(&name);
    let wanted = Wanted {
        status: has(Name::Status),
        lengths: [Name::Distance, Name::Lower, Name::Upper].map(has),
        vectors: [Name::PointA, Name::PointB, Name::Normal].map(has),
        precision: if set.single { Precision::Single } else { Precision::Double },
    };
    let limit = asked.solver.max_distance;
    let (answers, axes) = with(set, py, asked, poses, |bodies, configurations, pairs, stream| match asking {
        Asking::Each(question) => bodies.ask(question, configurations, pairs, &wanted, stream),
        Asking::Least => bodies.minimum(limit, configurations, pairs, &wanted, stream),
    })?;
    let axes = if let Asking::Least = asking { axes[..axes.len() - 1].to_vec() } else { axes };
    let result = PyDict::new(py);
    let DeviceAnswers { status, lengths: [distance, lower, upper], vectors: [point_a, point_b, normal], pair, .. } =
        answers;
    let number = if set.single { Kind::Single } else { Kind::Double };
    let mut columns = [
        (Name::Status, status, Kind::Sign),
        (Name::Pair, pair, Kind::Index),
        (Name::Distance, distance, number),
        (Name::Lower, lower, number),
        (Name::Upper, upper, number),
        (Name::PointA, point_a, number),
        (Name::PointB, point_b, number),
        (Name::Normal, normal, number),
    ];
    for name in names {
        let Some((_, column, kind)) = columns.iter_mut().find(|(own, ..)| *own == name) else { continue };
        let Some(column) = column.take() else { continue };
        let width = name.width(3);
        let shape = axes.iter().copied().chain((width > 1).then_some(width)).collect();
        result.set_item(name.name(), Py::new(py, DeviceArray::new(column, shape, *kind))?)?;
    }
    Ok(Some(result))
}

/// Whether the bodies of each pair meet, if the poses lie in the memory of a device.
pub fn overlaps<'py>(
    set: &ShapeSet,
    py: Python<'py>,
    asked: &Asked<'_, 'py>,
) -> PyResult<Option<Bound<'py, DeviceArray>>> {
    let Some(poses) = device_poses(asked)? else { return Ok(None) };
    let (found, axes) = with(set, py, asked, poses, |bodies, configurations, pairs, stream| {
        bodies.overlaps(configurations, pairs, stream)
    })?;
    Bound::new(py, DeviceArray::new(found, axes, Kind::Verdict)).map(Some)
}

fn device_poses<'py>(asked: &Asked<'_, 'py>) -> PyResult<Option<OnDevice<'py>>> {
    asked.poses.map_or(Ok(None), |poses| on_device(poses, "poses"))
}

/// The columns that are asked for, once each.
fn wanted_names(asked: &Asked<'_, '_>, asking: Asking) -> PyResult<Vec<Name>> {
    let (known, defaults) = match asking {
        Asking::Least => {
            (<Option<Minimum<Space>> as Answer<Space>>::COLUMNS, <Option<Minimum<Space>> as Answer<Space>>::DEFAULTS)
        }
        Asking::Each(_) => {
            (<Proximity<Space> as Answer<Space>>::COLUMNS, <Proximity<Space> as Answer<Space>>::DEFAULTS)
        }
    };
    let Some(names) = &asked.columns else { return Ok(known[..defaults].to_vec()) };
    let mut found = Vec::new();
    for name in &names.0 {
        let column = named(known, name)?;
        if column == Name::Iterations {
            return Err(value_error("columns: kernels of a device do not count iterations"));
        }
        if !found.contains(&column) {
            found.push(column);
        }
    }
    Ok(found)
}

/// Asks the bodies of the set on the device. Gives the answer, and the axes of the pairs.
fn with<'py, T: Send>(
    set: &ShapeSet,
    py: Python<'py>,
    asked: &Asked<'_, 'py>,
    poses: OnDevice<'py>,
    ask: impl FnOnce(&Bodies, Configurations, ListedPairs<'_>, clearance_cuda::ForeignStream) -> Result<T, Error> + Send,
) -> PyResult<(T, Vec<usize>)> {
    if (Solver { max_distance: f64::INFINITY, ..asked.solver })
        != (Solver { max_distance: f64::INFINITY, ..Solver::default() })
    {
        return Err(value_error("solver: kernels of a device have the options of Solver()"));
    }
    let bodies = match set.on_device.get() {
        Some(bodies) => bodies,
        None => {
            let made = uploaded(set, py, &poses)?;
            set.on_device.get_or_init(|| made)
        }
    };
    // Pairs of the host are read as everywhere; those of a device are read there.
    let there = asked.pairs.map_or(Ok(None), |pairs| on_device(pairs, "pairs"))?;
    let host = if there.is_some() { Pairs::List(Vec::new()) } else { Pairs::read(asked.pairs, set.shapes.len())? };
    let mut list = Vec::new();
    let seen = host.seen()?;
    let pairs = match there {
        Some(pairs) => {
            let precision = whole(&pairs)?;
            GivenPairs::Device(pairs, precision)
        }
        None => GivenPairs::Host(listed(&seen, &mut list)),
    };
    let (configurations, precision) = shape_of_poses(&poses, set.shapes.len())?;
    let given = Given { poses, precision, configurations, pairs };
    given.are_on_this_device(bodies.gpu())?;
    let (stream, outer) = (given.poses.stream(), given.outer().to_vec());
    let count = given.configurations.unwrap_or(1);
    let at = Configurations { count, poses: given.poses.numbers(given.precision) };
    let (listed, each) = match &given.pairs {
        GivenPairs::Host(list) => (ListedPairs::Host(list), list.len()),
        GivenPairs::Device(pairs, precision) => {
            let each = pairs.shape[0];
            (ListedPairs::Device(each, pairs.numbers(*precision)), each)
        }
    };
    let waits = if let GivenPairs::Device(pairs, _) = &given.pairs { Some(pairs.stream()) } else { None };
    let found = py.detach(|| {
        waits.filter(|&other| other != stream).map_or(Ok(()), |other| bodies.gpu().wait_for(other))?;
        ask(bodies, at, listed, stream)
    });
    let most = set.shapes.len() as i64 - 1;
    let answer = found.map_err(|error| match error {
        Error::NoPose { row } => value_error(format!(
            "poses{}: a number is not finite, or the length of the quaternion is not between 1/2 and 2",
            index_text(row, &outer)
        )),
        Error::NoShape { row } => value_error(format!("pairs[{row}]: indices from 0 to {most} are expected")),
        Error::TooMany => value_error(error),
        other => told(other),
    })?;
    if let Some(progress) = asked.progress {
        progress.call1((count * each, count * each))?;
    }
    Ok((answer, given.configurations.into_iter().chain([each]).collect()))
}

/// The pairs as the kernels take them.
fn listed<'r>(seen: &'r SeenPairs<'_>, room: &'r mut Vec<[u32; 2]>) -> &'r [[u32; 2]] {
    seen.of(0..seen.len(), room)
}

/// The number of configurations, and the precision of the poses.
fn shape_of_poses(poses: &OnDevice<'_>, count: usize) -> PyResult<(Option<usize>, Precision)> {
    let configurations = match poses.shape[..] {
        [bodies, 7] if bodies == count => None,
        [rows, bodies, 7] if bodies == count => Some(rows),
        _ => {
            let (found, expected) = (shape_text(&poses.shape), format!("({count}, 7) or (n, {count}, 7)"));
            return Err(value_error(format!("poses: shape {expected} is expected on a device, found {found}")));
        }
    };
    Ok((configurations, floats("poses", poses)?))
}

/// The bytes of the indices of pairs.
fn whole(pairs: &OnDevice<'_>) -> PyResult<Precision> {
    if !matches!(pairs.shape[..], [_, 2]) {
        let found = shape_text(&pairs.shape);
        return Err(value_error(format!("pairs: shape (n, 2) is expected, found {found}")));
    }
    match pairs.kind.as_str() {
        "i8" | "u8" => Ok(Precision::Double),
        "i4" | "u4" => Ok(Precision::Single),
        other => Err(PyTypeError::new_err(format!("pairs: int64 or int32 is expected on a device, found {other}"))),
    }
}

impl Given<'_, '_> {
    /// The shape of the poses, without the axis of their numbers.
    fn outer(&self) -> &[usize] {
        &self.poses.shape[..self.poses.shape.len() - 1]
    }

    /// Arrays on another device are refused.
    fn are_on_this_device(&self, gpu: &Gpu) -> PyResult<()> {
        is_on_this_device("poses", &self.poses, gpu)?;
        match &self.pairs {
            GivenPairs::Device(pairs, _) => is_on_this_device("pairs", pairs, gpu),
            GivenPairs::Host(_) => Ok(()),
        }
    }
}

/// An array on another device is refused: the kernels are on the first one.
fn is_on_this_device(name: &str, array: &OnDevice<'_>, gpu: &Gpu) -> PyResult<()> {
    let address: Address = array.numbers(Precision::Double).address;
    if array.shape.contains(&0) {
        return Ok(());
    }
    match gpu.device_of(address) {
        Ok(0) => Ok(()),
        Ok(other) => Err(array.refused(name, &format!("it is device {other}, and the kernels run on device 0"))),
        Err(error) => Err(array.refused(name, &error.to_string())),
    }
}

/// The bytes of floats.
fn floats(name: &str, array: &OnDevice<'_>) -> PyResult<Precision> {
    match array.kind.as_str() {
        "f8" => Ok(Precision::Double),
        "f4" => Ok(Precision::Single),
        other => {
            Err(PyTypeError::new_err(format!("{name}: float64 or float32 is expected on a device, found {other}")))
        }
    }
}

/// The poses of a robot's links, if its configurations lie in the memory of a device.
pub fn robot_poses<'py>(
    robot: &Robot,
    py: Python<'py>,
    q: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, DeviceArray>>> {
    let Some(given) = on_device(q, "q")? else { return Ok(None) };
    let (width, links) = (robot.core().coordinates().len(), robot.core().link_count());
    let (count, axes) = match given.shape[..] {
        [own] if own == width => (1, vec![links, 7]),
        [rows, own] if own == width => (rows, vec![rows, links, 7]),
        _ => {
            let found = shape_text(&given.shape);
            return Err(value_error(format!("q: shape ({width},) or (n, {width}) is expected, found {found}")));
        }
    };
    let precision = floats("q", &given)?;
    let there = match robot.on_device.get() {
        Some(there) => there,
        None => {
            let rows = robot.core().joint_rows();
            let made =
                py.detach(|| gpu()?.kinematics(&rows, links, width)).map_err(|error| refusal("q", &given, error))?;
            robot.on_device.get_or_init(|| made)
        }
    };
    is_on_this_device("q", &given, there.gpu())?;
    let (numbers, stream) = (given.numbers(precision), given.stream());
    let found = py.detach(|| there.poses(count, numbers, stream)).map_err(|error| match error {
        Error::NoConfiguration { row } => {
            let why = "a number is not finite, or a quaternion is zero or too long";
            value_error(format!("q{}: {why}", index_text(row, &given.shape[..given.shape.len() - 1])))
        }
        Error::TooMany => value_error(error),
        other => told(other),
    })?;
    Bound::new(py, DeviceArray::new(found, axes, Kind::Double)).map(Some)
}

/// What an array is refused with where no device runs kernels.
fn refusal(name: &str, array: &OnDevice<'_>, error: Error) -> PyErr {
    match error {
        Error::NoDriver(why) => array.refused(name, &why),
        other => told(other),
    }
}

/// The device, opened once.
fn gpu() -> Result<Gpu, Error> {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    match GPU.get() {
        Some(gpu) => Ok(gpu.clone()),
        None => Gpu::open().map(|gpu| GPU.get_or_init(|| gpu).clone()),
    }
}

/// The shapes of a set on the device.
fn uploaded(set: &ShapeSet, py: Python<'_>, poses: &OnDevice<'_>) -> PyResult<Bodies> {
    let mut parts = (Vec::new(), Vec::new());
    for shape in &set.shapes {
        let In::Space(shape) = &of_argument(shape.bind(py), "shapes")?.get().any else {
            return Err(value_error("poses: sets of the plane take arrays of the host alone"));
        };
        let (shape, Pose { rotation: r, translation: t }) = Shape::parted(shape);
        parts.0.push(shape);
        parts.1.push([r.x, r.y, r.z, r.w, t.x, t.y, t.z]);
    }
    let made = py.detach(|| gpu()?.bodies(&parts.0, &parts.1));
    made.map_err(|error| refusal("poses", poses, error))
}
