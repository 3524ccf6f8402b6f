//! The command `clearance`, as a function.

use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

/// command(arguments)
///
/// Runs the command `clearance` with a list of words, such as `["scene", "cell.obj", "--below", "2"]`, and returns its
/// exit code: 0 if all is well, 1 if a limit is broken, 2 for bad usage or input. It writes to the standard output and the
/// standard error of the process.
#[pyfunction]
pub fn command(py: Python<'_>, arguments: Vec<PathBuf>) -> u8 {
    let words = std::iter::once(OsString::from("clearance")).chain(arguments.into_iter().map(OsString::from));
    let words: Vec<OsString> = words.collect();
    py.detach(|| clearance_cli::run_with(words))
}
