//! Planes beside all that bodies cover while they turn, however often.
//!
//! **Problem.** M of theorem A grows with the square of the turn, so a plane proves a small part of a turn, and a
//! thousand turns take thousands of looks. Far from the bodies the turn does not matter.
//!
//! **Method.** For a direction n that is fixed in the world, and x a point of the core relative to the centre of the
//! turn about the axis a,
//!
//! ```text
//! n·R(t)x ≤ (n·a)(a·x) + |n × a|·(distance of x from the axis), and n·R(t)x ≤ |x|,
//! ```
//!
//! for every angle. So a bound over all x is a number that does not depend on t, and only the vector between the centres
//! moves. The separation by these bounds is an affine function of t: M = 0, and one plane proves any number of turns.
//! In the plane the bound is the greatest |x|: a ball around the centre of the turn.
//!
//! **Rounding.** The axis errs by 4u, so a·x changes by 8u·|x| over a turn, and the products round by 8u. With
//! [`Moving::noise`] 64u of the sizes cover all.

use crate::motion::arc::Turn;
use crate::motion::mover::{Body, UP, across};
use crate::motion::planes::{Moment, Moving, Plane};
use crate::numbers::each::Each;
use crate::numbers::real::{U, smaller};
use crate::paths::{FastPath, is_left_out};
use crate::result::motion::Carrier;
use crate::space::vector::{Space, WideVector};

/// Directions that are tried.
const MOST: usize = 6;

/// The vector that is nearest to zero on the straight way from one to another, to rounding.
pub(super) fn nearest_between<W: WideVector>(first: W, last: W) -> W {
    let way = last - first;
    let (square, closing) = (way.dot(&way), -first.dot(&way));
    let part = if square > 0.0 && closing > 0.0 { smaller(closing / square, 1.0) } else { 0.0 };
    first + way * part
}

impl<W: WideVector> Body<'_, W> {
    /// A bound of n·R·x over all points x of the core and all angles of the turn. `n` is of about unit length.
    fn swept_height(&self, n: W) -> f64 {
        if self.turn.is_zero() {
            return Space::dot(&self.support(n), &n);
        }
        if W::DIM == 2 {
            return self.reach;
        }
        let axis = W::unpadded(self.turn.axis);
        let along = Space::dot(&n, &axis);
        let outward = if along > 0.0 { axis } else { -axis };
        let height = Space::dot(&self.support(outward), &axis) * along;
        smaller(height + across(n, Some(axis)) * self.lever, self.reach)
    }
}

impl<W: WideVector> Moving<'_, W> {
    /// A lower bound of the separation along a direction that is fixed in the world, for all angles of both turns, with
    /// the centres where they are at a moment. `radius` holds those of the bodies.
    pub fn swept_separation(&self, n: W, moment: &Moment<W>, radius: f64) -> f64 {
        let core = Space::dot(&moment.apart, &n) - self.b.swept_height(-n) - self.a.swept_height(n);
        core - radius - 64.0 * U * (self.a.size + self.b.size)
    }

    /// Whether balls around the centres of the turns keep the bodies, less `radius`, apart throughout: along the direction
    /// from centre to centre where they are nearest.
    pub fn is_apart_by_balls(&self, radius: f64) -> bool {
        if is_left_out(FastPath::FarImpacts) {
            return false;
        }
        let from = self.apart_at_start();
        let to = from + self.way();
        let n = nearest_between(from, to).unit();
        let balls = self.a.reach + self.b.reach + self.a.radius + self.b.radius + radius;
        let slack = self.a.slack + self.b.slack + 128.0 * U * (self.a.size + self.b.size);
        // Ends and products are rounded.
        let rounding = 32.0 * U * (from.sum_abs() + self.way().sum_abs());
        let least = (balls + slack + rounding) * UP;
        from.dot(&n) > least && to.dot(&n) > least
    }

    /// The angle by which the bodies turn in a whole motion, the greater of both.
    pub fn angle(&self) -> f64 {
        let [a, b] = [&self.a, &self.b].each(|body| body.turn.angle().abs());
        if a > b { a } else { b }
    }

    /// Planes that may keep the bodies apart whatever their turns: with the normal of an answer, between the centres
    /// where they are nearest, and along and across the axes there.
    pub fn swept_planes(&self, normal: W, [from, to]: [&Moment<W>; 2]) -> impl Iterator<Item = Plane<W>> + use<W> {
        let nearest = nearest_between(from.apart, to.apart);
        let mut directions = [<W as Space>::zero(); MOST];
        (directions[0], directions[1]) = (normal, nearest);
        if W::DIM == 3 {
            for (index, body) in [&self.a, &self.b].into_iter().enumerate() {
                let axis = W::unpadded(body.turn.axis);
                let along = axis * Space::dot(&nearest, &axis);
                (directions[2 + 2 * index], directions[3 + 2 * index]) = (along, nearest - along);
            }
        }
        directions.into_iter().filter(|vector| vector.max_abs() > 0.0 && vector.is_finite()).map(|vector| Plane {
            carrier: Carrier::Swept,
            direction: vector.unit(),
            vector: [0.0; 3],
            turn: Turn::NONE,
        })
    }
}
