//! Each of the checkers stays short enough to be read: two in one sitting, that of robots file by file.

use std::fs;
use std::path::Path;

/// The lines of the files in a folder.
fn lines_of(folder: &str) -> Vec<usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    files.map(|path| fs::read_to_string(path).unwrap().lines().count()).collect()
}

#[test]
fn two_checkers_have_at_most_640_lines_and_that_of_robots_1700() {
    let (surfaces, motions) = (lines_of("src"), lines_of("src/motion"));
    // It has kinematics, bodies and three kinds of claims: one file for each.
    let robots = lines_of("src/robot");
    assert!(robots.iter().sum::<usize>() <= 1700 && robots.iter().all(|lines| *lines <= 400), "{robots:?}");
    assert!(surfaces.len() >= 4 && motions.len() >= 4, "{surfaces:?} {motions:?}");
    assert!(surfaces.iter().sum::<usize>() <= 640, "{surfaces:?}");
    assert!(motions.iter().sum::<usize>() <= 640, "{motions:?}");
}
