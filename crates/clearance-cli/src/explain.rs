//! `clearance explain`: every iteration of a query in words and numbers, and as pictures.

use clearance::each::Each;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clearance_files::fault::Fault;
use clearance_files::motion::Ask;

use crate::answer::Coordinates;
use crate::cast::Motions;
use crate::distance::Shapes;
use crate::explain_picture;
use crate::failure::Failure;
use crate::motion_picture;
use crate::motion_question::{MotionAnswer, MotionQuestion};
use crate::motion_steps;
use crate::output;
use crate::steps::{Record, StepRecord, VertexRecord};
use crate::table::significant;

/// How the explanation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// In words.
    Text,
    /// One object with all steps.
    Json,
    /// A step a line, then the answer.
    Jsonl,
}

/// Explain, step by step, how the distance of two shapes is found, or when they come into contact if they move.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    shapes: Shapes,
    #[command(flatten)]
    motions: Motions,
    /// How the explanation is written
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw every step into this folder: step-01.svg, step-02.svg, ...
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let inputs = arguments.shapes.load()?;
    let question = arguments.shapes.question(&inputs);
    if arguments.motions.are_given() {
        let question = MotionQuestion { pair: question, course: arguments.motions.course(Ask::Impact, None)? };
        return explain_motion(arguments, &question, inputs.each_ref().each(|input| input.name.as_str()));
    }
    let record = Record::new(&question, &arguments.shapes.precision.solver())
        .map_err(|fault| Failure::Input(fault.to_string()))?;
    let names = inputs.each_ref().each(|input| input.name.as_str());
    if let Some(folder) = &arguments.svg {
        draw(&record, folder)?;
    }
    let text = match arguments.format {
        Format::Text => words(&record, names),
        Format::Json => json(&record, names),
        Format::Jsonl => json_lines(&record),
    };
    output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The search for contact of shapes that move.
fn explain_motion(arguments: &Arguments, question: &MotionQuestion<'_>, names: [&str; 2]) -> Result<ExitCode, Failure> {
    let told = |fault: Fault| Failure::Input(fault.to_string());
    let (cast, steps) = question.steps(&arguments.shapes.precision.solver()).map_err(told)?;
    if let Some(folder) = &arguments.svg {
        fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
        let picture = motion_picture::of_motion(question, names, &MotionAnswer::Impact(cast)).map_err(told)?;
        output::write_whole(Some(&folder.join("motion.svg")), picture.as_bytes())?;
    }
    let text = match arguments.format {
        Format::Text => motion_steps::words(names, &cast, &steps),
        Format::Json => {
            let whole = motion_steps::json(names, &cast, &steps);
            format!("{whole:#}\n")
        }
        Format::Jsonl => motion_steps::json_lines(&cast, &steps),
    };
    output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A picture a step.
fn draw(record: &Record, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
    for index in 0..record.steps.len() {
        let file = folder.join(format!("step-{:02}.svg", index + 1));
        output::write_whole(Some(&file), explain_picture::of_step(record, index).as_bytes())?;
    }
    Ok(())
}

/// The whole story.
fn words(record: &Record, [a, b]: [&str; 2]) -> String {
    let mut text = format!(
        "{}The distance of A and B is the distance of the origin from A − B, the set of all differences a − b.\n\
         The search keeps a simplex of points of A − B that comes ever nearer to the origin.\n",
        if [a, b] == ["A", "B"] { String::new() } else { format!("A is {a}, B is {b}. ") }
    );
    for step in &record.steps {
        text += &step_words(step);
    }
    if record.steps.is_empty() {
        text += "\nNo search was needed.\n";
    }
    let answer = &record.answer;
    let [ra, rb] = record.radii;
    if ra > 0.0 || rb > 0.0 {
        push(
            &mut text,
            format_args!(
                "\nThe points are those of the cores. The radii {} and {} are taken off the bounds.\n",
                short(ra),
                short(rb)
            ),
        );
    }
    push(
        &mut text,
        format_args!(
            "\nAnswer: {}, distance {}, proven to lie between {} and {}.\n  from {} on A\n  to   {} on B\n  along the normal {}\n",
            answer.status.as_str(),
            significant(answer.distance, 12),
            crate::number::shortest(answer.lower, answer.scalar),
            crate::number::shortest(answer.upper, answer.scalar),
            list(answer.point_a),
            list(answer.point_b),
            list(answer.normal),
        ),
    );
    text
}

fn step_words(step: &StepRecord) -> String {
    let mut text = format!("\nStep {} ({})\n", step.step, step.phase);
    push(&mut text, format_args!("  Search along {}.\n", list(step.direction)));
    let vertex = &step.vertex;
    push(
        &mut text,
        format_args!("  The farthest point of A − B there is {}: {}.\n", list(vertex.point), difference(vertex)),
    );
    let kind = match (step.phase, step.simplex.len()) {
        ("penetration", _) => "facet of the polytope nearest to the origin",
        (_, 1) => "simplex is a point",
        (_, 2) => "simplex is a segment",
        (_, 3) => "simplex is a triangle",
        _ => "simplex is a tetrahedron",
    };
    let corners: Vec<String> = step.simplex.iter().map(corner).collect();
    push(&mut text, format_args!("  The {kind}: {}.\n", corners.join(", ")));
    let bound = |bound: Option<f64>| bound.map_or_else(|| "nothing yet".to_owned(), |bound| significant(bound, 12));
    push(&mut text, format_args!("  The distance lies between {} and {}.\n", bound(step.lower), bound(step.upper)));
    if let Some(stop) = step.stop {
        push(&mut text, format_args!("  Stop: {stop}.\n"));
    }
    text
}

/// `vertex 3 of A (…) − vertex 5 of B (…)`.
fn difference(vertex: &VertexRecord) -> String {
    match vertex.indices {
        Some((i, j)) => format!("vertex {i} of A {} less vertex {j} of B {}", list(vertex.a), list(vertex.b)),
        None => format!("{} of A less {} of B", list(vertex.a), list(vertex.b)),
    }
}

/// A vertex of the simplex with its weight.
fn corner(vertex: &VertexRecord) -> String {
    let name = vertex.indices.map(|(i, j)| format!("a{i} − b{j} = ")).unwrap_or_default();
    let weight = if vertex.weight > 0.0 { format!(" with weight {}", short(vertex.weight)) } else { String::new() };
    format!("{name}{}{weight}", list(vertex.point))
}

fn list(vector: Coordinates) -> String {
    let numbers: Vec<String> = vector.as_slice().iter().map(|&number| short(number)).collect();
    format!("({})", numbers.join(", "))
}

fn short(number: f64) -> String {
    significant(number, 6)
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("a string takes all that is written");
}

fn answer_json(record: &Record) -> serde_json::Value {
    let mut members = b"{".to_vec();
    record.answer.push_members(&mut members);
    members.push(b'}');
    serde_json::from_slice(&members).expect("the answer is valid JSON")
}

fn json(record: &Record, [a, b]: [&str; 2]) -> String {
    let whole = serde_json::json!({"a": a, "b": b, "steps": record.steps, "answer": answer_json(record)});
    format!("{whole:#}\n")
}

fn json_lines(record: &Record) -> String {
    let steps = record.steps.iter().map(|step| serde_json::json!(step).to_string());
    steps.chain([answer_json(record).to_string()]).map(|line| line + "\n").collect()
}
