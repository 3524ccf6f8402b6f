//! Points on the surfaces of shapes of space, for drawing, from nothing but their farthest points.
//!
//! The page draws the hull of each cloud. A sharp polytope gives its vertices, so its picture is exact; of a rounded or
//! curved body, and of the difference of large ones, the picture is a fine polytope within.

use crate::scene::{Body, Complaint, Dimension, Pair, Scalar};
use clearance::{Real, Rotation, SupportMap, Vec3, WideVector, vec3};
use serde::Serialize;

/// As many differences of vertices are taken as they are; more would keep the page's hull from following a hand.
const DIFFERENCES: usize = 300;

/// What is drawn of a pair in space.
#[derive(Serialize)]
pub struct Clouds {
    /// In the frame of A.
    a: Vec<[f64; 3]>,
    /// In the frame of B.
    b: Vec<[f64; 3]>,
    /// In the world's frame, with the radii.
    difference: Vec<[f64; 3]>,
}

impl Clouds {
    /// The two shapes and their difference, curved ones by their farthest points along so many directions: of a ball,
    /// the hull of a thousand points is within half a percent.
    pub fn new(pair: &Pair, directions: u32) -> Result<Self, Complaint> {
        match pair.scalar {
            Scalar::F32 => clouds::<Vec3<f32>>(pair, directions),
            Scalar::F64 => clouds::<Vec3<f64>>(pair, directions),
        }
    }
}

fn clouds<V: Dimension<Wide = Vec3<f64>>>(pair: &Pair, directions: u32) -> Result<Clouds, Complaint> {
    let (parts_a, parts_b) = (pair.a.parts::<V>()?, pair.b.parts::<V>()?);
    let (a, b) = (parts_a.body()?, parts_b.body()?);
    Ok(Clouds { a: surface(&a, directions), b: surface(&b, directions), difference: difference(&a, &b, directions) })
}

/// Points of a body in its own frame.
fn surface<V: Dimension<Wide = Vec3<f64>>>(body: &Body<'_, V>, count: u32) -> Vec<[f64; 3]> {
    match vertices(body) {
        Some(vertices) => vertices.into_iter().map(Into::into).collect(),
        None => directions(count).map(|d| (body.support(d) + d * body.radius().widen()).into()).collect(),
    }
}

/// The vertices of a body without radius, in its own frame.
fn vertices<V: Dimension<Wide = Vec3<f64>>>(body: &Body<'_, V>) -> Option<Vec<Vec3<f64>>> {
    let sharp = body.radius().widen() == 0.0 && body.vertex_count() > 0;
    sharp.then(|| (0..body.vertex_count()).map(|index| body.vertex(index)).collect())
}

/// Points of A − B in the world's frame.
fn difference<V: Dimension<Wide = Vec3<f64>>>(a: &Body<'_, V>, b: &Body<'_, V>, count: u32) -> Vec<[f64; 3]> {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    if let (Some(of_a), Some(of_b)) = (vertices(a), vertices(b)) {
        if of_a.len() * of_b.len() <= DIFFERENCES {
            let placed_b: Vec<_> = of_b.into_iter().map(|vertex| pose_b.apply(vertex)).collect();
            let from = |vertex: Vec3<f64>| placed_b.iter().map(move |&other| (vertex - other).into());
            return of_a.into_iter().map(|vertex| pose_a.apply(vertex)).flat_map(from).collect();
        }
    }
    let radius = a.radius().widen() + b.radius().widen();
    let (matrix_a, matrix_b) = (pose_a.rotation.matrix(), pose_b.rotation.matrix());
    let farthest = |d: Vec3<f64>| {
        let of_a = pose_a.apply(a.support(d.mapped_back(&matrix_a)));
        let of_b = pose_b.apply(b.support(-d.mapped_back(&matrix_b)));
        (of_a - of_b + d * radius).into()
    };
    directions(count).map(farthest).collect()
}

/// Unit vectors in a spiral from pole to pole, each turned against the last by the golden angle (Vogel 1979).
fn directions(count: u32) -> impl Iterator<Item = Vec3<f64>> {
    let golden = core::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count).map(move |place| {
        let z = 1.0 - (2.0 * f64::from(place) + 1.0) / f64::from(count);
        let radius = (1.0 - z * z).sqrt();
        let (sine, cosine) = (golden * f64::from(place)).sin_cos();
        vec3(radius * cosine, radius * sine, z)
    })
}
