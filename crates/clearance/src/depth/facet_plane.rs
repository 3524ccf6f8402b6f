//! The planes of the facets of the expanding polytope, and the errors of their distances.
//!
//! Where `f64` does not know the plane of a facet well enough, double-double numbers compute it again.

use crate::depth::epa::Shell;
use crate::difference::{Difference, Rounding};
use crate::distance::simplex::weights;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::space::vector::{Space, WideVector};

/// The plane of a facet.
pub(crate) struct Plane<W: WideVector> {
    /// Outward, of unit length.
    pub normal: W,
    /// The distance from the origin.  [length]
    pub distance: f64,
    /// The distance minus its error. The bracket of the answer contains the error of its own plane.  [length]
    pub lower: f64,
    /// Computes the weights of a facet's corners in the foot: the point of its plane nearest to the origin.
    pub weights: fn([&W; 3]) -> [f64; 3],
    /// How far A − B reaches beyond the plane.  [length]
    pub gap: f64,
    /// Whether the plane comes from double-double numbers.
    pub is_double: bool,
}

impl<W: WideVector> Plane<W> {
    /// The plane of the nearest facet. A − B reaches beyond it by `gap`.
    ///
    /// If the error or the gap is more than rounding should leave, the plane is computed in double-double numbers. That
    /// plane is the answer if the support point along its normal agrees. The support point also bounds `upper`.
    pub fn of_nearest(
        difference: &(impl Difference<W> + ?Sized),
        shell: &Shell<W>,
        facet: usize,
        gap: f64,
        upper: &mut f64,
    ) -> Self {
        let (plane, noise) =
            (Self::new(shell.facet(facet).normal, &shell.corners(facet), gap), difference.rounding().noise());
        if plane.distance - plane.lower > 3.0 * noise || gap > noise {
            if let Some(double) = Self::in_double(shell, facet) {
                let outer = double.normal.dot(&difference.support(double.normal).point);
                *upper = smaller(outer, *upper);
                if outer - double.distance <= noise {
                    return Self { gap: outer - double.distance, ..double };
                }
            }
        }
        plane
    }

    /// How badly a facet with these corners fits: the gap, and the distance from the foot to the nearest point of the
    /// facet. It is zero for a facet of A − B that contains the foot.  [length]
    pub fn misfit(&self, corners: [&W; 3]) -> f64 {
        let weights = clamped::<W>((self.weights)(corners));
        let foot = (0..W::DIM).fold(<W as Space>::zero(), |sum, k| sum + *corners[k] * weights[k]);
        self.gap + (foot - self.normal * self.distance).length()
    }

    /// Whether a facet is farther than this plane by more than any error. Then it neither bounds the depth nor lies in
    /// the plane. This test clears most facets, and it needs one root.
    pub fn is_clear_of(&self, shell: &Shell<W>, facet: usize, rounding: &Rounding) -> bool {
        let other = shell.facet(facet);
        other.offset - coarse_error::<W>(rounding) > self.distance * sqrt(other.normal_squared)
    }

    /// Whether the corners of a facet lie in the plane or beyond it, to rounding.
    pub fn contains_facet(&self, shell: &Shell<W>, facet: usize, noise: f64) -> bool {
        let (level, other) = (self.distance - noise, shell.facet(facet));
        other.offset <= (self.distance + noise) * sqrt(other.normal_squared)
            && shell.corners(facet).iter().all(|p| self.normal.dot(p) >= level)
    }

    /// The plane of a facet in floats.
    pub fn new(normal: W, corners: &[&W; 3], gap: f64) -> Self {
        let length = normal.length();
        let distance = normal.dot(corners[0]) / length;
        let lower = distance - error_of(corners, normal.length_squared());
        Self { normal: normal * (1.0 / length), distance, lower, weights: weights_in_floats, gap, is_double: false }
    }

    /// The plane of a facet in double-double numbers. `None` if the facet is too flat even for them.
    ///
    /// If the normal is 2⁴⁰ times smaller than the product of the edges, 60 bits of it are right. The error of the
    /// distance is then under u·|p|. Rounding it to `f64` adds as much again.
    fn in_double(shell: &Shell<W>, facet: usize) -> Option<Self> {
        let [p, q, r] = shell.corners(facet);
        let corners = [p.double(), q.double(), r.double()];
        let normal = W::Double::facet_normal(&[&corners[0], &corners[1], &corners[2]]);
        let length = normal.length_squared().root();
        let edges = if W::DIM == 2 { (*q - *p).length() } else { (*q - *p).length() * (*r - *p).length() };
        let distance = normal.dot(&corners[0]).divided_by(length).high;
        let unit = |axis: usize| normal.coordinate(axis).divided_by(length).high;
        let normal = (0..W::DIM).fold(<W as Space>::zero(), |n, axis| n.with_coordinate(axis, unit(axis)));
        let lower = distance - 2.0 * U * p.length();
        (length.high > FLATTEST * edges).then_some(Self {
            normal,
            distance,
            lower,
            weights: weights_in_double,
            gap: 0.0,
            is_double: true,
        })
    }
}

/// A lower bound of the distance of a facet's plane, in floats. A facet without a normal proves nothing: −∞.
#[inline(always)]
pub(crate) fn distance_in_floats<W: WideVector>(shell: &Shell<W>, facet: usize) -> f64 {
    let plane = shell.facet(facet);
    let lower = plane.offset / sqrt(plane.normal_squared) - offset_error(shell, facet);
    if lower.is_finite() { lower } else { f64::NEG_INFINITY }
}

/// A lower bound of the distance of a facet's plane. If the bound in floats is less than `enough`, double-double
/// numbers improve it.
pub(crate) fn proven_distance<W: WideVector>(shell: &Shell<W>, facet: usize, enough: f64) -> f64 {
    let lower = distance_in_floats(shell, facet);
    if lower >= enough {
        lower
    } else {
        Plane::in_double(shell, facet).map_or(lower, |plane| larger(plane.lower, lower))
    }
}

/// 2⁻⁴⁰: the least height of a facet, as a fraction of its edges. The plane of a flatter facet is not known in
/// double-double numbers either.
const FLATTEST: f64 = 9.094_947_017_729_282e-13;

/// The weights made not negative, with the sum 1. If their sum is zero or infinite, the first weight is 1.
pub(crate) fn clamped<W: Space>(weights: [f64; 3]) -> [f64; 3] {
    let weights = weights.each(|w| larger(w, 0.0));
    let sum: f64 = weights[..W::DIM].iter().sum();
    if sum > 0.0 && sum < f64::INFINITY { weights.each(|w| w / sum) } else { [1.0, 0.0, 0.0] }
}

/// The weights of the corners in the foot.
fn weights_in_floats<W: WideVector>(corners: [&W; 3]) -> [f64; 3] {
    let (numerators, sum) = weights(&corners[..W::DIM]);
    if sum > 0.0 { numerators.each(|n| n / sum) } else { [f64::NEG_INFINITY; 3] }
}

/// The same in double-double numbers. The weights of a sliver are quotients of small differences.
fn weights_in_double<W: WideVector>(corners: [&W; 3]) -> [f64; 3] {
    let [p, q, r] = corners.each(|corner| corner.double());
    let corners = [&p, &q, &r];
    let (numerators, sum) = weights(&corners[..W::DIM]);
    if sum.high > 0.0 { numerators.each(|n| n.divided_by(sum).high) } else { [f64::NEG_INFINITY; 3] }
}

/// A bound of the error of a facet's computed distance.
///
/// The normal is a product of two rounded edges: |δn| ≤ 8u·|e||f|. This error turns the plane by |δn|/|n| about the
/// vertex at which the offset was taken. The turn moves the plane by the angle times the distance to that vertex. The
/// factor 2 is for the offset and for the length. In the plane |e||f|/|n| is 1.
#[inline(always)]
pub(crate) fn offset_error<W: WideVector>(shell: &Shell<W>, facet: usize) -> f64 {
    error_of(&shell.corners(facet), shell.facet(facet).normal_squared)
}

#[inline(always)]
fn error_of<W: WideVector>([p, q, r]: &[&W; 3], normal_squared: f64) -> f64 {
    let (e, f, from) = (**q - **p, **r - **p, p.dot(p));
    let edges = if W::DIM == 2 { e.dot(&e) } else { e.dot(&e) * f.dot(&f) };
    U * (16.0 * sqrt(from * edges / normal_squared) + 8.0 * sqrt(from))
}

/// A bound of [`offset_error`] times |n| for every facet, since |p| ≤ size and |n| ≤ |e||f| ≤ 4·size². In the plane it
/// has one size less, since |n| = |e| ≤ 2·size.
fn coarse_error<W: WideVector>(rounding: &Rounding) -> f64 {
    let size = rounding.size;
    96.0 * U * size * if W::DIM == 2 { size } else { size * size }
}
