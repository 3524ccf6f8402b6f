//! The distance search: its start, its state, and how the loop and Newton's method share the work.

use crate::difference::{Difference, Rounding, SearchStep, Vertex, Watch};
use crate::distance::cache::{Cache, WarmStart};
use crate::distance::gjk::{LEAST_SQUARE, Outcome, approach};
use crate::distance::newton;
use crate::distance::vertices::Simplex;
use crate::numbers::real::larger;
use crate::result::steps::Stop;
use crate::space::vector::WideVector;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The gap between the bounds of a curved pair, as a fraction of the distance.
    pub tolerance: f64,
    /// The sum of the radii. The tolerance applies to the distance after subtracting it.
    pub radius: f64,
    /// A proven lower bound above this ends the search.
    pub limit: f64,
    /// The greatest number of support points.
    pub max_iterations: u32,
}

/// What the search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The face of the simplex is the nearest face of A − B.
    Apart,
    /// A plane proves that A − B is farther than the limit.
    Beyond,
    /// The simplex contains the origin. Rounding is considered.
    Inside,
    /// Rounding or the iteration limit ended the search.
    Unclear,
}

/// The state of a search: a simplex in A − B, and bounds of the distance.
pub(crate) struct Search<W> {
    pub verdict: Verdict,
    /// The nearest face, or the simplex that contains the origin.
    pub simplex: Simplex<W>,
    /// The last direction, in A's frame. It is orthogonal to the nearest face, points away from the origin and has any
    /// length.
    pub direction: W,
    /// The best plane's distance. Rounding is not yet subtracted.
    pub lower: f64,
    /// The distance of the nearest face's plane.
    pub upper: f64,
    /// The distance of the nearest face's plane minus that of the parallel plane that supports A − B. It is zero if the
    /// face is a face of A − B.
    pub gap: f64,
    /// The number of support points so far.
    pub iterations: u32,
    /// Whether the shapes are curved and Newton's method has not been tried.
    pub may_use_newton: bool,
}

impl Goal {
    /// Whether the bounds need not be as near as rounding allows. Up to this tolerance Newton's last step leaves less than
    /// is asked for, so nothing is gained by stopping early.
    #[inline(always)]
    pub fn is_coarse(&self) -> bool {
        self.tolerance > 1e-11
    }
}

impl<W: WideVector> Search<W> {
    /// Nothing is known yet.
    #[inline(always)]
    pub fn begin() -> Self {
        Self {
            verdict: Verdict::Unclear,
            simplex: Simplex::empty(),
            direction: W::axis(0),
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            gap: f64::INFINITY,
            iterations: 0,
            may_use_newton: false,
        }
    }

    /// Searches for the point of A − B nearest to the origin. If there is a `cache`, the search starts where the last
    /// query of the pair ended.
    ///
    /// The loop ends by itself on polytopes. On curved shapes it would go on for ever. Once a plane separates them,
    /// Newton's method closes the bounds. If it fails, the loop goes on.
    #[inline(never)]
    pub fn run<D: Difference<W> + ?Sized>(
        &mut self,
        difference: &D,
        goal: &Goal,
        cache: Option<&mut Cache>,
        mut watch: Watch<'_, W>,
    ) {
        self.start(difference, cache.as_deref());
        if self.verdict == Verdict::Inside {
            return;
        }
        while let Outcome::SeparatingPlane(probe) = approach(difference, goal, self, watch.reborrow()) {
            self.may_use_newton = false;
            if newton::close(difference.as_dyn(), goal, probe, self, watch.reborrow()) {
                break;
            }
            // The loop takes its last turn again: the turn counts once, and it is taken even at the limit. Without it
            // the simplex may be empty.
            self.iterations = self.iterations.min(goal.max_iterations) - 1;
        }
        if let Some(cache) = cache {
            cache.store(&self.simplex, self.direction);
        }
    }

    /// [`Search::run`] of two polytopes, without a cache and without a watcher. It reaches nothing but the loop.
    #[inline(always)]
    pub fn run_alone(&mut self, difference: &impl Difference<W>, goal: &Goal) {
        let start = difference.start();
        if start.dot(&start) > LEAST_SQUARE {
            self.direction = start;
        }
        // The loop leaves by a separating plane only if the shapes are curved.
        approach(difference, goal, self, Watch::NOBODY);
    }

    /// Starts from the cache. Without a cache it starts from the centres of the shapes.
    #[inline(always)]
    fn start(&mut self, difference: &(impl Difference<W> + ?Sized), cache: Option<&Cache>) {
        self.may_use_newton = difference.is_curved();
        let mut start = match cache {
            Some(cache) => self.warm_start(difference, cache),
            None => difference.start(),
        };
        if self.simplex.len() > 0 && !(start.dot(&start) > LEAST_SQUARE) && self.verdict != Verdict::Inside {
            // The origin lies on the stored face, to rounding: there is no direction for its plane.
            self.simplex = Simplex::empty();
            start = difference.start();
        }
        if start.dot(&start) > LEAST_SQUARE {
            self.direction = start;
        }
    }

    /// Takes the stored face, or the stored overlap, if it is still valid. Returns the direction to start from.
    fn warm_start(&mut self, difference: &(impl Difference<W> + ?Sized), cache: &Cache) -> W {
        match self.simplex.warm_start(difference, cache.pairs()) {
            WarmStart::Nothing => cache.direction().unwrap_or_else(|| difference.start()),
            WarmStart::Face(direction) => direction,
            WarmStart::Inside(direction) => {
                self.verdict = Verdict::Inside;
                direction
            }
        }
    }
    /// Sets the bounds from the heights of two planes across a direction of this length: `below` is that of the plane
    /// through the support point, `above` that of the face.  [length · |d|]
    #[inline(always)]
    pub fn set_bounds(&mut self, below: f64, above: f64, length: f64) {
        let lower = below / length;
        self.lower = larger(lower, self.lower);
        self.upper = above / length;
        self.gap = self.upper - lower;
    }
    /// Whether the gap of a curved pair is within the tolerance. Polytopes are solved to rounding.
    #[inline(always)]
    pub fn is_tight(&self, goal: &Goal) -> bool {
        !(self.gap > goal.tolerance * (self.upper - goal.radius).abs())
    }
    /// Ends the search.
    #[inline(always)]
    pub fn end(&mut self, verdict: Verdict, stop: Stop) -> Option<Stop> {
        self.verdict = verdict;
        Some(stop)
    }
    /// Whether floats prove that the cores are apart. The bounds met, or the iteration limit came first.
    #[inline(always)]
    pub fn is_apart(&self, rounding: &Rounding) -> bool {
        let apart = self.verdict == Verdict::Apart || self.lower > rounding.below();
        // A curved pair within rounding of contact may overlap: a repeated point proves less than a repeated vertex.
        apart & (rounding.polytopes | (self.upper > rounding.noise()))
    }
    /// The present step, for a watcher.
    pub fn step<'e>(&'e self, vertex: &'e Vertex<W>, stop: Option<Stop>) -> SearchStep<'e, W> {
        let (iteration, direction, lower) = (self.iterations, -self.direction, self.lower);
        SearchStep { iteration, simplex: self.simplex.vertices(), direction, vertex, lower, stop }
    }
}
