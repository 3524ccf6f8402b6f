//! Times `clearance` beside other libraries, and checks the answers of each. See METHODOLOGY.md.

mod against;
mod alternatives;
mod build_costs;
mod canvas;
mod casts;
mod cells;
mod counts;
mod emit;
mod engines;
mod figures;
mod memory;
mod meshes;
mod peers;
mod plot;
mod protocol;
mod quick;
mod rates;
mod reference;
mod report;
mod rng;
mod space;
mod summary;
mod support;
mod tables;
mod workloads;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use engines::{Engine, Output, Runner, Scalar, batch, counterpart, threads};
use figures::Figures;
use protocol::{Effort, Protocol, measure};
use report::{Format, Row, fill_ratios, judge};
use workloads::{Class, Recipe, Workload};

/// Times clearance beside other libraries, and checks every answer.
#[derive(Parser)]
struct Arguments {
    /// A few named workloads, unless `--only` or `--all` names others, with fewer pairs and fewer rounds; and of the
    /// protocols `stream` alone unless another is named.
    #[arg(long)]
    quick: bool,
    /// With `--quick`, every workload.
    #[arg(long, requires = "quick")]
    all: bool,
    /// Only what has this in "workload class engine".
    #[arg(long, default_value = "")]
    only: String,
    /// Only this protocol.
    #[arg(long)]
    protocol: Option<Protocol>,
    /// How the figures are printed.
    #[arg(long, default_value = "table")]
    format: Format,
    /// Draw charts into this directory.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Time nothing, and take the figures of earlier runs: files of what `--format json` printed.
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// At the end, a Markdown table of our times beside those of an earlier run: a file of what `--format json` printed.
    /// With the formats of tables, columns of that run.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// At the end, our time as a part of the best other's: Markdown tables and counts.
    #[arg(long)]
    summary: bool,
    /// Instead of timing anything, write the workloads and their answers into this directory.
    #[arg(long, value_name = "DIR")]
    emit: Option<PathBuf>,
    /// Instead of timing queries, time the construction of hulls and weigh them.
    #[arg(long)]
    build_costs: bool,
    /// Instead of other libraries, other ways to find the farthest vertex of a hull in space, inside the same solver.
    #[arg(long)]
    alternatives: bool,
    /// Instead of timing queries, time the support calls of hulls in space, by each way to find the farthest vertex.
    #[arg(long)]
    support: bool,
    /// Also meshes from the files of this directory: each one against the next one, by name.
    #[arg(long, value_name = "DIR")]
    parts: Option<PathBuf>,
    /// Batches alone, on all cores. The other libraries get a loop that is split over as many threads.
    #[arg(long)]
    threads: bool,
    /// Built for any processor, not for this one. The launcher sees to it.
    #[arg(long)]
    baseline: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.support {
        support::print();
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the options ask for.
fn run(arguments: &Arguments) -> io::Result<()> {
    // An earlier run that cannot be read is told before minutes of timing.
    let before = arguments.against.as_ref().map(|file| figures::read(&[file])).transpose()?;
    let now = if arguments.from.is_empty() { timed(arguments)? } else { figures::read(&arguments.from)? };
    conclude(arguments, &now, before.as_ref())
}

/// What is printed and drawn at the end.
fn conclude(arguments: &Arguments, now: &Figures, before: Option<&Figures>) -> io::Result<()> {
    match before {
        Some(before) if !arguments.format.has_columns_before() => {
            print!("{}", against::markdown(&before.rows, &now.rows));
        }
        _ => {}
    }
    print!("{}", tables::markdown(arguments.format, now, before));
    if arguments.summary {
        print!("{}", summary::markdown(&now.rows));
    }
    arguments.plot.as_ref().map_or(Ok(()), |directory| plot::write(directory, &now.rows))
}

/// Times or writes one workload after the other.
fn timed(arguments: &Arguments) -> io::Result<Figures> {
    if arguments.threads != cfg!(feature = "threads") {
        return Err(io::Error::other("--threads needs a build of its own: let `cargo run` start the program"));
    }
    let mut figures = Figures::default();
    for recipe in workloads::recipes() {
        let engines = arguments.engines(&recipe);
        if engines.is_empty() {
            continue;
        }
        if arguments.build_costs {
            // The classes of a workload share their shapes.
            if recipe.class == Class::Far.to_string() {
                build_costs::print(arguments.format, &recipe.quick());
            }
            continue;
        }
        let workload = if arguments.quick { recipe.quick() } else { recipe.full() };
        match &arguments.emit {
            Some(directory) => emit::write(directory, &workload)?,
            None => figures.rows.extend(time(arguments, &engines, &workload)),
        }
    }
    if !arguments.build_costs && !arguments.alternatives && !arguments.threads {
        figures.rows.extend(meshes::run(arguments)?);
        if arguments.emit.is_none() {
            figures.casts = casts::run(arguments);
        }
    }
    Ok(figures)
}

impl Arguments {
    /// The engines that are wanted for a workload. Ours are included with any other.
    fn engines(&self, recipe: &Recipe) -> Vec<Engine> {
        let wanted = |engine: &Engine| format!("{} {} {}", recipe.name, recipe.class, engine.name).contains(&self.only);
        if self.threads && !recipe.name.starts_with("batch") {
            return Vec::new();
        }
        if !self.asks_about(&recipe.name) {
            return Vec::new();
        }
        let engines = if self.alternatives { alternatives::engines() } else { engines::all() };
        if engines.iter().any(wanted) {
            engines.into_iter().filter(|engine| wanted(engine) || engine.name == counterpart(engine.name)).collect()
        } else {
            Vec::new()
        }
    }
    /// Whether a workload is one of those of the run, whatever the engine.
    fn asks_about(&self, workload: &str) -> bool {
        !self.quick || self.all || !self.only.is_empty() || quick::names(workload)
    }
    /// What is asked.
    fn outputs(&self) -> &'static [Output] {
        if self.threads { &batch::OUTPUTS } else { &Output::ALL }
    }
    fn protocols(&self) -> Vec<Protocol> {
        match self.protocol {
            _ if self.threads => vec![Protocol::Threads],
            Some(protocol) => vec![protocol],
            None if self.quick => vec![Protocol::Stream],
            None => vec![Protocol::Stream, Protocol::Hot],
        }
    }
    /// Prepares a workload for the threads that are wanted. It is `None` if the engine cannot answer it.
    fn prepare(&self, engine: &Engine, workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
        if self.threads { threads::prepare(engine, workload, output) } else { (engine.prepare)(workload, output) }
    }
    fn effort(&self) -> Effort {
        if self.quick {
            Effort { rounds: 7, budget: Duration::from_millis(150) }
        } else {
            Effort { rounds: 31, budget: Duration::from_secs(5) }
        }
    }
}

/// Times every output of a workload by every engine that has it, and prints the figures.
fn time(arguments: &Arguments, engines: &[Engine], wide: &Workload) -> Vec<Row> {
    let narrow = wide.rounded();
    let workload = |engine: &Engine| if engine.scalar == Scalar::F32 { &narrow } else { wide };
    let mut rows = Vec::new();
    for &output in arguments.outputs() {
        let (engines, mut runners): (Vec<&Engine>, Vec<Box<dyn Runner>>) = engines
            .iter()
            .filter_map(|engine| Some((engine, arguments.prepare(engine, workload(engine), output)?)))
            .unzip();
        for protocol in arguments.protocols() {
            let measured = measure(protocol, arguments.effort(), &mut runners);
            let row = |(engine, measured): (&&Engine, _)| row(engine, workload(engine), output, protocol, &measured);
            let mut cell: Vec<Row> = engines.iter().zip(measured).map(row).collect();
            cell.extend(peers::rows(&cell));
            fill_ratios(&mut cell);
            report::print(arguments.format, &cell);
            rows.extend(cell);
        }
    }
    rows
}

fn row(engine: &Engine, workload: &Workload, output: Output, protocol: Protocol, measured: &protocol::Measured) -> Row {
    let judgement = judge(output, &measured.answers, &workload.reference, workload.unit_of_errors());
    Row {
        workload: workload.name.clone(),
        class: workload.class.clone(),
        scalar: engine.scalar.to_string(),
        engine: engine.name.into(),
        output: output.to_string(),
        protocol: protocol.to_string(),
        ns: measured.ns,
        ratio_to_ours: None,
        worst_relative_error: judgement.worst_relative_error,
        wrong_verdicts: Some(judgement.wrong_verdicts),
        pairs: workload.pairs.len(),
        reference: false,
    }
}
