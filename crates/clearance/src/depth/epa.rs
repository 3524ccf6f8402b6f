//! The expanding polytope (EPA): the facets move outward until the nearest one lies on the boundary of A − B.
//!
//! **Problem.** The origin is inside M = A − B. Find the facet of M whose plane is nearest to the origin.
//!
//! **Notation.** A facet has `DIM` vertices, and a ridge has `DIM − 1`. The ridge opposite a vertex is the one without
//! that vertex. The plane of a facet is n·x = o. Its normal n points outward and has any length. Its distance is o/|n|.
//!
//! **Method.**
//! 1. Take the nearest facet. Ask for the support point w along its normal.
//! 2. If n·w ≤ o, the plane of the facet supports M. The search ends.
//! 3. Otherwise remove the facets that w sees. They are connected, and the walk starts at the nearest facet. The rim of
//!    the removed facets is the horizon. A depth-first walk meets its ridges in their order around the rim.
//! 4. Add a facet from each ridge of the horizon to w. Link it to the facet before it, to the facet after it and to the
//!    facet beyond the ridge.
//!
//! Steps 3 and 4 have a text for edges in the plane and a text for triangles in space. All else is one text.
//!
//! **Invariants.** The shell is a closed surface around the origin, and its vertices lie in M. So each ball around the
//! origin that reaches no facet lies in M. Therefore the least o/|n| is a proven lower bound of the depth, even if
//! rounding makes the shell not convex. Each n·w/|n| is a proven upper bound.
//!
//! **Special cases.** Rounding can tear the horizon: the removed facets have a hole, or they are all facets. Then
//! [`Shell::expand`] restores the shell and returns [`Torn`]. In exact numbers this cannot happen. A facet through the
//! origin (the shapes touch) has o = 0.
//!
//! **References.** van den Bergen 2001; Jolt, EPAConvexHullBuilder. Ours differs: the text is generic, the places of
//! removed facets are used again, and it also runs in exact arithmetic.

use crate::numbers::each::Each;
use crate::numbers::real::Ring;
use crate::space::vector::Space;
use alloc::vec::Vec;

/// The plane of a facet: n·x = o.
#[derive(Clone, Debug)]
pub(crate) struct Facet<V: Space> {
    /// Outward, of any length.
    pub normal: V,
    /// o. It is not negative while the origin is inside.
    pub offset: V::Scalar,
    /// |n|².
    pub normal_squared: V::Scalar,
}

impl<V: Space> Facet<V> {
    #[inline(always)]
    fn new(normal: V, corner: &V) -> Self {
        Self { offset: normal.dot(corner), normal_squared: normal.length_squared(), normal }
    }
}

impl<V: Space<Scalar = f64>> Facet<V> {
    /// The squared distance of the plane from the origin, signed.
    #[inline(always)]
    pub fn distance_squared(&self) -> f64 {
        self.offset * self.offset.abs() / self.normal_squared
    }
}

/// A ridge on the side of one of its two facets: the ridge opposite the vertex in `slot`. One word: 4·facet + slot.
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

/// The vertices and the neighbours of a facet.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Links {
    /// `DIM` vertices. In the plane the third repeats the second.
    vertices: [u32; 3],
    /// The ridges opposite the vertices, on the sides of the neighbours.
    across: [Side; 3],
    /// Whether the facet belongs to the surface.
    live: bool,
}

impl Links {
    const fn new(vertices: [u32; 3], across: [[u32; 2]; 3]) -> Self {
        let [a, b, c] = across;
        let across = [Side::new(a[0], a[1] as usize), Side::new(b[0], b[1] as usize), Side::new(c[0], c[1] as usize)];
        Self { vertices, across, live: true }
    }
}

/// The edges of a triangle whose vertices are in counter-clockwise order. Edge k is the one without vertex k.
const TRIANGLE: [Links; 3] = [
    Links::new([1, 2, 2], [[1, 1], [2, 0], [0, 0]]),
    Links::new([2, 0, 0], [[2, 1], [0, 0], [0, 0]]),
    Links::new([0, 1, 1], [[0, 1], [1, 0], [0, 0]]),
];

/// The faces of a tetrahedron. Face k is the one without vertex k. Face 0 is counter-clockwise as seen from outside.
const TETRAHEDRON: [Links; 4] = [
    Links::new([1, 2, 3], [[1, 0], [2, 0], [3, 0]]),
    Links::new([0, 3, 2], [[0, 0], [3, 2], [2, 1]]),
    Links::new([0, 1, 3], [[0, 1], [1, 2], [3, 1]]),
    Links::new([0, 2, 1], [[0, 2], [2, 2], [1, 1]]),
];

/// A ridge of the horizon, and the new facet at it.
#[derive(Clone, Copy, Debug)]
struct HorizonRidge {
    /// The vertices of the ridge, in the order of the removed facet. In the plane the second repeats the first.
    vertices: [u32; 2],
    /// The ridge on the side of the facet that stays.
    beyond: Side,
    /// The new facet between the ridge and the newest vertex.
    facet: u32,
}

/// The polytope's surface.
#[derive(Clone, Debug)]
pub(crate) struct Shell<V: Space> {
    vertices: Vec<V>,
    facets: Vec<Facet<V>>,
    /// One for each facet, in the same order.
    links: Vec<Links>,
    /// The places of removed facets.
    free: Vec<u32>,
    /// The rim of the facets that the newest vertex sees, in order around the rim.
    horizon: Vec<HorizonRidge>,
    /// Ridges of removed facets that the walk has not crossed yet.
    open: Vec<Side>,
    /// The square of how far below the plane of a facet a vertex may be that sees it. `None`: it must be beyond.
    slack_squared: Option<V::Scalar>,
}

/// Most shells have fewer facets than this at a time. Their memory is allocated once.
pub(crate) const ROOM: usize = 24;

/// The two slots after each slot of a triangle, in the order of the triangle.
const AFTER: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

/// By rounding, the horizon was not one closed curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Torn;

impl<V: Space<Scalar = f64>> Shell<V> {
    /// Computes the plane of a triangle again, from the two shorter edges. Their product has the least rounding error.
    pub fn sharpen(&mut self, facet: usize) {
        if V::DIM == 2 {
            return;
        }
        let [p, q, r] = self.corners(facet);
        let edges = [r.minus(q), p.minus(r), q.minus(p)];
        let squares = edges.each_ref().each(|edge| edge.length_squared());
        let base = if squares[0] >= squares[1] && squares[0] >= squares[2] {
            0
        } else if squares[1] >= squares[2] {
            1
        } else {
            2
        };
        let (corner, along) =
            ([p, q, r][base], [(&edges[2], &edges[1]), (&edges[0], &edges[2]), (&edges[1], &edges[0])][base]);
        let plane = Facet::new(V::orthogonal(&along.0.wedge(along.1)).negated(), corner);
        self.facets[facet] = plane;
    }
}

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
            slack_squared: None,
        };
        shell.links.extend_from_slice(if V::DIM == 2 { &TRIANGLE } else { &TETRAHEDRON });
        let first = shell.facet_of(0);
        if first.normal.dot(&shell.vertices[0]) > first.offset {
            // The simplex has the other orientation. Exchange the first two vertices.
            let corners = shell.links.iter_mut().flat_map(|links| &mut links.vertices);
            corners.filter(|vertex| **vertex < 2).for_each(|vertex| *vertex = 1 - *vertex);
        }
        for index in 0..=V::DIM {
            let facet = shell.facet_of(index);
            shell.facets.push(facet);
        }
        shell
    }

    /// The same surface, whose vertices see a facet from a little below its plane. So what is in one plane, to rounding, is
    /// replaced as one, and no facet is left between points on a line.
    pub fn with_slack(self, slack: V::Scalar) -> Self {
        Self { slack_squared: Some(slack.times(&slack)), ..self }
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
    /// The indices of a facet's vertices in an array of three. In the plane the last repeats the second.
    pub fn padded_vertices(&self, facet: usize) -> [u32; 3] {
        self.links[facet].vertices
    }
    /// A facet's vertices. In the plane the last repeats the second.
    #[inline(always)]
    pub fn corners(&self, facet: usize) -> [&V; 3] {
        self.links[facet].vertices.each(|index| &self.vertices[index as usize])
    }
    /// The number of places of facets. Some may be free.
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
        self.horizon.iter().map(|ridge| ridge.facet as usize)
    }
    /// Whether there is a facet in a place.
    pub fn is_live(&self, facet: usize) -> bool {
        self.links[facet].live
    }
    /// The facets of the surface.
    pub fn live(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.links.len()).filter(|&index| self.links[index].live)
    }

    /// Moves the surface out to `vertex`, which lies beyond facet `start`. If the horizon is torn, nothing changes.
    #[inline]
    pub fn expand(&mut self, start: usize, vertex: V) -> Result<(), Torn> {
        let free = self.free.len();
        if !self.links[start].live {
            return Err(Torn);
        }
        if !self.remove_seen(start, &vertex) {
            self.restore(free);
            self.remove_beyond(start, &vertex)?;
        }
        self.reserve_places();
        match V::DIM {
            2 => self.add_edges(&vertex),
            _ => self.add_triangles(&vertex),
        }
        self.vertices.push(vertex);
        Ok(())
    }

    /// Puts back the facets that were removed since there were so many free places.
    #[inline]
    fn restore(&mut self, free: usize) {
        for index in self.free.drain(free..) {
            self.links[index as usize].live = true;
        }
        self.horizon.clear();
    }

    /// Step 3 without the slack: what it tears may be whole without it.
    #[cold]
    #[inline(never)]
    fn remove_beyond(&mut self, start: usize, vertex: &V) -> Result<(), Torn> {
        let (free, slack_squared) = (self.free.len(), self.slack_squared.take());
        let is_whole = slack_squared.is_some() && self.remove_seen(start, vertex);
        self.slack_squared = slack_squared;
        if is_whole {
            return Ok(());
        }
        self.restore(free);
        Err(Torn)
    }

    /// Step 3: removes `start` and the facets connected with it that `vertex` sees, and stores the horizon. Returns
    /// whether the horizon is one closed curve.
    #[inline(always)]
    fn remove_seen(&mut self, start: usize, vertex: &V) -> bool {
        self.horizon.clear();
        self.remove(start);
        match V::DIM {
            2 => self.walk_edges(start, vertex),
            _ => self.walk_triangles(start, vertex),
        }
    }

    /// Walks from edge `start` in both directions. Each walk ends at the first edge that `vertex` does not see.
    #[inline(always)]
    fn walk_edges(&mut self, start: usize, vertex: &V) -> bool {
        for slot in [0, 1] {
            let mut side = Side::new(start as u32, slot);
            loop {
                let beyond = self.across(side);
                if !self.links[beyond.facet()].live {
                    break; // The vertex sees every edge.
                }
                if !self.is_seen(beyond.facet(), vertex) {
                    let end = self.links[side.facet()].vertices[1 - side.slot()];
                    self.horizon.push(HorizonRidge { vertices: [end; 2], beyond, facet: 0 });
                    break;
                }
                self.remove(beyond.facet());
                side = Side::new(beyond.facet() as u32, 1 - beyond.slot());
            }
        }
        self.horizon.len() == 2
    }

    /// Crosses ridges depth first, from triangle `start`. In each triangle the order begins after the ridge by which
    /// the walk entered. So the ridges that are not crossed, the horizon, come in their order around the rim.
    #[inline(always)]
    fn walk_triangles(&mut self, start: usize, vertex: &V) -> bool {
        self.open.clear();
        self.open.extend([2, 1].each(|slot| Side::new(start as u32, slot)));
        let (mut breaks, mut end) = (0, u32::MAX);
        let mut next = Some(Side::new(start as u32, 0));
        while let Some(side) = next {
            let beyond = self.across(side);
            let facet = beyond.facet();
            next = if !self.links[facet].live {
                self.open.pop()
            } else if self.is_seen(facet, vertex) {
                self.remove(facet);
                let [first, second] = AFTER[beyond.slot()].each(|slot| Side::new(facet as u32, slot));
                self.open.push(second);
                Some(first)
            } else {
                let seen = &self.links[side.facet()];
                let vertices = AFTER[side.slot()].each(|slot| seen.vertices[slot]);
                breaks += u32::from(vertices[0] != end);
                end = vertices[1];
                self.horizon.push(HorizonRidge { vertices, beyond, facet: 0 });
                self.open.pop()
            };
        }
        // The first ridge is always a break. It must begin where the last ridge ends.
        let meets = self.horizon.first().is_some_and(|ridge| ridge.vertices[0] == end);
        self.horizon.len() >= 3 && breaks == 1 && meets
    }

    /// The same ridge on the side of the neighbour.
    #[inline(always)]
    fn across(&self, side: Side) -> Side {
        self.links[side.facet()].across[side.slot()]
    }

    /// Whether `vertex` lies strictly beyond the plane of a facet, or less than the slack below it.
    #[inline(always)]
    fn is_seen(&self, facet: usize, vertex: &V) -> bool {
        let Facet { normal, offset, normal_squared } = &self.facets[facet];
        let height = normal.dot(vertex);
        height > *offset
            || self.slack_squared.as_ref().is_some_and(|slack_squared| {
                let below = offset.minus(&height);
                below.times(&below) < slack_squared.times(normal_squared)
            })
    }

    #[inline(always)]
    fn remove(&mut self, facet: usize) {
        self.links[facet].live = false;
        self.free.push(facet as u32);
    }

    /// Gives each ridge of the horizon the place of its new facet: first the free places, then new ones at the end.
    #[inline(always)]
    fn reserve_places(&mut self) {
        let mut end = self.facets.len() as u32;
        for ridge in &mut self.horizon {
            ridge.facet = self.free.pop().unwrap_or_else(|| {
                end += 1;
                end - 1
            });
        }
    }

    /// Step 4 in the plane. The first edge goes from the newest vertex to the horizon. The second edge comes back.
    #[inline(always)]
    fn add_edges(&mut self, vertex: &V) {
        let newest = self.vertices.len() as u32;
        let [first, second] = [self.horizon[0], self.horizon[1]];
        let ([to, _], other) = (first.vertices, Side::new(second.facet, 0));
        let base = &self.vertices[to as usize];
        let plane = Facet::new(V::normal_of(&[base.minus(vertex)]), base);
        self.store(first, 0, plane, [newest, to, to], [first.beyond, other, other]);
        let ([from, _], other) = (second.vertices, Side::new(first.facet, 1));
        let base = &self.vertices[from as usize];
        let plane = Facet::new(V::normal_of(&[vertex.minus(base)]), base);
        self.store(second, 1, plane, [from, newest, newest], [other, second.beyond, second.beyond]);
    }

    /// Step 4 in space. The last vertex of each triangle is the newest vertex.
    #[inline(always)]
    fn add_triangles(&mut self, vertex: &V) {
        let (newest, count) = (self.vertices.len() as u32, self.horizon.len());
        let mut before = self.horizon[count - 1].facet;
        for index in 0..count {
            let ridge = self.horizon[index];
            let after = self.horizon[if index + 1 < count { index + 1 } else { 0 }].facet;
            let [from, to] = ridge.vertices;
            let base = &self.vertices[from as usize];
            // The normal is taken at the ridge. A needle is short there.
            let area = self.vertices[to as usize].minus(base).wedge(&vertex.minus(base));
            let plane = Facet::new(V::orthogonal(&area), base);
            let across = [Side::new(after, 1), Side::new(before, 0), ridge.beyond];
            self.store(ridge, 2, plane, [from, to, newest], across);
            before = ridge.facet;
        }
    }

    /// Stores a new facet in its place. The facet beyond the ridge is linked to it; the ridge is in `slot`.
    #[inline(always)]
    fn store(&mut self, ridge: HorizonRidge, slot: usize, plane: Facet<V>, vertices: [u32; 3], across: [Side; 3]) {
        let HorizonRidge { beyond, facet, .. } = ridge;
        self.links[beyond.facet()].across[beyond.slot()] = Side::new(facet, slot);
        let links = Links { vertices, across, live: true };
        if facet as usize == self.facets.len() {
            self.facets.push(plane);
            self.links.push(links);
        } else {
            (self.facets[facet as usize], self.links[facet as usize]) = (plane, links);
        }
    }
}

#[cfg(test)]
mod tests;
