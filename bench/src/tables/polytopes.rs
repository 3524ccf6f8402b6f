//! The tables of RESULTS.md of shapes that touch, and of contact manifolds.

use super::{line, table, text};
use crate::cells::Cell;
use crate::engines::{OURS, Output};

/// The engines whose manifolds are timed.
const MANIFOLDS: [(&str, &str); 5] =
    [(OURS, "f64"), ("parry", "f64"), ("parry", "f32"), ("parry special", "f64"), ("box2d", "f32")];

/// Nanoseconds of yes or no and of the signed distance of shapes that touch, ours and the fastest other's, whose wrong
/// verdicts are counted.
pub fn touching(now: &[Cell], before: Option<&[Cell]>) -> String {
    let places = now.iter().filter(|cell| cell.touches() && cell.output() == Output::Bool.to_string());
    let lines: Vec<String> = places.map(|place| touching_line(place, now, before)).collect();
    let heads =
        ["", "yes or no", "before", "other", "wrong", "signed distance", "before", "other", "wrong"].map(|head| {
            match head {
                "before" if before.is_none() => None,
                head => Some(head),
            }
        });
    table(&heads.into_iter().flatten().collect::<Vec<_>>(), &lines)
}

fn touching_line(place: &Cell, now: &[Cell], before: Option<&[Cell]>) -> String {
    let shapes = place.workload().trim_start_matches("touching ");
    let mut fields = vec![format!("{shapes}, {}", place.class())];
    for output in [Output::Bool, Output::Signed].map(|output| output.to_string()) {
        let cell = asked(now, place, &output);
        fields.push(text(ours(cell), 0));
        if let Some(before) = before {
            fields.push(text(ours(asked(before, place, &output)), 0));
        }
        let other = cell.and_then(Cell::fastest_other);
        fields.push(other.map_or(String::new(), |row| format!("{} {} {:.0}", row.engine, row.scalar, row.ns)));
        let wrong = other.and_then(|row| Some(format!("{} of {}", row.wrong_verdicts?, row.pairs)));
        fields.push(wrong.unwrap_or_default());
    }
    line(&fields)
}

/// The cell of a question about the same shapes.
fn asked<'c, 'r>(cells: &'c [Cell<'r>], place: &Cell, output: &str) -> Option<&'c Cell<'r>> {
    cells.iter().find(|cell| cell.is_beside(place) && cell.output() == output)
}

fn ours(cell: Option<&Cell>) -> Option<f64> {
    Some(cell?.find(OURS, "f64")?.ns)
}

/// Nanoseconds of contact manifolds of polytopes that overlap.
pub fn contacts(cells: &[Cell]) -> String {
    let wanted = |cell: &&Cell| cell.output() == Output::Contacts.to_string() && cell.class() == "overlap";
    let row = |cell: &Cell| {
        cell.find(OURS, "f64")?;
        let times = MANIFOLDS.map(|(engine, scalar)| text(cell.find(engine, scalar).map(|row| row.ns), 0));
        Some(line(&[vec![cell.workload().into()], times.into()].concat()))
    };
    let lines: Vec<String> = cells.iter().filter(wanted).filter_map(row).collect();
    table(&["", "`clearance` f64", "parry f64", "parry f32", "parry special f64", "box2d"], &lines)
}
