//! Solids in named placings: most touch in a way that no pair of triangles decides alone.

use crate::shapes::{Parts, Random, cuboid, mesh, times, torus};
use clearance::{Pose, Quaternion, vec3};
use clearance_scene::{Mesh, Relation, relation};

fn octahedron() -> Parts {
    let vertices =
        vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let triangles = (0..4).flat_map(|i| [[i, (i + 1) % 4, 4], [(i + 1) % 4, i, 5]]);
    (vertices, triangles.collect())
}

fn tetrahedron() -> Parts {
    let vertices = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    (vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
}

fn joined(parts: &[Parts]) -> Parts {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (points, faces) in parts {
        let first = vertices.len() as u32;
        vertices.extend(points);
        triangles.extend(faces.iter().map(|face| face.map(|vertex| vertex + first)));
    }
    (vertices, triangles)
}

fn turned((vertices, triangles): &Parts) -> Parts {
    (vertices.clone(), triangles.iter().map(|&[a, b, c]| [a, c, b]).collect())
}

/// The relation with the second body moved. Exchanged and turned inside out it is the same.
fn related(a: &Parts, b: &Parts, shift: [f64; 3]) -> Relation {
    let at = |a: &Mesh, b: &Mesh| relation(&a.at(Pose::identity()), &b.at(Pose::translation(shift))).unwrap();
    let answer = at(&mesh(a), &mesh(b));
    assert!(!answer.open && (answer.relation == Relation::Apart) == answer.point.is_none());
    assert_eq!(at(&mesh(&turned(a)), &mesh(b)).relation, answer.relation);
    let back = relation(&mesh(b).at(Pose::translation(shift)), &mesh(a).at(Pose::identity())).unwrap();
    let equal = answer.relation == Relation::AInB && back.relation == Relation::AInB;
    assert!(equal || back.relation == answer.relation.swapped(), "{answer:?} {back:?}");
    assert_eq!(back.leaves.map(|[b, a]| [a, b]), answer.leaves);
    answer.relation
}

/// Law: an octahedron whose equator lies in the top of a slab is half in it, although no pair of triangles crosses.
#[test]
fn an_octahedron_with_its_equator_in_the_top_of_a_slab_crosses_it() {
    let slab = cuboid([-4.0, -4.0, -4.0], [4.0, 4.0, 0.0]);
    assert_eq!(related(&slab, &octahedron(), [0.0; 3]), Relation::Crossing);
    assert_eq!(related(&slab, &octahedron(), [0.0, 0.0, 1.0]), Relation::Touching);
    assert_eq!(related(&slab, &octahedron(), [0.0, 0.0, -1.0]), Relation::BInA);
    // A slab in which the octahedron just fits, corner to wall.
    assert_eq!(related(&cuboid([-1.0; 3], [1.0; 3]), &octahedron(), [0.0; 3]), Relation::BInA);
}

/// Law: a cube on a table, in a corner of a room and in a hole of its own size touches.
#[test]
fn cubes_on_tables_in_corners_and_in_holes_touch() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let table = cuboid([-3.0, -3.0, -1.0], [5.0, 4.0, 0.0]);
    assert_eq!(related(&table, &cube, [0.0; 3]), Relation::Touching);
    assert_eq!(related(&table, &cube, [0.25, -3.5, 0.0]), Relation::Touching);
    let walls = [cuboid([-1.0, -1.0, -1.0], [0.0, 5.0, 5.0]), cuboid([-1.0, -1.0, -1.0], [5.0, 0.0, 5.0])];
    let room = joined(&[table.clone(), walls[0].clone(), walls[1].clone()]);
    assert_eq!(related(&room, &cube, [0.0; 3]), Relation::Touching);
    assert_eq!(related(&room, &cube, [0.0, 0.0, -f64::EPSILON]), Relation::Crossing);
    // A block with a square hole of the cube's size through it: four bars.
    let bars = [
        cuboid([-1.0, -1.0, 0.0], [0.0, 2.0, 1.0]),
        cuboid([1.0, -1.0, 0.0], [2.0, 2.0, 1.0]),
        cuboid([0.0, -1.0, 0.0], [1.0, 0.0, 1.0]),
        cuboid([0.0, 1.0, 0.0], [1.0, 2.0, 1.0]),
    ];
    for z in [0.0, 0.5, -1.0, 1.0] {
        assert_eq!(related(&joined(&bars), &cube, [0.0, 0.0, z]), Relation::Touching, "{z}");
    }
    assert_eq!(related(&joined(&bars), &cube, [0.0, 0.0, 1.5]), Relation::Apart);
    assert_eq!(related(&joined(&bars), &cube, [f64::EPSILON, 0.0, 0.0]), Relation::Crossing);
}

/// Law: solids that share faces, edges and corners from outside touch, and from inside one holds the other.
#[test]
fn solids_that_share_faces_edges_and_corners_touch_or_hold_each_other() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    assert_eq!(related(&cube, &cube, [0.0; 3]), Relation::AInB);
    for shift in [[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 0.5], [1.0; 3], [-1.0, 1.0, 1.0]] {
        assert_eq!(related(&cube, &cube, shift), Relation::Touching, "{shift:?}");
    }
    for shift in [[0.5, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5; 3]] {
        assert_eq!(related(&cube, &cube, shift), Relation::Crossing, "{shift:?}");
    }
    // Half a face from inside, an edge from inside, a corner from inside.
    let half = cuboid([0.25, 0.25, 0.0], [0.75, 1.0, 0.5]);
    assert_eq!(related(&half, &cube, [0.0; 3]), Relation::AInB);
    assert_eq!(related(&half, &cube, [0.0, 0.0, 0.25]), Relation::Crossing);
    assert_eq!(related(&times(&cube, 0.5), &cube, [0.0; 3]), Relation::AInB);
    assert_eq!(related(&cube, &tetrahedron(), [0.0; 3]), Relation::BInA);
    // Two tetrahedra at one edge, with the corner of the second outside and inside the wedge of the first.
    let first = tetrahedron();
    let beside = (vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]], first.1.clone());
    assert_eq!(related(&first, &turned(&beside), [0.0; 3]), Relation::Touching);
    let within = (vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 3.0, 1.0], [0.0, 1.0, 3.0]], first.1.clone());
    assert_eq!(related(&first, &within, [0.0; 3]), Relation::Crossing);
    // Corner to corner.
    let mirrored = (first.0.iter().map(|point| point.map(|x| 0.0 - x)).collect(), first.1.clone());
    assert_eq!(related(&first, &mirrored, [0.0; 3]), Relation::Touching);
}

/// Law: a cavity is outside, a shell that turns the same way is not, and rings in each other are apart.
#[test]
fn cavities_shells_and_linked_rings() {
    let outer = cuboid([-4.0; 3], [4.0; 3]);
    let inner = cuboid([-2.0; 3], [2.0; 3]);
    let hollow = joined(&[outer.clone(), turned(&inner)]);
    let doubled = joined(&[outer.clone(), inner.clone()]);
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    assert_eq!(related(&hollow, &cube, [0.0; 3]), Relation::Apart);
    assert_eq!(related(&doubled, &cube, [0.0; 3]), Relation::BInA);
    assert_eq!(related(&hollow, &cube, [1.0, 0.0, 0.0]), Relation::Touching);
    assert_eq!(related(&doubled, &cube, [1.0, 0.0, 0.0]), Relation::BInA);
    assert_eq!(related(&hollow, &cube, [1.5, 0.0, 0.0]), Relation::Crossing);
    assert_eq!(related(&doubled, &cube, [1.5, 0.0, 0.0]), Relation::BInA);
    assert_eq!(related(&hollow, &cube, [3.0, 0.0, 0.0]), Relation::BInA);
    assert_eq!(related(&hollow, &inner, [0.0; 3]), Relation::Touching);
    assert_eq!(related(&hollow, &outer, [0.0; 3]), Relation::AInB);
    assert_eq!(related(&doubled, &outer, [0.0; 3]), Relation::AInB);
    // Parts of one body in and beside the other: the surfaces are apart, and neither holds the other.
    let two = joined(&[cube.clone(), cuboid([9.0; 3], [10.0; 3])]);
    assert_eq!(related(&two, &outer, [0.0; 3]), Relation::Crossing);
    assert_eq!(related(&joined(&[outer.clone(), cuboid([9.0; 3], [10.0; 3])]), &cube, [0.0; 3]), Relation::BInA);
    assert_eq!(related(&joined(&[doubled, cuboid([9.0; 3], [10.0; 3])]), &cube, [0.0; 3]), Relation::BInA);
    let ring = torus(16, 8, 0.25);
    let upright = (ring.0.iter().map(|&[x, y, z]| [x, z, -y]).collect(), ring.1.clone());
    assert_eq!(related(&ring, &upright, [1.0, 0.0, 0.0]), Relation::Apart);
    assert_eq!(related(&ring, &upright, [1.5, 0.0, 0.0]), Relation::Crossing);
}

/// Law: an open mesh counts as its surface.
#[test]
fn an_open_mesh_counts_as_its_surface() {
    let cube = mesh(&cuboid([0.0; 3], [4.0; 3]));
    let sheet = mesh(&(vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]));
    let at = |x: f64, z: f64| relation(&sheet.at(Pose::translation([x, 1.0, z])), &cube.at(Pose::identity())).unwrap();
    for (x, z, expected) in [
        (1.0, 2.0, Relation::AInB),
        (3.5, 2.0, Relation::Crossing),
        (3.0, 2.0, Relation::Crossing),
        (1.0, 4.0, Relation::Crossing),
        (1.0, 5.0, Relation::Apart),
    ] {
        let answer = at(x, z);
        assert_eq!((answer.relation, answer.open), (expected, true), "{x} {z}");
    }
    // A cube without one face holds nothing.
    let (vertices, mut faces) = cuboid([0.0; 3], [4.0; 3]);
    faces.pop();
    let pot = mesh(&(vertices, faces));
    let small = mesh(&cuboid([1.0; 3], [2.0; 3]));
    let answer = relation(&pot.at(Pose::identity()), &small.at(Pose::identity())).unwrap();
    assert_eq!((answer.relation, answer.open), (Relation::Apart, true));
    // Vertices that are not shared close a surface all the same, and a turned triangle does not open it.
    let (vertices, mut faces) = cuboid([0.0; 3], [4.0; 3]);
    faces[3].swap(0, 1);
    let corners: Vec<[f64; 3]> = faces.iter().flatten().map(|&vertex| vertices[vertex as usize]).collect();
    let loose = mesh(&(corners, (0..12).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect()));
    let answer = relation(&loose.at(Pose::identity()), &small.at(Pose::identity())).unwrap();
    assert_eq!((answer.relation, answer.open), (Relation::BInA, false));
    let answer = relation(&loose.at(Pose::identity()), &small.at(Pose::translation([2.0, 0.0, 0.0]))).unwrap();
    assert_eq!((answer.relation, answer.open), (Relation::BInA, false));
}

/// Law: a common motion that is not exact changes no verdict that has room, and a pose without numbers has none.
#[test]
fn turned_solids_have_the_same_relation_where_there_is_room() {
    let mut random = Random(5);
    let ring = mesh(&torus(12, 8, 0.25));
    let cube = mesh(&cuboid([-0.125; 3], [0.125; 3]));
    let mut seen = [0; 5];
    for round in 0..10 {
        let motion = random.pose(2.0);
        for (x, z, expected) in [
            (1.0, 0.0, Relation::BInA),
            (1.25, 0.0, Relation::Crossing),
            (0.0, 0.0, Relation::Apart),
            (1.0, 0.5, Relation::Apart),
        ] {
            let moved = motion.after(&Pose::translation([x, 0.0, z]));
            let answer = relation(&ring.at(motion), &cube.at(moved)).unwrap();
            assert_eq!(answer.relation, expected);
            seen[expected as usize] += 1;
        }
        // Equal poses of one mesh are equal solids, whatever the rotation is.
        if round % 4 == 0 {
            assert_eq!(relation(&cube.at(motion), &cube.at(motion)).unwrap().relation, Relation::AInB);
        }
    }
    assert_eq!(seen[0], 20);
    let nan = Quaternion { w: f64::NAN, ..Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), 0.0) };
    assert!(relation(&ring.at(Pose { rotation: nan, ..Pose::identity() }), &cube.at(Pose::identity())).is_none());
}

/// Law: mirrored and scaled instances are what they show.
#[test]
fn mirrored_and_scaled_instances_have_their_own_relation() {
    let cube = mesh(&cuboid([0.0; 3], [1.0; 3]));
    let at = |x: f64| cube.at(Pose::translation([x, 0.0, 0.0]));
    let left = at(0.0).mirrored([true, false, false]);
    assert_eq!(relation(&left, &at(0.0)).unwrap().relation, Relation::Touching);
    assert_eq!(relation(&left, &at(-1.0)).unwrap().relation, Relation::AInB);
    assert_eq!(relation(&left.scaled(0.5), &at(-1.0)).unwrap().relation, Relation::AInB);
    assert_eq!(relation(&left.scaled(2.0), &at(-1.0)).unwrap().relation, Relation::BInA);
    assert_eq!(relation(&left.scaled(0.5), &at(-0.75)).unwrap().relation, Relation::AInB);
    assert_eq!(relation(&left.scaled(0.5), &at(-1.25)).unwrap().relation, Relation::Crossing);
    assert_eq!(relation(&left.scaled(0.5), &at(-1.5)).unwrap().relation, Relation::Touching);
}

/// Law: a small body that does not meet a surface is in its solid where the surface goes around it; for bodies that are
/// turned, mirrored and scaled, and for the smallest bodies.
#[test]
fn a_small_body_is_inside_where_the_surface_goes_around_it() {
    let mut random = Random(47);
    let ring = mesh(&torus(24, 12, 0.4));
    let (mut inside, mut outside) = (0, 0);
    for round in 0..120 {
        let pose = random.pose(2.0);
        let factor = [1.0, 1e-3, 7e5][round % 3];
        let body = ring.at(pose).scaled(factor).mirrored([round % 2 == 0, false, round % 5 == 0]);
        // Half of the points are in the tube or beside it.
        let angle = std::f64::consts::PI * random.signed();
        let reach = 1.0 + 0.5 * random.signed();
        let own = vec3(reach * angle.cos(), reach * angle.sin(), 0.5 * random.signed());
        let [x, y, z] = body.factors();
        let place = pose.apply(vec3(own.x * x, own.y * y, own.z * z));
        let seed = mesh(&times(&tetrahedron(), factor * [1e-3, 1e-9][round / 2 % 2]));
        let seed = seed.at(Pose { translation: place, ..random.pose(0.0) });
        let answer = relation(&seed, &body).unwrap();
        if answer.leaves.is_some() || clearance_scene::distance(&seed, &body).distance < 1e-6 * factor {
            continue;
        }
        let is_inside = ring.winding_number(own).is_some_and(|number| number != 0);
        let expected = if is_inside { Relation::AInB } else { Relation::Apart };
        assert_eq!(answer.relation, expected, "{own:?} {factor}");
        assert_eq!(relation(&body, &seed).unwrap().relation, expected.swapped());
        if is_inside { inside += 1 } else { outside += 1 }
    }
    assert!(inside >= 25 && outside >= 25, "{inside} {outside}");
}

/// Cause: from a point on the line of a triangle without area every ray meets the triangle's edges, so a ray was sought without
/// end. Two boxes without a thickness have such triangles on one line, each beyond the end of the other's.
/// Law: two flat boxes enclose nothing: they cross a body through which they go, and share no ball with it.
#[test]
fn boxes_without_a_thickness_whose_edges_run_on_one_line_cross_what_they_cut() {
    let flat = joined(&[cuboid([-3.0, 2.0, 1.0], [1.0, 2.0, 3.0]), cuboid([-4.0, 0.0, 1.0], [0.0, 2.0, 1.0])]);
    let corner = |k: u32| {
        let (sine, cosine) = (f64::from(k) * std::f64::consts::FRAC_PI_3).sin_cos();
        [2.445 * cosine, 2.445 * sine, 0.0]
    };
    let spindle: Parts = (
        [vec![[0.0, 0.0, 2.445], [0.0, 0.0, -2.445]], (0..6).map(corner).collect()].concat(),
        (0..6).flat_map(|k| [[0, 2 + k, 2 + (k + 1) % 6], [1, 2 + (k + 1) % 6, 2 + k]]).collect(),
    );
    assert!(mesh(&flat).is_closed() && mesh(&spindle).is_closed());
    for shift in [[0.0, 1.99994, 2.0], [0.0, 1.999_944_954_069_558, 2.0], [0.5, 2.0, 2.0]] {
        assert_eq!(related(&flat, &spindle, shift), Relation::Crossing, "{shift:?}");
        let (flat, spindle) = (mesh(&flat), mesh(&spindle));
        let (flat, spindle) = (flat.at(Pose::identity()), spindle.at(Pose::translation(shift)));
        let found = clearance_scene::overlap(&flat, &spindle).unwrap();
        assert!(found.lower == 0.0 && found.upper > 1.0 && found.open, "{shift:?} {found:?}");
    }
}

/// Law: triangles of which two corners are equal, at the edges of others, change no relation. Random boxes of a lattice, half of them
/// without a thickness.
#[test]
fn triangles_without_area_change_no_relation() {
    let mut random = Random(97);
    let mut counts = [0; 5];
    for _ in 0..240 {
        let mut boxes = || {
            let count = 1 + random.bits() as usize % 2;
            let block = |_| {
                let mut number = |most: u64| (random.bits() % most) as f64;
                let low = [number(3), number(3), number(3)];
                let mut size = [1.0 + number(3), 1.0 + number(3), 1.0 + number(3)];
                let flat = number(6) as usize;
                size.iter_mut().skip(flat).take(1).for_each(|size| *size = 0.0);
                cuboid(low, [0, 1, 2].map(|axis| low[axis] + size[axis]))
            };
            joined(&(0..count).map(block).collect::<Vec<_>>())
        };
        let (a, b) = (boxes(), boxes());
        let kept = |(vertices, triangles): &Parts| -> Parts {
            let at = |vertex: u32| vertices[vertex as usize];
            let is_proper = |[a, b, c]: &[u32; 3]| at(*a) != at(*b) && at(*b) != at(*c) && at(*c) != at(*a);
            (vertices.clone(), triangles.iter().copied().filter(is_proper).collect())
        };
        let without = [kept(&a), kept(&b)];
        let found = related(&a, &b, [0.0; 3]);
        assert_eq!(related(&without[0], &without[1], [0.0; 3]), found, "{a:?} {b:?}");
        counts[found as usize] += 1;
    }
    assert!(counts[..3].iter().all(|&count| count > 10), "{counts:?}");
}
