//! Convex hulls of points, with their faces and neighbourhoods.

mod buckets;
mod cloud;
mod minkowski;
mod polygon;
mod quick;
mod rows;
mod skeleton;

pub use minkowski::{MinkowskiHull, minkowski_difference, minkowski_sum};
pub use polygon::PolygonError;

use crate::contact::FacePoint;
use crate::sat::Sides;
use crate::shape::{ShapeError, finite};
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;
use buckets::Buckets;
use cloud::Cloud;
use rows::Rows;
use skeleton::{Skeleton, skeleton};

/// The convex hull of points: a polyhedron in space, a polygon in the plane, or anything flatter.
///
/// Duplicates, interior points and points inside faces or edges are left out, decided by exact signs. A point, a segment
/// and a flat polygon are valid hulls of lower [`Hull::dimension`].
#[derive(Clone, Debug, PartialEq)]
pub struct Hull<V: Vector> {
    vertices: Vec<V>,
    rows: Rows,
    sources: Vec<u32>,
    dimension: usize,
    /// The loops of the faces one after the other, and where each ends.
    loops: Vec<u32>,
    face_ends: Vec<u32>,
    normals: Vec<V::Wide>,
    /// The neighbours of the vertices one after the other, and where those of each vertex end.
    links: Vec<u32>,
    link_ends: Vec<u32>,
    center: V::Wide,
    extent: f64,
    /// Of a polygon of the plane of few corners.
    sides: Option<alloc::boxed::Box<Sides>>,
    /// Where a scan of all vertices would take longer.
    buckets: Option<Buckets>,
}

impl<V: Vector> Hull<V> {
    /// The hull of `points`, in any order. Time O(n log n) for most inputs.
    ///
    /// # Errors
    /// No points, a point that is not finite, or more than 2³² − 2 of them.
    pub fn new(points: &[V]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(points.len()).map_or(true, |count| count == u32::MAX) {
            return Err(ShapeError::TooMany);
        }
        for (index, &point) in points.iter().enumerate() {
            finite(point, index)?;
        }
        let exact = |index: usize| points[index].widen().exact();
        let cloud = Cloud::new(points.iter().map(|point| point.widen()), 0.0, &exact);
        Ok(Self::assembled(points, skeleton(&cloud)))
    }

    fn assembled(points: &[V], skeleton: Skeleton) -> Self {
        let Skeleton { dimension, vertices: sources, faces } = skeleton;
        let vertices: Vec<V> = sources.iter().map(|&source| points[source]).collect();
        let wide: Vec<V::Wide> = vertices.iter().map(|vertex| vertex.widen()).collect();
        let share = 1.0 / wide.len() as f64;
        let center = wide.iter().fold(V::ORIGIN.widen(), |sum, &vertex| sum + vertex * share);
        let (links, link_ends) = links(wide.len(), dimension, &faces);
        let extent = wide.iter().fold(0.0, |extent: f64, vertex| extent.max(vertex.max_abs()));
        Self {
            rows: Rows::new(&wide),
            buckets: Buckets::new(&vertices, extent),
            sides: if dimension == 2 { Sides::new(&wide).map(alloc::boxed::Box::new) } else { None },
            dimension,
            normals: faces.iter().map(|face| face_normal(&wide, face)).collect(),
            face_ends: ends(faces.iter().map(Vec::len)),
            loops: faces.into_iter().flatten().collect(),
            links,
            link_ends,
            center,
            extent,
            sources: sources.into_iter().map(|source| source as u32).collect(),
            vertices,
        }
    }

    /// The vertices. In a polygon they are in counter-clockwise order, otherwise in the order of the input.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// The index among the input points that a vertex had.
    pub fn source(&self, vertex: usize) -> usize {
        self.sources[vertex] as usize
    }
    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a polyhedron.
    pub fn dimension(&self) -> usize {
        self.dimension
    }
    /// How many faces there are. A polygon of the plane has one, a flat polygon in space one for each side.
    pub fn face_count(&self) -> usize {
        self.face_ends.len()
    }
    /// A face as a loop of vertex indices, counter-clockwise seen from outside.
    pub fn face(&self, index: usize) -> &[u32] {
        run(&self.loops, &self.face_ends, index)
    }
    /// A face's outward unit normal, rounded; in the plane, where a face has none, zero.
    pub fn face_normal(&self, index: usize) -> V::Wide {
        self.normals[index]
    }
    /// All faces.
    pub fn faces(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.face_count()).map(|index| self.face(index))
    }
    /// Bytes that the hull holds on the heap.
    pub fn memory(&self) -> usize {
        let indices = [&self.sources, &self.loops, &self.face_ends, &self.links, &self.link_ends].map(Vec::len);
        size_of::<V>() * self.vertices.len()
            + self.rows.memory()
            + size_of::<V::Wide>() * self.normals.len()
            + size_of::<u32>() * indices.iter().sum::<usize>()
            + self.sides.as_ref().map_or(0, |_| size_of::<Sides>())
            + self.buckets.as_ref().map_or(0, Buckets::memory)
    }
    /// The vertices joined to a vertex by an edge, ascending.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        run(&self.links, &self.link_ends, vertex)
    }
    /// All edges, the lesser index first.
    pub fn edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        (0..self.vertices.len()).flat_map(|from| {
            self.neighbours(from).iter().filter(move |&&to| from < to as usize).map(move |&to| [from as u32, to])
        })
    }
}

impl<V: Vector> Hull<V> {
    /// The farthest vertex by buckets; kept out of line, since it is long and the scan of few vertices is not.
    #[inline(never)]
    fn look_up(&self, buckets: &Buckets, direction: V::Wide) -> usize {
        buckets.farthest(&self.rows, direction).unwrap_or_else(|| self.rows.farthest(direction))
    }
}

/// Where runs of the given lengths end.
fn ends(lengths: impl Iterator<Item = usize>) -> Vec<u32> {
    lengths
        .scan(0u32, |end, length| {
            *end += length as u32;
            Some(*end)
        })
        .collect()
}

fn run<'r>(all: &'r [u32], ends: &[u32], index: usize) -> &'r [u32] {
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &all[start..ends[index] as usize]
}

/// The neighbours of each vertex, along the sides of the faces.
fn links(count: usize, dimension: usize, faces: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut of: Vec<Vec<u32>> = alloc::vec![Vec::new(); count];
    if dimension == 1 {
        of = alloc::vec![alloc::vec![1], alloc::vec![0]];
    }
    for face in faces {
        for (place, &from) in face.iter().enumerate() {
            let to = face[(place + 1) % face.len()];
            of[from as usize].push(to);
            of[to as usize].push(from);
        }
    }
    for neighbours in &mut of {
        neighbours.sort_unstable();
        neighbours.dedup();
    }
    let link_ends = ends(of.iter().map(Vec::len));
    (of.into_iter().flatten().collect(), link_ends)
}

/// The sum of the areas of a fan: right also where three corners are nearly on a line.
fn face_normal<W: WideVector>(vertices: &[W], face: &[u32]) -> W {
    if W::DIM == 2 {
        return <W as Space>::zero();
    }
    // At unit size, so that products of huge or tiny edges stay in range.
    let edge = |place: usize| vertices[face[place] as usize] - vertices[face[0] as usize];
    let largest = (1..face.len()).fold(0.0f64, |largest, place| largest.max(edge(place).max_abs()));
    let exponent = if largest > 0.0 { crate::real::exponent_of(largest) } else { 0 };
    let unit = |place: usize| edge(place).scaled_by_power(-exponent);
    let area = (1..face.len() - 1)
        .fold(<W as Space>::zero(), |area, place| area + W::normal_of(&[unit(place), unit(place + 1)]));
    area.unit()
}

impl<V: Vector> SupportMap<V> for Hull<V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let best = match &self.buckets {
            Some(buckets) => self.look_up(buckets, direction),
            None => self.rows.farthest(direction),
        };
        Support { point: self.rows.vertex(best), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.vertices.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.vertices[index].widen()
    }
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        let corner = |vertex: u32| FacePoint { point: self.vertex(vertex as usize), vertex };
        if self.dimension == 3 || V::Wide::DIM == 3 && self.dimension == 2 {
            let along = |index: usize| self.normals[index].dot(&direction);
            let best = (1..self.face_count()).fold(0, |best, i| if along(i) > along(best) { i } else { best });
            face.extend(self.face(best).iter().copied().map(corner));
        } else if self.dimension == 2 {
            // The sides at the farthest vertex are the only ones that can look more along the direction than others.
            let count = self.vertices.len();
            let far = self.support_vertex(direction).vertex.unwrap_or(0) as usize;
            let outward = |from: usize| {
                let side = self.vertex((from + 1) % count) - self.vertex(from);
                V::Wide::normal_of(&[side]).unit().dot(&direction)
            };
            let before = (far + count - 1) % count;
            let from = if outward(before) > outward(far) { before } else { far };
            face.extend([from, (from + 1) % count].map(|k| corner(k as u32)));
        } else {
            face.extend((0..self.vertices.len() as u32).map(corner));
        }
    }
    #[inline(always)]
    fn sides(&self) -> Option<&Sides> {
        if V::Wide::DIM == 2 { self.sides.as_deref() } else { None }
    }
    fn center(&self) -> V::Wide {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

#[cfg(test)]
mod tests;
