//! An earlier run to compare with: its JSON, JSON lines or CSV.

use clearance::each::Each;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::row::{Change, Row, plain};
use crate::failure::Failure;
use crate::pairs::json_string;

/// A finding of an earlier run that broke its limit, and is no finding any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub names: [String; 2],
}

impl Resolved {
    /// As a JSON object on one line.
    pub fn json(&self) -> String {
        let [a, b] = self.names.each_ref().each(|name| json_string(name));
        format!("{{\"a\":{a},\"b\":{b},\"change\":\"resolved\"}}")
    }
}

/// The findings of an earlier run.
#[derive(Debug, Default)]
pub struct Baseline {
    /// By the names, the lesser first, with the place in the file.
    pairs: HashMap<[String; 2], (usize, Earlier)>,
    /// The unit of its lengths, if it has one.
    unit: Option<String>,
}

/// What the earlier run said of a pair.
#[derive(Clone, Debug, Deserialize)]
struct Earlier {
    a: String,
    b: String,
    relation: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    broken: Option<bool>,
    /// Where each finding stands for itself.
    #[serde(default)]
    unit: Option<String>,
}

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    unit: Option<String>,
    findings: Vec<Earlier>,
}

impl Baseline {
    /// Reads the output of an earlier run.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::file(path, "expected UTF-8"))?;
        Self::parse(&text).map_err(|message| Failure::file(path, message))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
        let (unit, findings) = if text.is_empty() {
            // JSON lines of a run without findings.
            (None, Vec::new())
        } else if !text.starts_with('{') {
            (None, of_csv(text)?)
        } else if let Ok(Document { unit, findings }) = serde_json::from_str(text) {
            (unit, findings)
        } else {
            let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
            let read = |(line, number)| serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"));
            (None, lines.map(read).collect::<Result<_, _>>()?)
        };
        // A pair that an even earlier run had resolved is no finding, and has no relation.
        let findings: Vec<Earlier> = findings.into_iter().filter(|earlier| earlier.relation.is_some()).collect();
        let unit = unit.or_else(|| findings.first().and_then(|earlier| earlier.unit.clone()));
        if findings.iter().any(|earlier| earlier.unit.is_some() && earlier.unit != unit) {
            return Err("expected findings in one unit".to_owned());
        }
        let pairs = findings.into_iter().enumerate();
        let pairs = pairs.map(|(place, earlier)| (key(&earlier.a, &earlier.b), (place, earlier))).collect();
        Ok(Self { pairs, unit })
    }

    /// Lengths of an earlier run in another unit say nothing, and neither do those without a unit beside those with one.
    pub fn check_unit(&self, unit: Option<&str>) -> Result<(), Failure> {
        // A run without findings says its unit in JSON only.
        if self.unit.as_deref() == unit || (self.pairs.is_empty() && self.unit.is_none()) {
            return Ok(());
        }
        let said = |unit: Option<&str>| unit.map_or("has no unit".to_owned(), |unit| format!("is in {}", plain(unit)));
        let [earlier, own] = [said(self.unit.as_deref()), said(unit)];
        Err(Failure::Input(format!("the earlier run {earlier}, and this one {own}; expected the same unit")))
    }

    /// How a finding stands to the earlier run.
    pub fn change(&self, row: &Row) -> Change {
        let [a, b] = &row.names;
        let Some((_, earlier)) = self.pairs.get(&key(a, b)) else { return Change::New };
        if row.finding.is_broken && earlier.broken == Some(false) {
            return Change::New;
        }
        let is_swapped = earlier.a != *a;
        let relation = match (row.finding.relation.name(), is_swapped) {
            ("a_in_b", true) => "b_in_a",
            ("b_in_a", true) => "a_in_b",
            (name, _) => name,
        };
        let differs = earlier.relation.as_deref().is_some_and(|earlier| earlier != relation);
        let nearest = row.told();
        let is_outside = earlier.upper.is_some_and(|upper| upper < nearest.lower)
            || earlier.lower.is_some_and(|lower| lower > nearest.upper);
        if differs || is_outside { Change::Changed } else { Change::Same }
    }

    /// The pairs that broke their limits in the earlier run and are not among the findings, in its order.
    pub fn resolved<'a>(&self, names: impl Iterator<Item = &'a [String; 2]>) -> Vec<Resolved> {
        let found: std::collections::HashSet<[String; 2]> = names.map(|[a, b]| key(a, b)).collect();
        let mut gone: Vec<_> = self
            .pairs
            .iter()
            .filter(|(names, (_, earlier))| earlier.broken != Some(false) && !found.contains(*names))
            .collect();
        gone.sort_by_key(|(_, (place, _))| *place);
        let pair = |(_, (_, Earlier { a, b, .. })): (_, &(usize, Earlier))| Resolved { names: [a.clone(), b.clone()] };
        gone.into_iter().map(pair).collect()
    }
}

/// The names in an order that does not depend on which body came first.
fn key(a: &str, b: &str) -> [String; 2] {
    let mut names = [a.to_owned(), b.to_owned()];
    names.sort();
    names
}

/// The findings of a CSV file, by the names of its header.
fn of_csv(text: &str) -> Result<Vec<Earlier>, String> {
    let mut rows = csv_rows(text)?.into_iter();
    let header = rows.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|cell| cell == name);
    let (Some(a), Some(b)) = (column("a"), column("b")) else {
        return Err(
            "expected the output of an earlier run: JSON, JSON lines, or CSV with the columns a and b".to_owned()
        );
    };
    let optional = ["relation", "lower", "upper", "broken", "unit"].each(column);
    let read = |(row, number): (Vec<String>, usize)| {
        let cell = |column: Option<usize>| column.and_then(|column| row.get(column)).filter(|cell| !cell.is_empty());
        let (Some(a), Some(b)) = (row.get(a), row.get(b)) else {
            return Err(format!("row {number}: expected {} cells, found {}", header.len(), row.len()));
        };
        let number_in = |column| cell(column).map(|cell| cell.parse::<f64>()).transpose();
        let (Ok(lower), Ok(upper)) = (number_in(optional[1]), number_in(optional[2])) else {
            return Err(format!("row {number}: expected numbers as bounds"));
        };
        let (relation, broken) = (cell(optional[0]).cloned(), cell(optional[3]).map(|cell| cell == "true"));
        let unit = cell(optional[4]).cloned();
        Ok(Earlier { a: a.clone(), b: b.clone(), relation, lower, upper, broken, unit })
    };
    rows.zip(2..).map(read).collect()
}

/// Rows of cells (RFC 4180): quoted cells may hold commas, quotes and line feeds.
fn csv_rows(text: &str) -> Result<Vec<Vec<String>>, String> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut characters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted && characters.peek() == Some(&'\n') => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    if is_quoted {
        return Err("expected the end of a quoted cell".to_owned());
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_cells_hold_commas_quotes_and_line_feeds() {
        let rows = csv_rows("a,b\r\n\"x,\"\"y\"\"\n\",z\n\n,last").unwrap();
        assert_eq!(rows, [vec!["a", "b"], vec!["x,\"y\"\n", "z"], vec!["", "last"]]);
        assert!(csv_rows("a,\"b").is_err());
    }

    #[test]
    fn all_three_forms_of_an_earlier_run_are_read() {
        let finding = "{\"a\":\"x\",\"b\":\"y\",\"relation\":\"apart\",\"lower\":1.0,\"upper\":1.0,\"broken\":true}";
        let document = format!("{{\"unit\":\"mm\",\"findings\":[{finding}]}}");
        let lines = format!("{finding}\n{{\"a\":\"p\",\"b\":\"q\",\"change\":\"resolved\"}}\n");
        let csv = "a,b,relation,lower,upper,broken\nx,y,apart,1.0,1.0,true\np,q,,,,false\n";
        for text in [document.as_str(), lines.as_str(), csv] {
            let baseline = Baseline::parse(text).unwrap();
            assert_eq!(baseline.pairs.keys().collect::<Vec<_>>(), [&["x".to_owned(), "y".to_owned()]]);
            assert_eq!(baseline.resolved([].into_iter()), [Resolved { names: ["x".into(), "y".into()] }]);
        }
        let of_unit = |unit: &str| format!("a,b,relation,unit\nx,y,apart,{unit}\n");
        for (earlier, own, fits) in [
            ("mm", Some("mm"), true),
            ("", None, true),
            ("", Some("mm"), false),
            ("mm", None, false),
            ("m", Some("mm"), false),
        ] {
            assert_eq!(Baseline::parse(&of_unit(earlier)).unwrap().check_unit(own).is_ok(), fits, "{earlier}");
        }
        // Without findings nothing is compared.
        assert!(Baseline::parse("a,b,relation,unit\n").unwrap().check_unit(Some("mm")).is_ok());
        let two = "a,b,relation,unit\nx,y,apart,mm\np,q,apart,m\n";
        assert_eq!(Baseline::parse(two).unwrap_err(), "expected findings in one unit");
        assert!(Baseline::parse("").unwrap().pairs.is_empty());
        for (text, said) in [("hello\n", "expected the output"), ("{\n", "line 1"), ("a,b,lower\nx,y,z\n", "row 2")] {
            assert!(Baseline::parse(text).unwrap_err().starts_with(said));
        }
    }
}
