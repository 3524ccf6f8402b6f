//! The bodies of the kernels, for one row. They have no GPU in them: the tests of `clearance-cuda` run this file.
//!
//! **Arguments.** They are pointers into the memory of the device, and numbers. Row i of the shapes and poses gives row i of
//! the answers. Nothing else is written but the list of open rows. A null pointer is a column that is not asked for.

use clearance_kernels::{
    Answer, Body, BoxBody, Entry, HullBody, OPEN, PoseRow, Table, distance, overlaps, signed_distance, within,
};
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering};

/// The pairs of a question: for each row two shapes and two poses.
#[derive(Clone, Copy)]
pub struct Pairs {
    pub count: u64,
    pub shapes: *const [u32; 2],
    pub poses_a: *const PoseRow,
    pub poses_b: *const PoseRow,
}

/// The columns of the answers.
#[derive(Clone, Copy)]
pub struct Columns {
    pub status: *mut u8,
    /// Distance, lower bound, upper bound.
    pub lengths: [*mut f64; 3],
    /// Point of A, point of B, normal.
    pub vectors: [*mut [f64; 3]; 3],
}

/// What a kernel is asked.
#[derive(Clone, Copy)]
pub struct Ask {
    pub entries: *const Entry,
    pub entry_count: u64,
    pub rows: *const [f64; 4],
    pub row_count: u64,
    pub pairs: Pairs,
    pub limit: f64,
    /// `list[0]` is the number of open rows. They follow in any order. It has room for all rows.
    pub open: *mut u32,
    pub columns: Columns,
}

impl Columns {
    /// Writes a row of the columns that are asked for.
    ///
    /// # Safety
    /// Each column is null or has this row.
    #[inline(always)]
    unsafe fn write(&self, row: usize, answer: &Answer) {
        // SAFETY: by the caller.
        unsafe {
            *self.status.add(row) = answer.status;
            for k in 0..3 {
                if !self.lengths[k].is_null() {
                    *self.lengths[k].add(row) = answer.lengths[k];
                }
                if !self.vectors[k].is_null() {
                    *self.vectors[k].add(row) = answer.vectors[k];
                }
            }
        }
    }
}

/// Kernels of one question for bodies of one type.
macro_rules! questions {
    ($($name:ident: |$table:ident, $shapes:ident, $poses:ident, $limit:ident| $answer:expr;)+) => {$(
        /// # Safety
        /// The pointers of `ask` are valid as the head of the file says, and no other thread has this row.
        #[inline(always)]
        pub unsafe fn $name(row: usize, ask: &Ask) {
            if row >= ask.pairs.count as usize {
                return;
            }
            // SAFETY: by the caller, and the row is less than the count. Each thread gets a place of its own on the list.
            unsafe {
                let $table = &Table {
                    entries: from_raw_parts(ask.entries, ask.entry_count as usize),
                    rows: from_raw_parts(ask.rows, ask.row_count as usize),
                };
                let ($shapes, $limit) = (*ask.pairs.shapes.add(row), ask.limit);
                let $poses = [&*ask.pairs.poses_a.add(row), &*ask.pairs.poses_b.add(row)];
                let answer: Answer = $answer;
                if answer.status == OPEN {
                    let place = AtomicU32::from_ptr(ask.open).fetch_add(1, Ordering::Relaxed);
                    *ask.open.add(1 + place as usize) = row as u32;
                }
                ask.columns.write(row, &answer);
            }
        }
    )+};
}
questions! {
    distance_any: |table, shapes, poses, _limit| distance::<Body>(table, shapes, poses);
    distance_boxes: |table, shapes, poses, _limit| distance::<BoxBody>(table, shapes, poses);
    distance_hulls: |table, shapes, poses, _limit| distance::<HullBody>(table, shapes, poses);
    signed_any: |table, shapes, poses, _limit| signed_distance::<Body>(table, shapes, poses);
    signed_boxes: |table, shapes, poses, _limit| signed_distance::<BoxBody>(table, shapes, poses);
    signed_hulls: |table, shapes, poses, _limit| signed_distance::<HullBody>(table, shapes, poses);
    within_any: |table, shapes, poses, limit| within::<Body>(table, shapes, poses, limit);
    within_boxes: |table, shapes, poses, limit| within::<BoxBody>(table, shapes, poses, limit);
    within_hulls: |table, shapes, poses, limit| within::<HullBody>(table, shapes, poses, limit);
    overlaps_any: |table, shapes, poses, _limit| Answer::verdict(overlaps::<Body>(table, shapes, poses));
    overlaps_boxes: |table, shapes, poses, _limit| Answer::verdict(overlaps::<BoxBody>(table, shapes, poses));
    overlaps_hulls: |table, shapes, poses, _limit| Answer::verdict(overlaps::<HullBody>(table, shapes, poses));
}

/// Copies the row of this place on a list to the front of other columns: an open pair, for the processor.
///
/// # Safety
/// `list` names `count` rows of `from` after its first number, and `to` has room for them.
#[inline(always)]
pub unsafe fn gather(place: usize, count: u64, list: *const u32, from: &Pairs, to: [*mut u8; 3]) {
    if place < count as usize {
        // SAFETY: by the caller.
        unsafe {
            let row = *list.add(1 + place) as usize;
            *to[0].cast::<[u32; 2]>().add(place) = *from.shapes.add(row);
            *to[1].cast::<PoseRow>().add(place) = *from.poses_a.add(row);
            *to[2].cast::<PoseRow>().add(place) = *from.poses_b.add(row);
        }
    }
}

/// Writes the answer of this place to its row on a list.
///
/// # Safety
/// `list` names `count` rows of the columns after its first number, and there are as many answers.
#[inline(always)]
pub unsafe fn scatter(place: usize, count: u64, list: *const u32, answers: *const Answer, columns: &Columns) {
    if place < count as usize {
        // SAFETY: by the caller.
        unsafe { columns.write(*list.add(1 + place) as usize, &*answers.add(place)) }
    }
}
