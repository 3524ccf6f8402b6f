//! A few hot queries for an instruction counter. `counted CASE` asks one kind of question about 256 pairs, many times.
//!
//! `cargo xtask test counts` runs each case under callgrind. Callgrind counts only the instructions inside
//! [`answer_every_pair`]. So the number is the same on every run, even on a busy machine. Without an argument the
//! program lists the cases.

#[allow(dead_code, reason = "the lab's generator, of which the lab uses more")]
#[path = "../../lab/src/random.rs"]
mod random;

mod motions;
mod sets;

use clearance::{
    Ball, Cache, Cone, Cuboid, Cylinder, Hull, Placed, Pose, Quaternion, Rotation2, Shape, Solver, SupportMap, Vec2,
    Vec3,
};
use clearance::{Vector, vec2, vec3};
use random::Random;
use std::hint::black_box;
use std::process::ExitCode;

const PAIRS: usize = 256;

type Question = (&'static str, fn());

const CASES: &[Question] = &[
    ("box-far-distance", || boxes([4.0, 6.0], |solver, a, b| solver.distance(a, b).distance)),
    ("box-near-distance", || boxes([0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("box-overlap-signed", || boxes([-0.1, -0.001], |solver, a, b| solver.signed_distance(a, b).distance)),
    ("box-far-overlaps", || boxes([4.0, 6.0], |solver, a, b| f64::from(u8::from(solver.overlaps(a, b))))),
    ("hull8-near-distance", || hulls(8, [0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("hull64-near-distance", || hulls(64, [0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("hull64-overlap-signed", || hulls(64, [-0.1, -0.001], |solver, a, b| solver.signed_distance(a, b).distance)),
    ("hull512-near-distance", || hulls(512, [0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("hull64-warm-distance", warm_hulls),
    ("polygon8-near-distance", || polygons([0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("polygon8-overlap-contacts", || polygons([-0.1, -0.001], contacts_of_polygons)),
    ("polygon8-warm-distance", || {
        warm_polygons([0.001, 0.1], |solver, a, b, cache| solver.distance_cached(a, b, cache).distance)
    }),
    ("polygon8-warm-overlaps", || {
        warm_polygons([-0.1, -0.001], |solver, a, b, cache| f64::from(u8::from(solver.overlaps_cached(a, b, cache))))
    }),
    ("ball-near-distance", || solids(|_| ball(), [0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("ball-far-within", || {
        solids(
            |_| ball(),
            [4.0, 6.0],
            |solver, a, b| {
                let solver = Solver { max_distance: 0.5, ..*solver };
                f64::from(u8::from(solver.within(a, b).is_some()))
            },
        )
    }),
    ("ball-overlap-signed", || {
        solids(|_| ball(), [-0.1, -0.001], |solver, a, b| solver.signed_distance(a, b).distance)
    }),
    ("cylinder-far-distance", || solids(cylinder, [4.0, 6.0], |solver, a, b| solver.distance(a, b).distance)),
    ("cylinder-overlap-signed", || {
        solids(cylinder, [-0.1, -0.001], |solver, a, b| solver.signed_distance(a, b).distance)
    }),
    ("cone-far-distance", || solids(cone, [4.0, 6.0], |solver, a, b| solver.distance(a, b).distance)),
    ("cone-near-distance", || solids(cone, [0.001, 0.1], |solver, a, b| solver.distance(a, b).distance)),
    ("box-grid-signed", grid_boxes),
    ("box-touching-signed", || touching_boxes(|solver, a, b| solver.signed_distance(a, b).distance)),
    ("box-touching-overlaps", || touching_boxes(|solver, a, b| f64::from(u8::from(solver.overlaps(a, b))))),
    ("box-stacked-signed", || stacked_boxes([0.0; 2])),
    ("box-stacked-aside-signed", || stacked_boxes([0.3, 0.0])),
    ("polygon8-touching-signed", || touching_polygons(|solver, a, b| solver.signed_distance(a, b).distance)),
    ("polygon8-touching-overlaps", || touching_polygons(|solver, a, b| f64::from(u8::from(solver.overlaps(a, b))))),
    ("polygon8-shared-side-signed", shared_sides),
    ("cylinder-parallel-signed", parallel_cylinders),
    ("hull8-touching-signed", || touching_hulls(8)),
    ("hull64-touching-signed", || touching_hulls(64)),
    ("ray-box-hit", || motions::rays(motions::cuboid)),
    ("ray-hull64-hit", || motions::rays_at_hulls(64)),
    ("cast-balls-hit", || motions::casts(|_| ball(), motions::HIT)),
    ("cast-capsules-hit", || motions::casts(motions::capsule, motions::HIT)),
    ("cast-boxes-hit", || motions::casts(motions::cuboid, motions::HIT)),
    ("cast-boxes-miss", || motions::casts(motions::cuboid, motions::MISS)),
    ("cast-cones-hit", || motions::casts(cone, motions::HIT)),
    ("cast-hulls-hit", || motions::casts_of_hulls(motions::HIT)),
    ("cast-hulls-miss", || motions::casts_of_hulls(motions::MISS)),
    ("cast-capsules-miss", || motions::casts(motions::capsule, motions::MISS)),
    ("cast-rounded-miss", || motions::casts_of_rounded_hulls(motions::MISS)),
    ("cast-rounded-hit", || motions::casts_of_rounded_hulls(motions::HIT)),
    ("cast-polygons-hit", || motions::casts_of_polygons(motions::HIT)),
    ("cast-polygons-miss", || motions::casts_of_polygons(motions::MISS)),
    ("impact-hulls-hit", || motions::impacts_of_hulls(motions::HIT)),
    ("impact-hulls-miss", || motions::impacts_of_hulls(motions::MISS)),
    ("batch-box-near-distance", || sets::boxes([0.001, 0.1], sets::distances)),
    ("batch-box-near-overlaps", || sets::boxes([0.001, 0.1], sets::overlaps)),
    ("batch-box-far-overlaps", || sets::boxes([4.0, 6.0], sets::overlaps)),
    ("batch-hull24-near-distance", || sets::hulls([0.001, 0.1], sets::distances)),
    ("batch-hull24-near-overlaps", || sets::hulls([0.001, 0.1], sets::overlaps)),
];

fn main() -> ExitCode {
    let case = std::env::args().nth(1);
    #[cfg(judge)]
    leave_out(std::env::args().nth(2).as_deref());
    #[cfg(judge)]
    if case.as_deref() == Some("paths") {
        clearance::paths::FastPath::ALL.iter().for_each(|(path, what)| println!("{path:?} {what}"));
        return ExitCode::SUCCESS;
    }
    match case.as_deref().map(|name| CASES.iter().find(|(case, _)| *case == name)) {
        Some(Some((_, run))) => run(),
        Some(None) => return ExitCode::from(2),
        None => CASES.iter().for_each(|(name, _)| println!("{name} {PAIRS}")),
    }
    ExitCode::SUCCESS
}

/// Leaves out the fast path of this number. `paths` as a case lists them.
#[cfg(judge)]
fn leave_out(path: Option<&str>) {
    use clearance::paths::{FastPath, leave_out};
    if let Some(&(path, _)) = path.and_then(|number| FastPath::ALL.get(number.parse::<usize>().ok()?)) {
        leave_out(path);
    }
}

/// Everything that is counted: every pair once.
#[inline(never)]
fn answer_every_pair<P>(pairs: &mut [P], mut question: impl FnMut(&mut P) -> f64) {
    for pair in pairs {
        black_box(question(black_box(pair)));
    }
}

type Body<S> = Placed<S, Vec3<f64>>;
type BoxQuestion = fn(&Solver, &Body<Cuboid<Vec3<f64>>>, &Body<Cuboid<Vec3<f64>>>) -> f64;
type HullQuestion = fn(&Solver, &Body<&Hull<Vec3<f64>>>, &Body<&Hull<Vec3<f64>>>) -> f64;

fn boxes(gap: [f64; 2], question: BoxQuestion) {
    let mut random = Random::new(1);
    let shape = |random: &mut Random| {
        let mut half = || 1.0 + 0.3 * random.signed();
        Cuboid::new(vec3(half(), half(), half())).expect("positive and finite")
    };
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let (a, b) = (shape(&mut random), shape(&mut random));
            apart(a, b, pose(&mut random), pose(&mut random), within(&mut random, gap))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| question(&solver, a, b));
}

/// Two shapes of one kind in general position.
fn solids<S: SupportMap<Vec3<f64>> + Copy>(
    shape: fn(&mut Random) -> S,
    gap: [f64; 2],
    question: fn(&Solver, &Body<S>, &Body<S>) -> f64,
) {
    let mut random = Random::new(9);
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let (a, b) = (shape(&mut random), shape(&mut random));
            apart(a, b, pose(&mut random), pose(&mut random), within(&mut random, gap))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| question(&solver, a, b));
}

fn ball() -> Ball<Vec3<f64>> {
    Ball::new(vec3(0.0, 0.0, 0.0), 1.0).expect("positive and finite")
}

fn cylinder(random: &mut Random) -> Cylinder<f64> {
    Cylinder::new(1.0 + 0.3 * random.signed(), 1.0 + 0.3 * random.signed()).expect("positive and finite")
}

fn cone(random: &mut Random) -> Cone<f64> {
    Cone::new(1.0 + 0.3 * random.signed(), 1.0 + 0.3 * random.signed()).expect("positive and finite")
}

/// Cubes of a grid, face on face.
fn grid_boxes() {
    let mut random = Random::new(10);
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).expect("positive and finite");
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let mut step = || 0.5 * random.below(4) as f64 - 1.0;
            let (u, v) = (step(), step());
            let way = [vec3(2.0, u, v), vec3(u, -2.0, v), vec3(u, v, 2.0)][random.below(3)];
            (cube.at(Pose::<Vec3<f64>>::identity()), cube.at(Pose::<Vec3<f64>>::translation(way)))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| solver.signed_distance(a, b).distance);
}

/// Face on face in a common frame that is turned: to rounding, apart or overlapping.
fn touching_boxes(question: BoxQuestion) {
    let mut random = Random::new(6);
    let mut half = || 1.0 + 0.3 * random.signed();
    let sizes: Vec<_> = (0..PAIRS).map(|_| [vec3(half(), half(), half()), vec3(half(), half(), half())]).collect();
    let mut random = Random::new(7);
    let mut pairs: Vec<_> = sizes
        .into_iter()
        .map(|[a, b]| {
            let at = pose(&mut random);
            let beside = [a.y + b.y, a.z + b.z].map(|reach| 0.9 * reach * random.signed());
            let there = Pose { translation: at.apply(vec3(a.x + b.x, beside[0], beside[1])), ..at };
            let body = |half, at| Placed::new(Cuboid::new(half).expect("positive and finite"), at);
            (body(a, at), body(b, there))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| question(&solver, a, b));
}

/// Equal boxes, one on the other in a frame that is turned: their faces coincide, or one is moved aside by shares of the face.
fn stacked_boxes(aside: [f64; 2]) {
    let mut random = Random::new(6);
    let mut half = || 1.0 + 0.3 * random.signed();
    let sizes: Vec<_> = (0..PAIRS).map(|_| vec3(half(), half(), half())).collect();
    let mut random = Random::new(7);
    let mut pairs: Vec<_> = sizes
        .into_iter()
        .map(|half| {
            let at = pose(&mut random);
            let up = vec3(2.0 * half.x, aside[0] * half.y, aside[1] * half.z);
            let there = Pose { translation: at.apply(up), ..at };
            let body = Cuboid::new(half).expect("positive and finite");
            (Placed::new(body, at), Placed::new(body, there))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| solver.signed_distance(a, b).distance);
}

/// Polygons, a side on a side in a frame that is turned: to rounding, apart or overlapping.
fn touching_polygons(question: impl Fn(&Solver, &PlacedPolygon<'_>, &PlacedPolygon<'_>) -> f64) {
    let shapes = octagons();
    let mut random = Random::new(20);
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let (a, b) = (&shapes[random.below(shapes.len())], &shapes[random.below(shapes.len())]);
            let sides = [a, b].map(|hull| {
                let (corners, side) = (hull.vertices(), random.below(hull.vertices().len()));
                let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
                (from, (to.y - from.y).atan2(to.x - from.x))
            });
            let angle = random.signed() * std::f64::consts::PI;
            let rotation = |angle: f64| {
                let (s, c) = angle.sin_cos();
                Rotation2 { c, s }
            };
            // The second side runs against the first one, and begins at its end.
            let turned = rotation(angle + std::f64::consts::PI + sides[0].1 - sides[1].1);
            let at = Pose { rotation: rotation(angle), translation: vec2(random.signed(), random.signed()) };
            let own = Pose { rotation: turned, translation: vec2(0.0, 0.0) }.apply(sides[1].0);
            let there = Pose { rotation: turned, translation: at.apply(sides[0].0) - own };
            (Placed::new(a, at), Placed::new(b, there))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| question(&solver, a, b));
}

/// Polygons and the same ones turned about the middle of a side, which both have, in a frame that is turned.
fn shared_sides() {
    let shapes = octagons();
    let mut random = Random::new(22);
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let hull = &shapes[random.below(shapes.len())];
            let (corners, side) = (hull.vertices(), random.below(hull.vertices().len()));
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            let (s, c) = (random.signed() * std::f64::consts::PI).sin_cos();
            let at = Pose { rotation: Rotation2 { c, s }, translation: vec2(random.signed(), random.signed()) };
            let turned = Rotation2 { c: -c, s: -s };
            let own = Pose { rotation: turned, translation: vec2(0.0, 0.0) }.apply(to);
            let there = Pose { rotation: turned, translation: at.apply(from) - own };
            (Placed::new(hull, at), Placed::new(hull, there))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| solver.signed_distance(a, b).distance);
}

/// Cylinders with parallel axes that overlap.
fn parallel_cylinders() {
    let mut random = Random::new(21);
    let still = Pose { rotation: turn(vec3(0.0, 0.0, 0.0)), translation: vec3(0.0, 0.0, 0.0) };
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let (a, b) = (cylinder(&mut random), cylinder(&mut random));
            let there = Pose { translation: vec3(0.5 * random.signed(), random.signed(), random.signed()), ..still };
            (Placed::new(a, still), Placed::new(b, there))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| solver.signed_distance(a, b).distance);
}

/// A hull and its reflection through one of its vertices: they touch exactly there.
fn touching_hulls(corners: usize) {
    let mut random = Random::new(8);
    let shapes = pool(&mut random, corners);
    let mut pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let hull = &shapes[random.below(shapes.len())];
            let vertex = hull.vertices()[random.below(hull.vertices().len())];
            let other: Vec<_> = hull.vertices().iter().map(|&p| vertex * 2.0 - p).collect();
            let still = Pose { rotation: turn(vec3(0.0, 0.0, 0.0)), translation: vec3(0.0, 0.0, 0.0) };
            (Placed::new(hull.clone(), still), Placed::new(Hull::new(&other).expect("finite points"), still))
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| solver.signed_distance(a, b).distance);
}

fn hulls(corners: usize, gap: [f64; 2], question: HullQuestion) {
    let mut random = Random::new(2);
    let shapes = pool(&mut random, corners);
    let mut pairs = hull_pairs(&mut random, &shapes, gap);
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| question(&solver, a, b));
}

/// The second query of each pair. The first query has left a cache for it. The pair turns by a thousandth of a turn
/// between them.
fn warm_hulls() {
    let mut random = Random::new(3);
    let shapes = pool(&mut random, 64);
    let solver = Solver::default();
    let small = Pose { rotation: turn(vec3(0.0, 5e-4, 0.0)), translation: vec3(0.0, 0.0, 0.0) };
    let mut pairs: Vec<_> = hull_pairs(&mut random, &shapes, [0.001, 0.1])
        .into_iter()
        .map(|(a, b)| {
            let mut cache = Cache::default();
            let _ = solver.distance_cached(&a, &b, &mut cache);
            (a.at(small), b, cache)
        })
        .collect();
    answer_every_pair(&mut pairs, |(a, b, cache)| solver.distance_cached(a, b, cache).distance);
}

fn polygons(gap: [f64; 2], question: impl Fn(&Solver, &PlacedPolygon<'_>, &PlacedPolygon<'_>) -> f64) {
    let shapes = octagons();
    let mut pairs = polygon_pairs(&shapes, gap);
    let solver = Solver::default();
    answer_every_pair(&mut pairs, |(a, b)| question(&solver, a, b));
}

/// The depth of the first contact. The manifold and its memory are new for each pair.
fn contacts_of_polygons(solver: &Solver, a: &PlacedPolygon<'_>, b: &PlacedPolygon<'_>) -> f64 {
    solver.contacts(a, b, 0.0).contacts.first().map_or(0.0, |contact| contact.separation)
}

/// The second query of each pair, as in [`warm_hulls`].
fn warm_polygons(gap: [f64; 2], question: impl Fn(&Solver, &TurnedPolygon<'_>, &PlacedPolygon<'_>, &mut Cache) -> f64) {
    let shapes = octagons();
    let solver = Solver::default();
    let mut pairs: Vec<_> = polygon_pairs(&shapes, gap)
        .into_iter()
        .map(|(a, b)| {
            let mut cache = Cache::default();
            let _ = question(&solver, &a.at(Pose::default()), &b, &mut cache);
            let small = Pose { rotation: Rotation2::from_angle(1e-3), translation: vec2(0.0, 0.0) };
            (a.at(small), b, cache)
        })
        .collect();
    answer_every_pair(&mut pairs, |(a, b, cache)| question(&solver, a, b, cache));
}

fn octagons() -> Vec<Hull<Vec2<f64>>> {
    let mut random = Random::new(4);
    let mut corner = |sector: usize| {
        let (sin, cos) = ((sector as f64 + 0.5 + 0.4 * random.signed()) * std::f64::consts::TAU / 8.0).sin_cos();
        vec2(cos, 0.8 * sin)
    };
    (0..16).map(|_| Hull::new(&(0..8).map(&mut corner).collect::<Vec<Vec2<f64>>>()).expect("finite points")).collect()
}

type PlacedPolygon<'h> = Placed<&'h Hull<Vec2<f64>>, Vec2<f64>>;
type TurnedPolygon<'h> = Placed<PlacedPolygon<'h>, Vec2<f64>>;

fn polygon_pairs(shapes: &[Hull<Vec2<f64>>], gap: [f64; 2]) -> Vec<(PlacedPolygon<'_>, PlacedPolygon<'_>)> {
    let mut random = Random::new(5);
    let mut placed = || {
        let (s, c) = (random.signed() * std::f64::consts::PI).sin_cos();
        let pose = Pose { rotation: Rotation2 { c, s }, translation: vec2(random.signed(), random.signed()) };
        let shape = random.below(shapes.len());
        (shape, pose, within(&mut random, gap))
    };
    (0..PAIRS)
        .map(|_| {
            let ((i, at, gap), (j, other, _)) = (placed(), placed());
            apart(&shapes[i], &shapes[j], at, other, gap)
        })
        .collect()
}

/// Sixteen hulls of points on ellipsoids.
fn pool(random: &mut Random, corners: usize) -> Vec<Hull<Vec3<f64>>> {
    let on_sphere = |random: &mut Random| loop {
        let point = vec3(random.signed(), random.signed(), random.signed());
        let length = (point.x * point.x + point.y * point.y + point.z * point.z).sqrt();
        if length > 0.1 && length < 1.0 {
            return point * (1.0 / length);
        }
    };
    (0..16)
        .map(|_| {
            let axes = vec3(1.0 + 0.3 * random.signed(), 1.0 + 0.3 * random.signed(), 1.0 + 0.3 * random.signed());
            let mut point = || on_sphere(random);
            let points: Vec<_> =
                (0..corners).map(|_| point()).map(|p| vec3(p.x * axes.x, p.y * axes.y, p.z * axes.z)).collect();
            Hull::new(&points).expect("finite points")
        })
        .collect()
}

type HullPair<'h> = (Body<&'h Hull<Vec3<f64>>>, Body<&'h Hull<Vec3<f64>>>);

fn hull_pairs<'h>(random: &mut Random, shapes: &'h [Hull<Vec3<f64>>], gap: [f64; 2]) -> Vec<HullPair<'h>> {
    (0..PAIRS)
        .map(|_| {
            let (i, j) = (random.below(shapes.len()), random.below(shapes.len()));
            let (at, other) = (pose(random), pose(random));
            apart(&shapes[i], &shapes[j], at, other, within(random, gap))
        })
        .collect()
}

fn within(random: &mut Random, [low, high]: [f64; 2]) -> f64 {
    low + (high - low) * random.unit()
}

fn turn(imaginary: Vec3<f64>) -> Quaternion<f64> {
    Quaternion::new(imaginary.x, imaginary.y, imaginary.z, 1.0).expect("not zero")
}

fn pose(random: &mut Random) -> Pose<Vec3<f64>> {
    let mut vector = || vec3(random.signed(), random.signed(), random.signed());
    Pose { rotation: turn(vector()), translation: vector() * 3.0 }
}

/// The shapes, moved along the normal of their nearest points until the gap is about `gap`. A negative gap is a depth.
fn apart<V: Vector, S: SupportMap<V> + Copy>(
    a: S,
    b: S,
    at: Pose<V>,
    mut other: Pose<V>,
    gap: f64,
) -> (Placed<S, V>, Placed<S, V>) {
    let solver = Solver::default();
    for _ in 0..4 {
        let answer = solver.signed_distance(&a.at(at), &b.at(other));
        let shift = answer.normal.widen() * (gap - clearance::Real::widen(answer.distance));
        other.translation = V::narrow(other.translation.widen() + shift);
    }
    (a.at(at), b.at(other))
}
