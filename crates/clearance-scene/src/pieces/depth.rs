//! How deep two regions of the plane are in each other, with bounds on both sides.
//!
//! **Problem.** The depth is the length of the shortest translation of B after which the regions have no common
//! interior.
//!
//! **Lower bound.** A translation that parts A and B parts every piece P of A from every piece Q of B. So the depth is
//! at least that of any pair of convex pieces, and the core bounds it.
//!
//! **Upper bound.** A translation that parts the hulls parts the regions. Other ways out are tried: B is pushed out of
//! its deepest pair of pieces, again and again, and what comes out is shortened. Such a way counts only if the exact
//! relation says that the regions have no common interior at its end.
//!
//! Both bounds go to zero where the regions come apart: then the pieces' depths do, and with them the pushes.

use super::partition;
use crate::outline::OutlineBody;
use crate::relation::relation_of_outlines;
use clearance::{Hull, Pose, Shape, Solver, Vec2, vec2};

/// Bounds of a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// No shorter translation parts the bodies.
    pub lower: f64,
    /// A translation of this length parts them.
    pub upper: f64,
}

/// Pushes out of the deepest pair. Bodies that are wedged need a few.
const MOST_PUSHES: usize = 40;

/// Halvings of a way out.
const SHORTENINGS: usize = 12;

/// The most pairs of pieces that are looked at in each push.
const MOST_PAIRS: usize = 40_000;

/// The depth of two regions of the plane: the length of the shortest translation after which they have no common
/// interior. It is 0 if they have none. `None` if a pose is not finite, if a body is scaled or mirrored, or if an
/// outline has no convex pieces ([`partition`]) or very many.
///
/// For two convex regions both bounds are those of [`clearance::signed_distance`]. In general the exact depth is not
/// computed: it takes a time of the order of n³m³.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Outline, depth_of_outlines};
///
/// // A block in the notch of an L touches the floor of the notch, and is then moved into it by 1/4.
/// let ell = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
/// let ell = Outline::new(&[vec![ell.to_vec()]]).unwrap();
/// let block = Outline::new(&[vec![vec![[2.0, 1.0], [3.0, 1.0], [3.0, 2.0], [2.0, 2.0]]]]).unwrap();
/// let at = |y: f64| block.at(Pose::translation([0.0, y]));
/// let depth = |y: f64| depth_of_outlines(&ell.at(Pose::identity()), &at(y)).unwrap();
/// assert_eq!(depth(0.0).upper, 0.0);
/// let sunk = depth(-0.25);
/// assert!(sunk.lower <= 0.25 && 0.25 <= sunk.upper && sunk.upper - sunk.lower < 1e-9);
/// ```
pub fn depth_of_outlines(a: &OutlineBody, b: &OutlineBody) -> Option<Depth> {
    if a.factors() != [1.0; 2] || b.factors() != [1.0; 2] {
        return None;
    }
    if !relation_of_outlines(a, b)?.relation.is_overlap() {
        return Some(Depth { lower: 0.0, upper: 0.0 });
    }
    let [first, second] = [pieces(a)?, pieces(b)?];
    if first.len() * second.len() > MOST_PAIRS {
        return None;
    }
    let hulls = [a, b].map(|body| Hull::new(body.outline.vertices()).expect("finite points"));
    let around = Solver::default().signed_distance(&hulls[0].clone().at(a.pose), &hulls[1].clone().at(b.pose));
    let mut depth = Depth { lower: 0.0, upper: (-around.lower).max(0.0) };
    let mut way = vec2(0.0, 0.0);
    for push in 0..MOST_PUSHES {
        let Some((found, normal)) = deepest([&first, &second], a.pose, moved(b.pose, way)) else { break };
        if push == 0 {
            depth.lower = found.lower;
        }
        // A little farther than the bound: rounding must not leave them in each other.
        way += normal * (found.upper * (1.0 + 1e-12));
        if !(length_above(b.pose, way) < depth.upper) {
            break;
        }
        if are_parted(a, b, way) {
            depth.upper = shortened(a, b, way);
            break;
        }
    }
    depth.upper = depth.upper.max(depth.lower);
    Some(depth)
}

/// The convex pieces of a region.
fn pieces(body: &OutlineBody) -> Option<Vec<Hull<Vec2<f64>>>> {
    let parts = partition(body.outline).ok()?;
    let at = |&corner: &u32| body.outline.vertices()[corner as usize];
    parts.pieces.iter().map(|piece| Hull::new(&piece.corners.iter().map(at).collect::<Vec<_>>()).ok()).collect()
}

/// The deepest pair of pieces: bounds of its depth, and the direction in which B gets out. `None` if none is surely
/// deep.
fn deepest(pieces: [&[Hull<Vec2<f64>>]; 2], a: Pose<Vec2<f64>>, b: Pose<Vec2<f64>>) -> Option<(Depth, Vec2<f64>)> {
    let mut best: Option<(Depth, Vec2<f64>)> = None;
    for p in pieces[0] {
        for q in pieces[1] {
            let answer = Solver::default().signed_distance(&p.clone().at(a), &q.clone().at(b));
            let depth = Depth { lower: -answer.upper, upper: -answer.lower };
            if depth.lower > best.map_or(0.0, |(best, _)| best.lower) {
                best = Some((depth, answer.normal));
            }
        }
    }
    best
}

fn moved(pose: Pose<Vec2<f64>>, way: Vec2<f64>) -> Pose<Vec2<f64>> {
    Pose { translation: pose.translation + way, ..pose }
}

/// Whether the regions have no common interior once B has gone a way, by the exact relation.
fn are_parted(a: &OutlineBody, b: &OutlineBody, way: Vec2<f64>) -> bool {
    let mut there = *b;
    there.pose = moved(b.pose, way);
    relation_of_outlines(a, &there).is_some_and(|found| !found.relation.is_overlap())
}

/// The length of a shorter way in the same direction that parts them, too, found by halving.
fn shortened(a: &OutlineBody, b: &OutlineBody, way: Vec2<f64>) -> f64 {
    let (mut within, mut parted) = (0.0, 1.0);
    for _ in 0..SHORTENINGS {
        let middle = 0.5 * (within + parted);
        if are_parted(a, b, way * middle) {
            parted = middle;
        } else {
            within = middle;
        }
    }
    length_above(b.pose, way * parted)
}

/// A bound of the length of the way that a body really goes: its translation is rounded.
fn length_above(pose: Pose<Vec2<f64>>, way: Vec2<f64>) -> f64 {
    let length = way.dot(way).sqrt() * (1.0 + 8.0 * f64::EPSILON);
    let size = |v: Vec2<f64>| v.x.abs() + v.y.abs();
    length + 2.0 * f64::EPSILON * (size(pose.translation) + size(way))
}
