//! Any bytes as an argument of the command line. `cargo +nightly fuzz run literal`.
#![no_main]

use lab::files::{Format, check};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(Format::Literal, bytes);
});
