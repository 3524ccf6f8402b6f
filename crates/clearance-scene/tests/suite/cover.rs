//! Surfaces covered by hulls. The excess is tried at random points of the hulls, without the field.

use clearance::{Pose, Vec3};
use clearance_scene::{CornerType, Cover, CoverError, CoverStep, Mesh, closest_point, cover, cover_with};
use std::collections::BTreeMap;

/// A generator of numbers from 0 to 1 (SplitMix64).
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A ring around the z axis.
fn torus(large: f64, small: f64, around: u32, across: u32) -> Mesh {
    let mut vertices = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (u, v) =
                [(i, around), (j, across)].map(|(k, n)| std::f64::consts::TAU * f64::from(k) / f64::from(n)).into();
            let out: f64 = large + small * f64::cos(v);
            vertices.push([out * f64::cos(u), out * f64::sin(u), small * f64::sin(v)]);
        }
    }
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let triangles: Vec<[u32; 3]> = quads
        .flat_map(|(i, j)| [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]])
        .collect();
    Mesh::new(&vertices, &triangles).unwrap()
}

/// A prism over an L, of this height.
fn ell(height: f64) -> Mesh {
    let plan = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let vertices: Vec<[f64; 3]> = [0.0, height].iter().flat_map(|&z| plan.map(|[x, y]| [x, y, z])).collect();
    let mut triangles: Vec<[u32; 3]> = vec![[3, 2, 1], [3, 1, 0], [5, 4, 3], [5, 3, 0]];
    triangles.extend(triangles.clone().iter().map(|&[a, b, c]| [a + 6, c + 6, b + 6]));
    triangles.extend((0..6).flat_map(|i| {
        let j = (i + 1) % 6;
        [[i, j, j + 6], [i, j + 6, i + 6]]
    }));
    Mesh::new(&vertices, &triangles).unwrap()
}

/// Random points of the hulls, none of which is farther from the solid than the excess of its hull. The answer is the
/// greatest distance that was found.
fn tried(mesh: &Mesh, cover: &Cover) -> f64 {
    let (mut random, mut most) = (Random(3), 0.0f64);
    for piece in &cover.pieces {
        let corners = piece.hull.vertices();
        for _ in 0..100 {
            let mut corner = || corners[(random.share() * corners.len() as f64) as usize];
            let [p, q, r] = [corner(), corner(), corner()];
            let (s, t) = (random.share(), random.share());
            let point = p + ((q - p) + (r - q) * t) * s;
            most = most.max(distance(mesh, point));
            assert!(distance(mesh, point) <= piece.excess + 1e-12, "{} > {}", distance(mesh, point), piece.excess);
        }
    }
    most
}

fn distance(mesh: &Mesh, point: Vec3<f64>) -> f64 {
    let is_inside = mesh.report().is_closed() && mesh.winding_number(point).is_none_or(|winding| winding != 0);
    if is_inside { 0.0 } else { closest_point(&mesh.at(Pose::identity()), point).distance }
}

#[test]
fn an_l_is_two_hulls_that_do_not_leave_it() {
    let mesh = ell(1.0);
    let cover = cover(&mesh, 0.2, CornerType::F64).unwrap();
    assert!(cover.is_proven_to_hold(&mesh));
    assert_eq!((cover.pieces.len(), cover.excess), (2, 0.0));
    assert_eq!(tried(&mesh, &cover), 0.0);
    let ratio = cover.volume_ratio.unwrap();
    assert!((1.0 - 1e-12..2.0).contains(&ratio), "{ratio}");
}

#[test]
fn a_ring_has_fewer_hulls_the_farther_they_may_leave_it() {
    let mesh = torus(4.0, 1.0, 14, 8);
    let (mut last, mut most, mut first) = (usize::MAX, 0.0f64, 0);
    for limit in [0.4, 1.0, 2.5] {
        let cover = cover(&mesh, limit, CornerType::F64).unwrap();
        assert!(cover.is_proven_to_hold(&mesh) && cover.excess <= limit, "{limit}");
        most = most.max(tried(&mesh, &cover));
        assert!(cover.pieces.len() <= last, "{} hulls", cover.pieces.len());
        last = cover.pieces.len();
        first = first.max(last);
    }
    // The middle of the hole is 3 from the ring, so one hull has an excess of about 3.
    assert!(first > last && last >= 2 && most > 0.5, "{last} hulls, idle: points are up to {most} from the ring");
    assert_eq!(cover(&mesh, 3.2, CornerType::F64).unwrap().pieces.len(), 1);
}

#[test]
fn an_open_surface_encloses_nothing() {
    // Five sides of a box: the hull is far from the surface in its middle.
    let box_corners: Vec<[f64; 3]> = (0..8).map(|k| [k & 1, k >> 1 & 1, k >> 2].map(f64::from)).collect();
    let quads = [[0, 2, 3, 1], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Mesh::new(&box_corners, &triangles).unwrap();
    let thin = cover(&mesh, 0.1, CornerType::F64).unwrap();
    assert!(thin.is_proven_to_hold(&mesh));
    assert_eq!((thin.pieces.len(), thin.volume_ratio), (5, None));
    tried(&mesh, &thin);
    assert_eq!(cover(&mesh, 0.6, CornerType::F64).unwrap().pieces.len(), 1);
}

#[test]
fn corners_of_single_precision_hold_every_triangle_all_the_same() {
    let mesh = torus(4.0, 1.0, 10, 6);
    let cover = cover(&mesh, 0.5, CornerType::F32).unwrap();
    assert!(cover.is_proven_to_hold(&mesh) && cover.excess <= 0.5);
    let is_single = |x: f64| f64::from(x as f32) == x;
    let corners = cover.pieces.iter().flat_map(|piece| piece.hull.vertices());
    assert!(corners.clone().all(|corner| is_single(corner.x) && is_single(corner.y) && is_single(corner.z)));
    let rounded = mesh.vertices().iter().filter(|vertex| !is_single(vertex.x)).count();
    assert!(rounded > 30, "idle: {rounded} vertices are no numbers of single precision");
    tried(&mesh, &cover);
}

#[test]
fn random_triangles_are_covered_within_the_limit() {
    let mut random = Random(9);
    for _ in 0..5 {
        let vertices: Vec<[f64; 3]> = (0..60).map(|_| [random.share(), random.share(), random.share()]).collect();
        let triangles: Vec<[u32; 3]> = (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(&vertices, &triangles).unwrap();
        let cover = cover(&mesh, 0.1, CornerType::F64).unwrap();
        assert!(cover.is_proven_to_hold(&mesh) && cover.excess <= 0.1);
        assert!(cover.pieces.len() > 1 && cover.pieces.len() < 20, "{}", cover.pieces.len());
        tried(&mesh, &cover);
    }
}

#[test]
fn a_limit_that_is_no_length_is_refused() {
    let mesh = ell(1.0);
    for limit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(cover(&mesh, limit, CornerType::F64).unwrap_err(), CoverError::Limit);
    }
    let far = Mesh::new(&[[0.0; 3], [1e300, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
    assert_eq!(cover(&far, 1.0, CornerType::F32).unwrap_err(), CoverError::Range { vertex: 1 });
}

/// A cell of the grid that meets the surface of a thick body has inner points that are farther from the surface than a
/// small limit. They are in the solid all the same. Without that proof each such body fell into hundreds of hulls.
#[test]
fn a_small_limit_does_not_split_what_is_thick() {
    let mesh = ell(0.05);
    let cover_of_plate = cover(&mesh, 4e-3, CornerType::F64).unwrap();
    assert_eq!((cover_of_plate.pieces.len(), cover_of_plate.excess), (2, 0.0));
    let ball = torus(1.0, 0.6, 12, 8);
    let pieces = cover(&ball, 6e-2, CornerType::F64).unwrap().pieces.len();
    assert!((2..40).contains(&pieces), "{pieces} hulls");
}

#[test]
fn the_steps_of_a_cover_lead_to_its_pieces() {
    let mesh = torus(4.0, 1.0, 14, 8);
    let mut steps = Vec::new();
    let cover = cover_with(&mesh, 0.5, CornerType::F64, &mut |step| steps.push(step)).unwrap();
    let CoverStep::Grid { cell, inside, .. } = steps[0] else { panic!("the grid comes first") };
    assert!(cell > 0.0 && inside > 0);
    // The clusters that are there, with their triangles.
    let (mut clusters, mut joined, mut proven) = (BTreeMap::new(), 0, BTreeMap::new());
    for step in &steps[1..] {
        match step {
            CoverStep::Cluster { cluster, triangles, corners } => {
                assert!(corners.len() >= 3);
                clusters.insert(*cluster, triangles.clone());
            }
            CoverStep::Joined { parts, cluster, gap, .. } => {
                let triangles = parts.map(|part| clusters.remove(&part).expect("a part is a cluster")).concat();
                assert!(*gap >= 0.0 && clusters.insert(*cluster, triangles).is_none());
                joined += 1;
            }
            CoverStep::Refused { parts } => assert!(parts.iter().all(|part| clusters.contains_key(part))),
            CoverStep::Proven { cluster, excess } => assert!(proven.insert(*cluster, *excess).is_none()),
            CoverStep::Dropped { cluster } => assert!(proven.remove(cluster).is_some()),
            _ => panic!("{step:?}"),
        }
    }
    assert!(joined > 50, "{joined} pairs of clusters were joined");
    assert_eq!(proven.len(), cover.pieces.len());
    let most = proven.values().fold(0.0, |most: f64, &excess| most.max(excess));
    assert_eq!(most, cover.excess);
    assert_eq!(clusters.values().map(Vec::len).sum::<usize>(), mesh.triangles().len());
}
