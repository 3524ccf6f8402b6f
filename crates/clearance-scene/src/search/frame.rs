//! Two bodies in one frame: that of the first, with lengths of about 1.

use super::lanes::each_axis;
use crate::mesh::Body;
use crate::tree::scaled;
use clearance::real::{exponent_of, ldexp};
use clearance::{Pose, Vec3, vec3};

/// A vector of the frame.
pub(super) type Point = [f64; 3];

/// The placement of two bodies in the first one's frame. Lengths are multiplied by 2^−exponent, so that both bodies lie
/// within a length of 1 around the frame's origin or around each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// From B's frame to A's.
    pub matrix: [Point; 3],
    /// The origin of B's frame in A's.
    pub shift: Point,
    /// From the trees' lengths to those of the frame: a power of two each.
    pub tree_scales: [f64; 2],
    exponent: i32,
    /// Two powers of two whose product is 2^−exponent, which may itself be beyond the range.
    vertex_scales: [f64; 2],
    /// The images of A's axes in the world.
    axes_of_a: [Point; 3],
    /// The size of the scene: a bound of all coordinates in the frame.
    pub size: f64,
    /// A bound of the errors of all computed bounds of distances, and of how far the frame's distances are from the
    /// world's: lengths of the frame.
    ///
    /// Coordinates in the frame are at most `size`, the sum of both bodies' extents and of the shift. One takes three
    /// products and three sums, the matrix takes eight operations: it is off by under 16u·size. A distance of boxes, of
    /// points, or along a direction combines six coordinates: under 100u·size in all. A rotation that is not of unit
    /// length maps lengths with a relative error of at most its defect.
    pub slack: f64,
}

impl Frame {
    /// The frame of two bodies. `None` if a number of a pose is not finite or is no rotation.
    pub fn new(a: &Body, b: &Body) -> Option<Self> {
        let columns = [a, b].map(|body| columns(&body.pose));
        let [defect_a, defect_b] = [defect(&columns[0]), defect(&columns[1])];
        let apart = b.pose.translation - a.pose.translation;
        // NaN fails here, too.
        if !(defect_a < 0.5 && defect_b < 0.5 && apart.x.abs() + apart.y.abs() + apart.z.abs() < f64::INFINITY) {
            return None;
        }
        let greatest = apart.x.abs().max(apart.y.abs()).max(apart.z.abs());
        let exponents = [a, b].map(|body| body.mesh.tree().exponent());
        let exponent = exponents[0].max(exponents[1]).max(exponent_above(greatest));
        let shift = scaled(apart.into(), -exponent);
        let [of_a, of_b] = columns;
        let matrix = std::array::from_fn(|row| std::array::from_fn(|column| dot(of_a[row], of_b[column])));
        let shift = std::array::from_fn(|row| dot(of_a[row], shift));
        let tree_scales = exponents.map(|tree| ldexp(1.0, tree - exponent));
        let half = -exponent / 2;
        let vertex_scales = [ldexp(1.0, half), ldexp(1.0, -exponent - half)];
        let size = 3f64.sqrt() * (tree_scales[0] + tree_scales[1] + 1.0);
        let slack = size * (64.0 * f64::EPSILON + 4.0 * (defect_a + defect_b));
        Some(Self { matrix, shift, tree_scales, exponent, vertex_scales, axes_of_a: of_a, size, slack })
    }

    /// A length of the world in the frame.
    pub fn length(&self, world: f64) -> f64 {
        scaled([world], -self.exponent)[0]
    }

    /// A vertex of A in the frame.
    #[inline(always)]
    pub fn of_a(&self, vertex: Vec3<f64>) -> Point {
        let [first, second] = self.vertex_scales;
        [vertex.x * first * second, vertex.y * first * second, vertex.z * first * second]
    }

    /// A vertex of B in the frame.
    #[inline(always)]
    pub fn of_b(&self, vertex: Vec3<f64>) -> Point {
        self.place(self.of_a(vertex))
    }

    /// A point of B's axes and the frame's lengths.
    #[inline(always)]
    pub fn place(&self, point: Point) -> Point {
        each_axis(|row| dot(self.matrix[row], point) + self.shift[row])
    }

    /// A direction of the world in the frame.
    pub fn direction_of_world(&self, n: Vec3<f64>) -> Point {
        self.axes_of_a.map(|axis| dot(axis, n.into()))
    }

    /// A direction of the frame in B's axes.
    #[inline(always)]
    pub fn direction_in_b(&self, n: Point) -> Point {
        each_axis(|column| (0..3).map(|row| self.matrix[row][column] * n[row]).sum())
    }
}

#[inline(always)]
pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The images of the axes.
fn columns(pose: &Pose<Vec3<f64>>) -> [Point; 3] {
    [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)].map(|axis| pose.apply_vector(axis).into())
}

/// A bound of how far the columns are from an orthonormal frame. Rounding alone makes some ε of it.
fn defect(columns: &[Point; 3]) -> f64 {
    let mut most: f64 = 0.0;
    for row in 0..3 {
        for column in 0..=row {
            let wanted = if row == column { 1.0 } else { 0.0 };
            let off = (dot(columns[row], columns[column]) - wanted).abs();
            // NaN stays.
            most = if off <= most { most } else { off };
        }
    }
    3.0 * most
}

/// The exponent e with x < 2^e and 2^(e − 1) <= x. Small numbers count as 2^−1000.
fn exponent_above(x: f64) -> i32 {
    (exponent_of(x) + 1).max(-1000)
}
