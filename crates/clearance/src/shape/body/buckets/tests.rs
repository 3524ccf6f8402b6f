use super::*;
use crate::hull::Hull;
use crate::random::Random;
use crate::shape::support::{SupportMap, farthest_by_blocks};
use crate::space::vector::{Space, Vec2, Vec3, Vector, vec2, vec3};
use std::collections::BTreeSet;

fn on_sphere(random: &mut Random) -> Vec3<f64> {
    loop {
        let p = random.point();
        if p.length() > 0.1 && p.length() < 1.0 {
            return p.unit();
        }
    }
}
fn sphere(random: &mut Random, count: usize) -> Vec<Vec3<f64>> {
    (0..count).map(|_| on_sphere(random)).collect()
}

/// Counts of the hard cases. A test without hard cases shows nothing.
#[derive(Debug, Default)]
struct Met {
    /// Cells with more than one candidate.
    contested: usize,
    /// Cells with a long list.
    long: usize,
    /// Several vertices with the greatest product.
    tied: usize,
    /// Directions without a cell, for which the hull scans all vertices.
    left: usize,
    /// Several vertices that a cell names as peaks.
    peaks: usize,
    /// All directions.
    directions: usize,
}

/// The first vertex with the greatest product, and whether another one has that product. One pass: tests are compiled
/// without optimisation, and this is most of their time.
fn scan<V: Vector>(vertices: &[V], direction: V::Wide) -> (usize, bool) {
    let (mut best, mut greatest, mut tied) = (0, f64::NEG_INFINITY, false);
    for (index, vertex) in vertices.iter().enumerate() {
        let along = vertex.widen().dot(&direction);
        if along > greatest {
            (best, greatest, tied) = (index, along, false);
        } else if along == greatest {
            tied = true;
        } else if along.is_nan() {
            return (farthest_by_blocks(vertices, direction), false);
        }
    }
    (best, tied)
}

impl Met {
    fn compare<V: Vector>(&mut self, hull: &Hull<V>, direction: V::Wide) {
        let buckets = hull.body.buckets.as_ref().expect("a hull with buckets");
        let (scanned, tied) = scan(hull.vertices(), direction);
        assert_eq!(hull.support_vertex(direction).vertex, Some(scanned as u32), "along {direction:?}");
        match buckets.cell(direction) {
            Some(cell) => {
                let length = buckets.table.length(cell);
                (self.contested, self.long) =
                    (self.contested + usize::from(length > 1), self.long + usize::from(length > 4));
            }
            None => self.left += 1,
        }
        self.tied += usize::from(tied);
        self.directions += 1;
        if self.directions % 4 == 0 {
            self.compare_peaks(hull, direction);
        }
    }

    /// Law: the peaks of a cell are those of a scan, down to what exact numbers ask for.
    fn compare_peaks<V: Vector>(&mut self, hull: &Hull<V>, direction: V::Wide) {
        let (body, sum) = (&hull.body, direction.max_abs());
        let below = [0.0, 8.0 * U, 1000.0 * U][self.directions / 4 % 3] * sum * hull.extent();
        let named = body.buckets.as_ref().and_then(|buckets| buckets.peaks(&body.rows, direction, below));
        if let Some(named) = named {
            assert_eq!(named, body.scanned_peaks(direction, below), "along {direction:?}, {below:e} below");
            self.peaks += usize::from(named.len() > 1);
        }
    }

    /// Compares along the direction with other lengths, and along directions that differ in the last bits.
    fn compare_around<V: Vector>(&mut self, hull: &Hull<V>, direction: V::Wide) {
        for scale in [1.0, -1.0, 1e-3, 3e250, 1e-250, 1e-305, 1e307] {
            self.compare(hull, direction * scale);
        }
        for axis in 0..V::Wide::DIM {
            let coordinate = *direction.coordinate(axis);
            for near in [coordinate.next_up(), coordinate.next_down(), -coordinate, 0.0, -0.0, 1e-20, -1e-310] {
                self.compare(hull, direction.with_coordinate(axis, near));
            }
        }
    }

    /// Compares at the corners of all cells. The axes and the diagonals are among them.
    fn compare_at_corners<V: Vector>(&mut self, hull: &Hull<V>) {
        let bits = hull.body.buckets.as_ref().expect("a hull with buckets").bits;
        let cells = (0..all_cells::<V::Wide>(bits)).map(|index| Cell::new::<V::Wide>(index, bits));
        // Neighbouring cells share their corners.
        let mut seen = BTreeSet::new();
        for corner in cells.filter_map(|cell| cell.corners::<V::Wide>()).flatten() {
            let coordinates: Vec<u64> = (0..V::Wide::DIM).map(|axis| corner.coordinate(axis).to_bits()).collect();
            if seen.insert(coordinates) {
                self.compare_around(hull, corner);
            }
        }
    }
}

fn shapes_of_space(random: &mut Random) -> Vec<Vec<Vec3<f64>>> {
    let sphere = sphere(random, 300);
    // Triples of vertices that differ in the last bits: rounding decides which is the support vertex.
    let crowd = sphere.iter().flat_map(|&p| [p, p + on_sphere(random) * (8.0 * U), p + on_sphere(random) * (8.0 * U)]);
    let crowd = crowd.collect();
    let map = |f: fn(Vec3<f64>) -> Vec3<f64>| sphere.iter().map(|&p| f(p)).collect::<Vec<_>>();
    let ring = |z: f64| {
        (0..40).map(move |k| {
            let angle = std::f64::consts::TAU * f64::from(k) / 40.0;
            vec3(angle.cos(), angle.sin(), z)
        })
    };
    let lattice = (0..17 * 17 * 17).map(|k| vec3(k / 289 - 8, k / 17 % 17 - 8, k % 17 - 8));
    let ball = lattice.filter(|p| p.x * p.x + p.y * p.y + p.z * p.z <= 64);
    std::vec![
        map(|p| vec3(1e6 * p.x, p.y, p.z)),
        map(|p| vec3(p.x, p.y, 1e-9 * p.z)),
        map(|p| vec3(p.x + 1e9, p.y, p.z)),
        map(|p| p * 1e300),
        map(|p| p * 1e-300),
        ring(1.0).chain(ring(-1.0)).collect(),
        ring(1.0).chain([vec3(0.0, 0.0, -1.0)]).collect(),
        ring(1.0).collect(),
        ball.map(|p| vec3(f64::from(p.x), f64::from(p.y), f64::from(p.z))).collect(),
        crowd,
        sphere,
    ]
}

#[test]
fn a_bucket_holds_every_vertex_that_can_win() {
    let mut random = Random(1);
    for points in shapes_of_space(&mut random) {
        let hull = Hull::new(&points).unwrap();
        let mut met = Met::default();
        met.compare_at_corners(&hull);
        for _ in 0..20_000 {
            met.compare(&hull, on_sphere(&mut random));
        }
        for index in 0..hull.face_count() {
            met.compare_around(&hull, hull.face_normal(index));
        }
        for [from, to] in hull.edges() {
            let edge = hull.vertex(to as usize) - hull.vertex(from as usize);
            let across = hull.vertex(from as usize).unit();
            met.compare_around(&hull, across - edge.unit() * edge.unit().dot(&across));
        }
        assert!(met.contested > 20_000 && met.long > 1000 && met.tied > 100 && met.left > 500, "{met:?}");
        assert!(met.peaks > 100, "{met:?}");
    }
}

#[test]
fn polygons_and_single_precision_have_exact_buckets_too() {
    let mut random = Random(2);
    let ngon: Vec<Vec2<f64>> = (0..500)
        .map(|k| {
            let angle = std::f64::consts::TAU * f64::from(k) / 500.0;
            vec2(3.0 * angle.cos(), angle.sin())
        })
        .collect();
    let narrow: Vec<Vec3<f32>> = sphere(&mut random, 200).into_iter().map(Vec3::narrow).collect();
    let (polygon, narrow) = (Hull::new(&ngon).unwrap(), Hull::new(&narrow).unwrap());
    let mut met = [Met::default(), Met::default()];
    met[0].compare_at_corners(&polygon);
    met[1].compare_at_corners(&narrow);
    for _ in 0..20_000 {
        let d = on_sphere(&mut random);
        met[0].compare(&polygon, vec2(d.x, d.y));
        met[1].compare(&narrow, d);
    }
    assert!(met.iter().all(|met| met.contested > 10_000 && met.tied > 40 && met.left > 200), "{met:?}");
}

#[test]
fn zero_and_infinite_directions_use_the_scan() {
    let hull = Hull::new(&sphere(&mut Random(3), 100)).unwrap();
    let values = [0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 5e-324];
    let mut met = Met::default();
    for x in values {
        for y in values {
            for z in values {
                met.compare(&hull, vec3(x, y, z));
            }
        }
    }
    assert!(met.left > 400, "{met:?}");
    assert_eq!(hull.support_vertex(vec3(0.0, 0.0, 0.0)).vertex, Some(0));
}

/// The mean length of the lists of cells that contain directions.
fn mean_length<V: Vector>(hull: &Hull<V>) -> f64 {
    let table = &hull.body.buckets.as_ref().expect("a hull with buckets").table;
    let lengths = (0..table.cells.count()).map(|cell| table.length(cell)).filter(|&length| length > 0);
    lengths.clone().sum::<usize>() as f64 / lengths.count() as f64
}

impl Cells {
    fn count(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
        }
    }
}

impl Table {
    /// The number of vertices in the list of a cell. 0 if the cell contains no directions.
    fn length(&self, cell: usize) -> usize {
        match self.cells.of(cell) {
            [0, 0, 0, 0] => 0,
            entry @ [.., end] if end & LONG != 0 => 3 + self.rest_of(&entry).len(),
            [a, rest @ ..] => 1 + rest.iter().filter(|&&vertex| vertex != a).count(),
        }
    }
}

#[test]
fn lists_stay_short_and_memory_linear_at_any_count() {
    let mut random = Random(4);
    for count in [40, 41, 64, 65, 128, 500, 2000] {
        let hull = Hull::new(&sphere(&mut random, count)).unwrap();
        let mean = mean_length(&hull);
        assert!(mean < 4.0, "{count} vertices: {mean} a cell");
        let bytes = hull.body.buckets.as_ref().unwrap().memory();
        assert!(bytes < 640 * count, "{count} vertices: {bytes} bytes");
        let are_bytes = matches!(hull.body.buckets.as_ref().unwrap().table.cells, Cells::Bytes(_));
        assert!(if are_bytes { count <= 128 } else { count > 65 }, "{count} vertices: bytes {are_bytes}");
        let circle: Vec<_> = (0..count).map(|_| on_sphere(&mut random)).map(|p| vec2(p.x, p.y).unit()).collect();
        let mean = mean_length(&Hull::new(&circle).unwrap());
        assert!(mean < 2.5, "{count} corners: {mean} a cell");
    }
}

#[test]
fn vertices_that_rounding_hardly_tells_apart_are_scanned() {
    let points: Vec<_> = sphere(&mut Random(5), 2000).iter().map(|&p| p * 1e-13 + vec3(1.0, 1.0, 1.0)).collect();
    let hull = Hull::new(&points).unwrap();
    assert!(hull.vertices().len() > 500 && hull.body.buckets.is_none(), "{} vertices", hull.vertices().len());
}
