//! Distance and depth of polytopes without rounding: the judge of every case that floats cannot decide.
//!
//! **Problem.** Vertices are floats, moved by poses whose formulas are polynomials, so every coordinate is an exact
//! dyadic number. The simplex ([`crate::simplex`]) and the polytope ([`crate::epa`]) are division-free, so the same text
//! over [`Dyadic`] makes no error at all, and termination is by strict progress among finitely many faces.
//!
//! **Method.**
//! 1. Support by a float scan whose error is bounded; only vertices within twice that bound are compared exactly.
//! 2. The loop of [`crate::gjk`] with sign tests alone: stop when d·w ≥ d·D.
//! 3. A simplex that holds the origin is completed to full dimension and expanded; a facet through the origin whose plane
//!    supports A − B proves touching, a flat A − B as well.
//! 4. Distance = d·D/|d|, from there the radii are taken off as (N² − R²M)/(√M·(N + R√M)), whose numerator is exact: no
//!    cancellation, and the sign is the verdict. Quotients and roots in double-double.
//!
//! **Accuracy.** Distance within 1 unit in the last place; verdict exact.

mod answer;
mod support;

pub(crate) use answer::{ExactAnswer, answer, common_point};

use crate::dyadic::Dyadic;
use crate::epa::Shell;
use crate::real::Ring;
use crate::simplex::{Face, nearest_face, weights};
use crate::support::SupportMap;
use crate::trace::Stop;
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;
use support::Vertices;

/// A vertex of A − B, exact, in the world's frame.
#[derive(Clone, Debug)]
pub(crate) struct ExactVertex<E> {
    pub point: E,
    pub indices: (u32, u32),
}

/// The exact difference of two polytopes, whatever their kinds: rare enough that one copy for all of them will do.
pub(crate) struct ExactPair<'s, V: Vector> {
    a: Vertices<'s, V>,
    b: Vertices<'s, V>,
}

/// The nearest face of A − B to the origin.
#[derive(Clone, Debug)]
pub(crate) struct Nearest<E> {
    /// The vertices of the face, one to `DIM`.
    pub face: Vec<ExactVertex<E>>,
    /// Orthogonal to the face. Apart: away from the origin, towards A − B. Otherwise: outward.
    pub direction: E,
    /// Whether the origin lies outside A − B, on its boundary or inside.
    pub place: Place,
    /// A simplex of `DIM + 1` vertices that holds the origin, if that lies inside.
    pub around: Vec<ExactVertex<E>>,
}

/// Where the origin lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Outside,
    Boundary,
    Inside,
}

/// One exact step, for those who watch.
pub(crate) struct ExactTurn<'t, E> {
    pub iteration: u32,
    pub face: &'t [ExactVertex<E>],
    pub searched: E,
    pub vertex: &'t ExactVertex<E>,
    /// Whether the face and its plane bound a distance; otherwise a facet's bound a depth.
    pub outside: bool,
    pub stop: Option<Stop>,
}

/// Who watches the exact steps; nobody is `()`.
pub(crate) trait ExactWatch<E> {
    fn turn(&mut self, turn: ExactTurn<'_, E>);
}
impl<E> ExactWatch<E> for () {
    #[inline(always)]
    fn turn(&mut self, _turn: ExactTurn<'_, E>) {}
}

type Exact<V> = <<V as Vector>::Wide as WideVector>::Exact;

impl<'s, V: Vector> ExactPair<'s, V> {
    pub fn new(a: &'s impl SupportMap<V>, b: &'s impl SupportMap<V>) -> Self {
        Self { a: Vertices::new(a), b: Vertices::new(b) }
    }

    /// The vertex of A − B farthest along `direction`.
    fn support(&self, direction: &Exact<V>) -> ExactVertex<Exact<V>> {
        let index_a = self.a.farthest(direction);
        let index_b = self.b.farthest(&direction.negated());
        ExactVertex {
            point: self.a.exact(index_a).minus(&self.b.exact(index_b)),
            indices: (index_a as u32, index_b as u32),
        }
    }

    /// The nearest face of A − B, starting against `start`.
    pub fn nearest(&self, start: V::Wide, watch: &mut impl ExactWatch<Exact<V>>) -> Nearest<Exact<V>> {
        let start = if start.max_abs() > 0.0 { start } else { V::Wide::axis(0) };
        let mut face = alloc::vec![self.support(&start.exact().negated())];
        let mut direction = face[0].point.clone();
        for iteration in 1.. {
            let height = direction.dot(&face[0].point);
            if height.is_zero() {
                break; // The origin lies on the face.
            }
            let searched = direction.negated();
            let vertex = self.support(&searched);
            let done = direction.dot(&vertex.point) >= height;
            let stop = done.then_some(Stop::BoundsMet);
            watch.turn(ExactTurn { iteration, face: &face, searched, vertex: &vertex, outside: true, stop });
            if done {
                return Nearest { face, direction, place: Place::Outside, around: Vec::new() };
            }
            let older: Vec<&Exact<V>> = face.iter().map(|v| &v.point).collect();
            let nearest = nearest_face(&vertex.point, &older);
            let kept: &[usize] = match &nearest {
                Face::Vertex => &[],
                Face::Edge { with, .. } => core::slice::from_ref(with),
                Face::Triangle { with, .. } => with,
                Face::Inside | Face::Unclear => &[0, 1, 2][..older.len()],
            };
            let next: Vec<_> = kept.iter().map(|&index| face[index].clone()).collect();
            face = core::iter::once(vertex).chain(next).collect();
            direction = match nearest {
                Face::Vertex => face[0].point.clone(),
                Face::Edge { direction, .. } | Face::Triangle { direction, .. } => direction,
                Face::Inside | Face::Unclear => break,
            };
        }
        self.expand(face, watch)
    }

    /// The nearest facet of A − B to the origin that the hull of `simplex` holds.
    fn expand(
        &self,
        mut simplex: Vec<ExactVertex<Exact<V>>>,
        watch: &mut impl ExactWatch<Exact<V>>,
    ) -> Nearest<Exact<V>> {
        while simplex.len() <= V::Wide::DIM {
            let normal = orthogonal_to(&simplex);
            let level = normal.dot(&simplex[0].point);
            let beyond = [normal.clone(), normal.negated()].into_iter().map(|n| self.support(&n));
            match beyond.into_iter().find(|vertex| normal.dot(&vertex.point) != level) {
                Some(vertex) => simplex.push(vertex),
                // A − B is flat: it lies in a plane through the origin.
                None => {
                    return Nearest { face: simplex, direction: normal, place: Place::Boundary, around: Vec::new() };
                }
            }
        }
        let around = simplex.clone();
        let mut shell = Shell::new(simplex.iter().map(|v| v.point.clone()).collect());
        let mut iteration = 0;
        loop {
            iteration += 1;
            let nearest = shell.nearest();
            let facet = shell.facet(nearest);
            let vertex = self.support(&facet.normal);
            let done = facet.normal.dot(&vertex.point) <= facet.offset;
            let face: Vec<_> = shell.vertices(nearest).iter().map(|&v| simplex[v as usize].clone()).collect();
            let stop = done.then_some(Stop::BoundsMet);
            let searched = facet.normal.clone();
            watch.turn(ExactTurn { iteration, face: &face, searched, vertex: &vertex, outside: false, stop });
            if done {
                let place = if facet.offset.is_zero() { Place::Boundary } else { Place::Inside };
                let under = facet_under_origin(&shell, nearest);
                let face = shell.vertices(under).iter().map(|&v| simplex[v as usize].clone()).collect();
                return Nearest { face, direction: facet.normal.clone(), place, around };
            }
            let torn = shell.expand(nearest, vertex.point.clone());
            debug_assert!(torn.is_ok(), "exact horizons are simple");
            simplex.push(vertex);
        }
    }
}

/// Of the facets in the plane of `nearest`, the one that the origin projects into.
fn facet_under_origin<E: Space<Scalar = Dyadic>>(shell: &Shell<E>, nearest: usize) -> usize {
    let plane = shell.facet(nearest);
    let corners = |facet: usize| -> Vec<&E> { shell.corners(facet).into_iter().take(E::DIM).collect() };
    let in_plane = |facet: &usize| corners(*facet).iter().all(|p| plane.normal.dot(p) == plane.offset);
    let holds = |facet: &usize| !weights(&corners(*facet)).0.iter().any(Ring::is_negative);
    shell.live().filter(in_plane).find(holds).unwrap_or(nearest)
}

/// A direction orthogonal to the hull of affinely independent points, one to `DIM` of them; not zero.
fn orthogonal_to<E: Space<Scalar = Dyadic>>(points: &[ExactVertex<E>]) -> E {
    let edges: Vec<E> = points[1..].iter().map(|p| p.point.minus(&points[0].point)).collect();
    let axes = (0..E::DIM).map(|axis| E::zero().with_coordinate(axis, Dyadic::one()));
    let candidates = axes.map(|axis| match edges.len() {
        0 => axis,
        _ if edges.len() == E::DIM - 1 => E::normal_of(&edges),
        _ => E::normal_of(&[edges[0].clone(), axis]),
    });
    candidates.into_iter().find(|n| !n.is_zero()).unwrap_or_else(E::zero)
}
