//! Two shapes at rest at the end of a motion along a line.

use super::body::{Body, Track};
use crate::numbers::double::Double;
use crate::numbers::real::U;
use crate::query::solver::{Precision, Solver};
use crate::result::{Proximity, Witnesses};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::vector::WideVector;

/// The signed distance of `a` and of `b` moved by `way`, as A's origin sees them.
pub(super) fn at_end<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Proximity<W> {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    let origin = pose_a.translation;
    let still = Track { own: origin, origin, way: W::ORIGIN, fraction: 0.0 };
    let pose = Pose { translation: W::ORIGIN, ..pose_a };
    let first = Body::new(a, pose, still, 0.0, false);
    let [translation, rest] = sum_of_three(pose_b.translation, -origin, way);
    // Twice: √DIM, and the rounding of the remainder. A sum below the normal range has none.
    let error = 2.0 * rest.max_abs() * (1.0 + 16.0 * U);
    let place = Track { own: pose_b.translation, origin, way, fraction: 1.0 };
    let second = Body::new(b, Pose { translation, ..pose_b }, place, error, false);
    let solver = Solver { precision: Precision::Float, max_distance: f64::INFINITY, ..*solver };
    solver.signed_distance(&first, &second)
}

/// How far the vector between the points of a contact may be from the normal times the distance, in units of u · size, beside
/// the way within the bracket of the moment. Larger: points farther from their bodies. Smaller: more queries at rest.
pub(super) const RESIDUAL: f64 = 32.0;

/// The points of a contact, moved so that `b − a = distance · normal`. `None` if they are farther than `most` from that:
/// where long edges cross at a small angle, floats do not know the points.
///
/// `share` is the part of the way that A's point takes.
#[inline(always)]
pub(super) fn along_normal<W: WideVector>(
    [a, b]: [W; 2],
    normal: W,
    distance: f64,
    share: f64,
    most: f64,
) -> Option<[W; 2]> {
    let residual = b - a - normal * distance;
    (residual.dot(&residual) <= most * most).then(|| [a + residual * share, b - residual * (1.0 - share)])
}

/// The share of A's point: the point of a vertex stays, and that of a face or an edge slides. Of two vertices that of the
/// larger ball does.
#[inline(always)]
pub(super) fn sliding_share(witnesses: &Witnesses, [of_a, of_b]: [f64; 2]) -> f64 {
    let pairs = &witnesses.pairs[..(witnesses.count as usize).min(witnesses.pairs.len())];
    let is_vertex = [pairs.iter().all(|pair| pair.0 == pairs[0].0), pairs.iter().all(|pair| pair.1 == pairs[0].1)];
    let slides = [!is_vertex[0] || (is_vertex[1] && of_a > of_b), !is_vertex[1] || (is_vertex[0] && of_b > of_a)];
    if slides[0] == slides[1] { 0.5 } else { f64::from(u8::from(slides[0])) }
}

/// The sum as its rounding and what that lost.
fn sum_of_three<W: WideVector>(a: W, b: W, c: W) -> [W; 2] {
    (0..W::DIM).fold([a, a], |both, axis| {
        let first = Double::sum(*a.coordinate(axis), *b.coordinate(axis));
        let second = Double::sum(first.high, *c.coordinate(axis));
        let sum = Double::sum(second.high, second.low + first.low);
        [both[0].with_coordinate(axis, sum.high), both[1].with_coordinate(axis, sum.low)]
    })
}
