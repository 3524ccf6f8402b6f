//! Each of the checkers stays short enough to be read: three in one sitting, that of robots file by file.

use std::fs;
use std::path::Path;

/// The lines of the files in a folder.
fn lines_of(folder: &str) -> Vec<usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    files.map(|path| fs::read_to_string(path).unwrap().lines().count()).collect()
}

#[test]
fn three_checkers_are_read_in_one_sitting_and_that_of_robots_file_by_file() {
    let [surfaces, motions, solids] = ["src", "src/motion", "src/overlap"].map(lines_of);
    assert!(surfaces.len() >= 4 && motions.len() >= 4 && solids.len() >= 3, "{surfaces:?} {motions:?} {solids:?}");
    // It has kinematics, bodies, three kinds of claims, and rays that tell which link is inside which: one file for each.
    let robots = lines_of("src/robot");
    assert!(robots.iter().sum::<usize>() <= 1900 && robots.iter().all(|lines| *lines <= 400), "{robots:?}");
    // It has forms of surfaces, B-splines, tilings, closed gaps and a text: a file each. Splines took 300 lines, and no radius
    // is on trust since.
    let bodies = lines_of("src/cad");
    assert!(bodies.iter().sum::<usize>() <= 1400 && bodies.iter().all(|lines| *lines <= 450), "{bodies:?}");
    // All of them use the numbers and the placed surfaces of the first one.
    assert!(surfaces.iter().sum::<usize>() <= 750, "{surfaces:?}");
    assert!(motions.iter().sum::<usize>() <= 640, "{motions:?}");
    // It has five kinds of claims.
    assert!(solids.iter().sum::<usize>() <= 670, "{solids:?}");
}
