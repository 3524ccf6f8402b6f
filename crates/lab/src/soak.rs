//! The soak: many random pairs. All get cheap checks of the laws, and a sample gets the exact oracle.

use crate::generators::{KINDS, Kind, problem};
use crate::judge::{Via, judge_problem, least};
use crate::nearest::Pair;
use crate::random::Random;
use crate::space::Lab;
use crate::truth::Problem;
use clearance::{Precision, Proximity, Real, Ring, Solver, Space, Status, SupportMap, Vec2, Vec3, WideVector};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many pairs, of all four vectors and all kinds together.
    pub pairs: u64,
    /// The first seed; pair k has seed `seed` + k.
    pub seed: u64,
    /// One pair in this many is judged exactly.
    pub exact_every: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { pairs: 200_000, seed: 1, exact_every: 20 }
    }
}

/// What happened.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Pairs asked.
    pub pairs: u64,
    /// Pairs judged by the exact oracle.
    pub judged: u64,
    /// How often each status was answered, of each kind.
    pub statuses: BTreeMap<(Kind, &'static str), u64>,
    /// The failures: how often each occurred, and its first seed.
    pub failures: BTreeMap<String, (u64, u64)>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |kind, status| self.statuses.get(&(kind, status)).copied().unwrap_or(0);
        writeln!(f, "{:<16}{:>12}{:>12}{:>12}", "kind", "separated", "touching", "overlapping")?;
        for kind in KINDS {
            let name = format!("{kind:?}");
            let [s, t, o] = ["separated", "touching", "overlapping"].map(|status| count(kind, status));
            writeln!(f, "{name:<16}{s:>12}{t:>12}{o:>12}")?;
        }
        for (what, (count, seed)) in &self.failures {
            writeln!(f, "  {count} x {what}, first seed {seed}")?;
        }
        let failed: u64 = self.failures.values().map(|(count, _)| count).sum();
        write!(f, "{} pairs, {} judged exactly, {failed} failures", self.pairs, self.judged)
    }
}

/// Does work on the numbers below `count` with this many threads: at least 1, at most 256. Each takes the next `chunk`
/// numbers.
pub fn on_threads(threads: usize, count: u64, chunk: u64, work: impl Fn(Range<u64>) + Sync) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(chunk, Ordering::Relaxed);
                    if first >= count {
                        break;
                    }
                    work(first..count.min(first + chunk));
                }
            });
        }
    });
}

/// Runs the soak on all cores.
pub fn run(options: &Options) -> Report {
    let total = Mutex::new(Report::default());
    on_threads(std::thread::available_parallelism().map_or(1, usize::from), options.pairs, 1024, |pairs| {
        let mut own = Report::default();
        for k in pairs {
            soak_one(options.seed + k, (k / 4) % options.exact_every == 0, &mut own);
        }
        total.lock().expect("no thread panics").add(own);
    });
    total.into_inner().expect("no thread panics")
}

impl Report {
    fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.judged += other.judged;
        for (key, count) in other.statuses {
            *self.statuses.entry(key).or_default() += count;
        }
        for (what, (count, seed)) in other.failures {
            let known = self.failures.entry(what).or_insert((0, seed));
            *known = (known.0 + count, known.1.min(seed));
        }
    }
}

/// The pair of a seed, in the vector that the seed chooses.
fn soak_one(seed: u64, exactly: bool, report: &mut Report) {
    match seed % 4 {
        0 => soak_as::<Vec2<f64>>("2D f64", seed, exactly, report),
        1 => soak_as::<Vec3<f64>>("3D f64", seed, exactly, report),
        2 => soak_as::<Vec3<f32>>("3D f32", seed, exactly, report),
        _ => soak_as::<Vec2<f32>>("2D f32", seed, exactly, report),
    }
}

/// The kind and the pair that a seed stands for.
pub fn pair_of_seed<V: Lab>(seed: u64) -> (Kind, Problem) {
    let mut random = Random::new(seed);
    let kind = KINDS[random.below(KINDS.len())];
    let most = 1 + random.below(10);
    (kind, problem::<V>(&mut random, kind, most))
}

fn soak_as<V: Lab>(space: &str, seed: u64, exactly: bool, report: &mut Report) {
    let (kind, problem) = pair_of_seed::<V>(seed);
    report.pairs += 1;
    let laws = catch_unwind(AssertUnwindSafe(|| laws::<V>(&problem)));
    let mut broken = match laws {
        Ok((status, broken)) => {
            *report.statuses.entry((kind, status.as_str())).or_default() += 1;
            broken
        }
        Err(_) => vec!["panic"],
    };
    if exactly || !broken.is_empty() {
        report.judged += 1;
        let truth = problem.truth::<V>();
        for precision in [Precision::Float, Precision::Exact] {
            for via in [Via::Points, Via::Hull] {
                broken.extend(judge_problem::<V>(&problem, &truth, precision, via).failures);
            }
        }
    }
    if !broken.is_empty() {
        broken.dedup();
        report.failures.entry(format!("{space} {kind:?}: {}", broken.join("; "))).or_insert((0, seed)).0 += 1;
    }
}

/// Checks the laws that need no oracle. Returns the answered status.
pub fn laws<V: Lab>(problem: &Problem) -> (Status, Vec<&'static str>) {
    let (points_a, points_b) = (problem.a.vectors::<V>(), problem.b.vectors::<V>());
    let (a, b) = (problem.a.shape(&points_a), problem.b.shape(&points_b));
    let solver = Solver::default();
    let signed = solver.signed_distance(&a, &b);
    let plain = solver.distance(&a, &b);
    let apart = signed.status == Status::Separated;
    let [lower, distance, upper] = [signed.lower, signed.distance, signed.upper].map(V::Scalar::widen);
    // A set and its copy cannot be told apart. So their normal cannot turn round when they are exchanged.
    let same = |p: &Proximity<V>, q: &Proximity<V>| {
        p == q || ((p.distance, p.lower, p.upper) == (q.distance, q.lower, q.upper) && same_sets::<V>(problem))
    };
    let laws = [
        (is_finite(&signed) && is_finite(&plain), "not finite"),
        (lower <= distance && distance <= upper, "the bracket misses its distance"),
        (same(&signed, &solver.signed_distance(&b, &a).swapped()), "swapping changes the signed answer"),
        (same(&plain, &solver.distance(&b, &a).swapped()), "swapping changes the answer"),
        (plain.status == signed.status, "two queries, two verdicts"),
        (solver.overlaps(&a, &b) != apart, "overlaps disagrees"),
        (solver.separating_axis(&a, &b).is_some() == apart, "separating_axis disagrees"),
        (if apart { distance > 0.0 } else { distance <= 0.0 }, "status and sign disagree"),
        ((signed.normal.widen().length() - 1.0).abs() <= 4.0 * V::Scalar::EPSILON, "the normal is not unit"),
        (invariant_holds(problem, &signed), "point_b - point_a is not distance * normal"),
        (apart || is_common(problem, &plain, [&a, &b]), "the common point is not common"),
    ];
    (signed.status, laws.iter().filter(|(holds, _)| !holds).map(|(_, what)| *what).collect())
}

fn is_finite<V: Lab>(p: &Proximity<V>) -> bool {
    [p.distance, p.lower, p.upper].iter().all(|x| x.is_finite())
        && [p.normal, p.point_a, p.point_b].iter().all(|v| v.is_finite())
}

/// Whether the two shapes are the same set. Then no law says which way the normal should point.
pub fn same_sets<V: Lab>(problem: &Problem) -> bool {
    let (a, b) = (problem.a.world::<V>(), problem.b.world::<V>());
    let within = |points: &[V::Exact], hull: &[V::Exact]| {
        points.iter().all(|p| Pair::new(hull.to_vec(), vec![p.clone()]).nearest().square.is_zero())
    };
    problem.a.radius == problem.b.radius && within(&a, &b) && within(&b, &a)
}

/// Asserts `point_b − point_a = distance · normal`, to a few roundings of the largest number in the computation.
fn invariant_holds<V: Lab>(problem: &Problem, p: &Proximity<V>) -> bool {
    let (a, b) = (p.point_a.widen(), p.point_b.widen());
    let error = b - a - p.normal.widen() * p.distance.widen();
    let size = a.max_abs().max(b.max_abs()).max(p.distance.widen().abs()).max(problem.size());
    let slack = 8.0 * (V::Scalar::EPSILON * size + least::<V::Scalar>());
    (0..V::Wide::DIM).all(|i| error.coordinate(i).abs() <= slack)
}

/// Whether the two witness points are one point that both shapes hold, to a few roundings of the largest number in the
/// computation.
fn is_common<V: Lab>(problem: &Problem, p: &Proximity<V>, shapes: [&impl SupportMap<V>; 2]) -> bool {
    let size = p.point_a.widen().max_abs().max(problem.size());
    let slack = 16.0 * (V::Scalar::EPSILON * size + least::<V::Scalar>());
    let outside = |shape| Solver::default().closest_point(shape, p.point_a).distance.widen();
    p.point_a == p.point_b && shapes.into_iter().all(|shape| outside(shape) <= slack)
}
