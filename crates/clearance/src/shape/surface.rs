//! The features of a core: smooth pieces, each with its own support function.
//!
//! **Meaning.** A core is the convex hull of a few *features*: the vertices of a polytope, the two rims of a cylinder,
//! the apex and the rim of a cone, or a whole ellipsoid. The support function of the core is the maximum of the support
//! functions of its features. The support function of a feature is smooth. Its gradient is the support point of the
//! feature, and the eigenvalues of its Hessian are the radii of curvature. [`crate::depth::stationary`] needs no more
//! to find the normal of a contact.

use crate::numbers::each::Each;
use crate::numbers::real::ldexp;
use crate::shape::term::Term;
use crate::space::hessian::Hessian;
use crate::space::vector::WideVector;

/// A feature at its support point along a unit direction n. For internal use: it cannot be built outside the crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<W> {
    /// The feature's support point w.  [length]
    pub(crate) point: W,
    /// The Hessian H of the feature's support function h.  [length]
    pub(crate) hessian: Hessian,
    /// Two terms of the support function. It may have more; they only make it greater.
    pub(crate) terms: [Term; 2],
}

impl<W: WideVector> Surface<W> {
    /// The feature of a single point.
    #[inline]
    pub(crate) fn corner(point: W) -> Self {
        Self { point, hessian: Hessian::ZERO, terms: [Term::NONE; 2] }
    }

    /// The feature of a Minkowski sum: the support functions are added.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self {
            point: self.point + other.point,
            hessian: self.hessian.and(&other.hessian),
            terms: self.with(&other.terms),
        }
    }

    /// The Minkowski sum of the feature and a ball of this radius, at the support point along the unit vector
    /// `direction`.
    pub(crate) fn thickened(&self, radius: f64, direction: W) -> Self {
        let ball = Hessian::dyads(radius, &direction.across());
        let term = Term { hessian: ball, length: radius, rest: 0.0 };
        let (point, hessian) = (self.point + direction * radius, self.hessian.and(&ball));
        Self { point, hessian, terms: self.with(&[term, Term::NONE]) }
    }

    /// A smooth feature with one term.
    pub(crate) fn smooth(point: W, term: Term) -> Self {
        Self { point, hessian: term.hessian, terms: [term, Term::NONE] }
    }

    /// The terms, and in their free places the terms `others`. Terms without a place are dropped.
    fn with(&self, others: &[Term; 2]) -> [Term; 2] {
        let mut terms = self.terms;
        let mut free = terms.iter_mut().filter(|term| **term == Term::NONE);
        for other in others.iter().filter(|other| **other != Term::NONE) {
            if let Some(place) = free.next() {
                *place = *other;
            }
        }
        terms
    }

    /// The feature moved by a vector.
    pub(crate) fn moved(&self, way: W) -> Self {
        Self { point: self.point + way, ..*self }
    }

    /// The feature in another frame. `matrix` rotates vectors to that frame; the origins of both frames coincide.
    pub(crate) fn turned(&self, matrix: &W::Matrix) -> Self {
        let rows = W::rows(matrix);
        let terms = self.terms.each(|term| Term { hessian: term.hessian.turned(&rows), ..term });
        Self { point: self.point.mapped(matrix), hessian: self.hessian.turned(&rows), terms }
    }

    /// The feature with its lengths times 2^exponent.
    pub(crate) fn scaled_by_power(&self, exponent: i32) -> Self {
        let scaled = |term: Term| Term {
            hessian: term.hessian.scaled_by_power(exponent),
            length: ldexp(term.length, exponent),
            rest: ldexp(term.rest, exponent),
        };
        Self {
            point: self.point.scaled_by_power(exponent),
            hessian: self.hessian.scaled_by_power(exponent),
            terms: self.terms.each(scaled),
        }
    }
}
