//! Shapes that touch exactly, seen from one frame.
//!
//! **Problem.** Tiles, parts that are modelled in place, and pieces of one body touch exactly, and have one rotation. Exact
//! numbers of many limbs would place every vertex that is compared.
//!
//! **Method.** If both bodies have the same rotation, and it is none or the translations are the same, too, A − B is known in
//! a common frame: a vertex is a − b − t, with floats a and b and t the difference of two floats. Floats name the corners of
//! the face of A − B that holds the origin.
//! 1. The origin is on their hull. A single corner is zero; two corners are opposite to each other; the facet of `DIM` corners
//!    has its plane through the origin, and its foot lies within the rim by more than floats err. All signs are exact.
//! 2. A direction n has no vertex of A − B above the face. For a facet it is the normal, and vertices that floats cannot tell
//!    from the corners are compared exactly. For fewer corners there is some freedom: n is chosen so that floats tell all
//!    other vertices below, and exactly orthogonal to the edge.
//!
//! Then there is a common point, and n separates the interiors.
//!
//! **The choice of n.** All other vertices are below the contact if n·w < 0 for the ways w from it. Of the ways found so far, as
//! unit vectors, the point of their hull that is nearest to the origin is opposite to n: the distance loop finds it, and a way
//! that is not below n joins them.
//!
//! **Special cases.** What is not decided so is left to the search of [`super`].

use super::double::{MARGIN, shares_of_foot};
use super::support::{InDouble, combination, rounded_direction};
use super::whole::{self, Whole, less, normal_of, sign_of_height};
use super::{ExactAnswer, ExactPair, Guess};
use crate::difference::{Event, ExactStep, Indices, Vertex, Watch};
use crate::distance::vertices::Simplex;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Ring, U};
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
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The answer of shapes without radius that touch exactly, at the face that floats found, which is computed in lengths
    /// times 2 to the power `scale`. `None` if it is not known.
    pub fn touching(&self, guess: &Guess<W>, scale: i32, mut watch: Watch<'_, W>) -> Option<ExactAnswer<W>> {
        let are_stored = self.a.is_stored() && self.b.is_stored();
        if !self.is_one_frame || !are_stored || !self.a.exact_radius().is_zero() || !self.b.exact_radius().is_zero() {
            return None;
        }
        let (a, b) = (self.a.in_double(scale), self.b.in_double(scale));
        let places = [&a, &b].map(|body| body.scaled(body.vertices.translation()));
        let together = Together { a, b, places };
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
        let outward = self.a.turned(direction);
        if watch.is_there() {
            let face: Vec<_> = corners.iter().map(|&corner| self.corner(corner)).collect();
            let (direction, vertex, stop) = (outward.exact(), &face[0], Some(Stop::BoundsMet));
            watch.show(|| Event::Exact(ExactStep { iteration: 1, face: &face, direction, vertex, stop }));
        }
        let mut witnesses = Witnesses::default();
        corners.iter().zip(shares).for_each(|(&corner, share)| witnesses.push(corner, share));
        let point = combination(corners.len(), |place| together.a.float(corners[place].0) * shares[place]);
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
        let [from, to] = [0, 1].map(|place| self.in_common(corners[place]));
        let [before, after] = [&from, &to].map(|corner| rounded_length::<W>(corner));
        let sum = before + after;
        is_between(&from, &to).then(|| [after / sum, before / sum, 0.0])
    }

    /// The shares of the corners of a facet at the foot of the origin, which is well within its rim.
    fn shares_at_facet(&self, corners: &[Corner], outward: W) -> Option<[f64; 3]> {
        let between = self.places[1] - self.places[0];
        let floats = [0, 1, W::DIM - 1].map(|place| {
            let (on_a, on_b) = corners[place];
            self.a.rounded(on_a) - self.b.rounded(on_b) - between
        });
        shares_of_foot(&floats, outward, MARGIN * U * (self.a.size() + self.b.size()))
    }

    /// A direction along which no vertex is above the contact: the normal of the facet of all corners, or one that is chosen.
    /// What is likely is tried first.
    fn direction(&self, all: &[Corner], contact: &[Corner], outward: W) -> Option<W> {
        let chosen = || self.direction_above(contact, outward);
        if all.len() < W::DIM {
            return chosen();
        }
        let normal = || self.facet_normal(all, outward);
        match self.facet_normal_in_units(all, outward) {
            Some(known) => known.or_else(chosen),
            None if self.has_two_faces(outward) => normal().or_else(chosen),
            None => chosen().or_else(normal),
        }
    }

    /// Whether both bodies have a face, and not an edge or a vertex, on top along a direction.
    fn has_two_faces(&self, outward: W) -> bool {
        [(&self.a, outward), (&self.b, -outward)]
            .iter()
            .all(|(body, along)| body.vertices.peaks(*along).len() >= W::DIM)
    }

    /// [`Together::facet_normal`] of coordinates that are whole numbers of one unit. `None` if they are not.
    fn facet_normal_in_units(&self, corners: &[Corner], outward: W) -> Option<Option<W>> {
        let corner = |place: usize| corners[place.min(W::DIM - 1)];
        let floats: [[W; 2]; 3] = [0, 1, 2].map(corner).map(|(a, b)| [self.a.rounded(a), self.b.rounded(b)]);
        let whole =
            Whole::of(&[floats[0][0], floats[0][1], floats[1][0], floats[1][1], self.places[0], self.places[1]])?;
        let [from_a, to_a] = self.places.map(|place| whole.point(&place));
        let between = less(to_a?, from_a?);
        let mut points = [[0; 3]; 3];
        for (point, [a, b]) in points.iter_mut().zip(&floats) {
            *point = less(less(whole.point(a)?, whole.point(b)?), between);
        }
        let normal = normal_of::<W>([less(points[1], points[0]), less(points[2], points[0])]);
        let Some(rounded) = whole::rounded::<W>(normal).filter(|_| sign_of_height(normal, points[0]) == 0) else {
            return Some(None);
        };
        let along = rounded.dot(&outward);
        let flip = if along < 0.0 { -1 } else { 1 };
        let (normal, rounded) = (normal.map(|number| i128::from(flip) * number), rounded * f64::from(flip));
        let mut is_supporting = along.abs() > 0.0;
        for (body, index, side) in [(&self.a, corner(0).0, 1), (&self.b, corner(0).1, -1)] {
            let from = whole.point(&body.rounded(index))?;
            let peaks = body.vertices.peaks(rounded * f64::from(side));
            is_supporting &= peaks.contains(&index);
            for other in peaks {
                let way = less(whole.point(&body.rounded(other))?, from);
                is_supporting &= side * sign_of_height(normal, way) <= 0;
            }
        }
        Some(is_supporting.then_some(rounded))
    }

    /// The normal of a facet in a plane through the origin, if no vertex is above it.
    fn facet_normal(&self, corners: &[Corner], outward: W) -> Option<W> {
        // Where a vertex of A is one of B, its plane goes through the origin.
        let zero = corners.iter().position(|&corner| self.is_common_vertex(corner));
        let first = corners[zero.unwrap_or(0)];
        let others: Vec<Corner> = corners.iter().copied().filter(|&corner| corner != first).collect();
        let edge = |place: usize| {
            let to = others.get(place).copied().unwrap_or(first);
            way(&self.a, first.0, to.0).minus(&way(&self.b, first.1, to.1))
        };
        let normal = E::<W>::normal_of(&[edge(0), edge(1)]);
        if normal.is_zero() || !(zero.is_some() || normal.dot(&self.in_common(first)).is_zero()) {
            return None;
        }
        let rounded = rounded_direction::<W>(&normal);
        let along = rounded.dot(&outward);
        if !(along.abs() > 0.0) {
            return None;
        }
        let (normal, rounded) = if along < 0.0 { (normal.negated(), -rounded) } else { (normal, rounded) };
        let is_top = |body: &InDouble<'_, '_, W>, direction: &E<W>, rounded: W, index: u32| {
            let peaks = body.vertices.peaks(rounded);
            let from = body.rounded(index);
            let is_below = |&other: &u32| {
                // Corners of a face along the axes.
                let to = body.rounded(other);
                let is_even =
                    |axis| to.coordinate(axis) == from.coordinate(axis) || direction.coordinate(axis).is_zero();
                (0..W::DIM).all(is_even) || !direction.dot(&way(body, index, other)).is_positive()
            };
            peaks.contains(&index) && peaks.iter().all(is_below)
        };
        let is_supporting =
            is_top(&self.a, &normal, rounded, first.0) && is_top(&self.b, &normal.negated(), -rounded, first.1);
        is_supporting.then_some(rounded)
    }

    /// A direction along which all vertices but those of the contact are below it: a vertex or an edge through the origin.
    fn direction_above(&self, contact: &[Corner], start: W) -> Option<W> {
        match contact[..] {
            [_] => self.direction_in_floats(contact, start, None),
            [from, to] if W::DIM == 3 => {
                let edge = self.in_common(to).minus(&self.in_common(from));
                let along = rounded_direction::<W>(&edge).unit();
                let near = self.direction_in_floats(contact, start, Some(along))?;
                let direction = E::<W>::orthogonal(&edge.wedge(&E::<W>::orthogonal(&near.exact().wedge(&edge))));
                let is_level = |body: &InDouble<'_, '_, W>, from: u32, to: u32| {
                    from == to || direction.dot(&way(body, from, to)).is_zero()
                };
                let rounded = rounded_direction::<W>(&direction);
                let is_on_top = is_level(&self.a, from.0, to.0)
                    && is_level(&self.b, from.1, to.1)
                    && self.offenders(contact, rounded) == [None; 2];
                is_on_top.then_some(rounded)
            }
            _ => None,
        }
    }

    /// A direction of the common frame along which floats tell all vertices below those of the contact, and which is
    /// orthogonal to `along` up to rounding.
    fn direction_in_floats(&self, contact: &[Corner], start: W, along: Option<W>) -> Option<W> {
        let flat = |vector: W| along.map_or(vector, |along| across(vector, along));
        let (mut direction, mut simplex) = (flat(start).unit(), Simplex::empty());
        for _ in 0..MOST {
            let Some(way) = self.offenders(contact, direction).into_iter().flatten().next() else {
                return Some(direction);
            };
            let (point, zero) = (flat(way).unit(), <W as Space>::zero());
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
            let [from, to] = self.places.map(|place| *place.coordinate(axis));
            Double::sum(*a.coordinate(axis), -b.coordinate(axis)) == Double::sum(to, -from)
        })
    }

    /// A vertex of A − B in the common frame.
    fn in_common(&self, (on_a, on_b): Corner) -> E<W> {
        let [from, to] = self.places.map(|place| place.exact());
        self.a.rounded(on_a).exact().minus(&self.b.rounded(on_b).exact()).minus(&to.minus(&from))
    }
}

/// Exact vectors.
type E<W> = <W as WideVector>::Exact;

/// From one vertex of a body to another.
fn way<W: WideVector>(body: &InDouble<'_, '_, W>, from: u32, to: u32) -> E<W> {
    if from == to { E::<W>::zero() } else { body.rounded(to).exact().minus(&body.rounded(from).exact()) }
}

/// The part of a vector that is orthogonal to a unit vector.
fn across<W: WideVector>(vector: W, along: W) -> W {
    vector - along * vector.dot(&along)
}

/// Whether the origin is on the segment between two points, and is neither of them.
fn is_between<F: Space<Scalar = Dyadic>>(from: &F, to: &F) -> bool {
    from.dot(to).is_negative() && F::orthogonal(&from.wedge(to)).is_zero()
}

fn rounded_length<W: WideVector>(vector: &E<W>) -> f64 {
    (0..W::DIM).map(|axis| vector.coordinate(axis).to_f64()).fold(0.0, |largest: f64, x| largest.max(x.abs()))
}
