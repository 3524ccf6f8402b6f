//! How far a hull leaves the solid, at most.
//!
//! **Method.** Boxes cover the hull: first blocks of the field's cells, then cells, then parts of cells. A box that
//! lies beyond the plane of a face has no point of the hull. In a cell that is inside the bound is 0. No point of
//! another cell is farther from the solid than its middle and half of its diagonal. In a part of a cell there is a
//! better bound: the distance from a triangle is a convex function, so no point of a box is farther from the solid than
//! the farthest corner of the box is from any one triangle. If this does not do, the tree of the mesh tells the
//! distance of the middle from the surface. A box in a ball without surface is inside if a cell that the ball reaches
//! is. The box with the greatest bound is split, until that bound is at most the limit, and then some more. The
//! greatest bound that is left holds for the whole hull.

use super::field::{Field, NONE, distance};
use super::hulls;
use crate::composite::closest_point;
use crate::mesh::{Body, Mesh};
use crate::relation::{Relation, relation};
use clearance::each::Each;
use clearance::{Hull, Pose, Vec3, vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The most splits for one hull after the bound is below the limit: they make the bound tighter.
const TIGHTER: usize = 500;

/// The most splits for one hull. A hull that is not proven by then is refused.
const MOST: usize = 400_000;

/// The least part of a cell: its extent is that of the cell divided by two to this power.
const DEEPEST: u32 = 9;

/// A box, with its bound.
struct Part {
    bound: f64,
    middle: Vec3<f64>,
    half: f64,
    place: Place,
}

/// Where a box is.
#[derive(Clone, Copy)]
enum Place {
    /// A block of a level of the field.
    Block(usize, [usize; 3]),
    /// A part of a cell, so many times halved.
    Inner(u32, [usize; 3]),
}

/// Whether no point of the hull is farther from the solid than `limit`, proven. Of the boxes in doubt the worst is split
/// first, and then the worst of its parts. So a box that is small and far refutes the hull after few splits.
pub fn is_within(hull: &Hull<Vec3<f64>>, mesh: &Mesh, field: &Field, limit: f64) -> bool {
    let judge = Judge { planes: planes(hull), ..Judge::new(mesh, field, limit) };
    let (mut waiting, mut parts) = (Vec::new(), judge.whole());
    for _ in 0..MOST {
        parts.retain(|part| !(part.bound <= limit));
        parts.sort_by(Part::cmp);
        waiting.append(&mut parts);
        match waiting.pop() {
            None => return true,
            Some(Part { place: Place::Inner(DEEPEST, _), .. }) => return false,
            Some(part) => judge.split(&part, &mut parts),
        }
    }
    false
}

/// An upper bound of the distance of the hull's points from the solid, if it is at most `limit`.
pub fn excess(hull: &Hull<Vec3<f64>>, mesh: &Mesh, field: &Field, limit: f64) -> Option<f64> {
    if !is_within(hull, mesh, field, limit) {
        return None;
    }
    if is_in(hull, mesh, field) {
        return Some(0.0);
    }
    let judge = Judge { planes: planes(hull), ..Judge::new(mesh, field, limit) };
    let mut parts = judge.whole();
    let mut all = BinaryHeap::new();
    let mut left = TIGHTER;
    loop {
        all.extend(parts.drain(..));
        // Above the limit splits are not counted: they end, because the limit is proven.
        match all.peek() {
            None => return Some(0.0),
            Some(top) if top.bound <= limit => {
                if left == 0 || matches!(top.place, Place::Inner(DEEPEST, _)) {
                    return Some(top.bound);
                }
                left -= 1;
            }
            Some(_) => {}
        }
        judge.split(&all.pop().expect("there is a top"), &mut parts);
    }
}

/// Whether a hull lies in the solid, exactly.
fn is_in(hull: &Hull<Vec3<f64>>, mesh: &Mesh, field: &Field) -> bool {
    let Some(body) = hulls::mesh_of(hull).filter(|_| field.encloses) else { return false };
    let found = relation(&body.at(Pose::identity()), &mesh.at(Pose::identity()));
    found.is_some_and(|found| found.relation == Relation::AInB)
}

/// A plane with the hull behind it: its normal, how far it lies along the normal, and the sum of the normal's extents.
struct Plane {
    normal: Vec3<f64>,
    offset: f64,
    sum: f64,
}

/// The planes of the faces. A flat hull has planes through its sides, too.
fn planes(hull: &Hull<Vec3<f64>>) -> Vec<Plane> {
    let plane = |normal: Vec3<f64>| {
        // All corners are behind the plane, whatever the rounding of the normal is.
        let offset = hull.vertices().iter().fold(f64::NEG_INFINITY, |most: f64, &corner| most.max(normal.dot(corner)));
        Plane { normal, offset, sum: normal.x.abs() + normal.y.abs() + normal.z.abs() }
    };
    let mut planes: Vec<Plane> = (0..hull.face_count()).map(|face| plane(hull.face_normal(face))).collect();
    if hull.dimension() == 2 {
        let normal = hull.face_normal(0);
        let corners = hull.vertices();
        let sides = (0..corners.len()).map(|place| corners[(place + 1) % corners.len()] - corners[place]);
        planes.extend(sides.map(|side| plane(side.cross(normal))));
    } else if let [p, q] = *hull.vertices() {
        let along = q - p;
        for axis in [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)] {
            let across = along.cross(axis);
            planes.extend([plane(across), plane(across * -1.0)]);
        }
    }
    for axis in [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)] {
        planes.extend([plane(axis), plane(axis * -1.0)]);
    }
    planes
}

struct Judge<'a> {
    mesh: &'a Mesh,
    body: Body<'a>,
    field: &'a Field,
    planes: Vec<Plane>,
    /// A bound need not be better than this. A point of the hull that is farther from the solid refutes the hull.
    limit: f64,
}

impl<'a> Judge<'a> {
    fn new(mesh: &'a Mesh, field: &'a Field, limit: f64) -> Self {
        Self { mesh, body: mesh.at(Pose::identity()), field, planes: Vec::new(), limit }
    }

    /// Whether a box surely has no point of the hull.
    fn is_beyond(&self, middle: Vec3<f64>, half: f64) -> bool {
        self.planes.iter().any(|plane| {
            let reach = half * plane.sum;
            plane.normal.dot(middle) - plane.offset > reach + self.field.rounding * plane.sum
        })
    }

    /// The box of the whole field.
    fn whole(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        self.add_block(self.field.levels.len() - 1, [0; 3], &mut parts);
        parts
    }

    /// Adds the parts of a box.
    fn split(&self, &Part { middle, half, place, .. }: &Part, parts: &mut Vec<Part>) {
        match place {
            Place::Block(0, cell) => self.add_halves(middle, half, 1, cell, parts),
            Place::Inner(depth, cell) => self.add_halves(middle, half, depth + 1, cell, parts),
            Place::Block(level, block) => {
                for corner in 0..8 {
                    let part = [0, 1, 2].each(|axis| 2 * block[axis] + (corner >> axis & 1));
                    self.add_block(level - 1, part, parts);
                }
            }
        }
    }

    fn add_block(&self, level: usize, block: [usize; 3], parts: &mut Vec<Part>) {
        let Some(most) = self.field.most_of(level, block) else { return };
        let (middle, half) = self.field.block(level, block);
        if most == 0.0 || self.is_beyond(middle, half) {
            return;
        }
        // Half of a cell's diagonal is less than 0.8661 of its extent.
        let mut bound = f64::from(most) + 0.8661 * self.field.cell + self.field.rounding;
        if level == 0 && bound > self.limit {
            bound = bound.min(self.bound(middle, half, self.field.nearest[self.field.index_at(middle)]));
        }
        parts.push(Part { bound, middle, half, place: Place::Block(level, block) });
    }

    /// Adds the eight halves of a part of a cell.
    fn add_halves(&self, middle: Vec3<f64>, half: f64, depth: u32, cell: [usize; 3], parts: &mut Vec<Part>) {
        let near = self.field.triangles_near(cell);
        let half = 0.5 * half;
        for corner in 0..8u32 {
            let way = |axis: u32| if corner >> axis & 1 == 1 { half } else { -half };
            let middle = middle + vec3(way(0), way(1), way(2));
            if !self.is_beyond(middle, half) {
                parts.extend(self.part_of_cell(middle, half, depth, cell, &near));
            }
        }
    }

    /// A part of a cell, bounded by the triangle that is nearest to its middle. `None` if it is inside. A part whose
    /// middle refutes the hull gets no finite bound.
    fn part_of_cell(&self, middle: Vec3<f64>, half: f64, depth: u32, cell: [usize; 3], near: &[u32]) -> Option<Part> {
        let away = |&triangle: &u32| (distance(self.mesh.corners(triangle), middle), triangle);
        let nearest = near.iter().map(away).min_by(|p, q| p.0.total_cmp(&q.0));
        let (away, triangle) = nearest.unwrap_or((f64::INFINITY, NONE));
        let diagonal = 1.7322 * half;
        let bound = (away + diagonal + self.field.rounding).min(self.bound(middle, half, triangle));
        let part = Part { bound, middle, half, place: Place::Inner(depth, cell) };
        // The middle is not farther from the surface than this. So the tree can tell something new only then.
        let is_worth_it = bound > self.limit && (away > diagonal || away > self.limit);
        if is_worth_it { self.looked_at(part, cell) } else { Some(part) }
    }

    /// The same part with the bound that the tree gives.
    fn looked_at(&self, part: Part, cell: [usize; 3]) -> Option<Part> {
        let near = closest_point(&self.body, part.middle);
        let diagonal = 1.7322 * part.half;
        let free = near.lower - self.field.rounding;
        let is_outside = match self.field.is_inside_near(cell, part.middle, free) {
            Some(true) if free > diagonal => return None,
            side => side == Some(false),
        };
        if is_outside && free > self.limit && self.holds(part.middle) {
            return Some(Part { bound: f64::INFINITY, place: Place::Inner(DEEPEST, cell), ..part });
        }
        Some(Part { bound: part.bound.min(self.bound(part.middle, part.half, near.leaf_a)), ..part })
    }

    /// Whether the hull surely has this point.
    fn holds(&self, point: Vec3<f64>) -> bool {
        self.planes.iter().all(|plane| plane.normal.dot(point) - plane.offset < -self.field.rounding * plane.sum)
    }

    /// How far the points of a box are from a triangle, at most.
    fn bound(&self, middle: Vec3<f64>, half: f64, triangle: u32) -> f64 {
        if triangle == NONE {
            return f64::INFINITY;
        }
        let own = self.mesh.corners(triangle);
        let corner = |corner: u32| {
            let way = |axis: u32| if corner >> axis & 1 == 1 { half } else { -half };
            distance(own, middle + vec3(way(0), way(1), way(2)))
        };
        (0..8).map(corner).fold(0.0, f64::max) + self.field.rounding
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}
