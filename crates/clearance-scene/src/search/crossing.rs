//! Whether two triangles cross, by signs of volumes in floats that are sure.
//!
//! Six corners have nine volumes that matter. Where each is farther from zero than its error, the verdict is proven, and
//! exact numbers need not be asked. docs/math/meshes.md has the proof.

use super::frame::Point;
use super::pair::Pair;
use crate::facets::FacetSpace;
use crate::signs::sure_side_of_plane;
use clearance::each::Each;
use std::array::from_fn;
use std::cmp::Ordering;

/// Whether two facets have a common point, if signs in floats prove it. `None` if they do not, or if the facets are no
/// triangles.
pub(super) fn proven_meeting<V: FacetSpace<D>, const D: usize>(pair: &Pair<V, D>, leaves: [u32; 2]) -> Option<bool> {
    let facets = pair.facets.filter(|_| D == 3)?;
    let (of_a, of_b) = (pair.corners_of_a(facets, leaves[0]), pair.corners_of_b(facets, leaves[1]));
    // Corners in the frame are off by less than the slack. The linear map to the frame keeps what meets.
    do_meet(triangle(of_a), triangle(of_b), pair.frame.slack)
}

/// The least and the greatest coordinates of a facet.
pub(super) fn ends_of<const D: usize>(corners: [Point<D>; D]) -> [Point<D>; 2] {
    let of = |choose: fn(f64, f64) -> f64| {
        from_fn(|axis| corners[1..].iter().fold(corners[0][axis], |most, corner| choose(most, corner[axis])))
    };
    [of(f64::min), of(f64::max)]
}

/// Whether two boxes are apart although each coordinate may be off by `error`. The sums round by less than what the
/// slack holds beside the errors of corners.
pub(super) fn are_beside<const D: usize>(own: [Point<D>; 2], other: [Point<D>; 2], error: f64) -> bool {
    let gap = 2.0 * error;
    (0..D).any(|axis| own[0][axis] > other[1][axis] + gap || other[0][axis] > own[1][axis] + gap)
}

/// The corners of a facet in space.
fn triangle<const D: usize>(corners: [Point<D>; D]) -> [[f64; 3]; 3] {
    from_fn(|corner| from_fn(|axis| corners[corner][axis]))
}

/// Whether two triangles meet although each coordinate may be off by `error`. `None` if it is not sure.
fn do_meet(a: [[f64; 3]; 3], b: [[f64; 3]; 3], error: f64) -> Option<bool> {
    if are_beside(ends_of(a), ends_of(b), error) {
        return Some(false);
    }
    let of_a = a.each(|corner| sure_side_of_plane([b[0], b[1], b[2], corner], error));
    if is_one_sided(of_a) {
        return Some(false);
    }
    let of_b = b.each(|corner| sure_side_of_plane([a[0], a[1], a[2], corner], error));
    if is_one_sided(of_b) {
        return Some(false);
    }
    let passages = [passage(a, of_a, b, error), passage(b, of_b, a, error)];
    match passages {
        [Some(true), _] | [_, Some(true)] => Some(true),
        [Some(false), Some(false)] => Some(false),
        _ => None,
    }
}

/// Whether all corners are surely on the same side of a plane.
fn is_one_sided(sides: [Option<Ordering>; 3]) -> bool {
    sides[0].is_some() && sides[0] == sides[1] && sides[1] == sides[2]
}

/// Whether an edge of a triangle passes through another triangle. `sides` are the sides of the corners. `None` if it is
/// not sure.
fn passage(own: [[f64; 3]; 3], sides: [Option<Ordering>; 3], other: [[f64; 3]; 3], error: f64) -> Option<bool> {
    let mut is_sure = sides.iter().all(Option::is_some);
    for corner in 0..3 {
        let next = (corner + 1) % 3;
        let (Some(from), Some(to)) = (sides[corner], sides[next]) else { continue };
        if from == to {
            continue;
        }
        let turn = |edge: usize| {
            let [from, to] = [other[edge], other[(edge + 1) % 3]];
            sure_side_of_plane([own[corner], own[next], from, to], error)
        };
        let turns = from_fn(turn);
        if is_one_sided(turns) {
            return Some(true);
        }
        is_sure &= turns.contains(&Some(Ordering::Less)) && turns.contains(&Some(Ordering::Greater));
    }
    is_sure.then_some(false)
}
