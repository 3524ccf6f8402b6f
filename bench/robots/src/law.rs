//! The law by hand: no configuration contradicts a proof.
//!
//! All pairs are proven or refuted with a limit of cells. Then configurations of other kinds are looked at: uniform ones,
//! ones with each joint near one of its limits, and descents on the distance of a pair from both. A pair that never meets must be at
//! least as far apart as its bound; one that meets must do so at its witness; one that always meets must do so everywhere. On
//! straight edges no sample may be nearer than what is proven of the edge.

use crate::times::{Random, configuration, ranges};
use clearance_robot::files::Loaded;
use clearance_robot::{Contact, Passage, Path, Question, Verdict};
use std::time::{Duration, Instant};

/// The most cells for a pair.
const CELLS: u64 = 2000;
/// The steps of a descent.
const STEPS: usize = 12;

/// Looks for a contradiction, for `SECONDS` (10 by default) a robot.
pub fn law(name: &str, loaded: &Loaded) {
    let robot = &loaded.robot;
    let all = loaded.all_pairs();
    let question = Question { cells: CELLS, ..Question::default() };
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let end = Instant::now() + Duration::from_secs(2 * seconds);
    let claims = robot.prove_all_while(&all, &question, &|_| Instant::now() < end);
    let (mut never, mut always, mut witnesses) = (Vec::new(), Vec::new(), 0);
    for claim in &claims {
        match &claim.verdict {
            Verdict::Never { bound } => never.push((claim.pair, *bound)),
            Verdict::Always(_) | Verdict::Inside { .. } => always.push(claim.pair),
            Verdict::Meets(meeting) => {
                let answer = robot.clearance(&meeting.configuration, &[claim.pair]).unwrap().unwrap();
                // Proven in the frame of the pair, whose errors are less than those from the root.
                assert!(answer.contact != Contact::Apart, "{name}: {claim:?}");
                witnesses += 1;
            }
            _ => {}
        }
    }
    let pairs: Vec<[usize; 2]> = never.iter().map(|(pair, _)| *pair).collect();
    let holds = |row: &[f64], pair: [usize; 2], upper: f64| {
        let (_, bound) = never.iter().find(|(own, _)| *own == pair).unwrap();
        assert!(upper >= *bound, "{name}: {pair:?} is at {upper} and was proven to be beyond {bound}: {row:?}");
    };
    let mut random = Random(11);
    let whole = ranges(loaded);
    let near_limits = |random: &mut Random| {
        let mut row = configuration(loaded, random);
        for ((x, [low, high]), own) in row.iter_mut().zip(&whole).zip(robot.coordinates()) {
            if own.part == 0 {
                let off = (high - low) * random.share().powi(6);
                *x = if random.share() < 0.5 { low + off } else { high - off };
            }
        }
        row
    };
    let (mut uniform, mut limits, mut descents, mut met) = (0, 0, 0, 0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut watch = robot.watch(pairs.clone());
    while Instant::now() < end && !pairs.is_empty() {
        for kind in 0..2 {
            let row = if kind == 0 { configuration(loaded, &mut random) } else { near_limits(&mut random) };
            *[&mut uniform, &mut limits][kind] += 1;
            if let Some(answer) = watch.clearance(&row).unwrap() {
                holds(&row, answer.pair, answer.upper);
            }
            for pair in &always {
                let answer = robot.clearance(&row, &[*pair]).unwrap().unwrap();
                assert!(answer.contact != Contact::Apart, "{name}: {pair:?} is apart at {row:?}");
                met += 1;
            }
            let (pair, _) = never[(random.share() * never.len() as f64) as usize];
            descents += descend(loaded, row, pair, &whole, &holds);
        }
    }
    let [samples, clear] = edges(name, loaded, &mut random);
    println!(
        "{name:12} {clear} edges of {EDGES} clear, {samples} samples of them; {} pairs: {} never, {witnesses} meet, {} always; {uniform} uniform, {limits} near limits, {descents} steps of \
         descents, {met} meetings of pairs that always meet: no contradiction",
        all.len(),
        never.len(),
        always.len()
    );
}

/// Samples of an edge.
const SAMPLES: u32 = 100;
/// Edges a robot.
const EDGES: usize = 40;

/// Straight edges, half of them short: no sample is nearer than what is proven of the edge. How many samples there were of edges that are
/// clear, and how many edges were clear.
fn edges(name: &str, loaded: &Loaded, random: &mut Random) -> [usize; 2] {
    let (robot, pairs) = (&loaded.robot, loaded.pairs());
    let (mut watch, mut counts) = (robot.watch(pairs.clone()), [0; 2]);
    let end = Instant::now() + Duration::from_secs(60);
    for edge in 0..EDGES {
        let (from, mut to) = (configuration(loaded, random), configuration(loaded, random));
        if edge % 2 == 0 {
            to.iter_mut().zip(&from).for_each(|(to, from)| *to = from + 0.05 * (*to - from));
        }
        let path = Path::linear(robot, &[from, to], None).unwrap();
        let Ok(along) = robot.along(&path, &pairs, &[]) else { return counts };
        let (passage, least) = (along.passage(0.0), along.least(1e-4));
        let Some(least) = least.filter(|_| Instant::now() < end) else { return counts };
        for sample in 0..=SAMPLES {
            let time = f64::from(sample) / f64::from(SAMPLES);
            let at = watch.clearance(&path.at(time)).unwrap().unwrap();
            assert!(at.upper >= least.lower, "{name}: {time} {at:?} {least:?}");
            match &passage {
                Passage::Clear { bound } => {
                    assert!(at.upper >= *bound && at.contact == Contact::Apart, "{name}: {time} {at:?} {passage:?}");
                    counts[0] += 1;
                }
                Passage::Stopped { clear_until, .. } => {
                    assert!(time >= *clear_until || at.contact == Contact::Apart, "{name}: {time} {at:?} {passage:?}");
                }
                Passage::Inside { .. } => assert!(sample > 0 || at.upper == 0.0, "{name}: {at:?}"),
            }
        }
        counts[1] += usize::from(matches!(passage, Passage::Clear { .. }));
    }
    counts
}

/// Steps along the gradient of a pair's distance. How many there were.
fn descend(
    loaded: &Loaded,
    mut row: Vec<f64>,
    pair: [usize; 2],
    whole: &[[f64; 2]],
    holds: &dyn Fn(&[f64], [usize; 2], f64),
) -> usize {
    let robot = &loaded.robot;
    for step in 0..STEPS {
        let answer = robot.clearance(&row, &[pair]).unwrap().unwrap();
        holds(&row, pair, answer.upper);
        let Some(gradient) = robot.gradient(&row, &[pair], &answer).unwrap() else { return step };
        let square: f64 = gradient.by.iter().map(|slope| slope * slope).sum();
        if !(square > 1e-12) {
            return step + 1;
        }
        for ((x, slope), [low, high]) in row.iter_mut().zip(&gradient.by).zip(whole) {
            let most = 0.1 * (high - low);
            *x = (*x - (answer.distance.max(1e-4) * slope / square).clamp(-most, most)).clamp(*low, *high);
        }
    }
    STEPS
}
