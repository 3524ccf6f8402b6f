//! Balls, capsules, cylinders, cones and ellipsoids with sizes of 0.5 to 1.3.

use super::{Recipe, ShapeData, placing::placed_recipes};
use crate::rng::Rng;

/// Distinct shapes of each kind.
const SHAPES: usize = 256;

pub fn recipes() -> Vec<Recipe> {
    let of = |name, shape: fn(&mut Rng) -> ShapeData| {
        placed_recipes(name, 3, 1.0, 1024, move |rng| (0..SHAPES).map(|_| shape(rng)).collect())
    };
    [
        of("balls", ball),
        of("capsules", capsule),
        of("cylinders", |rng| ShapeData::Cylinder { half_height: size(rng), radius: size(rng) }),
        of("cones", |rng| ShapeData::Cone { half_height: size(rng), radius: size(rng) }),
        of("ellipsoids", |rng| ShapeData::Ellipsoid(std::array::from_fn(|_| size(rng)))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A random ball.
pub fn ball(rng: &mut Rng) -> ShapeData {
    ShapeData::Ball(size(rng))
}

/// A random capsule.
pub fn capsule(rng: &mut Rng) -> ShapeData {
    ShapeData::Capsule { half_height: size(rng), radius: size(rng) }
}

fn size(rng: &mut Rng) -> f64 {
    rng.within(0.5, 1.3)
}
