//! Pictures like engineering drawings: thin outlines on light paper, and gaps as dimension lines.

use clearance::each::Each;
use std::fmt::Write;

use clearance::{Status, Vec2, Vec3};
use clearance_files::fault::Fault;
use clearance_files::plane::{self, Point};
use clearance_files::solid::{Body, Dimension};

use crate::answer::{Answer, Question};
use crate::labels::{Labels, Text};
use crate::outline::{Drawn, Outline, View};
use crate::shading::{Facet, TINTS};
use crate::table::significant;

/// The size of a panel on paper, in pixels.
const PANEL: Point = [620.0, 520.0];
/// Kept free around what is drawn.
const MARGIN: f64 = 64.0;
/// The height of the strip below the panels. Its text says what the panels show.
const CAPTION: f64 = 34.0;

/// Fills of bodies, in turn.
const FILLS: [&str; 6] = ["#dbe7f3", "#e6efdc", "#f6ead2", "#eadff0", "#dcefee", "#f3e0df"];

const STYLE: &str = "\
.paper{fill:#fdfdfb}.frame{fill:none;stroke:#37474f;stroke-width:1}\
.body{fill-opacity:.85;stroke:#263238;stroke-width:1.3;stroke-linejoin:round}\
.edge{fill:none;stroke:#263238;stroke-width:.9}.hidden{fill:none;stroke:#90a4ae;stroke-width:.7;stroke-dasharray:4 3}\
.core{fill:none;stroke:#78909c;stroke-width:.7;stroke-dasharray:7 2 1.5 2}\
.gap{fill:none;stroke:#b3261e;stroke-width:1}.help{fill:none;stroke:#b3261e;stroke-width:.5}\
.dot{fill:#1a5fb4}.ring{fill:none;stroke:#b3261e;stroke-width:1.2}.bound{fill:none;stroke:#1a5fb4;stroke-width:.8;stroke-dasharray:5 3}\
.origin{fill:none;stroke:#000;stroke-width:1.4}.facet{fill:none;stroke:#1a5fb4;stroke-width:.5;stroke-opacity:.6}\
.simplex{fill:#1a5fb4;fill-opacity:.18;stroke:#1a5fb4;stroke-width:1.4;stroke-linejoin:round}\
.facets{stroke-width:.6;stroke-linejoin:round}\
.axes{fill:none;stroke:#90a4ae;stroke-width:.7}.word{text-anchor:end;font-size:11px}\
.tip{fill:#b3261e}.spot{fill:#fdfdfb;stroke:#b3261e;stroke-width:1.2}\
text{font-family:'DejaVu Sans','Segoe UI',Arial,sans-serif;fill:#263238;font-size:12px;text-anchor:middle}\
.size{fill:#b3261e;font-size:12px;paint-order:stroke;stroke:#fdfdfb;stroke-width:3px}\
.title{font-size:13px;letter-spacing:.06em;text-anchor:start}.small{font-size:11px;fill:#546e7a;text-anchor:start}";

/// The gap between two bodies.
pub struct Gap {
    /// The witness point of A.
    pub a: Point,
    /// The witness point of B.
    pub b: Point,
    /// The distance in words.
    pub text: String,
}

/// A part of the drawing with its own scale.
#[derive(Default)]
pub struct Panel {
    /// Written above.
    pub title: String,
    /// Names and outlines.
    pub bodies: Vec<(String, Outline)>,
    /// The gaps that get a dimension line.
    pub gaps: Vec<Gap>,
    /// Drawn over the bodies.
    pub marks: Vec<Mark>,
    /// The triangles of surfaces, the farthest first.
    pub facets: Vec<Facet>,
}

/// The parts of a picture that explain a step of the search.
pub enum Mark {
    /// A full dot.
    Dot(Point),
    /// A ring round a point.
    Ring(Point),
    /// The cross of the origin.
    Origin(Point),
    /// From and to.
    Arrow([Point; 2]),
    /// A centre and a radius.
    Circle(Point, f64),
    /// An open line.
    Line(Vec<Point>),
    /// A closed thin line.
    Loop(Vec<Point>),
    /// A filled simplex.
    Simplex(Vec<Point>),
    /// A rectangle from its lower left to its upper right corner.
    Frame([Point; 2]),
    /// Words with their middle at a point.
    Word(Point, String),
}

impl Mark {
    /// The points that must be on the paper.
    fn points(&self) -> Vec<Point> {
        match self {
            Self::Dot(point) | Self::Ring(point) | Self::Origin(point) => vec![*point],
            Self::Arrow(ends) | Self::Frame(ends) => ends.to_vec(),
            Self::Line(points) | Self::Loop(points) | Self::Simplex(points) => points.clone(),
            // Circles may be cut by the edge. Words are only drawn where there is room.
            Self::Circle(..) | Self::Word(..) => Vec::new(),
        }
    }
}

impl Gap {
    /// The gap that an answer reports.
    pub fn new(answer: &Answer, view: &View) -> Self {
        let number = significant(answer.distance.abs(), 5);
        let text = match answer.status {
            Status::Separated => number,
            Status::Touching => "touching".to_owned(),
            Status::Overlapping => format!("{number} deep"),
        };
        Self { a: view.project(answer.point_a.as_slice()), b: view.project(answer.point_b.as_slice()), text }
    }
}

/// The drawing of two shapes and their gap.
pub fn of_pair(question: &Question<'_>, names: [&str; 2], answer: &Answer) -> Result<String, Fault> {
    let view = View::of_dimension(answer.point_a.as_slice().len());
    let outlines = match answer.point_a.as_slice().len() {
        2 => outlines(question.bodies::<Vec2<f64>>()?, &view),
        _ => outlines(question.bodies::<Vec3<f64>>()?, &view),
    };
    let bodies = names.each(str::to_owned).into_iter().zip(outlines).collect();
    let title = view_name(answer.point_a.as_slice().len()).to_owned();
    let panel = Panel { title, bodies, gaps: vec![Gap::new(answer, &view)], ..Panel::default() };
    Ok(svg(&[panel], &caption(names, answer)))
}

/// What the drawing of one pair says below.
pub fn caption([a, b]: [&str; 2], answer: &Answer) -> String {
    format!("{a} and {b}: {}, distance {}", answer.status.as_str(), significant(answer.distance, 9))
}

/// The name of the view of a dimension on a drawing.
pub fn view_name(dimension: usize) -> &'static str {
    if dimension == 2 { "plan" } else { "isometric view" }
}

fn outlines<V: Dimension>(bodies: [Body<V>; 2], view: &View) -> [Outline; 2] {
    bodies.each(|body| Outline::new(&body.placed(), view))
}

/// The panels side by side on one sheet.
pub fn svg(panels: &[Panel], caption: &str) -> String {
    let (width, height) = (PANEL[0] * panels.len() as f64, PANEL[1] + CAPTION);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\"><style>{STYLE}</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let left = PANEL[0] * index as f64;
        let frame = [left + 8.0, 8.0, PANEL[0] - 16.0, PANEL[1] - 8.0];
        push(&mut out, format_args!("<rect class=\"frame\" {}/>\n", rectangle(frame)));
        push(
            &mut out,
            format_args!("<text class=\"title\" x=\"{:.1}\" y=\"30\">{}</text>\n", left + 20.0, escaped(&panel.title)),
        );
        Paper::new(panel, left).draw(panel, &mut out);
    }
    let bottom = [8.0, PANEL[1], width - 16.0, CAPTION - 8.0];
    push(&mut out, format_args!("<rect class=\"frame\" {}/>\n", rectangle(bottom)));
    push(
        &mut out,
        format_args!(
            "<text class=\"small\" x=\"20\" y=\"{:.1}\">{}</text>\n</svg>\n",
            PANEL[1] + 17.0,
            escaped(caption)
        ),
    );
    out
}

/// How a panel maps the world to pixels: `pixel = origin + scale · (x, −y)`.
struct Paper {
    origin: Point,
    scale: f64,
}

impl Paper {
    /// The largest scale at which everything fits.
    fn new(panel: &Panel, left: f64) -> Self {
        let spread = panel.bodies.iter().flat_map(|(_, outline)| {
            let radius = outline.radius;
            outline.core.iter().flat_map(move |p| [[p[0] - radius, p[1] - radius], [p[0] + radius, p[1] + radius]])
        });
        let gaps = panel.gaps.iter().flat_map(|gap| [gap.a, gap.b]);
        let marks = panel.marks.iter().flat_map(Mark::points);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in spread.chain(gaps).chain(marks) {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let room = [0, 1].each(|axis| (PANEL[axis] - 2.0 * MARGIN) / (high[axis] - low[axis]));
        let scale = match room[0].min(room[1]) {
            scale if scale.is_finite() => scale,
            _ => 1.0,
        };
        let middle = [0, 1].each(|axis| 0.5 * low[axis] + 0.5 * high[axis]);
        let center = [left + PANEL[0] / 2.0, PANEL[1] / 2.0 + 8.0];
        Self { origin: [center[0] - scale * middle[0], center[1] + scale * middle[1]], scale }
    }

    fn pixel(&self, point: Point) -> Point {
        [self.origin[0] + self.scale * point[0], self.origin[1] - self.scale * point[1]]
    }

    fn draw(&self, panel: &Panel, out: &mut String) {
        for (index, (_, outline)) in panel.bodies.iter().enumerate() {
            self.draw_body(outline, FILLS[index % FILLS.len()], out);
        }
        self.draw_facets(&panel.facets, out);
        let outlines = panel.bodies.iter().map(|(_, outline)| self.on_paper(outline)).collect();
        let mut labels = Labels::new(outlines);
        for gap in &panel.gaps {
            draw_gap(&gap.text, self.pixel(gap.a), self.pixel(gap.b), &mut labels, out);
        }
        panel.marks.iter().for_each(|mark| self.draw_mark(mark, out));
        for (index, (name, _)) in panel.bodies.iter().enumerate() {
            let place = labels.place_name(index, &Text::new(name, 12.0));
            push(
                out,
                format_args!("<text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n", place[0], place[1] + 4.0, escaped(name)),
            );
        }
    }

    fn draw_mark(&self, mark: &Mark, out: &mut String) {
        let pixels = |points: &[Point]| points.iter().map(|&point| self.pixel(point)).collect::<Vec<_>>();
        match mark {
            Mark::Dot(point) => circle(out, "dot", self.pixel(*point), 3.0),
            Mark::Ring(point) => circle(out, "ring", self.pixel(*point), 6.0),
            Mark::Circle(center, radius) => circle(out, "bound", self.pixel(*center), radius * self.scale),
            Mark::Origin(point) => {
                let [x, y] = self.pixel(*point);
                let cross = line([[x - 9.0, y], [x + 9.0, y]]) + &line([[x, y - 9.0], [x, y + 9.0]]);
                push(out, format_args!("<path class=\"origin\" d=\"{cross}\"/>\n"));
            }
            Mark::Arrow(ends) => {
                let [from, to] = ends.each(|end| self.pixel(end));
                let length = (to[0] - from[0]).hypot(to[1] - from[1]);
                let along = [0, 1].each(|axis| (to[axis] - from[axis]) / length);
                push(out, format_args!("<path class=\"gap\" d=\"{}\"/>\n", line([from, to])));
                push(out, format_args!("<path class=\"tip\" d=\"{}\"/>\n", arrow(to, along, -1.0)));
            }
            Mark::Line(points) => {
                push(out, format_args!("<path class=\"edge\" d=\"{}\"/>\n", polyline(&pixels(points))))
            }
            Mark::Loop(points) => {
                push(out, format_args!("<path class=\"facet\" d=\"{}Z\"/>\n", polyline(&pixels(points))))
            }
            Mark::Simplex(points) => {
                push(
                    out,
                    format_args!("<path class=\"simplex\" d=\"{}Z\"/>\n", polyline(&pixels(&plane::hull(points)))),
                );
            }
            Mark::Frame([low, high]) => {
                let (low, high) = (self.pixel(*low), self.pixel(*high));
                let frame = [low[0], high[1], high[0] - low[0], low[1] - high[1]];
                push(out, format_args!("<rect class=\"axes\" {}/>\n", rectangle(frame)));
            }
            Mark::Word(point, text) => {
                let [x, y] = self.pixel(*point);
                push(
                    out,
                    format_args!("<text class=\"word\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>\n", y + 4.0, escaped(text)),
                );
            }
        }
    }

    /// The outline in pixels.
    fn on_paper(&self, outline: &Outline) -> Outline {
        // The order is reversed because y points down. So counter-clockwise stays counter-clockwise.
        let core = outline.core.iter().rev().map(|&point| self.pixel(point)).collect();
        let drawn = match &outline.drawn {
            Drawn::Rings(rings) => {
                let ring = |ring: &Vec<Point>| ring.iter().map(|&point| self.pixel(point)).collect();
                Drawn::Rings(rings.iter().map(ring).collect())
            }
            Drawn::Core | Drawn::Facets => Drawn::Core,
        };
        Outline { core, radius: outline.radius * self.scale, edges: Vec::new(), drawn }
    }

    /// The triangles, each run of one tint as a path.
    fn draw_facets(&self, facets: &[Facet], out: &mut String) {
        for run in facets.chunk_by(|a, b| (a.body, a.tint) == (b.body, b.tint)) {
            let path: String = run.iter().map(|facet| self.closed(&facet.corners)).collect();
            let color = tinted(FILLS[run[0].body % FILLS.len()], run[0].tint);
            push(out, format_args!("<path class=\"facets\" fill=\"{color}\" stroke=\"{color}\" d=\"{path}\"/>\n"));
        }
    }

    /// A closed line through points.
    fn closed(&self, points: &[Point]) -> String {
        let pixels: Vec<Point> = points.iter().map(|&point| self.pixel(point)).collect();
        polyline(&pixels) + "Z"
    }

    fn draw_body(&self, outline: &Outline, fill: &str, out: &mut String) {
        match &outline.drawn {
            Drawn::Core => self.draw_core(outline, fill, out),
            Drawn::Rings(rings) => {
                let path: String = rings.iter().map(|ring| self.closed(ring)).collect();
                push(out, format_args!("<path class=\"body\" fill-rule=\"evenodd\" fill=\"{fill}\" d=\"{path}\"/>\n"));
            }
            Drawn::Facets => {}
        }
    }

    fn draw_core(&self, outline: &Outline, fill: &str, out: &mut String) {
        let radius = outline.radius * self.scale;
        let core: Vec<Point> = outline.core.iter().map(|&point| self.pixel(point)).collect();
        push(out, format_args!("<path class=\"body\" fill=\"{fill}\" d=\"{}\"/>\n", rounded_path(&core, radius)));
        for hidden in [true, false] {
            let edges: String = outline
                .edges
                .iter()
                .filter(|edge| edge.hidden == hidden)
                .map(|edge| line(edge.ends.each(|end| self.pixel(end))))
                .collect();
            if !edges.is_empty() {
                push(out, format_args!("<path class=\"{}\" d=\"{edges}\"/>\n", if hidden { "hidden" } else { "edge" }));
            }
        }
        if radius > 3.0 && core.len() > 1 {
            push(out, format_args!("<path class=\"core\" d=\"{}\"/>\n", rounded_path(&core, 0.0)));
        }
    }
}

/// A fill of a body in the shade or in the light, as six hexadecimal digits.
fn tinted(fill: &str, tint: usize) -> String {
    // The fills are pale. In the shade half of their light is left.
    let share = 0.5 + 0.5 * tint as f64 / (TINTS - 1) as f64;
    let digits = fill.trim_start_matches('#');
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_or(0.0, f64::from) * share;
    format!("#{:02x}{:02x}{:02x}", channel(0) as u8, channel(2) as u8, channel(4) as u8)
}

/// The outline of a polygon, thickened by a radius. `core` is counter-clockwise as seen.
fn rounded_path(core: &[Point], radius: f64) -> String {
    let mut path = String::new();
    let count = core.len();
    if count == 1 {
        let ([x, y], r) = (core[0], radius.max(1.5));
        return format!(
            "M{:.2} {y:.2}a{r:.2} {r:.2} 0 1 0 {:.2} 0a{r:.2} {r:.2} 0 1 0 {:.2} 0Z",
            x - r,
            2.0 * r,
            -2.0 * r
        );
    }
    for (index, &from) in core.iter().enumerate() {
        let to = core[(index + 1) % count];
        let edge = [to[0] - from[0], to[1] - from[1]];
        let length = edge[0].hypot(edge[1]);
        // y points down, so the outer side of an edge lies on its right.
        let out = [-edge[1] / length * radius, edge[0] / length * radius];
        let (start, end) = ([from[0] + out[0], from[1] + out[1]], [to[0] + out[0], to[1] + out[1]]);
        if index == 0 {
            push(&mut path, format_args!("M{:.2} {:.2}", start[0], start[1]));
        } else if radius > 0.0 {
            push(&mut path, format_args!("A{radius:.2} {radius:.2} 0 0 0 {:.2} {:.2}", start[0], start[1]));
        }
        push(&mut path, format_args!("L{:.2} {:.2}", end[0], end[1]));
        if index + 1 == count && radius > 0.0 {
            let first = [core[1][0] - core[0][0], core[1][1] - core[0][1]];
            let length = first[0].hypot(first[1]);
            let close = [core[0][0] - first[1] / length * radius, core[0][1] + first[0] / length * radius];
            push(&mut path, format_args!("A{radius:.2} {radius:.2} 0 0 0 {:.2} {:.2}", close[0], close[1]));
        }
    }
    path + "Z"
}

/// A dimension line: witness points, extension lines, the measured line beside the gap, and the number.
fn draw_gap(text: &str, a: Point, b: Point, labels: &mut Labels, out: &mut String) {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    let along = if length > 1e-9 { [(b[0] - a[0]) / length, (b[1] - a[1]) / length] } else { [1.0, 0.0] };
    let label = Text::new(text, 12.0);
    let (offset, place, angle) = labels.place_dimension(a, b, along, &label);
    let side = [-along[1], along[0]];
    let shifted = |point: Point, by: f64| [point[0] + by * side[0], point[1] + by * side[1]];
    let (from, to) = (shifted(a, offset), shifted(b, offset));

    let beyond = offset + 5.0 * offset.signum();
    let extensions = line([shifted(a, 3.0 * offset.signum()), shifted(a, beyond)])
        + &line([shifted(b, 3.0 * offset.signum()), shifted(b, beyond)]);
    push(
        out,
        format_args!("<path class=\"help\" d=\"{extensions}\"/>\n<path class=\"help\" d=\"{}\"/>\n", line([a, b])),
    );
    // The arrows stand outside if there is no room between.
    let inside = length > 24.0;
    let point_along = |point: Point, by: f64| [point[0] + by * along[0], point[1] + by * along[1]];
    let ends = if inside { [from, to] } else { [point_along(from, -18.0), point_along(to, 18.0)] };
    push(out, format_args!("<path class=\"gap\" d=\"{}\"/>\n", line(ends)));
    let turn = if inside { 1.0 } else { -1.0 };
    push(out, format_args!("<path class=\"tip\" d=\"{}{}\"/>\n", arrow(from, along, turn), arrow(to, along, -turn)));
    for point in [a, b] {
        push(out, format_args!("<circle class=\"spot\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"2.4\"/>\n", point[0], point[1]));
    }
    push(
        out,
        format_args!(
            "<text class=\"size\" transform=\"translate({:.1} {:.1}) rotate({angle:.1})\" y=\"4\">{}</text>\n",
            place[0],
            place[1],
            escaped(text)
        ),
    );
}

/// An arrow head with its tip at `tip`. It points against `turn · along`.
fn arrow(tip: Point, along: Point, turn: f64) -> String {
    let back = [tip[0] + 8.0 * turn * along[0], tip[1] + 8.0 * turn * along[1]];
    let (x, y) = (-2.2 * along[1], 2.2 * along[0]);
    format!("M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}Z", tip[0], tip[1], back[0] + x, back[1] + y, back[0] - x, back[1] - y)
}

fn line([from, to]: [Point; 2]) -> String {
    format!("M{:.2} {:.2}L{:.2} {:.2}", from[0], from[1], to[0], to[1])
}

fn polyline(points: &[Point]) -> String {
    let step = |(index, point): (usize, &Point)| {
        format!("{}{:.2} {:.2}", if index == 0 { 'M' } else { 'L' }, point[0], point[1])
    };
    points.iter().enumerate().map(step).collect()
}

fn circle(out: &mut String, class: &str, [x, y]: Point, radius: f64) {
    push(out, format_args!("<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>\n"));
}

fn rectangle([x, y, width, height]: [f64; 4]) -> String {
    format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"")
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("a string takes all that is written");
}

/// Text as it stands in XML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
