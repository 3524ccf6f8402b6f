//! Any bytes as a file of this format. `cargo +nightly fuzz run mjcf`.
#![no_main]

use clearance_files::robot::mjcf;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let nothing = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let _ = mjcf::read(bytes, nothing);
});
