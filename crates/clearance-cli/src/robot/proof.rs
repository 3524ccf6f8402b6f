//! Proofs about robots: written by --proof, and checked by `clearance verify`.
//!
//! The lines `read` of a proof are the options that its robot was read with. `verify` reads the robot again, and compares
//! what it says with the lines of the proof.

use std::path::Path;

use clearance_robot::files::{Geometry, Limits, MimicLimits, Missing, Source};
use clearance_robot::proof::{Proof, Surfaces, head};
use clearance_scene::proof::unescaped;
use clearance_verify::robot::{RobotClaim, RobotFact, check_robot};

use super::{Asked, Attachment, Given};
use crate::clashes::{plain, relative};
use crate::failure::Failure;
use crate::output;

/// An empty proof that will be in this file.
pub(super) fn begin<'a>(asked: &'a Asked<'_>, path: &Path) -> Result<Proof<'a>, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = words(asked.given, folder)?;
    Ok(Proof::new(&asked.loaded.robot, &asked.loaded.description, &read))
}

/// Checks a proof and writes it. What the checker does not accept is told and left out.
pub(super) fn write(asked: &Asked<'_>, proof: Proof<'_>, path: &Path) -> Result<(), Failure> {
    asked.progress.says("checking the proof");
    let proven = proof.finish().map_err(|why| Failure::Input(format!("no proof: {why}")))?;
    output::write_whole(Some(path), proven.text.as_bytes())?;
    for (pair, why) in &proven.refused {
        let [a, b] = pair.map(|link| asked.link(link));
        asked.progress.suspend(|| eprintln!("clearance: {a} and {b} are not part of the proof: {}", plain(why)));
    }
    Ok(())
}

/// The options that the robot was read with, as words of lines. Paths are relative to the folder of the proof.
fn words(given: &Given, folder: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let mut lines = source_words(&given.source, folder)?;
    let word = |text: &str| text.to_owned();
    for Attachment { file, link, place } in &given.attach {
        let numbers = place.iter().map(|x| format!("{x:e}"));
        lines.push([word("attach"), named(file, folder)?, link.clone()].into_iter().chain(numbers).collect());
    }
    for file in &given.world {
        lines.push(vec![word("world"), named(file, folder)?]);
    }
    Ok(lines)
}

/// The same for a robot alone.
///
/// # Errors
/// If a file or a folder is not there.
pub fn source_words(source: &Source, folder: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let mut lines = vec![vec!["robot".to_owned(), named(&source.robot, folder)?]];
    for (name, place) in &source.packages {
        lines.push(vec!["package".to_owned(), name.clone(), named(place, folder)?]);
    }
    let flags = [
        ("visual", source.geometry == Geometry::Visual),
        ("allow-missing", source.missing == Missing::Allowed),
        ("soft-limits", source.limits == Limits::Soft),
        ("mimic-limits", source.mimic_limits == MimicLimits::Kept),
    ];
    lines.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| vec![name.to_owned()]));
    Ok(lines)
}

fn named(path: &Path, folder: &Path) -> Result<String, Failure> {
    Ok(relative(path, folder)?.to_string_lossy().replace('\\', "/"))
}

/// What the lines `read` of a proof say, for a proof in this folder.
fn given(lines: &[Vec<String>], folder: &Path, robot: Option<&Path>) -> Result<Given, String> {
    let mut given = Given { source: Source::default(), attach: Vec::new(), touch: Vec::new(), world: Vec::new() };
    for words in lines {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match &words[..] {
            ["robot", path] => given.source.robot = folder.join(path),
            ["package", name, place] => given.source.packages.push(((*name).to_owned(), folder.join(place))),
            ["visual"] => given.source.geometry = Geometry::Visual,
            ["allow-missing"] => given.source.missing = Missing::Allowed,
            ["soft-limits"] => given.source.limits = Limits::Soft,
            ["mimic-limits"] => given.source.mimic_limits = MimicLimits::Kept,
            ["attach", file, link, numbers @ ..] => {
                let place: Option<Vec<f64>> = numbers.iter().map(|word| word.parse().ok()).collect();
                let place = place.and_then(|place| place.try_into().ok()).ok_or("attach: expected six numbers")?;
                given.attach.push(Attachment { file: folder.join(file), link: (*link).to_owned(), place });
            }
            ["world", path] => given.world.push(folder.join(path)),
            other => return Err(format!("read: expected an option of clearance robot, found {other:?}")),
        }
    }
    if let Some(path) = robot {
        given.source.robot = path.to_owned();
    }
    match given.source.robot.as_os_str().is_empty() {
        true => Err("the proof does not say where its robot is: give its file behind that of the proof".to_owned()),
        false => Ok(given),
    }
}

/// What a proof says, if it holds: sentences about the claims, and how many planes were checked. The robot is read from
/// where the proof says, or from the file that is given.
pub fn check(text: &str, folder: &Path, robot: Option<&Path>) -> Result<Result<(Vec<String>, usize), String>, Failure> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("read "));
    let words = |line: &str| line.split(' ').map(|word| unescaped(word).ok_or(word.to_owned())).collect();
    let read: Result<Vec<Vec<String>>, String> = lines.map(words).collect();
    let given = read.clone().and_then(|read| given(&read, folder, robot));
    let (read, given) = match (read, given) {
        (Ok(read), Ok(given)) => (read, given),
        (Err(word), _) => return Ok(Err(format!("read: expected a word, found {word:?}"))),
        (_, Err(why)) => return Ok(Err(why)),
    };
    if !clearance_verify::is_unchanged(text) {
        return Ok(Err("the file has changed since it was written: its checksum differs".to_owned()));
    }
    let loaded = given.load()?;
    let surfaces = Surfaces::new(&loaded.description);
    let own = head(&loaded.description, &surfaces, &read);
    if let Some((number, (own, found))) =
        own.lines().zip(text.lines()).enumerate().find(|(_, (own, found))| own != found)
    {
        let name = given.source.robot.display();
        return Ok(Err(format!(
            "line {}: the robot of {name} is not that of the proof: {own:?} and {found:?}",
            number + 1
        )));
    }
    let stretches = text.lines().filter(|line| line.starts_with("row ")).count().saturating_sub(1);
    Ok(check_robot(text, &surfaces.list())
        .map(|claims| (sentences(&claims, stretches), claims.iter().map(|claim| claim.planes).sum())))
}

/// The claims, one a line. Those of a pair on all stretches of a path are one.
fn sentences(claims: &[RobotClaim], stretches: usize) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let mut on_path: Vec<(&[String; 2], f64, Vec<usize>)> = Vec::new();
    for RobotClaim { links, what, .. } in claims {
        let names = name(links);
        match what {
            RobotFact::Never { lower, ranges } | RobotFact::Inside { lower, ranges } => {
                let parts = ranges.iter().filter(|(_, _, is_whole)| !is_whole);
                let parts: Vec<String> =
                    parts.map(|(joint, [low, high], _)| format!("{} from {low} to {high}", called(joint))).collect();
                let place = match (ranges.len(), parts.is_empty()) {
                    (0, _) => "they are fixed to each other".to_owned(),
                    (count, true) => format!("for all values of {count} joints within their limits"),
                    (_, false) => format!("for {} and all values of the others", parts.join(", ")),
                };
                let word = match what {
                    RobotFact::Inside { .. } => "one is inside the other, surfaces never nearer",
                    _ => "never nearer",
                };
                sentences.push(format!("{names}: {word} than {lower} m, {place}"));
            }
            RobotFact::Clear { lower, stretch } => match on_path.iter_mut().find(|(own, ..)| *own == links) {
                Some((_, least, found)) => {
                    *least = least.min(*lower);
                    if !found.contains(stretch) {
                        found.push(*stretch);
                    }
                }
                None => on_path.push((links, *lower, vec![*stretch])),
            },
            RobotFact::Meets { at } => {
                let outside = at.iter().any(|(_, _, is_allowed)| !is_allowed);
                let place: Vec<String> = at.iter().map(|(joint, x, _)| format!("{}={x}", called(joint))).collect();
                let place = if place.is_empty() { "always".to_owned() } else { format!("at {}", place.join(" ")) };
                let outside = if outside { ", which is outside of the limits" } else { "" };
                sentences.push(format!("{names}: meet {place}{outside}"));
            }
            RobotFact::MeetsOnPath { stretch, fraction } => {
                sentences.push(format!("{names}: meet on stretch {} at {fraction} of it", stretch + 1));
            }
        }
    }
    for (links, lower, found) in on_path {
        let place = match found.len() == stretches {
            true => format!("on all {stretches} stretches"),
            false => format!("on {} of {stretches} stretches", found.len()),
        };
        sentences.push(format!("{}: never nearer than {lower} m {place}", name(links)));
    }
    sentences
}

fn name([a, b]: &[String; 2]) -> String {
    format!("{} and {}", called(a), called(b))
}

/// The name of a word, on one line.
fn called(word: &str) -> String {
    plain(&unescaped(word).unwrap_or_else(|| word.to_owned()))
}

/// Whether a text is a proof about a robot.
pub fn is_about_robot(text: &str) -> bool {
    text.lines().next() == Some(clearance_verify::robot::ROBOT_HEAD)
}
