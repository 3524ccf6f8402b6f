//! PLY, the polygon file format of Stanford, as text and as binary data of both byte orders.
//!
//! Of the elements `vertex`, `face`, `tristrips` and `trifans` the properties `x`, `y`, `z` and `vertex_indices` are kept.
//! Everything else is skipped, whatever its type.

use super::mesh::Mesh;
use super::words::{Line, Lines, is_wide, line_feeds, text_of_any_encoding};
use crate::fault::Fault;

/// Reads the vertices and faces.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    if is_wide(bytes) {
        return read(text_of_any_encoding(bytes)?.as_bytes());
    }
    let (header, body) = split_header(bytes)?;
    let lines = line_feeds(&header);
    let header = Header::read(&text_of_any_encoding(&header)?)?;
    match header.encoding {
        Encoding::Ascii => {
            let text = text_of_any_encoding(body)?;
            let mut values = AsciiValues { lines: Lines::new(&text, lines + 1), line: None };
            let mesh = header.read_body(&mut values)?;
            Ok(match values.lines.next() {
                None => mesh,
                Some(line) => mesh.with_remark(format!(
                    "line {} and what follows is more than the header announces and was passed over",
                    line.number_in_file()
                )),
            })
        }
        Encoding::LittleEndian => binary(&header, body, u64_from_little),
        Encoding::BigEndian => binary(&header, body, u64_from_big),
    }
}

/// Reads a binary body in the byte order given.
fn binary(header: &Header, body: &[u8], order: fn(&[u8]) -> u64) -> Result<Mesh, Fault> {
    let mut values = BinaryValues { rest: body, order };
    let mesh = header.read_body(&mut values)?;
    Ok(match values.rest.len() {
        0 => mesh,
        rest => mesh.with_remark(format!("{rest} bytes after the last element were passed over")),
    })
}

/// The header with its last line, and the rest of the file. The line ends of the header become line feeds.
fn split_header(bytes: &[u8]) -> Result<(Vec<u8>, &[u8]), Fault> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let is_end = |byte: &u8| *byte == b'\n' || *byte == b'\r';
    let (mut header, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        let (line, end) = rest.split_at(rest.iter().position(is_end).unwrap_or(rest.len()));
        if header.is_empty() && line.trim_ascii() != b"ply" {
            break;
        }
        // The header may end its lines with a carriage return alone. Then the next byte may be a line feed by chance.
        let first = bytes[3..].trim_ascii_start().len();
        let alone = bytes[..bytes.len() - first].ends_with(b"\r") && !bytes[..bytes.len() - first].contains(&b'\n');
        let skipped = if end.starts_with(b"\r\n") && !alone { 2 } else { end.len().min(1) };
        rest = &end[skipped..];
        header.extend_from_slice(line);
        header.push(b'\n');
        if line.trim_ascii() == b"end_header" {
            return Ok((header, rest));
        }
    }
    Err(match header.is_empty() {
        true => Fault::new("expected \"ply\" at the beginning of the file").under("line 1"),
        false => Fault::new("expected a line end_header, found none"),
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Ascii,
    LittleEndian,
    BigEndian,
}

/// A type of number.
#[derive(Clone, Copy)]
enum Kind {
    Signed(usize),
    Unsigned(usize),
    Float,
    Double,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Self::Signed(1),
            "short" | "int16" => Self::Signed(2),
            "int" | "int32" => Self::Signed(4),
            "uchar" | "uint8" => Self::Unsigned(1),
            "ushort" | "uint16" => Self::Unsigned(2),
            "uint" | "uint32" => Self::Unsigned(4),
            "float" | "float32" => Self::Float,
            "double" | "float64" => Self::Double,
            _ => return None,
        })
    }
}

struct Property {
    name: String,
    kind: Kind,
    /// The type of the length when the property is a list.
    list: Option<Kind>,
}

struct Element {
    name: String,
    /// The counts that the header announces. No room is made for data before they are there.
    count: u64,
    properties: Vec<Property>,
}

struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
}

impl Header {
    fn read(text: &str) -> Result<Self, Fault> {
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        for mut line in Lines::new(text, 1) {
            match line.word() {
                Some("format") => encoding = Some(Self::encoding(&mut line)?),
                Some("element") => {
                    let name = line.parse("element", "a name")?;
                    elements.push(Element { name, count: line.parse("element", "a count")?, properties: Vec::new() });
                }
                Some("property") => {
                    let property = Self::property(&mut line)?;
                    let element = elements.last_mut().ok_or_else(|| line.fault("expected an element before it"))?;
                    element.properties.push(property);
                }
                Some("ply" | "comment" | "obj_info" | "end_header") => {}
                other => {
                    let found = other.unwrap_or("nothing");
                    return Err(line.fault(format!("expected format, element, property or comment, found {found:?}")));
                }
            }
        }
        let encoding = encoding.ok_or_else(|| Fault::new("expected a line format, found none"))?;
        for axis in ["x", "y", "z"] {
            let vertices = elements.iter().filter(|element| element.name == "vertex");
            if !vertices.flat_map(|element| &element.properties).any(|property| property.name == axis) {
                return Err(Fault::new(format!("expected a property {axis} of the element vertex, found none")));
            }
        }
        Ok(Self { encoding, elements })
    }

    /// The vertices and faces after the header.
    fn read_body(&self, values: &mut dyn Values) -> Result<Mesh, Fault> {
        let (mut points, mut faces) = (Vec::new(), Vec::new());
        // Elements without properties take no room in the file, however many are announced.
        for element in self.elements.iter().filter(|element| !element.properties.is_empty()) {
            for index in 0..element.count {
                let (point, face) = element.read_one(values).map_err(|fault| Fault {
                    path: if fault.path.is_empty() { format!("{} {index}", element.name) } else { fault.path },
                    message: fault.message,
                })?;
                match element.name.as_str() {
                    "vertex" => points.push(point),
                    "face" if !face.is_empty() => faces.push(face),
                    "tristrips" => faces.extend(face.split(|&index| index == RESTART).flat_map(strip)),
                    "trifans" => faces.extend(face.split(|&index| index == RESTART).flat_map(fan)),
                    _ => {}
                }
            }
        }
        let edges: u64 =
            self.elements.iter().filter(|element| element.name == "edge").map(|element| element.count).sum();
        let mesh = Mesh::new(points, faces)?;
        let is_lost = edges > 0 && mesh.is_cloud();
        Ok(if is_lost { mesh.with_remark(format!("{edges} edges were passed over")) } else { mesh })
    }

    fn encoding(line: &mut Line<'_>) -> Result<Encoding, Fault> {
        match line.word() {
            Some("ascii") => Ok(Encoding::Ascii),
            Some("binary_little_endian") => Ok(Encoding::LittleEndian),
            Some("binary_big_endian") => Ok(Encoding::BigEndian),
            other => Err(line.fault(format!(
                "format: expected ascii, binary_little_endian or binary_big_endian, found {:?}",
                other.unwrap_or("nothing")
            ))),
        }
    }

    fn property(line: &mut Line<'_>) -> Result<Property, Fault> {
        let kind = |line: &mut Line<'_>| {
            let name: String = line.parse("property", "a type")?;
            Kind::named(&name)
                .ok_or_else(|| line.fault(format!("property: expected a type such as float, found {name:?}")))
        };
        let word: String = line.parse("property", "a type")?;
        let (list, kind) = if word == "list" {
            (Some(kind(line)?), kind(line)?)
        } else {
            let known = Kind::named(&word);
            (None, known.ok_or_else(|| line.fault(format!("property: expected a type such as float, found {word:?}")))?)
        };
        Ok(Property { name: line.parse("property", "a name")?, kind, list })
    }
}

impl Element {
    /// The point and the face of one element, if it has them.
    fn read_one(&self, values: &mut dyn Values) -> Result<([f64; 3], Vec<usize>), Fault> {
        let (mut point, mut face) = ([0.0; 3], Vec::new());
        values.begin()?;
        for property in &self.properties {
            let count = match property.list {
                Some(kind) => index(values.value(kind, &property.name)?, &property.name)?,
                None => 1,
            };
            for _ in 0..count {
                let value = values.value(property.kind, &property.name)?;
                match (self.name.as_str(), property.name.as_str()) {
                    ("vertex", "x") => point[0] = finite(value, "x")?,
                    ("vertex", "y") => point[1] = finite(value, "y")?,
                    ("vertex", "z") => point[2] = finite(value, "z")?,
                    ("face", "vertex_indices" | "vertex_index") => face.push(index(value, &property.name)?),
                    // As an unsigned number -1 is the greatest one.
                    ("tristrips" | "trifans", "vertex_indices" | "vertex_index") => face.push(match value {
                        -1.0 | 4_294_967_295.0 => RESTART,
                        value => index(value, &property.name)?,
                    }),
                    _ => {}
                }
            }
        }
        Ok((point, face))
    }
}

/// Stands between strips and between fans of triangles.
const RESTART: usize = usize::MAX;

/// The triangles of a strip. Every second one is turned round, so that all have the same side in front.
fn strip(corners: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    corners.windows(3).enumerate().map(|(index, triple)| match index % 2 {
        0 => triple.to_vec(),
        _ => vec![triple[0], triple[2], triple[1]],
    })
}

/// The triangles of a fan around its first corner.
fn fan(corners: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    corners.get(1..).unwrap_or_default().windows(2).map(|pair| vec![corners[0], pair[0], pair[1]])
}

fn finite(value: f64, field: &str) -> Result<f64, Fault> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Fault::new(format!("{field}: expected a finite number, found {value}")))
    }
}

/// A count or index.
fn index(value: f64, field: &str) -> Result<usize, Fault> {
    if value >= 0.0 && value <= f64::from(u32::MAX) && value.fract() == 0.0 {
        Ok(value as usize)
    } else {
        Err(Fault::new(format!("{field}: expected an index, found {value}")))
    }
}

/// The numbers after the header, one by one.
trait Values {
    /// Called before each element.
    fn begin(&mut self) -> Result<(), Fault>;
    /// The next number, of type `kind`.
    fn value(&mut self, kind: Kind, field: &str) -> Result<f64, Fault>;
}

struct AsciiValues<'a> {
    lines: Lines<'a>,
    line: Option<Line<'a>>,
}

impl Values for AsciiValues<'_> {
    fn begin(&mut self) -> Result<(), Fault> {
        self.line = Some(self.lines.expect("another element")?);
        Ok(())
    }
    fn value(&mut self, _kind: Kind, field: &str) -> Result<f64, Fault> {
        self.line.as_mut().expect("an element has begun").parse(field, "a number")
    }
}

struct BinaryValues<'a> {
    rest: &'a [u8],
    /// The unsigned number of up to 8 bytes.
    order: fn(&[u8]) -> u64,
}

impl Values for BinaryValues<'_> {
    fn begin(&mut self) -> Result<(), Fault> {
        Ok(())
    }
    fn value(&mut self, kind: Kind, field: &str) -> Result<f64, Fault> {
        let size = match kind {
            Kind::Signed(size) | Kind::Unsigned(size) => size,
            Kind::Float => 4,
            Kind::Double => 8,
        };
        let Some((bytes, rest)) = self.rest.split_at_checked(size) else {
            return Err(Fault::new(format!("{field}: expected {size} more bytes, found the end of the file")));
        };
        self.rest = rest;
        let bits = (self.order)(bytes);
        Ok(match kind {
            Kind::Unsigned(_) => bits as f64,
            // Shifted up and down again, so that the sign fills the upper bits.
            Kind::Signed(_) => ((bits << (64 - 8 * size)) as i64 >> (64 - 8 * size)) as f64,
            Kind::Float => f64::from(f32::from_bits(bits as u32)),
            Kind::Double => f64::from_bits(bits),
        })
    }
}

fn u64_from_little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn u64_from_big(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
