//! The program `u2.rs`, written for parry.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, ShapeCastOptions, cast_shapes, contact,
};
use parry3d_f64::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Shape};

/// `cargo xtask cost` changes this number before it builds the program again.
const GAP: f64 = 0.5;

fn main() {
    let ball = Ball::new(1.0);
    let capsule = Capsule::new_y(1.0, 0.5);
    let cuboid = Cuboid::new(Vector::new(1.0, 0.8, 0.6));
    let points = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]];
    let hull = ConvexPolyhedron::from_convex_hull(&points.map(|[x, y, z]| Vector::new(x, y, z)))
        .expect("the points have a hull");
    let cylinder = Cylinder::new(1.0, 0.5);
    let cone = Cone::new(1.0, 0.5);
    let mut sum = 0.0;
    macro_rules! with_each {
        ($a:ident) => {
            sum += ask(&$a, &ball) + ask(&$a, &capsule) + ask(&$a, &cuboid);
            sum += ask(&$a, &hull) + ask(&$a, &cylinder) + ask(&$a, &cone);
        };
    }
    with_each!(ball);
    with_each!(capsule);
    with_each!(cuboid);
    with_each!(hull);
    with_each!(cylinder);
    with_each!(cone);
    println!("{sum}");
}

/// The sum of what the three questions say: how far apart, where in contact, and when.
fn ask<A: Shape, B: Shape>(a: &A, b: &B) -> f64 {
    let (at, bt) = (Pose::identity(), Pose::from_translation(Vector::new(0.3, 1.0 + GAP, 0.2)));
    let distance = contact(&at, a, &bt, b, 10.0).expect("it is supported").map_or(10.0, |contact| contact.dist);
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    DefaultQueryDispatcher
        .contact_manifolds(&at.inv_mul(&bt), a, b, 0.1, &mut manifolds, &mut None)
        .expect("it is supported");
    let contacts = manifolds.iter().map(|manifold| manifold.points.len()).sum::<usize>() as f64;
    let (rest, travel) = (Vector::new(0.0, 0.0, 0.0), Vector::new(0.0, -2.0, 0.0));
    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
    let hit = cast_shapes(&at, rest, a, &bt, travel, b, options).expect("it is supported");
    distance + contacts + hit.map_or(1.0, |hit| hit.time_of_impact)
}
