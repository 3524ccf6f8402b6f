//! Batches of pairs that move: casts and impacts. Each answer has the bits of the single query's.
//!

use super::sheet::{Cut, Sheet};
use super::{Batch, BatchError, check_caches};
use crate::distance::cache::Cache;
use crate::engine::Engine;
use crate::motion::Motion;
use crate::numbers::each::Each;
use crate::query::solver::Solver;
use crate::result::cast::Cast;
use crate::shape::view::View;
use crate::space::vector::Vector;

impl<V: Vector> Batch<'_, V> {
    /// Writes [`Solver::cast`] of each pair to `answers`, in the order of the pairs: `travels[k]` is the way of the
    /// second body of `pairs[k]`, past the first one.
    ///
    /// # Errors
    /// As [`Batch::distances`], and [`BatchError::Motions`] if the numbers of pairs and of travels differ.
    ///
    /// ```
    /// use clearance::{Ball, Cast, Placement, Pose, ShapeSet, Solver, vec2};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let shape = shapes.insert(Ball::new(vec2(0.0f64, 0.0), 0.5).unwrap());
    /// let bodies = [0.0, 3.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
    ///
    /// let (pairs, travels) = ([[0, 1], [1, 0]], [vec2(-4.0, 0.0), vec2(0.0, 9.0)]);
    /// let mut answers = [Cast::default(); 2]; // Keep this buffer from step to step.
    /// Solver::default().batch(&shapes, &bodies)?.casts(&pairs, &travels, &mut answers)?;
    /// assert_eq!((answers[0].fraction, answers[1].is_clear()), (0.5, true));
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "shape_cast")]
    pub fn casts(&self, pairs: &[[u32; 2]], travels: &[V], answers: &mut [Cast<V>]) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_motions(pairs.len(), travels.len())?;
        V::answer_casts(self, pairs, travels, answers);
        Ok(())
    }

    /// Writes [`Solver::impact`] of each pair to `answers`, in the order of the pairs. `motions[k]` is the motion of
    /// placement k: each body has one, whatever pairs it is in.
    ///
    /// # Errors
    /// As [`Batch::distances`], and [`BatchError::Motions`] if the numbers of placements and of motions differ.
    ///
    /// ```
    /// use clearance::{Cast, Cuboid, Motion, Placement, Pose, ShapeSet, Solver, vec3};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let shape = shapes.insert(Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap());
    /// let bodies = [0.0, 5.0, 10.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0, 0.0]) });
    /// // The box in the middle turns and travels to the right.
    /// let middle = Motion::turn(vec3(5.0, 0.0, 0.0), vec3(0.5, 0.0, 0.0)).and_travel(vec3(4.0, 0.0, 0.0));
    /// let motions = [Motion::still(), middle, Motion::still()];
    ///
    /// let mut answers = [Cast::default(); 2];
    /// Solver::default().batch(&shapes, &bodies)?.impacts(&[[0, 1], [1, 2]], &motions, &mut answers)?;
    /// assert!(answers[0].is_clear() && (answers[1].fraction - 0.75).abs() < 1e-12);
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "time of impact")]
    #[doc(alias = "continuous collision detection")]
    pub fn impacts(
        &self,
        pairs: &[[u32; 2]],
        motions: &[Motion<V>],
        answers: &mut [Cast<V>],
    ) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_motions(self.placements.len(), motions.len())?;
        V::answer_impacts(self, pairs, motions, None, answers);
        Ok(())
    }

    /// [`Batch::impacts`] with warm starts. The caches are those of [`Batch::distances_cached`], and each answer has
    /// the bits of [`Solver::impact_cached`].
    ///
    /// # Errors
    /// As [`Batch::impacts`], and [`BatchError::Caches`] if the numbers of pairs and of caches differ.
    #[doc(alias = "warm start")]
    pub fn impacts_cached(
        &self,
        pairs: &[[u32; 2]],
        motions: &[Motion<V>],
        caches: &mut [Cache],
        answers: &mut [Cast<V>],
    ) -> Result<(), BatchError> {
        self.check(pairs, answers.len())?;
        check_motions(self.placements.len(), motions.len())?;
        check_caches(pairs, caches)?;
        V::answer_impacts(self, pairs, motions, Some(caches), answers);
        Ok(())
    }
}

/// An error if there are not as many motions as things that move.
pub(super) fn check_motions(moving: usize, motions: usize) -> Result<(), BatchError> {
    if moving == motions { Ok(()) } else { Err(BatchError::Motions { moving, motions }) }
}

/// Places for the answers to casts, each with the way of its pair.
pub(super) struct Casts<'a, V: Vector> {
    pub travels: &'a [V],
    pub answers: &'a mut [Cast<V>],
}

impl<V: Vector> Cut for Casts<'_, V> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let (travels, rest_travels) = self.travels.split_at(middle);
        let (answers, rest) = self.answers.split_at_mut(middle);
        (Self { travels, answers }, Self { travels: rest_travels, answers: rest })
    }
}

impl<V: Vector> Sheet<V> for Casts<'_, V> {
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        let (still, travel) = (V::ORIGIN.widen(), self.travels[place].widen());
        self.answers[place] = V::Wide::cast(solver, a, b, travel, [still, travel]).narrow();
    }
}

/// Places for the answers to impacts, with the motions of all bodies, and perhaps with the caches of the pairs.
pub(super) struct Impacts<'a, V: Vector> {
    pub pairs: &'a [[u32; 2]],
    pub motions: &'a [Motion<V>],
    pub caches: Option<&'a mut [Cache]>,
    pub answers: &'a mut [Cast<V>],
}

impl<V: Vector> Cut for Impacts<'_, V> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let Self { pairs, motions, caches, answers } = self;
        let (pairs, rest_pairs) = pairs.split_at(middle);
        let (caches, rest_caches) = caches.map(|caches| caches.split_at_mut(middle)).unzip();
        let (answers, rest) = answers.split_at_mut(middle);
        (
            Self { pairs, motions, caches, answers },
            Self { pairs: rest_pairs, motions, caches: rest_caches, answers: rest },
        )
    }
}

impl<V: Vector> Sheet<V> for Impacts<'_, V> {
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        let motions = self.pairs[place].each(|body| self.motions[body as usize].widen());
        let cache = self.caches.as_deref_mut().map(|caches| &mut caches[place]);
        self.answers[place] = V::Wide::impact(solver, [a, b], motions.each_ref(), cache, None).narrow();
    }
}
