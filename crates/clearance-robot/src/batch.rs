//! Many configurations in one call: on all cores with the feature `rayon`, with the same bits on any
//! number of threads.
//!
//! Rows are cut into blocks of fixed size. A block has a memory of its own, and memory changes no answer.

use crate::clearance::Clearance;
use crate::kinematics::ConfigurationError;
use crate::tree::Robot;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Rows of a block. More: memory pays more often. Fewer: more cores have work.
const BLOCK: usize = 64;

impl Robot {
    /// The least distance of the given pairs at each of many configurations.
    ///
    /// # Errors
    /// The number of the first row that is no configuration, and why.
    ///
    /// # Panics
    /// If a pair names a link that does not exist or has no shape.
    pub fn clearances(
        &self,
        rows: &[Vec<f64>],
        pairs: &[[usize; 2]],
    ) -> Result<Vec<Option<Clearance>>, (usize, ConfigurationError)> {
        if let Some((row, error)) =
            rows.iter().enumerate().find_map(|(row, numbers)| Some((row, self.check(numbers).err()?)))
        {
            return Err((row, error));
        }
        let block = |block: &[Vec<f64>]| {
            let mut watch = self.watch(pairs.to_vec());
            block.iter().map(|row| watch.clearance(row).ok().flatten()).collect::<Vec<_>>()
        };
        #[cfg(feature = "rayon")]
        let blocks: Vec<Vec<_>> = rows.par_chunks(BLOCK).map(block).collect();
        #[cfg(not(feature = "rayon"))]
        let blocks: Vec<Vec<_>> = rows.chunks(BLOCK).map(block).collect();
        Ok(blocks.into_iter().flatten().collect())
    }
}
