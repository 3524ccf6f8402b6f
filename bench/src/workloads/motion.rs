//! Bodies in coherent motion. From one query to the next each turns by a small step, and rolls about the other.

use super::placing::{Bodies, Placer, aim};
use super::{Class, Pair, Recipe, ShapeData, Workload, boxes, hulls, polygons};
use crate::rng::Rng;

/// Angles of a step in radians, and the arcs that they make on bodies of size 1.
const STEPS: [&str; 4] = ["1e-1", "1e-2", "1e-3", "1e-4"];
/// Queries of one pair of bodies until it is back at its start. Half of them go the same way back.
const QUERIES: usize = 64;

pub fn recipes() -> Vec<Recipe> {
    let of = |name: &'static str, dimension, pool: fn(&mut Rng) -> Vec<ShapeData>| {
        let classes = [Class::Near, Class::Overlap];
        classes.into_iter().flat_map(move |class| STEPS.map(|step| recipe(name, dimension, class, step, pool)))
    };
    of("moving boxes", 3, |rng| boxes::pool(64, rng))
        .chain(of("moving hull 64", 3, |rng| (0..32).map(|_| hulls::ellipsoidal(64, rng)).collect()))
        .chain(of("moving polygon 3-8", 2, |rng| (0..64).map(|index| polygons::polygon(3 + index % 6, rng)).collect()))
        .collect()
}

fn recipe(
    name: &'static str,
    dimension: usize,
    class: Class,
    step: &'static str,
    pool: fn(&mut Rng) -> Vec<ShapeData>,
) -> Recipe {
    let titled = format!("{class} {step}");
    Recipe::new(name, &titled.clone(), 2048, move |count| {
        let mut rng = Rng::named(&format!("{name} {class}"));
        let shapes = pool(&mut rng);
        let placer = Placer::new(dimension, &shapes);
        let angle: f64 = step.parse().expect("steps are numbers");
        let tracks = (count / QUERIES).max(2);
        let ways: Vec<Vec<Pair>> = (0..tracks).map(|track| way(&placer, class, angle, track, &mut rng)).collect();
        // As in a simulation, every pair of bodies has its turn before any pair has its next turn.
        let pairs = (0..QUERIES).flat_map(|time| ways.iter().map(move |way| way[time])).collect();
        Workload::answered(name, &titled, dimension, 1.0, shapes, pairs)
    })
}

/// The queries of one pair of bodies. The signed distance stays about the same.
fn way(placer: &Placer, class: Class, angle: f64, track: usize, rng: &mut Rng) -> Vec<Pair> {
    'another: loop {
        let target = aim(class, rng);
        let mut bodies = Bodies::random(placer, rng);
        let turns = Bodies::random_turns(placer, angle, rng);
        let mut there = Vec::new();
        while there.len() < QUERIES / 2 {
            let Some(pair) = placer.placed(&bodies, target) else { continue 'another };
            there.push(Pair { track, ..pair });
            bodies = bodies.turned(placer, &turns);
        }
        return there.iter().chain(there.iter().rev()).copied().collect();
    }
}
