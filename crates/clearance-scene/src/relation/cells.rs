//! Bodies without a common interior, proven by the planes of their faces.
//!
//! **Problem.** A window touches the four sides of its opening, and no plane parts both. Still each side is one plane of
//! both bodies, and one decision should do for it, whatever number of triangles meet there.
//!
//! **Law.** What is inside both bodies is in the box that they share. Planes cut that box into convex cells. If no triangle of a
//! body enters a cell, its winding number is the same everywhere in it. If it is not inside there, the cell holds
//! nothing common. Planes themselves have no interior. But a plate without thickness may lie in one: two triangles of its body, on
//! each other. It is common where the other body is inside on both of its sides, and no cell tells that.
//!
//! **Method.**
//! 1. A triangle does not enter a cell if its corners are all beyond one plane of the cell, or in it. Signs are exact.
//! 2. If a body has no triangle left, a ray from a point of the cell says whether it is inside. The cells are kept in floats, too,
//!    for such points: the point must surely be on the right side of all planes.
//! 3. If both have triangles left, the cell is cut by the plane of the body with fewer of them that leaves the fewest pairs. No two
//!    triangles of one body may lie on each other in it.
//!
//! The box is wider by what rounding may take, so flush faces at its rim have cells beyond them, which are found in floats.
//! What this does not decide stays open.

use super::contact::overlap;
use super::general::{NEAR, near_common_box};
use super::placed::{Placed, Probe, Vertex};
use super::ray::winding;
use super::verdict::Judge;
use crate::cell::{Cell, Plane};
use crate::mesh::Inside;
use crate::signs::sure_side_of_plane;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Ring, Vec3, WideVector, vec3};
use std::cmp::Ordering;

/// Cells that are looked at. More would find more corners of one body in the other one's niches.
const MOST_CELLS: usize = 48;

/// Planes of a cell's triangles that are compared. More would find better cuts.
const MOST_PLANES: usize = 8;

/// Signs of corners that are taken in all: about a millisecond. What takes more is no flush pair of simple parts.
const MOST_SIGNS: usize = 20_000;

/// Signs that tell whether two triangles in one plane overlap, at most.
const SIGNS_OF_OVERLAP: usize = 20;

/// A corner of a float cell that is nearer to a plane counts as on it. It is far below [`NEAR`].
const TOLERANCE: f64 = 1.0 / (1u64 << 47) as f64;

/// Triangles of both bodies.
type Entering = [Vec<u32>; 2];

/// A convex part of the common box.
struct Part {
    cell: Cell,
    /// The planes that cut it out of the box: three vertices each, and the side on which the part is.
    walls: Vec<([Vertex; 3], Ordering)>,
    /// The triangles of each body that may enter it.
    entering: Entering,
}

/// Whether the bodies surely have no common interior.
pub(super) fn part(judge: &Judge) -> bool {
    let placed = &judge.placed;
    let near = near_common_box(placed);
    let entering = [0, 1].each(|side| {
        let counts = judge.surfaces[side].counts.iter();
        let found = near[side].iter().zip(counts).enumerate().filter(|(_, (is_near, counts))| **is_near && **counts);
        found.map(|(triangle, _)| triangle as u32).collect::<Vec<u32>>()
    });
    // Half of what is near is inside the box, so that triangles that are not near surely do not enter it.
    let margin = 2.0 * placed.error + 0.5 * NEAR;
    let common = placed.common_box();
    let [low, high] = [0, 1].each(|end| {
        let at = |axis: usize| if end == 0 { common[axis][0] - margin } else { common[axis][1] + margin };
        vec3(at(0), at(1), at(2))
    });
    let mut waiting = vec![Part { cell: Cell::of_box([low, high]), walls: Vec::new(), entering }];
    let (mut cells, mut signs) = (0, 0);
    while let Some(part) = waiting.pop() {
        cells += 1;
        if is_left_by_one(judge, &part) {
            continue;
        }
        if cells > MOST_CELLS || part.entering.iter().any(Vec::is_empty) {
            return false;
        }
        let Some(parts) = cut(judge, part, &mut signs) else { return false };
        waiting.extend(parts);
    }
    true
}

/// Whether a body surely has no inside in a part.
fn is_left_by_one(judge: &Judge, part: &Part) -> bool {
    (0..2).any(|side| {
        if !part.entering[side].is_empty() {
            return false;
        }
        let Some(point) = inner_point(&judge.placed, part) else { return false };
        let probe = Probe::new(point.exact(), Dyadic::one(), 1);
        if judge.placed.is_beyond(side, &probe) {
            return true;
        }
        winding(&judge.placed, side, &probe, &[]).is_some_and(|(winding, _)| !judge.surfaces[side].inside.has(winding))
    })
}

/// A point that is surely in a part.
fn inner_point(placed: &Placed, part: &Part) -> Option<Vec3<f64>> {
    let middle = part.cell.middle();
    let is_inside = |&([a, b, c], side): &([Vertex; 3], Ordering)| {
        let [a, b, c] = [a, b, c].each(|vertex| placed.rounded(vertex));
        sure_side_of_plane([a, b, c, middle.into()], placed.error) == Some(side)
    };
    part.walls.iter().all(is_inside).then_some(middle)
}

/// A part in two. `None` if no plane of its triangles was found that cuts it, hides no plate and leaves fewer of them.
fn cut(judge: &Judge, part: Part, signs: &mut usize) -> Option<[Part; 2]> {
    let placed = &judge.placed;
    let [few, many] = if part.entering[0].len() <= part.entering[1].len() { [0, 1] } else { [1, 0] };
    let mut best: Option<([Vertex; 3], [Entering; 2])> = None;
    let mut pairs = part.entering[0].len() * part.entering[1].len();
    for side in [few, many] {
        let mut planes: Vec<[Vertex; 3]> = Vec::new();
        for &triangle in &part.entering[side] {
            let own = placed.corners(side, triangle);
            let is_in = |plane: &[Vertex; 3]| own.iter().all(|&corner| placed.side(*plane, corner).is_eq());
            if planes.len() >= MOST_PLANES || planes.iter().any(is_in) || *signs > MOST_SIGNS {
                continue;
            }
            planes.push(own);
            *signs += 3 * (part.entering[0].len() + part.entering[1].len());
            let [behind, level, front] = sorted(placed, own, &part.entering);
            let halves = [behind, front];
            let left = halves.iter().map(|[a, b]| a.len() * b.len()).sum::<usize>();
            if left < pairs && !may_hide_a_plate(judge, own, &level, signs) {
                (best, pairs) = (Some((own, halves)), left);
            }
        }
        if best.is_some() {
            break;
        }
    }
    let (plane, [behind, front]) = best?;
    let cells = part.cell.cut(&rounded(placed, plane)?, TOLERANCE)?.parts;
    let [back_cell, front_cell] = cells;
    let walls = |side: Ordering| part.walls.iter().copied().chain([(plane, side)]).collect();
    Some([
        Part { cell: back_cell, walls: walls(Ordering::Less), entering: behind },
        Part { cell: front_cell, walls: walls(Ordering::Greater), entering: front },
    ])
}

/// The triangles of both bodies that have a corner behind a plane, those that lie in it, and those that have a corner in front of it.
fn sorted(placed: &Placed, plane: [Vertex; 3], entering: &Entering) -> [Entering; 3] {
    let mut parts = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
    for side in 0..2 {
        for &triangle in &entering[side] {
            let corners = placed.corners(side, triangle).each(|corner| placed.side(plane, corner));
            if corners.contains(&Ordering::Less) {
                parts[0][side].push(triangle);
            }
            if corners == [Ordering::Equal; 3] {
                parts[1][side].push(triangle);
            }
            if corners.contains(&Ordering::Greater) {
                parts[2][side].push(triangle);
            }
        }
    }
    parts
}

/// Whether a body may have the outside on both sides of a piece of its surface in this plane: two of its triangles there lie on each
/// other, and their steps may add up to none.
fn may_hide_a_plate(judge: &Judge, plane: [Vertex; 3], level: &Entering, signs: &mut usize) -> bool {
    let placed = &judge.placed;
    let Some((axis, _)) = placed.view(plane) else { return true };
    (0..2).any(|side| {
        let turned = level[side].iter().map(|&triangle| {
            let corners = placed.corners(side, triangle);
            (corners, placed.turn(axis, corners[0], corners[1], corners[2]))
        });
        let turned: Vec<([Vertex; 3], Ordering)> = turned.filter(|(_, turn)| turn.is_ne()).collect();
        *signs += turned.len();
        let is_odd = judge.surfaces[side].inside == Inside::Odd;
        (1..turned.len()).any(|place| {
            let (own, turn) = turned[place];
            turned[..place].iter().any(|&(other, other_turn)| {
                if turn == other_turn && !is_odd {
                    return false;
                }
                *signs += SIGNS_OF_OVERLAP;
                *signs > MOST_SIGNS || overlap(placed, [own, other])
            })
        })
    })
}

/// The plane of a triangle in floats. `None` if it has no area.
fn rounded(placed: &Placed, triangle: [Vertex; 3]) -> Option<Plane> {
    let [a, b, c] = triangle.each(|vertex| Vec3::from(placed.rounded(vertex)));
    let normal = (b - a).cross(c - a).normalized()?;
    Some(Plane { normal, offset: normal.dot(a) })
}
