//! Round faces beside planes and beside each other: closed brackets of the gap at the ruling, or the point, that is nearest.
//!
//! **Problem.** A rod lies on a plate, a ball on a table, two rods side by side. Such faces are not one surface, and touch
//! along a line or in a point.
//!
//! **Method.** Let m be the middle and h half the diagonal of the box where both faces are. No point of the rod is lower than
//! its axis' height above the plate over that box, less the radius. An axis that is tilted by s = |sin| is at most s·h
//! lower than over m. docs/math/surfaces.md derives each row. As for [`crate::analytic`], the bracket is that of a
//! surface without ends from the other; whether the faces have the ruling is asked of [`tangent_point`].

use crate::analytic::{Apart, Axis, CommonPoint, Gap, MOST_SINE, apart, found, is_convex, outward};
use crate::extent::Extent;
use crate::face::{Face, Simple};
use crate::frame::Frame;
use crate::surface::Surface;
use crate::within::{find, projected};
use clearance::Vec3;
use clearance::real::{U, UP};

/// The names of the gaps, for messages.
pub(crate) const PLANE_AND_CYLINDER: &str = "plane and cylinder";
pub(crate) const PLANE_AND_SPHERE: &str = "plane and sphere";
pub(crate) const CYLINDERS_BESIDE: &str = "cylinders side by side";
pub(crate) const SPHERES_BESIDE: &str = "spheres side by side";

/// How many places of a ruling are looked at on each side of its middle.
const PLACES: i32 = 8;

/// Beside the nearest line or point these are tried, turned by so much about the middle: it may be a seam or a pole, where
/// a face is not surely on both sides. Larger: upper bounds that are larger, by half of the square of it times the radius.
const TURN: f64 = 1.0 / (1u64 << 14) as f64;

/// The bracket of the gap of a plane and a shaft or a ball, of two shafts, or of two balls, with the solids apart.
pub(crate) fn tangent_gap(a: &Simple, b: &Simple, place: &Extent) -> Option<Gap> {
    let error = a.error + b.error;
    match (a.surface, b.surface) {
        (Surface::Plane(plane), Surface::Cylinder(frame, radius)) => {
            beside_plane((a, plane), (b, frame, *radius), place)
        }
        (Surface::Cylinder(frame, radius), Surface::Plane(plane)) => {
            beside_plane((b, plane), (a, frame, *radius), place)
        }
        (Surface::Plane(plane), Surface::Sphere(frame, radius)) => on_plane((a, plane), (b, frame, *radius)),
        (Surface::Sphere(frame, radius), Surface::Plane(plane)) => on_plane((b, plane), (a, frame, *radius)),
        (Surface::Cylinder(of_a, r_a), Surface::Cylinder(of_b, r_b)) => {
            let are_shafts = is_convex(a, of_a) && is_convex(b, of_b) && *r_a > 0.0 && *r_b > 0.0;
            let Apart { distance, beside, sine, .. } = apart(of_a, of_b, place, r_a + r_b).filter(|_| are_shafts)?;
            let slack = distance - beside + r_a.max(*r_b) * sine * sine + error;
            found(CYLINDERS_BESIDE, beside - r_a - r_b, slack, Some(r_a.min(*r_b)))
        }
        (Surface::Sphere(of_a, r_a), Surface::Sphere(of_b, r_b)) => {
            let are_balls = is_convex(a, of_a) && is_convex(b, of_b) && *r_a > 0.0 && *r_b > 0.0;
            let size = of_a.origin.length() + of_b.origin.length() + r_a + r_b;
            let slack = (64.0 * U + 2.0 * (of_a.defect + of_b.defect)) * size + error;
            let between = (of_a.origin - of_b.origin).length();
            found(SPHERES_BESIDE, between - r_a - r_b, slack, Some(r_a.min(*r_b))).filter(|_| are_balls)
        }
        _ => None,
    }
}

fn beside_plane(
    (a, plane): (&Simple, &Frame),
    (b, frame, radius): (&Simple, &Frame, f64),
    place: &Extent,
) -> Option<Gap> {
    let (normal, axis) = (outward(a, plane), Axis::of(frame));
    let sine = (normal.dot(axis.direction).abs() + plane.defect + frame.defect + 16.0 * U) * UP;
    if !(sine <= MOST_SINE && radius > 0.0 && is_convex(b, frame)) {
        return None;
    }
    let (foot, _) = axis.foot(place.middle());
    let size = plane.origin.length() + frame.origin.length() + foot.length() + place.half() + radius;
    let rounding = (64.0 * U + 4.0 * (plane.defect + frame.defect)) * size;
    let slack = sine * place.half_along(axis.direction) + radius * sine * sine + rounding + a.error + b.error;
    found(PLANE_AND_CYLINDER, normal.dot(foot - plane.origin) - radius, slack, Some(radius))
}

fn on_plane((a, plane): (&Simple, &Frame), (b, frame, radius): (&Simple, &Frame, f64)) -> Option<Gap> {
    let height = outward(a, plane).dot(frame.origin - plane.origin);
    let size = plane.origin.length() + frame.origin.length() + radius;
    let slack = (64.0 * U + 4.0 * (plane.defect + frame.defect)) * size + a.error + b.error;
    found(PLANE_AND_SPHERE, height - radius, slack, Some(radius)).filter(|_| radius > 0.0 && is_convex(b, frame))
}

/// A point of the nearest ruling of one face and its image in the other, if both faces have them.
pub(crate) fn tangent_point(a: &Face, b: &Face, place: &Extent) -> Option<CommonPoint> {
    let there = from_round(a, b, place);
    let back =
        || from_round(b, a, place).map(|found| CommonPoint { points: [found.points[1], found.points[0]], ..found });
    there.or_else(back)
}

/// The same, where the first face is round.
fn from_round(round: &Face, other: &Face, place: &Extent) -> Option<CommonPoint> {
    let (of_round, of_other) = (round.simple(), other.simple());
    let (frame, radius) = match of_round.surface {
        Surface::Cylinder(frame, radius) | Surface::Sphere(frame, radius) => (frame, *radius),
        _ => return None,
    };
    let axis = Axis::of(frame);
    let is_ball = matches!(of_round.surface, Surface::Sphere(..));
    let toward = |from: Vec3<f64>| -> Option<Vec3<f64>> {
        let way = match of_other.surface {
            Surface::Plane(plane) => -outward(&of_other, plane),
            Surface::Cylinder(beside, _) => Axis::of(beside).foot(from).0 - from,
            Surface::Sphere(beside, _) => beside.origin - from,
            _ => return None,
        };
        let way = if is_ball { way } else { way - axis.direction * axis.direction.dot(way) };
        way.normalized()
    };
    let (middle, _) = axis.foot(place.middle());
    let places =
        (-PLACES..=PLACES).map(|k| middle + axis.direction * (place.half() * f64::from(k) / f64::from(PLACES)));
    let centres: Vec<Vec3<f64>> = if is_ball { vec![frame.origin] } else { places.collect() };
    let true_point = |face: &Face, near: Vec3<f64>| {
        let (_, uv) = find(face, projected(face, near)?)?;
        Some(face.surface.at(uv))
    };
    let common = |near: Vec3<f64>| {
        let (p, of_p) = true_point(round, near)?;
        let (q, of_q) = true_point(other, p)?;
        let upper = ((q - p).length() + of_p + of_q + 8.0 * U * (p.length() + q.length())) * UP;
        Some(CommonPoint { points: [p, q], upper })
    };
    let found = centres.into_iter().filter_map(|centre| {
        let way = toward(centre)?;
        let across = if is_ball { frame.axes.map(|axis| way.cross(axis)) } else { [way.cross(axis.direction); 3] };
        let sides = across.into_iter().flat_map(|across| [across * TURN, across * -TURN]);
        std::iter::once(Vec3::default())
            .chain(sides)
            .find_map(|turn| common(centre + (way + turn).normalized()? * radius))
    });
    found.min_by(|x, y| x.upper.total_cmp(&y.upper))
}
