//! One surface twice: closed brackets of the gap of two faces that are nearly parallel copies of each other.
//!
//! **Problem.** A pin in its bore, a plate on a plate: meshes say "crossing" by chance. The gap of the two surfaces has a
//! closed form, and a bracket [lower, upper] of it is narrow if the surfaces are nearly coaxial, or nearly parallel. It
//! is negative where the solids overlap.
//!
//! **Method.** Let m be the middle of the box where both faces are (widened by the band), and h half of its diagonal, or of
//! its reach along an axis. Over that box, an axis that is turned by s = |sin| leaves another by at most s·h beside their
//! distance at m.
//! docs/math/surfaces.md derives each row.
//!
//! **What it proves.** All points of face A in the box are as far from the *unbounded* surface of B as the bracket says.
//! So two points of the faces that are no farther apart than the band are at least `lower` apart. Whether the faces have
//! a common part is another question: [`common_point`].

use crate::extent::Extent;
use crate::face::{Face, Simple};
use crate::frame::Frame;
use crate::surface::Surface;
use crate::within::{find, is_clear_of_borders, projected};
use clearance::Vec3;
use clearance::real::{U, UP};

/// Directions farther apart than this are not nearly parallel. Larger: brackets that tell nothing. Smaller: tilted pins
/// go to the search.
pub(crate) const MOST_SINE: f64 = 1.0 / 64.0;

/// A gap of two faces with its bracket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// "planes", "cylinders", "cones", "spheres" or "tori" for one surface twice; "plane and cylinder", "plane and sphere",
    /// and so on for what touches along a line or in a point.
    pub kind: &'static str,
    /// The gap is not less than this.
    pub lower: f64,
    /// The gap is not more than this.
    pub upper: f64,
    /// The radius of the inner or the smaller one. `None` for planes and cones.
    pub radius: Option<f64>,
}

/// An axis as a line with a unit direction.
pub(crate) struct Axis {
    origin: Vec3<f64>,
    pub direction: Vec3<f64>,
    defect: f64,
}

impl Axis {
    pub fn of(frame: &Frame) -> Self {
        let z = frame.axes[2];
        Self { origin: frame.origin, direction: z * (1.0 / z.length()), defect: frame.defect + 8.0 * U }
    }

    /// The point of the line nearest to a point, and the height there above the origin.
    pub fn foot(&self, point: Vec3<f64>) -> (Vec3<f64>, f64) {
        let height = self.direction.dot(point - self.origin);
        (self.origin + self.direction * height, height)
    }
}

/// How two axes lie to each other over a box.
pub(crate) struct Apart {
    /// No point of the first axis whose foot is in the box is farther from the second line.
    pub distance: f64,
    /// The distance of the first axis from the second line at the middle of the box. All points in the box have the
    /// same, but for `distance` − `beside`.
    pub beside: f64,
    /// The sine of their angle.
    pub sine: f64,
    /// The heights of the middle above both origins; the second along the first direction.
    heights: [f64; 2],
    /// 1, or −1 if the axes point against each other.
    sign: f64,
    /// A bound of the rounding errors of lengths.
    slack: f64,
}

pub(crate) fn apart(a: &Frame, b: &Frame, place: &Extent, reach: f64) -> Option<Apart> {
    let (axis_a, axis_b) = (Axis::of(a), Axis::of(b));
    let (middle, half) = (place.middle(), place.half());
    let defect = axis_a.defect + axis_b.defect;
    let sine = (axis_a.direction.cross(axis_b.direction).length() + 2.0 * defect) * UP;
    if !(sine <= MOST_SINE) {
        return None;
    }
    let sign = if axis_a.direction.dot(axis_b.direction) < 0.0 { -1.0 } else { 1.0 };
    let (foot_a, height_a) = axis_a.foot(middle);
    let (foot, _) = axis_b.foot(foot_a);
    let (_, height_b) = axis_b.foot(middle);
    let size = a.origin.length() + b.origin.length() + place.size() + half + reach;
    let slack = (64.0 * U + 4.0 * defect) * size;
    let beside = (foot_a - foot).length();
    let distance = (beside + sine * place.half_along(axis_a.direction) + slack) * UP;
    Some(Apart { distance, beside, sine, heights: [height_a, height_b], sign, slack })
}

/// Whether the solid lies inside the round surface of a face: a shaft, a ball. Otherwise it is a bore, a cup.
pub(crate) fn is_convex(face: &Simple, frame: &Frame) -> bool {
    face.is_upright == frame.is_right_handed()
}

/// The unit normal of a plane that looks out of the solid.
pub(crate) fn outward(face: &Simple, frame: &Frame) -> Vec3<f64> {
    let [x, y, _] = frame.axes;
    let normal = x.cross(y);
    let unit = normal * (1.0 / normal.length());
    if face.is_upright { unit } else { -unit }
}

/// The gap from its middle and half its width. `None` where a number is not finite.
pub(crate) fn found(kind: &'static str, middle: f64, slack: f64, radius: Option<f64>) -> Option<Gap> {
    let slack = slack * UP;
    let [lower, upper] = [(middle - slack).next_down(), (middle + slack).next_up()];
    (lower <= upper).then_some(Gap { kind, lower, upper, radius })
}

/// The bracket of the gap of two faces, if they are nearly one surface with the solids on opposite sides.
pub(crate) fn gap_of(a: &Face, b: &Face, boxes: [&Extent; 2], band: f64) -> Option<Gap> {
    let place = boxes[0].common(boxes[1], band)?;
    let half = place.half();
    let (a, b) = (&a.simple(), &b.simple());
    let error = a.error + b.error;
    let found = |kind, middle: f64, slack: f64, radius| found(kind, middle, slack + error, radius);
    match (a.surface, b.surface) {
        (Surface::Plane(of_a), Surface::Plane(of_b)) => {
            let (n, m) = (outward(a, of_a), outward(b, of_b));
            let defect = of_a.defect + of_b.defect + 16.0 * U;
            let sine = (n.cross(m).length() + 2.0 * defect) * UP;
            if !(sine <= MOST_SINE && n.dot(m) < 0.0) {
                return None;
            }
            let middle = place.middle();
            // The middle's image in B, and its height above A.
            let image = middle - m * m.dot(middle - of_b.origin);
            let size = of_a.origin.length() + of_b.origin.length() + place.size() + half;
            let slack = sine * half + (64.0 * U + 4.0 * defect) * size;
            found("planes", n.dot(image - of_a.origin), slack, None)
        }
        (Surface::Cylinder(of_a, r_a), Surface::Cylinder(of_b, r_b)) => {
            let (shaft, bore) = in_order([(a, of_a, *r_a), (b, of_b, *r_b)])?;
            let Apart { distance, sine, .. } = apart(shaft.0, bore.0, &place, shaft.1 + bore.1)?;
            found("cylinders", bore.1 - shaft.1, distance + shaft.1 * sine * sine, Some(shaft.1))
        }
        (Surface::Sphere(of_a, r_a), Surface::Sphere(of_b, r_b)) => {
            let (ball, cup) = in_order([(a, of_a, *r_a), (b, of_b, *r_b)])?;
            let size = of_a.origin.length() + of_b.origin.length() + ball.1 + cup.1;
            let slack = (64.0 * U + 2.0 * (of_a.defect + of_b.defect)) * size;
            found("spheres", cup.1 - ball.1, (of_a.origin - of_b.origin).length() + slack, Some(ball.1))
        }
        (
            Surface::Torus { frame: of_a, major: major_a, minor: minor_a },
            Surface::Torus { frame: of_b, major: major_b, minor: minor_b },
        ) => {
            // A tube that crosses its axis turns its outside round.
            if !(*minor_a > 0.0 && minor_a < major_a && *minor_b > 0.0 && minor_b < major_b) {
                return None;
            }
            let (ring, groove) = in_order([(a, of_a, *minor_a), (b, of_b, *minor_b)])?;
            let reach = major_a + minor_a + major_b + minor_b;
            let Apart { sine, slack, .. } = apart(of_a, of_b, &place, reach)?;
            // A point of one circle is 2 R sin(ψ/2) = R sin ψ / cos(ψ/2) from a circle that is tilted by ψ.
            let tilt = major_a.max(*major_b) * sine * (1.0 + sine * sine);
            let middles = (of_a.origin - of_b.origin).length() + (major_a - major_b).abs() + tilt;
            found("tori", groove.1 - ring.1, middles + 2.0 * slack, Some(ring.1))
        }
        (Surface::Cone { .. }, Surface::Cone { .. }) => {
            let (middle, slack) = between_cones(a, b, &place)?;
            found("cones", middle, slack, None)
        }
        _ => None,
    }
}

/// A lower bound of the distance of two round faces about nearly one axis or one point, whatever their sides: two
/// cylinders or spheres of different radii keep the difference, less what their axes or middles are apart. It is not more
/// than the band, since points that are farther apart are not in the box.
pub(crate) fn nested_bound(a: &Face, b: &Face, boxes: [&Extent; 2], band: f64) -> Option<f64> {
    let place = boxes[0].common(boxes[1], band)?;
    let (a, b) = (&a.simple(), &b.simple());
    let bound = match (a.surface, b.surface) {
        (Surface::Cylinder(of_a, r_a), Surface::Cylinder(of_b, r_b)) if *r_a > 0.0 && *r_b > 0.0 => {
            let Apart { distance, sine, .. } = apart(of_a, of_b, &place, r_a + r_b)?;
            (r_a - r_b).abs() - (distance + r_a * sine * sine) * UP
        }
        (Surface::Sphere(of_a, r_a), Surface::Sphere(of_b, r_b)) if *r_a > 0.0 && *r_b > 0.0 => {
            let size = of_a.origin.length() + of_b.origin.length() + r_a + r_b;
            let slack = (64.0 * U + 2.0 * (of_a.defect + of_b.defect)) * size;
            (r_a - r_b).abs() - ((of_a.origin - of_b.origin).length() + slack) * UP
        }
        _ => return None,
    };
    let bound = (bound - (a.error + b.error) * UP).next_down().min(band);
    (bound > 0.0).then_some(bound)
}

/// A frame and a radius.
type Round<'a> = (&'a Frame, f64);

/// The convex one of two round faces first, each with its frame and its radius.
fn in_order<'a>([(a, of_a, r_a), (b, of_b, r_b)]: [(&Simple, &'a Frame, f64); 2]) -> Option<(Round<'a>, Round<'a>)> {
    match (is_convex(a, of_a), is_convex(b, of_b)) {
        _ if !(r_a > 0.0 && r_b > 0.0) => None,
        (true, false) => Some(((of_a, r_a), (of_b, r_b))),
        (false, true) => Some(((of_b, r_b), (of_a, r_a))),
        _ => None,
    }
}

/// The gap of two cones and its slack. With ρ the distance from the axis and h the height, a cone is
/// ρ·cos α − h·sin α = R·cos α, and the left side minus the right is the distance from it.
fn between_cones(a: &Simple, b: &Simple, place: &Extent) -> Option<(f64, f64)> {
    let of = |face: &Simple| match face.surface {
        Surface::Cone { frame, radius, slope } => Some((*frame, *radius, *slope, is_convex(face, frame))),
        _ => None,
    };
    let (first, second) = (of(a)?, of(b)?);
    let (shaft, bore) = match (first.3, second.3) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    let half = place.half();
    let reach = shaft.1.abs() + bore.1.abs();
    let Apart { distance, sine, heights, sign, slack, .. } = apart(&shaft.0, &bore.0, place, reach)?;
    let ([sine_a, cosine_a], [sine_b, cosine_b]) = (shaft.2, bore.2);
    let unit = |[s, c]: [f64; 2]| ((s * s + c * c).sqrt() - 1.0).abs();
    let (sine_b, height_b) = (sign * sine_b, sign * heights[1]);
    // The outside of the shaft is where its radius is positive; a cone beyond its tip is another one.
    let wide = |radius: f64, s: f64, c: f64, height: f64| radius + s / c * height > 0.0;
    let are_wide = wide(shaft.1, sine_a, cosine_a, heights[0]) && wide(bore.1, sine_b, cosine_b, height_b);
    if !(cosine_a > 0.0 && cosine_b > 0.0 && are_wide) {
        return None;
    }
    let of_b = height_b * sine_b + bore.1 * cosine_b;
    let of_a = heights[0] * sine_a + shaft.1 * cosine_a;
    let (_, rho) = {
        let axis = Axis::of(&shaft.0);
        let middle = place.middle();
        let (foot, height) = axis.foot(middle);
        (height, (middle - foot).length() + half)
    };
    let off = (cosine_a - cosine_b).abs() * rho + (sine_a - sine_b).abs() * half + sine.abs() * half * 2.0;
    let defects = unit(shaft.2) + unit(bore.2) + shaft.0.defect + bore.0.defect;
    let size = reach + rho + heights[0].abs() + heights[1].abs() + half;
    let slack = distance + rho * sine * sine + off + 2.0 * slack + (64.0 * U + 4.0 * defects) * size;
    Some((of_b - of_a, slack))
}

/// A point of a face and a point of another that are near each other, both surely on their faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CommonPoint {
    pub points: [Vec3<f64>; 2],
    /// The two faces are no farther apart than this.
    pub upper: f64,
}

/// How many points are tried on a side. Larger: small common parts of large faces are found, and time.
const SAMPLES: usize = 600;

/// How many points are tried once a common part is known, and in all. Larger: less upper bounds where faces are tilted,
/// and common parts that are found where the faces' boxes hold little of them; and time.
const ENOUGH: usize = 12;
const MOST_TRIES: usize = 96;

/// A common part of two faces of one kind: a point of one whose image in the other belongs to it. The nearest of those
/// that are tried; `None` proves nothing.
pub(crate) fn common_point(a: &Face, b: &Face, place: &Extent) -> Option<CommonPoint> {
    let there = image(a, b, place);
    let back = || image(b, a, place).map(|found| CommonPoint { points: [found.points[1], found.points[0]], ..found });
    there.or_else(back)
}

/// The nearest pair of points of one face and their images in the other.
fn image(from: &Face, to: &Face, place: &Extent) -> Option<CommonPoint> {
    let count = from.triangles().len();
    let (rows, every) = ((SAMPLES / count).isqrt().clamp(1, 12), count.div_ceil(SAMPLES));
    let (mut best, mut tries): (Option<CommonPoint>, usize) = (None, 0);
    for triangle in (0..count as u32).step_by(every) {
        let [a, b, c] = from.uv(triangle);
        for i in 0..rows {
            for j in 0..rows - i {
                let share = |k: usize| (k as f64 + 1.0 / 3.0) / rows as f64;
                let (s, t) = (share(i), share(j));
                let uv = [0, 1].map(|k| a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k]));
                let (point, error) = from.surface.at(uv);
                let [x, y, z] = [point.x, point.y, point.z];
                let is_near = [x, y, z].iter().enumerate().all(|(k, x)| place.low[k] <= *x && *x <= place.high[k]);
                if !is_near || !is_clear_of_borders(from, uv) {
                    continue;
                }
                tries += 1;
                let Some((_, own)) = projected(to, point).and_then(|own| find(to, own)) else { continue };
                let (other, other_error) = to.surface.at(own);
                let size = point.length() + other.length();
                let upper = ((other - point).length() + error + other_error + 8.0 * U * size) * UP;
                if best.is_none_or(|best| upper < best.upper) {
                    best = Some(CommonPoint { points: [point, other], upper });
                }
            }
        }
        // Faces with a closed gap are as near in one place as in another, but for tilts.
        if (best.is_some() && tries > ENOUGH) || tries > MOST_TRIES {
            break;
        }
    }
    best
}
