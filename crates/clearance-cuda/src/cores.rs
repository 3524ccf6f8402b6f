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

/// Rows that are asked at a time: they bound the memory of a batch.
const AT_A_TIME: usize = 1 << 18;

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
        for first in (0..count).step_by(AT_A_TIME) {
            let part = pairs.rows(first..count.min(first + AT_A_TIME));
            for (row, answer) in self.answers(question, part).iter().enumerate() {
                answers.set(first + row, answer);
            }
        }
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

fn pose_of(row: &PoseRow) -> Pose<V> {
    let [x, y, z, w, a, b, c] = *row;
    Pose { rotation: Quaternion { x, y, z, w }, translation: vec3(a, b, c) }
}
