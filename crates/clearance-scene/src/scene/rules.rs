//! Which pairs count, and how close they may be: rules by patterns of names.

use super::Scene;
use super::solid::Solid;
use std::collections::BTreeMap;
use std::fmt;

/// A pattern of names. `*` stands for any characters, also none, and `?` for exactly one. All others stand for
/// themselves; upper and lower case differ.
///
/// ```
/// use clearance_scene::Pattern;
///
/// let pattern = Pattern::new("arm*/pin?");
/// assert!(pattern.matches("arm left/pin2") && pattern.matches("arm/pin3"));
/// assert!(!pattern.matches("arm/pin") && !pattern.matches("forearm/pin2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(Vec<char>);

impl Pattern {
    /// The pattern of this text. Every text is one.
    pub fn new(text: &str) -> Self {
        Self(text.chars().collect())
    }

    /// Whether the whole name matches. The time is at most the product of both lengths.
    pub fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        let (mut place, mut at) = (0, 0);
        // Where the last star stands, and how far it reached: it takes one more character when the rest fails.
        let mut star: Option<(usize, usize)> = None;
        while at < name.len() {
            match self.0.get(place) {
                Some('*') => {
                    star = Some((place, at));
                    place += 1;
                }
                Some(&own) if own == '?' || own == name[at] => {
                    place += 1;
                    at += 1;
                }
                _ => {
                    let Some((stands, reached)) = star else { return false };
                    star = Some((stands, reached + 1));
                    place = stands + 1;
                    at = reached + 1;
                }
            }
        }
        self.0[place..].iter().all(|&own| own == '*')
    }

    /// Whether the name or a group of an object matches.
    fn matches_object<S: Solid>(&self, scene: &Scene<S>, object: usize) -> bool {
        self.matches(scene.name(object)) || scene.groups(object).iter().any(|group| self.matches(group))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&character| write!(f, "{character}"))
    }
}

/// What holds for the pairs of objects with these names, in either order.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The name or a group of one object.
    pub a: Pattern,
    /// The name or a group of the other.
    pub b: Pattern,
    /// The limit of the pair: a smaller distance breaks the rule. `None` for the limit of all other pairs.
    pub below: Option<f64>,
    /// A greatest distance of the pair: a greater one breaks the rule. It is for what must fit: a pin in its bore, a cable
    /// at its clamp.
    pub above: Option<f64>,
    /// Whether the pair is not looked at.
    pub skip: bool,
    /// A length within which contact counts as touching. Two bodies touch if they are no farther apart than this, or if
    /// they cross and their convex hulls overlap no deeper than this.
    pub contact: f64,
}

impl Rule {
    /// A limit for pairs of these names.
    pub fn limit(a: &str, b: &str, below: f64) -> Self {
        Self { a: Pattern::new(a), b: Pattern::new(b), below: Some(below), above: None, skip: false, contact: 0.0 }
    }

    /// Pairs of these names are not looked at.
    pub fn skip(a: &str, b: &str) -> Self {
        Self { a: Pattern::new(a), b: Pattern::new(b), below: None, above: None, skip: true, contact: 0.0 }
    }

    /// A greatest distance for pairs of these names.
    pub fn greatest(a: &str, b: &str, above: f64) -> Self {
        Self { above: Some(above), skip: false, ..Self::skip(a, b) }
    }
}

/// A list of rules. The first that matches a pair holds for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// In the order in which they are tried.
    pub rules: Vec<Rule>,
    /// The limit of pairs to which no rule gives one.
    pub below: Option<f64>,
}

impl Rules {
    /// One limit for all pairs.
    pub fn limit(below: f64) -> Self {
        Self { rules: Vec::new(), below: Some(below) }
    }

    /// Which objects the patterns match.
    pub(super) fn matched<S: Solid>(&self, scene: &Scene<S>) -> Matched<'_> {
        let of = |pattern: &Pattern| (0..scene.len()).map(|object| pattern.matches_object(scene, object)).collect();
        let matches = self.rules.iter().map(|rule| [of(&rule.a), of(&rule.b)]).collect();
        Matched { rules: self, matches, objects: scene.len() }
    }
}

/// What the rules say of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terms {
    /// The limit, if there is one.
    pub limit: Option<f64>,
    /// The greatest distance, if there is one.
    pub above: Option<f64>,
    pub contact: f64,
}

/// Rules, and for each the objects that match its patterns.
pub(super) struct Matched<'r> {
    rules: &'r Rules,
    matches: Vec<[Vec<bool>; 2]>,
    objects: usize,
}

impl Matched<'_> {
    /// What holds for a pair. `None` if it is skipped.
    pub fn terms(&self, [a, b]: [u32; 2]) -> Option<Terms> {
        let [a, b] = [a as usize, b as usize];
        let holds = |[of_a, of_b]: &[Vec<bool>; 2]| (of_a[a] && of_b[b]) || (of_a[b] && of_b[a]);
        match self.matches.iter().position(holds) {
            Some(place) => {
                let rule = &self.rules.rules[place];
                let limit = rule.below.or(self.rules.below);
                let terms = Terms { limit, above: rule.above, contact: rule.contact };
                (!rule.skip).then_some(terms)
            }
            None => Some(Terms { limit: self.rules.below, above: None, contact: 0.0 }),
        }
    }

    /// The greatest limit of any pair. 0 if there is none: then only bodies with common points are asked for.
    pub fn greatest_limit(&self) -> f64 {
        let own = self.rules.rules.iter().filter_map(|rule| rule.below);
        own.chain(self.rules.below).fold(0.0, f64::max)
    }

    /// The pairs that have a greatest distance, in increasing order. They may be far apart, so boxes do not find them.
    pub fn bound_above(&self) -> Vec<[u32; 2]> {
        let objects = |matches: &[bool]| (0..self.objects as u32).filter(|&object| matches[object as usize]).collect();
        let mut pairs = Vec::new();
        for (_, [of_a, of_b]) in self.rules.rules.iter().zip(&self.matches).filter(|(rule, _)| rule.above.is_some()) {
            let [first, second]: [Vec<u32>; 2] = [objects(of_a), objects(of_b)];
            let all = first.iter().flat_map(|&a| second.iter().map(move |&b| [a.min(b), a.max(b)]));
            pairs.extend(all.filter(|[a, b]| a != b));
        }
        pairs.retain(|&pair| self.terms(pair).is_some_and(|terms| terms.above.is_some()));
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// How many pairs are not skipped. Objects that match the same patterns are counted together.
    pub fn pairs(&self) -> usize {
        let mut classes: BTreeMap<Vec<[bool; 2]>, (u32, usize)> = BTreeMap::new();
        for object in 0..self.objects {
            let matched = self.matches.iter().map(|[of_a, of_b]| [of_a[object], of_b[object]]).collect();
            classes.entry(matched).or_insert((object as u32, 0)).1 += 1;
        }
        let classes: Vec<(u32, usize)> = classes.into_values().collect();
        let counts = |pair: [u32; 2], pairs: usize| if self.terms(pair).is_some() { pairs } else { 0 };
        let mut sum = 0;
        for (place, &(object, count)) in classes.iter().enumerate() {
            sum += counts([object, object], count * (count - 1) / 2);
            sum +=
                classes[..place].iter().map(|&(other, others)| counts([object, other], count * others)).sum::<usize>();
        }
        sum
    }
}
