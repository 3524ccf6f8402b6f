//! Whether boxes overlap, for sixteen pairs in `f32`. The single query has no such file.
//!
//! **Problem.** Two boxes, and yes or no. Few verdicts need the digits of `f64`, and a register holds twice as many
//! numbers of `f32`.
//!
//! **Method.** The axis test of `axes/boxes.rs` in `f32`, with a bound of its error. A pair that the bound leaves open goes
//! on to eight lanes in `f64`. A verdict has no bits that depend on the order of a pair, so the pairs stay in the order of
//! the question. The pose of B in A's frame comes from one product of two quaternions, and not from two matrices.
//!
//! **Accuracy.** Let ε be 2⁻²⁴, and let the size be the sum of |coordinate| over both half-extents and the vector between
//! the centres, so that it bounds |a| + |b| + |t|. First orders of ε:
//! * Numbers are rounded to `f32`: half-extents and vector by ε of the size, quaternions by ε of their length, which turns
//!   each body by 2ε: 6ε of the size together.
//! * The product of two quaternions errs by 8ε of its length, and turns B by 16ε. An entry of its matrix errs by 18ε, the
//!   matrix by 54ε. The vector in A's frame errs by 48ε of its length.
//! * So A − B is, within 76ε of the size, a zonotope whose generators are A's axes and the columns of the matrix as they
//!   are stored. The products of their edges are facet normals without any error, and the reach along one is
//!   computed from the columns. A column in place of the product of the two others errs by 94ε. A sum errs by 9ε.
//! * Edges whose product is shorter than 2⁻²⁶ count as parallel: that moves a generator by less than ε.
//!
//! The formula of a pose is not normalised, but the matrix here is: the defect 2·||q|²−1| is added for each body, and its
//! own errors are 12ε. All together these are 204ε; the error is 256ε. Lengths have the common range
//! ([`COMMON_RANGE`]), in which no number that matters leaves the range of `f32`.
//!
//! **Special cases.** A number that is not finite makes the size, and so the error, infinite or NaN: no comparison holds, and
//! the pair stays open.
//!
//! **References.** As `axes/boxes.rs`.

use super::super::runs::Pairs;
use super::instructions::{Instructions, with_instructions};
use crate::axes::AXIS_CYCLES;
use crate::difference::COMMON_RANGE;
use crate::numbers::each::Each;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation as _;
use crate::space::vector::{Vector, WideVector};
use fearless_simd::{Simd, f32x16, mask32x16, prelude::*};

/// The number of pairs that are answered at a time.
pub(super) const WIDTH: usize = 16;

/// The error of an overlap along an axis of unit length, as a share of the size: 256ε.
const ERROR: f32 = 1.0 / 65_536.0;

/// The greatest squared length of the product of two edges that count as parallel: 2⁻⁵².
const PARALLEL: f32 = 2.220_446e-16;

/// One number of each pair.
type Number<S> = f32x16<S>;
/// A yes or no of each pair.
type Mask<S> = mask32x16<S>;
/// Three numbers of each pair.
type Triple<S> = [Number<S>; 3];
/// Four numbers of each pair, pair by pair, in memory.
type Quads = [[f32; 4]; WIDTH];

/// Sixteen pairs of boxes in memory. The numbers of a box lie side by side, so that few instructions write them.
#[derive(Clone, Copy, Default)]
pub(super) struct Sixteen {
    pub count: usize,
    /// The places of the answers.
    pub places: [u16; WIDTH],
    rotations: [Quads; 2],
    halves: [Quads; 2],
    /// From A's centre to B's, in the world's frame.
    apart: Quads,
}

/// Bit k is set if pair k is proven to be so.
#[derive(Clone, Copy)]
pub(super) struct Verdicts {
    pub overlapping: u64,
    pub apart: u64,
}

impl Sixteen {
    /// Adds the pair at a place of the question.
    #[inline(always)]
    pub fn push<V: Vector>(&mut self, place: u16, pairs: &Pairs<'_, V>) {
        let lane = self.count % WIDTH;
        let ([a, b], [at_a, at_b]) = (pairs.shapes(place), pairs.poses(place));
        self.rotations[0][lane] = rotation(&at_a);
        self.rotations[1][lane] = rotation(&at_b);
        self.halves[0][lane] = halves(&a);
        self.halves[1][lane] = halves(&b);
        self.apart[lane] = quad(at_b.translation.widen() - at_a.translation.widen());
        self.places[lane] = place;
        self.count += 1;
    }

    /// What `f32` proves of the pairs. Bits at and above `count` say nothing.
    pub fn verdicts(&self, instructions: Instructions) -> Verdicts {
        with_instructions!(instructions, simd => verdicts(simd, self))
    }
}

#[inline(always)]
fn rotation<V: Vector>(pose: &Pose<V>) -> [f32; 4] {
    let [x, y, z, w] = pose.rotation.components();
    [x as f32, y as f32, z as f32, w as f32]
}

#[inline(always)]
fn halves<W: WideVector>(shape: &View<'_, W>) -> [f32; 4] {
    quad(shape.half_extents().unwrap_or(W::ORIGIN))
}

#[inline(always)]
fn quad<W: WideVector>(vector: W) -> [f32; 4] {
    let [x, y, z] = vector.padded();
    [x as f32, y as f32, z as f32, 0.0]
}

/// The boxes and the pose of B in A's frame, coordinate by coordinate.
struct Boxes<S: Simd> {
    halves: [Triple<S>; 2],
    /// By rows.
    rotation: [Triple<S>; 3],
    translation: Triple<S>,
}

/// What is proven so far, while axes are tried.
struct Proofs<S: Simd> {
    overlapping: Mask<S>,
    apart: Mask<S>,
    error: Number<S>,
    /// 1 / error.
    per_error: Number<S>,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn verdicts<S: Simd>(simd: S, pairs: &Sixteen) -> Verdicts {
    let [own, other] = [load_four(simd, &pairs.rotations[0]), load_four(simd, &pairs.rotations[1])];
    let halves = [load_three(simd, &pairs.halves[0]), load_three(simd, &pairs.halves[1])];
    let apart = load_three(simd, &pairs.apart);
    let lengths = [length_squared(own), length_squared(other)];
    let size = sum_abs(halves[0]) + sum_abs(halves[1]) + sum_abs(apart);
    let defect = ((lengths[0] - 1.0).abs() + (lengths[1] - 1.0).abs()) * 2.0;
    let common = size.simd_ge(COMMON_RANGE.start as f32) & size.simd_lt(COMMON_RANGE.end as f32);
    let error = size * (defect + ERROR);
    let mut proofs = Proofs {
        overlapping: common,
        apart: Mask::splat(simd, false),
        error,
        per_error: Number::splat(simd, 1.0) / error,
    };

    let translation = turned_back(own, apart, Number::splat(simd, 2.0) / lengths[0]);
    let rotation = matrix(simd, conjugate_product(own, other));
    let boxes = Boxes { halves, rotation, translation };
    proofs.try_faces(&boxes);
    let occupied = (1u64 << pairs.count) - 1;
    if (proofs.apart & common).to_bitmask() & occupied != occupied {
        proofs.try_all_edges(&boxes);
    }
    Verdicts { overlapping: proofs.overlapping.to_bitmask(), apart: (proofs.apart & common).to_bitmask() }
}

impl<S: Simd> Proofs<S> {
    /// The normals of the faces of both boxes.
    #[inline(always)]
    fn try_faces(&mut self, boxes: &Boxes<S>) {
        let Boxes { halves: [a, b], rotation: r, translation: t } = boxes;
        for i in 0..3 {
            let across = b[0] * r[i][0].abs() + b[1] * r[i][1].abs() + b[2] * r[i][2].abs();
            self.take(a[i] + across - t[i].abs());
        }
        for j in 0..3 {
            let across = a[0] * r[0][j].abs() + a[1] * r[1][j].abs() + a[2] * r[2][j].abs();
            self.take(b[j] + across - (t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]).abs());
        }
    }

    /// Takes the overlap along an axis of unit length.
    #[inline(always)]
    fn take(&mut self, overlap: Number<S>) {
        self.overlapping &= overlap.simd_gt(self.error);
        self.apart |= overlap.simd_lt(-self.error);
    }

    #[inline(always)]
    fn try_all_edges(&mut self, boxes: &Boxes<S>) {
        self.try_edges::<0, 0>(boxes);
        self.try_edges::<0, 1>(boxes);
        self.try_edges::<0, 2>(boxes);
        self.try_edges::<1, 0>(boxes);
        self.try_edges::<1, 1>(boxes);
        self.try_edges::<1, 2>(boxes);
        self.try_edges::<2, 0>(boxes);
        self.try_edges::<2, 1>(boxes);
        self.try_edges::<2, 2>(boxes);
    }

    /// The product of an edge of A and an edge of B. Both sides of the comparison are squared and divided by the error, so
    /// that no square leaves the range.
    #[inline(always)]
    fn try_edges<const A: usize, const B: usize>(&mut self, boxes: &Boxes<S>) {
        let ((_, k, l), (j, m, n)) = (AXIS_CYCLES[A], AXIS_CYCLES[B]);
        let Boxes { halves: [a, b], rotation: r, translation: t } = boxes;
        let (along_k, along_l) = (-r[l][j], r[k][j]);
        let [along_m, along_n] = [m, n].each(|b| (r[k][b] * along_k + r[l][b] * along_l).abs());
        let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * along_m + b[n] * along_n;
        let overlap = (reach - (t[k] * along_k + t[l] * along_l).abs()) * self.per_error;
        let squared = along_k * along_k + along_l * along_l;
        let clear = (overlap * overlap).simd_gt(squared);
        let parallel = squared.simd_le(PARALLEL);
        self.overlapping &= parallel | (clear & overlap.simd_gt(0.0));
        self.apart |= clear & overlap.simd_lt(0.0) & !parallel;
    }
}

#[inline(always)]
fn load_four<S: Simd>(simd: S, quads: &Quads) -> [Number<S>; 4] {
    let [p, q, r, s] = [four(simd, quads, 0), four(simd, quads, 4), four(simd, quads, 8), four(simd, quads, 12)];
    let ((front_even, front_odd), (back_even, back_odd)) = (p.deinterleave(q), r.deinterleave(s));
    let ((x, z), (y, w)) = (front_even.deinterleave(back_even), front_odd.deinterleave(back_odd));
    [x, y, z, w]
}

/// The numbers of four pairs, pair by pair.
#[inline(always)]
fn four<S: Simd>(simd: S, quads: &Quads, first: usize) -> Number<S> {
    Number::from_slice(simd, quads[first..first + 4].as_flattened())
}

#[inline(always)]
fn load_three<S: Simd>(simd: S, quads: &Quads) -> Triple<S> {
    let [x, y, z, _] = load_four(simd, quads);
    [x, y, z]
}

#[inline(always)]
fn length_squared<S: Simd>([x, y, z, w]: [Number<S>; 4]) -> Number<S> {
    x * x + y * y + z * z + w * w
}

#[inline(always)]
fn sum_abs<S: Simd>([x, y, z]: Triple<S>) -> Number<S> {
    x.abs() + y.abs() + z.abs()
}

#[inline(always)]
fn cross<S: Simd>([x, y, z]: Triple<S>, [u, v, w]: Triple<S>) -> Triple<S> {
    [y * w - z * v, z * u - x * w, x * v - y * u]
}

/// A vector turned by the inverse of a rotation. `factor` is 2 / |q|².
#[inline(always)]
fn turned_back<S: Simd>([x, y, z, w]: [Number<S>; 4], vector: Triple<S>, factor: Number<S>) -> Triple<S> {
    // With u the axis times the sine: v − w·c + u × c, where c = factor · u × v.
    let [c0, c1, c2] = cross([x * factor, y * factor, z * factor], vector);
    let [d0, d1, d2] = cross([x, y, z], [c0, c1, c2]);
    let [v0, v1, v2] = vector;
    [v0 - w * c0 + d0, v1 - w * c1 + d1, v2 - w * c2 + d2]
}

/// The quaternion of B's rotation after the inverse of A's. Its length is the product of both lengths.
#[inline(always)]
fn conjugate_product<S: Simd>([x, y, z, w]: [Number<S>; 4], [p, q, r, s]: [Number<S>; 4]) -> [Number<S>; 4] {
    [
        w * p - x * s - y * r + z * q,
        w * q + x * r - y * s - z * p,
        w * r - x * q + y * p - z * s,
        w * s + x * p + y * q + z * r,
    ]
}

/// The matrix of a rotation, by rows.
#[inline(always)]
fn matrix<S: Simd>(simd: S, rotation: [Number<S>; 4]) -> [Triple<S>; 3] {
    let [x, y, z, w] = rotation;
    let (one, s) = (Number::splat(simd, 1.0), Number::splat(simd, 2.0) / length_squared(rotation));
    let (xs, ys, zs) = (x * s, y * s, z * s);
    let ([xx, xy, xz, xw], [yy, yz, yw], [zz, zw]) =
        ([x * xs, x * ys, x * zs, w * xs], [y * ys, y * zs, w * ys], [z * zs, w * zs]);
    [[one - (yy + zz), xy - zw, xz + yw], [xy + zw, one - (xx + zz), yz - xw], [xz - yw, yz + xw, one - (xx + yy)]]
}
