//! Plates without thickness beside solids in one mesh, against counting on a lattice.
//!
//! A body is a union of shells of boxes of a lattice. One that is flat along an axis is a plate: it goes around nothing, and is part of
//! its body. A plate that lies in the other body is common to both, on whichever walls its rim and its sides lie.

use crate::shapes::{Parts, Random, cuboid, mesh};
use clearance::{Pose, Vec3};
use clearance_scene::{Mesh, Relation, relation};

/// Places of the lattice along each axis.
const SIZE: usize = 5;

/// A box of the lattice. If it is turned, it goes around its cells the other way.
#[derive(Clone, Copy, Debug)]
struct Shell {
    low: [usize; 3],
    high: [usize; 3],
    is_turned: bool,
}

impl Shell {
    /// A box, and each third time a plate.
    fn random(random: &mut Random) -> Self {
        let mut below = |limit: usize| (random.bits() % limit as u64) as usize;
        let low = [0; 3].map(|_: usize| below(SIZE - 1));
        let mut high = low.map(|low| low + 1 + below(SIZE - 1 - low));
        let flat = below(9);
        if flat < 3 {
            high[flat] = low[flat];
        }
        Self { low, high, is_turned: flat >= 3 && below(8) == 0 }
    }

    fn is_plate(&self) -> bool {
        (0..3).any(|axis| self.low[axis] == self.high[axis])
    }

    /// How often it goes around a cell, which is told by its least corner.
    fn turns(&self, cell: [i32; 3]) -> i32 {
        let holds = |axis: usize| (self.low[axis] as i32..self.high[axis] as i32).contains(&cell[axis]);
        i32::from((0..3).all(holds)) * if self.is_turned { -1 } else { 1 }
    }

    /// Whether it has the square upright on an axis with this least corner.
    fn has_square(&self, axis: usize, corner: [i32; 3]) -> bool {
        let [low, high] = [self.low[axis] as i32, self.high[axis] as i32];
        let spans = |other: usize| (self.low[other] as i32..self.high[other] as i32).contains(&corner[other]);
        [low, high].contains(&corner[axis]) && (0..3).all(|other| other == axis || spans(other))
    }

    /// Its faces in two triangles each, along one of their diagonals each.
    fn parts(&self, places: &[[f64; SIZE]; 3], random: &mut Random) -> Parts {
        let at = |corner: [usize; 3]| [0, 1, 2].map(|axis| places[axis][corner[axis]]);
        let (vertices, mut triangles) = cuboid(at(self.low), at(self.high));
        for pair in triangles.as_chunks_mut::<2>().0 {
            // The two triangles of a face have an edge in common: [a, b, c] and [c, b, d] become [a, b, d] and [a, d, c].
            let [first, second] = *pair;
            let is_free = |corner: &u32| !second.contains(corner);
            let place = first.iter().position(is_free).expect("triangles of a face differ");
            let [a, b, c] = [0, 1, 2].map(|step| first[(place + step) % 3]);
            let d = *second.iter().find(|corner| !first.contains(corner)).expect("triangles of a face differ");
            if random.bits().is_multiple_of(2) {
                *pair = [[a, b, d], [a, d, c]];
            }
            if self.is_turned {
                *pair = pair.map(|[a, b, c]| [a, c, b]);
            }
        }
        (vertices, triangles)
    }
}

/// The mesh of a union of shells.
fn union(shells: &[Shell], places: &[[f64; SIZE]; 3], random: &mut Random) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for shell in shells {
        let (points, faces) = shell.parts(places, random);
        let first = vertices.len() as u32;
        vertices.extend(points);
        triangles.extend(faces.iter().map(|face| face.map(|corner| corner + first)));
    }
    mesh(&(vertices, triangles))
}

/// What counting says of two bodies.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Both have a cell in common.
    shares_a_cell: bool,
    /// A plate of one lies in the other one.
    holds_a_plate: bool,
    only: [bool; 2],
    meets: bool,
}

impl Counted {
    fn of(bodies: [&[Shell]; 2]) -> Self {
        let mut counted = Self::default();
        let end = SIZE as i32;
        let inside =
            |cell: [i32; 3]| bodies.map(|shells| shells.iter().map(|shell| shell.turns(cell)).sum::<i32>() != 0);
        let lattice = || (-1..=end).flat_map(move |x| (-1..=end).flat_map(move |y| (-1..=end).map(move |z| [x, y, z])));
        let mut corners = [0, 1].map(|_| vec![false; SIZE * SIZE * SIZE]);
        for cell in lattice() {
            let [a, b] = inside(cell);
            counted.shares_a_cell |= a && b;
            counted.only = [counted.only[0] | (a && !b), counted.only[1] | (b && !a)];
            for axis in 0..3 {
                let own = bodies.map(|shells| shells.iter().any(|shell| shell.has_square(axis, cell)));
                let mut below = cell;
                below[axis] -= 1;
                let [before, after] = [inside(below), [a, b]];
                for side in (0..2).filter(|&side| own[side]) {
                    let other = 1 - side;
                    for corner in 0..4 {
                        let mut point = cell.map(|x| x as usize);
                        point[(axis + 1) % 3] += corner % 2;
                        point[(axis + 2) % 3] += corner / 2;
                        corners[side][(point[0] * SIZE + point[1]) * SIZE + point[2]] = true;
                    }
                    if !before[side] && !after[side] {
                        counted.holds_a_plate |= before[other] && after[other];
                        counted.only[side] |= !before[other] && !after[other] && !own[other];
                    }
                }
            }
        }
        counted.meets = (0..corners[0].len()).any(|point| corners[0][point] && corners[1][point]);
        counted
    }

    fn relation(&self) -> Relation {
        match (self.shares_a_cell || self.holds_a_plate, self.only) {
            (false, _) if self.meets => Relation::Touching,
            (false, _) => Relation::Apart,
            (true, [true, true]) => Relation::Crossing,
            (true, [false, _]) => Relation::AInB,
            (true, [true, false]) => Relation::BInA,
        }
    }
}

fn related(a: &Mesh, b: &Mesh, pose: Pose<Vec3<f64>>) -> Relation {
    let [found, back] = [[a, b], [b, a]].map(|[a, b]| relation(&a.at(pose), &b.at(pose)).unwrap());
    assert!(!found.open && !back.open);
    let are_equal = [found.relation, back.relation] == [Relation::AInB; 2];
    assert!(are_equal || back.relation == found.relation.swapped(), "{found:?} {back:?}");
    found.relation
}

/// The shell between two corners of the lattice.
fn shell(low: [usize; 3], high: [usize; 3]) -> Shell {
    Shell { low, high, is_turned: false }
}

/// Cause: planes that cut what the bodies share said nothing of a plate that lies in one of them, and only a mesh that is all plates
/// was left out. So a plate beside a solid touched the wall of the body in which it lies. Law: what else is in the mesh changes nothing.
#[test]
fn a_plate_beside_solids_in_one_mesh_is_in_the_body_that_it_touches_from_inside() {
    let places = [[0.0, 1.0, 2.0, 3.0, 4.0]; 3];
    let room = [shell([1, 1, 1], [4, 4, 4])];
    let far = shell([0, 0, 0], [1, 1, 0]);
    for (name, plate) in [
        ("its rim on a wall", shell([2, 1, 2], [2, 3, 3])),
        ("its rim on two walls", shell([2, 1, 1], [2, 3, 3])),
        ("its rim on four walls", shell([2, 1, 1], [2, 4, 4])),
        ("a corner on an edge", shell([2, 1, 1], [2, 2, 2])),
    ] {
        for (beside, solids) in [
            ("nothing", vec![]),
            ("a solid elsewhere", vec![shell([0, 0, 0], [1, 1, 1])]),
            ("a solid on the wall", vec![shell([0, 2, 2], [1, 3, 3])]),
            ("a solid on the wall that it ends on", vec![shell([2, 0, 2], [3, 1, 3])]),
            ("a solid around the corner", vec![shell([0, 0, 0], [1, 4, 4]), shell([1, 0, 0], [4, 1, 4])]),
            ("a plate outside", vec![far]),
        ] {
            let body: Vec<Shell> = [plate].into_iter().chain(solids).collect();
            let counted = Counted::of([&body, &room]);
            assert!(counted.holds_a_plate && !counted.shares_a_cell && counted.meets);
            let [a, b] = [&body[..], &room].map(|shells| union(shells, &places, &mut Random(1)));
            let expected = if body.len() == 1 { Relation::AInB } else { Relation::Crossing };
            assert_eq!(
                [counted.relation(), related(&a, &b, Pose::identity())],
                [expected; 2],
                "{name}, beside {beside}"
            );
        }
    }
}

/// Law: the relation of unions of boxes and plates is that of counting on their lattice, in either order, in every frame, and for
/// lattices whose places are a few roundings apart.
#[test]
fn the_relation_of_boxes_and_plates_in_one_mesh_is_that_of_counting() {
    // 6,000 rounds were run once, with no other answer: 446 with a plate alone in common, 287 of them beside solids.
    let mut random = Random(2_640);
    let (mut seen, mut by_plates_alone) = ([0; 5], 0);
    for round in 0..200 {
        let bodies = [0; 2].map(|_| {
            let count = 1 + random.bits() % 3;
            (0..count).map(|_| Shell::random(&mut random)).collect::<Vec<_>>()
        });
        let counted = Counted::of(bodies.each_ref().map(Vec::as_slice));
        let places = [0; 3].map(|_| {
            let mut place = (random.bits() % 4) as f64;
            [0; SIZE].map(|_| {
                place += if random.bits().is_multiple_of(4) { 8.0 * f64::EPSILON } else { 1.0 };
                place
            })
        });
        let pose = if round % 3 == 0 { random.pose(2.0) } else { Pose::identity() };
        let [a, b] = bodies.each_ref().map(|shells| union(shells, &places, &mut random));
        assert_eq!(related(&a, &b, pose), counted.relation(), "{bodies:?} {places:?} {pose:?}");
        seen[counted.relation() as usize] += 1;
        let are_mixed =
            bodies.iter().any(|shells| shells.iter().any(Shell::is_plate) && !shells.iter().all(Shell::is_plate));
        by_plates_alone += u32::from(counted.holds_a_plate && !counted.shares_a_cell && counted.meets && are_mixed);
    }
    assert!(seen.iter().all(|&count| count >= 2) && by_plates_alone >= 5, "{seen:?} {by_plates_alone}");
}
