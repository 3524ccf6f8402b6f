//! A loop as a physics engine runs it: bodies in glam's types (Bevy's), a cache and a manifold for each pair.
//!
//! Three crates fall on a floor and come to rest. The engine keeps its own positions and rotations. clearance answers
//! where they touch, and how deep. Run it with `cargo run --release --example physics --features glam-033`; the tests
//! run it, too.

use clearance::{Cache, Cuboid, Manifold, Placed, Pose, Shape, ShapeError, Solver, Vec3};
use glam_033::{Quat, Vec3 as Vector};

const STEP: f32 = 1.0 / 120.0;
/// Contacts are made this early, in metres.
const MARGIN: f32 = 0.02;

/// A body as the engine keeps it.
struct Body {
    shape: Cuboid<Vec3<f32>>,
    position: Vector,
    rotation: Quat,
    velocity: Vector,
    /// Kilograms; infinite for the floor.
    mass: f32,
}

impl Body {
    fn new(half_extents: Vector, position: Vector, mass: f32) -> Result<Self, ShapeError> {
        let shape = Cuboid::new(half_extents.into())?;
        Ok(Self { shape, position, rotation: Quat::IDENTITY, velocity: Vector::ZERO, mass })
    }
    fn pose(&self) -> Pose<Vec3<f32>> {
        (self.rotation, self.position).into()
    }
    fn placed(&self) -> Placed<Cuboid<Vec3<f32>>, Vec3<f32>> {
        self.shape.at(self.pose())
    }
}

/// Two bodies that may touch, with what one step leaves for the next.
struct Pair {
    bodies: [usize; 2],
    cache: Cache,
    manifold: Manifold<Vec3<f32>>,
}

/// Pushes two bodies apart at each of their contacts: the velocity along the normal, and a share of the depth.
fn resolve(bodies: &mut [Body], pair: &Pair) {
    let [a, b] = pair.bodies;
    let normal = Vector::from(pair.manifold.normal);
    let inverse = [1.0 / bodies[a].mass, 1.0 / bodies[b].mass];
    for contact in &pair.manifold.contacts {
        let closing = (bodies[b].velocity - bodies[a].velocity).dot(normal);
        // The bodies may close the gap within the step, and no more.
        let wanted = (-closing - contact.separation.max(0.0) / STEP).max(0.0);
        let push = 0.2 * (-contact.separation - 0.001).max(0.0) / STEP;
        let impulse = normal * ((wanted + push) / (inverse[0] + inverse[1]) / pair.manifold.contacts.len() as f32);
        bodies[a].velocity -= impulse * inverse[0];
        bodies[b].velocity += impulse * inverse[1];
    }
}

/// Lets the bodies fall for some seconds. Returns how many support points the searches asked for.
fn simulate(bodies: &mut [Body], seconds: f32) -> usize {
    let solver = Solver::default();
    let count = bodies.len();
    let every_pair = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
    let mut pairs: Vec<Pair> =
        every_pair.map(|bodies| Pair { bodies, cache: Cache::default(), manifold: Manifold::default() }).collect();
    let mut touching = 0;
    for _ in 0..(seconds / STEP) as usize {
        for body in bodies.iter_mut().filter(|body| body.mass.is_finite()) {
            body.velocity.y -= 9.81 * STEP;
        }
        for pair in &mut pairs {
            let [a, b] = pair.bodies.map(|body| bodies[body].placed());
            solver.contacts_into(&a, &b, MARGIN, &mut pair.cache, &mut pair.manifold);
        }
        for _ in 0..8 {
            pairs.iter().for_each(|pair| resolve(bodies, pair));
        }
        for body in bodies.iter_mut() {
            body.position += body.velocity * STEP;
        }
        touching = pairs.iter().filter(|pair| !pair.manifold.contacts.is_empty()).count();
    }
    touching
}

fn scene() -> Result<Vec<Body>, ShapeError> {
    let crate_at = |x: f32, y: f32| Body::new(Vector::splat(0.5), Vector::new(x, y, 0.0), 2.0);
    let floor = Body::new(Vector::new(5.0, 0.5, 5.0), Vector::ZERO, f32::INFINITY)?;
    Ok(vec![floor, crate_at(0.0, 1.5)?, crate_at(0.25, 2.75)?, crate_at(2.0, 4.0)?])
}

fn main() -> Result<(), ShapeError> {
    let mut bodies = scene()?;
    let touching = simulate(&mut bodies, 4.0);
    for (index, body) in bodies.iter().enumerate() {
        println!("body {index}: {:.3}, velocity {:.4}", body.position, body.velocity.length());
    }
    println!("{touching} pairs touch");
    Ok(())
}

#[test]
fn crates_in_glams_types_fall_and_rest_on_each_other() -> Result<(), ShapeError> {
    let mut bodies = scene()?;
    let touching = simulate(&mut bodies, 4.0);
    assert_eq!(touching, 3, "floor and crate, crate and crate, floor and crate");
    for (body, height) in bodies.iter().zip([0.0, 1.0, 2.0, 1.0]) {
        assert!((body.position.y - height).abs() < 0.01, "{}", body.position);
        assert!(body.velocity.length() < 0.05, "{}", body.velocity);
    }
    Ok(())
}
