//! Convex pieces inside a solid, each proven to be there.
//!
//! **Problem.** The depth of two solids is at least that of two convex pieces inside them. Pieces are to be large, and to
//! reach the surface where the other solid comes in.
//!
//! **Method.** After Deits and Tedrake, "Computing Large Convex Regions of Obstacle-Free Space through Semidefinite
//! Programming" (2015), with planes from one seed and without their ellipsoids:
//! 1. If the hull of the solid is proven to be inside, the solid is convex, and its hull is the only piece.
//! 2. A seed lies half way between a triangle and the wall behind it.
//! 3. From the nearest triangle to the farthest, each one that no plane cuts off yet gets a plane: its own, or the one
//!    across its nearest point if its own plane passes much nearer to the seed.
//! 4. The planes bound a polytope. Its corners are the poles of the faces of the hull of the planes' poles.
//! 5. *Proof*: the seed is inside by its exact winding number, and the interior of the piece meets no triangle, by exact
//!    signs or by the exact verdict of the core. If rounding prevents it, the piece shrinks a little about its seed. So
//!    nothing depends on how the corners were found.

use crate::ask::signed_distance;
use crate::mesh::Mesh;
use crate::signs::side_of_plane;
use clearance::each::Each;
use clearance::{Hull, Solver, Space, Status, Triangle, Vec3, WideVector, closest_on_triangle, vec3};

/// The most pieces of a solid. Larger: a few percent more depth in concave solids, and time by the square.
const MOST_PIECES: usize = 24;

/// The most triangles that give a seed.
const MOST_SEEDS: usize = 96;

/// A triangle's own plane is taken if it is at least this share of the triangle's distance away. Larger: flat walls beside
/// edges that turn inward are cut at a slant. Smaller: such edges cut off more behind them.
const NEARER: f64 = 0.3;

/// Planes are equal if their distances from the seed differ by less than this share. It is far above rounding.
const SAME: f64 = 1.0 / (1u64 << 30) as f64;

/// How much a piece shrinks until it is proven, as shares of its size.
const SHRINKS: [f64; 5] = [0.0, 1e-14, 1e-12, 1e-9, 1e-7];

/// Convex pieces inside a solid, in the mesh's frame. Triangles within the box of `others` are taken first.
pub fn inner_pieces(mesh: &Mesh, others: &[Vec3<f64>]) -> Vec<Hull<Vec3<f64>>> {
    let inside = Inside { mesh, boxes: mesh.triangles().iter().map(|face| bounds(&corners(mesh, *face))).collect() };
    if let Some(all) = inside.whole() {
        return vec![all];
    }
    let mut pieces: Vec<(Hull<Vec3<f64>>, Vec<Plane>)> = Vec::new();
    for triangle in inside.by_interest(&bounds(others)).into_iter().take(MOST_SEEDS) {
        let Some(seed) = inside.seed(triangle) else { continue };
        if pieces.iter().any(|(_, planes)| planes.iter().all(|plane| plane.height(seed) < 0.0)) {
            continue;
        }
        let planes = inside.planes(seed);
        if let Some(piece) = inside.piece(seed, &planes) {
            pieces.push((piece, planes));
        }
        if pieces.len() == MOST_PIECES {
            break;
        }
    }
    pieces.into_iter().map(|(piece, _)| piece).collect()
}

/// A plane with the piece behind it.
#[derive(Clone, Copy, Debug)]
struct Plane {
    point: Vec3<f64>,
    /// A unit vector.
    normal: Vec3<f64>,
    /// The distance of the seed, which lies behind.
    distance: f64,
}

impl Plane {
    /// How far a point lies in front.
    fn height(&self, point: Vec3<f64>) -> f64 {
        (point - self.point).dot(&self.normal)
    }

    /// Whether all points lie in front, or behind it by rounding.
    fn cuts_off(&self, points: &[Vec3<f64>; 3]) -> bool {
        points.iter().all(|&point| self.height(point) >= -SAME * self.distance)
    }
}

/// A solid, and the box of each triangle.
struct Inside<'a> {
    mesh: &'a Mesh,
    boxes: Vec<[Vec3<f64>; 2]>,
}

impl Inside<'_> {
    /// The hull of all vertices, if the solid is that hull.
    fn whole(&self) -> Option<Hull<Vec3<f64>>> {
        let hull = Hull::new(self.mesh.vertices()).ok()?;
        let share = 1.0 / hull.vertices().len() as f64;
        let middle = hull.vertices().iter().fold(vec3(0.0, 0.0, 0.0), |sum, &vertex| sum + vertex * share);
        self.is_proven(&hull, middle).then_some(hull)
    }

    /// The triangles, those that meet a box first, then by area, the largest first.
    fn by_interest(&self, near: &[Vec3<f64>; 2]) -> Vec<u32> {
        let area = |triangle: u32| {
            let [a, b, c] = self.mesh.corners(triangle);
            (b - a).cross(c - a).length()
        };
        let count = self.boxes.len() as u32;
        let mut order: Vec<(bool, f64, u32)> = (0..count)
            .map(|triangle| (!meet(&self.boxes[triangle as usize], near), -area(triangle), triangle))
            .collect();
        order.sort_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)).then(x.2.cmp(&y.2)));
        order.into_iter().map(|(.., triangle)| triangle).collect()
    }

    /// A point half way between the middle of a triangle and the next wall on a side that is inside. `None` if there is
    /// none, or if the triangle has no area.
    fn seed(&self, triangle: u32) -> Option<Vec3<f64>> {
        let [a, b, c] = self.mesh.corners(triangle);
        let normal = (b - a).cross(c - a);
        if !(normal.length() > 0.0) {
            return None;
        }
        let (middle, normal) = ((a + b + c) * (1.0 / 3.0), normal.unit());
        [-normal, normal].into_iter().find_map(|way| {
            let wall = self.wall_along(middle, way, triangle)?;
            let seed = middle + way * (0.5 * wall);
            (self.mesh.has_inside(seed) == Some(true)).then_some(seed)
        })
    }

    /// How far the next triangle lies along a ray, to rounding.
    fn wall_along(&self, from: Vec3<f64>, way: Vec3<f64>, without: u32) -> Option<f64> {
        let hits = (0..self.boxes.len() as u32).filter(|&triangle| triangle != without).filter_map(|triangle| {
            let [a, b, c] = self.mesh.corners(triangle).each(|corner| corner - from);
            let volumes = [b.cross(c).dot(&way), c.cross(a).dot(&way), a.cross(b).dot(&way)];
            let sum: f64 = volumes.iter().sum();
            let hits = volumes.iter().all(|&volume| volume * sum >= 0.0) && sum != 0.0;
            let along = (a * volumes[0] + b * volumes[1] + c * volumes[2]).dot(&way) / sum;
            (hits && along > 0.0).then_some(along)
        });
        hits.min_by(f64::total_cmp)
    }

    /// Planes around a seed that cut off every triangle, and those of the box around the mesh.
    fn planes(&self, seed: Vec3<f64>) -> Vec<Plane> {
        let [low, high] = bounds(self.mesh.vertices());
        let mut planes: Vec<Plane> = (0..3)
            .flat_map(|axis| {
                let normal = Vec3::axis(axis);
                [(low, -normal), (high, normal)]
            })
            .map(|(point, normal)| Plane { point, normal, distance: (point - seed).dot(&normal) })
            .collect();
        let mut nearest: Vec<(f64, Vec3<f64>, u32)> = (0..self.boxes.len() as u32)
            .map(|triangle| {
                let point = closest_on_triangle(seed, self.mesh.corners(triangle)).point;
                ((point - seed).length(), point, triangle)
            })
            .collect();
        nearest.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.2.cmp(&y.2)));
        for (distance, point, triangle) in nearest {
            let corners = self.mesh.corners(triangle);
            if !planes.iter().any(|plane| plane.cuts_off(&corners)) {
                planes.push(plane_before(seed, corners, point, distance));
            }
        }
        planes
    }

    /// The polytope behind the planes, shrunk until it is proven to be inside. `None` if it is flat or not proven.
    fn piece(&self, seed: Vec3<f64>, planes: &[Plane]) -> Option<Hull<Vec3<f64>>> {
        let poles: Vec<Vec3<f64>> = planes.iter().map(|plane| plane.normal * (1.0 / plane.distance)).collect();
        let dual = Hull::new(&poles).ok().filter(|dual| dual.dimension() == 3)?;
        let corner = |face: &[u32]| {
            let [a, b, c] = [0, 1, 2].each(|place| dual.vertices()[face[place] as usize]);
            let normal = (b - a).cross(c - a);
            normal * (1.0 / normal.dot(&a))
        };
        // Faces of nearly equal poles have corners that mean nothing.
        let is_behind =
            |&way: &Vec3<f64>| planes.iter().all(|plane| way.dot(&plane.normal) <= plane.distance * (1.0 + SAME));
        let ways: Vec<Vec3<f64>> = dual.faces().map(corner).filter(is_behind).collect();
        SHRINKS.into_iter().find_map(|share| {
            let corners: Vec<Vec3<f64>> = ways.iter().map(|&way| seed + way * (1.0 - share)).collect();
            let hull = Hull::new(&corners).ok().filter(|hull| hull.dimension() == 3)?;
            self.is_proven(&hull, seed).then_some(hull)
        })
    }

    /// Whether a hull is inside the solid: a point in its interior is, and its interior meets no triangle. Exact.
    fn is_proven(&self, hull: &Hull<Vec3<f64>>, seed: Vec3<f64>) -> bool {
        if hull.dimension() != 3 || self.mesh.has_inside(seed) != Some(true) {
            return false;
        }
        let corner = |face: &[u32], place: usize| hull.vertices()[face[place] as usize];
        let faces: Vec<[Vec3<f64>; 3]> =
            hull.faces().map(|face| [corner(face, 0), corner(face, 1), corner(face, 2)]).collect();
        if !faces.iter().all(|&face| side_of_plane(face, seed).is_lt()) {
            return false;
        }
        let around = bounds(hull.vertices());
        (0..self.boxes.len()).filter(|&index| meet(&self.boxes[index], &around)).all(|index| {
            let [a, b, c] = self.mesh.corners(index as u32);
            let is_outside =
                |&face: &[Vec3<f64>; 3]| [a, b, c].into_iter().all(|corner| side_of_plane(face, corner).is_ge());
            let triangle = || Triangle::new(a, b, c).expect("finite corners");
            faces.iter().any(is_outside)
                || signed_distance(&Solver::default(), hull, &triangle()).status != Status::Overlapping
        })
    }
}

/// A plane that cuts off a triangle whose point nearest to the seed is known.
fn plane_before(seed: Vec3<f64>, [a, b, c]: [Vec3<f64>; 3], point: Vec3<f64>, distance: f64) -> Plane {
    let normal = (b - a).cross(c - a);
    let own = normal.unit();
    let height = (a - seed).dot(&own);
    if normal.length() > 0.0 && height.abs() >= NEARER * distance {
        let normal = if height < 0.0 { -own } else { own };
        return Plane { point: a, normal, distance: height.abs() };
    }
    Plane { point, normal: (point - seed).unit(), distance }
}

fn corners(mesh: &Mesh, face: [u32; 3]) -> [Vec3<f64>; 3] {
    face.each(|index| mesh.vertices()[index as usize])
}

/// The least and the greatest coordinates of points.
fn bounds(points: &[Vec3<f64>]) -> [Vec3<f64>; 2] {
    let least = |p: Vec3<f64>, q: Vec3<f64>| vec3(p.x.min(q.x), p.y.min(q.y), p.z.min(q.z));
    let low = points.iter().copied().reduce(least).unwrap_or(vec3(0.0, 0.0, 0.0));
    let high = -points.iter().map(|&point| -point).reduce(least).unwrap_or(vec3(0.0, 0.0, 0.0));
    [low, high]
}

/// Whether two boxes have a common point.
fn meet([low, high]: &[Vec3<f64>; 2], [other_low, other_high]: &[Vec3<f64>; 2]) -> bool {
    (0..3).all(|axis| {
        low.coordinate(axis) <= other_high.coordinate(axis) && other_low.coordinate(axis) <= high.coordinate(axis)
    })
}
