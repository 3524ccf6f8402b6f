//! `clearance scene` with bodies of surfaces, as `python -m clearance.step` writes them: the question is that of
//! `clearance surfaces`, and so are the answers.

use std::path::{Path, PathBuf};

use super::Arguments;
use super::formats::Format;
use super::rules_file::Touching;
use crate::faces;
use crate::failure::Failure;
use crate::inside::Inside;
use crate::unit::Length;

/// The question about surfaces, if the files hold some. Surfaces do not mix with meshes and outlines.
pub fn question(arguments: &Arguments) -> Result<Option<faces::Arguments>, Failure> {
    let files = &arguments.files;
    let (Some(surface), other) =
        (files.iter().find(|path| is_surface(path)), files.iter().find(|path| !is_surface(path)))
    else {
        return Ok(None);
    };
    if let Some(other) = other {
        return Err(Failure::Input(format!(
            "expected files of one kind: {} has surfaces of CAD bodies, and {} has none",
            surface.display(),
            other.display()
        )));
    }
    let Arguments { rules, output, report, threads, proof, unit, .. } = arguments;
    let format = match arguments.format {
        Format::Table => faces::Format::Table,
        Format::Jsonl => faces::Format::Jsonl,
        _ => return Err(refused("--format", "use table or jsonl")),
    };
    let unused: [(&str, bool); 6] = [
        ("--nearest", arguments.nearest.is_some()),
        ("--elements", arguments.elements.is_some()),
        ("--group", arguments.group.is_some()),
        ("--pairs-from", arguments.pairs_from.is_some()),
        ("--inside", arguments.inside != Inside::Wall),
        ("--unit", unit.is_some()),
    ];
    if let Some((option, _)) = unused.into_iter().find(|(_, is_given)| *is_given) {
        return Err(refused(option, "leave it out"));
    }
    let contact = match arguments.contact {
        None => Length::ZERO,
        Some(Touching::Length(length)) => length,
        Some(Touching::Auto) => {
            return Err(refused("--contact auto", "say a length; the files' tolerances count anyway"));
        }
    };
    let question = faces::Arguments {
        files: files.clone(),
        below: arguments.below.unwrap_or(Length::ZERO),
        rules: rules.clone(),
        contact,
        format,
        output: output.clone(),
        report: report.clone(),
        proof: proof.clone(),
        threads: *threads,
        ..faces::Arguments::default()
    };
    Ok(Some(question))
}

fn is_surface(path: &PathBuf) -> bool {
    let ending = Path::new(path).extension().unwrap_or_default();
    ["jsonl", "step", "stp"].iter().any(|own| ending.eq_ignore_ascii_case(own))
}

fn refused(option: &str, advice: &str) -> Failure {
    Failure::Input(format!("{option} is not for surfaces of CAD bodies; {advice}"))
}
