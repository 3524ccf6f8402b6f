//! The facet of A − B that floats found, checked without rounding.
//!
//! **Problem.** Floats know the nearest facet of most pairs that touch, but not on which side of it the origin lies. A
//! new search would ask for many support points, each with exact comparisons.
//!
//! **Method.** Let n be the exact outward normal of the facet, and o its exact offset.
//! 1. The plane supports A − B if the two vertices of a corner are farthest along n and −n. Only vertices that floats
//!    cannot tell from these are compared.
//! 2. If the foot of the origin lies in the facet: the facet is nearest for o < 0, and the shapes touch for o = 0.
//! 3. Otherwise the search of [`super`] decides. It starts from the nearest face of the facet's corners. If the origin
//!    is inside, the expanding polytope starts from the facet and a vertex far behind it.

use super::{ExactPair, Nearest, Place, rounded_direction};
use crate::difference::{Event, ExactStep, ExactVertex, Watch};
use crate::distance::simplex::weights;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::Ring;
use crate::result::Witnesses;
use crate::result::steps::Stop;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// A facet that floats found: the vertices of A and of B at its corners, and its outward normal in the world's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess<W> {
    pub corners: Witnesses,
    pub outward: W,
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The nearest face of A − B, from a guess.
    pub fn nearest_near(&self, guess: &Guess<W>, mut watch: Watch<'_, W>) -> Nearest<W::Exact> {
        let count = (guess.corners.count as usize).clamp(1, W::DIM);
        let corners: Vec<_> = guess.corners.pairs[..count].iter().map(|&indices| self.corner(indices)).collect();
        if let Some(nearest) = self.nearest_at_facet(&corners, guess.outward) {
            let (iteration, face, vertex) = (1, &nearest.face[..], &nearest.face[0]);
            let (direction, stop) = (nearest.direction.clone(), Some(Stop::BoundsMet));
            watch.show(|| Event::Exact(ExactStep { iteration, face, direction, vertex, stop }));
            return nearest;
        }
        let mut known = corners.clone();
        known.push(self.support(&(-guess.outward).exact()));
        self.nearest_from(corners, &known, watch)
    }

    /// The facet of `DIM` corners, if it is the nearest face.
    fn nearest_at_facet(&self, corners: &[ExactVertex<W::Exact>], outward: W) -> Option<Nearest<W::Exact>> {
        if corners.len() < W::DIM {
            return None;
        }
        let points: Vec<&W::Exact> = corners.iter().map(|corner| &corner.point).collect();
        let direction = outward_normal(&points, outward)?;
        let offset = direction.dot(points[0]);
        // All corners are equally far along the normal. So if the two vertices of one are farthest, those of all are.
        let (a, b) = corners[0].indices;
        let is_nearest = !offset.is_positive()
            && self.a.is_farthest(a as usize, &direction)
            && self.b.is_farthest(b as usize, &direction.negated())
            && !weights(&points).0.iter().any(Ring::is_negative);
        let (face, around) = (corners.to_vec(), Vec::new());
        is_nearest.then(|| match offset.is_zero() {
            true => Nearest { face, direction, place: Place::Boundary, around },
            false => Nearest { face, direction: direction.negated(), place: Place::Outside, around },
        })
    }

    fn corner(&self, indices: (u32, u32)) -> ExactVertex<W::Exact> {
        let point = self.a.exact(indices.0 as usize).minus(&self.b.exact(indices.1 as usize));
        ExactVertex { point, indices }
    }
}

/// The exact normal of a facet, on the side of a rounded one. `None` if the corners are on one line.
fn outward_normal<E: Space<Scalar = Dyadic>, W: WideVector<Exact = E>>(corners: &[&E], outward: W) -> Option<E> {
    let normal = E::facet_normal(corners);
    let along = rounded_direction::<W>(&normal).dot(&outward);
    let is_known = !normal.is_zero() && along.abs() > 0.0;
    is_known.then(|| if along < 0.0 { normal.negated() } else { normal })
}
