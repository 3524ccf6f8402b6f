//! No point of a surface lies outside the radius of its triangle, whatever kind the surface is.

use super::*;
use crate::cad::form::Profile;

/// A linear congruential generator: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

fn upright(origin: [f64; 3]) -> Axes {
    Axes { origin, axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
}

/// Knots of a degree with inner ones, some of them there twice, from 0 to about 3.
fn knots(random: &mut Random, degree: usize, count: usize) -> Vec<f64> {
    let mut knots = vec![0.0; degree + 1];
    let mut at = 0.0;
    for _ in 0..count - degree - 1 {
        if degree == 1 || random.between(0.0, 1.0) < 0.7 || at == 0.0 {
            at += random.between(0.3, 1.0);
        }
        knots.push(at);
    }
    knots.extend(vec![at + random.between(0.3, 1.0); degree + 1]);
    knots
}

fn weights(random: &mut Random, count: usize) -> Vec<f64> {
    if random.between(0.0, 1.0) < 0.5 { Vec::new() } else { (0..count).map(|_| random.between(0.4, 2.0)).collect() }
}

fn net(random: &mut Random, origin: [f64; 3]) -> Option<Net> {
    let degrees = [0; 2].map(|_: u8| random.between(1.0, 4.99) as usize);
    let counts = degrees.map(|p| p + 1 + random.between(0.0, 3.99) as usize);
    let both = [0, 1].map(|side| knots(random, degrees[side], counts[side]));
    let mut points = Vec::new();
    for i in 0..counts[0] {
        for j in 0..counts[1] {
            points.push([origin[0] + i as f64, origin[1] + j as f64, origin[2] + random.between(-1.0, 1.0)]);
        }
    }
    let weights = weights(random, points.len());
    Net::new(degrees, both, points, weights)
}

fn profile(random: &mut Random, origin: [f64; 3]) -> Option<Profile> {
    Some(match random.between(0.0, 2.99) as u8 {
        0 => Profile::Line([origin[0] + 3.0, origin[1], origin[2]], [0.5, 0.0, 2.0]),
        1 => Profile::Ellipse(
            Axes { origin, axes: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]] },
            [random.between(0.5, 2.0), random.between(0.5, 2.0)],
        ),
        _ => {
            let degree = random.between(1.0, 4.99) as usize;
            let count = degree + 3;
            let knots = knots(random, degree, count);
            let points: Vec<[f64; 3]> = (0..count)
                .map(|i| [origin[0] + 2.0 + random.between(-1.0, 1.0), origin[1], origin[2] + i as f64])
                .collect();
            let weights = weights(random, points.len());
            Profile::Spline(Net::curve(degree, knots, points, weights)?)
        }
    })
}

fn form(random: &mut Random, case: usize, origin: [f64; 3]) -> Option<(Form, [[f64; 2]; 2])> {
    let axes = upright(origin);
    let round = [[0.2, 1.4], [0.1, 1.3]];
    let of = |form: Form, range: [[f64; 2]; 2]| {
        let domain = form.domain();
        let clipped = |k: usize| if domain[k][0].is_finite() { domain[k] } else { range[k] };
        Some((form, [clipped(0), clipped(1)]))
    };
    match case % 8 {
        0 => of(Form::Plane(axes), round),
        1 => of(Form::Cylinder(axes, random.between(0.1, 5.0)), round),
        2 => of(Form::Cone(axes, random.between(-1.0, 3.0), [0.6, 0.8]), round),
        3 => of(Form::Sphere(axes, random.between(0.1, 4.0)), [[0.2, 1.4], [0.9, std::f64::consts::FRAC_PI_2]]),
        4 => of(Form::Torus(axes, [random.between(0.1, 2.0), random.between(0.1, 2.0)]), round),
        5 => of(Form::Extrusion(profile(random, origin)?, [0.3, 1.5, 0.0]), round),
        6 => of(Form::Revolution(profile(random, origin)?, axes), round),
        _ => of(Form::Spline(net(random, origin)?), round),
    }
}

/// The distance from a triangle: that inside of it, or from the nearest of its sides.
fn distance(point: [f64; 3], corners: [[f64; 3]; 3]) -> f64 {
    let [a, b, c] = corners;
    let own = [[a, b, c], [a, b, b], [b, c, c], [c, a, a]].map(|corners| {
        let [a, b, _] = corners;
        let way = |p: [f64; 3]| [0, 1, 2].map(|k| p[k] - a[k]);
        let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        if corners[1] != corners[2] {
            return above_triangle(&vector(point), corners);
        }
        let share = (dot(way(b), way(point)) / dot(way(b), way(b))).clamp(0.0, 1.0);
        let off = [0, 1, 2].map(|k| way(point)[k] - share * way(b)[k]);
        dot(off, off).sqrt()
    });
    own.into_iter().fold(f64::INFINITY, f64::min)
}

fn middle(x: &Vector) -> [f64; 3] {
    x.map(|x| x.middle()[0])
}

#[test]
fn no_point_of_a_surface_of_any_kind_is_outside_the_radius_of_its_triangle() {
    let mut random = Random(7);
    let mut seen = [0; 8];
    let mut tight = 0;
    for case in 0..400 {
        let far = if case % 3 == 0 { 1e5 } else { 1.0 };
        let origin = [0; 3].map(|_| far * random.between(-1.0, 1.0));
        let Some((form, [u, v])) = form(&mut random, case, origin) else { continue };
        seen[case % 8] += 1;
        let size = random.between(0.05, 1.0);
        // A triangle may begin and end beyond the domain, as files have it by 1e-7, or by more.
        let beyond = if case % 5 == 0 { 0.2 } else { 0.0 };
        let inside = |random: &mut Random, [low, high]: [f64; 2]| {
            let at = random.between(low - beyond, high - (high - low) * size);
            [at, at + (high - low) * size + beyond]
        };
        let (u, v) = (inside(&mut random, u), inside(&mut random, v));
        let uv = [[u[0], v[0]], [u[1], v[0]], [u[0], v[1]]];
        let nodes: Vec<_> = uv.iter().map(|uv| (*uv, middle(&form.at(*uv).unwrap()))).collect();
        let corners = [0, 1, 2].map(|k| nodes[k].1);
        let line = |a: usize, b: usize| Edge {
            tolerance: 0.0,
            curve: Curve::Line(uv[a], [0, 1].map(|k| uv[b][k] - uv[a][k])),
            nodes: vec![(a as u32, 0.0), (b as u32, 1.0)],
        };
        let edges = vec![line(0, 1), line(1, 2), line(2, 0)];
        let domain = form.domain();
        let face = Face { form, pose: None, nodes, triangles: vec![[0, 1, 2]], edges };
        let radius = face.radii().unwrap()[0];
        let mut worst = 0.0f64;
        for _ in 0..200 {
            let (mut s, mut t) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            if s + t > 1.0 {
                (s, t) = (1.0 - s, 1.0 - t);
            }
            let p = [0, 1].map(|k| uv[0][k] + s * (uv[1][k] - uv[0][k]) + t * (uv[2][k] - uv[0][k]));
            // The surface has no points beyond its domain.
            if (0..2).all(|k| domain[k][0] <= p[k] && p[k] <= domain[k][1]) {
                worst = worst.max(distance(middle(&face.at(p).unwrap()), corners));
            }
        }
        assert!(worst <= radius * (1.0 + 1e-9) + 1e-13 * far, "{case}: {worst:e} {radius:e} {:?} {uv:?}", face.form);
        tight += usize::from(radius < 1.6 * worst);
    }
    assert!(seen.iter().all(|count| *count > 30) && tight > 100, "{seen:?} {tight}");
}

#[test]
fn the_blossom_gives_the_bezier_points_of_a_known_spline() {
    // x = t², y = t, over two spans: control points of the polar form x(a, b) = a·b, y = (a + b)/2.
    let knots = vec![0.0, 0.0, 0.0, 1.0, 3.0, 3.0, 3.0];
    let points = [[0.0, 0.0], [0.0, 1.0], [1.0, 3.0], [3.0, 3.0]].map(|[a, b]| [a * b, 0.5 * (a + b), 0.0]);
    let curve = Net::curve(2, knots, points.to_vec(), Vec::new()).unwrap();
    for t in [0.0, 0.25, 1.0, 2.5, 3.0] {
        let [x, y, _] = curve.at([t, 0.0]).unwrap();
        assert!(x.low <= t * t && t * t <= x.high && x.high - x.low < 1e-13, "{x:?}");
        assert!(y.low <= t && t <= y.high, "{y:?}");
    }
    // |C'| = √(4t² + 1) and |C''| = 2.
    let [first, _, second, ..] = curve.slopes([[0.5, 2.0], [0.0, 1.0]]);
    assert!(first >= 17f64.sqrt() && first < 17f64.sqrt() + 1e-9, "{first}");
    assert!((2.0..2.0 + 1e-9).contains(&second), "{second}");
    // A net that is cut in two, falls, or lacks a point is none.
    for (knots, count) in
        [(vec![0.0, 0.0, 1.0, 1.0, 2.0, 2.0], 4), (vec![0.0, 0.0, 2.0, 1.0], 2), (vec![0.0, 0.0, 1.0, 1.0], 3)]
    {
        assert_eq!(Net::curve(1, knots, vec![[0.0; 3]; count], Vec::new()), None);
    }
}
