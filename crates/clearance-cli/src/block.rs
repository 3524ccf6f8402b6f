//! Pairs that are answered together. Pairs of one space and scalar are a batch.

use clearance::each::Each;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clearance::{Placement, Proximity, ShapeSet, Solver, Vec2, Vec3, Vector};
use clearance_files::Scalar;
use clearance_files::fault::Fault;
use clearance_files::solid::Dimension;

use crate::answer::{Answer, Question};

/// Pairs of any space and scalar.
#[derive(Default)]
pub struct Block {
    plane_f32: Pairs<Vec2<f32>>,
    plane_f64: Pairs<Vec2<f64>>,
    space_f32: Pairs<Vec3<f32>>,
    space_f64: Pairs<Vec3<f64>>,
    count: usize,
}

impl Block {
    /// Takes in a pair. If that fails, it returns what is wrong with the pair, and the block does not change.
    pub fn push(&mut self, question: &Question<'_>) -> Result<(), Fault> {
        let place = self.count;
        guarded(|| match (question.dimension()?, question.scalar) {
            (2, Scalar::F32) => self.plane_f32.push(question, place),
            (2, Scalar::F64) => self.plane_f64.push(question, place),
            (_, Scalar::F32) => self.space_f32.push(question, place),
            (_, Scalar::F64) => self.space_f64.push(question, place),
        })?;
        self.count += 1;
        Ok(())
    }

    /// The answers in the order of the pairs.
    pub fn answers(&self, solver: &Solver) -> Vec<Result<Answer, Fault>> {
        let mut answers: Vec<_> = (0..self.count).map(|_| None).collect();
        self.plane_f32.answer(solver, Scalar::F32, &mut answers);
        self.plane_f64.answer(solver, Scalar::F64, &mut answers);
        self.space_f32.answer(solver, Scalar::F32, &mut answers);
        self.space_f64.answer(solver, Scalar::F64, &mut answers);
        answers.into_iter().map(|answer| answer.expect("every pair was pushed to one of the four")).collect()
    }
}

/// Pairs of the space of `V`. Placements 2k and 2k + 1 are pair k.
struct Pairs<V: Vector> {
    shapes: ShapeSet<V>,
    placements: Vec<Placement<V>>,
    /// Where each pair's answer goes.
    places: Vec<usize>,
}

impl<V: Vector> Default for Pairs<V> {
    fn default() -> Self {
        Self { shapes: ShapeSet::new(), placements: Vec::new(), places: Vec::new() }
    }
}

impl<V: Dimension> Pairs<V> {
    fn push(&mut self, question: &Question<'_>, place: usize) -> Result<(), Fault> {
        let placed = question.bodies::<V>()?.each(|body| body.placed_in(&mut self.shapes));
        self.placements.extend(placed);
        self.places.push(place);
        Ok(())
    }

    fn answer(&self, solver: &Solver, scalar: Scalar, answers: &mut [Option<Result<Answer, Fault>>]) {
        let batch = solver.batch(&self.shapes, &self.placements).expect("the set has every shape that was pushed");
        let pairs: Vec<[u32; 2]> = (0..self.placements.len() as u32).step_by(2).map(|a| [a, a + 1]).collect();
        let mut found = vec![Proximity::default(); pairs.len()];
        let ask = |pairs: &[[u32; 2]], found: &mut [Proximity<V>]| {
            guarded(|| batch.signed_distances(pairs, found).map_err(Fault::new))
        };
        let together = ask(&pairs, &mut found);
        for (k, &place) in self.places.iter().enumerate() {
            let asked = if together.is_ok() { Ok(()) } else { ask(&pairs[k..=k], &mut found[k..=k]) };
            answers[place] = Some(asked.and_then(|()| Answer::new(&found[k], scalar)));
        }
    }
}

/// One pair that triggers a defect of the program must not cost the answers of a million others.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Fault::new("the program failed on this pair, which is a defect of the program: please report"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_fault_of_its_pair() {
        let fault = guarded::<()>(|| panic!("as it should")).unwrap_err();
        assert!(fault.to_string().contains("please report"));
        assert_eq!(guarded(|| Ok(7)), Ok(7));
    }
}
