//! The kernels on the processor: their own text, once for each thread.

#[path = "../../../clearance-ptx/src/kernels.rs"]
#[allow(dead_code, missing_docs)]
mod kernels;

use clearance_kernels::{Answer, Frame, PoseRow};
use kernels::{Ask, Columns, Given};
use std::ffi::{CStr, c_char, c_void};

/// Runs a kernel as the device would: its body once for each thread, with the arguments in the order of `clearance-ptx`.
pub extern "C" fn run(name: *const c_char, threads: u64, arguments: *mut *mut c_void) {
    // SAFETY: the name ends with a zero. Each kernel has the arguments that are read for it, of eight bytes each.
    unsafe {
        let name = CStr::from_ptr(name).to_str().unwrap();
        let word = |place: usize| (*arguments.add(place)).cast::<u64>().read();
        let columns = |first: usize| {
            let [p, q, r] = [1, 2, 3].map(|place: usize| word(first + place) as *mut f64);
            let [u, v, w] = [4, 5, 6].map(|place: usize| word(first + place) as *mut [f64; 3]);
            Columns { status: word(first) as *mut u8, lengths: [p, q, r], vectors: [u, v, w] }
        };
        let pairs = |count: u64, first: usize| kernels::Pairs {
            count,
            shapes: word(first) as *const [u32; 2],
            poses_a: word(first + 1) as *const PoseRow,
            poses_b: word(first + 2) as *const PoseRow,
            each: word(first + 3),
            bodies: word(first + 4),
        };
        let given = || Given { numbers: word(1) as *const u8, bytes: word(2) };
        let rows = 0..threads as usize;
        match name {
            "gather" => {
                let to = [7, 8, 9].map(|place| word(place) as *mut u8);
                rows.for_each(|row| kernels::gather(row, word(0), word(1) as *const u32, &pairs(word(0), 2), to));
                return;
            }
            "scatter" => {
                let (list, answers) = (word(1) as *const u32, word(2) as *const Answer);
                rows.for_each(|row| kernels::scatter(row, word(0), list, answers, &columns(3)));
                return;
            }
            "place" => {
                let (own, to, bad) = (word(4) as *const PoseRow, word(5) as *mut PoseRow, word(6) as *mut u32);
                rows.for_each(|row| kernels::place(row, word(0), given(), word(3), own, to, bad));
                return;
            }
            "pair" => {
                let (to, bad) = (word(4) as *mut [u32; 2], word(5) as *mut u32);
                rows.for_each(|row| kernels::pair(row, word(0), given(), word(3), to, bad));
                return;
            }
            "publish" => {
                let (signs, verdicts, bad) = (word(2) as *mut i8, word(3) as *mut u8, word(4) as *mut u32);
                let to = kernels::Published { signs, verdicts, bad };
                let limit = f64::from_bits(word(1));
                rows.for_each(|row| kernels::publish(row, word(0), limit, &columns(5), &to));
                return;
            }
            "narrow" => {
                let (from, to) = (word(1) as *const f64, word(3) as *mut f32);
                rows.for_each(|row| kernels::narrow(row, word(0), from, word(2), to));
                return;
            }
            "links" => {
                let (links, coordinates) = (word(5), word(6));
                let tree = kernels::Tree { joints: word(3) as *const _, joint_count: word(4), links, coordinates };
                let (frames, to, bad) = (word(7) as *mut Frame, word(8) as *mut [f64; 7], word(9) as *mut u32);
                rows.for_each(|row| kernels::links(row, word(0), given(), &tree, frames, to, bad));
                return;
            }
            "least" => {
                let pair = word(2) as *mut i64;
                rows.for_each(|row| kernels::least(row, word(0), word(1), &columns(3), &columns(10), pair));
                return;
            }
            _ => {}
        }
        let ask = Ask {
            entries: word(0) as *const _,
            entry_count: word(1),
            rows: word(2) as *const _,
            row_count: word(3),
            pairs: pairs(word(4), 5),
            limit: f64::from_bits(word(10)),
            listed: word(11) as *const u32,
            open: word(12) as *mut u32,
            columns: columns(13),
        };
        macro_rules! run_named {
            ($($kernel:ident)+) => {
                match name {
                    $(stringify!($kernel) => rows.for_each(|row| kernels::$kernel(row, &ask)),)+
                    unknown => panic!("{unknown}"),
                }
            };
        }
        run_named! {
            distance_any distance_any_rest distance_boxes distance_boxes_rest distance_hulls
            signed_any signed_any_rest signed_boxes signed_boxes_rest signed_hulls
            within_any within_any_rest within_boxes within_boxes_rest within_hulls
            overlaps_any overlaps_any_rest overlaps_boxes overlaps_boxes_rest overlaps_hulls
        }
    }
}
