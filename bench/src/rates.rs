//! One chart for a newcomer: near pairs a second, by kind of shape, of this library and of the fastest other one.

use std::fmt::Write;

use crate::canvas::{Scale, grid_line, opened, text};
use crate::engines::{OURS, batch};
use crate::report::Row;

/// The workloads of the chart, in its order.
const KINDS: [&str; 9] =
    ["balls", "capsules", "boxes", "polygon 3-8", "hull 8", "hull 32", "hull 512", "cylinders", "ellipsoids"];

/// The bars of a kind.
struct Kind<'r> {
    name: &'r str,
    ours: f64,
    other: &'r Row,
}

/// The chart of distances of near pairs on one core. `None` without figures.
pub fn chart(rows: &[&Row]) -> Option<String> {
    let kinds: Vec<Kind> = KINDS.iter().filter_map(|name| kind(rows, name)).collect();
    if kinds.is_empty() {
        return None;
    }
    let (width, height) = (760.0, 84.0 + 40.0 * kinds.len() as f64);
    let rates = || kinds.iter().flat_map(|kind| [1e3 / kind.ours, 1e3 / kind.other.ns]);
    let x = Scale::around(rates(), [120.0, width - 210.0]);
    let mut svg = opened(width, height, "Distances of near pairs, millions a second, one core, f64");
    for value in x.decades() {
        grid_line(&mut svg, [x.at(value); 2], [44.0, height - 36.0]);
        text(&mut svg, x.at(value), height - 20.0, "middle", "small", &format!("{value}"));
    }
    for (index, Kind { name, ours, other }) in kinds.iter().enumerate() {
        let top = 52.0 + 40.0 * index as f64;
        text(&mut svg, 110.0, top + 18.0, "end", "label", name);
        let error = other.worst_relative_error.map_or(String::new(), |error| format!(", error up to {error:.0e}"));
        let theirs = format!("{} {}{error}", other.engine, other.scalar);
        for (place, colour, ns, words) in
            [(0.0, "ours", *ours, "clearance, with bounds"), (14.0, "c1", other.ns, &theirs)]
        {
            let (rate, left) = (1e3 / ns, x.to[0]);
            let long = x.at(rate) - left;
            let _ = writeln!(
                svg,
                r#"<rect class="{colour}" x="{left:.1}" y="{}" width="{long:.1}" height="12"/>"#,
                top + place
            );
            text(&mut svg, x.at(rate) + 6.0, top + place + 10.0, "start", "small", &format!("{rate:.1} {words}"));
        }
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// Our time and the fastest other engine, in either precision.
fn kind<'r>(rows: &[&'r Row], name: &'r str) -> Option<Kind<'r>> {
    let cell = || rows.iter().filter(|row| row.workload == name && row.class == "near" && row.output == "distance");
    let ours = cell().find(|row| row.engine == OURS && row.scalar == "f64")?.ns;
    let others = cell().filter(|row| !row.is_ours() && !row.reference && row.engine != batch::NAME);
    let other = others.min_by(|p, q| p.ns.total_cmp(&q.ns))?;
    Some(Kind { name, ours, other })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_our_bar_and_that_of_the_fastest_other() {
        let row = |engine: &str, ns: f64| Row {
            output: "distance".into(),
            worst_relative_error: Some(1e-4),
            ..Row::of_boxes(engine, ns)
        };
        let rows = [row(OURS, 200.0), row("parry", 500.0), row("jolt", 400.0)];
        let svg = chart(&rows.iter().collect::<Vec<_>>()).unwrap();
        assert!(svg.contains("5.0 clearance, with bounds") && svg.contains("2.5 jolt f64, error up to 1e-4"), "{svg}");
        assert!(!svg.contains("parry"));
        assert!(chart(&[]).is_none());
    }
}
