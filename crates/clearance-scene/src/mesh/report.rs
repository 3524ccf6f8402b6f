//! What is odd about a mesh. Nothing here changes an answer.

use clearance::each::Each;
use clearance::{Ring, Space, Vec3, WideVector};

/// What is odd about a mesh. A closed surface that encloses a solid has zeros in all fields but `parts`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshReport {
    /// Edges with one triangle.
    pub open_edges: usize,
    /// Edges with more than two triangles.
    pub crowded_edges: usize,
    /// Edges with two triangles that go along the edge in the same direction: one of the two shows its back.
    pub turned_edges: usize,
    /// Triangles with two equal corners, or with three corners on one line.
    pub degenerate_triangles: usize,
    /// Triangles with the same three vertices as an earlier one.
    pub repeated_triangles: usize,
    /// Sets of triangles that hang together by vertices.
    pub parts: usize,
    /// Whether the surface is closed and its triangles show their backs: the enclosed volume is negative.
    pub inside_out: bool,
}

impl MeshReport {
    /// Whether every edge has two triangles that go along it in opposite directions. Then the surface encloses a solid.
    pub fn is_closed(&self) -> bool {
        self.open_edges == 0 && self.crowded_edges == 0 && self.turned_edges == 0
    }

    pub(super) fn of(vertices: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Self {
        let mut report = Self { parts: parts(vertices.len(), triangles).1.len(), ..Self::default() };
        report.repeated_triangles = triangles.len() - different(triangles);
        let passes = sorted_passes(triangles);
        for edge in passes.chunk_by(|a, b| a >> 1 == b >> 1) {
            let against = edge.iter().filter(|pass| **pass & 1 == 1).count();
            match edge.len() {
                1 => report.open_edges += 1,
                2 if against == 1 => {}
                2 => report.turned_edges += 1,
                _ => report.crowded_edges += 1,
            }
        }
        report.moved(vertices, triangles)
    }

    /// The report after the vertices have moved: what does not hang on the triangles' indices alone is told anew.
    pub(super) fn moved(self, vertices: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Self {
        let corners = |triangle: &[u32; 3]| triangle.each(|vertex| vertices[vertex as usize]);
        Self {
            degenerate_triangles: triangles.iter().filter(|&triangle| is_degenerate(corners(triangle))).count(),
            inside_out: self.is_closed() && volume(vertices, triangles) < 0.0,
            ..self
        }
    }
}

/// How many triangles have different sets of vertices.
fn different(triangles: &[[u32; 3]]) -> usize {
    let mut sets = triangles.to_vec();
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort_unstable();
    sets.dedup();
    sets.len()
}

/// Every side of every triangle, those of the same edge next to each other: the edge's lesser vertex, its greater one,
/// and in the last bit whether the side leads from the greater to the lesser. Vertices have 31 bits. A side between
/// equal vertices is no edge: the triangle closes it itself.
fn sorted_passes(triangles: &[[u32; 3]]) -> Vec<u64> {
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let key =
        |[from, to]: [u32; 2]| u64::from(from.min(to)) << 32 | u64::from(from.max(to)) << 1 | u64::from(from > to);
    let mut passes: Vec<u64> = sides.filter(|[from, to]| from != to).map(key).collect();
    passes.sort_unstable();
    passes
}

/// Whether the corners are on one line, decided without rounding.
fn is_degenerate([a, b, c]: [Vec3<f64>; 3]) -> bool {
    let cross = (b - a).cross(c - a);
    // The differences are at most 2·size, and round by 2u·size. So each product of two rounds by under 12u·size², and a
    // coordinate of the cross product by under 25u·size². A larger one is not zero. If size² leaves the range, the
    // comparison fails, and exact numbers decide.
    let size = [a, b, c].iter().flat_map(|v| [v.x, v.y, v.z]).fold(0.0, |most: f64, x| most.max(x.abs()));
    let error = 16.0 * f64::EPSILON * size * size;
    let is_sure = |x: f64| x.abs() > error && x.is_finite() && error > f64::MIN_POSITIVE;
    if [cross.x, cross.y, cross.z].into_iter().any(is_sure) {
        return false;
    }
    let [a, b, c] = [a, b, c].each(|corner| corner.exact());
    let cross = b.minus(&a).wedge(&c.minus(&a));
    (0..3).all(|axis| cross.coordinate(axis).is_zero())
}

/// Six times the enclosed volume, in lengths scaled by the largest coordinate.
fn volume(vertices: &[Vec3<f64>], triangles: &[[u32; 3]]) -> f64 {
    let size = vertices.iter().flat_map(|v| [v.x, v.y, v.z]).fold(0.0, |most: f64, x| most.max(x.abs()));
    let scaled = |vertex: u32| vertices[vertex as usize] * (1.0 / size);
    triangles
        .iter()
        .map(|&[a, b, c]| {
            let [a, b, c] = [a, b, c].each(scaled);
            a.dot(b.cross(c))
        })
        .sum()
}

/// Whether each vertex belongs to a triangle, and a vertex of each set of triangles that hang together by vertices.
pub(crate) fn parts(vertices: usize, triangles: &[[u32; 3]]) -> (Vec<bool>, Vec<u32>) {
    let mut leader: Vec<u32> = (0..vertices as u32).collect();
    let mut is_used = vec![false; vertices];
    for &[a, b, c] in triangles {
        for vertex in [a, b, c] {
            is_used[vertex as usize] = true;
        }
        let first = leader_of(&mut leader, a);
        for other in [b, c] {
            let other = leader_of(&mut leader, other);
            leader[other as usize] = first;
        }
    }
    let is_first = |&vertex: &u32| is_used[vertex as usize] && leader[vertex as usize] == vertex;
    let firsts = (0..vertices as u32).filter(is_first).collect();
    (is_used, firsts)
}

/// The leader of the set of a vertex, or of another numbered thing. The path to it is halved on the way.
pub(crate) fn leader_of(leader: &mut [u32], mut thing: u32) -> u32 {
    while leader[thing as usize] != thing {
        leader[thing as usize] = leader[leader[thing as usize] as usize];
        thing = leader[thing as usize];
    }
    thing
}
