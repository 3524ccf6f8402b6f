//! Whether a mesh meets itself, other than in the common edges and corners of its triangles.
//!
//! Nearly all near triangles of a mesh share a corner. Mostly the triangles around a corner are a *star*: a line through
//! the corner exists around which they follow each other and make one turn. Seen along it they do not overlap. So two
//! of them meet in the corner or in their common edge alone, and the pair is left out. A flat end of n sides around one
//! middle has n² such pairs: boxes of triangles with a common star are left out as a whole. A flat ring of n sides has n²
//! pairs with overlapping boxes: boxes are left out that a plane across a long edge parts ([`strips`](super::strips)).

use super::contact::{Contact, contacts};
use super::placed::{Placed, Vertex};
use super::strips::Strips;
use crate::mesh::{Body, Surface};
use crate::search::each_near_pair_but;
use crate::signs::sure_side_of_plane;
use crate::tree::{Cell, Content, Tree, WIDTH};
use clearance::{Pose, Vec3, vec3};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Whether a mesh meets itself along a segment that is not a common edge, or has triangles with three corners on one
/// line. Contacts in single points do not count.
pub(crate) fn meets_itself(body: &Body, surface: &Surface) -> bool {
    let mut own = *body;
    own.pose = Pose::identity();
    are_meeting(&Placed::new([&own, &own]), surface)
}

/// [`meets_itself`] of a body that is placed twice.
pub(super) fn are_meeting(placed: &Placed, surface: &Surface) -> bool {
    let is_needle = |triangle: u32| placed.view(placed.corners(0, triangle)).is_none();
    if (0..surface.triangles.len() as u32).any(|triangle| surface.counts[triangle as usize] && is_needle(triangle)) {
        return true;
    }
    let stars = stars(placed, surface);
    let share_a_star = |i: u32, j: u32| {
        let [own, other] = [i, j].map(|triangle| surface.triangles[triangle as usize]);
        own.iter().any(|corner| other.contains(corner) && stars[*corner as usize])
    };
    let mut meets = false;
    let [own, other] = placed.bodies;
    let tree = own.mesh.tree();
    let (hubs, strips) = (hubs(tree, surface, &stars), Strips::new(tree));
    let is_left_out = |cells: [Cell; 2]| {
        let [own, other] = cells.map(|cell| &hubs[cell.node as usize][usize::from(cell.slot)]);
        own.iter().any(|hub| *hub != NONE && other.contains(hub)) || strips.are_parted(placed, cells)
    };
    each_near_pair_but([&own.view(), &other.view()], &is_left_out, &mut |i, j| {
        placed.pairs.update(|count| count.saturating_add(1));
        let counts = |triangle: u32| surface.counts[triangle as usize];
        let triangles = [placed.corners(0, i), placed.corners(1, j)];
        let is_near = i < j && counts(i) && counts(j) && !share_a_star(i, j);
        if is_near && !placed.are_apart(triangles[0], triangles[1]) && !placed.part_at_a_corner(triangles) {
            meets = pair_meets(placed, surface, [i, j]);
        }
        if meets { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    meets
}

/// Whether two triangles of a mesh meet along a segment that is not their common edge.
fn pair_meets(placed: &Placed, surface: &Surface, [i, j]: [u32; 2]) -> bool {
    let triangles = [placed.corners(0, i), placed.corners(1, j)];
    let mut meets = false;
    contacts(placed, triangles, |contact| {
        meets |= match contact {
            Contact::Edges([own, other]) => {
                let edge = |triangle: u32, side: u8| surface.sides[triangle as usize][usize::from(side)];
                edge(i, own) != edge(j, other)
            }
            _ => true,
        };
    });
    meets
}

/// No vertex.
const NONE: u32 = u32::MAX;

/// The stars that all triangles of each box share, by its node and slot.
fn hubs(tree: &Tree<3>, surface: &Surface, stars: &[bool]) -> Vec<[[u32; 3]; WIDTH]> {
    let mut hubs = vec![[[NONE; 3]; WIDTH]; tree.node_count()];
    if let Some(root) = tree.root() {
        hubs_below(tree, surface, stars, root, &mut hubs);
    }
    hubs
}

/// Notes the stars that all triangles of a box share, and of all boxes in it. `None` if there is no triangle that counts.
fn hubs_below(
    tree: &Tree<3>,
    surface: &Surface,
    stars: &[bool],
    cell: Cell,
    hubs: &mut [[[u32; 3]; WIDTH]],
) -> Option<[u32; 3]> {
    let common = |own: [u32; 3], other: [u32; 3]| own.map(|hub| if other.contains(&hub) { hub } else { NONE });
    let found = match tree.content(cell) {
        Content::Group(group) => {
            let counted = group.pieces.iter().filter(|&&triangle| surface.counts[triangle as usize]);
            let corners = counted.map(|&triangle| surface.triangles[triangle as usize]);
            let stars_of = |corners: [u32; 3]| corners.map(|corner| if stars[corner as usize] { corner } else { NONE });
            corners.map(stars_of).reduce(common)
        }
        Content::Node(node) => {
            let cells = (0..tree.node(node).used).map(|slot| Cell { node, slot });
            let below: Vec<_> = cells.filter_map(|cell| hubs_below(tree, surface, stars, cell, hubs)).collect();
            below.into_iter().reduce(common)
        }
    };
    hubs[cell.node as usize][usize::from(cell.slot)] = found.unwrap_or([NONE; 3]);
    found
}

/// Which vertices surely have a star.
fn stars(placed: &Placed, surface: &Surface) -> Vec<bool> {
    let triangles = || (0..surface.triangles.len()).filter(|&triangle| surface.counts[triangle]);
    // The triangles of vertex v begin in `wedges` at `ends[v]`, once they are in.
    let mut ends = vec![0; placed.bodies[0].mesh.vertices().len()];
    for corner in triangles().flat_map(|triangle| surface.triangles[triangle]) {
        ends[corner as usize] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    let mut wedges = vec![[0; 2]; sum];
    for [a, b, c] in triangles().map(|triangle| surface.triangles[triangle]) {
        for [corner, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
            let end = &mut ends[corner as usize];
            *end -= 1;
            wedges[*end] = [from, to];
        }
    }
    let next = ends.iter().skip(1).copied().chain([sum]);
    let of_vertex =
        |(corner, (&first, end)): (usize, (&usize, usize))| is_star(placed, corner as u32, &wedges[first..end]);
    ends.iter().zip(next).enumerate().map(of_vertex).collect()
}

/// Whether the triangles at a corner surely are a star. Each is the two corners that follow.
fn is_star(placed: &Placed, corner: u32, wedges: &[[u32; 2]]) -> bool {
    if wedges.is_empty() || !follow_each_other(wedges) {
        return false;
    }
    let at = |index: u32| placed.rounded(Vertex { side: 0, index });
    let middle = at(corner);
    let edge = |index: u32| Vec3::from(at(index)) - Vec3::from(middle);
    let normal = |&[from, to]: &[u32; 2]| edge(from).cross(edge(to)).unit();
    let axis = wedges.iter().map(normal).fold(vec3(0.0, 0.0, 0.0), |sum, normal| sum + normal);
    let reach = wedges.iter().map(|&[from, _]| edge(from).length()).fold(0.0, f64::max);
    // Any two points serve. This one is above the corner, and the other one is seen inside the first triangle.
    let top: [f64; 3] = (Vec3::from(middle) + axis.unit() * reach).into();
    let [from, to] = wedges[0];
    let start: [f64; 3] = (Vec3::from(middle) + edge(from) * 0.6 + edge(to) * 0.3).into();
    let turn = |one: [f64; 3], other: [f64; 3]| sure_side_of_plane([middle, one, other, top], placed.error);
    let mut turns = 0;
    for &[from, to] in wedges {
        let [Some(first), Some(second)] = [from, to].map(|index| turn(start, at(index))) else { return false };
        if turn(at(from), at(to)) != Some(Ordering::Greater) {
            return false;
        }
        turns += u32::from(first.is_lt() && second.is_gt());
    }
    turns == 1
}

/// Whether each edge at a corner has one triangle before it and one behind it.
fn follow_each_other(wedges: &[[u32; 2]]) -> bool {
    let [from, to] = [0, 1].map(|end| {
        let mut corners: Vec<u32> = wedges.iter().map(|wedge| wedge[end]).collect();
        corners.sort_unstable();
        corners
    });
    from == to && from.windows(2).all(|pair| pair[0] != pair[1])
}
