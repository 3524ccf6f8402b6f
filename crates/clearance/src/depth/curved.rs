//! Penetration of curved shapes: the expanding polytope, with Newton's method where the surface is curved.
//!
//! **Problem.** As in [`crate::depth::polytope`], but at least one shape of M = A − B is curved. Facets alone close the
//! bounds by a constant factor an expansion. Where M is nearly round, they never close them.
//!
//! **Method.** A facet is settled if a proof covers all rays through it.
//! 1. Take the nearest facet that is not settled. If its plane is as far as that of the best direction, the bounds
//!    meet.
//! 2. A cap of directions settles a facet if it contains the rays through the facet ([`crate::depth::cap`]).
//! 3. Ask for the support point along the normal of the facet. It is an upper bound of the depth.
//! 4. Once the bounds are near each other, find the stationary direction near the normal
//!    ([`crate::depth::stationary`]). Its plane is the best upper bound around. Its cap is a lower bound.
//! 5. Expand by the support point along the better one of the two directions.
//!
//! **Proof of the lower bound.** The shell winds around the origin ([`crate::depth::polytope`]). So the ray of each
//! unit m leaves the shell through a facet. If it leaves at a distance of at least R, then h(m) ≥ R, since that point
//! is in M. Otherwise the facet is nearer than R. If it is settled, the ray is in a cap, and h(m) is at least the value
//! of the cap.
//!
//! **Proof that the shell winds around the origin.** The sum of the angles of all facets, with signs, is a multiple of
//! the whole sphere. Some facets surely have the origin on their inner side. Of needles the side is not known. If the
//! angles of the former exceed what the latter can subtract ([`FacetBounds::angle`]), the sum is positive.
//!
//! **Accuracy.** Facets between the points of a curved surface are slivers. Their planes are taken at the corner
//! between the two shorter edges. The error of the normal is then a rounding times the lengths of these two over the
//! height.

use crate::depth::cap::{Cap, chord_below};
use crate::depth::epa::Shell;
use crate::depth::facet_bounds::{FacetBounds, NO_FACET};
use crate::depth::facet_plane::clamped;
use crate::depth::polytope::{Depth, Flat, ShellStep, full_simplex};
use crate::depth::stationary::{StationaryDirection, at_support_point, stationary_direction};
use crate::difference::{Difference, Vertex, Watch};
use crate::distance::search::Goal;
use crate::distance::vertices::Simplex;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::result::steps::Stop;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// The depth of the origin in the difference of a curved pair. It is an error if the difference is too flat for floats.
pub(crate) fn curved_depth<W: WideVector>(
    difference: &dyn Difference<W>,
    simplex: &Simplex<W>,
    goal: &Goal,
    mut watch: Watch<'_, W>,
) -> Result<Depth<W>, Flat<W>> {
    let rounding = difference.rounding();
    let vertices = full_simplex(difference, simplex, &rounding)?;
    let points = vertices.iter().map(|v| v.point).collect();
    let mut polytope = CurvedPolytope {
        difference,
        shell: Shell::new(points),
        vertices,
        bounds: Vec::new(),
        caps: Vec::new(),
        best: None,
        stationary: None,
        lower: f64::NEG_INFINITY,
        iterations: 0,
        attempt: 0.25,
    };
    polytope.measure(0..W::DIM + 1);
    while polytope.expand(goal, &mut watch) {}
    Ok(polytope.result())
}

/// A direction with its support plane.
#[derive(Clone, Copy)]
struct SupportPlane<W> {
    /// Unit.
    normal: W,
    /// The height of the support point, an upper bound of the depth.  [length]
    height: f64,
}

/// An expanding polytope around the origin, with caps that settle facets.
struct CurvedPolytope<'d, W: WideVector> {
    difference: &'d dyn Difference<W>,
    shell: Shell<W>,
    vertices: Vec<Vertex<W>>,
    /// One for each facet, in the same order.
    bounds: Vec<FacetBounds>,
    caps: Vec<Cap<W>>,
    /// The support plane of the least height.
    best: Option<SupportPlane<W>>,
    /// The stationary direction of the least height.
    stationary: Option<StationaryDirection<W>>,
    lower: f64,
    iterations: u32,
    /// The method looks for the next stationary direction once the gap is smaller than this fraction of the upper
    /// bound.
    attempt: f64,
}

impl<W: WideVector> CurvedPolytope<'_, W> {
    /// Does one expansion. Returns whether there is another.
    fn expand(&mut self, goal: &Goal, watch: &mut Watch<'_, W>) -> bool {
        let rounding = self.difference.rounding();
        // 1., 2. The nearest facet that is not settled.
        let Some(nearest) = self.nearest_open() else { return false };
        let inner = self.bounds[nearest].distance;
        self.lower = larger(self.proven_depth(), self.lower);
        let allowed_gap = |upper: f64| larger(rounding.noise(), goal.tolerance * (upper + goal.radius));
        let bounds_meet = |upper: f64| upper < f64::INFINITY && !(upper - inner > allowed_gap(upper));
        if bounds_meet(self.upper()) {
            return false;
        }
        // 3. Its support point.
        self.iterations += 1;
        let normal = self.shell.facet(nearest).normal.unit();
        let mut vertex = self.difference.support(normal);
        let outer = normal.dot(&vertex.point);
        self.add_plane(normal, outer);
        let repeats = self.shell.vertices(nearest).iter().any(|&v| self.vertices[v as usize].repeats(&vertex));
        let mut stop = if bounds_meet(outer) || bounds_meet(self.upper()) {
            Some(Stop::BoundsMet)
        } else if repeats {
            Some(Stop::RepeatedVertex)
        } else if self.iterations >= goal.max_iterations {
            Some(Stop::Limit)
        } else {
            None
        };
        // 4. The stationary direction near the normal, or a proof from the curvature at the normal itself.
        let is_new = || !self.caps.iter().any(|cap| cap.contains(normal));
        if stop.is_none() && is_new() && outer - inner <= self.attempt * outer {
            self.attempt = (outer - inner) / outer / 32.0;
            if let Some(farther) = self.add_stationary_direction(nearest, normal, &vertex) {
                vertex = farther;
            }
            if self.settle_by_caps(nearest) {
                self.show((nearest, inner), &vertex, None, watch);
                return true;
            }
        }
        if stop.is_none() && self.settle_by_curvature(nearest, normal, &vertex, allowed_gap(self.upper())) {
            self.show((nearest, inner), &vertex, None, watch);
            return true;
        }
        self.show((nearest, inner), &vertex, stop, watch);
        // 5. If rounding tears the shell, the shell does not change.
        if stop.is_none() && self.shell.expand(nearest, vertex.point).is_err() {
            stop = Some(Stop::Rounding);
        }
        if stop.is_some() {
            // This facet stays as it is. Others may still move outward.
            self.bounds[nearest].distance = f64::INFINITY;
            return stop != Some(Stop::Limit);
        }
        self.vertices.push(vertex);
        self.measure_changes();
        true
    }

    /// Shows the expansion of a facet, whose distance was `inner`, by a support point.
    fn show(&self, (facet, inner): (usize, f64), vertex: &Vertex<W>, stop: Option<Stop>, watch: &mut Watch<'_, W>) {
        if watch.is_there() {
            let (lower, upper) = (smaller(inner, self.upper()), self.upper());
            let step = ShellStep { iteration: self.iterations, facet, vertex, lower, upper, stop };
            step.show(watch, &self.shell, &self.vertices);
        }
    }

    fn upper(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |best| best.height)
    }

    fn add_plane(&mut self, normal: W, height: f64) {
        if height < self.upper() {
            self.best = Some(SupportPlane { normal, height });
        }
    }

    /// The nearest facet that is not settled. `None` if all are.
    fn nearest_open(&mut self) -> Option<usize> {
        loop {
            let (nearest, least) =
                self.bounds.iter().enumerate().fold((0, f64::INFINITY), |(k, least), (index, bounds)| {
                    if bounds.distance < least { (index, bounds.distance) } else { (k, least) }
                });
            if least == f64::INFINITY {
                return None;
            }
            if !self.settle_by_caps(nearest) {
                return Some(nearest);
            }
        }
    }

    /// Settles a facet if a cap contains the rays through it. Returns whether it did.
    ///
    /// A facet with the origin on its outer side is never settled: the shell must wind around the origin.
    fn settle_by_caps(&mut self, facet: usize) -> bool {
        let (upper, depth) = (self.upper(), self.bounds[facet].depth);
        if !(depth >= 0.0) {
            return false;
        }
        let (normal, corners) = (self.shell.facet(facet).normal.unit(), self.shell.corners(facet));
        let chord = chord_below(depth, upper);
        let covers = |cap: &&Cap<W>| cap.covers(chord, normal, &corners[..W::DIM]);
        let Some(value) = self.caps.iter().find(covers).map(|cap| cap.value) else { return false };
        self.settle(facet, larger(smaller(value, upper), depth));
        true
    }

    /// Settles a facet if the curvature at its normal proves that each ray through it reaches the upper bound, up to
    /// the allowed gap. Returns whether it did.
    fn settle_by_curvature(&mut self, facet: usize, normal: W, vertex: &Vertex<W>, allowed_gap: f64) -> bool {
        let (upper, depth) = (self.upper(), self.bounds[facet].depth);
        let chord = chord_below(depth, upper);
        if !(depth >= 0.0 && chord < 1.0) {
            return false;
        }
        let Some(found) = at_support_point(self.difference, normal, vertex) else { return false };
        let value = Cap::bound(&found, chord, self.difference.rounding().noise());
        let is_proof = value >= upper - allowed_gap;
        if is_proof {
            self.settle(facet, larger(smaller(value, upper), depth));
        }
        is_proof
    }

    /// Settles a facet: the depth along each ray through it is at least `depth`. The search no longer chooses it.
    fn settle(&mut self, facet: usize, depth: f64) {
        self.bounds[facet] = FacetBounds { distance: f64::INFINITY, depth, ..self.bounds[facet] };
    }

    /// Looks for a stationary direction near the normal of a facet, and stores it with its cap. Returns the farthest of
    /// its points if that lies beyond the facet.
    fn add_stationary_direction(&mut self, facet: usize, normal: W, vertex: &Vertex<W>) -> Option<Vertex<W>> {
        let mut points: Vec<Vertex<W>> =
            self.shell.vertices(facet).iter().map(|&index| self.vertices[index as usize]).collect();
        points.push(*vertex);
        let found = stationary_direction(self.difference, normal, &points, &self.caps, &mut self.iterations)?;
        if found.height < self.upper() || self.stationary.is_none() {
            self.stationary = Some(found);
        }
        self.add_plane(found.normal, found.height);
        let noise = self.difference.rounding().noise();
        self.attempt = 0.25;
        self.caps.extend(Cap::around(&found, noise));
        let plane = self.shell.facet(facet);
        let level = plane.offset + noise * sqrt(plane.normal_squared);
        let is_beyond = |vertex: &&Vertex<W>| plane.normal.dot(&vertex.point) > level;
        let vertices = found.active[..found.count].iter().map(|feature| &feature.vertex);
        let height = |vertex: &Vertex<W>| plane.normal.dot(&vertex.point);
        vertices.filter(is_beyond).max_by(|p, q| height(p).total_cmp(&height(q))).copied()
    }

    /// Updates the bounds after an expansion of the shell.
    fn measure_changes(&mut self) {
        for &removed in self.shell.free() {
            self.bounds[removed as usize] = NO_FACET;
        }
        let newest: Vec<usize> = self.shell.newest().collect();
        self.measure(newest.into_iter());
    }

    fn measure(&mut self, facets: impl Iterator<Item = usize>) {
        self.bounds.resize(self.shell.places(), NO_FACET);
        let noise = self.difference.rounding().noise();
        for facet in facets {
            self.shell.sharpen(facet);
            self.bounds[facet] = FacetBounds::of(self.shell.facet(facet), &self.shell.corners(facet), noise);
        }
    }

    /// The lower bound of the depth that the shell proves: the least bound of its facets. It proves nothing if it may
    /// not wind around the origin.
    fn proven_depth(&self) -> f64 {
        let angle: f64 = self.bounds.iter().map(|bounds| bounds.angle).sum();
        let least = self.bounds.iter().fold(f64::INFINITY, |least, bounds| smaller(bounds.depth, least));
        if angle > 0.0 { least } else { f64::NEG_INFINITY }
    }

    /// The answer: the stationary direction if it is the best one. Otherwise it is the best support plane, with the
    /// point where its normal leaves the shell.
    fn result(self) -> Depth<W> {
        let rounding = self.difference.rounding();
        let proven = larger(self.proven_depth(), self.lower);
        let best = self.best.unwrap_or(SupportPlane { normal: W::axis(0), height: f64::INFINITY });
        // If the origin may be outside the shell, the shell proves no depth.
        let lower = if proven >= 0.0 { proven - rounding.above() } else { f64::NEG_INFINITY };
        let upper = best.height + rounding.below();
        let is_best = |found: &StationaryDirection<W>| found.height <= best.height + rounding.noise();
        let mut iterations = self.iterations;
        let found = self.stationary.filter(is_best).or_else(|| {
            // Curvature may have settled a facet before the search for its stationary direction.
            let (mut points, _) = self.exit_facet(best.normal);
            points[2] = self.difference.support(best.normal);
            stationary_direction(self.difference, best.normal, &points, &[], &mut iterations).filter(is_best)
        });
        let (normal, facet, weights, depth) = match found {
            Some(found) => {
                let [p, q, r] = found.active;
                let weights = core::array::from_fn(|k| if k < found.count { found.active[k].weight } else { 0.0 });
                (found.normal, [p.vertex, q.vertex, r.vertex], weights, found.normal.dot(&found.point()))
            }
            None => {
                let (facet, weights, point) = self.boundary_point(best.normal);
                (best.normal, facet, weights, best.normal.dot(&point))
            }
        };
        Depth { facet, weights, normal, depth, lower, upper, gap: 0.0, iterations }
    }

    /// The boundary point along a unit normal, with its vertices and weights: the exit point of the shell, or the
    /// support point if that is nearer to the normal.
    fn boundary_point(&self, normal: W) -> ([Vertex<W>; 3], [f64; 3], W) {
        let (facet, weights) = self.exit_facet(normal);
        let exit = (0..W::DIM).fold(<W as Space>::zero(), |sum, k| sum + facet[k].point * weights[k]);
        let vertex = self.difference.support(normal);
        let across = |point: W| (point - normal * normal.dot(&point)).length();
        if across(vertex.point) < across(exit) {
            ([vertex; 3], [1.0, 0.0, 0.0], vertex.point)
        } else {
            (facet, weights, exit)
        }
    }

    /// The facet through which a ray from the origin leaves the shell, with the weights of the exit point.
    fn exit_facet(&self, ray: W) -> ([Vertex<W>; 3], [f64; 3]) {
        let faces_ray = |&facet: &usize| self.shell.facet(facet).normal.dot(&ray) > 0.0;
        let may_hold = |&facet: &usize| !misses(ray, self.shell.corners(facet));
        let best = self.widest_facet(ray, self.shell.live().filter(faces_ray).filter(may_hold));
        // By rounding, the ray may leave between two facets.
        let best = best.or_else(|| self.widest_facet(ray, self.shell.live().filter(faces_ray)));
        let (_, corners, weights) = best.unwrap_or((0.0, self.shell.padded_vertices(0), [1.0, 0.0, 0.0]));
        (corners.each(|index| self.vertices[index as usize]), clamped::<W>(weights))
    }

    /// Of these facets the one in which the ray is farthest from the rim, as the least weight, the vertices and the weights.
    fn widest_facet(&self, ray: W, facets: impl Iterator<Item = usize>) -> Option<(f64, [u32; 3], [f64; 3])> {
        let mut best: Option<(f64, [u32; 3], [f64; 3])> = None;
        for facet in facets {
            let corners = self.shell.corners(facet);
            let weights = exit_weights(ray, corners);
            let sum: f64 = weights[..W::DIM].iter().sum();
            let least = weights[..W::DIM].iter().fold(f64::INFINITY, |least, &weight| smaller(weight, least)) / sum;
            if sum > 0.0 && best.as_ref().is_none_or(|(most, ..)| least > *most) {
                best = Some((least, self.shell.padded_vertices(facet), weights));
            }
        }
        best
    }
}

/// Whether floats prove that a ray from the origin, of unit length, does not meet a triangle. A product of three vectors errs
/// by less than 16u of the product of their lengths.
fn misses<W: WideVector>(ray: W, [p, q, r]: [&W; 3]) -> bool {
    let is_negative = |v: &W, w: &W| {
        let volume = W::orthogonal(&v.wedge(w)).dot(&ray);
        volume < 0.0 && volume * volume > (256.0 * U * U) * v.length_squared() * w.length_squared()
    };
    W::DIM == 3 && (is_negative(q, r) || is_negative(r, p) || is_negative(p, q))
}

/// The weights of the corners in the point where a ray from the origin meets their plane, up to a positive factor.
fn exit_weights<W: WideVector>(ray: W, [p, q, r]: [&W; 3]) -> [f64; 3] {
    match W::DIM {
        2 => [W::normal_of(&[*q]).dot(&ray), -W::normal_of(&[*p]).dot(&ray), 0.0],
        // The products of a sliver cancel, so they are in double-double numbers.
        _ => {
            let ([p, q, r], ray) = ([p.double(), q.double(), r.double()], ray.double());
            [(&q, &r), (&r, &p), (&p, &q)].each(|(v, w)| W::Double::orthogonal(&v.wedge(w)).dot(&ray).high)
        }
    }
}
