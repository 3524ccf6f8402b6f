//! Any finite input: two shapes from any bytes, every query, every law. `cargo +nightly fuzz run pairs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    lab::any::check(bytes);
});
