//! Newton's method on the direction: how curved shapes finish what the distance loop began.
//!
//! **Problem.** The distance loop adds one support point at a time; on a curved surface every one of them is new, and the
//! bounds close by a constant factor an iteration. Given a direction whose plane already parts the shapes, close them fast.
//!
//! **Method.** The nearest point v of M = A − B is where g(y) = min y·w − |y|²/2, the minimum over M, is greatest. With s the
//! support point against y = μn and H the Hessian of M's support function at n, g has the gradient s − y and the Hessian
//! −(1 + H/μ), and Hn = 0, so that Newton's step leads to y' with (μ + H) y' = μ s:
//!
//! 1. Ask both shapes for the [`Patch`] at their support points, and take μ from the lower bound.
//! 2. Where a surface is straight the support point may lie anywhere on its line: s + αp − βq with α, β in [0, 1] that make
//!    x·(μ + H)⁻¹x least. Of no ruling y' is as above, of one it is orthogonal to it, of two their common normal.
//! 3. Where the step turns over the normal of a flat disc, try that normal itself. If the disc does not hold the nearest
//!    point, its rim does, and the lean of the normal there is the root of one equation.
//! 4. The plane through the new support point bounds from below, the length of x = s + αp − βq from above.
//!
//! **Guarantee.** None of the steps is trusted: bounds come from support points as in the distance loop, which goes on where
//! it was if the steps do not close them.
//!
//! **References.** The dual of the distance: Gilbert 1966, Wolfe 1976; Newton's method for ellipsoids: Lin and Han 2002. The
//! step in this form, rulings and discs included, is derived in `docs/math/newton.md`.

use crate::difference::{Difference, Indices, Vertex};
use crate::gjk::{Approach, Goal, Simplex, Turn, Verdict, Watch};
use crate::patch::Patch;
use crate::real::larger;
use crate::symmetric::Symmetric;
use crate::trace::Stop;
use crate::vector::WideVector;

/// Steps that are tried; where the patches tell the truth three or four do.
const STEPS: usize = 12;

/// A direction with its support point.
#[derive(Clone, Copy)]
pub(crate) struct Probe<W> {
    /// Unit.
    pub direction: W,
    pub vertex: Vertex<W>,
}

/// Closes the bounds from a probe whose plane parts the shapes; `end` knows its lower bound.
///
/// `false` leaves `simplex` as it was: no patch is known or it leads nowhere, and the distance loop must go on.
#[inline(never)]
pub(crate) fn refine<W: WideVector, O: Watch<W>>(
    difference: &(impl Difference<W> + ?Sized),
    goal: &Goal,
    mut probe: Probe<W>,
    simplex: &mut Simplex<W>,
    end: &mut Approach<W>,
    watch: &mut O,
) -> bool {
    let rounding = difference.rounding();
    let (noise, farthest) = (rounding.noise(), goal.limit + rounding.below());
    let mut bracket = Bracket { lower: end.lower, upper: f64::INFINITY, nearest: probe.vertex };
    let mut tried = [false; 2];
    for _ in 0..STEPS {
        bracket.raise(probe.direction.dot(&probe.vertex.point));
        bracket.hold(&probe.vertex);
        let mut next = None;
        if !bracket.is_closed(goal, noise) {
            let Some(patches) = difference.patches(-probe.direction) else { return false };
            let flat = [patches[0].is_flat(noise), patches[1].is_flat(noise)];
            tried = [tried[0] | flat[0], tried[1] | flat[1]];
            let step = match flat {
                [false, false] => step(&probe.vertex, &patches, bracket.lower),
                _ => step_on_discs(&probe, &patches, flat, bracket.lower),
            };
            bracket.hold(&step.nearest);
            next = Some((step.direction, patches, flat));
        }
        let (verdict, stop) = if bracket.lower > farthest {
            (Verdict::Beyond, Some(Stop::BoundsMet))
        } else if bracket.is_closed(goal, noise) {
            (Verdict::Apart, Some(Stop::BoundsMet))
        } else if end.iterations >= goal.max_iterations {
            (Verdict::Unclear, Some(Stop::Limit))
        } else {
            (Verdict::Unclear, None)
        };
        if O::WATCHED {
            bracket.show(&probe, end.iterations, stop, watch);
        }
        let (None, Some((direction, patches, flat))) = (stop, next) else {
            simplex.become_vertex(bracket.nearest);
            end.verdict = verdict;
            end.direction = if verdict == Verdict::Beyond { probe.direction } else { bracket.nearest.point };
            (end.lower, end.upper, end.gap) = (bracket.lower, bracket.upper, bracket.upper - bracket.lower);
            return true;
        };
        if !direction.is_finite() {
            return false;
        }
        let direction = match flat {
            [false, false] => aimed(&probe, direction.unit(), &patches, tried, bracket.lower),
            _ => direction.unit(),
        };
        probe = Probe { direction, vertex: difference.support(-direction) };
        end.iterations += 1;
    }
    false
}

/// The best bounds so far, and the point of A − B that the upper one is the length of.
struct Bracket<W> {
    lower: f64,
    upper: f64,
    nearest: Vertex<W>,
}

impl<W: WideVector> Bracket<W> {
    #[inline(always)]
    fn raise(&mut self, lower: f64) {
        self.lower = larger(lower, self.lower);
    }
    #[inline(always)]
    fn hold(&mut self, vertex: &Vertex<W>) {
        let length = vertex.point.length();
        if length < self.upper {
            (self.upper, self.nearest) = (length, *vertex);
        }
    }
    #[inline(always)]
    fn is_closed(&self, goal: &Goal, noise: f64) -> bool {
        self.upper - self.lower <= larger(goal.tolerance * (self.upper - goal.radius).abs(), noise)
    }
    fn show(&self, probe: &Probe<W>, iteration: u32, stop: Option<Stop>, watch: &mut impl Watch<W>) {
        let mut simplex = Simplex::empty();
        simplex.become_vertex(self.nearest);
        let (lower, upper) = (self.lower, self.upper);
        let (simplex, searched, vertex) = (&simplex, -probe.direction, &probe.vertex);
        watch.turn(Turn { iteration, simplex, searched, vertex, lower, upper, stop });
    }
}

/// Where a step leads, and the point of A − B that is the nearest one if the patches tell the truth.
struct Step<W> {
    /// Of any length.
    direction: W,
    nearest: Vertex<W>,
}

/// Newton's step on smooth and ruled surfaces.
///
/// With G = (μ + H)⁻¹, up to a positive factor, and x = s + αp + βq of least x·Gx, the direction is Gx. Where α or β is
/// inside its range Gx is orthogonal to that ruling; H has the radii that the rulings have at α and β.
#[inline(always)]
fn step<W: WideVector>(vertex: &Vertex<W>, patches: &[Patch<W>; 2], distance: f64) -> Step<W> {
    let inverse = hessian(patches, [0.0; 2]).plus(distance).adjugate();
    let (p, q) = (patches[0].ruling, -patches[1].ruling);
    let direction = inverse.times(vertex.point);
    let slopes = [direction.dot(&p), direction.dot(&q)];
    if (slopes[0] >= 0.0) & (slopes[1] >= 0.0) {
        return Step { direction, nearest: *vertex };
    }
    let (gp, gq) = (inverse.times(p), inverse.times(q));
    let shares = least_on_square([p.dot(&gp), p.dot(&gq), q.dot(&gq)], slopes);
    let nearest = moved(vertex, p * shares[0], q * -shares[1]);
    let x = nearest.point;
    let inside = shares.map(|share| (share > 0.0) & (share < 1.0));
    let inverse = || hessian(patches, shares).plus(distance).adjugate();
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

/// The Hessian of M's support function, with the radii that the patches have at these shares of their rulings.
#[inline(always)]
fn hessian<W: WideVector>(patches: &[Patch<W>; 2], shares: [f64; 2]) -> Symmetric {
    let [a, b] = patches;
    let weight = |patch: &Patch<W>, share: f64| (patch.radius + share * (patch.end_radius - patch.radius)) / patch.lean;
    let sum = Symmetric::dyads(weight(a, shares[0]), &a.along);
    sum.and(&Symmetric::dyads(weight(b, shares[1]), &b.along))
}

/// The place in the unit square where ½(aα² + 2bαβ + cβ²) + pα + qβ is least, given [a, b, c] and [p, q].
#[inline(always)]
fn least_on_square([a, b, c]: [f64; 3], [p, q]: [f64; 2]) -> [f64; 2] {
    let determinant = a * c - b * b;
    let inside = [b * q - c * p, b * p - a * q];
    if inside.iter().all(|&share| share > 0.0 && share < determinant) {
        return inside.map(|share| share / determinant);
    }
    let clamped = |slope: f64, bend: f64| match -slope {
        share if !(share > 0.0) => 0.0,
        share if share < bend => share / bend,
        _ => 1.0,
    };
    let value = |[x, y]: [f64; 2]| x * (0.5 * x * a + y * b + p) + y * (0.5 * y * c + q);
    let sides = [[0.0, clamped(q, c)], [clamped(p, a), 0.0], [1.0, clamped(q + b, c)], [clamped(p + b, a), 1.0]];
    sides.into_iter().fold(sides[0], |best, side| if value(side) < value(best) { side } else { best })
}

#[inline(always)]
fn moved<W: WideVector>(vertex: &Vertex<W>, by_a: W, by_b: W) -> Vertex<W> {
    let (a, b) = (vertex.a + by_a, vertex.b + by_b);
    Vertex { point: a - b, a, b, indices: Indices::NONE }
}

/// The unit direction to try after `direction`, which Newton's step asks for.
///
/// One that turns over the normal of a disc tries the normal itself, once. Later ones are shortened: r|w| ≤ (r/ρ)(|w|² + ρ²)/2
/// with equality at the present |w| = ρ bounds the disc's support function from above, and a step with its Hessian, which
/// bends towards the centre as it does along the rim, does not turn over.
#[inline(always)]
fn aimed<W: WideVector>(probe: &Probe<W>, direction: W, patches: &[Patch<W>; 2], tried: [bool; 2], distance: f64) -> W {
    let normals = [-patches[0].cap, patches[1].cap];
    let turns_over = |k: usize| {
        let lean = probe.direction - normals[k] * probe.direction.dot(&normals[k]);
        (patches[k].cap_radius > 0.0) & (lean.dot(&direction) < 0.0)
    };
    match [turns_over(0), turns_over(1)] {
        [false, false] => direction,
        [true, _] if !tried[0] => normals[0],
        [_, true] if !tried[1] => normals[1],
        over => {
            let mut blunt = *patches;
            for (patch, _) in blunt.iter_mut().zip(over).filter(|(_, over)| *over) {
                patch.along[1] = patch.outward();
            }
            step(&probe.vertex, &blunt, distance).direction.unit()
        }
    }
}

/// The step from the normal n of flat discs: all their points are support points.
///
/// With c the part across n of the difference of the centres and r the sum of the radii, the nearest point lies on n when
/// |c| ≤ r. Otherwise it is on the rim, and the normal there n + w, w across n.
#[cold]
fn step_on_discs<W: WideVector>(probe: &Probe<W>, patches: &[Patch<W>; 2], flat: [bool; 2], distance: f64) -> Step<W> {
    let n = probe.direction;
    let radii = [0, 1].map(|k| if flat[k] { patches[k].cap_radius } else { 0.0 });
    let radius = radii[0] + radii[1];
    let centers = moved(&probe.vertex, patches[0].outward() * -radii[0], patches[1].outward() * -radii[1]);
    let height = n.dot(&centers.point);
    let across = centers.point - n * height;
    let back = across * (1.0 / larger(across.length(), radius));
    let nearest = moved(&centers, back * -radii[0], back * radii[1]);
    let rest = [0, 1].map(|k| if flat[k] { Patch::corner() } else { patches[k] });
    let rest = hessian(&rest, [0.0; 2]).plus(distance);
    Step { direction: n * (height / distance) + lean(&rest, across, radius), nearest }
}

/// The w that makes r|w| + ½w·Kw − c·w least, given |c| > r: (K + r/|w|) w = c.
///
/// With t = |w|/r and y = (1 + tK)⁻¹c, w is ty and |y| must be r: Newton's method on 1/|y|, which is nearly linear in t
/// (Moré and Sorensen 1983).
fn lean<W: WideVector>(bend: &Symmetric, across: W, radius: f64) -> W {
    let solved = |t: f64, right: W| bend.scaled(t).plus(1.0).inverse().times(right);
    let mut t = 0.0;
    for _ in 0..3 {
        let y = solved(t, across);
        let length = y.length();
        t += (length - radius) / radius * (length * length / y.dot(&solved(t, bend.times(y))));
    }
    solved(t, across) * t
}
