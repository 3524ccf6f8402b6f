//! Shows the steps of the solver to a closure. It translates them from A's frame and scaled lengths to the world's
//! frame, and to the user's order of the shapes.

use crate::depth::facet_plane::clamped;
use crate::difference::canonical::precedes;
use crate::difference::{Event, ExactStep, ExactVertex, Expansion, Frame, SearchStep, Vertex, Watch};
use crate::distance::simplex::{volumes_with_origin, weights};
use crate::exact::{height_along, ratio, rounded_direction};
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::query::solver::Solver;
use crate::query::stages::Query;
use crate::result::steps::{Phase, Step, Stop, TracedVertex};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// What is asked of the shapes whose search is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub enum Asked {
    Distance,
    SignedDistance,
}

/// Shows every step of a search. Returns the number of steps.
///
/// The answer may need no search. It is known before the first step is shown, and `claim` are its bounds. So no step
/// claims more than the answer does, and the last one claims the same.
pub(crate) fn traced<W: WideVector>(
    solver: &Solver,
    asked: Asked,
    [a, b]: [&View<'_, W>; 2],
    claim: [f64; 2],
    show: &mut dyn FnMut(&Step<'_, W>),
) -> u32 {
    if precedes(b, a) {
        let show = &mut |step: &Step<'_, W>| show(&exchanged(step, &mut Buffers::default()));
        trace_in_order(solver, asked, [b, a], claim, show)
    } else {
        trace_in_order(solver, asked, [a, b], claim, show)
    }
}

/// Shows the search of two shapes that are in the solver's order. Returns the number of steps.
fn trace_in_order<W: WideVector>(
    solver: &Solver,
    asked: Asked,
    [a, b]: [&View<'_, W>; 2],
    claim: [f64; 2],
    show: &mut dyn FnMut(&Step<'_, W>),
) -> u32 {
    let least = if asked == Asked::Distance { 0.0 } else { f64::NEG_INFINITY };
    let mut recorder = Recorder::new(a, b, least, show);
    recorder.claim = claim;
    recorder.limit = solver.iterations();
    let watcher = &mut |event: Event<'_, W>| recorder.record(event);
    let query = Query::new(solver, a, b, None).with_watch(Watch::new(watcher));
    match asked {
        Asked::Distance => query.distance(),
        Asked::SignedDistance => query.signed_distance(),
    };
    recorder.finish(solver.tolerance)
}

/// The memory that an exchanged step borrows.
struct Buffers<W: WideVector> {
    simplex: Vec<TracedVertex<W>>,
    polytope: Vec<TracedVertex<W>>,
}

impl<W: WideVector> Default for Buffers<W> {
    fn default() -> Self {
        Self { simplex: Vec::new(), polytope: Vec::new() }
    }
}

/// The step with A and B exchanged.
fn exchanged<'b, W: WideVector>(step: &Step<'b, W>, buffers: &'b mut Buffers<W>) -> Step<'b, W> {
    let mirrored = |v: &TracedVertex<W>| TracedVertex {
        point: -v.point,
        a: v.b,
        b: v.a,
        indices: v.indices.map(|(i, j)| (j, i)),
        ..*v
    };
    buffers.simplex.extend(step.simplex.iter().map(mirrored));
    buffers.polytope.extend(step.polytope_vertices.iter().map(mirrored));
    Step {
        simplex: &buffers.simplex,
        polytope_vertices: &buffers.polytope,
        direction: -step.direction,
        vertex: mirrored(&step.vertex),
        ..*step
    }
}

/// Makes the steps of the trace from the events of the search.
///
/// A step is shown when the next one is known: only then is it known whether it is the last one of its phase.
struct Recorder<'o, W: WideVector> {
    a: &'o View<'o, W>,
    b: &'o View<'o, W>,
    frame: Frame<W>,
    /// The bounds of the signed distance so far, or of the distance.
    bounds: [f64; 2],
    /// The bounds of the answer.
    claim: [f64; 2],
    /// The number of the last step.
    steps: u32,
    /// The number of support points that the phase has asked for, and the most that it may ask for.
    asked: u32,
    limit: u32,
    pending: Option<Shown<W>>,
    show: &'o mut dyn FnMut(&Step<'_, W>),
}

/// A step that owns its memory.
struct Shown<W: WideVector> {
    number: u32,
    phase: Phase,
    bounds: [f64; 2],
    geometry: Geometry<W>,
    stop: Option<Stop>,
}

impl<W: WideVector> Shown<W> {
    fn as_step(&self) -> Step<'_, W> {
        let Geometry { simplex, direction, vertex, facets, polytope } = &self.geometry;
        Step {
            iteration: self.number,
            phase: self.phase,
            simplex,
            direction: *direction,
            vertex: *vertex,
            lower: self.bounds[0],
            upper: self.bounds[1],
            facets,
            polytope_vertices: polytope,
            stop: self.stop,
        }
    }
}

impl<'o, W: WideVector> Recorder<'o, W> {
    fn new(a: &'o View<'o, W>, b: &'o View<'o, W>, least: f64, show: &'o mut dyn FnMut(&Step<'_, W>)) -> Self {
        let (bounds, claim) = ([least, f64::INFINITY], [f64::NEG_INFINITY, f64::INFINITY]);
        let frame = Frame::new(a, b);
        Self { a, b, frame, bounds, claim, steps: 0, asked: 0, limit: 0, pending: None, show }
    }

    fn vertex(&self, vertex: &Vertex<W>, weight: f64) -> TracedVertex<W> {
        TracedVertex {
            point: self.frame.world_vector(vertex.point),
            a: self.frame.world_point(vertex.a),
            b: self.frame.world_point(vertex.b),
            indices: vertex.indices.get(),
            weight,
        }
    }

    fn exact_vertex(&self, vertex: &ExactVertex<W::Exact>, weight: f64) -> TracedVertex<W> {
        let (i, j) = vertex.indices;
        TracedVertex {
            point: rounded(&vertex.point),
            a: self.a.pose().apply_wide(self.a.vertex(i as usize)),
            b: self.b.pose().apply_wide(self.b.vertex(j as usize)),
            indices: Some(vertex.indices),
            weight,
        }
    }

    /// Adds bounds of the cores in scaled lengths. It moves them outward by their rounding.
    fn tighten(&mut self, lower: f64, upper: f64) {
        let rounding = self.frame.rounding();
        let lower = self.frame.length_down(lower - rounding.below());
        self.tighten_by_cores(lower, -self.frame.length_down(-upper - rounding.above()));
    }

    /// Adds bounds of the cores, without the radii.
    fn tighten_by_cores(&mut self, lower: f64, upper: f64) {
        let [radius_a, radius_b] = self.frame.radii();
        let radius = radius_a + radius_b;
        // As in `Bracket::less_radius`.
        let margin = |bound: f64| if radius > 0.0 { 4.0 * U * (radius + bound.abs()) } else { 0.0 };
        let least = self.bounds[0].max(lower - radius - margin(lower));
        let floor = if self.bounds[0] < 0.0 { f64::NEG_INFINITY } else { 0.0 };
        self.bounds = [least, self.bounds[1].min(upper - radius + margin(upper)).max(floor)];
    }

    /// Shows the step before this one.
    fn step(&mut self, phase: Phase, asked: u32, geometry: Geometry<W>, stop: Option<Stop>) {
        if let Some(mut before) = self.pending.take() {
            before.stop = if before.phase == phase { None } else { Some(before.stop.unwrap_or_else(|| self.reason())) };
            (self.show)(&before.as_step());
        }
        self.steps += 1;
        self.asked = asked;
        let bounds = [self.bounds[0].min(self.claim[0]), self.bounds[1].max(self.claim[1])];
        self.pending = Some(Shown { number: self.steps, phase, bounds, geometry, stop });
    }

    /// Why a phase ended whose last step did not say it.
    fn reason(&self) -> Stop {
        if self.asked >= self.limit { Stop::Limit } else { Stop::Rounding }
    }

    /// Shows the last step, with the bounds of the answer. Returns its number.
    fn finish(mut self, tolerance: f64) -> u32 {
        if let Some(mut last) = self.pending.take() {
            last.bounds = self.claim;
            let [lower, upper] = self.claim;
            let rounding = self.frame.rounding();
            let noise = -self.frame.length_down(-(rounding.below() + rounding.above() + rounding.noise()));
            let have_met = upper - lower <= (tolerance * (lower.abs() + upper.abs())).max(noise);
            let reason = if have_met { Stop::BoundsMet } else { self.reason() };
            last.stop = last.stop.or(Some(reason));
            (self.show)(&last.as_step());
        }
        self.steps
    }
}

/// The geometry of a step, in the world's frame.
struct Geometry<W: WideVector> {
    simplex: Vec<TracedVertex<W>>,
    direction: W,
    vertex: TracedVertex<W>,
    facets: Vec<[u32; 3]>,
    polytope: Vec<TracedVertex<W>>,
}

/// An exact vector as floats, coordinate by coordinate.
fn rounded<W: WideVector>(exact: &W::Exact) -> W {
    (0..W::DIM).fold(<W as Space>::zero(), |point, axis| point.with_coordinate(axis, exact.coordinate(axis).to_f64()))
}

/// The distance from the origin of the point of a simplex with these weights. It is infinite if the simplex contains
/// the origin.
fn distance_of_point<W: WideVector>(simplex: &[Vertex<W>], weights: &[f64; 4]) -> f64 {
    if simplex.len() > W::DIM {
        return f64::INFINITY;
    }
    // On a sliver a weight may be negative by rounding. Then the point would not be in the simplex.
    let weights = clamped::<W>([weights[0], weights[1], weights[2]]);
    let mixed = |sum: W, (vertex, weight): (&Vertex<W>, f64)| sum + vertex.point * weight;
    let length = simplex.iter().zip(weights).fold(<W as Space>::zero(), mixed).length();
    if length.is_nan() { f64::INFINITY } else { length }
}

/// The weights of the point nearest to the origin in a face or in a full simplex.
fn nearest_weights<W: WideVector>(simplex: &[Vertex<W>]) -> [f64; 4] {
    let point = |place: usize| simplex.get(place).map_or(<W as Space>::zero(), |vertex| vertex.point);
    let points = [point(0), point(1), point(2), point(3)];
    if simplex.len() > W::DIM {
        let volumes = volumes_with_origin(points.each_ref());
        let total: f64 = volumes.iter().sum();
        return volumes.each(|volume| volume / total);
    }
    let ([x, y, z], sum) = weights(&points.each_ref()[..simplex.len()]);
    [x / sum, y / sum, z / sum, 0.0]
}

impl<W: WideVector> Recorder<'_, W> {
    fn record(&mut self, event: Event<'_, W>) {
        match event {
            Event::Search(step) => self.search(&step),
            Event::Expansion(expansion) => self.expansion(&expansion),
            Event::Exact(step) => self.exact(&step),
        }
    }

    fn search(&mut self, step: &SearchStep<'_, W>) {
        let weights = nearest_weights(step.simplex);
        // The upper bound is a point of the last face. The plane of a sliver may be nearer than the sliver. If the
        // simplex contains the origin, the distance is zero.
        let is_inside = step.stop == Some(Stop::OriginInside);
        let upper = if is_inside { -self.frame.rounding().above() } else { distance_of_point(step.simplex, &weights) };
        self.tighten(step.lower, upper);
        let simplex: Vec<_> = step.simplex.iter().zip(weights).map(|(v, w)| self.vertex(v, w)).collect();
        let geometry = Geometry {
            simplex,
            direction: self.frame.world_direction(step.direction),
            vertex: self.vertex(step.vertex, 0.0),
            facets: Vec::new(),
            polytope: Vec::new(),
        };
        self.step(Phase::Distance, step.iteration, geometry, step.stop);
    }

    fn expansion(&mut self, expansion: &Expansion<'_, W>) {
        self.tighten(-expansion.upper, -expansion.lower);
        let polytope: Vec<_> = expansion.vertices.iter().map(|v| self.vertex(v, 0.0)).collect();
        let corners = expansion.nearest.each(|index| &expansion.vertices[index as usize].point);
        let (numerators, sum) = weights(&corners[..W::DIM]);
        let nearest = expansion.nearest[..W::DIM].iter().zip(numerators);
        let simplex: Vec<_> = nearest.map(|(&v, n)| TracedVertex { weight: n / sum, ..polytope[v as usize] }).collect();
        let geometry = Geometry {
            simplex,
            direction: self.frame.world_direction(expansion.normal),
            vertex: self.vertex(expansion.vertex, 0.0),
            facets: expansion.facets.to_vec(),
            polytope,
        };
        self.step(Phase::Penetration, expansion.iteration, geometry, expansion.stop);
    }

    fn exact(&mut self, step: &ExactStep<'_, W::Exact>) {
        let points: Vec<&W::Exact> = step.face.iter().map(|v| &v.point).collect();
        let (numerators, sum) = weights(&points);
        let simplex: Vec<_> =
            step.face.iter().zip(&numerators).map(|(v, n)| self.exact_vertex(v, ratio(n, &sum))).collect();
        let unit = rounded_direction::<W>(&step.direction).unit();
        let vertex = self.exact_vertex(step.vertex, 0.0);
        // The exact heights are rounded once, and then moved outward.
        let distance = |point| -height_along(&step.direction, point);
        let [lower, upper] = [distance(&step.vertex.point), distance(&step.face[0].point)];
        let lower = if lower == 0.0 { lower } else { lower.next_down() };
        self.tighten_by_cores(lower, if upper == 0.0 { upper } else { upper.next_up() });
        let geometry = Geometry { simplex, direction: unit, vertex, facets: Vec::new(), polytope: Vec::new() };
        self.step(Phase::Exact, step.iteration, geometry, step.stop);
    }
}

#[cfg(test)]
mod tests {
    use crate::query::solver::{Precision, Solver};
    use crate::result::steps::{Phase, Step};
    use crate::shape::Points;
    use crate::space::vector::{Vec2, WideVector, vec2};
    use alloc::vec::Vec;

    /// Cause: a trace of eight steps came with an answer of no iterations, and in exact numbers the steps were counted
    /// from 1 again in the middle. Law: steps are counted from 1 without a gap, the answer's iterations are the number
    /// of the last step, and that step has the bounds of the answer.
    #[test]
    fn steps_and_answer_count_alike_and_the_last_step_has_the_bounds_of_the_answer() {
        let square = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];
        let (mut phases, mut searches) = ([0; 3], 0);
        for (x, y) in [(3.0, 0.5), (2.0, 0.25), (1.3, 0.2), (0.1, 0.3), (2.0 + 1e-15, 0.0), (0.7, 2.5)] {
            let moved = square.map(|corner| corner * 0.7 + vec2(x, y));
            let (a, b) = (Points::new(&square).unwrap(), Points::new(&moved).unwrap());
            for precision in [Precision::Float, Precision::Exact] {
                let solver = Solver { precision, ..Solver::default() };
                let mut seen: Vec<u32> = Vec::new();
                let mut last = [0.0; 2];
                let mut keep = |step: &Step<'_, Vec2<f64>>| {
                    seen.push(step.iteration);
                    phases[step.phase as usize] += 1;
                    last = [step.lower, step.upper];
                };
                let signed = solver.trace(&a, &b, &mut keep);
                assert!(seen.iter().zip(1..).all(|(step, count)| *step == count), "{seen:?}");
                assert_eq!(signed.iterations as usize, seen.len());
                assert_eq!(signed.distance, solver.signed_distance(&a, &b).distance);
                assert_eq!(last, [signed.lower, signed.upper], "{x} {y} {precision:?}");

                // The distance stops where the shapes are found to overlap.
                let mut penetrations = 0;
                let unsigned = solver.trace_distance(&a, &b, |step: &Step<'_, Vec2<f64>>| {
                    penetrations += u32::from(step.phase == Phase::Penetration);
                    searches += 1;
                });
                assert_eq!(unsigned.distance, solver.distance(&a, &b).distance);
                assert!(penetrations == 0 || signed.distance.abs() < 1e-12);
            }
        }
        assert!(phases.iter().all(|&steps| steps > 2) && searches > 20, "{phases:?} {searches}");
    }

    /// Cause: exact directions contain the squares of lengths, which leave the range of floats; and the float bounds
    /// still had their rounding. Law: the directions of a trace are finite, and its bounds never cross.
    #[test]
    fn the_trace_of_polygons_at_the_end_of_the_range_has_finite_directions_and_bounds_that_never_cross() {
        let a = [vec2(1e300, 0.0), vec2(1e300, 2e300), vec2(-1e300, 1e300)];
        for (left, expected) in [(1.5e300, 0.5e300), (1e300, 0.0), (0.5e300, -0.5e300)] {
            let b = [vec2(left, 1e300), vec2(2e300, 0.5e300), vec2(2e300, 2e300)];
            let (a, b) = (Points::new(&a).unwrap(), Points::new(&b).unwrap());
            let solver = Solver { precision: Precision::Exact, ..Solver::default() };
            let (mut exact_steps, mut last) = (0, [0.0; 2]);
            solver.trace(&a, &b, |step: &Step<'_, Vec2<f64>>| {
                assert!(step.direction.max_abs().is_finite() && step.direction.max_abs() > 0.0, "{step:?}");
                assert!(step.simplex.iter().all(|vertex| vertex.weight.is_finite()), "{step:?}");
                assert!(step.lower <= step.upper, "{step:?}");
                exact_steps += u32::from(step.phase == Phase::Exact);
                last = [step.lower, step.upper];
            });
            assert!(exact_steps > 0);
            assert!(last[0] <= expected && expected <= last[1], "{last:?} {expected}");
            assert!(last[1] - last[0] <= 1e-14 * 1e300, "{last:?}");
        }
    }
}
