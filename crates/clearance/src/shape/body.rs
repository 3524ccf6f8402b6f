//! A hull in `f64`: what the engine sees of a [`crate::Hull`] of either scalar.

mod buckets;
mod rows;

use crate::numbers::each::Each;
use crate::numbers::real::{U, sqrt};
use crate::paths::{FastPath, is_left_out};
use crate::shape::Sides;
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;
use buckets::Buckets;
use rows::Rows;
pub(crate) use rows::{Numbers, farthest_in, vertex_in};

/// The vertices, faces and neighbours of a hull, in the forms that queries need.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Body<W: WideVector> {
    rows: Rows,
    count: usize,
    pub(crate) sources: Vec<u32>,
    pub(crate) dimension: usize,
    /// The vertices of all faces, one face after the other.
    pub(crate) loops: Vec<u32>,
    /// The end of each face in `loops`.
    pub(crate) face_ends: Vec<u32>,
    pub(crate) normals: Vec<W>,
    /// The neighbours of all vertices, one vertex after the other.
    links: Vec<u32>,
    /// The end of the neighbours of each vertex in `links`.
    link_ends: Vec<u32>,
    center: W,
    extent: f64,
    /// [`SupportMap::ball_extent`].
    ball_extent: f64,
    /// Only for a polygon of the plane with few corners.
    sides: Option<alloc::boxed::Box<Sides>>,
    /// Only for hulls with so many vertices that a scan of all of them would be slower.
    buckets: Option<Buckets>,
}

impl<W: WideVector> Body<W> {
    /// The hull of the points with the indices `sources`, and with these faces.
    pub(crate) fn new(points: &[W], dimension: usize, sources: Vec<usize>, faces: Vec<Vec<u32>>) -> Self {
        let vertices: Vec<W> = sources.iter().map(|&source| points[source]).collect();
        let share = 1.0 / vertices.len() as f64;
        let center = vertices.iter().fold(<W as Space>::zero(), |sum, &vertex| sum + vertex * share);
        let (links, link_ends) = links(vertices.len(), dimension, &faces);
        let extent = vertices.iter().fold(0.0, |extent: f64, vertex| extent.max(vertex.max_abs()));
        let farthest = vertices.iter().fold(0.0, |farthest: f64, vertex| farthest.max(vertex.length()));
        Self {
            rows: Rows::new(&vertices),
            count: vertices.len(),
            buckets: Buckets::new(&vertices, extent),
            sides: if dimension == 2 { Sides::new(&vertices).map(alloc::boxed::Box::new) } else { None },
            dimension,
            normals: faces.iter().map(|face| face_normal(&vertices, face)).collect(),
            face_ends: ends(faces.iter().map(Vec::len)),
            loops: faces.into_iter().flatten().collect(),
            links,
            link_ends,
            center,
            extent,
            ball_extent: farthest / sqrt(W::DIM as f64) * (1.0 + 8.0 * U),
            sources: sources.into_iter().map(|source| source as u32).collect(),
        }
    }

    /// A list of points as it is, without faces and neighbours: for support points alone.
    pub(crate) fn of_list(points: &[W]) -> Self {
        Self::new(points, 3, (0..points.len()).collect(), Vec::new())
    }

    /// Whether support points come from buckets.
    #[cfg(test)]
    pub(crate) fn has_buckets(&self) -> bool {
        self.buckets.is_some()
    }

    /// The vertices in blocks of four: for each block one row for each axis.
    pub(crate) fn rows(&self) -> &[[f64; 4]] {
        self.rows.as_slice()
    }

    /// The vertex indices of a face, in counter-clockwise order as seen from outside.
    pub(crate) fn face(&self, index: usize) -> &[u32] {
        run(&self.loops, &self.face_ends, index)
    }

    /// The number of faces.
    pub(crate) fn face_count(&self) -> usize {
        self.face_ends.len()
    }

    /// The vertices that an edge joins to this vertex, in ascending order.
    pub(crate) fn neighbours(&self, vertex: usize) -> &[u32] {
        run(&self.links, &self.link_ends, vertex)
    }

    /// The number of bytes on the heap.
    pub(crate) fn memory(&self) -> usize {
        let indices = [&self.sources, &self.loops, &self.face_ends, &self.links, &self.link_ends].each(Vec::len);
        self.rows.memory()
            + size_of::<W>() * self.normals.len()
            + size_of::<u32>() * indices.iter().sum::<usize>()
            + self.sides.as_ref().map_or(0, |_| size_of::<Sides>())
            + self.buckets.as_ref().map_or(0, Buckets::memory)
    }

    #[inline(always)]
    pub(crate) fn sides(&self) -> Option<&Sides> {
        if W::DIM == 2 { self.sides.as_deref() } else { None }
    }

    /// The vertices whose product with a direction is at most `below` less than that of the farthest one.
    pub(crate) fn peaks(&self, direction: W, below: f64) -> Vec<u32> {
        let named = self.buckets.as_ref().and_then(|buckets| buckets.peaks(&self.rows, direction, below));
        named.unwrap_or_else(|| self.scanned_peaks(direction, below))
    }

    /// The same, from a scan of all vertices.
    fn scanned_peaks(&self, direction: W, below: f64) -> Vec<u32> {
        let highest = self.rows.along(self.support_vertex(direction).vertex.unwrap_or(0) as usize, direction);
        self.rows.not_below(direction, highest - below, self.count)
    }

    /// The first corner of the polygon's side whose outward unit normal has the greatest product with a direction.
    fn side_towards(&self, direction: W) -> usize {
        if let Some(sides) = &self.sides {
            return sides.towards(direction);
        }
        // It is one of the two sides at the support vertex.
        let count = self.count;
        let far = self.support_vertex(direction).vertex.unwrap_or(0) as usize;
        let outward = |from: usize| {
            let side = self.vertex((from + 1) % count) - self.vertex(from);
            W::normal_of(&[side]).unit().dot(&direction)
        };
        let before = (far + count - 1) % count;
        if outward(before) > outward(far) { before } else { far }
    }

    /// The support vertex by buckets. Not inlined, since it is long and the scan of few vertices is short.
    #[inline(never)]
    fn farthest_by_buckets(&self, buckets: &Buckets, direction: W) -> usize {
        buckets.farthest(&self.rows, direction).unwrap_or_else(|| self.rows.farthest(direction))
    }
}

impl<W: WideVector> SupportMap<W> for Body<W> {
    #[inline(always)]
    fn support(&self, direction: W) -> W {
        self.support_vertex(direction).point
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        self.count
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> W {
        self.rows.vertex(index)
    }
    #[inline(always)]
    fn support_vertex(&self, direction: W) -> Support<W> {
        let best = match &self.buckets {
            Some(buckets) if !is_left_out(FastPath::Buckets) => self.farthest_by_buckets(buckets, direction),
            _ => self.rows.farthest(direction),
        };
        Support { point: self.rows.vertex(best), vertex: Some(best as u32) }
    }
    fn face_towards(&self, direction: W, face: &mut Vec<FacePoint<W>>) {
        let corner = |vertex: u32| FacePoint { point: self.vertex(vertex as usize), vertex };
        if self.dimension == 3 || W::DIM == 3 && self.dimension == 2 {
            let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
            for (index, normal) in self.normals.iter().enumerate() {
                let along = normal.dot(&direction);
                if along > greatest {
                    (best, greatest) = (index, along);
                }
            }
            face.extend(self.face(best).iter().copied().map(corner));
        } else if self.dimension == 2 {
            let (count, from) = (self.count, self.side_towards(direction));
            let to = if from + 1 == count { 0 } else { from + 1 };
            face.extend([from, to].each(|k| corner(k as u32)));
        } else {
            face.extend((0..self.count as u32).map(corner));
        }
    }
    #[inline(always)]
    fn center(&self) -> W {
        self.center
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        self.ball_extent
    }
}

/// The ends of consecutive runs with the given lengths.
fn ends(lengths: impl Iterator<Item = usize>) -> Vec<u32> {
    lengths
        .scan(0u32, |end, length| {
            *end += length as u32;
            Some(*end)
        })
        .collect()
}

/// The run number `index` of a list of consecutive runs.
fn run<'r>(all: &'r [u32], ends: &[u32], index: usize) -> &'r [u32] {
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &all[start..ends[index] as usize]
}

/// The neighbours of all vertices, and the end of each vertex's run. Neighbours are the ends of a common side of a
/// face.
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

/// The unit normal of a face, from the sum of the areas of a fan of triangles. The sum is also right if three corners
/// are nearly on a line.
fn face_normal<W: WideVector>(vertices: &[W], face: &[u32]) -> W {
    if W::DIM == 2 {
        return <W as Space>::zero();
    }
    // Edges are scaled to about 1, so that their products stay in range.
    let edge = |place: usize| vertices[face[place] as usize] - vertices[face[0] as usize];
    let largest = (1..face.len()).fold(0.0f64, |largest, place| largest.max(edge(place).max_abs()));
    let exponent = if largest > 0.0 { crate::numbers::real::exponent_of(largest) } else { 0 };
    let unit = |place: usize| edge(place).scaled_by_power(-exponent);
    let area = (1..face.len() - 1)
        .fold(<W as Space>::zero(), |area, place| area + W::normal_of(&[unit(place), unit(place + 1)]));
    area.unit()
}

/// The support points of a hull by its buckets, without the type of its scalar.
#[cfg(feature = "simd")]
#[derive(Clone, Copy)]
pub(crate) struct ByBuckets<'h> {
    rows: &'h Rows,
    buckets: &'h Buckets,
}

#[cfg(feature = "simd")]
impl ByBuckets<'_> {
    /// The support vertex and its index, as [`SupportMap::support_vertex`] finds them.
    #[inline(always)]
    pub fn support<W: WideVector>(&self, direction: W) -> (W, usize) {
        let index = self.buckets.farthest(self.rows, direction).unwrap_or_else(|| self.rows.farthest(direction));
        (self.rows.vertex(index), index)
    }
    /// The vertex of an index that [`ByBuckets::support`] returned.
    #[inline(always)]
    pub fn vertex<W: WideVector>(&self, index: usize) -> W {
        self.rows.vertex(index)
    }
}

#[cfg(feature = "simd")]
impl<W: WideVector> Body<W> {
    /// The support points by buckets. `None` if the hull has none.
    #[inline(always)]
    pub(crate) fn by_buckets(&self) -> Option<ByBuckets<'_>> {
        self.buckets.as_ref().map(|buckets| ByBuckets { rows: &self.rows, buckets })
    }
}
