//! Casts past a half-space, in closed form; and the part of a half-space that a motion with turns needs.
//!
//! **Problem.** B travels by `way`. When does its distance from the half-space fall to the target?
//!
//! **Method.** The distance is d + t·(n·way), with d the distance at the start. So contact is at t = (d − target)/c with
//! c = −n·way, if c > 0 and t ≤ 1. The signs at the start and at the end, and that of c, are exact for polytopes
//! ([`crate::query::beside_plane`]).
//!
//! Where a body turns, a box below the plane takes the place of the half-space. It is so large that it has the same
//! distance on the whole motion.

use crate::motion::Motion;
use crate::numbers::real::{U, larger, smaller};
use crate::query::beside_plane::{Gap, WithPlane};
use crate::query::far::ball;
use crate::query::solver::Solver;
use crate::result::Proximity;
use crate::result::cast::{Bracket, Cast, Crossing, Outcome, Start};
use crate::shape::half_space::Slab;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};
use core::cmp::Ordering;

/// The cast of `b` past `a` along `way`, if one of them is a half-space. `None` also if a number is not finite.
pub(super) fn cast_beside_plane<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    [way, back]: [W; 2],
    ways: [W; 2],
) -> Option<Cast<W>> {
    let (pair, is_swapped) = WithPlane::of(a, b)?;
    let falling = Falling::new(solver, &pair, if is_swapped { back } else { way })?;
    let (outcome, bracket) = falling.first_contact(solver)?;
    let contact = falling.contact(bracket.lower, ways[usize::from(is_swapped)])?;
    let Bracket { fraction, lower, upper } = bracket;
    let cast = Cast { outcome, fraction, lower, upper, contact, iterations: 2 };
    Some(if is_swapped { cast.swapped() } else { cast })
}

/// When `b` enters and leaves `a` on a line, if one of them is a half-space. The inner `None`: it does not.
pub(super) fn crossing_beside_plane<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    [way, back]: [W; 2],
) -> Option<Option<Crossing<W>>> {
    let (pair, is_swapped) = WithPlane::of(a, b)?;
    let way = if is_swapped { back } else { way };
    let falling = Falling::new(solver, &pair, way)?;
    let crossing = if way.is_zero() { None } else { falling.crossing() };
    Some(if is_swapped { crossing.map(Crossing::swapped) } else { crossing })
}

/// A body that moves past a half-space.
struct Falling<'p, 's, W: WideVector> {
    pair: &'p WithPlane<'s, W>,
    solver: &'p Solver,
    way: W,
    /// The distance at the start, minus the target.
    start: Gap<W>,
    /// The sign of the way against the normal, that way and its error.
    fall: (Ordering, f64, f64),
}

impl<'p, 's, W: WideVector> Falling<'p, 's, W> {
    fn new(solver: &'p Solver, pair: &'p WithPlane<'s, W>, way: W) -> Option<Self> {
        let start = pair.gap(<W as Vector>::ORIGIN, solver.contact_distance(), solver.precision)?;
        let (order, along, error) = pair.along(way)?;
        Some(Self { pair, solver, way, start, fall: (order.reverse(), -along, error) })
    }

    /// The fraction at which the distance is the target, if the body comes down or goes up.
    fn meeting(&self) -> Bracket<f64> {
        let (order, fall, error) = self.fall;
        let [slowest, fastest] = match order {
            Ordering::Less => [smaller(fall + error, -0.0), fall - error],
            _ => [larger(fall - error, 0.0), fall + error],
        };
        let Gap { lower, upper, distance, .. } = self.start;
        let least = |gap: f64| if (gap > 0.0) == (order == Ordering::Greater) { gap / fastest } else { gap / slowest };
        let most = |gap: f64| if (gap > 0.0) == (order == Ordering::Greater) { gap / slowest } else { gap / fastest };
        let (first, last) = if order == Ordering::Less { (upper, lower) } else { (lower, upper) };
        let outward = |fraction: f64, sign: f64| fraction + sign * (4.0 * U * fraction.abs() + 5e-324);
        let [lower, upper] = [outward(least(first), -1.0), outward(most(last), 1.0)];
        // 0/0: the bodies touch, and the speed is hidden by rounding.
        let lower = if lower.is_nan() { f64::NEG_INFINITY } else { lower };
        let upper = if upper.is_nan() { f64::INFINITY } else { upper };
        Bracket { fraction: smaller(larger(distance / fall, lower), upper), lower, upper }
    }

    /// How the cast ends.
    fn first_contact(&self, solver: &Solver) -> Option<(Outcome, Bracket<f64>)> {
        let at = |fraction: f64, upper: f64| Bracket { fraction, lower: fraction, upper };
        let (clear, comes_down) = ((Outcome::Clear, at(1.0, 1.0)), self.fall.0 == Ordering::Greater);
        let is_apart = self.start.order == Some(Ordering::Greater);
        if !is_apart && solver.start == Start::Leave {
            // Two half-spaces that no translation parts are as deep wherever they are.
            let gets_deeper = comes_down && self.start.distance > f64::NEG_INFINITY;
            return Some(if gets_deeper { (Outcome::Hit, at(0.0, 0.0)) } else { clear });
        }
        if is_apart && !comes_down {
            return Some(clear);
        }
        if !is_apart {
            let upper = if self.start.order.is_some() { 0.0 } else { self.meeting().upper };
            // A curved body that touches to rounding may prove contact later.
            let is_proven = self.start.order.is_some() || comes_down && upper <= 1.0;
            return Some(if is_proven { (Outcome::Hit, at(0.0, upper)) } else { (Outcome::Near, at(0.0, 0.0)) });
        }
        let Bracket { fraction, lower, upper } = self.meeting();
        let lower = larger(lower, 0.0);
        let within = |upper: f64| Bracket { fraction: smaller(larger(fraction, lower), upper), lower, upper };
        if lower > 1.0 {
            return Some(clear);
        }
        if upper <= 1.0 {
            return Some((Outcome::Hit, within(upper)));
        }
        let end = self.pair.gap(self.way, solver.contact_distance(), solver.precision)?;
        Some(match end.order {
            Some(Ordering::Greater) => clear,
            Some(_) => (Outcome::Hit, within(1.0)),
            None => (Outcome::Near, at(lower, 1.0)),
        })
    }

    /// The shapes at a fraction. The plane's own way is `own`.
    fn contact(&self, fraction: f64, own: W) -> Option<Proximity<W>> {
        let there = self.pair.gap(self.way * fraction, 0.0, self.solver.precision)?.signed();
        let own = own * fraction;
        Some(Proximity { point_a: there.point_a + own, point_b: there.point_b + own, ..there })
    }

    /// From where to where on the line of the way the body is in contact.
    fn crossing(&self) -> Option<Crossing<W>> {
        let [start, end] =
            [f64::NEG_INFINITY, f64::INFINITY].map(|end| Bracket { fraction: end, lower: end, upper: end });
        let (normal_in, normal_out) = (self.start.normal, self.start.normal);
        let (entry, exit) = match self.fall.0 {
            _ if self.start.distance == f64::NEG_INFINITY => (start, end),
            Ordering::Greater => (self.meeting(), end),
            Ordering::Less => (start, self.meeting()),
            Ordering::Equal if self.start.order == Some(Ordering::Greater) => return None,
            Ordering::Equal => (start, end),
        };
        Some(Crossing { entry, exit, normal_in, normal_out })
    }
}

/// The parts of half-spaces that bodies need on their motions. `None` if neither shape is a half-space.
pub(super) fn slabs<W: WideVector>(
    shapes: [&View<'_, W>; 2],
    paths: [&[Motion<W>]; 2],
) -> Option<[Option<Slab<W>>; 2]> {
    if shapes.iter().all(|shape| shape.half_space().is_none()) {
        return None;
    }
    let origins = shapes.map(|shape| shape.pose().translation);
    let mut near = larger((origins[1] - origins[0]).max_abs(), 0.0);
    for (shape, path) in shapes.iter().zip(paths) {
        near += if shape.half_space().is_some() { shape.radius() } else { ball(shape) };
        for motion in path {
            // A turn moves a point by at most twice its distance from the centre.
            let arms = origins.map(|origin| (origin - motion.center).sum_abs());
            near += 2.0 * (motion.travel.sum_abs() + arms[0] + arms[1]);
        }
    }
    Some(shapes.map(|shape| Slab::of(shape, near)))
}

/// A shape, or what takes its place.
pub(super) fn view_of<'s, W: WideVector>(shape: &'s View<'s, W>, slab: &'s Option<Slab<W>>) -> View<'s, W> {
    slab.as_ref().map_or(*shape, View::of)
}
