//! The triangles inside one polygon, or where the polygon contradicts itself.

use super::force::Crossing;
use super::triangulation::{NONE, Triangulation, next};
use super::{PartitionError, meeting_point};
use crate::outline::Outline;
use crate::signs::side_of_line;
use clearance::Vec2;
use clearance::each::Each;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A polygon in triangles. Each forced edge with a weight that is not zero has inside on one side alone.
pub struct Region {
    pub net: Triangulation,
    /// Whether each triangle is inside.
    pub inside: Vec<bool>,
    /// For each point of the triangulation a vertex of the outline at its place.
    pub source: Vec<u32>,
}

/// An edge of a ring between two points, with the index of the edge in the outline and what it counts.
struct Side {
    ends: [u32; 2],
    edge: u32,
    weight: i32,
}

impl Region {
    /// The inside of a polygon of the outline. `None` if it has no area.
    pub fn new(outline: &Outline, polygon: u32) -> Result<Option<Self>, PartitionError> {
        let (points, source, sides) = sides_of(outline, polygon);
        let net = forced(points, &sides, outline)?;
        let Some((mut net, source)) = without_what_cancels(net, source, outline)? else { return Ok(None) };
        net.flip_everywhere();
        let inside = inside(&net, outline, polygon)?;
        Ok(inside.contains(&true).then_some(Self { net, inside, source }))
    }

    /// Whether a half-edge leads between two triangles of the inside, so that it is a diagonal.
    pub fn is_diagonal(&self, half_edge: u32) -> bool {
        let twin = self.net.twin[half_edge as usize];
        twin != NONE && self.inside[half_edge as usize / 3] && self.inside[twin as usize / 3]
    }
}

/// The rings of a polygon as points that differ and sides between them. Corners where a ring goes straight on are left
/// out, unless another corner is at the same place.
fn sides_of(outline: &Outline, polygon: u32) -> (Vec<Vec2<f64>>, Vec<u32>, Vec<Side>) {
    let mut places: HashMap<[u64; 2], u32> = HashMap::new();
    let (mut points, mut source, mut passes) = (Vec::new(), Vec::new(), Vec::<u32>::new());
    let mut rings = Vec::new();
    for ring in outline.rings().iter().filter(|ring| ring.polygon == polygon && ring.is_closed) {
        let edges = ring.first_edge..ring.first_edge + ring.edge_count;
        let mut corners: Vec<(u32, u32)> = Vec::new();
        for edge in edges {
            let vertex = outline.edges()[edge as usize][0];
            let at = outline.vertices()[vertex as usize];
            // The sum makes −0 to 0, so that both are one place.
            let at = Vec2 { x: at.x + 0.0, y: at.y + 0.0 };
            let point = *places.entry([at.x.to_bits(), at.y.to_bits()]).or_insert_with(|| {
                points.push(at);
                source.push(vertex);
                passes.push(0);
                points.len() as u32 - 1
            });
            if corners.last().is_some_and(|&(last, _)| last == point) {
                corners.pop();
            } else {
                passes[point as usize] += 1;
            }
            corners.push((point, edge));
        }
        if corners.len() > 1 && corners[0].0 == corners[corners.len() - 1].0 {
            corners.pop();
            passes[corners[0].0 as usize] -= 1;
        }
        rings.push((corners, i32::from(ring.turn)));
    }
    let mut sides = Vec::new();
    for (corners, turn) in rings {
        let count = corners.len();
        let is_kept = |&place: &usize| {
            let [before, own, after] = [place + count - 1, place, place + 1].each(|place| corners[place % count].0);
            let at = [before, own, after].each(|point| points[point as usize]);
            passes[own as usize] > 1 || !goes_straight_on(at)
        };
        let kept: Vec<usize> = (0..count).filter(is_kept).collect();
        for (index, &place) in kept.iter().enumerate() {
            let to = kept[(index + 1) % kept.len()];
            if kept.len() > 1 {
                sides.push(Side { ends: [corners[place].0, corners[to].0], edge: corners[place].1, weight: turn });
            }
        }
    }
    compacted(&points, &source, sides)
}

/// The same without points that no side needs.
fn compacted(points: &[Vec2<f64>], source: &[u32], mut sides: Vec<Side>) -> (Vec<Vec2<f64>>, Vec<u32>, Vec<Side>) {
    let mut places = vec![NONE; points.len()];
    let (mut new_points, mut new_source) = (Vec::new(), Vec::new());
    for end in sides.iter_mut().flat_map(|side| &mut side.ends) {
        let old = *end as usize;
        if places[old] == NONE {
            places[old] = new_points.len() as u32;
            new_points.push(points[old]);
            new_source.push(source[old]);
        }
        *end = places[old];
    }
    (new_points, new_source, sides)
}

/// Whether a way through three points that differ goes on in the same direction.
fn goes_straight_on([before, own, after]: [Vec2<f64>; 3]) -> bool {
    let is_between = |p: f64, q: f64, r: f64| (p <= q && q <= r) || (p >= q && q >= r);
    before != after
        && is_between(before.x, own.x, after.x)
        && is_between(before.y, own.y, after.y)
        && side_of_line([before, after], own) == Ordering::Equal
}

/// The triangulation of the points that have a side, with all sides forced into it.
fn forced(points: Vec<Vec2<f64>>, sides: &[Side], outline: &Outline) -> Result<Triangulation, PartitionError> {
    let mut net = Triangulation::new(points);
    if net.triangle_count() == 0 {
        return Ok(net);
    }
    for side in sides {
        net.force(side.ends, side.edge, side.weight).map_err(|crossing| crossed(&crossing, &net, side, outline))?;
    }
    Ok(net)
}

/// The complaint about two edges that cross.
fn crossed(crossing: &Crossing, net: &Triangulation, side: &Side, outline: &Outline) -> PartitionError {
    let ends = |half_edge| net.ends(half_edge).each(|point| net.points[point as usize]);
    let point = meeting_point(side.ends.each(|point| net.points[point as usize]), ends(crossing.half_edge));
    let [first, second] = crossing.edges;
    let edges = [edge_at(outline, first, point), edge_at(outline, second, point)];
    PartitionError::Crossing { edges: [edges[0].min(edges[1]), edges[0].max(edges[1])], point }
}

/// The edge of a straight run of edges that holds a point: corners on a straight line were left out.
fn edge_at(outline: &Outline, first: u32, point: Vec2<f64>) -> u32 {
    let ring = outline.rings()[outline.rings().partition_point(|ring| ring.first_edge <= first) - 1];
    let [start, _] = outline.ends(first);
    let axis = |v: Vec2<f64>| if (point.x - start.x).abs() > (point.y - start.y).abs() { v.x } else { v.y };
    let turn = |edge: u32| ring.first_edge + (edge - ring.first_edge) % ring.edge_count;
    let is_there = |&edge: &u32| {
        let [from, to] = outline.ends(edge).each(axis);
        from.min(to) <= axis(point) && axis(point) <= from.max(to)
    };
    (0..ring.edge_count).map(|step| turn(first + step)).find(is_there).unwrap_or(first)
}

/// The same triangulation without edges that are passed as often in both directions. Points that lose all edges go,
/// too.
/// `None` if nothing is left.
fn without_what_cancels(
    net: Triangulation,
    source: Vec<u32>,
    outline: &Outline,
) -> Result<Option<(Triangulation, Vec<u32>)>, PartitionError> {
    let half_edges = 0..net.origin.len() as u32;
    let has_weight = |&half_edge: &u32| {
        let twin = net.twin[half_edge as usize];
        net.weight[half_edge as usize] != 0 && (twin == NONE || half_edge < twin)
    };
    let kept: Vec<u32> = half_edges.filter(has_weight).collect();
    if kept.is_empty() {
        return Ok(None);
    }
    let cancels = |place: usize| net.forced[place] != NONE && net.weight[place] == 0;
    if !(0..net.origin.len()).any(cancels) {
        return Ok(Some((net, source)));
    }
    let side = |&half_edge: &u32| Side {
        ends: net.ends(half_edge),
        edge: net.forced[half_edge as usize],
        weight: net.weight[half_edge as usize],
    };
    let (points, source, sides) = compacted(&net.points, &source, kept.iter().map(side).collect());
    Ok(Some((forced(points, &sides, outline)?, source)))
}

/// Whether each triangle is inside: the rings go around it once. It is a fault if they go around another number of
/// times.
fn inside(net: &Triangulation, outline: &Outline, polygon: u32) -> Result<Vec<bool>, PartitionError> {
    const UNKNOWN: i32 = i32::MIN;
    let mut winding = vec![UNKNOWN; net.triangle_count()];
    let mut waiting = Vec::new();
    for half_edge in (0..net.origin.len()).filter(|&half_edge| net.twin[half_edge] == NONE) {
        if winding[half_edge / 3] == UNKNOWN {
            winding[half_edge / 3] = net.weight[half_edge];
            waiting.push(half_edge / 3);
        }
    }
    while let Some(triangle) = waiting.pop() {
        for half_edge in 3 * triangle..3 * triangle + 3 {
            let twin = net.twin[half_edge];
            if twin != NONE && winding[twin as usize / 3] == UNKNOWN {
                winding[twin as usize / 3] = winding[triangle] - net.weight[half_edge];
                waiting.push(twin as usize / 3);
            }
        }
    }
    let Some(bad) = winding.iter().position(|&number| number != 0 && number != 1) else {
        return Ok(winding.iter().map(|&number| number == 1).collect());
    };
    // The edge with the least number around the part that is wrong.
    let mut part = vec![false; winding.len()];
    (part[bad], waiting) = (true, vec![bad]);
    let mut edges = Vec::new();
    while let Some(triangle) = waiting.pop() {
        for half_edge in 3 * triangle..3 * triangle + 3 {
            let twin = net.twin[half_edge];
            if net.weight[half_edge] != 0 {
                edges.push((net.forced[half_edge], half_edge as u32));
            } else if twin != NONE && !std::mem::replace(&mut part[twin as usize / 3], true) {
                waiting.push(twin as usize / 3);
            }
        }
    }
    let (edge, half_edge) = edges.into_iter().min().expect("a part has a boundary");
    let [from, to] = [half_edge, next(half_edge)].each(|half_edge| net.points[net.origin[half_edge as usize] as usize]);
    let point = Vec2 { x: 0.5 * from.x + 0.5 * to.x, y: 0.5 * from.y + 0.5 * to.y };
    let edge = edge_at(outline, edge, point);
    Err(PartitionError::Winding { polygon, edge, point, winding: winding[bad] })
}
