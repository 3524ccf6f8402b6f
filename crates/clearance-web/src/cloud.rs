//! Points on the surfaces of shapes in space, for drawing. Only farthest points are asked for.
//!
//! The page draws the hull of each cloud. A sharp polytope with not too many vertices gives these vertices, so its
//! picture is exact. For a rounded or curved body, and for the difference of large bodies, the picture is a fine
//! polytope inside it.

use crate::scene::{Body, Complaint, Dimension, Pair, Scalar};
use clearance::{Real, Rotation, Rotation2, SupportMap, Vec3, WideVector, vec3};

/// The most differences of vertices that are used directly. With more, the page's hull could not follow a hand.
const DIFFERENCES: usize = 300;

/// Points of a cloud.
pub type Cloud = Vec<[f64; 3]>;

/// Points of the first shape in its own frame. A curved shape gives `most` points. For a ball, the hull of a thousand
/// points is within half a per cent.
pub fn of_first(pair: &Pair, most: u32) -> Result<Cloud, Complaint> {
    match pair.scalar {
        Scalar::F32 => Ok(surface(&pair.bodies::<Vec3<f32>>()?[0], most)),
        Scalar::F64 => Ok(surface(&pair.bodies::<Vec3<f64>>()?[0], most)),
    }
}

/// Points of the difference of the two shapes in the world's frame, with the radii. A curved difference gives `most`
/// points.
pub fn of_difference(pair: &Pair, most: u32) -> Result<Cloud, Complaint> {
    match pair.scalar {
        Scalar::F32 => Ok(difference(&pair.bodies::<Vec3<f32>>()?, most)),
        Scalar::F64 => Ok(difference(&pair.bodies::<Vec3<f64>>()?, most)),
    }
}

/// Points of a body in its own frame, `count` at most.
fn surface<V: Dimension<Wide = Vec3<f64>>>(body: &Body<V>, count: u32) -> Cloud {
    match vertices(body) {
        Some(vertices) if vertices.len() <= count as usize => vertices.into_iter().map(Into::into).collect(),
        _ => directions(count).map(|d| (body.support(d) + d * body.radius().widen()).into()).collect(),
    }
}

/// The vertices of a body without radius, in its own frame.
fn vertices<V: Dimension<Wide = Vec3<f64>>>(body: &Body<V>) -> Option<Vec<Vec3<f64>>> {
    let sharp = body.radius().widen() == 0.0 && body.vertex_count() > 0;
    sharp.then(|| (0..body.vertex_count()).map(|index| body.vertex(index)).collect())
}

/// Points of A − B in the world's frame.
fn difference<V: Dimension<Wide = Vec3<f64>>>([a, b]: &[Body<V>; 2], count: u32) -> Cloud {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    if let (Some(of_a), Some(of_b)) = (vertices(a), vertices(b)) {
        if of_a.len() * of_b.len() <= DIFFERENCES {
            let placed_b: Vec<_> = of_b.into_iter().map(|vertex| pose_b.apply_wide(vertex)).collect();
            let from = |vertex: Vec3<f64>| placed_b.iter().map(move |&other| (vertex - other).into());
            return of_a.into_iter().map(|vertex| pose_a.apply_wide(vertex)).flat_map(from).collect();
        }
    }
    let radius = a.radius().widen() + b.radius().widen();
    let (matrix_a, matrix_b) = (pose_a.rotation.matrix(), pose_b.rotation.matrix());
    let farthest = |d: Vec3<f64>| {
        let of_a = pose_a.apply_wide(a.support(d.mapped_back(&matrix_a)));
        let of_b = pose_b.apply_wide(b.support(-d.mapped_back(&matrix_b)));
        (of_a - of_b + d * radius).into()
    };
    directions(count).map(farthest).collect()
}

/// Unit vectors in a spiral from pole to pole. Each is turned against the last one by the golden angle (Vogel 1979).
fn directions(count: u32) -> impl Iterator<Item = Vec3<f64>> {
    let golden = core::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count).map(move |place| {
        let z = 1.0 - (2.0 * f64::from(place) + 1.0) / f64::from(count);
        let radius = (1.0 - z * z).sqrt();
        let turn = Rotation2::<f64>::from_angle(golden * f64::from(place));
        vec3(radius * turn.c, radius * turn.s, z)
    })
}
