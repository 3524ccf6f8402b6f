//! The distance and the relation of two bodies of which at least one is a surface or an outline.
//!
//! A polytope of the core takes part as its own surface: inside a closed one it has the distance from the wall, too. A
//! curved shape is solid in the search. Where it holds the whole other body, the wall is as far as the shallowest
//! corner: the depth of a point in a convex set is a concave function, so it is least at a corner.

use std::sync::Arc;

use clearance::{Hull, Placed, Pose, Proximity, Solver, Status, SupportMap, Vec2, Vec3, Vector};
use clearance_files::fault::Fault;
use clearance_files::solid::Object;
use clearance_scene::{
    Body, Depth, Dimension, Filled, Mesh, Nearest, Outline, OutlineBody, Related, Single, depth_of_outlines,
    depth_of_solids, distance_with, is_below, relation, relation_of_outlines, relation_to_shape,
};

use crate::found::Found;
use crate::lattice::{Lattice, Other};
use crate::part::{Composite, is_small_mesh, is_small_outline};
use crate::relation::Relation;

/// A part at its place.
pub enum Standing<'a, V: Vector> {
    /// A surface or an outline.
    Composite(&'a Composite, Pose<V>),
    /// A convex shape.
    Convex(Placed<Object<V>, V>),
}

/// Two bodies of space.
pub fn in_space(
    solver: &Solver,
    a: &Standing<'_, Vec3<f64>>,
    b: &Standing<'_, Vec3<f64>>,
) -> Result<Found<Vec3<f64>>, Fault> {
    match (a, b) {
        (Standing::Composite(Composite::Mesh(a), pose_a), Standing::Composite(Composite::Mesh(b), pose_b)) => {
            Ok(of_meshes(solver, (a, *pose_a), (b, *pose_b)))
        }
        (Standing::Composite(Composite::Mesh(mesh), pose), Standing::Convex(shape)) => {
            Ok(mesh_and_shape(solver, (mesh, *pose), shape))
        }
        (Standing::Convex(shape), Standing::Composite(Composite::Mesh(mesh), pose)) => {
            Ok(mesh_and_shape(solver, (mesh, *pose), shape).swapped())
        }
        (Standing::Composite(Composite::Lattice(lattice), pose), other) => of_lattice(solver, (lattice, *pose), other),
        (other, Standing::Composite(Composite::Lattice(lattice), pose)) => {
            of_lattice(solver, (lattice, *pose), other).map(Found::swapped)
        }
        _ => Err(Fault::new("expected two things of space")),
    }
}

/// Two bodies of the plane.
pub fn in_plane(
    solver: &Solver,
    a: &Standing<'_, Vec2<f64>>,
    b: &Standing<'_, Vec2<f64>>,
) -> Result<Found<Vec2<f64>>, Fault> {
    match (a, b) {
        (Standing::Composite(Composite::Outline(a), pose_a), Standing::Composite(Composite::Outline(b), pose_b)) => {
            Ok(of_outlines(solver, (a, *pose_a), (b, *pose_b)))
        }
        (Standing::Composite(Composite::Outline(outline), pose), Standing::Convex(shape)) => {
            Ok(outline_and_shape(solver, (outline, *pose), shape))
        }
        (Standing::Convex(shape), Standing::Composite(Composite::Outline(outline), pose)) => {
            Ok(outline_and_shape(solver, (outline, *pose), shape).swapped())
        }
        _ => Err(Fault::new("expected two things of the plane")),
    }
}

/// A lattice and another thing. A polytope takes part as its surface, as beside a mesh.
fn of_lattice(
    solver: &Solver,
    (lattice, pose): (&Lattice, Pose<Vec3<f64>>),
    other: &Standing<'_, Vec3<f64>>,
) -> Result<Found<Vec3<f64>>, Fault> {
    match other {
        Standing::Composite(Composite::Mesh(mesh), at) => Ok(lattice.found(solver, pose, &Other::Mesh(mesh, *at))),
        Standing::Composite(Composite::Lattice(other), at) => {
            Ok(lattice.found(solver, pose, &Other::Lattice(other, *at)))
        }
        Standing::Convex(shape) => match surface_of(shape) {
            Some(surface) => {
                let found = lattice.found(solver, pose, &Other::Mesh(&surface, shape.pose()));
                Ok(Found { leaves: [found.leaves[0], 0], ..found })
            }
            None => Ok(lattice.found(solver, pose, &Other::Convex(shape))),
        },
        Standing::Composite(Composite::Outline(_), _) => Err(Fault::new("expected two things of space")),
    }
}

fn of_meshes(
    solver: &Solver,
    (a, pose_a): (&Mesh, Pose<Vec3<f64>>),
    (b, pose_b): (&Mesh, Pose<Vec3<f64>>),
) -> Found<Vec3<f64>> {
    let (a, b) = (a.at(pose_a), b.at(pose_b));
    of_bodies(solver, &a, &b, relation(&a, &b))
}

fn of_outlines(
    solver: &Solver,
    (a, pose_a): (&Outline, Pose<Vec2<f64>>),
    (b, pose_b): (&Outline, Pose<Vec2<f64>>),
) -> Found<Vec2<f64>> {
    let (a, b) = (a.at(pose_a), b.at(pose_b));
    of_bodies(solver, &a, &b, relation_of_outlines(&a, &b))
}

/// Bounds of the depth of two solids. `None` if one is large, open or curved.
pub fn depth_in_space(a: &Standing<'_, Vec3<f64>>, b: &Standing<'_, Vec3<f64>>) -> Option<Depth> {
    let mesh = |standing: &Standing<'_, Vec3<f64>>| match standing {
        Standing::Composite(Composite::Mesh(mesh), pose) => Some((Arc::clone(mesh), *pose)),
        Standing::Composite(Composite::Outline(_) | Composite::Lattice(_), _) => None,
        Standing::Convex(shape) => Some((Arc::new(surface_of(shape)?), shape.pose())),
    };
    let ((a, pose_a), (b, pose_b)) = (mesh(a)?, mesh(b)?);
    depth_of_meshes(&a.at(pose_a), &b.at(pose_b))
}

/// Bounds of the depth of two meshes. `None` if one is large or open.
pub fn depth_of_meshes(a: &Body<'_>, b: &Body<'_>) -> Option<Depth> {
    if is_small_mesh(a.mesh) && is_small_mesh(b.mesh) { depth_of_solids(a, b) } else { None }
}

/// Bounds of the depth of two regions of the plane. `None` if one is large or curved.
pub fn depth_in_plane(a: &Standing<'_, Vec2<f64>>, b: &Standing<'_, Vec2<f64>>) -> Option<Depth> {
    let outline = |standing: &Standing<'_, Vec2<f64>>| match standing {
        Standing::Composite(Composite::Outline(outline), pose) => Some((Arc::clone(outline), *pose)),
        Standing::Composite(Composite::Mesh(_) | Composite::Lattice(_), _) => None,
        Standing::Convex(shape) => Some((Arc::new(ring_of(shape)?), shape.pose())),
    };
    let ((a, pose_a), (b, pose_b)) = (outline(a)?, outline(b)?);
    depth_of_regions(&a.at(pose_a), &b.at(pose_b))
}

/// Bounds of the depth of two outlines. `None` if one is large.
pub fn depth_of_regions(a: &OutlineBody<'_>, b: &OutlineBody<'_>) -> Option<Depth> {
    if is_small_outline(a.outline) && is_small_outline(b.outline) { depth_of_outlines(a, b) } else { None }
}

/// The answer about two bodies whose relation is known. Where a pose is no placement it is not: they count as touching.
fn of_bodies<B: clearance_scene::Composite<D>, const D: usize>(
    solver: &Solver,
    a: &B,
    b: &B,
    related: Option<Related<B::Vector>>,
) -> Found<B::Vector> {
    let nearest = distance_with(solver, a, b);
    let (relation, is_open) = related.map_or((Relation::Touching, false), |related| (related.relation, related.open));
    found(&nearest, relation, is_open)
}

fn mesh_and_shape(
    solver: &Solver,
    (mesh, pose): (&Mesh, Pose<Vec3<f64>>),
    shape: &Placed<Object<Vec3<f64>>, Vec3<f64>>,
) -> Found<Vec3<f64>> {
    if let Some(surface) = surface_of(shape) {
        let found = of_meshes(solver, (mesh, pose), (&surface, shape.pose()));
        return Found { leaves: [found.leaves[0], 0], ..found };
    }
    let skin = Skin {
        is_closed: mesh.is_closed(),
        vertices: mesh.vertices(),
        has_inside: &|point| mesh.has_inside(point) == Some(true),
        leaf_of: &|corner| mesh.triangles().iter().position(|triangle| triangle.contains(&corner)),
    };
    body_and_shape(solver, &mesh.at(pose), &skin, shape)
}

fn outline_and_shape(
    solver: &Solver,
    (outline, pose): (&Outline, Pose<Vec2<f64>>),
    shape: &Placed<Object<Vec2<f64>>, Vec2<f64>>,
) -> Found<Vec2<f64>> {
    if let Some(ring) = ring_of(shape) {
        let found = of_outlines(solver, (outline, pose), (&ring, shape.pose()));
        return Found { leaves: [found.leaves[0], 0], ..found };
    }
    let skin = Skin {
        is_closed: outline.is_closed(),
        vertices: outline.vertices(),
        has_inside: &|point| outline.winding_number(point).is_some_and(|around| around != 0),
        leaf_of: &|corner| outline.edges().iter().position(|edge| edge.contains(&corner)),
    };
    body_and_shape(solver, &outline.at(pose), &skin, shape)
}

/// A surface or an outline in its own frame, as the question about a curved shape needs it.
struct Skin<'a, V> {
    is_closed: bool,
    vertices: &'a [V],
    /// Whether a point is inside, if it is closed.
    has_inside: &'a dyn Fn(V) -> bool,
    /// The first leaf with this vertex.
    leaf_of: &'a dyn Fn(u32) -> Option<usize>,
}

fn body_and_shape<V: Dimension<D>, const D: usize>(
    solver: &Solver,
    body: &impl Filled<D, Vector = V>,
    skin: &Skin<'_, V>,
    shape: &Placed<Object<V>, V>,
) -> Found<V> {
    let (single, pose, is_open) = (Single::new(shape), body.pose(), !skin.is_closed);
    let nearest = distance_with(solver, body, &single);
    if nearest.distance > 0.0 {
        let middle = pose.inverse().apply(middle_of(shape));
        let is_inside = !is_open && (skin.has_inside)(middle);
        return found(&nearest, if is_inside { Relation::BInA } else { Relation::Apart }, is_open);
    }
    let corners = skin.vertices.iter().map(|&vertex| pose.apply(vertex));
    if let Some((corner, wall)) = wall_around(solver, corners, shape) {
        let leaf = (skin.leaf_of)(corner as u32).unwrap_or_default();
        return Found { nearest: wall, leaves: [leaf as u32, 0], relation: Relation::AInB, is_open };
    }
    found(&nearest, relation_to_shape(body, &single), is_open)
}

/// Whether two surfaces of space are nearer than a limit, with equality decided. `None` if one is a convex shape.
pub fn are_below_in_space(a: &Standing<'_, Vec3<f64>>, b: &Standing<'_, Vec3<f64>>, limit: f64) -> Option<bool> {
    match (a, b) {
        (Standing::Composite(Composite::Mesh(a), pose_a), Standing::Composite(Composite::Mesh(b), pose_b)) => {
            Some(is_below(&a.at(*pose_a), &b.at(*pose_b), limit))
        }
        _ => None,
    }
}

/// The same in the plane.
pub fn are_below_in_plane(a: &Standing<'_, Vec2<f64>>, b: &Standing<'_, Vec2<f64>>, limit: f64) -> Option<bool> {
    match (a, b) {
        (Standing::Composite(Composite::Outline(a), pose_a), Standing::Composite(Composite::Outline(b), pose_b)) => {
            Some(is_below(&a.at(*pose_a), &b.at(*pose_b), limit))
        }
        _ => None,
    }
}

fn found<V: Vector>(nearest: &Nearest<V>, relation: Relation, is_open: bool) -> Found<V> {
    Found { nearest: nearest.proximity, leaves: [nearest.leaf_a, nearest.leaf_b], relation, is_open }
}

/// The surface of a polytope with an inside, in its own frame. `None` for other shapes.
fn surface_of(shape: &Placed<Object<Vec3<f64>>, Vec3<f64>>) -> Option<Mesh> {
    let vertices = vertices_of(shape)?;
    let hull = Hull::new(&vertices).ok().filter(|hull| hull.dimension() == 3)?;
    let fan = |face: &[u32]| (2..face.len()).map(|last| [face[0], face[last - 1], face[last]]).collect::<Vec<_>>();
    let triangles: Vec<[u32; 3]> = hull.faces().flat_map(fan).collect();
    Mesh::new(hull.vertices(), &triangles).ok()
}

/// The boundary of a polygon, in its own frame. `None` for other shapes.
fn ring_of(shape: &Placed<Object<Vec2<f64>>, Vec2<f64>>) -> Option<Outline> {
    let vertices = vertices_of(shape)?;
    let hull = Hull::new(&vertices).ok().filter(|hull| hull.dimension() == 2)?;
    Outline::new(&[vec![hull.outline()?.to_vec()]]).ok()
}

/// The vertices of a polytope in its own frame. `None` if it is curved or thickened.
fn vertices_of<V: Vector<Scalar = f64, Wide = V>>(shape: &Placed<Object<V>, V>) -> Option<Vec<V>> {
    let count = shape.vertex_count();
    (count > 0 && shape.radius() == 0.0).then(|| (0..count).map(|index| shape.vertex(index)).collect())
}

/// A point in the shape, in the world: the middle of its farthest points along the axes.
fn middle_of<V: clearance::WideVector>(shape: &impl SupportMap<V>) -> V {
    let sides = (0..V::DIM).flat_map(|axis| [V::axis(axis), -V::axis(axis)]);
    let share = 1.0 / (2 * V::DIM) as f64;
    let middle = sides.fold(V::zero(), |sum, side| sum + shape.support(side) * share);
    shape.pose().apply(middle)
}

/// If a curved shape holds all corners of a body: the corner that is nearest to its surface, and the distance from the
/// corner to the surface.
fn wall_around<V: Vector<Scalar = f64, Wide = V> + clearance::WideVector>(
    solver: &Solver,
    corners: impl Iterator<Item = V>,
    shape: &impl SupportMap<V>,
) -> Option<(usize, Proximity<V>)> {
    let mut nearest: Option<(usize, Proximity<V>)> = None;
    for (index, corner) in corners.enumerate() {
        let point = clearance::Point::new(corner).ok()?;
        let inside = solver.signed_distance(&point, shape);
        if inside.status == Status::Separated {
            return None;
        }
        if nearest.as_ref().is_none_or(|(_, least)| -inside.distance < least.distance) {
            // The way out of the shape is the way to its surface.
            let mut wall = inside;
            (wall.distance, wall.normal) = (-inside.distance, -inside.normal);
            (wall.lower, wall.upper) = ((-inside.upper).max(0.0), -inside.lower);
            nearest = Some((index, wall));
        }
    }
    nearest
}
