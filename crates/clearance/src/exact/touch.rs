//! Shapes that touch exactly, seen from one frame.
//!
//! **Problem.** Tiles, parts that are modelled in place, and pieces of one body touch exactly, and have one rotation. Exact
//! numbers of many limbs would place every vertex that is compared.
//!
//! **Method.** If both bodies have the same rotation, and it is none or the translations are the same, too, A − B is known in
//! a common frame: a vertex is a − b − t, with floats a and b and t the difference of two floats. All of them are whole numbers
//! of a unit, as a rule ([`super::whole`]). Floats name the corners of the face of A − B that holds the origin.
//! 1. The origin is on their hull. A single corner is zero; two corners are opposite to each other; the facet of `DIM` corners
//!    has its plane through the origin, and its foot lies within the rim by more than floats err. All signs are exact.
//! 2. A direction n has no vertex of A − B above the face. For a facet it is the normal, and vertices that floats cannot tell
//!    from the corners are compared exactly. For fewer corners there is some freedom: n is chosen so that floats tell all
//!    other vertices below, and orthogonal to the edge. Two corners may be the ends of the diagonal of a facet whose sides are
//!    parallel to an edge of A and to one of B: then n is its normal.
//!
//! Then there is a common point, and n separates the interiors.
//!
//! **The choice of n.** All other vertices are below the contact if n·w < 0 for the ways w from it. Of the ways found so far, as
//! unit vectors, the point of their hull that is nearest to the origin is opposite to n: the distance loop finds it, and a way
//! that is not below n joins them.
//!
//! **Special cases.** What is not decided so is left to the search of [`super`].

use super::double::{MARGIN, shares_of_foot};
use super::support::{InDouble, combination};
use super::whole::{self, Normal, Units, Whole, less, normal_of, sign_of_height};
use super::{ExactAnswer, ExactPair, Guess};
use crate::difference::{Event, ExactStep, Indices, Vertex, Watch};
use crate::distance::vertices::Simplex;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger};
use crate::paths::{FastPath, is_left_out};
use crate::result::steps::Stop;
use crate::result::{Status, Witnesses};
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// A corner counts if its weight at the origin's foot is greater. Smaller: noise counts as a corner.
const LEAST_WEIGHT: f64 = 1e-9;

/// The greatest number of directions that are tried. Larger: more time for bodies that do not touch so.
const MOST: usize = 24;

/// A pair of vertices of A and B.
type Corner = (u32, u32);

/// Two bodies in a common frame, in lengths times a power of two.
struct Together<'v, 's, W: WideVector> {
    a: InDouble<'v, 's, W>,
    b: InDouble<'v, 's, W>,
    /// From the place of A to that of B: the last less the first.
    places: [W; 2],
    /// The same in units, the last less the first.
    between: Units,
    whole: Whole,
}

/// A facet of A − B whose plane goes through the origin, and above which no vertex is.
struct TopFacet<W> {
    /// Its normal, rounded.
    normal: W,
    /// The vertices of A and of B that floats cannot tell from the plane.
    peaks: [Vec<u32>; 2],
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The answer of shapes without radius that touch exactly, at the face that floats found, which is computed in lengths
    /// times 2 to the power `scale`. `None` if it is not known.
    pub fn touching(&self, guess: &Guess<W>, scale: i32, mut watch: Watch<'_, W>) -> Option<ExactAnswer<W>> {
        if is_left_out(FastPath::StoredTouch) {
            return None;
        }
        if !self.is_one_frame || !self.keep_their_vertices(scale) || !self.a.is_sharp() || !self.b.is_sharp() {
            return None;
        }
        let (a, b) = (self.a.in_floats(scale), self.b.in_floats(scale));
        let places = [&a, &b].each(|body| body.scaled(body.vertices.translation()));
        let whole = Whole::of(larger(a.size(), b.size()))?;
        let is_one_place = places[0] == places[1];
        let between = if is_one_place { [0; 3] } else { less(whole.point(&places[1])?, whole.point(&places[0])?) };
        let together = Together { a, b, places, between, whole };
        let known = &guess.corners;
        let all: Vec<Corner> = known.pairs[..(known.count as usize).min(W::DIM)].to_vec();
        let is_corner = |&place: &usize| known.weights[place] > LEAST_WEIGHT;
        let corners: Vec<Corner> = (0..all.len()).filter(is_corner).map(|place| all[place]).collect();
        let start = self.a.turned_back(guess.outward);
        let shares = match corners.len() {
            1 => together.shares_at_vertex(corners[0])?,
            count if count == W::DIM => together.shares_at_facet(&corners, start)?,
            2 => together.shares_at_edge(&corners)?,
            _ => return None,
        };
        let direction = together.direction(&all, &corners, start)?;
        let outward = self.a.turned_normal(direction);
        if watch.is_there() {
            let face: Vec<_> = corners.iter().map(|&corner| self.corner(corner)).collect();
            let (direction, vertex, stop) = (outward.exact(), &face[0], Some(Stop::BoundsMet));
            watch.show(|| Event::Exact(ExactStep { iteration: 1, face: &face, direction, vertex, stop }));
        }
        let mut witnesses = Witnesses::default();
        corners.iter().zip(shares).for_each(|(&corner, share)| witnesses.push(corner, share));
        let point = combination(corners.len(), |place| self.a.placed(corners[place].0, scale) * shares[place]);
        let cores = [point.scaled_by_power(-scale); 2];
        let (status, normal) = (Status::Touching, outward.unit());
        Some(ExactAnswer { status, distance: 0.0, lower: 0.0, upper: 0.0, normal, cores, witnesses })
    }
}

impl<W: WideVector> Together<'_, '_, W> {
    /// The share of a vertex of A that is one of B.
    fn shares_at_vertex(&self, corner: Corner) -> Option<[f64; 3]> {
        self.is_common_vertex(corner).then_some([1.0, 0.0, 0.0])
    }

    /// The shares of two corners between which the origin is.
    fn shares_at_edge(&self, corners: &[Corner]) -> Option<[f64; 3]> {
        let (from, to) = (self.in_units(corners[0])?, self.in_units(corners[1])?);
        let [before, after] = [from, to].each(whole::rounded_length);
        let sum = before + after;
        whole::is_between(from, to).then(|| [after / sum, before / sum, 0.0])
    }

    /// The shares of the corners of a facet at the foot of the origin, which is well within its rim.
    fn shares_at_facet(&self, corners: &[Corner], outward: W) -> Option<[f64; 3]> {
        let floats = [0, 1, W::DIM - 1].each(|place| self.rounded(corners[place]));
        shares_of_foot(&floats, outward, MARGIN * U * (self.a.size() + self.b.size()))
    }

    /// A direction along which no vertex is above the contact: the normal of the facet of all corners, or one that is chosen.
    ///
    /// Fewer corners are those of a search that ended at once. Their edge may then be in a facet, where no direction can be
    /// chosen.
    fn direction(&self, all: &[Corner], contact: &[Corner], outward: W) -> Option<W> {
        let is_facet = all.len() == W::DIM;
        let by_facet = || self.facet([all[0], all[1], all[W::DIM - 1]], outward).map(|facet| facet.normal);
        is_facet.then(by_facet).flatten().or_else(|| match contact[..] {
            [_] => self.direction_in_floats(contact, outward, None),
            [from, to] if W::DIM == 3 => self.direction_above_edge([from, to], outward, is_facet),
            _ => None,
        })
    }

    /// A direction along which no vertex is above an edge through the origin. `is_known` says that the edge is no part of a
    /// facet that is larger.
    fn direction_above_edge(&self, [from, to]: [Corner; 2], start: W, is_known: bool) -> Option<W> {
        let (on_a, on_b) = (self.way(&self.a, from.0, to.0)?, self.way(&self.b, from.1, to.1)?);
        if !whole::are_parallel(on_a, on_b) {
            return self.facet([from, (to.0, from.1), (from.0, to.1)], start).map(|facet| facet.normal);
        }
        // Every direction orthogonal to the edge of A − B is so to the edges of A and B.
        let edge = less(self.in_units(to)?, self.in_units(from)?);
        let along = whole::rounded_vector::<W>(edge).unit();
        if !is_known {
            return self.normal_around_edge([from, to], along, start);
        }
        let direction = self.direction_in_floats(&[from, to], start, Some(along))?;
        // It is within 12u of one that is. What floats tell below allows for a pose that errs by 24u, and there is none.
        (direction.dot(&along).abs() <= 8.0 * U).then_some(direction)
    }

    /// The normal of the facet that has an edge through the origin in its interior.
    ///
    fn normal_around_edge(&self, [from, to]: [Corner; 2], along: W, start: W) -> Option<W> {
        let (base, noise) = (self.rounded(from), 16.0 * U * (self.a.size() + self.b.size()));
        let highest = |normal: W| {
            let corner = (self.a.vertices.highest(normal), self.b.vertices.highest(-normal));
            (corner, self.rounded(corner) - base)
        };
        let (normal, third) = turned_around_edge(along, start, noise, &highest)?;
        let facet = self.facet([from, to, third], normal)?;
        let side = across(self.rounded(third) - base, along);
        self.is_level_beyond(from, &facet, -side).then_some(facet.normal)
    }

    /// Whether a facet has a vertex on this side of an edge, as floats know it.
    fn is_level_beyond(&self, (on_a, on_b): Corner, facet: &TopFacet<W>, side: W) -> bool {
        let is_beyond = |body: &InDouble<'_, '_, W>, peaks: &[u32], side: W, index: u32| {
            let base = body.rounded(index);
            peaks.iter().any(|&other| (body.rounded(other) - base).dot(&side) > 0.0)
        };
        let [peaks_a, peaks_b] = &facet.peaks;
        is_beyond(&self.a, peaks_a, side, on_a) || is_beyond(&self.b, peaks_b, -side, on_b)
    }

    /// The facet of `DIM` corners, if its plane goes through the origin and no vertex is above it.
    fn facet(&self, corners: [Corner; 3], outward: W) -> Option<TopFacet<W>> {
        let [first, second, third] = corners.each(|corner| self.in_units(corner));
        let first = first?;
        let normal = normal_of::<W>([less(second?, first), less(third?, first)]);
        let rounded = whole::rounded::<W>(normal)?;
        if sign_of_height(normal, first) != 0 {
            return None;
        }
        let [(on_a, on_b), ..] = corners;
        let supporting = |(exact, normal): (Normal, W)| {
            let on_a = self.peaks_below(&self.a, exact, normal, on_a)?;
            let on_b = self.peaks_below(&self.b, whole::negated(exact), -normal, on_b)?;
            Some(TopFacet { normal, peaks: [on_a, on_b] })
        };
        // The side of the guess is likely, and not known.
        let mut sides = [(normal, rounded), (whole::negated(normal), -rounded)];
        if rounded.dot(&outward) < 0.0 {
            sides.reverse();
        }
        sides.into_iter().find_map(supporting)
    }

    /// The vertices of a body that floats cannot tell from the highest one along a direction of the common frame. `None` if
    /// one of them is above this one, or if this one is none of them.
    fn peaks_below(&self, body: &InDouble<'_, '_, W>, direction: Normal, rounded: W, index: u32) -> Option<Vec<u32>> {
        let bottom = body.rounded(index);
        let from = self.whole.point(&bottom)?;
        let is_below = |&other: &u32| {
            let top = body.rounded(other);
            // Corners of a face along the axes.
            let is_even = |axis| top.coordinate(axis) == bottom.coordinate(axis) || direction[axis] == [0; 4];
            let is_level = (0..W::DIM).all(is_even);
            is_level || self.whole.point(&top).is_some_and(|top| sign_of_height(direction, less(top, from)) <= 0)
        };
        let peaks = body.vertices.peaks(rounded);
        (peaks.contains(&index) && peaks.iter().all(is_below)).then_some(peaks)
    }

    /// A direction of the common frame along which floats tell all vertices below those of the contact, and which is
    /// orthogonal to `along` up to rounding.
    fn direction_in_floats(&self, contact: &[Corner], start: W, along: Option<W>) -> Option<W> {
        let (mut direction, mut simplex) = (flat(start, along), Simplex::empty());
        for _ in 0..MOST {
            let Some(way) = self.offenders(contact, direction).into_iter().flatten().next() else {
                return Some(direction);
            };
            let (point, zero) = (flat(way, along), <W as Space>::zero());
            if !point.is_finite() {
                return None;
            }
            let nearest = simplex.advance(Vertex { point, a: zero, b: zero, indices: Indices::NONE })?;
            direction = -nearest.unit();
        }
        None
    }

    /// For each body the way from the contact to a vertex that floats do not tell below it, as a way in A − B.
    fn offenders(&self, contact: &[Corner], direction: W) -> [Option<W>; 2] {
        let offender = |body: &InDouble<'_, '_, W>, direction: W, first: u32, last: u32| {
            let peaks = body.vertices.peaks(direction);
            let others = peaks.into_iter().filter(|&index| index != first && index != last);
            let height = |index: u32| body.rounded(index).dot(&direction);
            let highest = others.reduce(|p, q| if height(q) > height(p) { q } else { p })?;
            Some(body.rounded(highest) - body.rounded(first))
        };
        let (first, last) = (contact[0], contact[contact.len() - 1]);
        let on_a = offender(&self.a, direction, first.0, last.0);
        let on_b = offender(&self.b, -direction, first.1, last.1).map(|way| -way);
        [on_a, on_b]
    }

    /// Whether a vertex of A is one of B.
    fn is_common_vertex(&self, (on_a, on_b): Corner) -> bool {
        let (a, b) = (self.a.rounded(on_a), self.b.rounded(on_b));
        // A sum of two floats is two floats in one way only.
        (0..W::DIM).all(|axis| {
            let [from, to] = self.places.each(|place| *place.coordinate(axis));
            Double::sum(*a.coordinate(axis), -b.coordinate(axis)) == Double::sum(to, -from)
        })
    }

    /// A vertex of A − B in the common frame.
    fn in_units(&self, (on_a, on_b): Corner) -> Option<Units> {
        let (a, b) = (self.whole.point(&self.a.rounded(on_a))?, self.whole.point(&self.b.rounded(on_b))?);
        Some(less(less(a, b), self.between))
    }

    /// The same in floats.
    fn rounded(&self, (on_a, on_b): Corner) -> W {
        self.a.rounded(on_a) - self.b.rounded(on_b) - (self.places[1] - self.places[0])
    }

    /// From one vertex of a body to another.
    fn way(&self, body: &InDouble<'_, '_, W>, from: u32, to: u32) -> Option<Units> {
        Some(less(self.whole.point(&body.rounded(to))?, self.whole.point(&body.rounded(from))?))
    }
}

/// The normal of the facet that has an edge through the origin in its interior, and a corner that is not above it. `highest` gives
/// the farthest corner along a direction, and the way to it from one end of the edge.
///
/// Seen along the edge, A − B is a polygon, and the origin lies on one of its sides. A direction is turned away from the
/// vertex that is highest along it, until none is above the origin (Chand and Kapur 1970, gift wrapping).
pub(super) fn turned_around_edge<W: WideVector>(
    along: W,
    start: W,
    noise: f64,
    highest: &dyn Fn(W) -> (Corner, W),
) -> Option<(W, Corner)> {
    let (mut normal, mut first, mut third) = (flat(start, Some(along)), None, None);
    for _ in 0..MOST {
        let (corner, way) = highest(normal);
        let way = across(way, along);
        let height = way.dot(&normal);
        if !(height > noise) {
            third = third.or(Some(corner));
            break;
        }
        normal = flat(normal - way * (height / way.dot(&way)), Some(along));
        // The turn goes on in one sense.
        if way.dot(first.get_or_insert(way)) < 0.0 && normal.dot(&first?) > 0.0 {
            normal = -normal;
        }
        third = Some(corner);
    }
    Some((normal, third?))
}

/// The unit vector along a vector or, if there is an edge, along its part that is orthogonal to the edge to rounding.
fn flat<W: WideVector>(vector: W, along: Option<W>) -> W {
    along.map_or(vector.unit(), |along| across(across(vector, along).unit(), along).unit())
}

/// The part of a vector that is orthogonal to a unit vector.
fn across<W: WideVector>(vector: W, along: W) -> W {
    vector - along * vector.dot(&along)
}
