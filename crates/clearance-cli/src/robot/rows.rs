//! Answers as rows: a table, CSV, JSON, JSON lines or JUnit.

use clearance_files::Scalar;
use comfy_table::{Table, presets};

use crate::clashes::{escaped, plain};
use crate::number;
use crate::pairs::{json_string, push_cell};

/// How the answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// A row an answer, after a header.
    Csv,
    /// One object.
    Json,
    /// An object a line.
    Jsonl,
    /// Test cases for continuous integration.
    Junit,
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What it is about, as the name of a test case.
    pub name: String,
    /// Names and values as JSON. All rows of a task have the same names.
    pub cells: Vec<(&'static str, String)>,
    /// The cells of the table for people.
    pub words: Vec<String>,
    /// Why it is not as it should be.
    pub failure: Option<String>,
}

/// What is said beside the rows.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The name of the robot.
    pub robot: String,
    /// The task.
    pub task: &'static str,
    /// The header of the table for people.
    pub header: Vec<&'static str>,
    /// The outcome, a sentence each.
    pub sentences: Vec<String>,
}

/// The whole output.
pub fn document(format: Format, told: &Told, rows: &[Row]) -> String {
    match format {
        Format::Table => table(told, rows),
        Format::Csv => csv(rows),
        Format::Json => {
            let rows: Vec<String> = rows.iter().map(|row| format!("\n{}", object(row))).collect();
            let robot = json_string(&told.robot);
            format!(
                "{{\"robot\":{robot},\"task\":\"{}\",\"unit\":\"m\",\"answers\":[{}\n]}}\n",
                told.task,
                rows.join(",")
            )
        }
        Format::Jsonl => rows.iter().map(|row| format!("{}\n", object(row))).collect(),
        Format::Junit => junit(told, rows),
    }
}

fn object(row: &Row) -> String {
    let cells: Vec<String> = row.cells.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", cells.join(","))
}

fn csv(rows: &[Row]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let names: Vec<&str> = first.cells.iter().map(|(name, _)| *name).collect();
    let mut out = names.join(",").into_bytes();
    out.push(b'\n');
    for row in rows {
        for (place, (_, value)) in row.cells.iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            // A text loses its quotes; a list keeps its brackets.
            let text = serde_json::from_str::<String>(value).unwrap_or_else(|_| value.clone());
            push_cell(&mut out, if text == "null" { "" } else { &text });
        }
        out.push(b'\n');
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn table(told: &Told, rows: &[Row]) -> String {
    let mut text = String::new();
    if !rows.is_empty() {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_FULL_CONDENSED);
        table.set_header(&told.header);
        for row in rows {
            table.add_row(row.words.iter().map(|word| plain(word)));
        }
        text += &format!("{table}\n");
    }
    told.sentences.iter().for_each(|sentence| text += &format!("{}\n", plain(sentence)));
    text
}

fn junit(told: &Told, rows: &[Row]) -> String {
    let class = escaped(&format!("clearance.{}.{}", told.robot, told.task));
    let case = |row: &Row| {
        let open = format!("    <testcase classname=\"{class}\" name=\"{}\"", escaped(&row.name));
        match &row.failure {
            None => format!("{open}/>\n"),
            Some(why) => {
                format!("{open}><failure message=\"{}\">{}</failure></testcase>\n", escaped(why), escaped(&object(row)))
            }
        }
    };
    let failures = rows.iter().filter(|row| row.failure.is_some()).count();
    let counts = format!("name=\"clearance\" tests=\"{}\" failures=\"{failures}\" errors=\"0\"", rows.len());
    let cases: String = rows.iter().map(case).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  \
         <testsuite {counts} skipped=\"0\">\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

/// A text as JSON.
pub fn text(text: &str) -> String {
    json_string(text)
}

/// A number as JSON.
pub fn number(x: f64) -> String {
    if x.is_finite() { number::shortest(x, Scalar::F64) } else { "null".to_owned() }
}

/// A lower bound as JSON: the decimal is not above it.
pub fn lower(x: f64) -> String {
    if x.is_finite() { number::lower(x, Scalar::F64) } else { "null".to_owned() }
}

/// An upper bound as JSON: the decimal is not below it.
pub fn upper(x: f64) -> String {
    if x.is_finite() { number::upper(x, Scalar::F64) } else { "null".to_owned() }
}

/// Numbers as a JSON list.
pub fn list(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|&x| number(x)).collect();
    format!("[{}]", numbers.join(","))
}

/// Names and numbers as a JSON object.
pub fn named(pairs: impl Iterator<Item = (String, f64)>) -> String {
    let pairs: Vec<String> = pairs.map(|(name, x)| format!("{}:{}", json_string(&name), number(x))).collect();
    format!("{{{}}}", pairs.join(","))
}

/// A length for people, in millimetres.
pub fn millimetres(metres: f64) -> String {
    format!("{} mm", crate::table::significant(1e3 * metres, 5))
}

/// A lower bound for people, in millimetres, rounded down.
pub fn millimetres_below(metres: f64) -> String {
    // The product is rounded once, so the number below it is not above the true one.
    let scaled = if metres > 0.0 { (1e3 * metres).next_down() } else { 1e3 * metres };
    format!("{} mm", crate::table::significant_below(scaled, 5))
}
