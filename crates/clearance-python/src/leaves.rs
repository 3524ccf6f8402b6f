//! Questions about bodies of many leaves: the nearest leaves, whether they meet, how two solids stand.

use crate::arrays::Numbers;
use crate::bodies::{Flat, Solid, pair, thing, things};
use crate::dimension::{Dimension, In, Plane, Space};
use crate::outline::Outline;
use crate::result::Proximity;
use crate::shape::mixed;
use clearance::Solver as CoreSolver;
use clearance_scene::{self as scene, Nearest, Related};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The nearest leaves as an answer.
pub fn nearest(found: In<Nearest<Plane>, Nearest<Space>>, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Proximity {
    let (answer, leaves) = match found {
        In::Plane(nearest) => (In::Plane(nearest.proximity), [nearest.leaf_a, nearest.leaf_b]),
        In::Space(nearest) => (In::Space(nearest.proximity), [nearest.leaf_a, nearest.leaf_b]),
    };
    Proximity { leaves: Some(leaves), ..Proximity::new(answer, false, a, b) }
}

/// A value and its exchange.
fn swap<V: clearance::Vector>(found: Nearest<V>) -> Nearest<V> {
    found.swapped()
}

/// The distance of two bodies.
pub fn distance(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, solver: &CoreSolver) -> PyResult<Proximity> {
    let (first, second) = things(a, b)?;
    let found =
        a.py().detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::distance_with(solver, x, y), swap)))?;
    Ok(nearest(found, a, b))
}

/// The distance of two bodies if it is within the solver's limit.
pub fn within(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, solver: &CoreSolver) -> PyResult<Option<Proximity>> {
    let ((first, second), limit) = (things(a, b)?, solver.max_distance);
    let found = a.py().detach(|| {
        Ok::<_, PyErr>(pair!(first, second, x, y => scene::within(x, y, limit), (|found: Option<_>| found.map(swap))))
    })?;
    Ok(match found {
        In::Plane(found) => found.map(|found| nearest(In::Plane(found), a, b)),
        In::Space(found) => found.map(|found| nearest(In::Space(found), a, b)),
    })
}

/// Whether leaves of two bodies meet.
pub fn overlaps(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (first, second) = things(a, b)?;
    let found = a
        .py()
        .detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::overlaps(x, y), std::convert::identity)))?;
    match found {
        In::Plane(found) | In::Space(found) => Ok(found),
    }
}

/// The nearest point of a body.
pub fn closest_point(body: &Bound<'_, PyAny>, point: &Numbers<'_>) -> PyResult<Proximity> {
    let found = match thing(body, "shape")? {
        In::Plane(flat) => {
            let point = Plane::of(point.point_of(2)?);
            In::Plane(match &flat {
                Flat::Outline(outline) => scene::closest_point(&outline.body(), point),
                Flat::Compound(compound, pose) => scene::closest_point(&compound.at(*pose), point),
                Flat::HalfSpace(_) => return Err(no_body()),
            })
        }
        In::Space(solid) => {
            let point = Space::of(point.point_of(3)?);
            In::Space(match &solid {
                Solid::Mesh(mesh) => scene::closest_point(&mesh.body(), point),
                Solid::Compound(compound, pose) => scene::closest_point(&compound.at(*pose), point),
                Solid::HalfSpace(_) => return Err(no_body()),
            })
        }
    };
    let (answer, leaf) = match found {
        In::Plane(nearest) => (In::Plane(nearest.proximity), nearest.leaf_a),
        In::Space(nearest) => (In::Space(nearest.proximity), nearest.leaf_a),
    };
    Ok(Proximity { leaves: Some([leaf, 0]), ..Proximity::bare(answer, false) })
}

/// A convex shape answers by itself.
fn no_body() -> PyErr {
    PyTypeError::new_err("a body of leaves is expected")
}

/// Whether a point lies in the solid of a closed mesh, in an outline or in a shape of a compound.
pub fn contains(body: &Bound<'_, PyAny>, point: &Numbers<'_>) -> PyResult<bool> {
    let open = || PyValueError::new_err("the surface or line is not closed: it has no inside");
    match thing(body, "shape")? {
        In::Plane(Flat::Outline(outline)) => {
            let point = Plane::of(point.point_of(2)?);
            if !outline.outline.is_closed() {
                return Err(open());
            }
            let on_edge = scene::closest_point(&outline.body(), point).upper == 0.0;
            Ok(on_edge || outline.outline.winding_number(outline.own(point)).is_some_and(|turns| turns != 0))
        }
        In::Space(Solid::Mesh(mesh)) => {
            let point = Space::of(point.point_of(3)?);
            if !mesh.mesh.is_closed() {
                return Err(open());
            }
            let on_face = scene::closest_point(&mesh.body(), point).upper == 0.0;
            Ok(on_face || mesh.mesh.has_inside(mesh.own(point)) == Some(true))
        }
        _ => Ok(!(closest_point(body, point)?.lower() > 0.0)),
    }
}

/// relation(a, b)
///
/// How two closed meshes or two outlines stand to each other as solids: "apart", "touching", "crossing", "a_in_b" or
/// "b_in_a". It is exact. Raises TypeError for other things.
#[pyfunction]
pub fn relation(py: Python<'_>, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    fn name<V: clearance::Vector>(related: Option<Related<V>>) -> PyResult<&'static str> {
        related.map(|related| related.relation.name()).ok_or_else(|| PyValueError::new_err("a pose is no placement"))
    }
    match things(a, b)? {
        (In::Space(Solid::Mesh(m)), In::Space(Solid::Mesh(n))) => {
            py.detach(|| name(scene::relation(&m.body(), &n.body())))
        }
        (In::Plane(Flat::Outline(m)), In::Plane(Flat::Outline(n))) => {
            py.detach(|| name(scene::relation_of_outlines(&m.body(), &n.body())))
        }
        (first, second) if first.size() != second.size() => Err(mixed(first.size(), second.size())),
        _ => Err(PyTypeError::new_err("two meshes or two outlines are expected")),
    }
}

/// depth(a, b)
///
/// The penetration depth of two outlines as bounds (lower, upper). None where it is not known. Raises TypeError for
/// anything but outlines.
#[pyfunction]
pub fn depth(py: Python<'_>, a: &Outline, b: &Outline) -> Option<(f64, f64)> {
    let depth = py.detach(|| scene::depth_of_outlines(&a.body(), &b.body()))?;
    Some((depth.lower, depth.upper))
}

/// pairs_within(a, b, max_distance)
///
/// All pairs of leaves of two bodies that are no farther apart than `max_distance`, the nearest first: `Proximity`s.
#[pyfunction]
pub fn pairs_within(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, max_distance: f64) -> PyResult<Vec<Proximity>> {
    let (first, second) = things(a, b)?;
    let found = a
        .py()
        .detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::pairs_within(x, y, max_distance), swap_all)))?;
    Ok(all(found, a, b))
}

/// nearest_pairs(a, b, count)
///
/// The `count` nearest pairs of leaves of two bodies: `Proximity`s, the nearest first.
#[pyfunction]
pub fn nearest_pairs(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Proximity>> {
    let (first, second) = things(a, b)?;
    let found =
        a.py().detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::nearest_pairs(x, y, count), swap_all)))?;
    Ok(all(found, a, b))
}

fn swap_all<V: clearance::Vector>(found: Vec<Nearest<V>>) -> Vec<Nearest<V>> {
    found.into_iter().map(Nearest::swapped).collect()
}

fn all(
    found: In<Vec<Nearest<Plane>>, Vec<Nearest<Space>>>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> Vec<Proximity> {
    match found {
        In::Plane(found) => found.into_iter().map(|found| nearest(In::Plane(found), a, b)).collect(),
        In::Space(found) => found.into_iter().map(|found| nearest(In::Space(found), a, b)).collect(),
    }
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(relation, module)?)?;
    module.add_function(wrap_pyfunction!(depth, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_within, module)?)?;
    module.add_function(wrap_pyfunction!(nearest_pairs, module)?)
}
