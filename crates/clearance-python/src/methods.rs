//! The queries as methods of shapes and bodies: each is the function of its name.

use crate::cast::{self, Cast, Crossing};
use crate::common;
use crate::compound::Compound;
use crate::files;
use crate::gradient;
use crate::least::{self, Clearance};
use crate::leaves;
use crate::mesh::Mesh;
use crate::morph::{self, Morph};
use crate::motion::Motion;
use crate::motion_trace;
use crate::outline::Outline;
use crate::queries;
use crate::result::Proximity;
use crate::shape::Shape;
use crate::solver::Solver;
use crate::trace;
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Other<'a, 'py> = &'a Bound<'py, PyAny>;

/// The questions that every body answers.
macro_rules! of_bodies {
    ($($class:ident),+) => { $(
#[pymethods]
impl $class {
    /// As the function `distance`.
    #[pyo3(signature = (other, solver=None))]
    fn distance(slf: &Bound<'_, Self>, other: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<Proximity> {
        queries::distance(slf.as_any(), other, solver)
    }
    /// As the function `within`.
    #[pyo3(signature = (other, max_distance, solver=None))]
    fn within(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        max_distance: f64,
        solver: Option<&Solver>,
    ) -> PyResult<Option<Proximity>> {
        queries::within(slf.as_any(), other, max_distance, solver)
    }
    /// As the function `overlaps`.
    #[pyo3(signature = (other, solver=None))]
    fn overlaps(slf: &Bound<'_, Self>, other: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<bool> {
        queries::overlaps(slf.as_any(), other, solver)
    }
    /// As the function `cast`.
    #[pyo3(signature = (other, travel, solver=None))]
    fn cast(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        travel: Other<'_, '_>,
        solver: Option<&Solver>,
    ) -> PyResult<Cast> {
        cast::cast(slf.as_any(), other, travel, solver)
    }
    /// As the function `crossing`.
    #[pyo3(signature = (other, direction, solver=None))]
    fn crossing(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        direction: Other<'_, '_>,
        solver: Option<&Solver>,
    ) -> PyResult<Option<Crossing>> {
        cast::crossing(slf.py(), slf.as_any(), other, direction, solver)
    }
    /// As the function `impact`.
    #[pyo3(signature = (other, motion_a=None, motion_b=None, solver=None))]
    fn impact(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        motion_a: Option<&Motion>,
        motion_b: Option<&Motion>,
        solver: Option<&Solver>,
    ) -> PyResult<Cast> {
        cast::impact(slf.py(), slf.as_any(), other, motion_a, motion_b, solver)
    }
    /// As the function `least_clearance`.
    #[pyo3(signature = (other, motion_a=None, motion_b=None, solver=None))]
    fn least_clearance(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        motion_a: Option<&Motion>,
        motion_b: Option<&Motion>,
        solver: Option<&Solver>,
    ) -> PyResult<Clearance> {
        least::least_clearance(slf.py(), slf.as_any(), other, motion_a, motion_b, solver)
    }
    /// As the function `closest_point`.
    #[pyo3(signature = (point, solver=None))]
    fn closest_point(slf: &Bound<'_, Self>, point: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<Proximity> {
        queries::closest_point(slf.as_any(), point, solver)
    }
    /// As the function `contains`.
    #[pyo3(signature = (point, solver=None))]
    fn contains(slf: &Bound<'_, Self>, point: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<bool> {
        queries::contains(slf.as_any(), point, solver)
    }
    /// As the function `pairs_within`.
    fn pairs_within(slf: &Bound<'_, Self>, other: Other<'_, '_>, max_distance: f64) -> PyResult<Vec<Proximity>> {
        leaves::pairs_within(slf.as_any(), other, max_distance)
    }
    /// As the function `nearest_pairs`.
    fn nearest_pairs(slf: &Bound<'_, Self>, other: Other<'_, '_>, count: usize) -> PyResult<Vec<Proximity>> {
        leaves::nearest_pairs(slf.as_any(), other, count)
    }
}
    )+ };
}
of_bodies!(Shape, Mesh, Outline, Compound);

#[pymethods]
impl Shape {
    /// As the function `signed_distance`.
    #[pyo3(signature = (other, solver=None))]
    fn signed_distance(slf: &Bound<'_, Self>, other: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<Proximity> {
        queries::signed_distance(slf.as_any(), other, solver)
    }
    /// As the function `separating_axis`.
    #[pyo3(signature = (other, solver=None))]
    fn separating_axis<'py>(
        slf: &Bound<'py, Self>,
        other: Other<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        queries::separating_axis(slf.as_any(), other, solver)
    }
    /// As the function `contacts`.
    #[pyo3(signature = (other, speculative=0.0, reduce=false, solver=None))]
    fn contacts(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        speculative: f64,
        reduce: bool,
        solver: Option<&Solver>,
    ) -> PyResult<queries::Manifold> {
        queries::contacts(slf.py(), slf.as_any(), other, speculative, reduce, solver)
    }
    /// As the function `gradient`.
    #[pyo3(signature = (other, center_a=None, center_b=None, solver=None))]
    fn gradient(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        center_a: Option<Other<'_, '_>>,
        center_b: Option<Other<'_, '_>>,
        solver: Option<&Solver>,
    ) -> PyResult<gradient::Gradient> {
        gradient::gradient(slf.as_any(), other, center_a, center_b, solver)
    }
    /// As the function `trace`.
    #[pyo3(signature = (other, solver=None))]
    fn trace(slf: &Bound<'_, Self>, other: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<Vec<trace::TraceStep>> {
        trace::trace(slf.py(), slf.as_any(), other, solver)
    }
    /// As the function `holds`.
    #[pyo3(signature = (other, solver=None))]
    fn holds(slf: &Bound<'_, Self>, other: Other<'_, '_>, solver: Option<&Solver>) -> PyResult<Option<bool>> {
        queries::holds(slf.as_any(), other, solver)
    }
    /// As the function `way_out`.
    #[pyo3(signature = (other, direction, solver=None))]
    fn way_out<'py>(
        slf: &Bound<'py, Self>,
        other: Other<'_, 'py>,
        direction: Other<'_, 'py>,
        solver: Option<&Solver>,
    ) -> PyResult<(f64, f64, f64, Bound<'py, PyAny>)> {
        queries::way_out(slf.as_any(), other, direction, solver)
    }
    /// As the function `cast_ray`.
    #[pyo3(signature = (origin, travel, solver=None))]
    fn cast_ray(
        slf: &Bound<'_, Self>,
        origin: Other<'_, '_>,
        travel: Other<'_, '_>,
        solver: Option<&Solver>,
    ) -> PyResult<Cast> {
        cast::cast_ray(slf.as_any(), origin, travel, solver)
    }
    /// As the function `impact_trace`.
    #[pyo3(signature = (other, motion_a=None, motion_b=None, solver=None))]
    fn impact_trace(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        motion_a: Option<&Motion>,
        motion_b: Option<&Motion>,
        solver: Option<&Solver>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        motion_trace::impact_trace(slf.py(), slf.as_any(), other, motion_a, motion_b, solver)
    }
    /// As the function `clearance_along`.
    #[pyo3(signature = (other, path, solver=None))]
    fn clearance_along(
        slf: &Bound<'_, Self>,
        other: Other<'_, '_>,
        path: Other<'_, '_>,
        solver: Option<&Solver>,
    ) -> PyResult<Clearance> {
        least::clearance_along(slf.py(), slf.as_any(), other, path, solver)
    }
}

#[pymethods]
impl Morph {
    /// As the function `cast_morphs`.
    #[pyo3(signature = (other, solver=None))]
    fn cast(&self, py: Python<'_>, other: &Morph, solver: Option<&Solver>) -> PyResult<Cast> {
        morph::cast_morphs(py, self, other, solver)
    }
}

/// The questions that meshes and outlines have in common.
macro_rules! of_bodies {
    ($Body:ident) => {
        #[pymethods]
        impl $Body {
            /// As the function `overlap`.
            fn overlap<'py>(slf: &Bound<'py, Self>, other: Other<'_, 'py>) -> PyResult<Bound<'py, PyDict>> {
                common::overlap(slf.as_any(), other)
            }
            /// As the function `overlaps_more_than`.
            fn overlaps_more_than(slf: &Bound<'_, Self>, other: Other<'_, '_>, length: f64) -> PyResult<bool> {
                common::overlaps_more_than(slf.as_any(), other, length)
            }
            /// As the function `common_volume`.
            #[pyo3(signature = (other, cells=20000))]
            fn common_volume(
                slf: &Bound<'_, Self>,
                other: Other<'_, '_>,
                cells: usize,
            ) -> PyResult<Option<(f64, f64)>> {
                common::common_volume(slf.as_any(), other, cells)
            }
            /// As the function `contact_region`.
            #[pyo3(signature = (other, band=0.0))]
            fn contact_region<'py>(
                slf: &Bound<'py, Self>,
                other: Other<'_, 'py>,
                band: f64,
            ) -> PyResult<Bound<'py, PyDict>> {
                common::contact_region(slf.as_any(), other, band)
            }
            /// As the function `relation`.
            fn relation(slf: &Bound<'_, Self>, other: Other<'_, '_>) -> PyResult<&'static str> {
                leaves::relation(slf.py(), slf.as_any(), other)
            }
            /// As the function `decompose`.
            #[pyo3(signature = (excess=None))]
            fn decompose<'py>(slf: &Bound<'py, Self>, excess: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
                files::decompose(slf.as_any(), excess)
            }
        }
    };
}

of_bodies!(Mesh);
of_bodies!(Outline);

#[pymethods]
impl Outline {
    /// As the function `depth`.
    fn depth(&self, py: Python<'_>, other: &Outline) -> Option<(f64, f64)> {
        leaves::depth(py, self, other)
    }
}
