//! Memory of the device that was given back, and is kept for calls to come: its addresses by their sizes.

use std::collections::BTreeMap;

/// The bytes of memory that is not in use, and its addresses by the bytes of each.
#[derive(Default)]
pub(crate) struct Spare {
    bytes: usize,
    /// No more than this is kept.
    pub most: usize,
    blocks: BTreeMap<usize, Vec<u64>>,
}

impl Spare {
    /// The bytes that are taken for so many: few sizes, so that blocks fit again.
    pub fn rounded(bytes: usize) -> usize {
        let step = if bytes < 1 << 20 { 512 } else { 1 << 21 };
        bytes.max(1).next_multiple_of(step)
    }

    /// A block of so many bytes, or of at most a quarter more.
    pub fn take(&mut self, bytes: usize) -> Option<(usize, u64)> {
        let (&size, blocks) =
            self.blocks.range_mut(bytes..=bytes + bytes / 4).find(|(_, blocks)| !blocks.is_empty())?;
        self.bytes -= size;
        blocks.pop().map(|address| (size, address))
    }

    /// Keeps a block, if that is not too much.
    pub fn keep(&mut self, size: usize, address: u64) -> bool {
        let keeps = size <= self.most - self.bytes.min(self.most);
        if keeps {
            self.bytes += size;
            self.blocks.entry(size).or_default().push(address);
        }
        keeps
    }

    /// All addresses. None is kept.
    pub fn drain(&mut self) -> Vec<u64> {
        self.bytes = 0;
        std::mem::take(&mut self.blocks).into_values().flatten().collect()
    }
}
