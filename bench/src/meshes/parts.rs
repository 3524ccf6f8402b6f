//! The parts: generated ones, and those of files.

use std::f64::consts::TAU;
use std::io;
use std::path::Path;

use clearance_files::assembly;

use crate::rng::Rng;

/// A mesh in space, or a ring in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// In the plane the third coordinates are zero, and the ring leads from each vertex to the next.
    pub vertices: Vec<[f64; 3]>,
    /// Triangles. A ring has none.
    pub triangles: Vec<[u32; 3]>,
}

impl Part {
    /// Triangles, or edges of a ring.
    pub fn leaves(&self) -> usize {
        if self.triangles.is_empty() { self.vertices.len() } else { self.triangles.len() }
    }

    /// The part in a box whose diagonal is 1, with its middle at the origin.
    fn of_size_one(mut self) -> Self {
        let bound = |axis: usize, least: fn(f64, f64) -> f64, start: f64| {
            self.vertices.iter().map(|vertex| vertex[axis]).fold(start, least)
        };
        let low: [f64; 3] = std::array::from_fn(|axis| bound(axis, f64::min, f64::INFINITY));
        let high: [f64; 3] = std::array::from_fn(|axis| bound(axis, f64::max, f64::NEG_INFINITY));
        let diagonal = (0..3).map(|axis| (high[axis] - low[axis]).powi(2)).sum::<f64>().sqrt();
        for vertex in &mut self.vertices {
            *vertex = std::array::from_fn(|axis| (vertex[axis] - 0.5 * (low[axis] + high[axis])) / diagonal);
        }
        self
    }
}

/// A closed grid of `around` × `across` points.
fn grid(around: u32, across: u32, point: impl Fn(f64, f64) -> [f64; 3]) -> Part {
    let angle = |place: u32, count: u32| TAU * f64::from(place) / f64::from(count);
    let places = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let vertices = places.clone().map(|(i, j)| point(angle(i, around), angle(j, across))).collect();
    let vertex = |i: u32, j: u32| (i % around) * across + j % across;
    let triangles = places.flat_map(|(i, j)| {
        let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    Part { vertices, triangles: triangles.collect() }.of_size_one()
}

/// A torus whose tube is a third of its ring.
pub fn torus(around: u32, across: u32) -> Part {
    grid(around, across, |u, v| {
        let radius = 3.0 + v.cos();
        [radius * u.cos(), radius * u.sin(), v.sin()]
    })
}

/// A tube whose radius goes up and down: many places are nearly as near as the nearest.
pub fn bumpy(around: u32, across: u32) -> Part {
    grid(around, across, |u, v| {
        let tube = 1.0 + 0.2 * (12.0 * u).sin() * (5.0 * v).cos();
        let radius = 3.75 + tube * v.cos();
        [radius * u.cos(), radius * u.sin(), tube * v.sin()]
    })
}

/// A ball in meridians and parallels, with a pole at each end.
pub fn sphere(around: u32, across: u32) -> Part {
    let inner = (1..across).flat_map(|j| (0..around).map(move |i| (i, j)));
    let point = |(i, j): (u32, u32)| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), 0.5 * TAU * f64::from(j) / f64::from(across));
        [v.sin() * u.cos(), v.sin() * u.sin(), v.cos()]
    };
    let vertices: Vec<[f64; 3]> =
        [[0.0, 0.0, 1.0]].into_iter().chain(inner.map(point)).chain([[0.0, 0.0, -1.0]]).collect();
    let last = vertices.len() as u32 - 1;
    let vertex = |i: u32, j: u32| match j {
        0 => 0,
        j if j == across => last,
        j => 1 + (j - 1) * around + i % around,
    };
    let cells = (0..across).flat_map(|j| (0..around).map(move |i| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1), vertex(i + 1, j)];
        [[a, b, c], [a, c, d]].into_iter().filter(|[a, b, c]| a != b && b != c && c != a)
    });
    let triangles = triangles.collect();
    Part { vertices, triangles }.of_size_one()
}

/// A thin box whose faces are grids of `cells` × `cells` squares: all triangles of a face lie in one plane.
pub fn plate(cells: u32) -> Part {
    let side = cells + 1;
    let at = |i: u32, j: u32, z: f64| [f64::from(i) / f64::from(cells), f64::from(j) / f64::from(cells), z];
    let layer = |z: f64| (0..side).flat_map(move |i| (0..side).map(move |j| at(i, j, z)));
    let vertices: Vec<[f64; 3]> = layer(0.0).chain(layer(0.02)).collect();
    let vertex = |layer: u32, i: u32, j: u32| layer * side * side + i * side + j;
    let mut triangles = Vec::new();
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let square = |layer| {
            [vertex(layer, i, j), vertex(layer, i + 1, j), vertex(layer, i + 1, j + 1), vertex(layer, i, j + 1)]
        };
        let ([a, b, c, d], [e, f, g, h]) = (square(0), square(1));
        triangles.extend([[a, c, b], [a, d, c], [e, f, g], [e, g, h]]);
    }
    for k in 0..cells {
        let walls =
            [[(k, 0), (k + 1, 0)], [(cells, k), (cells, k + 1)], [(k + 1, cells), (k, cells)], [(0, k + 1), (0, k)]];
        for [(i, j), (m, n)] in walls {
            let [a, b, c, d] = [vertex(0, i, j), vertex(0, m, n), vertex(1, m, n), vertex(1, i, j)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Part { vertices, triangles }.of_size_one()
}

/// A coast of `count` points: a ring whose radius wanders at every scale, and which does not cross itself.
pub fn coast(count: u32, rng: &mut Rng) -> Part {
    let waves: Vec<[f64; 3]> =
        (0..12).map(|k| [f64::from(1 << k), 0.12 / f64::from(1 << k), rng.within(0.0, TAU)]).collect();
    let point = |place: u32| {
        let angle = TAU * f64::from(place) / f64::from(count);
        let wander: f64 = waves.iter().map(|[k, height, phase]| height * (k * angle + phase).sin()).sum();
        [(0.4 + wander) * angle.cos(), (0.4 + wander) * angle.sin(), 0.0]
    };
    Part { vertices: (0..count).map(point).collect(), triangles: Vec::new() }.of_size_one()
}

/// A mesh from a file, in a box whose diagonal is 1.
pub fn read(path: &Path) -> io::Result<Part> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {text}", path.display()));
    let sidecar = |name: &str| std::fs::read(path.with_file_name(name));
    let name = path.to_string_lossy();
    let assembly =
        assembly::read_file(&name, &std::fs::read(path)?, sidecar).map_err(|fault| invalid(fault.to_string()))?;
    let mut part = Part { vertices: Vec::new(), triangles: Vec::new() };
    for instance in &assembly.instances {
        let mesh = &assembly.meshes[instance.mesh];
        let first = part.vertices.len() as u32;
        part.vertices.extend(mesh.vertices.iter().map(|&vertex| instance.place(vertex)));
        part.triangles.extend(mesh.triangles.iter().map(|triangle| triangle.map(|corner| first + corner)));
    }
    if part.triangles.is_empty() {
        return Err(invalid("no triangle".into()));
    }
    Ok(part.of_size_one())
}
