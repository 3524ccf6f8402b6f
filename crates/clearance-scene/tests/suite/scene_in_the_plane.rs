//! Many outlines with names, compared with all pairs one by one.

use crate::shapes::Random;
use clearance::{Pose, Vec2, vec2};
use clearance_scene::{Finding, Outline, Relation, Rules, Scene, distance, relation_of_outlines};
use std::sync::Arc;

/// A polygon whose sides lie along the axes: a comb with teeth, at whole numbers.
fn comb(random: &mut Random, [x, y]: [i64; 2]) -> Vec<[i64; 2]> {
    let mut step = |end: u64| (random.bits() % end) as i64;
    let (mut top, mut at) = (Vec::new(), x + 1);
    for _ in 0..step(4) {
        let (begin, height) = (at + 1 + step(3), 1 + step(3));
        top.extend([[begin, y + 2], [begin, y + 2 + height], [begin + 1, y + 2 + height], [begin + 1, y + 2]]);
        at = begin + 1;
    }
    let end = at + 1 + step(5);
    let mut ring = vec![[x, y], [end, y], [end, y + 2]];
    ring.extend(top.into_iter().rev());
    ring.push([x, y + 2]);
    ring
}

/// The square of the least distance of two rings whose sides lie along the axes, in whole numbers.
fn squared(a: &[[i64; 2]], b: &[[i64; 2]]) -> i64 {
    let sides = |ring: &[[i64; 2]]| -> Vec<[[i64; 2]; 2]> {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(p, q)| [[0, 1].map(|k| p[k].min(q[k])), [0, 1].map(|k| p[k].max(q[k]))]).collect()
    };
    // A side along an axis is a box.
    let apart = |[low, high]: [[i64; 2]; 2], [begin, end]: [[i64; 2]; 2]| -> i64 {
        (0..2).map(|k| (begin[k] - high[k]).max(low[k] - end[k]).max(0).pow(2)).sum()
    };
    let others = sides(b);
    let pairs = sides(a).into_iter().flat_map(|side| others.iter().map(move |&other| apart(side, other)));
    pairs.min().expect("both have sides")
}

fn scene_of(rings: &[Vec<[i64; 2]>], pose: Pose<Vec2<f64>>) -> Scene<Outline> {
    let mut scene = Scene::default();
    for (number, ring) in rings.iter().enumerate() {
        let ring: Vec<[f64; 2]> = ring.iter().map(|corner| corner.map(|x| x as f64)).collect();
        scene.add(format!("{number}"), Arc::new(Outline::new(&[vec![ring]]).unwrap()), pose).unwrap();
    }
    scene
}

/// Law: pairs below a limit are those of whole numbers, decided exactly, and bodies that overlap break every limit.
#[test]
fn pairs_of_rectilinear_polygons_are_those_of_whole_numbers() {
    let mut random = Random(7);
    let (mut broken, mut equal, mut overlapping) = (0, 0, 0);
    for crowded in [0, 3] {
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| [(14 - crowded) * column, (8 - crowded) * row]));
        let rings: Vec<_> = cells.map(|place| comb(&mut random, place)).collect();
        let scene = scene_of(&rings, Pose::identity());
        for limit in [0, 1, 2, 5] {
            let mut expected = Vec::new();
            for b in 0..rings.len() {
                for a in 0..b {
                    let bodies = [scene.body(a), scene.body(b)];
                    let relation = relation_of_outlines(&bodies[0], &bodies[1]).unwrap().relation;
                    let square = squared(&rings[a], &rings[b]);
                    assert_eq!(square == 0, !matches!(relation, Relation::Apart | Relation::AInB | Relation::BInA));
                    equal += usize::from(square == limit * limit);
                    overlapping += usize::from(relation.is_overlap());
                    if relation.is_overlap() || square < limit * limit {
                        expected.push([a, b]);
                    }
                }
            }
            expected.sort_unstable();
            let found = scene.below(&Rules::limit(limit as f64));
            assert_eq!(found.iter().map(|finding| [finding.a, finding.b]).collect::<Vec<_>>(), expected);
            broken += found.len();
        }
    }
    assert!(broken > 100 && equal > 20 && overlapping > 5, "{broken} {equal} {overlapping}");
}

/// Law: the nearest pairs are those of all pairs one by one, with the bits of their answers, at any pose.
#[test]
fn the_nearest_pairs_of_outlines_are_those_of_all_pairs() {
    let mut random = Random(23);
    let cells = (0..5).flat_map(|row| (0..5).map(move |column| [13 * column, 6 * row]));
    let rings: Vec<_> = cells.map(|place| comb(&mut random, place)).collect();
    for pose in [Pose::identity(), crate::shapes_in_the_plane::pose(&mut random, 100.0)] {
        let mut scene = scene_of(&rings, pose);
        // A ring around the first comb.
        let square = |half: f64| vec![[-half, -half], [half, -half], [half, half], [-half, half]];
        let frame = Outline::new(&[vec![square(40.0), square(30.0)]]).unwrap();
        let frame = scene.add("frame", Arc::new(frame), pose).unwrap();
        let told = |finding: &Finding<Vec2<f64>>| {
            let numbers = [finding.distance, finding.lower, finding.upper].map(f64::to_bits);
            ([finding.a, finding.b], [finding.leaf_a, finding.leaf_b], numbers, finding.relation)
        };
        let mut expected = Vec::new();
        for b in 0..scene.len() {
            for a in 0..b {
                let bodies = [scene.body(a), scene.body(b)];
                let nearest = distance(&bodies[0], &bodies[1]);
                let relation = relation_of_outlines(&bodies[0], &bodies[1]).unwrap().relation;
                expected.push(Finding {
                    a,
                    b,
                    nearest,
                    relation,
                    exact: relation,
                    band: 0.0,
                    near_band: false,
                    overlap: None,
                    is_duplicate: false,
                    open: false,
                    limit: None,
                    above: None,
                    is_broken: false,
                    is_too_far: false,
                });
            }
        }
        let key =
            |finding: &Finding<Vec2<f64>>| (finding.solid_distance(), !finding.is_overlap(), [finding.a, finding.b]);
        expected.sort_by(|x, y| key(x).partial_cmp(&key(y)).unwrap());
        assert!(expected.iter().any(|finding| finding.b == frame && finding.is_overlap()));
        for count in [1, 7, 1000] {
            let wanted: Vec<_> = expected.iter().take(count).map(told).collect();
            assert_eq!(scene.nearest(&Rules::default(), count).iter().map(told).collect::<Vec<_>>(), wanted);
        }
    }
}

/// Law: an open line has no inside, and a moved outline answers at its new place.
#[test]
fn open_lines_count_as_their_edges() {
    let square = Outline::new(&[vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]]]).unwrap();
    let hook = Outline::polyline(&[[1.0, 1.0], [2.0, 1.0], [2.0, 3.0]]).unwrap();
    let mut scene = Scene::default();
    scene.add("square", Arc::new(square), Pose::identity()).unwrap();
    let line = scene.add("line", Arc::new(hook), Pose::identity()).unwrap();
    assert!(scene.is_open(line) && !scene.is_open(0));
    let finding = scene.minimum(&Rules::default()).unwrap();
    assert_eq!((finding.relation, finding.open, finding.distance), (Relation::BInA, true, 1.0));
    scene.set_pose(line, Pose::translation(vec2(9.0, 0.0))).unwrap();
    let finding = scene.minimum(&Rules::default()).unwrap();
    assert_eq!((finding.relation, finding.distance, finding.leaf_a), (Relation::Apart, 6.0, 1));
}
