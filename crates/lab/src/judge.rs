//! Compares an answer of the solver with an exact one, and measures everything that the library promises.
//!
//! Lengths are measured in *units* of ε·scale. ε is that of the case's scalar. The scale is the greatest |world
//! coordinate| or radius of the pair.
//!
//! The numbers of a rotation may not be exactly unit. Then their formula means one thing, and the formula after a
//! division by their length means another. For a point p of the shape's own frame the difference is at most 2·|‖q‖² −
//! 1|·|p| ≤ 4ε·|p|. The default precision divides, so posed pairs get that much more *room* (the sum over both shapes).
//! Exact precision evaluates the formula, and its distance gets no room.

use crate::corpus::{Case, Scalar};
use crate::exact::Rational;
use crate::nearest::Pair;
use crate::space::{Lab, Rough};
use crate::truth::{Problem, Truth};
use clearance::{
    Feature, Hull, Precision, Proximity, Real, Ring, Solver, Space, Status, SupportMap, Vec2, Vec3, WideVector,
};
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The greatest error of the default distance, of a witness point and of the normal's separation, in units.
pub const ALLOWANCE: f64 = 8.0;
/// How wide the default bracket may be, in units.
pub const WIDTH: f64 = 64.0 * ALLOWANCE;
/// The greatest error of a refined `f64` distance, in units in the last place of the exact one.
pub const REFINED_ULPS: f64 = 2.0;
/// The greatest error of a refined `f32` distance, in its own units in the last place. Only its rounding is left.
pub const SINGLE_ULPS: f64 = 1.0;
/// The greatest |`point_b − point_a − distance · normal`|, in units. It has five roundings, and none is above a unit.
pub const INVARIANT: f64 = 4.0;
/// How far |normal|² may be from 1, in ε.
pub const UNIT_NORMAL: f64 = 8.0;

/// How the points of a case are handed to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// As they are.
    Points,
    /// As hulls with faces and neighbours, built first.
    Hull,
}

/// Everything measured on one case.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The case's name.
    pub id: String,
    /// What does not hold, in words.
    pub failures: Vec<&'static str>,
    /// |distance − exact| beyond the room, in units.
    pub error: f64,
    /// |distance − exact| in units in the last place of the exact distance.
    pub ulps: f64,
    /// upper − lower beyond 64 times the room, in units.
    pub width: f64,
    /// How far a witness point lies outside its shape, in units beyond the room. The worse of the two points counts.
    pub outside: f64,
    /// How far the weighted vertices of a feature are from its witness point, in units beyond the room.
    pub feature: f64,
    /// How far `point_b − point_a` is from `distance · normal`, in units.
    pub invariant: f64,
    /// How far the normal's separation is from the best, in units beyond the room.
    pub shortfall: f64,
    /// Support points asked for.
    pub iterations: u32,
    /// Time of the signed distance alone.
    pub time: Duration,
}

/// The judgement of a case of the corpus.
pub fn judge(case: &Case, precision: Precision, via: Via) -> Judgement {
    match (case.dim, case.scalar) {
        (2, Scalar::F32) => judge_case::<Vec2<f32>>(case, precision, via),
        (2, Scalar::F64) => judge_case::<Vec2<f64>>(case, precision, via),
        (_, Scalar::F32) => judge_case::<Vec3<f32>>(case, precision, via),
        (_, Scalar::F64) => judge_case::<Vec3<f64>>(case, precision, via),
    }
}

fn judge_case<V: Lab>(case: &Case, precision: Precision, via: Via) -> Judgement {
    let problem = case.problem();
    let truth = Truth::of_corpus(&problem, &case.exact);
    Judgement { id: case.id.clone(), ..judge_problem::<V>(&problem, &truth, precision, via) }
}

/// The judgement of any problem whose truth is known.
pub fn judge_problem<V: Lab>(problem: &Problem, truth: &Truth, precision: Precision, via: Via) -> Judgement {
    let (a, b) = (problem.a.vectors::<V>(), problem.b.vectors::<V>());
    let mut bench = Bench::<V>::new(problem, truth, precision);
    match via {
        Via::Points => bench.judge(&problem.a.shape(&a), &problem.b.shape(&b)),
        Via::Hull => {
            let [a, b] = [a, b].map(|points| Hull::new(&points).expect("a rough shape has finite points"));
            bench.sources = [&a, &b].map(|hull| (0..hull.vertices().len()).map(|i| hull.source(i)).collect());
            bench.judge(&problem.a.dressed(a), &problem.b.dressed(b))
        }
    }
}

fn is_finite<V: Lab>(p: &Proximity<V>) -> bool {
    p.distance.is_finite()
        && p.lower.is_finite()
        && p.upper.is_finite()
        && p.normal.is_finite()
        && p.point_a.is_finite()
        && p.point_b.is_finite()
}

/// The exact side of a problem.
struct Bench<'a, V: Lab> {
    problem: &'a Problem,
    truth: &'a Truth,
    precision: Precision,
    /// ε · scale.
    unit: f64,
    /// What a rotation's own rounding may do, in units.
    room: f64,
    points: [Vec<V::Exact>; 2],
    /// The point that each vertex of the solver's shape is.
    sources: [Vec<usize>; 2],
    pair: Pair<V::Exact>,
}

impl<'a, V: Lab> Bench<'a, V> {
    fn new(problem: &'a Problem, truth: &'a Truth, precision: Precision) -> Self {
        let turned = problem.a.turned_size() + problem.b.turned_size();
        let points = [problem.a.world::<V>(), problem.b.world::<V>()];
        let sources = [(0..points[0].len()).collect(), (0..points[1].len()).collect()];
        let pair = Pair::new(points[0].clone(), points[1].clone());
        let room = if turned > 0.0 { 4.0 * turned / truth.scale } else { 0.0 };
        // A scene of zeros or of the smallest floats has a unit, too.
        let unit = truth.unit::<V::Scalar>().max(least::<V::Scalar>());
        Self { problem, truth, precision, unit, room, points, sources, pair }
    }

    fn judge(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Judgement {
        let solver = Solver { precision: self.precision, ..Solver::default() };
        let mut judgement = Judgement::default();
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| solver.signed_distance(a, b)));
        judgement.time = start.elapsed();
        let Ok(answer) = answer else {
            judgement.failures.push("panic in signed_distance");
            return judgement;
        };
        judgement.iterations = answer.iterations;
        if !is_finite(&answer) {
            judgement.failures.push("not finite");
            return judgement;
        }
        self.measure(&answer, &mut judgement);
        let others = catch_unwind(AssertUnwindSafe(|| self.other_queries(&solver, a, b, &answer)));
        judgement.failures.extend(others.unwrap_or(vec!["panic in another query"]));
        judgement
    }

    /// Checks the other queries, and returns what they say differently.
    fn other_queries(
        &self,
        solver: &Solver,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        signed: &Proximity<V>,
    ) -> Vec<&'static str> {
        let apart = self.truth.status == Status::Separated;
        let plain = solver.distance(a, b);
        let reach = |max_distance: f64| Solver { max_distance, ..*solver }.within(a, b);
        let (lower, upper) = (plain.lower.widen(), plain.upper.widen());
        let laws = [
            (signed.status == self.truth.status, "wrong status"),
            (plain.status == self.truth.status, "wrong status of distance"),
            (solver.overlaps(a, b) != apart, "wrong verdict of overlaps"),
            (solver.separating_axis(a, b).is_some() == apart, "wrong verdict of separating_axis"),
            (!apart || plain.distance == signed.distance, "distance is not the signed distance"),
            (apart || plain.distance == V::Scalar::ZERO, "distance is not 0 on contact"),
            (reach(upper).is_some(), "within misses a pair that is near enough"),
            (!(lower > 0.0) || reach(lower * 0.75).is_none(), "within finds a pair that is too far"),
        ];
        laws.iter().filter(|(holds, _)| !holds).map(|(_, what)| *what).collect()
    }

    fn measure(&self, answer: &Proximity<V>, judgement: &mut Judgement) {
        self.measure_distance(answer, judgement);
        self.measure_bracket(answer, judgement);
        let a = self.outside(&self.problem.a, &self.points[0], answer.point_a);
        judgement.outside = a.max(self.outside(&self.problem.b, &self.points[1], answer.point_b));
        let a = self.feature_error(0, &answer.feature_a(), answer.point_a, answer.normal);
        judgement.feature = a.max(self.feature_error(1, &answer.feature_b(), answer.point_b, answer.normal));
        judgement.invariant = self.invariant(answer);
        judgement.shortfall = self.shortfall(answer.normal);
        let limits = [
            (judgement.outside, ALLOWANCE, "witness point outside its shape"),
            (judgement.feature, ALLOWANCE, "the feature is not where the witness point is"),
            (judgement.invariant, INVARIANT, "point_b - point_a is not distance * normal"),
            (judgement.shortfall, ALLOWANCE, "the normal is not the best"),
            (self.normal_length_error(answer.normal), UNIT_NORMAL, "the normal is not unit"),
        ];
        judgement.failures.extend(limits.iter().filter(|(x, limit, _)| !(x <= limit)).map(|(.., what)| what));
    }

    fn measure_distance(&self, answer: &Proximity<V>, judgement: &mut Judgement) {
        let exact = &self.truth.value;
        let error = Rational::from(answer.distance.widen()).minus(exact).abs();
        let in_units_of = |unit: f64| if error.is_zero() { 0.0 } else { error.over(&unit.into()).to_f64() };
        let room = if self.refined() { 0.0 } else { self.room };
        judgement.error = (in_units_of(self.unit) - room).max(0.0);
        judgement.ulps = in_units_of(ulp::<V::Scalar>(exact.to_f64()));
        let ulps = if V::Scalar::EPSILON > f64::EPSILON { SINGLE_ULPS } else { REFINED_ULPS };
        if !(judgement.error <= ALLOWANCE) {
            judgement.failures.push("distance");
        } else if self.refined() && !(judgement.ulps <= ulps) {
            judgement.failures.push("last places of the refined distance");
        }
    }

    fn measure_bracket(&self, answer: &Proximity<V>, judgement: &mut Judgement) {
        let [lower, distance, upper] = [answer.lower, answer.distance, answer.upper].map(V::Scalar::widen);
        let exact = &self.truth.surd;
        if exact.compare(&lower.into()) == Ordering::Less || exact.compare(&upper.into()) == Ordering::Greater {
            judgement.failures.push("the bracket misses the exact distance");
        }
        if !(lower <= distance && distance <= upper) {
            judgement.failures.push("the bracket misses its own distance");
        }
        let room = if self.refined() { 0.0 } else { self.room };
        judgement.width = (upper - lower) / self.unit - WIDTH / ALLOWANCE * room;
        if !(judgement.width <= WIDTH) {
            judgement.failures.push("the bracket is too wide");
        }
    }

    /// The distance of a point from the rounded hull, in units beyond the room. It is 0 inside.
    fn outside(&self, shape: &Rough, core: &[V::Exact], point: V) -> f64 {
        let square = Pair::new(core.to_vec(), vec![point.exactly()]).nearest().square;
        let radius = Rational::from(shape.radius);
        if square <= radius.times(&radius) {
            return 0.0;
        }
        (square.root().minus(&radius).over(&self.unit.into()).to_f64() - self.room).max(0.0)
    }

    /// The distance of the weighted vertices of a feature from the witness point, in units beyond the room.
    ///
    /// It is infinite when there is no feature, when a weight is negative, or when a vertex is not the shape's.
    fn feature_error(&self, side: usize, feature: &Feature, point: V, normal: V) -> f64 {
        let radius = if side == 0 { self.problem.a.radius } else { -self.problem.b.radius };
        let mut sum = normal.exactly().scaled(&radius.into());
        for (&vertex, &weight) in feature.vertices().iter().zip(feature.weights()) {
            match self.sources[side].get(vertex as usize) {
                Some(&point) if weight >= 0.0 => sum = sum.plus(&self.points[side][point].scaled(&weight.into())),
                _ => return f64::INFINITY,
            }
        }
        if feature.vertices().is_empty() {
            return f64::INFINITY;
        }
        let distance = sum.minus(&point.exactly()).length_squared().root().over(&self.unit.into()).to_f64();
        (distance - self.room).max(0.0)
    }

    fn refined(&self) -> bool {
        self.precision == Precision::Exact
    }

    fn invariant(&self, answer: &Proximity<V>) -> f64 {
        let gap = answer.point_b.exactly().minus(&answer.point_a.exactly());
        let along = answer.normal.exactly().scaled(&answer.distance.widen().into());
        gap.minus(&along).length_squared().root().over(&self.unit.into()).to_f64()
    }

    /// The best separation minus the separation along the normal, in units beyond the room.
    fn shortfall(&self, normal: V) -> f64 {
        let normal = normal.exactly();
        if normal.is_zero() {
            return f64::INFINITY;
        }
        let cores = self.pair.separation(&normal).over(&normal.length_squared().root());
        let along = cores.minus(&self.problem.a.radius.into()).minus(&self.problem.b.radius.into());
        let short = self.truth.value.minus(&along).over(&self.unit.into()).to_f64();
        (short - self.room).max(0.0)
    }

    fn normal_length_error(&self, normal: V) -> f64 {
        let wide = normal.widen();
        (wide.length() - 1.0).abs() * 2.0 / V::Scalar::EPSILON
    }
}

/// The distance between neighbouring numbers of the scalar at the size of `x`.
fn ulp<T: Real>(x: f64) -> f64 {
    let binade = if x.abs() < f64::MIN_POSITIVE { -1022 } else { ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023 };
    (clearance::real::ldexp(1.0, binade) * T::EPSILON).max(least::<T>())
}

/// The smallest positive number of the scalar.
pub(crate) fn least<T: Real>() -> f64 {
    if T::EPSILON > f64::EPSILON { f64::from(f32::from_bits(1)) } else { f64::from_bits(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_the_last_place_are_those_of_the_scalar() {
        assert_eq!(ulp::<f64>(1.5), f64::EPSILON);
        assert_eq!(ulp::<f32>(-1.5), f64::from(f32::EPSILON));
        assert_eq!(ulp::<f64>(0.0), 5e-324);
        assert_eq!(ulp::<f32>(1e-300), f64::from(f32::from_bits(1)));
    }
}
