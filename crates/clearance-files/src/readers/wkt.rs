//! Well-known text: points, lines, polygons and collections of these, in the coordinates as written.
//!
//! A file may hold several geometries, one after the other. All are read. The third and fourth coordinates of a point
//! are skipped. So is `SRID=...;` before a geometry, unless it says that coordinates are degrees.

use super::parts::Drawing;
use super::region::{DEGREES, Region};
use super::words::wide_or_utf8;
use crate::fault::Fault;
use crate::plane::Point;

/// What is read.
const GEOMETRIES: &str = "POINT, LINESTRING, POLYGON, MULTI before these or a collection of them";

/// The words that begin a geometry.
const KEYWORDS: [&str; 7] =
    ["POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"];

/// Whether a text in capitals begins as a geometry. `point.obj` is the name of a file.
pub(super) fn begins(text: &str) -> bool {
    let word = text.split(|c: char| c.is_ascii_whitespace() || c == '(').next().unwrap_or_default();
    let is_whole = |rest: &str| ["", "Z", "M", "ZM"].contains(&rest);
    text.starts_with("SRID=") || KEYWORDS.iter().any(|keyword| word.strip_prefix(keyword).is_some_and(is_whole))
}

/// Whether a text is built as a geometry of another word: letters, perhaps a word for more coordinates, and brackets around
/// numbers with spaces between them. `part (2)` is the name of a file.
pub(super) fn resembles(text: &str) -> bool {
    let Some((head, inside)) = text.trim_end().strip_suffix(')').and_then(|text| text.split_once('(')) else {
        return false;
    };
    let mut words = head.split_ascii_whitespace();
    let is_word =
        words.next().is_some_and(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let is_head = words.all(|word| ["Z", "M", "ZM"].iter().any(|more| more.eq_ignore_ascii_case(word)));
    let inside = inside.trim_start_matches(['(', ' ']);
    let is_numbers = inside.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && inside.contains(' ');
    is_word && is_head && is_numbers
}

/// The most collections inside each other.
const DEEPEST: usize = 64;

/// Reads all polygons.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    let mut words = Words { text: &wide_or_utf8(bytes)?, at: 0 };
    let mut region = Region::default();
    loop {
        words.skip_separators();
        if words.peek().is_none() {
            region.remarks.extend(words.degrees());
            return region.or_nothing();
        }
        geometry(&mut words, &mut region, 0)?;
    }
}

/// Reads each geometry as a part.
pub(super) fn read_parts(bytes: &[u8]) -> Result<Drawing, Fault> {
    let mut words = Words { text: &wide_or_utf8(bytes)?, at: 0 };
    let mut drawing = Drawing::default();
    loop {
        words.skip_separators();
        if words.peek().is_none() {
            drawing.remarks.extend(words.degrees());
            return Ok(drawing);
        }
        part(&mut words, &mut drawing, 0)?;
    }
}

/// Adds the geometry that begins here as a part, or those of a collection as parts of their own.
fn part(words: &mut Words<'_>, drawing: &mut Drawing, depth: usize) -> Result<(), Fault> {
    let begin = words.at;
    if kind(words)?.0 == "GEOMETRYCOLLECTION" && depth < DEEPEST {
        return list(words, |words| part(words, drawing, depth + 1));
    }
    words.at = begin;
    let mut region = Region::default();
    geometry(words, &mut region, depth)?;
    drawing.add(None, region);
    Ok(())
}

/// The kind of the geometry that begins here, and the word that says so.
fn kind<'a>(words: &mut Words<'a>) -> Result<(String, &'a str), Fault> {
    let keyword = words.take(GEOMETRIES)?;
    let upper = keyword.to_ascii_uppercase();
    let kind = match upper.strip_prefix("SRID=") {
        Some(_) => {
            words.skip_separators();
            words.take(GEOMETRIES)?.to_ascii_uppercase()
        }
        None => upper,
    };
    // The dimensions may be a word of their own or the end of the keyword.
    let kind = ["ZM", "Z", "M"].iter().find_map(|tag| kind.strip_suffix(tag)).unwrap_or(&kind).to_owned();
    if words.peek().is_some_and(|tag| ["Z", "M", "ZM"].contains(&tag.to_ascii_uppercase().as_str())) {
        words.take("Z, M or ZM")?;
    }
    Ok((kind, keyword))
}

/// Adds the polygons of the geometry that begins here.
fn geometry(words: &mut Words<'_>, region: &mut Region, depth: usize) -> Result<(), Fault> {
    let (kind, keyword) = kind(words)?;
    match kind.as_str() {
        "POINT" => list_of_points(words).map(|points| region.add_line(points)),
        "MULTIPOINT" => list(words, |words| {
            // Each point may have brackets of its own.
            let points = if ["(", "EMPTY"].contains(&words.peek().unwrap_or_default()) {
                list_of_points(words)?
            } else {
                vec![point(words)?]
            };
            region.add_line(points);
            Ok(())
        }),
        "LINESTRING" => list_of_points(words).map(|points| region.add_line(points)),
        "MULTILINESTRING" => list(words, |words| list_of_points(words).map(|points| region.add_line(points))),
        "POLYGON" => polygon(words, region),
        "MULTIPOLYGON" => list(words, |words| polygon(words, region)),
        "GEOMETRYCOLLECTION" if depth == DEEPEST => {
            Err(words.fault(&format!("expected at most {DEEPEST} collections inside each other, found more")))
        }
        "GEOMETRYCOLLECTION" => list(words, |words| geometry(words, region, depth + 1)),
        _ => Err(words.fault(&format!("expected {GEOMETRIES}, found {keyword:?}"))),
    }
}

fn polygon(words: &mut Words<'_>, region: &mut Region) -> Result<(), Fault> {
    let mut rings = Vec::new();
    list(words, |words| {
        rings.push(ring(words)?);
        Ok(())
    })?;
    region.add_polygon(rings);
    Ok(())
}

/// The points of a ring without the last one, which repeats the first.
fn ring(words: &mut Words<'_>) -> Result<Vec<Point>, Fault> {
    let mut points = list_of_points(words)?;
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Ok(points)
}

fn list_of_points(words: &mut Words<'_>) -> Result<Vec<Point>, Fault> {
    let mut points = Vec::new();
    list(words, |words| {
        points.push(point(words)?);
        Ok(())
    })?;
    Ok(points)
}

/// The first two coordinates of a point. Two more may follow.
fn point(words: &mut Words<'_>) -> Result<Point, Fault> {
    let point = [number(words)?, number(words)?];
    for _ in 0..2 {
        if words.peek().is_some_and(|word| !["(", ")", ","].contains(&word)) {
            number(words)?;
        }
    }
    Ok(point)
}

fn number(words: &mut Words<'_>) -> Result<f64, Fault> {
    let word = words.take("a number")?;
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(words.fault(&format!("expected a finite number, found {word}"))),
        Err(_) => Err(words.fault(&format!("expected a number, found {word:?}"))),
    }
}

/// `EMPTY`, or items in brackets with commas between them.
fn list<'a>(words: &mut Words<'a>, mut item: impl FnMut(&mut Words<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
    match words.take("\"(\" or EMPTY")? {
        word if word.eq_ignore_ascii_case("EMPTY") => return Ok(()),
        "(" => {}
        other => return Err(words.fault(&format!("expected \"(\" or EMPTY, found {other:?}"))),
    }
    loop {
        item(words)?;
        match words.take("\",\" or \")\"")? {
            "," => {}
            ")" => return Ok(()),
            other => return Err(words.fault(&format!("expected \",\" or \")\", found {other:?}"))),
        }
    }
}

/// Brackets, commas and the words between them.
struct Words<'a> {
    text: &'a str,
    /// How much of the text has been read.
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word and where it ends.
    fn next(&self) -> Option<(&'a str, usize)> {
        let rest = self.text[self.at..].trim_ascii_start();
        let first = rest.chars().next()?;
        let is_end = |c: char| c.is_ascii_whitespace() || "(),;".contains(c);
        let length = if is_end(first) { 1 } else { rest.find(is_end).unwrap_or(rest.len()) };
        Some((&rest[..length], self.text.len() - rest.len() + length))
    }

    fn peek(&self) -> Option<&'a str> {
        self.next().map(|(word, _)| word)
    }

    fn take(&mut self, expected: &str) -> Result<&'a str, Fault> {
        let ended = || self.fault(&format!("expected {expected}, found the end of the text"));
        let (word, end) = self.next().ok_or_else(ended)?;
        self.at = end;
        Ok(word)
    }

    /// Skips semicolons. Some programs write them between geometries.
    fn skip_separators(&mut self) {
        while let Some((";", end)) = self.next() {
            self.at = end;
        }
    }

    /// What is to be said if the text says that its coordinates are degrees (EPSG 4326).
    fn degrees(&self) -> Option<String> {
        let says = self.text.get(..self.text.len().min(4096)).unwrap_or(self.text).to_ascii_uppercase();
        says.contains("SRID=4326").then(|| DEGREES.to_owned())
    }

    /// A complaint about the line of the last word that was read.
    fn fault(&self, message: &str) -> Fault {
        let line = 1 + self.text[..self.at].bytes().filter(|&byte| byte == b'\n').count();
        Fault::new(message).under(&format!("line {line}"))
    }
}
