//! Makes the module smaller: functions with the same code become one.
//!
//! A query is compiled for many types, often to the same code. The linker that rustc brings along for this target from
//! 1.90 on, LLD, folds such functions: a tenth of the module. Nothing here compares addresses of functions.

use std::env::var;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu") && minor_version() >= Some(90) {
        println!("cargo::rustc-link-arg-cdylib=-Wl,--icf=all");
    }
}

/// The 90 of rustc 1.90.0.
fn minor_version() -> Option<u32> {
    let told = Command::new(var("RUSTC").ok()?).arg("--version").output().ok()?;
    String::from_utf8(told.stdout).ok()?.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}
