//! Paths and polygons of SVG pictures, in the coordinates as written (y points down there).

use kurbo::{BezPath, PathEl};

use super::region::Region;
use super::words::text;
use crate::failure::Fault;
use crate::plane::{self, Point};

/// How far a curve may be from the polygon that stands for it, as a fraction of the picture's size.
const FLATNESS: f64 = 1e-6;

/// Reads the `path`, `polygon`, `polyline` and `rect` elements of a picture.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    let document =
        roxmltree::Document::parse(text(bytes)?).map_err(|error| Fault::new(format!("expected SVG: {error}")))?;
    let mut region = Region::default();
    for node in document.descendants() {
        let place = |fault: Fault| {
            let line = document.text_pos_at(node.range().start).row;
            fault.under(node.tag_name().name()).under(&format!("line {line}"))
        };
        if node.has_attribute("transform") {
            return Err(place(Fault::new("expected no transform; apply it to the coordinates first")));
        }
        let attribute = |name: &str| node.attribute(name).unwrap_or("");
        match node.tag_name().name() {
            "path" => add_path(attribute("d"), &mut region).map_err(place)?,
            "polygon" | "polyline" => add_path(&format!("M{} Z", attribute("points")), &mut region).map_err(place)?,
            "circle" | "ellipse" | "rect" | "use" | "image" | "text" => {
                return Err(place(Fault::new("expected path, polygon or polyline elements only")));
            }
            _ => {}
        }
    }
    region.or_nothing()
}

/// Reads path data such as `M0,0 L1,0 L0,1 Z`.
pub fn read_path(data: &str) -> Result<Region, Fault> {
    let mut region = Region::default();
    add_path(data, &mut region)?;
    region.or_nothing()
}

/// Adds the rings of a path, its curves replaced by chords. Rings of opposite orientation are holes.
fn add_path(data: &str, region: &mut Region) -> Result<(), Fault> {
    let path = BezPath::from_svg(data).map_err(|error| Fault::new(format!("expected path data: {error}")))?;
    let size = path.control_box().size();
    if !size.is_finite() {
        return Err(Fault::new("expected finite numbers"));
    }
    let mut rings: Vec<Vec<Point>> = Vec::new();
    let tolerance = FLATNESS * size.width.max(size.height).max(f64::MIN_POSITIVE);
    kurbo::flatten(&path, tolerance, |element| match element {
        PathEl::MoveTo(point) => rings.push(vec![[point.x, point.y]]),
        PathEl::LineTo(point) => rings.last_mut().expect("a path begins with a move").push([point.x, point.y]),
        _ => {}
    });
    // The ring of the largest area tells which orientation is outside.
    let largest = rings.iter().map(|ring| plane::area(ring)).max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| plane::area(ring) * largest >= 0.0);
    let mut outer = outer.into_iter();
    let first: Vec<Vec<Point>> = outer.next().into_iter().chain(holes).collect();
    region.add_polygon(&first);
    outer.for_each(|ring| region.add_polygon(&[ring]));
    Ok(())
}
