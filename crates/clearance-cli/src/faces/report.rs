//! The answers as one page that works without a network: a row for each pair, coloured by how it stands to its limit.

use clearance_surface::Coincident;

use super::row::Row;
use crate::drawing::escaped;
use crate::unit::Unit;

/// The most contacts that one row shows. More would hide the other pairs.
const MOST_CONTACTS: usize = 8;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Clearances</title>\n\
    <style>body{font:15px sans-serif;margin:2em}td,th{padding:.3em .6em;text-align:left;vertical-align:top}\
    table{border-collapse:collapse}.clear{background:#d4ecd4}.broken{background:#f8d0d0}.undecided{background:#f8ecc8}\
    </style>\n<h1>Clearances</h1>\n";

/// The page.
pub fn page(rows: &[Row], unit: Option<Unit>) -> String {
    let lengths = unit.map_or(String::new(), |unit| format!(" Lengths are in {}.", unit.name()));
    let mut text = format!(
        "{HEAD}<p>{}. Bounds are proven for the surfaces of the files.{lengths}</p>\n<table>\n\
        <tr><th>limit</th><th>pair</th><th>faces of the lower bound</th><th>faces with a closed gap</th></tr>\n",
        super::counts(rows)
    );
    for row in rows {
        let standing = row.standing_word();
        let cells = [standing.to_owned(), row.sentence(unit), bounding_faces(row), contacts(row)];
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
        text += &format!("<tr class=\"{standing}\">{cells}</tr>\n");
    }
    text + "</table></html>\n"
}

/// The two faces that the lower bound is of, by body, number and kind. Other faces may be as near within the bracket.
fn bounding_faces(row: &Row) -> String {
    let Row::Pair { names, bodies, judgement, .. } = row else { return String::new() };
    let of = |side: usize| {
        let face = judgement.nearest.faces[side];
        format!("{}: face {} ({})", names[side], face + 1, bodies[side].faces[face as usize].kind())
    };
    format!("{}; {}", of(0), of(1))
}

fn contacts(row: &Row) -> String {
    let Row::Pair { judgement, .. } = row else { return String::new() };
    let shown: Vec<&Coincident> = judgement.coincident.iter().filter(|pair| pair.common.is_some()).collect();
    let words = |pair: &&Coincident| {
        let [a, b] = pair.faces.map(|face| face + 1);
        format!("{}: faces {a}, {b}, gap {:.3e} to {:.3e}", pair.gap.kind, pair.gap.lower, pair.gap.upper)
    };
    let mut parts: Vec<String> = shown.iter().take(MOST_CONTACTS).map(words).collect();
    if shown.len() > MOST_CONTACTS {
        parts.push(format!("and {} more", shown.len() - MOST_CONTACTS));
    }
    parts.join("; ")
}
