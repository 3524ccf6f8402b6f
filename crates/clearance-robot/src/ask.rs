//! Two links at their places: the distance of their surfaces, and whether these meet beyond all error.

use crate::body::{Body, BodyLeaf};
use crate::frame::{Frame, U, UP};
use crate::sweep::Sweep;
#[cfg(feature = "proof")]
use clearance::SupportMap;
use clearance::{Pose, Proximity, Solver, Status, Vec3};
use clearance_scene::{Composite, CompoundBody, Mesh, Nearest, NearestCache, overlaps, pairs_within, within_cached};

/// A link at its place.
#[derive(Clone, Copy)]
pub(crate) struct Stood<'a> {
    pub body: &'a Body,
    pub pose: Pose<Vec3<f64>>,
    /// The same place as a matrix: it and the pose put no point of the link farther apart than `error`.
    pub frame: Frame,
    /// The centre of the ball around the link, where the pose puts it.
    pub centre: Vec3<f64>,
    /// No point of the link is farther than this from where the pose puts it.
    pub error: f64,
}

/// What was seen of two links: the nearest pair of leaves, with the error of the places not yet in its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub proximity: Proximity<Vec3<f64>>,
    pub leaves: [BodyLeaf; 2],
}

impl<'a> Stood<'a> {
    pub fn new(body: &'a Body, frame: &Frame) -> Self {
        let (pose, error) = frame.pose(body.reach);
        // A solid stands at the product of two poses, which rounds.
        let product = if body.solids.is_some() { 64.0 * U * body.reach + 16.0 * U * frame.place.length() } else { 0.0 };
        Self { body, pose, frame: *frame, centre: pose.apply(body.centre), error: (error + body.slack + product) * UP }
    }

    fn parts(&self) -> [Option<Kind<'a>>; 2] {
        let mesh = self.body.mesh.as_deref().map(Kind::Mesh);
        [mesh, self.body.solids.as_ref().map(|solids| Kind::Solids(solids.at(self.pose)))]
    }

    fn mesh_body(&self, mesh: &'a Mesh) -> clearance_scene::Body<'a> {
        mesh.at(self.pose)
    }
}

enum Kind<'a> {
    Mesh(&'a Mesh),
    Solids(CompoundBody<'a>),
}

impl Kind<'_> {
    fn leaf(&self, leaf: u32) -> BodyLeaf {
        match self {
            Self::Mesh(_) => BodyLeaf::Triangle(leaf),
            Self::Solids(_) => BodyLeaf::Solid(leaf),
        }
    }
}

/// Runs the same text for the four combinations of meshes and solids.
macro_rules! with_bodies {
    ([$a:expr, $b:expr], [$of_a:expr, $of_b:expr], |$x:ident, $y:ident| $body:expr) => {
        match ($of_a, $of_b) {
            (Kind::Mesh(a), Kind::Mesh(b)) => {
                let ($x, $y) = (&$a.mesh_body(a), &$b.mesh_body(b));
                $body
            }
            (Kind::Mesh(a), Kind::Solids($y)) => {
                let $x = &$a.mesh_body(a);
                $body
            }
            (Kind::Solids($x), Kind::Mesh(b)) => {
                let $y = &$b.mesh_body(b);
                $body
            }
            (Kind::Solids($x), Kind::Solids($y)) => $body,
        }
    };
}

/// A limit for a solver that leaves out nothing within this one: up to its tolerance, the computed distance decides.
fn beyond(limit: f64, tolerance: f64) -> f64 {
    limit * (1.0 + 4.0 * tolerance) * UP
}

/// The nearest leaves of two links, also of some that are farther than the limit by a few tolerances. `None`: they are farther.
pub(crate) fn nearest(a: &Stood, b: &Stood, limit: f64, cache: Option<&mut NearestCache>) -> Option<Seen> {
    let (mut own, mut best) = (NearestCache::default(), None::<Seen>);
    let only = a.body.solids.is_none() && b.body.solids.is_none();
    let cache = cache.filter(|_| only).unwrap_or(&mut own);
    for of_a in a.parts().iter().flatten() {
        for of_b in b.parts().iter().flatten() {
            let limit = best.as_ref().map_or(limit, |best| best.proximity.upper.min(limit));
            let plain = Solver::default();
            let solver = Solver { max_distance: beyond(limit, plain.tolerance), ..plain };
            let found = with_bodies!([a, b], [of_a, of_b], |x, y| within_cached(&solver, x, y, cache));
            let Some(Nearest { proximity, leaf_a, leaf_b }) = found else { continue };
            let seen = Seen { proximity, leaves: [of_a.leaf(leaf_a), of_b.leaf(leaf_b)] };
            if best.as_ref().is_none_or(|best| seen.proximity.distance < best.proximity.distance) {
                best = Some(seen);
            }
        }
    }
    best
}

/// All pairs of leaves that are no farther apart than the limit.
pub(crate) fn several(a: &Stood, b: &Stood, limit: f64) -> Vec<Seen> {
    let mut all = Vec::new();
    for of_a in a.parts().iter().flatten() {
        for of_b in b.parts().iter().flatten() {
            let found = with_bodies!([a, b], [of_a, of_b], |x, y| pairs_within(x, y, limit));
            all.extend(found.into_iter().map(|Nearest { proximity, leaf_a, leaf_b }| {
                let leaves = [of_a.leaf(leaf_a), of_b.leaf(leaf_b)];
                Seen { proximity, leaves }
            }));
        }
    }
    all
}

/// Whether the nearest points of two leaves are unique, by margins that are larger than the errors.
pub(crate) fn leaf_is_regular(a: &Stood, b: &Stood, seen: &Seen) -> bool {
    let [(kind_a, leaf_a), (kind_b, leaf_b)] = seen.leaves.map(number);
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let (Some(of_a), Some(of_b)) = (&parts_a[kind_a], &parts_b[kind_b]) else { return false };
    let origin = Vec3::default();
    with_bodies!([a, b], [of_a, of_b], |x, y| {
        Solver::default().gradient(&x.leaf(leaf_a), &y.leaf(leaf_b), &seen.proximity, origin, origin).regular
    })
}

/// How many pairs of leaves that meet are tried. More: a crossing that few leaves show is found, and a deep one takes
/// longer.
const MOST_TRIED: usize = 256;

/// Two leaves that meet beyond all error: they are deeper in each other than the errors of both places. So the links
/// meet, and not only where floats put them.
///
/// A depth δ is the least length that parts two convex sets. If every point of both is moved by less than δ in sum, the
/// sets still meet: the support function of their difference changes by less than δ.
///
/// `first` is a pair that meets, and is tried before the others.
pub(crate) fn crossing(a: &Stood, b: &Stood, first: [BodyLeaf; 2]) -> Option<[BodyLeaf; 2]> {
    let error = (a.error + b.error) * UP;
    if depth(a, b, first).is_some_and(|depth| depth > error) {
        return Some(first);
    }
    for of_a in a.parts().iter().flatten() {
        for of_b in b.parts().iter().flatten() {
            let found = with_bodies!([a, b], [of_a, of_b], |x, y| crossing_leaves(x, y, error));
            if let Some([leaf_a, leaf_b]) = found {
                return Some([of_a.leaf(leaf_a), of_b.leaf(leaf_b)]);
            }
        }
    }
    None
}

fn crossing_leaves<A, B>(a: &A, b: &B, error: f64) -> Option<[u32; 2]>
where
    A: Composite<3, Vector = Vec3<f64>>,
    B: Composite<3, Vector = Vec3<f64>>,
{
    if !overlaps(a, b) {
        return None;
    }
    let depth = |leaves: [u32; 2]| {
        let answer = Solver::default().signed_distance(&a.leaf(leaves[0]), &b.leaf(leaves[1]));
        if answer.status == Status::Overlapping { -answer.upper } else { 0.0 }
    };
    let pairs = pairs_within(a, b, 0.0);
    let mut tried = pairs.iter().take(MOST_TRIED).map(|pair| [pair.leaf_a, pair.leaf_b]);
    tried.find(|&leaves| depth(leaves) > error)
}

/// At most so many pairs of leaves that meet where floats put them, spread over all of them.
pub(crate) fn meeting_leaves(a: &Stood, b: &Stood, most: usize) -> Vec<[BodyLeaf; 2]> {
    let pairs = several(a, b, 0.0);
    let step = pairs.len().div_ceil(most).max(1);
    pairs.iter().step_by(step).map(|seen| seen.leaves).collect()
}

/// A lower bound of the depth of two leaves in each other.
pub(crate) fn depth(a: &Stood, b: &Stood, leaves: [BodyLeaf; 2]) -> Option<f64> {
    let [(kind_a, leaf_a), (kind_b, leaf_b)] = leaves.map(number);
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let (of_a, of_b) = (parts_a[kind_a].as_ref()?, parts_b[kind_b].as_ref()?);
    let answer = with_bodies!([a, b], [of_a, of_b], |x, y| {
        Solver::default().signed_distance(&x.leaf(leaf_a), &y.leaf(leaf_b))
    });
    (answer.status == Status::Overlapping).then_some(-answer.upper)
}

/// A point in both of two leaves that meet, of which one is a solid at least: as deep in the solids as steps along the
/// ways inward lead. A point of a triangle stays in it.
#[cfg(feature = "proof")]
pub(crate) fn common_point(a: &Stood, b: &Stood, leaves: [BodyLeaf; 2]) -> Option<Vec3<f64>> {
    let [(kind_a, leaf_a), (kind_b, leaf_b)] = leaves.map(number);
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let (of_a, of_b) = (parts_a[kind_a].as_ref()?, parts_b[kind_b].as_ref()?);
    let is_flat = leaves.map(|leaf| matches!(leaf, BodyLeaf::Triangle(_)));
    with_bodies!([a, b], [of_a, of_b], |x, y| {
        let (x, y) = (x.leaf(leaf_a), y.leaf(leaf_b));
        let answer = Solver::default().signed_distance(&x, &y);
        let start = (answer.point_a + answer.point_b) * 0.5;
        let size = a.body.radius.min(b.body.radius);
        deepest([&x, &y], is_flat, start, size)
    })
}

/// The steps of [`common_point`], each of which is kept or makes the next ones shorter.
#[cfg(feature = "proof")]
const INWARD: usize = 200;

#[cfg(feature = "proof")]
fn deepest(
    shapes: [&dyn SupportMap<Vec3<f64>>; 2],
    is_flat: [bool; 2],
    start: Vec3<f64>,
    size: f64,
) -> Option<Vec3<f64>> {
    let seen = |p: Vec3<f64>, side: usize| {
        clearance::Point::new(p).ok().map(|p| Solver::default().signed_distance(&p, &shapes[side]))
    };
    let onto = |p: Vec3<f64>| match is_flat.iter().position(|flat| *flat) {
        Some(side) => seen(p, side).map(|answer| if answer.distance > 0.0 { answer.point_b } else { p }),
        None => Some(p),
    };
    // How far outside of the worse solid a point is, and the ways into both.
    let value = |p: Vec3<f64>| {
        let (mut worst, mut ways) = (f64::NEG_INFINITY, Vec::new());
        for side in (0..2).filter(|&side| !is_flat[side]) {
            let answer = seen(p, side)?;
            ways.push((answer.distance, answer.normal));
            worst = worst.max(answer.distance);
        }
        ways.sort_by(|one, other| other.0.total_cmp(&one.0));
        Some((worst, ways))
    };
    let mut p = onto(start)?;
    let (mut least, mut ways) = value(p)?;
    let mut step = 0.25 * size;
    for _ in 0..INWARD {
        let mut tried: Vec<Vec3<f64>> = ways.iter().map(|(_, way)| *way).collect();
        if let [first, second] = tried[..] {
            tried.push((first + second) * 0.5);
        }
        let mut found = None;
        for way in tried {
            let next = onto(p + way * step)?;
            let (worst, ways) = value(next)?;
            if worst < least {
                (least, found) = (worst, Some((next, ways)));
            }
        }
        match found {
            Some((next, next_ways)) => (p, ways) = (next, next_ways),
            None => step *= 0.7,
        }
    }
    (least < 0.0).then_some(p)
}

/// The place of a leaf's kind among the parts, and its number there.
fn number(leaf: BodyLeaf) -> (usize, u32) {
    match leaf {
        BodyLeaf::Triangle(number) => (0, number),
        BodyLeaf::Solid(number) => (1, number),
    }
}

/// The tolerance of distances of hulls around links.
const COARSE: f64 = 1e-3;

/// The distance of the hulls of few points around two links, less their slack: a lower bound, for frames without errors.
/// `None` if it is beyond the limit.
pub(crate) fn hull_distance(a: &Stood, b: &Stood, limit: f64) -> Option<f64> {
    let [flat_a, flat_b] = [a, b].map(|stood| stood.body.cover.root().flat(&stood.body.cover));
    let slack = (flat_a.slack + flat_b.slack) * UP;
    let max_distance = beyond(limit + slack, COARSE);
    let solver = Solver { max_distance, tolerance: COARSE, ..Solver::default() };
    // Sweeps have no exact signs, which no one needs here.
    let hull_a = Sweep::still(&flat_a.rows, &a.frame, a.centre, a.body.radius);
    let hull_b = Sweep::still(&flat_b.rows, &b.frame, b.centre, b.body.radius);
    let answer = solver.within(&hull_a, &hull_b)?;
    Some(answer.lower - slack).filter(|distance| !(*distance > limit))
}

/// The distance of the balls around two links, less than the true one.
pub(crate) fn ball_gap(a: &Stood, b: &Stood) -> f64 {
    let sum = a.body.radius + b.body.radius;
    let size = a.centre.length() + b.centre.length();
    (b.centre - a.centre).length() * (1.0 - 64.0 * U) - sum * UP - 32.0 * U * size
}
