//! When two things come into contact: casts along lines, and impacts of bodies that turn.

use crate::arrays::{self, number, single_down, single_near, single_up};
use crate::bodies::{pair, things};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::motion::{Motion, both_motions, motions};
use crate::queries::shapes;
use crate::result::{AnyProximity, Proximity};
use crate::shape::{mixed, pair_of};
use crate::solver::{Solver, or_default};
use clearance::{
    Bracket, Cast as CoreCast, Crossing as CoreCrossing, Motion as CoreMotion, Solver as CoreSolver, Vector as _,
};
use clearance_scene::{self as scene, LeafCast, LeafCrossing};
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Thing<'a, 'py> = &'a Bound<'py, PyAny>;
type Options<'a> = Option<&'a Solver>;

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
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
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
    pub fn __repr__(&self) -> String {
        let [fraction, lower, upper] = [self.fraction, self.lower, self.upper].map(number);
        format!("Cast({}, fraction={fraction}, lower={lower}, upper={upper})", self.outcome)
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
    /// The leaves of A and B that meet first, if one of them is a mesh, an outline or a compound.
    leaves_in: Option<(u32, u32)>,
    /// The leaves of A and B that part last.
    leaves_out: Option<(u32, u32)>,
}

#[pymethods]
impl Crossing {
    /// The answer as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("entry", self.entry)?;
        dict.set_item("exit", self.exit)?;
        dict.set_item("normal_in", self.normal_in.bind(py).call_method0("tolist")?)?;
        dict.set_item("normal_out", self.normal_out.bind(py).call_method0("tolist")?)?;
        dict.set_item("leaves_in", self.leaves_in)?;
        dict.set_item("leaves_out", self.leaves_out)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        let text = |(fraction, lower, upper): (f64, f64, f64)| arrays::list(&[fraction, lower, upper]);
        format!("Crossing(entry={}, exit={})", text(self.entry), text(self.exit))
    }
}

impl Crossing {
    fn new<V: Dimension>(py: Python<'_>, found: &CoreCrossing<V>) -> Self {
        let told = |bracket: Bracket<f64>| (bracket.fraction, bracket.lower, bracket.upper);
        Self {
            entry: told(found.entry),
            exit: told(found.exit),
            normal_in: arrays::vector(py, &Dimension::coordinates(&found.normal_in), false).unbind(),
            normal_out: arrays::vector(py, &Dimension::coordinates(&found.normal_out), false).unbind(),
            leaves_in: None,
            leaves_out: None,
        }
    }

    fn of_leaves<V: Dimension>(py: Python<'_>, found: &LeafCrossing<V>) -> Self {
        let [leaves_in, leaves_out] = [found.leaves_in, found.leaves_out].map(|leaves| Some(leaves.into()));
        Self { leaves_in, leaves_out, ..Self::new(py, found) }
    }
}

/// A cast of either dimension, as Python sees it.
pub fn cast_of<V: Dimension>(
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
    match pair_of(first, second)? {
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
/// When B, moved along the whole line of `direction`, enters A and when it leaves it: a `Crossing`, or None if it
/// misses. Of meshes, outlines and compounds it is from the first contact of leaves to the last one.
#[pyfunction]
#[pyo3(signature = (a, b, direction, solver=None))]
pub fn crossing(
    py: Python<'_>,
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    direction: Thing<'_, '_>,
    solver: Options<'_>,
) -> PyResult<Option<Crossing>> {
    let (direction, solver) = (arrays::numbers(direction, "direction")?, or_default(solver));
    let Some((first, second)) = shapes(a, b)? else { return leaves_cross(a, b, &direction, &solver) };
    let direction = direction.point_of(first.any.size())?;
    each!(pair_of(first, second)?, pair => {
        let found = solver.crossing(pair.0, pair.1, Dimension::of(direction));
        Ok(found.map(|found| Crossing::new(py, &found)))
    })
}

/// When leaves of two bodies meet first and part last on a line.
fn leaves_cross(
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    direction: &arrays::Numbers<'_>,
    solver: &CoreSolver,
) -> PyResult<Option<Crossing>> {
    let (first, second) = things(a, b)?;
    let direction = direction.point_of(first.size())?;
    let (mut flat, mut solid) = ([Plane::ORIGIN; 2], [Space::ORIGIN; 2]);
    if direction.len() == 2 {
        flat[1] = Plane::of(direction)
    } else {
        solid[1] = Space::of(direction)
    }
    let found = a.py().detach(|| {
        Ok::<_, PyErr>(pair!(first, second, (flat, solid), x, y, ways =>
        scene::crossing_with(solver, x, y, ways[1] - ways[0]), |found: Option<LeafCrossing<_>>| {
            found.map(LeafCrossing::swapped)
        }))
    })?;
    Ok(each!(found, found => found.as_ref().map(|found| Crossing::of_leaves(a.py(), found))))
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
    match (pair_of(first, second)?, motions(motion_a, motion_b, first.any.size())?) {
        (In::Plane(pair), In::Plane([m, n])) => {
            cast_of(py, py.detach(|| solver.impact(pair.0, &m, pair.1, &n)), In::Plane, single)
        }
        (In::Space(pair), In::Space([m, n])) => {
            cast_of(py, py.detach(|| solver.impact(pair.0, &m, pair.1, &n)), In::Space, single)
        }
        (pair, motions) => Err(mixed(pair.size(), motions.size())),
    }
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
        In::Plane(cast) => cast.contact.map(|nearest| crate::leaves::nearest(In::Plane(nearest), a, b)),
        In::Space(cast) => cast.contact.map(|nearest| crate::leaves::nearest(In::Space(nearest), a, b)),
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

/// Adds the classes and functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Motion>()?;
    module.add_class::<Cast>()?;
    module.add_class::<Crossing>()?;
    module.add_function(wrap_pyfunction!(cast, module)?)?;
    module.add_function(wrap_pyfunction!(cast_ray, module)?)?;
    module.add_function(wrap_pyfunction!(crossing, module)?)?;
    module.add_function(wrap_pyfunction!(impact, module)?)
}
