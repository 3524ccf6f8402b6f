//! Meshes that the tests make, and random numbers.

use clearance::{Pose, Quaternion, Vec3, vec3};
use clearance_scene::Mesh;
use std::f64::consts::TAU;

/// Vertices and triangles.
pub type Parts = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A sequence of numbers that is the same in every run (SplitMix64; Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn point(&mut self) -> [f64; 3] {
        [self.signed(), self.signed(), self.signed()]
    }
    pub fn pose(&mut self, reach: f64) -> Pose<Vec3<f64>> {
        let [x, y, z] = self.point();
        let rotation = Quaternion::from_axis_angle(vec3(x, y, z + 1.5), 3.0 * self.signed());
        Pose::new(rotation, vec3(reach * self.signed(), reach * self.signed(), reach * self.signed())).unwrap()
    }
}

/// A torus of `around` × `across` × 2 triangles with the radii 1 and `tube`.
pub fn torus(around: u32, across: u32, tube: f64) -> Parts {
    let mut vertices = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
            let radius = 1.0 + tube * v.cos();
            vertices.push([radius * u.cos(), radius * u.sin(), tube * v.sin()]);
        }
    }
    let vertex = |i: u32, j: u32| (i % around) * across + j % across;
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

/// Triangles of random corners: open, crossing each other, some without area.
pub fn soup(random: &mut Random, count: usize) -> Parts {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for _ in 0..count {
        let first = vertices.len() as u32;
        let middle = random.point();
        let size = if random.bits().is_multiple_of(4) { 1.0 } else { 0.125 };
        let kind = random.bits() % 8;
        let corner = |random: &mut Random| -> [f64; 3] {
            let step = random.point();
            std::array::from_fn(|axis| middle[axis] + size * step[axis])
        };
        let [a, b, c] = [corner(random), corner(random), corner(random)];
        // A point, a segment, a needle, or any triangle.
        vertices.extend(match kind {
            0 => [a, a, a],
            1 => [a, b, a],
            2 => [a, b, std::array::from_fn(|axis| b[axis] + 1e-12 * c[axis])],
            _ => [a, b, c],
        });
        triangles.push([first, first + 1, first + 2]);
    }
    (vertices, triangles)
}

/// A square sheet of `steps` × `steps` × 2 triangles in the plane z = `height`, from 0 to 1.
pub fn sheet(steps: u32, height: f64) -> Parts {
    let at = |i: u32| f64::from(i) / f64::from(steps);
    let vertices = (0..=steps).flat_map(|i| (0..=steps).map(move |j| [at(i), at(j), height])).collect();
    let vertex = |i: u32, j: u32| i * (steps + 1) + j;
    let cells = (0..steps).flat_map(|i| (0..steps).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    (vertices, triangles.collect())
}

/// A box from `low` to `high`.
pub fn cuboid(low: [f64; 3], high: [f64; 3]) -> Parts {
    let vertices =
        (0..8).map(|corner| [0, 1, 2].map(|axis| if corner >> axis & 1 == 1 { high[axis] } else { low[axis] }));
    let triangles = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    (vertices.collect(), triangles.to_vec())
}

pub fn mesh((vertices, triangles): &Parts) -> Mesh {
    Mesh::new(vertices, triangles).unwrap()
}

/// The parts with every coordinate multiplied.
pub fn times((vertices, triangles): &Parts, factor: f64) -> Parts {
    (vertices.iter().map(|vertex| vertex.map(|x| x * factor)).collect(), triangles.clone())
}
