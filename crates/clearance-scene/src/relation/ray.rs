//! Winding numbers of placed bodies at exact points.
//!
//! A ray leads from the point to the outside. Each triangle that it crosses counts 1 if the ray leaves through its
//! front, and −1 if it enters there. Triangles that hold the point itself may be left out. Then the number is that of
//! the sector of space into which the ray leaves the point.
//!
//! A triangle without area adds nothing to any number, so it is left out where a ray does not tell. Of every other triangle some ray
//! from a point off it tells: one that is in no plane with the point and an edge.
//!
//! The triangles come from the tree: boxes beside the ray are left out.

use super::placed::{Placed, Probe, Vertex};
use crate::mesh::Body;
use crate::signs::{sign, sure_side_of_plane};
use crate::tree::{Cell, Content, Tree};
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Space, Vec3, WideVector, vec3};
use std::cmp::Ordering;

/// All coordinates of placed vertices are below 4. A point with this x is outside.
const OUTSIDE: f64 = 8.0;

/// A bound of the error of a rounded probe, and of a placed vertex.
const PROBE: f64 = 1024.0 * f64::EPSILON;

/// A bound of the errors of a box beside a ray. The image of a box takes under 1300 halves of ε: that of a placed vertex
/// for its center, three products and three sums of numbers below 4, each with the error of an axis. The ray is off by less
/// than two probes.
const BESIDE: f64 = 4.0 * PROBE;

/// A ray to the outside.
pub(super) struct Ray<'a> {
    probe: &'a Probe,
    /// How much y and z grow with x.
    slopes: [f64; 2],
    end: [f64; 3],
    exact_end: Vec3<Dyadic>,
    /// A vector along the ray.
    pub direction: Vec3<Dyadic>,
}

/// What a ray says of one triangle.
enum Passage {
    /// The ray misses the triangle, or crosses it in this direction.
    Counts(i32),
    /// The ray meets an edge or a corner, or runs in the plane, or begins in it.
    Unclear,
}

/// The point is on a triangle.
struct OnSurface;

impl<'a> Ray<'a> {
    /// Ray number `attempt` from a point. The directions are near the x axis, and no two are in a plane with it: the
    /// golden ratio never repeats a slope.
    pub fn new(probe: &'a Probe, attempt: u32) -> Self {
        let slope = |factor: f64| (f64::from(attempt) * factor).fract() / 16.0 + 1.0 / 256.0;
        let [y, z] = [slope(0.618_033_988_749_894_9), slope(0.754_877_666_246_692_8)];
        let [from_x, from_y, from_z] = probe.rounded;
        let length = OUTSIDE - from_x;
        let end = [OUTSIDE, from_y + y * length, from_z + z * length];
        let exact_end = vec3(end[0], end[1], end[2]).exact();
        let direction = probe.to(&exact_end);
        Self { probe, slopes: [y, z], end, exact_end, direction }
    }

    /// How often the surface of a body goes around the start of the ray. Triangles in `left_out` do not count. `None`
    /// if the ray meets an edge or runs in a plane.
    fn winding(&self, placed: &Placed, side: usize, left_out: &[u32]) -> Option<Result<i32, OnSurface>> {
        let start = self.probe.rounded;
        let low = [0, 1, 2].each(|axis| start[axis].min(self.end[axis]) - PROBE);
        let high = [0, 1, 2].each(|axis| start[axis].max(self.end[axis]) + PROBE);
        let body = placed.bodies[side];
        let tree = body.mesh.tree();
        let beam = Beam::new(self, placed, body);
        let (mut sum, mut waiting) = (0, Vec::from_iter(tree.root()));
        while let Some(cell) = waiting.pop() {
            let group = match tree.content(cell) {
                Content::Node(node) => {
                    let cells = (0..tree.node(node).used).map(|slot| Cell { node, slot });
                    waiting.extend(cells.filter(|&cell| !beam.misses(tree, cell)));
                    continue;
                }
                Content::Group(group) => group,
            };
            for &triangle in group.pieces {
                let corners = placed.corners(side, triangle);
                let rounded = corners.each(|corner| placed.rounded(corner));
                let misses = (0..3).any(|axis| {
                    rounded.iter().all(|point| point[axis] < low[axis])
                        || rounded.iter().all(|point| point[axis] > high[axis])
                });
                if placed.is_spent() {
                    return None;
                }
                if misses || left_out.contains(&triangle) || placed.leaves_out(side, triangle) {
                    continue;
                }
                match self.passage(placed, corners) {
                    Passage::Counts(count) => sum += count,
                    // From a point on its line every ray is unclear. It goes around nothing.
                    Passage::Unclear if placed.view(corners).is_none() => {}
                    Passage::Unclear if holds(placed, corners, self.probe) => return Some(Err(OnSurface)),
                    Passage::Unclear => return None,
                }
            }
        }
        Some(Ok(sum))
    }

    fn passage(&self, placed: &Placed, [a, b, c]: [Vertex; 3]) -> Passage {
        let sides = [[a, b], [b, c], [c, a]].each(|[from, to]| self.side_of_ray(placed, from, to));
        let has = |order: Ordering| sides.contains(&order);
        if has(Ordering::Less) && has(Ordering::Greater) {
            return Passage::Counts(0);
        }
        if has(Ordering::Equal) {
            return Passage::Unclear;
        }
        let ends = [side_of_point(placed, [a, b, c], self.probe), self.side_of_end(placed, [a, b, c])];
        match ends {
            [Ordering::Greater, Ordering::Less] => Passage::Counts(-1),
            [Ordering::Less, Ordering::Greater] => Passage::Counts(1),
            [Ordering::Equal, _] | [_, Ordering::Equal] => Passage::Unclear,
            _ => Passage::Counts(0),
        }
    }

    /// The sign of the volume of the ray and a segment.
    fn side_of_ray(&self, placed: &Placed, from: Vertex, to: Vertex) -> Ordering {
        let rounded = [self.probe.rounded, self.end, placed.rounded(from), placed.rounded(to)];
        sure_side_of_plane(rounded, PROBE).unwrap_or_else(|| {
            placed.spend_on(self.probe);
            let [from, to] = [from, to].each(|vertex| self.probe.to(placed.exact(vertex)));
            placed.counted(sign(&self.direction.wedge(&from).dot(&to)))
        })
    }

    fn side_of_end(&self, placed: &Placed, triangle: [Vertex; 3]) -> Ordering {
        let [a, b, c] = triangle.each(|vertex| placed.rounded(vertex));
        let exact = || sign(&placed.normal(triangle).dot(&self.exact_end.minus(placed.exact(triangle[0]))));
        sure_side_of_plane([a, b, c, self.end], PROBE).unwrap_or_else(|| placed.counted(exact()))
    }
}

/// A ray and the axes of a body's tree, sheared so that the ray runs along the x axis: y and z are less by what the
/// ray's slopes add.
struct Beam {
    /// The images of the tree's axes, sheared.
    axes: [[f64; 3]; 3],
    /// The image of the tree's center, sheared.
    origin: [f64; 3],
    /// The least and the greatest sheared coordinates of the ray.
    low: [f64; 3],
    high: [f64; 3],
}

impl Beam {
    fn new(ray: &Ray, placed: &Placed, body: &Body) -> Self {
        let [y, z] = ray.slopes;
        let sheared = |p: [f64; 3]| [p[0], p[1] - y * p[0], p[2] - z * p[0]];
        let [origin, axes @ ..] = placed.axes_of_tree(body).each(sheared);
        let start = sheared(ray.probe.rounded);
        let low = start.each(|x| x - BESIDE);
        let high = [OUTSIDE, start[1], start[2]].each(|x| x + BESIDE);
        Self { axes, origin, low, high }
    }

    /// Whether the ray surely misses a box. NaN is not sure.
    fn misses(&self, tree: &Tree<3>, cell: Cell) -> bool {
        let [middle, half] = tree.node(cell.node).middle_and_half(cell.slot);
        (0..3).any(|row| {
            let (mut place, mut reach) = (self.origin[row], 0.0);
            for axis in 0..3 {
                place += self.axes[axis][row] * middle[axis];
                reach += self.axes[axis][row].abs() * half[axis];
            }
            place - reach > self.high[row] || place + reach < self.low[row]
        })
    }
}

/// Whether both ends of a segment are surely on one side of a triangle's plane.
pub(super) fn is_on_one_side(placed: &Placed, triangle: [Vertex; 3], ends: [&Probe; 2]) -> bool {
    let [a, b, c] = triangle.each(|vertex| placed.rounded(vertex));
    let [from, to] = ends.each(|end| sure_side_of_plane([a, b, c, end.rounded], PROBE));
    from.is_some() && from == to
}

/// On which side of a triangle's plane a point lies. `Greater` is the front.
fn side_of_point(placed: &Placed, triangle: [Vertex; 3], probe: &Probe) -> Ordering {
    let [a, b, c] = triangle.each(|vertex| placed.rounded(vertex));
    let exact = || sign(&placed.normal(triangle).dot(&probe.to(placed.exact(triangle[0])))).reverse();
    sure_side_of_plane([a, b, c, probe.rounded], PROBE).unwrap_or_else(|| placed.counted(exact()))
}

/// Whether a triangle with an area holds a point, its edges included.
pub(super) fn holds(placed: &Placed, triangle: [Vertex; 3], probe: &Probe) -> bool {
    if placed.is_beside(triangle, probe, PROBE) || side_of_point(placed, triangle, probe).is_ne() {
        return false;
    }
    placed.spend_on(probe);
    let normal = placed.normal(triangle);
    let [a, b, c] = triangle.each(|vertex| probe.to(placed.exact(vertex)));
    [[&a, &b], [&b, &c], [&c, &a]].iter().all(|[from, to]| sign(&normal.dot(&from.wedge(to))).is_ge())
}

/// How often the surface of a body goes around a point, and the direction in which this holds. Triangles in `left_out`
/// do not count; the direction is in none of their planes. `None` if the point is on another triangle, or nothing is left to
/// spend on long numbers.
pub(super) fn winding(placed: &Placed, side: usize, probe: &Probe, left_out: &[u32]) -> Option<(i32, Vec3<Dyadic>)> {
    let normals: Vec<_> = left_out.iter().map(|&triangle| placed.normal(placed.corners(side, triangle))).collect();
    for attempt in 1.. {
        if placed.is_spent() {
            return None;
        }
        placed.rays.update(|count| count + 1);
        let ray = Ray::new(probe, attempt);
        if normals.iter().any(|normal| !Space::is_zero(normal) && sign(&normal.dot(&ray.direction)).is_eq()) {
            continue;
        }
        match ray.winding(placed, side, left_out) {
            Some(Ok(winding)) => return Some((winding, ray.direction)),
            Some(Err(OnSurface)) => return None,
            None => {}
        }
    }
    None
}
