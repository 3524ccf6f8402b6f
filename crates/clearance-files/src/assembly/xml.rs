//! XML as a stream of elements. Only the open elements and the text of one of them are in memory.

use std::io::{self, BufRead, Read};
use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;

use crate::fault::Fault;
use crate::readers::entities::Entities;
use crate::readers::words::line_feeds;
use crate::readers::xml::Attributes;

/// The most elements inside each other. Each node of a COLLADA scene is one.
const DEEPEST: usize = 512;

/// Somebody who hears of elements in their order.
pub trait Listener {
    /// The names of the attributes that are read.
    const READ: &'static [&'static str];
    /// An element begins inside `parents`, the outermost first.
    fn begin(&mut self, name: &str, parents: &[String], attributes: &Attributes<'_>) -> Result<(), Fault>;
    /// An element ends on a line. `text` is what is in it after its last child.
    fn end(&mut self, name: &str, parents: &[String], text: &str, line: usize) -> Result<(), Fault>;
}

/// The most bytes that are read of a stream.
#[derive(Clone, Copy)]
pub struct Most {
    /// How many.
    pub bytes: u64,
    /// What is said of a stream that has more.
    pub said: &'static str,
}

/// Tells `listener` of all elements, and returns how many bytes they took. Faults name the line and the element. A
/// document type and its entities are not followed.
pub fn listen<L: Listener>(source: impl BufRead, most: Most, listener: &mut L) -> Result<u64, Fault> {
    let mut reader = Reader::from_reader(Counted { source, most, read: 0, line: 1 });
    reader.config_mut().expand_empty_elements = true;
    let entities = Entities::default();
    let (mut buffer, mut open, mut text) = (Vec::new(), Vec::<String>::new(), String::new());
    loop {
        buffer.clear();
        let line = reader.get_ref().line;
        let at = |name: &str, fault: Fault| Fault::new(format!("{name}: {fault}")).under(&format!("line {line}"));
        let event = reader.read_event_into(&mut buffer).map_err(|error| {
            Fault::new(format!("expected XML, found what cannot be read: {error}")).under(&format!("line {line}"))
        })?;
        match event {
            Event::Start(element) => {
                let name = element.local_name().into_inner();
                if open.len() == DEEPEST {
                    let message = format!("expected at most {DEEPEST} elements inside each other, found more");
                    return Err(at(name, Fault::new(message)));
                }
                let attributes = Attributes::new(&element, L::READ, &entities);
                let begun = attributes.and_then(|attributes| listener.begin(name, &open, &attributes));
                begun.map_err(|fault| at(name, fault))?;
                open.push(name.to_owned());
                text.clear();
            }
            Event::End(_) => {
                // The reader has checked that there is a beginning of the same name.
                let name = open.pop().unwrap_or_default();
                listener.end(&name, &open, &text, line).map_err(|fault| at(&name, fault))?;
                text.clear();
            }
            Event::Text(part) => text.push_str(&part),
            Event::CData(part) => text.push_str(&part),
            Event::GeneralRef(part) => match part.resolve_char_ref() {
                Ok(Some(character)) => text.push(character),
                // Entities of a document type stay out.
                _ => text.push_str(resolve_xml_entity(&part).unwrap_or_default()),
            },
            Event::Eof if open.is_empty() => return Ok(reader.get_ref().read),
            Event::Eof => return Err(Fault::new("expected the end of every element, found the end of the file")),
            _ => {}
        }
    }
}

/// A stream that counts its lines and ends with an error where it is too long.
struct Counted<R> {
    source: R,
    most: Most,
    /// How many bytes were read.
    read: u64,
    /// The line of the next byte, counted from 1.
    line: usize,
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.source.fill_buf()?;
        let left = usize::try_from(self.most.bytes - self.read).unwrap_or(usize::MAX);
        if left == 0 && !bytes.is_empty() {
            return Err(io::Error::other(self.most.said));
        }
        Ok(&bytes[..bytes.len().min(left)])
    }

    fn consume(&mut self, amount: usize) {
        // The source still has the same bytes: nothing was consumed since they were shown.
        if let Ok(bytes) = self.source.fill_buf() {
            self.line += line_feeds(&bytes[..amount.min(bytes.len())]);
        }
        self.read += amount as u64;
        self.source.consume(amount);
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// The numbers of a text, one after the other. All are finite.
pub fn numbers(text: &str) -> Result<Vec<f64>, Fault> {
    text.split_ascii_whitespace()
        .enumerate()
        .map(|(index, word)| finite(word).map_err(|fault| fault.at(index)))
        .collect()
}

/// Exactly `N` numbers.
pub fn exactly<const N: usize>(text: &str) -> Result<[f64; N], Fault> {
    let numbers = numbers(text)?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| Fault::new(format!("expected {N} numbers, found {count}")))
}

/// The indices or counts of a text.
pub fn indices(text: &str) -> Result<Vec<u32>, Fault> {
    let words = text.split_ascii_whitespace().enumerate();
    words.map(|(place, word)| parsed(word, "an index").map_err(|fault| fault.at(place))).collect()
}

/// A finite number.
pub fn finite(word: &str) -> Result<f64, Fault> {
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(Fault::new(format!("expected a finite number, found {word}"))),
        Err(_) => Err(Fault::new(format!("expected a number, found {word:?}"))),
    }
}

/// A value of any other type, such as an index.
pub fn parsed<T: FromStr>(word: &str, expected: &str) -> Result<T, Fault> {
    word.trim().parse().map_err(|_| Fault::new(format!("expected {expected}, found {word:?}")))
}

/// An attribute that must be there.
pub fn required<'a>(attributes: &'a Attributes<'_>, key: &str) -> Result<&'a str, Fault> {
    attributes.get(key).ok_or_else(|| Fault::new("expected a value, found none").under(key))
}
