//! The options of a question, checked.

use crate::cache::Memory;
use crate::fault::{Fault, Found, UNKNOWN};
use crate::handle::Borrowed;
use crate::layout::{Options, Sized32};
use crate::read::{bad_number, seen};
use clearance::{Precision, Solver, Start};
use clearance_scene::NearestCache;

/// The options of a question.
pub struct Asked<'a> {
    pub solver: Solver,
    memory: Option<(Borrowed<'a>, &'a mut clearance::Cache, &'a mut NearestCache)>,
}

impl<'a> Asked<'a> {
    /// # Safety
    /// The pointer is null or points to options whose cache is null or a handle.
    #[inline(always)]
    pub unsafe fn new(options: *const Options) -> Found<Self> {
        if options.is_null() {
            return Ok(Self { solver: Solver::default(), memory: None });
        }
        // SAFETY: as the caller vouches.
        unsafe { Self::read(options) }
    }

    unsafe fn read(options: *const Options) -> Found<Self> {
        // SAFETY: the caller vouches for the first member at least.
        let size = *unsafe { seen(options.cast::<u32>(), &"options") }?;
        if !Options::SIZES.contains(&size) {
            let text = format_args!("options->size is {size}: begin with `cl_default_options()`");
            return Err(Fault::new(UNKNOWN, text));
        }
        // SAFETY: the size is that of the whole struct.
        let own = unsafe { seen(options, &"options") }?;
        let solver = Solver {
            tolerance: own.tolerance,
            max_iterations: own.max_iterations,
            max_distance: own.max_distance,
            precision: match own.precision {
                0 => Precision::Float,
                1 => Precision::Exact,
                other => return Err(unknown("options->precision", other)),
            },
            target: own.target,
            start: match own.start {
                0 => Start::Stop,
                1 => Start::Leave,
                other => return Err(unknown("options->start", other)),
            },
        };
        if !(own.tolerance >= 0.0 && own.tolerance.is_finite()) {
            return Err(bad_number(&"options->tolerance", own.tolerance, "a finite number that is not negative"));
        }
        if own.max_iterations == 0 {
            return Err(bad_number(&"options->max_iterations", 0.0, "at least 1"));
        }
        if own.max_distance.is_nan() {
            return Err(bad_number(&"options->max_distance", own.max_distance, "a number or infinity"));
        }
        if !(own.target >= 0.0 && own.target.is_finite()) {
            return Err(bad_number(&"options->target", own.target, "a finite number that is not negative"));
        }
        // SAFETY: the caller vouches for the handle.
        let memory = if own.cache.is_null() { None } else { Some(unsafe { Memory::of(own.cache.cast()) }?) };
        Ok(Self { solver, memory })
    }

    /// The memory for two convex shapes.
    pub fn convex(&mut self) -> Option<&mut clearance::Cache> {
        self.memory.as_mut().map(|(_, convex, _)| &mut **convex)
    }

    /// The memory for other bodies.
    pub fn bodies(&mut self) -> Option<&mut NearestCache> {
        self.memory.as_mut().map(|(_, _, bodies)| &mut **bodies)
    }
}

#[cold]
pub fn unknown(name: &str, number: u32) -> Fault {
    Fault::new(UNKNOWN, format_args!("{name} is {number}, which means nothing"))
}
