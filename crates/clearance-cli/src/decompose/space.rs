//! Surfaces covered by convex hulls: the file, the picture, the summary.

use clearance::each::Each;
use std::path::Path;

use clearance_files::plane::Point;
use clearance_files::space::Point as Point3;
use clearance_files::thing::Surface;
use clearance_scene::{CornerType, Cover, Mesh, cover};

use super::Arguments;
use super::hull_files::{self, Solid};
use super::summary::{self, Line};
use crate::drawing::{self, Panel};
use crate::failure::Failure;
use crate::outline::{Drawn, Outline, View};
use crate::output;
use crate::progress::Progress;
use crate::shading;
use crate::unit::{Known, Unit};

/// Covers the surface and writes what is asked for.
pub fn run(arguments: &Arguments, name: &str, surface: &Surface) -> Result<(), Failure> {
    let failed = |message: String| Failure::Input(format!("{name}: {message}"));
    let Some(length) = arguments.cover else {
        return Err(failed("expected --cover with the greatest excess of the hulls, such as --cover 0.5mm".to_owned()));
    };
    let metres = match Known::of(surface) {
        Known::Metres(metres) => Some(metres),
        _ => arguments.unit.map(Unit::metres),
    };
    let limit = length.in_metres_per_unit(metres).map_err(failed)?;
    let corners = match arguments.output.as_deref().map(ending).transpose()? {
        Some(Ending::Glb) => CornerType::F32,
        _ => CornerType::F64,
    };
    let mesh = Mesh::new(&surface.vertices, &surface.triangles).map_err(|error| failed(error.to_string()))?;
    let progress = Progress::of("covering");
    let cover = cover(&mesh, limit, corners).map_err(|error| failed(error.to_string()))?;
    progress.says("checking");
    if !cover.is_proven_to_hold(&mesh) {
        return Err(failed("the cover is not proven".to_owned()));
    }
    drop(progress);
    let solids: Vec<Solid> = cover.pieces.iter().map(|piece| Solid::new(&piece.hull)).collect();
    if let Some(path) = &arguments.output {
        let bytes = match ending(path)? {
            Ending::Obj => hull_files::obj(&solids).into_bytes(),
            Ending::Glb => hull_files::glb(&solids, metres.unwrap_or(1.0)),
        };
        output::write_whole(Some(path), &bytes)?;
    }
    if let Some(path) = &arguments.svg {
        output::write_whole(Some(path), picture(name, &solids).as_bytes())?;
    }
    if arguments.is_piped() { Ok(()) } else { write_summary(arguments, name, &mesh, &cover, metres) }
}

fn write_summary(
    arguments: &Arguments,
    name: &str,
    mesh: &Mesh,
    cover: &Cover,
    metres: Option<f64>,
) -> Result<(), Failure> {
    let flat = cover.pieces.iter().filter(|piece| piece.hull.dimension() < 3).count();
    let mut lines = vec![
        Line::new("pieces", "pieces", cover.pieces.len()),
        Line::new("of these flat", "flat", flat),
        Line::new("excess at most", "excess", format!("{:?}", cover.excess)),
        Line::new("triangles", "triangles", mesh.triangles().len()),
    ];
    if let Some(ratio) = cover.volume_ratio {
        lines.push(Line::new("volume of the hulls / of the solid", "volume_ratio", format!("{ratio:?}")));
    }
    if let Some(unit) = metres.and_then(Unit::of_metres) {
        lines.push(Line::new("unit", "unit", format!("\"{}\"", unit.name())));
    }
    summary::write(arguments.format, name, &lines)
}

/// The formats of hulls.
enum Ending {
    Obj,
    Glb,
}

fn ending(path: &Path) -> Result<Ending, Failure> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("obj") => Ok(Ending::Obj),
        Some("glb") => Ok(Ending::Glb),
        _ => Err(Failure::file(path, "expected a file named .glb or .obj for hulls of a surface")),
    }
}

/// The hulls in colors.
fn picture(name: &str, solids: &[Solid]) -> String {
    let view = View::isometric();
    let triangles = |solid: &Solid| -> Vec<[Point3; 3]> {
        solid.triangles.iter().map(|corners| corners.each(|corner| solid.corners[corner as usize])).collect()
    };
    let bodies: Vec<(Vec<[Point3; 3]>, bool)> = solids.iter().map(|solid| (triangles(solid), true)).collect();
    let body = |solid: &Solid| {
        let points: Vec<Point> = solid.corners.iter().map(|corner| view.project(corner)).collect();
        (String::new(), Outline::of_points(&points, Drawn::Facets))
    };
    let panel = Panel {
        title: drawing::view_name(3).to_owned(),
        bodies: solids.iter().map(body).collect(),
        facets: shading::facets(&bodies, &view),
        ..Panel::default()
    };
    drawing::svg(&[panel], &format!("{name} covered by {} convex hulls", solids.len()))
}
