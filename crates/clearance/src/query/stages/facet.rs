//! The facet of A − B that needs no expanding polytope: the axes of boxes and polygons name it.

use super::{Query, without_types};
use crate::axes::by_axes::open_by_axes;
use crate::difference::bracket::Signs;
use crate::exact::{Guess, shares_of_foot};
use crate::numbers::each::Each;
use crate::numbers::real::smaller;
use crate::paths::{FastPath, is_left_out};
use crate::query::solver::Precision;
use crate::result::Witnesses;
use crate::result::separation::Answered;
use crate::space::vector::{Space, WideVector};

impl<W: WideVector> Query<'_, W> {
    /// Whether boxes or polygons that touch to rounding meet, from the facet that axes find nearest.
    #[cold]
    pub(super) fn overlap_at_facet(&mut self) -> Option<Answered<W>> {
        let guess = self.facet_by_axes()?;
        let answer = self.known_beyond_floats(&guess, 0)?;
        Some(Answered::from_signed(&answer))
    }

    /// The facet that axes find nearest, of boxes or polygons that touch to rounding.
    pub(super) fn facet_by_axes(&self) -> Option<Guess<W>> {
        if is_left_out(FastPath::FacetOfAxes) {
            return None;
        }
        let is_plain = !self.watch.is_there() && self.signs == Signs::Decided;
        if !is_plain || self.solver.precision == Precision::Exact || self.pair.frame.radius() != 0.0 {
            return None;
        }
        let (witnesses, normal) = open_by_axes(&self.pair)?;
        let corners = if witnesses.count as usize == W::DIM {
            witnesses
        } else {
            let zero = <W as Space>::zero();
            let point = |corner| {
                without_types(&self.pair, |difference| difference.vertex(corner)).map_or(zero, |vertex| vertex.point)
            };
            corners_around(&witnesses, witnesses.pairs.each(point), normal)?
        };
        Some(Guess { corners, outward: self.pair.frame.world_direction(normal) })
    }
}

/// The three of the witnesses whose triangle holds the foot of the origin farthest from its rim. Faces that lie on each
/// other have up to five, at these points of A − B.
fn corners_around<W: WideVector>(witnesses: &Witnesses, points: [W; 5], normal: W) -> Option<Witnesses> {
    let (mut best, mut widest) = (None, 0.0);
    for last in 2..witnesses.count as usize {
        for middle in 1..last {
            for first in 0..middle {
                let places = [first, middle, last];
                let Some(shares) = shares_of_foot(&places.each(|place| points[place]), normal, 0.0) else { continue };
                let least = smaller(smaller(shares[0], shares[1]), shares[2]);
                if least > widest {
                    (best, widest) = (Some((places, shares)), least);
                }
            }
        }
    }
    let (places, shares) = best?;
    let mut corners = Witnesses::default();
    places.into_iter().zip(shares).for_each(|(place, share)| corners.push(witnesses.pairs[place], share));
    Some(corners)
}
