//! The signed distance of two cores, from the end of the distance search: apart, overlapping, or in the plane of the
//! axes.

use crate::depth::curved::curved_depth;
use crate::depth::polytope::{Depth, Flat};
use crate::depth::stationary::stationary_direction;
use crate::difference::bracket::{Bracket, Signs};
use crate::difference::sections::{Meridian, Sections};
use crate::difference::{Difference, Frame, Rounding, Watch};
use crate::distance::search::{Goal, Search};
use crate::distance::simplex::weights;
use crate::distance::vertices::Simplex;
use crate::exact::Guess;
use crate::numbers::each::Each;
use crate::numbers::real::{larger, smaller};
use crate::paths::{FastPath, is_left_out};
use crate::query::witnesses::{face_weights, from_depth, witnesses};
use crate::result::proximity::{Proximity, Status, Witnesses};
use crate::space::vector::{Vec2, WideVector};

/// A − B of any two shapes. The code for curved shapes is compiled once for all of them.
pub(crate) type AnyDifference<'d, W> = dyn Difference<W> + 'd;

/// The signed distance of two cores, in A's frame and scaled lengths.
#[derive(Clone, Copy)]
pub(crate) struct Cores<W> {
    bracket: Bracket<W>,
    witnesses: Witnesses,
    /// How far A − B may reach beyond the plane of the normal.  [length]
    gap: f64,
    iterations: u32,
}

impl<W: WideVector> Cores<W> {
    /// Cores that the search found apart.
    #[inline(always)]
    pub fn apart(search: &Search<W>, rounding: &Rounding) -> Self {
        let simplex = &search.simplex;
        let face = [simplex.vertex(0), simplex.vertex(1), simplex.vertex(2)];
        let (cores, witnesses) = witnesses(face, face_weights(simplex), simplex.len().min(3));
        // The witness points belong to the cores. So their distance is an upper bound of that of the cores.
        let reach = (cores[1] - cores[0]).length();
        let (lower, upper) = (search.lower - rounding.below(), reach + rounding.above());
        let distance = smaller(larger(search.upper, lower), upper);
        let bracket = Bracket { distance, lower, upper, normal: -search.direction.unit(), cores };
        Self { bracket, witnesses, gap: search.gap, iterations: search.iterations }
    }

    /// Cores that overlap, from the expanding polytope. If A − B is flat, the search gives the answer.
    pub fn deep(depth: Result<Depth<W>, Flat<W>>, search: &Search<W>, rounding: &Rounding) -> Self {
        match depth {
            Ok(depth) => {
                let is_inside = depth.lower > f64::NEG_INFINITY;
                let upper = if is_inside { f64::INFINITY } else { upper_bound_of(search, rounding) };
                let (bracket, witnesses) = from_depth(&depth, upper, rounding);
                Self { bracket, witnesses, gap: depth.gap, iterations: search.iterations + depth.iterations }
            }
            Err(Flat { normal, depth, iterations }) => {
                let flat = Self::apart(search, rounding);
                let lower = flat.bracket.lower.max(-depth - rounding.below());
                let distance = flat.bracket.distance.min(0.0).max(lower);
                let bracket = Bracket { normal, lower, distance, ..flat.bracket };
                Self { bracket, gap: 0.0, iterations: search.iterations + iterations, ..flat }
            }
        }
    }

    /// A pair with at least one curved shape. Solids of revolution with parallel axes are answered by their sections,
    /// unless there is a watcher.
    pub fn curved(difference: &AnyDifference<'_, W>, search: &Search<W>, goal: &Goal, watch: Watch<'_, W>) -> Self {
        let rounding = difference.rounding();
        let meeting = || match difference.meridian() {
            Some(meridian) if !watch.is_there() && !is_left_out(FastPath::Sections) => {
                let found = Self::by_sections(difference, meridian, goal);
                Self { iterations: search.iterations + found.iterations, ..found }
            }
            _ => Self::deep(curved_depth(difference, &search.simplex, goal, watch), search, &rounding),
        };
        let found = if search.is_apart(&rounding) { Self::curved_apart(difference, search, goal) } else { meeting() };
        let is_cut = found.iterations >= goal.max_iterations;
        if is_cut && found.bracket.residual().length() > rounding.noise() { found.along_points() } else { found }
    }

    /// Curved cores that the search found apart, with a normal as exact as the distance.
    ///
    /// The normal of the search may prove less than the lower bound, or it may not fit the witness points. Then the
    /// normal is the line between the witness points or the stationary direction.
    fn curved_apart(difference: &AnyDifference<'_, W>, search: &Search<W>, goal: &Goal) -> Self {
        let rounding = difference.rounding();
        let answer = Self::apart(search, &rounding);
        let noise = rounding.noise();
        let room = noise + rounding.below() + rounding.above();
        let is_good = |found: &Self| {
            let Bracket { lower, upper, .. } = found.bracket;
            found.bracket.residual().length() <= noise && upper - lower <= room
        };
        if search.gap <= noise && is_good(&answer) {
            return answer;
        }
        if goal.is_coarse() {
            let allowed = room + goal.tolerance * (answer.bracket.upper - goal.radius).abs();
            if let Some(found) = answer.along_witnesses(allowed) {
                return found;
            }
        }
        let double = answer.with_double_weights(&search.simplex, rounding.above());
        if search.gap <= noise && is_good(&double) {
            return double;
        }
        for candidate in [&answer, &double] {
            if let Some(found) = candidate.between_witnesses(difference, noise) {
                return found;
            }
        }
        answer.at_stationary_direction(difference, search)
    }

    /// The answer of a search that was cut short, with the direction between its witness points as normal. The bracket contains
    /// their distance.
    #[cold]
    fn along_points(self) -> Self {
        let [a, b] = self.bracket.cores;
        let sign = if self.bracket.distance < 0.0 { -1.0 } else { 1.0 };
        let (distance, normal) = (sign * (b - a).length(), (b - a).unit() * sign);
        if !(distance.abs() > 0.0) {
            return self;
        }
        let (lower, upper) = (smaller(self.bracket.lower, distance), larger(self.bracket.upper, distance));
        Self { bracket: Bracket { distance, lower, upper, normal, ..self.bracket }, ..self }
    }

    /// The answer with the stationary direction near the search's normal, if its bracket is no wider.
    fn at_stationary_direction(self, difference: &AnyDifference<'_, W>, search: &Search<W>) -> Self {
        let (rounding, own, mut iterations) = (difference.rounding(), -search.direction.unit(), self.iterations);
        let Some(found) = stationary_direction(difference, own, search.simplex.vertices(), &[], &mut iterations) else {
            // The bracket must contain what the plane of the reported normal proves.
            let lower = smaller(self.bracket.lower, search.upper - search.gap - rounding.below());
            return Self { bracket: Bracket { lower, ..self.bracket }, iterations, ..self };
        };
        let cores = found.witness_points();
        let (lower, upper) = (-found.height - rounding.below(), (cores[1] - cores[0]).length() + rounding.above());
        if !(upper - lower <= self.bracket.upper - self.bracket.lower + rounding.noise()) {
            return Self { iterations, ..self };
        }
        let distance = smaller(larger(found.normal.dot(&(cores[1] - cores[0])), lower), upper);
        let bracket = Bracket { distance, lower, upper, normal: found.normal, cores };
        Self { bracket, gap: upper - lower - rounding.below() - rounding.above(), iterations, ..self }
    }

    /// The answer with the direction between its witness points as normal, if the bounds are no farther apart than
    /// `allowed`.
    ///
    /// Let the nearest point of A − B be v and the witness point w, with |w| ≤ (1 + t)|v|. A − B lies beyond the plane
    /// through v across v. So w·v ≥ |v|², and the cosine of the angle between w and v is at least 1/(1 + t): the normal
    /// errs by at most √(2t).
    fn along_witnesses(&self, allowed: f64) -> Option<Self> {
        let Bracket { cores: [a, b], lower, upper, .. } = self.bracket;
        let distance = smaller(larger((b - a).length(), lower), upper);
        let bracket = Bracket { normal: (b - a).unit(), distance, ..self.bracket };
        (upper - lower <= allowed).then_some(Self { bracket, gap: 0.0, ..*self })
    }

    /// The answer with the direction between its witness points as normal, if the plane of that direction proves the
    /// lower bound.
    ///
    /// If shapes are far smaller than their distance, many planes prove the same to rounding. Only this one agrees with
    /// the witness points.
    fn between_witnesses(&self, difference: &AnyDifference<'_, W>, noise: f64) -> Option<Self> {
        let [a, b] = self.bracket.cores;
        let normal = (b - a).unit();
        let proven = -normal.dot(&difference.support(normal).point);
        let distance = smaller(larger((b - a).length(), self.bracket.lower), self.bracket.upper);
        let bracket = Bracket { normal, distance, ..self.bracket };
        let is_proof = proven >= self.bracket.lower - noise && bracket.residual().length() <= noise;
        is_proof.then(|| Self { bracket, gap: 0.0, iterations: self.iterations + 1, ..*self })
    }

    /// The answer with weights of its witness points from double-double numbers. The weights of a sliver are quotients
    /// of small differences.
    fn with_double_weights(&self, simplex: &Simplex<W>, above: f64) -> Self {
        let count = simplex.len().min(3);
        let points = [0, 1, 2].each(|place| simplex.vertex(place).point.double());
        let corners = points.each_ref();
        let (numerators, sum) = weights(&corners[..count]);
        let shares = numerators.each(|numerator| larger(numerator.divided_by(sum).high, 0.0));
        let total = shares[0] + shares[1] + shares[2];
        if !(total > 0.0 && total < f64::INFINITY) || count < 2 {
            return *self;
        }
        let vertices = [simplex.vertex(0), simplex.vertex(1), simplex.vertex(2)];
        let (cores, witnesses) = witnesses(vertices, shares.each(|share| share / total), count);
        let upper = (cores[1] - cores[0]).length() + above;
        let distance = smaller(larger(smaller(self.bracket.distance, upper), self.bracket.lower), upper);
        Self { bracket: Bracket { cores, upper, distance, ..self.bracket }, witnesses, ..*self }
    }

    /// Two solids of revolution with parallel axes, by their sections.
    fn by_sections(difference: &AnyDifference<'_, W>, meridian: Meridian<W>, goal: &Goal) -> Self {
        let sections = Sections { meridian, solids: difference };
        let mut found = Search::begin();
        found.run(sections.as_dyn(), goal, None, Watch::NOBODY);
        let rounding = sections.rounding();
        let plane = if found.is_apart(&rounding) {
            Cores::curved_apart(&sections, &found, goal)
        } else {
            Cores::deep(curved_depth(&sections, &found.simplex, goal, Watch::NOBODY), &found, &rounding)
        };
        let Cores { bracket, gap, iterations, .. } = plane;
        Self { bracket: in_space(&bracket, &meridian), witnesses: Witnesses::default(), gap, iterations }
    }

    /// The answer for polytopes, if floats prove what is asked.
    #[inline(always)]
    pub fn answer(self, frame: &Frame<W>, signs: Signs) -> Option<Proximity<W>> {
        if !self.is_known(&frame.rounding()) {
            return None;
        }
        let bracket = self.bracket.aligned().less_radius(frame.radius());
        bracket.status(signs).map(|status| bracket.answer(frame, self.witnesses, status, self.iterations))
    }

    /// Whether floats know the signed distance as well as they can.
    #[inline(always)]
    pub fn is_known(&self, rounding: &Rounding) -> bool {
        self.bracket.is_narrow(rounding) && self.gap <= rounding.noise()
    }

    /// Whether floats do not know the depth of polytopes that overlap by far more than rounding: slivers ended the search.
    pub fn is_stuck(&self, rounding: &Rounding) -> bool {
        !self.is_known(rounding) && self.bracket.distance < -DEEP * rounding.noise()
    }

    /// The face that floats found, for the exact solver.
    pub fn guess(&self, frame: &Frame<W>) -> Guess<W> {
        Guess { corners: self.witnesses, outward: frame.world_direction(self.bracket.normal) }
    }

    /// The answer for curved shapes. It is wider if floats cannot prove more. `None` if a number is not finite.
    pub fn curved_answer(&self, frame: &Frame<W>) -> Option<Proximity<W>> {
        let rounding = frame.rounding();
        let is_good = self.bracket.is_narrow(&rounding) && self.gap <= rounding.noise();
        let bracket = if is_good { self.bracket.aligned() } else { self.bracket.widened(rounding.noise()) };
        let bracket = bracket.less_radius(frame.radius());
        // The exact solver tests the vertices of polytopes. Numbers of curved shapes that are not finite show only
        // here.
        if !is_good && !bracket.is_finite() {
            return None;
        }
        // A support function that contradicts itself may prove both that the shapes are nearer and that they are not.
        if !bracket.is_in_order() {
            debug_assert!(
                false,
                "the support points along {:?} contradict each other: see check_support_map",
                frame.world_direction(bracket.normal)
            );
            return None;
        }
        let status = bracket.verdict().unwrap_or(Status::Touching);
        Some(bracket.answer(frame, self.witnesses, status, self.iterations))
    }
}

/// How deep polytopes must overlap to be searched again in floats, in units of what rounding leaves. Less deep ones are
/// about to touch, and double-double numbers measure their facet.
const DEEP: f64 = 1024.0;

/// An upper bound of the distance of the cores: the distance of the nearest points of the search's simplex.
#[cold]
fn upper_bound_of<W: WideVector>(search: &Search<W>, rounding: &Rounding) -> f64 {
    if search.simplex.len() > 0 { Cores::apart(search, rounding).bracket.upper } else { f64::INFINITY }
}

/// The bracket in the plane through the axes, as a bracket in A's frame.
fn in_space<W: WideVector>(plane: &Bracket<Vec2<f64>>, meridian: &Meridian<W>) -> Bracket<W> {
    Bracket {
        distance: plane.distance,
        lower: plane.lower,
        upper: plane.upper,
        normal: meridian.vector_in_space(plane.normal),
        cores: plane.cores.each(|point| meridian.point_in_space(point)),
    }
}

#[cfg(test)]
mod tests {
    use crate::query::default::signed_distance;
    use crate::query::solver::Solver;
    use crate::random::Random;
    use crate::shape::support::{Shape, SupportMap};
    use crate::shape::{Cone, Cylinder, Ellipsoid, Points};
    use crate::space::pose::Pose;
    use crate::space::rotation::plane::Rotation2;
    use crate::space::rotation::quaternion::Quaternion;
    use crate::space::vector::{Vec3, vec2, vec3};

    /// Cause: for pairs with scaled lengths, unscaled lengths were squared. Law: scaling by 2^k scales every length bit
    /// for bit, also for curved pairs that are apart.
    #[test]
    fn a_curved_pair_apart_scales_to_the_ends_of_the_range_bit_for_bit() {
        let answer = |unit: f64| {
            let corners = [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, -1.0)].map(|corner| corner * unit);
            let ellipse = Ellipsoid::new(vec2(1.0, 0.3) * unit).unwrap();
            let turn = Rotation2::from_angle(0.2);
            let pose = Pose::new(turn, vec2(-2.5, -1.0) * unit).unwrap();
            signed_distance(&Points::new(&corners).unwrap(), &ellipse.at(pose))
        };
        let common = answer(1.0);
        assert!(common.lower > 0.3 && common.upper < 0.7 && common.lower <= common.upper, "{common:?}");
        for unit in [2f64.powi(-990), 2f64.powi(-70), 2f64.powi(70), 2f64.powi(990)] {
            let scaled = answer(unit);
            assert_eq!(scaled.lower, common.lower * unit);
            assert_eq!(scaled.upper, common.upper * unit);
            assert_eq!(scaled.normal, common.normal);
        }
    }

    #[test]
    fn a_coarse_tolerance_is_kept_and_saves_support_points() {
        let fine = Solver::default();
        let (mut random, mut apart, mut steps) = (Random(6), [0; 4], [0; 2]);
        for step in 0..800 {
            let mut placed = || {
                let [x, y, z] = [random.signed(), random.signed(), random.signed()];
                let rotation = Quaternion::new(x, y, z, 1.0).unwrap();
                Pose::new(rotation, random.point() * 2.5).unwrap()
            };
            let (cone, cylinder) = (Cone::new(0.75, 0.5).unwrap(), Cylinder::new(1.0, 0.25).unwrap());
            let egg = Ellipsoid::new(vec3(0.5, 0.75, 1.0)).unwrap();
            let shapes: [&dyn SupportMap<Vec3<f64>>; 3] = [&cone, &cylinder, &egg];
            let [a, b] = [step % 3, step / 3 % 3].map(|kind| shapes[kind].at(placed()));
            let tolerance = [1e-2, 1e-4, 1e-6, 1e-9][step % 4];
            let coarse = Solver { tolerance, ..fine };
            let (found, right) = (coarse.distance(&a, &b), fine.distance(&a, &b));
            assert_eq!(coarse.distance(&b, &a), found.swapped());
            assert!(found.lower <= right.upper && right.lower <= found.upper, "{found:?} {right:?}");
            let rounding = 64.0 * f64::EPSILON;
            assert!((found.point_b - found.point_a - found.normal * found.distance).length() <= rounding);
            if !(right.lower > 0.01) {
                continue;
            }
            assert!(found.error() <= tolerance * right.distance + rounding, "{tolerance} {found:?}");
            // Twice: the other normal has an error of its own.
            assert!((found.normal - right.normal).length() <= 2.0 * (2.0 * tolerance).sqrt(), "{found:?} {right:?}");
            apart[step % 4] += 1;
            steps = [steps[0] + found.iterations, steps[1] + right.iterations];
        }
        assert!(apart.iter().all(|&count| count > 80), "{apart:?}");
        assert!(steps[0] * 4 < steps[1] * 3, "{steps:?} support points");
    }
}
