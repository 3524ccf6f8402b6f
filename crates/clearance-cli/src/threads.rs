//! How many threads work.

use std::num::NonZeroUsize;
use std::thread;

use crate::failure::Failure;

/// So many as are asked for, or one for each core.
pub fn count(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
}

/// Does work whose parallel parts share so many threads.
pub fn in_pool<T: Send>(asked: Option<u16>, work: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    let threads = count(asked);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Input(format!("{threads} threads cannot be started: {error}")))?;
    pool.install(work)
}
