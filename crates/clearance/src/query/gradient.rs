//! The derivative of the signed distance with respect to small motions of both shapes, and whether it exists.
//!
//! **Formula.** Let B move by the translation v and the rotation vector ω about the point c. To first order the signed
//! distance grows by n·v + ω·((p − c) × n), where n is the normal and p the witness point on B; for A by the opposite at
//! its own point (Danskin 1967: the derivative of an optimum is that of its value at the optimiser).
//!
//! **Where it exists.** The optimiser is a normal and a pair of witness points. It must be unique.
//! * *Normal*: shapes that are apart have one. The signed distance of shapes in each other is the greatest of many
//!   functions, one for each facet of A − B. Under a translation t the one of the normal n changes by n·t. So B is moved
//!   against the normal by s: the distance falls by s exactly as long as no other facet is nearer.
//! * *Witness points*: the faces of A and B across the normal must have no direction in common.
//!
//! The normal is known with an error, so vertices that are lower by an angle within that error count as tied.

use crate::difference::unknown::is_unknown;
use crate::engine::Engine;
use crate::numbers::real::{Real, U, larger, smaller, sqrt};
use crate::query::solver::Solver;
use crate::query::way_out::moved;
use crate::result::proximity::Proximity;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::{Vector, WideVector};

/// How the signed distance changes under small motions of both shapes: the answer of [`Solver::gradient`].
/// The example is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradient<V: Vector> {
    /// The derivative with respect to a translation of A, in the world's frame: minus the normal.
    pub translation_a: V,
    /// The derivative with respect to a turn of A about its centre, in length per radian: (p − c) × −n at A's point.
    pub turn_a: V::Turn,
    /// The derivative with respect to a translation of B: the normal.
    pub translation_b: V,
    /// The derivative with respect to a turn of B about its centre: (p − c) × n at B's point.
    pub turn_b: V::Turn,
    /// Whether the signed distance has this derivative: the normal and the witness points are unique, by margins that are
    /// larger than the errors of the answer. Otherwise it is one of the generalised derivatives at a kink, or near one.
    pub regular: bool,
    /// An estimate of the angle in radians, at most 1, by which a shape can turn before other witness points tie with
    /// these. 0 if some do.
    pub witness_margin: f64,
    /// At least so far B can move against the normal before another facet is nearer, at most 1/64 of the size of the
    /// shapes. Infinite for shapes that are apart: there the distance itself says how far contact is, where thin shapes have a
    /// kink. 0 if several facets tie.
    pub facet_margin: f64,
}

/// The least angle that counts as one: about the root of a unit of roundoff. A bracket of that relative width leaves the
/// normal so far open. Larger: fewer places are regular. Smaller: ties are taken for unique points.
const LEAST_ANGLE: f64 = 1.0 / (1u64 << 26) as f64;

/// The shares of the size by which B is moved to look for other facets, from large to small, each 1/8 of the one before.
const FIRST_SHARE: f64 = 1.0 / 64.0;
const SHARES: u32 = 8;

impl Solver {
    /// The derivative of the signed distance with respect to a twist of each shape, and whether it exists.
    ///
    /// `answer` is that of [`Solver::signed_distance`] for the same shapes. A twist is a translation and a turn about
    /// `center_a` or `center_b`, both in the world's frame; for a joint take a point on its axis. Pairs in contact take up
    /// to eight more queries.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Pose, Shape, Solver, vec2};
    ///
    /// let wall = Cuboid::new(vec2(1.0f64, 4.0)).unwrap();
    /// let arm = Ball::new(vec2(2.0, 0.0), 0.25).unwrap().at(Pose::translation([2.0, 1.0]));
    /// let solver = Solver::default();
    /// let answer = solver.signed_distance(&wall, &arm);
    /// // The arm turns about (2, -1): its tip is at (2, 2) from there and moves along (-2, 2).
    /// let gradient = solver.gradient(&wall, &arm, &answer, vec2(0.0, 0.0), vec2(2.0, -1.0));
    /// assert_eq!((gradient.translation_b, gradient.regular), (vec2(1.0, 0.0), true));
    /// assert!((gradient.turn_b + 2.0).abs() < 1e-12);
    /// ```
    #[doc(alias = "derivative")]
    #[doc(alias = "jacobian")]
    pub fn gradient<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        answer: &Proximity<V>,
        center_a: V,
        center_b: V,
    ) -> Gradient<V> {
        let normal = answer.normal.widen();
        let turn = |point: V, center: V, normal: V::Wide| {
            V::turn_of(cross((point.widen() - center.widen()).padded(), normal.padded()))
        };
        let Margins { angle, witness_margin, facet_margin } =
            V::Wide::margins(self, &View::of(a), &View::of(b), &answer.widen(), V::Scalar::EPSILON);
        Gradient {
            translation_a: V::narrow(-normal),
            turn_a: turn(answer.point_a, center_a, -normal),
            translation_b: answer.normal,
            turn_b: turn(answer.point_b, center_b, normal),
            regular: witness_margin > angle && facet_margin > 0.0,
            witness_margin,
            facet_margin,
        }
    }
}

/// How far an answer is from a tie.
#[doc(hidden)]
pub struct Margins {
    /// How far the normal may be turned from the true one, in radians.
    angle: f64,
    witness_margin: f64,
    facet_margin: f64,
}

/// The margins of an answer whose numbers have roundings of `epsilon`.
pub(crate) fn margins<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    answer: &Proximity<W>,
    epsilon: f64,
) -> Margins {
    let angle = angle_of_normal(answer, epsilon);
    let witness_margin = if is_unknown(answer) {
        0.0
    } else {
        let on_a = around(a, answer.normal, answer.point_a, angle);
        witness_margin(&on_a, &around(b, -answer.normal, answer.point_b, angle), angle)
    };
    Margins { angle, witness_margin, facet_margin: facet_margin(solver, a, b, answer, epsilon) }
}

/// How far the normal of an answer may be turned from the true one, in radians. Vectors whose lengths are between the
/// bounds, to points of one convex set, are at most acos(lower / upper) apart, which is at most √(2 (upper − lower) / d).
fn angle_of_normal<W: WideVector>(answer: &Proximity<W>, epsilon: f64) -> f64 {
    let open = answer.upper.widen() - answer.lower.widen();
    let distance = answer.distance.widen().abs();
    let angle = if open > 0.0 { sqrt(2.0 * open / larger(distance, open)) } else { 0.0 };
    let of_scalar = sqrt(epsilon);
    larger(smaller(angle, 1.0), larger(LEAST_ANGLE, of_scalar))
}

/// What lies around the witness point of one shape.
struct Around {
    /// Two directions from the point to points that tie with it, as far from parallel as any.
    directions: [Option<[f64; 3]>; 2],
    /// The least angle, at most 1, by which any other point is lower.
    margin: f64,
}

/// Looks at the points of a shape around its witness point, from where the outward normal is `normal`.
fn around<W: WideVector>(shape: &View<'_, W>, normal: W, point: W, angle: f64) -> Around {
    if shape.half_space().is_some() {
        // All points of the plane tie.
        return Around { directions: normal.across().map(|way| Some(way.padded())), margin: 1.0 };
    }
    let pose = shape.pose();
    let matrix = pose.rotation.matrix();
    let n = normal.mapped_back(&matrix);
    let at = (point - normal * shape.radius().widen() - pose.translation.widen()).mapped_back(&matrix);
    let top = shape.support(n).dot(&n);
    let mut found = Around { directions: [None, None], margin: 1.0 };
    // Points that are nearer than this are the witness point itself.
    let least = larger(shape.extent(), at.max_abs()) * angle;
    let mut see = |vertex: W, share: f64| {
        let way = vertex - at;
        let run = way.length();
        if !(run > least * share) {
            return;
        }
        let lower = larger(top - vertex.dot(&n), 0.0) / run;
        if lower <= angle {
            let direction = (way - n * way.dot(&n)).unit().padded();
            found.tie(direction);
        } else if share == 1.0 || lower < 0.25 * share {
            found.margin = smaller(found.margin, lower);
        }
    };
    match shape.vertex_count() {
        0 => {
            // A curved core: where the farthest point goes when the direction turns by δ. On a smooth surface it is
            // lower by δ/2; where the surface is flat it is lower by nothing.
            for turn in [64.0 * angle, 1e-4, 1e-2] {
                for axis in 0..W::DIM {
                    for sign in [1.0, -1.0] {
                        let direction = n + W::axis(axis) * (sign * turn);
                        see(shape.support(direction), turn);
                    }
                }
            }
        }
        count => (0..count).for_each(|index| see(shape.vertex(index), 1.0)),
    }
    found
}

impl Around {
    /// Notes a direction along which points tie. Of many the first is kept, and the one that is farthest from it.
    fn tie(&mut self, direction: [f64; 3]) {
        match self.directions {
            [None, _] => self.directions[0] = Some(direction),
            [Some(first), None] if length(cross(first, direction)) > LEAST_ANGLE => {
                self.directions[1] = Some(direction);
            }
            _ => {}
        }
    }
}

/// By how much the witness points of both shapes are unique. 0 if the faces around them have a direction in common.
fn witness_margin(a: &Around, b: &Around, angle: f64) -> f64 {
    match (a.directions, b.directions) {
        ([None, _], [None, _]) => larger(a.margin, b.margin),
        ([None, _], _) => a.margin,
        (_, [None, _]) => b.margin,
        ([Some(along_a), None], [Some(along_b), None]) => {
            let sine = length(cross(along_a, along_b));
            if sine > angle { smaller(sine, smaller(a.margin, b.margin)) } else { 0.0 }
        }
        _ => 0.0,
    }
}

/// How far B can move against the normal with the same facet nearest.
fn facet_margin<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    answer: &Proximity<W>,
    epsilon: f64,
) -> f64 {
    if is_unknown(answer) {
        return 0.0;
    }
    if answer.distance > 0.0 || a.half_space().or(b.half_space()).is_some() {
        return f64::INFINITY;
    }
    let reach = |shape: &View<'_, W>| shape.extent() + shape.radius().widen();
    let size = reach(a) + reach(b);
    let far = larger(a.pose().translation.widen().max_abs(), b.pose().translation.widen().max_abs());
    let rounding = 8.0 * (epsilon + U) * (size + far);
    let open = |answer: &Proximity<W>| answer.upper.widen() - answer.lower.widen();
    let mut way = size * FIRST_SHARE;
    for _ in 0..SHARES {
        let there = moved(solver, a, b, -(answer.normal.widen() * way));
        let error = (there.distance.widen() - (answer.distance.widen() - way)).abs();
        let allowed = open(answer) + open(&there) + rounding;
        if way > 64.0 * allowed && error <= allowed {
            return way;
        }
        way *= 0.125;
    }
    0.0
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(v: [f64; 3]) -> f64 {
    sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
}
