//! Joins the parts into answers: order of the shapes, float loop, polytope, exact fallback, radii, rounding outward.
//!
//! 1. Order the two shapes by what they are, so that exchanging them exchanges the answer, to the bit.
//! 2. Run the float loop in the first one's frame.
//! 3. Where it proves the answer to rounding, take it. Where it cannot, and both are polytopes, ask the exact solver.
//! 4. Take the radii off, move the points to the surfaces and the whole to the world's frame.

use crate::cache::{Cache, Memory};
use crate::depth::{Depth, DepthWatch, Flat, depth};
use crate::difference::{DIAGONAL, Pair, Rounding, Vertex};
use crate::exact::{self, ExactPair, ExactWatch};
use crate::gjk::{Approach, Goal, Simplex, Verdict, Watch, approach};
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::{Precision, Solver};
use crate::real::{Real, U};
use crate::sat::BoxDepth;
use crate::simplex::weights;
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};
use core::cmp::Ordering;

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

/// A signed distance with witnesses, in A's frame and scaled lengths; of the cores, later of the rounded shapes.
struct Solved<W> {
    distance: f64,
    lower: f64,
    upper: f64,
    /// From A to B.
    normal: W,
    cores: [W; 2],
    witnesses: Witnesses,
}

impl<W: WideVector> Solved<W> {
    /// What `core_b − core_a` has beside `distance · normal`.
    fn residual(&self) -> W {
        self.cores[1] - self.cores[0] - self.normal * self.distance
    }
    /// The same with the residual, a rounding error, shared between the witness points.
    fn aligned(self) -> Self {
        let half = self.residual() * 0.5;
        Self { cores: [self.cores[0] + half, self.cores[1] - half], ..self }
    }
}

pub(crate) fn distance<V: Vector>(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    if precedes(b, a) {
        ordered_distance(solver, b, a, &mut ()).swapped()
    } else {
        ordered_distance(solver, a, b, &mut ())
    }
}

/// The distance, from where the last query of the pair ended.
pub(crate) fn distance_cached<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    cache: &mut Cache,
) -> Proximity<V> {
    if precedes(b, a) {
        ordered_distance(solver, b, a, cache.second_first()).swapped()
    } else {
        ordered_distance(solver, a, b, cache.first_first())
    }
}

/// The signed distance, from where the last query of the pair ended.
pub(crate) fn signed_distance_cached<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    cache: &mut Cache,
) -> Proximity<V> {
    if precedes(b, a) {
        ordered_signed(solver, b, a, cache.second_first(), &mut ()).swapped()
    } else {
        ordered_signed(solver, a, b, cache.first_first(), &mut ())
    }
}

/// Whether two shapes meet, from where the last query of the pair ended.
pub(crate) fn overlap_cached<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    cache: &mut Cache,
) -> Answered<V::Wide> {
    if let Some(axis) = farther_than(a, b, 0.0) {
        return Answered::Apart(axis);
    }
    if precedes(b, a) {
        ordered_overlap(solver, b, a, cache.second_first()).negated()
    } else {
        ordered_overlap(solver, a, b, cache.first_first())
    }
}

pub(crate) fn signed_distance<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    watch: &mut impl Observer<V>,
) -> Proximity<V> {
    if precedes(b, a) {
        ordered_signed(solver, b, a, &mut (), watch).swapped()
    } else {
        ordered_signed(solver, a, b, &mut (), watch)
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
    let pair = Pair::new(a, b);
    let limit = pair.frame.scaled(solver.max_distance.max(0.0)) + radius_of(&pair);
    let mut simplex = Simplex::empty();
    let near = approach(&pair, goal(solver, radius_of(&pair), limit * (1.0 + 4.0 * U)), &mut simplex, &mut (), &mut ());
    if near.verdict == Verdict::Beyond {
        return None;
    }
    Some(distance(solver, a, b)).filter(|answer| answer.distance.widen() <= solver.max_distance)
}

/// The vector between the frames' origins, if the balls around those that hold the shapes prove that the shapes are
/// farther apart than `limit`: a few products, no rotation.
///
/// Squared lengths must be normal numbers; the comparison's 8 roundings, and 4 for the balls, are within 2⁻⁴⁰. Poses that
/// are not quite rotations stretch by less than 2⁻⁴ ([`crate::PoseError::NotUnit`] and the slack of `f32`).
#[inline]
fn farther_than<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, limit: f64) -> Option<V::Wide> {
    let apart = b.pose().translation.widen() - a.pose().translation.widen();
    let balls = DIAGONAL * (a.extent() + b.extent()) * (1.0 + 1.0 / 16.0);
    let reach = balls + a.radius().widen() + b.radius().widen() + limit;
    let (squared, least) = (apart.dot(&apart), reach * reach * (1.0 + 1e-12));
    (squared > least && least > 1e-280 && squared < 1e280).then_some(apart)
}

/// Whether two shapes meet, or a direction that parts them.
pub(crate) fn overlap<V: Vector>(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Answered<V::Wide> {
    if let Some(axis) = farther_than(a, b, 0.0) {
        return Answered::Apart(axis);
    }
    if precedes(b, a) {
        ordered_overlap(solver, b, a, &mut ()).negated()
    } else {
        ordered_overlap(solver, a, b, &mut ())
    }
}

fn goal(solver: &Solver, radius: f64, limit: f64) -> Goal {
    Goal { radius, tolerance: solver.tolerance.max(0.0), limit, max_iterations: solver.max_iterations.max(1) }
}

fn radius_of<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> f64 {
    let [a, b] = pair.radii();
    a + b
}

/// Whether `b` comes before `a` in an order that looks at what the shapes are, never at which argument they are.
///
/// Poses decide nearly always. Shapes in one frame are told apart by centre, radius and size, at last by their support
/// points in a few directions; pairs that agree in all of it are taken as they come.
pub(crate) fn precedes<V: Vector>(b: &impl SupportMap<V>, a: &impl SupportMap<V>) -> bool {
    if let Some(first) = b.pose().precedes(&a.pose()) {
        return first;
    }
    let points = |p: V::Wide, q: V::Wide| p.partial_cmp(&q).unwrap_or(Ordering::Equal);
    let numbers = |x: f64, y: f64| x.total_cmp(&y);
    let order = points(b.center(), a.center())
        .then_with(|| numbers(b.radius().widen(), a.radius().widen()))
        .then_with(|| numbers(b.extent(), a.extent()))
        .then_with(|| b.vertex_count().cmp(&a.vertex_count()))
        .then_with(|| {
            let probes = (0..PROBES).map(probe::<V::Wide>);
            probes.map(|d| points(b.support(d), a.support(d))).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
    order == Ordering::Less
}

/// Directions in which shapes of one frame, centre and size are compared.
const PROBES: usize = 16;

/// Skew directions all round: a fixed sequence of small odd numbers, none of them on a plane of symmetry of another.
fn probe<W: WideVector>(index: usize) -> W {
    (0..W::DIM).fold(<W as Space>::zero(), |d, axis| {
        let mixed = (index + 1) * (7 * axis + 3) * (axis + 5) % 31;
        d.with_coordinate(axis, mixed as f64 - 15.0 + 0.25 * (axis + 1) as f64)
    })
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
    let mut simplex = Simplex::empty();
    let near = approach(&pair, goal(solver, radius, radius * (1.0 + 2.0 * U)), &mut simplex, memory, &mut ());
    match near.verdict {
        Verdict::Beyond => return Answered::Apart(pair.frame.world_direction(-near.plane)),
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
    let mut simplex = Simplex::empty();
    let near = approach(&pair, goal(solver, radius_of(&pair), f64::INFINITY), &mut simplex, memory, &mut ());
    if near.verdict == Verdict::Inside {
        return finished(&pair, common_point(&near, &simplex), Status::Overlapping, near.iterations);
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
        if let Some(answer) = overlapping_boxes(&pair) {
            return answer;
        }
    }
    let mut simplex = Simplex::empty();
    let near = approach(&pair, goal(solver, radius_of(&pair), f64::INFINITY), &mut simplex, memory, watch);
    concluded(solver, &pair, &near, &simplex, watch)
}

/// The signed distance of two boxes that overlap, in closed form where that is certain.
fn overlapping_boxes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> Option<Proximity<V>> {
    let halves = [pair.a.half_extents()?, pair.b.half_extents()?];
    let rounding = pair.frame.rounding();
    let found = pair.frame.boxes(halves).depth(&rounding)?;
    let BoxDepth { depth, lower, upper, normal, points, witnesses } = found;
    let cores = Solved { distance: -depth, lower: -upper, upper: -lower, normal, cores: points, witnesses };
    let solved = is_narrow(&cores, &rounding).then(|| thickened(cores.aligned(), radius_of(pair)))?;
    (solved.upper < 0.0).then(|| finished(pair, solved, Status::Overlapping, 0))
}

/// From the end of the loop to the answer: floats where they prove it, exact numbers where they do not.
fn concluded<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    solver: &Solver,
    pair: &Pair<'_, V, A, B>,
    near: &Approach<V::Wide>,
    simplex: &Simplex<V::Wide>,
    watch: &mut impl Observer<V>,
) -> Proximity<V> {
    let rounding = pair.frame.rounding();
    if !(rounding.polytopes && solver.precision == Precision::Exact) {
        let (cores, iterations) = match near.verdict {
            Verdict::Apart => (apart(near, simplex, &rounding), near.iterations),
            // The iteration limit struck before the bounds met.
            _ if near.lower > rounding.below() => (apart(near, simplex, &rounding), near.iterations),
            _ => overlapping(solver, pair, near, simplex, watch),
        };
        let narrow = is_narrow(&cores, &rounding) && !(near.verdict == Verdict::Apart && near.gap > rounding.noise());
        let aligned = if narrow { cores.aligned() } else { cores };
        let solved = thickened(aligned, radius_of(pair));
        let status = verdict(&solved);
        if !rounding.polytopes || (narrow && status.is_some()) {
            return finished(pair, solved, status.unwrap_or(Status::Touching), iterations);
        }
    }
    from_exact(pair, &exactly(pair, near, watch), near.iterations)
}

/// Whether the answer is as good as floats can be: the bracket is no wider than well-shaped faces leave it, and the
/// witness points lie along the normal.
///
/// The loop's gap may be `noise`; a facet of the polytope adds its own error, under 16u·size unless it is a sliver.
fn is_narrow<W: WideVector>(cores: &Solved<W>, rounding: &Rounding) -> bool {
    let allowed = rounding.below() + rounding.above() + rounding.noise();
    let shell = if cores.distance < 0.0 { 16.0 * U * rounding.size } else { 0.0 };
    cores.upper - cores.lower <= allowed + shell && cores.residual().length() <= rounding.noise()
}

/// What the bounds prove.
fn verdict<W>(solved: &Solved<W>) -> Option<Status> {
    if solved.lower > 0.0 {
        Some(Status::Separated)
    } else if solved.upper < 0.0 {
        Some(Status::Overlapping)
    } else {
        None
    }
}

/// The cores' distance from the nearest face.
fn apart<W: WideVector>(near: &Approach<W>, simplex: &Simplex<W>, rounding: &Rounding) -> Solved<W> {
    let face = simplex.len().min(3);
    let points = [0, 1, 2].map(|place| &simplex.vertex(place).point);
    let (numerators, sum) = weights(&points[..face]);
    let weights = shares(numerators, sum);
    let (cores, witnesses) = witnesses(simplex.vertices().take(face).zip(weights));
    let gap = points[..face].iter().zip(weights).fold(<W as Space>::zero(), |v, (&&p, weight)| v + p * weight).length();
    let (lower, upper) = (near.lower - rounding.below(), gap + rounding.above());
    Solved {
        distance: near.upper.max(lower).min(upper),
        lower,
        upper,
        normal: -near.direction.unit(),
        cores,
        witnesses,
    }
}

/// The cores' depth from the expanding polytope, or what the loop knows when the difference is flat.
fn overlapping<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    solver: &Solver,
    pair: &Pair<'_, V, A, B>,
    near: &Approach<V::Wide>,
    simplex: &Simplex<V::Wide>,
    watch: &mut impl Observer<V>,
) -> (Solved<V::Wide>, u32) {
    let rounding = pair.frame.rounding();
    match depth(pair, simplex, goal(solver, radius_of(pair), f64::INFINITY), watch) {
        Ok(found) => {
            let iterations = near.iterations + found.iterations;
            let upper = (-found.lower).min(near.upper + rounding.above());
            (from_depth(&found, upper), iterations)
        }
        Err(Flat { normal, depth, iterations }) => {
            let mut solved = apart(near, simplex, &rounding);
            solved.normal = normal;
            solved.lower = solved.lower.max(-depth - rounding.below());
            solved.distance = solved.distance.min(0.0).max(solved.lower);
            (solved, near.iterations + iterations)
        }
    }
}

fn from_depth<W: WideVector>(found: &Depth<W>, upper: f64) -> Solved<W> {
    let (cores, witnesses) = witnesses(found.facet[..W::DIM].iter().zip(found.weights));
    let lower = -found.upper;
    Solved { distance: (-found.depth).max(lower).min(upper), lower, upper, normal: found.normal, cores, witnesses }
}

/// Weights that are not negative and sum to 1, from numerators; the first takes all when there is no sum.
fn shares(numerators: [f64; 3], sum: f64) -> [f64; 3] {
    let clamped = numerators.map(|n| if n > 0.0 { n } else { 0.0 });
    let total: f64 = clamped.iter().sum();
    if sum > 0.0 && total > 0.0 && total.is_finite() { clamped.map(|n| n / total) } else { [1.0, 0.0, 0.0] }
}

/// The points of the cores with the given weights, and the features that they lie on.
fn witnesses<'v, W: WideVector + 'v>(face: impl Iterator<Item = (&'v Vertex<W>, f64)> + Clone) -> ([W; 2], Witnesses) {
    let mut witnesses = Witnesses::default();
    // One vertex plus weighted edges: a vertex that all share comes out exactly.
    let first = face.clone().next().map(|(vertex, _)| [vertex.a, vertex.b]);
    let [a, b] = first.unwrap_or([<W as Space>::zero(); 2]);
    let mut cores = [a, b];
    for (vertex, weight) in face {
        cores = [cores[0] + (vertex.a - a) * weight, cores[1] + (vertex.b - b) * weight];
        if let Some(pair) = vertex.indices.get() {
            witnesses.push(pair, weight);
        }
    }
    (cores, witnesses)
}

/// A point that both cores hold, from the simplex around the origin.
fn common_point<W: WideVector>(near: &Approach<W>, simplex: &Simplex<W>) -> Solved<W> {
    let volumes = simplex.volumes_with_origin();
    let total: f64 = volumes[..simplex.len()].iter().sum();
    let (cores, witnesses) = witnesses(simplex.vertices().zip(volumes.map(|volume| volume / total)));
    let middle = cores[0] * 0.5 + cores[1] * 0.5;
    Solved { distance: 0.0, lower: 0.0, upper: 0.0, normal: -near.direction.unit(), cores: [middle; 2], witnesses }
}

/// The rounded shapes' distance from the cores': less the radii, bounds moved outward by the rounding of that.
fn thickened<W: WideVector>(cores: Solved<W>, radius: f64) -> Solved<W> {
    let margin = if radius > 0.0 { 4.0 * U * (radius + cores.upper.abs().max(cores.lower.abs())) } else { 0.0 };
    Solved {
        distance: cores.distance - radius,
        lower: cores.lower - radius - margin,
        upper: cores.upper - radius + margin,
        ..cores
    }
}

/// The answer in the world's frame and unit, points on the rounded surfaces.
fn finished<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    solved: Solved<V::Wide>,
    status: Status,
    iterations: u32,
) -> Proximity<V> {
    let [radius_a, radius_b] = pair.radii();
    let surface_a = solved.cores[0] + solved.normal * radius_a;
    let surface_b = solved.cores[1] - solved.normal * radius_b;
    let frame = &pair.frame;
    Proximity {
        status,
        distance: V::Scalar::narrow(frame.length(solved.distance)),
        lower: V::Scalar::narrow_down(frame.length_down(solved.lower)),
        upper: V::Scalar::narrow_up(-frame.length_down(-solved.upper)),
        normal: V::narrow(frame.world_direction(solved.normal)),
        point_a: V::narrow(frame.world_point(surface_a)),
        point_b: V::narrow(frame.world_point(surface_b)),
        iterations,
        witnesses: solved.witnesses,
    }
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

fn from_exact<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    exact: &exact::ExactAnswer<V::Wide>,
    iterations: u32,
) -> Proximity<V> {
    Proximity {
        status: exact.status,
        distance: V::Scalar::narrow(exact.distance),
        lower: V::Scalar::narrow_down(exact.lower),
        upper: V::Scalar::narrow_up(exact.upper),
        normal: V::narrow(exact.normal),
        point_a: V::narrow(exact.core_a + exact.normal * pair.a.radius().widen()),
        point_b: V::narrow(exact.core_b - exact.normal * pair.b.radius().widen()),
        iterations,
        witnesses: exact.witnesses,
    }
}

/// The distance from the signed distance: where that is not positive, 0 with a common point.
fn unsigned<V: Vector>(signed: Proximity<V>) -> Proximity<V> {
    let zero = V::Scalar::ZERO;
    let lower = if signed.lower > zero { signed.lower } else { zero };
    if signed.distance > zero {
        return Proximity { lower, ..signed };
    }
    let upper = if signed.upper > zero { signed.upper } else { zero };
    let middle = V::narrow(signed.point_a.widen() * 0.5 + signed.point_b.widen() * 0.5);
    Proximity { distance: zero, lower, upper, point_a: middle, point_b: middle, ..signed }
}
