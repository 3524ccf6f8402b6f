//! The kernels on the processor as a library that the false driver loads: for programs that look for a driver themselves, as
//! the Python package does. `cargo build -p clearance-cuda --example kernels_on_cores`.
#![allow(unsafe_code, reason = "a false driver is a table of C functions")]

mod run;

use std::ffi::{c_char, c_void};

/// What the false driver calls.
///
/// # Safety
/// The arguments are those of the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn run_kernel(name: *const c_char, threads: u64, arguments: *mut *mut c_void) {
    run::run(name, threads, arguments);
}
