//! `clearance surfaces`: bodies with the surfaces of their faces, and what each pair is to each other.
//!
//! The files come from `python -m clearance.step`, or from anyone. docs/step.md has their format and the words of the
//! answers.

mod convert;
mod row;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clearance::Pose;
use clearance_files::surfaces::{self, BodyDocument};
use clearance_scene::{Contact, Mesh, Rules, Scene};
use clearance_surface::{Body, Question, Standing, apart_by_boxes, judge};
use rayon::prelude::*;

use self::row::Row;
use crate::clashes::rules_file;
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
    files: Vec<PathBuf>,
    /// Find all pairs that are closer than this, such as 0.2 or 0.2mm; 0 for those that cross
    #[arg(long, value_name = "DISTANCE", default_value = "0", value_parser = Length::not_negative)]
    below: Length,
    /// Limits and pairs to skip, by patterns of names: a TOML file
    #[arg(long, value_name = "RULES.toml")]
    rules: Option<PathBuf>,
    /// What counts as touching beside the files' own tolerances
    #[arg(long, value_name = "LENGTH", default_value = "0", value_parser = Length::not_negative)]
    contact: Length,
    /// Pairs are looked at until their bounds are so near each other, if the limit does not decide before
    #[arg(long, value_name = "LENGTH", default_value = "0.001mm", value_parser = Length::positive)]
    width: Length,
    /// What a pair means of which nothing is proven
    #[arg(long, value_enum, default_value = "fail")]
    undecided: Undecided,
    /// How the answers are written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads work; without it, one for each core
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Whether an undecided pair ends with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Undecided {
    /// It does.
    Fail,
    /// It does not.
    Pass,
}

/// How the answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A sentence for each pair that is near.
    Table,
    /// An object a line.
    Jsonl,
}

/// How many pairs of patches are looked at for one pair of bodies. Larger: more is decided, and time.
const MOST_PAIRS: usize = 20_000;

/// A body that was read, or why nothing can be proven of it.
struct Known {
    name: String,
    body: Result<Body, Vec<String>>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    output::check_places([arguments.output.as_deref()], &arguments.files)?;
    in_pool(arguments.threads, || {
        let progress = Progress::of("reading");
        let mut documents = Vec::new();
        for path in &arguments.files {
            documents.extend(read(path)?);
        }
        let unit = unit_of(&documents)?;
        progress.says("bounding surfaces");
        let names = different(&documents);
        let known = bodies(documents, names);
        progress.finish();
        let rows = rows(arguments, &known, unit)?;
        let text: String = match arguments.format {
            Format::Table => rows.iter().map(|row| row.sentence(unit) + "\n").collect::<String>() + &summary(&rows),
            Format::Jsonl => rows.iter().map(|row| row.json(unit) + "\n").collect(),
        };
        output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
        let fails = |row: &Row| match row.standing() {
            Standing::Clear => false,
            Standing::Broken => true,
            Standing::Open => arguments.undecided == Undecided::Fail,
        };
        Ok(ExitCode::from(u8::from(rows.iter().any(fails))))
    })
}

/// The bodies of the documents: those with faces first, then their instances.
fn bodies(documents: Vec<BodyDocument>, names: Vec<String>) -> Vec<Known> {
    // Bodies of several files may have one name; an instance is of the last before it.
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    let mut of = Vec::new();
    for (place, document) in documents.iter().enumerate() {
        of.push(document.of.as_ref().and_then(|name| last.get(name).copied()).zip(document.pose));
        if document.of.is_none() {
            last.insert(document.name.clone(), place);
        }
    }
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
    let all = own.into_iter().zip(placed).zip(names);
    all.map(|((own, placed), name)| Known { name, body: own.or(placed).unwrap_or_else(fault) }).collect()
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
}

fn rows<'a>(arguments: &Arguments, known: &'a [Known], unit: Option<Unit>) -> Result<Vec<Row<'a>>, Failure> {
    let below = arguments.below.in_unit(unit)?;
    let contact = arguments.contact.in_unit(unit)?;
    let width = arguments.width.in_unit(unit.or(Some(Unit::Mm)))?;
    let rules = match &arguments.rules {
        Some(path) => rules_file::read(path)?.rules(unit, Contact::Length(contact))?,
        None => Vec::new(),
    };
    if rules.iter().any(|rule| rule.above.is_some() || rule.overlap_above.is_some()) {
        return Err(Failure::Input("rules for surfaces have below, skip and contact, and no other lengths".to_owned()));
    }
    let rules = Rules { rules, below: Some(below) };
    let scene = names_alone(known)?;
    let matched = rules.matched(&scene);
    rules_file::check_sides(&rules.rules, &matched)?;
    let mut asked = Vec::new();
    let mut rows: Vec<Row> = known
        .iter()
        .filter_map(|Known { name, body }| Some(Row::Unproven { name, faults: body.as_ref().err()? }))
        .collect();
    for a in 0..known.len() {
        for b in a + 1..known.len() {
            let ([Ok(of_a), Ok(of_b)], rule) = ([&known[a].body, &known[b].body], matched.asked([a, b])) else {
                continue;
            };
            let rule = rule.map(|asked| &rules.rules[asked.rule]);
            let limit = rule.and_then(|rule| rule.below).unwrap_or(below);
            let own = rule.map_or(contact, |rule| if let Contact::Length(own) = rule.contact { own } else { contact });
            if rule.is_none_or(|rule| !rule.skip) && !(apart_by_boxes(of_a, of_b) > limit) {
                asked.push(Asked { pair: [a, b], below: limit, contact: own });
            }
        }
    }
    let progress = Progress::of("pairs near each other");
    progress.counts(asked.len(), "pairs near each other");
    let judged: Vec<Row> = asked
        .par_iter()
        .filter_map(|&Asked { pair, below, contact }| {
            let [Ok(a), Ok(b)] = pair.map(|body| &known[body].body) else { return None };
            let question = Question { below: Some(below), width, most_pairs: MOST_PAIRS };
            let judgement = judge(a, b, &question, contact);
            progress.adds_one();
            let names = pair.map(|body| known[body].name.as_str());
            Some(Row::Pair { names, bodies: [a, b], below, judgement })
        })
        .filter(Row::is_told)
        .collect();
    progress.finish();
    rows.extend(judged);
    Ok(rows)
}

/// A scene of names, for rules: what stands in it does not matter.
fn names_alone(known: &[Known]) -> Result<Scene<Mesh>, Failure> {
    let mesh = Arc::new(Mesh::new(&[[0.0; 3]], &[[0; 3]]).map_err(|error| Failure::Input(error.to_string()))?);
    let mut scene = Scene::default();
    for Known { name, .. } in known {
        let added = scene.add(name.clone(), mesh.clone(), Pose::identity());
        added.map_err(|error| Failure::Input(error.to_string()))?;
    }
    Ok(scene)
}

fn summary(rows: &[Row]) -> String {
    let count = |standing| rows.iter().filter(|row| row.standing() == standing).count();
    let [clear, broken, open] = [Standing::Clear, Standing::Broken, Standing::Open].map(count);
    format!("{broken} below the limit, {open} undecided, {clear} proven clear of those that touch or are near\n")
}
