//! The six pairs of features in space.

use super::{nearest_edge, on_edge, out_of_depth};
use crate::body::Feature;
use crate::pair::Pair;
use crate::v_clip::space::nearest_on_rim;
use crate::walk::{
    Border, Next, Place, beyond, end_borders, face_borders, farthest_beyond, first_beyond, in_order, nearest_fractions,
    segment, side_borders, straight, vertex_borders,
};
use clearance::{Vec3, WideVector};

type Point = Vec3<f64>;

pub(crate) fn step(pair: &Pair<'_, Point>, place: Place) -> Next<Point> {
    use Feature::{Edge, Face, Vertex};
    match place.features {
        [Vertex(v), Vertex(w)] => vertex_vertex(pair, [v, w]),
        [Vertex(v), Edge(e)] => vertex_edge(pair, 0, v, e),
        [Edge(e), Vertex(v)] => vertex_edge(pair, 1, v, e),
        [Vertex(v), Face(f)] => vertex_face(pair, 0, v, f),
        [Face(f), Vertex(v)] => vertex_face(pair, 1, v, f),
        [Edge(e), Edge(g)] => edge_edge(pair, [e, g]),
        [Edge(e), Face(f)] => edge_face(pair, 0, e, f),
        [Face(f), Edge(e)] => edge_face(pair, 1, e, f),
        [Face(f), Face(g)] => face_face(pair, [f, g]),
    }
}

/// The border of a vertex's or an edge's region that a point in A's or B's own frame lies beyond.
fn violated(pair: &Pair<'_, Point>, side: usize, feature: Feature, point: Point) -> Option<(Border<Point>, Feature)> {
    match feature {
        Feature::Vertex(v) => farthest_beyond(vertex_borders(pair, side, v), point),
        Feature::Edge(e) => {
            let ends = end_borders(pair, side, e).into_iter();
            first_beyond(ends.chain(face_borders(pair, side, e)), point)
        }
        Feature::Face(f) => farthest_beyond(side_borders(pair, side, f), point),
    }
}

/// Tests two points, each in its own body's frame, against the region of the other feature.
fn applicable(
    pair: &Pair<'_, Point>,
    features: [Feature; 2],
    points: [Point; 2],
    why: &'static str,
) -> Option<Next<Point>> {
    (0..2).find_map(|side| {
        let across = pair.across(1 - side, points[1 - side]);
        violated(pair, side, features[side], across).map(|found| beyond(found, why))
    })
}

fn vertex_vertex(pair: &Pair<'_, Point>, vertices: [u32; 2]) -> Next<Point> {
    let points = [0, 1].map(|side| pair.bodies[side].vertex(vertices[side]));
    let go =
        applicable(pair, vertices.map(Feature::Vertex), points, "vertex, vertex: one is not in the other's region");
    go.unwrap_or_else(|| Next::Nearest(in_order(pair, 0, points[0], points[1])))
}

fn vertex_edge(pair: &Pair<'_, Point>, side: usize, vertex: u32, edge: u32) -> Next<Point> {
    let other = 1 - side;
    let point = pair.bodies[side].vertex(vertex);
    let across = pair.across(side, point);
    if let Some(found) = violated(pair, other, Feature::Edge(edge), across) {
        return beyond(found, "vertex, edge: the vertex is not in the edge's region");
    }
    let (foot, _) = on_edge(pair, other, edge, across);
    match violated(pair, side, Feature::Vertex(vertex), pair.across(other, foot)) {
        Some(found) => beyond(found, "vertex, edge: the nearest point of the edge is not in the vertex's region"),
        None => Next::Nearest(in_order(pair, side, point, foot)),
    }
}

fn vertex_face(pair: &Pair<'_, Point>, side: usize, vertex: u32, face: u32) -> Next<Point> {
    let other = 1 - side;
    let point = pair.bodies[side].vertex(vertex);
    let across = pair.across(side, point);
    if let Some(found) = violated(pair, other, Feature::Face(face), across) {
        return beyond(found, "vertex, face: the vertex is not above the face");
    }
    let body = pair.bodies[other];
    let height = body.height(Feature::Face(face), across);
    if height < 0.0 {
        return out_of_depth(other, nearest_feature(pair, other, across));
    }
    let foot = across - body.face(face).normal * height;
    match violated(pair, side, Feature::Vertex(vertex), pair.across(other, foot)) {
        Some(found) => beyond(found, "vertex, face: the foot on the face is not in the vertex's region"),
        None => Next::Nearest(in_order(pair, side, point, foot)),
    }
}

/// The feature of a body that is nearest to a point: a face if the foot lies within it. Faces that look away count only
/// if the point is inside: of the two faces of a flat polygon the one on the point's side is meant.
fn nearest_feature(pair: &Pair<'_, Point>, side: usize, point: Point) -> Feature {
    let body = pair.bodies[side];
    let height = |face: u32| body.height(Feature::Face(face), point);
    let faces = || 0..body.faces().len() as u32;
    let is_inside = !faces().any(|face| height(face) >= 0.0);
    let mut best = nearest_edge(pair, side, point);
    for face in faces().filter(|&face| is_inside || height(face) >= 0.0) {
        if height(face).abs() <= best.0 && violated(pair, side, Feature::Face(face), point).is_none() {
            best = (height(face).abs(), Feature::Face(face));
        }
    }
    best.1
}

fn edge_edge(pair: &Pair<'_, Point>, edges: [u32; 2]) -> Next<Point> {
    let [first, second] = [segment(pair, 0, edges[0], false), segment(pair, 1, edges[1], true)];
    let [s, t] = nearest_fractions(first, second);
    let own = segment(pair, 1, edges[1], false);
    let points = [first[0] + first[1] * s, own[0] + own[1] * t];
    // An end is a vertex: the other edge lies beyond it.
    for (side, fraction) in [(0, s), (1, t)] {
        let end = usize::from(fraction == 1.0);
        if fraction == 0.0 || fraction == 1.0 {
            let vertex = Feature::Vertex(pair.bodies[side].edge(edges[side]).ends[end]);
            return straight(side, vertex, "edge, edge: an end of one is nearest to the other");
        }
    }
    let go =
        applicable(pair, edges.map(Feature::Edge), points, "edge, edge: a nearest point is not in the other's region");
    go.unwrap_or_else(|| Next::Nearest(in_order(pair, 0, points[0], points[1])))
}

/// The fractions of a segment within the upright planes of a face, if any.
fn over_face(pair: &Pair<'_, Point>, side: usize, face: u32, line: [Point; 2]) -> Option<[f64; 2]> {
    let mut range = [0.0f64, 1.0];
    for (border, _) in side_borders(pair, side, face) {
        let (at_tail, slope) = (border.inside(line[0]), line[1].dot(border.normal));
        match slope {
            slope if slope > 0.0 => range[0] = range[0].max(-at_tail / slope),
            slope if slope < 0.0 => range[1] = range[1].min(-at_tail / slope),
            _ if at_tail < 0.0 => return None,
            _ => {}
        }
    }
    (range[0] <= range[1]).then_some(range)
}

fn edge_face(pair: &Pair<'_, Point>, side: usize, edge: u32, face: u32) -> Next<Point> {
    let other = 1 - side;
    let body = pair.bodies[other];
    let line = segment(pair, side, edge, true);
    let over = over_face(pair, other, face, line);
    let ends = pair.bodies[side].edge(edge).ends;
    let heights = [line[0], line[0] + line[1]].map(|at| body.height(Feature::Face(face), at));
    if heights[0] < 0.0 && heights[1] < 0.0 {
        return out_of_depth(other, nearest_feature(pair, other, line[0] + line[1] * 0.5));
    }
    if let (Some(range), true) = (over, heights[0] == heights[1]) {
        let own = segment(pair, side, edge, false);
        let middle = 0.5 * (range[0] + range[1]);
        let foot = line[0] + line[1] * middle - body.face(face).normal * heights[0];
        return match violated(pair, side, Feature::Edge(edge), pair.across(other, foot)) {
            Some(found) => beyond(found, "edge, face: parallel, but the face is not in the edge's region"),
            None => Next::Nearest(in_order(pair, side, own[0] + own[1] * middle, foot)),
        };
    }
    let near = usize::from(heights[1] < heights[0]);
    let end = pair.bodies[side].vertex(ends[near]);
    if violated(pair, other, Feature::Face(face), pair.across(side, end)).is_none() {
        return straight(side, Feature::Vertex(ends[near]), "edge, face: the lower end lies within the face's sides");
    }
    straight(other, nearest_on_rim(pair, other, face, line), "edge, face: a side of the face is nearest to the edge")
}

fn face_face(pair: &Pair<'_, Point>, faces: [u32; 2]) -> Next<Point> {
    let (own, other) = (pair.bodies[0], pair.bodies[1]);
    let height = |edge: u32| {
        own.edge(edge).ends.map(|end| other.height(Feature::Face(faces[1]), pair.across(0, own.vertex(end))).abs())
    };
    // The side of A's face that comes nearest to B's face takes its place. An edge over the face goes first.
    let mut best = ((false, f64::INFINITY), own.face(faces[0]).sides[0].edge);
    for of_face in &own.face(faces[0]).sides {
        let line = segment(pair, 0, of_face.edge, true);
        let is_over = over_face(pair, 1, faces[1], line).is_some();
        let distance = if is_over {
            height(of_face.edge).into_iter().fold(f64::INFINITY, f64::min)
        } else {
            distance_to_rim(pair, faces[1], line)
        };
        if (is_over && !best.0.0) || (is_over == best.0.0 && distance < best.0.1) {
            best = ((is_over, distance), of_face.edge);
        }
    }
    straight(0, Feature::Edge(best.1), "face, face: a side of one is nearest to the other")
}

fn distance_to_rim(pair: &Pair<'_, Point>, face: u32, line: [Point; 2]) -> f64 {
    let rims = pair.bodies[1].face(face).sides.iter().map(|side| segment(pair, 1, side.edge, false));
    let distance = |rim: [Point; 2]| {
        let [s, t] = nearest_fractions(line, rim);
        WideVector::length(line[0] + line[1] * s - rim[0] - rim[1] * t)
    };
    rims.map(distance).fold(f64::INFINITY, f64::min)
}
