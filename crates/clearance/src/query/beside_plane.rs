//! A half-space and another shape, in closed form.
//!
//! **Problem.** The signed distance of the half-space N·x ≤ c and a body B, and its sign.
//!
//! **Method.** With the unit normal n = N/|N| the distance is the least n·x over all x in B, minus c/|N|: one support
//! point of B along −n. If B is moved by a vector, n times the vector is added. So the same function tells when a body
//! that travels meets a plane.
//!
//! **Accuracy.** A pose that is not quite a rotation turns the normal by its cofactors. They differ from the matrix by at
//! most four times the defect. A turned vector has an error of 64u, the sum of products one of 16u. If floats do not
//! tell the sign for a polytope, the vertices that may be the lowest are compared in exact numbers. The distance is then the
//! quotient of an exact number and a root, in double-double numbers.
//!
//! **Two half-spaces** have a distance if their normals are exactly opposite. Then B has one height, too. Otherwise no
//! translation separates them.

use crate::difference::canonical::precedes;
use crate::difference::{COMMON_RANGE, diagonal};
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Ring, U, exponent_of, larger, ldexp, ldexp_down, smaller};
use crate::query::solver::Precision;
use crate::result::{Proximity, Status};
use crate::shape::HalfSpace;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, Vector, WideVector};
use core::cmp::Ordering;

/// The signed distance of two shapes, if one of them is a half-space. `None` also if a number is not finite.
pub(crate) fn signed_beside_plane<W: WideVector>(
    precision: Precision,
    a: &View<'_, W>,
    b: &View<'_, W>,
) -> Option<Proximity<W>> {
    let (pair, is_swapped) = WithPlane::of(a, b)?;
    let answer = pair.gap(<W as Vector>::ORIGIN, 0.0, precision)?.signed();
    Some(if is_swapped { answer.swapped() } else { answer })
}

/// The distance of such shapes.
pub(crate) fn distance_beside_plane<W: WideVector>(
    precision: Precision,
    a: &View<'_, W>,
    b: &View<'_, W>,
) -> Option<Proximity<W>> {
    let (pair, is_swapped) = WithPlane::of(a, b)?;
    let answer = pair.gap(<W as Vector>::ORIGIN, 0.0, precision)?.distance();
    Some(if is_swapped { answer.swapped() } else { answer })
}

/// A half-space and another shape.
pub(crate) struct WithPlane<'s, W: WideVector> {
    plane: &'s View<'s, W>,
    half_space: &'s HalfSpace<W>,
    body: &'s View<'s, W>,
}

/// The signed distance of the body from the plane, minus a limit.
pub(crate) struct Gap<W> {
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    /// How the distance compares with the limit. `None` if a curved shape leaves it open.
    pub order: Option<Ordering>,
    /// The unit normal of the plane.
    pub normal: W,
    /// The body's lowest point.
    pub lowest: W,
}

impl<W: WideVector> Gap<W> {
    /// The distance, or 0 and a common point. The limit must be 0.
    pub fn distance(&self) -> Proximity<W> {
        let signed = self.signed();
        if signed.distance > 0.0 {
            return Proximity { lower: larger(signed.lower, 0.0), ..signed };
        }
        let (lower, upper) = (larger(self.lower, 0.0), larger(self.upper, 0.0));
        Proximity { distance: 0.0, lower, upper, point_a: self.lowest, ..signed }
    }

    /// The signed distance. The limit must be 0.
    pub fn signed(&self) -> Proximity<W> {
        let status = match self.order {
            Some(Ordering::Less) => Status::Overlapping,
            Some(Ordering::Greater) => Status::Separated,
            _ => Status::Touching,
        };
        let Self { distance, lower, upper, normal, lowest, .. } = *self;
        let way = if distance.is_finite() { normal * distance } else { <W as Vector>::ORIGIN };
        let (point_a, point_b) = (lowest - way, lowest);
        Proximity { status, distance, lower, upper, point_a, point_b, normal, ..Proximity::default() }
    }
}

impl<'s, W: WideVector> WithPlane<'s, W> {
    /// The pair, and whether its plane is `b`. `None` if neither shape is a half-space.
    pub fn of(a: &'s View<'s, W>, b: &'s View<'s, W>) -> Option<(Self, bool)> {
        let is_swapped = match (a.half_space(), b.half_space()) {
            (Some(_), Some(_)) => precedes(b, a),
            (first, _) => first.is_none(),
        };
        let [plane, body] = if is_swapped { [b, a] } else { [a, b] };
        Some((Self { plane, half_space: plane.half_space()?, body }, is_swapped))
    }

    /// The unit normal of the plane in the world.
    fn normal(&self) -> W {
        self.plane.plane_normal().unwrap_or_else(|| self.half_space.unit())
    }

    /// The distance after the body has moved by `way`, minus `limit`. `None` if a number is not finite.
    pub fn gap(&self, way: W, limit: f64, precision: Precision) -> Option<Gap<W>> {
        if let Some(other) = self.body.half_space() {
            return self.gap_of_planes(other, way, limit);
        }
        let (plane, body) = (self.plane, self.body);
        let apart = body.pose().translation - plane.pose().translation;
        let radii = plane.radius() + body.radius() + limit;
        let height = self.half_space.height();
        let lengths = [body.extent(), apart.max_abs() + way.max_abs()];
        let size = diagonal::<W>() * (lengths[0] + lengths[1]) + height.abs() + radii;
        if !(size.is_finite() && apart.is_finite() && way.is_finite()) {
            return None;
        }
        // 1. The lowest point of the core, and its height, in lengths near 1.
        let exponent = if COMMON_RANGE.contains(&size) || size == 0.0 { 0 } else { exponent_of(size) };
        let shrunk = |length: f64| ldexp(length, -exponent);
        let normal = self.normal();
        let direction = (-normal).mapped_back(&body.turn().matrix);
        let support = body.support(direction.scaled_by_power((-exponent).clamp(-900, 900)));
        let point = support.scaled_by_power(-exponent).mapped(&body.turn().matrix);
        let place = point + (apart.scaled_by_power(-exponent) + way.scaled_by_power(-exponent));
        let distance = (Space::dot(&normal, &place) - shrunk(height)) - shrunk(radii);
        // 2. What rounding hides.
        let share = |shape: &View<'_, W>, factor: f64| {
            if is_turned(shape) { factor * shape.turn().defect + 64.0 * U } else { 0.0 }
        };
        let of_plane = share(plane, 4.0) + 16.0 * U;
        let moved = diagonal::<W>() * ((of_plane + share(body, 1.0)) * lengths[0] + of_plane * lengths[1]);
        let still = of_plane * height.abs() + (17.0 / 16.0) * (plane.rounding() + body.rounding()) + 4.0 * U * radii;
        let error = shrunk(moved + still) * (1.0 + 16.0 * U);
        if !(distance.is_finite() && error.is_finite()) {
            return None;
        }
        let lowest = body.pose().apply_wide(support) + way - normal * body.radius();
        if body.vertex_count() > 0 && (precision == Precision::Exact || !(distance.abs() > error)) {
            // 3. The vertices that may be the lowest, without rounding.
            let (all, near) = (0..body.vertex_count() as u32, ldexp(2.0 * error, exponent));
            let peaks = if exponent == 0 { body.peaks(direction, near) } else { all.collect() };
            let exact = self.exact(peaks.iter().copied(), way, limit);
            return Some(Gap { order: Some(exact.order()), normal, lowest, ..exact.gap() });
        }
        let (lower, upper) = (distance - error, distance + error);
        let order = match () {
            () if lower > 0.0 => Some(Ordering::Greater),
            () if upper < 0.0 => Some(Ordering::Less),
            () => None,
        };
        let (down, up) = (|x: f64| ldexp_down(x, exponent), |x: f64| -ldexp_down(-x, exponent));
        Some(Gap { distance: ldexp(distance, exponent), lower: down(lower), upper: up(upper), order, normal, lowest })
    }

    /// How a vector and the plane's normal lie to each other: the sign of their product, and the product with the unit
    /// normal and its error. `None` if the way is not finite.
    pub fn along(&self, way: W) -> Option<(Ordering, f64, f64)> {
        if !(way.is_finite() && way.sum_abs() < f64::MAX) {
            return None;
        }
        let along = Space::dot(&self.normal(), &way);
        let turned = if is_turned(self.plane) { 4.0 * self.plane.turn().defect + 64.0 * U } else { 0.0 };
        let error = (turned + 16.0 * U) * diagonal::<W>() * way.max_abs() + f64::MIN_POSITIVE;
        if along.abs() > error {
            return Some((along.total_cmp(&0.0), along, error));
        }
        let (normal, _) = self.half_space.exact_plane(&self.plane.pose());
        Some((sign_of(&normal.dot(&way.exact())), along, error))
    }

    /// The distance of the lowest of some vertices, as exact numbers.
    fn exact(&self, vertices: impl Iterator<Item = u32>, way: W, limit: f64) -> ExactGap {
        let (normal, offset) = self.half_space.exact_plane(&self.plane.pose());
        let height = |index: u32| normal.dot(&self.body.exact_placed_vertex(index as usize));
        let lowest = vertices.map(height).reduce(|least, other| if other < least { other } else { least });
        let above = lowest.unwrap_or_else(Dyadic::zero).plus(&normal.dot(&way.exact())).minus(&offset);
        ExactGap { above, squared: normal.length_squared(), radius: self.exact_radius(limit) }
    }

    fn exact_radius(&self, limit: f64) -> Dyadic {
        self.plane.exact_radius().plus(&self.body.exact_radius()).plus(&limit.into())
    }

    /// The distance of two half-spaces N·x ≤ c and M·x ≤ d. If M = −k N with k > 0, then |M| = m/|N| with m = −N·M, and
    /// the distance is −(d·N² + c·m)/(m·|N|).
    fn gap_of_planes(&self, other: &HalfSpace<W>, way: W, limit: f64) -> Option<Gap<W>> {
        let poses = [self.plane.pose(), self.body.pose()];
        if !(way.is_finite() && poses.iter().all(|pose| pose.translation.is_finite())) {
            return None;
        }
        let normal = self.normal();
        let ((n, c), (m, d)) = (self.half_space.exact_plane(&poses[0]), other.exact_plane(&poses[1]));
        let (d, area) = (d.plus(&m.dot(&way.exact())), n.wedge(&m));
        let (squared, along) = (n.length_squared(), n.dot(&m).negated());
        if along.is_positive() && W::Exact::dot_areas(&area, &area).is_zero() {
            let above = d.times(&squared).plus(&c.times(&along)).negated();
            let exact =
                ExactGap { above, squared: along.times(&along).times(&squared), radius: self.exact_radius(limit) };
            let gap = exact.gap();
            let foot = poses[0].translation + normal * (self.half_space.height() + self.plane.radius());
            return Some(Gap {
                order: Some(exact.order()),
                normal,
                lowest: foot + normal * (gap.distance + limit),
                ..gap
            });
        }
        // Against the sum of both normals every point comes into both.
        let toward = other.unit().mapped(&self.body.turn().matrix);
        let (sum, outward) = (normal + toward, normal - toward);
        let above = |shape: &View<'_, W>, plane: &HalfSpace<W>, unit: W| {
            Space::dot(&unit, &(poses[0].translation - shape.pose().translation)) - plane.height() - shape.radius()
        };
        let deep = larger(above(self.plane, self.half_space, normal), above(self.body, other, toward));
        let inside = poses[0].translation - sum * (larger(deep, 0.0) / Space::dot(&normal, &sum));
        Some(Gap {
            distance: f64::NEG_INFINITY,
            lower: f64::NEG_INFINITY,
            upper: 0.0,
            order: Some(Ordering::Less),
            normal: if outward.max_abs() > 0.0 { outward.unit() } else { normal },
            lowest: if inside.is_finite() { inside } else { poses[0].translation },
        })
    }
}

/// Whether the pose of a shape turns it.
fn is_turned<W: WideVector>(shape: &View<'_, W>) -> bool {
    shape.pose().rotation != <W::Rotation as Rotation<W>>::IDENTITY
}

/// The sign of an exact number.
fn sign_of(number: &Dyadic) -> Ordering {
    match number {
        number if number.is_positive() => Ordering::Greater,
        number if number.is_negative() => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// The distance `above`/√`squared` − `radius`, without rounding.
struct ExactGap {
    above: Dyadic,
    squared: Dyadic,
    radius: Dyadic,
}

impl ExactGap {
    /// The sign of the distance.
    fn order(&self) -> Ordering {
        if self.radius.is_zero() || !self.above.is_positive() {
            return sign_of(&self.above.minus(&self.radius));
        }
        let [above, radius] = [&self.above, &self.radius].map(|length| length.times(length));
        sign_of(&above.minus(&radius.times(&self.squared)))
    }

    /// The distance in floats. The quotient and the root are right to 100 bits.
    fn gap<W: WideVector>(&self) -> Gap<W> {
        let ((above, power), (squared, twice)) = (self.above.to_double(), self.squared.to_double());
        let squared = if twice % 2 == 0 { squared } else { squared.scaled(2.0) };
        let (core, core_power) = (above.divided_by(squared.root()), power - twice.div_euclid(2));
        let (radius, radius_power) = self.radius.to_double();
        let exponent = match (core.high == 0.0, radius.high == 0.0) {
            (false, false) => core_power.max(radius_power),
            (false, true) => core_power,
            _ => radius_power,
        };
        // The power of a zero may be larger.
        let within = |number: Double, power: i32| number.scaled(ldexp(1.0, (power - exponent).clamp(-1000, 0)));
        let (core, radius) = (within(core, core_power), within(radius, radius_power));
        let distance = core.minus(radius);
        let error = 2.0 * U * distance.high.abs() + FINE * (core.high.abs() + radius.high);
        let error = if self.order() == Ordering::Equal { 0.0 } else { error };
        let rounded = if error == 0.0 { 0.0 } else { distance.high };
        // The sign is known.
        let [least, most] = match self.order() {
            Ordering::Less => [f64::NEG_INFINITY, 0.0],
            Ordering::Equal => [0.0, 0.0],
            Ordering::Greater => [0.0, f64::INFINITY],
        };
        let known = |length: f64| smaller(larger(length, least), most);
        let (zero, order) = (<W as Vector>::ORIGIN, None);
        Gap {
            distance: known(ldexp(rounded, exponent)),
            lower: known(ldexp_down(rounded - error, exponent)),
            upper: known(-ldexp_down(-(rounded + error), exponent)),
            order,
            normal: zero,
            lowest: zero,
        }
    }
}

/// The relative error of quotients and roots of double-double numbers.
const FINE: f64 = 1.0 / (1u128 << 96) as f64;
