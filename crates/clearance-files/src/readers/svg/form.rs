//! What an element of SVG draws by itself: its form, before its curves are chords.

use super::element::Element;
use super::path::{arc, path};
use crate::fault::Fault;
use crate::plane::Point;
use crate::readers::curve::Curve;

/// What an element draws, before its curves are chords.
pub enum Form {
    /// Chains of curves, each from a start.
    Path(Vec<(Point, Vec<Curve>)>),
    Ellipse {
        center: Point,
        radii: Point,
    },
}

/// What an element draws, without its children.
pub fn form(name: &str, element: &Element<'_>) -> Result<Option<Form>, Fault> {
    let number = |key: &str| element.number(key);
    let size = |key: &str| element.size(key);
    Ok(Some(match name {
        "path" => Form::Path(path(element.get("d").unwrap_or(""))?),
        "polygon" | "polyline" => {
            let points = element.get("points").unwrap_or("").trim();
            let close = if name == "polygon" { " Z" } else { "" };
            Form::Path(path(&if points.is_empty() { String::new() } else { format!("M{points}{close}") })?)
        }
        "line" => {
            let end = [number("x2")?, number("y2")?];
            Form::Path(vec![([number("x1")?, number("y1")?], vec![Curve::Line(end)])])
        }
        "circle" => ellipse([number("cx")?, number("cy")?], [size("r")?; 2]),
        "ellipse" => {
            // A radius that is `auto` is the other one (SVG 2, 10.4).
            let (rx, ry) = (element.extent("rx")?, element.extent("ry")?);
            let radii = [rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0)];
            ellipse([number("cx")?, number("cy")?], radii)
        }
        "rect" => {
            let (rx, ry) = (element.round("rx")?, element.round("ry")?);
            let round = [rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0)];
            Form::Path(rectangle([number("x")?, number("y")?], [size("width")?, size("height")?], round))
        }
        _ => return Ok(None),
    }))
}

/// An ellipse. Without an extent it is not drawn.
fn ellipse(center: Point, radii: Point) -> Form {
    if radii[0] > 0.0 && radii[1] > 0.0 { Form::Ellipse { center, radii } } else { Form::Path(Vec::new()) }
}

/// A rectangle with rounded corners, from its upper left corner.
fn rectangle([x, y]: Point, [width, height]: Point, round: Point) -> Vec<(Point, Vec<Curve>)> {
    if !(width > 0.0 && height > 0.0) {
        return Vec::new();
    }
    let [rx, ry] = [round[0].min(width / 2.0), round[1].min(height / 2.0)];
    let (right, bottom) = (x + width, y + height);
    if !(rx > 0.0 && ry > 0.0) {
        let corners = [[right, y], [right, bottom], [x, bottom], [x, y]];
        return vec![([x, y], corners.map(Curve::Line).to_vec())];
    }
    let mut curves = Vec::new();
    let corners = [
        ([right - rx, y], [right, y + ry]),
        ([right, bottom - ry], [right - rx, bottom]),
        ([x + rx, bottom], [x, bottom - ry]),
        ([x, y + ry], [x + rx, y]),
    ];
    for (from, to) in corners {
        curves.push(Curve::Line(from));
        curves.push(arc([from, to], [rx, ry], 0.0, false, true));
    }
    vec![([x + rx, y], curves)]
}

impl Form {
    /// Whether it has a chain that does not end where it began. One straight line does not count.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Path(chains) => chains.iter().any(|(start, curves)| {
                let is_line = matches!(curves.as_slice(), [Curve::Line(_)]);
                !is_line && curves.last().is_some_and(|last| last.end() != *start)
            }),
            Self::Ellipse { .. } => false,
        }
    }

    /// About how many bytes it takes, with what it becomes.
    pub fn memory(&self) -> u64 {
        let curves = match self {
            Self::Path(chains) => chains.iter().map(|(_, curves)| 1 + curves.len()).sum(),
            Self::Ellipse { .. } => 1,
        };
        128 * (2 + curves as u64)
    }
}
