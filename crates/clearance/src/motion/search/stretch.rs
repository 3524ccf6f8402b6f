//! One plane for a whole stretch of a motion.
//!
//! **Problem.** Far bodies, and bodies that pass each other, are apart throughout. A plane that fits the moment of a look
//! may be crossed later where another one is not. Which direction proves a stretch from t₀ to t₁?
//!
//! **Method.** Let D(t) be the difference B − A in the world, and n fixed in the world. By theorem A the stretch is proven if
//!
//! ```text
//! q(n) = least over λ in [0, 1] of (1 − λ)·σ(t₀) + λ·σ(t₁) − K·λ(1 − λ),   K = ½·M·(t₁ − t₀)²,
//! ```
//!
//! is positive. For a fixed K, q is minus the support function, along −n, of the union S over λ of
//! (1 − λ)·D(t₀) + λ·D(t₁), thickened by K·λ(1 − λ). S is convex. So this is the question whether the origin is in S, and
//! the distance loop ([`crate::distance::gjk`]) answers it: the support point of S at the least λ joins the simplex, and the
//! nearest face of the simplex has the next n. The loop ends if the simplex comes nearer to the origin than the radii.
//!
//! Nothing of the loop is a proof. The separations at both ends and [`first_root`] are.

use crate::difference::{Indices, Vertex};
use crate::distance::vertices::Simplex;
use crate::motion::planes::{Moment, Plane, first_root};
use crate::motion::search::Search;
use crate::numbers::real::{exponent_of, power_of_two};
use crate::space::vector::{Space, Vector, WideVector};

/// The greatest number of directions. Larger: more support points where nothing can be proven. Smaller: more looks.
const MOST: u32 = 10;

impl<V: Vector> Search<'_, '_, V> {
    /// Whether one direction that is fixed in the world proves the stretch from `proven` to `end`. Then it is proven.
    pub(super) fn is_apart_throughout(&mut self, end: f64) -> bool {
        let (from, to) = (self.proven, self.moving.moment(end));
        let Some(unit) = self.unit_of(&from, &to) else { return false };
        let radius = (self.moving.a.radius + self.moving.b.radius + self.level) * unit;
        let mut direction = self.moving.nearest_way(&from, &to);
        let mut simplex = Simplex::empty();
        for _ in 0..MOST {
            let plane = Plane::fixed(direction.unit());
            let ends = [&from, &to].map(|moment| self.moving.extreme(&plane, moment, self.level));
            let [here, there] = ends.map(|end| end.separation);
            let slack = self.slack(&plane, &to);
            if first_root(here, there, slack).is_none() {
                self.extend(&plane, [here, there], &to);
                return true;
            }
            let part = least_part(here, there, slack);
            let point =
                ends[0].point * (1.0 - part) + ends[1].point * part - plane.direction * (slack * part * (1.0 - part));
            let vertex = point_of_simplex(point * unit);
            let Some(next) = simplex.advance(vertex) else { return false };
            let squared = next.dot(&next);
            let height = next.dot(&vertex.point);
            // The nearest face is within the radii, or rounding has lost it.
            if !(height > 0.0 && height * height > radius * radius * squared) {
                return false;
            }
            direction = next;
        }
        false
    }

    /// The power of two that brings all lengths of a stretch near 1. `None` if it leaves the range.
    fn unit_of(&self, from: &Moment<V::Wide>, to: &Moment<V::Wide>) -> Option<f64> {
        let bodies = self.moving.a.size + self.moving.b.size;
        let size = bodies + from.apart.max_abs() + to.apart.max_abs();
        let exponent = if size > 0.0 && size < f64::INFINITY { exponent_of(size) } else { return None };
        (exponent.abs() < 1000).then(|| power_of_two(-exponent))
    }
}

/// Where the bound of theorem A is least: as a part of the stretch.
fn least_part(here: f64, there: f64, slack: f64) -> f64 {
    let end = if there < here { 1.0 } else { 0.0 };
    let part = 0.5 + 0.5 * (here - there) / slack;
    if slack > 0.0 && part > 0.0 && part < 1.0 { part } else { end }
}

/// A point of a simplex that comes from no vertices.
fn point_of_simplex<W: WideVector>(point: W) -> Vertex<W> {
    let zero = <W as Space>::zero();
    Vertex { point, a: zero, b: zero, indices: Indices::NONE }
}
