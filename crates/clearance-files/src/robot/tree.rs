//! XML as a tree of elements with their lines. Files of robots are small, and their parts refer to each other.
//!
//! Law: the memory is in proportion to the file, and has a limit: of the bytes, of the elements and attributes, and of
//! the nesting.

use std::fmt::Display;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::assembly::xml;
use crate::fault::Fault;
use crate::readers::entities::Entities;
use crate::readers::not_a_pointer;
use crate::readers::words::{line_feeds, text_of_any_encoding};
use crate::readers::xml::Attributes;

/// The most bytes of a file. The largest robot seen has 1 MB.
const LONGEST: usize = 1 << 26;

/// The most elements and attributes of a file. Each takes about a hundred bytes.
const MOST: usize = 1 << 20;

/// The most elements inside each other. A link of an MJCF chain is one.
const DEEPEST: usize = 200;

/// An element.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its name without a namespace.
    pub name: String,
    /// Its name with a namespace, if that is not the same.
    pub qualified: Option<String>,
    /// Where it begins, counted from 1.
    pub line: usize,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Names and values.
    pub attributes: Vec<(String, String)>,
    /// The elements in it.
    pub children: Vec<Node>,
}

/// What is wrong with an element, and where.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The line.
    pub line: usize,
    /// The elements on the way to it, such as `joint elbow: axis`.
    pub path: String,
    /// What was expected and what was found.
    pub message: String,
}

impl Wrong {
    /// The same, seen from the element that holds it.
    #[must_use]
    pub fn under(self, name: impl Display) -> Self {
        let colon = if self.path.is_empty() { "" } else { ": " };
        Self { path: format!("{name}{colon}{}", self.path), ..self }
    }

    /// The sentence without the line.
    pub fn sentence(&self) -> String {
        let colon = if self.path.is_empty() { "" } else { ": " };
        format!("{}{colon}{}", self.path, self.message)
    }

    /// The complaint with its line.
    pub fn told(self) -> Fault {
        Fault::new(self.sentence()).under(&format!("line {}", self.line))
    }
}

impl Node {
    /// The value of an attribute.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute that must be there.
    pub fn required(&self, key: &str) -> Result<&str, Wrong> {
        match self.attribute(key).map(str::trim) {
            Some("") => Err(self.wrong("expected a value, found none").under(key)),
            Some(value) => Ok(value),
            None => Err(self.wrong(format!("expected the attribute {key}, found none"))),
        }
    }

    /// The children of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Node> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child of a name.
    pub fn first(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|child| child.name == name)
    }

    /// A complaint about this element.
    pub fn wrong(&self, message: impl Display) -> Wrong {
        Wrong { line: self.line, path: String::new(), message: message.to_string() }
    }

    /// The number in an attribute, if there is one.
    pub fn number(&self, key: &str) -> Result<Option<f64>, Wrong> {
        let number = |word: &str| xml::finite(word.trim()).map_err(|fault| self.wrong(fault).under(key));
        self.attribute(key).map(number).transpose()
    }

    /// The numbers in an attribute, if there is one.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, Wrong> {
        self.attribute(key).map(|text| xml::numbers(text).map_err(|fault| self.wrong(fault).under(key))).transpose()
    }

    /// Exactly `N` numbers in an attribute, if there is one.
    pub fn exactly<const N: usize>(&self, key: &str) -> Result<Option<[f64; N]>, Wrong> {
        let Some(numbers) = self.numbers(key)? else { return Ok(None) };
        let count = numbers.len();
        let wrong = |_| self.wrong(format!("expected {N} numbers, found {count}")).under(key);
        numbers.try_into().map(Some).map_err(wrong)
    }

    /// A number in an attribute that must be there and must not be negative.
    pub fn size(&self, key: &str) -> Result<f64, Wrong> {
        self.required(key)?;
        match self.number(key)? {
            Some(size) if size >= 0.0 => Ok(size),
            found => Err(not_negative(self, found.unwrap_or(f64::NAN)).under(key)),
        }
    }
}

/// The complaint about a negative size.
pub fn not_negative(node: &Node, found: f64) -> Wrong {
    node.wrong(format!("expected a size that is not negative, found {found}"))
}

/// The root element of a file.
pub fn parse(bytes: &[u8]) -> Result<Node, Fault> {
    not_a_pointer(bytes)?;
    if bytes.len() > LONGEST {
        return Err(Fault::new(format!("expected at most {LONGEST} bytes, found {}", bytes.len())));
    }
    parse_text(&text_of_any_encoding(bytes)?)
}

/// The root element of a text. The spans are in this text.
pub fn parse_text(text: &str) -> Result<Node, Fault> {
    let mut growing = Growing::default();
    let mut reader = Reader::from_str(text);
    loop {
        let start = position(&reader, text);
        growing.advance(text, start);
        let at = |line: usize, message: String| Fault::new(message).under(&format!("line {line}"));
        let event = reader
            .read_event()
            .map_err(|error| at(growing.line, format!("expected XML, found what cannot be read: {error}")))?;
        let end = position(&reader, text);
        match event {
            Event::Start(element) => growing.begin(&element, start..end)?,
            Event::Empty(element) => {
                growing.begin(&element, start..end)?;
                growing.end(end);
            }
            // The reader has checked that there is a beginning of the same name.
            Event::End(_) => growing.end(end),
            Event::Eof if !growing.open.is_empty() => {
                return Err(Fault::new("expected the end of every element, found the end of the file"));
            }
            Event::Eof => return growing.root.ok_or_else(|| Fault::new("expected an XML element, found none")),
            _ => {}
        }
    }
}

/// Where the reader is.
fn position(reader: &Reader<&[u8]>, text: &str) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(text.len())
}

/// A tree that is not complete.
#[derive(Default)]
struct Growing {
    root: Option<Node>,
    /// The elements without an end so far, the outermost first.
    open: Vec<Node>,
    /// How many elements and attributes there are.
    count: usize,
    /// The line at `seen`, counted from 0 before the first advance.
    line: usize,
    seen: usize,
}

impl Growing {
    fn advance(&mut self, text: &str, to: usize) {
        self.line = self.line.max(1) + line_feeds(&text.as_bytes()[self.seen..to.max(self.seen)]);
        self.seen = to.max(self.seen);
    }

    fn begin(&mut self, element: &BytesStart<'_>, span: Range<usize>) -> Result<(), Fault> {
        let name = element.local_name().into_inner().to_owned();
        let at = |message: String| Fault::new(format!("{name}: {message}")).under(&format!("line {}", self.line));
        if self.open.len() == DEEPEST {
            return Err(at(format!("expected at most {DEEPEST} elements inside each other, found more")));
        }
        let read = Attributes::new(element, &["*"], &Entities::default()).map_err(|fault| at(fault.to_string()))?;
        let attributes: Vec<_> = read.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        self.count += 1 + attributes.len();
        if self.count > MOST {
            return Err(at(format!("expected at most {MOST} elements and attributes, found more")));
        }
        let qualified = element.name().into_inner();
        let qualified = (qualified != name).then(|| qualified.to_owned());
        self.open.push(Node { name, qualified, line: self.line, span, attributes, children: Vec::new() });
        Ok(())
    }

    fn end(&mut self, end: usize) {
        let Some(mut node) = self.open.pop() else { return };
        node.span.end = end;
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            // A second root is no XML, and is left out.
            None => drop(self.root.get_or_insert(node)),
        }
    }
}
