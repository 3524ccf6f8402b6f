//! This library's batches. Each call gets the pairs of one step of a simulation.

use std::hint::black_box;

use clearance::real::Real;
use clearance::{Batch, BatchError, Placement, Proximity, ShapeSet, Solver, Vec3, Vector};

use super::{Engine, Output, Runner, Scalar};
use crate::space::{FromData, shape};
use crate::workloads::Workload;

/// What a batch is called.
pub const NAME: &str = "clearance batch";

/// Pairs of a call. More: their answers leave the second-level cache. Fewer: the calls cost time.
const CALL: usize = 4096;

pub fn engines() -> Vec<Engine> {
    vec![
        Engine { name: NAME, scalar: Scalar::F64, prepare: prepare::<Vec3<f64>> },
        Engine { name: NAME, scalar: Scalar::F32, prepare: prepare::<Vec3<f32>> },
    ]
}

fn prepare<V: FromData>(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if !workload.name.starts_with("batch") {
        return None;
    }
    let distance = |found: &Proximity<V>| found.distance.widen();
    Some(match output {
        Output::Bool => Batched::<V, bool>::boxed(
            workload,
            |batch, pairs, found| batch.overlaps(pairs, found),
            |&meet| f64::from(u8::from(meet)),
        ),
        Output::Distance => {
            Batched::<V, _>::boxed(workload, |batch, pairs, found| batch.distances(pairs, found), distance)
        }
        Output::Signed => {
            Batched::<V, _>::boxed(workload, |batch, pairs, found| batch.signed_distances(pairs, found), distance)
        }
        Output::Within | Output::Contacts => return None,
    })
}

/// One of the questions of a batch.
type Ask<V, A> = fn(&Batch<'_, V>, &[[u32; 2]], &mut [A]) -> Result<(), BatchError>;

/// A workload as a batch takes it.
struct Batched<V: Vector, A> {
    solver: Solver,
    shapes: ShapeSet<V>,
    /// Two a pair.
    placements: Vec<Placement<V>>,
    /// The indices of the placements of one call. Each pair has two placements of its own.
    pairs: Vec<[u32; 2]>,
    /// Kept from call to call.
    found: Vec<A>,
    ask: Ask<V, A>,
    number: fn(&A) -> f64,
}

impl<V: FromData, A: Clone + Default + 'static> Batched<V, A> {
    fn boxed(workload: &Workload, ask: Ask<V, A>, number: fn(&A) -> f64) -> Box<dyn Runner> {
        let mut shapes = ShapeSet::new();
        let ids: Vec<_> = workload.shapes.iter().map(|data| shapes.insert(shape::<V>(data))).collect();
        let placed = |(&shape, pose)| Placement { shape: ids[shape], pose: V::pose(pose) };
        let placements = workload.pairs.iter().flat_map(|pair| pair.shapes.iter().zip(&pair.poses).map(placed));
        Box::new(Self {
            solver: Solver::default(),
            placements: placements.collect(),
            shapes,
            pairs: (0..CALL as u32).map(|pair| [2 * pair, 2 * pair + 1]).collect(),
            found: vec![A::default(); CALL],
            ask,
            number,
        })
    }
}

impl<V: Vector, A: Clone + Default> Runner for Batched<V, A> {
    fn stream(&mut self, answers: &mut [f64]) {
        for (placements, answers) in self.placements.chunks(2 * CALL).zip(answers.chunks_mut(CALL)) {
            let found = &mut self.found[..answers.len()];
            let batch = self.solver.batch(&self.shapes, placements).expect("the shapes are in the set");
            (self.ask)(&batch, &self.pairs[..answers.len()], found).expect("the placements are there");
            for (answer, found) in answers.iter_mut().zip(black_box(found)) {
                *answer = (self.number)(found);
            }
        }
    }
    fn hot(&mut self, pair: usize, repetitions: usize) {
        let placements = black_box(&self.placements[2 * pair..2 * pair + 2]);
        let batch = self.solver.batch(&self.shapes, placements).expect("the shapes are in the set");
        let pairs = vec![[0, 1]; repetitions];
        self.found.resize(repetitions.max(CALL), A::default());
        let found = &mut self.found[..repetitions];
        (self.ask)(&batch, &pairs, found).expect("the placements are there");
        black_box(found);
    }
    fn pairs(&self) -> usize {
        self.placements.len() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ours;
    use crate::workloads::recipes;

    #[test]
    fn a_batch_answers_every_pair_as_the_single_query_does() {
        let near = |name| recipes().into_iter().find(|recipe| recipe.name == name && recipe.class == "near").unwrap();
        for recipe in ["batch boxes", "batch mixed"].map(near) {
            let mut workload = recipe.quick();
            // The last call is not a full one.
            workload.pairs.truncate(CALL + 3);
            let answers = |engine: &Engine, output| {
                let mut answers = vec![f64::NAN; workload.pairs.len()];
                (engine.prepare)(&workload, output).unwrap().stream(&mut answers);
                answers
            };
            for batch in engines() {
                let single = ours().into_iter().find(|engine| engine.scalar == batch.scalar).unwrap();
                for output in Output::ALL {
                    assert_eq!(answers(&batch, output), answers(&single, output), "{} {output}", recipe.name);
                }
            }
        }
    }
}
