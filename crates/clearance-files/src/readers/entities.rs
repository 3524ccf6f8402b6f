//! The entities that a document type declares in the file itself (XML 1.0, 4.2). Drawing programs write styles and namespaces so.
//!
//! Entities of other files and those of document types (`%`) are not followed.

use std::cell::Cell;
use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

/// Bytes that entities may stand for, for any file and for each byte of it. If larger, a hostile file takes more memory. If
/// smaller, drawings with a style in each element are refused.
const FOR_ANY_FILE: usize = 16 << 20;
const PER_BYTE: usize = 16;

/// Entities by their names.
#[derive(Debug, Default)]
pub struct Entities {
    values: HashMap<String, String>,
    /// The bytes that they may still stand for.
    left: Cell<usize>,
}

impl Entities {
    /// Entities in entities in entities: the most.
    pub const DEEPEST: usize = 16;

    /// Those of the document type of a text, if it has one.
    pub fn of(text: &str) -> Self {
        let mut values = HashMap::new();
        let mut reader = Reader::from_str(text);
        loop {
            match reader.read_event() {
                Ok(Event::DocType(kind)) => declarations(&kind, &mut values),
                // A document type is before the first element. The main reading tells of faults.
                Ok(Event::Start(_) | Event::Empty(_) | Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        Self { values, left: Cell::new(FOR_ANY_FILE + PER_BYTE * text.len()) }
    }

    /// What an entity stands for. `None` if it is not declared, or if entities have taken too many bytes.
    pub fn get(&self, name: &str) -> Option<&str> {
        if let Some(value) = resolve_predefined_entity(name) {
            return Some(value);
        }
        let value = self.values.get(name)?;
        self.left.set(self.left.get().checked_sub(value.len())?);
        Some(value)
    }
}

/// The declarations of entities between the brackets of a document type. Of equal names the first one counts.
fn declarations(kind: &str, values: &mut HashMap<String, String>) {
    let Some((_, mut rest)) = kind.split_once('[') else { return };
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let after = |text: &'_ str, mark: &str| text.find(mark).map_or(text.len(), |at| at + mark.len());
        let Some(declared) = rest.strip_prefix("<!ENTITY") else {
            let mark = if rest.starts_with("<!--") { "-->" } else { ">" };
            rest = &rest[after(rest, mark)..];
            continue;
        };
        let words = declared.trim_start();
        let name = words.split(char::is_whitespace).next().unwrap_or_default();
        let value = words[name.len()..].trim_start();
        let Some(quote) = value.chars().next().filter(|first| ['"', '\''].contains(first)) else {
            rest = &declared[after(declared, ">")..];
            continue;
        };
        let Some((value, behind)) = value[1..].split_once(quote) else { return };
        values.entry(name.to_owned()).or_insert_with(|| value.to_owned());
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_those_that_the_file_declares_first() {
        let text = "<?xml version='1.0'?><!-- <!DOCTYPE a [<!ENTITY no 'x'>]> -->
            <!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd' [
                <!-- <!ENTITY no \"y\"> -->
                <!ENTITY % part 'z'> <!ENTITY other SYSTEM \"file:///etc/passwd\">
                <!ENTITY st0 \"fill:#FFF;stroke:'none'\"> <!ENTITY st0 'second'> <!ENTITY st1 'a > b'>
            ]><svg/>";
        let entities = Entities::of(text);
        let known = ["no", "other", "part", "%", "st0", "st1", "amp"].map(|name| entities.get(name));
        assert_eq!(known, [None, None, None, None, Some("fill:#FFF;stroke:'none'"), Some("a > b"), Some("&")]);
        assert_eq!(Entities::of("<svg/>").get("st0"), None);
    }
}
