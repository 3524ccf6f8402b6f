//! Handles: what the library owns for its callers. Each begins with a tag, so that a handle of another kind is told and not
//! used. What is changed while it is asked has a mark that it is in use.

use crate::fault::{BUSY, Fault, Found, WRONG_HANDLE, guarded};
use crate::read::seen;
use std::sync::atomic::{AtomicBool, Ordering};

/// A thing with a tag before it.
#[repr(C)]
pub struct Owned<T> {
    tag: u64,
    pub value: T,
}

/// A thing that has a tag of its own.
pub trait Tagged {
    /// No other kind has it.
    const TAG: u64;
    /// The name of the handle in C.
    const NAME: &'static str;
}

macro_rules! tagged {
    ($($value:ty: $tag:literal, $name:literal;)+) => {$(
        impl $crate::handle::Tagged for $value {
            const TAG: u64 = u64::from_le_bytes(*$tag);
            const NAME: &'static str = $name;
        }
    )+};
}
pub(crate) use tagged;
/// Whether a pointer is a handle of this kind.
///
/// # Safety
/// A pointer that is neither null nor misaligned is a handle.
#[inline(always)]
pub unsafe fn checked<T: Tagged>(handle: *const Owned<T>, name: &dyn core::fmt::Display) -> Found<()> {
    // SAFETY: every handle begins with a tag.
    let tag = unsafe { seen(handle.cast::<u64>(), name) }?;
    if *tag != T::TAG {
        let text = format_args!("{name} is no {}: it is a handle of another kind, or it was freed", T::NAME);
        return Err(Fault::new(WRONG_HANDLE, text));
    }
    Ok(())
}

/// The thing behind a handle.
///
/// # Safety
/// A pointer that is neither null nor misaligned is a handle that lives as long as the borrow.
#[inline(always)]
pub unsafe fn opened<'a, T: Tagged>(handle: *const Owned<T>, name: &dyn core::fmt::Display) -> Found<&'a T> {
    // SAFETY: the tag says what it is.
    unsafe {
        checked(handle, name)?;
        Ok(&(*handle).value)
    }
}

/// Moves a thing to the heap, and its handle to the caller.
pub fn give<T: Tagged>(out: &mut core::mem::MaybeUninit<*mut Owned<T>>, value: T) {
    out.write(Box::into_raw(Box::new(Owned { tag: T::TAG, value })));
}

/// Frees a thing. Null is allowed. A handle of another kind is left alone.
///
/// # Safety
/// The handle is not used again.
pub unsafe fn free<T: Tagged>(handle: *mut Owned<T>) {
    if handle.is_null() {
        return;
    }
    guarded(|| {
        // SAFETY: the caller vouches for the handle.
        unsafe { checked(handle.cast_const(), &"handle") }?;
        // SAFETY: the handle came from `give`, and nobody uses it again. The tag goes first: it may tell a later mistake.
        unsafe {
            (&raw mut (*handle).tag).write_volatile(0);
            drop(Box::from_raw(handle));
        }
        Ok(())
    });
}

/// The mark that a thing is in use.
pub struct Borrowed<'a>(&'a AtomicBool);

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Marks a thing as in use, unless another thread uses it.
pub fn borrowed<'a>(flag: &'a AtomicBool, name: &str) -> Found<Borrowed<'a>> {
    match flag.swap(true, Ordering::Acquire) {
        false => Ok(Borrowed(flag)),
        true => Err(Fault::new(BUSY, format_args!("{name} is in use by another thread, or by a callback's caller"))),
    }
}
