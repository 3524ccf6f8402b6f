//! A finding with names, and its numbers as text.

use clearance::Status;
use clearance::each::Each;
use clearance_files::Scalar;
use clearance_files::readers::Approximation;
use clearance_scene::{Finding, Relation, Scene};

use super::elements::About;
use super::kind::Kind;
use super::meeting::Meeting;
use crate::inside::{Inside, least_depth};
use crate::number::{self, push_or};
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

/// What is found about a pair of objects, in the plane or in space. In the plane the third coordinates are 0.
#[derive(Clone, Debug)]
pub struct Told {
    /// The numbers of the objects.
    pub objects: [usize; 2],
    pub relation: Relation,
    pub open: bool,
    pub limit: Option<f64>,
    pub above: Option<f64>,
    pub is_broken: bool,
    pub is_too_far: bool,
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    pub normal: [f64; 3],
    pub leaf_a: u32,
    pub leaf_b: u32,
}

impl Told {
    /// The finding, with the bounds of what the files mean.
    fn of<S: Kind>(finding: &Finding<S::Vector>, approximations: &[Approximation]) -> Self {
        let Finding { a, b, nearest, relation, open, limit, above, is_broken, is_too_far, .. } = *finding;
        let both = [a, b].each(|object| approximations.get(object).copied().unwrap_or_default());
        let [outward, inward] = [both[0].outward + both[1].outward, both[0].inward + both[1].inward];
        let (mut lower, mut upper) = (nearest.lower, nearest.upper);
        if outward > 0.0 || inward > 0.0 {
            lower = (lower - outward.next_up()).next_down().max(0.0);
            upper = (upper + inward.next_up()).next_up();
        }
        Self {
            objects: [a, b],
            relation,
            open,
            limit,
            above,
            is_broken,
            is_too_far,
            distance: nearest.distance,
            lower,
            upper,
            point_a: S::coordinates(nearest.point_a),
            point_b: S::coordinates(nearest.point_b),
            normal: S::coordinates(nearest.normal),
            leaf_a: nearest.leaf_a,
            leaf_b: nearest.leaf_b,
        }
    }

    /// The finding with minus the depth: the way out of the hulls, which is at least as long, and what is known above.
    fn deep<S: Kind>(&self, scene: &Scene<S>, approximations: &[Approximation]) -> Self {
        let hulls = scene.signed_distance_of_hulls(self.objects);
        let excess = self.objects.each(|object| S::hull_distance(scene, object));
        let sum = |of: fn(&Approximation) -> f64| {
            let all = self.objects.iter().filter_map(|&object| approximations.get(object));
            all.map(of).sum::<f64>().next_up()
        };
        let upper = match excess {
            [Some(0.0), Some(0.0)] => hulls.upper,
            _ if self.objects.iter().any(|&object| scene.half_space(object).is_some()) => hulls.upper,
            [Some(a), Some(b)] => (hulls.upper + (a + b).next_up()).next_up(),
            _ => hulls.distance.max(-least_depth(self.relation, self.lower, S::depth(scene, self.objects))),
        };
        let (mut lower, mut upper) = (hulls.lower, upper);
        if !approximations.is_empty() {
            lower = (lower - sum(|one| one.outward)).next_down();
            upper = (upper + sum(|one| one.inward)).next_up();
        }
        let [point_a, point_b, normal] = [hulls.point_a, hulls.point_b, hulls.normal].each(S::coordinates);
        Self { distance: hulls.distance, lower, upper, point_a, point_b, normal, ..self.clone() }
    }
}

/// A finding as it is written.
#[derive(Clone, Debug)]
pub struct Row {
    /// The names of the objects.
    pub names: [String; 2],
    pub finding: Told,
    /// The same with minus the depth, if that is asked for and the bodies overlap.
    pub deep: Option<Told>,
    /// How the bodies meet.
    pub meeting: Meeting,
    /// 2 in the plane, 3 in space.
    pub dimension: usize,
    /// With an earlier run beside it.
    pub change: Option<Change>,
    /// Who the objects are, and which rule asked for them.
    pub identity: Identity,
    /// The group to which the finding belongs, if groups are asked for.
    pub group: Option<String>,
}

/// Who the objects of a finding are, and which rule asked for them.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    pub about: [About; 2],
    /// What the rule is called.
    pub rule: Option<String>,
    /// Whether the first object is on the side `b` of the rule.
    pub is_swapped: bool,
}

impl Identity {
    /// The side of the rule on which the first object is.
    pub fn side_a(&self) -> Option<&'static str> {
        self.rule.as_ref().map(|_| if self.is_swapped { "b" } else { "a" })
    }

    /// The names and values of what is known, in the order of the columns.
    fn fields(&self) -> [(&'static str, Option<&str>); 8] {
        let [a, b] = &self.about;
        [
            ("file_a", a.file.as_deref()),
            ("id_a", a.id.as_deref()),
            ("type_a", a.kind.as_deref()),
            ("file_b", b.file.as_deref()),
            ("id_b", b.id.as_deref()),
            ("type_b", b.kind.as_deref()),
            ("rule", self.rule.as_deref()),
            ("side_a", self.side_a()),
        ]
    }
}

/// The names of [`Row::push_cells`].
pub const CSV_HEADER: &str = "a,b,relation,status,distance,lower,upper,limit,broken,change,\
                              point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,\
                              normal_x,normal_y,normal_z,leaf_a,leaf_b,open,inside,unit,above,fault,\
                              file_a,id_a,type_a,file_b,id_b,type_b,rule,side_a,group,\
                              kind,exact,band,near_band,overlap,overlap_lower,overlap_upper,\
                              contact,contact_area,contact_lower,contact_upper,volume_lower,volume_upper";

impl Row {
    pub fn new<S: Kind>(scene: &Scene<S>, finding: &Finding<S::Vector>, approximations: &[Approximation]) -> Self {
        let names = [finding.a, finding.b].each(|object| scene.name(object).to_owned());
        let meeting = Meeting::of(scene, finding);
        let finding = Told::of::<S>(finding, approximations);
        let (identity, group) = (Identity::default(), None);
        Self { names, finding, deep: None, meeting, dimension: S::DIMENSION, change: None, identity, group }
    }

    /// The same row with minus the depth where the bodies overlap. Open bodies have none.
    pub fn with_depth<S: Kind>(self, scene: &Scene<S>, approximations: &[Approximation]) -> Self {
        let finding = &self.finding;
        if !finding.relation.is_overlap() || finding.open {
            return self;
        }
        let deep = finding.deep::<S>(scene, approximations);
        Self { deep: Some(deep), ..self }
    }

    /// The numbers as they are told.
    pub fn told(&self) -> &Told {
        self.deep.as_ref().unwrap_or(&self.finding)
    }

    /// What the distance is, if the bodies overlap.
    fn inside(&self) -> Option<Inside> {
        let inside = if self.deep.is_some() { Inside::Depth } else { Inside::Wall };
        self.finding.relation.is_overlap().then_some(inside)
    }

    /// The coordinates that count.
    pub fn of_dimension<'a>(&self, vector: &'a [f64; 3]) -> &'a [f64] {
        &vector[..self.dimension]
    }

    /// `separated`, `touching` or `overlapping`: the relation in the words of every other answer.
    pub fn status(&self) -> Status {
        relation::status(self.finding.relation)
    }

    /// Whether the pair breaks its limit, and did not do so in the earlier run.
    pub fn counts(&self) -> bool {
        self.finding.is_broken && self.change.is_none_or(|change| change == Change::New)
    }

    /// Which bound the pair breaks: `below` if the bodies are too close, `above` if they are too far apart.
    pub fn fault(&self) -> Option<&'static str> {
        let fault = if self.finding.is_too_far { "above" } else { "below" };
        self.finding.is_broken.then_some(fault)
    }

    /// The limit that is broken, or else that of the pair. A greatest distance is told as one.
    pub fn limit(&self) -> String {
        match (self.finding.limit, self.finding.above) {
            (_, Some(above)) if self.finding.is_too_far => format!("at most {above}"),
            (Some(limit), _) => limit.to_string(),
            (None, Some(above)) => format!("at most {above}"),
            (None, None) => String::new(),
        }
    }

    /// The triangles or edges at the witness points. Those of hulls are on none.
    fn leaves(&self) -> [Option<u32>; 2] {
        [self.finding.leaf_a, self.finding.leaf_b].each(|leaf| self.deep.is_none().then_some(leaf))
    }

    /// The witness points and the normal.
    fn vectors(&self) -> [(&'static str, [f64; 3]); 3] {
        let nearest = self.told();
        [("point_a", nearest.point_a), ("point_b", nearest.point_b), ("normal", nearest.normal)]
    }

    /// The finding as a JSON object on one line.
    pub fn json(&self) -> String {
        let nearest = self.told();
        let [a, b] = self.names.each_ref().each(|name| json_string(name));
        let mut out = format!(
            "{{\"a\":{a},\"b\":{b},\"relation\":\"{}\",\"status\":\"{}\",\"distance\":",
            self.finding.relation.name(),
            self.status().as_str()
        )
        .into_bytes();
        push_or(&mut out, nearest.distance, number::push, "null");
        if let Some(inside) = self.inside() {
            out.extend_from_slice(format!(",\"inside\":\"{}\"", inside.name()).as_bytes());
        }
        out.extend_from_slice(b",\"lower\":");
        push_or(&mut out, nearest.lower, number::push_lower, "null");
        out.extend_from_slice(b",\"upper\":");
        push_or(&mut out, nearest.upper, number::push_upper, "null");
        out.extend_from_slice(b",\"limit\":");
        push_or(&mut out, self.finding.limit.unwrap_or(f64::NAN), number::push, "null");
        if let Some(above) = self.finding.above {
            out.extend_from_slice(b",\"above\":");
            number::push(&mut out, above, Scalar::F64);
        }
        out.extend_from_slice(format!(",\"broken\":{}", self.finding.is_broken).as_bytes());
        if let Some(fault) = self.fault() {
            out.extend_from_slice(format!(",\"fault\":\"{fault}\"").as_bytes());
        }
        if let Some(change) = self.change {
            out.extend_from_slice(format!(",\"change\":\"{}\"", change.as_str()).as_bytes());
        }
        for (name, vector) in self.vectors() {
            out.extend_from_slice(format!(",\"{name}\":[").as_bytes());
            for (axis, &x) in self.of_dimension(&vector).iter().enumerate() {
                if axis > 0 {
                    out.push(b',');
                }
                push_or(&mut out, x, number::push, "null");
            }
            out.push(b']');
        }
        if let [Some(a), Some(b)] = self.leaves() {
            out.extend_from_slice(format!(",\"leaf_a\":{a},\"leaf_b\":{b}").as_bytes());
        }
        if self.finding.open {
            out.extend_from_slice(b",\"open\":true");
        }
        self.meeting.push_json(&mut out, self.dimension);
        for (name, value) in self.identity.fields().into_iter().chain([("group", self.group.as_deref())]) {
            if let Some(value) = value {
                out.extend_from_slice(format!(",\"{name}\":{}", json_string(value)).as_bytes());
            }
        }
        out.push(b'}');
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The finding as a JSON object on one line that names the unit, if it is known.
    pub fn json_with_unit(&self, unit: Option<&str>) -> String {
        let mut text = self.json();
        if let Some(unit) = unit {
            text.pop();
            text += &format!(",\"unit\":{}}}", json_string(unit));
        }
        text
    }

    /// Appends the finding as comma-separated cells, and a line feed.
    pub fn push_cells(&self, out: &mut Vec<u8>, unit: Option<&str>) {
        let nearest = self.told();
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
        for (_, vector) in self.vectors() {
            for axis in 0..3 {
                out.push(b',');
                // The third cell stays empty in the plane.
                let x = self.of_dimension(&vector).get(axis).copied().unwrap_or(f64::NAN);
                push_or(out, x, number::push, "");
            }
        }
        let open = self.finding.open;
        let unit = unit.unwrap_or("");
        let [a, b] = self.leaves().each(|leaf| leaf.map_or(String::new(), |leaf| leaf.to_string()));
        let inside = self.inside().map_or("", Inside::name);
        out.extend_from_slice(format!(",{a},{b},{open},{inside},{unit},").as_bytes());
        push_or(out, self.finding.above.unwrap_or(f64::NAN), number::push, "");
        out.extend_from_slice(format!(",{}", self.fault().unwrap_or("")).as_bytes());
        for (_, value) in self.identity.fields().into_iter().chain([("group", self.group.as_deref())]) {
            out.push(b',');
            push_cell(out, value.unwrap_or(""));
        }
        self.meeting.push_cells(out);
        out.push(b'\n');
    }
}

/// The text on one line: characters that would move a terminal's cursor are escapes.
pub fn plain(text: &str) -> String {
    let escaped = |character: char| {
        let is_plain = !character.is_control() && !('\u{202a}'..='\u{202e}').contains(&character);
        if is_plain { character.to_string() } else { character.escape_default().to_string() }
    };
    text.chars().map(escaped).collect()
}
