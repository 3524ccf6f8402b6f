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
    let along = Interval::dot(&z, &difference(place, &first.origin)).over(&positive(Interval::dot(&z, &z))?);
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
