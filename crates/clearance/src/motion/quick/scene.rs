//! Two polytopes and a way, as the casts in floats see them: axes of the world, origin of A, lengths near 1.
//!
//! Let M be the difference A − B of the shapes, both with their origins at the origin of the world. B is at
//! D(s) = start + s·way. There is contact exactly if D(s) lies in M. Here `way` is the way of the cast times a power of
//! two, so that its length is near 1. The last s is `end`, the inverse of that power.
//!
//! **Accuracy.** The maps of poses are those of [`crate::motion::map`]. In units of u = 2⁻⁵³:
//!
//! * The product of a vertex v with a direction that was mapped back errs by 3·|n||v| more. The greatest product is that
//!   of a vertex whose product as computed is greatest, so it errs by no more.
//! * A place D(s) is the rounding of a sum without error: 1·|D|, and 16u times the size.

use crate::difference::diagonal;
use crate::motion::map::Map;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, exponent_of, ldexp, power_of_two};
use crate::shape::support::{Support, SupportMap};
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// Sizes whose products of six lengths stay inside the range of `f64` without a scale.
const COMMON: core::ops::Range<i32> = -60..60;

/// Sizes outside of this have numbers below the normal range. Floats prove nothing about them.
const NORMAL: core::ops::Range<i32> = -900..900;

/// Bodies of so few vertices are points, segments, triangles and tetrahedra.
const FEW: usize = 4;

/// The greatest power of two between the size and the way. Larger: products may leave the range.
const FARTHEST: i32 = 200;

/// A shape whose farthest vertices are asked for.
#[derive(Clone, Copy)]
pub(super) enum Core<'s, W: WideVector> {
    /// The point at its origin.
    Point,
    /// Half-extents.
    Cuboid(W),
    Shape(&'s View<'s, W>),
}

impl<W: WideVector> Core<'_, W> {
    /// The farthest vertex and its number, in the frame of the shape.
    #[inline(always)]
    pub fn farthest(&self, direction: W, exponent: i32) -> (u32, W) {
        match self {
            Self::Point => (0, W::zero()),
            Self::Cuboid(half) => (0..W::DIM).fold((0, *half), |(bits, corner), axis| {
                let (negative, limit) = (*direction.coordinate(axis) < 0.0, *half.coordinate(axis));
                let coordinate = if negative { -limit } else { limit };
                (bits | u32::from(!negative) << axis, corner.with_coordinate(axis, coordinate))
            }),
            Self::Shape(shape) => {
                let Support { point, vertex } = shape.support_vertex(direction);
                let point = if exponent == 0 { point } else { point.scaled_by_power(-exponent) };
                (vertex.unwrap_or(0), point)
            }
        }
    }
}

/// Two polytopes without radius, and the way of B.
pub(super) struct Scene<'s, W: WideVector> {
    pub cores: [Core<'s, W>; 2],
    pub rotations: [W::Rotation; 2],
    pub maps: [Map<W>; 2],
    /// The place of B at s = 0 as its rounding and the error of that.
    pub start: [W; 2],
    /// The same of the origins of the shapes, where a single vertex counts as the origin in `start`.
    origins: [W; 2],
    /// What counts as the origin of A here, as seen from the origin of A.
    pub base: W,
    pub way: W,
    /// The greatest s.
    pub end: f64,
    /// No vertex of A or B is farther than this from its origin.
    pub reach: [f64; 2],
    /// As in [`crate::Proximity`].
    pub size: f64,
    /// The error of the support points of curved shapes.
    pub slack: f64,
    /// The distance of the cores that is contact, to 4u.
    pub level: f64,
    /// Whether both bodies have a few vertices and are not turned.
    pub is_plain: bool,
    /// Lengths are multiplied by 2^−exponent.
    pub exponent: i32,
}

/// A vertex of A − B, from a vertex of A and a vertex of B.
#[derive(Clone, Copy)]
pub(super) struct Corner<W> {
    pub indices: (u32, u32),
    /// The vertices from the origins of their shapes, in the axes of the world.
    pub a: W,
    pub b: W,
}

impl<'s, W: WideVector> Scene<'s, W> {
    /// The scene. `None` if a number is not finite or far from the others.
    #[inline(always)]
    pub fn new(shapes: [&'s View<'s, W>; 2], poses: [Pose<W>; 2], way: W, level: f64) -> Option<Self> {
        let [from, to] = poses.each(|pose| pose.translation.widen());
        let extents = shapes.each(|shape| shape.extent());
        let size = diagonal::<W>() * (extents[0] + extents[1] + (to - from).max_abs()) + level;
        let length = way.max_abs();
        if !(size > 0.0 && size < f64::INFINITY && length > 0.0 && length < f64::INFINITY) {
            return None;
        }
        let own = exponent_of(size);
        let power = exponent_of(length);
        if !NORMAL.contains(&own) || (power - own).abs() > FARTHEST || !poses.iter().all(Pose::has_rotation) {
            return None;
        }
        let exponent = if COMMON.contains(&own) { 0 } else { own };
        let shrunk = |vector: W| if exponent == 0 { vector } else { vector.scaled_by_power(-exponent) };
        let shorter = |length: f64| if exponent == 0 { length } else { ldexp(length, -exponent) };
        let origins = difference(shrunk(to), shrunk(from));
        let mut start = origins;
        let rotations = poses.each(|pose| pose.rotation.widen());
        let maps = [Map::of(&rotations[0]), Map::of(&rotations[1])];
        let mut reach = extents.each(|extent| diagonal::<W>() * shorter(extent));
        let mut cores = [0, 1].each(|side| match shapes[side].half_extents() {
            Some(half) => Core::Cuboid(shrunk(half)),
            None => Core::Shape(shapes[side]),
        });
        let mut base = W::zero();
        for side in [0, 1] {
            // A single vertex is a part of the place.
            if shapes[side].vertex_count() == 1 && (!maps[side].turns || extents[side] == 0.0) {
                let vertex = shrunk(shapes[side].vertex(0));
                start = plus(start, if side == 0 { -vertex } else { vertex });
                base = if side == 0 { vertex } else { base };
                (cores[side], reach[side]) = (Core::Point, 0.0);
            } else if let Core::Cuboid(half) = cores[side] {
                reach[side] = half.length() * (1.0 + 4.0 * U);
            }
        }
        let (way, end) = if power.abs() < 1000 {
            (way * power_of_two(-power), power_of_two(power - exponent))
        } else {
            (way.scaled_by_power(-power), ldexp(1.0, power - exponent))
        };
        let few = |side: usize| !maps[side].turns && (reach[side] == 0.0 || shapes[side].vertex_count() <= FEW);
        let is_plain = few(0) && few(1);
        let level = shorter(level);
        let slack = shorter(shapes[0].rounding() + shapes[1].rounding());
        Some(Self {
            is_plain,
            level,
            slack,
            origins,
            cores,
            rotations,
            maps,
            start,
            base,
            way,
            end,
            reach,
            size: shorter(size),
            exponent,
        })
    }

    /// Makes the matrices sharp.
    #[cold]
    pub fn sharpen(&mut self) {
        self.maps = [0, 1].each(|side| self.maps[side].sharpened(&self.rotations[side]));
    }

    /// The place of B, rounded once, and what the rounding lost.
    #[inline(always)]
    pub fn place(&self, s: f64) -> [W; 2] {
        self.moved(&self.start, s)
    }

    /// The same of the origin of B, in the unit of the shapes, and a bound of what the rounding lost.
    pub fn origin_of_b(&self, s: f64) -> (W, f64) {
        let [high, low] = self.moved(&self.origins, s);
        // Twice: √DIM, and what the sum without error lost.
        (self.vector(high), self.length(2.0 * low.max_abs() + 32.0 * U * U * (self.size + self.end)))
    }

    #[inline(always)]
    fn moved(&self, start: &[W; 2], s: f64) -> [W; 2] {
        let mut place = *start;
        for axis in 0..W::DIM {
            let along = Double::product(*self.way.coordinate(axis), s);
            let sum = Double::sum(*start[0].coordinate(axis), along.high);
            let rest = sum.low + along.low + *start[1].coordinate(axis);
            let rounded = Double::sum(sum.high, rest);
            place = [place[0].with_coordinate(axis, rounded.high), place[1].with_coordinate(axis, rounded.low)];
        }
        place
    }

    /// The error of a place of this length.
    #[inline(always)]
    pub fn place_error(&self, length: f64) -> f64 {
        U * (length + 16.0 * U * (self.size + self.end))
    }

    /// The greatest product of a direction and a point of A − B.
    #[inline(always)]
    pub fn height(&self, direction: W) -> f64 {
        let [to_a, to_b] = [self.maps[0].back(direction), self.maps[1].back(-direction)];
        let (_, a) = self.cores[0].farthest(to_a, self.exponent);
        let (_, b) = self.cores[1].farthest(to_b, self.exponent);
        to_a.dot(&a) + to_b.dot(&b)
    }

    /// The support point of A − B along a direction.
    pub fn farthest(&self, direction: W) -> Corner<W> {
        let (i, a) = self.cores[0].farthest(self.maps[0].back(direction), self.exponent);
        let (j, b) = self.cores[1].farthest(self.maps[1].back(-direction), self.exponent);
        Corner { indices: (i, j), a: self.maps[0].apply(a), b: self.maps[1].apply(b) }
    }

    /// The corner of two vertices.
    #[inline(always)]
    pub fn corner(&self, indices: (u32, u32)) -> Corner<W> {
        let own = |side: usize, index: u32| match self.cores[side] {
            Core::Point => W::zero(),
            Core::Cuboid(half) => (0..W::DIM).fold(half, |corner, axis| {
                let limit = *half.coordinate(axis);
                corner.with_coordinate(axis, if index >> axis & 1 == 0 { -limit } else { limit })
            }),
            Core::Shape(shape) => {
                let vertex = shape.vertex(index as usize);
                if self.exponent == 0 { vertex } else { vertex.scaled_by_power(-self.exponent) }
            }
        };
        let (a, b) = (self.maps[0].apply(own(0, indices.0)), self.maps[1].apply(own(1, indices.1)));
        Corner { indices, a, b }
    }

    /// The fraction of the way at s.
    pub fn fraction(&self, s: f64) -> f64 {
        s / self.end
    }
    /// A length in the unit of the shapes.
    pub fn length(&self, scaled: f64) -> f64 {
        if self.exponent == 0 { scaled } else { ldexp(scaled, self.exponent) }
    }
    /// A vector in the unit of the shapes.
    pub fn vector(&self, scaled: W) -> W {
        if self.exponent == 0 { scaled } else { scaled.scaled_by_power(self.exponent) }
    }
}

/// A sum as its rounding and the error of that.
fn plus<W: WideVector>([high, low]: [W; 2], vector: W) -> [W; 2] {
    (0..W::DIM).fold([high, low], |both, axis| {
        let sum = Double::sum(*high.coordinate(axis), *vector.coordinate(axis));
        let sum = Double::sum(sum.high, sum.low + low.coordinate(axis));
        [both[0].with_coordinate(axis, sum.high), both[1].with_coordinate(axis, sum.low)]
    })
}

/// A difference as its rounding and the error of that.
fn difference<W: WideVector>(to: W, from: W) -> [W; 2] {
    (0..W::DIM).fold([to, from], |both, axis| {
        let sum = Double::sum(*to.coordinate(axis), -*from.coordinate(axis));
        [both[0].with_coordinate(axis, sum.high), both[1].with_coordinate(axis, sum.low)]
    })
}
