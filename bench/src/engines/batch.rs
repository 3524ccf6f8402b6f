//! This library's batches. Each call gets the pairs of one step of a simulation.

use std::hint::black_box;

use clearance::real::Real;
use clearance::{Batch, BatchError, Columns, Placement, Proximity, ShapeSet, Solver, Vec3, Vector};

use super::{Engine, Output, Runner, Scalar};
use crate::space::{FromData, shape};
use crate::workloads::Workload;

/// What a batch is called.
pub const NAME: &str = "clearance batch";
/// What a batch is called whose answers are lengths alone.
pub const COLUMNS: &str = "clearance columns";

/// What a batch can be asked.
pub const OUTPUTS: [Output; 3] = [Output::Bool, Output::Distance, Output::Signed];

/// Pairs of a call for each thread. More: their answers leave the second-level cache. Fewer: the calls cost time.
const CALL: usize = 4096;

pub fn engines() -> Vec<Engine> {
    vec![
        Engine { name: NAME, scalar: Scalar::F64, prepare: prepare::<Vec3<f64>> },
        Engine { name: NAME, scalar: Scalar::F32, prepare: prepare::<Vec3<f32>> },
        Engine { name: COLUMNS, scalar: Scalar::F64, prepare: columns::<Vec3<f64>> },
        Engine { name: COLUMNS, scalar: Scalar::F32, prepare: columns::<Vec3<f32>> },
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

/// How many threads answer a batch, and so all engines where many do.
pub fn threads() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    1
}

/// The distances without points and normals.
fn columns<V: FromData>(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if !workload.name.starts_with("batch") {
        return None;
    }
    let ask: Ask<V, V::Scalar> = match output {
        Output::Distance => |batch, pairs, found| batch.distance_columns(pairs, lengths(found)),
        Output::Signed => |batch, pairs, found| batch.signed_distance_columns(pairs, lengths(found)),
        Output::Bool | Output::Within | Output::Contacts => return None,
    };
    Some(Batched::<V, V::Scalar>::boxed(workload, ask, |length| length.widen()))
}

fn lengths<V: Vector>(distance: &mut [V::Scalar]) -> Columns<'_, V> {
    Columns { distance: Some(distance), ..Columns::default() }
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
    /// Kept from call to call. Its length is the number of pairs of a call.
    found: Vec<A>,
    ask: Ask<V, A>,
    number: fn(&A) -> f64,
}

impl<V: FromData, A: Clone + Default + Send + Sync + 'static> Batched<V, A> {
    fn boxed(workload: &Workload, ask: Ask<V, A>, number: fn(&A) -> f64) -> Box<dyn Runner> {
        let mut shapes = ShapeSet::new();
        let ids: Vec<_> = workload.shapes.iter().map(|data| shapes.insert(shape::<V>(data))).collect();
        let placed = |(&shape, pose)| Placement { shape: ids[shape], pose: V::pose(pose) };
        let placements = workload.pairs.iter().flat_map(|pair| pair.shapes.iter().zip(&pair.poses).map(placed));
        let call = CALL * threads();
        Box::new(Self {
            solver: Solver::default(),
            placements: placements.collect(),
            shapes,
            pairs: (0..call as u32).map(|pair| [2 * pair, 2 * pair + 1]).collect(),
            found: vec![A::default(); call],
            ask,
            number,
        })
    }
}

impl<V: Vector, A: Clone + Default + Send + Sync> Runner for Batched<V, A> {
    fn stream(&mut self, answers: &mut [f64]) {
        let call = self.pairs.len();
        for (placements, answers) in self.placements.chunks(2 * call).zip(answers.chunks_mut(call)) {
            let found = &mut self.found[..answers.len()];
            let batch = self.solver.batch(&self.shapes, placements).expect("the shapes are in the set");
            (self.ask)(&batch, &self.pairs[..answers.len()], found).expect("the placements are there");
            read_all(black_box(found), answers, self.number);
        }
    }
    fn hot(&mut self, pair: usize, repetitions: usize) {
        let placements = black_box(&self.placements[2 * pair..2 * pair + 2]);
        let batch = self.solver.batch(&self.shapes, placements).expect("the shapes are in the set");
        let pairs = vec![[0, 1]; repetitions];
        self.found.resize(repetitions.max(self.pairs.len()), A::default());
        let found = &mut self.found[..repetitions];
        (self.ask)(&batch, &pairs, found).expect("the placements are there");
        black_box(found);
    }
    fn pairs(&self) -> usize {
        self.placements.len() / 2
    }
}

/// The numbers of answers.
fn read<A>(found: &[A], answers: &mut [f64], number: fn(&A) -> f64) {
    for (answer, found) in answers.iter_mut().zip(found) {
        *answer = number(found);
    }
}

#[cfg(not(feature = "threads"))]
use read as read_all;

/// The numbers of answers, on all threads: the threads of other engines also write their own numbers.
#[cfg(feature = "threads")]
fn read_all<A: Sync>(found: &[A], answers: &mut [f64], number: fn(&A) -> f64) {
    use rayon::prelude::*;
    let parts = answers.par_chunks_mut(CALL).zip(found.par_chunks(CALL));
    parts.for_each(|(answers, found)| read(found, answers, number));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ours;
    use crate::workloads::recipes;

    #[test]
    fn a_batch_answers_every_pair_as_the_single_query_does() {
        let near = |name| recipes().into_iter().find(|recipe| recipe.name == name && recipe.class == "near").unwrap();
        let mut compared = 0;
        for recipe in ["batch boxes", "batch hull 24", "batch mixed"].map(near) {
            let mut workload = recipe.quick();
            // The last call is not a full one.
            workload.pairs.truncate(CALL + 3);
            let answers = |engine: &Engine, output| {
                let mut answers = vec![f64::NAN; workload.pairs.len()];
                (engine.prepare)(&workload, output)?.stream(&mut answers);
                Some(answers)
            };
            for batch in engines() {
                let single = ours().into_iter().find(|engine| engine.scalar == batch.scalar).unwrap();
                for output in Output::ALL {
                    let Some(together) = answers(&batch, output) else { continue };
                    assert_eq!(Some(together), answers(&single, output), "{} {output}", recipe.name);
                    compared += 1;
                }
            }
        }
        // Of three workloads in two precisions: three questions for whole answers, and two for lengths.
        assert_eq!(compared, 30);
    }
}
