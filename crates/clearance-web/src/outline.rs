//! Outlines of plane shapes for drawing. Only farthest points are asked for.
//!
//! Take two neighbouring points of an outline, and the farthest point along the normal of their chord. If it lies
//! beyond the chord, it splits the chord. Otherwise the chord is an edge. The chord with the greatest error is split
//! first. This ends when no chord leaves a visible gap, or when the picture has as many points as it may have. So a
//! polygon of a few hundred corners is drawn exactly, whatever the order of its points. Everything else is drawn to
//! less than a pixel.

use crate::scene::{Body, Complaint, Dimension, Pair, Scalar};
use clearance::{Rotation2, Space, SupportMap, Vec2, WideVector, vec2};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The chord of a curve is an edge once the curve is nearer to it than this fraction of the shape's size: far less than
/// a pixel.
const FLATNESS: f64 = 1e-4;

/// A corner of a polygon counts if it extends beyond its neighbours' chord by this fraction of the shape's size.
/// Rounding does less. Larger: corners are missed. Smaller: points on a side become corners.
const SHARPNESS: f64 = 1e-12;

/// The most points of the arcs of a rounded outline, for the full circle.
const ARC_POINTS: usize = 128;

/// The most points of the outlines of a picture, of core and rounded outline together.
pub const MOST: usize = 2000;

/// The drawing of a pair in the plane.
#[derive(Serialize)]
pub struct Drawing {
    a: Outline,
    b: Outline,
    difference: Outline,
}

/// A core and, if it is rounded, the outline with its radius. Both are counter-clockwise, in the world's frame.
#[derive(Serialize)]
pub struct Outline {
    core: Vec<Corner>,
    rounded: Vec<[f64; 2]>,
}

/// A point of a core's outline, with the vertices that it comes from.
#[derive(Clone, Serialize)]
struct Corner {
    point: [f64; 2],
    vertex: Option<u32>,
    other: Option<u32>,
    /// Whether it is a corner of a polygon, and not a point of a curve.
    #[serde(skip)]
    sharp: bool,
}

/// The farthest corner along a unit vector.
type Farthest<'a> = dyn Fn(Vec2<f64>) -> Corner + 'a;

impl Drawing {
    /// The two shapes with `most` points each, and their difference with [`MOST`] points.
    pub fn new(pair: &Pair, most: usize) -> Result<Self, Complaint> {
        match pair.scalar {
            Scalar::F32 => drawn::<Vec2<f32>>(pair, most),
            Scalar::F64 => drawn::<Vec2<f64>>(pair, most),
        }
    }

    /// The points of the picture of the shapes, and those of the picture of the difference.
    #[cfg(test)]
    pub fn counts(&self) -> [usize; 2] {
        let count = |outline: &Outline| outline.core.len() + outline.rounded.len();
        [count(&self.a) + count(&self.b), count(&self.difference)]
    }
}

fn drawn<V: Dimension<Wide = Vec2<f64>>>(pair: &Pair, most: usize) -> Result<Drawing, Complaint> {
    let [a, b] = pair.bodies::<V>()?;
    let radius = |shape: &Body<V>| clearance::Real::widen(shape.radius());
    let farthest_a = |direction| farthest(&a, direction);
    let farthest_b = |direction| farthest(&b, direction);
    let farthest_difference = |direction: Vec2<f64>| {
        let (from_a, from_b) = (farthest_a(direction), farthest_b(-direction));
        let point = [from_a.point[0] - from_b.point[0], from_a.point[1] - from_b.point[1]];
        Corner { point, vertex: from_a.vertex, other: from_b.vertex, sharp: from_a.sharp && from_b.sharp }
    };
    Ok(Drawing {
        a: Outline::new(&farthest_a, radius(&a), most),
        b: Outline::new(&farthest_b, radius(&b), most),
        difference: Outline::new(&farthest_difference, radius(&a) + radius(&b), MOST),
    })
}

/// The farthest point of a placed shape's core, in the world's frame.
fn farthest<V: Dimension<Wide = Vec2<f64>>>(shape: &Body<V>, direction: Vec2<f64>) -> Corner {
    let pose = shape.pose();
    let matrix = clearance::Rotation::matrix(&pose.rotation);
    let support = shape.support_vertex(direction.mapped_back(&matrix));
    let point = pose.apply_wide(support.point).into();
    Corner { point, vertex: support.vertex, other: None, sharp: support.vertex.is_some() }
}

impl Outline {
    fn new(farthest: &Farthest, radius: f64, most: usize) -> Self {
        if radius > 0.0 {
            // A corner of the core has one point of the rounded outline. An arc has two points in place of one at most.
            let arcs = (most / 6).clamp(8, ARC_POINTS);
            let core = core(farthest, most.saturating_sub(2 * arcs) / 2);
            let rounded = rounded(&core, radius, arcs);
            return Self { core, rounded };
        }
        Self { core: core(farthest, most), rounded: Vec::new() }
    }
}

/// A chord, and how far the outline extends beyond it.
struct Chord {
    /// By how much: a length.
    beyond: f64,
    /// The farthest point beyond it.
    middle: Corner,
    /// The place of the corner that it begins at.
    from: usize,
}

impl PartialEq for Chord {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Chord {}
impl PartialOrd for Chord {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Chord {
    fn cmp(&self, other: &Self) -> Ordering {
        self.beyond.total_cmp(&other.beyond)
    }
}

/// The outline of a core, with at most `most` corners (four are always allowed): a point, two ends, or a polygon.
fn core(farthest: &Farthest, most: usize) -> Vec<Corner> {
    let mut corners = starts(farthest);
    if corners.len() < 2 {
        return corners;
    }
    let size = corners.iter().map(|corner| chord(&corners[0], corner).max_abs()).fold(0.0, f64::max);
    let mut next: Vec<usize> = (1..=corners.len()).map(|place| place % corners.len()).collect();
    let open =
        |corners: &[Corner], from: usize, to: usize| stands_out(farthest, &corners[from], &corners[to], size, from);
    let mut chords: BinaryHeap<Chord> =
        (0..corners.len()).filter_map(|from| open(&corners, from, next[from])).collect();
    while corners.len() < most {
        let Some(Chord { middle, from, .. }) = chords.pop() else { break };
        let (place, to) = (corners.len(), next[from]);
        corners.push(middle);
        next[from] = place;
        next.push(to);
        chords.extend([(from, place), (place, to)].into_iter().filter_map(|(from, to)| open(&corners, from, to)));
    }
    let mut place = 0;
    let mut round = Vec::with_capacity(corners.len());
    for _ in 0..corners.len() {
        round.push(corners[place].clone());
        place = next[place];
    }
    round
}

/// The farthest points along the four axes, each once.
fn starts(farthest: &Farthest) -> Vec<Corner> {
    let mut corners: Vec<Corner> =
        [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)].map(farthest).into();
    corners.dedup_by(|next, last| next.point == last.point);
    if corners.len() > 1 && corners[0].point == corners[corners.len() - 1].point {
        corners.pop();
    }
    corners
}

/// The chord between two corners, if the outline visibly extends beyond it.
fn stands_out(farthest: &Farthest, from: &Corner, to: &Corner, size: f64, place: usize) -> Option<Chord> {
    let edge = chord(from, to);
    if edge.is_zero() {
        return None;
    }
    let normal = vec2(edge.y, -edge.x).unit();
    let middle = farthest(normal);
    let beyond = chord(from, &middle).dot(normal);
    let least = if middle.sharp { SHARPNESS } else { FLATNESS } * size;
    let is_new = middle.point != from.point && middle.point != to.point;
    (is_new && beyond > least).then_some(Chord { beyond, middle, from: place })
}

fn chord(from: &Corner, to: &Corner) -> Vec2<f64> {
    vec2(to.point[0] - from.point[0], to.point[1] - from.point[1])
}

/// The outline, moved outward by `radius`, with an arc around every corner. `arcs` is the number of points of a full
/// circle.
fn rounded(core: &[Corner], radius: f64, arcs: usize) -> Vec<[f64; 2]> {
    let count = core.len();
    let outward = |place: usize| {
        let edge = chord(&core[place % count], &core[(place + 1) % count]);
        vec2(edge.y, -edge.x).unit()
    };
    let step = Rotation2::<f64>::from_angle(core::f64::consts::TAU / arcs as f64);
    let turned = |way: Vec2<f64>| vec2(way.x * step.c - way.y * step.s, way.x * step.s + way.y * step.c);
    let mut outline = Vec::new();
    for (place, corner) in core.iter().enumerate() {
        let mut push = |way: Vec2<f64>, radius: f64| {
            outline.push([corner.point[0] + radius * way.x, corner.point[1] + radius * way.y]);
        };
        let (mut way, last) =
            if count == 1 { (vec2(1.0, 0.0), vec2(1.0, 0.0)) } else { (outward(place + count - 1), outward(place)) };
        if count > 1 && way.dot(last) >= step.c {
            // The point of a curve: the lines beside it meet there, moved outward.
            let middle = (way + last).unit();
            push(middle, radius / middle.dot(last));
            continue;
        }
        push(way, radius);
        for _ in 1..arcs {
            let next = turned(way);
            if way.wedge(&last) >= 0.0 && last.wedge(&next) >= 0.0 && count > 1 {
                break;
            }
            push(next, radius);
            way = next;
        }
        push(last, radius);
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::{Drawing, MOST};
    use crate::scene::Pair;

    /// Shapes of the plane in every form: sharp, curved, rounded, flat, single points, with many corners.
    fn shapes() -> Vec<String> {
        let round = |count: usize, size: f64| -> String {
            let corner = |place: usize| {
                let angle = core::f64::consts::TAU * place as f64 / count as f64;
                format!("[{}, {}]", size * angle.cos(), 0.6 * size * angle.sin())
            };
            (0..count).map(corner).collect::<Vec<_>>().join(", ")
        };
        let mut shapes: Vec<String> = [
            r#""points": [[0, 0]]"#,
            r#""points": [[-1, -1], [1, -1], [1, 1], [-1, 1], [0, -1]]"#,
            r#""ball": {"center": [0.3, 0], "radius": 0.8}"#,
            r#""segment": {"start": [-1, 0], "end": [1, 0.5]}"#,
            r#""capsule": {"start": [-0.8, 0], "end": [0.8, 0], "radius": 0.45}"#,
            r#""triangle": {"vertices": [[-1, -0.6], [1, -0.6], [0, 1]]}"#,
            r#""cuboid": {"half_extents": [1.1, 0.7]}"#,
            r#""ellipsoid": {"semi_axes": [1.1, 0.6]}"#,
            r#""ellipsoid": {"semi_axes": [1e6, 1]}"#,
            r#""ellipsoid": {"semi_axes": [1, 0]}"#,
        ]
        .map(String::from)
        .into();
        shapes.extend(
            [(12, 1.0), (500, 1.0), (1200, 3.0), (40, 1e-9), (40, 1e150)]
                .map(|(n, s)| format!(r#""points": [{}]"#, round(n, s))),
        );
        let rounded: Vec<String> = shapes.iter().map(|shape| format!(r#"{shape}, "radius": 0.3"#)).collect();
        shapes.extend(rounded);
        shapes
            .iter()
            .map(|shape| format!(r#"{{{shape}, "pose": {{"translation": [40, -3], "rotation": [0.8, 0.6]}}}}"#))
            .collect()
    }

    fn drawing(a: &str, b: &str) -> Drawing {
        let pair = Pair::read(&format!(r#"{{"dim": 2, "a": {a}, "b": {b}}}"#)).expect("a line");
        Drawing::new(&pair, MOST / 2).expect("shapes")
    }

    /// Cause: the sum of a curve and a polygon was followed to the tolerance of a polygon, for a million points.
    #[test]
    fn the_picture_of_any_shape_with_any_other_has_two_thousand_points_at_most() {
        let shapes = shapes();
        let mut crowded = 0;
        for a in &shapes {
            for b in &shapes {
                let [both, difference] = drawing(a, b).counts();
                assert!((2..=MOST).contains(&both) && (1..=MOST).contains(&difference), "{both} {difference} {a} {b}");
                crowded += usize::from(difference > MOST / 2);
            }
        }
        assert!(crowded > 20, "idle: {crowded}");
    }

    #[test]
    fn an_outline_reaches_as_far_as_its_shape_to_less_than_a_pixel() {
        let picture = drawing(&shapes()[7], &shapes()[12]);
        let reach = |x: f64, y: f64| {
            let along = |corner: &super::Corner| corner.point[0] * x + corner.point[1] * y;
            picture.difference.core.iter().map(along).fold(f64::NEG_INFINITY, f64::max)
        };
        for step in 0..1000 {
            let angle = f64::from(step) * 0.00628;
            let (x, y) = (angle.cos(), angle.sin());
            // Both frames are turned by the same angle, and their centres are at one place.
            let (u, v) = (0.8 * x + 0.6 * y, 0.8 * y - 0.6 * x);
            let exact = (1.1 * u).hypot(0.6 * v) + (3.0 * u).hypot(1.8 * v);
            assert!((reach(x, y) - exact).abs() < 1e-3, "{angle}");
        }
    }

    #[test]
    fn a_polygon_is_drawn_with_its_corners_alone() {
        let picture = drawing(&shapes()[1], &shapes()[6]);
        assert_eq!([picture.a.core.len(), picture.b.core.len(), picture.difference.core.len()], [4, 4, 4]);
    }
}
