//! Bodies as solids: on which side of a body points lie, beyond the radii of its triangles.

use crate::body::Body;
use crate::face::Face;
use crate::spots::Spots;
use clearance::real::UP;
use clearance::{Pose, Vec3};
use clearance_scene::{Mesh, closest_point};

/// How many corners of a mesh are looked up in the other.
pub(crate) const MOST_CORNERS: usize = 400;

/// Whether a shell of a body, whose surface does not meet the other's, is in the other's material. If no shell of either body
/// is in the other, the bodies share nothing. `None`: it is not known.
///
/// One point of each shell tells it. A point of the body does not: the middle of a ball that is larger than the hollow around
/// it is in no material.
pub(crate) fn has_shell_inside(inner: &Body, outer: &Body) -> Option<bool> {
    let shells = &inner.mates().shells;
    let mut is_known = true;
    for (shell, _) in shells.iter().enumerate().filter(|(face, shell)| **shell == *face as u32) {
        let faces = || shells.iter().zip(&inner.faces).filter(|(own, _)| **own == shell as u32).map(|(_, face)| face);
        match is_shell_inside(inner, faces, outer) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(false)
}

fn is_shell_inside<'a, I: Iterator<Item = &'a Face>>(
    inner: &Body,
    faces: impl Fn() -> I,
    outer: &Body,
) -> Option<bool> {
    let (reach, most) = (inner.largest_radius(), outer.largest_radius());
    let corners: Vec<Vec3<f64>> = faces().flat_map(|face| face.nodes().iter().map(|node| node.corner)).collect();
    let (own, other) = (box_around(&corners), box_of(outer.mesh()));
    let is_nested = (0..3).all(|k| own[0][k] >= other[0][k] - most - reach && own[1][k] <= other[1][k] + most + reach);
    if !is_nested {
        return Some(false);
    }
    // 1. A corner that is farther from the other mesh than both radii: mesh and surface tell the same side of it.
    let radii = (most + reach) * UP;
    let every = corners.len().div_ceil(MOST_CORNERS).max(1);
    let by_corner = corners.iter().step_by(every).find_map(|&corner| side_of(outer, corner, radii));
    // 2. A true point whose distance from the other surface is known, and more than what it may be off the face.
    by_corner.or_else(|| {
        let spots = Spots::of(outer)?;
        faces().find_map(|face| {
            let every = face.nodes().len().div_ceil(MOST_SPOTS).max(1);
            face.nodes().iter().step_by(every).find_map(|node| {
                let (point, error) = face.surface.at(node.uv);
                let off = (error + 2.0 * face.tolerance()) * UP;
                let near = spots.near(point, 0.0);
                (near.lower > off).then(|| spots.has_inside(point, near)).flatten()
            })
        })
    })
}

/// How many points of a face are looked at closely. Larger: more bodies with little play are decided, and time.
const MOST_SPOTS: usize = 8;

/// Whether a point is inside a body. `None` if it is no farther from the mesh than a length.
pub(crate) fn side_of(body: &Body, point: Vec3<f64>, radii: f64) -> Option<bool> {
    let nearest = closest_point(&body.mesh().at(Pose::identity()), point);
    (nearest.lower > radii).then(|| body.mesh().has_inside(point)).flatten()
}

/// The least and the greatest coordinates of a mesh's corners.
pub(crate) fn box_of(mesh: &Mesh) -> [[f64; 3]; 2] {
    box_around(mesh.vertices())
}

fn box_around(points: &[Vec3<f64>]) -> [[f64; 3]; 2] {
    let coordinates = || points.iter().map(|v| [v.x, v.y, v.z]);
    let end = |choose: fn(f64, f64) -> f64, first: f64| {
        coordinates().fold([first; 3], |end, v| [0, 1, 2].map(|k| choose(end[k], v[k])))
    };
    [end(f64::min, f64::INFINITY), end(f64::max, f64::NEG_INFINITY)]
}

pub(crate) fn diagonal(mesh: &Mesh) -> f64 {
    let [low, high] = box_of(mesh);
    (0..3).map(|k| (high[k] - low[k]) * (high[k] - low[k])).sum::<f64>().sqrt()
}
