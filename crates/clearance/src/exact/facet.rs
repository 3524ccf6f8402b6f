//! The facet of A − B that floats found: where exact questions start.
//!
//! **Problem.** Floats know the nearest facet of most pairs that touch, but not on which side of it the origin lies. And a
//! facet that the origin is a little below need not be the nearest one.
//!
//! **Method.** A search without rounding starts from the nearest face of the facet's corners. If the origin is inside, the
//! expanding polytope starts from the facet and a vertex far behind it.
//!
//! **A facet that is certainly nearest.** Let its plane support A − B, and the origin be at the depth δ below it. It is
//! nearest if the foot is farther than 2δ from the facet's rim, and if A − B holds a point of the axis through the foot at
//! a height below −2δ. Proof: let g be the unit normal of another supporting plane, θ its angle to n, m the distance to
//! the rim, −k the height of the point. The disc around the foot lies in A − B, so the plane's distance is at least
//! δ cos θ + m sin θ; and it is at least −k cos θ. Up to 90° the first is at least δ, since it is concave in θ and at
//! least δ at both ends. Beyond, with c = −cos θ: if c ≥ δ/k, the second is at least δ. Otherwise c < 1/2, and the first
//! exceeds 0.86 m − δ/2 > δ.

use super::{ExactPair, Nearest};
use crate::difference::{ExactVertex, Watch};
use crate::numbers::real::{U, greater, smaller};
use crate::result::Witnesses;
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
    pub fn nearest_near(&self, guess: &Guess<W>, watch: Watch<'_, W>) -> Nearest<W::Exact> {
        let count = (guess.corners.count as usize).clamp(1, W::DIM);
        let corners: Vec<_> = guess.corners.pairs[..count].iter().map(|&indices| self.corner(indices)).collect();
        let mut known = corners.clone();
        known.push(self.support(&(-guess.outward).exact()));
        self.nearest_from(corners, &known, watch)
    }

    pub(super) fn corner(&self, indices: (u32, u32)) -> ExactVertex<W::Exact> {
        let point = self.a.exact(indices.0 as usize).minus(&self.b.exact(indices.1 as usize));
        ExactVertex { point, indices }
    }
}

/// How many times larger than the depth both distances of the proof must be. 2 suffice without rounding. Larger: more
/// searches.
const SHALLOW: f64 = 64.0;

/// Whether the depth of the origin below a face is small beside the face and the body behind it. The foot lies between these
/// corners of the face, which go around it. `behind` is a vertex behind the face.
///
/// Let that vertex be h below the origin and L beside the axis. The disc of radius m around the foot and this vertex hold the
/// point of the axis at the height −(h·m/(m + L) − δ).
pub(super) fn is_shallow<W: WideVector>(corners: &[W], behind: W, normal: W, depth: f64) -> bool {
    let size = corners.iter().fold(behind.length(), |size, vertex| greater(size, vertex.length()));
    let depth = depth + 16.0 * U * size;
    let foot = normal * depth;
    let to_rim = match W::DIM {
        2 => smaller((corners[0] - foot).length(), (corners[1] - foot).length()),
        _ => (0..corners.len()).fold(f64::INFINITY, |least, place| {
            let (from, to) = (corners[place], corners[(place + 1) % corners.len()]);
            let (along, way) = (to - from, foot - from);
            smaller(least, W::orthogonal(&along.wedge(&way)).length() / along.length())
        }),
    };
    let below = -normal.dot(&behind);
    let beside = (behind + normal * below).length();
    to_rim > SHALLOW * depth && below * to_rim > SHALLOW * depth * (to_rim + beside)
}
