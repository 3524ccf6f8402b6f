//! What the solver shows of itself, one [`Step`] an iteration, to whoever asks; nothing is computed for nobody.

use crate::vector::Vector;

/// A vertex of the simplex or of the polytope: a point of A − B with the two points it is the difference of.
///
/// All in the world's frame; of the cores, without radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedVertex<W> {
    /// `a − b`.
    pub point: W,
    /// The support point of A.
    pub a: W,
    /// The support point of B.
    pub b: W,
    /// Vertex indices on A and B, where they have vertices.
    pub indices: Option<(u32, u32)>,
    /// Barycentric weight in the point nearest to the origin; 0 for polytope vertices.
    pub weight: f64,
}

/// Which part of the method a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The distance loop: a simplex approaches the origin.
    Distance,
    /// The expanding polytope: facets move outward from the origin.
    Penetration,
    /// The same steps in exact numbers, taken where floats could not decide.
    Exact,
}

/// Why the solver stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bounds met.
    BoundsMet,
    /// The support point is a vertex of the simplex already: nothing of A − B lies nearer.
    RepeatedVertex,
    /// The simplex holds the origin: the cores overlap.
    OriginInside,
    /// Rounding hides the next step; the exact solver takes over, or the bracket says so.
    Rounding,
    /// The iteration limit struck.
    Limit,
}

/// One iteration.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, V: Vector> {
    /// Counted from 1 within the phase.
    pub iteration: u32,
    /// Distance, penetration or exact.
    pub phase: Phase,
    /// The simplex (or the nearest facet) that the step ends with.
    pub simplex: &'a [TracedVertex<V::Wide>],
    /// The direction that was searched along, for the farthest point of A − B; of any length. World frame.
    pub direction: V::Wide,
    /// The support point found.
    pub vertex: TracedVertex<V::Wide>,
    /// The best lower bound of the cores' signed distance so far, rounding not taken off. Never falls.
    pub lower: f64,
    /// The best upper bound of the cores' signed distance so far, rounding not added. Never rises.
    pub upper: f64,
    /// The facets of the expanding polytope as indices into `polytope_vertices`; empty in the distance loop.
    /// In the plane the third index repeats the second.
    pub facets: &'a [[u32; 3]],
    /// The vertices of the expanding polytope.
    pub polytope_vertices: &'a [TracedVertex<V::Wide>],
    /// Why this was the last step of its phase, if it was.
    pub stop: Option<Stop>,
}
