//! How near two things come to each other on a motion, or on a path of motions.

use crate::arrays::{number, single_down, single_near, single_up};
use crate::bodies::{pair, things};
use crate::dimension::{Dimension, In};
use crate::motion::{Motion, both_motions, motions};
use crate::queries::{convex, shapes};
use crate::result::{AnyProximity, Proximity};
use crate::shape::{mixed, pair_of, value_error};
use crate::solver::{Solver, or_default};
use clearance::{Clearance as CoreClearance, Solver as CoreSolver};
use clearance_scene::{self as scene, LeafClearance};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Thing<'a, 'py> = &'a Bound<'py, PyAny>;
type Options<'a> = Option<&'a Solver>;

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
    match (pair_of(first, second)?, motions(motion_a, motion_b, first.any.size())?) {
        (In::Plane(pair), In::Plane([m, n])) => {
            clearance_of(py, py.detach(|| solver.clearance(pair.0, &m, pair.1, &n)), In::Plane, single, None)
        }
        (In::Space(pair), In::Space([m, n])) => {
            clearance_of(py, py.detach(|| solver.clearance(pair.0, &m, pair.1, &n)), In::Space, single, None)
        }
        (pair, motions) => Err(mixed(pair.size(), motions.size())),
    }
}

/// clearance_along(a, b, path, solver=None)
///
/// How near a convex shape comes to another one at rest while it makes several motions, one after the other: a
/// `Clearance`. `path` is a list of `Motion`s for B; each starts where the one before it has ended. The fraction counts
/// the motions: 2.5 is half way on the third. An empty path is the shapes at rest.
#[pyfunction]
#[pyo3(signature = (a, b, path, solver=None))]
pub fn clearance_along(
    py: Python<'_>,
    a: Thing<'_, '_>,
    b: Thing<'_, '_>,
    path: Thing<'_, '_>,
    solver: Options<'_>,
) -> PyResult<Clearance> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    let (mut flat, mut solid) = (Vec::new(), Vec::new());
    for (index, motion) in path.try_iter()?.enumerate() {
        let motion = motion?;
        let Ok(motion) = motion.cast::<Motion>() else {
            let found = motion.get_type().name()?;
            return Err(PyTypeError::new_err(format!("path[{index}]: a Motion is expected, found {found}")));
        };
        match motion.get().0 {
            In::Plane(motion) => flat.push(motion),
            In::Space(motion) => solid.push(motion),
        }
    }
    let (size, single) = (first.any.size(), first.single && second.single);
    let others = if size == 2 { solid.len() } else { flat.len() };
    if others > 0 {
        return Err(value_error(format!("path: motions of {size} dimensions are expected, found others")));
    }
    match pair_of(first, second)? {
        In::Plane((a, b)) => {
            clearance_of(py, py.detach(|| solver.clearance_along(&a, &b, &flat)), In::Plane, single, None)
        }
        In::Space((a, b)) => {
            clearance_of(py, py.detach(|| solver.clearance_along(&a, &b, &solid)), In::Space, single, None)
        }
    }
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

/// Adds the class and the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Clearance>()?;
    module.add_function(wrap_pyfunction!(least_clearance, module)?)?;
    module.add_function(wrap_pyfunction!(clearance_along, module)?)
}
