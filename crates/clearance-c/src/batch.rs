//! Many pairs in one call. Rows have strides; a stride of 0 repeats the first shape.

use crate::asked::Asked;
use crate::fault::{Found, guarded};
use crate::given::{Given, Name};
use crate::layout::{Answer, Code, Options, Shape};
use crate::pair::{in_world, same_world};
use crate::questions::{Question, distance, overlap};
use crate::read::{Columns, Rows};
use crate::things::{Plane, Space};

/// Rows of shapes on both sides.
struct Pairs {
    a: Rows<Shape>,
    b: Rows<Shape>,
    count: usize,
}

impl Pairs {
    /// # Safety
    /// The pointers point to so many valid shapes, as long as they are asked about.
    unsafe fn new(a: *const Shape, stride_a: usize, b: *const Shape, stride_b: usize, count: usize) -> Found<Self> {
        // SAFETY: as the caller vouches.
        unsafe { Ok(Self { a: Rows::new(a, stride_a, count, &"a")?, b: Rows::new(b, stride_b, count, &"b")?, count }) }
    }

    /// Calls for each pair. A fault names its index.
    #[inline(always)]
    fn each(&self, mut ask: impl FnMut(usize, [Given<'_>; 2]) -> Found<()>) -> Found<()> {
        for index in 0..self.count {
            // SAFETY: the index is in range, and `new` was told that the shapes are valid.
            let pair = unsafe {
                let (a, b) = (Given::new(self.a.at(index), Name::Is("a")), Given::new(self.b.at(index), Name::Is("b")));
                [a, b]
            };
            if let Err(fault) = same_world(pair).and_then(|pair| ask(index, pair)) {
                return Err(fault.within(format_args!("pair {index}")));
            }
        }
        Ok(())
    }
}

/// # Safety
/// As the header demands for `cl_distances`.
#[allow(clippy::too_many_arguments, reason = "the arguments of the functions of the header")]
unsafe fn distances(
    question: Question,
    a: *const Shape,
    stride_a: usize,
    b: *const Shape,
    stride_b: usize,
    count: usize,
    options: *const Options,
    out: *mut Answer,
    stride_out: usize,
) -> Found<()> {
    // SAFETY: as the caller vouches.
    let (pairs, mut column, mut asked) = unsafe {
        let pairs = Pairs::new(a, stride_a, b, stride_b, count)?;
        (pairs, Columns::new(out, stride_out, count, &"out")?, Asked::new(options)?)
    };
    pairs.each(|index, pair| {
        let found = in_world!(pair[0].is_flat(), distance(question, &pair, &mut asked))?;
        found.into_iter().for_each(|answer| column.write(index, answer));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_distances(
    a: *const Shape,
    stride_a: usize,
    b: *const Shape,
    stride_b: usize,
    count: usize,
    options: *const Options,
    out: *mut Answer,
    stride_out: usize,
) -> Code {
    // SAFETY: the header demands these pointers.
    guarded(|| unsafe { distances(Question::Distance, a, stride_a, b, stride_b, count, options, out, stride_out) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_signed_distances(
    a: *const Shape,
    stride_a: usize,
    b: *const Shape,
    stride_b: usize,
    count: usize,
    options: *const Options,
    out: *mut Answer,
    stride_out: usize,
) -> Code {
    // SAFETY: the header demands these pointers.
    guarded(|| unsafe { distances(Question::Signed, a, stride_a, b, stride_b, count, options, out, stride_out) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_overlaps_many(
    a: *const Shape,
    stride_a: usize,
    b: *const Shape,
    stride_b: usize,
    count: usize,
    options: *const Options,
    out: *mut u8,
    stride_out: usize,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pairs, mut column, mut asked) = unsafe {
            let pairs = Pairs::new(a, stride_a, b, stride_b, count)?;
            (pairs, Columns::new(out, stride_out, count, &"out")?, Asked::new(options)?)
        };
        pairs.each(|index, pair| {
            column.write(index, in_world!(pair[0].is_flat(), overlap(&pair, &mut asked))?.into());
            Ok(())
        })
    })
}
