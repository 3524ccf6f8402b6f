//! Random bodies that travel and turn, a checker of proofs, and a judge of impacts.
//!
//! The checker knows vertices, the sine and cosine of the platform, and theorem A. It shares no code with the
//! search. The judge also samples the motion: the vertices are placed here, and the distance of shapes at rest, which has
//! its own judges, tells whether a clear motion was clear.

use crate::points::{P, cross, dot, minus, plus, times};
use crate::random::Random;
use crate::space::Lab;
use clearance::{
    Carrier, Cast, Motion, MotionStep, Outcome, Placed, Points, Pose, ProvenInterval, Real, Rounded, Shape, Solver,
    Vec2, Vec3, Vector, WideVector,
};

/// The unit roundoff of `f64`.
const U: f64 = f64::EPSILON / 2.0;

/// A rounded polytope with a pose and a motion, as numbers. In the plane the third coordinates are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// The vertices in the shape's own frame.
    pub points: Vec<P>,
    /// The radius.
    pub radius: f64,
    /// `[c, s, 0, 0]` or a quaternion `[x, y, z, w]`.
    pub rotation: [f64; 4],
    /// Where the frame stands.
    pub translation: P,
    /// The way of the centre.
    pub travel: P,
    /// The rotation vector in radians. In the plane it is along z.
    pub turn: P,
    /// The centre of the turn.
    pub center: P,
}

/// Two bodies that move.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// 2 or 3.
    pub dimension: usize,
    /// The bodies A and B.
    pub bodies: [Mover; 2],
}

fn length(a: P) -> f64 {
    a[0].hypot(a[1]).hypot(a[2])
}

/// The vector turned about the axis and by the angle of a rotation vector (Rodrigues).
fn turned(v: P, turn: P) -> P {
    let angle = length(turn);
    if angle == 0.0 {
        return v;
    }
    let k = times(turn, 1.0 / angle);
    let (s, c) = angle.sin_cos();
    let along = times(k, dot(k, v));
    plus(plus(along, times(minus(v, along), c)), times(cross(k, v), s))
}

impl Mover {
    /// The vertices at fraction 0, relative to the centre of the turn.
    pub fn arms(&self, dimension: usize) -> Vec<P> {
        let [x, y, z, w] = self.rotation;
        let offset = minus(self.translation, self.center);
        let place = |p: &P| {
            if dimension == 2 {
                return [x * p[0] - y * p[1], y * p[0] + x * p[1], 0.0];
            }
            let u = [x, y, z];
            let turn = cross(u, *p);
            let half = plus(times(turn, w), cross(u, turn));
            plus(*p, times(half, 2.0))
        };
        self.points.iter().map(|p| plus(place(p), offset)).collect()
    }

    /// A bound of the coordinates that occur.
    fn size(&self, dimension: usize) -> f64 {
        let reach = self.arms(dimension).iter().map(|arm| length(*arm)).fold(0.0, f64::max);
        let own = self.points.iter().map(|p| length(*p)).fold(0.0, f64::max);
        reach + own + length(minus(self.translation, self.center)) + self.radius
    }

    /// All lengths times a power of two.
    fn scaled(&self, power: f64) -> Self {
        let by = |p: P| times(p, power);
        Self {
            points: self.points.iter().copied().map(by).collect(),
            radius: self.radius * power,
            translation: by(self.translation),
            travel: by(self.travel),
            center: by(self.center),
            ..self.clone()
        }
    }

    fn vectors<V: Lab>(&self) -> Vec<V> {
        self.points.iter().map(|p| V::from_coordinates(p)).collect()
    }
    fn shape<'p, V: Lab>(&self, points: &'p [V]) -> Placed<Rounded<Points<'p, V>, V>, V> {
        let pose = Pose { rotation: V::rotation(&self.rotation), translation: V::from_coordinates(&self.translation) };
        let core = Points::new(points).expect("finite points");
        core.rounded(V::Scalar::narrow(self.radius)).expect("a radius").at(pose)
    }
    fn motion<V: Lab>(&self) -> Motion<V> {
        let at = |p: &P| V::from_coordinates(p);
        Motion { travel: at(&self.travel), turn: V::turn_of(self.turn), center: at(&self.center) }
    }
}

impl Scene {
    /// The scene of a seed. `single` rounds all numbers to `f32`.
    pub fn random(seed: u64, single: bool) -> Self {
        let mut random = Random::new(seed);
        let dimension = 2 + random.below(2);
        // Lengths from 2⁻³⁰⁰ to 2³⁰⁰ once in eight scenes.
        let exponent = if random.once_in(8) { random.integer(-300, 300) } else { 0 };
        let exponent = if single { exponent / 8 } else { exponent };
        let still = random.below(4);
        let bodies = [0, 1].map(|side| {
            let mut body = mover(&mut random, dimension);
            // One body turns, the other one, or both.
            if still == side + 1 {
                body.turn = [0.0; 3];
            }
            body
        });
        let mut scene = Self { dimension, bodies };
        if random.once_in(2) {
            scene.aim(&mut random);
        }
        if single {
            scene.round();
        }
        scene.scaled(2f64.powi(exponent))
    }

    /// Chooses the travel of B so that a point of B is at a point of A at a random moment: a hit that is not too early,
    /// or a graze.
    fn aim(&mut self, random: &mut Random) {
        let t = 0.05 + 0.95 * random.unit();
        let [a, b] = &self.bodies;
        let pick = |body: &Mover, random: &mut Random| {
            let arms = body.arms(self.dimension);
            turned(arms[random.below(arms.len())], times(body.turn, t))
        };
        let (on_a, on_b) = (pick(a, random), pick(b, random));
        let there = plus(plus(a.center, times(a.travel, t)), on_a);
        self.bodies[1].travel = times(minus(minus(there, b.center), on_b), 1.0 / t);
        if self.dimension == 2 {
            self.bodies[1].travel[2] = 0.0;
        }
    }

    fn round(&mut self) {
        let single = |x: f64| f64::from(x as f32);
        for body in &mut self.bodies {
            for p in &mut body.points {
                *p = p.map(single);
            }
            for p in [&mut body.translation, &mut body.travel, &mut body.turn, &mut body.center] {
                *p = p.map(single);
            }
            body.rotation = body.rotation.map(single);
            body.radius = single(body.radius);
        }
    }

    /// All lengths times a power of two.
    pub fn scaled(&self, power: f64) -> Self {
        Self { dimension: self.dimension, bodies: [self.bodies[0].scaled(power), self.bodies[1].scaled(power)] }
    }
    /// The bodies exchanged.
    pub fn swapped(&self) -> Self {
        let [a, b] = self.bodies.clone();
        Self { dimension: self.dimension, bodies: [b, a] }
    }

    /// The answer of the library, and its proof.
    pub fn impact<V: Lab>(&self, solver: &Solver) -> (Cast<V>, Vec<ProvenInterval<V>>) {
        let [a, b] = &self.bodies;
        let (points_a, points_b) = (a.vectors::<V>(), b.vectors::<V>());
        let mut proof = Vec::new();
        let keep = |step: &MotionStep<V>| {
            if let MotionStep::Proven(interval) = step {
                proof.push(*interval);
            }
        };
        let (shape_a, shape_b) = (a.shape(&points_a), b.shape(&points_b));
        let cast = solver.impact_trace(&shape_a, &a.motion(), &shape_b, &b.motion(), keep);
        (cast, proof)
    }

    /// A bound of all coordinates at a fraction, relative to the centre of A's turn: the unit of roundoff.
    pub fn size(&self, fraction: f64) -> f64 {
        let [a, b] = &self.bodies;
        let apart = plus(minus(b.center, a.center), times(minus(b.travel, a.travel), fraction));
        a.size(self.dimension) + b.size(self.dimension) + length(apart)
    }

    /// A bound of the relative speed.
    pub fn speed(&self) -> f64 {
        let [a, b] = &self.bodies;
        let turning = |body: &Mover| length(body.turn) * body.size(self.dimension);
        length(minus(b.travel, a.travel)) + turning(a) + turning(b)
    }

    /// The greater of the angles of both turns, in radians.
    pub fn greatest_turn(&self) -> f64 {
        let [a, b] = &self.bodies;
        length(a.turn).max(length(b.turn))
    }

    /// The signed distance at a fraction: bounds without the roundings of the places of the vertices.
    pub fn distance(&self, fraction: f64) -> [f64; 2] {
        if self.dimension == 2 {
            self.distance_in::<Vec2<f64>>(fraction)
        } else {
            self.distance_in::<Vec3<f64>>(fraction)
        }
    }

    fn distance_in<W: Lab<Scalar = f64>>(&self, fraction: f64) -> [f64; 2] {
        let [a, b] = &self.bodies;
        let apart = plus(minus(b.center, a.center), times(minus(b.travel, a.travel), fraction));
        let placed = |body: &Mover, offset: P| -> Vec<W> {
            let arms = body.arms(self.dimension);
            let turn = times(body.turn, fraction);
            arms.iter().map(|arm| W::from_coordinates(&plus(turned(*arm, turn), offset))).collect()
        };
        let (points_a, points_b) = (placed(a, [0.0; 3]), placed(b, apart));
        let shape_a = Points::new(&points_a).expect("finite points");
        let shape_b = Points::new(&points_b).expect("finite points");
        let answer = Solver::default().signed_distance(&shape_a, &shape_b);
        let radius = a.radius + b.radius;
        [answer.lower - radius, answer.upper - radius]
    }
}

/// A random body about the origin, with points in the unit cube.
fn mover(random: &mut Random, dimension: usize) -> Mover {
    let flat = |p: P| if dimension == 2 { [p[0], p[1], 0.0] } else { p };
    let point = |random: &mut Random| flat([random.signed(), random.signed(), random.signed()]);
    // Needles and discs, up to 1 : 10⁶.
    let thin = if random.once_in(4) { 10f64.powf(-6.0 * random.unit()) } else { 1.0 };
    let factors = [1.0, thin, if random.once_in(2) { thin } else { 1.0 }];
    let count = 1 + random.below(9);
    let points = (0..count).map(|_| {
        let p = point(random);
        [p[0] * factors[0], p[1] * factors[1], p[2] * factors[2]]
    });
    let points: Vec<P> = points.collect();
    let radius = match random.below(3) {
        0 => 0.3 * random.unit(),
        1 if count > 1 => 0.0,
        _ => 1e-3 * random.unit(),
    };
    let quaternion = [0; 4].map(|_| random.signed() + 1e-3);
    let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    let angle = 7.0 * random.signed();
    let rotation = match (random.once_in(4), dimension) {
        (true, 2) => [1.0, 0.0, 0.0, 0.0],
        (true, _) => [0.0, 0.0, 0.0, 1.0],
        (_, 2) => [angle.cos(), angle.sin(), 0.0, 0.0],
        _ => quaternion.map(|x| x / norm),
    };
    let translation = times(point(random), 3.0);
    // Up to 45°, 180° or 720°.
    let most = [0.25, 1.0, 4.0][random.below(3)] * std::f64::consts::PI;
    let direction = if dimension == 2 { [0.0, 0.0, 1.0] } else { point(random) };
    let turn = times(direction, most * random.signed() / length(direction));
    let center = match random.below(4) {
        0 => [0.0; 3],
        1 => plus(translation, times(point(random), 2.0)),
        _ => translation,
    };
    let travel = if random.once_in(4) { [0.0; 3] } else { times(point(random), 5.0) };
    Mover { points, radius, rotation, translation, travel, turn, center }
}

/// Checks a proof with code of its own: the intervals follow each other from 0 to `until`, and theorem A holds on each.
///
/// # Errors
/// What is wrong, in words.
pub fn check_proof<V: Vector>(
    scene: &Scene,
    target: f64,
    proof: &[ProvenInterval<V>],
    until: f64,
) -> Result<(), String> {
    let mut reached = 0.0;
    for interval in proof {
        if interval.start != reached || !(interval.end > interval.start) {
            return Err(format!("an interval begins at {} and not at {reached}", interval.start));
        }
        check_interval(scene, target, interval)?;
        reached = interval.end;
    }
    if reached < until { Err(format!("the proof ends at {reached} and not at {until}")) } else { Ok(()) }
}

fn check_interval<V: Vector>(scene: &Scene, target: f64, interval: &ProvenInterval<V>) -> Result<(), String> {
    // Any centre does for a body that does not turn. Its own origin gives the least M.
    let [a, b] = &scene.bodies.clone().map(|body| match body.turn {
        [0.0, 0.0, 0.0] => Mover { center: body.translation, ..body },
        _ => body,
    });
    let [arms_a, arms_b] = [a, b].map(|body| body.arms(scene.dimension));
    let n = interval.direction.padded();
    if (length(n) - 1.0).abs() > 1e-14 {
        return Err(format!("the direction {n:?} is not of unit length"));
    }
    let (centers, travel) = (minus(b.center, a.center), minus(b.travel, a.travel));
    // The separation at an end, by vertices.
    let separation = |t: f64| {
        let carried = match interval.carrier {
            Carrier::World | Carrier::Swept => n,
            Carrier::A => turned(n, times(a.turn, t)),
            Carrier::B => turned(n, times(b.turn, t)),
            Carrier::Own => turned(n, times(interval.turn, t)),
        };
        let along = |arms: &[P], turn: P| -> Vec<f64> {
            arms.iter().map(|arm| dot(turned(*arm, times(turn, t)), carried)).collect()
        };
        let is_swept = interval.carrier == Carrier::Swept;
        let heights = |body: &Mover, arms: &[P], n: P| {
            if is_swept { swept_heights(arms, body.turn, n) } else { along(arms, body.turn) }
        };
        let front = heights(a, &arms_a, n).into_iter().fold(f64::NEG_INFINITY, f64::max);
        let back = match is_swept {
            true => -heights(b, &arms_b, times(n, -1.0)).into_iter().fold(f64::NEG_INFINITY, f64::max),
            false => heights(b, &arms_b, n).into_iter().fold(f64::INFINITY, f64::min),
        };
        dot(plus(centers, times(travel, t)), carried) + back - front - a.radius - b.radius - target
    };
    let ends = [interval.start, interval.end].map(separation);
    // The library's bounds are lower by its noise. The checker's own roundings are below this: its angles round by some u
    // of them, which counts beyond two turns.
    let turning = 4.0 * (scene.greatest_turn() - 4.0 * std::f64::consts::PI).max(0.0);
    let own = (24.0 + turning) * U * scene.size(1.0).max(scene.size(0.0));
    for (claimed, found) in interval.separations.iter().zip(ends) {
        if !(*claimed > 0.0 && *claimed <= found + own) {
            return Err(format!("a separation of {claimed:e} is claimed, and it is {found:e}"));
        }
    }
    // M, by the table of theorem A.
    let (w_a, w_b) = (length(a.turn), length(b.turn));
    let reach = |arms: &[P]| arms.iter().map(|arm| length(*arm)).fold(0.0, f64::max);
    let lever = |arms: &[P], turn: P| {
        let axis = times(turn, 1.0 / length(turn).max(f64::MIN_POSITIVE));
        arms.iter().map(|arm| length(cross(axis, *arm))).fold(0.0, f64::max)
    };
    let v = length(travel);
    let z =
        [interval.start, interval.end].map(|t| length(plus(centers, times(travel, t)))).into_iter().fold(0.0, f64::max);
    // The signed sum of the speeds about one axis, or the sum of both.
    let relative = if length(cross(a.turn, b.turn)) == 0.0 { length(minus(a.turn, b.turn)) } else { w_a + w_b };
    let sine = |turn: P| if length(turn) > 0.0 { length(cross(n, times(turn, 1.0 / length(turn)))) } else { 0.0 };
    let m = match interval.carrier {
        Carrier::World => {
            w_a * w_a * lever(&arms_a, a.turn) * sine(a.turn) + w_b * w_b * lever(&arms_b, b.turn) * sine(b.turn)
        }
        Carrier::A => 2.0 * w_a * v + w_a * w_a * z + relative * relative * reach(&arms_b),
        Carrier::B => 2.0 * w_b * v + w_b * w_b * z + relative * relative * reach(&arms_a),
        Carrier::Swept => 0.0,
        Carrier::Own => {
            let own = interval.turn;
            let beside =
                |turn: P, arms: &[P]| (length(minus(turn, own)).powi(2) + length(cross(turn, own))) * reach(arms);
            let w = length(own);
            2.0 * w * v + w * w * z + beside(a.turn, &arms_a) + beside(b.turn, &arms_b)
        }
    };
    // The least value of the bound, from the claimed separations: they hold the library's noise.
    let [first, last] = interval.separations;
    let slack = 0.5 * m * (interval.end - interval.start).powi(2);
    let least = least_of_bound(first, last, slack);
    if least > 0.0 {
        Ok(())
    } else {
        Err(format!("the bound falls to {least:e} on [{}, {}]", interval.start, interval.end))
    }
}

/// The greatest heights of vertices along a direction over all angles of a turn: a circle around the axis each.
fn swept_heights(arms: &[P], turn: P, n: P) -> Vec<f64> {
    let angle = length(turn);
    if angle == 0.0 {
        return arms.iter().map(|arm| dot(*arm, n)).collect();
    }
    let axis = times(turn, 1.0 / angle);
    let highest = |arm: &P| dot(n, axis) * dot(axis, *arm) + length(cross(n, axis)) * length(cross(*arm, axis));
    arms.iter().map(highest).collect()
}

/// The least value of (1 − l)·first + l·last − slack·l·(1 − l) on [0, 1].
fn least_of_bound(first: f64, last: f64, slack: f64) -> f64 {
    let ends = first.min(last);
    if slack <= 0.0 {
        return ends;
    }
    let l = 0.5 * (1.0 - (last - first) / slack);
    if l > 0.0 && l < 1.0 { ends.min((1.0 - l) * first + l * last - slack * l * (1.0 - l)) } else { ends }
}

/// What the judge found in one scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// `Some` for each outcome.
    pub outcome: Option<Outcome>,
    /// Contact before `lower`.
    pub is_false: bool,
    /// A hit without contact at `upper`.
    pub is_unfounded: bool,
    /// The checker refused the proof.
    pub is_unproven: bool,
    /// Other bits for exchanged or scaled bodies.
    pub is_asymmetric: bool,
    /// Near contact, although the distance at `lower` is more than rounding.
    pub is_open: bool,
    /// A hit whose bracket is wider than 10⁻¹², although the shapes approach at a tenth of the greatest speed.
    pub is_wide: bool,
    /// Static queries.
    pub looks: u32,
}

/// Asks the library about a scene and judges the answer. `samples` moments are looked at.
pub fn judge(scene: &Scene, single: bool, samples: u32) -> Verdict {
    match (scene.dimension, single) {
        (2, false) => judge_in::<Vec2<f64>>(scene, samples),
        (2, true) => judge_in::<Vec2<f32>>(scene, samples),
        (_, false) => judge_in::<Vec3<f64>>(scene, samples),
        (_, true) => judge_in::<Vec3<f32>>(scene, samples),
    }
}

fn judge_in<V: Lab>(scene: &Scene, samples: u32) -> Verdict {
    let solver = Solver::default();
    let (cast, proof) = scene.impact::<V>(&solver);
    let (lower, upper) = (cast.lower.widen(), cast.upper.widen());
    let mut verdict = Verdict { outcome: Some(cast.outcome), looks: cast.iterations, ..Verdict::default() };
    let reached = proof.last().map_or(0.0, |interval| interval.end);
    verdict.is_unproven = check_proof(scene, 0.0, &proof, lower).is_err() || (cast.is_clear() && reached != 1.0);
    let unit = rounding_unit(scene);
    let deep = |t: f64| scene.distance(t)[1] < -unit * scene.size(t);
    verdict.is_false = is_deep_before(scene, lower, samples, deep);
    if cast.outcome == Outcome::Near {
        // `f32` rounds `lower`; the proof ends where it ends.
        verdict.is_open = is_open(scene, reached);
    }
    if cast.outcome == Outcome::Hit {
        // `f32` rounds the fraction up.
        let blur = scene.speed() * (V::Scalar::EPSILON - f64::EPSILON) * upper;
        verdict.is_unfounded = scene.distance(upper)[0] > unit * scene.size(upper) + blur;
        let near = upper - 1e-4;
        if near > 0.0 && lower > 0.0 && V::Scalar::EPSILON == f64::EPSILON {
            let speed = (scene.distance(near)[0] - scene.distance(upper)[1]) / 1e-4;
            let size = scene.size(upper);
            verdict.is_wide = upper - lower > 1e-12 * (1.0 + 0.1 * size / speed) && speed > 0.1 * scene.speed();
        }
    }
    let (other, _) = scene.swapped().impact::<V>(&solver);
    verdict.is_asymmetric = !same_bits(&other, &cast);
    if V::Scalar::EPSILON == f64::EPSILON {
        let (scaled, _) = scene.scaled(2f64.powi(40)).impact::<V>(&solver);
        verdict.is_asymmetric |= !same_bits(&scaled, &cast);
    }
    verdict
}

/// Roundings of a distance as parts of the size of a scene: of numbers of a scalar that are not quite a rotation, of
/// the places of the vertices, of the bounds at rest.
fn rounding_unit(scene: &Scene) -> f64 {
    let defect = |body: &Mover| 2.0 * (body.rotation.iter().map(|x| x * x).sum::<f64>() - 1.0).abs();
    96.0 * U + scene.bodies.iter().map(defect).sum::<f64>()
}

/// Whether the distance at a fraction is more than rounding hides: an answer that is near contact there is no graze.
pub fn is_open(scene: &Scene, lower: f64) -> bool {
    !(scene.distance(lower)[1] <= 4.0 * rounding_unit(scene) * scene.size(lower))
}

fn same_bits<V: Vector>(one: &Cast<V>, other: &Cast<V>) -> bool {
    let bits = |cast: &Cast<V>| [cast.fraction, cast.lower, cast.upper].map(|x| x.widen().to_bits());
    one.outcome == other.outcome && bits(one) == bits(other)
}

/// Whether a sample before `lower` is deep, or the least distance near the lowest sample is.
fn is_deep_before(scene: &Scene, lower: f64, samples: u32, deep: impl Fn(f64) -> bool) -> bool {
    if samples == 0 || !(lower > 0.0) {
        return false;
    }
    let step = lower / f64::from(samples);
    let distance = |t: f64| scene.distance(t)[1];
    let mut lowest = (0.0, f64::INFINITY);
    for k in 0..samples {
        let t = step * f64::from(k);
        let there = distance(t);
        if there < lowest.1 {
            lowest = (t, there);
        }
    }
    // Golden section, from the neighbours of the lowest sample.
    let (mut left, mut right) = ((lowest.0 - step).max(0.0), (lowest.0 + step).min(lower * (1.0 - 4.0 * U)));
    for _ in 0..24 {
        let (one, two) = (right - 0.618 * (right - left), left + 0.618 * (right - left));
        if distance(one) < distance(two) { right = two } else { left = one }
    }
    deep(lowest.0) || deep(0.5 * left + 0.5 * right)
}
