//! The pairs of features in the plane: vertex and vertex, vertex and edge, edge and edge.

use super::{nearest_edge, out_of_depth};
use crate::body::Feature;
use crate::pair::Pair;
use crate::v_clip::plane::vertex_vertex;
use crate::walk::{
    Next, Place, beyond, end_borders, farthest_beyond, in_order, nearest_fractions, segment, straight, vertex_borders,
};
use clearance::Vec2;

type Point = Vec2<f64>;

pub(crate) fn step(pair: &Pair<'_, Point>, place: Place) -> Next<Point> {
    use Feature::{Edge, Vertex};
    match place.features {
        [Vertex(v), Vertex(w)] => vertex_vertex(pair, [v, w]),
        [Vertex(v), Edge(e)] => vertex_edge(pair, 0, v, e),
        [Edge(e), Vertex(v)] => vertex_edge(pair, 1, v, e),
        [Edge(e), Edge(g)] => edge_edge(pair, [e, g]),
        // The plane has no faces.
        [Feature::Face(_), _] => straight(0, Vertex(0), "the plane has no faces"),
        [_, Feature::Face(_)] => straight(1, Vertex(0), "the plane has no faces"),
    }
}

fn vertex_edge(pair: &Pair<'_, Point>, side: usize, vertex: u32, edge: u32) -> Next<Point> {
    let other = 1 - side;
    let point = pair.bodies[side].vertex(vertex);
    let across = pair.across(side, point);
    if let Some(found) = farthest_beyond(end_borders(pair, other, edge).into_iter(), across) {
        return beyond(found, "vertex, edge: the vertex lies beside the edge");
    }
    let body = pair.bodies[other];
    let height = body.height(Feature::Edge(edge), across);
    if height < 0.0 {
        return out_of_depth(other, nearest_edge(pair, other, across).1);
    }
    let foot = across - body.edge(edge).outward * height;
    match farthest_beyond(vertex_borders(pair, side, vertex), pair.across(other, foot)) {
        Some(found) => beyond(found, "vertex, edge: the foot on the edge is not in the vertex's region"),
        None => Next::Nearest(in_order(pair, side, point, foot)),
    }
}

/// Two edges: parallel ones that share a part are the nearest features if they look at each other. Others are nearest
/// at an end, or they cross.
fn edge_edge(pair: &Pair<'_, Point>, edges: [u32; 2]) -> Next<Point> {
    let [first, second] = [segment(pair, 0, edges[0], false), segment(pair, 1, edges[1], true)];
    let own = segment(pair, 1, edges[1], false);
    let [s, t] = nearest_fractions(first, second);
    for (side, fraction) in [(0, s), (1, t)] {
        if fraction == 0.0 || fraction == 1.0 {
            let vertex = pair.bodies[side].edge(edges[side]).ends[usize::from(fraction == 1.0)];
            return straight(side, Feature::Vertex(vertex), "edge, edge: an end of one is nearest to the other");
        }
    }
    // Parallel edges have no such point: `nearest_fractions` takes the middle of the first.
    if first[1].cross(second[1]) != 0.0 {
        return Next::Meet;
    }
    let points = [first[0] + first[1] * s, own[0] + own[1] * t];
    for side in 0..2 {
        let across = pair.across(1 - side, points[1 - side]);
        if pair.bodies[side].height(Feature::Edge(edges[side]), across) < 0.0 {
            return out_of_depth(side, nearest_edge(pair, side, across).1);
        }
    }
    Next::Nearest(in_order(pair, 0, points[0], points[1]))
}
