//! Whether a part of a link is inside another link, at one place of the parameters.
//!
//! Surfaces that stay apart in a box of parameters keep their relation, since the box is connected. A *part* hangs together by
//! common vertices, or is a solid: it is all inside or all outside, and one of its points says so. Solids are in the
//! distances with their inside.
//!
//! Of the triangles of a mesh those parts enclose something of which each edge has an even number. A point is outside of them if a
//! ray from it
//! 1. goes out through as many as it goes in, over the parts whose edges are passed as often in both directions;
//! 2. passes an even number in all, and of each other part; triangles with the same three corners count as one here.

use crate::Surface;
use crate::overlap::solid::{WAYS, passage};
use crate::robot::body::{Body, Leaf, Solid};
use crate::robot::chain::Standing;
use crate::robot::frame::{Vector, difference, vector};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// The triangles of an element, among all leaves of its link. Its parts are found once.
pub(crate) struct Shell {
    surface: usize,
    first: usize,
    known: OnceCell<Known>,
}

struct Known {
    parts: Vec<Part>,
    /// The box around those parts that enclose something. `None` if there is none.
    ends: Option<[[f64; 2]; 3]>,
}

/// Triangles that hang together, by their numbers among the leaves of the link.
struct Part {
    leaves: Vec<usize>,
    encloses: Encloses,
    /// Whether a triangle has the corners of an earlier one.
    repeats: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encloses {
    Nothing,
    /// Its edges are passed as often in both directions.
    Turned,
    Even,
}

/// Whether a part of one link is inside the other, whose surfaces have no common point.
///
/// # Errors
/// That it is not shown.
pub(super) fn is_inside(bodies: [&Body; 2], standing: &Standing, surfaces: &[Surface]) -> Result<bool, String> {
    for (outer, inner) in [(0, 1), (1, 0)] {
        let body = bodies[outer];
        let local = |p: &Vector| {
            let [outer, inner] = [outer, inner].map(|side| &standing.frames[side]);
            outer.back(&difference(&inner.apply(p), &outer.place))
        };
        for shell in &body.shells {
            let Known { parts, ends: Some(ends) } = shell.known(body, surfaces) else { continue };
            let is_beside = |p: &Vector| (0..3).any(|k| p[k].high < ends[k][0] || p[k].low > ends[k][1]);
            for part in points(bodies[inner], surfaces) {
                if !part.iter().any(|p| is_beside(&local(p))) && holds(body, parts, &local(part[0]))? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

impl Shell {
    pub fn new(surface: usize, first: usize) -> Self {
        Self { surface, first, known: OnceCell::new() }
    }

    fn known(&self, body: &Body, surfaces: &[Surface]) -> &Known {
        self.known.get_or_init(|| {
            let parts = parts(self, surfaces);
            let closed = || parts.iter().filter(|part| part.encloses != Encloses::Nothing);
            let points = || closed().flat_map(|part| &part.leaves).filter_map(|&leaf| corners(body, leaf)).flatten();
            let ends = [0, 1, 2].map(|k| {
                let low = points().fold(f64::INFINITY, |low, p| low.min(p[k].low));
                [low, points().fold(f64::NEG_INFINITY, |high, p| high.max(p[k].high))]
            });
            let ends = closed().next().map(|_| ends);
            Known { parts, ends }
        })
    }
}

/// Whether parts of a mesh hold a point that is not on them.
fn holds(body: &Body, parts: &[Part], p: &Vector) -> Result<bool, String> {
    let asked = WAYS.iter().find_map(|way| {
        let (mut turns, mut is_odd, mut is_in_one) = (0i64, false, false);
        for part in parts.iter().filter(|part| part.encloses != Encloses::Nothing) {
            let mut own = false;
            for (&leaf, &repeats) in part.leaves.iter().zip(&part.repeats) {
                let turn = passage(p, &vector(*way), corners(body, leaf)?, false)?;
                turns += if part.encloses == Encloses::Turned { turn as i64 } else { 0 };
                own ^= turn != Ordering::Equal && !repeats;
            }
            is_odd ^= own;
            is_in_one |= own && part.encloses == Encloses::Even;
        }
        Some(turns != 0 || is_odd || is_in_one)
    });
    asked.ok_or_else(|| "it is not shown on which side of a surface a link is".to_owned())
}

fn corners(body: &Body, leaf: usize) -> Option<&[Vector; 3]> {
    let Leaf::Hull { points, .. } = &body.leaves[leaf] else { return None };
    points.as_slice().try_into().ok()
}

/// The points of each part of a link; of a solid one of its points.
fn points<'b>(body: &'b Body, surfaces: &'b [Surface]) -> impl Iterator<Item = Vec<&'b Vector>> {
    let parts = body.shells.iter().flat_map(|shell| &shell.known(body, surfaces).parts);
    let of_part = |part: &'b Part| part.leaves.iter().filter_map(|&leaf| corners(body, leaf)).flatten().collect();
    let solids = body.leaves.iter().zip(&body.solids).filter(|(_, solid)| !matches!(solid, Solid::Triangle));
    let of_solid = |(leaf, _): (&'b Leaf, &Solid)| match leaf {
        Leaf::Hull { points, .. } => vec![&points[0]],
        Leaf::Cylinder { frame, .. } => vec![&frame.place],
    };
    parts.map(of_part).chain(solids.map(of_solid))
}

/// The parts of a shell. Vertices with equal coordinates are one.
fn parts(shell: &Shell, surfaces: &[Surface]) -> Vec<Part> {
    let surface = &surfaces[shell.surface];
    let mut first: HashMap<[u64; 3], usize> = HashMap::new();
    let same = |(number, p): (usize, &[f64; 3])| *first.entry(p.map(|x| (x + 0.0).to_bits())).or_insert(number);
    let same: Vec<usize> = surface.vertices.iter().enumerate().map(same).collect();
    let triangles: Vec<[usize; 3]> =
        surface.leaves.iter().map(|leaf| leaf.map(|vertex| same[vertex as usize])).collect();
    let mut leader: Vec<usize> = (0..same.len()).collect();
    for &[a, b, c] in &triangles {
        let to = leader_of(&mut leader, a);
        for corner in [b, c] {
            let from = leader_of(&mut leader, corner);
            leader[from] = to;
        }
    }
    let (mut numbers, mut parts) = (HashMap::new(), Vec::<Vec<usize>>::new());
    // A triangle with two equal corners adds nothing.
    let is_proper = |[a, b, c]: &[usize; 3]| a != b && b != c && c != a;
    for (leaf, corners) in triangles.iter().enumerate().filter(|(_, corners)| is_proper(corners)) {
        let number = *numbers.entry(leader_of(&mut leader, corners[0])).or_insert(parts.len());
        if number == parts.len() {
            parts.push(Vec::new());
        }
        parts[number].push(leaf);
    }
    let part = |leaves: Vec<usize>| {
        let (encloses, repeats) = judged(&leaves.iter().map(|&leaf| triangles[leaf]).collect::<Vec<_>>());
        Part { leaves: leaves.iter().map(|leaf| shell.first + leaf).collect(), encloses, repeats }
    };
    parts.into_iter().map(part).collect()
}

/// What triangles enclose, and which of them repeat an earlier one.
fn judged(triangles: &[[usize; 3]]) -> (Encloses, Vec<bool>) {
    let mut known = HashSet::new();
    let mut is_new = |mut corners: [usize; 3]| {
        corners.sort_unstable();
        known.insert(corners)
    };
    let repeats: Vec<bool> = triangles.iter().map(|&corners| !is_new(corners)).collect();
    // For each edge: all triangles less those that pass it backward twice, all, and those that repeat none.
    let mut edges: HashMap<[usize; 2], [i64; 3]> = HashMap::new();
    for (&[a, b, c], repeats) in triangles.iter().zip(&repeats) {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let counts = edges.entry([from.min(to), from.max(to)]).or_default();
            counts[0] += if from < to { 1 } else { -1 };
            counts[1] += 1;
            counts[2] += i64::from(!repeats);
        }
    }
    let is_even = |which: usize| edges.values().all(|counts| counts[which] % 2 == 0);
    if edges.values().all(|counts| counts[0] == 0) && !edges.is_empty() {
        return (Encloses::Turned, if is_even(2) { repeats } else { vec![true; triangles.len()] });
    }
    match (edges.is_empty(), is_even(1), is_even(2)) {
        (false, _, true) => (Encloses::Even, repeats),
        (false, true, false) => (Encloses::Even, vec![false; triangles.len()]),
        _ => (Encloses::Nothing, repeats),
    }
}

/// The vertex that stands for those that hang together with a vertex.
fn leader_of(leader: &mut [usize], mut vertex: usize) -> usize {
    while leader[vertex] != vertex {
        leader[vertex] = leader[leader[vertex]];
        vertex = leader[vertex];
    }
    vertex
}
