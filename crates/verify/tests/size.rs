//! Each of the two checkers stays short enough to be read in one sitting.

use std::fs;
use std::path::Path;

/// The lines of the files in a folder.
fn lines_of(folder: &str) -> Vec<usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    files.map(|path| fs::read_to_string(path).unwrap().lines().count()).collect()
}

#[test]
fn each_checker_has_at_most_640_lines() {
    let (surfaces, motions) = (lines_of("src"), lines_of("src/motion"));
    assert!(surfaces.len() >= 4 && motions.len() >= 4, "{surfaces:?} {motions:?}");
    assert!(surfaces.iter().sum::<usize>() <= 640, "{surfaces:?}");
    assert!(motions.iter().sum::<usize>() <= 640, "{motions:?}");
}
