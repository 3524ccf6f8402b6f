//! What is wrong with an input, and where: the path to the field. The person who must correct the input reads it.

use std::fmt;

/// A field with a wrong value: a path such as `a.points[3]`, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The path from the root of the document. It is empty for the document itself.
    pub path: String,
    /// What was expected and what was found.
    pub message: String,
}

impl Fault {
    /// A fault of the value at hand.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }
    /// The same fault, seen from the object that holds the value under `key`.
    #[must_use]
    pub fn under(self, key: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{key}{dot}{}", self.path), ..self }
    }
    /// The same fault, seen from the list that holds the value at `index`.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        self.under(&format!("[{index}]"))
    }
}

/// The longest complaint in characters. Without a limit, a quoted word could be as long as the input.
const LONGEST: usize = 1000;

impl fmt::Display for Fault {
    /// One line. Characters that would move a terminal's cursor are written as escapes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.path.is_empty() { "" } else { ": " };
        let mut characters = self.path.chars().chain(colon.chars()).chain(self.message.chars());
        for character in characters.by_ref().take(LONGEST) {
            if character.is_control() {
                write!(f, "{}", character.escape_default())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        if characters.next().is_some() { f.write_str(" ...") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_the_path_from_the_root() {
        let fault = Fault::new("expected a number").at(1).at(3).under("points").under("a");
        assert_eq!(fault.to_string(), "a.points[3][1]: expected a number");
    }

    #[test]
    fn a_fault_is_one_line_whatever_the_input_holds() {
        // Cause: the keys of a broken line were echoed with their line feeds and escapes.
        let fault = Fault::new("found \"x\n\u{1b}[2J\"").under("a\r");
        assert_eq!(fault.to_string(), "a\\r: found \"x\\n\\u{1b}[2J\"");
        assert_eq!(Fault::new("é".repeat(5000)).to_string().chars().count(), LONGEST + 4);
    }
}
