//! What is odd about a mesh. Nothing here changes an answer.

use super::boundary::{Inside, Pass, directions, edges_of, is_proper, sorted_passes};
use super::{Mesh, surface::welded};
use clearance::each::Each;
use clearance::{Ring, Space, Vec3, WideVector};

/// What is odd about a mesh. A closed surface that encloses a solid has zeros in all fields but `parts`. Vertices with
/// equal coordinates count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshReport {
    /// Edges with an odd number of triangles. [`Mesh::open_edges`] lists them.
    pub open_edges: usize,
    /// Edges with more than two triangles.
    pub crowded_edges: usize,
    /// Edges with two triangles that go along the edge in the same direction: one of the two shows its back.
    pub turned_edges: usize,
    /// Triangles with two equal corners, or with three corners on one line.
    pub degenerate_triangles: usize,
    /// Triangles with the same three vertices as an earlier one.
    pub repeated_triangles: usize,
    /// Triangles that count as turned, because their neighbours go the other way. The solid is that of the turned ones.
    pub turned_triangles: usize,
    /// Repeated triangles that do not count, because the surface is closed without them.
    pub left_out_triangles: usize,
    /// Sets of triangles that hang together by vertices.
    pub parts: usize,
    /// Whether the surface is closed and its triangles show their backs: the enclosed volume is negative.
    pub inside_out: bool,
    inside: Inside,
}

impl MeshReport {
    /// [`Mesh::is_closed`].
    pub fn is_closed(&self) -> bool {
        self.inside != Inside::Nothing
    }

    /// Whether there is no winding number, because triangles are turned and no others can be turned to agree with them.
    /// Then a point is inside if a ray from it crosses the surface an odd number of times.
    pub fn is_inside_by_parity(&self) -> bool {
        self.inside == Inside::Odd
    }

    pub(super) fn of(mesh: &Mesh) -> Self {
        let (vertices, boundary) = (mesh.vertices(), mesh.boundary());
        let [turned_triangles, left_out_triangles] = boundary.changed();
        let welded = welded(mesh, [1.0; 3]);
        let proper: Vec<[u32; 3]> = welded.iter().copied().filter(|&corners| is_proper(corners)).collect();
        let passes = sorted_passes(&proper);
        let is_turned = |edge: &&[Pass]| matches!(directions(edge), [0, 2] | [2, 0]);
        let corners = |triangle: &[u32; 3]| triangle.each(|vertex| vertices[vertex as usize]);
        Self {
            // Of an open mesh all triangles count as they are.
            open_edges: if mesh.is_closed() { 0 } else { edges_of(&passes).filter(|edge| edge.len() % 2 == 1).count() },
            crowded_edges: edges_of(&passes).filter(|edge| edge.len() > 2).count(),
            turned_edges: edges_of(&passes).filter(is_turned).count(),
            degenerate_triangles: welded.iter().filter(|&triangle| is_degenerate(corners(triangle))).count(),
            repeated_triangles: welded.len() - different(&welded),
            turned_triangles,
            left_out_triangles,
            parts: parts(vertices.len(), &welded).1.len(),
            inside_out: boundary.inside == Inside::NotZero && volume(vertices, &mesh.boundary_triangles()) < 0.0,
            inside: boundary.inside,
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
