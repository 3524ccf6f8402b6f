//! Jolt's casts through the shim of its distances: `GJKClosestPoint::CastShape`, and for rays `RayAABox` and
//! `GJKClosestPoint::CastRay`. It has no casts that turn.

use std::ffi::c_void;
use std::hint::black_box;

use super::{Course, Engine, Question, Turning, Workload, prepared};
use crate::engines::jolt::{Owned, Points, Pose, owned, pose};
use crate::engines::{Runner, Scalar};
use crate::workloads::ShapeData;

type Cast =
    unsafe extern "C" fn(*const c_void, *const c_void, *const Pose, *const Pose, *const f32, *mut Points) -> f32;
type Ray = unsafe extern "C" fn(*const c_void, *const Pose, *const f32, *const f32) -> f32;

unsafe extern "C" {
    fn jolt_box_cast(
        a: *const c_void,
        b: *const c_void,
        at: *const Pose,
        bt: *const Pose,
        travel: *const f32,
        points: *mut Points,
    ) -> f32;
    fn jolt_hull_cast(
        a: *const c_void,
        b: *const c_void,
        at: *const Pose,
        bt: *const Pose,
        travel: *const f32,
        points: *mut Points,
    ) -> f32;
    fn jolt_box_ray(a: *const c_void, at: *const Pose, origin: *const f32, travel: *const f32) -> f32;
    fn jolt_hull_ray(a: *const c_void, at: *const Pose, origin: *const f32, travel: *const f32) -> f32;
}

/// The functions for one kind of shape.
#[derive(Clone, Copy)]
struct Functions {
    cast: Cast,
    ray: Ray,
}

pub fn engines() -> Vec<Engine> {
    vec![Engine { name: "jolt", scalar: Scalar::F32, turning: Turning::Evenly, prepare }]
}

fn prepare(workload: &Workload) -> Option<Box<dyn Runner>> {
    let functions = match workload.shapes[0] {
        ShapeData::Cuboid(_) => Functions { cast: jolt_box_cast, ray: jolt_box_ray },
        ShapeData::Points(_) if workload.dimension == 3 => Functions { cast: jolt_hull_cast, ray: jolt_hull_ray },
        _ => return None,
    };
    match workload.question {
        Question::Ray => prepared(workload, owned, ray, move |[a, _], (at, origin, travel)| {
            // SAFETY: all pointers are to live values, and the shape is of the kind of the function.
            let fraction = unsafe { (functions.ray)(a.shape, at, origin.as_ptr(), travel.as_ptr()) };
            f64::from(black_box(fraction))
        }),
        Question::Cast => {
            prepared(workload, owned, travelling, move |shapes, course| cast(functions.cast, shapes, course))
        }
        Question::Impact | Question::Clearance => None,
    }
}

/// The pose of the shape at rest, and where the ray begins and leads.
fn ray(course: &Course) -> (Pose, [f32; 3], [f32; 3]) {
    (pose(&course.poses[0]), narrow(course.poses[1].translation), narrow(course.travel))
}

/// Both poses, and the way of the second shape.
fn travelling(course: &Course) -> ([Pose; 2], [f32; 3]) {
    (course.poses.each_ref().map(pose), narrow(course.travel))
}

/// The shim tells 2 where nothing is hit, as [`super::CLEAR`] has it.
fn cast(function: Cast, [a, b]: [&Owned; 2], ([at, bt], travel): &([Pose; 2], [f32; 3])) -> f64 {
    let mut points = Points::default();
    // SAFETY: all pointers are to live values, and the shapes are of the kind of the function.
    let fraction = unsafe { function(a.shape, b.shape, at, bt, travel.as_ptr(), &mut points) };
    black_box(&points);
    f64::from(fraction)
}

fn narrow(vector: [f64; 3]) -> [f32; 3] {
    vector.map(|x| x as f32)
}
