//! Whether two triangles are closer than a length, without rounding.
//!
//! **Problem.** d(S, T) < L for triangles that do not meet, whose corners are exact numbers.
//!
//! **Method.** The nearest points of two such triangles lie on a corner and a corner, a corner and an edge, a corner and
//! a face, or two edges. Each case has a squared distance p / q of two points of the triangles, where p and q > 0 are sums
//! of products. So d < L if and only if p < L² q in one of the cases. There is no division and no root.

use clearance::dyadic::Dyadic;
use clearance::{Ring, Space, Vec3, WideVector};

/// A point with exact coordinates.
pub(super) type ExactPoint = <Vec3<f64> as WideVector>::Exact;

/// Whether two triangles that do not meet are closer than `limit`, which is finite and not negative.
pub(super) fn is_closer(a: &[ExactPoint; 3], b: &[ExactPoint; 3], limit: f64) -> bool {
    let limit = Dyadic::from(limit);
    let square = limit.times(&limit);
    let is_near = |(p, q): (Dyadic, Dyadic)| p < square.times(&q);
    let edges = |t: &[ExactPoint; 3]| [0, 1, 2].map(|side| [t[side].clone(), t[(side + 1) % 3].clone()]);
    let (of_a, of_b) = (edges(a), edges(b));
    let by_corner = |corners: &[ExactPoint; 3], other: &[ExactPoint; 3], sides: &[[ExactPoint; 2]; 3]| {
        corners.iter().any(|point| {
            other.iter().any(|corner| is_near((point.minus(corner).length_squared(), Dyadic::one())))
                || sides.iter().any(|edge| foot_on_edge(point, edge).is_some_and(is_near))
                || foot_on_face(point, other).is_some_and(is_near)
        })
    };
    by_corner(a, b, &of_b)
        || by_corner(b, a, &of_a)
        || of_a.iter().any(|edge| of_b.iter().any(|other| between_edges(edge, other).is_some_and(is_near)))
}

/// The squared distance to the foot on an edge. `None` if the foot is beyond its ends.
fn foot_on_edge(point: &ExactPoint, [from, to]: &[ExactPoint; 2]) -> Option<(Dyadic, Dyadic)> {
    let (along, to_point) = (to.minus(from), point.minus(from));
    let (share, whole) = (along.dot(&to_point), along.length_squared());
    let across = along.wedge(&to_point);
    (share.is_positive() && share < whole).then(|| (across.length_squared(), whole))
}

/// The squared distance to the foot in a triangle. `None` if the foot is outside or the triangle has no area.
fn foot_on_face(point: &ExactPoint, [a, b, c]: &[ExactPoint; 3]) -> Option<(Dyadic, Dyadic)> {
    let normal = b.minus(a).wedge(&c.minus(a));
    let square = normal.length_squared();
    if !square.is_positive() {
        return None;
    }
    let is_inside =
        |from: &ExactPoint, to: &ExactPoint| !to.minus(from).wedge(&point.minus(from)).dot(&normal).is_negative();
    let height = point.minus(a).dot(&normal);
    (is_inside(a, b) && is_inside(b, c) && is_inside(c, a)).then(|| (height.times(&height), square))
}

/// The squared distance of the lines through two edges. `None` if they are parallel, or their nearest points are not on
/// the edges.
fn between_edges([a, b]: &[ExactPoint; 2], [c, d]: &[ExactPoint; 2]) -> Option<(Dyadic, Dyadic)> {
    let (u, v, w) = (b.minus(a), d.minus(c), c.minus(a));
    let normal = u.wedge(&v);
    let square = normal.length_squared();
    // a + s u + k n = c + t v, with both sides multiplied by v and by u.
    let (s, t) = (w.wedge(&v).dot(&normal), w.wedge(&u).dot(&normal));
    let is_between = |x: &Dyadic| !x.is_negative() && *x <= square;
    let height = w.dot(&normal);
    (square.is_positive() && is_between(&s) && is_between(&t)).then(|| (height.times(&height), square))
}
