//! Polygons in convex pieces: the file, the picture, the summary.

use std::path::Path;

use clearance_files::plane::Point;
use clearance_files::readers::region::Region;
use clearance_scene::{Outline, Partition, partition};

use super::Arguments;
use super::summary::{self, Line};
use crate::drawing::{self, Panel};
use crate::failure::Failure;
use crate::outline::{self, Drawn};
use crate::output;
use crate::progress::Progress;

/// The most pieces with a color and a number of their own in a picture. More numbers cover each other.
const MOST_NUMBERED: usize = 60;

/// Splits the polygons and writes what is asked for.
pub fn run(arguments: &Arguments, name: &str, region: &Region) -> Result<(), Failure> {
    let failed = |message: String| Failure::Input(format!("{name}: {message}"));
    if let Some(path) = &arguments.output {
        check_ending(path)?;
    }
    let outline = Outline::new(&region.polygons).map_err(|error| failed(error.to_string()))?;
    let progress = Progress::of("splitting");
    let parts = partition(&outline).map_err(|error| failed(error.to_string()))?;
    parts.check(&outline).map_err(|fault| failed(format!("the pieces are not proven: {fault}")))?;
    drop(progress);
    let deviation = region.approximation.outward.max(region.approximation.inward);
    if deviation > 0.0 {
        eprintln!(
            "clearance: {name}: the pieces are those of the polygons, which are up to {deviation:.2e} from the curves"
        );
    }
    if let Some(path) = &arguments.output {
        output::write_whole(Some(path), geojson(&outline, &parts).as_bytes())?;
    }
    if let Some(path) = &arguments.svg {
        output::write_whole(Some(path), picture(name, &outline, &parts).as_bytes())?;
    }
    if arguments.is_piped() {
        return Ok(());
    }
    summary::write(
        arguments.format,
        name,
        &[
            Line::new("pieces", "pieces", parts.pieces.len()),
            Line::new("no partition has fewer than", "lower_bound", parts.lower_bound),
            Line::new("no cuts between corners give fewer", "least", parts.is_least),
            Line::new("notches", "notches", parts.notches),
            Line::new("holes", "holes", parts.holes),
            Line::new("polygons", "polygons", outline.report().polygons),
        ],
    )
}

fn check_ending(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    if path.as_os_str() == "-" || ending.is_some_and(|ending| ending == "geojson" || ending == "json") {
        return Ok(());
    }
    Err(Failure::file(path, "expected a file named .geojson for pieces of polygons"))
}

/// The corners of each piece.
fn rings(outline: &Outline, parts: &Partition) -> Vec<Vec<Point>> {
    let at = |&corner: &u32| outline.vertices()[corner as usize].into();
    parts.pieces.iter().map(|piece| piece.corners.iter().map(at).collect()).collect()
}

/// A collection of features, a polygon for each piece, counter-clockwise. Numbers are the shortest decimals that give
/// the same floats again.
fn geojson(outline: &Outline, parts: &Partition) -> String {
    let position = |[x, y]: &Point| format!("[{},{}]", shortest(*x), shortest(*y));
    let mut features = Vec::new();
    for (index, (ring, piece)) in rings(outline, parts).iter().zip(&parts.pieces).enumerate() {
        let positions: Vec<String> = ring.iter().chain(ring.first()).map(position).collect();
        features.push(format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"piece\":{index},\"polygon\":{}}},\
             \"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{}]]}}}}",
            piece.polygon,
            positions.join(",")
        ));
    }
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

/// The shortest decimal of a float, also of −0.
fn shortest(number: f64) -> String {
    ryu::Buffer::new().format_finite(number).to_owned()
}

/// The pieces in colors, with their numbers.
fn picture(name: &str, outline: &Outline, parts: &Partition) -> String {
    let rings = rings(outline, parts);
    let bodies = if rings.len() > MOST_NUMBERED {
        vec![(String::new(), outline::Outline::of_points(&rings.concat(), Drawn::Rings(rings)))]
    } else {
        let body = |(index, ring): (usize, Vec<Point>)| {
            (index.to_string(), outline::Outline::of_points(&ring.clone(), Drawn::Rings(vec![ring])))
        };
        rings.into_iter().enumerate().map(body).collect()
    };
    let panel = Panel { title: drawing::view_name(2).to_owned(), bodies, ..Panel::default() };
    let (pieces, least) = (parts.pieces.len(), parts.lower_bound);
    drawing::svg(&[panel], &format!("{name} in {pieces} convex pieces; no partition has fewer than {least}"))
}
