//! What JavaScript needs beside the header: memory for what it hands over, and the places of members as they are here. The
//! module imports nothing. It exports its table, so that a support function of JavaScript can be put there.

use crate::fault;
use crate::layout::*;
use core::mem::offset_of;
use std::alloc::{Layout, alloc, dealloc};

/// All memory is aligned for every member.
const ALIGN: usize = 16;

/// Keeps the words of a panic for `cl_last_error`: there it ends in a trap, and no code is returned. Called once.
#[unsafe(no_mangle)]
pub extern "C" fn cl_wasm_start() {
    std::panic::set_hook(Box::new(|info| fault::keep(info.to_string())));
}

/// So many bytes, or null if there are none left.
#[unsafe(no_mangle)]
pub extern "C" fn cl_wasm_alloc(bytes: usize) -> *mut u8 {
    match Layout::from_size_align(bytes.max(1), ALIGN) {
        // SAFETY: the size is not zero.
        Ok(layout) => unsafe { alloc(layout) },
        Err(_) => core::ptr::null_mut(),
    }
}

/// Gives bytes of [`cl_wasm_alloc`] back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_wasm_free(pointer: *mut u8, bytes: usize) {
    if let (false, Ok(layout)) = (pointer.is_null(), Layout::from_size_align(bytes.max(1), ALIGN)) {
        // SAFETY: the caller vouches that `cl_wasm_alloc` gave these bytes.
        unsafe { dealloc(pointer, layout) }
    }
}

/// The size of each struct and the place of each member, which a test compares with those of JavaScript.
macro_rules! places {
    ($($rust:ident { $($member:ident),+ $(,)? })+) => {
        &[$(size_of::<$rust>() as u32, $(offset_of!($rust, $member) as u32,)+)+ u32::MAX]
    };
}

static PLACES: &[u32] = places! {
    Shape { kind, flags, size, radius, pointer, stride, count, support, user, pose }
    Options { size, precision, start, max_iterations, tolerance, max_distance, target, cache }
    Answer { status, iterations, leaf_a, leaf_b, distance, lower, upper, normal, point_a, point_b }
    Contact { point_a, point_b, separation, feature_a, index_a, feature_b, index_b }
    GradientAnswer {
        size, regular, translation_a, turn_a, translation_b, turn_b, witness_margin, facet_margin, answer,
    }
    Motion { travel, turn, center }
    CastAnswer { size, outcome, fraction, lower, upper, has_contact, reserved, contact }
    ClearanceAnswer { size, reserved, distance, lower, upper, fraction, answer }
    CrossingAnswer { size, is_crossing, entry, exit, normal_in, normal_out, leaves_in, leaves_out }
    RelationAnswer { size, relation, is_open, has_point, leaf_a, leaf_b, point }
    OverlapAnswer { size, is_open, diameter, lower, upper, has_middle, reserved, middle }
    WayOutAnswer { size, reserved, distance, lower, upper, normal }
    MeshReport {
        size, is_closed, inside_out, reserved, open_edges, crowded_edges, turned_edges, degenerate_triangles,
        repeated_triangles, parts,
    }
    Rule { size, flags, a, b, below, above, overlap_above, contact }
    Finding { size, kind, a, b, relation, exact_relation, flags, reserved, overlap, answer }
};

/// The list of places. `u32::MAX` ends it.
#[unsafe(no_mangle)]
pub extern "C" fn cl_wasm_places() -> *const u32 {
    PLACES.as_ptr()
}
