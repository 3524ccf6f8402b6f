//! B-splines that are a plane, a cylinder, a cone or a sphere.

use crate::patches::turned;
use crate::random::Random;
use clearance_surface::{Frame, Net, Surface, recognise};
use std::f64::consts::FRAC_1_SQRT_2;

/// A full turn of a profile of points (ρ, z), by four rational quarters.
fn revolved(frame: &Frame, profile: &[([f64; 2], f64)], degree: usize) -> Net {
    let square = [
        [1.0, 0.0],
        [1.0, 1.0],
        [0.0, 1.0],
        [-1.0, 1.0],
        [-1.0, 0.0],
        [-1.0, -1.0],
        [0.0, -1.0],
        [1.0, -1.0],
        [1.0, 0.0],
    ];
    let u = vec![0.0, 0.0, 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 1.0];
    let mut v = vec![0.0; degree + 1];
    v.extend(vec![1.0; degree + 1]);
    let (mut points, mut weights) = (Vec::new(), Vec::new());
    for (place, [x, y]) in square.into_iter().enumerate() {
        for &([rho, z], weight) in profile {
            let p = frame.origin + frame.axes[0] * (rho * x) + frame.axes[1] * (rho * y) + frame.axes[2] * z;
            points.push([p.x, p.y, p.z]);
            weights.push(weight * if place % 2 == 1 { FRAC_1_SQRT_2 } else { 1.0 });
        }
    }
    Net::new([2, degree], [u, v], points, weights).unwrap()
}

#[test]
fn a_rational_cylinder_a_cone_and_a_sphere_are_recognised_with_a_proof() {
    let mut random = Random(3);
    for far in [1.0, 1e3] {
        let origin = [0; 3].map(|_| far * random.signed());
        let frame = turned(&mut random, origin);
        let cylinder = revolved(&frame, &[([2.5, -1.0], 1.0), ([2.5, 4.0], 1.0)], 1);
        let found = recognise(&cylinder).expect("a cylinder");
        let Surface::Cylinder(_, radius) = found.surface else { panic!("{}", found.surface.kind()) };
        assert!((radius - 2.5).abs() < 1e-11 * far && found.error < 1e-9 * far, "{radius} {:e}", found.error);
        let cone = revolved(&frame, &[([1.0, 0.0], 1.0), ([3.0, 4.0], 1.0)], 1);
        let found = recognise(&cone).expect("a cone");
        assert_eq!(found.surface.kind(), "cone");
        assert!(found.error < 1e-8 * far, "{:e}", found.error);
        let half = [([0.0, -2.0], 1.0), ([2.0, -2.0], FRAC_1_SQRT_2), ([2.0, 0.0], 1.0)];
        let found = recognise(&revolved(&frame, &half, 2)).expect("a sphere");
        let Surface::Sphere(_, radius) = found.surface else { panic!("{}", found.surface.kind()) };
        assert!((radius - 2.0).abs() < 1e-10 * far && found.error < 1e-8 * far, "{radius} {:e}", found.error);
    }
}

/// Law: no point of a spline is farther from what it is said to be than the error.
#[test]
fn the_error_holds_for_splines_that_are_nearly_a_cylinder() {
    let mut random = Random(8);
    let (mut recognised, mut refused) = (0, 0);
    for case in 0..60 {
        let frame = turned(&mut random, [0.0; 3]);
        let net = revolved(&frame, &[([2.0, 0.0], 1.0), ([2.0, 1.0], 1.0)], 1);
        let off = [0.0, 1e-9, 1e-6, 1e-2][case % 4];
        let points = net.points().iter().map(|p| p.map(|x| x + off * random.signed())).collect();
        let weights = (0..18).map(|place| if place / 2 % 2 == 1 { FRAC_1_SQRT_2 } else { 1.0 }).collect();
        let knots = [net.knots[0].values.clone(), net.knots[1].values.clone()];
        let moved = Net::new([2, 1], knots, points, weights).unwrap();
        let Some(found) = recognise(&moved) else {
            refused += 1;
            continue;
        };
        let Surface::Cylinder(own, radius) = found.surface else { continue };
        recognised += 1;
        for _ in 0..200 {
            let (point, error) = moved.at([random.between(0.0, 1.0), random.between(0.0, 1.0)]);
            let [x, y, _] = own.coordinates(point);
            let away = ((x * x + y * y).sqrt() - radius).abs();
            assert!(away <= found.error + error, "{away:e} {:e}", found.error);
        }
    }
    assert!(recognised > 25 && refused >= 10, "{recognised} {refused}");
}

#[test]
fn a_flat_net_is_a_plane_and_a_wave_is_nothing() {
    let clamped = || vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let net = |height: f64| {
        let points = (0..9).map(|i| [f64::from(i / 3), f64::from(i % 3), if i == 4 { height } else { 0.5 }]).collect();
        Net::new([2, 2], [clamped(), clamped()], points, Vec::new()).unwrap()
    };
    let found = recognise(&net(0.5)).expect("a plane");
    assert_eq!(found.surface.kind(), "plane");
    assert!(found.error < 1e-13);
    assert_eq!(recognise(&net(1.5)), None);
}
