//! The search for the contact of two shapes, of which B moves: its steps, and the shapes and directions between them.

use crate::Body;
use clearance::{
    Carrier, Cast, Motion, MotionStep, Pose, ProvenInterval, Proximity, Shape, Solver, SupportMap, Vec2, Vector,
    signed_distance,
};

/// A search that is done.
pub struct Search {
    a: Body,
    b: Body,
    motion: Motion<Vec2<f64>>,
    /// The answer of the query without a trace.
    pub answer: Cast<Vec2<f64>>,
    steps: Vec<MotionStep<Vec2<f64>>>,
}

impl Search {
    pub fn new(a: Body, b: Body, motion: Motion<Vec2<f64>>) -> Self {
        let (solver, still) = (Solver::default(), Motion::still());
        let answer = solver.impact(&a, &still, &b, &motion);
        let mut steps = Vec::new();
        solver.impact_trace(&a, &still, &b, &motion, |step| steps.push(*step));
        Self { a, b, motion, answer, steps }
    }

    /// The steps in rows, as [`crate::Flight::steps`] has them.
    pub fn steps(&self) -> Vec<[f64; 9]> {
        let row = |step: &MotionStep<Vec2<f64>>| match step {
            MotionStep::Look { fraction, proximity: p } => {
                [0.0, *fraction, p.distance, 0.0, p.normal.x, p.normal.y, 0.0, 0.0, 0.0]
            }
            MotionStep::Proven(part) => {
                let carrier = match part.carrier {
                    // A direction with a turn of its own follows edges, which are of space.
                    Carrier::World | Carrier::Own | Carrier::Swept => 0.0,
                    Carrier::A => 1.0,
                    Carrier::B => 2.0,
                };
                let [first, last] = part.separations;
                let [x, y] = [part.direction.x, part.direction.y];
                [1.0, part.start, part.end, carrier, x, y, first, last, self.bend(part)]
            }
        };
        self.steps.iter().map(row).collect()
    }

    /// The pose of B at a fraction, and the signed distance of the shapes there.
    pub fn at(&self, fraction: f64) -> (Pose<Vec2<f64>>, Proximity<Vec2<f64>>) {
        let moved = self.moved(fraction);
        (moved.pose(), signed_distance(&self.a, &moved))
    }

    fn moved(&self, fraction: f64) -> Body {
        self.b.shape().clone().at(self.motion.pose_at(self.b.pose(), fraction))
    }

    /// What the direction of a step does at a fraction, as [`crate::Flight::carried`] has it.
    pub fn carried(&self, step: usize, fraction: f64) -> Option<[f64; 6]> {
        let Some(MotionStep::Proven(part)) = self.steps.get(step) else {
            return None;
        };
        let turned = Motion::turn(Vec2::ORIGIN, self.motion.turn).pose_at(Pose::identity(), fraction);
        let normal = if part.carrier == Carrier::B { turned.apply(part.direction) } else { part.direction };
        let moved = self.moved(fraction);
        let (last_of_a, first_of_b) = (along(&self.a, normal, normal), along(&moved, -normal, normal));
        let (before, after) = (fraction - part.start, part.end - fraction);
        let chord = (part.separations[0] * after + part.separations[1] * before) / (part.end - part.start);
        let proven = chord - 0.5 * self.bend(part) * before * after;
        Some([first_of_b - last_of_a, proven, normal.x, normal.y, last_of_a, first_of_b])
    }

    /// M of theorem A (docs/math/motion.md): how much the separation along a carried direction can bend during a part
    /// of the motion, for a body A that is at rest.
    fn bend(&self, part: &ProvenInterval<Vec2<f64>>) -> f64 {
        let speed = self.motion.turn.abs();
        let reach = |body: &Body, center: Vec2<f64>| {
            let corners =
                (0..body.vertex_count()).map(|index| (body.pose().apply(body.shape().vertex(index)) - center).length());
            corners.fold(0.0, f64::max)
        };
        match part.carrier {
            // What the body covers while it turns does not bend.
            Carrier::Swept => 0.0,
            Carrier::World | Carrier::Own | Carrier::A => speed * speed * reach(&self.b, self.motion.center),
            Carrier::B => {
                let origin = self.a.pose().translation;
                let apart = self.motion.center - origin;
                let at = |fraction: f64| (apart + self.motion.travel * fraction).length();
                let farthest = at(part.start).max(at(part.end));
                2.0 * speed * self.motion.travel.length() + speed * speed * (farthest + reach(&self.a, origin))
            }
        }
    }
}

/// How far the farthest point of a body along `direction` lies along `normal`.
fn along(body: &Body, direction: Vec2<f64>, normal: Vec2<f64>) -> f64 {
    let pose = body.pose();
    let corners = (0..body.vertex_count()).map(|index| pose.apply(body.shape().vertex(index)));
    let farthest = corners.max_by(|left, right| left.dot(direction).total_cmp(&right.dot(direction)));
    farthest.map_or(f64::NAN, |corner| corner.dot(normal))
}
