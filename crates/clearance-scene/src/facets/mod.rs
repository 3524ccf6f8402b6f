//! Flat pieces in lanes: eight triangles of space or eight segments of the plane against one.
//!
//! In D dimensions a flat piece, a *facet*, has D corners: a segment in the plane, a triangle in space. The closed
//! forms propose a pair of points, and a plane proves a bound. docs/math/meshes.md has the proof. All of it is compiled
//! for several sets of instructions ([`lanes::on_widest_instructions`]). So it is small, and inlined whole.

pub(crate) mod lanes;
mod segments;
mod triangles;

use clearance::{Segment, SupportMap, Triangle, Vec2, Vec3, Vector, WideVector};
use lanes::{LANES, Lanes, Number, Points};

/// The vectors of the plane or of space, with what differs between the two.
///
/// It is implemented for `Vec2<f64>` (D = 2) and `Vec3<f64>` (D = 3), and for nothing else.
pub trait FacetSpace<const D: usize>: WideVector + From<[f64; D]> + Into<[f64; D]> {
    /// Eight facets.
    type Eight<T: Number>: Eight<T, D>;

    /// A facet as a shape of the core.
    type Facet: SupportMap<Self>;

    /// One vertex, which is the origin.
    const ORIGINS: &'static [Self];

    /// The facet with these corners.
    ///
    /// # Panics
    /// If a coordinate is not finite.
    fn facet(corners: [Self; D]) -> Self::Facet;
}

impl FacetSpace<2> for Vec2<f64> {
    type Eight<T: Number> = segments::Segments<T>;
    type Facet = Segment<Self>;
    const ORIGINS: &'static [Self] = &[Self::ORIGIN];

    fn facet([start, end]: [Self; 2]) -> Segment<Self> {
        Segment::new(start, end).expect("the products with the scale are finite")
    }
}

impl FacetSpace<3> for Vec3<f64> {
    type Eight<T: Number> = triangles::Triangles<T>;
    type Facet = Triangle<Self>;
    const ORIGINS: &'static [Self] = &[Self::ORIGIN];

    fn facet([a, b, c]: [Self; 3]) -> Triangle<Self> {
        Triangle::new(a, b, c).expect("the products with the scale are finite")
    }
}

/// Eight facets by their corners. Lanes that are not used repeat the first facet, or hold any finite numbers.
pub trait Eight<T: Number, const D: usize>: Sized {
    fn new(corners: [Points<T, D>; D]) -> Self;

    fn corners(&self) -> &[Points<T, D>; D];

    /// The shortest vectors from points of these facets to points of a single one, but for rounding: each is a vector
    /// between two points of the facets all the same.
    fn shortest_to(&self, single: &[[T; D]; D]) -> Points<T, D>;

    /// Eight facets from a list of one to eight. The first one fills the lanes that are left.
    #[inline(always)]
    fn of(facets: &[[[T; D]; D]]) -> Self {
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
    fn boxes_apart(&self, single: &[[T; D]; D]) -> Lanes<T> {
        let own = self.corners();
        let (mut low, mut high) = (own[0], own[0]);
        let (mut single_low, mut single_high) = (single[0], single[0]);
        for corner in 1..D {
            (low, high) = (low.min(own[corner]), high.max(own[corner]));
            for axis in 0..D {
                let x = single[corner][axis];
                single_low[axis] = if x < single_low[axis] { x } else { single_low[axis] };
                single_high[axis] = if x > single_high[axis] { x } else { single_high[axis] };
            }
        }
        let gaps = (low - Points::all(single_high)).max(Points::all(single_low) - high).max(Points::ZERO);
        gaps.dot(gaps).root()
    }

    /// Lower bounds of the distances from a single facet, but for rounding: the gaps along the vectors. Below zero
    /// where a vector separates nothing, and below everything where it is too short to have a direction.
    #[inline(always)]
    fn gaps_along(&self, vectors: Points<T, D>, single: &[[T; D]; D]) -> Lanes<T> {
        let own = self.corners();
        let (mut far, mut near) = (own[0].dot(vectors), Points::all(single[0]).dot(vectors));
        for corner in 1..D {
            far = far.max(own[corner].dot(vectors));
            near = near.min(Points::all(single[corner]).dot(vectors));
        }
        let (gaps, squares) = (near - far, vectors.dot(vectors));
        let mut along = [T::ZERO; LANES];
        for lane in 0..LANES {
            let has_direction = squares.0[lane] > T::LEAST_SQUARE;
            along[lane] = if has_direction { gaps.0[lane] / squares.0[lane].root() } else { T::ZERO - T::INFINITY };
        }
        Lanes(along)
    }
}

/// The number within 0 and 1.
#[inline(always)]
fn clamped<T: Number>(x: Lanes<T>) -> Lanes<T> {
    x.max(Lanes::all(T::ZERO)).min(Lanes::all(T::ONE))
}
