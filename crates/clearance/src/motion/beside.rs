//! A way that passes far beside: the balls around both shapes prove that there is no contact.
//!
//! Let o be the place of B as seen from A at the start, and w the way. All points of A and B are within r of their places,
//! with the contact distance in r. Let b = o·w. The nearest place of the way is
//!
//! * the start if b ≥ 0, at |o|,
//! * the end if −b ≥ w·w, at |o + w|,
//! * between them otherwise, at √(|o|²|w|² − b²) / |w|.
//!
//! There is no contact if this exceeds r.
//!
//! **Rounding**, in units of u. Let σ be the sum of the magnitudes of all coordinates. A place errs by 4σ with its end.
//! A product that is wrong by 4|o||w| may choose the wrong of two neighbouring cases; the nearest place is then farther
//! away by at most 4σ in either. So r grows by 16σ. The squares err by 4 times themselves, and the difference in
//! the third case by 16|o|²|w|²; the test adds twice that. Products below 2⁻⁹⁰⁰ are not tested, because they may lose
//! more.

use crate::difference::diagonal;
use crate::numbers::real::{Real, U, larger};
use crate::paths::{FastPath, is_left_out};
use crate::query::solver::Solver;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// Squares and their products lose no more than their rounding if they are not smaller than 2^−900. A pure number: lengths
/// that are smaller than its root by themselves are rare, and the search answers them.
const LEAST: f64 = 1.183_052_186_166_774_7e-271;

/// Whether balls prove that `b` has no contact with `a` while it moves by `way`.
#[inline(always)]
pub(super) fn passes<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> bool {
    if is_left_out(FastPath::FarCasts) {
        return false;
    }
    let [of_a, of_b] = [Surrounding::of(a), Surrounding::of(b)];
    let magnitude = of_a.magnitude + of_b.magnitude + way.sum_abs();
    let reach = of_a.radius + of_b.radius + solver.contact_distance();
    is_beyond(of_b.place - of_a.place, way, reach + 16.0 * U * (magnitude + reach))
}

/// The radius of a ball about the origin of a shape's frame that holds the core. That of a box costs a root, which pays for
/// motions and not for yes-or-no queries at rest.
#[inline(always)]
pub(super) fn reach_of<W: WideVector>(shape: &View<'_, W>) -> f64 {
    match shape.half_extents() {
        Some(half) => half.length() * (1.0 + 4.0 * U),
        None => diagonal::<W>() * shape.ball_extent(),
    }
}

/// A ball that holds a shape.
struct Surrounding<W> {
    place: W,
    radius: f64,
    /// The sum of the magnitudes of the numbers that the place was made of.
    magnitude: f64,
}

impl<W: WideVector> Surrounding<W> {
    /// The ball. Its radius is NaN or infinite if a number of the shape or of its rotation is not finite.
    #[inline(always)]
    fn of(shape: &View<'_, W>) -> Self {
        let pose = shape.pose();
        let origin = pose.translation.widen();
        let thickness = shape.radius().widen() + shape.rounding();
        if shape.vertex_count() == 1 && pose.rotation == <W::Rotation as Rotation<W>>::IDENTITY {
            let vertex = shape.vertex(0);
            return Self {
                place: origin + vertex,
                // The extent says what the sum of several radii lost.
                radius: thickness + larger(shape.extent() - vertex.max_abs(), 0.0),
                magnitude: origin.sum_abs() + vertex.sum_abs(),
            };
        }
        // The formula of the rotation makes a vector longer by a share of at most its defect.
        let defect = pose.rotation.defect();
        let longer = if pose.has_rotation() { 1.0 + 2.0 * defect } else { f64::NAN };
        let radius = thickness + reach_of(shape) * longer;
        Self { place: origin, radius, magnitude: origin.sum_abs() }
    }
}

/// Whether no place from `from` to `from + way` is within `reach` of the origin. Comparisons with NaN are false.
#[inline(always)]
fn is_beyond<W: WideVector>(from: W, way: W, reach: f64) -> bool {
    let (squared, along, product) = (from.dot(&from), way.dot(&way), from.dot(&way));
    let limit = reach * reach * (1.0 + 32.0 * U);
    if !(squared < f64::INFINITY && along < f64::INFINITY) {
        return false;
    }
    if product >= 0.0 {
        return squared >= LEAST && squared > limit;
    }
    if -product >= along {
        let end = from + way;
        let squared = end.dot(&end);
        return squared >= LEAST && squared > limit;
    }
    let both = squared * along;
    let is_normal = squared >= LEAST && along >= LEAST && both >= LEAST;
    is_normal && both - product * product > limit * along + 32.0 * U * both
}

#[cfg(test)]
mod tests {
    use super::{LEAST, U, is_beyond};
    use crate::random::Random;
    use crate::space::vector::{Vec3, vec3};

    #[test]
    fn whole_numbers_decide_as_in_exact_arithmetic() {
        let mut random = Random(1);
        let mut whole = |most: i128| i128::from(random.bits() >> 33) % (2 * most + 1) - most;
        let (mut beyond, mut near) = (0, 0);
        for _ in 0..200_000 {
            let [from, way] = [0, 1].map(|_| [whole(40), whole(40), whole(40)]);
            let reach = whole(40).abs();
            let dot = |a: [i128; 3], b: [i128; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let (squared, along, product) = (dot(from, from), dot(way, way), dot(from, way));
            let end = [from[0] + way[0], from[1] + way[1], from[2] + way[2]];
            // The square of the least distance is `numerator` / `denominator`.
            let (numerator, denominator) = match product {
                product if product >= 0 => (squared, 1),
                product if -product >= along => (dot(end, end), 1),
                _ => (squared * along - product * product, along),
            };
            let is_apart = numerator > reach * reach * denominator;
            let vector = |v: [i128; 3]| -> Vec3<f64> { vec3(v[0] as f64, v[1] as f64, v[2] as f64) };
            // Whole numbers of this size are exact, and squares of roots differ by far more than the rounding.
            for scale in [1.0, 2f64.powi(-200), 2f64.powi(200)] {
                let scaled = |v| vector(v) * scale;
                assert_eq!(
                    is_beyond(scaled(from), scaled(way), reach as f64 * scale),
                    is_apart,
                    "{from:?} {way:?} {reach}"
                );
            }
            beyond += u32::from(is_apart);
            near += u32::from(numerator == reach * reach * denominator);
        }
        assert!(beyond > 20_000 && near > 20, "{beyond} {near}");
    }

    #[test]
    fn what_is_not_finite_or_too_small_proves_nothing() {
        let (x, y) = (vec3(1.0f64, 0.0, 0.0), vec3(0.0f64, 1.0, 0.0));
        assert!(is_beyond(x, y, 0.5));
        assert!(!is_beyond(x, y, 1.0) && !is_beyond(x, y, 1.0 - U));
        assert!(!is_beyond(x, y, f64::NAN) && !is_beyond(x, y, f64::INFINITY));
        assert!(!is_beyond(x * f64::NAN, y, 0.5) && !is_beyond(x * f64::INFINITY, -x, 0.5));
        assert!(!is_beyond(x * 1e200, y - x * 1e200, 0.5));
        assert!(!is_beyond(x * LEAST, -x * LEAST * 0.5, LEAST * 0.1));
    }
}
