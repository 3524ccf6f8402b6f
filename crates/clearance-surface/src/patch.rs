//! Patches: triangles of a face and parts of them, each with a flat triangle and a radius.
//!
//! A part is split at the middles of its sides. A side on an edge is split on the curve, so that the sliver beside it
//! shrinks to a quarter; if the parts would turn the other way then, the side is split at its middle, and the sliver
//! stays as it was.

use crate::body::Body;
use crate::face::{Border, Face, bulge_between, turn_of};
use crate::radius::{Place, box_around, gap, middle, near_weights, sliver};
use crate::within::doubt;
use clearance::real::{U, UP};
use clearance::{Triangle, Vec3};

/// A part of a triangle of a body.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    /// The number of the face.
    pub face: u32,
    /// The number of the triangle in its face.
    triangle: u32,
    uv: [[f64; 2]; 3],
    corners: [Vec3<f64>; 3],
    borders: [Option<Border>; 3],
    /// The surface over it is within this of the flat triangle.
    pub radius: f64,
    /// The part of the radius that no split makes less.
    pub tolerance: f64,
    /// How far the region of the face may end from points of the patch, or of parts beside it.
    near: f64,
    depth: u32,
}

/// How often a triangle is split. 2⁻²⁰ of a triangle is less than rounding allows.
const MOST_DEPTH: u32 = 20;

impl Patch {
    /// The triangle of a body.
    pub fn of_leaf(body: &Body, leaf: u32) -> Self {
        let leaf = &body.leaves()[leaf as usize];
        let face = &body.faces[leaf.face as usize];
        Self {
            face: leaf.face,
            triangle: leaf.triangle,
            near: (leaf.radius.sliver + leaf.radius.tolerance) * UP,
            uv: face.uv(leaf.triangle),
            corners: face.corners(leaf.triangle),
            borders: *face.borders(leaf.triangle),
            radius: leaf.radius.total(),
            tolerance: leaf.radius.tolerance,
            depth: 0,
        }
    }

    /// A part between points of the surface: its corners are computed, and their errors belong to the radius.
    fn part(&self, face: &Face, places: [Place; 3], borders: [Option<Border>; 3]) -> Self {
        let uv = places.map(|place| place.uv);
        let error = places.iter().map(|place| place.error).fold(0.0, f64::max);
        let (sliver, tolerance) = sliver(face, uv, &borders);
        // The middles of sides round, so that two parts with a common side may part by so much.
        let range = box_around(&uv, 0.0);
        let size = range.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let rounding = face.surface.stretch(range) * 8.0 * U * size;
        let radius = (gap(&face.surface, &uv) + error + sliver + tolerance + rounding) * UP;
        let near = if borders.iter().any(Option::is_some) { (sliver + tolerance) * UP } else { 0.0 };
        let corners = places.map(|place| place.point);
        Self { uv, corners, borders, radius, tolerance, near, depth: self.depth + 1, ..*self }
    }

    /// The flat triangle.
    pub fn triangle(&self) -> Option<Triangle<Vec3<f64>>> {
        let [a, b, c] = self.corners;
        Triangle::new(a, b, c).ok()
    }

    /// What of the radius a split may make less.
    pub fn slack(&self) -> f64 {
        if self.depth >= MOST_DEPTH { 0.0 } else { self.radius - self.tolerance }
    }

    /// The parameters of the corners.
    pub fn uv(&self) -> [[f64; 2]; 3] {
        self.uv
    }

    /// The corners in space.
    pub fn corners(&self) -> [Vec3<f64>; 3] {
        self.corners
    }

    /// The pieces of edges at the sides.
    pub fn borders(&self) -> &[Option<Border>; 3] {
        &self.borders
    }

    /// The number of the triangle that it is a part of, in its face.
    pub fn leaf_triangle(&self) -> u32 {
        self.triangle
    }

    /// The side of the triangle whose piece of an edge holds a part of it.
    pub fn side_of_triangle(&self, face: &Face, part: &Border) -> Option<usize> {
        let holds = |whole: &Border| {
            let [low, high] = [whole.range[0].min(whole.range[1]), whole.range[0].max(whole.range[1])];
            whole.edge == part.edge && part.range.iter().all(|t| (low..=high).contains(t))
        };
        (0..3).find(|&side| face.borders(self.triangle)[side].as_ref().is_some_and(holds))
    }

    /// The longest side.
    pub fn size(&self) -> f64 {
        let [a, b, c] = self.corners;
        (b - a).length().max((c - b).length()).max((a - c).length())
    }

    /// The four parts.
    pub fn split(&self, body: &Body) -> [Self; 4] {
        let face = &body.faces[self.face as usize];
        let sides = [0, 1, 2].map(|side| [self.uv[side], self.uv[(side + 1) % 3]]);
        let plain = sides.map(|[a, b]| middle(a, b));
        let on_curve = [0, 1, 2].map(|side| {
            let border = self.borders[side].filter(|border| !border.is_kept)?;
            let curve = &face.edges()[border.edge as usize].curve;
            let [low, high] = border.range;
            let half = 0.5 * low + 0.5 * high;
            let (middle, _) = curve.at(half);
            let [from, to] = sides[side];
            let piece = |range, ends| Border { range, bulge: bulge_between(curve, range, ends), ..border };
            Some((middle, [piece([low, half], [from, middle]), piece([half, high], [middle, to])]))
        });
        let moved = [0, 1, 2].map(|side| on_curve[side].map_or(plain[side], |(uv, _)| uv));
        let turn = turn_of(self.uv);
        let is_moved = parts(self.uv, moved).iter().all(|part| turn_of(*part) == turn);
        let middles = if is_moved { moved } else { plain };
        let halves = [0, 1, 2].map(|side| match (on_curve[side], self.borders[side]) {
            (Some((_, pieces)), _) if is_moved => pieces.map(Some),
            // The curve is no farther from a half of its chord, for the points that belong to that half.
            (_, border) => [border.map(|border| Border { is_kept: true, ..border }); 2],
        });
        let [own, middles] = [self.uv, middles].map(|all| all.map(|uv| Place::of(&face.surface, uv)));
        let all = parts(own, middles);
        let borders = [
            [halves[0][0], None, halves[2][1]],
            [halves[1][0], None, halves[0][1]],
            [halves[2][0], None, halves[1][1]],
            [None; 3],
        ];
        let mut found = [0, 1, 2, 3].map(|part| self.part(face, all[part], borders[part]));
        // Slivers of parts beside a part may reach into it.
        let near = found.iter().map(|part| part.near).fold(0.0, f64::max);
        let near = if borders.as_flattened().iter().any(Option::is_some) { near } else { self.near };
        found.iter_mut().for_each(|part| part.near = near);
        found
    }

    /// A true point of the surface near a point of the flat triangle, and a bound of its error. It belongs to the face
    /// but for what the error includes.
    pub fn true_point(&self, body: &Body, near: Vec3<f64>) -> (Vec3<f64>, f64) {
        let face = &body.faces[self.face as usize];
        let weights = weights(self.corners, near);
        let uv = [0, 1].map(|k| (0..3).map(|i| self.uv[i][k] * weights[i]).sum::<f64>());
        let (point, error) = face.surface.at(uv);
        let doubt = doubt(face, uv, self.triangle, self.near);
        (point, (error + doubt) * UP)
    }
}

/// The three parts at the corners, each with its corner first, and the one in the middle.
fn parts<P: Copy>([a, b, c]: [P; 3], [ab, bc, ca]: [P; 3]) -> [[P; 3]; 4] {
    [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
}

/// Weights of the corners of a triangle whose mean is near a point. They are not negative. Any will do: the point that
/// they make is computed, and its distance is measured.
fn weights([a, b, c]: [Vec3<f64>; 3], near: Vec3<f64>) -> [f64; 3] {
    near_weights(near - a, [b - a, c - a])
}
