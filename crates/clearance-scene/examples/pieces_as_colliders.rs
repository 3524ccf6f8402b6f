//! Pieces as colliders: a floor plan and a part become compounds of convex shapes, as physics engines want them.
//! `cargo run --example pieces_as_colliders`

use clearance::{Ball, Hull, Pose, Vec2, Vec3, vec2, vec3};
use clearance_scene::{Compound, CornerType, Mesh, Outline, Single, cover, distance, partition};

/// A compound of the exact pieces of an outline.
fn compound_of_outline(outline: &Outline) -> Compound<Vec2<f64>, 2> {
    let parts = partition(outline).expect("no edges cross");
    parts.check(outline).expect("the pieces are the polygon");
    let hull = |corners: &[u32]| {
        let corners: Vec<Vec2<f64>> = corners.iter().map(|&corner| outline.vertices()[corner as usize]).collect();
        Hull::new(&corners).expect("finite corners")
    };
    let hulls = parts.pieces.iter().map(|piece| hull(&piece.corners).into());
    Compound::new(hulls.collect()).expect("at least one piece")
}

/// A compound of hulls that hold every triangle of a mesh and leave the solid by at most `limit`.
fn compound_of_mesh(mesh: &Mesh, limit: f64) -> Compound<Vec3<f64>, 3> {
    let cover = cover(mesh, limit, CornerType::F64).expect("a positive limit");
    assert!(cover.is_proven_to_hold(mesh) && cover.excess <= limit);
    Compound::new(cover.pieces.into_iter().map(|piece| piece.hull.into()).collect()).expect("at least one hull")
}

fn main() {
    // A corridor around a corner. The ball in the notch is outside.
    let plan = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let corridor = compound_of_outline(&Outline::new(&[vec![plan.to_vec()]]).expect("finite points"));
    let ball = Ball::new(vec2(1.75, 1.75), 0.25).expect("a radius");
    let answer = distance(&corridor.at(Pose::identity()), &Single::new(&ball));
    println!("in the plane: {} pieces, the ball is {} away", corridor.shapes().len(), answer.distance);
    assert_eq!((corridor.shapes().len(), answer.distance), (2, 0.5));

    // The same corner as a part of height 1.
    let vertices: Vec<[f64; 3]> = [0.0, 1.0].iter().flat_map(|&z| plan.map(|[x, y]| [x, y, z])).collect();
    let mut triangles: Vec<[u32; 3]> = vec![[3, 2, 1], [3, 1, 0], [5, 4, 3], [5, 3, 0]];
    triangles.extend(triangles.clone().iter().map(|&[a, b, c]| [a + 6, c + 6, b + 6]));
    triangles.extend([0, 1, 2, 3, 4, 5].map(|i| [i, (i + 1) % 6, (i + 1) % 6 + 6]));
    triangles.extend([0, 1, 2, 3, 4, 5].map(|i| [i, (i + 1) % 6 + 6, i + 6]));
    let part = compound_of_mesh(&Mesh::new(&vertices, &triangles).expect("a mesh"), 0.2);
    let ball = Ball::new(vec3(1.75, 1.75, 0.5), 0.25).expect("a radius");
    let answer = distance(&part.at(Pose::identity()), &Single::new(&ball));
    println!("in space: {} hulls, the ball is {} away", part.shapes().len(), answer.distance);
    assert_eq!((part.shapes().len(), answer.distance), (2, 0.5));
}

#[test]
fn pieces_are_colliders() {
    main();
}
