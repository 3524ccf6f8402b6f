//! The processor's batch: for pairs that kernels leave open, and for machines without a GPU.

use crate::{Answers, Pairs, Question};
use clearance::{AnyShape, Placement, Pose, Proximity, Quaternion, ShapeId, ShapeSet, Solver, vec3};
use clearance_kernels::{Answer, BEYOND, OVERLAPPING, PoseRow, SEPARATED, V};
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// The shapes as the batch needs them.
#[derive(Debug)]
pub(crate) struct OnCores {
    set: ShapeSet<V>,
    ids: Vec<ShapeId>,
}

/// Rows that one core answers at a time: the batch sorts as many. Larger: some cores are done long before others. Smaller: more
/// batches to begin.
const PART: usize = 256;

impl OnCores {
    pub fn new(shapes: &[AnyShape<V>]) -> Self {
        let mut set = ShapeSet::new();
        let ids = shapes.iter().map(|shape| set.insert(shape.clone())).collect();
        Self { set, ids }
    }

    /// The number of shapes.
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// Answers all pairs, whose shapes there are.
    pub fn ask(&self, question: Question, pairs: Pairs<'_>) -> Answers {
        let count = pairs.shapes.len();
        let mut answers = Answers { open: count, ..Answers::new(count) };
        let write = |first: usize, part: &mut Part<'_>| {
            let rows = pairs.rows(first..count.min(first + PART));
            self.some(question, rows).iter().enumerate().for_each(|(row, answer)| part.set(row, answer));
        };
        let mut parts = Part::all(&mut answers);
        #[cfg(feature = "rayon")]
        parts.par_iter_mut().enumerate().for_each(|(number, part)| write(number * PART, part));
        #[cfg(not(feature = "rayon"))]
        parts.iter_mut().enumerate().for_each(|(number, part)| write(number * PART, part));
        answers
    }

    /// The answers, one after the other.
    pub fn answers(&self, question: Question, pairs: Pairs<'_>) -> Vec<Answer> {
        let count = pairs.shapes.len();
        let starts: Vec<usize> = (0..count).step_by(PART).collect();
        let part = |&first: &usize| self.some(question, pairs.rows(first..count.min(first + PART)));
        #[cfg(feature = "rayon")]
        let parts: Vec<Vec<Answer>> = starts.par_iter().map(part).collect();
        #[cfg(not(feature = "rayon"))]
        let parts: Vec<Vec<Answer>> = starts.iter().map(part).collect();
        parts.concat()
    }

    /// Those of some rows, on one core.
    fn some(&self, question: Question, pairs: Pairs<'_>) -> Vec<Answer> {
        let Pairs { shapes, poses_a, poses_b } = pairs;
        let body = |shape: u32, pose: &PoseRow| Placement { shape: self.ids[shape as usize], pose: pose_of(pose) };
        let bodies: Vec<Placement<V>> = shapes
            .iter()
            .zip(poses_a.iter().zip(poses_b))
            .flat_map(|(&[a, b], (p, q))| [body(a, p), body(b, q)])
            .collect();
        let indices: Vec<[u32; 2]> = (0..shapes.len() as u32).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        let limit = if let Question::Within(limit) = question { limit } else { f64::INFINITY };
        let solver = Solver { max_distance: limit, ..Solver::default() };
        let sound = "the shapes are in the set, and the pairs name the bodies";
        let batch = solver.batch(&self.set, &bodies).expect(sound);
        let mut found = vec![Proximity::default(); indices.len()];
        match question {
            Question::Distance => batch.distances(&indices, &mut found).expect(sound),
            Question::SignedDistance => batch.signed_distances(&indices, &mut found).expect(sound),
            Question::Within(_) => {
                let mut found = vec![None; indices.len()];
                batch.within(&indices, &mut found).expect(sound);
                let row = |found: &Option<_>| found.as_ref().map_or(Answer::verdict(BEYOND), Answer::of);
                return found.iter().map(row).collect();
            }
            Question::Overlaps => {
                let mut meet = vec![false; indices.len()];
                batch.overlaps(&indices, &mut meet).expect(sound);
                return meet.iter().map(|&meet| Answer::verdict(if meet { OVERLAPPING } else { SEPARATED })).collect();
            }
        }
        found.iter().map(Answer::of).collect()
    }
}

/// Some rows of the answers, for one core.
struct Part<'p> {
    status: &'p mut [u8],
    lengths: [&'p mut [f64]; 3],
    vectors: [&'p mut [[f64; 3]]; 3],
}

impl<'p> Part<'p> {
    /// All rows, in parts.
    fn all(answers: &'p mut Answers) -> Vec<Self> {
        let [mut distance, mut lower, mut upper] = answers.lengths.each_mut().map(|column| column.chunks_mut(PART));
        let [mut a, mut b, mut normal] = answers.vectors.each_mut().map(|column| column.chunks_mut(PART));
        let parts = answers.status.chunks_mut(PART).map_while(|status| {
            let lengths = [distance.next()?, lower.next()?, upper.next()?];
            Some(Self { status, lengths, vectors: [a.next()?, b.next()?, normal.next()?] })
        });
        parts.collect()
    }

    fn set(&mut self, row: usize, answer: &Answer) {
        self.status[row] = answer.status;
        for k in 0..3 {
            self.lengths[k][row] = answer.lengths[k];
            self.vectors[k][row] = answer.vectors[k];
        }
    }
}

fn pose_of(row: &PoseRow) -> Pose<V> {
    let [x, y, z, w, a, b, c] = *row;
    Pose { rotation: Quaternion { x, y, z, w }, translation: vec3(a, b, c) }
}
