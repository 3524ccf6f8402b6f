//! Closed gaps: brackets of how far two faces are from each other wherever both are near.

use crate::cad::face::{Face, UP};
use crate::cad::form::{Axes, Form};
use crate::number::{Interval, Number};
use crate::robot::frame::{Vector, cross, difference, length, product, sum, vector};

/// An origin and three axes, where the body stands: those of an instance are the images under its pose.
struct Stand {
    origin: Vector,
    axes: [Vector; 3],
    /// As [`Axes::factors`].
    factors: [f64; 2],
}

impl Stand {
    fn of(face: &Face, own: &Axes) -> Self {
        let [most, least] = own.factors();
        let Some(pose) = face.pose else {
            return Self { origin: vector(own.origin), axes: own.axes.map(vector), factors: [most, least] };
        };
        let factors = pose.factors();
        let turned = |axis: [f64; 3]| {
            let [x, y, z] = [0, 1, 2].map(|k| product(&vector(pose.axes[k]), &Interval::of(axis[k])));
            sum(&sum(&x, &y), &z)
        };
        Self {
            origin: pose.image(&vector(own.origin)),
            axes: own.axes.map(turned),
            factors: [most * factors[0] * UP, least * factors[1] / UP],
        }
    }
}

/// The bracket of the gap of two faces in a box: for each point of one in the box and each of the other in it, the
/// distance is at least `low`; and no point of one is farther than `high` from the unbounded surface of the other.
/// `None` where there is no closed form.
pub(crate) fn gap(a: &Face, b: &Face, place: &Vector) -> Option<Interval> {
    let twice = one_surface_twice(a, b, place);
    // Round faces beside each other and beside planes: the distance of their cores less the radii, for both faces as they are.
    // No point of the box is farther from a surface than from any of its points.
    let beside = beside(a, b, place).filter(|low| twice.is_none_or(|twice| *low > twice.low));
    let Some(low) = beside else { return twice };
    let high = |face: &Face| Some(length(&difference(place, &face.at([0.0; 2])?)).high);
    Some(Interval { low, high: high(a)?.max(high(b)?) })
}

/// What all points of a surface are a radius away from, at the most.
enum Core {
    Plane(Stand),
    Point(Vector),
    Line(Stand),
    Circle(Stand, f64),
}

fn core(face: &Face) -> Option<(Core, f64)> {
    let own = |axes: &Axes, r: f64| {
        let stand = Stand::of(face, axes);
        let radius = (r.abs() * stand.factors[0]).next_up();
        (stand, radius)
    };
    Some(match &face.form {
        Form::Plane(axes) => (Core::Plane(Stand::of(face, axes)), 0.0),
        Form::Sphere(axes, r) => {
            let (stand, r) = own(axes, *r);
            (Core::Point(stand.origin), r)
        }
        Form::Cylinder(axes, r) => {
            let (stand, r) = own(axes, *r);
            (Core::Line(stand), r)
        }
        Form::Torus(axes, [major, minor]) => {
            let (stand, r) = own(axes, *minor);
            (Core::Circle(stand, *major), r)
        }
        _ => return None,
    })
}

/// Points of both faces in the box are at least this far apart.
fn beside(a: &Face, b: &Face, place: &Vector) -> Option<f64> {
    let ((a, r), (b, s)) = (core(a)?, core(b)?);
    let apart = between(&a, &b, place).or_else(|| between(&b, &a, place))?;
    let low = Interval::of(apart).minus(&Interval::of(r)).minus(&Interval::of(s)).low;
    low.is_finite().then_some(low)
}

/// The cores of points in the box are at least this far apart.
fn between(a: &Core, b: &Core, place: &Vector) -> Option<f64> {
    match (a, b) {
        (Core::Plane(plane), round) => {
            let normal = cross(&plane.axes[0], &plane.axes[1]);
            let size = positive(length(&normal))?;
            let height = |point: &Vector| Interval::dot(&normal, &difference(point, &plane.origin));
            let heights = match round {
                Core::Point(point) => height(point),
                Core::Line(line) => {
                    let along = along(line, place)?;
                    height(&sum(&line.origin, &product(&line.axes[2], &along)))
                }
                // n·(cos·x + sin·y) is between ± the root of the sum of both squares.
                Core::Circle(stand, radius) => {
                    let [x, y] = [0, 1].map(|k| Interval::dot(&normal, &stand.axes[k]));
                    let most = length(&[x, y, Interval::of(0.0)]).high * radius.abs() * UP;
                    height(&stand.origin).plus(&Interval { low: -most, high: most })
                }
                Core::Plane(_) => return None,
            };
            Some(Interval::of(heights.low.max(-heights.high).max(0.0)).over(&size).low)
        }
        (Core::Point(a), Core::Point(b)) => Some(length(&difference(a, b)).low),
        (Core::Point(point), Core::Line(line)) => {
            let off = length(&cross(&difference(point, &line.origin), &line.axes[2]));
            Some(off.over(&positive(length(&line.axes[2]))?).low)
        }
        (Core::Point(point), Core::Circle(stand, radius)) => {
            // The circle lies in the plane of x and y, between two circles.
            let normal = cross(&stand.axes[0], &stand.axes[1]);
            let (from, size) = (difference(point, &stand.origin), positive(length(&normal))?);
            let rho = length(&cross(&from, &normal)).over(&size);
            let ends =
                Interval { low: radius.abs() * stand.factors[1] / UP, high: radius.abs() * stand.factors[0] * UP };
            let aside = rho.minus(&ends);
            let height = Interval::of(least(&Interval::dot(&normal, &from))).over(&size).low;
            Some(length(&[least(&aside), height.max(0.0), 0.0].map(Interval::of)).low)
        }
        (Core::Line(a), Core::Line(b)) => {
            let normal = cross(&a.axes[2], &b.axes[2]);
            let from = difference(&a.origin, &b.origin);
            let crossed = || {
                let size = positive(length(&normal))?;
                Some(Interval::of(least(&Interval::dot(&normal, &from))).over(&size).low)
            };
            let nearly_parallel = || {
                let [middle, half] = along(a, place)?.middle();
                let point = sum(&a.origin, &product(&a.axes[2], &Interval::of(middle)));
                let size = positive(length(&b.axes[2]))?;
                let off = length(&cross(&difference(&point, &b.origin), &b.axes[2]));
                let turned = length(&normal).times(&Interval::of(half));
                Some(Interval::of(off.minus(&turned).low.max(0.0)).over(&size).low)
            };
            match (crossed(), nearly_parallel()) {
                (Some(x), Some(y)) => Some(x.max(y)),
                (x, y) => x.or(y),
            }
        }
        _ => None,
    }
}

/// The least absolute value.
fn least(x: &Interval) -> f64 {
    x.low.max(-x.high).max(0.0)
}

/// The heights of a box along an axis, in its lengths.
fn along(line: &Stand, place: &Vector) -> Option<Interval> {
    let z = line.axes[2];
    Some(Interval::dot(&z, &difference(place, &line.origin)).over(&positive(Interval::dot(&z, &z))?))
}

/// [`gap`] of faces that are nearly one surface, or about one axis or point.
fn one_surface_twice(a: &Face, b: &Face, place: &Vector) -> Option<Interval> {
    let stands = |x: &Axes, y: &Axes| [Stand::of(a, x), Stand::of(b, y)];
    match (&a.form, &b.form) {
        (&Form::Plane(x), &Form::Plane(y)) => {
            let [x, y] = stands(&x, &y);
            planes(&x, &y, place)
        }
        (&Form::Cylinder(x, r), &Form::Cylinder(y, s)) if r > 0.0 && s > 0.0 => {
            // The shaft is the one with the smaller radius, or either of two equal ones.
            let [x, y] = stands(&x, &y);
            let apart = if r <= s { axes(&x, &y, place)? } else { axes(&y, &x, place)? };
            Some(fits([(&x, r), (&y, s)], apart))
        }
        (&Form::Sphere(x, r), &Form::Sphere(y, s)) if r > 0.0 && s > 0.0 => {
            let [x, y] = stands(&x, &y);
            Some(fits([(&x, r), (&y, s)], length(&difference(&x.origin, &y.origin)).high))
        }
        // A tube that crosses its axis is not everywhere its radius away from its circle.
        (&Form::Torus(x, [of_x, r]), &Form::Torus(y, [of_y, s])) if 0.0 < r && r < of_x && 0.0 < s && s < of_y => {
            let [x, y] = stands(&x, &y);
            let ways = [(&x, of_x), (&y, of_y)];
            let apart = if r <= s { circles(ways[0], ways[1])? } else { circles(ways[1], ways[0])? };
            Some(fits([(&x, r), (&y, s)], apart))
        }
        _ => None,
    }
}

/// How much larger the larger radius is, less and more by how far the axes, middles or circles are apart.
fn fits([(a, r), (b, s)]: [(&Stand, f64); 2], apart: f64) -> Interval {
    let around = |stand: &Stand, r: f64| {
        let [most, least] = stand.factors;
        Interval { low: (r * least).next_down(), high: (r * most).next_up() }
    };
    let (inner, outer) = if r <= s { (around(a, r), around(b, s)) } else { (around(b, s), around(a, r)) };
    let play = outer.minus(&inner);
    Interval { low: (play.low - apart).next_down(), high: (play.high + apart).next_up() }
}

/// No point of the first circle of a tube's middles is farther than this from the second one.
///
/// A point of the first is o + R·d, with the coordinates w of d in the second axes; the one taken of the second is along the
/// part of w across its axis. |w| is near 1, so that part is as near 1 but for the square of w₃.
fn circles((a, of_a): (&Stand, f64), (b, of_b): (&Stand, f64)) -> Option<f64> {
    let [x, y, z] = &b.axes;
    let normal = cross(x, y);
    let det = Interval::dot(&normal, z);
    let det = positive(if det.high < 0.0 { det.negated() } else { det })?;
    let across = [0, 1].map(|k| Interval::dot(&a.axes[k], &normal));
    let height = across[0].times(&across[0]).plus(&across[1].times(&across[1])).root().over(&det).high;
    let ([most_a, least_a], [most_b, least_b]) = (a.factors, b.factors);
    let (least, most) = (least_a / most_b / UP, most_a / least_b * UP);
    let along = ((most - 1.0).max(1.0 - least) + height * height / least) * UP;
    let turned = most_b * (along * along + height * height).sqrt() * UP;
    let origins = length(&difference(&a.origin, &b.origin)).high;
    let apart = (origins + (of_a - of_b).abs() * most_a + of_b * turned) * UP;
    apart.is_finite().then_some(apart)
}

/// No point of the first axis beside the box is farther than this from the second axis. The distance from a line is
/// convex, so it is largest at an end.
fn axes(first: &Stand, second: &Stand, place: &Vector) -> Option<f64> {
    let (z, w) = (first.axes[2], second.axes[2]);
    let along = along(first, place)?;
    let size = positive(length(&w))?;
    let off = |height: f64| {
        let point = sum(&first.origin, &product(&z, &Interval::of(height)));
        length(&cross(&difference(&point, &second.origin), &w)).over(&size).high
    };
    Some(off(along.low).max(off(along.high)))
}

fn positive(x: Interval) -> Option<Interval> {
    (x.low > 0.0 && x.high < f64::INFINITY).then_some(x)
}

/// n·(q − o) over |n| for the points q of the second plane in the box, with n = x × y of the first one. Two points are no
/// nearer than that is away from 0.
fn planes(a: &Stand, b: &Stand, place: &Vector) -> Option<Interval> {
    let normal = |stand: &Stand| cross(&stand.axes[0], &stand.axes[1]);
    let (n, m) = (normal(a), normal(b));
    let size = positive(length(&n))?;
    // m·(q − o_B) = 0, so any multiple of it may be taken away: then little is left of the box.
    let share = Interval::dot(&n, &m).over(&positive(Interval::dot(&m, &m))?).middle()[0];
    let rest = difference(&n, &product(&m, &Interval::of(share)));
    let off = Interval::dot(&rest, &difference(place, &b.origin));
    let height = Interval::dot(&n, &difference(&b.origin, &a.origin)).plus(&off);
    let signed = if height.low >= 0.0 {
        height
    } else if height.high <= 0.0 {
        height.negated()
    } else {
        Interval { low: -height.most(), high: height.most() }
    };
    let quotient = |x: f64| if x < 0.0 { Interval::of(-x).over(&size).negated() } else { Interval::of(x).over(&size) };
    Some(Interval { low: quotient(signed.low).low, high: quotient(signed.high).high })
}

#[cfg(test)]
#[path = "../../tests/unit/gap.rs"]
mod tests;
