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
use crate::ring::{Between, Ring};
use crate::surface::Surface;
use crate::within::{find, projected};
use clearance::Vec3;
use clearance::real::{U, UP};

/// The names of the gaps, for messages.
pub(crate) const PLANE_AND_CYLINDER: &str = "plane and cylinder";
pub(crate) const PLANE_AND_SPHERE: &str = "plane and sphere";
pub(crate) const CYLINDERS_BESIDE: &str = "cylinders side by side";
pub(crate) const SPHERES_BESIDE: &str = "spheres side by side";
pub(crate) const CYLINDERS_ACROSS: &str = "cylinders across each other";
pub(crate) const CYLINDER_AND_SPHERE: &str = "cylinder and sphere";
pub(crate) const PLANE_AND_TORUS: &str = "plane and torus";
pub(crate) const SPHERE_AND_TORUS: &str = "sphere and torus";
pub(crate) const TORI_BESIDE: &str = "tori side by side";
pub(crate) const SPHERE_IN_CONE: &str = "sphere in cone";

/// All of them: what touches along a line or in a point only.
pub(crate) const KINDS: [&str; 10] = [
    PLANE_AND_CYLINDER,
    PLANE_AND_SPHERE,
    CYLINDERS_BESIDE,
    SPHERES_BESIDE,
    CYLINDERS_ACROSS,
    CYLINDER_AND_SPHERE,
    PLANE_AND_TORUS,
    SPHERE_AND_TORUS,
    TORI_BESIDE,
    SPHERE_IN_CONE,
];

/// How many places of a ruling are looked at on each side of its middle.
const PLACES: i32 = 8;

/// Beside the nearest line or point these are tried, turned by so much about the middle: it may be a seam or a pole, where
/// a face is not surely on both sides. Larger: upper bounds that are larger, by half of the square of it times the radius.
const TURN: f64 = 1.0 / (1u64 << 14) as f64;

/// The bracket of the gap of two round faces, or of one and a plane, with the solids apart; or of a ball in a cone.
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
            if Axis::of(of_a).direction.cross(Axis::of(of_b).direction).length() > MOST_SINE {
                return across((of_a, *r_a), (of_b, *r_b), error).filter(|_| are_shafts);
            }
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
        (Surface::Cylinder(shaft, r), Surface::Sphere(ball, s)) => beside_ball((a, shaft, *r), (b, ball, *s)),
        (Surface::Sphere(ball, s), Surface::Cylinder(shaft, r)) => beside_ball((b, shaft, *r), (a, ball, *s)),
        _ => beside_ring(a, b).or_else(|| beside_ring(b, a)).or_else(|| in_seat(a, b)).or_else(|| in_seat(b, a)),
    }
}

/// The gap of a shaft and a ball beside it.
fn beside_ball((a, shaft, r): (&Simple, &Frame, f64), (b, ball, s): (&Simple, &Frame, f64)) -> Option<Gap> {
    let (foot, height) = Axis::of(shaft).foot(ball.origin);
    let size = shaft.origin.length() + ball.origin.length() + height.abs() + r + s;
    let slack = (64.0 * U + 4.0 * (shaft.defect + ball.defect)) * size + a.error + b.error;
    let are_outside = r > 0.0 && s > 0.0 && is_convex(a, shaft) && is_convex(b, ball);
    let between = (ball.origin - foot).length();
    found(CYLINDER_AND_SPHERE, between - r - s, slack, Some(r.min(s))).filter(|_| are_outside)
}

/// The gap of two shafts whose axes cross: the lines are |(o − p)·(a × b)| / |a × b| apart.
fn across((of_a, r_a): (&Frame, f64), (of_b, r_b): (&Frame, f64), error: f64) -> Option<Gap> {
    let (a, b) = (Axis::of(of_a), Axis::of(of_b));
    let normal = a.direction.cross(b.direction);
    let sine = normal.length();
    let distance = normal.dot(of_a.origin - of_b.origin).abs() / sine;
    let size = of_a.origin.length() + of_b.origin.length() + (of_a.origin - of_b.origin).length() + r_a + r_b;
    let slack = (64.0 * U + 4.0 * (of_a.defect + of_b.defect)) * size / sine + error;
    found(CYLINDERS_ACROSS, distance - r_a - r_b, slack, Some(r_a.min(r_b)))
}

/// The gap of a torus and a plane, a ball, or another torus that may be linked with it.
fn beside_ring(a: &Simple, b: &Simple) -> Option<Gap> {
    let Surface::Torus { frame, major, minor } = a.surface else { return None };
    let is_outside = |face: &Simple, frame: &Frame, radius: f64| radius > 0.0 && is_convex(face, frame);
    if !(*major > 0.0 && is_outside(a, frame, *minor)) {
        return None;
    }
    let ring = Ring { frame, radius: *major };
    let slack = |other: &Frame, reach: f64| {
        let size = frame.origin.length() + other.origin.length() + major + minor + reach;
        (64.0 * U + 4.0 * (frame.defect + other.defect)) * size + a.error + b.error
    };
    match b.surface {
        Surface::Plane(plane) => {
            let height = ring.above(outward(b, plane), plane.origin);
            found(PLANE_AND_TORUS, height - minor, slack(plane, 0.0), Some(*minor))
        }
        Surface::Sphere(ball, radius) if is_outside(b, ball, *radius) => {
            let between = ring.distance_of(ball.origin);
            found(SPHERE_AND_TORUS, between - minor - radius, slack(ball, *radius), Some(radius.min(*minor)))
        }
        Surface::Torus { frame: beside, major: of_b, minor: r_b } if is_outside(b, beside, *r_b) && *of_b > 0.0 => {
            let Between { lower, upper, .. } = ring.between(&Ring { frame: beside, radius: *of_b });
            let (half, radii) = (0.5 * (upper - lower), minor + r_b);
            found(TORI_BESIDE, lower + half - radii, half + slack(beside, of_b + r_b), Some(minor.min(*r_b)))
        }
        _ => None,
    }
}

/// The gap of a ball in a conical seat: the cone is convex, and no nearer to the middle than its tangent planes.
fn in_seat(a: &Simple, b: &Simple) -> Option<Gap> {
    let (Surface::Sphere(ball, radius), Surface::Cone { frame, radius: of_cone, slope: [sine, cosine] }) =
        (a.surface, b.surface)
    else {
        return None;
    };
    let from = ball.origin - frame.origin;
    let height = Axis::of(frame).direction.dot(from);
    let rho = (from - Axis::of(frame).direction * height).length();
    let is_seat = *radius > 0.0 && is_convex(a, ball) && !is_convex(b, frame) && *cosine > 0.0;
    if !(is_seat && of_cone * cosine + height * sine > 0.0) {
        return None;
    }
    let off_unit = ((sine * sine + cosine * cosine).sqrt() - 1.0).abs();
    let size = ball.origin.length() + frame.origin.length() + from.length() + of_cone.abs() + radius;
    let slack = (64.0 * U + 4.0 * (ball.defect + frame.defect + off_unit)) * size + a.error + b.error;
    found(SPHERE_IN_CONE, (of_cone - rho) * cosine + height * sine - radius, slack, Some(*radius))
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
        Surface::Torus { frame, minor, .. } => (frame, *minor),
        _ => return None,
    };
    let toward = |from: Vec3<f64>| -> Option<Vec3<f64>> {
        match of_other.surface {
            Surface::Plane(plane) => Some(-outward(&of_other, plane)),
            Surface::Cylinder(beside, _) => Some(Axis::of(beside).foot(from).0 - from),
            Surface::Sphere(beside, _) => Some(beside.origin - from),
            Surface::Torus { frame, major, .. } => Some(Ring { frame, radius: *major }.foot(from)? - from),
            Surface::Cone { frame, slope: [sine, cosine], .. } => {
                // Beside the axis all directions are as near; one that is no seam is taken.
                let (foot, _) = Axis::of(frame).foot(from);
                let aside = frame.axes[0] * 0.8 + frame.axes[1] * 0.6;
                let way = if (from - foot).length() > radius * TURN { (from - foot).unit() } else { aside };
                Some(way * *cosine - Axis::of(frame).direction * *sine)
            }
            _ => None,
        }
    };
    // Points of the core of the round face, and the core's direction there.
    let centres: Vec<(Vec3<f64>, Option<Vec3<f64>>)> = match (of_round.surface, of_other.surface) {
        (Surface::Torus { major, .. }, other) => {
            let ring = Ring { frame, radius: *major };
            let places = match other {
                Surface::Torus { frame: beside, major, .. } => {
                    vec![ring.at(ring.between(&Ring { frame: beside, radius: *major }).angle)]
                }
                _ => ring.toward(toward(frame.origin)?),
            };
            places.into_iter().map(|[centre, way]| (centre, Some(way))).collect()
        }
        (Surface::Cylinder(..), other) => {
            let axis = Axis::of(frame);
            let (middle, _) = axis.foot(place.middle());
            let along = |k: i32| middle + axis.direction * (place.half() * f64::from(k) / f64::from(PLACES));
            let crossing = match other {
                Surface::Cylinder(beside, _) => foot_across(frame, beside),
                Surface::Sphere(ball, _) => Some(axis.foot(ball.origin).0),
                _ => None,
            };
            (-PLACES..=PLACES).map(along).chain(crossing).map(|centre| (centre, Some(axis.direction))).collect()
        }
        _ => vec![(frame.origin, None)],
    };
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
    let found = centres.into_iter().filter_map(|(centre, along)| {
        let way = toward(centre)?;
        let way = along.map_or(way, |along| way - along * along.dot(way)).normalized()?;
        let across = along.map_or(frame.axes.map(|axis| way.cross(axis)), |along| {
            let side = way.cross(along);
            [side, side + along, side - along]
        });
        let sides = across.into_iter().flat_map(|across| [across * TURN, across * -TURN]);
        std::iter::once(Vec3::default())
            .chain(sides)
            .find_map(|turn| common(centre + (way + turn).normalized()? * radius))
    });
    found.min_by(|x, y| x.upper.total_cmp(&y.upper))
}

/// The point of the first axis that is nearest to the second one. `None` where they are nearly parallel.
fn foot_across(a: &Frame, b: &Frame) -> Option<Vec3<f64>> {
    let (d, e) = (Axis::of(a).direction, Axis::of(b).direction);
    let normal = d.cross(e);
    let height = (b.origin - a.origin).cross(e).dot(normal) / normal.dot(normal);
    (normal.length() > MOST_SINE).then(|| a.origin + d * height)
}
