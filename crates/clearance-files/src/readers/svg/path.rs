//! Path data of SVG as chains of curves.

use svgtypes::{PathParser, PathSegment};

use crate::fault::Fault;
use crate::plane::Point;
use crate::readers::curve::{Arc, Curve};

/// An arc, or the line in its place.
pub fn arc(ends: [Point; 2], radii: Point, degrees: f64, large: bool, sweep: bool) -> Curve {
    Arc::new(ends, radii, degrees, large, sweep).map_or(Curve::Line(ends[1]), |arc| Curve::Arc(Box::new(arc)))
}

/// The pen that draws path data.
#[derive(Default)]
struct Pen {
    chains: Vec<(Point, Vec<Curve>)>,
    /// Where the chain began.
    start: Point,
    at: Point,
    /// The last control point of a curve. A smooth curve continues from it.
    cubic: Option<Point>,
    quadratic: Option<Point>,
    /// Whether the next curve begins a chain.
    lifted: bool,
}

impl Pen {
    fn lift_to(&mut self, point: Point) {
        (self.at, self.start, self.lifted) = (point, point, true);
    }

    fn draw(&mut self, curve: Curve, end: Point) {
        if self.lifted || self.chains.is_empty() {
            self.chains.push((self.at, Vec::new()));
            self.lifted = false;
        }
        self.chains.last_mut().expect("a chain was begun").1.push(curve);
        self.at = end;
    }

    /// The point that an absolute or relative pair of numbers means.
    fn point(&self, abs: bool, x: f64, y: f64) -> Point {
        if abs { [x, y] } else { [self.at[0] + x, self.at[1] + y] }
    }

    /// The control point of a smooth curve.
    fn mirrored(&self, control: Option<Point>) -> Point {
        control.map_or(self.at, |control| [0, 1].map(|i| self.at[i] + (self.at[i] - control[i])))
    }

    fn segment(&mut self, segment: PathSegment) {
        let (cubic, quadratic) = (self.cubic.take(), self.quadratic.take());
        match segment {
            PathSegment::MoveTo { abs, x, y } => self.lift_to(self.point(abs, x, y)),
            PathSegment::LineTo { abs, x, y } => self.line(self.point(abs, x, y)),
            PathSegment::HorizontalLineTo { abs, x } => self.line([self.point(abs, x, 0.0)[0], self.at[1]]),
            PathSegment::VerticalLineTo { abs, y } => self.line([self.at[0], self.point(abs, 0.0, y)[1]]),
            PathSegment::CurveTo { abs, x1, y1, x2, y2, x, y } => {
                self.cubic(self.point(abs, x1, y1), self.point(abs, x2, y2), self.point(abs, x, y));
            }
            PathSegment::SmoothCurveTo { abs, x2, y2, x, y } => {
                self.cubic(self.mirrored(cubic), self.point(abs, x2, y2), self.point(abs, x, y));
            }
            PathSegment::Quadratic { abs, x1, y1, x, y } => {
                self.quadratic(self.point(abs, x1, y1), self.point(abs, x, y));
            }
            PathSegment::SmoothQuadratic { abs, x, y } => {
                self.quadratic(self.mirrored(quadratic), self.point(abs, x, y));
            }
            PathSegment::EllipticalArc { abs, rx, ry, x_axis_rotation, large_arc, sweep, x, y } => {
                let end = self.point(abs, x, y);
                self.draw(arc([self.at, end], [rx, ry], x_axis_rotation, large_arc, sweep), end);
            }
            PathSegment::ClosePath { .. } => {
                if !self.lifted && self.at != self.start {
                    self.line(self.start);
                }
                self.lift_to(self.start);
            }
        }
    }

    fn line(&mut self, end: Point) {
        self.draw(Curve::Line(end), end);
    }

    fn cubic(&mut self, first: Point, second: Point, end: Point) {
        self.draw(Curve::Bezier(Box::new([self.at, first, second, end])), end);
        self.cubic = Some(second);
    }

    fn quadratic(&mut self, control: Point, end: Point) {
        self.draw(Curve::Bezier(Box::new([self.at, control, end])), end);
        self.quadratic = Some(control);
    }
}

/// The chains of path data. An empty text and `none` have no chains.
pub fn path(data: &str) -> Result<Vec<(Point, Vec<Curve>)>, Fault> {
    let mut pen = Pen::default();
    if !["", "none"].contains(&data.trim()) {
        for segment in PathParser::from(data) {
            pen.segment(segment.map_err(|error| Fault::new(format!("expected path data: {error}")))?);
        }
    }
    Ok(pen.chains)
}
