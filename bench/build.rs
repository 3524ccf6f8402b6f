//! Compiles the shim to Jolt if the feature `jolt` is on. The part of Jolt that it needs is header files only.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "jolt")]
    jolt();
}

#[cfg(feature = "jolt")]
fn jolt() {
    const SHIM: &str = "src/engines/jolt.cpp";
    println!("cargo::rerun-if-env-changed=JOLT_DIR");
    println!("cargo::rerun-if-changed={SHIM}");
    let directory = std::env::var("JOLT_DIR").expect("JOLT_DIR names a directory that holds Jolt/Jolt.h");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .define("JPH_DISABLE_CUSTOM_ALLOCATOR", None)
        .define("NDEBUG", None)
        .opt_level(3)
        .warnings(false)
        .include(directory)
        .file(SHIM)
        .compile("jolt_shim");
}
