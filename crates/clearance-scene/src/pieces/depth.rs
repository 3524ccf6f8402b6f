//! How deep two regions of the plane or two solids are in each other, with bounds on both sides.
//!
//! **Problem.** The depth is the length of the shortest translation of B after which the bodies have no common
//! interior.
//!
//! **Lower bound.** A translation that parts A and B parts every convex piece P inside A from every convex piece Q inside
//! B. So the depth is at least that of any pair, and the core bounds it. In the plane the pieces are all of the region
//! ([`partition`]), in space they are proven to be inside ([`inner_pieces`]).
//!
//! **Upper bound.** A translation that parts the hulls parts the bodies. Other ways out are tried: B is pushed out of
//! its deepest pair of pieces, again and again, and what comes out is shortened. In space the pieces leave parts out, so
//! some directions are tried, too. Such a way counts only if the exact relation says that the bodies have no common
//! interior at its end.
//!
//! Both bounds go to zero where the bodies come apart: then the pieces' depths do, and with them the pushes.

use super::inner::inner_pieces;
use super::partition;
use crate::ask::signed_distance;
use crate::mesh::Body;
use crate::outline::OutlineBody;
use crate::relation::{relation, relation_of_outlines};
use clearance::each::Each;
use clearance::{Hull, Pose, Shape, Solver, Space, Vec2, Vec3, WideVector};

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
    let hulls = [a, b].each(|body| Hull::new(body.outline.vertices()).expect("finite points"));
    let are_parted = |pose: Pose<Vec2<f64>>| {
        let mut there = *b;
        there.pose = pose;
        relation_of_outlines(a, &there).is_some_and(|found| !found.relation.is_overlap())
    };
    let pair = Pair { pieces: [first, second], hulls, poses: [a.pose, b.pose], are_parted: &are_parted };
    Some(pair.depth(&[]))
}

/// The depth of two solids: the length of the shortest translation after which they have no common interior. It is 0 if
/// they have none. `None` if a mesh is open, if a pose is not finite, or if a body is scaled or mirrored.
///
/// For two convex solids both bounds are those of [`clearance::signed_distance`]. Otherwise up to 24 convex pieces of
/// each solid bound the depth from below, those where the other one is first. The time grows with the product of the
/// numbers of triangles and of pieces.
///
/// ```
/// use clearance::{Pose, vec3};
/// use clearance_scene::{Mesh, depth_of_solids};
///
/// let corners = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let other = mesh.at(Pose::translation([0.0, 0.0, 1.5]));
/// let depth = depth_of_solids(&mesh.at(Pose::identity()), &other).unwrap();
/// let right = 0.5 / 3f64.sqrt();
/// assert!(depth.lower <= right && right <= depth.upper && depth.upper - depth.lower < 1e-12);
/// ```
pub fn depth_of_solids(a: &Body, b: &Body) -> Option<Depth> {
    if a.factors() != [1.0; 3] || b.factors() != [1.0; 3] {
        return None;
    }
    let found = relation(a, b)?;
    if found.open {
        return None;
    }
    if !found.relation.is_overlap() {
        return Some(Depth { lower: 0.0, upper: 0.0 });
    }
    let hulls = [a, b].each(|body| Hull::new(body.mesh.vertices()).expect("finite points"));
    let pieces = [[a, b], [b, a]].each(|[body, other]| {
        let to_own = |&point: &Vec3<f64>| body.pose.inverse().apply(other.pose.apply(point));
        let points: Vec<Vec3<f64>> = other.mesh.vertices().iter().map(to_own).collect();
        inner_pieces(body.mesh, &points)
    });
    let are_parted = |pose: Pose<Vec3<f64>>| {
        let mut there = *b;
        there.pose = pose;
        relation(a, &there).is_some_and(|found| !found.relation.is_overlap())
    };
    let along_axes = [a, b].into_iter().flat_map(|body| {
        let turn = Pose { translation: Vec3::zero(), ..body.pose };
        [0, 1, 2].each(|axis| turn.apply(Vec3::axis(axis)))
    });
    let directions: Vec<Vec3<f64>> = along_axes.flat_map(|axis| [axis, -axis]).collect();
    let pair = Pair { pieces, hulls, poses: [a.pose, b.pose], are_parted: &are_parted };
    Some(pair.depth(&directions))
}

/// Two bodies that have a common interior.
struct Pair<'a, V: WideVector> {
    /// Convex pieces inside each body.
    pieces: [Vec<Hull<V>>; 2],
    hulls: [Hull<V>; 2],
    poses: [Pose<V>; 2],
    /// Whether the bodies have no common interior with B at a pose, by the exact relation.
    are_parted: &'a dyn Fn(Pose<V>) -> bool,
}

impl<V: WideVector> Pair<'_, V> {
    /// Bounds of the depth. The directions are tried if pushes do not part the bodies.
    fn depth(&self, directions: &[V]) -> Depth {
        let [a, b] = self.poses;
        let around = signed_distance(&Solver::default(), &(&self.hulls[0]).at(a), &(&self.hulls[1]).at(b));
        let mut depth = Depth { lower: 0.0, upper: (-around.lower).max(0.0) };
        let mut way = V::zero();
        let mut is_out = false;
        for push in 0..MOST_PUSHES {
            let Some((found, normal)) = self.deepest(way) else { break };
            if push == 0 {
                depth.lower = found.lower;
            }
            // A little farther than the bound: rounding must not leave them in each other.
            way = way + normal * (found.upper * (1.0 + 1e-12));
            if !(self.length_above(way) < depth.upper) {
                break;
            }
            if self.parts(way) {
                depth.upper = self.shortened(way);
                is_out = true;
                break;
            }
        }
        if !is_out && depth.lower < depth.upper {
            let pushed = Some(way).filter(|way| way.max_abs() > 0.0).map(V::unit);
            for direction in directions.iter().copied().chain(pushed) {
                // Just shorter than what is known: shorter ways alone are of use.
                let way = direction * (depth.upper * 0.999);
                if self.parts(way) {
                    depth.upper = depth.upper.min(self.shortened(way));
                }
            }
        }
        depth.upper = depth.upper.max(depth.lower);
        depth
    }

    /// The deepest pair of pieces once B has gone a way: bounds of its depth, and the direction in which B gets out.
    /// `None` if none is surely deep.
    fn deepest(&self, way: V) -> Option<(Depth, V)> {
        let (a, b) = (self.poses[0], self.moved(way));
        let mut best: Option<(Depth, V)> = None;
        for p in &self.pieces[0] {
            for q in &self.pieces[1] {
                let answer = signed_distance(&Solver::default(), &p.at(a), &q.at(b));
                let depth = Depth { lower: -answer.upper, upper: -answer.lower };
                if depth.lower > best.map_or(0.0, |(best, _)| best.lower) {
                    best = Some((depth, answer.normal));
                }
            }
        }
        best
    }

    fn moved(&self, way: V) -> Pose<V> {
        Pose { translation: self.poses[1].translation + way, ..self.poses[1] }
    }

    /// Whether the bodies have no common interior once B has gone a way.
    fn parts(&self, way: V) -> bool {
        (self.are_parted)(self.moved(way))
    }

    /// The length of a shorter way in the same direction that parts them, too, found by halving.
    fn shortened(&self, way: V) -> f64 {
        let (mut within, mut parted) = (0.0, 1.0);
        for _ in 0..SHORTENINGS {
            let middle = 0.5 * (within + parted);
            if self.parts(way * middle) {
                parted = middle;
            } else {
                within = middle;
            }
        }
        self.length_above(way * parted)
    }

    /// A bound of the length of the way that B really goes: its translation is rounded.
    fn length_above(&self, way: V) -> f64 {
        let length = way.length() * (1.0 + 8.0 * f64::EPSILON);
        length + 2.0 * f64::EPSILON * (self.poses[1].translation.sum_abs() + way.sum_abs())
    }
}

/// The convex pieces of a region.
fn pieces(body: &OutlineBody) -> Option<Vec<Hull<Vec2<f64>>>> {
    let parts = partition(body.outline).ok()?;
    let at = |&corner: &u32| body.outline.vertices()[corner as usize];
    parts.pieces.iter().map(|piece| Hull::new(&piece.corners.iter().map(at).collect::<Vec<_>>()).ok()).collect()
}
