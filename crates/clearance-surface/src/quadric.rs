//! B-splines that are a plane, a cylinder, a cone or a sphere in disguise.
//!
//! **Problem.** Some writers make every cylinder a B-spline. Its closed gap needs the cylinder, and a proof how far the
//! spline is from it.
//!
//! **Method.**
//! 1. Guess the surface from a few points: straight lines of the net are the rulings of a cylinder or a cone.
//! 2. On each span the spline is A / w with polynomials A and w; their Bézier points come from the recursion with one
//!    parameter a step (Ramshaw's blossom).
//! 3. The equation of the guess, times w², is a polynomial of twice the degree. Its Bézier points are sums of products,
//!    and the largest of them bounds it (docs/math/surfaces.md). For a cylinder: |ρ² − r²| <= max |C| / min w², and
//!    |ρ − r| is at most that over r.
//!
//! **Accuracy.** Bézier points are means of control points, off by 8u a step. A product of two sums at most (p + 1)²
//! terms with weights of sum 1. All is relative to the largest control point about the guess's origin.

use crate::frame::Frame;
use crate::net::Net;
use crate::spline::{MOST_DEGREE, POINT};
use crate::surface::Surface;
use clearance::real::UP;
use clearance::{Vec3, vec3};

/// A surface of a simple kind, and how far the spline is from it at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The plane, cylinder, cone or sphere.
    pub surface: Surface,
    /// No point of the spline is farther from it.
    pub error: f64,
}

/// A spline that is farther from the guess than this share of its size is not that surface. Larger: brackets of the
/// error's width. Smaller: splines that were fitted to a cylinder are not recognised.
const MOST_ERROR: f64 = 1e-5;

/// The simple surface that a spline is, if it is one.
pub fn recognise(net: &Net) -> Option<Alike> {
    let [u, v] = [0, 1].map(|k| net.knots[k].domain());
    let at = |s: f64, t: f64| net.at([u[0] + s * (u[1] - u[0]), v[0] + t * (v[1] - v[0])]).0;
    let size = net.points().iter().map(|p| distance(*p, net.points()[0])).fold(0.0, f64::max);
    let guesses = [plane(at), ruled(at), ruled(|s, t| at(t, s)), sphere(at)];
    let proven = guesses.into_iter().flatten().map(|surface| Alike { error: error(net, &surface), surface });
    proven.filter(|alike| alike.error <= MOST_ERROR * size).min_by(|x, y| x.error.total_cmp(&y.error))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (Vec3::from(a) - Vec3::from(b)).length()
}

/// A frame at a place whose z axis has this direction.
fn frame(origin: Vec3<f64>, direction: Vec3<f64>) -> Option<Frame> {
    let z = direction.normalized()?;
    let other = if z.x.abs() < 0.6 { vec3(1.0, 0.0, 0.0) } else { vec3(0.0, 1.0, 0.0) };
    let x = (other - z * z.dot(other)).normalized()?;
    let y = z.cross(x);
    Frame::new([origin.x, origin.y, origin.z], [x, y, z].map(|v| [v.x, v.y, v.z]))
}

fn plane(at: impl Fn(f64, f64) -> Vec3<f64>) -> Option<Surface> {
    let origin = at(0.5, 0.5);
    let normal = (at(1.0, 1.0) - at(0.0, 0.0)).cross(at(0.0, 1.0) - at(1.0, 0.0));
    frame(origin, normal).map(Surface::Plane)
}

/// A cylinder or a cone whose rulings have constant s.
fn ruled(at: impl Fn(f64, f64) -> Vec3<f64>) -> Option<Surface> {
    let places = [0.05, 0.35, 0.65];
    let rulings = places.map(|s| (at(s, 0.0), (at(s, 1.0) - at(s, 0.0)).normalized()));
    let [(p, Some(d)), (_, Some(e)), (_, Some(f))] = rulings else { return None };
    let across = (e - d).cross(f - d);
    // Rulings that are parallel but for rounding.
    if (e - d).length().max((f - d).length()) < 1e-7 {
        let frame = frame(p, d)?;
        let circle = places.map(|s| frame.coordinates(at(s, 0.5)));
        let [x, y] = circle_middle(circle.map(|[x, y, _]| [x, y]))?;
        let middle = frame.origin + frame.axes[0] * x + frame.axes[1] * y;
        let own = Frame::new([middle.x, middle.y, middle.z], frame.axes.map(|v| [v.x, v.y, v.z]))?;
        let [a, b, _] = own.coordinates(at(0.35, 0.5));
        return Some(Surface::Cylinder(own, (a * a + b * b).sqrt()));
    }
    let axis = across.normalized()?;
    let axis = if axis.dot(d) < 0.0 { -axis } else { axis };
    // The rulings meet in the tip: the point of two of them that are nearest to each other.
    let [(_, _), (q, _), _] = rulings;
    let (dq, ee, de) = (q - p, e.dot(e), d.dot(e));
    let way = (dq.dot(d) * ee - dq.dot(e) * de) / (d.dot(d) * ee - de * de);
    let tip = p + d * way;
    let cosine = axis.dot(d);
    let sine = (d - axis * cosine).length();
    let height = axis.dot(at(0.35, 0.5) - tip);
    // The heights are positive on the side of the spline.
    let (axis, height) = if height < 0.0 { (-axis, -height) } else { (axis, height) };
    let middle = tip + axis * height;
    Some(Surface::Cone { frame: frame(middle, axis)?, radius: height * sine / cosine, slope: [sine, cosine] })
}

fn circle_middle([a, b, c]: [[f64; 2]; 3]) -> Option<[f64; 2]> {
    let [b, c] = [b, c].map(|p| [p[0] - a[0], p[1] - a[1]]);
    let area = 2.0 * (b[0] * c[1] - b[1] * c[0]);
    let (bb, cc) = (b[0] * b[0] + b[1] * b[1], c[0] * c[0] + c[1] * c[1]);
    let middle = [a[0] + (c[1] * bb - b[1] * cc) / area, a[1] + (b[0] * cc - c[0] * bb) / area];
    middle.iter().all(|x| x.is_finite()).then_some(middle)
}

fn sphere(at: impl Fn(f64, f64) -> Vec3<f64>) -> Option<Surface> {
    let origin = at(0.5, 0.5);
    let own = [(0.1, 0.4), (0.6, 0.3), (0.4, 0.8)].map(|(s, t)| at(s, t) - origin);
    // The middle m holds 2·m·p = p·p for each point p, about the origin.
    let [a, b, c] = own;
    let volume = 2.0 * a.dot(b.cross(c));
    let m = (b.cross(c) * a.dot(a) + c.cross(a) * b.dot(b) + a.cross(b) * c.dot(c)) * (1.0 / volume);
    let radius = m.length();
    frame(origin + m, vec3(0.0, 0.0, 1.0)).filter(|_| radius.is_finite()).map(|frame| Surface::Sphere(frame, radius))
}

/// A proven bound of the distance of the points of a spline from a simple surface.
fn error(net: &Net, surface: &Surface) -> f64 {
    let (frame, form) = match surface {
        Surface::Plane(frame) => (frame, Form::Plane),
        Surface::Cylinder(frame, radius) => (frame, Form::Round { at_origin: *radius, slope: 0.0, is_ball: false }),
        Surface::Sphere(frame, radius) => (frame, Form::Round { at_origin: *radius, slope: 0.0, is_ball: true }),
        Surface::Cone { frame, radius, slope: [sine, cosine] } => {
            (frame, Form::Round { at_origin: *radius, slope: sine / cosine, is_ball: false })
        }
        _ => return f64::INFINITY,
    };
    let mut most = 0.0f64;
    for i in net.knots[0].spans(net.knots[0].domain()) {
        for j in net.knots[1].spans(net.knots[1].domain()) {
            most = most.max(error_of_span(net, [i, j], frame, form));
        }
    }
    // The coordinates along axes that are not quite orthonormal are off by their defect.
    let size = net.points().iter().map(|&p| (Vec3::from(p) - frame.origin).length()).fold(0.0, f64::max);
    let most = (most + 4.0 * frame.defect * size) * UP;
    if most >= 0.0 { most } else { f64::INFINITY }
}

/// The equation of a surface about its own frame.
#[derive(Clone, Copy)]
enum Form {
    /// z = 0.
    Plane,
    /// ρ = R + slope·z about the z axis; for a ball ρ is the distance from the origin.
    Round { at_origin: f64, slope: f64, is_ball: bool },
}

fn error_of_span(net: &Net, spans: [usize; 2], frame: &Frame, form: Form) -> f64 {
    let (grid, size, weights) = bezier(net, spans, frame);
    let [p, q] = [grid.len() - 1, grid[0].len() - 1];
    let steps = POINT * (p + q + 4) as f64;
    let rounding = steps * 4.0 * (size + frame.origin.length());
    let ratio = weights[1] / weights[0];
    let (at_origin, slope, is_ball) = match form {
        Form::Plane => {
            let most = grid.iter().flatten().map(|point| point[2].abs()).fold(0.0, f64::max);
            return most / weights[0] + ratio * rounding;
        }
        Form::Round { at_origin, slope, is_ball } => (at_origin, slope, is_ball),
    };
    // The least ρ + R + slope·z over the span: both are near each other, so twice the cone's own radius, from below.
    let own = |point: &[f64; 4]| (at_origin * point[3] + slope * point[2]) / point[3];
    let least = grid.iter().flatten().map(own).fold(f64::INFINITY, f64::min);
    if !(least > 0.0) {
        return f64::INFINITY;
    }
    let of_equation = |a: &[f64; 4], b: &[f64; 4]| {
        let radius = |point: &[f64; 4]| at_origin * point[3] + slope * point[2];
        let flat = a[0] * b[0] + a[1] * b[1] + if is_ball { a[2] * b[2] } else { 0.0 };
        flat - radius(a) * radius(b)
    };
    let most = products(&grid, of_equation);
    let reach = size + at_origin.abs() + slope.abs() * size;
    // An error e of the coordinates changes the product by 2·reach·e, and sums round by `steps` of reach².
    let slack = ratio * ratio * (4.0 * reach * rounding + 8.0 * steps * reach * reach);
    (most / (weights[0] * weights[0]) + slack) / least
}

/// The largest Bézier point of a product of two polynomials on a square.
fn products(grid: &[Vec<[f64; 4]>], form: impl Fn(&[f64; 4], &[f64; 4]) -> f64) -> f64 {
    let [p, q] = [grid.len() - 1, grid[0].len() - 1];
    let weight = |n: usize, i: usize, k: usize| binomial(n, i) * binomial(n, k - i) / binomial(2 * n, k);
    let range = |n: usize, k: usize| k.saturating_sub(n)..=k.min(n);
    let mut most = 0.0f64;
    for k in 0..=2 * p {
        for l in 0..=2 * q {
            let mut sum = 0.0;
            for i in range(p, k) {
                for j in range(q, l) {
                    sum += weight(p, i, k) * weight(q, j, l) * form(&grid[i][j], &grid[k - i][l - j]);
                }
            }
            // NaN stays.
            let size = f64::abs(sum);
            most = if size <= most { most } else { size };
        }
    }
    most
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// The Bézier points of a span in a frame, times their weights; the largest distance of a control point from the origin;
/// and the least and the greatest weight.
fn bezier(net: &Net, [i, j]: [usize; 2], frame: &Frame) -> (Vec<Vec<[f64; 4]>>, f64, [f64; 2]) {
    let [of_u, of_v] = &net.knots;
    let [p, q] = [of_u.degree, of_v.degree];
    let (mut size, mut weights) = (0.0f64, [f64::INFINITY, 0.0f64]);
    let rows: Vec<Vec<[f64; 4]>> = (0..=p)
        .map(|row| {
            let own = (0..=q).map(|column| {
                let (point, weight) = net.control(i - p + row, j - q + column);
                let [x, y, z] = frame.coordinates(Vec3::from(point));
                size = size.max((x * x + y * y + z * z).sqrt());
                weights = [weights[0].min(weight), weights[1].max(weight)];
                [x * weight, y * weight, z * weight, weight]
            });
            of_v.bezier(j, &own.collect::<Vec<_>>())
        })
        .collect();
    let columns = (0..=q).map(|column| of_u.bezier(i, &rows.iter().map(|row| row[column]).collect::<Vec<_>>()));
    let columns: Vec<Vec<[f64; 4]>> = columns.collect();
    let grid = (0..=p).map(|row| columns.iter().map(|column| column[row]).collect()).collect();
    (grid, size, weights)
}

const _: () = assert!(MOST_DEGREE < 30, "binomials of twice the degree are exact to rounding");
