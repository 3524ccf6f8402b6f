//! `--format bcf`: the findings as topics for programs of buildings.
//!
//! A topic is a group: a hub with its findings, or what `--group` says. Its GUID is a function of the project, the rule
//! and the hub. So the next run updates it, and what people said about it can be read back: a topic that was closed and
//! still has findings is opened again, with a comment.

mod camera;
mod date;
mod raster;
mod snapshot;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;

use clearance_files::bcf::{
    self, Comment, Component, Guid, KnownTopic, Life, ModelFile, NAMESPACE, Project, Stamp, Topic, Version, View,
    is_ifc_guid,
};
use clearance_scene::{CommonVolume, Scene};
use rayon::prelude::*;

use self::camera::Look;
use super::asking::Questions;
use super::elements::About;
use super::formats::Format;
use super::grouping::{Group, Grouping};
use super::kind::Kind;
use super::row::{Row, plain};
use crate::failure::Failure;
use crate::overlap::Common;
use crate::table::{DIGITS, significant, significant_above, significant_below};

/// Findings that a description lists. More are counted.
const MOST_LISTED: usize = 200;

/// What is said about topics on the command line.
#[derive(clap::Args)]
pub struct Options {
    /// With --format bcf: the version
    #[arg(long, value_enum, default_value = "2.1")]
    bcf_version: Version,
    /// With --format bcf: take status and comments of known topics from this file; closed ones with findings are reopened
    #[arg(long, value_name = "EARLIER.bcf")]
    pub bcf_from: Option<PathBuf>,
    /// With --format bcf: the date of this state, such as 2026-11-30 or 2026-11-30T08:00:00Z [default: now]
    #[arg(long, value_name = "DATE", value_parser = date::parse)]
    date: Option<String>,
    /// With --format bcf: who says this
    #[arg(long, default_value = "clearance", value_parser = words)]
    author: String,
    /// With --format bcf: the project, of which the GUIDs of the topics are a function
    #[arg(long, default_value = "clearance", value_parser = words)]
    project: String,
}

/// A text that is not blank.
fn words(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("expected a text, found none".to_owned()) } else { Ok(text.trim().to_owned()) }
}

/// The topics of an earlier file.
pub type Known = HashMap<Guid, KnownTopic>;

impl Options {
    /// Reads the topics of the earlier file, if there is one.
    pub fn read(&self, format: Format) -> Result<Known, Failure> {
        let Some(path) = &self.bcf_from else { return Ok(Known::new()) };
        if format != Format::Bcf {
            return Err(Failure::Input("--bcf-from needs --format bcf".to_owned()));
        }
        let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
        let topics = bcf::read(&bytes).map_err(|fault| Failure::file(path, fault))?;
        Ok(topics.into_iter().filter_map(|topic| Some((topic.guid?, topic))).collect())
    }

    fn stamp(&self) -> Stamp {
        Stamp { date: self.date.clone().unwrap_or_else(date::now), author: self.author.clone() }
    }
}

/// Findings that become topics.
pub struct Topics<'a, S: Kind> {
    pub scene: &'a Scene<S>,
    pub rows: &'a [Row],
    pub questions: &'a Questions<'a>,
    /// The unit of the scene.
    pub metres: f64,
    pub unit: Option<&'static str>,
}

impl<S: Kind> Topics<'_, S> {
    /// The file. Without groups the findings are put around hubs.
    pub fn document(&self, options: &Options, known: &Known, groups: Option<&[Group]>) -> Result<Vec<u8>, Failure> {
        if S::DIMENSION != 3 {
            return Err(Failure::Input("--format bcf needs bodies in space, found outlines".to_owned()));
        }
        let hubs = if groups.is_none() { Grouping::Hub.groups(self.rows) } else { Vec::new() };
        let stamp = options.stamp();
        let topic = |group: &Group| self.topic(group, &options.project, &stamp, known);
        let topics = groups.unwrap_or(&hubs).par_iter().map(topic).collect();
        let guid = Guid::of_name(NAMESPACE, &["project", &options.project]);
        let project = Project { guid, name: options.project.clone(), topics };
        bcf::write(&project, options.bcf_version).map_err(|fault| Failure::Input(fault.to_string()))
    }

    fn topic(&self, group: &Group, project: &str, stamp: &Stamp, known: &Known) -> Topic {
        let guid = Guid::of_name(NAMESPACE, &["topic", project, group.rule.as_deref().unwrap_or(""), &group.key]);
        let rows: Vec<&Row> = group.rows.iter().map(|&place| &self.rows[place]).collect();
        let what = match group.hub {
            Some(hub) => called(&self.questions.elements.about[hub]),
            None => group.name.clone(),
        };
        let count = if rows.len() == 1 { "1 finding".to_owned() } else { format!("{} findings", rows.len()) };
        let life = match known.get(&guid) {
            Some(known) => continued(known, guid, stamp, &count),
            None => Life::new(),
        };
        let sides = self.sides(&rows, group.hub);
        let look = Look::at(self.scene, &rows);
        let component = |&object: &usize| {
            let about = &self.questions.elements.about[object];
            Component::new(about.id.as_deref().unwrap_or(self.scene.name(object)))
        };
        let of_side = |side: Side| sides.iter().filter(move |(_, own)| **own == side).map(|(object, _)| object);
        let colors =
            [Side::A, Side::B].map(|side| (format!("FF{}", side.color()), of_side(side).map(component).collect()));
        let view = View {
            guid: Guid::of_name(guid, &["view"]),
            selection: sides.keys().map(component).collect(),
            colors: colors.into_iter().filter(|(_, components): &(_, Vec<_>)| !components.is_empty()).collect(),
            camera: look.camera(self.metres),
            snapshot: snapshot::draw(self.scene, &look, &sides, &rows),
        };
        Topic {
            guid,
            title: plain(&format!("{what}: {count}")),
            description: self.description(group, &rows),
            stamp: stamp.clone(),
            life,
            files: self.files(sides.keys()),
            view,
        }
    }

    /// A line for the rule, and one for each finding.
    fn description(&self, group: &Group, rows: &[&Row]) -> String {
        let mut lines: Vec<String> = group.rule.iter().map(|rule| format!("Rule: {}", plain(rule))).collect();
        lines.extend(rows.iter().take(MOST_LISTED).map(|row| plain(&self.line(group, row))));
        if rows.len() > MOST_LISTED {
            lines.push(format!("and {} more", rows.len() - MOST_LISTED));
        }
        lines.join("\n")
    }

    fn line(&self, group: &Group, row: &Row) -> String {
        let [a, b] = &row.identity.about;
        let who = |about: &About| format!("{} ({})", called(about), about.id.as_ref().unwrap_or(&about.key));
        let names = match group.hub {
            Some(hub) if row.finding.objects[0] == hub => who(b),
            Some(_) => who(a),
            None => format!("{} and {}", who(a), who(b)),
        };
        let unit = self.unit.map_or(String::new(), |unit| format!(" {unit}"));
        let mut line = format!("{}: {names}", row.meeting.kind.name());
        let (finding, meeting) = (&row.finding, &row.meeting);
        match &meeting.common {
            Some(Common { overlap, volume, dimension }) if finding.relation.is_overlap() => {
                line += &format!(", {}", finding.relation.name());
                let word = if overlap.open { "at most" } else { "about" };
                line += &format!(", overlap {word} {}{unit}", significant(overlap.diameter, DIGITS));
                if let Some(CommonVolume { lower, upper }) = volume {
                    let (word, power) = if *dimension == 2 { ("area", '²') } else { ("volume", '³') };
                    let power = if unit.is_empty() { String::new() } else { power.to_string() };
                    let bounds = [significant_below(*lower, DIGITS), significant_above(*upper, DIGITS)];
                    line += &format!(", common {word} {}{unit}{power}", bounds.join(" to "));
                }
            }
            _ if finding.relation.is_overlap() => line += &format!(", {}", finding.relation.name()),
            _ => line += &format!(", distance {}{unit}", significant(finding.distance, DIGITS)),
        }
        if !finding.relation.is_overlap() && row.fault().is_some() {
            line += &format!(", limit {}{unit}", row.limit());
        }
        row.change.map_or(line.clone(), |change| format!("{line} [{}]", change.as_str()))
    }

    /// The side of each object. Where a rule means both ways the hub is on the first side and the others on the second.
    fn sides(&self, rows: &[&Row], hub: Option<usize>) -> BTreeMap<usize, Side> {
        let mut sides = BTreeMap::new();
        for row in rows {
            let [a, b] = row.finding.objects;
            let matched = &self.questions.matched;
            let asked = self.questions.asked([a, b]);
            let both_ways =
                asked.is_none_or(|asked| matched.stands(asked.rule, [a, b]) && matched.stands(asked.rule, [b, a]));
            let is_swapped = match hub {
                Some(hub) if both_ways => hub == b,
                _ => asked.is_some_and(|asked| asked.is_swapped),
            };
            let [first, second] = if is_swapped { [b, a] } else { [a, b] };
            sides.entry(first).or_insert(Side::A);
            sides.entry(second).or_insert(Side::B);
        }
        sides
    }

    /// The models of some objects.
    fn files<'a>(&self, objects: impl Iterator<Item = &'a usize>) -> Vec<ModelFile> {
        let elements = self.questions.elements;
        let name = |&object: &usize| {
            let own = self.scene.name(object);
            elements.about[object].file.clone().unwrap_or_else(|| own.split(':').next().unwrap_or(own).to_owned())
        };
        let mut names: Vec<String> = objects.map(name).collect();
        names.sort();
        names.dedup();
        let file = |name: String| {
            let ifc_project = elements.files.get(&name).cloned().flatten().filter(|guid| is_ifc_guid(guid));
            ModelFile { name, ifc_project }
        };
        names.into_iter().map(file).collect()
    }
}

/// A side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    A,
    B,
}

impl Side {
    /// Its colour: that of the report.
    fn color(self) -> &'static str {
        match self {
            Self::A => "0B6E75",
            Self::B => "B4560A",
        }
    }
}

/// The type and the name of an element.
fn called(about: &About) -> String {
    let kind = about.kind.as_ref().map_or(String::new(), |kind| format!("{kind} "));
    format!("{kind}{}", about.label)
}

/// What was said about a topic that has findings still: if it was closed, it is opened again.
fn continued(known: &KnownTopic, guid: Guid, stamp: &Stamp, count: &str) -> Life {
    let mut life = known.life.clone();
    if life.is_closed() {
        let text = format!("Reopened: the topic was {}, and it still has {count}.", plain(life.status.trim()));
        life.status = "Open".to_owned();
        let comment = Comment { guid: Guid::of_name(guid, &["reopened", &stamp.date]), stamp: stamp.clone(), text };
        life.comments.retain(|known| known.guid != comment.guid);
        life.comments.push(comment);
    } else if life.status.trim().is_empty() {
        life.status = "Open".to_owned();
    }
    life
}
