//! Half-spaces as members of a scene, compared with what is asked of each pair.

use crate::scene::cube;
use crate::shapes::{Random, mesh, torus};
use clearance::{HalfSpace, Pose, Shape, Vec3, signed_distance, vec2, vec3};
use clearance_scene::{Mesh, Outline, Relation, Rule, Rules, Scene, Single, distance};
use std::sync::Arc;

/// How a body lies to a half-space, by the heights of its vertices. None of them is on the plane.
fn relation_by_heights(body: &clearance_scene::Body, plane: &impl clearance::SupportMap<Vec3<f64>>) -> Relation {
    let is_outside = |&vertex: &Vec3<f64>| {
        let point = clearance::Point::new(body.pose.apply(vertex)).unwrap();
        signed_distance(&point, plane).distance > 0.0
    };
    let vertices = body.mesh.vertices();
    match vertices.iter().filter(|vertex| is_outside(vertex)).count() {
        0 => Relation::AInB,
        count if count == vertices.len() => Relation::Apart,
        _ => Relation::Crossing,
    }
}

#[test]
fn a_scene_answers_for_half_spaces_as_single_questions_do() {
    let mut random = Random(11);
    let ring = Arc::new(mesh(&torus(9, 6, 0.3)));
    let mut counts = [0; 3];
    for round in 0..40 {
        let pose = random.pose(1.0);
        let half_space = HalfSpace::new(vec3(0.2, -0.3, 1.0), 0.1).unwrap();
        let mut scene: Scene = Scene::default();
        // The half-space is first, in the middle or last.
        let plane = round % 4;
        for object in 0..4 {
            if object == plane {
                scene.add_half_space("ground", half_space, pose).unwrap();
            } else {
                scene.add(format!("ring {object}"), ring.clone(), random.pose(2.5)).unwrap();
            }
        }
        assert_eq!(scene.half_space(plane), Some(half_space));
        assert!(!scene.is_open(plane));
        let placed = half_space.at(pose);
        let rules = Rules { rules: vec![Rule::skip("ring *", "ring *")], below: Some(1.0) };
        assert_eq!(scene.pairs(&rules), 3);
        let found = scene.below(&rules);
        let bodies = (0..4).filter(|&object| object != plane);
        let right: Vec<_> = bodies
            .map(|object| {
                let body = scene.body(object);
                let nearest = distance(&body, &Single::new(&placed));
                let relation = relation_by_heights(&body, &placed);
                let (nearest, relation) =
                    if object < plane { (nearest, relation) } else { (nearest.swapped(), relation.swapped()) };
                ([object.min(plane), object.max(plane)], nearest, relation)
            })
            .filter(|(_, nearest, _)| nearest.distance < 1.0)
            .collect();
        let told: Vec<_> =
            found.iter().map(|finding| ([finding.a, finding.b], finding.nearest, finding.relation)).collect();
        assert_eq!(told, right);
        for (pair, ..) in &right {
            let signed = scene.signed_distance_of_hulls(*pair);
            assert_eq!(signed.distance <= 0.0, distance_of(&right, *pair) == 0.0);
        }
        for (.., relation) in right {
            counts[match relation {
                Relation::Apart => 0,
                Relation::Crossing => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}

fn distance_of(all: &[([usize; 2], clearance_scene::Nearest, Relation)], pair: [usize; 2]) -> f64 {
    all.iter().find(|(own, ..)| *own == pair).unwrap().1.distance
}

/// A cube that stands on the ground touches it. It is no nearer than 0, and at a limit of 0 nothing is broken.
#[test]
fn contact_with_a_half_space_is_decided() {
    let cube = Arc::new(mesh(&cube()));
    let ground = HalfSpace::new(vec3(0.0, 0.0, 2.0), 0.0).unwrap();
    for (height, relation, is_broken) in [
        (1.0, Relation::Touching, false),
        (1.0f64.next_down(), Relation::Crossing, true),
        (-1.0, Relation::BInA, true),
        (-7.0, Relation::BInA, true),
        ((-1.0f64).next_up(), Relation::Crossing, true),
    ] {
        let mut scene: Scene = Scene::default();
        scene.add_half_space("ground", ground, Pose::identity()).unwrap();
        scene.add("cube", cube.clone(), Pose::translation([3.0, -2.0, height])).unwrap();
        let nearest = scene.minimum(&Rules::default()).unwrap();
        assert_eq!((nearest.relation, nearest.distance), (relation, 0.0), "{height}");
        assert_eq!(scene.below(&Rules::limit(0.0)).len(), usize::from(is_broken), "{height}");
        // An overlap is allowed if the cube is no deeper than that.
        for (most, is_allowed) in [(0.5 * (1.0 - height), false), (1.0 - height + 1e-12, true)] {
            let rule = Rule { overlap_above: Some(most), ..Rule::new("*", "*") };
            let rules = Rules { rules: vec![rule], below: Some(0.0) };
            assert_eq!(!scene.below(&rules).is_empty(), is_broken && !is_allowed, "{height} {most}");
        }
    }
}

/// Grounds and walls reach into each other without end: they are no pair. A scene in the plane has half-planes.
#[test]
fn two_half_spaces_are_no_pair() {
    let square = Outline::new(&[vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]]]).unwrap();
    let mut scene: Scene<Outline> = Scene::default();
    scene.add_half_space("floor", HalfSpace::new(vec2(0.0, 1.0), -2.0).unwrap(), Pose::identity()).unwrap();
    scene.add_half_space("wall", HalfSpace::new(vec2(1.0, 0.0), 0.0).unwrap(), Pose::translation([-3.0, 0.0])).unwrap();
    scene.add("square", Arc::new(square), Pose::identity()).unwrap();
    assert_eq!(scene.pairs(&Rules::default()), 2);
    let nearest = scene.nearest(&Rules::default(), 9);
    let told: Vec<_> = nearest.iter().map(|finding| (finding.a, finding.b, finding.distance)).collect();
    assert_eq!(told, [(0, 2, 2.0), (1, 2, 3.0)]);
    assert_eq!(scene.pairs_near(&Rules::default(), 2.5).iter().filter(|pair| !pair.is_skipped).count(), 1);
    // The square goes to the wall.
    scene.set_pose(2, Pose::translation([-3.0, 0.0])).unwrap();
    assert_eq!(scene.minimum(&Rules::default()).unwrap().relation, Relation::Touching);
    let far = Rule::greatest("floor", "square", 1.0);
    let rules = Rules { rules: vec![far], below: None };
    assert!(scene.below(&rules).iter().any(|finding| finding.is_too_far && finding.distance == 2.0));
}

/// Boxes of half-spaces upright on an axis end there, so bodies far from the ground are not looked at.
#[test]
fn a_half_space_upright_on_an_axis_has_a_box_on_one_side() {
    let cube: Arc<Mesh> = Arc::new(mesh(&cube()));
    let mut scene: Scene = Scene::default();
    for object in 0..100 {
        let at = Pose::translation([f64::from(object) * 3.0, 0.0, 1.5 + f64::from(object)]);
        scene.add(format!("cube {object}"), cube.clone(), at).unwrap();
    }
    scene.add_half_space("ground", HalfSpace::new(vec3(0.0, 0.0, 4.0), 0.0).unwrap(), Pose::identity()).unwrap();
    let rules = Rules { rules: vec![Rule::skip("cube *", "cube *")], below: Some(3.0) };
    let near = scene.pairs_near(&rules, 3.0);
    assert_eq!(near.iter().filter(|pair| !pair.is_skipped).count(), 3, "heights 0.5, 1.5, 2.5");
    assert_eq!(scene.below(&rules).len(), 3);
}
