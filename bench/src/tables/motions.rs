//! The tables of RESULTS.md of shapes that travel.

use super::{line, table, text};
use crate::casts::Row;
use crate::engines::{OURS, OURS_ROUGH};

/// The other engines, and what the table calls them.
const OTHERS: [(&str, &str, &str); 6] = [
    ("parry", "f64", "parry"),
    ("parry", "f32", "parry f32"),
    ("parry sweep", "f64", "parry sweep"),
    ("box2d", "f32", "box2d"),
    ("box3d", "f32", "box3d"),
    ("jolt", "f32", "jolt"),
];

/// The questions that others answer, too, in the order of the tables.
const QUESTIONS: [&str; 3] = ["rays", "casts", "impacts"];

/// Nanoseconds of ours in `f64`, and ours divided by each other's.
pub fn times(rows: &[Row]) -> String {
    let ours = |question: &'static str| {
        rows.iter().filter(move |row| row.question() == question && row.engine == OURS && row.scalar == "f64")
    };
    let lines: Vec<String> = QUESTIONS.into_iter().flat_map(ours).map(|ours| time(rows, ours)).collect();
    let others = OTHERS.map(|(_, _, title)| title);
    table(&[&["", "`clearance`, ns", "1e-4, ns"], &others[..]].concat(), &lines)
}

fn time(rows: &[Row], ours: &Row) -> String {
    let find = |engine: &str, scalar: &str| {
        let same = |row: &&Row| (&row.workload, &row.class) == (&ours.workload, &ours.class);
        Some(rows.iter().filter(same).find(|row| row.engine == engine && row.scalar == scalar)?.ns)
    };
    let mut fields = vec![format!("{}, {}", ours.workload, ours.class), text(Some(ours.ns), 0)];
    fields.push(text(find(OURS_ROUGH, "f64"), 0));
    fields.extend(OTHERS.map(|(engine, scalar, _)| text(find(engine, scalar).map(|ns| ours.ns / ns), 2)));
    line(&fields)
}

/// What each engine missed, and how far its contacts are off, over all courses of a question.
pub fn verdicts(rows: &[Row]) -> String {
    let mut totals: Vec<Row> = Vec::new();
    for question in QUESTIONS {
        for row in rows.iter().filter(|row| row.question() == question) {
            let same = |total: &&mut Row| {
                total.workload == question && (&total.engine, &total.scalar) == (&row.engine, &row.scalar)
            };
            match totals.iter_mut().find(same) {
                Some(total) => add(total, row),
                None => totals.push(Row { workload: question.into(), ..row.clone() }),
            }
        }
    }
    let lines: Vec<String> = totals.iter().map(verdict).collect();
    table(&["", "courses", "missed", "false", "late", "deepest", "farthest"], &lines)
}

fn add(total: &mut Row, row: &Row) {
    total.courses += row.courses;
    total.missed += row.missed;
    total.false_hits += row.false_hits;
    total.late += row.late;
    total.deepest = total.deepest.max(row.deepest);
    total.farthest = total.farthest.max(row.farthest);
}

fn verdict(row: &Row) -> String {
    let Row { workload, engine, scalar, courses, missed, false_hits, late, deepest, farthest, .. } = row;
    let counts = [courses, missed, false_hits, late].map(|count| count.to_string());
    let lengths = [deepest, farthest].map(|length| format!("{length:.1e}"));
    line(&[vec![format!("{workload}, {engine} {scalar}")], counts.into(), lengths.into()].concat())
}
