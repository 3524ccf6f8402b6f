//! The class `Robot`: links, joints and what is proven of them.

use crate::arrays::{self, numbers};
use crate::device;
use crate::dimension::In;
use crate::kinds;
use crate::mesh::Mesh;
use crate::pose::Given;
use crate::robot_answers::{RobotAnswers, RobotClaim, RobotPath};
use crate::scene::Scene;
use crate::shape::{Shape as Convex, value_error};
use clearance::Pose;
use clearance_cli::robot::proof::source_words;
use clearance_robot::files::{self, Geometry, Limits, Loaded, MimicLimits, Missing, Source};
use clearance_robot::proof::Proof;
use clearance_robot::{ConfigurationError, Description, Element, Origin, Path, Robot as CoreRobot, Shape, Watch};
use numpy::IntoPyArray;
use pyo3::exceptions::{PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A link that was added: its name, the link that carries it, its place, its elements, and what it may touch.
type Added = (String, String, Origin, Vec<Element>, Vec<String>);

/// Robot(path, srdf=None, packages=None, *, visual=False, allow_missing=False, soft_limits=False, mimic_limits=False)
///
/// A robot from a URDF or a MuJoCo model, with the meshes that it names. `srdf` says which pairs of links need not be
/// looked at; without it, links that follow each other do not count. `packages` maps names of ROS packages to folders;
/// otherwise ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and the folders above the file are looked into.
///
/// `visual` takes the visual elements of links instead of the collision elements, `allow_missing` goes on without meshes
/// that cannot be read, `soft_limits` takes the limits of `safety_controller`, and `mimic_limits` keeps joints that follow
/// others within their own limits, too. Macro files need `Robot.from_xacro`.
///
/// A configuration is an array of the numbers that `joints` names. Warns (UserWarning) of what the reading left out.
/// Raises OSError if a file is not there, ValueError with file, line and element if it is wrong.
#[pyclass(frozen, name = "Robot", module = "clearance")]
pub struct Robot {
    pub(crate) source: Source,
    /// The texts of the robot and of its SRDF, if they are not those of the files.
    pub(crate) texts: Option<Texts>,
    pub(crate) added: Vec<Added>,
    pub(crate) loaded: Loaded,
    pub(crate) pairs: Vec<[usize; 2]>,
    /// The joints in the memory of a device, once configurations have come from there.
    pub(crate) on_device: OnceLock<clearance_cuda::Kinematics>,
}

/// Rows that share what was near. Larger: fewer cores work on few rows.
const BLOCK: usize = 64;

/// What macro files became.
#[derive(Clone)]
pub struct Texts {
    /// The URDF.
    pub robot: String,
    /// The SRDF, if that was a macro file, too.
    pub srdf: Option<String>,
}

impl Robot {
    pub(crate) fn of(source: Source, texts: Option<Texts>, added: Vec<Added>) -> Result<Self, String> {
        let mut loaded = match &texts {
            Some(Texts { robot, srdf: Some(srdf) }) => files::read(&source, robot.as_bytes(), Some(srdf.as_bytes()))?,
            Some(Texts { robot, srdf: None }) => {
                let read = |path: &PathBuf| std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
                files::read(&source, robot.as_bytes(), source.srdf.as_ref().map(read).transpose()?.as_deref())?
            }
            None => files::load(&source)?,
        };
        for (name, link, origin, elements, touch) in &added {
            loaded = loaded.with(name, link, *origin, elements.clone(), touch)?;
        }
        let pairs = loaded.pairs();
        Ok(Self { source, texts, added, loaded, pairs, on_device: OnceLock::new() })
    }

    /// An answer for each row, from blocks of neighbours that share what was near.
    fn by_blocks<T: Send>(
        &self,
        rows: &[Vec<f64>],
        ask: impl Fn(&mut Watch<'_>, &[f64]) -> Result<T, ConfigurationError> + Sync,
    ) -> Result<Vec<T>, String> {
        let block = |(number, block): (usize, &[Vec<f64>])| {
            let mut watch = self.core().watch(self.pairs.clone());
            let row = |(row, own): (usize, &Vec<f64>)| {
                ask(&mut watch, own).map_err(|error| format!("q[{}]: {error}", BLOCK * number + row))
            };
            block.iter().enumerate().map(row).collect::<Result<Vec<T>, String>>()
        };
        let blocks = rows.par_chunks(BLOCK).enumerate().map(block).collect::<Result<Vec<_>, _>>()?;
        Ok(blocks.into_iter().flatten().collect())
    }

    /// The robot with a warning for each remark of the reading.
    pub(crate) fn told(py: Python<'_>, source: Source, texts: Option<Texts>) -> PyResult<Self> {
        let robot = py.detach(|| Self::of(source, texts, Vec::new())).map_err(value_error)?;
        robot.loaded.remarks.iter().try_for_each(|remark| warn(py, remark))?;
        Ok(robot)
    }

    pub(crate) fn core(&self) -> &CoreRobot {
        &self.loaded.robot
    }

    pub(crate) fn names(&self, [a, b]: [usize; 2]) -> (String, String) {
        (self.core().link_name(a).to_owned(), self.core().link_name(b).to_owned())
    }

    pub(crate) fn link(&self, name: &str) -> PyResult<usize> {
        self.core().link(name).ok_or_else(|| value_error(format!("no link is called {name:?}")))
    }

    /// The configurations of an array of one or two axes, and whether it has two.
    pub(crate) fn rows(&self, q: &Bound<'_, PyAny>) -> PyResult<(Vec<Vec<f64>>, bool)> {
        let given = numbers(q, "q")?;
        let count = self.core().coordinates().len();
        match given.shape() {
            [width] if *width == count => Ok((vec![given.finite()?.to_vec()], false)),
            [rows, width] if *width == count => {
                let all = given.finite()?;
                Ok(((0..*rows).map(|row| all[row * count..(row + 1) * count].to_vec()).collect(), true))
            }
            _ => Err(given.wrong_shape(&format!("({count},) or (n, {count})"))),
        }
    }

    /// An empty proof that will be in this file.
    pub(crate) fn proof(&self, path: &std::path::Path) -> PyResult<Proof<'_>> {
        if !self.added.is_empty() {
            let why = "proof: what is attached to the robot or stands around it has no file that a proof can name";
            return Err(value_error(why));
        }
        if self.texts.is_some() {
            let why =
                "proof: the robot comes from a macro file, and a proof names a URDF: write what xacro makes of it";
            return Err(value_error(why));
        }
        let folder = path.parent().unwrap_or(std::path::Path::new(""));
        let read = source_words(&self.source, folder).map_err(|failure| value_error(failure.into_fault()))?;
        Ok(Proof::new(self.core(), &self.loaded.description, &read))
    }

    /// Writes a proof. A claim that its checker does not accept is left out, with a warning.
    pub(crate) fn write_proof(&self, py: Python<'_>, proof: Proof<'_>, path: &std::path::Path) -> PyResult<()> {
        let proven = py.detach(|| proof.finish()).map_err(value_error)?;
        std::fs::write(path, proven.text)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        for (pair, why) in &proven.refused {
            let (a, b) = self.names(*pair);
            warn(py, &format!("{a} and {b} are not part of the proof: {why}"))?;
        }
        Ok(())
    }
}

/// A number that is not negative.
pub fn not_negative(number: f64, name: &str) -> PyResult<f64> {
    match number >= 0.0 {
        true => Ok(number),
        false => Err(value_error(format!("{name} is {number}: it must not be negative"))),
    }
}

/// A limit of zero asks for a common point: the least limit above it does.
fn least_above(limit: f64) -> f64 {
    limit.max(f64::MIN_POSITIVE)
}

/// A warning of the class UserWarning.
pub fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(text.replace('\0', " "))?, 1)
}

/// What a robot is read from. Raises OSError if a file is not there.
#[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
pub fn source(
    path: PathBuf,
    srdf: Option<PathBuf>,
    packages: Option<BTreeMap<String, PathBuf>>,
    visual: bool,
    allow_missing: bool,
    soft_limits: bool,
    mimic_limits: bool,
) -> PyResult<Source> {
    for file in [Some(&path), srdf.as_ref()].into_iter().flatten() {
        std::fs::metadata(file).map_err(|error| PyOSError::new_err(format!("{}: {error}", file.display())))?;
    }
    Ok(Source {
        robot: path,
        srdf,
        packages: packages.unwrap_or_default().into_iter().collect(),
        geometry: if visual { Geometry::Visual } else { Geometry::Collision },
        missing: if allow_missing { Missing::Allowed } else { Missing::Refused },
        limits: if soft_limits { Limits::Soft } else { Limits::Hard },
        mimic_limits: if mimic_limits { MimicLimits::Kept } else { MimicLimits::Told },
    })
}

#[pymethods]
impl Robot {
    #[new]
    #[pyo3(signature = (
        path, srdf=None, packages=None, *, visual=false, allow_missing=false, soft_limits=false, mimic_limits=false
    ))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<BTreeMap<String, PathBuf>>,
        visual: bool,
        allow_missing: bool,
        soft_limits: bool,
        mimic_limits: bool,
    ) -> PyResult<Self> {
        Self::told(py, source(path, srdf, packages, visual, allow_missing, soft_limits, mimic_limits)?, None)
    }

    /// attach(mesh, link, name="attached", pose=None, touch=())
    ///
    /// The robot with a `Mesh` that is fixed to a link: a tool or a payload. `pose` is in the frame of the link; `touch`
    /// are links that it may touch. The robot itself does not change.
    #[pyo3(signature = (mesh, link, name="attached".to_owned(), pose=None, touch=Vec::new()))]
    fn attach(
        &self,
        py: Python<'_>,
        mesh: &Mesh,
        link: String,
        name: String,
        pose: Option<&Bound<'_, PyAny>>,
        touch: Vec<String>,
    ) -> PyResult<Self> {
        let given = Given { pose, translation: None, rotation: None };
        let pose: Pose<_> = if pose.is_some() { given.of()? } else { Pose::identity() };
        let element = Element {
            origin: Origin::of_pose(&pose.after(&mesh.pose)),
            shape: Shape::Mesh { mesh: mesh.mesh.clone(), scale: mesh.factors.0 },
        };
        let more = (name, link, Origin::default(), vec![element], touch);
        let added = self.added.iter().cloned().chain([more]).collect();
        py.detach(|| Self::of(self.source.clone(), self.texts.clone(), added)).map_err(value_error)
    }

    /// with_world(bodies)
    ///
    /// The robot among things that do not move: a `Scene` of meshes, or a dict of names and meshes, in the frame of the
    /// root link.
    fn with_world(&self, py: Python<'_>, bodies: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bodies = if bodies.is_instance_of::<Scene>() { bodies.getattr("bodies")? } else { bodies.clone() };
        let bodies = bodies.cast::<PyDict>()?;
        let root = self.core().link_name(self.core().root()).to_owned();
        let mut added = self.added.clone();
        for (name, mesh) in bodies {
            let mesh = mesh.cast::<Mesh>()?.get().clone();
            let shape = Shape::Mesh { mesh: mesh.mesh.clone(), scale: mesh.factors.0 };
            let element = Element { origin: Origin::of_pose(&mesh.pose), shape };
            added.push((name.extract()?, root.clone(), Origin::default(), vec![element], Vec::new()));
        }
        py.detach(|| Self::of(self.source.clone(), self.texts.clone(), added)).map_err(value_error)
    }

    /// poses(q)
    ///
    /// Where the links are: x y z and a quaternion x y z w for each link, shape (links, 7) or (n, links, 7). Configurations in
    /// the memory of a CUDA device give a `DeviceArray`, with the same bits.
    fn poses<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(poses) = device::robot_poses(self, py, q)? {
            return Ok(poses.into_any());
        }
        let (rows, is_list) = self.rows(q)?;
        let robot = self.core();
        let all = py.detach(|| {
            let row = |row: &Vec<f64>| {
                let frames = robot.frames(row).map_err(|error| error.to_string())?;
                Ok::<_, String>(frames.iter().flat_map(|frame| frame.row()).collect::<Vec<f64>>())
            };
            rows.iter().map(row).collect::<Result<Vec<_>, _>>()
        });
        let flat: Vec<f64> = all.map_err(value_error)?.concat();
        let links = robot.link_count();
        let array = arrays::matrix(py, flat, 7)?;
        if is_list { array.call_method1("reshape", ((rows.len(), links, 7),)) } else { Ok(array) }
    }

    /// hulls()
    ///
    /// The robot as convex shapes, for a `ShapeSet`: a list of shapes in the frames of their links, the link of each, and the
    /// pairs of shapes whose links count, shape (m, 2). Boxes, balls, cylinders and capsules are as they are, a mesh is
    /// the hull of its vertices. So `minimum` of `poses(q)[:, links]` is a least distance that is never above that of the
    /// elements, but for rounding, on the host and on a GPU; the error of the kinematics is not in its bounds.
    fn hulls<'py>(&self, py: Python<'py>) -> PyResult<(Vec<Py<PyAny>>, Vec<usize>, Bound<'py, PyAny>)> {
        let (mut shapes, mut links) = (Vec::new(), Vec::new());
        for (link, given) in self.loaded.description.links.iter().enumerate() {
            for (number, element) in given.elements.iter().enumerate() {
                let told = |why: String| value_error(format!("link {}, shape {number}: {why}", given.name));
                let hull = py.detach(|| element.hull()).map_err(told)?;
                shapes.push(kinds::object(py, Convex::plain(In::Space(hull), false))?);
                links.push(link);
            }
        }
        let counts = |a: usize, b: usize| self.pairs.contains(&[links[a], links[b]]);
        let all = (0..links.len()).flat_map(|a| (0..links.len()).map(move |b| (a, b)));
        let pairs: Vec<i64> = all.filter(|&(a, b)| counts(a, b)).flat_map(|(a, b)| [a as i64, b as i64]).collect();
        let pairs = pairs.into_pyarray(py).call_method1("reshape", ((-1, 2),))?;
        Ok((shapes, links, pairs))
    }

    /// clearance(q, gradient=False, below=None)
    ///
    /// The least distance over all pairs that count, at a configuration or at each row of an array: `RobotAnswers` with
    /// bounds, the pair, the points, and with `gradient` the derivative along the joints. With `below`, configurations
    /// that are proven to be no nearer than it are not measured, which is faster: their `distance` is inf and `lower` is
    /// `below`.
    #[pyo3(signature = (q, gradient=false, below=None))]
    fn clearance(
        &self,
        py: Python<'_>,
        q: &Bound<'_, PyAny>,
        gradient: bool,
        below: Option<f64>,
    ) -> PyResult<RobotAnswers> {
        let (rows, _) = self.rows(q)?;
        if self.pairs.is_empty() {
            return Err(value_error("no pair of links counts"));
        }
        let limit = below.map(|below| not_negative(below, "below").map(least_above)).transpose()?;
        let (robot, pairs) = (self.core(), &self.pairs);
        let found = py.detach(|| {
            let answers = match limit {
                None => robot.clearances(&rows, pairs).map_err(|(row, error)| format!("q[{row}]: {error}"))?,
                Some(limit) => self.by_blocks(&rows, |watch, row| match watch.below(row, limit)? {
                    Some(_) => watch.clearance(row),
                    None => Ok(None),
                })?,
            };
            let by_row = |(row, answer): (&Vec<f64>, &Option<clearance_robot::Clearance>)| {
                robot.gradient(row, pairs, answer.as_ref()?).ok().flatten()
            };
            let gradients: Option<Vec<_>> = gradient.then(|| rows.par_iter().zip(&answers).map(by_row).collect());
            Ok::<_, String>((answers, gradients))
        });
        let (answers, gradients) = found.map_err(value_error)?;
        let name = |answer: &Option<clearance_robot::Clearance>| {
            answer.as_ref().map_or_else(Default::default, |own| self.names(own.pair))
        };
        let names = answers.iter().map(name).collect();
        Ok(RobotAnswers::new(answers, below.unwrap_or(0.0), names, gradients, robot.coordinates().len()))
    }

    /// is_clear(q, below=0.0)
    ///
    /// Whether all pairs are proven to be farther apart than `below`: a bool for a configuration, an array of them for
    /// rows. It stops at the first pair that is not, so it is faster than `clearance`.
    #[pyo3(signature = (q, below=0.0))]
    fn is_clear<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>, below: f64) -> PyResult<Bound<'py, PyAny>> {
        let limit = least_above(not_negative(below, "below")?);
        let (rows, is_list) = self.rows(q)?;
        let found =
            py.detach(|| self.by_blocks(&rows, |watch, row| watch.below(row, limit).map(|found| found.is_none())));
        let found = found.map_err(value_error)?;
        match is_list {
            true => Ok(numpy::PyArray1::from_vec(py, found).into_any()),
            false => Ok(pyo3::types::PyBool::new(py, found[0]).to_owned().into_any()),
        }
    }

    /// along(path, times=None, spline="linear", margin=0.0, tol=1e-4, tube=0.0, proof=None)
    ///
    /// Whether a path is clear all the time, not at samples: a `RobotPath`. `path` has a way-point a row. `spline` is
    /// "linear" or "cubic". With `tube`, each configuration counts that differs by at most this in each joint. The least
    /// clearance is known to `tol`. `proof` is a file that is written, and that `clearance verify` checks.
    #[pyo3(signature = (path, times=None, spline="linear", margin=0.0, tol=1e-4, tube=0.0, proof=None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn along(
        slf: &Bound<'_, Self>,
        path: &Bound<'_, PyAny>,
        times: Option<Vec<f64>>,
        spline: &str,
        margin: f64,
        tol: f64,
        tube: f64,
        proof: Option<PathBuf>,
    ) -> PyResult<RobotPath> {
        if [margin, tol, tube].iter().any(|length| !(*length >= 0.0 && length.is_finite())) {
            return Err(value_error("margin, tol and tube: numbers that are not negative are expected"));
        }
        let own = slf.get();
        let (rows, _) = own.rows(path)?;
        let robot = own.core();
        let times = times.unwrap_or_else(|| (0..rows.len()).map(|row| row as f64).collect());
        let path = match spline {
            "linear" => Path::linear(robot, &rows, Some(&times)),
            "cubic" => Path::spline(robot, &rows, &times),
            other => return Err(value_error(format!("spline: \"linear\" or \"cubic\" is expected, found {other:?}"))),
        };
        let path = path.map_err(value_error)?;
        let tube = if tube > 0.0 { vec![tube; robot.coordinates().len()] } else { Vec::new() };
        let mut text = proof.as_deref().map(|file| own.proof(file)).transpose()?;
        let found = slf.py().detach(|| {
            let along = robot
                .along(&path, &own.pairs, &tube)
                .map_err(|(pair, why)| (pair, own.loaded.why_not_claimed(&why)))?;
            let passage = match &mut text {
                Some(proof) => proof.passage(&along, margin),
                None => along.passage(margin),
            };
            Ok::<_, ([usize; 2], String)>((passage, along.least(tol)))
        });
        let (passage, least) = found.map_err(|(pair, why)| {
            let (a, b) = own.names(pair);
            value_error(format!("{a} and {b}: {why}"))
        })?;
        if let (Some(text), Some(file)) = (text, &proof) {
            own.write_proof(slf.py(), text, file)?;
        }
        let names = |pair| own.names(pair);
        Ok(RobotPath::new(slf.clone().unbind(), path, tube, &passage, least.as_ref(), &names))
    }

    /// The name of the robot.
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.description.name
    }
    /// The names of the numbers of a configuration: joints, and for floating ones `joint.x` and so on.
    #[getter]
    fn joints(&self) -> Vec<String> {
        self.loaded.coordinate_names()
    }
    /// The names of the links.
    #[getter]
    fn links(&self) -> Vec<String> {
        self.loaded.description.links.iter().map(|link| link.name.clone()).collect()
    }
    /// The limits of the numbers of a configuration, shape (n, 2). Infinite where there are none.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ends = self.core().coordinates().iter().map(|own| own.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]));
        arrays::matrix(py, ends.flatten().collect(), 2)
    }
    /// The pairs of links that count.
    #[getter]
    fn pairs(&self) -> Vec<(String, String)> {
        self.pairs.iter().map(|&pair| self.names(pair)).collect()
    }
    /// The configuration at zero, or in the middle of limits that do not hold zero.
    #[getter]
    fn home<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::vector(py, &self.core().home(), false)
    }
    /// The configurations with names of the SRDF: a dict of arrays.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let states = PyDict::new(py);
        for name in self.loaded.state_names() {
            let numbers = self.loaded.state(name).map_err(value_error)?;
            states.set_item(name, arrays::vector(py, &numbers, false))?;
        }
        Ok(states)
    }
    /// What a person should know of the reading, a sentence each.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.loaded.remarks.clone()
    }
    fn __repr__(&self) -> String {
        let Description { name, links, .. } = &self.loaded.description;
        let (numbers, pairs) = (self.core().coordinates().len(), self.pairs.len());
        format!("Robot({name:?}, {} links, {numbers} joints, {pairs} pairs)", links.len())
    }
}

impl Robot {
    /// The times in which pairs are below a limit along a path.
    pub fn intervals(&self, path: &Path, tube: &[f64], limit: f64) -> Vec<(f64, f64, (String, String), bool)> {
        let Ok(along) = self.core().along(path, &self.pairs, tube) else { return Vec::new() };
        let told = along.below(limit, 1e-3);
        told.into_iter().map(|own| (own.from, own.to, self.names(own.pair), own.is_proven)).collect()
    }
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Robot>()?;
    module.add_class::<RobotAnswers>()?;
    module.add_class::<RobotClaim>()?;
    module.add_class::<RobotPath>()
}
