//! `clearance verify`: a proof file and the files that it names, checked again.

use clearance::each::Each;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clearance_scene::proof::{Facets, sources, unescaped};
use clearance_verify::{Proven, Subject, check, is_unchanged};

use crate::clashes::{PartReader, Source, plain};
use crate::faces;
use crate::failure::Failure;
use crate::motion_proof::{self, Shown};
use crate::progress::Progress;
use crate::robot;

/// Check a proof file that --proof wrote, with code that shares nothing with the search.
///
/// Exit codes: 0 it is proven; 1 the proof is refused, and why; 2 a file cannot be read.
#[derive(clap::Args)]
pub struct Arguments {
    /// The proof. The files that it names are looked for relative to its folder
    file: PathBuf,
    /// For a proof about a robot: its file, if it is not where the proof says
    robot: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let begin = Instant::now();
    let path = &arguments.file;
    let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
    if bytes.first() == Some(&b'{') {
        return Ok(of_motion(path, &bytes, begin));
    }
    let progress = Progress::of("checking");
    let folder = path.parent().unwrap_or(Path::new(""));
    if let Some(text) = std::str::from_utf8(&bytes).ok().filter(|text| robot::proof::is_about_robot(text)) {
        let outcome = robot::proof::check(text, folder, arguments.robot.as_deref());
        drop(progress);
        return of_sentences(path, outcome?, begin);
    }
    if let Some(text) = std::str::from_utf8(&bytes).ok().filter(|text| faces::proof::is_about_surfaces(text)) {
        let outcome = faces::proof::check(text, folder);
        drop(progress);
        return of_sentences(path, outcome?, begin);
    }
    if arguments.robot.is_some() {
        return Err(Failure::Input(format!("{}: is not a proof about a robot", path.display())));
    }
    let outcome = outcome(&bytes, folder);
    drop(progress);
    match outcome? {
        Ok((unit, proven)) => {
            let mut out = std::io::stdout().lock();
            let text = String::from_utf8_lossy(&bytes);
            let is_flat = is_flat(&text);
            let claims = proven.iter().map(|claim| line(claim, &unit, is_flat));
            for line in claims.chain(checked(&text)) {
                writeln!(out, "{line}").map_err(|error| Failure::io("standard output", &error))?;
            }
            let planes: usize = proven.iter().map(|claim| claim.planes).sum();
            let seconds = begin.elapsed().as_secs_f64();
            println!("{}: proven by {planes} planes and cells, checked in {:.1} ms", path.display(), 1e3 * seconds);
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => {
            eprintln!("clearance: {}: refused: {}", path.display(), plain(&refusal));
            Ok(ExitCode::from(1))
        }
    }
}

/// What is said of a proof whose claims are sentences.
fn of_sentences(
    path: &Path,
    outcome: Result<(Vec<String>, usize), String>,
    begin: Instant,
) -> Result<ExitCode, Failure> {
    match outcome {
        Ok((sentences, planes)) => {
            let mut out = std::io::stdout().lock();
            for sentence in sentences {
                writeln!(out, "{sentence}").map_err(|error| Failure::io("standard output", &error))?;
            }
            let milliseconds = 1e3 * begin.elapsed().as_secs_f64();
            println!("{}: proven by {planes} planes, checked in {milliseconds:.1} ms", path.display());
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => {
            eprintln!("clearance: {}: refused: {}", path.display(), plain(&refusal));
            Ok(ExitCode::from(1))
        }
    }
}

/// The check of a proof about a motion, which is JSON and needs no other file.
fn of_motion(path: &Path, bytes: &[u8], begin: Instant) -> ExitCode {
    let text = std::str::from_utf8(bytes).map_err(|_| "expected a text in UTF-8".to_owned());
    match text.and_then(motion_proof::check) {
        Ok(Shown { claim, intervals, separations }) => {
            println!("{}", plain(&claim));
            let milliseconds = 1e3 * begin.elapsed().as_secs_f64();
            println!(
                "{}: proven by {intervals} intervals and {separations} separations, checked in {milliseconds:.1} ms",
                path.display()
            );
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("clearance: {}: refused: {}", path.display(), plain(&refusal));
            ExitCode::from(1)
        }
    }
}

/// The unit and the claims, if the proof holds. Whatever the proof itself says is refused and not a failure; a file
/// that is not found is one, unless the name of the file has changed since the proof was written.
fn outcome(bytes: &[u8], folder: &Path) -> Result<Result<(String, Vec<Proven>), String>, Failure> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(Err("expected a text in UTF-8".to_owned())) };
    let (unit, names) = match sources(text) {
        Ok(head) => head,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let sources = match names.iter().map(|name| Source::of_name(name)).collect::<Result<Vec<_>, _>>() {
        Ok(sources) => sources,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut parts = PartReader::default();
    let read = sources.iter().map(|source| source.read(folder, &mut parts)).collect::<Result<Vec<_>, _>>();
    let facets = match read {
        Ok(facets) => facets,
        Err(_) if !is_unchanged(text) => {
            let changed = "the file has changed since it was written, and names a file that cannot be read";
            return Ok(Err(changed.to_owned()));
        }
        Err(failure) => return Err(failure),
    };
    let surfaces: Vec<_> = facets.iter().map(Facets::surface).collect();
    Ok(check(text, &surfaces).map(|proven| (unit.unwrap_or_default(), proven)))
}

/// What the claims are about: each body with its file and its pose, a line each. The proof holds, so its words are
/// sound.
fn checked(text: &str) -> Vec<String> {
    let surfaces: Vec<String> =
        text.lines().filter_map(|line| Some(called(line.strip_prefix("surface ")?.split(' ').next()?))).collect();
    let body = |line: &str| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [surface, name, pose @ ..] = &words[..] else { return None };
        let file = surfaces.get(surface.parse::<usize>().ok()?)?;
        let (place, turn) = pose.split_at_checked(3)?;
        let (place, turned) = (place.join(", "), turn.join(", "));
        Some(format!("{}: {file} at ({place}), turned by ({turned}){}", called(name), stretch(turn)))
    };
    text.lines().filter_map(|line| body(line.strip_prefix("body ")?)).collect()
}

/// The name of a word, on one line.
fn called(word: &str) -> String {
    plain(&unescaped(word).unwrap_or_else(|| word.to_owned()))
}

/// How far the numbers of a turn may be from unit length, in ε: more than what rounding does to a rotation. Such a pose
/// is proven as its formula says.
const DEFECT: f64 = 128.0;

/// A remark if the numbers of a turn are not those of a rotation.
fn stretch(turn: &[&str]) -> String {
    let square: f64 = turn.iter().map(|word| word.parse().map_or(f64::NAN, |x: f64| x * x)).sum();
    let is_rotation = (square - 1.0).abs() <= DEFECT * f64::EPSILON;
    if is_rotation { String::new() } else { format!(", which is no rotation: its length is {}", square.sqrt()) }
}

/// Whether a sound proof is about bodies in the plane: their poses have five numbers.
fn is_flat(text: &str) -> bool {
    text.lines().find(|line| line.starts_with("body ")).is_some_and(|line| line.split(' ').count() == 3 + 5)
}

/// A claim in one line.
fn line(claim: &Proven, unit: &str, is_flat: bool) -> String {
    let [a, b] = claim.bodies.each_ref().each(|name| called(name));
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    if claim.bodies == ["*", "*"] {
        return format!("all other pairs: {}{unit} <= distance", claim.lower);
    }
    let upper = if claim.upper < f64::INFINITY { format!(" <= {}{unit}", claim.upper) } else { unit.clone() };
    match claim.subject {
        Subject::Overlap if claim.upper == 0.0 => return format!("{a} and {b}: no common interior"),
        Subject::Overlap => return format!("{a} and {b}: {} <= overlap{upper}", claim.lower),
        Subject::Sameness => return format!("{a} and {b}: the same{upper}").replace("same <=", "same up to"),
        Subject::Volume => {
            let (word, power) = if is_flat { ("area", "²") } else { ("volume", "³") };
            let unit = if unit.is_empty() { unit } else { unit + power };
            return format!("{a} and {b}: {} <= common {word} <= {}{unit}", claim.lower, claim.upper);
        }
        Subject::Distance => {}
    }
    if claim.upper == 0.0 {
        return format!("{a} and {b}: the surfaces meet");
    }
    format!("{a} and {b}: {} <= distance{upper}", claim.lower)
}
