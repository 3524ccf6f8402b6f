//! What went wrong, where: file, line and field, for the person who has to mend the input.

use std::fmt;
use std::io;
use std::path::Path;

/// A field that cannot be what was meant, as a path such as `a.points[3]` and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The path from the root of the document; empty for the document itself.
    pub path: String,
    /// What was expected and what was found.
    pub message: String,
}

impl Fault {
    /// A fault of the value at hand.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }
    /// The same fault seen from the object that holds the value under `key`.
    #[must_use]
    pub fn under(self, key: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{key}{dot}{}", self.path), ..self }
    }
    /// The same fault seen from the list that holds the value at `index`.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        self.under(&format!("[{index}]"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Why the command ends early.
#[derive(Debug)]
pub enum Failure {
    /// Whoever read the output went away: nothing to complain about.
    BrokenPipe,
    /// Bad usage or input, in words for standard error.
    Input(String),
}

impl Failure {
    /// A failure to read or write `place`. A broken pipe stays one.
    pub fn io(place: impl fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Input(format!("{place}: {error}")),
        }
    }
    /// A failure to read the file at `path`.
    pub fn file(path: &Path, message: impl fmt::Display) -> Self {
        Self::Input(format!("{}: {message}", path.display()))
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Input(message)
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
}
