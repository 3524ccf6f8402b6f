//! How much memory a file may take.
//!
//! Most of what a reader keeps has bytes of its own in the file. Instances do not: sixty nodes that each hold the next
//! one twice are 2^60 instances. Neither do meshes that share their vertices. They are paid for here.

use crate::fault::Fault;

/// What is left of the memory that a file may become.
pub struct Budget {
    left: u64,
}

/// Bytes of memory for each byte of the file. If larger, hostile files take more memory. If smaller, dense files whose
/// meshes share their vertices are refused; 8 is the most that one copy of each takes.
const PER_BYTE: u64 = 64;
/// Bytes of memory for any file. They are some 400,000 instances, more than the assemblies of one plant have.
const FOR_ANY_FILE: u64 = 64 << 20;

impl Budget {
    /// The memory that a file of so many bytes may become.
    pub fn of(bytes: usize) -> Self {
        Self { left: FOR_ANY_FILE.saturating_add(PER_BYTE.saturating_mul(bytes as u64)) }
    }

    /// More bytes belong to the file.
    pub fn add(&mut self, bytes: usize) {
        self.left = self.left.saturating_add(PER_BYTE.saturating_mul(bytes as u64));
    }

    /// Takes memory for `what`.
    pub fn take(&mut self, count: usize, size: usize, what: &str) -> Result<(), Fault> {
        let needed = (count as u64).saturating_mul(size as u64);
        self.left = self.left.checked_sub(needed).ok_or_else(|| {
            Fault::new(format!(
                "expected {what} that take at most 64 MiB and {PER_BYTE} times the bytes of the file, found more"
            ))
        })?;
        Ok(())
    }
}
