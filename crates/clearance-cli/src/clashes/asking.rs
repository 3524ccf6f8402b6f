//! Which question was asked about a pair: who the objects are, and the rule that holds for them.

use std::collections::HashMap;

use clearance_scene::{Asked, Matched, Rule};

use super::baseline::Earlier;
use super::elements::Elements;
use super::row::Identity;

/// The rules over the objects of a scene.
pub struct Questions<'a> {
    /// Those with names. A pair for which another holds has no rule.
    pub rules: &'a [Rule],
    /// What each rule is called.
    pub titles: Vec<String>,
    pub matched: Matched<'a>,
    pub elements: &'a Elements,
    objects: HashMap<&'a str, usize>,
}

impl<'a> Questions<'a> {
    pub fn new(rules: &'a [Rule], titles: Vec<String>, matched: Matched<'a>, elements: &'a Elements) -> Self {
        let objects = elements.about.iter().enumerate().map(|(object, about)| (about.key.as_str(), object)).collect();
        Self { rules, titles, matched, elements, objects }
    }

    /// Which of the rules asks for a pair.
    pub fn asked(&self, objects: [usize; 2]) -> Option<Asked> {
        self.matched.asked(objects).filter(|asked| asked.rule < self.rules.len())
    }

    /// Who two objects are, and which rule asks for them.
    pub fn identity(&self, objects: [usize; 2]) -> Identity {
        let asked = self.asked(objects);
        Identity {
            about: objects.map(|object| self.elements.about[object].clone()),
            rule: asked.map(|asked| self.titles[asked.rule].clone()),
            is_swapped: asked.is_some_and(|asked| asked.is_swapped),
        }
    }

    /// Whether the question that led to an earlier finding was asked again: both objects are there, and each is on the
    /// same side of the same rule.
    pub fn is_asked(&self, earlier: &Earlier) -> bool {
        let [Some(a), Some(b)] = earlier.by_sides().map(|key| self.objects.get(key.as_str()).copied()) else {
            return false;
        };
        match self.asked([a, b]) {
            None => earlier.rule.is_none(),
            Some(asked) => {
                let is_same = earlier.rule.as_ref() == Some(&self.titles[asked.rule]);
                is_same && !self.rules[asked.rule].skip && self.matched.stands(asked.rule, [a, b])
            }
        }
    }
}
