//! Motions: a constant velocity and a constant turning speed.

use crate::arrays::{self, number};
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::shape::value_error;
use clearance::Motion as CoreMotion;
use pyo3::prelude::*;

/// Motion(travel=None, turn=None, center=None)
///
/// A motion from fraction 0 to fraction 1: at fraction t the point x of the placed shape is at
/// `center + t * travel + R(t * turn) (x - center)`, in the world's frame.
///
/// `travel` and `center` are vectors of shape (dim,), 0 by default. `turn` is a rotation vector in radians, shape (3,);
/// in the plane an angle. Any number of turns is allowed. One of the three must tell the dimension.
#[pyclass(frozen, eq, name = "Motion", module = "clearance")]
#[derive(Clone, PartialEq)]
pub struct Motion(pub In<CoreMotion<Plane>, CoreMotion<Space>>);

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
pub fn motions(
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

/// The motions of both dimensions, of which one is asked for.
pub fn both_motions(
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
