//! Findings in groups, without a distance: around the element that explains most of them.
//!
//! **Problem.** A duct that runs through forty beams is one thing to talk about, and not forty.
//!
//! **Method.** Pairs are edges between elements. 1. Take the element with most pairs that are in no group yet; it is the
//! *hub*. 2. The group is the hub with all these pairs. 3. Repeat with the rest. So the hubs cover all pairs: it is the
//! greedy vertex cover. It has at most ln n + 1 times as many hubs as the smallest cover of n pairs (Johnson 1974,
//! "Approximation algorithms for combinatorial problems"), and no length or tolerance is chosen.
//!
//! **Ties** go to the least key. So the groups depend on the pairs and the keys alone, not on the order of either.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// An element with pairs that it explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hub<K> {
    /// The element.
    pub hub: K,
    /// The places of its pairs in the list of pairs, in increasing order. No pair is in two groups.
    pub pairs: Vec<usize>,
}

/// The pairs in groups around hubs, the largest group first.
///
/// ```
/// use clearance_scene::hubs;
///
/// let pairs = [["beam 1", "duct"], ["beam 2", "duct"], ["pipe", "wall"]];
/// let groups = hubs(&pairs);
/// assert_eq!((groups[0].hub, &groups[0].pairs), ("duct", &vec![0, 1]));
/// assert_eq!((groups[1].hub, &groups[1].pairs), ("pipe", &vec![2]));
/// ```
pub fn hubs<K: Ord + Copy>(pairs: &[[K; 2]]) -> Vec<Hub<K>> {
    let mut places: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (place, &[a, b]) in pairs.iter().enumerate() {
        places.entry(a).or_default().push(place);
        if a != b {
            places.entry(b).or_default().push(place);
        }
    }
    // Counts only fall. So one that is read again and is still true is the greatest.
    let mut waiting: BinaryHeap<(usize, Reverse<K>)> =
        places.iter().map(|(&key, places)| (places.len(), Reverse(key))).collect();
    let mut is_left = vec![true; pairs.len()];
    let mut groups = Vec::new();
    while let Some((count, Reverse(hub))) = waiting.pop() {
        let own: Vec<usize> = places[&hub].iter().copied().filter(|&place| is_left[place]).collect();
        if own.is_empty() {
            continue;
        }
        if own.len() < count {
            waiting.push((own.len(), Reverse(hub)));
            continue;
        }
        own.iter().for_each(|&place| is_left[place] = false);
        groups.push(Hub { hub, pairs: own });
    }
    groups
}

/// The sets of elements that pairs join, such as the copies of one body: the least element first in each, and the set with
/// the least element first.
///
/// ```
/// use clearance_scene::sets;
///
/// assert_eq!(sets(&[[5, 2], [7, 8], [2, 9]]), [vec![2, 5, 9], vec![7, 8]]);
/// ```
pub fn sets<K: Ord + Copy>(pairs: &[[K; 2]]) -> Vec<Vec<K>> {
    let mut others: BTreeMap<K, Vec<K>> = BTreeMap::new();
    for &[a, b] in pairs {
        others.entry(a).or_default().push(b);
        others.entry(b).or_default().push(a);
    }
    let mut sets = Vec::new();
    while let Some((first, reached)) = others.pop_first() {
        let (mut set, mut waiting) = (vec![first], reached);
        while let Some(next) = waiting.pop() {
            if let Some(more) = others.remove(&next) {
                set.push(next);
                waiting.extend(more);
            }
        }
        set.sort_unstable();
        sets.push(set);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The method word by word: count all, take the most, repeat.
    fn counted_anew(pairs: &[[u32; 2]]) -> Vec<Hub<u32>> {
        let mut left: Vec<usize> = (0..pairs.len()).collect();
        let mut groups = Vec::new();
        while !left.is_empty() {
            let count = |key: u32| left.iter().filter(|&&place| pairs[place].contains(&key)).count();
            let keys = left.iter().flat_map(|&place| pairs[place]);
            let hub = keys.max_by_key(|&key| (count(key), Reverse(key))).unwrap();
            let (own, rest) = left.iter().partition(|&&place| pairs[place].contains(&hub));
            groups.push(Hub { hub, pairs: own });
            left = rest;
        }
        groups
    }

    #[test]
    fn groups_are_those_of_the_method_and_cover_each_pair_once() {
        let (mut state, mut ties, mut large) = (7u64, 0, 0);
        for _ in 0..300 {
            let mut next = |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 33) % below) as u32
            };
            let pairs: Vec<[u32; 2]> = (0..next(30)).map(|_| [next(9), next(9)]).collect();
            let groups = hubs(&pairs);
            assert_eq!(groups, counted_anew(&pairs));
            let mut covered: Vec<usize> = groups.iter().flat_map(|group| group.pairs.clone()).collect();
            covered.sort_unstable();
            assert_eq!(covered, (0..pairs.len()).collect::<Vec<_>>());
            ties += usize::from(groups.windows(2).any(|two| two[0].pairs.len() == two[1].pairs.len()));
            large += usize::from(groups.first().is_some_and(|group| group.pairs.len() > 4));
            // Another order of the pairs gives the same hubs.
            let reversed: Vec<[u32; 2]> = pairs.iter().rev().map(|&[a, b]| [b, a]).collect();
            let of =
                |groups: &[Hub<u32>]| groups.iter().map(|group| (group.hub, group.pairs.len())).collect::<Vec<_>>();
            assert_eq!(of(&hubs(&reversed)), of(&groups));
        }
        assert!(ties > 100 && large > 100, "{ties} {large}");
    }
}
