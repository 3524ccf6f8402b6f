//! Faces that have the corners of an earlier one: its back, or the same face again.
//!
//! **Problem.** Some programs write each face from both sides. A solid can be told from such a surface if each triangle has another
//! one as its back. A fan from the first corner cuts a square along one diagonal, and its back, whose first corner is another one,
//! along the other.
//!
//! **Law.** A face with the corners of an earlier one, in the same order from any corner on or backwards, is cut along the same
//! diagonals.

use super::Outcome;
use crate::space::Point;
use std::collections::HashMap;
use std::ops::Range;

/// Corners at which a face may begin beside an earlier one. Corners at one place leave a choice, and the first ones do.
const STARTS: usize = 4;

/// Faces by their corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Twins {
    /// By the sum of the corners' numbers. Of faces with one sum the first is kept.
    known: HashMap<u64, Known>,
    corners: Vec<u32>,
}

/// A face that was cut.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    corners: Range<usize>,
    triangles: Range<usize>,
    outcome: Outcome,
}

impl Twins {
    /// Notes a face that became these triangles.
    pub fn note(&mut self, points: &[Point], face: &[u32], triangles: Range<usize>, outcome: Outcome) {
        let start = self.corners.len();
        self.known.entry(sum(points, face)).or_insert_with(|| {
            self.corners.extend_from_slice(face);
            Known { corners: start..start + face.len(), triangles, outcome }
        });
    }

    /// The triangles of a face whose corners are those of an earlier one, and what became of that. `triangles` are those so far.
    pub fn cut(&self, points: &[Point], face: &[u32], triangles: &[[u32; 3]]) -> Option<(Vec<[u32; 3]>, Outcome)> {
        let known = self.known.get(&sum(points, face))?;
        let first = &self.corners[known.corners.clone()];
        let count = face.len();
        let are_one = |first: u32, own: u32| points[first as usize] == points[own as usize];
        // The place of a corner of the first one in this one.
        let place = |start: usize, is_back: bool, step: usize| {
            if is_back { (start + count - step) % count } else { (start + step) % count }
        };
        let starts = (0..count).filter(|&start| first.len() == count && are_one(first[0], face[start])).take(STARTS);
        let mut orders = starts.flat_map(|start| [(start, false), (start, true)]);
        let (start, is_back) = orders
            .find(|&(start, is_back)| (0..count).all(|step| are_one(first[step], face[place(start, is_back, step)])))?;
        let mut steps: Vec<(u32, usize)> = first.iter().copied().zip(0..).collect();
        steps.sort_unstable();
        let own = |corner: u32| {
            let found = steps.partition_point(|&(other, _)| other < corner);
            face[place(start, is_back, steps[found].1)]
        };
        let turned = |[a, b, c]: [u32; 3]| if is_back { [a, c, b] } else { [a, b, c] };
        let cut = triangles[known.triangles.clone()].iter().map(|&corners| turned(corners.map(own))).collect();
        Some((cut, known.outcome))
    }
}

/// A number of points that does not depend on their order.
fn sum(points: &[Point], face: &[u32]) -> u64 {
    let number = |&corner: &u32| {
        points[corner as usize].iter().fold(0u64, |number, x| {
            // Adding zero makes −0 a 0. The factor is that of Fibonacci hashing (Knuth, volume 3).
            (number.rotate_left(29) ^ (x + 0.0).to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    };
    face.iter().map(number).fold(0, u64::wrapping_add)
}
