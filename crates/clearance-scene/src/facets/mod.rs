//! Flat pieces in lanes: eight triangles of space or eight segments of the plane against one.
//!
//! In D dimensions a flat piece, a *facet*, has D corners: a segment in the plane, a triangle in space. The closed
//! forms propose a pair of points, and a plane proves a bound. docs/math/meshes.md has the proof.

pub(crate) mod lanes;
mod segments;
mod triangles;

use clearance::{Vec2, Vec3, WideVector};
use lanes::{LANES, Lanes, Points, each};

/// The vectors of the plane or of space, with what differs between the two.
///
/// It is implemented for `Vec2<f64>` (D = 2) and `Vec3<f64>` (D = 3), and for nothing else.
pub trait Dimension<const D: usize>: WideVector + From<[f64; D]> + Into<[f64; D]> {
    /// Eight facets.
    #[doc(hidden)]
    type Eight: Eight<D>;
}

impl Dimension<2> for Vec2<f64> {
    type Eight = segments::Segments;
}
impl Dimension<3> for Vec3<f64> {
    type Eight = triangles::Triangles;
}

/// Eight facets by their corners. Lanes that are not used repeat the first facet.
pub trait Eight<const D: usize>: Sized {
    fn new(corners: [Points<D>; D]) -> Self;

    fn corners(&self) -> &[Points<D>; D];

    /// The shortest vectors from points of these facets to points of a single one, but for rounding: each is a vector
    /// between two points of the facets all the same.
    fn shortest_to(&self, single: &[[f64; D]; D]) -> Points<D>;

    /// Eight facets from a list of one to eight. The first one fills the lanes that are left.
    #[inline(always)]
    fn of(facets: &[[[f64; D]; D]]) -> Self {
        let mut corners = [Points::ZERO; D];
        for lane in 0..LANES {
            let facet = facets.get(lane).unwrap_or(&facets[0]);
            for corner in 0..D {
                corners[corner].set(lane, facet[corner]);
            }
        }
        Self::new(corners)
    }

    /// The distances of the boxes around these facets from the box around a single one.
    #[inline(always)]
    fn boxes_apart(&self, single: &[[f64; D]; D]) -> Lanes {
        let [low, high] = ends(self.corners());
        let of_single = |choose: fn(f64, f64) -> f64| -> [f64; D] {
            each(|axis| (1..D).fold(single[0][axis], |end, corner| choose(end, single[corner][axis])))
        };
        let (single_low, single_high) = (of_single(f64::min), of_single(f64::max));
        let gaps = (low - Points::all(single_high)).max(Points::all(single_low) - high).max(Points::ZERO);
        gaps.dot(gaps).root()
    }

    /// Lower bounds of the distances from a single facet, but for rounding: the gaps along the vectors. Below zero
    /// where a vector separates nothing, and NaN where it is zero.
    #[inline(always)]
    fn gaps_along(&self, vectors: Points<D>, single: &[[f64; D]; D]) -> Lanes {
        let own = self.corners();
        let (mut far, mut near) = (own[0].dot(vectors), Points::all(single[0]).dot(vectors));
        for corner in 1..D {
            far = far.max(own[corner].dot(vectors));
            near = near.min(Points::all(single[corner]).dot(vectors));
        }
        let (gaps, squares) = (near - far, vectors.dot(vectors));
        let mut along = [0.0; LANES];
        for lane in 0..LANES {
            along[lane] = gaps.0[lane] / squares.0[lane].sqrt();
        }
        Lanes(along)
    }
}

/// The least and the greatest coordinates of eight facets.
#[inline(always)]
fn ends<const D: usize>(corners: &[Points<D>; D]) -> [Points<D>; 2] {
    let mut ends = [corners[0]; 2];
    for corner in 1..D {
        ends = [ends[0].min(corners[corner]), ends[1].max(corners[corner])];
    }
    ends
}

/// The number within 0 and 1.
#[inline(always)]
fn clamped(x: Lanes) -> Lanes {
    x.max(Lanes::all(0.0)).min(Lanes::all(1.0))
}
