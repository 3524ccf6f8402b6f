//! The words of a line.

use dashu_int::IBig;
use std::ops::Range;
use std::str::{FromStr, Split};

/// The most digits of an integer. All of the range of floats needs some 10,000. Larger: hostile files take more time.
const MOST_DIGITS: usize = 20_000;

pub(crate) struct Words<'a>(pub Split<'a, char>);

impl<'a> Words<'a> {
    pub fn word(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "expected more words on the line".to_owned())
    }
    pub fn number<T: FromStr>(&mut self) -> Result<T, String> {
        parsed(self.word()?)
    }
    pub fn integer(&mut self) -> Result<IBig, String> {
        let word = self.word()?;
        if word.len() > MOST_DIGITS { Err(format!("expected at most {MOST_DIGITS} digits")) } else { parsed(word) }
    }
    /// A bound of a distance: finite and not negative.
    pub fn bound(&mut self) -> Result<f64, String> {
        let bound = self.number()?;
        (0.0..f64::INFINITY).contains(&bound).then_some(bound).ok_or(format!("expected a bound, found {bound}"))
    }
    /// All floats up to the end of the line. They are finite.
    pub fn floats(&mut self) -> Result<Vec<f64>, String> {
        let finite = |word| parsed::<f64>(word).and_then(|x| x.is_finite().then_some(x).ok_or("not finite".to_owned()));
        self.0.by_ref().map(finite).collect()
    }
    /// The ends of a run such as `3-7`, or of a single number. `None` at the end of the line.
    pub fn run(&mut self) -> Result<Option<[u32; 2]>, String> {
        let Some(word) = self.0.next() else { return Ok(None) };
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        Ok(Some([parsed(from)?, parsed(to)?]))
    }
    pub fn end(&mut self) -> Result<(), String> {
        self.0.next().map_or(Ok(()), |word| Err(format!("expected the end of the line, found {word:?}")))
    }
}

/// A part of an order in two after so many of its leaves: the second half, then the first one.
pub(crate) fn halves(part: &Range<usize>, number: usize) -> Result<[Range<usize>; 2], String> {
    let middle = part.start.saturating_add(number);
    let is_half = part.start < middle && middle < part.end;
    is_half.then_some([middle..part.end, part.start..middle]).ok_or_else(|| "a part would be empty".to_owned())
}

/// A number as proofs write it: no sign but a minus, no zeros before other digits, nothing between digits.
pub(crate) fn parsed<T: FromStr>(word: &str) -> Result<T, String> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let begins = matches!(digits.as_bytes(), [b'0'] | [b'0', b'.' | b'e', ..] | [b'1'..=b'9', ..]);
    let number = word.parse().ok().filter(|_| begins && !word.contains(['+', '_']));
    number.ok_or_else(|| format!("expected a number, found {word:?}"))
}
