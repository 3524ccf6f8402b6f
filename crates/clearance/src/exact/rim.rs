//! A foot of the origin on the rim of the facet that floats found, within the face that the facet is a part of.
//!
//! **Problem.** Two equal boxes that are stacked have the origin in the middle of a rectangle of A − B. Each triangle of its
//! corners has the foot on its rim, by symmetry and not by chance. Polygons that share a side have it at a corner of A − B
//! between two sides in one line. Floats do not know on which side of the rim it is.
//!
//! **In space.** Four corners of the face: one, the farthest one behind the foot, and the farthest ones on both sides of the
//! line between them. If the foot is left of all four sides of that quadrangle by more than floats err, the quadrangle is seen
//! from the foot as a star is from its middle. So the foot lies in it, with a disc as wide as the nearest side is away, and a
//! point of A − B is there as high as the lowest corner or higher. The line halves the quadrangle, and the witness points are
//! those of one half. Where rounding put the foot into the other half, a weight is zero that is below rounding. A search that
//! ended with the line alone gets a third corner by a turn around it ([`super::touch`]).
//!
//! **In the plane.** The chain of the corner beside the foot and of one to its left and one to its right belongs to A − B. Let
//! it fall from that corner with the slope s at most. Where it is beside the foot by r at most, it is lower than the corner by
//! s·r at most. For sides in one line to rounding that is a rounding of a rounding.

use super::ExactPair;
use super::double::shares_of_foot;
use super::facet::is_shallow;
use super::support::InDouble;
use super::touch::turned_around_edge;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller};
use crate::space::vector::WideVector;
use alloc::vec::Vec;

/// The vertices of A and of B whose difference a corner of A − B is.
pub(super) type Name = (u32, u32);

/// Corners of a face of A − B, in floats.
#[derive(Clone, Copy)]
pub(super) struct Corners<W, const N: usize> {
    pub pairs: [Name; N],
    /// The vertices of A and of B.
    pub on: [[W; N]; 2],
}

impl<W: WideVector, const N: usize> Corners<W, N> {
    /// The corners with these names.
    pub fn new([a, b]: &[&InDouble<'_, '_, W>; 2], pairs: [Name; N]) -> Self {
        Self { pairs, on: [pairs.map(|pair| a.float(pair.0)), pairs.map(|pair| b.float(pair.1))] }
    }

    /// A corner of A − B.
    pub fn point(&self, place: usize) -> W {
        self.on[0][place] - self.on[1][place]
    }

    /// The corners in A − B.
    pub fn points(&self) -> [W; N] {
        core::array::from_fn(|place| self.point(place))
    }

    /// Some of the corners.
    fn of<const M: usize>(&self, places: [usize; M]) -> Corners<W, M> {
        let [on_a, on_b] = self.on;
        Corners {
            pairs: places.map(|place| self.pairs[place]),
            on: [on_a, on_b].each(|on| places.map(|place| on[place])),
        }
    }
}

/// How far the chain of the plane goes to both sides of the foot, in margins of the foot. Larger: corners that are near each other
/// make no chain. Smaller: the chain proves no depth.
const REACH: f64 = 16.0;

/// The foot of the origin in a face of A − B, between corners of it.
pub(super) struct Foot<W> {
    /// Those of a facet that has the foot, with their weights.
    pub corners: Corners<W, 3>,
    pub shares: [f64; 3],
    around: Around<W>,
}

/// What of a face goes around the foot.
enum Around<W> {
    /// The facet itself: two corners in the plane, three in space.
    Facet,
    Quadrangle(Corners<W, 4>),
    /// A corner left of the foot, one beside it and one to its right, with their places along the direction `along`. The chain
    /// is used as far as `reach` to both sides.
    Chain {
        names: [Name; 3],
        places: [f64; 3],
        along: W,
        reach: f64,
    },
}

impl<W: WideVector> Foot<W> {
    /// Whether the foot is on the rim of the facet that floats found.
    pub fn is_on_rim(&self) -> bool {
        !matches!(self.around, Around::Facet)
    }

    /// The height of a point of the face beside the foot, or less.
    pub fn lowest(&self, height: &dyn Fn(Name) -> Double) -> Double {
        let of = |names: &[Name]| {
            let heights = names.iter().map(|&name| height(name));
            heights.reduce(|p, q| if q < p { q } else { p }).unwrap_or(Double::ZERO)
        };
        match &self.around {
            Around::Facet => of(&self.corners.pairs[..W::DIM]),
            Around::Quadrangle(ring) => of(&ring.pairs),
            Around::Chain { names, places: [left, at, right], reach, .. } => {
                let [before, beside, after] = names.each(height);
                let [falls_left, falls_right] = [before, after].each(|end| beside.minus(end).high);
                let slope = larger(larger(falls_left / (at - left), falls_right / (right - at)), 0.0);
                beside.minus(Double::from(2.0 * slope * reach))
            }
        }
    }

    /// Whether a depth is small beside the face and the body behind it ([`is_shallow`]). `size` is that of both bodies.
    pub fn is_shallow(&self, behind: W, unit: W, depth: f64, size: f64) -> bool {
        match &self.around {
            Around::Facet => is_shallow(&self.corners.points()[..W::DIM], behind, unit, depth),
            Around::Quadrangle(ring) => is_shallow(&ring.points(), behind, unit, depth),
            Around::Chain { along, reach, .. } => {
                is_shallow(&[*along * -reach, *along * *reach], behind, unit, depth + 16.0 * U * size)
            }
        }
    }
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The foot of the origin in the facet of these corners or, if it is on its rim, in the face around it. `None` if it is not
    /// farther within the rim than `margin`, by which floats err.
    pub(super) fn foot(
        &self,
        bodies: &[&InDouble<'_, '_, W>; 2],
        pairs: &[Name; 3],
        outward: W,
        margin: f64,
    ) -> Option<Foot<W>> {
        let corners = Corners::new(bodies, *pairs);
        match shares_of_foot(&corners.points(), outward, margin) {
            Some(shares) => Some(Foot { corners, shares, around: Around::Facet }),
            None => self.foot_on_rim(bodies, &corners, outward, margin),
        }
    }

    /// A facet of space that has an edge through the origin in its interior, and its normal, as floats know them.
    #[cold]
    #[inline(never)]
    pub(super) fn facet_around_edge(
        &self,
        [a, b]: &[InDouble<'_, '_, W>; 2],
        [from, to]: [Name; 2],
        outward: W,
        size: f64,
    ) -> Option<([Name; 3], W)> {
        let point = |(on_a, on_b): Name| a.float(on_a) - b.float(on_b);
        let (base, noise) = (point(from), 16.0 * U * size);
        let along = (point(to) - base).unit();
        let highest = |normal: W| {
            let corner = (self.a.high_along(normal), self.b.high_along(-normal));
            (corner, point(corner) - base)
        };
        let (normal, _) = turned_around_edge(along, outward, noise, &highest)?;
        let (on_a, on_b) = (placed(a, self.a.candidates_along(normal)), placed(b, self.b.candidates_along(-normal)));
        let left = W::orthogonal(&normal.wedge(&along));
        let third = [left, -left].into_iter().find_map(|way| {
            let corner = (highest_of(&on_a, way)?, highest_of(&on_b, -way)?);
            ((point(corner) - base).dot(&way) > noise).then_some(corner)
        })?;
        Some(([from, to, third], normal))
    }

    /// The foot in a face of which a facet is known.
    #[cold]
    #[inline(never)]
    fn foot_on_rim(
        &self,
        bodies: &[&InDouble<'_, '_, W>; 2],
        facet: &Corners<W, 3>,
        outward: W,
        margin: f64,
    ) -> Option<Foot<W>> {
        let on_a = placed(bodies[0], self.a.candidates_along(outward));
        let on_b = placed(bodies[1], self.b.candidates_along(-outward));
        let farthest = |way: W| Some((highest_of(&on_a, way)?, highest_of(&on_b, -way)?));
        match W::DIM {
            2 => foot_in_chain(bodies, facet, &farthest, margin),
            _ => foot_in_quadrangle(bodies, facet, &farthest, outward, margin),
        }
    }
}

/// The foot in the quadrangle of a face in space.
fn foot_in_quadrangle<W: WideVector>(
    bodies: &[&InDouble<'_, '_, W>; 2],
    triangle: &Corners<W, 3>,
    farthest: &dyn Fn(W) -> Option<Name>,
    outward: W,
    margin: f64,
) -> Option<Foot<W>> {
    let points = triangle.points();
    let far = (1..3).fold(0, |far, place| if points[place].length() > points[far].length() { place } else { far });
    let (first, second) = (triangle.pairs[far], farthest(-points[far])?);
    let line = Corners::new(bodies, [second]).point(0) - points[far];
    let left = W::orthogonal(&outward.wedge(&line));
    let ring = Corners::new(bodies, [first, farthest(-left)?, second, farthest(left)?]);
    let corners = ring.points();
    // Twice the area of a triangle with the origin.
    let area = |from: usize, to: usize| outward.dot(&W::orthogonal(&corners[from].wedge(&corners[to])));
    let least = margin * outward.length();
    let is_left_of = |from: usize, to: usize| area(from, to) > least * (corners[to] - corners[from]).length();
    if !(0..4).all(|place| is_left_of(place, (place + 1) % 4)) {
        return None;
    }
    let places = if area(0, 2) > 0.0 { [0, 2, 3] } else { [0, 1, 2] };
    let [p, q, r] = places;
    let areas = [area(q, r), area(r, p), area(p, q)].each(|area| larger(area, 0.0));
    let shares = areas.each(|part| part / (areas[0] + areas[1] + areas[2]));
    Some(Foot { corners: ring.of(places), shares, around: Around::Quadrangle(ring) })
}

/// The foot beside a corner of two sides in the plane.
fn foot_in_chain<W: WideVector>(
    bodies: &[&InDouble<'_, '_, W>; 2],
    side: &Corners<W, 3>,
    farthest: &dyn Fn(W) -> Option<Name>,
    margin: f64,
) -> Option<Foot<W>> {
    let points = side.points();
    let near = usize::from(points[1].length() < points[0].length());
    let along = (points[near] - points[1 - near]).unit();
    let chain = Corners::new(bodies, [side.pairs[1 - near], side.pairs[near], farthest(along)?]);
    let (places, reach) = (chain.points().each(|point| point.dot(&along)), REACH * margin);
    let [left, at, right] = places;
    if !(left < -2.0 * reach && at.abs() <= margin && right > 2.0 * reach) {
        return None;
    }
    // The side that has the foot, as floats know it.
    let (corners, [from, to]) =
        if at < 0.0 { (chain.of([1, 2, 2]), [at, right]) } else { (chain.of([0, 1, 1]), [left, at]) };
    let share = smaller(larger(-from / (to - from), 0.0), 1.0);
    let around = Around::Chain { names: chain.pairs, places, along, reach };
    Some(Foot { corners, shares: [1.0 - share, share, 0.0], around })
}

/// Vertices of a body in the world, with their names.
fn placed<W: WideVector>(body: &InDouble<'_, '_, W>, vertices: Vec<u32>) -> Vec<(u32, W)> {
    vertices.into_iter().map(|index| (index, body.float(index))).collect()
}

/// The vertex farthest along a direction. Of equally far ones it is the first.
fn highest_of<W: WideVector>(vertices: &[(u32, W)], way: W) -> Option<u32> {
    let height = |(_, point): &(u32, W)| point.dot(&way);
    let highest = vertices.iter().reduce(|p, q| if height(q) > height(p) { q } else { p });
    highest.map(|&(index, _)| index)
}
