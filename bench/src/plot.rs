//! The figures as charts: SVG that is readable on dark and on light paper.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use crate::canvas::{Scale, grid_line, opened, text};
use crate::rates;
use crate::report::Row;

/// Draws every chart for which the rows have figures.
pub fn write(directory: &Path, rows: &[Row]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let streamed: Vec<&Row> = rows.iter().filter(|row| row.protocol == "stream").collect();
    if let Some(chart) = rates::chart(&streamed) {
        fs::write(directory.join("rates.svg"), chart)?;
    }
    for output in ["distance", "signed", "bool"] {
        for class in ["far", "near", "overlap"] {
            if let Some(chart) = vertices(&streamed, class, output) {
                fs::write(directory.join(format!("hulls-{class}-{output}.svg")), chart)?;
            }
        }
        if let Some(chart) = ratios(&streamed, output) {
            fs::write(directory.join(format!("ratios-{output}.svg")), chart)?;
        }
    }
    Ok(())
}

/// The classes of the style that colour ours and the others.
const COLOURS: [&str; 8] = ["ours", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];

/// An engine's times by the number of vertices.
struct Line {
    engine: String,
    reference: bool,
    points: Vec<(f64, f64)>,
}

/// Time over the number of vertices, of the engines in `f64`, and of the engines that have only `f32`.
fn vertices(rows: &[&Row], class: &str, output: &str) -> Option<String> {
    let mut lines: Vec<Line> = Vec::new();
    let wide = |engine: &str| rows.iter().any(|row| row.engine == engine && row.scalar == "f64");
    for row in rows.iter().filter(|row| row.class == class && row.output == output) {
        let Some(count) = row.workload.strip_prefix("hull ").and_then(|count| count.parse().ok()) else { continue };
        if row.scalar == "f32" && wide(&row.engine) {
            continue;
        }
        match lines.iter_mut().find(|line| line.engine == row.engine) {
            Some(line) => line.points.push((count, row.ns)),
            None => {
                let (engine, reference) = (row.engine.clone(), row.reference);
                lines.push(Line { engine, reference, points: vec![(count, row.ns)] });
            }
        }
    }
    lines.retain(|line| line.points.len() > 1);
    (!lines.is_empty()).then(|| line_chart(&lines, &format!("Two hulls, {class}: {output}, nanoseconds a pair")))
}

fn line_chart(lines: &[Line], title: &str) -> String {
    let (width, height) = (760.0, 420.0);
    let all = || lines.iter().flat_map(|line| &line.points);
    let x = Scale {
        from: [all().map(|p| p.0).fold(f64::INFINITY, f64::min), all().map(|p| p.0).fold(0.0, f64::max)],
        to: [64.0, width - 140.0],
    };
    let y = Scale::around(all().map(|p| p.1), [height - 48.0, 48.0]);
    let mut svg = opened(width, height, title);
    for value in y.decades() {
        grid_line(&mut svg, [x.to[0], x.to[1]], [y.at(value); 2]);
        text(&mut svg, x.to[0] - 8.0, y.at(value) + 4.0, "end", "small", &nanoseconds(value));
    }
    let mut counts: Vec<f64> = all().map(|p| p.0).collect();
    counts.sort_by(f64::total_cmp);
    counts.dedup();
    for count in counts {
        grid_line(&mut svg, [x.at(count); 2], [y.to[0], y.to[1]]);
        text(&mut svg, x.at(count), y.to[0] + 18.0, "middle", "small", &format!("{count}"));
    }
    text(&mut svg, 0.5 * (x.to[0] + x.to[1]), height - 10.0, "middle", "small", "vertices of each hull");
    let mut ends: Vec<(f64, usize)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let points: Vec<String> = line.points.iter().map(|p| format!("{:.1},{:.1}", x.at(p.0), y.at(p.1))).collect();
        let (colour, dashes) = (COLOURS[index % COLOURS.len()], if line.reference { " reference" } else { "" });
        let _ = writeln!(svg, r#"<polyline class="line {colour}{dashes}" points="{}"/>"#, points.join(" "));
        ends.push((y.at(line.points[line.points.len() - 1].1), index));
    }
    for (place, index) in spread(ends, 15.0) {
        let line = &lines[index];
        let (name, last) = (&line.engine, x.at(line.points[line.points.len() - 1].0).max(x.to[1]));
        let mark = if line.reference { " *" } else { "" };
        let colour = COLOURS[index % COLOURS.len()];
        text(&mut svg, last + 8.0, place + 4.0, "start", &format!("label {colour}"), &format!("{name}{mark}"));
    }
    if lines.iter().any(|line| line.reference) {
        text(&mut svg, width - 12.0, height - 10.0, "end", "small", "* not measured in this run");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Labels, moved apart so that each has the height it needs.
fn spread(mut labels: Vec<(f64, usize)>, height: f64) -> Vec<(f64, usize)> {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    for next in 1..labels.len() {
        labels[next].0 = labels[next].0.max(labels[next - 1].0 + height);
    }
    labels
}

/// A cell of the bar chart.
struct Bar {
    cell: String,
    engine: String,
    ratio: f64,
}

/// For each workload and class: the time of the fastest other engine, divided by the time of our fastest one of the
/// same scalar.
fn ratios(rows: &[&Row], output: &str) -> Option<String> {
    let mut bars: Vec<Bar> = Vec::new();
    for row in rows.iter().filter(|row| row.output == output && !row.reference && !row.is_ours()) {
        let same = |ours: &&&Row| {
            ours.is_ours()
                && (&ours.workload, &ours.class, &ours.output, &ours.scalar)
                    == (&row.workload, &row.class, &row.output, &row.scalar)
        };
        let ratio = row.ns / rows.iter().filter(same).map(|ours| ours.ns).fold(f64::INFINITY, f64::min);
        let cell = format!("{}, {}", row.workload, row.class);
        let bar = Bar { engine: format!("{} {}", row.engine, row.scalar), ratio, cell };
        match bars.iter_mut().find(|other| other.cell == bar.cell) {
            Some(other) if other.ratio <= bar.ratio => {}
            Some(other) => *other = bar,
            None => bars.push(bar),
        }
    }
    (!bars.is_empty()).then(|| bar_chart(&bars, &format!("{output}: time of the fastest other engine, ours = 1")))
}

fn bar_chart(bars: &[Bar], title: &str) -> String {
    let (width, height) = (760.0, 76.0 + 18.0 * bars.len() as f64);
    let values = bars.iter().map(|bar| bar.ratio).chain([1.0]);
    let x = Scale::around(values, [230.0, width - 160.0]);
    let mut svg = opened(width, height, title);
    for value in x.decades() {
        grid_line(&mut svg, [x.at(value); 2], [44.0, height - 28.0]);
        text(&mut svg, x.at(value), height - 12.0, "middle", "small", &format!("{value}"));
    }
    for (index, Bar { cell, engine, ratio }) in bars.iter().enumerate() {
        let (top, end, one) = (48.0 + 18.0 * index as f64, x.at(*ratio), x.at(1.0));
        let colour = if *ratio >= 1.0 { "ours" } else { "c1" };
        let (left, long) = (end.min(one), (end - one).abs());
        text(&mut svg, 220.0, top + 11.0, "end", "label", cell);
        let _ = writeln!(svg, r#"<rect class="{colour}" x="{left:.1}" y="{top}" width="{long:.1}" height="13"/>"#);
        text(&mut svg, end.max(one) + 6.0, top + 11.0, "start", "small", &format!("{ratio:.2} {engine}"));
    }
    let one = x.at(1.0);
    let _ = writeln!(svg, r#"<line class="axis" x1="{one:.1}" y1="44" x2="{one:.1}" y2="{}"/>"#, height - 28.0);
    svg.push_str("</svg>\n");
    svg
}

/// A round time, in the unit that keeps it short.
fn nanoseconds(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{} ms", value / 1e6),
        value if value >= 1e3 => format!("{} µs", value / 1e3),
        value => format!("{value} ns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_moved_apart_and_keep_their_order() {
        assert_eq!(spread(vec![(20.0, 0), (10.0, 1), (12.0, 2)], 5.0), [(10.0, 1), (15.0, 2), (20.0, 0)]);
    }
}
