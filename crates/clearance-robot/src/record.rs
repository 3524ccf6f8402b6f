//! What a search did, so that another program can follow it.
//!
//! Cells are numbered as they are cut, whatever order they are looked at. Each has a list of words about the pairs of
//! nodes that wait in it, and the parameter along which it was cut.

#![cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]

#[cfg(feature = "proof")]
use crate::plane::Order;
use crate::plane::Proof;
#[cfg(feature = "proof")]
use std::fmt::Write;

/// What happened to the pair of nodes that waited last.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Word {
    /// It was proven for the cell.
    Proven(Proof),
    /// The node of this side was opened.
    Opened(usize),
    /// It is left to the parts of the cell.
    Kept,
}

/// The cells of a search. The first one is the whole.
#[derive(Debug, Default)]
pub(crate) struct Record {
    cells: Vec<Recorded>,
}

#[derive(Debug, Default)]
struct Recorded {
    words: Vec<Word>,
    /// The parameter and the numbers of both halves, the lower one first.
    cut: Option<(usize, [usize; 2])>,
}

impl Record {
    pub fn add(&mut self, cell: usize, word: Word) {
        self.reach(cell);
        self.cells[cell].words.push(word);
    }

    pub fn cut(&mut self, cell: usize, parameter: usize) -> [usize; 2] {
        self.reach(cell);
        let halves = [self.cells.len(), self.cells.len() + 1];
        self.cells.resize_with(halves[1] + 1, Recorded::default);
        self.cells[cell].cut = Some((parameter, halves));
        halves
    }

    fn reach(&mut self, cell: usize) {
        if self.cells.len() <= cell {
            self.cells.resize_with(cell + 1, Recorded::default);
        }
    }

    /// The cells and their words in lines that begin with `steps`, a cell before its halves, the lower half first.
    #[cfg(feature = "proof")]
    pub fn lines(&self) -> String {
        let (mut lines, mut line) = (String::new(), "steps".to_owned());
        let mut add = |word: &str| {
            if line.len() + word.len() > COLUMNS && line.len() > "steps".len() {
                lines += &line;
                lines.push('\n');
                "steps".clone_into(&mut line);
            }
            line.push(' ');
            line += word;
        };
        let mut waiting = vec![0];
        while let Some(cell) = waiting.pop() {
            let Some(Recorded { words, cut }) = self.cells.get(cell) else { continue };
            words.iter().for_each(|word| add(&text(word)));
            if let Some((parameter, [low, high])) = cut {
                add(&format!("j{parameter}"));
                waiting.extend([high, low]);
            }
        }
        if line.len() > "steps".len() {
            lines += &line;
            lines.push('\n');
        }
        lines
    }
}

/// Lines are broken beyond this.
#[cfg(feature = "proof")]
const COLUMNS: usize = 1000;

#[cfg(feature = "proof")]
fn text(word: &Word) -> String {
    let mut text = String::new();
    let _ = match word {
        Word::Opened(0) => write!(text, "a"),
        Word::Opened(_) => write!(text, "b"),
        Word::Kept => write!(text, "k"),
        Word::Proven(proof) => {
            let ([x, y, z], held) = (proof.grid, proof.plane.held);
            match proof.by {
                Order::Balls => write!(text, "o"),
                Order::Way => write!(text, "w{x},{y},{z}"),
                Order::First | Order::Second => write!(text, "p{held}:{x},{y},{z}"),
            }
        }
    };
    text
}
