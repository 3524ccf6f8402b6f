//! Two random bodies of which one or both move, and what the library answers.

use super::actor::{Actor, Kind, Round, length, point};
use crate::points::{P, cross, dot, minus, plus, times};
use crate::random::Random;
use clearance::{Cast, Point, Proximity, Real, Solver, SupportMap};
use serde_json::{Value, json};

/// What is asked about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// [`Solver::cast`]: B travels.
    Cast,
    /// [`Solver::cast_ray`]: B is a point that travels.
    Ray,
    /// [`Solver::impact`]: one body turns, and both may travel.
    OneTurns,
    /// [`Solver::impact`]: both bodies turn, and both may travel.
    BothTurn,
}

/// All of them, in the order of the enumeration.
pub const ASKED: [Asked; 4] = [Asked::Cast, Asked::Ray, Asked::OneTurns, Asked::BothTurn];

/// Two bodies and a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// 2 or 3.
    pub dimension: usize,
    /// Whether all numbers are `f32`.
    pub single: bool,
    /// What is asked.
    pub asked: Asked,
    /// The bodies A and B.
    pub bodies: [Actor; 2],
    /// A moment at which the bodies have a common point, up to rounding.
    pub meeting: Option<f64>,
}

impl Pair {
    /// The pair of a seed. One pair in `turning_every` turns; half of the others are rays.
    pub fn random(seed: u64, turning_every: u64) -> Self {
        let mut random = Random::new(seed);
        let dimension = 2 + random.below(2);
        let single = random.once_in(4);
        let asked = if random.once_in(turning_every as usize) {
            [Asked::OneTurns, Asked::BothTurn][random.below(2)]
        } else if random.once_in(2) {
            Asked::Ray
        } else {
            Asked::Cast
        };
        let a = Actor::random(&mut random, dimension);
        let b = match asked {
            Asked::Ray => Actor::point(&mut random, dimension),
            _ => Actor::random(&mut random, dimension),
        };
        let mut pair = Self { dimension, single, asked, bodies: [a, b], meeting: None };
        pair.set_in_motion(&mut random);
        if random.once_in(2) {
            pair.aim(&mut random);
        }
        if single {
            pair.bodies.iter_mut().for_each(Actor::round);
        }
        // Lengths from 2⁻³⁰⁰ to 2³⁰⁰ once in eight pairs.
        if random.once_in(8) {
            let exponent = random.integer(-300, 300);
            pair.scale(if single { exponent / 8 } else { exponent });
        }
        pair
    }

    fn set_in_motion(&mut self, random: &mut Random) {
        let travel = |random: &mut Random, dimension| match random.below(4) {
            0 => [0.0; 3],
            1 => times(point(random, dimension), 50.0),
            _ => times(point(random, dimension), 5.0),
        };
        let turning = [random.below(2), random.below(2)];
        match self.asked {
            Asked::Cast | Asked::Ray => {
                let away = minus(self.bodies[0].translation, self.bodies[1].translation);
                let apart = times(point(random, self.dimension), 3.0);
                self.bodies[1].travel = if random.once_in(4) { times(apart, 8.0) } else { plus(away, apart) };
            }
            Asked::OneTurns | Asked::BothTurn => {
                for side in 0..2 {
                    self.bodies[side].travel = travel(random, self.dimension);
                    if self.asked == Asked::BothTurn || side == turning[0] {
                        self.bodies[side].spin(random, self.dimension);
                    }
                }
            }
        }
    }

    /// Chooses the travel of B so that a point of B is at a point of A at a random moment: a hit, or a graze.
    fn aim(&mut self, random: &mut Random) {
        let moment = 0.02 + 0.98 * random.unit();
        let [a, b] = &self.bodies;
        let (on_a, on_b) = (a.inner_point(random), b.inner_point(random));
        let there = plus(a.center, a.place(self.dimension, on_a, moment));
        let unmoved = Actor { travel: [0.0; 3], points: Vec::new(), ..b.clone() };
        let here = plus(b.center, unmoved.place(self.dimension, on_b, moment));
        self.bodies[1].travel = times(minus(there, here), 1.0 / moment);
        self.meeting = Some(moment);
    }

    fn scale(&mut self, exponent: i32) {
        let power = 2f64.powi(exponent);
        self.bodies.iter_mut().for_each(|body| body.scale(power));
    }

    /// The same with lengths times 2^`exponent`.
    pub fn scaled(&self, exponent: i32) -> Self {
        let mut other = self.clone();
        other.scale(exponent);
        other
    }

    /// The answer of the library, and that for exchanged bodies if `exchanged`.
    pub fn answer<V: Round>(&self, solver: &Solver, exchanged: bool) -> Cast<V> {
        let [a, b] = &self.bodies;
        let (shape_a, shape_b) = (a.shape::<V>(), b.shape::<V>());
        let way = V::from_coordinates(&b.travel);
        let back = V::from_coordinates(&b.travel.map(|x| -x));
        match self.asked {
            Asked::Ray if exchanged => {
                let point = Point::new(V::from_coordinates(&b.translation)).expect("a finite point");
                solver.cast(&point, &shape_a, back).swapped()
            }
            Asked::Ray => solver.cast_ray(&shape_a, V::from_coordinates(&b.translation), way),
            Asked::Cast if exchanged => solver.cast(&shape_b, &shape_a, back).swapped(),
            Asked::Cast => solver.cast(&shape_a, &shape_b, way),
            _ if exchanged => solver.impact(&shape_b, &b.motion(), &shape_a, &a.motion()).swapped(),
            _ => solver.impact(&shape_a, &a.motion(), &shape_b, &b.motion()),
        }
    }

    /// From the centre of A to that of B at a fraction.
    fn apart(&self, fraction: f64) -> P {
        let [a, b] = &self.bodies;
        plus(minus(b.center, a.center), times(minus(b.travel, a.travel), fraction))
    }

    /// Whether the bodies overlap at a fraction.
    pub fn overlap<W: Round<Scalar = f64>>(&self, fraction: f64) -> bool {
        let [a, b] = self.shapes_at::<W>(fraction);
        Solver::default().overlaps(&a, &b)
    }

    /// Bounds of the signed distance at a fraction, without the roundings of the places.
    pub fn distance<W: Round<Scalar = f64>>(&self, fraction: f64) -> [f64; 2] {
        let [a, b] = self.shapes_at::<W>(fraction);
        let Proximity { lower, upper, .. } = Solver::default().signed_distance(&a, &b);
        [lower, upper]
    }

    fn shapes_at<W: Round<Scalar = f64>>(&self, fraction: f64) -> [impl SupportMap<W>; 2] {
        let [a, b] = &self.bodies;
        let apart = minus(b.center, a.center);
        // The travel of A is taken off both: far ways would cost digits.
        let moved = |body: &Actor, center: P| {
            body.shape_at::<W>(self.dimension, minus(center, times(a.travel, fraction)), fraction)
        };
        [moved(a, [0.0; 3]), moved(b, apart)]
    }

    /// What the places of the bodies at a fraction may be off by.
    pub fn noise(&self, fraction: f64) -> f64 {
        let [a, b] = &self.bodies;
        let ways = length(times(a.travel, fraction)) + length(times(b.travel, fraction));
        let unit = 48.0 * f64::EPSILON + a.defect() + b.defect();
        unit * (a.size() + b.size() + length(self.apart(fraction)) + ways)
    }

    /// A bound of the relative speed.
    pub fn speed(&self) -> f64 {
        let [a, b] = &self.bodies;
        let turning = |body: &Actor| length(body.turn) * body.size();
        length(minus(b.travel, a.travel)) + turning(a) + turning(b)
    }

    /// How fast the bodies approach along `normal` at two points that are near each other at `fraction`.
    pub fn closing_speed(&self, normal: P, points: [P; 2], fraction: f64) -> f64 {
        let velocity = |body: &Actor, p: P| {
            let arm = minus(p, plus(body.center, times(body.travel, fraction)));
            plus(body.travel, cross(body.turn, arm))
        };
        let [a, b] = [0, 1].map(|side| velocity(&self.bodies[side], points[side]));
        dot(minus(a, b), normal)
    }

    /// When the centres are nearest on a straight way.
    pub fn nearest_moment(&self) -> f64 {
        let (start, way) = (self.apart(0.0), minus(self.bodies[1].travel, self.bodies[0].travel));
        let far = length(way);
        if !(far > 0.0) {
            return 0.0;
        }
        let way = times(way, 1.0 / far);
        (-dot(start, way) / far).clamp(0.0, 1.0)
    }

    /// The line of a pairs file that asks the same of `clearance query`.
    pub fn line(&self, seed: u64) -> String {
        let numbers = |p: P| json!(p[..self.dimension]);
        let shape = |body: &Actor| {
            let points: Vec<Value> = body.points.iter().map(|p| numbers(*p)).collect();
            let mut shape = match body.kind {
                Kind::Points | Kind::Hull => json!({"points": points}),
                Kind::Cuboid => json!({"cuboid": {"half_extents": numbers(body.sizes)}}),
                Kind::Ellipsoid => json!({"ellipsoid": {"semi_axes": numbers(body.sizes)}}),
                Kind::Ball => json!({"ball": {"center": points[0], "radius": body.radius}}),
                Kind::Capsule => json!({"capsule": {"start": points[0], "end": points[1], "radius": body.radius}}),
                Kind::Cylinder => json!({"cylinder": {"half_height": body.sizes[0], "radius": body.sizes[1]}}),
                Kind::Cone => json!({"cone": {"half_height": body.sizes[0], "radius": body.sizes[1]}}),
            };
            if body.radius > 0.0 && !matches!(body.kind, Kind::Ball | Kind::Capsule) {
                shape["radius"] = json!(body.radius);
            }
            let rotation = &body.rotation[..if self.dimension == 2 { 2 } else { 4 }];
            shape["pose"] = json!({"translation": numbers(body.translation), "rotation": rotation});
            shape
        };
        let motion = |body: &Actor| {
            let turn = if self.dimension == 2 { json!(body.turn[2]) } else { json!(body.turn) };
            json!({"travel": numbers(body.travel), "turn": turn, "center": numbers(body.center)})
        };
        let [a, b] = &self.bodies;
        let scalar = if self.single { "f32" } else { "f64" };
        let line = json!({
            "id": seed, "scalar": scalar, "a": shape(a), "b": shape(b), "motion_a": motion(a), "motion_b": motion(b)
        });
        line.to_string()
    }
}

/// The three coordinates of a vector, as `f64`.
pub(super) fn wide<V: Round>(vector: V) -> P {
    use clearance::Space;
    let wide = vector.vector().widen();
    core::array::from_fn(|axis| if axis < V::Wide::DIM { *wide.coordinate(axis) } else { 0.0 })
}

/// The bits of an answer that say when.
pub(super) fn bits<V: Round>(cast: &Cast<V>) -> [u64; 3] {
    [cast.fraction, cast.lower, cast.upper].map(|x| x.widen().to_bits())
}
