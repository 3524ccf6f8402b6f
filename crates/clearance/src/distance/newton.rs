//! Newton's method on the direction: it finishes the search of the distance loop for curved shapes.
//!
//! **Problem.** The distance loop adds one support point at a time. On a curved surface each of them is new, and the
//! bounds close by a constant factor an iteration. Given a direction whose plane separates the shapes, close the bounds
//! fast.
//!
//! **Derivation.** Let v be the nearest point of M = A − B. At v the function g(y) = min y·w − |y|²/2 has its maximum;
//! the minimum is over w in M. Let s be the support point against y = μn, and H the Hessian of M's support function at
//! n. Then g has the gradient s − y and the Hessian −(1 + H/μ), and Hn = 0. So Newton's step leads to y' with (μ + H)
//! y' = μ s.
//!
//! **Method.**
//! 1. Ask both shapes for the [`Curvature`] at their support points. Take μ from the lower bound.
//! 2. If a surface is straight, the support point may be anywhere on a line, the ruling: s + αp − βq with α, β in [0,
//!    1]. Choose α and β so that x·(μ + H)⁻¹x is least. Without a ruling y' is as above. With one, y' is orthogonal to
//!    it. With two, y' is their common normal.
//! 3. If the step turns over the normal of a flat disc, try that normal. If the nearest point is not in the disc, it is
//!    on the rim. Then one equation gives the lean of the normal there.
//! 4. The plane through the new support point is a lower bound. The length of x = s + αp − βq is an upper bound.
//!
//! **Guarantee.** No step is trusted. The bounds come from support points, as in the distance loop. If the steps do not
//! close them, the loop goes on from the simplex that it had.
//!
//! **References.** The dual of the distance: Gilbert 1966, Wolfe 1976. Newton's method for ellipsoids: Lin and Han
//! 2002. `docs/math/newton.md` derives this form of the step, with rulings and discs.

use crate::difference::{Difference, Event, Indices, SearchStep, Vertex, Watch};
use crate::distance::search::{Goal, Search, Verdict};
use crate::numbers::each::Each;
use crate::numbers::real::larger;
use crate::result::steps::Stop;
use crate::shape::curvature::Curvature;
use crate::space::hessian::Hessian;
use crate::space::vector::WideVector;

/// The greatest number of steps. If the curvatures are right, three or four are enough.
const STEPS: usize = 12;

/// The greatest number of steps after the bounds have met. They align the nearest point with the normal: the error of
/// the direction is the root of the gap between the bounds, and each step squares it.
const FINAL_STEPS: u32 = 2;

/// A direction with its support point.
#[derive(Clone, Copy)]
pub(crate) struct Probe<W> {
    /// Unit.
    pub direction: W,
    pub vertex: Vertex<W>,
}

/// Closes the bounds, from a probe whose plane separates the shapes. Returns whether the search has ended.
///
/// If it returns `false`, a shape does not know its curvature or the steps lead nowhere. The simplex is unchanged, and
/// the distance loop must go on.
#[inline(never)]
pub(crate) fn close<W: WideVector>(
    difference: &dyn Difference<W>,
    goal: &Goal,
    first: Probe<W>,
    search: &mut Search<W>,
    mut watch: Watch<'_, W>,
) -> bool {
    let mut newton = Newton::begin(difference, goal, search.lower, first);
    for _ in 0..STEPS {
        // 4. The bounds from the support point, and from the nearest point that the next step expects.
        newton.bounds.add_probe(&newton.probe, newton.noise);
        let mut trial = None;
        if !(newton.is_closed() && newton.is_aligned()) {
            // 1., 2., 3. The next step.
            let Some(found) = newton.trial(&mut search.iterations) else { return false };
            newton.bounds.add_point(&found.step.nearest, newton.noise);
            trial = Some(found);
        }
        let end = newton.end(search.iterations);
        watch.show(|| Event::Search(newton.shown_step(search.iterations, end.map(|(_, stop)| stop))));
        if let Some((verdict, _)) = end {
            newton.write_result(verdict, search);
            return true;
        }
        let Some(direction) = trial.and_then(|trial| newton.next_direction(&trial)) else { return false };
        newton.probe = Probe { direction, vertex: difference.support(-direction) };
        search.iterations += 1;
    }
    false
}

/// The state of Newton's method.
struct Newton<'n, W: WideVector> {
    difference: &'n dyn Difference<W>,
    goal: &'n Goal,
    noise: f64,
    probe: Probe<W>,
    bounds: Bounds<W>,
    /// Whether the normal of a flat disc of A, or of B, was a direction before.
    disc_normals_used: [bool; 2],
    /// The number of steps that are left after the bounds have met.
    final_steps: u32,
    is_first: bool,
}

/// A step, and the curvatures that it comes from.
struct Trial<W> {
    step: Step<W>,
    curvatures: [Curvature<W>; 2],
    /// Whether the surfaces of A and B are flat discs across the direction.
    flat: [bool; 2],
}

impl<'n, W: WideVector> Newton<'n, W> {
    #[inline(always)]
    fn begin(difference: &'n dyn Difference<W>, goal: &'n Goal, lower: f64, probe: Probe<W>) -> Self {
        let bounds = Bounds { lower, direction: probe.direction, upper: f64::INFINITY, nearest: probe.vertex };
        let noise = difference.rounding().noise();
        Self {
            difference,
            goal,
            noise,
            probe,
            bounds,
            disc_normals_used: [false; 2],
            final_steps: FINAL_STEPS,
            is_first: true,
        }
    }
    #[inline(always)]
    fn is_closed(&self) -> bool {
        let Bounds { lower, upper, .. } = self.bounds;
        upper - lower <= larger(self.goal.tolerance * (upper - self.goal.radius).abs(), self.noise)
    }
    /// Whether the nearest point lies along the normal, to rounding or to the gap between the bounds. Nobody asks for
    /// that if the tolerance is coarse: the normal is then the line between the nearest points.
    #[inline(always)]
    fn is_aligned(&self) -> bool {
        if self.goal.is_coarse() {
            return true;
        }
        let Bounds { lower, upper, direction, nearest } = &self.bounds;
        let across = nearest.point - *direction * direction.dot(&nearest.point);
        let allowed = larger(self.noise, upper - lower);
        across.length_squared() <= allowed * allowed
    }
    /// The next step. `None` if a shape does not know its curvature.
    #[inline(always)]
    fn trial(&mut self, iterations: &mut u32) -> Option<Trial<W>> {
        let Self { difference, noise, .. } = *self;
        let curvatures = difference.curvatures(-self.probe.direction)?;
        // The loop asked along a direction of another length. On a straight or flat surface the last bit moves the
        // support point far, and the curvature of another point is wrong.
        if self.is_first && curvatures.iter().any(Curvature::jumps) {
            self.probe.vertex = difference.support(-self.probe.direction);
            *iterations += 1;
            self.bounds.add_probe(&self.probe, noise);
        }
        self.is_first = false;
        let flat = [curvatures[0].is_flat(noise), curvatures[1].is_flat(noise)];
        let used = self.disc_normals_used;
        self.disc_normals_used = [used[0] | flat[0], used[1] | flat[1]];
        let step = match flat {
            [false, false] => step(&self.probe.vertex, &curvatures, self.bounds.lower),
            _ => step_on_discs(&self.probe, &curvatures, flat, self.bounds.lower),
        };
        Some(Trial { step, curvatures, flat })
    }
    /// The verdict and the reason to stop, if the search ends here.
    #[inline(always)]
    fn end(&mut self, iterations: u32) -> Option<(Verdict, Stop)> {
        let (closed, left) = (self.is_closed(), self.final_steps);
        self.final_steps -= u32::from(closed && left > 0);
        if self.bounds.lower > self.goal.limit + self.difference.rounding().below() {
            Some((Verdict::Beyond, Stop::BoundsMet))
        } else if closed && (left == 0 || self.is_aligned()) {
            Some((Verdict::Apart, Stop::BoundsMet))
        } else if iterations >= self.goal.max_iterations {
            Some((Verdict::Unclear, Stop::Limit))
        } else {
            None
        }
    }
    /// The next unit direction. `None` if the step leads nowhere.
    #[inline(always)]
    fn next_direction(&self, trial: &Trial<W>) -> Option<W> {
        let direction = trial.step.direction;
        if !direction.is_finite() {
            return None;
        }
        Some(match trial.flat {
            [false, false] => {
                let used = self.disc_normals_used;
                direction_past_discs(&self.probe, direction.unit(), &trial.curvatures, used, self.bounds.lower)
            }
            _ => direction.unit(),
        })
    }
    /// Writes the bounds into the search.
    fn write_result(&self, verdict: Verdict, search: &mut Search<W>) {
        let Bounds { lower, direction, upper, nearest } = self.bounds;
        search.simplex.become_vertex(nearest);
        search.verdict = verdict;
        search.direction = if verdict == Verdict::Beyond { self.probe.direction } else { direction };
        (search.lower, search.upper, search.gap) = (lower, upper, upper - lower);
    }
    /// The present step, for a watcher.
    fn shown_step(&self, iteration: u32, stop: Option<Stop>) -> SearchStep<'_, W> {
        let (simplex, direction) = (core::slice::from_ref(&self.bounds.nearest), -self.probe.direction);
        SearchStep { iteration, simplex, direction, vertex: &self.probe.vertex, lower: self.bounds.lower, stop }
    }
}

/// The best bounds so far, and the point of A − B whose length is the upper bound.
struct Bounds<W> {
    lower: f64,
    /// The unit direction whose plane proves the lower bound.
    direction: W,
    upper: f64,
    nearest: Vertex<W>,
}

impl<W: WideVector> Bounds<W> {
    /// Adds the plane and the length of a support point.
    #[inline(always)]
    fn add_probe(&mut self, probe: &Probe<W>, noise: f64) {
        let lower = probe.direction.dot(&probe.vertex.point);
        if lower >= self.lower {
            (self.lower, self.direction) = (lower, probe.direction);
        }
        self.add_point(&probe.vertex, noise);
    }
    /// Adds the length of a point. Of points that are equally near, to rounding, the last one is stored: it belongs to
    /// the last direction.
    #[inline(always)]
    fn add_point(&mut self, vertex: &Vertex<W>, noise: f64) {
        let length = vertex.point.length();
        if length < self.upper + 0.25 * noise {
            (self.upper, self.nearest) = (length, *vertex);
        }
    }
}

/// The next direction, and the point of A − B that is nearest if the curvatures are right.
struct Step<W> {
    /// Of any length.
    direction: W,
    nearest: Vertex<W>,
}

/// Newton's step on smooth and ruled surfaces.
///
/// Let G = (μ + H)⁻¹, up to a positive factor, and let x = s + αp + βq have the least x·Gx. The direction is Gx. If α
/// or β is inside its range, Gx is orthogonal to that ruling. H has the radii of the rulings at α and β.
#[inline(always)]
fn step<W: WideVector>(vertex: &Vertex<W>, curvatures: &[Curvature<W>; 2], distance: f64) -> Step<W> {
    let inverse = hessian(curvatures, [0.0; 2]).plus(distance).adjugate();
    let (p, q) = (curvatures[0].ruling, -curvatures[1].ruling);
    let direction = inverse.times(vertex.point);
    let slopes = [direction.dot(&p), direction.dot(&q)];
    if (slopes[0] >= 0.0) & (slopes[1] >= 0.0) {
        return Step { direction, nearest: *vertex };
    }
    let (gp, gq) = (inverse.times(p), inverse.times(q));
    let shares = least_on_square([p.dot(&gp), p.dot(&gq), q.dot(&gq)], slopes);
    let nearest = translated(vertex, p * shares[0], q * -shares[1]);
    let x = nearest.point;
    let inside = shares.each(|share| (share > 0.0) & (share < 1.0));
    let inverse = || hessian(curvatures, shares).plus(distance).adjugate();
    let direction = match inside {
        [true, true] => {
            let normal = W::normal_of(&[p, q]);
            if normal.dot(&x) > 0.0 { normal } else { -normal }
        }
        [false, false] => inverse().times(x),
        [along_p, _] => {
            let (inverse, ruling) = (inverse(), if along_p { p } else { q });
            let turned = inverse.times(ruling);
            inverse.times(x * ruling.dot(&turned) - ruling * x.dot(&turned))
        }
    };
    Step { direction, nearest }
}

/// The Hessian of M's support function, with the radii of the curvatures at these fractions of their rulings.
#[inline(always)]
fn hessian<W: WideVector>(curvatures: &[Curvature<W>; 2], shares: [f64; 2]) -> Hessian {
    let [a, b] = curvatures;
    let weight = |curvature: &Curvature<W>, share: f64| {
        (curvature.radius + share * (curvature.end_radius - curvature.radius)) / curvature.lean
    };
    let sum = Hessian::dyads(weight(a, shares[0]), &a.along);
    sum.and(&Hessian::dyads(weight(b, shares[1]), &b.along))
}

/// The (α, β) of the unit square with the least ½(aα² + 2bαβ + cβ²) + pα + qβ, given [a, b, c] and [p, q].
#[inline(always)]
fn least_on_square([a, b, c]: [f64; 3], [p, q]: [f64; 2]) -> [f64; 2] {
    let determinant = a * c - b * b;
    let inside = [b * q - c * p, b * p - a * q];
    if inside.iter().all(|&share| share > 0.0 && share < determinant) {
        return inside.each(|share| share / determinant);
    }
    let clamped = |slope: f64, curvature: f64| match -slope {
        share if !(share > 0.0) => 0.0,
        share if share < curvature => share / curvature,
        _ => 1.0,
    };
    let value = |[x, y]: [f64; 2]| x * (0.5 * x * a + y * b + p) + y * (0.5 * y * c + q);
    let sides = [[0.0, clamped(q, c)], [clamped(p, a), 0.0], [1.0, clamped(q + b, c)], [clamped(p + b, a), 1.0]];
    sides.into_iter().fold(sides[0], |best, side| if value(side) < value(best) { side } else { best })
}

/// The vertex with its points moved by two vectors.
#[inline(always)]
fn translated<W: WideVector>(vertex: &Vertex<W>, by_a: W, by_b: W) -> Vertex<W> {
    let (a, b) = (vertex.a + by_a, vertex.b + by_b);
    Vertex { point: a - b, a, b, indices: Indices::NONE }
}

/// The next unit direction, where Newton's step asks for `direction`.
///
/// A step that turns over the normal of a disc goes to the normal itself, once. Later steps of this kind are shortened.
/// Let |w| = ρ now. Then r|w| ≤ (r/ρ)(|w|² + ρ²)/2, with equality at ρ, bounds the support function of the disc from
/// above. Its Hessian has the same curvature towards the centre as along the rim. A step with it does not turn over the
/// normal.
#[inline(always)]
fn direction_past_discs<W: WideVector>(
    probe: &Probe<W>,
    direction: W,
    curvatures: &[Curvature<W>; 2],
    used: [bool; 2],
    distance: f64,
) -> W {
    let normals = [-curvatures[0].cap, curvatures[1].cap];
    let turns_over = |k: usize| {
        let lean = probe.direction - normals[k] * probe.direction.dot(&normals[k]);
        (curvatures[k].cap_radius > 0.0) & (lean.dot(&direction) < 0.0)
    };
    match [turns_over(0), turns_over(1)] {
        [false, false] => direction,
        [true, _] if !used[0] => normals[0],
        [_, true] if !used[1] => normals[1],
        over => {
            let mut blunt = *curvatures;
            for (curvature, _) in blunt.iter_mut().zip(over).filter(|(_, over)| *over) {
                curvature.along[1] = curvature.outward();
            }
            step(&probe.vertex, &blunt, distance).direction.unit()
        }
    }
}

/// The step from the normal n of flat discs. All points of the discs are support points.
///
/// Let c be the part across n of the difference of the centres, and r the sum of the radii. If |c| ≤ r, the nearest
/// point lies on n. Otherwise it is on the rim, and the normal there is n + w with w across n.
#[cold]
fn step_on_discs<W: WideVector>(
    probe: &Probe<W>,
    curvatures: &[Curvature<W>; 2],
    flat: [bool; 2],
    distance: f64,
) -> Step<W> {
    let n = probe.direction;
    let radii = [0, 1].each(|k| if flat[k] { curvatures[k].cap_radius } else { 0.0 });
    let radius = radii[0] + radii[1];
    let centers = translated(&probe.vertex, curvatures[0].outward() * -radii[0], curvatures[1].outward() * -radii[1]);
    let height = n.dot(&centers.point);
    let across = centers.point - n * height;
    let back = across * (1.0 / larger(across.length(), radius));
    let nearest = translated(&centers, back * -radii[0], back * radii[1]);
    let rest = [0, 1].each(|k| if flat[k] { Curvature::corner() } else { curvatures[k] });
    let rest = hessian(&rest, [0.0; 2]).plus(distance);
    Step { direction: n * (height / distance) + lean(&rest, across, radius), nearest }
}

/// The w with the least r|w| + ½w·Kw − c·w, given |c| > r. It satisfies (K + r/|w|) w = c.
///
/// Let t = |w|/r and y = (1 + tK)⁻¹c. Then w = ty, and |y| must be r. Newton's method runs on 1/|y|, which is nearly
/// linear in t (Moré and Sorensen 1983).
fn lean<W: WideVector>(hessian: &Hessian, across: W, radius: f64) -> W {
    let solution = |t: f64, right: W| hessian.scaled(t).plus(1.0).inverse().times(right);
    let mut t = 0.0;
    for _ in 0..3 {
        let y = solution(t, across);
        let length = y.length();
        t += (length - radius) / radius * (length * length / y.dot(&solution(t, hessian.times(y))));
    }
    solution(t, across) * t
}

#[cfg(test)]
mod tests;
