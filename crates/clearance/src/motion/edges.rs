//! Directions that follow two edges: the plane of an edge of A and an edge of B while both turn.
//!
//! A direction that is fixed in the world, or carried by one of the bodies, leaves an edge that turns otherwise. Then
//! one end of that edge comes through the plane at a speed of its own: the separation has a kink where the distance has
//! none, and a search takes as many looks as digits. So the direction gets a turn of its own. With unit edges e and
//! their angular velocities w, n stays orthogonal to both if
//!
//! ```text
//! n'·e_A = −n·(w_A × e_A),   n'·e_B = −n·(w_B × e_B),   n'·n = 0,
//! ```
//!
//! and the angular velocity of n is n × n'. At the moment of the look the separation has then the derivative of the
//! distance. For an edge and a vertex only one of the first two equations remains, and n' is along the edge.
//!
//! How well the turn follows decides how far a plane reaches, and not whether the proof is right: theorem A holds for
//! any constant turn.

use crate::motion::arc::Turn;
use crate::motion::mover::{Body, cross};
use crate::motion::planes::{Moment, Moving, Plane};
use crate::numbers::each::Each;
use crate::result::motion::Carrier;
use crate::result::proximity::{Feature, Proximity};
use crate::shape::support::SupportMap;
use crate::space::vector::WideVector;

/// Edges are parallel if the squared sine of their angle is below this. Larger: the older planes for more edges.
/// Smaller: turns that are fast and follow rounding.
const PARALLEL: f64 = 1e-4;

impl<W: WideVector> Moving<'_, W> {
    /// The plane with the normal of an answer at a moment, which follows the edges that are nearest. `None` if the
    /// nearest features are not two edges or an edge and a vertex, and where edges do not turn.
    pub fn plane_of_edges(&self, answer: &Proximity<W>, moment: &Moment<W>) -> Option<Plane<W>> {
        self.plane_along_edges(answer, answer.normal, moment)
    }

    /// The plane along two edges, which are nearest by an answer about an earlier moment. `None` if no two edges are.
    pub fn plane_of_edges_later(&self, answer: &Proximity<W>, moment: &Moment<W>) -> Option<Plane<W>> {
        let a = self.a.edge(answer.feature_a())?.mapped(&moment.a.matrix);
        let b = self.b.edge(answer.feature_b())?.mapped(&moment.b.matrix);
        let across = cross(a, b);
        let normal = if across.dot(&answer.normal) < 0.0 { -across } else { across };
        self.plane_along_edges(answer, normal.unit(), moment)
    }

    /// The plane with a normal at a moment, which follows the edges that are nearest by an answer.
    fn plane_along_edges(&self, answer: &Proximity<W>, n: W, moment: &Moment<W>) -> Option<Plane<W>> {
        if W::DIM != 3 {
            return None;
        }
        let on_a = self.a.edge(answer.feature_a()).map(|edge| (edge.mapped(&moment.a.matrix), self.a.velocity()));
        let on_b = self.b.edge(answer.feature_b()).map(|edge| (edge.mapped(&moment.b.matrix), self.b.velocity()));
        let counts = [answer.feature_a(), answer.feature_b()].each(|feature| feature.vertices().len());
        // How fast an edge leaves the plane, with the opposite sign.
        let back = |(edge, velocity): (W, W)| -n.dot(&cross(velocity, edge));
        let change = match (on_a, on_b, counts) {
            (Some(edge), None, [2, 1]) | (None, Some(edge), [1, 2]) => edge.0 * back(edge),
            (Some(a), Some(b), [2, 2]) => {
                let cosine = a.0.dot(&b.0);
                let sine = 1.0 - cosine * cosine;
                if !(sine > PARALLEL) {
                    return None;
                }
                let [of_a, of_b] = [back(a), back(b)];
                a.0 * ((of_a - cosine * of_b) / sine) + b.0 * ((of_b - cosine * of_a) / sine)
            }
            _ => return None,
        };
        let turn = cross(n, change).padded();
        if turn == [0.0; 3] || !turn.iter().all(|x| x.is_finite()) {
            return None;
        }
        let mut plane = Plane { carrier: Carrier::Own, direction: n, vector: turn, turn: Turn::new::<W>(turn) };
        plane.direction = n.mapped_back(&plane.turn.at::<W>(moment.fraction).matrix).unit();
        Some(plane)
    }
}

impl<W: WideVector> Body<'_, W> {
    /// The unit vector along an edge of the body at fraction 0. `None` if the feature is no edge.
    fn edge(&self, feature: Feature) -> Option<W> {
        let &[first, last] = feature.vertices() else { return None };
        let count = self.shape.vertex_count();
        if first as usize >= count || last as usize >= count {
            return None;
        }
        let edge = (self.shape.vertex(last as usize) - self.shape.vertex(first as usize)).mapped(&self.own);
        Some(edge.unit())
    }

    /// The angular velocity, in radians a motion.
    pub fn velocity(&self) -> W {
        W::unpadded(self.turn.axis) * self.turn.angle()
    }
}
