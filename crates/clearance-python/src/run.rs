//! One question about many pairs in many configurations: in blocks, on all cores, with a look for Ctrl-C after each.

use crate::arrays::{self, Numbers, index_text};
use crate::dimension::Dimension;
use crate::pose::{of_matrix, of_row};
use crate::seen::Seen;
use crate::shape::{Shape, value_error};
use clearance::{AnyShape, Batch, BatchError, Motion, Placed, Placement, Pose, ShapeId, ShapeSet as CoreSet, Solver};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Pairs of the first block, and the most of any. Larger: an interrupt of slow pairs waits longer. Smaller: more calls, of
/// which each sorts its pairs anew.
const BLOCK: Range<usize> = 1024..16_384;

/// A block that takes less is followed by one that is twice as large, and one that takes twice that by one of half. An
/// interrupt is to be answered within 0.2 s.
const SHORT: Duration = Duration::from_millis(20);

/// The shapes of a set, without their own poses.
pub struct Bodies<V: Dimension> {
    pub set: CoreSet<V>,
    own: Vec<(ShapeId, Pose<V>)>,
}

impl<V: Dimension> Bodies<V> {
    pub fn new() -> Self {
        Self { set: CoreSet::new(), own: Vec::new() }
    }
    pub fn add(&mut self, shape: &AnyShape<V>) {
        let (shape, pose) = Shape::parted(shape);
        let id = self.set.insert(shape);
        self.own.push((id, pose));
    }
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
    }
    /// The places of all shapes: of the set alone, or with the rows of one configuration on top.
    pub fn places(&self, poses: Option<&Poses<V>>, configuration: usize) -> Vec<Placement<V>> {
        let count = self.own.len();
        let place = |(index, &(shape, own)): (usize, &(ShapeId, Pose<V>))| {
            let pose = match poses.map(|poses| poses.list[configuration * count + index]) {
                None => own,
                Some(pose) if own == Pose::identity() => pose,
                Some(pose) => pose.after(&own),
            };
            Placement { shape, pose }
        };
        self.own.iter().enumerate().map(place).collect()
    }
}

/// The poses of a question, configuration by configuration.
pub struct Poses<V: Dimension> {
    list: Vec<Pose<V>>,
    /// The number of configurations. None if there is no axis for them.
    pub configurations: Option<usize>,
}

impl<V: Dimension> Poses<V> {
    /// The poses of `count` shapes.
    pub fn read(py: Python<'_>, numbers: &Numbers<'_>, count: usize) -> PyResult<Self> {
        let (side, row) = (V::SIZE + 1, V::SIZE + V::TURN);
        let expected =
            format!("({count}, {row}) or ({count}, {side}, {side}), with an axis of configurations before or not,");
        let (configurations, is_matrix) = match numbers.shape() {
            [n, a, b] if (*n, *a, *b) == (count, side, side) => (None, true),
            [n, a] if (*n, *a) == (count, row) => (None, false),
            [t, n, a, b] if (*n, *a, *b) == (count, side, side) => (Some(*t), true),
            [t, n, a] if (*n, *a) == (count, row) => (Some(*t), false),
            _ => return Err(numbers.wrong_shape(&expected)),
        };
        let shape = numbers.shape();
        let outer = &shape[..shape.len() - if is_matrix { 2 } else { 1 }];
        let size = if is_matrix { side * side } else { row };
        let rows = numbers.finite()?;
        let one = |(index, numbers): (usize, &[f64])| {
            let pose = if is_matrix { of_matrix(numbers) } else { of_row(numbers) };
            pose.map_err(|defect| format!("poses{}: {defect}", index_text(index, outer)))
        };
        let list: Result<_, String> =
            py.detach(|| rows.par_chunks_exact(size).with_min_len(BLOCK.start).enumerate().map(one).collect());
        Ok(Self { list: list.map_err(PyValueError::new_err)?, configurations })
    }
}

/// Rows of translation, turn and centre: one motion each.
pub fn motions<V: Dimension>(numbers: &Numbers<'_>, count: usize) -> PyResult<Vec<Motion<V>>> {
    let turn = V::TWIST - V::SIZE;
    let width = 2 * V::SIZE + turn;
    if numbers.shape() != [count, width] {
        return Err(numbers.wrong_shape(&format!("({count}, {width}), rows of travel, turn and centre,")));
    }
    let motion = |row: &[f64]| {
        let center = V::of(&row[V::TWIST..]);
        Motion::turn(center, V::turn(&row[V::SIZE..V::TWIST])).and_travel(V::of(&row[..V::SIZE]))
    };
    Ok(numbers.finite()?.chunks_exact(width).map(motion).collect())
}

/// What is asked of the pairs of one configuration.
pub trait Question<V: Dimension>: Sync {
    type Answer: Clone + Default + Send;
    /// How many answers a configuration with so many pairs has, if its columns have an axis for them.
    fn axis(&self, pairs: usize) -> Option<usize> {
        Some(pairs)
    }
    /// The answers of that range.
    fn ask(
        &self,
        batch: &Batch<'_, V>,
        places: &[Placement<V>],
        pairs: &[[u32; 2]],
        range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError>;
}

/// Pairs that are asked one by one, on all cores: for questions of which each takes much longer than the choice of its
/// code. `ask` gets the place of the pair in `pairs`.
pub fn one_by_one<V: Dimension, T: Send>(
    set: &CoreSet<V>,
    places: &[Placement<V>],
    pairs: &[[u32; 2]],
    answers: &mut [T],
    ask: impl Fn(usize, &Seen<'_, V>, &Seen<'_, V>) -> T + Sync,
) {
    let body = |index: u32| {
        let place = &places[index as usize];
        Placed::new(set.shape(place.shape), place.pose)
    };
    let all = answers.par_iter_mut().zip(pairs).enumerate().with_min_len(16);
    all.for_each(|(index, (answer, &[a, b]))| *answer = ask(index, &body(a), &body(b)));
}

/// Pairs of bodies in configurations.
pub struct Run<'a, V: Dimension> {
    pub bodies: &'a Bodies<V>,
    pub poses: Option<&'a Poses<V>>,
    pub pairs: &'a [[u32; 2]],
    pub solver: Solver,
}

/// How far a call has come, and how large its next block is.
struct Pace<'a, 'py> {
    /// Called with the number of answers that are done, and that of all.
    progress: Option<&'a Bound<'py, PyAny>>,
    done: usize,
    all: usize,
    size: usize,
    started: Instant,
}

impl Pace<'_, '_> {
    /// After each block: a look for Ctrl-C, a word to `progress`, and the size of the next block.
    fn after(&mut self, py: Python<'_>, count: usize) -> PyResult<()> {
        let time = self.started.elapsed();
        self.done += count;
        if time < SHORT {
            self.size = (self.size * 2).min(BLOCK.end);
        } else if time > 2 * SHORT {
            self.size = (self.size / 2).max(16);
        }
        py.check_signals()?;
        if let Some(progress) = self.progress {
            progress.call1((self.done, self.all))?;
        }
        self.started = Instant::now();
        Ok(())
    }
}

impl<V: Dimension> Run<'_, V> {
    /// Asks all configurations, and hands the answers to `take` in their order.
    pub fn answer<Q: Question<V>>(
        &self,
        py: Python<'_>,
        question: &Q,
        progress: Option<&Bound<'_, PyAny>>,
        mut take: impl FnMut(&[Q::Answer]) + Send,
    ) -> PyResult<()> {
        let each = question.axis(self.pairs.len()).unwrap_or(1);
        let all = self.poses.and_then(|poses| poses.configurations).unwrap_or(1) * each;
        let mut pace = Pace { progress, done: 0, all, size: BLOCK.start, started: Instant::now() };
        let mut answers = Vec::new();
        while pace.done < all {
            let configuration = pace.done / each;
            let whole = (pace.size / self.pairs.len().max(each)).max(1);
            if whole == 1 {
                self.one_configuration(py, question, configuration, &mut answers, &mut pace, &mut take)?;
                continue;
            }
            // Whole configurations, each on a core.
            let count = (whole * each).min(all - pace.done);
            answers.resize(count.max(answers.len()), Q::Answer::default());
            let block = &mut answers[..count];
            py.detach(|| {
                block.par_chunks_mut(each).enumerate().try_for_each(|(index, answers)| {
                    let places = self.bodies.places(self.poses, configuration + index);
                    question.ask(&self.solver.batch(&self.bodies.set, &places)?, &places, self.pairs, 0..each, answers)
                })?;
                take(block);
                Ok::<_, BatchError>(())
            })
            .map_err(value_error)?;
            pace.after(py, count)?;
        }
        Ok(())
    }

    /// One configuration, in blocks that are shared among the cores.
    fn one_configuration<Q: Question<V>>(
        &self,
        py: Python<'_>,
        question: &Q,
        configuration: usize,
        answers: &mut Vec<Q::Answer>,
        pace: &mut Pace<'_, '_>,
        take: &mut (impl FnMut(&[Q::Answer]) + Send),
    ) -> PyResult<()> {
        let each = question.axis(self.pairs.len()).unwrap_or(1);
        let places = py.detach(|| self.bodies.places(self.poses, configuration));
        let batch = py.detach(|| self.solver.batch(&self.bodies.set, &places)).map_err(value_error)?;
        let mut first = 0;
        while first < each {
            let range = first..each.min(first + pace.size);
            first = range.end;
            let count = range.len();
            answers.resize(count.max(answers.len()), Q::Answer::default());
            let block = &mut answers[..count];
            py.detach(|| {
                question.ask(&batch, &places, self.pairs, range, block)?;
                take(block);
                Ok::<_, BatchError>(())
            })
            .map_err(value_error)?;
            pace.after(py, count)?;
        }
        Ok(())
    }
}

/// The pairs of a call: those that are given, or all pairs of `count` shapes.
pub fn pairs(given: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<[u32; 2]>> {
    match given {
        Some(pairs) => arrays::indices::<2>(pairs, "pairs", count),
        None => Ok((0..count as u32).flat_map(|i| (i + 1..count as u32).map(move |j| [i, j])).collect()),
    }
}
