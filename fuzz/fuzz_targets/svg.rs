//! Any bytes as a file of this format. `cargo +nightly fuzz run svg`.
#![no_main]

use lab::files::{Format, check};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(Format::File("a.svg"), bytes);
});
