//! A hull with its boundary: vertices, edges with both faces, faces with their sides.
//!
//! Coplanar triangles are one face: the core's hull merges them by exact signs. A point, a segment and a flat polygon
//! in space are bodies, too. A flat polygon has two faces that look to opposite sides. A segment of the plane is a
//! polygon of two corners: it has two edges that look to opposite sides. So every method is the same for them.

use clearance::{Hull, SupportMap, WideVector};

/// A vertex, an edge or a face, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A vertex of the hull.
    Vertex(u32),
    /// A number for [`Body::edge`].
    Edge(u32),
    /// A number for [`Body::face`]. Only in space.
    Face(u32),
}

/// An edge of the boundary.
#[derive(Clone, Copy, Debug)]
pub struct Edge<W> {
    /// The two vertices.
    pub ends: [u32; 2],
    /// The unit direction from the first end to the second.
    pub along: W,
    /// Only in the plane: the unit normal to the right of the edge, out of the body. Zero in space.
    pub outward: W,
    /// Only in space, and not of a segment: the face to the left of the edge as seen from outside, and the face to its
    /// right.
    pub faces: Option<[u32; 2]>,
}

/// A face of the boundary. Only in space.
#[derive(Clone, Debug)]
pub struct Face<W> {
    /// The unit normal, outwards.
    pub normal: W,
    /// The sides in counter-clockwise order as seen from outside.
    pub sides: Vec<FaceSide<W>>,
}

/// A side of a face: one of its edges, in the direction in which it goes round the face.
#[derive(Clone, Copy, Debug)]
pub struct FaceSide<W> {
    /// The number of the edge.
    pub edge: u32,
    /// The vertex at which the side begins.
    pub start: u32,
    /// The unit normal of the side in the face's plane, into the face.
    pub inward: W,
}

/// A convex body with its boundary prepared. The coordinates are those of its own frame.
#[derive(Clone, Debug)]
pub struct Body<W: WideVector> {
    hull: Hull<W>,
    edges: Vec<Edge<W>>,
    /// The edges of every vertex, one vertex after the other, with the end of each run.
    rings: Vec<u32>,
    ring_ends: Vec<u32>,
    faces: Vec<Face<W>>,
}

impl<W: WideVector> Body<W> {
    /// The body of a hull. Time O(n log n).
    pub fn new(hull: Hull<W>) -> Self {
        let (edges, faces) = if W::DIM == 2 { (outline(&hull), Vec::new()) } else { surface(&hull) };
        let mut lists = vec![Vec::new(); hull.vertices().len()];
        for (number, edge) in edges.iter().enumerate() {
            edge.ends.iter().for_each(|&end| lists[end as usize].push(number as u32));
        }
        let ring_ends = lists
            .iter()
            .scan(0, |end, list| {
                *end += list.len() as u32;
                Some(*end)
            })
            .collect();
        Self { hull, edges, rings: lists.concat(), ring_ends, faces }
    }

    /// The hull that the body was made of.
    pub fn hull(&self) -> &Hull<W> {
        &self.hull
    }
    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.hull.vertices().len()
    }
    /// The coordinates of a vertex.
    #[inline]
    pub fn vertex(&self, vertex: u32) -> W {
        self.hull.vertices()[vertex as usize]
    }
    /// All edges.
    pub fn edges(&self) -> &[Edge<W>] {
        &self.edges
    }
    /// An edge.
    #[inline]
    pub fn edge(&self, edge: u32) -> &Edge<W> {
        &self.edges[edge as usize]
    }
    /// All faces. None in the plane.
    pub fn faces(&self) -> &[Face<W>] {
        &self.faces
    }
    /// A face.
    #[inline]
    pub fn face(&self, face: u32) -> &Face<W> {
        &self.faces[face as usize]
    }
    /// The edges at a vertex.
    #[inline]
    pub fn ring(&self, vertex: u32) -> &[u32] {
        let start = if vertex == 0 { 0 } else { self.ring_ends[vertex as usize - 1] };
        &self.rings[start as usize..self.ring_ends[vertex as usize] as usize]
    }
    /// The vertices that an edge joins to a vertex.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.hull.neighbours(vertex as usize)
    }
    /// The mean of the vertices.
    pub fn center(&self) -> W {
        SupportMap::<W>::center(&self.hull)
    }

    /// The unit direction along an edge, away from one of its ends.
    #[inline]
    pub(crate) fn away(&self, edge: u32, from: u32) -> W {
        let edge = self.edge(edge);
        if edge.ends[0] == from { edge.along } else { -edge.along }
    }
    /// How far a point lies above the plane of a face, or of an edge of the plane.
    #[inline]
    pub(crate) fn height(&self, facet: Feature, point: W) -> f64 {
        match facet {
            Feature::Face(number) => {
                let face = self.face(number);
                (point - self.vertex(face.sides[0].start)).dot(&face.normal)
            }
            Feature::Edge(number) => {
                let edge = self.edge(number);
                (point - self.vertex(edge.ends[0])).dot(&edge.outward)
            }
            Feature::Vertex(_) => f64::NAN,
        }
    }
    /// The corners of a feature.
    pub fn corners(&self, feature: Feature) -> Vec<u32> {
        match feature {
            Feature::Vertex(vertex) => vec![vertex],
            Feature::Edge(edge) => self.edge(edge).ends.to_vec(),
            Feature::Face(face) => self.face(face).sides.iter().map(|side| side.start).collect(),
        }
    }
}

/// The edges of a polygon, in order. Edge k begins at corner k.
fn outline<W: WideVector>(hull: &Hull<W>) -> Vec<Edge<W>> {
    let corners = hull.vertices();
    let count = corners.len();
    let edge = |from: usize| {
        let to = (from + 1) % count;
        let along = (corners[to] - corners[from]).unit();
        Edge { ends: [from as u32, to as u32], along, outward: W::normal_of(&[along]), faces: None }
    };
    if count < 2 { Vec::new() } else { (0..count).map(edge).collect() }
}

/// The edges and faces of a hull in space.
fn surface<W: WideVector>(hull: &Hull<W>) -> (Vec<Edge<W>>, Vec<Face<W>>) {
    let direction = |ends: [u32; 2]| (hull.vertices()[ends[1] as usize] - hull.vertices()[ends[0] as usize]).unit();
    let edge = |ends| Edge { ends, along: direction(ends), outward: W::ORIGIN, faces: None };
    let mut edges: Vec<Edge<W>> = hull.edges().map(edge).collect();
    let mut faces = Vec::with_capacity(hull.face_count());
    for (number, corners) in hull.faces().enumerate() {
        let normal = hull.face_normal(number);
        let mut sides = Vec::with_capacity(corners.len());
        for (place, &start) in corners.iter().enumerate() {
            let end = corners[(place + 1) % corners.len()];
            let ends = [start.min(end), start.max(end)];
            let Ok(edge) = edges.binary_search_by_key(&ends, |edge| edge.ends) else { continue };
            let side = usize::from(start > end);
            edges[edge].faces.get_or_insert([0; 2])[side] = number as u32;
            let along = if side == 0 { edges[edge].along } else { -edges[edge].along };
            sides.push(FaceSide { edge: edge as u32, start, inward: W::normal_of(&[normal, along]) });
        }
        faces.push(Face { normal, sides });
    }
    (edges, faces)
}
