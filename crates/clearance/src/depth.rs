//! Penetration in floats: the expanding polytope with a bracket that rounding cannot break.
//!
//! **Problem.** The depth of the origin in M = A − B, when [`crate::gjk`] ended on a simplex that holds it or on a face
//! that the origin lies on.
//!
//! **Method.** Complete the simplex to full dimension, then expand ([`crate::epa`]) until the bounds meet, a vertex
//! repeats or the shell tears.
//!
//! **Proof of the lower bound.** The shell is a closed oriented surface with vertices in M. If every facet has the origin
//! on its inner side, every facet is seen from the origin under a positive angle, so the surface winds around it, and the
//! ball of radius min o/|n| lies inside the surface, hence in M. This needs no convexity and no history, only the final
//! offsets less their errors ([`offset_error`]). Derivation: `docs/math/bounds.md`.

use crate::difference::{Difference, Rounding, Vertex};
use crate::epa::{Facet, ROOM, Shell};
use crate::gjk::{Goal, Simplex};
use crate::real::{U, larger, smaller, sqrt};
use crate::simplex::weights;
use crate::trace::Stop;
use crate::vector::{Space, WideVector};
use alloc::vec::Vec;

/// The nearest boundary point of A − B, with bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth<W> {
    /// Vertices of the nearest facet, `DIM` of them, and their weights in the boundary point.
    pub facet: [Vertex<W>; 3],
    pub weights: [f64; 3],
    /// Outward unit normal, in A's frame.
    pub normal: W,
    /// The facet's distance.
    pub depth: f64,
    /// Proven bounds of the depth, all errors included; the lower one may be below zero.
    pub lower: f64,
    pub upper: f64,
    pub iterations: u32,
}

/// No shell: A − B is flat to rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flat<W> {
    /// The outward unit normal tried last, and a bound of the depth along it, rounding not included.
    pub normal: W,
    pub depth: f64,
    pub iterations: u32,
}

/// One expansion, for those who watch.
pub(crate) struct Expansion<'t, W: Space> {
    pub iteration: u32,
    pub shell: &'t Shell<W>,
    pub vertices: &'t [Vertex<W>],
    pub facet: &'t Facet<W>,
    pub vertex: &'t Vertex<W>,
    /// Bounds of the depth so far.
    pub lower: f64,
    pub upper: f64,
    pub stop: Option<Stop>,
}

/// Who watches the expansion; nobody is `()`.
pub(crate) trait DepthWatch<W: Space> {
    fn expansion(&mut self, expansion: Expansion<'_, W>);
}
impl<W: Space> DepthWatch<W> for () {
    #[inline(always)]
    fn expansion(&mut self, _expansion: Expansion<'_, W>) {}
}

/// The depth of the origin; an error when A − B is too flat for floats to tell inside from outside.
pub(crate) fn depth<W: WideVector, D: Difference<W> + ?Sized>(
    difference: &D,
    simplex: &Simplex<W>,
    goal: Goal,
    watch: &mut impl DepthWatch<W>,
) -> Result<Depth<W>, Flat<W>> {
    let rounding = difference.rounding();
    let mut vertices = completed(difference, simplex, &rounding)?;
    let mut points = Vec::with_capacity(vertices.capacity());
    points.extend(vertices.iter().map(|v| v.point));
    let mut shell = Shell::new(points);
    let relative = if rounding.polytopes { 0.0 } else { goal.tolerance };
    let mut levels = Levels::of(&shell);
    let (mut lower, mut upper, mut iteration) = (f64::NEG_INFINITY, f64::INFINITY, 0);
    loop {
        // 1. The nearest facet; the least of the facets' sure distances bounds from below, then and ever after.
        iteration += 1;
        let (nearest, sure) = levels.least();
        lower = larger(sure, lower);
        let facet = shell.facet(nearest);
        let inner = levels.inner[nearest];
        // 2. Its support point bounds the depth from above.  [length]
        let vertex = difference.support(facet.normal);
        let outer = facet.normal.dot(&vertex.point) / facet.normal.length();
        upper = upper.min(outer);
        let repeated = facet.vertices().iter().any(|&v| vertices[v as usize].repeats(&vertex));
        // The facet is the answer when its own plane supports A − B: the best bound may be another direction's.
        let stop = if !(outer - inner > rounding.noise().max(relative * (upper + goal.radius))) {
            Some(Stop::BoundsMet)
        } else if repeated {
            Some(Stop::RepeatedVertex)
        } else if outer - inner <= inner - levels.sure[nearest] {
            Some(Stop::Rounding) // A sliver whose error hides what is left to gain.
        } else if iteration >= goal.max_iterations {
            Some(Stop::Limit)
        } else {
            None
        };
        let (shown, seen) = (&shell, &vertices);
        watch.expansion(Expansion {
            iteration,
            shell: shown,
            vertices: seen,
            facet,
            vertex: &vertex,
            lower: inner,
            upper,
            stop,
        });
        if stop.is_some() {
            let plane = levels.plane(difference, &shell, nearest, &mut upper);
            let level = plane.distance - 3.0 * rounding.noise();
            let others = levels.least_refined(&shell, nearest, level);
            let lower = larger(smaller(others, plane.sure), lower);
            let near = levels.near(nearest, &rounding);
            return Ok(result(&shell, &vertices, plane, near, [lower, upper], iteration, &rounding));
        }
        // 3., 4. Remove what it sees and join it to the horizon; where rounding tears that, what is proven stands.
        vertices.push(vertex);
        if shell.expand(nearest, vertex.point).is_err() {
            let (plane, near) = (Plane::of(shell.facet(nearest), levels.sure[nearest]), [nearest].into_iter());
            return Ok(result(&shell, &vertices, plane, near, [lower, upper], iteration, &rounding));
        }
        levels.follow(&shell);
    }
}

/// The distances of the facets' planes, in the order of the facets; infinite where a facet has gone.
struct Levels {
    /// As computed.
    inner: Vec<f64>,
    /// Less their errors.
    sure: Vec<f64>,
}

impl Levels {
    fn of<W: WideVector>(shell: &Shell<W>) -> Self {
        let mut levels = Self { inner: Vec::with_capacity(ROOM), sure: Vec::with_capacity(ROOM) };
        levels.extend(shell);
        levels
    }

    /// What the shell's last expansion changed.
    fn follow<W: WideVector>(&mut self, shell: &Shell<W>) {
        for &gone in shell.removed() {
            (self.inner[gone as usize], self.sure[gone as usize]) = (f64::INFINITY, f64::INFINITY);
        }
        self.extend(shell);
    }

    fn extend<W: WideVector>(&mut self, shell: &Shell<W>) {
        for facet in shell.facets_from(self.inner.len()) {
            let inner = facet.offset / sqrt(facet.normal_squared);
            // A facet without a normal has no plane: it is never chosen, and it proves nothing.
            let (inner, sure) = if inner.is_finite() {
                (inner, inner - offset_error(shell, facet))
            } else {
                (f64::INFINITY, f64::NEG_INFINITY)
            };
            self.inner.push(inner);
            self.sure.push(sure);
        }
    }

    /// The nearest facet, of equals the oldest, and the least sure distance.
    fn least(&self) -> (usize, f64) {
        let (mut nearest, mut inner) = (0, f64::INFINITY);
        for (index, &level) in self.inner.iter().enumerate() {
            if level < inner {
                (nearest, inner) = (index, level);
            }
        }
        (nearest, self.sure.iter().fold(f64::INFINITY, |least, &sure| smaller(sure, least)))
    }

    /// The facets whose planes are as near as that of `nearest`, that one first.
    fn near(&self, nearest: usize, rounding: &Rounding) -> impl Iterator<Item = usize> + '_ {
        let level = self.inner[nearest] + rounding.noise();
        let others = (0..self.inner.len()).filter(move |&index| index != nearest && self.inner[index] <= level);
        core::iter::once(nearest).chain(others)
    }

    /// The least sure distance of the facets but `nearest`; that of facets whose error takes it below `level` anew.
    fn least_refined<W: WideVector>(&self, shell: &Shell<W>, nearest: usize, level: f64) -> f64 {
        self.sure.iter().enumerate().filter(|&(index, _)| index != nearest).fold(
            f64::INFINITY,
            |least, (index, &sure)| {
                let refined =
                    || Plane::refined(shell, shell.facet(index)).map_or(sure, |plane| larger(plane.sure, sure));
                smaller(if sure < level { refined() } else { sure }, least)
            },
        )
    }

    /// The plane of the nearest facet. Where its error is more than is left to gain, in double-double numbers, if the
    /// support point along the normal that they give agrees; `upper` is bounded by that, too.
    fn plane<W: WideVector>(
        &self,
        difference: &(impl Difference<W> + ?Sized),
        shell: &Shell<W>,
        nearest: usize,
        upper: &mut f64,
    ) -> Plane<W> {
        let (facet, noise) = (shell.facet(nearest), difference.rounding().noise());
        let doubted = self.sure[nearest] < self.inner[nearest] - 3.0 * noise;
        if let Some(refined) = doubted.then(|| Plane::refined(shell, facet)).flatten() {
            let outer = refined.normal.dot(&difference.support(refined.normal).point);
            *upper = smaller(outer, *upper);
            if outer - refined.distance <= noise {
                return refined;
            }
        }
        Plane::of(facet, self.sure[nearest])
    }
}

/// A facet's plane, the answer.
struct Plane<W: WideVector> {
    /// Outward, of unit length.
    normal: W,
    distance: f64,
    /// The distance less the error of this plane: where the answer is not known well, its bracket must show it.
    sure: f64,
    /// The weights in a facet of the plane's point nearest to the origin.
    weights: fn(&Shell<W>, &Facet<W>) -> [f64; 3],
}

impl<W: WideVector> Plane<W> {
    /// As computed with the facet.
    fn of(facet: &Facet<W>, sure: f64) -> Self {
        let length = facet.normal.length();
        let (normal, distance) = (facet.normal * (1.0 / length), facet.offset / length);
        Self { normal, distance, sure, weights: normalised_weights }
    }

    /// Computed anew in double-double numbers; `None` for a facet that is too flat even for them.
    ///
    /// A normal that is 2⁴⁰ times smaller than the product of the edges keeps 60 bits: the distance errs by under u·|p|,
    /// and by as much again when it is rounded to `f64`.
    fn refined(shell: &Shell<W>, facet: &Facet<W>) -> Option<Self> {
        let [p, q, r] = shell.corners(facet);
        let corners = [p.double(), q.double(), r.double()];
        let normal = W::Double::facet_normal(&[&corners[0], &corners[1], &corners[2]]);
        let length = normal.length_squared().root();
        let edges = if W::DIM == 2 { (*q - *p).length() } else { (*q - *p).length() * (*r - *p).length() };
        let distance = normal.dot(&corners[0]).divided_by(length).high;
        let unit = |axis: usize| normal.coordinate(axis).divided_by(length).high;
        let normal = (0..W::DIM).fold(<W as Space>::zero(), |n, axis| n.with_coordinate(axis, unit(axis)));
        let sure = distance - 2.0 * U * p.length();
        (length.high > FLATTEST * edges).then_some(Self { normal, distance, sure, weights: refined_weights })
    }
}

/// 2⁻⁴⁰: the least height of a facet, as a fraction of its edges, at which double-double numbers know its plane.
const FLATTEST: f64 = 9.094_947_017_729_282e-13;

/// Vertices of a simplex of full dimension around the one given, with the origin inside or on it to rounding.
fn completed<W: WideVector>(
    difference: &(impl Difference<W> + ?Sized),
    simplex: &Simplex<W>,
    rounding: &Rounding,
) -> Result<Vec<Vertex<W>>, Flat<W>> {
    let mut vertices = Vec::with_capacity(32);
    vertices.extend_from_slice(simplex.vertices());
    while vertices.len() <= W::DIM {
        let normal = orthogonal_to(&vertices);
        let length = normal.length();
        if !(length > 0.0) {
            let (normal, iterations) = (W::axis(0), vertices.len() as u32);
            return Err(Flat { normal, depth: normal.dot(&difference.support(normal).point), iterations });
        }
        let level = normal.dot(&vertices[0].point);
        let sides = [difference.support(normal), difference.support(-normal)];
        let heights = sides.map(|side| (normal.dot(&side.point) - level).abs());
        let (side, height) = if heights[0] >= heights[1] { (sides[0], heights[0]) } else { (sides[1], heights[1]) };
        if !(height > rounding.noise() * length) {
            let depth = normal.dot(&side.point).abs() / length;
            return Err(Flat { normal: normal * (1.0 / length), depth, iterations: vertices.len() as u32 });
        }
        vertices.push(side);
    }
    Ok(vertices)
}

/// A direction orthogonal to the hull of the vertices, one to `DIM` of them.
fn orthogonal_to<W: WideVector>(vertices: &[Vertex<W>]) -> W {
    match vertices {
        [_] => W::axis(0),
        [p, q] => {
            let e = q.point - p.point;
            if W::DIM == 2 {
                return W::normal_of(&[e]);
            }
            // Across the axis that the edge follows least: the product cancels least.
            let least = (0..W::DIM).fold(0, |l, i| if e.coordinate(i).abs() < e.coordinate(l).abs() { i } else { l });
            W::normal_of(&[e, W::axis(least)])
        }
        [p, q, r, ..] => W::normal_of(&[q.point - p.point, r.point - p.point]),
        [] => W::axis(0),
    }
}

/// Reads the answer off the shell: the plane, and of the facets in it the one that holds the point best.
fn result<W: WideVector>(
    shell: &Shell<W>,
    vertices: &[Vertex<W>],
    plane: Plane<W>,
    mut near: impl Iterator<Item = usize>,
    [lower, upper]: [f64; 2],
    iterations: u32,
    rounding: &Rounding,
) -> Depth<W> {
    let level = plane.distance - rounding.noise();
    let in_plane = |facet: &&Facet<W>| shell.corners(facet).iter().all(|p| plane.normal.dot(p) >= level);
    let facet = shell.facet(near.next().unwrap_or(0));
    let mut best = (facet, (plane.weights)(shell, facet));
    for facet in near.map(|index| shell.facet(index)).filter(in_plane) {
        let weights = (plane.weights)(shell, facet);
        if least::<W>(&weights) > least::<W>(&best.1) {
            best = (facet, weights);
        }
    }
    let (facet, weights) = best;
    let clamped = weights.map(|w| w.max(0.0));
    let sum: f64 = clamped[..W::DIM].iter().sum();
    let mut corners = [vertices[0]; 3];
    for (place, &index) in facet.vertices().iter().enumerate() {
        corners[place] = vertices[index as usize];
    }
    Depth {
        facet: corners,
        weights: clamped.map(|w| w / sum),
        normal: plane.normal,
        depth: plane.distance,
        lower: lower - rounding.above(),
        upper: upper + rounding.below(),
        iterations,
    }
}

fn least<W: Space>(weights: &[f64; 3]) -> f64 {
    weights[..W::DIM].iter().fold(f64::INFINITY, |low, &w| low.min(w))
}

fn normalised_weights<W: WideVector>(shell: &Shell<W>, facet: &Facet<W>) -> [f64; 3] {
    let corners = shell.corners(facet);
    let (numerators, sum) = weights(&corners[..W::DIM]);
    if sum > 0.0 { numerators.map(|n| n / sum) } else { [f64::NEG_INFINITY; 3] }
}

/// The same in double-double numbers: a sliver's weights are quotients of small differences.
fn refined_weights<W: WideVector>(shell: &Shell<W>, facet: &Facet<W>) -> [f64; 3] {
    let [p, q, r] = shell.corners(facet);
    let corners = [p.double(), q.double(), r.double()];
    let corners = [&corners[0], &corners[1], &corners[2]];
    let (numerators, sum) = weights(&corners[..W::DIM]);
    if sum.high > 0.0 { numerators.map(|n| n.divided_by(sum).high) } else { [f64::NEG_INFINITY; 3] }
}

/// How far the computed distance of a facet's plane may be from the plane through its vertices.
///
/// The normal is a product of two rounded edges: |δn| ≤ 8u·|e||f|, a turn of the plane about the vertex that the offset was
/// taken at by |δn|/|n|, which moves it by that times the distance to the vertex (of no other: about that one it turns);
/// twice, for the offset and for the length. In the plane |e||f|/|n| is 1.
fn offset_error<W: WideVector>(shell: &Shell<W>, facet: &Facet<W>) -> f64 {
    let [p, q, r] = shell.corners(facet);
    let (e, f, from) = (*q - *p, *r - *p, p.dot(p));
    let edges = if W::DIM == 2 { e.dot(&e) } else { e.dot(&e) * f.dot(&f) };
    U * (16.0 * sqrt(from * edges / facet.normal_squared) + 8.0 * sqrt(from))
}
