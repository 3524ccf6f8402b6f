//! What comes through pointers, read with checks. A message names the field, and an index if it has one.

use crate::fault::{
    BAD_NAME, BAD_NUMBER, BAD_STRIDE, Fault, Found, NOT_FINITE, NULL_POINTER, TOO_MANY, UNALIGNED, UNKNOWN,
};
use crate::layout::{FLOAT32, Sized32};
use core::ffi::{CStr, c_char, c_void};
use core::fmt;

/// The struct behind a pointer.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to a whole struct that lives as long as the borrow.
#[inline(always)]
pub unsafe fn seen<'a, T>(pointer: *const T, name: &dyn fmt::Display) -> Found<&'a T> {
    check(pointer.cast(), align_of::<T>(), name)?;
    // SAFETY: not null and aligned, and the caller vouches for the rest.
    Ok(unsafe { &*pointer })
}

/// The place for an answer of a plain type.
///
/// # Safety
/// As [`seen`], and nothing else uses the place during the borrow.
#[inline(always)]
pub unsafe fn place<'a, T>(pointer: *mut T, name: &dyn fmt::Display) -> Found<&'a mut core::mem::MaybeUninit<T>> {
    check(pointer.cast(), align_of::<T>(), name)?;
    // SAFETY: as in `seen`; the place need not hold a value.
    Ok(unsafe { &mut *pointer.cast() })
}

#[inline(always)]
fn check(pointer: *const c_void, align: usize, name: &dyn fmt::Display) -> Found<()> {
    if pointer.is_null() {
        return Err(Fault::new(NULL_POINTER, format_args!("{name} is null")));
    }
    if !pointer.addr().is_multiple_of(align) {
        return Err(Fault::new(UNALIGNED, format_args!("{name} is not aligned to {align} bytes")));
    }
    Ok(())
}

/// The place for an answer that may grow. The size in it is known.
pub struct Growing<T> {
    place: *mut T,
    size: u32,
}

impl<T: Sized32> Growing<T> {
    /// # Safety
    /// A pointer that is neither null nor misaligned points to a size, and to as many bytes as it says; a size of 0 stands
    /// for the first size of the struct. Nothing else uses the place before the answer is written.
    pub unsafe fn new(place: *mut T, name: &dyn fmt::Display) -> Found<Self> {
        check(place.cast(), align_of::<T>(), name)?;
        // SAFETY: the struct begins with its size, and the caller vouches for that member.
        let size = unsafe { place.cast::<u32>().read() };
        let size = if size == 0 { T::SIZES[0] } else { size };
        if !T::SIZES.contains(&size) {
            let known = size_of::<T>();
            return Err(Fault::new(
                UNKNOWN,
                format_args!(
                    "{name}->size is {size}: 0, or the size of the struct, which is {known} here, is expected"
                ),
            ));
        }
        Ok(Self { place, size })
    }

    /// Writes the members that the caller's header has. The size stays as it is.
    pub fn write(self, answer: T) {
        let head = size_of::<u32>();
        // SAFETY: `new` has checked the place, and `size` is at most the size of `T`, whose first member is the size.
        unsafe {
            let from = (&raw const answer).cast::<u8>().add(head);
            from.copy_to_nonoverlapping(self.place.cast::<u8>().add(head), self.size as usize - head);
        }
    }
}

/// Rows of structs with a stride in bytes. A stride of 0 repeats the first row.
#[derive(Clone, Copy)]
pub struct Rows<T> {
    first: *const T,
    stride: usize,
}

impl<T> Rows<T> {
    /// # Safety
    /// The pointer points to `count` rows that are `stride` bytes apart, as long as they are asked for.
    pub unsafe fn new(first: *const T, stride: usize, count: usize, name: &dyn fmt::Display) -> Found<Self> {
        if count > 0 {
            check(first.cast(), align_of::<T>(), name)?;
        }
        if stride != 0 {
            check_stride(stride, size_of::<T>(), align_of::<T>(), count, name)?;
        }
        Ok(Self { first, stride })
    }

    /// The row of this index.
    ///
    /// # Safety
    /// The index is less than the count.
    #[inline(always)]
    pub unsafe fn at<'a>(&self, index: usize) -> &'a T {
        // SAFETY: the rows are aligned, and the caller vouches for the index.
        unsafe { &*self.first.byte_add(index * self.stride) }
    }
}

/// Rows that are written. A stride of 0 stands for rows without a gap.
pub struct Columns<T> {
    first: *mut T,
    stride: usize,
    count: usize,
}

impl<T> Columns<T> {
    /// # Safety
    /// The pointer points to room for `count` rows that are `stride` bytes apart; nothing else uses it.
    pub unsafe fn new(first: *mut T, stride: usize, count: usize, name: &dyn fmt::Display) -> Found<Self> {
        if count > 0 {
            check(first.cast(), align_of::<T>(), name)?;
        }
        let stride = if stride == 0 { size_of::<T>() } else { stride };
        check_stride(stride, size_of::<T>(), align_of::<T>(), count, name)?;
        Ok(Self { first, stride, count })
    }

    /// Writes a row, if there is room for it.
    #[inline(always)]
    pub fn write(&mut self, index: usize, value: T) {
        if index < self.count {
            // SAFETY: `new` has checked the first row and the stride, and the index is in range.
            unsafe { self.first.byte_add(index * self.stride).write(value) }
        }
    }
}

fn check_stride(stride: usize, size: usize, align: usize, count: usize, name: &dyn fmt::Display) -> Found<()> {
    if stride < size || !stride.is_multiple_of(align) {
        let text =
            format_args!("the stride of {name} is {stride}: a multiple of {align} of at least {size} is expected");
        return Err(Fault::new(BAD_STRIDE, text));
    }
    // No object is larger than that, so a larger one is a mistake.
    match count.saturating_sub(1).checked_mul(stride).and_then(|bytes| bytes.checked_add(size)) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => {
            Err(Fault::new(BAD_STRIDE, format_args!("{name}: {count} rows of {stride} bytes exceed the address space")))
        }
    }
}

/// A fault if a list is longer than indices can number.
pub fn at_most(count: usize, most: usize, name: &dyn fmt::Display) -> Found<()> {
    if count <= most {
        return Ok(());
    }
    Err(Fault::new(TOO_MANY, format_args!("{name} has {count} rows: at most {most} can be numbered")))
}

/// Points of D coordinates, `double` or `float`, with a stride in bytes. A stride of 0 stands for points without a gap.
#[derive(Clone, Copy)]
pub struct PointRows<const D: usize> {
    first: *const c_void,
    stride: usize,
    count: usize,
    is_float: bool,
}

// SAFETY: the rows are only read. Who makes them vouches that nobody writes while they are asked for.
unsafe impl<const D: usize> Sync for PointRows<D> {}

impl<const D: usize> PointRows<D> {
    /// # Safety
    /// The pointer points to `count` points that are `stride` bytes apart, as long as they are asked for.
    pub unsafe fn new(
        first: *const c_void,
        stride: usize,
        count: usize,
        flags: u32,
        name: &dyn fmt::Display,
    ) -> Found<Self> {
        let is_float = flags & FLOAT32 != 0;
        let width = if is_float { size_of::<f32>() } else { size_of::<f64>() };
        let stride = if stride == 0 { D * width } else { stride };
        if count > 0 {
            check(first, width, name)?;
        }
        check_stride(stride, D * width, width, count, name)?;
        // Before anything is copied: a count that is a mistake must not ask for all memory.
        at_most(count, u32::MAX as usize, name)?;
        Ok(Self { first, stride, count, is_float })
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// A point, widened without rounding.
    ///
    /// # Panics
    /// If there is no such point.
    #[inline(always)]
    pub fn at(&self, index: usize) -> [f64; D] {
        assert!(index < self.count, "no such point");
        // SAFETY: the index is in range, and `new` has checked the alignment.
        unsafe {
            let place = self.first.byte_add(index * self.stride);
            if self.is_float { (*place.cast::<[f32; D]>()).map(f64::from) } else { *place.cast() }
        }
    }

    /// The points as a slice, if they are doubles without a gap.
    pub fn as_slice<'a>(&self) -> Option<&'a [[f64; D]]> {
        let is_tight = !self.is_float && self.count > 0 && self.stride == D * size_of::<f64>();
        // SAFETY: aligned doubles without a gap. Who made the rows vouches for their life.
        is_tight.then(|| unsafe { core::slice::from_raw_parts(self.first.cast(), self.count) })
    }

    /// A fault if a coordinate is not finite or too large. For points that are copied.
    pub fn check(&self, name: &dyn fmt::Display) -> Found<()> {
        (0..self.count).try_for_each(|index| vector(&self.at(index), D, &format_args!("{name}[{index}]")))
    }

    /// All points as vectors.
    pub fn to_vec<V: From<[f64; D]>>(self) -> Vec<V> {
        (0..self.count).map(|index| self.at(index).into()).collect()
    }
}

/// Text that ends with a zero.
///
/// # Safety
/// A pointer that is not null points to text that ends with a zero and lives as long as the borrow.
pub unsafe fn text<'a>(pointer: *const c_char, name: &dyn fmt::Display) -> Found<&'a str> {
    check(pointer.cast(), 1, name)?;
    // SAFETY: the caller vouches for the zero.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Fault::new(BAD_NAME, format_args!("{name} is not UTF-8")))
}

/// The greatest length and coordinate that is taken: 2^1020. A distance is made of fewer than sixteen of them, so it stays in the
/// range of numbers.
pub const MOST: f64 = f64::from_bits((1023 + 1020) << 52);

/// A number that is finite and no larger than [`MOST`].
#[inline(always)]
pub fn finite(number: f64, name: &dyn fmt::Display) -> Found<f64> {
    if number.abs() <= MOST { Ok(number) } else { Err(not_finite(number, name)) }
}

/// What is wrong with a number that is not finite, or larger than [`MOST`].
#[cold]
pub fn not_finite(number: f64, name: &dyn fmt::Display) -> Fault {
    if number.is_finite() {
        return Fault::new(BAD_NUMBER, format_args!("{name} is {number:e}: at most 2^1020 in magnitude is expected"));
    }
    Fault::new(NOT_FINITE, format_args!("{name} is {}: a finite number is expected", shown(number)))
}

/// The first `count` numbers, all finite and no larger than [`MOST`].
#[inline(always)]
pub fn vector<const N: usize>(numbers: &[f64; N], count: usize, name: &dyn fmt::Display) -> Found<()> {
    match numbers[..count].iter().position(|number| !(number.abs() <= MOST)) {
        None => Ok(()),
        Some(index) => Err(not_finite(numbers[index], &format_args!("{name}[{index}]"))),
    }
}

/// A number that means nothing where it stands.
#[cold]
pub fn bad_number(name: &dyn fmt::Display, number: f64, expected: &str) -> Fault {
    Fault::new(BAD_NUMBER, format_args!("{name} is {}: {expected} is expected", shown(number)))
}

fn shown(number: f64) -> String {
    if number.is_nan() { "not a number".to_owned() } else { number.to_string() }
}
