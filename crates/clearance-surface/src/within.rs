//! Points of faces: the parameters of a point, and whether parameters belong to a face.

use crate::face::{Border, Face, turn_of};
use crate::radius::box_around;
use crate::surface::{Surface, tangents};
use clearance::real::{U, UP};
use clearance::{Closest, Rotation2, Vec2, Vec3, closest_on_segment, closest_on_triangle, vec2};
use std::cmp::Ordering;
use std::f64::consts::PI;

/// The parameters whose point is near a point of space, but for whole turns. A guess: nothing is claimed of it. `None`
/// where there is no formula.
fn parameters(surface: &Surface, point: Vec3<f64>) -> Option<[f64; 2]> {
    let around = |[x, y, _]: [f64; 3]| angle(x, y);
    let ring = |[x, y, _]: [f64; 3]| (x * x + y * y).sqrt();
    match surface {
        Surface::Plane(frame) => {
            let [u, v, _] = frame.coordinates(point);
            Some([u, v])
        }
        Surface::Cylinder(frame, _) => {
            let own = frame.coordinates(point);
            Some([around(own), own[2]])
        }
        Surface::Cone { frame, radius, slope: [sine, cosine] } => {
            let own = frame.coordinates(point);
            Some([around(own), (ring(own) - radius) * sine + own[2] * cosine])
        }
        Surface::Sphere(frame, _) => {
            let own = frame.coordinates(point);
            Some([around(own), angle(ring(own), own[2])])
        }
        Surface::Torus { frame, major, .. } => {
            let own = frame.coordinates(point);
            Some([around(own), angle(ring(own) - major, own[2])])
        }
        Surface::Extrusion(..) | Surface::Revolution(..) | Surface::Net(_) => None,
    }
}

/// The parameters of the point of a face that is near a point of space, but for whole turns. A guess.
pub(crate) fn projected(face: &Face, point: Vec3<f64>) -> Option<[f64; 2]> {
    if let Some(uv) = parameters(&face.surface, point) {
        return Some(uv);
    }
    // The nearest triangle starts Newton's method for the two directions.
    let (triangle, nearest) = nearest_triangle(face, point)?;
    let corners = face.uv(triangle);
    let mut uv = [0, 1].map(|k| nearest.corners().map(|(corner, weight)| corners[corner][k] * weight).sum::<f64>());
    for _ in 0..NEWTON {
        let [u, v] = tangents(&face.surface, uv);
        let off = point - face.surface.at(uv).0;
        let (uu, uv_, vv) = (u.dot(u), u.dot(v), v.dot(v));
        let (a, b, area) = (u.dot(off), v.dot(off), uu * vv - uv_ * uv_);
        let step = [(a * vv - b * uv_) / area, (b * uu - a * uv_) / area];
        if !step.iter().all(|x| x.is_finite()) {
            break;
        }
        uv = [uv[0] + step[0], uv[1] + step[1]];
        // What the derivatives leave of such a step is below the rounding of the parameters.
        if (0..2).all(|k| step[k].abs() <= SMALL * uv[k].abs()) {
            break;
        }
    }
    Some(uv)
}

/// The triangle of a face that is nearest to a point, and the nearest point of it.
fn nearest_triangle(face: &Face, point: Vec3<f64>) -> Option<(u32, Closest<Vec3<f64>>)> {
    let mut best: Option<(f64, u32, Closest<Vec3<f64>>)> = None;
    for triangle in 0..face.triangles().len() as u32 {
        let corners = face.corners(triangle);
        // No point of a triangle is nearer than its box.
        let along = |x: f64, of: [f64; 3]| {
            let [low, high] = [of.into_iter().fold(x, f64::min), of.into_iter().fold(x, f64::max)];
            if low < x && x < high {
                0.0
            } else {
                of.map(|own| (own - x).abs()).into_iter().fold(f64::INFINITY, f64::min)
            }
        };
        let [x, y, z] = [
            along(point.x, corners.map(|corner| corner.x)),
            along(point.y, corners.map(|corner| corner.y)),
            along(point.z, corners.map(|corner| corner.z)),
        ];
        if best.is_some_and(|(least, ..)| x * x + y * y + z * z > least) {
            continue;
        }
        let nearest = closest_on_triangle(point, corners);
        let apart = (nearest.point - point).length_squared();
        if best.is_none_or(|(least, ..)| apart < least) {
            best = Some((apart, triangle, nearest));
        }
    }
    best.map(|(_, triangle, nearest)| (triangle, nearest))
}

/// Steps of Newton's method. Its derivatives have half of the digits, so each step gains as many.
const NEWTON: usize = 6;

/// A step that is a smaller share of the parameters is the last one.
const SMALL: f64 = 1.0 / (1u64 << 32) as f64;

/// The angle of a vector, to a few digits of the last place and with the same bits everywhere.
pub(crate) fn angle(x: f64, y: f64) -> f64 {
    let length = (x * x + y * y).sqrt();
    if !(length > 0.0 && length < f64::INFINITY) {
        return 0.0;
    }
    let (c, s) = (x / length, y / length);
    // Within 0.07 of the arctangent in an eighth of a turn; each step triples the digits.
    let share = c.abs().min(s.abs()) / c.abs().max(s.abs());
    let eighth = share * (PI / 4.0 + 0.273 * (1.0 - share));
    let quarter = if s.abs() > c.abs() { PI / 2.0 - eighth } else { eighth };
    let half = if c < 0.0 { PI - quarter } else { quarter };
    let mut angle = if s < 0.0 { -half } else { half };
    for _ in 0..3 {
        let turn = Rotation2::<f64>::from_angle(angle);
        angle += s * turn.c - c * turn.s;
    }
    angle
}

/// The triangle of a face that holds parameters, whole turns aside, and the parameters in its turn. `None` if there is
/// none, or if the parameters may lie in a sliver at the border: then they may not belong to the face.
pub(crate) fn find(face: &Face, [u, v]: [f64; 2]) -> Option<(u32, [f64; 2])> {
    let periods = face.surface.is_periodic();
    let turns = |is_periodic: bool| if is_periodic { -2..=2 } else { 0..=0 };
    for i in turns(periods[0]) {
        for j in turns(periods[1]) {
            let uv = [u + f64::from(i) * 2.0 * PI, v + f64::from(j) * 2.0 * PI];
            if let Some(triangle) = triangle_at(face, uv) {
                return is_clear_of_borders(face, uv).then_some((triangle, uv));
            }
        }
    }
    None
}

/// Whether a rectangle of the parameters, whole turns aside, surely belongs to the region of a face: no piece of its border
/// comes near, and its middle is in a triangle.
pub(crate) fn is_in_region(face: &Face, [of_u, of_v]: [[f64; 2]; 2]) -> bool {
    let middle = [of_u, of_v].map(|[low, high]| 0.5 * low + 0.5 * high);
    let Some((_, uv)) = find(face, middle) else { return false };
    let off = [uv[0] - middle[0], uv[1] - middle[1]];
    let range = [of_u, of_v].iter().zip(off).map(|([low, high], off)| [low + off, high + off]).collect::<Vec<_>>();
    face.pieces().all(|(_, border, ends)| {
        (0..2).any(|k| {
            let size = ends[0][k].abs() + ends[1][k].abs() + range[k][0].abs() + range[k][1].abs();
            let reach = (border.bulge + 16.0 * U * size) * UP;
            let (low, high) = (ends[0][k].min(ends[1][k]) - reach, ends[0][k].max(ends[1][k]) + reach);
            low > range[k][1] || high < range[k][0]
        })
    })
}

fn triangle_at(face: &Face, uv: [f64; 2]) -> Option<u32> {
    let count = face.triangles().len() as u32;
    (0..count).find(|&triangle| {
        let corners = face.uv(triangle);
        let is_in_box = (0..2).all(|k| corners.iter().any(|p| p[k] <= uv[k]) && corners.iter().any(|p| p[k] >= uv[k]));
        let wrong = if face.is_upright() { Ordering::Less } else { Ordering::Greater };
        is_in_box
            && turn_of(corners) != Ordering::Equal
            && (0..3).all(|side| turn_of([corners[side], corners[(side + 1) % 3], uv]) != wrong)
    })
}

/// Whether parameters are farther from every piece of the border than its curve is: then the region of the face holds
/// them if the polygon does.
pub(crate) fn is_clear_of_borders(face: &Face, uv: [f64; 2]) -> bool {
    face.pieces().all(|(_, border, ends)| is_clear_of(&border, ends, uv))
}

fn is_clear_of(border: &Border, ends: [[f64; 2]; 2], uv: [f64; 2]) -> bool {
    // Most pieces are far away: a box around them tells it.
    let is_beyond = |k: usize| {
        let size = ends[0][k].abs() + ends[1][k].abs() + uv[k].abs();
        let reach = (border.bulge + 32.0 * U * size) * UP;
        uv[k] < ends[0][k].min(ends[1][k]) - reach || uv[k] > ends[0][k].max(ends[1][k]) + reach
    };
    if is_beyond(0) || is_beyond(1) {
        return true;
    }
    let [a, b, point] = [ends[0], ends[1], uv].map(|[u, v]| -> Vec2<f64> { vec2(u, v) });
    let near = closest_on_segment(point, [a, b]).point;
    let size = a.length() + b.length() + point.length();
    (near - point).length() > (border.bulge + 16.0 * U * size) * UP
}

/// How far the end of a face may be from parameters of its polygon: 0 if the region holds them surely, otherwise a
/// length. For pieces at the sides of one triangle, which was split, it is `near`.
pub(crate) fn doubt(face: &Face, uv: [f64; 2], split: u32, near: f64) -> f64 {
    let near_pieces = face.pieces().filter(|(_, border, ends)| !is_clear_of(border, *ends, uv));
    near_pieces.fold(0.0, |doubt: f64, (triangle, border, ends)| {
        if triangle == split {
            return doubt.max(near);
        }
        let sliver = face.surface.stretch(box_around(&ends, border.bulge)) * border.bulge;
        doubt.max((sliver + face.edges()[border.edge as usize].tolerance) * UP)
    })
}
