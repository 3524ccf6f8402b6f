//! `clearance surfaces`: bodies with the surfaces of their faces, and what each pair is to each other.
//!
//! The files come from `python -m clearance.step`, or from anyone. docs/step.md has their format and the words of the
//! answers.

mod convert;
pub mod proof;
mod report;
mod row;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clearance::Pose;
use clearance_files::surfaces::{self, BodyDocument, FrameDocument};
use clearance_scene::{Contact, Mesh, Rule, Rules, Scene, SceneError};
use clearance_surface::{Allowed, Body, Question, Standing, apart_by_boxes, judge};
use clearance_verify::cad::Solid;
use rayon::prelude::*;

use self::proof::Answered;
use self::row::Row;
use crate::clashes::{file_names, groups, rules_file};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::threads::in_pool;
use crate::unit::{Length, Unit};

/// What the surfaces of CAD bodies are to each other: apart, touching, crossing, with proven bounds.
///
/// The bounds are those of the surfaces of the file, and not of a mesh. A pair that nothing decides is undecided, and no
/// pass.
#[derive(clap::Args)]
pub struct Arguments {
    /// Bodies with their surfaces, as `python -m clearance.step` writes them
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,
    /// Find all pairs that are closer than this, such as 0.2 or 0.2mm; 0 for those that cross
    #[arg(long, value_name = "DISTANCE", default_value = "0", value_parser = Length::not_negative)]
    pub below: Length,
    /// Limits and pairs to skip, by patterns of names: a TOML file
    #[arg(long, value_name = "RULES.toml")]
    pub rules: Option<PathBuf>,
    /// What counts as touching beside the files' own tolerances
    #[arg(long, value_name = "LENGTH", default_value = "0", value_parser = Length::not_negative)]
    pub contact: Length,
    /// Pairs are looked at until their bounds are so near each other, if the limit does not decide before
    #[arg(long, value_name = "LENGTH", default_value = "0.001mm", value_parser = Length::positive)]
    pub width: Length,
    /// What a pair means of which nothing is proven
    #[arg(long, value_enum, default_value = "fail")]
    pub undecided: Undecided,
    /// How the answers are written
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write one page with all answers, too
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write a proof for `clearance verify`: that pairs are apart, and the gaps of faces that touch
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// How many threads work; without it, one for each core
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

/// Whether an undecided pair ends with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Undecided {
    /// It does.
    Fail,
    /// It does not.
    Pass,
}

/// How the answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A sentence for each pair that is near.
    Table,
    /// An object a line.
    Jsonl,
}

impl Default for Arguments {
    /// What is asked where nothing is said.
    fn default() -> Self {
        let width = Length::positive("0.001mm").unwrap_or(Length::ZERO);
        let (files, rules, output, report, proof, threads) = (Vec::new(), None, None, None, None, None);
        let (below, contact, undecided, format) = (Length::ZERO, Length::ZERO, Undecided::Fail, Format::Table);
        Self { files, below, rules, contact, width, undecided, format, output, report, proof, threads }
    }
}

/// How many pairs of patches are looked at for one pair of bodies. Larger: more is decided, and time.
const MOST_PAIRS: usize = 20_000;

/// A body that was read, or why nothing can be proven of it.
struct Known {
    name: String,
    /// Further names that patterns match: the file with and without its ending, the body's own name, the nodes above it.
    groups: Vec<String>,
    body: Result<Body, Vec<String>>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let written = [&arguments.output, &arguments.report, &arguments.proof].map(Option::as_deref);
    let sources: Vec<PathBuf> = arguments.files.iter().chain(&arguments.rules).cloned().collect();
    output::check_places(written, &sources)?;
    in_pool(arguments.threads, || {
        let progress = Progress::of("reading");
        let (mut documents, mut groups) = (Vec::new(), Vec::new());
        for (path, file) in arguments.files.iter().zip(file_names(&arguments.files)) {
            let own = read(path)?;
            groups.extend(own.iter().map(|document| self::groups(&file, path, &document.name)));
            documents.extend(own);
        }
        let unit = unit_of(&documents)?;
        progress.says("bounding surfaces");
        let names = different(&documents);
        let solids = arguments.proof.as_ref().map(|_| proof::solids(&documents, &names, &instances(&documents)));
        let known = bodies(documents, names, groups);
        progress.finish();
        let rows = rows(arguments, &known, unit)?;
        if let (Some(path), Some(solids)) = (&arguments.proof, &solids) {
            prove(path, arguments, &known, solids, unit, &rows)?;
        }
        let rows: Vec<Row> = rows.into_iter().filter(Row::is_told).collect();
        let text: String = match arguments.format {
            Format::Table => {
                rows.iter().map(|row| row.sentence(unit) + "\n").collect::<String>() + &counts(&rows) + "\n"
            }
            Format::Jsonl => rows.iter().map(|row| row.json(unit) + "\n").collect(),
        };
        output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
        if let Some(path) = &arguments.report {
            output::write_whole(Some(path), report::page(&rows, unit).as_bytes())?;
        }
        let fails = |row: &Row| match row.standing() {
            Standing::Clear => false,
            Standing::Broken => true,
            Standing::Open => arguments.undecided == Undecided::Fail,
        };
        Ok(ExitCode::from(u8::from(rows.iter().any(fails))))
    })
}

/// A body and where its instance stands.
pub type Instance = (usize, FrameDocument);

/// Of which body each document is an instance, and where it stands. Bodies of several files may have one name; an instance
/// is of the last before it.
pub fn instances(documents: &[BodyDocument]) -> Vec<Option<Instance>> {
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (place, document) in documents.iter().enumerate() {
        found.push(document.of.as_ref().and_then(|name| last.get(name.as_str()).copied()).zip(document.pose));
        if document.of.is_none() {
            last.insert(&document.name, place);
        }
    }
    found
}

/// Writes the proof. Bodies of which nothing can be proven have none.
fn prove(
    path: &Path,
    arguments: &Arguments,
    known: &[Known],
    solids: &[Solid],
    unit: Option<Unit>,
    rows: &[Row],
) -> Result<(), Failure> {
    for Known { name, body, .. } in known {
        body.as_ref().map_err(|faults| Failure::Input(format!("no proof: {name}: {}", faults.join("; "))))?;
    }
    let of_pair = |row: &Row| match row {
        Row::Pair { pair, below, judgement, .. } => Some((*pair, *below, row.standing(), judgement.clone())),
        Row::Unproven { .. } => None,
    };
    let answers: Vec<_> = rows.iter().filter_map(of_pair).collect();
    let answers: Vec<Answered> = answers
        .iter()
        .map(|(pair, below, standing, judgement)| Answered {
            pair: *pair,
            below: *below,
            standing: *standing,
            judgement,
        })
        .collect();
    let progress = Progress::of("proving");
    let written = proof::write(path, &arguments.files, solids, unit, arguments.below.in_unit(unit)?, &answers);
    progress.finish();
    written
}

/// The bodies of the documents: those with faces first, then their instances.
fn bodies(documents: Vec<BodyDocument>, names: Vec<String>, groups: Vec<Vec<String>>) -> Vec<Known> {
    let of = instances(&documents);
    let own: Vec<Option<Result<Body, Vec<String>>>> = documents
        .into_par_iter()
        .zip(&of)
        .map(|(document, of)| of.is_none().then(|| convert::body(document)))
        .collect();
    let placed: Vec<Option<Result<Body, Vec<String>>>> = (of.par_iter().zip(&names))
        .map(|(of, name)| {
            let (place, pose) = (*of)?;
            Some(match own[place].as_ref()? {
                Ok(body) => convert::instance(name.clone(), body, pose),
                Err(faults) => Err(faults.clone()),
            })
        })
        .collect();
    let fault = || Err(vec!["is an instance of nothing".to_owned()]);
    let all = own.into_iter().zip(placed).zip(names.into_iter().zip(groups));
    all.map(|((own, placed), (name, groups))| Known { name, groups, body: own.or(placed).unwrap_or_else(fault) })
        .collect()
}

fn read(path: &Path) -> Result<Vec<BodyDocument>, Failure> {
    let is_step = path.extension().is_some_and(|it| ["step", "stp"].iter().any(|step| it.eq_ignore_ascii_case(step)));
    if is_step {
        let words =
            "STEP is read by the Python package: pip install \"clearance[step]\", then python -m clearance.step";
        return Err(Failure::file(path, words));
    }
    let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
    surfaces::read(&bytes).map_err(|fault| Failure::file(path, fault))
}

/// The unit that all bodies have.
fn unit_of(documents: &[BodyDocument]) -> Result<Option<Unit>, Failure> {
    let units: BTreeSet<&Option<String>> = documents.iter().map(|document| &document.unit).collect();
    if units.len() > 1 {
        let names: Vec<&str> = units.iter().map(|unit| unit.as_deref().unwrap_or("none")).collect();
        return Err(Failure::Input(format!("expected bodies in one unit, found {}", names.join(" and "))));
    }
    let Some(name) = units.into_iter().flatten().next() else { return Ok(None) };
    let unit = <Unit as clap::ValueEnum>::from_str(name, false);
    unit.map(Some).map_err(|_| Failure::Input(format!("expected a unit such as mm, found {name:?}")))
}

/// The names of the bodies; the second of a name gets its count.
fn different(documents: &[BodyDocument]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |document: &BodyDocument| {
        let tries = (1..).map(|count| match count {
            1 => document.name.clone(),
            _ => format!("{} #{count}", document.name),
        });
        let found = tries.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
        taken.insert(found.clone());
        found
    };
    documents.iter().map(name).collect()
}

/// What is asked of a pair.
struct Asked {
    pair: [usize; 2],
    below: f64,
    contact: f64,
    allowed: Allowed,
}

fn rows<'a>(arguments: &Arguments, known: &'a [Known], unit: Option<Unit>) -> Result<Vec<Row<'a>>, Failure> {
    let below = arguments.below.in_unit(unit)?;
    let contact = arguments.contact.in_unit(unit)?;
    let width = arguments.width.in_unit(unit.or(Some(Unit::Mm)))?;
    let (rules, fits) = match &arguments.rules {
        Some(path) => rules_file::read(path)?.with_fits(unit, Contact::Length(contact))?,
        None => (Vec::new(), Vec::new()),
    };
    let is_refused = |rule: &Rule| rule.above.is_some() || rule.contact == Contact::Auto;
    if let Some(place) = rules.iter().position(is_refused) {
        let words = "rules for surfaces have no `above`, and a length for `contact`";
        return Err(Failure::Input(format!("rule {}: {words}", place + 1)));
    }
    let rules = Rules { rules, below: Some(below) };
    let scene = names_alone(known)?;
    let matched = rules.matched(&scene);
    rules_file::check_sides(&rules.rules, &matched)?;
    let mut asked = Vec::new();
    let mut rows: Vec<Row> = known
        .iter()
        .filter_map(|Known { name, body, .. }| Some(Row::Unproven { name, faults: body.as_ref().err()? }))
        .collect();
    for a in 0..known.len() {
        for b in a + 1..known.len() {
            let ([Ok(of_a), Ok(of_b)], rule) = ([&known[a].body, &known[b].body], matched.asked([a, b])) else {
                continue;
            };
            let press = rule.and_then(|asked| fits[asked.rule]);
            let rule = rule.map(|asked| &rules.rules[asked.rule]);
            let allowed = Allowed { overlap: rule.and_then(|rule| rule.overlap_above), press };
            let limit = rule.and_then(|rule| rule.below).unwrap_or(below);
            let own = rule.map_or(contact, |rule| if let Contact::Length(own) = rule.contact { own } else { contact });
            if rule.is_none_or(|rule| !rule.skip) && !(apart_by_boxes(of_a, of_b) > limit) {
                asked.push(Asked { pair: [a, b], below: limit, contact: own, allowed });
            }
        }
    }
    let progress = Progress::of("pairs near each other");
    progress.counts(asked.len(), "pairs near each other");
    let judged: Vec<Row> = asked
        .par_iter()
        .filter_map(|&Asked { pair, below, contact, allowed }| {
            let [Ok(a), Ok(b)] = pair.map(|body| &known[body].body) else { return None };
            let question = Question { below: Some(below), width, most_pairs: MOST_PAIRS };
            let judgement = judge(a, b, &question, contact);
            let overlap = judgement.overlap(a, b, &allowed);
            progress.adds_one();
            let names = pair.map(|body| known[body].name.as_str());
            Some(Row::Pair {
                pair,
                names,
                bodies: [a, b],
                below,
                contact,
                allowed,
                judgement: Box::new(judgement),
                overlap,
            })
        })
        .collect();
    progress.finish();
    rows.extend(judged);
    Ok(rows)
}

/// A scene of names, for rules: what stands in it does not matter.
fn names_alone(known: &[Known]) -> Result<Scene<Mesh>, Failure> {
    let mesh = Arc::new(Mesh::new(&[[0.0; 3]], &[[0; 3]]).map_err(|error| Failure::Input(error.to_string()))?);
    let mut scene = Scene::default();
    let failed = |error: SceneError| Failure::Input(error.to_string());
    for Known { name, groups, .. } in known {
        let object = scene.add(name.clone(), mesh.clone(), Pose::identity()).map_err(failed)?;
        for group in groups {
            scene.add_to_group(object, group.clone()).map_err(failed)?;
        }
    }
    Ok(scene)
}

/// How many pairs are below their limit, undecided and clear.
fn counts(rows: &[Row]) -> String {
    let count = |standing| rows.iter().filter(|row| row.standing() == standing).count();
    let [clear, broken, open] = [Standing::Clear, Standing::Broken, Standing::Open].map(count);
    format!("{broken} below the limit, {open} undecided, {clear} proven clear of those that touch or are near")
}
