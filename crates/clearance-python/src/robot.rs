//! The class `Robot`: links, joints and what is proven of them.

use crate::arrays::{self, numbers};
use crate::mesh::Mesh;
use crate::pose::Given;
use crate::robot_answers::{RobotAnswers, RobotClaim, RobotPath, free_range};
use crate::shape::value_error;
use clearance::Pose;
use clearance_cli::robot::proof::source_words;
use clearance_robot::files::{self, Geometry, Limits, Loaded, Missing, Source};
use clearance_robot::proof::Proof;
use clearance_robot::{Claim, Description, Element, Origin, Path, Question, Robot as CoreRobot, Shape, Verdict};
use pyo3::exceptions::{PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::ffi::CString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A link that was added: its name, the link that carries it, its place, its elements, and what it may touch.
type Added = (String, String, Origin, Vec<Element>, Vec<String>);

/// Robot(path, srdf=None, packages=None, *, visual=False, allow_missing=False, soft_limits=False)
///
/// A robot from a URDF or a MuJoCo model, with the meshes that it names. `srdf` says which pairs of links need not be
/// looked at; without it, links that follow each other do not count. `packages` maps names of ROS packages to folders;
/// otherwise ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and the folders above the file are looked into.
///
/// A configuration is an array of the numbers that `joints` names. Warns (UserWarning) of what the reading left out.
/// Raises OSError if a file is not there, ValueError with file, line and element if it is wrong.
#[pyclass(frozen, name = "Robot", module = "clearance")]
pub struct Robot {
    source: Source,
    added: Vec<Added>,
    loaded: Loaded,
    pairs: Vec<[usize; 2]>,
}

impl Robot {
    fn of(source: Source, added: Vec<Added>) -> Result<Self, String> {
        let mut loaded = files::load(&source)?;
        for (name, link, origin, elements, touch) in &added {
            loaded = loaded.with(name, link, *origin, elements.clone(), touch)?;
        }
        let pairs = loaded.pairs();
        Ok(Self { source, added, loaded, pairs })
    }

    fn core(&self) -> &CoreRobot {
        &self.loaded.robot
    }

    fn names(&self, [a, b]: [usize; 2]) -> (String, String) {
        (self.core().link_name(a).to_owned(), self.core().link_name(b).to_owned())
    }

    fn link(&self, name: &str) -> PyResult<usize> {
        self.core().link(name).ok_or_else(|| value_error(format!("no link is called {name:?}")))
    }

    /// The configurations of an array of one or two axes, and whether it has two.
    fn rows(&self, q: &Bound<'_, PyAny>) -> PyResult<(Vec<Vec<f64>>, bool)> {
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

    /// The pairs that an argument means, with the reasons of the SRDF.
    fn chosen(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Vec<([usize; 2], String)>> {
        let claims = self.loaded.claims();
        let reason = |pair: &[usize; 2]| {
            claims.iter().find(|(own, _)| own == pair).map_or(String::new(), |(_, reason)| reason.clone())
        };
        if let Ok(word) = pairs.extract::<String>() {
            return Ok(match word.as_str() {
                "all" => self.loaded.all_pairs().into_iter().map(|pair| (pair, reason(&pair))).collect(),
                "enabled" => self.pairs.iter().map(|&pair| (pair, reason(&pair))).collect(),
                word => claims.into_iter().filter(|(_, own)| own.eq_ignore_ascii_case(word)).collect(),
            });
        }
        let named: Vec<(String, String)> = pairs.extract()?;
        let pair = |(a, b): &(String, String)| {
            let [a, b] = [self.link(a)?, self.link(b)?];
            if a == b {
                return Err(value_error("pairs: two different links are expected"));
            }
            let pair = [a.min(b), a.max(b)];
            Ok((pair, reason(&pair)))
        };
        named.iter().map(pair).collect()
    }

    /// An empty proof that will be in this file.
    fn proof(&self, path: &std::path::Path) -> PyResult<Proof<'_>> {
        if !self.added.is_empty() {
            let why = "proof: what is attached to the robot or stands around it has no file that a proof can name";
            return Err(value_error(why));
        }
        let folder = path.parent().unwrap_or(std::path::Path::new(""));
        let read = source_words(&self.source, folder).map_err(|failure| value_error(failure.into_fault()))?;
        Ok(Proof::new(self.core(), &self.loaded.description, &read))
    }

    /// Writes a proof. A claim that its checker does not accept is left out, with a warning.
    fn write_proof(&self, py: Python<'_>, proof: Proof<'_>, path: &std::path::Path) -> PyResult<()> {
        let proven = py.detach(|| proof.finish()).map_err(value_error)?;
        std::fs::write(path, proven.text)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        for (pair, why) in &proven.refused {
            let (a, b) = self.names(*pair);
            let text = format!("{a} and {b} are not part of the proof: {why}").replace('\0', " ");
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(text)?, 1)?;
        }
        Ok(())
    }

    fn claim(&self, claim: &Claim, reason: &str) -> RobotClaim {
        let why = match &claim.verdict {
            Verdict::NotClaimed(why) => self.loaded.why_not_claimed(why),
            _ => String::new(),
        };
        RobotClaim::new(claim, reason, self.names(claim.pair), why)
    }
}

#[pymethods]
impl Robot {
    #[new]
    #[pyo3(signature = (path, srdf=None, packages=None, *, visual=false, allow_missing=false, soft_limits=false))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<BTreeMap<String, PathBuf>>,
        visual: bool,
        allow_missing: bool,
        soft_limits: bool,
    ) -> PyResult<Self> {
        for file in [Some(&path), srdf.as_ref()].into_iter().flatten() {
            std::fs::metadata(file).map_err(|error| PyOSError::new_err(format!("{}: {error}", file.display())))?;
        }
        let source = Source {
            robot: path,
            srdf,
            packages: packages.unwrap_or_default().into_iter().collect(),
            geometry: if visual { Geometry::Visual } else { Geometry::Collision },
            missing: if allow_missing { Missing::Allowed } else { Missing::Refused },
            limits: if soft_limits { Limits::Soft } else { Limits::Hard },
        };
        let robot = py.detach(|| Self::of(source, Vec::new())).map_err(value_error)?;
        let warning = py.get_type::<PyUserWarning>();
        for remark in &robot.loaded.remarks {
            PyErr::warn(py, &warning, &CString::new(remark.replace('\0', " "))?, 1)?;
        }
        Ok(robot)
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
        py.detach(|| Self::of(self.source.clone(), added)).map_err(value_error)
    }

    /// with_world(bodies)
    ///
    /// The robot among things that do not move: a dict of names and meshes, in the frame of the root link.
    fn with_world(&self, py: Python<'_>, bodies: &Bound<'_, PyDict>) -> PyResult<Self> {
        let root = self.core().link_name(self.core().root()).to_owned();
        let mut added = self.added.clone();
        for (name, mesh) in bodies {
            let mesh = mesh.cast::<Mesh>()?.get().clone();
            let shape = Shape::Mesh { mesh: mesh.mesh.clone(), scale: mesh.factors.0 };
            let element = Element { origin: Origin::of_pose(&mesh.pose), shape };
            added.push((name.extract()?, root.clone(), Origin::default(), vec![element], Vec::new()));
        }
        py.detach(|| Self::of(self.source.clone(), added)).map_err(value_error)
    }

    /// poses(q)
    ///
    /// Where the links are: x y z and a quaternion x y z w for each link, shape (links, 7) or (n, links, 7).
    fn poses<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, is_list) = self.rows(q)?;
        let robot = self.core();
        let all = py.detach(|| {
            let row = |row: &Vec<f64>| {
                let frames = robot.frames(row).map_err(|error| error.to_string())?;
                Ok::<_, String>(
                    frames
                        .iter()
                        .flat_map(|frame| {
                            let pose = frame.pose(0.0).0;
                            let ([x, y, z], turn) = (<[f64; 3]>::from(pose.translation), pose.rotation);
                            [x, y, z, turn.x, turn.y, turn.z, turn.w]
                        })
                        .collect::<Vec<f64>>(),
                )
            };
            rows.iter().map(row).collect::<Result<Vec<_>, _>>()
        });
        let flat: Vec<f64> = all.map_err(value_error)?.concat();
        let links = robot.link_count();
        let array = arrays::matrix(py, flat, 7)?;
        if is_list { array.call_method1("reshape", ((rows.len(), links, 7),)) } else { Ok(array) }
    }

    /// clearance(q, gradient=False)
    ///
    /// The least distance over all pairs that count, at a configuration or at each row of an array: `RobotAnswers` with
    /// bounds, the pair, the points, and with `gradient` the derivative along the joints.
    #[pyo3(signature = (q, gradient=false))]
    fn clearance(&self, py: Python<'_>, q: &Bound<'_, PyAny>, gradient: bool) -> PyResult<RobotAnswers> {
        let (rows, _) = self.rows(q)?;
        if self.pairs.is_empty() {
            return Err(value_error("no pair of links counts"));
        }
        let (robot, pairs) = (self.core(), &self.pairs);
        let found = py.detach(|| {
            let answers = robot.clearances(&rows, pairs).map_err(|(row, error)| format!("q[{row}]: {error}"))?;
            let answers: Vec<_> = answers.into_iter().flatten().collect();
            let by_row = |(row, answer): (&Vec<f64>, &clearance_robot::Clearance)| {
                robot.gradient(row, pairs, answer).ok().flatten()
            };
            let gradients: Option<Vec<_>> = gradient.then(|| rows.par_iter().zip(&answers).map(by_row).collect());
            Ok::<_, String>((answers, gradients))
        });
        let (answers, gradients) = found.map_err(value_error)?;
        let names = answers.iter().map(|answer| self.names(answer.pair)).collect();
        Ok(RobotAnswers::new(answers, names, gradients, robot.coordinates().len()))
    }

    /// is_clear(q, below=0.0)
    ///
    /// Whether all pairs are proven to be farther apart than `below`: a bool for a configuration, an array of them for
    /// rows. It stops at the first pair that is not, so it is faster than `clearance`.
    #[pyo3(signature = (q, below=0.0))]
    fn is_clear<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>, below: f64) -> PyResult<Bound<'py, PyAny>> {
        if !(below >= 0.0) {
            return Err(value_error(format!("below is {below}: it must not be negative")));
        }
        let (rows, is_list) = self.rows(q)?;
        let (robot, pairs) = (self.core(), &self.pairs);
        // A limit of zero asks for a common point: the least limit above it does.
        let limit = if below > 0.0 { below } else { f64::MIN_POSITIVE };
        let found: Result<Vec<bool>, String> = py.detach(|| {
            let block = |block: &[Vec<f64>]| {
                let mut watch = robot.watch(pairs.clone());
                let clear = |row: &Vec<f64>| watch.below(row, limit).map(|found| found.is_none());
                block.iter().map(clear).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())
            };
            Ok(rows.par_chunks(64).map(block).collect::<Result<Vec<_>, _>>()?.concat())
        });
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

    /// prove(pairs="Never", margin=0.0, ranges=None, budget=60.0, cells=100000, proof=None)
    ///
    /// Whether pairs of links ever meet over the whole ranges of the joints: a list of `RobotClaim`. `pairs` is a reason
    /// of the SRDF, "all", "enabled", or a list of pairs of names. `ranges` maps joints to (lower, upper) instead of
    /// their limits. `budget` is in seconds for all pairs; what is not decided then is "open". `proof` is a file that is
    /// written, and that `clearance verify` checks: why pairs never meet, and where they do.
    #[pyo3(signature = (pairs=None, margin=0.0, ranges=None, budget=60.0, cells=100_000, proof=None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn prove(
        &self,
        py: Python<'_>,
        pairs: Option<&Bound<'_, PyAny>>,
        margin: f64,
        ranges: Option<BTreeMap<String, (f64, f64)>>,
        budget: f64,
        cells: u64,
        proof: Option<PathBuf>,
    ) -> PyResult<Vec<RobotClaim>> {
        if !(margin >= 0.0 && margin.is_finite() && (0.0..1e9).contains(&budget)) {
            return Err(value_error("margin and budget: numbers that are not negative are expected"));
        }
        let never = pyo3::types::PyString::new(py, "Never").into_any();
        let chosen = self.chosen(pairs.unwrap_or(&never))?;
        let mut known = HashMap::new();
        for (name, (lower, upper)) in ranges.unwrap_or_default() {
            let place = self.core().joint(&name).and_then(|joint| self.core().coordinate_of(joint));
            let place = place.ok_or_else(|| value_error(self.loaded.unknown_joint(&name)))?;
            if !(lower <= upper && lower.is_finite() && upper.is_finite()) {
                return Err(value_error(format!("ranges: {name}: lower <= upper is expected")));
            }
            known.insert(place, [lower, upper]);
        }
        let question = Question { margin, ranges: known, cells };
        let end = Instant::now() + Duration::from_secs_f64(budget);
        let text = proof.as_deref().map(|file| self.proof(file)).transpose()?;
        let pairs: Vec<[usize; 2]> = chosen.iter().map(|(pair, _)| *pair).collect();
        let claims: Vec<Claim> = py.detach(|| match &text {
            Some(proof) => proof.prove_all_while(&pairs, &question, &|_| Instant::now() < end),
            None => self.core().prove_all_while(&pairs, &question, &|_| Instant::now() < end),
        });
        if let (Some(text), Some(file)) = (text, &proof) {
            self.write_proof(py, text, file)?;
        }
        Ok(claims.iter().zip(&chosen).map(|(claim, (_, reason))| self.claim(claim, reason)).collect())
    }

    /// free_ranges()
    ///
    /// How far each joint can go from home before the links that it alone moves meet: a list of dicts with "joint",
    /// "lower" and "upper", and for each of these "reaches_limit", "clear", "meets" and "pair".
    fn free_ranges<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rules = self.loaded.audit_rules();
        let ranges = py.detach(|| self.core().free_ranges(&rules));
        ranges.iter().map(|range| free_range(py, range, self.core())).collect()
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
