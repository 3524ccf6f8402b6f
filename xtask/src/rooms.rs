//! The rooms of the core, of the scene, of the robots, of the surfaces, of the C interface and of the rivals. Each room may use the rooms below it, and no other.
//!
//! ARCHITECTURE.md has the order in the core and in the scene, too, with the purpose of each room. An import that points
//! upwards would close a circle, and then no room could be read alone.

use crate::runner::{Outcome, root};
use std::fs;
use std::path::Path;

/// A crate with rooms.
struct House {
    source: &'static str,
    /// From the ground up.
    rooms: &'static [&'static str],
    /// Fewer files than this were not all read.
    least_files: usize,
}

const HOUSES: [House; 6] = [
    House { source: "crates/clearance/src", rooms: &CORE, least_files: 50 },
    House { source: "crates/clearance-scene/src", rooms: &SCENE, least_files: 20 },
    House { source: "crates/clearance-robot/src", rooms: &ROBOT, least_files: 15 },
    House { source: "crates/clearance-surface/src", rooms: &SURFACE, least_files: 12 },
    House { source: "crates/clearance-c/src", rooms: &C, least_files: 20 },
    House { source: "crates/rivals/src", rooms: &RIVALS, least_files: 15 },
];

const RIVALS: [&str; 15] = [
    "body",
    "answer",
    "step",
    "pair",
    "johnson",
    "support",
    "walk",
    "v_clip",
    "lin_canny",
    "hierarchy",
    "isa_gjk",
    "enhanced_gjk",
    "separating_vectors",
    "portal",
    "naive_gjk",
];

const SCENE: [&str; 19] = [
    "ask",
    "cell",
    "signs",
    "tree",
    "facets",
    "view",
    "mesh",
    "outline",
    "compound",
    "search",
    "motion",
    "composite",
    "winding",
    "relation",
    "overlap",
    "pieces",
    "groups",
    "scene",
    "proof",
];

const C: [&str; 26] = [
    "layout",
    "fault",
    "read",
    "handle",
    "things",
    "cache",
    "given",
    "world",
    "body",
    "strided",
    "support",
    "shape",
    "hull",
    "bodies",
    "answer",
    "asked",
    "pair",
    "questions",
    "convex",
    "motion",
    "solids",
    "batch",
    "scene",
    "robot",
    "proof",
    "wasm",
];

const SURFACE: [&str; 31] = [
    "frame",
    "derivatives",
    "spline",
    "curve",
    "product",
    "grid",
    "net",
    "surface",
    "quadric",
    "face",
    "radius",
    "extent",
    "mates",
    "body",
    "place",
    "within",
    "ring",
    "analytic",
    "tangent",
    "closed",
    "patch",
    "spots",
    "solid",
    "nearest",
    "level",
    "hull",
    "sided",
    "beside",
    "touch",
    "verdict",
    "overlap",
];

const ROBOT: [&str; 37] = [
    "description",
    "frame",
    "sweep",
    "cover",
    "insides",
    "body",
    "bonds",
    "tree",
    "kinematics",
    "pairs",
    "ask",
    "nested",
    "clearance",
    "course",
    "chain",
    "gradient",
    "noise",
    "region",
    "plane",
    "cell",
    "second",
    "record",
    "refute",
    "always",
    "claim",
    "prove",
    "rounds",
    "survey",
    "first",
    "path",
    "overview",
    "along",
    "least",
    "limits",
    "batch",
    "proof",
    "files",
];

const CORE: [&str; 16] = [
    "numbers",
    "space",
    "result",
    "shape",
    "hull",
    "measure",
    "difference",
    "distance",
    "depth",
    "axes",
    "exact",
    "query",
    "contact",
    "motion",
    "batch",
    "interop",
];

/// Reads the imports of every file, and names those that point upwards.
pub fn check() -> Outcome {
    HOUSES.iter().fold(Outcome::Passed, |outcome, house| outcome.and(|| check_house(house)))
}

fn check_house(house: &House) -> Outcome {
    let source = root().join(house.source);
    let (mut files, mut faults) = (0, Vec::new());
    let entries = match fs::read_dir(&source) {
        Ok(entries) => entries.filter_map(Result::ok).map(|entry| entry.path()).collect::<Vec<_>>(),
        Err(error) => return Outcome::Failed(format!("{}: {error}", source.display())),
    };
    for room in entries {
        let name = room.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if matches!(name.as_str(), "lib" | "guide" | "random" | "engine" | "paths" | "tests") {
            continue; // The front door, its pages, tests and their random numbers, and the table of what is compiled once.
        }
        let Some(floor) = house.rooms.iter().position(|&room| room == name) else {
            faults.push(format!("{name} is no room: name it in xtask/src/rooms.rs and in ARCHITECTURE.md"));
            continue;
        };
        visit(&room, &mut |file, text| {
            files += 1;
            faults.extend(
                upward(text, &house.rooms[..=floor])
                    .map(|used| format!("{}: {name} must not use {used}", file.display())),
            );
        });
    }
    if files < house.least_files {
        return Outcome::Failed(format!("only {files} files of {} were read", house.source));
    }
    if faults.is_empty() { Outcome::Passed } else { Outcome::Failed(faults.join("\n")) }
}

/// Shows every Rust file of a folder that is not a test.
fn visit(place: &Path, seen: &mut impl FnMut(&Path, &str)) {
    if place.is_dir() {
        let entries = fs::read_dir(place).into_iter().flatten().filter_map(Result::ok);
        entries.for_each(|entry| visit(&entry.path(), seen));
    } else if place.extension().is_some_and(|end| end == "rs") && place.file_stem().is_some_and(|stem| stem != "tests")
    {
        seen(place, &fs::read_to_string(place).unwrap_or_default());
    }
}

/// What a text uses of its crate that is not in the `allowed` rooms: rooms above, and names of `lib.rs`. Comments and
/// tests do not count. `engine` is a table that every door names, and that names every room; `paths` is a list of names.
fn upward(text: &str, allowed: &[&str]) -> impl Iterator<Item = String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let uses = code.flat_map(|line| line.split("crate::").skip(1).map(first_word));
    let is_allowed = |used: &str| matches!(used, "random" | "engine" | "paths") || allowed.contains(&used);
    let mut found: Vec<String> = uses.filter(|used| !is_allowed(used)).collect();
    found.dedup();
    found.into_iter()
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_that_runs_upwards_is_named_and_one_that_runs_down_is_not() {
        let text = "use crate::query::solver::Solver; // crate::batch\nuse crate::space::pose::Pose;\nuse crate::Hull;\n#[cfg(test)]\nmod tests {\nuse crate::batch::Batch;\n}\n";
        assert_eq!(upward(text, &CORE[..=3]).collect::<Vec<_>>(), ["query", "Hull"]);
        assert_eq!(upward(text, &CORE[..=11]).collect::<Vec<_>>(), ["Hull"]);
    }

    #[test]
    fn the_rooms_of_all_houses_use_those_below_them() {
        assert!(matches!(check(), Outcome::Passed));
    }
}
