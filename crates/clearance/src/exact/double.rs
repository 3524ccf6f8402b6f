//! The facet of A − B that floats found, measured again in double-double numbers.
//!
//! **Problem.** Shapes that touch to rounding are some 1e-16 of their size apart or in each other. Floats do not know
//! the sign, and exact numbers take long. Double-double numbers know it unless the shapes touch exactly.
//!
//! **Method.** Let S be the sum of the extents and of the coordinates of both poses, n the normal of the facet, and h
//! the greatest n·x over A − B, all in double-double numbers. Each n·x/|n| errs by less than ε = 2⁻⁸⁴·S.
//! 1. The signed distance is at least −h/|n| − ε, whatever n is. Vertices that floats cannot tell from the highest are
//!    compared in double-double numbers.
//! 2. h < 0: the shapes are apart. The point of the facet with the weights of the origin's foot is an upper bound.
//! 3. h > 0: the depth is at most h/|n| + ε. It is at least the depth below the facet's own corners, less ε, if the
//!    depth is small beside the facet and the body behind it ([`super::facet`]).
//!
//! **Rounding.** A formula of a rotation errs by 2⁻⁹⁸ of the point's coordinates, and each sum and product by 2⁻¹⁰²
//! of its size. A height has fewer than 64 of them, times at most 2√3 for the length of n.
//!
//! **Special cases.** If the bounds have different signs or are farther from each other than floats would leave them, the
//! answer is `None`, and exact numbers decide.

use super::facet::{Guess, is_shallow};
use super::{ExactAnswer, ExactPair};
use crate::distance::simplex::weights;
use crate::numbers::double::Double;
use crate::numbers::real::{U, larger, ldexp, ldexp_down, smaller};
use crate::result::{Status, Witnesses};
use crate::space::vector::{Space, WideVector};

/// A height along a unit normal errs by less than this share of S.
const SHARE: f64 = 2.0 * U * U * 4.0 * 1_048_576.0; // 2⁻⁸⁴

/// The widest bracket, in units of u·S: what floats leave. The facet of floats may be below the surface by so much.
const WIDEST: f64 = 4.0;

/// An answer in double-double numbers, and whether the cores have a common point.
pub(crate) struct DoubleAnswer<W> {
    pub answer: ExactAnswer<W>,
    pub meets: bool,
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The signed distance from the facet of a guess, in lengths times 2 to the power `scale`: so every unit gives the
    /// same bits. `None` if it is no facet, or not the nearest one, or if exact numbers must decide.
    pub fn answer_in_double(&self, guess: &Guess<W>, scale: i32) -> Option<DoubleAnswer<W>> {
        let count = W::DIM;
        if guess.corners.count as usize != count || !(self.a.is_stored() && self.b.is_stored()) {
            return None;
        }
        let pairs = &guess.corners.pairs[..count];
        let on_a = |place: usize| self.a.double(pairs[place.min(count - 1)].0 as usize, scale);
        let on_b = |place: usize| self.b.double(pairs[place.min(count - 1)].1 as usize, scale);
        let corners: [W::Double; 3] = core::array::from_fn(|place| on_a(place).minus(&on_b(place)));
        let points = corners.each_ref();
        let (normal, length) = outward_normal(&points, guess.outward)?;
        let height = |point: &W::Double| normal.dot(point).divided_by(length);
        let size = ldexp(self.a.size(), scale) + ldexp(self.b.size(), scale);
        let error = SHARE * size;
        let radius = self.a.double_radius(scale).plus(self.b.double_radius(scale));
        if height(&corners[0]).high.abs() <= error && radius.high == 0.0 {
            return None; // Exact contact, as a rule.
        }
        // 1.
        let top = height(&self.a.top(&normal, scale).minus(&self.b.top(&normal.negated(), scale)));
        // The foot.
        let (numerators, sum) = weights(&points[..count]);
        let shares = numerators.map(|numerator| numerator.divided_by(sum));
        if !shares[..count].iter().all(|share| share.high >= 0.0) {
            return None;
        }
        let mixed = |of: &dyn Fn(usize) -> W::Double| {
            (0..count).fold(W::Double::zero(), |total, place| total.plus(&of(place).scaled(&shares[place])))
        };
        let nearest = mixed(&|place| corners[place].clone());
        let [least, distance, greatest] = if top.high < 0.0 {
            // 2.
            let upper = nearest.length_squared().root();
            [top.negated(), top.negated(), upper]
        } else {
            // 3.
            let behind = self.a.far(&normal.negated(), scale).minus(&self.b.far(&normal, scale));
            let lowest = (0..count).map(|place| height(&corners[place])).reduce(|p, q| if q < p { q } else { p })?;
            let floats: [W; 4] =
                core::array::from_fn(|place| float(if place < count { &corners[place] } else { &behind }));
            if !is_shallow(&floats, float::<W>(&normal).unit(), larger(top.high, 0.0)) {
                return None;
            }
            [top.negated(), top.negated(), lowest.negated()]
        };
        let [least, distance, greatest] = [least, distance, greatest].map(|bound| bound.minus(radius));
        let error = error + 4.0 * U * U * radius.high;
        let (lower, upper) = ((least.high - error).next_down(), (greatest.high + error).next_up());
        let status = match (lower > 0.0, upper < 0.0) {
            (true, _) => Status::Separated,
            (_, true) => Status::Overlapping,
            _ => return None,
        };
        if !(upper - lower <= WIDEST * U * size) {
            return None;
        }
        let distance = smaller(larger(distance.high, lower), upper);
        let mut witnesses = Witnesses::default();
        (0..count).for_each(|place| witnesses.push(pairs[place], shares[place].high));
        let cores = [float::<W>(&mixed(&on_a)), float(&mixed(&on_b))].map(|point| point.scaled_by_power(-scale));
        let [lower, upper] = [ldexp_down(lower, -scale), -ldexp_down(-upper, -scale)];
        let distance = ldexp(distance, -scale);
        let answer =
            ExactAnswer { status, distance, lower, upper, normal: float::<W>(&normal).unit(), cores, witnesses };
        Some(DoubleAnswer { answer, meets: top.high >= 0.0 })
    }
}

/// The normal of a facet on the side of a rounded one, with a greatest coordinate of about 1, and its length. `None` if
/// the corners are on one line to rounding.
fn outward_normal<W: WideVector>(points: &[&W::Double; 3], outward: W) -> Option<(W::Double, Double)> {
    let normal = W::Double::facet_normal(points);
    let largest = float::<W>(&normal).max_abs();
    if !(largest > 0.0 && largest < f64::INFINITY) {
        return None;
    }
    let along = float::<W>(&normal).dot(&outward);
    if !(along.abs() > 0.0) {
        return None;
    }
    let power = ldexp(if along < 0.0 { -1.0 } else { 1.0 }, -crate::numbers::real::exponent_of(largest));
    let normal = normal.scaled(&Double::from(power));
    let length = normal.length_squared().root();
    Some((normal, length))
}

/// The nearest floats.
pub(super) fn float<W: WideVector>(point: &W::Double) -> W {
    (0..W::DIM).fold(<W as Space>::zero(), |float, axis| float.with_coordinate(axis, point.coordinate(axis).high))
}
