//! The text of the kernels, and the text of one of them. The driver compiles what it is given, and all kernels at once take
//! a quarter of a minute. So it is given one kernel when that one is first asked for.

use flate2::read::GzDecoder;
use std::io::Read;

/// The kernels, as `cargo xtask ptx` made them.
const PTX: &[u8] = include_bytes!("../kernels/kernels.ptx.gz");

/// What the line of a kernel begins with, before its name.
const ENTRY: &str = ".visible .entry ";

/// The text of all kernels.
pub(crate) fn all() -> String {
    let mut text = String::new();
    GzDecoder::new(PTX).read_to_string(&mut text).expect("the committed kernels are compressed text");
    text
}

/// The text without the kernels but this one. Functions that kernels call are kept. `None`: there is no such kernel.
pub(crate) fn of(name: &str, all: &str) -> Option<String> {
    let (mut kept, mut is_found, mut is_other) = (String::new(), false, false);
    for line in all.lines() {
        if let Some(entry) = line.strip_prefix(ENTRY) {
            is_other = entry.trim_end_matches('(') != name;
            is_found |= !is_other;
        }
        if !is_other {
            kept.push_str(line);
            kept.push('\n');
        }
        // A body ends with this line, and has no such line in it.
        is_other &= line != "}";
    }
    is_found.then_some(kept)
}
