//! The time of one cast, by class. `cargo bench -p lab --bench cast_times -- [WORD [PASSES]]` times the classes whose
//! name holds the word.
//!
//! Each class has its own random pairs, from a fixed seed. All of them are answered in turn, several times, and the least
//! mean of all passes counts. `hit` answers the same as `cast`, without the distance at the end of a clear motion.
//! Distances of the same pairs at the start are timed beside them, as a measure of the machine, and with a warm start: a
//! cast that kept a cache could save no more than the difference, and only if it asks a query at rest. The table also
//! says how many answers are hits.

use clearance::{
    Ball, Cache, Capsule, Cast, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Placed, Point, Pose, Quaternion, Rotation2,
    Shape, Solver, SupportMap, Vec2, Vec3, Vector, vec2, vec3,
};
use lab::random::Random;
use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

const PAIRS: usize = 512;

fn main() {
    let word = argument(0).unwrap_or_default();
    println!(
        "{:24} {:>9} {:>9} {:>9} {:>9} {:>6} {:>8}",
        "class", "cast ns", "hit ns", "dist. ns", "warm ns", "hits", "queries"
    );
    for aim in Aim::ALL {
        let name = |class: &str| format!("{class} {}", aim.name());
        let boxes = |random: &mut Random| {
            let mut half = || 1.0 + 0.5 * random.signed();
            Cuboid::new(vec3(half(), half(), half())).expect("positive")
        };
        concrete(&name("box/box"), &word, aim, true, boxes, boxes);
        concrete(&name("box/box aligned"), &word, aim, false, boxes, boxes);
        concrete(&name("hull32/hull32"), &word, aim, true, |r| hull(32, r), |r| hull(32, r));
        concrete(&name("hull8/hull8"), &word, aim, true, |r| hull(8, r), |r| hull(8, r));
        concrete(&name("ball/box"), &word, aim, true, |_| Ball::new(vec3(0.0, 0.0, 0.0), 0.5).expect("good"), boxes);
        let capsule = |_: &mut Random| Capsule::new(vec3(0.0, -0.5, 0.0), vec3(0.0, 0.5, 0.0), 0.5).expect("good");
        concrete(&name("capsule/capsule"), &word, aim, true, capsule, capsule);
        concrete(&name("capsule/hull32"), &word, aim, true, capsule, |r| hull(32, r));
        concrete(&name("cylinder/box"), &word, aim, true, |_| Cylinder::new(0.8, 0.6).expect("good"), boxes);
        rays(&name("ray/box"), &word, aim, true, boxes);
        rays(&name("ray/box aligned"), &word, aim, false, boxes);
        rays(&name("ray/ball"), &word, aim, true, |_| Ball::new(vec3(0.0, 0.0, 0.0), 1.0).expect("good"));
        rays(&name("ray/capsule"), &word, aim, true, capsule);
        rays(&name("ray/hull64"), &word, aim, true, |r| hull(64, r));
        rays(&name("ray/cylinder"), &word, aim, true, |_| Cylinder::new(1.0, 0.7).expect("good"));
        rays(&name("ray/cone"), &word, aim, true, |_| Cone::new(1.0, 0.7).expect("good"));
        rays(&name("ray/ellipsoid"), &word, aim, true, |_| Ellipsoid::new(vec3(1.0, 0.7, 1.3)).expect("good"));
        polygons(&name("polygon/polygon"), &word, aim);
    }
}

/// Where a motion leads.
#[derive(Clone, Copy, PartialEq)]
enum Aim {
    Hit,
    NearMiss,
    FarMiss,
}

impl Aim {
    const ALL: [Self; 3] = [Self::Hit, Self::NearMiss, Self::FarMiss];

    fn name(self) -> &'static str {
        ["hit", "near miss", "far miss"][self as usize]
    }

    /// How far beside the other body the motion leads, in sizes.
    fn beside(self) -> f64 {
        [0.0, 2.6, 6.0][self as usize]
    }
}

struct Pair<V, A, B> {
    a: A,
    b: B,
    way: V,
}

fn turn(random: &mut Random, turned: bool) -> Quaternion<f64> {
    if !turned {
        return Quaternion::new(0.0, 0.0, 0.0, 1.0).expect("a unit");
    }
    Quaternion { x: random.signed(), y: random.signed(), z: random.signed(), w: random.signed() }
        .normalized()
        .expect("not zero")
}

fn direction(random: &mut Random) -> Vec3<f64> {
    loop {
        let v = vec3(random.signed(), random.signed(), random.signed());
        if v.length() > 0.1 && v.length() < 1.0 {
            return v / v.length();
        }
    }
}

/// The place of B from A, and its way.
fn course(random: &mut Random, aim: Aim) -> [Vec3<f64>; 2] {
    let from = direction(random) * (5.0 + random.unit());
    let side = from.cross(direction(random));
    let side = side / side.length();
    let goal = side * (aim.beside() + 0.3 * random.unit());
    [from, (goal - from) * 1.5]
}

fn hull(count: usize, random: &mut Random) -> Hull<Vec3<f64>> {
    Hull::new(&(0..count).map(|_| direction(random)).collect::<Vec<_>>()).expect("finite")
}

type Body<S> = Placed<S, Vec3<f64>>;

fn concrete<A: SupportMap<Vec3<f64>>, B: SupportMap<Vec3<f64>>>(
    name: &str,
    word: &str,
    aim: Aim,
    turned: bool,
    mut first: impl FnMut(&mut Random) -> A,
    mut second: impl FnMut(&mut Random) -> B,
) {
    if !name.contains(word) {
        return;
    }
    let mut random = Random::new(11);
    let pairs: Vec<Pair<_, Body<A>, Body<B>>> = (0..PAIRS)
        .map(|_| {
            let place = direction(&mut random);
            let [from, way] = course(&mut random, aim);
            let pose = |turn, at| Pose { rotation: turn, translation: at };
            let a = first(&mut random).at(pose(turn(&mut random, turned), place));
            let b = second(&mut random).at(pose(turn(&mut random, turned), place + from));
            Pair { a, b, way }
        })
        .collect();
    let solver = Solver::default();
    measure(
        name,
        &pairs,
        |pair| solver.cast(&pair.a, &pair.b, pair.way),
        |pair| solver.hit(&pair.a, &pair.b, pair.way),
        |pair, cache| solver.distance_cached(&pair.a, &pair.b, cache).distance,
    );
}

fn rays<S: SupportMap<Vec3<f64>>>(
    name: &str,
    word: &str,
    aim: Aim,
    turned: bool,
    mut shape: impl FnMut(&mut Random) -> S,
) {
    if !name.contains(word) {
        return;
    }
    let mut random = Random::new(13);
    let pairs: Vec<Pair<_, Body<S>, Vec3<f64>>> = (0..PAIRS)
        .map(|_| {
            let place = direction(&mut random);
            let [from, way] = course(&mut random, aim);
            let a = shape(&mut random).at(Pose { rotation: turn(&mut random, turned), translation: place });
            Pair { a, b: place + from, way }
        })
        .collect();
    let solver = Solver::default();
    measure(
        name,
        &pairs,
        |pair| solver.cast_ray(&pair.a, pair.b, pair.way),
        |pair| solver.hit(&pair.a, &Point::new(pair.b).expect("finite"), pair.way),
        |pair, cache| solver.distance_cached(&pair.a, &Point::new(pair.b).expect("finite"), cache).distance,
    );
}

fn polygons(name: &str, word: &str, aim: Aim) {
    if !name.contains(word) {
        return;
    }
    let mut random = Random::new(17);
    let polygon = |random: &mut Random| {
        let points: Vec<Vec2<f64>> = (0..8)
            .map(|k| {
                let angle = (f64::from(k) + 0.8 * random.unit()) * std::f64::consts::FRAC_PI_4;
                vec2(angle.cos(), angle.sin())
            })
            .collect();
        Hull::new(&points).expect("finite")
    };
    let pairs: Vec<Pair<Vec2<f64>, Placed<_, _>, Placed<_, _>>> = (0..PAIRS)
        .map(|_| {
            let angle = |random: &mut Random| Rotation2::from_angle(3.0 * random.signed());
            let heading = angle(&mut random);
            let from = vec2(heading.c, heading.s) * 5.0;
            let goal = vec2(-heading.s, heading.c) * (aim.beside() + 0.3 * random.unit());
            let a = polygon(&mut random).at(Pose { rotation: angle(&mut random), translation: vec2(0.1, 0.2) });
            let b = polygon(&mut random).at(Pose { rotation: angle(&mut random), translation: from + vec2(0.1, 0.2) });
            Pair { a, b, way: (goal - from) * 1.5 }
        })
        .collect();
    let solver = Solver::default();
    measure(
        name,
        &pairs,
        |pair| solver.cast(&pair.a, &pair.b, pair.way),
        |pair| solver.hit(&pair.a, &pair.b, pair.way),
        |pair, cache| solver.distance_cached(&pair.a, &pair.b, cache).distance,
    );
}

/// An argument. Cargo puts one of its own among them.
fn argument(place: usize) -> Option<String> {
    std::env::args().skip(1).filter(|argument| argument != "--bench").nth(place)
}

/// The least mean of several passes, in nanoseconds.
fn least<P>(pairs: &[P], mut question: impl FnMut(&P)) -> f64 {
    let passes = argument(1).and_then(|passes| passes.parse().ok()).unwrap_or(21);
    let pass = |_| {
        let start = Instant::now();
        pairs.iter().for_each(|pair| question(black_box(pair)));
        start.elapsed().as_secs_f64() * 1e9 / pairs.len() as f64
    };
    (0..passes).map(pass).fold(f64::INFINITY, f64::min)
}

fn measure<P, V: Vector>(
    name: &str,
    pairs: &[P],
    cast: impl Fn(&P) -> Cast<V>,
    hit: impl Fn(&P) -> Option<Cast<V>>,
    distance: impl Fn(&P, &mut Cache) -> f64,
) {
    let casts: Vec<Cast<V>> = pairs.iter().map(&cast).collect();
    let hits = casts.iter().filter(|cast| cast.is_hit()).count();
    let queries = casts.iter().map(|cast| f64::from(cast.iterations)).sum::<f64>() / pairs.len() as f64;
    let caches: Vec<_> = pairs.iter().map(|pair| (pair, RefCell::new(Cache::default()))).collect();
    let times = [
        least(pairs, |pair| {
            black_box(cast(pair));
        }),
        least(pairs, |pair| {
            black_box(hit(pair));
        }),
        least(pairs, |pair| {
            black_box(distance(pair, &mut Cache::default()));
        }),
        least(&caches, |(pair, cache)| {
            black_box(distance(pair, &mut cache.borrow_mut()));
        }),
    ];
    let [cast, hit, cold, warm] = times;
    println!("{name:24} {cast:>9.1} {hit:>9.1} {cold:>9.1} {warm:>9.1} {hits:>6} {queries:>8.2}");
}
