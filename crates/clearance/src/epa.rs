//! The expanding polytope: facets move outward from the origin until the nearest one lies on the boundary of A − B.
//!
//! **Problem.** For the origin inside M = A − B: the nearest boundary point, i.e. the facet of M with the least offset.
//!
//! **Notation.** A facet has `DIM` vertices, a ridge `DIM − 1`; the neighbour opposite vertex k shares the ridge without
//! it. A facet's plane is n·x = o with n outward, not of unit length; its distance is o/|n|.
//!
//! **Method.** One text for edges in the plane and triangles in space.
//! 1. Take the nearest facet; ask for the support point w along its normal.
//! 2. If n·w ≤ o, the facet's plane supports M: done.
//! 3. Otherwise remove the facets that w sees (connected, from the nearest one outward). Crossing their ridges depth first,
//!    each facet's in its order, meets the rim, the horizon, in order, too.
//! 4. Join every ridge of the horizon to w; each new facet's neighbours are those before and after it and the one beyond.
//!
//! **Invariants.** The shell is a closed surface around the origin whose vertices lie in M, so M holds every ball around
//! the origin that reaches no facet: the least o/|n| is a proven lower bound of the depth, whether the shell is convex
//! to rounding or not. Any n·w/|n| is a proven upper bound.
//!
//! **Special cases.** Rounding can tear the horizon: what is seen has a hole, or is all there is. [`Shell::expand`] then
//! leaves the shell as it was and says so; in exact numbers this cannot happen. Facets through the origin (touching) have
//! o = 0.
//!
//! **References.** van den Bergen 2001; Jolt, EPAConvexHullBuilder. Ours differs in the generic text, the
//! places of removed facets used again, and the exact arithmetic it runs in when asked.

use crate::real::Ring;
use crate::vector::Space;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The plane of a facet: n·x = o.
#[derive(Clone, Debug)]
pub(crate) struct Facet<V: Space> {
    /// Outward, of any length.
    pub normal: V,
    /// n·x over the facet; not negative while the origin is inside.
    pub offset: V::Scalar,
    pub normal_squared: V::Scalar,
}

impl<V: Space> Facet<V> {
    #[inline(always)]
    fn new(normal: V, corner: &V) -> Self {
        Self { offset: normal.dot(corner), normal_squared: normal.length_squared(), normal }
    }
    /// o·|o|, so that a facet that the origin lies beyond, by rounding, comes first.
    #[inline(always)]
    fn offset_squared(&self) -> V::Scalar {
        let square = self.offset.times(&self.offset);
        if self.offset.is_negative() { square.negated() } else { square }
    }
}

impl<V: Space<Scalar = f64>> Facet<V> {
    /// The squared distance of the plane from the origin, signed.
    #[inline(always)]
    pub fn distance_squared(&self) -> f64 {
        self.offset * self.offset.abs() / self.normal_squared
    }
}

/// A ridge as one of its two facets sees it: the one opposite the vertex in `slot`. In one word, 4·facet + slot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side(u32);

impl Side {
    #[inline(always)]
    const fn new(facet: u32, slot: usize) -> Self {
        Self(facet << 2 | slot as u32)
    }
    #[inline(always)]
    fn facet(self) -> usize {
        self.0 as usize >> 2
    }
    #[inline(always)]
    fn slot(self) -> usize {
        self.0 as usize & 3
    }
}

/// What a facet is joined to.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Links {
    /// `DIM` vertices; the third repeats the second in the plane.
    vertices: [u32; 3],
    /// The ridges opposite them, seen from the facets beyond.
    across: [Side; 3],
    live: bool,
}

impl Links {
    const fn new(vertices: [u32; 3], across: [[u32; 2]; 3]) -> Self {
        let [a, b, c] = across;
        let across = [Side::new(a[0], a[1] as usize), Side::new(b[0], b[1] as usize), Side::new(c[0], c[1] as usize)];
        Self { vertices, across, live: true }
    }
}

/// The edges of a triangle that runs counter-clockwise. The edge without vertex k has number k.
const TRIANGLE: [Links; 3] = [
    Links::new([1, 2, 2], [[1, 1], [2, 0], [0, 0]]),
    Links::new([2, 0, 0], [[2, 1], [0, 0], [0, 0]]),
    Links::new([0, 1, 1], [[0, 1], [1, 0], [0, 0]]),
];

/// The faces of a tetrahedron whose first is counter-clockwise from outside. The face without vertex k has number k.
const TETRAHEDRON: [Links; 4] = [
    Links::new([1, 2, 3], [[1, 0], [2, 0], [3, 0]]),
    Links::new([0, 3, 2], [[0, 0], [3, 2], [2, 1]]),
    Links::new([0, 1, 3], [[0, 1], [1, 2], [3, 1]]),
    Links::new([0, 2, 1], [[0, 2], [2, 2], [1, 1]]),
];

/// A ridge of the horizon, and the facet that joins it to the newest vertex.
#[derive(Clone, Copy, Debug)]
struct Joint {
    /// The ridge's vertices in the order of the facet that is seen; in the plane there is one.
    vertices: [u32; 2],
    beyond: Side,
    facet: u32,
}

/// The polytope's surface.
#[derive(Clone, Debug)]
pub(crate) struct Shell<V: Space> {
    vertices: Vec<V>,
    facets: Vec<Facet<V>>,
    /// Of the facets, in their order.
    links: Vec<Links>,
    /// The places of facets that have gone.
    free: Vec<u32>,
    /// The rim of what the newest vertex sees, in order around it.
    horizon: Vec<Joint>,
    /// Ridges of facets that the newest vertex sees, yet to be crossed.
    open: Vec<Side>,
}

/// Facets that most shells have at a time: room for them is taken once.
pub(crate) const ROOM: usize = 24;

/// The slots after each slot of a facet, in its order.
const AFTER: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

/// The horizon was not one closed curve: rounding has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Torn;

impl<V: Space> Shell<V> {
    /// The surface of a simplex of `DIM + 1` vertices with volume.
    pub fn new(vertices: Vec<V>) -> Self {
        debug_assert_eq!(vertices.len(), V::DIM + 1);
        let mut shell = Self {
            vertices,
            facets: Vec::with_capacity(ROOM),
            links: Vec::with_capacity(ROOM),
            free: Vec::with_capacity(ROOM),
            horizon: Vec::with_capacity(ROOM / 2),
            open: Vec::with_capacity(ROOM),
        };
        shell.links.extend_from_slice(if V::DIM == 2 { &TRIANGLE } else { &TETRAHEDRON });
        let first = shell.facet_of(0);
        if first.normal.dot(&shell.vertices[0]) > first.offset {
            // The other orientation: the first two vertices change places.
            let corners = shell.links.iter_mut().flat_map(|links| &mut links.vertices);
            corners.filter(|vertex| **vertex < 2).for_each(|vertex| *vertex = 1 - *vertex);
        }
        for index in 0..=V::DIM {
            let facet = shell.facet_of(index);
            shell.facets.push(facet);
        }
        shell
    }

    #[inline(always)]
    fn facet_of(&self, index: usize) -> Facet<V> {
        let corners = self.corners(index);
        Facet::new(V::facet_normal(&corners), corners[0])
    }

    #[inline(always)]
    pub fn facet(&self, index: usize) -> &Facet<V> {
        &self.facets[index]
    }
    /// The indices of a facet's vertices.
    #[inline(always)]
    pub fn vertices(&self, facet: usize) -> &[u32] {
        &self.links[facet].vertices[..V::DIM]
    }
    /// The indices in an array of three; the last repeats in the plane.
    pub fn padded_vertices(&self, facet: usize) -> [u32; 3] {
        self.links[facet].vertices
    }
    /// A facet's vertices; the last repeats in the plane.
    #[inline(always)]
    pub fn corners(&self, facet: usize) -> [&V; 3] {
        self.links[facet].vertices.map(|index| &self.vertices[index as usize])
    }
    /// How many places of facets there are.
    #[inline(always)]
    pub fn places(&self) -> usize {
        self.facets.len()
    }
    /// The places without a facet.
    #[inline(always)]
    pub fn free(&self) -> &[u32] {
        &self.free
    }
    /// The facets at the newest vertex.
    #[inline(always)]
    pub fn newest(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.horizon.iter().map(|joint| joint.facet as usize)
    }
    /// The facets.
    pub fn live(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.links.len()).filter(|&index| self.links[index].live)
    }

    /// The facet whose plane is nearest to the origin, without roots or quotients; of equals the first.
    pub fn nearest(&self) -> usize {
        let mut best: Option<(usize, V::Scalar)> = None;
        for index in self.live() {
            let (facet, square) = (&self.facets[index], self.facets[index].offset_squared());
            let nearer = best.as_ref().is_none_or(|(least, least_square)| {
                let squares = [&facet.normal_squared, &self.facets[*least].normal_squared];
                Ring::compare_ratios(&square, squares[0], least_square, squares[1]) == Ordering::Less
            });
            if nearer {
                best = Some((index, square));
            }
        }
        best.map_or(0, |(index, _)| index)
    }

    /// Moves the surface out to `vertex`, which lies beyond facet `start`. A torn shell is left as it was.
    #[inline]
    pub fn expand(&mut self, start: usize, vertex: V) -> Result<(), Torn> {
        let free = self.free.len();
        if !self.links[start].live || !self.see(start, &vertex) {
            for index in self.free.drain(free..) {
                self.links[index as usize].live = true;
            }
            self.horizon.clear();
            return Err(Torn);
        }
        self.join(&vertex);
        self.vertices.push(vertex);
        Ok(())
    }

    /// Removes the connected facets around `start` that `vertex` sees, and walks around their rim; whether that is one
    /// closed curve.
    ///
    /// Ridges are crossed depth first, each facet's in its order from the one that it was entered by: what is not
    /// crossed is the rim, in order.
    fn see(&mut self, start: usize, vertex: &V) -> bool {
        let Self { facets, links, free, horizon, open, .. } = self;
        horizon.clear();
        open.clear();
        links[start].live = false;
        free.push(start as u32);
        open.extend((1..V::DIM).rev().map(|slot| Side::new(start as u32, slot)));
        let (mut side, mut breaks, mut end) = (Side::new(start as u32, 0), 0, u32::MAX);
        loop {
            let seen = &links[side.facet()];
            let beyond = seen.across[side.slot()];
            let (other, entered) = (beyond.facet(), beyond.slot());
            if links[other].live {
                if facets[other].normal.dot(vertex) > facets[other].offset {
                    links[other].live = false;
                    free.push(other as u32);
                    side = Side::new(other as u32, if V::DIM == 2 { 1 - entered } else { AFTER[entered][0] });
                    if V::DIM == 3 {
                        open.push(Side::new(other as u32, AFTER[entered][1]));
                    }
                    continue;
                }
                let ridge = match V::DIM {
                    2 => [seen.vertices[1 - side.slot()]; 2],
                    _ => AFTER[side.slot()].map(|slot| seen.vertices[slot]),
                };
                breaks += u32::from(ridge[0] != end);
                end = ridge[1];
                horizon.push(Joint { vertices: ridge, beyond, facet: 0 });
            }
            match open.pop() {
                Some(next) => side = next,
                None => break,
            }
        }
        // The first ridge follows none, but must follow the last one.
        let meets = horizon.first().is_some_and(|joint| joint.vertices[0] == end);
        horizon.len() >= V::DIM && (V::DIM == 2 || (breaks == 1 && meets))
    }

    /// The facets between the horizon and the newest vertex, linked to each other and to what lies beyond.
    ///
    /// A triangle ends with the newest vertex. Of the plane's two edges the first begins with it, the second ends with it.
    fn join(&mut self, vertex: &V) {
        let Self { vertices, facets, links, free, horizon, .. } = self;
        let (newest, last) = (vertices.len() as u32, horizon.len() - 1);
        let mut unused = facets.len() as u32;
        let mut place = || {
            free.pop().unwrap_or_else(|| {
                unused += 1;
                unused - 1
            })
        };
        let corner = |index: u32| &vertices[index as usize];
        let first = place();
        let (mut before, mut own) = (first, first);
        for (index, joint) in horizon.iter_mut().enumerate() {
            let Joint { vertices: [from, to], beyond, .. } = *joint;
            let after = if index < last { place() } else { first };
            let base = corner(from);
            let (vertices, across, normal) = if V::DIM == 2 {
                let other = Side::new(after, index);
                match index {
                    0 => ([newest, from, from], [beyond, other, other], V::normal_of(&[base.minus(vertex)])),
                    _ => ([from, newest, newest], [other, beyond, beyond], V::normal_of(&[vertex.minus(base)])),
                }
            } else {
                // Taken at the ridge, which is short where the triangle is a needle.
                let normal = V::orthogonal(&corner(to).minus(base).wedge(&vertex.minus(base)));
                ([from, to, newest], [Side::new(after, 1), Side::new(before, 0), beyond], normal)
            };
            joint.facet = own;
            links[beyond.facet()].across[beyond.slot()] = Side::new(own, if V::DIM == 2 { index } else { 2 });
            let (facet, link) = (Facet::new(normal, base), Links { vertices, across, live: true });
            if own as usize == facets.len() {
                facets.push(facet);
                links.push(link);
            } else {
                (facets[own as usize], links[own as usize]) = (facet, link);
            }
            (before, own) = (own, after);
        }
        if V::DIM == 3 {
            // The last triangle had no place yet when the first was made.
            links[first as usize].across[1] = Side::new(before, 0);
        }
    }
}
