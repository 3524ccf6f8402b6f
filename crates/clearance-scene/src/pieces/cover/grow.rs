//! Clusters of triangles that are joined, two and two, while their hulls seem to stay near the solid.

use super::field::{Field, NONE, distance};
use super::hulls::{hull, stand_ins, vertices_of};
use super::{CornerType, CoverPiece, excess};
use crate::mesh::Mesh;
use clearance::{Hull, Vec3};
use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

/// The most clusters to begin with. More make the search slow and give hardly fewer hulls.
const MOST_PATCHES: usize = 1200;

/// The most clusters of which all pairs are tried at the end, not the neighbours alone.
const MOST_FOR_ALL_PAIRS: usize = 300;

/// How many corners of each hull are joined by lines to look for a gap between two hulls.
const SAMPLES: usize = 10;

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
    /// The corners of its hull.
    corners: Vec<Vec3<f64>>,
}

/// Two clusters that may be joined; the cheapest pair is the greatest.
struct Offer {
    cost: f64,
    nodes: [usize; 2],
    corners: Vec<Vec3<f64>>,
}

impl Clusters {
    /// Joins triangles until no pair of clusters has a hull within the limit, as far as the field tells.
    pub fn grown(mesh: &Mesh, field: &Field, limit: f64, corners: CornerType) -> Self {
        let threshold = limit as f32;
        let mut grower = Grower { mesh, field, limit, threshold, corners, nodes: Vec::new(), neighbours: Vec::new() };
        grower.begin();
        grower.join_neighbours();
        let roots = grower.alive();
        Self { nodes: grower.nodes, roots }
    }

    /// Proves the hulls. A cluster without a proof is replaced by its parts.
    pub fn proven(&self, mesh: &Mesh, field: &Field, limit: f64) -> Vec<CoverPiece> {
        let (mut pieces, mut waiting) = (Vec::new(), self.roots.clone());
        while let Some(node) = waiting.pop() {
            let Node { triangles, parts, corners: points } = &self.nodes[node];
            let hull = hull(points);
            let excess = if parts.is_empty() {
                Some(of_triangle(mesh, triangles[0], points, field))
            } else {
                excess::excess(&hull, mesh, field, limit)
            };
            match excess {
                Some(excess) => {
                    let mut triangles = triangles.clone();
                    triangles.sort_unstable();
                    pieces.push(CoverPiece { triangles, hull, excess });
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
    mesh: &'a Mesh,
    field: &'a Field,
    limit: f64,
    threshold: f32,
    corners: CornerType,
    nodes: Vec<Node>,
    /// The clusters that share a vertex with each. Empty for those that were joined.
    neighbours: Vec<Option<BTreeSet<usize>>>,
}

impl Grower<'_> {
    fn alive(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.neighbours[node].is_some()).collect()
    }

    /// Triangles, or patches of them.
    fn begin(&mut self) {
        let count = self.mesh.triangles().len();
        for triangle in 0..count as u32 {
            let corners = self.points_of(&[triangle]);
            self.nodes.push(Node { triangles: vec![triangle], parts: Vec::new(), corners: hull_corners(&corners) });
        }
        let welded = welded(self.mesh);
        let patches = self.patches(&welded);
        let mut owner = vec![NONE; count];
        self.neighbours = vec![None; self.nodes.len()];
        for patch in patches {
            for part in self.fitting(patch) {
                let node = if let [triangle] = part[..] { triangle as usize } else { self.add(part) };
                self.neighbours[node] = Some(BTreeSet::new());
                self.nodes[node].triangles.iter().for_each(|&triangle| owner[triangle as usize] = node as u32);
            }
        }
        let mut at_vertex: HashMap<u32, BTreeSet<usize>> = HashMap::new();
        for (triangle, corners) in welded.iter().enumerate() {
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
        let points = self.points_of(&triangles);
        let parts = triangles.iter().map(|&triangle| triangle as usize).collect();
        self.nodes.push(Node { triangles, parts, corners: hull_corners(&points) });
        self.neighbours.push(None);
        self.nodes.len() - 1
    }

    fn points_of(&self, triangles: &[u32]) -> Vec<Vec3<f64>> {
        let vertices = vertices_of(self.mesh, triangles);
        vertices.iter().flat_map(|&vertex| stand_ins(self.mesh.vertices()[vertex as usize], self.corners)).collect()
    }

    /// Sets of triangles that hang together and fit into a small box: as large as needed for few sets.
    fn patches(&self, welded: &[[u32; 3]]) -> Vec<Vec<u32>> {
        let count = welded.len();
        if count <= MOST_PATCHES {
            return (0..count as u32).map(|triangle| vec![triangle]).collect();
        }
        let mut around: HashMap<u32, Vec<u32>> = HashMap::new();
        for (triangle, corners) in welded.iter().enumerate() {
            corners.iter().for_each(|&vertex| around.entry(vertex).or_default().push(triangle as u32));
        }
        let mut size = 2.0 * self.limit;
        loop {
            let patches = self.patches_of_size(size, welded, &around);
            if patches.len() <= MOST_PATCHES || size > 50.0 * self.limit {
                return patches;
            }
            size *= 1.4;
        }
    }

    fn patches_of_size(&self, size: f64, welded: &[[u32; 3]], around: &HashMap<u32, Vec<u32>>) -> Vec<Vec<u32>> {
        let mut is_taken = vec![false; welded.len()];
        let mut patches = Vec::new();
        for first in 0..welded.len() {
            if std::mem::replace(&mut is_taken[first], true) {
                continue;
            }
            let (mut patch, mut read) = (vec![first as u32], 0);
            let mut bounds = bounds_of(&self.mesh.corners(first as u32));
            while read < patch.len() {
                for vertex in welded[patch[read] as usize] {
                    for &other in &around[&vertex] {
                        if is_taken[other as usize] {
                            continue;
                        }
                        let joined = union(bounds, bounds_of(&self.mesh.corners(other)));
                        if (0..3).all(|axis| joined[1][axis] - joined[0][axis] <= size) {
                            is_taken[other as usize] = true;
                            bounds = joined;
                            patch.push(other);
                        }
                    }
                }
                read += 1;
            }
            patches.push(patch);
        }
        patches
    }

    /// Parts of a patch whose hulls fit.
    fn fitting(&self, patch: Vec<u32>) -> Vec<Vec<u32>> {
        let (mut fit, mut waiting) = (Vec::new(), vec![patch]);
        while let Some(mut patch) = waiting.pop() {
            if patch.len() == 1 || self.is_proven(&patch) {
                fit.push(patch);
                continue;
            }
            let corners: Vec<Vec3<f64>> = patch.iter().flat_map(|&triangle| self.mesh.corners(triangle)).collect();
            let [low, high] = bounds_of(&corners);
            let axis = (0..3).max_by(|&p, &q| (high[p] - low[p]).total_cmp(&(high[q] - low[q]))).expect("three");
            let place =
                |&triangle: &u32| self.mesh.corners(triangle).iter().map(|c| [c.x, c.y, c.z][axis]).sum::<f64>();
            patch.sort_by(|p, q| place(p).total_cmp(&place(q)).then(p.cmp(q)));
            let rest = patch.split_off(patch.len() / 2);
            waiting.extend([patch, rest]);
        }
        fit
    }

    fn is_proven(&self, triangles: &[u32]) -> bool {
        excess::is_within(&hull(&self.points_of(triangles)), self.mesh, self.field, self.limit)
    }

    /// Joins the cheapest pair, again and again. Offers only seem to fit; a proof comes before two clusters are joined.
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
        while let Some(Offer { nodes: [first, second], corners, .. }) = offers.pop() {
            if self.neighbours[first].is_none() || self.neighbours[second].is_none() {
                continue;
            }
            if !excess::is_within(&hull(&corners), self.mesh, self.field, self.limit) {
                continue;
            }
            let node = self.nodes.len();
            let mut neighbours = self.neighbours[first].take().expect("it is alive");
            neighbours.extend(self.neighbours[second].take().expect("it is alive"));
            neighbours.retain(|&other| other != first && other != second && self.neighbours[other].is_some());
            let triangles = [&self.nodes[first].triangles[..], &self.nodes[second].triangles].concat();
            self.nodes.push(Node { triangles, parts: vec![first, second], corners });
            for &other in &neighbours {
                let others = self.neighbours[other].as_mut().expect("it is alive");
                others.remove(&first);
                others.remove(&second);
                others.insert(node);
            }
            self.neighbours.push(Some(neighbours.clone()));
            offers.extend(neighbours.iter().filter_map(|&other| self.offer([other, node])));
        }
    }

    /// The hull of two clusters with its cost, if it seems to fit: first the excess in eighths of the limit, then the
    /// size.
    fn offer(&self, nodes: [usize; 2]) -> Option<Offer> {
        let [first, second] = nodes.map(|node| &self.nodes[node].corners);
        let gap = self.gap_between(first, second)?;
        let hull = hull(&[&first[..], second].concat());
        if !self.fits(&hull) {
            return None;
        }
        let [low, high] = bounds_of(hull.vertices());
        let size = (0..3).map(|axis| (high[axis] - low[axis]).powi(2)).sum::<f64>().sqrt();
        let whole = self.field.cell * 1000.0;
        let cost = (8.0 * gap / self.threshold).floor() + (size / whole).min(0.99) as f32;
        Some(Offer { cost: f64::from(cost), nodes, corners: hull.vertices().to_vec() })
    }

    /// The greatest distance that is seen on some lines between the corners of two hulls. `None` if it is too great.
    fn gap_between(&self, first: &[Vec3<f64>], second: &[Vec3<f64>]) -> Option<f32> {
        let some = |corners: &[Vec3<f64>]| -> Vec<Vec3<f64>> {
            let count = corners.len().min(SAMPLES);
            (0..count).map(|place| corners[place * corners.len() / count]).collect()
        };
        let (first, second) = (some(first), some(second));
        let mut most: f32 = 0.0;
        for &p in &first {
            for &q in &second {
                for share in [0.5, 0.25, 0.75] {
                    most = most.max(self.field.distance[self.field.index_at(p * share + q * (1.0 - share))]);
                }
            }
            // A sample is at the middle of its cell only by chance.
            if most > self.threshold + self.field.cell as f32 {
                return None;
            }
        }
        Some(most)
    }

    /// Whether no cell that is too far from the solid has its middle in the hull.
    fn fits(&self, hull: &Hull<Vec3<f64>>) -> bool {
        if hull.dimension() < 3 {
            return self.flat_fits(hull.vertices());
        }
        let planes: Vec<(Vec3<f64>, f64, f64)> = (0..hull.face_count())
            .map(|face| {
                let normal = hull.face_normal(face);
                let corner = hull.vertices()[hull.face(face)[0] as usize];
                (normal, normal.dot(corner), normal.x.abs() + normal.y.abs() + normal.z.abs())
            })
            .collect();
        let [low, high] = bounds_of(hull.vertices());
        let place = |p: [f64; 3]| self.field.place(Vec3 { x: p[0], y: p[1], z: p[2] });
        let range = [place(low), place(high)];
        let mut waiting = vec![(self.field.levels.len() - 1, [0usize; 3])];
        while let Some((level, block)) = waiting.pop() {
            let Some(most) = self.field.most_of(level, block) else { continue };
            let is_beside =
                (0..3).any(|axis| block[axis] > range[1][axis] >> level || block[axis] < range[0][axis] >> level);
            if most <= self.threshold || is_beside {
                continue;
            }
            let (middle, half) = self.field.block(level, block);
            let grow = if level == 0 { 0.0 } else { half };
            if planes.iter().any(|&(normal, offset, sum)| normal.dot(middle) - offset > grow * sum) {
                continue;
            }
            if level == 0 {
                return false;
            }
            for corner in 0..8 {
                waiting.push((level - 1, [0, 1, 2].map(|axis| 2 * block[axis] + (corner >> axis & 1))));
            }
        }
        true
    }

    /// The same for a flat hull, at points of it that are about a cell apart.
    fn flat_fits(&self, outline: &[Vec3<f64>]) -> bool {
        let [first, others @ ..] = outline else { return true };
        let pairs: Vec<[Vec3<f64>; 2]> = match others {
            [] => Vec::new(),
            [other] => vec![[*other, *other]],
            others => others.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
        };
        pairs.iter().all(|&[p, q]| {
            let size = [p - *first, q - *first, q - p].iter().map(|edge| edge.dot(*edge).sqrt()).fold(0.0, f64::max);
            let steps = ((size / self.field.cell) as usize + 1).min(64);
            (0..=steps).all(|i| {
                (0..=steps - i).all(|j| {
                    let (s, t) = (i as f64 / steps as f64, j as f64 / steps as f64);
                    let point = *first + (p - *first) * s + (q - *first) * t;
                    self.field.distance[self.field.index_at(point)] <= self.threshold + self.field.cell as f32
                })
            })
        })
    }
}

fn hull_corners(points: &[Vec3<f64>]) -> Vec<Vec3<f64>> {
    hull(points).vertices().to_vec()
}

/// The triangles with one index for all vertices at one place.
fn welded(mesh: &Mesh) -> Vec<[u32; 3]> {
    let mut places: HashMap<[u64; 3], u32> = HashMap::new();
    let mut place = |vertex: u32| {
        let at = mesh.vertices()[vertex as usize];
        *places.entry([at.x + 0.0, at.y + 0.0, at.z + 0.0].map(f64::to_bits)).or_insert(vertex)
    };
    mesh.triangles().iter().map(|corners| corners.map(&mut place)).collect()
}

fn bounds_of(points: &[Vec3<f64>]) -> [[f64; 3]; 2] {
    let start = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    points.iter().fold(start, |bounds, point| union(bounds, [[point.x, point.y, point.z]; 2]))
}

fn union([low, high]: [[f64; 3]; 2], [other_low, other_high]: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
    [[0, 1, 2].map(|axis| low[axis].min(other_low[axis])), [0, 1, 2].map(|axis| high[axis].max(other_high[axis]))]
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
