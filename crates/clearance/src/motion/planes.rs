//! Planes that are carried along: two support evaluations prove a whole interval of a motion.
//!
//! **Theorem A.** A direction n(t) turns with a *carrier*: the world, A, or B. For material points x of A and y of B let
//! g(t) = n(t)·(y(t) − x(t)), and let g″ ≤ M on [t₀, t₁] for all of them. Then the separation σ(t) = min g satisfies
//!
//! ```text
//! σ(t) ≥ (1 − λ)·σ(t₀) + λ·σ(t₁) − ½·M·(t − t₀)(t₁ − t),   λ = (t − t₀)/(t₁ − t₀).
//! ```
//!
//! *Proof.* g − ½Mt² is concave, so it lies above its chord; g(tᵢ) ≥ σ(tᵢ); take the minimum. ∎
//!
//! **Bounds of M**, with angular speeds w, centres of turn at c_A + v_A·t and c_B + v_B·t, z = c_B − c_A + v·t, the
//! greatest distance r of a core from its centre, and ρ from its axis:
//!
//! | carrier | M |
//! |---|---|
//! | world | w_A²·ρ_A·‖n × a_A‖ + w_B²·ρ_B·‖n × a_B‖; the products are 1 in the plane |
//! | A | 2·w_A·‖v‖ + w_A²·‖z‖ + (w_A + w_B)²·r_B; (w_B − w_A)²·ρ_B if the axes are parallel |
//! | B | the same with A and B exchanged |
//! | its own turn w | 2·w·‖v‖ + w²·‖z‖ + (‖w_A − w‖² + ‖w_A × w‖)·r_A + (‖w_B − w‖² + ‖w_B × w‖)·r_B |
//!
//! A plane beside all that the bodies cover while they turn has M = 0 ([`crate::motion::swept`]).
//!
//! A's own points rest in A's frame, so they add nothing to the second row. If the carrier does not turn, it is the
//! world. If nothing turns, M is zero: a plane that is apart at both ends is apart throughout.
//!
//! **Rounding.** `docs/math/motion.md` adds up the errors of a separation; [`Moving::noise`] is the sum.

use crate::distance::cache::Cache;
use crate::motion::arc::{Turn, Turned};
use crate::motion::mover::{Body, Moved, UP, across, cross};
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, exponent_of, larger, power_of_two, sqrt};
use crate::query::solver::Solver;
use crate::query::stages;
use crate::result::motion::Carrier;
use crate::result::proximity::Proximity;
use crate::space::pose::Pose;
use crate::space::vector::{Space, WideVector};

/// Two bodies that move.
pub(crate) struct Moving<'s, W: WideVector> {
    pub a: Body<'s, W>,
    pub b: Body<'s, W>,
    /// From the centre of A's turn to that of B's at fraction 0, exact.
    apart: [Double; 3],
    /// How much farther the centre of B's turn travels than that of A's, exact.
    travel: [Double; 3],
}

/// A moment of the motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<W: WideVector> {
    pub fraction: f64,
    pub a: Turned<W>,
    pub b: Turned<W>,
    /// From the centre of A's turn to that of B's.
    pub apart: W,
}

/// A direction that is carried along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plane<W> {
    pub carrier: Carrier,
    /// The direction from A to B at fraction 0, in the world. Its length is 1 within 16u.
    pub direction: W,
    /// The rotation vector of [`Carrier::Own`], and zero for others.
    pub vector: [f64; 3],
    /// The turn by it.
    pub turn: Turn,
}

impl<W: WideVector> Plane<W> {
    /// The plane of a direction that is fixed in the world.
    pub fn fixed(direction: W) -> Self {
        Self { carrier: Carrier::World, direction, vector: [0.0; 3], turn: Turn::NONE }
    }
}

impl<'s, W: WideVector> Moving<'s, W> {
    pub fn new(a: Body<'s, W>, b: Body<'s, W>) -> Self {
        let difference = |b: W, a: W| {
            let (b, a) = (b.padded(), a.padded());
            core::array::from_fn(|axis| Double::sum(b[axis], -a[axis]))
        };
        let (apart, travel) = (difference(b.center, a.center), difference(b.travel, a.travel));
        Self { a, b, apart, travel }
    }

    /// Whether a number is not finite. Then nothing is known.
    pub fn is_lost(&self) -> bool {
        let sum = self.apart.iter().chain(&self.travel).fold(0.0, |sum, x| sum + x.high);
        self.a.is_lost() || self.b.is_lost() || !f64::is_finite(sum)
    }

    /// Whether both bodies have one motion: they rest relative to each other.
    pub fn is_one_motion(&self) -> bool {
        let centers = self.a.turn.is_zero() || self.apart.iter().all(|x| x.high == 0.0);
        self.a.turn == self.b.turn && centers && self.travel.iter().all(|x| x.high == 0.0)
    }

    /// Whether the bodies rest relative to each other.
    pub fn rests(&self) -> bool {
        self.speed() == 0.0 || self.is_one_motion()
    }

    /// The same with the lengths of the vertices of the bodies ([`Body::in_ball`]).
    pub fn measured(self) -> Self {
        Self { a: self.a.measured(), b: self.b.measured(), ..self }
    }

    /// A bound of the speed of any point of A relative to any of B, in lengths a motion.
    pub fn speed(&self) -> f64 {
        let travel = self.travel.each(|x| x.high);
        let turning = self.a.turn.angle().abs() * self.a.lever + self.b.turn.angle().abs() * self.b.lever;
        (W::unpadded(travel).length() + turning) * UP
    }

    pub fn moment(&self, fraction: f64) -> Moment<W> {
        Moment { fraction, a: self.a.turned(fraction), b: self.b.turned(fraction), apart: self.apart_at(fraction) }
    }

    /// From the centre of A's turn to that of B's.
    pub fn apart_at(&self, fraction: f64) -> W {
        W::unpadded(core::array::from_fn(|axis| {
            let way = self.travel[axis].times(fraction.into());
            self.apart[axis].plus(way).high
        }))
    }

    /// From the centre of A's turn to that of B's at fraction 0, rounded.
    pub fn apart_at_start(&self) -> W {
        W::unpadded(self.apart.each(|x| x.high))
    }

    /// How much farther the centre of B's turn travels than that of A's.
    pub fn way(&self) -> W {
        W::unpadded(self.travel.each(|x| x.high))
    }

    /// A bound of the error of a separation along a plane's direction at a moment. `radius` is all that is subtracted
    /// from a separation of the cores.
    pub fn noise(&self, plane: &Plane<W>, moment: &Moment<W>, radius: f64) -> f64 {
        let [of_a, of_b] = [moment.a.error, moment.b.error];
        // The error of the direction, for the points of A, for those of B, and for the vector between the centres.
        let errors = match plane.carrier {
            Carrier::World | Carrier::Swept => [of_a, of_b, 0.0],
            Carrier::A => [of_a, of_a + of_b, of_a],
            Carrier::B => [of_a + of_b, of_b, of_b],
            Carrier::Own => {
                let own = plane.turn.error_at::<W>(moment.fraction);
                [of_a + own, of_b + own, own]
            }
        };
        self.noise_of(errors, moment, radius)
    }

    /// A bound of the error of the bounds of a distance at a moment.
    pub fn noise_of_look(&self, moment: &Moment<W>, radius: f64) -> f64 {
        self.noise_of([moment.a.error, moment.b.error, 0.0], moment, radius)
    }

    fn noise_of(&self, [on_a, on_b, between]: [f64; 3], moment: &Moment<W>, radius: f64) -> f64 {
        let (a, b, apart) = (&self.a, &self.b, moment.apart.length());
        let turning = on_a * a.size + on_b * b.size + between * apart;
        (turning + a.rounding + b.rounding + 12.0 * U * (apart + radius.abs())) * UP + a.slack + b.slack
    }

    /// The signed distance of the two shapes at a moment, with bounds that may hold zero: exact signs of poses that are
    /// rounded mean nothing. Its points are relative to the centre of A's turn.
    pub fn distance(&self, solver: &Solver, moment: &Moment<W>, cache: Option<&mut Cache>) -> Proximity<W> {
        let [a, b] = self.placed(moment);
        stages::signed_distance_in_floats(solver, &a.view(), &b.view(), cache)
    }

    /// The signed distance at a moment, with exact signs.
    pub fn decided_distance(&self, solver: &Solver, moment: &Moment<W>) -> Proximity<W> {
        let [a, b] = self.placed(moment);
        stages::signed_distance(solver, &a.view(), &b.view(), None)
    }

    /// Both shapes at a moment, relative to the centre of A's turn.
    fn placed(&self, moment: &Moment<W>) -> [Moved<'s, W>; 2] {
        let pose_a = Pose { rotation: self.a.rotation(&moment.a), translation: self.a.arm.mapped(&moment.a.matrix) };
        let translation = self.b.arm.mapped(&moment.b.matrix) + moment.apart;
        let pose_b = Pose { rotation: self.b.rotation(&moment.b), translation };
        [Moved::new(self.a.shape, pose_a), Moved::new(self.b.shape, pose_b)]
    }

    /// The signed distance at fraction 0, where the shapes were put.
    pub fn distance_at_start(&self, solver: &Solver, cache: Option<&mut Cache>) -> Proximity<W> {
        let (a, b) = (Moved::new(self.a.shape, self.a.start), Moved::new(self.b.shape, self.b.start));
        stages::signed_distance(solver, &a.view(), &b.view(), cache)
    }

    /// An answer of [`Moving::distance`] with its points in the world.
    pub fn in_world(&self, answer: Proximity<W>, fraction: f64) -> Proximity<W> {
        let origin = self.a.center + self.a.travel * fraction;
        Proximity { point_a: answer.point_a + origin, point_b: answer.point_b + origin, ..answer }
    }

    /// The plane with this normal at a moment, carried as the nearest features suggest: by the body whose face it is.
    /// Where no single face is there, by the carrier with the least bend.
    pub fn plane(&self, answer: &Proximity<W>, moment: &Moment<W>) -> Plane<W> {
        let is_face = |vertices: usize| vertices >= W::DIM;
        let faces = [answer.feature_a(), answer.feature_b()].each(|feature| is_face(feature.vertices().len()));
        let carried = |carrier: Carrier| self.plane_carried_by(carrier, answer, moment);
        match faces {
            [true, false] => carried(Carrier::A),
            [false, true] => carried(Carrier::B),
            _ => {
                let mut best = carried(Carrier::World);
                for other in [carried(Carrier::A), carried(Carrier::B)] {
                    if self.bend(&other, moment, moment) < self.bend(&best, moment, moment) {
                        best = other;
                    }
                }
                best
            }
        }
    }

    /// Planes with the normal of an answer at a moment, the one that probably stays tight longest first.
    pub fn planes<'m>(
        &'m self,
        answer: &'m Proximity<W>,
        moment: &'m Moment<W>,
    ) -> impl Iterator<Item = Plane<W>> + 'm {
        let carried = [Carrier::World, Carrier::A, Carrier::B];
        let first = core::iter::once_with(|| self.plane(answer, moment));
        let others = carried.into_iter().map(|carrier| self.plane_carried_by(carrier, answer, moment));
        self.plane_of_edges(answer, moment).into_iter().chain(first).chain(others)
    }

    /// The plane with the normal of an answer at a moment. A carrier that does not turn is the world.
    pub fn plane_carried_by(&self, carrier: Carrier, answer: &Proximity<W>, moment: &Moment<W>) -> Plane<W> {
        let (carrier, direction) = match carrier {
            Carrier::A if !self.a.turn.is_zero() => (Carrier::A, answer.normal.mapped_back(&moment.a.matrix)),
            Carrier::B if !self.b.turn.is_zero() => (Carrier::B, answer.normal.mapped_back(&moment.b.matrix)),
            _ => (Carrier::World, answer.normal),
        };
        Plane { carrier, direction: direction.unit(), vector: [0.0; 3], turn: Turn::NONE }
    }

    /// The separation of the shapes along a plane's direction, less `radius`, at a moment: a proven lower bound.
    #[inline]
    pub fn separation(&self, plane: &Plane<W>, moment: &Moment<W>, radius: f64) -> f64 {
        let Moment { a, b, apart, .. } = moment;
        let all_radius = self.a.radius + self.b.radius + radius;
        if plane.carrier == Carrier::Swept {
            return self.swept_separation(plane.direction, moment, all_radius) - self.noise(plane, moment, all_radius);
        }
        let n = match plane.carrier {
            Carrier::World | Carrier::Swept => plane.direction,
            Carrier::A => plane.direction.mapped(&a.matrix),
            Carrier::B => plane.direction.mapped(&b.matrix),
            Carrier::Own => plane.direction.mapped(&plane.turn.at::<W>(moment.fraction).matrix),
        };
        let along_a = if plane.carrier == Carrier::A { plane.direction } else { n.mapped_back(&a.matrix) };
        let along_b = if plane.carrier == Carrier::B { plane.direction } else { n.mapped_back(&b.matrix) };
        let front = Space::dot(&self.a.support(along_a), &along_a);
        let back = Space::dot(&self.b.support(-along_b), &along_b);
        let core = Space::dot(apart, &n) + back - front;
        core - all_radius - self.noise(plane, moment, all_radius)
    }

    /// M of theorem A for a plane between two moments, in lengths a squared motion. Rounded up.
    pub fn bend(&self, plane: &Plane<W>, from: &Moment<W>, to: &Moment<W>) -> f64 {
        let (a, b) = (self.a.turn.angle(), self.b.turn.angle());
        let v = W::unpadded(self.travel.each(|x| x.high)).length();
        // A convex function of the fraction: it is greatest at an end.
        let z = larger(from.apart.length(), to.apart.length());
        let in_space = W::DIM == 3;
        let sine = |axis: [f64; 3]| {
            if in_space { across(plane.direction, Some(W::unpadded(axis))) + 32.0 * U } else { 1.0 }
        };
        let carried = |own: f64, other: f64, is_parallel: bool, lever: f64, reach: f64| {
            let rest = if is_parallel {
                (other - own) * (other - own) * lever
            } else {
                square(own.abs() + other.abs()) * reach
            };
            2.0 * own.abs() * v + own * own * z + rest
        };
        let (axis_a, axis_b) = (self.a.turn.axis, self.b.turn.axis);
        // In space angles are not negative.
        let is_parallel = !in_space || (axis_a == axis_b && a != 0.0 && b != 0.0);
        let bend = match plane.carrier {
            Carrier::Swept => 0.0,
            Carrier::World => a * a * self.a.lever * sine(axis_a) + b * b * self.b.lever * sine(axis_b),
            Carrier::A => carried(a, b, is_parallel, self.b.lever, self.b.reach),
            Carrier::B => carried(b, a, is_parallel, self.a.lever, self.a.reach),
            Carrier::Own => {
                let own = W::unpadded(plane.vector);
                let speed = own.length();
                2.0 * speed * v + speed * speed * z + self.a.bend_beside(own) + self.b.bend_beside(own)
            }
        };
        bend * UP
    }
}

impl<W: WideVector> Body<'_, W> {
    /// A bound of the second derivative of a point of the core as a frame with this angular velocity sees it, without
    /// what its centre does: (Ω² − 2ΩW + W²)·y = (W − Ω)²·y + (w × ω) × y.
    fn bend_beside(&self, own: W) -> f64 {
        let velocity = self.velocity();
        // What is left of a difference is not more exact than its terms.
        let rounding = 16.0 * U * (own.length() + velocity.length());
        let apart = (velocity - own).length() + rounding;
        (apart * apart + cross(velocity, own).length() + rounding * own.length()) * self.reach
    }
}

fn square(x: f64) -> f64 {
    x * x
}

/// Where the bound of theorem A first is not positive: as a part of the interval, rounded down.
///
/// `first` and `last` are the separations at the ends, `slack` is ½·M times the squared length of the interval. `first`
/// must be positive. `None`: the bound is positive on the whole closed interval, so the interval is proven.
///
/// **Rounding.** The bound Q(l) = (1 − l)·first + l·last − slack·l·(1 − l) is lowered by 32u·(first + |last| + slack)
/// as a whole. The coefficients, the discriminant and the root err by less than half of that, as changes of Q: the
/// formula 2c/(−b + √d) has no cancellation. So a computed answer is on the safe side. The numbers are first divided by
/// a power of two, so that their squares stay in range.
pub(crate) fn first_root(first: f64, last: f64, slack: f64) -> Option<f64> {
    let largest = larger(larger(first.abs(), last.abs()), slack);
    if !(first > 0.0 && largest < f64::INFINITY) {
        return Some(0.0);
    }
    let scale = power_of_two((-exponent_of(largest)).clamp(-1000, 1000));
    let (first, last, slack) = (first * scale, last * scale, slack * scale);
    let margin = 32.0 * U * (first + last.abs() + slack);
    let (first, last) = (first - margin, last - margin);
    if !(first > 0.0) {
        return Some(0.0);
    }
    let b = last - first - slack;
    let discriminant = b * b - 4.0 * slack * first;
    let down = |root: f64| larger(0.0, root * (1.0 - 8.0 * U));
    if last > 0.0 && (!(b < 0.0) || discriminant < 0.0) {
        return None;
    }
    // The smaller root. If `last` is not positive, there is one in (0, 1].
    let denominator = -b + sqrt(larger(0.0, discriminant));
    if !(denominator > 0.0) {
        return Some(0.0);
    }
    let root = 2.0 * first / denominator;
    // Both roots beyond the end: the bound falls towards a positive `last`.
    if last > 0.0 && root >= 1.0 { None } else { Some(down(if root < 1.0 { root } else { 1.0 })) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_bound_is_positive_before_its_first_root_and_nowhere_beside_a_missing_one() {
        let mut random = Random(11);
        let (mut rooted, mut free) = (0, 0);
        for case in 0..40_000 {
            let size = if case % 3 == 0 { 2f64.powi(case % 600 - 300) } else { 1.0 };
            let first = size * random.signed().abs().powi(case % 5);
            let last = size * random.signed();
            let slack = size * 4.0 * random.signed().abs().powi(case % 4);
            let q = |l: f64| (1.0 - l) * first + l * last - slack * l * (1.0 - l);
            let root = first_root(first, last, slack);
            let end = root.unwrap_or(1.0);
            assert!((0.0..=1.0).contains(&end));
            for k in 0..64 {
                let l = end * f64::from(k) / 64.0;
                assert!(q(l) > 0.0, "{first} {last} {slack}: {root:?}");
            }
            match root {
                // The next point is at or below the margin.
                Some(root) if root > 1e-9 => {
                    rooted += 1;
                    assert!(q(root * (1.0 + 1e-6)) < 1e-6 * size || root > 1.0 - 1e-6, "{first} {last} {slack}");
                }
                Some(_) => {}
                None => {
                    free += 1;
                    assert!(last > 0.0);
                }
            }
        }
        assert!(rooted > 5_000 && free > 5_000, "{rooted} {free}");
        assert_eq!(first_root(1.0, f64::NAN, 0.0), Some(0.0));
        assert_eq!(first_root(1.0, 1.0, f64::INFINITY), Some(0.0));
    }
}
