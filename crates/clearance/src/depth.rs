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
//! offsets less their errors ([`crate::plane`]). Derivation: `docs/math/bounds.md`.

use crate::difference::{Difference, Rounding, Vertex};
use crate::epa::{ROOM, Shell};
use crate::gjk::{Goal, Simplex};
use crate::plane::{Plane, clamped, measured_distance, offset_error, sure_distance};
use crate::real::{larger, smaller, sqrt};
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
    /// How far A − B reaches beyond the facet's plane, as the bounds may be other directions'; or how far short of a plane
    /// in double-double numbers its neighbours are known.
    pub gap: f64,
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
    pub facet: usize,
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
    let mut levels = Levels::of(&shell, &rounding);
    let (mut best, mut lower, mut iteration) = (None, f64::NEG_INFINITY, 0);
    loop {
        // 1. The nearest facet; the least of the facets' sure distances bounds from below, then and ever after.
        iteration += 1;
        let nearest = levels.nearest();
        let facet = shell.facet(nearest);
        let length = sqrt(facet.normal_squared);
        let inner = facet.offset / length;
        lower = larger(levels.sure(), lower);
        // 2. Its support point bounds the depth from above.  [length]
        let vertex = difference.support(facet.normal);
        let outer = facet.normal.dot(&vertex.point) / length;
        let tried = Tried { normal: facet.normal, inner, outer, corners: shell.padded_vertices(nearest) };
        let best = best.insert(best.filter(|best: &Tried<W>| best.outer <= outer).unwrap_or(tried));
        let upper = best.outer;
        let repeated = shell.vertices(nearest).iter().any(|&v| vertices[v as usize].repeats(&vertex));
        // The facet is the answer when its own plane supports A − B: the best bound may be another direction's.
        let stop = if !(outer - inner > larger(rounding.noise(), relative * (upper + goal.radius))) {
            Some(Stop::BoundsMet)
        } else if repeated {
            Some(Stop::RepeatedVertex)
        } else if outer - inner <= offset_error(&shell, nearest) {
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
            facet: nearest,
            vertex: &vertex,
            lower: inner,
            upper,
            stop,
        });
        // 3., 4. Remove what it sees and join it to the horizon; where rounding tears that, the shell stands as it was.
        if stop.is_some() || shell.expand(nearest, vertex.point).is_err() {
            return Ok(result(difference, &shell, &vertices, [tried, *best], nearest, lower, iteration));
        }
        vertices.push(vertex);
        levels.follow(&shell);
    }
}

/// A facet whose support point was asked for.
#[derive(Clone, Copy)]
struct Tried<W> {
    /// Of any length.
    normal: W,
    /// How far the facet's plane is from the origin, and that of the support point.
    inner: f64,
    outer: f64,
    corners: [u32; 3],
}

/// Facets that are looked at together; the last of them may be none.
const LANES: usize = 8;

/// The squared distances of the facets' planes, signed, in the order of the facets; infinite where there is none.
struct Levels {
    squares: Vec<f64>,
    /// The distances less their errors, of curved shapes: polytopes ask for exact numbers where these would help.
    sure: Option<Vec<f64>>,
}

impl Levels {
    fn of<W: WideVector>(shell: &Shell<W>, rounding: &Rounding) -> Self {
        let sure = (!rounding.polytopes).then(|| Vec::with_capacity(ROOM));
        let mut levels = Self { squares: Vec::with_capacity(ROOM), sure };
        levels.measure(shell, 0..shell.places());
        levels
    }

    /// What the shell's last expansion changed.
    fn follow<W: WideVector>(&mut self, shell: &Shell<W>) {
        for &gone in shell.free() {
            self.squares[gone as usize] = f64::INFINITY;
        }
        if let Some(sure) = &mut self.sure {
            shell.free().iter().for_each(|&gone| sure[gone as usize] = f64::INFINITY);
        }
        self.measure(shell, shell.newest());
    }

    fn measure<W: WideVector>(&mut self, shell: &Shell<W>, facets: impl Iterator<Item = usize> + Clone) {
        let places = shell.places().next_multiple_of(LANES);
        self.squares.resize(places, f64::INFINITY);
        for index in facets.clone() {
            let level = shell.facet(index).distance_squared();
            // A facet without a normal has no plane: it is never chosen.
            self.squares[index] = if level.is_finite() { level } else { f64::INFINITY };
        }
        if let Some(sure) = &mut self.sure {
            sure.resize(places, f64::INFINITY);
            facets.clone().for_each(|index| sure[index] = measured_distance(shell, index));
        }
    }

    /// The least sure distance, of curved shapes.
    fn sure(&self) -> f64 {
        self.sure.as_ref().map_or(f64::NEG_INFINITY, |sure| least_of(sure))
    }

    /// The nearest facet, of equals the first.
    fn nearest(&self) -> usize {
        let least = least_of(&self.squares);
        let holds = |chunk: &[f64]| chunk.iter().fold(false, |found, &level| found | (level == least));
        let first = self.squares.chunks_exact(LANES).position(holds).unwrap_or(0) * LANES;
        first + self.squares[first..].iter().position(|&level| level == least).unwrap_or(0)
    }
}

/// The least of whole lanes of numbers: one running minimum would wait for itself at every number.
fn least_of(numbers: &[f64]) -> f64 {
    let mut lanes = [f64::INFINITY; LANES];
    for chunk in numbers.chunks_exact(LANES) {
        for (least, &number) in lanes.iter_mut().zip(chunk) {
            *least = smaller(number, *least);
        }
    }
    lanes.into_iter().fold(f64::INFINITY, smaller)
}

/// Vertices of a simplex of full dimension around the one given, with the origin inside or on it to rounding.
fn completed<W: WideVector>(
    difference: &(impl Difference<W> + ?Sized),
    simplex: &Simplex<W>,
    rounding: &Rounding,
) -> Result<Vec<Vertex<W>>, Flat<W>> {
    let mut vertices = Vec::with_capacity(ROOM / 2);
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

/// Reads the answer off the shell: the plane of the nearest facet, tried last, and of the facets in it the one that holds
/// the point best. Where that plane is not good, the best one tried is the answer.
fn result<W: WideVector>(
    difference: &(impl Difference<W> + ?Sized),
    shell: &Shell<W>,
    vertices: &[Vertex<W>],
    [last, best]: [Tried<W>; 2],
    nearest: usize,
    lower: f64,
    iterations: u32,
) -> Depth<W> {
    let (rounding, mut upper) = (difference.rounding(), best.outer);
    let found = Plane::of_nearest(difference, shell, nearest, last.outer - last.inner, &mut upper);
    let others = shell.live().filter(|&facet| facet != nearest && !found.is_clear_of(shell, facet, &rounding));
    let sure = others.clone().fold(found.sure, |least, facet| smaller(sure_distance(shell, facet, least), least));
    let points = |corners: [u32; 3]| corners.map(|index| &vertices[index as usize].point);
    let gap = best.outer - best.inner;
    let better = (found.gap > rounding.noise())
        .then(|| (Plane::new(best.normal, &points(best.corners), gap), best.corners))
        .filter(|(plane, corners)| plane.badness(points(*corners)) < found.badness(points(last.corners)));
    let (plane, mut corners) = better.as_ref().map_or((&found, last.corners), |(plane, corners)| (plane, *corners));
    let mut weights = (plane.weights)(points(corners));
    for facet in others.filter(|&facet| plane.holds(shell, facet, rounding.noise())) {
        let other = shell.padded_vertices(facet);
        let shares = (plane.weights)(points(other));
        if least::<W>(&shares) > least::<W>(&weights) {
            (corners, weights) = (other, shares);
        }
    }
    Depth {
        facet: corners.map(|index| vertices[index as usize]),
        weights: clamped::<W>(weights),
        normal: plane.normal,
        depth: plane.distance,
        lower: larger(sure, lower) - rounding.above(),
        upper: upper + rounding.below(),
        gap: if plane.is_refined { larger(plane.gap, plane.sure - sure) } else { plane.gap },
        iterations,
    }
}

fn least<W: Space>(weights: &[f64; 3]) -> f64 {
    weights[..W::DIM].iter().fold(f64::INFINITY, |low, &w| low.min(w))
}
