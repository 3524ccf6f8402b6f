//! How long all pairs of a layer in the plane take: rectilinear polygons, as the wires of a chip. Every wire lies on a
//! track and has teeth towards the next one. The arguments are the number of polygons, the number of threads, and the
//! number of polygons of the part that is compared with brute force.
//!
//!     cargo run --release -p clearance-scene --features rayon,simd --example many_outlines -- 180000 2 2000

use clearance::{Pose, Vec2};
use clearance_scene::{Finding, Outline, Rules, Scene, distance};
use std::sync::Arc;
use std::time::Instant;

/// Pairs that are closer than this are found. The unit is a quarter of the width of a wire, and all coordinates are
/// integers.
const LIMIT: f64 = 3.0;

/// The distance of two tracks.
const TRACK: i64 = 9;

/// The width of a wire.
const WIDTH: i64 = 4;

/// Whole numbers from 0 to `end` − 1 (Knuth's linear congruences, MMIX).
fn random(state: &mut u64, end: u64) -> i64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*state >> 33) % end) as i64
}

/// A wire from `x` on a track, with up to five teeth. The answer is its ring and where it ends.
fn wire(state: &mut u64, x: i64, track: i64) -> (Vec<[i64; 2]>, i64) {
    let low = TRACK * track;
    let (mut top, mut at) = (Vec::new(), x);
    for _ in 0..random(state, 6) {
        let (begin, end) = (at + 2 + random(state, 12), low + WIDTH + 1 + random(state, 4));
        top.extend([[begin, low + WIDTH], [begin, end], [begin + 2, end], [begin + 2, low + WIDTH]]);
        at = begin + 2;
    }
    let end = at + 3 + random(state, 20);
    let mut ring = vec![[x, low], [end, low], [end, low + WIDTH]];
    ring.extend(top.into_iter().rev());
    ring.push([x, low + WIDTH]);
    (ring, end)
}

/// So many wires on as many tracks as make the layer about square. Neighbours on a track may touch.
fn layer(count: usize) -> Vec<Vec<[i64; 2]>> {
    let (mut state, mut rings) = (1, Vec::with_capacity(count));
    let side = (300.0 * count as f64).sqrt() as i64;
    for track in 0.. {
        let mut x = random(&mut state, 20);
        while x < side {
            if rings.len() == count {
                return rings;
            }
            let (ring, end) = wire(&mut state, x, track);
            rings.push(ring);
            x = end + random(&mut state, 8);
        }
    }
    rings
}

fn scene_of(rings: &[Vec<[i64; 2]>]) -> Scene<Outline> {
    let mut scene = Scene::default();
    for (number, ring) in rings.iter().enumerate() {
        let ring: Vec<[f64; 2]> = ring.iter().map(|corner| corner.map(|x| x as f64)).collect();
        let outline = Outline::new(&[vec![ring]]).expect("the wire has corners");
        scene.add(format!("wire {number}"), Arc::new(outline), Pose::identity()).expect("the name is new");
    }
    scene
}

/// All pairs one by one.
fn by_brute_force(scene: &Scene<Outline>) -> Vec<[usize; 2]> {
    let pairs = (0..scene.len()).flat_map(|a| (a + 1..scene.len()).map(move |b| [a, b]));
    pairs.filter(|&[a, b]| distance(&scene.body(a), &scene.body(b)).distance < LIMIT).collect()
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |place: usize, otherwise: usize| numbers.get(place).copied().unwrap_or(otherwise);
    let (count, threads, part) = (number(0, 180_000), number(1, 2), number(2, 2000));
    #[cfg(feature = "rayon")]
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().expect("the pool is built once");
    let rings = layer(count);
    let corners: usize = rings.iter().map(Vec::len).sum();
    let begin = Instant::now();
    let scene = scene_of(&rings);
    let built = begin.elapsed();
    let begin = Instant::now();
    let findings = scene.below(&Rules::limit(LIMIT));
    let all = begin.elapsed();
    println!(
        "{count} polygons, {corners} corners, {threads} threads: built in {built:.2?}; {} pairs below {LIMIT} in {all:.2?}",
        findings.len()
    );
    let part = scene_of(&rings[..part.min(count)]);
    let names = |finding: &Finding<Vec2<f64>>| [finding.a, finding.b];
    let found: Vec<[usize; 2]> = part.below(&Rules::limit(LIMIT)).iter().map(names).collect();
    let expected = by_brute_force(&part);
    assert_eq!(found, expected, "the pairs of a part are those of brute force");
    println!("the first {} polygons have {} such pairs, as by brute force", part.len(), expected.len());
}
