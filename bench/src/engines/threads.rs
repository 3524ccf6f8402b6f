//! Engines on many threads. Those without batches get a loop that is split over threads.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::{Engine, Output, Runner, batch};
use crate::workloads::Workload;

/// Prepares a workload for all threads. It is `None` if the engine cannot answer it.
pub fn prepare(engine: &Engine, workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if [batch::NAME, batch::COLUMNS].contains(&engine.name) {
        return (engine.prepare)(workload, output);
    }
    let part = workload.pairs.len().div_ceil(batch::threads());
    let parts = workload.pairs.chunks(part).zip(workload.reference.chunks(part)).map(|(pairs, reference)| Workload {
        pairs: pairs.to_vec(),
        reference: reference.to_vec(),
        ..workload.clone()
    });
    let workers = parts.map(|part| Worker::new(engine.prepare, part, output)).collect::<Option<Vec<Worker>>>()?;
    Some(Box::new(Split { workers, pairs: workload.pairs.len(), part }))
}

/// A loop over the pairs, split over threads that wait for their turn.
struct Split {
    workers: Vec<Worker>,
    pairs: usize,
    /// Pairs of a thread; the last one may have fewer.
    part: usize,
}

impl Runner for Split {
    fn stream(&mut self, answers: &mut [f64]) {
        for worker in &mut self.workers {
            worker.ask();
        }
        for (worker, answers) in self.workers.iter_mut().zip(answers.chunks_mut(self.part)) {
            worker.await_answers();
            answers.copy_from_slice(&worker.answers);
        }
    }
    /// One pair is not split.
    fn hot(&mut self, _: usize, _: usize) {}
    fn pairs(&self) -> usize {
        self.pairs
    }
}

/// A thread with a part of the pairs in the engine's own types. It ends when its questions do.
struct Worker {
    questions: Sender<Vec<f64>>,
    answered: Receiver<Vec<f64>>,
    /// The places for the answers. They are with the thread while it answers.
    answers: Vec<f64>,
}

impl Worker {
    /// A thread that has prepared its part. It is `None` if the engine cannot answer it.
    fn new(prepare: fn(&Workload, Output) -> Option<Box<dyn Runner>>, part: Workload, output: Output) -> Option<Self> {
        let (questions, asked) = channel::<Vec<f64>>();
        let (answer, answered) = channel();
        thread::spawn(move || {
            // Without a runner both ends close, which tells the other side.
            let Some(mut runner) = prepare(&part, output) else { return };
            let mut places = vec![f64::NAN; part.pairs.len()];
            while answer.send(places).is_ok() {
                let Ok(next) = asked.recv() else { return };
                places = next;
                runner.stream(&mut places);
            }
        });
        let answers = answered.recv().ok()?;
        Some(Self { questions, answered, answers })
    }
    /// Lets the thread begin.
    fn ask(&mut self) {
        self.questions.send(std::mem::take(&mut self.answers)).expect("the thread waits for questions");
    }
    /// Waits until the thread is done.
    fn await_answers(&mut self) {
        self.answers = self.answered.recv().expect("the thread answers every question");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::all;
    use crate::workloads::recipes;

    #[test]
    fn many_threads_answer_as_one_does() {
        let recipe = recipes().into_iter().find(|recipe| recipe.name == "boxes" && recipe.class == "near").unwrap();
        let mut workload = recipe.quick();
        workload.pairs.truncate(100);
        workload.reference.truncate(100);
        let mut engines = 0;
        for engine in all() {
            let answers = |runner: Option<Box<dyn Runner>>| {
                let mut answers = vec![f64::NAN; 100];
                runner?.stream(&mut answers);
                Some(answers)
            };
            let one = answers((engine.prepare)(&workload, Output::Distance));
            assert_eq!(answers(prepare(&engine, &workload, Output::Distance)), one, "{}", engine.name);
            // A last part that is shorter than the others.
            let parts = workload.pairs.chunks(30).map(|pairs| Workload { pairs: pairs.to_vec(), ..workload.clone() });
            let workers = parts.map(|part| Worker::new(engine.prepare, part, Output::Distance)).collect::<Option<_>>();
            let split = workers.map(|workers| Box::new(Split { workers, pairs: 100, part: 30 }) as _);
            assert_eq!(answers(split), one, "{}", engine.name);
            engines += usize::from(one.is_some());
        }
        assert!(engines > 5, "{engines} engines only");
    }
}
