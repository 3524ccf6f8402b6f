//! The distance loop (GJK): a simplex in A − B approaches the origin, and separating planes approach it from the other
//! side.
//!
//! **Problem.** Find the point of M = A − B nearest to the origin, with an upper bound (a point) and a lower bound (a
//! plane).
//!
//! **Notation.** The direction d is orthogonal to the nearest face of the simplex. It points away from the origin. D is
//! the newest vertex of the face.
//!
//! **Method.**
//! 1. Ask for the support point w of M against d.
//! 2. All of M lies beyond the plane through w across d. So d·w/|d| is a lower bound. The face has the distance
//!    d·D/|d|, and it is an upper bound.
//! 3. Stop if the bounds meet, if the lower bound exceeds the limit of the question, or if w is already a vertex of the
//!    simplex. In the last case no point of M is nearer.
//! 4. Otherwise add w, and keep the nearest face that contains it ([`crate::distance::simplex`]).
//!
//! **Invariants.** A hit is certified: each volume of the simplex with the origin exceeds its rounding error. The form
//! of the comparisons makes NaN leave the loop.
//!
//! **Accuracy.** A few u·(|A| + |B|) on a face of good shape. On other faces the bracket is wide, and [`crate::exact`]
//! answers.
//!
//! **References.** Gilbert, Johnson, Keerthi 1988 (the loop and its lower bound); van den Bergen 1999 (early exit).

use crate::difference::{Difference, Event, Rounding, Watch};
use crate::distance::newton::Probe;
use crate::distance::search::{Goal, Search, Verdict};
use crate::distance::vertices::Simplex;
use crate::numbers::real::sqrt;
use crate::result::steps::Stop;
use crate::space::vector::WideVector;

/// How the loop ended.
pub(crate) enum Outcome<W> {
    /// The search has ended.
    Ended,
    /// A plane separates the curved shapes. From here Newton's method is faster than the loop.
    SeparatingPlane(Probe<W>),
}

/// Asks for support points until the search ends, or until a plane separates two curved shapes.
#[inline(always)]
pub(crate) fn approach<W: WideVector, D: Difference<W> + ?Sized>(
    difference: &D,
    goal: &Goal,
    search: &mut Search<W>,
    mut watch: Watch<'_, W>,
) -> Outcome<W> {
    // Known when the code for two polytopes is compiled. It then keeps no best face.
    let (rounding, is_curved) = (difference.rounding(), difference.is_curved());
    let (mut direction, mut best) = (search.direction, None);
    while search.iterations < goal.max_iterations {
        let squared = direction.dot(&direction);
        if !(squared > LEAST_SQUARE) {
            break; // The origin lies on the face, to rounding. NaN leaves the loop here, too.
        }
        search.iterations += 1;
        search.direction = direction;
        // 1. The support point w against d.
        let vertex = difference.support(-direction);
        // 2. The plane through w is a lower bound, the plane of the face an upper bound.  [length · |d|]
        let (below, above) = (direction.dot(&vertex.point), search.simplex.height(direction));
        search.set_bounds(below, above, sqrt(squared));
        if is_curved {
            update_best(&mut best, search);
        }
        // 3. Whether to stop.
        let mut stop = if exceeds(below, goal.limit + rounding.below(), squared) {
            search.end(Verdict::Beyond, Stop::BoundsMet)
        } else if search.simplex.len() > 0
            && (!exceeds(above - below, rounding.noise(), squared) || (is_curved && search.is_tight(goal)))
        {
            search.end(Verdict::Apart, Stop::BoundsMet)
        } else if search.simplex.has_vertex(&vertex) {
            search.end(Verdict::Apart, Stop::RepeatedVertex)
        } else {
            None
        };
        if stop.is_none() && search.may_use_newton && below > 0.0 {
            return Outcome::SeparatingPlane(Probe { direction: direction.divided(sqrt(squared)), vertex });
        }
        // 4. The nearest face that contains w.
        if stop.is_none() {
            match search.simplex.advance(vertex) {
                Some(next) => direction = next,
                None => stop = certify_hit(search, &rounding),
            }
        }
        watch.show(|| Event::Search(search.step(&vertex, stop)));
        if stop.is_some() {
            break;
        }
    }
    if is_curved {
        return_to_best(best, search, &rounding);
    }
    Outcome::Ended
}

/// The least |d|² of a direction. The squares of larger bounds are normal numbers.
pub(crate) const LEAST_SQUARE: f64 = 1e-240;

/// Whether `along/√squared` exceeds `limit`. It uses no root and no quotient: their latency would delay the branch.
///
/// If lengths are within 2^±60, directions are third powers of lengths and both sides are eighth powers. So both sides
/// are within 2^±580.
#[inline(always)]
fn exceeds(along: f64, limit: f64, squared: f64) -> bool {
    along > 0.0 && along * along > limit * limit * squared
}

/// Ends the search on a simplex that seems to contain the origin. The verdict is a certified hit or unclear.
#[cfg_attr(not(target_arch = "nvptx64"), cold)]
#[cfg_attr(target_arch = "nvptx64", inline(always))]
fn certify_hit<W: WideVector>(search: &mut Search<W>, rounding: &Rounding) -> Option<Stop> {
    if search.simplex.holds_origin(rounding) {
        search.end(Verdict::Inside, Stop::OriginInside)
    } else {
        search.end(Verdict::Unclear, Stop::Rounding)
    }
}

/// The best face so far: the one with the least sum of upper bound and gap.
///
/// On a curved shape the simplex degenerates near convergence, and a later face can be worse. Polytopes need no copy.
/// If their face is worse than noise, exact numbers repeat the search.
struct Best<W> {
    simplex: Simplex<W>,
    direction: W,
    upper: f64,
    gap: f64,
}

#[inline(always)]
fn update_best<W: WideVector>(best: &mut Option<Best<W>>, search: &Search<W>) {
    let value = search.upper + search.gap;
    if value < f64::INFINITY && best.as_ref().is_none_or(|best| value < best.upper + best.gap) {
        let Search { direction, upper, gap, .. } = *search;
        *best = Some(Best { simplex: search.simplex, direction, upper, gap });
    }
}

/// Returns to the best face if the last one is worse.
#[inline(always)]
fn return_to_best<W: WideVector>(best: Option<Best<W>>, search: &mut Search<W>, rounding: &Rounding) {
    let is_open = matches!(search.verdict, Verdict::Apart | Verdict::Unclear) && search.upper > rounding.noise();
    if let Some(best) = best.filter(|best| is_open && best.upper + best.gap < search.upper + search.gap) {
        search.simplex = best.simplex;
        (search.direction, search.upper, search.gap) = (best.direction, best.upper, best.gap);
    }
}

#[cfg(test)]
mod tests;
