//! Any bytes as a file of this format. `cargo +nightly fuzz run urdf`.
#![no_main]

use clearance_files::robot::urdf;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = urdf::read("a.urdf", bytes);
});
