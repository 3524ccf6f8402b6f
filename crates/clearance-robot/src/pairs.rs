//! Which pairs of links count.

use crate::tree::Robot;
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
    pub fn are_fixed(&self, [a, b]: [usize; 2]) -> bool {
        self.bonds.rigid[a] == self.bonds.rigid[b]
    }

    /// Whether no link with a shape lies between two links.
    ///
    /// # Panics
    /// If there is no such link.
    pub fn are_adjacent(&self, [a, b]: [usize; 2]) -> bool {
        let parent = |link: usize| self.links[link].joint.map(|joint| self.joints[joint].parent);
        let bare = |link: usize| self.bonds.bare[link];
        // The links without shapes that a link touches: those it is part of, or those above it.
        let above = |link: usize| bare(link).or_else(|| parent(link).and_then(bare));
        let below = |low: usize, high: usize| {
            parent(low) == Some(high) || above(low).is_some_and(|top| bare(high).is_none() && parent(top) == Some(high))
        };
        below(a, b) || below(b, a) || above(a).is_some_and(|top| above(b) == Some(top))
    }

    /// Whether a joint can change its value.
    pub(crate) fn moves(&self, joint: usize) -> bool {
        self.joints[joint].drive.moves()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::{Description, Element, Joint, JointKind, Link, Origin, Shape};

    /// Both relations as they are defined: by the way from one link to the other.
    #[test]
    fn bonds_tell_what_the_ways_between_links_tell() {
        let (mut random, mut adjacent, mut fixed, mut far) = (Random(5), 0, 0, 0);
        for _ in 0..60 {
            let count = 9;
            let elements = |bare: bool| match bare {
                true => Vec::new(),
                false => vec![Element { origin: Origin::default(), shape: Shape::Sphere { radius: 1.0 } }],
            };
            let link = |number: usize, bare| Link { name: format!("{number}"), elements: elements(bare) };
            let links = (0..count).map(|number| link(number, random.signed() > 0.0)).collect();
            let joint = |child: usize, at: f64, still: bool| Joint {
                name: format!("{child}"),
                kind: if still { JointKind::Fixed } else { JointKind::Continuous },
                parent: ((0.5 + 0.5 * at) * child as f64) as usize % child,
                child,
                origin: Origin::default(),
                axis: [0.0, 0.0, 1.0],
                limits: None,
                mimic: None,
            };
            let joints = (1..count).map(|child| joint(child, random.signed(), random.signed() > 0.4)).collect();
            let robot = Robot::new(&Description { name: String::new(), links, joints }).unwrap();
            for (a, b) in (0..count).flat_map(|a| (0..count).filter(move |&b| a != b).map(move |b| (a, b))) {
                let ways = robot.ways([a, b]);
                let still = ways.iter().flatten().all(|&joint| !robot.moves(joint));
                let between = |&joint: &usize| robot.joints[joint].parent;
                let mut between = ways.iter().flatten().map(between).filter(|link| ![a, b].contains(link));
                let follow = between.all(|link| !robot.has_shape(link));
                assert_eq!((robot.are_fixed([a, b]), robot.are_adjacent([a, b])), (still, follow), "{a} {b} {robot:?}");
                adjacent += usize::from(follow && ways.iter().flatten().count() > 1);
                fixed += usize::from(still);
                far += usize::from(!follow && !still);
            }
        }
        assert!(adjacent > 200 && fixed > 200 && far > 200, "{adjacent} {fixed} {far}");
    }

    /// Cause: each pair of a chain was asked by the way between its links, for minutes. The test above holds that the bonds,
    /// which are made once, tell the same. A way for each pair would show in the time of all tests.
    #[test]
    fn the_pairs_of_a_chain_of_2000_links_are_told() {
        let count = 2000;
        let ball = || Element { origin: Origin::default(), shape: Shape::Sphere { radius: 0.1 } };
        let links = (0..count).map(|number| Link { name: format!("{number}"), elements: vec![ball()] }).collect();
        let joint = |child: usize| Joint {
            name: format!("{child}"),
            kind: JointKind::Continuous,
            parent: child - 1,
            child,
            origin: Origin::at([1.0, 0.0, 0.0]),
            axis: [0.0, 0.0, 1.0],
            limits: None,
            mimic: None,
        };
        let robot = Robot::new(&Description { name: String::new(), links, joints: (1..count).map(joint).collect() });
        let pairs = robot.unwrap().pairs(&PairRules::without_adjacent());
        assert_eq!(pairs.len(), count * (count - 1) / 2 - (count - 1));
    }
}
