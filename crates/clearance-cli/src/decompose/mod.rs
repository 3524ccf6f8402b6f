//! `clearance decompose`: a thing that is not convex in convex pieces.

mod plane;
mod summary;

use std::path::PathBuf;
use std::process::ExitCode;

use clearance_files::thing::Thing;

use crate::failure::Failure;
use crate::input;
use crate::output;
use summary::Format;

/// Split polygons into convex pieces, with a proof.
///
/// The pieces of polygons are exact: their corners are corners of the file, with the same coordinates, no two pieces of a
/// polygon overlap, and together they are the polygon. All of it is checked with exact numbers before anything is written.
#[derive(clap::Args)]
pub struct Arguments {
    /// Polygons: a file (.svg .wkt .geojson .json), or JSON, WKT or SVG path data itself; `-` reads JSON from standard input
    file: String,
    /// Write the pieces to this file (.geojson); `-` is standard output, in place of the summary
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a picture of the pieces to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How the summary on standard output is written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let places = [arguments.output.as_deref(), arguments.svg.as_deref()];
    output::check_places(places, &[PathBuf::from(&arguments.file)])?;
    let given = input::load_thing(&arguments.file, "polygons")?;
    given.thing.remarks().iter().for_each(|remark| eprintln!("clearance: {}: {remark}", given.name));
    if !given.moves.is_empty() {
        return Err(Failure::Input(format!("{}: expected a thing without a pose: no coordinate is moved", given.name)));
    }
    match given.thing {
        Thing::Region(region) => plane::run(arguments, &given.name, &region)?,
        _ => return Err(Failure::Input(format!("{}: expected polygons of the plane", given.name))),
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// Whether standard output has the pieces and so no summary.
    fn is_piped(&self) -> bool {
        self.output.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}
