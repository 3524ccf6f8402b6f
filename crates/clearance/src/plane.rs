//! The planes of the expanding polytope's facets: how well their distances are known, and what is done where that is not
//! enough.

use crate::difference::{Difference, Rounding};
use crate::epa::Shell;
use crate::real::{U, larger, smaller, sqrt};
use crate::simplex::weights;
use crate::vector::{Space, WideVector};

/// A facet's plane, the answer.
pub(crate) struct Plane<W: WideVector> {
    /// Outward, of unit length.
    pub normal: W,
    pub distance: f64,
    /// The distance less the error of this plane: where the answer is not known well, its bracket must show it.
    pub sure: f64,
    /// The weights of a facet's corners in the plane's point nearest to the origin.
    pub weights: fn([&W; 3]) -> [f64; 3],
    /// How far A − B reaches beyond the plane.
    pub gap: f64,
    /// Whether it is known to more than the precision of `f64`.
    pub is_refined: bool,
}

impl<W: WideVector> Plane<W> {
    /// The plane of the nearest facet, beyond which A − B was found to reach by `gap`. Where its error or the gap is more
    /// than rounding should leave, in double-double numbers, if the support point along the normal that they give agrees;
    /// `upper` is bounded by that, too.
    pub fn of_nearest(
        difference: &(impl Difference<W> + ?Sized),
        shell: &Shell<W>,
        facet: usize,
        gap: f64,
        upper: &mut f64,
    ) -> Self {
        let (plane, noise) =
            (Self::new(shell.facet(facet).normal, &shell.corners(facet), gap), difference.rounding().noise());
        if plane.distance - plane.sure > 3.0 * noise || gap > noise {
            if let Some(refined) = Self::refined(shell, facet) {
                let outer = refined.normal.dot(&difference.support(refined.normal).point);
                *upper = smaller(outer, *upper);
                if outer - refined.distance <= noise {
                    return Self { gap: outer - refined.distance, ..refined };
                }
            }
        }
        plane
    }

    /// How far the plane is from being that of a facet of A − B with the origin's foot between these corners of its own.
    pub fn badness(&self, corners: [&W; 3]) -> f64 {
        let shares = clamped::<W>((self.weights)(corners));
        let foot = (0..W::DIM).fold(<W as Space>::zero(), |sum, k| sum + *corners[k] * shares[k]);
        self.gap + (foot - self.normal * self.distance).length()
    }

    /// Whether a facet is farther than this plane by more than any error: then it neither bounds the depth nor lies in
    /// the plane. Most facets are told apart here, by one root.
    pub fn is_clear_of(&self, shell: &Shell<W>, facet: usize, rounding: &Rounding) -> bool {
        let other = shell.facet(facet);
        other.offset - coarse_error::<W>(rounding) > self.distance * sqrt(other.normal_squared)
    }

    /// Whether the facet's corners lie in the plane or beyond it, to rounding.
    pub fn holds(&self, shell: &Shell<W>, facet: usize, noise: f64) -> bool {
        let (level, other) = (self.distance - noise, shell.facet(facet));
        other.offset <= (self.distance + noise) * sqrt(other.normal_squared)
            && shell.corners(facet).iter().all(|p| self.normal.dot(p) >= level)
    }

    /// As computed with the facet.
    pub fn new(normal: W, corners: &[&W; 3], gap: f64) -> Self {
        let length = normal.length();
        let distance = normal.dot(corners[0]) / length;
        let sure = distance - error_of(corners, normal.length_squared());
        Self { normal: normal * (1.0 / length), distance, sure, weights: normalised_weights, gap, is_refined: false }
    }

    /// Computed anew in double-double numbers; `None` for a facet that is too flat even for them.
    ///
    /// A normal that is 2⁴⁰ times smaller than the product of the edges keeps 60 bits: the distance errs by under u·|p|,
    /// and by as much again when it is rounded to `f64`.
    fn refined(shell: &Shell<W>, facet: usize) -> Option<Self> {
        let [p, q, r] = shell.corners(facet);
        let corners = [p.double(), q.double(), r.double()];
        let normal = W::Double::facet_normal(&[&corners[0], &corners[1], &corners[2]]);
        let length = normal.length_squared().root();
        let edges = if W::DIM == 2 { (*q - *p).length() } else { (*q - *p).length() * (*r - *p).length() };
        let distance = normal.dot(&corners[0]).divided_by(length).high;
        let unit = |axis: usize| normal.coordinate(axis).divided_by(length).high;
        let normal = (0..W::DIM).fold(<W as Space>::zero(), |n, axis| n.with_coordinate(axis, unit(axis)));
        let sure = distance - 2.0 * U * p.length();
        (length.high > FLATTEST * edges).then_some(Self {
            normal,
            distance,
            sure,
            weights: refined_weights,
            gap: 0.0,
            is_refined: true,
        })
    }
}

/// The distance of a facet's plane as computed, less its error; of a facet without a normal, which proves nothing, −∞.
#[inline(always)]
pub(crate) fn measured_distance<W: WideVector>(shell: &Shell<W>, facet: usize) -> f64 {
    let plane = shell.facet(facet);
    let sure = plane.offset / sqrt(plane.normal_squared) - offset_error(shell, facet);
    if sure.is_finite() { sure } else { f64::NEG_INFINITY }
}

/// What a facet's distance from the origin surely is not below: where its error takes that below `enough`, from
/// double-double numbers.
pub(crate) fn sure_distance<W: WideVector>(shell: &Shell<W>, facet: usize, enough: f64) -> f64 {
    let sure = measured_distance(shell, facet);
    if sure >= enough { sure } else { Plane::refined(shell, facet).map_or(sure, |plane| larger(plane.sure, sure)) }
}

/// 2⁻⁴⁰: the least height of a facet, as a fraction of its edges, at which double-double numbers know its plane.
const FLATTEST: f64 = 9.094_947_017_729_282e-13;

/// Weights that are not negative and sum to 1; the first takes all when there is no sum.
pub(crate) fn clamped<W: Space>(weights: [f64; 3]) -> [f64; 3] {
    let weights = weights.map(|w| larger(w, 0.0));
    let sum: f64 = weights[..W::DIM].iter().sum();
    if sum > 0.0 && sum < f64::INFINITY { weights.map(|w| w / sum) } else { [1.0, 0.0, 0.0] }
}

fn normalised_weights<W: WideVector>(corners: [&W; 3]) -> [f64; 3] {
    let (numerators, sum) = weights(&corners[..W::DIM]);
    if sum > 0.0 { numerators.map(|n| n / sum) } else { [f64::NEG_INFINITY; 3] }
}

/// The same in double-double numbers: a sliver's weights are quotients of small differences.
fn refined_weights<W: WideVector>(corners: [&W; 3]) -> [f64; 3] {
    let [p, q, r] = corners.map(|corner| corner.double());
    let corners = [&p, &q, &r];
    let (numerators, sum) = weights(&corners[..W::DIM]);
    if sum.high > 0.0 { numerators.map(|n| n.divided_by(sum).high) } else { [f64::NEG_INFINITY; 3] }
}

/// How far the computed distance of a facet's plane may be from the plane through its vertices.
///
/// The normal is a product of two rounded edges: |δn| ≤ 8u·|e||f|, a turn of the plane about the vertex that the offset was
/// taken at by |δn|/|n|, which moves it by that times the distance to the vertex (of no other: about that one it turns);
/// twice, for the offset and for the length. In the plane |e||f|/|n| is 1.
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

/// A bound of [`offset_error`] times |n| for every facet, since |p| ≤ size and |n| ≤ |e||f| ≤ 4·size²; in the plane, where
/// |n| = |e| ≤ 2·size, with one size less.
fn coarse_error<W: WideVector>(rounding: &Rounding) -> f64 {
    let size = rounding.size;
    96.0 * U * size * if W::DIM == 2 { size } else { size * size }
}
