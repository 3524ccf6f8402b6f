//! What one asks about two meshes, as with trimesh: are they closed, how far apart are they and where, is one inside the
//! other, which triangles are near, which point of a surface is nearest.
//!
//!     cargo run -p clearance-scene --example inspect
//!
//! The winding number of a point is 1 inside, 0 outside, and `None` on the surface.

use clearance::{Pose, Vec3, vec3};
use clearance_scene::{Mesh, MeshError, closest_point, distance, is_below, pairs_within, relation};

/// An L-shaped bracket: six corners below, and the same six above.
fn bracket() -> Result<Mesh, MeshError> {
    let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    prism(&outline, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 1.0)
}

/// A square pin.
fn pin() -> Result<Mesh, MeshError> {
    prism(&[[0.0, 0.0], [0.5, 0.0], [0.5, 0.5], [0.0, 0.5]], &[[0, 1, 2], [0, 2, 3]], 0.5)
}

/// The solid above a polygon, which is counter-clockwise and cut into triangles.
fn prism(outline: &[[f64; 2]], triangles: &[[u32; 3]], height: f64) -> Result<Mesh, MeshError> {
    let layer = |z: f64| outline.iter().map(move |&[x, y]| [x, y, z]);
    let vertices: Vec<[f64; 3]> = layer(0.0).chain(layer(height)).collect();
    let count = outline.len() as u32;
    let mut faces: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    faces.extend(triangles.iter().map(|triangle| triangle.map(|corner| corner + count)));
    for corner in 0..count {
        let next = (corner + 1) % count;
        faces.extend([[corner, next, next + count], [corner, next + count, corner + count]]);
    }
    Mesh::new(&vertices, &faces)
}

fn main() -> Result<(), MeshError> {
    let (bracket, pin) = (bracket()?, pin()?);
    println!("bracket: {} triangles, closed: {}", bracket.triangles().len(), bracket.report().is_closed());

    // The pin stands in the corner of the L. The hull of the bracket holds it, the bracket does not.
    let here = bracket.at(Pose::identity());
    let there = pin.at(Pose::translation([1.25, 1.125, 0.25]));
    let answer = distance(&here, &there);
    println!("distance {} between triangles {} and {}", answer.distance, answer.leaf_a, answer.leaf_b);
    println!("  proven: {} to {}, at {:?} and {:?}", answer.lower, answer.upper, answer.point_a, answer.point_b);
    assert_eq!(answer.distance, 0.125);

    // Does the assembly clear by 0.2? By 0.125? A distance that equals the limit is not below it.
    assert!(is_below(&here, &there, 0.2) && !is_below(&here, &there, 0.125));

    // Every pair of triangles that is nearer than a quarter.
    println!("{} pairs of triangles within 0.25", pairs_within(&here, &there, 0.25).len());

    // Inside, crossing, touching or apart: exactly.
    for (what, place) in [
        ("beside", [1.25, 1.125, 0.25]),
        ("inside", [0.25, 0.25, 0.25]),
        ("on the wall", [1.0, 1.25, 0.25]),
        ("through the wall", [0.75, 1.25, 0.25]),
    ] {
        let related = relation(&here, &pin.at(Pose::translation(place)));
        println!("{what}: {}", related.map_or("unknown", |related| related.relation.name()));
    }

    // The nearest point of the surface to a point, and whether the point lies inside.
    let probe: Vec3<f64> = vec3(0.5, 0.75, 0.625);
    let nearest = closest_point(&here, probe);
    let turns = bracket.winding_number(probe);
    println!("from {probe:?}: {} to {:?}, winding number {turns:?}", nearest.distance, nearest.point_a);
    assert_eq!((nearest.distance, turns), (0.375, Some(1)));
    Ok(())
}
