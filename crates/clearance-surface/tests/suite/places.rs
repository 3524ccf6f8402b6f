//! Bodies at poses share what was proven of them.

use crate::patches::{X, Y, turned, upright};
use crate::random::Random;
use crate::solids::{ball, bolt, pin, torus, tube};
use clearance::closest_on_triangle;
use clearance_surface::{Body, Frame, Question, Verdict, judge};

/// Poses that turn, move far, mirror.
fn poses() -> Vec<Frame> {
    let mut random = Random(23);
    let mirror = Frame::new([1.0, 2.0, 3.0], [X, Y, [0.0, 0.0, -1.0]]).unwrap();
    vec![upright([1e5, -3e4, 2e5]), turned(&mut random, [5.0, 6.0, 7.0]), mirror]
}

#[test]
fn the_surface_at_a_pose_lies_within_the_radii_of_its_triangles() {
    let mut random = Random(29);
    let frame = turned(&mut random, [3.0, -2.0, 8.0]);
    let bodies = [pin(frame, 2.0, [-1.0, 4.0], 9), ball(frame, 3.0, 8), torus(frame, 5.0, &[1.5], 7)];
    let mut samples = 0;
    for pose in poses() {
        for body in &bodies {
            let placed = body.placed("placed".to_owned(), &pose).unwrap();
            assert_eq!(placed.leaves().len(), body.leaves().len());
            for leaf in placed.leaves() {
                let face = &placed.faces[leaf.face as usize];
                let (uv, corners) = (face.uv(leaf.triangle), face.corners(leaf.triangle));
                for _ in 0..8 {
                    let (s, t) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                    let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
                    let p = [0, 1].map(|k| uv[0][k] + s * (uv[1][k] - uv[0][k]) + t * (uv[2][k] - uv[0][k]));
                    let (point, error) = face.surface.at(p);
                    let away = (closest_on_triangle(point, corners).point - point).length();
                    assert!(away <= leaf.radius.total() + error, "{away:e} of {:e}", leaf.radius.total());
                    samples += 1;
                }
            }
        }
    }
    assert!(samples > 5000, "{samples}");
}

#[test]
fn bodies_at_one_pose_are_to_each_other_what_they_were() {
    let frame = upright([0.0; 3]);
    let plate = tube(frame, [5.0, 12.0], [-4.0, 0.0], 18);
    let fits = |gap: f64| bolt(frame, [5.0 - gap, 8.0], [-9.0, 0.0, 3.0], 24);
    let asked =
        |a: &Body, b: &Body| judge(a, b, &Question { below: None, width: 1e-3, most_pairs: 4000 }, 1e-7).verdict;
    for pose in poses() {
        let placed = |body: &Body| body.placed(body.name.clone(), &pose).unwrap();
        assert!(!placed(&plate).mesh().report().inside_out && placed(&plate).mesh().is_closed_as_it_is());
        assert!(matches!(asked(&placed(&fits(0.0)), &placed(&plate)), Verdict::Touching { .. }));
        let Verdict::Crossing { by } = asked(&placed(&fits(-0.01)), &placed(&plate)) else { panic!() };
        assert!(by <= 0.01 && by > 0.0099, "{by}");
    }
}
