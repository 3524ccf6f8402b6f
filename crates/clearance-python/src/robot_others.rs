//! Robots of other packages: macro files, and configurations of pinocchio.

use crate::arrays::{self, numbers};
use crate::robot::{Robot, Texts, source};
use crate::shape::value_error;
use clearance_robot::JointKind;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where a number of a configuration is in one of pinocchio.
enum Place {
    /// A number as it is.
    Number(usize),
    /// An angle, of which pinocchio holds the cosine and then the sine.
    Angle(usize),
}

impl Place {
    fn read(&self, q: &[f64]) -> f64 {
        match *self {
            Self::Number(at) => q[at],
            Self::Angle(at) => q[at + 1].atan2(q[at]),
        }
    }
}

#[pymethods]
impl Robot {
    /// from_xacro(path, arguments=None, srdf=None, packages=None, *, visual=False, allow_missing=False, soft_limits=False, mimic_limits=False)
    ///
    /// The robot of a macro file, which the package `xacrodoc` or `xacro` expands. `arguments` are those of the file, as
    /// `name:=value` of the program `xacro`. `srdf` may be a macro file, too. `xacrodoc` finds packages without ROS, and
    /// knows those of `packages`. The other arguments are those of `Robot`. Raises ImportError if neither package is
    /// there.
    #[staticmethod]
    #[pyo3(signature = (
        path, arguments=None, srdf=None, packages=None, *, visual=false, allow_missing=false, soft_limits=false,
        mimic_limits=false
    ))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn from_xacro(
        py: Python<'_>,
        path: PathBuf,
        arguments: Option<Bound<'_, PyDict>>,
        srdf: Option<PathBuf>,
        packages: Option<BTreeMap<String, PathBuf>>,
        visual: bool,
        allow_missing: bool,
        soft_limits: bool,
        mimic_limits: bool,
    ) -> PyResult<Self> {
        let source = source(path, srdf, packages, visual, allow_missing, soft_limits, mimic_limits)?;
        let known: BTreeMap<_, _> = source.packages.iter().cloned().collect();
        let expanded = |file: &PathBuf| -> PyResult<String> {
            py.import("clearance._xacro")?.call_method1("expanded", (file, &arguments, known.clone()))?.extract()
        };
        let is_macro = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "xacro");
        let srdf = source.srdf.as_ref().filter(is_macro).map(expanded).transpose()?;
        let texts = Texts { robot: expanded(&source.robot)?, srdf };
        Self::told(py, source, Some(texts))
    }

    /// from_pinocchio(model, q)
    ///
    /// The configuration of this robot for a `q` of a `pinocchio.Model`, or for each row of an array. Joints are found by
    /// their names; where pinocchio holds the cosine and the sine of an angle, it becomes the angle. A joint of the model
    /// that this robot does not have does not count: the root joint of a floating base is none of the URDF, and joints
    /// that follow others are tied here. Raises ValueError if the model lacks a joint of this robot.
    #[allow(clippy::wrong_self_convention, reason = "the configuration comes from pinocchio, and the robot is known")]
    fn from_pinocchio<'py>(
        &self,
        py: Python<'py>,
        model: &Bound<'py, PyAny>,
        q: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let places = self.places_of(model)?;
        let given = numbers(q, "q")?;
        let width: usize = model.getattr("nq")?.extract()?;
        match given.shape() {
            [own] if *own == width => {
                let q = given.finite()?;
                Ok(arrays::vector(py, &places.iter().map(|place| place.read(q)).collect::<Vec<_>>(), false))
            }
            [_, own] if *own == width => {
                let rows = given.finite()?.chunks(width.max(1));
                let all = rows.flat_map(|q| places.iter().map(|place| place.read(q)));
                arrays::matrix(py, all.collect(), places.len())
            }
            _ => Err(given.wrong_shape(&format!("({width},) or (n, {width})"))),
        }
    }
}

impl Robot {
    /// Where each number of a configuration is in one of a model.
    fn places_of(&self, model: &Bound<'_, PyAny>) -> PyResult<Vec<Place>> {
        let names: Vec<String> =
            model.getattr("names")?.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?;
        let joints = model.getattr("joints")?;
        let place = |own: &clearance_robot::Coordinate| {
            let joint = &self.loaded.description.joints[own.joint];
            let missing = || value_error(format!("model: it has no joint {}", joint.name));
            let number = names.iter().position(|name| *name == joint.name).ok_or_else(missing)?;
            let theirs = joints.get_item(number)?;
            let first = theirs.getattr("idx_q")?.extract::<usize>()?;
            let count = theirs.getattr("nq")?.extract::<usize>()?;
            match (joint.kind, count) {
                (JointKind::Revolute | JointKind::Continuous, 2) => Ok(Place::Angle(first)),
                (JointKind::Planar, 4) if own.part == 2 => Ok(Place::Angle(first + 2)),
                (JointKind::Planar, 4) => Ok(Place::Number(first + own.part)),
                (kind, count) if kind.coordinate_count() == count => Ok(Place::Number(first + own.part)),
                (_, count) => Err(value_error(format!(
                    "model: joint {} has {count} numbers, which are not those here",
                    joint.name
                ))),
            }
        };
        self.core().coordinates().iter().map(place).collect()
    }
}
