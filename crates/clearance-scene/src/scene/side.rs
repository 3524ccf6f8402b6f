//! One side of a rule: which objects it means.

use super::Scene;
use super::rules::Pattern;
use super::solid::Solid;
use std::fmt;

/// What an attribute of an object must be: one of its values matches one of the patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The name of the attribute, such as `type`.
    pub attribute: String,
    /// The patterns, of which one must match.
    pub any_of: Vec<Pattern>,
}

impl Condition {
    /// The condition with the patterns of a text, which `|` separates.
    pub fn new(attribute: &str, text: &str) -> Self {
        let any_of = text.split('|').map(|pattern| Pattern::new(pattern.trim())).collect();
        Self { attribute: attribute.to_owned(), any_of }
    }
}

/// The objects on one side of a rule: those whose name or group matches, and that meet all conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The pattern of the name or of a group.
    pub name: Pattern,
    /// What must hold beside the name.
    pub conditions: Vec<Condition>,
}

impl Side {
    /// All objects with this pattern of a name or of a group.
    pub fn named(pattern: &str) -> Self {
        Self { name: Pattern::new(pattern), conditions: Vec::new() }
    }

    /// Whether an object is on this side.
    pub(super) fn matches<S: Solid>(&self, scene: &Scene<S>, object: usize) -> bool {
        let attributes = &scene.element(object).attributes;
        let holds = |condition: &Condition| {
            let values = attributes.get(&condition.attribute);
            let mut values = values.into_iter().flatten();
            values.any(|value| condition.any_of.iter().any(|pattern| pattern.matches(value)))
        };
        self.name.matches_object(scene, object) && self.conditions.iter().all(holds)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if self.conditions.is_empty() || self.name != Pattern::new("*") {
            write!(f, "{}", self.name)?;
            separator = ", ";
        }
        for Condition { attribute, any_of } in &self.conditions {
            let patterns: Vec<String> = any_of.iter().map(Pattern::to_string).collect();
            // A type needs no word before it.
            let word = if attribute == "type" { String::new() } else { format!("{attribute} ") };
            write!(f, "{separator}{word}{}", patterns.join("|"))?;
            separator = ", ";
        }
        Ok(())
    }
}
