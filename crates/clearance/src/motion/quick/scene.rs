//! Two polytopes and a way, as the casts in floats see them: axes of the world, origin of A, lengths near 1.
//!
//! Let M be the difference A − B of the shapes, both with their origins at the origin of the world. B is at
//! D(s) = start + s·way. There is contact exactly if D(s) lies in M. Here `way` is the way of the cast times a power of
//! two, so that its length is near 1. The last s is `end`, the inverse of that power.
//!
//! **Accuracy.** The map of a pose is its formula ([`Map`]); no defect of the rotation matters. In units of u = 2⁻⁵³:
//!
//! * In space an entry 1 − 2(y² + z²) errs by 4(y² + z²) + 1, an entry 2(xy − wz) by 2(|xy| + |wz|) + 1 times itself. The
//!   sum of the squares of all errors is below 7.4² in all, so the matrix errs by 7.4 as a map. Its action errs by
//!   3√3: together 13. In the plane the entries are the numbers of the rotation, and the action errs by 2√2.
//! * The product of a vertex v with a direction that was mapped back errs by 16·|n||v| in space and by 5 in the plane,
//!   without rotation by 3. A vertex that is chosen by such products lacks as much once more if the shape chooses it in
//!   parts.
//! * A place D(s) is the rounding of a sum without error: 1·|D|, and 16u times the size.

use crate::difference::diagonal;
use crate::numbers::double::Double;
use crate::numbers::real::{U, exponent_of, ldexp};
use crate::shape::support::{Support, SupportMap};
use crate::space::pose::{Pose, Rotation};
use crate::space::vector::{Space, Vector, WideVector};

/// Sizes whose products of six lengths stay inside the range of `f64` without a scale.
const COMMON: core::ops::Range<i32> = -60..60;

/// Sizes outside of this have numbers below the normal range. Floats prove nothing about them.
const NORMAL: core::ops::Range<i32> = -900..900;

/// The greatest power of two between the size and the way. Larger: products may leave the range.
const FARTHEST: i32 = 200;

/// The formula of a rotation as a matrix of floats.
#[derive(Clone, Copy)]
pub(super) struct Map<W> {
    rows: [W; 3],
    /// Whether it is not the identity.
    turns: bool,
}

impl<W: WideVector> Map<W> {
    pub fn of(rotation: &W::Rotation) -> Self {
        if *rotation == <W::Rotation as Rotation<W>>::IDENTITY {
            return Self { rows: [W::axis(0), W::axis(1), W::axis(W::DIM - 1)], turns: false };
        }
        let row = W::unpadded;
        let rows = if W::DIM == 2 {
            let [c, s, ..] = rotation.components();
            [row([c, -s, 0.0]), row([s, c, 0.0]), row([0.0; 3])]
        } else {
            let [x, y, z, w] = rotation.components();
            let twice = |number: f64| number + number;
            [
                row([1.0 - twice(y * y + z * z), twice(x * y - w * z), twice(x * z + w * y)]),
                row([twice(x * y + w * z), 1.0 - twice(x * x + z * z), twice(y * z - w * x)]),
                row([twice(x * z - w * y), twice(y * z + w * x), 1.0 - twice(x * x + y * y)]),
            ]
        };
        Self { rows, turns: true }
    }

    /// A vector of the shape in the world.
    #[inline(always)]
    pub fn apply(&self, vector: W) -> W {
        if !self.turns {
            return vector;
        }
        W::unpadded([self.rows[0].dot(&vector), self.rows[1].dot(&vector), self.rows[2].dot(&vector)])
    }

    /// A direction of the world as the shape sees it: the transposed matrix.
    #[inline(always)]
    pub fn back(&self, direction: W) -> W {
        if !self.turns {
            return direction;
        }
        let [x, y, z] = direction.padded();
        let sum = self.rows[0] * x + self.rows[1] * y;
        if W::DIM == 2 { sum } else { sum + self.rows[2] * z }
    }

    /// The error of a mapped point, as a share of its length.
    #[inline(always)]
    pub fn error(&self) -> f64 {
        match (self.turns, W::DIM) {
            (false, _) => 0.0,
            (true, 2) => 3.0 * U,
            (true, _) => 13.0 * U,
        }
    }

    /// The error of the greatest product of a vertex and a direction that was mapped back, as a share of their lengths.
    /// It includes the choice of the vertex.
    #[inline(always)]
    pub fn choice_error(&self) -> f64 {
        match (self.turns, W::DIM) {
            (false, _) => 9.0 * U,
            (true, 2) => 11.0 * U,
            (true, _) => 22.0 * U,
        }
    }
}

/// Two polytopes without radius, and the way of B.
pub(super) struct Scene<'s, V: Vector> {
    shapes: [&'s dyn SupportMap<V>; 2],
    pub maps: [Map<V::Wide>; 2],
    start: [V::Wide; 2],
    pub way: V::Wide,
    /// The greatest s.
    pub end: f64,
    /// No vertex of A or B is farther than this from its origin.
    pub reach: [f64; 2],
    /// As in [`crate::Proximity`].
    pub size: f64,
    /// Lengths are multiplied by 2^−exponent.
    exponent: i32,
    power: i32,
}

/// A vertex of A − B, from a vertex of A and a vertex of B.
#[derive(Clone, Copy)]
pub(super) struct Corner<W> {
    pub indices: (u32, u32),
    /// The vertices from the origins of their shapes, in the axes of the world.
    pub a: W,
    pub b: W,
    /// From the place of B at s = 0 to the vertex of A − B, in floats.
    pub from_start: W,
}

/// A support point of A − B.
#[derive(Clone, Copy)]
pub(super) struct Farthest<W> {
    pub corner: Corner<W>,
    /// The direction times the vertex of A less that of B.
    pub height: f64,
}

impl<'s, V: Vector> Scene<'s, V> {
    /// The scene. `None` if a number is not finite or far from the others.
    pub fn new(shapes: [&'s dyn SupportMap<V>; 2], poses: [Pose<V>; 2], way: V::Wide) -> Option<Self> {
        let [from, to] = poses.map(|pose| pose.translation.widen());
        let extents = shapes.map(|shape| shape.extent());
        let size = diagonal::<V::Wide>() * (extents[0] + extents[1] + (to - from).max_abs());
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
        let shrunk = |vector: V::Wide| if exponent == 0 { vector } else { vector.scaled_by_power(-exponent) };
        let start = difference(shrunk(to), shrunk(from));
        let reach = extents.map(|extent| diagonal::<V::Wide>() * ldexp(extent, -exponent));
        let maps = poses.map(|pose| Map::of(&pose.rotation.widen()));
        let (end, size) = (ldexp(1.0, power - exponent), ldexp(size, -exponent));
        Some(Self { shapes, maps, start, way: way.scaled_by_power(-power), end, reach, size, exponent, power })
    }

    /// The place of B at s = 0, rounded.
    #[inline(always)]
    pub fn start(&self) -> V::Wide {
        self.start[0]
    }

    /// The place of B, rounded once, and what the rounding lost.
    #[inline(always)]
    pub fn place(&self, s: f64) -> [V::Wide; 2] {
        let mut place = self.start;
        for axis in 0..V::Wide::DIM {
            let along = Double::product(*self.way.coordinate(axis), s);
            let sum = Double::sum(*self.start[0].coordinate(axis), along.high);
            let rest = sum.low + along.low + *self.start[1].coordinate(axis);
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

    /// The vertex of A − B farthest along a direction.
    #[inline(always)]
    pub fn farthest(&self, direction: V::Wide) -> Farthest<V::Wide> {
        let [to_a, to_b] = [self.maps[0].back(direction), self.maps[1].back(-direction)];
        let (i, own_a) = self.vertex(0, to_a);
        let (j, own_b) = self.vertex(1, to_b);
        let height = to_a.dot(&own_a) + to_b.dot(&own_b);
        let (a, b) = (self.maps[0].apply(own_a), self.maps[1].apply(own_b));
        let corner = Corner { indices: (i, j), a, b, from_start: a - b - self.start[0] };
        Farthest { corner, height }
    }

    #[inline(always)]
    fn vertex(&self, side: usize, direction: V::Wide) -> (u32, V::Wide) {
        let Support { point, vertex } = self.shapes[side].support_vertex(direction);
        let point = if self.exponent == 0 { point } else { point.scaled_by_power(-self.exponent) };
        (vertex.unwrap_or(0), point)
    }

    /// The fraction of the way at s.
    pub fn fraction(&self, s: f64) -> f64 {
        ldexp(s, self.exponent - self.power)
    }
    /// A length in the unit of the shapes.
    pub fn length(&self, scaled: f64) -> f64 {
        ldexp(scaled, self.exponent)
    }
    /// A vector in the unit of the shapes.
    pub fn vector(&self, scaled: V::Wide) -> V::Wide {
        if self.exponent == 0 { scaled } else { scaled.scaled_by_power(self.exponent) }
    }
}

/// A difference as its rounding and the error of that.
fn difference<W: WideVector>(to: W, from: W) -> [W; 2] {
    (0..W::DIM).fold([to, from], |both, axis| {
        let sum = Double::sum(*to.coordinate(axis), -*from.coordinate(axis));
        [both[0].with_coordinate(axis, sum.high), both[1].with_coordinate(axis, sum.low)]
    })
}
