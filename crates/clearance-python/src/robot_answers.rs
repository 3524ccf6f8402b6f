//! What a `Robot` answers.

use crate::arrays::{self, number};
use crate::robot::Robot;
use clearance_robot::{
    Claim, Clearance, Contact, FreeEnd, FreeRange, JointGradient, Least, Passage, Path, Robot as CoreRobot, Verdict,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A pair of links.
type Pair = (String, String);

/// The least distances of a robot, an entry a configuration.
#[pyclass(frozen, name = "RobotAnswers", module = "clearance")]
pub struct RobotAnswers {
    /// `None`: proven to be no nearer than the limit.
    found: Vec<Option<Clearance>>,
    limit: f64,
    pairs: Vec<Pair>,
    gradients: Option<Vec<Option<JointGradient>>>,
    width: usize,
}

impl RobotAnswers {
    pub fn new(
        found: Vec<Option<Clearance>>,
        limit: f64,
        pairs: Vec<Pair>,
        gradients: Option<Vec<Option<JointGradient>>>,
        width: usize,
    ) -> Self {
        Self { found, limit, pairs, gradients, width }
    }

    fn column<'py>(&self, py: Python<'py>, far: f64, of: fn(&Clearance) -> f64) -> Bound<'py, PyAny> {
        let number = |own: &Option<Clearance>| own.as_ref().map_or(far, of);
        arrays::vector(py, &self.found.iter().map(number).collect::<Vec<_>>(), false)
    }

    fn vectors<'py>(&self, py: Python<'py>, of: fn(&Clearance) -> [f64; 3]) -> PyResult<Bound<'py, PyAny>> {
        let vector = |own: &Option<Clearance>| own.as_ref().map_or([f64::NAN; 3], of);
        arrays::matrix(py, self.found.iter().flat_map(vector).collect(), 3)
    }
}

#[pymethods]
impl RobotAnswers {
    /// The distances, shape (n,). Infinite where the configuration is no nearer than `below`.
    #[getter]
    fn distance<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.column(py, f64::INFINITY, |own| own.distance)
    }
    /// Bounds below the true least distances. The errors of the kinematics are included.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.column(py, self.limit, |own| own.lower)
    }
    /// Bounds above the true least distances.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.column(py, f64::INFINITY, |own| own.upper)
    }
    /// The nearest pairs of links. Two empty texts where the configuration is no nearer than `below`.
    #[getter]
    fn pair(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
    /// The nearest points of the first links in the frame of the root, shape (n, 3).
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, |own| own.point_a.into())
    }
    /// The nearest points of the second links.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, |own| own.point_b.into())
    }
    /// The unit normals from the first to the second links.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, |own| own.normal.into())
    }
    /// "apart", "meeting", "inside" where the surfaces are apart and one link is inside the other, or "unknown" where
    /// rounding leaves it open.
    #[getter]
    fn contact(&self) -> Vec<&'static str> {
        let word = |own: &Option<Clearance>| match own.as_ref().map(|own| own.contact) {
            None | Some(Contact::Apart) => "apart",
            Some(Contact::Meeting) => "meeting",
            Some(Contact::Inside) => "inside",
            Some(Contact::Unknown) => "unknown",
        };
        self.found.iter().map(word).collect()
    }
    /// The derivatives of the distances along the joints, shape (n, dof); None if they were not asked for.
    #[getter]
    fn gradient<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(gradients) = &self.gradients else { return Ok(None) };
        let row = |own: &Option<JointGradient>| own.as_ref().map_or(vec![f64::NAN; self.width], |own| own.by.clone());
        arrays::matrix(py, gradients.iter().flat_map(row).collect(), self.width).map(Some)
    }
    /// Whether the distance has this derivative: False at ties and where links meet. None if it was not asked for.
    #[getter]
    fn regular<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let gradients = self.gradients.as_ref()?;
        let regular = gradients.iter().map(|own| own.as_ref().is_some_and(|own| own.regular));
        Some(PyArray1::from_iter(py, regular).into_any())
    }
    fn __len__(&self) -> usize {
        self.found.len()
    }
    fn __repr__(&self) -> String {
        let least = self.found.iter().flatten().map(|own| own.distance).fold(f64::INFINITY, f64::min);
        format!("RobotAnswers({} configurations, least distance={})", self.found.len(), number(least))
    }
}

/// What is proven about a pair of links over the ranges of the joints.
#[pyclass(frozen, get_all, name = "RobotClaim", module = "clearance")]
pub struct RobotClaim {
    /// The first link.
    a: String,
    /// The second link.
    b: String,
    /// The reason of the SRDF for which the pair is disabled, or "".
    reason: String,
    /// "never", "meets", "near", "always", "inside", "open" or "not_claimed".
    verdict: &'static str,
    /// The distance is proven to be at least this everywhere, or None.
    bound: Option<f64>,
    /// The least distance that was seen, or None.
    seen: Option<f64>,
    /// The share of the ranges that is proven.
    share: f64,
    /// The configuration of a contact, or of the least distance that was seen.
    configuration: Option<Vec<f64>>,
    /// A common point in the frame of the root, where they meet.
    point: Option<[f64; 3]>,
    /// The triangles that cross there.
    triangles: Option<(u32, u32)>,
    /// How many parts of the ranges were looked at.
    cells: u64,
    /// Why nothing is claimed, or "".
    why: String,
}

impl RobotClaim {
    pub fn new(claim: &Claim, reason: &str, (a, b): Pair, why: String) -> Self {
        let mut own = Self {
            a,
            b,
            reason: reason.to_owned(),
            verdict: "open",
            bound: None,
            seen: None,
            share: 0.0,
            configuration: None,
            point: None,
            triangles: None,
            cells: claim.cells,
            why,
        };
        match &claim.verdict {
            Verdict::Never { bound } => (own.verdict, own.bound, own.share) = ("never", Some(*bound), 1.0),
            Verdict::Inside { bound } => (own.verdict, own.bound, own.share) = ("inside", Some(*bound), 1.0),
            Verdict::Meets(meeting) | Verdict::Always(meeting) => {
                own.verdict = if matches!(claim.verdict, Verdict::Meets(_)) { "meets" } else { "always" };
                own.configuration = Some(meeting.configuration.clone());
                own.point = Some(meeting.point.into());
                own.triangles = Some((meeting.parts[0].triangle, meeting.parts[1].triangle));
                own.seen = Some(0.0);
            }
            Verdict::Near { configuration, upper } => {
                own.verdict = "near";
                (own.configuration, own.seen) = (Some(configuration.clone()), Some(*upper));
            }
            Verdict::Open { share, seen } => {
                own.share = *share;
                if let Some((distance, configuration)) = seen {
                    (own.configuration, own.seen) = (Some(configuration.clone()), Some(*distance));
                }
            }
            Verdict::NotClaimed(_) => own.verdict = "not_claimed",
        }
        own
    }
}

#[pymethods]
impl RobotClaim {
    fn __repr__(&self) -> String {
        let bound = self.bound.map_or(String::new(), |bound| format!(", bound={}", number(bound)));
        let seen = self.seen.map_or(String::new(), |seen| format!(", seen={}", number(seen)));
        format!("RobotClaim({:?}, {:?}, {:?}{bound}{seen})", self.a, self.b, self.verdict)
    }
}

/// What is proven about a path.
#[pyclass(frozen, name = "RobotPath", module = "clearance")]
pub struct RobotPath {
    robot: Py<Robot>,
    path: Path,
    tube: Vec<f64>,
    /// Whether all pairs are proven to be farther apart than the margin, all the time.
    #[pyo3(get)]
    is_clear: bool,
    /// Up to this time they are.
    #[pyo3(get)]
    clear_until: f64,
    /// At this time they are proven not to be; None if they are, or if it is open.
    #[pyo3(get)]
    stopped_at: Option<f64>,
    /// The pair that stops the path, otherwise the one that comes nearest.
    #[pyo3(get)]
    pair: Option<Pair>,
    /// A bound below the least clearance.
    #[pyo3(get)]
    lower: f64,
    /// A bound above it: a pair is as near as this at `time`.
    #[pyo3(get)]
    upper: f64,
    /// When it is nearest.
    #[pyo3(get)]
    time: f64,
    /// The nearest points then, in the frame of the root.
    #[pyo3(get)]
    points: Option<[[f64; 3]; 2]>,
}

impl RobotPath {
    pub fn new(
        robot: Py<Robot>,
        path: Path,
        tube: Vec<f64>,
        passage: &Passage,
        least: Option<&Least>,
        names: &dyn Fn([usize; 2]) -> Pair,
    ) -> Self {
        let (is_clear, clear_until, stopped_at, pair) = match passage {
            Passage::Clear { .. } => (true, f64::INFINITY, None, least.map(|least| least.pair)),
            Passage::Stopped { clear_until, proven_at, pair, .. } => (false, *clear_until, *proven_at, Some(*pair)),
            Passage::Inside { time, pair } => (false, *time, Some(*time), Some(*pair)),
        };
        let bound = if let Passage::Clear { bound } = passage { *bound } else { 0.0 };
        Self {
            robot,
            path,
            tube,
            is_clear,
            clear_until,
            stopped_at,
            pair: pair.map(names),
            lower: least.map_or(f64::INFINITY, |least| least.lower.max(bound.min(least.upper))),
            upper: least.map_or(f64::INFINITY, |least| least.upper),
            time: least.map_or(f64::NAN, |least| least.time),
            points: least.map(|least| least.points.map(<[f64; 3]>::from)),
        }
    }
}

#[pymethods]
impl RobotPath {
    /// The least clearance: the nearest that was seen, at `time`.
    #[getter]
    fn distance(&self) -> f64 {
        self.upper
    }
    /// intervals(below)
    ///
    /// The times in which pairs are not proven to be farther apart than `below`: a list of (from, to, pair, is_proven).
    fn intervals(&self, py: Python<'_>, below: f64) -> Vec<(f64, f64, Pair, bool)> {
        let robot = self.robot.get();
        py.detach(|| robot.intervals(&self.path, &self.tube, below))
    }
    /// at(time)
    ///
    /// The configuration at a time.
    fn at<'py>(&self, py: Python<'py>, time: f64) -> Bound<'py, PyAny> {
        arrays::vector(py, &self.path.at(time), false)
    }
    fn __repr__(&self) -> String {
        let word = if self.is_clear { "clear" } else { "not clear" };
        format!(
            "RobotPath({word}, lower={}, upper={}, time={})",
            number(self.lower),
            number(self.upper),
            number(self.time)
        )
    }
}

/// The free range of a joint as a dict.
pub fn free_range<'py>(py: Python<'py>, range: &FreeRange, robot: &CoreRobot) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("joint", robot.joint_name(range.joint))?;
    dict.set_item("home", range.from)?;
    for (key, end) in [("lower", &range.lower), ("upper", &range.upper)] {
        let told = PyDict::new(py);
        let (reaches, clear, meets, pair) = match end {
            FreeEnd::Limit { limit, .. } => (true, *limit, None, None),
            FreeEnd::Stopped { clear, meets, pair } => {
                (false, *clear, *meets, Some(pair.map(|link| robot.link_name(link).to_owned())))
            }
        };
        told.set_item("reaches_limit", reaches)?;
        told.set_item("clear", clear)?;
        told.set_item("meets", meets)?;
        told.set_item("pair", pair.map(|[a, b]| (a, b)))?;
        dict.set_item(key, told)?;
    }
    Ok(dict)
}
