//! Hulls of random points on ellipsoids with semi-axes of 0.7 to 1.3, and hulls that are far from round.

use super::{Recipe, ShapeData, placing::placed_recipes};
use crate::rng::Rng;

/// The numbers of vertices.
const COUNTS: [usize; 10] = [8, 16, 32, 64, 128, 512, 2048, 4096, 16_384, 65_536];
/// Distinct hulls of each kind.
const HULLS: usize = 32;
/// Distinct hulls with 512 vertices or more. In most libraries they fill the second-level cache.
const LARGE_HULLS: usize = 8;
/// Distinct hulls with more than 4,096 vertices. They are for the growth with the number, and take long to build.
const LARGEST_HULLS: usize = 2;
/// Distinct hulls of 64 vertices that no cache holds.
const COLD_HULLS: usize = 16_384;

pub fn recipes() -> Vec<Recipe> {
    let rounds = COUNTS.into_iter().flat_map(|count| {
        let quick_pairs = (131_072 / count).clamp(64, 4096);
        placed_recipes(&format!("hull {count}"), 3, 1.0, quick_pairs, move |rng| {
            let hulls = match count {
                0..512 => HULLS,
                512..=4096 => LARGE_HULLS,
                _ => LARGEST_HULLS,
            };
            (0..hulls).map(|_| ellipsoidal(count, rng)).collect()
        })
    });
    let cold =
        placed_recipes("cold hull 64", 3, 1.0, 16_384, |rng| (0..COLD_HULLS).map(|_| ellipsoidal(64, rng)).collect());
    rounds.chain(cold).chain(uneven()).collect()
}

/// Hulls whose features differ in size. The size of a lens or needle is its thickness.
fn uneven() -> impl Iterator<Item = Recipe> {
    let cans = placed_recipes("cans", 3, 1.0, 1024, |rng| {
        (0..HULLS).map(|_| can(rng.within(0.5, 1.0), rng.within(0.5, 1.0))).collect()
    });
    let lenses = placed_recipes("lenses", 3, 0.1, 2048, |rng| {
        (0..HULLS).map(|_| on_ellipsoid(64, [1.0, 1.0, 0.05], rng)).collect()
    });
    let needles = placed_recipes("needles", 3, 0.04, 2048, |rng| {
        (0..HULLS).map(|_| on_ellipsoid(64, [1.0, 0.02, 0.02], rng)).collect()
    });
    [cans, lenses, needles].into_iter().flatten()
}

/// The hull of `count` random points on a random ellipsoid. The ellipsoid is nearly a ball.
pub fn ellipsoidal(count: usize, rng: &mut Rng) -> ShapeData {
    let semi_axes = std::array::from_fn(|_| rng.within(0.7, 1.3));
    on_ellipsoid(count, semi_axes, rng)
}

/// The hull of `count` random points on an ellipsoid.
fn on_ellipsoid(count: usize, semi_axes: [f64; 3], rng: &mut Rng) -> ShapeData {
    let point = |_| {
        let unit: [f64; 3] = rng.unit();
        std::array::from_fn(|axis| semi_axes[axis] * unit[axis])
    };
    ShapeData::Points((0..count).map(point).collect())
}

/// A regular prism of 64 sides about the y axis.
fn can(radius: f64, half_height: f64) -> ShapeData {
    let corner = |index: usize| {
        let angle = std::f64::consts::TAU * (index / 2) as f64 / 64.0;
        let y = if index.is_multiple_of(2) { half_height } else { -half_height };
        [radius * angle.cos(), y, radius * angle.sin()]
    };
    ShapeData::Points((0..128).map(corner).collect())
}
