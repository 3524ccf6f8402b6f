//! Bodies as solids: on which side of a body points lie, beyond the radii of its triangles.

use crate::body::Body;
use clearance::real::UP;
use clearance::{Pose, Vec3};
use clearance_scene::{Mesh, closest_point};

/// How many corners of a mesh are looked up in the other.
pub(crate) const MOST_CORNERS: usize = 400;

/// Whether a body whose surface does not meet the other's is inside it. `None`: it is not known.
pub(crate) fn is_inside(inner: &Body, outer: &Body) -> Option<bool> {
    let (own, other) = (box_of(inner.mesh()), box_of(outer.mesh()));
    let (reach, most) = (largest_radius(inner), largest_radius(outer));
    let is_nested = (0..3).all(|k| own[0][k] >= other[0][k] - most - reach && own[1][k] <= other[1][k] + most + reach);
    if !is_nested {
        return Some(false);
    }
    let radii = (most + reach) * UP;
    // 1. A corner that is farther from the other mesh than both radii: mesh and surface tell the same side of it.
    let vertices = inner.mesh().vertices();
    let every = vertices.len().div_ceil(MOST_CORNERS);
    let by_corner = vertices.iter().step_by(every).find_map(|&corner| side_of(outer, corner, radii));
    // 2. Surfaces that do not meet part space, so one point in a body tells whether the body is in the other. Points
    //    below the triangles are tried, deeper than the radii.
    by_corner.or_else(|| {
        let triangles = inner.mesh().triangles().len() as u32;
        let least = diagonal(inner.mesh()) / 1024.0;
        (0..triangles).step_by((triangles / 64).max(1) as usize).find_map(|triangle| {
            let [a, b, c] = inner.mesh().corners(triangle);
            let (middle, normal) = ((a + b + c) * (1.0 / 3.0), (b - a).cross(c - a).normalized()?);
            [2.0, 4.0, 8.0].into_iter().find_map(|times| {
                let point = middle - normal * (times * radii.max(least));
                (side_of(inner, point, radii) == Some(true)).then(|| side_of(outer, point, radii)).flatten()
            })
        })
    })
}

/// Whether a point is inside a body. `None` if it is no farther from the mesh than a length.
pub(crate) fn side_of(body: &Body, point: Vec3<f64>, radii: f64) -> Option<bool> {
    let nearest = closest_point(&body.mesh().at(Pose::identity()), point);
    (nearest.lower > radii).then(|| body.mesh().has_inside(point)).flatten()
}

pub(crate) fn largest_radius(body: &Body) -> f64 {
    body.leaves().iter().map(|leaf| leaf.radius.total()).fold(0.0, f64::max)
}

/// The least and the greatest coordinates of a mesh's corners.
pub(crate) fn box_of(mesh: &Mesh) -> [[f64; 3]; 2] {
    let coordinates = || mesh.vertices().iter().map(|v| [v.x, v.y, v.z]);
    let end = |choose: fn(f64, f64) -> f64, first: f64| {
        coordinates().fold([first; 3], |end, v| [0, 1, 2].map(|k| choose(end[k], v[k])))
    };
    [end(f64::min, f64::INFINITY), end(f64::max, f64::NEG_INFINITY)]
}

pub(crate) fn diagonal(mesh: &Mesh) -> f64 {
    let [low, high] = box_of(mesh);
    (0..3).map(|k| (high[k] - low[k]) * (high[k] - low[k])).sum::<f64>().sqrt()
}
