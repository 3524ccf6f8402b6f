//! What the objects of a scene are: meshes in space, or outlines in the plane.

use crate::ask::signed_distance;
use crate::composite::{distance, is_below, within};
use crate::mesh::{Body, Mesh, parts};
use crate::outline::{Outline, OutlineBody};
use crate::relation::{self, Relation};
use crate::search::{Nearest, are_placed};
use crate::view::Sealed;
use clearance::each::Each;
use clearance::{PointCloud, Pose, Proximity, Shape, Solver, Status, Vec2, Vec3, Vector, WideVector};
use std::fmt;

/// What the objects of a scene are made of: [`Mesh`] in space, [`Outline`] in the plane.
///
/// The trait is not for other crates to implement.
pub trait Solid: fmt::Debug + Send + Sync + Sealed + 'static {
    /// The vectors of the world.
    type Vector: Vector<Scalar = f64>;

    /// An object at its place.
    type Body<'a>;

    /// The solid at a pose.
    fn placed(&self, pose: Pose<Self::Vector>) -> Self::Body<'_>;

    /// The coordinates of a vector. The third one is 0 in the plane.
    fn coordinates(vector: Self::Vector) -> [f64; 3];

    /// The vertices in the solid's own frame.
    fn points(&self) -> impl Iterator<Item = Self::Vector>;

    /// The rows of a rotation's matrix.
    #[doc(hidden)]
    fn rows(pose: &Pose<Self::Vector>) -> [[f64; 3]; 3];

    /// Whether a vertex belongs to a leaf, and a vertex of each part: of each set of leaves that hang together.
    #[doc(hidden)]
    fn parts(&self) -> (Vec<bool>, Vec<Self::Vector>);

    /// Whether the solid encloses nothing, so that it counts as its leaves.
    #[doc(hidden)]
    fn is_open(&self) -> bool;

    #[doc(hidden)]
    fn are_placed(bodies: [&Self::Body<'_>; 2]) -> bool;

    #[doc(hidden)]
    fn within(bodies: [&Self::Body<'_>; 2], reach: f64) -> Option<Nearest<Self::Vector>>;

    #[doc(hidden)]
    fn distance(bodies: [&Self::Body<'_>; 2]) -> Nearest<Self::Vector>;

    #[doc(hidden)]
    fn is_below(bodies: [&Self::Body<'_>; 2], limit: f64) -> bool;

    /// The relation of two bodies whose poses are valid. `meets` says whether their leaves do.
    #[doc(hidden)]
    fn relation(bodies: [&Self::Body<'_>; 2], meets: bool) -> Relation;

    /// The signed distance of the convex hulls: minus the depth where they overlap.
    #[doc(hidden)]
    fn signed_distance_of_hulls(bodies: [&Self::Body<'_>; 2]) -> Proximity<Self::Vector>;

    /// Whether a translation no longer than this is known to part the convex hulls, so that they touch at most. False if
    /// a hull has no points.
    #[doc(hidden)]
    fn hulls_part_within(bodies: [&Self::Body<'_>; 2], length: f64) -> bool;
}

impl Sealed for Mesh {}

impl Solid for Mesh {
    type Vector = Vec3<f64>;
    type Body<'a> = Body<'a>;

    fn placed(&self, pose: Pose<Vec3<f64>>) -> Body<'_> {
        self.at(pose)
    }
    fn coordinates(vector: Vec3<f64>) -> [f64; 3] {
        vector.into()
    }
    fn points(&self) -> impl Iterator<Item = Vec3<f64>> {
        self.vertices().iter().copied()
    }
    fn rows(pose: &Pose<Vec3<f64>>) -> [[f64; 3]; 3] {
        let rows = pose.to_row_major();
        [0, 1, 2].each(|row| [rows[row][0], rows[row][1], rows[row][2]])
    }
    fn parts(&self) -> (Vec<bool>, Vec<Vec3<f64>>) {
        let (is_used, firsts) = parts(self.vertices().len(), self.triangles());
        let corners = firsts.into_iter().map(|vertex| self.vertices()[vertex as usize]).collect();
        (is_used, corners)
    }
    fn is_open(&self) -> bool {
        !self.is_closed()
    }
    fn are_placed([a, b]: [&Body; 2]) -> bool {
        are_placed([&a.view(), &b.view()])
    }
    fn within([a, b]: [&Body; 2], reach: f64) -> Option<Nearest> {
        within(a, b, reach)
    }
    fn distance([a, b]: [&Body; 2]) -> Nearest {
        distance(a, b)
    }
    fn is_below([a, b]: [&Body; 2], limit: f64) -> bool {
        is_below(a, b, limit)
    }
    fn relation([a, b]: [&Body; 2], meets: bool) -> Relation {
        relation::found(a, b, meets).relation
    }
    fn signed_distance_of_hulls(bodies: [&Body; 2]) -> Proximity<Vec3<f64>> {
        let [a, b] = bodies.each(|body| PointCloud::new(body.mesh.vertices().to_vec()).expect("finite points"));
        signed_distance(&Solver::default(), &a.at(bodies[0].pose), &b.at(bodies[1].pose))
    }
    fn hulls_part_within(bodies: [&Body; 2], length: f64) -> bool {
        let hulls = bodies.each(|body| PointCloud::new(body.mesh.vertices().to_vec()));
        let [Ok(a), Ok(b)] = hulls else { return false };
        hulls_part_within::<Self>([&a, &b], bodies.each(|body| body.pose), length)
    }
}

impl Sealed for Outline {}

impl Solid for Outline {
    type Vector = Vec2<f64>;
    type Body<'a> = OutlineBody<'a>;

    fn placed(&self, pose: Pose<Vec2<f64>>) -> OutlineBody<'_> {
        self.at(pose)
    }
    fn coordinates(vector: Vec2<f64>) -> [f64; 3] {
        [vector.x, vector.y, 0.0]
    }
    fn points(&self) -> impl Iterator<Item = Vec2<f64>> {
        self.vertices().iter().copied()
    }
    fn rows(pose: &Pose<Vec2<f64>>) -> [[f64; 3]; 3] {
        let [[a, b, _], [c, d, _], _] = pose.to_row_major();
        [[a, b, 0.0], [c, d, 0.0], [0.0; 3]]
    }
    fn parts(&self) -> (Vec<bool>, Vec<Vec2<f64>>) {
        let rings = self.rings().iter().filter(|ring| ring.edge_count > 0);
        (vec![true; self.vertices().len()], rings.map(|ring| self.ends(ring.first_edge)[0]).collect())
    }
    fn is_open(&self) -> bool {
        !self.is_closed()
    }
    fn are_placed([a, b]: [&OutlineBody; 2]) -> bool {
        are_placed([&a.view(), &b.view()])
    }
    fn within([a, b]: [&OutlineBody; 2], reach: f64) -> Option<Nearest<Vec2<f64>>> {
        within(a, b, reach)
    }
    fn distance([a, b]: [&OutlineBody; 2]) -> Nearest<Vec2<f64>> {
        distance(a, b)
    }
    fn is_below([a, b]: [&OutlineBody; 2], limit: f64) -> bool {
        is_below(a, b, limit)
    }
    fn relation([a, b]: [&OutlineBody; 2], meets: bool) -> Relation {
        relation::outlines_found(a, b, meets).0
    }
    fn signed_distance_of_hulls(bodies: [&OutlineBody; 2]) -> Proximity<Vec2<f64>> {
        let [a, b] = bodies.each(|body| PointCloud::new(body.outline.vertices().to_vec()).expect("finite points"));
        signed_distance(&Solver::default(), &a.at(bodies[0].pose), &b.at(bodies[1].pose))
    }
    fn hulls_part_within(bodies: [&OutlineBody; 2], length: f64) -> bool {
        let hulls = bodies.each(|body| PointCloud::new(body.outline.vertices().to_vec()));
        let [Ok(a), Ok(b)] = hulls else { return false };
        hulls_part_within::<Self>([&a, &b], bodies.each(|body| body.pose), length)
    }
}

/// Whether a translation no longer than `length` is known to part two hulls.
///
/// The bracket of the depth decides. Where it holds the length, the hull of B is moved so far along the normal of the
/// depth. If no sum of that rounds, the verdict on the moved hulls is exact. Otherwise the answer is no.
fn hulls_part_within<S: Solid>(hulls: [&PointCloud<S::Vector>; 2], poses: [Pose<S::Vector>; 2], length: f64) -> bool
where
    S::Vector: WideVector,
{
    let a = hulls[0].at(poses[0]);
    let answer = signed_distance(&Solver::default(), &a, &hulls[1].at(poses[1]));
    if -answer.lower <= length || -answer.upper > length {
        return -answer.lower <= length;
    }
    let way = answer.normal * length;
    let translation = poses[1].translation + way;
    let is_exact = translation - poses[1].translation == way && translation - way == poses[1].translation;
    let moved = hulls[1].at(Pose { translation, ..poses[1] });
    is_exact
        && is_no_longer(S::coordinates(way), length)
        && signed_distance(&Solver::default(), &a, &moved).status != Status::Overlapping
}

/// Lengths from this on have squares whose rounding errors are floats, too.
const LEAST: f64 = 1e-140;

/// Whether a vector is known to be no longer than this: its squares and their sums are below, or are not rounded.
fn is_no_longer(vector: [f64; 3], length: f64) -> bool {
    let is_square = |x: f64| x == 0.0 || (x.abs() >= LEAST && x.mul_add(x, -(x * x)) == 0.0);
    let exact_square = |x: f64| is_square(x).then_some(x * x);
    let exact_sum = |x: f64, y: f64| (x + y - x == y && x + y - y == x).then_some(x + y);
    let exact = || {
        let [x, y, z] = vector.each(exact_square);
        Some(exact_sum(exact_sum(x?, y?)?, z?)? <= exact_square(length)?)
    };
    if vector.iter().filter(|&&x| x != 0.0).count() <= 1 {
        return vector.iter().all(|x| x.abs() <= length);
    }
    let size = vector.iter().map(|x| x * x).sum::<f64>();
    let is_clear = length >= LEAST && size <= length * length * (1.0 - 8.0 * f64::EPSILON);
    is_clear || exact().unwrap_or(false)
}
