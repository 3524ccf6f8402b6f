//! The radius of a triangle: the true surface over it lies within that distance of the triangle.
//!
//! **Problem.** Over a triangle with parameters pᵢ and corners xᵢ, S(p) is to be within r of the triangle, for all p of
//! the triangle in the parameters, and for the slivers at its borders.
//!
//! **Method.** For p = Σ lᵢ pᵢ: |S(p) − Σ lᵢ S(pᵢ)| <= gap, a bound from second derivatives over the box around the pᵢ
//! (docs/math/surfaces.md). The distance from a triangle T is convex. So d(S(p), T) <= maxᵢ d(S(pᵢ), T) + gap.
//! 1. Take this bound for the whole triangle.
//! 2. If it is more than [`TIGHT`] times the largest distance that was *seen* at the middles of the sides, split the
//!    part in four and go on with the parts.
//! 3. At a border add how far the sliver's points may be from the chord: its bulge times the largest stretch of the
//!    surface over the box that holds both, and the tolerance of the edge.

use crate::face::{Border, Face};
use crate::surface::Surface;
use clearance::Vec3;
use clearance::real::{U, UP};

/// A bound that is at most this multiple of a true distance is not improved. Larger: wider brackets. Smaller: more time.
const TIGHT: f64 = 1.25;

/// A radius of a smaller share of the triangle's size is not improved. Larger: wider brackets where surfaces are nearly
/// flat. Smaller: more time.
const FLAT: f64 = 1.0 / (1u64 << 10) as f64;

/// How often a triangle is split in four. Then the bound stays as it is; the search splits where it matters.
const MOST_DEPTH: u32 = 4;

/// What bounds a patch of a surface by a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radius {
    /// S(p) is within this of the triangle, for all p of the triangle in the parameters.
    pub inner: f64,
    /// Points of slivers are within this of points of the patch, but for the file's tolerance.
    pub sliver: f64,
    /// The tolerance of the edges beside it.
    pub tolerance: f64,
}

impl Radius {
    /// The radius of all.
    pub fn total(&self) -> f64 {
        (self.inner + self.sliver + self.tolerance) * UP
    }
}

/// A box around points of the parameters.
pub(crate) fn box_around(points: &[[f64; 2]], widened: f64) -> [[f64; 2]; 2] {
    let end = |k: usize, choose: fn(f64, f64) -> f64, first: f64| points.iter().map(|p| p[k]).fold(first, choose);
    [0, 1].map(|k| {
        let (low, high) = (end(k, f64::min, f64::INFINITY), end(k, f64::max, f64::NEG_INFINITY));
        if widened > 0.0 { [(low - widened).next_down(), (high + widened).next_up()] } else { [low, high] }
    })
}

/// The gap of the points' box: how far S is from the flat patch between them.
pub(crate) fn gap(surface: &Surface, points: &[[f64; 2]; 3]) -> f64 {
    let range = box_around(points, 0.0);
    let derivatives = surface.derivatives(range);
    let gap = derivatives.gap(range.map(|[low, high]| (high - low).next_up()));
    (gap + surface.beyond(range, &derivatives)) * UP
}

/// An upper bound of the distance of S(p) from a triangle.
fn distance(surface: &Surface, p: [f64; 2], corners: &[Vec3<f64>; 3]) -> f64 {
    let (point, error) = surface.at(p);
    distance_from(point, error, corners)
}

/// An upper bound of the distance from a triangle of a point that is known within an error.
pub(crate) fn distance_from(point: Vec3<f64>, error: f64, corners: &[Vec3<f64>; 3]) -> f64 {
    // In the frame of a corner, so that the rounding is that of the triangle's size.
    let origin = corners[0];
    let own = corners.map(|corner| corner - origin);
    let own_point = point - origin;
    let nearest = near_on_triangle(own_point, [own[1], own[2]]);
    let size = own[1].length() + own[2].length() + own_point.length();
    let rounding = 4.0 * U * (point.length() + origin.length()) + 32.0 * U * size;
    let away = (own_point - nearest).length();
    if away.is_finite() { (away + error + rounding) * UP } else { f64::INFINITY }
}

/// A point of the triangle 0, a, b that is the nearest to a point but for rounding: any point gives an upper bound.
fn near_on_triangle(point: Vec3<f64>, [a, b]: [Vec3<f64>; 2]) -> Vec3<f64> {
    let [_, v, w] = near_weights(point, [a, b]);
    a * v + b * w
}

/// The weights of 0, a and b for a point of their triangle that is the nearest to a point but for rounding. They are not
/// negative, and their sum is 1 but for rounding. Ericson 2005, 5.1.5, in plain floats.
pub(crate) fn near_weights(point: Vec3<f64>, [a, b]: [Vec3<f64>; 2]) -> [f64; 3] {
    let part = |share: f64| if share > 0.0 { share.min(1.0) } else { 0.0 };
    let (d1, d2) = (a.dot(point), b.dot(point));
    let (d3, d4) = (a.dot(point - a), b.dot(point - a));
    let (d5, d6) = (a.dot(point - b), b.dot(point - b));
    let (v, w, u) = (d5 * d2 - d1 * d6, d1 * d4 - d3 * d2, d3 * d6 - d5 * d4);
    let sum = u + v + w;
    if u > 0.0 && v > 0.0 && w > 0.0 && sum > 0.0 {
        return [u / sum, v / sum, w / sum];
    }
    let along = b - a;
    let [to_a, to_b, from_a] = [
        part(d1 / a.length_squared()),
        part(d2 / b.length_squared()),
        part(along.dot(point - a) / along.length_squared()),
    ];
    let sides = [[1.0 - to_a, to_a, 0.0], [1.0 - to_b, 0.0, to_b], [0.0, 1.0 - from_a, from_a]];
    let away = |[_, v, w]: [f64; 3]| (a * v + b * w - point).length_squared();
    let nearer = |p: [f64; 3], q: [f64; 3]| if away(q) < away(p) { q } else { p };
    nearer(nearer(sides[0], sides[1]), sides[2])
}

/// The radius of a triangle of a face.
pub fn radius(face: &Face, triangle: u32) -> Radius {
    let (uv, corners) = (face.uv(triangle), face.corners(triangle));
    let inner = inner_radius(&face.surface, uv, &corners);
    let (sliver, tolerance) = sliver(face, uv, face.borders(triangle));
    Radius { inner, sliver, tolerance }
}

/// How far slivers at the sides of a patch reach, and the tolerance of their edges.
pub(crate) fn sliver(face: &Face, uv: [[f64; 2]; 3], borders: &[Option<Border>; 3]) -> (f64, f64) {
    let (mut sliver, mut tolerance) = (0.0f64, 0.0f64);
    for (side, border) in borders.iter().enumerate() {
        let Some(border) = border else { continue };
        let range = box_around(&[uv[side], uv[(side + 1) % 3]], border.bulge);
        sliver = sliver.max(face.surface.stretch(range) * border.bulge * UP);
        tolerance = tolerance.max(face.edges()[border.edge as usize].tolerance);
    }
    (sliver, tolerance)
}

/// The radius without slivers and tolerance.
fn inner_radius(surface: &Surface, uv: [[f64; 2]; 3], corners: &[Vec3<f64>; 3]) -> f64 {
    struct Part {
        uv: [[f64; 2]; 3],
        /// Bounds of the distances at the corners.
        away: [f64; 3],
        depth: u32,
    }
    let most = |away: [f64; 3]| away.into_iter().fold(0.0, f64::max);
    let size = (corners[1] - corners[0]).length().max((corners[2] - corners[0]).length());
    let away = uv.map(|p| distance(surface, p, corners));
    let mut seen = most(away);
    let whole = (seen + gap(surface, &uv)) * UP;
    // Planes and cylinders have the bound as a closed form: R·du²/8 is that of a chord but for a fiftieth, up to a radian.
    let [low, high] = box_around(&uv, 0.0)[0];
    match surface {
        Surface::Plane(_) => return whole,
        Surface::Cylinder(..) if high - low <= 1.0 => return whole,
        _ => {}
    }
    let mut parts = vec![Part { uv, away, depth: 0 }];
    let mut proven = 0.0f64;
    while let Some(Part { uv, away, depth }) = parts.pop() {
        let bound = (most(away) + gap(surface, &uv)) * UP;
        // NaN counts as a bound that is not known.
        if !(bound < f64::INFINITY) {
            return f64::INFINITY;
        }
        // The middles cost more than the bound; parts that are good as they are need none.
        if bound <= TIGHT * seen || bound <= FLAT * size || depth == MOST_DEPTH {
            proven = proven.max(bound);
            continue;
        }
        let middles = [0, 1, 2].map(|side| middle(uv[side], uv[(side + 1) % 3]));
        let between = middles.map(|p| distance(surface, p, corners));
        seen = seen.max(most(between));
        if bound <= TIGHT * seen {
            proven = proven.max(bound);
            continue;
        }
        let corner = |i: usize| Part {
            uv: [uv[i], middles[i], middles[(i + 2) % 3]],
            away: [away[i], between[i], between[(i + 2) % 3]],
            depth: depth + 1,
        };
        parts.extend([corner(0), corner(1), corner(2), Part { uv: middles, away: between, depth: depth + 1 }]);
    }
    // The middles round, so that two triangles with a common side may part by so much.
    let range = box_around(&uv, 0.0);
    let size = range.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    (proven + surface.stretch(range) * 8.0 * U * size).min(whole)
}

/// The middle of two points of the parameters, as floats have it: the parts of a triangle meet in it whatever it is, as
/// long as it lies in the box of the two.
pub(crate) fn middle(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| 0.5 * a[k] + 0.5 * b[k])
}
