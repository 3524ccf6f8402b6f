//! What the objects of a scene are: meshes in space, or outlines in the plane.

use crate::composite::Sealed;
use crate::mesh::{Body, Mesh};
use crate::outline::{Outline, OutlineBody};
use crate::relation::{self, Relation};
use crate::search::{Nearest, are_placed, distance, is_below, within};
use clearance::{Placed, PointCloud, Pose, Shape, Vec2, Vec3, Vector, signed_distance};
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

    /// How deep the convex hulls overlap: not less than the exact depth. `None` if a hull has no points.
    #[doc(hidden)]
    fn depth_of_hulls(bodies: [&Self::Body<'_>; 2]) -> Option<f64>;
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
        [0, 1, 2].map(|row| [rows[row][0], rows[row][1], rows[row][2]])
    }
    fn parts(&self) -> (Vec<bool>, Vec<Vec3<f64>>) {
        let mut leader: Vec<u32> = (0..self.vertices().len() as u32).collect();
        let mut is_used = vec![false; leader.len()];
        for &[a, b, c] in self.triangles() {
            [a, b, c].into_iter().for_each(|corner| is_used[corner as usize] = true);
            let first = lead(&mut leader, a);
            for other in [b, c] {
                let other = lead(&mut leader, other);
                leader[other as usize] = first;
            }
        }
        let is_first = |&vertex: &u32| is_used[vertex as usize] && leader[vertex as usize] == vertex;
        let leaders = (0..leader.len() as u32).filter(is_first);
        let corners = leaders.map(|vertex| self.vertices()[vertex as usize]).collect();
        (is_used, corners)
    }
    fn is_open(&self) -> bool {
        self.is_open()
    }
    fn are_placed([a, b]: [&Body; 2]) -> bool {
        are_placed(a, b)
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
    fn depth_of_hulls(bodies: [&Body; 2]) -> Option<f64> {
        let [a, b] = bodies.map(|body| Some(PointCloud::new(body.mesh.vertices().to_vec()).ok()?.at(body.pose)));
        depth(a?, b?)
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
        are_placed(a, b)
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
    fn depth_of_hulls(bodies: [&OutlineBody; 2]) -> Option<f64> {
        let [a, b] = bodies.map(|body| Some(PointCloud::new(body.outline.vertices().to_vec()).ok()?.at(body.pose)));
        depth(a?, b?)
    }
}

/// How deep two hulls overlap, not less than the exact depth. Negative if they are apart.
fn depth<V: clearance::WideVector>(a: Placed<PointCloud<V>, V>, b: Placed<PointCloud<V>, V>) -> Option<f64> {
    Some(-signed_distance(&a, &b).lower)
}

/// The leader of a vertex's set. The path to it is halved on the way.
fn lead(leader: &mut [u32], mut vertex: u32) -> u32 {
    while leader[vertex as usize] != vertex {
        leader[vertex as usize] = leader[leader[vertex as usize] as usize];
        vertex = leader[vertex as usize];
    }
    vertex
}
