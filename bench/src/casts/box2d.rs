//! Box2D v3, for polygons of up to 8 corners: `b2ShapeCast`, and `b2TimeOfImpact`, which may miss by its own words.

use std::hint::black_box;

use boxdd_sys::ffi::{
    b2MakeProxy, b2Rot, b2ShapeCast, b2ShapeCastPairInput, b2ShapeProxy, b2Sweep, b2TOIInput,
    b2TOIState_b2_toiStateHit, b2TOIState_b2_toiStateOverlapped, b2TimeOfImpact, b2Transform, b2Vec2,
};

use super::{CLEAR, Course, Engine, Question, Turning, Workload, prepared};
use crate::engines::{Runner, Scalar};
use crate::workloads::{Placement, ShapeData};

/// The most corners that Box2D takes.
const MOST: usize = 8;

pub fn engines() -> Vec<Engine> {
    vec![Engine { name: "box2d", scalar: Scalar::F32, turning: Turning::ByMean, prepare }]
}

fn prepare(workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dimension != 2 {
        return None;
    }
    match workload.question {
        Question::Cast => prepared(workload, proxy, travelling, cast),
        Question::Impact => prepared(workload, proxy, turning, impact),
        Question::Ray | Question::Clearance => None,
    }
}

/// Both poses, and the way of the second one.
fn travelling(course: &Course) -> ([b2Transform; 2], b2Vec2) {
    (course.poses.each_ref().map(transform), vector(course.travel))
}

fn cast([a, b]: [&b2ShapeProxy; 2], &([at, bt], travel): &([b2Transform; 2], b2Vec2)) -> f64 {
    let turned = |v: b2Vec2| b2Vec2 { x: at.q.c * v.x + at.q.s * v.y, y: at.q.c * v.y - at.q.s * v.x };
    let transform = b2Transform {
        p: turned(b2Vec2 { x: bt.p.x - at.p.x, y: bt.p.y - at.p.y }),
        q: b2Rot { c: at.q.c * bt.q.c + at.q.s * bt.q.s, s: at.q.c * bt.q.s - at.q.s * bt.q.c },
    };
    let translation = turned(travel);
    let input = b2ShapeCastPairInput {
        proxyA: *a,
        proxyB: *b,
        transform,
        translationB: translation,
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: the pointer is to a live value of its type.
    let output = black_box(unsafe { b2ShapeCast(&input) });
    if output.hit { f64::from(output.fraction) } else { CLEAR }
}

fn turning(course: &Course) -> [b2Sweep; 2] {
    let [first, last] = course.poses;
    let (sine, cosine) = course.turn[2].sin_cos();
    let ([c, s, ..], [x, y, z]) = (last.rotation, last.translation);
    let end = Placement {
        rotation: [cosine * c - sine * s, sine * c + cosine * s, 0.0, 0.0],
        translation: [x + course.travel[0], y + course.travel[1], z],
    };
    [sweep(&first, &first), sweep(&last, &end)]
}

fn sweep(start: &Placement, end: &Placement) -> b2Sweep {
    let (start, end) = (transform(start), transform(end));
    b2Sweep { localCenter: b2Vec2 { x: 0.0, y: 0.0 }, c1: start.p, c2: end.p, q1: start.q, q2: end.q }
}

fn impact([a, b]: [&b2ShapeProxy; 2], sweeps: &[b2Sweep; 2]) -> f64 {
    let input = b2TOIInput { proxyA: *a, proxyB: *b, sweepA: sweeps[0], sweepB: sweeps[1], maxFraction: 1.0 };
    // SAFETY: the pointer is to a live value of its type.
    let output = black_box(unsafe { b2TimeOfImpact(&input) });
    let hits = output.state == b2TOIState_b2_toiStateHit || output.state == b2TOIState_b2_toiStateOverlapped;
    if hits { f64::from(output.fraction) } else { CLEAR }
}

fn vector([x, y, _]: [f64; 3]) -> b2Vec2 {
    b2Vec2 { x: x as f32, y: y as f32 }
}

fn transform(data: &Placement) -> b2Transform {
    let [c, s, ..] = data.rotation.map(|r| r as f32);
    b2Transform { p: vector(data.translation), q: b2Rot { c, s } }
}

fn proxy(data: &ShapeData) -> Option<b2ShapeProxy> {
    let ShapeData::Points(points) = data else { return None };
    let corners: Vec<b2Vec2> = points.iter().map(|&point| vector(point)).collect();
    // SAFETY: the pointer is to as many points as the count says.
    (corners.len() <= MOST).then(|| unsafe { b2MakeProxy(corners.as_ptr(), corners.len() as i32, 0.0) })
}
