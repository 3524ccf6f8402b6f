//! Boxes and a wall with a window, with corners that a function moves.

use crate::shapes::cuboid;
use clearance_scene::Mesh;

/// A function that moves a corner.
pub type Map<'a> = &'a dyn Fn([f64; 3]) -> [f64; 3];

/// A box between two corners, its faces in two triangles each.
pub fn block(low: [f64; 3], high: [f64; 3], map: Map) -> Mesh {
    let (corners, sides) = cuboid(low, high);
    Mesh::new(&corners.into_iter().map(map).collect::<Vec<_>>(), &sides).unwrap()
}

/// Several meshes as one.
pub fn joined(meshes: &[Mesh]) -> Mesh {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let first = corners.len() as u32;
        corners.extend(mesh.vertices().iter().map(|&v| <[f64; 3]>::from(v)));
        triangles.extend(mesh.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
    }
    Mesh::new(&corners, &triangles).unwrap()
}

/// The same box with each face in n × n squares.
pub fn fine_block(low: [f64; 3], high: [f64; 3], n: usize, map: Map) -> Mesh {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for axis in 0..3 {
        for end in 0..2 {
            let first = corners.len();
            for i in 0..=n {
                for j in 0..=n {
                    let share = [i as f64 / n as f64, j as f64 / n as f64];
                    let mut p = [0.0; 3];
                    p[axis] = if end == 1 { high[axis] } else { low[axis] };
                    for (place, share) in share.into_iter().enumerate() {
                        let own = (axis + 1 + place) % 3;
                        p[own] = if share == 1.0 { high[own] } else { low[own] + share * (high[own] - low[own]) };
                    }
                    corners.push(map(p));
                }
            }
            let at = |i: usize, j: usize| (first + i * (n + 1) + j) as u32;
            for i in 0..n {
                for j in 0..n {
                    let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                    let both = if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                    triangles.extend(both.map(|[p, q, r]| if end == 1 { [p, q, r] } else { [p, r, q] }));
                }
            }
        }
    }
    Mesh::new(&corners, &triangles).unwrap()
}

/// Turned by 31 degrees around the third axis.
pub fn turned([x, y, z]: [f64; 3]) -> [f64; 3] {
    let (s, c) = 31f64.to_radians().sin_cos();
    [c * x - s * y, s * x + c * y, z]
}

/// A wall of 4 × 0.2 × 3 with a window of 1 × 1.2 at a height of 0.9.
pub fn wall_with_window(map: Map) -> Mesh {
    let (xs, zs) = ([0.0, 1.5, 2.5, 4.0], [0.0, 0.9, 2.1, 3.0]);
    let at = |i: usize, j: usize, k: usize| (16 * k + 4 * j + i) as u32;
    let mut corners = Vec::new();
    for y in [0.0, 0.2] {
        for z in zs {
            corners.extend(xs.map(|x| map([x, y, z])));
        }
    }
    let mut triangles = Vec::new();
    let mut quad = |[a, b, c, d]: [u32; 4]| triangles.extend([[a, b, c], [a, c, d]]);
    for i in 0..3 {
        for j in (0..3).filter(|&j| [i, j] != [1, 1]) {
            quad([at(i, j, 0), at(i + 1, j, 0), at(i + 1, j + 1, 0), at(i, j + 1, 0)]);
            quad([at(i, j, 1), at(i, j + 1, 1), at(i + 1, j + 1, 1), at(i + 1, j, 1)]);
        }
        quad([at(i, 0, 0), at(i, 0, 1), at(i + 1, 0, 1), at(i + 1, 0, 0)]);
        quad([at(i, 3, 0), at(i + 1, 3, 0), at(i + 1, 3, 1), at(i, 3, 1)]);
        quad([at(0, i, 0), at(0, i + 1, 0), at(0, i + 1, 1), at(0, i, 1)]);
        quad([at(3, i, 0), at(3, i, 1), at(3, i + 1, 1), at(3, i + 1, 0)]);
    }
    quad([at(1, 1, 0), at(2, 1, 0), at(2, 1, 1), at(1, 1, 1)]);
    quad([at(1, 2, 0), at(1, 2, 1), at(2, 2, 1), at(2, 2, 0)]);
    quad([at(1, 1, 0), at(1, 1, 1), at(1, 2, 1), at(1, 2, 0)]);
    quad([at(2, 1, 0), at(2, 2, 0), at(2, 2, 1), at(2, 1, 1)]);
    Mesh::new(&corners, &triangles).unwrap()
}
