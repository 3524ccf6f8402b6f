//! `clearance query`: a file of pairs answered in order, on all cores, in constant memory.
//!
//! Each thread takes the next chunk of lines and answers it. It gives the answers to [`Ordered`], which writes them in
//! the order of the chunks. A thread that is too far ahead of the slowest one waits there. So memory stays bounded.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use clearance_files::Scalar;
use clearance_files::fault::Fault;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::answer::PrecisionName;
use crate::failure::Failure;
use crate::inside::Inside;
use crate::lines::{Chunk, Chunks, Content, LONGEST_LINE};
use crate::loader::Loader;
use crate::output::Output;
use crate::pairs::{Answers, Format, Job, Limits, id_before};
use crate::threads;
use crate::unit::{Length, Unit};

/// The most threads that may be asked for. Each holds a few chunks of lines, and hardly any machine has more cores.
const MOST_THREADS: i64 = 1024;

/// Answer a file of pairs, one JSON object a line.
///
/// Bounds are printed so that the decimals bracket the distance and read back as the same floats. A rotation that is
/// not unit is divided by its length, and the answer is about the rounded quotients.
#[derive(clap::Args)]
pub struct Arguments {
    /// The pairs, `-` for standard input
    pairs: PathBuf,
    /// Write the answers to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How the answers are written
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Format,
    /// How far the answers are refined
    #[arg(long, value_enum, default_value = "float")]
    precision: PrecisionName,
    /// The unit of the answers, and of files in the lines whose format has none
    #[arg(long, value_enum)]
    unit: Option<Unit>,
    /// Round numbers to this type instead of what the file says
    #[arg(long, value_enum)]
    scalar: Option<Scalar>,
    /// What the distance is where a mesh or an outline overlaps the other thing
    #[arg(long, value_enum, default_value = "wall")]
    inside: Inside,
    /// End with exit code 1 when a pair is closer than this, such as 0.5, or 0.5mm beside --unit
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = Length::finite)]
    fail_below: Option<Length>,
    /// End with exit code 1 when a pair is farther apart than this
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = Length::finite)]
    fail_above: Option<Length>,
    /// How many threads work [default: one a core]
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let job = Job {
        solver: arguments.precision.solver(),
        scalar: arguments.scalar,
        format: arguments.format,
        limits: Limits::in_unit(arguments.fail_below, arguments.fail_above, arguments.unit)?,
        inside: arguments.inside,
    };
    let loader = Loader::new(arguments.pairs.parent().unwrap_or(Path::new("")), arguments.unit);
    let (reader, length) = open(&arguments.pairs)?;
    let threads = threads::count(arguments.threads);
    let place = arguments.output.as_deref().unwrap_or(Path::new("standard output"));
    let mut output = Output::open(arguments.output.as_deref())?;
    output.write_all(job.format.head().as_bytes()).map_err(|error| Failure::io(place.display(), &error))?;

    let source = Mutex::new(Chunks::new(reader));
    let ordered = Ordered::new(output, progress_bar(length), job.format, 4 * threads as u64);
    thread::scope(|scope| {
        // This thread works, too. So the answers come even if the system grants no other thread.
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, || work(&job, &loader, &source, &ordered)).is_err() {
                break;
            }
        }
        work(&job, &loader, &source, &ordered);
    });

    let (summary, mut output) = ordered.finish().map_err(|trouble| match trouble {
        Trouble::Reading(error) => Failure::io(arguments.pairs.display(), &error),
        Trouble::Writing(error) => Failure::io(place.display(), &error),
    })?;
    let end = if summary.pairs > 0 { job.format.tail() } else { job.format.tail().trim_start() };
    output.write_all(end.as_bytes()).map_err(|error| Failure::io(place.display(), &error))?;
    output.finish()?;
    Ok(verdict(&summary, arguments))
}

/// The stream of pairs and its length, if it is known.
fn open(path: &Path) -> Result<(Box<dyn Read + Send>, Option<u64>), Failure> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), None));
    }
    let failed = |error| Failure::io(path.display(), &error);
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(Failure::file(path, "is a folder; expected a file of pairs, one JSON object a line"));
    }
    Ok((Box::new(file), metadata.is_file().then_some(metadata.len())))
}

/// The exit code, and its meaning in words for standard error.
fn verdict(summary: &Answers, arguments: &Arguments) -> ExitCode {
    if let Some(first) = &summary.first_fault {
        let (faults, pairs) = (summary.faults, summary.pairs);
        eprintln!("clearance: {}: {faults} of {pairs} pairs could not be answered; {first}", arguments.pairs.display());
    }
    let below = arguments.fail_below.map(|least| format!("closer than {least}"));
    let above = arguments.fail_above.map(|most| format!("farther apart than {most}"));
    let words = [below, above].into_iter().flatten().collect::<Vec<_>>().join(" or ");
    if summary.broken > 0 {
        eprintln!("clearance: {} of {} pairs are {words}", summary.broken, summary.pairs);
    }
    match (summary.faults, summary.broken) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(1),
        _ => ExitCode::from(2),
    }
}

/// Shows the bytes read and the bytes in all, on standard error, if that is a terminal.
fn progress_bar(length: Option<u64>) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let style = |template| ProgressStyle::with_template(template).expect("the template is valid");
    match length {
        Some(length) => ProgressBar::with_draw_target(Some(length), target)
            .with_style(style("{bar:40} {percent:>3} %  {bytes_per_sec}  {eta} left  {msg}")),
        None => ProgressBar::with_draw_target(None, target).with_style(style("{spinner} {bytes} read  {msg}")),
    }
}

/// Answers chunks until there are none left, or until the answers are of no use any more.
fn work<R: Read>(job: &Job, loader: &Loader, source: &Mutex<Chunks<R>>, ordered: &Ordered) {
    loop {
        // The lock is held only while reading: the guard is dropped before the work begins.
        let next = lock(source).next_chunk();
        match next {
            Ok(Some(chunk)) => {
                let answers = answer(job, loader, &chunk);
                if !ordered.put(&chunk, answers) {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => return ordered.abandon(Trouble::Reading(error)),
        }
    }
}

fn answer(job: &Job, loader: &Loader, chunk: &Chunk) -> Answers {
    match &chunk.content {
        Content::Lines(lines) => job.answer_lines_with(loader, lines, chunk.first_line),
        Content::TooLong(beginning) => {
            let mut answers = Answers::default();
            let fault = Fault::new(format!("expected a line of at most {LONGEST_LINE} bytes"));
            let whole = beginning.utf8_chunks().next().map_or(0, |part| part.valid().len());
            job.push_fault(id_before(&beginning[..whole]), chunk.first_line, &fault, &mut answers);
            answers
        }
    }
}

/// Why the output will not be whole.
enum Trouble {
    Reading(io::Error),
    Writing(io::Error),
}

/// Puts the answers of many threads in order.
struct Ordered {
    state: Mutex<State>,
    /// Notified whenever chunks were written or the work was abandoned.
    moved: Condvar,
    format: Format,
    /// How many chunks a thread may be ahead of the next one to be written.
    window: u64,
}

struct State {
    output: Output,
    progress: ProgressBar,
    /// The chunk to be written next.
    next: u64,
    /// Later chunks, with the position in the input.
    waiting: BTreeMap<u64, (Answers, u64)>,
    /// The sum of what was written, without text.
    summary: Answers,
    trouble: Option<Trouble>,
}

impl Ordered {
    fn new(output: Output, progress: ProgressBar, format: Format, window: u64) -> Self {
        let (waiting, summary) = (BTreeMap::new(), Answers::default());
        let state = State { output, progress, next: 0, waiting, summary, trouble: None };
        Self { state: Mutex::new(state), moved: Condvar::new(), format, window }
    }

    /// Hands in the answers of a chunk. It waits while the thread is too far ahead. It is false when the work was
    /// abandoned.
    fn put(&self, chunk: &Chunk, answers: Answers) -> bool {
        let too_far = |state: &mut State| state.trouble.is_none() && chunk.sequence >= state.next + self.window;
        let waited = self.moved.wait_while(lock(&self.state), too_far);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.trouble.is_some() {
            return false;
        }
        state.waiting.insert(chunk.sequence, (answers, chunk.position));
        if let Err(error) = state.write_ready(self.format) {
            state.trouble = Some(Trouble::Writing(error));
        }
        self.moved.notify_all();
        state.trouble.is_none()
    }

    /// Stops all threads.
    fn abandon(&self, trouble: Trouble) {
        lock(&self.state).trouble.get_or_insert(trouble);
        self.moved.notify_all();
    }

    /// The totals and the output, to be closed.
    fn finish(self) -> Result<(Answers, Output), Trouble> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.progress.finish_and_clear();
        match state.trouble {
            Some(trouble) => Err(trouble),
            None => Ok((state.summary, state.output)),
        }
    }
}

impl State {
    /// Writes the chunks that are next in order.
    fn write_ready(&mut self, format: Format) -> io::Result<()> {
        while let Some((answers, position)) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.progress.set_position(position);
            if answers.pairs == 0 {
                continue;
            }
            if format == Format::Json && self.summary.pairs > 0 {
                self.output.write_all(format.between())?;
            }
            self.output.write_all(&answers.text)?;
            if format != Format::Json {
                self.output.write_all(format.between())?;
            }
            self.summary.pairs += answers.pairs;
            self.summary.faults += answers.faults;
            self.summary.broken += answers.broken;
            if self.summary.first_fault.is_none() {
                self.summary.first_fault = answers.first_fault;
            }
        }
        // A reader that waits for each answer gets it.
        self.output.flush()
    }
}

/// The state behind a lock. Poison does no harm: a thread that panicked has left no half-done change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
