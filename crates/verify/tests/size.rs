//! The checker stays short enough to be read in one sitting.

use std::fs;
use std::path::Path;

#[test]
fn the_checker_has_at_most_six_hundred_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let counts: Vec<usize> = files.map(|text| text.lines().count()).collect();
    assert!(counts.len() >= 4, "{counts:?}");
    assert!(counts.iter().sum::<usize>() <= 600, "{counts:?}");
}
