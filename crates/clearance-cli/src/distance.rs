//! `clearance distance`: two things, one answer.

use clearance::each::Each;
use std::path::PathBuf;
use std::process::ExitCode;

use clearance_files::Scalar;
use clearance_files::document::PoseDocument;
use clearance_files::fault::Fault;
use clearance_scene::{CommonVolume, Overlap};

use crate::answer::{Answer, PrecisionName, Question};
use crate::failure::Failure;
use crate::input::{self, Given, Input};
use crate::inside::Inside;
use crate::output;
use crate::overlap::{self, Common};
use crate::pairs::{Broken, Limits, json_string};
use crate::part::Part;
use crate::part_picture;
use crate::part_question::PartQuestion;
use crate::progress::Progress;
use crate::proof;
use crate::table::{self, DIGITS, significant_above, significant_below};
use crate::unit::{self, Length, Unit};

/// What two shapes are, as every command on two shapes is told.
#[derive(clap::Args)]
pub struct Shapes {
    /// A file (.obj .stl .ply .off .glb .gltf .3mf .dae .svg .wkt .geojson .json), or JSON, WKT or SVG path data itself
    ///
    /// A shape of JSON is an object with one of these keys: `point`, `points` (the hull of a list), `ball`, `capsule`,
    /// `segment`, `triangle`, `cuboid`, `polygon`, `polytope`, `ellipsoid`, `cylinder` and `cone` (about the y axis),
    /// `sum` and `hull` of two shapes, `swept`, `shape`; or `mesh`, `outline` or `file` for what need not be convex. A
    /// `radius` thickens it, and a `pose` places it. Examples: {"ball":{"center":[0,0,0],"radius":1}},
    /// {"cuboid":{"half_extents":[1,2,3]},"pose":{"translation":[0,0,5]}},
    /// {"capsule":{"start":[0,0],"end":[4,0],"radius":0.5}}, {"cylinder":{"half_height":1,"radius":0.5}}
    #[arg(verbatim_doc_comment)]
    a: String,
    /// The same for B; `-` reads JSON from standard input
    b: String,
    /// Where A is moved: x,y[,c,s] or x,y,z[,qx,qy,qz,qw], a 4 x 4 matrix, `xyz=x,y,z rpy=r,p,y`, or JSON
    ///
    /// A matrix is written row by row, as 16 numbers or as a JSON list of rows; its last row is 0 0 0 1, and it may only
    /// turn and move. In the plane it has 9 numbers. `rpy` are URDF's roll, pitch and yaw in radians: the rotation is
    /// Rz(yaw) Ry(pitch) Rx(roll). JSON is a pose as in a pairs file.
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_a: Option<PoseDocument>,
    /// Where B is moved
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_b: Option<PoseDocument>,
    /// Take the vertices of A, of B or of both as points: no surface between them, and no hull
    #[arg(long, value_enum, value_name = "WHICH")]
    points: Option<Which>,
    /// How far the answer is refined
    #[arg(long, value_enum, default_value = "float")]
    pub precision: PrecisionName,
    /// The type that numbers are rounded to
    #[arg(long, value_enum, default_value = "f64")]
    scalar: Scalar,
}

/// One of two things, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
    /// Both of them.
    Both,
}

impl Shapes {
    /// Reads both shapes; what is to be said about them goes to standard error.
    pub fn load(&self) -> Result<[Input; 2], Failure> {
        self.check_standard_input()?;
        let inputs = [input::load(&self.a, "A")?, input::load(&self.b, "B")?];
        for input in &inputs {
            for remark in &input.reading.remarks {
                eprintln!("clearance: {}: {remark}", input.name);
            }
        }
        Ok(inputs)
    }

    /// What the query asks about the shapes that were read.
    pub fn question<'a>(&'a self, [a, b]: &'a [Input; 2]) -> Question<'a> {
        let approximation = [a.reading.approximation, b.reading.approximation];
        let (a, b) = (&a.reading.shape, &b.reading.shape);
        Question { a, b, moves: self.moves(), dimension: None, scalar: self.scalar, approximation }
    }

    /// Where both are moved after their own placement.
    fn moves(&self) -> [&[PoseDocument]; 2] {
        [self.pose_a.as_slice(), self.pose_b.as_slice()]
    }

    /// Reads both things, or what tells their hulls.
    fn load_things(&self, hulls: bool) -> Result<[Given; 2], Failure> {
        self.check_standard_input()?;
        let load = if hulls { input::load_hull } else { input::load_thing };
        let mut given = [load(&self.a, "A")?, load(&self.b, "B")?];
        for (given, own) in given.iter_mut().zip([Which::A, Which::B]) {
            if self.points.is_some_and(|which| [own, Which::Both].contains(&which)) {
                given.take_points()?;
            }
        }
        given[0].moves.extend(self.pose_a);
        given[1].moves.extend(self.pose_b);
        Ok(given)
    }

    /// Reads both things, or their hulls, in one unit. What is to be said about them goes to standard error.
    pub fn parts(&self, hulls: bool, unit: Option<Unit>) -> Result<Parts, Failure> {
        let progress = Progress::of("reading");
        let given = self.load_things(hulls)?;
        let names = given.each_ref().each(|given| given.name.clone());
        let known = given.each_ref().each(|given| given.known);
        let (unit, factors) = unit::common(unit, known, names.each_ref().each(String::as_str))?;
        let moves = given.each_ref().each(|given| given.moves.clone());
        let [a, b] = given;
        let mut remarks = Vec::new();
        let mut part = |given: Given, factor: f64| {
            let thing = if factor == 1.0 { given.thing } else { given.thing.scaled(factor) };
            let thing = if hulls { thing.into_hull() } else { Ok(thing) };
            let thing = thing.map_err(|fault| Failure::Input(format!("{}: {fault}", given.name)))?;
            remarks.extend(thing.remarks().iter().map(|remark| format!("{}: {remark}", given.name)));
            let part = Part::new(thing, self.scalar);
            let part = part.map_err(|fault| Failure::Input(format!("{}: {fault}", given.name)))?;
            let said = part.remarks().into_iter().map(|remark| format!("clearance: {}: {remark}", given.name));
            Ok::<_, Failure>((part, said.collect::<Vec<_>>()))
        };
        let [(a, of_a), (b, of_b)] = [part(a, factors[0])?, part(b, factors[1])?];
        drop(progress);
        of_a.iter().chain(&of_b).for_each(|remark| eprintln!("{remark}"));
        let parts = [a, b];
        remarks.iter().for_each(|remark| eprintln!("clearance: {remark}"));
        Ok(Parts { names, parts, moves, factors, unit, scalar: self.scalar, remarks })
    }

    fn check_standard_input(&self) -> Result<(), Failure> {
        if self.a == "-" && self.b == "-" {
            return Err(Failure::Input("expected only one of A and B on standard input".to_owned()));
        }
        Ok(())
    }
}

/// Two things that were read, in one unit.
pub struct Parts {
    /// The names of their files, or names in their place.
    pub names: [String; 2],
    parts: [Part; 2],
    moves: [Vec<PoseDocument>; 2],
    /// What the coordinates were multiplied by.
    factors: [f64; 2],
    /// The unit of both, if it is known and has a name.
    pub unit: Option<Unit>,
    scalar: Scalar,
    /// What is to be said about the reading, each with the name of its file.
    remarks: Vec<String>,
}

impl Parts {
    /// The question about them.
    pub fn question(&self) -> PartQuestion<'_> {
        PartQuestion {
            parts: self.parts.each_ref(),
            moves: self.moves.each_ref().each(Vec::as_slice),
            dimension: None,
            scalar: self.scalar,
            inside: Inside::default(),
        }
    }
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
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

/// How far apart two things are, and where.
///
/// The distance of a mesh or an outline is that of its surface or edges: where things overlap it is 0 if the surfaces
/// meet, and otherwise the wall. `--inside depth` tells minus the depth there. Two shapes of JSON have a signed distance.
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
    /// Write a proof of the bounds to this file; `clearance verify` checks it
    #[arg(long, value_name = "FILE", conflicts_with = "hull")]
    proof: Option<PathBuf>,
    /// Answer for the convex hulls, with the depth where they overlap
    #[arg(long)]
    hull: bool,
    /// What the distance is where a mesh or an outline overlaps the other thing
    #[arg(long, value_enum, default_value = "wall", conflicts_with = "hull")]
    inside: Inside,
    /// Tell the overlap of meshes of more than 1000 triangles and of outlines of more than 1000 corners, too: it may take
    /// minutes
    #[arg(long)]
    overlap: bool,
    /// The unit of the answer, and of files whose format has none
    #[arg(long, value_enum)]
    unit: Option<Unit>,
    /// End with exit code 1 when the things are closer than this, such as 0.5 or 0.5mm, or overlap
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = Length::finite)]
    fail_below: Option<Length>,
    /// End with exit code 1 when the things are farther apart than this
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = Length::finite)]
    fail_above: Option<Length>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let read = [&arguments.shapes.a, &arguments.shapes.b].each(PathBuf::from);
    output::check_places([arguments.output.as_deref(), arguments.proof.as_deref()], &read)?;
    let things = arguments.shapes.parts(arguments.hull, arguments.unit)?;
    let (names, unit) = (things.names.each_ref().each(String::as_str), things.unit);
    let limits = Limits::in_unit(arguments.fail_below, arguments.fail_above, unit)?;
    let question = PartQuestion { inside: arguments.inside, ..things.question() };
    let progress = Progress::of("measuring");
    let solver = arguments.shapes.precision.solver();
    let answer = question.answer(&solver).map_err(|fault| fault.to_string())?;
    if let Some(path) = &arguments.proof {
        progress.says("proving");
        let files = [arguments.shapes.a.as_str(), arguments.shapes.b.as_str()];
        proof::Task { path, files, factors: things.factors, unit }.write(&question, &answer, &solver)?;
    }
    let is_told = arguments.overlap || question.parts.iter().all(|part| part.is_small());
    progress.says("measuring the overlap");
    let common = if is_told { overlap::of(&question, &answer) } else { Ok(None) }.map_err(|fault| fault.to_string())?;
    drop(progress);
    arguments.write(names, (&answer, common.as_ref()), (unit, &things.remarks), || {
        part_picture::of_parts(&question, names, &answer)
    })?;
    arguments.verdict(names, limits, |limit| question.is_below(&answer, limit))
}

impl Arguments {
    /// Writes the answer in the format that was asked for.
    fn write(
        &self,
        [a, b]: [&str; 2],
        (answer, common): (&Answer, Option<&Common>),
        (unit, remarks): (Option<Unit>, &[String]),
        picture: impl FnOnce() -> Result<String, Fault>,
    ) -> Result<(), Failure> {
        let text = match self.format {
            Format::Table => table::of_answer(a, b, answer, unit) + &sentence(common, unit),
            Format::Json => pretty(&object(a, b, (answer, common), (unit, remarks))),
            Format::Jsonl => object(a, b, (answer, common), (unit, remarks)) + "\n",
            Format::Csv => cells(a, b, answer, common),
            Format::Svg => picture().map_err(|fault| fault.to_string())?,
        };
        output::write_whole(self.output.as_deref(), text.as_bytes())
    }

    /// The exit code, and its meaning in words for standard error.
    fn verdict(
        &self,
        [a, b]: [&str; 2],
        limits: Limits,
        is_below: impl Fn(f64) -> Result<bool, Fault>,
    ) -> Result<ExitCode, Failure> {
        let words = match limits.broken(is_below).map_err(|fault| fault.to_string())? {
            None => return Ok(ExitCode::SUCCESS),
            Some(Broken::Below) => ("closer", self.fail_below),
            Some(Broken::Above) => ("farther apart", self.fail_above),
        };
        if let (how, Some(limit)) = words {
            eprintln!("clearance: {a} and {b} are {how} than {limit}");
        }
        Ok(ExitCode::from(1))
    }
}

/// How much the things overlap, in a line or two.
fn sentence(common: Option<&Common>, unit: Option<Unit>) -> String {
    let Some(Common { overlap, volume, dimension }) = common else { return String::new() };
    let Overlap { lower, upper, open, .. } = *overlap;
    let unit = unit.map_or(String::new(), |unit| format!(" {}", unit.name()));
    let bounds = |lower, upper| [significant_below(lower, DIGITS), significant_above(upper, DIGITS)];
    let [lower, upper] = bounds(lower, upper);
    let of_ball = match open {
        true => format!("A surface reaches no farther than {upper}{unit} beyond the other.\n"),
        false => format!("The largest ball in both has a diameter of {lower} to {upper}{unit}.\n"),
    };
    let Some(CommonVolume { lower, upper }) = *volume else { return of_ball };
    let [lower, upper] = bounds(lower, upper);
    let (word, power) = if *dimension == 2 { ("an area", "²") } else { ("a volume", "³") };
    let unit = if unit.is_empty() { unit } else { unit + power };
    of_ball + &format!("What they share has {word} of {lower} to {upper}{unit}.\n")
}

/// The answer as a JSON object on one line.
fn object(
    a: &str,
    b: &str,
    (answer, common): (&Answer, Option<&Common>),
    (unit, remarks): (Option<Unit>, &[String]),
) -> String {
    let mut members = Vec::new();
    answer.push_members(&mut members);
    common.into_iter().for_each(|common| overlap::push_members(&mut members, common));
    if let Some(unit) = unit {
        members.extend_from_slice(format!(",\"unit\":\"{}\"", unit.name()).as_bytes());
    }
    if !remarks.is_empty() {
        let remarks: Vec<String> = remarks.iter().map(|remark| json_string(remark)).collect();
        members.extend_from_slice(format!(",\"remarks\":[{}]", remarks.join(",")).as_bytes());
    }
    format!("{{\"a\":{},\"b\":{},{}}}", json_string(a), json_string(b), String::from_utf8_lossy(&members))
}

/// The same object with indentation. Its numbers are the shortest decimals already, so they stay the same.
pub fn pretty(object: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(object).expect("the object is valid JSON");
    format!("{value:#}\n")
}

fn cells(a: &str, b: &str, answer: &Answer, common: Option<&Common>) -> String {
    let mut out = format!("a,b,{},{}\n", Answer::CSV_HEADER, overlap::CSV_HEADER).into_bytes();
    for name in [a, b] {
        crate::pairs::push_cell(&mut out, name);
        out.push(b',');
    }
    answer.push_cells(&mut out);
    overlap::push_cells(&mut out, common);
    out.push(b'\n');
    String::from_utf8_lossy(&out).into_owned()
}
