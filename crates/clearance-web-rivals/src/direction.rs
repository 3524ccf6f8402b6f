//! An exhibit: the search direction of an edge in the plane by two formulas, in single and in double precision.
//!
//! The solver uses neither barycentric weights nor single precision. The exhibit shows what would happen if it did, as
//! in Catto's talk of 2010. A direction is worth the bound that it proves: along the unit vector −d, no point of the
//! edge is nearer to the origin than the nearer one of its two ends.

use clearance::{Real, Vec2, Vector, vec2};
use serde::Serialize;

/// One formula in one kind of numbers.
#[derive(Serialize)]
pub struct Row {
    formula: &'static str,
    numbers: &'static str,
    /// Of unit length.
    direction: [f64; 2],
    /// The angle to the true perpendicular, in radians.
    tilt: f64,
    /// The lower bound of the distance that the direction proves.
    proves: f64,
}

/// Both formulas for the edge from `a` to `b`, in `f32` and in `f64`.
pub fn rows(a: [f64; 2], b: [f64; 2]) -> Vec<Row> {
    let (a, b): (Vec2<f64>, Vec2<f64>) = (a.into(), b.into());
    vec![
        Row::new("barycentric", "f32", a, b, mixture::<f32>(a, b)),
        Row::new("barycentric", "f64", a, b, mixture::<f64>(a, b)),
        Row::new("perpendicular", "f32", a, b, perpendicular::<f32>(a, b)),
        Row::new("perpendicular", "f64", a, b, perpendicular::<f64>(a, b)),
    ]
}

impl Row {
    fn new(formula: &'static str, numbers: &'static str, a: Vec2<f64>, b: Vec2<f64>, direction: Vec2<f64>) -> Self {
        let unit = direction.unit();
        let edge = (b - a).unit();
        let reach = |point: Vec2<f64>| -unit.dot(point);
        Self {
            formula,
            numbers,
            direction: unit.into(),
            tilt: unit.dot(edge).abs().asin(),
            proves: reach(a).min(reach(b)),
        }
    }
}

/// −v with v = u·a + w·b, every operation rounded to `T`.
fn mixture<T: Real>(a: Vec2<f64>, b: Vec2<f64>) -> Vec2<f64>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    let round = |x: f64| T::narrow(x).widen();
    let dot = |p: Vec2<f64>, q: Vec2<f64>| round(round(p.x * q.x) + round(p.y * q.y));
    let edge = vec2(round(b.x - a.x), round(b.y - a.y));
    let length = dot(edge, edge);
    let (u, w) = (round(dot(b, edge) / length), round(dot(-a, edge) / length));
    let mixed = |p: f64, q: f64| -round(round(u * p) + round(w * q));
    vec2(mixed(a.x, b.x), mixed(a.y, b.y))
}

/// The edge, turned by a quarter turn towards the origin: e × (e × a). Every operation is rounded to `T`.
fn perpendicular<T: Real>(a: Vec2<f64>, b: Vec2<f64>) -> Vec2<f64>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    let round = |x: f64| T::narrow(x).widen();
    let edge = vec2(round(b.x - a.x), round(b.y - a.y));
    let area = round(round(edge.x * a.y) - round(edge.y * a.x));
    vec2(round(-edge.y * -area), round(edge.x * -area))
}

#[cfg(test)]
mod tests {
    use super::rows;

    /// The segment of the talk, "GJK: numerical problems".
    const SLIDE: [[f64; 2]; 2] =
        [[0.021119117736816406, 79.58432006835938], [0.020964622497558594, -31.51567840576172]];

    #[test]
    fn weights_in_single_precision_tilt_the_direction_and_the_perpendicular_does_not() {
        let [weights, _, perpendicular, _] = rows(SLIDE[0], SLIDE[1]).try_into().unwrap_or_else(|_| unreachable!());
        assert!(weights.tilt > 1e-6, "{}", weights.tilt);
        assert!(weights.proves < 0.02097, "{}", weights.proves);
        assert!(perpendicular.tilt < 1e-9, "{}", perpendicular.tilt);
        assert!((perpendicular.proves - 0.021008448).abs() < 1e-6, "{}", perpendicular.proves);
    }
}
