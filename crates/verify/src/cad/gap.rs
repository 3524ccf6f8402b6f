//! Closed gaps: brackets of how far two faces are from each other wherever both are near.

use crate::cad::face::{Axes, Face, Form};
use crate::number::{Interval, Number};
use crate::robot::frame::{Vector, cross, difference, length, product, sum, vector};

/// The bracket of the gap of two faces in a box: for each point of one in the box and each of the other in it, the
/// distance is at least `low`; and no point of one is farther than `high` from the unbounded surface of the other.
/// `None` where there is no closed form, or a face is an instance whose pose is not the identity.
pub(crate) fn gap(a: &Face, b: &Face, place: &Vector) -> Option<Interval> {
    match (placed(a)?, placed(b)?) {
        (Form::Plane(a), Form::Plane(b)) => planes(&a, &b, place),
        (Form::Cylinder(a, r), Form::Cylinder(b, s)) if r > 0.0 && s > 0.0 => {
            // The shaft is the one with the smaller radius, or either of two equal ones.
            let (apart, play) = if r <= s {
                (axes(&a, &b, place)?, fits(&a, r, &b, s))
            } else {
                (axes(&b, &a, place)?, fits(&b, s, &a, r))
            };
            Some(Interval { low: (play.low - apart).next_down(), high: (play.high + apart).next_up() })
        }
        (Form::Sphere(a, r), Form::Sphere(b, s)) if r > 0.0 && s > 0.0 => {
            let apart = length(&difference(&vector(a.origin), &vector(b.origin))).high;
            let play = if r <= s { fits(&a, r, &b, s) } else { fits(&b, s, &a, r) };
            Some(Interval { low: (play.low - apart).next_down(), high: (play.high + apart).next_up() })
        }
        _ => None,
    }
}

fn placed(face: &Face) -> Option<Form> {
    face.pose.is_none().then_some(face.form)
}

/// How much larger the outer radius is, whatever the axes do to it.
fn fits(inner: &Axes, r: f64, outer: &Axes, s: f64) -> Interval {
    let around = |axes: &Axes, r: f64| {
        let [most, least] = axes.factors();
        Interval { low: (r * least).next_down(), high: (r * most).next_up() }
    };
    around(outer, s).minus(&around(inner, r))
}

/// No point of the first axis beside the box is farther than this from the second axis. The distance from a line is
/// convex, so it is largest at an end.
fn axes(first: &Axes, second: &Axes, place: &Vector) -> Option<f64> {
    let (z, w) = (vector(first.axes[2]), vector(second.axes[2]));
    let along = Interval::dot(&z, &difference(place, &vector(first.origin))).over(&positive(Interval::dot(&z, &z))?);
    let size = positive(length(&w))?;
    let off = |height: f64| {
        let point = sum(&vector(first.origin), &product(&z, &Interval::of(height)));
        length(&cross(&difference(&point, &vector(second.origin)), &w)).over(&size).high
    };
    Some(off(along.low).max(off(along.high)))
}

fn positive(x: Interval) -> Option<Interval> {
    (x.low > 0.0 && x.high < f64::INFINITY).then_some(x)
}

/// n·(q − o) over |n| for the points q of the second plane in the box, with n = x × y of the first one. Two points are no
/// nearer than that is away from 0.
fn planes(a: &Axes, b: &Axes, place: &Vector) -> Option<Interval> {
    let normal = |axes: &Axes| cross(&vector(axes.axes[0]), &vector(axes.axes[1]));
    let (n, m) = (normal(a), normal(b));
    let size = positive(length(&n))?;
    // m·(q − o_B) = 0, so any multiple of it may be taken away: then little is left of the box.
    let share = Interval::dot(&n, &m).over(&positive(Interval::dot(&m, &m))?).middle()[0];
    let rest = difference(&n, &product(&m, &Interval::of(share)));
    let off = Interval::dot(&rest, &difference(place, &vector(b.origin)));
    let height = Interval::dot(&n, &difference(&vector(b.origin), &vector(a.origin))).plus(&off);
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
