//! A proof that two bodies touch and no more: no ball of more than a radius T fits in both.
//!
//! **Problem.** Faces that are one surface twice touch by their closed gap. Around them others meet in the same edges: the
//! top of a plate touches the pin in the bore's rim. There no mesh is fine enough to say how deep one is in the other.
//!
//! **Method.** A *contact* is a pair of faces whose closed gap is not below −t. Let L be a few times T.
//! 1. All pairs of triangles that may be nearer than L are listed, but for those of contacts, and for those that a closed
//!    gap keeps apart. All places where one body may be deep in the other by T, and not by L, are theirs or a contact's.
//! 2. For each pair of faces among them a contact's surface must part the bodies: the faces of one that are near lie on
//!    its outside, and those of the other on its inside ([`Side`]). Three statements are asked for, see `is_parted_at`.
//! 3. Pairs of faces that nothing parts are split, until they are farther apart than L.
//! 4. Each shell of each body has a corner that is outside of the other. On the way from there to a place deep inside
//!    there is one as deep as T, and by 2. there is none.
//!
//! docs/math/surfaces.md has the proof.

use crate::analytic::Gap;
use crate::body::Body;
use crate::closed::{Coincident, closed_gap};
use crate::extent::{Around, Extent};
use crate::hull::Hull;
use crate::level::Level;
use crate::mates::Mate;
use crate::patch::Patch;
use crate::sided::{REACH, Side, Wall};
use crate::solid::side_of;
use clearance::real::UP;
use clearance::{Solver, Vec3};
use std::collections::{BTreeMap, BTreeSet};

/// A surface has at least this many times L as the radius of its bends. Larger: thin pins stay undecided. Smaller: the
/// part of a view on one side of a surface may be in two pieces.
const LEAST_ROOM: f64 = 8.0;

/// The least cosine between the normals of two contacts of one body that meet in an edge. Smaller: knife edges, for which
/// the bound of the depth grows as one over half of the angle's cosine.
const LEAST_COSINE: f64 = -0.9;

/// How many pairs of patches are held, and how often they are split. Larger: more is decided, and time.
const MOST_PAIRS: usize = 20_000;
const MOST_ROUNDS: usize = 10;

/// Flat patches that are smaller than this many times L are not split. Larger: faces close to an edge stay undecided.
const LEAST_SIZE: f64 = 64.0;

/// Along how many walls a box around a peg is laid.
const MOST_HULLS: usize = 4;

/// How many corners of a shell are tried.
const MOST_CORNERS: usize = 64;

/// Two faces that touch, with what each body has beside them on the same surface.
struct Contact {
    faces: [u32; 2],
    gap: Gap,
    /// The faces of each body on the surface, and their corners.
    known: [BTreeSet<u32>; 2],
    corners: [Vec<Vec3<f64>>; 2],
}

/// Pairs of patches of two faces that nothing parts yet, and whether there are others that are parted.
#[derive(Default)]
struct Near {
    pairs: Vec<[Patch; 2]>,
    has_parted: bool,
}

/// The radius T, if no larger ball fits in both bodies. `tolerance` is t for a pair of faces.
pub(crate) fn depth_bound(
    bodies: [&Body; 2],
    coincident: &[Coincident],
    band: f64,
    tolerance: impl Fn([u32; 2]) -> f64,
) -> Option<f64> {
    let boxes = bodies.map(Body::extents);
    let common = Extent::of_all(boxes[0]).common(&Extent::of_all(boxes[1]), band)?;
    let edges = [0, 1].map(|side| {
        let near = boxes[side].iter().zip(&bodies[side].faces).filter(|(own, _)| own.common(&common, 0.0).is_some());
        near.map(|(_, face)| face.tolerance()).fold(0.0, f64::max)
    });
    let contacts = contacts(bodies, coincident, &tolerance);
    if contacts.is_empty() {
        return None;
    }
    let rounding = rounding(bodies[1], &contacts);
    let depth = (depth_of(bodies, &contacts, edges[0].max(edges[1]))? + 2.0 * rounding) * UP;
    let reach = depth * REACH * UP;
    if !(reach <= band && contacts.iter().all(|contact| has_room(bodies[1], contact, reach))) {
        return None;
    }
    let clear = 2.0 * edges[0].max(edges[1]) + rounding;
    let mut proof = Proof { bodies, contacts, reach, clear, sides: BTreeMap::new(), around: BTreeMap::new() };
    let by_places = proof.near_pairs(coincident).is_some_and(|near| proof.are_parted(near));
    let is_proven = (by_places && has_anchors(bodies, coincident, depth)) || (0..2).any(|peg| proof.is_held(peg));
    is_proven.then_some(depth)
}

/// The pairs of faces with a closed gap that is not below −t, also all over both faces.
fn contacts(bodies: [&Body; 2], coincident: &[Coincident], tolerance: &impl Fn([u32; 2]) -> f64) -> Vec<Contact> {
    let touching: Vec<(&Coincident, Gap)> = coincident
        .iter()
        .filter_map(|pair| {
            let [i, j] = pair.faces.map(|face| face as usize);
            let both = bodies[0].extents()[i].with(&bodies[1].extents()[j]);
            let gap = closed_gap(&bodies[0].faces[i], &bodies[1].faces[j], [&both, &both], 0.0)?;
            (gap.lower >= -tolerance(pair.faces)).then_some((pair, gap))
        })
        .collect();
    let is_tight = |pair: &Coincident, gap: &Gap| gap.upper <= tolerance(pair.faces);
    let corners = |side: usize, faces: &BTreeSet<u32>| {
        let nodes = faces.iter().flat_map(|&face| bodies[side].faces[face as usize].nodes());
        nodes.map(|node| node.corner).collect()
    };
    let contact = |(pair, gap): &(&Coincident, Gap)| {
        let beside = |side: usize| -> BTreeSet<u32> {
            let shared = touching.iter().filter(|(other, own)| {
                other.faces[1 - side] == pair.faces[1 - side] && is_tight(other, own) && is_tight(pair, gap)
            });
            shared.map(|(other, _)| other.faces[side]).chain([pair.faces[side]]).collect()
        };
        let known = [beside(0), beside(1)];
        let corners = [corners(0, &known[0]), corners(1, &known[1])];
        Contact { faces: pair.faces, gap: *gap, known, corners }
    };
    touching.iter().map(contact).collect()
}

/// T: how far the surfaces of the contacts leave open where each body is, and twice the tolerance of the edges for each.
fn depth_of(bodies: [&Body; 2], contacts: &[Contact], edges: f64) -> Option<f64> {
    let below = contacts.iter().map(|contact| -contact.gap.lower).fold(0.0, f64::max);
    let shared = contacts.iter().filter(|contact| contact.known[1].len() > 1);
    let above = shared.map(|contact| contact.gap.upper + below).fold(0.0, f64::max);
    let mut cosine = 1.0f64;
    for (side, body) in bodies.iter().enumerate() {
        let touching: BTreeSet<u32> = contacts.iter().map(|contact| contact.faces[side]).collect();
        for &face in &touching {
            for (triangle, side_of_it, _) in body.faces[face as usize].sides() {
                if let Mate::Other { face: other, triangle: beyond } = body.mates().beyond(face, triangle, side_of_it)
                    && touching.contains(&other)
                {
                    let normal = |face: u32, triangle: u32| {
                        let [a, b, c] = body.faces[face as usize].corners(triangle);
                        (b - a).cross(c - a).normalized()
                    };
                    let (Some(n), Some(m)) = (normal(face, triangle), normal(other, beyond)) else { continue };
                    cosine = cosine.min(n.dot(m));
                }
            }
        }
    }
    let half = ((1.0 + cosine) / 2.0).max(0.0).sqrt();
    (cosine > LEAST_COSINE).then(|| (below + above + 4.0 * edges) / half * UP)
}

/// What rounding and the frames' defects leave open of heights above the contacts' surfaces.
fn rounding(body: &Body, contacts: &[Contact]) -> f64 {
    let of = |contact: &Contact| {
        let face = &body.faces[contact.faces[1] as usize];
        let level = Level::of(face.simple())?;
        Some(face.nodes().iter().map(|node| level.slack(node.corner)).fold(0.0, f64::max))
    };
    4.0 * contacts.iter().filter_map(of).fold(0.0, f64::max)
}

/// Whether the surface of a contact is nearly flat in a view.
fn has_room(body: &Body, contact: &Contact, reach: f64) -> bool {
    let face = &body.faces[contact.faces[1] as usize];
    Level::of(face.simple())
        .is_some_and(|level| face.nodes().iter().all(|node| level.at(node.corner).2 >= LEAST_ROOM * reach))
}

/// Whether each shell of each body has a point that is not deeper than T in the other: one that a contact shows to be as
/// near the other's surface, or a corner outside of it.
fn has_anchors(bodies: [&Body; 2], coincident: &[Coincident], depth: f64) -> bool {
    let radii = (bodies[0].largest_radius() + bodies[1].largest_radius()) * UP;
    [0, 1].into_iter().all(|side| {
        let (body, other) = (bodies[side], bodies[1 - side]);
        let shells = &body.mates().shells;
        let shown: BTreeSet<u32> = coincident
            .iter()
            .filter(|pair| pair.common.is_some() && pair.upper <= depth)
            .map(|pair| shells[pair.faces[side] as usize])
            .collect();
        let is_first = |&(face, &shell): &(usize, &u32)| shell == face as u32 && !shown.contains(&shell);
        shells.iter().enumerate().filter(is_first).all(|(_, &shell)| {
            let faces = shells.iter().zip(&body.faces).filter(|(own, _)| **own == shell);
            let corners: Vec<Vec3<f64>> =
                faces.flat_map(|(_, face)| face.nodes().iter().map(|node| node.corner)).collect();
            let every = corners.len().div_ceil(MOST_CORNERS).max(1);
            corners.iter().step_by(every).any(|&corner| side_of(other, corner, radii) == Some(false))
        })
    })
}

/// What is known while pairs of faces are parted.
struct Proof<'a> {
    bodies: [&'a Body; 2],
    contacts: Vec<Contact>,
    /// L: places of two faces that are farther apart do not matter.
    reach: f64,
    /// Points of a body that are no farther beyond a contact's surface count as on their side.
    clear: f64,
    /// Whether a face of a body is on its side of a contact.
    sides: BTreeMap<(usize, u32, usize), bool>,
    /// Whether two faces are parted where these faces of both bodies are around.
    around: BTreeMap<([u32; 2], [BTreeSet<u32>; 2]), bool>,
}

impl Proof<'_> {
    /// 1. The pairs of faces that may be near, and are no contact. `None` if there are too many.
    fn near_pairs(&self, coincident: &[Coincident]) -> Option<BTreeMap<[u32; 2], Near>> {
        let touching: BTreeSet<[u32; 2]> = self.contacts.iter().map(|contact| contact.faces).collect();
        let closed: BTreeMap<[u32; 2], f64> = coincident.iter().map(|pair| (pair.faces, pair.gap.lower)).collect();
        let [of_a, of_b] = self.bodies.map(Body::extents);
        let mut near: BTreeMap<[u32; 2], Near> = BTreeMap::new();
        let mut count = 0;
        for (i, own) in of_a.iter().enumerate() {
            for (j, other) in of_b.iter().enumerate() {
                let faces = [i as u32, j as u32];
                // Faces that no box of triangles brings together do not meet.
                if touching.contains(&faces) || own.common(other, self.reach).is_none() {
                    continue;
                }
                let lower = closed.get(&faces).copied().unwrap_or(f64::NEG_INFINITY);
                for leaves in near_leaves(self.bodies, faces, self.reach) {
                    let patches = [0, 1].map(|side| Patch::of_leaf(self.bodies[side], leaves[side]));
                    let edges = (patches[0].tolerance + patches[1].tolerance) * UP;
                    if lower - edges > self.reach || distance(&patches) > self.reach {
                        continue;
                    }
                    count += 1;
                    if count > MOST_PAIRS {
                        return None;
                    }
                    near.entry(faces).or_default().pairs.push(patches);
                }
            }
        }
        Some(near)
    }

    /// 2. and 3. Whether all pairs of faces are parted, or farther apart than L.
    fn are_parted(&mut self, mut near: BTreeMap<[u32; 2], Near>) -> bool {
        for _ in 0..MOST_ROUNDS {
            let faces_near = [0, 1].map(|side| {
                let of_contacts = self.contacts.iter().map(|contact| contact.faces[side]);
                near.keys().map(|faces| faces[side]).chain(of_contacts).collect::<BTreeSet<u32>>()
            });
            let mut count = 0;
            let mut is_finer = false;
            for (faces, own) in &mut near {
                let before = std::mem::take(&mut own.pairs);
                for pair in self.open_pairs(*faces, before, &faces_near, &mut own.has_parted) {
                    let slack = [0, 1].map(|side| pair[side].slack());
                    let size = [0, 1].map(|side| pair[side].size());
                    // What is flat is split for fewer faces around it, as long as it is large.
                    let is_flat = slack[0] + slack[1] < 0.25 * self.reach;
                    if is_flat && size[0].max(size[1]) < LEAST_SIZE * self.reach {
                        return false;
                    }
                    is_finer = true;
                    let side = if is_flat { usize::from(size[1] > size[0]) } else { usize::from(slack[1] > slack[0]) };
                    let parts = pair[side]
                        .split(self.bodies[side])
                        .map(|part| if side == 0 { [part, pair[1].clone()] } else { [pair[0].clone(), part] });
                    own.pairs.extend(parts.into_iter().filter(|parts| !(distance(parts) > self.reach)));
                }
                count += own.pairs.len();
            }
            if !is_finer {
                return true;
            }
            if count > MOST_PAIRS {
                return false;
            }
            near.retain(|_, own| own.has_parted || !own.pairs.is_empty());
        }
        false
    }

    /// The pairs of patches of two faces that nothing parts: all places at once are tried first, then one by one.
    fn open_pairs(
        &mut self,
        faces: [u32; 2],
        pairs: Vec<[Patch; 2]>,
        near: &[BTreeSet<u32>; 2],
        has_parted: &mut bool,
    ) -> Vec<[Patch; 2]> {
        let Some(place) = place_of(&pairs, self.reach) else { return Vec::new() };
        if self.is_parted_at(faces, &place, near) {
            *has_parted = true;
            return Vec::new();
        }
        let is_open = |pair: &[Patch; 2]| {
            let Some(place) = place_of(std::slice::from_ref(pair), self.reach) else { return false };
            let is_parted = self.is_parted_at(faces, &place, near);
            *has_parted |= is_parted;
            !is_parted
        };
        pairs.into_iter().filter(is_open).collect()
    }

    /// Whether contacts part two faces at a place. With s the signed distance from the contact's surface, positive outside
    /// of the second body, each of these needs one contact:
    /// * the first face is outside, and the second is the surface itself or all of its body is inside;
    /// * the second face is inside, and the first is the contact's own or all of its body is outside;
    /// * each is the contact's own, or all of its body is on its side.
    fn is_parted_at(&mut self, faces: [u32; 2], place: &Extent, near: &[BTreeSet<u32>; 2]) -> bool {
        let around = [0, 1].map(|side| {
            let is_here = |face: &&u32| self.is_around(side, **face, place);
            near[side].iter().filter(is_here).copied().collect::<BTreeSet<u32>>()
        });
        let question = (faces, around);
        if let Some(&known) = self.around.get(&question) {
            return known;
        }
        let (_, around) = &question;
        let (mut first, mut second, mut both) = (false, false, false);
        for contact in 0..self.contacts.len() {
            let touching = self.contacts[contact].faces;
            if !(0..2).all(|side| around[side].contains(&touching[side])) || (first && second && both) {
                continue;
            }
            let is_own = [0, 1].map(|side| touching[side] == faces[side]);
            let whole = [0, 1]
                .map(|side| is_own[side] || around[side].iter().all(|&face| self.is_on_side(side, face, contact)));
            first |= whole[1] && self.is_on_side(0, faces[0], contact);
            second |= whole[0] && self.is_on_side(1, faces[1], contact);
            both |= whole[0] && whole[1];
        }
        let is_parted = first && second && both;
        self.around.insert(question, is_parted);
        is_parted
    }

    /// Whether a face may be in a place, or nearer to it than L.
    fn is_around(&self, side: usize, face: u32, place: &Extent) -> bool {
        let body = self.bodies[side];
        body.extents()[face as usize].common(place, self.reach).is_some()
            && body.around()[body.leaves_of(face)].iter().any(|around| around.may_meet(place, self.reach))
    }

    /// Whether a face of a body is on its side of a contact's surface.
    fn is_on_side(&mut self, side: usize, face: u32, contact: usize) -> bool {
        if let Some(&known) = self.sides.get(&(side, face, contact)) {
            return known;
        }
        let holds = self.contacts[contact].known[side].contains(&face) || self.is_on_one_side(side, face, &[contact]);
        self.sides.insert((side, face, contact), holds);
        holds
    }

    /// Whether each point of a face of a body is on its side of the surface of one of these contacts.
    fn is_on_one_side(&self, side: usize, face: u32, contacts: &[usize]) -> bool {
        let wall = |&contact: &usize| {
            let Contact { faces, known, corners, .. } = &self.contacts[contact];
            let level = Level::of(self.bodies[1].faces[faces[1] as usize].simple())?;
            let toward = if side == 0 { 1.0 } else { -1.0 };
            Some(Wall { level, toward, known: &known[side], corners: &corners[side] })
        };
        let walls: Option<Vec<Wall>> = contacts.iter().map(wall).collect();
        walls.is_some_and(|walls| {
            Side { walls, clear: self.reach }.holds(self.bodies[side], self.bodies[side].mates(), face)
        })
    }

    /// Whether a body, the peg, is on its side of the surfaces of some contacts, and each point of the other on the other side
    /// of one of them: a block in a pocket, whose walls are those surfaces. Then a ball in both is no larger than T.
    ///
    /// What lies beyond the surface of one contact is unbounded and of one piece, so the peg, none of whose faces is there,
    /// is not. What lies on the peg's side of all in a box around it is convex; none of the other's faces is there, and a point of
    /// it is outside. So the middle of a ball is outside of the other.
    fn is_held(&mut self, peg: usize) -> bool {
        let faces = |side: usize| 0..self.bodies[side].faces.len() as u32;
        let (of_peg, of_other) = (faces(peg), faces(1 - peg));
        let toward = if peg == 0 { 1.0 } else { -1.0 };
        let walls: Vec<usize> = (0..self.contacts.len())
            .filter(|&contact| {
                let face = &self.bodies[1].faces[self.contacts[contact].faces[1] as usize];
                Level::of(face.simple()).is_some_and(|level| level.is_convex_above(toward))
                    && of_peg.clone().all(|face| self.is_on_side(peg, face, contact))
            })
            .collect();
        let is_known = |face: u32| walls.iter().any(|&wall| self.contacts[wall].known[1 - peg].contains(&face));
        let left: Vec<u32> =
            of_other.filter(|&face| !is_known(face) && !self.is_on_one_side(1 - peg, face, &walls)).collect();
        !walls.is_empty()
            && (left.is_empty() || self.are_beyond(peg, &left, &walls))
            && self.has_point_outside(peg, &walls)
    }

    /// Whether what of these faces is in a box around the peg is on the other side of one of the walls.
    fn are_beyond(&self, peg: usize, faces: &[u32], walls: &[usize]) -> bool {
        let level = |&wall: &usize| Level::of(self.bodies[1].faces[self.contacts[wall].faces[1] as usize].simple());
        let levels: Vec<Level> = walls.iter().filter_map(level).collect();
        let toward = if peg == 0 { 1.0 } else { -1.0 };
        levels.iter().take(MOST_HULLS).any(|level| {
            let hull = Hull::of(self.bodies[peg], level.axes());
            faces.iter().all(|&face| hull.is_clear(self.bodies[1 - peg], face, &levels, toward, self.clear))
        })
    }

    /// Whether a point on the peg's side of all of these contacts is outside of the other body: the middle of the peg's
    /// corners, or one of them.
    fn has_point_outside(&self, peg: usize, walls: &[usize]) -> bool {
        let (own, other) = (self.bodies[peg].mesh().vertices(), self.bodies[1 - peg]);
        let toward = if peg == 0 { 1.0 } else { -1.0 };
        let is_between = |point: &Vec3<f64>| {
            walls.iter().all(|&wall| {
                let face = &self.bodies[1].faces[self.contacts[wall].faces[1] as usize];
                Level::of(face.simple())
                    .is_some_and(|level| toward * level.at(*point).0 - level.slack(*point) > self.reach)
            })
        };
        let radii = other.largest_radius();
        let middle = own.iter().fold(Vec3::default(), |sum, corner| sum + *corner) * (1.0 / own.len() as f64);
        let every = own.len().div_ceil(MOST_CORNERS).max(1);
        std::iter::once(middle)
            .chain(own.iter().step_by(every).copied())
            .filter(is_between)
            .any(|point| side_of(other, point, radii) == Some(false))
    }
}

/// The pairs of triangles of two faces that may be nearer than a length, by what is around them.
fn near_leaves(bodies: [&Body; 2], faces: [u32; 2], reach: f64) -> Vec<[u32; 2]> {
    let extents = [0, 1].map(|side| bodies[side].extents()[faces[side] as usize]);
    let of_face = |side: usize| -> Vec<(u32, &Around)> {
        let (body, other) = (bodies[side], &extents[1 - side]);
        let leaves = body.leaves_of(faces[side]);
        let own = leaves.map(|leaf| (leaf as u32, &body.around()[leaf]));
        own.filter(|(_, around)| around.may_meet(other, reach)).collect()
    };
    let mut own = of_face(0);
    let mut other = of_face(1);
    // Along the longest axis of both, in the order in which they begin.
    let both = extents[0].with(&extents[1]);
    let length = |k: usize| both.high[k] - both.low[k];
    let axis = (0..3).max_by(|&i, &j| length(i).total_cmp(&length(j))).unwrap_or(0);
    for side in [&mut own, &mut other] {
        side.sort_by(|x, y| x.1.extent.low[axis].total_cmp(&y.1.extent.low[axis]));
    }
    let widest = other.iter().map(|(_, it)| it.extent.high[axis] - it.extent.low[axis]).fold(0.0, f64::max);
    let mut found = Vec::new();
    for (i, around) in &own {
        let (low, high) = (around.extent.low[axis], around.extent.high[axis]);
        let first = other.partition_point(|(_, it)| it.extent.low[axis] < low - 2.0 * reach - 2.0 * widest);
        let here = other[first..].iter().take_while(|(_, it)| !(it.extent.low[axis] > high + 2.0 * reach));
        found.extend(here.filter(|(_, it)| around.may_be_near(it, reach)).map(|(j, _)| [*i, *j]));
    }
    found
}

/// The box of what two faces have near each other. `None` if there is nothing.
fn place_of(pairs: &[[Patch; 2]], reach: f64) -> Option<Extent> {
    let places = pairs.iter().filter_map(|[a, b]| {
        let boxes = [a, b].map(|patch| Extent::around(&patch.corners(), patch.radius));
        boxes[0].common(&boxes[1], reach)
    });
    places.reduce(|all, own| Extent::of_all(&[all, own]))
}

/// A lower bound of the distance of the surfaces over two patches.
fn distance(patches: &[Patch; 2]) -> f64 {
    match [patches[0].triangle(), patches[1].triangle()] {
        [Some(a), Some(b)] => {
            let radii = (patches[0].radius + patches[1].radius) * UP;
            (Solver::default().distance(&a, &b).lower - radii).next_down()
        }
        _ => f64::NEG_INFINITY,
    }
}
