//! Why the command ends early, in words for standard error.

use std::fmt;
use std::io;
use std::path::Path;

use clearance_files::fault::Fault;

/// Why the command ends early.
#[derive(Debug)]
pub enum Failure {
    /// The reader of the output has gone away. This is not an error.
    BrokenPipe,
    /// Bad usage or input, in words for standard error.
    Input(String),
}

impl Failure {
    /// A failure to read or write `place`. A broken pipe stays a broken pipe.
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

impl Failure {
    /// The same as what is wrong with a line.
    pub fn into_fault(self) -> Fault {
        match self {
            Self::BrokenPipe => Fault::new("the reader of the output has gone away"),
            Self::Input(message) => Fault::new(message),
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Input(message)
    }
}
