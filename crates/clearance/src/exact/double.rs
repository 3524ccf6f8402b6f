//! The facet of A − B that floats found, measured again in double-double numbers.
//!
//! **Problem.** Shapes that touch to rounding are some 1e-16 of their size apart or in each other. Floats do not know
//! the sign, and exact numbers take long. Double-double numbers know it unless the shapes touch exactly.
//!
//! **Method.** Let S be the sum of the extents and of the coordinates of both poses, n the normal of the facet, and h
//! the greatest n·x over A − B, in double-double numbers. Each n·x/|n| errs by less than ε = 2⁻⁸⁴·S ([`super::heights`]). No
//! vertex is placed: n is turned into the frame of each body, and heights are measured there.
//! 1. The signed distance is at least −h/|n| − ε, whatever n is. Vertices that floats cannot tell from the highest are
//!    compared in double-double numbers.
//! 2. The foot of the origin lies in the facet or in the face around it ([`super::rim`]), by more than floats err. So a point
//!    of the face is beside the origin, as high as the lowest corner or higher.
//! 3. h < 0: the shapes are apart, and that point is an upper bound.
//! 4. h > 0: the depth is at most h/|n| + ε. It is at least the depth below the facet's own corners, less ε, if the
//!    depth is small beside the facet and the body behind it ([`super::facet`]).
//! 5. The witness points have the weights of the foot. If these come from floats, they err by u·S/sin θ, where θ is the
//!    angle of the facet at a corner: edges that cross at a small angle have a thin facet. If the points do not lie along
//!    the normal to rounding, their weights are computed in double-double numbers, too (docs/math/bounds.md).
//!
//! **Special cases.** If the bounds have different signs or are farther from each other than floats would leave them, the
//! answer is `None`, and exact numbers decide. In the plane the foot may be at a corner: then both of its sides are measured
//! ([`super::corner`]).

use super::facet::Guess;
use super::heights::{Heights, SHARE, dot, float};
use super::rim::Corners;
use super::support::{InDouble, combination};
use super::{ExactAnswer, ExactPair};
use crate::distance::simplex::weights;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, ldexp, ldexp_down, smaller};
use crate::paths::{FastPath, is_left_out};
use crate::result::{Status, Witnesses};
use crate::space::vector::{Space, WideVector};

/// The widest bracket, in units of u·S: what floats leave. The facet of floats may be below the surface by so much.
pub(super) const WIDEST: f64 = 4.0;

/// How far the vector between the witness points may be from the normal times the distance, in units of u·S, before their
/// weights are computed again. Larger: points farther from the features that are named. Smaller: more time.
const NOISE: f64 = 4.0;

/// How far from the rim of the facet the foot must be, in units of u·S. Floats err by less than 64 of them. Smaller: the
/// foot may be outside.
pub(super) const MARGIN: f64 = 256.0;

/// An answer in double-double numbers, and whether the cores have a common point.
pub(crate) struct DoubleAnswer<W> {
    pub answer: ExactAnswer<W>,
    pub meets: bool,
}

/// A facet, measured.
enum Facet<W> {
    Answered(DoubleAnswer<W>),
    /// A vertex is beyond the facet: the facets between them are nearer to the surface.
    Below((u32, u32)),
    /// The same where the foot is on the rim.
    BelowRim((u32, u32)),
}

/// How often a facet is replaced by one with a vertex that is beyond it. Larger: more time for what exact numbers decide.
const REPLACED: usize = 4;

impl<W: WideVector> ExactPair<'_, W> {
    /// The signed distance from the facet of a guess, in lengths times 2 to the power `scale`: so every unit gives the
    /// same bits. `None` if it is no facet, or not the nearest one, or if exact numbers must decide.
    pub fn answer_in_double(&self, guess: &Guess<W>, scale: i32) -> Option<DoubleAnswer<W>> {
        if is_left_out(FastPath::DoubleFacet) {
            return None;
        }
        if !self.keep_their_vertices(scale) {
            return None;
        }
        let a = self.a.in_double(scale);
        let b = self.b.in_double_beside(&a, scale);
        let bodies = [a, b];
        let known = &guess.corners.pairs;
        let count = guess.corners.count as usize;
        let (pairs, outward) = match count {
            count if count == W::DIM => ([0, 1, W::DIM - 1].each(|place| known[place]), guess.outward),
            2 => self.facet_around_edge(&bodies, [known[0], known[1]], guess.outward, self.scaled_size(scale))?,
            _ => return self.corner_in_double(&bodies, &known[..count], guess.outward, scale),
        };
        let by_facet = self.near_facet_in_double(&bodies, pairs, outward, scale);
        by_facet.or_else(|| self.corner_in_double(&bodies, &known[..count], guess.outward, scale))
    }

    /// The signed distance from a facet, or from one that a vertex beyond it makes.
    fn near_facet_in_double(
        &self,
        bodies: &[InDouble<'_, '_, W>; 2],
        mut pairs: [(u32, u32); 3],
        outward: W,
        scale: i32,
    ) -> Option<DoubleAnswer<W>> {
        let mut widest = WIDEST * U;
        for _ in 0..REPLACED {
            match self.facet_in_double(bodies, &pairs, outward, scale, widest)? {
                Facet::Answered(answer) => return Some(answer),
                Facet::Below(vertex) => pairs = self.replaced(bodies, &pairs, vertex, outward, scale)?,
                Facet::BelowRim(vertex) => {
                    (pairs, widest) = (beside_foot(bodies, &pairs, vertex)?, WIDEST * SHARE);
                }
            }
        }
        None
    }

    /// Whether the vertices in lengths times 2 to the power `scale` are the exact ones, placed by the poses.
    pub(super) fn keep_their_vertices(&self, scale: i32) -> bool {
        let are_stored = self.a.is_stored() && self.b.is_stored();
        are_stored && self.a.survives(scale) && self.b.survives(scale)
    }

    /// The error of floats in the place of a vertex of A − B, times 2 to the power `scale`, and more. The formula of a pose
    /// that is not quite a rotation places it elsewhere.
    pub(super) fn margin(&self, scale: i32) -> f64 {
        (MARGIN * U + 2.0 * (self.a.defect() + self.b.defect())) * self.scaled_size(scale)
    }

    pub(super) fn scaled_size(&self, scale: i32) -> f64 {
        ldexp(self.a.size(), scale) + ldexp(self.b.size(), scale)
    }

    /// The facet with a vertex in the place of a corner, which has the foot of the origin.
    fn replaced(
        &self,
        [a, b]: &[InDouble<'_, '_, W>; 2],
        pairs: &[(u32, u32); 3],
        vertex: (u32, u32),
        outward: W,
        scale: i32,
    ) -> Option<[(u32, u32); 3]> {
        (0..W::DIM).find_map(|place| {
            let mut other = *pairs;
            other[place] = vertex;
            other[2] = if W::DIM == 2 { other[1] } else { other[2] };
            let corners = other.each(|(on_a, on_b)| a.float(on_a) - b.float(on_b));
            shares_of_foot(&corners, outward, self.margin(scale)).map(|_| other)
        })
    }

    /// The signed distance from a facet, at most `widest` from its bounds, in units of S. `None` if exact numbers must decide.
    fn facet_in_double(
        &self,
        [a, b]: &[InDouble<'_, '_, W>; 2],
        pairs: &[(u32, u32); 3],
        outward: W,
        scale: i32,
        widest: f64,
    ) -> Option<Facet<W>> {
        let edge = |place: usize| {
            let ((from_a, from_b), (to_a, to_b)) = (pairs[0], pairs[place]);
            a.edge(from_a, to_a).minus(&b.edge(from_b, to_b))
        };
        let (normal, per_length) = unit_normal(&[edge(1), edge(2)], outward)?;
        let along = Heights::new([a, b], &normal, per_length);
        let heights = pairs.each(|pair| along.of(pair));
        let size = self.scaled_size(scale);
        if heights[0].high.abs() <= SHARE * size && self.radius_in_double(scale).high == 0.0 {
            return None; // Exact contact, as a rule.
        }
        // 1.
        let outward = float::<W>(&normal);
        let highest = along.top(outward);
        let height_of =
            |pair| pairs.iter().position(|&known| known == pair).map_or_else(|| along.of(pair), |i| heights[i]);
        let top = height_of(highest);
        // 2.
        let foot = self.foot(&[a, b], pairs, outward, self.margin(scale))?;
        // A face around a rim is known as exact numbers know it, or not at all.
        let (widest, is_on_rim) = (if foot.is_on_rim() { WIDEST * SHARE } else { widest }, foot.is_on_rim());
        let lowest = foot.lowest(&height_of);
        if !(top.high < 0.0) {
            // 4.
            let behind = a.float(self.a.high_along(-outward)) - b.float(self.b.high_along(outward));
            if !foot.is_shallow(behind, outward.unit(), larger(top.high, 0.0), size) {
                return None;
            }
        }
        let Some(verdict) = self.verdict([top, lowest], scale, widest) else {
            let facet = if is_on_rim { Facet::BelowRim } else { Facet::Below };
            return (!pairs.contains(&highest)).then_some(facet(highest));
        };
        // 5.
        let feature = Feature { corners: &foot.corners, count: W::DIM, shares: foot.shares };
        self.answer_at([a, b], outward.unit(), top, &feature, verdict, scale).map(Facet::Answered)
    }

    /// Both radii.
    fn radius_in_double(&self, scale: i32) -> Double {
        let is_sharp = self.a.is_sharp() && self.b.is_sharp();
        if is_sharp { Double::ZERO } else { self.a.double_radius(scale).plus(self.b.double_radius(scale)) }
    }

    /// What is known if the origin is at least so far above the highest vertex along a direction, and at most so far above a point
    /// of A − B. `None` if the sign is open, or if the bounds are farther from each other than `widest`, in units of S.
    pub(super) fn verdict(&self, [top, lowest]: [Double; 2], scale: i32, widest: f64) -> Option<Verdict> {
        let (size, radius) = (self.scaled_size(scale), self.radius_in_double(scale));
        let [least, greatest] = [top, lowest].each(|height| height.negated().minus(radius));
        let error = SHARE * size + 4.0 * U * U * radius.high;
        let (lower, upper) = ((least.high - error).next_down(), (greatest.high + error).next_up());
        let status = match (lower > 0.0, upper < 0.0) {
            (true, _) => Status::Separated,
            (_, true) => Status::Overlapping,
            _ => return None,
        };
        let distance = smaller(larger(least.high, lower), upper);
        (upper - lower <= widest * size).then_some(Verdict { status, distance, lower, upper })
    }

    /// The answer with the witness points of a feature of A − B, which has the foot of the origin. `None` if they do not lie along
    /// the normal to rounding.
    pub(super) fn answer_at(
        &self,
        [a, b]: [&InDouble<'_, '_, W>; 2],
        unit: W,
        top: Double,
        &Feature { corners, count, shares }: &Feature<'_, W>,
        Verdict { status, distance, lower, upper }: Verdict,
        scale: i32,
    ) -> Option<DoubleAnswer<W>> {
        let nearest = |shares: &[f64; 3]| {
            let [p, q] = corners.on.each_ref().each(|of| combination(count, |place| of[place] * shares[place]));
            (q - p - unit * -top.high, [p, q])
        };
        let noise = (NOISE * U + self.a.defect() + self.b.defect()) * self.scaled_size(scale);
        let (mut shares, mut found) = (shares, nearest(&shares));
        if !(found.0.length() <= noise) {
            shares = double_shares(corners.pairs.each(|(on_a, on_b)| a.point(on_a).minus(&b.point(on_b))));
            found = nearest(&shares);
            if count != W::DIM || !(found.0.length() <= noise) || shares.iter().any(|&share| share < 0.0) {
                return None;
            }
        }
        let (residual, [p, q]) = found;
        let cores = [p + residual * 0.5, q - residual * 0.5].each(|point| point.scaled_by_power(-scale));
        let mut witnesses = Witnesses::default();
        (0..count).for_each(|place| witnesses.push(corners.pairs[place], shares[place]));
        let [lower, upper] = [ldexp_down(lower, -scale), -ldexp_down(-upper, -scale)];
        let distance = ldexp(distance, -scale);
        let answer = ExactAnswer { status, distance, lower, upper, normal: unit, cores, witnesses };
        Some(DoubleAnswer { answer, meets: top.high >= 0.0 })
    }
}

/// Corners of A − B with weights at the foot of the origin: so many of them count.
pub(super) struct Feature<'c, W> {
    pub corners: &'c Corners<W, 3>,
    pub count: usize,
    pub shares: [f64; 3],
}

/// What is known of the signed distance.
pub(super) struct Verdict {
    status: Status,
    distance: f64,
    lower: f64,
    upper: f64,
}

/// The side of a corner beside the foot and of a vertex that is beyond it, in the plane.
fn beside_foot<W: WideVector>(
    [a, b]: &[InDouble<'_, '_, W>; 2],
    pairs: &[(u32, u32); 3],
    vertex: (u32, u32),
) -> Option<[(u32, u32); 3]> {
    let [first, second] = [pairs[0], pairs[1]].each(|(on_a, on_b)| (a.float(on_a) - b.float(on_b)).length());
    let near = if second < first { pairs[1] } else { pairs[0] };
    (W::DIM == 2).then_some([near, vertex, vertex])
}

/// The normal of a facet from two of its edges, on the side of a rounded one, with a greatest coordinate of about 1, and 1
/// over its length. `None` if the edges are parallel to rounding.
pub(super) fn unit_normal<W: WideVector>(edges: &[W::Double; 2], outward: W) -> Option<(W::Double, Double)> {
    let normal = W::Double::normal_of(edges);
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
    let length = dot(&normal, &normal).root();
    Some((normal, Double::from(1.0).divided_by(length)))
}

/// The weights of the corners of a facet at the foot of the origin. `None` if it is not farther than `margin` within the
/// rim.
pub(crate) fn shares_of_foot<W: WideVector>(corners: &[W; 3], normal: W, margin: f64) -> Option<[f64; 3]> {
    if W::DIM == 2 {
        let along = corners[1] - corners[0];
        let (length, before) = (along.length(), -along.dot(&corners[0]));
        let is_within = before > margin * length && along.dot(&corners[1]) > margin * length;
        let share = before / (length * length);
        return is_within.then_some([1.0 - share, share, 0.0]);
    }
    // Areas with the origin instead of a corner, seen along the normal.
    let edge = |place: usize| corners[(place + 2) % 3] - corners[(place + 1) % 3];
    let area = |place: usize| {
        let (from, to) = (corners[(place + 1) % 3], corners[(place + 2) % 3]);
        normal.dot(&W::orthogonal(&from.wedge(&to)))
    };
    let areas = [area(0), area(1), area(2)];
    let sum = areas[0] + areas[1] + areas[2];
    let least = margin * normal.length();
    let is_within = (0..3).all(|place| areas[place] * sum.signum() > least * edge(place).length());
    is_within.then(|| areas.each(|area| area / sum))
}

/// The same in double-double numbers, from the corners.
#[cold]
fn double_shares<E: Space<Scalar = Double>>(corners: [E; 3]) -> [f64; 3] {
    let [p, q, r] = &corners;
    let (numerators, sum) = if E::DIM == 2 { weights(&[p, q]) } else { weights(&[p, q, r]) };
    numerators.each(|numerator| numerator.divided_by(sum).high)
}
