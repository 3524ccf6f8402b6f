//! The public items, one by one: how many there are, and that each has an example or names one.
//!
//! It reads the source. So it knows what `lib.rs` re-exports, and the comments above each item; it does not know
//! methods.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The most items that one can keep in mind. More: nobody reads the front page to its end.
const LIMIT: usize = 101;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../clearance/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of every file of a folder.
fn texts(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(read(&path));
        }
    }
}

fn is_hidden(lines: &[&str]) -> bool {
    lines.iter().any(|line| line.trim() == "#[doc(hidden)]")
}

/// The name that a line defines, if it is a public item.
fn defined(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix("pub ")?;
    let item = item.strip_prefix("const ").unwrap_or(item);
    let rest =
        ["struct ", "enum ", "trait ", "fn ", "mod ", "type "].iter().find_map(|kind| item.strip_prefix(kind))?;
    Some(rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default())
}

/// The names that a file at the front door re-exports or defines, unless they are hidden.
fn public_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut statement = String::new();
    let lines: Vec<&str> = text.lines().collect();
    for (place, line) in lines.iter().enumerate() {
        let comments_above = lines[..place].iter().rev().take_while(|above| above.starts_with('#')).count();
        if is_hidden(&lines[place - comments_above..place]) {
            continue;
        }
        if line.starts_with("pub use ") || !statement.is_empty() {
            statement += line;
            if line.ends_with(';') {
                let list = statement.trim_start_matches("pub use ").trim_end_matches(';');
                let list = list.split_once('{').map_or(list, |(_, inner)| inner.trim_end_matches('}'));
                let last = |path: &str| path.trim().rsplit("::").next().unwrap_or_default().to_owned();
                names.extend(list.split(',').map(last).filter(|name| !name.is_empty() && name != "*"));
                statement.clear();
            }
        } else if let Some(name) = defined(line).filter(|_| line.starts_with("pub ")) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The comments above each public definition and each function, joined where several things have one name. A hidden
/// item has none.
fn comments(texts: &[String]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::<String, String>::new();
    for text in texts {
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let method =
                line.trim_start().strip_prefix("fn ").map(|rest| rest.split(['(', '<']).next().unwrap_or_default());
            let exported = line.strip_prefix("pub use distance::").map(|rest| rest.trim_end_matches(';'));
            let Some(name) = defined(line).or(method).or(exported) else { continue };
            // Comments and attributes reach up to the end of what is before.
            let above = lines[..place].iter().rev().take_while(|above| {
                let above = above.trim();
                above.starts_with("///") || !(above.is_empty() || above.ends_with(['}', ';', '{']))
            });
            let mut above: Vec<&str> = above.copied().collect();
            above.reverse();
            if !is_hidden(&above) {
                let docs: Vec<&str> = above.into_iter().filter(|line| line.trim_start().starts_with("///")).collect();
                *found.entry(name.to_owned()).or_default() += &(docs.join("\n") + "\n");
            }
        }
    }
    found
}

/// The last names of the links in a comment.
fn links(comment: &str) -> Vec<&str> {
    let starts = comment.match_indices("[`").map(|(start, _)| &comment[start + 2..]);
    starts.filter_map(|rest| rest.split_once("`]")).map(|(path, _)| path.rsplit("::").next().unwrap_or(path)).collect()
}

fn has_example(comment: &str) -> bool {
    comment.contains("```")
}

fn public_items() -> (Vec<String>, BTreeMap<String, String>) {
    let mut all = Vec::new();
    texts(&source(), &mut all);
    let mut comments = comments(&all);
    // The pages of the guide are files.
    for page in fs::read_dir(source().join("../docs/guide")).unwrap() {
        let path = page.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().replace('-', "_");
        comments.insert(name, read(&path));
    }
    let mut names = public_names(&read(&source().join("lib.rs")));
    names.extend(public_names(&read(&source().join("shape/mod.rs"))));
    names.retain(|name| comments.contains_key(name) || name == "guide");
    names.sort();
    names.dedup();
    (names, comments)
}

#[test]
fn there_are_fewer_public_items_than_one_can_keep_in_mind() {
    let (names, _) = public_items();
    for known in ["distance", "Hull", "Vec3", "Points", "simplex", "AnyShape", "ShapeError", "guide"] {
        assert!(names.iter().any(|name| name == known), "{known} is not in {names:?}");
    }
    assert!(!names.iter().any(|name| name == "Sides" || name == "Support" || name == "dyadic"), "{names:?}");
    assert!(names.len() < LIMIT, "{} public items: {names:?}", names.len());
}

#[test]
fn every_public_item_has_an_example_or_names_one() {
    let (names, comments) = public_items();
    let mut own = 0;
    for name in names.iter().filter(|name| *name != "guide") {
        let comment = &comments[name];
        let linked = || {
            comment.contains("example")
                && links(comment)
                    .iter()
                    .any(|&link| link != name && comments.get(link).is_some_and(|other| has_example(other)))
        };
        assert!(has_example(comment) || linked(), "`{name}` has no example and names none:\n{comment}");
        own += usize::from(has_example(comment));
    }
    assert!(own > names.len() / 2, "{own} of {} have one of their own", names.len());
}

#[test]
fn the_scan_sees_what_is_public_and_where_an_example_is() {
    let front = "mod a;\npub use a::{One, two};\n#[doc(hidden)]\npub use a::Three;\npub use a::*;\n\npub mod four {}\n";
    assert_eq!(public_names(front), ["One", "two", "four"]);
    let texts = [
        "/// See [`b::two`], an example.\n#[derive(Clone)]\npub struct One<V> {\n    field: V,\n}\n/// ```\n/// ```\npub const fn two() {}\n\n/// Hidden.\n#[doc(hidden)]\npub enum Three {}\n",
    ];
    let found = comments(&texts.map(str::to_owned));
    assert_eq!(found.keys().collect::<Vec<_>>(), ["One", "two"]);
    assert!(!has_example(&found["One"]) && has_example(&found["two"]));
    assert_eq!(links(&found["One"]), ["two"]);
}
