//! `clearance distance`: two shapes, one answer.

use std::path::PathBuf;
use std::process::ExitCode;

use clearance_files::Scalar;
use clearance_files::document::PoseDocument;

use crate::answer::{Answer, PrecisionName, Question, least_distance};
use crate::drawing;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output;
use crate::pairs::json_string;
use crate::table;

/// What two shapes are, as every command on two shapes is told.
#[derive(clap::Args)]
pub struct Shapes {
    /// A file (.obj .stl .ply .off: their convex hull; .svg .wkt .geojson; .json), or JSON, WKT or SVG path data itself
    a: String,
    /// The same for B; `-` reads JSON from standard input
    b: String,
    /// Where A is moved: JSON as in a pairs file, or x,y[,c,s] or x,y,z[,qx,qy,qz,qw]
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_a: Option<PoseDocument>,
    /// Where B is moved
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_b: Option<PoseDocument>,
    /// How far the answer is refined
    #[arg(long, value_enum, default_value = "float")]
    pub precision: PrecisionName,
    /// The type that numbers are rounded to
    #[arg(long, value_enum, default_value = "f64")]
    scalar: Scalar,
}

impl Shapes {
    /// Reads both shapes; what is to be said about them goes to standard error.
    pub fn load(&self) -> Result<[Input; 2], Failure> {
        if self.a == "-" && self.b == "-" {
            return Err(Failure::Input("expected only one of A and B on standard input".to_owned()));
        }
        let inputs = [input::load(&self.a, "A")?, input::load(&self.b, "B")?];
        for input in &inputs {
            for remark in &input.reading.remarks {
                eprintln!("clearance: {}: {remark}", input.name);
            }
        }
        Ok(inputs)
    }

    /// What the query asks about the shapes that were read.
    pub fn question<'a>(&self, [a, b]: &'a [Input; 2]) -> Question<'a> {
        let (pose_a, pose_b) = (self.pose_a, self.pose_b);
        let approximation = [a.reading.approximation, b.reading.approximation];
        let (a, b) = (&a.reading.shape, &b.reading.shape);
        Question { a, b, pose_a, pose_b, dimension: None, scalar: self.scalar, approximation }
    }
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Table,
    /// An object over several lines.
    Json,
    /// An object on one line.
    Jsonl,
    /// A row after a header.
    Csv,
    /// A drawing.
    Svg,
}

/// How far apart two shapes are, and where.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    shapes: Shapes,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// End with exit code 1 when the shapes are closer than this
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = least_distance)]
    fail_below: Option<f64>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let inputs = arguments.shapes.load()?;
    let question = arguments.shapes.question(&inputs);
    let answer = question.answer(&arguments.shapes.precision.solver()).map_err(|fault| fault.to_string())?;
    let [a, b] = inputs.each_ref().map(|input| input.name.as_str());
    let text = match arguments.format {
        Format::Table => table::of_answer(a, b, &answer),
        Format::Json => pretty(&object(a, b, &answer)),
        Format::Jsonl => object(a, b, &answer) + "\n",
        Format::Csv => cells(a, b, &answer),
        Format::Svg => drawing::of_pair(&question, [a, b], &answer).map_err(|fault| fault.to_string())?,
    };
    output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
    match arguments.fail_below {
        Some(least) if answer.distance < least => {
            eprintln!("clearance: {a} and {b} are closer than {least}");
            Ok(ExitCode::from(1))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The answer as a JSON object on one line.
fn object(a: &str, b: &str, answer: &Answer) -> String {
    let mut members = Vec::new();
    answer.push_members(&mut members);
    format!("{{\"a\":{},\"b\":{},{}}}", json_string(a), json_string(b), String::from_utf8_lossy(&members))
}

/// The same object with indentation. Its numbers are the shortest decimals already, so they stay the same.
fn pretty(object: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(object).expect("the object is valid JSON");
    format!("{value:#}\n")
}

fn cells(a: &str, b: &str, answer: &Answer) -> String {
    let mut out = format!("a,b,{}\n", Answer::CSV_HEADER).into_bytes();
    for name in [a, b] {
        crate::pairs::push_cell(&mut out, name);
        out.push(b',');
    }
    answer.push_cells(&mut out);
    out.push(b'\n');
    String::from_utf8_lossy(&out).into_owned()
}
