//! What a query remembers for the next one. It is for one thread at a time, and the only thing that a question changes.

use crate::fault::{Found, guarded};
use crate::handle::{Borrowed, Owned, borrowed, checked, free, give, tagged};
use crate::layout::Code;
use crate::read::place;
use clearance_scene::NearestCache;
use std::sync::atomic::AtomicBool;

/// What a query remembers, whatever it was asked about.
#[derive(Default)]
pub struct Memory {
    is_used: AtomicBool,
    convex: clearance::Cache,
    bodies: NearestCache,
}

/// `cl_cache`
pub type Cache = Owned<Memory>;

tagged! {
    Memory: b"cl:cache", "cl_cache";
}

impl Memory {
    /// Both memories, and the mark that they are in use.
    ///
    /// # Safety
    /// The handle is one, and lives as long as the borrow.
    pub unsafe fn of<'a>(handle: *mut Cache) -> Found<(Borrowed<'a>, &'a mut clearance::Cache, &'a mut NearestCache)> {
        // SAFETY: the caller vouches for the handle. Nothing but the flag is read before the mark is set.
        unsafe {
            checked(handle.cast_const(), &"options->cache")?;
            let is_used: &'a AtomicBool = &(*handle).value.is_used;
            let mark = borrowed(is_used, "options->cache")?;
            Ok((mark, &mut (*handle).value.convex, &mut (*handle).value.bodies))
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_cache_new(out: *mut *mut Cache) -> Code {
    guarded(|| {
        // SAFETY: the header demands the place.
        give(unsafe { place(out, &"out") }?, Memory::default());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_cache_free(cache: *mut Cache) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(cache) }
}
