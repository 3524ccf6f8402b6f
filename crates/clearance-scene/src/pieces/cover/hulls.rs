//! Hulls of triangles, and what lies in them by exact signs.

use super::{CornerType, CoverPiece};
use crate::mesh::Mesh;
use crate::signs::side_of_plane;
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
    let [x, y, z] = [vertex.x, vertex.y, vertex.z].map(around);
    let pairs = x.iter().flat_map(|&x| y.iter().map(move |&y| (x, y)));
    pairs.flat_map(|(x, y)| z.iter().map(move |&z| vec3(x, y, z))).collect()
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

/// Leaves out pieces whose triangles all lie in other hulls, the smallest first. Their triangles are listed there.
pub fn drop_covered(mesh: &Mesh, pieces: &mut Vec<CoverPiece>) {
    pieces.sort_by_key(|piece| piece.triangles.len());
    let mut place = 0;
    while place < pieces.len() {
        let piece = pieces.remove(place);
        match homes(mesh, &piece, pieces) {
            Some(homes) => {
                for (triangle, home) in homes {
                    pieces[home].triangles.push(triangle);
                    pieces[home].triangles.sort_unstable();
                }
            }
            None => {
                pieces.insert(place, piece);
                place += 1;
            }
        }
    }
}

/// For each triangle of a piece another piece that holds it.
fn homes(mesh: &Mesh, piece: &CoverPiece, others: &[CoverPiece]) -> Option<Vec<(u32, usize)>> {
    let faces: Vec<_> = others.iter().map(|other| faces(&other.hull)).collect();
    let holds_triangle = |other: usize, triangle: u32| {
        let hull = &others[other].hull;
        hull.dimension() == 3 && mesh.corners(triangle).iter().all(|&corner| holds(hull, &faces[other], corner))
    };
    let home = |&triangle: &u32| {
        (0..others.len()).find(|&other| holds_triangle(other, triangle)).map(|other| (triangle, other))
    };
    piece.triangles.iter().map(home).collect()
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
    let part = |triangle: u32| {
        let [a, b, c] = mesh.corners(triangle).map(|corner| corner - base);
        a.cross(b).dot(c) / 6.0
    };
    (0..mesh.triangles().len() as u32).map(part).sum()
}
