//! The page of promises, docs/promises.md: whatever its rows name is there.
//!
//! A row of its tables has a promise and what holds it. In the second column code names a file, tests of a file, steps of
//! `cargo xtask test`, or a program of the lab. A test that was renamed would leave a promise without anything to hold it.

use crate::STEPS;
use crate::runner::{Outcome, root};
use std::fs;

const PAGE: &str = "docs/promises.md";

/// Fewer rows than this were not all read.
const LEAST_ROWS: usize = 120;

/// Reads the page, and names the lines that name what is not there.
pub fn check() -> Outcome {
    let text = match fs::read_to_string(root().join(PAGE)) {
        Ok(text) => text,
        Err(error) => return Outcome::Failed(format!("{PAGE}: {error}")),
    };
    let count = rows(&text).count();
    if count < LEAST_ROWS {
        return Outcome::Failed(format!("only {count} rows of {PAGE} were read"));
    }
    let faults = faults(&text, &|path| fs::read_to_string(root().join(path)).ok());
    if faults.is_empty() { Outcome::Passed } else { Outcome::Failed(faults.join("\n")) }
}

/// What is wrong with the page, each with its line. `read` gives the text of a file of the repository.
fn faults(page: &str, read: &impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for (line, tests) in rows(page) {
        let mut blame = |fault: String| faults.push(format!("{PAGE}:{line}: {fault}"));
        let mut file = "";
        let mut names_nothing = true;
        for code in tests.split('`').skip(1).step_by(2) {
            names_nothing = false;
            if let Err(fault) = is_there(code, &mut file, read) {
                blame(fault);
            }
        }
        if names_nothing && !tests.contains("no test") {
            blame("the row names no test, and does not say that there is none".into());
        }
    }
    faults
}

/// The rows of the tables: the number of the line, and the second column.
fn rows(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = page.lines().enumerate().filter(|(_, line)| line.starts_with("| ") && *line != "| promise | tests |");
    lines.map(|(index, line)| {
        (index + 1, line.trim_matches(['|', ' ']).split_once(" | ").map_or("", |(_, tests)| tests))
    })
}

/// Whether what the code names is there. `file` is the one that was named before it, and then the one that it names.
fn is_there<'a>(code: &'a str, file: &mut &'a str, read: &impl Fn(&str) -> Option<String>) -> Result<(), String> {
    if let Some(words) = code.strip_prefix("cargo xtask test ") {
        let unknown = words.split(' ').find(|word| STEPS.iter().all(|step| step.name != *word));
        return unknown.map_or(Ok(()), |word| Err(format!("no step is called {word}")));
    }
    if let Some(name) = code.strip_prefix("cargo run --release -p lab --bin ") {
        let path = format!("crates/lab/src/bin/{name}.rs");
        return read(&path).map_or_else(|| Err(format!("no file {path}")), |_| Ok(()));
    }
    let (path, pattern) = code.split_once("::").unwrap_or((code, "*"));
    if !path.is_empty() {
        *file = path;
    }
    let text = read(file).ok_or_else(|| format!("no file `{file}`"))?;
    if file.starts_with("fuzz/") {
        return Ok(()); // A fuzz target is one test, without a name.
    }
    let found = tests_of(file, &text).iter().any(|name| fits(pattern, name));
    if found { Ok(()) } else { Err(format!("no test of {file} is called `{pattern}`")) }
}

/// The names of the tests in a file: functions in Rust and Python, titles in JavaScript.
fn tests_of<'a>(path: &str, text: &'a str) -> Vec<&'a str> {
    let lines = || text.lines().map(str::trim);
    if path.ends_with(".rs") {
        functions_of(text).into_iter().chain(laws_of(text)).collect()
    } else if path.ends_with(".py") {
        lines().filter_map(|line| word(line.strip_prefix("def ")?)).filter(|name| name.starts_with("test_")).collect()
    } else {
        lines().filter_map(|line| title(line.strip_prefix("test(")?)).collect()
    }
}

/// The functions with the attribute `#[test]`. One with `#[ignore]` holds nothing.
fn functions_of(text: &str) -> Vec<&str> {
    let after = text.split("#[test]").skip(1);
    after
        .filter_map(|text| text.split_once("fn "))
        .filter(|(attributes, _)| !attributes.contains("#[ignore"))
        .filter_map(|(_, rest)| word(rest))
        .collect()
}

/// The laws of which a macro makes tests: functions with a type parameter, whose names stand one a line in a call.
fn laws_of(text: &str) -> Vec<&str> {
    let calls = text.split("!(\n").skip(1).map(|rest| rest.split("\n);").next().unwrap_or_default());
    let names = calls.flat_map(str::lines).filter_map(|line| line.trim().strip_suffix(','));
    names.filter(|law| text.contains(&format!("\nfn {law}<"))).collect()
}

/// The word that a text begins with.
fn word(text: &str) -> Option<&str> {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The title in quotes that a text begins with.
fn title(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    text[1..].split(quote).next()
}

/// Whether a name fits a pattern, in which `*` stands for any text.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((begin, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(begin) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(place) = name.find(part) else { return false };
        name = &name[place + part.len()..];
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: &str = "#[test]\nfn a_ball_is_round() {}\n#[test]\n#[ignore = \"slow\"]\nfn a_sum_is_right() {}\nfn a_helper() {}\nfn a_law_of_all<V>() {}\nfn another_law<V>() {}\n\
        lab::for_all_vectors!(\n    a_law_of_all,\n    another_law,\n);\n";
    const PAGE_TEST: &str = "test(\"the page's answer is right, everywhere\", async () => {\n  test(`${kind}: a link restores it`, async () => {\n";

    /// The faults of a page with one row, in a repository of four files.
    fn faults_of(tests: &str) -> Vec<String> {
        let page = format!("# Promises\n\n| promise | tests |\n|---|---|\n| it `holds` | {tests} |\n");
        faults(&page, &|path| match path {
            "crates/a.rs" => Some(RUST.into()),
            "web/a.test.mjs" => Some(PAGE_TEST.into()),
            "python/a.py" => Some("def test_that_it_adds():\n    pass\ndef helper():\n".into()),
            "crates/lab/src/bin/soak.rs" => Some(String::new()),
            _ => None,
        })
    }

    #[test]
    fn what_is_there_is_no_fault() {
        for tests in [
            "`crates/a.rs`",
            "`crates/a.rs::a_ball_is_round`; `::a_law_of_all`; `::another_law`",
            "`web/a.test.mjs::the page's answer is right, everywhere`; `::*: a link restores it`",
            "`python/a.py::test_that_it_adds`",
            "`cargo xtask test fmt rooms`; by hand `cargo run --release -p lab --bin soak`",
            "no test",
        ] {
            assert_eq!(faults_of(tests), [""; 0], "{tests}");
        }
    }

    #[test]
    fn a_missing_test_is_named_with_its_line() {
        let fault = "docs/promises.md:5: no test of crates/a.rs is called `a_ball_is_square`";
        assert_eq!(faults_of("`crates/a.rs`; `::a_ball_is_square`"), [fault]);
    }

    #[test]
    fn a_function_that_is_no_test_and_a_test_that_is_ignored_hold_nothing() {
        assert_eq!(faults_of("`crates/a.rs::a_helper`; `::a_sum_is_right`; `python/a.py::helper`").len(), 3);
    }

    #[test]
    fn a_wildcard_that_matches_nothing_is_named() {
        let fault = "docs/promises.md:5: no test of crates/a.rs is called `a_cube_*`";
        assert_eq!(faults_of("`crates/a.rs::a_*_round`; `crates/a.rs::a_cube_*`"), [fault]);
    }

    #[test]
    fn a_missing_file_step_or_program_is_named() {
        assert_eq!(faults_of("`crates/b.rs::a_*`"), ["docs/promises.md:5: no file `crates/b.rs`"]);
        assert_eq!(faults_of("`cargo xtask test fmt sweep`"), ["docs/promises.md:5: no step is called sweep"]);
        assert_eq!(faults_of("`cargo run --release -p lab --bin soap`").len(), 1);
    }

    #[test]
    fn a_row_without_a_test_says_so() {
        assert_eq!(faults_of("it is obvious").len(), 1);
    }

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, does) in [
            ("*", "x", true),
            ("a*c", "abc", true),
            ("a*b*d", "abcd", true),
            ("a*", "ba", false),
            ("*a", "ab", false),
            ("ab*bc", "abc", false),
        ] {
            assert_eq!(fits(pattern, name), does, "{pattern} {name}");
        }
    }

    #[test]
    fn the_page_names_what_is_there() {
        assert!(matches!(check(), Outcome::Passed));
    }
}
