//! What bounds a solid: meshes with edges of four faces, turned, repeated and degenerate triangles.

use crate::relation::{Cells, check, overlapping_bricks, random_cells, random_pair, separate_cubes, surface_of};
use crate::shapes::{Parts, Random, cuboid, mesh, times};
use clearance::{Pose, vec3};
use clearance_scene::{Mesh, Relation, relation};

/// What was done to a surface.
#[derive(Clone, Copy, Default)]
struct Harm {
    turned: bool,
    repeated: bool,
}

/// The surface with triangles in another order that are turned, repeated and degenerate, and with shared vertices in
/// half of the rounds.
fn harmed(parts: &Parts, harm: Harm, random: &mut Random) -> Parts {
    let (mut vertices, mut triangles) = parts.clone();
    if random.bits().is_multiple_of(2) {
        let all = vertices.clone();
        let first = |point: &[f64; 3]| all.iter().position(|other| other == point).unwrap() as u32;
        triangles.iter_mut().flatten().for_each(|vertex| *vertex = first(&all[*vertex as usize]));
    }
    let mut pick = |count: usize| random.bits() as usize % count;
    for index in (1..triangles.len()).rev() {
        triangles.swap(index, pick(index + 1));
    }
    let count = triangles.len();
    if harm.turned {
        triangles[pick(count)].swap(0, 1);
    }
    if harm.repeated {
        let [a, b, c] = triangles[pick(count)];
        triangles.insert(pick(count), [b, c, a]);
    }
    // Two equal corners by their numbers, and by their places.
    let [a, b, _] = triangles[pick(count)];
    triangles.insert(pick(count), [a, a, b]);
    vertices.push(vertices[a as usize]);
    triangles.push([a, b, vertices.len() as u32 - 1]);
    (vertices, triangles)
}

fn small_cube([x, y, z]: [f64; 3]) -> Mesh {
    mesh(&cuboid([x - 0.125, y - 0.125, z - 0.125], [x + 0.125, y + 0.125, z + 0.125]))
}

/// Checks every cell of a cube around the solid: the winding number, and the relation to a cube in the cell's middle.
fn check_cells(solid: &Mesh, cells: &Cells, size: i32) {
    assert!(solid.is_closed() && solid.report().is_closed() && solid.open_edges().is_empty());
    for place in
        (0..(size + 2).pow(3)).map(|i| [i % (size + 2) - 1, i / (size + 2) % (size + 2) - 1, i / (size + 2).pow(2) - 1])
    {
        let middle = place.map(|x| f64::from(x) + 0.5);
        let is_in = cells.contains(&place);
        assert_eq!(solid.has_inside(middle.into()), Some(is_in), "{place:?} {cells:?}");
        let answer = relation(&solid.at(Pose::identity()), &small_cube(middle).at(Pose::identity())).unwrap();
        let expected = if is_in { Relation::BInA } else { Relation::Apart };
        assert_eq!((answer.relation, answer.open), (expected, false), "{place:?} {cells:?}");
    }
}

/// Cause: an edge of four faces, or a triangle with two equal corners, made a mesh open for points and balls, and not for
/// relations. Law: a surface bounds a solid if each edge is passed as often in one direction as in the other. Turned and
/// repeated triangles are put right, and every cell is inside as it was.
#[test]
fn a_solid_of_cells_keeps_its_inside_whatever_its_edges_and_triangles_are() {
    let mut random = Random(81);
    let (mut crowded, mut turned, mut left_out, mut by_parity) = (0, 0, 0, 0);
    for round in 0..60 {
        let cells = random_cells(&mut random, 9, 3);
        let harm = Harm { turned: round % 2 == 1, repeated: round % 3 == 1 };
        let solid = mesh(&harmed(&surface_of(&cells), harm, &mut random));
        check_cells(&solid, &cells, 3);
        let report = solid.report();
        crowded += usize::from(report.crowded_edges > 0);
        turned += usize::from(report.turned_triangles > 0);
        left_out += usize::from(report.left_out_triangles > 0);
        by_parity += usize::from(report.is_inside_by_parity());
        assert!(harm.turned || !report.is_inside_by_parity());
        assert!(report.degenerate_triangles == 2 && report.repeated_triangles >= usize::from(harm.repeated));
    }
    assert!(crowded >= 20 && turned >= 20 && left_out >= 15, "{crowded} {turned} {left_out} {by_parity}");
}

/// Law: parts may touch, overlap and lie in each other. Inside is where any is, if a triangle of one is turned, too.
#[test]
fn solids_of_several_parts_keep_their_inside_if_triangles_are_turned_and_repeated() {
    let mut random = Random(82);
    let (mut turned, mut left_out) = (0, 0);
    for round in 0..24 {
        let cells = random_cells(&mut random, 4, 3);
        let harm = Harm { turned: round % 4 >= 2, repeated: round % 4 == 3 };
        let parts = match round % 3 {
            0 => separate_cubes(&cells),
            _ => overlapping_bricks(&cells),
        };
        let solid = mesh(&harmed(&parts, harm, &mut random));
        // Parts that share edges hang together only by luck: no turn is known to be right there.
        if solid.is_closed() && !solid.report().is_inside_by_parity() {
            check_cells(&solid, &cells, 3);
            turned += usize::from(solid.report().turned_triangles > 0);
            left_out += usize::from(solid.report().left_out_triangles > 0);
        } else {
            assert!(harm.turned || harm.repeated);
        }
    }
    assert!(turned >= 6 && left_out >= 3, "{turned} {left_out}");
}

/// Law: two solids keep their relation if their triangles are turned and repeated.
#[test]
fn harmed_solids_have_the_relation_of_their_cells() {
    let mut random = Random(83);
    let mut seen = [0; 5];
    for round in 0..60 {
        let [a, b] = random_pair(&mut random, round, 6);
        let scale = [1.0, 2f64.powi(300), 2f64.powi(-300)][round as usize % 3];
        let of = |cells: &Cells, harm: Harm, random: &mut Random| {
            mesh(&times(&harmed(&surface_of(cells), harm, random), scale))
        };
        let of_a = of(&a, Harm { turned: round % 2 == 0, repeated: round % 4 < 2 }, &mut random);
        let of_b = of(&b, Harm { turned: round % 3 == 0, repeated: round % 3 == 1 }, &mut random);
        seen[check([&a, &b], [&of_a, &of_b]) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count >= 3), "{seen:?}");
}

/// Law: a turned triangle in one of two parts that overlap does not cut the common part out of the solid.
#[test]
fn a_turned_triangle_does_not_hollow_the_overlap_of_two_parts() {
    let (mut vertices, mut triangles) = cuboid([0.0; 3], [2.0; 3]);
    let other = cuboid([1.0; 3], [3.0; 3]);
    vertices.extend(other.0);
    triangles.extend(other.1.iter().map(|triangle| triangle.map(|vertex| vertex + 8)));
    triangles[5].swap(0, 2);
    let both = mesh(&(vertices.clone(), triangles.clone()));
    let report = both.report();
    assert_eq!((report.open_edges, report.turned_edges, report.turned_triangles), (0, 3, 1));
    assert!(report.is_closed() && !report.inside_out && !report.is_inside_by_parity());
    for (x, winding) in [(0.5, 1), (1.5, 2), (2.5, 1), (3.5, 0)] {
        assert_eq!(both.winding_number(vec3(x, x, x)), Some(winding));
        assert_eq!(both.has_inside(vec3(x, x, x)), Some(winding != 0));
    }
    // Where the vertices move, what bounds the solid is found anew.
    let mut moved = both.clone();
    moved.set_vertices(&vertices.iter().map(|&[x, y, z]| [x + 8.0, y, z]).collect::<Vec<_>>()).unwrap();
    assert_eq!(moved.has_inside(vec3(9.5, 1.5, 1.5)), Some(true));
}

/// Law: an open mesh has no inside, and says where it is open.
#[test]
fn an_open_mesh_tells_its_open_edges() {
    let (vertices, mut triangles) = cuboid([0.0; 3], [1.0; 3]);
    let [a, b, c] = triangles.pop().unwrap();
    let pot = mesh(&(vertices.clone(), triangles.clone()));
    let mut edges = [[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)]);
    edges.sort_unstable();
    assert_eq!((pot.open_edges(), pot.report().open_edges), (edges.to_vec(), 3));
    assert_eq!((pot.is_closed(), pot.has_inside(vec3(0.5, 0.5, 0.5))), (false, None));
    // A wall inside: its three edges have three triangles each.
    triangles.extend([[a, b, c], [0, 3, 5]]);
    let walled = mesh(&(vertices, triangles));
    assert_eq!((walled.is_closed(), walled.report().open_edges), (false, 3));
    // A triangle and its back: each edge is passed once in each direction, and nothing is inside.
    let sheet = mesh(&(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2], [0, 2, 1]]));
    assert_eq!((sheet.is_closed(), sheet.has_inside(vec3(0.25, 0.25, 0.5))), (true, Some(false)));
    // Where all triangles have backs and one of each is closed, that is the surface.
    let (vertices, mut triangles) = cuboid([0.0; 3], [1.0; 3]);
    triangles.extend(triangles.clone().iter().map(|&[a, b, c]| [b, a, c]));
    let doubled = mesh(&(vertices, triangles));
    assert_eq!((doubled.has_inside(vec3(0.5, 0.5, 0.5)), doubled.report().left_out_triangles), (Some(true), 12));
    // Degenerate triangles alone are no surface.
    assert!(!mesh(&(vec![[0.0; 3]], vec![[0, 0, 0]])).is_closed());
    let spot = mesh(&(vec![[1.0; 3]; 4], vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]));
    assert!(
        !spot.is_closed() && relation(&spot.at(Pose::identity()), &spot.at(Pose::identity())).is_some_and(|it| it.open)
    );
}
