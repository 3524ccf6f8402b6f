//! A user's program: three questions about 6 x 6 kinds of shapes.

use clearance::{Ball, Capsule, Cone, Cuboid, Cylinder, Hull, Pose, Shape, Solver, SupportMap, Vec3, vec3};

/// `cargo xtask cost` changes this number before it builds the program again.
const GAP: f64 = 0.5;

fn main() {
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).expect("the radius is positive");
    let capsule = Capsule::new(vec3(0.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0), 0.5).expect("the radius is positive");
    let cuboid = Cuboid::new(vec3(1.0, 0.8, 0.6)).expect("the lengths are positive");
    let hull = Hull::new(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]])
        .expect("the points are finite");
    let cylinder = Cylinder::new(1.0, 0.5).expect("the lengths are positive");
    let cone = Cone::new(1.0, 0.5).expect("the lengths are positive");
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
fn ask<A: SupportMap<Vec3<f64>>, B: SupportMap<Vec3<f64>>>(a: &A, b: &B) -> f64 {
    let (solver, moved) = (Solver::default(), b.at(Pose::translation([0.3, 1.0 + GAP, 0.2])));
    let distance = solver.signed_distance(a, &moved).distance;
    let contacts = solver.contacts(a, &moved, 0.1).contacts.len() as f64;
    let fraction = solver.cast(a, &moved, vec3(0.0, -2.0, 0.0)).fraction;
    distance + contacts + fraction
}
