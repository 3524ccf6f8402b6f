//! The two kinds of scenes: meshes in space, and outlines in the plane.

use clearance::{HalfSpace, SupportMap, Vec3, Vector};
use clearance_files::solid::Dimension;
use clearance_scene::proof::{Facets, pose_in_plane, pose_in_space};
use clearance_scene::{Depth, Mesh, Outline, Scene, Solid};

use crate::{convexity, part, surfaces};

/// A kind of objects, as the command shows them.
pub trait Kind: Solid<Vector: Dimension> {
    /// 2 in the plane, 3 in space.
    const DIMENSION: usize;

    /// The numbers of an object's pose, as a proof has them.
    fn pose(scene: &Scene<Self>, object: usize) -> Vec<f64>
    where
        Self: Sized;

    /// The vertices and the leaves of an object.
    fn facets(scene: &Scene<Self>, object: usize) -> Facets
    where
        Self: Sized;

    /// The vertices of an object in the world, up to rounding.
    fn placed_vertices(scene: &Scene<Self>, object: usize) -> Vec<Vec3<f64>>
    where
        Self: Sized;

    /// How far a convex body may be from its hull: 0 if it is convex. `None` if it is not convex.
    fn hull_distance(scene: &Scene<Self>, object: usize) -> Option<f64>
    where
        Self: Sized;

    /// Whether the overlap of an object is told unasked.
    fn is_small(scene: &Scene<Self>, object: usize) -> bool
    where
        Self: Sized;

    /// Bounds of the depth of two objects that overlap, if they are small.
    fn depth(scene: &Scene<Self>, pair: [usize; 2]) -> Option<Depth>
    where
        Self: Sized;
}

impl Kind for Mesh {
    const DIMENSION: usize = 3;
    fn pose(scene: &Scene<Self>, object: usize) -> Vec<f64> {
        pose_in_space(&scene.pose(object))
    }
    fn facets(scene: &Scene<Self>, object: usize) -> Facets {
        if scene.half_space(object).is_some() {
            return point_of_plane(Self::pose(scene, object));
        }
        Facets::from(&scene.body(object))
    }
    fn placed_vertices(scene: &Scene<Self>, object: usize) -> Vec<Vec3<f64>> {
        if let Some(half_space) = scene.half_space(object) {
            return vec![on_plane(&half_space, |point| scene.pose(object).apply(point))];
        }
        let body = scene.body(object);
        body.mesh.vertices().iter().map(|&vertex| body.pose.apply(vertex)).collect()
    }
    fn hull_distance(scene: &Scene<Self>, object: usize) -> Option<f64> {
        if scene.half_space(object).is_some() { Some(0.0) } else { convexity::of_mesh(scene.body(object).mesh) }
    }
    fn is_small(scene: &Scene<Self>, object: usize) -> bool {
        scene.half_space(object).is_some() || part::is_small_mesh(scene.body(object).mesh)
    }
    fn depth(scene: &Scene<Self>, [a, b]: [usize; 2]) -> Option<Depth> {
        if [a, b].iter().any(|&object| scene.half_space(object).is_some()) {
            return None;
        }
        surfaces::depth_of_meshes(&scene.body(a), &scene.body(b))
    }
}

impl Kind for Outline {
    const DIMENSION: usize = 2;
    fn pose(scene: &Scene<Self>, object: usize) -> Vec<f64> {
        pose_in_plane(&scene.pose(object))
    }
    fn facets(scene: &Scene<Self>, object: usize) -> Facets {
        if scene.half_space(object).is_some() {
            return point_of_plane(Self::pose(scene, object));
        }
        Facets::from(&scene.body(object))
    }
    fn placed_vertices(scene: &Scene<Self>, object: usize) -> Vec<Vec3<f64>> {
        if let Some(half_space) = scene.half_space(object) {
            return vec![on_plane(&half_space, |point| Self::coordinates(scene.pose(object).apply(point)).into())];
        }
        let body = scene.body(object);
        let placed = body.outline.vertices().iter().map(|&vertex| Self::coordinates(body.pose.apply(vertex)));
        placed.map(Vec3::from).collect()
    }
    fn hull_distance(scene: &Scene<Self>, object: usize) -> Option<f64> {
        if scene.half_space(object).is_some() {
            return Some(0.0);
        }
        let outline = scene.body(object).outline;
        let [ring] = outline.rings() else { return None };
        let edges = ring.first_edge..ring.first_edge + ring.edge_count;
        let corners: Vec<[f64; 2]> = edges.map(|edge| outline.ends(edge)[0]).map(|end| [end.x, end.y]).collect();
        (outline.is_closed() && convexity::of_ring(&corners)).then_some(0.0)
    }
    fn is_small(scene: &Scene<Self>, object: usize) -> bool {
        scene.half_space(object).is_some() || part::is_small_outline(scene.body(object).outline)
    }
    fn depth(scene: &Scene<Self>, [a, b]: [usize; 2]) -> Option<Depth> {
        if [a, b].iter().any(|&object| scene.half_space(object).is_some()) {
            return None;
        }
        surfaces::depth_of_regions(&scene.body(a), &scene.body(b))
    }
}

/// A half-space as a picture shows it, at a pose: a point of its plane, and nothing of what has no end.
fn point_of_plane(pose: Vec<f64>) -> Facets {
    Facets { vertices: vec![[0.0; 3]], leaves: vec![[0; 3]], pose }
}

/// The point of a half-space's plane that is nearest to its origin, in the world.
fn on_plane<V: Vector<Wide = V>>(half_space: &HalfSpace<V>, placed: impl Fn(V) -> Vec3<f64>) -> Vec3<f64>
where
    HalfSpace<V>: SupportMap<V>,
{
    placed(half_space.support(half_space.normal()))
}
