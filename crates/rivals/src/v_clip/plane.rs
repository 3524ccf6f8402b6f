//! The states of V-Clip in the plane: vertex and vertex, vertex and edge, edge and edge. An edge has the part that a
//! face has in space. Where both features are edges, one of them is the facet: the one that the other's vertex stood
//! above.

use super::clip::clip;
use crate::body::Feature;
use crate::pair::Pair;
use crate::walk::{
    Next, Place, beyond, end_borders, farthest_beyond, first_beyond, in_order, segment, straight, vertex_borders,
};
use clearance::Vec2;

type Point = Vec2<f64>;

pub(crate) fn step(pair: &Pair<'_, Point>, place: Place) -> Next<Point> {
    use Feature::{Edge, Vertex};
    match place.features {
        [Vertex(v), Vertex(w)] => vertex_vertex(pair, [v, w]),
        [Vertex(v), Edge(e)] => vertex_edge(pair, 0, v, e),
        [Edge(e), Vertex(v)] => vertex_edge(pair, 1, v, e),
        [Edge(e), Edge(g)] if place.facet == 1 => edge_facet(pair, 0, e, g),
        [Edge(e), Edge(g)] => edge_facet(pair, 1, g, e),
        // The plane has no faces.
        [Feature::Face(_), _] => straight(0, Vertex(0), "the plane has no faces"),
        [_, Feature::Face(_)] => straight(1, Vertex(0), "the plane has no faces"),
    }
}

pub(crate) fn vertex_vertex(pair: &Pair<'_, Point>, vertices: [u32; 2]) -> Next<Point> {
    for side in 0..2 {
        let other = pair.across(1 - side, pair.bodies[1 - side].vertex(vertices[1 - side]));
        if let Some(found) = first_beyond(vertex_borders(pair, side, vertices[side]), other) {
            return beyond(found, "vertex, vertex: one lies beyond a line of the other's region");
        }
    }
    let [a, b] = [0, 1].map(|side| pair.bodies[side].vertex(vertices[side]));
    Next::Nearest(in_order(pair, 0, a, b))
}

/// A vertex of body `side` above an edge of the other.
fn vertex_edge(pair: &Pair<'_, Point>, side: usize, vertex: u32, edge: u32) -> Next<Point> {
    let (own, other) = (pair.bodies[side], 1 - side);
    let point = own.vertex(vertex);
    let across = pair.across(side, point);
    if let Some(found) = farthest_beyond(end_borders(pair, other, edge).into_iter(), across) {
        return beyond(found, "vertex, edge: the vertex lies beside the edge");
    }
    let body = pair.bodies[other];
    let facet = Feature::Edge(edge);
    let height = body.height(facet, across);
    if !(height > 0.0) {
        let above = |edge: usize| body.height(Feature::Edge(edge as u32), across);
        let best = (1..body.edges().len()).fold(0, |best, edge| if above(edge) > above(best) { edge } else { best });
        if above(best) > 0.0 {
            return straight(other, Feature::Edge(best as u32), "vertex, edge: below this edge, and above another one");
        }
        return Next::Meet;
    }
    for &at_vertex in own.ring(vertex) {
        let ends = own.edge(at_vertex).ends;
        let far = if ends[0] == vertex { ends[1] } else { ends[0] };
        if body.height(facet, pair.across(side, own.vertex(far))) < height {
            return straight(side, Feature::Edge(at_vertex), "vertex, edge: an edge of the vertex comes nearer");
        }
    }
    Next::Nearest(in_order(pair, side, point, across - body.edge(edge).outward * height))
}

/// An edge of body `side` above an edge of the other, the facet.
fn edge_facet(pair: &Pair<'_, Point>, side: usize, edge: u32, facet: u32) -> Next<Point> {
    let other = 1 - side;
    let body = pair.bodies[other];
    let line = segment(pair, side, edge, true);
    let clipped = clip(line, end_borders(pair, other, facet).into_iter());
    if let (true, Some(found)) = (clipped.empty, clipped.at_from.or(clipped.at_to)) {
        return beyond(found, "edge, edge: one lies beside the other");
    }
    let ends = pair.bodies[side].edge(edge).ends;
    let heights =
        [clipped.from, clipped.to].map(|fraction| body.height(Feature::Edge(facet), line[0] + line[1] * fraction));
    if !(heights[0] * heights[1] > 0.0) {
        return Next::Meet;
    }
    // The distance rises from the start on, or falls to the end. The heights of the two vertices tell, as they do for a
    // vertex and its edges: a product of directions would be rounded in another way, and the walk would go to and fro.
    let at_ends = ends.map(|end| body.height(Feature::Edge(facet), pair.across(side, pair.bodies[side].vertex(end))));
    let rises = if heights[0] > 0.0 { at_ends[0] <= at_ends[1] } else { at_ends[0] >= at_ends[1] };
    let (found, end) = if rises { (clipped.at_from, ends[0]) } else { (clipped.at_to, ends[1]) };
    match found {
        Some(found) => beyond(found, "edge, edge: one comes nearer where it leaves the other's strip"),
        None => straight(side, Feature::Vertex(end), "edge, edge: an end of one is nearest to the other"),
    }
}
