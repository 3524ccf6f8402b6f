//! Meshes and outlines as they are, against each other: parts that are not convex.
//!
//! A workload is a pair of parts of diameter about 1, and a list of placings. They are data that every engine converts.

mod emit;
mod engines;
mod parts;
mod placings;

use std::io;
use std::path::Path;

use crate::protocol::{Effort, Protocol, measure};
use crate::report::{Judgement, Row, fill_ratios, judge};
use crate::workloads::Pair;
use crate::{Arguments, engines::Output, report};
pub use emit::write;
use engines::Engine;
pub use parts::Part;

/// Two parts, and where they are in each query.
pub struct Workload {
    /// Names the parts.
    pub name: String,
    /// How they lie.
    pub class: String,
    /// 2 for outlines and 3 for meshes.
    pub dimension: usize,
    /// The parts. Both parts of a pair are different ones.
    pub parts: Vec<Part>,
    /// In the order they are asked in.
    pub pairs: Vec<Pair>,
    /// The distance of each pair, within 2 units in the last place.
    pub reference: Vec<f64>,
}

/// What is asked about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// The distance with the nearest points.
    Distance,
    /// Whether anything is nearer than the true distance times this factor: 1 or 0.
    Below(f64),
    /// Both trees are built, for the first pair alone. The answer is the number of leaves.
    Build,
}

impl Question {
    const ALL: [Self; 4] = [Self::Distance, Self::Below(0.9), Self::Below(1.1), Self::Build];

    fn title(self) -> String {
        match self {
            Self::Distance => "distance".into(),
            Self::Below(factor) => format!("below {factor} d"),
            Self::Build => "build".into(),
        }
    }

    /// Compares answers with the truth.
    fn judge(self, answers: &[f64], workload: &Workload) -> Judgement {
        match self {
            Self::Distance => judge(Output::Distance, answers, &workload.reference, 0.0),
            // A factor below 1 asks for something that is not there.
            Self::Below(factor) => judge(Output::Bool, answers, &vec![1.0 - factor; answers.len()], 0.0),
            Self::Build => {
                let leaves = |pair: &Pair| pair.shapes.map(|part| workload.parts[part].leaves()).iter().sum::<usize>();
                let wrong = workload.pairs.iter().zip(answers).filter(|(pair, answer)| **answer != leaves(pair) as f64);
                Judgement { worst_relative_error: None, wrong_verdicts: wrong.count() }
            }
        }
    }
}

/// The names of the workloads.
#[cfg(test)]
pub fn names() -> Vec<String> {
    placings::recipes(true, None).into_iter().flatten().map(|recipe| recipe.name).collect()
}

/// Times the workloads of meshes, or writes them as files.
pub fn run(arguments: &Arguments) -> io::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for recipe in placings::recipes(arguments.quick, arguments.parts.as_deref())? {
        let named = |engine: &Engine| format!("{} {} {}", recipe.name, recipe.class, engine.name);
        let wanted = |engine: &Engine| named(engine).contains(&arguments.only);
        let all = engines::all();
        if !arguments.asks_about(&recipe.name) || !all.iter().any(wanted) {
            continue;
        }
        let taken: Vec<Engine> = all.into_iter().filter(|engine| engine.is_ours() || wanted(engine)).collect();
        let workload = (recipe.make)();
        match &arguments.emit {
            Some(directory) => write(directory, &workload)?,
            None => rows.extend(time(arguments, &taken, &workload)),
        }
    }
    Ok(rows)
}

/// Whether a directory of parts holds something that this program reads.
pub fn is_part(path: &Path) -> bool {
    path.extension().is_some_and(|end| ["obj", "stl", "off", "ply"].iter().any(|known| end.eq_ignore_ascii_case(known)))
}

fn time(arguments: &Arguments, engines: &[Engine], workload: &Workload) -> Vec<Row> {
    // Building and queries of large meshes take milliseconds: fewer rounds are needed.
    let effort = Effort { rounds: arguments.effort().rounds.min(11), ..arguments.effort() };
    let mut rows = Vec::new();
    for question in Question::ALL {
        // Building does not depend on the class, so it is timed in one of them, and once.
        if question == Question::Build && workload.class != placings::FIRST_CLASS {
            continue;
        }
        let (engines, mut runners): (Vec<&Engine>, Vec<_>) =
            engines.iter().filter_map(|engine| Some((engine, (engine.prepare)(workload, question)?))).unzip();
        let measured = measure(Protocol::Stream, effort, &mut runners);
        let mut cell: Vec<Row> = engines
            .iter()
            .zip(measured)
            .map(|(engine, measured)| {
                let judgement = question.judge(&measured.answers, workload);
                Row {
                    workload: workload.name.clone(),
                    class: workload.class.clone(),
                    scalar: "f64".into(),
                    engine: engine.name.into(),
                    output: question.title(),
                    protocol: Protocol::Stream.to_string(),
                    ns: measured.ns,
                    ratio_to_ours: None,
                    worst_relative_error: judgement.worst_relative_error,
                    wrong_verdicts: Some(judgement.wrong_verdicts),
                    pairs: measured.answers.len(),
                    reference: false,
                }
            })
            .collect();
        fill_ratios(&mut cell);
        report::print(arguments.format, &cell);
        rows.extend(cell);
    }
    rows
}

#[cfg(test)]
mod tests;
