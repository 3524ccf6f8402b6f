//! Jolt's GJK and EPA through a shim (`jolt.cpp`), for boxes and hulls in space: the feature `jolt`.

use std::ffi::c_void;
use std::hint::black_box;

use super::{Engine, Output, Runner, Scalar, prepared};
use crate::workloads::{Placement, ShapeData, Workload};

/// Jolt's matrix of a pose.
#[repr(C, align(16))]
pub struct Pose([f32; 16]);

/// Where the nearest or deepest points are stored.
#[derive(Default)]
#[repr(C)]
pub struct Points([f32; 6]);

type Bool = unsafe extern "C" fn(*const c_void, *const c_void, *const Pose, *const Pose) -> bool;
type Length = unsafe extern "C" fn(*const c_void, *const c_void, *const Pose, *const Pose, *mut Points) -> f32;

unsafe extern "C" {
    fn jolt_pose(rotation: *const f32, translation: *const f32, out: *mut Pose);
    fn jolt_box(x: f32, y: f32, z: f32) -> *mut c_void;
    fn jolt_box_free(shape: *mut c_void);
    fn jolt_box_bool(a: *const c_void, b: *const c_void, at: *const Pose, bt: *const Pose) -> bool;
    fn jolt_box_distance(
        a: *const c_void,
        b: *const c_void,
        at: *const Pose,
        bt: *const Pose,
        points: *mut Points,
    ) -> f32;
    fn jolt_box_depth(a: *const c_void, b: *const c_void, at: *const Pose, bt: *const Pose, points: *mut Points)
    -> f32;
    fn jolt_hull(coordinates: *const f32, count: usize) -> *mut c_void;
    fn jolt_hull_free(shape: *mut c_void);
    fn jolt_hull_bool(a: *const c_void, b: *const c_void, at: *const Pose, bt: *const Pose) -> bool;
    fn jolt_hull_distance(
        a: *const c_void,
        b: *const c_void,
        at: *const Pose,
        bt: *const Pose,
        points: *mut Points,
    ) -> f32;
    fn jolt_hull_depth(
        a: *const c_void,
        b: *const c_void,
        at: *const Pose,
        bt: *const Pose,
        points: *mut Points,
    ) -> f32;
}

/// A shape that Jolt owns, and the function that frees it.
pub struct Owned {
    /// The box or the hull.
    pub shape: *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the shape comes from the maker that goes with this function, and is freed once.
        unsafe { (self.free)(self.shape) }
    }
}

/// The functions for one kind of shape.
#[derive(Clone, Copy)]
struct Functions {
    bool: Bool,
    distance: Length,
    depth: Length,
}

pub fn engines() -> Vec<Engine> {
    vec![Engine { name: "jolt", scalar: Scalar::F32, prepare }]
}

fn prepare(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    let functions = match workload.shapes[0] {
        ShapeData::Cuboid(_) => Functions { bool: jolt_box_bool, distance: jolt_box_distance, depth: jolt_box_depth },
        ShapeData::Points(_) if workload.dimension == 3 => {
            Functions { bool: jolt_hull_bool, distance: jolt_hull_distance, depth: jolt_hull_depth }
        }
        _ => return None,
    };
    match output {
        Output::Bool => prepared(workload, owned, pose, move |[a, b], [at, bt], _| {
            // SAFETY: all pointers are to live values, and the shapes are of the kind of the functions.
            f64::from(u8::from(unsafe { (functions.bool)(a.shape, b.shape, at, bt) }))
        }),
        Output::Distance => {
            prepared(workload, owned, pose, move |shapes, poses, _| length(functions.distance, shapes, poses))
        }
        // For shapes that are apart, Jolt's depth only says "apart".
        Output::Signed if workload.reference.iter().any(|&distance| distance > 0.0) => None,
        Output::Signed => {
            prepared(workload, owned, pose, move |shapes, poses, _| -length(functions.depth, shapes, poses))
        }
        Output::Within | Output::Contacts => None,
    }
}

fn length(function: Length, [a, b]: [&Owned; 2], [at, bt]: [&Pose; 2]) -> f64 {
    let mut points = Points::default();
    // SAFETY: all pointers are to live values, and the shapes are of the kind of the function.
    let length = unsafe { function(a.shape, b.shape, at, bt, &mut points) };
    black_box(&points);
    f64::from(length)
}

/// The box or the hull of points, as Jolt has it.
pub fn owned(data: &ShapeData) -> Option<Owned> {
    match data {
        ShapeData::Cuboid(half_extents) => {
            let [x, y, z] = half_extents.map(|x| x as f32);
            // SAFETY: takes plain numbers.
            Some(Owned { shape: unsafe { jolt_box(x, y, z) }, free: jolt_box_free })
        }
        ShapeData::Points(points) => {
            let coordinates: Vec<f32> = points.iter().flatten().map(|&x| x as f32).collect();
            // SAFETY: there are three numbers to a point.
            Some(Owned { shape: unsafe { jolt_hull(coordinates.as_ptr(), points.len()) }, free: jolt_hull_free })
        }
        _ => None,
    }
}

/// The matrix of a placement.
pub fn pose(data: &Placement) -> Pose {
    let (rotation, translation) = (data.rotation.map(|r| r as f32), data.translation.map(|t| t as f32));
    let mut pose = Pose([0.0; 16]);
    // SAFETY: the pointers are to four, three and sixteen numbers.
    unsafe { jolt_pose(rotation.as_ptr(), translation.as_ptr(), &mut pose) };
    pose
}
