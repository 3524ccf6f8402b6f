//! Text formats as lines of words, with complaints that name the line and the field.

use std::fmt::Display;
use std::str::{FromStr, SplitAsciiWhitespace};

use crate::failure::Fault;

/// The text of a file; names the first byte that is not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        Fault::new("expected text, found bytes that are not UTF-8").under(&format!("line {line}"))
    })?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
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

    /// The next word, if there is one.
    pub fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word as what `field` must be.
    pub fn parse<T: FromStr>(&mut self, field: &str, expected: &str) -> Result<T, Fault> {
        match self.words.next() {
            Some(word) => word.parse().map_err(|_| self.fault(format!("{field}: expected {expected}, found {word:?}"))),
            None => Err(self.fault(format!("{field}: expected {expected}, found the end of the line"))),
        }
    }

    /// The next word as a finite number.
    pub fn number(&mut self, field: &str) -> Result<f64, Fault> {
        let number: f64 = self.parse(field, "a number")?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.fault(format!("{field}: expected a finite number, found {number}")))
        }
    }

    /// The next three words as a point.
    pub fn point(&mut self) -> Result<[f64; 3], Fault> {
        Ok([self.number("x")?, self.number("y")?, self.number("z")?])
    }
}

/// The lines that hold words, without what follows `#`.
pub struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    /// The lines of `text`.
    pub fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), last: 0 }
    }

    /// The next line; a complaint when the text has ended.
    pub fn expect(&mut self, expected: &str) -> Result<Line<'a>, Fault> {
        let ended = Fault::new(format!("expected {expected}, found the end of the file"));
        let last = self.last;
        self.next().ok_or_else(|| ended.under(&format!("after line {last}")))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;
    fn next(&mut self) -> Option<Line<'a>> {
        for (index, line) in self.lines.by_ref() {
            self.last = index + 1;
            let content = line.split('#').next().unwrap_or("");
            if !content.trim_ascii().is_empty() {
                return Some(Line { number: index + 1, words: content.split_ascii_whitespace() });
            }
        }
        None
    }
}
