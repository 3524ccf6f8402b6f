//! Flush geometry of every kind, with known truth: windows in walls, pipes in sleeves, bolts in plates, walls in line,
//! skewed abutments, a slab on forty columns; mirrored, turned, at map coordinates, in other units and triangulations, scaled
//! by powers of two.

use crate::blocks::{Map, block, fine_block, joined, wall_with_window};
use crate::shapes::Random;
use clearance::{Pose, vec3};
use clearance_scene::{Clash, Contact, Finding, Mesh, Rule, Rules, Scene, overlap};
use std::sync::Arc;

/// How far one body goes into the other, as it is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Depth {
    /// By a share of the band that is far below 1, in or out.
    Noise(f64),
    /// By a share of the size that is far above the band.
    Deep,
    /// The same outward.
    Away,
}

impl Depth {
    /// In lengths of a pair of this size.
    fn length(self, size: f64) -> f64 {
        match self {
            Self::Noise(share) => share * size / f64::from(1 << 20),
            Self::Deep => 2e-3 * size,
            Self::Away => -2e-3 * size,
        }
    }

    fn kind(self) -> Clash {
        match self {
            Self::Noise(_) => Clash::Touch,
            Self::Deep => Clash::Hard,
            Self::Away => Clash::Gap,
        }
    }
}

/// A ring of n sides around the second axis, or a rod without a hole.
fn ring(n: u32, [inner, outer]: [f64; 2], [low, high]: [f64; 2], map: Map) -> Mesh {
    let corner = |place: u32| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(place / 4) / f64::from(n)).sin_cos();
        let radius = if place & 2 == 0 { inner } else { outer };
        map([radius * cosine, if place & 1 == 0 { low } else { high }, radius * sine])
    };
    let mut triangles = Vec::new();
    for side in 0..n {
        let [a, b] = [4 * side, 4 * ((side + 1) % n)];
        let mut quad = |[p, q, r, s]: [u32; 4]| triangles.extend([[p, q, r], [p, r, s]]);
        if inner > 0.0 {
            quad([a, b, b + 1, a + 1]);
        }
        quad([a + 2, a + 3, b + 3, b + 2]);
        quad([a, a + 2, b + 2, b]);
        quad([a + 1, b + 1, b + 3, a + 3]);
    }
    Mesh::new(&(0..4 * n).map(corner).collect::<Vec<_>>(), &triangles).unwrap()
}

/// A pair of some kind, in metres, in some triangulation.
fn pair(kind: usize, depth: Depth, random: &mut Random, map: Map) -> [Mesh; 2] {
    let fine = 1 + random.bits() as usize % 3;
    fine_pair(kind, depth, fine, random, map)
}

/// The same, with so many squares along the edges of the faces.
fn fine_pair(kind: usize, depth: Depth, fine: usize, random: &mut Random, map: Map) -> [Mesh; 2] {
    let skew = 0.8 * random.signed();
    match kind {
        // A window in its opening, or a little larger.
        0 => {
            let d = depth.length(5.0);
            let window = fine_block([1.5 - d, 0.06, 0.9 - d], [2.5 + d, 0.14, 2.1 + d], fine, map);
            [wall_with_window(map), window]
        }
        // A pipe in its sleeve, a bolt in a plate.
        1 | 2 => {
            let (long, n) = if kind == 1 { (2.0, 24) } else { (0.05, 6) };
            let d = depth.length(long);
            let radius = 0.2 * long;
            let sleeve = ring(n, [radius, 1.5 * radius], [-0.1 * long, 0.1 * long], map);
            [sleeve, ring(n, [0.0, radius + d], [-0.5 * long, 0.5 * long], map)]
        }
        // Walls in line, or one skewed against the other: they meet in a face that is in both.
        3 | 4 => {
            let skew = if kind == 3 { 0.0 } else { skew };
            let skewed = |[x, y, z]: [f64; 3]| map([x + skew * y, y, z]);
            let d = depth.length(8.0);
            let one = fine_block([0.0; 3], [4.0 + d, 0.2, 3.0], fine, &skewed);
            [one, block([4.0, 0.0, 0.0], [8.0, 0.2, 3.0], &skewed)]
        }
        // A slab on forty columns, of which one is as deep as is meant and the others are flush but for noise.
        _ => {
            let d = depth.length(20.0);
            let noise = Depth::Noise(0.1).length(20.0);
            let column = |place: usize| {
                let [x, y] = [2.5 * (place % 8) as f64, 2.5 * (place / 8) as f64];
                let own = match depth {
                    Depth::Away => d,
                    _ if place == 17 => d,
                    _ => noise * random.signed(),
                };
                block([x, y, 0.0], [x + 0.3, y + 0.3, 3.0 + own], map)
            };
            let columns: Vec<Mesh> = (0..40).map(column).collect();
            [joined(&columns), fine_block([-1.0, -1.0, 3.0], [19.0, 12.0, 3.25], fine, map)]
        }
    }
}

/// The finding of two meshes.
fn found(meshes: &[Mesh; 2], poses: [Pose<clearance::Vec3<f64>>; 2]) -> Finding {
    let mut scene = Scene::default();
    for (place, mesh) in meshes.iter().enumerate() {
        scene.add(format!("{place}"), Arc::new(mesh.clone()), poses[place]).unwrap();
    }
    let rules = Rules { rules: vec![Rule { contact: Contact::Auto, ..Rule::new("*", "*") }], below: None };
    scene.minimum(&rules).unwrap()
}

/// Asks about so many random pairs, and counts those of each kind.
fn attack(seed: u64, rounds: usize) -> [usize; 3] {
    let mut random = Random(seed);
    let mut counts = [0; 3];
    for round in 0..rounds {
        let kind = round % 6;
        let depth = match random.bits() % 5 {
            0 => Depth::Noise(0.0),
            1 | 2 => Depth::Noise(0.1 * random.signed()),
            3 => Depth::Deep,
            _ => Depth::Away,
        };
        let (sine, cosine) = [(0.0, 1.0), (0.6, 0.8), random.signed().sin_cos()][random.bits() as usize % 3];
        let unit = [1.0, 1000.0, 1.0 / 0.3048, 2f64.powi(30), 2f64.powi(-40)][random.bits() as usize % 5];
        let origin = [[0.0; 3], [512_000.0, 5_412_000.0, 100.0]][random.bits() as usize % 2];
        let mirror = [1.0, -1.0][random.bits() as usize % 2];
        // A bolt of 50 mm at map coordinates is rounded by a share of its size that is near its band.
        let origin = if kind == 2 { [0.0; 3] } else { origin };
        let map = |[x, y, z]: [f64; 3]| {
            let p = [mirror * (cosine * x - sine * y), sine * x + cosine * y, z];
            std::array::from_fn(|axis| (p[axis] + origin[axis]) * unit)
        };
        let meshes = pair(kind, depth, &mut random, &map);
        let finding = found(&meshes, [Pose::identity(); 2]);
        let case =
            format!("{kind} {depth:?} turned by {sine} in {unit} at {origin:?} mirrored {mirror}, round {round}");
        assert_eq!(finding.kind(), depth.kind(), "{case}: {finding:?}");
        counts[match depth.kind() {
            Clash::Touch => 0,
            Clash::Hard => 1,
            _ => 2,
        }] += 1;
        // In the other order it is the same, and moved by a quarter of its band, if it is not marked.
        let [a, b] = meshes;
        let turned = found(&[b.clone(), a.clone()], [Pose::identity(); 2]);
        assert_eq!((turned.kind(), turned.exact), (finding.kind(), swapped(finding)), "{case}");
        let mut way = || 0.14 * finding.band * random.signed();
        let moved = found(&[a, b], [Pose::translation(vec3(way(), way(), way())), Pose::identity()]);
        assert!(finding.near_band || moved.kind() == finding.kind(), "{case}: {finding:?} {moved:?}");
    }
    counts
}

/// The exact relation of the exchanged bodies.
fn swapped(finding: Finding) -> clearance_scene::Relation {
    finding.exact.swapped()
}

/// Law: an automatic band gives the kind that is meant, whatever the geometry, the place, the unit and the triangles.
#[test]
fn flush_geometry_of_every_kind_has_the_kind_that_is_meant() {
    let counts = attack(41, 120);
    assert!(counts.iter().all(|&count| count > 12), "idle: {counts:?}");
}

/// Law: another triangulation of the same faces changes neither the kind nor the overlap beyond its bracket.
#[test]
fn another_triangulation_changes_neither_the_kind_nor_the_overlap() {
    let mut random = Random(23);
    let mut counts = [0; 2];
    for round in 0..40 {
        // Sleeves and plates have one triangulation.
        let kind = [0, 3, 4, 5][round % 4];
        let depth = if random.bits().is_multiple_of(2) { Depth::Deep } else { Depth::Noise(0.1 * random.signed()) };
        let (sine, cosine) = [(0.0, 1.0), (0.6, 0.8)][random.bits() as usize % 2];
        let map = |[x, y, z]: [f64; 3]| [cosine * x - sine * y, sine * x + cosine * y, z];
        let seed = random.bits();
        let both = [1, 2 + round % 2].map(|fine| fine_pair(kind, depth, fine, &mut Random(seed), &map));
        let [one, other] = both.each_ref().map(|meshes| found(meshes, [Pose::identity(); 2]));
        let case = format!("{kind} {depth:?} turned by {sine}, round {round}");
        assert!(one.near_band || one.kind() == other.kind(), "{case}: {one:?} {other:?}");
        let [one, other] =
            both.each_ref().map(|[a, b]| overlap(&a.at(Pose::identity()), &b.at(Pose::identity())).unwrap());
        // The corners that are added are rounded, at most four times each: a body moves by no more than that.
        let rounding = 2.0 * 4.0 * f64::EPSILON * 32.0;
        assert!(
            one.lower <= other.upper + rounding && other.lower <= one.upper + rounding,
            "{case}: {one:?} {other:?}"
        );
        counts[usize::from(depth == Depth::Deep)] += usize::from(one.lower > rounding);
    }
    assert!(counts[0] > 4 && counts[1] > 12, "idle: {counts:?}");
}

/// Cause: a cell with a wedge thinner than rounding counted as inside, and its wedge reached 2 µm out of the plate. From a point there
/// the climb went on outside: a bolt moved by a fifth of its band overlapped its plate by 86 µm.
/// Law: a bolt in its hole touches the plate wherever in its band it is.
#[test]
fn a_bolt_that_is_moved_in_its_band_touches_its_plate() {
    let mut random = Random(7);
    let map = |[x, y, z]: [f64; 3]| [-1000.0 * x, 1000.0 * y, 1000.0 * z];
    for noise in [-0.029_263, 0.0, 0.05] {
        let meshes = pair(2, Depth::Noise(noise), &mut random, &map);
        let band = found(&meshes, [Pose::identity(); 2]).band;
        for _ in 0..60 {
            let mut way = || 0.14 * band * random.signed();
            let moved = found(&meshes, [Pose::translation(vec3(way(), way(), way())), Pose::identity()]);
            assert_eq!(moved.kind(), Clash::Touch, "{moved:?}");
        }
    }
}

/// The same for many more pairs.
#[test]
#[ignore = "it takes minutes"]
fn flush_geometry_of_every_kind_has_the_kind_that_is_meant_in_thousands_of_pairs() {
    for seed in 0..20 {
        attack(1000 + seed, 240);
    }
}

/// Cause: whether a pair is the same body twice was asked for its band alone. Law: a pair that is a duplicate for a band four times as
/// large or as small, and not for its own, is marked.
#[test]
fn a_copy_that_is_moved_by_about_its_band_is_marked() {
    let mesh = block([0.0; 3], [1.0, 0.5, 2.0], &|p| p);
    let band = 2.0 * 2f64.powi(-20);
    let kind = |bands: f64| {
        let pose = Pose::translation(vec3(bands * band, 0.0, 0.0));
        let finding = found(&[mesh.clone(), mesh.clone()], [Pose::identity(), pose]);
        (finding.kind(), finding.near_band)
    };
    for (bands, right) in [
        (0.0, (Clash::Duplicate, false)),
        (0.125, (Clash::Duplicate, false)),
        (0.5, (Clash::Duplicate, true)),
        (0.9, (Clash::Duplicate, true)),
        (1.1, (Clash::Hard, true)),
        (3.5, (Clash::Hard, true)),
        (5.0, (Clash::Hard, false)),
    ] {
        assert_eq!(kind(bands), right, "{bands}");
    }
}
