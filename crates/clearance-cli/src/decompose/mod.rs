//! `clearance decompose`: a thing that is not convex in convex pieces.

mod hull_files;
mod plane;
mod space;
mod summary;

use std::path::PathBuf;
use std::process::ExitCode;

use clearance_files::thing::Thing;

use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::unit::{Length, Unit};
use summary::Format;

/// Split polygons into convex pieces, or cover a surface by convex hulls, with a proof.
///
/// The pieces of polygons are exact: their corners are corners of the file, with the same coordinates, no two pieces of
/// a polygon overlap, and together they are the polygon. All of it is checked with exact numbers before anything is
/// written.
///
/// The hulls of a surface hold each of its triangles, by exact signs, and no point of a hull is farther from the solid
/// than the length after --cover.
#[derive(clap::Args)]
pub struct Arguments {
    /// Polygons or a surface: a file (.svg .wkt .geojson .obj .stl .ply .off .glb .gltf .3mf .dae .json), or JSON, WKT
    /// or SVG path data itself; `-` reads JSON from standard input
    file: String,
    /// Write the pieces to this file: .geojson for polygons, .obj (double precision) or .glb (single precision) for
    /// hulls; for polygons `-` is standard output, in place of the summary
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Cover a surface: the hulls may leave the solid by this length, such as 0.5mm. Without a unit it is that of the
    /// file
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = Length::positive)]
    cover: Option<Length>,
    /// The unit of a file whose format has none
    #[arg(long, value_enum)]
    unit: Option<Unit>,
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
        Thing::Surface(surface) => space::run(arguments, &given.name, &surface)?,
        _ => return Err(Failure::Input(format!("{}: expected polygons or a surface of triangles", given.name))),
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// Whether standard output has the pieces and so no summary.
    fn is_piped(&self) -> bool {
        self.output.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}
