//! The relation of solids, against solids of unit cubes whose relation is known by counting.

use crate::shapes::{Parts, Random, mesh, sheet, times};
use clearance::Pose;
use clearance_scene::{Mesh, Relation, relation};
use std::collections::BTreeSet;

/// A solid of unit cubes, each by its corner with the least coordinates.
pub type Cells = BTreeSet<[i32; 3]>;

/// The faces between cells and empty space. Each square is cut into two triangles along one of its diagonals.
pub fn surface_of(cells: &Cells) -> Parts {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for &cell in cells {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beside = cell;
                beside[axis] += 2 * side - 1;
                if cells.contains(&beside) {
                    continue;
                }
                let corner = |along: i32, across: i32| {
                    let mut point = cell.map(f64::from);
                    point[axis] += f64::from(side);
                    point[(axis + 1) % 3] += f64::from(along);
                    point[(axis + 2) % 3] += f64::from(across);
                    point
                };
                let first = vertices.len() as u32;
                vertices.extend([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
                let odd = (cell[0] + cell[1] + cell[2] + side).rem_euclid(2) as u32;
                let turned = |[a, b, c]: [u32; 3]| {
                    let [a, b, c] = [a, b, c].map(|corner| first + (corner + odd) % 4);
                    if side == 1 { [a, b, c] } else { [a, c, b] }
                };
                triangles.extend([turned([0, 1, 2]), turned([0, 2, 3])]);
            }
        }
    }
    (vertices, triangles)
}

/// The relation of two sets of unit cells, by counting. A cell is told by its least corner.
pub fn by_counting<const D: usize>(a: &BTreeSet<[i32; D]>, b: &BTreeSet<[i32; D]>) -> Relation {
    if a.is_subset(b) {
        return Relation::AInB;
    }
    if b.is_subset(a) {
        return Relation::BInA;
    }
    if a.intersection(b).next().is_some() {
        return Relation::Crossing;
    }
    let touch = |p: &[i32; D], q: &[i32; D]| (0..D).all(|axis| (p[axis] - q[axis]).abs() <= 1);
    if a.iter().any(|p| b.iter().any(|q| touch(p, q))) { Relation::Touching } else { Relation::Apart }
}

/// One to eight cells in a cube of `size`³: some hang together by faces, some by edges or corners, some not at all.
pub fn random_cells(random: &mut Random, count: u64, size: u64) -> Cells {
    let coordinate = |random: &mut Random| (random.bits() % size) as i32;
    (0..1 + random.bits() % count).map(|_| [coordinate(random), coordinate(random), coordinate(random)]).collect()
}

fn related(a: &Mesh, b: &Mesh) -> Relation {
    let [a, b] = [a, b].map(|mesh| mesh.at(Pose::identity()));
    relation(&a, &b).unwrap().relation
}

/// Every cell as a cube of its own: neighbours touch from inside.
pub fn separate_cubes(cells: &Cells) -> Parts {
    cells.iter().map(|&cell| surface_of(&Cells::from([cell]))).reduce(|one, other| joined(&one, &other)).unwrap()
}

/// A brick around each pair of neighbours, and around each cell without one: the bricks overlap.
pub fn overlapping_bricks(cells: &Cells) -> Parts {
    let neighbour = |cell: &[i32; 3], axis: usize| {
        let mut next = *cell;
        next[axis] += 1;
        cells.contains(&next).then_some(next)
    };
    let pairs =
        cells.iter().flat_map(|cell| (0..3).filter_map(move |axis| Some(Cells::from([*cell, neighbour(cell, axis)?]))));
    let single = cells.iter().map(|&cell| Cells::from([cell]));
    pairs.chain(single).map(|brick| surface_of(&brick)).reduce(|one, other| joined(&one, &other)).unwrap()
}

/// Both meshes as one.
fn joined(a: &Parts, b: &Parts) -> Parts {
    let first = a.0.len() as u32;
    let vertices = a.0.iter().chain(&b.0).copied().collect();
    let triangles = a.1.iter().copied().chain(b.1.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    (vertices, triangles.collect())
}

/// Two random solids of cells, and what is known of them.
pub fn random_pair(random: &mut Random, round: u64, count: u64) -> [Cells; 2] {
    let size = 2 + round % 3;
    let (a, b) = (random_cells(random, count, size), random_cells(random, count, size));
    match round % 5 {
        0 => [a.clone(), a.union(&b).copied().collect()],
        1 => [a.union(&b).copied().collect(), a],
        2 => [a, b.iter().map(|cell| [cell[0] + 1, cell[1], cell[2]]).collect()],
        3 => [a, b.iter().map(|cell| [cell[0], cell[1] + size as i32 + (round % 2) as i32, cell[2]]).collect()],
        _ => [a, b],
    }
}

/// Checks a pair of meshes of these cells in both orders.
pub fn check([a, b]: [&Cells; 2], [of_a, of_b]: [&Mesh; 2]) -> Relation {
    let expected = by_counting(a, b);
    assert_eq!(related(of_a, of_b), expected, "{a:?} {b:?}");
    let swapped = if a == b { Relation::AInB } else { expected.swapped() };
    assert_eq!(related(of_b, of_a), swapped, "{b:?} {a:?}");
    expected
}

/// Law: the relation of solids of unit cubes is that of their sets of cells, in either order and at every scale.
#[test]
fn the_relation_of_solids_of_cubes_is_that_of_their_cells() {
    let mut random = Random(11);
    let mut seen = [0; 5];
    for round in 0..75 {
        let [a, b] = random_pair(&mut random, round, 8);
        let scale = [1.0, 2f64.powi(300), 2f64.powi(-300)][round as usize % 3];
        let [of_a, of_b] = [&a, &b].map(|cells| mesh(&times(&surface_of(cells), scale)));
        seen[check([&a, &b], [&of_a, &of_b]) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count >= 5), "{seen:?}");
}

/// Law: parts of one solid may touch and overlap each other. Inside is where any of them is.
#[test]
fn solids_whose_parts_touch_and_overlap_have_the_relation_of_their_union() {
    let mut random = Random(12);
    let mut seen = [0; 5];
    for round in 0..15 {
        let [a, b] = random_pair(&mut random, round, 4);
        let of_a = mesh(&if round % 2 == 0 { separate_cubes(&a) } else { overlapping_bricks(&a) });
        let of_b = mesh(&if round % 3 == 0 { overlapping_bricks(&b) } else { surface_of(&b) });
        seen[check([&a, &b], [&of_a, &of_b]) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count >= 1), "{seen:?}");
}

/// A sheet of `steps`² squares closed to a plate of this thickness below it.
fn plate(steps: u32, thickness: f64) -> Parts {
    let (top, upper) = sheet(steps, 0.0);
    let (bottom, lower) = sheet(steps, -thickness);
    let under = lower.iter().map(|&[a, b, c]| [a, c, b]).collect();
    let (vertices, mut triangles) = joined(&(top, upper), &(bottom, under));
    let vertex = |i: u32, j: u32| i * (steps + 1) + j;
    let below = (steps + 1) * (steps + 1);
    for i in 0..steps {
        let sides = [
            [vertex(i, 0), vertex(i + 1, 0)],
            [vertex(i + 1, steps), vertex(i, steps)],
            [vertex(0, i + 1), vertex(0, i)],
            [vertex(steps, i), vertex(steps, i + 1)],
        ];
        triangles.extend(sides.iter().flat_map(|&[p, q]| [[p, below + q, q], [p, below + p, below + q]]));
    }
    (vertices, triangles)
}

/// Law: plates of many triangles that touch over a common area are decided in the plane: the same squares, shifted ones,
/// and squares of another size.
#[test]
fn plates_of_many_coplanar_triangles_touch_cross_and_lie_in_each_other() {
    let steps = if cfg!(debug_assertions) { 8 } else { 70 };
    let lower = mesh(&plate(steps, 0.25));
    assert!(lower.report().is_closed() && !lower.report().inside_out);
    let other = mesh(&plate(steps + 1, 0.5));
    let at = |mesh: &Mesh, x: f64, z: f64| {
        relation(&lower.at(Pose::identity()), &mesh.at(Pose::translation([x, 0.0, z]))).unwrap().relation
    };
    assert_eq!(at(&lower, 0.0, 0.25), Relation::Touching);
    assert_eq!(at(&lower, 0.3, 0.25), Relation::Touching);
    assert_eq!(at(&other, 0.0, 0.5), Relation::Touching);
    assert_eq!(at(&other, 0.0, 0.25 + f64::EPSILON), Relation::Crossing);
    assert_eq!(at(&other, 0.0, 0.0), Relation::AInB);
    assert_eq!(at(&other, 0.0, 0.75), Relation::Apart);
    assert_eq!(at(&other, 1.0, 0.0), Relation::Touching);
}
