//! Do contact manifolds hold a stack of boxes at rest? A small rigid-body simulation in the plane shows it.
//!
//! The method is sequential impulses (Catto 2006) with warm starting. The identities of the contacts find the impulses
//! of the last step again, so a stack that stands keeps standing. Run it with `cargo run --release --example
//! resting_stack`. The tests run it, too.

use clearance::{Cuboid, FeatureId, Placed, Pose, Rotation2, Shape, Solver, Vec2, vec2};
use std::collections::BTreeMap;

const STEP: f64 = 1.0 / 60.0;
const GRAVITY: f64 = -10.0;
const FRICTION: f64 = 0.6;
/// Velocity iterations a step.
const ITERATIONS: usize = 12;
/// The depth in metres that is left alone, and the fraction of the rest that a step pushes out.
const SLOP: f64 = 0.002;
const PUSH: f64 = 0.2;
/// Contacts are made this early, in metres.
const SPECULATIVE: f64 = 0.02;

struct Body {
    shape: Cuboid<Vec2<f64>>,
    position: Vec2<f64>,
    angle: f64,
    velocity: Vec2<f64>,
    spin: f64,
    inverse_mass: f64,
    inverse_inertia: f64,
}

impl Body {
    fn new(half: [f64; 2], position: [f64; 2], density: f64) -> Self {
        let mass = 4.0 * half[0] * half[1] * density;
        let inertia = mass * (half[0] * half[0] + half[1] * half[1]) / 3.0;
        let inverse = |x: f64| if x > 0.0 { 1.0 / x } else { 0.0 };
        Self {
            shape: Cuboid::new(half.into()).expect("positive half-extents"),
            position: position.into(),
            angle: 0.0,
            velocity: vec2(0.0, 0.0),
            spin: 0.0,
            inverse_mass: inverse(mass),
            inverse_inertia: inverse(inertia),
        }
    }
    fn placed(&self) -> Placed<Cuboid<Vec2<f64>>, Vec2<f64>> {
        self.shape.at(Pose { rotation: Rotation2::from_angle(self.angle), translation: self.position })
    }
    fn velocity_at(&self, arm: Vec2<f64>) -> Vec2<f64> {
        self.velocity + vec2(-arm.y, arm.x) * self.spin
    }
    fn push(&mut self, arm: Vec2<f64>, impulse: Vec2<f64>) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += cross(arm, impulse) * self.inverse_inertia;
    }
}

fn cross(a: Vec2<f64>, b: Vec2<f64>) -> f64 {
    a.x * b.y - a.y * b.x
}

fn dot(a: Vec2<f64>, b: Vec2<f64>) -> f64 {
    a.x * b.x + a.y * b.y
}

/// A contact at work between two bodies.
struct Joint {
    key: (usize, usize, FeatureId),
    arms: [Vec2<f64>; 2],
    normal: Vec2<f64>,
    /// The velocity along the normal that may remain.
    bias: f64,
    /// Impulses along the normal and the tangent.
    impulse: [f64; 2],
}

impl Joint {
    fn tangent(&self) -> Vec2<f64> {
        vec2(self.normal.y, -self.normal.x)
    }
    fn apply(&self, bodies: &mut [Body], impulse: Vec2<f64>) {
        let (a, b, _) = self.key;
        bodies[a].push(self.arms[0], -impulse);
        bodies[b].push(self.arms[1], impulse);
    }
    /// The velocity of B against A along a direction, and the mass that resists there.
    fn along(&self, bodies: &[Body], direction: Vec2<f64>) -> (f64, f64) {
        let (a, b) = (&bodies[self.key.0], &bodies[self.key.1]);
        let velocity = b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0]);
        let turn = |body: &Body, arm: Vec2<f64>| cross(arm, direction).powi(2) * body.inverse_inertia;
        let inverse = a.inverse_mass + b.inverse_mass + turn(a, self.arms[0]) + turn(b, self.arms[1]);
        (dot(velocity, direction), 1.0 / inverse)
    }
    fn solve(&mut self, bodies: &mut [Body]) {
        let (normal, tangent) = (self.normal, self.tangent());
        let (sliding, mass) = self.along(bodies, tangent);
        let most = FRICTION * self.impulse[0];
        let next = (self.impulse[1] - mass * sliding).clamp(-most, most);
        self.apply(bodies, tangent * (next - self.impulse[1]));
        self.impulse[1] = next;
        let (closing, mass) = self.along(bodies, normal);
        let next = (self.impulse[0] - mass * (closing - self.bias)).max(0.0);
        self.apply(bodies, normal * (next - self.impulse[0]));
        self.impulse[0] = next;
    }
}

struct World {
    bodies: Vec<Body>,
    impulses: BTreeMap<(usize, usize, FeatureId), [f64; 2]>,
    /// How many contacts found their impulse of the step before, and how many there were.
    found: [u64; 2],
}

impl World {
    fn step(&mut self) {
        for body in &mut self.bodies {
            if body.inverse_mass > 0.0 {
                body.velocity.y += GRAVITY * STEP;
            }
        }
        let mut joints = self.joints();
        for joint in &joints {
            joint.apply(&mut self.bodies, joint.normal * joint.impulse[0] + joint.tangent() * joint.impulse[1]);
        }
        for _ in 0..ITERATIONS {
            for joint in &mut joints {
                joint.solve(&mut self.bodies);
            }
        }
        self.impulses = joints.into_iter().map(|joint| (joint.key, joint.impulse)).collect();
        for body in &mut self.bodies {
            body.position += body.velocity * STEP;
            body.angle += body.spin * STEP;
        }
    }

    fn joints(&mut self) -> Vec<Joint> {
        let (solver, mut joints) = (Solver::default(), Vec::new());
        for a in 0..self.bodies.len() {
            for b in a + 1..self.bodies.len() {
                let manifold = solver.contacts(&self.bodies[a].placed(), &self.bodies[b].placed(), SPECULATIVE);
                for contact in manifold.contacts {
                    let key = (a, b, contact.id);
                    let old = self.impulses.get(&key).copied();
                    self.found[0] += u64::from(old.is_some());
                    self.found[1] += 1;
                    let gap = contact.separation;
                    joints.push(Joint {
                        key,
                        arms: [contact.point_a - self.bodies[a].position, contact.point_b - self.bodies[b].position],
                        normal: manifold.normal,
                        // A gap may close in this step. Depth beyond the slop is pushed out.
                        bias: if gap > 0.0 { -gap / STEP } else { PUSH * (-gap - SLOP).max(0.0) / STEP },
                        impulse: old.unwrap_or([0.0; 2]),
                    });
                }
            }
        }
        joints
    }
}

/// Ten seconds of five boxes on the ground.
fn main() {
    let mut bodies = vec![Body::new([10.0, 1.0], [0.0, -1.0], 0.0)];
    bodies.extend((0..5).map(|k| Body::new([0.5, 0.5], [0.02 * f64::from(k % 2), 0.5 + f64::from(k)], 1.0)));
    let mut world = World { bodies, impulses: BTreeMap::new(), found: [0; 2] };
    let mut settled = Vec::new();
    for step in 0..600 {
        world.step();
        if step == 119 {
            settled = world.bodies.iter().map(|body| (body.position, body.angle)).collect();
        }
    }
    println!("body  x          y          angle        moved since second 2");
    let mut worst = 0.0f64;
    for (body, (position, angle)) in world.bodies.iter().zip(&settled).skip(1) {
        let moved = (body.position.x - position.x).abs().max((body.position.y - position.y).abs());
        worst = worst.max(moved).max((body.angle - angle).abs());
        println!("box   {:<10.6} {:<10.6} {:<12.3e} {moved:.3e}", body.position.x, body.position.y, body.angle);
    }
    let [kept, all] = world.found;
    println!("{kept} of {all} contacts were known from the step before");
    assert!(worst < 1e-3, "the stack stays at rest: moved {worst} m");
    assert!(kept * 100 > all * 95, "identities last");
}

#[test]
fn the_stack_stays_at_rest() {
    main();
}
