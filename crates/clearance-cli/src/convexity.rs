//! Whether a closed surface or a ring is that of a convex body.
//!
//! For a mesh: every edge of what bounds its solid ([`Mesh::boundary_triangles`]) has two triangles; a point o lies strictly behind the
//! planes of all triangles; the surface goes around o once. Then every ray from o leaves the body once. If besides no
//! neighbour of a triangle rises above its plane, the body is convex. All signs are exact.
//!
//! The corners of a flat face of a sphere or cone are rounded, so its two triangles may bend inward by a rounding
//! error. Such a body is not convex, but it is nearly its hull. Let every vertex be at most δ above the plane of every
//! triangle, and o at least ρ below it. The hull, shrunk towards o by the factor ρ / (ρ + δ), lies below all planes:
//! n·(o + s(p − o)) − c ≤ (1 − s)(−ρ) + sδ = 0. So it lies in the body, and no point of the hull is farther than δ/ρ
//! times the hull's diameter from the body.

use clearance::each::Each;
use std::cmp::Ordering;

use clearance::{Hull, SupportMap, Vec2, Vec3};
use clearance_scene::{Mesh, side_of_line, side_of_plane};

/// How far a body may be from its hull, as a fraction of its size, to count as convex. Files keep about six digits.
/// Larger: visible dents are passed over. Smaller: round bodies in single precision have no depth.
const NEARLY: f64 = 1e-6;

/// How far the solid of a closed mesh may be from its convex hull: 0 if it is convex. `None` if it is not closed, or if
/// it is not proven to be nearly convex.
pub fn of_mesh(mesh: &Mesh) -> Option<f64> {
    if !mesh.is_closed() {
        return None;
    }
    let triangles = mesh.boundary_triangles();
    let inside = middle(mesh, &triangles);
    let corners = |[a, b, c]: [u32; 3]| [a, b, c].each(|vertex| mesh.vertices()[vertex as usize]);
    let behind = side_of_plane(corners(*triangles.first()?), inside);
    let is_behind = |triangle: &[u32; 3]| side_of_plane(corners(*triangle), inside) == behind;
    if behind == Ordering::Equal || !triangles.iter().all(is_behind) {
        return None;
    }
    let neighbours = opposite_corners(&triangles)?;
    if mesh.winding_number(inside).is_none_or(|around| around.abs() != 1) {
        return None;
    }
    // How far a neighbour rises above a triangle, at most, and whether one does.
    let (mut highest, mut rises) = (0.0f64, false);
    for (triangle, others) in triangles.iter().zip(&neighbours) {
        let plane = corners(*triangle);
        for corner in corners(*others) {
            if ![behind, Ordering::Equal].contains(&side_of_plane(plane, corner)) {
                (highest, rises) = (highest.max(height_over(plane, corner).abs()), true);
            }
        }
    }
    if !rises {
        return Some(0.0);
    }
    // The bound of the distance is more than twice that height: no need of the hull.
    let size = size_around(mesh.vertices(), inside);
    if highest > NEARLY * size {
        return None;
    }
    let planes = triangles.iter().map(|&triangle| {
        let [a, b, c] = corners(triangle);
        if behind == Ordering::Less { [a, b, c] } else { [a, c, b] }
    });
    distance_from_hull(mesh.vertices(), planes, inside, size)
}

/// For each triangle the corners of its three neighbours that it does not share. `None` if an edge has not exactly two
/// triangles in opposite directions.
fn opposite_corners(triangles: &[[u32; 3]]) -> Option<Vec<[u32; 3]>> {
    // Where each side leads, and the corner across, sorted by where it comes from.
    let sides = || triangles.iter().flat_map(|&[a, b, c]| [(a, b, c), (b, c, a), (c, a, b)]);
    let vertices = triangles.as_flattened().iter().max().map_or(0, |&vertex| vertex as usize + 1);
    let mut first = vec![0; vertices + 1];
    sides().for_each(|(from, ..)| first[from as usize + 1] += 1);
    (0..vertices).for_each(|vertex| first[vertex + 1] += first[vertex]);
    let (mut leading, mut places) = (vec![(0, 0); 3 * triangles.len()], first.clone());
    for (from, to, corner) in sides() {
        leading[places[from as usize]] = (to, corner);
        places[from as usize] += 1;
    }
    for vertex in 0..vertices {
        let own = &mut leading[first[vertex]..first[vertex + 1]];
        own.sort_unstable();
        if own.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
    }
    let across = |from: u32, to: u32| {
        let own = &leading[first[to as usize]..first[to as usize + 1]];
        own.binary_search_by_key(&from, |&(to, _)| to).ok().map(|place| own[place].1)
    };
    triangles.iter().map(|&[a, b, c]| Some([across(a, b)?, across(b, c)?, across(c, a)?])).collect()
}

/// The middle of the corners. It is inside a convex body.
fn middle(mesh: &Mesh, triangles: &[[u32; 3]]) -> Vec3<f64> {
    let count = 3.0 * triangles.len() as f64;
    let corners = triangles.as_flattened().iter().map(|&vertex| mesh.vertices()[vertex as usize]);
    corners.fold(Vec3::default(), |sum, corner| sum + corner * (1.0 / count))
}

/// A bound of the distance of the hull from the body, if it is at most [`NEARLY`] of the size. The planes turn
/// counter-clockwise as seen from outside.
fn distance_from_hull(
    vertices: &[Vec3<f64>],
    planes: impl Iterator<Item = [Vec3<f64>; 3]>,
    inside: Vec3<f64>,
    size: f64,
) -> Option<f64> {
    let hull = Hull::new(vertices).ok()?;
    let (mut above, mut below) = (0.0f64, f64::INFINITY);
    for [a, b, c] in planes {
        let (u, v) = (b - a, c - a);
        let normal = u.cross(v);
        // A coordinate of the normal is the difference of two products of differences; each is off by under 4ε|u||v|,
        // the whole vector by under 14ε|u||v|. The height of a point is the product with a vector of at most 2 · size,
        // and rounds by under 4ε|n| · 2 · size itself.
        let error = 32.0 * f64::EPSILON * (length(u) * length(v) + length(normal)) * size;
        let height = |point: Vec3<f64>| normal.dot(point - a);
        let normal_length = length(normal);
        above = above.max((height(hull.support(normal)).max(0.0) + error) / normal_length);
        below = below.min((-height(inside) - error) / normal_length);
    }
    let distance = 2.0 * size * above / below * (1.0 + 1e-9);
    // NaN fails here, too.
    (below > 0.0 && distance <= NEARLY * size).then_some(distance)
}

/// The greatest distance of a vertex from a point.
fn size_around(vertices: &[Vec3<f64>], point: Vec3<f64>) -> f64 {
    vertices.iter().map(|&vertex| length(vertex - point)).fold(0.0, f64::max)
}

/// The height of a point over a plane, rounded. 0 if the plane has no normal.
fn height_over([a, b, c]: [Vec3<f64>; 3], point: Vec3<f64>) -> f64 {
    (b - a).cross(c - a).normalized().map_or(0.0, |normal| normal.dot(point - a))
}

fn length(vector: Vec3<f64>) -> f64 {
    vector.x.hypot(vector.y).hypot(vector.z)
}

/// Whether a ring is the boundary of a convex polygon with an area. Points may repeat and lie on its sides.
///
/// A ring that only turns to one side and passes each direction once is convex. The sides change from rising to falling
/// twice then, and a ring that goes around more often changes more often.
pub fn of_ring(ring: &[[f64; 2]]) -> bool {
    let mut points: Vec<Vec2<f64>> = ring.iter().map(|&[x, y]| clearance::vec2(x + 0.0, y + 0.0)).collect();
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    let count = points.len();
    if count < 3 {
        return false;
    }
    let corner = |index: usize| [index, index + 1, index + 2].each(|place| points[place % count]);
    let mut turn = Ordering::Equal;
    for index in 0..count {
        let [a, b, c] = corner(index);
        match side_of_line([a, b], c) {
            Ordering::Equal => {
                // A side that goes back on itself is no side.
                if rises([a, b]) != rises([b, c]) {
                    return false;
                }
            }
            found if turn == Ordering::Equal || found == turn => turn = found,
            _ => return false,
        }
    }
    let changes = (0..count).filter(|&index| {
        let [a, b, c] = corner(index);
        rises([a, b]) != rises([b, c])
    });
    turn != Ordering::Equal && changes.count() == 2
}

/// Whether a side goes to the right, or straight up.
fn rises([a, b]: [Vec2<f64>; 2]) -> bool {
    a.x < b.x || (a.x == b.x && a.y < b.y)
}
