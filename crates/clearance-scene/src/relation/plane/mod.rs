//! The relation of two outlines in the plane: polygons with holes.
//!
//! It is that of solids ([`super`]), one dimension lower: surfaces are edges, and sectors are around points. All edges
//! of both outlines are cut at each other, so an outline may meet itself. Edges with nothing on either side, as lines there and
//! back, and rings of one point count as the points that they are.

mod blocks;
mod lines;
#[cfg(test)]
mod tests;

use super::fan::{Blade, Fan};
use super::placed::Probe;
use super::{Related, Relation, Seen, named};
use crate::composite::{distance, overlaps};
use crate::outline::OutlineBody;
use crate::search::{are_placed, box_of};
use crate::signs::sign;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Ring, Space, Vec2, Vec3, vec2, vec3};
use lines::{Edge, Lines};
use std::cmp::Ordering;
use std::collections::HashSet;

/// Crossings that are looked at first.
const QUICK: usize = 4;

/// The relation of two outlines, exact for all inputs. `None` if a pose or a scale is not finite, or no rotation.
///
/// An outline is its edges and all points inside: where its winding number is not zero
/// ([`winding_number`](crate::Outline::winding_number)). `leaves` are edges. An outline with an open line counts as its
/// edges. Points and lines that enclose nothing are part of their outline, too: what is partly inside the other one and partly
/// outside of it crosses it.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Outline, Relation, relation_of_outlines};
///
/// // A square with a square hole, and a square that fills the hole.
/// let square = |half: f64| vec![[-half, -half], [half, -half], [half, half], [-half, half]];
/// let frame = Outline::new(&[vec![square(4.0), square(2.0)]]).unwrap();
/// let plug = Outline::new(&[vec![square(2.0)]]).unwrap();
/// let answer = relation_of_outlines(&frame.at(Pose::identity()), &plug.at(Pose::identity())).unwrap();
/// assert_eq!(answer.relation, Relation::Touching);
/// ```
pub fn relation_of_outlines(a: &OutlineBody, b: &OutlineBody) -> Option<Related<Vec2<f64>>> {
    if !are_placed([&a.view(), &b.view()]) {
        return None;
    }
    let nearest = overlaps(a, b).then(|| distance(a, b));
    let (relation, point) = outlines_found(a, b, nearest.is_some());
    let point = nearest.map(|nearest| nearest.point_a).or(point);
    let leaves = nearest.map(|nearest| [nearest.leaf_a, nearest.leaf_b]);
    Some(Related { relation, open: is_open([a, b]), leaves, point })
}

/// Whether an outline has an open line, so that it counts as its edges.
fn is_open(outlines: [&OutlineBody; 2]) -> bool {
    !outlines.iter().all(|body| body.outline.is_closed())
}

/// The relation of two outlines whose poses are valid, and a common point if the edges have none and the outlines do.
/// `meets` says whether the edges have a common point.
pub(crate) fn outlines_found(a: &OutlineBody, b: &OutlineBody, meets: bool) -> (Relation, Option<Vec2<f64>>) {
    if !meets && are_clearly_apart([a, b]) {
        return (Relation::Apart, None);
    }
    let mut judge = Judge::new([a, b]);
    let (open, mut point) = (is_open([a, b]), None);
    if !meets {
        point = judge.look_at_separate_outlines(open);
    } else if open {
        judge.seen = Seen { common: true, only: [true; 2] };
    } else {
        judge.look_everywhere();
    }
    (named(judge.seen, meets), point)
}

/// Whether boxes around two outlines in the world are apart, with certainty.
fn are_clearly_apart(outlines: [&OutlineBody; 2]) -> bool {
    let [Some(one), Some(other)] = outlines.each(box_in_world) else { return false };
    let are_in_order = |[_, end]: [f64; 2], [start, _]: [f64; 2]| end < start;
    (0..2).any(|axis| are_in_order(one[axis], other[axis]) || are_in_order(other[axis], one[axis]))
}

/// The least and the greatest coordinate of an outline in the world along each axis, rounded outward. `None` if they are
/// not finite.
///
/// The image of a corner of the tree's box rounds by less than 32u times its greatest coordinate and the translation.
fn box_in_world(outline: &OutlineBody) -> Option<[[f64; 2]; 2]> {
    let view = outline.view();
    let [low, high] = box_of(view.tree, view.tree.root()?, view.factors);
    let corners = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
    let [moved_x, moved_y] = [view.pose.translation.x.abs(), view.pose.translation.y.abs()];
    let far = corners.iter().flatten().fold(moved_x.max(moved_y), |most, x| most.max(x.abs()));
    let error = 128.0 * f64::EPSILON * far;
    let images = corners.each(|[x, y]| view.pose.apply(vec2(x, y)));
    let ends = [images.each(|image| image.x), images.each(|image| image.y)].each(|along| {
        let [least, most] = [f64::min, f64::max].each(|choose| along.into_iter().fold(along[0], choose));
        [least - error, most + error]
    });
    ends.iter().flatten().all(|end| end.is_finite()).then_some(ends)
}

/// Two edges that cross.
type Crossing = (usize, usize);

/// A point on an edge: the edge and the point.
type Corner = (usize, u32);

/// Two outlines, and what has been seen of them.
struct Judge {
    lines: Lines,
    /// For each edge the edges whose boxes meet its own, once it is asked everywhere.
    near: Vec<Vec<usize>>,
    seen: Seen,
    /// The winding number of its outline to the right of each ring, if the outline does not meet itself.
    right: Vec<Option<i32>>,
    meets_itself: [bool; 2],
}

impl Judge {
    fn new(outlines: [&OutlineBody; 2]) -> Self {
        let lines = Lines::new(outlines);
        let right = vec![None; lines.rings as usize];
        Self { lines, near: Vec::new(), seen: Seen::default(), right, meets_itself: [false; 2] }
    }

    fn note(&mut self, windings: [i32; 2]) {
        self.seen.note(windings.each(|winding| winding != 0));
    }

    /// Notes a piece of edges from the winding numbers on its two sides. `own` tells whose edges they are.
    fn note_edge(&mut self, windings: [[i32; 2]; 2], own: [bool; 2]) {
        self.seen.note_place(windings.each(|windings| windings.each(|winding| winding != 0)), own);
    }

    /// Whether the insides of two edges cross in one point.
    fn cross(&self, first: &Edge, second: &Edge) -> bool {
        let is_split = |line: &Edge, other: &Edge| {
            let [from, to] = other.ends.each(|end| self.lines.turn(line.ends[0], line.ends[1], end));
            from.is_ne() && to.is_ne() && from != to
        };
        is_split(first, second) && is_split(second, first)
    }

    /// Decides for outlines without a common point, as for solids.
    fn look_at_separate_outlines(&mut self, open: bool) -> Option<Vec2<f64>> {
        let mut point = None;
        let (mut counts, mut is_all) = ([0; 2], [true; 2]);
        for ring in 0..self.lines.rings {
            let Some((edge, probe, winding)) = self.place_of(ring) else { continue };
            let side = self.lines.edges[edge].side;
            if winding != 0 {
                counts[side] += 1;
                point = point.or_else(|| Some(self.lines.in_world(&probe)));
            } else {
                is_all[side] = false;
            }
        }
        match Seen::apart(counts, is_all) {
            Some(seen) => self.seen = seen,
            None if open => self.seen = Seen { common: true, only: [true; 2] },
            None => self.look_everywhere(),
        }
        point
    }

    /// A point of a ring off the other outline with an edge that holds it, and how often the other outline goes around it.
    fn place_of(&self, ring: u32) -> Option<(usize, Probe, i32)> {
        let edges = &self.lines.edges;
        let weights = [[1.0, 1.0], [1.0, 3.0], [3.0, 1.0], [1.0, 7.0], [5.0, 3.0]];
        let mut points = self
            .lines
            .of_ring(ring)
            .flat_map(|place| weights.each(|weights| (place, self.lines.inner_point(&edges[place], weights))));
        points.find_map(|(place, probe)| {
            let (winding, _) = self.lines.winding(1 - edges[place].side, &probe, &[])?;
            Some((place, probe, winding))
        })
    }

    /// Looks at all points where more than the two edges of a corner meet, and at the rings without one.
    fn look_everywhere(&mut self) {
        self.near = near_edges(&self.lines);
        let (crossings, corners) = self.meeting_places();
        let mut touched = HashSet::new();
        for (number, &(i, j)) in crossings.iter().enumerate() {
            if number < QUICK && !self.seen.is_all() {
                let probe = self.lines.crossing(&self.lines.edges[i], &self.lines.edges[j]);
                self.look_around(i, &probe, &mut touched);
            }
        }
        for &(edge, end) in &corners {
            if self.seen.is_all() {
                return;
            }
            let probe = self.lines.probe(end);
            self.look_around(edge, &probe, &mut touched);
        }
        for &(i, j) in crossings.iter().skip(QUICK) {
            if self.seen.is_all() {
                return;
            }
            let probe = self.lines.crossing(&self.lines.edges[i], &self.lines.edges[j]);
            self.look_around(i, &probe, &mut touched);
        }
        for ring in (0..self.lines.rings).filter(|ring| !touched.contains(ring)) {
            self.look_at_ring(ring);
        }
    }

    /// The pairs of edges that cross, those of different outlines first; and the ends of edges on other edges, each
    /// once, with an edge that holds it.
    fn meeting_places(&mut self) -> (Vec<Crossing>, Vec<Corner>) {
        let (mut crossings, mut corners, mut known) = (Vec::new(), Vec::new(), HashSet::new());
        for i in 0..self.near.len() {
            for &j in self.near[i].iter().filter(|&&j| j > i) {
                let [first, second] = [self.lines.edges[i], self.lines.edges[j]];
                if first.is_point() || second.is_point() {
                    continue;
                }
                let before = corners.len() + crossings.len();
                for (edge, other, place) in [(first, second, j), (second, first, i)] {
                    for end in edge.ends {
                        let is_plain = other.ends.contains(&end) && self.lines.valence[end as usize] == 2;
                        if !is_plain && self.lines.holds(&other, end) && known.insert(end) {
                            corners.push((place, end));
                        }
                    }
                }
                if self.cross(&first, &second) {
                    crossings.push((i, j));
                }
                let has_met = corners.len() + crossings.len() > before;
                self.meets_itself[first.side] |= has_met && first.side == second.side;
            }
        }
        // A corner that was known from the other outline may still be on a second edge of its own.
        let own = (0..2).map(|side| self.has_crowded_corner(side, &corners)).collect::<Vec<_>>();
        (0..2).for_each(|side| self.meets_itself[side] |= own[side]);
        let edges = &self.lines.edges;
        crossings.sort_by_key(|&(i, j)| edges[i].side == edges[j].side);
        (crossings, corners)
    }

    /// Whether more than two half-lines of one outline leave one of these points.
    fn has_crowded_corner(&self, side: usize, corners: &[(usize, u32)]) -> bool {
        corners.iter().any(|&(edge, end)| {
            let here = self.near[edge].iter().chain([&edge]).map(|&place| &self.lines.edges[place]);
            let own = here.filter(|edge| edge.side == side && !edge.is_point() && self.lines.holds(edge, end));
            let leaves = |edge: &Edge| {
                let is_end = |other: u32| self.lines.vector(other, end) == <Vec3<Dyadic> as Space>::zero();
                if edge.ends.into_iter().any(is_end) { 1 } else { 2 }
            };
            own.map(leaves).sum::<u32>() > 2
        })
    }

    /// Notes the sectors around a point of an edge.
    fn look_around(&mut self, edge: usize, probe: &Probe, touched: &mut HashSet<u32>) {
        let holds = |&place: &usize| {
            let edge = &self.lines.edges[place];
            !edge.is_point() && self.lines.holds_probe(edge, probe)
        };
        let here: Vec<usize> = self.near[edge].iter().copied().chain([edge]).filter(holds).collect();
        touched.extend(here.iter().map(|&place| self.lines.edges[place].ring));
        let blades: Vec<Blade> = here.iter().flat_map(|&place| self.blades(place, probe)).collect();
        let fan = Fan::new(vec3(Dyadic::zero(), Dyadic::zero(), Dyadic::one()), blades);
        let base = [0, 1].each(|side| {
            if !self.meets_itself[side]
                && let Some(base) = fan.base(side)
            {
                return Some(base);
            }
            let own: Vec<usize> = here.iter().copied().filter(|&place| self.lines.edges[place].side == side).collect();
            let (number, direction) = self.lines.winding(side, probe, &own)?;
            Some(fan.base_from(side, &direction, number))
        });
        if let [Some(a), Some(b)] = base {
            fan.windings_from([a, b]).into_iter().for_each(|windings| self.note(windings));
            fan.places_from([a, b]).into_iter().for_each(|(windings, own)| self.note_edge(windings, own));
        }
    }

    /// The half-lines of an edge around a point of it.
    fn blades(&mut self, place: usize, probe: &Probe) -> Vec<Blade> {
        let edge = self.lines.edges[place];
        let right = if self.meets_itself[edge.side] { None } else { self.right_of(edge.ring) };
        let forth = self.lines.vector(edge.ends[0], edge.ends[1]);
        let mut blades = Vec::new();
        if !probe.to(self.lines.exact(edge.ends[1])).is_zero() {
            blades.push(Blade { side: edge.side, along: forth.clone(), step: edge.turn, before: right });
        }
        if !probe.to(self.lines.exact(edge.ends[0])).is_zero() {
            let before = right.map(|right| right + edge.turn);
            blades.push(Blade { side: edge.side, along: forth.negated(), step: -edge.turn, before });
        }
        blades
    }

    /// The winding number of its outline to the right of a ring that meets no other edge of that outline.
    fn right_of(&mut self, ring: u32) -> Option<i32> {
        if let Some(right) = self.right[ring as usize] {
            return Some(right);
        }
        let place = self.lines.of_ring(ring).find(|&edge| !self.lines.edges[edge].is_point())?;
        let edge = self.lines.edges[place];
        let probe = self.lines.inner_point(&edge, [1.0, 1.0]);
        let (number, direction) = self.lines.winding(edge.side, &probe, &[place])?;
        let along = self.lines.vector(edge.ends[0], edge.ends[1]);
        let is_left = sign(&along.wedge(&direction).z) == Ordering::Greater;
        let right = if is_left { number - edge.turn } else { number };
        self.right[ring as usize] = Some(right);
        Some(right)
    }

    /// Notes both sides of a ring that no other edge meets, or the ring if it encloses nothing.
    fn look_at_ring(&mut self, ring: u32) {
        let Some((edge, probe, other)) = self.place_of(ring) else { return };
        let Edge { side, turn, .. } = self.lines.edges[edge];
        let of_both = |own: i32| if side == 0 { [own, other] } else { [other, own] };
        let is_line = self.lines.of_ring(ring).any(|edge| !self.lines.edges[edge].is_point());
        if let Some(right) = self.right_of(ring) {
            [right, right + turn].into_iter().for_each(|own| self.note(of_both(own)));
        } else if is_line {
            // It goes there and back.
            self.look_around(edge, &probe, &mut HashSet::new());
        } else if let Some((own, _)) = self.lines.winding(side, &probe, &[]) {
            self.note_edge([of_both(own); 2], [side == 0, side == 1]);
        }
    }
}

/// For each edge the edges whose boxes meet its own: a sweep along x.
fn near_edges(lines: &Lines) -> Vec<Vec<usize>> {
    let margin = 2f64.powi(-40);
    let boxes: Vec<[f64; 4]> = lines
        .edges
        .iter()
        .map(|edge| {
            let [p, q] = edge.ends.each(|end| lines.rounded(end));
            [p[0].min(q[0]), p[0].max(q[0]) + margin, p[1].min(q[1]), p[1].max(q[1]) + margin]
        })
        .collect();
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_unstable_by(|&i, &j| boxes[i][0].total_cmp(&boxes[j][0]));
    let mut near = vec![Vec::new(); boxes.len()];
    let mut active: Vec<usize> = Vec::new();
    for place in order {
        let own = boxes[place];
        active.retain(|&other| boxes[other][1] >= own[0]);
        for &other in &active {
            if boxes[other][2] <= own[3] && own[2] <= boxes[other][3] {
                near[place].push(other);
                near[other].push(place);
            }
        }
        active.push(place);
    }
    near
}
