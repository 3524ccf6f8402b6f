//! Boxes with half-extents of 0.7 to 1.3.

use super::{Recipe, ShapeData, placing::placed_recipes};
use crate::rng::Rng;

/// Poses and boxes together are more than the first-level cache holds, as in a scene.
const BOXES: usize = 1024;

pub fn recipes() -> Vec<Recipe> {
    placed_recipes("boxes", 3, 1.0, 4096, |rng| pool(BOXES, rng))
}

/// Random boxes.
pub fn pool(count: usize, rng: &mut Rng) -> Vec<ShapeData> {
    (0..count).map(|_| cuboid(rng)).collect()
}

/// A random box.
pub fn cuboid(rng: &mut Rng) -> ShapeData {
    ShapeData::Cuboid(std::array::from_fn(|_| rng.within(0.7, 1.3)))
}
