//! One answer of `clearance surfaces`, as a sentence and as an object.

use clearance_surface::{Allowed, Body, Coincident, Judgement, Nearest, Overlap, Standing, Verdict};
use serde_json::{Value, json};

use crate::table::{significant, significant_above, significant_below};
use crate::unit::Unit;

/// What is told of two bodies, or of one of which nothing can be proven.
pub enum Row<'a> {
    /// Two bodies that are near, touch or cross.
    Pair {
        /// Their numbers.
        pair: [usize; 2],
        /// Their names.
        names: [&'a str; 2],
        /// The bodies.
        bodies: [&'a Body; 2],
        /// The limit.
        below: f64,
        /// What counts as touching, and what of the bodies may be in both.
        contact: f64,
        allowed: Allowed,
        /// The answer.
        judgement: Box<Judgement>,
        /// How the overlap stands to the one that a rule allows.
        overlap: Option<Overlap>,
    },
    /// A body with a face that is not proven.
    Unproven {
        /// Its name.
        name: &'a str,
        /// What is wrong with its faces.
        faults: &'a [String],
    },
}

/// Digits of bounds in sentences.
const DIGITS: usize = 5;

impl Row<'_> {
    /// How the pair stands to its limit.
    pub fn standing(&self) -> Standing {
        match self {
            Self::Pair { below, judgement, overlap, .. } => judgement.standing_with(*below, *overlap),
            Self::Unproven { .. } => Standing::Open,
        }
    }

    /// The word of that.
    pub fn standing_word(&self) -> &'static str {
        match self.standing() {
            Standing::Clear => "clear",
            Standing::Broken => "broken",
            Standing::Open => "undecided",
        }
    }

    /// Whether the pair is worth a word: contacts, and all that is not proven clear.
    pub fn is_told(&self) -> bool {
        match self {
            Self::Pair { judgement, overlap, .. } => {
                let is_near = matches!(judgement.verdict, Verdict::Touching { .. }) || overlap.is_some();
                is_near || self.standing() != Standing::Clear
            }
            Self::Unproven { .. } => true,
        }
    }

    /// The answer in words.
    pub fn sentence(&self, unit: Option<Unit>) -> String {
        let unit = unit.map_or(String::new(), |unit| format!(" {}", unit.name()));
        let (names, bodies, below, judgement, overlap) = match self {
            Self::Unproven { name, faults } => {
                return format!("{name}: {}: no proof for this body", faults.join("; "));
            }
            Self::Pair { names, bodies, below, judgement, overlap, .. } => (names, bodies, below, judgement, overlap),
        };
        let Nearest { lower, upper, faces, .. } = judgement.nearest;
        let bounds = [significant_below(lower, DIGITS), significant_above(upper, DIGITS)];
        let kinds = [0, 1].map(|side| {
            let face = faces[side];
            format!("face {} ({})", face + 1, bodies[side].faces[face as usize].kind())
        });
        let near = format!("between {} and {}{unit}, {} and {}", bounds[0], bounds[1], kinds[0], kinds[1]);
        let what = match judgement.verdict {
            Verdict::Apart if judgement.standing(*below) == Standing::Open => format!(
                "undecided at {below}{unit}: {near}; {} of the width is the file's own tolerance",
                significant_above(judgement.tolerance_share(), 2)
            ),
            Verdict::Apart => near,
            Verdict::Touching { within, .. } => {
                let within = significant_above(within, 2);
                format!("touching within {within}{unit}: {}", named(&judgement.coincident, &unit))
            }
            Verdict::Crossing { by } => {
                let by = significant_below(by, DIGITS);
                let faces = judgement.coincident.first().filter(|pair| pair.gap.upper < 0.0 && pair.common.is_some());
                let faces = faces.map_or(String::new(), |pair| format!(": {}", words(pair, &unit)));
                format!("crossing by at least {by}{unit}{faces}")
            }
            Verdict::Inside => format!("one is inside the other, {near}"),
            Verdict::Undecided if judgement.standing(*below) == Standing::Broken => near,
            Verdict::Undecided => format!(
                "undecided: {near}; {} of the width is the file's own tolerance",
                significant_above(judgement.tolerance_share(), 2)
            ),
        };
        let allowed = match overlap {
            Some(Overlap::AtMost(most)) => format!("; allowed, no ball wider than {most}{unit} is in both"),
            Some(Overlap::MoreThan(most)) => {
                format!("; a ball wider than the {most}{unit} that are allowed is in both")
            }
            Some(Overlap::Open(most)) => format!("; undecided whether a ball wider than {most}{unit} is in both"),
            None => String::new(),
        };
        format!("{}, {}: {what}{allowed}", names[0], names[1])
    }

    /// The answer as an object on one line.
    pub fn json(&self, unit: Option<Unit>) -> String {
        let sentence = self.sentence(unit);
        let (names, bodies, below, judgement) = match self {
            Self::Unproven { name, faults } => {
                return json!({ "a": name, "verdict": "unproven", "faults": faults, "sentence": sentence }).to_string();
            }
            Self::Pair { names, bodies, below, judgement, .. } => (names, bodies, below, judgement),
        };
        let Nearest { lower, upper, faces, points, tolerance, pairs } = judgement.nearest;
        let face =
            |side: usize, face: u32| json!({ "number": face + 1, "kind": bodies[side].faces[face as usize].kind() });
        let coincident: Vec<Value> = judgement
            .coincident
            .iter()
            .filter(|pair| pair.common.is_some())
            .map(|pair| {
                let [a, b] = [face(0, pair.faces[0]), face(1, pair.faces[1])];
                let gap = pair.gap;
                json!({ "kind": gap.kind, "face_a": a, "face_b": b, "lower": gap.lower, "upper": gap.upper,
                    "radius": gap.radius })
            })
            .collect();
        let [p, q] = points.map(|point| [point.x, point.y, point.z]);
        let (verdict, key, length) = match judgement.verdict {
            Verdict::Apart => ("apart", "", 0.0),
            Verdict::Touching { within, .. } => ("touching", "within", within),
            Verdict::Crossing { by } => ("crossing", "by", by),
            Verdict::Inside => ("inside", "", 0.0),
            Verdict::Undecided => ("undecided", "", 0.0),
        };
        let standing = self.standing_word();
        let mut object = json!({ "a": names[0], "b": names[1], "verdict": verdict, "limit": below,
            "standing": standing, "lower": lower, "upper": finite(upper), "point_a": p, "point_b": q,
            "face_a": face(0, faces[0]), "face_b": face(1, faces[1]), "tolerance": tolerance,
            "tolerance_share": judgement.tolerance_share(), "coincident": coincident, "pairs": pairs,
            "unit": unit.map(Unit::name), "sentence": sentence });
        if let (Some(object), false) = (object.as_object_mut(), key.is_empty()) {
            object.insert(key.to_owned(), json!(length));
        }
        if let (Some(object), Self::Pair { contact, allowed, .. }) = (object.as_object_mut(), self) {
            let rule = json!({ "contact": contact, "overlap_above": allowed.overlap, "press": allowed.press });
            object.insert("rule".to_owned(), rule);
        }
        if let (Some(object), Self::Pair { overlap: Some(overlap), .. }) = (object.as_object_mut(), self) {
            let (key, length) = match overlap {
                Overlap::AtMost(most) => ("overlap_at_most", most),
                Overlap::MoreThan(most) => ("overlap_more_than", most),
                Overlap::Open(most) => ("overlap_open_at", most),
            };
            object.insert(key.to_owned(), json!(length));
        }
        object.to_string()
    }
}

fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

/// The faces that touch, in words: the first by kind, and how many more.
fn named(coincident: &[Coincident], unit: &str) -> String {
    let shown: Vec<&Coincident> = coincident.iter().filter(|pair| pair.common.is_some()).collect();
    // A pin in its bore says more than the plates around it.
    let round = shown.iter().find(|pair| pair.gap.radius.is_some()).or(shown.first());
    let Some(first) = round else { return String::new() };
    let more = shown.len() - 1;
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    words(first, unit) + &more
}

fn words(pair: &Coincident, unit: &str) -> String {
    let [a, b] = pair.faces.map(|face| face + 1);
    let kind = pair.gap.kind;
    let radius = pair.gap.radius.map_or(String::new(), |radius| format!(" of radius {}{unit}", significant(radius, 6)));
    let place = match kind {
        "cylinders" | "cones" | "tori" => " on one axis",
        "spheres" => " about one point",
        _ if kind.ends_with("side by side") || kind.ends_with("each other") || kind.ends_with("in cone") => "",
        _ => " on each other",
    };
    format!("{kind}{radius}{place} (faces {a}, {b})")
}
