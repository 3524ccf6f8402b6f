//! One version for all: the workspace, the packages of other languages, what crates ask of each other, the changelog.

use crate::runner::{Outcome, root};
use std::fs;

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_default()
}

/// What stands between quotation marks after the first place of `before`.
fn quoted(text: &str, before: &str) -> Option<String> {
    let rest = text.split_once(before)?.1;
    Some(rest.split('"').nth(1)?.to_owned())
}

/// The version, if all files say the same.
pub fn agreed() -> Result<String, Outcome> {
    let fault = |text: String| Outcome::Failed(text);
    let version = quoted(&read("Cargo.toml"), "[workspace.package]\nversion =")
        .ok_or_else(|| fault("Cargo.toml has no version of the workspace".into()))?;
    let others = [
        ("js/package.json", quoted(&read("js/package.json"), "\"version\":")),
        ("crates/clearance-python/Cargo.toml", quoted(&read("crates/clearance-python/Cargo.toml"), "\nversion =")),
        ("crates/clearance-ptx/Cargo.toml", quoted(&read("crates/clearance-ptx/Cargo.toml"), "\nversion =")),
    ];
    for (file, own) in others {
        if own.as_deref() != Some(&version) {
            return Err(fault(format!("{file} has the version {own:?}, and the workspace has {version}")));
        }
    }
    for (name, text) in manifests() {
        if let Some(line) = stray(&text, &version) {
            return Err(fault(format!("{name}: `{line}` asks for another version than {version}, or for none")));
        }
    }
    Ok(version)
}

/// The manifests of crates that are published.
pub fn manifests() -> Vec<(String, String)> {
    let folders = fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let mut all: Vec<_> = folders
        .map(|folder| format!("crates/{}/Cargo.toml", folder.file_name().to_string_lossy()))
        .map(|name| (name.clone(), read(&name)))
        .filter(|(_, text)| !text.is_empty() && !text.contains("\npublish = false"))
        .collect();
    all.sort();
    all
}

/// A dependency on a crate of ours, in a crate that is published, without this version. Those of tests need none.
fn stray<'a>(text: &'a str, version: &str) -> Option<&'a str> {
    let asked = format!("version = \"{version}\"");
    let mut is_counted = false;
    text.lines().find(|line| {
        if line.starts_with('[') {
            is_counted = matches!(*line, "[dependencies]" | "[build-dependencies]");
        }
        is_counted && line.contains("path = \"") && !line.contains(&asked)
    })
}

/// Why the changelog is not that of this version.
pub fn not_ready(version: &str) -> Option<String> {
    let text = read("CHANGELOG.md");
    let first = text.lines().find(|line| line.starts_with("## ")).unwrap_or_default();
    let is_dated =
        first.strip_prefix(&format!("## [{version}] - ")).is_some_and(|date| date.len() == "2026-01-01".len());
    (!is_dated)
        .then(|| format!("CHANGELOG.md begins with `{first}`, and `## [{version}] - YEAR-MONTH-DAY` is expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_versions_of_the_repository_agree() {
        let version = agreed().unwrap_or_else(|outcome| match outcome {
            Outcome::Failed(reason) | Outcome::Skipped(reason) => panic!("{reason}"),
            Outcome::Passed => unreachable!("no outcome but a fault"),
        });
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn a_dependency_without_the_version_is_found_and_one_of_tests_is_not() {
        let text = "[dependencies]\nown = { path = \"../own\", version = \"1.2.3\" }\n[dev-dependencies]\nlab = { path = \"../lab\" }\n";
        assert_eq!(stray(text, "1.2.3"), None);
        assert_eq!(stray(text, "1.2.4"), Some("own = { path = \"../own\", version = \"1.2.3\" }"));
    }

    #[test]
    fn a_changelog_without_the_version_is_told() {
        assert!(not_ready("9.9.9").is_some_and(|reason| reason.contains("## [9.9.9] - ")));
    }
}
