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

/// Pairs of the first block, and the most of any. Larger: an interrupt of slow pairs waits longer. Smaller: cores wait
/// for each other more often.
const BLOCK: Range<usize> = 1024..262_144;

/// Pairs that one core answers before it writes their columns: the core's batches sort as many. Larger: the answers
/// leave the core's cache before they are read. Smaller: more calls, of which each sorts its pairs anew.
const PART: usize = 256;

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

/// What keeps a part of the answers: called once with all of it, on any thread.
pub type Part<'a, A> = Box<dyn FnOnce(&mut [A]) + Send + 'a>;

/// Where answers are kept.
pub trait Keep<A> {
    /// Parts of `size` answers each, the last one shorter, for the answers of that range.
    fn parts(&mut self, range: Range<usize>, size: usize) -> Vec<Part<'_, A>>;
}

/// As they are, in a list that is long enough.
impl<A: Send> Keep<A> for Vec<A> {
    fn parts(&mut self, range: Range<usize>, size: usize) -> Vec<Part<'_, A>> {
        let part = |places| Box::new(|answers: &mut [A]| <[A]>::swap_with_slice(places, answers)) as Part<'_, A>;
        self[range].chunks_mut(size).map(part).collect()
    }
}

impl<V: Dimension> Run<'_, V> {
    /// Asks all configurations, and hands the answers to `keep`.
    pub fn answer<Q: Question<V>>(
        &self,
        py: Python<'_>,
        question: &Q,
        progress: Option<&Bound<'_, PyAny>>,
        keep: &mut (impl Keep<Q::Answer> + Send),
    ) -> PyResult<()> {
        let each = question.axis(self.pairs.len()).unwrap_or(1);
        let all = self.poses.and_then(|poses| poses.configurations).unwrap_or(1) * each;
        let work = self.pairs.len().max(each);
        let mut pace = Pace { progress, done: 0, all, size: BLOCK.start, started: Instant::now() };
        while pace.done < all {
            let (configuration, whole) = (pace.done / each, pace.size / work);
            if whole <= 1 {
                self.one_configuration(py, question, configuration, &mut pace, keep)?;
                continue;
            }
            // Whole configurations, some of them on each core.
            let (first, count) = (pace.done, (whole * each).min(all - pace.done));
            let size = (PART / work).max(1) * each;
            py.detach(|| {
                let parts = keep.parts(first..first + count, size).into_par_iter().enumerate();
                parts.try_for_each_init(Vec::new, |buffer, (index, part)| {
                    let answers = room(buffer, size.min(count - index * size));
                    for (answers, configuration) in answers.chunks_mut(each).zip((first + index * size) / each..) {
                        let places = self.bodies.places(self.poses, configuration);
                        let batch = self.solver.batch(&self.bodies.set, &places)?;
                        question.ask(&batch, &places, self.pairs, 0..each, answers)?;
                    }
                    part(answers);
                    Ok::<_, BatchError>(())
                })
            })
            .map_err(value_error)?;
            pace.after(py, count)?;
        }
        Ok(())
    }

    /// One configuration, in blocks of which each core has parts.
    fn one_configuration<Q: Question<V>>(
        &self,
        py: Python<'_>,
        question: &Q,
        configuration: usize,
        pace: &mut Pace<'_, '_>,
        keep: &mut (impl Keep<Q::Answer> + Send),
    ) -> PyResult<()> {
        let each = question.axis(self.pairs.len()).unwrap_or(1);
        let places = py.detach(|| self.bodies.places(self.poses, configuration));
        let batch = py.detach(|| self.solver.batch(&self.bodies.set, &places)).map_err(value_error)?;
        let mut first = 0;
        while first < each {
            let (start, count) = (first, (each - first).min(pace.size));
            first += count;
            let done = pace.done;
            py.detach(|| {
                let parts = keep.parts(done..done + count, PART).into_par_iter().enumerate();
                parts.try_for_each_init(Vec::new, |buffer, (index, part)| {
                    let range = start + index * PART..start + count.min((index + 1) * PART);
                    let answers = room(buffer, range.len());
                    question.ask(&batch, &places, self.pairs, range, answers)?;
                    part(answers);
                    Ok::<_, BatchError>(())
                })
            })
            .map_err(value_error)?;
            pace.after(py, count)?;
        }
        Ok(())
    }
}

/// Places for so many answers. The buffer is kept from part to part.
fn room<A: Clone + Default>(buffer: &mut Vec<A>, count: usize) -> &mut [A] {
    if buffer.len() < count {
        buffer.resize(count, A::default());
    }
    &mut buffer[..count]
}

/// The pairs of a call: those that are given, or all pairs of `count` shapes.
pub fn pairs(given: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<[u32; 2]>> {
    match given {
        Some(pairs) => arrays::indices::<2>(pairs, "pairs", count),
        None => Ok((0..count as u32).flat_map(|i| (i + 1..count as u32).map(move |j| [i, j])).collect()),
    }
}
