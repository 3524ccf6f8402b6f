//! The relation of outlines in the plane, against polygons of unit squares whose relation is known by counting.

use crate::relation::by_counting;
use crate::shapes::Random;
use clearance::{Pose, Rotation2, Vec2, vec2};
use clearance_scene::{Outline, Relation, relation_of_outlines};
use std::collections::BTreeSet;

/// A region of unit squares, each by its corner with the least coordinates.
type Cells = BTreeSet<[i32; 2]>;

/// The edges between squares and empty space, joined to rings with the region on the left.
fn rings_of(cells: &Cells) -> Vec<Vec<[i32; 2]>> {
    let mut edges: BTreeSet<[[i32; 2]; 2]> = BTreeSet::new();
    for &[x, y] in cells {
        let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        let beside = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
        for side in 0..4 {
            if !cells.contains(&beside[side]) {
                edges.insert([corners[side], corners[(side + 1) % 4]]);
            }
        }
    }
    let mut rings = Vec::new();
    while let Some([start, mut end]) = edges.pop_first() {
        let mut ring = vec![start];
        while end != start {
            ring.push(end);
            let next = *edges.iter().find(|edge| edge[0] == end).expect("every edge has a next one");
            edges.remove(&next);
            end = next[1];
        }
        rings.push(ring);
    }
    rings
}

/// One polygon for each set of squares that hang together by sides: the outer ring and the holes.
fn polygons_of(cells: &Cells) -> Vec<Vec<Vec<[i32; 2]>>> {
    let mut left = cells.clone();
    let mut polygons = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut waiting) = (Cells::from([first]), vec![first]);
        while let Some([x, y]) = waiting.pop() {
            for next in [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] {
                if left.remove(&next) {
                    part.insert(next);
                    waiting.push(next);
                }
            }
        }
        let mut rings = rings_of(&part);
        let area = |ring: &Vec<[i32; 2]>| -> i32 {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum()
        };
        rings.sort_by_key(|ring| -area(ring));
        assert!(rings[1..].iter().all(|ring| area(ring) < 0));
        polygons.push(rings);
    }
    polygons
}

fn outline(polygons: &[Vec<Vec<[i32; 2]>>], scale: f64) -> Outline {
    let point = |&[x, y]: &[i32; 2]| [f64::from(x) * scale, f64::from(y) * scale];
    let ring = |ring: &Vec<[i32; 2]>| ring.iter().map(point).collect();
    let polygon = |rings: &Vec<Vec<[i32; 2]>>| rings.iter().map(ring).collect::<Vec<Vec<_>>>();
    Outline::new(&polygons.iter().map(polygon).collect::<Vec<_>>()).unwrap()
}

fn related(a: &Outline, b: &Outline) -> Relation {
    relation_of_outlines(&a.at(Pose::identity()), &b.at(Pose::identity())).unwrap().relation
}

/// Law: the relation of regions of unit squares is that of their sets of squares: with holes, with corners where two
/// squares touch, and as squares of their own.
#[test]
fn the_relation_of_regions_of_squares_is_that_of_their_squares() {
    let mut random = Random(21);
    let (mut seen, mut with_holes) = ([0; 5], 0);
    for round in 0..350u64 {
        let size = 2 + round % 3;
        let cells = |random: &mut Random| -> Cells {
            let count = 1 + random.bits() % 9;
            (0..count).map(|_| [(random.bits() % size) as i32, (random.bits() % size) as i32]).collect()
        };
        let (mut a, b) = (cells(&mut random), cells(&mut random));
        if round % 7 == 0 {
            // A frame with a hole.
            a = (0..16).map(|place| [place % 4 - 1, place / 4 - 1]).filter(|cell| *cell != [1, 1]).collect();
        }
        let b: Cells = match round % 5 {
            0 => a.union(&b).copied().collect(),
            1 => b.iter().map(|cell| [cell[0] + 1, cell[1]]).collect(),
            2 => b.iter().map(|cell| [cell[0] + size as i32 + 1, cell[1]]).collect(),
            _ => b,
        };
        let scale = [1.0, 2f64.powi(400), 2f64.powi(-400)][round as usize % 3];
        let own_squares = |cells: &Cells| -> Vec<Vec<Vec<[i32; 2]>>> {
            cells.iter().map(|&cell| rings_of(&Cells::from([cell]))).collect()
        };
        let of_a = outline(&if round % 4 == 0 { own_squares(&a) } else { polygons_of(&a) }, scale);
        let of_b = outline(&polygons_of(&b), scale);
        with_holes += u32::from(round % 7 == 0);
        let expected = by_counting(&a, &b);
        assert_eq!(related(&of_a, &of_b), expected, "{round}: {a:?} {b:?}");
        let swapped = if a == b { Relation::AInB } else { expected.swapped() };
        assert_eq!(related(&of_b, &of_a), swapped, "{round}: {b:?} {a:?}");
        seen[expected as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count >= 15) && with_holes > 40, "{seen:?}");
}

/// A square with this middle and half its width, counter-clockwise.
fn square(x: f64, y: f64, half: f64) -> Vec<Vec2<f64>> {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[i, j]| vec2(x + half * i, y + half * j)).to_vec()
}

/// Law: rings may turn either way, a hole is outside, and an open line counts as a line.
#[test]
fn holes_and_open_lines_count_as_what_they_are() {
    let at = |rings: &[Vec<Vec2<f64>>], x: f64| {
        let moved = |ring: &Vec<Vec2<f64>>| ring.iter().map(|&p| p + vec2(x, 0.0)).collect::<Vec<_>>();
        Outline::new(&[rings.iter().map(moved).collect::<Vec<_>>()]).unwrap()
    };
    let mut hole = square(0.0, 0.0, 2.0);
    let frame = at(&[square(0.0, 0.0, 4.0), hole.clone()], 0.0);
    hole.reverse();
    let turned = at(&[square(0.0, 0.0, 4.0), hole], 0.0);
    for frame in [&frame, &turned] {
        assert_eq!(related(frame, &at(&[square(0.0, 0.0, 1.0)], 0.0)), Relation::Apart);
        assert_eq!(related(frame, &at(&[square(0.0, 0.0, 2.0)], 0.0)), Relation::Touching);
        assert_eq!(related(frame, &at(&[square(0.0, 0.0, 1.0)], 1.0)), Relation::Touching);
        assert_eq!(related(frame, &at(&[square(0.0, 0.0, 1.0)], 3.0)), Relation::BInA);
        assert_eq!(related(frame, &at(&[square(0.0, 0.0, 4.0)], 0.0)), Relation::AInB);
        let mut pushed = square(1.0, 0.0, 1.0);
        pushed[1].x += 2.0 * f64::EPSILON;
        assert_eq!(related(frame, &at(&[pushed], 0.0)), Relation::Crossing);
        assert_eq!(related(frame, frame), Relation::AInB);
    }
    let answer = |points: &[[f64; 2]]| {
        let line = Outline::polyline(points).unwrap();
        relation_of_outlines(&line.at(Pose::identity()), &frame.at(Pose::identity())).unwrap()
    };
    let inside = answer(&[[3.0, 0.0], [3.0, 3.0]]);
    assert_eq!((inside.relation, inside.open), (Relation::AInB, true));
    assert_eq!(answer(&[[0.0, 0.0], [1.0, 1.0]]).relation, Relation::Apart);
    let crossing = answer(&[[0.0, 0.0], [2.0, 1.0]]);
    assert_eq!((crossing.relation, crossing.leaves), (Relation::Crossing, Some([0, 5])));
}

/// Law: a turned square in a square is inside while its corners are; mirrored and scaled bodies are what they show; and
/// a pose without numbers has no answer.
#[test]
fn turned_outlines_are_told_by_their_exact_corners() {
    let unit = Outline::new(&[vec![square(0.0, 0.0, 1.0)]]).unwrap();
    let outer = unit.at(Pose::identity());
    let pose = Pose::new(Rotation2::from_angle(std::f64::consts::FRAC_PI_4), vec2(0.0, 0.0)).unwrap();
    for (half, expected) in [(0.7, Relation::BInA), (0.71, Relation::Crossing), (2.0, Relation::AInB)] {
        let inner = unit.at(pose).scaled(half).mirrored([true, false]);
        assert_eq!(relation_of_outlines(&outer, &inner).unwrap().relation, expected);
    }
    assert!(relation_of_outlines(&outer, &unit.at(Pose::translation([f64::NAN, 0.0]))).is_none());
}

/// Cause: lengths below 2^-1000 were not brought to the size of 1, so every edge of a tiny outline was taken to be near
/// every other one, and two rings of thousands of edges took a minute. Law: the unit of length changes no relation.
#[test]
fn outlines_of_the_least_numbers_have_the_relation_of_larger_ones() {
    // Zigzags below and above, so that there are some edges; whole numbers.
    let ring = |count: i32, [x, y]: [i32; 2], height: i32| -> Vec<[i32; 2]> {
        let low = (0..count).map(|k| [x + k, y + k % 2]);
        let high = (0..count).rev().map(|k| [x + k, y + height + k % 2]);
        low.chain(high).collect()
    };
    let whole = [ring(30, [0, 0], 20), ring(30, [7, 9], 20), ring(6, [9, 5], 3), ring(5, [2, 50], 4)];
    let mut found = BTreeSet::new();
    for a in &whole {
        for b in &whole {
            let at = |scale: f64| {
                let outlines = [a, b].map(|ring| {
                    let ring: Vec<[f64; 2]> = ring.iter().map(|corner| corner.map(|x| f64::from(x) * scale)).collect();
                    Outline::new(&[vec![ring]]).unwrap()
                });
                let bodies = outlines.each_ref().map(|outline| outline.at(Pose::identity()));
                relation_of_outlines(&bodies[0], &bodies[1]).unwrap().relation
            };
            let relation = at(1.0);
            assert_eq!(at(f64::from_bits(1)), relation);
            found.insert(relation.name());
        }
    }
    assert!(found.len() >= 4, "{found:?}");
}

/// Cause: each ring looked at all edges of both outlines. A test of the blocks of edges counts what a ray looks at.
#[test]
fn outlines_of_ten_thousand_rings_are_related() {
    let squares = |shift: f64, half: f64| -> Outline {
        let of = |place: u32| vec![square(f64::from(place % 100) * 10.0 + shift, f64::from(place / 100) * 10.0, half)];
        Outline::new(&(0..10_000).map(of).collect::<Vec<_>>()).unwrap()
    };
    let (large, beside, inside) = (squares(0.0, 3.0), squares(5.0, 1.0), squares(1.0, 1.0));
    assert_eq!(related(&large, &beside), Relation::Apart);
    assert_eq!(related(&large, &inside), Relation::BInA);
    assert_eq!(related(&inside, &large), Relation::AInB);
}

/// Cause: outlines far from each other were cut into edges with exact points, which took half the time of a picture of 800
/// circles. Law: boxes that are apart tell that outlines are, with lines and at every pose, scale and mirror; boxes that
/// touch tell nothing.
#[test]
fn outlines_with_boxes_apart_are_apart() {
    let square = Outline::new(&[vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]]]).unwrap();
    let line = Outline::polyline(&[[0.0, 0.0], [1.0, 1.0]]).unwrap();
    let found = |a: &Outline, b: &Outline, angle: f64, x: f64, scale: f64| {
        let pose = Pose::new(Rotation2::from_angle(angle), vec2(x, 0.0)).unwrap();
        let (a, b) = (a.at(Pose::identity()), b.at(pose).scaled(scale));
        let relation = relation_of_outlines(&a, &b).unwrap();
        assert_eq!(relation_of_outlines(&b, &a).unwrap().relation, relation.relation.swapped());
        relation.relation
    };
    for angle in [0.0, 0.3, 2.0, -1.2] {
        for (a, b) in [(&square, &square), (&square, &line), (&line, &square), (&line, &line)] {
            assert_eq!(found(a, b, angle, 3.0, 1.0), Relation::Apart);
            assert_eq!(found(a, b, angle, 3e200, 1e199), Relation::Apart);
        }
    }
    assert_eq!(found(&square, &square, 0.0, 1.0, 1.0), Relation::Touching);
    assert_eq!(found(&square, &square, 0.0, 1.0 + f64::EPSILON, 1.0), Relation::Apart);
    assert_eq!(found(&square, &square, 0.0, 1.0 - f64::EPSILON, 1.0), Relation::Crossing);
    // Turned about a corner that they share.
    assert_eq!(found(&square, &square, std::f64::consts::PI, 0.0, 1.0), Relation::Touching);
}
