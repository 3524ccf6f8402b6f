//! What was made, in a few lines.

use comfy_table::{Table, presets};

use crate::failure::Failure;
use crate::output;
use crate::pairs::json_string;

/// How the summary is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// An object over several lines.
    Json,
    /// An object on one line.
    Jsonl,
}

/// A line of the summary: its name for people, its name in JSON, and its value there. Text has quotation marks.
pub struct Line {
    pub words: &'static str,
    pub key: &'static str,
    pub value: String,
}

impl Line {
    /// A line with a number or a truth value.
    pub fn new(words: &'static str, key: &'static str, value: impl ToString) -> Self {
        Self { words, key, value: value.to_string() }
    }
}

/// Writes the summary of a file to standard output.
pub fn write(format: Format, name: &str, lines: &[Line]) -> Result<(), Failure> {
    let object = || {
        let members: String = lines.iter().map(|line| format!(",\"{}\":{}", line.key, line.value)).collect();
        format!("{{\"file\":{}{members}}}", json_string(name))
    };
    let text = match format {
        Format::Json => crate::distance::pretty(&object()),
        Format::Jsonl => object() + "\n",
        Format::Table => {
            let mut table = Table::new();
            table.load_preset(presets::UTF8_FULL_CONDENSED);
            table.add_row(["file", name]);
            for line in lines {
                let value = match line.value.as_str() {
                    "true" => "yes",
                    "false" => "no",
                    value => value.trim_matches('"'),
                };
                table.add_row([line.words, value]);
            }
            format!("{table}\n")
        }
    };
    output::write_whole(None, text.as_bytes())
}
