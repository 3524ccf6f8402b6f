//! The bodies of the kernels, for one row. They have no GPU in them: the tests of `clearance-cuda` run this file.
//!
//! **Arguments.** They are pointers into the memory of the device, and numbers. Row i of the shapes and poses gives row i of
//! the answers. Nothing else is written but the list of open rows. A null pointer is a column that is not asked for.

use clearance_kernels::Part::{Axes, Rest, Whole};
use clearance_kernels::{
    Answer, BEYOND, Body, BoxBody, Entry, Frame, HullBody, JointRow, OPEN, OVERLAPPING, PoseRow, Rounding, Row,
    SEPARATED, TOUCHING, Table, distance, overlaps, placed, rounded, signed_distance, within,
};
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering};

/// The pairs of a question: for each row two shapes and two poses.
///
/// Rows by configurations: `shapes` has `each` pairs, and `poses_a` has `bodies` poses for each configuration. Row i is pair
/// i mod `each` of configuration i / `each`, and a shape's index is that of its pose. `poses_b` is not read.
#[derive(Clone, Copy)]
pub struct Pairs {
    pub count: u64,
    pub shapes: *const [u32; 2],
    pub poses_a: *const PoseRow,
    pub poses_b: *const PoseRow,
    /// How many pairs a configuration has. Zero: each row has a pair and two poses of its own.
    pub each: u64,
    pub bodies: u64,
}

impl Pairs {
    /// The shapes and the poses of a row.
    ///
    /// # Safety
    /// The row is less than the count. By configurations, each index of a shape is less than `bodies`.
    #[inline(always)]
    unsafe fn of<'p>(&self, row: usize) -> ([u32; 2], [&'p PoseRow; 2]) {
        // SAFETY: by the caller. Rows and pairs are counted in 32 bits, whose quotient takes less time.
        unsafe {
            if self.each == 0 {
                return (*self.shapes.add(row), [&*self.poses_a.add(row), &*self.poses_b.add(row)]);
            }
            let configuration = row as u32 / self.each as u32;
            let shapes = *self.shapes.add((row as u32 % self.each as u32) as usize);
            let first = self.poses_a.add(configuration as usize * self.bodies as usize);
            (shapes, [&*first.add(shapes[0] as usize), &*first.add(shapes[1] as usize)])
        }
    }
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
    pub rows: *const Row,
    pub row_count: u64,
    pub pairs: Pairs,
    pub limit: f64,
    /// Null, or the rows that are asked about: their number, and then the rows.
    pub listed: *const u32,
    /// `open[0]` is the number of rows without an answer. They follow in any order. It has room for all rows.
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

impl Ask {
    /// The row of a thread, if it has one.
    ///
    /// # Safety
    /// The list is null, or has as many rows as it says.
    #[inline(always)]
    unsafe fn row(&self, thread: usize) -> Option<usize> {
        // SAFETY: by the caller.
        unsafe {
            if self.listed.is_null() {
                return (thread < self.pairs.count as usize).then_some(thread);
            }
            (thread < *self.listed as usize).then(|| *self.listed.add(1 + thread) as usize)
        }
    }
}

/// Kernels of one question for bodies of one type.
macro_rules! questions {
    ($($name:ident: |$table:ident, $shapes:ident, $poses:ident, $limit:ident| $answer:expr;)+) => {$(
        /// # Safety
        /// The pointers of `ask` are valid as the head of the file says, and no other thread has this number.
        #[inline(always)]
        pub unsafe fn $name(thread: usize, ask: &Ask) {
            // SAFETY: by the caller. Rows are less than the count. Each thread gets a place of its own on the list.
            unsafe {
                let Some(row) = ask.row(thread) else { return };
                let $table = &Table {
                    entries: from_raw_parts(ask.entries, ask.entry_count as usize),
                    rows: from_raw_parts(ask.rows, ask.row_count as usize),
                };
                let (($shapes, $poses), $limit) = (ask.pairs.of(row), ask.limit);
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
    distance_any: |table, shapes, poses, _limit| distance::<Body>(table, shapes, poses, Axes);
    distance_any_rest: |table, shapes, poses, _limit| distance::<Body>(table, shapes, poses, Rest);
    distance_boxes: |table, shapes, poses, _limit| distance::<BoxBody>(table, shapes, poses, Axes);
    distance_boxes_rest: |table, shapes, poses, _limit| distance::<BoxBody>(table, shapes, poses, Rest);
    distance_hulls: |table, shapes, poses, _limit| distance::<HullBody>(table, shapes, poses, Whole);
    signed_any: |table, shapes, poses, _limit| signed_distance::<Body>(table, shapes, poses, Axes);
    signed_any_rest: |table, shapes, poses, _limit| signed_distance::<Body>(table, shapes, poses, Rest);
    signed_boxes: |table, shapes, poses, _limit| signed_distance::<BoxBody>(table, shapes, poses, Axes);
    signed_boxes_rest: |table, shapes, poses, _limit| signed_distance::<BoxBody>(table, shapes, poses, Rest);
    signed_hulls: |table, shapes, poses, _limit| signed_distance::<HullBody>(table, shapes, poses, Whole);
    within_any: |table, shapes, poses, limit| within::<Body>(table, shapes, poses, limit, Axes);
    within_any_rest: |table, shapes, poses, limit| within::<Body>(table, shapes, poses, limit, Rest);
    within_boxes: |table, shapes, poses, limit| within::<BoxBody>(table, shapes, poses, limit, Axes);
    within_boxes_rest: |table, shapes, poses, limit| within::<BoxBody>(table, shapes, poses, limit, Rest);
    within_hulls: |table, shapes, poses, limit| within::<HullBody>(table, shapes, poses, limit, Whole);
    overlaps_any: |table, shapes, poses, _limit| Answer::verdict(overlaps::<Body>(table, shapes, poses, Axes));
    overlaps_any_rest: |table, shapes, poses, _limit| Answer::verdict(overlaps::<Body>(table, shapes, poses, Rest));
    overlaps_boxes: |table, shapes, poses, _limit| Answer::verdict(overlaps::<BoxBody>(table, shapes, poses, Axes));
    overlaps_boxes_rest: |table, shapes, poses, _limit| Answer::verdict(overlaps::<BoxBody>(table, shapes, poses, Rest));
    overlaps_hulls: |table, shapes, poses, _limit| Answer::verdict(overlaps::<HullBody>(table, shapes, poses, Whole));
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
            let (shapes, [pose_a, pose_b]) = from.of(*list.add(1 + place) as usize);
            *to[0].cast::<[u32; 2]>().add(place) = shapes;
            *to[1].cast::<PoseRow>().add(place) = *pose_a;
            *to[2].cast::<PoseRow>().add(place) = *pose_b;
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

/// Numbers of another program: their address, and the bytes of each, 4 or 8.
#[derive(Clone, Copy)]
pub struct Given {
    pub numbers: *const u8,
    pub bytes: u64,
}

impl Given {
    /// # Safety
    /// There are so many numbers of this type.
    #[inline(always)]
    unsafe fn float(&self, place: usize) -> f64 {
        // SAFETY: by the caller.
        unsafe {
            if self.bytes == 4 {
                f64::from(*self.numbers.cast::<f32>().add(place))
            } else {
                *self.numbers.cast::<f64>().add(place)
            }
        }
    }

    /// # Safety
    /// As of `float`.
    #[inline(always)]
    unsafe fn whole(&self, place: usize) -> i64 {
        // SAFETY: by the caller.
        unsafe {
            if self.bytes == 4 {
                i64::from(*self.numbers.cast::<i32>().add(place))
            } else {
                *self.numbers.cast::<i64>().add(place)
            }
        }
    }
}

/// Makes row i of the poses from seven numbers, x, y, z and a quaternion xyzw, after the own pose of body i mod `bodies`.
/// `bad` becomes the first row that is no pose.
///
/// # Safety
/// There are `count` rows and poses, and `bodies` own poses, at least one.
#[inline(always)]
pub unsafe fn place(
    row: usize,
    count: u64,
    given: Given,
    bodies: u64,
    own: *const PoseRow,
    to: *mut PoseRow,
    bad: *mut u32,
) {
    if row < count as usize {
        // SAFETY: by the caller.
        unsafe {
            let mut numbers = [0.0; 7];
            for (place, number) in numbers.iter_mut().enumerate() {
                *number = given.float(7 * row + place);
            }
            match placed(&numbers, &*own.add((row as u32 % bodies as u32) as usize)) {
                Some(pose) => *to.add(row) = pose,
                None => first(bad, row),
            }
        }
    }
}

/// Makes row i of the pairs from two whole numbers. `bad` becomes the first row that names none of the bodies.
///
/// # Safety
/// There are `count` rows of both.
#[inline(always)]
pub unsafe fn pair(row: usize, count: u64, given: Given, bodies: u64, to: *mut [u32; 2], bad: *mut u32) {
    if row < count as usize {
        // SAFETY: by the caller.
        unsafe {
            let shapes = [given.whole(2 * row), given.whole(2 * row + 1)];
            if shapes.iter().all(|&shape| (shape as u64) < bodies) {
                *to.add(row) = shapes.map(|shape| shape as u32);
            } else {
                first(bad, row);
            }
        }
    }
}

/// # Safety
/// `bad` is a number that threads share.
#[inline(always)]
unsafe fn first(bad: *mut u32, row: usize) {
    // SAFETY: by the caller.
    unsafe { AtomicU32::from_ptr(bad).fetch_min(row as u32, Ordering::Relaxed) };
}

/// Where the columns of Python go that are no numbers of an answer. A null pointer is a column that is not asked for.
#[derive(Clone, Copy)]
pub struct Published {
    /// 1 for pairs that are apart, 0 for those that touch, −1 for those that overlap.
    pub signs: *mut i8,
    /// 1 for pairs that meet, otherwise 0.
    pub verdicts: *mut u8,
    /// Becomes the first row that has no answer.
    pub bad: *mut u32,
}

/// The columns as Python has them. Pairs beyond the limit get an infinite distance and upper bound, the limit as their lower
/// bound, and no points.
///
/// # Safety
/// Each column is null or has this row, and the statuses have it.
#[inline(always)]
pub unsafe fn publish(row: usize, count: u64, limit: f64, columns: &Columns, to: &Published) {
    if row < count as usize {
        // SAFETY: by the caller.
        unsafe {
            let status = *columns.status.add(row);
            if status > BEYOND {
                first(to.bad, row);
            }
            if status == BEYOND {
                columns.write(row, &beyond(limit));
            }
            if !to.signs.is_null() {
                *to.signs.add(row) = match status {
                    SEPARATED | BEYOND => 1,
                    TOUCHING => 0,
                    _ => -1,
                };
            }
            if !to.verdicts.is_null() {
                *to.verdicts.add(row) = u8::from(status == OVERLAPPING);
            }
        }
    }
}

/// The columns of a pair of which it is known alone that it is beyond a limit.
#[inline(always)]
fn beyond(limit: f64) -> Answer {
    let (lengths, vectors) = ([f64::INFINITY, limit, f64::INFINITY], [[f64::NAN; 3]; 3]);
    Answer { status: BEYOND, lengths, vectors }
}

/// Numbers in `f32`: the nearest, the next below (`way` is 1) or the next above (2).
///
/// # Safety
/// Both columns have this row.
#[inline(always)]
pub unsafe fn narrow(row: usize, count: u64, from: *const f64, way: u64, to: *mut f32) {
    let rounding = match way {
        1 => Rounding::Down,
        2 => Rounding::Up,
        _ => Rounding::Near,
    };
    if row < count as usize {
        // SAFETY: by the caller.
        unsafe { *to.add(row) = rounded(*from.add(row), rounding) }
    }
}

/// The first of the least distances of a configuration, one configuration a thread: `pair` becomes its number among the pairs
/// of the configuration, or −1 if all are beyond the limit.
///
/// # Safety
/// `from` has `each` rows for each of `count` configurations, with statuses and distances; `to` and `pair` have `count` rows. A
/// column that is not null in `to` is not null in `from`.
#[inline(always)]
pub unsafe fn least(configuration: usize, count: u64, each: u64, from: &Columns, to: &Columns, pair: *mut i64) {
    if configuration >= count as usize {
        return;
    }
    let start = configuration * each as usize;
    // SAFETY: by the caller.
    unsafe {
        let mut best: Option<(usize, f64)> = None;
        for row in start..start + each as usize {
            let distance = *from.lengths[0].add(row);
            if *from.status.add(row) != BEYOND && best.is_none_or(|(_, least)| distance < least) {
                best = Some((row, distance));
            }
        }
        let Some((row, _)) = best else {
            to.write(configuration, &beyond(0.0));
            *pair.add(configuration) = -1;
            return;
        };
        let mut answer = Answer::verdict(*from.status.add(row));
        for k in 0..3 {
            if !to.lengths[k].is_null() {
                answer.lengths[k] = *from.lengths[k].add(row);
            }
            if !to.vectors[k].is_null() {
                answer.vectors[k] = *from.vectors[k].add(row);
            }
        }
        to.write(configuration, &answer);
        *pair.add(configuration) = (row - start) as i64;
    }
}

/// The joints of a robot: each after that of its parent.
#[derive(Clone, Copy)]
pub struct Tree {
    pub joints: *const JointRow,
    pub joint_count: u64,
    pub links: u64,
    /// How many numbers a configuration has.
    pub coordinates: u64,
}

/// Where the links are, one configuration a thread: x, y, z and a quaternion x, y, z, w for each link. `bad` becomes the first
/// configuration that is none.
///
/// # Safety
/// The joints name links and numbers that there are. `given` has `coordinates` numbers for each of `count` configurations; the
/// frames and `to` have `links` rows for each.
#[inline(always)]
pub unsafe fn links(
    configuration: usize,
    count: u64,
    given: Given,
    tree: &Tree,
    frames: *mut Frame,
    to: *mut [f64; 7],
    bad: *mut u32,
) {
    if configuration >= count as usize {
        return;
    }
    let (links, coordinates) = (tree.links as usize, tree.coordinates as usize);
    // SAFETY: by the caller. A parent's frame is written before it is read, since its joint comes before.
    unsafe {
        let number = |place: usize| given.float(configuration * coordinates + place);
        let (frames, to) = (frames.add(configuration * links), to.add(configuration * links));
        let joints = from_raw_parts(tree.joints, tree.joint_count as usize);
        let is_one = (0..coordinates).all(|place| number(place).is_finite());
        if !is_one || !joints.iter().all(|row| row.joint().takes(number)) {
            first(bad, configuration);
            return;
        }
        for link in 0..links {
            *frames.add(link) = Frame::IDENTITY;
        }
        for row in joints {
            let motion = row.joint().motion(number);
            *frames.add(row.child as usize) = (*frames.add(row.parent as usize)).child(&row.origin(), &motion);
        }
        for link in 0..links {
            *to.add(link) = (*frames.add(link)).row();
        }
    }
}
