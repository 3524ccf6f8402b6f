//! Reads lines of a pairs file and writes lines of answers.

use clearance::Solver;
use clearance_files::Scalar;
use clearance_files::document::{PairDocument, id_of, read_pair};
use clearance_files::fault::Fault;
use serde_json::value::RawValue;

use crate::answer::{Answer, EXACT, Question};
use crate::block::Block;

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
            Self::Csv => format!("id,line,{},error\n", Answer::CSV_HEADER),
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
    /// The least distance that is allowed.
    pub fail_below: Option<f64>,
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
    /// How many are closer than allowed.
    pub too_close: u64,
}

/// A line that was read.
struct Asked<'a> {
    id: Option<&'a RawValue>,
    line: u64,
    /// Whether its pair is in the block.
    taken: Result<(), Fault>,
}

impl Job {
    /// Answers every line of `lines` that is not blank. The first line has the number `line`.
    pub fn answer_lines(&self, lines: &[u8], line: u64) -> Answers {
        // A byte order mark may stand before the first line.
        let lines = if line == 1 { lines.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(lines) } else { lines };
        let mut block = Block::default();
        let numbered = (line..).zip(lines.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii));
        let asked: Vec<Asked<'_>> = numbered
            .filter(|(_, bytes)| !bytes.is_empty())
            .map(|(line, bytes)| self.ask(bytes, line, &mut block))
            .collect();
        let mut found = block.answers(&self.solver).into_iter();
        let mut answers = Answers::default();
        for Asked { id, line, taken } in asked {
            match taken.and_then(|()| found.next().expect("a pair that was taken has an answer")) {
                Ok(answer) => self.push_answer(id, line, &answer, &mut answers),
                Err(fault) => self.push_fault(id, line, &fault, &mut answers),
            }
        }
        answers
    }

    /// Puts the pair of one line into `block`.
    fn ask<'a>(&self, bytes: &'a [u8], line: u64, block: &mut Block) -> Asked<'a> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let fault = Fault::new(format!("expected UTF-8, found another byte at {}", error.valid_up_to() + 1));
                return Asked { id: id_before(&bytes[..error.valid_up_to()]), line, taken: Err(fault) };
            }
        };
        match read_pair(text) {
            Ok(PairDocument { id, dim: dimension, scalar, a, b }) => {
                let scalar = self.scalar.or(scalar).unwrap_or_default();
                let question = Question { a: &a, b: &b, moves: [&[]; 2], dimension, scalar, approximation: EXACT };
                Asked { id, line, taken: block.push(&question) }
            }
            Err((id, fault)) => Asked { id, line, taken: Err(fault) },
        }
    }

    fn push_answer(&self, id: Option<&RawValue>, line: u64, answer: &Answer, answers: &mut Answers) {
        if self.fail_below.is_some_and(|least| answer.distance < least) {
            answers.too_close += 1;
        }
        self.begin(id, line, answers);
        let out = &mut answers.text;
        if self.format == Format::Csv {
            answer.push_cells(out);
            out.push(b',');
        } else {
            answer.push_members(out);
            out.push(b'}');
        }
    }

    /// Appends an answer that says why there is no result.
    pub fn push_fault(&self, id: Option<&RawValue>, line: u64, fault: &Fault, answers: &mut Answers) {
        answers.faults += 1;
        answers.first_fault.get_or_insert_with(|| format!("line {line}: {fault}"));
        self.begin(id, line, answers);
        let out = &mut answers.text;
        if self.format == Format::Csv {
            out.extend(std::iter::repeat_n(b',', Answer::CSV_HEADER.split(',').count()));
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
