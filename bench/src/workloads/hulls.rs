//! Hulls of random points on ellipsoids with semi-axes of 0.7 to 1.3.

use super::{Recipe, ShapeData, placing::placed_recipes};
use crate::rng::Rng;

/// The numbers of vertices.
const COUNTS: [usize; 8] = [8, 16, 32, 64, 128, 512, 2048, 4096];
/// Distinct hulls of each number of vertices.
const HULLS: usize = 32;

pub fn recipes() -> Vec<Recipe> {
    let recipes = |count: usize| {
        let quick_pairs = (131_072 / count).clamp(64, 4096);
        placed_recipes(&format!("hull {count}"), 3, 1.0, quick_pairs, move |rng| {
            (0..HULLS).map(|_| ellipsoidal(count, rng)).collect()
        })
    };
    COUNTS.into_iter().flat_map(recipes).collect()
}

/// The hull of `count` random points on a random ellipsoid.
fn ellipsoidal(count: usize, rng: &mut Rng) -> ShapeData {
    let semi_axes: [f64; 3] = std::array::from_fn(|_| rng.within(0.7, 1.3));
    let point = |_| {
        let unit: [f64; 3] = rng.unit();
        std::array::from_fn(|axis| semi_axes[axis] * unit[axis])
    };
    ShapeData::Points((0..count).map(point).collect())
}
