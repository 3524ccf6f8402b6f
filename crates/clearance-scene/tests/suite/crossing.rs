//! Bodies on a whole line, compared with all pairs of their leaves by the core.

use crate::motion::{all_pairs, crumbs};
use crate::shapes::{Random, mesh, sheet};
use crate::shapes_in_the_plane::{outline, polygons, pose as pose_in_the_plane};
use clearance::{Ball, Cuboid, Pose, Shape, Solver, Vec2, Vec3, Vector, vec2, vec3};
use clearance_scene::{Composite, Compound, Single, crossing, crossing_with};

/// Compares the crossing of two bodies with that of all pairs of leaves, and with the exchanged one. Whether they meet.
fn compare<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    (a, b): (&A, &B),
    direction: A::Vector,
) -> bool {
    let answer = crossing_with(solver, a, b, direction);
    assert_eq!(crossing_with(solver, b, a, -direction).map(|it| it.swapped()), answer);
    let all: Vec<_> = all_pairs(a, b, |a, b| solver.crossing(a, b, direction))
        .into_iter()
        .filter_map(|(leaves, crossing)| crossing.map(|crossing| (leaves, crossing)))
        .collect();
    let Some(answer) = answer else {
        assert!(all.is_empty());
        return false;
    };
    let least =
        |of: fn(&clearance::Crossing<A::Vector>) -> f64| all.iter().map(|(_, it)| of(it)).fold(f64::INFINITY, f64::min);
    assert_eq!(answer.entry.lower, least(|it| it.entry.lower));
    assert_eq!(answer.entry.upper, least(|it| it.entry.upper));
    assert_eq!(answer.exit.lower, -least(|it| -it.exit.lower));
    assert_eq!(answer.exit.upper, -least(|it| -it.exit.upper));
    let named = |leaves: [u32; 2]| all.iter().find(|(of, _)| *of == leaves).unwrap().1;
    assert_eq!(named(answer.leaves_in).normal_in, answer.normal_in);
    assert_eq!(named(answer.leaves_out).normal_out, answer.normal_out);
    true
}

/// Law: a crossing begins with the first leaves that meet and ends with the last ones that part, for meshes, shapes and
/// compounds, with a target or without.
#[test]
fn the_crossing_of_two_bodies_is_that_of_all_pairs_of_leaves() {
    let (mut random, mut meeting, mut apart) = (Random(211), 0, 0);
    for round in 0..40 {
        let [a, b] = [0, 1].map(|_| crumbs(&mut random, 16));
        let boxes = (0..4).map(|_| Cuboid::new(vec3(0.2, 0.1, 0.3)).unwrap().at(random.pose(1.0)).into());
        let pile = Compound::new(boxes.collect()).unwrap();
        let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.25).unwrap().at(random.pose(1.5));
        let (a, b, pile) = (a.at(random.pose(0.0)), b.at(random.pose(1.75)), pile.at(random.pose(1.75)));
        let way = Vec3::from(random.point());
        let solver = Solver { target: if round % 4 == 3 { 0.125 } else { 0.0 }, ..Solver::default() };
        let found = [
            compare(&solver, (&a, &b), way),
            compare(&solver, (&pile, &a), way),
            compare(&solver, (&b, &Single::new(&ball)), way),
        ];
        for meets in found {
            if meets { meeting += 1 } else { apart += 1 }
        }
    }
    assert!(meeting >= 30 && apart >= 20, "{meeting} {apart}");
}

/// Law: the same in the plane.
#[test]
fn the_crossing_of_outlines_is_that_of_all_pairs_of_edges() {
    let (mut random, mut meeting, mut apart) = (Random(223), 0, 0);
    for _ in 0..40 {
        let [a, b] = [0, 1].map(|_| outline(&polygons(&mut random, 1)));
        let (a, b) = (a.at(pose_in_the_plane(&mut random, 0.0)), b.at(pose_in_the_plane(&mut random, 2.0)));
        let [x, y, _] = random.point();
        if compare(&Solver::default(), (&a, &b), vec2(x, y)) { meeting += 1 } else { apart += 1 }
    }
    assert!(meeting >= 10 && apart >= 10, "{meeting} {apart}");
}

/// Law: a body that is inside of a closed surface now has met its surface before, and meets it again.
#[test]
fn a_ball_in_a_hollow_box_has_entered_it_before() {
    let walls = [-2.0, 2.0].map(|x| Cuboid::new(vec3(0.25, 2.0, 2.0)).unwrap().at(Pose::translation([x, 0.0, 0.0])));
    let hollow = Compound::new(walls.map(Into::into).into()).unwrap();
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
    let answer = crossing(&hollow.at(Pose::identity()), &Single::new(&ball), vec3(0.5, 0.0, 0.0)).unwrap();
    assert!((answer.entry.fraction + 5.5).abs() < 1e-14 && (answer.exit.fraction - 5.5).abs() < 1e-14, "{answer:?}");
    assert_eq!((answer.leaves_in, answer.leaves_out), ([0, 0], [1, 0]));
    assert_eq!((answer.normal_in, answer.normal_out), (vec3(-1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0)));
}

/// Law: what is not finite claims nothing, and no direction crosses nothing.
#[test]
fn a_crossing_of_numbers_that_are_not_finite_claims_nothing() {
    let plate = mesh(&sheet(4, 0.0));
    let (whole, nowhere) = (plate.at(Pose::identity()), plate.at(Pose::translation(vec3(f64::NAN, 0.0, 0.0))));
    for (body, way) in [(&nowhere, vec3(1.0, 0.0, 0.0)), (&whole, vec3(0.0, f64::INFINITY, 0.0))] {
        let answer = crossing(&whole, body, way).unwrap();
        assert_eq!((answer.entry.lower, answer.exit.upper), (f64::NEG_INFINITY, f64::INFINITY));
    }
    assert_eq!(crossing(&whole, &whole, Vec3::ORIGIN), None);
    let edge = outline(&polygons(&mut Random(7), 1));
    assert_eq!(crossing(&edge.at(Pose::identity()), &edge.at(Pose::identity()), Vec2::ORIGIN), None);
}
