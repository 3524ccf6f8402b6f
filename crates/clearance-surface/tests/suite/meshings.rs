//! The surfaces are measured, and not the meshes: finer and coarser meshes and other triangles change no verdict.

use crate::patches::{X, Y, turned, upright};
use crate::random::Random;
use crate::solids::{ball, pin, torus, tube};
use clearance_surface::{Body, Face, Frame, Judgement, Question, Standing, Verdict, judge};
use std::mem::discriminant;

const CONTACT: f64 = 1e-7;

/// The body with the other diagonal in each four-sided pair of triangles that share a side.
fn with_other_diagonals(body: &Body) -> Body {
    let face = |face: &Face| {
        let mut triangles = face.triangles().to_vec();
        for pair in triangles.chunks_exact_mut(2) {
            let ([a, b, c], [d, e, f]) = (pair[0], pair[1]);
            // A square as the grids of the tests cut it, and where the other diagonal cuts it, too.
            let at = |node: u32| face.nodes()[node as usize].uv;
            let is_square = (a, c) == (d, e) && at(a)[0] + at(c)[0] == at(b)[0] + at(f)[0];
            let is_turned_square = (a, b) == (d, f) && at(a)[0] + at(b)[0] == at(c)[0] + at(e)[0];
            if is_square {
                (pair[0], pair[1]) = ([a, b, f], [b, c, f]);
            } else if is_turned_square {
                (pair[0], pair[1]) = ([a, e, c], [c, e, b]);
            }
        }
        Face::new(face.surface.clone(), face.nodes().to_vec(), triangles, face.edges().to_vec()).unwrap()
    };
    Body::new(body.name.clone(), body.faces.iter().map(face).collect(), body.uncertainty).unwrap()
}

/// A pair of bodies by how fine their meshes are.
type Pair = Box<dyn Fn(Frame, u32) -> [Body; 2]>;

/// Pairs with a name, and the distance of their surfaces; nothing where they cross.
fn pairs() -> Vec<(&'static str, Option<f64>, Pair)> {
    let tube = |frame, n: u32| tube(frame, [5.0, 8.0], [-4.0, 4.0], n);
    let beside = |frame: Frame, by: f64| {
        let [x, y, z] = frame.axes;
        let place = frame.origin + x * by;
        Frame::new([place.x, place.y, place.z], [x, y, z].map(|v| [v.x, v.y, v.z])).unwrap()
    };
    let across = move |frame: Frame, by: f64| {
        let place = beside(frame, by).origin;
        let [x, y, z] = frame.axes.map(|v| [v.x, v.y, v.z]);
        Frame::new([place.x, place.y, place.z], [z, x, y]).unwrap()
    };
    vec![
        ("pin in its bore", Some(0.0), Box::new(move |f, n| [pin(f, 5.0, [-9.0, 9.0], n), tube(f, n + 6)])),
        ("pin with play", Some(0.02), Box::new(move |f, n| [pin(f, 4.98, [-9.0, 9.0], n), tube(f, n + 6)])),
        ("press fit", None, Box::new(move |f, n| [pin(f, 5.02, [-9.0, 9.0], n), tube(f, n + 6)])),
        (
            "pins across each other",
            Some(0.5),
            Box::new(move |f, n| [pin(f, 2.0, [-9.0, 9.0], n), pin(across(f, 5.5), 3.0, [-9.0, 9.0], n)]),
        ),
        (
            "ball beside a ring",
            Some(0.3),
            Box::new(move |f, n| [torus(f, 6.0, &[1.5], n), ball(beside(f, 9.8), 2.0, n)]),
        ),
    ]
}

#[test]
fn finer_and_coarser_meshes_and_other_triangles_change_no_verdict_and_their_brackets_overlap() {
    let mut random = Random(29);
    let mirrored = Frame::new([1.0, 2.0, 3.0], [X, Y, [0.0, 0.0, -1.0]]).unwrap();
    let mut changed = 0;
    for frame in [upright([0.0; 3]), turned(&mut random, [50.0, -60.0, 70.0]), mirrored] {
        for (name, truth, of) in pairs() {
            let mut known: Option<Judgement> = None;
            for count in [8, 12, 20, 48] {
                let [a, b] = of(frame, count);
                let [c, d] = [&a, &b].map(with_other_diagonals);
                changed += usize::from(c.faces[0].triangles() != a.faces[0].triangles());
                for [a, b] in [[&a, &b], [&c, &d], [&a, &d]] {
                    let question = Question { below: None, width: 1e-3, most_pairs: 20_000 };
                    let own = judge(a, b, &question, CONTACT);
                    let [lower, upper] = [own.nearest.lower, own.nearest.upper];
                    if let Some(truth) = truth {
                        assert!(lower <= truth && truth <= upper, "{name}, {count}: {truth} not in [{lower}, {upper}]");
                        assert!(upper - lower < 2e-3, "{name}, {count}: [{lower}, {upper}]");
                    }
                    assert_eq!(truth.is_none(), matches!(own.verdict, Verdict::Crossing { .. }), "{name}, {count}");
                    if let Some(before) = &known {
                        assert_eq!(discriminant(&own.verdict), discriminant(&before.verdict), "{name}, {count}");
                        let common = [before.nearest.lower.max(lower), before.nearest.upper.min(upper)];
                        assert!(common[0] <= common[1], "{name}, {count}: the brackets share no number");
                        // Limits well below and above the distance are decided alike.
                        for limit in [0.0, 0.01, 0.25, 1.0] {
                            assert_eq!(own.standing(limit), before.standing(limit), "{name}, {count}, {limit}");
                            assert_ne!(own.standing(limit), Standing::Open, "{name}, {count}, {limit}");
                        }
                    }
                    known = Some(own);
                }
            }
        }
    }
    assert!(changed >= 60, "the other triangles are others: {changed}");
}
