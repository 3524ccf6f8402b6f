//! The shapes of SVG pictures, in the coordinates as written (y points down there), with transforms applied.
//!
//! A shape is what its element fills, by the rule of `fill-rule` (`fill.rs`). Subpaths and polylines are closed, and it is said where nothing fills them. How wide
//! a line is does not count, nor do clips, masks and animations. What is hidden, and what neither a fill nor a line
//! paints, is left out. Style sheets count as far as they place or hide shapes (`sheet.rs`); `use` is followed.

mod condition;
mod element;
mod form;
mod length;
mod namespace;
mod path;
mod picture;
mod scan;
mod sheet;

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::entities::Entities;
use super::fill::FillRule;
use super::parts::Drawing;
use super::region::Region;
use super::words::{line_feeds, text_of_any_encoding};
use super::xml::Attributes;
use crate::fault::Fault;
use crate::plane::Point;
use condition::Switches;
use element::{Element, Group, Paint, READ};
use form::{Form, form};
use length::PIXEL;
use namespace::Namespaces;
use path::path;
use picture::{Outline, Picture};
use sheet::{Named, Sheets, declarations};

/// Elements that draw nothing at their own place. Their content is drawn elsewhere or never.
const NOT_DRAWN: [&str; 7] = ["defs", "clipPath", "mask", "marker", "pattern", "symbol", "metadata"];

/// `[a, b, c, d, e, f]` of SVG: x' = a x + c y + e, y' = b x + d y + f.
type Matrix = [f64; 6];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// The transform that applies `inner` first.
fn product([a, b, c, d, e, f]: &Matrix, inner: &Matrix) -> Matrix {
    let linear = |x: f64, y: f64| [a * x + c * y, b * x + d * y];
    let ([p, q], [r, s], [t, u]) = (linear(inner[0], inner[1]), linear(inner[2], inner[3]), linear(inner[4], inner[5]));
    [p, q, r, s, t + e, u + f]
}

/// Reads the outlines of a picture. Entities count that its document type declares in the file.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    picture(bytes)?.region()?.or_nothing()
}

/// Reads each element as a part.
pub(super) fn read_parts(bytes: &[u8]) -> Result<Drawing, Fault> {
    picture(bytes)?.drawing()
}

/// Reads path data such as `M0,0 L1,0 L0,1 Z`.
pub fn read_path(data: &str) -> Result<Region, Fault> {
    let mut picture = Picture::default();
    let form = Form::Path(path(data)?);
    picture.outlines.push(Outline { form, transform: IDENTITY, rule: FillRule::NonZero, name: None, named: None });
    picture.region()?.or_nothing()
}

/// Reads the elements of a picture.
fn picture(bytes: &[u8]) -> Result<Picture, Fault> {
    let text = text_of_any_encoding(bytes)?;
    let entities = Entities::of(&text);
    let mut walk = Walk {
        text: &text,
        sheets: sheets(&text, &entities)?,
        entities,
        picture: Picture::default(),
        root: None,
        is_of_the_world: false,
        places: None,
        used: Vec::new(),
        namespaces: Namespaces::default(),
        outside: 0,
        left: FOR_ANY_PICTURE + PER_BYTE * text.len() as u64,
    };
    walk.walk(0, Group::OUTERMOST, [None; 2])?;
    walk.picture.metres_per_unit =
        walk.root.filter(|root| root.is_of_the_world || walk.is_of_the_world).and_then(|root| root.metres_per_unit);
    Ok(walk.picture)
}

/// The style sheets of a picture, wherever they are. They apply to all of it.
fn sheets(text: &str, entities: &Entities) -> Result<Sheets, Fault> {
    let mut sheets = Sheets::default();
    if !text.contains("<style") && !text.contains(":style") {
        return Ok(sheets);
    }
    let mut reader = Reader::from_str(text);
    // The sheet that is open: where it is, its media, and its text so far.
    let mut open: Option<(u64, String, String)> = None;
    loop {
        let start = reader.buffer_position();
        match (reader.read_event(), &mut open) {
            (Ok(Event::Start(element)), None) if element.local_name().into_inner() == "style" => {
                let place = |fault: Fault| fault.under(&line(text, start));
                let attributes = Attributes::new(&element, &READ, entities).map_err(place)?;
                if ["", "text/css"].contains(&attributes.get("type").unwrap_or_default().trim()) {
                    open = Some((start, attributes.get("media").unwrap_or_default().to_owned(), String::new()));
                }
            }
            (Ok(Event::Text(part)), Some((_, _, sheet))) => sheet.push_str(&part),
            (Ok(Event::CData(part)), Some((_, _, sheet))) => sheet.push_str(&part),
            (Ok(Event::GeneralRef(name)), Some((_, _, sheet))) => {
                sheet.push_str(entities.get(&name).unwrap_or_default());
            }
            (Ok(Event::End(_)), Some(_)) => {
                let (start, media, sheet) = open.take().unwrap_or_default();
                let place = |fault: Fault| Fault::new(format!("style: {fault}")).under(&line(text, start));
                sheets.add(&sheet, &media).map_err(place)?;
            }
            // The main reading tells of faults.
            (Ok(Event::Eof) | Err(_), _) => return Ok(sheets),
            _ => {}
        }
    }
}

/// The line at a position of the text.
fn line(text: &str, position: u64) -> String {
    let position = usize::try_from(position).unwrap_or(text.len()).min(text.len());
    format!("line {}", 1 + line_feeds(&text.as_bytes()[..position]))
}

/// The longest `id` of a group that goes before the names of its elements. Longer: hostile files take more memory.
const LONGEST_GROUP: usize = 256;

/// The most elements that use each other in a row. A drawing has three or four.
const DEEPEST_USE: usize = 64;

/// Bytes of memory and of text that elements may take that are used, for any picture and for each byte of its file. If
/// larger, a hostile picture takes more time and memory. If smaller, drawings of many copies are refused.
const FOR_ANY_PICTURE: u64 = 64 << 20;
const PER_BYTE: u64 = 64;

/// What the outermost picture says of its unit.
struct Root {
    /// The length of a unit of the coordinates in metres, if pixels are 1/96 inch.
    metres_per_unit: Option<f64>,
    /// Whether its size has a unit of the world.
    is_of_the_world: bool,
}

/// A way through the elements of a picture. An element that is used is visited again.
struct Walk<'a> {
    text: &'a str,
    sheets: Sheets,
    entities: Entities,
    picture: Picture,
    /// `None` until the outermost `svg` has begun. Another `svg` is a picture within it.
    root: Option<Root>,
    /// Whether a length that counts has a unit of the world.
    is_of_the_world: bool,
    /// Where the element of each id begins. It is made when it is asked for first.
    places: Option<HashMap<String, usize>>,
    /// Where the elements begin that are being used.
    used: Vec<usize>,
    /// What prefixes mean. Within an element that is used they mean what they mean at the `use`.
    namespaces: Namespaces,
    /// How many elements are around the one that is being used.
    outside: usize,
    left: u64,
}

impl Walk<'_> {
    /// Visits the document, or the element that is used and begins at `start`. `size` is that of the element that uses
    /// it.
    fn walk(&mut self, start: usize, outer: Group, size: [Option<f64>; 2]) -> Result<(), Fault> {
        let (text, outside) = (self.text, self.outside);
        let mut reader = Reader::from_str(&text[start..]);
        // What holds for the children of each open element, and what selectors see of it.
        let (mut open, mut parents, mut switches) = (vec![outer], Vec::new(), Switches::default());
        loop {
            let at = start as u64 + reader.buffer_position();
            let event = reader.read_event().map_err(|error| {
                let at = start as u64 + reader.error_position();
                Fault::new(format!("expected SVG, found XML that cannot be read: {error}")).under(&line(text, at))
            })?;
            if !self.used.is_empty() {
                self.pay(start as u64 + reader.buffer_position() - at)?;
            }
            let group = open.last().copied().unwrap_or(Group::OUTERMOST);
            match event {
                Event::Start(ref element) | Event::Empty(ref element) => {
                    let name = element.local_name().into_inner().to_owned();
                    let depth = outside + open.len();
                    self.namespaces.begin(element, depth);
                    let is_own = self.namespaces.is_own(element);
                    let is_chosen = is_own && switches.choose(element, &name, open.len());
                    self.picture.excluded += usize::from(is_own && !is_chosen && group.drawn);
                    let group = if is_chosen { group } else { group.hidden() };
                    let place = |fault: Fault| Fault::new(format!("{name}: {fault}")).under(&line(text, at));
                    let size = Some(size).filter(|_| open.len() == 1 && !self.used.is_empty());
                    self.outside = depth;
                    let (inside, named) = self.add_element(element, &name, group, &parents, size).map_err(place)?;
                    self.outside = outside;
                    if matches!(event, Event::Start(_)) {
                        open.push(inside);
                        if is_own && name == "switch" {
                            switches.begin(open.len());
                        }
                        parents.extend(named);
                    } else {
                        self.namespaces.end(depth);
                    }
                }
                Event::End(_) => {
                    open.pop();
                    switches.end(open.len());
                    self.namespaces.end(outside + open.len());
                    parents.truncate(open.len().saturating_sub(1));
                }
                Event::PI(ref instruction) if instruction.starts_with("xml-stylesheet") => {
                    let message = "expected the style sheet in the file, found one beside it";
                    return Err(Fault::new(message).under(&line(text, at)));
                }
                Event::Eof if open.len() > 1 => {
                    return Err(Fault::new("expected the end of every element, found the end of the file"));
                }
                Event::Eof => return Ok(()),
                _ => continue,
            }
            if open.len() == 1 && !self.used.is_empty() {
                return Ok(());
            }
        }
    }

    /// Adds what an element draws, and returns what holds for its children, and what selectors see of it if there are
    /// any. `size` is that of the element that uses this one, `None` if none does.
    fn add_element(
        &mut self,
        element: &BytesStart<'_>,
        name: &str,
        group: Group,
        parents: &[Named],
        size: Option<[Option<f64>; 2]>,
    ) -> Result<(Group, Option<Named>), Fault> {
        let is_symbol = name == "symbol" && size.is_some();
        let is_drawn = group.drawn && (is_symbol || !NOT_DRAWN.contains(&name));
        if !is_drawn && self.sheets.is_empty() {
            return Ok((group.hidden(), None));
        }
        let attributes = Attributes::new(element, &READ, &self.entities)?;
        let named = (!self.sheets.is_empty()).then(|| Named {
            name: name.to_owned(),
            id: attributes.get("id").map(str::to_owned),
            classes: attributes.get("class").unwrap_or_default().to_owned(),
        });
        if !is_drawn {
            return Ok((group.hidden(), named));
        }
        let mut style = named.as_ref().map_or(Ok(Vec::new()), |named| self.sheets.of(named, parents))?;
        style.extend(declarations(attributes.get("style").unwrap_or_default()));
        let element = Element::new(attributes, style, group.around)?;
        let mut inside = element.inherit(group)?;
        if !inside.drawn {
            return Ok((inside, named));
        }
        self.picture.passed_over += usize::from(name == "text" || name == "image");
        match name {
            "svg" if self.root.is_none() => {
                inside.transform = product(&group.transform, &element.transform()?);
                inside.around = self.begin(&element)?;
            }
            "symbol" if element.get("refX").or(element.get("refY")).is_some() => {
                return Err(Fault::new("expected a symbol without refX and refY"));
            }
            "svg" | "symbol" => match element.viewport(size.unwrap_or_default())? {
                Some((place, around)) => {
                    inside.transform = product(&group.transform, &place);
                    inside.around = around;
                }
                None => return Ok((inside.hidden(), named)),
            },
            _ => inside.transform = product(&group.transform, &element.transform()?),
        }
        let form = form(name, &element)?;
        let is_shape = form.is_some();
        if let Some(form) = form {
            // A line alone has no inside that a fill paints.
            let fill = if name == "line" { Paint::None } else { inside.fill };
            let stroke = if inside.is_wide { inside.stroke } else { Paint::None };
            self.add_outline(&element, form, Group { fill, stroke, ..inside })?;
        } else if let Some(id) = element.get("id").filter(|id| (1..=LONGEST_GROUP).contains(&id.len())) {
            if name == "g" || name == "use" {
                self.picture.groups.push(id.to_owned());
                inside.named = Some(self.picture.groups.len() - 1);
            }
        }
        if name == "use" {
            self.follow(&element, inside)?;
            inside = inside.hidden();
        }
        self.is_of_the_world |= element.is_of_the_world.get() && (is_shape || name == "use");
        Ok((inside, named))
    }

    /// Reads the size of the outermost picture, and returns that of what it shows, if it is known.
    fn begin(&mut self, element: &Element<'_>) -> Result<Option<Point>, Fault> {
        let [width, height] = ["width", "height"].map(|key| element.outermost_size(key));
        let window = element.window()?;
        let tenths_of_um = match (window, [width[1], height[1]]) {
            (None, _) => Some(PIXEL),
            (Some(_), [None, None]) => None,
            (Some(window), size) => {
                // A size that is missing follows from the other one.
                let follows = |axis: usize| Some(size[1 - axis]? * window.size[axis] / window.size[1 - axis]);
                let area = [0, 1].map(|axis| size[axis].or_else(|| follows(axis)).unwrap_or_default());
                let [x, _, _, y, ..] = window.over(area, element.get("preserveAspectRatio"))?;
                // Sizes are rounded to some six digits.
                let is_even = (x - y).abs() <= 1e-5 * x.max(y);
                if !is_even && element.has_size_of_the_world() {
                    let message =
                        format!("expected the same scale along both axes, found {:.6} times another one", x / y);
                    return Err(Fault::new(message).under("preserveAspectRatio"));
                }
                Some(x).filter(|_| is_even)
            }
        };
        let metres_per_unit = tenths_of_um.map(|tenths| tenths / 1e7).filter(|metres| metres.is_normal());
        let size = [width[0], height[0]];
        self.root = Some(Root { metres_per_unit, is_of_the_world: element.has_size_of_the_world() });
        Ok(window.map(|window| window.size).or(size[0].zip(size[1]).map(|(width, height)| [width, height])))
    }

    /// Adds what an element fills, unless it is hidden or paints nothing.
    fn add_outline(&mut self, element: &Element<'_>, form: Form, group: Group) -> Result<(), Fault> {
        if !group.visible {
            return Ok(());
        }
        match (group.fill, group.stroke) {
            (Paint::Some, _) | (_, Paint::Some) => {}
            (Paint::None, Paint::None) => {
                self.picture.unpainted += 1;
                return Ok(());
            }
            _ => return Err(Fault::new("expected a fill or none, found a variable").under("fill")),
        }
        self.picture.closed += usize::from(group.fill == Paint::None && form.is_open());
        let name = element.get("id").map(str::to_owned);
        if !self.used.is_empty() {
            self.pay(form.memory() + name.as_ref().map_or(0, String::len) as u64)?;
        }
        let Group { transform, rule, named, .. } = group;
        self.picture.outlines.push(Outline { form, transform, rule, name, named });
        Ok(())
    }

    /// Draws the element that another one uses (SVG 2, 5.6).
    fn follow(&mut self, element: &Element<'_>, group: Group) -> Result<(), Fault> {
        let Some(reference) = element.reference() else { return Ok(()) };
        let found = |what: &str| Fault::new(format!("expected {what}, found {reference:?}")).under("href");
        let id = reference.trim().strip_prefix('#').ok_or_else(|| found("a reference within the file"))?;
        let text = self.text;
        let places = self.places.get_or_insert_with(|| places(text, &self.entities));
        let &start = places.get(id).ok_or_else(|| found("the id of an element"))?;
        if self.used.contains(&start) {
            return Err(found("an element that does not use itself"));
        }
        if self.used.len() == DEEPEST_USE {
            return Err(found(&format!("at most {DEEPEST_USE} elements that use each other")));
        }
        let moved = [1.0, 0.0, 0.0, 1.0, element.number("x")?, element.number("y")?];
        let size = [element.extent("width")?, element.extent("height")?];
        let transform = product(&group.transform, &moved);
        self.used.push(start);
        self.walk(start, Group { transform, ..group }, size)?;
        self.used.pop();
        Ok(())
    }

    /// Takes bytes for an element that is used.
    fn pay(&mut self, bytes: u64) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes).ok_or_else(|| {
            let most = "64 MiB and 64 times the bytes of the file";
            Fault::new(format!("expected copies of elements that take at most {most}, found more"))
        })?;
        Ok(())
    }
}

/// Where the element of each id begins. Of equal ids the first one counts.
fn places(text: &str, entities: &Entities) -> HashMap<String, usize> {
    let (mut reader, mut places) = (Reader::from_str(text), HashMap::new());
    loop {
        let start = reader.buffer_position() as usize;
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                if let Ok(attributes) = Attributes::new(&element, &["id"], entities)
                    && let Some(id) = attributes.get("id")
                {
                    places.entry(id.to_owned()).or_insert(start);
                }
            }
            Ok(Event::Eof) | Err(_) => return places,
            _ => {}
        }
    }
}
