//! Robots with tricks: configurations, paths, maps, claims and proofs do not contradict each other.

use crate::nested::{ball, joined, mesh};
use crate::robots::*;
use clearance_robot::proof::Proof;
use clearance_robot::{
    Contact, Description, Element, FreeEnd, JointKind, Link, Origin, PairRules, Passage, Path, Question, Robot,
    Rotation, Shape, Verdict,
};
use clearance_scene::Mesh;
use std::f64::consts::PI;

/// The mesh of an element with other triangles.
fn with_triangles(of: &Element, change: impl Fn(&[[u32; 3]]) -> Vec<[u32; 3]>) -> Element {
    let Shape::Mesh { mesh: own, .. } = &of.shape else { panic!() };
    let corners: Vec<[f64; 3]> = own.vertices().iter().map(|p| (*p).into()).collect();
    Element { origin: of.origin, ..mesh([0.0; 3], &corners, &change(Mesh::triangles(own))) }
}

fn pick(random: &mut Random, count: usize) -> usize {
    (random.between(0.0, count as f64) as usize).min(count - 1)
}

/// Shells, open and closed, with cavities, of doubled or turned triangles; small things that may be in them.
fn element(random: &mut Random) -> Element {
    let about = |random: &mut Random, most: f64| [0; 3].map(|_| random.between(-most, most));
    let large = random.between(0.8, 1.6);
    let shell = || surface([0.0; 3], [large; 3]);
    let turned = |triangles: &[[u32; 3]]| triangles.iter().map(|&[a, b, c]| [a, c, b]).collect::<Vec<_>>();
    let doubled = |triangles: &[[u32; 3]]| [triangles, &turned(triangles)].concat();
    let one_turned = |triangles: &[[u32; 3]]| [&triangles[1..], &turned(&triangles[..1])].concat();
    let small = random.between(0.05, 0.2);
    let mut found = match pick(random, 11) {
        0 => shell(),
        1 => joined(&[shell()], &[7]),
        2 => joined(&[shell(), with_triangles(&surface([0.0; 3], [0.75 * large; 3]), turned)], &[]),
        3 => with_triangles(&shell(), doubled),
        4 => with_triangles(&shell(), one_turned),
        5 => joined(&[shell(), surface([0.0, 0.0, 1.5], [0.1; 3])], &[14]),
        6 => ball([0.0; 3], small),
        7 => surface([0.0; 3], [small, 2.0 * small, small]),
        8 => cuboid([0.0; 3], [small; 3]),
        9 => Element { origin: Origin::default(), shape: Shape::Cylinder { radius: small, length: 0.2 } },
        _ => Element { origin: Origin::default(), shape: Shape::Sphere { radius: small } },
    };
    if let (Shape::Mesh { scale, .. }, 0) = (&mut found.shape, pick(random, 3)) {
        *scale = [[-1.0, 1.0, 1.0], [1.0, -0.5, -0.75], [1.0, 1.25, -1.0]][pick(random, 3)];
    }
    let rotation = Rotation::Rpy([about(random, 3.0), about(random, 1.0)][pick(random, 2)]);
    Element { origin: Origin { xyz: about(random, 0.2), rotation }, ..found }
}

/// Chains with followers of followers, ranges of several turns and of none, and axes of any length.
fn tricky(random: &mut Random, count: usize) -> Description {
    let elements = |random: &mut Random| (0..1 + pick(random, 2)).map(|_| element(random)).collect::<Vec<_>>();
    let mut links = vec![link("base", elements(random))];
    let mut joints = Vec::new();
    for i in 0..count {
        links.push(Link { name: format!("link{i}"), elements: elements(random) });
        let kind = [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic][pick(random, 3)];
        let parent = if pick(random, 4) > 0 { i } else { pick(random, i + 1) };
        let xyz = [0; 3].map(|_| random.between(-0.3, 0.3));
        let length = [1.0, 1e-200, 1e150][pick(random, 3)];
        let axis = [X, Y, Z, [0.3, -0.5, 0.7]][pick(random, 4)].map(|x| x * length);
        let mut next = joint(&format!("joint{i}"), kind, [parent, i + 1], xyz, axis);
        let turns = [[-0.3, 0.3], [-4.0 * PI, 4.0 * PI], [10.0, 10.5], [0.3, 0.3]][pick(random, 4)];
        let range = if kind == JointKind::Prismatic { [[0.0, 0.1], [-0.5, 1.5]][pick(random, 2)] } else { turns };
        next = limited(next, range[0], range[1]);
        if i > 0 && pick(random, 3) == 0 {
            next = following(next, pick(random, i), [1.0, -1.0, 2.0, -0.333, 0.0][pick(random, 5)], 0.1);
        }
        joints.push(next);
    }
    description(links, joints)
}

/// What was seen, so that no case is missing.
#[derive(Debug, Default)]
struct Seen {
    never: usize,
    inside: usize,
    meets: usize,
    clear: usize,
    paths_inside: usize,
    stopped: usize,
    configurations: usize,
}

fn claims_agree(robot: &Robot, description: &Description, random: &mut Random, seen: &mut Seen) {
    let question = Question { cells: 400, ..Question::default() };
    let pairs = robot.pairs(&PairRules::default());
    let proof = Proof::new(robot, description, &[]);
    let claims: Vec<_> = pairs.iter().map(|&pair| proof.prove(pair, &question)).collect();
    let proven = proof.finish().unwrap();
    for claim in &claims {
        let rows: Vec<Vec<f64>> = (0..12).map(|_| random.configuration(robot)).collect();
        let found = robot.clearances(&rows, &[claim.pair]).unwrap();
        let contacts: Vec<Contact> = found.iter().flatten().map(|found| found.contact).collect();
        seen.configurations += rows.len();
        let is_refused = proven.refused.iter().any(|(pair, _)| *pair == claim.pair);
        match &claim.verdict {
            Verdict::Never { bound } => {
                seen.never += 1;
                assert!(!is_refused, "{claim:?} {:?}", proven.refused);
                assert!(contacts.iter().all(|contact| *contact == Contact::Apart), "{claim:?} {contacts:?}");
                assert!(found.iter().flatten().all(|found| found.upper >= *bound));
            }
            Verdict::Inside { .. } => {
                seen.inside += 1;
                assert!(!is_refused, "{claim:?} {:?}", proven.refused);
                assert!(contacts.iter().all(|contact| *contact == Contact::Inside), "{claim:?} {contacts:?}");
            }
            Verdict::Always(_) => {
                let meets = |contact: &Contact| matches!(contact, Contact::Meeting | Contact::Unknown);
                assert!(contacts.iter().all(meets), "{claim:?} {contacts:?}");
            }
            Verdict::Meets(meeting) => {
                seen.meets += 1;
                let at = robot.clearance(&meeting.configuration, &[claim.pair]).unwrap().unwrap();
                assert!(matches!(at.contact, Contact::Meeting | Contact::Unknown), "{claim:?} {at:?}");
            }
            _ => {}
        }
        paths_agree(robot, claim.pair, &claim.verdict, &rows[..2], seen);
    }
}

fn paths_agree(robot: &Robot, pair: [usize; 2], verdict: &Verdict, rows: &[Vec<f64>], seen: &mut Seen) {
    let path = Path::linear(robot, rows, None).unwrap();
    let along = robot.along(&path, &[pair], &[]).unwrap();
    let (passage, least, below) = (along.passage(0.0), along.least(1e-3).unwrap(), along.below(0.02, 1e-3));
    let mut watch = robot.watch(vec![pair]);
    for step in 0..=24 {
        let time = f64::from(step) / 24.0;
        let q = path.at(time);
        let at = watch.clearance(&q).unwrap().unwrap();
        assert!(at.upper >= least.lower, "{pair:?} {time} {at:?} {least:?}");
        let is_in_interval = below.iter().any(|own| own.from <= time && time <= own.to);
        assert!(at.upper >= 0.02 || is_in_interval, "{pair:?} {time} {at:?} {below:?}");
        assert!(watch.below(&q, 0.02).unwrap().is_some() || at.lower >= 0.0199, "{at:?}");
        match &passage {
            Passage::Clear { bound } => assert!(at.upper >= *bound && at.contact == Contact::Apart, "{time} {at:?}"),
            Passage::Stopped { clear_until, .. } => {
                assert!(time >= *clear_until || at.contact == Contact::Apart, "{pair:?} {passage:?} {time} {at:?}");
            }
            Passage::Inside { .. } => assert!(step > 0 || at.contact == Contact::Inside, "{pair:?} {at:?}"),
        }
    }
    match verdict {
        Verdict::Never { .. } => assert!(matches!(passage, Passage::Clear { .. }), "{pair:?} {passage:?}"),
        Verdict::Inside { .. } => assert!(matches!(passage, Passage::Inside { .. }), "{pair:?} {passage:?}"),
        Verdict::Always(_) => assert!(matches!(passage, Passage::Stopped { .. }), "{pair:?} {passage:?}"),
        _ => {}
    }
    match passage {
        Passage::Clear { .. } => {
            seen.clear += 1;
            assert!(least.upper > 0.0);
        }
        Passage::Inside { .. } => {
            seen.paths_inside += 1;
            assert_eq!((least.upper, least.time), (0.0, 0.0));
            assert!(below.first().is_some_and(|own| own.from == 0.0), "{below:?}");
        }
        Passage::Stopped { proven_at, .. } => {
            seen.stopped += 1;
            assert!(proven_at.is_none() || least.lower == 0.0);
        }
    }
}

/// A free range begins where links are in each other if and only if they are at home.
fn limits_agree(robot: &Robot) {
    let rules = PairRules::default();
    for range in robot.free_ranges(&rules) {
        for end in [&range.lower, &range.upper] {
            let FreeEnd::Stopped { clear, meets, pair } = end else { continue };
            let mut q = robot.home();
            let at = robot.coordinate_of(range.joint).unwrap();
            q[at] = meets.unwrap_or(*clear);
            let found = robot.clearance(&q, &[*pair]).unwrap().unwrap();
            assert!(meets.is_none() || found.contact != Contact::Apart, "{range:?} {found:?}");
            if found.contact == Contact::Inside {
                assert_eq!(*clear, range.from, "{range:?}");
            }
        }
    }
}

#[test]
fn configurations_paths_claims_and_proofs_of_robots_with_tricks_agree() {
    let (mut random, mut seen) = (Random(23), Seen::default());
    for round in 0..24 {
        let description = tricky(&mut random, 1 + round % 3);
        let robot = Robot::new(&description).unwrap();
        claims_agree(&robot, &description, &mut random, &mut seen);
        limits_agree(&robot);
    }
    let Seen { never, inside, meets, clear, paths_inside, stopped, configurations } = seen;
    assert!(never > 3 && inside > 5 && meets > 5 && configurations > 250, "{seen:?}");
    assert!(clear > 3 && paths_inside > 5 && stopped > 5, "{seen:?}");
}
