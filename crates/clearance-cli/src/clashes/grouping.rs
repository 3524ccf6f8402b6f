//! Findings in groups: around the element that explains most of them, by rule, or by pair of types.

use std::collections::BTreeMap;

use clearance_scene::{Clash, hubs, sets};

use super::elements::About;
use super::row::Row;

/// How findings are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Grouping {
    /// Around the object with most findings, with all of them; then the same with the rest, within each rule
    Hub,
    /// By the rule that asked for them
    Rule,
    /// By the types of both objects, or by their files where they have none
    Types,
}

/// Findings that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// No other group has this name.
    pub name: String,
    /// The rule of all its findings, if they have one.
    pub rule: Option<String>,
    /// What stays the same in a later state of the scene: the key of the hub, or the words that all have in common.
    pub key: String,
    /// The object in all its findings.
    pub hub: Option<usize>,
    /// The places of its findings.
    pub rows: Vec<usize>,
}

impl Grouping {
    /// The groups, in an order that does not depend on that of the findings: the largest first within each rule.
    pub fn groups(self, rows: &[Row]) -> Vec<Group> {
        match self {
            Self::Hub => by_hub(rows),
            Self::Rule => by_words(rows, |row| row.identity.rule.clone().unwrap_or_else(|| "no rule".to_owned())),
            Self::Types => by_words(rows, types),
        }
    }
}

/// The names of objects that are the same body, in sets.
pub fn duplicates(rows: &[Row]) -> Vec<Vec<String>> {
    let pairs = rows.iter().filter(|row| row.meeting.kind == Clash::Duplicate).map(|row| row.names.each_ref());
    let sets = sets(&pairs.collect::<Vec<_>>());
    sets.into_iter().map(|set| set.into_iter().cloned().collect()).collect()
}

fn by_hub(rows: &[Row]) -> Vec<Group> {
    let mut of_rules: BTreeMap<&Option<String>, Vec<usize>> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate() {
        of_rules.entry(&row.identity.rule).or_default().push(place);
    }
    let has_rules = of_rules.len() > 1;
    let mut groups = Vec::new();
    for (rule, places) in of_rules {
        let keys = |&place: &usize| rows[place].identity.about.each_ref().map(|about| about.key.as_str());
        let pairs: Vec<[&str; 2]> = places.iter().map(keys).collect();
        for found in hubs(&pairs) {
            let own: Vec<usize> = found.pairs.iter().map(|&pair| places[pair]).collect();
            let first = &rows[own[0]];
            let side = usize::from(first.identity.about[0].key != found.hub);
            let mut name = called(&first.identity.about[side]);
            if let Some(rule) = rule.as_ref().filter(|_| has_rules) {
                name += &format!(", {rule}");
            }
            let hub = Some(first.finding.objects[side]);
            groups.push(Group { name, rule: rule.clone(), key: found.hub.to_owned(), hub, rows: own });
        }
    }
    groups
}

/// What a hub is called: its type, its name, and who it is.
fn called(about: &About) -> String {
    let kind = about.kind.as_ref().map_or(String::new(), |kind| format!("{kind} "));
    if about.label == about.key {
        format!("{kind}{}", about.key)
    } else {
        format!("{kind}{} ({})", about.label, about.key)
    }
}

/// The types of both objects in the order of the alphabet.
fn types(row: &Row) -> String {
    let of = |about: &About| about.kind.clone().or_else(|| about.file.clone()).unwrap_or_else(|| "no type".to_owned());
    let mut types = row.identity.about.each_ref().map(of);
    types.sort();
    types.join(" / ")
}

fn by_words(rows: &[Row], words: impl Fn(&Row) -> String) -> Vec<Group> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate() {
        groups.entry(words(row)).or_default().push(place);
    }
    let mut groups: Vec<Group> = groups
        .into_iter()
        .map(|(name, own)| {
            let rule = rows[own[0]].identity.rule.clone();
            let is_of_one = own.iter().all(|&place| rows[place].identity.rule == rule);
            Group { key: name.clone(), name, rule: rule.filter(|_| is_of_one), hub: None, rows: own }
        })
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.rows.len()));
    groups
}
