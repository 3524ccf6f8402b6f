//! Polygons with corners on ellipses with semi-axes of 0.7 to 1.3.

use std::f64::consts::TAU;

use super::{Recipe, ShapeData, placing::placed_recipes};
use crate::rng::Rng;

/// Distinct polygons of each kind.
const POLYGONS: usize = 256;

pub fn recipes() -> Vec<Recipe> {
    let of = |name, least: usize, most: usize| {
        placed_recipes(name, 2, 1.0, 4096, move |rng| {
            (0..POLYGONS).map(|_| polygon(least + rng.below(most - least + 1), rng)).collect()
        })
    };
    [of("polygon 3-8", 3, 8), of("polygon 16", 16, 16), of("polygon 64", 64, 64)].into_iter().flatten().collect()
}

/// A polygon of `count` corners, counter-clockwise, one in each sector of an ellipse.
pub fn polygon(count: usize, rng: &mut Rng) -> ShapeData {
    let semi_axes = [rng.within(0.7, 1.3), rng.within(0.7, 1.3)];
    let corner = |index: usize| {
        let angle = TAU * (index as f64 + rng.within(0.2, 0.8)) / count as f64;
        [semi_axes[0] * angle.cos(), semi_axes[1] * angle.sin(), 0.0]
    };
    ShapeData::Points((0..count).map(corner).collect())
}
