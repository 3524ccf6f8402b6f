//! Any bytes as a line of a pairs file. `cargo +nightly fuzz run pairs_line`.
#![no_main]

use lab::files::{Format, check};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(Format::PairsLine, bytes);
});
