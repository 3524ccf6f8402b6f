//! The distance loop as talks and tutorials write it: for the exhibit, and not for use.
//!
//! **Source.** E. Catto, "Computing Distance", Game Developers Conference 2010, before its chapter on numbers; C.
//! Ericson, "Real-Time Collision Detection", 2005, sections 5.1 and 9.5 (nearest points of simplices). The mistakes are
//! those that the talk warns of.
//!
//! **Idea.** GJK: v = the point of the simplex nearest to the origin, by barycentric weights; w = the support point
//! along −v; if w is hardly farther than v, v is the answer.
//!
//! **Known failure.**
//! * *Single precision, and −v from barycentric weights.* The sum of weights times vertices has an error of the size of
//!   the vertices. If |v| is small beside them, −v is not across the edge that v is on. The next support point is a
//!   vertex that the simplex has already: the loop never ends. [`exhibit`] has the numbers of the talk.
//! * *An absolute epsilon.* Small shapes "meet", however far apart they are in their own size. For large shapes the
//!   test for progress fails for ever.
//! * *No test for a repeated vertex.* It is the one test that ends the loop of the exhibit.

use crate::answer::Answer;
use crate::body::Body;
use crate::pair::Pair;
use crate::step::{Notes, Silent, Step};
use clearance::{Hull, Pose, Vec2, WideVector, vec2};

/// The loop with its thresholds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NaiveGjk {
    /// An absolute number, used as a length and as a length squared. By default the epsilon of `f32`.
    pub epsilon: f32,
    /// After how many steps the loop counts as endless.
    pub limit: u32,
}

impl Default for NaiveGjk {
    fn default() -> Self {
        Self { epsilon: f32::EPSILON, limit: 200 }
    }
}

type Point = [f32; 3];

impl NaiveGjk {
    /// The distance. The vertices are rounded to `f32` in A's frame.
    pub fn query<W: WideVector>(&self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(self.search(pair, &mut Silent))
    }

    /// The same with every step.
    pub fn trace<W: WideVector>(&self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| self.search(pair, steps))
    }

    fn search<W: WideVector>(&self, pair: &Pair<'_, W>, notes: &mut impl Notes) -> Answer<W> {
        let single = |point: W| point.padded().map(|coordinate| coordinate as f32);
        let a: Vec<Point> = pair.bodies[0].hull().vertices().iter().map(|&point| single(point)).collect();
        let b: Vec<Point> = pair.bodies[1].hull().vertices().iter().map(|&point| single(pair.of_b(point))).collect();
        let mut simplex = vec![(a[0], b[0])];
        for step in 1..=self.limit {
            let differences: Vec<Point> = simplex.iter().map(|&(p, q)| minus(p, q)).collect();
            let weights = weights(&differences, W::DIM);
            let v = combined(&differences, &weights);
            if dot(v, v) < self.epsilon * self.epsilon || weights.iter().all(|&w| w > 0.0) && weights.len() > W::DIM {
                notes.note(|| {
                    Step::named("v is shorter than epsilon: overlap").simplex("simplex", &wide::<W>(&differences))
                });
                return Answer::meet(step);
            }
            let (p, q) = (farthest(&a, v.map(|c| -c)), farthest(&b, v));
            let w = minus(p, q);
            let progress = dot(v, v) - dot(v, w);
            notes.note(|| shown::<W>(&differences, v, w, progress, simplex.contains(&(p, q))));
            let kept: Vec<usize> = (0..simplex.len()).filter(|&i| weights[i] > 0.0).collect();
            if progress < self.epsilon {
                let sides: (Vec<Point>, Vec<Point>) = simplex.iter().copied().unzip();
                let points = [sides.0, sides.1].map(|points| widened::<W>(combined(&points, &weights)));
                return Answer::between(step, points);
            }
            simplex = kept.into_iter().map(|i| simplex[i]).collect();
            simplex.push((p, q));
        }
        Answer::endless(self.limit)
    }
}

/// Bodies for which the loop never ends: the numbers of the talk. A is a segment, B a point. The true distance is
/// 0.021008…
///
/// The second vertex of the segment is found again and again: −v, rounded, is not across the segment.
pub fn exhibit() -> [Body<Vec2<f64>>; 2] {
    let segment = [vec2(0.021119117736816406, 79.58432006835938), vec2(0.020964622497558594, -31.51567840576172)];
    [&segment[..], &[vec2(0.0, 0.0)]].map(|points| Body::new(Hull::new(points).expect("the numbers are finite")))
}

/// The pair of [`exhibit`] in place.
pub fn exhibit_pair(bodies: &[Body<Vec2<f64>>; 2]) -> Pair<'_, Vec2<f64>> {
    Pair::new([&bodies[0], &bodies[1]], [&Pose::identity(), &Pose::identity()])
}

fn shown<W: WideVector>(simplex: &[Point], v: Point, w: Point, progress: f32, repeated: bool) -> Step {
    let name = if repeated { "the support point is a vertex of the simplex already" } else { "a new support point" };
    Step::named(name)
        .simplex("simplex", &wide::<W>(simplex))
        .direction("v", widened::<W>(v))
        .simplex("support point", &[widened::<W>(w)])
        .number("length of v", f64::from(dot(v, v).sqrt()))
        .number("progress", f64::from(progress))
}

fn widened<W: WideVector>(point: Point) -> W {
    W::unpadded(point.map(f64::from))
}
fn wide<W: WideVector>(points: &[Point]) -> Vec<W> {
    points.iter().map(|&point| widened(point)).collect()
}
fn dot(v: Point, w: Point) -> f32 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}
fn minus(v: Point, w: Point) -> Point {
    [v[0] - w[0], v[1] - w[1], v[2] - w[2]]
}
fn cross(v: Point, w: Point) -> Point {
    [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]]
}
fn combined(points: &[Point], weights: &[f32]) -> Point {
    let mut sum = [0.0; 3];
    for (point, weight) in points.iter().zip(weights) {
        for (total, coordinate) in sum.iter_mut().zip(point) {
            *total += coordinate * weight;
        }
    }
    sum
}
fn farthest(points: &[Point], direction: Point) -> Point {
    points
        .iter()
        .fold(points[0], |best, &point| if dot(point, direction) > dot(best, direction) { point } else { best })
}

/// Barycentric weights of the point of a simplex that is nearest to the origin.
fn weights(points: &[Point], dim: usize) -> Vec<f32> {
    match points {
        [_] => vec![1.0],
        [a, b] => on_segment(*a, *b).to_vec(),
        [a, b, c] => on_triangle(*a, *b, *c).to_vec(),
        _ => on_tetrahedron(points, dim),
    }
}

fn on_segment(a: Point, b: Point) -> [f32; 2] {
    let along = minus(b, a);
    let t = -dot(a, along) / dot(along, along);
    if !(t > 0.0) {
        [1.0, 0.0]
    } else if t >= 1.0 {
        [0.0, 1.0]
    } else {
        [1.0 - t, t]
    }
}

/// Ericson 2005, section 5.1.5, with the origin as the query point.
fn on_triangle(a: Point, b: Point, c: Point) -> [f32; 3] {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let (d1, d2) = (-dot(ab, a), -dot(ac, a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (d3, d4) = (-dot(ab, b), -dot(ac, b));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = d1 / (d1 - d3);
        return [1.0 - t, t, 0.0];
    }
    let (d5, d6) = (-dot(ab, c), -dot(ac, c));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = d2 / (d2 - d6);
        return [1.0 - t, 0.0, t];
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let t = (d4 - d3) / (d4 - d3 + d5 - d6);
        return [0.0, 1.0 - t, t];
    }
    let sum = va + vb + vc;
    [va / sum, vb / sum, vc / sum]
}

/// Ericson 2005, section 5.1.6: the nearest of the faces that the origin is outside of; inside, all weights are
/// positive. In the plane only faces of three points occur.
fn on_tetrahedron(points: &[Point], dim: usize) -> Vec<f32> {
    let mut best: Option<(f32, Vec<f32>)> = None;
    for left_out in 0..4 {
        let face: Vec<usize> = (0..4).filter(|&i| i != left_out).collect();
        let [a, b, c] = [face[0], face[1], face[2]].map(|i| points[i]);
        let normal = cross(minus(b, a), minus(c, a));
        let outside = -dot(a, normal) * dot(minus(points[left_out], a), normal) <= 0.0;
        if outside || dim == 2 {
            let on_face = on_triangle(a, b, c);
            let v = combined(&[a, b, c], &on_face);
            if best.as_ref().is_none_or(|(square, _)| dot(v, v) < *square) {
                let mut weights = vec![0.0; 4];
                face.iter().zip(on_face).for_each(|(&i, weight)| weights[i] = weight);
                best = Some((dot(v, v), weights));
            }
        }
    }
    best.map_or_else(|| vec![0.25; 4], |(_, weights)| weights)
}
