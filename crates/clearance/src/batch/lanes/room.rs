//! Memory that a thread keeps from run to run, so that no run pays for filling it with zeros. The single query has no
//! such file.

use super::vector::Rows;
use alloc::vec::Vec;
use core::cell::RefCell;

std::thread_local! {
    /// Rows of vertices that no group uses. A group takes two of them and gives them back.
    static ROWS: RefCell<Vec<Vec<Rows>>> = const { RefCell::new(Vec::new()) };
}

/// At least `count` rows of any numbers.
pub(super) fn vertices(count: usize) -> Vec<Rows> {
    let mut rows = ROWS.try_with(|kept| kept.borrow_mut().pop()).ok().flatten().unwrap_or_default();
    if rows.len() < count {
        rows.resize(count, Rows::default());
    }
    rows
}

/// Keeps the rows for later.
pub(super) fn keep_vertices(rows: Vec<Rows>) {
    // A thread that is about to end keeps nothing.
    let _ = ROWS.try_with(|kept| kept.borrow_mut().push(rows));
}
