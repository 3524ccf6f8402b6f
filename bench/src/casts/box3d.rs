//! Box3D, for shapes in space of up to 64 points: `b3ShapeCast`, `b3TimeOfImpact`, which may miss by its own words, and
//! the rays of its hulls, spheres and capsules.

use std::hint::black_box;

use boxddd_sys::ffi::{
    b3Capsule, b3CastOutput, b3CreateHull, b3DestroyHull, b3HullData, b3Quat, b3RayCastCapsule, b3RayCastHull,
    b3RayCastInput, b3RayCastSphere, b3ShapeCast, b3ShapeCastPairInput, b3ShapeProxy, b3Sphere, b3Sweep, b3TOIInput,
    b3TOIState_b3_toiStateHit, b3TOIState_b3_toiStateOverlapped, b3TimeOfImpact, b3Transform, b3Vec3,
};
use clearance::Vec3;

use super::paths::motion;
use super::{CLEAR, Course, Engine, Question, Turning, Workload, prepared};
use crate::engines::{Runner, Scalar};
use crate::space::FromData;
use crate::workloads::{Placement, ShapeData};

/// The most points of a proxy (`B3_MAX_SHAPE_CAST_POINTS`).
const MOST: usize = 64;

pub fn engines() -> Vec<Engine> {
    vec![Engine { name: "box3d", scalar: Scalar::F32, turning: Turning::ByMean, prepare }]
}

fn prepare(workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dimension != 3 {
        return None;
    }
    match workload.question {
        Question::Ray => prepared(workload, target, ray, |[a, _], ray| cast_ray(a, ray)),
        Question::Cast => prepared(workload, cloud, travelling, cast),
        Question::Impact => prepared(workload, cloud, turning, impact),
        Question::Clearance => None,
    }
}

/// Points with a radius about them.
struct Cloud {
    points: Vec<b3Vec3>,
    radius: f32,
}

impl Cloud {
    fn proxy(&self) -> b3ShapeProxy {
        b3ShapeProxy { points: self.points.as_ptr(), count: self.points.len() as i32, radius: self.radius }
    }
}

fn cloud(data: &ShapeData) -> Option<Cloud> {
    let (points, radius) = match *data {
        ShapeData::Points(ref points) => (points.iter().map(|&point| vector(point)).collect(), 0.0),
        ShapeData::Cuboid(half_extents) => (corners(half_extents), 0.0),
        ShapeData::Ball(radius) => (vec![vector([0.0; 3])], radius as f32),
        ShapeData::Capsule { half_height, radius } => (ends(half_height).to_vec(), radius as f32),
        _ => return None,
    };
    (points.len() <= MOST).then_some(Cloud { points, radius })
}

fn corners(half_extents: [f64; 3]) -> Vec<b3Vec3> {
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    (0..8).map(|corner| vector(std::array::from_fn(|axis| sign(corner, axis) * half_extents[axis]))).collect()
}

/// The middles of a capsule's caps.
fn ends(half_height: f64) -> [b3Vec3; 2] {
    [vector([0.0, -half_height, 0.0]), vector([0.0, half_height, 0.0])]
}

/// A shape that a ray can meet.
enum Target {
    Hull(*mut b3HullData),
    Sphere(b3Sphere),
    Capsule(b3Capsule),
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Self::Hull(hull) = *self {
            // SAFETY: the hull comes from `b3CreateHull`, and is freed once.
            unsafe { b3DestroyHull(hull) }
        }
    }
}

fn target(data: &ShapeData) -> Option<Target> {
    match *data {
        ShapeData::Ball(radius) => Some(Target::Sphere(b3Sphere { center: vector([0.0; 3]), radius: radius as f32 })),
        ShapeData::Capsule { half_height, radius } => {
            let [center1, center2] = ends(half_height);
            Some(Target::Capsule(b3Capsule { center1, center2, radius: radius as f32 }))
        }
        _ => {
            let Cloud { points, .. } = cloud(data)?;
            let count = points.len() as i32;
            // SAFETY: the pointer is to as many points as the count says.
            let hull = unsafe { b3CreateHull(points.as_ptr(), count, count) };
            // Null for hulls of more than 128 edges (`B3_MAX_HULL_EDGES`).
            (!hull.is_null()).then(|| Target::Hull(hull))
        }
    }
}

/// The pose of the shape at rest, and the ray in the world.
fn ray(course: &Course) -> (b3Transform, [b3Vec3; 2]) {
    (transform(&course.poses[0]), [vector(course.poses[1].translation), vector(course.travel)])
}

fn cast_ray(target: &Target, (at, [origin, travel]): &(b3Transform, [b3Vec3; 2])) -> f64 {
    let translation = turned_back(at.q, *travel);
    let input = b3RayCastInput { origin: turned_back(at.q, minus(*origin, at.p)), translation, maxFraction: 1.0 };
    // SAFETY: the pointers are to live values of their types.
    let output = unsafe {
        match target {
            Target::Hull(hull) => b3RayCastHull(*hull, &input),
            Target::Sphere(sphere) => b3RayCastSphere(sphere, &input),
            Target::Capsule(capsule) => b3RayCastCapsule(capsule, &input),
        }
    };
    fraction(&output)
}

/// Both poses, and the way of the second shape.
fn travelling(course: &Course) -> ([b3Transform; 2], b3Vec3) {
    (course.poses.each_ref().map(transform), vector(course.travel))
}

fn cast([a, b]: [&Cloud; 2], ([at, bt], travel): &([b3Transform; 2], b3Vec3)) -> f64 {
    let input = b3ShapeCastPairInput {
        proxyA: a.proxy(),
        proxyB: b.proxy(),
        transform: b3Transform { p: turned_back(at.q, minus(bt.p, at.p)), q: relative(at.q, bt.q) },
        translationB: turned_back(at.q, *travel),
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: the pointers are to live values of their types.
    fraction(&unsafe { b3ShapeCast(&input) })
}

fn fraction(output: &b3CastOutput) -> f64 {
    let output = black_box(output);
    if output.hit { f64::from(output.fraction) } else { CLEAR }
}

/// The sweeps of both shapes, about their own origins.
fn turning(course: &Course) -> [b3Sweep; 2] {
    let [a, b] = course.poses.each_ref().map(transform);
    let end = motion::<Vec3<f64>>(course).pose_at(Vec3::<f64>::pose(&course.poses[1]), 1.0);
    let (r, t) = (end.rotation, end.translation);
    let end = transform(&Placement { rotation: [r.x, r.y, r.z, r.w], translation: [t.x, t.y, t.z] });
    [sweep(a, a), sweep(b, end)]
}

fn sweep(start: b3Transform, end: b3Transform) -> b3Sweep {
    b3Sweep { localCenter: vector([0.0; 3]), c1: start.p, c2: end.p, q1: start.q, q2: end.q }
}

fn impact([a, b]: [&Cloud; 2], [at, bt]: &[b3Sweep; 2]) -> f64 {
    let input = b3TOIInput { proxyA: a.proxy(), proxyB: b.proxy(), sweepA: *at, sweepB: *bt, maxFraction: 1.0 };
    // SAFETY: the pointers are to live values of their types.
    let output = black_box(unsafe { b3TimeOfImpact(&input) });
    let hits = output.state == b3TOIState_b3_toiStateHit || output.state == b3TOIState_b3_toiStateOverlapped;
    if hits { f64::from(output.fraction) } else { CLEAR }
}

fn vector([x, y, z]: [f64; 3]) -> b3Vec3 {
    b3Vec3 { x: x as f32, y: y as f32, z: z as f32 }
}

fn transform(data: &Placement) -> b3Transform {
    let [x, y, z, s] = data.rotation;
    b3Transform { p: vector(data.translation), q: b3Quat { v: vector([x, y, z]), s: s as f32 } }
}

// Box3D's own functions for these are inline in its headers.

fn minus(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

fn cross(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

/// A vector in the frame of a rotation (`b3InvRotateVector`).
fn turned_back(q: b3Quat, v: b3Vec3) -> b3Vec3 {
    let t = cross(q.v, v);
    let t = b3Vec3 { x: t.x - q.s * v.x, y: t.y - q.s * v.y, z: t.z - q.s * v.z };
    let c = cross(q.v, t);
    b3Vec3 { x: v.x + 2.0 * c.x, y: v.y + 2.0 * c.y, z: v.z + 2.0 * c.z }
}

/// The second rotation in the frame of the first one (`b3InvMulQuat`).
fn relative(a: b3Quat, b: b3Quat) -> b3Quat {
    let c = cross(b.v, a.v);
    b3Quat {
        v: b3Vec3 {
            x: c.x + a.s * b.v.x - b.s * a.v.x,
            y: c.y + a.s * b.v.y - b.s * a.v.y,
            z: c.z + a.s * b.v.z - b.s * a.v.z,
        },
        s: a.s * b.s + a.v.x * b.v.x + a.v.y * b.v.y + a.v.z * b.v.z,
    }
}
