//! Many bodies with names, compared with all pairs one by one.

use crate::shapes::{Parts, Random, mesh, soup, times, torus};
use clearance::{Pose, PoseError, Quaternion, Status, Vec3, vec3};
use clearance_scene::{
    Contact, Event, Finding, Mesh, Pattern, Relation, Rule, Rules, Scene, SceneError, distance, relation,
};
use std::sync::Arc;

/// The cube from −1 to 1.
pub fn cube() -> Parts {
    let vertices = (0..8).map(|corner| [0, 1, 2].map(|axis| f64::from(corner >> axis & 1) * 2.0 - 1.0)).collect();
    let squares = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    (vertices, squares.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// A scene of the same mesh at these places.
fn scene_of(mesh: &Arc<Mesh>, poses: &[Pose<Vec3<f64>>]) -> Scene {
    let mut scene = Scene::default();
    for (number, &pose) in poses.iter().enumerate() {
        scene.add(format!("body {number}"), mesh.clone(), pose).unwrap();
    }
    scene
}

fn at(x: f64, y: f64, z: f64) -> Pose<Vec3<f64>> {
    Pose::translation([x, y, z])
}

/// A scene of several kinds of meshes, at random places of a box of this size.
fn random_scene(random: &mut Random, count: usize, reach: f64) -> Scene {
    let meshes =
        [torus(8, 5, 0.3), cube(), soup(random, 12), times(&cube(), 0.125)].map(|parts| Arc::new(mesh(&parts)));
    let mut scene = Scene::default();
    for number in 0..count {
        let kind = random.bits() as usize % meshes.len();
        let name = ["ring", "cube", "soup", "pin"][kind];
        scene.add(format!("{name} {number}"), meshes[kind].clone(), random.pose(reach)).unwrap();
    }
    scene
}

/// What is said of a finding, with the bits of its numbers.
fn told(finding: &Finding) -> ([usize; 2], [u32; 2], [u64; 3], Relation) {
    let numbers = [finding.distance, finding.lower, finding.upper].map(f64::to_bits);
    ([finding.a, finding.b], [finding.leaf_a, finding.leaf_b], numbers, finding.relation)
}

/// All pairs one by one, nearest first.
fn all_pairs(scene: &Scene) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    for b in 0..scene.len() {
        for a in 0..b {
            let bodies = [scene.body(a), scene.body(b)];
            let (nearest, related) = (distance(&bodies[0], &bodies[1]), relation(&bodies[0], &bodies[1]).unwrap());
            let open = related.open;
            all.push(Finding {
                a,
                b,
                nearest,
                relation: related.relation,
                exact: related.relation,
                band: 0.0,
                near_band: false,
                overlap: None,
                is_duplicate: false,
                open,
                limit: None,
                above: None,
                is_broken: false,
                is_too_far: false,
            });
        }
    }
    all.sort_by(|x, y| {
        let keys = [x, y].map(|finding| (finding.solid_distance(), !finding.is_overlap(), [finding.a, finding.b]));
        keys[0].partial_cmp(&keys[1]).unwrap()
    });
    all
}

/// Law: the pairs below a limit, the nearest and the least are those of all pairs.
#[test]
fn pairs_below_a_limit_and_nearest_pairs_are_those_of_all_pairs_of_bodies() {
    let mut random = Random(17);
    let (mut apart, mut crossing, mut inside) = (0, 0, 0);
    for (count, reach) in [(12, 3.0), (30, 4.0), (16, 0.75), (2, 0.5), (1, 1.0), (0, 1.0)] {
        let scene = random_scene(&mut random, count, reach);
        let all = all_pairs(&scene);
        for limit in [0.0, 0.25, 1.5] {
            let shares = |finding: &Finding| !matches!(finding.relation, Relation::Apart | Relation::Touching);
            let mut expected: Vec<_> =
                all.iter().filter(|finding| shares(finding) || finding.distance < limit).map(told).collect();
            expected.sort_unstable_by_key(|finding| finding.0);
            assert_eq!(scene.below(&Rules::limit(limit)).iter().map(told).collect::<Vec<_>>(), expected);
        }
        for nearest in [0, 1, 3, 10, 1000] {
            let expected: Vec<_> = all.iter().take(nearest).map(told).collect();
            assert_eq!(scene.nearest(&Rules::default(), nearest).iter().map(told).collect::<Vec<_>>(), expected);
        }
        assert_eq!(scene.minimum(&Rules::default()).as_ref().map(told), all.first().map(told));
        assert_eq!(scene.pairs(&Rules::default()), all.len());
        apart += all.iter().filter(|finding| finding.relation == Relation::Apart).count();
        crossing += all.iter().filter(|finding| finding.relation == Relation::Crossing).count();
        inside += all.iter().filter(|finding| matches!(finding.relation, Relation::AInB | Relation::BInA)).count();
    }
    assert!(apart > 100 && crossing > 20 && inside > 2, "{apart} {crossing} {inside}");
}

/// Law: a distance that is exactly the limit is not below it, and the next float above the distance is broken.
#[test]
fn equality_with_the_limit_is_decided() {
    let body = Arc::new(mesh(&cube()));
    let turned = Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), 0.7);
    for scale in [1.0, 2f64.powi(-300), 2f64.powi(300)] {
        let body = if scale == 1.0 { body.clone() } else { Arc::new(mesh(&times(&cube(), scale))) };
        for (x, y, exact) in [(4.0, 0.0, 2.0), (4.0, 0.5, 2.0), (5.0, 6.0, 5.0)] {
            for rotation in [Quaternion::new(0.0, 0.0, 0.0, 1.0).unwrap(), turned] {
                let first = Pose::new(rotation, vec3(0.0, 0.0, 0.0)).unwrap();
                let is_turned = rotation == turned;
                let scene = scene_of(&body, &[first, at(x * scale, y * scale, 0.0)]);
                let broken = |limit: f64| !scene.below(&Rules::limit(limit)).is_empty();
                if is_turned {
                    // Nobody knows the exact distance as a float, so the decision flips between two floats.
                    let near = scene.minimum(&Rules::default()).unwrap();
                    assert!(!broken(near.lower) && broken(near.upper.next_up()));
                    let mut limit = near.lower;
                    while !broken(limit) {
                        limit = limit.next_up();
                    }
                    assert!(!broken(limit.next_down()) && broken(limit.next_up()));
                } else {
                    assert!(!broken(exact * scale), "{x} {y}");
                    assert!(broken((exact * scale).next_up()) && !broken((exact * scale).next_down()));
                }
            }
        }
    }
}

/// Law: a hook in a ring is apart, although neither can leave; a body in another one breaks every limit.
#[test]
fn a_ring_in_a_ring_is_apart_and_a_ball_in_a_box_is_not() {
    let ring = Arc::new(mesh(&torus(24, 12, 0.25)));
    let half = Quaternion::from_axis_angle(vec3(1.0, 0.0, 0.0), std::f64::consts::FRAC_PI_2);
    let linked = scene_of(&ring, &[at(0.0, 0.0, 0.0), Pose::new(half, vec3(1.0, 0.0, 0.0)).unwrap()]);
    assert!(linked.below(&Rules::limit(0.25)).is_empty());
    let found = linked.below(&Rules::limit(1.0));
    assert_eq!((found.len(), found[0].relation, found[0].status), (1, Relation::Apart, Status::Separated));
    let mut scene = scene_of(&Arc::new(mesh(&cube())), &[at(0.0, 0.0, 0.0)]);
    let inner = scene.add("inner", Arc::new(mesh(&times(&torus(8, 6, 0.25), 0.25))), at(0.125, 0.0, 0.0)).unwrap();
    let found = scene.below(&Rules::limit(0.0));
    assert_eq!((found.len(), found[0].relation, found[0].is_broken), (1, Relation::BInA, true));
    // The wall is nearest along x.
    assert!((found[0].distance - (1.0 - 0.125 - 0.3125)).abs() < 1e-12);
    scene.set_pose(inner, at(5.0, 0.0, 0.0)).unwrap();
    assert!(scene.below(&Rules::limit(0.0)).is_empty());
}

/// Law: the first rule that matches a pair holds for it, in either order of the names, and groups count as names.
#[test]
fn the_first_rule_that_matches_holds_for_a_pair() {
    let body = Arc::new(mesh(&cube()));
    let mut scene = Scene::default();
    for (name, x) in [("arm/upper", 0.0), ("arm/lower", 2.5), ("table", 5.5), ("lamp", 9.0)] {
        scene.add(name, body.clone(), at(x, 0.0, 0.0)).unwrap();
    }
    scene.add_to_group(3, "cell").unwrap();
    scene.add_to_group(2, "cell").unwrap();
    let found = |rules: Vec<Rule>, below: Option<f64>| -> Vec<[usize; 2]> {
        scene.below(&Rules { rules, below }).iter().map(|finding| [finding.a, finding.b]).collect()
    };
    // Gaps: 0.5 between the arms, 1 to the table, 1.5 to the lamp.
    assert_eq!(found(vec![], Some(2.0)), [[0, 1], [1, 2], [2, 3]]);
    assert_eq!(found(vec![Rule::skip("arm*", "arm*")], Some(2.0)), [[1, 2], [2, 3]]);
    assert_eq!(found(vec![Rule::limit("table", "arm*", 0.75)], Some(2.0)), [[0, 1], [2, 3]]);
    assert_eq!(found(vec![Rule::limit("arm?lower", "table", 1.25), Rule::skip("*", "*")], None), [[1, 2]]);
    assert_eq!(found(vec![Rule::skip("*", "*"), Rule::limit("arm*", "table", 9.0)], Some(9.0)), [[0; 2]; 0]);
    assert_eq!(found(vec![Rule::limit("cell", "cell", 1.75)], None), [[2, 3]]);
    assert_eq!(found(vec![], None), [[0; 2]; 0]);
    let skipped = Rules { rules: vec![Rule::skip("arm*", "arm*")], below: None };
    assert_eq!(scene.pairs(&skipped), 5);
    assert_eq!(scene.minimum(&skipped).map(|finding| [finding.a, finding.b]), Some([1, 2]));
}

/// Law: `*` and `?` are the only signs of a pattern, and hostile patterns take no exponential time.
#[test]
fn patterns_match_whole_names() {
    let matches = |pattern: &str, name: &str| Pattern::new(pattern).matches(name);
    for (pattern, name) in
        [("", ""), ("*", ""), ("a*b*c", "abbc"), ("*.stl", "x.stl"), ("?ü?", "aüb"), ("**", "x"), ("[a]", "[a]")]
    {
        assert!(matches(pattern, name), "{pattern} {name}");
    }
    for (pattern, name) in [("", "a"), ("?", ""), ("a*b", "abc"), ("*.stl", "x.stl2"), ("[a]", "a"), ("A", "a")] {
        assert!(!matches(pattern, name), "{pattern} {name}");
    }
    assert!(!matches(&"a*".repeat(40), &("a".repeat(2000) + "b")) || matches("*a*", "ab"));
    assert_eq!(Pattern::new("arm*?").to_string(), "arm*?");
}

/// Law: within the contact band of a rule bodies touch, and deeper ones cross.
#[test]
fn contact_within_the_band_of_a_rule_is_touching() {
    let body = Arc::new(mesh(&cube()));
    for (x, contact, expected) in [
        (1.96875, 0.0, Relation::Crossing),
        (1.96875, 0.0625, Relation::Touching),
        (1.96875, 0.015625, Relation::Crossing),
        (2.0, 0.0, Relation::Touching),
        (2.03125, 0.0625, Relation::Touching),
        (2.03125, 0.015625, Relation::Apart),
    ] {
        let scene = scene_of(&body, &[at(0.0, 0.0, 0.0), at(x, 0.0, 0.0)]);
        let contact = Contact::Length(contact);
        let rules = Rules { rules: vec![Rule { contact, ..Rule::limit("*", "*", 0.0) }], below: None };
        let found = scene.minimum(&rules).unwrap();
        assert_eq!(found.relation, expected, "{x} {contact:?}");
        // Touching breaks no limit of 0.
        assert_eq!(found.is_broken, expected == Relation::Crossing);
        assert_eq!(scene.below(&rules).len(), usize::from(expected == Relation::Crossing));
    }
}

/// Law: findings are shown in their order as soon as they are certain, and the count of pairs grows to the end.
#[test]
fn findings_are_shown_in_their_order() {
    let mut random = Random(5);
    let scene = random_scene(&mut random, 60, 6.0);
    let (mut shown, mut last) = (Vec::new(), 0);
    scene.each_below(&Rules::limit(1.0), |event| match event {
        Event::Found(finding) => shown.push(told(&finding)),
        Event::Overlap(overlap) => panic!("no rule needs {overlap:?}"),
        Event::Progress { done, of } => {
            assert!(last < done && done <= of);
            last = done;
        }
    });
    assert_eq!(shown, scene.below(&Rules::limit(1.0)).iter().map(told).collect::<Vec<_>>());
    assert!(shown.len() > 20 && shown.is_sorted_by_key(|finding| finding.0));
}

/// Law: names are unique, and poses are rotations.
#[test]
fn what_cannot_stand_in_a_scene_is_refused() {
    let body = Arc::new(mesh(&cube()));
    let mut scene = scene_of(&body, &[at(0.0, 0.0, 0.0)]);
    assert_eq!(scene.add("body 0", body.clone(), at(1.0, 0.0, 0.0)), Err(SceneError::NameTaken("body 0".into())));
    let nowhere = at(f64::NAN, 0.0, 0.0);
    assert_eq!(scene.add("x", body.clone(), nowhere), Err(SceneError::Pose(PoseError::NotFinite)));
    assert_eq!(scene.set_pose(0, nowhere), Err(SceneError::Pose(PoseError::NotFinite)));
    assert_eq!(scene.set_pose(1, at(0.0, 0.0, 0.0)), Err(SceneError::NoSuchObject(1)));
    assert_eq!((scene.len(), scene.find("body 0"), scene.find("x")), (1, Some(0), None));
}

/// Law: places whose differences leave the range of numbers claim nothing and end by themselves.
#[test]
fn places_beyond_the_range_of_numbers_claim_nothing() {
    let scene = scene_of(&Arc::new(mesh(&cube())), &[at(1.5e308, 0.0, 0.0), at(-1.5e308, 0.0, 0.0), at(0.0, 0.0, 0.0)]);
    let all = scene.nearest(&Rules::default(), 9);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|finding| !(finding.lower > 0.0) || finding.upper >= 1e308));
}

#[test]
fn pairs_that_are_too_far_apart_are_those_of_all_pairs() {
    let mut random = Random(77);
    let mut counts = [0; 3];
    for round in 0..6 {
        let scene = random_scene(&mut random, 14, 3.0 + f64::from(round));
        let (below, above) = (0.25, 2.0 + f64::from(round));
        let fit = Rule { below: Some(below), ..Rule::greatest("ring*", "pin*", above) };
        let rules = Rules { rules: vec![fit, Rule::skip("soup*", "*")], below: None };
        let found = scene.below(&rules);
        let is = |object: usize, name: &str| scene.name(object).starts_with(name);
        let mut right: Vec<[usize; 2]> = Vec::new();
        for finding in all_pairs(&scene) {
            let [a, b] = [finding.a, finding.b];
            let is_fit = (is(a, "ring") && is(b, "pin")) || (is(b, "ring") && is(a, "pin"));
            let is_skipped = is(a, "soup") || is(b, "soup");
            let is_close = finding.is_overlap() || (is_fit && finding.distance < below);
            let is_far = is_fit && !finding.is_overlap() && finding.distance > above;
            counts[usize::from(is_fit) + usize::from(is_far)] += 1;
            if !is_skipped && (is_close || is_far) {
                right.push([a, b]);
                let told = found.iter().find(|told| [told.a, told.b] == [a, b]).unwrap();
                assert_eq!((told.is_too_far, told.is_broken), (is_far, true));
                assert_eq!((told.above, told.distance), (is_fit.then_some(above), finding.distance));
            }
        }
        right.sort_unstable();
        assert_eq!(found.iter().map(|told| [told.a, told.b]).collect::<Vec<_>>(), right);
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn pairs_that_belong_together_are_counted_and_asked_as_one_by_one() {
    use clearance_scene::{Condition, Element, Kinship, Side};
    let mut state = 11u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mesh = Arc::new(Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap());
    let (mut skipped, mut kept) = (0, 0);
    for _ in 0..60 {
        let mut scene = Scene::default();
        let count = 3 + next(9);
        for number in 0..count {
            let object = scene.add(format!("body {number}"), mesh.clone(), Pose::identity()).unwrap();
            let kinships = [Kinship::Host, Kinship::Connected, Kinship::Whole];
            let links =
                (0..next(3)).map(|_| (kinships[next(3) as usize], format!("key {}", next(count + 2)))).collect();
            let attributes = [("type".to_owned(), vec![format!("Type{}", next(3)), "Any".to_owned()])].into();
            let key = Some(format!("key {number}"));
            scene.describe(object, Element { key, attributes, links, ..Element::default() }).unwrap();
        }
        let mut rules = Vec::new();
        for _ in 0..1 + next(4) {
            let mut side = || {
                let mut side = Side::named("*");
                side.conditions
                    .push(Condition::new("type", ["Type0|Type1", "Type?", "Any", "Type2"][next(4) as usize]));
                side
            };
            let (a, b) = (side(), side());
            let related =
                [vec![], vec![Kinship::Whole], vec![Kinship::Host, Kinship::Connected]][next(3) as usize].clone();
            rules.push(Rule { a, b, related, skip: next(2) == 0, ..Rule::new("*", "*") });
        }
        let rules = Rules { rules, below: None };
        let matched = rules.matched(&scene);
        let mut pairs = 0;
        for b in 0..scene.len() {
            for a in 0..b {
                let asked = matched.asked([a, b]);
                assert_eq!(asked.map(|asked| asked.rule), matched.asked([b, a]).map(|asked| asked.rule));
                let is_skipped = asked.is_some_and(|asked| rules.rules[asked.rule].skip);
                skipped += usize::from(is_skipped && !rules.rules[asked.unwrap().rule].related.is_empty());
                pairs += usize::from(!is_skipped);
            }
        }
        kept += pairs;
        assert_eq!(scene.pairs(&rules), pairs);
        assert_eq!(scene.nearest(&rules, 1000).len(), pairs);
    }
    assert!(skipped > 50 && kept > 500, "{skipped} {kept}");
}
