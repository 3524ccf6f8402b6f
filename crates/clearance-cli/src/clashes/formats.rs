//! Findings as a table, CSV, JSON, JSON lines or JUnit.

use clearance::each::Each;
use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Table, presets};

use super::baseline::Gone;
use super::grouping::Group;
use super::junit;
use super::row::{CSV_HEADER, Row, plain};
use crate::pairs::{json_string, push_cell};
use crate::table::{DIGITS, point_of, significant, significant_above, significant_below};

/// How the findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// A row a finding, after a header.
    Csv,
    /// One object.
    Json,
    /// An object a line.
    Jsonl,
    /// Test cases for continuous integration.
    Junit,
    /// Topics of the BIM Collaboration Format, for programs of buildings.
    Bcf,
}

/// What is known once all findings are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whole<'a> {
    /// What an earlier run had and this one has not, if there was one.
    pub gone: Option<&'a [Gone]>,
    /// The findings in groups, if they were asked for.
    pub groups: Option<&'a [Group]>,
    /// No overlap lies between these lengths, if overlaps were needed.
    pub valley: Option<[f64; 2]>,
    /// Sets of objects that are the same body.
    pub duplicates: &'a [Vec<String>],
}

impl<'a> Whole<'a> {
    /// The findings that are gone, in two parts: resolved, and not looked at again.
    pub fn parts(&self) -> [Vec<&'a Gone>; 2] {
        let (resolved, rest) = self.gone.unwrap_or_default().iter().partition(|gone| gone.is_resolved);
        [resolved, rest]
    }
}

/// What is said beside the findings.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The unit of all lengths, if it is known.
    pub unit: Option<&'static str>,
    pub objects: usize,
    /// Pairs of objects that the rules do not skip.
    pub pairs: usize,
    /// Whether the findings are the pairs that break a limit. Otherwise they are the nearest.
    pub has_limits: bool,
}

/// Writes findings one by one. Formats that need all of them wait for the end.
pub struct Writer<W> {
    out: W,
    format: Format,
    summary: Summary,
    rows: Vec<Row>,
    count: usize,
}

impl<W: Write> Writer<W> {
    /// Writes what comes before the first finding.
    pub fn new(mut out: W, format: Format, summary: Summary) -> io::Result<Self> {
        match format {
            Format::Csv => writeln!(out, "{CSV_HEADER}")?,
            Format::Json => {
                let unit = summary.unit.map_or("null".to_owned(), json_string);
                let (objects, pairs) = (summary.objects, summary.pairs);
                write!(out, "{{\"unit\":{unit},\"objects\":{objects},\"pairs\":{pairs},\"findings\":[")?;
            }
            Format::Table | Format::Jsonl | Format::Junit | Format::Bcf => {}
        }
        Ok(Self { out, format, summary, rows: Vec::new(), count: 0 })
    }

    /// Writes a finding.
    pub fn write(&mut self, row: &Row) -> io::Result<()> {
        self.count += 1;
        match self.format {
            Format::Csv => {
                let mut cells = Vec::new();
                row.push_cells(&mut cells, self.summary.unit);
                self.out.write_all(&cells)?;
            }
            Format::Json => {
                let comma = if self.count > 1 { "," } else { "" };
                write!(self.out, "{comma}\n{}", row.json())?;
            }
            Format::Jsonl => writeln!(self.out, "{}", row.json_with_unit(self.summary.unit))?,
            Format::Table | Format::Junit => self.rows.push(row.clone()),
            // The topics are written as a whole.
            Format::Bcf => {}
        }
        Ok(())
    }

    /// Passes on what is written so far: a reader that waits for each finding gets it.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes what comes after the last finding.
    pub fn finish(mut self, whole: &Whole) -> io::Result<W> {
        let gone = whole.gone.unwrap_or_default();
        match self.format {
            Format::Json => {
                write!(self.out, "{}]", if self.count > 0 { "\n" } else { "" })?;
                if whole.gone.is_some() {
                    let [resolved, unretested] =
                        whole.parts().map(|part| part.into_iter().map(Gone::json).collect::<Vec<_>>().join(","));
                    write!(self.out, ",\"resolved\":[{resolved}],\"unretested\":[{unretested}]")?;
                }
                if let Some(groups) = whole.groups {
                    let groups: Vec<String> = groups.iter().map(group_json).collect();
                    write!(self.out, ",\"groups\":[{}]", groups.join(","))?;
                }
                if !whole.duplicates.is_empty() {
                    let names =
                        |set: &Vec<String>| set.iter().map(|name| json_string(name)).collect::<Vec<_>>().join(",");
                    let sets: Vec<String> = whole.duplicates.iter().map(|set| format!("[{}]", names(set))).collect();
                    write!(self.out, ",\"duplicates\":[{}]", sets.join(","))?;
                }
                if let Some([low, high]) = whole.valley {
                    write!(self.out, ",\"valley\":[{low:?},{high:?}]")?;
                }
                writeln!(self.out, "}}")?;
            }
            Format::Jsonl => gone.iter().try_for_each(|gone| writeln!(self.out, "{}", gone.json()))?,
            Format::Csv => {
                for gone in gone {
                    let mut cells = Vec::new();
                    for (place, column) in CSV_HEADER.split(',').enumerate() {
                        if place > 0 {
                            cells.push(b',');
                        }
                        push_cell(&mut cells, &gone.cell(column));
                    }
                    cells.push(b'\n');
                    self.out.write_all(&cells)?;
                }
            }
            Format::Table => {
                let text = table(&self.summary, &self.rows, whole);
                self.out.write_all(text.as_bytes())?;
            }
            Format::Junit => {
                let text = junit::document(&self.summary, &self.rows, gone);
                self.out.write_all(text.as_bytes())?;
            }
            Format::Bcf => {}
        }
        Ok(self.out)
    }
}

/// A group as a JSON object on one line.
fn group_json(group: &Group) -> String {
    let findings: Vec<String> = group.rows.iter().map(usize::to_string).collect();
    let rule = group.rule.as_deref().map_or("null".to_owned(), json_string);
    let [name, key] = [&group.name, &group.key].map(|text| json_string(text));
    format!("{{\"name\":{name},\"key\":{key},\"rule\":{rule},\"findings\":[{}]}}", findings.join(","))
}

/// The table for people. Bounds are rounded outward, so the printed bounds are true.
fn table(summary: &Summary, rows: &[Row], whole: &Whole) -> String {
    let mut text = String::new();
    if !rows.is_empty() {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_FULL_CONDENSED);
        let mut header = vec!["A", "B", "relation", "distance", "lower", "upper"];
        header.extend(summary.has_limits.then_some("limit"));
        header.extend(["point on A", "point on B"]);
        header.extend(whole.gone.is_some().then_some("change"));
        table.set_header(header);
        for row in rows {
            let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
            let nearest = row.told();
            let mut cells = row.names.each_ref().each(|name| Cell::new(plain(name))).to_vec();
            cells.push(Cell::new(row.finding.relation.name()));
            cells.push(right(significant(nearest.distance, DIGITS)));
            cells.push(right(significant_below(nearest.lower, DIGITS)));
            cells.push(right(significant_above(nearest.upper, DIGITS)));
            if summary.has_limits {
                cells.push(right(row.limit()));
            }
            cells.push(Cell::new(point_of(row.of_dimension(&nearest.point_a))));
            cells.push(Cell::new(point_of(row.of_dimension(&nearest.point_b))));
            cells.extend(row.change.map(|change| Cell::new(change.as_str())));
            table.add_row(cells);
        }
        text += &format!("{table}\n");
    }
    for gone in whole.gone.unwrap_or_default() {
        let [a, b] = gone.names().each(plain);
        let word = if gone.is_resolved { "resolved" } else { "not tested again" };
        text += &format!("{word}: {a} and {b}\n");
    }
    for set in whole.duplicates {
        text += &format!("the same body: {}\n", set.iter().map(|name| plain(name)).collect::<Vec<_>>().join(", "));
    }
    if let Some(groups) = whole.groups {
        groups.iter().for_each(|group| text += &format!("{:>5}  {}\n", group.rows.len(), plain(&group.name)));
        text += &format!("{} in {}.\n", counted(rows.len(), "finding"), counted(groups.len(), "group"));
    }
    if rows.iter().any(|row| row.finding.relation.is_overlap()) {
        text += match rows.iter().any(|row| row.deep.is_some()) {
            true => "Where bodies overlap, the distance is minus the depth (otherwise --inside wall).\n",
            false => "Where bodies overlap, the distance is from surface to surface (otherwise --inside depth).\n",
        };
    }
    if let Some([low, high]) = whole.valley {
        let unit = summary.unit.map_or(String::new(), |unit| format!(" {unit}"));
        let [low, high] = [significant_above(low, DIGITS), significant_below(high, DIGITS)];
        text += &format!(
            "No overlap lies between {low}{unit} and {high}{unit}: every band between gives these verdicts.\n"
        );
    }
    text + &sentence(summary, rows, whole)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The outcome in one line.
fn sentence(summary: &Summary, rows: &[Row], whole: &Whole) -> String {
    let (objects, pairs) = (summary.objects, summary.pairs);
    let unit = summary.unit.map_or(String::new(), |unit| format!(" Lengths in {unit}."));
    let all = format!("{}, {}:", counted(objects, "object"), counted(pairs, "pair"));
    if !summary.has_limits {
        let what = match rows.len() {
            0 => "nothing to compare".to_owned(),
            1 => "the nearest pair".to_owned(),
            count => format!("the {count} nearest pairs"),
        };
        return format!("{all} {what}.{unit}\n");
    }
    let broken = match rows.len() {
        0 => "none breaks its limit".to_owned(),
        1 => "1 breaks its limit".to_owned(),
        count => format!("{count} break their limits"),
    };
    if whole.gone.is_none() {
        return format!("{all} {broken}.{unit}\n");
    }
    let [resolved, unretested] = whole.parts();
    let untested = match unretested.len() {
        0 => String::new(),
        count => format!(", {count} not tested again"),
    };
    let new = rows.iter().filter(|row| row.counts()).count();
    format!("{all} {broken}, {new} of them new; {} resolved{untested}.{unit}\n", resolved.len())
}
