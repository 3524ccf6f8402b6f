//! Shows the solver's steps to a closure: from A's frame and scaled lengths to the world's, whichever shape came first.

use crate::depth::{DepthWatch, Expansion};
use crate::difference::{Frame, Vertex};
use crate::exact::{ExactTurn, ExactVertex, ExactWatch};
use crate::gjk::{Simplex, Turn, Watch};
use crate::order::precedes;
use crate::proximity::Proximity;
use crate::query::Solver;
use crate::simplex::weights;
use crate::solve::{ordered_signed, signed_distance};
use crate::support::SupportMap;
use crate::trace::{Phase, Step, Stop, TracedVertex};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

type Traced<V> = TracedVertex<<V as Vector>::Wide>;
type Exact<V> = <<V as Vector>::Wide as WideVector>::Exact;

/// The signed distance, with every step shown to `observe`.
pub(crate) fn traced<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    mut observe: impl FnMut(&Step<'_, V>),
) -> Proximity<V> {
    if precedes(b, a) {
        let flipped = &mut |step: &Step<'_, V>| observe(&exchanged(step, &mut Buffers::default()));
        ordered_signed(solver, b, a, &mut (), &mut Recorder::new(b, a, flipped));
    } else {
        ordered_signed(solver, a, b, &mut (), &mut Recorder::new(a, b, &mut observe));
    }
    // What is shown is the search; the answer is that of the query, which may have needed none.
    signed_distance(solver, a, b, &mut ())
}

/// What an exchanged step borrows from.
struct Buffers<V: Vector> {
    simplex: Vec<Traced<V>>,
    polytope: Vec<Traced<V>>,
}

impl<V: Vector> Default for Buffers<V> {
    fn default() -> Self {
        Self { simplex: Vec::new(), polytope: Vec::new() }
    }
}

/// The step as it looks with A and B exchanged.
fn exchanged<'b, V: Vector>(step: &Step<'b, V>, buffers: &'b mut Buffers<V>) -> Step<'b, V> {
    let mirrored =
        |v: &Traced<V>| TracedVertex { point: -v.point, a: v.b, b: v.a, indices: v.indices.map(|(i, j)| (j, i)), ..*v };
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

/// Turns what the phases report into steps.
struct Recorder<'o, V: Vector, A, B> {
    a: &'o A,
    b: &'o B,
    frame: Frame<V::Wide>,
    lower: f64,
    upper: f64,
    observe: &'o mut dyn FnMut(&Step<'_, V>),
}

impl<'o, V: Vector, A: SupportMap<V>, B: SupportMap<V>> Recorder<'o, V, A, B> {
    fn new(a: &'o A, b: &'o B, observe: &'o mut dyn FnMut(&Step<'_, V>)) -> Self {
        Self { a, b, frame: Frame::new(a, b), lower: f64::NEG_INFINITY, upper: f64::INFINITY, observe }
    }

    fn vertex(&self, vertex: &Vertex<V::Wide>, weight: f64) -> Traced<V> {
        TracedVertex {
            point: self.frame.world_vector(vertex.point),
            a: self.frame.world_point(vertex.a),
            b: self.frame.world_point(vertex.b),
            indices: vertex.indices.get(),
            weight,
        }
    }

    fn exact_vertex(&self, vertex: &ExactVertex<Exact<V>>, weight: f64) -> Traced<V> {
        let (i, j) = vertex.indices;
        TracedVertex {
            point: rounded::<V>(&vertex.point),
            a: self.a.pose().apply(self.a.vertex(i as usize)),
            b: self.b.pose().apply(self.b.vertex(j as usize)),
            indices: Some(vertex.indices),
            weight,
        }
    }

    fn tighten(&mut self, lower: f64, upper: f64) {
        self.lower = self.lower.max(self.frame.length(lower));
        self.upper = self.upper.min(self.frame.length(upper));
    }

    fn show(&mut self, phase: Phase, iteration: u32, seen: Seen<'_, V>, stop: Option<Stop>) {
        let (lower, upper) = (self.lower, self.upper);
        (self.observe)(&Step {
            iteration,
            phase,
            simplex: seen.simplex,
            direction: seen.direction,
            vertex: seen.vertex,
            lower,
            upper,
            facets: seen.facets,
            polytope_vertices: seen.polytope,
            stop,
        });
    }
}

/// The geometry of a step, in the world's frame.
struct Seen<'s, V: Vector> {
    simplex: &'s [Traced<V>],
    direction: V::Wide,
    vertex: Traced<V>,
    facets: &'s [[u32; 3]],
    polytope: &'s [Traced<V>],
}

/// An exact vector as floats, coordinate by coordinate.
fn rounded<V: Vector>(exact: &Exact<V>) -> V::Wide {
    (0..V::Wide::DIM)
        .fold(<V::Wide as Space>::zero(), |point, axis| point.with_coordinate(axis, exact.coordinate(axis).to_f64()))
}

/// Weights of the point of a face (or full simplex) nearest to the origin.
fn shares<W: WideVector>(simplex: &Simplex<W>) -> [f64; 4] {
    if simplex.len() > W::DIM {
        let volumes = simplex.volumes_with_origin();
        let total: f64 = volumes.iter().sum();
        return volumes.map(|volume| volume / total);
    }
    let points = [0, 1, 2].map(|place| &simplex.vertex(place).point);
    let ([x, y, z], sum) = weights(&points[..simplex.len()]);
    [x / sum, y / sum, z / sum, 0.0]
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> Watch<V::Wide> for Recorder<'_, V, A, B> {
    fn turn(&mut self, turn: Turn<'_, V::Wide>) {
        self.tighten(turn.lower, turn.upper);
        let weights = shares(turn.simplex);
        let simplex: Vec<_> = turn.simplex.vertices().iter().zip(weights).map(|(v, w)| self.vertex(v, w)).collect();
        let seen = Seen {
            simplex: &simplex,
            direction: self.frame.world_direction(turn.searched),
            vertex: self.vertex(turn.vertex, 0.0),
            facets: &[],
            polytope: &[],
        };
        self.show(Phase::Distance, turn.iteration, seen, turn.stop);
    }
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> DepthWatch<V::Wide> for Recorder<'_, V, A, B> {
    fn expansion(&mut self, expansion: Expansion<'_, V::Wide>) {
        let shell = expansion.shell;
        self.tighten(-expansion.upper, -expansion.lower);
        let polytope: Vec<_> = expansion.vertices.iter().map(|v| self.vertex(v, 0.0)).collect();
        let facets: Vec<[u32; 3]> = shell.live().map(|facet| shell.padded_vertices(facet)).collect();
        let corners = shell.corners(expansion.facet);
        let (numerators, sum) = weights(&corners[..V::Wide::DIM]);
        let nearest = shell.vertices(expansion.facet).iter().zip(numerators);
        let simplex: Vec<_> = nearest.map(|(&v, n)| TracedVertex { weight: n / sum, ..polytope[v as usize] }).collect();
        let seen = Seen {
            simplex: &simplex,
            direction: self.frame.world_direction(shell.facet(expansion.facet).normal),
            vertex: self.vertex(expansion.vertex, 0.0),
            facets: &facets,
            polytope: &polytope,
        };
        self.show(Phase::Penetration, expansion.iteration, seen, expansion.stop);
    }
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> ExactWatch<Exact<V>> for Recorder<'_, V, A, B> {
    fn turn(&mut self, turn: ExactTurn<'_, Exact<V>>) {
        let points: Vec<&Exact<V>> = turn.face.iter().map(|v| &v.point).collect();
        let (numerators, sum) = weights(&points);
        let sum = sum.to_f64();
        let simplex: Vec<_> =
            turn.face.iter().zip(&numerators).map(|(v, n)| self.exact_vertex(v, n.to_f64() / sum)).collect();
        let unit = rounded::<V>(&turn.searched).unit();
        let vertex = self.exact_vertex(turn.vertex, 0.0);
        if turn.outside {
            self.lower = self.lower.max(-unit.dot(&vertex.point));
            self.upper = self.upper.min(-unit.dot(&simplex[0].point));
        }
        let seen = Seen { simplex: &simplex, direction: unit, vertex, facets: &[], polytope: &[] };
        self.show(Phase::Exact, turn.iteration, seen, turn.stop);
    }
}
