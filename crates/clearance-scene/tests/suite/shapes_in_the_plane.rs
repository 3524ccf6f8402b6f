//! Outlines that the tests make.

use crate::shapes::Random;
use clearance::{Pose, Rotation2, Vec2, vec2};
use clearance_scene::Outline;
use std::f64::consts::TAU;

/// A polygon: its rings.
pub type Polygon = Vec<Vec<[f64; 2]>>;

pub fn pose(random: &mut Random, reach: f64) -> Pose<Vec2<f64>> {
    let rotation = Rotation2::from_angle(3.0 * random.signed());
    Pose::new(rotation, vec2(reach * random.signed(), reach * random.signed())).unwrap()
}

/// A star of `count` corners about a middle, between two radii. It does not cross itself.
pub fn star(random: &mut Random, count: usize, [x, y]: [f64; 2], [inner, outer]: [f64; 2]) -> Vec<[f64; 2]> {
    let corner = |place: usize, random: &mut Random| {
        let angle = TAU * place as f64 / count as f64;
        let radius = inner + (outer - inner) * (0.5 + 0.5 * random.signed());
        [x + radius * angle.cos(), y + radius * angle.sin()]
    };
    (0..count).map(|place| corner(place, random)).collect()
}

/// Some polygons with holes. Every other ring is listed clockwise, and some repeat their first point.
pub fn polygons(random: &mut Random, count: usize) -> Vec<Polygon> {
    let mut polygons = Vec::new();
    for _ in 0..count {
        let middle = [random.signed(), random.signed()];
        let counts = [4 + random.bits() as usize % 9, 3 + random.bits() as usize % 5];
        let outer = star(random, counts[0], middle, [0.3, 0.5]);
        let hole = star(random, counts[1], middle, [0.05, 0.2]);
        let mut polygon = vec![outer, hole];
        for ring in &mut polygon {
            if random.bits().is_multiple_of(2) {
                ring.reverse();
            }
            if random.bits().is_multiple_of(2) {
                ring.push(ring[0]);
            }
        }
        polygons.push(polygon);
    }
    polygons
}

pub fn outline(polygons: &[Polygon]) -> Outline {
    Outline::new(polygons).unwrap()
}
