//! The canonical order of two bodies: the search sees the same two in the same order, whichever was named first.

use super::frame::columns;
use crate::facets::FacetSpace;
use crate::view::{Bodies, View};
use std::cmp::Ordering;

/// Whether the first body comes before the second. Bodies that do not differ are in any order.
///
/// The order compares kinds, sizes, poses, scales and coordinates one by one. So it does not depend on the unit of
/// length.
pub(crate) fn precedes<V: FacetSpace<D>, const D: usize>([a, b]: Bodies<V, D>) -> bool {
    let size = |body: &View<V, D>| (body.kind(), body.leaf_count(), body.tree.bytes());
    size(a)
        .cmp(&size(b))
        .then_with(|| first_difference(placing(a), placing(b)))
        .then_with(|| {
            let is_shared = std::ptr::eq(a.tree, b.tree);
            if is_shared { Ordering::Equal } else { first_difference(a.numbers(), b.numbers()) }
        })
        .is_lt()
}

/// The numbers of the pose and of the factors.
fn placing<V: FacetSpace<D>, const D: usize>(body: &View<V, D>) -> impl Iterator<Item = f64> + use<V, D> {
    let translation: [f64; D] = body.pose.translation.into();
    translation.into_iter().chain(columns(&body.pose).into_iter().flatten()).chain(body.factors)
}

fn first_difference(a: impl Iterator<Item = f64>, b: impl Iterator<Item = f64>) -> Ordering {
    a.zip(b).map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
