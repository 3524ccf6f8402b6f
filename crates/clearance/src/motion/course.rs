//! A translation of B past A: where B is at each moment, the planes between the two, and queries for shapes at rest.
//!
//! **Level.** The cores are searched, and contact means that their distance is at most the *level*: the sum of both
//! radii and the target. So cores of rounded shapes are apart at the contact, and the search is never near zero.
//!
//! **Planes.** For a direction n let S(t) = min over B of n·x − max over A of n·x, where B is at fraction t. S is an
//! affine function of t, and S(t)/|n| is at most the distance of the cores. With closing = −n·way > 0 there is no
//! contact before t + (S(t) − level·|n|)/closing. So every direction proves an interval of time.
//!
//! **Accuracy.** Planes on the way are computed in floats, with the error of a turned point. The last plane is sharp.
//! Lengths are divided by a power of two, so that the size L is near 1 if it is outside 2^±60. The place
//! of B, the direction in the frames of A and B and the products are double-double numbers; their errors together are
//! below 2⁻⁹⁰·L. What remains is the choice of the vertex. A scan with the rounded direction m compares products of
//! 3 terms, each with an error of 3u·|v|·|m|, and m errs by u: the chosen vertex lacks at most 2·4u·|v| of height. A
//! shape of one vertex has no choice. A curved shape adds its own rounding.

use super::body::{Body, Swath, Track};
use super::rest::along_normal;
use crate::difference::diagonal;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Ring, U, exponent_of, larger, ldexp, smaller};
use crate::query::solver::{Precision, Solver};
use crate::result::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, WideVector};
use core::cell::Cell;

/// What double-double arithmetic leaves, as a fraction of the size. The arithmetic of places, directions and products
/// has fewer than 2⁶ operations, each with an error below 2⁻⁹⁸ of the size.
const FINE: f64 = 8.077_935_669_463_161e-28; // 2^-90

/// Sizes whose squares and cubes stay inside the range of `f64` without a scale.
const COMMON: core::ops::Range<i32> = -60..60;

/// Sizes outside of this have numbers below the normal range. Floats prove nothing about them.
const NORMAL: core::ops::Range<i32> = -900..900;

/// Polytopes with at most so many vertices have a plane without an error of choice. More: slow for large hulls.
const FEW: usize = 64;

/// B on its way past A.
pub(super) struct Course<'s, W: WideVector> {
    pub a: &'s View<'s, W>,
    pub b: &'s View<'s, W>,
    pub solver: Solver,
    /// Whether both shapes are polytopes. Then exact numbers decide what floats leave open.
    pub polytopes: bool,
    poses: [Pose<W>; 2],
    way: W,
    /// Lengths of the float search are multiplied by 2^−exponent.
    exponent: i32,
    /// From A's origin to B's at fraction 0, and the way. Scaled.
    start: W::Double,
    scaled_way: W,
    /// The level, scaled.
    level: Double,
    /// A bound of all coordinates and distances at fraction 0: √DIM·(a + b + t) + level. Scaled.
    size: f64,
    /// From the frames of A and B to the world.
    matrices: [W::Matrix; 2],
    /// The error of a plane in double-double numbers: the choice of the vertices. Scaled.
    choice_error: f64,
    /// The error of a plane in floats, but for that of the displacement. Scaled.
    float_error: f64,
    queries: Cell<u32>,
}

/// A direction in double-double numbers: in the world, in the frame of A, and in the frame of B.
pub(super) struct Directions<W: WideVector> {
    pub normal: W::Double,
    pub to_a: W::Double,
    pub to_b: W::Double,
}

/// What a direction proves.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    /// A lower bound of S(t) − level·|n|.
    pub gap: f64,
    /// −n·way, to `least`.
    pub closing: f64,
    /// The rounding of `closing`.
    pub least: f64,
    /// The fraction t.
    pub at: f64,
}

impl Plane {
    /// The first fraction at which contact is not excluded; infinity if the plane does not close.
    pub fn until(&self) -> f64 {
        if self.closing < -self.least {
            return f64::INFINITY;
        }
        // The speed, the quotient and their roundings: 8u covers all. The sum is rounded down.
        let gain = self.gap / (larger(self.closing, 0.0) + self.least) * (1.0 - 8.0 * U);
        let sum = Double::sum(self.at, gain);
        if sum.low < 0.0 { sum.high.next_down() } else { sum.high }
    }
    /// The last fraction at which contact is not excluded; minus infinity if the plane does not open.
    pub fn since(&self) -> f64 {
        -Self { closing: -self.closing, at: -self.at, ..*self }.until()
    }
}

impl<'s, W: WideVector> Course<'s, W> {
    /// The course of `b` along `way`. `None` if a number is not finite.
    pub fn new(solver: &Solver, a: &'s View<'s, W>, b: &'s View<'s, W>, way: W) -> Option<Self> {
        let poses = [a.pose(), b.pose()];
        let valid = |pose: &Pose<W>| pose.has_rotation() && pose.translation.is_finite();
        if !(poses.iter().all(valid) && way.is_finite()) {
            return None;
        }
        let target = if solver.target > 0.0 { solver.target } else { 0.0 };
        let apart = poses[1].translation - poses[0].translation;
        let extents = [a.extent() + a.rounding(), b.extent() + b.rounding()];
        let radius = a.radius() + b.radius() + target;
        let size = diagonal::<W>() * (extents[0] + extents[1] + apart.max_abs()) + radius;
        if !size.is_finite() {
            return None;
        }
        let own = exponent_of(size);
        let exponent = if COMMON.contains(&own) || size == 0.0 { 0 } else { own };
        let shrunk = |length: f64| ldexp(length, -exponent);
        let translation = |pose: &Pose<W>| pose.translation.scaled_by_power(-exponent).double();
        let slack = |shape: &View<'_, W>, extent: f64| match shape.vertex_count() {
            1 => 0.0,
            0 => 4.0 * U * extent,
            _ => 8.0 * U * extent,
        };
        let choice = diagonal::<W>() * (slack(a, extents[0]) + slack(b, extents[1]));
        let rounding = (17.0 / 16.0) * (a.rounding() + b.rounding());
        // The direction and the point are turned with 24u each and the defect of the pose. The choice and the products
        // are within 16u.
        let share = |side: usize| (2.0 * poses[side].rotation.defect() + 64.0 * U) * extents[side];
        let float = diagonal::<W>() * (share(0) + share(1));
        let level = [a.radius(), b.radius(), target].each(shrunk);
        let scaled_size = shrunk(size);
        Some(Self {
            a,
            b,
            solver: Solver { precision: Precision::Float, max_distance: f64::INFINITY, ..*solver },
            polytopes: a.vertex_count() > 0 && b.vertex_count() > 0,
            poses,
            way,
            exponent,
            start: translation(&poses[1]).minus(&translation(&poses[0])),
            scaled_way: way.scaled_by_power(-exponent),
            level: Double::sum(level[0], level[1]).plus(level[2].into()),
            size: scaled_size,
            matrices: [poses[0].rotation.matrix(), poses[1].rotation.matrix()],
            choice_error: shrunk(choice + rounding) * (1.0 + 16.0 * U) + FINE * scaled_size,
            float_error: shrunk(float + rounding) * (1.0 + 16.0 * U),
            queries: Cell::new(0),
        })
    }

    /// Whether floats can say anything.
    pub fn is_in_range(&self) -> bool {
        NORMAL.contains(&(exponent_of(self.size) + self.exponent)) && self.scaled_way.max_abs() < ldexp(1.0, 200)
    }
    pub fn size(&self) -> f64 {
        self.size
    }
    /// The size in the unit of the shapes.
    pub fn unscaled_size(&self) -> f64 {
        ldexp(self.size, self.exponent)
    }
    pub fn way(&self) -> W {
        self.way
    }
    pub fn scaled_way(&self) -> W {
        self.scaled_way
    }
    pub fn level(&self) -> Double {
        self.level
    }
    /// The number of queries so far.
    pub fn queries(&self) -> u32 {
        self.queries.get()
    }
    pub fn count_query(&self) {
        self.queries.set(self.queries.get() + 1);
    }
    /// The same course in the opposite direction.
    pub fn reversed(self) -> Self {
        Self { way: -self.way, scaled_way: -self.scaled_way, ..self }
    }
    /// The level without rounding.
    pub fn exact_level(&self) -> Dyadic {
        let target = if self.solver.target > 0.0 { self.solver.target } else { 0.0 };
        self.a.exact_radius().plus(&self.b.exact_radius()).plus(&Dyadic::from(target))
    }
    /// The place of B relative to A, scaled.
    pub fn displacement(&self, t: f64) -> W::Double {
        self.start.plus(&self.scaled_way.double().scaled(&t.into()))
    }
    /// A vector of the shapes' unit, scaled.
    pub fn shrunk(&self, vector: W) -> W {
        if self.exponent == 0 { vector } else { vector.scaled_by_power(-self.exponent) }
    }
    /// A scaled vector in the unit of the shapes.
    pub fn unshrunk(&self, vector: W) -> W {
        if self.exponent == 0 { vector } else { vector.scaled_by_power(self.exponent) }
    }
    /// A scaled length in the unit of the shapes.
    pub fn unshrunk_length(&self, length: f64) -> f64 {
        ldexp(length, self.exponent)
    }
    /// A length of the shapes' unit, scaled.
    pub fn shrunk_length(&self, length: f64) -> f64 {
        ldexp(length, -self.exponent)
    }
    /// The rotation of A or B.
    pub fn rotation(&self, side: usize) -> W::Rotation {
        self.poses[side].rotation
    }
    /// The vertex of A or B as its rotation turns it, in floats, scaled.
    pub fn turned_vertex(&self, side: usize, index: usize) -> W {
        let shape = if side == 0 { self.a } else { self.b };
        self.shrunk(shape.vertex(index)).mapped(&self.matrices[side])
    }
    /// The error of a turned vertex and of the difference of two.
    pub fn corner_error(&self) -> f64 {
        self.float_error + 8.0 * U * self.size
    }

    /// A body at fraction t: A (`side` 0), which stands at the origin, or B.
    pub fn body(&self, side: usize, t: f64, is_core: bool) -> Body<'s, W> {
        let origin = self.poses[0].translation;
        let place = Track { own: self.poses[side].translation, origin, way: self.way, fraction: t };
        if side == 0 {
            let still = Track { way: W::ORIGIN, ..place };
            let pose = Pose { translation: W::ORIGIN, ..self.poses[0] };
            return Body::new(self.a, pose, still, 0.0, is_core);
        }
        let displacement = self.displacement(t);
        let rounded = high::<W>(&displacement);
        let translation = if self.exponent == 0 { rounded } else { rounded.scaled_by_power(self.exponent) };
        let low = (0..W::DIM).map(|axis| displacement.coordinate(axis).low.abs()).fold(0.0, f64::max);
        // Twice: √DIM, and what the double-double numbers lose. A translation below the normal range is rounded again.
        let lost = if rounded.max_abs() > 0.0 { FINE * rounded.max_abs() } else { 0.0 };
        let error = ldexp(2.0 * low + lost, self.exponent);
        let error = if self.exponent < -600 { error + 4.0 * 5e-324 } else { error };
        Body::new(self.b, Pose { translation, ..self.poses[1] }, place, error, is_core)
    }

    /// All places of the core of B from fraction `first` to fraction `last`.
    pub fn swath(&self, first: f64, last: f64) -> Swath<'s, W> {
        Swath::new(self.body(1, first, true), last)
    }

    /// The distance of the cores at fraction t.
    pub fn cores(&self, t: f64) -> Proximity<W> {
        self.count_query();
        self.solver.distance(&self.body(0, 0.0, true), &self.body(1, t, true))
    }

    /// The bodies at a fraction that is not after the first contact, from the distance of their cores there. The
    /// distance is not less than the target. `None` if both have no radius: then a query for shapes at rest answers.
    pub fn surfaces(&self, t: f64) -> Option<Proximity<W>> {
        let radii = [self.a.radius(), self.b.radius()];
        let radius = radii[0] + radii[1];
        if !(radius > 0.0) {
            return None;
        }
        let cores = self.cores(t);
        let margin = 8.0 * U * (radius + cores.upper) + self.a.rounding() + self.b.rounding();
        let target = larger(self.solver.target, 0.0);
        let lower = larger(cores.lower - radius - margin, target);
        let upper = larger(cores.upper - radius + margin, lower);
        let status = if lower > 0.0 { Status::Separated } else { Status::Touching };
        let distance = smaller(larger(cores.distance - radius, lower), upper);
        let points = [cores.point_a + cores.normal * radii[0], cores.point_b - cores.normal * radii[1]];
        // The bodies are not in each other, so the distance may be that of other points by a rounding.
        let [point_a, point_b] = along_normal(points, cores.normal, distance, 0.5, f64::INFINITY)?;
        Some(Proximity { status, distance, lower, upper, point_a, point_b, ..cores })
    }

    /// Whether the cores are farther apart than the level by the bounds of an answer. `None` if they do not tell.
    pub fn is_beyond(&self, answer: &Proximity<W>) -> Option<bool> {
        let level = ldexp(self.level.high, self.exponent);
        if answer.lower > level * (1.0 + 4.0 * U) {
            Some(true)
        } else if answer.upper < level * (1.0 - 4.0 * U) || (answer.upper <= 0.0 && level >= 0.0) {
            Some(false)
        } else {
            None
        }
    }

    /// What the direction n, of about unit length, proves at fraction t, in floats.
    pub fn plane(&self, n: W, t: f64) -> Plane {
        let support = |shape: &View<'_, W>, direction: W, matrix: &W::Matrix| {
            self.shrunk(shape.support(direction.mapped_back(matrix))).mapped(matrix)
        };
        let on_a = support(self.a, n, &self.matrices[0]);
        let on_b = support(self.b, -n, &self.matrices[1]);
        let place = high::<W>(&self.displacement(t));
        let separation = n.dot(&(place + (on_b - on_a)));
        let error = self.float_error + 32.0 * U * diagonal::<W>() * place.max_abs();
        // |n| errs by 4u.
        let gap = separation - self.level.high * (1.0 + 8.0 * U) - error;
        let least = 8.0 * U * self.scaled_way.max_abs();
        Plane { gap, closing: -n.dot(&self.scaled_way), least, at: t }
    }

    /// The same for polytopes of few vertices, without rounding but that of the quotient. Others get [`Course::plane`].
    pub fn sharp_plane(&self, directions: &Directions<W>, t: f64) -> Plane {
        let few = |shape: &View<'_, W>| (1..=FEW).contains(&shape.vertex_count()) && shape.rounding() == 0.0;
        let Directions { normal, to_a, to_b } = directions;
        if !(few(self.a) && few(self.b)) {
            return self.plane_of_double(normal, t, self.cores_along(directions), self.choice_error);
        }
        let on_a = self.greatest(self.a, to_a);
        let on_b = self.greatest(self.b, &to_b.negated());
        self.plane_of_double(normal, t, on_a.plus(on_b).negated(), FINE * self.size)
    }

    /// A direction in the world and in the frames of both bodies.
    pub fn directions(&self, n: W) -> Directions<W> {
        let normal = n.double();
        let [to_a, to_b] = [self.local(0, &normal), self.local(1, &normal)];
        Directions { normal, to_a, to_b }
    }

    /// The separation of the cores along a direction, without the displacement, from the vertices that floats choose.
    fn cores_along(&self, Directions { to_a, to_b, .. }: &Directions<W>) -> Double {
        let on_a = self.shrunk(self.a.support(high::<W>(to_a)));
        let on_b = self.shrunk(self.b.support(-high::<W>(to_b)));
        to_b.dot(&on_b.double()).minus(to_a.dot(&on_a.double()))
    }

    /// The greatest product of a vertex and a direction of about unit length, scaled. Products that floats do not tell
    /// apart are compared in double-double numbers.
    fn greatest(&self, shape: &View<'_, W>, direction: &W::Double) -> Double {
        let rounded = high::<W>(direction);
        let vertex = |index: usize| self.shrunk(shape.vertex(index));
        let count = shape.vertex_count();
        let most = (0..count).map(|index| vertex(index).dot(&rounded)).fold(f64::NEG_INFINITY, larger);
        let least = most - 16.0 * U * self.size;
        let near = (0..count).map(vertex).filter(|point| point.dot(&rounded) >= least);
        let products = near.map(|point| direction.dot(&point.double()));
        products.reduce(|greatest, product| if product > greatest { product } else { greatest }).unwrap_or(Double::ZERO)
    }

    fn plane_of_double(&self, normal: &W::Double, t: f64, cores: Double, error: f64) -> Plane {
        let apart = normal.dot(&self.displacement(t)).plus(cores);
        let length = normal.dot(normal).root();
        let error = error * length.high * (1.0 + 4.0 * U) + FINE * self.scaled_way.max_abs() * t.abs();
        let gap = apart.minus(self.level.times(length)).high;
        let closing = -normal.dot(&self.scaled_way.double()).high;
        let least = FINE * self.scaled_way.max_abs() + 2.0 * U * closing.abs();
        // The rounding of the gap is covered by 4u.
        Plane { gap: gap - 4.0 * U * gap.abs() - error, closing, least, at: t }
    }

    /// A direction of the world in the frame of A or B: the transpose of the formula of its rotation.
    fn local(&self, side: usize, direction: &W::Double) -> W::Double {
        let rotation = self.poses[side].rotation;
        if rotation == <W::Rotation as Rotation<W>>::IDENTITY {
            direction.clone()
        } else {
            rotation.inverse().double_map(direction)
        }
    }
}

/// The floats nearest to the coordinates.
pub(super) fn high<W: WideVector>(vector: &W::Double) -> W {
    (0..W::DIM).fold(W::ORIGIN, |rounded, axis| rounded.with_coordinate(axis, vector.coordinate(axis).high))
}
