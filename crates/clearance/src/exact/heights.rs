//! Heights of vertices along a direction, and the vertices, in double-double numbers.
//!
//! **Rounding.** A formula of a rotation errs by 2⁻⁹⁸ of the point's coordinates, and each sum of products by 2⁻¹⁰⁰
//! of the sum of their sizes. A height has fewer than 64 such errors, times at most 2√3 for the length of n.

use super::support::InDouble;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::space::vector::{Space, WideVector};

/// A height along a unit normal errs by less than this share of the sum of both sizes.
pub(super) const SHARE: f64 = 2.0 * U * U * 4.0 * 1_048_576.0; // 2⁻⁸⁴

/// The heights of the vertices of A − B along a direction, from the origin.
pub(super) struct Heights<'d, 'v, 's, W: WideVector> {
    along_a: Along<'d, 'v, 's, W>,
    along_b: Along<'d, 'v, 's, W>,
    offset: Double,
    per_length: Double,
}

impl<'d, 'v, 's, W: WideVector> Heights<'d, 'v, 's, W> {
    /// Along a vector of the world, with 1 over its length.
    pub fn new([a, b]: [&'d InDouble<'v, 's, W>; 2], normal: &W::Double, per_length: Double) -> Self {
        let offset = dot(normal, &a.place().minus(&b.place()));
        Self { along_a: Along::new(a, normal), along_b: Along::new(b, &normal.negated()), offset, per_length }
    }

    /// The height of a vertex of A − B.
    pub fn of(&self, (on_a, on_b): (u32, u32)) -> Double {
        let height = self.along_a.height(on_a).plus(self.along_b.height(on_b));
        height.plus(self.offset).times(self.per_length)
    }

    /// The farthest vertex. `outward` is the direction rounded.
    pub fn top(&self, outward: W) -> (u32, u32) {
        (self.along_a.top(outward), self.along_b.top(-outward))
    }
}

/// Σ aᵢ·bᵢ, with an error below 2⁻¹⁰⁰ of the sum of all |aᵢ·bᵢ| (Ogita, Rump and Oishi 2005, algorithm Dot2).
pub(super) fn dot<E: Space<Scalar = Double>>(a: &E, b: &E) -> Double {
    dot_of(E::DIM, numbers(a), numbers(b))
}

/// The same of the first numbers of two rows.
#[inline(always)]
fn dot_of(count: usize, a: [Double; 3], b: [Double; 3]) -> Double {
    let (mut high, mut low) = (0.0, 0.0);
    for (x, y) in a.into_iter().zip(b).take(count) {
        let product = Double::product(x.high, y.high);
        let sum = Double::sum(high, product.high);
        high = sum.high;
        low += sum.low + (product.low + (x.high * y.low + x.low * y.high));
    }
    Double::sum(high, low)
}

/// The coordinates of a vector, in the plane with one twice.
fn numbers<E: Space<Scalar = Double>>(vector: &E) -> [Double; 3] {
    core::array::from_fn(|axis| *vector.coordinate(axis.min(E::DIM - 1)))
}

/// The nearest floats.
pub(super) fn float<W: WideVector>(point: &W::Double) -> W {
    (0..W::DIM).fold(<W as Space>::zero(), |float, axis| float.with_coordinate(axis, point.coordinate(axis).high))
}

impl<W: WideVector> InDouble<'_, '_, W> {
    /// From one vertex to another, turned as the body is.
    pub(super) fn edge(&self, from: u32, to: u32) -> W::Double {
        if from == to {
            return W::Double::zero();
        }
        let (from, to) = (self.rounded(from), self.rounded(to));
        let own = (0..W::DIM).fold(W::Double::zero(), |edge, axis| {
            edge.with_coordinate(axis, Double::sum(*to.coordinate(axis), -from.coordinate(axis)))
        });
        self.turned(own)
    }

    /// A vertex, placed.
    pub(super) fn point(&self, index: u32) -> W::Double {
        self.turned(self.rounded(index).double()).plus(&self.place())
    }

    /// A vector of the body's own frame, turned as the body is.
    fn turned(&self, own: W::Double) -> W::Double {
        let Some(columns) = self.columns else { return own };
        let mut along = (0..W::DIM).filter(|&axis| own.coordinate(axis).high != 0.0);
        if let (Some(axis), None) = (along.next(), along.next()) {
            return columns[axis].scaled(own.coordinate(axis)); // An edge of a box.
        }
        (0..W::DIM).fold(W::Double::zero(), |edge, axis| {
            let row = columns.each_ref().each(|column| *column.coordinate(axis));
            let turned = dot_of(W::DIM, row, numbers(&own));
            edge.with_coordinate(axis, turned)
        })
    }

    /// The translation of the body.
    fn place(&self) -> W::Double {
        self.scaled(self.vertices.translation()).double()
    }
}

/// The heights of a body's vertices along a direction.
struct Along<'d, 'v, 's, W: WideVector> {
    body: &'d InDouble<'v, 's, W>,
    /// In the body's own frame: the transposed map keeps heights.
    own: W::Double,
    /// The heights of a box's axes: those of its corners are sums of them.
    axes: Option<[Double; 3]>,
}

impl<'d, 'v, 's, W: WideVector> Along<'d, 'v, 's, W> {
    /// `direction` is one of the world.
    fn new(body: &'d InDouble<'v, 's, W>, direction: &W::Double) -> Self {
        let own = match body.columns {
            Some(columns) => (0..W::DIM)
                .fold(W::Double::zero(), |own, axis| own.with_coordinate(axis, dot(&columns[axis], direction))),
            None => direction.clone(),
        };
        let axes = body.half_extents().map(|half| {
            let along = |axis: usize| own.coordinate(axis).times((*half.coordinate(axis)).into());
            [0, 1, 2].each(|axis| if axis < W::DIM { along(axis) } else { Double::ZERO })
        });
        Self { body, own, axes }
    }

    /// The height of a vertex above the body's origin.
    fn height(&self, index: u32) -> Double {
        match &self.axes {
            Some(axes) => {
                let part = |axis: usize| if index >> axis & 1 == 1 { axes[axis] } else { axes[axis].negated() };
                part(0).plus(part(1)).plus(part(2))
            }
            None => dot(&self.own, &self.body.rounded(index).double()),
        }
    }

    /// The farthest vertex. `outward` is the direction rounded.
    fn top(&self, outward: W) -> u32 {
        if let Some(axes) = &self.axes {
            return (0..W::DIM).fold(0, |index, axis| index | u32::from(axes[axis].high > 0.0) << axis);
        }
        let candidates = self.body.vertices.candidates_along(outward);
        let Some((&first, others)) = candidates.split_first() else { return 0 };
        if others.is_empty() {
            return first;
        }
        let mut best = (first, self.height(first));
        for &index in others {
            let height = self.height(index);
            if height > best.1 {
                best = (index, height);
            }
        }
        best.0
    }
}
