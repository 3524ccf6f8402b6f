//! The time of one query about shapes that touch, by class. `cargo bench -p lab --bench touching_times -- [WORD]` times
//! the classes whose name holds the word.
//!
//! Each class has its own random pairs, from a fixed seed. All of them are answered in turn, several times. The table
//! has the least mean of all passes, and the 99.9th percentile of single queries (it includes the clock, some 20 ns).
//! The last columns count the verdicts. Shapes that are turned together touch to rounding: some are apart, some overlap.

use clearance::{
    Cuboid, Hull, Placed, Pose, Quaternion, Rotation2, Shape, Solver, Status, SupportMap, Vec2, Vec3, Vector, vec2,
    vec3,
};
use lab::random::Random;
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

/// Passes over the pairs of a class.
const PASSES: usize = 9;

/// The pairs of a class. A percentile of 99.9 needs a thousand and more.
const PAIRS: usize = 2048;

fn main() {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    println!("{:30} {:>9} {:>10} {:>9} {:>9} {:>9}", "class", "mean ns", "99.9 % ns", "touching", "apart", "overlap");
    let class = |name: &str| name.contains(&word);
    if class("boxes of a grid") {
        time("boxes of a grid", &pairs(PAIRS, grid_boxes));
    }
    if class("boxes face on face, turned") {
        time("boxes face on face, turned", &pairs(PAIRS, turned_boxes));
    }
    if class("boxes corner on face") {
        time("boxes corner on face", &pairs(PAIRS, corner_on_face));
    }
    for count in [8, 64, 2000] {
        let some = (200_000 / count).min(PAIRS);
        for (name, make) in
            [("vertex on vertex", vertex_on_vertex as fn(usize, &mut Random) -> _), ("face on face", face_on_face)]
        {
            let name = format!("hulls of {count} {name}");
            if class(&name) {
                time(&name, &pairs(some, |random| make(count, random)));
            }
        }
    }
    for count in [4, 8, 16, 64] {
        let name = format!("polygons of {count} edge on edge");
        if class(&name) {
            time(&name, &pairs(PAIRS, |random| edge_on_edge(count, random)));
        }
    }
}

fn pairs<T>(count: usize, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
    let mut random = Random::new(7);
    (0..count).map(|_| make(&mut random)).collect()
}

fn time<V: Vector, S: SupportMap<V>>(name: &str, pairs: &[[Placed<S, V>; 2]]) {
    let solver = Solver::default();
    let mut least = f64::INFINITY;
    let mut single = Vec::new();
    for _ in 0..PASSES {
        let start = Instant::now();
        for [a, b] in pairs {
            black_box(solver.signed_distance(black_box(a), black_box(b)));
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / pairs.len() as f64);
    }
    let mut verdicts = [0; 3];
    for [a, b] in pairs {
        let start = Instant::now();
        let answer = black_box(solver.signed_distance(black_box(a), black_box(b)));
        single.push(start.elapsed().as_secs_f64() * 1e9);
        let statuses = [Status::Touching, Status::Separated, Status::Overlapping];
        verdicts[statuses.iter().position(|&status| status == answer.status).expect("three verdicts")] += 1;
    }
    single.sort_by(f64::total_cmp);
    let slow = single[(single.len() * 999 / 1000).min(single.len() - 1)];
    let [touching, apart, overlap] = verdicts;
    println!("{name:30} {least:>9.0} {slow:>10.0} {touching:>9} {apart:>9} {overlap:>9}");
}

fn turn(random: &mut Random) -> Quaternion<f64> {
    let axis = vec3(random.signed(), random.signed(), random.signed());
    Quaternion::from_axis_angle(axis, 3.0 * random.signed())
}

fn point(random: &mut Random) -> Vec3<f64> {
    vec3(random.signed(), random.signed(), random.signed())
}

fn half(random: &mut Random) -> Vec3<f64> {
    vec3(0.3 + random.unit(), 0.3 + random.unit(), 0.3 + random.unit())
}

fn cuboid(half: Vec3<f64>) -> Cuboid<Vec3<f64>> {
    Cuboid::new(half).expect("positive")
}

/// Cubes of a grid with cells of one half, face on face.
fn grid_boxes(random: &mut Random) -> [Placed<Cuboid<Vec3<f64>>, Vec3<f64>>; 2] {
    let mut side = || (random.below(5) as f64) * 0.5 - 1.0;
    let [u, v] = [side(), side()];
    let way = [vec3(2.0, u, v), vec3(u, -2.0, v), vec3(u, v, 2.0)][random.below(3)];
    let cube = cuboid(vec3(1.0, 1.0, 1.0));
    [cube.at(Pose::identity()), cube.at(Pose::translation(way))]
}

/// Face on face in a common frame that is turned.
fn turned_boxes(random: &mut Random) -> [Placed<Cuboid<Vec3<f64>>, Vec3<f64>>; 2] {
    let (a, b) = (half(random), half(random));
    let pose = Pose::new(turn(random), point(random) * 3.0).expect("finite");
    let way = vec3(a.x + b.x, random.signed() * (a.y + b.y) * 0.9, random.signed() * (a.z + b.z) * 0.9);
    [cuboid(a).at(pose), cuboid(b).at(pose.with_translation(pose.apply(way)))]
}

/// The lowest corner of a turned box on the face of another box.
fn corner_on_face(random: &mut Random) -> [Placed<Cuboid<Vec3<f64>>, Vec3<f64>>; 2] {
    let (a, b, turn) = (half(random), half(random), turn(random));
    let pose = Pose::new(turn, vec3(0.0, 0.0, 0.0)).expect("finite");
    let box_b = cuboid(b);
    let corners = (0..8).map(|corner| pose.apply(box_b.vertex(corner)));
    let low = corners.min_by(|p, q| p.z.total_cmp(&q.z)).expect("eight corners");
    let place = vec3(random.signed() * a.x * 0.9 - low.x, random.signed() * a.y * 0.9 - low.y, a.z - low.z);
    [cuboid(a).at(Pose::identity()), box_b.at(pose.with_translation(place))]
}

fn sphere(count: usize, random: &mut Random) -> Vec<Vec3<f64>> {
    let points = std::iter::repeat_with(|| point(random)).filter(|p| p.length() > 0.1 && p.length() < 1.0);
    points.take(count).map(|p| p * (1.0 / p.length())).collect()
}

fn hull(points: &[Vec3<f64>]) -> Hull<Vec3<f64>> {
    Hull::new(points).expect("finite")
}

/// A hull and its reflection through one of its vertices.
fn vertex_on_vertex(count: usize, random: &mut Random) -> [Placed<Hull<Vec3<f64>>, Vec3<f64>>; 2] {
    let points = sphere(count, random);
    let vertex = points[random.below(count)];
    let other: Vec<_> = points.iter().map(|&p| vertex * 2.0 - p).collect();
    [hull(&points).at(Pose::identity()), hull(&other).at(Pose::identity())]
}

/// Two hulls with a face each in one plane, in a common frame that is turned.
fn face_on_face(count: usize, random: &mut Random) -> [Placed<Hull<Vec3<f64>>, Vec3<f64>>; 2] {
    let pose = Pose::new(turn(random), point(random)).expect("finite");
    [-1.0, 1.0].map(|side| {
        let points = sphere(count, random);
        let face = (count / 4).max(3);
        let place =
            |(index, p): (usize, &Vec3<f64>)| vec3(p.x, p.y, if index < face { 0.0 } else { side * (0.1 + p.z.abs()) });
        let points: Vec<_> = points.iter().enumerate().map(place).collect();
        hull(&points).at(pose)
    })
}

/// Two regular polygons with an edge each on one line, in a common frame that is turned.
fn edge_on_edge(count: usize, random: &mut Random) -> [Placed<Hull<Vec2<f64>>, Vec2<f64>>; 2] {
    let mut ring = || {
        let radius = 0.5 + random.unit();
        let corner = |index: usize| {
            let angle = TAU * (index as f64 + 0.5) / count as f64;
            vec2(radius * angle.sin(), radius * angle.cos())
        };
        (0..count).map(corner).collect::<Vec<_>>()
    };
    let (a, b) = (ring(), ring());
    let top = a.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let bottom = b.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let pose =
        Pose::new(Rotation2::from_angle(random.signed()), vec2(random.signed(), random.signed())).expect("finite");
    let way = vec2(0.1 * random.signed(), top - bottom);
    let placed = |points: &[Vec2<f64>], place| Hull::new(points).expect("finite").at(pose.with_translation(place));
    [placed(&a, pose.translation), placed(&b, pose.apply(way))]
}
