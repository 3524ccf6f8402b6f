//! The C interface of clearance. `include/clearance.h` describes it; `include/clearance.hpp` is for C++17.
//!
//! Shapes are *views by value*: a struct of numbers and of borrowed pointers, checked and used during one call. What takes
//! time to build is *owned*: hulls, meshes, outlines, compounds, scenes, caches. Every function returns a code; a sentence
//! with the field is kept for each thread. An answer is written only on success, and no panic leaves the library.
//!
//! A room uses only those above it in this table; `cargo xtask test rooms` reads the imports.
//!
//! | room | what it does |
//! |---|---|
//! | `layout` | the structs and numbers of the header |
//! | `fault` | codes, sentences, panics |
//! | `read` | what comes through pointers, checked |
//! | `handle` | what is owned: tags, marks of use |
//! | `things` | what handles hold, of the plane or of space |
//! | `cache` | what a query remembers |
//! | `given` | a view as it was given, and its name in messages |
//! | `world` | the plane and space |
//! | `body` | a body as the questions take it |
//! | `strided`, `support` | points with gaps, and the caller's own shape |
//! | `shape` | a view as a shape or body of the crates |
//! | `hull`, `bodies` | hulls, meshes, outlines, compounds: made and freed |
//! | `asked`, `pair`, `answer` | the options of a question, its two shapes, its answer |
//! | `questions`, `convex`, `motion`, `solids`, `batch`, `scene`, `robot`, `proof` | the functions |
//! | `wasm` | what the package for JavaScript needs beside them |

// Without bodies every body is a convex shape, and what is written for others is left out.
#![cfg_attr(not(feature = "bodies"), allow(dead_code, unreachable_patterns, unused_imports, unused_macros))]

#[cfg(all(panic = "abort", not(target_family = "wasm")))]
compile_error!("clearance-c promises that no panic ends the caller's process: compile it with `panic = \"unwind\"`");

mod answer;
mod asked;
mod batch;
#[cfg(feature = "bodies")]
mod bodies;
mod body;
mod cache;
mod convex;
mod fault;
mod given;
mod handle;
mod hull;
mod layout;
mod motion;
mod pair;
#[cfg(feature = "proof")]
mod proof;
mod questions;
mod read;
#[cfg(feature = "robot")]
mod robot;
#[cfg(feature = "bodies")]
mod scene;
mod shape;
#[cfg(feature = "bodies")]
mod solids;
mod strided;
mod support;
#[cfg(test)]
mod tests;
mod things;
#[cfg(target_family = "wasm")]
mod wasm;
mod world;

use core::ffi::{CStr, c_char};

/// The version of the binary interface.
#[unsafe(no_mangle)]
pub extern "C" fn cl_abi_version() -> u32 {
    layout::ABI_VERSION
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn cl_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("the version has a zero in it"),
    };
    VERSION.as_ptr()
}

/// The message of a code.
#[unsafe(no_mangle)]
pub extern "C" fn cl_message(code: layout::Code) -> *const c_char {
    fault::message(code).as_ptr()
}

/// The sentence of the last fault in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn cl_last_error() -> *const c_char {
    fault::last()
}
