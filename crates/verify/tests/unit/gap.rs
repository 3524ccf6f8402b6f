//! The closed gaps of rings in grooves and of instances, against points of both surfaces.

use super::*;

fn face(form: &Form, pose: Option<Axes>) -> Face {
    Face { form: form.clone(), pose, nodes: Vec::new(), triangles: Vec::new(), edges: Vec::new() }
}

fn tilted(angle: f64, origin: [f64; 3]) -> Axes {
    let (s, c) = angle.sin_cos();
    Axes { origin, axes: [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]] }
}

/// The image of a point, in floats.
fn moved(axes: &Axes, x: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| axes.origin[k] + (0..3).map(|i| axes.axes[i][k] * x[i]).sum::<f64>())
}

/// The least distance of the points of a ring from a groove's unbounded surface, which is upright about the origin.
fn sampled(ring: &Axes, pose: Option<Axes>, [major, minor]: [f64; 2], [of_groove, groove]: [f64; 2]) -> f64 {
    let count = 360;
    let angle = |i: usize| std::f64::consts::TAU * i as f64 / count as f64;
    let mut least = f64::INFINITY;
    for i in 0..count {
        for j in 0..count {
            let (u, v) = (angle(i), angle(j));
            let rho = major + minor * v.cos();
            let own = moved(ring, [rho * u.cos(), rho * u.sin(), minor * v.sin()]);
            let [x, y, z] = pose.map_or(own, |pose| moved(&pose, own));
            least = least.min(groove - (x.hypot(y) - of_groove).hypot(z));
        }
    }
    least
}

const EVERYWHERE: Vector = [Interval { low: -200.0, high: 200.0 }; 3];

#[test]
fn a_ring_in_a_groove_keeps_the_least_gap_however_it_is_tilted_moved_and_turned_by_a_pose() {
    let groove = [40.0, 5.0];
    let upright = tilted(0.0, [0.0; 3]);
    let pose = Axes { origin: [0.02, -0.03, 0.01], axes: [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]] };
    for (angle, origin, major, minor) in
        [(0.0, [0.0; 3], 40.0, 4.9), (0.01, [0.0; 3], 40.0, 4.0), (0.02, [0.1, 0.0, -0.2], 40.1, 3.0)]
    {
        for pose in [None, Some(pose)] {
            let (own, form) = (tilted(angle, origin), Form::Torus(tilted(angle, origin), [major, minor]));
            let of_groove = face(&Form::Torus(upright, groove), None);
            let there = gap(&face(&form, pose), &of_groove, &EVERYWHERE).unwrap();
            let back = gap(&of_groove, &face(&form, pose), &EVERYWHERE).unwrap();
            let truth = sampled(&own, pose, [major, minor], groove);
            for found in [there, back] {
                assert!(found.low <= truth + 1e-12, "{found:?} {truth}");
                assert!(found.low > truth - 0.3 && found.high > groove[1] - minor - 1e-12, "{found:?} {truth}");
            }
        }
    }
    // A tube that crosses its axis has no closed gap.
    let crossing = face(&Form::Torus(upright, [4.0, 4.5]), None);
    assert!(gap(&crossing, &face(&Form::Torus(upright, groove), None), &EVERYWHERE).is_none());
}

#[test]
fn a_pose_moves_the_gaps_of_planes_and_cylinders_as_it_moves_the_faces() {
    let pose = tilted(0.3, [7.0, -8.0, 9.0]);
    let lifted = Axes { origin: [0.0, 0.0, 0.25], ..tilted(0.0, [0.0; 3]) };
    let upright = tilted(0.0, [0.0; 3]);
    let pairs = [
        (Form::Plane(upright), Form::Plane(lifted), 0.25),
        (Form::Cylinder(upright, 5.0), Form::Cylinder(lifted, 5.5), 0.5),
        (Form::Sphere(upright, 5.0), Form::Sphere(upright, 6.0), 1.0),
    ];
    for (a, b, truth) in pairs {
        let both = gap(&face(&a, Some(pose)), &face(&b, Some(pose)), &EVERYWHERE).unwrap();
        assert!(both.low <= truth && truth <= both.high && both.high - both.low < 1e-9, "{both:?} {truth}");
        // One that is moved alone is tilted against the other, and no closed gap says much, but that balls are apart.
        let one = gap(&face(&a, Some(pose)), &face(&b, None), &EVERYWHERE).unwrap();
        let apart = if matches!(a, Form::Sphere(..)) { 194f64.sqrt() - 11.0 } else { 0.0 };
        assert!(one.low <= apart, "{one:?}");
    }
}

/// Points of a round form, many of them.
fn points(form: &Form) -> Vec<[f64; 3]> {
    let step = |k: u32| f64::from(k) * std::f64::consts::TAU / 90.0;
    let all = (0..90).flat_map(|i| (0..90).map(move |j| [step(i), step(j) - std::f64::consts::PI]));
    all.map(|uv| form.at(uv).unwrap().map(|x| x.middle()[0])).collect()
}

#[test]
fn faces_beside_each_other_are_no_nearer_than_their_cores_less_the_radii_and_that_is_nearly_sharp() {
    let at = |x: f64, y: f64, z: f64| tilted(0.0, [x, y, z]);
    let lying =
        |x: f64, y: f64, z: f64| Axes { origin: [x, y, z], axes: [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] };
    let gap_is = 0.01;
    let pairs = [
        (Form::Plane(at(0.0, 0.0, 0.0)), Form::Sphere(at(1.0, 2.0, 3.0 + gap_is), 3.0)),
        (Form::Plane(at(0.0, 0.0, 0.0)), Form::Cylinder(lying(1.0, 2.0, 3.0 + gap_is), 3.0)),
        (Form::Plane(at(0.0, 0.0, 0.0)), Form::Torus(lying(1.0, 0.0, -7.0 - gap_is), [5.0, 2.0])),
        (Form::Sphere(at(0.0, 0.0, 0.0), 2.0), Form::Sphere(at(5.0 + gap_is, 0.0, 0.0), 3.0)),
        (Form::Sphere(at(0.0, 0.0, 0.0), 2.0), Form::Cylinder(at(5.0 + gap_is, 0.0, 7.0), 3.0)),
        (Form::Sphere(at(0.0, 0.0, 0.0), 2.0), Form::Torus(at(8.0 + gap_is, 0.0, 0.0), [5.0, 1.0])),
        (Form::Cylinder(at(0.0, 0.0, 0.0), 2.0), Form::Cylinder(at(5.0 + gap_is, 0.0, 7.0), 3.0)),
        (Form::Cylinder(at(0.0, 0.0, 0.0), 2.0), Form::Cylinder(lying(5.0 + gap_is, 0.0, 0.0), 3.0)),
    ];
    for (a, b) in &pairs {
        for (a, b) in [(a, b), (b, a)] {
            let found = gap(&face(a, None), &face(b, None), &[Interval { low: -9.0, high: 9.0 }; 3]).unwrap();
            assert!(found.low <= gap_is && found.low > gap_is - 1e-10, "{a:?} {b:?} {found:?}");
            let (of_a, of_b) = (points(a), points(b));
            let nearest = of_a.iter().step_by(7).flat_map(|p| of_b.iter().step_by(5).map(move |q| (p, q)));
            let away = |(p, q): (&[f64; 3], &[f64; 3])| (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
            let nearest = nearest.map(away).fold(f64::INFINITY, f64::min);
            assert!(nearest >= found.low && nearest < 3.0, "{a:?} {b:?} {found:?} {nearest}");
        }
    }
}
