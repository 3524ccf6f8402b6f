//! The states of V-Clip in space (Mirtich 1998).

use super::clip::{Slope, clip};
use crate::body::Feature;
use crate::pair::Pair;
use crate::walk::{
    Next, Place, beyond, end_borders, face_borders, farthest_beyond, first_beyond, in_order, nearest_fractions,
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
        // No move leads to two faces. A user's start may.
        [Face(f), Face(_)] => straight(0, Vertex(pair.bodies[0].face(f).sides[0].start), "two faces are no state"),
    }
}

fn vertex_vertex(pair: &Pair<'_, Point>, vertices: [u32; 2]) -> Next<Point> {
    for side in 0..2 {
        let other = pair.across(1 - side, pair.bodies[1 - side].vertex(vertices[1 - side]));
        if let Some(found) = first_beyond(vertex_borders(pair, side, vertices[side]), other) {
            return beyond(found, "vertex, vertex: one lies beyond a plane of the other's region");
        }
    }
    let [a, b] = [0, 1].map(|side| pair.bodies[side].vertex(vertices[side]));
    Next::Nearest(in_order(pair, 0, a, b))
}

/// A vertex of body `side` and an edge of the other.
fn vertex_edge(pair: &Pair<'_, Point>, side: usize, vertex: u32, edge: u32) -> Next<Point> {
    let other = 1 - side;
    let point = pair.bodies[side].vertex(vertex);
    let across = pair.across(side, point);
    let borders = end_borders(pair, other, edge).into_iter().chain(face_borders(pair, other, edge));
    if let Some(found) = first_beyond(borders, across) {
        return beyond(found, "vertex, edge: the vertex lies beyond a plane of the edge's region");
    }
    let line = segment(pair, other, edge, true);
    let clipped = clip(line, vertex_borders(pair, side, vertex));
    if let (true, Some(found)) = (clipped.beyond_one, clipped.at_from) {
        return beyond(found, "vertex, edge: the edge lies beyond a plane of the vertex's region");
    }
    match clipped.slope(line, |_, at| slope_to_point(line[1], at, point)) {
        Slope::Leaves(found) => {
            beyond(found, "vertex, edge: the edge comes nearer where it leaves the vertex's region")
        }
        Slope::Touches => Next::Meet,
        Slope::Within => {
            let [tail, span] = segment(pair, other, edge, false);
            let fraction = ((across - tail).dot(&span) / span.dot(&span)).clamp(0.0, 1.0);
            Next::Nearest(in_order(pair, side, point, tail + span * fraction))
        }
    }
}

/// The derivative along `span` of the distance to a point, as a sign. `None` at the point itself.
fn slope_to_point(span: Point, at: Point, point: Point) -> Option<f64> {
    (at != point).then(|| span.dot(at - point))
}

fn vertex_face(pair: &Pair<'_, Point>, side: usize, vertex: u32, face: u32) -> Next<Point> {
    let (own, other) = (pair.bodies[side], 1 - side);
    let point = own.vertex(vertex);
    let across = pair.across(side, point);
    if let Some(found) = farthest_beyond(side_borders(pair, other, face), across) {
        return beyond(found, "vertex, face: the vertex lies beside the face");
    }
    let facet = Feature::Face(face);
    let height = pair.bodies[other].height(facet, across);
    for &edge in own.ring(vertex) {
        let ends = own.edge(edge).ends;
        let far = if ends[0] == vertex { ends[1] } else { ends[0] };
        let along = pair.bodies[other].height(facet, pair.across(side, own.vertex(far)));
        if (height > 0.0 && along < height) || (height < 0.0 && along > height) {
            return straight(side, Feature::Edge(edge), "vertex, face: an edge of the vertex comes nearer to the face");
        }
    }
    if height > 0.0 {
        let foot = across - pair.bodies[other].face(face).normal * height;
        return Next::Nearest(in_order(pair, side, point, foot));
    }
    let above = |face: usize| pair.bodies[other].height(Feature::Face(face as u32), across);
    let best = (1..pair.bodies[other].faces().len()).fold(0, |best, f| if above(f) > above(best) { f } else { best });
    if above(best) > 0.0 {
        return straight(other, Feature::Face(best as u32), "vertex, face: below this face, and above another one");
    }
    Next::Meet
}

fn edge_edge(pair: &Pair<'_, Point>, edges: [u32; 2]) -> Next<Point> {
    for side in 0..2 {
        let line = segment(pair, 1 - side, edges[1 - side], true);
        let body = pair.bodies[side];
        let clipped = clip(line, end_borders(pair, side, edges[side]).into_iter());
        let to_vertex = |found: Feature, at: Point| match found {
            Feature::Vertex(vertex) => slope_to_point(line[1], at, body.vertex(vertex)),
            _ => Some(0.0),
        };
        if let (true, Some(found)) = (clipped.beyond_one, clipped.at_from) {
            return beyond(found, "edge, edge: one lies beyond an end of the other");
        }
        match clipped.slope(line, to_vertex) {
            Slope::Leaves(found) => return beyond(found, "edge, edge: one comes nearer beyond an end of the other"),
            Slope::Touches => return Next::Meet,
            Slope::Within => {}
        }
        let clipped = clip(line, face_borders(pair, side, edges[side]));
        if let (true, Some(found)) = (clipped.beyond_one, clipped.at_from) {
            return beyond(found, "edge, edge: one lies above a face of the other");
        }
        match clipped.slope(line, |face, at| slope_to_face(pair, side, face, line[1], at)) {
            Slope::Leaves(found) => return beyond(found, "edge, edge: one comes nearer above a face of the other"),
            Slope::Touches => return Next::Meet,
            Slope::Within => {}
        }
    }
    let [first, second] = [segment(pair, 0, edges[0], false), segment(pair, 1, edges[1], true)];
    let [s, t] = nearest_fractions(first, second);
    Next::Nearest([first[0] + first[1] * s, second[0] + second[1] * t])
}

/// The derivative along `span` of the distance to the plane of a face, as a sign. `None` on the plane.
fn slope_to_face(pair: &Pair<'_, Point>, side: usize, face: Feature, span: Point, at: Point) -> Option<f64> {
    let Feature::Face(number) = face else { return Some(0.0) };
    let height = pair.bodies[side].height(face, at);
    let along = span.dot(pair.bodies[side].face(number).normal);
    (height != 0.0).then(|| if height > 0.0 { along } else { -along })
}

fn edge_face(pair: &Pair<'_, Point>, side: usize, edge: u32, face: u32) -> Next<Point> {
    let other = 1 - side;
    let line = segment(pair, side, edge, true);
    let clipped = clip(line, side_borders(pair, other, face));
    if clipped.empty {
        let to = nearest_on_rim(pair, other, face, line);
        return straight(other, to, "edge, face: the edge lies beside the face");
    }
    let body = pair.bodies[other];
    let facet = Feature::Face(face);
    let ends = pair.bodies[side].edge(edge).ends;
    let heights = [clipped.from, clipped.to].map(|fraction| body.height(facet, line[0] + line[1] * fraction));
    if !(heights[0] * heights[1] > 0.0) {
        return Next::Meet;
    }
    // The distance rises from the start on, or falls to the end. The heights of the two vertices tell, as they do for a
    // vertex and its edges: a product of directions would be rounded in another way, and the walk would go to and fro.
    let at_ends = ends.map(|end| body.height(facet, pair.across(side, pair.bodies[side].vertex(end))));
    let rises = if heights[0] > 0.0 { at_ends[0] <= at_ends[1] } else { at_ends[0] >= at_ends[1] };
    let (found, end) = if rises { (clipped.at_from, ends[0]) } else { (clipped.at_to, ends[1]) };
    match found {
        Some(found) => beyond(found, "edge, face: the edge comes nearer where it leaves the face"),
        None => straight(side, Feature::Vertex(end), "edge, face: an end of the edge is nearest to the face"),
    }
}

/// The edge or vertex of a face that is nearest to a segment in the face's frame.
pub(crate) fn nearest_on_rim(pair: &Pair<'_, Point>, side: usize, face: u32, line: [Point; 2]) -> Feature {
    let mut best = (f64::INFINITY, Feature::Face(face));
    for of_face in &pair.bodies[side].face(face).sides {
        let rim = segment(pair, side, of_face.edge, false);
        let [s, t] = nearest_fractions(line, rim);
        let distance = WideVector::length(line[0] + line[1] * s - rim[0] - rim[1] * t);
        if distance < best.0 {
            let ends = pair.bodies[side].edge(of_face.edge).ends;
            let feature = match t {
                0.0 => Feature::Vertex(ends[0]),
                1.0 => Feature::Vertex(ends[1]),
                _ => Feature::Edge(of_face.edge),
            };
            best = (distance, feature);
        }
    }
    best.1
}
