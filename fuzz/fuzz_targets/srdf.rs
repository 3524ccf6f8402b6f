//! Any bytes as a file of this format. `cargo +nightly fuzz run srdf`.
#![no_main]

use clearance_files::robot::srdf;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = srdf::read("a.srdf", bytes);
});
