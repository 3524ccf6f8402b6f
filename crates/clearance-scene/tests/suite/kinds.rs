//! Kinds of pairs of a small building whose truth is known: flush, a little into each other, through, contained, twice,
//! with a gap; at map coordinates, in other units, in other triangulations.

use crate::blocks::{block, turned, wall_with_window};
use clearance::Pose;
use clearance_scene::{Clash, Contact, Finding, Mesh, Relation, Rule, Rules, Scene};
use std::sync::Arc;

/// The bodies by name, in metres, their corners moved by a function.
fn bodies(map: &dyn Fn([f64; 3]) -> [f64; 3]) -> Vec<(&'static str, Mesh)> {
    // In the corners of the opening the overlap is 1.17 times this.
    let d = 2e-6;
    let at_31 = |p: [f64; 3]| {
        let [x, y, z] = turned(p);
        map([x + 12.0, y, z])
    };
    vec![
        ("wall", block([0.0, 0.0, 0.0], [5.0, 0.2, 3.0], map)),
        ("slab below", block([-0.5, -2.0, -0.25], [5.5, 2.0, 0.0], map)),
        ("slab above", block([-0.5, -2.0, 3.0 - 1e-7], [5.5, 2.0, 3.25], map)),
        ("duct", block([3.0, -0.9, 1.0], [3.4, 1.1, 1.4], map)),
        ("pipe", block([0.2, 0.075, 2.0], [1.2, 0.125, 2.05], map)),
        ("beam", block([0.0, 0.22, 2.0], [5.0, 0.32, 2.2], map)),
        ("column", block([8.0, 0.0, 0.0], [8.3, 0.3, 2.0], map)),
        ("column again", block([8.0, 0.0, 0.0], [8.3, 0.3, 2.0], map)),
        ("host", wall_with_window(&at_31)),
        ("window", block([1.5 - d, 0.06, 0.9 - d], [2.5 + d, 0.14, 2.1 + d], &at_31)),
    ]
}

/// What is to be found, by the names of the bodies.
const TRUTH: [(&str, &str, Clash); 8] = [
    ("wall", "slab below", Clash::Touch),
    ("wall", "slab above", Clash::Touch),
    ("wall", "duct", Clash::Hard),
    ("wall", "pipe", Clash::Hard),
    ("wall", "beam", Clash::Gap),
    ("column", "column again", Clash::Duplicate),
    ("host", "window", Clash::Touch),
    ("duct", "beam", Clash::Gap),
];

fn scene_of(bodies: Vec<(&'static str, Mesh)>) -> Scene {
    let mut scene = Scene::default();
    for (name, mesh) in bodies {
        scene.add(name, Arc::new(mesh), Pose::identity()).unwrap();
    }
    scene
}

fn rules(contact: Contact) -> Rules {
    Rules { rules: vec![Rule { contact, ..Rule::new("*", "*") }], below: None }
}

/// The finding of each pair of the truth.
fn findings(scene: &Scene, contact: Contact) -> Vec<(&'static str, &'static str, Clash, Finding)> {
    let all = scene.nearest(&rules(contact), 45);
    let of = |a: &str, b: &str| {
        let pair = [scene.find(a).unwrap(), scene.find(b).unwrap()];
        *all.iter().find(|finding| pair.contains(&finding.a) && pair.contains(&finding.b)).unwrap()
    };
    TRUTH.iter().map(|&(a, b, kind)| (a, b, kind, of(a, b))).collect()
}

/// Law: the automatic band gives the kinds that are meant, anywhere and in any unit.
#[test]
fn a_small_building_has_its_kinds_everywhere_and_in_all_units() {
    let places: [(f64, [f64; 3], f64); 6] = [
        (1.0, [0.0; 3], 1.0),
        (1.0, [512_000.0, 5_412_000.0, 100.0], 1.0),
        (1000.0, [0.0; 3], 1.0),
        (1.0 / 0.3048, [0.0; 3], 1.0),
        (2f64.powi(40), [0.0; 3], 1.0),
        (2f64.powi(-60), [0.0; 3], 1.0),
    ];
    for (unit, origin, _) in places {
        let map = |p: [f64; 3]| std::array::from_fn(|axis| (p[axis] + origin[axis]) * unit);
        let scene = scene_of(bodies(&map));
        for (a, b, kind, finding) in findings(&scene, Contact::Auto) {
            assert_eq!(finding.kind(), kind, "{a} and {b} at {origin:?} in {unit}: {finding:?}");
            assert!(!finding.near_band || kind == Clash::Touch, "{a} and {b}: {finding:?}");
        }
    }
}

/// Law: without a band the exact relations are told, and with one they stay in the answer.
#[test]
fn the_exact_relation_stays_beside_the_band() {
    let scene = scene_of(bodies(&|p| p));
    let exact = findings(&scene, Contact::Exact);
    let banded = findings(&scene, Contact::Length(1e-5));
    let mut changed = 0;
    for ((a, b, _, exact), (.., banded)) in exact.iter().zip(&banded) {
        assert_eq!((exact.relation, exact.band), (exact.exact, 0.0));
        assert_eq!(exact.relation, banded.exact, "{a} and {b}");
        changed += usize::from(banded.relation != banded.exact);
    }
    assert_eq!(changed, 2, "the slab above and the window");
}

/// Law: a body that moves by a quarter of its band changes no kind that is not marked.
#[test]
fn a_quarter_of_the_band_changes_no_kind_that_is_not_marked() {
    let band = 1e-5;
    // The ways are no longer than a quarter of the band.
    let step = 0.14 * band;
    let mut marked = 0;
    let mut scene = scene_of(bodies(&|p| p));
    let before = findings(&scene, Contact::Length(band));
    for (name, way) in [
        ("duct", [step, step, 0.0]),
        ("slab above", [0.0, step, -step]),
        ("slab above", [0.0, 0.0, step]),
        ("window", [-step, 0.0, step]),
        ("column again", [step, -step, step]),
        ("slab below", [0.0, 0.0, step]),
    ] {
        let object = scene.find(name).unwrap();
        scene.set_pose(object, Pose::translation(way)).unwrap();
        for ((a, b, _, before), (.., after)) in before.iter().zip(findings(&scene, Contact::Length(band))) {
            marked += usize::from(before.near_band);
            assert!(before.near_band || before.kind() == after.kind(), "{a} and {b}, {name} by {way:?}");
        }
        scene.set_pose(object, Pose::identity()).unwrap();
    }
    assert!(marked > 0, "idle: no pair was marked");
}

/// Law: an overlap that a rule allows breaks nothing, and a greater one does.
#[test]
fn an_overlap_that_is_allowed_breaks_no_rule() {
    let scene = scene_of(bodies(&|p| p));
    let broken = |overlap_above: f64| {
        let rule = Rule { overlap_above: Some(overlap_above), ..Rule::limit("wall", "*", 0.0) };
        scene.below(&Rules { rules: vec![rule, Rule::skip("*", "*")], below: None }).len()
    };
    // The duct has 0.2, the pipe 0.05.
    assert_eq!([0.01, 0.1, 0.3].map(broken), [2, 1, 0]);
    assert_eq!(findings(&scene, Contact::Exact)[2].3.relation, Relation::Crossing);
}
