//! Links that are inside other links: at configurations, along paths, over ranges, for single joints.

use crate::robots::*;
use clearance::vec3;
use clearance_robot::{
    Contact, Element, FreeEnd, JointKind, Origin, PairRules, Passage, Path, Question, Robot, Shape, TileKind, Verdict,
};
use clearance_scene::Mesh;
use std::sync::Arc;

/// An octahedron with corners at a distance r from a point: a ball of a mesh.
pub fn ball(centre: [f64; 3], r: f64) -> Element {
    let corners = [X, Y, Z].into_iter().flat_map(|axis| [axis.map(|x| r * x), axis.map(|x| -r * x)]);
    let corners: Vec<[f64; 3]> = corners.collect();
    let side =
        |x: u32, y: u32, z: u32| if (x + y + z).is_multiple_of(2) { [x, 2 + y, 4 + z] } else { [2 + y, x, 4 + z] };
    let triangles: Vec<[u32; 3]> = (0..8).map(|i| side(i & 1, i >> 1 & 1, i >> 2)).collect();
    mesh(centre, &corners, &triangles)
}

pub fn mesh(centre: [f64; 3], corners: &[[f64; 3]], triangles: &[[u32; 3]]) -> Element {
    let mesh = Arc::new(Mesh::new(corners, triangles).unwrap());
    Element { origin: Origin::at(centre), shape: Shape::Mesh { mesh, scale: [1.0; 3] } }
}

/// All triangles of some elements in one mesh, but for those that are left out.
pub fn joined(elements: &[Element], left_out: &[usize]) -> Element {
    let (mut corners, mut triangles) = (Vec::<[f64; 3]>::new(), Vec::new());
    for element in elements {
        let Shape::Mesh { mesh, .. } = &element.shape else { panic!() };
        let first = corners.len() as u32;
        let [x, y, z] = element.origin.xyz;
        corners.extend(mesh.vertices().iter().map(|p| <[f64; 3]>::from(*p + vec3(x, y, z))));
        triangles.extend(mesh.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
    }
    let kept = triangles.iter().enumerate().filter(|(number, _)| !left_out.contains(number));
    let kept: Vec<[u32; 3]> = kept.map(|(_, corners)| *corners).collect();
    mesh([0.0; 3], &corners, &kept)
}

/// A hand that slides along x, 0 inside a shell of the size 2.
fn in_shell(shell: Vec<Element>, hand: Vec<Element>) -> Robot {
    let links = vec![link("shell", shell), link("hand", hand)];
    robot(links, vec![limited(joint("slide", JointKind::Prismatic, [0, 1], [0.0; 3], X), -4.0, 4.0)])
}

fn shell() -> Element {
    surface([0.0; 3], [2.0; 3])
}

fn contact(robot: &Robot, q: f64) -> Contact {
    robot.clearance(&[q], &[[0, 1]]).unwrap().unwrap().contact
}

fn line(robot: &Robot, rows: &[f64]) -> Path {
    Path::linear(robot, &rows.iter().map(|&q| vec![q]).collect::<Vec<_>>(), None).unwrap()
}

/// Cause: distances were those of surfaces alone, so a ball in a shell was clear of it.
#[test]
fn a_ball_inside_a_shell_is_not_clear_at_a_configuration() {
    for hand in [ball([0.0; 3], 0.25), cuboid([0.0; 3], [0.25; 3])] {
        let robot = in_shell(vec![shell()], vec![hand]);
        let pairs = robot.pairs(&PairRules::default());
        let inside = robot.clearance(&[0.125], &pairs).unwrap().unwrap();
        assert_eq!((inside.contact, inside.distance), (Contact::Inside, 0.0));
        assert_eq!((inside.lower, inside.upper), (0.0, 0.0));
        // The point is in both.
        assert!(inside.point_a == inside.point_b && (inside.point_a - vec3(0.125, 0.0, 0.0)).length() <= 0.25);
        assert_eq!(inside.normal.length(), 1.0);
        let mut watch = robot.watch(pairs.clone());
        for limit in [0.0, 0.1, 0.5, 10.0] {
            assert!(watch.below(&[0.125], limit).unwrap().is_some_and(|found| found.contact == Contact::Inside));
        }
        assert!(watch.below(&[3.0], 0.5).unwrap().is_none());
        let rows: Vec<Vec<f64>> = [-3.0, -1.1, 0.0, 0.5, 1.1, 3.0].map(|q| vec![q]).to_vec();
        let many = robot.clearances(&rows, &pairs).unwrap();
        let contacts: Vec<Contact> = many.iter().flatten().map(|found| found.contact).collect();
        let [apart, meeting, inside] = [Contact::Apart, Contact::Meeting, Contact::Inside];
        assert_eq!(contacts, [apart, meeting, inside, inside, meeting, apart]);
        // Memory of what was near changes nothing.
        let remembered: Vec<_> = rows.iter().map(|q| watch.clearance(q).unwrap()).collect();
        assert_eq!(remembered, many);
    }
}

#[test]
fn the_gradient_inside_is_not_regular() {
    let robot = in_shell(vec![shell()], vec![ball([0.0; 3], 0.25)]);
    let answer = robot.clearance(&[0.125], &[[0, 1]]).unwrap().unwrap();
    assert!(!robot.gradient(&[0.125], &[[0, 1]], &answer).unwrap().unwrap().regular);
}

#[test]
fn the_shell_may_be_the_link_that_moves() {
    let links = vec![link("ball", vec![ball([0.0; 3], 0.25)]), link("shell", vec![shell()])];
    let robot = robot(links, vec![joint("turn", JointKind::Continuous, [0, 1], [0.0; 3], Z)]);
    assert_eq!(contact(&robot, 0.7), Contact::Inside);
}

#[test]
fn an_open_mesh_has_no_inside_and_may_be_inside() {
    let open = joined(&[shell()], &[3]);
    assert_eq!(contact(&in_shell(vec![open.clone()], vec![ball([0.0; 3], 0.25)]), 0.0), Contact::Apart);
    assert_eq!(contact(&in_shell(vec![surface([0.0; 3], [8.0; 3])], vec![open]), 0.0), Contact::Inside);
}

#[test]
fn a_closed_part_of_a_mesh_with_an_open_one_has_an_inside() {
    let plate = joined(&[surface([9.0, 0.0, 0.0], [1.0; 3])], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let with_plate = joined(&[shell(), plate.clone()], &[]);
    assert!(matches!(&with_plate.shape, Shape::Mesh { mesh, .. } if !mesh.is_closed()));
    assert_eq!(contact(&in_shell(vec![with_plate], vec![ball([0.0; 3], 0.25)]), 0.0), Contact::Inside);
    // The same as two elements of the link.
    assert_eq!(contact(&in_shell(vec![plate, shell()], vec![ball([0.0; 3], 0.25)]), 0.0), Contact::Inside);
}

#[test]
fn elements_that_overlap_and_are_turned_against_each_other_do_not_cancel() {
    // Where both shells are, the one goes around once and the mirrored one minus once.
    let Shape::Mesh { mesh, .. } = shell().shape else { panic!() };
    let mirrored =
        Element { origin: Origin::at([0.25, 0.0, 0.0]), shape: Shape::Mesh { mesh, scale: [-1.0, 1.0, 1.0] } };
    assert_eq!(contact(&in_shell(vec![shell(), mirrored], vec![ball([0.0; 3], 0.25)]), 0.0), Contact::Inside);
}

#[test]
fn a_cavity_is_outside() {
    let cavity = surface([0.0; 3], [1.0; 3]);
    let Shape::Mesh { mesh, .. } = &cavity.shape else { panic!() };
    let turned: Vec<[u32; 3]> = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    let corners: Vec<[f64; 3]> = mesh.vertices().iter().map(|p| (*p).into()).collect();
    let hollow = joined(&[shell(), self::mesh([0.0; 3], &corners, &turned)], &[]);
    let robot = in_shell(vec![hollow], vec![ball([0.0; 3], 0.125)]);
    assert_eq!(contact(&robot, 0.0), Contact::Apart);
    assert_eq!(contact(&robot, 0.75), Contact::Inside);
    assert_eq!(contact(&robot, 0.45), Contact::Meeting);
}

#[test]
fn one_part_of_a_link_inside_is_enough() {
    let robot = in_shell(vec![shell()], vec![joined(&[ball([5.0, 0.0, 0.0], 0.25), ball([0.0; 3], 0.25)], &[])]);
    let found = robot.clearance(&[0.0], &[[0, 1]]).unwrap().unwrap();
    assert_eq!(found.contact, Contact::Inside);
    assert!(found.point_a.length() <= 0.25, "{found:?}");
}

#[test]
fn pairs_that_are_disabled_are_not_asked() {
    let robot = in_shell(vec![shell()], vec![ball([0.0; 3], 0.25)]);
    let mut rules = PairRules::default();
    rules.disable([0, 1]);
    let pairs = robot.pairs(&rules);
    assert!(robot.clearance(&[0.0], &pairs).unwrap().is_none());
    let path = line(&robot, &[0.0, 0.25]);
    assert!(matches!(robot.along(&path, &pairs, &[]).unwrap().passage(0.0), Passage::Clear { .. }));
}

#[test]
fn a_path_inside_a_shell_is_not_clear_and_has_no_clearance() {
    let robot = in_shell(vec![shell()], vec![ball([0.0; 3], 0.25)]);
    let path = line(&robot, &[0.0, 0.25, -0.25]);
    for tube in [&[][..], &[0.125]] {
        let along = robot.along(&path, &[[0, 1]], tube).unwrap();
        assert_eq!(along.passage(0.0), Passage::Inside { time: 0.0, pair: [0, 1] });
        let least = along.least(1e-4).unwrap();
        assert_eq!((least.lower, least.upper, least.pair), (0.0, 0.0, [0, 1]));
    }
    let along = robot.along(&path, &[[0, 1]], &[]).unwrap();
    let [all] = along.below(0.01, 1e-3).try_into().unwrap();
    assert_eq!((all.from, all.to, all.is_proven), (0.0, 2.0, true));
    // On a path outside of it nothing changes.
    let outside = line(&robot, &[3.0, 2.0]);
    let along = robot.along(&outside, &[[0, 1]], &[]).unwrap();
    assert!(matches!(along.passage(0.5), Passage::Clear { bound } if bound > 0.5 && bound <= 0.75));
    assert!(along.below(0.5, 1e-3).is_empty());
}

#[test]
fn a_path_into_a_shell_is_stopped_at_its_wall_and_below_the_limit_inside() {
    let robot = in_shell(vec![shell()], vec![ball([0.0; 3], 0.25)]);
    // In through the wall at 1, out through that at −1: contact from q = 1.25 to 0.75, and from −0.75 to −1.25.
    let path = line(&robot, &[3.0, -3.0]);
    let along = robot.along(&path, &[[0, 1]], &[]).unwrap();
    let Passage::Stopped { clear_until, proven_at, meeting, .. } = along.passage(0.0) else { panic!() };
    let contact = (3.0 - 1.25) / 6.0;
    assert!(clear_until <= contact && contact - clear_until < 1e-8, "{clear_until}");
    assert!(proven_at.is_some() && meeting.is_some());
    assert_eq!(along.least(1e-4).unwrap().upper, 0.0);
    // From 0.1 before the first contact to 0.1 after the last one, without a gap.
    let [all] = along.below(0.1, 1e-6).try_into().unwrap();
    let ends = [(3.0 - 1.35) / 6.0, (3.0 + 1.35) / 6.0];
    assert!(all.is_proven && all.from <= ends[0] && ends[0] - all.from < 1e-5, "{all:?}");
    assert!(all.to >= ends[1] && all.to - ends[1] < 1e-5, "{all:?}");
}

#[test]
fn a_joint_whose_links_are_in_each_other_at_home_has_no_free_range() {
    let robot = in_shell(vec![shell()], vec![ball([0.0; 3], 0.25)]);
    let ranges = robot.free_ranges(&PairRules::default());
    for end in [&ranges[0].lower, &ranges[0].upper] {
        assert_eq!(*end, FreeEnd::Stopped { clear: 0.0, meets: Some(0.0), pair: [0, 1] });
    }
}

#[test]
fn a_map_of_a_ball_in_and_out_of_a_shell_says_meeting_inside() {
    let robot = in_shell(vec![shell()], vec![ball([0.0; 3], 0.25)]);
    let survey = robot.survey([0, 1], &Question { cells: 200, ..Question::default() }).unwrap();
    let (mut apart, mut meeting) = (0, 0);
    for tile in &survey.tiles {
        let [low, high] = tile.ends[0];
        let found = contact(&robot, 0.5 * low + 0.5 * high);
        apart += usize::from(matches!(tile.kind, TileKind::Apart { .. }));
        meeting += usize::from(tile.kind == TileKind::Meeting);
        match &tile.kind {
            TileKind::Apart { .. } => assert_eq!(found, Contact::Apart, "{tile:?}"),
            TileKind::Meeting => assert!(matches!(found, Contact::Inside | Contact::Meeting), "{tile:?}"),
            _ => {}
        }
    }
    assert!(apart >= 4 && meeting >= 4 && survey.is_inside, "{apart} {meeting}");
}

#[test]
fn configurations_paths_and_claims_about_ranges_agree_on_what_is_inside() {
    let mut random = Random(7);
    let (mut inside, mut never, mut clear) = (0, 0, 0);
    for round in 0..120 {
        let mut place = |most: f64| [0; 3].map(|_| random.between(-most, most));
        let kinds: [fn([f64; 3], f64) -> Element; 2] = [ball, |centre, r| surface(centre, [r; 3])];
        let hand = kinds[round % 2](place([1.0, 2.5][round / 2 % 2]), 0.2);
        let outer =
            if round % 3 == 0 { joined(&[shell(), surface([7.0, 0.0, 0.0], [1.0; 3])], &[14]) } else { shell() };
        let links = vec![link("shell", vec![outer]), link("hand", vec![hand])];
        let low = random.between(-3.0, 2.0);
        let turn =
            limited(joint("turn", JointKind::Revolute, [0, 1], [0.0, 0.0, 0.1], [0.2, 0.1, 1.0]), low, low + 1.0);
        let robot = robot(links, vec![turn]);
        let verdict = robot.prove([0, 1], &Question::default()).verdict;
        let path = line(&robot, &[low, low + 1.0]);
        let along = robot.along(&path, &[[0, 1]], &[]).unwrap();
        let passage = along.passage(0.0);
        let contacts: Vec<Contact> = (0..20).map(|i| contact(&robot, low + f64::from(i) / 20.0)).collect();
        match verdict {
            Verdict::Never { .. } => {
                never += 1;
                assert!(contacts.iter().all(|contact| *contact == Contact::Apart));
                assert!(matches!(passage, Passage::Clear { .. }));
                assert!(along.least(1e-3).unwrap().upper > 0.0 && along.below(1e-9, 1e-3).is_empty());
            }
            Verdict::Inside { .. } => {
                inside += 1;
                assert!(contacts.iter().all(|contact| *contact == Contact::Inside));
                assert!(matches!(passage, Passage::Inside { .. }));
                assert_eq!(along.least(1e-3).unwrap().upper, 0.0);
                let all = along.below(1e-9, 1e-3);
                assert!(all.len() == 1 && all[0].from == 0.0 && all[0].to == 1.0, "{all:?}");
            }
            _ => assert!(!matches!(passage, Passage::Clear { .. }), "{passage:?}"),
        }
        clear += usize::from(matches!(passage, Passage::Clear { .. }));
    }
    assert!(inside > 20 && never > 10 && clear == never, "{inside} {never} {clear}");
}
