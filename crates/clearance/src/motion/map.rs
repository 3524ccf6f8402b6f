//! The formula of a rotation as a matrix of floats, and how much it errs.
//!
//! The map of a pose is its formula; no defect of the rotation matters. In units of u = 2⁻⁵³:
//!
//! * In space an entry 1 − 2(y² + z²) errs by 4(y² + z²) + 1, an entry 2(xy − wz) by 2(|xy| + |wz|) + 1 times itself. The
//!   sum of the squares of all errors is below 7.4² in all, so the matrix errs by 7.4 as a map. Its action errs by
//!   3√3: together 13. In the plane the entries are the numbers of the rotation, and the action errs by 2√2, or
//!   by nothing for quarter turns.
//! * The image of an axis is a column. With s the sum of the squares in its diagonal entry, the other two entries err by
//!   (2√2 + 2)√(s(1 − s)) in all, and the diagonal one by 4s + |1 − 2s|. So a column errs by 5 if the numbers are a
//!   unit quaternion, and by less than 6 if their squares add up to no more than 1 + 1/32.
//! * A *sharp* matrix has entries that are rounded once, so it errs by √3 as a map, and its action by 7 in all.

use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// The formula of a rotation as a matrix of floats.
#[derive(Clone, Copy)]
pub(super) struct Map<W> {
    rows: [W; 3],
    /// Whether it is not the identity.
    pub turns: bool,
    /// The error of a mapped vector, as a share of its length.
    pub error: f64,
    /// The error of the image of an axis. It is not summed up.
    pub of_axes: f64,
}

impl<W: WideVector> Map<W> {
    #[inline(always)]
    pub fn of(rotation: &W::Rotation) -> Self {
        if *rotation == <W::Rotation as Rotation<W>>::IDENTITY {
            return Self {
                rows: [W::axis(0), W::axis(1), W::axis(W::DIM - 1)],
                turns: false,
                error: 0.0,
                of_axes: 0.0,
            };
        }
        let row = W::unpadded;
        let [x, y, z, w] = rotation.components();
        if W::DIM == 2 {
            let [c, s] = [x, y];
            let rows = [row([c, -s, 0.0]), row([s, c, 0.0]), row([0.0; 3])];
            // Quarter turns exchange coordinates.
            let is_quarter = (c.abs() == 1.0 && s == 0.0) || (c == 0.0 && s.abs() == 1.0);
            return Self { rows, turns: true, error: if is_quarter { 0.0 } else { 3.0 * U }, of_axes: 0.0 };
        }
        let twice = |number: f64| number + number;
        let rows = [
            row([1.0 - twice(y * y + z * z), twice(x * y - w * z), twice(x * z + w * y)]),
            row([twice(x * y + w * z), 1.0 - twice(x * x + z * z), twice(y * z - w * x)]),
            row([twice(x * z - w * y), twice(y * z + w * x), 1.0 - twice(x * x + y * y)]),
        ];
        Self { rows, turns: true, error: 13.0 * U, of_axes: 6.0 * U }
    }

    /// The same with a sharp matrix.
    pub fn sharpened(&self, rotation: &W::Rotation) -> Self {
        if !self.turns || W::DIM == 2 {
            return *self;
        }
        let [x, y, z, w] = rotation.components();
        let product = Double::product;
        let squares = [product(x, x), product(y, y), product(z, z)];
        let twists = [product(w, x), product(w, y), product(w, z)];
        // The sum of two numbers, twice, rounded once but for 2^−104.
        let twice = |p: Double, q: Double| {
            let sum = Double::sum(p.high, q.high);
            2.0 * (sum.high + (sum.low + (p.low + q.low)))
        };
        let side = |p: Double, q: Double| {
            let sum = Double::sum(p.high, q.high);
            let rest = Double::sum(1.0, -2.0 * sum.high);
            rest.high + (rest.low - 2.0 * (sum.low + (p.low + q.low)))
        };
        let both = |p: Double, twist: Double| [twice(p, twist.negated()), twice(p, twist)];
        let ([xy, yx], [zx, xz], [yz, zy]) =
            (both(product(x, y), twists[2]), both(product(x, z), twists[1]), both(product(y, z), twists[0]));
        let rows = [
            [side(squares[1], squares[2]), xy, xz],
            [yx, side(squares[0], squares[2]), yz],
            [zx, zy, side(squares[0], squares[1])],
        ];
        Self { rows: rows.each(W::unpadded), turns: true, error: 7.0 * U, of_axes: 2.0 * U }
    }

    /// The images of the axes, as the shape of `other` sees them.
    #[inline(always)]
    pub fn columns_in(&self, other: &Self) -> [W; 3] {
        let [x, y, z] = [self.rows[0].padded(), self.rows[1].padded(), self.rows[2].padded()];
        let column = |k: usize| other.back(W::unpadded([x[k], y[k], z[k]]));
        [column(0), column(1), if W::DIM == 2 { W::zero() } else { column(2) }]
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
}
