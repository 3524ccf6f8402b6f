//! Shapes from files, from standard input and from the command line itself.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use clearance_files::readers::{self, Reading};

use crate::failure::Failure;

/// A shape and where it came from.
pub struct Input {
    /// The name of the file, or a name in its place.
    pub name: String,
    /// What the input means.
    pub reading: Reading,
}

/// Reads the shape that an argument means. The argument is one of these: a file, read by its extension; `-` for JSON on
/// standard input; or JSON, WKT or SVG path data itself. In the last case the shape is called `stand_in`.
pub fn load(argument: &str, stand_in: &str) -> Result<Input, Failure> {
    let path = Path::new(argument);
    let (name, reading) = if argument == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::io("standard input", &error))?;
        ("standard input".to_owned(), readers::read_json(&bytes))
    } else if let Some(reading) = (!path.exists()).then(|| readers::read_literal(argument)).flatten() {
        (stand_in.to_owned(), reading)
    } else {
        let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
        let name = path.file_name().map_or_else(|| argument.to_owned(), |name| name.to_string_lossy().into_owned());
        let reading = readers::read_file(&name, &bytes);
        (name, reading)
    };
    let reading = reading.map_err(|fault| {
        let place = if path.exists() { argument } else { &name };
        Failure::Input(format!("{place}: {fault}"))
    })?;
    Ok(Input { name, reading })
}
