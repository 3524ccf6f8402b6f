//! Gives the shared library a soname. Without one, a program that is linked with it looks for the path of the build. The
//! module for WebAssembly exports its table.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let unix = ["linux", "freebsd", "android"];
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if unix.contains(&system.as_str()) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libclearance.so.0");
    } else if system == "macos" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libclearance.0.dylib");
    } else if std::env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default() == "wasm" {
        // JavaScript puts its own support functions into the table.
        println!("cargo:rustc-cdylib-link-arg=--export-table");
        println!("cargo:rustc-cdylib-link-arg=--growable-table");
    }
}
