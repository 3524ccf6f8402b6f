//! The checks and timings that need a GPU: bits of every answer against the cores, and pairs a second.
//!
//!     cargo run --release -p clearance-cuda --example device -- [MILLIONS]
//!
//! `bench/DEVICE.md` says how it is run on a machine without a network, and has what it gave. The exit code is 0 if every bit is
//! the same, 1 if one is not, and 3 if there is no device.

use clearance::{AnyShape, Ball, Capsule, Cuboid, Hull, Vec3, vec3};
use clearance_cuda::{Answers, Asker, Error, Gpu, Pairs, PoseRow, Question};
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
    fn pairs(&self) -> Pairs<'_> {
        Pairs { shapes: &self.shapes, poses_a: &self.poses[0], poses_b: &self.poses[1] }
    }

    /// Random pairs: the first within one unit of the origin along each axis, the second within `reach`.
    fn random(random: &mut Random, count: usize, shapes: usize, reach: f64) -> Self {
        let mut rows = Self { shapes: Vec::with_capacity(count), poses: [Vec::new(), Vec::new()] };
        for _ in 0..count {
            let mut pose = |size: f64| {
                let q = [(); 4].map(|()| random.signed());
                let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
                let ([x, y, z, w], t) = (q.map(|number| number / length), random.point(size));
                [x, y, z, w, t.x, t.y, t.z]
            };
            let (a, b) = (pose(1.0), pose(reach));
            rows.poses[0].push(a);
            rows.poses[1].push(b);
            rows.shapes.push([(); 2].map(|()| (random.bits() % shapes as u64) as u32));
        }
        rows
    }
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

fn run(gpu: &Gpu, count: usize) -> Result<usize, Error> {
    let (mut random, mut compared, mut wrong) = (Random(43), 0, 0);
    println!(
        "{:<12} {:<6} {:<9} {:>9} {:>6} {:>11} {:>11} {:>9}",
        "table", "pairs", "question", "open", "wrong", "device M/s", "host M/s", "cores M/s"
    );
    for (name, shapes) in tables(&mut random) {
        let (there, here) = (gpu.shapes(&shapes)?, Asker::on_cores(shapes.clone()));
        for (class, reach) in [("far", 16.0), ("near", 3.0), ("deep", 0.5)] {
            let rows = Rows::random(&mut random, count, shapes.len(), reach);
            let resident = there.resident(rows.pairs())?;
            for (word, question) in QUESTIONS {
                resident.ask(question)?;
                let (mut fastest, mut open) = (f64::INFINITY, 0);
                for _ in 0..5 {
                    let start = Instant::now();
                    open = resident.ask(question)?;
                    fastest = fastest.min(start.elapsed().as_secs_f64());
                }
                let start = Instant::now();
                let found = there.ask(question, rows.pairs())?;
                let through_host = start.elapsed().as_secs_f64();
                let start = Instant::now();
                let right = here.ask(question, rows.pairs())?;
                let on_cores = start.elapsed().as_secs_f64();
                let is_verdict = question == Question::Overlaps;
                let bad = different(&found, &right, is_verdict) + different(&resident.answers()?, &right, is_verdict);
                (compared, wrong) = (compared + 2 * count, wrong + bad);
                let rate = |seconds: f64| count as f64 / seconds / 1e6;
                println!(
                    "{name:<12} {class:<6} {word:<9} {open:>9} {bad:>6} {:>11.1} {:>11.1} {:>9.1}",
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
    println!(
        "{}: opened in {:.2} s, the kernels compiled or found in the driver's cache",
        gpu.name(),
        start.elapsed().as_secs_f64()
    );
    match run(&gpu, (millions * 1e6) as usize) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
