//! Text formats as lines of words. Complaints name the line and the field.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::{FromStr, SplitAsciiWhitespace};

use crate::fault::Fault;

/// The text of a file that must be UTF-8, or UTF-16 with its mark.
pub fn wide_or_utf8(bytes: &[u8]) -> Result<Cow<'_, str>, Fault> {
    if is_wide(bytes) { Ok(Cow::Owned(from_wide(bytes))) } else { text(bytes).map(Cow::Borrowed) }
}

/// The text of a file that must be UTF-8. If it is not, the complaint names the first bad byte.
pub fn text(bytes: &[u8]) -> Result<&str, Fault> {
    not_wide(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + line_feeds(&bytes[..error.valid_up_to()]);
        Fault::new("expected text, found bytes that are not UTF-8").under(&format!("line {line}"))
    })?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}

/// The text of a file whose numbers and keywords are ASCII, or UTF-16 with its mark. Comments and names may be in any
/// encoding. Bytes that are not UTF-8 become a replacement character. No number and no keyword contains that character.
pub fn text_of_any_encoding(bytes: &[u8]) -> Result<Cow<'_, str>, Fault> {
    if is_wide(bytes) {
        return Ok(Cow::Owned(from_wide(bytes)));
    }
    Ok(String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)))
}

/// Whether the bytes are UTF-16, which begins with its own mark.
pub fn is_wide(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF")
}

/// The text of UTF-16 without its mark. Half a character becomes a replacement character.
fn from_wide(bytes: &[u8]) -> String {
    let order = if bytes[0] == 0xFF { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = bytes[2..].chunks(2).map(|pair| order([pair[0], pair.get(1).copied().unwrap_or_default()]));
    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Refuses UTF-16.
fn not_wide(bytes: &[u8]) -> Result<(), Fault> {
    if is_wide(bytes) {
        return Err(Fault::new("expected UTF-8, found UTF-16; save the file as UTF-8"));
    }
    Ok(())
}

/// How many lines end in `bytes`.
pub fn line_feeds(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// One line, taken word by word.
pub struct Line<'a> {
    number: usize,
    words: SplitAsciiWhitespace<'a>,
}

impl<'a> Line<'a> {
    /// A complaint about this line.
    pub fn fault(&self, message: impl Display) -> Fault {
        Fault::new(message).under(&format!("line {}", self.number))
    }

    /// Counted from 1.
    pub fn number_in_file(&self) -> usize {
        self.number
    }

    /// The next word, if there is one. A backslash that continues a line belongs to no word.
    pub fn word(&mut self) -> Option<&'a str> {
        loop {
            let word = self.words.next()?.trim_end_matches('\\');
            if !word.is_empty() {
                return Some(word);
            }
        }
    }

    /// Whether no word is left.
    pub fn is_empty(&self) -> bool {
        self.words.clone().next().is_none()
    }

    /// The next word, read as the value of `field`.
    pub fn parse<T: FromStr>(&mut self, field: &str, expected: &str) -> Result<T, Fault> {
        match self.word() {
            Some(word) => word.parse().map_err(|_| self.fault(format!("{field}: expected {expected}, found {word:?}"))),
            None => Err(self.fault(format!("{field}: expected {expected}, found the end of the line"))),
        }
    }

    /// The next word as a finite number.
    pub fn number(&mut self, field: &str) -> Result<f64, Fault> {
        let word = self.word().unwrap_or_default();
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => Err(self.fault(format!("{field}: expected a finite number, found {word}"))),
            Err(_) if word.is_empty() => {
                Err(self.fault(format!("{field}: expected a number, found the end of the line")))
            }
            Err(_) => Err(self.fault(format!("{field}: expected a number, found {word:?}"))),
        }
    }

    /// The next three words as a point.
    pub fn point(&mut self) -> Result<[f64; 3], Fault> {
        Ok([self.number("x")?, self.number("y")?, self.number("z")?])
    }
}

/// The lines that contain words, without the text after `#`. A line ends with a line feed, a carriage return or both.
pub struct Lines<'a> {
    rest: &'a str,
    /// The number of the line that `rest` begins with.
    next: usize,
    /// The number of the last line that was returned.
    last: usize,
    /// Whether a backslash at its end continues a line.
    continued: bool,
}

impl<'a> Lines<'a> {
    /// The lines of `text`. The first line has the number `first`.
    pub fn new(text: &'a str, first: usize) -> Self {
        Self { rest: text, next: first, last: first - 1, continued: false }
    }

    /// The lines of `text`. A backslash at the end of a line continues it.
    pub fn continued_by_backslash(text: &'a str) -> Self {
        Self { continued: true, ..Self::new(text, 1) }
    }

    /// The next line. It is a complaint when the text has ended.
    pub fn expect(&mut self, expected: &str) -> Result<Line<'a>, Fault> {
        self.next().ok_or_else(|| {
            let ended = Fault::new(format!("expected {expected}, found the end of the file"));
            ended.under(&format!("after line {}", self.last))
        })
    }

    /// The next line of the file as it is, `None` at the end.
    fn raw_line(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        self.next += 1;
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = self.rest.as_bytes().iter().position(is_end).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix("\r\n").or_else(|| rest.get(1..)).unwrap_or("");
        Some(line)
    }

    /// The text of a line without its comment, together with the lines that continue it.
    fn content(&mut self) -> Option<&'a str> {
        let whole = self.rest;
        let mut line = self.raw_line()?;
        let comment = |line: &str| line.find('#');
        let mut length = comment(line).unwrap_or(line.len());
        while self.continued && comment(line).is_none() && line.trim_ascii_end().ends_with('\\') {
            let start = whole.len() - self.rest.len();
            let Some(next) = self.raw_line() else { break };
            line = next;
            length = start + comment(line).unwrap_or(line.len());
        }
        Some(&whole[..length])
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;
    fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let number = self.next;
            let content = self.content()?;
            self.last = self.next - 1;
            if !content.trim_ascii().is_empty() {
                return Some(Line { number, words: content.split_ascii_whitespace() });
            }
        }
    }
}
