//! The radius of a triangle: the true surface over it lies within that distance of the triangle.
//!
//! **Problem.** Over a triangle with parameters pᵢ and corners xᵢ, S(p) is to be within r of the triangle, for all p of
//! the triangle in the parameters, and for the slivers at its borders.
//!
//! **Method.** For p = Σ lᵢ pᵢ: |S(p) − Σ lᵢ S(pᵢ)| <= gap, a bound from second derivatives over the box around the pᵢ
//! (docs/math/surfaces.md). The distance from a triangle T is convex. So d(S(p), T) <= maxᵢ d(S(pᵢ), T) + gap.
//! 1. Take this bound for the whole triangle, or the less of it and the one by the middles of the second derivatives: S is
//!    near a quadratic patch, whose control points' distances are computed.
//! 2. If it is more than [`TIGHT`] times the largest distance that was *seen* at the middles of the sides, split the
//!    part in four and go on with the parts.
//! 3. At a border add how far the sliver's points may be from the chord: its bulge times the largest stretch of the
//!    surface over the box that holds both, and the tolerance of the edge.

use crate::derivatives::Bends;
use crate::face::{Border, Face};
use crate::surface::Surface;
use clearance::Vec3;
use clearance::real::{U, UP};

/// A bound that is at most this multiple of a true distance is not improved. Larger: wider brackets. Smaller: more time.
const TIGHT: f64 = 1.25;

/// A radius of a smaller share of the triangle's size is not improved. Larger: wider brackets where surfaces are nearly
/// flat. Smaller: more time.
const FLAT: f64 = 1.0 / (1u64 << 10) as f64;

/// A triangle with a smaller height, as a share of its longest side, is a needle. The normals of others are within the square
/// of this, which is far above the rounding 8u / NEEDLE.
const NEEDLE: f64 = 1.0 / (1u64 << 15) as f64;

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
    let places =
        face.triangles()[triangle as usize].map(|node| Place::of(&face.surface, face.nodes()[node as usize].uv));
    radius_between(face, triangle, places)
}

/// The radii of all triangles of a face.
pub(crate) fn radii(face: &Face) -> Vec<Radius> {
    let places: Vec<Place> = face.nodes().iter().map(|node| Place::of(&face.surface, node.uv)).collect();
    let own = |(triangle, corners): (usize, &[u32; 3])| {
        radius_between(face, triangle as u32, corners.map(|node| places[node as usize]))
    };
    face.triangles().iter().enumerate().map(own).collect()
}

fn radius_between(face: &Face, triangle: u32, places: [Place; 3]) -> Radius {
    let inner = inner_radius(&face.surface, places, &face.corners(triangle));
    let (sliver, tolerance) = sliver(face, face.uv(triangle), face.borders(triangle));
    Radius { inner, sliver, tolerance }
}

/// A point of the surface.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub uv: [f64; 2],
    pub point: Vec3<f64>,
    /// How far the point is off at most.
    pub error: f64,
}

impl Place {
    pub fn of(surface: &Surface, uv: [f64; 2]) -> Self {
        let (point, error) = surface.at(uv);
        Self { uv, point, error }
    }

    /// An upper bound of the distance from a triangle, of which a corner belongs to the place.
    fn off_corner(&self, corner: Vec3<f64>, corners: &[Vec3<f64>; 3]) -> f64 {
        let off = ((self.point - corner).length() + self.error) * UP;
        if off <= 4.0 * self.error { off } else { distance_from(self.point, self.error, corners) }
    }
}

/// Steps of a part: the eighths of h = H(pᵢ − pⱼ, pᵢ − pⱼ) along its sides 0–1, 1–2 and 2–0.
///
/// S(p) is near the quadratic patch Q(p) = Σ lᵢ yᵢ − ½ Σ lᵢ lⱼ hᵢⱼ. The distance from the triangle is convex, so that of Q is the
/// largest at a control point; those of its four parts are taken. They are points of the flat part, moved by these steps.
fn steps(bends: &Bends, places: &[Place; 3]) -> [Vec3<f64>; 3] {
    [0, 1, 2].map(|side| {
        let (from, to) = (places[side].uv, places[(side + 1) % 3].uv);
        bends.along([to[0] - from[0], to[1] - from[1]]) * 0.125
    })
}

/// A bound of the distance of Q over a whole triangle from it, and the largest distance that Q has at the sides' middles or less.
///
/// A point of a side between its quarters may be moved along the side by a quarter of it, and the control points inside by a
/// quarter of a height: only what is left of the steps counts. Sides without a length and needles have no such room.
fn of_whole(steps: &[Vec3<f64>; 3], places: &[Place; 3], corners: &[Vec3<f64>; 3]) -> [f64; 2] {
    let off = [0, 1, 2].map(|i| (places[i].point - corners[i]).length());
    let off = off.into_iter().fold(0.0, f64::max);
    let ways = [0, 1, 2].map(|side| corners[(side + 1) % 3] - corners[side]);
    let beside = [0, 1, 2].map(|side| {
        let (step, way) = (steps[side], ways[side]);
        let (length, size) = (way.length_squared(), step.length());
        let is_short = length > 0.0 && step.dot(way).abs() <= 0.2499 * length;
        if is_short { step.cross(way).length() / length.sqrt() + 16.0 * U * size } else { size }
    });
    let beside = beside.into_iter().fold(0.0, f64::max);
    let inner = (steps[0] + steps[1] + steps[2]) * 0.5;
    let (normal, size) = (ways[0].cross(ways[1]), inner.length());
    let area = normal.length();
    let longest = ways.iter().map(|way| way.length_squared()).fold(0.0, f64::max).sqrt();
    let is_short = area > NEEDLE * longest * longest && size * longest <= 0.2499 * area;
    let inner = if is_short { normal.dot(inner).abs() / area + NEEDLE * NEEDLE * size } else { size };
    [(off + beside.max(inner)) * UP, beside]
}

/// The same for a part: the distances of all control points.
fn of_part(steps: &[Vec3<f64>; 3], places: &[Place; 3], away: f64, corners: &[Vec3<f64>; 3]) -> [f64; 2] {
    let y = places.map(|place| place.point);
    let from = |point: Vec3<f64>| distance_from(point, 0.0, corners);
    let sum = (steps[0] + steps[1] + steps[2]) * 0.5;
    let (mut most, mut seen) = (away, away);
    for side in 0..3 {
        let (a, b, c, step) = (y[side], y[(side + 1) % 3], y[(side + 2) % 3], steps[side]);
        let on_side = from((a + b) * 0.5 - step);
        let ends = from(a * 0.75 + b * 0.25 - step).max(from(a * 0.25 + b * 0.75 - step));
        let inner = from((a + b) * 0.25 + c * 0.5 - sum);
        seen = seen.max(on_side);
        most = most.max(on_side).max(inner).max(ends);
    }
    let middle = from((y[0] + y[1] + y[2]) * (1.0 / 3.0) - sum * (8.0 / 9.0));
    [most, seen.max(middle)]
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
fn inner_radius(surface: &Surface, places: [Place; 3], corners: &[Vec3<f64>; 3]) -> f64 {
    struct Part {
        places: [Place; 3],
        /// Bounds of the distances at the corners.
        away: [f64; 3],
        depth: u32,
    }
    let most = |away: [f64; 3]| away.into_iter().fold(0.0, f64::max);
    let size = (corners[1] - corners[0]).length().max((corners[2] - corners[0]).length());
    let away = [0, 1, 2].map(|i| places[i].off_corner(corners[i], corners));
    let mut seen = most(away);
    let range = box_around(&places.map(|place| place.uv), 0.0);
    // Planes and cylinders have the bound as a closed form: R·du²/8 is that of a chord but for a fiftieth, up to a radian.
    match surface {
        Surface::Plane(_) => return seen,
        Surface::Cylinder(..) if range[0][1] - range[0][0] <= 1.0 => {
            return (seen + gap(surface, &places.map(|place| place.uv))) * UP;
        }
        _ => {}
    }
    let mut parts = vec![Part { places, away, depth: 0 }];
    let (mut proven, mut whole) = (0.0f64, f64::INFINITY);
    while let Some(Part { places, away, depth }) = parts.pop() {
        let range = box_around(&places.map(|place| place.uv), 0.0);
        let sides = range.map(|[low, high]| (high - low).next_up());
        let derivatives = surface.derivatives(range);
        let beyond = surface.beyond(range, &derivatives);
        let mut bound = (most(away) + derivatives.gap(sides) + beyond) * UP;
        let is_good = bound <= TIGHT * seen || bound <= FLAT * size;
        // Second derivatives say nothing of parameters beyond the domain.
        let is_smooth = !derivatives.has_corner && !(beyond > 0.0);
        if is_smooth && !is_good && most(away) < f64::INFINITY {
            let bends = surface.bends(range);
            let steps = steps(&bends, &places);
            let slack = bends.gap(sides) + 2.0 * places.iter().map(|place| place.error).fold(0.0, f64::max);
            let mut take = |[found, at_middles]: [f64; 2]| {
                // What is not known is NaN or infinite, and never the less of both.
                (bound, seen) = (bound.min((found + slack) * UP), seen.max(at_middles - slack));
                bound <= TIGHT * seen || bound <= FLAT * size
            };
            if depth > 0 || !take(of_whole(&steps, &places, corners)) {
                take(of_part(&steps, &places, most(away), corners));
            }
        }
        if depth == 0 {
            whole = bound;
        }
        // NaN counts as a bound that is not known.
        if !(bound < f64::INFINITY) {
            return f64::INFINITY;
        }
        // The middles cost more than the bound; parts that are good as they are need none.
        if bound <= TIGHT * seen || bound <= FLAT * size || depth == MOST_DEPTH {
            proven = proven.max(bound);
            continue;
        }
        let middles = [0, 1, 2].map(|side| Place::of(surface, middle(places[side].uv, places[(side + 1) % 3].uv)));
        let between = middles.map(|place| distance_from(place.point, place.error, corners));
        seen = seen.max(most(between));
        if bound <= TIGHT * seen {
            proven = proven.max(bound);
            continue;
        }
        let corner = |i: usize| Part {
            places: [places[i], middles[i], middles[(i + 2) % 3]],
            away: [away[i], between[i], between[(i + 2) % 3]],
            depth: depth + 1,
        };
        parts.extend([corner(0), corner(1), corner(2), Part { places: middles, away: between, depth: depth + 1 }]);
    }
    if proven == whole {
        return whole;
    }
    // The middles round, so that two triangles with a common side may part by so much.
    let size = range.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    (proven + surface.stretch(range) * 8.0 * U * size).min(whole)
}

/// The middle of two points of the parameters, as floats have it: the parts of a triangle meet in it whatever it is, as
/// long as it lies in the box of the two.
pub(crate) fn middle(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| 0.5 * a[k] + 0.5 * b[k])
}
