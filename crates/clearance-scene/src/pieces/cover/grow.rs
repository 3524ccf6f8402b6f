//! Clusters of triangles that are joined, two and two, while their hulls are proven to stay near the solid.

use super::field::{Field, NONE, distance};
use super::guess::Guess;
use super::hulls::{Bounds, bounds_of, hull, union};
use super::patches::Patches;
use super::{CornerType, CoverPiece, CoverStep, excess};
use crate::mesh::Mesh;
use clearance::each::Each;
use clearance::{Hull, Vec3};
use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

/// The most clusters of which all pairs are tried at the end, not the neighbours alone.
const MOST_FOR_ALL_PAIRS: usize = 300;

/// Clusters and what each is made of.
pub struct Clusters {
    nodes: Vec<Node>,
    roots: Vec<usize>,
}

/// A set of triangles.
struct Node {
    triangles: Vec<u32>,
    /// The sets that it was joined from. None for a triangle alone.
    parts: Vec<usize>,
    /// Points with the same hull: its corners, if the set is not a triangle alone.
    corners: Vec<Vec3<f64>>,
    bounds: Bounds,
}

/// Two clusters that may be joined; the cheapest pair is the greatest. Their hull is asked for when it is their turn:
/// most offers are out of date by then.
struct Offer {
    cost: f64,
    gap: f32,
    nodes: [usize; 2],
}

impl Clusters {
    /// Joins triangles until no pair of clusters has a hull within the limit, as far as the field tells.
    pub fn grown(
        mesh: &Mesh,
        field: &Field,
        limit: f64,
        corners: CornerType,
        watch: &mut dyn FnMut(CoverStep),
    ) -> Self {
        let patches = Patches::new(mesh, field, limit, corners);
        let guess = Guess { field, threshold: limit as f32 };
        let (nodes, neighbours, refused) = (Vec::new(), Vec::new(), HashSet::new());
        let mut grower = Grower { patches, guess, nodes, neighbours, refused, watch };
        grower.begin();
        grower.join_neighbours();
        let roots = grower.alive();
        Self { nodes: grower.nodes, roots }
    }

    /// Proves the hulls. Each comes with the number of its cluster. A cluster without a proof is replaced by its parts.
    pub fn proven(
        &self,
        mesh: &Mesh,
        field: &Field,
        limit: f64,
        watch: &mut dyn FnMut(CoverStep),
    ) -> Vec<(usize, CoverPiece)> {
        let (mut pieces, mut waiting) = (Vec::new(), self.roots.clone());
        while let Some(cluster) = waiting.pop() {
            let Node { triangles, parts, corners: points, .. } = &self.nodes[cluster];
            let hull = hull(points);
            let excess = if parts.is_empty() {
                Some(of_triangle(mesh, triangles[0], points, field))
            } else {
                excess::excess(&hull, mesh, field, limit)
            };
            match excess {
                Some(excess) => {
                    watch(CoverStep::Proven { cluster, excess });
                    let mut triangles = triangles.clone();
                    triangles.sort_unstable();
                    pieces.push((cluster, CoverPiece { triangles, hull, excess }));
                }
                None => waiting.extend(parts),
            }
        }
        pieces
    }
}

/// How far the hull of a triangle's stand-ins leaves it: 0 if they are its corners.
fn of_triangle(mesh: &Mesh, triangle: u32, points: &[Vec3<f64>], field: &Field) -> f64 {
    let own = mesh.corners(triangle);
    if points.iter().all(|point| own.contains(point)) {
        return 0.0;
    }
    points.iter().fold(0.0, |most: f64, &point| most.max(distance(own, point))) + field.rounding
}

struct Grower<'a> {
    patches: Patches<'a>,
    guess: Guess<'a>,
    nodes: Vec<Node>,
    /// The clusters that share a vertex with each. Empty for those that were joined.
    neighbours: Vec<Option<BTreeSet<usize>>>,
    /// Pairs that were tried, and whose hull does not stay within the limit.
    refused: HashSet<[usize; 2]>,
    watch: &'a mut dyn FnMut(CoverStep),
}

impl Grower<'_> {
    fn alive(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.neighbours[node].is_some()).collect()
    }

    /// Triangles, or patches of them.
    fn begin(&mut self) {
        let count = self.patches.welded.len();
        for triangle in 0..count as u32 {
            let corners = self.patches.points_of(&[triangle]);
            let bounds = bounds_of(&corners);
            self.nodes.push(Node { triangles: vec![triangle], parts: Vec::new(), corners, bounds });
        }
        let mut owner = vec![NONE; count];
        self.neighbours = vec![None; self.nodes.len()];
        for part in self.patches.proven() {
            let node = if let [triangle] = part[..] { triangle as usize } else { self.add(part) };
            self.neighbours[node] = Some(BTreeSet::new());
            let Node { triangles, corners, .. } = &self.nodes[node];
            triangles.iter().for_each(|&triangle| owner[triangle as usize] = node as u32);
            let (triangles, corners) = (triangles.clone(), corners.clone());
            (self.watch)(CoverStep::Cluster { cluster: node, triangles, corners });
        }
        let mut at_vertex: HashMap<u32, BTreeSet<usize>> = HashMap::new();
        for (triangle, corners) in self.patches.welded.iter().enumerate() {
            corners.iter().for_each(|&vertex| {
                at_vertex.entry(vertex).or_default().insert(owner[triangle] as usize);
            });
        }
        for nodes in at_vertex.values() {
            for &node in nodes {
                let others = nodes.iter().copied().filter(|&other| other != node);
                self.neighbours[node].as_mut().expect("an owner is alive").extend(others);
            }
        }
    }

    /// A node of single triangles.
    fn add(&mut self, triangles: Vec<u32>) -> usize {
        let corners = hull(&self.patches.points_of(&triangles)).vertices().to_vec();
        let parts = triangles.iter().map(|&triangle| triangle as usize).collect();
        let bounds = bounds_of(&corners);
        self.nodes.push(Node { triangles, parts, corners, bounds });
        self.neighbours.push(None);
        self.nodes.len() - 1
    }

    /// Joins the cheapest pair, again and again.
    fn join_neighbours(&mut self) {
        let mut offers = BinaryHeap::new();
        for node in self.alive() {
            let neighbours = self.neighbours[node].clone().expect("it is alive");
            offers.extend(neighbours.range(node + 1..).filter_map(|&other| self.offer([node, other])));
        }
        let mut last = usize::MAX;
        loop {
            self.join_all(&mut offers);
            let alive = self.alive();
            if alive.len() > MOST_FOR_ALL_PAIRS || alive.len() == last {
                return;
            }
            last = alive.len();
            for (place, &node) in alive.iter().enumerate() {
                offers.extend(alive[place + 1..].iter().filter_map(|&other| self.offer([node, other])));
            }
        }
    }

    fn join_all(&mut self, offers: &mut BinaryHeap<Offer>) {
        while let Some(Offer { nodes: [first, second], gap, .. }) = offers.pop() {
            if self.neighbours[first].is_none() || self.neighbours[second].is_none() {
                continue;
            }
            let Some(hull) = self.joined_hull([first, second]) else {
                self.refused.insert([first, second]);
                continue;
            };
            let node = self.join([first, second], &hull);
            let corners = hull.vertices().to_vec();
            (self.watch)(CoverStep::Joined { parts: [first, second], cluster: node, gap: f64::from(gap), corners });
            let neighbours = self.neighbours[node].clone().expect("it is alive");
            offers.extend(neighbours.iter().filter_map(|&other| self.offer([other, node])));
        }
    }

    /// The hull of two clusters, if it is proven to stay within the limit. The field is asked first: that takes less
    /// time.
    fn joined_hull(&mut self, nodes: [usize; 2]) -> Option<Hull<Vec3<f64>>> {
        let [first, second] = nodes.each(|node| &self.nodes[node].corners);
        let hull = hull(&[&first[..], second].concat());
        if !self.guess.fits(&hull) {
            return None;
        }
        let Patches { mesh, field, limit, .. } = self.patches;
        let is_proven = excess::is_within(&hull, mesh, field, limit);
        if !is_proven {
            (self.watch)(CoverStep::Refused { parts: nodes });
        }
        is_proven.then_some(hull)
    }

    /// The cluster of two, in place of them.
    fn join(&mut self, parts: [usize; 2], hull: &Hull<Vec3<f64>>) -> usize {
        let node = self.nodes.len();
        let mut neighbours = BTreeSet::new();
        for part in parts {
            neighbours.extend(self.neighbours[part].take().expect("it is alive"));
        }
        neighbours.retain(|&other| self.neighbours[other].is_some());
        for &other in &neighbours {
            let others = self.neighbours[other].as_mut().expect("it is alive");
            others.retain(|other| !parts.contains(other));
            others.insert(node);
        }
        self.neighbours.push(Some(neighbours));
        let triangles = parts.each(|part| &self.nodes[part].triangles[..]).concat();
        let bounds = union(self.nodes[parts[0]].bounds, self.nodes[parts[1]].bounds);
        self.nodes.push(Node { triangles, parts: parts.to_vec(), corners: hull.vertices().to_vec(), bounds });
        node
    }

    /// Two clusters with their cost, if no gap between them is seen: first the gap in eighths of the limit, then the
    /// size.
    fn offer(&self, nodes: [usize; 2]) -> Option<Offer> {
        if self.refused.contains(&nodes) {
            return None;
        }
        let [first, second] = nodes.each(|node| &self.nodes[node]);
        let gap = self.guess.gap_between(&first.corners, &second.corners)?;
        let [low, high] = union(first.bounds, second.bounds);
        let size = (0..3).map(|axis| (high[axis] - low[axis]).powi(2)).sum::<f64>().sqrt();
        let whole = self.guess.field.cell * 1000.0;
        let cost = (8.0 * gap / self.guess.threshold).floor() + (size / whole).min(0.99) as f32;
        Some(Offer { cost: f64::from(cost), gap, nodes })
    }
}

impl PartialEq for Offer {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Offer {}

impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Offer {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then(other.nodes.cmp(&self.nodes))
    }
}
