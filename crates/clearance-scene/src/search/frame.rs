//! Two bodies in one frame: that of the first one's tree, with lengths of about 1.

use crate::facets::FacetSpace;
use crate::facets::lanes::each;
use crate::tree::scaled;
use crate::view::{Bodies, View};
use clearance::each::Each;
use clearance::real::{exponent_of, ldexp};
use clearance::{Pose, Rotation, WideVector};

/// A vector of the frame.
pub(super) type Point<const D: usize> = [f64; D];

/// The placement of two bodies in the frame of the first one's tree, and around its center. A mirrored body has mirrored
/// axes: so the frame may be left-handed, and nothing depends on that. Lengths are multiplied by 2^−exponent, so that both
/// bodies lie within a length of 1 around the frame's origin or around each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<const D: usize> {
    /// From the axes of B's tree to those of A's.
    pub matrix: [Point<D>; D],
    /// From the center of A's tree to that of B's.
    pub shift: Point<D>,
    /// From the trees' lengths to those of the frame.
    pub tree_scales: [f64; 2],
    exponent: i32,
    /// The centers of the trees, without factors.
    centers: [Point<D>; 2],
    /// For each body: two numbers whose product is its scale times 2^−exponent, which may itself be beyond the range.
    /// One of them is a power of two.
    vertex_scales: [[f64; 2]; 2],
    /// The images of the axes of A's tree in the world.
    axes_of_a: [Point<D>; D],
    /// The size of the scene: a bound of all coordinates in the frame.
    pub size: f64,
    /// A bound of all coordinates from the bodies' own origins: much more than `size` if they are far from these.
    pub reach: f64,
    /// A bound of the errors of all computed bounds of distances, and of how far the frame's distances are from the
    /// world's: lengths of the frame.
    ///
    /// Coordinates from the origins are at most `reach`, the sum of both bodies' extents and of the shift. One takes a
    /// product with the scale, three products and three sums, and the matrix takes eight operations: it is off by under
    /// 17u·reach. So is the shift between the centers, which is made of such. A distance of boxes, of points, or along a
    /// direction combines six coordinates: under 110u·reach in all. A rotation that is not of unit length maps lengths
    /// with a relative error of at most its defect. A leaf with a pose of its own stands at the product of two poses,
    /// which rounds by under 32u·reach.
    pub slack: f64,
    /// The same placement in `f32`, for bounds that need no more.
    pub coarse: Coarse<D>,
}

/// A frame in `f32`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coarse<const D: usize> {
    pub matrix: [[f32; D]; D],
    pub shift: [f32; D],
    pub tree_scales: [f32; 2],
    /// A bound of how much larger than the truth a bound computed in `f32` may be, beside the frame's slack.
    ///
    /// With u = 2⁻²⁴: a coordinate of A is a rounded number times a rounded scale, off by 2u·size/√3. One of B goes
    /// through three products and three sums with rounded numbers: the whole vector is off by under 12u·size. A gap
    /// along a direction adds a product of rounded unit vectors on both sides, 3u·size each, a difference, and the
    /// direction's own length, 8u·size: under 32u·size in all. The distance of two boxes adds three gaps, each off by
    /// under 14u·size, as a vector: under 32u·size, too. The code takes twice that.
    pub slack: f64,
}

impl<const D: usize> Coarse<D> {
    /// The least number of `f32` that a coarse bound must exceed if the truth exceeds a length.
    #[inline]
    pub fn limit(&self, length: f64) -> f32 {
        ((length + self.slack) as f32).next_up()
    }
}

impl<const D: usize> Frame<D> {
    /// The frame of two bodies. `None` if a number of a pose or of a scale is not finite, if it makes a vertex that is
    /// not finite, or if a pose is no rotation.
    pub fn new<V: FacetSpace<D>>([a, b]: Bodies<V, D>) -> Option<Self> {
        let of_a = mirrored(columns(&a.pose), a.factors);
        let of_b = mirrored(columns(&b.pose), b.factors);
        let [defect_a, defect_b] = [defect(&of_a), defect(&of_b)];
        let apart: Point<D> = (b.pose.translation - a.pose.translation).into();
        // NaN fails here, too.
        let has_shift = apart.iter().map(|x| x.abs()).sum::<f64>() < f64::INFINITY;
        let are_rotations = [a.pose.rotation.defect(), b.pose.rotation.defect()].iter().all(|x| *x <= MOST_DEFECT);
        if !(are_rotations && has_shift) {
            return None;
        }
        let reaches = [Length::of(a)?, Length::of(b)?];
        let matrix: [Point<D>; D] =
            std::array::from_fn(|row| std::array::from_fn(|column| dot(of_a[row], of_b[column])));
        // Between the origins, in lengths in which all numbers are at most 1.
        let far = reaches[0].above().max(reaches[1].above()).max(exponent_above(greatest(apart)));
        let between = scaled(apart, -far);
        let between: Point<D> = std::array::from_fn(|row| dot(of_a[row], between));
        let scale_of = |length: &Length, exponent: i32| ldexp(length.share, length.tree + length.power - exponent);
        let all = (D as f64).sqrt() * (scale_of(&reaches[0], far) + scale_of(&reaches[1], far) + 1.0);
        // Between the centers, in lengths in which both bodies are small.
        let centers = [a, b].each(|body| body.tree.center());
        let lengths = [0, 1].each(|side| Length { tree: [a, b][side].tree.exponent(), ..reaches[side] });
        let (exponent, shift) = if centers == [[0.0; D]; 2] {
            (far, between)
        } else {
            let scales = reaches.each(|length| length.scales(far));
            let [from, to] = [0, 1].each(|side| centers[side].map(|x| x * scales[side][0] * scales[side][1]));
            let shift: Point<D> = std::array::from_fn(|row| between[row] + (dot(matrix[row], to) - from[row]));
            let least = lengths[0].above().max(lengths[1].above()).max(exponent_of(greatest(shift)) + 1 + far);
            let exponent = least.max(-1000);
            (exponent, scaled(shift, far - exponent))
        };
        let tree_scales = lengths.each(|length| scale_of(&length, exponent));
        let vertex_scales = lengths.each(|length| length.scales(exponent));
        let size = (D as f64).sqrt() * (tree_scales[0] + tree_scales[1] + 1.0);
        let reach = ldexp(all, far - exponent);
        let roundings = if a.facets().is_some() && b.facets().is_some() { 64.0 } else { 128.0 };
        let slack = reach * (roundings * f64::EPSILON + 4.0 * (defect_a + defect_b));
        let coarse = Coarse {
            matrix: matrix.map(|row: Point<D>| row.map(|x| x as f32)),
            shift: shift.map(|x| x as f32),
            tree_scales: tree_scales.each(|x| x as f32),
            slack: 64.0 * (f64::from(f32::EPSILON) / 2.0) * size,
        };
        let axes_of_a = of_a;
        Some(Self {
            coarse,
            matrix,
            shift,
            tree_scales,
            exponent,
            centers,
            vertex_scales,
            axes_of_a,
            size,
            reach,
            slack,
        })
    }

    /// Lengths of the world are multiplied by 2^−exponent.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// A length of the world in the frame.
    pub fn length(&self, world: f64) -> f64 {
        scaled([world], -self.exponent)[0]
    }

    /// A length of the frame in the world.
    pub fn world_length(&self, length: f64) -> f64 {
        scaled([length], self.exponent)[0]
    }

    /// A length along the axes of a body's tree in the frame.
    fn length_of(&self, side: usize, length: f64) -> f64 {
        let [first, second] = self.vertex_scales[side];
        length * first * second
    }

    /// How far a body reaches from the center of its tree along a vector of the tree's axes, in the frame. It reaches so far
    /// from its origin, as a length along the tree's axes.
    pub fn reach_of(&self, side: usize, from_origin: f64, along: Point<D>) -> f64 {
        self.length_of(side, from_origin) - self.height_of_center(side, along)
    }

    /// The product of a vector of the tree's axes with the way from a body's origin to the center of its tree.
    pub fn height_of_center(&self, side: usize, along: Point<D>) -> f64 {
        self.length_of(side, dot(self.centers[side], along))
    }

    /// A vertex of A in the frame.
    #[inline]
    pub fn of_a(&self, vertex: Point<D>) -> Point<D> {
        let ([first, second], center) = (self.vertex_scales[0], self.centers[0]);
        each(|axis| (vertex[axis] - center[axis]) * first * second)
    }

    /// A vertex of B in the frame.
    #[inline]
    pub fn of_b(&self, vertex: Point<D>) -> Point<D> {
        let ([first, second], center) = (self.vertex_scales[1], self.centers[1]);
        self.place(each(|axis| (vertex[axis] - center[axis]) * first * second))
    }

    /// A point of B's axes and the frame's lengths, from the center of B's tree.
    #[inline]
    pub fn place(&self, point: Point<D>) -> Point<D> {
        each(|row| dot(self.matrix[row], point) + self.shift[row])
    }

    /// A direction of the world in the frame.
    pub fn direction_of_world(&self, n: Point<D>) -> Point<D> {
        self.axes_of_a.map(|axis| dot(axis, n))
    }

    /// A direction of the frame in B's axes.
    #[inline]
    pub fn direction_in_b(&self, n: Point<D>) -> Point<D> {
        each(|column| (0..D).map(|row| self.matrix[row][column] * n[row]).sum())
    }
}

/// How long the vertices of a body are: at most share · 2^power · 2^tree, where share is from 1 to 2 or 0.
#[derive(Clone, Copy)]
struct Length {
    share: f64,
    power: i32,
    tree: i32,
}

impl Length {
    /// `None` if a vertex may be beyond the range.
    fn of<V: FacetSpace<D>, const D: usize>(body: &View<V, D>) -> Option<Self> {
        let scale = body.factors[0].abs();
        let (power, tree) = (if scale > 0.0 { exponent_of(scale) } else { 0 }, body.tree.reach());
        let length = Self { share: ldexp(scale, -power), power, tree };
        // A body as it was given is in range whatever the exponent says.
        (scale == 1.0 || ldexp(length.share, power + tree) < f64::INFINITY).then_some(length)
    }

    /// Two numbers whose product is the scale times 2^−exponent.
    fn scales(&self, exponent: i32) -> [f64; 2] {
        let all = self.power - exponent;
        [ldexp(1.0, all / 2), ldexp(self.share, all - all / 2)]
    }

    /// The least exponent e with length <= 2^e.
    fn above(&self) -> i32 {
        self.tree + self.power + i32::from(self.share > 1.0)
    }
}

/// The greatest defect of numbers that are a rotation for the core. Beyond it its answers have no finite bounds.
const MOST_DEFECT: f64 = 1.0 / 16.0;

#[inline]
pub(super) fn dot<const D: usize>(a: Point<D>, b: Point<D>) -> f64 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// The images of the axes.
pub(super) fn columns<V: WideVector + Into<[f64; D]>, const D: usize>(pose: &Pose<V>) -> [Point<D>; D] {
    std::array::from_fn(|axis| pose.apply_vector(V::axis(axis)).into())
}

/// The images of the axes that the tree has: turned round where the body is mirrored.
fn mirrored<const D: usize>(columns: [Point<D>; D], factors: [f64; D]) -> [Point<D>; D] {
    std::array::from_fn(|axis| if factors[axis] < 0.0 { columns[axis].map(|x| -x) } else { columns[axis] })
}

/// A bound of how far the columns are from an orthonormal frame. Rounding alone makes some ε of it.
fn defect<const D: usize>(columns: &[Point<D>; D]) -> f64 {
    let mut most: f64 = 0.0;
    for row in 0..D {
        for column in 0..=row {
            let wanted = if row == column { 1.0 } else { 0.0 };
            let off = (dot(columns[row], columns[column]) - wanted).abs();
            // NaN stays.
            most = if off <= most { most } else { off };
        }
    }
    3.0 * most
}

/// The greatest magnitude of a coordinate.
fn greatest<const D: usize>(point: Point<D>) -> f64 {
    point.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// The exponent e with x < 2^e and 2^(e − 1) <= x. Small numbers count as 2^−1000.
fn exponent_above(x: f64) -> i32 {
    (exponent_of(x) + 1).max(-1000)
}
