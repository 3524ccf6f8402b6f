//! An earlier run to compare with: its JSON, JSON lines or CSV.
//!
//! A finding is known by its two objects and by the rule that asked for them. An object is known by its file and its id,
//! or by its name where it has no id: ids repeat between files. A finding that is gone is *resolved* only if the same
//! question was asked again: both objects are there, and each is on the same side of the same rule. Otherwise nobody has
//! looked, and it is *unretested*; then the output keeps what is known of it for the next run.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::csv::csv_rows;
use super::elements;
use super::row::{Change, Identity, Row, plain};
use crate::failure::Failure;

/// The findings of an earlier run.
#[derive(Debug, Default)]
pub struct Baseline {
    /// With the place in the file.
    pairs: HashMap<Key, (usize, Earlier)>,
    /// The unit of its lengths, if it has one.
    unit: Option<String>,
}

/// Who a finding is: its objects in an order that does not depend on which came first, and the rule.
type Key = ([String; 2], Option<String>);

/// What the earlier run said of a pair.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Earlier {
    pub a: String,
    pub b: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<bool>,
    /// Where each finding stands for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_b: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_b: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side_a: Option<String>,
}

impl Earlier {
    /// The objects, the one on side `a` of the rule first.
    pub fn by_sides(&self) -> [String; 2] {
        let [a, b] = self.keys();
        if self.side_a.as_deref() == Some("b") { [b, a] } else { [a, b] }
    }

    fn keys(&self) -> [String; 2] {
        let of = |file: &Option<String>, id: &Option<String>, name: &String| match (file, id) {
            (Some(file), Some(id)) => elements::key(file, id),
            _ => name.clone(),
        };
        [of(&self.file_a, &self.id_a, &self.a), of(&self.file_b, &self.id_b, &self.b)]
    }
}

/// A finding of an earlier run that broke its limit, and is no finding any more.
#[derive(Clone, Debug, PartialEq)]
pub struct Gone {
    pub earlier: Earlier,
    /// Whether the same was asked again. Then the finding is resolved.
    pub is_resolved: bool,
}

impl Gone {
    /// The word in all formats.
    pub fn change(&self) -> &'static str {
        if self.is_resolved { "resolved" } else { "unretested" }
    }

    pub fn names(&self) -> [&str; 2] {
        [&self.earlier.a, &self.earlier.b]
    }

    /// As a JSON object on one line. What nobody has looked at keeps all that the next run needs.
    pub fn json(&self) -> String {
        let mut object = match serde_json::to_value(&self.earlier) {
            Ok(Value::Object(object)) if !self.is_resolved => object,
            _ => Map::from_iter(
                [("a", &self.earlier.a), ("b", &self.earlier.b)].map(|(k, v)| (k.to_owned(), v.clone().into())),
            ),
        };
        object.insert("change".to_owned(), self.change().into());
        Value::Object(object).to_string()
    }

    /// The cell of a column of the CSV.
    pub fn cell(&self, column: &str) -> String {
        let object: Map<String, Value> = serde_json::from_str(&self.json()).unwrap_or_default();
        match (column, object.get(column)) {
            ("broken", _) if self.is_resolved => "false".to_owned(),
            (_, Some(Value::String(text))) => text.clone(),
            (_, Some(value)) => value.to_string(),
            (_, None) => String::new(),
        }
    }
}

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    unit: Option<String>,
    findings: Vec<Earlier>,
    #[serde(default)]
    unretested: Vec<Earlier>,
}

impl Baseline {
    /// Reads the output of an earlier run.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::file(path, "expected UTF-8"))?;
        Self::parse(&text).map_err(|message| Failure::file(path, message))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
        let (unit, findings) = if text.is_empty() {
            // JSON lines of a run without findings.
            (None, Vec::new())
        } else if !text.starts_with('{') {
            (None, of_csv(text)?)
        } else if let Ok(Document { unit, mut findings, unretested }) = serde_json::from_str(text) {
            findings.extend(unretested);
            (unit, findings)
        } else {
            let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
            let read = |(line, number)| serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"));
            (None, lines.map(read).collect::<Result<_, _>>()?)
        };
        // A pair that an even earlier run had resolved is no finding, and has no relation.
        let findings: Vec<Earlier> = findings.into_iter().filter(|earlier| earlier.relation.is_some()).collect();
        let unit = unit.or_else(|| findings.first().and_then(|earlier| earlier.unit.clone()));
        if findings.iter().any(|earlier| earlier.unit.is_some() && earlier.unit != unit) {
            return Err("expected findings in one unit".to_owned());
        }
        let pairs = findings.into_iter().enumerate();
        let pairs = pairs.map(|(place, earlier)| (key(earlier.keys(), &earlier.rule), (place, earlier))).collect();
        Ok(Self { pairs, unit })
    }

    /// Lengths of an earlier run in another unit say nothing, and neither do those without a unit beside those with one.
    pub fn check_unit(&self, unit: Option<&str>) -> Result<(), Failure> {
        // A run without findings says its unit in JSON only.
        if self.unit.as_deref() == unit || (self.pairs.is_empty() && self.unit.is_none()) {
            return Ok(());
        }
        let said = |unit: Option<&str>| unit.map_or("has no unit".to_owned(), |unit| format!("is in {}", plain(unit)));
        let [earlier, own] = [said(self.unit.as_deref()), said(unit)];
        Err(Failure::Input(format!("the earlier run {earlier}, and this one {own}; expected the same unit")))
    }

    /// How a finding stands to the earlier run.
    pub fn change(&self, row: &Row) -> Change {
        let Some((_, earlier)) = self.pairs.get(&key_of(&row.identity)) else { return Change::New };
        if row.finding.is_broken && earlier.broken == Some(false) {
            return Change::New;
        }
        let is_swapped = earlier.keys()[0] != row.identity.about[0].key;
        let relation = match (row.finding.relation.name(), is_swapped) {
            ("a_in_b", true) => "b_in_a",
            ("b_in_a", true) => "a_in_b",
            (name, _) => name,
        };
        let differs = earlier.relation.as_deref().is_some_and(|earlier| earlier != relation);
        let nearest = row.told();
        let is_outside = earlier.upper.is_some_and(|upper| upper < nearest.lower)
            || earlier.lower.is_some_and(|lower| lower > nearest.upper);
        if differs || is_outside { Change::Changed } else { Change::Same }
    }

    /// The pairs that broke their limits in the earlier run and are not among the findings, in its order. `is_asked` says
    /// whether the same question was asked again.
    pub fn gone<'a>(
        &self,
        found: impl Iterator<Item = &'a Identity>,
        is_asked: impl Fn(&Earlier) -> bool,
    ) -> Vec<Gone> {
        let found: HashSet<Key> = found.map(key_of).collect();
        let mut gone: Vec<_> = self
            .pairs
            .iter()
            .filter(|(key, (_, earlier))| earlier.broken != Some(false) && !found.contains(*key))
            .map(|(_, earlier)| earlier)
            .collect();
        gone.sort_by_key(|(place, _)| *place);
        let gone = gone.into_iter().map(|(_, earlier)| earlier);
        gone.map(|earlier| Gone { is_resolved: is_asked(earlier), earlier: earlier.clone() }).collect()
    }
}

fn key(mut objects: [String; 2], rule: &Option<String>) -> Key {
    objects.sort();
    (objects, rule.clone())
}

fn key_of(identity: &Identity) -> Key {
    key([identity.about[0].key.clone(), identity.about[1].key.clone()], &identity.rule)
}

/// The findings of a CSV file, by the names of its header.
fn of_csv(text: &str) -> Result<Vec<Earlier>, String> {
    let mut rows = csv_rows(text)?.into_iter();
    let header = rows.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|cell| cell == name);
    let (Some(a), Some(b)) = (column("a"), column("b")) else {
        return Err(
            "expected the output of an earlier run: JSON, JSON lines, or CSV with the columns a and b".to_owned()
        );
    };
    let read = |(row, number): (Vec<String>, usize)| {
        let cell = |name: &str| column(name).and_then(|place| row.get(place)).filter(|cell| !cell.is_empty()).cloned();
        let (Some(a), Some(b)) = (row.get(a).cloned(), row.get(b).cloned()) else {
            return Err(format!("row {number}: expected {} cells, found {}", header.len(), row.len()));
        };
        let number_in = |name| cell(name).map(|cell| cell.parse::<f64>()).transpose();
        let (Ok(lower), Ok(upper)) = (number_in("lower"), number_in("upper")) else {
            return Err(format!("row {number}: expected numbers as bounds"));
        };
        Ok(Earlier {
            a,
            b,
            relation: cell("relation"),
            lower,
            upper,
            broken: cell("broken").map(|cell| cell == "true"),
            unit: cell("unit"),
            file_a: cell("file_a"),
            id_a: cell("id_a"),
            file_b: cell("file_b"),
            id_b: cell("id_b"),
            rule: cell("rule"),
            side_a: cell("side_a"),
        })
    };
    rows.zip(2..).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_forms_of_an_earlier_run_are_read() {
        let finding = "{\"a\":\"x\",\"b\":\"y\",\"relation\":\"apart\",\"lower\":1.0,\"upper\":1.0,\"broken\":true}";
        let document = format!("{{\"unit\":\"mm\",\"findings\":[{finding}]}}");
        let lines = format!("{finding}\n{{\"a\":\"p\",\"b\":\"q\",\"change\":\"resolved\"}}\n");
        let csv = "a,b,relation,lower,upper,broken\nx,y,apart,1.0,1.0,true\np,q,,,,false\n";
        for text in [document.as_str(), lines.as_str(), csv] {
            let baseline = Baseline::parse(text).unwrap();
            assert_eq!(baseline.pairs.keys().collect::<Vec<_>>(), [&(["x".to_owned(), "y".to_owned()], None)]);
            let gone = baseline.gone([].into_iter(), |_| true);
            assert_eq!(gone[0].json(), "{\"a\":\"x\",\"b\":\"y\",\"change\":\"resolved\"}");
        }
        let of_unit = |unit: &str| format!("a,b,relation,unit\nx,y,apart,{unit}\n");
        for (earlier, own, fits) in [
            ("mm", Some("mm"), true),
            ("", None, true),
            ("", Some("mm"), false),
            ("mm", None, false),
            ("m", Some("mm"), false),
        ] {
            assert_eq!(Baseline::parse(&of_unit(earlier)).unwrap().check_unit(own).is_ok(), fits, "{earlier}");
        }
        // Without findings nothing is compared.
        assert!(Baseline::parse("a,b,relation,unit\n").unwrap().check_unit(Some("mm")).is_ok());
        let two = "a,b,relation,unit\nx,y,apart,mm\np,q,apart,m\n";
        assert_eq!(Baseline::parse(two).unwrap_err(), "expected findings in one unit");
        assert!(Baseline::parse("").unwrap().pairs.is_empty());
        for (text, said) in [("hello\n", "expected the output"), ("{\n", "line 1"), ("a,b,lower\nx,y,z\n", "row 2")] {
            assert!(Baseline::parse(text).unwrap_err().starts_with(said));
        }
    }

    #[test]
    fn what_nobody_looked_at_again_is_kept_for_the_next_run() {
        let finding = "{\"a\":\"x\",\"b\":\"y\",\"relation\":\"crossing\",\"lower\":0.0,\"upper\":0.0,\"broken\":true,\
                       \"unit\":\"m\",\"file_a\":\"f\",\"id_a\":\"1\",\"file_b\":\"g\",\"id_b\":\"1\",\"rule\":\"r\",\"side_a\":\"b\"}";
        let baseline = Baseline::parse(finding).unwrap();
        let gone = baseline.gone([].into_iter(), |earlier| earlier.by_sides() != ["g:1", "f:1"]);
        assert_eq!(gone[0].change(), "unretested");
        let document = format!("{{\"unit\":\"m\",\"findings\":[],\"unretested\":[{}]}}", gone[0].json());
        let again = Baseline::parse(&document).unwrap();
        assert_eq!(again.gone([].into_iter(), |_| false), gone);
        assert_eq!((gone[0].cell("rule"), gone[0].cell("broken")), ("r".to_owned(), "true".to_owned()));
    }
}
