//! `clearance scene`: many bodies from files, and all pairs that are too close.
//!
//! The files become one scene (`load`). The crate `clearance-scene` finds the pairs. Each finding is written as soon as
//! it is certain (`formats`); tables, JUnit and the report wait for all of them.

mod asking;
mod baseline;
mod bcf;
mod csv;
mod elements;
mod formats;
mod grouping;
mod junit;
mod kind;
mod load;
mod meeting;
mod outlines;
mod placement;
mod planes;
mod proof;
mod report;
mod row;
pub mod rules_file;
mod source;
mod surfaces;
mod units;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clearance_scene::{Event, Finding, Overlap, Rule, Rules, Scene, valley};

use self::asking::Questions;
use self::baseline::Baseline;
use self::elements::Elements;
use self::formats::{Format, Summary, Whole, Writer};
use self::grouping::Grouping;
pub use self::junit::escaped;
use self::kind::Kind;
use self::load::Loaded;
pub use self::load::{file_names, groups};
use self::row::Row;
pub use self::row::plain;
use self::rules_file::{RulesFile, Touching};
pub use self::source::{PartReader, Source, relative};
use crate::faces;
use crate::failure::Failure;
use crate::inside::Inside;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::threads::in_pool;
use crate::unit::{Length, Unit};

/// Which pairs of many bodies are too close, and where.
///
/// Without --below, --rules and --nearest: the least distance of all pairs. Bodies that cross, or of which one holds
/// the other, break every limit. A distance that is exactly the limit does not break it. A rule's `above` is a greatest
/// distance, for what must fit.
#[derive(clap::Args)]
pub struct Arguments {
    /// The bodies, .obj .stl .ply .off .glb .gltf .3mf .dae, or outlines, .svg .wkt .geojson; a file may hold many. Beside them
    /// half-spaces: a .json such as {"half_space": {"normal": [0, 0, 1], "offset": 0}}, in the unit of the answers. Or surfaces
    /// of CAD bodies alone, .jsonl, as `python -m clearance.step` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Find all pairs that are closer than this, such as 10 or 10mm; exit code 1 if there is one
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = Length::not_negative)]
    below: Option<Length>,
    /// Find this many nearest pairs; with limits, of those that break one
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    nearest: Option<u32>,
    /// Limits and pairs to skip, by patterns of names: a TOML file
    #[arg(long, value_name = "RULES.toml")]
    rules: Option<PathBuf>,
    /// What counts as touching where no rule says so: a length, or auto, which is 2⁻²⁰ of the size of the pair, and for
    /// elements their precision and error if that is more
    #[arg(long, value_name = "LENGTH|auto", allow_hyphen_values = true, value_parser = Touching::read)]
    contact: Option<Touching>,
    /// What is known of the objects beside their shapes, one JSON object a line: types, storeys, relations, precision
    #[arg(long, value_name = "FILE.jsonl")]
    elements: Option<PathBuf>,
    /// Put the findings into groups, without a distance
    #[arg(long, value_enum)]
    group: Option<Grouping>,
    /// How the findings are written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a page with a table and a view of each finding, too
    #[arg(long, value_name = "CLASH.html")]
    report: Option<PathBuf>,
    /// Write a proof for `clearance verify`: of each finding, and that no other pair is below its limit, or nearer
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Compare with the output of an earlier run (json, jsonl or csv): only pairs that are new there break their limits
    #[arg(long, value_name = "BASELINE")]
    pairs_from: Option<PathBuf>,
    /// What the distance is where bodies overlap
    #[arg(long, value_enum, default_value = "wall")]
    inside: Inside,
    /// The unit of the answers and of files that have none
    #[arg(long, value_enum)]
    unit: Option<Unit>,
    #[command(flatten)]
    topics: bcf::Options,
    /// How many threads work [default: one a core]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(question) = surfaces::question(arguments)? {
        return faces::run(&question);
    }
    in_pool(arguments.threads, || run_in_pool(arguments))
}

fn run_in_pool(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let proof = arguments.proof.as_deref();
    output::check_places([arguments.output.as_deref(), arguments.report.as_deref(), proof], &arguments.files)?;
    // An earlier run may be replaced by the findings, and by nothing else.
    let more = [&arguments.rules, &arguments.pairs_from, &arguments.elements, &arguments.topics.bcf_from];
    let read: Vec<PathBuf> = more.into_iter().flatten().cloned().collect();
    output::check_places([arguments.report.as_deref(), proof], &read)?;
    let rules = arguments.rules.as_deref().map(rules_file::read).transpose()?;
    let earlier = Earlier {
        baseline: arguments.pairs_from.as_deref().map(Baseline::read).transpose()?,
        topics: arguments.topics.read(arguments.format)?,
    };
    let progress = Progress::of("reading");
    let [planes, files] = planes::parted(&arguments.files)?;
    if !planes.is_empty() && arguments.proof.is_some() {
        return Err(Failure::Input("--proof: a proof is about bodies; leave out the half-spaces".to_owned()));
    }
    if outlines::are_outlines(&files)? {
        let mut loaded = outlines::load(&files, arguments.unit)?;
        planes::add(&mut loaded, &planes)?;
        answer(arguments, rules, &earlier, loaded, &progress)
    } else {
        let mut loaded = load::load(&files, arguments.unit)?;
        planes::add(&mut loaded, &planes)?;
        answer(arguments, rules, &earlier, loaded, &progress)
    }
}

/// What earlier runs left.
struct Earlier {
    baseline: Option<Baseline>,
    topics: bcf::Known,
}

/// Finds the pairs of a scene, and writes them.
fn answer<S: Kind>(
    arguments: &Arguments,
    rules: Option<RulesFile>,
    earlier: &Earlier,
    loaded: Loaded<S>,
    progress: &Progress,
) -> Result<ExitCode, Failure> {
    let Loaded { mut scene, unit, remarks, approximations, sources } = loaded;
    let contact = arguments.contact.map(|contact| contact.in_unit(unit)).transpose()?;
    let rules = rules.map_or(Ok(Vec::new()), |rules| rules.rules(unit, contact.unwrap_or_default()))?;
    let below = arguments.below.map(|below| below.in_unit(unit)).transpose()?;
    let mut rules = Rules { rules, below };
    // The last rule is for all other pairs. It has no name, so they stay pairs without a rule.
    rules.rules.extend(contact.map(|contact| Rule { contact, ..Rule::new("*", "*") }));
    let rules = &rules;
    let elements = match &arguments.elements {
        Some(path) => Elements::read(path, &mut scene)?,
        None => Elements::of_names(&scene),
    };
    let says = |remark: &String| eprintln!("clearance: {}", row::plain(remark));
    progress.suspend(|| remarks.iter().chain(&elements.remarks).for_each(says));
    let (unit, metres) = (unit.map(Unit::name), unit.map_or(1.0, Unit::metres));
    let baseline = earlier.baseline.as_ref();
    baseline.map_or(Ok(()), |baseline| baseline.check_unit(unit))?;

    let matched = rules.matched(&scene);
    let file = arguments.rules.as_deref().unwrap_or(Path::new("rules"));
    let named = &rules.rules[..rules.rules.len() - usize::from(arguments.contact.is_some())];
    rules_file::check_sides(named, &matched).map_err(|message| Failure::file(file, message))?;
    check_fits(&scene, rules, arguments)?;
    let questions = Questions::new(named, rules_file::titles(named), matched, &elements);
    let place = arguments.output.as_deref().unwrap_or(Path::new("standard output"));
    let failed = |error: io::Error| Failure::io(place.display(), &error);
    let has_limits = has_limits(arguments, rules);
    let summary = Summary { unit, objects: scene.len(), pairs: scene.pairs(rules), has_limits };
    let output = Output::open(arguments.output.as_deref())?;
    let mut writer = Writer::new(output, arguments.format, summary.clone()).map_err(failed)?;
    let mut rows: Vec<Row> = Vec::new();
    let mut written = Ok(());
    let overlaps = search(&scene, rules, Search::of(arguments, has_limits), progress, |finding| {
        let row = Row::new(&scene, &finding, &approximations);
        let mut row = match arguments.inside {
            Inside::Wall => row,
            Inside::Depth => row.with_depth(&scene, &approximations),
        };
        row.identity = questions.identity(row.finding.objects);
        row.change = baseline.map(|baseline| baseline.change(&row));
        // Groups are known once all findings are.
        if written.is_ok() && arguments.group.is_none() {
            written = writer.write(&row).and_then(|()| writer.flush());
        }
        rows.push(row);
    });
    let groups = arguments.group.map(|grouping| grouping.groups(&rows));
    for group in groups.iter().flatten() {
        group.rows.iter().for_each(|&place| rows[place].group = Some(group.name.clone()));
    }
    if groups.is_some() {
        written = rows.iter().try_for_each(|row| writer.write(row));
    }
    written.map_err(failed)?;
    // The nearest of many hide others, which nobody has looked at.
    let is_cut = arguments.nearest.is_some_and(|count| rows.len() >= count as usize);
    let gone = baseline.map(|baseline| {
        let identities = rows.iter().map(|row| &row.identity);
        baseline.gone(identities, |earlier| !is_cut && questions.is_asked(earlier))
    });
    let duplicates = grouping::duplicates(&rows);
    let whole =
        Whole { gone: gone.as_deref(), groups: groups.as_deref(), valley: valley(&overlaps), duplicates: &duplicates };
    progress.finish();
    let mut output = writer.finish(&whole).map_err(failed)?;
    if arguments.format == Format::Bcf {
        let drawing = Progress::of("drawing topics");
        let topics = bcf::Topics { scene: &scene, rows: &rows, questions: &questions, metres, unit };
        let bytes = topics.document(&arguments.topics, &earlier.topics, whole.groups)?;
        drawing.finish();
        output.write_all(&bytes).map_err(failed)?;
    }
    output.finish()?;
    if let Some(path) = &arguments.report {
        let page = report::page(&scene, &summary, &rows, &whole);
        output::write_whole(Some(path), page.as_bytes())?;
    }
    if let Some(path) = &arguments.proof {
        let claims = proof::Claims { rows: &rows, rules, has_limits, nearest: arguments.nearest };
        progress.says("proving");
        proof::write(path, &scene, &sources, unit, &claims)?;
        progress.finish();
    }
    Ok(ExitCode::from(u8::from(rows.iter().any(Row::counts))))
}

/// An error if a rule with a greatest distance matches no pair: what must fit would count as if it did.
fn check_fits<S: Kind>(scene: &Scene<S>, rules: &Rules, arguments: &Arguments) -> Result<(), Failure> {
    let fits = || rules.rules.iter().enumerate().filter(|(_, rule)| rule.above.is_some());
    if fits().next().is_some() && arguments.proof.is_some() {
        return Err(Failure::Input(
            "--proof shows that no pair is too close; leave out the rules with `above`".to_owned(),
        ));
    }
    let is_idle =
        |rule: &Rule| scene.pairs(&Rules { rules: vec![rule.clone(), Rule::skip("*", "*")], below: None }) == 0;
    match fits().find(|(_, rule)| is_idle(rule)) {
        Some((place, Rule { a, b, .. })) => {
            let names = format!("a = {:?} and b = {:?}", a.to_string(), b.to_string());
            let fault = format!("rule {}: `above` needs a pair of objects, and {names} match none", place + 1);
            Err(Failure::Input(fault))
        }
        None => Ok(()),
    }
}

/// Whether the question has limits: one for all pairs, those of rules, or none beside rules and then only bodies with
/// common interior are looked for.
fn has_limits(arguments: &Arguments, rules: &Rules) -> bool {
    let is_given = rules.below.is_some() || rules.rules.iter().any(|rule| rule.below.or(rule.above).is_some());
    is_given || (arguments.rules.is_some() && arguments.nearest.is_none())
}

/// What is counted while limits are looked at.
const NEAR: &str = "pairs near each other";

/// What is looked for.
enum Search {
    /// All pairs that break their limits.
    Broken,
    /// The nearest of these.
    NearestBroken(usize),
    /// The nearest of all pairs.
    Nearest(usize),
}

impl Search {
    fn of(arguments: &Arguments, has_limits: bool) -> Self {
        match (has_limits, arguments.nearest) {
            (true, None) => Self::Broken,
            (true, Some(count)) => Self::NearestBroken(count as usize),
            (false, count) => Self::Nearest(count.map_or(1, |count| count as usize)),
        }
    }
}

/// Shows every finding as soon as it is certain. The answer is the overlaps of all pairs that were looked at, as far as
/// rules need them.
fn search<S: Kind>(
    scene: &Scene<S>,
    rules: &Rules,
    search: Search,
    progress: &Progress,
    mut found: impl FnMut(Finding<S::Vector>),
) -> Vec<Overlap<S::Vector>> {
    let mut overlaps = Vec::new();
    match search {
        Search::Nearest(count) => {
            progress.says("searching");
            scene.each_nearest(rules, count, found);
        }
        Search::Broken => scene.each_below(rules, |event| match event {
            Event::Found(finding) => found(finding),
            Event::Overlap(overlap) => overlaps.push(overlap),
            Event::Progress { done, of } => progress.shows(done, of, NEAR),
        }),
        Search::NearestBroken(count) => {
            let mut findings = Vec::new();
            scene.each_below(rules, |event| match event {
                Event::Found(finding) => findings.push(finding),
                Event::Overlap(overlap) => overlaps.push(overlap),
                Event::Progress { done, of } => progress.shows(done, of, NEAR),
            });
            // A stable sort: equal ones stay in the order of their objects. Overlaps come before contacts.
            findings.sort_by(|x, y| {
                let by_distance = x.solid_distance().total_cmp(&y.solid_distance());
                by_distance.then_with(|| y.is_overlap().cmp(&x.is_overlap()))
            });
            findings.into_iter().take(count).for_each(found);
        }
    }
    overlaps
}
