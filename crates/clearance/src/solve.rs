//! Joins the parts into answers: order of the shapes, float loop, polytope, exact fallback, radii, rounding outward.
//!
//! 1. Order the two shapes by what they are, so that exchanging them exchanges the answer, to the bit.
//! 2. Run the float loop in the first one's frame.
//! 3. Where it proves the answer to rounding, take it. Where it cannot, and both are polytopes, ask the exact solver.
//! 4. Take the radii off, move the points to the surfaces and the whole to the world's frame.

use crate::answer::{
    Solved, apart, common_point, finished, from_depth, from_exact, is_narrow, thickened, unsigned, verdict,
};
use crate::balls::between_balls;
use crate::cache::Memory;
use crate::depth::{DepthWatch, Flat, depth};
use crate::difference::{Difference, Pair, ScaledPair, diagonal};
use crate::exact::{self, ExactPair, ExactWatch};
use crate::gjk::{Approach, Goal, Simplex, Verdict, Watch, approach};
use crate::order::precedes;
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::{Precision, Solver};
use crate::real::{Real, U};
use crate::sat::{BoxDepth, Polygons};
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};

/// Watches all phases; nobody is `()`.
pub(crate) trait Observer<V: Vector>:
    Watch<V::Wide> + DepthWatch<V::Wide> + ExactWatch<<V::Wide as WideVector>::Exact>
{
}
impl<V: Vector, O: Watch<V::Wide> + DepthWatch<V::Wide> + ExactWatch<<V::Wide as WideVector>::Exact>> Observer<V>
    for O
{
}

/// The answer to a yes-or-no question.
pub(crate) enum Answered<W> {
    /// The closed sets have a point in common.
    Meet,
    /// They do not; the direction from A to B, in the world's frame, proves it.
    Apart(W),
}

impl<W: WideVector> Answered<W> {
    /// The answer with A and B exchanged.
    fn negated(self) -> Self {
        match self {
            Self::Apart(axis) => Self::Apart(-axis),
            Self::Meet => Self::Meet,
        }
    }
}

/// The distance, from where the last query of the pair ended if `memory` knows.
pub(crate) fn distance<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
) -> Proximity<V> {
    if let Some(answer) = closed(solver, a, b) {
        return unsigned(answer);
    }
    if precedes(b, a) {
        ordered_distance(solver, b, a, memory.second_first()).swapped()
    } else {
        ordered_distance(solver, a, b, memory.first_first())
    }
}

/// The signed distance, from where the last query of the pair ended if `memory` knows.
pub(crate) fn signed_distance<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
) -> Proximity<V> {
    if let Some(answer) = closed(solver, a, b) {
        return answer;
    }
    if precedes(b, a) {
        ordered_signed(solver, b, a, memory.second_first(), &mut ()).swapped()
    } else {
        ordered_signed(solver, a, b, memory.first_first(), &mut ())
    }
}

/// The signed distance where a formula gives it, to rounding, without a search.
#[inline(always)]
pub(crate) fn closed<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
) -> Option<Proximity<V>> {
    if solver.precision == Precision::Float { between_balls(a, b) } else { None }
}

/// The distance if it is at most the solver's limit.
pub(crate) fn within<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
) -> Option<Proximity<V>> {
    if farther_than(a, b, solver.max_distance.max(0.0)).is_some() {
        return None;
    }
    if let Some(answer) = closed(solver, a, b) {
        return Some(unsigned(answer)).filter(|answer| answer.distance.widen() <= solver.max_distance);
    }
    let pair = Pair::new(a, b);
    let limit = pair.frame.scaled(solver.max_distance.max(0.0)) + radius_of(&pair);
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, radius_of(&pair), limit * (1.0 + 4.0 * U)), &mut simplex, &mut (), &mut ());
    if near.verdict == Verdict::Beyond {
        return None;
    }
    Some(distance(solver, a, b, &mut ())).filter(|answer| answer.distance.widen() <= solver.max_distance)
}

/// The vector between the frames' origins, if the balls around those that hold the shapes prove that the shapes are
/// farther apart than `limit`: a few products, no rotation.
///
/// Squared lengths must be normal numbers; the comparison's 8 roundings, and 4 for the balls, are within 2⁻⁴⁰. Poses that
/// are not quite rotations stretch by less than 2⁻⁴ ([`crate::PoseError::NotUnit`] and the slack of `f32`).
#[inline]
pub(crate) fn farther_than<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, limit: f64) -> Option<V::Wide> {
    let apart = b.pose().translation.widen() - a.pose().translation.widen();
    let balls = diagonal::<V::Wide>() * (a.extent() + b.extent()) * (1.0 + 1.0 / 16.0);
    let reach = balls + a.radius().widen() + b.radius().widen() + limit;
    let (squared, least) = (apart.dot(&apart), reach * reach * (1.0 + 1e-12));
    (squared > least && least > 1e-280 && squared < 1e280).then_some(apart)
}

/// Whether two shapes meet, or a direction that parts them; from where the last query of the pair ended if `memory`
/// knows.
pub(crate) fn overlap<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
) -> Answered<V::Wide> {
    if let Some(axis) = farther_than(a, b, 0.0) {
        return Answered::Apart(axis);
    }
    if let Some(answer) = closed(solver, a, b) {
        let apart = answer.status == Status::Separated;
        return if apart { Answered::Apart(answer.normal.widen()) } else { Answered::Meet };
    }
    if precedes(b, a) {
        ordered_overlap(solver, b, a, memory.second_first()).negated()
    } else {
        ordered_overlap(solver, a, b, memory.first_first())
    }
}

/// The float loop on the pair. Scaled lengths are rare: they share one loop among all shapes.
#[inline(always)]
fn search<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    goal: Goal,
    simplex: &mut Simplex<V::Wide>,
    memory: &mut impl Memory<V::Wide>,
    watch: &mut impl Watch<V::Wide>,
) -> Approach<V::Wide> {
    if pair.frame.is_scaled() {
        approach::<_, dyn Difference<V::Wide>>(&ScaledPair(pair), goal, simplex, memory, watch)
    } else {
        approach(pair, goal, simplex, memory, watch)
    }
}

fn goal(solver: &Solver, radius: f64, limit: f64) -> Goal {
    Goal { radius, tolerance: solver.tolerance.max(0.0), limit, max_iterations: solver.max_iterations.max(1) }
}

fn radius_of<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> f64 {
    let [a, b] = pair.radii();
    a + b
}

fn ordered_overlap<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
) -> Answered<V::Wide> {
    let pair = Pair::new(a, b);
    let rounding = pair.frame.rounding();
    let radius = radius_of(&pair);
    if let Some(polygons) = polygons(&pair) {
        let facing = polygons.facing();
        let [lower, upper] = facing.bounds(&rounding);
        if lower > radius * (1.0 + 2.0 * U) {
            return Answered::Apart(pair.frame.world_direction(facing.normal()));
        } else if upper < 0.0 {
            return Answered::Meet;
        }
    }
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, radius, radius * (1.0 + 2.0 * U)), &mut simplex, memory, &mut ());
    match near.verdict {
        Verdict::Beyond => return Answered::Apart(pair.frame.world_direction(-near.direction)),
        Verdict::Inside => return Answered::Meet,
        _ if near.upper + rounding.above() < radius => return Answered::Meet,
        _ => {}
    }
    if !rounding.polytopes {
        return Answered::Meet;
    }
    let exact = exactly(&pair, &near, &mut ());
    if exact.status == Status::Separated { Answered::Apart(exact.normal) } else { Answered::Meet }
}

fn ordered_distance<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
) -> Proximity<V> {
    let pair = Pair::new(a, b);
    if solver.precision == Precision::Float && !memory.keeps() {
        if let Some(answer) = distant_polygons(&pair) {
            return answer;
        }
    }
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, radius_of(&pair), f64::INFINITY), &mut simplex, memory, &mut ());
    if near.verdict == Verdict::Inside {
        let (point, witnesses) = common_point(&near, &simplex);
        return finished(&pair, &point, &witnesses, Status::Overlapping, near.iterations);
    }
    unsigned(concluded(solver, &pair, &near, &simplex, &mut ()))
}

pub(crate) fn ordered_signed<V: Vector, O: Observer<V>>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
    watch: &mut O,
) -> Proximity<V> {
    let pair = Pair::new(a, b);
    if !O::WATCHED && solver.precision == Precision::Float {
        if let Some(answer) = overlapping_boxes(&pair).or_else(|| signed_polygons(&pair)) {
            return answer;
        }
    }
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, radius_of(&pair), f64::INFINITY), &mut simplex, memory, watch);
    concluded(solver, &pair, &near, &simplex, watch)
}

/// The signed distance of two boxes that overlap, in closed form where that is certain.
fn overlapping_boxes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> Option<Proximity<V>> {
    let halves = [pair.a.half_extents()?, pair.b.half_extents()?];
    let rounding = pair.frame.rounding();
    let found = pair.frame.boxes(halves).depth(&rounding)?;
    let BoxDepth { depth, lower, upper, normal, points, witnesses } = found;
    let cores = Solved { distance: -depth, lower: -upper, upper: -lower, normal, cores: points };
    let solved = thickened(cores.aligned(), radius_of(pair));
    (solved.upper < 0.0).then(|| finished(pair, &solved, &witnesses, Status::Overlapping, 0))
}

/// Two polygons of the plane that the axis test takes, in A's frame.
#[inline(always)]
fn polygons<'s, V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'s, V, A, B>) -> Option<Polygons<'s>> {
    pair.frame.polygons([pair.a.sides()?, pair.b.sides()?])
}

/// The signed distance of two polygons of the plane, in closed form where that is certain.
#[inline(always)]
fn signed_polygons<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> Option<Proximity<V>> {
    let (polygons, rounding) = (polygons(pair)?, pair.frame.rounding());
    answered(pair, polygons.facing().signed_distance(&polygons, &rounding)?)
}

/// The distance of two polygons of the plane, in closed form where that is certain.
#[inline(always)]
fn distant_polygons<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> Option<Proximity<V>> {
    let (polygons, rounding) = (polygons(pair)?, pair.frame.rounding());
    let facing = polygons.facing();
    if facing.is_apart() {
        answered(pair, facing.signed_distance(&polygons, &rounding)?).map(unsigned)
    } else {
        let (point, witnesses) = facing.common_point(&polygons, &rounding)?;
        Some(finished(pair, &point, &witnesses, Status::Overlapping, 0))
    }
}

/// The answer of a closed form, if it proves which of the two the shapes are, apart or overlapping.
#[inline(always)]
fn answered<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    (cores, witnesses): (Solved<V::Wide>, Witnesses),
) -> Option<Proximity<V>> {
    let solved = thickened(cores.aligned(), radius_of(pair));
    verdict(&solved).map(|status| finished(pair, &solved, &witnesses, status, 0))
}

/// From the end of the loop to the answer: floats where they prove it, exact numbers where they do not.
#[inline(always)]
fn concluded<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    solver: &Solver,
    pair: &Pair<'_, V, A, B>,
    near: &Approach<V::Wide>,
    simplex: &Simplex<V::Wide>,
    watch: &mut impl Observer<V>,
) -> Proximity<V> {
    let rounding = pair.frame.rounding();
    let exact = rounding.polytopes && solver.precision == Precision::Exact;
    // The bounds met, or the iteration limit struck before they did.
    let is_apart = near.verdict == Verdict::Apart || near.lower > rounding.below();
    if !exact && is_apart {
        let (cores, witnesses) = apart(near, simplex, &rounding);
        if let Some(answer) = proven(pair, cores, near.gap, &witnesses, near.iterations) {
            return answer;
        }
    } else if !exact {
        if let Some(answer) = deepened(solver, pair, near, simplex, watch) {
            return answer;
        }
    }
    from_exact(pair, &exactly(pair, near, watch), near.iterations)
}

/// The answer if floats prove it: always of curved shapes, whose exact answer nobody has.
#[inline(always)]
fn proven<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    cores: Solved<V::Wide>,
    gap: f64,
    witnesses: &Witnesses,
    iterations: u32,
) -> Option<Proximity<V>> {
    let rounding = pair.frame.rounding();
    let narrow = is_narrow(&cores, &rounding) && gap <= rounding.noise();
    let solved = thickened(if narrow { cores.aligned() } else { cores }, radius_of(pair));
    let status = verdict(&solved);
    (!rounding.polytopes || (narrow && status.is_some()))
        .then(|| finished(pair, &solved, witnesses, status.unwrap_or(Status::Touching), iterations))
}

/// The answer from the cores' depth by the expanding polytope, or from what the loop knows when the difference is flat.
fn deepened<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    solver: &Solver,
    pair: &Pair<'_, V, A, B>,
    near: &Approach<V::Wide>,
    simplex: &Simplex<V::Wide>,
    watch: &mut impl Observer<V>,
) -> Option<Proximity<V>> {
    let (rounding, goal) = (pair.frame.rounding(), goal(solver, radius_of(pair), f64::INFINITY));
    let found = if pair.frame.is_scaled() {
        depth::<_, dyn Difference<V::Wide>>(&ScaledPair(pair), simplex, goal, watch)
    } else {
        depth(pair, simplex, goal, watch)
    };
    let (cores, witnesses, iterations) = match found {
        Ok(found) => {
            let upper = (-found.lower).min(near.upper + rounding.above());
            let (cores, witnesses) = from_depth(&found, upper);
            (cores, witnesses, found.iterations)
        }
        Err(Flat { normal, depth, iterations }) => {
            let (mut cores, witnesses) = apart(near, simplex, &rounding);
            cores.normal = normal;
            cores.lower = cores.lower.max(-depth - rounding.below());
            cores.distance = cores.distance.min(0.0).max(cores.lower);
            (cores, witnesses, iterations)
        }
    };
    proven(pair, cores, 0.0, &witnesses, near.iterations + iterations)
}

/// The exact answer, searched for from where the float loop ended.
fn exactly<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    near: &Approach<V::Wide>,
    watch: &mut impl ExactWatch<<V::Wide as WideVector>::Exact>,
) -> exact::ExactAnswer<V::Wide> {
    let start = pair.frame.world_direction(near.direction);
    let exact = ExactPair::new(pair.a, pair.b);
    exact::answer(&exact, &exact.nearest(start, watch))
}
