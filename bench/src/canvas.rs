//! What charts are drawn with: a style that is readable on dark and on light paper, a scale, lines and words.

use std::fmt::Write;

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
    /// The numbers at both ends.
    pub from: [f64; 2],
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_all_values_within() {
        let values = [4.0, 70.0];
        let scale = Scale::around(values.into_iter(), [0.0, 100.0]);
        assert_eq!(scale.from, [3.0, 100.0]);
        assert!(values.iter().all(|&value| 0.0 <= scale.at(value) && scale.at(value) <= 100.0));
        assert_eq!(scale.decades().collect::<Vec<_>>(), [10.0, 100.0]);
    }
}
