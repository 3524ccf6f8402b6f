//! What is asked of the pairs of a set at rest.

use crate::columns::Within;
use crate::dimension::Dimension;
use crate::run::{FEW, Question, one_by_one};
use clearance::{
    Batch, BatchError, Manifold as CoreManifold, Minimum, Placement, Proximity, ShapeSet as CoreSet,
    Solver as CoreSolver,
};
use std::ops::Range;

/// A question whose answers are those of a method of the batch.
macro_rules! question {
    ($(#[$about:meta])* $name:ident { $($field:ident: $type:ty),* } -> $answer:ty,
     |$self:ident, $batch:ident, $pairs:ident, $answers:ident| $ask:expr) => {
        $(#[$about])*
        pub struct $name<V: Dimension> { $(pub $field: $type,)* pub of: std::marker::PhantomData<V> }
        impl<V: Dimension> Question<V> for $name<V> {
            type Answer = $answer;
            fn ask(
                &$self,
                $batch: &Batch<'_, V>,
                _places: &[Placement<V>],
                $pairs: &[[u32; 2]],
                _range: Range<usize>,
                $answers: &mut [$answer],
            ) -> Result<(), BatchError> {
                $ask
            }
        }
    };
}
question!(Distances {} -> Proximity<V>, |self, batch, pairs, answers| batch.distances(pairs, answers));
question!(SignedDistances {} -> Proximity<V>,
    |self, batch, pairs, answers| batch.signed_distances(pairs, answers));
question!(Overlaps {} -> bool, |self, batch, pairs, answers| batch.overlaps(pairs, answers));
question!(WithinLimit { limit: f64 } -> Within<V>, |self, batch, pairs, answers| {
    let mut found = vec![None; answers.len()];
    batch.within(pairs, &mut found)?;
    for (answer, found) in answers.iter_mut().zip(found) {
        *answer = Within { found, limit: self.limit };
    }
    Ok(())
});

/// The least distance of all pairs of a configuration.
pub struct Least;

impl<V: Dimension> Question<V> for Least {
    type Answer = Option<Minimum<V>>;
    fn axis(&self, _pairs: usize) -> Option<usize> {
        None
    }
    fn about(&self, _range: Range<usize>, pairs: usize) -> Range<usize> {
        0..pairs
    }
    fn ask(
        &self,
        batch: &Batch<'_, V>,
        _places: &[Placement<V>],
        pairs: &[[u32; 2]],
        _range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        answers[0] = batch.minimum(pairs)?;
        Ok(())
    }
}

/// The least distances of pairs `SOME` at a time, so that all cores work on one configuration.
pub struct Leasts;

/// Larger: fewer parts to share among cores. Smaller: more pairs are searched before a bound is known.
pub const SOME: usize = 4096;

impl<V: Dimension> Question<V> for Leasts {
    type Answer = Option<Minimum<V>>;
    fn axis(&self, pairs: usize) -> Option<usize> {
        Some(pairs.div_ceil(SOME))
    }
    fn part(&self) -> usize {
        1
    }
    fn about(&self, range: Range<usize>, pairs: usize) -> Range<usize> {
        range.start * SOME..pairs.min(range.end * SOME)
    }
    fn ask(
        &self,
        batch: &Batch<'_, V>,
        _places: &[Placement<V>],
        pairs: &[[u32; 2]],
        range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        for ((answer, pairs), part) in answers.iter_mut().zip(pairs.chunks(SOME)).zip(range) {
            *answer = batch.minimum(pairs)?.map(|least| Minimum { pair: part * SOME + least.pair, ..least });
        }
        Ok(())
    }
}

/// The least of these. Of equal ones the first.
pub fn first_least<V: Dimension>(parts: &[Option<Minimum<V>>]) -> Option<Minimum<V>> {
    let lesser = |best: Minimum<V>, next: Minimum<V>| {
        if next.proximity.distance < best.proximity.distance { next } else { best }
    };
    parts.iter().flatten().copied().reduce(lesser)
}

/// The contacts of pairs.
pub struct Contacts<'a, V: Dimension> {
    pub solver: CoreSolver,
    pub set: &'a CoreSet<V>,
    pub speculative: f64,
    pub reduce: bool,
}

impl<V: Dimension> Question<V> for Contacts<'_, V> {
    type Answer = CoreManifold<V>;
    fn part(&self) -> usize {
        FEW
    }
    fn ask(
        &self,
        _batch: &Batch<'_, V>,
        places: &[Placement<V>],
        pairs: &[[u32; 2]],
        _range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError> {
        one_by_one(self.set, places, pairs, answers, |_, a, b| {
            let manifold = self.solver.contacts(a, b, self.speculative);
            if self.reduce { manifold.reduced() } else { manifold }
        });
        Ok(())
    }
}
