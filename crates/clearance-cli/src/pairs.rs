//! Reads lines of a pairs file and writes lines of answers.

use std::path::Path;

use clearance::Solver;
use clearance_files::Scalar;
use clearance_files::document::{PairDocument, id_of, read_pair};
use clearance_files::fault::Fault;
use clearance_files::motion::Course;
use serde_json::value::RawValue;

use crate::answer::{Answer, EXACT, Question};
use crate::block::{Block, guarded};
use crate::loader::{Loader, is_composite};
use crate::motion_question::{MotionAnswer, MotionQuestion};
use crate::part_motion::PartMotion;

/// How the answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// An object a line.
    Jsonl,
    /// One list of objects.
    Json,
    /// A row a pair, after a header.
    Csv,
}

impl Format {
    /// The text before the first answer.
    pub fn head(self) -> String {
        match self {
            Self::Jsonl => String::new(),
            Self::Json => "[\n".to_owned(),
            Self::Csv => format!("id,line,{},{},error\n", Answer::CSV_HEADER, MotionAnswer::CSV_HEADER),
        }
    }
    /// The text after the last answer.
    pub fn tail(self) -> &'static str {
        if self == Self::Json { "\n]\n" } else { "" }
    }
    /// What stands between the answers.
    pub fn between(self) -> &'static [u8] {
        if self == Self::Json { b",\n" } else { b"\n" }
    }
}

/// How every line is answered.
pub struct Job {
    /// At which precision and tolerance.
    pub solver: Solver,
    /// Instead of what the line says.
    pub scalar: Option<Scalar>,
    /// How the answers are written.
    pub format: Format,
    /// The distances that are allowed.
    pub limits: Limits,
}

/// The least and the greatest distance that is allowed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// `--fail-below`.
    pub below: Option<f64>,
    /// `--fail-above`.
    pub above: Option<f64>,
}

impl Limits {
    /// Which limit is broken, in words. `is_below` says whether the distance is less than a number. So a distance is too
    /// large if it is not below the next number after the limit.
    pub fn broken(self, is_below: impl Fn(f64) -> Result<bool, Fault>) -> Result<Option<String>, Fault> {
        if let Some(least) = self.below
            && is_below(least)?
        {
            return Ok(Some(format!("closer than {least}")));
        }
        if let Some(most) = self.above
            && !is_below(most.next_up())?
        {
            return Ok(Some(format!("farther apart than {most}")));
        }
        Ok(None)
    }

    /// The least distance, for things that move: they have no greatest one.
    fn of_motion(self) -> Result<Option<f64>, Fault> {
        let fault = || Fault::new("--fail-above is for things at rest, and this pair moves");
        if self.above.is_some() { Err(fault()) } else { Ok(self.below) }
    }
}

/// The answers of some lines, and the remarks on them.
#[derive(Default)]
pub struct Answers {
    /// As they are written, with [`Format::between`] between them.
    pub text: Vec<u8>,
    /// How many pairs there were.
    pub pairs: u64,
    /// How many of them could not be read.
    pub faults: u64,
    /// The first of these.
    pub first_fault: Option<String>,
    /// How many break a limit.
    pub broken: u64,
}

/// A line that was read.
struct Asked<'a> {
    id: Option<&'a RawValue>,
    line: u64,
    /// What became of its pair.
    taken: Taken<'a>,
}

/// What became of the pair of a line.
enum Taken<'a> {
    /// It is in the block. The text of the line is kept for the case that the bounds hold the least distance.
    Block(&'a str),
    /// It was answered at once. Whether it is closer than allowed.
    Answered(Box<Found>, bool),
    /// It cannot be answered.
    Refused(Fault),
}

impl Taken<'_> {
    /// What became of a pair that is answered now.
    fn at_once(answer: impl FnOnce() -> Result<(Found, bool), Fault>) -> Self {
        let answered = guarded(answer).map(|(answer, is_broken)| Self::Answered(Box::new(answer), is_broken));
        answered.unwrap_or_else(Self::Refused)
    }
}

/// The answer to a line.
enum Found {
    /// Of shapes at rest.
    Static(Answer),
    /// Of shapes that move.
    Moving(MotionAnswer),
}

impl Found {
    /// How many cells an answer has.
    fn columns() -> usize {
        [Answer::CSV_HEADER, MotionAnswer::CSV_HEADER].into_iter().flat_map(|header| header.split(',')).count()
    }

    fn push_cells(&self, out: &mut Vec<u8>) {
        let (contact, motion) = match self {
            Self::Static(answer) => (Some(*answer), None),
            Self::Moving(answer) => (answer.contact(), Some(answer)),
        };
        match contact {
            Some(contact) => contact.push_cells(out),
            None => out.extend(std::iter::repeat_n(b',', Answer::CSV_HEADER.split(',').count() - 1)),
        }
        out.push(b',');
        match motion {
            Some(motion) => motion.push_cells(out),
            None => out.extend(std::iter::repeat_n(b',', MotionAnswer::CSV_HEADER.split(',').count() - 1)),
        }
    }
}

impl Job {
    /// Answers every line of `lines` that is not blank. The first line has the number `line`. Files are
    /// read once a call.
    pub fn answer_lines(&self, lines: &[u8], line: u64) -> Answers {
        self.answer_lines_with(&Loader::new(Path::new(""), None), lines, line)
    }

    /// The same, with a loader that keeps the files.
    pub fn answer_lines_with(&self, loader: &Loader, lines: &[u8], line: u64) -> Answers {
        // A byte order mark may stand before the first line.
        let lines = if line == 1 { lines.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(lines) } else { lines };
        let mut block = Block::default();
        let numbered = (line..).zip(lines.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii));
        let asked: Vec<Asked<'_>> = numbered
            .filter(|(_, bytes)| !bytes.is_empty())
            .map(|(line, bytes)| self.ask(loader, bytes, line, &mut block))
            .collect();
        let mut found = block.answers(&self.solver).into_iter();
        let mut answers = Answers::default();
        for Asked { id, line, taken } in asked {
            let answered = match taken {
                Taken::Refused(fault) => Err(fault),
                Taken::Answered(answer, is_broken) => Ok((*answer, is_broken)),
                Taken::Block(text) => {
                    let answer = found.next().expect("a pair that was taken has an answer");
                    answer.and_then(|answer| Ok((Found::Static(answer), self.is_broken(&answer, text)?)))
                }
            };
            match answered {
                Ok((answer, is_broken)) => self.push_answer(id, line, &answer, is_broken, &mut answers),
                Err(fault) => self.push_fault(id, line, &fault, &mut answers),
            }
        }
        answers
    }

    /// Puts the pair of one line into `block`.
    fn ask<'a>(&self, loader: &Loader, bytes: &'a [u8], line: u64, block: &mut Block) -> Asked<'a> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let fault = Fault::new(format!("expected UTF-8, found another byte at {}", error.valid_up_to() + 1));
                return Asked { id: id_before(&bytes[..error.valid_up_to()]), line, taken: Taken::Refused(fault) };
            }
        };
        match read_pair(text) {
            Ok(pair) => {
                let taken = if let Some(course) = pair.course() {
                    Taken::at_once(|| self.answer_motion(loader, &pair, course))
                } else if is_composite(&pair.a) || is_composite(&pair.b) {
                    Taken::at_once(|| self.answer_composite(loader, &pair))
                } else {
                    let taken = block.push(&self.question(&pair));
                    taken.map_or_else(Taken::Refused, |()| Taken::Block(text))
                };
                Asked { id: pair.id, line, taken }
            }
            Err((id, fault)) => Asked { id, line, taken: Taken::Refused(fault) },
        }
    }

    /// The question about two convex shapes.
    fn question<'a>(&self, pair: &'a PairDocument<'_>) -> Question<'a> {
        let scalar = self.scalar.or(pair.scalar).unwrap_or_default();
        Question { a: &pair.a, b: &pair.b, moves: [&[]; 2], dimension: pair.dim, scalar, approximation: EXACT }
    }

    /// The answer about a pair that moves, and whether it breaks what is allowed.
    fn answer_motion(&self, loader: &Loader, pair: &PairDocument<'_>, course: Course) -> Result<(Found, bool), Fault> {
        if is_composite(&pair.a) || is_composite(&pair.b) {
            return self.answer_composite_motion(loader, pair, course);
        }
        let question = MotionQuestion { pair: self.question(pair), course };
        let answer = question.answer(&self.solver)?;
        let is_broken = |least| question.is_broken(&answer, least, &self.solver);
        Ok((Found::Moving(answer), self.limits.of_motion()?.map_or(Ok(false), is_broken)?))
    }

    /// The same about a pair with a mesh, an outline or a file.
    fn answer_composite_motion(
        &self,
        loader: &Loader,
        pair: &PairDocument<'_>,
        course: Course,
    ) -> Result<(Found, bool), Fault> {
        let scalar = self.scalar.or(pair.scalar).unwrap_or_default();
        loader.ask([&pair.a, &pair.b], pair.dim, scalar, |pair| {
            let question = PartMotion { pair: *pair, course };
            let answer = question.answer(&self.solver)?;
            let is_broken = |least| question.is_broken(&answer, least, &self.solver);
            Ok((Found::Moving(answer), self.limits.of_motion()?.map_or(Ok(false), is_broken)?))
        })
    }

    /// The answer about a pair with a mesh, an outline or a file, and whether it is closer than allowed.
    fn answer_composite(&self, loader: &Loader, pair: &PairDocument<'_>) -> Result<(Found, bool), Fault> {
        let scalar = self.scalar.or(pair.scalar).unwrap_or_default();
        loader.ask([&pair.a, &pair.b], pair.dim, scalar, |question| {
            let answer = question.answer(&self.solver)?;
            let broken = self.limits.broken(|limit| question.is_below(&answer, limit))?;
            Ok((Found::Static(answer), broken.is_some()))
        })
    }

    /// Whether the answer to a line breaks a limit. Where the bounds do not tell, the line is read again.
    fn is_broken(&self, answer: &Answer, text: &str) -> Result<bool, Fault> {
        let broken = self.limits.broken(|limit| {
            answer.is_below(limit, |solver| {
                let pair = read_pair(text).map_err(|(_, fault)| fault)?;
                guarded(|| self.question(&pair).answer(solver))
            })
        });
        Ok(broken?.is_some())
    }

    fn push_answer(&self, id: Option<&RawValue>, line: u64, answer: &Found, is_broken: bool, answers: &mut Answers) {
        answers.broken += u64::from(is_broken);
        self.begin(id, line, answers);
        let out = &mut answers.text;
        match answer {
            _ if self.format == Format::Csv => answer.push_cells(out),
            Found::Static(answer) => answer.push_members(out),
            Found::Moving(answer) => answer.push_members(out),
        }
        out.push(if self.format == Format::Csv { b',' } else { b'}' });
    }

    /// Appends an answer that says why there is no result.
    pub fn push_fault(&self, id: Option<&RawValue>, line: u64, fault: &Fault, answers: &mut Answers) {
        answers.faults += 1;
        answers.first_fault.get_or_insert_with(|| format!("line {line}: {fault}"));
        self.begin(id, line, answers);
        let out = &mut answers.text;
        if self.format == Format::Csv {
            out.extend(std::iter::repeat_n(b',', Found::columns()));
            push_cell(out, &fault.to_string());
        } else {
            out.extend_from_slice(format!("\"line\":{line},\"error\":").as_bytes());
            out.extend_from_slice(json_string(&fault.to_string()).as_bytes());
            out.push(b'}');
        }
    }

    /// Appends the beginning that every answer has.
    fn begin(&self, id: Option<&RawValue>, line: u64, answers: &mut Answers) {
        if answers.pairs > 0 {
            answers.text.extend_from_slice(self.format.between());
        }
        answers.pairs += 1;
        let id = id.map_or("null", RawValue::get);
        let out = &mut answers.text;
        if self.format == Format::Csv {
            push_cell(out, &serde_json::from_str(id).unwrap_or_else(|_| id.to_owned()));
            out.extend_from_slice(format!(",{line},").as_bytes());
        } else {
            out.extend_from_slice(b"{\"id\":");
            out.extend_from_slice(id.as_bytes());
            out.push(b',');
        }
    }
}

/// The `id` at the beginning of a line that cannot be read as a whole.
pub fn id_before(bytes: &[u8]) -> Option<&RawValue> {
    std::str::from_utf8(bytes).ok().and_then(id_of)
}

/// A string as JSON.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Appends a cell of comma-separated values. It is quoted if it must be.
pub fn push_cell(out: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        out.push(b'"');
        out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}
