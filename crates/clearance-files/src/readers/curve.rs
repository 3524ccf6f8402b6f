//! Curves of the plane as chains of chords, with a bound of the distance between the chords and the curve.
//!
//! The corners of a chain lie on its curve, up to rounding. So the curve extends beyond the chain, and lies behind it
//! by rounding at most.

use super::region::Approximation;
use crate::plane::Point;

/// How far a curve may extend beyond its chain, as a fraction of its radius (or of its extent, if that is smaller).
///
/// A millionth is promised. The rest of it is left for the rounding of a centre, at most 1.7e-7 for half a circle.
/// Smaller: the number of points grows as the inverse root.
pub const FINENESS: f64 = 8e-7;

/// A bound of the rounding errors in one corner, as a factor of the greatest number in its computation.
pub const ROUNDINGS: f64 = 32.0 * f64::EPSILON;

/// A piece of an outline. It begins at the end of the piece before it.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// A straight line to the point.
    Line(Point),
    /// Three or four control points. The first one is the start.
    Bezier(Box<[Point]>),
    /// A piece of an ellipse.
    Arc(Box<Arc>),
}

/// A piece of an ellipse, in a frame in which the ellipse is the unit circle.
///
/// It is `û sin θ + b̂ (cos θ − cos α)` from the middle of the chord, for θ from −α to α. The formula has no centre, so
/// large radii do not cancel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    start: Point,
    end: Point,
    /// The half axes.
    radii: Point,
    /// Cosine and sine of the first axis' direction.
    axis: Point,
    /// Along the chord, unit.
    along: Point,
    /// Towards the arc, unit.
    bulge: Point,
    /// α, half the angle of the arc.
    half: f64,
    /// How far rounding may move the centre, in radii.
    slack: f64,
}

impl Arc {
    /// The arc of SVG (1.1, F.6): both ends, the half axes, the direction of the first axis in degrees, whether it is
    /// more than half of the ellipse, and whether the angle grows. It is `None` where SVG says that it is a straight
    /// line.
    pub fn new(ends: [Point; 2], radii: Point, degrees: f64, large: bool, sweep: bool) -> Option<Self> {
        let [start, end] = ends;
        let mut radii = radii.map(f64::abs);
        if start == end || !(radii[0] > 0.0 && radii[1] > 0.0) {
            return None;
        }
        // A circle looks the same in every direction.
        let turned = radii[0] != radii[1] && degrees % 360.0 != 0.0;
        let (sine, cosine) = if turned { (degrees % 360.0).to_radians().sin_cos() } else { (0.0, 1.0) };
        let half = [0, 1].map(|i| 0.5 * end[i] - 0.5 * start[i]);
        let chord = [cosine * half[0] + sine * half[1], cosine * half[1] - sine * half[0]];
        let unit = [chord[0] / radii[0], chord[1] / radii[1]];
        let mut length = unit[0].hypot(unit[1]);
        let error = if turned {
            8.0 * f64::EPSILON * (half[0].abs() + half[1].abs()) / radii[0].min(radii[1])
        } else {
            4.0 * f64::EPSILON * length
        };
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let along = unit.map(|x| x / length);
        let mut slack_squared = 2.0 * length * error + error * error;
        if length > 1.0 {
            // The axes are too small to reach both ends, so they are enlarged until they do.
            radii = radii.map(|radius| radius * length);
            if length > 1.0 + error {
                slack_squared = 0.0;
            }
            length = 1.0;
        }
        // The centre's distance from the chord is the root of 1 − s². Near s = 1 this magnifies the error of s.
        let square = (1.0 - length) * (1.0 + length);
        let slack = if slack_squared > 0.0 {
            2.0 * slack_squared / ((square + slack_squared).sqrt() + (square - slack_squared).max(0.0).sqrt())
        } else {
            0.0
        };
        let angle = length.asin();
        let half = if large { std::f64::consts::PI - angle } else { angle };
        let bulge = if sweep { [along[1], -along[0]] } else { [-along[1], along[0]] };
        Some(Self { start, end, radii, axis: [cosine, sine], along, bulge, half, slack })
    }

    /// The point at the angle θ.
    fn point(&self, angle: f64) -> Point {
        let (x, y) = (angle.sin(), 2.0 * (0.5 * (self.half + angle)).sin() * (0.5 * (self.half - angle)).sin());
        let [u, v] = [0, 1].map(|i| self.radii[i] * (self.along[i] * x + self.bulge[i] * y));
        let [c, s] = self.axis;
        let turned = [c * u - s * v, s * u + c * v];
        [0, 1].map(|i| 0.5 * self.start[i] + 0.5 * self.end[i] + turned[i])
    }

    /// How far the arc reaches, in radii: as far as its chord, or as far as the whole ellipse.
    fn reach(&self) -> f64 {
        if self.half < 0.5 { 2.0 * self.half.sin() } else { 2.0 }
    }
}

/// The number of chords for an angle of `2 half` on the unit circle. They stay within `fineness` of the circle.
pub fn chords_of_angle(half: f64, fineness: f64) -> f64 {
    (half / (2.0 * fineness * half.min(1.0)).sqrt()).ceil().max(1.0)
}

impl Curve {
    /// Where it ends.
    pub fn end(&self) -> Point {
        match self {
            Self::Line(end) => *end,
            Self::Arc(arc) => arc.end,
            Self::Bezier(points) => points[points.len() - 1],
        }
    }

    /// The number of chords that keep the curve within `fineness`.
    pub fn chords(&self, fineness: f64) -> f64 {
        match self {
            Self::Line(_) => 1.0,
            Self::Bezier(points) => (bend(points) / fineness).sqrt().ceil().max(1.0),
            Self::Arc(arc) => chords_of_angle(arc.half, fineness),
        }
    }

    /// Appends the ends of the chords. `fineness` sets their number.
    pub fn push(&self, fineness: f64, out: &mut Vec<Point>) -> Approximation {
        let chords = self.chords(fineness);
        let step = |k: usize| k as f64 / chords;
        match self {
            Self::Line(end) => {
                out.push(*end);
                Approximation::default()
            }
            Self::Bezier(points) => {
                out.extend((1..chords as usize).map(|k| on_bezier(points, step(k))));
                out.extend(points.last());
                let rounding = ROUNDINGS * greatest(points);
                let outward = bend(points) / (chords * chords) * extent(points);
                Approximation { outward: outward * (1.0 + 1e-9) + rounding, inward: rounding }
            }
            Self::Arc(arc) => {
                out.extend((1..chords as usize).map(|k| arc.point(arc.half * (2.0 * step(k) - 1.0))));
                out.push(arc.end);
                let radius = arc.radii[0].max(arc.radii[1]);
                let ends = greatest(&[arc.start, arc.end]);
                let rounding = ROUNDINGS * (ends + radius * arc.reach()) + 2.0 * radius * arc.slack;
                let outward = radius * 2.0 * (0.5 * arc.half / chords).sin().powi(2);
                Approximation { outward: outward * (1.0 + 1e-9) + rounding, inward: rounding }
            }
        }
    }
}

/// A whole ellipse with axes along x and y, as chords. They begin and end at one end of the first axis.
pub fn ellipse(center: Point, radii: Point, fineness: f64) -> (Vec<Point>, Approximation) {
    let chords = chords_of_angle(std::f64::consts::PI, fineness);
    let point = |k: usize| {
        let (sine, cosine) = (std::f64::consts::TAU * k as f64 / chords).sin_cos();
        [center[0] + radii[0] * cosine, center[1] + radii[1] * sine]
    };
    let radius = radii[0].max(radii[1]);
    let rounding = ROUNDINGS * (greatest(&[center]) + radius);
    let outward = radius * 2.0 * (0.5 * std::f64::consts::PI / chords).sin().powi(2) * (1.0 + 1e-9) + rounding;
    ((0..chords as usize).map(point).collect(), Approximation { outward, inward: rounding })
}

/// The greatest distance of one chord from a Bézier curve, as a fraction of its extent: an eighth of the second
/// derivative.
fn bend(points: &[Point]) -> f64 {
    let extent = extent(points);
    if extent == 0.0 {
        return 0.0;
    }
    let degree = (points.len() - 1) as f64;
    let second = |p: &[Point]| {
        // The numbers are halved, so no difference overflows. They are divided last, so the large coordinates of a
        // small curve do no harm.
        let halves = |i: usize| (0.5 * p[0][i] - 0.5 * p[1][i]) + (0.5 * p[2][i] - 0.5 * p[1][i]);
        let [x, y] = [0, 1].map(|i| 2.0 * (halves(i) / extent));
        x.hypot(y)
    };
    degree * (degree - 1.0) / 8.0 * points.windows(3).map(second).fold(0.0, f64::max)
}

/// The point at `t` by de Casteljau's construction.
fn on_bezier(points: &[Point], t: f64) -> Point {
    let mut work = [[0.0; 2]; 4];
    work[..points.len()].copy_from_slice(points);
    for last in (1..points.len()).rev() {
        for k in 0..last {
            work[k] = [0, 1].map(|i| (1.0 - t) * work[k][i] + t * work[k + 1][i]);
        }
    }
    work[0]
}

/// How far control points are from the first along an axis.
fn extent(points: &[Point]) -> f64 {
    points.iter().flat_map(|p| [0, 1].map(|i| 2.0 * (0.5 * p[i] - 0.5 * points[0][i]).abs())).fold(0.0, f64::max)
}

/// The greatest coordinate.
fn greatest(points: &[Point]) -> f64 {
    points.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arc as chords, checked against the ellipse that it lies on.
    fn check(ends: [Point; 2], radii: Point, large: bool, sweep: bool) -> (Vec<Point>, Approximation) {
        let arc = Arc::new(ends, radii, 0.0, large, sweep).unwrap();
        let mut points = vec![ends[0]];
        let approximation = Curve::Arc(Box::new(arc)).push(FINENESS, &mut points);
        assert_eq!(points.last(), Some(&ends[1]), "the end is the one that was written");
        (points, approximation)
    }

    #[test]
    fn corners_of_an_arc_lie_on_its_circle_and_chords_within_a_millionth_of_the_radius() {
        for scale in [1e-300, 1e-100, 1.0, 1e6, 1e150, 1e300] {
            for (large, sweep) in [(false, false), (false, true), (true, false), (true, true)] {
                // A circle of radius 5 through (3, 4) and (3, -4): the centre is at 0 or at (6, 0).
                let ends = [[3.0 * scale, 4.0 * scale], [3.0 * scale, -4.0 * scale]];
                let (points, approximation) = check(ends, [5.0 * scale; 2], large, sweep);
                let center = if large == sweep { [0.0, 0.0] } else { [6.0, 0.0] };
                let radius = |p: Point| (p[0] / scale - center[0]).hypot(p[1] / scale - center[1]);
                for pair in points.windows(2) {
                    assert!((radius(pair[1]) - 5.0).abs() < 1e-14 * 5.0 * 8.0, "{scale} {large} {sweep}");
                    let middle = [0, 1].map(|i| 0.5 * pair[0][i] + 0.5 * pair[1][i]);
                    let sagitta = 5.0 - radius(middle);
                    assert!(sagitta <= approximation.outward / scale && sagitta < 5e-6, "{sagitta} at {scale}");
                }
                assert!(approximation.outward <= 5.1e-6 * scale && approximation.inward < 1e-12 * scale);
                let far = points.iter().map(|p| (p[0] / scale - 3.0).abs()).fold(0.0, f64::max);
                assert!((far - if large { 8.0 } else { 2.0 }).abs() < 1e-5, "{far}: large is {large}");
            }
        }
    }

    #[test]
    fn an_arc_of_a_radius_beyond_all_measure_ends_where_it_was_told_to() {
        for radius in [1e154, 1e200, 1e308] {
            let (points, _) = check([[0.0, 0.0], [1.0, 1.0]], [radius; 2], false, true);
            assert!(points.iter().all(|p| (p[0] - p[1]).abs() < 1e-12), "{points:?}");
        }
        // Radii that are too small are enlarged to half a circle.
        let (points, _) = check([[-1.0, 0.0], [1.0, 0.0]], [1e-3; 2], false, true);
        assert!(points.iter().all(|p| (p[0].hypot(p[1]) - 1.0).abs() < 1e-14));
        assert!(points.iter().any(|p| (p[1] + 1.0).abs() < 1e-6));
    }

    #[test]
    fn a_small_curve_far_from_the_origin_keeps_its_bend() {
        // Cause: coordinates divided by the extent were infinite. Their difference was NaN, and the curve became a
        // line.
        let far = [[1e300, 0.0], [1e300, 1e-10], [1e300, 0.0]];
        assert_eq!((bend(&far), extent(&far)), (0.5, 1e-10));
        let wide = [[-1.7e308, 0.0], [1.7e308, 1.0], [-1.7e308, 0.0]];
        assert!(bend(&wide).is_finite() || extent(&wide).is_infinite());
    }

    #[test]
    fn chords_of_a_bezier_curve_keep_their_bound() {
        let points = [[0.0, 0.0], [1.0, 3.0], [2.0, -3.0], [3.0, 1.0]];
        for control in [&points[..], &points[..3]] {
            let (mut chain, curve) = (vec![points[0]], Curve::Bezier(control.into()));
            let approximation = curve.push(1e-4, &mut chain);
            let chords = chain.len() - 1;
            let mut worst = 0.0f64;
            for k in 0..chords {
                for part in 1..8 {
                    let on = on_bezier(control, (k as f64 + f64::from(part) / 8.0) / chords as f64);
                    worst = worst.max(crate::plane::distance_to_segment(on, chain[k], chain[k + 1]));
                }
            }
            assert!(worst <= approximation.outward && worst > 0.1 * approximation.outward, "{worst} {approximation:?}");
        }
    }
}
