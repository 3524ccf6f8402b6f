//! The relation of solids, against solids of unit cubes whose relation is known by counting.

use crate::shapes::{Parts, Random, mesh, times};
use clearance::{Pose, Quaternion, vec3};
use clearance_scene::{Mesh, Relation, relation};
use std::collections::BTreeSet;

/// A solid of unit cubes, each by its corner with the least coordinates.
type Cells = BTreeSet<[i32; 3]>;

/// The faces between cells and empty space. Each square is cut into two triangles along one of its diagonals.
fn surface_of(cells: &Cells) -> Parts {
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

/// The relation of two solids of cells, by counting.
fn by_counting(a: &Cells, b: &Cells) -> Relation {
    if a.is_subset(b) {
        return Relation::AInB;
    }
    if b.is_subset(a) {
        return Relation::BInA;
    }
    if a.intersection(b).next().is_some() {
        return Relation::Crossing;
    }
    let touch = |p: &[i32; 3], q: &[i32; 3]| (0..3).all(|axis| (p[axis] - q[axis]).abs() <= 1);
    if a.iter().any(|p| b.iter().any(|q| touch(p, q))) { Relation::Touching } else { Relation::Apart }
}

fn exchanged(relation: Relation) -> Relation {
    match relation {
        Relation::AInB => Relation::BInA,
        Relation::BInA => Relation::AInB,
        other => other,
    }
}

/// One to eight cells in a cube of `size`³: some hang together by faces, some by edges or corners, some not at all.
fn random_cells(random: &mut Random, count: u64, size: u64) -> Cells {
    let coordinate = |random: &mut Random| (random.bits() % size) as i32;
    (0..1 + random.bits() % count).map(|_| [coordinate(random), coordinate(random), coordinate(random)]).collect()
}

fn related(a: &Mesh, b: &Mesh) -> Relation {
    let [a, b] = [a, b].map(|mesh| mesh.at(Pose::identity()));
    relation(&a, &b).unwrap().relation
}

/// Law: the relation of solids of unit cubes is that of their sets of cells, exchanged bodies and scaled ones included.
#[test]
fn the_relation_of_solids_of_cubes_is_that_of_their_cells() {
    let mut random = Random(11);
    let mut seen = [0; 5];
    for round in 0..400 {
        let size = 2 + round % 3;
        let (a, b) = (random_cells(&mut random, 8, size), random_cells(&mut random, 8, size));
        let b: Cells = match round % 4 {
            0 => a.union(&b).copied().collect(),
            1 => b.iter().map(|cell| [cell[0] + 1, cell[1], cell[2]]).collect(),
            _ => b,
        };
        let expected = by_counting(&a, &b);
        let scale = [1.0, 2f64.powi(300), 2f64.powi(-300)][round as usize % 3];
        let [of_a, of_b] = [&a, &b].map(|cells| mesh(&times(&surface_of(cells), scale)));
        assert_eq!(related(&of_a, &of_b), expected, "{round}: {a:?} {b:?}");
        let swapped = if a == b { Relation::AInB } else { exchanged(expected) };
        assert_eq!(related(&of_b, &of_a), swapped, "{round}: {b:?} {a:?}");
        seen[expected as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
