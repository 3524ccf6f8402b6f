//! The checks and timings that need a GPU: bits of every answer against the cores, and pairs a second.
//!
//!     cargo run --release -p clearance-cuda --example device -- [MILLIONS]
//!
//! `bench/DEVICE.md` says how it is run on a machine without a network, and has what it gave. The exit code is 0 if every bit is
//! the same, 1 if one is not, and 3 if there is no device.

use clearance::{AnyShape, Ball, Capsule, Cuboid, Hull, Pose, Quaternion, SupportMap, Vec3, vec3};
use clearance_cuda::{
    Answers, Asker, Bodies, Column, Configurations, DeviceAnswers, DeviceNumbers, Error, ForeignStream, Gpu,
    ListedPairs, Pairs, PoseRow, Precision, Question, Wanted,
};
use clearance_robot::{Description, Joint, JointKind, Link, Origin, Robot, Rotation};
use std::process::ExitCode;
use std::time::Instant;

type Shapes = Vec<AnyShape<Vec3<f64>>>;

const QUESTIONS: [(&str, Question); 4] = [
    ("distance", Question::Distance),
    ("signed", Question::SignedDistance),
    ("within", Question::Within(0.5)),
    ("overlaps", Question::Overlaps),
];

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
    fn point(&mut self, size: f64) -> Vec3<f64> {
        vec3(self.signed() * size, self.signed() * size, self.signed() * size)
    }
}

/// Names and shapes of the tables.
fn tables(random: &mut Random) -> Vec<(String, Shapes)> {
    let mut half = || vec3(0.6 + 0.4 * random.signed(), 0.6 + 0.4 * random.signed(), 0.6 + 0.4 * random.signed());
    let boxes: Shapes = (0..64).map(|_| Cuboid::new(half()).expect("half-extents are positive").into()).collect();
    let mut tables = vec![("boxes".to_owned(), boxes.clone())];
    for count in [8, 32, 64] {
        let mut hull = || {
            let points: Vec<_> = (0..count).map(|_| random.point(1.0)).map(|p| p * (1.0 / p.dot(&p).sqrt())).collect();
            AnyShape::from(Hull::new(&points).expect("the points are finite"))
        };
        tables.push((format!("hulls of {count}"), (0..64).map(|_| hull()).collect()));
    }
    let mut mixed: Shapes = boxes[..16].to_vec();
    mixed.extend(tables[1].1[..16].iter().cloned());
    for _ in 0..16 {
        mixed.push(Ball::new(vec3(0.0, 0.0, 0.0), 0.75 + 0.25 * random.signed()).expect("it is positive").into());
        let (start, end) = (random.point(1.0), random.point(1.0));
        mixed.push(Capsule::new(start, end, 0.25).expect("it is positive").into());
    }
    tables.push(("mixed".to_owned(), mixed));
    tables
}

struct Rows {
    shapes: Vec<[u32; 2]>,
    poses: [Vec<PoseRow>; 2],
}

impl Rows {
    fn first(&self, count: usize) -> Pairs<'_> {
        let [poses_a, poses_b] = self.poses.each_ref().map(|column| &column[..count]);
        Pairs { shapes: &self.shapes[..count], poses_a, poses_b }
    }

    /// Random pairs of these shapes, made on all cores.
    fn random(random: &mut Random, count: usize, shapes: &Shapes, class: Class) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let some = count.div_ceil(cores).max(1);
        let starts: Vec<(usize, u64)> = (0..count).step_by(some).map(|first| (first, random.bits())).collect();
        let parts: Vec<Self> = std::thread::scope(|scope| {
            let part = |&(first, seed): &(usize, u64)| {
                scope.spawn(move || Self::some(&mut Random(seed), some.min(count - first), shapes, class))
            };
            let threads: Vec<_> = starts.iter().map(part).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        let [a, b] = [0, 1].map(|side: usize| parts.iter().flat_map(|part| part.poses[side].clone()).collect());
        Self { shapes: parts.iter().flat_map(|part| part.shapes.clone()).collect(), poses: [a, b] }
    }

    fn some(random: &mut Random, count: usize, shapes: &Shapes, class: Class) -> Self {
        let mut rows = Self { shapes: Vec::with_capacity(count), poses: [Vec::new(), Vec::new()] };
        for _ in 0..count {
            let pair = [(); 2].map(|()| (random.bits() % shapes.len() as u64) as u32);
            let (a, b) = (turn(random), turn(random));
            let (place, way) = (random.point(3.0), unit(random.point(1.0)));
            // Along this way the second shape begins where the first one ends, and the gap between them. Then it is moved
            // aside.
            let end = turned(a, support(&shapes[pair[0] as usize], turned(a.inverse(), way)));
            let start = turned(b, support(&shapes[pair[1] as usize], turned(b.inverse(), way * -1.0)));
            let (gap, aside) = class.gap(random);
            let across = random.point(aside);
            let there = place + end - start + way * gap + across - way * across.dot(way);
            rows.shapes.push(pair);
            rows.poses[0].push([a.x, a.y, a.z, a.w, place.x, place.y, place.z]);
            rows.poses[1].push([b.x, b.y, b.z, b.w, there.x, there.y, there.z]);
        }
        rows
    }

    /// Poses within this distance of the origin, along each axis.
    fn poses(random: &mut Random, count: usize, reach: f64) -> Vec<PoseRow> {
        let mut pose = || {
            let (q, t) = (turn(random), random.point(reach));
            [q.x, q.y, q.z, q.w, t.x, t.y, t.z]
        };
        (0..count).map(|_| pose()).collect()
    }
}

/// How the shapes of a pair are placed. Sizes of shapes are about 1.
#[derive(Clone, Copy)]
enum Class {
    Far,
    Near,
    Deep,
}

impl Class {
    /// The gap between two planes that hold the shapes, and how far the second one is moved aside.
    fn gap(self, random: &mut Random) -> (f64, f64) {
        let share = 0.5 + 0.5 * random.signed();
        match self {
            Self::Far => (1.0 + 7.0 * share, 0.5),
            Self::Near => (0.001 + 0.3 * share, 0.5),
            Self::Deep => (-0.01 - 0.4 * share, 0.0),
        }
    }
}

fn turn(random: &mut Random) -> Quaternion<f64> {
    let q = [(); 4].map(|()| random.signed());
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|number| number / length);
    Quaternion { x, y, z, w }
}

fn turned(rotation: Quaternion<f64>, v: Vec3<f64>) -> Vec3<f64> {
    Pose { rotation, translation: vec3(0.0, 0.0, 0.0) }.apply(v)
}

fn unit(v: Vec3<f64>) -> Vec3<f64> {
    v * (1.0 / v.dot(v).sqrt())
}

/// The point of a shape, its radius included, that is farthest along a unit direction.
fn support(shape: &AnyShape<Vec3<f64>>, direction: Vec3<f64>) -> Vec3<f64> {
    SupportMap::<Vec3<f64>>::support(shape, direction) + direction * SupportMap::<Vec3<f64>>::radius(shape)
}

/// How many rows differ in a bit.
fn different(found: &Answers, right: &Answers, is_verdict: bool) -> usize {
    let row = |answers: &Answers, row: usize| {
        let lengths = answers.lengths.each_ref().map(|column| column[row].to_bits());
        let vectors = answers.vectors.each_ref().map(|column| column[row].map(f64::to_bits));
        (answers.status[row], lengths, vectors)
    };
    let differs = |&k: &usize| {
        if is_verdict { found.status[k] != right.status[k] } else { row(found, k) != row(right, k) }
    };
    (0..right.status.len()).filter(differs).count()
}

/// What the first question of each table takes: the driver compiles the kernels, or finds them in its cache.
fn first_questions(gpu: &Gpu, random: &mut Random) -> Result<(), Error> {
    for (name, shapes) in tables(random) {
        let (there, rows) = (gpu.shapes(&shapes)?, Rows::random(random, 1, &shapes, Class::Near));
        for (word, question) in QUESTIONS {
            let start = Instant::now();
            there.ask(question, rows.first(1))?;
            println!("{name:<12} {word:<9} the first answer after {:.2} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

fn run(gpu: &Gpu, count: usize) -> Result<usize, Error> {
    let (mut random, mut compared, mut wrong) = (Random(43), 0, 0);
    println!(
        "{:<12} {:<6} {:<9} {:>9} {:>6} {:>11} {:>11} {:>11} {:>9}",
        "table", "pairs", "question", "open", "wrong", "kernel M/s", "device M/s", "host M/s", "cores M/s"
    );
    for (name, shapes) in tables(&mut random) {
        let (there, here) = (gpu.shapes(&shapes)?, Asker::on_cores(shapes.clone()));
        for (name_of_class, class) in [("far", Class::Far), ("near", Class::Near), ("deep", Class::Deep)] {
            let all = Rows::random(&mut random, count, &shapes, class);
            for (word, question) in QUESTIONS {
                // Depths of hulls are all open, and the cores need microseconds for each.
                let some = matches!((class, question), (Class::Deep, Question::SignedDistance)) && name != "boxes";
                let rows = if some { all.first(count / 8) } else { all.first(count) };
                let count = rows.shapes.len();
                let resident = there.resident(rows)?;
                let kernel = resident.seconds_of_kernel(question, 5)?;
                let (mut fastest, mut open) = (f64::INFINITY, 0);
                for _ in 0..5 {
                    let start = Instant::now();
                    open = resident.ask(question)?;
                    fastest = fastest.min(start.elapsed().as_secs_f64());
                }
                let start = Instant::now();
                let found = there.ask(question, rows)?;
                let through_host = start.elapsed().as_secs_f64();
                let start = Instant::now();
                let right = here.ask(question, rows)?;
                let on_cores = start.elapsed().as_secs_f64();
                let is_verdict = question == Question::Overlaps;
                let bad = different(&found, &right, is_verdict) + different(&resident.answers()?, &right, is_verdict);
                (compared, wrong) = (compared + 2 * count, wrong + bad);
                let rate = |seconds: f64| count as f64 / seconds / 1e6;
                println!(
                    "{name:<12} {name_of_class:<6} {word:<9} {open:>9} {bad:>6} {:>11.1} {:>11.1} {:>11.1} {:>9.1}",
                    rate(kernel),
                    rate(fastest),
                    rate(through_host),
                    rate(on_cores)
                );
            }
        }
    }
    println!("{compared} answers compared in every bit, {wrong} different");
    Ok(wrong)
}

/// The numbers of a column.
fn numbers(column: &Column, count: usize) -> Result<Vec<f64>, Error> {
    let mut bytes = vec![0; 8 * count];
    column.download(&mut bytes)?;
    let number = |bytes: &[u8]| f64::from_ne_bytes(bytes.try_into().expect("a number has eight bytes"));
    Ok(bytes.chunks_exact(8).map(number).collect())
}

/// The seconds of the fastest of five runs, and its answer.
fn fastest<T>(mut run: impl FnMut() -> Result<T, Error>) -> Result<(f64, T), Error> {
    let mut found = run()?;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        found = run()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok((best, found))
}

/// Bodies in configurations whose poses lie on the device: how many numbers differ in a bit from the cores'.
fn configurations(gpu: &Gpu, random: &mut Random, pairs: usize) -> Result<usize, Error> {
    let shapes: Shapes = tables(random).pop().expect("there are tables").1.into_iter().step_by(8).take(6).collect();
    let listed: Vec<[u32; 2]> = (0..6).flat_map(|a| (a + 1..6).map(move |b| [a, b])).collect();
    let count = (pairs / listed.len()).max(1);
    let rows = Rows::poses(random, count * 6, 2.0);
    let poses = rows.iter().flat_map(|&[x, y, z, w, a, b, c]| [a, b, c, x, y, z, w]).collect::<Vec<f64>>();
    // The kernel divides each quaternion by its length, too.
    let place = |row: &[f64]| {
        let q = clearance::Quaternion::new(row[3], row[4], row[5], row[6]).expect("its length is 1");
        [q.x, q.y, q.z, q.w, row[0], row[1], row[2]]
    };
    let places: Vec<PoseRow> = poses.chunks_exact(7).map(place).collect();
    let own = vec![[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]; 6];
    let (bodies, column) = (gpu.bodies(&shapes, &own)?, gpu.column(&poses)?);
    let poses = DeviceNumbers { address: column.address(), precision: Precision::Double };
    let at = Configurations { count, poses };
    let expanded = |side: usize| {
        let of = |t: usize| listed.iter().map(move |pair| (t, pair[side] as usize));
        (0..count).flat_map(of).map(|(t, body)| places[6 * t + body]).collect::<Vec<PoseRow>>()
    };
    let (poses_a, poses_b) = (expanded(0), expanded(1));
    let all = listed.repeat(count);
    let right = Asker::on_cores(shapes)
        .ask(Question::Distance, Pairs { shapes: &all, poses_a: &poses_a, poses_b: &poses_b })?;
    let wanted = Wanted { status: true, lengths: [true; 3], vectors: [true; 3], precision: Precision::Double };
    let pairs = ListedPairs::Host(&listed);
    let ask = |bodies: &Bodies| bodies.ask(Question::Distance, at, pairs, &wanted, ForeignStream::default());
    let (seconds, found) = fastest(|| ask(&bodies))?;
    let mut wrong = 0;
    let DeviceAnswers { lengths, vectors, open, .. } = found;
    for k in 0..3 {
        let (length, vector) = (lengths[k].as_ref().expect("wanted"), vectors[k].as_ref().expect("wanted"));
        let different =
            |found: &[f64], right: &[f64]| found.iter().zip(right).filter(|(x, y)| x.to_bits() != y.to_bits()).count();
        wrong += different(&numbers(length, all.len())?, &right.lengths[k]);
        wrong += different(&numbers(vector, 3 * all.len())?, right.vectors[k].as_flattened());
    }
    println!(
        "configurations of 15 pairs: {open} open, {wrong} numbers wrong, {:.1} M pairs/s",
        all.len() as f64 / seconds / 1e6
    );
    let least = || bodies.minimum(f64::INFINITY, at, pairs, &wanted, ForeignStream::default());
    let (seconds, found) = fastest(least)?;
    let found = numbers(found.lengths[0].as_ref().expect("wanted"), count)?;
    let least = |row: &[f64]| row.iter().fold(f64::INFINITY, |least, &own| if own < least { own } else { least });
    let right = right.lengths[0].chunks_exact(listed.len()).map(least);
    let bad = found.iter().zip(right).filter(|(x, y)| x.to_bits() != y.to_bits()).count();
    println!("least of each configuration: {bad} wrong, {:.1} M pairs/s", all.len() as f64 / seconds / 1e6);
    Ok(wrong + bad)
}

/// The links of an arm of seven joints: how many numbers differ in a bit from the robot's.
fn kinematics(gpu: &Gpu, random: &mut Random, count: usize) -> Result<usize, Error> {
    let links = (0..8).map(|number| Link { name: format!("{number}"), elements: Vec::new() }).collect();
    let mut joint = |child: usize| {
        let (place, axis) = (random.point(0.5), random.point(1.0));
        let rotation = Rotation::Rpy([random.signed(), random.signed(), random.signed()]);
        let kind = if child == 4 { JointKind::Prismatic } else { JointKind::Continuous };
        let origin = Origin { xyz: place.into(), rotation };
        let name = format!("{child}");
        Joint { name, kind, parent: child - 1, child, origin, axis: axis.into(), limits: None, mimic: None }
    };
    let joints = (1..8).map(&mut joint).collect();
    let robot = Robot::new(&Description { name: String::new(), links, joints }).expect("it is a chain");
    let q: Vec<f64> = (0..7 * count).map(|_| 3.0 * random.signed()).collect();
    let (there, column) = (gpu.kinematics(&robot.joint_rows(), 8, 7)?, gpu.column(&q)?);
    let given = DeviceNumbers { address: column.address(), precision: Precision::Double };
    let (seconds, found) = fastest(|| there.poses(count, given, ForeignStream::default()))?;
    let found = numbers(&found, 56 * count)?;
    let frames = q.chunks_exact(7).flat_map(|q| robot.frames(q).expect("the numbers are finite"));
    let right = frames.flat_map(|frame| frame.row());
    let wrong = found.iter().zip(right).filter(|(x, y)| x.to_bits() != y.to_bits()).count();
    println!(
        "links of an arm: {wrong} numbers wrong of {}, {:.1} M configurations/s",
        found.len(),
        count as f64 / seconds / 1e6
    );
    Ok(wrong)
}

fn main() -> ExitCode {
    let millions = std::env::args().nth(1).and_then(|word| word.parse::<f64>().ok()).unwrap_or(1.0);
    let start = Instant::now();
    let gpu = match Gpu::open() {
        Ok(gpu) => gpu,
        Err(why) => {
            println!("nothing was checked: {why}");
            return ExitCode::from(3);
        }
    };
    println!("{}: opened in {:.2} s", gpu.name(), start.elapsed().as_secs_f64());
    let (count, mut random) = ((millions * 1e6) as usize, Random(44));
    if let Err(error) = first_questions(&gpu, &mut random) {
        println!("{error}");
        return ExitCode::FAILURE;
    }
    let all = run(&gpu, count).and_then(|wrong| {
        let more = configurations(&gpu, &mut random, count)?;
        Ok(wrong + more + kinematics(&gpu, &mut random, count)?)
    });
    match all {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
