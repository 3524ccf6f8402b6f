//! No point of a surface lies outside the radius of its triangle.

use crate::patches::{Numbers, grid, turned, upright};
use crate::random::Random;
use clearance::{closest_on_triangle, vec3};
use clearance_surface::{Curve, Face, Frame, Net, Spline, Surface, radius};
use std::collections::BTreeMap;

/// Samples each triangle of a face; answers with the largest real distances and the proven radii.
fn sampled(face: &Face, random: &mut Random, samples: usize) -> Vec<[f64; 2]> {
    (0..face.triangles().len() as u32)
        .map(|triangle| {
            let (uv, corners) = (face.uv(triangle), face.corners(triangle));
            let proven = radius(face, triangle);
            let mut real = 0.0f64;
            for sample in 0..samples {
                let (mut s, mut t) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                if s + t > 1.0 {
                    (s, t) = (1.0 - s, 1.0 - t);
                }
                match sample {
                    0 => (s, t) = (0.5, 0.5),
                    1 => (s, t) = (0.5, 0.0),
                    2 => (s, t) = (0.0, 0.5),
                    _ => {}
                }
                let p = [0, 1].map(|k| uv[0][k] + s * (uv[1][k] - uv[0][k]) + t * (uv[2][k] - uv[0][k]));
                let (point, error) = face.surface.at(p);
                let away = (closest_on_triangle(point, corners).point - point).length();
                assert!(
                    away - error <= proven.inner,
                    "{}: {away:e} outside {:e} at {p:?} of {uv:?}",
                    face.surface.kind(),
                    proven.inner
                );
                real = real.max(away);
            }
            [real, proven.inner]
        })
        .collect()
}

/// A random net, with knots that are there twice.
fn net(random: &mut Random, is_rational: bool, origin: [f64; 3]) -> Surface {
    loop {
        if let Some(net) = any_net(random, is_rational, origin) {
            return Surface::Net(Box::new(net));
        }
    }
}

/// `None` if a knot is there so often that it cuts the net.
fn any_net(random: &mut Random, is_rational: bool, origin: [f64; 3]) -> Option<Net> {
    let degrees = [1 + (random.between(0.0, 4.0) as usize).min(3), 1 + (random.between(0.0, 4.0) as usize).min(3)];
    let counts = degrees.map(|p| p + 1 + (random.between(0.0, 4.0) as usize).min(3));
    let knots = [0, 1].map(|k| {
        let (p, n) = (degrees[k], counts[k]);
        let mut knots = vec![0.0; p + 1];
        let mut at = 0.0;
        for _ in 0..n - p - 1 {
            // Some knots are there twice.
            if random.signed() > -0.6 || p == 1 {
                at += random.between(0.1, 1.0);
            }
            knots.push(at);
        }
        // The first inner knot must not stand at the end of the domain.
        knots.iter_mut().skip(p + 1).for_each(|knot| *knot += 0.25);
        at += random.between(0.3, 1.0) + 0.25;
        knots.extend(vec![at; p + 1]);
        knots
    });
    let mut points = Vec::new();
    for i in 0..counts[0] {
        for j in 0..counts[1] {
            let wave = random.signed();
            points.push([origin[0] + i as f64, origin[1] + j as f64, origin[2] + wave]);
        }
    }
    let weights = if is_rational { points.iter().map(|_| random.between(0.4, 2.0)).collect() } else { Vec::new() };
    Net::new(degrees, knots, points, weights)
}

fn curve(random: &mut Random, frame: Frame) -> Curve {
    match random.between(0.0, 3.0) as u32 {
        0 => Curve::Line(frame.origin + frame.axes[0] * 3.0, frame.axes[2] * 2.0 + frame.axes[1]),
        1 => Curve::Ellipse(frame, [random.between(0.5, 2.0), random.between(0.5, 2.0)]),
        _ => {
            let mut knots = vec![0.0; 4];
            knots.extend([0.4, 0.7, 1.0, 1.0, 1.0, 1.0]);
            let mut point = |i: i32| {
                let p = frame.origin + frame.axes[2] * f64::from(i) + frame.axes[0] * (2.0 + random.signed());
                [p.x, p.y, p.z]
            };
            let points = (0..6).map(&mut point).collect();
            let weights = (0..6).map(|_| random.between(0.5, 2.0)).collect();
            Curve::Spline(Spline::new(3, knots, points, weights).unwrap())
        }
    }
}

fn patch(random: &mut Random, case: usize) -> (Surface, [[f64; 2]; 2]) {
    let far = if case.is_multiple_of(5) { 1e5 } else { 1.0 };
    let origin = [0; 3].map(|_| far * random.signed());
    let frame = turned(random, origin);
    let range = |random: &mut Random, most: f64| {
        let low = 3.0 * random.signed();
        [low, low + random.between(0.1, most)]
    };
    let (u, v) = (range(random, 1.5), range(random, 1.5));
    match case % 9 {
        0 => (Surface::Plane(frame), [u, v]),
        1 => (Surface::Cylinder(frame, random.between(0.1, 5.0)), [u, v]),
        2 => {
            let turn = clearance::Rotation2::<f64>::from_angle(random.between(-1.4, 1.4));
            (Surface::Cone { frame, radius: random.between(-1.0, 3.0), slope: [turn.s, turn.c] }, [u, v])
        }
        // Poles lie in the range.
        3 => (Surface::Sphere(frame, random.between(0.1, 4.0)), [u, [0.9, std::f64::consts::FRAC_PI_2]]),
        // The tube is wider than its circle in half of the cases.
        4 => {
            let (major, minor) = (random.between(0.1, 2.0), random.between(0.1, 2.0));
            (Surface::Torus { frame, major, minor }, [u, v])
        }
        5 => {
            let curve = curve(random, frame);
            (Surface::Extrusion(curve, frame.axes[1] * 1.5), [[0.1, 0.9], v])
        }
        6 => {
            let curve = curve(random, frame);
            (Surface::Revolution(curve, frame), [u, [0.1, 0.9]])
        }
        rest => {
            let surface = net(random, rest == 8, origin);
            let Surface::Net(net) = &surface else { unreachable!() };
            let domain = [net.knots[0].domain(), net.knots[1].domain()];
            (surface, domain)
        }
    }
}

#[test]
fn no_sample_of_a_random_patch_lies_outside_the_radius() {
    let mut random = Random(41);
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut triangles = 0;
    for case in 0..360 {
        let (surface, range) = patch(&mut random, case);
        let kind = surface.kind();
        let rows = [1 + (case / 9 % 4) as u32, 1 + (case / 36 % 3) as u32];
        let face = grid(surface, range, rows, 0.0).face().unwrap();
        for [real, proven] in sampled(&face, &mut random, 150) {
            triangles += 1;
            if real > 1e-6 {
                ratios.entry(kind).or_default().push(proven / real);
            }
        }
    }
    assert!(triangles > 3000, "{triangles}");
    for (kind, mut of_kind) in ratios {
        of_kind.sort_by(f64::total_cmp);
        let median = of_kind[of_kind.len() / 2];
        // The samples see less than the largest distance; a proof that is twice as wide is no use.
        assert!(median < 1.5, "{kind}: the proven radius is {median} times the sampled one");
        println!("{kind}: {} triangles, median {median:.3}, worst {:.3}", of_kind.len(), of_kind[of_kind.len() - 1]);
    }
}

/// A profile of three points, turned by half a turn: weights are products, and a profile that begins on the axis has a pole.
fn turned_net(random: &mut Random, origin: [f64; 3], has_pole: bool) -> Surface {
    let w = std::f64::consts::FRAC_1_SQRT_2;
    let circle = [([1.0, 0.0], 1.0), ([1.0, 1.0], w), ([0.0, 1.0], 1.0), ([-1.0, 1.0], w), ([-1.0, 0.0], 1.0)];
    let far = if random.signed() > 0.0 { 1.0 } else { 40.0 };
    let profile = [0, 1, 2].map(|i| {
        let off = if has_pole && i == 0 { 0.0 } else { far + random.between(0.2, 2.0) };
        (off, random.between(0.5, 1.5) + f64::from(i), if i == 1 { random.between(0.5, 1.5) } else { 1.0 })
    });
    let all = || profile.iter().flat_map(|row| circle.iter().map(move |column| (row, column)));
    let place = |(&(off, height, _), &([x, y], _)): (&(f64, f64, f64), &([f64; 2], f64))| {
        [origin[0] + off * x, origin[1] + off * y, origin[2] + height]
    };
    let weights = all().map(|((_, _, a), (_, b))| a * b).collect();
    let knots = [vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], vec![0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0]];
    let net = Net::new([2, 2], knots, all().map(place).collect(), weights).unwrap();
    Surface::Net(Box::new(net))
}

#[test]
fn no_sample_of_a_turned_net_lies_outside_the_radius() {
    let mut random = Random(42);
    let (mut ratios, mut poles) = (Vec::new(), 0);
    for case in 0..80 {
        let (has_pole, far) = (case % 4 == 0, if case % 5 == 0 { 1e5 } else { 1.0 });
        let origin = [0; 3].map(|_| far * random.signed());
        let surface = turned_net(&mut random, origin, has_pole);
        // From triangles as large as the patch to such that are smaller than the cells of its bounds.
        let rows = [1 + case / 4 % 5, [1, 3, 8, 20][case as usize % 4]];
        let face = grid(surface, [[0.0, 1.0], [0.0, 2.0]], rows, 0.0).face().unwrap();
        poles += u32::from(has_pole);
        let all = sampled(&face, &mut random, 60);
        ratios.extend(all.into_iter().filter(|[real, _]| *real > 1e-6).map(|[real, proven]| proven / real));
    }
    ratios.sort_by(f64::total_cmp);
    let [median, worst] = [ratios[ratios.len() / 2], ratios[ratios.len() - 1]];
    println!("{} triangles, median {median:.3}, worst {worst:.3}", ratios.len());
    assert!(poles > 10 && ratios.len() > 2000 && median < 1.3, "{poles} {} {median}", ratios.len());
}

/// A flat net over [0, 1]², and a triangle with the corners (0, 0), (2, 0) and (0, 1): (2, 0) stands for (1, 0). Its middle of
/// the long side, (1, 0.5), is a point of the surface, and far from the triangle of the corners.
#[test]
fn a_node_beyond_the_knots_widens_the_radius() {
    let points = vec![[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    let net = Net::new([1, 1], [vec![0.0, 0.0, 1.0, 1.0], vec![0.0, 0.0, 1.0, 1.0]], points, Vec::new()).unwrap();
    let corners = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)];
    let uv = [[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]];
    let nodes = (0..3).map(|k| clearance_surface::Node { uv: uv[k], corner: corners[k] }).collect();
    let edge = |a: usize, b: usize| clearance_surface::Edge {
        tolerance: 0.0,
        curve: clearance_surface::PlaneCurve::Line(uv[a], [0, 1].map(|k| uv[b][k] - uv[a][k])),
        nodes: vec![a as u32, b as u32],
        at: vec![0.0, 1.0],
    };
    let surface = Surface::Net(Box::new(net));
    let face = Face::new(surface, nodes, vec![[0, 1, 2]], vec![edge(0, 1), edge(1, 2), edge(2, 0)]).unwrap();
    let middle = face.surface.at([1.0, 0.5]).0;
    let away = (closest_on_triangle(middle, corners).point - middle).length();
    let proven = radius(&face, 0).inner;
    assert!(away > 0.3 && proven >= away, "{away} {proven}");
}

/// c(t) = (t, t) over [0, 1], asked from 0 to 3, which stands for 1: at t = 1 the chord's parameter is at a third.
#[test]
fn an_edge_beyond_its_knots_has_a_wider_bulge() {
    let points = vec![[0.0, 0.0], [1.0, 1.0]];
    let spline = Spline::new(1, vec![0.0, 0.0, 1.0, 1.0], points, Vec::new()).unwrap();
    let curve = clearance_surface::PlaneCurve::Spline(spline);
    let ([x, y], _) = curve.at(1.0);
    let off = (x - 1.0 / 3.0).hypot(y - 1.0 / 3.0);
    assert!(off > 0.9 && curve.bulge([0.0, 3.0]) >= off && curve.bulge([0.0, 1.0]) < 1e-9, "{off}");
}

#[test]
fn a_plane_has_no_radius_but_rounding() {
    let face = grid(Surface::Plane(upright([1e3, 0.0, 0.0])), [[0.0, 4.0]; 2], [2, 2], 0.0).face().unwrap();
    assert!(radius(&face, 0).total() < 1e-11);
}

#[test]
fn the_tolerance_counts_at_edges_alone() {
    let face = grid(Surface::Plane(upright([0.0; 3])), [[0.0, 4.0]; 2], [4, 4], 0.125).face().unwrap();
    let (mut inner, mut border) = (0, 0);
    for triangle in 0..face.triangles().len() as u32 {
        match radius(&face, triangle).tolerance {
            0.0 => inner += 1,
            t => {
                assert_eq!(t, 0.125);
                border += 1;
            }
        }
    }
    assert_eq!((inner, border), (18, 14));
}

#[test]
fn a_corner_off_the_surface_widens_the_radius() {
    let frame = upright([0.0; 3]);
    let Numbers { surface, mut nodes, triangles, edges } =
        grid(Surface::Cylinder(frame, 2.0), [[0.0, 1.0]; 2], [1, 1], 0.0);
    nodes[0].corner += vec3(0.5, 0.0, 0.0);
    let face = Face::new(surface, nodes, triangles, edges).unwrap();
    let corners = face.corners(0);
    let away = (closest_on_triangle(vec3(2.0, 0.0, 0.0), corners).point - vec3(2.0, 0.0, 0.0)).length();
    assert!(away > 0.1 && radius(&face, 0).inner >= away);
}

#[test]
fn the_chord_of_a_disc_has_its_sliver() {
    // A square in a circle of radius 1: the arc is 1 − cos 45° beyond the chord, the bound dt²/8.
    let face = crate::patches::ring(upright([0.0; 3]), [0.0, 1.0], 4, 0.0).face().unwrap();
    let sliver = radius(&face, 0).sliver;
    let arc = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
    assert!(sliver >= arc && sliver < 1.1 * arc, "{sliver} {arc}");
}
