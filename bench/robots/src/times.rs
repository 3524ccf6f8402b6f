//! The times of single questions and of claims.

use clearance_robot::files::Loaded;
use clearance_robot::{Clearance, Passage, Path, Question, Verdict};
use cpu_time::{ProcessTime, ThreadTime};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Configurations of a question.
const ROWS: usize = 300;
/// Configurations of a walk of neighbours, and the length of its steps in radians or metres.
const WALK: usize = 2000;
const STEP: f64 = 0.01;

/// The same on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to 1.
    pub fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 53) as f64
    }
}

/// The range of each coordinate; a turn without limits is a whole turn, a slide goes half a metre to both sides.
pub fn ranges(loaded: &Loaded) -> Vec<[f64; 2]> {
    let robot = &loaded.robot;
    robot.coordinates().iter().map(|own| own.limits.unwrap_or([-3.14, 3.14])).collect()
}

/// A configuration. Quaternions stay what they are at home.
pub fn configuration(loaded: &Loaded, random: &mut Random) -> Vec<f64> {
    let mut home = loaded.robot.home();
    for ((x, [low, high]), own) in home.iter_mut().zip(ranges(loaded)).zip(loaded.robot.coordinates()) {
        if own.part == 0 {
            *x = low + (high - low) * random.share();
        }
    }
    home
}

fn median(mut times: Vec<f64>) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    [times.get(times.len() / 2).copied().unwrap_or(f64::NAN), mean, times.last().copied().unwrap_or(f64::NAN)]
}

/// Microseconds of CPU time.
fn time<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = ThreadTime::now();
    let answer = work();
    (start.elapsed().as_secs_f64() * 1e6, answer)
}

fn told(name: &str, what: &str, times: Vec<f64>) {
    let count = times.len();
    if count == 0 {
        return;
    }
    let [median, mean, most] = median(times);
    println!("{name:12} {what:34} {count:5} x  median {median:9.2} us  mean {mean:9.2} us  most {most:9.1} us");
}

/// Configurations.
pub fn at(name: &str, loaded: &Loaded) {
    let pairs = loaded.pairs();
    let mut random = Random(5);
    let rows: Vec<Vec<f64>> = (0..ROWS).map(|_| configuration(loaded, &mut random)).collect();
    println!("{name:12} {} pairs", pairs.len());
    // Everything is loaded once.
    rows.iter().take(20).for_each(|row| drop(loaded.robot.clearance(row, &pairs)));
    let split = |what: &str, rows: &[Vec<f64>], ask: &mut dyn FnMut(&[f64]) -> Clearance| {
        let mut times = [const { Vec::new() }; 2];
        for row in rows {
            let (spent, answer) = time(|| ask(row));
            times[usize::from(!(answer.distance > 0.0))].push(spent);
        }
        let [apart, meeting] = times;
        told(name, &format!("{what}, apart"), apart);
        told(name, &format!("{what}, meeting"), meeting);
    };
    split("least clearance, cold", &rows, &mut |row| loaded.robot.clearance(row, &pairs).unwrap().unwrap());
    let mut watch = loaded.robot.watch(pairs.clone());
    split("least clearance, far rows", &rows, &mut |row| watch.clearance(row).unwrap().unwrap());
    let mut row = loaded.robot.home();
    let whole = ranges(loaded);
    let mut way: Vec<f64> = row.iter().map(|_| STEP * (2.0 * random.share() - 1.0)).collect();
    let mut walk = Vec::new();
    for _ in 0..WALK {
        for ((x, v), [low, high]) in row.iter_mut().zip(&mut way).zip(&whole) {
            if !(*low..=*high).contains(&(*x + *v)) {
                *v = -*v;
            }
            *x = (*x + *v).clamp(*low, *high);
        }
        walk.push(row.clone());
    }
    let mut watch = loaded.robot.watch(pairs.clone());
    split("least clearance, neighbours", &walk, &mut |row| watch.clearance(row).unwrap().unwrap());
    let mut watch = loaded.robot.watch(pairs.clone());
    told(name, "any pair below 10 mm, far rows", rows.iter().map(|row| time(|| watch.below(row, 0.01)).0).collect());
    let mut watch = loaded.robot.watch(pairs.clone());
    told(name, "any pair below 10 mm, neighbours", walk.iter().map(|row| time(|| watch.below(row, 0.01)).0).collect());
}

/// Edges between configurations that are clear at both ends.
pub fn along(name: &str, loaded: &Loaded) {
    let pairs = loaded.pairs();
    let robot = &loaded.robot;
    let mut random = Random(7);
    let mut watch = robot.watch(pairs.clone());
    let mut clear = || {
        for _ in 0..10_000 {
            let row = configuration(loaded, &mut random);
            if watch.below(&row, 0.0).unwrap().is_none() && watch.clearance(&row).unwrap().unwrap().lower > 1e-3 {
                return row;
            }
        }
        robot.home()
    };
    let rows: Vec<Vec<f64>> = (0..101).map(|_| clear()).collect();
    let short = |from: &Vec<f64>, to: &Vec<f64>| -> Vec<f64> {
        let length = from.iter().zip(to).map(|(a, b)| (b - a).abs()).fold(0.0, f64::max);
        from.iter().zip(to).map(|(a, b)| a + (b - a) * 0.1 / length).collect()
    };
    for (what, ends) in [
        ("an edge of 0.1", rows.windows(2).map(|own| [own[0].clone(), short(&own[0], &own[1])]).collect::<Vec<_>>()),
        ("an edge over the range", rows.windows(2).map(|own| [own[0].clone(), own[1].clone()]).collect()),
    ] {
        let mut kinds = [0; 2];
        let mut times = [const { Vec::new() }; 2];
        let mut least = Vec::new();
        for ends in &ends {
            let path = Path::linear(robot, ends, None).unwrap();
            let Ok(along) = robot.along(&path, &pairs, &[]) else { return println!("{name}: no claims of paths") };
            let (spent, passage) = time(|| along.passage(0.0));
            let kind = usize::from(!matches!(passage, Passage::Clear { .. }));
            kinds[kind] += 1;
            times[kind].push(spent);
            if kind == 0 {
                let (spent, answer) = time(|| along.least(1e-4).unwrap());
                assert!(answer.upper - answer.lower <= 1.001e-4, "{answer:?}");
                least.push(spent);
            }
        }
        let [clear, stopped] = times;
        told(name, &format!("{what}: clear"), clear);
        told(name, &format!("{what}: stopped"), stopped);
        told(name, &format!("{what}: least to 0.1 mm"), least);
    }
}

/// The pairs that the SRDF says to meet never.
pub fn said_never(loaded: &Loaded) -> Vec<[usize; 2]> {
    let claims = loaded.claims().into_iter();
    claims.filter(|(_, reason)| reason.eq_ignore_ascii_case("Never")).map(|(pair, _)| pair).collect()
}

/// The budget of claims, as time that goes by. `BUDGET` in the environment is in seconds.
fn budget() -> Duration {
    Duration::from_secs(std::env::var("BUDGET").ok().and_then(|text| text.parse().ok()).unwrap_or(60))
}

/// Claims, and how they went by the count of joints.
pub fn prove(name: &str, loaded: &Loaded, pairs: &[[usize; 2]]) {
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let cells = std::env::var("CELLS").ok().and_then(|text| text.parse().ok()).unwrap_or(u64::MAX);
    let question = Question { cells, ..Question::default() };
    let end = start + budget();
    // One pair, by the names of its links.
    let only = std::env::var("PAIR").ok();
    let named = |pair: &&[usize; 2]| {
        let [a, b] = pair.map(|link| loaded.robot.link_name(link));
        only.as_ref().is_none_or(|only| *only == format!("{a}:{b}"))
    };
    let pairs: &[[usize; 2]] = &pairs.iter().filter(named).copied().collect::<Vec<_>>();
    let claims = loaded.robot.prove_all_while(pairs, &question, &|_| Instant::now() < end);
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    let mut by_joints = BTreeMap::<usize, [u64; 5]>::new();
    let mut sum = [0u64; 5];
    for claim in &claims {
        let kind = match &claim.verdict {
            Verdict::Never { .. } => 0,
            Verdict::Meets(_) | Verdict::Near { .. } | Verdict::Always(_) => 1,
            Verdict::Inside { .. } => 2,
            Verdict::Open { .. } => 3,
            Verdict::NotClaimed(_) => 4,
        };
        let row = by_joints.entry(claim.joints).or_default();
        row[kind] += 1;
        sum[kind] += 1;
    }
    let cells: u64 = claims.iter().map(|claim| claim.cells).sum();
    let [never, meets, inside, open, not_claimed] = sum;
    println!(
        "{name:12} {} pairs: {never} never, {meets} meet, {inside} inside, {open} open, {not_claimed} not claimed; {cells} \
         cells, {cpu:.2} CPU s, {wall:.2} s",
        pairs.len()
    );
    if open > 0 {
        for (joints, [never, meets, inside, open, _]) in by_joints {
            println!("{name:12}   {joints:2} joints: {never} never, {meets} meet, {inside} inside, {open} open");
        }
        let mut open: Vec<_> = claims.iter().filter(|claim| matches!(claim.verdict, Verdict::Open { .. })).collect();
        open.sort_by_key(|claim| claim.joints);
        for claim in open.iter().take(12) {
            let [a, b] = claim.pair.map(|link| loaded.robot.link_name(link));
            let Verdict::Open { share, seen } = &claim.verdict else { continue };
            let seen = seen.as_ref().map_or(f64::NAN, |(distance, _)| 1e3 * distance);
            println!(
                "{name:12}   {a} {b}: {} joints, {} cells, {:.3} %, {seen:.2} mm",
                claim.joints,
                claim.cells,
                100.0 * share
            );
        }
    }
}
