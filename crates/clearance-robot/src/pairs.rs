//! Which pairs of links count.

use crate::tree::{Drive, Robot};
use std::collections::HashSet;

/// Rules for pairs of links. Pairs that are fixed to each other, and links without shapes, never count.
#[derive(Clone, Debug, Default)]
pub struct PairRules {
    disabled: HashSet<[usize; 2]>,
    adjacent: Adjacent,
}

/// What counts of links that follow each other: no link with a shape lies between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adjacent {
    /// They count as others do.
    #[default]
    Counts,
    /// They do not count.
    Skipped,
}

impl PairRules {
    /// Rules by which all pairs count but those of adjacent links.
    pub fn without_adjacent() -> Self {
        Self { adjacent: Adjacent::Skipped, ..Self::default() }
    }

    /// A pair that does not count.
    pub fn disable(&mut self, pair: [usize; 2]) -> &mut Self {
        self.disabled.insert(ordered(pair));
        self
    }

    /// A pair that counts again.
    pub fn enable(&mut self, pair: [usize; 2]) -> &mut Self {
        self.disabled.remove(&ordered(pair));
        self
    }
}

fn ordered([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

impl Robot {
    /// The pairs that count, in the order of the links.
    pub fn pairs(&self, rules: &PairRules) -> Vec<[usize; 2]> {
        let links: Vec<usize> = (0..self.links.len()).filter(|&link| self.has_shape(link)).collect();
        let all = links.iter().enumerate().flat_map(|(at, &a)| links[at + 1..].iter().map(move |&b| [a, b]));
        let counts = |pair: &[usize; 2]| {
            let is_skipped = rules.adjacent == Adjacent::Skipped && self.are_adjacent(*pair);
            !rules.disabled.contains(pair) && !is_skipped && !self.are_fixed(*pair)
        };
        all.filter(counts).collect()
    }

    /// Whether no joint moves one link against the other.
    ///
    /// # Panics
    /// If there is no such link.
    pub fn are_fixed(&self, pair: [usize; 2]) -> bool {
        let [a, b] = self.ways(pair);
        a.iter().chain(&b).all(|&joint| !self.moves(joint))
    }

    /// Whether no link with a shape lies between two links.
    ///
    /// # Panics
    /// If there is no such link.
    pub fn are_adjacent(&self, pair: [usize; 2]) -> bool {
        let ways = self.ways(pair);
        let [a, b] = [0, 1].map(|side| ways[side].iter().map(|&joint| self.joints[joint].parent));
        // The parents on both ways, but for the ends of the pair; the common link is on both, or an end.
        a.chain(b).all(|link| pair.contains(&link) || !self.has_shape(link))
    }

    /// Whether a joint can change its value.
    pub(crate) fn moves(&self, joint: usize) -> bool {
        match self.joints[joint].drive {
            Drive::Still => false,
            Drive::Along(map) => map.factor != 0.0,
            Drive::Many(_) => true,
        }
    }

    /// The joints from each link up to the link where both ways meet.
    pub(crate) fn ways(&self, pair: [usize; 2]) -> [Vec<usize>; 2] {
        let [mut a, mut b] = pair.map(|link| self.way_up(link));
        while let (Some(x), Some(y)) = (a.last(), b.last()) {
            if x != y {
                break;
            }
            a.pop();
            b.pop();
        }
        [a, b]
    }

    /// The joints from a link to the root.
    fn way_up(&self, mut link: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while let Some(joint) = self.links[link].joint {
            way.push(joint);
            link = self.joints[joint].parent;
        }
        way
    }
}
