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
use crate::motion::planes::{Moment, Moving, Plane, first_root};
use crate::motion::search::Search;
use crate::motion::swept::nearest_between;
use crate::numbers::each::Each;
use crate::numbers::real::{exponent_of, power_of_two};
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, WideVector};

/// The greatest number of directions. Larger: more support points where nothing can be proven. Smaller: more looks.
const MOST: u32 = 10;

/// If the bound of the first direction is so deep below zero, as a share of the sizes of the bodies, the loop ends: as
/// a rule the bodies meet. Larger: more directions for bodies that meet. Smaller: stretches that another direction would
/// prove.
const DEEP: f64 = 0.25;

impl<W: WideVector> Search<'_, '_, W> {
    /// Whether one direction that is fixed in the world proves the stretch from `proven` to `end`. Then it is proven.
    pub(super) fn is_apart_throughout(&mut self, end: f64) -> bool {
        let to = self.moving.moment(end);
        let start = self.moving.nearest_way(&self.proven, &to);
        let found = self.stretch_plane([&self.proven, &to], start);
        if let Some((plane, separations)) = found {
            self.extend(&plane, separations, &to);
        }
        found.is_some()
    }

    /// A plane that is fixed in the world and proves that the distance exceeds the level between two moments, with its
    /// separations there. The search begins with the direction `start`.
    pub fn stretch_plane(&self, [from, to]: [&Moment<W>; 2], start: W) -> Option<(Plane<W>, [f64; 2])> {
        let unit = self.unit_of(from, to)?;
        let radius = (self.moving.a.radius + self.moving.b.radius + self.level) * unit;
        let deepest = -DEEP * (self.moving.a.size + self.moving.b.size);
        let (mut direction, mut simplex) = (start, Simplex::empty());
        for _ in 0..MOST {
            let plane = Plane::fixed(direction.unit());
            let ends = [from, to].each(|moment| self.moving.extreme(&plane, moment, self.level));
            let [here, there] = ends.each(|end| end.separation);
            let slack = self.slack_between(&plane, from, to);
            if first_root(here, there, slack).is_none() {
                return Some((plane, [here, there]));
            }
            let part = least_part(here, there, slack);
            let least = here * (1.0 - part) + there * part - slack * part * (1.0 - part);
            // No separation exceeds the distance of any two points of the bodies.
            let most = || 0.5 * (ends[0].point.length() + ends[1].point.length());
            if simplex.len() == 0 && (least < deepest || most() < 0.25 * slack) {
                return None;
            }
            let point =
                ends[0].point * (1.0 - part) + ends[1].point * part - plane.direction * (slack * part * (1.0 - part));
            let vertex = point_of_simplex(point * unit);
            direction = simplex.advance(vertex)?;
            let height = direction.dot(&vertex.point);
            // The nearest face is within the radii, or rounding has lost it.
            if !(height > 0.0 && height * height > radius * radius * direction.dot(&direction)) {
                return None;
            }
        }
        None
    }

    /// The power of two that brings all lengths of a stretch near 1. `None` if it leaves the range.
    pub(super) fn unit_of(&self, from: &Moment<W>, to: &Moment<W>) -> Option<f64> {
        let bodies = self.moving.a.size + self.moving.b.size;
        let size = bodies + from.apart.max_abs() + to.apart.max_abs();
        let exponent = if size > 0.0 && size < f64::INFINITY { exponent_of(size) } else { return None };
        (exponent.abs() < 1000).then(|| power_of_two(-exponent))
    }
}

/// The lowest point of B − A along a direction, in the world, and a proven lower bound of the separation.
#[derive(Clone, Copy, Debug)]
struct Extreme<W> {
    point: W,
    separation: f64,
}

impl<W: WideVector> Moving<'_, W> {
    /// The lowest point of B − A along a direction that is fixed in the world, and the separation.
    fn extreme(&self, plane: &Plane<W>, moment: &Moment<W>, radius: f64) -> Extreme<W> {
        let Moment { a, b, apart, .. } = moment;
        let all_radius = self.a.radius + self.b.radius + radius;
        let n = plane.direction;
        let (along_a, along_b) = (n.mapped_back(&a.matrix), n.mapped_back(&b.matrix));
        let (front, back) = (self.a.support(along_a), self.b.support(-along_b));
        let core = Space::dot(apart, &n) + Space::dot(&back, &along_b) - Space::dot(&front, &along_a);
        let point = *apart + back.mapped(&b.matrix) - front.mapped(&a.matrix);
        Extreme { point, separation: core - all_radius - self.noise(plane, moment, all_radius) }
    }

    /// From the middle of A to that of B, where they are nearest on the straight way between two moments.
    fn nearest_way(&self, from: &Moment<W>, to: &Moment<W>) -> W {
        let [a, b] = [&self.a, &self.b].each(|body| body.shape.center().mapped(&body.own) + body.arm);
        let [first, last] =
            [from, to].each(|moment| moment.apart + b.mapped(&moment.b.matrix) - a.mapped(&moment.a.matrix));
        nearest_between(first, last)
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
