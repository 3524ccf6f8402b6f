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
//! 3. Otherwise remove the facets that w sees (connected, from the nearest one outward), whose rim is the horizon.
//! 4. Join every ridge of the horizon to w.
//!
//! **Invariants.** The shell is a closed surface around the origin whose vertices lie in M, so M holds every ball around
//! the origin that reaches no facet: the least o/|n| is a proven lower bound of the depth, whether the shell is convex
//! to rounding or not. Any n·w/|n| is a proven upper bound.
//!
//! **Special cases.** Rounding can tear the horizon (a vertex met twice). [`Shell::expand`] then reports it and the
//! caller turns to exact numbers, where this cannot happen. Facets through the origin (touching) have o = 0.
//!
//! **References.** van den Bergen 2001; Jolt, EPAConvexHullBuilder. Ours differs in the generic text, the replaced
//! vertex that keeps orientations (no re-orientation by sign tests) and the exact arithmetic it runs in when asked.

use crate::real::Ring;
use crate::vector::Space;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A facet of the shell.
#[derive(Clone, Debug)]
pub(crate) struct Facet<V: Space> {
    /// `DIM` vertices; the third repeats the second in the plane.
    vertices: [u32; 3],
    /// The facet beyond the ridge opposite each vertex.
    neighbours: [u32; 3],
    /// Outward, of any length.
    pub normal: V,
    /// n·x over the facet; not negative while the origin is inside.
    pub offset: V::Scalar,
    /// o·|o|, so that a facet that the origin lies beyond, by rounding, comes first.
    offset_squared: V::Scalar,
    pub normal_squared: V::Scalar,
    live: bool,
}

impl<V: Space> Facet<V> {
    /// The indices of the facet's vertices.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices[..V::DIM]
    }
    /// The indices in an array of three; the last repeats in the plane.
    pub fn padded_vertices(&self) -> [u32; 3] {
        self.vertices
    }
    /// Compares the distances of two planes from the origin, without roots: o·|o|/n².
    fn compare(&self, other: &Self) -> Ordering {
        Ring::compare_ratios(&self.offset_squared, &self.normal_squared, &other.offset_squared, &other.normal_squared)
    }
}

/// The polytope's surface.
#[derive(Clone, Debug)]
pub(crate) struct Shell<V: Space> {
    vertices: Vec<V>,
    facets: Vec<Facet<V>>,
    /// Facets that the newest vertex sees, kept to spare the allocation.
    seen: Vec<u32>,
    /// The ridges between the newest vertex and each of the others.
    joints: Vec<Joint>,
}

/// A ridge at the newest vertex: the first of the two facets that share it.
#[derive(Clone, Debug, Default)]
struct Joint {
    /// The newest vertex that this was written for; of another one it says nothing.
    newest: u32,
    facet: u32,
    slot: u32,
    open: bool,
}

/// Facets made in most expansions: room for them is taken once.
pub(crate) const ROOM: usize = 48;

/// The horizon was not a simple closed curve: rounding has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Torn;

impl<V: Space> Shell<V> {
    /// The surface of a simplex of `DIM + 1` vertices with volume.
    pub fn new(vertices: Vec<V>) -> Self {
        debug_assert_eq!(vertices.len(), V::DIM + 1);
        let mut shell = Self {
            joints: Vec::with_capacity(ROOM / 2),
            vertices,
            facets: Vec::with_capacity(ROOM),
            seen: Vec::with_capacity(ROOM / 4),
        };
        for omitted in 0..=V::DIM {
            let mut corners = [0u32; 3];
            for (place, index) in (0..=V::DIM).filter(|&index| index != omitted).enumerate() {
                corners[place] = index as u32;
            }
            let mut facet = shell.facet_of(corners, corners);
            let opposite = facet.normal.dot(&shell.vertices[omitted]);
            if opposite > facet.offset {
                corners.swap(0, 1);
                facet = shell.facet_of(corners, corners);
            }
            // The facet without vertex k is facet k: the neighbour opposite a vertex is the facet of that number.
            shell.facets.push(facet);
        }
        shell
    }

    fn facet_of(&self, mut vertices: [u32; 3], neighbours: [u32; 3]) -> Facet<V> {
        if V::DIM == 2 {
            vertices[2] = vertices[1];
        }
        let corner = |place: usize| &self.vertices[vertices[place] as usize];
        let normal = V::facet_normal(&[corner(0), corner(1), corner(2)]);
        let offset = normal.dot(corner(0));
        let square = offset.times(&offset);
        Facet {
            vertices,
            neighbours,
            offset_squared: if offset.is_negative() { square.negated() } else { square },
            normal_squared: normal.length_squared(),
            normal,
            offset,
            live: true,
        }
    }

    pub fn facet(&self, index: usize) -> &Facet<V> {
        &self.facets[index]
    }
    pub fn live_facets(&self) -> impl Iterator<Item = &Facet<V>> {
        self.facets.iter().filter(|facet| facet.live)
    }
    /// The facets, dead or alive, from an index on.
    pub fn facets_from(&self, first: usize) -> &[Facet<V>] {
        &self.facets[first..]
    }
    /// The facets that the newest vertex removed.
    pub fn removed(&self) -> &[u32] {
        &self.seen
    }
    /// The indices of the live facets.
    pub fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.facets.len()).filter(|&index| self.facets[index].live)
    }
    /// The facet's vertices.
    pub fn corners(&self, facet: &Facet<V>) -> [&V; 3] {
        facet.vertices.map(|index| &self.vertices[index as usize])
    }

    /// The live facet whose plane is nearest to the origin; of equals the oldest.
    pub fn nearest(&self) -> usize {
        self.live()
            .reduce(|best, f| if self.facets[f].compare(&self.facets[best]) == Ordering::Less { f } else { best })
            .unwrap_or(0)
    }

    /// Moves the surface out to `vertex`, which lies beyond facet `start`.
    pub fn expand(&mut self, start: usize, vertex: V) -> Result<(), Torn> {
        self.vertices.push(vertex);
        self.see(start);
        let first_new = self.facets.len();
        self.joints.resize(self.vertices.len(), Joint::default());
        let mut open = 0;
        for index in 0..self.seen.len() {
            let seen = self.seen[index] as usize;
            for slot in 0..V::DIM {
                let beyond = self.facets[seen].neighbours[slot];
                if self.facets[beyond as usize].live {
                    open = self.join(seen, slot, beyond, open)?;
                }
            }
        }
        if open == 0 && self.facets.len() > first_new { Ok(()) } else { Err(Torn) }
    }

    /// Marks as dead the connected facets around `start` that the newest vertex sees.
    fn see(&mut self, start: usize) {
        let newest = self.vertices.len() - 1;
        self.seen.clear();
        self.seen.push(start as u32);
        self.facets[start].live = false;
        let mut next = 0;
        while next < self.seen.len() {
            let facet = self.seen[next] as usize;
            next += 1;
            for slot in 0..V::DIM {
                let neighbour = self.facets[facet].neighbours[slot] as usize;
                let other = &self.facets[neighbour];
                if other.live && other.normal.dot(&self.vertices[newest]) > other.offset {
                    self.facets[neighbour].live = false;
                    self.seen.push(neighbour as u32);
                }
            }
        }
    }

    /// The new facet over the ridge between the seen facet and `beyond`, linked to its neighbours; how many joints are
    /// open then.
    ///
    /// It is the seen facet with the vertex opposite the ridge replaced by the newest one, which keeps its orientation.
    fn join(&mut self, seen: usize, slot: usize, beyond: u32, mut open: u32) -> Result<u32, Torn> {
        let newest = self.vertices.len() as u32 - 1;
        let mut corners = self.facets[seen].vertices;
        corners[slot] = newest;
        let own = self.facets.len() as u32;
        let mut neighbours = [beyond; 3];
        for other in (0..V::DIM).filter(|&other| other != slot) {
            // The ridge opposite `other` holds the newest vertex and, in space, one more.
            let joint = &mut self.joints[if V::DIM == 2 { 0 } else { corners[3 - slot - other] as usize }];
            if joint.newest != newest {
                *joint = Joint { newest, facet: own, slot: other as u32, open: true };
                open += 1;
            } else if joint.open {
                joint.open = false;
                open -= 1;
                neighbours[other] = joint.facet;
                self.facets[joint.facet as usize].neighbours[joint.slot as usize] = own;
            } else {
                return Err(Torn);
            }
        }
        let facet = self.facet_of(corners, neighbours);
        self.facets.push(facet);
        let back =
            self.facets[beyond as usize].neighbours[..V::DIM].iter().position(|&n| n as usize == seen).ok_or(Torn)?;
        self.facets[beyond as usize].neighbours[back] = own;
        Ok(open)
    }
}
