//! Solids whose own surfaces meet themselves: parts that overlap or touch, folds, edges that are cut on one side only.
//!
//! All triangles of both bodies are cut at each other. The pieces of their edges and of the segments along which they
//! cross bound all regions in which nothing changes. So the sectors around the middle of each piece, and one point of
//! each component without such a piece, show all of space. The winding numbers come from rays: this is slow, and it
//! holds for every mesh. Numbers of very different magnitudes make it slower still: they have a budget, and what exceeds it
//! stays undecided.

use super::contact::{Contact, between, contacts, cut, ends};
use super::fan::{Blade, Fan};
use super::placed::{Placed, Probe, Vertex};
use super::ray::{holds, is_on_one_side, winding};
use super::verdict::Judge;
use crate::search::each_near_pair;
use crate::signs::sign;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Ring, Space, Vec3};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many times as long as a coordinate the middle of a part of a segment is.
const MIDDLE: u64 = 27;

/// Products that a look at one piece around such a middle takes, as [`Placed::spend`] counts them: some thirty, with numbers
/// of 9 coordinates.
const LOOK: u64 = MIDDLE * 9 * 30;

/// Triangles are near a box that are no farther from it than this, beside the errors of their corners.
pub(super) const NEAR: f64 = 1.0 / (1u64 << 40) as f64;

/// A triangle of one of the bodies.
type Piece = (usize, u32);

/// A segment of an edge or of a crossing, in this triangle.
struct Segment {
    owner: Piece,
    ends: [Probe; 2],
}

/// Looks at all of space around both surfaces.
///
/// What is inside both is in the box that both share, and so is every contact around it. So contacts near that box come
/// first. The others can only show what is inside one alone, and only of a body that has faces elsewhere.
pub(super) fn look_everywhere(judge: &mut Judge) {
    let near = near_common_box(&judge.placed);
    look_among(judge, &near);
    let is_left = |side: usize| !judge.seen.only[side] && near[side].contains(&false);
    if (0..2).any(is_left) {
        look_among(judge, &near.each_ref().each(|near| vec![true; near.len()]));
    }
}

/// For each triangle whether its box meets the box that both bodies share, or nearly so.
pub(super) fn near_common_box(placed: &Placed) -> [Vec<bool>; 2] {
    let margin = 4.0 * placed.error + NEAR;
    let common = placed.common_box();
    let is_near = |side: usize, triangle: u32| {
        let corners = placed.corners(side, triangle).each(|corner| placed.rounded(corner));
        (0..3).all(|axis| {
            let [low, high] = common[axis];
            corners.iter().any(|corner| corner[axis] >= low - margin)
                && corners.iter().any(|corner| corner[axis] <= high + margin)
        })
    };
    [0, 1].each(|side| {
        let count = placed.bodies[side].mesh.triangles().len() as u32;
        (0..count).map(|triangle| is_near(side, triangle)).collect()
    })
}

/// Looks around the contacts of these triangles, and at the components that have no contact.
fn look_among(judge: &mut Judge, chosen: &[Vec<bool>; 2]) {
    let near = near_pieces(judge, chosen);
    let (segments, touched) = segments(judge, &near);
    for segment in segments {
        if judge.seen.is_all() || judge.placed.is_spent() {
            return;
        }
        let [side, triangle] = [segment.owner.0, segment.owner.1 as usize];
        look_along(judge, &segment, &near[side][triangle]);
    }
    for side in 0..2 {
        // Of a component that is not all chosen other contacts may be left.
        let mut is_whole = vec![true; judge.surfaces[side].components];
        for (triangle, &component) in judge.surfaces[side].component.iter().enumerate() {
            if judge.surfaces[side].counts[triangle] {
                is_whole[component as usize] &= chosen[side][triangle];
            }
        }
        let is_alone = |&component: &usize| is_whole[component] && !touched.contains(&(side, component as u32));
        for component in (0..is_whole.len()).filter(is_alone) {
            judge.look_at_component(side, component);
        }
    }
}

/// For each triangle the triangles of both bodies whose boxes meet its own, without those that meet it in a corner alone.
/// Triangles without area and those that do not count are left out, and pairs without a chosen one.
fn near_pieces(judge: &Judge, chosen: &[Vec<bool>; 2]) -> [Vec<Vec<Piece>>; 2] {
    let placed = &judge.placed;
    let has_area = [0, 1].each(|side| {
        let counts = judge.surfaces[side].counts.iter().enumerate();
        let has_area = |triangle: usize| placed.view(placed.corners(side, triangle as u32)).is_some();
        counts.map(|(triangle, &counts)| counts && has_area(triangle)).collect::<Vec<_>>()
    });
    let mut near = [0, 1].each(|side| vec![Vec::new(); has_area[side].len()]);
    for [first, second] in [[0, 0], [0, 1], [1, 1]] {
        let bodies = [first, second].each(|side| placed.bodies[side].view());
        each_near_pair(bodies.each_ref(), &mut |i, j| {
            let is_chosen = chosen[first][i as usize] || chosen[second][j as usize];
            let is_new = is_chosen && (first != second || i < j);
            let counts = has_area[first][i as usize] && has_area[second][j as usize];
            let triangles = [placed.corners(first, i), placed.corners(second, j)];
            let may_meet = || !placed.are_apart(triangles[0], triangles[1]) && !placed.part_at_a_corner(triangles);
            if is_new && counts && may_meet() {
                near[first][i as usize].push((second, j));
                near[second][j as usize].push((first, i));
            }
            ControlFlow::Continue(())
        });
    }
    near
}

/// The segments where more than the two triangles of an edge meet, and the components that they are in.
fn segments(judge: &Judge, near: &[Vec<Vec<Piece>>; 2]) -> (Vec<Segment>, HashSet<(usize, u32)>) {
    let (placed, surfaces) = (&judge.placed, &judge.surfaces);
    let (mut segments, mut touched, mut edges) = (Vec::new(), HashSet::new(), HashSet::new());
    let pieces = (0..2).flat_map(|side| (0..near[side].len() as u32).map(move |triangle| (side, triangle)));
    for piece in pieces {
        let own = placed.corners(piece.0, piece.1);
        let later = near[piece.0][piece.1 as usize].iter().filter(|&&other| piece < other);
        for &other in later {
            let pair = [own, placed.corners(other.0, other.1)];
            let edge =
                |(side, triangle): Piece, edge: u8| (side, surfaces[side].sides[triangle as usize][usize::from(edge)]);
            contacts(placed, pair, |contact| {
                let touching: &[(usize, u8)] = match &contact {
                    Contact::Crossing(edges) => {
                        let ends = edges.each(|edge| cut(placed, edge, opposite(pair, edge)));
                        segments.push(Segment { owner: piece, ends });
                        &[]
                    }
                    Contact::Overlap => &[],
                    Contact::EdgeInFace { side, edge, .. } => &[(*side, *edge)],
                    // Around a common edge of two triangles the own body alone changes. More may lie on each other.
                    Contact::Edges([own, theirs]) if edge(piece, *own) == edge(other, *theirs) => {
                        let (side, edge) = edge(piece, *own);
                        if surfaces[side].wings(edge).len() <= 2 {
                            return;
                        }
                        &[(0, *own)]
                    }
                    Contact::Edges([own, theirs]) => &[(0, *own), (1, *theirs)],
                };
                for &(place, side) in touching {
                    let of = [piece, other][place];
                    if edges.insert(edge(of, side)) {
                        segments.push(Segment { owner: of, ends: ends(pair[place], side).each(|end| at(placed, end)) });
                    }
                }
                for (side, triangle) in [piece, other] {
                    touched.insert((side, surfaces[side].component[triangle as usize]));
                }
            });
        }
    }
    (segments, touched)
}

/// The triangle of a pair that does not have this edge.
fn opposite(pair: [[Vertex; 3]; 2], edge: [Vertex; 2]) -> [Vertex; 3] {
    if edge.iter().all(|end| pair[0].contains(end)) { pair[1] } else { pair[0] }
}

/// A vertex as a point.
fn at(placed: &Placed, vertex: Vertex) -> Probe {
    Probe::new(placed.exact(vertex).clone(), Dyadic::one(), 1)
}

/// Looks at the sectors around each part of a segment.
fn look_along(judge: &mut Judge, segment: &Segment, near: &[Piece]) {
    let [start, end] = &segment.ends;
    // Both ends over one denominator.
    let (p, q) = (start.numerators.scaled(&end.denominator), end.numerators.scaled(&start.denominator));
    let weight = start.denominator.times(&end.denominator);
    let axis = q.minus(&p);
    let pieces: Vec<Piece> =
        near.iter().copied().chain([segment.owner]).filter(|&piece| may_touch(&judge.placed, segment, piece)).collect();
    if is_alone_outside(judge, segment, &pieces) {
        return;
    }
    let mut parts = vec![(Dyadic::zero(), Dyadic::one()), (Dyadic::one(), Dyadic::one())];
    judge.placed.spend(LOOK * pieces.len() as u64);
    for &piece in &pieces {
        let corners = judge.placed.corners(piece.0, piece.1);
        if !is_on_one_side(&judge.placed, corners, [start, end]) {
            parts.extend(cuts(&judge.placed, [&p, &q], &weight, corners));
        }
    }
    parts.sort_by(|(a, b), (c, d)| Dyadic::compare_ratios(a, b, c, d));
    parts.dedup_by(|(a, b), (c, d)| Dyadic::compare_ratios(a, b, c, d).is_eq());
    for pair in parts.windows(2) {
        let [(a, b), (c, d)] = pair else { continue };
        judge.placed.spend(LOOK * pieces.len() as u64);
        if judge.placed.is_spent() {
            return;
        }
        let (sum, product) = (a.times(d).plus(&c.times(b)), b.times(d));
        let (share, whole) = (sum, product.plus(&product));
        let numerators = p.scaled(&whole.minus(&share)).plus(&q.scaled(&share));
        look_around(judge, &Probe::new(numerators, weight.times(&whole), MIDDLE), &axis, &pieces);
    }
}

/// Whether a segment of one body lies outside the other one, and nothing but common space is left to be seen. The other body's
/// number is the same along all of it if no triangle of that meets it; one with the same corner may meet its end.
fn is_alone_outside(judge: &Judge, Segment { owner, ends: [start, end] }: &Segment, pieces: &[Piece]) -> bool {
    let (placed, other) = (&judge.placed, 1 - owner.0);
    let is_off = |&&(side, triangle): &&Piece| is_on_one_side(placed, placed.corners(side, triangle), [start, end]);
    let others = pieces.iter().filter(|piece| piece.0 == other);
    judge.seen.only == [true; 2]
        && others.clone().count() == others.filter(is_off).count()
        && is_outside(judge, other, &between(start, end))
}

/// Whether a point is off a body's surface and outside of it.
fn is_outside(judge: &Judge, side: usize, probe: &Probe) -> bool {
    let placed = &judge.placed;
    let has = |winding: i32| judge.surfaces[side].inside.has(winding);
    placed.is_beyond(side, probe) || winding(placed, side, probe, &[]).is_some_and(|(winding, _)| !has(winding))
}

/// Whether the boxes of a segment and of a triangle may meet.
fn may_touch(placed: &Placed, segment: &Segment, (side, triangle): Piece) -> bool {
    let margin = 2f64.powi(-40);
    let corners = placed.corners(side, triangle).each(|corner| placed.rounded(corner));
    let [start, end] = segment.ends.each_ref().each(|end| end.rounded);
    (0..3).all(|axis| {
        let [low, high] = [start[axis].min(end[axis]) - margin, start[axis].max(end[axis]) + margin];
        corners.iter().any(|corner| corner[axis] >= low) && corners.iter().any(|corner| corner[axis] <= high)
    })
}

/// Where a segment meets the plane of a triangle, or, if it lies in that plane, the lines of its edges: quotients
/// between 0 and 1. Cuts beside the triangle do no harm.
fn cuts(placed: &Placed, ends: [&Vec3<Dyadic>; 2], weight: &Dyadic, corners: [Vertex; 3]) -> Vec<(Dyadic, Dyadic)> {
    let normal = placed.normal(corners);
    let heights = |normal: &Vec3<Dyadic>, corner: Vertex| {
        ends.each(|end| normal.dot(&end.minus(&placed.exact(corner).scaled(weight))))
    };
    let cut = |[from, to]: [Dyadic; 2]| match [sign(&from), sign(&to)] {
        [Ordering::Less, Ordering::Greater] => Some((from.negated(), to.minus(&from))),
        [Ordering::Greater, Ordering::Less] => Some((from.clone(), from.minus(&to))),
        _ => None,
    };
    let of_plane = heights(&normal, corners[0]);
    if !of_plane.iter().all(Ring::is_zero) {
        return cut(of_plane).into_iter().collect();
    }
    let edges = (0..3u8).map(|edge| super::contact::ends(corners, edge));
    edges.filter_map(|[from, to]| cut(heights(&normal.wedge(&placed.vector(from, to)), from))).collect()
}

/// Notes the sectors around a point of a line, where every triangle that holds the point holds the line around it.
fn look_around(judge: &mut Judge, probe: &Probe, axis: &Vec3<Dyadic>, pieces: &[Piece]) {
    let placed = &judge.placed;
    let here = |&&(side, triangle): &&Piece| holds(placed, placed.corners(side, triangle), probe);
    let here: Vec<Piece> = pieces.iter().filter(here).copied().collect();
    let is_off = |side: &usize| here.iter().all(|piece| piece.0 != *side);
    if judge.seen.only == [true; 2] && (0..2).filter(is_off).any(|side| is_outside(judge, side, probe)) {
        return;
    }
    let blades: Vec<Blade> = here.iter().flat_map(|&piece| blades(placed, probe, axis, piece)).collect();
    if blades.is_empty() {
        return;
    }
    let fan = Fan::new(axis.clone(), blades);
    let base = [0, 1].each(|side| {
        let own: Vec<u32> = here.iter().filter(|piece| piece.0 == side).map(|piece| piece.1).collect();
        let (number, direction) = winding(placed, side, probe, &own)?;
        Some(fan.base_from(side, &direction, number))
    });
    if let [Some(a), Some(b)] = base {
        fan.windings_from([a, b]).into_iter().for_each(|windings| judge.note(windings));
        fan.places_from([a, b]).into_iter().for_each(|(windings, own)| judge.note_place(windings, own));
    }
}

/// The half-planes of a triangle around a line through it: one if the line runs along an edge, otherwise two.
fn blades(placed: &Placed, probe: &Probe, axis: &Vec3<Dyadic>, (side, triangle): Piece) -> Vec<Blade> {
    let corners = placed.corners(side, triangle);
    let normal = placed.normal(corners);
    let inward = normal.wedge(axis);
    // How far each corner is from the line, to the side of `inward`.
    let sides = corners.each(|corner| sign(&inward.dot(&probe.to(placed.exact(corner)))));
    let blade = |along: Vec3<Dyadic>| Blade::new(side, axis, along, &normal, None);
    let mut blades = Vec::new();
    if sides.contains(&Ordering::Greater) {
        blades.push(blade(inward.clone()));
    }
    if sides.contains(&Ordering::Less) {
        blades.push(blade(inward.negated()));
    }
    blades
}
