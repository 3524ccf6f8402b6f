//! Thin bodies that pass through each other.
//!
//! **Problem.** A point and a triangle, a point and a segment of the plane, and two segments in space have a difference
//! without an interior. They have a common point at one moment alone, so no distance proves their contact.
//!
//! **Method.** Let w₁(t), …, w_d(t) be d vertices of the difference in dimension d, S(t) their simplex, and f(t) the signed
//! volume of S(t) and the origin. It is continuous. If its sign changes between t₀ and t₁, it is zero at a moment t\*, and
//! then the origin is in the hyperplane of S(t\*). Let c(t) be the point of S(t) with the weights λ of the nearest point,
//! r the least of λᵢ times the height of wᵢ over the others, all at t₀, and δ a bound of how far a vertex moves from t₀ to t₁.
//!
//! **Theorem B.** The origin is in S(t\*), so there is contact, if r > |c(t₀)| + 3δ.
//!
//! *Proof.* A point of the boundary of S is a combination with a weight that is zero. At t₀ it is at least r from c(t₀), so at
//! t\* it is at least r − 2δ from c(t\*). The origin is at most |c(t₀)| + δ < r − 2δ from c(t\*). So the straight way from
//! c(t\*) to the origin, which is in the hyperplane, leaves S(t\*) nowhere. ∎
//!
//! **Accuracy.** The bracket reaches from `proven` to t₁. t₀ and t₁ are the nearest moments at which the sign of f is certain.

use crate::motion::mover::UP;
use crate::motion::planes::{Moment, Moving};
use crate::motion::search::Search;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller};
use crate::result::Witnesses;
use crate::space::vector::{Space, WideVector};

/// A simplex of the difference B − A at a moment, in a unit near its size.
#[derive(Clone, Copy)]
struct Corners<W> {
    /// The first DIM count, in the plane with the last one twice.
    at: [W; 3],
    /// A bound of the error of each.
    error: f64,
}

impl<W: WideVector> Search<'_, '_, W> {
    /// A fraction by which thin bodies, that come into contact about `proven`, have certainly passed through each other. The
    /// stretch about `proven` begins with what rounding hides, and doubles.
    pub(super) fn passage(&mut self, end: f64, doublings: u32) -> Option<f64> {
        if !(self.level == 0.0 && self.moving.a.radius + self.moving.b.radius == 0.0) {
            return None;
        }
        let proven = self.proven;
        let witnesses = self.look(&proven).answer.witnesses;
        let are_vertices = |&(a, b): &(u32, u32)| self.moving.a.has_vertex(a) && self.moving.b.has_vertex(b);
        if witnesses.count as usize != W::DIM || !witnesses.pairs[..W::DIM].iter().all(are_vertices) {
            return None;
        }
        let unit = self.unit_of(&proven, &self.moving.moment(end))?;
        let mut step = self.resolution();
        for _ in 0..doublings {
            let ends = [larger(0.0, proven.fraction - step), smaller(end, proven.fraction + step)];
            let [from, to] = ends.each(|fraction| self.moving.corners(&self.moving.moment(fraction), &witnesses, unit));
            let moved = (ends[1] - ends[0]) * self.moving.speed() * unit * UP + from.error + to.error;
            if !from.is_well_inside(&witnesses, moved) {
                return None;
            }
            let sides = [from, to].each(|corners| corners.side(&witnesses));
            if sides[0] * sides[1] < 0.0 {
                return Some(ends[1]);
            }
            step *= 2.0;
        }
        None
    }
}

impl<W: WideVector> Moving<'_, W> {
    /// The vertices of the difference that belong to witnesses, at a moment, times `unit`.
    fn corners(&self, moment: &Moment<W>, witnesses: &Witnesses, unit: f64) -> Corners<W> {
        let at = [0, 1, W::DIM - 1].each(|place| {
            let (a, b) = witnesses.pairs[place];
            let [a, b] = [self.a.vertex(a).mapped(&moment.a.matrix), self.b.vertex(b).mapped(&moment.b.matrix)];
            (moment.apart + b - a) * unit
        });
        // The noise is that of the component along one direction.
        Corners { at, error: 2.0 * self.noise_of_look(moment, 0.0) * unit }
    }
}

impl<W: WideVector> Corners<W> {
    /// The edges from the first corner, and the normal that they span.
    fn normal(&self) -> ([W; 2], W) {
        let [first, second, third] = self.at;
        let edges = [second - first, third - first];
        (edges, <W as Space>::normal_of(&edges))
    }

    /// The point of the simplex with the weights of the witnesses.
    fn center(&self, witnesses: &Witnesses) -> W {
        let weighted = |place: usize| self.at[place] * witnesses.weights[place];
        (0..W::DIM).fold(<W as Space>::zero(), |sum, place| sum + weighted(place))
    }

    /// The side of the simplex on which the origin is: 1 or −1, and 0 if rounding hides it.
    ///
    /// The volume is n·c, with a point c of the simplex near the origin. Errors e of the corners change an edge of length E by
    /// 2e and the normal by at most 8e·(E + e), so the volume by at most e·|n| + 8e·(E + e)·(|c| + e). What products and
    /// weights round is as if the corners erred by 16u·(E + L) more, L the distance of a corner.
    fn side(&self, witnesses: &Witnesses) -> f64 {
        let (edges, normal) = self.normal();
        let center = self.center(witnesses);
        let volume = Space::dot(&normal, &center);
        let (edge, far) = (larger(edges[0].length(), edges[1].length()), self.at[0].length());
        let error = self.error + 16.0 * U * (edge + far);
        // In the plane the normal is as long as the edge, and changes as much.
        let lever = if W::DIM == 3 { edge + error } else { 1.0 };
        let change = error * normal.length() + 8.0 * error * lever * (center.length() + error);
        if volume.abs() > 2.0 * change { volume.signum() } else { 0.0 }
    }

    /// The condition of theorem B for corners that move by at most `moved`.
    fn is_well_inside(&self, witnesses: &Witnesses, moved: f64) -> bool {
        let (edges, normal) = self.normal();
        let weights = &witnesses.weights[..W::DIM];
        let center = self.center(witnesses);
        // Opposite of each corner: an edge, in the plane a corner.
        let opposite =
            if W::DIM == 3 { [edges[1] - edges[0], edges[1], edges[0]].each(|edge| edge.length()) } else { [1.0; 3] };
        let inside = weights
            .iter()
            .zip(opposite)
            .fold(f64::INFINITY, |least, (weight, opposite)| smaller(least, weight * normal.length() / opposite));
        // Twice: weights and lengths are rounded.
        inside > 2.0 * (center.length() + 3.0 * moved)
    }
}
