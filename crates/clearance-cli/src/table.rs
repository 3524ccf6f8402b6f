//! Answers as tables for people. They have the numbers of the other formats, in fewer digits.

use clearance_scene::Depth;
use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::answer::{Answer, Coordinates};
use crate::inside::Inside;
use crate::number;
use crate::relation;
use crate::unit::Unit;

/// The significant digits in a table of many pairs. More digits do not fit a screen; fewer are too coarse for a
/// workshop.
pub(crate) const DIGITS: usize = 7;

/// A row of the table of pairs.
pub struct Row<'a> {
    /// The name of A.
    pub a: &'a str,
    /// The name of B.
    pub b: &'a str,
    /// How far apart they are.
    pub answer: Answer,
}

/// The table of many pairs. Bounds are rounded outward, so the printed bounds are true.
pub fn of_pairs(rows: &[Row<'_>]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_FULL_CONDENSED);
    table.set_header(["A", "B", "status", "distance", "lower", "upper", "point on A", "point on B"]);
    for Row { a, b, answer } in rows {
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        table.add_row([
            Cell::new(a),
            Cell::new(b),
            Cell::new(answer.status.as_str()),
            right(significant(answer.distance, DIGITS)),
            right(significant_below(answer.lower, DIGITS)),
            right(significant_above(answer.upper, DIGITS)),
            Cell::new(point_of(answer.point_a.as_slice())),
            Cell::new(point_of(answer.point_b.as_slice())),
        ]);
    }
    format!("{table}\n")
}

/// The table of one pair, with all digits.
pub fn of_answer(a: &str, b: &str, answer: &Answer, unit: Option<Unit>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_FULL_CONDENSED);
    let list = |vector: Coordinates| {
        let numbers: Vec<String> = vector.as_slice().iter().map(|&n| number::shortest(n, answer.scalar)).collect();
        numbers.join(", ")
    };
    let rows = [
        ("A", a.to_owned()),
        ("B", b.to_owned()),
        ("status", answer.status.as_str().to_owned()),
        ("distance", number::shortest(answer.distance, answer.scalar)),
        ("lower", number::lower(answer.lower, answer.scalar)),
        ("upper", number::upper(answer.upper, answer.scalar)),
        ("point on A", list(answer.point_a)),
        ("point on B", list(answer.point_b)),
        ("normal", list(answer.normal)),
        ("iterations", answer.iterations.to_string()),
    ];
    table.add_rows(rows.iter().map(|(name, value)| [*name, value.as_str()]));
    if let Some(composite) = answer.composite {
        let open = if composite.is_open { " (a surface is open)" } else { "" };
        table.add_row(["relation", &format!("{}{open}", relation::words(composite.relation))]);
        table.add_rows(composite.inside.map(|inside| {
            let (told, other) = match inside {
                Inside::Wall => ("the wall: from surface to surface", "depth"),
                Inside::Depth => ("minus the depth: the shortest way out", "wall"),
            };
            ["distance is".to_owned(), format!("{told} (otherwise --inside {other})")]
        }));
        table.add_rows(composite.depth.map(|Depth { lower, upper }| {
            let [lower, upper] = [number::lower(lower, answer.scalar), number::upper(upper, answer.scalar)];
            ["depth".to_owned(), format!("between {lower} and {upper}")]
        }));
    }
    for (side, name) in ["leaf of A", "leaf of B"].into_iter().enumerate() {
        table.add_rows(answer.leaf(side).map(|leaf| [name.to_owned(), leaf.to_string()]));
    }
    if let Some(unit) = unit {
        table.add_row(["unit", unit.name()]);
    }
    format!("{table}\n")
}

/// Names and values, a row each.
pub fn of_rows(rows: &[(&str, String)]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_FULL_CONDENSED);
    table.add_rows(rows.iter().map(|(name, value)| [*name, value.as_str()]));
    format!("{table}\n")
}

/// A point in few digits.
pub(crate) fn point_of(coordinates: &[f64]) -> String {
    let numbers: Vec<String> = coordinates.iter().map(|&n| significant(n, 5)).collect();
    format!("({})", numbers.join(", "))
}

/// The decimal of `digits` significant digits nearest to `value`.
pub fn significant(value: f64, digits: usize) -> String {
    let text = format!("{:.*e}", digits - 1, value);
    let exponent: i32 = text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if value == 0.0 {
        "0".to_owned()
    } else if (-4..digits as i32).contains(&exponent) {
        format!("{:.*}", (digits as i32 - 1 - exponent) as usize, value)
    } else {
        text
    }
}

/// A decimal of `digits` significant digits that is not above `value`.
pub(crate) fn significant_below(value: f64, digits: usize) -> String {
    let nearest = significant(value, digits);
    if nearest.parse::<f64>().is_ok_and(|decimal| decimal <= value) {
        return nearest;
    }
    // The nearest decimal of a number that is lower by half a last place is the decimal below.
    let place = 10f64.powi(value.abs().log10().floor() as i32 + 1 - digits as i32);
    significant(value - 0.5 * place, digits)
}

/// A decimal of `digits` significant digits that is not below `value`.
pub(crate) fn significant_above(value: f64, digits: usize) -> String {
    match significant_below(-value, digits) {
        zero if zero == "0" => zero,
        negative => negative.strip_prefix('-').map_or_else(|| format!("-{negative}"), str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_in_few_digits_are_rounded_outward() {
        assert_eq!(significant(12.3456789, 4), "12.35");
        assert_eq!((significant_below(12.3456, 4), significant_above(12.3456, 4)), ("12.34".into(), "12.35".into()));
        assert_eq!(
            (significant_below(-0.0123456, 3), significant_above(-0.0123456, 3)),
            ("-0.0124".into(), "-0.0123".into())
        );
        assert_eq!((significant_below(2.0, 3), significant_above(2.0, 3)), ("2.00".into(), "2.00".into()));
        assert_eq!((significant_below(0.0, 3), significant_above(-0.0, 3)), ("0".into(), "0".into()));
        assert_eq!(significant(1.5e-30, 3), "1.50e-30");
        for step in 1..2000 {
            let value = f64::from(step * step) / 917.0 - 1000.0;
            assert!(significant_below(value, 5).parse::<f64>().unwrap() <= value, "{value}");
            assert!(significant_above(value, 5).parse::<f64>().unwrap() >= value, "{value}");
        }
    }
}
