//! Questions about things that move: casts, impacts, least clearances, crossings.

use crate::arrays::{self, number, single_down, single_near, single_up};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::queries::{convex, shapes};
use crate::result::{AnyProximity, Proximity};
use crate::scene::{Flat, Solid, pair, things};
use crate::shape::{both, mixed, value_error};
use crate::solver::{Solver, or_default};
use clearance::{Bracket, Cast as CoreCast, Clearance as CoreClearance, Motion as CoreMotion, Solver as CoreSolver};
use clearance_scene::{self as scene, LeafCast, LeafClearance};
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Thing<'a, 'py> = &'a Bound<'py, PyAny>;
type Options<'a> = Option<&'a Solver>;

/// Motion(travel=None, turn=None, center=None)
///
/// A motion from fraction 0 to fraction 1: at fraction t the point x of the placed shape is at
/// `center + t * travel + R(t * turn) (x - center)`, in the world's frame.
///
/// `travel` and `center` are vectors of shape (dim,), 0 by default. `turn` is a rotation vector in radians, shape (3,); in
/// the plane an angle. Any number of turns is allowed. One of the three must tell the dimension.
#[pyclass(frozen, eq, name = "Motion", module = "clearance")]
#[derive(Clone, PartialEq)]
pub struct Motion(In<CoreMotion<Plane>, CoreMotion<Space>>);

#[pymethods]
impl Motion {
    #[new]
    #[pyo3(signature = (travel=None, turn=None, center=None))]
    fn new(
        travel: Option<&Bound<'_, PyAny>>,
        turn: Option<&Bound<'_, PyAny>>,
        center: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let travel = travel.map(|travel| arrays::numbers(travel, "travel")).transpose()?;
        let turn = turn.map(|turn| arrays::numbers(turn, "turn")).transpose()?;
        let center = center.map(|center| arrays::numbers(center, "center")).transpose()?;
        let size = match (&travel, &center, &turn) {
            (Some(vector), ..) | (None, Some(vector), _) => vector.point()?.len(),
            (None, None, Some(turn)) => 2 + usize::from(!turn.shape().is_empty()),
            (None, None, None) => return Err(value_error("travel, turn or center is expected, to tell the dimension")),
        };
        let vector = |numbers: &Option<arrays::Numbers<'_>>| match numbers {
            Some(numbers) => numbers.point_of(size).map(<[f64]>::to_vec),
            None => Ok(vec![0.0; size]),
        };
        let (travel, center) = (vector(&travel)?, vector(&center)?);
        let turn = match &turn {
            None => vec![0.0; 3],
            Some(turn) if size == 3 => turn.point_of(3)?.to_vec(),
            Some(turn) if turn.shape().is_empty() => turn.finite()?.to_vec(),
            Some(turn) => return Err(turn.wrong_shape("()")),
        };
        fn of<V: Dimension>(travel: &[f64], turn: &[f64], center: &[f64]) -> CoreMotion<V> {
            CoreMotion::turn(V::of(center), V::turn(turn)).and_travel(V::of(travel))
        }
        Ok(Self(match size {
            2 => In::Plane(of(&travel, &turn, &center)),
            _ => In::Space(of(&travel, &turn, &center)),
        }))
    }
    /// The way of the centre, shape (dim,).
    #[getter]
    fn travel<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::vector(py, &each!(&self.0, motion => motion.travel.coordinates()), false)
    }
    /// The turn in radians: a rotation vector of shape (3,), in the plane of shape (1,).
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::vector(py, &self.angles(), false)
    }
    /// The point that the turn leaves in place, shape (dim,).
    #[getter]
    fn center<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::vector(py, &each!(&self.0, motion => motion.center.coordinates()), false)
    }
    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.0.size()
    }
    fn __repr__(&self) -> String {
        let (travel, center) = each!(&self.0, motion => (motion.travel.coordinates(), motion.center.coordinates()));
        let turn = match self.angles()[..] {
            [angle] => number(angle),
            ref vector => arrays::list(vector),
        };
        format!("Motion(travel={}, turn={turn}, center={})", arrays::list(&travel), arrays::list(&center))
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Vec<f64>, Py<PyAny>, Vec<f64>)) {
        let (motion, py) = (slf.get(), slf.py());
        let (travel, center) = each!(&motion.0, m => (m.travel.coordinates(), m.center.coordinates()));
        let turn = match motion.angles()[..] {
            [angle] => pyo3::types::PyFloat::new(py, angle).into_any(),
            ref vector => arrays::vector(py, vector, false),
        };
        (slf.get_type().into_any(), (travel, turn.unbind(), center))
    }
}

impl Motion {
    fn angles(&self) -> Vec<f64> {
        match &self.0 {
            In::Plane(motion) => vec![motion.turn],
            In::Space(motion) => motion.turn.coordinates(),
        }
    }
}

/// The motions of two things of one dimension. None means at rest.
fn motions(
    a: Option<&Motion>,
    b: Option<&Motion>,
    size: usize,
) -> PyResult<In<[CoreMotion<Plane>; 2], [CoreMotion<Space>; 2]>> {
    for motion in [a, b].into_iter().flatten() {
        if motion.0.size() != size {
            let found = motion.0.size();
            return Err(value_error(format!("a motion of {size} dimensions is expected, found one of {found}")));
        }
    }
    fn of<V: Dimension>(motion: Option<CoreMotion<V>>) -> CoreMotion<V> {
        motion.unwrap_or_else(CoreMotion::still)
    }
    let plane = |motion: Option<&Motion>| of(motion.and_then(|m| if let In::Plane(m) = m.0 { Some(m) } else { None }));
    let space = |motion: Option<&Motion>| of(motion.and_then(|m| if let In::Space(m) = m.0 { Some(m) } else { None }));
    Ok(match size {
        2 => In::Plane([plane(a), plane(b)]),
        _ => In::Space([space(a), space(b)]),
    })
}

/// When two things come into contact on a motion. A fraction is a part of the motion: 0 is its start and 1 its end.
#[pyclass(frozen, get_all, name = "Cast", module = "clearance")]
pub struct Cast {
    /// "clear", "hit" or "near". The first two are proven. "near" means that neither is.
    outcome: &'static str,
    /// The fraction of the first contact; 1 if the motion is clear.
    fraction: f64,
    /// Proven: no contact before this fraction.
    lower: f64,
    /// Of a hit it is proven: contact at or before this fraction.
    upper: f64,
    /// The two things at `lower`, as a `Proximity`. None for a clear motion of meshes, outlines or compounds.
    contact: Option<Py<Proximity>>,
    /// The number of queries for things at rest that the search took.
    iterations: u64,
}

#[pymethods]
impl Cast {
    /// Whether there is contact, or contact is not excluded.
    #[getter]
    fn is_hit(&self) -> bool {
        self.outcome != "clear"
    }
    /// The answer as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("outcome", self.outcome)?;
        dict.set_item("fraction", self.fraction)?;
        dict.set_item("lower", self.lower)?;
        dict.set_item("upper", self.upper)?;
        let contact = self.contact.as_ref().map(|contact| contact.get().to_dict(py)).transpose()?;
        dict.set_item("contact", contact)?;
        dict.set_item("iterations", self.iterations)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        let [fraction, lower, upper] = [self.fraction, self.lower, self.upper].map(number);
        format!("Cast({}, fraction={fraction}, lower={lower}, upper={upper})", self.outcome)
    }
}

/// How near two things come to each other on a motion, and when.
#[pyclass(frozen, get_all, name = "Clearance", module = "clearance")]
pub struct Clearance {
    /// The least distance.
    distance: f64,
    /// A proven lower bound of it.
    lower: f64,
    /// A proven upper bound of it.
    upper: f64,
    /// The fraction of the motion at which it is.
    fraction: f64,
    /// The two things at that moment.
    proximity: Py<Proximity>,
    /// The number of queries for things at rest that the search took.
    iterations: u32,
}

#[pymethods]
impl Clearance {
    /// The answer as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("distance", self.distance)?;
        dict.set_item("lower", self.lower)?;
        dict.set_item("upper", self.upper)?;
        dict.set_item("fraction", self.fraction)?;
        dict.set_item("proximity", self.proximity.get().to_dict(py)?)?;
        dict.set_item("iterations", self.iterations)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        let [distance, lower, upper, fraction] = [self.distance, self.lower, self.upper, self.fraction].map(number);
        format!("Clearance(distance={distance}, lower={lower}, upper={upper}, fraction={fraction})")
    }
}

/// Where a line enters and leaves a shape. Fractions are multiples of the direction.
#[pyclass(frozen, get_all, name = "Crossing", module = "clearance")]
pub struct Crossing {
    /// (fraction, lower, upper) of the entry.
    entry: (f64, f64, f64),
    /// (fraction, lower, upper) of the exit.
    exit: (f64, f64, f64),
    /// The unit normal from A to B at the entry, shape (dim,).
    normal_in: Py<PyAny>,
    /// The unit normal from A to B at the exit, shape (dim,).
    normal_out: Py<PyAny>,
}

#[pymethods]
impl Crossing {
    fn __repr__(&self) -> String {
        let text = |(fraction, lower, upper): (f64, f64, f64)| arrays::list(&[fraction, lower, upper]);
        format!("Crossing(entry={}, exit={})", text(self.entry), text(self.exit))
    }
}

/// A cast of either dimension, as Python sees it.
fn cast_of<V: Dimension>(
    py: Python<'_>,
    cast: CoreCast<V>,
    of: fn(clearance::Proximity<V>) -> AnyProximity,
    single: bool,
) -> PyResult<Cast> {
    let rounded = |number, round: fn(f64) -> f64| if single { round(number) } else { number };
    Ok(Cast {
        outcome: cast.outcome.as_str(),
        fraction: rounded(cast.fraction, single_near),
        lower: rounded(cast.lower, single_down),
        upper: rounded(cast.upper, single_up),
        contact: Some(Py::new(py, Proximity::bare(of(cast.contact), single))?),
        iterations: u64::from(cast.iterations),
    })
}

fn clearance_of<V: Dimension>(
    py: Python<'_>,
    found: CoreClearance<V>,
    of: fn(clearance::Proximity<V>) -> AnyProximity,
    single: bool,
    leaves: Option<[u32; 2]>,
) -> PyResult<Clearance> {
    let rounded = |number, round: fn(f64) -> f64| if single { round(number) } else { number };
    let proximity = Proximity { leaves, ..Proximity::bare(of(found.proximity), single) };
    Ok(Clearance {
        distance: rounded(found.distance, single_near),
        lower: rounded(found.lower, single_down),
        upper: rounded(found.upper, single_up),
        fraction: rounded(found.fraction, single_near),
        proximity: Py::new(py, proximity)?,
        iterations: found.iterations,
    })
}

/// cast(a, b, travel, solver=None)
///
/// When B comes into contact with A while it moves by `travel`, shape (dim,): a `Cast`. Exact for polytopes.
///
/// Contact means a distance of at most `solver.target`. For bodies that turn see `impact`.
#[pyfunction]
#[pyo3(signature = (a, b, travel, solver=None))]
pub fn cast(a: Thing<'_, '_>, b: Thing<'_, '_>, travel: Thing<'_, '_>, solver: Options<'_>) -> PyResult<Cast> {
    let travel = arrays::numbers(travel, "travel")?;
    let Some((first, second)) = shapes(a, b)? else {
        let motion = Motion(match travel.point()? {
            flat @ [_, _] => In::Plane(CoreMotion::travel(Plane::of(flat))),
            solid => In::Space(CoreMotion::travel(Space::of(solid))),
        });
        return leaves_meet(a, b, None, Some(&motion), &or_default(solver));
    };
    let (solver, single) = (or_default(solver), first.single && second.single);
    let travel = travel.point_of(first.any.size())?;
    match both(first.any.as_ref(), second.any.as_ref())? {
        In::Plane(pair) => cast_of(a.py(), solver.cast(pair.0, pair.1, Plane::of(travel)), In::Plane, single),
        In::Space(pair) => cast_of(a.py(), solver.cast(pair.0, pair.1, Space::of(travel)), In::Space, single),
    }
}

/// cast_ray(shape, origin, travel, solver=None)
///
/// When the point that moves from `origin` by `travel` meets a convex shape: a `Cast`.
#[pyfunction]
#[pyo3(signature = (shape, origin, travel, solver=None))]
pub fn cast_ray(
    shape: Thing<'_, '_>,
    origin: Thing<'_, '_>,
    travel: Thing<'_, '_>,
    solver: Options<'_>,
) -> PyResult<Cast> {
    let (asked, solver) = (crate::shape::of_argument(shape, "shape")?.get(), or_default(solver));
    let (origin, travel) = (arrays::numbers(origin, "origin")?, arrays::numbers(travel, "travel")?);
    let (origin, travel) = (origin.point_of(asked.any.size())?, travel.point_of(asked.any.size())?);
    match &asked.any {
        In::Plane(any) => {
            let cast = solver.cast_ray(any, Plane::of(origin), Plane::of(travel));
            cast_of(shape.py(), cast, In::Plane, asked.single)
        }
        In::Space(any) => {
            let cast = solver.cast_ray(any, Space::of(origin), Space::of(travel));
            cast_of(shape.py(), cast, In::Space, asked.single)
        }
    }
}

/// crossing(a, b, direction, solver=None)
///
/// When B, moved along the whole line of `direction`, enters A and when it leaves it: a `Crossing`, or None if it misses.
#[pyfunction]
#[pyo3(signature = (a, b, direction, solver=None))]
pub fn crossing(
    py: Python<'_>,
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    direction: Thing<'_, '_>,
    solver: Options<'_>,
) -> PyResult<Option<Crossing>> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    let direction = arrays::numbers(direction, "direction")?;
    let direction = direction.point_of(first.any.size())?;
    let told = |bracket: Bracket<f64>| (bracket.fraction, bracket.lower, bracket.upper);
    each!(both(first.any.as_ref(), second.any.as_ref())?, pair => {
        let found = solver.crossing(pair.0, pair.1, Dimension::of(direction));
        Ok(found.map(|found| Crossing {
            entry: told(found.entry),
            exit: told(found.exit),
            normal_in: arrays::vector(py, &Dimension::coordinates(&found.normal_in), false).unbind(),
            normal_out: arrays::vector(py, &Dimension::coordinates(&found.normal_out), false).unbind(),
        }))
    })
}

/// impact(a, b, motion_a=None, motion_b=None, solver=None)
///
/// When two things that travel and turn come into contact: a `Cast`. A motion is a `Motion`, or None at rest.
#[pyfunction]
#[pyo3(signature = (a, b, motion_a=None, motion_b=None, solver=None))]
pub fn impact(
    py: Python<'_>,
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    motion_a: Option<&Motion>,
    motion_b: Option<&Motion>,
    solver: Options<'_>,
) -> PyResult<Cast> {
    let solver = or_default(solver);
    let Some((first, second)) = shapes(a, b)? else { return leaves_meet(a, b, motion_a, motion_b, &solver) };
    let single = first.single && second.single;
    match (both(first.any.as_ref(), second.any.as_ref())?, motions(motion_a, motion_b, first.any.size())?) {
        (In::Plane(pair), In::Plane([m, n])) => {
            cast_of(py, py.detach(|| solver.impact(pair.0, &m, pair.1, &n)), In::Plane, single)
        }
        (In::Space(pair), In::Space([m, n])) => {
            cast_of(py, py.detach(|| solver.impact(pair.0, &m, pair.1, &n)), In::Space, single)
        }
        (pair, motions) => Err(mixed(pair.size(), motions.size())),
    }
}

/// least_clearance(a, b, motion_a=None, motion_b=None, solver=None)
///
/// How near two things come to each other while they travel and turn, and when: a `Clearance`.
#[pyfunction]
#[pyo3(signature = (a, b, motion_a=None, motion_b=None, solver=None))]
pub fn least_clearance(
    py: Python<'_>,
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    motion_a: Option<&Motion>,
    motion_b: Option<&Motion>,
    solver: Options<'_>,
) -> PyResult<Clearance> {
    let solver = or_default(solver);
    let Some((first, second)) = shapes(a, b)? else { return leaves_clear(a, b, motion_a, motion_b, &solver) };
    let single = first.single && second.single;
    match (both(first.any.as_ref(), second.any.as_ref())?, motions(motion_a, motion_b, first.any.size())?) {
        (In::Plane(pair), In::Plane([m, n])) => {
            clearance_of(py, py.detach(|| solver.clearance(pair.0, &m, pair.1, &n)), In::Plane, single, None)
        }
        (In::Space(pair), In::Space([m, n])) => {
            clearance_of(py, py.detach(|| solver.clearance(pair.0, &m, pair.1, &n)), In::Space, single, None)
        }
        (pair, motions) => Err(mixed(pair.size(), motions.size())),
    }
}

/// The motions of both dimensions, of which one is asked for.
fn both_motions(
    a: Option<&Motion>,
    b: Option<&Motion>,
    size: usize,
) -> PyResult<([CoreMotion<Plane>; 2], [CoreMotion<Space>; 2])> {
    let still = ([CoreMotion::still(); 2], [CoreMotion::still(); 2]);
    Ok(match motions(a, b, size)? {
        In::Plane(flat) => (flat, still.1),
        In::Space(solid) => (still.0, solid),
    })
}

/// When leaves of two bodies meet on a motion.
fn leaves_meet(
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    motion_a: Option<&Motion>,
    motion_b: Option<&Motion>,
    solver: &CoreSolver,
) -> PyResult<Cast> {
    let (first, second) = things(a, b)?;
    let (flat, solid) = both_motions(motion_a, motion_b, first.size())?;
    let found = a.py().detach(|| {
        Ok::<_, PyErr>(pair!(first, second, (flat, solid), x, y, moves =>
            scene::impact_with(solver, x, &moves[0], y, &moves[1]), LeafCast::swapped))
    })?;
    let contact = match &found {
        In::Plane(cast) => cast.contact.map(|nearest| crate::scene::nearest(In::Plane(nearest), a, b)),
        In::Space(cast) => cast.contact.map(|nearest| crate::scene::nearest(In::Space(nearest), a, b)),
    };
    let contact = contact.map(|contact| Py::new(a.py(), contact)).transpose()?;
    Ok(each!(found, cast => Cast {
        outcome: cast.outcome.as_str(),
        fraction: cast.fraction,
        lower: cast.lower,
        upper: cast.upper,
        contact,
        iterations: cast.iterations,
    }))
}

/// How near leaves of two bodies come on a motion.
fn leaves_clear(
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    motion_a: Option<&Motion>,
    motion_b: Option<&Motion>,
    solver: &CoreSolver,
) -> PyResult<Clearance> {
    let (first, second) = things(a, b)?;
    let (flat, solid) = both_motions(motion_a, motion_b, first.size())?;
    let found = a.py().detach(|| {
        Ok::<_, PyErr>(pair!(first, second, (flat, solid), x, y, moves =>
            scene::least_clearance_with(solver, x, &moves[0], y, &moves[1]), LeafClearance::swapped))
    })?;
    match found {
        In::Plane(f) => clearance_of(a.py(), f.clearance, In::Plane, false, Some([f.leaf_a, f.leaf_b])),
        In::Space(f) => clearance_of(a.py(), f.clearance, In::Space, false, Some([f.leaf_a, f.leaf_b])),
    }
}

/// Adds the classes and functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Motion>()?;
    module.add_class::<Cast>()?;
    module.add_class::<Clearance>()?;
    module.add_class::<Crossing>()?;
    module.add_function(wrap_pyfunction!(cast, module)?)?;
    module.add_function(wrap_pyfunction!(cast_ray, module)?)?;
    module.add_function(wrap_pyfunction!(crossing, module)?)?;
    module.add_function(wrap_pyfunction!(impact, module)?)?;
    module.add_function(wrap_pyfunction!(least_clearance, module)?)
}
