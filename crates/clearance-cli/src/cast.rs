//! `clearance cast`: two shapes that move, and when they first come into contact.

use clearance::each::Each;
use std::path::PathBuf;
use std::process::ExitCode;

use clearance::Solver;
use clearance_files::fault::Fault;
use clearance_files::motion::{Ask, Course, MotionDocument, StartDocument, TurnDocument};

use crate::answer::{Answer, Coordinates};
use crate::distance::{Format, Shapes, pretty};
use crate::failure::Failure;
use crate::motion_proof;
use crate::motion_question::{CastAnswer, MotionAnswer, ProofLine, StepRecord};
use crate::motion_steps;
use crate::number;
use crate::output;
use crate::pairs::json_string;
use crate::part_motion::PartMotion;
use crate::progress::Progress;
use crate::table;
use crate::unit::{Length, Lengths, Unit};

/// How two shapes move.
#[derive(clap::Args)]
pub struct Motions {
    /// How far B travels: x,y or x,y,z, such as 10mm,0,0
    #[arg(long, value_name = "VECTOR", allow_hyphen_values = true, value_parser = Lengths::vector)]
    travel: Option<Lengths>,
    /// How B turns: an angle in the plane, a rotation vector x,y,z in space, in radians
    #[arg(long, value_name = "TURN", allow_hyphen_values = true)]
    turn: Option<TurnDocument>,
    /// The point that the turn of B leaves in place, the origin of the world when left out
    #[arg(long, value_name = "POINT", allow_hyphen_values = true, value_parser = Lengths::vector)]
    center: Option<Lengths>,
    /// How far A travels
    #[arg(long, value_name = "VECTOR", allow_hyphen_values = true, value_parser = Lengths::vector)]
    travel_a: Option<Lengths>,
    /// How A turns
    #[arg(long, value_name = "TURN", allow_hyphen_values = true)]
    turn_a: Option<TurnDocument>,
    /// The point that the turn of A leaves in place
    #[arg(long, value_name = "POINT", allow_hyphen_values = true, value_parser = Lengths::vector)]
    center_a: Option<Lengths>,
    /// The distance that counts as contact, such as 0.5 or 0.5mm
    #[arg(long, value_name = "DISTANCE", default_value_t = Length::ZERO, value_parser = Length::finite)]
    target: Length,
    /// What counts for shapes that are in contact at the start
    #[arg(long, value_enum, default_value = "stop")]
    start: StartDocument,
}

impl Motions {
    /// What the arguments say, with a question about it.
    /// `unit` is that of the things, if it is known.
    pub fn course(&self, ask: Ask, unit: Option<Unit>) -> Result<Course, Failure> {
        let target = self.target.in_unit(unit).map_err(|message| Failure::Input(format!("--target: {message}")))?;
        let motions = self.documents(unit).map_err(Failure::Input)?;
        Ok(Course { motions, morphs: [None, None], target, start: self.start, ask })
    }

    /// Whether a shape moves at all.
    pub fn are_given(&self) -> bool {
        let vectors = [self.travel, self.center, self.travel_a, self.center_a];
        vectors.iter().any(Option::is_some) || self.turn.is_some() || self.turn_a.is_some()
    }

    fn documents(&self, unit: Option<Unit>) -> Result<[MotionDocument; 2], String> {
        let vector = |vector: Option<Lengths>| vector.map(|vector| vector.in_unit(unit)).transpose();
        let a = MotionDocument { travel: vector(self.travel_a)?, turn: self.turn_a, center: vector(self.center_a)? };
        Ok([a, MotionDocument { travel: vector(self.travel)?, turn: self.turn, center: vector(self.center)? }])
    }
}

/// When two shapes that move first come into contact, with proven bounds.
///
/// Both start where they stand. A motion is a travel and a turn about a centre that travels along; fraction 0 is its
/// start and fraction 1 its end. Of things that are not convex the triangles or edges come into contact.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    shapes: Shapes,
    #[command(flatten)]
    motions: Motions,
    /// What is asked
    #[arg(long, value_enum, default_value = "impact")]
    ask: Ask,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the start, the contact and the end into this file, too
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "clearance-cast.svg")]
    svg: Option<PathBuf>,
    /// Print the proof, too: the parts of the motion, and the direction that proves each of them; with =FILE write it
    /// there, for `clearance verify`
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    proof: Option<Option<PathBuf>>,
    /// Answer for the convex hulls
    #[arg(long)]
    hull: bool,
    /// The unit of the motion and of the answer, and of files whose format has none
    #[arg(long, value_enum)]
    unit: Option<Unit>,
    /// End with exit code 1 when the shapes come into contact, or closer than this
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = Length::finite)]
    fail_below: Option<Length>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let things = arguments.shapes.parts(arguments.hull, arguments.unit)?;
    let course = arguments.motions.course(arguments.ask, things.unit)?;
    let least = arguments.fail_below.map(|least| least.in_unit(things.unit)).transpose()?;
    let question = PartMotion { pair: things.question(), course };
    let names = things.names.each_ref().each(String::as_str);
    let solver = arguments.shapes.precision.solver();
    let told = |fault: Fault| Failure::Input(fault.to_string());
    let progress = Progress::of("moving");
    let answer = question.answer(&solver).map_err(told)?;
    let is_printed = arguments.proof == Some(None);
    let proof = if arguments.proof.is_some() { proof_of(&question, &solver)? } else { Vec::new() };
    if let (Some(Some(file)), Some(convex)) = (&arguments.proof, question.convex()) {
        motion_proof::write(file, &convex, names, arguments.unit, &proof)?;
    }
    drop(progress);
    let picture = || question.picture(names, &answer, &solver).map_err(told);
    if let Some(file) = &arguments.svg {
        output::write_whole(Some(file), picture()?.as_bytes())?;
    }
    let text = match arguments.format {
        Format::Table => match is_printed {
            true => of_answer(names, &answer) + &proof_text(&proof, &answer),
            false => of_answer(names, &answer),
        },
        Format::Json => pretty(&object(names, &answer, is_printed.then_some(&proof))),
        Format::Jsonl => object(names, &answer, is_printed.then_some(&proof)) + "\n",
        Format::Csv => cells(&answer),
        Format::Svg => picture()?,
    };
    output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
    verdict(arguments, least, &question, names, &answer)
}

/// The exit code, and its meaning in words for standard error.
fn verdict(
    arguments: &Arguments,
    least: Option<f64>,
    question: &PartMotion<'_>,
    [a, b]: [&str; 2],
    answer: &MotionAnswer,
) -> Result<ExitCode, Failure> {
    let (Some(limit), Some(least)) = (arguments.fail_below, least) else { return Ok(ExitCode::SUCCESS) };
    let is_broken = question.is_broken(answer, least, &arguments.shapes.precision.solver());
    if !is_broken.map_err(|fault| fault.to_string())? {
        return Ok(ExitCode::SUCCESS);
    }
    match answer {
        MotionAnswer::Impact(cast) if cast.outcome != clearance::Outcome::Clear => {
            eprintln!("clearance: {a} and {b} come into contact, or it is not excluded");
        }
        _ => eprintln!("clearance: {a} and {b} come closer than {limit}"),
    }
    Ok(ExitCode::from(1))
}

/// The intervals of the proof about two convex shapes.
fn proof_of(question: &PartMotion<'_>, solver: &Solver) -> Result<Vec<ProofLine>, Failure> {
    let Some(convex) = question.convex() else {
        return Err(Failure::Input("--proof: expected convex shapes; --hull asks for their hulls".to_owned()));
    };
    let (_, steps) = convex.steps(solver).map_err(|fault| Failure::Input(fault.to_string()))?;
    let interval = |step| match step {
        StepRecord::Look(..) => None,
        StepRecord::Proven(line) => Some(line),
    };
    Ok(steps.into_iter().filter_map(interval).collect())
}

/// The proof, a line an interval: its ends, what the direction turns with, the direction, the separations at the ends.
/// A turn of its own is written with its rotation vector: `own:x,y,z`.
///
/// What directions leave open of a cast without turns, exact numbers have decided; the last line says so.
fn proof_text(proof: &[ProofLine], answer: &MotionAnswer) -> String {
    let lower = match answer {
        MotionAnswer::Impact(cast) => Some(cast.at.lower),
        MotionAnswer::Clearance(_) | MotionAnswer::Crossing(_) => None,
    };
    let numbers = |coordinates: &Coordinates| {
        let words: Vec<String> = coordinates.as_slice().iter().map(f64::to_string).collect();
        words.join(",")
    };
    let line = |line: &ProofLine| {
        let ([start, end], [first, last]) = (line.fractions, line.separations);
        let own = match line.carrier {
            "own" => format!(":{}", line.turn.each(|x| x.to_string()).join(",")),
            _ => String::new(),
        };
        format!("{start} {end} {}{own} {} {first:e} {last:e}\n", line.carrier, numbers(&line.direction))
    };
    let lines: String = proof.iter().map(line).collect();
    match (proof.last().map_or(0.0, |line| line.fractions[1]), lower) {
        (end, Some(lower)) if end < lower => {
            lines + &format!("{end} {lower} exact: no direction; exact numbers decide this part\n")
        }
        _ => lines,
    }
}

/// The answer as a JSON object on one line.
fn object([a, b]: [&str; 2], answer: &MotionAnswer, proof: Option<&Vec<ProofLine>>) -> String {
    let mut members = Vec::new();
    answer.push_members(&mut members);
    let mut text = format!("{{\"a\":{},\"b\":{},{}", json_string(a), json_string(b), String::from_utf8_lossy(&members));
    if let Some(proof) = proof {
        let lines: Vec<serde_json::Value> = proof.iter().map(motion_steps::interval).collect();
        text += &format!(",\"proof\":{}", serde_json::Value::from(lines));
    }
    text + "}"
}

/// A row after a header. The columns of the contact follow those of the fraction.
fn cells(answer: &MotionAnswer) -> String {
    let of_contact: Vec<String> = Answer::CSV_HEADER.split(',').map(|name| format!("contact_{name}")).collect();
    let mut out = format!("outcome,fraction,lower,upper,{}\n", of_contact.join(",")).into_bytes();
    answer.push_fraction(&mut out);
    out.push(b',');
    match answer.contact() {
        Some(contact) => contact.push_cells(&mut out),
        None => out.extend(std::iter::repeat_n(b',', of_contact.len() - 1)),
    }
    out.push(b'\n');
    String::from_utf8_lossy(&out).into_owned()
}

/// The table for people.
pub fn of_answer([a, b]: [&str; 2], answer: &MotionAnswer) -> String {
    let mut rows = vec![("A", a.to_owned()), ("B", b.to_owned())];
    let mut text = String::new();
    match answer {
        MotionAnswer::Impact(CastAnswer { outcome, at, contact, leaves, iterations }) => {
            rows.push(("outcome", outcome.to_string()));
            rows.push(("fraction", number::shortest(at.fraction, contact.scalar)));
            rows.push(("lower", number::lower(at.lower, contact.scalar)));
            rows.push(("upper", number::upper(at.upper, contact.scalar)));
            rows.push(("looks", iterations.to_string()));
            rows.extend(leaves.map(|[a, b]| ("leaves", format!("{a} of A, {b} of B"))));
            text = format!("At fraction {}:\n{}", at.lower, table::of_answer(a, b, contact, None));
        }
        MotionAnswer::Clearance(it) => {
            rows.push(("least distance", number::shortest(it.distance, it.contact.scalar)));
            rows.push(("lower", number::lower(it.lower, it.contact.scalar)));
            rows.push(("upper", number::upper(it.upper, it.contact.scalar)));
            rows.push(("fraction", number::shortest(it.fraction, it.contact.scalar)));
            rows.push(("looks", it.iterations.to_string()));
            rows.extend(it.leaves.map(|[a, b]| ("leaves", format!("{a} of A, {b} of B"))));
            text = format!("At fraction {}:\n{}", it.fraction, table::of_answer(a, b, &it.contact, None));
        }
        MotionAnswer::Crossing(None) => rows.push(("outcome", "clear on the whole line".to_owned())),
        MotionAnswer::Crossing(Some(it)) => {
            for ((name, at), leaves) in [("entry", it.entry), ("exit", it.exit)].into_iter().zip(it.leaves) {
                rows.push((name, number::shortest(at.fraction, it.scalar)));
                rows.push(("  lower", number::lower(at.lower, it.scalar)));
                rows.push(("  upper", number::upper(at.upper, it.scalar)));
                rows.extend(leaves.map(|[a, b]| ("  leaves", format!("{a} of A, {b} of B"))));
            }
        }
    }
    table::of_rows(&rows) + &text
}
