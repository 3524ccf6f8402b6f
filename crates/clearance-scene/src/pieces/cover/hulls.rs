//! Hulls of triangles, and what lies in them by exact signs.

use super::{CornerType, CoverPiece, CoverStep};
use crate::mesh::Mesh;
use crate::signs::side_of_plane;
use clearance::each::Each;
use clearance::{Hull, Vec3, vec3};

/// The hull of points.
pub fn hull(points: &[Vec3<f64>]) -> Hull<Vec3<f64>> {
    Hull::new(points).expect("finite points, at least one")
}

/// The corners that stand for a vertex: itself, or those of the smallest box of single numbers that holds it.
pub fn stand_ins(vertex: Vec3<f64>, corners: CornerType) -> Vec<Vec3<f64>> {
    if corners == CornerType::F64 {
        return vec![vertex];
    }
    let around = |x: f64| {
        let near = x as f32;
        match f64::from(near).total_cmp(&x) {
            _ if f64::from(near) == x => vec![x],
            std::cmp::Ordering::Less => vec![f64::from(near), f64::from(near.next_up())],
            _ => vec![f64::from(near.next_down()), f64::from(near)],
        }
    };
    let [x, y, z] = [vertex.x, vertex.y, vertex.z].each(around);
    let pairs = x.iter().flat_map(|&x| y.iter().map(move |&y| (x, y)));
    pairs.flat_map(|(x, y)| z.iter().map(move |&z| vec3(x, y, z))).collect()
}

/// The least and the greatest coordinates.
pub type Bounds = [[f64; 3]; 2];

pub fn bounds_of(points: &[Vec3<f64>]) -> Bounds {
    let start = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    points.iter().fold(start, |bounds, point| union(bounds, [[point.x, point.y, point.z]; 2]))
}

pub fn union([low, high]: Bounds, [other_low, other_high]: Bounds) -> Bounds {
    [[0, 1, 2].each(|axis| low[axis].min(other_low[axis])), [0, 1, 2].each(|axis| high[axis].max(other_high[axis]))]
}

/// The vertices of triangles, each once.
pub fn vertices_of(mesh: &Mesh, triangles: &[u32]) -> Vec<u32> {
    let corners = triangles.iter().flat_map(|&triangle| mesh.triangles()[triangle as usize]);
    let mut vertices: Vec<u32> = corners.collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Whether all corners of triangles lie in a hull, by exact signs.
pub fn holds_all(hull: &Hull<Vec3<f64>>, mesh: &Mesh, triangles: &[u32]) -> bool {
    let faces = faces(hull);
    vertices_of(mesh, triangles).iter().all(|&vertex| holds(hull, &faces, mesh.vertices()[vertex as usize]))
}

/// Three corners of each face.
fn faces(hull: &Hull<Vec3<f64>>) -> Vec<[Vec3<f64>; 3]> {
    let corner = |face: &[u32], place: usize| hull.vertices()[face[place] as usize];
    hull.faces().map(|face| [corner(face, 0), corner(face, 1), corner(face, 2)]).collect()
}

/// Whether a point lies in a hull, exactly. A hull that is flat holds its own corners and what the faces' edges leave.
fn holds(hull: &Hull<Vec3<f64>>, faces: &[[Vec3<f64>; 3]], point: Vec3<f64>) -> bool {
    if hull.dimension() == 3 {
        return faces.iter().all(|&face| side_of_plane(face, point).is_le());
    }
    // The region of a point about a hull is exact. For hulls of few faces that is fast enough.
    hull.vertices().contains(&point) || hull.closest_point(point).distance.upper == 0.0
}

/// Leaves out pieces whose triangles all lie in other hulls, the smallest first. Their triangles are listed there. Each
/// piece has the number of its cluster, which is told when it goes.
pub fn without_covered(
    mesh: &Mesh,
    pieces: Vec<(usize, CoverPiece)>,
    watch: &mut dyn FnMut(CoverStep),
) -> Vec<CoverPiece> {
    let home = |(cluster, piece): (usize, CoverPiece)| {
        let (bounds, faces) = (bounds_of(piece.hull.vertices()), faces(&piece.hull));
        Home { cluster, piece, bounds, faces }
    };
    let mut homes: Vec<Home> = pieces.into_iter().map(home).collect();
    homes.sort_by_key(|home| home.piece.triangles.len());
    let mut place = 0;
    while place < homes.len() {
        let Some(others) = others_that_hold(mesh, &homes, place) else {
            place += 1;
            continue;
        };
        for (triangle, other) in others {
            homes[other].piece.triangles.push(triangle);
            homes[other].piece.triangles.sort_unstable();
        }
        watch(CoverStep::Dropped { cluster: homes.remove(place).cluster });
    }
    homes.into_iter().map(|home| home.piece).collect()
}

/// A piece that may hold triangles of others.
struct Home {
    cluster: usize,
    piece: CoverPiece,
    bounds: Bounds,
    faces: Vec<[Vec3<f64>; 3]>,
}

impl Home {
    fn holds(&self, corners: [Vec3<f64>; 3]) -> bool {
        self.piece.hull.dimension() == 3
            && union(self.bounds, bounds_of(&corners)) == self.bounds
            && corners.iter().all(|&corner| holds(&self.piece.hull, &self.faces, corner))
    }
}

/// For each triangle of a piece another piece that holds it.
fn others_that_hold(mesh: &Mesh, homes: &[Home], place: usize) -> Option<Vec<(u32, usize)>> {
    let home = |&triangle: &u32| {
        let corners = mesh.corners(triangle);
        let other = (0..homes.len()).find(|&other| other != place && homes[other].holds(corners));
        other.map(|other| (triangle, other))
    };
    homes[place].piece.triangles.iter().map(home).collect()
}

/// The surface of a hull that is not flat, in triangles.
pub fn mesh_of(hull: &Hull<Vec3<f64>>) -> Option<Mesh> {
    let fan = |face: &[u32]| face[1..].windows(2).map(|pair| [face[0], pair[0], pair[1]]).collect::<Vec<_>>();
    let triangles: Vec<[u32; 3]> = hull.faces().flat_map(fan).collect();
    if hull.dimension() == 3 { Mesh::new(hull.vertices(), &triangles).ok() } else { None }
}

/// The volume that a surface encloses, rounded.
pub fn volume(mesh: &Mesh) -> f64 {
    let base = mesh.vertices()[0];
    let part = |corners: [u32; 3]| {
        let [a, b, c] = corners.each(|vertex| mesh.vertices()[vertex as usize] - base);
        a.cross(b).dot(c) / 6.0
    };
    mesh.boundary_triangles().into_iter().map(part).sum()
}
