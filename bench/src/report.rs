//! The output: a line for each engine of each cell, as JSON or for people.

use serde::{Deserialize, Serialize};

use crate::engines::{LIMIT, OURS, OURS_ROUGH, OURS_WARM, Output, batch, counterpart};

/// A figure with its judgement. `--format json` prints the same fields.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Row {
    /// Names the shapes.
    pub workload: String,
    /// How they lie.
    pub class: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Who answered.
    pub engine: String,
    /// `bool`, `distance`, `signed`, `within` or `contacts`.
    pub output: String,
    /// `stream` or `hot`.
    pub protocol: String,
    /// Nanoseconds a pair.
    pub ns: f64,
    /// The time divided by that of `clearance` with the same scalar in the same cell. A warm engine is compared with
    /// `clearance warm`.
    pub ratio_to_ours: Option<f64>,
    /// The greatest error of the distance over the right verdicts, relative to the true distance; of shapes that touch,
    /// relative to their size. `bool` has none.
    pub worst_relative_error: Option<f64>,
    /// Pairs called apart that meet, the reverse, and pairs without an answer. It is none if this was not checked.
    pub wrong_verdicts: Option<usize>,
    /// Pairs asked about.
    pub pairs: usize,
    /// Whether the figure was measured on another machine and scaled, and not measured in this run.
    pub reference: bool,
}

impl Row {
    /// What tells the figure from the others of its run.
    pub fn name(&self) -> [&str; 6] {
        [&self.workload, &self.class, &self.scalar, &self.engine, &self.output, &self.protocol]
    }
    /// Whether this library answered.
    pub fn is_ours(&self) -> bool {
        [OURS, OURS_WARM, OURS_ROUGH, batch::NAME, batch::COLUMNS].contains(&self.engine.as_str())
    }
}

#[cfg(test)]
impl Row {
    /// Of near boxes in `f64`, for tests.
    pub fn of_boxes(engine: &str, ns: f64) -> Self {
        Self {
            workload: "boxes".into(),
            class: "near".into(),
            scalar: "f64".into(),
            engine: engine.into(),
            output: "bool".into(),
            protocol: "stream".into(),
            ns,
            ratio_to_ours: None,
            worst_relative_error: None,
            wrong_verdicts: Some(0),
            pairs: 5,
            reference: false,
        }
    }
}

/// The judgement of answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// See [`Row::worst_relative_error`].
    pub worst_relative_error: Option<f64>,
    /// See [`Row::wrong_verdicts`].
    pub wrong_verdicts: usize,
}

/// Compares answers with the true signed distances. Errors are relative to the truth, or to `unit` if it is longer.
pub fn judge(output: Output, answers: &[f64], reference: &[f64], unit: f64) -> Judgement {
    let (mut worst, mut wrong) = (None, 0);
    for (&answer, &truth) in answers.iter().zip(reference) {
        // What the verdict says, and what it should say.
        let (meets, should) = match output {
            Output::Bool => (answer == 1.0, truth <= 0.0),
            Output::Distance | Output::Signed => (answer <= 0.0, truth <= 0.0),
            Output::Within | Output::Contacts => (answer <= LIMIT, truth <= LIMIT),
        };
        if answer.is_nan() || meets != should {
            wrong += 1;
            continue;
        }
        let error = match output {
            Output::Bool => continue,
            Output::Distance if meets => answer.abs(),
            Output::Within if !meets => continue,
            Output::Within => (answer - truth.max(0.0)).abs() / truth.abs().max(unit),
            Output::Distance | Output::Signed | Output::Contacts => (answer - truth).abs() / truth.abs().max(unit),
        };
        worst = Some(error.max(worst.unwrap_or(0.0)));
    }
    Judgement { worst_relative_error: worst, wrong_verdicts: wrong }
}

/// Fills in the ratios of the rows of one cell.
pub fn fill_ratios(rows: &mut [Row]) {
    let times: Vec<(String, String, f64)> =
        rows.iter().map(|row| (row.engine.clone(), row.scalar.clone(), row.ns)).collect();
    for row in rows {
        let ours =
            |(engine, scalar, _): &&(String, String, f64)| engine == counterpart(&row.engine) && *scalar == row.scalar;
        row.ratio_to_ours = times.iter().find(ours).map(|(.., ns)| row.ns / ns);
    }
}

/// How rows are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Aligned columns, under a heading for each workload and class.
    Table,
    /// An object a line.
    Json,
    /// At the end, the counts and the tables of CELLS.md, with a column for the run of `--against`.
    Cells,
    /// At the end, the tables of RESULTS.md that are of this program, with columns for the run of `--against`.
    Results,
    /// At the end, the table of the README.
    Readme,
}

impl Format {
    /// Whether its tables have columns for an earlier run.
    pub fn has_columns_before(self) -> bool {
        matches!(self, Self::Cells | Self::Results)
    }
}

/// Prints the rows of one cell.
pub fn print(format: Format, rows: &[Row]) {
    match format {
        Format::Json => rows.iter().for_each(|row| println!("{}", serde_json::to_string(row).expect("rows are plain"))),
        Format::Table => print!("{}", table(rows)),
        Format::Cells | Format::Results | Format::Readme => {}
    }
}

fn table(rows: &[Row]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    if let Some(row) = rows.first() {
        let Row { workload, class, output, protocol, pairs, .. } = row;
        let _ = writeln!(text, "\n{workload}, {class}: {output}, {protocol}, {pairs} pairs");
        let _ = writeln!(text, "  {:28} {:>12} {:>8} {:>12} {:>6}", "", "ns", "ratio", "worst error", "wrong");
    }
    for row in rows {
        let engine = format!("{} {}{}", row.engine, row.scalar, if row.reference { " *" } else { "" });
        let ratio = row.ratio_to_ours.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let error = row.worst_relative_error.map_or("-".into(), |error| format!("{error:.1e}"));
        let wrong = row.wrong_verdicts.map_or("-".into(), |wrong| wrong.to_string());
        let _ = writeln!(text, "  {engine:28} {:>12.1} {ratio:>8} {error:>12} {wrong:>6}", row.ns);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_verdict_is_counted_and_not_averaged_into_the_error() {
        let judgement = judge(Output::Signed, &[1.0, 1.0, f64::NAN, -2.2], &[1.0, -1.0, 1.0, -2.0], 0.0);
        assert_eq!(judgement.wrong_verdicts, 2);
        assert!((judgement.worst_relative_error.unwrap() - 0.1).abs() < 1e-12);
        assert_eq!(judge(Output::Bool, &[1.0, 0.0, 1.0], &[-1.0, -1.0, 1.0], 0.0).wrong_verdicts, 2);
        assert_eq!(judge(Output::Distance, &[0.0], &[-1.0], 0.0).wrong_verdicts, 0);
        let judgement =
            judge(Output::Within, &[f64::INFINITY, 0.25, f64::INFINITY, 0.0], &[1.0, 0.25, 0.25, -1.0], 0.0);
        assert_eq!((judgement.worst_relative_error, judgement.wrong_verdicts), (Some(0.0), 1));
        assert_eq!(judge(Output::Contacts, &[f64::INFINITY, -0.5], &[-1.0, -1.0], 0.0).wrong_verdicts, 1);
    }

    #[test]
    fn a_row_is_one_object_with_the_promised_members() {
        let mut rows = [("clearance", 2.0), ("other", 3.0)]
            .map(|(engine, ns)| Row { protocol: "hot".into(), ..Row::of_boxes(engine, ns) });
        fill_ratios(&mut rows);
        assert_eq!(
            serde_json::to_string(&rows[1]).unwrap(),
            r#"{"workload":"boxes","class":"near","scalar":"f64","engine":"other","output":"bool","protocol":"hot","ns":3.0,"ratio_to_ours":1.5,"worst_relative_error":null,"wrong_verdicts":0,"pairs":5,"reference":false}"#
        );
    }
}
