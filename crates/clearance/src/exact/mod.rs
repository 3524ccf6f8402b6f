//! Distance and depth of polytopes without rounding. It decides each case that floats cannot decide.
//!
//! **Problem.** Vertices are floats, and poses move them by polynomials. So each coordinate is a dyadic number. The
//! simplex ([`crate::distance::simplex`]) and the polytope ([`crate::depth::epa`]) contain no division. So the same
//! text over [`Dyadic`] makes no error. Each step makes strict progress among finitely many faces, so the search ends.
//!
//! **Method.**
//! 1. Find the support point by a float scan with a bounded error. Compare only the vertices within twice that bound
//!    exactly.
//! 2. Run the loop of [`crate::distance::gjk`] with sign tests only. Stop if d·w ≥ d·D.
//! 3. If a simplex contains the origin, complete it to full dimension and expand it. The shapes touch if the plane of a
//!    facet through the origin supports A − B, or if A − B is flat.
//! 4. The distance of the cores is d·D/|d|. The radii are subtracted as (N² − R²M)/(√M·(N + R√M)). The numerator is
//!    exact, so nothing cancels, and its sign is the verdict. Quotients and roots are in double-double numbers.
//!
//! **Accuracy.** The distance is within 1 unit in the last place. The verdict is exact.

mod corner;
mod double;
mod facet;
mod heights;
mod line;
mod nearest_facet;
mod rim;
mod rounded;
mod support;
#[cfg(test)]
mod tests;
mod touch;
mod whole;

pub(crate) use double::DoubleAnswer;
pub(crate) use facet::Guess;
pub(crate) use rounded::{ExactAnswer, height_along, ratio};
pub(crate) use support::rounded_direction;

use crate::depth::epa::Shell;
use crate::difference::{Event, ExactStep, ExactVertex, Watch};
use crate::distance::simplex::{Face, nearest_face, weights};
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::Ring;
use crate::result::steps::Stop;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;
use nearest_facet::Distances;
use support::Vertices;

/// The exact difference of two polytopes of any kinds. It is used rarely, so it is compiled once for all kinds.
pub(crate) struct ExactPair<'s, W: WideVector> {
    a: Vertices<'s, W>,
    b: Vertices<'s, W>,
    /// Whether the vertices are in one frame but for a translation: [`touch`].
    is_one_frame: bool,
}

/// The greatest defect of a rotation whose formula maps normals as well as floats need: numbers of `f32` have less.
/// Larger: normals that err by its square ([`support::Vertices::turned_normal`]).
const WORST_TURN: f64 = 16.0 * f32::EPSILON as f64;

/// Whether the vertices of two bodies are in one frame but for a translation ([`touch`]).
#[inline]
pub(crate) fn have_one_frame<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> bool {
    let (a, b) = (a.pose(), b.pose());
    let is_unrotated = a.rotation == <W::Rotation as Rotation<W>>::IDENTITY;
    let is_one_place = a.translation == b.translation && a.rotation.defect() <= WORST_TURN;
    a.rotation == b.rotation && (is_unrotated || is_one_place)
}

/// The nearest face of A − B to the origin.
#[derive(Clone, Debug)]
pub(crate) struct Nearest<E> {
    /// The vertices of the face, one to `DIM`.
    pub face: Vec<ExactVertex<E>>,
    /// Orthogonal to the face. If the shapes are apart, it points from the origin towards A − B. Otherwise it points
    /// outward.
    pub direction: E,
    /// Whether the origin lies outside A − B, on its boundary or inside.
    pub place: Place,
    /// A simplex of `DIM + 1` vertices that contains the origin, if the origin is inside A − B.
    pub around: Vec<ExactVertex<E>>,
}

/// The place of the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Outside,
    Boundary,
    Inside,
}

impl<'s, W: WideVector> ExactPair<'s, W> {
    /// The pair. `None` if a vertex is not finite.
    #[inline(never)]
    pub fn new(a: &'s View<'s, W>, b: &'s View<'s, W>) -> Option<Self> {
        Some(Self { a: Vertices::new(a)?, b: Vertices::new(b)?, is_one_frame: have_one_frame(a, b) })
    }

    /// The vertex of A − B farthest along `direction`.
    fn support(&self, direction: &W::Exact) -> ExactVertex<W::Exact> {
        let index_a = self.a.farthest(direction);
        let index_b = self.b.farthest(&direction.negated());
        ExactVertex {
            point: self.a.exact(index_a).minus(&self.b.exact(index_b)),
            indices: (index_a as u32, index_b as u32),
        }
    }

    /// The nearest face of A − B. The search begins with the support point against `start`.
    pub fn nearest(&self, start: W, watch: Watch<'_, W>) -> Nearest<W::Exact> {
        let start = if start.max_abs() > 0.0 { start } else { W::axis(0) };
        self.nearest_from(alloc::vec![self.support(&start.exact().negated())], &[], watch)
    }

    /// The nearest face of A − B. The search begins with the nearest face of `first`, which has one to `DIM` vertices.
    /// If the origin is not outside, `known` vertices help to surround it.
    fn nearest_from(
        &self,
        first: Vec<ExactVertex<W::Exact>>,
        known: &[ExactVertex<W::Exact>],
        mut watch: Watch<'_, W>,
    ) -> Nearest<W::Exact> {
        let mut near = Near::of(first);
        let mut iterations = 0;
        while let Near::Face { face, direction } = near {
            let height = direction.dot(&face[0].point);
            if height.is_zero() {
                return self.expand(face, known, iterations, watch); // The origin lies on the face.
            }
            iterations += 1;
            let (iteration, outward) = (iterations, direction.negated());
            let vertex = self.support(&outward);
            let done = direction.dot(&vertex.point) >= height;
            let stop = done.then_some(Stop::BoundsMet);
            watch
                .show(|| Event::Exact(ExactStep { iteration, face: &face, direction: outward, vertex: &vertex, stop }));
            if done {
                return Nearest { face, direction, place: Place::Outside, around: Vec::new() };
            }
            near = Near::with(vertex, face);
        }
        let Near::Around(simplex) = near else { unreachable!("the loop leaves a simplex") };
        self.expand(simplex, known, iterations, watch)
    }

    /// The facet of A − B nearest to the origin. The hull of `simplex` contains the origin. `known` vertices complete
    /// it first. Steps are counted on from `iteration`.
    fn expand(
        &self,
        mut simplex: Vec<ExactVertex<W::Exact>>,
        known: &[ExactVertex<W::Exact>],
        mut iteration: u32,
        mut watch: Watch<'_, W>,
    ) -> Nearest<W::Exact> {
        for vertex in known {
            if simplex.len() <= W::DIM && is_independent(&simplex, &vertex.point) {
                simplex.push(vertex.clone());
            }
        }
        while simplex.len() <= W::DIM {
            let normal = orthogonal_to(&simplex);
            let level = normal.dot(&simplex[0].point);
            let beyond = [normal.clone(), normal.negated()].into_iter().map(|n| self.support(&n));
            match beyond.into_iter().find(|vertex| normal.dot(&vertex.point) != level) {
                Some(vertex) => simplex.push(vertex),
                // A − B is flat: it is in a plane through the origin.
                None => {
                    return Nearest { face: simplex, direction: normal, place: Place::Boundary, around: Vec::new() };
                }
            }
        }
        let around = simplex.clone();
        let mut shell = Shell::new(simplex.iter().map(|v| v.point.clone()).collect());
        let mut distances = Distances::of(&shell);
        loop {
            iteration += 1;
            let nearest = distances.nearest(&shell);
            let facet = shell.facet(nearest);
            let vertex = self.support(&facet.normal);
            let done = facet.normal.dot(&vertex.point) <= facet.offset;
            let face: Vec<_> = shell.vertices(nearest).iter().map(|&v| simplex[v as usize].clone()).collect();
            let stop = done.then_some(Stop::BoundsMet);
            let direction = facet.normal.clone();
            watch.show(|| Event::Exact(ExactStep { iteration, face: &face, direction, vertex: &vertex, stop }));
            if done {
                let place = if facet.offset.is_zero() { Place::Boundary } else { Place::Inside };
                let under = facet_under_origin(&shell, nearest);
                let face = shell.vertices(under).iter().map(|&v| simplex[v as usize].clone()).collect();
                return Nearest { face, direction: facet.normal.clone(), place, around };
            }
            let torn = shell.expand(nearest, vertex.point.clone());
            debug_assert!(torn.is_ok(), "exact horizons are simple");
            distances.update(&shell, shell.newest());
            simplex.push(vertex);
        }
    }
}

/// The nearest face of the vertices so far.
enum Near<E> {
    /// A face, and a direction orthogonal to it. It points away from the origin, or it is zero.
    Face { face: Vec<ExactVertex<E>>, direction: E },
    /// A simplex of full dimension that contains the origin.
    Around(Vec<ExactVertex<E>>),
}

impl<E: Space<Scalar = Dyadic>> Near<E> {
    /// The nearest face of one to `DIM` vertices. Vertices that are not nearer than the face of those before are left
    /// out.
    fn of(vertices: Vec<ExactVertex<E>>) -> Self {
        let mut vertices = vertices.into_iter();
        let first: Vec<_> = vertices.by_ref().take(1).collect();
        let mut near = Self::Face { direction: first[0].point.clone(), face: first };
        for vertex in vertices {
            near = match near {
                Self::Face { face, direction } if direction.dot(&vertex.point) < direction.dot(&face[0].point) => {
                    Self::with(vertex, face)
                }
                other => other,
            };
        }
        near
    }

    /// The nearest face of a vertex and of the nearest face before it. The vertex is strictly nearer than its plane.
    fn with(vertex: ExactVertex<E>, face: Vec<ExactVertex<E>>) -> Self {
        let older: Vec<&E> = face.iter().map(|v| &v.point).collect();
        let nearest = nearest_face(&vertex.point, &older);
        let places: &[usize] = match &nearest {
            Face::Vertex => &[],
            Face::Edge { with, .. } => core::slice::from_ref(with),
            Face::Triangle { with, .. } => with,
            Face::Inside | Face::Unclear => &[0, 1, 2][..older.len()],
        };
        let rest: Vec<_> = places.iter().map(|&index| face[index].clone()).collect();
        let face: Vec<_> = core::iter::once(vertex).chain(rest).collect();
        match nearest {
            Face::Vertex => Self::Face { direction: face[0].point.clone(), face },
            Face::Edge { direction, .. } | Face::Triangle { direction, .. } => Self::Face { face, direction },
            Face::Inside | Face::Unclear => Self::Around(face),
        }
    }
}

/// Whether a point lies outside the affine hull of one to `DIM` points.
fn is_independent<E: Space<Scalar = Dyadic>>(points: &[ExactVertex<E>], point: &E) -> bool {
    let base = &points[0].point;
    let way = point.minus(base);
    let edge = |place: usize| points[place].point.minus(base);
    match points.len() {
        1 => !way.is_zero(),
        2 if E::DIM == 2 => !E::normal_of(&[edge(1)]).dot(&way).is_zero(),
        2 => !E::normal_of(&[edge(1), way]).is_zero(),
        _ => !E::normal_of(&[edge(1), edge(2)]).dot(&way).is_zero(),
    }
}

/// The facet in the plane of `nearest` that contains the projection of the origin.
fn facet_under_origin<E: Space<Scalar = Dyadic>>(shell: &Shell<E>, nearest: usize) -> usize {
    let plane = shell.facet(nearest);
    let corners = |facet: usize| -> Vec<&E> { shell.corners(facet).into_iter().take(E::DIM).collect() };
    let in_plane = |facet: &usize| corners(*facet).iter().all(|p| plane.normal.dot(p) == plane.offset);
    let contains_foot = |facet: &usize| !weights(&corners(*facet)).0.iter().any(Ring::is_negative);
    shell.live().filter(in_plane).find(contains_foot).unwrap_or(nearest)
}

/// A direction orthogonal to the hull of one to `DIM` affinely independent points. It is not zero.
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
