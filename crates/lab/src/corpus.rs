//! The exact corpus: every pair with its exact answer. It is read from the compressed files beside this crate.

use crate::space::Rough;
use crate::truth::Problem;
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

/// A pair and its exact answer. `corpus/README.md` explains the fields.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the corpus has its own README")]
pub struct Case {
    pub id: String,
    pub family: String,
    pub sub: String,
    pub dim: u32,
    pub scalar: Scalar,
    pub a: Rough,
    pub b: Rough,
    pub exact: Answer,
}

/// The scalar of a case.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "named by themselves")]
pub enum Scalar {
    F32,
    F64,
}

/// What is known of a pair.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the corpus has its own README")]
pub struct Answer {
    pub status: String,
    pub sep: f64,
    pub sep_dec: String,
    pub core_dist2: Fraction,
    pub core_depth2: Option<Fraction>,
    pub interiors_overlap: bool,
    pub scale: f64,
}

/// The number p / q · 2^e.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the law says it")]
pub struct Fraction {
    pub p: String,
    pub q: String,
    pub e: i64,
}

impl Case {
    /// The question without its answer.
    pub fn problem(&self) -> Problem {
        Problem { a: self.a.clone(), b: self.b.clone() }
    }
}

/// The names of the families, in alphabetical order.
///
/// # Panics
/// When the corpus cannot be listed.
pub fn families() -> Vec<String> {
    let listing = fs::read_dir(folder()).expect("the corpus lies beside the crate");
    let mut names: Vec<String> = listing
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".jsonl.gz")?.to_owned()))
        .collect();
    names.sort();
    names
}

/// The cases of a family, in the order of the file.
///
/// # Panics
/// On an unknown family or a damaged file.
pub fn family(name: &str) -> Vec<Case> {
    let file = File::open(folder().join(format!("{name}.jsonl.gz"))).expect("a family is a file of the corpus");
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.expect("the file is whole")).expect("a line is a case"))
        .collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_corpus_is_here() {
        let counts: Vec<usize> = families().iter().map(|name| family(name).len()).collect();
        assert_eq!((counts.len(), counts.iter().sum::<usize>()), (17, 4024));
    }
}
