//! Rules by names, attributes and relations, from a TOML file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clearance_scene::{Condition, Contact, Kinship, Matched, Rule, Side};
use serde::Deserialize;

use super::elements::PROPERTIES;
use crate::failure::Failure;
use crate::unit::{Length, Unit};

/// The largest file of rules, in bytes. Larger files are none.
const LARGEST: u64 = 64 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    rule: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<String>,
    a: SideEntry,
    #[serde(default)]
    b: SideEntry,
    related: Option<String>,
    below: Option<Length>,
    above: Option<Length>,
    overlap_above: Option<Length>,
    press: Option<Length>,
    #[serde(default)]
    skip: bool,
    contact: Option<Touching>,
}

/// What counts as touching: a length as people write it, or `auto`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Written")]
pub enum Touching {
    Auto,
    Length(Length),
}

/// How a file says it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a length or \"auto\" as contact")]
enum Written {
    Number(f64),
    Text(String),
}

impl TryFrom<Written> for Touching {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Number(number) => Ok(Self::Length(Length::plain(number))),
            Written::Text(text) => {
                Self::read(&text).map_err(|_| format!("expected a length or \"auto\" as contact, found {text:?}"))
            }
        }
    }
}

impl Touching {
    /// Reads `auto`, or a length that is not negative.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.trim() == "auto" { Ok(Self::Auto) } else { Length::not_negative(text).map(Self::Length) }
    }

    /// The same in the unit of the bodies, if it is known.
    pub fn in_unit(self, unit: Option<Unit>) -> Result<Contact, String> {
        match self {
            Self::Auto => Ok(Contact::Auto),
            Self::Length(length) => length.in_unit(unit).map(Contact::Length),
        }
    }

    fn is_not_negative(self) -> bool {
        if let Self::Length(length) = self { length.is_not_negative() } else { true }
    }
}

/// A pattern of names, or a table of what must hold.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a pattern of names, or a table with name, type, storey, system, file, id or properties"
)]
enum SideEntry {
    Name(String),
    Table(SideTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideTable {
    name: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    storey: Option<String>,
    system: Option<String>,
    file: Option<String>,
    id: Option<String>,
    #[serde(default)]
    properties: BTreeMap<String, Value>,
}

/// What a property must be: a pattern, or what a pattern would say of it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Text(String),
    Truth(bool),
    Whole(i64),
    Number(f64),
}

impl Default for SideEntry {
    fn default() -> Self {
        Self::Name("*".to_owned())
    }
}

impl SideEntry {
    fn side(self) -> Side {
        let table = match self {
            Self::Name(pattern) => return Side::named(&pattern),
            Self::Table(table) => table,
        };
        let mut side = Side::named(table.name.as_deref().unwrap_or("*"));
        let own = [
            ("type", table.kind),
            ("storey", table.storey),
            ("system", table.system),
            ("file", table.file),
            ("id", table.id),
        ];
        let own = own.into_iter().filter_map(|(attribute, text)| Some(Condition::new(attribute, &text?)));
        let properties = table.properties.into_iter().map(|(name, value)| {
            let text = match value {
                Value::Text(text) => text,
                Value::Truth(truth) => truth.to_string(),
                Value::Whole(number) => number.to_string(),
                Value::Number(number) => serde_json::Value::from(number).to_string(),
            };
            Condition::new(&format!("{PROPERTIES}{name}"), &text)
        });
        side.conditions.extend(own.chain(properties));
        side
    }
}

/// Reads a file of rules. The rules come once the unit of the bodies is known.
pub fn read(path: &Path) -> Result<RulesFile, Failure> {
    let failed = |error: std::io::Error| Failure::io(path.display(), &error);
    if fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(Failure::file(path, format!("expected a file of at most {LARGEST} bytes")));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    let entries = parse(&text).map_err(|message| Failure::file(path, message))?;
    Ok(RulesFile { path: path.to_owned(), entries })
}

/// Rules whose lengths may have units.
pub struct RulesFile {
    path: PathBuf,
    entries: Vec<Entry>,
}

impl RulesFile {
    /// The rules in the unit of the bodies, if it is known. Those that do not say what counts as touching take `contact`.
    ///
    /// # Errors
    /// If one has a fit: a mesh does not say which of its triangles are a bore.
    pub fn rules(self, unit: Option<Unit>, contact: Contact) -> Result<Vec<Rule>, Failure> {
        if let Some(place) = self.entries.iter().position(|entry| entry.press.is_some()) {
            let words = "press is about shafts in bores, and meshes and outlines have none; \
                         ask for the surfaces of a STEP file, or say overlap_above";
            return Err(Failure::file(&self.path, format!("rule {}: {words}", place + 1)));
        }
        rules_of(self.entries, unit, contact).map_err(|message| Failure::file(&self.path, message))
    }

    /// The same for surfaces of CAD bodies, each with the press fit that it allows.
    pub fn with_fits(self, unit: Option<Unit>, contact: Contact) -> Result<(Vec<Rule>, Vec<Option<f64>>), Failure> {
        let named = |message: String| Failure::file(&self.path, message);
        let fits: Result<Vec<Option<f64>>, String> =
            self.entries.iter().map(|entry| entry.press.map(|press| press.in_unit(unit)).transpose()).collect();
        let fits = fits.map_err(named)?;
        rules_of(self.entries, unit, contact)
            .map(|rules| (rules, fits))
            .map_err(|message| Failure::file(&self.path, message))
    }
}

fn rules_of(entries: Vec<Entry>, unit: Option<Unit>, contact: Contact) -> Result<Vec<Rule>, String> {
    let numbered = entries.into_iter().zip(1..);
    numbered.map(|(entry, place)| rule(entry, unit, contact).map_err(|m| format!("rule {place}: {m}"))).collect()
}

fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let document: Document = toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        format!("{place}{}", error.message().trim())
    })?;
    for (entry, place) in document.rule.iter().zip(1..) {
        check(entry).map_err(|m| format!("rule {place}: {m}"))?;
    }
    Ok(document.rule)
}

/// A complaint about lengths that cannot be, whatever the unit is.
fn check(Entry { below, above, overlap_above, press, skip, contact, .. }: &Entry) -> Result<(), String> {
    let lengths = [below, above, overlap_above, press];
    if !lengths.iter().all(|length| length.is_none_or(Length::is_not_negative))
        || !contact.is_none_or(Touching::is_not_negative)
    {
        return Err("expected a finite length that is not negative".to_owned());
    }
    if *skip && (lengths.iter().any(|length| length.is_some()) || contact.is_some()) {
        return Err("expected skip or a length, found both".to_owned());
    }
    Ok(())
}

fn rule(entry: Entry, unit: Option<Unit>, default: Contact) -> Result<Rule, String> {
    let Entry { name, a, b, related, below, above, overlap_above, skip, contact, press: _ } = entry;
    let in_unit = |limit: Option<Length>| limit.map(|limit| limit.in_unit(unit)).transpose();
    let (below, above) = (in_unit(below)?, in_unit(above)?);
    if let (Some(below), Some(above)) = (below, above)
        && below > above
    {
        return Err(format!("no distance is neither below {below} nor above {above}"));
    }
    let related = related.map_or(Ok(Vec::new()), |text| kinships(&text))?;
    let (overlap_above, contact) =
        (in_unit(overlap_above)?, contact.map_or(Ok(default), |contact| contact.in_unit(unit))?);
    Ok(Rule { name, a: a.side(), b: b.side(), related, below, above, skip, overlap_above, contact })
}

/// The kinships of a text, which `|` separates.
fn kinships(text: &str) -> Result<Vec<Kinship>, String> {
    let kinship = |word: &str| {
        let found = Kinship::of_name(word.trim());
        found.ok_or_else(|| format!("expected host, connected or whole in related, found {:?}", word.trim()))
    };
    text.split('|').map(kinship).collect()
}

/// What the rules are called, each by a name of its own. It is part of who a finding is.
pub fn titles(rules: &[Rule]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let title = |rule: &Rule| {
        let title = rule.title();
        let count = counts.entry(title.clone()).or_default();
        *count += 1;
        if *count == 1 { title } else { format!("{title} #{count}") }
    };
    rules.iter().map(title).collect()
}

/// An error if a side of one of these rules means no object: a misspelt name would silently check nothing.
pub fn check_sides(rules: &[Rule], matched: &Matched) -> Result<(), String> {
    let empty = matched.empty_sides().into_iter().find(|(place, _)| *place < rules.len());
    let Some((place, side)) = empty else { return Ok(()) };
    let (letter, side) = [("a", &rules[place].a), ("b", &rules[place].b)][side];
    Err(format!("rule {}: no object is on side {letter} ({side})", place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_with(text: &str, contact: Contact) -> Result<Vec<Rule>, String> {
        rules_of(super::parse(text)?, Some(Unit::Mm), contact)
    }

    fn parse(text: &str) -> Result<Vec<Rule>, String> {
        parse_with(text, Contact::Exact)
    }

    #[test]
    fn rules_are_read_in_their_order_and_bad_ones_are_named_with_their_place() {
        let text = "# gaps\n[[rule]]\na = \"arm*\"\nb = \"table\"\nbelow = 2.0\n\n[[rule]]\na = 'x'\nskip = true\n";
        let rules = parse(text).unwrap();
        assert_eq!(rules, [Rule::limit("arm*", "table", 2.0), Rule::skip("x", "*")]);
        assert_eq!(parse("").unwrap(), []);
        // What touches is said for all rules that do not say it themselves.
        let both = "[[rule]]\na = 'x'\n\n[[rule]]\na = 'y'\ncontact = 0\n";
        let contacts = parse_with(both, Contact::Auto).unwrap().into_iter().map(|rule| rule.contact);
        assert_eq!(contacts.collect::<Vec<_>>(), [Contact::Auto, Contact::Length(0.0)]);
        assert_eq!(parse("[[rule]]\na = 'x'\nbelow = 2\ncontact = 0.5\n").unwrap()[0].contact, Contact::Length(0.5));
        assert_eq!(parse("[[rule]]\na = 'x'\ncontact = 'auto'\n").unwrap()[0].contact, Contact::Auto);
        assert_eq!(parse("[[rule]]\na = 'x'\noverlap_above = 0.5\n").unwrap()[0].overlap_above, Some(0.5));
        assert_eq!(parse("[[rule]]\na = 'pin'\nabove = 0.1\n").unwrap(), [Rule::greatest("pin", "*", 0.1)]);
        let with_units = "[[rule]]\na = 'x'\nbelow = '2in'\ncontact = \"0.5 cm\"\n";
        assert_eq!(parse(with_units).unwrap()[0].below, Some(50.8));
        assert_eq!(parse(with_units).unwrap()[0].contact, Contact::Length(5.0));
        let unknown = super::parse(with_units).unwrap().remove(0);
        assert!(rule(unknown, None, Contact::Exact).unwrap_err().contains("--unit mm"));
        for (text, said) in [
            ("[[rule]]\na = 'x'\nabove = 1\nbelow = 2\n", "rule 1: no distance is neither below 2 nor above 1"),
            ("[[rule]]\na = 'x'\nabove = -1\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nabove = 1\n", "rule 1: expected skip or a length"),
            ("[[rule]]\na = 'x'\nbelow = '2 parsec'\n", "line 3: expected a finite length"),
            ("[[rule]]\na = 'x'\nbelow = true\n", "line 3: invalid type: boolean"),
            (
                "[[rule]]\na = 'x'\ncontact = 'some'\n",
                "line 3: expected a length or \"auto\" as contact, found \"some\"",
            ),
            ("[[rule]]\nb = 'x'\n", "line 1: missing field `a`"),
            ("[[rule]]\na = 'x'\nbelow = -1.0\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nbelow = nan\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nbelow = 1\n", "rule 1: expected skip or a length"),
            ("[[rule]]\na = 'x'\nbelwo = 1\n", "line 3: unknown field `belwo`"),
            ("[[rule]\n", "line 1: "),
            ("[[rule]]\na = { typ = 'x' }\n", "line 2: expected a pattern of names, or a table"),
            ("[[rule]]\na = 'x'\nrelated = 'hst'\n", "rule 1: expected host, connected or whole"),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.starts_with(said), "{found}");
        }
    }

    #[test]
    fn sides_by_attributes_and_relations_have_titles_of_their_own() {
        let text = "[[rule]]\na = { type = 'IfcWall | IfcSlab', storey = '2*' }\nbelow = 1\n\n\
                    [[rule]]\na = { type = 'IfcWall', properties = { 'P.Bearing' = true, 'P.N' = 2, 'P.X' = 0.5 } }\n\
                    b = 'x*'\nrelated = 'host|whole'\nskip = true\n\n[[rule]]\nname = 'gap'\na = '*'\n\n[[rule]]\nname = 'gap'\na = '*'\n";
        let rules = parse(text).unwrap();
        assert_eq!(
            titles(&rules),
            [
                "IfcWall|IfcSlab, storey 2* / *",
                "IfcWall, properties.P.Bearing true, properties.P.N 2, properties.P.X 0.5 / x* (host|whole)",
                "gap",
                "gap #2"
            ]
        );
        assert_eq!(rules[1].related, [Kinship::Host, Kinship::Whole]);
    }
}
