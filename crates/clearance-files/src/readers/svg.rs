//! The shapes of SVG pictures, in the coordinates as written (y points down there), with transforms applied.
//!
//! A shape is what its element fills, by the rule of `fill-rule` (`fill.rs`). Whether it is painted, and how wide its
//! line is, does not count. Subpaths and polylines are closed.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use svgtypes::Transform;

use super::curve::{self, Curve, FINENESS};
use super::fill::{self, FillRule};
use super::parts::Drawing;
use super::region::{Approximation, Region};
use super::svg_path::{arc, path};
use super::words::{line_feeds, text_of_any_encoding};
use super::xml::Attributes;
use crate::fault::Fault;
use crate::plane::Point;

/// The most chords of a picture. A picture that needs more gets coarser ones, and the bounds include the error.
const MOST_CHORDS: f64 = 2e6;

/// Elements that draw nothing at their own place. Their content is drawn elsewhere or never.
const NOT_DRAWN: [&str; 7] = ["defs", "clipPath", "mask", "marker", "pattern", "symbol", "metadata"];

/// Reads the outlines of a picture. A document type and its entities are not followed.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    picture(bytes)?.region()?.or_nothing()
}

/// Reads each element as a part.
pub(super) fn read_parts(bytes: &[u8]) -> Result<Drawing, Fault> {
    picture(bytes)?.drawing()
}

/// Reads the elements of a picture.
fn picture(bytes: &[u8]) -> Result<Picture, Fault> {
    let text = text_of_any_encoding(bytes)?;
    let mut reader = Reader::from_str(&text);
    let mut picture = Picture::default();
    // What holds for the children of each open element.
    let mut open = vec![Group::OUTERMOST];
    loop {
        let start = reader.buffer_position();
        let event = reader.read_event().map_err(|error| {
            let at = reader.error_position();
            Fault::new(format!("expected SVG, found XML that cannot be read: {error}")).under(&line(&text, at))
        })?;
        let group = open.last().copied().unwrap_or(Group::OUTERMOST);
        match event {
            Event::Start(ref element) | Event::Empty(ref element) => {
                let name = element.local_name().into_inner().to_owned();
                let place = |fault: Fault| Fault::new(format!("{name}: {fault}")).under(&line(&text, start));
                let inside = picture.add_element(element, &name, group).map_err(place)?;
                if matches!(event, Event::Start(_)) {
                    open.push(inside);
                }
            }
            Event::End(_) => drop(open.pop()),
            Event::Eof if open.len() > 1 => {
                return Err(Fault::new("expected the end of every element, found the end of the file"));
            }
            Event::Eof => return Ok(picture),
            _ => {}
        }
    }
}

/// The line at a position of the text.
fn line(text: &str, position: u64) -> String {
    let position = usize::try_from(position).unwrap_or(text.len()).min(text.len());
    format!("line {}", 1 + line_feeds(&text.as_bytes()[..position]))
}

/// What holds for the children of an element.
#[derive(Clone, Copy)]
struct Group {
    transform: Matrix,
    drawn: bool,
    rule: FillRule,
    /// The nearest group with an `id`: its place among the picture's groups.
    named: Option<usize>,
}

impl Group {
    const OUTERMOST: Self = Self { transform: IDENTITY, drawn: true, rule: FillRule::NonZero, named: None };
}

/// Reads path data such as `M0,0 L1,0 L0,1 Z`.
pub fn read_path(data: &str) -> Result<Region, Fault> {
    let mut picture = Picture::default();
    let form = Form::Path(path(data)?);
    picture.outlines.push(Outline { form, transform: IDENTITY, rule: FillRule::NonZero, name: None, named: None });
    picture.region()?.or_nothing()
}

/// `[a, b, c, d, e, f]` of SVG: x' = a x + c y + e, y' = b x + d y + f.
type Matrix = [f64; 6];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// What an element draws, before its curves are chords.
enum Form {
    /// Chains of curves, each from a start.
    Path(Vec<(Point, Vec<Curve>)>),
    Ellipse {
        center: Point,
        radii: Point,
    },
}

struct Outline {
    form: Form,
    transform: Matrix,
    rule: FillRule,
    /// The `id` of the element.
    name: Option<String>,
    /// As for [`Group`].
    named: Option<usize>,
}

/// The transform that applies `inner` first.
fn product([a, b, c, d, e, f]: &Matrix, inner: &Matrix) -> Matrix {
    let linear = |x: f64, y: f64| [a * x + c * y, b * x + d * y];
    let ([p, q], [r, s], [t, u]) = (linear(inner[0], inner[1]), linear(inner[2], inner[3]), linear(inner[4], inner[5]));
    [p, q, r, s, t + e, u + f]
}

/// The attributes that place an element, and those that say what it draws.
const READ: [&str; 21] = [
    "id",
    "d",
    "points",
    "transform",
    "style",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "width",
    "height",
    "viewBox",
    "display",
    "fill-rule",
];

impl Attributes<'_> {
    /// The transform of the element itself.
    fn transform(&self) -> Result<Matrix, Fault> {
        if self.get("style").is_some_and(|style| style.contains("transform:")) {
            return Err(Fault::new("expected an attribute transform, found one in the style"));
        }
        let Some(text) = self.get("transform") else { return Ok(IDENTITY) };
        let wrong = |error| Fault::new(format!("expected a list such as translate(1 2): {error}")).under("transform");
        let Transform { a, b, c, d, e, f } = text.parse().map_err(wrong)?;
        Ok([a, b, c, d, e, f])
    }

    /// The place of a picture within the picture.
    fn viewport(&self) -> Result<Matrix, Fault> {
        if self.get("viewBox").is_some() {
            return Err(Fault::new("expected a picture within the picture without a viewBox, found one that scales"));
        }
        Ok(product(&self.transform()?, &[1.0, 0.0, 0.0, 1.0, self.number("x")?, self.number("y")?]))
    }

    /// The value that the style gives a property.
    fn styled(&self, property: &str) -> Option<&str> {
        let rules = self.get("style").unwrap_or_default().split(';').filter_map(|rule| rule.split_once(':'));
        rules.rev().find(|(name, _)| name.trim() == property).map(|(_, value)| value)
    }

    /// Whether neither the element nor its content is drawn.
    fn is_hidden(&self) -> bool {
        [self.get("display"), self.styled("display")].into_iter().flatten().any(|value| value.trim() == "none")
    }

    /// The fill rule of the element, which its content inherits. The style wins over the attribute.
    fn fill_rule(&self, inherited: FillRule) -> FillRule {
        let named = |text: Option<&str>| text.and_then(FillRule::named);
        named(self.styled("fill-rule")).or_else(|| named(self.get("fill-rule"))).unwrap_or(inherited)
    }

    /// An attribute as a number in the unit of the picture.
    fn number_or_none(&self, key: &str) -> Result<Option<f64>, Fault> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let word = text.trim();
        match word.strip_suffix("px").unwrap_or(word).parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(Fault::new(format!("expected a number without a unit, found {text:?}")).under(key)),
        }
    }

    /// The same, 0 where there is none.
    fn number(&self, key: &str) -> Result<f64, Fault> {
        self.number_or_none(key).map(Option::unwrap_or_default)
    }

    fn size(&self, key: &str) -> Result<f64, Fault> {
        match self.number(key)? {
            size if size < 0.0 => {
                Err(Fault::new(format!("expected a size that is not negative, found {size}")).under(key))
            }
            size => Ok(size),
        }
    }

    /// The radius of a rectangle's corners. `auto` and negative radii mean none.
    fn round(&self, key: &str) -> Result<Option<f64>, Fault> {
        if self.get(key).is_some_and(|text| text.trim() == "auto") {
            return Ok(None);
        }
        Ok(self.number_or_none(key)?.filter(|&radius| radius >= 0.0))
    }
}

/// What an element draws, without its children.
fn form(name: &str, attributes: &Attributes<'_>) -> Result<Option<Form>, Fault> {
    let number = |key: &str| attributes.number(key);
    let size = |key: &str| attributes.size(key);
    Ok(Some(match name {
        "path" => Form::Path(path(attributes.get("d").unwrap_or(""))?),
        "polygon" | "polyline" => {
            let points = attributes.get("points").unwrap_or("").trim();
            Form::Path(path(&if points.is_empty() { String::new() } else { format!("M{points} Z") })?)
        }
        "line" => {
            let end = [number("x2")?, number("y2")?];
            Form::Path(vec![([number("x1")?, number("y1")?], vec![Curve::Line(end)])])
        }
        "circle" => Form::Ellipse { center: [number("cx")?, number("cy")?], radii: [size("r")?; 2] },
        "ellipse" => Form::Ellipse { center: [number("cx")?, number("cy")?], radii: [size("rx")?, size("ry")?] },
        "rect" => {
            let (rx, ry) = (attributes.round("rx")?, attributes.round("ry")?);
            let round = [rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0)];
            Form::Path(rectangle([number("x")?, number("y")?], [size("width")?, size("height")?], round))
        }
        "use" => return Err(Fault::new("expected the shape itself; replace what is used by copies of it first")),
        _ => return Ok(None),
    }))
}

/// A rectangle with rounded corners, from its upper left corner.
fn rectangle([x, y]: Point, [width, height]: Point, round: Point) -> Vec<(Point, Vec<Curve>)> {
    if !(width > 0.0 && height > 0.0) {
        return Vec::new();
    }
    let [rx, ry] = [round[0].min(width / 2.0), round[1].min(height / 2.0)];
    let (right, bottom) = (x + width, y + height);
    if !(rx > 0.0 && ry > 0.0) {
        let corners = [[right, y], [right, bottom], [x, bottom]];
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

/// The longest `id` of a group that goes before the names of its elements. Longer: hostile files take more memory.
const LONGEST_GROUP: usize = 256;

#[derive(Default)]
struct Picture {
    outlines: Vec<Outline>,
    /// The names of groups.
    groups: Vec<String>,
    /// How many elements have no outline that could be read.
    passed_over: usize,
    /// Whether the outermost `svg` has begun. Another `svg` is a picture within it.
    rooted: bool,
}

impl Picture {
    /// Adds what an element draws, and returns what holds for its children.
    fn add_element(&mut self, element: &BytesStart<'_>, name: &str, group: Group) -> Result<Group, Fault> {
        if !group.drawn || NOT_DRAWN.contains(&name) {
            return Ok(Group { drawn: false, ..group });
        }
        let attributes = Attributes::new(element, &READ)?;
        if attributes.is_hidden() {
            return Ok(Group { drawn: false, ..group });
        }
        self.passed_over += usize::from(name == "text" || name == "image");
        let nested = name == "svg" && std::mem::replace(&mut self.rooted, true);
        let own = if nested { attributes.viewport()? } else { attributes.transform()? };
        let transform = product(&group.transform, &own);
        let rule = attributes.fill_rule(group.rule);
        if let Some(form) = form(name, &attributes)? {
            let name = attributes.get("id").map(str::to_owned);
            self.outlines.push(Outline { form, transform, rule, name, named: group.named });
            return Ok(Group { transform, drawn: true, rule, named: group.named });
        }
        let named = match attributes.get("id") {
            Some(id) if name == "g" && (1..=LONGEST_GROUP).contains(&id.len()) => {
                self.groups.push(id.to_owned());
                Some(self.groups.len() - 1)
            }
            _ => group.named,
        };
        Ok(Group { transform, drawn: true, rule, named })
    }

    /// How far chords may be from their curves, as a share of these.
    fn fineness(&self) -> f64 {
        let chords: f64 = self.outlines.iter().map(|outline| outline.chords(FINENESS)).sum();
        // If chords may be twice as far from the curve, their number falls by the root of 2.
        FINENESS * (chords / MOST_CHORDS).powi(2).max(1.0)
    }

    /// Each outline as a part.
    fn drawing(self) -> Result<Drawing, Fault> {
        let (fineness, mut drawing, mut all) = (self.fineness(), Drawing::default(), Approximation::default());
        for outline in &self.outlines {
            let mut region = Region::default();
            outline.add_to(&mut region, fineness)?;
            all = all.and(region.approximation);
            let own = outline.name.clone().unwrap_or_else(|| drawing.parts.len().to_string());
            let group = outline.named.map(|group| format!("{}/", self.groups[group])).unwrap_or_default();
            drawing.add(Some(group + &own), region);
        }
        drawing.remarks = self.remarks(all);
        drawing.is_curved = self.outlines.iter().any(Outline::is_curved);
        Ok(drawing)
    }

    /// All outlines as rings.
    fn region(self) -> Result<Region, Fault> {
        let (fineness, mut region) = (self.fineness(), Region::default());
        for outline in &self.outlines {
            outline.add_to(&mut region, fineness)?;
        }
        region.remarks = self.remarks(region.approximation);
        Ok(region)
    }

    fn remarks(&self, Approximation { outward, .. }: Approximation) -> Vec<String> {
        let is_curved = self.outlines.iter().any(Outline::is_curved);
        let curved =
            is_curved.then(|| format!("curves became polygons within {outward:.1e}, which the bounds include"));
        let count = self.passed_over;
        let passed_over = format!("text and image elements, of which there are {count}, were passed over");
        curved.into_iter().chain((count > 0).then_some(passed_over)).collect()
    }
}

impl Outline {
    /// The number of chords of curves. Straight lines are not counted, because the file sets their number.
    fn chords(&self, fineness: f64) -> f64 {
        match &self.form {
            Form::Path(chains) => {
                let curves = chains.iter().flat_map(|(_, curves)| curves);
                curves.filter(|curve| !matches!(curve, Curve::Line(_))).map(|curve| curve.chords(fineness)).sum()
            }
            Form::Ellipse { .. } => curve::chords_of_angle(std::f64::consts::PI, fineness),
        }
    }

    fn is_curved(&self) -> bool {
        self.chords(FINENESS) > 0.0
    }

    /// Adds the polygons that the element fills, with chords in place of curves.
    fn add_to(&self, region: &mut Region, fineness: f64) -> Result<(), Fault> {
        let (mut rings, mut approximation) = (Vec::new(), Approximation::default());
        match &self.form {
            Form::Path(chains) => {
                for (start, curves) in chains {
                    let mut ring = vec![*start];
                    for curve in curves {
                        approximation = approximation.and(curve.push(fineness, &mut ring));
                    }
                    rings.push(ring);
                }
            }
            Form::Ellipse { center, radii } => {
                let (ring, error) = curve::ellipse(*center, *radii, fineness);
                approximation = error;
                rings.push(ring);
            }
        }
        let [a, b, c, d, e, f] = self.transform;
        if self.transform != IDENTITY {
            let moved = |p: &Point| [a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f];
            let terms =
                |p: &Point| [(a * p[0]).abs(), (c * p[1]).abs(), e.abs(), (b * p[0]).abs(), (d * p[1]).abs(), f.abs()];
            let greatest = rings.iter().flatten().flat_map(terms).fold(0.0, f64::max);
            rings.iter_mut().flatten().for_each(|point| *point = moved(point));
            // The Frobenius norm bounds how much a matrix stretches.
            let stretch = a.hypot(b).hypot(c.hypot(d)) * (1.0 + 1e-9);
            approximation.outward = approximation.outward * stretch + curve::ROUNDINGS * greatest;
            approximation.inward = approximation.inward * stretch + curve::ROUNDINGS * greatest;
        }
        let errors = [approximation.outward, approximation.inward];
        if !rings.iter().flatten().flatten().chain(&errors).all(|number| number.is_finite()) {
            return Err(Fault::new("expected numbers whose shape stays within the range of numbers"));
        }
        region.approximation = region.approximation.and(approximation);
        if self.is_curved() {
            // Chords that are shorter than the rounding of their ends have no length.
            rings.iter_mut().for_each(Vec::dedup);
        }
        rings.iter_mut().for_each(open_ring);
        fill::polygons(rings, self.rule).into_iter().for_each(|polygon| region.add_polygon(polygon));
        Ok(())
    }
}

/// Removes the last points of a ring if they repeat the first.
fn open_ring(ring: &mut Vec<Point>) {
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}
