//! V-Clip and Lin and Canny's walk.

use crate::pairs::{assert_near, for_random_pairs, solved};
use clearance::{Hull, Pose, Status, Vec2, Vec3, vec2, vec3};
use clearance_rivals::lin_canny::LinCanny;
use clearance_rivals::v_clip::VClip;
use clearance_rivals::{Body, Dimension, Drawn, Feature, Pair, Verdict};

fn v_clip_has_the_solvers_answer<W: Dimension>() {
    for_random_pairs::<W>(1500, 30, |pair, _, known| {
        let answer = VClip::default().query(pair);
        assert_eq!(answer.verdict == Some(Verdict::Apart), known.status == Status::Separated, "{answer:?}, {known}");
        assert_near(answer.distance, known);
    });
}

#[test]
fn v_clip_has_the_solvers_verdict_and_distance_in_the_plane() {
    v_clip_has_the_solvers_answer::<Vec2<f64>>();
}

#[test]
fn v_clip_has_the_solvers_verdict_and_distance_in_space() {
    v_clip_has_the_solvers_answer::<Vec3<f64>>();
}

fn lin_canny_measures_what_is_apart<W: Dimension>() {
    let (mut endless, mut meet) = (0, 0);
    for_random_pairs::<W>(1000, 30, |pair, bodies, known| {
        let mut walk = LinCanny::default();
        walk.limit = 300;
        let answer = walk.query(pair);
        if bodies.iter().any(|body| body.hull().dimension() < W::DIM) {
            return; // Flat bodies are no polyhedra: walks around them go in circles.
        }
        if known.status == Status::Separated {
            assert!(
                !answer.endless,
                "{known}, {:?}",
                bodies.map(|body| (body.hull().dimension(), body.vertex_count()))
            );
            assert_near(answer.distance, known);
        } else {
            meet += 1;
            endless += u32::from(answer.endless);
            assert_ne!(answer.verdict, Some(Verdict::Apart), "{known}");
        }
    });
    assert!(endless * 4 > meet, "{endless} of {meet} walks of shapes that meet are endless");
}

#[test]
fn lin_and_canny_measure_what_is_apart_and_walk_without_end_in_what_meets_in_the_plane() {
    lin_canny_measures_what_is_apart::<Vec2<f64>>();
}

#[test]
fn lin_and_canny_measure_what_is_apart_and_walk_without_end_in_what_meets_in_space() {
    lin_canny_measures_what_is_apart::<Vec3<f64>>();
}

fn cube() -> Body<Vec3<f64>> {
    let corner = |k: u32| vec3(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2));
    Body::new(Hull::new(&(0..8).map(corner).collect::<Vec<_>>()).unwrap())
}

#[test]
fn a_cube_has_six_faces_of_four_sides_and_each_edge_knows_both_of_its_faces() {
    let cube = cube();
    assert_eq!((cube.vertex_count(), cube.edges().len(), cube.faces().len()), (8, 12, 6));
    for (number, edge) in cube.edges().iter().enumerate() {
        let faces = edge.faces.expect("an edge of a polyhedron has two faces");
        assert_ne!(faces[0], faces[1]);
        for face in faces {
            let sides: Vec<u32> = cube.face(face).sides.iter().map(|side| side.edge).collect();
            assert_eq!((sides.len(), sides.contains(&(number as u32))), (4, true));
        }
        // The face to the left has the edge in its own direction: its inner side is to the left.
        let normal = cube.face(faces[0]).normal;
        let inner = cube.center() - cube.vertex(edge.ends[0]);
        assert!(normal.cross(edge.along).dot(inner) > 0.0);
    }
}

#[test]
fn a_tracked_pair_takes_few_steps_a_frame() {
    let cube = cube();
    let (mut v_clip, mut lin_canny, identity) = (VClip::default(), LinCanny::default(), Pose::identity());
    let (mut steps, mut changes, mut last) = ([0; 2], 0, None);
    for frame in 0..2000 {
        let t = 2e-3 * f64::from(frame);
        let rotation = clearance::Quaternion::from_axis_angle(vec3(0.3, 0.5, 0.8), t);
        let b = Pose { rotation, translation: vec3(2.5 * t.cos(), 2.5 * t.sin(), 0.4 * t) };
        let pair = Pair::new([&cube, &cube], [&identity, &b]);
        let known = solved([&cube, &cube], [&identity, &b]);
        for (answer, steps) in [v_clip.query(&pair), lin_canny.query(&pair)].into_iter().zip(&mut steps) {
            assert_near(answer.distance, &known);
            *steps += answer.steps;
        }
        let features = v_clip.query(&pair).features;
        changes += u32::from(last != features);
        last = features;
    }
    assert!(changes > 10, "the features changed {changes} times");
    assert!(steps.iter().all(|&steps| steps < 2200), "{steps:?} steps in 2,000 frames");
}

#[test]
fn features_are_those_that_the_nearest_points_lie_on() {
    let (cube, identity) = (cube(), Pose::identity());
    let at = |x: f64, y: f64, z: f64| Pose::translation([x, y, z]);
    let cases = [
        (at(2.0, 2.0, 2.0), 0, 0),   // corner and corner
        (at(2.0, 0.25, 2.0), 1, 1),  // parallel edges, or a vertex on an edge
        (at(3.0, 0.25, 0.25), 2, 2), // faces
    ];
    for (b, most_a, most_b) in cases {
        let pair = Pair::new([&cube, &cube], [&identity, &b]);
        let answer = VClip::default().query(&pair);
        let rank = |feature: Feature| match feature {
            Feature::Vertex(_) => 0,
            Feature::Edge(_) => 1,
            Feature::Face(_) => 2,
        };
        let [a, b] = answer.features.unwrap().map(rank);
        assert!(a <= most_a && b <= most_b, "{answer:?}");
        let [p, q] = answer.points.unwrap();
        assert_eq!(Some((q - p).length()), answer.distance);
    }
}

#[test]
fn points_segments_and_flat_polygons_are_bodies_too() {
    let triangle = [vec3(0.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0)];
    let flat = Body::new(Hull::new(&triangle).unwrap());
    let segment = Body::new(Hull::new(&[vec3(0.5, 0.5, -1.0), vec3(0.5, 0.5, 1.0)]).unwrap());
    let point = Body::new(Hull::new(&[vec3(0.5, 0.5, 0.0)]).unwrap());
    let identity = Pose::identity();
    let cases = [
        (&flat, &segment, 0.0, Some(0.0)),
        (&flat, &segment, 2.0, Some(1.0)),
        (&flat, &segment, -3.0, Some(2.0)),
        (&flat, &point, 0.0, Some(0.0)),
        (&flat, &point, -0.25, Some(0.25)),
        (&segment, &point, 0.5, Some(0.0)),
        (&segment, &point, 4.0, Some(3.0)),
        (&point, &point, 0.0, Some(0.0)),
        (&flat, &flat, 1.0, Some(1.0)),
    ];
    for (a, b, up, distance) in cases {
        let b_pose = Pose::translation([0.0, 0.0, up]);
        let answer = VClip::default().query(&Pair::new([a, b], [&identity, &b_pose]));
        assert_eq!(answer.distance, distance, "{up}: {answer:?}");
    }
    let segment = Body::new(Hull::new(&[vec2(0.0, 0.0), vec2(2.0, 0.0)]).unwrap());
    for (up, distance) in [(1.0, 1.0), (-1.0, 1.0), (0.0, 0.0)] {
        let b = Pose::translation([0.5, up]);
        let answer = VClip::default().query(&Pair::new([&segment, &segment], [&Pose::identity(), &b]));
        assert_eq!(answer.distance, Some(distance));
        if distance > 0.0 {
            let answer = LinCanny::default().query(&Pair::new([&segment, &segment], [&Pose::identity(), &b]));
            assert_eq!(answer.distance, Some(distance));
        }
    }
}

#[test]
fn a_trace_shows_each_move_with_both_features_and_ends_with_the_answer() {
    let (mut moves, mut planes) = (0, 0);
    for_random_pairs::<Vec3<f64>>(100, 30, |pair, bodies, _| {
        let (answer, steps) = VClip::default().trace(pair);
        assert_eq!(answer, VClip::default().query(pair));
        assert_eq!(steps.len(), answer.steps as usize);
        for step in &steps {
            let features = step.drawn.iter().filter(|drawn| matches!(drawn, Drawn::Feature { .. })).count();
            assert!(features >= 2, "{step:?}");
            planes += usize::from(step.drawn.iter().any(|drawn| matches!(drawn, Drawn::Plane { .. })));
        }
        moves += steps.len() - 1;
        let last = &steps[steps.len() - 1];
        assert_eq!(last.numbers, [("distance", answer.distance.unwrap())]);
        let corners = answer.features.unwrap().map(|feature| feature);
        for (side, feature) in corners.into_iter().enumerate() {
            let shown = last.drawn.iter().filter_map(|drawn| match drawn {
                Drawn::Feature { vertices, .. } => Some(vertices.clone()),
                _ => None,
            });
            assert_eq!(shown.collect::<Vec<_>>()[side], bodies[side].corners(feature));
        }
    });
    assert!(moves > 200 && planes > 100, "{moves} moves, {planes} Voronoi planes");
}

#[test]
fn steps_are_in_the_worlds_frame() {
    let (cube, mut random) = (cube(), crate::pairs::Random(5));
    let (a, b) = (crate::pairs::pose::<Vec3<f64>>(&mut random, 1.0), Pose::translation([9.0, 9.0, 9.0]));
    let (answer, steps) = VClip::default().trace(&Pair::new([&cube, &cube], [&a, &b]));
    let points: Vec<[f64; 3]> = steps[steps.len() - 1]
        .drawn
        .iter()
        .filter_map(|drawn| match drawn {
            Drawn::Point { at, .. } => Some(*at),
            _ => None,
        })
        .collect();
    assert_eq!(points, answer.points.unwrap().map(|point| [point.x, point.y, point.z]));
    let known = solved([&cube, &cube], [&a, &b]);
    let [p, q] = answer.points.unwrap();
    assert!((p - known.point_a).length() < 1e-14 && (q - known.point_b).length() < 1e-14);
}
