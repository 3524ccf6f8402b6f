//! The structs and numbers of `clearance.h`, in its order. The assertions at the end and the test of layouts, which a C
//! compiler runs, hold both sides together.

use core::ffi::{c_char, c_void};

/// What a function says: 0, or what went wrong. The numbers never change their meaning.
pub type Code = u32;

/// The version of the binary interface. It grows when something is added. Nothing is taken away within one soname.
pub const ABI_VERSION: u32 = 1;

/// `cl_shape.flags`: the shape is of the plane.
pub const PLANE: u32 = 1;
/// `cl_shape.flags` and constructors: coordinates are `float`.
pub const FLOAT32: u32 = 2;
/// `cl_mesh_new`: indices are `uint16_t`.
pub const UINT16: u32 = 4;
/// `cl_outline_new`: the points are an open line.
pub const OPEN: u32 = 8;

/// No leaf: the body is one convex shape, or the answer knows none.
pub const NO_LEAF: u32 = u32::MAX;

/// The kinds of shape: `cl_shape.kind`.
pub mod kind {
    pub const BALL: u32 = 1;
    pub const BOX: u32 = 2;
    pub const CAPSULE: u32 = 3;
    pub const TRIANGLE: u32 = 4;
    pub const ELLIPSOID: u32 = 5;
    pub const CYLINDER: u32 = 6;
    pub const CONE: u32 = 7;
    pub const HALF_SPACE: u32 = 8;
    pub const POINTS: u32 = 9;
    pub const HULL: u32 = 10;
    pub const OWN: u32 = 11;
    pub const MESH: u32 = 12;
    pub const OUTLINE: u32 = 13;
    pub const COMPOUND: u32 = 14;
}

/// `cl_pose`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub translation: [f64; 3],
    pub rotation: [f64; 4],
}

/// `cl_support`: 0 and a point, or another number and nothing. An unwinding exception ends the process; it is never
/// undefined behaviour.
pub type Support = unsafe extern "C-unwind" fn(user: *mut c_void, direction: *const f64, point: *mut f64) -> i32;

/// `cl_shape`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub kind: u32,
    pub flags: u32,
    pub size: [f64; 3],
    pub radius: f64,
    pub pointer: *const c_void,
    pub stride: usize,
    pub count: usize,
    pub support: Option<Support>,
    pub user: *mut c_void,
    pub pose: Pose,
}

/// `cl_motion`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    pub travel: [f64; 3],
    pub turn: [f64; 3],
    pub center: [f64; 3],
}

/// `cl_options`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub size: u32,
    pub precision: u32,
    pub start: u32,
    pub max_iterations: u32,
    pub tolerance: f64,
    pub max_distance: f64,
    pub target: f64,
    /// A `cl_cache`.
    pub cache: *mut c_void,
}

/// `cl_answer`. It is a member of other structs, so it never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    pub status: u32,
    pub iterations: u32,
    pub leaf_a: u32,
    pub leaf_b: u32,
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub normal: [f64; 3],
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
}

/// `cl_contact`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    pub separation: f64,
    pub feature_a: u32,
    pub index_a: u32,
    pub feature_b: u32,
    pub index_b: u32,
}

/// `cl_gradient_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientAnswer {
    pub size: u32,
    pub regular: u32,
    pub translation_a: [f64; 3],
    pub turn_a: [f64; 3],
    pub translation_b: [f64; 3],
    pub turn_b: [f64; 3],
    pub witness_margin: f64,
    pub facet_margin: f64,
    pub answer: Answer,
}

/// `cl_cast_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastAnswer {
    pub size: u32,
    pub outcome: u32,
    pub fraction: f64,
    pub lower: f64,
    pub upper: f64,
    pub has_contact: u32,
    pub reserved: u32,
    pub contact: Answer,
}

/// `cl_clearance_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClearanceAnswer {
    pub size: u32,
    pub reserved: u32,
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub fraction: f64,
    pub answer: Answer,
}

/// `cl_crossing_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossingAnswer {
    pub size: u32,
    pub is_crossing: u32,
    pub entry: [f64; 3],
    pub exit: [f64; 3],
    pub normal_in: [f64; 3],
    pub normal_out: [f64; 3],
    pub leaves_in: [u32; 2],
    pub leaves_out: [u32; 2],
}

/// `cl_relation_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelationAnswer {
    pub size: u32,
    pub relation: u32,
    pub is_open: u32,
    pub has_point: u32,
    pub leaf_a: u32,
    pub leaf_b: u32,
    pub point: [f64; 3],
}

/// `cl_overlap_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapAnswer {
    pub size: u32,
    pub is_open: u32,
    pub diameter: f64,
    pub lower: f64,
    pub upper: f64,
    pub has_middle: u32,
    pub reserved: u32,
    pub middle: [f64; 3],
}

/// `cl_way_out_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayOutAnswer {
    pub size: u32,
    pub reserved: u32,
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub normal: [f64; 3],
}

/// `cl_mesh_report`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshReport {
    pub size: u32,
    pub is_closed: u32,
    pub inside_out: u32,
    pub reserved: u32,
    pub open_edges: u64,
    pub crowded_edges: u64,
    pub turned_edges: u64,
    pub degenerate_triangles: u64,
    pub repeated_triangles: u64,
    pub parts: u64,
}

/// `cl_rule`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub size: u32,
    pub flags: u32,
    pub a: *const c_char,
    pub b: *const c_char,
    pub below: f64,
    pub above: f64,
    pub overlap_above: f64,
    pub contact: f64,
}

/// `cl_rule.flags`: which members count.
pub mod rule {
    pub const SKIP: u32 = 1;
    pub const BELOW: u32 = 2;
    pub const ABOVE: u32 = 4;
    pub const OVERLAP_ABOVE: u32 = 8;
    pub const CONTACT_LENGTH: u32 = 16;
    pub const CONTACT_AUTO: u32 = 32;
    pub const ALL: u32 = 63;
}

/// `cl_finding`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    pub size: u32,
    pub kind: u32,
    pub a: u32,
    pub b: u32,
    pub relation: u32,
    pub exact_relation: u32,
    pub flags: u32,
    pub reserved: u32,
    pub overlap: f64,
    pub answer: Answer,
}

/// `cl_finding.flags`
pub mod finding {
    pub const BROKEN: u32 = 1;
    pub const TOO_FAR: u32 = 2;
    pub const OPEN: u32 = 4;
    pub const NEAR_BAND: u32 = 8;
    pub const HAS_OVERLAP: u32 = 16;
}

/// `cl_proven`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proven {
    pub size: u32,
    pub planes: u32,
    pub lower: f64,
    pub upper: f64,
    pub subject: u32,
    pub is_rest: u32,
}

/// `cl_robot_answer`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RobotAnswer {
    pub size: u32,
    pub contact: u32,
    pub link_a: u32,
    pub link_b: u32,
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub normal: [f64; 3],
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
}

/// A struct that begins with its size, and may grow.
///
/// # Safety
/// The struct is `repr(C)`, and its first member is the `u32` of its size.
pub unsafe trait Sized32: Copy {
    /// The sizes that the struct has had, the first one first.
    const SIZES: &'static [u32];
}

macro_rules! sized {
    ($($name:ident: $size:literal),+ $(,)?) => {$(
        const _: () = assert!(size_of::<$name>() == $size || size_of::<usize>() != 8, "the header says another size");
        // SAFETY: the structs of this file are `repr(C)` and begin with their size.
        unsafe impl Sized32 for $name {
            const SIZES: &'static [u32] = &[size_of::<$name>() as u32];
        }
    )+};
}
sized! {
    Options: 48, GradientAnswer: 232, CastAnswer: 152, ClearanceAnswer: 152, CrossingAnswer: 120,
    RelationAnswer: 48, OverlapAnswer: 64, WayOutAnswer: 56, MeshReport: 64, Rule: 56, Finding: 152, Proven: 32,
    RobotAnswer: 112,
}
const _: () = assert!(size_of::<Shape>() == 136 || size_of::<usize>() != 8);
const _: () = assert!(
    size_of::<Answer>() == 112 && size_of::<Pose>() == 56 && size_of::<Motion>() == 72 && size_of::<Contact>() == 72
);
