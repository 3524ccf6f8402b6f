//! Joins the parts into answers: order of the shapes, float loop, polytope, exact fallback, radii, rounding outward.
//!
//! 1. Order the two shapes by what they are, so that exchanging them exchanges the answer, to the bit.
//! 2. Run the float loop in the first one's frame.
//! 3. Where it proves the answer to rounding, take it. Where it cannot, and both are polytopes, ask the exact solver.
//! 4. Take the radii off, move the points to the surfaces and the whole to the world's frame.

use crate::answer::{
    Solved, apart, common_point, finished, from_depth, from_exact, is_narrow, meeting, nearest_points, overlapping,
    radii_of, thickened, unsigned, verdict,
};
use crate::cache::Memory;
use crate::closed::{closed, distance_by_axes, overlap_by_axes, signed_by_axes};
use crate::depth::{DepthWatch, Flat, depth};
use crate::difference::{Difference, Pair, ScaledPair, diagonal};
use crate::exact::{self, ExactPair, ExactWatch, Nearest};
use crate::gjk::{Approach, Goal, Simplex, Verdict, Watch, approach};
use crate::order::precedes;
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::{Precision, Solver};
use crate::real::{Real, U};
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
        return unsigned(answer, radii_of(a, b));
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
        return Some(unsigned(answer, radii_of(a, b))).filter(|answer| answer.distance.widen() <= solver.max_distance);
    }
    let pair = Pair::new(a, b);
    let limit = pair.frame.scaled(solver.max_distance.max(0.0)) + pair.radius();
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, pair.radius(), limit * (1.0 + 4.0 * U)), &mut simplex, &mut (), &mut ());
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

fn ordered_overlap<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    memory: &mut impl Memory<V::Wide>,
) -> Answered<V::Wide> {
    let pair = Pair::new(a, b);
    let rounding = pair.frame.rounding();
    let radius = pair.radius();
    if let Some(answer) = overlap_by_axes(&pair) {
        return answer;
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
    let (exact, nearest) = exactly(&pair, &near, &mut ());
    let exact = exact::answer(&exact, &nearest);
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
        if let Some(answer) = distance_by_axes(&pair) {
            return answer;
        }
    }
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, pair.radius(), f64::INFINITY), &mut simplex, memory, &mut ());
    if near.verdict == Verdict::Inside {
        return overlapping(&pair, common_point(&near, &simplex), near.iterations);
    }
    if let Some(answer) = in_floats(solver, &pair, &near, &simplex, &mut ()) {
        if near.is_apart(&pair.frame.rounding()) || answer.distance > V::Scalar::ZERO {
            return unsigned(answer, radii_of(a, b));
        }
        if let Some(answer) = meeting_in_floats(&pair, &simplex, answer) {
            return answer;
        }
    }
    let (exact, nearest) = exactly(&pair, &near, &mut ());
    let answer = from_exact(&pair, &exact::answer(&exact, &nearest), near.iterations);
    match exact::common_point(&exact, &nearest) {
        Some((point, witnesses)) => meeting(unsigned(answer, [0.0; 2]), point, witnesses),
        None => unsigned(answer, radii_of(a, b)),
    }
}

/// The distance of shapes of which floats do not know whether the cores meet, with a common point, if they know one.
fn meeting_in_floats<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    simplex: &Simplex<V::Wide>,
    signed: Proximity<V>,
) -> Option<Proximity<V>> {
    let rounding = pair.frame.rounding();
    let ([a, b], witnesses) = nearest_points(simplex);
    let point = pair.frame.world_point(a * 0.5 + b * 0.5);
    let is_common = (b - a).length() <= rounding.noise();
    (is_common || !rounding.polytopes).then(|| meeting(unsigned(signed, [0.0; 2]), point, witnesses))
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
        if let Some(answer) = signed_by_axes(&pair) {
            return answer;
        }
    }
    let mut simplex = Simplex::empty();
    let near = search(&pair, goal(solver, pair.radius(), f64::INFINITY), &mut simplex, memory, watch);
    concluded(solver, &pair, &near, &simplex, watch)
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
    if let Some(answer) = in_floats(solver, pair, near, simplex, watch) {
        return answer;
    }
    let (exact, nearest) = exactly(pair, near, watch);
    from_exact(pair, &exact::answer(&exact, &nearest), near.iterations)
}

/// The answer if floats prove it and may answer.
#[inline(always)]
fn in_floats<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    solver: &Solver,
    pair: &Pair<'_, V, A, B>,
    near: &Approach<V::Wide>,
    simplex: &Simplex<V::Wide>,
    watch: &mut impl Observer<V>,
) -> Option<Proximity<V>> {
    let rounding = pair.frame.rounding();
    if rounding.polytopes && solver.precision == Precision::Exact {
        None
    } else if near.is_apart(&rounding) {
        let (cores, witnesses) = apart(near, simplex, &rounding);
        proven(pair, cores, near.gap, &witnesses, near.iterations)
    } else {
        deepened(solver, pair, near, simplex, watch)
    }
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
    let solved = thickened(if narrow { cores.aligned() } else { cores }, pair.radius());
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
    let (rounding, goal) = (pair.frame.rounding(), goal(solver, pair.radius(), f64::INFINITY));
    let found = if pair.frame.is_scaled() {
        depth::<_, dyn Difference<V::Wide>>(&ScaledPair(pair), simplex, goal, watch)
    } else {
        depth(pair, simplex, goal, watch)
    };
    let (cores, witnesses, gap, iterations) = match found {
        Ok(found) => {
            let upper = (-found.lower).min(near.upper + rounding.above());
            let (cores, witnesses) = from_depth(&found, upper);
            (cores, witnesses, found.gap, found.iterations)
        }
        Err(Flat { normal, depth, iterations }) => {
            let (mut cores, witnesses) = apart(near, simplex, &rounding);
            cores.normal = normal;
            cores.lower = cores.lower.max(-depth - rounding.below());
            cores.distance = cores.distance.min(0.0).max(cores.lower);
            (cores, witnesses, 0.0, iterations)
        }
    };
    proven(pair, cores, gap, &witnesses, near.iterations + iterations)
}

/// The exact nearest face, searched for from where the float loop ended.
fn exactly<'s, V: Vector>(
    pair: &Pair<'s, V, impl SupportMap<V>, impl SupportMap<V>>,
    near: &Approach<V::Wide>,
    watch: &mut impl ExactWatch<<V::Wide as WideVector>::Exact>,
) -> (ExactPair<'s, V>, Nearest<<V::Wide as WideVector>::Exact>) {
    let exact = ExactPair::new(pair.a, pair.b);
    let nearest = exact.nearest(pair.frame.world_direction(near.direction), watch);
    (exact, nearest)
}
