//! The first pair of triangles that meet.
//!
//! Surfaces that cross meet in many pairs of triangles. The answer names one of them, and it must not depend on which
//! was found first. So it is the pair with the least number of A's triangle, and of these the least of B's. A heap of
//! pairs of boxes gives the pairs in this order, since a box knows the least number in it.

use super::frame::Frame;
use super::walk::{Direction, open};
use crate::mesh::Body;
use crate::tree::{Cell, Content};
use clearance::{Placed, Shape, Solver, Triangle, Vec3};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A pair of boxes or of triangles, by the least numbers in it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    first: [u32; 2],
    what: What,
}

/// The order is that of cheap work first. It does not change the answer.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Boxes([(u32, u8); 2]),
    Triangles,
}

/// The triangles with the least numbers that meet. `None` if no two meet.
pub(super) fn first_meeting(bodies: [&Body; 2], frame: &Frame) -> Option<[u32; 2]> {
    let trees = bodies.map(|body| body.mesh.tree());
    let roots = [trees[0].root()?, trees[1].root()?];
    let none = Direction { in_a: [0.0; 3], in_b: [0.0; 3], offset: 0.0 };
    let mut waiting = BinaryHeap::new();
    let boxes = |cells: [Cell; 2]| {
        let first = [0, 1].map(|side| trees[side].node(cells[side].node).first[usize::from(cells[side].slot)]);
        Reverse(Entry { first, what: What::Boxes(cells.map(|cell| (cell.node, cell.slot))) })
    };
    waiting.push(boxes(roots));
    while let Some(Reverse(Entry { first, what })) = waiting.pop() {
        let What::Boxes(cells) = what else {
            if meet(bodies, first) {
                return Some(first);
            }
            continue;
        };
        let [a, b] = cells.map(|(node, slot)| Cell { node, slot });
        if let [Content::Group(of_a), Content::Group(of_b)] = [trees[0].content(a), trees[1].content(b)] {
            let pairs = of_a.iter().flat_map(|&a| of_b.iter().map(move |&b| [a, b]));
            waiting.extend(pairs.map(|first| Reverse(Entry { first, what: What::Triangles })));
        } else {
            // Boxes that are apart by more than the errors hold no triangles that meet.
            open(trees, frame, &none, frame.slack, [a, b], |cells, _| waiting.push(boxes(cells)));
        }
    }
    None
}

/// Whether two triangles have a common point, without rounding.
pub(super) fn meet(bodies: [&Body; 2], triangles: [u32; 2]) -> bool {
    let [a, b] = placed(bodies, triangles);
    Solver::default().distance(&a, &b).distance == 0.0
}

/// Two triangles as shapes of the core, at the poses of their bodies.
pub(super) fn placed(bodies: [&Body; 2], triangles: [u32; 2]) -> [Placed<Triangle<Vec3<f64>>, Vec3<f64>>; 2] {
    [0, 1].map(|side| bodies[side].mesh.triangle(triangles[side]).at(bodies[side].pose))
}
