//! Outlines of plane shapes for drawing, from nothing but their farthest points.
//!
//! Between two neighbouring points of an outline, the farthest point along the normal of their chord either lies beyond
//! it and splits it, or the chord is an edge. So a polygon's outline is found exactly, whatever the order of its
//! points, and a curve is followed until the chords leave no visible gap.

use crate::scene::{Body, Complaint, Dimension, Pair, Scalar};
use clearance::{Space, SupportMap, Vec2, WideVector, vec2};
use serde::Serialize;

/// A curve's chord is an edge once the curve is nearer to it than this part of the shape's size: far less than a pixel.
const FLATNESS: f64 = 1e-4;

/// The angle between neighbouring points of a rounded corner, in radians: 128 points to the full circle.
const ARC_STEP: f64 = core::f64::consts::TAU / 128.0;

/// What is drawn of a pair in the plane.
#[derive(Serialize)]
pub struct Drawing {
    a: Outline,
    b: Outline,
    difference: Outline,
}

/// A core and, if it is rounded, the outline with its radius. Counter-clockwise, world frame.
#[derive(Serialize)]
struct Outline {
    core: Vec<Corner>,
    rounded: Vec<[f64; 2]>,
}

/// A point of a core's outline with the vertices it stems from.
#[derive(Clone, Serialize)]
struct Corner {
    point: [f64; 2],
    vertex: Option<u32>,
    other: Option<u32>,
}

/// The farthest corner along a direction of any length.
type Farthest<'a> = dyn Fn(Vec2<f64>) -> Corner + 'a;

impl Drawing {
    /// The two shapes and their difference.
    pub fn new(pair: &Pair) -> Result<Self, Complaint> {
        match pair.scalar {
            Scalar::F32 => drawn::<Vec2<f32>>(pair),
            Scalar::F64 => drawn::<Vec2<f64>>(pair),
        }
    }
}

fn drawn<V: Dimension<Wide = Vec2<f64>>>(pair: &Pair) -> Result<Drawing, Complaint> {
    let (parts_a, parts_b) = (pair.a.parts::<V>()?, pair.b.parts::<V>()?);
    let (a, b) = (parts_a.body()?, parts_b.body()?);
    let radius = |shape: &Body<'_, V>| clearance::Real::widen(shape.radius());
    let farthest_a = |direction| farthest(&a, direction);
    let farthest_b = |direction| farthest(&b, direction);
    let farthest_difference = |direction: Vec2<f64>| {
        let (from_a, from_b) = (farthest_a(direction), farthest_b(-direction));
        let point = [from_a.point[0] - from_b.point[0], from_a.point[1] - from_b.point[1]];
        Corner { point, vertex: from_a.vertex, other: from_b.vertex }
    };
    Ok(Drawing {
        a: Outline::new(&farthest_a, radius(&a)),
        b: Outline::new(&farthest_b, radius(&b)),
        difference: Outline::new(&farthest_difference, radius(&a) + radius(&b)),
    })
}

/// The farthest point of a placed shape's core, in the world's frame.
fn farthest<V: Dimension<Wide = Vec2<f64>>>(shape: &Body<'_, V>, direction: Vec2<f64>) -> Corner {
    let pose = shape.pose();
    let matrix = clearance::Rotation::matrix(&pose.rotation);
    let support = shape.support_vertex(direction.mapped_back(&matrix));
    Corner { point: pose.apply(support.point).into(), vertex: support.vertex, other: None }
}

impl Outline {
    fn new(farthest: &Farthest, radius: f64) -> Self {
        let core = core(farthest);
        let rounded = if radius > 0.0 { rounded(&core, radius) } else { Vec::new() };
        Self { core, rounded }
    }
}

/// The outline of a core: a point, two ends, or a polygon.
fn core(farthest: &Farthest) -> Vec<Corner> {
    let starts = [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)].map(farthest);
    let size = chord(&starts[0], &starts[2]).max_abs().max(chord(&starts[1], &starts[3]).max_abs());
    let mut corners: Vec<Corner> = Vec::new();
    for place in 0..4 {
        corners.push(starts[place].clone());
        split(farthest, &starts[place], &starts[(place + 1) % 4], FLATNESS * size, &mut corners);
    }
    corners.dedup_by(|next, last| next.point == last.point);
    if corners.len() > 1 && corners[0].point == corners[corners.len() - 1].point {
        corners.pop();
    }
    corners
}

/// The corners strictly between two, in order.
fn split(farthest: &Farthest, from: &Corner, to: &Corner, flat: f64, corners: &mut Vec<Corner>) {
    let edge = chord(from, to);
    if edge.is_zero() {
        return;
    }
    let normal = vec2(edge.y, -edge.x);
    let middle = farthest(normal);
    let beyond = chord(from, &middle).dot(&normal.unit());
    // A polygon's corner counts however little it stands out; a curve's only if one could see it.
    let least = if middle.vertex.is_some() { flat * FLATNESS * FLATNESS } else { flat };
    if beyond <= least || middle.point == from.point || middle.point == to.point {
        return;
    }
    split(farthest, from, &middle, flat, corners);
    corners.push(middle.clone());
    split(farthest, &middle, to, flat, corners);
}

fn chord(from: &Corner, to: &Corner) -> Vec2<f64> {
    vec2(to.point[0] - from.point[0], to.point[1] - from.point[1])
}

/// The outline moved outward by `radius`, with an arc around every corner.
fn rounded(core: &[Corner], radius: f64) -> Vec<[f64; 2]> {
    let count = core.len();
    let outward = |place: usize| {
        let edge = chord(&core[place % count], &core[(place + 1) % count]);
        if edge.is_zero() { 0.0 } else { (-edge.x).atan2(edge.y) }
    };
    let mut outline = Vec::new();
    for (place, corner) in core.iter().enumerate() {
        let start = outward(place + count - 1);
        let turn = if count == 1 {
            core::f64::consts::TAU
        } else {
            (outward(place) - start).rem_euclid(core::f64::consts::TAU)
        };
        let steps = (turn / ARC_STEP).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let angle = start + turn * f64::from(step) / steps;
            let [x, y] = corner.point;
            outline.push([x + radius * angle.cos(), y + radius * angle.sin()]);
        }
    }
    outline
}
