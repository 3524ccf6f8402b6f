//! What is in an artefact that is not ours: a list of parts in CycloneDX, and the notices that licences demand.

use super::Release;
use crate::runner::{Outcome, command, output, root};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Licences that ask for nothing but a notice.
const ALLOWED: [&str; 8] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "Unicode-3.0",
    "Zlib",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
];

/// Each artefact with compiled code: its crate, the features and the target.
const COMPILED: [(&str, &str); 4] = [
    ("command", "--package clearance-cli --features shell"),
    ("c", "--package clearance-c"),
    ("npm", "--package clearance-c --no-default-features --features bodies --target wasm32-unknown-unknown"),
    ("wheel", "--manifest-path crates/clearance-python/Cargo.toml"),
];

/// A crate in an artefact.
struct PartOf {
    version: String,
    licence: String,
    uses: Vec<String>,
}

/// The parts of an artefact by their names and versions, and the first of them, which is ours.
fn parts(words: &str) -> Result<(String, BTreeMap<String, PartOf>), Outcome> {
    let words = format!("tree --locked --edges normal --prefix depth {words} --format");
    let text = output(command("cargo", &words).arg("|{p}|{l}").current_dir(root()));
    let text = text.ok_or_else(|| Outcome::Failed(format!("`cargo {words}` failed")))?;
    Ok(read(&text))
}

/// Reads `DEPTH|NAME vVERSION (PATH)|LICENCE` lines.
fn read(text: &str) -> (String, BTreeMap<String, PartOf>) {
    let (mut all, mut above): (BTreeMap<String, PartOf>, Vec<String>) = (BTreeMap::new(), Vec::new());
    for line in text.lines() {
        let mut fields = line.split('|');
        let (Some(depth), Some(package), Some(licence)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let mut words = package.split_whitespace();
        let (name, version) =
            (words.next().unwrap_or_default(), words.next().unwrap_or_default().trim_start_matches('v'));
        let key = format!("{name}@{version}");
        let depth: usize = depth.trim().parse().unwrap_or_default();
        above.truncate(depth);
        let parent = above.last().and_then(|parent| all.get_mut(parent));
        if let Some(parent) = parent.filter(|parent| !parent.uses.contains(&key)) {
            parent.uses.push(key.clone());
        }
        above.push(key.clone());
        let licence = licence.trim().trim_end_matches("(*)").trim().to_owned();
        all.entry(key).or_insert_with(|| PartOf { version: version.to_owned(), licence, uses: Vec::new() });
    }
    (above.into_iter().next().unwrap_or_default(), all)
}

/// Whether a licence lets one choose terms that ask for nothing but a notice. It is an expression of SPDX.
fn is_allowed(licence: &str) -> bool {
    let text = licence.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest) && rest.is_empty()
}

/// Alternatives with OR.
fn any_of(rest: &mut &[&str]) -> bool {
    let mut found = all_of(rest);
    while let ["OR", after @ ..] = *rest {
        *rest = after;
        found |= all_of(rest);
    }
    found
}

/// Licences with AND.
fn all_of(rest: &mut &[&str]) -> bool {
    let mut found = one(rest);
    while let ["AND", after @ ..] = *rest {
        *rest = after;
        found &= one(rest);
    }
    found
}

fn one(rest: &mut &[&str]) -> bool {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let found = any_of(rest);
            let is_closed = rest.first() == Some(&")");
            *rest = &rest[usize::from(is_closed)..];
            found && is_closed
        }
        [name, "WITH", exception, after @ ..] => {
            *rest = after;
            ALLOWED.contains(&format!("{name} WITH {exception}").as_str())
        }
        [name, after @ ..] => {
            *rest = after;
            ALLOWED.contains(name)
        }
        [] => false,
    }
}

/// A list of parts in CycloneDX 1.5.
fn list(first: &str, all: &BTreeMap<String, PartOf>) -> String {
    let address = |key: &str| format!("pkg:cargo/{key}");
    let name = |key: &str| key.split('@').next().unwrap_or_default().to_owned();
    let components: Vec<_> = all
        .iter()
        .filter(|(key, _)| *key != first)
        .map(|(key, part)| {
            format!(
                "  {{\"type\":\"library\",\"bom-ref\":\"{0}\",\"purl\":\"{0}\",\"name\":\"{1}\",\"version\":\"{2}\",\
                 \"licenses\":[{{\"expression\":\"{3}\"}}]}}",
                address(key),
                name(key),
                part.version,
                part.licence.replace('/', " OR ")
            )
        })
        .collect();
    let edges: Vec<_> = all
        .iter()
        .map(|(key, part)| {
            let uses: Vec<_> = part.uses.iter().map(|other| format!("\"{}\"", address(other))).collect();
            format!("  {{\"ref\":\"{}\",\"dependsOn\":[{}]}}", address(key), uses.join(","))
        })
        .collect();
    let version = all.get(first).map_or("", |part| &part.version);
    format!(
        "{{\n \"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.5\",\"version\":1,\n \"metadata\":{{\"component\":\
         {{\"type\":\"application\",\"bom-ref\":\"{}\",\"name\":\"{}\",\"version\":\"{version}\"}}}},\n \
         \"components\":[\n{}\n ],\n \"dependencies\":[\n{}\n ]\n}}\n",
        address(first),
        name(first),
        components.join(",\n"),
        edges.join(",\n")
    )
}

/// Where the registry's sources of a crate lie on this machine.
fn source(key: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = fs::read_dir(home.join("registry/src")).ok()?;
    registries.flatten().map(|registry| registry.path().join(key.replace('@', "-"))).find(|folder| folder.is_dir())
}

/// The texts of the licences in a folder.
fn texts(folder: &Path) -> String {
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    let is_text = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word))
    };
    files
        .iter()
        .filter(|path| is_text(path))
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The notices of an artefact: each licence text once, with the crates that have it.
pub fn notices(artefact: &str) -> Result<String, Outcome> {
    let words = COMPILED.iter().find(|(name, _)| *name == artefact).map_or("", |(_, words)| words);
    let (_, all) = parts(words)?;
    let (mut by_text, mut without): (BTreeMap<String, Vec<String>>, Vec<String>) = (BTreeMap::new(), Vec::new());
    for (key, part) in &all {
        let Some(folder) = source(key) else { continue };
        let title = format!("{} ({})", key.replace('@', " "), part.licence);
        match texts(&folder) {
            text if text.trim().is_empty() => without.push(title),
            text => by_text.entry(text).or_default().push(title),
        }
    }
    let mut found = String::from("This artefact holds parts by others, under these licences.\n");
    for (text, titles) in &by_text {
        let _ = write!(found, "\n{}\n{}\n{}\n", "=".repeat(80), titles.join("\n"), text.trim_end());
    }
    if !without.is_empty() {
        let _ = write!(found, "\n{}\nWithout a text of their own:\n{}\n", "=".repeat(80), without.join("\n"));
    }
    Ok(found)
}

/// Writes the list of parts of each artefact, and refuses a licence that asks for more than a notice.
pub fn write(release: &Release) -> Outcome {
    for (artefact, words) in COMPILED {
        let (first, all) = match parts(words) {
            Ok(found) => found,
            Err(outcome) => return outcome,
        };
        if let Some((key, part)) = all.iter().find(|(_, part)| !is_allowed(&part.licence)) {
            return Outcome::Failed(format!("{key} in {artefact} has the licence {:?}", part.licence));
        }
        let file = release.folder.join(format!("clearance-{}-{artefact}.cdx.json", release.version));
        if let Err(error) = fs::write(&file, list(&first, &all)) {
            return Outcome::Failed(format!("{}: {error}", file.display()));
        }
        println!("{artefact}: {} parts, all with licences that ask for a notice", all.len() - 1);
    }
    Outcome::Passed
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str =
        "0|own v0.1.0 (/place)|MIT OR Apache-2.0\n1|one v1.2.3|Zlib\n2|two v2.0.0|MIT\n1|two v2.0.0|MIT (*)\n";

    #[test]
    fn a_tree_becomes_parts_with_what_each_uses() {
        let (first, all) = read(TREE);
        assert_eq!((first.as_str(), all.len()), ("own@0.1.0", 3));
        assert_eq!(all["own@0.1.0"].uses, ["one@1.2.3", "two@2.0.0"]);
        assert_eq!((all["one@1.2.3"].uses.len(), all["two@2.0.0"].licence.as_str()), (1, "MIT"));
        let text = list(&first, &all);
        assert!(
            text.contains("\"purl\":\"pkg:cargo/one@1.2.3\"") && !text.contains("\"purl\":\"pkg:cargo/own@0.1.0\"")
        );
    }

    #[test]
    fn a_licence_with_a_choice_that_asks_for_a_notice_alone_is_allowed() {
        for allowed in [
            "MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "MIT/GPL-3.0",
            "GPL-3.0 OR Apache-2.0 WITH LLVM-exception",
            "(MIT)",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in ["", "GPL-3.0-only", "(MIT OR Apache-2.0) AND GPL-3.0", "MIT AND", "(MIT", "MIT )"] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }
}
