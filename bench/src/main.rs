//! Times `clearance` beside other libraries, and checks what each of them answers. See METHODOLOGY.md.

mod engines;
mod native;
mod protocol;
mod reference;
mod report;
mod rng;
mod space;
mod workloads;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use engines::{Engine, Output, Runner, Scalar};
use protocol::{Effort, Protocol, measure};
use report::{Format, Row, fill_ratios, judge};
use workloads::{Recipe, Workload};

/// Times clearance beside other libraries, and checks every answer.
#[derive(Parser)]
struct Arguments {
    /// Fewer pairs and fewer rounds.
    #[arg(long)]
    quick: bool,
    /// Only what has this in "workload class engine".
    #[arg(long, default_value = "")]
    only: String,
    /// Only this protocol.
    #[arg(long)]
    protocol: Option<Protocol>,
    /// How the figures are printed.
    #[arg(long, default_value = "table")]
    format: Format,
    /// Run the program as it is, not built again for this processor.
    #[arg(long)]
    baseline: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if !arguments.baseline && !native::is_this() {
        return native::run_again();
    }
    for recipe in workloads::recipes() {
        time(&arguments, &recipe);
    }
    ExitCode::SUCCESS
}

impl Arguments {
    /// The engines that are wanted for a workload; ours with any other.
    fn engines(&self, recipe: &Recipe) -> Vec<Engine> {
        let wanted = |engine: &Engine| format!("{} {} {}", recipe.name, recipe.class, engine.name).contains(&self.only);
        let engines = engines::all();
        if engines.iter().any(wanted) {
            engines.into_iter().filter(|engine| wanted(engine) || engine.name == engines::OURS).collect()
        } else {
            Vec::new()
        }
    }
    fn protocols(&self) -> Vec<Protocol> {
        self.protocol.map_or(vec![Protocol::Stream, Protocol::Hot], |protocol| vec![protocol])
    }
    fn effort(&self) -> Effort {
        if self.quick {
            Effort { rounds: 9, budget: Duration::from_millis(300) }
        } else {
            Effort { rounds: 31, budget: Duration::from_secs(5) }
        }
    }
}

/// Times every output of a workload by every engine that has it.
fn time(arguments: &Arguments, recipe: &Recipe) {
    let engines = arguments.engines(recipe);
    if engines.is_empty() {
        return;
    }
    let wide = if arguments.quick { recipe.quick() } else { recipe.full() };
    let narrow = wide.rounded();
    let workload = |engine: &Engine| if engine.scalar == Scalar::F32 { &narrow } else { &wide };
    for output in Output::ALL {
        let (engines, mut runners): (Vec<&Engine>, Vec<Box<dyn Runner>>) =
            engines.iter().filter_map(|engine| Some((engine, (engine.prepare)(workload(engine), output)?))).unzip();
        for protocol in arguments.protocols() {
            let measured = measure(protocol, arguments.effort(), &mut runners);
            let row = |(engine, measured): (&&Engine, _)| row(engine, workload(engine), output, protocol, &measured);
            let mut rows: Vec<Row> = engines.iter().zip(measured).map(row).collect();
            fill_ratios(&mut rows);
            report::print(arguments.format, &rows);
        }
    }
}

fn row(engine: &Engine, workload: &Workload, output: Output, protocol: Protocol, measured: &protocol::Measured) -> Row {
    let judgement = judge(output, &measured.answers, &workload.reference);
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
        wrong_verdicts: judgement.wrong_verdicts,
        pairs: workload.pairs.len(),
        reference: false,
    }
}
