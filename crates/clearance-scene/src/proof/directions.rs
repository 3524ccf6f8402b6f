//! The normals of a proof: vectors of integers.

use clearance::each::Each;
use clearance_verify::Direction;
use dashu_base::{BitTest, Gcd};
use dashu_int::IBig;
use dashu_ratio::Relaxed;
use std::collections::HashMap;

/// All directions of a proof. Equal ones have one number.
#[derive(Default)]
pub(super) struct Directions {
    numbers: HashMap<[IBig; 3], usize>,
    all: Vec<Direction>,
    lines: String,
}

impl Directions {
    /// The number of a direction; a new one is added. `None` if it is zero.
    pub fn number(&mut self, coordinates: [IBig; 3]) -> Option<usize> {
        let number = self.all.len();
        if let Some(&known) = self.numbers.get(&coordinates) {
            return Some(known);
        }
        let [x, y, z] = &coordinates;
        let line = format!("direction {x} {y} {z}\n");
        self.all.push(Direction::new(coordinates.clone())?);
        self.lines += &line;
        self.numbers.insert(coordinates, number);
        Some(number)
    }

    pub fn get(&self, number: usize) -> &Direction {
        &self.all[number]
    }

    /// The directions as lines of a proof.
    pub fn lines(&self) -> &str {
        &self.lines
    }
}

/// The unit vector rounded to integers of about `bits` bits.
pub(super) fn rounded(unit: [f64; 3], bits: i32) -> [IBig; 3] {
    reduced(unit.each(|x| IBig::from((x * f64::from(bits).exp2()).round() as i64)))
}

/// Integers in the proportions of the numbers, without a common factor. The denominators are powers of two.
pub(super) fn integers<const N: usize>(numbers: [Relaxed; N]) -> [IBig; N] {
    let most = numbers.iter().map(|x| x.denominator().bit_len()).max().unwrap_or(1);
    reduced(numbers.map(|x| x.numerator() << (most - x.denominator().bit_len())))
}

fn reduced<const N: usize>(numbers: [IBig; N]) -> [IBig; N] {
    let common = numbers.iter().filter(|x| !x.is_zero()).fold(None, |common: Option<IBig>, x| {
        Some(common.map_or_else(|| x.clone(), |common| IBig::from(common.gcd(x))))
    });
    let Some(common) = common else { return numbers };
    let common = if common < IBig::ZERO { -common } else { common };
    numbers.map(|x| x / &common)
}
