//! Proven bounds of single facets in the expanding polytope: of a curved pair, and of polytopes with slivers.
//!
//! The facets of a curved pair are slivers. The plane of a needle, the narrowest sliver, is not known. But all points
//! of a needle are near its longest edge, so their distance from the origin is known.

use crate::depth::epa::{Facet, Shell};
use crate::depth::facet_plane::{distance_in_floats, proven_distance};
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::space::vector::{Space, WideVector};
use core::f64::consts::PI;

/// What is known about a facet. Lengths are in scaled units.
#[derive(Clone, Copy)]
pub(super) struct FacetBounds {
    /// The computed distance of the plane from the origin. It is infinite if there is no facet or if it is settled.
    pub distance: f64,
    /// A lower bound of the depth along the rays through the facet.
    pub depth: f64,
    /// A lower bound of the signed angle of the facet, as seen from the origin. It is positive on the inner side and
    /// negative if the origin may be on the outer side.  [radians, steradians]
    pub angle: f64,
}

/// The bounds at a place without a facet.
pub(super) const NO_FACET: FacetBounds = FacetBounds { distance: f64::INFINITY, depth: f64::INFINITY, angle: 0.0 };

impl FacetBounds {
    /// The bounds of a facet whose plane is taken at the corner between its shorter edges.
    pub fn of<W: WideVector>(plane: &Facet<W>, corners: &[&W; 3], noise: f64) -> Self {
        let distance = plane.offset / sqrt(plane.normal_squared);
        let error = error_of(corners, plane.normal_squared);
        let inner = distance - error;
        let needle = if inner >= 0.0 { None } else { Some(Needle::of(corners)) };
        // If the plane is known well, its distance counts. So it does if the origin is surely beyond it.
        let (distance, depth) = if error <= 16.0 * noise || distance + error < 0.0 {
            (distance, inner)
        } else {
            let depth = larger(inner, needle.unwrap_or_else(|| Needle::of(corners)).distance);
            (larger(distance, depth), depth)
        };
        let angle = match needle {
            None => least_angle::<W>(corners, inner * sqrt(plane.normal_squared)),
            Some(Needle { distance, height }) if W::DIM == 3 && distance > 0.0 => -2.0 * PI * height / distance,
            Some(_) => f64::NEG_INFINITY,
        };
        Self { distance, depth: if depth.is_finite() { depth } else { f64::NEG_INFINITY }, angle }
    }
}

/// A lower bound of the depth that a shell in space proves, at most `enough`, where some of its facets are needles: their
/// three corners are on a line to rounding, and so no plane of theirs is known. The difference of two alike bodies has
/// many, since the sums of the ends of an edge and of one parallel to it are on one line.
///
/// A needle's points are as far from the origin as its longest edge, and its solid angle is small, whatever its plane is.
/// If the angles of the other facets exceed what the needles can subtract, the shell winds around the origin. Then the
/// ball that no facet reaches lies in the shell. Minus infinity if the angles do not.
pub(super) fn depth_beside_needles<W: WideVector>(shell: &Shell<W>, enough: f64) -> f64 {
    let (mut depth, mut around, mut against) = (enough, 0.0, 0.0);
    for facet in shell.live() {
        let corners = shell.corners(facet);
        let in_floats = distance_in_floats(shell, facet);
        if in_floats >= enough {
            around += larger(least_angle::<W>(&corners, in_floats * sqrt(shell.facet(facet).normal_squared)), 0.0);
            continue;
        }
        let inner = proven_distance(shell, facet, enough);
        if inner >= enough {
            continue;
        }
        let Needle { distance, height } = Needle::of(&corners);
        depth = smaller(larger(inner, distance), depth);
        if !(inner >= 0.0) {
            against += if distance > 0.0 { 2.0 * PI * height / distance } else { f64::INFINITY };
        }
    }
    // Far more than the sums round.
    if around > 2.0 * against { depth } else { f64::NEG_INFINITY }
}

/// A lower bound of the angle of a facet, as seen from the origin on its inner side. `determinant` is a lower bound of
/// the determinant of its corners.
///
/// tan(Ω/2) is a quotient, and its numerator is the determinant. The denominator is |p||q| + p·q in the plane, and in
/// space |p||q||r| + (p·q)|r| + (q·r)|p| + (r·p)|q| (Van Oosterom and Strackee 1983). It is at most 2 or 4 times the
/// product of the lengths. And 2 atan(x) ≥ 1.8 x up to ½.
fn least_angle<W: WideVector>([p, q, r]: &[&W; 3], determinant: f64) -> f64 {
    let product = if W::DIM == 2 { 2.0 * p.length() * q.length() } else { 4.0 * p.length() * q.length() * r.length() };
    if product > 0.0 { 1.75 * determinant / product } else { 0.0 }
}

/// A triangle as a thickened edge.
#[derive(Clone, Copy)]
struct Needle {
    /// A lower bound ρ of the distance of the triangle's points from the origin.  [length]
    distance: f64,
    /// The height t of the triangle over its longest edge, rounded up.  [length]
    height: f64,
}

impl Needle {
    /// The distance ρ of a triangle is that of its longest edge, less the height t and the rounding of both.
    ///
    /// The solid angle of the triangle is at most 2πt/ρ. Proof: take a point whose place along the edge is s from the
    /// foot. Its distance from the origin is at least s and at least ρ.
    fn of<W: WideVector>([p, q, r]: &[&W; 3]) -> Self {
        let edges = [(p, q, r), (q, r, p), (r, p, q)];
        let square = |(from, to, _): &(&&W, &&W, &&W)| (***to - ***from).length_squared();
        let longest = edges.iter().fold(&edges[0], |most, edge| if square(edge) > square(most) { edge } else { most });
        let (from, to, other) = (**longest.0, **longest.1, **longest.2);
        let along = to - from;
        let place = |point: W| {
            let share = (point - from).dot(&along) / along.dot(&along);
            from + along * larger(smaller(share, 1.0), 0.0)
        };
        let zero = <W as Space>::zero();
        let (foot, height) = (place(zero).length(), (other - place(other)).length());
        // A foot with a small error lies on the edge, too. The error of its distance is only the square of that error.
        let rounding = 16.0 * U * (from.length() + to.length() + other.length());
        Self { distance: foot - height - rounding, height: height + rounding }
    }
}

/// A bound of the error of the plane's distance, for a plane that is taken at the corner between the shorter edges. See
/// [`crate::depth::facet_plane`].
fn error_of<W: WideVector>([p, q, r]: &[&W; 3], normal_squared: f64) -> f64 {
    let farthest = larger(larger(p.dot(p), q.dot(q)), r.dot(r));
    let edges = [**q - **p, **r - **q, **p - **r].each(|edge| edge.dot(&edge));
    let longest = larger(larger(edges[0], edges[1]), edges[2]);
    let shorter = if W::DIM == 2 { edges[0] } else { edges[0] * edges[1] * edges[2] / longest };
    U * (16.0 * sqrt(farthest * (shorter / normal_squared)) + 8.0 * sqrt(farthest))
}
