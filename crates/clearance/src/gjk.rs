//! The distance loop: a simplex inside A − B approaches the origin while separating planes close in from the other side.
//!
//! **Problem.** The point v of M = A − B nearest to the origin, with proof: |v| from above, a plane from below.
//!
//! **Method.**
//! 1. Ask for the support point w of M against the direction d, which is orthogonal to the nearest face of the simplex.
//! 2. The plane through w with normal d has all of M on its far side: d·w/|d| is a lower bound.
//! 3. d·D/|d|, with D on the face, is the distance of the face: the upper bound. Stop when the two meet, when the lower
//!    bound exceeds the limit of the question, or when w is a vertex of the simplex already: then nothing lies nearer.
//! 4. Otherwise add w, and keep the nearest face that holds it ([`crate::simplex`]). On curved shapes this goes on for ever:
//!    once a lower bound is positive, [`crate::newton`] closes the bounds.
//!
//! **Invariants.** Bounds never worsen: the best of each is kept, with its simplex. A hit is certified: every volume of
//! the simplex with the origin exceeds its rounding error. NaN leaves the loop by the comparisons' form.
//!
//! **Accuracy.** Within a few u·(|A| + |B|) when the face is well shaped. When it is not, the bracket is wide and says
//! so; [`crate::exact`] takes over.
//!
//! **References.** Gilbert, Johnson, Keerthi 1988 (the loop and its lower bound); van den Bergen 1999 (early exit).

use crate::cache::Memory;
use crate::difference::{Difference, Indices, Rounding, Vertex};
use crate::newton::{Probe, refine};
use crate::real::{U, larger, sqrt};
use crate::simplex::{Face, nearest_face, volumes_with_origin};
use crate::trace::Stop;
use crate::vector::{Space, WideVector};

/// Up to four vertices of A − B, oldest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<W> {
    vertices: [Vertex<W>; 4],
    count: usize,
}

impl<W: WideVector> Simplex<W> {
    /// No vertices.
    #[inline(always)]
    pub fn empty() -> Self {
        let zero = <W as Space>::zero();
        Self { vertices: [Vertex { point: zero, a: zero, b: zero, indices: Indices::NONE }; 4], count: 0 }
    }
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }
    /// Vertex `place`, oldest first.
    #[inline(always)]
    pub fn vertex(&self, place: usize) -> &Vertex<W> {
        &self.vertices[place & 3]
    }
    #[inline(always)]
    pub fn vertices(&self) -> &[Vertex<W>] {
        &self.vertices[..self.count.min(4)]
    }
    #[inline(always)]
    fn newest(&self) -> &Vertex<W> {
        self.vertex(self.count.wrapping_sub(1))
    }
    #[inline(always)]
    fn push(&mut self, vertex: Vertex<W>) {
        self.vertices[self.count & 3] = vertex;
        self.count += 1;
    }
    /// Keeps the vertices at `kept`, which ascend.
    #[inline(always)]
    fn keep<const N: usize>(&mut self, kept: [usize; N]) {
        for (place, from) in kept.into_iter().enumerate() {
            if from != place {
                self.vertices[place] = self.vertices[from & 3];
            }
        }
        self.count = N;
    }
    /// Keeps `vertex` alone.
    #[inline(always)]
    pub fn become_vertex(&mut self, vertex: Vertex<W>) {
        self.keep([]);
        self.push(vertex);
    }
    /// The oriented volumes of the origin with all vertices but one, of a simplex of `DIM + 1`.
    pub fn volumes_with_origin(&self) -> [f64; 4] {
        volumes_with_origin(self.vertices.each_ref().map(|vertex| &vertex.point))
    }
    #[inline(always)]
    fn holds(&self, vertex: &Vertex<W>) -> bool {
        // Without branches, over the slots that a face has.
        (0..3).fold(false, |found, place| found | ((place < self.count) & self.vertex(place).repeats(vertex)))
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The gap relative to the distance that is good enough on curved shapes.
    pub tolerance: f64,
    /// The sum of the radii, which the distance that the tolerance speaks of has lost.
    pub radius: f64,
    /// A proven lower bound above this ends the search.
    pub limit: f64,
    /// Support points to ask for at most.
    pub max_iterations: u32,
}

/// How the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The face of the simplex is the nearest face of A − B.
    Apart,
    /// Proven to be farther than the limit.
    Beyond,
    /// The simplex holds the origin, rounding considered.
    Inside,
    /// Rounding or the iteration limit ended the search.
    Unclear,
}

/// Where the loop ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach<W> {
    pub verdict: Verdict,
    /// The direction searched last: orthogonal to the nearest face, away from the origin; in A's frame, of any length.
    pub direction: W,
    /// The best plane's distance, rounding not yet taken off.
    pub lower: f64,
    /// The nearest face's distance by its plane.
    pub upper: f64,
    /// The nearest face's distance less that of the plane through the support point against its own direction: how
    /// far the face is from being a face of A − B. The best plane may be another face's.
    pub gap: f64,
    pub iterations: u32,
}

impl<W: WideVector> Approach<W> {
    /// Nothing known yet.
    #[inline(always)]
    fn begin(direction: W) -> Self {
        Self {
            verdict: Verdict::Unclear,
            direction,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            gap: f64::INFINITY,
            iterations: 0,
        }
    }
}

impl<W> Approach<W> {
    /// Whether the cores are apart, as far as floats know: the bounds met, or the iteration limit struck before they did.
    #[inline(always)]
    pub fn is_apart(&self, rounding: &Rounding) -> bool {
        self.verdict == Verdict::Apart || self.lower > rounding.below()
    }
}

/// One turn of the loop, for those who watch.
pub(crate) struct Turn<'a, W> {
    pub iteration: u32,
    pub simplex: &'a Simplex<W>,
    pub searched: W,
    pub vertex: &'a Vertex<W>,
    pub lower: f64,
    pub upper: f64,
    pub stop: Option<Stop>,
}

/// Who watches the loop; nobody is `()`.
pub(crate) trait Watch<W> {
    /// Whether anybody looks: steps are then shown where a closed form would do.
    const WATCHED: bool = true;
    fn turn(&mut self, turn: Turn<'_, W>);
}
impl<W> Watch<W> for () {
    const WATCHED: bool = false;
    #[inline(always)]
    fn turn(&mut self, _turn: Turn<'_, W>) {}
}

/// Runs the loop from what `memory` holds; `simplex`, empty at first, ends as the nearest face or as the simplex that
/// holds the origin.
#[inline(never)]
pub(crate) fn approach<W: WideVector, D: Difference<W> + ?Sized>(
    difference: &D,
    goal: Goal,
    simplex: &mut Simplex<W>,
    memory: &mut impl Memory<W>,
    watch: &mut impl Watch<W>,
) -> Approach<W> {
    let start = match resumed(difference, simplex, memory.pairs()) {
        Resumed::Nowhere => memory.direction().unwrap_or_else(|| difference.start()),
        Resumed::Face(direction) => direction,
        Resumed::Inside(direction) => return Approach { verdict: Verdict::Inside, ..Approach::begin(direction) },
    };
    let end =
        descend(difference, goal, simplex, if start.dot(&start) > LEAST_SQUARE { start } else { W::axis(0) }, watch);
    memory.keep(simplex, end.direction);
    end
}

/// What a remembered simplex is worth after the motion.
enum Resumed<W> {
    Nowhere,
    Face(W),
    Inside(W),
}

/// Feeds remembered vertices to the direct solver in sequence; one that lies not strictly beyond the face so far would
/// break the solver's condition and is left out.
#[inline(always)]
fn resumed<W: WideVector>(
    difference: &(impl Difference<W> + ?Sized),
    simplex: &mut Simplex<W>,
    pairs: &[(u32, u32)],
) -> Resumed<W> {
    let Some((first, rest)) = pairs.split_first() else { return Resumed::Nowhere };
    let Some(vertex) = difference.vertex(*first) else { return Resumed::Nowhere };
    let mut direction = vertex.point;
    simplex.push(vertex);
    for &pair in rest {
        let Some(vertex) = difference.vertex(pair) else { continue };
        if !(direction.dot(&vertex.point) < direction.dot(&simplex.newest().point)) {
            continue;
        }
        match advance(simplex, vertex) {
            Some(next) => direction = next,
            None if holds_origin(simplex, &difference.rounding()) => return Resumed::Inside(direction),
            None => {
                *simplex = Simplex::empty();
                return Resumed::Nowhere;
            }
        }
    }
    if direction.length() > 0.0 {
        return Resumed::Face(direction);
    }
    *simplex = Simplex::empty();
    Resumed::Nowhere
}

/// The least |d|² that has a direction: squares of bounds over it stay normal.
const LEAST_SQUARE: f64 = 1e-240;

/// The loop itself, from a simplex and the direction of its nearest face.
#[inline(always)]
fn descend<W: WideVector>(
    difference: &(impl Difference<W> + ?Sized),
    goal: Goal,
    simplex: &mut Simplex<W>,
    mut direction: W,
    watch: &mut impl Watch<W>,
) -> Approach<W> {
    let rounding = difference.rounding();
    let (noise, farthest) = (rounding.noise(), goal.limit + rounding.below());
    let mut best: Option<Best<W>> = None;
    let mut end = Approach::begin(direction);
    let (mut iteration, mut curved) = (0, difference.is_curved());
    while iteration < goal.max_iterations {
        iteration += 1;
        let squared = direction.dot(&direction);
        if !(squared > LEAST_SQUARE) {
            break; // The origin lies on the face to rounding (or NaN): floats have no direction left.
        }
        let length = sqrt(squared);
        (end.iterations, end.direction) = (iteration, direction);
        // 1. The support point against d.
        let vertex = difference.support(-direction);
        // 2. The plane through it bounds from below.  [length]
        let along = direction.dot(&vertex.point);
        let lower = along / length;
        end.lower = larger(lower, end.lower);
        // 3. The face bounds from above.  [length]
        let face = if simplex.len() > 0 { direction.dot(&simplex.newest().point) } else { f64::INFINITY };
        if simplex.len() > 0 {
            end.upper = face / length;
            end.gap = end.upper - lower;
            if !rounding.polytopes && best.as_ref().is_none_or(|best| end.upper < best.upper) {
                best = Some(Best { simplex: *simplex, direction, upper: end.upper, gap: end.gap });
            }
        }
        let stop = if exceeds(along, farthest, squared) {
            end.verdict = Verdict::Beyond;
            Some(Stop::BoundsMet)
        } else if simplex.len() > 0 && (!exceeds(face - along, noise, squared) || is_tight(&end, &goal, &rounding)) {
            end.verdict = Verdict::Apart;
            Some(Stop::BoundsMet)
        } else if simplex.holds(&vertex) {
            end.verdict = Verdict::Apart;
            Some(Stop::RepeatedVertex)
        } else {
            None
        };
        // Curved shapes, once a plane parts them, by Newton's method; where its steps fail this turn is taken again.
        if curved && along > 0.0 && stop.is_none() {
            curved = false;
            let probe = Probe { direction: direction.divided(length), vertex };
            if refine(difference, &goal, probe, simplex, &mut end, watch) {
                return end;
            }
            if end.iterations > iteration {
                iteration = end.iterations;
                continue;
            }
        }
        // 4. The nearest face that holds the new vertex.
        let stop = stop.or_else(|| match advance(simplex, vertex) {
            Some(next) => {
                direction = next;
                None
            }
            None => Some(close(simplex, &rounding, &mut end)),
        });
        let (lower, upper) = (end.lower, end.upper);
        let searched = -end.direction;
        watch.turn(Turn { iteration, simplex, searched, vertex: &vertex, lower, upper, stop });
        if stop.is_some() {
            break;
        }
    }
    match best {
        Some(best) if best.upper < end.upper && !matches!(end.verdict, Verdict::Inside | Verdict::Beyond) => {
            (*simplex, end.upper, end.direction, end.gap) = (best.simplex, best.upper, best.direction, best.gap);
        }
        _ => {}
    }
    end
}

/// Whether `along/√squared` exceeds `limit`, without the root and the quotient: their latency would delay the branch.
///
/// Over lengths within 2^±60 directions reach third powers and both sides eighth powers: they stay within 2^±580.
#[inline(always)]
fn exceeds(along: f64, limit: f64, squared: f64) -> bool {
    along > 0.0 && along * along > limit * limit * squared
}

/// Whether the bounds of a curved pair are as near each other as was asked; polytopes are solved to rounding.
#[inline(always)]
fn is_tight<W>(end: &Approach<W>, goal: &Goal, rounding: &Rounding) -> bool {
    !rounding.polytopes && !(end.gap > goal.tolerance * (end.upper - goal.radius).abs())
}

/// The best face so far. Near convergence on a curved shape the simplex degenerates and a later face can be worse;
/// polytopes need no copy, since a face that is worse than noise is repeated in exact numbers.
struct Best<W> {
    simplex: Simplex<W>,
    direction: W,
    upper: f64,
    gap: f64,
}

/// Replaces the simplex by its nearest face and returns the direction of that; `None` when the simplex holds the origin
/// or rounding decides nothing, with the vertex added.
#[inline(always)]
fn advance<W: WideVector>(simplex: &mut Simplex<W>, vertex: Vertex<W>) -> Option<W> {
    let older = [&simplex.vertex(0).point, &simplex.vertex(1).point, &simplex.vertex(2).point];
    let direction = match nearest_face(&vertex.point, &older[..simplex.len()]) {
        Face::Vertex => {
            simplex.keep([]);
            Some(vertex.point)
        }
        Face::Edge { with, direction } => {
            simplex.keep([with]);
            Some(direction)
        }
        Face::Triangle { with: [i, j], direction } => {
            simplex.keep([i.min(j), i.max(j)]);
            Some(direction)
        }
        Face::Inside | Face::Unclear => None,
    };
    simplex.push(vertex);
    direction
}

/// Ends the loop on a simplex that seems to hold the origin: a certified hit, or unclear.
#[cold]
fn close<W: WideVector>(simplex: &Simplex<W>, rounding: &Rounding, end: &mut Approach<W>) -> Stop {
    if holds_origin(simplex, rounding) {
        end.verdict = Verdict::Inside;
        Stop::OriginInside
    } else {
        Stop::Rounding
    }
}

/// Whether the simplex of `DIM + 1` vertices holds the origin in its interior, rounding and displacement considered.
///
/// Every determinant of `DIM` vertices must exceed its error and have the sign that the simplex's orientation asks. With
/// m the largest coordinate a 3 × 3 determinant has six terms of at most m³; vertices, products and sums round by 8u
/// each term: 48u·m³. A displacement δ of the vertices moves it by 18·m²·δ. In the plane 12u·m² and 4·m·δ.
fn holds_origin<W: WideVector>(simplex: &Simplex<W>, rounding: &Rounding) -> bool {
    if simplex.len() != W::DIM + 1 {
        return false;
    }
    let m = simplex.vertices().iter().fold(0.0f64, |m, v| m.max(v.point.max_abs()));
    let error = match W::DIM {
        2 => 16.0 * U * m * m + 4.0 * m * rounding.displacement,
        _ => 64.0 * U * m * m * m + 18.0 * m * m * rounding.displacement,
    };
    let volumes = simplex.volumes_with_origin();
    let volumes = &volumes[..simplex.len()];
    volumes.iter().all(|v| v.abs() > error) && (volumes.iter().all(|v| *v > 0.0) || volumes.iter().all(|v| *v < 0.0))
}
