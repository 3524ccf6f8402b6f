//! The figures as charts: SVG that is readable on dark and on light paper.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

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

/// The classes of [`STYLE`] that colour ours and the others.
const COLOURS: [&str; 8] = ["ours", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];

const STYLE: &str = "<style>
text{font:12px system-ui,sans-serif;fill:#24292f}.title{font-size:15px;font-weight:600}.small{font-size:11px;fill:#57606a}
.grid{stroke:#d0d7de;stroke-width:1}.axis{stroke:#57606a;stroke-width:1}
.line{fill:none;stroke-width:1.8}.reference{stroke-dasharray:5 4}.line.ours{stroke-width:3}
.ours{stroke:#0969da;fill:#0969da}.c1{stroke:#bc4c00;fill:#bc4c00}.c2{stroke:#8250df;fill:#8250df}
.c3{stroke:#1a7f37;fill:#1a7f37}.c4{stroke:#bf3989;fill:#bf3989}.c5{stroke:#9a6700;fill:#9a6700}
.c6{stroke:#57606a;fill:#57606a}.c7{stroke:#cf222e;fill:#cf222e}
.line{fill:none}text.label{stroke:none}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.grid{stroke:#30363d}.axis{stroke:#9198a1}
.ours{stroke:#58a6ff;fill:#58a6ff}.c1{stroke:#f0883e;fill:#f0883e}.c2{stroke:#bc8cff;fill:#bc8cff}
.c3{stroke:#3fb950;fill:#3fb950}.c4{stroke:#f778ba;fill:#f778ba}.c5{stroke:#d29922;fill:#d29922}
.c6{stroke:#9198a1;fill:#9198a1}.c7{stroke:#ff7b72;fill:#ff7b72}.line{fill:none}}
</style>";

/// A logarithmic scale from numbers to pixels.
pub struct Scale {
    from: [f64; 2],
    /// The pixels at both ends.
    pub to: [f64; 2],
}

impl Scale {
    /// The pixel of a number.
    pub fn at(&self, value: f64) -> f64 {
        let part = (value / self.from[0]).ln() / (self.from[1] / self.from[0]).ln();
        self.to[0] + part * (self.to[1] - self.to[0])
    }
    /// The powers of ten within.
    pub fn decades(&self) -> impl Iterator<Item = f64> + '_ {
        (-3..9).map(|power| 10f64.powi(power)).filter(|value| self.from[0] <= *value && *value <= self.from[1])
    }
    /// The scale to pixels that has all values, rounded outward to steps of 1 and 3.
    pub fn around(values: impl Iterator<Item = f64> + Clone, to: [f64; 2]) -> Self {
        let steps = || (-3..9).flat_map(|power| [1.0, 3.0].map(|digit: f64| digit * 10f64.powi(power)));
        let (low, high) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
        let from = steps().filter(|step| *step <= low).fold(1e-3, f64::max);
        Self { from: [from, steps().find(|step| *step >= high && *step > from).unwrap_or(1e9)], to }
    }
}

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

/// The beginning of a chart.
pub fn opened(width: f64, height: f64, title: &str) -> String {
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
    );
    let _ = writeln!(svg, "<title>{title}</title>{STYLE}");
    text(&mut svg, 16.0, 26.0, "start", "title", title);
    svg
}

/// A line of the grid.
pub fn grid_line(svg: &mut String, x: [f64; 2], y: [f64; 2]) {
    let _ =
        writeln!(svg, r#"<line class="grid" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#, x[0], y[0], x[1], y[1]);
}

/// Some words.
pub fn text(svg: &mut String, x: f64, y: f64, anchor: &str, class: &str, words: &str) {
    let _ = writeln!(svg, r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{words}</text>"#);
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

    #[test]
    fn a_scale_has_all_values_within() {
        let values = [4.0, 70.0];
        let scale = Scale::around(values.into_iter(), [0.0, 100.0]);
        assert_eq!(scale.from, [3.0, 100.0]);
        assert!(values.iter().all(|&value| 0.0 <= scale.at(value) && scale.at(value) <= 100.0));
        assert_eq!(scale.decades().collect::<Vec<_>>(), [10.0, 100.0]);
    }
}
