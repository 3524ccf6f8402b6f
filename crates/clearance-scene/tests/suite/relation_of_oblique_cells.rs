//! The relation of solids of cells whose faces are on no axis: whole numbers map cubes to oblique cells, and counting the
//! cubes still tells the relation. So planes coincide without equal coordinates.

use crate::relation::{Cells, check, random_cells, surface_of};
use crate::shapes::{Parts, Random, mesh};

/// A linear map with a determinant that is not zero.
fn oblique((vertices, triangles): Parts) -> Parts {
    (vertices.into_iter().map(|[x, y, z]| [x + y, y + 2.0 * z, x - y + z]).collect(), triangles)
}

fn turned((vertices, triangles): Parts) -> Parts {
    (vertices, triangles.into_iter().map(|[a, b, c]| [a, c, b]).collect())
}

/// All cells of a box.
fn brick(low: [i32; 3], high: [i32; 3]) -> Cells {
    let along = |axis: usize| low[axis]..high[axis];
    along(0).flat_map(|x| along(1).flat_map(move |y| along(2).map(move |z| [x, y, z]))).collect()
}

fn shifted(cells: &Cells, shift: [i32; 3]) -> Cells {
    cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] + shift[axis])).collect()
}

/// A plate with a square hole, and what may be in the hole, on the plate, across it, or equal to it.
fn plate_and_other(random: &mut Random) -> [Cells; 2] {
    let mut below = |limit: u64| (random.bits() % limit) as i32;
    let thickness = 1 + below(2);
    let hole = brick([1, 1, 0], [2, 2, thickness]);
    let plate: Cells = brick([0, 0, 0], [3, 3, thickness]).difference(&hole).copied().collect();
    let other = match below(5) {
        // A pin of the hole's width, which may miss the hole.
        0 => shifted(&brick([1, 1, -1], [2, 2, 1 + below(3)]), [below(2), 0, 0]),
        // The same plate on top or beside.
        1 => shifted(&plate, [below(3), below(2), thickness * below(2)]),
        // A plate without the hole.
        2 => brick([0, 0, 0], [3, 3, thickness]),
        // A part of the plate.
        3 => brick([0, 0, 0], [1 + below(2), 1, 1]),
        _ => random_cells(random, 4, 4),
    };
    [plate, other]
}

/// Law: the relation is that of the cells, in either order, and whichever way the surfaces turn.
#[test]
fn the_relation_of_oblique_cells_is_that_of_their_cells() {
    let mut random = Random(23);
    let rounds = if cfg!(debug_assertions) { 300 } else { 6000 };
    let mut seen = [0; 5];
    for round in 0..rounds {
        let [a, b] = if round % 2 == 0 {
            plate_and_other(&mut random)
        } else {
            let a = random_cells(&mut random, 4, 3);
            let shift = [0; 3].map(|_| (random.bits() % 3) as i32);
            [random_cells(&mut random, 4, 3), if round % 8 == 1 { a } else { shifted(&a, shift) }]
        };
        let parts = |cells: &Cells, is_turned: bool| {
            let parts = oblique(surface_of(cells));
            mesh(&if is_turned { turned(parts) } else { parts })
        };
        let bits = random.bits();
        let [of_a, of_b] = [parts(&a, bits & 1 == 0), parts(&b, bits & 2 == 0)];
        seen[check([&a, &b], [&of_a, &of_b]) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count >= rounds / 40), "{seen:?}");
}
