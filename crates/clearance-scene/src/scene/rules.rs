//! Which pairs count, and how close they may be: rules by names, by attributes and by how two elements belong together.

use super::Scene;
use super::band::Contact;
use super::element::{Element, Kinship, kin};
use super::side::Side;
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
    pub(super) fn matches_object<S: Solid>(&self, scene: &Scene<S>, object: usize) -> bool {
        self.matches(scene.name(object)) || scene.groups(object).iter().any(|group| self.matches(group))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&character| write!(f, "{character}"))
    }
}

/// What holds for the pairs of objects of which one is on each side, in either order.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What the rule is called. `None` for the words of its sides.
    pub name: Option<String>,
    /// One object.
    pub a: Side,
    /// The other.
    pub b: Side,
    /// Pairs that belong together in one of these ways. All pairs if it is empty.
    pub related: Vec<Kinship>,
    /// The limit of the pair: a smaller distance breaks the rule. `None` for the limit of all other pairs.
    pub below: Option<f64>,
    /// A greatest distance of the pair: a greater one breaks the rule. It is for what must fit: a pin in its bore, a cable
    /// at its clamp.
    pub above: Option<f64>,
    /// Whether the pair is not looked at.
    pub skip: bool,
    /// An overlap that is allowed: of bodies that overlap, only a greater one breaks the rule. `None` if each does.
    pub overlap_above: Option<f64>,
    /// What counts as touching.
    pub contact: Contact,
}

impl Rule {
    /// Pairs of these names have the limit of all other pairs.
    pub fn new(a: &str, b: &str) -> Self {
        let (a, b) = (Side::named(a), Side::named(b));
        let (related, contact) = (Vec::new(), Contact::Exact);
        Self { name: None, a, b, related, below: None, above: None, skip: false, overlap_above: None, contact }
    }

    /// A limit for pairs of these names.
    pub fn limit(a: &str, b: &str, below: f64) -> Self {
        Self { below: Some(below), ..Self::new(a, b) }
    }

    /// Pairs of these names are not looked at.
    pub fn skip(a: &str, b: &str) -> Self {
        Self { skip: true, ..Self::new(a, b) }
    }

    /// A greatest distance for pairs of these names.
    pub fn greatest(a: &str, b: &str, above: f64) -> Self {
        Self { above: Some(above), ..Self::new(a, b) }
    }

    /// What the rule is called: its name, or its sides in words. Lengths are not part of it.
    pub fn title(&self) -> String {
        let kin: Vec<&str> = self.related.iter().map(|kinship| kinship.name()).collect();
        let related = if kin.is_empty() { String::new() } else { format!(" ({})", kin.join("|")) };
        self.name.clone().unwrap_or_else(|| format!("{} / {}{related}", self.a, self.b))
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

    /// Which objects are on which side of each rule.
    pub fn matched<'r, S: Solid>(&'r self, scene: &'r Scene<S>) -> Matched<'r> {
        let of = |side: &Side| (0..scene.len()).map(|object| side.matches(scene, object)).collect();
        let matches = self.rules.iter().map(|rule| [of(&rule.a), of(&rule.b)]).collect();
        let elements = (0..scene.len()).map(|object| scene.element(object)).collect();
        let planes = scene.objects.iter().map(|object| object.kind.is_plane()).collect();
        Matched { rules: self, matches, elements, planes }
    }
}

/// What the rules say of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terms {
    /// The limit, if there is one.
    pub limit: Option<f64>,
    /// The greatest distance, if there is one.
    pub above: Option<f64>,
    /// The overlap that is allowed.
    pub overlap_above: Option<f64>,
    pub contact: Contact,
}

/// Which rule asks for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The place of the rule.
    pub rule: usize,
    /// Whether the first object of the pair is on the side `b` of the rule, and not on `a`.
    pub is_swapped: bool,
}

/// Rules, and for each the objects on its sides.
pub struct Matched<'r> {
    rules: &'r Rules,
    matches: Vec<[Vec<bool>; 2]>,
    elements: Vec<&'r Element>,
    /// Which objects are half-spaces: two of them are no pair.
    planes: Vec<bool>,
}

impl Matched<'_> {
    /// The rule that holds for a pair: the first that matches it. `None` if none does.
    pub fn asked(&self, [a, b]: [usize; 2]) -> Option<Asked> {
        let is_kin = |place: usize| {
            let related = &self.rules.rules[place].related;
            related.is_empty() || related.iter().any(|&kinship| self.elements[a].is_kin(self.elements[b], kinship))
        };
        self.matches.iter().enumerate().find_map(|(rule, [of_a, of_b])| {
            let is_straight = of_a[a] && of_b[b];
            let holds = (is_straight || (of_a[b] && of_b[a])) && is_kin(rule);
            holds.then_some(Asked { rule, is_swapped: !is_straight })
        })
    }

    /// Whether the first object is on side `a` of a rule, and the second on side `b`.
    pub fn stands(&self, rule: usize, [a, b]: [usize; 2]) -> bool {
        let [of_a, of_b] = &self.matches[rule];
        of_a[a] && of_b[b]
    }

    /// The sides on which no object is: the place of the rule, and 0 for `a` or 1 for `b`.
    pub fn empty_sides(&self) -> Vec<(usize, usize)> {
        let sides = (0..self.matches.len()).flat_map(|rule| [(rule, 0), (rule, 1)]);
        sides.filter(|&(rule, side)| !self.matches[rule][side].contains(&true)).collect()
    }

    /// What holds for a pair. `None` if it is skipped.
    pub(super) fn terms(&self, [a, b]: [u32; 2]) -> Option<Terms> {
        if self.are_planes([a, b]) {
            return None;
        }
        self.terms_of(self.asked([a as usize, b as usize]).map(|asked| asked.rule))
    }

    fn are_planes(&self, pair: [u32; 2]) -> bool {
        pair.iter().all(|&object| self.planes[object as usize])
    }

    fn terms_of(&self, rule: Option<usize>) -> Option<Terms> {
        let Some(place) = rule else {
            let terms = Terms { limit: self.rules.below, above: None, overlap_above: None, contact: Contact::Exact };
            return Some(terms);
        };
        let rule = &self.rules.rules[place];
        let limit = rule.below.or(self.rules.below);
        let Rule { above, overlap_above, contact, .. } = *rule;
        (!rule.skip).then_some(Terms { limit, above, overlap_above, contact })
    }

    /// The greatest limit of any pair. 0 if there is none: then only bodies with common points are asked for.
    pub(super) fn greatest_limit(&self) -> f64 {
        let own = self.rules.rules.iter().filter_map(|rule| rule.below);
        own.chain(self.rules.below).fold(0.0, f64::max)
    }

    /// The pairs that have a greatest distance, in increasing order. They may be far apart, so boxes do not find them.
    pub(super) fn bound_above(&self) -> Vec<[u32; 2]> {
        let objects =
            |matches: &[bool]| (0..self.elements.len() as u32).filter(|&object| matches[object as usize]).collect();
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

    /// How many pairs are not skipped. Objects on the same sides are counted together, and pairs that belong together one
    /// by one.
    pub(super) fn pairs(&self) -> usize {
        // Which sides an object is on, and whether it is a half-space. An object of the class, and how many there are.
        type Class = (bool, Vec<[bool; 2]>);
        let mut classes = BTreeMap::<Class, (u32, usize)>::new();
        for object in 0..self.elements.len() {
            let matched = self.matches.iter().map(|[of_a, of_b]| [of_a[object], of_b[object]]).collect();
            classes.entry((self.planes[object], matched)).or_insert((object as u32, 0)).1 += 1;
        }
        let classes: Vec<(u32, usize)> = classes.into_values().collect();
        let counts = |pair: [u32; 2], pairs: usize| if self.counts_as_strangers(pair) { pairs } else { 0 };
        let mut sum = 0;
        for (place, &(object, count)) in classes.iter().enumerate() {
            sum += counts([object, object], count * (count - 1) / 2);
            sum +=
                classes[..place].iter().map(|&(other, others)| counts([object, other], count * others)).sum::<usize>();
        }
        let related: Vec<Kinship> = self.rules.rules.iter().flat_map(|rule| rule.related.clone()).collect();
        for pair in kin(&self.elements, &related) {
            sum -= usize::from(self.counts_as_strangers(pair));
            sum += usize::from(self.terms(pair).is_some());
        }
        sum
    }

    /// Whether a pair is not skipped if its elements do not belong together.
    fn counts_as_strangers(&self, [a, b]: [u32; 2]) -> bool {
        if self.are_planes([a, b]) {
            return false;
        }
        let [a, b] = [a as usize, b as usize];
        let holds = |(rule, [of_a, of_b]): (&Rule, &[Vec<bool>; 2])| {
            rule.related.is_empty() && ((of_a[a] && of_b[b]) || (of_a[b] && of_b[a]))
        };
        self.terms_of(self.rules.rules.iter().zip(&self.matches).position(holds)).is_some()
    }
}
