//! Box2D v3, for polygons of up to 8 corners: its GJK, cold and warm, and its clipped manifold for depths.

use std::hint::black_box;

use boxdd_sys::ffi::{
    b2CollidePolygons, b2ComputeHull, b2DistanceInput, b2MakePolygon, b2MakeProxy, b2Polygon, b2Rot, b2ShapeDistance,
    b2ShapeProxy, b2SimplexCache, b2Transform, b2Vec2,
};

use super::{Engine, Output, Runner, Scalar, prepared};
use crate::workloads::{Placement, ShapeData, Workload};

/// The most corners that Box2D takes.
const MOST: usize = 8;

pub fn engines() -> Vec<Engine> {
    vec![
        Engine { name: "box2d", scalar: Scalar::F32, prepare: cold },
        Engine { name: "box2d warm", scalar: Scalar::F32, prepare: warm },
    ]
}

fn cold(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if workload.dimension != 2 {
        return None;
    }
    match output {
        Output::Bool => None,
        Output::Distance => {
            prepared(workload, proxy, transform, |shapes, poses, _| distance(shapes, poses, &mut empty_cache()))
        }
        // The manifold stops at Box2D's speculative distance. So it does not tell how far shapes are apart.
        Output::Signed if workload.reference.iter().any(|&distance| distance > 0.0) => None,
        Output::Signed => prepared(workload, polygon, transform, depth),
        Output::Within => None,
        Output::Contacts if workload.has_manifolds() => prepared(workload, polygon, transform, depth),
        Output::Contacts => None,
    }
}

fn warm(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if workload.dimension != 2 || output != Output::Distance || !workload.moves() {
        return None;
    }
    let mut caches = vec![empty_cache(); workload.tracks()];
    prepared(workload, proxy, transform, move |shapes, poses, track| distance(shapes, poses, &mut caches[track]))
}

fn empty_cache() -> b2SimplexCache {
    b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] }
}

#[inline(always)]
fn distance([a, b]: [&b2ShapeProxy; 2], [at, bt]: [&b2Transform; 2], cache: &mut b2SimplexCache) -> f64 {
    let input = b2DistanceInput { proxyA: *a, proxyB: *b, transform: relative(at, bt), useRadii: false };
    // SAFETY: both pointers are to live values of their types, and no debug simplexes are asked for.
    let output = unsafe { b2ShapeDistance(&input, cache, std::ptr::null_mut(), 0) };
    f64::from(black_box(&output).distance)
}

fn depth([a, b]: [&b2Polygon; 2], [at, bt]: [&b2Transform; 2], _: usize) -> f64 {
    // SAFETY: both pointers are to live polygons made by Box2D.
    let manifold = unsafe { b2CollidePolygons(a, b, relative(at, bt)) };
    let points = &black_box(&manifold).points[..manifold.pointCount as usize];
    points.iter().map(|point| f64::from(point.separation)).reduce(f64::min).unwrap_or(f64::NAN)
}

/// The pose of B in the frame of A. It is `b2InvMulTransforms`, which is inline in Box2D's header.
#[inline(always)]
fn relative(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let (dx, dy) = (b.p.x - a.p.x, b.p.y - a.p.y);
    b2Transform {
        p: b2Vec2 { x: a.q.c * dx + a.q.s * dy, y: a.q.c * dy - a.q.s * dx },
        q: b2Rot { c: a.q.c * b.q.c + a.q.s * b.q.s, s: a.q.c * b.q.s - a.q.s * b.q.c },
    }
}

fn transform(data: &Placement) -> b2Transform {
    let ([c, s, ..], [x, y, _]) = (data.rotation.map(|r| r as f32), data.translation.map(|t| t as f32));
    b2Transform { p: b2Vec2 { x, y }, q: b2Rot { c, s } }
}

fn corners(data: &ShapeData) -> Option<Vec<b2Vec2>> {
    match data {
        ShapeData::Points(points) if points.len() <= MOST => {
            Some(points.iter().map(|&[x, y, _]| b2Vec2 { x: x as f32, y: y as f32 }).collect())
        }
        _ => None,
    }
}

fn proxy(data: &ShapeData) -> Option<b2ShapeProxy> {
    let corners = corners(data)?;
    // SAFETY: the pointer is to as many points as the count says.
    Some(unsafe { b2MakeProxy(corners.as_ptr(), corners.len() as i32, 0.0) })
}

fn polygon(data: &ShapeData) -> Option<b2Polygon> {
    let corners = corners(data)?;
    // SAFETY: the pointer is to as many points as the count says, and the hull comes from Box2D.
    unsafe {
        let hull = b2ComputeHull(corners.as_ptr(), corners.len() as i32);
        (hull.count as usize == corners.len()).then(|| b2MakePolygon(&hull, 0.0))
    }
}
