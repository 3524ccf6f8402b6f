//! What the objects of a scene are: meshes in space, or outlines in the plane.

use super::member::Plane;
use crate::ask::signed_distance;
use crate::composite::{distance, is_below, overlaps, within};
use crate::compound::Single;
use crate::mesh::{Body, Mesh, parts};
use crate::outline::{Outline, OutlineBody};
use crate::overlap::{CommonVolume, ContactRegion, Overlap};
use crate::overlap::{are_same, common_volume, contact_region, is_overlap_more, judged_overlap, overlap};
use crate::relation::{self, Relation};
use crate::search::{Nearest, are_placed, enters};
use crate::view::Sealed;
use clearance::each::Each;
use clearance::{HalfSpace, PointCloud, Pose, Proximity, Shape, Solver, Vec2, Vec3, Vector};
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

    /// Whether leaves of the bodies meet.
    #[doc(hidden)]
    fn meets(bodies: [&Self::Body<'_>; 2]) -> bool;

    /// The relation of two bodies whose poses are valid. `meets` says whether their leaves do.
    #[doc(hidden)]
    fn relation(bodies: [&Self::Body<'_>; 2], meets: bool) -> Relation;

    /// The signed distance of the convex hulls: minus the depth where they overlap.
    #[doc(hidden)]
    fn signed_distance_of_hulls(bodies: [&Self::Body<'_>; 2]) -> Proximity<Self::Vector>;

    /// The nearest leaf to a half-space within a length.
    #[doc(hidden)]
    fn within_plane(body: &Self::Body<'_>, plane: &Plane<Self::Vector>, reach: f64) -> Option<Nearest<Self::Vector>>;

    /// Whether a body is nearer to a half-space than a limit.
    #[doc(hidden)]
    fn is_below_plane(body: &Self::Body<'_>, plane: &Plane<Self::Vector>, limit: f64) -> bool;

    /// The relation of a body and a half-space that meet.
    #[doc(hidden)]
    fn relation_to_plane(body: &Self::Body<'_>, plane: &Plane<Self::Vector>) -> Relation;

    /// The signed distance of a body, which is that of its hull, from a half-space.
    #[doc(hidden)]
    fn signed_distance_from_plane(body: &Self::Body<'_>, plane: &Plane<Self::Vector>) -> Proximity<Self::Vector>;

    /// How much the bodies overlap, if they have a common interior.
    #[doc(hidden)]
    fn overlap(bodies: [&Self::Body<'_>; 2]) -> Option<Overlap<Self::Vector>>;

    /// How much bodies with a common interior overlap, and whether that is more than a length.
    #[doc(hidden)]
    fn judged_overlap(bodies: [&Self::Body<'_>; 2], length: f64) -> Option<(Overlap<Self::Vector>, Option<bool>)>;

    /// Whether the overlap is greater than a length. `None` if rounding leaves it open.
    #[doc(hidden)]
    fn overlaps_more_than(bodies: [&Self::Body<'_>; 2], length: f64) -> Option<bool>;

    #[doc(hidden)]
    fn common_volume(bodies: [&Self::Body<'_>; 2], most_cells: usize) -> Option<CommonVolume>;

    #[doc(hidden)]
    fn contact_region(bodies: [&Self::Body<'_>; 2], band: f64) -> Option<ContactRegion<Self::Vector>>;

    /// Whether each surface is within a length of the other.
    #[doc(hidden)]
    fn are_same(bodies: [&Self::Body<'_>; 2], length: f64) -> bool;
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
    fn meets([a, b]: [&Body; 2]) -> bool {
        overlaps(a, b)
    }
    fn relation([a, b]: [&Body; 2], meets: bool) -> Relation {
        relation::found(a, b, meets).relation
    }
    fn signed_distance_of_hulls(bodies: [&Body; 2]) -> Proximity<Vec3<f64>> {
        let [a, b] = bodies.each(|body| PointCloud::new(body.mesh.vertices().to_vec()).expect("finite points"));
        signed_distance(&Solver::default(), &a.at(bodies[0].pose), &b.at(bodies[1].pose))
    }
    fn within_plane(body: &Body, plane: &Plane<Vec3<f64>>, reach: f64) -> Option<Nearest<Vec3<f64>>> {
        within(body, &Single::new(&plane.placed()), reach)
    }
    fn is_below_plane(body: &Body, plane: &Plane<Vec3<f64>>, limit: f64) -> bool {
        is_below(body, &Single::new(&plane.placed()), limit)
    }
    fn relation_to_plane(body: &Body, plane: &Plane<Vec3<f64>>) -> Relation {
        let own = plane.half_space;
        let beyond = HalfSpace::new(-own.normal(), -own.offset()).expect("the numbers are finite");
        let has_points_in = |half_space: HalfSpace<Vec3<f64>>| {
            let placed = half_space.at(plane.pose);
            enters([&body.view(), &Single::new(&placed).view()])
        };
        relation_beside(has_points_in(own), || has_points_in(beyond))
    }
    fn signed_distance_from_plane(body: &Body, plane: &Plane<Vec3<f64>>) -> Proximity<Vec3<f64>> {
        let points = PointCloud::new(body.mesh.vertices().to_vec()).expect("finite points");
        signed_distance(&Solver::default(), &points.at(body.pose), &plane.placed())
    }
    fn overlap([a, b]: [&Body; 2]) -> Option<Overlap<Self::Vector>> {
        overlap(a, b)
    }
    fn judged_overlap([a, b]: [&Body; 2], length: f64) -> Option<(Overlap<Self::Vector>, Option<bool>)> {
        judged_overlap(a, b, length)
    }
    fn overlaps_more_than([a, b]: [&Body; 2], length: f64) -> Option<bool> {
        is_overlap_more(a, b, length)
    }
    fn common_volume([a, b]: [&Body; 2], most_cells: usize) -> Option<CommonVolume> {
        common_volume(a, b, most_cells)
    }
    fn contact_region([a, b]: [&Body; 2], band: f64) -> Option<ContactRegion<Self::Vector>> {
        contact_region(a, b, band)
    }
    fn are_same([a, b]: [&Body; 2], length: f64) -> bool {
        are_same(a, b, length)
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
    fn meets([a, b]: [&OutlineBody; 2]) -> bool {
        overlaps(a, b)
    }
    fn relation([a, b]: [&OutlineBody; 2], meets: bool) -> Relation {
        relation::outlines_found(a, b, meets).0
    }
    fn signed_distance_of_hulls(bodies: [&OutlineBody; 2]) -> Proximity<Vec2<f64>> {
        let [a, b] = bodies.each(|body| PointCloud::new(body.outline.vertices().to_vec()).expect("finite points"));
        signed_distance(&Solver::default(), &a.at(bodies[0].pose), &b.at(bodies[1].pose))
    }
    fn within_plane(body: &OutlineBody, plane: &Plane<Vec2<f64>>, reach: f64) -> Option<Nearest<Vec2<f64>>> {
        within(body, &Single::new(&plane.placed()), reach)
    }
    fn is_below_plane(body: &OutlineBody, plane: &Plane<Vec2<f64>>, limit: f64) -> bool {
        is_below(body, &Single::new(&plane.placed()), limit)
    }
    fn relation_to_plane(body: &OutlineBody, plane: &Plane<Vec2<f64>>) -> Relation {
        let own = plane.half_space;
        let beyond = HalfSpace::new(-own.normal(), -own.offset()).expect("the numbers are finite");
        let has_points_in = |half_space: HalfSpace<Vec2<f64>>| {
            let placed = half_space.at(plane.pose);
            enters([&body.view(), &Single::new(&placed).view()])
        };
        relation_beside(has_points_in(own), || has_points_in(beyond))
    }
    fn signed_distance_from_plane(body: &OutlineBody, plane: &Plane<Vec2<f64>>) -> Proximity<Vec2<f64>> {
        let points = PointCloud::new(body.outline.vertices().to_vec()).expect("finite points");
        signed_distance(&Solver::default(), &points.at(body.pose), &plane.placed())
    }
    fn overlap([a, b]: [&OutlineBody; 2]) -> Option<Overlap<Self::Vector>> {
        overlap(a, b)
    }
    fn judged_overlap([a, b]: [&OutlineBody; 2], length: f64) -> Option<(Overlap<Self::Vector>, Option<bool>)> {
        judged_overlap(a, b, length)
    }
    fn overlaps_more_than([a, b]: [&OutlineBody; 2], length: f64) -> Option<bool> {
        is_overlap_more(a, b, length)
    }
    fn common_volume([a, b]: [&OutlineBody; 2], most_cells: usize) -> Option<CommonVolume> {
        common_volume(a, b, most_cells)
    }
    fn contact_region([a, b]: [&OutlineBody; 2], band: f64) -> Option<ContactRegion<Self::Vector>> {
        contact_region(a, b, band)
    }
    fn are_same([a, b]: [&OutlineBody; 2], length: f64) -> bool {
        are_same(a, b, length)
    }
}

/// The relation of a body that meets a half-space: whether it has points inside, and whether it has some beyond.
fn relation_beside(enters: bool, is_beyond: impl FnOnce() -> bool) -> Relation {
    match enters {
        false => Relation::Touching,
        true if is_beyond() => Relation::Crossing,
        true => Relation::AInB,
    }
}
