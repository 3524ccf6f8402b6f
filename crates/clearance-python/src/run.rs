//! One question about many pairs in many configurations: in blocks, on all cores, with a look for Ctrl-C after each.

use crate::arrays::Numbers;
use crate::dimension::Dimension;
use crate::indices::SeenPairs;
use crate::poses::Poses;
use crate::shape::{Shape, value_error};
use clearance::{
    AnyShape, Batch, BatchError, Motion, Placed, Placement, Pose, ShapeId, ShapeSet as CoreSet, Solver, SupportMap,
};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The most pairs of a block. Larger: an interrupt waits longer. Smaller: cores wait for each other more often.
const BLOCK: usize = 262_144;

/// Pairs that one core answers before it writes their columns: the core's batches sort as many. Larger: the answers
/// leave the core's cache before they are read. Smaller: more calls, of which each sorts its pairs anew.
const PART: usize = 256;

/// The same for slow questions. Larger: some cores are done long before others.
pub const FEW: usize = 16;

/// The time that a block is to take. Larger: an interrupt, which is to be answered within 0.2 s, waits longer. Smaller:
/// cores wait for each other more often.
const TIME: Duration = Duration::from_millis(20);

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
    /// The poses of the numbers of an argument, one for each shape.
    pub fn poses<'n>(&self, py: Python<'_>, numbers: &'n Option<Numbers<'_>>) -> PyResult<Option<Poses<'n>>> {
        numbers.as_ref().map(|numbers| Poses::read::<V>(py, numbers, self.own.len())).transpose()
    }
    /// The places of all shapes: of the set alone, or with the poses of one configuration on top. `room` is memory for
    /// them.
    pub fn places<'r>(
        &self,
        poses: Option<&Poses<'_>>,
        configuration: usize,
        room: &'r mut Vec<Placement<V>>,
    ) -> &'r [Placement<V>] {
        let place = |(index, &(shape, own)): (usize, &(ShapeId, Pose<V>))| {
            let pose = match poses.map(|poses| poses.pose(configuration, index)) {
                None => own,
                Some(pose) => pose.after(&own),
            };
            Placement { shape, pose }
        };
        room.clear();
        room.extend(self.own.iter().enumerate().map(place));
        room
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
    /// How many answers one core finds before they are kept.
    fn part(&self) -> usize {
        PART
    }
    /// Which pairs the answers of that range are about, of so many.
    fn about(&self, range: Range<usize>, _pairs: usize) -> Range<usize> {
        range
    }
    /// The answers of that range, with the pairs that they are about.
    fn ask(
        &self,
        batch: &Batch<'_, V>,
        places: &[Placement<V>],
        pairs: &[[u32; 2]],
        range: Range<usize>,
        answers: &mut [Self::Answer],
    ) -> Result<(), BatchError>;
}

/// A shape of a set where it stands.
type Body<'a, V> = Placed<&'a (dyn SupportMap<V> + Send + Sync), V>;

/// Pairs that are asked one by one, for slow questions. `ask` gets the place of the pair in `pairs`.
pub fn one_by_one<V: Dimension, T>(
    set: &CoreSet<V>,
    places: &[Placement<V>],
    pairs: &[[u32; 2]],
    answers: &mut [T],
    ask: impl Fn(usize, &Body<'_, V>, &Body<'_, V>) -> T,
) {
    let body = |index: u32| {
        let place = &places[index as usize];
        Placed::new(set.shape(place.shape), place.pose)
    };
    for (index, (answer, &[a, b])) in answers.iter_mut().zip(pairs).enumerate() {
        *answer = ask(index, &body(a), &body(b));
    }
}

/// Pairs of bodies in configurations.
pub struct Run<'a, V: Dimension> {
    pub bodies: &'a Bodies<V>,
    pub poses: Option<&'a Poses<'a>>,
    pub pairs: SeenPairs<'a>,
    pub solver: Solver,
}

/// How far a call has come, and how large its next block is.
struct Pace<'a, 'py> {
    /// Called with the number of answers that are done, and that of all.
    progress: Option<&'a Bound<'py, PyAny>>,
    done: usize,
    all: usize,
    /// The work of the next block, and that of one answer, in pairs.
    size: usize,
    weight: usize,
    started: Instant,
}

impl Pace<'_, '_> {
    /// After each block: a look for Ctrl-C, a word to `progress`, and the size of the next block.
    fn after(&mut self, py: Python<'_>, count: usize) -> PyResult<()> {
        let time = self.started.elapsed();
        self.done += count;
        // The next block is to take as long as it should, but is at most eight times as large.
        let factor = (TIME.as_secs_f64() / time.as_secs_f64()).min(8.0);
        self.size = (((count * self.weight) as f64 * factor) as usize).clamp(1, BLOCK);
        py.check_signals()?;
        if let Some(progress) = self.progress {
            progress.call1((self.done, self.all))?;
        }
        self.started = Instant::now();
        Ok(())
    }
}

/// Where answers are kept.
pub trait Keep<A> {
    /// Places for a part of the answers.
    type Part<'k>: Send
    where
        Self: 'k;
    /// Parts of `size` answers each, the last one shorter, for the answers of that range.
    fn parts(&mut self, range: Range<usize>, size: usize) -> Vec<Self::Part<'_>>;
    /// Keeps all answers of a part. `room` is memory for one column of them.
    fn keep<'k>(part: Self::Part<'k>, answers: &mut [A], room: &mut Vec<f64>)
    where
        Self: 'k;
}

/// As they are, in a list that is long enough.
impl<A: Send> Keep<A> for Vec<A> {
    type Part<'k>
        = &'k mut [A]
    where
        A: 'k;
    fn parts(&mut self, range: Range<usize>, size: usize) -> Vec<&mut [A]> {
        self[range].chunks_mut(size).collect()
    }
    fn keep<'k>(part: &'k mut [A], answers: &mut [A], _room: &mut Vec<f64>)
    where
        Self: 'k,
    {
        part.swap_with_slice(answers);
    }
}

/// What a thread keeps from part to part.
struct Room<V: Dimension, A> {
    places: Vec<Placement<V>>,
    pairs: Vec<[u32; 2]>,
    answers: Vec<A>,
    column: Vec<f64>,
}

impl<V: Dimension, A: Clone + Default> Room<V, A> {
    fn new() -> Self {
        Self { places: Vec::new(), pairs: Vec::new(), answers: Vec::new(), column: Vec::new() }
    }

    /// With places for so many answers.
    fn for_answers(&mut self, count: usize) -> &mut Self {
        if self.answers.len() < count {
            self.answers.resize(count, A::default());
        }
        self
    }
}

impl<V: Dimension> Run<'_, V> {
    /// Asks all configurations, and hands the answers to `keep`.
    pub fn answer<Q: Question<V>, K: Keep<Q::Answer> + Send>(
        &self,
        py: Python<'_>,
        question: &Q,
        progress: Option<&Bound<'_, PyAny>>,
        keep: &mut K,
    ) -> PyResult<()> {
        let count = self.pairs.len();
        let each = question.axis(count).unwrap_or(1);
        let all = self.poses.and_then(|poses| poses.configurations).unwrap_or(1) * each;
        let work = count.max(each);
        let (size, weight) = (question.part().min(FEW), work.checked_div(each).unwrap_or(1));
        let mut pace = Pace { progress, done: 0, all, size, weight, started: Instant::now() };
        while pace.done < all {
            let (configuration, whole) = (pace.done / each, pace.size / work);
            if whole <= 1 {
                self.one_configuration(py, question, configuration, &mut pace, keep)?;
                continue;
            }
            // Whole configurations, some of them on each core.
            let (first, count) = (pace.done, (whole * each).min(all - pace.done));
            let size = (question.part() / work).max(1) * each;
            let part = |room: &mut Room<V, Q::Answer>, index: usize, part: K::Part<'_>| {
                let Room { places, pairs, answers, column } = room.for_answers(size);
                let answers = &mut answers[..size.min(count - index * size)];
                for (answers, configuration) in answers.chunks_mut(each).zip((first + index * size) / each..) {
                    let places = self.bodies.places(self.poses, configuration, places);
                    let pairs = self.pairs.of(question.about(0..each, self.pairs.len()), pairs);
                    let batch = self.solver.batch(&self.bodies.set, places)?;
                    question.ask(&batch, places, pairs, 0..each, answers)?;
                }
                K::keep(part, answers, column);
                Ok::<_, BatchError>(())
            };
            py.detach(|| {
                let parts = keep.parts(first..first + count, size).into_par_iter().enumerate();
                parts.try_for_each_init(Room::new, |room, (index, places)| part(room, index, places))
            })
            .map_err(value_error)?;
            pace.after(py, count)?;
        }
        Ok(())
    }

    /// One configuration, in blocks of which each core has parts.
    fn one_configuration<Q: Question<V>, K: Keep<Q::Answer> + Send>(
        &self,
        py: Python<'_>,
        question: &Q,
        configuration: usize,
        pace: &mut Pace<'_, '_>,
        keep: &mut K,
    ) -> PyResult<()> {
        let (each, size) = (question.axis(self.pairs.len()).unwrap_or(1), question.part());
        let mut places = Vec::new();
        let places = py.detach(|| self.bodies.places(self.poses, configuration, &mut places));
        let batch = py.detach(|| self.solver.batch(&self.bodies.set, places)).map_err(value_error)?;
        let mut first = 0;
        while first < each {
            let (start, count) = (first, (each - first).min((pace.size / pace.weight).max(1)));
            first += count;
            let done = pace.done;
            let part = |room: &mut Room<V, Q::Answer>, index: usize, part: K::Part<'_>| {
                let range = start + index * size..start + count.min((index + 1) * size);
                let Room { pairs, answers, column, .. } = room.for_answers(size);
                let answers = &mut answers[..range.len()];
                let pairs = self.pairs.of(question.about(range.clone(), self.pairs.len()), pairs);
                question.ask(&batch, places, pairs, range, answers)?;
                K::keep(part, answers, column);
                Ok::<_, BatchError>(())
            };
            py.detach(|| {
                let parts = keep.parts(done..done + count, size).into_par_iter().enumerate();
                parts.try_for_each_init(Room::new, |room, (index, places)| part(room, index, places))
            })
            .map_err(value_error)?;
            pace.after(py, count)?;
        }
        Ok(())
    }
}
