//! The figures that a change may not raise, with the reason for each one's last rise: `xtask/cost.txt`.

use crate::runner::{command, output};
use std::fmt;

/// One figure for each line: its name, its value, and why it has this value. The first line is the compiler.
pub const FILE: &str = "xtask/cost.txt";

/// How far a figure may rise. Less would ask for a reason at every change; more would go unseen as often as it is taken.
const SLACK: f64 = 1.03;

/// A figure as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// One word.
    pub name: &'static str,
    pub value: u64,
}

/// A figure on record. It always has a reason.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    name: String,
    value: u64,
    reason: String,
}

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The compiler that made the figures, and its machine.
    pub compiler: String,
    held: Vec<Held>,
}

impl Record {
    /// Reads the text of the file. The complaint names the line.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let compiler = lines.next().unwrap_or_default().to_owned();
        let held = lines.map(|line| {
            Held::read(line).ok_or_else(|| format!("{FILE}: a name, a number and a reason wanted, `{line}` found"))
        });
        Ok(Self { compiler, held: held.collect::<Result<_, _>>()? })
    }

    /// The value on record.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.held(name).map(|held| held.value)
    }

    /// A sentence for each figure that is too far above the record, or not on it.
    pub fn risen(&self, figures: &[Figure]) -> Vec<String> {
        figures.iter().filter_map(|figure| self.complaint(figure)).collect()
    }

    fn complaint(&self, &Figure { name, value }: &Figure) -> Option<String> {
        let Some(known) = self.value(name) else {
            return Some(format!("{name} is {value} and not on record"));
        };
        let is_held = value as f64 <= known as f64 * SLACK;
        let percent = 100.0 * (value as f64 / known as f64 - 1.0);
        (!is_held).then(|| format!("{name} rose from {known} to {value} ({percent:+.1} %)"))
    }

    /// The record with these figures. Those that rose get the reason. The others keep theirs.
    pub fn with(&self, figures: &[Figure], compiler: String, reason: &str) -> Self {
        let held = figures.iter().map(|figure| {
            let kept = self.held(figure.name).filter(|held| figure.value <= held.value);
            let reason = kept.map_or(reason, |held| &held.reason).to_owned();
            Held { name: figure.name.to_owned(), value: figure.value, reason }
        });
        Self { compiler, held: held.collect() }
    }

    fn held(&self, name: &str) -> Option<&Held> {
        self.held.iter().find(|held| held.name == name)
    }
}

impl Held {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.splitn(3, ' ');
        let (name, value, reason) = (words.next()?, words.next()?, words.next()?.trim());
        (!reason.is_empty()).then_some(())?;
        Some(Self { name: name.to_owned(), value: value.parse().ok()?, reason: reason.to_owned() })
    }
}

impl fmt::Display for Record {
    /// The text of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.compiler)?;
        self.held.iter().try_for_each(|Held { name, value, reason }| writeln!(f, "{name} {value} {reason}"))
    }
}

/// The compiler's version, and the machine that it compiles for.
pub fn compiler() -> String {
    let version = output(&mut command("rustc", "--version --verbose")).unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("an unknown machine");
    format!("{} for {host}", version.lines().next().unwrap_or("no rustc"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "rustc 1.95.0 for x86_64\nlines 1000 first record\nattributes 0 none is needed\n";

    fn record() -> Record {
        Record::read(TEXT).unwrap()
    }

    #[test]
    fn more_than_three_percent_above_the_record_fails() {
        let complaints = record().risen(&[Figure { name: "lines", value: 1031 }]);
        assert_eq!(complaints, ["lines rose from 1000 to 1031 (+3.1 %)"]);
    }

    #[test]
    fn three_percent_above_the_record_is_held() {
        assert!(record().risen(&[Figure { name: "lines", value: 1030 }]).is_empty());
        assert!(record().risen(&[Figure { name: "lines", value: 10 }]).is_empty());
    }

    #[test]
    fn one_above_a_record_of_zero_fails() {
        assert!(record().risen(&[Figure { name: "attributes", value: 0 }]).is_empty());
        assert_eq!(record().risen(&[Figure { name: "attributes", value: 1 }]).len(), 1);
    }

    #[test]
    fn a_figure_that_is_not_on_record_fails() {
        assert_eq!(record().risen(&[Figure { name: "size", value: 5 }]), ["size is 5 and not on record"]);
    }

    #[test]
    fn a_line_without_a_reason_is_refused_with_its_text() {
        for line in ["lines 1000", "lines 1000 ", "lines many because"] {
            let complaint = Record::read(&format!("rustc\n{line}\n")).unwrap_err();
            assert!(complaint.contains(line), "{complaint}");
        }
    }

    #[test]
    fn what_rose_gets_the_new_reason_and_what_fell_keeps_the_old_one() {
        let figures = [Figure { name: "lines", value: 900 }, Figure { name: "attributes", value: 2 }];
        let text = record().with(&figures, "rustc 1.96.0 for x86_64".into(), "a cast of its own").to_string();
        assert_eq!(text, "rustc 1.96.0 for x86_64\nlines 900 first record\nattributes 2 a cast of its own\n");
    }

    #[test]
    fn a_record_is_read_back_as_it_was_written() {
        assert_eq!(record().to_string(), TEXT);
    }

    #[test]
    fn the_file_of_the_repository_can_be_read() {
        let text = std::fs::read_to_string(crate::runner::root().join(FILE)).unwrap();
        Record::read(&text).unwrap();
    }
}
