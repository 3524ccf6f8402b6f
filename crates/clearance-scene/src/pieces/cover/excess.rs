//! How far a hull leaves the solid, at most.
//!
//! **Method.** Boxes cover the hull: first blocks of the field's cells, then cells, then parts of cells. A box that
//! lies beyond the plane of a face has no point of the hull. In a cell that is inside the bound is 0. No point of
//! another cell is farther from the solid than its middle and half of its diagonal. In a part of a cell there is a
//! better bound: the distance from a triangle is a convex function, so no point of a box is farther from the solid than
//! the farthest corner of the box is from any one triangle. The box with the greatest bound is split, until that bound
//! is at most the limit, and then some more. The greatest bound that is left holds for the whole hull.

use super::field::{Field, distance};
use super::hulls;
use crate::mesh::Mesh;
use crate::relation::{Relation, relation};
use clearance::{Hull, Pose, Vec3, vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The most splits for one hull after the bound is below the limit: they make the bound tighter.
const TIGHTER: usize = 4000;

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
    /// A part of a cell, so many times halved, with the cell's triangles.
    Inner(u32, [usize; 3]),
}

/// Whether no point of the hull is farther from the solid than `limit`, proven.
pub fn is_within(hull: &Hull<Vec3<f64>>, mesh: &Mesh, field: &Field, limit: f64) -> bool {
    Search::new(hull, mesh, field, limit).is_within()
}

/// An upper bound of the distance of the hull's points from the solid, if it is at most `limit`.
pub fn excess(hull: &Hull<Vec3<f64>>, mesh: &Mesh, field: &Field, limit: f64) -> Option<f64> {
    let mut search = Search::new(hull, mesh, field, limit);
    if !search.is_within() {
        return None;
    }
    if is_in(hull, mesh, field) {
        return Some(0.0);
    }
    for _ in 0..TIGHTER {
        let is_deep = |top: &Part| matches!(top.place, Place::Inner(DEEPEST, _));
        if search.parts.peek().is_none_or(is_deep) {
            break;
        }
        search.split();
    }
    Some(search.parts.peek().map_or(0.0, |top| top.bound))
}

/// The boxes that cover a hull.
struct Search<'a> {
    judge: Judge<'a>,
    parts: BinaryHeap<Part>,
}

impl<'a> Search<'a> {
    fn new(hull: &Hull<Vec3<f64>>, mesh: &'a Mesh, field: &'a Field, limit: f64) -> Self {
        let judge = Judge { mesh, field, planes: planes(hull), limit };
        let mut parts = BinaryHeap::new();
        judge.add_block(field.levels.len() - 1, [0; 3], &mut parts);
        Self { judge, parts }
    }

    /// Splits boxes until none has a bound above the judge's limit. A box that is small and far refutes it.
    fn is_within(&mut self) -> bool {
        let limit = self.judge.limit;
        for _ in 0..MOST {
            match self.parts.peek() {
                Some(top) if !(top.bound <= limit) => {
                    if matches!(top.place, Place::Inner(DEEPEST, _)) {
                        return false;
                    }
                }
                _ => return true,
            }
            self.split();
        }
        false
    }

    /// Replaces the box with the greatest bound by its parts.
    fn split(&mut self) {
        let Some(Part { middle, half, place, .. }) = self.parts.pop() else { return };
        match place {
            Place::Block(0, cell) => self.judge.add_halves(middle, half, 1, cell, &mut self.parts),
            Place::Inner(depth, cell) => self.judge.add_halves(middle, half, depth + 1, cell, &mut self.parts),
            Place::Block(level, block) => {
                for corner in 0..8 {
                    let part = [0, 1, 2].map(|axis| 2 * block[axis] + (corner >> axis & 1));
                    self.judge.add_block(level - 1, part, &mut self.parts);
                }
            }
        }
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
    field: &'a Field,
    planes: Vec<Plane>,
    /// A bound that need not be better than this.
    limit: f64,
}

impl Judge<'_> {
    /// Whether a box surely has no point of the hull.
    fn is_beyond(&self, middle: Vec3<f64>, half: f64) -> bool {
        self.planes.iter().any(|plane| {
            let reach = half * plane.sum;
            plane.normal.dot(middle) - plane.offset > reach + self.field.rounding * plane.sum
        })
    }

    fn add_block(&self, level: usize, block: [usize; 3], parts: &mut BinaryHeap<Part>) {
        let Some(most) = self.field.most_of(level, block) else { return };
        let (middle, half) = self.field.block(level, block);
        if most == 0.0 || self.is_beyond(middle, half) {
            return;
        }
        // Half of a cell's diagonal is less than 0.8661 of its extent.
        let mut bound = f64::from(most) + 0.8661 * self.field.cell + self.field.rounding;
        if level == 0 && bound > self.limit {
            bound = bound.min(self.bound(middle, half, &[self.field.nearest[self.field.index_at(middle)]]));
        }
        parts.push(Part { bound, middle, half, place: Place::Block(level, block) });
    }

    /// Adds the eight halves of a part of a cell.
    fn add_halves(&self, middle: Vec3<f64>, half: f64, depth: u32, cell: [usize; 3], parts: &mut BinaryHeap<Part>) {
        let near = self.field.triangles_near(cell);
        let half = 0.5 * half;
        for corner in 0..8u32 {
            let way = |axis: u32| if corner >> axis & 1 == 1 { half } else { -half };
            let middle = middle + vec3(way(0), way(1), way(2));
            if !self.is_beyond(middle, half) {
                parts.push(Part {
                    bound: self.bound(middle, half, &near),
                    middle,
                    half,
                    place: Place::Inner(depth, cell),
                });
            }
        }
    }

    /// The bound of a part of a cell, from the two triangles that are nearest to its middle.
    fn bound(&self, middle: Vec3<f64>, half: f64, near: &[u32]) -> f64 {
        let mut best = [(f64::INFINITY, 0); 2];
        for &triangle in near {
            let own = (distance(self.mesh.corners(triangle), middle), triangle);
            if own.0 < best[0].0 {
                best = [own, best[0]];
            } else if own.0 < best[1].0 {
                best[1] = own;
            }
        }
        // From the middle to a corner the distance grows by half of the diagonal at most.
        let mut bound = best[0].0 + 1.7322 * half;
        for (_, triangle) in best.into_iter().filter(|(distance, _)| distance.is_finite()) {
            let own = self.mesh.corners(triangle);
            let corner = |corner: u32| {
                let way = |axis: u32| if corner >> axis & 1 == 1 { half } else { -half };
                distance(own, middle + vec3(way(0), way(1), way(2)))
            };
            bound = bound.min((0..8).map(corner).fold(0.0, f64::max));
        }
        bound + self.field.rounding
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
