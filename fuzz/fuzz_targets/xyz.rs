//! Any bytes as a file of this format. `cargo +nightly fuzz run xyz`.
#![no_main]

use lab::files::{Format, check};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(Format::File("a.xyz"), bytes);
});
