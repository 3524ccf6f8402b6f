//! Curves in space, as extrusions and revolutions have them, and in the plane of parameters, as edges have them.

use crate::frame::Frame;
use crate::spline::{Spline, excess};
use clearance::real::{U, UP};
use clearance::{Rotation2, Vec3, vec3};

/// A curve in space.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// o + t·d.
    Line(Vec3<f64>, Vec3<f64>),
    /// o + a·cos t·x + b·sin t·y, an ellipse or, with a = b, a circle.
    Ellipse(Frame, [f64; 2]),
    /// A B-spline.
    Spline(Spline<3>),
}

impl Curve {
    /// The point at a parameter, and a bound of its error.
    pub fn at(&self, t: f64) -> (Vec3<f64>, f64) {
        match self {
            Self::Line(origin, direction) => {
                let way = *direction * t;
                (*origin + way, 8.0 * U * (origin.length() + 2.0 * way.length()))
            }
            Self::Ellipse(frame, [a, b]) => {
                let Rotation2 { c, s } = Rotation2::<f64>::from_angle(t);
                let [x, y, _] = frame.axes;
                let size = frame.origin.length() + a.abs() + b.abs();
                (frame.origin + (x * (a * c) + y * (b * s)), 32.0 * U * size)
            }
            Self::Spline(spline) => {
                let ([x, y, z], error) = spline.at(t);
                (vec3(x, y, z), error)
            }
        }
    }

    /// Bounds of |C'| and |C''| over a range of parameters.
    pub fn derivatives(&self, range: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Line(_, direction) => [direction.length() * UP, 0.0],
            Self::Ellipse(frame, [a, b]) => [a.abs().max(b.abs()) * (1.0 + frame.defect) * UP; 2],
            Self::Spline(spline) => spline.derivatives(range),
        }
    }

    /// Where the curve is defined, if not everywhere.
    pub fn domain(&self) -> Option<[f64; 2]> {
        if let Self::Spline(spline) = self { Some(spline.domain()) } else { None }
    }

    /// Whether the curve may have a corner strictly inside a range.
    pub fn has_corner(&self, range: [f64; 2]) -> bool {
        matches!(self, Self::Spline(spline) if spline.has_corner(range))
    }
}

/// A curve in the plane of parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaneCurve {
    /// o + t·d.
    Line([f64; 2], [f64; 2]),
    /// o + a·cos t·x + b·sin t·y.
    Ellipse {
        /// The middle o.
        middle: [f64; 2],
        /// The half axes a·x and b·y as vectors.
        axes: [[f64; 2]; 2],
    },
    /// A B-spline.
    Spline(Spline<2>),
}

impl PlaneCurve {
    /// The point at a parameter, and a bound of the error of each coordinate.
    pub fn at(&self, t: f64) -> ([f64; 2], f64) {
        match self {
            Self::Line(origin, direction) => {
                let size = |k: usize| origin[k].abs() + 2.0 * (direction[k] * t).abs();
                ([0, 1].map(|k| origin[k] + t * direction[k]), 4.0 * U * (size(0) + size(1)))
            }
            Self::Ellipse { middle, axes: [a, b] } => {
                let Rotation2 { c, s } = Rotation2::<f64>::from_angle(t);
                let point = [0, 1].map(|k| middle[k] + (a[k] * c + b[k] * s));
                let size = |k: usize| middle[k].abs() + a[k].abs() + b[k].abs();
                (point, 16.0 * U * (size(0) + size(1)))
            }
            Self::Spline(spline) => spline.at(t),
        }
    }

    /// How far the curve is from its chord over a range, at most: |c(t) − chord(t)| <= |c''|·dt²/8 where both have the
    /// same parameter.
    pub fn bulge(&self, [low, high]: [f64; 2]) -> f64 {
        let dt = (high - low).abs();
        let range = [low.min(high), low.max(high)];
        match self {
            Self::Line(..) => 0.0,
            Self::Ellipse { axes: [a, b], .. } => {
                let least = f64::min(dt, 4.0);
                // An ellipse is no farther from its chord than its size.
                let [a, b] = [a, b].map(|axis| (axis[0] * axis[0] + axis[1] * axis[1]).sqrt());
                let most = if is_circle(self) { a.max(b) } else { a + b };
                0.125 * most * (least * least).min(16.0) * UP
            }
            Self::Spline(spline) => {
                let [first, second] = spline.derivatives(range);
                let bent = if spline.has_corner(range) { first * dt } else { 0.125 * second * dt * dt };
                // Parameters beyond the domain stand for its end: the chord's point moves by no more.
                let beyond = excess(range, spline.domain());
                (bent + if beyond > 0.0 { first * beyond } else { 0.0 }) * UP
            }
        }
    }
}

/// Whether both axes are equally long and square to each other, to the last digits or nearly so.
fn is_circle(curve: &PlaneCurve) -> bool {
    let PlaneCurve::Ellipse { axes: [a, b], .. } = curve else { return false };
    let (aa, bb, ab) = (a[0] * a[0] + a[1] * a[1], b[0] * b[0] + b[1] * b[1], a[0] * b[0] + a[1] * b[1]);
    (aa - bb).abs() + 2.0 * ab.abs() <= 8.0 * U * aa.max(bb)
}
