//! Points that move on lines of their own: [`Morph`], and when two of them come into contact.
//!
//! **Problem.** Each vertex of two hulls moves from one place to another with constant velocity. Cloth and mesh codes
//! ask this of a point and a triangle and of two segments. The distance is not convex in time.
//!
//! **Planes.** For a fixed direction n the height of each vertex is affine in t. So S(t) = min over B of n·x − max over
//! A of n·x is concave, and it lies above its chord: two evaluations prove an interval of time. The root of the chord is
//! not after the contact, and repeated chords converge to the moment at which the plane of n is crossed.
//!
//! A plane that turns with the nearest face needs a second-order term: for n(t) = n₀ + t·n₁ the height g of a pair of
//! vertices has g″ = 2·n₁·(v_B − v_A) ≤ M. So S lies above its chord less ½M·(t − t₀)(t₁ − t): g − ½M·t² is concave.
//! Without it a face that tilts fast and approaches slowly would take very many steps.
//!
//! **Proof of contact.** Solid bodies overlap a little later, which is an exact verdict. Thin bodies pass through each
//! other and overlap at one moment alone, which no float may hold. Let k₁ … k_DIM be the corners of the nearest face of
//! A − B, which move on lines. If their determinant changes its sign from t₀ to t₁, the origin is in the plane of the
//! face in between. It is in the face itself if the weights are positive all the time. In space, with m any fixed
//! vector, the weight of k₁ has the sign of (k₂ × k₃)·m · (n·m); in the plane, that of k₂·m with m along the edge. The
//! signs at t₀ are exact, and a bound of the speed covers the rest of the interval.
//!
//! **Accuracy.** Vertices at a moment, their products with n and the differences err by less than 16u times the size.
//! What is within that of contact is not excluded. So the verdict is conservative.

use crate::difference::diagonal;
use crate::difference::unknown::{is_unknown, unknown};
use crate::engine::Engine;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, Ring, U, larger, smaller, sqrt};
use crate::query::solver::{Precision, Solver};
use crate::result::cast::{Cast, Outcome};
use crate::result::{Proximity, Status};
use crate::shape::ShapeError;
use crate::shape::support::SupportMap;
use crate::shape::view::{List, View};
use crate::space::vector::{Space, Vector, WideVector};
use core::cell::Cell;

/// The hull of points of which each moves on its own line, with constant velocity.
///
/// ```
/// use clearance::{Morph, Outcome, Solver, vec3};
///
/// // A point falls through a triangle of cloth that rises and tilts.
/// let cloth = [[0.0f64, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Into::into);
/// let lifted = [[0.0, 0.0, 1.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Into::into);
/// let (above, below) = ([vec3(1.0, 1.0, 1.0)], [vec3(1.0, 1.0, -1.0)]);
/// let (cloth, point) = (Morph::new(&cloth, &lifted).unwrap(), Morph::new(&above, &below).unwrap());
/// let cast = Solver::default().cast_morphs(&cloth, &point);
/// // The cloth is at t/2 there, the point at 1 − 2t.
/// assert_eq!(cast.outcome, Outcome::Hit);
/// assert!(cast.lower <= 0.4 && 0.4 <= cast.upper && cast.upper - cast.lower < 1e-13);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "vertex-face")]
#[doc(alias = "edge-edge")]
#[doc(alias = "cloth")]
#[doc(alias = "deformation")]
pub struct Morph<'m, V: Vector> {
    from: &'m [V],
    to: &'m [V],
    radius: V::Scalar,
}

impl<'m, V: Vector> Morph<'m, V> {
    /// Point `k` moves from `from[k]` at fraction 0 to `to[k]` at fraction 1.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] if there are no points or the lists are not equally long. [`ShapeError::NotFinite`] if a
    /// coordinate is not finite. [`ShapeError::TooMany`] if there are more than 2³² − 2 points.
    pub fn new(from: &'m [V], to: &'m [V]) -> Result<Self, ShapeError> {
        if from.is_empty() || from.len() != to.len() {
            return Err(ShapeError::Empty);
        }
        crate::shape::combine::check_vertex_count(Some(from.len()))?;
        for (index, point) in from.iter().chain(to).enumerate() {
            crate::shape::finite(*point, index % from.len())?;
        }
        Ok(Self { from, to, radius: V::Scalar::ZERO })
    }

    /// Points that do not move.
    ///
    /// # Errors
    /// As [`Morph::new`].
    pub fn still(points: &'m [V]) -> Result<Self, ShapeError> {
        Self::new(points, points)
    }

    /// The same, thickened by `radius`.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] if `radius` is negative, [`ShapeError::NotFinite`] if it is not finite.
    pub fn rounded(self, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { radius: crate::shape::size(radius)?, ..self })
    }

    /// The same in `f64`, as the engine sees it.
    fn seen(&self) -> Morphing<'m, V::Wide> {
        Morphing { from: V::list(self.from), to: V::list(self.to), radius: self.radius.widen() }
    }
}

/// A [`Morph`] of either scalar, as the engine sees it.
#[doc(hidden)]
pub struct Morphing<'m, W: WideVector> {
    from: List<'m, W>,
    to: List<'m, W>,
    radius: f64,
}

impl<W: WideVector> Morphing<'_, W> {
    /// The greatest |coordinate| on the whole way.
    fn extent(&self) -> f64 {
        (0..self.from.len()).map(|k| larger(self.from.at(k).max_abs(), self.to.at(k).max_abs())).fold(0.0, larger)
    }

    /// Vertex `index` at fraction t, without rounding.
    fn exact(&self, index: usize, t: f64) -> <W as WideVector>::Exact {
        let (from, to) = (self.from.at(index).exact(), self.to.at(index).exact());
        from.plus(&to.minus(&from).scaled(&Dyadic::from(t)))
    }

    /// The greatest speed of a vertex, in units of length for the whole motion.
    fn speed(&self) -> f64 {
        let ways = (0..self.from.len()).map(|k| (self.to.at(k) - self.from.at(k)).length());
        ways.fold(0.0, larger) * (1.0 + 8.0 * U)
    }
}

/// The core of a morph at one moment.
struct Snapshot<'s, 'm, W: WideVector> {
    morph: &'s Morphing<'m, W>,
    t: f64,
    extent: f64,
    /// Zero for the core alone.
    radius: f64,
}

impl<W: WideVector> Snapshot<'_, '_, W> {
    /// The greatest product of a vertex with a direction.
    fn height(&self, direction: W) -> f64 {
        (0..self.vertex_count()).map(|index| self.vertex(index).dot(&direction)).fold(f64::NEG_INFINITY, larger)
    }
}

impl<W: WideVector> SupportMap<W> for Snapshot<'_, '_, W> {
    fn support(&self, direction: W) -> W {
        self.support_vertex(direction).point
    }
    fn vertex_count(&self) -> usize {
        self.morph.from.len()
    }
    fn vertex(&self, index: usize) -> W {
        let (from, to) = (self.morph.from.at(index), self.morph.to.at(index));
        from * (1.0 - self.t) + to * self.t
    }
    fn exact_vertex(&self, index: usize) -> <W as WideVector>::Exact {
        self.morph.exact(index, self.t)
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn extent(&self) -> f64 {
        self.extent
    }
    fn rounding(&self) -> f64 {
        // 1 − t, two products and a sum.
        4.0 * U * diagonal::<W>() * self.extent
    }
}

/// The greatest number of chords for one direction. More: fewer queries, more evaluations of planes.
const CHORDS: u32 = 8;

/// With at most so many pairs of vertices all faces of A − B are tried. It holds for a point and a triangle, and for two
/// segments.
const FEW: u32 = 4;

/// How often a proof of contact is tried after the last plane, each time with a doubled step.
const TRIES: u32 = 24;

impl Solver {
    /// When two hulls come into contact of which each vertex moves on its own line.
    ///
    /// The verdict is conservative: [`Outcome::Clear`] is proven, and so is [`Outcome::Hit`]. What is within rounding of
    /// contact, such as a graze, is [`Outcome::Near`], and so is a hit of thin bodies exactly at an edge or a vertex.
    /// Contact at the start is a hit at 0, whatever [`Solver::start`] is.
    /// [`Morph`] has an example.
    #[doc(alias = "vertex-face")]
    #[doc(alias = "edge-edge")]
    pub fn cast_morphs<V: Vector>(&self, a: &Morph<'_, V>, b: &Morph<'_, V>) -> Cast<V> {
        V::Wide::cast_morphs(self, &a.seen(), &b.seen()).narrow()
    }
}

/// [`Solver::cast_morphs`] in `f64`.
pub(crate) fn cast_morphs<W: WideVector>(solver: &Solver, a: &Morphing<'_, W>, b: &Morphing<'_, W>) -> Cast<W> {
    let target = larger(solver.target, 0.0);
    let extents = [a.extent(), b.extent()];
    let level = a.radius + b.radius + target;
    let size = diagonal::<W>() * (extents[0] + extents[1]) + level;
    let course = Course { a, b, solver, extents, level, noise: 16.0 * U * size, queries: Cell::new(0) };
    let (outcome, lower, upper) = course.run();
    let contact = course.surfaces(lower);
    let middle = lower + 0.5 * (upper - lower);
    let fraction = if outcome == Outcome::Hit { middle } else { lower };
    Cast { outcome, fraction, lower, upper, contact, iterations: course.queries.get() }
}

/// The first s in [0, 1] with (1 − s)·first + s·last − bend·s·(1 − s) = 0, or a smaller number. `None` if the expression is
/// positive throughout.
fn first_root(first: f64, last: f64, bend: f64) -> Option<f64> {
    // bend·s² + (last − first − bend)·s + first = 0, and first > 0.
    let middle = last - first - bend;
    let square = middle * middle - 4.0 * bend * first;
    if square < 0.0 || !(middle < 0.0) {
        return if last > 0.0 { None } else { Some(0.0) };
    }
    let share = 2.0 * first / (sqrt(square) - middle);
    if share < 1.0 {
        Some(share)
    } else if last > 0.0 {
        None
    } else {
        Some(0.0)
    }
}

struct Course<'c, 'm, W: WideVector> {
    a: &'c Morphing<'m, W>,
    b: &'c Morphing<'m, W>,
    solver: &'c Solver,
    extents: [f64; 2],
    /// Radii and target.
    level: f64,
    /// A bound of the error of a plane of a unit direction.
    noise: f64,
    queries: Cell<u32>,
}

impl<W: WideVector> Course<'_, '_, W> {
    fn cores(&self, t: f64) -> [Snapshot<'_, '_, W>; 2] {
        let [a, b] = self.extents;
        [Snapshot { morph: self.a, t, extent: a, radius: 0.0 }, Snapshot { morph: self.b, t, extent: b, radius: 0.0 }]
    }

    /// The distance of the cores at fraction t.
    fn distance(&self, t: f64) -> Proximity<W> {
        self.queries.set(self.queries.get() + 1);
        let [a, b] = self.cores(t);
        Solver { precision: Precision::Float, ..*self.solver }.distance(&a, &b)
    }

    /// The bodies with their radii at fraction t.
    fn surfaces(&self, t: f64) -> Proximity<W> {
        self.queries.set(self.queries.get() + 1);
        let [mut a, mut b] = self.cores(t);
        (a.radius, b.radius) = (self.a.radius, self.b.radius);
        let answer = self.solver.signed_distance(&a, &b);
        if is_unknown(&answer) { unknown(&View::of(&a), &View::of(&b)) } else { answer }
    }

    /// Whether an answer about the cores proves contact.
    fn is_contact(&self, answer: &Proximity<W>) -> bool {
        let touching = answer.status != Status::Separated && !is_unknown(answer);
        touching || answer.upper <= self.level * (1.0 - 4.0 * U)
    }

    /// A lower bound of the separation along the unit direction n at fraction t, less the level.
    fn above(&self, n: W, t: f64) -> f64 {
        let [a, b] = self.cores(t);
        let separation = -b.height(-n) - a.height(n);
        separation - self.level * (1.0 + 8.0 * U) - self.noise
    }

    fn run(&self) -> (Outcome, f64, f64) {
        let mut t = 0.0;
        let mut answer = self.distance(t);
        if is_unknown(&answer) {
            return (Outcome::Near, 0.0, 1.0);
        }
        if self.is_contact(&answer) {
            return (Outcome::Hit, 0.0, 0.0);
        }
        for _ in 0..self.solver.iterations() {
            let proven = self.advance(answer.normal, t);
            let proven = if proven < 1.0 { larger(proven, self.advance_turning(&answer, t, proven)) } else { proven };
            if proven >= 1.0 {
                return (Outcome::Clear, 1.0, 1.0);
            }
            if !(proven > t + 4.0 * U) {
                return self.close_in(&answer, larger(proven, t));
            }
            t = proven;
            answer = self.distance(t);
            if self.is_contact(&answer) {
                return (Outcome::Hit, t, t);
            }
        }
        (Outcome::Near, t, 1.0)
    }

    /// The end of the interval from `t` on in which the direction n proves that there is no contact.
    fn advance(&self, n: W, t: f64) -> f64 {
        let (mut low, mut end) = (t, 1.0);
        let mut height = self.above(n, low);
        for _ in 0..CHORDS {
            if !(height > 0.0) {
                break;
            }
            let there = self.above(n, end);
            if there > 0.0 {
                return end;
            }
            // The root of the chord. The quotient, the product and the sum round by 4u.
            let gain = (end - low) * (height / (height - there)) * (1.0 - 8.0 * U);
            let next = (low + gain).next_down();
            if !(next > low) {
                break;
            }
            // The rest of the way is longer than it need be if the chord was far below the separation.
            end = smaller(end, next + 8.0 * (next - low));
            low = next;
            height = self.above(n, low);
        }
        low
    }

    /// The same with a plane that turns with the nearest face, from `t` to some moment after `fixed`, to which a plane
    /// that does not turn has come.
    fn advance_turning(&self, answer: &Proximity<W>, t: f64, fixed: f64) -> f64 {
        let (mut low, mut normal) = (t, answer.normal);
        let mut end = smaller(1.0, t + 8.0 * (fixed - t));
        let mut height = self.above(normal, low);
        for _ in 0..CHORDS {
            let Some(turned) = self.face_normal(answer, end).filter(|_| end > low && height > 0.0) else { break };
            let turned = if turned.dot(&normal) < 0.0 { -turned } else { turned };
            let there = self.above(turned, end);
            let turning = turned - normal;
            let bend = larger(self.bend(turning, end - low), 0.0) + self.noise;
            let Some(share) = first_root(height, there, bend) else {
                (low, normal, height) = (end, turned, there);
                if low >= 1.0 {
                    break;
                }
                end = smaller(1.0, low + 2.0 * (low - t));
                continue;
            };
            let share = share * (1.0 - 16.0 * U);
            let next = (low + (end - low) * share).next_down();
            if !(next > low) {
                break;
            }
            normal = normal + turning * share;
            let span = end - next;
            low = next;
            height = self.above(normal, low);
            // Where the heights cross zero, as far as their chord tells; else half the way.
            let part = if there < 0.0 { 1.25 * height / (height - there) } else { 0.5 };
            end = low + span * smaller(part, 1.0);
        }
        low
    }

    /// The unit normal of the nearest face of an answer, at fraction t. `None` if the nearest points are not on a face.
    fn face_normal(&self, answer: &Proximity<W>, t: f64) -> Option<W> {
        let dim = W::DIM;
        if answer.witnesses.count as usize != dim {
            return None;
        }
        let [a, b] = self.cores(t);
        let corner = |index: usize| {
            let (i, j) = answer.witnesses.pairs[index];
            a.vertex(i as usize) - b.vertex(j as usize)
        };
        let base = corner(0);
        let normal = <W as Space>::normal_of(&[corner(1) - base, corner(dim - 1) - base]);
        (normal.max_abs() > 0.0).then(|| normal.unit())
    }

    /// An upper bound of ½·g″·duration², where g is the height of a vertex pair over a plane whose normal turns by
    /// `turning` in this time: g″·duration = 2·turning·(velocity of B − velocity of A).
    fn bend(&self, turning: W, duration: f64) -> f64 {
        let greatest = |morph: &Morphing<'_, W>, direction: W| {
            let ways = (0..morph.from.len()).map(|k| morph.to.at(k) - morph.from.at(k));
            ways.map(|way| way.dot(&direction)).fold(f64::NEG_INFINITY, larger)
        };
        (greatest(self.b, turning) + greatest(self.a, -turning)) * duration
    }

    /// Contact a little after `lower`, where planes end.
    fn close_in(&self, last: &Proximity<W>, lower: f64) -> (Outcome, f64, f64) {
        let speed = self.a.speed() + self.b.speed();
        let mut step = larger(self.noise / larger(speed, f64::MIN_POSITIVE), U);
        let here = self.distance(lower);
        let mut upper = lower;
        for _ in 0..TRIES {
            upper = smaller(lower + step, 1.0);
            if self.passes(&here, lower, upper)
                || self.passes(last, lower, upper)
                || self.is_contact(&self.distance(upper))
            {
                return (Outcome::Hit, lower, upper);
            }
            if upper >= 1.0 {
                break;
            }
            step *= 2.0;
        }
        (Outcome::Near, lower, upper)
    }

    /// Whether a face of A − B passes the origin between two fractions: any face of bodies with few vertices, as a point
    /// and a triangle or two segments, or the nearest face of an answer about the cores.
    fn passes(&self, answer: &Proximity<W>, from: f64, to: f64) -> bool {
        let dim = W::DIM;
        if self.level > 0.0 {
            return false;
        }
        let (count_a, count_b) = (self.a.from.len() as u32, self.b.from.len() as u32);
        if count_a * count_b <= FEW {
            let pair = |index: u32| (index % count_a, index / count_a);
            let all = count_a * count_b;
            let faces_pass = |face: [u32; 3]| self.face_passes(face.each(pair), from, to);
            return if dim == 2 {
                (0..all).flat_map(|i| (0..i).map(move |j| [i, j, j])).any(faces_pass)
            } else {
                (0..all).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k]))).any(faces_pass)
            };
        }
        let pairs = &answer.witnesses.pairs;
        answer.witnesses.count as usize == dim && self.face_passes([pairs[0], pairs[1], pairs[dim - 1]], from, to)
    }

    /// Whether the face of A − B with these pairs of vertices passes the origin between two fractions.
    fn face_passes(&self, pairs: [(u32, u32); 3], from: f64, to: f64) -> bool {
        let corner = |(i, j): (u32, u32), t: f64| self.a.exact(i as usize, t).minus(&self.b.exact(j as usize, t));
        let corners = |t: f64| pairs.each(|pair| corner(pair, t));
        let (first, last) = (corners(from), corners(to));
        let volume = |[p, q, r]: &[<W as WideVector>::Exact; 3]| match W::DIM {
            2 => p.dot(&Space::normal_of(core::slice::from_ref(q))),
            _ => p.dot(&Space::normal_of(&[q.clone(), r.clone()])),
        };
        let (before, after) = (volume(&first), volume(&last));
        let changes = (before.is_positive() && !after.is_positive()) || (before.is_negative() && !after.is_negative());
        changes && self.stays_inside(&first, to - from)
    }

    /// Whether the weights of the origin in the face stay positive for `duration`, if it is in the plane of the face.
    ///
    /// The corners move by at most d = duration · speed. So a product k·m of the plane changes by d·|m| at most, and a
    /// product (k₂ × k₃)·m by (2K·d + d²)·|m|, where K is the greatest length of a corner.
    fn stays_inside(&self, corners: &[<W as WideVector>::Exact; 3], duration: f64) -> bool {
        let length = |v: &<W as WideVector>::Exact| {
            let coordinates = (0..W::DIM).map(|axis| v.coordinate(axis).to_f64().abs());
            coordinates.sum::<f64>() * (1.0 + 8.0 * U)
        };
        let moved = duration * (self.a.speed() + self.b.speed()) * (1.0 + 8.0 * U);
        let [p, q, r] = corners;
        if W::DIM == 2 {
            let edge = q.minus(p);
            let slack = Dyadic::from(moved * length(&edge) * (1.0 + 8.0 * U));
            return q.dot(&edge) > slack && p.dot(&edge).negated() > slack;
        }
        let normal = <W as WideVector>::Exact::normal_of(&[q.minus(p), r.minus(p)]);
        let reach = corners.iter().map(length).fold(0.0, larger);
        let slack = moved * (2.0 * reach + moved) * length(&normal) * (1.0 + 16.0 * U);
        let slack = Dyadic::from(slack);
        let weight = |a: &<W as WideVector>::Exact, b: &<W as WideVector>::Exact| {
            Space::normal_of(&[a.clone(), b.clone()]).dot(&normal)
        };
        let whole = normal.dot(&normal);
        // The normal itself turns by as much for each of its three products.
        let three = slack.plus(&slack).plus(&slack);
        whole > three && [weight(q, r), weight(r, p), weight(p, q)].iter().all(|weight| *weight > slack)
    }
}
