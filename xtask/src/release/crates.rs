//! The crates, as the registry gets them: packed together, so that each finds the others, and built by a stranger.

use super::{Release, answers, empty, versions};
use crate::runner::{Outcome, command, output, root, run};
use std::fs;
use std::path::Path;

/// What every crate file holds.
const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// A program of a user, and what it prints.
const PROGRAM: &str = "\
use clearance::{Ball, Cuboid, Pose, Shape, distance, vec3};
use clearance_scene::{Mesh, closest_point};

fn main() {
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap().at(Pose::translation([4.0, 0.0, 0.0]));
    let near = distance(&Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap(), &ball);
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Mesh::new(&corners, &[[0, 1, 2]]).unwrap();
    let above = closest_point(&mesh.at(Pose::identity()), vec3(0.25, 0.25, 1.0));
    println!(\"{} {}\", near.distance, above.distance);
}
";
const ANSWER: &str = "2.5 1";

/// The names of the crates that are published.
fn names() -> Vec<String> {
    let manifests = versions::manifests();
    manifests
        .iter()
        .filter_map(|(_, text)| Some(text.split_once("name = \"")?.1.split('"').next()?.to_owned()))
        .collect()
}

pub fn make(release: &Release) -> Outcome {
    let mut package = command("cargo", "package --quiet --locked --allow-dirty --no-verify --target-dir");
    package.arg(release.tried.join("packages"));
    for name in names() {
        package.arg("--package").arg(name);
    }
    run(&mut package).and(|| packed(release)).and(|| asked(release))
}

/// The file of a crate.
fn file(release: &Release, name: &str) -> String {
    format!("{name}-{}.crate", release.version)
}

/// Takes the crate files, and looks into each.
fn packed(release: &Release) -> Outcome {
    for name in names() {
        let file = file(release, &name);
        let (from, to) = (release.tried.join("packages/package").join(&file), release.folder.join(&file));
        if let Err(error) = fs::copy(&from, &to) {
            return Outcome::Failed(format!("{}: {error}", from.display()));
        }
        let list = output(command("tar", "-tzf").arg(&to)).unwrap_or_default();
        let lacks: Vec<_> =
            FILES.iter().filter(|wanted| !list.lines().any(|own| own.ends_with(&format!("/{wanted}")))).collect();
        if !lacks.is_empty() {
            return Outcome::Failed(format!("{file} has no {lacks:?}"));
        }
    }
    Outcome::Passed
}

/// Unpacks all crates in an empty place, where one program asks the core and the scene, and the others are compiled.
fn asked(release: &Release) -> Outcome {
    let place = match empty(release, "crates") {
        Ok(place) => place,
        Err(outcome) => return outcome,
    };
    let unpacked = names().iter().fold(Outcome::Passed, |before, name| {
        before.and(|| run(command("tar", "-xzf").arg(release.folder.join(file(release, name))).arg("-C").arg(&place)))
    });
    let first = ["clearance".to_owned(), "clearance-scene".to_owned()];
    let projects = [("asks", &first[..], PROGRAM), ("compiles", &names()[..], "fn main() {}\n")];
    let written =
        projects.iter().try_for_each(|(name, uses, program)| project(release, &place.join(name), uses, program));
    if let Err(error) = written {
        return Outcome::Failed(format!("{}: {error}", place.display()));
    }
    let cargo = |words: &str, project: &str| {
        let mut cargo = command("cargo", words);
        cargo.current_dir(place.join(project)).env("CARGO_TARGET_DIR", place.join("built"));
        cargo
    };
    unpacked
        .and(|| answers(&mut cargo("run --quiet", "asks"), ANSWER))
        .and(|| run(&mut cargo("check --quiet", "compiles")))
}

/// A project that depends on crates, whose files lie beside it. The versions of others are those of the lock file.
fn project(release: &Release, folder: &Path, uses: &[String], program: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    let version = &release.version;
    let asked: String = uses.iter().map(|name| format!("{name} = \"={version}\"\n")).collect();
    let beside = |name: &String| format!("{name} = {{ path = \"../{name}-{version}\" }}\n");
    let patches: String = names().iter().map(beside).collect();
    let manifest = format!(
        "[package]\nname = \"stranger\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{asked}\n\
         [patch.crates-io]\n{patches}\n[profile.dev]\ndebug = false\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("src/main.rs"), program)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map(|_: u64| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rust_example_in_the_readme_of_the_repository_is_one_that_the_core_tests() {
        let examples = |name: &str| {
            let text = fs::read_to_string(root().join(name)).unwrap();
            let blocks = text.split("```rust").skip(1);
            blocks.map(|block| block.split_once("```").unwrap().0.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(examples("README.md"), examples("crates/clearance/README.md"));
    }

    #[test]
    fn every_crate_that_is_published_has_licences_and_a_readme() {
        let all = names();
        assert!(all.contains(&"clearance".to_owned()) && !all.contains(&"lab".to_owned()), "{all:?}");
        for (manifest, text) in versions::manifests() {
            let manifest_path = root().join(&manifest);
            let folder = manifest_path.parent().unwrap();
            for wanted in FILES {
                assert!(folder.join(wanted).exists(), "{manifest}: no {wanted}");
            }
            for wanted in
                ["readme = ", "documentation = ", "keywords = ", "categories = ", "[package.metadata.docs.rs]"]
            {
                assert!(text.contains(wanted), "{manifest}: no {wanted}");
            }
            let words = fs::read_to_string(folder.join("README.md")).unwrap();
            assert!(!words.contains("](docs/") && !words.contains("](../"), "{manifest}: a relative address");
        }
    }
}
