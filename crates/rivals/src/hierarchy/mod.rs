//! The hierarchy of nested hulls.
//!
//! **Source.** D. P. Dobkin and D. G. Kirkpatrick, "Fast detection of polyhedral intersection", Theoretical Computer
//! Science 27, 1983; "Determining the separation of preprocessed polyhedra: a unified approach", ICALP 1990,
//! on the hierarchy and on separation.
//!
//! **Idea.** P₀ is the hull. Pᵢ₊₁ is the hull of Pᵢ without some vertices of low degree of which no two are neighbours.
//! Every level loses a constant share of the vertices, so there are O(log n) levels with O(n) vertices in all. From one
//! level to the next finer one an answer changes only at one vertex that comes back:
//!
//! * *Farthest vertex.* The farthest vertex of Pᵢ is that of Pᵢ₊₁, or one of the vertices that come back beside it.
//! * *Distance* ([`Hierarchies::query`]). Take the plane through the nearest point of Pᵢ₊₁, across the shortest vector.
//!   At most one vertex r of Pᵢ lies beyond it: vertices beyond a plane are connected by edges, and those that come
//!   back are not neighbours. So the nearest point is the old one, or in the cap of r: the hull of r and its
//!   neighbours.
//!
//! A descent of A's levels asks for the distance of a cap and B. A descent of B's levels answers it: it asks for the
//! distance of two caps, which have a constant size.
//!
//! **Complexity.** O(n log n) to build here: each level's hull is built anew, with exact signs. O(log n) for a farthest
//! vertex, O(log n · log m) small problems for a distance.
//!
//! **Known failure.** The constants are large: below some hundreds of vertices a scan is faster. It remembers nothing,
//! so it gains nothing under small motion. The distance of two caps is computed by GJK with Johnson's subalgorithm and
//! has its rounding errors. No depth.

mod distance;

pub use distance::Hierarchies;

use clearance::{Hull, WideVector};

/// The most neighbours of a vertex that is left out. Fewer: more levels. More: larger caps. Dobkin and Kirkpatrick show
/// that a constant share of the vertices of a polyhedron has at most 8.
const MOST_NEIGHBOURS: usize = 8;

/// A hull with coarser and coarser hulls inside.
#[derive(Clone, Debug)]
pub struct Hierarchy<W: WideVector> {
    /// The vertices that stay longest come first. So every hull of the hierarchy is a beginning of this list.
    points: Vec<W>,
    /// The index in the hull of each.
    vertices: Vec<u32>,
    coarsest: usize,
    /// From coarse to fine.
    layers: Vec<Layer>,
}

/// The vertices that come back from one level to the next finer one. Vertices are named by their place in the list.
#[derive(Clone, Debug)]
struct Layer {
    /// Where the vertices that come back begin in the list.
    first: usize,
    /// The neighbours of each vertex that comes back.
    rings: Vec<Vec<u32>>,
    /// For each vertex of the coarser hull: those that come back beside it.
    beside: Vec<Vec<u32>>,
}

/// One level of a hierarchy, for pictures and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The vertices of the level's hull, as indices of the whole hull's vertices.
    pub vertices: Vec<u32>,
    /// Those of them that the next coarser level does not have.
    pub left_out_next: Vec<u32>,
}

/// A farthest vertex, with what the descent looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// The farthest vertex.
    pub vertex: u32,
    /// For each level, from the coarsest: the vertices that were compared, and the best so far.
    pub levels: Vec<(Vec<u32>, u32)>,
}

impl<W: WideVector> Hierarchy<W> {
    /// The hierarchy of a hull. The signs that decide each level's hull are exact.
    pub fn new(hull: &Hull<W>) -> Self {
        let mut removed_layers = Vec::new();
        let mut hull = hull.clone();
        let mut names: Vec<u32> = (0..hull.vertices().len() as u32).collect();
        while names.len() > W::DIM + 1 {
            let removed = independent(&hull);
            let kept: Vec<usize> = (0..names.len()).filter(|&vertex| !removed[vertex]).collect();
            let points: Vec<W> = kept.iter().map(|&vertex| hull.vertices()[vertex]).collect();
            let Some(coarser) = Hull::new(&points)
                .ok()
                .filter(|coarser| coarser.dimension() == hull.dimension() && kept.len() < names.len())
            else {
                break;
            };
            removed_layers.push(left_out(&hull, &names, &removed));
            names = (0..coarser.vertices().len()).map(|vertex| names[kept[coarser.source(vertex)]]).collect();
            hull = coarser;
        }
        Self::from_layers(&hull, names, removed_layers)
    }

    fn from_layers(coarsest: &Hull<W>, names: Vec<u32>, layers: Vec<Vec<LeftOut<W>>>) -> Self {
        let total = names.len() + layers.iter().map(Vec::len).sum::<usize>();
        let mut place_of = vec![0u32; total];
        names.iter().enumerate().for_each(|(place, &name)| place_of[name as usize] = place as u32);
        let mut whole =
            Self { points: coarsest.vertices().to_vec(), coarsest: names.len(), vertices: names, layers: Vec::new() };
        for layer in layers.into_iter().rev() {
            let first = whole.points.len();
            let mut beside = vec![Vec::new(); first];
            let mut rings = Vec::with_capacity(layer.len());
            for (name, point, neighbours) in layer {
                let place = whole.points.len() as u32;
                place_of[name as usize] = place;
                let ring: Vec<u32> = neighbours.iter().map(|&neighbour| place_of[neighbour as usize]).collect();
                ring.iter().for_each(|&neighbour| beside[neighbour as usize].push(place));
                rings.push(ring);
                whole.points.push(point);
                whole.vertices.push(name);
            }
            whole.layers.push(Layer { first, rings, beside });
        }
        whole
    }

    /// The vertex that lies farthest along a direction.
    pub fn farthest(&self, direction: W) -> u32 {
        self.vertices[self.descend(direction, |_, _| {})]
    }

    /// The same with the vertices that were compared at each level.
    pub fn trace_farthest(&self, direction: W) -> Descent {
        let mut levels = Vec::new();
        let name = |place: usize| self.vertices[place];
        let best = self.descend(direction, |places, best| {
            levels.push((places.iter().map(|&place| name(place as usize)).collect(), name(best)));
        });
        Descent { vertex: name(best), levels }
    }

    /// The place of the farthest vertex. `seen` gets the places compared at each level, and the best of them.
    fn descend(&self, direction: W, mut seen: impl FnMut(&[u32], usize)) -> usize {
        let along = |place: usize| self.points[place].dot(&direction);
        let mut best = (1..self.coarsest).fold(0, |best, place| if along(place) > along(best) { place } else { best });
        let coarsest: Vec<u32> = if self.layers.is_empty() { Vec::new() } else { (0..self.coarsest as u32).collect() };
        seen(&coarsest, best);
        for layer in &self.layers {
            let compared = &layer.beside[best];
            for &place in compared {
                if along(place as usize) > along(best) {
                    best = place as usize;
                }
            }
            seen(compared, best);
        }
        best
    }

    /// The levels, from the finest, which is the hull itself, to the coarsest.
    pub fn levels(&self) -> Vec<Level> {
        let ends = self.layers.iter().rev().map(|layer| layer.first).chain([0]);
        let mut end = self.points.len();
        let level = |first: usize| {
            let left_out_next = if first == 0 { Vec::new() } else { self.vertices[first..end].to_vec() };
            let level = Level { vertices: self.vertices[..end].to_vec(), left_out_next };
            end = first;
            level
        };
        ends.map(level).collect()
    }
}

/// A vertex that a level leaves out: its name, its point and the names of its neighbours.
type LeftOut<W> = (u32, W, Vec<u32>);

fn left_out<W: WideVector>(hull: &Hull<W>, names: &[u32], removed: &[bool]) -> Vec<LeftOut<W>> {
    let entry = |vertex: usize| {
        let neighbours = hull.neighbours(vertex).iter().map(|&neighbour| names[neighbour as usize]).collect();
        (names[vertex], hull.vertices()[vertex], neighbours)
    };
    (0..names.len()).filter(|&vertex| removed[vertex]).map(entry).collect()
}

/// Vertices of few neighbours, of which no two are neighbours. The choice is greedy, the fewest neighbours first.
fn independent<W: WideVector>(hull: &Hull<W>) -> Vec<bool> {
    let count = hull.vertices().len();
    let degree = |vertex: usize| hull.neighbours(vertex).len();
    let mut order: Vec<usize> = (0..count).filter(|&vertex| degree(vertex) <= MOST_NEIGHBOURS).collect();
    order.sort_by_key(|&vertex| degree(vertex));
    let mut removed = vec![false; count];
    for vertex in order {
        removed[vertex] = hull.neighbours(vertex).iter().all(|&neighbour| !removed[neighbour as usize]);
    }
    removed
}
