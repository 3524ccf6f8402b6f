//! A million pairs, as a broad phase finds them: boxes alone, hulls alone, and four kinds mixed.

use super::{Recipe, ShapeData, boxes, curved, hulls, placing::placed_recipes};
use crate::rng::Rng;

/// Distinct shapes of each kind in the mix.
const SHAPES: usize = 256;
/// Pairs of a full run.
const PAIRS: usize = 1_000_000;
/// Pairs of a quick run.
const QUICK_PAIRS: usize = 65_536;

pub fn recipes() -> Vec<Recipe> {
    let of = |name, pool: fn(&mut Rng) -> Vec<ShapeData>| placed_recipes(name, 3, 1.0, QUICK_PAIRS, pool);
    let boxes = of("batch boxes", |rng| boxes::pool(4 * SHAPES, rng));
    let hulls = of("batch hull 24", |rng| (0..SHAPES).map(|_| hulls::ellipsoidal(24, rng)).collect());
    let mixed = of("batch mixed", |rng| (0..SHAPES).flat_map(|_| one_of_each_kind(rng)).collect());
    boxes.into_iter().chain(hulls).chain(mixed).map(|recipe| Recipe { full_pairs: PAIRS, ..recipe }).collect()
}

fn one_of_each_kind(rng: &mut Rng) -> [ShapeData; 4] {
    [boxes::cuboid(rng), curved::ball(rng), curved::capsule(rng), hulls::ellipsoidal(16, rng)]
}
