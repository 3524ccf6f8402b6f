//! A finding with names, and its numbers as text.

use clearance::Status;
use clearance_files::Scalar;
use clearance_scene::{Finding, Scene};

use crate::number;
use crate::pairs::{json_string, push_cell};
use crate::relation;

/// How a finding stands to an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The pair was not among the findings.
    New,
    /// The pair was among them with another relation, or with bounds that exclude the distance of today.
    Changed,
    /// The pair was among them, and nothing has changed.
    Same,
}

impl Change {
    /// The word in all formats.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Same => "same",
        }
    }
}

/// A finding as it is written.
#[derive(Clone, Debug)]
pub struct Row {
    /// The names of the objects.
    pub names: [String; 2],
    pub finding: Finding,
    /// With an earlier run beside it.
    pub change: Option<Change>,
}

/// The names of [`Row::push_cells`].
pub const CSV_HEADER: &str = "a,b,relation,status,distance,lower,upper,limit,broken,change,\
                              point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,\
                              normal_x,normal_y,normal_z,leaf_a,leaf_b,open";

impl Row {
    pub fn new(scene: &Scene, finding: Finding) -> Self {
        let names = [finding.a, finding.b].map(|object| scene.name(object).to_owned());
        Self { names, finding, change: None }
    }

    /// `separated`, `touching` or `overlapping`: the relation in the words of every other answer.
    pub fn status(&self) -> Status {
        relation::status(self.finding.relation)
    }

    /// Whether the pair breaks its limit, and did not do so in the earlier run.
    pub fn counts(&self) -> bool {
        self.finding.is_broken && self.change.is_none_or(|change| change == Change::New)
    }

    /// The witness points and the normal.
    fn vectors(&self) -> [(&'static str, [f64; 3]); 3] {
        let nearest = &self.finding.nearest;
        [("point_a", nearest.point_a.into()), ("point_b", nearest.point_b.into()), ("normal", nearest.normal.into())]
    }

    /// The finding as a JSON object on one line.
    pub fn json(&self) -> String {
        let nearest = &self.finding.nearest;
        let [a, b] = self.names.each_ref().map(|name| json_string(name));
        let mut out = format!(
            "{{\"a\":{a},\"b\":{b},\"relation\":\"{}\",\"status\":\"{}\",\"distance\":",
            self.finding.relation.name(),
            self.status().as_str()
        )
        .into_bytes();
        push_or(&mut out, nearest.distance, number::push, "null");
        out.extend_from_slice(b",\"lower\":");
        push_or(&mut out, nearest.lower, number::push_lower, "null");
        out.extend_from_slice(b",\"upper\":");
        push_or(&mut out, nearest.upper, number::push_upper, "null");
        out.extend_from_slice(b",\"limit\":");
        push_or(&mut out, self.finding.limit.unwrap_or(f64::NAN), number::push, "null");
        out.extend_from_slice(format!(",\"broken\":{}", self.finding.is_broken).as_bytes());
        if let Some(change) = self.change {
            out.extend_from_slice(format!(",\"change\":\"{}\"", change.as_str()).as_bytes());
        }
        for (name, vector) in self.vectors() {
            out.extend_from_slice(format!(",\"{name}\":[").as_bytes());
            for (axis, x) in vector.into_iter().enumerate() {
                if axis > 0 {
                    out.push(b',');
                }
                push_or(&mut out, x, number::push, "null");
            }
            out.push(b']');
        }
        out.extend_from_slice(format!(",\"leaf_a\":{},\"leaf_b\":{}", nearest.leaf_a, nearest.leaf_b).as_bytes());
        if self.finding.open {
            out.extend_from_slice(b",\"open\":true");
        }
        out.push(b'}');
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Appends the finding as comma-separated cells, and a line feed.
    pub fn push_cells(&self, out: &mut Vec<u8>) {
        let nearest = &self.finding.nearest;
        for name in &self.names {
            push_cell(out, name);
            out.push(b',');
        }
        out.extend_from_slice(format!("{},{},", self.finding.relation.name(), self.status().as_str()).as_bytes());
        push_or(out, nearest.distance, number::push, "");
        out.push(b',');
        push_or(out, nearest.lower, number::push_lower, "");
        out.push(b',');
        push_or(out, nearest.upper, number::push_upper, "");
        out.push(b',');
        push_or(out, self.finding.limit.unwrap_or(f64::NAN), number::push, "");
        let change = self.change.map_or("", Change::as_str);
        out.extend_from_slice(format!(",{},{change}", self.finding.is_broken).as_bytes());
        for x in self.vectors().into_iter().flat_map(|(_, vector)| vector) {
            out.push(b',');
            push_or(out, x, number::push, "");
        }
        let open = self.finding.open;
        out.extend_from_slice(format!(",{},{},{open}\n", nearest.leaf_a, nearest.leaf_b).as_bytes());
    }
}

/// Appends a number, or `other` if it is not finite.
fn push_or(out: &mut Vec<u8>, x: f64, push: fn(&mut Vec<u8>, f64, Scalar), other: &str) {
    if x.is_finite() { push(out, x, Scalar::F64) } else { out.extend_from_slice(other.as_bytes()) }
}

/// The text on one line: characters that would move a terminal's cursor are escapes.
pub fn plain(text: &str) -> String {
    let escaped = |character: char| {
        let is_plain = !character.is_control() && !('\u{202a}'..='\u{202e}').contains(&character);
        if is_plain { character.to_string() } else { character.escape_default().to_string() }
    };
    text.chars().map(escaped).collect()
}
