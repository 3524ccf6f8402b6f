//! The kernels of clearance for NVIDIA's GPUs: what `clearance-kernels` computes for a pair, once for each thread.
//!
//! `cargo xtask ptx` compiles this crate to PTX, and compares that with the file in `clearance-cuda`, which runs it.
//! [`kernels`] has the bodies; here is what makes them kernels.
//!
//! **Panics.** A panic ends the kernel with a trap, and the driver reports an error. Tables are read with checks, so bad
//! indices do not get there.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

mod kernels;

use clearance_kernels::{Answer, Entry, Frame, JointRow, PoseRow, Row};
use core::arch::nvptx as gpu;
use kernels::{Ask, Columns, Given, Pairs, Published, Tree};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: `trap` ends the kernel.
    unsafe { gpu::trap() }
}

/// The core needs an allocator to be linked. No kernel reaches it.
struct NoHeap;

// SAFETY: it hands out no memory.
unsafe impl core::alloc::GlobalAlloc for NoHeap {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}
#[global_allocator]
static HEAP: NoHeap = NoHeap;

/// The row of this thread.
#[inline(always)]
fn row() -> usize {
    // SAFETY: they read registers of the thread.
    unsafe { gpu::_block_idx_x() as usize * gpu::_block_dim_x() as usize + gpu::_thread_idx_x() as usize }
}

macro_rules! questions {
    ($($name:ident)+) => {$(
        /// # Safety
        /// As [`Ask`] says.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            entries: *const Entry,
            entry_count: u64,
            rows: *const Row,
            row_count: u64,
            count: u64,
            shapes: *const [u32; 2],
            poses_a: *const PoseRow,
            poses_b: *const PoseRow,
            each: u64,
            bodies: u64,
            limit: f64,
            listed: *const u32,
            open: *mut u32,
            status: *mut u8,
            distance: *mut f64,
            lower: *mut f64,
            upper: *mut f64,
            point_a: *mut [f64; 3],
            point_b: *mut [f64; 3],
            normal: *mut [f64; 3],
        ) {
            let pairs = Pairs { count, shapes, poses_a, poses_b, each, bodies };
            let columns = Columns { status, lengths: [distance, lower, upper], vectors: [point_a, point_b, normal] };
            let ask = Ask { entries, entry_count, rows, row_count, pairs, limit, listed, open, columns };
            // SAFETY: by the caller. Threads have rows of their own.
            unsafe { kernels::$name(row(), &ask) }
        }
    )+};
}
questions! {
    distance_any distance_any_rest distance_boxes distance_boxes_rest distance_hulls
    signed_any signed_any_rest signed_boxes signed_boxes_rest signed_hulls
    within_any within_any_rest within_boxes within_boxes_rest within_hulls
    overlaps_any overlaps_any_rest overlaps_boxes overlaps_boxes_rest overlaps_hulls
}

/// # Safety
/// As [`kernels::gather`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn gather(
    count: u64,
    list: *const u32,
    shapes: *const [u32; 2],
    poses_a: *const PoseRow,
    poses_b: *const PoseRow,
    each: u64,
    bodies: u64,
    shapes_out: *mut u8,
    poses_a_out: *mut u8,
    poses_b_out: *mut u8,
) {
    // SAFETY: by the caller.
    unsafe {
        let from = Pairs { count, shapes, poses_a, poses_b, each, bodies };
        kernels::gather(row(), count, list, &from, [shapes_out, poses_a_out, poses_b_out]);
    }
}

/// # Safety
/// As [`kernels::scatter`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn scatter(
    count: u64,
    list: *const u32,
    answers: *const Answer,
    status: *mut u8,
    distance: *mut f64,
    lower: *mut f64,
    upper: *mut f64,
    point_a: *mut [f64; 3],
    point_b: *mut [f64; 3],
    normal: *mut [f64; 3],
) {
    let columns = Columns { status, lengths: [distance, lower, upper], vectors: [point_a, point_b, normal] };
    // SAFETY: by the caller.
    unsafe { kernels::scatter(row(), count, list, answers, &columns) }
}

/// # Safety
/// As [`kernels::place`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn place(
    count: u64,
    numbers: *const u8,
    bytes: u64,
    bodies: u64,
    own: *const PoseRow,
    to: *mut PoseRow,
    bad: *mut u32,
) {
    // SAFETY: by the caller.
    unsafe { kernels::place(row(), count, Given { numbers, bytes }, bodies, own, to, bad) }
}

/// # Safety
/// As [`kernels::pair`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn pair(
    count: u64,
    numbers: *const u8,
    bytes: u64,
    bodies: u64,
    to: *mut [u32; 2],
    bad: *mut u32,
) {
    // SAFETY: by the caller.
    unsafe { kernels::pair(row(), count, Given { numbers, bytes }, bodies, to, bad) }
}

/// # Safety
/// As [`kernels::publish`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn publish(
    count: u64,
    limit: f64,
    signs: *mut i8,
    verdicts: *mut u8,
    bad: *mut u32,
    status: *mut u8,
    distance: *mut f64,
    lower: *mut f64,
    upper: *mut f64,
    point_a: *mut [f64; 3],
    point_b: *mut [f64; 3],
    normal: *mut [f64; 3],
) {
    let columns = Columns { status, lengths: [distance, lower, upper], vectors: [point_a, point_b, normal] };
    // SAFETY: by the caller.
    unsafe { kernels::publish(row(), count, limit, &columns, &Published { signs, verdicts, bad }) }
}

/// # Safety
/// As [`kernels::narrow`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn narrow(count: u64, from: *const f64, way: u64, to: *mut f32) {
    // SAFETY: by the caller.
    unsafe { kernels::narrow(row(), count, from, way, to) }
}

/// # Safety
/// As [`kernels::least`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn least(
    count: u64,
    each: u64,
    pair: *mut i64,
    status: *mut u8,
    distance: *mut f64,
    lower: *mut f64,
    upper: *mut f64,
    point_a: *mut [f64; 3],
    point_b: *mut [f64; 3],
    normal: *mut [f64; 3],
    least_status: *mut u8,
    least_distance: *mut f64,
    least_lower: *mut f64,
    least_upper: *mut f64,
    least_point_a: *mut [f64; 3],
    least_point_b: *mut [f64; 3],
    least_normal: *mut [f64; 3],
) {
    let from = Columns { status, lengths: [distance, lower, upper], vectors: [point_a, point_b, normal] };
    let (lengths, vectors) = ([least_distance, least_lower, least_upper], [least_point_a, least_point_b, least_normal]);
    let to = Columns { status: least_status, lengths, vectors };
    // SAFETY: by the caller.
    unsafe { kernels::least(row(), count, each, &from, &to, pair) }
}

/// # Safety
/// As [`kernels::links`] says.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn links(
    count: u64,
    numbers: *const u8,
    bytes: u64,
    joints: *const JointRow,
    joint_count: u64,
    links: u64,
    coordinates: u64,
    frames: *mut Frame,
    to: *mut [f64; 7],
    bad: *mut u32,
) {
    let tree = Tree { joints, joint_count, links, coordinates };
    // SAFETY: by the caller.
    unsafe { kernels::links(row(), count, Given { numbers, bytes }, &tree, frames, to, bad) }
}
