//! What is known of an object beside its shape: an identity, attributes, and what it belongs to.

use std::collections::BTreeMap;
use std::fmt;

/// How two elements may belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kinship {
    /// One is built into the other: a window and its wall.
    Host,
    /// They are joined: a pipe and its fitting.
    Connected,
    /// They are parts of one whole, or one is the whole of the other: the flights of a stair.
    Whole,
}

impl Kinship {
    /// The word in files of rules.
    pub fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Connected => "connected",
            Self::Whole => "whole",
        }
    }

    /// The kinship of this word.
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Host, Self::Connected, Self::Whole].into_iter().find(|kinship| kinship.name() == name)
    }
}

impl fmt::Display for Kinship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is known of an object beside its shape. Nothing of it is needed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    /// Who it is, also in a later state of the scene. Links of others name it.
    pub key: Option<String>,
    /// Its attributes; each may have several values, such as a type and the supertypes of that.
    pub attributes: BTreeMap<String, Vec<String>>,
    /// The keys of those to which it belongs. There need not be an object with such a key.
    pub links: Vec<(Kinship, String)>,
    /// Two points that are no farther apart are the same point for the maker of the data. A length.
    pub precision: f64,
    /// How far a point of the surface may be from what was meant. A length.
    pub error: f64,
}

impl Element {
    /// Whether the two belong together so.
    pub fn is_kin(&self, other: &Self, kinship: Kinship) -> bool {
        let of_kin = |(of, _): &&(Kinship, String)| *of == kinship;
        let names = |one: &Self, other: &Self| {
            let Some(key) = &other.key else { return false };
            one.links.iter().filter(of_kin).any(|(_, named)| named == key)
        };
        let shares = || {
            let mut own = self.links.iter().filter(of_kin);
            own.any(|(_, whole)| other.links.iter().filter(of_kin).any(|(_, named)| named == whole))
        };
        names(self, other) || names(other, self) || (kinship == Kinship::Whole && shares())
    }
}

/// All pairs of elements that belong together in one of these ways, the lesser number first, without repetition.
pub(super) fn kin(elements: &[&Element], kinships: &[Kinship]) -> Vec<[u32; 2]> {
    let mut with_key: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut parts: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (object, element) in (0..).zip(elements) {
        element.key.iter().for_each(|key| with_key.entry(key).or_default().push(object));
        let wholes = element.links.iter().filter(|(of, _)| *of == Kinship::Whole);
        wholes.for_each(|(_, whole)| parts.entry(whole).or_default().push(object));
    }
    let mut pairs = Vec::new();
    for (object, element) in (0..).zip(elements) {
        for (kinship, key) in element.links.iter().filter(|(of, _)| kinships.contains(of)) {
            let named = with_key.get(key.as_str()).into_iter().flatten();
            let shared = parts.get(key.as_str()).filter(|_| *kinship == Kinship::Whole).into_iter().flatten();
            pairs.extend(named.chain(shared).map(|&other: &u32| [other.min(object), other.max(object)]));
        }
    }
    pairs.retain(|[a, b]| a != b);
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
