//! The steps of a trace: one [`Step`] for each iteration of the solver. Without an observer none are computed.

use crate::space::vector::{Vector, WideVector};

/// A vertex of the simplex or of the polytope: a support point of A − B, and the two points that it is made of.
///
/// All three are in the world's frame. They are points of the cores, without radii.
///
/// [`crate::Solver::trace`] has an example of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedVertex<W> {
    /// `a − b`.
    pub point: W,
    /// The support point of A.
    pub a: W,
    /// The support point of B.
    pub b: W,
    /// The vertex indices on A and on B. `None` if one of the cores is curved.
    pub indices: Option<(u32, u32)>,
    /// The barycentric weight of the vertex in the point nearest to the origin. 0 for vertices of the polytope.
    pub weight: f64,
}

/// The part of the method that a step belongs to.
///
/// [`crate::Solver::trace`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The distance loop (GJK): a simplex approaches the origin.
    #[doc(alias = "gjk")]
    Distance,
    /// The expanding polytope (EPA): its facets move away from the origin.
    #[doc(alias = "epa")]
    Penetration,
    /// The same steps in exact numbers. The solver takes them if `f64` could not decide.
    Exact,
}

/// Why a phase of the solver ended.
///
/// The last step of a phase has it, and so has the last step of every trace. [`crate::Solver::trace`] has an example of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bounds are close enough ([`crate::Solver::tolerance`]).
    BoundsMet,
    /// The support point is already a vertex of the simplex: no point of A − B is nearer.
    RepeatedVertex,
    /// The simplex holds the origin: the cores overlap.
    OriginInside,
    /// Rounding errors are greater than the progress of the next step. The exact solver continues, or the bounds stay
    /// wider.
    Rounding,
    /// The solver has reached [`crate::Solver::max_iterations`].
    Limit,
}

/// One iteration of the solver, as [`crate::Solver::trace`] shows it.
///
/// Points and directions are in the world's frame. Lengths are in the unit of the shapes.
/// The example is there.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, V: Vector> {
    /// The number of the step: 1, 2, 3 and so on, through all phases. The answer of the trace has the number of the last
    /// step as its [`iterations`](crate::Proximity::iterations).
    ///
    /// A step shows one support point. Those that build the first polytope, and those of Newton's method on the depth
    /// of curved shapes, have no step of their own.
    pub iteration: u32,
    /// The part of the method that the step belongs to.
    pub phase: Phase,
    /// The simplex after the step. In the phase [`Phase::Penetration`]: the facet nearest to the origin.
    pub simplex: &'a [TracedVertex<V::Wide>],
    /// The search direction: the step computes the point of A − B that is farthest along it. Of any length.
    pub direction: V::Wide,
    /// The support point that the step found.
    pub vertex: TracedVertex<V::Wide>,
    /// A lower bound of the distance that is asked for, of the shapes with their radii: the greatest so far, with all
    /// rounding subtracted. It never decreases and never exceeds that of the answer. The last step has the answer's.
    ///
    /// In [`crate::Solver::trace`] the signed distance is asked for, in [`crate::Solver::trace_distance`] the distance.
    pub lower: f64,
    /// An upper bound of the same: the least so far, with all rounding added. It never increases and is never below that
    /// of the answer. The last step has the answer's.
    pub upper: f64,
    /// The facets of the expanding polytope, as indices of `polytope_vertices`. Empty in the distance loop. In the
    /// plane a facet is an edge, and the third index repeats the second.
    pub facets: &'a [[u32; 3]],
    /// The vertices of the expanding polytope. Empty in the distance loop.
    pub polytope_vertices: &'a [TracedVertex<V::Wide>],
    /// Why the phase ended with this step. `None` if it continues. The last step of a trace has it.
    pub stop: Option<Stop>,
}

impl<'a, W: WideVector> Step<'a, W> {
    /// The same step, as shown to who asked with shapes of another scalar. All numbers of a step are `f64`.
    pub(crate) fn shown<V: Vector<Wide = W>>(&self) -> Step<'a, V> {
        let Self { iteration, phase, simplex, direction, vertex, lower, upper, facets, polytope_vertices, stop } =
            *self;
        Step { iteration, phase, simplex, direction, vertex, lower, upper, facets, polytope_vertices, stop }
    }
}
