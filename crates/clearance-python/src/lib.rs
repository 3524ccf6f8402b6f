//! The Python package `clearance`: the queries of the Rust crates, with arrays in and arrays out.
//!
//! The classes and functions here are those that Python code sees; `python/clearance` adds types, pictures and what
//! needs other packages. Every number that comes in is widened to `f64` without rounding, and the queries are those of
//! the crates `clearance` and `clearance-scene`, so answers have their bits.

mod arrays;
mod arrow;
mod batch;
mod batch_motion;
mod bodies;
mod cast;
mod columns;
mod command;
mod common;
mod compound;
mod device;
mod device_array;
mod dimension;
mod dlpack;
mod files;
mod gradient;
mod indices;
mod kinds;
mod least;
mod leaves;
mod mesh;
mod methods;
mod morph;
mod motion;
mod motion_trace;
mod outline;
mod pose;
mod poses;
mod queries;
mod questions;
mod result;
mod robot;
mod robot_answers;
mod robot_claims;
mod robot_others;
mod run;
mod scene;
mod shape;
mod solver;
mod table;
mod text;
mod trace;

use pyo3::prelude::*;

#[pymodule]
fn _clearance(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    kinds::add(module)?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<arrow::View>()?;
    module.add_function(wrap_pyfunction!(arrow::_arrow_columns, module)?)?;
    module.add_class::<result::Proximity>()?;
    module.add_class::<batch::ShapeSet>()?;
    module.add_class::<device_array::DeviceArray>()?;
    module.add_class::<batch_motion::Hit>()?;
    module.add_class::<queries::Contact>()?;
    module.add_class::<queries::Manifold>()?;
    module.add_function(wrap_pyfunction!(shape::_restore, module)?)?;
    module.add_function(wrap_pyfunction!(shape::from_json, module)?)?;
    module.add_function(wrap_pyfunction!(result::_restore_answer, module)?)?;
    module.add_function(wrap_pyfunction!(solver::_restore_solver, module)?)?;
    module.add_function(wrap_pyfunction!(queries::distance, module)?)?;
    module.add_function(wrap_pyfunction!(queries::signed_distance, module)?)?;
    module.add_function(wrap_pyfunction!(queries::within, module)?)?;
    module.add_function(wrap_pyfunction!(queries::overlaps, module)?)?;
    module.add_function(wrap_pyfunction!(queries::separating_axis, module)?)?;
    module.add_function(wrap_pyfunction!(queries::holds, module)?)?;
    module.add_function(wrap_pyfunction!(queries::way_out, module)?)?;
    module.add_function(wrap_pyfunction!(queries::closest_point, module)?)?;
    module.add_function(wrap_pyfunction!(queries::contains, module)?)?;
    module.add_function(wrap_pyfunction!(queries::contacts, module)?)?;
    cast::add(module)?;
    least::add(module)?;
    motion_trace::add(module)?;
    morph::add(module)?;
    trace::add(module)?;
    gradient::add(module)?;
    files::add(module)?;
    module.add_class::<mesh::Mesh>()?;
    module.add_class::<outline::Outline>()?;
    module.add_class::<compound::Compound>()?;
    module.add_function(wrap_pyfunction!(mesh::_restore_mesh, module)?)?;
    module.add_function(wrap_pyfunction!(outline::_restore_outline, module)?)?;
    module.add_function(wrap_pyfunction!(compound::_restore_compound, module)?)?;
    leaves::add(module)?;
    robot::add(module)?;
    common::add(module)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    scene::add(module)
}
