//! Proofs of robots with tricks: what the search proves, the checker accepts, and samples do not contradict it.

use crate::robots::*;
use clearance_robot::proof::{Proof, Proven, Surfaces};
use clearance_robot::{
    Description, Element, JointKind, Link, Origin, Passage, Path, Question, Robot, Rotation, Shape, Verdict,
};
use clearance_verify::robot::{RobotFact, check_robot};
use std::f64::consts::PI;

fn proven(robot: &Robot, description: &Description) -> (Proven, Vec<clearance_robot::Claim>) {
    proven_in(20_000, robot, description)
}

fn proven_in(cells: u64, robot: &Robot, description: &Description) -> (Proven, Vec<clearance_robot::Claim>) {
    let proof = Proof::new(robot, description, &[]);
    let question = Question { cells, ..Question::default() };
    let mut claims = Vec::new();
    for a in 0..robot.link_count() {
        for b in a + 1..robot.link_count() {
            claims.push(proof.prove([a, b], &question));
        }
    }
    (proof.finish().unwrap(), claims)
}

/// A shape of any kind, at a place near the origin.
fn any_shape(random: &mut Random) -> Element {
    let mut size = || random.between(0.05, 0.25);
    let [x, y, z] = [size(), size(), size()];
    let Shape::Mesh { mesh, .. } = surface([0.0; 3], [1.0; 3]).shape else { unreachable!() };
    let shape = match random.between(0.0, 6.0) as u32 {
        0 => Shape::Sphere { radius: 0.5 * x },
        1 => Shape::Capsule { radius: 0.5 * x, length: y },
        2 => Shape::Cylinder { radius: 0.5 * x, length: y },
        3 => Shape::Cuboid { size: [x, y, z] },
        // A mirrored one, too.
        4 => Shape::Mesh { mesh, scale: [-x, y, z] },
        _ => Shape::Mesh { mesh, scale: [x, y, z] },
    };
    let mut about = |most: f64| random.between(-most, most);
    let rotation = Rotation::Rpy([about(3.0), about(1.5), about(3.0)]);
    Element { origin: Origin { xyz: [about(0.1), about(0.1), about(0.1)], rotation }, shape }
}

/// A tree of links with followers of followers, factors that are zero, negative and no whole numbers, ranges of several
/// turns and of none, and axes of any length.
fn tricks(random: &mut Random, count: usize) -> Description {
    let mut links = vec![link("base", vec![any_shape(random)])];
    let mut joints = Vec::new();
    for i in 0..count {
        let elements = (0..1 + i % 2).map(|_| any_shape(random)).collect();
        links.push(Link { name: format!("link{i}"), elements });
        let pick = |random: &mut Random, count: usize| random.between(0.0, count as f64) as usize;
        let kind = [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic][pick(random, 3)];
        let parent = if random.between(0.0, 1.0) < 0.8 { i } else { pick(random, i + 1) };
        let xyz = [0; 3].map(|_| random.between(-0.4, 0.4));
        let length = [1.0, 1e-200, 1e150, 7.5][pick(random, 4)];
        let axis = [X, Y, Z, [0.3, -0.5, 0.7]][pick(random, 4)].map(|x| x * length);
        let mut next = joint(&format!("joint{i}"), kind, [parent, i + 1], xyz, axis);
        next.origin.rotation = match pick(random, 3) {
            0 => Rotation::Rpy([1.57, 0.0, 0.0]),
            1 => Rotation::Quaternion([0.3, -2.0, 0.7, 5.0]),
            _ => Rotation::default(),
        };
        let turns = [[-0.6, 0.6], [-4.0 * PI, 4.0 * PI], [10.0, 30.0], [0.3, 0.3], [-2.0, 1.0]][pick(random, 5)];
        let range = if kind == JointKind::Prismatic { [[0.0, 0.2], [-0.5, 0.5]][i % 2] } else { turns };
        next = limited(next, range[0], range[1]);
        if i > 0 && random.between(0.0, 1.0) < 0.5 {
            let factor = [1.0, -1.0, 2.0, -0.333, 0.0][pick(random, 5)];
            next = following(next, pick(random, i), factor, [0.0, 0.1, -1.57][i % 3]);
        }
        joints.push(next);
    }
    description(links, joints)
}

#[test]
fn proofs_of_robots_with_tricks_are_accepted_and_samples_do_not_contradict_them() {
    let mut random = Random(5);
    let (mut never, mut meets, mut tied, mut left_out, mut planes) = (0, 0, 0, 0, 0);
    for round in 0..40 {
        let description = tricks(&mut random, 1 + round % 5);
        let robot = Robot::new(&description).unwrap();
        let (proven, claims) = proven(&robot, &description);
        planes += proven.claims.iter().map(|claim| claim.planes).sum::<usize>();
        tied += description.joints.iter().filter(|joint| joint.mimic.is_some()).count();
        for claim in &claims {
            let is_refused = proven.refused.iter().any(|(pair, _)| *pair == claim.pair);
            match &claim.verdict {
                Verdict::Never { bound } => {
                    assert!(!is_refused, "{round} {claim:?} {:?}", proven.refused);
                    never += 1;
                    for _ in 0..60 {
                        let q = random.configuration(&robot);
                        let found = robot.clearance(&q, &[claim.pair]).unwrap().unwrap();
                        assert!(found.upper >= *bound, "{round} {claim:?} {found:?}");
                    }
                }
                Verdict::Meets(_) | Verdict::Always(_) => {
                    meets += 1;
                    left_out += usize::from(is_refused);
                }
                _ => {}
            }
        }
    }
    // A meeting of solids that only just touch has no point well inside of both.
    assert!(never > 100 && meets > 15 && tied > 20 && left_out * 10 <= meets, "{never} {meets} {tied} {left_out}");
    assert!(planes > 800, "{planes}");
}

#[test]
fn ranges_beyond_a_turn_and_endless_joints_are_whole_in_a_proof() {
    let links = vec![
        link("post", vec![cuboid([-1.0, 0.0, 0.0], [0.1, 0.1, 0.1])]),
        link("arm", vec![cuboid([0.3, 0.0, 0.0], [0.6, 0.1, 0.1])]),
        link("hand", vec![cuboid([0.2, 0.0, 0.0], [0.2, 0.1, 0.1])]),
    ];
    let one = limited(joint("one", JointKind::Revolute, [0, 1], [0.0; 3], Z), -4.0 * PI, 4.0 * PI);
    let two = joint("two", JointKind::Continuous, [1, 2], [0.0; 3], Z);
    let description = description(links, vec![one, two]);
    let robot = Robot::new(&description).unwrap();
    let (proven, _) = proven(&robot, &description);
    let ranges = proven.claims.iter().filter_map(|claim| match &claim.what {
        RobotFact::Never { ranges, .. } => Some(ranges),
        _ => None,
    });
    let ranges: Vec<_> = ranges.flatten().collect();
    assert!(ranges.len() >= 3 && ranges.iter().all(|(_, _, is_whole)| *is_whole), "{ranges:?}");
    // Half a turn is a part.
    let proof = Proof::new(&robot, &description, &[]);
    let question = Question { ranges: [(1, [0.0, 3.0])].into(), ..Question::default() };
    proof.prove([0, 2], &question);
    let claims = proof.finish().unwrap().claims;
    let RobotFact::Never { ranges, .. } = &claims[0].what else { panic!("{claims:?}") };
    assert_eq!(ranges.iter().filter(|(name, _, is_whole)| name == "two" && !is_whole).count(), 1, "{ranges:?}");
}

#[test]
fn a_claim_beyond_what_is_true_is_refused_whatever_its_steps() {
    let robot = clock(1.5, surface);
    let links = vec![
        link("wall", vec![cuboid([2.5, 0.0, 0.0], [1.0, 8.0, 8.0])]),
        link("arm", vec![surface([0.75, 0.0, 0.0], [1.5, 0.1, 0.1])]),
    ];
    let description = description(links, vec![joint("turn", JointKind::Continuous, [0, 1], [0.0; 3], Z)]);
    let proof = Proof::new(&robot, &description, &[]);
    let claim = proof.prove([0, 1], &Question { margin: 0.49, ..Question::default() });
    let Verdict::Never { bound } = claim.verdict else { panic!("{claim:?}") };
    let text = proof.finish().unwrap().text;
    // The corner of the arm is 2 − |(1.5, 0.05)| from the wall.
    let truth = 2.0 - 1.5f64.hypot(0.05);
    let surfaces = Surfaces::new(&description);
    let claimed = |lower: f64| {
        let changed = text.replace(&format!("never 0 1 {bound:e} "), &format!("never 0 1 {lower:e} "));
        let lines: String =
            changed.lines().filter(|line| !line.starts_with("end ")).map(|line| format!("{line}\n")).collect();
        let end = clearance_verify::end_of(&lines);
        check_robot(&format!("{lines}{end}\n"), &surfaces.list())
    };
    assert!(claimed(bound).is_ok() && claimed(0.25 * bound).is_ok());
    for lower in [truth + 1e-9, truth + 1e-6, 0.6] {
        assert!(claimed(lower).is_err(), "{lower}");
    }
}

#[test]
fn surfaces_that_touch_at_one_pose_have_no_proof_of_either() {
    let links = vec![
        link("wall", vec![surface([2.5, 0.0, 0.0], [1.0, 4.0, 4.0])]),
        link("hand", vec![surface([1.0, 0.0, 0.0], [1.0, 1.0, 1.0])]),
    ];
    let slide = limited(joint("slide", JointKind::Prismatic, [0, 1], [0.0; 3], X), 0.0, 0.5);
    let description = description(links, vec![slide]);
    let robot = Robot::new(&description).unwrap();
    // However many cells there are, one of them holds the pose.
    let (proven, claims) = proven_in(2000, &robot, &description);
    assert!(matches!(claims[0].verdict, Verdict::Open { .. }), "{claims:?}");
    assert!(proven.claims.is_empty() && proven.refused.is_empty());
}

/// A hand of a mesh that turns in or beside a shell of 2: what is outside has a claim, and what is inside another one.
#[test]
fn a_proof_says_on_which_side_of_a_shell_a_hand_is_and_the_checker_sees_it() {
    let shell = || surface([0.0; 3], [2.0; 3]);
    let Shape::Mesh { mesh, .. } = shell().shape else { panic!() };
    let corners: Vec<[f64; 3]> = mesh.vertices().iter().map(|p| (*p).into()).collect();
    let of = |triangles: &[[u32; 3]]| {
        let mesh = std::sync::Arc::new(clearance_scene::Mesh::new(&corners, triangles).unwrap());
        Element { origin: Origin::default(), shape: Shape::Mesh { mesh, scale: [1.0; 3] } }
    };
    let all = mesh.triangles();
    let twice: Vec<[u32; 3]> = all.iter().flat_map(|&[a, b, c]| [[a, b, c], [a, c, b]]).collect();
    let turned: Vec<[u32; 3]> =
        all.iter().enumerate().map(|(i, &[a, b, c])| if i == 3 { [a, c, b] } else { [a, b, c] }).collect();
    let hands = [surface([0.25, 0.0, 0.0], [0.5; 3]), cuboid([0.25, 0.0, 0.0], [0.5; 3])];
    // A shell, one whose triangles are there twice, one with a turned triangle, and an open one.
    for (shell, holds) in [(shell(), true), (of(&twice), true), (of(&turned), true), (of(&all[1..]), false)] {
        for hand in &hands {
            let robot = |x: f64| {
                let links = vec![link("shell", vec![shell.clone()]), link("hand", vec![hand.clone()])];
                description(links, vec![joint("turn", JointKind::Continuous, [0, 1], [x, 0.0, 0.0], Z)])
            };
            for (x, is_inside) in [(0.0, holds), (4.0, false)] {
                let description = robot(x);
                let own = Robot::new(&description).unwrap();
                let (proven, claims) = proven(&own, &description);
                assert_eq!(matches!(claims[0].verdict, Verdict::Inside { .. }), is_inside, "{x} {claims:?}");
                assert!(proven.refused.is_empty(), "{:?}", proven.refused);
                let what = &proven.claims[0].what;
                assert_eq!(matches!(what, RobotFact::Inside { lower, .. } if *lower > 0.0), is_inside, "{what:?}");
                assert_eq!(matches!(what, RobotFact::Never { lower, .. } if *lower > 0.0), !is_inside, "{what:?}");
                // The other word is refused.
                let (word, other) = if is_inside { ("inside", "never") } else { ("never", "inside") };
                let changed: String = proven
                    .text
                    .lines()
                    .filter(|line| !line.starts_with("end "))
                    .map(|line| format!("{}\n", line.replacen(&format!("{word} 0 1 "), &format!("{other} 0 1 "), 1)))
                    .collect();
                assert!(changed.contains(&format!("\n{other} 0 1 ")));
                let end = clearance_verify::end_of(&changed);
                let why = check_robot(&format!("{changed}{end}\n"), &Surfaces::new(&description).list()).unwrap_err();
                assert!(why.contains(if is_inside { "one is inside" } else { "one is outside" }), "{why}");
            }
        }
    }
}

#[test]
fn a_proof_of_a_path_beside_a_shell_holds_and_one_in_it_is_not_written() {
    let description = description(
        vec![link("shell", vec![surface([0.0; 3], [2.0; 3])]), link("hand", vec![surface([0.0; 3], [0.5; 3])])],
        vec![limited(joint("slide", JointKind::Prismatic, [0, 1], [0.0; 3], X), -4.0, 4.0)],
    );
    let robot = Robot::new(&description).unwrap();
    for (rows, is_clear) in [([2.0, 3.0], true), ([0.0, 0.25], false)] {
        let path = Path::linear(&robot, &rows.map(|q| vec![q]), None).unwrap();
        let mut proof = Proof::new(&robot, &description, &[]);
        let passage = proof.passage(&robot.along(&path, &[[0, 1]], &[]).unwrap(), 0.0);
        assert_eq!(matches!(passage, Passage::Clear { .. }), is_clear, "{passage:?}");
        let proven = proof.finish().unwrap();
        assert_eq!(proven.claims.len(), usize::from(is_clear));
        assert!(proven.refused.is_empty());
    }
}
